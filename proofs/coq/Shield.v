(** Lemma 3: the shield. Each of its flats has an empty cell with a full one on its left;
    on its right are full cells, or the wall, from this flat up to the one before. No
    right kink comes into such a cell, and none passes the lowest flat. *)
From Coq Require Import Arith ZArith Bool List Lia.
From Topple Require Import Statements Wells Plays Lanes Potential Stacks Tags Flats Passes.
Import ListNotations Well WellGame.

(** * The shield *)
Definition key (w : nat) (b : well) (r c : nat) : Prop :=
  r < length b /\ 1 <= c < w /\ cell_of b (c - 1) r = true /\ cell_of b c r = false.
Inductive link (w : nat) (b : well) : nat -> nat -> Prop :=
  | at_wall r : key w b r (w - 1) -> link w b r (w - 1)
  | below_another r1 c1 r c : link w b r1 c1 -> key w b r c -> r < r1 -> S c < w ->
      (forall row, r <= row <= r1 -> cell_of b (S c) row = true) -> link w b r c.
(** A row without two empty cells side by side. *)
Definition tight (w : nat) (b : well) (r : nat) : Prop :=
  forall c, S c < w -> cell_of b c r = true \/ cell_of b (S c) r = true.

Lemma link_key w b r c : link w b r c -> key w b r c.
Proof. intros H. destruct H; assumption. Qed.
(** To the right of a key, in its row and in the one above, is a full cell or the wall. *)
Lemma link_right w b r c : link w b r c -> S c < w -> cell_of b (S c) r = true /\ cell_of b (S c) (S r) = true.
Proof. intros H Hc. destruct H as [r H|r1 c1 r c _ _ Hr _ H]; [lia|]. split; apply H; lia. Qed.

(** * Where a right kink can come to *)
Lemma fits_cells w b t x y : fits w b t x y = true -> forall c, In c t -> x + fst c < w /\ cell_of b (x + fst c) (y + snd c) = false.
Proof.
  intros H c Hc. unfold fits in H. rewrite forallb_forall in H. specialize (H c Hc). unfold open in H.
  rewrite andb_true_iff, Nat.ltb_lt, negb_true_iff in H. exact H.
Qed.

