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

  (** The piece dealt and what was put aside; the piece that the player places and what is put
      aside then. *)
  Inductive chooses : nat -> option nat -> nat -> option nat -> Prop :=
    | the_one_dealt p aside : chooses p aside p aside
    | the_one_aside p q : chooses p (Some q) q (Some p).

  (** Whatever piece the machine takes out of the bag, the player has a place for it, or for
      the one put aside, and goes on from there. He sees no piece before it is dealt. *)
  CoInductive goes_on (g : game) : well -> option nat -> list nat -> Prop :=
    | is_dealt b aside bag :
        (forall p, In p (filled g bag) -> exists q kept b',
           chooses p aside q kept /\ placed g b q b' /\ goes_on g b' kept (without p (filled g bag))) ->
        goes_on g b aside bag.

  (** From the empty well and a bag with one of each. With [hold] the first piece is put
      aside, and the second one is placed. *)
  Definition player_wins (g : game) : Prop :=
    if hold g then
      forall first second, let bag := filled g (without first (each g)) in
      In first (each g) -> In second bag ->
      exists b', placed g [] second b' /\ goes_on g b' (Some first) (without second bag)
    else goes_on g [] None [].
End Bag.

(** What is accepted is a way for the player to go on for ever, whatever the order of each bag,
    for every rule that allows no less. What else is in the certificate shows it. *)
Definition bag_checker_sound {Shown : Type} (check : WellLines.movement -> Bag.game -> Shown -> bool) : Prop :=
  forall m g shown, WellLines.within (WellLines.meaning m) (Bag.how g) (Bag.width g) ->
  check m g shown = true -> Bag.player_wins g.
