(** ADDITION((-2,0),(-2,1),(1,-1)): the Grundy values of all cells. They depend
    on the column modulo 9 and on the row modulo 3 from row 2 on, so the mex is a
    finite check. *)
From Coq Require Import Arith ZArith Bool List Lia.
From Topple Require Import Statements Games Triplets.
Import ListNotations Addition.

(** * The rules, written out *)
Lemma jenga_options a b :
  options jenga (a, b) =
  (if 2 <=? a then [(a - 2, b); (a - 2, b + 1)] else []) ++
  (if 1 <=? b then [(a + 1, b - 1)] else []).
Proof.
  unfold options, jenga. cbn [flat_map fst snd].
  rewrite !Z.add_0_r.
  destruct (Z.leb_spec 0 (Z.of_nat a + -2)), (Z.leb_spec 0 (Z.of_nat b)),
    (Z.leb_spec 0 (Z.of_nat b + 1)), (Z.leb_spec 0 (Z.of_nat a + 1)),
    (Z.leb_spec 0 (Z.of_nat b + -1)), (Nat.leb_spec 2 a), (Nat.leb_spec 1 b);
    try lia; cbn [andb app]; repeat f_equal; lia.
Qed.

Lemma jenga_ends : play_ends (options jenga).
Proof.
  apply (weight_ends_play _ (fun p => 2 * fst p + 3 * snd p)).
  intros [a b] q. rewrite jenga_options.
  destruct (Nat.leb_spec 2 a), (Nat.leb_spec 1 b); simpl; intuition (subst; simpl; lia).
Qed.

(** * The finite check *)
Definition columns : list nat := seq 0 9.

(** The row of the table for a row of the game, given [row b] and the next one. *)
Definition next_row (r : nat) : nat := if r =? 4 then 2 else r + 1.

Lemma row_range b : row b < 5.
Proof.
  unfold row. destruct (Nat.ltb_spec b 2); [lia|].
  pose proof (Nat.mod_upper_bound (b - 2) 3). lia.
Qed.

Lemma mod_next n m : m <> 0 -> (n + 1) mod m = if n mod m =? m - 1 then 0 else n mod m + 1.
Proof.
  intros Hm. pose proof (Nat.mod_upper_bound n m Hm).
  rewrite <- Nat.add_mod_idemp_l by exact Hm. destruct (Nat.eqb_spec (n mod m) (m - 1)) as [E|E].
  - rewrite E. replace (m - 1 + 1) with m by lia. now apply Nat.mod_same.
  - apply Nat.mod_small. lia.
Qed.

Lemma row_next b : row (b + 1) = next_row (row b).
Proof.
  unfold row, next_row. destruct b as [|[|b]]; [reflexivity | reflexivity|].
  destruct (Nat.ltb_spec (S (S b) + 1) 2), (Nat.ltb_spec (S (S b)) 2); try lia.
  replace (S (S b) + 1 - 2) with (b + 1) by lia. replace (S (S b) - 2) with b by lia.
  rewrite mod_next by lia. pose proof (Nat.mod_upper_bound b 3).
  destruct (b mod 3) as [|[|[|]]]; simpl; lia.
Qed.

Definition entry (r c : nat) : nat := nth c (nth r rows []) 0.
Definition next_column (c : nat) : nat := if c =? 8 then 0 else c + 1.

Lemma G_entry a b : G (a, b) = entry (row b) (a mod 9).
Proof. reflexivity. Qed.
Lemma column_next a : (a + 1) mod 9 = next_column (a mod 9).
Proof. apply mod_next. lia. Qed.

Definition is_mexb (values : list nat) (m : nat) : bool :=
  negb (existsb (Nat.eqb m) values) && forallb (fun k => existsb (Nat.eqb k) values) (seq 0 m).
Lemma is_mexb_correct values m : is_mexb values m = true -> is_mex values m.
Proof.
  unfold is_mexb. rewrite andb_true_iff, negb_true_iff, forallb_forall. intros [H1 H2]. split.
  - intros H. apply existsb_eqb in H. congruence.
  - intros k Hk. apply existsb_eqb, H2, in_seq. lia.
Qed.

