(** Statements about who wins Jenga with seven, nine, eleven and thirteen blocks a level. *)
From Coq Require Import Arith List Bool.
From Topple Require Import StatementsTowers StatementsBalance.

(** * Jenka_k for odd k: Zwick, section 6, open problem 1

    The game is that of [StatementsTowers.v]: its towers, its moves and the convex hulls of its
    contacts. [Balance.wins k n true] says that the first player wins from n full levels of k blocks,
    and [Balance.wins k n false] that the second one does. *)

(** Claim zwick/jenka-odd, open problem 1 for seven blocks a level: from n full levels the first player
    wins if and only if n is 1 or 2 modulo 4 and not 1, for every n >= 1. *)
Definition jenka_7 : Prop := forall n, 1 <= n -> Balance.wins 7 n ((n mod 4 =? 2) || ((n mod 4 =? 1) && negb (n =? 1))).

(** Claim zwick/jenka-odd, open problem 1 for nine blocks a level: from n full levels the first player
    wins if and only if n is 2 or 3 modulo 4, for every n >= 1. *)
Definition jenka_9 : Prop := forall n, 1 <= n -> Balance.wins 9 n ((n mod 4 =? 2) || (n mod 4 =? 3)).

(** Claim zwick/jenka-odd, open problem 1 for eleven blocks a level: from n full levels the first player
    wins if and only if n is 1 or 2 modulo 4 and not 1, for every n >= 1. *)
Definition jenka_11 : Prop := forall n, 1 <= n -> Balance.wins 11 n ((n mod 4 =? 2) || ((n mod 4 =? 1) && negb (n =? 1))).

(** Claim zwick/jenka-odd, open problem 1 for thirteen blocks a level: from n full levels the first player
    wins if and only if n is 2 or 3 modulo 4, for every n >= 1. *)
Definition jenka_13 : Prop := forall n, 1 <= n -> Balance.wins 13 n ((n mod 4 =? 2) || (n mod 4 =? 3)).
