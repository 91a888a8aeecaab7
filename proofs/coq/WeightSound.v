(** What the checker of column weights accepts defeats every player: full rows leave a sum
    as it is, each piece raises it, and it is bounded by the size of the well. *)
From Coq Require Import Arith ZArith List Bool Lia FinFun.
From Topple Require Import Statements Wells Plays Potential Rules WeightCheck.
Import ListNotations Well WellGame ColumnWeights.

(** * Weights that each place of a piece covers to the sum 0 *)
Lemma distinct_NoDup t : distinct t = true -> NoDup t.
Proof.
  induction t as [|c t IH]; intros H; [constructor|]. cbn in H. apply andb_true_iff in H. destruct H as [N H].
  constructor; [|now apply IH]. intros I. apply negb_true_iff in N.
  assert (X : existsb (same_cell c) t = true).
  { apply existsb_exists. exists c. split; [exact I|]. unfold same_cell. now rewrite !Nat.eqb_refl. }
  congruence.
Qed.
Lemma first_row f n : first_weights f n = row_sum f 0 (repeat true n).
Proof.
  assert (G : forall n i, fold_right Z.add 0%Z (map f (seq i n)) = row_sum f i (repeat true n)); [|apply G].
  clear n. induction n as [|n IH]; intros i; [reflexivity|]. cbn [seq map fold_right repeat row_sum]. now rewrite IH.
Qed.

Lemma zero_sums_win g p f : p < length (pieces g) -> forallb some_cells (turns_of g p) = true ->
  (forall t b x y, In t (turns_of g p) -> fits (width g) b t x y = true -> covered f x t = 0%Z) ->
  first_weights f (width g) <> 0%Z ->
  forall b, is_well g b -> machine_wins_from g b.
