(** What the proof about renamings needs: each position of a game that ends has one value; rows
    with one entry, coordinate by coordinate; and rules in pairs. *)
From Coq Require Import Arith NArith ZArith List Bool Permutation Lia.
From Topple Require Import Statements Games VectorCheck VectorFind Vectors LawCheck LawSound ValuesSound RenamingCheck.
Import ListNotations Vector Renaming.
Local Open Scope Z_scope.

(** * Each position of a game that ends has one value *)
Lemma some_value play values : exists v, value_rule play values v.
Proof.
  destruct play; cbn [value_rule].
  - exists (mex values). apply mex_is_mex.
  - destruct (in_dec Nat.eq_dec 0%nat values); [exists 1%nat | exists 0%nat]; tauto.
  - destruct (in_dec Nat.eq_dec 0%nat values); [exists 1%nat; tauto|].
    destruct values as [|v values]; [exists 1%nat; tauto | exists 0%nat]. right. split; [reflexivity|]. intros [H|H]; [discriminate | tauto].
Qed.
Lemma one_value {P} play (options : P -> list P) p : Acc (fun q p => In q (options p)) p ->
  exists v, forall w, Values.has_value play options p w <-> w = v.
Proof.
  induction 1 as [p _ IH].
  destruct (choice (fun q v => forall w, Values.has_value play options q w <-> w = v) (options p) IH) as (values & F).
  destruct (some_value play values) as (v & R). exists v.
  assert (E : forall values', Forall2 (Values.has_value play options) (options p) values' <-> values' = values).
  { intros values'. split.
    - revert values' F. generalize (options p). clear. intros l values' F. revert values'.
      induction F as [|q v l values H F IH]; intros values' G; inversion G; subst; [reflexivity|]. f_equal; [now apply H | now apply IH].
    - intros ->. clear -F. induction F as [|q v l values H F IH]; constructor; [now apply H | exact IH]. }
  intros w. split.
  - intros H. inversion H as [? values' ? G R' ]; subst. apply E in G. subst. exact (value_rule_unique play values w v R' R).
  - intros ->. apply Values.from_options with values; [now apply E | exact R].
Qed.
Lemma renamed_value {P Q} play (f : P -> Q) (domain : P -> Prop) options options' :
  (forall p, domain p -> (forall q, In q (options p) -> domain q) /\ Permutation (map f (options p)) (options' (f p))) ->
  forall p, Acc (fun q p => In q (options p)) p -> domain p ->
  forall v, Values.has_value play options p v -> Values.has_value play options' (f p) v.
Proof.
  intros S. induction 1 as [p _ IH]. intros Hp v H. destruct (S p Hp) as [C E]. inversion H as [? values ? F R]; subst.
  assert (G : Forall2 (Values.has_value play options') (map f (options p)) values).
  { clear -F C IH. revert C IH. induction F as [|q v l values H F IHF]; intros C IH; constructor.
    - apply IH; [now left | apply C; now left | exact H].
    - apply IHF; intros; [apply C | apply IH]; auto using in_cons. }
  destruct (Permutation_Forall2 E G) as (values' & EV & G'). apply Values.from_options with values'; [exact G'|].
  apply (rule_same play values); [|exact R]. intros x. split; apply Permutation_in; [exact EV | now symmetry].
Qed.

(** * Coordinates *)
Lemma vector_ext x y : length x = length y -> (forall i, (i < length x)%nat -> z x i = z y i) -> x = y.
Proof. intros L H. apply (nth_ext x y 0%N 0%N L). intros i Hi. specialize (H i Hi). unfold z in H. lia. Qed.
Lemma at_most_iff t x : length t = length x -> (at_most t x = true <-> forall i, (i < length x)%nat -> z t i <= z x i).
Proof.
  intros L. split.
  - intros H i _. pose proof (at_most_nth t x i H). unfold z. lia.
  - revert x L. induction t as [|a t IH]; intros [|b x] L H; try discriminate; [reflexivity|]. cbn [at_most length] in *.
    pose proof (H 0%nat ltac:(lia)) as H0. unfold z in H0. cbn in H0. rewrite (proj2 (N.leb_le a b)) by lia.
    apply IH; [lia|]. intros i Hi. specialize (H (S i) ltac:(lia)). exact H.
Qed.
Lemma nth_minus x : forall t i, nth i (minus x t) 0%N = (nth i x 0 - nth i t 0)%N.
Proof.
  induction x as [|a x IH]; intros [|b t] [|i]; cbn [minus nth]; rewrite ?N.sub_0_r; try reflexivity. apply IH.
Qed.
Lemma z_fired r x i : at_most (take r) x = true -> z (add (minus x (take r)) (put r)) i = z x i - z (take r) i + z (put r) i.
Proof. intros H. unfold z. rewrite nth_add, nth_minus. pose proof (at_most_nth _ _ i H). lia. Qed.
Lemma z_past x i : (length x <= i)%nat -> z x i = 0.
Proof. intros H. unfold z. now rewrite nth_overflow. Qed.

Lemma same_row_eq row : forall row', same_row row row' = true -> row = row'.
Proof.
  induction row as [|a row IH]; intros [|b row'] H; try discriminate; [reflexivity|]. cbn in H. apply andb_true_iff in H.
  destruct H as [E H]. apply Z.eqb_eq in E. subst. now rewrite (IH row' H).
Qed.
Lemma product_one r : forall x k, product (map (row_of r) (seq k (length x))) x =
  if (fst r <? k)%nat then 0 else snd r * z x (fst r - k).
Proof.
  induction x as [|n x IH]; intros k; cbn [length seq map product].
  - rewrite z_past by (simpl; lia). destruct (fst r <? k)%nat; lia.
  - rewrite IH. unfold row_of. destruct (Nat.eqb_spec (fst r) k) as [E|E], (Nat.ltb_spec (fst r) k), (Nat.ltb_spec (fst r) (S k)); try lia.
    + rewrite E, Nat.sub_diag. unfold z. cbn. lia.
    + replace (fst r - k)%nat with (S (fst r - S k)) by lia. unfold z. cbn [nth]. lia.
Qed.
Lemma product_row d row x : row_ok d row = true -> length x = d ->
  0 <= snd (entry 0 row) /\ product row x = snd (entry 0 row) * z x (fst (entry 0 row)).
Proof.
  unfold row_ok. intros H L. apply andb_true_iff in H. destruct H as [P E]. apply Z.leb_le in P. apply same_row_eq in E.
  split; [exact P|]. rewrite E at 1. rewrite <- L, product_one. cbn. now rewrite Nat.sub_0_r.
Qed.
Lemma entry_place row : forall k, snd (entry k row) = 0 \/ (fst (entry k row) < k + length row)%nat.
Proof.
  induction row as [|a row IH]; intros k; [now left|]. cbn [entry length]. destruct (a =? 0); [|right; cbn; lia].
  destruct (IH (S k)); [now left | right; lia].
Qed.
Lemma z_unit n j k : (k < n)%nat -> z (unit_vector n j) k = if Nat.eqb k j then 1 else 0.
Proof.
  intros H. unfold z, unit_vector. rewrite (nth_indep _ 0%N (if Nat.eqb 0 j then 1%N else 0%N)) by (rewrite map_length, seq_length; exact H).
  rewrite (map_nth (fun i => if Nat.eqb i j then 1%N else 0%N)), seq_nth by exact H. cbn [Nat.add]. now destruct (Nat.eqb k j).
Qed.
Definition vector_of (n : nat) (t : nat -> Z) : vector := map (fun i => Z.to_N (t i)) (seq 0 n).
Lemma z_vector_of n t i : (i < n)%nat -> 0 <= t i -> z (vector_of n t) i = t i.
Proof.
  intros H P. unfold z, vector_of. rewrite (nth_indep _ 0%N (Z.to_N (t 0%nat))) by (rewrite map_length, seq_length; exact H).
  rewrite (map_nth (fun i => Z.to_N (t i))), seq_nth by exact H. cbn [Nat.add]. lia.
Qed.
Lemma each_spec n f : each n f = true <-> forall i, (i < n)%nat -> f i = true.
Proof.
  unfold each. rewrite forallb_forall. split; intros H i Hi; apply H; [apply in_seq; lia | apply in_seq in Hi; lia].
Qed.

(** * Rules in pairs *)
Lemma without_spec f l : forall rest, without f l = Some rest -> exists r, f r = true /\ Permutation l (r :: rest).
Proof.
  induction l as [|r l IH]; intros rest H; [discriminate|]. cbn in H. destruct (f r) eqn:F; [injection H as <-; eauto|].
  destruct (without f l) as [l'|]; [|discriminate]. injection H as <-. destruct (IH l' eq_refl) as (r' & Fr & P).
  exists r'. split; [exact Fr|]. rewrite P. apply perm_swap.
Qed.
Lemma paired_spec d e rows all s rs : forall rs', paired d e rows all s rs rs' = true ->
  exists l, Permutation rs' l /\ Forall2 (fun r r' => alike d e rows all s r r' = true) rs l.
Proof.
  induction rs as [|r rs IH]; intros rs' H; cbn in H; [destruct rs'; [exists []; auto | discriminate]|].
  destruct (without (alike d e rows all s r) rs') as [rest|] eqn:W; [|discriminate].
  destruct (without_spec _ _ _ W) as (r' & A & P). destruct (IH rest H) as (l & P' & F).
  exists (r' :: l). split; [now rewrite P, P' | now constructor].
Qed.
Lemma map_pairs {A A' B C} (R : A -> A' -> Prop) (f : A -> list B) (h : B -> C) (g : A' -> list C) l l' : Forall2 R l l' ->
  (forall a a', In a l -> In a' l' -> R a a' -> map h (f a) = g a') -> map h (flat_map f l) = flat_map g l'.
Proof.
  induction 1 as [|a a' l l' H _ IH]; intros E; [reflexivity|]. cbn [flat_map]. rewrite map_app. f_equal.
  - apply E; [now left | now left | exact H].
  - apply IH. intros b b' Hb Hb'. apply E; now right.
Qed.
Definition fired (x : vector) (r : rule) : list position :=
  if at_most (take r) x then [(to r, add (minus x (take r)) (put r))] else [].
Lemma options_from rules p : options rules p = flat_map (fired (snd p)) (from_ (fst p) rules).
Proof.
  unfold options, from_. induction rules as [|r rules IH]; [reflexivity|]. cbn [flat_map filter].
  destruct (from r =? fst p)%N; cbn [andb]; [cbn [flat_map]; rewrite IH; reflexivity | exact IH].
Qed.
