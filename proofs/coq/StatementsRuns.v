(** Statements about certificates of wells whose weight rises, told by runs of rows: what each
    says, and that the checker accepts only what is true. *)
From Coq Require Import Arith ZArith List Bool.
From Topple Require Import StatementsWells StatementsCheckers StatementsRising.
Import ListNotations.

(** * Wells of every depth, by runs

    The format is in [../FORMAT.md], kind [rising-runs]. *)
Module Runs.
  (** A row, and how many of it lie on one another, at most as many as make a run long. The
      floor is [([], 1)], a row without columns. *)
  Definition run : Type := list bool * nat.
  Definition floor : run := ([], 1).

  (** How many runs a top has at most; how many rows make a run long; the weights of rows, 0 if
      not told; and runs that may lie under a run: the lower one, then the upper one. *)
  Record rules : Type := Rules { runs : nat; long : nat; weights : list (list bool * Z); below : list (run * run) }.

  (** The highest runs of a well from the top down, the pieces shown, the piece to announce, and
      the potential. *)
  Definition line : Type := list run * list nat * nat * Z.
End Runs.

(** What is accepted is a way for the machine to win at every depth, from the empty well, for
    every rule that allows no more. *)
Definition runs_checker_sound
    (check : WellLines.movement -> Rising.wells -> Runs.rules -> list Runs.line -> bool) : Prop :=
  forall m g how rules lines, WellLines.within how (WellLines.meaning m) (Rising.width g) ->
  check m g rules lines = true ->
  forall depth, WellGame.machine_wins (Rising.of_depth g how depth).
