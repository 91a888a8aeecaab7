(** How many levels of s blocks can carry what is above them. They lie over a slot: they have a block in it, or blocks
    on both sides of it. No slot has more levels over it than one in the middle. If x = u - 1 is small enough, the
    numbers of levels over a slot in the middle, times x^s, sum to at most 1; so at most 1 / x^m sequences of such
    levels have m blocks. *)
From Coq Require Import Arith ZArith QArith Qpower Bool List Lia Lqa.
From Topple Require Import Statements Levels BalanceCheck BalanceTowers BalancePlay GrowthSums.
Import ListNotations Tower Growth.
Local Open Scope nat_scope.

(** * Levels of k slots, by the number of their blocks *)

(** All levels with a property. *)
Fixpoint those (p : level -> bool) (k : nat) : list level :=
  match k with
  | 0 => if p [] then [[]] else []
  | S k => map (cons true) (those (fun a => p (true :: a)) k) ++ map (cons false) (those (fun a => p (false :: a)) k)
  end.

(** The sum of [g s] over these levels, where s is the number of blocks of a level. *)
Fixpoint sum_over (p : level -> bool) (k : nat) (g : nat -> nat) : nat :=
  match k with
  | 0 => if p [] then g 0 else 0
  | S k => sum_over (fun a => p (true :: a)) k (fun s => g (S s)) + sum_over (fun a => p (false :: a)) k g
  end.
Definition any (a : level) : bool := true.

Lemma those_In k : forall p a, length a = k -> p a = true -> In a (those p k).
Proof.
  induction k as [|k IH]; intros p [|b a] Hl Hp; try discriminate; cbn [those].
  - rewrite Hp. now left.
  - injection Hl as Hl. apply in_app_iff. destruct b; [left | right]; apply in_map; apply IH; assumption.
Qed.

Lemma flat_map_cons {A} (f : level -> list A) b l : flat_map f (map (cons b) l) = flat_map (fun a => f (b :: a)) l.
Proof. induction l as [|a l IH]; [reflexivity|]. cbn. now rewrite IH. Qed.

Lemma those_sum {A} k : forall p (f : level -> list A) g, (forall a, length (f a) <= g (blocks_of a)) ->
  length (flat_map f (those p k)) <= sum_over p k g.
Proof.
  induction k as [|k IH]; intros p f g H; cbn [those sum_over].
  - destruct (p []); cbn; [|lia]. rewrite app_nil_r. apply (H []).
  - rewrite flat_map_app, app_length, !flat_map_cons. apply Nat.add_le_mono; apply IH; intros a.
    + apply (H (true :: a)).
    + apply (H (false :: a)).
Qed.

(** ** Levels with a block from slot c on, and levels over slot c *)
Fixpoint reaches (c : nat) (a : level) : bool :=
  match c, a with S c, _ :: a => reaches c a | 0, b :: a => b || reaches 0 a | _, [] => false end.
Fixpoint over (c : nat) (a : level) : bool :=
  match c, a with S c, b :: a => if b then reaches c a else over c a | 0, b :: _ => b | _, [] => false end.

Lemma reaches_blocks a : forall c j, c <= j -> nth j a false = true -> reaches c a = true.
Proof.
  induction a as [|b a IH]; intros c j Hc Hj; [destruct j; discriminate|].
  destruct j as [|j]; cbn [nth] in Hj.
  - assert (c = 0) as -> by lia. cbn. now rewrite Hj.
  - destruct c as [|c]; cbn [reaches]; [|apply (IH c j); [lia | exact Hj]].
    apply orb_true_iff. right. apply (IH 0 j); [lia | exact Hj].
