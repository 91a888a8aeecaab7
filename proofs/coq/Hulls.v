(** The hull of a contact is the product of two intervals, from the first block of
    a level to its last, for each of the two levels. So whether a tower stands is
    told by whole numbers. *)
From Coq Require Import Arith ZArith QArith Qabs Qminmax Bool List Lia Lqa.
From Topple Require Import Statements Levels.
Import ListNotations Tower.
Local Open Scope Q_scope.

(** * Whole numbers instead of hulls *)
Definition holds (lt : Z -> Z -> Prop) (a : level) (above : tower) : Prop :=
  match above with
  | [] => True
  | b :: _ =>
      lt (low a * mass above)%Z (across above) /\ lt (across above) (high a * mass above)%Z /\
      lt (low b * mass above)%Z (along above) /\ lt (along above) (high b * mass above)%Z
  end.
Fixpoint everywhere_holds (lt : Z -> Z -> Prop) (t : tower) : Prop :=
  match t with [] => True | a :: above => holds lt a above /\ everywhere_holds lt above end.
(** What [stable] is, and [rests closed]. *)
Definition upright : tower -> Prop := everywhere_holds Z.lt.
Definition kept : tower -> Prop := everywhere_holds Z.le.

(** * The hull *)
Definition box (a b : level) (p : point) : Prop :=
  inject_Z (low a) <= fst p <= inject_Z (high a) /\ inject_Z (low b) <= snd p <= inject_Z (high b).

Lemma le_inject x y : (x <= y)%Z -> inject_Z x <= inject_Z y.
Proof. rewrite <- Zle_Qle. auto. Qed.

Lemma covers_edges a p : covers a p -> inject_Z (low a) <= fst p <= inject_Z (high a).
Proof.
  intros (m & Hm & Hp & _). apply middles_In in Hm. destruct Hm as (j & Hj & ->).
  destruct (edges a j Hj) as [L H]. apply le_inject in L, H. unfold Z.sub in L.
  rewrite inject_Z_plus in L, H. apply Qabs_Qle_condition in Hp.
  change (inject_Z (- (1))) with (-1) in L. change (inject_Z 1) with 1 in H. lra.
Qed.

Lemma hull_box a b p : hull (contact a b) p -> box a b p.
Proof.
  induction 1 as [p [Ha Hb]|p q s t _ IHp _ IHq Ht E1 E2].
  - apply covers_edges in Ha, Hb. exact (conj Ha Hb).
  - unfold box in *. rewrite E1, E2.
    assert (M : forall l h x y, l <= x <= h -> l <= y <= h -> l <= t * x + (1 - t) * y <= h).
    { clear -Ht. intros l h x y Hx Hy. split; nra. }
    split; apply M; tauto.
Qed.

(** A block lies over the whole level that it crosses. *)
Lemma corner a x : length a <> 0%nat -> (exists j, nth j a false = true /\
    (x = middle (length a) j - 1 \/ x = middle (length a) j + 1)%Z) ->
  (exists m, In m (middles a) /\ Qabs (inject_Z x - inject_Z m) <= 1) /\
  Qabs (inject_Z x) <= inject_Z (Z.of_nat (length a)).
Proof.
  intros Ha (j & Hj & Hx).
  assert (Hl : (j < length a)%nat).
  { destruct (Nat.lt_ge_cases j (length a)) as [H|H]; [exact H|]. rewrite nth_overflow in Hj by exact H. discriminate. }
  split.
  - exists (middle (length a) j). split; [apply middles_In; eauto|]. apply Qabs_Qle_condition.
    unfold Z.sub in Hx. destruct Hx as [-> | ->]; rewrite inject_Z_plus.
    + change (inject_Z (- (1))) with (-1). lra.
    + change (inject_Z 1) with 1. lra.
  - assert (B : (- Z.of_nat (length a) <= x <= Z.of_nat (length a))%Z) by (unfold middle in Hx; lia).
    destruct B as [B1 B2]. apply le_inject in B1, B2. rewrite inject_Z_opp in B1.
    apply Qabs_Qle_condition. lra.
Qed.

