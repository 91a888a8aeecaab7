(** Statements about flats and cycle-bands: Brzustowski, "Can you win at
    Tetris?", sections 4.1 and 4.5. *)
From Coq Require Import Arith List Bool Sorted.
From Topple Require Import StatementsWells.
Import ListNotations Well WellGame.

(** A flat is what a row holds from its first full cell until it is full. *)
Module Flat.
  (** Each flat has a tag; a new one gets the next number. So of two flats the one
      with the smaller tag is the older. From the bottom up, a tag for each row. *)
  Record state : Type := State { the_well : well; tags : list nat; next : nat }.
  Definition orderly (width : nat) (s : state) : Prop :=
    Forall (fun r => length r = width) (the_well s) /\ length (tags s) = length (the_well s) /\
    StronglySorted lt (tags s) /\ Forall (fun a => a < next s) (tags s).

  (** A play: a piece in one of its turns, column and row of its place. *)
  Definition placing : Type := turn * nat * nat.
  Section Play.
    Variable width : nat.
    Definition rows (s : state) (p : placing) : well :=
      let '(t, x, y) := p in with_piece width (the_well s) t x y.
    Definition all_tags (s : state) (p : placing) : list nat :=
      tags s ++ seq (next s) (length (rows s p) - length (tags s)).
    Definition step (s : state) (p : placing) : state :=
      State (filter (fun r => negb (full r)) (rows s p))
            (map fst (filter (fun e => negb (full (snd e))) (combine (all_tags s p) (rows s p))))
            (next s + (length (rows s p) - length (tags s))).

    (** Flat [a] lies in row [i] in this play, before full rows go. *)
    Definition lies (a i : nat) (s : state) (p : placing) : Prop := nth_error (all_tags s p) i = Some a.
    Definition is_full (i : nat) (s : state) (p : placing) : bool := full (nth i (rows s p) []).
    Definition born (a : nat) (s : state) (p : placing) : Prop := exists i, lies a i s p /\ length (tags s) <= i.
    Definition grows (a : nat) (s : state) (p : placing) : Prop :=
      exists i, lies a i s p /\ i < length (tags s) /\ exists c, In c (fst (fst p)) /\ snd p + snd c = i.
    Definition sinks (a : nat) (s : state) (p : placing) : Prop :=
      exists i, lies a i s p /\ is_full i s p = false /\ exists j, j < i /\ is_full j s p = true.
    Definition dies (a : nat) (s : state) (p : placing) : Prop := exists i, lies a i s p /\ is_full i s p = true.

    (** The plays of a pass, each with the state before it. *)
    Fixpoint pass (s : state) (ps : list placing) : list (state * placing) :=
      match ps with [] => [] | p :: rest => (s, p) :: pass (step s p) rest end.
    Definition happens (event : nat -> state -> placing -> Prop) (a : nat) (s : state) (ps : list placing) : Prop :=
      Exists (fun e => event a (fst e) (snd e)) (pass s ps).
    (** The cycle-band: the flats that are born, grow, sink or die in a pass. *)
    Definition band (a : nat) (s : state) (ps : list placing) : Prop :=
      happens (fun a s p => born a s p \/ grows a s p \/ sinks a s p \/ dies a s p) a s ps.
    Definition oldest (a : nat) (s : state) (ps : list placing) : Prop :=
      band a s ps /\ forall a', band a' s ps -> a <= a'.
    (** The states of a pass, also the last one. *)
    Definition in_pass (c s : state) (ps : list placing) : Prop :=
      c = fold_left step ps s \/ exists p, In (c, p) (pass s ps).

    (** The pieces fit where they are put, not above an empty row, and in the end the
        well is as before. A piece has a cell in the lowest row of its box. *)
    Definition cycle (s : state) (ps : list placing) : Prop :=
      orderly width s /\ ps <> [] /\ the_well (fold_left step ps s) = the_well s /\
      Forall (fun e => let '(t, x, y) := snd e in NoDup t /\ (exists across, In (across, 0) t) /\
        fits width (the_well (fst e)) t x y = true /\ y <= length (the_well (fst e))) (pass s ps).
  End Play.
End Flat.

(** Claim brzustowski/propositions-1-to-4: "If f is a flat in the cycle-band which doesn't sink in the
    cycle, then it must die there. Moreover, the oldest flat in the cycle-band dies during
    the cycle." As it holds: a flat of the cycle-band that is there when the cycle
    begins, and does not sink in it, dies in it. And the oldest flat of the band does. *)
Definition proposition_1 : Prop :=
  forall w s ps, Flat.cycle w s ps ->
  (forall a, In a (Flat.tags s) -> Flat.band w a s ps -> ~ Flat.happens w (Flat.sinks w) a s ps -> Flat.happens w (Flat.dies w) a s ps) /\
  (forall a, Flat.oldest w a s ps -> Flat.happens w (Flat.dies w) a s ps).

(** As printed it is said of all flats of the band. That is false: in width 4 two
    squares fill 1100/1100, and then make it anew; one flat that they bear neither sinks nor
    dies before the cycle ends. *)
Definition proposition_1_as_printed_fails : Prop :=
  ~ forall w s ps, Flat.cycle w s ps ->
  forall a, Flat.band w a s ps -> ~ Flat.happens w (Flat.sinks w) a s ps -> Flat.happens w (Flat.dies w) a s ps.

(** Proposition 2: "If f is a flat in the infinite cycle-band, then f eventually dies." If the cycle is gone through again and again, each flat that is born,
    grows, sinks or dies in some pass dies in this or a later one. *)
Definition proposition_2 : Prop :=
  forall w s ps m a, Flat.cycle w s ps ->
  Flat.band w a s (concat (repeat ps m)) -> exists m', Flat.happens w (Flat.dies w) a s (concat (repeat ps m')).

