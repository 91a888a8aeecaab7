(** The search of the checker by automata finds each way to set a mark: in a run of kinks, below a stack of full
    segments under a half-full one in each lane. *)
From Coq Require Import Arith ZArith List Bool FMapPositive Lia.
From Topple Require Import Statements Wells Plays WellSound RisingCheck RisingPlays Lanes.
From Topple Require Import WordCheck LegCheck Words WordMoves.
Import ListNotations Well WellGame.
Local Opaque explore.

Notation E := ((false, false) : segment).
Notation F := ((true, true) : segment).

(** * Lanes *)
Lemma same_marking_eq a b : same_marking a b = true -> a = b.
Proof. destruct a, b; cbn; try discriminate; intros H; now apply same_row_eq in H as ->. Qed.

(** What may lie above, in a lane in which the half-full segment was read, or was not. *)
Definition rest_of (read : bool) (c : list segment) : Prop :=
  if read then exists m, c = repeat E m else topped true c.
Definition next_read (read : bool) (s : segment) : bool := if read then true else negb (snd s).
Lemma rest_step read s c : rest_of read (s :: c) -> rest_of (next_read read s) c /\
  (read = true /\ s = E \/ read = false /\ (s = F \/ s = half true)).
Proof.
  destruct read; cbn [rest_of].
  - intros ([|m] & H); [discriminate|]. injection H as -> ->. split; [now exists m | now left].
  - intros ([|m] & m' & H); injection H as -> ->; cbn; (split; [|right; auto]); [now exists m' | now exists m, m'].
Qed.

Lemma lanes_step : forall lanes r b, 2 * length lanes <= length r ->
  (forall k, k < length lanes -> rest_of (nth k lanes false) (seg k r :: lane k b)) ->
  exists lanes', lanes_read lanes r = Some lanes' /\ length lanes' = length lanes /\
  forall k, k < length lanes -> nth k lanes' false = next_read (nth k lanes false) (seg k r).
Proof.
  induction lanes as [|read lanes IH]; intros r b L H; [exists []; now repeat split; intros|].
  destruct r as [|a [|c r]]; cbn [length] in L; try lia. cbn [lanes_read].
  assert (G : forall k, k < length lanes -> rest_of (nth k lanes false) (seg k r :: lane k (map (skipn 2) b))).
  { intros k Hk. specialize (H (S k) ltac:(cbn; lia)). cbn [nth] in H. unfold seg in H. replace (2 * S k)
      with (S (S (2 * k))) in H by lia.
    cbn [nth] in H. replace (lane k (map (skipn 2) b)) with (lane (S k) b); [exact H|]. unfold lane. rewrite map_map.
    apply map_ext. intros s. unfold seg. replace (2 * S k) with (S (S (2 * k))) by lia.
    destruct s as [|s0 [|s1 s]]; cbn [skipn nth]; try reflexivity; now destruct (2 * k). }
  destruct (IH r _ ltac:(lia) G) as (rest & -> & L' & N). specialize (H 0 ltac:(cbn; lia)). cbn [nth] in H.
  apply rest_step in H. destruct H as [_ H]. exists (next_read read (a, c) :: rest). split; [|split].
  - unfold seg in H. cbn in H. destruct H as [[-> H]|[-> [H|H]]]; injection H as -> ->; reflexivity.
  - cbn. now rewrite L'.
  - intros [|k] Hk; [reflexivity|]. cbn [nth length] in *. rewrite N by lia. unfold seg.
    now replace (2 * S k) with (S (S (2 * k))) by lia.
Qed.

Fixpoint all_above (k : kind) (m : list bool) (b : well) : option (list bool) :=
  match b with
  | [] => Some m
  | r :: b => match read_above k m r with Some m => all_above k m b | None => None end
  end.
Lemma lanes_through w : forall b lanes, rows_of w b -> 2 * length lanes <= w ->
  (forall k, k < length lanes -> rest_of (nth k lanes false) (lane k b)) ->
  exists lanes', all_above kinks lanes b = Some lanes' /\ forallb (fun c => c) lanes' = true.
Proof.
  induction b as [|r b IH]; intros lanes Hb L H.
  - exists lanes. split; [reflexivity|]. apply forallb_forall. intros c Hc. apply In_nth with (d := false) in Hc.
    destruct Hc as (k & Hk & <-). specialize (H k Hk). destruct (nth k lanes false); [reflexivity|].
    destruct H as ([|m] & m' & H); discriminate.
  - inversion Hb; subst. destruct (lanes_step lanes r b L H) as (lanes' & El & L' & N). cbn [all_above read_above].
    rewrite El.
    apply IH; [assumption | lia|]. intros k Hk. rewrite L' in Hk. rewrite N by exact Hk. now apply rest_step, H.
Qed.

(** A mark can be set above so many rows of a well. *)
Definition can_mark (w : nat) (k : kind) (low : nat) (b : well) : Prop := exists m,
  all_above k (nothing_above w k (fold_left (read_below k) (firstn low b) (nothing_below k))) (skipn low b) = Some m /\
  may_mark k m = true.
Lemma banded_mark w low b : rows_of w b -> banded true w low b -> can_mark w kinks low b.
Proof.
  intros Hb B. pose proof (Nat.div_mod_eq w 2) as D. apply (lanes_through w).
  - rewrite <- (firstn_skipn low b) in Hb. now apply Forall_app in Hb.
  - cbn [nothing_above]. rewrite repeat_length. lia.
  - cbn [nothing_above]. intros k Hk. rewrite repeat_length in Hk. rewrite nth_repeat. apply B. lia.
Qed.

Definition marked (low : nat) (b : well) : word := map Some (firstn low b) ++ None :: map Some (skipn low b).
Lemma marked_rows low b : rows (marked low b) = b.
Proof. unfold marked. rewrite rows_app. cbn [rows]. rewrite !rows_some. apply firstn_skipn. Qed.
Lemma marked_spelled w low b : blankless w b -> spelled w (marked low b).
Proof.
  intros Hb. pose proof (spelled_some w b Hb) as S. rewrite <- (firstn_skipn low b), map_app in S.
  apply spelled_app in S. destruct S. unfold marked. apply spelled_app. split; [assumption|]. now constructor.
Qed.

(** * The search *)
Section Automaton.
  Variables (w : nat) (cert : certificate) (lines : PositiveMap.t (list positive)).
  Notation step := (step w cert lines).
  Notation run := (run w cert lines).
  Variables (k : kind) (old_line : positive -> list positive) (living : positive -> bool).
  Definition old_step (p : positive) (a : letter) : positive := nth (code w a) (old_line p) (dead cert).
  Definition old_run (p : positive) (u : word) : positive := fold_left old_step u p.
  Hypothesis some_width : 0 < w.
  Hypothesis living_before : forall p u, spelled w u -> living (old_run p u) = true -> living p = true.

  Section Reached.
    Variables (test : positive -> positive -> bool) (reached : state marking -> Prop).
    Notation next := (living_marks w cert lines k old_line living).
    Hypothesis closed : forall s, reached s -> mark_ok k test s = true /\ forall s', In s' (next s) -> reached s'.
    Lemma marks_reach s s' : reached s -> In s' (marks w cert lines k old_line s) -> living (fst (fst s'))
      = true -> reached s'.
    Proof. intros H Hs A. apply (closed s H). now apply filter_In. Qed.
    Lemma letter_beside p q a : proper w a ->
      In (a, old_step p a, step q a) (beside cert (letters w) (old_line p) (line lines q)).
    Proof. intros H. apply beside_in. now apply letters_nth. Qed.

    Lemma under_the_mark u : forall p q l, spelled w u -> living (old_run p u) = true ->
      reached (p, q, under_mark l) ->
      reached (old_run p u, run q (map Some (rows u)), under_mark (fold_left (read_below k) (rows u) l)).
    Proof.
      induction u as [|a u IH]; intros p q l Hu Hp H; [exact H|]. inversion Hu as [|? ? Ha Hu']; subst.
      cbn [old_run fold_left] in *. pose proof (living_before _ u Hu' Hp) as Alive.
      assert (N : reached (old_step p a, match a with Some r => step q (Some r) | None => q end,
        under_mark (match a with Some r => read_below k l r | None => l end))).
      { apply (marks_reach (p, q, under_mark l) _ H); [|exact Alive]. right. apply in_flat_map.
        exists (a, old_step p a, step q a). split; [now apply letter_beside|]. destruct a; now left. }
      destruct a as [r|]; cbn [rows map fold_left]; apply IH in N; auto.
    Qed.
    Lemma over_the_mark u : forall p q l l', spelled w u -> living (old_run p u) = true ->
      reached (p, q, over_mark l) -> all_above k l (rows u) = Some l' ->
      reached (old_run p u, run q (map Some (rows u)), over_mark l').
    Proof.
      induction u as [|a u IH]; intros p q l l' Hu Hp H L; [now injection L as <-|].
      inversion Hu as [|? ? Ha Hu']; subst.
      cbn [old_run fold_left] in *. pose proof (living_before _ u Hu' Hp) as Alive. destruct a as [r|];
        cbn [rows map all_above] in *.
      - destruct (read_above k l r) as [l1|] eqn:El; [|discriminate]. apply (IH _ (step q (Some r)) l1); auto.
        apply (marks_reach (p, q, over_mark l) _ H); [|exact Alive]. apply in_flat_map.
        exists (Some r, old_step p (Some r), step q (Some r)). split; [now apply letter_beside|]. rewrite El.
        now left.
      - apply (IH _ q l); auto. apply (marks_reach (p, q, over_mark l) _ H); [|exact Alive].
        apply in_flat_map.
        exists (None, old_step p None, step q None). split; [now apply letter_beside | now left].
    Qed.
  End Reached.

  Lemma mark_found test u low : found_ok (search_marks w cert lines k old_line living test) = true ->
    spelled w u -> living (old_run 1 u) = true -> can_mark w k low (rows u) ->
    test (old_run 1 u) (run 1 (marked low (rows u))) = true.
  Proof.
    intros Found Hu Alive (m & L & May). unfold search_marks in Found.
    destruct (explored _ _ _ _ same_marking_eq _ Found) as (reached & Start & Closed).
    destruct (rows_split (firstn low (rows u)) (skipn low (rows u)) u) as (u1 & u2 & Eu & E1 & E2);
      [now rewrite firstn_skipn|].
    unfold marked. rewrite <- E1, <- E2 in *. rewrite Eu in Hu. apply spelled_app in Hu. destruct Hu as [Hu1 Hu2].
    assert (Eo : old_run 1 u = old_run (old_run 1 u1) u2) by (rewrite Eu; apply fold_left_app).
    rewrite Eo in *. pose proof (living_before _ u2 Hu2 Alive) as Alive1.
    pose proof (under_the_mark test reached Closed u1 _ _ _ Hu1 Alive1 Start) as H1.
    set (l := fold_left _ _ _) in *.
    assert (H2 : reached (old_run 1 u1, step (run 1 (map Some (rows u1))) None, over_mark (nothing_above w k l)))
      by (apply (marks_reach test reached Closed _ _ H1); [now left | exact Alive1]).
    pose proof (over_the_mark test reached Closed u2 _ _ _ _ Hu2 Alive H2 L) as H3.
    destruct (Closed _ H3) as [Ok _]. cbn [mark_ok] in Ok. rewrite May in Ok. rewrite run_app. exact Ok.
  Qed.
End Automaton.
