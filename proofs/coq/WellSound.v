(** What the checkers of strategies and defeats accept is true. *)
From Coq Require Import Arith NArith List Bool Lia FMapPositive.
From Topple Require Import Statements WellCheck.
Import ListNotations Well WellGame WellLines.

(** * The index *)
Lemma same_row_eq r s : same_row r s = true -> r = s.
Proof.
  revert s. induction r as [|a r IH]; intros [|b s]; simpl; try discriminate; [reflexivity|].
  rewrite andb_true_iff. intros [H1 H2]. apply eqb_prop in H1. f_equal; auto.
Qed.
Lemma same_well_eq b c : same_well b c = true -> b = c.
Proof.
  revert c. induction b as [|r b IH]; intros [|s c]; simpl; try discriminate; [reflexivity|].
  rewrite andb_true_iff. intros [H1 H2]. apply same_row_eq in H1. f_equal; auto.
Qed.
Lemma same_numbers_eq l m : same_numbers l m = true -> l = m.
Proof.
  revert m. induction l as [|a l IH]; intros [|b m]; simpl; try discriminate; [reflexivity|].
  rewrite andb_true_iff, Nat.eqb_eq. intros [-> H]. f_equal; auto.
Qed.

Lemma look_up_In A lines b ps a : look_up A (make_index A lines) b ps = Some a -> In (b, ps, a) lines.
Proof.
  unfold look_up. destruct (PositiveMap.find (key b ps) (make_index A lines)) as [[[b' ps'] a']|] eqn:E; [|discriminate].
  destruct (same_well b' b && same_numbers ps' ps) eqn:S; [|discriminate].
  intros H. injection H as <-. apply andb_true_iff in S. destruct S as [S1 S2].
  apply same_well_eq in S1. apply same_numbers_eq in S2. subst b' ps'.
  revert E. generalize (key b ps). unfold make_index.
  assert (H : forall rest ix, (forall k e, PositiveMap.find k ix = Some e -> In e lines) -> incl rest lines ->
    forall k e, PositiveMap.find k (fold_left (fun ix line => PositiveMap.add (key (fst (fst line)) (snd (fst line))) line ix) rest ix) = Some e -> In e lines).
  { induction rest as [|line rest IH]; intros ix Hix Hincl; simpl; [exact Hix|].
    apply IH; [|intros x Hx; apply Hincl; now right]. intros k e.
    destruct (Pos.eq_dec k (key (fst (fst line)) (snd (fst line)))) as [->|Hne].
    - rewrite PositiveMap.gss. intros E. injection E as <-. apply Hincl. now left.
    - rewrite PositiveMap.gso by exact Hne. apply Hix. }
  intros k. apply H; [|apply incl_refl]. intros k' e'. rewrite PositiveMap.gempty. discriminate.
Qed.

(** * Spreading along a row *)
Section Row.
  Variable fit : list bool.
  Notation at_ l x := (nth x l false = true).

  Lemma from_left_in : forall (f : list bool) carry seed (P : nat -> Prop) k,
    (forall i, at_ seed i -> at_ f i -> P (k + i)) ->
    (carry = true -> at_ f 0 -> P k) ->
    (forall i, P (k + i) -> at_ f (S i) -> P (k + S i)) ->
    forall i, at_ (from_left carry f seed) i -> P (k + i).
  Proof.
    induction f as [|c f IH]; intros carry seed P k Hs Hc Hstep i.
    - simpl. destruct i; discriminate.
    - destruct seed as [|s seed]; [simpl; destruct i; discriminate|]. simpl from_left.
      assert (H0 : c && (s || carry) = true -> P k).
      { rewrite andb_true_iff, orb_true_iff. intros [-> [->| ->]]; [rewrite <- (Nat.add_0_r k); now apply Hs | now apply Hc]. }
      destruct i as [|i]; simpl nth; [rewrite Nat.add_0_r; exact H0|].
      replace (k + S i) with (S k + i) by lia. apply IH.
      + intros j. replace (S k + j) with (k + S j) by lia. apply (Hs (S j)).
      + intros Hh Hf. replace (S k) with (k + 1) by lia. apply Hstep; [rewrite Nat.add_0_r; auto | exact Hf].
      + intros j. replace (S k + j) with (k + S j) by lia. replace (S k + S j) with (k + S (S j)) by lia. apply Hstep.
  Qed.

  Lemma from_left_seed : forall (f : list bool) carry seed i, at_ f i -> at_ seed i -> at_ (from_left carry f seed) i.
  Proof.
    induction f as [|c f IH]; intros carry [|s seed] [|i]; simpl; try discriminate; auto.
    intros -> ->. reflexivity.
  Qed.
  Lemma from_left_step : forall (f : list bool) carry seed i, length seed = length f ->
    at_ (from_left carry f seed) i -> at_ f (S i) -> at_ (from_left carry f seed) (S i).
  Proof.
    induction f as [|c f IH]; intros carry [|s seed] [|i] Hl; simpl in *; try discriminate.
    - intros H. destruct f as [|d f], seed as [|u seed]; simpl in *; try discriminate. intros ->.
      rewrite H. now rewrite orb_true_r.
    - apply IH. lia.
  Qed.
  Lemma from_left_length : forall (f : list bool) carry seed, length seed = length f -> length (from_left carry f seed) = length f.
  Proof. induction f as [|c f IH]; intros carry [|s seed] H; simpl in *; try discriminate; auto. Qed.

  Lemma from_right_in : forall (f seed : list bool) (P : nat -> Prop) k,
    (forall i, at_ seed i -> at_ f i -> P (k + i)) ->
    (forall i, P (k + S i) -> at_ f i -> P (k + i)) ->
    forall i, at_ (from_right f seed) i -> P (k + i).
  Proof.
    induction f as [|c f IH]; intros seed P k Hs Hstep i.
    - simpl. destruct i; discriminate.
    - destruct seed as [|s seed]; [simpl; destruct i; discriminate|]. simpl from_right.
      assert (Hrest : forall i, at_ (from_right f seed) i -> P (S k + i)).
      { apply IH.
        - intros j. replace (S k + j) with (k + S j) by lia. apply (Hs (S j)).
        - intros j. replace (S k + j) with (k + S j) by lia. replace (S k + S j) with (k + S (S j)) by lia. apply (Hstep (S j)). }
      destruct i as [|i]; simpl nth.
      + rewrite andb_true_iff, orb_true_iff. intros [-> [->|H]]; [now apply Hs|].
        apply Hstep; [|reflexivity]. replace (k + 1) with (S k + 0) by lia. apply Hrest.
        destruct (from_right f seed); [discriminate | exact H].
      + intros H. replace (k + S i) with (S k + i) by lia. now apply Hrest.
  Qed.
  Lemma from_right_seed : forall (f seed : list bool) i, at_ f i -> at_ seed i -> at_ (from_right f seed) i.
  Proof.
    induction f as [|c f IH]; intros [|s seed] [|i]; simpl; try discriminate; auto. intros -> ->. reflexivity.
  Qed.
  Lemma from_right_step : forall (f seed : list bool) i, length seed = length f ->
    at_ (from_right f seed) (S i) -> at_ f i -> at_ (from_right f seed) i.
  Proof.
    induction f as [|c f IH]; intros [|s seed] [|i] Hl; simpl in *; try discriminate.
    - intros H ->. destruct (from_right f seed); [discriminate|]. simpl in *. rewrite H. now rewrite orb_true_r.
    - apply IH. lia.
  Qed.
  (** If the seed is closed to the right, so is the result. *)
  Lemma from_right_closed : forall (f seed : list bool), length seed = length f ->
    (forall i, at_ seed i -> at_ f (S i) -> at_ seed (S i)) ->
    forall i, at_ (from_right f seed) i -> at_ f (S i) -> at_ (from_right f seed) (S i).
  Proof.
    induction f as [|c f IH]; intros [|s seed] Hl Hc [|i]; simpl in *; try discriminate.
    - rewrite andb_true_iff, orb_true_iff. intros [-> [->|H]] Hf.
      + apply from_right_seed; [exact Hf|]. apply (Hc 0); auto.
      + destruct (from_right f seed); [discriminate | exact H].
    - apply IH; [lia|]. intros j. apply (Hc (S j)).
  Qed.
End Row.

(** * The table of places that can be reached *)
Section Table.
  Variables (w : nat) (b : well) (t : turn).
  Notation at_ l x := (nth x l false = true).

  Lemma fitting_at y x : at_ (fitting w b t y) x <-> x < w /\ fits w b t x y = true.
  Proof.
    unfold fitting. destruct (Nat.lt_ge_cases x w) as [H|H].
    - rewrite nth_indep with (d' := fits w b t 0 y) by (rewrite map_length, seq_length; exact H).
      rewrite (map_nth (fun x => fits w b t x y)), seq_nth by exact H. simpl. tauto.
    - rewrite nth_overflow by (rewrite map_length, seq_length; exact H). split; [discriminate | lia].
  Qed.
  Lemma fitting_length y : length (fitting w b t y) = w.
  Proof. unfold fitting. now rewrite map_length, seq_length. Qed.

  Lemma spread_length y above : length above = w -> length (spread (fitting w b t y) above) = w.
  Proof.
    intros H. unfold spread.
    assert (E : forall f s, length s = length f -> length (from_right f s) = length f).
    { induction f as [|c f IH]; intros [|u s] El; simpl in *; try discriminate; auto. }
    rewrite E; [apply fitting_length|]. apply from_left_length. now rewrite fitting_length.
  Qed.

  (** What is reached in row y, if [above] says what is reached in the row above. *)
  Lemma spread_sound y above :
    (forall x, at_ above x -> fits w b t x y = true -> slides w b t x y) ->
    forall x, at_ (spread (fitting w b t y) above) x -> slides w b t x y.
  Proof.
    intros Ha x Hx. unfold spread in Hx. apply (from_right_in _ _ (fun x => slides w b t x y) 0) with (i := x) in Hx; [exact Hx| |].
    - intros i Hi _. apply (from_left_in _ _ _ (fun x => slides w b t x y) 0) with (i := i) in Hi; [exact Hi| | |].
      + intros j Hj Hf. apply fitting_at in Hf. apply Ha; tauto.
      + discriminate.
      + intros j Hj Hf. apply fitting_at in Hf. simpl in *. apply to_the_right; tauto.
    - intros i Hi Hf. apply fitting_at in Hf. simpl in *. apply to_the_left; tauto.
  Qed.

  Lemma spread_complete y above x : length above = w -> at_ (fitting w b t y) x ->
    (at_ above x \/
     at_ (spread (fitting w b t y) above) (S x) \/
     exists x', x = S x' /\ at_ (spread (fitting w b t y) above) x') ->
    at_ (spread (fitting w b t y) above) x.
  Proof.
    intros Hl Hf H. unfold spread in *.
    assert (Hl' : length above = length (fitting w b t y)) by now rewrite fitting_length.
    assert (Hl2 : length (from_left false (fitting w b t y) above) = length (fitting w b t y)) by now apply from_left_length.
    destruct H as [H|[H|(x' & -> & H)]].
    - apply from_right_seed; [exact Hf|]. now apply from_left_seed.
    - now apply from_right_step.
    - apply from_right_closed; auto. intros i. now apply from_left_step.
  Qed.

  Lemma below_nth n : forall above d, d < n ->
    nth (S d) (reached_below w b t n above) [] =
    spread (fitting w b t (n - S d)) (nth d (reached_below w b t n above) []).
  Proof.
    induction n as [|n IH]; intros above d H; [lia|]. cbn [reached_below]. destruct d as [|d].
    - simpl nth at 2. replace (S n - 1) with n by lia. destruct n; reflexivity.
    - cbn [nth]. rewrite IH by lia. reflexivity.
  Qed.

  Definition row_at (y : nat) : list bool := nth (length b - y) (reached w b t) [].

  Lemma row_top : row_at (length b) = spread (fitting w b t (length b)) (repeat true w).
  Proof. unfold row_at, reached. rewrite Nat.sub_diag. now destruct (length b). Qed.
  Lemma row_below y : y < length b -> row_at y = spread (fitting w b t y) (row_at (S y)).
  Proof.
    intros H. unfold row_at, reached. replace (length b - y) with (S (length b - S y)) by lia.
    rewrite below_nth by lia. f_equal; f_equal; lia.
  Qed.

  Lemma row_length y : y <= length b -> length (row_at y) = w.
  Proof.
    intros H. remember (length b - y) as d eqn:E. revert y H E. induction d as [|d IH]; intros y H E.
    - replace y with (length b) by lia. rewrite row_top. apply spread_length. apply repeat_length.
    - rewrite row_below by lia. apply spread_length. apply IH; lia.
  Qed.

  Lemma row_sound y : y <= length b -> forall x, at_ (row_at y) x -> slides w b t x y.
  Proof.
    intros H. remember (length b - y) as d eqn:E. revert y H E. induction d as [|d IH]; intros y H E x Hx.
    - replace y with (length b) in * by lia. rewrite row_top in Hx. revert Hx. apply spread_sound.
      intros x' _ Hf. now apply from_above.
    - rewrite row_below in Hx by lia. revert Hx. apply spread_sound. intros x' Hx' Hf.
      apply down; [|exact Hf]. apply IH; (lia || assumption).
  Qed.

  Hypothesis some_cell : t <> [].

  Lemma fits_column x y : fits w b t x y = true -> x < w.
  Proof.
    destruct t as [|c rest]; [contradiction|]. unfold fits. simpl. rewrite !andb_true_iff. intros [H _].
    unfold open in H. rewrite andb_true_iff, Nat.ltb_lt in H. simpl in H. lia.
  Qed.

  Lemma row_complete x y : slides w b t x y -> y <= length b /\ at_ (row_at y) x.
  Proof.
    induction 1 as [x Hf|x y _ [Hy IH] Hf|x y _ [Hy IH] Hf|x y _ [Hy IH] Hf].
    - split; [lia|]. rewrite row_top. pose proof (fits_column _ _ Hf).
      apply spread_complete; [apply repeat_length | now apply fitting_at|]. left.
      rewrite nth_indep with (d' := true) by now rewrite repeat_length. apply nth_repeat.
    - split; [exact Hy|]. apply Nat.le_lteq in Hy. destruct Hy as [Hy| ->].
      + rewrite row_below in * by exact Hy. apply spread_complete; [apply row_length; lia | | now right; left].
        apply fitting_at. split; [now apply fits_column in Hf | exact Hf].
      + rewrite row_top in *. apply spread_complete; [apply repeat_length | | now right; left].
        apply fitting_at. split; [now apply fits_column in Hf | exact Hf].
    - split; [exact Hy|]. apply Nat.le_lteq in Hy. destruct Hy as [Hy| ->].
      + rewrite row_below in * by exact Hy. apply spread_complete; [apply row_length; lia | | right; right; eauto].
        apply fitting_at. split; [now apply fits_column in Hf | exact Hf].
      + rewrite row_top in *. apply spread_complete; [apply repeat_length | | right; right; eauto].
        apply fitting_at. split; [now apply fits_column in Hf | exact Hf].
    - split; [lia|]. rewrite row_below by lia. apply spread_complete; [apply row_length; lia | | now left].
      apply fitting_at. split; [now apply fits_column in Hf | exact Hf].
  Qed.
End Table.

(** * Allowed places *)
Lemma allowedb_sound r w b t x y : allowedb r w b t (table_for r w b t) x y = true -> allowed (meaning r) w b t x y.
Proof.
  unfold allowedb, allowed. rewrite !andb_true_iff, Nat.leb_le. intros [[H1 H2] H3].
  split; [exact H1|]. split; [exact H2|]. destruct r; [| |exact I].
  - rewrite forallb_forall in H3. intros z Hz. apply H3. apply in_seq. lia.
  - apply andb_true_iff in H3. destruct H3 as [_ H3]. apply row_sound; [exact H2 | exact H3].
Qed.

Lemma allowedb_complete r w b t x y : t <> [] -> allowed (meaning r) w b t x y ->
  x < w /\ y <= length b /\ allowedb r w b t (table_for r w b t) x y = true.
Proof.
  intros Ht (H1 & H2 & H3). pose proof H1 as Hf. unfold at_rest in Hf. apply andb_true_iff in Hf. destruct Hf as [Hf _].
  pose proof (fits_column w b t Ht x y Hf) as Hx. split; [exact Hx|]. split; [exact H2|].
  unfold allowedb. rewrite H1. apply Nat.leb_le in H2 as Hle. rewrite Hle. cbn [andb]. destruct r; [| |reflexivity].
  - apply forallb_forall. intros z Hz. apply in_seq in Hz. apply H3. lia.
  - apply Nat.ltb_lt in Hx. rewrite Hx. simpl. now apply row_complete.
Qed.

(** * Strategies *)
Lemma sequences_all n count : forall ps, length ps = n -> Forall (fun p => p < count) ps -> In ps (sequences n count).
Proof.
  induction n as [|n IH]; intros [|p ps] Hl H; try discriminate; [now left|].
  inversion H; subst. simpl. apply in_flat_map. exists p. split; [apply in_seq; lia|].
  apply in_map. apply IH; [simpl in Hl; lia | assumption].
Qed.

Theorem strategy_checker_sound_holds : StatementsCheckers.strategy_checker_sound WellCheck.check_strategy.
Proof.
  intros m g lines Hin_rule H. unfold check_strategy in H. rewrite andb_true_iff, !forallb_forall in H. destruct H as [H0 H].
  assert (on : forall b ps a, In (b, ps, a) lines -> goes_on g b ps).
  { cofix on. intros b ps [[turn x] y] Hin. specialize (H _ Hin). unfold play_ok in H.
    destruct ps as [|p rest]; [discriminate|].
    destruct (nth_error (turns_of g p) turn) as [t|] eqn:Et; [|discriminate].
    rewrite !andb_true_iff, Nat.leb_le, forallb_forall in H. destruct H as [[H1 H2] H3].
    apply (place g b p rest t x y); [now apply nth_error_In in Et | apply Hin_rule; now apply allowedb_sound | exact H2|].
    intros q Hq. specialize (H3 q ltac:(apply in_seq; lia)).
    destruct (look_up _ (make_index _ lines) (played (width g) b t x y) (rest ++ [q])) as [a|] eqn:E; [|discriminate].
    apply look_up_In in E. exact (on _ _ _ E). }
  intros ps Hl Hps. specialize (H0 ps (sequences_all _ _ _ Hl Hps)).
  destruct (look_up _ (make_index _ lines) [] ps) as [a|] eqn:E; [|discriminate].
  apply look_up_In in E. exact (on _ _ _ E).
Qed.

(** * Defeats *)
Lemma turns_cells t u : t <> [] -> In u (turns t) -> u <> [].
Proof.
  intros Ht Hu. assert (Hq : forall v, v <> [] -> quarter v <> []) by (intros [|c v] Hv; [contradiction | discriminate]).
  unfold turns in Hu. destruct (same_turn _ _); [|destruct (same_turn _ _)]; simpl in Hu;
    repeat (destruct Hu as [<-|Hu]; [auto 6|]); destruct Hu.
Qed.

Theorem defeat_checker_sound_holds : StatementsCheckers.defeat_checker_sound WellCheck.check_defeat.
Proof.
  intros m g given Hin_rule H. unfold check_defeat in H. set (lines := map _ given) in H. clearbody lines.
  rewrite !andb_true_iff, !forallb_forall in H. destruct H as [[Hcells Hstart] H].
  assert (cells : forall p u, In u (turns_of g p) -> p < length (pieces g) -> u <> []).
  { intros p u Hu Hp. apply turns_cells with (nth p (pieces g) []); [|exact Hu].
    specialize (Hcells (nth p (pieces g) []) (nth_In _ _ Hp)). intros E. now rewrite E in Hcells. }
  assert (L : forall n b shown q rank, N.to_nat rank <= n -> In (b, shown, (q, rank)) lines -> lost g n b shown).
  { induction n as [|n IH]; intros b shown q rank Hr Hin; specialize (H _ Hin); unfold send_ok in H;
      rewrite !andb_true_iff, Nat.ltb_lt, N.ltb_lt, forallb_forall in H; destruct H as [[[Hshown Hq] Hpos] H]; [lia|].
    destruct (shown ++ [q]) as [|p rest] eqn:E; [discriminate|].
    assert (Hp : p < length (pieces g)).
    { assert (Hpin : In p (shown ++ [q])) by (rewrite E; now left). apply in_app_iff in Hpin.
      destruct Hpin as [Hpin|[<-|[]]]; [|exact Hq]. apply Nat.ltb_lt. now apply Hshown. }
    apply (announce g n b shown q p rest Hq E). intros t x y Ht Ha.
    destruct (allowedb_complete m _ _ _ _ _ (cells p t Ht Hp) (Hin_rule _ _ _ _ Ha)) as (Hx & Hy & Hb).
    rewrite forallb_forall in H. specialize (H t Ht). unfold place_ok in H. rewrite forallb_forall in H.
    specialize (H y ltac:(apply in_seq; lia)). rewrite forallb_forall in H. specialize (H x ltac:(apply in_seq; lia)).
    rewrite Hb in H. cbn [negb orb] in H.
    destruct (Nat.ltb_spec (depth g) (length (played (width g) b t x y))) as [Hd|Hd]; [now left | right].
    cbn [orb] in H.
    destruct (look_up _ (make_index _ lines) (played (width g) b t x y) rest) as [[q' rank']|] eqn:El; [|discriminate].
    apply N.ltb_lt in H. apply look_up_In in El. apply (IH _ _ q' rank'); [lia | exact El]. }
  apply existsb_exists in Hstart. destruct Hstart as ([[b shown] [q rank]] & Hin & Hb).
  destruct b as [|r b]; [|discriminate]. apply Nat.eqb_eq in Hb.
  exists (N.to_nat rank), shown. split; [exact Hb|]. split; [|now apply (L _ _ _ q rank)].
  specialize (H _ Hin). unfold send_ok in H. rewrite !andb_true_iff, forallb_forall in H.
  apply Forall_forall. intros p Hp. apply Nat.ltb_lt. now apply H.
Qed.