Qed.
Lemma over_blocks a : forall i c j, i <= c -> c <= j -> nth i a false = true -> nth j a false = true -> over c a = true.
Proof.
  induction a as [|b a IH]; intros i c j Hi Hc Ni Nj; [destruct i; discriminate|].
  destruct c as [|c]; cbn [over].
  - assert (i = 0) as -> by lia. exact Ni.
  - destruct j as [|j]; [lia|]. destruct b; [apply (reaches_blocks a c j); [lia | exact Nj]|].
    destruct i as [|i]; [discriminate|]. apply (IH i c j); [lia | lia | exact Ni | exact Nj].
Qed.

Lemma sum_over_none k : forall p g, (forall a s, p a = false \/ g s = 0) -> sum_over p k g = 0.
Proof.
  induction k as [|k IH]; intros p g H; cbn [sum_over].
  - destruct (H [] 0) as [-> | ->]; [reflexivity | now destruct (p [])].
  - rewrite !IH; [reflexivity | |]; intros a s; apply H.
Qed.

Lemma sum_over_reaches c : forall k g, c <= k -> sum_over (reaches c) k g + sum_over any c g = sum_over any k g.
Proof.
  induction c as [|c IH]; intros k g Hc.
  - induction k as [|k IHk]; [reflexivity|].
    change (sum_over any k (fun s => g (S s)) + sum_over (reaches 0) k g + sum_over any 0 g = sum_over any (S k) g).
    specialize (IHk ltac:(lia)).
    change (sum_over any (S k) g) with (sum_over any k (fun s => g (S s)) + sum_over any k g). lia.
  - destruct k as [|k]; [lia|].
    pose proof (IH k g ltac:(lia)). pose proof (IH k (fun s => g (S s)) ltac:(lia)).
    change (sum_over (reaches c) k (fun s => g (S s)) + sum_over (reaches c) k g
      + (sum_over any c (fun s => g (S s)) + sum_over any c g)
      = sum_over any k (fun s => g (S s)) + sum_over any k g). lia.
Qed.

(** Levels that are not over slot c have all blocks on one side of it. *)
Lemma sum_over_slot c : forall k g, c < k ->
  sum_over (over c) k g + sum_over any c g + sum_over any (k - 1 - c) g = sum_over any k g + g 0.
Proof.
  induction c as [|c IH]; intros [|k] g Hc; try lia.
  - replace (S k - 1 - 0) with k by lia.
    change (sum_over any k (fun s => g (S s)) + sum_over (fun _ => false) k g + g 0 + sum_over any k g
      = sum_over any k (fun s => g (S s)) + sum_over any k g + g 0).
    rewrite (sum_over_none k (fun _ => false)) by now left. lia.
  - pose proof (IH k g ltac:(lia)). pose proof (sum_over_reaches c k (fun s => g (S s)) ltac:(lia)).
    replace (S k - 1 - S c) with (k - 1 - c) by lia.
    change (sum_over (reaches c) k (fun s => g (S s)) + sum_over (over c) k g
      + (sum_over any c (fun s => g (S s)) + sum_over any c g) + sum_over any (k - 1 - c) g
      = sum_over any k (fun s => g (S s)) + sum_over any k g + g 0). lia.
Qed.

(** * How many levels are over a slot *)
Lemma choose_0 j : choose j 0 = 1.
Proof. now destruct j. Qed.
Lemma choose_rises j d : forall s, choose j s <= choose (j + d) s.
Proof.
  induction d as [|d IH]; intros s; [now rewrite Nat.add_0_r|].
  rewrite Nat.add_succ_r. specialize (IH s). destruct s as [|s]; [now rewrite !choose_0|]. cbn [choose]. lia.
Qed.
Lemma choose_convex a b d s : a <= b -> choose (a + d) s + choose b s <= choose a s + choose (b + d) s.
Proof.
  intros H. induction d as [|d IH]; [rewrite !Nat.add_0_r; lia|].
  rewrite !Nat.add_succ_r. destruct s as [|s]; [rewrite !choose_0; lia|]. cbn [choose].
  pose proof (choose_rises (a + d) (b - a) s) as R. replace (a + d + (b - a)) with (b + d) in R by lia. lia.
