(** The checker of weights in CLOCK NIM, as a program. Its proof is in [ClockSound.v]. *)
From Coq Require Import ZArith Bool.
From Topple Require Import Statements.
Import ClockWeight.
Local Open Scope Z_scope.

(** With n = 1 + m and p = 2 + m + q a stone weighs s0 + s1 m + s2 q, and a step t0 + t1 m +
    t2 q. The coefficients of what a move takes off the weight are asked for: of one that
    moves the clock on, and of one that starts it again. Those that cannot be negative
    are left out. *)
Definition check_clock (w : weights) : bool :=
  let s0 := 2 * stone_p w + stone_n w in let s1 := stone_p w + stone_n w in let s2 := stone_p w in
  let t0 := 2 * step_p w + step_n w in let t1 := step_p w + step_n w in let t2 := step_p w in
  (0 <=? stone_p w) && (0 <=? stone_n w) && (0 <=? step_p w) && (0 <=? step_n w) &&
  ((t0 <? s0) && (t1 <=? s1) && (t2 <=? s2)) &&
  ((0 <? t0) && (s0 <=? t0 + t1) && (s1 <=? t1) && (s2 <=? t1 + t2)).
