(** The parts of the checker that stand alone: pieces that are found are pieces
    around the part, values are judged by the rule of play, and lists of rules are
    compared as multisets. *)
From Coq Require Import Arith NArith List Bool Lia FMapPositive Permutation.
From Topple Require Import Statements Games VectorCheck Vectors.
Import ListNotations Vector.
Local Open Scope N_scope.

(** * Finding pieces *)
Lemma insert_In ix p (good : piece -> Prop) :
  (forall k l q, PositiveMap.find k ix = Some l -> In q l -> good q) -> good p ->
  forall k l q, PositiveMap.find k (insert ix p) = Some l -> In q l -> good q.
Proof.
  intros Hix Hp k l q. unfold insert. set (k0 := key (state p) (cone p) (base p)).
  destruct (Pos.eq_dec k k0) as [->|Hne].
  - destruct (PositiveMap.find k0 ix) as [l0|] eqn:E; rewrite PositiveMap.gss;
      intros H; injection H as <-; intros [<-|Hq]; eauto. destruct Hq.
  - destruct (PositiveMap.find k0 ix) as [l0|] eqn:E; rewrite PositiveMap.gso by exact Hne; eauto.
Qed.

Lemma make_index_In ps : forall k l q,
  PositiveMap.find k (make_index ps) = Some l -> In q l -> In q ps.
Proof.
  unfold make_index.
  assert (H : forall rest ix,
    (forall k l q, PositiveMap.find k ix = Some l -> In q l -> In q ps) -> incl rest ps ->
    forall k l q, PositiveMap.find k (fold_left insert rest ix) = Some l -> In q l -> In q ps).
  { induction rest as [|p rest IH]; intros ix Hix Hincl; simpl; [exact Hix|].
    apply IH; [|intros y Hy; apply Hincl; now right].
    apply (insert_In ix p (fun q => In q ps) Hix). apply Hincl. now left. }
  apply H; [|apply incl_refl]. intros k l q. rewrite PositiveMap.gempty. discriminate.
Qed.

Lemma first_spec {A B} (f : A -> option B) l b : first f l = Some b -> exists a, In a l /\ f a = Some b.
Proof.
  induction l as [|a l IH]; simpl; [discriminate|]. destruct (f a) eqn:E.
  - intros H. injection H as <-. eauto.
  - intros H. destruct (IH H) as (a' & Ha & E'). eauto.
Qed.

Lemma descend_spec g k p : forall n x, descend n g k x = Some p ->
  exists m x', k x' = Some p /\ x = Nat.iter m (add g) x'.