Lemma low_high a : In true a -> (low a + 2 <= high a)%Z.
Proof.
  intros H. apply true_nth in H. destruct H as (j & Hj). pose proof (edges a j Hj). lia.
Qed.

(** What lies between two points of the hull on a line along or across. *)
Lemma on_line r p q s : hull r p -> hull r q ->
  (fst p == fst q /\ fst s == fst p /\ snd p < snd q /\ snd p <= snd s <= snd q) \/
  (snd p == snd q /\ snd s == snd p /\ fst p < fst q /\ fst p <= fst s <= fst q) -> hull r s.
Proof.
  assert (W : forall x y z, x < y -> x <= z <= y -> 0 <= (y - z) / (y - x) <= 1 /\
    z == (y - z) / (y - x) * x + (1 - (y - z) / (y - x)) * y).
  { intros x y z Hxy Hz. assert (D : 0 < y - x) by lra. split; [split|].
    - apply Qle_shift_div_l; lra.
    - apply Qle_shift_div_r; lra.
    - field. lra. }
  intros Hp Hq [(E1 & E2 & Hlt & Hs)|(E1 & E2 & Hlt & Hs)].
  - destruct (W _ _ _ Hlt Hs) as [Ht E]. apply (between r p q s _ Hp Hq Ht); [|exact E].
    rewrite E2, <- E1. ring.
  - destruct (W _ _ _ Hlt Hs) as [Ht E]. apply (between r p q s _ Hp Hq Ht); [exact E|].
    rewrite E2, <- E1. ring.
Qed.

