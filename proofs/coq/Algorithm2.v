(** Algorithm 2 of the thesis defeats every player. A cycle of one kind of kink ends
    with that kind on top of the first lane. In the next phase, of the other kind, that
    stays so while the potential is the same; so when the next cycle is detected, the
    potential has fallen. There are finitely many wells, so each phase ends. *)
From Coq Require Import Arith ZArith Bool List Lia.
From Topple Require Import Statements Wells Kinks.
Import ListNotations Well WellGame.

(** * There are finitely many wells *)
Fixpoint all_rows (w : nat) : list (list bool) :=
  match w with 0 => [[]] | S w => map (cons true) (all_rows w) ++ map (cons false) (all_rows w) end.
Fixpoint all_wells (w d : nat) : list well :=
  match d with 0 => [[]] | S d => [] :: flat_map (fun r => map (cons r) (all_wells w d)) (all_rows w) end.

Lemma all_rows_in w : forall r, length r = w -> In r (all_rows w).
Proof.
  induction w as [|w IH]; intros [|c r] H; try discriminate; [now left|].
  injection H as H. cbn [all_rows]. apply in_app_iff. destruct c; [left | right]; apply in_map; auto.
Qed.
Lemma all_wells_in w d : forall b, rows_of w b -> length b <= d -> In b (all_wells w d).
Proof.
  induction d as [|d IH]; intros [|r b] Hb Hd; simpl in Hd; try lia; [now left | now left|].
  right. inversion Hb; subst. apply in_flat_map. exists r. split; [now apply all_rows_in|]. apply in_map. apply IH; [assumption | lia].
Qed.
Lemma few w d seen : NoDup seen -> (forall b, In b seen -> rows_of w b /\ length b <= d) ->
  length seen <= length (all_wells w d).
Proof. intros N H. apply NoDup_incl_length; [exact N|]. intros b Hb. apply all_wells_in; now apply H. Qed.

Definition same_well (b c : well) : {b = c} + {b <> c} := list_eq_dec (list_eq_dec bool_dec) b c.

