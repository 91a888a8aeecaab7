(** Statements about certificates of wells in which the player knows all pieces in advance: what each
    says, and that the checkers accept only what is true. *)
From Coq Require Import Arith NArith List Bool.
From Topple Require Import StatementsWells StatementsCheckers StatementsBags StatementsRising.
Import ListNotations.

(** * Wells, and all pieces known in advance

    The format is in [../FORMAT.md], kinds [order] and [in-advance]. The machine says in what order
    all pieces come before the first one is placed. *)
Module InAdvance.
  Import Well Bag.
  (** The wells, the pieces, and whether one is put aside, as with a bag; the machine may send any piece
      at any time, or deal them [from_bag]. *)
  Record game : Type := Game { wells : Bag.game; from_bag : bool }.

  (** What may come after a piece, if these may come now. *)
  Definition left (g : game) (now : list nat) (p : nat) : list nat :=
    if from_bag g then filled (wells g) (without p now) else now.
  (** The pieces of an order may come one after the other. *)
  Inductive dealt (g : game) : list nat -> list nat -> Prop :=
    | no_more now : dealt g now []
    | one_more now p order : In p now -> dealt g (left g now p) order -> dealt g now (p :: order).

  (** The player can place an order of pieces, one after the other, in this well. If a piece is put aside, the
      first one is, and it changes no well. *)
  Inductive can_place (g : Bag.game) : well -> option nat -> list nat -> Prop :=
    | no_more_to_place b aside : can_place g b aside []
    | puts_aside b p order : hold g = true -> can_place g b (Some p) order -> can_place g b None (p :: order)
    | places b aside p q kept b' order :
        (hold g = true -> aside <> None) -> chooses p aside q kept -> placed g b q b' ->
        can_place g b' kept order -> can_place g b aside (p :: order).

  (** Some order that may come cannot be placed, by whatever player: to know it in advance is of no use. *)
  Definition machine_wins_by (g : game) (order : list nat) : Prop :=
    dealt g (each (wells g)) order /\ ~ can_place (wells g) [] None order.
  (** So many pieces of an order without an end: first those that are shown, and what the machine announces hangs on the
      pieces that are shown alone. *)
  Fixpoint order_from (announces : list nat -> nat) (shown : list nat) (n : nat) : list nat :=
    match n, shown ++ [announces shown] with
    | S n, p :: rest => p :: order_from announces rest n
    | _, _ => []
    end.

  (** Every order that may come can be placed, however long it is. *)
  Definition player_wins (g : game) : Prop :=
    forall order, dealt g (each (wells g)) order -> can_place (wells g) [] None order.
End InAdvance.

(** What is accepted is an order that defeats every player, for every rule that allows no more. *)
Definition order_checker_sound (check : WellLines.movement -> InAdvance.game -> list nat -> bool) : Prop :=
  forall m g order, let w := InAdvance.wells g in WellLines.within (Bag.how w) (WellLines.meaning m) (Bag.width w) ->
  check m g order = true -> InAdvance.machine_wins_by g order.

(** What is accepted shows that the player can place every order that may come, for every rule that allows no less. *)
Definition in_advance_checker_sound {Sets : Type} (check : WellLines.movement -> InAdvance.game -> Sets -> bool) : Prop :=
  forall m g sets, let w := InAdvance.wells g in WellLines.within (WellLines.meaning m) (Bag.how w) (Bag.width w) ->
  check m g sets = true -> InAdvance.player_wins g.

(** What is accepted, if the same is announced in all lines with the same pieces shown, is an order without an end that
    defeats every player at every depth, for every rule that allows no more: the kind [rising]. *)
Definition rising_order_sound
    (check : WellLines.movement -> Rising.wells -> nat -> N -> list Rising.line -> bool) : Prop :=
  forall m g how rows gain lines announces, WellLines.within how (WellLines.meaning m) (Rising.width g) ->
  check m g rows gain lines = true ->
  (forall top shown q f, In (top, shown, q, f) lines -> q = announces shown) ->
  exists shown, length shown = Rising.lookahead g /\
  forall depth, exists n,
    let w := Bag.Game (Rising.width g) depth (Rising.pieces g) how false in
    ~ InAdvance.can_place w [] None (InAdvance.order_from announces shown n).
