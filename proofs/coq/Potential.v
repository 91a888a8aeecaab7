(** The potential of a well. No kink raises it; and what leaves it as it is stands on
    top of a lane. In wells of odd width there is a simpler one. *)
From Coq Require Import Arith ZArith Bool List Lia.
From Topple Require Import Statements Wells Plays Lanes.
Import ListNotations Well WellGame.

(** * The weights of the columns *)

(** Column by column n, -n, n - 1, 1 - n, ..., 1, -1 in a well of n lanes. *)
Definition fall (n i : nat) : Z :=
  if Nat.even i then (Z.of_nat n - Z.of_nat (Nat.div2 i))%Z else (Z.of_nat (Nat.div2 i) - Z.of_nat n)%Z.
(** What tells whether lane k is left out. *)
Definition one_lane (w k i : nat) : Z := if Nat.div2 i =? k then (Z.of_nat w - 2)%Z else (-2)%Z.

Lemma fall_even n k : fall n (2 * k) = (Z.of_nat n - Z.of_nat k)%Z.
Proof. unfold fall. rewrite Nat.div2_double. replace (Nat.even (2 * k)) with true; [reflexivity|]. symmetry. apply Nat.even_spec. now exists k. Qed.
Lemma fall_odd n k : fall n (2 * k + 1) = (Z.of_nat k - Z.of_nat n)%Z.
Proof.
  unfold fall. replace (2 * k + 1) with (S (2 * k)) by lia. rewrite Nat.div2_succ_double, Nat.even_succ.
  replace (Nat.odd (2 * k)) with false; [reflexivity|]. rewrite Nat.odd_mul. reflexivity.
Qed.

Lemma one_lane_at w k j : one_lane w k (2 * j) = (if (j =? k)%nat then Z.of_nat w - 2 else -2)%Z /\
  one_lane w k (S (2 * j)) = (if (j =? k)%nat then Z.of_nat w - 2 else -2)%Z.
Proof. unfold one_lane. now rewrite Nat.div2_double, Nat.div2_succ_double. Qed.

Lemma full_rows_0 n k : k < n ->
  row_sum (fall n) 0 (repeat true (2 * n)) = 0%Z /\ row_sum (one_lane (2 * n) k) 0 (repeat true (2 * n)) = 0%Z.
Proof.
  intros Hn. split.
  - assert (G : forall m j, row_sum (fall n) (2 * j) (repeat true (2 * m)) = 0%Z).
    { induction m as [|m IH]; intros j; [reflexivity|]. replace (2 * S m) with (S (S (2 * m))) by lia.
      cbn [repeat row_sum]. replace (S (S (2 * j))) with (2 * S j) by lia. rewrite IH, fall_even.
      replace (S (2 * j)) with (2 * j + 1) by lia. rewrite fall_odd. lia. }
    apply (G n 0).
  - assert (G : forall m j, row_sum (one_lane (2 * n) k) (2 * j) (repeat true (2 * m)) =
      ((if ((j <=? k) && (k <? j + m))%nat then 2 * Z.of_nat (2 * n) else 0) - 4 * Z.of_nat m)%Z).
    { induction m as [|m IH]; intros j.
      - cbn [Nat.mul Nat.add repeat row_sum]. destruct (Nat.leb_spec j k), (Nat.ltb_spec k (j + 0)); cbn [andb]; lia.
      - replace (2 * S m) with (S (S (2 * m))) by lia. cbn [repeat row_sum].
        destruct (one_lane_at (2 * n) k j) as [-> ->]. replace (S (S (2 * j))) with (2 * S j) by lia. rewrite IH.
        destruct (Nat.eqb_spec j k), (Nat.leb_spec j k), (Nat.leb_spec (S j) k), (Nat.ltb_spec k (j + S m)), (Nat.ltb_spec k (S j + m));
          cbn [andb]; try lia; clear IH; lia. }
    specialize (G n 0). change (2 * 0) with 0 in G. rewrite G. destruct (Nat.leb_spec 0 k), (Nat.ltb_spec k (0 + n)); cbn [andb]; lia.
Qed.

(** A kink adds 0 or less to the first sum, and 0 only if it is upright in a lane. *)
Lemma fall_added n l t w b x y : w = 2 * n -> In t (turns (kink l)) -> fits w b t x y = true ->
  (added (fall n) x t < 0)%Z \/
  added (fall n) x t = 0%Z /\ t = upright l /\ exists k, k < n /\ x = 2 * k.
