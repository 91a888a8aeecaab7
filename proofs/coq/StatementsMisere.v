(** Statements about sums of piles of colourful Nim when the last move loses. *)
From Coq Require Import Arith List Bool.
From Topple Require Import StatementsGames.
Import ListNotations.

(** Balls are taken from the top section or from the bottom one ("Taking balls from both ends"). *)
Definition both_ends (p : Eeny.pile) : list Eeny.pile :=
  Eeny.options p ++ map (@rev nat) (Eeny.options (rev p)).

(** Each section is one ball. *)
Definition single (p : Eeny.pile) : Prop := Forall (fun n => n = 1) p.

(** Claim eeny-meeny/misere-sums, beside "Sequences of impartial games in general": who loses a sum of piles when the
    last move loses. If all piles are single, the player to move loses if and only if the number of balls is odd; else,
    if and only if the nim-sum of the Grundy values is 0, as in normal play. *)
Definition misere_piles_by (options : Eeny.pile -> list Eeny.pile) : Prop :=
  (exists g, is_grundy options g) /\
  forall g, is_grundy options g -> forall ps, Forall Eeny.proper ps ->
    (Forall single ps -> (Loses_misere (sum_options options) ps <-> Nat.odd (length (concat ps)) = true)) /\
    (~ Forall single ps -> (Loses_misere (sum_options options) ps <-> nim_sum (map g ps) = 0)) /\
    (Wins_misere (sum_options options) ps \/ Loses_misere (sum_options options) ps).
Definition misere_piles : Prop := misere_piles_by Eeny.options /\ misere_piles_by both_ends.

(** In such a sum a pile counts as the Nim heap of its Grundy value; two heaps of 2 are added where the value is
    0 or 1 and the pile is not single. *)
Definition heaps_of (g : Eeny.pile -> nat) (p : Eeny.pile) : list nat :=
  if (g p <? 2) && negb (forallb (Nat.eqb 1) p) then [g p; 2; 2] else [g p].
Definition misere_heaps_by (options : Eeny.pile -> list Eeny.pile) : Prop :=
  forall g, is_grundy options g -> forall ps, Forall Eeny.proper ps ->
    (Loses_misere (sum_options options) ps <->
     Loses_misere (sum_options nim_pile) (concat (map (heaps_of g) ps))).
Definition misere_heaps : Prop := misere_heaps_by Eeny.options /\ misere_heaps_by both_ends.
