(** Plays above or below a part of a well, and a row that is taken out of many equal ones. *)
From Coq Require Import Arith List Bool Lia.
From Topple Require Import Statements Wells Plays WellCheck WellSound RisingCheck RisingPlays RunsCheck.
Import ListNotations Well WellGame WellLines.

(** * What a piece does above a part of a well, and below one *)
Lemma fits_above w low top t x y : length low <= y -> fits w (low ++ top) t x y = fits w top t x (y - length low).
Proof.
  intros H. unfold fits. induction t as [|c t IH]; [reflexivity|]. cbn [forallb]. rewrite IH. f_equal. unfold open.
  cbn [fst snd]. rewrite app_nth2 by lia. now replace (y + snd c - length low) with (y - length low + snd c) by lia.
Qed.
Lemma fits_below w low top t x y : y + tall t <= length low -> fits w (low ++ top) t x y = fits w low t x y.
Proof.
  intros H. assert (T : forall c, In c t -> snd c < tall t) by apply cells_tall. revert H T. generalize (tall t).
  intros h H T.
  unfold fits. induction t as [|c rest IH]; [reflexivity|]. cbn [forallb].
  rewrite IH by (intros d Hd; apply T; now right).
  f_equal. unfold open. cbn [fst snd]. specialize (T c (or_introl eq_refl)). now rewrite app_nth1 by lia.
Qed.

Lemma keep_app b b' : keep (b ++ b') = keep b ++ keep b'.
Proof. apply filter_app. Qed.

Lemma above_at n t x y : n <= y -> above n (at_cell x y t) = at_cell x (y - n) t.
Proof.
  intros H. unfold above, at_cell. induction t as [|c t IH]; [reflexivity|]. cbn [map filter snd].
  destruct (Nat.leb_spec n (y + snd c)); [|lia]. cbn [map fst snd]. rewrite IH. f_equal. f_equal. lia.
Qed.
Lemma above_none n cells : (forall c, In c cells -> snd c < n) -> above n cells = [].
Proof.
  unfold above. induction cells as [|c cells IH]; intros H; [reflexivity|]. cbn [filter].
  destruct (Nat.leb_spec n (snd c)) as [L|L]; [specialize (H c (or_introl eq_refl)); lia|]. apply IH.
  intros d Hd. apply H. now right.
Qed.

Lemma played_above w low top t x y : keep low = low -> length low <= y ->
  played w (low ++ top) t x y = low ++ played w top t x (y - length low).
Proof.
  intros K H. rewrite !played_keep. unfold filled, higher. rewrite <- app_assoc, put_parts, keep_app, above_at by
    exact H.
  rewrite put_above, K by (intros c Hc; apply in_map_iff in Hc; destruct Hc as (c0 & <- & _); cbn [snd]; lia).
  do 3 f_equal. rewrite app_length. f_equal. f_equal. unfold top_row. lia.
Qed.
Lemma played_below w low top t x y : keep top = top -> y + tall t <= length low ->
  played w (low ++ top) t x y = played w low t x y ++ top.
Proof.
  intros K H. rewrite !played_keep. unfold filled, higher. unfold tall in H.
  replace (top_row t y - length (low ++ top)) with 0 by (rewrite app_length; unfold top_row; lia).
  replace (top_row t y - length low) with 0 by (unfold top_row; lia). cbn [repeat]. rewrite !app_nil_r.
  rewrite put_parts, keep_app, above_none; [cbn [fold_left]; now rewrite K|].
  intros c Hc. apply in_map_iff in Hc. destruct Hc as (c0 & <- & Hc). pose proof (cells_tall t c0 Hc).
  unfold tall in *. cbn [snd]. lia.
Qed.