(** Columns 0 and 1, and column c + 2 with c mod 9 given; row 0, and row b + 1. *)
Definition low_columns_ok (r : nat) (c : nat) : bool :=
  ((negb (r =? 0)) || is_mexb [] (entry 0 c)) &&
  is_mexb [entry r (next_column c)] (entry (next_row r) c).
Definition high_columns_ok (r : nat) (c : nat) : bool :=
  let c2 := next_column (next_column c) in
  ((negb (r =? 0)) || is_mexb [entry 0 c; entry 1 c] (entry 0 c2)) &&
  is_mexb [entry (next_row r) c; entry (next_row (next_row r)) c; entry r (next_column c2)]
          (entry (next_row r) c2).

Lemma checked : forallb (fun r => forallb (low_columns_ok r) [0; 1] &&
                                  forallb (high_columns_ok r) columns) (seq 0 5) = true.
Proof. vm_compute. reflexivity. Qed.

Lemma low_ok r c : r < 5 -> c < 2 -> low_columns_ok r c = true.
Proof.
  intros Hr Hc. pose proof checked as H. rewrite forallb_forall in H.
  specialize (H r ltac:(apply in_seq; lia)). rewrite andb_true_iff, !forallb_forall in H.
  apply H. simpl. lia.
Qed.
Lemma high_ok r c : r < 5 -> c < 9 -> high_columns_ok r c = true.
Proof.
  intros Hr Hc. pose proof checked as H. rewrite forallb_forall in H.
  specialize (H r ltac:(apply in_seq; lia)). rewrite andb_true_iff, !forallb_forall in H.
  apply H. apply in_seq. lia.
Qed.

Lemma G_mex p : is_mex (map G (options jenga p)) (G p).
Proof.
  destruct p as [a b]. rewrite jenga_options. apply is_mexb_correct.
  destruct (Nat.leb_spec 2 a) as [Ha|Ha].
  - replace a with (a - 2 + 1 + 1) by lia. set (c := a - 2).
    replace (c + 1 + 1 - 2) with c by lia.
    pose proof (Nat.mod_upper_bound c 9 ltac:(lia)) as Hc.
    destruct (Nat.leb_spec 1 b) as [Hb|Hb].
    + replace b with (b - 1 + 1) by lia. set (d := b - 1). replace (d + 1 - 1) with d by lia.
      pose proof (high_ok _ _ (row_range d) Hc) as H. unfold high_columns_ok in H.
      rewrite andb_true_iff in H. destruct H as [_ H].
      cbn [map app]. now rewrite !G_entry, !row_next, !column_next.
    + assert (b = 0) as -> by lia.
      pose proof (high_ok 0 _ ltac:(lia) Hc) as H. unfold high_columns_ok in H.
      rewrite andb_true_iff in H. destruct H as [H _]. cbn [negb orb Nat.eqb] in H.
      cbn [map app]. now rewrite !G_entry, !column_next.
  - destruct (Nat.leb_spec 1 b) as [Hb|Hb].
    + replace b with (b - 1 + 1) by lia. set (d := b - 1). replace (d + 1 - 1) with d by lia.
      pose proof (low_ok _ _ (row_range d) Ha) as H. unfold low_columns_ok in H.
      rewrite andb_true_iff in H. destruct H as [_ H].
      cbn [map app]. rewrite !G_entry, row_next, column_next.
      now rewrite (Nat.mod_small a) by lia.
    + assert (b = 0) as -> by lia.
      pose proof (low_ok 0 _ ltac:(lia) Ha) as H. unfold low_columns_ok in H.
      rewrite andb_true_iff in H. destruct H as [H _]. cbn [negb orb Nat.eqb] in H.
      cbn [map app]. rewrite G_entry. now rewrite (Nat.mod_small a) by lia.
Qed.

Theorem carvalho_3_1_holds : StatementsGames.carvalho_3_1.
Proof. apply (grundy_values_intro _ jenga_ends); [auto|]. intros p _. apply G_mex. Qed.

(** * Periods *)
Lemma row_3 b : 2 <= b -> row (b + 3) = row b.
Proof.
  intros H. unfold row. destruct (Nat.ltb_spec (b + 3) 2), (Nat.ltb_spec b 2); try lia.
  replace (b + 3 - 2) with (b - 2 + 1 * 3) by lia. now rewrite Nat.mod_add by lia.
