(** Statements about certificates of wells in which a weight rises, told by the rows that a finite automaton has read:
    what each says, and that the checker accepts only what is true. *)
From Coq Require Import Arith List.
From Topple Require Import StatementsWells StatementsCheckers StatementsRising.

(** The format is in [../FORMAT.md], kind [row-weights]. What a certificate speaks of is the width, the pieces and how
    many are shown; all else in it is evidence, and says nothing by itself. What is accepted is a way for the machine to
    win at every depth, from the empty well, for every rule that allows no more. *)
Definition row_weights_checker_sound {Evidence : Type}
    (check : WellLines.movement -> Rising.wells -> Evidence -> bool) : Prop :=
  forall m g how evidence, WellLines.within how (WellLines.meaning m) (Rising.width g) ->
  check m g evidence = true ->
  forall depth, WellGame.machine_wins (Rising.of_depth g how depth).
