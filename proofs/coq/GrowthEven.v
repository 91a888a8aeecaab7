(** How many towers arise in Jenka_k for k = 2 * h, at least. Sequences of levels over slot h, each with the weight x to
    the number of its blocks, weigh together more than 1 a level. Their moment is on average more than 0, and less than
    twice their blocks: so there is a class of them, of equal sums, that is as heavy as we like and has a moment more
    than 0, and one with a moment less than twice the blocks. Mixed in the right proportion these are a class with both.
    Two sequences of it, woven, are a segment, and segments can follow each other in any order. *)
From Coq Require Import Arith ZArith QArith Bool List FinFun Lia Lqa.
From Topple Require Import Statements Levels Hulls Moves BalanceCheck BalanceTowers BalancePlay
  JenkaPlaces GrowthLevels GrowthBound GrowthMoves GrowthEvenPlay GrowthEvenLevels GrowthSums.
Import ListNotations Tower Jenka Balance Growth.
Local Open Scope Q_scope.

(** * Sequences of levels, by their sums *)
Definition moments (w : tower) : Z := sum (map moment w).
Lemma moments_app v w : moments (v ++ w) = (moments v + moments w)%Z.
Proof. unfold moments. now rewrite map_app, sum_app. Qed.

(** Two sequences woven: the levels of one along one axis, those of the other along the other. *)
Fixpoint weave (v w : tower) : tower := match v, w with a :: v, b :: w => a :: b :: weave v w | _, _ => [] end.
Fixpoint every_other (t : tower) : tower := match t with a :: _ :: t => a :: every_other t | _ => [] end.
Fixpoint the_others (t : tower) : tower := match t with _ :: b :: t => b :: the_others t | _ => [] end.

Lemma weave_back v : forall w, length v = length w -> every_other (weave v w) = v /\ the_others (weave v w) = w.
Proof.
  induction v as [|a v IH]; intros [|b w] L; try discriminate; [now split|]. injection L as L.
  destruct (IH w L) as [E1 E2]. cbn [weave every_other the_others]. now rewrite E1, E2.
Qed.
Lemma weave_sums v : forall w, length v = length w -> length (weave v w) = (2 * length v)%nat /\
  size (weave v w) = (size v + size w)%nat /\ along (weave v w) = moments v /\ across (weave v w) = moments w.
Proof.
  induction v as [|a v IH]; intros [|b w] L; try discriminate; [now repeat split|]. injection L as L.
  destruct (IH w L) as (E1 & E2 & E3 & E4). cbn [weave length]. rewrite !size_cons, E1, E2.
  destruct (sums_cons a (b :: weave v w)) as [-> ->], (sums_cons b (weave v w)) as [-> ->]. rewrite E3, E4.
  change (moments (a :: v)) with (moment a + moments v)%Z. change (moments (b :: w)) with (moment b + moments w)%Z.
  lia.
Qed.
Lemma weave_Forall (P : level -> Prop) v : Forall P v -> forall w, Forall P w -> Forall P (weave v w).
Proof.
  induction 1 as [|a v Ha Hv IH]; intros w Hw; [constructor|]. destruct Hw as [|b w Hb Hw]; repeat constructor; auto.
Qed.

(** What is asked of the segments of which beginnings are made. *)
Definition segment (k m : nat) (s : tower) : Prop :=
  size s = m /\ Forall (carrying k) s /\ Nat.even (length s) = true /\ leans 0 s /\ heavy 0 (map (prepared k) s).

