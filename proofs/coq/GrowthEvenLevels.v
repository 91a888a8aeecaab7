(** Levels of 2 * h slots that lie over slot h, each with the weight x to the number of its blocks: what all of them
    weigh together, and the sums of their blocks and of their moments, by these weights. *)
From Coq Require Import Arith ZArith QArith List FinFun Lia Lqa.
From Topple Require Import Statements Levels BalanceCheck BalanceTowers JenkaPlaces GrowthMoves
  GrowthEvenPlay GrowthSums.
Import ListNotations Tower Jenka Balance Growth.
Local Open Scope Q_scope.

(** * Levels over slot h *)
Definition nonempty (n : nat) : list level := filter (fun a => 0 <? blocks_of a)%nat (slotted n).
Definition on_one_side (h : nat) (c : level) : level := repeat false h ++ true :: c.
(** Blocks on both sides, or in slot h and from there on. *)
Definition levels (h : nat) : list level :=
  flat_map (fun b => map (app b) (nonempty h)) (nonempty h) ++ map (on_one_side h) (slotted (h - 1)).

Lemma nonempty_In n b : In b (nonempty n) -> length b = n /\ (0 < blocks_of b)%nat.
Proof. intros H. apply filter_In in H. destruct H as [H B]. apply slotted_length in H. now apply Nat.ltb_lt in B. Qed.
Lemma levels_In h a : In a (levels h) ->
  (exists b c, In b (nonempty h) /\ In c (nonempty h) /\ a = b ++ c) \/
  exists c, In c (slotted (h - 1)) /\ a = on_one_side h c.
Proof.
  intros H. apply in_app_iff in H. destruct H as [H|H]; [left | right].
  - apply in_flat_map in H. destruct H as (b & Hb & H). apply in_map_iff in H. destruct H as (c & <- & Hc). eauto.
  - apply in_map_iff in H. destruct H as (c & <- & Hc). eauto.
