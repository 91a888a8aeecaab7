(** What the checker of misere quotients computes with: its table is that of the monoid, and its
    sets of pairs hold what was put in. *)
From Coq Require Import Arith NArith PArith List Bool Lia FMapPositive.
From Topple Require Import Statements Games VectorCheck Vectors VectorFind LawSound ValuesCheck ValuesSound QuotientCheck.
Import ListNotations Vector Quotient.
Local Open Scope N_scope.

(** * Lists that are read by numbers *)
Lemma indexed_from_spec {A} (l : list A) : forall i k,
  PositiveMap.find k (indexed_from i l) =
  if (k <? i)%positive then None else nth_error l (Pos.to_nat k - Pos.to_nat i).
Proof.
  induction l as [|a l IH]; intros i k; cbn [indexed_from].
  - rewrite PositiveMap.gempty. destruct (k <? i)%positive; [reflexivity|]. now destruct (_ - _)%nat.
  - destruct (Pos.eq_dec k i) as [->|Hne].
    + now rewrite PositiveMap.gss, Pos.ltb_irrefl, Nat.sub_diag.
    + rewrite PositiveMap.gso, IH by exact Hne.
      destruct (Pos.ltb_spec k (Pos.succ i)), (Pos.ltb_spec k i); try lia; [reflexivity|].
      replace (Pos.to_nat k - Pos.to_nat i)%nat with (S (Pos.to_nat k - Pos.to_nat (Pos.succ i))) by lia. reflexivity.
Qed.
Lemma read_indexed {A} (d : A) l n : read d (indexed l) n = nth (N.to_nat n) l d.
Proof.
  unfold read, indexed. rewrite indexed_from_spec. destruct (Pos.ltb_spec (N.succ_pos n) 1); [lia|].
  assert (E : (Pos.to_nat (N.succ_pos n) - Pos.to_nat 1)%nat = N.to_nat n).
  { pose proof (N.succ_pos_spec n) as S. apply (f_equal N.to_nat) in S. rewrite N2Nat.inj_succ in S. cbn in S. lia. }
  rewrite E. destruct (nth_error l (N.to_nat n)) eqn:F.
  - symmetry. now apply nth_error_nth.
  - apply nth_error_None in F. symmetry. now apply nth_overflow.
Qed.
Lemma multiply_product m a b : multiply (table_of m) a b = product m a b.
Proof.
  unfold multiply, table_of, product. rewrite read_indexed.
  change (PositiveMap.empty N) with (indexed (@nil N)). rewrite map_nth. apply read_indexed.
Qed.

Lemma in_upto a n : In a (upto n) <-> a < n.
Proof.
  unfold upto. rewrite in_map_iff. split.
  - intros (k & <- & H). apply in_seq in H. lia.
  - intros H. exists (N.to_nat a). split; [apply N2Nat.id | apply in_seq; lia].
Qed.

(** * The monoid *)
Section Monoid.
  Variable m : monoid.
  Hypothesis checked : is_monoid m (table_of m) = true.

  Lemma monoid_steps : 0 < order m /\
    (forall row, In row (times m) -> N.of_nat (length row) = order m /\ forall e, In e row -> e < order m) /\
    (forall a, a < order m -> product m a 0 = a /\ forall b, b < order m ->
       product m a b = product m b a /\
       map (product m a) (nth (N.to_nat b) (times m) []) = nth (N.to_nat (product m a b)) (times m) []).
  Proof.
    pose proof checked as H. unfold is_monoid in H. rewrite !andb_true_iff, !forallb_forall, N.ltb_lt in H.
    destruct H as [[H1 H2] H3]. split; [exact H1|]. split.
    - intros row Hr. specialize (H2 row Hr). rewrite andb_true_iff, N.eqb_eq, forallb_forall in H2.
      destruct H2 as [L E]. split; [exact L|]. intros e He. now apply N.ltb_lt, E.
    - intros a Ha. apply in_upto, H3 in Ha. rewrite andb_true_iff, N.eqb_eq, forallb_forall, multiply_product in Ha.
      destruct Ha as [Z B]. split; [exact Z|]. intros b Hb. apply in_upto, B in Hb.
      rewrite andb_true_iff, N.eqb_eq, same_vector_eq, !read_indexed, !multiply_product in Hb. destruct Hb as [C E].
      split; [exact C|]. rewrite <- E. apply map_ext. intros c. symmetry. apply multiply_product.
  Qed.

  Lemma row_length a : a < order m -> length (nth (N.to_nat a) (times m) []) = length (times m).
  Proof.
    intros H. destruct monoid_steps as (_ & R & _). destruct (R (nth (N.to_nat a) (times m) [])) as [L _].
    { apply nth_In. unfold order in H. lia. }
    unfold order in L. lia.
  Qed.

  Lemma monoid_holds : is_commutative_monoid m.
  Proof.
    destruct monoid_steps as (Z & R & S). split; [exact Z|]. intros a b c Ha Hb Hc.
    destruct (S a Ha) as [I B]. destruct (B b Hb) as [C E]. pose proof (row_length a Ha) as La.
    split; [|split; [exact I | split; [exact C|]]].
    - destruct (R (nth (N.to_nat a) (times m) [])) as [_ G]; [apply nth_In; unfold order in Ha; lia|].
      apply G. unfold product. apply nth_In. unfold order in Hb. lia.
    - change (nth (N.to_nat c) (nth (N.to_nat b) (times m) []) 0) with (product m b c).
      unfold product at 3. rewrite <- E.
      rewrite (nth_indep _ 0 (product m a 0)) by (rewrite map_length, (row_length b Hb); unfold order in Hc; lia).
      now rewrite map_nth.
  Qed.

  (** Elements that do the same in every company are one. *)
  Lemma reduced_holds a b : is_reduced m = true -> a < order m -> b < order m ->
    (forall c, c < order m -> (In (product m a c) (lost m) <-> In (product m b c) (lost m))) -> a = b.
  Proof.
    intros H Ha Hb E. unfold is_reduced in H. set (rows := map (map (has (lost m))) (times m)) in H.
    assert (D : NoDup rows).
    { clear -H. induction rows as [|row rows IH]; [constructor|]. cbn [all_different] in H.
      apply andb_true_iff in H. destruct H as [H1 H2]. constructor; [|now apply IH]. intros I.
      apply negb_true_iff in H1. apply not_true_iff_false in H1. apply H1. apply existsb_exists. exists row. split; [exact I|].
      clear. induction row as [|c row IH]; [reflexivity|]. cbn. now rewrite eqb_reflx, IH. }
    assert (L : length rows = length (times m)) by apply map_length. unfold order in Ha, Hb.
    apply N2Nat.inj. apply (proj1 (NoDup_nth rows []) D); [lia | lia|].
    unfold rows. change (@nil bool) with (map (has (lost m)) []). rewrite !map_nth.
    apply nth_ext with false false.
    { rewrite !map_length, !row_length by (unfold order; lia). reflexivity. }
    intros i Hi. rewrite map_length, row_length in Hi by (unfold order; lia).
    rewrite !(nth_indep _ false (has (lost m) 0)) by (rewrite map_length, row_length by (unfold order; lia); lia).
    rewrite !map_nth. specialize (E (N.of_nat i) ltac:(unfold order; lia)). unfold product in E. rewrite Nat2N.id in E.
    apply eq_true_iff_eq. now rewrite !has_In.
  Qed.
