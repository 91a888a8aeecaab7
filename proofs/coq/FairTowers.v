(** Towers of levels that a player can keep: how many of them are only fair, that such a tower stands with any level on
    top that he or his opponent leaves there, and how many moves are still to come. *)
From Coq Require Import Arith ZArith Bool List Lia.
From Topple Require Import Statements Wells Levels Hulls Moves BalanceCheck BalanceTowers BalancePlay JenkaPlaces
  GrowthMoves FairLevels.
Import ListNotations Tower Jenka Balance.
Local Open Scope Z_scope.

Section Towers.
  Variable h : nat.
  Variable d : Z.
  Variables good fair topped : level -> bool.
  Let k := slots h.
  Let K := Z.of_nat k.
  Hypothesis slack : 0 <= d <= K - 2.
  Hypothesis all_kept : closed_sets h d good fair topped = true.
  Let positive : (1 <= k)%nat.
  Proof. unfold k, slots. lia. Qed.

  Lemma once n : (n <= 1)%nat -> Z.of_nat n * d <= d.
  Proof. destruct n as [|[|n]]; lia. Qed.

  (** * Levels below the full one *)
  Definition is_good (a : level) : Prop := length a = k /\ good a = true.
  Definition is_fair (a : level) : Prop := length a = k /\ fair a = true.
  (** Levels that are good, but for [n] that are only known to be fair. *)
  Inductive held : nat -> tower -> Prop :=
    | held_none : held 0 []
    | held_good n a t : is_good a -> held n t -> held n (a :: t)
    | held_fair n a t : is_fair a -> held n t -> held (S n) (a :: t).

  Lemma held_app n m t u : held n t -> held m u -> held (n + m) (t ++ u).
  Proof. intros H U. induction H; cbn [app Nat.add]; [exact U | now constructor | now constructor]. Qed.
  Lemma held_parts t u : forall n, held n (t ++ u) -> exists m p, n = (m + p)%nat /\ held m t /\ held p u.
  Proof.
    induction t as [|a t IH]; intros n H.
    - exists 0%nat, n. repeat split; [constructor | exact H].
    - cbn [app] in H. inversion H as [|? ? ? Ha Ht|? ? ? Ha Ht]; subst; destruct (IH _ Ht) as (m & p & -> & Hm & Hp).
      + exists m, p. repeat split; [now constructor | exact Hp].
      + exists (S m), p. repeat split; [now constructor | exact Hp].
  Qed.
  (** One of them is fair, or all are good. *)
  Lemma held_one n t : held (S n) t -> exists t1 a t2, t = t1 ++ a :: t2 /\ is_fair a /\ held n (t1 ++ t2).
  Proof.
    remember (S n) as m. intros H. revert n Heqm.
    induction H as [|m a t Ha Ht IH|m a t Ha Ht IH]; intros n E; [discriminate| |].
    - destruct (IH n E) as (t1 & b & t2 & -> & Hb & H2). exists (a :: t1), b, t2.
      repeat split; [apply Hb | apply Hb | now constructor].
    - injection E as <-. exists [], a, t. repeat split; [apply Ha | apply Ha | exact Ht].
  Qed.
  Lemma held_all t : held 0 t -> Forall is_good t.
  Proof. remember 0%nat as n. intros H. induction H; [constructor | constructor; auto | discriminate]. Qed.

  Definition near_to (x : Z) (a : level) : Prop :=
    length a = k /\ low a <= -3 /\ 3 <= high a /\ (2 <= blocks_of a)%nat /\ Z.abs (moment a) <= blocks a + 2 + x.
  Lemma near_facts x a : length a = k -> near h x a = true -> near_to x a.
  Proof.
    intros H N. apply andb_true_iff in N. destruct N as [S M]. apply Z.leb_le in M.
    destruct (sided_edges h a H S) as [[L U] B]. now repeat split.
  Qed.
  Lemma good_near a : is_good a -> near_to 0 a.
  Proof.
    intros [H G]. apply near_facts; [exact H|]. apply (closed_keeps h d good fair topped all_kept a H) in G.
    unfold keeps_good in G. rewrite !andb_true_iff in G. tauto.
  Qed.
  Lemma fair_near a : is_fair a -> near_to d a.
  Proof.
    intros [H G]. apply near_facts; [exact H|]. apply (closed_keeps h d good fair topped all_kept a H) in G.
    unfold keeps_fair in G. rewrite !andb_true_iff in G. tauto.
  Qed.
  Lemma full_good : is_good (full k).
  Proof. split; [apply full_length | apply (closed_starts h d good fair topped all_kept)]. Qed.

  (** * Centres of mass

      The sum of the middles is less than the mass by [e] along the axis of the lowest level, and by 2 more across. *)
  Definition lean (e : Z) (t : tower) : Prop := Z.abs (along t) + e <= mass t /\ Z.abs (across t) + e + 2 <= mass t.
  Lemma lean_step x e a t : near_to x a -> 0 <= x -> lean e t -> lean (e - x) (a :: t).
  Proof.
    intros (_ & _ & _ & B & M) X [L1 L2]. unfold lean. destruct (sums_cons a t) as [-> ->]. rewrite mass_cons.
    rewrite blocks_blocks in *. lia.
  Qed.
  Lemma held_lean n t e u : held n t -> lean e u -> lean (e - Z.of_nat n * d) (t ++ u).
  Proof.
    intros H L. induction H as [|n a t Ha Ht IH|n a t Ha Ht IH]; cbn [app].
    - now replace (e - Z.of_nat 0 * d) with e by lia.
    - replace (e - Z.of_nat n * d) with (e - Z.of_nat n * d - 0) by lia.
      apply lean_step; [now apply good_near | lia | exact IH].
    - replace (e - Z.of_nat (S n) * d) with (e - Z.of_nat n * d - d) by lia.
      apply lean_step; [now apply fair_near | lia | exact IH].
  Qed.
  Lemma held_near n t : held n t -> Forall (near_to d) t.
  Proof.
    induction 1 as [|n a t Ha Ht IH|n a t Ha Ht IH]; constructor; try exact IH; [|now apply fair_near].
    destruct (good_near a Ha) as (H1 & H2 & H3 & H4 & H5). repeat split; auto. lia.
  Qed.
  Lemma near_in x a : near_to x a -> In true a.
  Proof. intros (_ & _ & _ & B & _). apply true_nth, blocks_true. lia. Qed.

  Lemma held_steady n t u : held n t -> (n <= 1)%nat -> lean 0 u -> K <= mass u -> steady u -> steady (t ++ u).
  Proof.
    intros H N L M S. induction H as [|n a t Ha Ht IH|n a t Ha Ht IH]; [exact S| |]; cbn [app steady].
    all: specialize (IH ltac:(lia)); split; [intros _ | exact IH].
    all: pose proof (held_lean _ _ _ _ Ht L) as [_ X]; pose proof (mass_natural t) as P.
    all: pose proof (once n ltac:(lia)) as D; pose proof (mass_app t u) as Mt.
    all: assert (E : low a <= -3 /\ 3 <= high a)
      by (first [apply good_near in Ha | apply fair_near in Ha]; destruct Ha; tauto).
    all: nia.
  Qed.

  (** * The top

      Nothing, or a level on the last full one; its moment is at most the number of its blocks and [x]. *)
  Definition topping (x : Z) (top : tower) : Prop :=
    top = [] \/ exists q, top = [q] /\ length q = k /\ In true q /\ Z.abs (moment q) <= blocks q + x.

  Lemma topping_facts x top : topping x top -> 0 <= x -> lean (K - 2 - x) (full k :: top).
  Proof.
    intros T X. unfold lean.
    destruct (sums_cons (full k) top) as [-> ->]. rewrite full_moment, mass_cons, blocks_blocks, blocks_full. fold K.
    destruct T as [-> | (q & -> & Hl & Hq & M)].
    - change (along []) with 0. change (across []) with 0. change (mass []) with 0. lia.
    - destruct (sums_cons q []) as [-> ->]. change (along []) with 0. change (across []) with 0.
      change (mass [q]) with (blocks q + 0). lia.
  Qed.
  Lemma topping_steady x top : topping x top -> steady (full k :: top).
  Proof.
    destruct (good_near _ full_good) as (_ & L & U & _). intros [-> | (q & -> & Hl & Hq & M)]; cbn [steady].
    - split; [intros N; now destruct N | exact I].
    - split; [|split; [intros N; now destruct N | exact I]]. intros _. destruct (sums_cons q []) as [_ ->].
      change (along []) with 0. change (mass [q]) with (blocks q + 0). apply true_nth, blocks_true in Hq.
      rewrite blocks_blocks. nia.
  Qed.

  Lemma held_stands n t top : held n t -> (n <= 1)%nat -> topping (K - 2) top -> stands (t ++ full k :: top).
  Proof.
    intros H N T. pose proof (held_near n t H) as F.
    assert (A : Forall (fun a => length a = k /\ In true a) (t ++ full k :: top)).
    { apply Forall_app. split; [|constructor].
      - eapply Forall_impl; [|exact F]. intros a Ha. split; [apply Ha | now apply near_in in Ha].
      - split; [apply full_length | now apply full_in].
      - destruct T as [-> | (q & -> & Hl & Hq & _)]; auto. }
    assert (I : Forall (fun a => In true a) (t ++ full k :: top)) by (eapply Forall_impl; [|exact A]; cbn; tauto).
    apply (stands_steady k); [eapply Forall_impl; [|exact A]; cbn; tauto | exact I |].
    apply (held_steady n); [exact H | exact N | | | now apply (topping_steady (K - 2))].
    - pose proof (topping_facts _ _ T ltac:(lia)) as L. now replace (K - 2 - (K - 2)) with 0 in L by lia.
    - rewrite mass_cons, blocks_blocks, blocks_full. pose proof (mass_natural top). fold K. lia.
  Qed.

  (** What lies on a level of the tower of a player whose move it is not leans less than 1 to any side. *)
  Lemma held_centre n t top : held n t -> (n <= 1)%nat -> topping 0 top ->
    0 < mass (t ++ full k :: top) /\ Z.abs (across (t ++ full k :: top)) <= mass (t ++ full k :: top).
  Proof.
    intros H N T. pose proof (topping_facts _ _ T ltac:(lia)) as L. destruct (held_lean _ _ _ _ H L) as [_ X].
    pose proof (once n N) as D. split; [|lia]. rewrite mass_app, mass_cons, blocks_blocks, blocks_full. fold K.
    pose proof (mass_natural t). pose proof (mass_natural top). lia.
  Qed.
  (** So a block that his opponent takes leaves blocks on both sides, and no less than two. *)
  Lemma taken_over n t1 b t2 top : held n t2 -> (n <= 1)%nat -> topping 0 top -> length b = k ->
    even_levels k (t1 ++ b :: t2 ++ full k :: top) ->
    stands (t1 ++ b :: t2 ++ full k :: top) -> sides_stand (sides_of h b) = true.
  Proof.
    intros H N T Lb E S. pose proof (held_centre n t2 top H N T) as C. pose proof S as [A _].
    apply (stands_steady k _ E A) in S. clear E. induction t1 as [|c t1 IH]; cbn [app] in *.
    - destruct S as [S _]. specialize (S (not_eq_sym (app_cons_not_nil t2 top (full k)))). apply Forall_inv in A.
      destruct (sides_stand (sides_of h b)) eqn:X; [reflexivity|]. destruct (beside h b Lb A X); nia.
    - exact (IH (proj2 S) (Forall_inv_tail A)).
  Qed.

  (** * How many moves are still to come *)
  Local Open Scope nat_scope.
  Definition room (t : tower) : nat := list_sum (map (fun a => blocks_of a - 2) t).
  Definition stock (top : tower) : nat := match top with [] => 0 | q :: _ => blocks_of q end.
  (** A move takes a block, and each full level more has k - 2 to take. *)
  Definition still (room stock : nat) : nat := room + (k - 2) * ((room + stock + 2 - k) / 2).
  Definition left (t top : tower) : nat := still (room t) (stock top).

  Lemma room_app t u : room (t ++ u) = room t + room u.
  Proof. unfold room. now rewrite map_app, list_sum_app. Qed.
  Lemma room_cons a t : room (a :: t) = (blocks_of a - 2) + room t.
  Proof. reflexivity. Qed.

  Lemma still_put r s : still (S r) s = S (still r (S s)).
  Proof. unfold still. replace (S r + s) with (r + S s) by lia. lia. Qed.
  Lemma still_filled r : 2 <= k -> still r k = still (r + (k - 2)) 0.
  Proof.
    intros K2. unfold still. replace (r + k + 2 - k) with (r + 1 * 2) by lia. rewrite Nat.div_add by lia.
    replace (r + (k - 2) + 0 + 2 - k) with r by lia. rewrite Nat.mul_add_distr_l. lia.
  Qed.
  Lemma still_none s : s < k -> still 0 s = 0.
  Proof. intros H. unfold still. rewrite Nat.div_small by lia. lia. Qed.

  (** ** A level on top may be full *)
  Lemma settle t q : length q = k -> exists t' top, t ++ full k :: [q] = t' ++ full k :: top /\
    still (room t) (blocks_of q) = left t' top /\
    (q = full k /\ t' = t ++ [full k] /\ top = [] \/ q <> full k /\ t' = t /\ top = [q]).
  Proof.
    intros H. destruct (list_eq_dec bool_dec q (full k)) as [->|N].
    - exists (t ++ [full k]), []. split; [now rewrite <- app_assoc|]. split; [|now left].
      unfold left. cbn [stock]. rewrite room_app, room_cons, blocks_full. cbn [room list_sum map fold_right].
      rewrite Nat.add_0_r. apply still_filled. unfold K in slack. lia.
    - exists t, [q]. split; [reflexivity|]. split; [reflexivity | now right].
  Qed.
End Towers.