Proof.
  induction n as [|n IH]; intros x; simpl; destruct (k x) eqn:E; intros H.
  - injection H as <-. exists 0%nat, x. auto.
  - discriminate.
  - injection H as <-. exists 0%nat, x. auto.
  - destruct (at_most g x) eqn:L; [|discriminate].
    destruct (IH _ H) as (m & x' & Hk & Ex). exists (S m), x'. split; [exact Hk|].
    simpl. rewrite <- Ex. symmetry. now apply add_minus.
Qed.

Lemma walk_spec steps found p gs : forall x, walk steps found gs x = Some p ->
  exists x', found x' = Some p /\ member x' gs x.
Proof.
  induction gs as [|g gs IH]; intros x; simpl; intros H.
  - exists x. split; [exact H | apply member_base].
  - apply descend_spec in H. destruct H as (m & x1 & H & ->).
    destruct (IH _ H) as (x' & Hk & (ns & Hl & ->)).
    exists x'. split; [exact Hk|]. exists (m :: ns). split; [simpl; now rewrite Hl|].
    simpl. now rewrite combination_iter.
Qed.

Lemma around_spec c free n gs : In (n, gs) (around c free) ->
  nth n (cones c) [] = gs /\ incl free gs.
Proof.
  unfold around. rewrite filter_In. intros [Hin H]. split.
  - clear H. assert (G : forall (l : list (list vector)) k n, In (n, gs) (combine (seq k (length l)) l) ->
      (k <= n)%nat /\ nth (n - k) l [] = gs).
    { clear. induction l as [|a l IH]; intros k n; simpl; [tauto|]. intros [E|Hin].
      - injection E as -> ->. rewrite Nat.sub_diag. split; [lia | reflexivity].
      - destruct (IH (S k) n Hin) as [Hk E]. split; [lia|]. now replace (n - k)%nat with (S (n - S k)) by lia. }
    destruct (G _ _ _ Hin) as [_ E]. now rewrite Nat.sub_0_r in E.
  - rewrite forallb_forall in H. intros g Hg. specialize (H g Hg). unfold in_cone in H.
    apply existsb_exists in H. destruct H as (g' & Hg' & E). apply same_vector_eq in E. now subst.
Qed.

(** A located piece holds the whole part. *)
Lemma locate_spec c q x free p :
  locate c (make_index (pieces c)) (around c free) q x = Some p ->
  In p (pieces c) /\ forall ns, inside c p (q, combination x ns free).
Proof.
  unfold locate. intros H. apply first_spec in H. destruct H as ([n gs] & Hin & H). simpl in H.
  apply around_spec in Hin. destruct Hin as [En Hincl].
  apply walk_spec in H. destruct H as (b & H & Hm). unfold piece_at in H.
  destruct (PositiveMap.find (key q n b) (make_index (pieces c))) as [l|] eqn:F; [|discriminate].
  apply find_some in H. destruct H as [Hl H]. rewrite !andb_true_iff in H.
  destruct H as [[E1 E2] E3]. apply N.eqb_eq in E1. apply Nat.eqb_eq in E2. apply same_vector_eq in E3.
  split; [eapply make_index_In; eassumption|].
  intros ns. split; [exact E1|]. simpl. rewrite E2, En, E3.
  apply member_combination; assumption.
Qed.

(** * Values *)
Lemma has_In l n : has l n = true <-> In n l.
Proof.
  unfold has. rewrite existsb_exists. split.
  - intros (m & Hm & E). apply N.eqb_eq in E. now subst.
  - intros H. exists n. split; [exact H | apply N.eqb_refl].
Qed.

Lemma In_to_nat l n : In (N.to_nat n) (map N.to_nat l) <-> In n l.
Proof.
  rewrite in_map_iff. split; [|eauto]. intros (m & E & H). apply N2Nat.inj in E. now subst.
Qed.

Lemma value_ok_rule pl values v : value_ok pl values v = true ->
  value_rule pl (map N.to_nat values) (N.to_nat v).
Proof.
  assert (zero : In 0%nat (map N.to_nat values) <-> has values 0 = true).
  { rewrite has_In. apply (In_to_nat values 0). }
  destruct pl; simpl value_ok; simpl value_rule.
  - rewrite !andb_true_iff, negb_true_iff, forallb_forall. intros [[H1 _] H2]. split.
    + rewrite In_to_nat, <- has_In. congruence.
    + intros k Hk. rewrite <- (Nat2N.id k), In_to_nat, <- has_In. apply H2.
      unfold upto. apply in_map. apply in_seq. lia.
  - rewrite N.eqb_eq. intros ->. rewrite zero. destruct (has values 0); [left|right]; split; easy.
  - rewrite N.eqb_eq. intros ->. rewrite zero. destruct values as [|w values]; [left; auto|].
    destruct (has (w :: values) 0); [left; auto|]. right. split; [reflexivity|]. intros [H|H]; discriminate H.
Qed.

Lemma value_rule_unique pl values m n : value_rule pl values m -> value_rule pl values n -> m = n.
Proof.
  destruct pl; simpl; [apply is_mex_unique | |];
    intros [[-> H]|[-> H]] [[-> H']|[-> H']]; tauto.
Qed.

Lemma value_rule_total pl : exists f, forall values, value_rule pl values (f values).
Proof.
  destruct pl.
  - exists mex. apply mex_is_mex.
  - exists (fun values => if existsb (Nat.eqb 0) values then 1%nat else 0%nat).
    intros values. unfold value_rule. rewrite <- existsb_eqb.
    destruct (existsb (Nat.eqb 0) values); [left; auto|]. right. split; [reflexivity|]. intros H; discriminate H.
  - exists (fun values => match values with [] => 1%nat | _ => if existsb (Nat.eqb 0) values then 1%nat else 0%nat end).
    intros values. cbv beta. unfold value_rule. rewrite <- existsb_eqb.
    destruct values as [|v values]; [left; auto|].
    destruct (existsb (Nat.eqb 0) (v :: values)); [left; auto|]. right. split; [reflexivity|]. intros [H|H]; discriminate H.
Qed.

(** * Rules of a named game *)
Lemma remove_rule_spec r rs rest : remove_rule r rs = Some rest -> Permutation (r :: rest) rs.
Proof.
  revert rest. induction rs as [|s rs IH]; intros rest; simpl; [discriminate|].
  destruct (same_rule r s) eqn:E.
  - intros H. injection H as <-. unfold same_rule in E. rewrite !andb_true_iff, !N.eqb_eq, !same_vector_eq in E.
    destruct E as [[[E1 E2] E3] E4], r, s. simpl in *. subst. apply Permutation_refl.
  - destruct (remove_rule r rs) as [rest'|]; [|discriminate]. intros H. injection H as <-.
    etransitivity; [apply perm_swap|]. now apply perm_skip, IH.
Qed.
Lemma same_rules_spec rs : forall ss, same_rules rs ss = true -> Permutation rs ss.
Proof.
  induction rs as [|r rs IH]; intros ss; simpl.
  - destruct ss; [constructor | discriminate].
  - destruct (remove_rule r ss) as [rest|] eqn:E; [|discriminate]. intros H.
    apply remove_rule_spec in E. etransitivity; [|exact E]. now apply perm_skip, IH.
Qed.

Lemma options_of_state c q x : options (rules c) (q, x) = options (rules_of c q) (q, x).
Proof.
  unfold options, rules_of. simpl. induction (rules c) as [|r rs IH]; [reflexivity|].
  simpl. destruct (from r =? q) eqn:E; simpl; rewrite ?E; simpl; now rewrite IH.
Qed.
