(** How many towers arise in Jenka_k for k = 2 * h + 1, at least. Sequences of levels over the middle, each with the
    weight x to the number of its blocks, weigh together more than 1 a level; so one class of them, of equal sums,
    weighs at least 2. A sequence of the class and the mirror image of another one balance, and such segments can
    follow each other in any order: so at least (1 / x)^(k n) towers begin differently. *)
From Coq Require Import ZArith QArith Bool List FinFun Lia Lqa.
From Topple Require Import Statements Hulls Moves BalanceCheck BalanceTowers BalanceBoth
  JenkaPlaces GrowthBound GrowthMoves GrowthOddPlay GrowthSums.
Import ListNotations Tower Jenka Balance Growth.
Local Open Scope Q_scope.

(** * Levels over the middle *)
Definition levels (h : nat) : list level := filter (fun a => sides_stand (sides_of h a)) (slotted (slots h)).

Lemma levels_NoDup h : NoDup (levels h).
Proof. apply NoDup_filter, slotted_NoDup. Qed.
Lemma levels_standing h a : In a (levels h) -> standing h a.
Proof. intros H. apply filter_In in H. destruct H as [H S]. split; [now apply slotted_length | exact S]. Qed.

Lemma levels_total h x : total (weight x) (levels h) == power (1 + x) (slots h) + 1 - 2 * power (1 + x) h.
Proof.
  unfold levels. rewrite total_filter. unfold slots. replace (2 * h + 1)%nat with (h + S h)%nat by lia.
  unfold slotted. rewrite (joined_split bool [[true]; [false]]). set (u := power (1 + x) h).
  rewrite (total_same _ (fun l => x * u * weight x l + (u - 1) * (if (0 <? blocks_of l)%nat then weight x l else 0))).
  - rewrite total_plus, !total_scale. change (joined _ h) with (slotted h). rewrite slotted_total, some_total.
    fold u. rewrite power_plus. cbn [power]. fold u. ring.
  - intros l Hl. apply slotted_length in Hl. cbn [joined flat_map]. rewrite app_nil_r, total_app, !total_map.
    rewrite (total_same _ (fun r => x * weight x l * weight x r)).
    + rewrite total_scale. change (joined _ h) with (slotted h). rewrite slotted_total. fold u.
      rewrite (total_same _ (fun r => (if (0 <? blocks_of l)%nat then weight x l else 0) *
        (if (0 <? blocks_of r)%nat then weight x r else 0))).
      * rewrite total_scale, some_total. fold u. ring.
      * intros r _. cbn [app]. rewrite (sides_parted h l false r Hl). unfold weight. rewrite blocks_app, blocks_cons.
        unfold sides_stand. change (0 <? 0)%nat with false. cbn [orb Nat.add].
        destruct (0 <? blocks_of l)%nat, (0 <? blocks_of r)%nat; cbn [andb]; rewrite ?power_plus; ring.
    + intros r _. cbn [app]. rewrite (sides_parted h l true r Hl). unfold weight. rewrite blocks_app, blocks_cons.
      change (sides_stand (blocks_of l, 1%nat, blocks_of r)) with true. cbv iota. rewrite power_plus.
      cbn [power Nat.add]. ring.
Qed.

(** * Sequences of levels, by their sums *)
Lemma size_standing h w : Forall (standing h) w -> (length w <= size w <= length w * slots h)%nat.
Proof.
  induction 1 as [|a w Ha Hw IH]; [cbn; lia|]. rewrite size_cons. cbn [length].
  pose proof (standing_edges h a Ha) as (_ & _ & _ & B). rewrite blocks_blocks in B. pose proof (blocks_le a).
  destruct Ha as [L _]. lia.
Qed.
Lemma standing_levels h w : Forall (standing h) w -> even_levels (slots h) w.
Proof. apply Forall_impl. intros a Ha. apply Ha. Qed.

