(** Pairs of levels of 2 * h + 1 slots that a player can keep. The levels below the highest full one that lie along one
    axis are taken two by two: of a pair that is kept, the moments together are at most the number of blocks and 4 more,
    and a little more still if that is odd. [pair] is the set of such pairs, the lower level first, and [solo] is the
    set of levels that can be kept until the upper level of their pair comes. [closed_pairs] says what the player needs:
    whatever block his opponent takes, he has an answer in the same pair, or is free to play elsewhere, and each pair
    with more than four blocks has a move for him. *)
From Coq Require Import Arith ZArith Bool List Lia.
From Topple Require Import Statements BalanceCheck BalanceTowers OneBlock MovesLeft.
Import ListNotations Tower Jenka Balance.

(** How much greater a moment may be than the number of blocks and 4 of a pair, or and 2 of one level: of a pair with an
    odd number of blocks; of the upper level of a pair; of a level without a partner that has an odd, and that has an
    even number of blocks. *)
Record allowance : Type := Allowance { odd_pair : Z; upper : Z; odd_solo : Z; even_solo : Z }.

Section Pairs.
  Variable h : nat.
  Let k := slots h.
  Variable x : allowance.
  Variable pair : level -> level -> bool.
  Variable solo : level -> bool.

  (** What the highest levels of the tower can bear. *)
  Definition affordable : Prop :=
    (0 <= odd_pair x /\ 0 <= upper x /\ 0 <= odd_solo x /\ 0 <= even_solo x /\
     upper x + 2 * odd_pair x + odd_solo x <= 2 * Z.of_nat h /\
     upper x + odd_pair x + even_solo x <= 2 * Z.of_nat h)%Z.

  Definition in_pair (a b : level) : Prop := length a = k /\ length b = k /\ pair a b = true.
  Definition alone (a : level) : Prop := length a = k /\ solo a = true.
  Definition is_odd (a b : level) : bool := Nat.odd (blocks_of a + blocks_of b).

  (** A block of one of two levels, or of one level, whose removal leaves what is kept. *)
  Definition pair_move (a b : level) : Prop :=
    (exists j, nth j a false = true /\ pair (minus a j) b = true) \/
    (exists j, nth j b false = true /\ pair a (minus b j) = true).
  Definition solo_move (a : level) : Prop := exists j, nth j a false = true /\ solo (minus a j) = true.

  Record closed_pairs : Prop := {
    full_alone : solo (full k) = true;
    pair_sided a b : in_pair a b -> sided h a = true /\ sided h b = true;
    pair_moment a b : in_pair a b ->
      (Z.abs (moment a + moment b) <= blocks a + blocks b + 4 + if is_odd a b then odd_pair x else 0)%Z;
    upper_moment a b : in_pair a b -> (Z.abs (moment b) <= blocks b + 2 + upper x)%Z;
    pair_moves a b : in_pair a b -> 4 < blocks_of a + blocks_of b -> pair_move a b;
    lower_taken a b j : in_pair a b -> nth j a false = true -> sides_stand (sides_of h (minus a j)) = true ->
      is_odd a b = true /\ pair (minus a j) b = true \/ pair_move (minus a j) b;
    upper_taken a b j : in_pair a b -> nth j b false = true -> sides_stand (sides_of h (minus b j)) = true ->
      is_odd a b = true /\ pair a (minus b j) = true \/ pair_move a (minus b j);
    solo_sided a : alone a -> sided h a = true;
    solo_moment a : alone a ->
      (Z.abs (moment a) <= blocks a + 2 + if Nat.odd (blocks_of a) then odd_solo x else even_solo x)%Z;
    solo_paired a : alone a -> pair a (full k) = true;
    solo_moves a : alone a -> 2 < blocks_of a -> solo_move a;
    solo_taken a j : alone a -> nth j a false = true -> sides_stand (sides_of h (minus a j)) = true ->
      Nat.odd (blocks_of a) = true /\ solo (minus a j) = true \/ solo_move (minus a j)
  }.

  (** * Towers of such levels

      The levels below the highest full one, bottom first: two pairs in every four levels, one along each axis. At the
      top up to two levels may have no partner yet. Counted are pairs with an odd number of blocks, and levels without
      a partner that have an even number. *)
  Definition odd_one (a b : level) : nat := if is_odd a b then 1 else 0.
  Definition even_one (a : level) : nat := if Nat.odd (blocks_of a) then 0 else 1.
  Inductive paired : nat -> nat -> tower -> Prop :=
    | paired_none : paired 0 0 []
    | paired_one a : alone a -> paired 0 (even_one a) [a]
    | paired_two a b : alone a -> alone b -> paired 0 (even_one a + even_one b) [a; b]
    | paired_three a b c : in_pair a c -> alone b -> paired (odd_one a c) (even_one b) [a; b; c]
    | paired_four a b c d odds evens t : in_pair a c -> in_pair b d -> paired odds evens t ->
        paired (odd_one a c + odd_one b d + odds) evens (a :: b :: c :: d :: t).

  (** The tower that a player leaves: [top] is what lies on the highest full level, nothing or one level. Each move puts
      a block on top, so the next level below the highest full one has lost no more blocks than lie there. *)
  Definition fresh (t top : tower) : Prop := t = [] \/ k <= blocks_of (last t []) + stock top.
End Pairs.