Proof.
  intros -> Ht Hf. destruct (kink_width l t _ b x y Ht Hf) as [W1 W2].
  destruct (Nat.Even_or_Odd x) as [[k ->]|[k ->]].
  - destruct (kink_added (fall n) l t (2 * k) Ht) as [[Et ->]|[Et ->]].
    + left. specialize (W2 Et). replace (S (S (2 * k))) with (2 * S k) by lia. replace (S (2 * k)) with (2 * k + 1) by lia.
      rewrite !fall_even, fall_odd. lia.
    + right. replace (S (2 * k)) with (2 * k + 1) by lia. rewrite fall_even, fall_odd.
      split; [lia|]. split; [exact Et|]. exists k. split; [lia | reflexivity].
  - left. destruct (kink_added (fall n) l t (2 * k + 1) Ht) as [[Et ->]|[Et ->]].
    + specialize (W2 Et). replace (S (S (2 * k + 1))) with (2 * S k + 1) by lia. replace (S (2 * k + 1)) with (2 * S k) by lia.
      rewrite !fall_odd, fall_even. lia.
    + replace (S (2 * k + 1)) with (2 * S k) by lia. rewrite fall_odd, fall_even. lia.
Qed.

Lemma one_lane_added w l k j : added (one_lane w k) (2 * j) (upright l) =
  if j =? k then (4 * Z.of_nat w - 8)%Z else (-8)%Z.
Proof.
  destruct (one_lane_at w k j) as [E0 E1].
  destruct l; cbn [added fold_right upright fst]; replace (2 * j + 1) with (S (2 * j)) by lia;
    rewrite ?Nat.add_0_r, E0, E1; destruct (j =? k); lia.
Qed.

