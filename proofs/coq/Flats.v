(** Flats and the cycle-band: Propositions 1, 3 and 4. A flat that stays in its row and
    gets a cell cannot be there at the end of a cycle, when the row is as before. *)
From Coq Require Import Arith ZArith Bool List Sorted Lia.
From Topple Require Import Statements Wells Plays Tags.
Import ListNotations Well WellGame Flat.

Section Width.
  Context {w : nat}.
  Notation step := (step w).
  Notation pass := (pass w).
  Notation all_tags := (all_tags w).
  Notation rows := (rows w).
  Notation stop := (fold_left step).

  (** * One play *)
  Lemma rows_longer s p : length (the_well s) <= length (rows s p).
  Proof.
    destruct p as [[t x] y]. cbn [Flat.rows]. change (with_piece w (the_well s) t x y) with (filled w (the_well s) t x y).
    unfold filled. rewrite put_length. unfold higher. rewrite app_length. lia.
  Qed.
  Lemma all_length s p : length (tags s) = length (the_well s) -> length (all_tags s p) = length (rows s p).
  Proof.
    intros H. unfold Flat.all_tags. rewrite app_length, seq_length. pose proof (rows_longer s p). lia.
  Qed.
  Lemma all_sorted s p : orderly w s -> StronglySorted lt (all_tags s p) /\
    Forall (fun a => a < next (step s p)) (all_tags s p).
  Proof.
    intros (_ & Hl & Hs & Hn). rewrite Forall_forall in Hn. split.
    - apply sorted_app; [exact Hs | apply sorted_seq|]. intros a b Ha Hb. apply in_seq in Hb. specialize (Hn a Ha). lia.
    - apply Forall_forall. intros a Ha. unfold Flat.all_tags in Ha. apply in_app_iff in Ha. cbn [next Flat.step].
      destruct Ha as [Ha|Ha]; [specialize (Hn a Ha); lia | apply in_seq in Ha; lia].
  Qed.
  Lemma step_orderly s p : orderly w s -> orderly w (step s p).
  Proof.
    intros H. destruct (all_sorted s p H) as [S N]. destruct H as (Hr & Hl & _). split; [|split; [|split]].
    - destruct p as [[t x] y]. now apply (played_rows w (the_well s) t x y).
    - cbn [tags the_well Flat.step]. rewrite map_length. pose proof (all_length s p Hl) as L. revert L.
      generalize (all_tags s p) (rows s p). intros T W. revert W.
      induction T as [|a T IH]; intros [|r W] L; try discriminate; [reflexivity|]. cbn [combine filter snd].
      injection L as L. destruct (full r); cbn [negb length]; rewrite IH by exact L; reflexivity.
    - now apply sorted_part.
    - apply Forall_forall. intros a Ha. cbn [tags Flat.step] in Ha. apply in_map_iff in Ha. destruct Ha as ((a' & r) & <- & Ha).
      apply filter_In in Ha. destruct Ha as [Ha _]. apply in_combine_l in Ha. rewrite Forall_forall in N. now apply N.
  Qed.

  Lemma was_there s p a : In a (tags (step s p)) -> In a (all_tags s p).
  Proof.
    cbn [tags Flat.step]. intros Ha. apply in_map_iff in Ha. destruct Ha as ((a' & r) & <- & Ha).
    apply filter_In in Ha. destruct Ha as [Ha _]. now apply in_combine_l in Ha.
  Qed.
  (** The flats of a play, dead or alive afterwards. *)
  Lemma lives_or_dies s p a : orderly w s -> In a (all_tags s p) -> In a (tags (step s p)) \/ dies w a s p.
  Proof.
    intros (_ & Hl & _) Ha. apply In_nth_error in Ha. destruct Ha as (i & Hi).
    destruct (combine_nth_error _ (rows s p) i a Hi (all_length s p Hl)) as (r & Hr & Hc).
    destruct (full r) eqn:Ef.
    - right. exists i. split; [exact Hi|]. unfold is_full. rewrite (nth_error_nth _ _ _ Hr). exact Ef.
    - left. cbn [tags Flat.step]. apply in_map_iff. exists (a, r). split; [reflexivity|].
      apply filter_In. split; [now apply nth_error_In in Hc|]. cbn [snd]. now rewrite Ef.
  Qed.
  Lemma old_or_born s p a : In a (all_tags s p) -> In a (tags s) \/ born w a s p.
  Proof.
    intros Ha. apply In_nth_error in Ha. destruct Ha as (i & Hi). destruct (Nat.lt_ge_cases i (length (tags s))) as [L|L].
    - left. unfold Flat.all_tags in Hi. rewrite nth_error_app1 in Hi by exact L. now apply nth_error_In in Hi.
    - right. now exists i.
  Qed.
  Lemma born_young s p a : born w a s p -> next s <= a.
  Proof.
    intros (i & Hi & L). unfold lies, Flat.all_tags in Hi. rewrite nth_error_app2 in Hi by exact L. apply nth_error_In in Hi.
    apply in_seq in Hi. lia.
  Qed.
  Lemma old_there s p a : In a (tags s) -> In a (all_tags s p).
  Proof. intros H. apply in_app_iff. now left. Qed.

  Notation touched := (fun a s p => born w a s p \/ grows w a s p \/ sinks w a s p \/ dies w a s p).
  Lemma touched_there a s p : touched a s p -> In a (all_tags s p).
  Proof. intros [(i & H & _)|[(i & H & _)|[(i & H & _)|(i & H & _)]]]; now apply nth_error_In in H. Qed.

  (** * A pass *)
  Lemma pass_app ps1 : forall s ps2, pass s (ps1 ++ ps2) = pass s ps1 ++ pass (stop ps1 s) ps2.
  Proof. induction ps1 as [|p ps1 IH]; intros s ps2; [reflexivity|]. cbn [app Flat.pass fold_left]. now rewrite IH. Qed.
  Lemma stop_orderly ps : forall s, orderly w s -> orderly w (stop ps s).
  Proof. induction ps as [|p ps IH]; intros s H; [exact H|]. apply IH, step_orderly, H. Qed.
  Lemma pass_split ps : forall s c p, In (c, p) (pass s ps) -> exists before after, ps = before ++ p :: after /\ c = stop before s.
  Proof.
    induction ps as [|q ps IH]; intros s c p []; [|].
    - injection H as <- <-. now exists [], ps.
    - destruct (IH _ _ _ H) as (before & after & -> & ->). now exists (q :: before), after.
  Qed.
  Lemma next_grows ps : forall s, next s <= next (stop ps s).
  Proof. induction ps as [|p ps IH]; intros s; [reflexivity|]. cbn [fold_left]. specialize (IH (step s p)). cbn [next Flat.step] in *. lia. Qed.

  Notation happens e a s ps := (Flat.happens w e a s ps).
  Lemma happens_app e a s ps1 ps2 : happens e a s (ps1 ++ ps2) <-> happens e a s ps1 \/ happens e a (stop ps1 s) ps2.
  Proof. unfold Flat.happens. rewrite pass_app. apply Exists_app. Qed.
  Lemma happens_cons e a s p ps : happens e a s (p :: ps) <-> e a s p \/ happens e a (step s p) ps.
  Proof. unfold Flat.happens. cbn [Flat.pass]. apply Exists_cons. Qed.
  Lemma happens_band a s ps : (happens (dies w) a s ps \/ happens (sinks w) a s ps \/ happens (born w) a s ps) -> band w a s ps.
  Proof.
    unfold band, Flat.happens. intros H. assert (D : forall (P Q : state * placing -> Prop) l, (forall e, P e -> Q e) -> Exists P l -> Exists Q l)
      by (intros P Q l Himp He; induction He; [left | right]; auto).
    destruct H as [H|[H|H]]; revert H; apply D; intros e He; tauto.
  Qed.

  Lemma lasts_or_dies a ps : forall s, orderly w s -> In a (tags s) -> In a (tags (stop ps s)) \/ happens (dies w) a s ps.
  Proof.
    induction ps as [|p ps IH]; intros s Ho Ha; [now left|]. rewrite happens_cons. cbn [fold_left].
    destruct (lives_or_dies s p a Ho (old_there s p a Ha)) as [H|H]; [|tauto].
    destruct (IH _ (step_orderly s p Ho) H); tauto.
  Qed.
  Lemma first_or_born a ps : forall s, In a (tags (stop ps s)) -> In a (tags s) \/ happens (born w) a s ps.
  Proof.
    induction ps as [|p ps IH]; intros s Ha; [now left|]. rewrite happens_cons. cbn [fold_left] in Ha.
    destruct (IH _ Ha) as [H|H]; [|tauto]. destruct (old_or_born s p a (was_there s p a H)); tauto.
  Qed.
  Lemma born_in_pass a s ps : happens (born w) a s ps -> next s <= a.
  Proof.
    unfold Flat.happens. intros H. apply Exists_exists in H. destruct H as ((c & p) & Hin & H). cbn [fst snd] in H.
    destruct (pass_split ps s c p Hin) as (before & after & _ & ->). pose proof (born_young _ _ _ H). pose proof (next_grows before s). lia.
  Qed.
  Lemma band_first_or_born a s ps : band w a s ps -> In a (tags s) \/ happens (born w) a s ps.
  Proof.
    intros H. unfold band, Flat.happens in H. apply Exists_exists in H. destruct H as ((c & p) & Hin & H). cbn [fst snd] in H.
    destruct (pass_split ps s c p Hin) as (before & after & -> & ->). rewrite happens_app, happens_cons.
    destruct (old_or_born _ p a (touched_there a _ p H)) as [H0|H0]; [|tauto]. destruct (first_or_born a before s H0); tauto.
  Qed.

  (** * A flat that does not sink *)
  Lemma put_row y cells : forall b, NoDup cells -> (forall c, In c cells -> free b c) ->
    (row_count b y <= row_count (fold_left fill cells b) y)%Z /\
    ((exists c, In c cells /\ snd c = y) -> (row_count b y < row_count (fold_left fill cells b) y)%Z).
  Proof.
    induction cells as [|c cells IH]; intros b Hn Hf; cbn [fold_left].
    - split; [lia|]. intros (c & [] & _).
    - inversion Hn; subst. destruct (IH (fill b c)) as [I1 I2]; [assumption| |].
      { intros d Hd. apply free_fill; [apply Hf; now right|]. intros <-. contradiction. }
      rewrite (row_count_fill b c y (Hf c (or_introl eq_refl))) in I1, I2. split.
      + destruct (snd c =? y); lia.
      + intros (c' & [<-|Hc] & Hy); [rewrite Hy, Nat.eqb_refl in I1; lia|]. specialize (I2 (ex_intro _ c' (conj Hc Hy))).
        destruct (snd c =? y); lia.
  Qed.
  Lemma row_count_higher b m y : row_count (higher w m b) y = row_count b y.
  Proof.
    unfold row_count, higher. destruct (Nat.lt_ge_cases y (length b)) as [L|L]; [now rewrite app_nth1|].
    rewrite app_nth2, (nth_overflow b) by exact L. destruct (nth_in_or_default (y - length b) (repeat (repeat false w) m) []) as [I| ->]; [|reflexivity].
    apply repeat_spec in I. rewrite I. apply row_sum_empty.
  Qed.

  Definition placed (s : state) (p : placing) : Prop :=
    let '(t, x, y) := p in NoDup t /\ (exists across, In (across, 0) t) /\
      fits w (the_well s) t x y = true /\ y <= length (the_well s).

  Lemma row_grows s p r : orderly w s -> placed s p ->
    (row_count (the_well s) r <= row_count (rows s p) r)%Z /\
    ((exists c, In c (fst (fst p)) /\ snd p + snd c = r) -> (row_count (the_well s) r < row_count (rows s p) r)%Z).
  Proof.
    destruct p as [[t x] y]. intros (Hr & _) (Hn & _ & Hf & _). cbn [Flat.rows fst snd].
    change (with_piece w (the_well s) t x y) with (filled w (the_well s) t x y). unfold filled.
    destruct (put_row r (at_cell x y t) (higher w (top_row t y - length (the_well s)) (the_well s))) as [P1 P2].
    - apply FinFun.Injective_map_NoDup; [|exact Hn]. intros [a b] [c d] E. injection E as E1 E2. simpl in *. f_equal; lia.
    - apply fits_free; auto; lia.
    - rewrite row_count_higher in P1, P2. split; [exact P1|]. intros (c & Hc & Hy). apply P2. exists (x + fst c, y + snd c).
      split; [|exact Hy]. apply in_map_iff. now exists c.
  Qed.

  Lemma stays a ps : forall s r, orderly w s -> Forall (fun e => placed (fst e) (snd e)) (pass s ps) ->
    nth_error (tags s) r = Some a -> ~ happens (sinks w) a s ps ->
    happens (dies w) a s ps \/
    nth_error (tags (stop ps s)) r = Some a /\
    (row_count (the_well s) r <= row_count (the_well (stop ps s)) r)%Z /\
    (happens (grows w) a s ps -> (row_count (the_well s) r < row_count (the_well (stop ps s)) r)%Z).
  Proof.
    induction ps as [|p ps IH]; intros s r Ho Hp Ha Hs.
    - right. split; [exact Ha|]. split; [cbn; lia|]. intros H. inversion H.
    - cbn [Flat.pass] in Hp. inversion Hp as [|? ? Hp1 Hp2]; subst. cbn [fst snd] in Hp1.
      rewrite !happens_cons in *. pose proof Ho as (_ & Hl & Hsorted & _).
      assert (Hr : r < length (tags s)) by (apply nth_error_Some; congruence).
      assert (Lies : lies w a r s p) by (unfold lies, Flat.all_tags; now rewrite nth_error_app1).
      destruct (is_full w r s p) eqn:Er; [left; left; now exists r|].
      assert (Low : forall j, j <= r -> is_full w j s p = false).
      { intros j Hj. apply not_true_is_false. intros Hf. destruct (Nat.eq_dec j r) as [->|]; [congruence|].
        apply Hs. left. exists r. split; [exact Lies|]. split; [exact Er|]. exists j. split; [lia | exact Hf]. }
      pose proof (rows_longer s p) as Hlong. pose proof (all_length s p Hl) as Hall.
      assert (W : nth r (the_well (step s p)) [] = nth r (rows s p) []).
      { cbn [the_well Flat.step]. pose proof (filter_front (fun r => negb (full r)) (rows s p) r ltac:(lia)) as G.
        assert (G' : nth_error (filter (fun r => negb (full r)) (rows s p)) r = nth_error (rows s p) r).
        { apply G. intros j dflt Hj. specialize (Low j Hj). unfold is_full in Low.
          rewrite nth_indep with (d' := []) by lia. now rewrite Low. }
        destruct (nth_error (rows s p) r) as [row|] eqn:Er2.
        - now rewrite (nth_error_nth _ _ _ G'), (nth_error_nth _ _ _ Er2).
        - apply nth_error_None in Er2. lia. }
      assert (T : nth_error (tags (step s p)) r = Some a).
      { cbn [tags Flat.step]. destruct (combine_nth_error (all_tags s p) (rows s p) r a Lies Hall) as (row & _ & Hc).
        assert (G : nth_error (filter (fun e => negb (full (snd e))) (combine (all_tags s p) (rows s p))) r =
                    nth_error (combine (all_tags s p) (rows s p)) r).
        { apply filter_front; [rewrite combine_length; lia|]. intros j [da dr] Hj. specialize (Low j Hj). unfold is_full in Low.
          rewrite combine_nth by exact Hall. cbn [snd]. rewrite nth_indep with (d' := []) by lia. now rewrite Low. }
        rewrite nth_error_map, G, Hc. reflexivity. }
      destruct (row_grows s p r Ho Hp1) as [G1 G2].
      assert (C : row_count (the_well (step s p)) r = row_count (rows s p) r) by (unfold row_count; now rewrite W).
      destruct (IH (step s p) r (step_orderly s p Ho) Hp2 T) as [D|(T' & I1 & I2)]; [tauto | tauto|].
      right. cbn [fold_left]. split; [exact T'|]. split; [lia|]. intros [(i & Hi & _ & Hc)|H]; [|specialize (I2 H); lia].
      assert (i = r) as ->.
      { destruct (all_sorted s p Ho) as [S _]. apply sorted_NoDup in S. rewrite NoDup_nth_error in S. apply S.
        - apply nth_error_Some. unfold lies in Hi. congruence.
        - unfold lies in *. congruence. }
      specialize (G2 Hc). lia.
  Qed.

  (** * The propositions *)
  Lemma old_dies s ps a : Flat.cycle w s ps -> In a (tags s) -> band w a s ps -> ~ happens (sinks w) a s ps -> happens (dies w) a s ps.
  Proof.
    intros (Ho & _ & Hend & Hp) Ha Hb Hs. apply In_nth_error in Ha. destruct Ha as (r & Hr).
    assert (Hp' : Forall (fun e => placed (fst e) (snd e)) (pass s ps))
      by (revert Hp; apply Forall_impl; intros [c [[t x] y]] H; exact H).
    destruct (stays a ps s r Ho Hp' Hr Hs) as [D|(_ & _ & G)]; [exact D|].
    rewrite Hend in G. unfold band, Flat.happens in Hb. apply Exists_exists in Hb. destruct Hb as (e & Hin & H).
    assert (Happens : forall ev : nat -> state -> placing -> Prop, ev a (fst e) (snd e) -> happens ev a s ps)
      by (intros ev He; apply Exists_exists; now exists e).
    destruct H as [H|[H|[H|H]]].
    - exfalso. assert (B : happens (born w) a s ps) by now apply Happens. apply born_in_pass in B.
      destruct Ho as (_ & _ & _ & Hn). rewrite Forall_forall in Hn. apply nth_error_In in Hr. specialize (Hn a Hr). lia.
    - exfalso. specialize (G (Happens _ H)). lia.
    - exfalso. apply Hs. now apply Happens.
    - now apply Happens.
  Qed.

  Lemma oldest_stays s ps a : Flat.cycle w s ps -> oldest w a s ps -> ~ happens (sinks w) a s ps.
  Proof.
    intros (Ho & _) [_ Hmin] H. unfold Flat.happens in H. apply Exists_exists in H. destruct H as ((c & p) & Hin & H). cbn [fst snd] in H.
    destruct H as (i & Hi & _ & j & Hj & Hf).
    destruct (pass_split ps s c p Hin) as (before & after & _ & Ec).
    assert (Hoc : orderly w c) by (subst c; now apply stop_orderly).
    destruct (all_sorted c p Hoc) as [S _]. destruct (nth_error (all_tags c p) j) as [a'|] eqn:Ej.
    - assert (L : a' < a) by (rewrite <- (sorted_nth _ S j i a' a Ej Hi); exact Hj).
      assert (B : band w a' s ps).
      { apply happens_band. left. apply Exists_exists. exists (c, p). split; [exact Hin|]. cbn [fst snd]. exists j. now split. }
      specialize (Hmin a' B). lia.
    - apply nth_error_None in Ej. assert (i < length (all_tags c p)) by (apply nth_error_Some; unfold lies in Hi; congruence). lia.
  Qed.

  Lemma oldest_dies s ps a : Flat.cycle w s ps -> oldest w a s ps -> happens (dies w) a s ps.
  Proof.
    intros Hc Hold. pose proof (oldest_stays s ps a Hc Hold) as Hs. destruct Hold as [Hb Hmin].
    destruct (band_first_or_born a s ps Hb) as [Ha|Ha]; [now apply old_dies|].
    pose proof (born_in_pass a s ps Ha) as Hyoung. destruct Hc as (Ho & _ & Hend & _).
    unfold Flat.happens in Ha. apply Exists_exists in Ha. destruct Ha as ((c & p) & Hin & H). cbn [fst snd] in H.
    destruct (pass_split ps s c p Hin) as (before & after & Eps & Ec).
    assert (Hoc : orderly w c) by (subst c; now apply stop_orderly).
    assert (There : In a (all_tags c p)) by (apply touched_there; now left).
    assert (Or : In a (tags (stop ps s)) \/ happens (dies w) a s ps).
    { rewrite Eps, happens_app, happens_cons, fold_left_app. cbn [fold_left]. rewrite <- Ec.
      destruct (lives_or_dies c p a Hoc There) as [L|D]; [|tauto].
      destruct (lasts_or_dies a after (step c p) (step_orderly c p Hoc) L); tauto. }
    destruct Or as [Or|D]; [exfalso | exact D].
    pose proof Ho as (_ & Hl & Hsorted & Hn). rewrite Forall_forall in Hn.
    assert (All : incl (a :: tags s) (tags (stop ps s))).
    { intros x [<-|Hx]; [exact Or|]. destruct (lasts_or_dies x ps s Ho Hx) as [L|D]; [exact L|].
      assert (B : band w x s ps) by (apply happens_band; now left). specialize (Hmin x B). specialize (Hn x Hx). lia. }
    apply NoDup_incl_length in All.
    - destruct (stop_orderly ps s Ho) as (_ & Hl' & _). rewrite Hl', Hend, <- Hl in All. simpl in All. lia.
    - constructor; [|now apply sorted_NoDup]. intros Hx. specialize (Hn a Hx). lia.
  Qed.


  (** ** The band is on top *)
  Lemma above_the_dead s ps e p x a : orderly w s -> In (e, p) (pass s ps) -> dies w x e p -> In a (tags s) -> x < a -> band w a s ps.
  Proof.
    intros Ho Hpin (i & Hi & Hf) Hs Hlt. destruct (pass_split ps s e p Hpin) as (before & after & Eps & Ee).
    destruct (lasts_or_dies a before s Ho Hs) as [L|D].
    - assert (Hoe : orderly w e) by (subst e; now apply stop_orderly). rewrite <- Ee in L.
      pose proof (old_there e p a L) as There. apply In_nth_error in There. destruct There as (j & Hj).
      destruct (all_sorted e p Hoe) as [S _].
      assert (Lt : i < j) by (apply (sorted_nth _ S i j x a Hi Hj); exact Hlt).
      apply happens_band. destruct (is_full w j e p) eqn:Ej.
      + left. apply Exists_exists. exists (e, p). split; [exact Hpin|]. exists j. now split.
      + right. left. apply Exists_exists. exists (e, p). split; [exact Hpin|]. exists j. split; [exact Hj|]. split; [exact Ej|]. now exists i.
    - apply happens_band. left. rewrite Eps, happens_app. now left.
  Qed.
  Lemma younger_in_band s ps c f a : Flat.cycle w s ps -> in_pass w c s ps -> oldest w f s ps -> In a (tags c) -> f < a -> band w a s ps.
  Proof.
    intros Hc Hin Hold Ha Hlt. pose proof (oldest_dies s ps f Hc Hold) as D. destruct Hc as (Ho & _).
    assert (Origin : In a (tags s) \/ happens (born w) a s ps).
    { destruct Hin as [->|(p & Hin)]; [now apply first_or_born|].
      destruct (pass_split ps s c p Hin) as (before & after & -> & ->). rewrite happens_app.
      destruct (first_or_born a before s Ha); tauto. }
    destruct Origin as [Hs|Hb]; [|apply happens_band; tauto].
    unfold Flat.happens in D. apply Exists_exists in D. destruct D as ((e & p) & Hpin & D).
    now apply (above_the_dead s ps e p f a).
  Qed.

  Lemma sinks_known a s p : sinks w a s p \/ ~ sinks w a s p.
  Proof.
    destruct (some_below (fun i => lies w a i s p /\ is_full w i s p = false /\ exists j, j < i /\ is_full w j s p = true)
      (length (all_tags s p))) as [(i & _ & H)|H].
    - intros i. unfold lies. assert (D : nth_error (all_tags s p) i = Some a \/ nth_error (all_tags s p) i <> Some a)
        by (destruct (nth_error (all_tags s p) i) as [a'|]; [destruct (Nat.eq_dec a' a); [left | right]; congruence | right; discriminate]).
      destruct D as [D|D]; [|right; tauto]. destruct (is_full w i s p); [right; intros (_ & H & _); discriminate|].
      destruct (some_below (fun j => is_full w j s p = true) i) as [G|G]; [|left; tauto | right; tauto].
      intros j. destruct (is_full w j s p); [now left | now right].
    - left. now exists i.
    - right. intros (i & Hi & R). apply H. exists i. split; [|now split]. apply nth_error_Some. unfold lies in Hi. congruence.
  Qed.
  Lemma happens_known ev a s ps : (forall s p, ev a s p \/ ~ ev a s p) -> happens ev a s ps \/ ~ happens ev a s ps.
  Proof.
    intros D. unfold Flat.happens. induction (pass s ps) as [|e l IH]; [right; intros H; inversion H|].
    rewrite Exists_cons. destruct (D (fst e) (snd e)), IH; tauto.
  Qed.

  Lemma band_on_top s ps c i j a a' : Flat.cycle w s ps -> in_pass w c s ps ->
    nth_error (tags c) i = Some a -> nth_error (tags c) j = Some a' -> i <= j -> band w a s ps -> band w a' s ps.
  Proof.
    intros Hc Hin Hi Hj Hij Hb. destruct (Nat.eq_dec i j) as [->|Hne]; [congruence|]. pose proof Hc as (Ho & _).
    assert (Hoc : orderly w c).
    { destruct Hin as [->|(p & Hin)]; [now apply stop_orderly|].
      destruct (pass_split ps s c p Hin) as (before & after & -> & ->). now apply stop_orderly. }
    pose proof Hoc as (_ & _ & S & _). assert (Hlt : a < a') by (apply (sorted_nth _ S i j a a' Hi Hj); lia).
    assert (Origin : In a' (tags s) \/ happens (born w) a' s ps).
    { apply nth_error_In in Hj. destruct Hin as [->|(p & Hin)]; [now apply first_or_born|].
      destruct (pass_split ps s c p Hin) as (before & after & -> & ->). rewrite happens_app.
      destruct (first_or_born a' before s Hj); tauto. }
    destruct Origin as [Hs'|Hb']; [|apply happens_band; tauto].
    assert (Hs : In a (tags s)).
    { destruct (band_first_or_born a s ps Hb) as [H|H]; [exact H|]. apply born_in_pass in H.
      destruct Ho as (_ & _ & _ & Hn). rewrite Forall_forall in Hn. specialize (Hn a' Hs'). lia. }
    destruct (happens_known (sinks w) a s ps (sinks_known a)) as [Hsink|Hsink].
    - apply Exists_exists in Hsink. destruct Hsink as ((e & p) & Hpin & (r & Hr & _ & q & Hq & Hf)). cbn [fst snd] in *.
      destruct (pass_split ps s e p Hpin) as (before & after & _ & Ee).
      assert (Hoe : orderly w e) by (subst e; now apply stop_orderly). destruct (all_sorted e p Hoe) as [Se _].
      destruct (nth_error (all_tags e p) q) as [x|] eqn:Ex.
      + apply (above_the_dead s ps e p x a' Ho Hpin); [exists q; now split | exact Hs'|].
        assert (x < a) by (apply (sorted_nth _ Se q r x a Ex Hr); exact Hq). lia.
      + apply nth_error_None in Ex. assert (r < length (all_tags e p)) by (apply nth_error_Some; unfold lies in Hr; congruence). lia.
    - pose proof (old_dies s ps a Hc Hs Hb Hsink) as D. apply Exists_exists in D. destruct D as ((e & p) & Hpin & D).
      apply (above_the_dead s ps e p a a' Ho Hpin D Hs' Hlt).
  Qed.

End Width.

Theorem proposition_1_holds : StatementsFlats.proposition_1.
Proof. intros w s ps Hc. split; [intros a; now apply old_dies | intros a; now apply oldest_dies]. Qed.

Theorem proposition_3_holds : StatementsFlats.proposition_3.
Proof. intros w s ps c f a Hc Hin Hold Ha Hlt. now apply (younger_in_band s ps c f a). Qed.

Theorem proposition_4_holds : StatementsFlats.proposition_4.
Proof. intros w s ps c i j a a'. apply band_on_top. Qed.

(** Squares in width 4, from 1100/1100. *)
Theorem proposition_1_as_printed_fails_holds : StatementsFlats.proposition_1_as_printed_fails.
Proof.
  intros H. set (sq := [(0,0); (1,0); (0,1); (1,1)]). set (r := [true; true; false; false]).
  specialize (H 4 (State [r; r] [0; 1] 2) [(sq, 2, 0); (sq, 0, 0)]).
  assert (C : Flat.cycle 4 (State [r; r] [0; 1] 2) [(sq, 2, 0); (sq, 0, 0)]).
  { assert (N : NoDup sq) by (repeat constructor; simpl; intuition discriminate).
    split; [|split; [discriminate|split; [reflexivity|]]].
    - split; [|split; [reflexivity|split]]; repeat constructor.
    - apply Forall_cons; [|apply Forall_cons];
        [repeat split; [exact N | exists 0; simpl; tauto | simpl; lia] | repeat split; [exact N | exists 0; simpl; tauto | simpl; lia]|]. apply Forall_nil. }
  specialize (H C 2).
  assert (P : Flat.pass 4 (State [r; r] [0; 1] 2) [(sq, 2, 0); (sq, 0, 0)] =
    [(State [r; r] [0; 1] 2, (sq, 2, 0)); (State [] [] 2, (sq, 0, 0))]) by reflexivity.
  unfold band, Flat.happens in H. rewrite P in H.
  assert (D : Exists (fun e => dies 4 2 (fst e) (snd e)) [(State [r; r] [0; 1] 2, (sq, 2, 0)); (State [] [] 2, (sq, 0, 0))]).
  { apply H.
    - right. left. left. exists 0. split; [reflexivity | simpl; lia].
    - rewrite !Exists_cons, Exists_nil. cbn [fst snd]. intros [G|[G|[]]]; destruct G as (i & Hi & _ & j & Hj & Hf).
      + destruct i as [|[|i]]; try discriminate. destruct i; discriminate.
      + destruct i as [|[|i]]; [lia| |destruct i; discriminate]. destruct j as [|j]; [discriminate | lia]. }
  rewrite !Exists_cons, Exists_nil in D. cbn [fst snd] in D. destruct D as [G|[G|[]]]; destruct G as (i & Hi & Hf).
  - destruct i as [|[|i]]; try discriminate. destruct i; discriminate.
  - destruct i as [|[|i]]; try discriminate. destruct i; discriminate.
Qed.
