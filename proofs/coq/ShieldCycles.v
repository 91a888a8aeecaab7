(** Lemma 3 in cycles of left kinks: the whole shield, in every state, and after one more
    left kink. Such a kink fills an empty cell of the shield only if it is played upright
    on top of the lane; then the lanes are stacks as before. *)
From Coq Require Import Arith ZArith Bool List Lia.
From Topple Require Import Statements Wells Plays Lanes Potential Kinks Lemma2 Shield Algorithm2.
Import ListNotations Well WellGame.

(** * A shield, from its lowest flat *)
Lemma make_shield g b low lowest : is_well g b ->
  (forall c t x y, allowed (how g) (width g) c t x y -> slides (width g) c t x y) ->
  low <= lowest -> shielded true (width g) b lowest -> shield g low b.
Proof.
  intros Hb Hrule Hlow Hs. pose proof Hs as [(x0 & Link0) _]. destruct (link_key _ _ _ _ Link0) as (Len0 & _).
  exists (fun r => lowest <= r /\ exists x, link (width g) b r x), lowest.
  split; [split; [lia | now exists x0]|]. split.
  - intros r [Hr (x & Link)]. split; [lia|]. destruct (link_key _ _ _ _ Link) as (Len & Hx & _ & Empty).
    split; [exact Len|]. exists x. unfold cell_of in Empty. unfold open. cbn [fst snd].
    assert (Lt : (x <? width g) = true) by (apply Nat.ltb_lt; lia). rewrite Lt, Empty. split; [reflexivity|].
    destruct (Nat.eq_dec (x + 1) (width g)) as [W|W]; [now left | right]. split; [lia|].
    destruct (link_right _ _ _ _ Link ltac:(lia)) as [_ Up]. unfold cell_of in Up. rewrite !Nat.add_1_r, Up. apply andb_false_r.
  - intros ps Hp Hl start state. split.
    + intros r [Hr (x & Link)]. destruct (link_key _ _ _ _ Link) as (Len & _).
      assert (Sh : shielded false (width g) b r) by (split; [now exists x | discriminate]).
      destruct (after_right_kinks false g b r ps Hb Hrule Len Sh Hp Hl) as (i & Hi & _). now exists i.
    + destruct (after_right_kinks true g b lowest ps Hb Hrule Len0 Hs Hp Hl) as (i & Hi & Low).
      exists i. split; [exact Hi | exact (Low eq_refl)].
Qed.

