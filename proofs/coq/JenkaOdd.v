(** Who wins Jenga with seven, nine, eleven and thirteen blocks a level from any number of full levels: Coq's kernel
    computes which pairs of levels a player can keep, and the rest is counting. With thirteen blocks a level there are
    6914287 such pairs; to find them takes some three gigabytes of memory. *)
From Coq Require Import Arith ZArith Bool List Lia.
From Topple Require Import Statements MovesLeft PairLevels PairTables PairTowers PairPlay.
Import Balance.

Lemma wins_by_count h x : accepted h 2 x = true -> affordable h x -> forall n, 1 <= n -> wins (slots h) n
  (if Nat.odd h then (n mod 4 =? 2) || ((n mod 4 =? 1) && negb (n =? 1)) else (n mod 4 =? 2) || (n mod 4 =? 3)).
Proof.
  intros C A n N. destruct (tables_closed h 2 x C) as (pair & solo & P).
  rewrite <- moves_odd; [now apply (closed_pairs_win h x pair solo) | exact (wide h x pair solo P) | exact N].
Qed.

(** The allowances were found by trying. *)
Lemma seven_accepted : accepted 3 2 (Allowance 0 0 0 0) = true.
Proof. vm_cast_no_check (eq_refl true). Qed.
Lemma nine_accepted : accepted 4 2 (Allowance 1 4 2 2) = true.
Proof. vm_cast_no_check (eq_refl true). Qed.
Lemma eleven_accepted : accepted 5 2 (Allowance 1 4 4 4) = true.
Proof. vm_cast_no_check (eq_refl true). Qed.
Lemma thirteen_accepted : accepted 6 2 (Allowance 1 6 2 4) = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Ltac affords := unfold affordable; cbn; lia.
Theorem jenka_7_holds : StatementsJenka.jenka_7.
Proof. exact (wins_by_count 3 _ seven_accepted ltac:(affords)). Qed.
Theorem jenka_9_holds : StatementsJenka.jenka_9.
Proof. exact (wins_by_count 4 _ nine_accepted ltac:(affords)). Qed.
Theorem jenka_11_holds : StatementsJenka.jenka_11.
Proof. exact (wins_by_count 5 _ eleven_accepted ltac:(affords)). Qed.
Theorem jenka_13_holds : StatementsJenka.jenka_13.
Proof. exact (wins_by_count 6 _ thirteen_accepted ltac:(affords)). Qed.
