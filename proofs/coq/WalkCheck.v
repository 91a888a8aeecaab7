(** The checker of the star lemma and the eeny-meeny rule, as a program. Its proof is in
    [WalkSound.v]. *)
From Coq Require Import ZArith List Bool.
From Topple Require Import Statements.
Import ListNotations Walk.

Definition same_state (s s' : state) : bool :=
  Bool.eqb (bit s) (bit s') && Bool.eqb (from_eeny s) (from_eeny s') && Bool.eqb (from_meeny s) (from_meeny s').
Definition listed (c : certificate) (s : state) : bool := existsb (same_state s) (states c).

(** The star lemma asks whether a section is at most the one below it less the bit there. *)
Definition next_bit (how : comparison) (below : bool) : bool :=
  match how with Lt => true | Eq => negb below | Gt => false end.
Definition equal (how : comparison) : bool := match how with Eq => true | _ => false end.

(** The state of a second section, and of a section over one whose state is known. *)
Definition second (c : certificate) (how : comparison) : state :=
  State (next_bit how false) (holds (say_last c Eeny.eeny) how) (holds (say_last c Eeny.meeny) how).
Definition next (c : certificate) (how : comparison) (s : state) : state :=
  State (next_bit how (bit s))
    (holds (say c Eeny.eeny) how || (equal how && from_meeny s))
    (holds (say c Eeny.meeny) how || (equal how && from_eeny s)).

Definition check_pile (c : certificate) : bool :=
  ((interval (low c) =? -1) && (value (low c) =? -1) && (interval (high c) =? 0) && (value (high c) =? 0))%Z &&
  forallb (fun s => Bool.eqb (bit s) (from_eeny s)) (states c) &&
  forallb (fun how => listed c (second c how) && forallb (fun s => listed c (next c how s)) (states c)) [Lt; Eq; Gt].
