(** Statements about certificates of who wins by a sum modulo a number: what each says,
    and that the checker accepts only what is true. *)
From Coq Require Import NArith List.
From Topple Require Import StatementsGames StatementsCheckers.
Import ListNotations.

(** * Laws of vector addition games

    The format is in [../FORMAT.md], kind [linear-form]; this is its meaning. *)
Module Law.
  Open Scope N_scope.
  (** For each state the remainders at which the player to move loses, but at the
      exceptions, where it is the other way round. *)
  Record law : Type := Law {
    game : Vector.name;
    modulus : N;
    form : Vector.vector;
    lost : list (list N);
    exceptions : list Vector.position
  }.

  (** Coordinate times weight, summed. *)
  Fixpoint sum (w x : Vector.vector) : N :=
    match w, x with
    | a :: w, b :: x => a * b + sum w x
    | _, _ => 0
    end.

  Definition rules (c : law) : list Vector.rule := snd (Vector.named_rules (game c)).
  Definition is_position (c : law) (p : Vector.position) : Prop :=
    let '(dimension, states, _) := Vector.named_rules (game c) in
    fst p < states /\ N.of_nat (length (snd p)) = dimension.

  Definition listed (c : law) (p : Vector.position) : Prop :=
    In (sum (form c) (snd p) mod modulus c) (nth (N.to_nat (fst p)) (lost c) []).
  Definition said_lost (c : law) (p : Vector.position) : Prop :=
    (listed c p /\ ~ In p (exceptions c)) \/ (~ listed c p /\ In p (exceptions c)).
End Law.

(** What is accepted tells of every position who wins, in normal play, which ends. A weight
    of coordinates and states, which is not part of the certificate, shows that it ends. *)
Definition law_checker_sound (check : Law.law -> Vector.vector -> list N -> bool) : Prop :=
  forall c weight height, check c weight height = true ->
  play_ends (Vector.options (Law.rules c)) /\
  forall p, Law.is_position c p ->
  (Loses (Vector.options (Law.rules c)) p <-> Law.said_lost c p) /\
  (Wins (Vector.options (Law.rules c)) p <-> ~ Law.said_lost c p).