End Monoid.

(** * Pairs *)
Lemma put_in_In n l k : In k (put_in n l) <-> k = n \/ In k l.
Proof.
  induction l as [|j l IH]; cbn [put_in]; [cbn; intuition|].
  destruct (N.compare_spec n j) as [->|L|L]; cbn [In] in *; rewrite ?IH; intuition.
Qed.
Lemma tidy_In x n : In n (snd (tidy x)) <-> In n (snd x).
Proof.
  cbn [tidy snd]. induction (snd x) as [|k l IH]; [reflexivity|]. cbn [fold_right]. rewrite put_in_In, IH. cbn. intuition.
Qed.

(** ** Sets of pairs *)
Definition inside_set (x : Pair) (s : pair_set) : Prop := exists k l, PositiveMap.find k s = Some l /\ In x l.
Lemma members_spec x s : In x (members s) <-> inside_set x s.
Proof.
  unfold members, inside_set. rewrite in_flat_map. split.
  - intros ([k l] & H & Hx). exists k, l. split; [now apply PositiveMap.elements_complete | exact Hx].
  - intros (k & l & H & Hx). exists (k, l). split; [now apply PositiveMap.elements_correct | exact Hx].
Qed.
Lemma beside_inside x y s : In y (beside x s) -> inside_set y s.
Proof.
  unfold beside. intros H. destruct (PositiveMap.find (key_of x) s) as [l|] eqn:F; [|destruct H]. now exists (key_of x), l.
Qed.
Lemma is_in_inside x s : is_in x s = true -> inside_set x s.
Proof.
  unfold is_in. intros H. apply existsb_exists in H. destruct H as (y & Hy & E).
  apply (same_pair_eq N.eqb same_vector) in E; [|intros; now apply N.eqb_eq | intros; now apply same_vector_eq].
  subst y. now apply beside_inside in Hy.
Qed.
Lemma enter_inside x y s : inside_set y (enter x s) <-> y = x \/ inside_set y s.
Proof.
  unfold enter. destruct (is_in x s) eqn:E.
  { apply is_in_inside in E. split; [now right | intros [->|H]; assumption]. }
  split.
  - intros (k & l & F & Hy). destruct (Pos.eq_dec k (key_of x)) as [->|N].
    + rewrite PositiveMap.gss in F. injection F as <-. destruct Hy as [<-|Hy]; [now left|]. right. now apply beside_inside in Hy.
    + rewrite PositiveMap.gso in F by exact N. right. now exists k, l.
  - intros [->|(k & l & F & Hy)].
    + exists (key_of x). eexists. split; [apply PositiveMap.gss | now left].
    + destruct (Pos.eq_dec k (key_of x)) as [->|N].
      * exists (key_of x). eexists. split; [apply PositiveMap.gss|]. right. unfold beside. now rewrite F.
      * exists k, l. split; [now rewrite PositiveMap.gso | exact Hy].
Qed.
Lemma nothing_inside_set x : ~ inside_set x (PositiveMap.empty _).
Proof. intros (k & l & F & _). rewrite PositiveMap.gempty in F. discriminate. Qed.
Lemma set_of_spec l x : In x (set_of l) <-> exists y, In y l /\ x = tidy y.
Proof.
  unfold set_of. rewrite members_spec. induction l as [|y l IH]; cbn [map fold_right].
  - split; [intros H; now apply nothing_inside_set in H | intros (y & [] & _)].
  - rewrite enter_inside, IH. split.
    + intros [->|(z & Hz & ->)]; [exists y | exists z]; cbn; auto.
    + intros (z & [<-|Hz] & ->); [now left | right; now exists z].
Qed.
