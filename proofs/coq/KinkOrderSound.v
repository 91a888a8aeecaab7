(** The checker of certificates of kind [kink-order] accepts only what is true. *)
From Coq Require Import Arith List Bool.
From Topple Require Import Statements WordLost KinkOrderCheck.

Theorem kink_order_checker_sound_holds : kink_order_checker_sound check_kink_order.
Proof.
  intros width piece k H. split.
  - intros depth. destruct (lost_blindly width piece _ H depth) as (many & times & L).
    exists many, times. intros how lookahead b Drops. exact (L how lookahead b Drops).
  - exact (machine_wins_in_turn width piece _ H).
Qed.
