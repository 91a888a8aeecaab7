(** The blocks of one level with any number of slots: where the middles are, what
    the outer edges say, what one more or one less block changes, and what a
    level looks like that is its own mirror image. *)
From Coq Require Import Arith ZArith Bool List Lia.
From Topple Require Import Statements Wells.
Import ListNotations Tower.
Local Open Scope Z_scope.

(** * Middles of blocks, by recursion *)
Fixpoint mids (z : Z) (a : level) : list Z :=
  match a with [] => [] | c :: a => (if c then [z] else []) ++ mids (z + 2) a end.
Definition sum (l : list Z) : Z := fold_right Z.add 0 l.

Lemma middles_mids a : middles a = mids (1 - Z.of_nat (length a)) a.
Proof.
  unfold middles. generalize (Z.of_nat (length a)) as n. intros n.
  assert (H : forall k, map snd (filter fst (combine a
    (map (fun j => 2 * Z.of_nat j + 1 - n) (seq k (length a))))) = mids (2 * Z.of_nat k + 1 - n) a).
  { induction a as [|c a IH]; intros k; [reflexivity|]. cbn [length seq map combine filter mids fst].
    replace (2 * Z.of_nat k + 1 - n + 2) with (2 * Z.of_nat (S k) + 1 - n) by lia.
    rewrite <- IH. now destruct c. }
  now rewrite (H 0%nat).
Qed.

Lemma mids_In a : forall z m, In m (mids z a) <-> exists j, nth j a false = true /\ m = z + 2 * Z.of_nat j.
Proof.
  induction a as [|c a IH]; intros z m; cbn [mids].
  - split; [intros []|]. intros ([|j] & H & _); discriminate.
  - rewrite in_app_iff, IH. split.
    + intros [H|(j & Hj & ->)].
      * destruct c; [|destruct H]. destruct H as [<-|[]]. exists 0%nat. split; [reflexivity | lia].
      * exists (S j). split; [exact Hj | lia].
    + intros ([|j] & Hj & ->).
      * simpl in Hj. subst c. left. left. lia.
      * right. exists j. split; [exact Hj | lia].
Qed.

(** The outer edges of the first and the last block. *)
Definition low (a : level) : Z := (hd 0 (middles a) - 1)%Z.
Definition high (a : level) : Z := (last (middles a) 0 + 1)%Z.