Qed.

Lemma halves k : 1 <= k -> (k - 1) / 2 + k / 2 = k - 1 /\ (k - 1) / 2 <= k / 2 <= (k - 1) / 2 + 1.
Proof.
  intros H. pose proof (Nat.div_mod_eq k 2). pose proof (Nat.div_mod_eq (k - 1) 2).
  pose proof (Nat.mod_upper_bound k 2 ltac:(lia)). pose proof (Nat.mod_upper_bound (k - 1) 2 ltac:(lia)). lia.
Qed.
(** The slots in the middle leave out the fewest levels. *)
Lemma choose_middle k c s : c < k ->
  choose ((k - 1) / 2) s + choose (k / 2) s <= choose c s + choose (k - 1 - c) s.
Proof.
  intros H. destruct (halves k ltac:(lia)) as [E L]. set (low := (k - 1) / 2) in *. set (high := k / 2) in *.
  destruct (Nat.le_gt_cases c low).
  - pose proof (choose_convex c high (low - c) s ltac:(lia)) as C.
    replace (c + (low - c)) with low in C by lia. replace (high + (low - c)) with (k - 1 - c) in C by lia. lia.
  - pose proof (choose_convex (k - 1 - c) low (c - low) s ltac:(lia)) as C.
    replace (k - 1 - c + (c - low)) with high in C by lia. replace (low + (c - low)) with c in C by lia. lia.
Qed.
Lemma middle_splits k s : 1 <= k ->
  over_the_middle k (S s) + choose ((k - 1) / 2) (S s) + choose (k / 2) (S s) = choose k (S s).
Proof.
  intros H. unfold over_the_middle. destruct (halves k H) as [E _].
  pose proof (choose_middle k 0 (S s) H) as C. cbn [choose] in C.
  pose proof (choose_rises (k - 1 - 0) 1 (S s)) as R. replace (k - 1 - 0 + 1) with k in R by lia. lia.
Qed.

(** Sums of products, from 0 on. *)
Fixpoint dot (f : nat -> nat) (l : list nat) : nat :=
  match l with [] => 0 | c :: l => f 0 * c + dot (fun s => f (S s)) l end.

