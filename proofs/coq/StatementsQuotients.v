(** Statements about certificates of who wins every sum of positions when the last move
    loses: what each says, and that the checker accepts only what is true. *)
From Coq Require Import NArith List.
From Topple Require Import StatementsGames StatementsCheckers StatementsValues.
Import ListNotations.

(** * Misere quotients (Plambeck and Siegel, "Misere quotients for impartial games")

    The format is in [../FORMAT.md], kind [misere-quotient]; this is its meaning. *)
Module Quotient.
  Open Scope N_scope.
  (** The elements are 0, 1, ..., and 0 is the identity. Row a of the table has the products
      of a. *)
  Record monoid : Type := Monoid { times : list (list N); lost : list N }.
  Definition order (m : monoid) : N := N.of_nat (length (times m)).
  Definition product (m : monoid) (a b : N) : N := nth (N.to_nat b) (nth (N.to_nat a) (times m) []) 0.

  Definition is_commutative_monoid (m : monoid) : Prop :=
    0 < order m /\
    forall a b c, a < order m -> b < order m -> c < order m ->
    product m a b < order m /\ product m a 0 = a /\ product m a b = product m b a /\
    product m a (product m b c) = product m (product m a b) c.

  (** A sum of positions, each with its label; its element is the product of the labels. *)
  Definition element {P : Type} (m : monoid) (sum : list (P * N)) : N :=
    fold_right (product m) 0 (map snd sum).

  (** The monoid is the misere quotient of the sums of labelled positions. *)
  Definition is_quotient {P : Type} (m : monoid) (options : P -> list P) (label : P * N -> Prop) : Prop :=
    let moves := sum_options options in
    let positions := map (fst (A := P) (B := N)) in
    is_commutative_monoid m /\
    (** options of labelled positions are labelled *)
    (forall p q, label p -> In q (options (fst p)) -> exists n, label (q, n)) /\
    (** play ends, and the element tells who wins *)
    (forall sum, Forall label sum ->
       Acc (fun after before => In after (moves before)) (positions sum) /\
       (Loses_misere moves (positions sum) <-> In (element m sum) (lost m)) /\
       (Wins_misere moves (positions sum) <-> ~ In (element m sum) (lost m))) /\
    (** two sums have one element if and only if they do the same in every company *)
    (forall sum sum', Forall label sum -> Forall label sum' ->
       (element m sum = element m sum' <-> forall company, Forall label company ->
         (Loses_misere moves (positions (sum ++ company)) <->
          Loses_misere moves (positions (sum' ++ company))))) /\
    (** each element is that of some sum *)
    (forall a, a < order m -> exists sum, Forall label sum /\ element m sum = a).

  (** ** The labels of all positions of a vector addition game

      From [first] on, each coordinate goes round with its period. *)
  Record repeating : Type := Repeating {
    game : Vector.name;
    first : Vector.vector;
    period : Vector.vector;
    labels : list (list N)
  }.

  Definition fold_back (f p n : N) : N := if n <? f then n else f + (n - f) mod p.
  Fixpoint folded (first period x : Vector.vector) : Vector.vector :=
    match first, period, x with
    | f :: first, p :: period, n :: x => fold_back f p n :: folded first period x
    | _, _, _ => []
    end.
  (** The place of a vector in a box with these sides, the last coordinate fastest. *)
  Fixpoint place (sides x : Vector.vector) (before : N) : N :=
    match sides, x with
    | s :: sides, n :: x => place sides x (before * s + n)
    | _, _ => before
    end.
  Definition label_of (r : repeating) (p : Vector.position) : N :=
    let at_ := place (Vector.add (first r) (period r)) (folded (first r) (period r) (snd p)) 0 in
    nth (N.to_nat at_) (nth (N.to_nat (fst p)) (labels r) []) 0.

  Definition is_position (game : Vector.name) (p : Vector.position) : Prop :=
    let '(dimension, states, _) := Vector.named_rules game in
    fst p < states /\ N.of_nat (length (snd p)) = dimension.

  (** ** Certificates *)
  Inductive certificate : Type :=
    | Of_listed (listed : Values.list_of_values)
    | Of_all (labels : repeating).
  Definition says (m : monoid) (c : certificate) : Prop :=
    match c with
    | Of_listed listed =>
        Values.in_its_game (fun P options listed => is_quotient m options (fun p => In p listed)) listed
    | Of_all r =>
        is_quotient m (Vector.options (Values.rules_of (game r)))
          (fun p => is_position (game r) (fst p) /\ snd p = label_of r (fst p))
    end.
End Quotient.

(** What is accepted is the misere quotient, of the positions listed or of all positions of a
    vector addition game. For these a weight of coordinates and states, which is not part of
    the certificate, shows that play ends. *)
Definition quotient_checker_sound
    (check : Quotient.monoid -> Quotient.certificate -> Vector.vector -> list N -> bool) : Prop :=
  forall m c weight height, check m c weight height = true -> Quotient.says m c.
