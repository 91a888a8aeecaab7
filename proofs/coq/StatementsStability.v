(** Statements about certificates of which towers stand: what each says, and that the checker
    accepts only what is true. *)
From Coq Require Import ZArith QArith List.
From Topple Require Import StatementsTowers.
Import ListNotations.

(** * Towers with three slots a level, of every height

    The format is in [../FORMAT.md], kind [stability]; towers are those of [StatementsTowers.v]. *)
Module Stability.
  Import Tower.
  Record claims : Type := Claims {
    excluded : list level;
    triples : list tower;
    chains : list (level * level);  (** at both ends, and between *)
    semi : list tower;
    base : nat;
    edge : list tower
  }.

  (** Definition 3.2, with these levels and triples. *)
  Definition valid (c : claims) (t : tower) : Prop :=
    (forall a, In a (removelast t) -> ~ In a (excluded c)) /\
    (forall below top, t = below ++ top -> ~ In top (triples c)).

  (** END, BETWEEN, END, ..., END; three levels at least. *)
  Inductive is_chain (ends between : level) : tower -> Prop :=
    | three : is_chain ends between [ends; between; ends]
    | two_more t : is_chain ends between t -> is_chain ends between (ends :: between :: t).
  (** The top levels are a triple or a chain, and no level below them is excluded. *)
  Definition described (c : claims) (t : tower) : Prop :=
    exists below top, t = below ++ top /\ (forall a, In a below -> ~ In a (excluded c)) /\
    (In top (triples c) \/ exists ch, In ch (chains c) /\ is_chain (fst ch) (snd ch) top).

  Definition says (c : claims) : Prop :=
    (forall t, proper 3 t -> (stable t <-> valid c t) /\ (semi_stable t <-> described c t)) /\
    (forall t, proper 3 t -> length t = 3%nat -> (semi_stable t <-> In t (semi c))) /\
    (forall t, proper 3 t -> valid c t -> (base c <= length t)%nat -> inside t) /\
    (forall t, proper 3 t -> (3 <= length t < base c)%nat -> (valid c t /\ ~ inside t <-> In t (edge c))) /\
    (** the middle ninth is [-1, 1] x [-1, 1] *)
    (forall a b, proper 3 [a; b] -> ~ In a (excluded c) -> ~ In b (excluded c) ->
     forall u v, (-1 <= u <= 1)%Q -> (-1 <= v <= 1)%Q -> hull (contact a b) (u, v)).
End Stability.

(** What is accepted is true of towers of every height. The states of an induction, which are
    not part of what is said, show it. *)
Definition stability_checker_sound {States : Type} (check : Stability.claims -> States -> bool) : Prop :=
  forall c states, check c states = true -> Stability.says c.