Section Kink.
  Variables (w : nat) (b : well).

  (** Two cells side by side: in the lower row of a lying kink and in the middle row of an upright one. *)
  Lemma stopped t x y r : In t (turns (kink false)) -> tight w b r -> fits w b t x y = true ->
    (t = lying false /\ y <> r) \/ (t = upright false /\ S y <> r).
  Proof.
    intros Ht Hr Hf. pose proof (fits_cells _ _ _ _ _ Hf) as C. destruct (kink_turns false t Ht) as [-> | ->]; [left | right]; (split; [reflexivity|]); intros <-.
    - destruct (C (1, 0)) as [_ A]; [simpl; tauto|]. destruct (C (2, 0)) as [B1 B]; [simpl; tauto|]. cbn [fst snd] in *.
      rewrite Nat.add_0_r in *. destruct (Hr (x + 1)) as [X|X]; [lia | congruence|]. replace (S (x + 1)) with (x + 2) in X by lia. congruence.
    - destruct (C (0, 1)) as [_ A]; [simpl; tauto|]. destruct (C (1, 1)) as [B1 B]; [simpl; tauto|]. cbn [fst snd] in *.
      rewrite Nat.add_0_r in A. rewrite Nat.add_1_r in A, B, B1. destruct (Hr x) as [X|X]; [lia | congruence|]. rewrite Nat.add_1_r in B. congruence.
  Qed.

  Lemma not_past t x y r : In t (turns (kink false)) -> r < length b -> tight w b r -> slides w b t x y -> r <= y.
  Proof.
    intros Ht Hlen Hr Hhow.
    assert (Stop : forall x z, fits w b t x z = true -> z = r -> t = upright false).
    { intros x' z Hf ->. destruct (stopped t x' r r Ht Hr Hf) as [[_ X]|[X _]]; [congruence | exact X]. }
    assert (Stop' : forall x z, fits w b t x z = true -> S z = r -> t = lying false).
    { intros x' z Hf Hz. destruct (stopped t x' z r Ht Hr Hf) as [[X _]|[_ X]]; [exact X | congruence]. }
    assert (Differ : lying false <> upright false) by discriminate.
    (** above row r, or in it if upright *)
    enough (G : r <= y /\ (t = lying false -> r < y)) by apply G.
    induction Hhow as [x Hf|x y H IH Hf|x y H IH Hf|x y H IH Hf]; [split; intros; lia | exact IH | exact IH|].
    destruct IH as [I1 I2]. destruct (Nat.eq_dec (S y) r) as [E|E].
    + exfalso. pose proof (Stop' x y Hf E) as T. specialize (I2 T). lia.
    + split; [lia|]. intros T. specialize (I2 T). destruct (Nat.eq_dec y r) as [->|]; [|lia].
      exfalso. apply Differ. rewrite <- T. symmetry. now apply (Stop x r) in Hf; subst.
  Qed.

  Lemma key_kept t x y r c : In t (turns (kink false)) -> allowed slide w b t x y -> link w b r c ->
    ~ In (c, r) (at_cell x y t).
  Proof.
    intros Ht (Hrest & Hy & Hhow) Hl Hin. destruct (link_key _ _ _ _ Hl) as (Hlen & Hc & Hleft & Hempty).
    pose proof (link_right _ _ _ _ Hl) as Hright.
    assert (Hf : fits w b t x y = true) by (unfold at_rest in Hrest; now apply andb_true_iff in Hrest).
    pose proof (fits_cells _ _ _ _ _ Hf) as C.
    apply in_map_iff in Hin. destruct Hin as (d & E & Hd). injection E as E1 E2.
    destruct (kink_turns false t Ht) as [-> | ->]; cbn [In lying upright] in Hd.
    - (** each row of it has two cells side by side *)
      destruct Hd as [<-|[<-|[<-|[<-|[]]]]]; cbn [fst snd] in *.
      + destruct (C (2,0)) as [W X]; [simpl; tauto|]. cbn [fst snd] in *. destruct Hright as [X' _]; [lia|].
        replace (x + 2) with (S c) in X by lia. replace (y + 0) with r in X by lia. congruence.
      + destruct (C (1,0)) as [W X]; [simpl; tauto|]. cbn [fst snd] in *. replace (x + 1) with (c - 1) in X by lia.
        replace (y + 0) with r in X by lia. congruence.
      + destruct (C (1,1)) as [W X]; [simpl; tauto|]. cbn [fst snd] in *. destruct Hright as [X' _]; [lia|].
        replace (x + 1) with (S c) in X by lia. replace (y + 1) with r in X by lia. congruence.
      + destruct (C (0,1)) as [W X]; [simpl; tauto|]. cbn [fst snd] in *. replace (x + 0) with (c - 1) in X by lia.
        replace (y + 1) with r in X by lia. congruence.
    - destruct Hd as [<-|[<-|[<-|[<-|[]]]]]; cbn [fst snd] in *.
      + destruct (C (1,1)) as [W X]; [simpl; tauto|]. cbn [fst snd] in *. destruct Hright as [X' _]; [lia|].
        replace (x + 1) with (S c) in X by lia. replace (y + 1) with r in X by lia. congruence.
      + destruct (C (1,1)) as [W X]; [simpl; tauto|]. cbn [fst snd] in *. destruct Hright as [_ X']; [lia|].
        replace (x + 1) with (S c) in X by lia. replace (y + 1) with (S r) in X by lia. congruence.
      + (** from below there is no way in *)
        inversion Hhow as [x' Hf'|x' y' H Hf'|x' y' H Hf'|x' y' H Hf']; subst.
        -- lia.
        -- assert (Hf2 : fits w b (upright false) (S x) y = true) by (inversion H; assumption).
           pose proof (fits_cells _ _ _ _ _ Hf2 (1,2) ltac:(simpl; tauto)) as [W X]. cbn [fst snd] in *.
           destruct Hright as [X' _]; [lia|]. replace (S x + 1) with (S (x + 1)) in X by lia. congruence.
        -- assert (Hf2 : fits w b (upright false) x' y = true) by (inversion H; assumption).
           pose proof (fits_cells _ _ _ _ _ Hf2 (1,2) ltac:(simpl; tauto)) as [W X]. cbn [fst snd] in *.
           replace (x' + 1) with (S x' + 1 - 1) in X by lia. congruence.
        -- assert (Hf2 : fits w b (upright false) x (S y) = true) by (inversion H; assumption).
           pose proof (fits_cells _ _ _ _ _ Hf2 (0,1) ltac:(simpl; tauto)) as [W X]. cbn [fst snd] in *.
           replace (x + 0) with (x + 1 - 1) in X by lia. replace (S y + 1) with (y + 2) in X by lia. congruence.
      + destruct (C (0,1)) as [W X]; [simpl; tauto|]. cbn [fst snd] in *. replace (x + 0) with (c - 1) in X by lia.
        replace (y + 1) with r in X by lia. congruence.
  Qed.
End Kink.

(** * What a right kink leaves of the shield *)
Lemma cell_fill b c x y : cell_of (fill b c) x y = true -> cell_of b x y = true \/ c = (x, y).
Proof.
  unfold cell_of, fill. rewrite nth_update. destruct ((snd c =? y) && (y <? length b)) eqn:E1; [|tauto]. rewrite nth_update.
  destruct ((fst c =? x) && (x <? length (nth y b []))) eqn:E2; [|tauto].
  apply andb_true_iff in E1, E2. destruct E1 as [E1 _], E2 as [E2 _]. apply Nat.eqb_eq in E1, E2. right. destruct c. cbn in *. congruence.
Qed.
Lemma cell_stays b c x y : cell_of b x y = true -> cell_of (fill b c) x y = true.
Proof.
  unfold cell_of, fill. intros H. rewrite nth_update. destruct ((snd c =? y) && (y <? length b)); [|exact H]. rewrite nth_update.
  destruct ((fst c =? x) && (x <? length (nth y b []))); [reflexivity | exact H].
Qed.
Lemma cells_put cells : forall b x y, (cell_of b x y = true -> cell_of (fold_left fill cells b) x y = true) /\
  (cell_of (fold_left fill cells b) x y = true -> cell_of b x y = true \/ In (x, y) cells).
Proof.
  induction cells as [|c cells IH]; intros b x y; [split; auto|]. cbn [fold_left]. destruct (IH (fill b c) x y) as [I1 I2]. split.
  - intros H. apply I1. now apply cell_stays.
  - intros H. destruct (I2 H) as [J|J]; [|right; now right]. destruct (cell_fill _ _ _ _ J) as [K|K]; [now left | right; now left].
Qed.

Lemma link_filled w b t x y r c : (forall r c, link w b r c -> ~ In (c, r) (at_cell x y t)) -> link w b r c -> link w (filled w b t x y) r c.
Proof.
  intros Out H. assert (Stay : forall x' y', cell_of b x' y' = true -> cell_of (filled w b t x y) x' y' = true).
  { intros x' y' Hc. apply cells_put. now rewrite cell_higher. }
  assert (Key : forall r c, link w b r c -> key w (filled w b t x y) r c).
  { intros r' c' L. destruct (link_key _ _ _ _ L) as (K1 & K2 & K3 & K4). split; [|split; [exact K2|split; [now apply Stay|]]].
    - unfold filled. rewrite put_length. unfold higher. rewrite app_length. lia.
    - apply not_true_is_false. intros T. apply cells_put in T. destruct T as [T|T]; [rewrite cell_higher in T; congruence|].
      exact (Out _ _ L T). }
  induction H as [r K|r1 c1 r c H IH K Hr Hc Hw].
  - apply at_wall. apply Key. now apply at_wall.
  - apply (below_another _ _ r1 c1); auto. apply Key. now apply (below_another _ _ r1 c1).
Qed.

(** The row to which row [i] comes when full rows go. *)
Definition rank (i : nat) (b : well) : nat := length (keep (firstn i b)).
Lemma rank_nth b : forall i, i < length b -> full (nth i b []) = false ->
  rank i b < length (keep b) /\ nth (rank i b) (keep b) [] = nth i b [].
Proof.
  induction b as [|r b IH]; intros [|i] Hi Hf; simpl in Hi; try lia; unfold rank, keep in *; cbn [firstn filter nth] in *.
  - rewrite Hf. cbn. split; [lia | reflexivity].
  - destruct (IH i ltac:(lia) Hf) as [I1 I2]. destruct (full r); cbn [negb length nth]; [now split | split; [lia | exact I2]].
Qed.
Lemma rank_less b : forall i j, i < j -> i < length b -> full (nth i b []) = false -> rank i b < rank j b.
Proof.
  induction b as [|r b IH]; intros [|i] [|j] Hij Hi Hf; simpl in Hi; try lia; unfold rank, keep in *; cbn [firstn filter nth] in *.
  - rewrite Hf. cbn. lia.
  - specialize (IH i j ltac:(lia) ltac:(lia) Hf). destruct (full r); cbn [negb length]; lia.
Qed.
Lemma rank_onto b : forall j, j < length (keep b) -> exists i, i < length b /\ full (nth i b []) = false /\ rank i b = j.
Proof.
  induction b as [|r b IH]; intros j Hj; unfold rank, keep in *; cbn [filter] in Hj; [simpl in Hj; lia|].
  destruct (full r) eqn:E; cbn [negb length] in Hj.
  - destruct (IH j Hj) as (i & H1 & H2 & H3). exists (S i). cbn [firstn filter nth length]. rewrite E. cbn [negb]. split; [lia | now split].
  - destruct j as [|j]; [exists 0; cbn; split; [lia | now split]|]. destruct (IH j ltac:(lia)) as (i & H1 & H2 & H3). exists (S i).
    cbn [firstn filter nth length]. rewrite E. cbn [negb length]. split; [lia | split; [exact H2 | lia]].
Qed.
Lemma rank_tag T : forall (W : well) i a, length T = length W -> nth_error T i = Some a -> full (nth i W []) = false ->
  nth_error (map fst (filter (fun e : nat * list bool => negb (full (snd e))) (combine T W))) (rank i W) = Some a.
Proof.
  induction T as [|b T IH]; intros [|r W] [|i] a Hl Ha Hf; try discriminate; unfold rank, keep in *; cbn [firstn combine filter nth nth_error snd] in *.
  - rewrite Hf. exact Ha.
  - injection Hl as Hl. specialize (IH W i a Hl Ha Hf). destruct (full r); cbn [negb length map nth_error]; exact IH.
Qed.

Lemma key_not_full w b r c : rows_of w b -> key w b r c -> full (nth r b []) = false.
Proof.
  intros Hb (Hr & Hc & _ & He). apply not_true_is_false. intros Hf. unfold full in Hf. rewrite forallb_forall in Hf.
  unfold cell_of in He. rewrite (Hf (nth c (nth r b []) false)) in He; [discriminate|]. apply nth_In.
  rewrite (proj1 (Forall_forall _ _) Hb); [lia | now apply nth_In].
Qed.
Lemma rank_cell b r c : r < length b -> full (nth r b []) = false -> cell_of (keep b) c (rank r b) = cell_of b c r.
Proof. intros Hr Hf. unfold cell_of. now rewrite (proj2 (rank_nth b r Hr Hf)). Qed.

Lemma link_keep w b r c : rows_of w b -> link w b r c -> link w (keep b) (rank r b) c.
Proof.
  intros Hb H. assert (Key : forall r c, key w b r c -> key w (keep b) (rank r b) c).
  { intros r' c' K. pose proof (key_not_full _ _ _ _ Hb K) as F. destruct K as (K1 & K2 & K3 & K4).
    split; [now apply rank_nth|]. split; [exact K2|]. now rewrite !rank_cell. }
  induction H as [r K|r1 c1 r c H IH K Hr Hc Hw]; [apply at_wall; now apply Key|].
  pose proof (link_key _ _ _ _ H) as K1. pose proof (key_not_full _ _ _ _ Hb K) as F. pose proof (key_not_full _ _ _ _ Hb K1) as F1.
  destruct K as (L & K'). destruct K1 as (L1 & K1').
  apply (below_another _ _ (rank r1 b) c1); [exact IH | apply Key; now split | now apply rank_less | exact Hc|].
  intros j Hj. destruct (rank_nth b r1 L1 F1) as [Lr1 _]. destruct (rank_onto b j ltac:(lia)) as (i & Li & Fi & <-).
  rewrite rank_cell by assumption. apply Hw. split.
  - destruct (Nat.le_gt_cases r i) as [X|X]; [exact X|]. pose proof (rank_less b i r X Li Fi). lia.
  - destruct (Nat.le_gt_cases i r1) as [X|X]; [exact X|]. pose proof (rank_less b r1 i X L1 F1). lia.
Qed.

(** * Play after play *)
(** In the shield; the lowest flat is tight as well. *)
Definition shielded (lowest : bool) (w : nat) (b : well) (r : nat) : Prop :=
  (exists c, link w b r c) /\ (lowest = true -> tight w b r).

Lemma shield_lasts lowest g a ps : forall s i, Flat.orderly (width g) s ->
  (forall c t x y, allowed (how g) (width g) c t x y -> slides (width g) c t x y) ->
  plays g (Flat.the_well s) ps -> (forall p, In p ps -> fst (fst (fst p)) = false) ->
  nth_error (Flat.tags s) i = Some a -> shielded lowest (width g) (Flat.the_well s) i ->
  let after := fold_left (Flat.step (width g)) (map (fun p : play_of_kink => let '(_, t, x, y) := p in (t, x, y)) ps) s in
  Flat.orderly (width g) after /\
  exists i', nth_error (Flat.tags after) i' = Some a /\ shielded lowest (width g) (Flat.the_well after) i'.
Proof.
  induction ps as [|[[[l t] x] y] ps IH]; intros s i Ho Hrule Hp Hl Ha Hs; [split; [exact Ho|]; now exists i|].
  destruct Hp as (Ht & Hallow & Hd & Hrest). pose proof (Hl _ (or_introl eq_refl)) as El. cbn [fst] in El. subst l.
  cbn [map fold_left]. set (s' := Flat.step (width g) s (t, x, y)).
  assert (Hb : rows_of (width g) (Flat.the_well s)) by apply Ho.
  assert (Ew : Flat.the_well s' = keep (filled (width g) (Flat.the_well s) t x y)) by reflexivity.
  destruct Hs as [(c & Link) Tight]. set (W := filled (width g) (Flat.the_well s) t x y) in *.
  assert (HW : rows_of (width g) W) by now apply filled_rows.
  assert (LinkW : link (width g) W i c).
  { apply link_filled; [|exact Link]. intros r' c' L. apply (key_kept (width g) (Flat.the_well s) t x y); [exact Ht | | exact L].
    destruct Hallow as (H1 & H2 & H3). split; [exact H1|]. split; [exact H2|]. apply Hrule. now split. }
  pose proof (link_key _ _ _ _ LinkW) as K. pose proof (key_not_full _ _ _ _ HW K) as F. destruct K as (Len & _).
  apply (IH s' (rank i W)); auto.
  - apply step_orderly. exact Ho.
  - intros p Hpin. apply Hl. now right.
  - unfold s'. cbn [Flat.tags Flat.step]. apply rank_tag; [| |exact F].
    + apply (all_length s (t, x, y)). apply Ho.
    + unfold Flat.all_tags. rewrite nth_error_app1; [exact Ha|]. apply nth_error_Some. congruence.
  - rewrite Ew. split; [exists c; now apply link_keep|]. intros Hlowest c' Hc'. rewrite !rank_cell by assumption.
    destruct (Tight Hlowest c' Hc') as [T|T]; [left | right]; apply cells_put; now rewrite cell_higher.
Qed.

(** * There is one *)
Lemma lane_cells w low b k : rows_of w b -> banded true w low b -> 2 * k + 1 < w -> exists top, low <= top < length b /\
  forall j, low <= j -> (cell_of b (2 * k) j = true <-> j <= top) /\ (cell_of b (2 * k + 1) j = true <-> j < top).
Proof.
  intros Hb Hband Hk. destruct (Hband k Hk) as (m & m' & E). exists (low + m).
  assert (Cell : forall j, nth j (lane k (skipn low b)) (false, false) = (cell_of b (2 * k) (low + j), cell_of b (2 * k + 1) (low + j))).
  { intros j. rewrite lane_cell. unfold cell_of.
    assert (N : nth j (skipn low b) [] = nth (low + j) b []).
    { clear. revert b. induction low as [|low IH]; intros b; [reflexivity|]. destruct b as [|r b]; [now destruct j | apply IH]. }
    now rewrite N. }
  assert (Len : low + m < length b).
  { assert (L : length (lane k (skipn low b)) = length b - low) by (unfold lane; now rewrite map_length, skipn_length).
    rewrite E, app_length, repeat_length in L. simpl in L. lia. }
  split; [lia|]. intros j Hj. specialize (Cell (j - low)). replace (low + (j - low)) with j in Cell by lia. rewrite E in Cell.
  pose proof (f_equal fst Cell) as C1. pose proof (f_equal snd Cell) as C2. cbn [fst snd] in C1, C2. rewrite <- C1, <- C2.
  destruct (Nat.lt_trichotomy (j - low) m) as [L|[L|L]].
  - rewrite app_nth1 by (rewrite repeat_length; lia).
    rewrite nth_indep with (d' := (true, true)) by (rewrite repeat_length; lia). rewrite nth_repeat. cbn. split; split; intros; (lia || reflexivity).
  - rewrite app_nth2, repeat_length, L, Nat.sub_diag by (rewrite repeat_length; lia). cbn. split; split; intros; (lia || reflexivity || discriminate).
  - rewrite app_nth2, repeat_length by (rewrite repeat_length; lia). destruct (j - low - m) as [|d] eqn:D; [lia|]. cbn [nth].
    rewrite nth_repeat. cbn. split; split; intros; (lia || discriminate).
Qed.

Lemma shield_from w n low b : w = 2 * n -> rows_of w b -> banded true w low b -> forall r c, link w b r c -> low <= r ->
  cell_of b (w - 2) r = true -> exists r', low <= r' < length b /\ shielded true w b r'.
Proof.
  intros Hw Hb Hband. induction r as [r IH] using lt_wf_ind. intros c Link Hr Last.
  (** the rightmost lane that is empty in this row, if there is one *)
  assert (Find : forall k, k <= n -> (forall j, k <= j < n -> cell_of b (2 * j) r = true) \/
    exists j, k <= j < n /\ cell_of b (2 * j) r = false /\ forall j', j < j' < n -> cell_of b (2 * j') r = true).
  { assert (G : forall d k, k + d = n -> (forall j, k <= j < n -> cell_of b (2 * j) r = true) \/
      exists j, k <= j < n /\ cell_of b (2 * j) r = false /\ forall j', j < j' < n -> cell_of b (2 * j') r = true).
    { induction d as [|d IHd]; intros k Hk; [left; intros j Hj; lia|].
      destruct (IHd (S k) ltac:(lia)) as [A|(j & Hj & A)]; [|right; exists j; split; [lia | exact A]].
      destruct (cell_of b (2 * k) r) eqn:Ek.
      - left. intros j Hj. destruct (Nat.eq_dec j k) as [->|]; [exact Ek | apply A; lia].
      - right. exists k. split; [lia|]. split; [exact Ek|]. intros j' Hj'. apply A. lia. }
    intros k Hk. apply (G (n - k)). lia. }
  destruct (Find 0 ltac:(lia)) as [All|(k & Hk & Empty & Right)].
  - exists r. split; [split; [exact Hr | apply (link_key _ _ _ _ Link)]|]. split; [now exists c|]. intros _ c' Hc'.
    destruct (Nat.Even_or_Odd c') as [[j ->]|[j ->]]; [left; apply All; lia|]. right. replace (S (2 * j + 1)) with (2 * S j) by lia. apply All. lia.
  - assert (Hlast : S k < n).
    { destruct (Nat.eq_dec (S k) n) as [E|]; [|lia]. replace (w - 2) with (2 * k) in Last by lia. congruence. }
    destruct (lane_cells w low b k Hb Hband ltac:(lia)) as (t & Ht & T).
    destruct (lane_cells w low b (S k) Hb Hband ltac:(lia)) as (t' & Ht' & T').
    assert (Lt : t < r) by (destruct (Nat.le_gt_cases r t) as [X|X]; [apply T in X; [congruence | exact Hr] | exact X]).
    assert (Le : r <= t') by (apply (T' r Hr); apply Right; lia).
    apply (IH t Lt (2 * k + 1)).
    + apply (below_another w b r c); [exact Link | | exact Lt | lia|].
      * split; [lia|]. split; [lia|]. replace (2 * k + 1 - 1) with (2 * k) by lia. split; [apply T; lia|].
        apply not_true_is_false. intros X. apply T in X; lia.
      * intros row Hrow. replace (S (2 * k + 1)) with (2 * S k) by lia. apply T'; lia.
    + lia.
    + destruct (lane_cells w low b (n - 1) Hb Hband ltac:(lia)) as (t0 & _ & T0). replace (w - 2) with (2 * (n - 1)) in * by lia.
      apply T0; [lia|]. apply T0 in Last; lia.
Qed.

Lemma has_shield g b low : is_well g b -> Nat.even (width g) = true -> 2 <= width g -> banded true (width g) low b ->
  exists r, low <= r < length b /\ shielded true (width g) b r.
Proof.
  intros [Hd Hb] Heven Hw Hband. apply Nat.even_spec in Heven. destruct Heven as [n Hn].
  destruct (lane_cells _ low b (n - 1) Hb Hband ltac:(lia)) as (t & Ht & T).
  assert (Top : link (width g) b t (width g - 1)).
  { apply at_wall. split; [lia|]. split; [lia|]. split.
    - replace (width g - 1 - 1) with (2 * (n - 1)) by lia. apply T; lia.
    - replace (width g - 1) with (2 * (n - 1) + 1) by lia. apply not_true_is_false. intros X. apply T in X; lia. }
  apply (shield_from (width g) n low b Hn Hb Hband t _ Top ltac:(lia)).
  replace (width g - 2) with (2 * (n - 1)) by lia. apply T; lia.
Qed.

(** The flats of a well, and after right kinks those of its shield. *)
Lemma after_right_kinks lowest g b r ps : is_well g b ->
  (forall c t x y, allowed (how g) (width g) c t x y -> slides (width g) c t x y) ->
  r < length b -> shielded lowest (width g) b r -> plays g b ps -> (forall p, In p ps -> fst (fst (fst p)) = false) ->
  let start := Flat.State b (seq 0 (length b)) (length b) in
  let after := fold_left (Flat.step (width g)) (map (fun p => let '(_, t, x, y) := p in (t, x, y)) ps) start in
  exists i, nth_error (Flat.tags after) i = Some r /\
  (lowest = true -> forall t x y, In t (turns (kink false)) -> allowed (how g) (width g) (Flat.the_well after) t x y -> i <= y).
Proof.
  intros [Hd Hb] Hrule Hr Hs Hp Hl start after.
  assert (Ho : Flat.orderly (width g) start).
  { split; [exact Hb|]. split; [apply seq_length|]. split; [apply sorted_seq|]. apply Forall_forall. intros a Ha. apply in_seq in Ha. cbn. lia. }
  assert (Ha : nth_error (Flat.tags start) r = Some r).
  { cbn [Flat.tags start]. rewrite (nth_error_nth' (seq 0 (length b)) 0) by (rewrite seq_length; lia). now rewrite seq_nth by lia. }
  destruct (shield_lasts lowest g r ps start r Ho Hrule Hp Hl Ha Hs) as (_ & i & Hi & (c & Link) & Tight).
  exists i. split; [exact Hi|]. intros Low t' x y Ht' Hallow. destruct (link_key _ _ _ _ Link) as (Len & _).
  apply (not_past (width g) (Flat.the_well after) t' x y i); auto.
Qed.

Theorem lemma_3_holds : StatementsFlats.lemma_3.
Proof.
  intros g b low Hwell Hrule Heven Hw Hband. destruct (has_shield g b low Hwell Heven Hw Hband) as (r & Hr & Hs).
  exists r. split; [exact Hr|]. intros ps Hp Hl start after.
  destruct (after_right_kinks true g b r ps Hwell Hrule (proj2 Hr) Hs Hp Hl) as (i & Hi & Low).
  exists i. split; [exact Hi | exact (Low eq_refl)].
Qed.
