(** What the checker of weights in CLOCK NIM accepts falls with every move. *)
From Coq Require Import Arith ZArith Bool List Lia.
From Topple Require Import Statements Clocks ClockCheck.
Import ListNotations ClockWeight.
Local Open Scope Z_scope.

Lemma same_stones piles : forall size, ClockWeight.stones size piles = Clocks.stones size piles.
Proof. induction piles as [|a piles IH]; intros size; cbn; [reflexivity | now rewrite IH]. Qed.

(** A move that takes [taken] stones or more, with what comes in, as numbers. *)
Lemma weights_fall w p n : check_clock w = true -> 1 <= n < p ->
  let stone := stone_p w * p + stone_n w * n in let step := step_p w * p + step_n w * n in
  0 <= stone /\ 0 <= step /\ step < stone /\ stone * (n - 1) < step * (p - 1).
Proof.
  unfold check_clock. rewrite !andb_true_iff, !Z.leb_le, !Z.ltb_lt.
  destruct w as [a b c d]. cbn [stone_p stone_n step_p step_n].
  intros [[[[[A B] C] D] [[K1 K2] K3]] [[[L1 L2] L3] L4]] H.
  set (m := n - 1). set (q := p - n - 1). assert (Hm : 0 <= m) by (unfold m; lia). assert (Hq : 0 <= q) by (unfold q; lia).
  replace n with (1 + m) by (unfold m; lia). replace p with (2 + m + q) by (unfold m, q; lia).
  clearbody m q. clear H.
  assert (P1 : 0 <= (a + b - (c + d)) * m) by (apply Z.mul_nonneg_nonneg; lia).
  assert (P2 : 0 <= (a - c) * q) by (apply Z.mul_nonneg_nonneg; lia).
  assert (Q1 : 0 <= (2 * c + d + (c + d) - (2 * a + b)) * m) by (apply Z.mul_nonneg_nonneg; lia).
  assert (Q2 : 0 <= (c + (2 * c + d)) * q) by (apply Z.mul_nonneg_nonneg; lia).
  assert (Q3 : 0 <= (c + d - (a + b)) * (m * m)) by (apply Z.mul_nonneg_nonneg; nia).
  assert (Q4 : 0 <= (c + d + c - a) * (m * q)) by (apply Z.mul_nonneg_nonneg; nia).
  assert (Q5 : 0 <= c * (q * q)) by (apply Z.mul_nonneg_nonneg; nia).
  repeat split; try nia; try lia.
Qed.

Theorem clock_checker_sound_holds : StatementsClocks.clock_checker_sound check_clock.
Proof.
  intros w H p n Hn. split; [now apply clock_ends|]. intros [piles s] y Hy.
  destruct (weights_fall w (Z.of_nat p) (Z.of_nat n) H) as (S0 & T0 & ST & W); [lia|].
  set (stone := stone_p w * Z.of_nat p + stone_n w * Z.of_nat n) in *.
  set (step := step_p w * Z.of_nat p + step_n w * Z.of_nat n) in *.
  unfold weight. cbn [fst snd]. fold stone step. rewrite !same_stones.
  change (ClockWeight.stones 1 piles) with (Clocks.stones 1 piles). clearbody stone step.
  apply options_in in Hy. destruct Hy as (i & rest & _ & Hi & Hr & ->).
  pose proof (stones_left i rest piles Hi Hr) as L. unfold Clock.tick.
  destruct (Nat.eqb_spec (s + 1) p) as [E|E]; cbn [fst snd].
  - pose proof (stones_more (n - 1) 1 (Clock.leave i rest piles)) as M.
    set (new := Clocks.stones 1 (Well.update (n - 1) S (Clock.leave i rest piles))) in *.
    assert (B : Z.of_nat new <= Z.of_nat (Clocks.stones 1 piles) + (Z.of_nat n - 1)) by lia.
    replace (Z.of_nat s) with (Z.of_nat p - 1) by lia. change (Z.of_nat 0) with 0. rewrite Z.mul_0_r, Z.add_0_r.
    split; [apply Z.mul_nonneg_nonneg; lia|]. apply (Z.mul_le_mono_nonneg_l _ _ stone S0) in B.
    apply (Z.le_lt_trans _ _ _ B). rewrite Z.mul_add_distr_l. now apply Z.add_lt_mono_l.
  - set (new := Clocks.stones 1 (Clock.leave i rest piles)) in *.
    assert (B : Z.of_nat new + 1 <= Z.of_nat (Clocks.stones 1 piles)) by lia.
    split; [apply Z.add_nonneg_nonneg; apply Z.mul_nonneg_nonneg; lia|].
    apply (Z.mul_le_mono_nonneg_l _ _ stone S0) in B. rewrite Nat2Z.inj_add. change (Z.of_nat 1) with 1.
    rewrite !Z.mul_add_distr_l, !Z.mul_1_r in *.
    revert B. generalize (stone * Z.of_nat new) (stone * Z.of_nat (Clocks.stones 1 piles)) (step * Z.of_nat s). lia.
Qed.
