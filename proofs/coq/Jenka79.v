(** Who wins Jenka with seven and with nine blocks a level from any number of full levels: Coq's kernel computes which
    levels a player can keep, and the rest is counting. *)
From Coq Require Import Arith ZArith Bool List Lia.
From Topple Require Import Statements FairLevels FairTowers FairPlay.
Import Balance.

(** Whoever is the second player when an even number of moves is still to come wins, if there are such levels. *)
Lemma wins_by_count h d rounds : (0 <= d <= Z.of_nat (slots h) - 2)%Z -> largest_keep h d rounds = true ->
  forall n, 1 <= n -> wins (slots h) n (Nat.odd (still h ((n - 1) * (slots h - 2)) 0)).
Proof.
  intros D C n. unfold largest_keep in C. destruct (largest h d rounds) as [[g f] t].
  now apply (kept_wins h d (member g) (member f) (member t)).
Qed.

Lemma seven_closed : largest_keep 3 0 9 = true.
Proof. vm_cast_no_check (eq_refl true). Qed.
Lemma nine_closed : largest_keep 4 1 9 = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

(** * Counting *)
Definition moves (h n : nat) : nat := still h ((n - 1) * (slots h - 2)) 0.

(** Four levels more, from two on, are an even number of moves more. *)
Lemma by_fours h i q : 1 <= h -> Nat.odd (moves h (i + 2 + 4 * q)) = Nat.odd (moves h (i + 2)).
Proof.
  intros H. assert (E : exists c, slots h = c + 2) by (exists (2 * h - 1); unfold slots; lia). destruct E as (c & E).
  unfold moves, still. rewrite E. replace (c + 2 - 2) with c by lia.
  replace ((i + 2 + 4 * q - 1) * c) with (i * c + c + 2 * q * c * 2) by nia.
  replace ((i + 2 - 1) * c) with (i * c + c) by nia.
  replace (i * c + c + 2 * q * c * 2 + 0 + 2 - (c + 2)) with (i * c + 2 * q * c * 2) by lia.
  replace (i * c + c + 0 + 2 - (c + 2)) with (i * c) by lia. rewrite Nat.div_add by lia. set (x := i * c / 2).
  replace (i * c + c + 2 * q * c * 2 + c * (x + 2 * q * c))
    with (i * c + c + c * x + 2 * (2 * q * c + c * q * c)) by ring.
  now rewrite Nat.odd_add, Nat.odd_mul, xorb_false_r.
Qed.
Lemma from_two n : 2 <= n -> exists i q, i < 4 /\ n = i + 2 + 4 * q.
Proof.
  intros H. exists ((n - 2) mod 4), ((n - 2) / 4). split; [apply Nat.mod_upper_bound; lia|].
  pose proof (Nat.div_mod (n - 2) 4). lia.
Qed.

(** What is so for 1, ..., 5 levels is so for all. *)
Lemma first_five h (first : nat -> bool) : 1 <= h -> (forall i q, first (i + 2 + 4 * q) = first (i + 2)) ->
  forallb (fun n => Bool.eqb (Nat.odd (moves h n)) (first n)) (seq 1 5) = true ->
  forall n, 1 <= n -> Nat.odd (moves h n) = first n.
Proof.
  intros H F C n Hn. rewrite forallb_forall in C. destruct (Nat.eq_dec n 1) as [->|N].
  - apply eqb_prop, C, in_seq. lia.
  - destruct (from_two n) as (i & q & I & ->); [lia|]. rewrite by_fours, F by exact H. apply eqb_prop, C, in_seq. lia.
Qed.
Lemma mod_fours i q : (i + 2 + 4 * q) mod 4 = (i + 2) mod 4.
Proof. rewrite (Nat.mul_comm 4). apply Nat.mod_add. lia. Qed.

Theorem jenka_7_holds : StatementsJenka.jenka_7.
Proof.
  intros n Hn. pose proof (wins_by_count 3 0 9 ltac:(cbn; lia) seven_closed n Hn) as W. fold (moves 3 n) in W.
  rewrite (first_five 3 (fun n => (n mod 4 =? 2) || ((n mod 4 =? 1) && negb (n =? 1)))) in W;
    [exact W | lia | | reflexivity | exact Hn].
  intros i q. rewrite mod_fours. now destruct (Nat.eqb_spec (i + 2 + 4 * q) 1), (Nat.eqb_spec (i + 2) 1); try lia.
Qed.

Theorem jenka_9_holds : StatementsJenka.jenka_9.
Proof.
  intros n Hn. pose proof (wins_by_count 4 1 9 ltac:(cbn; lia) nine_closed n Hn) as W. fold (moves 4 n) in W.
  rewrite (first_five 4 (fun n => (n mod 4 =? 2) || (n mod 4 =? 3))) in W; [exact W | lia | | reflexivity | exact Hn].
  intros i q. now rewrite mod_fours.
Qed.
