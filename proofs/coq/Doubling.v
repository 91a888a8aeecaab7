(** The period-doubling word, and the corners that it makes: the lost positions of four vector
    addition games. *)
From Coq Require Import Arith Bool List Lia.
Import ListNotations.

(** * The word

    Letter k is 1 if 2 divides k + 1 an odd number of times: 0100 0101 0100 0100 ... *)
Fixpoint letter_within (fuel k : nat) : nat :=
  match fuel with
  | 0 => 0
  | S fuel => if Nat.even k then 0 else 1 - letter_within fuel (Nat.div2 k)
  end.
Definition letter (k : nat) : nat := letter_within k k.

Lemma letter_within_enough : forall n f g k, k <= n -> k <= f -> k <= g -> letter_within f k = letter_within g k.
Proof.
  induction n as [|n IH]; intros f g k Hn Hf Hg.
  - replace k with 0 by lia. destruct f, g; reflexivity.
  - destruct f as [|f]; [replace k with 0 by lia; destruct g; reflexivity|].
    destruct g as [|g]; [replace k with 0 by lia; reflexivity|].
    cbn [letter_within]. destruct (Nat.even k) eqn:E; [reflexivity|].
    destruct k as [|k]; [discriminate|]. pose proof (Nat.lt_div2 (S k) ltac:(lia)).
    f_equal. apply IH; lia.
Qed.
Lemma even_double k : Nat.even (2 * k) = true.
Proof. apply Nat.even_spec. now exists k. Qed.
Lemma odd_double k : Nat.even (2 * k + 1) = false.
Proof. rewrite Nat.add_1_r, Nat.even_succ, <- Nat.negb_even, even_double. reflexivity. Qed.

Lemma letter_even k : letter (2 * k) = 0.
Proof.
  unfold letter. destruct (2 * k) eqn:E; [reflexivity|]. cbn [letter_within]. now rewrite <- E, even_double.
Qed.
Lemma letter_odd k : letter (2 * k + 1) = 1 - letter k.
Proof.
  unfold letter. replace (2 * k + 1) with (S (2 * k)) by lia. cbn [letter_within].
  replace (S (2 * k)) with (2 * k + 1) by lia. rewrite odd_double.
  replace (Nat.div2 (2 * k + 1)) with k by now rewrite Nat.add_1_r, Nat.div2_succ_double.
  f_equal. apply (letter_within_enough k); lia.
Qed.
Lemma halved k : exists h, k = 2 * h \/ k = 2 * h + 1.
Proof. exists (k / 2). pose proof (Nat.div_mod k 2). pose proof (Nat.mod_upper_bound k 2). lia. Qed.
Lemma letter_le k : letter k <= 1.
Proof. destruct (halved k) as (h & [-> | ->]); rewrite ?letter_even, ?letter_odd; lia. Qed.

(** The parity of the number of times that 2 divides. *)
Lemma letter_twos : forall twos odd k, S k = 2 ^ twos * (2 * odd + 1) -> letter k = twos mod 2.
Proof.
  induction twos as [|twos IH]; intros odd k E.
  - replace k with (2 * odd) by (cbn in E; lia). now rewrite letter_even.
  - rewrite Nat.pow_succ_r' in E. set (n := 2 ^ twos * (2 * odd + 1)) in *.
    assert (n <> 0). { unfold n. pose proof (Nat.pow_nonzero 2 twos ltac:(lia)). nia. }
    replace k with (2 * (n - 1) + 1) by (unfold n in *; lia).
    rewrite letter_odd, (IH odd) by lia.
    rewrite <- (Nat.add_1_r twos), Nat.add_mod by lia.
    pose proof (Nat.mod_upper_bound twos 2 ltac:(lia)).
    destruct (twos mod 2) as [|[|]]; [reflexivity | reflexivity | lia].
Qed.

