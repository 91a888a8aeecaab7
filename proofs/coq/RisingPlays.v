(** A play in a well, seen from its highest rows: what lies below them can be forgotten. *)
From Coq Require Import Arith List Bool Lia.
From Topple Require Import Statements Wells Plays WellCheck WellSound RisingCheck.
Import ListNotations Well WellGame WellLines.

(** * Filling a well of two parts *)
Definition above (n : nat) (cells : list cell) : list cell :=
  map (fun c => (fst c, snd c - n)) (filter (fun c => n <=? snd c) cells).

Lemma update_low {A} (f : A -> A) l l' : forall n, n < length l -> update n f (l ++ l') = update n f l ++ l'.
Proof.
  induction l as [|a l IH]; intros [|n] H; cbn in *; try lia; [reflexivity|]. now rewrite IH by lia.
Qed.
Lemma update_high {A} (f : A -> A) l l' : forall n, length l <= n -> update n f (l ++ l') = l ++ update (n - length l) f l'.
Proof.
  induction l as [|a l IH]; intros n H; cbn in *; [now rewrite Nat.sub_0_r|]. destruct n as [|n]; [lia|]. cbn. now rewrite IH by lia.
Qed.
Lemma update_beyond {A} (f : A -> A) l : forall n, length l <= n -> update n f l = l.
Proof. induction l as [|a l IH]; intros [|n] H; cbn in *; try lia; [reflexivity | reflexivity|]. now rewrite IH by lia. Qed.

Lemma put_parts cells : forall low rest,
  fold_left fill cells (low ++ rest) = fold_left fill cells low ++ fold_left fill (above (length low) cells) rest.
Proof.
  induction cells as [|[x y] cells IH]; intros low rest; [reflexivity|]. cbn [fold_left]. unfold above. cbn [filter snd].
  destruct (Nat.leb_spec (length low) y) as [H|H].
  - cbn [map fold_left fst snd]. unfold fill at 2 4. cbn [fst snd]. rewrite update_high, (update_beyond _ low) by exact H.
    rewrite IH. reflexivity.
  - unfold fill at 2 4. cbn [fst snd]. rewrite update_low by exact H. rewrite IH. unfold above. now rewrite update_length.
Qed.

Lemma put_above cells : forall b, (forall c, In c cells -> length b <= snd c) -> fold_left fill cells b = b.
Proof.
  induction cells as [|[x y] cells IH]; intros b H; [reflexivity|]. cbn [fold_left].
  unfold fill at 2. cbn [fst snd]. rewrite update_beyond by apply (H _ (or_introl eq_refl)). apply IH. intros c Hc. apply H. now right.
Qed.

(** Of a part of a well, only so many rows can become full as the piece has there. *)
Lemma few_go cells low y n : keep low = low -> (forall c, In c cells -> y <= snd c < y + n) ->
  Nat.min y (length low) + (length low - (y + n)) <= length (keep (fold_left fill cells low)).