(** The mirror image of a sequence. *)
Definition image (w : tower) : tower := map (@rev bool) w.
Lemma image_image w : image (image w) = w.
Proof. unfold image. rewrite map_map. erewrite map_ext; [apply map_id | apply rev_involutive]. Qed.
Lemma image_length w : length (image w) = length w.
Proof. apply map_length. Qed.
Lemma image_size w : size (image w) = size w.
Proof. unfold size, image. rewrite map_map. f_equal. apply map_ext. apply blocks_rev. Qed.
Lemma image_sums w : (along (image w) = - along w /\ across (image w) = - across w)%Z.
Proof.
  induction w as [|a w IH]; [split; reflexivity|]. change (image (a :: w)) with (@cons level (rev a) (image w)).
  destruct (sums_cons (rev a) (image w)) as [-> ->], (sums_cons a w) as [-> ->]. rewrite moment_rev. lia.
Qed.
Lemma image_standing h w : (1 <= h)%nat -> Forall (standing h) w -> Forall (standing h) (image w).
Proof.
  intros P H. apply Forall_map. eapply Forall_impl; [|exact H]. intros a [L S]. split; [now rewrite rev_length|].
  rewrite sides_rev by assumption. destruct (sides_of h a) as [[l m] r]. cbn in *. now rewrite (andb_comm (0 <? r)%nat).
Qed.
Lemma balanced_segment v w : Nat.even (length v) = true -> along v = along w -> across v = across w ->
  within 0 (v ++ image w).
Proof.
  intros E X Y. unfold within. pose proof (sums_app v (image w)) as S. rewrite E in S. pose proof (image_sums w). lia.
Qed.

Definition key (w : tower) : Z * Z * Z := (mass w, along w, across w).
Definition key_dec : forall x y : Z * Z * Z, {x = y} + {x <> y}.
Proof. repeat decide equality. Defined.
Definition keys (r : nat) : list (Z * Z * Z) := list_prod (list_prod (range r) (range r)) (range r).
Lemma keys_length r : num (length (keys r)) == power (num (2 * r + 1)) 3.
Proof.
  unfold keys, range. rewrite !prod_length, map_length, seq_length, !num_times. cbn [power]. ring.
Qed.

