(** Statements about certificates of wells that are lost to many left kinks, or many left kinks and many squares, and
    one other piece, again and again: what each says, and that the checker accepts only what is true. *)
From Coq Require Import Arith List Bool.
From Topple Require Import StatementsWells StatementsCheckers.
Import ListNotations.

(** * Left kinks and one other piece

    The format is in [../FORMAT.md], kind [kink-order]. What a certificate speaks of is a width, a piece, and which
    remainder the number of kinks in a run leaves by which modulus, and that of squares if it has those; all else in it
    is evidence, and says nothing by itself. *)
Module KinkOrder.
  (** The pieces of the game: number 0 is the left kink, number 1 the other piece. *)
  Definition pieces (piece : WellGame.turn) : list WellGame.turn := [WellGame.kink true; piece].
  (** So many left kinks, then the other piece once; and all that so many times. *)
  Definition in_turn (many times : nat) : list nat := concat (repeat (repeat 0 many ++ [1]) times).

  (** Each row has a full cell. A well is told by its rows up to the highest that is not empty; so only wells with
      an empty row below a full cell are not meant, and to those no play leads from the empty well, which is one
      of these. *)
  Definition no_empty_row (b : Well.well) : Prop := Forall (fun r => In true r) b.

  (** For each depth nobody survives such an order, if the kinks in a run are enough and their number leaves this
      remainder; from whatever well without an empty row, though he knows the order before he begins and however
      many pieces he sees; for every rule that allows no more than to slide the pieces, so also if they only drop. *)
  Definition lost_blindly (width : nat) (piece : WellGame.turn) (modulus remainder : nat) : Prop :=
    forall depth, exists least times, forall many, least <= many -> many mod modulus = remainder mod modulus ->
    forall how lookahead b, WellLines.within how WellGame.slide width ->
    let g := WellGame.Game width depth (pieces piece) how lookahead in
    WellGame.is_well g b -> no_empty_row b -> ~ WellGame.survives g b (in_turn many times).

  (** The machine wins each game of this width that has both pieces, and maybe more, from every well without an
      empty row; for every such rule, and however many pieces the player sees. *)
  Definition lost_with (width : nat) (piece : WellGame.turn) : Prop :=
    forall g, WellGame.width g = width -> WellLines.within (WellGame.how g) WellGame.slide width ->
    In (WellGame.kink true) (WellGame.pieces g) -> In piece (WellGame.pieces g) ->
    forall b, WellGame.is_well g b -> no_empty_row b -> WellGame.machine_wins_from g b.

  (** ** Left kinks, squares, and one other piece

      Now number 1 is the square, and number 2 the other piece. *)
  Definition square : WellGame.turn := hd [] Well.square.
  Definition pieces_with_squares (piece : WellGame.turn) : list WellGame.turn := [WellGame.kink true; square; piece].
  (** So many left kinks, then so many squares, then the other piece once; and all that so many times. *)
  Definition in_turn_with_squares (kinks squares times : nat) : list nat :=
    concat (repeat (repeat 0 kinks ++ repeat 1 squares ++ [2]) times).

  (** The same of such an order, if the kinks in a run and the squares in a run are enough, and both numbers leave
      their remainders. *)
  Definition lost_blindly_with_squares (width : nat) (piece : WellGame.turn)
      (modulus remainder squares_modulus squares_remainder : nat) : Prop :=
    forall depth, exists least times, forall kinks squares,
    least <= kinks -> kinks mod modulus = remainder mod modulus ->
    least <= squares -> squares mod squares_modulus = squares_remainder mod squares_modulus ->
    forall how lookahead b, WellLines.within how WellGame.slide width ->
    let g := WellGame.Game width depth (pieces_with_squares piece) how lookahead in
    WellGame.is_well g b -> no_empty_row b -> ~ WellGame.survives g b (in_turn_with_squares kinks squares times).

  (** The machine wins each game of this width that has the three pieces, and maybe more. *)
  Definition lost_with_squares (width : nat) (piece : WellGame.turn) : Prop :=
    forall g, WellGame.width g = width -> WellLines.within (WellGame.how g) WellGame.slide width ->
    In (WellGame.kink true) (WellGame.pieces g) -> In square (WellGame.pieces g) -> In piece (WellGame.pieces g) ->
    forall b, WellGame.is_well g b -> no_empty_row b -> WellGame.machine_wins_from g b.
End KinkOrder.

(** What is accepted, with whatever evidence, is a width, a piece, a modulus and a remainder of which both are true;
    and there are numbers that leave this remainder. *)
Definition kink_order_checker_sound {Evidence : Type}
  (check : nat -> WellGame.turn -> nat -> nat -> Evidence -> bool) : Prop :=
  forall width piece modulus remainder evidence, check width piece modulus remainder evidence = true ->
  0 < modulus /\ KinkOrder.lost_blindly width piece modulus remainder /\ KinkOrder.lost_with width piece.
(** The same with squares, of a width, a piece, two moduli and two remainders. *)
Definition kink_square_order_checker_sound {Evidence : Type}
  (check : nat -> WellGame.turn -> nat -> nat -> nat -> nat -> Evidence -> bool) : Prop :=
  forall width piece modulus remainder squares_modulus squares_remainder evidence,
  check width piece modulus remainder squares_modulus squares_remainder evidence = true ->
  0 < modulus /\ 0 < squares_modulus /\
  KinkOrder.lost_blindly_with_squares width piece modulus remainder squares_modulus squares_remainder /\
  KinkOrder.lost_with_squares width piece.