Qed.
Lemma column_9 a : (a + 9) mod 9 = a mod 9.
Proof. replace (a + 9) with (a + 1 * 9) by lia. now rewrite Nat.mod_add by lia. Qed.

Lemma mod_add_any a p m : m <> 0 -> (a + p) mod m = (a mod m + p) mod m.
Proof. intros. now rewrite Nat.add_mod_idemp_l. Qed.

(** For each row and each p < 9 some column c < 9 shows that p is no period. *)
Lemma row_witness r p : r < 5 -> 0 < p < 9 ->
  exists c, c < 9 /\ entry r ((c + p) mod 9) <> entry r c.
Proof.
  intros Hr Hp.
  assert (H : forallb (fun r => forallb (fun p => existsb (fun c =>
    negb (entry r ((c + p) mod 9) =? entry r c)) columns) (seq 1 8)) (seq 0 5) = true)
    by (vm_compute; reflexivity).
  rewrite forallb_forall in H. specialize (H r ltac:(apply in_seq; lia)).
  rewrite forallb_forall in H. specialize (H p ltac:(apply in_seq; lia)).
  apply existsb_exists in H. destruct H as (c & Hc & H). apply in_seq in Hc.
  exists c. split; [lia|]. now apply negb_true_iff, Nat.eqb_neq in H.
Qed.

Lemma column_witness c p : c < 9 -> 0 < p < 3 ->
  exists r, r < 3 /\ entry (2 + (r + p) mod 3) c <> entry (2 + r) c.
Proof.
  intros Hc Hp.
  assert (H : forallb (fun c => forallb (fun p => existsb (fun r =>
    negb (entry (2 + (r + p) mod 3) c =? entry (2 + r) c)) (seq 0 3)) (seq 1 2)) columns = true)
    by (vm_compute; reflexivity).
  rewrite forallb_forall in H. specialize (H c ltac:(apply in_seq; lia)).
  rewrite forallb_forall in H. specialize (H p ltac:(apply in_seq; lia)).
  apply existsb_exists in H. destruct H as (r & Hr & H). apply in_seq in Hr.
  exists r. split; [lia|]. now apply negb_true_iff, Nat.eqb_neq in H.
Qed.

Lemma row_high n : row (2 + n) = 2 + n mod 3.
Proof. unfold row. destruct (Nat.ltb_spec (2 + n) 2); [lia|]. now replace (2 + n - 2) with n by lia. Qed.

Theorem carvalho_3_1_periods_holds : StatementsGames.carvalho_3_1_periods.
Proof.
  intros g Hg. destruct carvalho_3_1_holds as [_ values].
  assert (E : forall a b, g (a, b) = entry (row b) (a mod 9)) by (intros; now apply values).
  split; [|split; [|split; [|split; [|split]]]].
  - intros a b. now rewrite !E, column_9.
  - intros a b Hb. now rewrite !E, row_3.
  - intros b p from Hp. destruct (row_witness (row b) p (row_range b) Hp) as (c & Hc & H).
    exists (c + from * 9). split; [lia|]. rewrite !E.
    rewrite (mod_add_any _ p), Nat.mod_add by lia. now rewrite (Nat.mod_small c).
  - intros a p from Hp. pose proof (Nat.mod_upper_bound a 9 ltac:(lia)) as Ha.
    destruct (column_witness (a mod 9) p Ha Hp) as (r & Hr & H).
    exists (2 + (r + from * 3)). split; [lia|]. rewrite !E.
    replace (2 + (r + from * 3) + p) with (2 + (r + p + from * 3)) by lia.
    rewrite !row_high, !Nat.mod_add by lia. now rewrite (Nat.mod_small r).
  - intros a b. rewrite !E. destruct (Nat.le_gt_cases 2 b) as [Hb|Hb].
    + rewrite row_3 by exact Hb. split; [congruence | lia].
    + pose proof (Nat.mod_upper_bound a 9 ltac:(lia)) as Ha. set (c := a mod 9) in *. clearbody c.
      do 9 (destruct c as [|c];
        [destruct b as [|[|]]; [| |lia]; vm_compute; intuition (discriminate || lia)|]).
      lia.
  - rewrite E. split; [reflexivity|]. cbn [seq map]. now rewrite !E.
Qed.