Qed.
Lemma levels_NoDup h : NoDup (levels h).
Proof.
  apply NoDup_both.
  - apply (joins h); [apply NoDup_filter, slotted_NoDup | apply NoDup_filter, slotted_NoDup |]. apply Forall_forall.
    intros b Hb. now apply nonempty_In.
  - apply Injective_map_NoDup; [|apply slotted_NoDup]. intros c c' E. apply app_inv_head in E. now injection E.
  - intros a Ha Hb. apply in_flat_map in Ha. destruct Ha as (b & H & Ha). apply in_map_iff in Ha.
    destruct Ha as (c & <- & _). apply in_map_iff in Hb. destruct Hb as (c' & E & _). apply nonempty_In in H.
    destruct H as [L B]. apply (f_equal (firstn h)) in E. unfold on_one_side in E.
    rewrite !firstn_app, repeat_length, <- L, Nat.sub_diag, !app_nil_r in E. rewrite firstn_all in E.
    rewrite firstn_all2 in E by (rewrite repeat_length; lia). rewrite <- E, no_blocks in B. lia.
Qed.
Lemma levels_carrying h a : (2 <= h)%nat -> In a (levels h) -> carrying (2 * h) a.
Proof.
  intros P H. apply levels_In in H. destruct H as [(b & c & Hb & Hc & ->)|(c & Hc & ->)].
  - apply nonempty_In in Hb, Hc. destruct Hb as [Lb Bb], Hc as [Lc Bc]. apply blocks_true in Bb, Bc.
    destruct Bb as (i & Hi), Bc as (j & Hj). pose proof (nth_inside b false i Hi) as Li.
    pose proof (edges (b ++ c) i) as E1. rewrite app_nth1 in E1 by exact Li.
    pose proof (edges (b ++ c) (length b + j)) as E2. rewrite app_nth2, Nat.add_comm, Nat.add_sub in E2 by lia.
    specialize (E1 Hi). specialize (E2 Hj). unfold middle, carrying in *. rewrite app_length in *. lia.
  - apply slotted_length in Hc. pose proof (edges (on_one_side h c) h) as E. unfold on_one_side in *.
    rewrite app_nth2, repeat_length, Nat.sub_diag in E by (rewrite repeat_length; lia). specialize (E eq_refl).
    unfold middle, carrying in *. rewrite app_length, repeat_length in *. cbn [length] in *. lia.
Qed.

(** ** Their weight and their sums *)
Lemma num_Z z : inject_Z (Z.of_nat z) = num z.
Proof. reflexivity. Qed.

Section Sums.
  Variable x : Q.
  Let u := 1 + x.

  (** The blocks and the sum of their middles, for a part of a level that starts at the place z. *)
  Definition part (i j z : Z) (a : level) : Q := inject_Z (i * Z.of_nat (blocks_of a) + j * sum (mids z a)).
  Lemma part_app i j z a b : part i j z (a ++ b) == part i j z a + part i j (z + 2 * Z.of_nat (length a)) b.
  Proof. unfold part. rewrite <- inject_Z_plus, blocks_app, mids_app, sum_app. apply inject_Z_injective. lia. Qed.

  Lemma slotted_part i j n : forall z, u * total (fun a => weight x a * part i j z a) (slotted n)
    == num n * x * power u n * inject_Z (i + j * (z + Z.of_nat n - 1)).
  Proof.
    induction n as [|n IH]; intros z.
    { assert (E : part i j z [] == 0) by (unfold part; cbn; now rewrite !Z.mul_0_r).
      change (u * (weight x [] * part i j z [] + 0) == 0 * x * 1 * inject_Z (i + j * (z + Z.of_nat 0 - 1))).
      rewrite E. ring. }
    unfold slotted in *. cbn [joined flat_map]. rewrite app_nil_r, total_app, !total_map.
    change (joined [[true]; [false]] n) with (slotted n) in *.
    rewrite (total_same _ (fun a => x * inject_Z (i + j * z) * weight x a + x * (weight x a * part i j (z + 2) a))).
    - rewrite total_plus, !total_scale, slotted_total. fold u.
      rewrite (total_same (fun a => weight x ([false] ++ a) * _) (fun a => weight x a * part i j (z + 2) a))
        by reflexivity.
      specialize (IH (z + 2)%Z). set (d := total _ (slotted n)) in *. rewrite num_S. cbn [power].
      assert (E : forall a p, u * (x * a * p + x * d + d) == u * x * a * p + u * (u * d)) by (intros; unfold u; ring).
      change (u * (x * inject_Z (i + j * z) * power u n + x * d + d) ==
        (1 + num n) * x * (u * power u n) * inject_Z (i + j * (z + Z.of_nat (S n) - 1))).
      rewrite E, IH. unfold num, Z.sub. rewrite Nat2Z.inj_succ. unfold Z.succ.
      rewrite !inject_Z_plus, !inject_Z_mult, !inject_Z_plus. change (inject_Z (- (1))) with (- (1)).
      change (inject_Z 1) with 1. change (inject_Z 2) with (1 + 1). ring.
    - intros a _. unfold weight, part. cbn [app]. rewrite blocks_cons. cbn [mids app sum fold_right Nat.add power].
      rewrite Nat2Z.inj_succ. fold (sum (mids (z + 2) a)). unfold Z.succ.
      rewrite !inject_Z_plus, !inject_Z_mult, !inject_Z_plus. change (inject_Z 1) with 1. ring.
  Qed.
  Lemma nonempty_part i j n z : total (fun a => weight x a * part i j z a) (nonempty n)
    == total (fun a => weight x a * part i j z a) (slotted n).
  Proof.
    unfold nonempty. rewrite total_filter. apply total_same. intros a _.
    destruct (Nat.ltb_spec 0 (blocks_of a)); [reflexivity|]. unfold part. rewrite no_mids by lia.
    replace (blocks_of a) with 0%nat by lia. cbn [sum fold_right]. rewrite !Z.mul_0_r.
    change (inject_Z (0 + 0)) with 0. ring.
  Qed.
  Lemma nonempty_weight n : total (weight x) (nonempty n) == power u n - 1.
  Proof. unfold nonempty. rewrite total_filter. apply some_total. Qed.

  Lemma side_weight h c : weight x (on_one_side h c) = x * weight x c.
  Proof. unfold weight, on_one_side. now rewrite blocks_app, no_blocks, blocks_cons. Qed.
  Lemma power_less h : (1 <= h)%nat -> power u h = u * power u (h - 1).
  Proof. intros P. now replace h with (S (h - 1)) at 1 by lia. Qed.

  Lemma levels_weight h : (1 <= h)%nat ->
    u * (total (weight x) (levels h) - 1) == power u h * (power u (h + 1) - u - 1).
  Proof.
    intros P. unfold levels. rewrite total_app, (pairs_total (weight x) (weight x)).
    - assert (E : total (weight x) (map (on_one_side h) (slotted (h - 1))) == x * total (weight x) (slotted (h - 1))).
      { rewrite total_map, <- total_scale. apply total_same. intros c _. now rewrite side_weight. }
      rewrite E, nonempty_weight, slotted_total. fold u. rewrite power_plus. cbn [power]. rewrite (power_less h P).
      generalize (power u (h - 1)). intros v. unfold u. ring.
    - intros b c _. unfold weight. now rewrite blocks_app, power_plus.
  Qed.

  (** So many times the blocks and so many times the moment: what each level has on average. *)
  Definition value (i j : Z) (a : level) : Z := (i * blocks a + j * moment a)%Z.
  Lemma value_part i j a : inject_Z (value i j a) = part i j (1 - Z.of_nat (length a)) a.
  Proof. unfold value, part. now rewrite blocks_blocks, moment_mids. Qed.

  Lemma levels_value i j h : (1 <= h)%nat -> u * total (fun a => weight x a * inject_Z (value i j a)) (levels h)
    == 2 * inject_Z i * (power u h - 1) * (num h * x * power u h) + x * (inject_Z (i + j) * power u h
      + num (h - 1) * x * power u (h - 1) * inject_Z (i + j * (Z.of_nat h + 1))).
  Proof.
    intros P. set (n := Z.of_nat h). set (both := nonempty h). unfold levels. rewrite total_app. fold both.
    assert (E1 : total (fun a => weight x a * inject_Z (value i j a)) (flat_map (fun b => map (app b) both) both) ==
      total (fun a => weight x a * part i j (1 - 2 * n) a) both * total (weight x) both
      + total (weight x) both * total (fun a => weight x a * part i j 1 a) both).
    { apply pairs_sum. intros b c Hb Hc. apply nonempty_In in Hb, Hc. destruct Hb as [Lb _], Hc as [Lc _].
      rewrite value_part, app_length, Lb, Lc, part_app, Lb. unfold weight. rewrite blocks_app, power_plus.
      replace (1 - Z.of_nat (h + h))%Z with (1 - 2 * n)%Z by (unfold n; lia).
      replace (1 - 2 * n + 2 * Z.of_nat h)%Z with 1%Z by (unfold n; lia). ring. }
    set (other := slotted (h - 1)).
    assert (E2 : total (fun a => weight x a * inject_Z (value i j a)) (map (on_one_side h) other) ==
      x * (inject_Z (i + j) * total (weight x) other + total (fun a => weight x a * part i j 3 a) other)).
    { rewrite total_map, <- (total_scale (inject_Z (i + j))), <- total_plus, <- total_scale. apply total_same.
      intros c Hc. apply slotted_length in Hc. rewrite side_weight, value_part. unfold part, on_one_side.
      rewrite app_length, repeat_length, blocks_app, no_blocks, blocks_cons, mids_app, sum_app, repeat_length.
      cbn [length mids app]. rewrite no_mids by apply no_blocks. rewrite Hc. replace (S (h - 1)) with h by lia.
      replace (1 - Z.of_nat (h + h) + 2 * Z.of_nat h)%Z with 1%Z by lia. change (1 + 2)%Z with 3%Z.
      cbn [sum fold_right Nat.add]. fold (sum (mids 3 c)). rewrite Nat2Z.inj_succ. unfold Z.succ.
      rewrite !inject_Z_plus, !inject_Z_mult, !inject_Z_plus. change (inject_Z 1) with 1. change (inject_Z 0) with 0.
      ring. }
    rewrite E1, E2. clear E1 E2. unfold both, other. rewrite nonempty_weight, slotted_total, !nonempty_part.
    pose proof (slotted_part i j h (1 - 2 * n)) as D1. pose proof (slotted_part i j h 1) as D2.
    pose proof (slotted_part i j (h - 1) 3) as D3. fold u. fold n in D1, D2.
    set (d1 := total (fun a => weight x a * part i j (1 - 2 * n) a) _) in *.
    set (d2 := total (fun a => weight x a * part i j 1 a) _) in *.
    set (d3 := total (fun a => weight x a * part i j 3 a) _) in *. rewrite (power_less h P).
    set (v := power u (h - 1)) in *. rewrite (power_less h P) in D1, D2. fold v in D1, D2.
    assert (E : u * (d1 * (u * v - 1) + (u * v - 1) * d2 + x * (inject_Z (i + j) * v + d3)) ==
      (u * v - 1) * (u * d1 + u * d2) + x * (inject_Z (i + j) * (u * v) + u * d3)) by ring.
    rewrite E, D1, D2, D3. replace (3 + Z.of_nat (h - 1) - 1)%Z with (n + 1)%Z by (unfold n; lia).
    replace (1 - 2 * n + n - 1)%Z with (- n)%Z by lia. replace (1 + n - 1)%Z with n by lia.
    rewrite !inject_Z_plus, !inject_Z_mult, inject_Z_opp. ring.
  Qed.
End Sums.
