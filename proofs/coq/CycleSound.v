(** What the checker of weights of lanes accepts is true: full rows leave the sum of the weights
    as it is, and no piece raises it; so in a cycle none lowers it. *)
From Coq Require Import Arith ZArith List Bool Lia FinFun.
From Topple Require Import Statements Wells Plays WeightCheck WeightSound CycleCheck.
Import ListNotations Well WellGame LaneWeights.

Section Accepted.
  Variable c : certificate.
  Let m := columns c.
  Hypothesis some : 1 <= m.

  (** * What a piece adds *)
  Lemma weight_at lanes x d : x + d < lanes * m ->
    let x0 := x mod m in let j := (Z.of_nat lanes - Z.of_nat (x / m))%Z in
    weight c lanes (x + d) = (slope_at c (x0 + d) * j + rest_at c (x0 + d))%Z.
  Proof.
    intros H x0 j. unfold weight, rest_at, slope_at. fold m.
    assert (E : x + d = x0 + d + x / m * m) by (unfold x0; rewrite (Nat.div_mod_eq x m) at 1; lia).
    assert (Mod : (x + d) mod m = (x0 + d) mod m) by (rewrite E; apply Nat.mod_add; lia).
    assert (Div : (x + d) / m = (x0 + d) / m + x / m) by (rewrite E; apply Nat.div_add; lia).
    assert (L : (x + d) / m < lanes) by (apply Nat.div_lt_upper_bound; lia).
    rewrite Mod. replace (Z.of_nat (lanes - (x + d) / m)) with (j - Z.of_nat ((x0 + d) / m))%Z by (unfold j; lia).
    ring.
  Qed.

  Lemma adds_linear lanes x t : within c lanes x t ->
    let x0 := x mod m in let j := (Z.of_nat lanes - Z.of_nat (x / m))%Z in
    adds c lanes x t = (covered (slope_at c) x0 t * j + covered (rest_at c) x0 t)%Z.
  Proof.
    intros H x0 j. unfold adds, covered, within in *. fold m in H. induction t as [|cell t IH]; [cbn; lia|].
    cbn [fold_right]. rewrite IH by (intros cell' I; apply H; now right).
    rewrite (weight_at lanes x (fst cell)) by (apply H; now left). fold x0 j. ring.
  Qed.

  Lemma reached lanes x t : within c lanes x t -> t <> [] -> x / m + reach c (x mod m) t < lanes.
  Proof.
    intros H N. assert (G : forall cell, In cell t -> x / m + (x mod m + fst cell) / m < lanes).
    { intros cell I. specialize (H cell I). fold m in H. rewrite Nat.add_comm, <- Nat.div_add by lia.
      apply Nat.div_lt_upper_bound; [lia|]. pose proof (Nat.div_mod_eq x m). lia. }
    clear H. unfold reach. fold m. destruct t as [|first t]; [congruence|]. clear N.
    assert (F := G first (or_introl eq_refl)). cbn [map fold_right].
    assert (R : forall l : turn, (forall cell, In cell l -> x / m + (x mod m + fst cell) / m < lanes) ->
      x / m + fold_right Nat.max 0 (map (fun cell => (x mod m + fst cell) / m) l) < lanes).
    { induction l as [|cell l IH]; intros Hl; cbn [map fold_right]; [lia|].
      specialize (IH (fun e He => Hl e (or_intror He))). specialize (Hl cell (or_introl eq_refl)). lia. }
    specialize (R t (fun e He => G e (or_intror He))). lia.
  Qed.

  Lemma never_more_adds lanes x t : within c lanes x t -> t <> [] -> never_more c (x mod m) t = true ->
    (adds c lanes x t < 0)%Z \/
    forall lanes' x', x' mod m = x mod m -> within c lanes' x' t -> adds c lanes' x' t = 0%Z.
  Proof.
    intros W N H. unfold never_more in H. apply orb_true_iff in H.
    rewrite !andb_true_iff, !Z.eqb_eq, Z.leb_le, Z.ltb_lt in H. destruct H as [[S R]|[S R]].
    - right. intros lanes' x' E W'. rewrite (adds_linear lanes' x' t W'), E, S, R. lia.
    - left. rewrite (adds_linear lanes x t W). pose proof (reached lanes x t W N).
      set (slope := covered (slope_at c) (x mod m) t) in *. nia.
  Qed.

  (** * A full row adds nothing *)
  Lemma lane_sum lanes q : q < lanes -> forall l before, weights c = before ++ l ->
    row_sum (weight c lanes) (q * m + length before) (repeat true (length l)) =
    (sum_of (map fst l) * (Z.of_nat lanes - Z.of_nat q) + sum_of (map snd l))%Z.
  Proof.
    intros Hq. induction l as [|pair l IH]; intros before E; [cbn; lia|]. cbn [length repeat row_sum map sum_of fold_right].
    replace (S (q * m + length before)) with (q * m + length (before ++ [pair])) by (rewrite app_length; simpl; lia).
    rewrite (IH (before ++ [pair])) by (now rewrite <- app_assoc). fold (sum_of (map fst l)) (sum_of (map snd l)).
    assert (L : length before < m) by (unfold m, columns; rewrite E, app_length; simpl; lia).
    unfold weight. fold m. rewrite (Nat.add_comm (q * m)), Nat.mod_add, Nat.div_add, Nat.mod_small, Nat.div_small by lia.
    rewrite E, app_nth2, Nat.sub_diag by lia. cbn [nth]. rewrite Nat.add_0_l, Nat2Z.inj_sub by lia. ring.
  Qed.

  Hypothesis level : sum_of (map fst (weights c)) = 0%Z /\ sum_of (map snd (weights c)) = 0%Z.
  Lemma full_row_0 lanes : row_sum (weight c lanes) 0 (repeat true (lanes * m)) = 0%Z.
  Proof.
    assert (G : forall n q, q + n <= lanes -> row_sum (weight c lanes) (q * m) (repeat true (n * m)) = 0%Z).
    { induction n as [|n IH]; intros q H; [reflexivity|]. cbn [Nat.mul]. rewrite (row_app _ m some).
      replace (q * m + m) with (S q * m) by lia. rewrite IH by lia.
      pose proof (lane_sum lanes q ltac:(lia) (weights c) [] eq_refl) as L. rewrite Nat.add_0_r in L. fold (columns c) m in L.
      rewrite L. destruct level as [-> ->]. lia. }
    apply (G lanes 0). lia.
  Qed.

  (** * Along the plays *)
  Hypothesis checked : forall piece t, In piece (sent c) -> In t (turns piece) ->
    NoDup t /\ t <> [] /\ forall x, x < m -> never_more c x t = true.
  Variable g : game.
  Variable lanes : nat.
  Hypothesis wide : width g = lanes * m.
  Hypothesis known : incl (pieces g) (sent c).

  Definition kept (t : turn) (x : nat) : Prop :=
    forall lanes' x', x' mod m = x mod m -> within c lanes' x' t -> adds c lanes' x' t = 0%Z.

  Lemma plays_fall ps : forall b, rows_of (width g) b -> plays g b ps ->
    let total := sum (weight c lanes) in
    (total (fold_left (after g) ps b) <= total b)%Z /\
    (total (fold_left (after g) ps b) = total b -> forall piece t x y, In (piece, t, x, y) ps -> kept t x).
  Proof.
    induction ps as [|[[[piece t] x] y] ps IH]; intros b Hb Hp total; cbn [fold_left]; [split; [lia | intros _ ? ? ? ? []]|].
    cbn [plays] in Hp. destruct Hp as (Hi & Ht & (Rest & _) & _ & Hp).
    unfold at_rest in Rest. apply andb_true_iff in Rest. destruct Rest as [Fits _].
    destruct (checked piece t (known _ Hi) Ht) as (Nd & Ne & Never).
    assert (W : within c lanes x t).
    { intros cell I. fold m. rewrite <- wide. exact (fits_columns _ _ _ _ _ Fits cell I). }
    assert (N : NoDup (at_cell x y t)).
    { unfold at_cell. apply Injective_map_NoDup; [|exact Nd]. intros [u v] [u' v'] H. cbn in H. injection H as H1 H2. f_equal; lia. }
    pose proof (full_row_0 lanes) as Full. rewrite <- wide in Full.
    pose proof (sum_played (weight c lanes) (width g) b t x y Hb N Fits Full) as S.
    change (added (weight c lanes) x t) with (adds c lanes x t) in S. fold total in S.
    destruct (IH (after g b (piece, t, x, y))) as [I1 I2]; [now apply played_rows | exact Hp|]. fold total in I1, I2.
    cbn [after] in I1, I2 |- *. rewrite S in I1, I2.
    destruct (never_more_adds lanes x t W Ne (Never _ (Nat.mod_upper_bound x m ltac:(lia)))) as [Less|Kept].
    - split; [lia|]. intros E. lia.
    - pose proof (Kept lanes x eq_refl W) as Z0. split; [lia|]. intros E piece' t' x' y' [P|P].
      + injection P as <- <- <- <-. exact Kept.
      + apply (I2 ltac:(lia) piece' t' x' y' P).
  Qed.
End Accepted.

Theorem lane_weights_checker_sound_holds : StatementsCycles.lane_weights_checker_sound check_lane_weights.
Proof.
  intros c H g lanes Wide Known b ps [_ Rows] (_ & Plays & Back) piece t x y I.
  unfold check_lane_weights in H. rewrite !andb_true_iff, Nat.leb_le, !Z.eqb_eq, forallb_forall in H.
  destruct H as [[[Some A] C] Turns].
  assert (Checked : forall piece t, In piece (sent c) -> In t (turns piece) ->
    NoDup t /\ t <> [] /\ forall x, x < columns c -> never_more c x t = true).
  { intros piece' t' Hp Ht. specialize (Turns piece' Hp). rewrite forallb_forall in Turns. specialize (Turns t' Ht).
    rewrite andb_true_iff, forallb_forall in Turns. destruct Turns as [Cells Never]. split; [|split].
    - destruct t' as [|cell t']; [discriminate|]. now apply distinct_NoDup.
    - intros ->. discriminate.
    - intros x' Hx. apply Never, in_seq. lia. }
  destruct (plays_fall c Some (conj A C) Checked g lanes Wide Known ps b Rows Plays) as [_ E].
  rewrite Back in E. exact (E eq_refl piece t x y I).
Qed.
