(** Who can place every order of pieces that has an end, if he knows it in advance, goes on for ever in those
    that have none: Koenig's lemma, as there are finitely many places for a piece. *)
From Coq Require Import Arith List Bool Lia.
From Topple Require Import Statements WellCheck InAdvanceCheck InAdvanceSound.
Import ListNotations Well WellLines Bag InAdvance.

Lemma first_ones (pieces : nat -> nat) n : map pieces (seq 0 (S n)) = pieces 0 :: map (fun i => pieces (S i)) (seq 0 n).
Proof. cbn [seq map]. f_equal. rewrite <- seq_shift. apply map_map. Qed.

Section Game.
  Variable g : Bag.game.

  (** * One piece *)
  Inductive leads (p : nat) : well -> option nat -> well -> option nat -> Prop :=
    | is_put_aside b : hold g = true -> leads p b None b (Some p)
    | is_placed b aside q kept b' :
        (hold g = true -> aside <> None) -> chooses p aside q kept -> placed g b q b' -> leads p b aside b' kept.
  Lemma can_place_one p order b aside : can_place g b aside (p :: order) <->
    exists b' kept, leads p b aside b' kept /\ can_place g b' kept order.
  Proof.
    split.
    - intros H. inversion H as [|? ? ? Hhold Hrest|? ? ? q kept b' ? Hfirst Hchoice Hplaced Hrest]; subst.
      + exists b, (Some p). split; [now constructor | exact Hrest].
      + exists b', kept. split; [now apply (is_placed p b aside q) | exact Hrest].
    - intros (b' & kept & H & Hrest). destruct H as [b Hhold|b aside q kept b' Hfirst Hchoice Hplaced];
        [now constructor | now apply (places g b aside p q kept b')].
  Qed.
  Lemma goes_on_one pieces b aside b' kept : leads (pieces 0) b aside b' kept ->
    ForEver.goes_on g b' kept (fun n => pieces (S n)) -> ForEver.goes_on g b aside pieces.
  Proof.
    intros H Hrest. destruct H as [b Hhold|b aside q kept b' Hfirst Hchoice Hplaced];
      [now constructor | now apply (ForEver.places g b aside pieces q kept b')].
  Qed.

  Definition is_piece (aside : option nat) : Prop := forall q, aside = Some q -> q < length (pieces g).
  Lemma leads_piece p b aside b' kept : p < length (pieces g) -> is_piece aside ->
    leads p b aside b' kept -> is_piece kept.
  Proof.
    intros Hp Ha H. destruct H as [b _|b aside q kept b' _ Hchoice _]; [now intros q [= <-]|].
    inversion Hchoice; subst; [exact Ha | now intros q' [= <-]].
  Qed.

  (** A piece leads to finitely many places. *)
  Hypothesis cells : forall t, In t (pieces g) -> t <> [].
  Lemma leads_in p b aside b' kept : p < length (pieces g) -> is_piece aside -> leads p b aside b' kept ->
    In (b', kept) (step_from Anywhere g p (b, aside)).
  Proof.
    intros Hp Ha H. unfold step_from.
    assert (Hrule : within (how g) (meaning Anywhere) (width g)) by (intros b0 t x y (H1 & H2 & _); repeat split; auto).
    destruct H as [b Hhold|b aside q kept b' Hfirst Hchoice Hplaced]; [rewrite Hhold; now left|].
    inversion Hchoice; subst.
    - apply (placed_after Anywhere) in Hplaced; [|assumption ..]. destruct kept as [q'|].
      + apply in_app_iff. left. now apply in_map_iff; exists b'.
      + destruct (hold g); [now specialize (Hfirst eq_refl) | now apply in_map_iff; exists b'].
    - apply (placed_after Anywhere) in Hplaced; [|now try apply Ha ..]. apply in_app_iff. right.
      now apply in_map_iff; exists b'.
  Qed.

  (** * Arbitrarily many pieces *)
  Notation first_placed pieces n b aside := (can_place g b aside (map pieces (seq 0 n))).
  Definition alive (pieces : nat -> nat) (b : well) (aside : option nat) : Prop :=
    forall n, first_placed pieces n b aside.

  Lemma fewer : forall n more pieces b aside, n <= more -> first_placed pieces more b aside ->
    first_placed pieces n b aside.
  Proof.
    induction n as [|n IH]; intros [|more] pieces b aside Hn H; try lia; [constructor ..|]. rewrite first_ones in *.
    apply can_place_one in H. destruct H as (b' & kept & Hleads & H). apply can_place_one. exists b', kept.
    split; [exact Hleads|]. apply (IH more); [lia | exact H].
  Qed.
  Lemma goes_on_placed : forall n pieces b aside, ForEver.goes_on g b aside pieces -> first_placed pieces n b aside.
  Proof.
    induction n as [|n IH]; intros pieces b aside H; [constructor|]. rewrite first_ones.
    inversion H as [? ? Hhold Hrest|? ? ? q kept b' Hfirst Hchoice Hplaced Hrest]; subst;
      [constructor 2; [exact Hhold | now apply IH] | apply (places g b aside _ q kept b'); auto].
  Qed.

  Hypothesis excluded_middle : forall P : Prop, P \/ ~ P.
  Lemma alive_or_not pieces b aside : alive pieces b aside \/ exists n, ~ first_placed pieces n b aside.
  Proof.
    destruct (excluded_middle (exists n, ~ first_placed pieces n b aside)) as [H|H]; [now right | left].
    intros n. destruct (excluded_middle (first_placed pieces n b aside)) as [|Hn]; [assumption|].
    destruct H. now exists n.
  Qed.
  Lemma one_alive pieces b aside : pieces 0 < length (Bag.pieces g) -> is_piece aside -> alive pieces b aside ->
    exists b' kept, leads (pieces 0) b aside b' kept /\ alive (fun n => pieces (S n)) b' kept.
  Proof.
    intros Hp Ha Halive. set (later := fun n => pieces (S n)).
    assert (H : forall l, (exists b' kept, leads (pieces 0) b aside b' kept /\ alive later b' kept) \/
      exists n, forall b' kept, In (b', kept) l -> leads (pieces 0) b aside b' kept -> ~ first_placed later n b' kept).
    { induction l as [|[b' kept] l [IH|(n & IH)]]; [right; exists 0; intros ? ? [] | now left|].
      destruct (excluded_middle (leads (pieces 0) b aside b' kept)) as [Hl|Hl].
      - destruct (alive_or_not later b' kept) as [Hb|(k & Hk)]; [left; now exists b', kept|].
        right. exists (Nat.max k n). intros b'' kept' [[= <- <-]|Hin] Hl' Hb.
        + apply Hk. apply fewer with (2 := Hb). lia.
        + apply (IH b'' kept' Hin Hl'). apply fewer with (2 := Hb). lia.
      - right. exists n. intros b'' kept' [[= <- <-]|Hin]; [contradiction | now apply IH]. }
    destruct (H (step_from Anywhere g (pieces 0) (b, aside))) as [Hone|(n & Hnone)]; [exact Hone|].
    specialize (Halive (S n)). rewrite first_ones in Halive. apply can_place_one in Halive.
    destruct Halive as (b' & kept & Hl & Hplaced). destruct (Hnone b' kept (leads_in _ _ _ _ _ Hp Ha Hl) Hl Hplaced).
  Qed.
  Lemma alive_goes_on : forall pieces b aside, (forall n, pieces n < length (Bag.pieces g)) -> is_piece aside ->
    alive pieces b aside -> ForEver.goes_on g b aside pieces.
  Proof.
    cofix on. intros pieces b aside Hp Ha Halive.
    destruct (one_alive pieces b aside (Hp 0) Ha Halive) as (b' & kept & Hl & Halive').
    assert (Hrest : is_piece kept) by exact (leads_piece _ _ _ _ _ (Hp 0) Ha Hl).
    destruct Hl as [b Hhold|b aside q kept b' Hfirst Hchoice Hplaced].
    - apply ForEver.puts_aside; [exact Hhold|]. apply on; [intros n; apply Hp | exact Hrest | exact Halive'].
    - apply (ForEver.places g b aside pieces q kept b' Hfirst Hchoice Hplaced).
      apply on; [intros n; apply Hp | exact Hrest | exact Halive'].
  Qed.
End Game.

(** * Orders that may come *)
Lemma left_each g now p : incl now (each (wells g)) -> incl (left g now p) (each (wells g)).
Proof.
  intros H q Hq. unfold left in Hq. destruct (from_bag g); [|now apply H]. unfold filled in Hq.
  destruct (without p now) as [|r rest] eqn:E; [exact Hq|]. rewrite <- E in Hq. unfold without in Hq.
  apply filter_In in Hq. now apply H.
Qed.
Lemma dealt_each g now order : incl now (each (wells g)) -> dealt g now order -> incl order (each (wells g)).
Proof.
  intros Hnow H. induction H as [|now p order Hp _ IH]; [intros q []|].
  intros q [<-|Hq]; [now apply Hnow | apply IH; [now apply left_each | exact Hq]].
Qed.

Definition after_one (p : nat) (pieces : nat -> nat) (i : nat) : nat := match i with 0 => p | S i => pieces i end.
Lemma first_after_one p pieces n : map (after_one p pieces) (seq 0 (S n)) = p :: map pieces (seq 0 n).
Proof. apply first_ones. Qed.
(** An order that may come is the beginning of one that has no end. *)
Lemma endless g : each (wells g) <> [] -> forall order now, now <> [] -> dealt g now order ->
  exists pieces, map pieces (seq 0 (length order)) = order /\ forall n, dealt g now (map pieces (seq 0 n)).
Proof.
  intros Heach.
  assert (some_left : forall now p, now <> [] -> left g now p <> []).
  { intros now p Hnow. unfold left, filled. destruct (from_bag g); [|exact Hnow].
    destruct (without p now); [exact Heach | easy]. }
  induction order as [|p order IH]; intros now Hnow H.
  - set (draw := fix draw (now : list nat) (i : nat) : nat :=
      match i with 0 => hd 0 now | S i => draw (left g now (hd 0 now)) i end).
    exists (draw now). split; [reflexivity|]. intros n. clear H. revert now Hnow.
    induction n as [|n IH]; intros now Hnow; [constructor|]. rewrite first_ones.
    constructor; [destruct now; [contradiction | now left]|]. exact (IH _ (some_left _ _ Hnow)).
  - inversion H as [|? ? ? Hp Hrest]; subst. destruct (IH _ (some_left _ _ Hnow) Hrest) as (pieces & E & Hpieces).
    exists (after_one p pieces). cbn [length]. rewrite first_after_one, E. split; [reflexivity|].
    intros [|n]; [constructor|]. rewrite first_after_one. constructor; [exact Hp | exact (Hpieces n)].
Qed.

Theorem in_advance_for_ever_holds : StatementsForEver.in_advance_for_ever.
Proof.
  intros excluded_middle g w Hcells. rewrite Forall_forall in Hcells. split; intros H.
  - intros pieces Hdealt. apply (alive_goes_on w Hcells excluded_middle); [| easy | intros n; now apply H].
    intros n. assert (Hin : In (pieces n) (each w)).
    { apply (dealt_each g _ _ (incl_refl _) (Hdealt (S n))). apply in_map, in_seq. lia. }
    unfold each in Hin. apply in_seq in Hin. lia.
  - intros order Hdealt. destruct order as [|p order]; [constructor|].
    assert (Heach : each w <> []).
    { inversion Hdealt as [|? ? ? Hp _]; subst. intros E. unfold w in E. now rewrite E in Hp. }
    destruct (endless g Heach (p :: order) (each w) Heach Hdealt) as (pieces & E & Hpieces).
    rewrite <- E. now apply goes_on_placed, H.
Qed.
