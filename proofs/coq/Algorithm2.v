(** Algorithm 2 of the thesis defeats every player. When it detects a cycle of one kind
    of kink, that kind is on top of the first lane. In the next phase, of the other kind, that
    stays so while the potential is the same; so when the next cycle is detected, the
    potential has fallen. There are finitely many wells, so each phase ends. *)
From Coq Require Import Arith ZArith Bool List Lia.
From Topple Require Import Statements Wells Plays Lanes Potential Kinks Stacks Lemma2.
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

(** * What is detected *)
Lemma topped_cons l s c : topped l (s :: c) <-> (s = (true, true) /\ topped l c) \/ (s = half l /\ top c = (false, false)).
Proof.
  split.
  - intros ([|m] & m' & H); injection H as -> ->; [right; split; [reflexivity | apply empties] | left; split; [reflexivity | now exists m, m']].
  - intros [[-> (m & m' & ->)]|[-> H]]; [now exists (S m), m'|]. destruct (top_nil c H) as (m' & ->). now exists 0, m'.
Qed.
Lemma topped_known l c : topped l c \/ ~ topped l c.
Proof.
  induction c as [|s c IH]; [right; intros ([|m] & m' & H); discriminate|].
  assert (Eq : forall a b : segment, a = b \/ a <> b) by (intros [[] []] [[] []]; (now left) || (right; congruence)).
  destruct (Eq s (true, true)) as [->|N1].
  - destruct IH as [IH|IH]; [left | right]; rewrite topped_cons; [tauto|]. intros [[_ H]|[H _]]; [contradiction | destruct l; discriminate].
  - destruct (Eq s (half l)) as [->|N2]; [|right; rewrite topped_cons; tauto].
    destruct (Eq (top c) (false, false)); [left | right]; rewrite topped_cons; tauto.
Qed.
Lemma detects_known detector w m b : detects detector w m b \/ ~ detects detector w m b.
Proof.
  destruct detector; cbn [detects].
  - destruct (in_dec same_well b (seen m)); [now left | now right].
  - destruct (Nat.even w); [|right; intros [H _]; discriminate].
    assert (B : forall low, banded (WellGame.left m) w low b \/ ~ banded (WellGame.left m) w low b).
    { intros low. destruct (some_below (fun k => 2 * k + 1 < w /\ ~ topped (WellGame.left m) (lane k (skipn low b))) w) as [H|H].
      - intros k. destruct (topped_known (WellGame.left m) (lane k (skipn low b))) as [T|T]; [right; tauto|].
        destruct (Nat.lt_ge_cases (2 * k + 1) w); [left; tauto | right; lia].
      - right. intros G. destruct H as (k & _ & Hk & N). exact (N (G k Hk)).
      - left. intros k Hk. destruct (topped_known (WellGame.left m) (lane k (skipn low b))) as [T|T]; [exact T|].
        exfalso. apply H. exists k. split; [lia | tauto]. }
    destruct (some_below _ (length b) B) as [H|H]; [left; tauto | right; tauto].
Qed.

Lemma topped_top l c low : topped l (skipn low c) -> top c = half l /\ low < length c.
Proof.
  intros (m & m' & H). assert (T : top (skipn low c) = half l).
  { assert (T : top (half l :: repeat (false, false) m') = half l).
    { change (top (half l :: repeat ((false, false) : segment) m') = half l). cbn [top].
      rewrite (proj1 (empties m')). reflexivity. }
    rewrite H, top_app; rewrite T; [reflexivity | destruct l; discriminate]. }
  split.
  - rewrite <- (firstn_skipn low c), top_app; rewrite T; [reflexivity | destruct l; discriminate].
  - destruct (Nat.lt_ge_cases low (length c)) as [L|L]; [exact L|]. rewrite skipn_all2 in T by exact L. destruct l; discriminate.
Qed.

(** * Even widths *)
Section Even.
  Variables (detector : detector) (g : game) (n : nat).
  Hypothesis some_lane : 1 <= n.
  Hypothesis even_width : width g = 2 * n.
  Let d := depth g.
  Let w := 2 * n.
  Notation pot := (potential n d).
  Notation top0 b := (top (lane 0 b)).

  (** What is known of the well, if this kind of kink has been sent since the wells [seen]. *)
  Definition since (l : bool) (seen : list well) (b : well) : Prop :=
    NoDup seen /\ forall v, In v seen -> good n d v /\
    exists ps : list play_of_kink, ps <> [] /\ (forall p, In p ps -> fst (fst (fst p)) = l) /\ plays g v ps /\ fold_left (after g) ps v = b.
  Definition below (bound : Z) (l : bool) (b : well) : Prop :=
    (pot b < bound)%Z \/ pot b = bound /\ top0 b = half (negb l).

  (** A well that comes again is detected by its structure too. *)
  Lemma again l seen b : good n d b -> since l seen b -> In b seen -> detects detector (width g) (Memory l seen) b.
  Proof.
    intros Hb [_ Hs] Hin. destruct detector; [exact Hin|]. destruct (Hs b Hin) as (_ & ps & Hne & Hl & Hp & Hend).
    assert (Hw : is_well g b) by (split; [apply Hb | rewrite even_width; apply Hb]).
    destruct (lemma_2_structure_holds g b ps l Hw (conj Hne (conj Hp Hend)) Hl) as (low & _ & _ & H).
    destruct (H [] ps eq_refl) as [B _]. cbn [fold_left] in B. cbn [detects WellGame.left]. split.
    - rewrite even_width. apply Nat.even_spec. now exists n.
    - exists low. split; [|exact B]. assert (T : topped l (lane 0 (skipn low b))) by (apply B; rewrite even_width; lia).
      unfold lane in T. rewrite <- skipn_map in T. apply topped_top in T. destruct T as [_ T]. now rewrite map_length in T.
  Qed.
  (** What is detected has this kind of kink on top of the first lane. *)
  Lemma detected l seen b : good n d b -> since l seen b -> detects detector (width g) (Memory l seen) b -> top0 b = half l.
  Proof.
    intros Hb [_ Hs] H. destruct detector.
    - destruct (Hs b H) as (_ & ps & Hne & Hl & Hp & Hend).
      apply (all_tops g n some_lane even_width l b ps 0 Hb (conj Hne (conj Hp Hend)) Hl). lia.
    - destruct H as (_ & low & _ & B). cbn [WellGame.left] in B. assert (T : topped l (lane 0 (skipn low b))) by (apply B; rewrite even_width; lia).
      unfold lane in T. rewrite <- skipn_map in T. now apply topped_top in T.
  Qed.

  Lemma ends k : forall bound, (bound + limit n d <= Z.of_nat k)%Z ->
    forall j l seen b, length (all_wells w d) <= length seen + j ->
    good n d b -> since l seen b -> below bound l b -> defeated detector g (Memory l seen) b l.
  Proof.
    induction k as [k IHk] using lt_wf_ind. intros bound Hk.
    induction j as [|j IHj]; intros l seen b Hj Hb Hsince Hbelow.
    all: pose proof (half_other l) as Hne.
    all: assert (Next : forall t x y, In t (turns (kink l)) -> allowed (how g) (width g) b t x y ->
      depth g < length (played (width g) b t x y) \/
      good n d (played (width g) b t x y) /\
      let b' := played (width g) b t x y in
      ((pot b' < pot b)%Z \/ pot b' = pot b /\
       (top0 b = half l /\ top0 b' = half l \/ forall u, top0 b = half u -> top0 b' = half u)));
      [intros t x y Ht Ha; destruct (Nat.lt_ge_cases (depth g) (length (played (width g) b t x y))) as [Hd|Hd];
        [now left | right]; rewrite even_width in *; split;
        [split; [apply played_rows, Hb | exact Hd]|];
        cbv zeta; destruct (run_step n d 0 (how g) ltac:(lia) l t b x y Hb Ht Ha Hd) as [S|[S [S'|[_ S']]]]; auto|].
    all: destruct (detects_known detector (width g) (Memory l seen) b) as [Hin|Hin].
    (** A cycle is detected. *)
    1, 3: apply (sends detector g _ (Memory (negb l) []) b l); [now apply (cycle_detected detector (width g) b (Memory l seen))|];
      intros t x y Ht Ha;
      destruct (Next t x y Ht Ha) as [Hd|[Hg Hn]]; [now left | right]; cbv zeta in Hn;
      pose proof (detected l seen b Hb Hsince Hin) as Top;
      assert (Lt : (pot b < bound)%Z) by (destruct Hbelow as [X|[_ X]]; [exact X | congruence]);
      pose proof (potential_bounds n d some_lane b Hb) as B;
      apply (IHk (Z.to_nat (pot b + limit n d)) ltac:(lia) (pot b) ltac:(lia) (length (all_wells w d)));
      [simpl; lia | exact Hg | split; [apply NoDup_nil | intros v []]
       | destruct Hn as [Hn|[Hn Ht']]; [now left | right; split; [exact Hn|]]; cbn [WellGame.left]; rewrite negb_involutive;
         destruct Ht' as [[_ X]|X]; auto].
    all: assert (New : ~ In b seen) by (intros Hseen; apply Hin; now apply again).
    all: destruct Hsince as [Hnd Hs].
    - (** More wells than there are. *)
      exfalso. assert (Few : length (b :: seen) <= length (all_wells w d)).
      { apply few; [now constructor|]. intros v [<-|Hv]; [exact Hb | apply Hs, Hv]. }
      simpl in Few. lia.
    - apply (sends detector g _ (Memory l (b :: seen)) b l); [now apply (goes_on_with detector (width g) b (Memory l seen))|].
      intros t x y Ht Ha. destruct (Next t x y Ht Ha) as [Hd|[Hg Hn]]; [now left | right]. cbv zeta in Hn.
      apply IHj; [simpl; lia | exact Hg | split |].
      + now constructor.
      + assert (One : plays g b [(l, t, x, y)]) by (cbn [plays after]; repeat split; auto; apply Hg || apply Ha).
        intros v [<-|Hv].
        * split; [exact Hb|]. exists [(l, t, x, y)]. split; [discriminate|]. split; [|split; [exact One | reflexivity]].
          intros p [<-|[]]. reflexivity.
        * destruct (Hs v Hv) as (Gv & ps & Hps & Hl & Hp & Hend). split; [exact Gv|]. exists (ps ++ [(l, t, x, y)]). split; [|split; [|split]].
          -- now destruct ps.
          -- intros p Hpin. apply in_app_iff in Hpin. destruct Hpin as [Hpin|[<-|[]]]; [now apply Hl | reflexivity].
          -- apply plays_app. rewrite Hend. split; [exact Hp | exact One].
          -- rewrite fold_left_app, Hend. reflexivity.
      + destruct Hn as [Hn|[Hn Hcase]]; [left; destruct Hbelow as [|[]]; lia|].
        destruct Hbelow as [L|[L T]]; [left; lia | right]. split; [congruence|].
        destruct Hcase as [[X _]|X]; [congruence | now apply X].
  Qed.

  Lemma even_defeated b : good n d b -> defeated detector g (Memory true []) b true.
  Proof.
    intros Hb. pose proof (potential_bounds n d some_lane b Hb) as B.
    apply (ends (Z.to_nat (pot b + 1 + limit n d)) (pot b + 1)%Z ltac:(lia) (length (all_wells w d)));
      [simpl; lia | exact Hb | split; [apply NoDup_nil | intros v []] | left; lia].
  Qed.
End Even.

(** * Odd widths: every play adds 4 to a bounded sum *)
Lemma odd_defeated detector g half : width g = 2 * half + 1 -> forall k m b l,
  rows_of (width g) b ->
  (Z.of_nat (S (width g)) * Z.of_nat (width g * depth g) - sum (odd_weight (width g)) b <= 4 * Z.of_nat k)%Z ->
  defeated detector g m b l.
Proof.
  intros Hw. induction k as [|k IH]; intros m b l Hb Hk.
  all: assert (D : exists m', displays detector (width g) b m m')
    by (destruct (detects_known detector (width g) m b); eexists; now constructor).
  all: destruct D as (m' & D); apply (sends detector g m m' b l D); intros t x y Ht Ha.
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
  intros g b detector [Hd Hb]. destruct (Nat.Even_or_Odd (width g)) as [[n Hn]|[half Hn]].
  - destruct (Nat.eq_dec n 0) as [->|Hne].
    + assert (D : exists m', displays detector (width g) b (Memory true []) m')
        by (destruct (detects_known detector (width g) (Memory true []) b); eexists; now constructor).
      destruct D as (m' & D). apply (sends detector g _ m' b true D). intros t x y Ht (Ha & _).
      unfold at_rest in Ha. apply andb_true_iff in Ha. destruct Ha as [Ha _]. rewrite Hn in Ha.
      apply (kink_fits true) in Ha; [lia | exact Ht].
    + apply (even_defeated detector g n); [lia | exact Hn|]. split; [now rewrite <- Hn | exact Hd].
  - set (z := (Z.of_nat (S (width g)) * Z.of_nat (width g * depth g) - sum (odd_weight (width g)) b)%Z).
    apply (odd_defeated detector g half Hn (Z.to_nat z)); [exact Hb|]. fold z. lia.
Qed.
