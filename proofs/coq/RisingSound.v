(** What the checker of wells that rise accepts is true: the gain times the height, with the
    potential of the highest rows, grows with each piece, and no well is deep enough. *)
From Coq Require Import Arith NArith List Bool Lia FMapPositive.
From Topple Require Import Statements Wells Plays WellCheck WellSound RisingCheck RisingPlays.
Import ListNotations Well WellGame WellLines.

(** * No row becomes blank *)
Lemma blank_keeps r x : blank r = false -> blank (update x (fun _ => true) r) = false.
Proof.
  unfold blank. revert x. induction r as [|c r IH]; intros [|x] H; cbn in *; try discriminate; [reflexivity|].
  destruct c; [reflexivity|]. cbn in *. now apply IH.
Qed.
Lemma blank_filled r x : x < length r -> blank (update x (fun _ => true) r) = false.
Proof.
  unfold blank. revert x. induction r as [|c r IH]; intros [|x] H; cbn in *; [lia | lia | reflexivity|].
  rewrite IH by lia. apply andb_false_r.
Qed.

Definition blank_at (b : well) (y : nat) : bool := blank (nth y b []).
Lemma fill_keeps b c y : y < length b -> blank_at b y = false -> blank_at (fill b c) y = false.
Proof.
  intros Hy H. unfold blank_at, fill. rewrite nth_update. destruct ((snd c =? y) && (y <? length b)); [|exact H].
  now apply blank_keeps.
Qed.
Lemma put_keeps cells y : forall b, y < length b -> blank_at b y = false -> blank_at (fold_left fill cells b) y = false.
Proof.
  induction cells as [|c cells IH]; intros b Hy H; [exact H|]. cbn [fold_left]. apply IH; [|now apply fill_keeps].
  unfold fill. now rewrite update_length.
Qed.
Lemma put_fills w cells y c : In c cells -> fst c < w -> snd c = y ->
  forall b, rows_of w b -> y < length b -> blank_at (fold_left fill cells b) y = false.
