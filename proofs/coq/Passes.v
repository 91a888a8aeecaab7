(** Cycles gone through again and again: Proposition 2, and the rows of the cycle-band.
    Each flat of these rows comes lower in each pass, until it dies. *)
From Coq Require Import Arith ZArith Bool List Sorted Lia.
From Topple Require Import Statements Wells Plays Tags Stacks Lemma2 Flats.
Import ListNotations Well WellGame Flat.

Section Width.
  Context {w : nat}.
  Notation step := (step w).
  Notation pass := (pass w).
  Notation all_tags := (all_tags w).
  Notation rows := (rows w).
  Notation stop := (fold_left step).
  Notation placed := (@placed w).
  Notation happens e a s ps := (Flat.happens w e a s ps).
  Notation touched := (fun a s p => born w a s p \/ grows w a s p \/ sinks w a s p \/ dies w a s p).

  (** * Pass after pass *)
  Lemma position {B} (keeps : B -> bool) (none : B) T : forall (W : list B) i a, length T = length W -> nth_error T i = Some a ->
    keeps (nth i W none) = true ->
    exists i', nth_error (map fst (filter (fun e : nat * B => keeps (snd e)) (combine T W))) i' = Some a /\ i' <= i /\
    (forall lo, lo <= i -> (forall j, j < lo -> keeps (nth j W none) = true) -> lo <= i') /\
    ((exists j, j < i /\ keeps (nth j W none) = false) -> i' < i).
  Proof.
    induction T as [|b T IH]; intros [|r W] i a Hl Ha Hk; try discriminate; [destruct i; discriminate|].
    injection Hl as Hl. destruct i as [|i]; cbn [nth_error nth] in Ha, Hk.
    - injection Ha as ->. exists 0. cbn [combine filter snd]. rewrite Hk. split; [reflexivity|]. split; [lia|]. split; [lia|].
      intros (j & Hj & _). lia.
    - destruct (IH W i a Hl Ha Hk) as (i' & H1 & H2 & H3 & H4). cbn [combine filter snd]. destruct (keeps r) eqn:Er.
      + exists (S i'). split; [exact H1|]. split; [lia|]. split.
        * intros [|lo] Hlo Hall; [lia|]. enough (lo <= i') by lia. apply H3; [lia|]. intros j Hj. apply (Hall (S j)). lia.
        * intros ([|j] & Hj & Hf); [cbn in Hf; congruence|]. enough (i' < i) by lia. apply H4. exists j. split; [lia | exact Hf].
      + exists i'. split; [exact H1|]. split; [lia|]. split; [|intros _; lia].
        intros [|lo] Hlo Hall; [lia|]. specialize (Hall 0 ltac:(lia)). cbn in Hall. congruence.
  Qed.

  Lemma put_elsewhere j cells : forall b, (forall c, In c cells -> snd c <> j) -> nth j (fold_left fill cells b) [] = nth j b [].
  Proof.
    induction cells as [|c cells IH]; intros b H; [reflexivity|]. cbn [fold_left]. rewrite IH by (intros d Hd; apply H; now right).
    unfold fill. rewrite nth_update. destruct (Nat.eqb_spec (snd c) j) as [Eq|]; [|reflexivity]. destruct (H c (or_introl eq_refl) Eq).
  Qed.

  Definition clean (s : state) : Prop := Forall (fun r => full r = false) (the_well s).
  Lemma step_clean s p : clean (step s p).
  Proof.
    apply Forall_forall. intros r Hr. cbn [the_well Flat.step] in Hr. apply filter_In in Hr. now apply negb_true_iff.
  Qed.
  Lemma full_not_below s p j : clean s -> placed s p -> j < snd p -> is_full w j s p = false.
  Proof.
    destruct p as [[t x] y]. intros Hc (_ & _ & _ & Hy) Hj. cbn [snd] in Hj. unfold is_full. cbn [Flat.rows].
    change (with_piece w (the_well s) t x y) with (filled w (the_well s) t x y). unfold filled. rewrite put_elsewhere.
    - unfold higher. rewrite app_nth1 by lia. unfold clean in Hc. rewrite Forall_forall in Hc. apply Hc. apply nth_In. lia.
    - intros c Hin. apply in_map_iff in Hin. destruct Hin as (c0 & <- & _). cbn [snd]. lia.
  Qed.

  Definition legal (low : nat) (s : state) (ps : list placing) : Prop :=
    orderly w s /\ clean s /\ Forall (fun e => placed (fst e) (snd e)) (pass s ps) /\ forall y, In y (map snd ps) -> low <= y.
  Lemma legal_tail low s p ps : legal low s (p :: ps) -> placed s p /\ low <= snd p /\ legal low (step s p) ps.
  Proof.
    intros (Ho & Hc & Hp & Hl). cbn [Flat.pass] in Hp. inversion Hp as [|? ? H1 H2]; subst. split; [exact H1|]. split; [apply Hl; now left|].
    split; [now apply step_orderly|]. split; [apply step_clean|]. split; [exact H2|]. intros y Hy. apply Hl. now right.
  Qed.
  Lemma legal_app low s ps1 ps2 : legal low s (ps1 ++ ps2) -> legal low s ps1 /\ legal low (stop ps1 s) ps2.
  Proof.
    revert s. induction ps1 as [|p ps1 IH]; intros s H.
    - split; [|exact H]. destruct H as (Ho & Hc & _ & _). split; [exact Ho|]. split; [exact Hc|]. split; [constructor | intros y []].
    - destruct (legal_tail _ _ _ _ H) as (H1 & H2 & H3). destruct (IH _ H3) as (I1 & I2). split; [|exact I2].
      destruct H as (Ho & Hc & _). destruct I1 as (_ & _ & J & K). split; [exact Ho|]. split; [exact Hc|]. split.
      + constructor; assumption.
      + intros y [<-|Hy]; [exact H2 | now apply K].
  Qed.

  Lemma one_down low s p a i : orderly w s -> clean s -> placed s p -> low <= snd p -> lies w a i s p -> low <= i ->
    dies w a s p \/ exists i', nth_error (tags (step s p)) i' = Some a /\ low <= i' <= i /\ (sinks w a s p -> i' < i).
  Proof.
    intros Ho Hc Hp Hlow Ha Hi. destruct (is_full w i s p) eqn:Ei; [left; now exists i | right].
    pose proof Ho as (_ & Hl & _). destruct (position (fun r => negb (full r)) [] (all_tags s p) (rows s p) i a (all_length s p Hl) Ha)
      as (i' & P1 & P2 & P3 & P4); [now apply negb_true_iff|].
    exists i'. split; [exact P1|]. split.
    - split; [|exact P2]. apply P3; [exact Hi|]. intros j Hj. apply negb_true_iff. apply (full_not_below s p j Hc Hp). lia.
    - intros (k & Hk & _ & j & Hj & Hf). apply P4. exists j. unfold is_full in Hf. rewrite Hf. split; [|reflexivity].
      assert (k = i) as ->; [|exact Hj]. destruct (all_sorted s p Ho) as [S _]. apply sorted_NoDup in S. rewrite NoDup_nth_error in S. apply S.
      + apply nth_error_Some. unfold lies in Hk. congruence.
      + unfold lies in *. congruence.
  Qed.

  Lemma all_down low a ps : forall s i, legal low s ps -> nth_error (tags s) i = Some a -> low <= i ->
    happens (dies w) a s ps \/
    exists i', nth_error (tags (stop ps s)) i' = Some a /\ low <= i' <= i /\ (happens (sinks w) a s ps -> i' < i).
  Proof.
    induction ps as [|p ps IH]; intros s i Hleg Ha Hi.
    - right. exists i. split; [exact Ha|]. split; [lia|]. intros H. inversion H.
    - destruct (legal_tail _ _ _ _ Hleg) as (Hp & Hlow & Hrest). destruct Hleg as (Ho & Hc & _). rewrite !happens_cons.
      assert (Lies : lies w a i s p).
      { unfold lies, Flat.all_tags. rewrite nth_error_app1; [exact Ha|]. apply nth_error_Some. congruence. }
      destruct (one_down low s p a i Ho Hc Hp Hlow Lies Hi) as [D|(i1 & T1 & L1 & S1)]; [tauto|].
      destruct (IH _ i1 Hrest T1 ltac:(lia)) as [D|(i2 & T2 & L2 & S2)]; [tauto | right].
      exists i2. cbn [fold_left]. split; [exact T2|]. split; [lia|].
      intros H. apply happens_cons in H. destruct H as [H|H]; [specialize (S1 H) | specialize (S2 H)]; lia.
  Qed.

  Lemma touched_low low s p a : orderly w s -> clean s -> placed s p -> low <= snd p -> touched a s p -> exists i, lies w a i s p /\ low <= i.
  Proof.
    intros Ho Hc Hp Hlow H. pose proof Ho as (_ & Hl & _).
    assert (Y : snd p <= length (tags s)) by (rewrite Hl; destruct p as [[t x] y]; apply Hp).
    destruct H as [(i & Hi & L)|[(i & Hi & _ & c & _ & L)|[(i & Hi & _ & j & Hj & Hf)|(i & Hi & Hf)]]]; exists i; (split; [exact Hi|]).
    - lia.
    - lia.
    - destruct (Nat.lt_ge_cases j (snd p)) as [X|X]; [|lia]. rewrite (full_not_below s p j Hc Hp X) in Hf. discriminate.
    - destruct (Nat.lt_ge_cases i (snd p)) as [X|X]; [|lia]. rewrite (full_not_below s p i Hc Hp X) in Hf. discriminate.
  Qed.

  Lemma cycle_legal s ps low : Flat.cycle w s ps -> (forall y, In y (map snd ps) -> low <= y) -> legal low s ps.
  Proof.
    intros (Ho & Hne & Hend & Hp) Hlow. split; [exact Ho|]. split; [|split; [|exact Hlow]].
    - unfold clean. rewrite <- Hend. destruct (exists_last Hne) as (ps' & p & ->). rewrite fold_left_app. apply step_clean.
    - revert Hp. apply Forall_impl. intros [c [[t x] y]] H. exact H.
  Qed.
  Lemma same_wells ps : forall s s', the_well s = the_well s' ->
    the_well (stop ps s) = the_well (stop ps s') /\ map (fun e => (the_well (fst e), snd e)) (pass s ps) = map (fun e => (the_well (fst e), snd e)) (pass s' ps).
  Proof.
    induction ps as [|[[t x] y] ps IH]; intros s s' H; [now split|]. cbn [fold_left Flat.pass map fst snd].
    assert (N : the_well (step s (t, x, y)) = the_well (step s' (t, x, y))) by (cbn [the_well Flat.step Flat.rows]; now rewrite H).
    destruct (IH _ _ N) as [I1 I2]. split; [exact I1 | now rewrite I2, H].
  Qed.
  Lemma cycle_again s ps : Flat.cycle w s ps -> Flat.cycle w (stop ps s) ps.
  Proof.
    intros (Ho & Hne & Hend & Hp). destruct (same_wells ps _ _ Hend) as [W1 W2]. split; [now apply stop_orderly|]. split; [exact Hne|].
    split; [exact W1|]. set (ok := fun e : well * placing => let '(t, x, y) := snd e in
      NoDup t /\ (exists across, In (across, 0) t) /\ fits w (fst e) t x y = true /\ y <= length (fst e)).
    assert (G : forall l, Forall (fun e : state * placing => let '(t, x, y) := snd e in
      NoDup t /\ (exists across, In (across, 0) t) /\ fits w (the_well (fst e)) t x y = true /\ y <= length (the_well (fst e))) l <->
      Forall ok (map (fun e => (the_well (fst e), snd e)) l)) by (intros l; now rewrite Forall_map).
    apply G. rewrite W2. now apply G.
  Qed.

  Lemma lowest_dies s ps low a : Flat.cycle w s ps -> In low (map snd ps) -> (forall y, In y (map snd ps) -> low <= y) ->
    nth_error (tags s) low = Some a -> happens (dies w) a s ps.
  Proof.
    intros Hc Hin Hlow Ha. pose proof (cycle_legal s ps low Hc Hlow) as Hleg.
    destruct (all_down low a ps s low Hleg Ha (le_n _)) as [D|(i' & _ & L & S)]; [exact D|].
    apply in_map_iff in Hin. destruct Hin as (p & Ey & Hin). apply in_split in Hin. destruct Hin as (before & after & Eps).
    pose proof Hleg as Hleg'. rewrite Eps in Hleg'. destruct (legal_app _ _ _ _ Hleg') as [L1 L2].
    destruct (all_down low a before s low L1 Ha (le_n _)) as [D|(i1 & T1 & M1 & _)]; [rewrite Eps, happens_app; now left|].
    assert (i1 = low) as -> by lia. apply old_dies; [exact Hc | now apply nth_error_In in Ha | | intros H; specialize (S H); lia].
    assert (Len : low < length (tags (stop before s))) by (apply nth_error_Some; congruence).
    unfold band. rewrite Eps. apply happens_app. right. apply happens_cons. left. right. left. exists low. split; [|split; [exact Len|]].
    - unfold lies, Flat.all_tags. now rewrite nth_error_app1.
    - destruct (legal_tail _ _ _ _ L2) as (Hp & _ & _). destruct p as [[t x] y]. destruct Hp as (_ & (across & Hcell) & _).
      cbn [fst snd] in *. exists (across, 0). split; [exact Hcell | cbn [snd]; lia].
  Qed.

  (** In each pass a flat of these rows comes lower, or dies. *)
  Lemma lower s ps low a i : Flat.cycle w s ps -> In low (map snd ps) -> (forall y, In y (map snd ps) -> low <= y) ->
    nth_error (tags s) i = Some a -> low <= i ->
    happens (dies w) a s ps \/ exists i', nth_error (tags (stop ps s)) i' = Some a /\ low <= i' < i.
  Proof.
    intros Hc Hin Hlow Ha Hi. pose proof (cycle_legal s ps low Hc Hlow) as Hleg.
    destruct (Nat.eq_dec i low) as [->|Hne]; [left; now apply (lowest_dies s ps low)|].
    destruct (all_down low a ps s i Hleg Ha Hi) as [D|(i' & T & L & S)]; [now left|].
    destruct (nth_error (tags s) low) as [g|] eqn:Eg; [|apply nth_error_None in Eg; assert (i < length (tags s)) by (apply nth_error_Some; congruence); lia].
    pose proof (lowest_dies s ps low g Hc Hin Hlow Eg) as D. pose proof Hc as (Ho & _). pose proof Ho as (_ & _ & Sorted & _).
    assert (Hlt : g < a) by (apply (sorted_nth _ Sorted low i g a Eg Ha); lia).
    apply Exists_exists in D. destruct D as ((e & p) & Hpin & (r & Hr & Hf)). cbn [fst snd] in Hr, Hf.
    destruct (pass_split ps s e p Hpin) as (before & after & Eps & Ee).
    destruct (lasts_or_dies a before s Ho (nth_error_In _ _ Ha)) as [There|D]; [|left; rewrite Eps, happens_app; now left].
    assert (Hoe : orderly w e) by (subst e; now apply stop_orderly). rewrite <- Ee in There.
    apply (old_there (w := w) e p) in There. apply In_nth_error in There. destruct There as (j & Hj).
    destruct (all_sorted e p Hoe) as [Se _]. assert (Lt : r < j) by (apply (sorted_nth _ Se r j g a Hr Hj); exact Hlt).
    destruct (is_full w j e p) eqn:Ej.
    - left. apply Exists_exists. exists (e, p). split; [exact Hpin|]. exists j. now split.
    - right. exists i'. split; [exact T|]. assert (H : happens (sinks w) a s ps).
      { apply Exists_exists. exists (e, p). split; [exact Hpin|]. exists j. split; [exact Hj|]. split; [exact Ej|]. now exists r. }
      specialize (S H). lia.
  Qed.

  Lemma dies_later ps low a : In low (map snd ps) -> (forall y, In y (map snd ps) -> low <= y) -> forall i s, Flat.cycle w s ps ->
    nth_error (tags s) i = Some a -> low <= i -> exists m, happens (dies w) a s (concat (repeat ps m)).
  Proof.
    intros Hin Hlow. induction i as [i IH] using lt_wf_ind. intros s Hc Ha Hi.
    destruct (lower s ps low a i Hc Hin Hlow Ha Hi) as [D|(i' & T & L)].
    - exists 1. cbn [repeat concat]. now rewrite app_nil_r.
    - destruct (IH i' ltac:(lia) (stop ps s) (cycle_again s ps Hc) T ltac:(lia)) as (m & D). exists (S m).
      cbn [repeat concat]. apply happens_app. now right.
  Qed.

  Lemma dies_some_time ps a m : forall s, Flat.cycle w s ps -> band w a s (concat (repeat ps m)) ->
    exists m', happens (dies w) a s (concat (repeat ps m')).
  Proof.
    induction m as [|m IH]; intros s Hc Hb; [inversion Hb|]. cbn [repeat concat] in Hb. unfold band in Hb. apply happens_app in Hb.
    destruct Hb as [Hb|Hb].
    - destruct (least (map snd ps)) as (low & Hin & Hlow); [destruct Hc as (_ & Hne & _); now destruct ps|].
      pose proof (cycle_legal s ps low Hc Hlow) as Hleg. pose proof Hc as (Ho & _).
      unfold Flat.happens in Hb. apply Exists_exists in Hb. destruct Hb as ((e & p) & Hpin & H). cbn [fst snd] in H.
      destruct (pass_split ps s e p Hpin) as (before & after & Eps & Ee). rewrite Eps in Hleg.
      destruct (legal_app _ _ _ _ Hleg) as [_ L2]. rewrite <- Ee in L2. destruct (legal_tail _ _ _ _ L2) as (Hp & Hy & L3).
      destruct L2 as (Hoe & Hce & _). destruct (touched_low low e p a Hoe Hce Hp Hy H) as (i & Hi & Li).
      assert (End : happens (dies w) a s ps \/ exists i', nth_error (tags (stop ps s)) i' = Some a /\ low <= i').
      { rewrite Eps, happens_app, happens_cons, fold_left_app. cbn [fold_left]. rewrite <- Ee.
        destruct (one_down low e p a i Hoe Hce Hp Hy Hi Li) as [D|(i1 & T1 & M1 & _)]; [tauto|].
        destruct (all_down low a after (step e p) i1 L3 T1 ltac:(lia)) as [D|(i2 & T2 & M2 & _)]; [tauto|].
        right. exists i2. split; [exact T2 | lia]. }
      destruct End as [D|(i' & T & L)]; [exists 1; cbn [repeat concat]; now rewrite app_nil_r|].
      destruct (dies_later ps low a Hin Hlow i' (stop ps s) (cycle_again s ps Hc) T L) as (m' & D). exists (S m').
      cbn [repeat concat]. apply happens_app. now right.
    - destruct (IH (stop ps s) (cycle_again s ps Hc) Hb) as (m' & D). exists (S m'). cbn [repeat concat]. apply happens_app. now right.
  Qed.

  (** * The rows of the band *)
  Lemma below_low low s p i : orderly w s -> clean s -> placed s p -> low <= snd p -> i < low ->
    nth_error (tags (step s p)) i = nth_error (tags s) i.
  Proof.
    intros Ho Hc Hp Hlow Hi. pose proof Ho as (_ & Hl & _). pose proof (all_length (w := w) s p Hl) as Hall. pose proof (rows_longer (w := w) s p) as Hlong.
    assert (Y : snd p <= length (tags s)) by (rewrite Hl; destruct p as [[t x] y]; apply Hp).
    destruct (nth_error (tags s) i) as [a|] eqn:Ea; [|apply nth_error_None in Ea; lia].
    assert (La : nth_error (all_tags s p) i = Some a) by (unfold Flat.all_tags; rewrite nth_error_app1 by lia; exact Ea).
    destruct (combine_nth_error _ (rows s p) i a La Hall) as (row & _ & Hcomb).
    cbn [tags Flat.step]. rewrite nth_error_map, filter_front, Hcomb; [reflexivity | rewrite combine_length; lia|].
    intros j [da dr] Hj. rewrite combine_nth by exact Hall. cbn [snd].
    pose proof (full_not_below s p j Hc Hp ltac:(lia)) as F. unfold is_full in F. rewrite nth_indep with (d' := []) by lia. now rewrite F.
  Qed.
  Lemma always_below low i ps : forall s, legal low s ps -> i < low -> nth_error (tags (stop ps s)) i = nth_error (tags s) i.
  Proof.
    induction ps as [|p ps IH]; intros s Hleg Hi; [reflexivity|]. destruct (legal_tail _ _ _ _ Hleg) as (Hp & Hlow & Hrest).
    destruct Hleg as (Ho & Hc & _). cbn [fold_left]. rewrite (IH _ Hrest Hi). now apply (below_low low).
  Qed.

  Lemma band_rows s ps low c i a : Flat.cycle w s ps -> In low (map snd ps) -> (forall y, In y (map snd ps) -> low <= y) ->
    in_pass w c s ps -> nth_error (tags c) i = Some a -> (band w a s ps <-> low <= i).
  Proof.
    intros Hc Hin Hlow Hpass Ha. pose proof (cycle_legal s ps low Hc Hlow) as Hleg. pose proof Hc as (Ho & _).
    assert (Part : exists before after, ps = before ++ after /\ c = stop before s).
    { destruct Hpass as [->|(p & Hp)]; [exists ps, []; now rewrite app_nil_r|].
      destruct (pass_split ps s c p Hp) as (before & after & -> & ->). eauto. }
    destruct Part as (before & after & Eps & ->). pose proof Hleg as Hleg'. rewrite Eps in Hleg'.
    destruct (legal_app _ _ _ _ Hleg') as [L1 _]. split; intros H.
    - destruct (Nat.le_gt_cases low i) as [L|L]; [exact L | exfalso]. rewrite (always_below low i before s L1 L) in Ha.
      unfold band, Flat.happens in H. apply Exists_exists in H. destruct H as ((e & p) & Hpin & H). cbn [fst snd] in H.
      destruct (pass_split ps s e p Hpin) as (b1 & b2 & E1 & Ee). rewrite E1 in Hleg. destruct (legal_app _ _ _ _ Hleg) as [M1 M2].
      rewrite <- Ee in M2. destruct (legal_tail _ _ _ _ M2) as (Hp & Hy & _). destruct M2 as (Hoe & Hce & _).
      destruct (touched_low low e p a Hoe Hce Hp Hy H) as (k & Hk & Lk).
      rewrite <- (always_below low i b1 s M1 L), <- Ee in Ha.
      assert (Hi : nth_error (all_tags e p) i = Some a).
      { unfold Flat.all_tags. rewrite nth_error_app1; [exact Ha|]. apply nth_error_Some. congruence. }
      destruct (all_sorted e p Hoe) as [S _]. apply sorted_NoDup in S. rewrite NoDup_nth_error in S.
      assert (i = k); [|lia]. apply S; [apply nth_error_Some; congruence | unfold lies in Hk; congruence].
    - destruct (first_or_born a before s (nth_error_In _ _ Ha)) as [Hs|Hb].
      + apply In_nth_error in Hs. destruct Hs as (r & Hr).
        assert (Lr : low <= r).
        { destruct (Nat.le_gt_cases low r) as [L|L]; [exact L|]. rewrite <- (always_below low r before s L1 L) in Hr.
          destruct (stop_orderly before s Ho) as (_ & _ & S & _). apply sorted_NoDup in S. rewrite NoDup_nth_error in S.
          assert (i = r); [|lia]. apply S; [apply nth_error_Some; congruence | congruence]. }
        destruct (lower s ps low a r Hc Hin Hlow Hr Lr) as [D|(r' & T & L)]; [apply happens_band; now left|].
        destruct (happens_known (w := w) (sinks w) a s ps (sinks_known a)) as [K|K]; [apply happens_band; tauto|].
        (** What does not sink stays in its row. *)
        destruct (stays a ps s r Ho (proj1 (proj2 (proj2 Hleg))) Hr K) as [D|(T' & _)]; [apply happens_band; now left|].
        destruct (stop_orderly ps s Ho) as (_ & _ & S & _). apply sorted_NoDup in S. rewrite NoDup_nth_error in S.
        assert (r' = r); [|lia]. apply S; [apply nth_error_Some; congruence | congruence].
      + apply happens_band. right. right. rewrite Eps, happens_app. now left.
  Qed.
End Width.

Theorem proposition_2_holds : StatementsFlats.proposition_2.
Proof. intros w s ps m a Hc. now apply dies_some_time. Qed.

Theorem cycle_band_rows_holds : StatementsFlats.cycle_band_rows.
Proof.
  intros w s ps Hc. destruct (least (map snd ps)) as (low & Hin & Hlow); [destruct Hc as (_ & Hne & _); now destruct ps|].
  exists low. split; [exact Hin|]. split; [exact Hlow|]. intros c i a. now apply band_rows.
Qed.
