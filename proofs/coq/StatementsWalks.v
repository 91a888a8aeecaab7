(** Statements about certificates of the star lemma and the eeny-meeny rule: what each says,
    and that the checker accepts only what is true. *)
From Coq Require Import Arith ZArith List Bool.
From Topple Require Import StatementsGames.
Import ListNotations.

(** * Walks

    The format is in [../FORMAT.md], kind [pile]; the game is [Eeny] of [StatementsGames.v]. *)
Module Walk.
  (** A sign holds of a section compared with the one below it. *)
  Inductive sign : Type := Less | At_most | Equal | At_least | Greater.
  Definition holds (s : sign) (c : comparison) : bool :=
    match s, c with
    | Less, Lt | At_most, Lt | At_most, Eq | Equal, Eq | At_least, Eq | At_least, Gt | Greater, Gt => true
    | _, _ => false
    end.

  (** With [g] the value of the pile below and [n] the top section: the values of the options
      are 0, ..., n + interval - 1, and g; the value is n + value. *)
  Record phase : Type := Phase { interval : Z; value : Z }.

  (** Of a section above the bottom one: the section less the value of the pile up to it, and
      what the walk from there answers if it begins with eeny and with meeny. *)
  Record state : Type := State { bit : bool; from_eeny : bool; from_meeny : bool }.

  Record certificate : Type := Certificate {
    low : phase;  (** while n <= g *)
    high : phase;  (** while n > g *)
    say : Eeny.state -> sign;
    say_last : Eeny.state -> sign;  (** at the step onto the bottom section *)
    states : list state
  }.

  (** The walk over the sections, the top one first: whether it meets the condition. Equal
      sections let it go on with the other word. *)
  Fixpoint met (c : certificate) (word : Eeny.state) (sections : list nat) : bool :=
    match sections with
    | n :: ((m :: rest) as below) =>
        holds (match rest with [] => say_last c word | _ => say c word end) (n ?= m) ||
        ((n =? m) && met c (Eeny.flip word) below)
    | _ => false
    end.

  Definition less (n : nat) (one : bool) : nat := if one then n - 1 else n.

  Definition says (c : certificate) : Prop :=
    (exists G, is_grundy Eeny.options G) /\
    forall G, is_grundy Eeny.options G ->
    G [] = 0 /\ (forall n, 1 <= n -> G [n] = n) /\
    forall below n, Eeny.proper below -> 1 <= n ->
    let g := G below in
    let pile := below ++ [n] in
    let now := if n <=? g then low c else high c in
    (** the star lemma *)
    (forall v, In v (map G (Eeny.options pile)) <-> v = g \/ (Z.of_nat v < Z.of_nat n + interval now)%Z) /\
    Z.of_nat (G pile) = (Z.of_nat n + value now)%Z /\
    G pile = (if n <=? g then n - 1 else n) /\
    (** the rule, and the states of the sections of all piles *)
    (below <> [] ->
     let walk word := met c word (rev pile) in
     G pile = less n (walk Eeny.eeny) /\
     exists s, In s (states c) /\ G pile = less n (bit s) /\
       from_eeny s = walk Eeny.eeny /\ from_meeny s = walk Eeny.meeny).
End Walk.

(** What is accepted is true of every pile: its star lemma and its eeny-meeny rule. *)
Definition pile_checker_sound (check : Walk.certificate -> bool) : Prop :=
  forall c, check c = true -> Walk.says c.