Proof.
  intros Valid Cells Zero Row. rewrite first_row in Row. set (w := width g) in *. set (F := row_sum f 0 (repeat true w)) in *.
  set (p' := fun i => (Z.sgn F * (F - Z.of_nat w * f i))%Z).
  set (most := fold_right Z.max 0%Z (map (fun i => Z.abs (p' i)) (seq 0 w))).
  assert (Most : (0 <= most)%Z /\ forall i, i < w -> (- most <= p' i <= most)%Z).
  { assert (M : forall l, (0 <= fold_right Z.max 0%Z (map (fun i => Z.abs (p' i)) l))%Z /\
      forall i, In i l -> (Z.abs (p' i) <= fold_right Z.max 0%Z (map (fun i => Z.abs (p' i)) l))%Z).
    { induction l as [|j l [I1 I2]]; [split; [cbn; lia | intros i []]|]. cbn [map fold_right]. split; [lia|].
      intros i [->|I]; [lia|]. specialize (I2 i I). lia. }
    destruct (M (seq 0 w)) as [M1 M2]. split; [exact M1|]. intros i Hi. specialize (M2 i). rewrite in_seq in M2.
    specialize (M2 ltac:(lia)). fold most in M2. lia. }
  assert (Full : row_sum p' 0 (repeat true w) = 0%Z).
  { assert (G : forall n i, row_sum p' i (repeat true n) = (Z.sgn F * (Z.of_nat n * F - Z.of_nat w * row_sum f i (repeat true n)))%Z).
    { induction n as [|n IH]; intros i; cbn [repeat row_sum]; [lia|]. rewrite IH. unfold p'. lia. }
    rewrite G. fold F. lia. }
  apply (rising_wins g p p' most Valid (proj1 Most) (proj2 Most)). intros t b x y Hb Ht Hf. fold w in Hb, Hf |- *.
  rewrite forallb_forall in Cells. specialize (Cells t Ht). destruct t as [|c t]; [discriminate|].
  assert (N : NoDup (at_cell x y (c :: t))).
  { unfold at_cell. apply Injective_map_NoDup; [|now apply distinct_NoDup].
    intros [u v] [u' v'] H. cbn in H. injection H as H1 H2. f_equal; lia. }
  rewrite (sum_played p' w b _ x y Hb N Hf Full). pose proof (Zero (c :: t) b x y Ht Hf) as Z0.
  assert (A : forall l, added p' x l = (Z.sgn F * (Z.of_nat (length l) * F - Z.of_nat w * covered f x l))%Z).
  { induction l as [|d l IH]; [cbn; lia|]. unfold added, covered in *. cbn [fold_right length]. rewrite IH. unfold p'. lia. }
  rewrite A, Z0. assert (S : (Z.sgn F * F = Z.abs F)%Z) by (rewrite Z.mul_comm; apply Z.sgn_abs).
  replace (Z.sgn F * (Z.of_nat (length (c :: t)) * F - Z.of_nat w * 0))%Z with (Z.of_nat (length (c :: t)) * Z.abs F)%Z
    by (rewrite <- S; ring).
  cbn [length]. nia.
Qed.

(** * Both sorts of widths *)
Lemma fits_columns w b t x y : fits w b t x y = true -> forall c, In c t -> x + fst c < w.
Proof.
  unfold fits. intros H c Hc. rewrite forallb_forall in H. specialize (H c Hc). unfold open in H. cbn [fst] in H.
  apply andb_true_iff in H. destruct H as [H _]. now apply Nat.ltb_lt in H.
Qed.

Section Repeated.
  Variable f : nat -> Z.
  Variable m : nat.
  Hypothesis some : 1 <= m.
  Hypothesis period : forall i, f (i + m) = f i.
  Lemma period_row n : forall i, row_sum f (i + m) (repeat true n) = row_sum f i (repeat true n).
  Proof. induction n as [|n IH]; intros i; [reflexivity|]. cbn [repeat row_sum]. now rewrite period, <- (IH (S i)). Qed.
  Lemma row_app a b : forall i, row_sum f i (repeat true (a + b)) = (row_sum f i (repeat true a) + row_sum f (i + a) (repeat true b))%Z.
  Proof.
    induction a as [|a IH]; intros i; cbn [Nat.add repeat row_sum]; [now rewrite Nat.add_0_r|].
    rewrite IH, Nat.add_succ_r. cbn [Nat.add]. lia.
  Qed.
  Lemma repeated_row rest q : first_weights f (rest + q * m) = (first_weights f rest + Z.of_nat q * first_weights f m)%Z.
  Proof.
    rewrite !first_row. induction q as [|q IH]; [now rewrite Nat.add_0_r, Z.add_0_r|].
    replace (rest + S q * m) with (m + (rest + q * m)) by lia. rewrite row_app.
    replace (0 + m) with (0 + m) by reflexivity. rewrite period_row, IH. lia.
  Qed.
End Repeated.

Lemma never_zero_holds r s : never_zero r s = true -> forall q, (r + Z.of_nat q * s <> 0)%Z.
Proof.
  unfold never_zero. intros H q E. destruct (Z.eqb_spec s 0) as [S|N].
  - apply negb_true_iff, Z.eqb_neq in H. lia.
  - assert (R : r = (- Z.of_nat q * s)%Z) by lia. rewrite R, Z.mod_mul, Z.div_mul in H by exact N.
    cbn in H. apply negb_true_iff, Z.leb_gt in H. lia.
Qed.

Theorem column_weights_checker_sound_holds : StatementsCheckers.column_weights_checker_sound check_weights.
Proof.
  intros ws piece weights H g [Hw Hg] Hin b Hb. unfold check_weights in H. rewrite !andb_true_iff in H.
  destruct H as [[Hm Hc] H]. apply Nat.leb_le in Hm. apply In_nth_error in Hin. destruct Hin as (p & Hp).
  assert (Valid : p < length (pieces g)) by (apply nth_error_Some; congruence).
  assert (Turns : turns_of g p = turns piece) by (unfold turns_of; now rewrite (nth_error_nth _ _ _ Hp)).
  set (m := length weights) in *. destruct ws as [|rest].
  - apply andb_true_iff in H. destruct H as [H R]. apply negb_true_iff, Z.eqb_neq in R. rewrite <- Hg in R.
    apply (zero_sums_win g p (fun i => nth i weights 0%Z)); try assumption; rewrite Turns; [exact Hc|].
    intros t b' x y Ht Hf. rewrite forallb_forall in H. specialize (H t Ht). rewrite forallb_forall in H.
    pose proof (fits_columns _ _ _ _ _ Hf) as Col. rewrite Hg in Col.
    rewrite forallb_forall in Hc. specialize (Hc t Ht). destruct t as [|d t]; [discriminate|].
    specialize (H x). rewrite in_seq in H. pose proof (Col d (or_introl eq_refl)). specialize (H ltac:(lia)).
    apply orb_true_iff in H. destruct H as [H|H]; [|now apply Z.eqb_eq].
    exfalso. apply existsb_exists in H. destruct H as (e & He & L). apply Nat.leb_le in L. specialize (Col e He). lia.
  - destruct Hg as (q & Hg). apply andb_true_iff in H. destruct H as [H R].
    set (f := fun i => nth (i mod m) weights 0%Z) in *.
    assert (P : forall i, f (i + m) = f i).
    { intros i. unfold f. f_equal. rewrite <- (Nat.mul_1_l m) at 1. apply Nat.mod_add. lia. }
    apply (zero_sums_win g p f); try assumption; try rewrite Turns; [exact Hc| |].
    + intros t b' x y Ht _. rewrite forallb_forall in H. specialize (H t Ht). rewrite forallb_forall in H.
      specialize (H (x mod m)). rewrite in_seq in H. pose proof (Nat.mod_upper_bound x m ltac:(lia)). specialize (H ltac:(lia)).
      apply Z.eqb_eq in H. rewrite <- H. clear -Hm. unfold covered. induction t as [|d t IH]; [reflexivity|]. cbn [fold_right].
      rewrite IH. f_equal. unfold f. f_equal. now rewrite Nat.add_mod_idemp_l by lia.
    + rewrite Hg, (repeated_row f m Hm P). destruct (Nat.eqb_spec rest 0) as [->|N]; [|now apply never_zero_holds].
      apply negb_true_iff, Z.eqb_neq in R. change (first_weights f 0) with 0%Z. destruct q; [cbn in Hg; lia|]. nia.
Qed.
