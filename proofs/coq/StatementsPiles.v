(** Statements about piles of colourful Nim: one pile alone, a pile as a sequence of
    games, and piles of any number of colours. *)
From Coq Require Import Arith List Bool Permutation.
From Topple Require Import StatementsGames.
Import ListNotations.

(** Claim eeny-meeny/one-pile, "You don't need the full complication of the eeny-meeny
    rule when there is just one pile": count the sections of a single ball on top. The
    player to move loses if they are the whole pile and their number is even, or if a
    larger section lies below them and their number is odd. And how to win when the top
    section has two balls or more: take it, or leave one ball of it. *)
Definition one_pile : Prop :=
  (forall j, Loses Eeny.options (repeat 1 j) <-> Nat.even j = true) /\
  (forall below n j, Eeny.proper below -> 2 <= n ->
     (Loses Eeny.options (below ++ n :: repeat 1 j) <-> Nat.odd j = true)) /\
  (forall below n, Eeny.proper below -> 2 <= n ->
     In below (Eeny.options (below ++ [n])) /\ In (below ++ [1]) (Eeny.options (below ++ [n])) /\
     (Loses Eeny.options below \/ Loses Eeny.options (below ++ [1]))) /\
  (forall p, Eeny.proper p -> Wins Eeny.options p \/ Loses Eeny.options p).

(** A sequence of games, the one that is played now first: who cannot move in it, because
    the other has ended it, begins the next. *)
Fixpoint sequence_options {P : Type} (options : P -> list P) (ps : list P) : list (list P) :=
  match ps with
  | [] => []
  | p :: rest =>
      match options p with
      | [] => sequence_options options rest
      | qs => map (fun q => q :: rest) qs
      end
  end.

(** Leaves out the heaps that are over, up to the one that is played now. *)
Fixpoint going_on (heaps : list nat) : list nat :=
  match heaps with
  | 0 :: rest => going_on rest
  | _ => heaps
  end.

(** Claim eeny-meeny/pile-as-sequence: "A one-pile colourful Nim game could also be seen as
    a sequence of one-pile Nim games, where the loser of each sub-game goes first in the
    next-sub game": section by section from the top it has the same moves. *)
Definition pile_as_sequence : Prop :=
  (forall p, Eeny.proper p ->
     map (fun heaps => rev (going_on heaps)) (sequence_options nim_pile (rev p)) = Eeny.options p) /\
  (forall heaps, sequence_options nim_pile (going_on heaps) = sequence_options nim_pile heaps).

(** Balls of any number of colours, the top one first. A move takes some balls of one
    colour from the top. *)
Module Colours.
  Fixpoint run (balls : list nat) : nat :=
    match balls with
    | [] => 0
    | c :: below =>
        match below with
        | [] => 1
        | d :: _ => if c =? d then S (run below) else 1
        end
    end.
  Definition options (balls : list nat) : list (list nat) :=
    map (fun taken => skipn taken balls) (seq 1 (run balls)).

  (** The section sizes, the top one first; a ball of its colour makes the top one grow. *)
  Definition grown (sizes : list nat) : list nat :=
    match sizes with
    | [] => []
    | n :: rest => S n :: rest
    end.
  Fixpoint sections (balls : list nat) : list nat :=
    match balls with
    | [] => []
    | c :: below =>
        match below with
        | [] => [1]
        | d :: _ => if c =? d then grown (sections below) else 1 :: sections below
        end
    end.
End Colours.

(** Claim eeny-meeny/three-colours: "the colours don't actually matter, only the colour
    changes." The moves are those of the pile with the same sections, and the printed program
    gives the Grundy values. *)
Definition colours_do_not_matter : Prop :=
  (forall balls, Eeny.proper (rev (Colours.sections balls)) /\
     Permutation (map (fun left => rev (Colours.sections left)) (Colours.options balls))
                 (Eeny.options (rev (Colours.sections balls)))) /\
  grundy_values Colours.options everywhere (fun balls => Eeny.program (rev (Colours.sections balls))).
