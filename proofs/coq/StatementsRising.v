(** Statements about certificates of wells that rise: what each says, and that the checker
    accepts only what is true. *)
From Coq Require Import Arith NArith List Bool.
From Topple Require Import StatementsWells StatementsCheckers.
Import ListNotations.

(** * Wells of every depth

    The format is in [../FORMAT.md], kind [rising]. *)
Module Rising.
  Record wells : Type := Wells { width : nat; pieces : list WellGame.turn; lookahead : nat }.
  Definition of_depth (g : wells) (how : WellGame.rule) (depth : nat) : WellGame.game :=
    WellGame.Game (width g) depth (pieces g) how (lookahead g).

  (** The highest rows of a well, the pieces shown, the piece to announce, and the potential. *)
  Definition line : Type := Well.well * list nat * nat * N.
End Rising.

(** What is accepted, with the number of rows of a top and the gain, is a way for the machine to
    win at every depth, from the empty well, for every rule that allows no more. *)
Definition rising_checker_sound
    (check : WellLines.movement -> Rising.wells -> nat -> N -> list Rising.line -> bool) : Prop :=
  forall m g how rows gain lines, WellLines.within how (WellLines.meaning m) (Rising.width g) ->
  check m g rows gain lines = true ->
  forall depth, WellGame.machine_wins (Rising.of_depth g how depth).
