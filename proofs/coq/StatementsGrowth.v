(** Statements about how many towers arise in Jenka_k. *)
From Coq Require Import Arith ZArith QArith List Bool.
From Topple Require Import StatementsTowers.
Import ListNotations.
Local Open Scope nat_scope.

(** * The number of towers: Zwick, section 6, beside open problem 2

    The paper says that for k > 3 there may be exponentially many inequivalent towers. Here all towers that arise are
    counted, mirror images apart. This does not answer the open problem: for k = 3 too there are exponentially many. *)
Module Growth.
  (** The towers that play reaches from [n] full levels, the start among them. *)
  Inductive arises (k n : nat) : Tower.tower -> Prop :=
    | at_the_start : arises k n (repeat (Jenka.full k) n)
    | by_a_move t i j l t' : arises k n t -> Jenka.move k t i j l t' -> arises k n t'.

  (** How many sets of [s] of [k] slots there are. *)
  Fixpoint choose (k s : nat) : nat :=
    match k, s with
    | _, 0 => 1
    | 0, S _ => 0
    | S k, S s => choose k s + choose k (S s)
    end.

  (** A slot in the middle has [(k - 1) / 2] slots on one side and [k / 2] on the other. How many levels of [s >= 1]
      blocks have a block in it, or blocks on both sides of it: all but those with every block on one side. *)
  Definition over_the_middle (k s : nat) : nat := choose k s - choose ((k - 1) / 2) s - choose (k / 2) s.

  (** [f 1 * c_1 + f 2 * c_2 + ...] for the items [c_1, c_2, ...] of a list. *)
  Definition weighted (f : nat -> nat) (l : list nat) : nat :=
    list_sum (map (fun '(s, c) => f s * c) (combine (seq 1 (length l)) l)).

  (** How many sequences of such levels have [m] blocks together, then how many have [m - 1], and so on to 0. *)
  Fixpoint sequences (k m : nat) : list nat :=
    match m with
    | 0 => [1]
    | S m => let fewer := sequences k m in weighted (over_the_middle k) fewer :: fewer
    end.

  (** How many sequences of levels have [m] blocks together, if the top is any level with a block, and all below it are
      such levels. *)
  Definition most (k m : nat) : nat := weighted (choose k) (tl (sequences k m)).
End Growth.

(** Claim zwick/growth-rate: at most [most k (k * n)] towers arise from [n] full levels, for every k, n >= 1; and at most
    (u^k - 1) / (u - 1)^(k n) for every rational number u > 1 with u^k <= u^((k - 1)/2) + u^(k/2), the halves rounded
    down. *)
Definition jenka_growth_bound : Prop :=
  forall k n towers, 1 <= k -> 1 <= n -> NoDup towers -> Forall (Growth.arises k n) towers ->
  length towers <= Growth.most k (k * n) /\
  forall u : Q, (1 < u)%Q ->
    (u ^ Z.of_nat k <= u ^ Z.of_nat ((k - 1) / 2) + u ^ Z.of_nat (k / 2))%Q ->
    (inject_Z (Z.of_nat (length towers)) * (u - 1) ^ Z.of_nat (k * n) <= u ^ Z.of_nat k - 1)%Q.

(** Claim zwick/growth-rate: for odd k = 2 h + 1 >= 3 and every rational number u with u^(h + 1) > 2, at least
    (u - 1)^(- k n) towers arise from n full levels, if n is large enough. With [jenka_growth_bound]: the n-th root of
    their number tends to (2^(1 / (h + 1)) - 1)^(- k). *)
Definition jenka_growth_odd : Prop :=
  forall h (u : Q), 1 <= h -> (1 < u)%Q -> (2 < u ^ Z.of_nat (h + 1))%Q ->
  exists least, forall n, least <= n ->
  exists towers, NoDup towers /\ Forall (Growth.arises (2 * h + 1) n) towers /\
    (1 <= inject_Z (Z.of_nat (length towers)) * (u - 1) ^ Z.of_nat ((2 * h + 1) * n))%Q.

(** Claim zwick/growth-rate: for even k = 2 h >= 4 and every rational number u with u^(h + 1) > u + 1, at least
    (u - 1)^(- k n) towers arise from n full levels, if n is large enough. With [jenka_growth_bound]: the n-th root of
    their number tends to (u - 1)^(- k) for the root u of u^(h + 1) = u + 1. *)
Definition jenka_growth_even : Prop :=
  forall h (u : Q), 2 <= h -> (1 < u)%Q -> (u + 1 < u ^ Z.of_nat (h + 1))%Q ->
  exists least, forall n, least <= n ->
  exists towers, NoDup towers /\ Forall (Growth.arises (2 * h) n) towers /\
    (1 <= inject_Z (Z.of_nat (length towers)) * (u - 1) ^ Z.of_nat (2 * h * n))%Q.

(** Claim zwick/growth-rate: from n >= 2 full levels of Jenka_3 exactly 3 a(3n - 4) + a(3n - 6) towers arise, where
    a(0) = a(1) = 1, a(2) = 4 and a(m) = a(m - 1) + 3 a(m - 2) + a(m - 3). *)
Definition jenka_3_towers : Prop :=
  forall a : nat -> nat, a 0 = 1 -> a 1 = 1 -> a 2 = 4 -> (forall m, a (3 + m) = a (2 + m) + 3 * a (1 + m) + a m) ->
  forall n, 2 <= n ->
  exists towers, NoDup towers /\ (forall t, In t towers <-> Growth.arises 3 n t) /\
    length towers = 3 * a (3 * n - 4) + a (3 * n - 6).