Lemma weighted_dot f l : weighted f l = dot (fun s => f (S s)) l.
Proof.
  unfold weighted. assert (H : forall l i g, (forall s, g s = f (i + s)) ->
    list_sum (map (fun '(s, c) => f s * c) (combine (seq i (length l)) l)) = dot g l); [|now apply H].
  clear l. induction l as [|c l IH]; intros i g H; [reflexivity|].
  change (f i * c + list_sum (map (fun '(s, c) => f s * c) (combine (seq (S i) (length l)) l))
    = g 0 * c + dot (fun s => g (S s)) l).
  rewrite H, Nat.add_0_r. f_equal. apply IH. intros s. rewrite H. f_equal. lia.
Qed.
Lemma dot_add l : forall f g, dot (fun s => f s + g s) l = dot f l + dot g l.
Proof. induction l as [|c l IH]; intros f g; [reflexivity|]. cbn [dot]. rewrite (IH (fun s => f (S s))). lia. Qed.
Lemma dot_le l : forall f g, (forall s, f s <= g s) -> dot f l <= dot g l.
Proof.
  induction l as [|c l IH]; intros f g H; [reflexivity|]. cbn [dot].
  apply Nat.add_le_mono; [apply Nat.mul_le_mono_r, H | apply IH; intros s; apply H].
Qed.

Lemma sum_over_any j : forall l, sum_over any j (fun s => nth s l 0) = dot (choose j) l.
Proof.
  induction j as [|j IH]; intros l.
  - assert (Z : forall l, dot (fun _ => 0) l = 0) by (clear; induction l as [|c l IH]; auto).
    destruct l as [|c l]; [reflexivity|]. cbn. rewrite Z. lia.
  - change (sum_over any j (fun s => nth (S s) l 0) + sum_over any j (fun s => nth s l 0) = dot (choose (S j)) l).
    rewrite IH. destruct l as [|c l].
    + rewrite sum_over_none by now right. reflexivity.
    + change (fun s => nth (S s) (c :: l) 0) with (fun s => nth s l 0). rewrite IH. cbn [dot choose].
      rewrite dot_add, choose_0. lia.
Qed.

Lemma sum_over_middle k c l : c < k ->
  sum_over (over c) k (fun s => nth s (0 :: l) 0) <= weighted (over_the_middle k) l.
Proof.
  intros H. pose proof (sum_over_slot c k (fun s => nth s (0 :: l) 0) H) as T. rewrite !sum_over_any in T.
  cbn [dot] in T. change (nth 0 (0 :: l) 0) with 0 in T. rewrite weighted_dot.
  pose proof (dot_le l _ _ (fun s => choose_middle k c (S s) H)) as M. rewrite !dot_add in M.
  assert (E : dot (fun s => choose k (S s)) l <=
    dot (fun s => over_the_middle k (S s) + choose ((k - 1) / 2) (S s) + choose (k / 2) (S s)) l).
  { apply dot_le. intros s. now rewrite middle_splits by lia. }
  rewrite !dot_add in E. lia.
Qed.

(** * Powers *)
Local Open Scope Q_scope.
Lemma num_add a b : num (a + b) == num a + num b.
Proof. unfold num. now rewrite Nat2Z.inj_add, inject_Z_plus. Qed.

Lemma power_S x n : 0 < x -> x ^ Z.of_nat (S n) == x * x ^ Z.of_nat n.
Proof.
  intros H. replace (Z.of_nat (S n)) with (1 + Z.of_nat n)%Z by lia. rewrite Qpower_plus by lra. reflexivity.
Qed.

Section Powers.
  Variable x : Q.
  Hypothesis above_0 : 0 < x.

  (** [f 0 + f 1 * x + f 2 * x^2 + ...], n of them. *)
  Fixpoint poly (f : nat -> nat) (n : nat) : Q :=
    match n with O => 0 | S n => num (f O) + x * poly (fun s => f (S s)) n end.

  Lemma poly_natural n : forall f, 0 <= poly f n.
  Proof.
    induction n as [|n IH]; intros f; cbn [poly]; [lra|].
    pose proof (num_positive (f O)). specialize (IH (fun s => f (S s))). nra.
  Qed.
  Lemma poly_add n : forall f g, poly (fun s => f s + g s)%nat n == poly f n + poly g n.
  Proof.
    induction n as [|n IH]; intros f g; cbn [poly]; [lra|]. rewrite (IH (fun s => f (S s))), num_add. ring.
  Qed.
  Lemma poly_same n : forall f g, (forall s, f s = g s) -> poly f n == poly g n.
  Proof.
    induction n as [|n IH]; intros f g H; cbn [poly]; [lra|]. rewrite H, (IH _ (fun s => g (S s))); [lra | auto].
  Qed.
  Lemma poly_longer n d : forall f, poly f n <= poly f (n + d).
  Proof.
    induction n as [|n IH]; intros f; [apply poly_natural|]. specialize (IH (fun s => f (S s))). cbn [poly Nat.add].
    nra.
  Qed.

  Lemma binomial j : forall n, (j < n)%nat -> poly (choose j) n == (1 + x) ^ Z.of_nat j.
  Proof.
    induction j as [|j IH]; intros [|n] H; try lia.
    - assert (Z : forall n, poly (fun _ => O) n == 0).
      { clear. induction n as [|n IH]; cbn [poly]; [lra|]. rewrite IH. change (num 0) with 0. ring. }
      cbn [poly choose]. rewrite Z. change (num 1) with 1. change ((1 + x) ^ Z.of_nat 0) with 1. ring.
    - rewrite power_S by lra. pose proof (IH (S n) ltac:(lia)) as I1. pose proof (IH n ltac:(lia)) as I2.
      cbn [poly] in *. rewrite choose_0 in I1. cbn [choose]. rewrite poly_add. nra.
  Qed.
  (** Without the empty set. *)
  Lemma binomial_some j n : (j <= n)%nat -> x * poly (fun s => choose j (S s)) n == (1 + x) ^ Z.of_nat j - 1.
  Proof.
    intros H. rewrite <- (binomial j (S n)) by lia. cbn [poly]. rewrite choose_0. change (num 1) with 1. ring.
  Qed.

  (** Each item is at most 1 / x^m, where m is the number of items after it. *)
  Fixpoint small (l : list nat) : Prop :=
    match l with [] => True | c :: l => num c * x ^ Z.of_nat (length l) <= 1 /\ small l end.

  Lemma small_dot l : small l -> forall f, num (dot f l) * x ^ Z.of_nat (length l) <= x * poly f (length l).
  Proof.
    induction l as [|c l IH]; intros Hl f; [cbn [dot]; change (num 0) with 0; cbn [poly length]; lra|].
    destruct Hl as [Hc Hl]. specialize (IH Hl (fun s => f (S s))).
    cbn [dot length poly]. rewrite power_S, num_add, num_times by exact above_0.
    pose proof (num_positive (f O)). set (p := x ^ Z.of_nat (length l)) in *.
    set (d := dot (fun s => f (S s)) l) in *. set (q := poly (fun s => f (S s)) (length l)) in *.
    assert (num (f O) * (num c * p) <= num (f O)) by nra.
    assert (0 <= x * (num (f O) + x * q - (num (f O) * (num c * p) + num d * p)));
      [apply Qmult_le_0_compat|]; lra.
  Qed.

  Variable k : nat.
  Hypothesis positive : (1 <= k)%nat.
  Hypothesis growth : (1 + x) ^ Z.of_nat k <= (1 + x) ^ Z.of_nat ((k - 1) / 2) + (1 + x) ^ Z.of_nat (k / 2).

  Lemma middle_poly n : x * poly (fun s => over_the_middle k (S s)) n <= 1.
  Proof.
    apply Qle_trans with (x * poly (fun s => over_the_middle k (S s)) (n + k)).
    { pose proof (poly_longer n k (fun s => over_the_middle k (S s))). nra. }
    destruct (halves k positive) as [E L].
    pose proof (binomial_some k (n + k) ltac:(lia)) as B.
    rewrite (poly_same _ _ _ (fun s => eq_sym (middle_splits k s positive))), !poly_add in B.
    pose proof (binomial_some ((k - 1) / 2) (n + k) ltac:(lia)).
    pose proof (binomial_some (k / 2) (n + k) ltac:(lia)). lra.
  Qed.

  Lemma sequences_length m : length (sequences k m) = S m.
  Proof. induction m as [|m IH]; [reflexivity|]. cbn [sequences length]. now rewrite IH. Qed.
  Lemma sequences_small m : small (sequences k m).
  Proof.
    induction m as [|m IH]; [split; [now apply Qle_lteq; right | exact I]|]. split; [|exact IH]. rewrite weighted_dot.
    eapply Qle_trans; [apply small_dot, IH | apply middle_poly].
  Qed.

  Lemma most_bound m : (1 <= m)%nat -> num (most k m) * x ^ Z.of_nat m <= (1 + x) ^ Z.of_nat k - 1.
  Proof.
    intros Hm. destruct m as [|m]; [lia|]. unfold most. cbn [sequences tl].
    rewrite weighted_dot, <- (sequences_length m). eapply Qle_trans; [apply small_dot, sequences_small|].
    rewrite <- (binomial_some k (length (sequences k m) + k)) by lia.
    pose proof (poly_longer (length (sequences k m)) k (fun s => choose k (S s))). nra.
  Qed.
End Powers.
