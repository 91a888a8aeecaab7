(** Towers of Jenka level by level, and what a move is, for any number of slots. *)
From Coq Require Import Arith ZArith Bool List Lia.
From Topple Require Import Statements Wells Levels.
Import ListNotations Tower Jenka.
Local Open Scope Z_scope.

Lemma mass_app t u : mass (t ++ u) = mass t + mass u.
Proof. unfold mass. induction t as [|a t IH]; simpl; [reflexivity|]. rewrite IH. lia. Qed.
Lemma sums_cons a t : along (a :: t) = moment a + across t /\ across (a :: t) = along t.
Proof. unfold along, across. simpl. now destruct (along_across t). Qed.

(** A level holds itself on the one below. *)
Lemma own_centre a : In true a -> low a * blocks a < moment a < high a * blocks a.
Proof.
  intros H. apply true_nth in H. destruct H as (j & Hj).
  assert (Hin : In (middle (length a) j) (middles a)) by (apply middles_In; eauto).
  unfold low, high, moment, blocks. rewrite middles_mids in *.
  assert (B : forall m, In m (mids (1 - Z.of_nat (length a)) a) ->
    hd 0 (mids (1 - Z.of_nat (length a)) a) <= m <= last (mids (1 - Z.of_nat (length a)) a) 0)
    by (intros m Hm; now apply mids_bounds).
  set (l := mids (1 - Z.of_nat (length a)) a) in *. set (x := hd 0 l) in *. set (y := last l 0) in *.
  clearbody x y. clear Hj. destruct l as [|m l]; [destruct Hin|].
  assert (S : forall l, (forall m, In m l -> x <= m <= y) ->
    x * Z.of_nat (length l) <= fold_right Z.add 0 l <= y * Z.of_nat (length l)).
  { clear. induction l as [|m l IH]; intros B; [simpl; lia|]. cbn [fold_right length].
    specialize (IH ltac:(intros; apply B; now right)). specialize (B m (or_introl eq_refl)). nia. }
  specialize (S _ B). cbn [length] in *. nia.
Qed.

(** How many blocks can leave the levels. *)
Definition spare (lower : tower) : Z := fold_right (fun a s => blocks a - 1 + s) 0 lower.
Lemma spare_app t u : spare (t ++ u) = spare t + spare u.
Proof. unfold spare. induction t as [|a t IH]; simpl; [reflexivity|]. rewrite IH. lia. Qed.

(** * Moves

    A tower is taken as some levels, a full one, and [top]: nothing, or a level that is not full. *)
Section Moves.
  Variable k : nat.
  Hypothesis positive : (1 <= k)%nat.
  Definition top_of (top : tower) : Prop := top = [] \/ exists b, top = [b] /\ length b = k /\ b <> full k.

  (** A block can be taken from the lower levels only. *)
  Lemma taken_from lower top i j : top_of top -> can_take k (lower ++ full k :: top) i j ->
    exists l1 a l2, lower = l1 ++ a :: l2 /\ length l1 = i /\ nth j a false = true.
  Proof.
    intros Ht [(m & Him & Hm) Hj].
    assert (Hi : (i < length lower)%nat).
    { destruct (Nat.le_gt_cases m (length lower)) as [H|H]; [lia|]. exfalso.
      rewrite app_nth2 in Hm by lia. destruct (m - length lower)%nat as [|n] eqn:E; [lia|]. cbn [nth] in Hm.
      assert (Hne : [] <> full k).
      { intros Ef. apply (f_equal (@length bool)) in Ef. unfold full in Ef. rewrite repeat_length in Ef. cbn in Ef. lia. }
      destruct Ht as [->|(b & -> & _ & Hb)]; destruct n as [|[|n]]; cbn in Hm; congruence. }
    rewrite app_nth1 in Hj by exact Hi.
    destruct (nth_split lower [] Hi) as (l1 & l2 & E & El). eauto 8.
  Qed.

  (** It goes onto [base_of top], an empty level or one that is not full. *)
  Definition base_of (top : tower) : level := match top with [] => repeat false k | b :: _ => b end.
  Definition filled (l : nat) (top : tower) : level := Well.update l (fun _ => true) (base_of top).

  Lemma put_iff rest top l t' : top_of top ->
    (put k (rest ++ full k :: top) l t' <->
     (l < k)%nat /\ nth l (base_of top) true = false /\ t' = rest ++ full k :: [filled l top]).
  Proof.
    assert (E : forall b, rest ++ full k :: [b] = (rest ++ [full k]) ++ [b]) by (intros b; now rewrite <- app_assoc).
    intros Ht. rewrite E. destruct Ht as [->|(b & -> & Hb & Hf)]; cbn [base_of]; rewrite ?E.
    - split.
      + intros H. inversion H as [below Eb Hl|below b Eb Hf Hn]; subst.
        * split; [exact Hl|]. split; [|reflexivity].
          rewrite nth_indep with (d' := false) by now rewrite repeat_length. apply nth_repeat.
        * apply app_inj_tail in Eb. destruct Eb as [_ Eb]. congruence.
      + intros (Hl & _ & ->). now apply on_a_new_level with (below := rest).
    - split.
      + intros H. inversion H as [below Eb Hl|below b' Eb Hf' Hn]; apply app_inj_tail in Eb; destruct Eb as [<- Eb].
        * congruence.
        * subst b'. split; [|split; [exact Hn | reflexivity]].
          destruct (Nat.lt_ge_cases l k) as [Hlt|Hge]; [exact Hlt|]. rewrite nth_overflow in Hn by (rewrite Hb; exact Hge). discriminate.
      + intros (Hl & Hn & ->). apply on_the_top_level with (a := b); auto.
  Qed.

  Lemma update_app {A} (f : A -> A) l a r : Well.update (length l) f (l ++ a :: r) = l ++ f a :: r.
  Proof. induction l as [|b l IH]; simpl; [reflexivity|]. now rewrite IH. Qed.
End Moves.