(** * Even widths *)
Section Even.
  Variables (g : game) (n : nat).
  Hypothesis some_lane : 1 <= n.
  Hypothesis even_width : width g = 2 * n.
  Let d := depth g.
  Let w := 2 * n.
  Notation pot := (potential n d).
  Notation fl := (sum (first_lane w)).
  Notation top0 b := (top (lane 0 b)).

  (** What is known of the well, if this kind of kink has been sent since the wells [seen]. *)
  Definition since (l : bool) (seen : list well) (b : well) : Prop :=
    NoDup seen /\ forall v, In v seen -> good n d v /\
    ((pot b < pot v)%Z \/ pot b = pot v /\ (top0 b = half l \/ (fl b < fl v)%Z)).
  Definition below (bound : Z) (l : bool) (b : well) : Prop :=
    (pot b < bound)%Z \/ pot b = bound /\ top0 b = half (negb l).

  Lemma ends k : forall bound, (bound + limit n d <= Z.of_nat k)%Z ->
    forall j l seen b, length (all_wells w d) <= length seen + j ->
    good n d b -> since l seen b -> below bound l b -> defeated g (Memory l seen) b l.
  Proof.
    induction k as [k IHk] using lt_wf_ind. intros bound Hk.
    induction j as [|j IHj]; intros l seen b Hj Hb [Hnd Hs] Hbelow.
    all: pose proof (half_other l) as Hne.
    all: assert (Next : forall t x y, In t (turns (kink l)) -> allowed (how g) (width g) b t x y ->
      depth g < length (played (width g) b t x y) \/
      good n d (played (width g) b t x y) /\
      let b' := played (width g) b t x y in
      ((pot b' < pot b)%Z \/ pot b' = pot b /\
       (top0 b = half l /\ top0 b' = half l \/
        fl b' = (fl b - 8)%Z /\ forall u, top0 b = half u -> top0 b' = half u)));
      [intros t x y Ht Ha; destruct (Nat.lt_ge_cases (depth g) (length (played (width g) b t x y))) as [Hd|Hd];
        [now left | right]; rewrite even_width in *; split;
        [split; [apply played_rows, Hb | exact Hd] | now apply (run_step n d (how g) some_lane)]|].
    all: destruct (in_dec same_well b seen) as [Hin|Hin].
    (** A cycle is detected. *)
    1, 3: apply (sends g _ (Memory (negb l) []) b l); [now constructor|]; intros t x y Ht Ha;
      destruct (Next t x y Ht Ha) as [Hd|[Hg Hn]]; [now left | right]; cbv zeta in Hn;
      assert (Top : top0 b = half l) by (destruct (Hs b Hin) as [_ [X|[_ [X|X]]]]; [lia | exact X | lia]);
      assert (Lt : (pot b < bound)%Z) by (destruct Hbelow as [X|[_ X]]; [exact X | congruence]);
      pose proof (potential_bounds n d some_lane b Hb) as B;
      apply (IHk (Z.to_nat (pot b + limit n d)) ltac:(lia) (pot b) ltac:(lia) (length (all_wells w d)));
      [simpl; lia | exact Hg | split; [apply NoDup_nil | intros v []]
       | destruct Hn as [Hn|[Hn Ht']]; [now left | right; split; [exact Hn|]]; cbn [WellGame.left]; rewrite negb_involutive;
         destruct Ht' as [[_ X]|[_ X]]; auto].
    - (** More wells than there are. *)
      exfalso. assert (F : length (b :: seen) <= length (all_wells w d)).
      { apply few; [now constructor|]. intros v [<-|Hv]; [exact Hb | apply Hs, Hv]. }
      simpl in F. lia.
    - apply (sends g _ (Memory l (b :: seen)) b l); [now constructor|]. intros t x y Ht Ha.
      destruct (Next t x y Ht Ha) as [Hd|[Hg Hn]]; [now left | right]. cbv zeta in Hn.
      apply IHj; [simpl; lia | exact Hg | split |].
      + now constructor.
      + intros v [<-|Hv].
        * split; [exact Hb|]. destruct Hn as [Hn|[Hn [[_ X]|[X _]]]]; [now left | right | right]; (split; [exact Hn|]); [now left | right; lia].
        * destruct (Hs v Hv) as [Gv Lv]. split; [exact Gv|].
          destruct Hn as [Hn|[Hn Hcase]]; [left; destruct Lv as [|[]]; lia|].
          destruct Lv as [Lv|[Lv Hlast]]; [left; lia | right]. split; [congruence|].
          destruct Hcase as [[_ X]|[X X']]; [now left|]. destruct Hlast as [Y|Y]; [left; now apply X' | right; lia].
      + destruct Hn as [Hn|[Hn Hcase]]; [left; destruct Hbelow as [|[]]; lia|].
        destruct Hbelow as [L|[L T]]; [left; lia | right]. split; [congruence|].
        destruct Hcase as [[X _]|[_ X]]; [congruence | now apply X].
  Qed.

  Lemma even_defeated b : good n d b -> defeated g (Memory true []) b true.
  Proof.
    intros Hb. pose proof (potential_bounds n d some_lane b Hb) as B.
    apply (ends (Z.to_nat (pot b + 1 + limit n d)) (pot b + 1)%Z ltac:(lia) (length (all_wells w d)));
      [simpl; lia | exact Hb | split; [apply NoDup_nil | intros v []] | left; lia].
  Qed.
End Even.

(** * Odd widths: every play adds 4 to a bounded sum *)
Lemma odd_defeated g half : width g = 2 * half + 1 -> forall k m b l,
  rows_of (width g) b ->
  (Z.of_nat (S (width g)) * Z.of_nat (width g * depth g) - sum (odd_weight (width g)) b <= 4 * Z.of_nat k)%Z ->
  defeated g m b l.
Proof.
  intros Hw. induction k as [|k IH]; intros m b l Hb Hk.
  all: assert (D : exists m', displays b m m')
    by (destruct m as [kind seen]; destruct (in_dec same_well b seen); eexists; now constructor).
  all: destruct D as (m' & D); apply (sends g m m' b l D); intros t x y Ht Ha.
  all: destruct (Nat.lt_ge_cases (depth g) (length (played (width g) b t x y))) as [Hd|Hd]; [now left | right].
  all: assert (Hf : fits (width g) b t x y = true)
    by (destruct Ha as (Ha & _); unfold at_rest in Ha; now apply andb_true_iff in Ha).
  all: assert (S1 : sum (odd_weight (width g)) (played (width g) b t x y) = (sum (odd_weight (width g)) b + 4)%Z)
    by (rewrite Hw in *; now apply (odd_step half l)).
  all: pose proof (played_rows (width g) b t x y Hb) as Hr.
  - exfalso. assert (B : (sum (odd_weight (width g)) (played (width g) b t x y) <= Z.of_nat (S (width g)) * Z.of_nat (width g * depth g))%Z)
      by (rewrite Hw in *; now apply (odd_bounded half)). lia.
  - apply IH; [exact Hr | lia].
Qed.

Theorem algorithm_2_holds : StatementsWells.algorithm_2.
Proof.
  intros g b [Hd Hb]. destruct (Nat.Even_or_Odd (width g)) as [[n Hn]|[half Hn]].
  - destruct (Nat.eq_dec n 0) as [->|Hne].
    + apply (sends g _ (Memory true [b]) b true); [constructor; auto|]. intros t x y Ht (Ha & _).
      unfold at_rest in Ha. apply andb_true_iff in Ha. destruct Ha as [Ha _]. rewrite Hn in Ha.
      apply (kink_fits true) in Ha; [lia | exact Ht].
    + apply (even_defeated g n); [lia | exact Hn|]. split; [now rewrite <- Hn | exact Hd].
  - set (z := (Z.of_nat (S (width g)) * Z.of_nat (width g * depth g) - sum (odd_weight (width g)) b)%Z).
    apply (odd_defeated g half Hn (Z.to_nat z)); [exact Hb|]. fold z. lia.
Qed.