(** * A path into a well goes to one into another well, row by row *)
Section Carry.
  Variables (w : nat) (b b' : well) (t : turn) (bottom : nat) (s : nat -> nat).
  Hypothesis carry_fits : forall x y, bottom <= y -> fits w b t x y = true -> fits w b' t x (s y) = true.
  Hypothesis carry_top : s (length b) = length b'.
  Hypothesis carry_step : forall y, bottom <= y -> s (S y) = s y \/ s (S y) = S (s y).

  Lemma carry_slides x y : slides w b t x y -> bottom <= y -> slides w b' t x (s y).
  Proof.
    induction 1 as [x Hf|x y _ IH Hf|x y _ IH Hf|x y _ IH Hf]; intros Hy.
    - apply carry_fits in Hf; [|exact Hy]. rewrite carry_top in *. now apply from_above.
    - apply to_the_left; auto.
    - apply to_the_right; auto.
    - specialize (IH ltac:(lia)). apply carry_fits in Hf; [|exact Hy].
      destruct (carry_step y Hy) as [E|E]; rewrite E in IH; [exact IH|].
      now apply down.
  Qed.
  Lemma carry_between y z n : bottom <= y -> s y <= z <= s (y + n) -> exists v, y <= v <= y + n /\ s v = z.
  Proof.
    intros Hy. induction n as [|n IH]; intros Hz.
    - exists y. rewrite Nat.add_0_r in *. lia.
    - rewrite Nat.add_succ_r in *. destruct (carry_step (y + n) ltac:(lia)) as [E|E]; rewrite E in Hz.
      + destruct (IH Hz) as (v & Hv & Ev). exists v. lia.
      + destruct (Nat.eq_dec z (S (s (y + n)))) as [->|N].
        * exists (S (y + n)). lia.
        * destruct (IH ltac:(lia)) as (v & Hv & Ev). exists v. lia.
  Qed.
  Lemma carry_drop x y : drop w b t x y -> bottom <= y <= length b -> drop w b' t x (s y).
  Proof.
    intros H Hy z Hz. rewrite <- carry_top in Hz. replace (length b) with (y + (length b - y)) in Hz by lia.
    destruct (carry_between y z _ ltac:(lia) Hz) as (v & Hv & <-). apply carry_fits; [lia|]. apply H. lia.
  Qed.

  Lemma carry m x y : m <> Anywhere -> meaning m w b t x y -> bottom <= y <= length b -> meaning m w b' t x (s y).
  Proof. destruct m; [intros _; apply carry_drop | intros _ H Hy; now apply carry_slides | now intros []]. Qed.
End Carry.

(** A path passes through each row above the one where it ends. *)
Lemma passes_slides w b t x y z : slides w b t x y -> y <= z <= length b -> exists x', slides w b t x' z.
Proof.
  intros H. revert z. induction H as [x Hf|x y H IH Hf|x y H IH Hf|x y H IH Hf]; intros z Hz.
  - exists x. replace z with (length b) by lia. now apply from_above.
  - now apply IH.
  - now apply IH.
  - destruct (Nat.eq_dec z y) as [->|N]; [exists x; now apply down | apply IH; lia].
Qed.
Lemma slides_fit w b t x y : slides w b t x y -> fits w b t x y = true.
Proof. now destruct 1. Qed.
Lemma passes m w b t x y z : m <> Anywhere -> meaning m w b t x y -> y <= z <= length b ->
  exists x', meaning m w b t x' z /\ fits w b t x' z = true.
Proof.
  destruct m; intros N H Hz; [| |now contradict N].
  - exists x. split; [intros v Hv; apply H; lia | now apply H].
  - destruct (passes_slides _ _ _ _ _ _ H Hz) as (x' & H'). exists x'. split; [exact H' | now apply slides_fit in H'].
Qed.

(** * The upper part of a well as a well *)
Section View.
  Variables (w : nat) (low top : well) (t : turn) (m : movement).
  Hypothesis from_on_high : m <> Anywhere.
  Notation base := (length low).

  Lemma view_meaning x y : meaning m w (low ++ top) t x y -> base <= y <= length (low ++ top) ->
    meaning m w top t x (y - base).
  Proof.
    intros H Hy. apply (carry w (low ++ top) top t base (fun y => y - base)) with (x := x) (y := y); auto.
    - intros x' y' L F. now rewrite fits_above in F.
    - rewrite app_length. lia.
    - intros y' L. lia.
  Qed.

  (** A place above the lower part is one in the upper part; one that is deeper passes through
      a place at the bottom of the upper part. *)
  Lemma view_high x y : allowed (meaning m) w (low ++ top) t x y -> base <= y -> allowed (meaning m) w top t x (y
      - base).
  Proof.
    intros (H1 & H2 & H3) Hy. split; [|split].
    - unfold at_rest in *. apply andb_true_iff in H1. destruct H1 as [F R]. rewrite fits_above in F by exact Hy.
      rewrite F. cbn [andb].
      destruct (y - base) as [|z] eqn:E; [reflexivity|]. destruct y as [|y]; [lia|].
      rewrite fits_above in R by lia. now replace (y - base) with z in R by lia.
    - rewrite app_length in H2. lia.
    - apply view_meaning; [exact H3 | lia].
  Qed.
  Lemma view_deep x y : allowed (meaning m) w (low ++ top) t x y -> y < base -> exists x', allowed (meaning m) w
      top t x' 0.
  Proof.
    intros (H1 & H2 & H3) Hy. destruct (passes m w _ t x y base from_on_high H3) as (x' & H' & F).
    - rewrite app_length. lia.
    - exists x'. rewrite fits_above, Nat.sub_diag in F by lia. split; [|split].
      + unfold at_rest. now rewrite F.
      + lia.
      + rewrite <- (Nat.sub_diag base). apply view_meaning; [exact H' | rewrite app_length; lia].
  Qed.
End View.

(** * One row less among many equal ones *)
Lemma repeat_split {A} (a : A) n k : repeat a (n + k) = repeat a n ++ repeat a k.
Proof. apply repeat_app. Qed.

Section Cut.
  Variables (w : nat) (low high : well) (r : list bool) (n : nat) (t : turn) (m : movement).
  Hypothesis from_on_high : m <> Anywhere.
  Hypothesis many : tall t <= n.
  Notation base := (length low).
  Notation b := (low ++ repeat r (S n) ++ high).
  Notation b' := (low ++ repeat r n ++ high).
  (** The row of the corner when one row is taken out. *)
  Definition lowered (y : nat) : nat := if y <=? base then y else y - 1.

  Lemma fits_low x y : y <= base -> fits w b t x y = fits w b' t x y.
  Proof.
    intros H. enough (G : forall k, tall t <= k -> fits w (low ++ repeat r k ++ high) t x y = fits w (low ++
      repeat r (tall t)) t x y)
      by (rewrite !G; [reflexivity | lia | lia]).
    intros k Hk. replace k with (tall t + (k - tall t)) by lia. rewrite repeat_split, <- app_assoc, (app_assoc low).
    apply fits_below. rewrite app_length, repeat_length. lia.
  Qed.
  Lemma fits_high x y : base < y -> fits w b t x y = fits w b' t x (y - 1).
  Proof.
    intros H. cbn [repeat app]. change (low ++ r :: ?l) with (low ++ [r] ++ l). rewrite (app_assoc low [r]).
    rewrite fits_above by (rewrite app_length; cbn; lia). rewrite (fits_above w low) by lia. f_equal.
    rewrite app_length. cbn. lia.
  Qed.
  Lemma lowered_fits x y : fits w b t x y = fits w b' t x (lowered y).
  Proof. unfold lowered. destruct (Nat.leb_spec y base); [now apply fits_low | now apply fits_high]. Qed.

  (** Inside equal rows a piece does not come to rest. *)
  Lemma falls_on x y : base < y -> y + tall t <= base + S n -> at_rest w b t x y = false.
  Proof.
    intros H L. unfold at_rest. destruct y as [|y]; [lia|]. apply andb_false_iff.
    destruct (fits w b t x (S y)) eqn:F; [right | now left]. apply negb_false_iff. rewrite <- F.
    rewrite (fits_high x (S y)) by lia. cbn [Nat.sub]. rewrite Nat.sub_0_r.
    replace (S n) with (n + 1) by lia. rewrite repeat_split, <- !app_assoc, !(app_assoc low).
    now rewrite !(fits_below w (low ++ repeat r n)) by (rewrite app_length, repeat_length; lia).
  Qed.

  Lemma cut_allowed x y : allowed (meaning m) w b t x y -> allowed (meaning m) w b' t x (lowered y).
  Proof.
    intros (H1 & H2 & H3). split; [|split].
    - assert (N : base < y -> base + S n < y + tall t).
      { intros L. destruct (Nat.le_gt_cases (y + tall t) (base + S n)) as [G|G]; [|exact G].
        now rewrite falls_on in H1. }
      unfold at_rest in *. apply andb_true_iff in H1. destruct H1 as [F R]. rewrite lowered_fits in F. rewrite F.
      cbn [andb].
      unfold lowered. destruct y as [|y]; [reflexivity|]. destruct (Nat.leb_spec (S y) base) as [L|L].
      + now rewrite fits_low in R by lia.
      + specialize (N L). cbn [Nat.sub]. rewrite Nat.sub_0_r. destruct y as [|y]; [reflexivity|].
        rewrite fits_high in R by lia. now replace (S y - 1) with y in R by lia.
    - rewrite !app_length, repeat_length in *. unfold lowered. destruct (Nat.leb_spec y base); lia.
    - apply (carry w b b' t 0 lowered) with (x := x) (y := y); [| | |exact from_on_high | exact H3 | lia].
      + intros x' y' _ F. now rewrite <- lowered_fits.
      + unfold lowered. rewrite !app_length, !repeat_length.
        destruct (Nat.leb_spec (base + (S n + length high)) base); lia.
      + intros y' _. unfold lowered. destruct (Nat.leb_spec y' base), (Nat.leb_spec (S y') base); lia.
  Qed.

  (** The plays come to the same, but for one row less among as many equal ones as the piece
      left. *)
  Lemma cut_played x y : keep b = b -> allowed (meaning m) w b t x y -> exists low' high',
    played w b t x y = low' ++ repeat r (S n - tall t) ++ high' /\
    played w b' t x (lowered y) = low' ++ repeat r (n - tall t) ++ high'.
  Proof.
    intros K (H1 & H2 & H3).
    assert (Keep : keep low = low /\ (forall k, keep (repeat r k) = repeat r k) /\ keep high = high).
    { assert (All : forall l, keep l = l <-> Forall (fun r => full r = false) l).
      { induction l as [|a l IH]; [now split|]. unfold keep in *. cbn [filter]. split.
        - destruct (full a) eqn:E; cbn [negb].
          + intros G. pose proof (filter_shorter (fun r => negb (full r)) l) as S. rewrite G in S. cbn in S. lia.
          + intros G. injection G as G. constructor; [exact E | now apply IH].
        - intros F. inversion F as [|? ? F1 F2]. subst. rewrite F1. cbn. f_equal. now apply IH. }
      apply All in K. apply Forall_app in K. destruct K as [K1 K]. apply Forall_app in K. destruct K as [K2 K3].
      split; [now apply All|]. split; [|now apply All]. intros k. apply All. apply Forall_forall. intros a Ha.
      apply repeat_spec in Ha. subst. now inversion K2. }
    destruct Keep as (K1 & K2 & K3). unfold lowered. destruct (Nat.leb_spec y base) as [L|L].
    - exists (played w (low ++ repeat r (tall t)) t x y), high.
      assert (G : forall k, tall t <= k -> played w (low ++ repeat r k ++ high) t x y =
        played w (low ++ repeat r (tall t)) t x y ++ repeat r (k - tall t) ++ high).
      { intros k Hk. replace k with (tall t + (k - tall t)) at 1 by lia.
        rewrite repeat_split, <- app_assoc, (app_assoc low). apply played_below.
        - now rewrite keep_app, K2, K3.
        - rewrite app_length, repeat_length. lia. }
      split; apply G; lia.
    - destruct (Nat.le_gt_cases (y + tall t) (base + S n)) as [N|N]; [now rewrite falls_on in H1|].
      exists low, (played w (repeat r (tall t) ++ high) t x (y - base - (S n - tall t))).
      assert (G : forall k z, tall t <= k -> base + (k - tall t) <= z -> played w (low ++ repeat r k ++ high) t x z =
        low ++ repeat r (k - tall t) ++ played w (repeat r (tall t) ++ high) t x (z - base - (k - tall t))).
      { intros k z Hk Hz. replace k with ((k - tall t) + tall t) at 1 by lia.
        rewrite repeat_split, <- app_assoc, (app_assoc low). rewrite played_above.
        - rewrite <- app_assoc. do 3 f_equal. rewrite app_length, repeat_length. lia.
        - now rewrite keep_app, K1, K2.
        - rewrite app_length, repeat_length. lia. }
      split; rewrite G by lia; [reflexivity|]. do 3 f_equal. lia.
  Qed.
End Cut.

(** * The places of a piece, row by row *)
Lemma fit_rows_all w t : forall b above, fit_rows w b t above = map (fitting w b t) (rev (seq 0 (S (length b))))
    ++ above.
Proof.
  induction b as [|r b IH]; intros above; [reflexivity|]. cbn [fit_rows]. rewrite IH. cbn [length].
  change (seq 0 (S (S (length b)))) with (0 :: seq 1 (S (length b))). rewrite <- seq_shift. cbn [rev].
  rewrite map_app, <- app_assoc, <- map_rev, map_map. reflexivity.
Qed.
Lemma rows_nth (f : nat -> list bool) n y : y <= n -> nth (n - y) (map f (rev (seq 0 (S n)))) [] = f y.
Proof.
  intros H. rewrite nth_indep with (d' := f 0) by (rewrite map_length, rev_length, seq_length; lia).
  rewrite map_nth, rev_nth by (rewrite seq_length; lia). rewrite seq_length, seq_nth by lia. f_equal. lia.
Qed.

Lemma slide_down w b t : forall n above,
  way_down Slide (map (fitting w b t) (rev (seq 0 (S n)))) above = reached_below w b t n above.
Proof.
  induction n as [|n IH]; intros above; [reflexivity|]. rewrite seq_S, rev_app_distr.
  cbn [rev app map way_down reached_below].
  rewrite IH. reflexivity.
Qed.
Lemma both_at r : forall s x, nth x r false = true -> nth x s false = true -> nth x (both r s) false = true.
Proof. induction r as [|a r IH]; intros [|c s] [|x] H H'; cbn in *; try discriminate; [now subst | now apply IH]. Qed.
Lemma drop_down x : forall fit above i, i < length fit -> nth x above false = true ->
  (forall j, j <= i -> nth x (nth j fit []) false = true) -> nth x (nth i (way_down Drop fit above) []) false = true.
Proof.
  induction fit as [|f fit IH]; intros above i Hi Ha H; cbn [length] in Hi; [lia|]. cbn [way_down].
  pose proof (both_at f above x (H 0 ltac:(lia)) Ha) as B. destruct i as [|i]; [exact B|]. cbn [nth].
  apply IH; [lia | exact B|]. intros j Hj. apply (H (S j)). lia.
Qed.

Lemma resting_in y : forall here below x k, nth k here false = true -> nth k below false = false ->
  In (x + k, y) (resting x y here below).
Proof.
  induction here as [|c here IH]; intros below x k H H'; [now destruct k|]. cbn [resting].
  destruct k as [|k]; cbn [nth] in H.
  - subst. rewrite Nat.add_0_r. destruct below as [|d below]; cbn [nth hd] in *; [now left|]. subst. now left.
  - assert (G : In (x + S k, y) (resting (S x) y here (tl below))).
    { rewrite <- Nat.add_succ_comm. apply IH; [exact H|]. destruct below; [now destruct k | exact H']. }
    destruct (c && negb (hd false below)); [now right | exact G].
Qed.
Lemma resting_rows_in k : forall here fit y i, nth k (nth i here []) false = true ->
  nth k (nth (S i) fit []) false = false -> In (k, y - i) (resting_rows y here fit).
Proof.
  induction here as [|h here IH]; intros fit y i H H'; [destruct i, k; discriminate|]. cbn [resting_rows].
  apply in_app_iff. destruct i as [|i]; cbn [nth] in H.
  - left. rewrite Nat.sub_0_r. now apply (resting_in y h _ 0 k).
  - right. replace (y - S i) with (pred y - i) by lia. apply IH; [exact H|].
    destruct fit; [now destruct i, k | exact H'].
Qed.

Lemma places_in m w b t x y : m <> Anywhere -> t <> [] -> allowed (meaning m) w b t x y -> In (x, y) (places m w b t).
Proof.
  intros Hm Ht (H1 & H2 & H3). unfold at_rest in H1. apply andb_true_iff in H1. destruct H1 as [F R].
  pose proof (fits_column w b t Ht x y F) as Hx. unfold places. rewrite fit_rows_all, app_nil_r.
  replace y with (length b - (length b - y)) by lia. apply resting_rows_in.
  - destruct m; [| |now contradict Hm].
    + apply drop_down; [rewrite map_length, rev_length, seq_length; lia | |].
      * rewrite nth_indep with (d' := true) by now rewrite repeat_length. apply nth_repeat.
      * intros j Hj. replace j with (length b - (length b - j)) by lia. rewrite rows_nth by lia. apply fitting_at.
        split; [exact Hx|]. apply H3. lia.
    + rewrite slide_down. apply row_complete in H3; [|exact Ht]. exact (proj2 H3).
  - destruct y as [|y].
    + rewrite (nth_overflow (map _ _)); [now destruct x|]. rewrite map_length, rev_length, seq_length. lia.
    + replace (S (length b - S y)) with (length b - y) by lia. rewrite rows_nth by lia. apply negb_true_iff in R.
      destruct (nth x (fitting w b t y) false) eqn:E; [|reflexivity]. apply fitting_at in E. destruct E. congruence.
Qed.
