(** Sorted lists, and what is left of a list when some of it goes. *)
From Coq Require Import Arith List Sorted Lia.
Import ListNotations.

Lemma sorted_app l1 l2 : StronglySorted lt l1 -> StronglySorted lt l2 ->
  (forall a b, In a l1 -> In b l2 -> a < b) -> StronglySorted lt (l1 ++ l2).
Proof.
  intros H1 H2 H. induction H1 as [|a l1 S IH Fa]; [exact H2|]. cbn [app]. constructor.
  - apply IH. intros; apply H; [now right | assumption].
  - apply Forall_app. split; [exact Fa|]. apply Forall_forall. intros b Hb. apply H; [now left | exact Hb].
Qed.
Lemma sorted_seq n : forall m, StronglySorted lt (seq m n).
Proof.
  induction n as [|n IH]; intros m; constructor; [apply IH|]. apply Forall_forall. intros a Ha. apply in_seq in Ha. lia.
Qed.
Lemma sorted_nth l : StronglySorted lt l -> forall i j a b, nth_error l i = Some a -> nth_error l j = Some b -> (i < j <-> a < b).
Proof.
  induction 1 as [|a0 l S IH Fa]; intros i j a b Hi Hj; [destruct i; discriminate|].
  rewrite Forall_forall in Fa. destruct i as [|i], j as [|j]; cbn [nth_error] in *.
  - injection Hi as <-. injection Hj as <-. lia.
  - injection Hi as <-. apply nth_error_In in Hj. specialize (Fa b Hj). lia.
  - injection Hj as <-. apply nth_error_In in Hi. specialize (Fa a Hi). lia.
  - rewrite <- (IH i j a b Hi Hj). lia.
Qed.
Lemma sorted_NoDup l : StronglySorted lt l -> NoDup l.
Proof.
  induction 1 as [|a l S IH Fa]; constructor; [|exact IH]. intros Hin. rewrite Forall_forall in Fa. specialize (Fa a Hin). lia.
Qed.
Lemma sorted_part {B} (f : nat * B -> bool) l : forall m, StronglySorted lt l -> StronglySorted lt (map fst (filter f (combine l m))).
Proof.
  induction l as [|a l IH]; intros [|b m] H; try constructor. inversion H as [|? ? S Fa]; subst. cbn [combine filter].
  destruct (f (a, b)); [|now apply IH]. cbn [map fst]. constructor; [now apply IH|].
  apply Forall_forall. intros x Hx. apply in_map_iff in Hx. destruct Hx as ((x' & y) & <- & Hx). apply filter_In in Hx.
  destruct Hx as [Hx _]. apply in_combine_l in Hx. rewrite Forall_forall in Fa. now apply Fa.
Qed.
Lemma filter_front {A} (f : A -> bool) l : forall i, i < length l -> (forall j d, j <= i -> f (nth j l d) = true) ->
  nth_error (filter f l) i = nth_error l i.
Proof.
  induction l as [|a l IH]; intros i Hi H; [simpl in Hi; lia|]. cbn [filter].
  pose proof (H 0 a ltac:(lia)) as H0. cbn [nth] in H0. rewrite H0. destruct i as [|i]; [reflexivity|]. cbn [nth_error].
  apply IH; [simpl in Hi; lia|]. intros j d Hj. apply (H (S j) d). lia.
Qed.
Lemma combine_nth_error {A B} (l : list A) : forall (m : list B) i a, nth_error l i = Some a -> length l = length m ->
  exists b, nth_error m i = Some b /\ nth_error (combine l m) i = Some (a, b).
Proof.
  induction l as [|x l IH]; intros [|y m] [|i] a H L; cbn [nth_error combine length] in *; try discriminate.
  - injection H as <-. now exists y.
  - apply IH; [exact H | lia].
Qed.