(** * The potential *)
Section Even.
  Variables (n d : nat).
  Hypothesis some_lane : 1 <= n.
  Let w := 2 * n.

  Definition costs (b : well) : Z := fold_right (fun k z => cost (lane k b) + z)%Z 0%Z (seq 0 n).
  Definition scale : Z := (4 * Z.of_nat n * Z.of_nat d + 1)%Z.
  Definition potential (b : well) : Z := (scale * sum (fall n) b + costs b)%Z.
  Definition good (b : well) : Prop := rows_of w b /\ length b <= d.

  Lemma costs_bounds b : length b <= d -> (- (Z.of_nat n * Z.of_nat d) <= costs b <= 3 * Z.of_nat n * Z.of_nat d)%Z.
  Proof.
    intros Hb. assert (G : forall ks, let z := fold_right (fun k z => cost (lane k b) + z)%Z 0%Z ks in
      (- (Z.of_nat (length ks) * Z.of_nat d) <= z <= 3 * Z.of_nat (length ks) * Z.of_nat d)%Z).
    { induction ks as [|k ks IH]; [simpl; lia|]. cbn [fold_right length] in *.
      pose proof (cost_bounds (lane k b)) as B. assert (L : length (lane k b) <= d) by (unfold lane; rewrite map_length; exact Hb).
      rewrite Nat2Z.inj_succ. lia. }
    specialize (G (seq 0 n)). rewrite seq_length in G. exact G.
  Qed.

  Definition limit : Z := (scale * (Z.of_nat n * Z.of_nat (w * d)) + 3 * Z.of_nat n * Z.of_nat d)%Z.
  Lemma potential_bounds b : good b -> (- limit <= potential b <= limit)%Z.
  Proof.
    intros [Hb Hd]. pose proof (costs_bounds b Hd) as B.
    assert (G : (- (Z.of_nat n * Z.of_nat (w * length b)) <= sum (fall n) b <= Z.of_nat n * Z.of_nat (w * length b))%Z).
    { apply sum_bounded; [lia | | exact Hb]. intros i Hi. unfold fall, w in *.
      pose proof (Nat.div2_decr i n). pose proof (Nat.div2_div i).
      assert (Nat.div2 i <= n) by (rewrite Nat.div2_div; apply Nat.div_le_upper_bound; lia).
      destruct (Nat.even i); lia. }
    assert (L : w * length b <= w * d) by (apply Nat.mul_le_mono_l; exact Hd).
    assert (M : (Z.of_nat n * Z.of_nat (w * length b) <= Z.of_nat n * Z.of_nat (w * d))%Z)
      by (apply Z.mul_le_mono_nonneg_l; lia).
    unfold potential, limit. assert (P : (0 <= scale)%Z) by (unfold scale; lia).
    assert (U : (scale * sum (fall n) b <= scale * (Z.of_nat n * Z.of_nat (w * d)))%Z) by (apply Z.mul_le_mono_nonneg_l; lia).
    assert (V : (scale * - (Z.of_nat n * Z.of_nat (w * d)) <= scale * sum (fall n) b)%Z) by (apply Z.mul_le_mono_nonneg_l; lia).
    lia.
  Qed.

  (** What an upright kink in lane k does to the other lanes, and to all costs. *)
  Lemma in_lane_after l k b y : k < n -> rows_of w b -> let b' := played w b (upright l) (2 * k) y in
    (forall j, j < n -> thinned (lane j (filled w b (upright l) (2 * k) y)) (lane j b')) /\
    (forall j, j < n -> j <> k ->
      (cost (lane j b') <= cost (lane j b))%Z /\ forall u, top (lane j b) = half u -> top (lane j b') = half u) /\
    (costs b' <= costs b + (cost (lane k b') - cost (lane k b)))%Z.
  Proof.
    intros Hk Hb b'. assert (Thin : forall j, j < n -> thinned (lane j (filled w b (upright l) (2 * k) y)) (lane j b')).
      { intros j Hj. unfold b'. rewrite played_keep. apply (lane_keep w); [now apply filled_rows | unfold w; lia]. }
      assert (Other : forall j, j < n -> j <> k ->
        (cost (lane j b') <= cost (lane j b))%Z /\ forall u, top (lane j b) = half u -> top (lane j b') = half u).
      { intros j Hj Hne. specialize (Thin j Hj). rewrite in_lane_others in Thin by auto.
        destruct (above_empty (lane j b) (top_row (upright l) y - length b)) as [A1 A2].
        pose proof (thinned_cost _ _ Thin) as C. destruct (thinned_top _ _ Thin) as [_ T]. rewrite A2 in C. rewrite A1 in T.
        auto. }
    split; [exact Thin|]. split; [exact Other|].
    unfold costs.
        assert (G : forall ks, incl ks (seq 0 n) -> NoDup ks ->
          (fold_right (fun k z => cost (lane k b') + z)%Z 0%Z ks <=
           fold_right (fun k z => cost (lane k b) + z)%Z 0%Z ks +
           if in_dec Nat.eq_dec k ks then cost (lane k b') - cost (lane k b) else 0)%Z).
        { induction ks as [|j ks IH]; intros Hin Hnd; [simpl; lia|]. inversion Hnd as [|? ? Hnin Hnd']; subst.
          specialize (IH (fun e He => Hin e (or_intror He)) Hnd'). cbn [fold_right].
          assert (Hj : j < n) by (specialize (Hin j (or_introl eq_refl)); apply in_seq in Hin; lia).
          destruct (Nat.eq_dec j k) as [->|Hne].
          - destruct (in_dec Nat.eq_dec k ks); [contradiction|]. destruct (in_dec Nat.eq_dec k (k :: ks)) as [|X]; [lia|].
            exfalso. apply X. now left.
          - destruct (Other j Hj Hne) as [O _]. destruct (in_dec Nat.eq_dec k (j :: ks)) as [[X|X]|X]; [congruence| |].
            + destruct (in_dec Nat.eq_dec k ks); [lia | contradiction].
            + destruct (in_dec Nat.eq_dec k ks) as [I|I]; [exfalso; apply X; now right | lia]. }
        specialize (G (seq 0 n) (incl_refl _) (seq_NoDup n 0)).
        destruct (in_dec Nat.eq_dec k (seq 0 n)) as [|X]; [exact G|]. exfalso. apply X. apply in_seq. lia.
  Qed.

  (** One kink: the potential falls; or the kink was put on top of lane i; or it was not put there. *)
  Lemma step i l t b x y : i < n -> good b -> In t (turns (kink l)) -> at_rest w b t x y = true ->
    let b' := played w b t x y in length b' <= d ->
    (potential b' < potential b)%Z \/
    potential b' = potential b /\
    (top (lane i b) = half l /\ top (lane i b') = half l \/
     sum (one_lane w i) b' = (sum (one_lane w i) b - 8)%Z /\
     forall u, top (lane i b) = half u -> top (lane i b') = half u).
  Proof.
    intros Hi [Hb Hd] Ht Hrest b' Hd'. pose proof Hrest as Hfit. unfold at_rest in Hfit.
    apply andb_true_iff in Hfit. destruct Hfit as [Hfit _]. destruct (full_rows_0 n i Hi) as [R1 R2].
    pose proof (kink_NoDup l t x y Ht) as ND.
    pose proof (sum_played (fall n) w b t x y Hb ND Hfit R1) as S1.
    pose proof (sum_played (one_lane w i) w b t x y Hb ND Hfit R2) as S2.
    fold b' in S1, S2. unfold potential.
    destruct (fall_added n l t w b x y eq_refl Ht Hfit) as [Neg|(Zero & -> & k & Hk & ->)].
    - left. pose proof (costs_bounds b Hd). pose proof (costs_bounds b' Hd'). rewrite S1.
      assert (V : (scale * added (fall n) x t <= scale * -1)%Z) by (apply Z.mul_le_mono_nonneg_l; unfold scale; lia).
      unfold scale in *. lia.
    - rewrite Zero, Z.add_0_r in S1. rewrite S1. rewrite one_lane_added in S2.
      destruct (in_lane_after l k b y Hk Hb) as (Thin & Other & Sum). fold b' in Thin, Other, Sum.
      assert (Hk' : 2 * k + 1 < w) by (unfold w; lia).
      pose proof (in_lane_cost l w k b y Hb Hk' Hrest) as C. cbv zeta in C.
      pose proof (thinned_cost _ _ (Thin k Hk)) as Ck. destruct (thinned_top _ _ (Thin k Hk)) as [_ Tk].
      destruct (Z.lt_ge_cases (costs b') (costs b)) as [Lt|Ge]; [left; lia|].
      destruct C as [C|(C & T1 & T2)]; [lia|].
      destruct (Nat.eq_dec k i) as [->|Hne].
      + destruct (Z.eq_dec (costs b') (costs b)) as [Eq|]; [|lia]. right. split; [lia|]. left. split; [exact T1 | now apply Tk].
      + right. split; [lia|]. right. split; [|intros u; now apply Other; [exact Hi | congruence]].
        rewrite (proj2 (Nat.eqb_neq k i) Hne) in S2. lia.
  Qed.
End Even.

(** * Wells of odd width *)
Definition odd_weight (w i : nat) : Z := (1 + Z.of_nat w * skew i)%Z.

Lemma odd_full half : let w := 2 * half + 1 in row_sum (odd_weight w) 0 (repeat true w) = 0%Z.
Proof.
  intros w. assert (G : forall r i, row_sum (odd_weight w) i r = (row_sum one i r + Z.of_nat w * row_sum skew i r)%Z).
  { induction r as [|c r IH]; intros i; cbn [row_sum]; [lia|]. rewrite IH. unfold odd_weight, one. destruct c; lia. }
  rewrite G. destruct (full_row half) as [R1 R2]. fold w in R1. rewrite R1, R2. lia.
Qed.

Lemma odd_step half l t b x y : let w := 2 * half + 1 in
  rows_of w b -> In t (turns (kink l)) -> fits w b t x y = true ->
  sum (odd_weight w) (played w b t x y) = (sum (odd_weight w) b + 4)%Z.
Proof.
  intros w Hb Ht Hf. rewrite (sum_played (odd_weight w) w b t x y Hb (kink_NoDup l t x y Ht) Hf (odd_full half)).
  f_equal. destruct (kink_added (odd_weight w) l t x Ht) as [[_ ->]|[_ ->]]; unfold odd_weight; rewrite ?skew_S; lia.
Qed.

Lemma odd_bounded half b d : let w := 2 * half + 1 in rows_of w b -> length b <= d ->
  (- (Z.of_nat (S w) * Z.of_nat (w * d)) <= sum (odd_weight w) b <= Z.of_nat (S w) * Z.of_nat (w * d))%Z.
Proof.
  intros w Hb Hd. assert (G : (- (Z.of_nat (S w) * Z.of_nat (w * length b)) <= sum (odd_weight w) b <= Z.of_nat (S w) * Z.of_nat (w * length b))%Z).
  { apply sum_bounded; [lia | | exact Hb]. intros i _. unfold odd_weight. pose proof (skew_bound i). nia. }
  assert (L : w * length b <= w * d) by (apply Nat.mul_le_mono_l; exact Hd).
  assert (M : (Z.of_nat (S w) * Z.of_nat (w * length b) <= Z.of_nat (S w) * Z.of_nat (w * d))%Z)
    by (apply Z.mul_le_mono_nonneg_l; lia).
  lia.
Qed.
