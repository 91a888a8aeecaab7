(** A tower loses a block of one of its levels ([loses]). A block less below the highest full level, and a block more on
    top, is a move if all stands. *)
From Coq Require Import Arith ZArith Bool List Lia.
From Topple Require Import Statements Wells Hulls Moves BalanceCheck BalanceTowers OneBlock MovesLeft.
Import ListNotations Tower Jenka Balance.

(** The first tower loses a block of one level, which then is [b]. *)
Definition loses (t t' : tower) (b : level) : Prop :=
  exists t1 a t2 j, t = t1 ++ a :: t2 /\ nth j a false = true /\ b = minus a j /\ t' = t1 ++ b :: t2.

Lemma loses_one t1 a t2 j : nth j a false = true -> loses (t1 ++ a :: t2) (t1 ++ minus a j :: t2) (minus a j).
Proof. intros H. now exists t1, a, t2, j. Qed.
Lemma loses_app u v t t' b : loses t t' b -> loses (u ++ t ++ v) (u ++ t' ++ v) b.
Proof.
  intros (t1 & a & t2 & j & -> & Hj & E & ->). exists (u ++ t1), a, (t2 ++ v), j.
  now rewrite <- !app_assoc.
Qed.
Lemma loses_before u t t' b : loses t t' b -> loses (u ++ t) (u ++ t') b.
Proof. intros L. apply (loses_app u []) in L. now rewrite !app_nil_r in L. Qed.
Lemma loses_after v t t' b : loses t t' b -> loses (t ++ v) (t' ++ v) b.
Proof. intros L. exact (loses_app [] v t t' b L). Qed.

Lemma loses_blocks t t' b : loses t t' b -> Forall (fun a => 2 <= blocks_of a) t' ->
  Forall (fun a => 2 <= blocks_of a) t /\ room t = S (room t').
Proof.
  intros (t1 & a & t2 & j & -> & Hj & -> & ->) F. apply Forall_app in F. destruct F as [F1 F2].
  pose proof (Forall_inv F2) as B. cbn beta in B. pose proof (blocks_clear a j Hj) as C. split.
  - apply Forall_app. split; [exact F1|]. constructor; [lia | exact (Forall_inv_tail F2)].
  - rewrite !room_app, !room_cons. lia.
Qed.
Lemma loses_lengths k t t' b : loses t t' b -> even_levels k t -> even_levels k t'.
Proof.
  unfold even_levels. intros (t1 & a & t2 & j & -> & _ & -> & ->) F. apply Forall_app in F. destruct F as [F1 F2].
  apply Forall_app. split; [exact F1|]. constructor; [|exact (Forall_inv_tail F2)]. rewrite update_length.
  exact (Forall_inv F2).
Qed.
Lemma loses_last t t' b : loses t t' b -> blocks_of (last t []) <= S (blocks_of (last t' [])).
Proof.
  intros (t1 & a & t2 & j & -> & Hj & -> & ->). pose proof (blocks_clear a j Hj) as C.
  destruct t2 as [|y t2 _] using rev_ind; [rewrite !last_last; lia|].
  rewrite !app_comm_cons, !app_assoc, !last_last. lia.
Qed.
Lemma loses_parts u v w b : loses (u ++ v) w b -> exists u' v', w = u' ++ v' /\
  (loses u u' b /\ v' = v \/ u' = u /\ loses v v' b).
Proof.
  intros (t1 & a & t2 & j & E & Hj & Eb & ->). apply app_eq_app in E. destruct E as (m & [[-> E]|[-> ->]]).
  - destruct m as [|y m]; cbn [app] in E.
    + subst v. exists t1, (b :: t2). split; [reflexivity|]. right.
      split; [now rewrite app_nil_r | now exists [], a, t2, j].
    + injection E as <- ->. exists (t1 ++ b :: m), v. rewrite <- app_assoc. split; [reflexivity|]. left.
      split; [now exists t1, a, m, j | reflexivity].
  - exists u, (m ++ b :: t2). rewrite <- app_assoc. split; [reflexivity|]. right. split; [reflexivity|].
    now exists m, a, t2, j.
Qed.

(** * Moves *)
Lemma move_loses k t top i j l u : 1 <= k -> top_of k top -> move k (t ++ full k :: top) i j l u ->
  exists t' b, loses t t' b /\ stands (t' ++ full k :: top) /\ nth l (base_of k top) true = false /\
    u = t' ++ full k :: [filled k l top].
Proof.
  intros K T (Ct & St & Pu & _). destruct (taken_from k K t top i j T Ct) as (t1 & a & t2 & -> & <- & Hj).
  assert (E : without (length t1) j ((t1 ++ a :: t2) ++ full k :: top) = (t1 ++ minus a j :: t2) ++ full k :: top).
  { unfold without. rewrite <- !app_assoc. cbn [app]. apply update_app. }
  rewrite E in *. apply put_iff in Pu; [|exact T]. destruct Pu as (_ & Hl & ->).
  exists (t1 ++ minus a j :: t2), (minus a j). split; [now apply loses_one | auto].
Qed.
Lemma loses_move k t t' b top l : loses t t' b -> top_of k top -> l < k -> nth l (base_of k top) true = false ->
  stands (t' ++ full k :: top) -> stands (t' ++ full k :: [filled k l top]) ->
  exists i j, move k (t ++ full k :: top) i j l (t' ++ full k :: [filled k l top]).
Proof.
  intros (t1 & a & t2 & j & -> & Hj & -> & ->) T Il Hl S1 S2. exists (length t1), j.
  assert (E : without (length t1) j ((t1 ++ a :: t2) ++ full k :: top) = (t1 ++ minus a j :: t2) ++ full k :: top).
  { unfold without. rewrite <- !app_assoc. cbn [app]. apply update_app. }
  split; [|rewrite E; split; [exact S1|]; split; [apply put_iff; auto | exact S2]]. split.
  - exists (length (t1 ++ a :: t2)). split; [rewrite app_length; cbn; lia | apply nth_middle].
  - rewrite <- app_assoc. cbn [app]. rewrite nth_middle. exact Hj.
Qed.
