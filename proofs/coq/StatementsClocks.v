(** Statements about certificates that CLOCK NIM ends: what each says, and that the
    checker accepts only what is true. *)
From Coq Require Import ZArith List.
From Topple Require Import StatementsGames StatementsMaps.
Import ListNotations.

(** * Weights in CLOCK NIM

    The format is in [../FORMAT.md], kind [clock]; the game is that of [StatementsMaps.v]. *)
Module ClockWeight.
  (** A stone weighs [A p + B n], and the clock [C p + D n] for each step that it has made. *)
  Record weights : Type := Weights { stone_p : Z; stone_n : Z; step_p : Z; step_n : Z }.

  (** The stones of piles of [size], [size + 1], ... stones. *)
  Fixpoint stones (size : nat) (piles : list nat) : nat :=
    match piles with
    | [] => 0
    | a :: piles => size * a + stones (S size) piles
    end.
  Definition weight (w : weights) (p n : nat) (x : Clock.position) : Z :=
    let (p, n) := (Z.of_nat p, Z.of_nat n) in
    ((stone_p w * p + stone_n w * n) * Z.of_nat (stones 1 (fst x)) +
     (step_p w * p + step_n w * n) * Z.of_nat (snd x))%Z.
End ClockWeight.

(** What is accepted is a natural number that every move of CLOCK NIM lowers, for every k and
    p > n > 0; so every play ends. *)
Definition clock_checker_sound (check : ClockWeight.weights -> bool) : Prop :=
  forall w, check w = true -> forall p n, 0 < n < p ->
  play_ends (Clock.options p n) /\
  forall x y, In y (Clock.options p n x) ->
  (0 <= ClockWeight.weight w p n y < ClockWeight.weight w p n x)%Z.
