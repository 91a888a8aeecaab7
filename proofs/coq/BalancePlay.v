(** Balanced towers: what is known of the levels of a tower in play tells that it
    stands, and that no move leaves a level that does not. *)
From Coq Require Import Arith ZArith Bool List Lia.
From Topple Require Import Statements Wells Levels Hulls Moves BalanceCheck BalanceTowers.
Import ListNotations Tower Jenka Balance.
Local Open Scope Z_scope.

(** One inequality a level is enough. *)
Lemma holds_one (a b : level) (rest : tower) : In true b -> upright (b :: rest) ->
  low a * mass (b :: rest) < across (b :: rest) < high a * mass (b :: rest) -> holds Z.lt a (b :: rest).
Proof.
  intros Hb [Hu _] [H1 H2]. unfold holds. split; [exact H1|]. split; [exact H2|].
  pose proof (own_centre b Hb) as O. destruct (sums_cons b rest) as [-> _].
  change (mass (b :: rest)) with (blocks b + mass rest).
  destruct rest as [|d rest]; [change (across []) with 0; change (mass []) with 0; lia|].
  destruct Hu as (U1 & U2 & _). lia.
Qed.

Lemma full_moment n : moment (full n) = 0.
Proof. apply symmetric_moment, rev_repeat. Qed.
Lemma full_in n : (0 < n)%nat -> In true (full n).
Proof. destruct n; [lia|]. now left. Qed.