Proof.
  intros K H.
  assert (Keep : forall l l', keep (l ++ l') = keep l ++ keep l') by (intros; apply filter_app).
  assert (All : forall l, keep l = l <-> Forall (fun r => full r = false) l).
  { induction l as [|r l IH]; [now split|]. unfold keep in *. cbn [filter]. split.
    - destruct (full r) eqn:E; cbn [negb].
      + intros G. pose proof (filter_shorter (fun r => negb (full r)) l) as S. rewrite G in S. cbn in S. lia.
      + intros G. injection G as G. constructor; [exact E | now apply IH].
    - intros F. inversion F as [|? ? F1 F2]. subst. rewrite F1. cbn. f_equal. now apply IH. }
  apply All in K. rewrite <- (firstn_skipn y low) in K |- *. apply Forall_app in K. destruct K as [K1 K2].
  set (a := firstn y low) in *. set (r := skipn y low) in *.
  rewrite put_parts, Keep, app_length.
  assert (La : length a = Nat.min y (length low)) by apply firstn_length.
  assert (Lr : length r = length low - y) by apply skipn_length.
  rewrite (put_above cells a) by (intros c Hc; specialize (H c Hc); lia).
  rewrite (proj2 (All a) K1), app_length.
  enough (length r - n <= length (keep (fold_left fill (above (length a) cells) r))) by lia.
  assert (H' : forall c, In c (above (length a) cells) -> length r <= n \/ snd c < n).
  { intros c Hc. unfold above in Hc. apply in_map_iff in Hc. destruct Hc as (c0 & <- & Hc). apply filter_In in Hc.
    destruct Hc as [Hc Hl]. apply Nat.leb_le in Hl. specialize (H c0 Hc). cbn [snd]. lia. }
  generalize dependent (above (length a) cells). intros cells' H'.
  destruct (Nat.le_gt_cases (length r) n) as [Hn|Hn]; [lia|].
  rewrite <- (firstn_skipn n r) in K2 |- *. apply Forall_app in K2. destruct K2 as [_ K2].
  rewrite put_parts, Keep, !app_length.
  assert (E : above (length (firstn n r)) cells' = []).
  { unfold above. rewrite firstn_length. replace (Nat.min n (length r)) with n by lia.
    clear - H' Hn. induction cells' as [|c cells' IH]; [reflexivity|]. cbn [filter].
    assert (C : snd c < n) by (destruct (H' c (or_introl eq_refl)); lia).
    apply Nat.leb_gt in C. rewrite C. apply IH. intros d Hd. apply H'. now right. }
  rewrite E. cbn [fold_left]. rewrite (proj2 (All _) K2), firstn_length, skipn_length. lia.
Qed.

(** * Pieces *)
Lemma cells_tall t c : In c t -> snd c < tall t.
Proof. intros H. unfold tall. pose proof (max_at_least (map snd t) (snd c) (in_map snd t c H)). lia. Qed.

Lemma narrow_ends w t n : forall y, narrow w t y n <= n /\ (narrow w t y n = n \/ wide w t (y + narrow w t y n) = true).
Proof.
  induction n as [|n IH]; intros y; cbn [narrow]; [lia|]. destruct (wide w t y) eqn:E.
  - split; [lia|]. right. now rewrite Nat.add_0_r.
  - destruct (IH (S y)) as [H1 [H2|H2]]; (split; [lia|]); [left; lia | right].
    now rewrite Nat.add_succ_r.
Qed.

Lemma fits_open w b t x y c : fits w b t x y = true -> In c t -> open w b (x + fst c, y + snd c) = true.
Proof. unfold fits. intros H Hc. rewrite forallb_forall in H. now apply H. Qed.

(** A row as wide as the well lies where no cell is full. *)
Lemma wide_empties w b t x y dy : fits w b t x y = true -> wide w t dy = true ->
  forall i, i < w -> nth i (nth (y + dy) b []) false = false.
Proof.
  intros Hf Hw i Hi. unfold wide in Hw. rewrite forallb_forall in Hw.
  assert (In_row : forall j, j < w -> In (j, dy) t).
  { intros j Hj. specialize (Hw j ltac:(apply in_seq; lia)). apply existsb_exists in Hw. destruct Hw as ([u v] & Hc & E).
    unfold same_cell in E. cbn [fst snd] in E. apply andb_true_iff in E. destruct E as [E1 E2].
    apply Nat.eqb_eq in E1, E2. now subst. }
  pose proof (fits_open _ _ _ _ _ _ Hf (In_row (w - 1) ltac:(lia))) as X.
  unfold open in X. cbn [fst snd] in X. apply andb_true_iff in X. destruct X as [X _]. apply Nat.ltb_lt in X.
  pose proof (fits_open _ _ _ _ _ _ Hf (In_row i Hi)) as O. unfold open in O. cbn [fst snd] in O.
  apply andb_true_iff in O. destruct O as [_ O]. apply negb_true_iff in O. now replace (x + i) with i in O by lia.
Qed.

(** * A well of two parts, and its upper part over unknown rows *)
Definition blankless (w : nat) (b : well) : Prop := Forall (fun r => length r = w /\ blank r = false /\ full r = false) b.

Lemma blankless_rows w b : blankless w b -> rows_of w b.
Proof. apply Forall_impl. tauto. Qed.
Lemma blankless_keep w b : blankless w b -> keep b = b.
Proof.
  unfold keep. induction 1 as [|r b (_ & _ & E) _ IH]; [reflexivity|]. cbn [filter]. rewrite E. cbn. now rewrite IH.
Qed.
Lemma blank_not r : blank r = false -> exists i, i < length r /\ nth i r false = true.
Proof.
  induction r as [|c r IH]; [discriminate|]. cbn. destruct c; [intros _; exists 0; cbn; split; [lia | reflexivity]|].
  intros H. destruct (IH H) as (i & Hi & E). exists (S i). split; [lia | exact E].
Qed.

Section Top.
  Variables (w : nat) (low top : well) (t : turn) (d : nat).
  Notation b := (low ++ top).
  Notation e := (over w d top).
  Notation base := (length low).

  (** The row of the corner as it is seen over [d] unknown rows. What lies deeper is put as deep
      as it can be. *)
  Definition row_seen (y : nat) : nat := y + d - base.

  Lemma over_length : length e = d + length top.
  Proof. unfold over. now rewrite app_length, repeat_length. Qed.

  Lemma open_high c z : base <= z -> open w e (c, row_seen z) = open w b (c, z).
  Proof.
    intros H. unfold open, over, row_seen. cbn [fst snd]. rewrite !app_nth2 by (rewrite ?repeat_length; lia).
    rewrite repeat_length. now replace (z + d - base - d) with (z - base) by lia.
  Qed.
  Lemma open_unknown c z : z < d -> open w e (c, z) = (c <? w).
  Proof.
    intros H. unfold open, over. cbn [fst snd]. rewrite app_nth1 by now rewrite repeat_length.
    rewrite nth_indep with (d' := repeat false w) by now rewrite repeat_length. rewrite nth_repeat.
    assert (E : nth c (repeat false w) false = false) by apply nth_repeat. rewrite E. apply andb_true_r.
  Qed.

  Lemma fits_seen x y : base <= y -> fits w e t x (row_seen y) = true -> fits w b t x y = true.
  Proof.
    intros Hy H. unfold fits. apply forallb_forall. intros c Hc. pose proof (fits_open _ _ _ _ _ _ H Hc) as O.
    rewrite <- open_high by lia. replace (row_seen (y + snd c)) with (row_seen y + snd c) by (unfold row_seen; lia). exact O.
  Qed.
  Lemma seen_length y : y <= length b -> row_seen y <= length e.
  Proof. rewrite over_length, app_length. unfold row_seen. lia. Qed.

  Lemma seen_rests x y : at_rest w b t x y = true -> rests w d e t x (row_seen y) = true.
  Proof.
    intros H. unfold at_rest in H. apply andb_true_iff in H. destruct H as [_ H]. unfold rests. apply orb_true_iff.
    destruct (Nat.leb_spec (row_seen y) d) as [L|L]; [now left|right]. unfold row_seen in L. destruct y as [|y]; [lia|].
    apply negb_true_iff in H. apply negb_true_iff. replace (row_seen (S y) - 1) with (row_seen y) by (unfold row_seen; lia).
    destruct (fits w e t x (row_seen y)) eqn:E; [|reflexivity]. apply fits_seen in E; [congruence | lia].
  Qed.

  (** Below are the rows of a well, and it is known how many of its own rows a piece can have there. *)
  Hypothesis below : blankless w low.
  Hypothesis depth : d = sinks w t \/ d = 0 /\ low = [].

  Lemma deep x y : fits w b t x y = true -> y + d < base -> tall t <= d.
  Proof.
    intros Hf Hy. destruct depth as [D|[D L]]; [|rewrite L in Hy; cbn in Hy; lia].
    destruct (narrow_ends w t (tall t) 0) as [H1 [H2|H2]]; fold (sinks w t) in H1, H2; [lia|]. cbn [Nat.add] in H2. rewrite <- D in H2.
    pose proof (wide_empties w _ t x y d Hf H2) as W. rewrite app_nth1 in W by lia.
    assert (G : In (nth (y + d) low []) low) by (apply nth_In; lia).
    destruct (proj1 (Forall_forall _ _) below _ G) as (Gl & Gb & _).
    destruct (blank_not _ Gb) as (i & Hi & E). rewrite W in E by lia. discriminate.
  Qed.
  Lemma seen_fits x y : fits w b t x y = true -> fits w e t x (row_seen y) = true.
  Proof.
    intros H. unfold fits. apply forallb_forall. intros c Hc. pose proof (fits_open _ _ _ _ _ _ H Hc) as O.
    destruct (Nat.lt_ge_cases (row_seen y + snd c) d) as [L|L].
    - rewrite open_unknown by exact L. unfold open in O. now apply andb_true_iff in O.
    - destruct (Nat.lt_ge_cases (y + d) base) as [D|D].
      + pose proof (deep x y H D). pose proof (cells_tall t c Hc). unfold row_seen in L. lia.
      + replace (row_seen y + snd c) with (row_seen (y + snd c)) by (unfold row_seen; lia).
        rewrite open_high; [exact O|]. unfold row_seen in L. lia.
  Qed.

  Lemma seen_slides x y : slides w b t x y -> slides w e t x (row_seen y).
  Proof.
    induction 1 as [x Hf|x y _ IH Hf|x y _ IH Hf|x y _ IH Hf].
    - apply seen_fits in Hf. replace (row_seen (length b)) with (length e) in *; [now apply from_above|].
      rewrite over_length, app_length. unfold row_seen. lia.
    - apply to_the_left; [exact IH | now apply seen_fits].
    - apply to_the_right; [exact IH | now apply seen_fits].
    - apply seen_fits in Hf. destruct (Nat.eq_dec (row_seen (S y)) (row_seen y)) as [E|E]; [now rewrite E in IH|].
      apply down; [|exact Hf]. replace (S (row_seen y)) with (row_seen (S y)); [exact IH|]. unfold row_seen in *. lia.
  Qed.

  Lemma seen_gets m x y : t <> [] -> allowed (meaning m) w b t x y ->
    x < w /\ gets_to m w e t (table_for m w e t) x (row_seen y) = true.
  Proof.
    intros Ht (H1 & H2 & H3). unfold at_rest in H1. apply andb_true_iff in H1. destruct H1 as [Hf _].
    split; [now apply (fits_column w b t Ht) in Hf|]. destruct m; cbn [meaning gets_to table_for] in *.
    - apply forallb_forall. intros z Hz. apply in_seq in Hz. pose proof (seen_length y H2). rewrite over_length in *.
      rewrite app_length in *.
      assert (E : z = row_seen (z + base - d)) by (unfold row_seen in *; lia).
      rewrite E. apply seen_fits, H3. unfold row_seen in *. rewrite app_length. lia.
    - apply seen_slides in H3. apply row_complete in H3; [|exact Ht]. exact (proj2 H3).
    - now apply seen_fits.
  Qed.

  (** * After the play *)
  Lemma above_seen x y : (y + d < base -> tall t <= d) -> above base (at_cell x y t) = above d (at_cell x (row_seen y) t).
  Proof.
    intros D. unfold above, at_cell. assert (T : forall c, In c t -> snd c < tall t) by apply cells_tall.
    revert D T. generalize (tall t). clear. intros h D T. unfold row_seen. induction t as [|c rest IH]; [reflexivity|].
    cbn [map filter snd]. pose proof (T c (or_introl eq_refl)) as Tc.
    assert (E : (base <=? y + snd c) = (d <=? y + d - base + snd c)).
    { destruct (Nat.leb_spec base (y + snd c)), (Nat.leb_spec d (y + d - base + snd c)); try reflexivity;
        destruct (Nat.lt_ge_cases (y + d) base) as [L|L]; try specialize (D L); lia. }
    rewrite <- E. destruct (Nat.leb_spec base (y + snd c)); cbn [map fst snd]; rewrite IH by (intros; apply T; now right);
      [|reflexivity]. f_equal. f_equal.
    destruct (Nat.lt_ge_cases (y + d) base) as [L|L]; try specialize (D L); lia.
  Qed.

  Lemma seen_after x y : fits w b t x y = true ->
    exists low', played w b t x y = low' ++ known w d e t x (row_seen y) /\ base <= length low' + (d - row_seen y) /\
    (low = [] -> low' = []).
  Proof.
    intros Hf. exists (keep (fold_left fill (at_cell x y t) low)).
    pose proof (deep x y Hf) as D. unfold tall in D. split; [|split].
    - rewrite played_keep. unfold filled, higher. rewrite <- app_assoc, put_parts. unfold keep at 1. rewrite filter_app. f_equal.
      unfold known, with_piece. fold (top_row t (row_seen y)). unfold over.
      rewrite <- app_assoc, (put_parts (at_cell x (row_seen y) t)), repeat_length.
      rewrite skipn_app, put_length, repeat_length, Nat.sub_diag. cbn [skipn].
      rewrite (skipn_all2 (fold_left fill (at_cell x (row_seen y) t) (repeat (repeat false w) d)))
        by (rewrite put_length, repeat_length; apply le_n).
      cbn [app]. f_equal. f_equal.
      + apply above_seen. exact D.
      + f_equal. f_equal. rewrite !app_length, repeat_length. unfold top_row, row_seen in *.
        destruct (Nat.lt_ge_cases (y + d) base) as [L|L]; [specialize (D L)|]; lia.
    - pose proof (few_go (at_cell x y t) low y (tall t) (blankless_keep _ _ below)) as F.
      assert (C : forall c, In c (at_cell x y t) -> y <= snd c < y + tall t).
      { intros c Hc. apply in_map_iff in Hc. destruct Hc as (c0 & <- & Hc). pose proof (cells_tall t c0 Hc). cbn [snd]. lia. }
      specialize (F C). unfold row_seen in *. fold (tall t) in D.
      destruct (Nat.lt_ge_cases (y + d) base) as [L|L]; [specialize (D L)|]; lia.
    - intros ->. clear. assert (E : fold_left fill (at_cell x y t) [] = []); [|now rewrite E].
      generalize (at_cell x y t). induction l as [|c l IH]; [reflexivity|]. cbn [fold_left].
      unfold fill at 2. now destruct (snd c).
  Qed.
End Top.