(** They rise from left to right. *)
Lemma mids_bounds a : forall z m d, In m (mids z a) -> hd d (mids z a) <= m <= last (mids z a) d.
Proof.
  assert (low : forall a z m, In m (mids z a) -> z <= m).
  { intros b z m H. apply mids_In in H. destruct H as (j & _ & ->). lia. }
  induction a as [|c a IH]; intros z m d H; [destruct H|]. cbn [mids] in *.
  destruct c; [|apply IH, H]. cbn [app hd]. destruct H as [<-|H].
  - split; [lia|]. destruct (mids (z + 2) a) as [|m' l] eqn:E; [simpl; lia|].
    pose proof (IH (z + 2) m' d). rewrite E in H. specialize (H (or_introl eq_refl)).
    pose proof (low a (z + 2) m'). rewrite E in H0. specialize (H0 (or_introl eq_refl)).
    change (last (z :: m' :: l) d) with (last (m' :: l) d). lia.
  - pose proof (IH _ _ d H) as B. pose proof (low _ _ _ H). split; [lia|].
    destruct (mids (z + 2) a) as [|m' l]; [destruct H|].
    change (last (z :: m' :: l) d) with (last (m' :: l) d). lia.
Qed.

Lemma hd_last_In (l : list Z) d : l <> [] -> In (hd d l) l /\ In (last l d) l.
Proof.
  intros H. split; [destruct l; [contradiction | now left]|].
  destruct (exists_last H) as (l' & x & ->). rewrite last_last. apply in_app_iff. right. now left.
Qed.

(** The middle of slot j. *)
Definition middle (k j : nat) : Z := 2 * Z.of_nat j + 1 - Z.of_nat k.

Lemma middles_In a m : In m (middles a) <-> exists j, nth j a false = true /\ m = middle (length a) j.
Proof.
  rewrite middles_mids, mids_In. unfold middle. split; intros (j & H & ->); exists j; (split; [exact H | lia]).
Qed.

Lemma edges a j : nth j a false = true ->
  low a <= middle (length a) j - 1 /\ middle (length a) j + 1 <= high a.
Proof.
  intros H. assert (Hin : In (middle (length a) j) (middles a)) by (apply middles_In; eauto).
  unfold low, high. rewrite middles_mids in *. pose proof (mids_bounds _ _ _ 0 Hin). lia.
Qed.

Lemma true_nth (a : level) : In true a <-> exists j, nth j a false = true.
Proof.
  split.
  - intros H. destruct (In_nth a true false H) as (j & _ & Hj). eauto.
  - intros (j & Hj). destruct (Nat.lt_ge_cases j (length a)) as [H|H].
    + rewrite <- Hj. now apply nth_In.
    + rewrite nth_overflow in Hj by exact H. discriminate.
Qed.

Lemma edge_blocks a : In true a -> exists i j, nth i a false = true /\ nth j a false = true /\
  low a = middle (length a) i - 1 /\ high a = middle (length a) j + 1.
Proof.
  intros H. apply true_nth in H. destruct H as (j & Hj).
  assert (Hne : middles a <> []).
  { intros E. assert (Hin : In (middle (length a) j) (middles a)) by (apply middles_In; eauto).
    rewrite E in Hin. destruct Hin. }
  destruct (hd_last_In (middles a) 0 Hne) as [H1 H2]. apply middles_In in H1, H2.
  destruct H1 as (i1 & N1 & E1), H2 as (i2 & N2 & E2).
  exists i1, i2. unfold low, high. rewrite E1, E2. auto.
Qed.

(** ** Changing one slot *)
Lemma mids_update b (a : level) : forall j z, (j < length a)%nat ->
  sum (mids z (Well.update j (fun _ => b) a)) = sum (mids z a)
    + (if b then z + 2 * Z.of_nat j else 0) - (if nth j a false then z + 2 * Z.of_nat j else 0) /\
  Z.of_nat (length (mids z (Well.update j (fun _ => b) a))) = Z.of_nat (length (mids z a))
    + (if b then 1 else 0) - (if nth j a false then 1 else 0).
Proof.
  induction a as [|c a IH]; intros [|j] z H; simpl in H; try lia; cbn [Well.update mids nth].
  - destruct b, c; cbn [app sum fold_right length]; unfold sum; split; lia.
  - destruct (IH j (z + 2) ltac:(lia)) as [E1 E2].
    destruct c; cbn [app]; unfold sum in *; cbn [fold_right length]; rewrite ?Nat2Z.inj_succ, ?E1, ?E2;
      destruct b, (nth j a false); split; lia.
Qed.

Lemma fill_slot a l : (l < length a)%nat -> nth l a false = false ->
  moment (Well.update l (fun _ => true) a) = moment a + middle (length a) l /\
  blocks (Well.update l (fun _ => true) a) = blocks a + 1.
Proof.
  intros Hl Hn. unfold moment, blocks. rewrite !middles_mids, update_length. fold (sum (mids (1 - Z.of_nat (length a)) a)).
  destruct (mids_update true a l (1 - Z.of_nat (length a)) Hl) as [E1 E2]. unfold sum in *.
  rewrite E1, E2, Hn. unfold middle. split; lia.
Qed.

Lemma clear_slot a l : (l < length a)%nat -> nth l a false = true ->
  blocks (Well.update l (fun _ => false) a) = blocks a - 1.
Proof.
  intros Hl Hn. unfold blocks. rewrite !middles_mids, update_length.
  destruct (mids_update false a l (1 - Z.of_nat (length a)) Hl) as [_ E2]. rewrite E2, Hn. lia.
Qed.

(** * Levels that are their own mirror image *)
Lemma mids_app a b : forall z, mids z (a ++ b) = mids z a ++ mids (z + 2 * Z.of_nat (length a)) b.
Proof.
  induction a as [|c a IH]; intros z; cbn [app mids length].
  - f_equal. lia.
  - rewrite IH, <- app_assoc. do 3 f_equal. lia.
Qed.
Lemma sum_app l l' : sum (l ++ l') = sum l + sum l'.
Proof. unfold sum. induction l as [|x l IH]; simpl; [reflexivity|]. rewrite IH. lia. Qed.

Lemma mids_rev a : forall z, sum (mids z (rev a)) + sum (mids z a)
  = Z.of_nat (length (mids z a)) * (2 * z + 2 * (Z.of_nat (length a) - 1))
    /\ length (mids z (rev a)) = length (mids z a).
Proof.
  assert (shift : forall a z d, sum (mids (z + d) a) = sum (mids z a) + Z.of_nat (length (mids z a)) * d
                                /\ length (mids (z + d) a) = length (mids z a)).
  { clear. induction a as [|c a IH]; intros z d; cbn [mids]; [split; [simpl; lia | reflexivity]|].
    replace (z + d + 2) with (z + 2 + d) by lia. destruct (IH (z + 2) d) as [E1 E2].
    rewrite !sum_app, !app_length, E1, E2. destruct c; cbn [sum fold_right length]; split; lia. }
  induction a as [|c a IH]; intros z; [split; reflexivity|].
  cbn [rev mids length]. rewrite mids_app, !sum_app, !app_length, rev_length. cbn [mids].
  destruct (IH z) as [E1 E2]. destruct (shift a z 2) as [S1 S2]. rewrite S1, S2, E2, app_nil_r.
  destruct c; cbn [sum fold_right length]; split; try lia; nia.
Qed.

Lemma symmetric_moment a : rev a = a -> moment a = 0.
Proof.
  intros H. unfold moment. rewrite middles_mids. fold (sum (mids (1 - Z.of_nat (length a)) a)).
  destruct (mids_rev a (1 - Z.of_nat (length a))) as [E _]. rewrite H in E. nia.
Qed.

Lemma symmetric_nth (a : level) j d : rev a = a -> (j < length a)%nat -> nth (length a - 1 - j) a d = nth j a d.
Proof.
  intros H Hj. transitivity (nth (length a - 1 - j) (rev a) d); [now rewrite H|].
  rewrite rev_nth by lia. f_equal. lia.
Qed.

Lemma rev_update (f : bool -> bool) (a : level) j : (j < length a)%nat ->
  rev (Well.update j f a) = Well.update (length a - 1 - j) f (rev a).
Proof.
  intros Hj. apply nth_ext with (d := false) (d' := false).
  { now rewrite update_length, !rev_length, update_length. }
  intros i Hi. rewrite rev_length, update_length in Hi.
  rewrite rev_nth, update_length, !nth_update, rev_length, rev_nth by (rewrite ?update_length; exact Hi).
  replace (length a - S i)%nat with (length a - 1 - i)%nat by lia.
  destruct (Nat.eqb_spec j (length a - 1 - i)), (Nat.eqb_spec (length a - 1 - j) i); try lia;
    destruct (Nat.ltb_spec (length a - 1 - i) (length a)), (Nat.ltb_spec i (length a)); try lia; reflexivity.
Qed.

Lemma update_twice {A} (f : A -> A) (l : list A) i j : Well.update i f (Well.update j f l) = Well.update j f (Well.update i f l).
Proof.
  revert i j. induction l as [|a l IH]; intros [|i] [|j]; simpl; try reflexivity. now rewrite IH.
Qed.

Lemma symmetric_both (f : bool -> bool) (a : level) j : rev a = a -> (j < length a)%nat ->
  let b := Well.update (length a - 1 - j) f (Well.update j f a) in rev b = b.
Proof.
  intros H Hj b. unfold b. rewrite rev_update by (rewrite update_length; lia).
  rewrite rev_update, H, update_length by exact Hj.
  replace (length a - 1 - (length a - 1 - j))%nat with j by lia. apply update_twice.
Qed.

Lemma rev_repeat (c : bool) n : rev (repeat c n) = repeat c n.
Proof. induction n as [|n IH]; [reflexivity|]. simpl. rewrite IH. symmetry. apply repeat_cons. Qed.