Lemma full_nth n j : (j < n)%nat -> nth j (full n) false = true.
Proof. intros H. unfold full. rewrite nth_indep with (d' := true) by now rewrite repeat_length. apply nth_repeat. Qed.

Lemma full_length n : length (full n) = n.
Proof. apply repeat_length. Qed.

Section Play.
  Variable c : counting.
  Let h := half c.
  Let k := slots h.
  Hypothesis positive : (1 <= h)%nat.

  Lemma positive_k : (0 < k)%nat.
  Proof. unfold k, slots. lia. Qed.

  (** * Levels and what is known of them

      [lower ++ full k :: top], where [top] is the highest level if that is not full.
      The next block comes two levels above the last one of [lower]. *)
  Definition on_top (top : tower) : Prop :=
    top = [] \/ exists b : level, top = [b] /\ length b = k /\ In true b /\ b <> full k.
  Definition in_play (lower top : tower) : Prop := Forall (standing h) lower /\ on_top top.
  Definition position (lower top : tower) : tower := lower ++ full k :: top.
  Definition highest (top : tower) : level := match top with [] => full k | b :: _ => b end.

  (** Each level with whether it lies across the axis of the next block. *)
  Fixpoint tagged (lower : tower) : list (bool * sides) :=
    match lower with [] => [] | a :: above => (Nat.odd (length above), sides_of h a) :: tagged above end.
  Definition lie (other : bool) (l : list (bool * sides)) : list sides :=
    flat_map (fun e => if Bool.eqb other (fst e) then [snd e] else []) l.
  Definition tipping (right other : bool) (lower : tower) : Z :=
    Z.of_nat (tips c right (lie other (tagged lower))).

  Lemma tips_app right l m : tips c right (l ++ m) = (tips c right l + tips c right m)%nat.
  Proof. unfold tips. now rewrite map_app, list_sum_app. Qed.
  Lemma tipping_cons right other a l : tipping right other (a :: l) =
    (if Bool.eqb other (Nat.odd (length l)) then Z.of_nat (tip c right (sides_of h a)) else 0) + tipping right other l.
  Proof.
    unfold tipping. cbn [tagged lie flat_map fst snd]. fold (lie other (tagged l)).
    destruct (Bool.eqb _ _); cbn [app]; [|lia]. unfold tips. cbn [map list_sum fold_right]. unfold list_sum. lia.
  Qed.
  Lemma tipping_part right other l1 l2 : tipping right other l2 <= tipping right other (l1 ++ l2).
  Proof. induction l1 as [|a l1 IH]; cbn [app]; [lia|]. rewrite tipping_cons. destruct (Bool.eqb _ _); lia. Qed.

  Definition to_the (right : bool) (x : Z) : Z := if right then x else - x.

  Lemma full_dec (b : level) : length b = k -> is_full b = true <-> b = full k.
  Proof.
    unfold is_full, full. intros Hl. rewrite <- Hl. clear Hl. induction b as [|x b IH]; [split; reflexivity|].
    cbn [forallb length repeat]. rewrite andb_true_iff, IH.
    split.
    - now intros [-> <-].
    - intros E. injection E as -> E. now split.
  Qed.

  (** What is above a level, less how far it leans to one side, is at least the room
      less the tips of the levels above on that axis. *)
  Definition leans (right : bool) (l2 top : tower) : Prop :=
    room c (highest top) (Nat.odd (length l2)) right - tipping right (Nat.odd (length l2)) l2 <=
    mass (l2 ++ full k :: top) - to_the right (across (l2 ++ full k :: top)).

  Lemma leans_all right top : on_top top ->
    forall l2, Forall (standing h) l2 -> leans right l2 top /\ forall a, standing h a -> leans right (a :: l2) top.
  Proof.
    intros Ht. assert (B : 0 <= mass top /\ across top = 0 /\
      forall other, room c (highest top) other right <= Z.of_nat k + mass top +
        (if other then 1 else - to_the right (along top)) /\
        (other = true -> top = [] -> room c (highest top) other right = Z.of_nat k)).
    { unfold room. destruct Ht as [->|(b & -> & Hb & Htr & Hf)]; cbn [highest].
      - assert (E : is_full (full k) = true) by (apply full_dec; [apply repeat_length | reflexivity]).
        rewrite E. change (mass []) with 0. change (along []) with 0. change (across []) with 0. fold h k.
        split; [lia|]. split; [reflexivity|]. intros other. split; [destruct other, right; cbn; lia | auto].
      - destruct (is_full b) eqn:E; [apply (full_dec b Hb) in E; contradiction|].
        destruct (sums_cons b []) as [-> ->]. change (along []) with 0. change (across []) with 0.
        change (mass [b]) with (blocks b + 0). rewrite blocks_blocks. fold h k.
        split; [lia|]. split; [reflexivity|]. intros other. split; [destruct other, right; cbn; lia | discriminate]. }
    destruct B as (Bm & Ba & Br).
    assert (F : forall l, mass (l ++ full k :: top) = mass l + (Z.of_nat k + mass top)).
    { intros l. rewrite mass_app. change (mass (full k :: top)) with (blocks (full k) + mass top).
      now rewrite blocks_blocks, blocks_full. }
    assert (One : forall a, standing h a -> leans right [a] top).
    { intros a Ha. unfold leans. rewrite tipping_cons, F. cbn [length app Nat.odd Nat.even negb Bool.eqb].
      destruct (standing_edges h a Ha) as (_ & _ & _ & Hb).
      destruct (sums_cons a (full k :: top)) as [_ ->]. destruct (sums_cons (full k) top) as [-> _].
      rewrite full_moment, Ba. change (mass [a]) with (blocks a + 0). change (tipping right true []) with 0.
      pose proof (proj1 (Br true)). unfold to_the. destruct right; lia. }
    induction l2 as [|b l IH]; intros Hl.
    - split; [|exact One]. unfold leans. rewrite F. cbn [length app Nat.odd Nat.even negb].
      destruct (sums_cons (full k) top) as [_ ->]. change (mass []) with 0. change (tipping right false []) with 0.
      pose proof (proj1 (Br false)). cbv iota in *. lia.
    - inversion Hl as [|? ? Hb Hl']; subst. destruct (IH Hl') as [IH1 IH2]. split; [now apply IH2|].
      intros a Ha. unfold leans in *. cbn [length] in *. rewrite Nat.odd_succ_succ.
      rewrite !tipping_cons. cbn [length]. rewrite Nat.odd_succ, <- Nat.negb_odd, Bool.eqb_reflx.
      replace (Bool.eqb (Nat.odd (length l)) (negb (Nat.odd (length l)))) with false by now destruct (Nat.odd (length l)).
      rewrite F in *. cbn [app]. destruct (sums_cons a (b :: l ++ full k :: top)) as [_ ->].
      destruct (sums_cons b (l ++ full k :: top)) as [-> _].
      change (mass (a :: b :: l)) with (blocks a + (blocks b + mass l)).
      destruct (standing_edges h a Ha) as (_ & _ & _ & Ba'). destruct Hb as [Hb _].
      destruct (tip_bound h c b eq_refl Hb) as [T1 T2]. unfold to_the in *. destruct right; lia.
  Qed.

  (** * Balanced towers *)
  Definition bounds (lower top : tower) : Prop :=
    forall other right, tipping right other lower < room c (highest top) other right.

  Lemma balanced_at lower top : in_play lower top -> bounds lower top ->
    forall l1 a l2, lower = l1 ++ a :: l2 ->
    Z.abs (across (l2 ++ full k :: top)) < mass (l2 ++ full k :: top).
  Proof.
    intros [Hl Ht] Hb l1 a l2 ->. apply Forall_app in Hl. destruct Hl as [_ Hl]. inversion Hl as [|? ? _ Hl2]; subst.
    assert (L : forall right, leans right l2 top) by (intros right; now apply (leans_all right top Ht l2 Hl2)).
    pose proof (L true) as R1. pose proof (L false) as R2. unfold leans, to_the in R1, R2.
    pose proof (Hb (Nat.odd (length l2)) true). pose proof (Hb (Nat.odd (length l2)) false).
    pose proof (tipping_part true (Nat.odd (length l2)) (l1 ++ [a]) l2) as P1.
    pose proof (tipping_part false (Nat.odd (length l2)) (l1 ++ [a]) l2) as P2.
    rewrite <- app_assoc in P1, P2. cbn [app] in P1, P2. lia.
  Qed.

  Lemma play_levels lower top : in_play lower top ->
    even_levels k (position lower top) /\ Forall (fun a => In true a) (position lower top).
  Proof.
    intros [Hl Ht]. assert (T : Forall (fun a => length a = k /\ In true a) (position lower top)).
    { unfold position. apply Forall_app. split.
      - eapply Forall_impl; [|exact Hl]. intros a Ha. destruct (standing_edges h a Ha) as (_ & _ & Ht' & _). destruct Ha. auto.
      - constructor; [split; [apply repeat_length | apply full_in; unfold k, slots; lia]|].
        destruct Ht as [->|(b & -> & Hb & Htr & _)]; auto. }
    unfold even_levels. split; eapply Forall_impl; try exact T; cbn; tauto.
  Qed.

  Lemma bounds_stand lower top : in_play lower top -> bounds lower top -> stands (position lower top).
  Proof.
    intros Hp Hb. destruct (play_levels lower top Hp) as [E1 E2]. split; [exact E2|].
    apply (rests_upright k); [exact E1 | exact E2|]. clear E1.
    assert (B : forall l1 l2, lower = l1 ++ l2 -> upright (l2 ++ full k :: top)).
    { intros l1 l2. revert l1. induction l2 as [|a l2 IH]; intros l1 E.
      - cbn [app]. destruct Hp as [_ [->|(b & -> & Hlb & Hbt & _)]]; [repeat split|].
        split; [|repeat split]. apply holds_one; [exact Hbt | repeat split|].
        destruct (sums_cons b []) as [_ ->]. change (along []) with 0. change (mass [b]) with (blocks b + 0).
        assert (Hf : standing h (full k)).
        { apply edges_standing; [apply repeat_length | apply full_in; unfold k, slots; lia | |].
          - pose proof (edges (full k) 0 (full_nth k 0 positive_k)) as E0.
            rewrite full_length in E0. unfold k in E0. rewrite !middle_at in E0. fold k in E0. lia.
          - pose proof (edges (full k) (2 * h) (full_nth k (2 * h) ltac:(unfold k, slots; lia))) as E0.
            rewrite full_length in E0. unfold k in E0. rewrite !middle_at in E0. fold k in E0. lia. }
        destruct (standing_edges h _ Hf) as (F1 & F2 & _ & _).
        assert (0 < blocks b) by (rewrite blocks_blocks; apply true_nth in Hbt; apply blocks_true in Hbt; lia). nia.
      - specialize (IH (l1 ++ [a])). rewrite <- app_assoc in IH. specialize (IH E).
        assert (Hs : standing h a).
        { destruct Hp as [Hl _]. rewrite E in Hl. apply Forall_app in Hl. destruct Hl as [_ Hl]. now inversion Hl. }
        destruct (standing_edges h a Hs) as (L & U & _ & _). pose proof (balanced_at lower top Hp Hb l1 a l2 E) as Bal.
        assert (N : Forall (fun a => In true a) (l2 ++ full k :: top)).
        { rewrite Forall_forall in *. intros x Hx. apply E2. unfold position. rewrite E, <- app_assoc. apply in_or_app. right. now right. }
        cbn [app]. split; [|exact IH]. destruct (l2 ++ full k :: top) as [|b rest] eqn:Er; [destruct l2; discriminate|].
        apply holds_one; [now inversion N | exact IH | nia]. }
    exact (B [] lower eq_refl).
  Qed.

  (** From a balanced tower no move leaves a level that does not stand. *)
  Lemma taken_stands lower top l1 a l2 a' : in_play lower top -> bounds lower top -> lower = l1 ++ a :: l2 ->
    length a' = k -> stands (l1 ++ a' :: l2 ++ full k :: top) -> standing h a'.
  Proof.
    intros Hp Hb E Ha' [Hne Hst]. pose proof (balanced_at lower top Hp Hb l1 a l2 E) as Bal.
    assert (Hin : In true a') by (rewrite Forall_forall in Hne; apply Hne; apply in_or_app; right; now left).
    assert (Hev : even_levels k (l1 ++ a' :: l2 ++ full k :: top)).
    { destruct (play_levels lower top Hp) as [E1 _]. unfold even_levels, position in *. rewrite E in E1.
      rewrite <- app_assoc in E1. apply Forall_app in E1. destruct E1 as [P1 P2]. apply Forall_app. split; [exact P1|].
      cbn [app] in P2. inversion P2; subst. now constructor. }
    apply (rests_upright k) in Hst; [|exact Hev | exact Hne].
    assert (U : holds Z.lt a' (l2 ++ full k :: top)) by (clear -Hst; induction l1 as [|b l1 IH]; [apply Hst | apply IH, Hst]).
    unfold holds in U. destruct (l2 ++ full k :: top) as [|b rest] eqn:Er; [destruct l2; discriminate|].
    apply edges_standing; [exact Ha' | exact Hin | nia | nia].
  Qed.

  (** * Moves *)
  Lemma in_play_top lower top : in_play lower top -> top_of k top.
  Proof. intros [_ [->|(b & -> & Hb & _ & Hf)]]; [now left | right; eauto]. Qed.

  (** How many moves are left, at most. *)
  Definition left_to_move (lower top : tower) : Z :=
    Z.of_nat k * spare lower + (Z.of_nat k - 1) * mass top.
  Lemma left_natural lower top : in_play lower top -> 0 <= left_to_move lower top.
  Proof.
    intros [Hl Ht]. assert (S : 0 <= spare lower).
    { clear Ht. induction Hl as [|a t Ha Hl IH]; [cbn; lia|]. destruct (standing_edges h a Ha) as (_ & _ & _ & B).
      change (0 <= blocks a - 1 + spare t). lia. }
    assert (M : 0 <= mass top).
    { destruct Ht as [->|(b & -> & _)]; [cbn; lia|]. change (mass [b]) with (blocks b + 0). rewrite blocks_blocks. lia. }
    pose proof positive_k. unfold left_to_move. nia.
  Qed.
End Play.
