(** Statements about the length of a play of Jenga. *)
From Coq Require Import Arith List Bool.
From Topple Require Import StatementsGames.
Import ListNotations.

(** A play of so many moves to a position without a move. *)
Inductive Lasts {P : Type} (options : P -> list P) : P -> nat -> Prop :=
  | lasts_over p : options p = [] -> Lasts options p 0
  | lasts_move p q m : In q (options p) -> Lasts options q m -> Lasts options p (S m).

(** Claim carvalho/record-tower: the lengths of all plays, from a triplet (x, y, z) and from n
    full levels. They are those between the shortest and the longest that do not end
    with a complete level, because that can be played on. *)
Definition play_lengths : Prop :=
  (forall x y z m, z < 3 ->
     (Lasts Zwick.options (x, y, z) m <->
      if x + y =? 0 then m = 0
      else (z + m) mod 3 <> 0 /\ 3 * (x + y) + z <= 2 * m + 2 /\
           (m + 4 <= 6 * x + 3 * y + 2 * z \/ (x, y, z, m) = (0, 1, 0, 1)))) /\
  (forall n m, 2 <= n ->
     (Lasts Zwick.options (n - 1, 0, 0) m <-> m mod 3 <> 0 /\ 3 * n - 5 <= 2 * m /\ m <= 6 * n - 10)).
