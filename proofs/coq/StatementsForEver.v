(** Statements about wells in which the player knows all pieces in advance, and they have no end. *)
From Coq Require Import Arith List Bool.
From Topple Require Import StatementsWells StatementsBags StatementsInAdvance.
Import ListNotations.

(** * Wells, and an order of pieces that has no end

    Rules, bags and the piece put aside are as in [InAdvance]. *)
Module ForEver.
  Import Well Bag.
  (** The player goes on for ever, from this well, when these pieces come. *)
  CoInductive goes_on (g : Bag.game) : well -> option nat -> (nat -> nat) -> Prop :=
    | puts_aside b pieces :
        hold g = true -> goes_on g b (Some (pieces 0)) (fun n => pieces (S n)) -> goes_on g b None pieces
    | places b aside pieces q kept b' :
        (hold g = true -> aside <> None) -> chooses (pieces 0) aside q kept -> placed g b q b' ->
        goes_on g b' kept (fun n => pieces (S n)) -> goes_on g b aside pieces.
End ForEver.

(** If the player can place every order that may come and has an end, then he goes on for ever in every order
    that has none, and the other way round. Each piece has a cell. That each proposition holds or its
    negation does is a hypothesis here, because Coq does not assume it. *)
Definition in_advance_for_ever : Prop :=
  (forall P : Prop, P \/ ~ P) ->
  forall g, let w := InAdvance.wells g in Forall (fun t => t <> []) (Bag.pieces w) ->
  (InAdvance.player_wins g <->
   forall pieces, (forall n, InAdvance.dealt g (Bag.each w) (map pieces (seq 0 n))) -> ForEver.goes_on w [] None pieces).
