(** Statements about vector addition games: four whose values follow no pattern. *)
From Coq Require Import Arith ZArith List.
From Topple Require Import StatementsGames.
Import ListNotations.

(** * Patterns: Guo and Miller's affine stratifications, as certificates of kind [vector] give them *)
Module Pattern.
  Definition cell : Type := nat * nat.
  Definition plus (a b : cell) : cell := (fst a + fst b, snd a + snd b).

  (** A piece: a base, and what may be added to it as often as one likes. *)
  Inductive in_piece (base : cell) (generators : list cell) : cell -> Prop :=
    | at_base : in_piece base generators base
    | further x v : in_piece base generators x -> In v generators -> in_piece base generators (plus x v).

  (** Finitely many pieces, with one value each, hold every cell. *)
  Definition follows_a_pattern (g : cell -> nat) : Prop :=
    exists pieces : list (cell * list cell * nat),
      (forall x, exists base generators v, In (base, generators, v) pieces /\ in_piece base generators x) /\
      (forall base generators v x, In (base, generators, v) pieces -> in_piece base generators x -> g x = v).

  (** Whatever the period, and wherever it is to begin, it is broken further on. *)
  Definition never_repeats (f : nat -> nat) : Prop :=
    forall period from, 0 < period -> exists k, from <= k /\ f (k + period) <> f k.

  (** The four sets, and where a line of cells shows that there is no pattern. *)
  Definition sets : list (list (Z * Z) * (nat -> cell)) :=
    [([(-3, 1); (-1, 0); (2, -1)]%Z, fun k => (0, k));
     ([(-3, 2); (-1, 0); (2, -2)]%Z, fun k => (0, 2 * k));
     ([(-3, 2); (0, -1); (3, -3)]%Z, fun k => (3 * k, 0));
     ([(-3, 2); (-1, -1); (2, -3)]%Z, fun k => (0, 5 * k))].
End Pattern.

(** Claim carvalho/no-pattern: "it is not known if the multidimensional version presents that kind of behaviour in
    all cases". It does not. For each of the four sets every play ends; the value of cell [k] of its line is
    the parity of the number of times that 2 divides [k + 1]; so the line never repeats, and the table follows no pattern. *)
Definition addition_no_pattern : Prop :=
  forall moves line, In (moves, line) Pattern.sets ->
  play_ends (Addition.options moves) /\
  (exists g, is_grundy (Addition.options moves) g) /\
  forall g, is_grundy (Addition.options moves) g ->
    (forall k twos odd, S k = 2 ^ twos * (2 * odd + 1) -> g (line k) = twos mod 2) /\
    Pattern.never_repeats (fun k => g (line k)) /\
    ~ Pattern.follows_a_pattern g.
