(** Statements about certificates of what moves do to towers in play: what each says, and that
    the checker accepts only what is true. *)
From Coq Require Import Arith List.
From Topple Require Import StatementsGames StatementsTowers StatementsMaps StatementsStability.
Import ListNotations.

(** * Types of moves

    The format is in [../FORMAT.md], kind [tower-moves]; towers in play and their triplets are
    those of [StatementsMaps.v]. *)
Module Moves.
  Import Tower Jenka.
  (** What is left of the level, or its mirror image; and what the level counts as before and
      after: 2 for III, 1 for II-, 0 for neither. *)
  Record type : Type := Type_ { left : level; before : nat; after : nat }.

  (** One level of size [n] less, or one more; z blocks on top are fewer than three. *)
  Definition fewer (n : nat) (q : nat * nat) : nat * nat :=
    match n with 2 => (fst q - 1, snd q) | 1 => (fst q, snd q - 1) | _ => q end.
  Definition more (n : nat) (q : nat * nat) : nat * nat :=
    match n with 2 => (fst q + 1, snd q) | 1 => (fst q, snd q + 1) | _ => q end.
  Definition result (m : type) (q : Zwick.position) : Zwick.position :=
    let '(x, y, z) := q in
    let (x, y) := more (after m) (fewer (before m) (x, y)) in
    Zwick.normalize x y (z + 1).

  Definition says (types : list type) : Prop :=
    forall t, Jenga.in_play t ->
    (last t [] = full 3 \/ last (removelast t) [] = full 3) /\ stable t /\ ~ semi_stable t /\
    forall i j l t', move 3 t i j l t' ->
    exists m, In m types /\ (nth i (without i j t) [] = left m \/ nth i (without i j t) [] = rev (left m)) /\
      Jenga.triplet t' = result m (Jenga.triplet t).
End Moves.

(** What is accepted is true: which towers stand, and what moves do in all towers in play.
    What else is in the certificate shows it. *)
Definition moves_checker_sound {Shown : Type} (check : Stability.claims -> list Moves.type -> Shown -> bool) : Prop :=
  forall c types shown, check c types shown = true -> Stability.says c /\ Moves.says types.