Lemma split_twos n : 0 < n -> exists twos odd, n = 2 ^ twos * (2 * odd + 1).
Proof.
  induction n as [n IH] using lt_wf_ind. intros Hn. destruct (halved n) as (h & [E | E]).
  - destruct (IH h ltac:(lia) ltac:(lia)) as (twos & odd & H). exists (S twos), odd. rewrite Nat.pow_succ_r'. lia.
  - exists 0, h. cbn. lia.
Qed.

(** No period from anywhere on: between two cells that far apart there is one more factor 2. *)
Lemma letter_never_repeats period from : 0 < period -> exists k, from <= k /\ letter (k + period) <> letter k.
Proof.
  intros Hp. destruct (split_twos period Hp) as (twos & odd & E).
  assert (Hn : 2 ^ twos <> 0) by now apply Nat.pow_nonzero.
  (* With r odd and r + 2 odd + 1 twice an odd number. *)
  set (r := 2 * (2 * from + odd) + 1).
  assert (K : S (2 ^ twos * r - 1) = 2 ^ twos * (2 * (2 * from + odd) + 1)) by (unfold r; nia).
  assert (K' : S (2 ^ twos * r - 1 + period) = 2 ^ S twos * (2 * (from + odd) + 1)) by
    (rewrite Nat.pow_succ_r'; unfold r; nia).
  exists (2 ^ twos * r - 1). split; [unfold r; nia|].
  rewrite (letter_twos _ _ _ K), (letter_twos _ _ _ K').
  rewrite <- (Nat.add_1_r twos), Nat.add_mod by lia.
  pose proof (Nat.mod_upper_bound twos 2 ltac:(lia)). destruct (twos mod 2) as [|[|]]; cbn; lia.
Qed.

(** * Steps

    Each letter 0 is one step, each letter 1 two; [at_step n] is the letter to which step n
    belongs, and whether it is the second one of it. *)
Fixpoint ones (m : nat) : nat := match m with 0 => 0 | S m => letter m + ones m end.
Fixpoint at_step (n : nat) : nat * nat :=
  match n with
  | 0 => (0, 0)
  | S n => let (m, second) := at_step n in
      if (letter m =? 1) && (second =? 0) then (m, 1) else (S m, 0)
  end.
(** How many of the first n steps belong to letters 1. *)
Definition aside (n : nat) : nat := let (m, second) := at_step n in 2 * ones m + second.

Lemma at_step_spec n : let (m, second) := at_step n in n = m + ones m + second /\ second <= letter m.
Proof.
  induction n as [|n IH]; [cbn; lia|]. cbn [at_step]. destruct (at_step n) as [m second].
  destruct (letter m =? 1) eqn:L, (second =? 0) eqn:Z; cbn [andb ones];
    rewrite ?Nat.eqb_eq, ?Nat.eqb_neq in *; pose proof (letter_le m); pose proof (letter_le (S m)); lia.
Qed.
Lemma at_step_first m : at_step (m + ones m) = (m, 0).
Proof.
  induction m as [|m IH]; [reflexivity|]. cbn [ones]. pose proof (letter_le m).
  assert (C : letter m = 0 \/ letter m = 1) by lia. destruct C as [C|C]; rewrite C.
  - replace (S m + (0 + ones m)) with (S (m + ones m)) by lia. cbn [at_step]. rewrite IH, C. reflexivity.
  - replace (S m + (1 + ones m)) with (S (S (m + ones m))) by lia. cbn [at_step]. rewrite IH, C. cbn.
    now rewrite C.
Qed.
Lemma at_step_second m : letter m = 1 -> at_step (S (m + ones m)) = (m, 1).
Proof. intros L. cbn [at_step]. rewrite at_step_first, L. reflexivity. Qed.

Lemma aside_S n : aside n <= aside (S n) <= S (aside n).
Proof.
  unfold aside. cbn [at_step]. pose proof (at_step_spec n) as H. destruct (at_step n) as [m second].
  destruct (letter m =? 1) eqn:L, (second =? 0) eqn:Z; cbn [andb ones];
    rewrite ?Nat.eqb_eq, ?Nat.eqb_neq in *; pose proof (letter_le m); lia.
Qed.
Lemma aside_between a b : a <= b -> aside a <= aside b <= aside a + (b - a).
Proof.
  induction 1 as [|b H IH]; [lia|]. pose proof (aside_S b). lia.
Qed.
Lemma aside_0 : aside 0 = 0.
Proof. reflexivity. Qed.
Lemma aside_1 : aside 1 = 0.
Proof. reflexivity. Qed.
Lemma aside_le a : aside a <= a.
Proof. pose proof (aside_between 0 a ltac:(lia)). rewrite aside_0 in *. lia. Qed.

(** * Corners

    Positions (i, j) from which one goes to (i - 1, j), (i, j - 1) and (i - 1, j - 1). *)
Definition corner (i j : nat) : Prop := exists m n, i = 2 * m + aside n /\ j = 2 * n + aside m.

Lemma corner_sym i j : corner i j -> corner j i.
Proof. intros (m & n & H1 & H2). now exists n, m. Qed.

(** No step leads from a corner to a corner. *)
Lemma corners_apart i j i' j' : corner i j -> corner i' j' ->
  (i = S i' /\ j = j') \/ (i = i' /\ j = S j') \/ (i = S i' /\ j = S j') -> False.
Proof.
  intros (m & n & -> & ->) (m' & n' & -> & ->).
  pose proof (aside_between m m'). pose proof (aside_between m' m).
  pose proof (aside_between n n'). pose proof (aside_between n' n).
  destruct (Nat.le_gt_cases m m'), (Nat.le_gt_cases n n'); lia.
Qed.

(** Every position that is not far from the diagonal is a corner, or a step or none leads to one. *)
Lemma near_corner i j : i <= 2 * j -> j <= 2 * i -> exists a b, corner a b /\ a <= i <= S a /\ b <= j <= S b.
Proof.
  intros Hi Hj.
  (* For each m one n fits to j; as m grows by 1, what is left of i falls by 1 or 2. *)
  set (fit := fun m => (j - aside m) / 2).
  assert (Fit : forall m, aside m <= j -> 2 * fit m + aside m <= j <= S (2 * fit m + aside m)).
  { intros m Hm. unfold fit. pose proof (Nat.div_mod (j - aside m) 2).
    pose proof (Nat.mod_upper_bound (j - aside m) 2). lia. }
  assert (Search : forall m, 2 * m <= i ->
    (exists m', 2 * m' + aside (fit m') <= i <= S (2 * m' + aside (fit m')) /\ m' <= m /\ aside m' <= j) \/
    2 * m + aside (fit m) <= i).
  { induction m as [|m IH]; intros Hm.
    - right. pose proof (aside_le (fit 0)). pose proof (Fit 0 ltac:(rewrite aside_0; lia)). rewrite aside_0 in *. lia.
    - destruct IH as [(m' & H1 & H2 & H3)|IH]; [lia | left; exists m'; lia|].
      pose proof (aside_le m). pose proof (aside_le (S m)). pose proof (aside_S m).
      pose proof (Fit m ltac:(lia)). pose proof (Fit (S m) ltac:(lia)).
      assert (F : fit (S m) = fit m \/ S (fit (S m)) = fit m) by lia.
      assert (aside (fit (S m)) <= aside (fit m)) by (destruct F as [->|<-]; [lia | apply aside_S]).
      destruct (Nat.le_gt_cases i (S (2 * m + aside (fit m)))) as [L|L]; [left; exists m; lia | right; lia]. }
  destruct (Search (i / 2)) as [(m & H1 & H2 & H3)|H].
  - pose proof (Nat.div_mod i 2). lia.
  - pose proof (Fit m H3). exists (2 * m + aside (fit m)), (2 * fit m + aside m). split; [now exists m, (fit m) | lia].
  - pose proof (Nat.div_mod i 2). pose proof (Nat.mod_upper_bound i 2). pose proof (aside_le (i / 2)).
    pose proof (Fit (i / 2) ltac:(lia)).
    exists (2 * (i / 2) + aside (fit (i / 2))), (2 * fit (i / 2) + aside (i / 2)).
    split; [now exists (i / 2), (fit (i / 2)) | lia].
Qed.

(** ** The steep border, 3 i = 2 j *)
Lemma ones_even k : ones (2 * k) + ones k = k.
Proof.
  induction k as [|k IH]; [reflexivity|].
  assert (E : ones (2 * S k) = letter (2 * k + 1) + (letter (2 * k) + ones (2 * k))).
  { replace (2 * S k) with (S (S (2 * k))) by lia. rewrite Nat.add_1_r. reflexivity. }
  rewrite E, letter_odd, letter_even. cbn [ones]. pose proof (letter_le k). lia.
Qed.
Lemma ones_odd k : ones (2 * k + 1) + ones k = k.
Proof. rewrite Nat.add_1_r. cbn [ones]. rewrite letter_even. apply ones_even. Qed.
Lemma ones_steps a b : a < b -> 6 * a + 2 * ones a + 6 + 2 * letter a <= 6 * b + 2 * ones b.
Proof. induction 1 as [|b H IH]; cbn [ones] in *; lia. Qed.

(** A corner lies on the border, or at least one to this side, or at least four beyond; and where
    it lies on the border. *)
Lemma corner_at_border i j : corner i j ->
  3 * i + 4 <= 2 * j \/ 2 * j < 3 * i \/ (3 * i = 2 * j /\ exists y, i = 2 * y /\ letter y = 0).
Proof.
  intros (m & n & -> & ->). unfold aside.
  pose proof (at_step_spec m) as Hm. pose proof (at_step_spec n) as Hn.
  destruct (at_step m) as [a d], (at_step n) as [b e].
  destruct Hm as [-> Hd], Hn as [-> He].
  destruct (halved b) as (k & [-> | ->]); rewrite ?letter_even, ?letter_odd in He;
    pose proof (ones_even k); pose proof (ones_odd k); pose proof (letter_le a); pose proof (letter_le k);
    destruct (Nat.lt_trichotomy a k) as [L|[->|L]].
  - pose proof (ones_steps a k L). lia.
  - destruct d as [|d]; [right; right; split; [lia|]; exists (2 * k); rewrite letter_even; lia | lia].
  - pose proof (ones_steps k a L). lia.
  - pose proof (ones_steps a k L). lia.
  - destruct d as [|[|d]]; [lia| |lia]. right. right. split; [lia|]. exists (2 * k + 1). rewrite letter_odd. lia.
  - pose proof (ones_steps k a L). lia.
Qed.
Lemma border_corner y : letter y = 0 -> corner (2 * y) (3 * y).
Proof.
  intros L. destruct (halved y) as (k & [-> | ->]).
  - exists (k + ones k), (2 * k + ones (2 * k)). unfold aside. rewrite !at_step_first. pose proof (ones_even k). lia.
  - rewrite letter_odd in L. pose proof (letter_le k). exists (S (k + ones k)), (2 * k + 1 + ones (2 * k + 1)).
    unfold aside. rewrite at_step_first, at_step_second by lia. pose proof (ones_odd k). lia.
Qed.

(** ** The diagonal, i = j *)
Lemma beside_diagonal i : corner (S i) i -> 2 <= i.
Proof.
  intros (m & n & H1 & H2). pose proof (aside_between m n). pose proof (aside_between n m).
  destruct (Nat.le_gt_cases m n); [lia|]. assert (m = S n) as -> by lia.
  destruct n as [|n]; [rewrite aside_0, aside_1 in *; lia | lia].
Qed.