(** Proposition 3: "If g is a flat which lives in a state of the cycle, and g is younger than the
    oldest flat in the cycle-band, then g is also in the cycle-band." A flat in a state of the cycle that is younger than the oldest one of
    the band is in the band. *)
Definition proposition_3 : Prop :=
  forall w s ps c f a, Flat.cycle w s ps -> Flat.in_pass w c s ps -> Flat.oldest w f s ps ->
  In a (Flat.tags c) -> f < a -> Flat.band w a s ps.

(** Proposition 4: "In any state of the cycle, those flats which are in the cycle-band form a
    contiguous band at the top of the state." In any state of the cycle the flats of the band are the top ones. *)
Definition proposition_4 : Prop :=
  forall w s ps c i j a a', Flat.cycle w s ps -> Flat.in_pass w c s ps ->
  nth_error (Flat.tags c) i = Some a -> nth_error (Flat.tags c) j = Some a' -> i <= j ->
  Flat.band w a s ps -> Flat.band w a' s ps.

(** Which rows that is, in every state of the cycle: those from the lowest one up that
    gets a cell in it. So the cycle-band of Lemma 2, which is told by rows, is this one. *)
Definition cycle_band_rows : Prop :=
  forall w s ps, Flat.cycle w s ps ->
  exists low, In low (map snd ps) /\ (forall y, In y (map snd ps) -> low <= y) /\
  forall c i a, Flat.in_pass w c s ps -> nth_error (Flat.tags c) i = Some a ->
  (Flat.band w a s ps <-> low <= i).

(** Lemma 3: "In a cycle induced by a sequence of left kinks, the cycle-band contains a shield
    against right-kinks." For every rule by which pieces fall or slide to their places (where they may be set
    into any free place, right kinks can fill a shield from below). A cycle-band with the structure
    that Lemma 2 finds in cycles of left kinks holds a flat that no right kinks kill, however
    many, and below which none comes to rest: the lowest flat of the shield. *)
Definition lemma_3 : Prop :=
  forall g b low, is_well g b ->
  (forall c t x y, allowed (how g) (width g) c t x y -> slides (width g) c t x y) -> Nat.even (width g) = true -> 2 <= width g ->
  banded true (width g) low b ->
  exists r, low <= r < length b /\
  forall ps, plays g b ps -> (forall p, In p ps -> fst (fst (fst p)) = false) ->
  let start := Flat.State b (seq 0 (length b)) (length b) in
  let after := fold_left (Flat.step (width g)) (map (fun p => let '(_, t, x, y) := p in (t, x, y)) ps) start in
  exists i, nth_error (Flat.tags after) i = Some r /\
  forall t x y, In t (turns (kink false)) -> allowed (how g) (width g) (Flat.the_well after) t x y -> i <= y.

(** A shield against right kinks: a set of flats from row [low] up. "Every flat, say f, in the
    shield must have an empty cell with a full cell in the position one up and one to the
    right", or at the wall; "you can't kill any of these flats with right kinks, and the
    lowest one actually prevents you from playing right kinks anywhere below". *)
Definition shield (g : game) (low : nat) (b : well) : Prop :=
  exists (flats : nat -> Prop) lowest, flats lowest /\
  (forall r, flats r -> low <= lowest <= r /\ r < length b /\
     exists x, open (width g) b (x, r) = true /\
     (x + 1 = width g \/ (x + 1 < width g /\ open (width g) b (x + 1, r + 1) = false))) /\
  forall ps, plays g b ps -> (forall p, In p ps -> fst (fst (fst p)) = false) ->
  let start := Flat.State b (seq 0 (length b)) (length b) in
  let state := fold_left (Flat.step (width g)) (map (fun p => let '(_, t, x, y) := p in (t, x, y)) ps) start in
  (forall r, flats r -> exists i, nth_error (Flat.tags state) i = Some r) /\
  exists i, nth_error (Flat.tags state) i = Some lowest /\
  forall t x y, In t (turns (kink false)) -> allowed (how g) (width g) (Flat.the_well state) t x y -> i <= y.

(** Lemma 3 as it is meant, "look at any state in the cycle": the cycle-band, which begins at row
    [low], contains a shield. And as the proof of Algorithm 2 says, there still is one
    after one more left kink, wherever it is played: "a (possibly new) shield". *)
Definition lemma_3_in_cycles : Prop :=
  forall g b ps, is_well g b ->
  (forall c t x y, allowed (how g) (width g) c t x y -> slides (width g) c t x y) ->
  cycle g b ps -> (forall p, In p ps -> fst (fst (fst p)) = true) ->
  exists low, In low (map snd ps) /\ (forall y, In y (map snd ps) -> low <= y) /\
  forall before later, ps = before ++ later ->
  let c := fold_left (after g) before b in
  shield g low c /\
  forall t x y, In t (turns (kink true)) -> allowed (how g) (width g) c t x y ->
  length (played (width g) c t x y) <= depth g -> shield g 0 (played (width g) c t x y).