Lemma box_hull a b p : length a = length b -> In true a -> In true b -> box a b p -> hull (contact a b) p.
Proof.
  intros Hl Ha Hb [Hu Hv].
  assert (La : length a <> 0%nat) by (destruct a; [destruct Ha | discriminate]).
  destruct (edge_blocks a Ha) as (i & j & Hi & Hj & Ei & Ej).
  destruct (edge_blocks b Hb) as (i' & j' & Hi' & Hj' & Ei' & Ej').
  assert (C : forall x y, (x = low a \/ x = high a) -> (y = low b \/ y = high b) ->
    hull (contact a b) (inject_Z x, inject_Z y)).
  { intros x y Hx Hy. apply in_region.
    destruct (corner a x La) as [(m & Hm & Xm) Xa]; [destruct Hx as [-> | ->]; [exists i | exists j]; auto|].
    destruct (corner b y) as [(m' & Hm' & Ym) Yb]; [congruence | destruct Hy as [-> | ->]; [exists i' | exists j']; auto|].
    split; [exists m | exists m']; cbn [fst snd]; (split; [assumption|]); (split; [assumption|]).
    - now rewrite Hl.
    - now rewrite <- Hl. }
  assert (Sa : inject_Z (low a) < inject_Z (high a)) by (rewrite <- Zlt_Qlt; pose proof (low_high a Ha); lia).
  assert (Sb : inject_Z (low b) < inject_Z (high b)) by (rewrite <- Zlt_Qlt; pose proof (low_high b Hb); lia).
  assert (side : forall x, (x = low a \/ x = high a) -> hull (contact a b) (inject_Z x, snd p)).
  { intros x Hx. apply (on_line _ _ _ _ (C x (low b) Hx (or_introl eq_refl)) (C x (high b) Hx (or_intror eq_refl))).
    left. cbn [fst snd]. repeat split; try reflexivity; tauto. }
  apply (on_line _ _ _ _ (side (low a) (or_introl eq_refl)) (side (high a) (or_intror eq_refl))).
  right. cbn [fst snd]. repeat split; try reflexivity; tauto.
Qed.

Lemma empty_contact a b p : ~ In true a \/ ~ In true b -> ~ hull (contact a b) p.
Proof.
  intros H. assert (N : forall a, ~ In true a -> middles a = []).
  { intros c Hc. destruct (middles c) as [|m l] eqn:E; [reflexivity|]. exfalso. apply Hc.
    assert (Hm : In m (middles c)) by (rewrite E; now left). apply middles_In in Hm.
    destruct Hm as (j & Hj & _). apply true_nth. eauto. }
  induction 1 as [p [(m & Hm & _) (m' & Hm' & _)]|]; [|assumption].
  destruct H as [H|H]; rewrite (N _ H) in *; contradiction.
Qed.

(** * Where the centre of mass lies *)
Lemma ratio_le x y m : (0 < m)%Z -> (inject_Z x <= inject_Z y / inject_Z m <-> (x * m <= y)%Z).
Proof.
  intros Hm. assert (Pm : 0 < inject_Z m) by (change 0 with (inject_Z 0); now rewrite <- Zlt_Qlt).
  rewrite Zle_Qle, inject_Z_mult. split; intros H.
  - apply (Qmult_le_r _ _ (inject_Z m) Pm) in H. rewrite (Qmult_comm (_ / _)), Qmult_div_r in H; lra.
  - apply Qle_shift_div_l; assumption.
Qed.
Lemma ratio_ge x y m : (0 < m)%Z -> (inject_Z y / inject_Z m <= inject_Z x <-> (y <= x * m)%Z).
Proof.
  intros Hm. assert (Pm : 0 < inject_Z m) by (change 0 with (inject_Z 0); now rewrite <- Zlt_Qlt).
  rewrite Zle_Qle, inject_Z_mult. split; intros H.
  - apply (Qmult_le_r _ _ (inject_Z m) Pm) in H. rewrite (Qmult_comm (_ / _)), Qmult_div_r in H; lra.
  - apply Qle_shift_div_r; assumption.
Qed.

(** The interior of a box. *)
Lemma inside_box r a b p : (forall q, r q <-> box a b q) ->
  (interior r p <-> inject_Z (low a) < fst p < inject_Z (high a) /\ inject_Z (low b) < snd p < inject_Z (high b)).
Proof.
  intros Hr. split.
  - intros (e & He & H).
    assert (N : forall x, Qabs (x - e - x) <= e /\ Qabs (x + e - x) <= e /\ Qabs (x - x) <= e).
    { intros x. rewrite !Qabs_Qle_condition. lra. }
    destruct p as [u v]. cbn [fst snd] in *. destruct (N u) as (N1 & N2 & N3), (N v) as (N4 & N5 & N6).
    pose proof (proj1 (Hr _) (H (u - e, v) (conj N1 N6))) as B1.
    pose proof (proj1 (Hr _) (H (u + e, v) (conj N2 N6))) as B2.
    pose proof (proj1 (Hr _) (H (u, v - e) (conj N3 N4))) as B3.
    pose proof (proj1 (Hr _) (H (u, v + e) (conj N3 N5))) as B4.
    unfold box in *. cbn [fst snd] in *. lra.
  - intros [Hu Hv]. destruct p as [u v]. cbn [fst snd] in *.
    set (x1 := u - inject_Z (low a)). set (x2 := inject_Z (high a) - u).
    set (x3 := v - inject_Z (low b)). set (x4 := inject_Z (high b) - v).
    exists (Qmin (Qmin x1 x2) (Qmin x3 x4)).
    assert (P : 0 < x1 /\ 0 < x2 /\ 0 < x3 /\ 0 < x4) by (unfold x1, x2, x3, x4; lra).
    assert (M : forall x y, 0 < x -> 0 < y -> 0 < Qmin x y).
    { intros x y Hx Hy. destruct (Q.min_spec x y) as [[_ ->]|[_ ->]]; assumption. }
    pose proof (Q.le_min_l (Qmin x1 x2) (Qmin x3 x4)). pose proof (Q.le_min_r (Qmin x1 x2) (Qmin x3 x4)).
    pose proof (Q.le_min_l x1 x2). pose proof (Q.le_min_r x1 x2).
    pose proof (Q.le_min_l x3 x4). pose proof (Q.le_min_r x3 x4).
    split; [apply M; apply M; tauto|].
    intros [u' v']. cbn [fst snd]. rewrite !Qabs_Qle_condition. intros [Nu Nv].
    apply Hr. unfold box. cbn [fst snd]. unfold x1, x2, x3, x4 in *. lra.
Qed.

Lemma full_mass t : Forall (fun a => In true a) t -> t <> [] -> (0 < mass t)%Z.
Proof.
  assert (B : forall a, In true a -> (0 < blocks a)%Z).
  { intros a H. apply true_nth in H. destruct H as (j & Hj). unfold blocks.
    assert (Hin : In (middle (length a) j) (middles a)) by (apply middles_In; eauto).
    destruct (middles a); [destruct Hin | cbn [length]; lia]. }
  induction 1 as [|a t Ha Ht IH]; [contradiction|]. intros _. change (0 < blocks a + mass t)%Z.
  specialize (B a Ha). destruct t as [|b t]; [change (mass []) with 0%Z; lia|]. specialize (IH ltac:(discriminate)). lia.
Qed.

(** * Standing, by whole numbers *)
Definition even_levels (k : nat) (t : tower) : Prop := Forall (fun a => length a = k) t.

Lemma hulls_are_boxes a b : length a = length b -> In true a -> In true b ->
  forall p, hull (contact a b) p <-> box a b p.
Proof. intros Hl Ha Hb p. split; [apply hull_box | now apply box_hull]. Qed.

Lemma rests_upright k t : even_levels k t -> Forall (fun a => In true a) t -> (stable t <-> upright t).
Proof.
  unfold stable, upright. intros Hk Ht. induction t as [|a t IH]; [reflexivity|].
  inversion Hk as [|? ? La Lt]; subst. inversion Ht as [|? ? Ha Ht']; subst.
  destruct t as [|b t]; [cbn; tauto|]. inversion Lt as [|? ? Lb _]; subst. inversion Ht' as [|? ? Hb _]; subst.
  specialize (IH Lt Ht'). set (above := b :: t) in *.
  change (interior (hull (contact a b)) (centre_on above) /\ rests interior above <->
          holds Z.lt a above /\ everywhere_holds Z.lt above).
  rewrite IH. apply and_iff_compat_r.
  assert (Hm : (0 < mass above)%Z) by (apply full_mass; [exact Ht' | discriminate]).
  rewrite (inside_box _ a b) by (intros q; apply hulls_are_boxes; congruence || assumption).
  unfold centre_on, holds, above. fold above. cbn [fst snd].
  rewrite !Z.lt_nge, <- !ratio_ge, <- !ratio_le by exact Hm.
  split; intros H; repeat split; lra.
Qed.

Lemma rests_kept k t : even_levels k t -> Forall (fun a => In true a) t -> (rests closed t <-> kept t).
Proof.
  unfold kept. intros Hk Ht. induction t as [|a t IH]; [reflexivity|].
  inversion Hk as [|? ? La Lt]; subst. inversion Ht as [|? ? Ha Ht']; subst.
  destruct t as [|b t]; [cbn; tauto|]. inversion Lt as [|? ? Lb _]; subst. inversion Ht' as [|? ? Hb _]; subst.
  specialize (IH Lt Ht'). set (above := b :: t) in *.
  change (hull (contact a b) (centre_on above) /\ rests closed above <->
          holds Z.le a above /\ everywhere_holds Z.le above).
  rewrite IH. apply and_iff_compat_r.
  assert (Hm : (0 < mass above)%Z) by (apply full_mass; [exact Ht' | discriminate]).
  rewrite (hulls_are_boxes a b) by (congruence || assumption).
  unfold box, centre_on, holds, above. fold above. cbn [fst snd].
  rewrite <- !ratio_ge, <- !ratio_le by exact Hm. tauto.
Qed.

Lemma semi_stable_kept k t : even_levels k t -> Forall (fun a => In true a) t ->
  (semi_stable t <-> kept t /\ ~ upright t).
Proof. intros Hk Ht. unfold semi_stable. now rewrite (rests_upright k), (rests_kept k) by assumption. Qed.

(** Where an empty level is not the top one, nothing rests. *)
Lemma empty_falls below a b above : ~ In true a -> ~ rests closed (below ++ a :: b :: above).
Proof.
  intros Ha. induction below as [|c below IH]; cbn [app].
  - intros [H _]. exact (empty_contact a b _ (or_introl Ha) H).
  - intros H. apply IH. destruct (below ++ a :: b :: above) eqn:E; [destruct below; discriminate | apply H].
Qed.