Section Even.
  Variable h : nat.
  Variable x : Q.
  Hypothesis positive : (2 <= h)%nat.
  Hypothesis above : 0 < x.
  Hypothesis below : x < 1.
  Let u := 1 + x.
  Hypothesis more : u + 1 < power u (h + 1).
  Let k := (2 * h)%nat.

  (** The weight is more than 1 a level, and the moment on average more than 0 and less than twice the blocks. *)
  Lemma heavy_levels : 1 < total (weight x) (levels h).
  Proof.
    pose proof (levels_weight x h ltac:(lia)) as E. fold u in E. assert (U : 1 < u) by (unfold u; lra).
    assert (0 < power u h) by (apply power_positive; lra). set (t := total _ _) in *. nra.
  Qed.
  Lemma high_levels : 0 < total (fun a => weight x a * inject_Z (value 0 1 a)) (levels h).
  Proof.
    pose proof (levels_value x 0 1 h ltac:(lia)) as E. fold u in E. assert (U : 1 < u) by (unfold u; lra).
    assert (0 < power u h) by (apply power_positive; lra).
    assert (0 < power u (h - 1)) by (apply power_positive; lra). set (t := total _ _) in *.
    pose proof (num_positive (h - 1)). change (inject_Z (0 + 1)) with 1 in E. change (inject_Z 0) with 0 in E.
    assert (I : 0 <= inject_Z (0 + 1 * (Z.of_nat h + 1))) by (change 0 with (inject_Z 0); rewrite <- Zle_Qle; lia).
    set (a := inject_Z _) in *.
    assert (0 <= num (h - 1) * x * power u (h - 1) * a) by (repeat apply Qmult_le_0_compat; lra).
    set (b := num (h - 1) * x * power u (h - 1) * a) in *. assert (0 < u * t); [|nra]. rewrite E.
    assert (0 < x * (1 * power u h + b)); [|lra]. apply Qmult_lt_0_compat; lra.
  Qed.
  Lemma low_levels : 0 < total (fun a => weight x a * inject_Z (value 2 (-1) a)) (levels h).
  Proof.
    pose proof (levels_value x 2 (-1) h ltac:(lia)) as E. fold u in E. assert (U : 1 < u) by (unfold u; lra).
    set (t := total _ _) in *. assert (U1 : 1 + num h * x <= power u h) by (apply power_linear; lra).
    assert (U2 : 1 <= power u (h - 1)) by (apply power_least; lra).
    assert (N : num h == 1 + num (h - 1)) by (rewrite <- num_S; now replace (S (h - 1)) with h by lia).
    assert (I : inject_Z (2 + -1 * (Z.of_nat h + 1)) == - num (h - 1)).
    { rewrite !inject_Z_plus, inject_Z_mult, inject_Z_plus, num_Z, N. change (inject_Z 2) with 2.
      change (inject_Z (-1)) with (-1). change (inject_Z 1) with 1. ring. }
    rewrite I in E. change (inject_Z 2) with 2 in E. change (inject_Z (2 + -1)) with 1 in E.
    pose proof (num_positive (h - 1)) as N1. pose proof (power_less x h ltac:(lia)) as L. fold u in L.
    rewrite L in E, U1. set (v := power u (h - 1)) in *. set (m := num h) in *. set (l := num (h - 1)) in *.
    assert (S : 0 < u * t); [|nra]. rewrite E.
    assert (E2 : 2 * 2 * (u * v - 1) * (m * x * (u * v)) + x * (1 * (u * v) + l * x * v * - l) ==
      x * v * (4 * (u * v - 1) * m * u + u - l * l * x)) by ring.
    rewrite E2. apply Qmult_lt_0_compat; [apply Qmult_lt_0_compat; lra|]. assert (L1 : l * l * x <= m * x * m) by nra.
    assert (L2 : m * x * m <= (u * v - 1) * m) by nra. assert (L3 : 0 <= (u * v - 1) * m) by nra. nra.
  Qed.

  Definition sequences : nat -> list tower := joined (map (fun a => [a]) (levels h)).
  Definition amount (i j : Z) (w : tower) : Z := (i * mass w + j * moments w)%Z.
  Definition chosen (n : nat) (w : tower) : Prop := length w = n /\ Forall (fun a => In a (levels h)) w.

  Lemma sequences_NoDup n : NoDup (sequences n).
  Proof.
    apply (joined_NoDup 1); [|apply Forall_map, Forall_forall; reflexivity].
    apply Injective_map_NoDup; [intros a b E; now injection E | apply levels_NoDup].
  Qed.
  Lemma sequences_chosen n w : In w (sequences n) -> chosen n w.
  Proof.
    intros H. split.
    - apply (joined_length _ 1) in H; [lia|]. apply Forall_map, Forall_forall. reflexivity.
    - revert H. apply joined_Forall. apply Forall_map, Forall_forall. intros a Ha. now repeat constructor.
  Qed.
  Lemma chosen_sums n w : chosen n w -> (size w <= n * k)%nat /\ (Z.abs (moments w) <= Z.of_nat k * mass w)%Z.
  Proof.
    intros [<- F]. induction F as [|a w Ha Hw IH]; [cbn; lia|].
    pose proof (levels_carrying h a positive Ha) as (L & _). fold k in L. rewrite size_cons, mass_cons.
    change (moments (a :: w)) with (moment a + moments w)%Z. cbn [length]. pose proof (moment_bound a) as M.
    pose proof (blocks_le a). rewrite L in *. lia.
  Qed.
  Lemma sequences_total n : total (fun w => power x (size w)) (sequences n) == power (total (weight x) (levels h)) n.
  Proof.
    unfold sequences. rewrite (joined_total level _ x size eq_refl size_app). apply power_compat; [|reflexivity].
    rewrite total_map. apply total_same. intros a _. now rewrite size_cons, Nat.add_0_r.
  Qed.

  (** If the mean of an amount is more than 0, so are the sums over sequences, and they rise with the weight. *)
  Lemma amount_rises i j n :
    let mean := total (fun a => weight x a * inject_Z (value i j a)) (levels h) in
    let e n := total (fun w => power x (size w) * inject_Z (amount i j w)) (sequences n) in
    0 < mean -> 0 <= e n /\ mean * power (total (weight x) (levels h)) n <= e (S n).
  Proof.
    intros mean e M. pose proof heavy_levels as W. set (t := total (weight x) (levels h)) in *.
    assert (R : forall n, e (S n) == mean * power t n + t * e n).
    { intros m. unfold e at 1, sequences. cbn [joined].
      set (f := fun w => power x (size w)). set (g := fun w => f w * inject_Z (amount i j w)).
      rewrite (pairs_sum g f f g); unfold g, f; clear f g.
      - fold (sequences m). rewrite sequences_total, !total_map. apply Qplus_comp; apply Qmult_comp; try reflexivity.
        + apply total_same. intros a _. rewrite size_cons, Nat.add_0_r. unfold amount, value. rewrite mass_cons.
          change (moments [a]) with (moment a + 0)%Z. change (mass []) with 0%Z. now rewrite !Z.add_0_r.
        + apply total_same. intros a _. now rewrite size_cons, Nat.add_0_r.
      - intros v w _ _. unfold amount. rewrite size_app, power_plus, mass_app, moments_app.
        rewrite !inject_Z_plus, !inject_Z_mult, !inject_Z_plus. ring. }
    assert (P : forall n, 0 < power t n) by (intros m; apply power_positive; lra).
    assert (N : forall n, 0 <= e n).
    { clear n. induction n as [|n IH].
      - assert (E0 : amount i j [] = 0%Z) by (unfold amount; cbn; lia).
        change (0 <= 1 * inject_Z (amount i j []) + 0). rewrite E0. change (inject_Z 0) with 0. lra.
      - rewrite R. specialize (P n). set (p := power t n) in *. nra. }
    split; [apply N|]. rewrite R. specialize (N n). set (p := power t n) in *. nra.
  Qed.

  Definition key_dec : forall y z : Z * Z, {y = z} + {y <> z}.
  Proof. repeat decide equality. Defined.
  (** Many sequences of one length with equal sums. *)
  Definition class (c : Q) (n m : nat) (s : Z) : Prop := exists words,
    NoDup words /\ c <= num (length words) * power x m /\
    Forall (fun w => chosen n w /\ size w = m /\ moments w = s) words.

  (** So few sums are possible that one class is heavy, of sequences for which the amount is more than 0. *)
  Lemma chosen_within n w i j : chosen n w -> (0 <= i <= 2 -> -1 <= j <= 1 -> let r := Z.of_nat (n * k * (k + 2)) in
    Z.abs (mass w) <= r /\ Z.abs (moments w) <= r /\ amount i j w <= r)%Z.
  Proof.
    intros C I J r. apply chosen_sums in C. destruct C as [C1 C2]. unfold amount. rewrite mass_size in *.
    set (m := Z.of_nat (size w)) in *. set (a := Z.of_nat k) in *. set (y := Z.of_nat (n * k)).
    assert (E : r = (y * (a + 2))%Z) by (unfold r, y, a; rewrite (Nat2Z.inj_mul _ (k + 2)); lia).
    assert (4 <= a)%Z by (unfold a, k; lia). assert (0 <= m <= y)%Z by (unfold m, y; lia). rewrite E. clearbody m a y.
    assert (a * m <= a * y)%Z by nia. assert (i * m <= 2 * m)%Z by nia.
    assert (j * moments w <= Z.abs (moments w))%Z by (clear -J; nia). lia.
  Qed.
  Lemma class_found i j c : (0 <= i <= 2)%Z -> (-1 <= j <= 1)%Z -> 0 < c ->
    0 < total (fun a => weight x a * inject_Z (value i j a)) (levels h) ->
    exists n m s, (0 < i * Z.of_nat m + j * s)%Z /\ class c n m s.
  Proof.
    intros Hi Hj C M. set (mean := total _ _) in M. pose proof heavy_levels as W.
    set (d := total (weight x) (levels h) - 1). assert (Q0 : 0 < c / mean) by (apply Qlt_shift_div_l; lra).
    set (wide := (k * (k + 2))%nat).
    destruct (power_beats_cubic (c / mean) d (10 * wide) Q0 ltac:(unfold d; lra)) as (q & Q1 & B).
    set (n := (4 * q)%nat) in *. set (r := (S n * k * (k + 2))%nat). destruct (amount_rises i j n M) as [_ R].
    fold mean in R. assert (D : 1 + d == total (weight x) (levels h)) by (unfold d; ring). rewrite <- D in R.
    set (words := sequences (S n)) in *.
    assert (A : forall w, In w words -> (Z.abs (mass w) <= Z.of_nat r /\ Z.abs (moments w) <= Z.of_nat r /\
      amount i j w <= Z.of_nat r)%Z) by (intros w Hw; now apply chosen_within; [apply sequences_chosen | |]).
    set (pos := filter (fun w => 0 <? amount i j w)%Z words).
    assert (T : total (fun w => power x (size w) * inject_Z (amount i j w)) words <=
      num r * total (fun w => power x (size w)) pos).
    { unfold pos. rewrite total_filter, <- total_scale. apply total_le. intros w Hw.
      destruct (A w Hw) as (_ & _ & A3). assert (P : 0 < power x (size w)) by now apply power_positive.
      rewrite Zle_Qle, num_Z in A3. destruct (Z.ltb_spec 0 (amount i j w)) as [L|L]; [nra|]. rewrite Zle_Qle in L.
      change (inject_Z 0) with 0 in L. nra. }
    destruct (pigeons key_dec (fun w => (mass w, moments w)) (fun w => power x (size w)) c
      (list_prod (range r) (range r)) pos) as ([m s] & some & N & I & H).
    - apply NoDup_filter, sequences_NoDup.
    - intros w Hw. apply filter_In in Hw. destruct (A w ltac:(tauto)) as (A1 & A2 & _).
      apply in_prod; now apply range_In.
    - rewrite prod_length, num_times. unfold range. rewrite map_length, seq_length. set (y := num (2 * r + 1)) in *.
      assert (N1 : num r <= y) by (apply num_le; lia).
      assert (N2 : 1 <= num r) by (apply (num_le 1); unfold r, wide, k; nia).
      assert (Y : power y 3 <= power (num (10 * wide * q + 1)) 3).
      { apply power_rises; [apply num_positive|]. apply num_le. unfold r, n. nia. }
      assert (B' : c * power y 3 < mean * power (1 + d) n).
      { assert (E : c * power y 3 == mean * (c / mean * power y 3)) by (field; lra). rewrite E.
        apply Qmult_lt_l; [exact M|]. eapply Qle_lt_trans; [|exact B]. apply Qmult_le_l; assumption. }
      set (t := total _ pos) in *.
      assert (L : c * power y 3 < num r * t).
      { eapply Qlt_le_trans; [exact B'|]. eapply Qle_trans; [exact R | exact T]. }
      cbn [power] in L. assert (L2 : num r * (c * (y * y)) <= c * (y * (y * (y * 1)))).
      { assert (0 <= c * (y * y)) by (apply Qmult_le_0_compat; [lra | nra]). nra. }
      apply (Qmult_lt_l _ _ (num r)); [lra|]. lra.
    - exists (S n), (Z.to_nat m), s. destruct some as [|w0 some]; [cbn in H; lra|].
      assert (P : forall w, In w (w0 :: some) -> chosen (S n) w /\ size w = Z.to_nat m /\ moments w = s /\
        (0 < amount i j w)%Z).
      { intros w Hw. destruct (I w Hw) as [Hf E]. apply filter_In in Hf. destruct Hf as [Hf Hp].
        apply sequences_chosen in Hf. injection E as E1 E2. rewrite mass_size in E1. apply Z.ltb_lt in Hp.
        repeat split; try tauto; try apply Hf. lia. }
      split.
      + destruct (P w0 (or_introl eq_refl)) as (_ & E1 & E2 & E3). unfold amount in E3.
        rewrite mass_size, E1, E2 in E3. exact E3.
      + exists (w0 :: some). split; [exact N|]. split.
        * rewrite <- (total_constant (fun w => power x (size w)) (power x (Z.to_nat m)) (w0 :: some)); [exact H|].
          intros w Hw. now destruct (P w Hw) as (_ & -> & _).
        * apply Forall_forall. intros w Hw. destruct (P w Hw) as (P1 & P2 & P3 & _). now split.
  Qed.

  (** Classes put together, and one several times. *)
  Lemma class_add c c' n n' m m' s s' : 0 <= c -> 0 <= c' -> class c n m s -> class c' n' m' s' ->
    class (c * c') (n + n') (m + m') (s + s').
  Proof.
    intros C C' (v & V1 & V2 & V3) (w & W1 & W2 & W3). exists (flat_map (fun s => map (app s) w) v : list tower).
    destruct (joins n w v V1 W1) as [J1 J2]; [eapply Forall_impl; [|exact V3]; intros a Ha; apply Ha|].
    split; [exact J1|]. split.
    - assert (J3 : length (flat_map (fun s => map (app s) w) v : list tower) = (length v * length w)%nat) by exact J2.
      rewrite J3, num_times, power_plus. set (a := num (length v)) in *. set (b := num (length w)) in *.
      assert (E : a * b * (power x m * power x m') == a * power x m * (b * power x m')) by ring. rewrite E.
      apply Qle_trans with (c * (b * power x m')); [nra|]. apply Qmult_le_compat_r; [exact V2 | lra].
    - apply Forall_forall. intros t Ht. apply in_flat_map in Ht. destruct Ht as (a & Ha & Ht). apply in_map_iff in Ht.
      destruct Ht as (b & <- & Hb). rewrite Forall_forall in V3, W3.
      destruct (V3 a Ha) as ((A1 & A2) & A3 & A4), (W3 b Hb) as ((B1 & B2) & B3 & B4). rewrite size_app, moments_app.
      repeat split; try lia; [rewrite app_length; lia | now apply Forall_app].
  Qed.
  Lemma class_times c n m s q : 1 <= c -> class c n m s -> class c (S q * n) (S q * m) (Z.of_nat (S q) * s).
  Proof.
    intros C H. induction q as [|q IH]; [replace (Z.of_nat 1 * s)%Z with s by lia; now rewrite !Nat.mul_1_l|].
    destruct (class_add c c _ _ _ _ _ _ ltac:(lra) ltac:(lra) H IH) as (w & W1 & W2 & W3). exists w.
    split; [exact W1|]. split; [cbn [Nat.mul] in *; nra|].
    replace (Z.of_nat (S (S q)) * s)%Z with (s + Z.of_nat (S q) * s)%Z by lia. exact W3.
  Qed.
  Lemma class_bound c n m s : 0 < c -> class c n m s -> (Z.abs s <= Z.of_nat k * Z.of_nat m)%Z.
  Proof.
    intros C (w & _ & W2 & W3). destruct w as [|w l]; [change (num (length [])) with 0 in W2; lra|].
    inversion W3 as [|? ? (H1 & H2 & H3) _]; subst. apply chosen_sums in H1. rewrite <- mass_size. apply H1.
  Qed.

  (** One with a moment more than 0, and less than twice the blocks. *)
  Lemma both c : 1 <= c -> exists n m s, (0 < s < 2 * Z.of_nat m)%Z /\ class c n m s.
  Proof.
    intros C. destruct (class_found 0 1 c ltac:(lia) ltac:(lia) ltac:(lra) high_levels) as (n1 & m1 & s1 & P1 & C1).
    destruct (class_found 2 (-1) c ltac:(lia) ltac:(lia) ltac:(lra) low_levels) as (n2 & m2 & s2 & P2 & C2).
    pose proof (class_bound c _ _ _ ltac:(lra) C1) as B1. pose proof (class_bound c _ _ _ ltac:(lra) C2) as B2.
    assert (M1 : (1 <= m1)%nat) by (destruct m1; [rewrite Z.mul_0_r in B1|]; lia).
    assert (M2 : (1 <= m2)%nat) by (destruct m2; [rewrite Z.mul_0_r in B2|]; lia).
    destruct (Z_lt_le_dec s1 (2 * Z.of_nat m1)) as [L1|L1]; [exists n1, m1, s1; split; [lia | exact C1]|].
    destruct (Z_lt_le_dec 0 s2) as [L2|L2]; [exists n2, m2, s2; split; [lia | exact C2]|].
    set (p := Z.to_nat (Z.of_nat m2 - s2 - 1)). set (q := Z.to_nat (s1 - Z.of_nat m1 - 1)).
    apply (class_times _ _ _ _ p C) in C1. apply (class_times _ _ _ _ q C) in C2.
    pose proof (class_add c c _ _ _ _ _ _ ltac:(lra) ltac:(lra) C1 C2) as (w & W1 & W2 & W3).
    exists (S p * n1 + S q * n2)%nat, (S p * m1 + S q * m2)%nat, (Z.of_nat (S p) * s1 + Z.of_nat (S q) * s2)%Z.
    split; [|exists w; split; [exact W1 | split; [nra | exact W3]]]. rewrite Nat2Z.inj_add, !Nat2Z.inj_mul.
    replace (Z.of_nat (S p)) with (Z.of_nat m2 - s2)%Z by lia.
    replace (Z.of_nat (S q)) with (s1 - Z.of_nat m1)%Z by lia. nia.
  Qed.

  (** * Segments: two levels with a block in slot h only, and two sequences of the class, woven *)
  Definition lone : level := on_one_side h (repeat false (h - 1)).
  Lemma lone_level : In lone (levels h) /\ moment lone = 1%Z /\ blocks_of lone = 1%nat /\ hd false lone = false.
  Proof.
    assert (S : forall n, In (repeat false n) (slotted n)).
    { induction n as [|n IH]; [now left|]. unfold slotted in *. cbn [joined flat_map]. apply in_app_iff. right.
      rewrite app_nil_r. exact (in_map (app [false]) _ _ IH). }
    unfold lone. split; [apply in_app_iff; right; apply in_map, S|]. unfold on_one_side. split; [|split].
    - rewrite moment_mids, mids_app, sum_app, no_mids by apply no_blocks. cbn [mids app].
      rewrite (no_mids (repeat false (h - 1))) by apply no_blocks. rewrite app_length. cbn [length].
      rewrite !repeat_length. cbn [sum fold_right]. lia.
    - now rewrite blocks_app, blocks_cons, !no_blocks.
    - destruct h; [lia | reflexivity].
  Qed.

  Definition woven (v w : tower) : tower := lone :: lone :: weave v w.
  Lemma woven_segment n m s v w : (0 < s < 2 * Z.of_nat m)%Z -> chosen n v -> chosen n w ->
    size v = m -> size w = m -> moments v = s -> moments w = s ->
    length (woven v w) = (2 * n + 2)%nat /\ segment k (2 * m + 2) (woven v w).
  Proof.
    intros Hs [Lv Fv] [Lw Fw] Sv Sw Mv Mw. destruct (weave_sums v w ltac:(congruence)) as (E1 & E2 & E3 & E4).
    destruct lone_level as (H1 & H2 & H3 & H4). unfold woven, segment, leans, heavy. cbn [length map].
    rewrite mass_size, !size_cons, E1, E2, H3.
    destruct (sums_cons lone (lone :: weave v w)) as [-> ->], (sums_cons lone (weave v w)) as [-> ->].
    destruct (sums_cons (prepared k lone) (prepared k lone :: map (prepared k) (weave v w))) as [-> ->].
    destruct (sums_cons (prepared k lone) (map (prepared k) (weave v w))) as [-> ->].
    assert (K : (4 <= k)%nat) by (unfold k; lia). pose proof (prepared_unwanted k K lone H4).
    pose proof (prepared_leans k K (weave v w)) as [P1 P2]. rewrite E3, E4, H2. split; [lia|]. split; [lia|].
    split; [|split; [|lia]].
    - assert (F : Forall (fun a => In a (levels h)) (lone :: lone :: weave v w)).
      { repeat constructor; try apply H1. now apply weave_Forall. }
      eapply Forall_impl; [|exact F]. intros a. now apply levels_carrying.
    - replace (S (S (2 * length v)))%nat with (2 * S (length v))%nat by lia. now rewrite Nat.even_mul.
  Qed.

  Lemma segments_found : exists l m (segments : list tower), (1 <= l)%nat /\ (1 <= m)%nat /\ NoDup segments /\
    4 <= num (length segments) * power x m /\ Forall (fun s => length s = l) segments /\ Forall (segment k m) segments.
  Proof.
    assert (C : 1 <= 2 / x) by (apply Qle_shift_div_l; lra).
    destruct (both (2 / x) C) as (n & m & s & Hs & words & N & W & F). rewrite Forall_forall in F.
    set (pairs := flat_map (fun v => map (app v) words) words : list tower). exists (2 * n + 2)%nat, (2 * m + 2)%nat.
    set (join := fun t : tower => woven (firstn n t) (skipn n t)). exists (map join pairs).
    destruct (joins n words words N N) as [J1 J2]; [apply Forall_forall; intros v Hv; now apply F|].
    assert (P : forall t, In t pairs -> exists v w, In v words /\ In w words /\ t = v ++ w /\ join t = woven v w).
    { intros t Ht. apply in_flat_map in Ht. destruct Ht as (v & Hv & Ht). apply in_map_iff in Ht.
      destruct Ht as (w & <- & Hw). exists v, w. do 3 (split; [auto|]). unfold join. destruct (F v Hv) as [[L _] _].
      now rewrite <- L, firstn_app, skipn_app, firstn_all, skipn_all, Nat.sub_diag, app_nil_r. }
    split; [lia|]. split; [lia|]. split; [|split; [|split]].
    - apply (NoDup_map_inv (fun t => every_other (tl (tl t)) ++ the_others (tl (tl t)))). rewrite map_map.
      rewrite (map_ext_in _ (fun t => t)); [now rewrite map_id|]. intros t Ht.
      destruct (P t Ht) as (v & w & Hv & Hw & -> & ->). destruct (F v Hv) as [[Lv _] _], (F w Hw) as [[Lw _] _].
      unfold woven. cbn [tl]. destruct (weave_back v w ltac:(congruence)) as [E1 E2]. now rewrite E1, E2.
    - assert (J3 : length (map join pairs) = (length words * length words)%nat) by (rewrite map_length; exact J2).
      rewrite J3, num_times, power_plus. replace (2 * m)%nat with (m + m)%nat by lia. rewrite power_plus. cbn [power].
      set (a := num (length words)) in *. set (b := power x m) in *.
      assert (E : a * a * (b * b * (x * (x * 1))) == (a * b * x) * (a * b * x)) by ring. rewrite E.
      assert (2 <= a * b * x); [|nra]. assert (E2 : 2 == 2 / x * x) by (field; lra). rewrite E2.
      apply Qmult_le_compat_r; [exact W | lra].
    - apply Forall_map, Forall_forall. intros t Ht. destruct (P t Ht) as (v & w & Hv & Hw & _ & ->).
      apply F in Hv, Hw. destruct Hv as (V1 & V2 & V3), Hw as (W1 & W2 & W3). now apply (woven_segment n m s).
    - apply Forall_map, Forall_forall. intros t Ht. destruct (P t Ht) as (v & w & Hv & Hw & _ & ->).
      apply F in Hv, Hw. destruct Hv as (V1 & V2 & V3), Hw as (W1 & W2 & W3). now apply (woven_segment n m s).
  Qed.
End Even.

(** * Segments in any order *)
Section Chain.
  Variable k l m : nat.
  Variable segments : list tower.
  Hypothesis equal : Forall (fun s => length s = l) segments.
  Hypothesis fine : Forall (segment k m) segments.
  Let K := Z.of_nat k.

  Lemma chain_fine q w : In w (joined segments q) ->
    Nat.even (length w) = true /\ Forall (carrying k) w /\ leans 0 w /\
    (Z.of_nat q <= along (map (prepared k) w) /\ Z.of_nat q <= across (map (prepared k) w))%Z.
  Proof.
    revert q w. apply (joined_ind segments (fun q w => _)); [repeat split; cbn; try constructor; lia|].
    intros q s w Hs (W1 & W2 & W3 & W4). rewrite Forall_forall in fine.
    destruct (fine s Hs) as (_ & S2 & S3 & S4 & S5). rewrite app_length, Nat.even_add, S3, W1. split; [reflexivity|].
    split; [apply Forall_app; now split|]. split; [exact (leans_app 0 0 s w S4 W3)|]. rewrite map_app.
    pose proof (sums_app (map (prepared k) s) (map (prepared k) w)) as A. rewrite map_length, S3 in A.
    unfold heavy in S5. lia.
  Qed.
  Lemma chain_size q w : In w (joined segments q) -> size w = (q * m)%nat.
  Proof.
    apply (joined_size segments size m eq_refl size_app). eapply Forall_impl; [|exact fine]. intros s Hs. apply Hs.
  Qed.
  Lemma carrying_levels t : Forall (carrying k) t -> even_levels k t.
  Proof. apply Forall_impl. intros a Ha. apply Ha. Qed.

  Let b := (2 * (Z.of_nat l * (K * K)))%Z.
  Let whole := (Z.to_nat (b + 2 * K * K) + 1)%nat.
  Lemma chain_leans q w : In w (joined segments q) -> forall x y z, w = x ++ y ++ z -> leans b y.
  Proof.
    intros Hw x y z E. destruct (joined_part segments l equal q w Hw x y z E) as (c & i & v & e & Hv & Ey & Lc & Le).
    apply chain_fine in Hw. destruct Hw as (_ & Fw & _). apply carrying_levels in Fw. rewrite E, Ey in Fw.
    unfold even_levels in Fw. rewrite !Forall_app in Fw. destruct (chain_fine i v Hv) as (_ & _ & Lv & _). rewrite Ey.
    apply (leans_more (Z.of_nat (length c) * (K * K) + (0 + Z.of_nat (length e) * (K * K)))); [unfold b; nia|].
    apply leans_app; [now apply leans_levels|]. apply leans_app; [exact Lv | now apply leans_levels].
  Qed.
  Lemma chain_weighty q w : (4 <= k)%nat -> (1 <= l)%nat -> In w (joined segments q) ->
    forall x y z, w = x ++ y ++ z -> length y = ((whole + 2) * l)%nat -> heavy (b + 2 * K * K) (map (prepared k) y).
  Proof.
    intros many proper Hw x y z E Ly.
    destruct (joined_part segments l equal q w Hw x y z E) as (c & i & v & e & Hv & Ey & Lc & Le).
    destruct (chain_fine i v Hv) as (_ & _ & _ & Pv). apply (joined_length segments l) in Hv; [|exact equal].
    rewrite Ey, !app_length, Hv in Ly. assert (N : (whole <= i)%nat) by nia. rewrite Ey, !map_app.
    pose proof (sums_app (map (prepared k) c) (map (prepared k) v ++ map (prepared k) e)) as A1.
    pose proof (sums_app (map (prepared k) v) (map (prepared k) e)) as A2. pose proof (prepared_leans k many c) as Pc.
    pose proof (prepared_leans k many e) as Pe. unfold leans, heavy, whole in *.
    destruct (Nat.even (length (map (prepared k) c))), (Nat.even (length (map (prepared k) v))); lia.
  Qed.
End Chain.

Theorem jenka_growth_even_holds : StatementsGrowth.jenka_growth_even.
Proof.
  intros h u P U M. set (x := u - 1). assert (X : 0 < x) by (unfold x; lra). destruct (Qlt_le_dec x 1) as [X1|X1].
  - assert (M' : 1 + x + 1 < power (1 + x) (h + 1)).
    { rewrite power_Qpower in M by lra. assert (E : 1 + x == u) by (unfold x; ring). now rewrite E. }
    destruct (segments_found h x P X X1 M') as (l & m & segments & L1 & M1 & N & G & L & S).
    set (k := (2 * h)%nat) in *. assert (K : (4 <= k)%nat) by (unfold k; lia).
    set (b := (2 * (Z.of_nat l * (Z.of_nat k * Z.of_nat k)))%Z).
    set (whole := (Z.to_nat (b + 2 * Z.of_nat k * Z.of_nat k) + 1)%nat). set (window := ((whole + 2) * l)%nat).
    set (spare := ((whole + 3) * m + Z.to_nat (b + 2 * Z.of_nat k * Z.of_nat k) + k * (window + 6))%nat).
    destruct (enough (length segments) x m spare X ltac:(lra) M1 G) as (least & B). exists least. intros n Hn.
    destruct (B (k * n)%nat) as (q & Q1 & Q2); [clear -Hn K; nia|].
    destruct (joined_NoDup l segments q N L) as [J1 J2]. assert (B0 : (0 <= b)%Z) by (unfold b; clear; nia).
    destruct segments as [|s0 rest] eqn:Es; [change (num (length [])) with 0 in G; lra|]. rewrite <- Es in *.
    assert (Tail : exists t, In t (joined segments (whole + 3))).
    { clear -Es. induction (whole + 3)%nat as [|i (t & IH)]; [exists []; now left|]. exists (s0 ++ t). cbn [joined].
      apply in_flat_map. exists s0. split; [rewrite Es; now left | now apply in_map]. }
    destruct Tail as (t & Ht).
    destruct (towers_chosen (arises k n) (q * l) (joined segments q)) as (towers & T1 & T2).
    + apply Forall_forall. intros w. now apply joined_length.
    + intros w Hw. pose proof (joined_app segments q (whole + 3) w t Hw Ht) as Ha.
      apply (tower_begins k n K (w ++ t) window b B0) with (y := t).
      * now apply (chain_fine k m segments S) in Ha.
      * now apply (chain_leans k l m segments L S _ _ Ha).
      * now apply (chain_weighty k l m segments L S _ _ K L1 Ha).
      * rewrite mass_size, (chain_size k m segments S _ _ Ha). apply Nat2Z.inj_le in Q1. rewrite !Nat2Z.inj_mul in *.
        unfold spare in Q1. clear -Q1 B0. nia.
      * reflexivity.
      * apply (joined_length segments l) in Ht; [|exact L]. rewrite Ht. unfold window. clear -L1. generalize whole.
        nia.
    + exists towers. split; [apply (NoDup_map_inv (firstn (q * l))); now rewrite T2|]. split; [exact T1|].
      rewrite power_Qpower by exact X. assert (E : length towers = (length segments ^ q)%nat).
      { transitivity (length (map (firstn (q * l)) towers)); [symmetry; apply map_length | rewrite T2; exact J2]. }
      rewrite <- E in Q2. exact Q2.
  - exists O. intros n _. exists [repeat (full (2 * h)) n]. split; [repeat constructor; intros []|].
    split; [repeat constructor|]. rewrite power_Qpower by exact X. pose proof (power_least x (2 * h * n) X1).
    cbn [length]. change (inject_Z (Z.of_nat 1)) with 1. lra.
Qed.
