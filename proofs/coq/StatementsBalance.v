(** Statements about who wins Jenga with an odd number of blocks a level: for five
    blocks, and certificates: what each says, and that the checkers accept only what is true. *)
From Coq Require Import Arith List Bool.
From Topple Require Import StatementsTowers.
Import ListNotations.

(** * Strategies in Jenka_k: Zwick, section 6, open problem 1

    The format is in [../FORMAT.md], kinds [jenka-strategy], [jenka-balance] and [jenka-balance-all]. What
    is said is about the game of [StatementsTowers.v] alone: its towers, its moves and
    the convex hulls of its contacts. *)
Module Balance.
  (** Blocks left of the middle slot, in it, and right of it. *)
  Definition sides : Type := nat * nat * nat.
  (** What a line [replies] repeats: AXIS, LEFT MIDDLE RIGHT, TAKE, PUT. *)
  Record reply : Type := Reply { axis : nat; of : sides; taken : nat; placed : nat }.
  (** A level has [2 * half + 1] slots; up to [clip] levels and moves are counted, and
      more of them modulo a number, each with a weight. *)
  Record counting : Type := Counting { half : nat; clip : nat; modulus : nat; weights : list (sides * nat) }.
  Definition slots (half : nat) : nat := 2 * half + 1.

  (** Who wins from [n] full levels: the first player, by a move after which he is the
      second one, or the second player. *)
  Definition wins (k n : nat) (first : bool) : Prop :=
    let start := repeat (Jenka.full k) n in
    if first then exists i j l t, Jenka.move k start i j l t /\ Jenka.second_wins k t
    else Jenka.second_wins k start.

  (** Whether it is the first player: for n = 1, 2, ... as listed, and from
      [n = clip + 1] on again and again the last [modulus] items of the list. *)
  Definition first_wins (clip modulus : nat) (winners : list bool) (n : nat) : bool :=
    nth (if n <=? clip then n - 1 else clip + (n - 1 - clip) mod modulus) winners false.
End Balance.

(** Kind [jenka-strategy]: half the slots but for the middle one, how many full levels there are at the
    start, how many of the top levels are known, who wins, and FROM, TAKE, PUT for each reply. What
    is accepted tells who wins from so many full levels. *)
Definition jenka_checker_sound
    (check : nat -> nat -> nat -> bool -> list (nat * nat * nat) -> bool) : Prop :=
  forall half levels known first replies, check half levels known first replies = true ->
  Balance.wins (Balance.slots half) levels first.

(** What is accepted tells who wins from so many full levels. *)
Definition balance_checker_sound
    (check : nat -> nat -> bool -> list Balance.reply -> bool) : Prop :=
  forall half levels first replies, check half levels first replies = true ->
  Balance.wins (Balance.slots half) levels first.

(** What is accepted tells who wins from any number of full levels. *)
Definition balance_all_checker_sound
    (check : Balance.counting -> list bool -> list Balance.reply -> bool) : Prop :=
  forall c winners replies, check c winners replies = true ->
  forall n, 1 <= n ->
  Balance.wins (Balance.slots (Balance.half c)) n
    (Balance.first_wins (Balance.clip c) (Balance.modulus c) winners n).

(** Claim zwick/jenka-odd, open problem 1 for five blocks a level: from n full levels the first player
    wins if and only if n is 2 or 3 modulo 4, for every n >= 1. *)
Definition jenka_5 : Prop :=
  forall n, 1 <= n -> Balance.wins 5 n ((n mod 4 =? 2) || (n mod 4 =? 3)).
