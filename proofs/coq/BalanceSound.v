(** The checkers of balanced strategies in Jenka accept only what is true: from each
    tower that a class of an accepted region stands for, the winner has a move or an
    answer that leads to another one, and every play ends. *)
From Coq Require Import Arith ZArith Bool List Lia.
From Topple Require Import Statements Region BalanceCheck BalanceTowers BalancePlay BalanceClasses BalanceStands
  BalanceBoth.
Import ListNotations Tower Jenka Balance.

Section Region.
  Variable c : counting.
  Let h := half c.
  Let k := slots h.
  Hypothesis positive : 1 <= h.
  Hypothesis some_clip : 1 <= clip c.
  Hypothesis some_modulus : 1 <= modulus c.
  Variable g : members class reply.
  Let followed := Region.followed class reply class_dec numbers g.
  Hypothesis closed_region :
    closed_under_play class reply class_dec numbers (replied_within c) (answered_within c) g = true.

  Lemma followed_next w a : followed w a = true -> bounded c a = true /\ exists next, forallb (followed (negb w)) next = true /\
    if w then exists r, replied c a r = Some next else answered c a = next.
  Proof.
    intros H. destruct (followed_line _ _ _ _ _ _ g w a closed_region H) as (r & L).
    unfold line_ok, replied_within, answered_within in L. destruct (bounded c a); [|now destruct w, r]. split; [reflexivity|].
    destruct w; [|now exists (answered c a)]. destruct r as [r|]; [|discriminate].
    destruct (replied c a r) as [next|] eqn:R; [|discriminate]. exists next. eauto.
  Qed.

  Lemma region_wins : forall n f a lower tp, in_play c lower tp -> stands_for c f a (highest c tp) (tagged c lower) ->
    (left_to_move c lower tp < Z.of_nat n)%Z ->
    (followed false a = true -> second_wins k (position c lower tp)) /\
    (followed true a = true -> exists i j l t', move k (position c lower tp) i j l t' /\ second_wins k t').
  Proof.
    induction n as [|n IH]; intros f a lower tp Hp Co Hn.
    { pose proof (left_natural c positive lower tp Hp). lia. }
    split; intros Hi; destruct (followed_next _ _ Hi) as (B & next & L & R); cbn [negb] in L; rewrite forallb_forall in L.
    - subst next. constructor. intros i j l t' Hm.
      destruct (other_moves c positive some_clip some_modulus f a lower tp i j l t' Hp Co B Hm)
        as (lower' & tp' & f' & a' & -> & I & Hp' & Co' & Hlt).
      destruct (IH f' a' lower' tp' Hp' Co') as [_ W]; [lia|]. destruct (W (L a' I)) as (i' & j' & l' & t'' & W').
      exists i', j', l', t''. exact W'.
    - destruct R as (r & R). destruct (winner_moves c positive some_clip some_modulus f a lower tp r next Hp Co R) as
        (i & j & l & t' & lower' & tp' & f' & a' & Hm & -> & I & Hp' & Co' & Hlt).
      { intros a' I. now destruct (followed_next _ _ (L a' I)). }
      exists i, j, l, (position c lower' tp'). split; [exact Hm|]. destruct (IH f' a' lower' tp' Hp' Co') as [W _]; [lia|].
      exact (W (L a' I)).
  Qed.

  (** * Full levels *)
  Lemma entry_full : exists s each, entry c (h, 1, h) = Some (s, each).
  Proof.
    assert (E : even c (greater (h, 1, h)) = true).
    { rewrite even_greater. unfold even, tip, mirrored. fold h k.
      assert (Z : h * k - (h * h + h * h + h + (h + 1 + h) + 1) = 0) by (unfold k, slots; nia). now rewrite Z. }
    unfold entry. rewrite E. destruct (quiet c _); eauto.
  Qed.
  Lemma full_sides : sides_of h (full k) = (h, 1, h).
  Proof. now apply (sides_full c). Qed.
  Lemma tagged_repeat m : exists l, tagged c (repeat (full k) m) = map (fun o => (o, (h, 1, h))) l /\ length l = m.
  Proof.
    induction m as [|m (l & E & Hl)]; [now exists []|]. cbn [repeat tagged]. rewrite E, repeat_length. fold h.
    rewrite full_sides. exists (Nat.odd m :: l). cbn [map length]. now rewrite Hl.
  Qed.
  Lemma count_repeat s0 l : count c s0 (map (fun o => (o, (h, 1, h))) l) = length l * part c s0 (false, (h, 1, h)).
  Proof. induction l as [|o l IH]; [reflexivity|]. cbn [map length]. rewrite count_cons, IH. reflexivity. Qed.
  Lemma total_repeat l : total c (map (fun o => (o, (h, 1, h))) l) = length l * worth c (false, (h, 1, h)).
  Proof. induction l as [|o l IH]; [reflexivity|]. cbn [map length]. rewrite total_cons, IH. reflexivity. Qed.

  (** So many full levels are of one class with the fewer ones of which this is known. *)
  Definition alike (m m' : nat) : Prop := m' = m \/ (clip c <= m /\ clip c <= m' /\ m mod modulus c = m' mod modulus c).
  Lemma start_stands_for n m : alike m (n - 1) ->
    stands_for c (fun _ => false) (start c n) (full k) (tagged c (repeat (full k) m)).
  Proof.
    intros A. destruct (tagged_repeat m) as (l & -> & Hl). destruct entry_full as (s & each & E).
    pose proof (of_level c false (h, 1, h)) as O. rewrite E in O. destruct O as (O1 & O2 & O3).
    unfold start. fold h k. rewrite E. split; [reflexivity|]. split; [split|].
    - apply map_ext. intros s0. f_equal. rewrite count_repeat, O1, Hl. destruct (sides_dec s0 s); [|now rewrite Nat.mul_0_r].
      destruct A as [->|(A1 & A2 & _)]; [reflexivity|]. destruct each; [now rewrite !Nat.mul_0_r|]. rewrite !Nat.min_l; nia.
    - cbn [remainder]. rewrite total_repeat, Hl. replace (worth c _) with (weight c s * each) by (symmetry; exact O2). destruct A as [->|(_ & _ & A)]; [f_equal; lia|].
      replace (weight c s * ((n - 1) * each)) with (weight c s * each * (n - 1)) by lia.
      replace (m * (weight c s * each)) with (weight c s * each * m) by lia.
      rewrite (Nat.mul_mod _ m), (Nat.mul_mod _ (n - 1)), A by lia. reflexivity.
    - intros o. assert (N : lean c o (map (fun o => (o, (h, 1, h))) l) = []).
      { clear -O3 E. induction l as [|o' l IH]; [reflexivity|]. cbn [map]. rewrite lean_cons, IH, app_nil_r.
        unfold leaning. cbn [snd]. now rewrite E. }
      rewrite N. destruct o; constructor.
  Qed.

  Lemma start_wins n m first : followed first (start c n) = true -> alike m (n - 1) -> wins k (S m) first.
  Proof.
    intros Hi A. assert (Hp : in_play c (repeat (full k) m) []).
    { split; [|now left]. apply Forall_forall. intros a Ha. apply repeat_spec in Ha. subst a. split; [apply full_length|].
      fold h k. now rewrite full_sides. }
    assert (Ep : position c (repeat (full k) m) [] = repeat (full k) (S m)) by (symmetry; apply repeat_cons).
    destruct (region_wins (S (Z.to_nat (left_to_move c (repeat (full k) m) []))) _ _ _ _ Hp (start_stands_for n m A)) as [W1 W2].
    { pose proof (left_natural c positive _ _ Hp). lia. }
    unfold wins. rewrite <- Ep. destruct first; auto.
  Qed.
End Region.

Lemma check_from_wins c once starts replies : check_from c once starts replies = true ->
  forall n first m, In (n, first) starts -> alike c m (n - 1) -> wins (slots (half c)) (S m) first.
Proof.
  unfold check_from. rewrite !andb_true_iff, !Nat.leb_le. intros [[[P C] M] F] n first m I A.
  destruct (region_from _ _ _ _) as [g|] eqn:R; [|discriminate]. destruct (region_closed _ _ _ _ _ _ _ _ _ _ R) as [Cl St].
  apply (start_wins c P C M g Cl n m first); [|exact A]. apply St. exact (in_map (fun s => (start c (fst s), snd s)) _ _ I).
Qed.

Theorem balance_checker_sound_holds : StatementsBalance.balance_checker_sound check_balance.
Proof.
  intros half levels first replies H. apply andb_true_iff in H. destruct H as [L H]. apply Nat.leb_le in L.
  replace levels with (S (levels - 1)) by lia.
  apply (check_from_wins _ _ _ _ H levels first (levels - 1)); [now left | now left].
Qed.

Theorem balance_all_checker_sound_holds : StatementsBalance.balance_all_checker_sound check_balance_all.
Proof.
  intros c winners replies H n Hn. apply andb_true_iff in H. destruct H as [L H]. apply Nat.eqb_eq in L.
  assert (M : 1 <= modulus c) by (unfold check_from in H; rewrite !andb_true_iff, !Nat.leb_le in H; tauto).
  unfold first_wins. set (i := if n <=? clip c then n - 1 else clip c + (n - 1 - clip c) mod modulus c).
  replace n with (S (n - 1)) at 1 by lia. pose proof (Nat.mod_upper_bound (n - 1 - clip c) (modulus c)) as U.
  apply (check_from_wins c true _ _ H (1 + i) _ (n - 1)).
  - assert (Hi : i < length winners) by (unfold i; destruct (Nat.leb_spec n (clip c)); lia).
    replace (1 + i, nth i winners false) with (nth i (combine (seq 1 (length winners)) winners) (0, false))
      by (rewrite combine_nth by apply seq_length; now rewrite seq_nth by exact Hi).
    apply nth_In. rewrite combine_length, seq_length. lia.
  - replace (1 + i - 1) with i by lia. unfold alike, i. destruct (Nat.leb_spec n (clip c)) as [G|G]; [now left|]. right.
    split; [lia|]. split; [lia|]. rewrite Nat.add_mod_idemp_r by lia. f_equal. lia.
Qed.