Proof.
  intros Hc Hx Hs. induction cells as [|c' cells IH]; intros b Hb Hy; [destruct Hc|]. cbn [fold_left].
  assert (L : y < length (fill b c')) by (unfold fill; now rewrite update_length).
  destruct Hc as [->|Hc]; [|apply IH; [exact Hc | | exact L]; exact (put_rows w [c'] b Hb)].
  apply put_keeps; [exact L|]. unfold blank_at, fill. rewrite nth_update, Hs, Nat.eqb_refl.
  rewrite (proj2 (Nat.ltb_lt _ _) Hy). cbn [andb]. apply blank_filled.
  now rewrite (proj1 (Forall_forall _ _) Hb _ (nth_In b [] Hy)).
Qed.

Lemma played_not_blank w b t x y : solid t = true -> y <= length b -> fits w b t x y = true -> rows_of w b ->
  Forall (fun r => blank r = false) b -> Forall (fun r => blank r = false) (played w b t x y).
Proof.
  intros Hs Hy Hf Rows Hb. apply Forall_forall. intros r Hr.
  rewrite played_keep in Hr. unfold keep in Hr. apply filter_In in Hr. destruct Hr as [Hr _].
  apply In_nth with (d := []) in Hr. destruct Hr as (z & Hz & <-).
  change (blank_at (filled w b t x y) z = false). unfold filled in *. rewrite put_length in Hz.
  destruct (Nat.lt_ge_cases z (length b)) as [L|L].
  - apply put_keeps; [exact Hz|]. unfold blank_at, higher. rewrite app_nth1 by exact L.
    exact (proj1 (Forall_forall _ _) Hb _ (nth_In b [] L)).
  - unfold solid in Hs. rewrite forallb_forall in Hs. specialize (Hs (z - y)).
    unfold higher in Hz. rewrite app_length, repeat_length in Hz. unfold top_row in Hz.
    specialize (Hs ltac:(apply in_seq; unfold tall; lia)). apply existsb_exists in Hs. destruct Hs as (c & Hc & E).
    apply Nat.eqb_eq in E. apply (put_fills w _ z (x + fst c, y + snd c)).
    + unfold at_cell. apply in_map_iff. now exists c.
    + pose proof (fits_open _ _ _ _ _ _ Hf Hc) as O. unfold open in O. apply andb_true_iff in O. now apply Nat.ltb_lt.
    + cbn [snd]. lia.
    + now apply rows_higher.
    + unfold higher. rewrite app_length, repeat_length. unfold top_row. lia.
Qed.
Lemma blankless_played w b t x y : solid t = true -> y <= length b -> fits w b t x y = true -> blankless w b ->
  blankless w (played w b t x y).
Proof.
  intros Hs Hy Hf Hb. pose proof (blankless_rows _ _ Hb) as Rows.
  assert (B : Forall (fun r => blank r = false) b) by (revert Hb; apply Forall_impl; tauto).
  pose proof (played_not_blank w b t x y Hs Hy Hf Rows B) as B'. pose proof (played_rows w b t x y Rows) as Rows'.
  unfold blankless, rows_of in *. rewrite Forall_forall in *. intros r Hr. split; [now apply Rows'|].
  split; [now apply B'|]. rewrite played_keep in Hr. unfold keep in Hr. apply filter_In in Hr. now apply negb_true_iff.
Qed.

(** * The tops that can follow *)
Lemma every_row_holds ok n : forall r, every_row n r ok = true -> forall l, length l = n -> ok (l ++ r) = true.
Proof.
  induction n as [|n IH]; intros r H l Hl; cbn [every_row] in H; [now destruct l|].
  destruct (rev l) as [|c l'] eqn:E; [apply (f_equal (@length bool)) in E; rewrite rev_length in E; cbn in E; lia|].
  apply (f_equal (@rev bool)) in E. rewrite rev_involutive in E. cbn in E. subst l.
  rewrite app_length in Hl. cbn in Hl. rewrite <- app_assoc. apply andb_true_iff in H.
  destruct c; cbn [app]; apply IH; try tauto; lia.
Qed.
Lemma every_top_holds w ok n : forall top, every_top w n top ok = true ->
  forall low, blankless w low -> length low <= n -> ok (low ++ top) = true.
Proof.
  induction n as [|n IH]; intros top H low Hb Hl; cbn [every_top] in H; apply andb_true_iff in H; destruct H as [H0 H].
  - destruct low; [exact H0 | cbn in Hl; lia].
  - destruct (rev low) as [|r low'] eqn:E.
    + apply (f_equal (@rev _)) in E. rewrite rev_involutive in E. subst low. exact H0.
    + apply (f_equal (@rev _)) in E. rewrite rev_involutive in E. cbn in E. subst low.
      apply Forall_app in Hb. destruct Hb as [Hb Hr]. inversion Hr as [|? ? (R1 & R2 & R3) _]. subst.
      rewrite app_length in Hl. cbn in Hl. rewrite <- app_assoc. cbn [app].
      pose proof (every_row_holds _ _ _ H r eq_refl) as G. rewrite app_nil_r, R2, R3 in G. cbn in G.
      apply (IH _ G _ Hb). lia.
Qed.
Lemma followed_holds w rows open top ok : followed w rows open top ok = true ->
  forall low, blankless w low -> (open = false -> low = []) -> ok (highest rows (low ++ top)) = true.
Proof.
  intros H low Hb Ho. unfold followed in H. unfold highest. rewrite app_length, skipn_app.
  destruct (Nat.leb_spec rows (length top)) as [L|L].
  - rewrite skipn_all2 by lia. cbn [app]. unfold highest in H.
    now replace (length low + length top - rows - length low) with (length top - rows) by lia.
  - replace (length low + length top - rows - length low) with 0 by lia. cbn [skipn]. destruct open.
    + apply (every_top_holds _ _ _ _ H); [|rewrite skipn_length; lia].
      unfold blankless in *. rewrite Forall_forall in *. intros r Hr. apply Hb.
      rewrite <- (firstn_skipn (length low + length top - rows) low). apply in_app_iff. now right.
    + rewrite (Ho eq_refl). cbn [length skipn app]. now destruct (0 + length top - rows).
Qed.

(** * Rising *)
Definition most (lines : list (well * list nat * (nat * N))) : N := fold_right (fun line => N.max (snd (snd line))) 0%N lines.
Lemma most_holds lines top shown q f : In (top, shown, (q, f)) lines -> (f <= most lines)%N.
Proof.
  induction lines as [|l lines IH]; intros H; [destruct H|]. unfold most. cbn [fold_right]. fold (most lines).
  destruct H as [->|H]; [cbn [snd]; lia | specialize (IH H); lia].
Qed.

Lemma solid_some t : solid t = true -> t <> [].
Proof. intros H ->. discriminate. Qed.

Lemma turn_ok_holds m w rows gain ix top shown f t b x y :
  turn_ok m w rows gain ix top shown f t = true -> top = highest rows b -> blankless w b ->
  allowed (meaning m) w b t x y -> let after := played w b t x y in
  blankless w after /\ exists q next, look_up _ ix (highest rows after) shown = Some (q, next) /\
  (gain * N.of_nat (length b) + f + 1 <= gain * N.of_nat (length after) + next)%N.
Proof.
  intros H Et Hb Ha after. unfold turn_ok in H. apply andb_true_iff in H. destruct H as [Hs H].
  pose proof (solid_some t Hs) as Some. pose proof Ha as (Rest & Hy & _).
  pose proof Rest as Fit. unfold at_rest in Fit. apply andb_true_iff in Fit. destruct Fit as [Fit _].
  pose proof (blankless_played w b t x y Hs Hy Fit Hb : blankless w after) as After. split; [exact After|].
  set (open := length top =? rows) in *. set (d := if open then sinks w t else 0) in *.
  set (low := firstn (length b - rows) b).
  assert (Eb : b = low ++ top) by (rewrite Et; unfold low, highest; now rewrite firstn_skipn).
  assert (Low : blankless w low) by (rewrite Eb in Hb; now apply Forall_app in Hb).
  assert (Flat : open = false -> low = []).
  { unfold open. rewrite Nat.eqb_neq. intros N. rewrite Et in N. unfold highest in N. rewrite skipn_length in N.
    unfold low. replace (length b - rows) with 0 by lia. reflexivity. }
  assert (Depth : d = sinks w t \/ d = 0 /\ low = []) by (unfold d; destruct open; [now left | right; auto]).
  pose proof (f_equal (@length _) Eb) as Len. rewrite app_length in Len.
  rewrite Eb in Ha, Rest, Fit, Hy.
  destruct (seen_gets w low top t d Low Depth m x y Some Ha) as [Hx Gets].
  pose proof (seen_rests w low top t d x y Rest) as Rests.
  destruct (seen_after w low top t d Low Depth x y Fit) as (low' & Ea & Hl & Hn). rewrite <- Eb in Ea. fold after in Ea.
  set (y' := row_seen low d y) in *. rewrite forallb_forall in H. specialize (H y').
  specialize (H ltac:(apply in_seq; pose proof (seen_length w low top d y Hy); unfold y'; lia)).
  rewrite forallb_forall in H. specialize (H x ltac:(apply in_seq; lia)). rewrite Gets, Rests in H. cbn in H.
  unfold place_ok in H.
  assert (Low' : blankless w low') by (rewrite Ea in After; now apply Forall_app in After).
  pose proof (followed_holds _ _ _ _ _ H low' Low' ltac:(auto)) as E. rewrite <- Ea in E. unfold enough in E.
  destruct (look_up _ ix (highest rows after) shown) as [[q next]|]; [|discriminate].
  exists q, next. split; [reflexivity|]. apply N.leb_le in E. rewrite Ea, app_length, Len.
  set (known := length (known w d (over w d top) t x y')) in *.
  assert (G : (N.of_nat (length low) <= N.of_nat (length low') + N.of_nat (d - y'))%N) by lia.
  rewrite !Nat2N.inj_add in *. nia.
Qed.

Theorem rising_checker_sound_holds : StatementsRising.rising_checker_sound RisingCheck.check_rising.
Proof.
  intros m g how rows gain given Hin_rule H depth. unfold check_rising in H. set (lines := map _ given) in H. clearbody lines.
  rewrite andb_true_iff, !forallb_forall in H. destruct H as [Hstart H].
  set (game := Rising.of_depth g how depth). set (deep := (gain * N.of_nat depth + most lines)%N).
  assert (L : forall n b shown q f, In (highest rows b, shown, (q, f)) lines -> blankless (Rising.width g) b -> length b <= depth ->
    (deep < N.of_nat n + gain * N.of_nat (length b) + f)%N -> lost game n b shown).
  { induction n as [|n IH]; intros b shown q f Hin Hb Hd Hn.
    - exfalso. pose proof (most_holds _ _ _ _ _ Hin). unfold deep in Hn. nia.
    - specialize (H _ Hin). unfold line_ok in H. rewrite !andb_true_iff in H. destruct H as [[_ Hq] H]. apply Nat.ltb_lt in Hq.
      destruct (shown ++ [q]) as [|p rest] eqn:E; [discriminate|]. rewrite forallb_forall in H.
      apply (announce game n b shown q p rest Hq E). intros t x y Ht Ha.
      destruct (turn_ok_holds _ _ _ _ _ _ _ _ _ b x y (H t Ht) eq_refl Hb (Hin_rule _ _ _ _ Ha)) as (Hb' & q' & next & El & Hg).
      change (width game) with (Rising.width g). change (WellGame.depth game) with depth.
      destruct (Nat.lt_ge_cases depth (length (played (Rising.width g) b t x y))) as [D|D]; [now left | right].
      apply look_up_In in El. apply (IH _ _ q' next El Hb' D). lia. }
  apply existsb_exists in Hstart. destruct Hstart as ([[top shown] [q f]] & Hin & Htop).
  destruct top as [|r top]; [|discriminate]. apply Nat.eqb_eq in Htop.
  exists (N.to_nat (deep + 1)), shown. split; [exact Htop|]. split.
  - specialize (H _ Hin). unfold line_ok in H. rewrite !andb_true_iff, forallb_forall in H.
    apply Forall_forall. intros p Hp. apply Nat.ltb_lt. now apply H.
  - apply (L _ _ _ q f); [exact Hin | constructor | cbn; lia|]. rewrite N2Nat.id. cbn. lia.
Qed.