Section Odd.
  Variable h : nat.
  Variable x : Q.
  Hypothesis positive : (1 <= h)%nat.
  Hypothesis x_above : 0 < x.
  Hypothesis x_large : 2 < power (1 + x) (h + 1).
  Let k := slots h.

  Definition sequences : nat -> list tower := joined (map (fun a => [a]) (levels h)).
  Lemma sequences_total n : total (fun w => power x (size w)) (sequences n)
    == power (1 + power (1 + x) h * (power (1 + x) (h + 1) - 2)) n.
  Proof.
    unfold sequences. rewrite (joined_total level _ x size eq_refl size_app). apply power_compat; [|reflexivity].
    rewrite total_map, (total_same _ (weight x)), levels_total.
    - unfold slots. replace (2 * h + 1)%nat with (h + (h + 1))%nat by lia. rewrite power_plus. ring.
    - intros a _. rewrite size_cons. unfold weight. now rewrite Nat.add_0_r.
  Qed.
  Lemma sequences_NoDup n : NoDup (sequences n).
  Proof.
    apply (joined_NoDup 1); [|apply Forall_map, Forall_forall; reflexivity].
    apply Injective_map_NoDup; [intros a b E; now injection E | apply levels_NoDup].
  Qed.
  Lemma sequences_standing n w : In w (sequences n) -> length w = n /\ Forall (standing h) w.
  Proof.
    intros H. split.
    - apply (joined_length _ 1) in H; [lia|]. apply Forall_map, Forall_forall. reflexivity.
    - revert H. apply joined_Forall. apply Forall_map, Forall_forall. intros a Ha.
      repeat constructor; now apply levels_standing.
  Qed.

  (** Sequences of one length with the same sums. *)
  Lemma class : exists n m y z some,
    Nat.even n = true /\ (1 <= m)%nat /\ NoDup some /\ 2 <= num (length some) * power x m /\
    forall w, In w some -> length w = n /\ Forall (standing h) w /\ size w = m /\ along w = y /\ across w = z.
  Proof.
    set (d := power (1 + x) h * (power (1 + x) (h + 1) - 2)).
    assert (D : 0 < d) by (apply Qmult_lt_0_compat; [apply power_positive; lra | lra]).
    destruct (power_beats_cubic 2 d (8 * k * k) ltac:(lra) D) as (i & I & B). set (n := (4 * i)%nat) in *.
    destruct (pigeons key_dec key (fun w => power x (size w)) 2 (keys (n * (k * k))) (sequences n))
      as (c & some & N & C & W).
    - apply sequences_NoDup.
    - intros w Hw. apply sequences_standing in Hw. destruct Hw as [L S]. pose proof (size_standing h w S) as M.
      pose proof (within_levels _ w (standing_levels h w S)) as [Wx Wy]. rewrite L in *. fold k in M, Wx, Wy.
      assert (n * k <= n * (k * k))%nat by nia.
      repeat apply in_prod; apply range_In; rewrite ?mass_size; lia.
    - rewrite sequences_total, keys_length. fold d.
      replace (2 * (n * (k * k)) + 1)%nat with (8 * k * k * i + 1)%nat by (unfold n; lia).
      exact B.
    - destruct c as [[m y] z]. exists n, (Z.to_nat m), y, z, some.
      assert (P : forall w,
        In w some -> length w = n /\ Forall (standing h) w /\ size w = Z.to_nat m /\ along w = y /\ across w = z).
      { intros w Hw. destruct (C w Hw) as [Hs E]. apply sequences_standing in Hs. injection E as E1 E2 E3.
        rewrite mass_size in E1. repeat split; try tauto. lia. }
      split; [unfold n; now rewrite Nat.even_mul|]. split; [|split; [exact N|split; [|exact P]]].
      + destruct some as [|w some]; [cbn in W; lra|]. destruct (P w (or_introl eq_refl)) as (L & S & M & _).
        pose proof (size_standing h w S). lia.
      + rewrite <- (total_constant (fun w => power x (size w))); [exact W|]. intros w Hw.
        now destruct (P w Hw) as (_ & _ & -> & _).
  Qed.

  (** Segments that balance. *)
  Lemma segments_found : exists n m segments,
    (1 <= m)%nat /\ NoDup segments /\ 4 <= num (length segments) * power x m /\
    Forall (fun s => length s = n) segments /\ Forall (fun s => size s = m) segments /\
    Forall (Forall (standing h)) segments /\ Forall (within 0) segments.
  Proof.
    destruct class as (n & m & y & z & some & E & M & N & W & P). exists (n + n)%nat, (m + m)%nat.
    exists (flat_map (fun s => map (app s) (map image some)) some).
    destruct (joins n (map image some) some N) as [J1 J2].
    { apply Injective_map_NoDup; [|exact N]. intros v w Evw. rewrite <- (image_image v), Evw. apply image_image. }
    { apply Forall_forall. intros s Hs. now apply P. }
    split; [lia|]. split; [exact J1|]. split.
    - rewrite J2, map_length, num_times, power_plus. set (a := num (length some)) in *. set (b := power x m) in *.
      change (4 <= a * a * (b * b)). assert (4 <= (a * b) * (a * b)) by nra. lra.
    - rewrite !Forall_forall. assert (F : forall s, In s (flat_map (fun s => map (app s) (map image some)) some) ->
        exists v w, In v some /\ In w some /\ s = v ++ image w).
      { intros s Hs. apply in_flat_map in Hs. destruct Hs as (v & Hv & Hs). apply in_map_iff in Hs.
        destruct Hs as (w' & <- & Hw).
        apply in_map_iff in Hw. destruct Hw as (w & <- & Hw). eauto. }
      split; [|split; [|split]]; intros s Hs; apply F in Hs; destruct Hs as (v & w & Hv & Hw & ->);
        apply P in Hv, Hw; destruct Hv as (V1 & V2 & V3 & V4 & V5), Hw as (W1 & W2 & W3 & W4 & W5).
      + rewrite app_length, image_length. congruence.
      + rewrite size_app, image_size. lia.
      + apply Forall_app. split; [exact V2 | now apply image_standing].
      + apply balanced_segment; congruence.
  Qed.
End Odd.

(** * Segments in any order *)
Lemma within_none : within 0 [].
Proof. unfold within. cbn. lia. Qed.
(** Every end of them has small sums, so every part has. *)
Lemma joined_ends k n (segments : list tower) q w :
  Forall (fun s => length s = n) segments -> Forall (even_levels k) segments -> Forall (within 0) segments ->
  In w (joined segments q) ->
  within 0 w /\ forall v v', w = v ++ v' -> within (Z.of_nat n * (Z.of_nat k * Z.of_nat k)) v'.
Proof.
  intros L E W. rewrite Forall_forall in L, E, W. set (bound := (Z.of_nat n * (Z.of_nat k * Z.of_nat k))%Z).
  assert (B : (0 <= bound)%Z) by (unfold bound; nia). revert q w. apply (joined_ind segments (fun _ w => _)).
  - split; [apply within_none|]. intros v v' H. symmetry in H. apply app_eq_nil in H. destruct H as [_ ->].
    pose proof within_none. unfold within in *. lia.
  - intros _ s w Hs [W0 H]. split; [exact (within_app 0 0 s w (W s Hs) W0)|]. intros v v' Ev.
    destruct (app_eq_app _ _ _ _ Ev) as (r & [[Es Ew]|[_ Ew]]).
    + subst v'. replace bound with (bound + 0)%Z by lia. apply within_app; [|exact W0].
      pose proof (E s Hs) as Er. rewrite Es in Er. apply Forall_app in Er. destruct Er as [_ Er].
      pose proof (within_levels k r Er) as X. pose proof (L s Hs) as Ls. rewrite Es, app_length in Ls.
      unfold within, bound in *. nia.
    + exact (H r v' Ew).
Qed.
Lemma joined_parts k n (segments : list tower) q w :
  Forall (fun s => length s = n) segments -> Forall (even_levels k) segments -> Forall (within 0) segments ->
  In w (joined segments q) -> small (2 * (Z.of_nat n * (Z.of_nat k * Z.of_nat k))) w.
Proof.
  intros L E W I w1 w2 w3 H. destruct (joined_ends k n segments q w L E W I) as [_ S].
  pose proof (S w1 (w2 ++ w3) H) as S1. rewrite app_assoc in H. pose proof (S (w1 ++ w2) w3 H) as S2.
  pose proof (within_front _ _ w2 w3 S1 S2) as X. unfold within in *. lia.
Qed.

Theorem jenka_growth_odd_holds : StatementsGrowth.jenka_growth_odd.
Proof.
  intros h u P U M. set (x := u - 1). assert (X : 0 < x) by (unfold x; lra).
  destruct (Qlt_le_dec x 1) as [X1|X1].
  - assert (M' : 2 < power (1 + x) (h + 1)).
    { rewrite power_Qpower in M by lra. setoid_replace (1 + x) with u by (unfold x; ring). exact M. }
    destruct (segments_found h x P X M') as (n0 & m & segments & M1 & N & G & L & C & S & W).
    set (k := slots h) in *. set (bound := (2 * (Z.of_nat n0 * (Z.of_nat k * Z.of_nat k)))%Z).
    set (spare := (2 * (n0 * (k * k)) + 2 * k * k + 4 * k + 1)%nat).
    destruct (enough (length segments) x m spare X ltac:(lra) M1 G) as (least & B). exists least. intros n Hn.
    destruct (B (k * n)%nat) as (q & Q1 & Q2); [unfold k, slots; nia|].
    destruct (joined_NoDup n0 segments q N L) as [J1 J2].
    destruct (towers_chosen (arises k n) (q * n0) (joined segments q)) as (towers & T1 & T2).
    + apply Forall_forall. intros w. now apply joined_length.
    + intros w Hw. apply (tower_begins h n bound w).
      * revert Hw. now apply joined_Forall.
      * apply (joined_parts k n0 segments q w L); [|exact W | exact Hw].
        eapply Forall_impl; [|exact S]. intros s. apply standing_levels.
      * fold k. rewrite mass_size, (joined_size segments size m eq_refl size_app C q w Hw).
        unfold bound, spare in *. nia.
    + exists towers. split; [apply (NoDup_map_inv (firstn (q * n0))); now rewrite T2|]. split; [exact T1|].
      rewrite power_Qpower by exact X.
      assert (E : length towers = (length segments ^ q)%nat) by (rewrite <- J2, <- T2; symmetry; apply map_length).
      rewrite <- E in Q2. exact Q2.
  - exists O. intros n _. exists [repeat (full (2 * h + 1)) n]. split; [repeat constructor; intros []|].
    split; [repeat constructor|]. rewrite power_Qpower by exact X. pose proof (power_least x ((2 * h + 1) * n) X1).
    cbn [length]. change (inject_Z (Z.of_nat 1)) with 1. lra.
Qed.
