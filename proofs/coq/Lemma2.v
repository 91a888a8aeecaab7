(** Cycles of kinks: each kink is upright in a lane, on top of it, and what lies in the
    lanes above the lowest play is a stack of full segments under a half-full one. *)
From Coq Require Import Arith ZArith Bool List Lia.
From Topple Require Import Statements Wells Plays Lanes Potential Kinks Stacks.
Import ListNotations Well WellGame.

Notation E := ((false, false) : segment).
Notation F := ((true, true) : segment).

(** * Quiet plays: those that leave the potential as it is *)
Section Even.
  Variables (g : game) (n : nat).
  Hypothesis some_lane : 1 <= n.
  Hypothesis even_width : width g = 2 * n.
  Let d := depth g.
  Let w := 2 * n.
  Notation pot := (potential n d).

  Definition may (b : well) (p : play_of_kink) : Prop :=
    let '(l, t, x, y) := p in
    good n d b /\ In t (turns (kink l)) /\ allowed (how g) (width g) b t x y /\ length (after g b p) <= d.

  Lemma may_good b p : may b p -> good n d (after g b p).
  Proof.
    destruct p as [[[l t] x] y]. intros ([Hb _] & _ & _ & Hd). split; [|exact Hd].
    cbn [after]. rewrite even_width. now apply played_rows.
  Qed.
  Lemma may_falls b p : may b p -> (pot (after g b p) <= pot b)%Z.
  Proof.
    destruct p as [[[l t] x] y]. intros (Hb & Ht & Ha & Hd). cbn [after] in *. rewrite even_width in *.
    destruct (run_step n d 0 (how g) ltac:(lia) l t b x y Hb Ht Ha Hd) as [S|[S _]]; unfold w; lia.
  Qed.

  (** The kink is upright in a lane, on its half-full top. *)
  Lemma quiet l t x y b : may b (l, t, x, y) -> pot (after g b (l, t, x, y)) = pot b ->
    t = upright l /\ exists k, k < n /\ x = 2 * k /\ top (lane k b) = half l /\ reach (lane k b) = S y /\
    (forall j, j < n -> buried (lane j (filled w b t x y)) = buried (lane j b)) /\
    (forall j, j < n -> j <> k -> reach (lane j (filled w b t x y)) = reach (lane j b)).
  Proof.
    intros (Hb & Ht & Ha & Hd) P. cbn [after] in *. rewrite even_width in *. fold w in Ha, Hd, P.
    pose proof Hb as [Hrows Hlen]. destruct Ha as (Hrest & _). pose proof Hrest as Hfit. unfold at_rest in Hfit.
    apply andb_true_iff in Hfit. destruct Hfit as [Hfit _]. destruct (full_rows_0 n 0 ltac:(lia)) as [R1 _].
    pose proof (sum_played (fall n) w b t x y Hrows (kink_NoDup l t x y Ht) Hfit R1) as S1.
    unfold potential in P. rewrite S1 in P.
    destruct (fall_added n l t w b x y eq_refl Ht Hfit) as [Neg|(Zero & -> & k & Hk & ->)].
    - exfalso. pose proof (costs_bounds n d ltac:(lia) b Hlen) as B1. pose proof (costs_bounds n d ltac:(lia) _ Hd) as B2.
      assert (V : (scale n d * added (fall n) x t <= scale n d * -1)%Z) by (apply Z.mul_le_mono_nonneg_l; unfold scale; lia).
      unfold scale in *. lia.
    - split; [reflexivity|]. exists k. rewrite Zero, Z.add_0_r in P.
      assert (Hk' : 2 * k + 1 < w) by (unfold w; lia).
      destruct (in_lane_after n ltac:(lia) l k b y Hk Hrows) as (Thin & _ & Sum). fold w in Thin, Sum.
      pose proof (thinned_cost _ _ (Thin k Hk)) as Ck.
      destruct (in_lane_cost l w k b y Hrows Hk' Hrest) as [C|(C & T1 & T2)]; [lia|].
      split; [exact Hk|]. split; [reflexivity|]. split; [exact T1|].
      destruct (in_lane l w k b y Hrows Hk' Hrest) as (pre & p & q & post & m & E0 & E1 & G & Hpre).
      assert (Shape : p = true /\ q = false /\ top post = E).
      { destruct (above_empty (lane k b) m) as [A1 A2]. rewrite E0 in A1, A2. rewrite <- A1 in T1. rewrite E1 in T2, C. rewrite <- A2 in C.
        assert (TX : top (low_seg l p :: E :: high_seg l q :: post) <> E \/ last pre F <> E).
        { destruct G as [-> |G]; [left | now right]. cbn [top]. destruct (top post) as [[] []], l, q; discriminate. }
        assert (TX' : top (low_then l p :: F :: high_then l q :: post) <> E).
        { cbn [top]. destruct (top post) as [[] []], l, p, q; discriminate. }
        pose proof (cost_app pre _ _ TX TX') as D. rewrite C, Z.sub_diag in D. clear -D. cbn [cost top] in D.
        destruct (top post) as [[] []], l, p, q; cbn [low_seg low_then high_seg high_then price] in D; try (exfalso; lia); auto. }
      destruct Shape as (-> & -> & Tp).
      assert (X1 : top (low_seg l true :: E :: high_seg l false :: post) = half l) by (cbn [top]; rewrite Tp; now destruct l).
      assert (X2 : top (low_then l true :: F :: high_then l false :: post) = half l) by (cbn [top]; rewrite Tp; now destruct l).
      assert (N : half l <> E) by (destruct l; discriminate).
      assert (Bp : buried post = 0).
      { destruct (top_nil post Tp) as (i & ->). exact (proj1 (buried_above [] i)). }
      destruct (buried_above (lane k b) m) as [B1 B2]. rewrite E0 in B1, B2. split; [|split].
      + rewrite <- B2, reach_app by (rewrite X1; exact N). rewrite Hpre. cbn [reach]. rewrite X1.
        replace (top (E :: high_seg l false :: post)) with E by (cbn [top]; rewrite Tp; now destruct l).
        destruct l; cbn; lia.
      + intros j Hj. destruct (Nat.eq_dec j k) as [->|Hne].
        * rewrite E1, <- B1. apply buried_app.
          -- cbn [buried]. rewrite Bp, Tp. destruct l; reflexivity.
          -- cbn [buried top]. rewrite Bp, Tp. destruct l; reflexivity.
          -- rewrite X2. exact N.
          -- rewrite X1. exact N.
        * rewrite in_lane_others by auto. apply buried_above.
      + intros j Hj Hne. rewrite in_lane_others by auto. apply buried_above.
  Qed.

  (** * Along the plays *)
  Fixpoint chain (Q : well -> play_of_kink -> Prop) (b : well) (ps : list play_of_kink) : Prop :=
    match ps with [] => True | p :: rest => Q b p /\ chain Q (after g b p) rest end.
  Notation stop := (fold_left (after g)).

  Lemma chain_app Q ps1 : forall ps2 b, chain Q b (ps1 ++ ps2) <-> chain Q b ps1 /\ chain Q (stop ps1 b) ps2.
  Proof. induction ps1 as [|p ps1 IH]; intros ps2 b; cbn [app chain fold_left]; [tauto|]. rewrite IH. tauto. Qed.
  Lemma chain_weaken (Q Q' : well -> play_of_kink -> Prop) : (forall b p, Q b p -> Q' b p) -> forall ps b, chain Q b ps -> chain Q' b ps.
  Proof. intros H. induction ps as [|p ps IH]; intros b; cbn [chain]; [auto|]. intros [H1 H2]. auto. Qed.

  (** What never grows, and is the same at the end, is the same all along. *)
  Lemma constant (Q : well -> play_of_kink -> Prop) (M : well -> Z) : (forall b p, Q b p -> (M (after g b p) <= M b)%Z) ->
    forall ps b, chain Q b ps -> (M (stop ps b) <= M b)%Z /\
    (M (stop ps b) = M b -> chain (fun c p => Q c p /\ M c = M b /\ M (after g c p) = M b) b ps).
  Proof.
    intros H. induction ps as [|p ps IH]; intros b; cbn [chain fold_left]; [split; [lia | auto]|].
    intros [H1 H2]. specialize (H b p H1). destruct (IH _ H2) as [I1 I2]. split; [lia|]. intros Eq.
    assert (Z : M (after g b p) = M b) by lia. split; [auto|]. rewrite <- Z. apply I2. lia.
  Qed.
  Lemma chain_in Q ps : forall b p, chain Q b ps -> In p ps -> exists c, Q c p.
  Proof. induction ps as [|q ps IH]; intros b p []; [intros []|]. intros [<-|Hp]; eauto. Qed.

  Lemma plays_chain ps : forall b, good n d b -> plays g b ps -> chain may b ps.
  Proof.
    induction ps as [|[[[l t] x] y] ps IH]; intros b Hb; cbn [plays chain]; [auto|]. intros (Ht & Ha & Hd & Hr).
    assert (M : may b (l, t, x, y)) by (cbn [may]; auto). split; [exact M|]. apply IH; [now apply may_good | exact Hr].
  Qed.

  Definition still (b : well) (p : play_of_kink) : Prop := may b p /\ pot (after g b p) = pot b.
  Lemma cycle_still b ps : good n d b -> cycle g b ps -> chain still b ps.
  Proof.
    intros Hb (_ & Hp & Hs). destruct (constant may (potential n d) may_falls ps b (plays_chain ps b Hb Hp)) as [_ C].
    rewrite Hs in C. specialize (C eq_refl). revert C. apply chain_weaken. intros c p (H1 & H2 & H3). split; [exact H1 | congruence].
  Qed.

  (** ** What a quiet play does to the lanes *)
  Lemma still_lane b l t x y i : still b (l, t, x, y) -> i < n ->
    (buried (lane i (after g b (l, t, x, y))) <= buried (lane i b)) /\
    (buried (lane i (after g b (l, t, x, y))) = buried (lane i b) ->
     let h := buried (lane i b) in
     (sum one (firstn h b) <= sum one (firstn h (after g b (l, t, x, y))))%Z /\
     (y < h -> (sum one (firstn h b) < sum one (firstn h (after g b (l, t, x, y))))%Z)) /\
    (reach (lane i b) <> S y -> reach (lane i (after g b (l, t, x, y))) <= reach (lane i b) /\
     sum (one_lane w i) (after g b (l, t, x, y)) = (sum (one_lane w i) b - 8)%Z).
  Proof.
    intros [Hm Hpot] Hi. destruct (quiet l t x y b Hm Hpot) as (-> & k & Hk & -> & T & R & Bu & Re).
    destruct Hm as ([Hb Hlen] & Ht & Ha & Hd). cbn [after] in *. rewrite even_width in *. fold w in Ha, Hb, Hd, Bu, Re |- *.
    rewrite played_keep in *. pose proof (filled_rows w b (upright l) (2 * k) y Hb) as Hf.
    destruct (keep_buried w i (filled w b (upright l) (2 * k) y) Hf ltac:(unfold w; lia)) as (K1 & K2 & K3).
    rewrite (Bu i Hi) in K2, K3. split; [exact K2|]. split.
    - intros Eq. specialize (K3 Eq). cbv zeta. rewrite K3.
      destruct Ha as (Hrest & Hy & _). unfold at_rest in Hrest. apply andb_true_iff in Hrest. destruct Hrest as [Hfit _].
      set (m := top_row (upright l) y - length b).
      destruct (put_firstn (buried (lane i b)) (at_cell (2 * k) y (upright l)) (higher w m b)) as [P1 P2];
        [now apply (kink_NoDup l) | apply fits_free; auto; unfold m; lia|].
      assert (Low : firstn (buried (lane i b)) (higher w m b) = firstn (buried (lane i b)) b).
      { unfold higher. rewrite firstn_app.
        assert (L : forall c, buried c <= length c) by (induction c as [|s c IH]; [simpl; lia|]; cbn [buried length];
          destruct (buried c); [destruct s as [[] []], (top c) as [[] []]; lia | lia]).
        specialize (L (lane i b)). unfold lane in L at 2. rewrite map_length in L.
        replace (buried (lane i b) - length b) with 0 by lia. simpl. apply app_nil_r. }
      rewrite Low in P1, P2. fold (filled w b (upright l) (2 * k) y) in P1, P2. split; [exact P1|].
      intros Hlt. apply P2. destruct l; [exists (2 * k + 1, y + 0) | exists (2 * k + 0, y + 0)]; cbn; intuition lia.
    - intros Hne. assert (Hik : i <> k) by congruence. rewrite (Re i Hi Hik) in K1. split; [exact K1|].
      destruct (full_rows_0 n i Hi) as [_ R2]. rewrite <- played_keep.
      destruct Ha as (Hrest & _). unfold at_rest in Hrest. apply andb_true_iff in Hrest. destruct Hrest as [Hfit _].
      unfold w. rewrite (sum_played _ (2 * n) b (upright l) (2 * k) y Hb (kink_NoDup _ _ _ _ Ht) Hfit R2), one_lane_added.
      rewrite (proj2 (Nat.eqb_neq k i)) by congruence. lia.
  Qed.

  (** A lane that reaches no higher than the lowest play is not played in. *)
  Lemma not_below low i ps : i < n -> forall b, chain still b ps -> (forall y, In y (map snd ps) -> low <= y) ->
    reach (lane i b) <= low -> sum (one_lane w i) (stop ps b) = (sum (one_lane w i) b - 8 * Z.of_nat (length ps))%Z.
  Proof.
    intros Hi. induction ps as [|[[[l t] x] y] ps IH]; intros b Hc Hlow Hr; cbn [fold_left]; [simpl; lia|].
    destruct Hc as [Hs Hc]. destruct (still_lane b l t x y i Hs Hi) as (_ & _ & S).
    pose proof (Hlow y (or_introl eq_refl)) as Hy. destruct S as [S1 S2]; [lia|].
    rewrite (IH _ Hc (fun z Hz => Hlow z (or_intror Hz))) by lia. rewrite S2. cbn [length]. lia.
  Qed.

  (** * The structure *)
  Lemma buried_below b ps i : good n d b -> cycle g b ps -> i < n -> forall y, In y (map snd ps) -> buried (lane i b) <= y.
  Proof.
    intros Hb Hc Hi y Hy. pose proof (cycle_still b ps Hb Hc) as C. destruct Hc as (_ & _ & Hs).
    destruct (constant still (fun c => Z.of_nat (buried (lane i c)))) with (ps := ps) (b := b) as [_ C2]; [|exact C|].
    { intros c [[[l t] x] z] H. destruct (still_lane c l t x z i H Hi) as (S & _). lia. }
    rewrite Hs in C2. specialize (C2 eq_refl). set (h := buried (lane i b)) in *.
    destruct (constant (fun c p => still c p /\ buried (lane i c) = h /\ buried (lane i (after g c p)) = h)
      (fun c => (- sum one (firstn h c))%Z)) with (ps := ps) (b := b) as [_ C3].
    { intros c [[[l t] x] z] (H & H1 & H2). destruct (still_lane c l t x z i H Hi) as (_ & S & _).
      destruct S as [S _]; [congruence|]. rewrite H1 in S. lia. }
    { revert C2. apply chain_weaken. intros c p (H1 & H2 & H3). split; [exact H1 | lia]. }
    rewrite Hs in C3. specialize (C3 eq_refl).
    apply in_map_iff in Hy. destruct Hy as ([[[l t] x] z] & <- & Hin). destruct (chain_in _ _ _ _ C3 Hin) as (c & (H & H1 & H2) & E1 & E2).
    destruct (still_lane c l t x z i H Hi) as (_ & S & _). destruct S as [_ S]; [congruence|]. rewrite H1 in S.
    cbn [snd]. destruct (Nat.le_gt_cases h z) as [L|L]; [exact L|]. specialize (S L). lia.
  Qed.

  Lemma plays_run l ps : forall b, (forall p, In p ps -> fst (fst (fst p)) = l) -> plays g b ps ->
    run (how g) w d (repeat l (length ps)) b (stop ps b).
  Proof.
    induction ps as [|[[[l' t] x] y] ps IH]; intros b Hl; [constructor|]. intros (Ht & Ha & Hd & Hr).
    cbn [length repeat fold_left]. pose proof (Hl _ (or_introl eq_refl)) as <-. cbn [fst] in *.
    cbn [after] in *. rewrite even_width in *. apply (run_one _ _ _ _ _ _ _ t x y); auto. apply IH; [|exact Hr].
    intros p Hp. apply Hl. now right.
  Qed.

  Lemma all_tops l b ps i : good n d b -> cycle g b ps -> (forall p, In p ps -> fst (fst (fst p)) = l) -> i < n ->
    top (lane i b) = half l.
  Proof.
    intros Hb (Hne & Hp & Hs) Hl Hi. pose proof (plays_run l ps b Hl Hp) as R. rewrite Hs in R.
    destruct (phase n d i (how g) Hi l (length ps) b b Hb R) as [P|[_ [[_ P]|[P _]]]]; [lia | exact P|].
    destruct ps; [congruence | cbn [length] in P; lia].
  Qed.

  Lemma structure l b ps low : good n d b -> cycle g b ps -> (forall p, In p ps -> fst (fst (fst p)) = l) ->
    In low (map snd ps) -> (forall y, In y (map snd ps) -> low <= y) -> banded l w low b.
  Proof.
    intros Hb Hc Hl Hin Hlow i Hi. assert (Hn : i < n) by (unfold w in Hi; lia).
    replace (lane i (skipn low b)) with (skipn low (lane i b)) by (unfold lane; apply skipn_map).
    apply stack; [now apply (all_tops l b ps) | now apply (buried_below b ps)|].
    destruct (Nat.lt_ge_cases low (reach (lane i b))) as [L|L]; [exact L | exfalso].
    pose proof (not_below low i ps Hn b (cycle_still b ps Hb Hc) Hlow L) as S. destruct Hc as (Hne & _ & Hs). rewrite Hs in S.
    destruct ps; [congruence | cbn [length] in S; lia].
  Qed.

  (** A cycle may start at any of its wells. *)
  Lemma plays_app ps1 : forall ps2 b, plays g b (ps1 ++ ps2) <-> plays g b ps1 /\ plays g (stop ps1 b) ps2.
  Proof.
    induction ps1 as [|[[[l t] x] y] ps1 IH]; intros ps2 b; cbn [app plays fold_left]; [tauto|]. rewrite IH. tauto.
  Qed.
  Lemma turned before later b : cycle g b (before ++ later) -> cycle g (stop before b) (later ++ before).
  Proof.
    intros (Hne & Hp & Hs). apply plays_app in Hp. destruct Hp as [H1 H2]. rewrite fold_left_app in Hs. split; [|split].
    - intros E0. apply app_eq_nil in E0. destruct E0 as [-> ->]. now apply Hne.
    - apply plays_app. split; [exact H2|]. now rewrite Hs.
    - rewrite fold_left_app. now rewrite Hs.
  Qed.
  Lemma stop_good ps : forall b, good n d b -> plays g b ps -> good n d (stop ps b).
  Proof.
    induction ps as [|[[[l t] x] y] ps IH]; intros b Hb; cbn [plays fold_left]; [auto|]. intros (Ht & Ha & Hd & Hr).
    apply IH; [|exact Hr]. apply may_good. cbn [may]. auto.
  Qed.
End Even.

(** * Lemma 2 *)
Lemma cycle_even g b ps : is_well g b -> cycle g b ps -> exists n, 1 <= n /\ width g = 2 * n.
Proof.
  intros [Hd Hb] (Hne & Hp & Hs). destruct (Nat.Even_or_Odd (width g)) as [[n Hn]|[half Hn]].
  - exists n. split; [|exact Hn]. destruct ps as [|[[[l t] x] y] ps]; [congruence|]. destruct Hp as (Ht & (Ha & _) & _).
    unfold at_rest in Ha. apply andb_true_iff in Ha. destruct Ha as [Ha _]. apply (kink_fits l) in Ha; [lia | exact Ht].
  - exfalso. assert (G : forall ps b, rows_of (width g) b -> plays g b ps ->
      sum (odd_weight (width g)) (fold_left (after g) ps b) = (sum (odd_weight (width g)) b + 4 * Z.of_nat (length ps))%Z).
    { clear -Hn. induction ps as [|[[[l t] x] y] ps IH]; intros b Hb Hp; cbn [fold_left]; [simpl; lia|].
      destruct Hp as (Ht & (Ha & _) & _ & Hr). unfold at_rest in Ha. apply andb_true_iff in Ha. destruct Ha as [Ha _].
      rewrite IH; [|now apply played_rows | exact Hr]. cbn [after length]. rewrite Hn in *. rewrite (odd_step half l) by auto. lia. }
    specialize (G ps b Hb Hp). rewrite Hs in G. destruct ps; [congruence | cbn [length] in G; lia].
Qed.

Theorem lemma_2_lanes_holds : StatementsWells.lemma_2_lanes.
Proof.
  intros g b ps Hw Hc. destruct (cycle_even g b ps Hw Hc) as (n & Hn & Hwidth). split.
  - rewrite Hwidth. apply Nat.even_spec. now exists n.
  - intros l t x y Hin. destruct Hw as [Hd Hb]. rewrite Hwidth in Hb.
    pose proof (cycle_still g n Hn Hwidth b ps (conj Hb Hd) Hc) as C.
    destruct (chain_in g _ _ _ _ C Hin) as (c & Hm & Hpot).
    destruct (quiet g n Hn Hwidth l t x y c Hm Hpot) as (-> & k & _ & -> & _). exists k. intros cell Hcell.
    destruct l; cbn in Hcell; intuition (subst; cbn [fst]; lia).
Qed.

Lemma least (l : list nat) : l <> [] -> exists low, In low l /\ forall y, In y l -> low <= y.
Proof.
  induction l as [|a l IH]; [congruence|]. intros _. destruct l as [|a' l].
  - exists a. split; [now left|]. intros y [<-|[]]. lia.
  - destruct IH as (low & H1 & H2); [discriminate|]. destruct (Nat.le_gt_cases a low) as [L|L].
    + exists a. split; [now left|]. intros y [<-|Hy]; [lia|]. specialize (H2 y Hy). lia.
    + exists low. split; [now right|]. intros y [<-|Hy]; [lia | now apply H2].
Qed.

Lemma above_reach c : forall row, reach c <= row -> nth row c E = E.
Proof.
  induction c as [|s c IH]; intros row H; [now destruct row|]. cbn [reach] in H.
  destruct (top (s :: c)) as [t1 t2] eqn:T. destruct t1, t2; try (destruct row; [lia|]; apply IH; lia).
  destruct (top_nil _ T) as (m & Eq). rewrite Eq. clear. revert row. induction m; intros [|row]; cbn; auto.
Qed.

Theorem lemma_2_structure_holds : StatementsWells.lemma_2_structure.
Proof.
  intros g b ps l Hw Hc Hl. destruct (cycle_even g b ps Hw Hc) as (n & Hn & Hwidth).
  destruct Hw as [Hd Hb]. rewrite Hwidth in *.
  destruct (least (map snd ps)) as (low & Hin & Hlow).
  { destruct Hc as [Hne _]. destruct ps; [congruence | discriminate]. }
  exists low. split; [exact Hin|]. split; [exact Hlow|]. intros before later Eps c.
  assert (Hg : good n (depth g) c).
  { apply (stop_good g n Hwidth); [now split|]. destruct Hc as (_ & Hp & _). rewrite Eps in Hp. now apply plays_app in Hp. }
  assert (Same : forall A (f : play_of_kink -> A) a, In a (map f ps) <-> In a (map f (later ++ before))).
  { intros A f a. rewrite Eps, !map_app, !in_app_iff. tauto. }
  assert (Hl' : forall p, In p (later ++ before) -> fst (fst (fst p)) = l).
  { intros p Hp. apply Hl. rewrite Eps. apply in_app_iff in Hp. apply in_app_iff. tauto. }
  rewrite Eps in Hc. apply turned in Hc. fold c in Hc. split.
  - apply (structure g n Hn Hwidth l c (later ++ before)); auto; [now apply Same|]. intros y Hy. apply Hlow. now apply Same.
  - intros t x y rest -> row Hrow. pose proof (cycle_still g n Hn Hwidth c _ Hg Hc) as [[Hm Hpot] _].
    destruct (quiet g n Hn Hwidth l t x y c Hm Hpot) as (_ & k & Hk & -> & _ & R & _).
    pose proof (above_reach (lane k c) row ltac:(lia)) as Em. rewrite lane_cell in Em.
    pose proof (f_equal fst Em) as E1. pose proof (f_equal snd Em) as E2. cbn [fst snd] in E1, E2.
    unfold open. cbn [fst snd]. unfold cell_of in E1, E2. rewrite E1, E2.
    rewrite !(proj2 (Nat.ltb_lt _ _)) by lia. auto.
Qed.
