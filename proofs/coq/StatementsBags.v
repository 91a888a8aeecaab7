(** Statements about certificates of wells in which the pieces are dealt from a bag: what each
    says, and that the checker accepts only what is true. *)
From Coq Require Import Arith List Bool.
From Topple Require Import StatementsWells StatementsCheckers.
Import ListNotations.

(** * Wells and bags

    The format is in [../FORMAT.md], kind [bag]. The rules are those of the modern games, in
    which one of each piece comes before any comes again; the thesis knows no bag. *)
Module Bag.
  Import Well.
  (** With [hold] a piece is put aside. Pieces are numbers in the list of the game. *)
  Record game : Type := Game {
    width : nat; depth : nat; pieces : list WellGame.turn; how : WellGame.rule; hold : bool
  }.

  (** A bag is the list of the pieces in it. When none is left, one of each is put in. *)
  Definition each (g : game) : list nat := seq 0 (length (pieces g)).
  Definition filled (g : game) (bag : list nat) : list nat :=
    match bag with [] => each g | _ => bag end.
  Definition without (p : nat) (bag : list nat) : list nat := filter (fun q => negb (q =? p)) bag.

  (** A piece comes to rest in a place that the rule allows, full rows go, and the well is not
      too high. *)
  Definition placed (g : game) (b : well) (p : nat) (b' : well) : Prop :=
    exists t x y, In t (WellGame.turns (nth p (pieces g) [])) /\
    WellGame.allowed (how g) (width g) b t x y /\
    b' = WellGame.played (width g) b t x y /\ length b' <= depth g.

  (** The piece that comes next, and what was put aside; the piece that the player places, and what is put
      aside then. *)
  Inductive chooses : nat -> option nat -> nat -> option nat -> Prop :=
    | the_one_dealt p aside : chooses p aside p aside
    | the_one_aside p q : chooses p (Some q) q (Some p).

  (** These pieces are dealt from a bag, one after the other, and this is left in it then. *)
  Inductive deals (g : game) : list nat -> list nat -> list nat -> Prop :=
    | no_piece bag : deals g bag [] bag
    | a_piece bag p pieces left : In p (filled g bag) -> deals g (without p (filled g bag)) pieces left ->
        deals g bag (p :: pieces) left.

  (** Whatever piece the machine takes out of the bag, behind those that it has shown, the player has a place
      for the first of them all, or for the one put aside, and goes on from there. If none is shown ahead, the
      first is the one just dealt. *)
  CoInductive goes_on (g : game) : well -> option nat -> list nat -> list nat -> Prop :=
    | is_dealt b aside shown bag :
        (forall p first later, In p (filled g bag) -> shown ++ [p] = first :: later -> exists q kept b',
           chooses first aside q kept /\ placed g b q b' /\ goes_on g b' kept later (without p (filled g bag))) ->
        goes_on g b aside shown bag.

  (** From the empty well and a bag with one of each, and so many pieces are shown [ahead]. With [hold] the first
      piece is put aside, and the second one is placed when those behind it are shown. *)
  Definition player_wins (g : game) (ahead : nat) : Prop :=
    if hold g then
      forall first second shown bag, In first (each g) -> length shown = ahead ->
      deals g (without first (each g)) (second :: shown) bag ->
      exists b', placed g [] second b' /\ goes_on g b' (Some first) shown bag
    else forall shown bag, length shown = ahead -> deals g [] shown bag -> goes_on g [] None shown bag.
End Bag.

(** What is accepted is a way for the player to go on for ever, whatever the order of each bag, if he sees so many
    pieces ahead, for every rule that allows no less. What else is in the certificate shows it. *)
Definition bag_checker_sound {Shown : Type}
    (check : WellLines.movement -> Bag.game -> nat -> Shown -> bool) : Prop :=
  forall m g ahead shown, WellLines.within (WellLines.meaning m) (Bag.how g) (Bag.width g) ->
  check m g ahead shown = true -> Bag.player_wins g ahead.