(** * One more left kink *)
Section Left.
  Variables (w low : nat) (b : well).
  Hypothesis rows : rows_of w b.
  Hypothesis band : banded true w low b.
  Hypothesis even : Nat.even w = true.

  (** The empty cells of the shield are in right columns of lanes, on top of them. *)
  Lemma link_odd r c : link w b r c -> low <= r -> exists k, c = 2 * k + 1 /\ 2 * k + 1 < w /\
    forall j, low <= j -> (cell_of b (2 * k) j = true <-> j <= r) /\ (cell_of b (2 * k + 1) j = true <-> j < r).
  Proof.
    intros L Hr. destruct (link_key _ _ _ _ L) as (Len & Hc & Left & Empty). pose proof (link_right _ _ _ _ L) as Right.
    apply Nat.even_spec in even. destruct even as [n Hn].
    destruct (Nat.Even_or_Odd c) as [[k ->]|[k ->]].
    - exfalso. destruct (lane_cells w low b k rows band ltac:(lia)) as (t & Ht & T).
      destruct Right as [R _]; [lia|]. replace (S (2 * k)) with (2 * k + 1) in R by lia.
      apply T in R; [|exact Hr]. assert (X : cell_of b (2 * k) r = true) by (apply T; lia). congruence.
    - exists k. split; [reflexivity|]. split; [lia|]. destruct (lane_cells w low b k rows band ltac:(lia)) as (t & Ht & T).
      replace (2 * k + 1 - 1) with (2 * k) in Left by lia. assert (E : t = r); [|now rewrite <- E].
      apply T in Left; [|exact Hr]. destruct (Nat.eq_dec t r) as [|N]; [assumption|].
      assert (X : cell_of b (2 * k + 1) r = true) by (apply T; lia). congruence.
  Qed.

  Lemma left_key t x y r c : In t (turns (kink true)) -> allowed slide w b t x y -> link w b r c ->
    In (c, r) (at_cell x y t) -> t = upright true /\ c = x + 1 /\ r = y.
  Proof.
    intros Ht (Hrest & Hy & Hhow) Hl Hin. destruct (link_key _ _ _ _ Hl) as (Hlen & Hc & Hleft & Hempty).
    pose proof (link_right _ _ _ _ Hl) as Hright.
    assert (Hf : fits w b t x y = true) by (unfold at_rest in Hrest; now apply andb_true_iff in Hrest).
    pose proof (fits_cells _ _ _ _ _ Hf) as C.
    apply in_map_iff in Hin. destruct Hin as (d & E & Hd). injection E as E1 E2.
    assert (beside : forall d1 d2, In d1 t -> In d2 t -> snd d1 = snd d2 -> fst d2 = S (fst d1) ->
      (c, r) <> (x + fst d1, y + snd d1) /\ (c, r) <> (x + fst d2, y + snd d2)).
    { intros d1 d2 H1 H2 Hs H12. destruct (C d1 H1) as [W1 X1], (C d2 H2) as [W2 X2]. split; intros Q; injection Q as -> ->.
      - destruct Hright as [R _]; [lia|]. replace (S (x + fst d1)) with (x + fst d2) in R by lia. rewrite Hs in R. congruence.
      - replace (x + fst d2 - 1) with (x + fst d1) in Hleft by lia. rewrite <- Hs in Hleft. congruence. }
    destruct (kink_turns true t Ht) as [-> | ->].
    - exfalso. destruct (beside (0,0) (1,0)) as [B1 B2]; try (simpl; tauto). destruct (beside (1,1) (2,1)) as [B3 B4]; try (simpl; tauto).
      rewrite <- E1, <- E2 in *. cbn [lying In] in Hd.
      repeat (destruct Hd as [<-|Hd]; [cbn [fst snd] in *; congruence|]). destruct Hd.
    - destruct (beside (0,1) (1,1)) as [B1 B2]; try (simpl; tauto).
      assert (top : (c, r) <> (x, y + 2)).
      { intros Q. injection Q as -> ->.
        assert (S1 : S x < w) by (destruct (C (1,0)) as [W _]; [simpl; tauto | cbn [fst] in W; lia]).
        destruct Hright as [R _]; [lia|].
        inversion Hhow as [x' Hf'|x' y' H Hf'|x' y' H Hf'|x' y' H Hf']; subst.
        - lia.
        - assert (Hf2 : fits w b (upright true) (S x) y = true) by (inversion H; assumption).
          destruct (fits_cells _ _ _ _ _ Hf2 (0,2) ltac:(simpl; tauto)) as [_ X]. cbn [fst snd] in X. rewrite Nat.add_0_r in X. congruence.
        - assert (Hf2 : fits w b (upright true) x' y = true) by (inversion H; assumption).
          destruct (fits_cells _ _ _ _ _ Hf2 (0,2) ltac:(simpl; tauto)) as [_ X]. cbn [fst snd] in X. rewrite Nat.add_0_r in X.
          replace (S x' - 1) with x' in Hleft by lia. congruence.
        - assert (Hf2 : fits w b (upright true) x (S y) = true) by (inversion H; assumption).
          destruct (fits_cells _ _ _ _ _ Hf2 (1,1) ltac:(simpl; tauto)) as [_ X]. cbn [fst snd] in X.
          replace (x + 1) with (S x) in X by lia. replace (S y + 1) with (y + 2) in X by lia. congruence. }
      split; [reflexivity|]. rewrite <- E1, <- E2 in *. cbn [upright In] in Hd.
      repeat (destruct Hd as [<-|Hd]; [cbn [fst snd] in *; rewrite ?Nat.add_0_r in *; first [congruence | split; lia]|]). destruct Hd.
  Qed.
End Left.

(** ** Lanes, told by cells *)
Lemma cell_skip low (b : well) c j : cell_of (skipn low b) c j = cell_of b c (low + j).
Proof.
  unfold cell_of. f_equal. revert b. induction low as [|low IH]; intros b; [reflexivity|].
  destruct b as [|r b]; [now destruct j | apply IH].
Qed.

Lemma cells_empty k X : (forall j, cell_of X (2 * k) j = false /\ cell_of X (2 * k + 1) j = false) ->
  lane k X = repeat (false, false) (length X).
Proof.
  induction X as [|r X IH]; intros H; [reflexivity|]. cbn [lane map length repeat]. f_equal.
  - destruct (H 0) as [H1 H2]. unfold seg. unfold cell_of in H1, H2. cbn [nth] in H1, H2. now rewrite H1, H2.
  - apply IH. intros j. exact (H (S j)).
Qed.

Lemma cells_topped k X : forall m, m < length X ->
  (forall j, (cell_of X (2 * k) j = true <-> j <= m) /\ (cell_of X (2 * k + 1) j = true <-> j < m)) -> topped true (lane k X).
Proof.
  induction X as [|r X IH]; intros m Hm H; [simpl in Hm; lia|]. cbn [lane map].
  assert (Low : seg k r = (cell_of (r :: X) (2 * k) 0, cell_of (r :: X) (2 * k + 1) 0)) by reflexivity.
  destruct m as [|m].
  - exists 0, (length X). cbn [repeat app]. f_equal.
    + rewrite Low. destruct (H 0) as [[_ H1] H2]. rewrite H1 by lia.
      destruct (cell_of (r :: X) (2 * k + 1) 0); [|reflexivity]. destruct H2 as [H2 _]. specialize (H2 eq_refl). lia.
    + apply cells_empty. intros j. destruct (H (S j)) as [[H1 _] [H2 _]]. split; apply not_true_is_false; intros X1.
      * specialize (H1 X1). lia.
      * specialize (H2 X1). lia.
  - destruct (IH m) as (n & n' & E); [simpl in Hm; lia | | ].
    + intros j. destruct (H (S j)) as [[H1 H1'] [H2 H2']]. split; split; intros Q.
      * apply H1 in Q. lia.
      * apply H1'. lia.
      * apply H2 in Q. lia.
      * apply H2'. lia.
    + exists (S n), n'. cbn [repeat app]. f_equal; [|exact E]. rewrite Low.
      destruct (H 0) as [[_ H1] [_ H2]]. now rewrite H1, H2 by lia.
Qed.

(** Full rows go. *)
Lemma topped_keep w k X : rows_of w X -> 2 * k + 1 < w -> topped true (lane k X) -> topped true (lane k (keep X)).
Proof.
  intros Hr Hk. induction Hr as [|r X Hr HX IH]; intros H; [exact H|]. cbn [lane map] in H.
  unfold keep. cbn [filter]. destruct (full r) eqn:E; cbn [negb].
  - apply IH. rewrite (seg_full w k r Hr Hk E) in H. destruct H as ([|m] & m' & Q); cbn [repeat app] in Q; [discriminate|].
    injection Q as Q. now exists m, m'.
  - cbn [lane map]. destruct H as ([|m] & m' & Q); cbn [repeat app] in Q;
      pose proof (f_equal (hd F) Q) as Q1; pose proof (f_equal (@tl _) Q) as Q2; cbn [hd tl] in Q1, Q2.
    + assert (G : filter (fun r => negb (full r)) X = X).
      { assert (Empty : forall Y n, rows_of w Y -> map (seg k) Y = repeat (false, false) n -> filter (fun r => negb (full r)) Y = Y).
        { clear - Hk. intros Y. induction Y as [|r Y IH]; intros n HY Q; [reflexivity|]. inversion HY as [|? ? Hr HY']; subst.
          destruct n as [|n]; [discriminate|]. cbn [map repeat] in Q. pose proof (f_equal (hd F) Q) as Q1. pose proof (f_equal (@tl _) Q) as Q2. cbn [hd tl] in Q1, Q2. cbn [filter].
          destruct (full r) eqn:E; [rewrite (seg_full _ k r eq_refl Hk E) in Q1; discriminate|]. cbn [negb]. f_equal. now apply (IH n). }
        now apply (Empty X m'). }
      rewrite G. exists 0, m'. cbn [repeat app]. now rewrite Q1, Q2.
    + destruct IH as (n & n' & E'); [now exists m, m'|]. exists (S n), n'. cbn [repeat app]. rewrite Q1. f_equal. exact E'.
Qed.

Lemma banded_keep w low X : rows_of w X -> banded true w low X -> banded true w (rank low X) (keep X).
Proof.
  intros HX H k Hk. specialize (H k Hk).
  assert (E : skipn (rank low X) (keep X) = keep (skipn low X)).
  { unfold rank, keep. rewrite <- (firstn_skipn low X) at 2. rewrite filter_app, skipn_app, skipn_all, Nat.sub_diag. reflexivity. }
  rewrite E. apply (topped_keep w); [|exact Hk | exact H].
  unfold rows_of in *. rewrite <- (firstn_skipn low X) in HX. apply Forall_app in HX. apply HX.
Qed.

Lemma put_in w cells : forall b x y, rows_of w b -> x < w -> y < length b -> In (x, y) cells ->
  cell_of (fold_left fill cells b) x y = true.
Proof.
  induction cells as [|c cells IH]; intros b x y Hb Hx Hy H; [destruct H|]. cbn [fold_left].
  destruct H as [->|H].
  - apply cells_put. unfold cell_of, fill. cbn [fst snd]. rewrite nth_update, Nat.eqb_refl.
    assert (L : (y <? length b) = true) by now apply Nat.ltb_lt. rewrite L. cbn [andb]. rewrite nth_update, Nat.eqb_refl.
    assert (R : length (nth y b []) = w) by (apply (proj1 (Forall_forall _ _) Hb); now apply nth_In).
    rewrite R. assert (L' : (x <? w) = true) by now apply Nat.ltb_lt. now rewrite L'.
  - apply IH; [apply (put_rows w [c] b Hb) | exact Hx | | exact H]. unfold fill. rewrite update_length. exact Hy.
Qed.

(** A left kink upright on top of a lane leaves all lanes as they were, or higher. *)
Lemma banded_on_top w low b k y : rows_of w b -> banded true w low b -> 2 * k + 1 < w -> low <= y ->
  cell_of b (2 * k) y = true -> cell_of b (2 * k + 1) y = false ->
  banded true w low (filled w b (upright true) (2 * k) y).
Proof.
  intros Hb Hband Hk Hy Left Right k' Hk'. set (W := filled w b (upright true) (2 * k) y).
  assert (Len : y + 2 < length W /\ length b <= length W).
  { unfold W, filled. rewrite put_length. unfold higher, top_row. rewrite app_length, repeat_length.
    change (fold_right Nat.max 0 (map snd (upright true))) with 2. lia. }
  assert (HH : forall m, rows_of w (higher w m b)) by (intros m; now apply rows_higher).
  assert (Cells : forall x' y', x' < w -> (cell_of W x' y' = true <->
    cell_of b x' y' = true \/ In (x', y') (at_cell (2 * k) y (upright true)))).
  { intros x' y' Hx'. unfold W, filled. split.
    - intros H. apply cells_put in H. now rewrite cell_higher in H.
    - intros [H|H].
      + apply cells_put. now rewrite cell_higher.
      + apply (put_in w); [apply HH | exact Hx' | | exact H]. unfold higher, top_row. rewrite app_length, repeat_length.
        change (fold_right Nat.max 0 (map snd (upright true))) with 2.
        unfold at_cell in H. cbn [map upright In fst snd] in H. destruct H as [Q|[Q|[Q|[Q|[]]]]]; injection Q; lia. }
  destruct (lane_cells w low b k' Hb Hband Hk') as (t & Ht & T).
  destruct (lane_cells w low b k Hb Hband Hk) as (t0 & Ht0 & T0).
  assert (E0 : t0 = y).
  { apply T0 in Left; [|exact Hy]. destruct (Nat.eq_dec t0 y) as [|N]; [assumption|].
    assert (Q : cell_of b (2 * k + 1) y = true) by (apply T0; lia). congruence. }
  subst t0. destruct (Nat.eq_dec k' k) as [->|Ne].
  - apply (cells_topped k (skipn low W) (y + 2 - low)); [rewrite skipn_length; lia|].
    intros j. rewrite !cell_skip, !Cells by lia. destruct (T0 (low + j) ltac:(lia)) as [T1 T2]. rewrite T1, T2.
    unfold at_cell. cbn [map upright In fst snd]. split; split.
    + intros [Q|[Q|[Q|[Q|[Q|[]]]]]]; try injection Q; lia.
    + intros Q. destruct (Nat.le_gt_cases (low + j) y) as [A|A]; [now left | right].
      destruct (Nat.eq_dec (low + j) (y + 1)) as [B|B]; [right; left; f_equal; lia | left; f_equal; lia].
    + intros [Q|[Q|[Q|[Q|[Q|[]]]]]]; try injection Q; lia.
    + intros Q. destruct (Nat.lt_ge_cases (low + j) y) as [A|A]; [now left | right].
      destruct (Nat.eq_dec (low + j) (y + 1)) as [B|B]; [do 2 right; left; f_equal; lia | do 3 right; left; f_equal; lia].
  - apply (cells_topped k' (skipn low W) (t - low)); [rewrite skipn_length; lia|].
    intros j. rewrite !cell_skip, !Cells by lia. destruct (T (low + j) ltac:(lia)) as [T1 T2]. rewrite T1, T2.
    unfold at_cell. cbn [map upright In fst snd]. split; split.
    + intros [Q|[Q|[Q|[Q|[Q|[]]]]]]; try injection Q; lia.
    + intros Q. left. lia.
    + intros [Q|[Q|[Q|[Q|[Q|[]]]]]]; try injection Q; lia.
    + intros Q. left. lia.
Qed.

(** ** The shield that is there afterwards *)
Lemma link_filled_above w b t x y r0 : (forall r c, r0 <= r -> link w b r c -> ~ In (c, r) (at_cell x y t)) ->
  forall r c, link w b r c -> r0 <= r -> link w (filled w b t x y) r c.
Proof.
  intros Out. assert (Stay : forall x' y', cell_of b x' y' = true -> cell_of (filled w b t x y) x' y' = true).
  { intros x' y' Hc. apply cells_put. now rewrite cell_higher. }
  assert (Key : forall r c, r0 <= r -> link w b r c -> key w (filled w b t x y) r c).
  { intros r c Hr L. destruct (link_key _ _ _ _ L) as (K1 & K2 & K3 & K4). split; [|split; [exact K2|split; [now apply Stay|]]].
    - unfold filled. rewrite put_length. unfold higher. rewrite app_length. lia.
    - apply not_true_is_false. intros T. apply cells_put in T. destruct T as [T|T]; [rewrite cell_higher in T; congruence|].
      exact (Out _ _ Hr L T). }
  intros r c H. induction H as [r K|r1 c1 r c H IH K Hr Hc Hw]; intros H0.
  - apply at_wall. apply Key; [exact H0 | now apply at_wall].
  - apply (below_another _ _ r1 c1); auto; [apply IH; lia|]. apply Key; [exact H0 | now apply (below_another _ _ r1 c1)].
Qed.

Lemma after_left_kink g b low t x y : is_well g b -> Nat.even (width g) = true -> 2 <= width g -> banded true (width g) low b ->
  In t (turns (kink true)) -> allowed slide (width g) b t x y -> length (played (width g) b t x y) <= depth g ->
  exists r, shielded true (width g) (played (width g) b t x y) r.
Proof.
  intros Hwell Heven Hw Hband Ht Hallow Hd. pose proof (proj2 Hwell) as Hb. set (w := width g) in *.
  assert (HW : rows_of w (filled w b t x y)) by now apply filled_rows.
  destruct (has_shield g b low Hwell Heven Hw Hband) as (r0 & Hr0 & (c0 & Link0) & Tight). fold w in Link0, Tight.
  assert (D : (t = upright true /\ Nat.even x = true /\ low <= y /\ cell_of b x y = true /\ cell_of b (x + 1) y = false) \/
              ~ (t = upright true /\ Nat.even x = true /\ low <= y /\ cell_of b x y = true /\ cell_of b (x + 1) y = false)).
  { destruct (kink_turns true t Ht) as [-> | ->]; [right; intros [Q _]; discriminate|].
    destruct (Nat.even x), (Nat.le_gt_cases low y), (cell_of b x y), (cell_of b (x + 1) y); try (right; intros (_ & Q1 & Q2 & Q3 & Q4); (lia || discriminate)).
    left. auto. }
  destruct D as [(-> & Ex & Hy & L & R)|No].
  - apply Nat.even_spec in Ex. destruct Ex as [k ->].
    assert (Hk : 2 * k + 1 < w).
    { destruct Hallow as (Ha & _). unfold at_rest in Ha. apply andb_true_iff in Ha. destruct Ha as [Ha _].
      destruct (fits_cells _ _ _ _ _ Ha (1,1)) as [X _]; [simpl; tauto | exact X]. }
    pose proof (banded_on_top w low b k y Hb Hband Hk Hy L R) as B.
    apply (banded_keep w low _ HW) in B. rewrite <- played_keep in B.
    assert (Hwell' : is_well g (played w b (upright true) (2 * k) y)) by (split; [exact Hd | now apply played_rows]).
    destruct (has_shield g _ _ Hwell' Heven Hw B) as (r & _ & Hs). now exists r.
  - assert (Out : forall r c, r0 <= r -> link w b r c -> ~ In (c, r) (at_cell x y t)).
    { intros r c Hr Lk Hin. destruct (left_key w b t x y r c Ht Hallow Lk Hin) as (E1 & E2 & E3). apply No. subst r.
      destruct (link_odd w low b Hb Hband Heven y c Lk ltac:(lia)) as (k & E4 & Hk & T).
      assert (Ex : x = 2 * k) by lia. subst x. destruct (T y ltac:(lia)) as [[_ T1] [T2 _]].
      split; [exact E1|]. split; [rewrite Nat.even_mul; reflexivity|]. split; [lia|]. split; [apply T1; lia|].
      apply not_true_is_false. intros Q. apply T2 in Q. lia. }
    pose proof (link_filled_above w b t x y r0 Out r0 c0 Link0 (Nat.le_refl _)) as LinkW.
    pose proof (link_key _ _ _ _ LinkW) as K. pose proof (key_not_full _ _ _ _ HW K) as F. destruct K as (Len & _).
    exists (rank r0 (filled w b t x y)). rewrite played_keep. split; [exists c0; now apply link_keep|].
    intros Hl c Hc. rewrite !rank_cell by assumption.
    destruct (Tight Hl c Hc) as [X|X]; [left | right]; apply cells_put; now rewrite cell_higher.
Qed.

(** * In cycles *)
Lemma plays_before g before : forall b later, is_well g b -> plays g b (before ++ later) ->
  is_well g (fold_left (after g) before b) /\ plays g (fold_left (after g) before b) later.
Proof.
  induction before as [|[[[l t] x] y] before IH]; intros b later Hb H; [now split|].
  cbn [app plays] in H. destruct H as (_ & _ & Hd & H). cbn [fold_left]. apply IH; [|exact H].
  split; [exact Hd | apply played_rows, Hb].
Qed.

Theorem lemma_3_in_cycles_holds : StatementsFlats.lemma_3_in_cycles.
Proof.
  intros g b ps Hwell Hrule Hc Hleft.
  destruct (lemma_2_lanes_holds g b ps Hwell Hc) as [Heven _].
  destruct (lemma_2_structure_holds g b ps true Hwell Hc Hleft) as (low & Hin & Hmin & Hstate).
  exists low. split; [exact Hin|]. split; [exact Hmin|]. intros before later E c.
  destruct (Hstate before later E) as [Hband _]. fold c in Hband.
  destruct Hc as (Hne & Hplays & _).
  assert (Hw : 2 <= width g).
  { destruct ps as [|[[[l t] x] y] rest]; [contradiction|]. destruct Hplays as (Ht & (Ha & _) & _).
    unfold at_rest in Ha. apply andb_true_iff in Ha. destruct Ha as [Ha _]. exact (kink_fits l t _ _ x y Ht Ha). }
  rewrite E in Hplays. destruct (plays_before g before b later Hwell Hplays) as [Hcw _]. fold c in Hcw. split.
  - destruct (has_shield g c low Hcw Heven Hw Hband) as (r & Hr & Hs). now apply (make_shield g c low r Hcw Hrule).
  - intros t x y Ht Hallow Hd.
    assert (Hslide : allowed slide (width g) c t x y).
    { pose proof (Hrule _ _ _ _ Hallow). destruct Hallow as (H1 & H2 & _). now repeat split. }
    destruct (after_left_kink g c low t x y Hcw Heven Hw Hband Ht Hslide Hd) as (r & Hs).
    apply (make_shield g _ 0 r); [split; [exact Hd | apply played_rows, Hcw] | exact Hrule | lia | exact Hs].
Qed.
