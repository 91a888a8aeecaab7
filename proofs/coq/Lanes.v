(** Lanes, and what a kink does that is put upright into one. An empty segment below
    another one costs 3, and a half-full one earns 1. Such a kink lowers the cost, but
    where it stands on the half-full top of its lane. *)
From Coq Require Import Arith ZArith Bool List Lia.
From Topple Require Import Statements Wells Plays.
Import ListNotations Well WellGame.

(** * Lanes *)
(** The highest segment that is not empty. *)
Fixpoint top (c : list segment) : segment :=
  match c with
  | [] => (false, false)
  | s :: c => match top c with (false, false) => s | u => u end
  end.

(** An empty segment below another one costs 3, a half-full one earns 1. *)
Definition price (s u : segment) : Z :=
  match s with
  | (false, false) => match u with (false, false) => 0 | _ => 3 end
  | (true, true) => 0
  | _ => -1
  end%Z.
Fixpoint cost (c : list segment) : Z :=
  match c with [] => 0 | s :: c => price s (top c) + cost c end%Z.

Notation E := ((false, false) : segment).
Notation F := ((true, true) : segment).

Lemma cost_bounds c : (- Z.of_nat (length c) <= cost c <= 3 * Z.of_nat (length c))%Z.
Proof.
  induction c as [|s c IH]; [simpl; lia|]. cbn [cost length]. destruct s as [[] []], (top c) as [[] []]; cbn [price]; lia.
Qed.

Lemma empties m : top (repeat E m) = E /\ cost (repeat E m) = 0%Z.
Proof. induction m as [|m [I J]]; [split; reflexivity|]. simpl. rewrite I, J. split; reflexivity. Qed.

Lemma above_empty c m : top (c ++ repeat E m) = top c /\ cost (c ++ repeat E m) = cost c.
Proof.
  induction c as [|s c [I J]]; [apply empties|]. simpl. rewrite I, J. split; reflexivity.
Qed.

(** Full segments go. *)
Inductive thinned : list segment -> list segment -> Prop :=
  | thin_none : thinned [] []
  | thin_keep s c c' : thinned c c' -> thinned (s :: c) (s :: c')
  | thin_drop c c' : thinned c c' -> thinned (F :: c) c'.

Lemma thinned_top c c' : thinned c c' ->
  (top c = E -> top c' = E) /\ (forall l, top c = half l -> top c' = half l).
Proof.
  induction 1 as [|s c c' H [I J]|c c' H [I J]]; [split; auto| |].
  - cbn [top]. split.
    + intros T. destruct (top c) as [[] []]; try discriminate. rewrite I by reflexivity. exact T.
    + intros l T. destruct (top c) as [[] []] eqn:C; try (destruct l; discriminate).
      * rewrite (J true eq_refl). destruct l; [reflexivity | discriminate].
      * rewrite (J false eq_refl). destruct l; [discriminate | reflexivity].
      * rewrite I by reflexivity. exact T.
  - cbn [top]. split.
    + intros T. destruct (top c) as [[] []]; discriminate.
    + intros l T. apply J. destruct (top c) as [[] []]; try exact T; destruct l; discriminate.
Qed.

Lemma thinned_cost c c' : thinned c c' -> (cost c' <= cost c)%Z.
Proof.
  induction 1 as [|s c c' H IH|c c' H IH]; [simpl; lia| |].
  - cbn [cost]. apply thinned_top in H. destruct H as [H _].
    destruct s as [[] []]; cbn [price]; try lia.
    destruct (top c) as [[] []]; try rewrite H by reflexivity; destruct (top c') as [[] []]; lia.
  - cbn [cost price]. lia.
Qed.

Lemma seg_full w k r : length r = w -> 2 * k + 1 < w -> full r = true -> seg k r = F.
Proof.
  intros Hl Hk Hf. unfold full in Hf. rewrite forallb_forall in Hf.
  unfold seg. now rewrite (Hf (nth (2 * k) r false)), (Hf (nth (2 * k + 1) r false)) by (apply nth_In; lia).
Qed.

Lemma lane_keep w k b : rows_of w b -> 2 * k + 1 < w -> thinned (lane k b) (lane k (keep b)).
Proof.
  intros Hb Hk. induction Hb as [|r b Hr Hb IH]; [constructor|]. unfold keep, lane in *. cbn [filter map].
  destruct (full r) eqn:Ef; cbn [negb map]; [|now constructor].
  rewrite (seg_full w k r Hr Hk Ef). now constructor.
Qed.

Lemma seg_empty w k : seg k (repeat false w) = E.
Proof. unfold seg. now rewrite !nth_repeat. Qed.
Lemma lane_higher w m k b : lane k (higher w m b) = lane k b ++ repeat E m.
Proof.
  unfold lane, higher. rewrite map_app. f_equal. rewrite <- (seg_empty w k). clear.
  induction m as [|m IH]; [reflexivity|]. simpl. now rewrite IH.
Qed.

(** ** Filling a cell *)
Lemma map_update_same {A B} (f : A -> B) g l : (forall a, In a l -> f (g a) = f a) -> forall n, map f (update n g l) = map f l.
Proof.
  induction l as [|a l IH]; intros H [|n]; simpl; try reflexivity.
  - f_equal. apply H. now left.
  - f_equal. apply IH. intros; apply H; now right.
Qed.
Lemma map_update {A B} (f : A -> B) g h l : (forall a, In a l -> f (g a) = h (f a)) -> forall n, map f (update n g l) = update n h (map f l).
Proof.
  induction l as [|a l IH]; intros H [|n]; simpl; try reflexivity.
  - f_equal. apply H. now left.
  - f_equal. apply IH. intros; apply H; now right.
Qed.

Lemma lane_other w k b x y : rows_of w b -> x <> 2 * k -> x <> 2 * k + 1 -> lane k (fill b (x, y)) = lane k b.
Proof.
  intros Hb H1 H2. unfold lane, fill. cbn [fst snd]. apply map_update_same. intros r _.
  unfold seg. rewrite !nth_update.
  destruct (Nat.eqb_spec x (2 * k)); [contradiction|]. destruct (Nat.eqb_spec x (2 * k + 1)); [contradiction|]. reflexivity.
Qed.
Lemma lane_left w k b y : rows_of w b -> 2 * k + 1 < w ->
  lane k (fill b (2 * k, y)) = update y (fun s => (true, snd s)) (lane k b).
Proof.
  intros Hb Hk. unfold lane, fill. cbn [fst snd]. apply map_update. intros r Hr.
  apply (proj1 (Forall_forall _ _) Hb) in Hr. unfold seg. rewrite !nth_update.
  rewrite Nat.eqb_refl. destruct (Nat.eqb_spec (2 * k) (2 * k + 1)); [lia|].
  rewrite (proj2 (Nat.ltb_lt (2 * k) (length r))) by lia. reflexivity.
Qed.
Lemma lane_right w k b y : rows_of w b -> 2 * k + 1 < w ->
  lane k (fill b (2 * k + 1, y)) = update y (fun s => (fst s, true)) (lane k b).
Proof.
  intros Hb Hk. unfold lane, fill. cbn [fst snd]. apply map_update. intros r Hr.
  apply (proj1 (Forall_forall _ _) Hb) in Hr. unfold seg. rewrite !nth_update.
  rewrite Nat.eqb_refl. destruct (Nat.eqb_spec (2 * k + 1) (2 * k)); [lia|].
  rewrite (proj2 (Nat.ltb_lt (2 * k + 1) (length r))) by lia. reflexivity.
Qed.

Lemma update_app {A} (g : A -> A) a l : forall n, update (length a + n) g (a ++ l) = a ++ update n g l.
Proof. induction a as [|e a IH]; intros n; simpl; [reflexivity|]. now rewrite IH. Qed.

(** ** An upright kink in a lane *)

(** What stands on [pre] counts for itself, if [pre] was not bare before. *)
Lemma top_app_some pre X : top X <> E -> top (pre ++ X) <> E.
Proof. intros H. induction pre as [|s pre IH]; [exact H|]. cbn [app top]. destruct (top (pre ++ X)) as [[] []]; congruence. Qed.
Lemma top_app_last pre X : pre <> [] -> last pre F <> E -> top (pre ++ X) <> E.
Proof.
  induction pre as [|s pre IH]; [congruence|]. intros _ H. cbn [app top]. destruct pre as [|u pre].
  - simpl in *. destruct (top X) as [[] []]; congruence.
  - assert (T : top ((u :: pre) ++ X) <> E) by (apply IH; [discriminate | exact H]).
    destruct (top ((u :: pre) ++ X)) as [[] []]; congruence.
Qed.
Lemma cost_app pre X X' : top X <> E \/ last pre F <> E -> top X' <> E ->
  (cost (pre ++ X') - cost (pre ++ X) = cost X' - cost X)%Z.
Proof.
  intros H H'. induction pre as [|s pre IH]; [reflexivity|]. cbn [app cost].
  assert (P : price s (top (pre ++ X')) = price s (top (pre ++ X))).
  { pose proof (top_app_some pre X' H') as T'.
    destruct s as [[] []]; try reflexivity.
    assert (T : top (pre ++ X) <> E).
    { destruct H as [H|H]; [now apply top_app_some|]. destruct pre as [|u pre]; [now simpl in H|].
      apply top_app_last; [discriminate | exact H]. }
    cbn [price]. destruct (top (pre ++ X')) as [[] []], (top (pre ++ X)) as [[] []]; congruence. }
  rewrite P. assert (H2 : top X <> E \/ last pre F <> E).
  { destruct H as [H|H]; [now left|right]. destruct pre; [discriminate | exact H]. }
  specialize (IH H2). lia.
Qed.
Lemma top_app pre X : top X <> E -> top (pre ++ X) = top X.
Proof.
  intros H. induction pre as [|s pre IH]; [reflexivity|]. cbn [app top]. rewrite IH. destruct (top X) as [[] []]; congruence.
Qed.

Lemma lane_cell k b y : nth y (lane k b) E = (cell_of b (2 * k) y, cell_of b (2 * k + 1) y).
Proof.
  unfold lane, cell_of. destruct (Nat.lt_ge_cases y (length b)) as [H|H].
  - rewrite nth_indep with (d' := seg k []) by now rewrite map_length. now rewrite map_nth.
  - rewrite nth_overflow by now rewrite map_length. rewrite (nth_overflow b) by exact H. unfold seg. now destruct (2 * k), (2 * k + 1).
Qed.

Lemma three_rows {A} (c : list A) y : y + 2 < length c ->
  exists pre s0 s1 s2 post, c = pre ++ s0 :: s1 :: s2 :: post /\ length pre = y.
Proof.
  intros H. exists (firstn y c). pose proof (firstn_skipn y c) as J.
  assert (L : length (firstn y c) = y) by (apply firstn_length_le; lia).
  destruct (skipn y c) as [|s0 [|s1 [|s2 post]]] eqn:S0;
    try (rewrite <- J, app_length in H; simpl in H; lia).
  exists s0, s1, s2, post. split; [congruence | exact L].
Qed.

(** The lowest and the highest of the three segments, before and after. *)
Definition low_seg (l p : bool) : segment := if l then (p, false) else (false, p).
Definition low_then (l p : bool) : segment := if l then (p, true) else (true, p).
Definition high_seg (l q : bool) : segment := if l then (false, q) else (q, false).
Definition high_then (l q : bool) : segment := if l then (true, q) else (q, true).

Lemma in_lane l w k b y : rows_of w b -> 2 * k + 1 < w -> at_rest w b (upright l) (2 * k) y = true ->
  exists pre p q post m,
    lane k b ++ repeat E m = pre ++ low_seg l p :: E :: high_seg l q :: post /\
    lane k (filled w b (upright l) (2 * k) y) = pre ++ low_then l p :: F :: high_then l q :: post /\
    (p = true \/ last pre F <> E) /\ length pre = y.
Proof.
  intros Hb Hk H. unfold at_rest in H. rewrite andb_true_iff in H. destruct H as [Hf Hrest].
  set (m := top_row (upright l) y - length b).
  assert (Hm : top_row (upright l) y = y + 3) by (unfold top_row; destruct l; cbn; lia).
  assert (Hlen : y + 2 < length (lane k (higher w m b))).
  { unfold lane, higher. rewrite map_length, app_length, repeat_length. lia. }
  destruct (three_rows _ y Hlen) as (pre & s0 & s1 & s2 & post & Ec & Hpre).
  assert (Cell : forall i, nth (y + i) (lane k (higher w m b)) E =
    (cell_of b (2 * k) (y + i), cell_of b (2 * k + 1) (y + i))) by (intros i; now rewrite lane_cell, !cell_higher).
  rewrite Ec in Cell.
  pose proof (Cell 0) as C0. pose proof (Cell 1) as C1. pose proof (Cell 2) as C2. clear Cell.
  rewrite <- Hpre in C0, C1, C2. rewrite app_nth2_plus in C0, C1, C2. rewrite Hpre in C0, C1, C2. cbn [nth] in C0, C1, C2.
  assert (Open : forall c, In c (upright l) -> cell_of b (2 * k + fst c) (y + snd c) = false).
  { intros c Hc. unfold fits in Hf. rewrite forallb_forall in Hf. specialize (Hf c Hc). unfold open in Hf.
    rewrite andb_true_iff, negb_true_iff in Hf. apply Hf. }
  assert (Below : forall y', y = S y' -> exists c, In c (upright l) /\ cell_of b (2 * k + fst c) (y' + snd c) = true).
  { intros y' ->. rewrite negb_true_iff in Hrest. unfold fits in Hrest.
    assert (G : existsb (fun c => negb (open w b (2 * k + fst c, y' + snd c))) (upright l) = true).
    { revert Hrest. clear. induction (upright l) as [|c t IH]; [discriminate|]. cbn [forallb existsb].
      destruct (open w b (2 * k + fst c, y' + snd c)); cbn [andb orb negb]; auto. }
    apply existsb_exists in G. destruct G as (c & Hc & G). exists c. split; [exact Hc|].
    unfold open in G. rewrite negb_true_iff, andb_false_iff, negb_false_iff in G. destruct G as [G|G]; [|exact G].
    exfalso. apply Nat.ltb_ge in G. cbn [fst] in G. destruct l; cbn [In upright] in Hc; intuition (subst; cbn [fst] in *; lia). }
  assert (Under : forall y', y = S y' -> nth y' (lane k (higher w m b)) E = last pre F).
  { intros y' ->. rewrite Ec. destruct (exists_last (l := pre)) as (a & u & ->); [intros ->; discriminate|].
    rewrite app_length in Hpre. simpl in Hpre. rewrite last_last, <- app_assoc.
    replace y' with (length a + 0) by lia. now rewrite app_nth2_plus. }
  assert (Rest : last pre F <> E \/ (exists c, In c (upright l) /\ exists y', y = S y' /\ snd c <> 0 /\
     cell_of b (2 * k + fst c) (y' + snd c) = true)).
  { destruct y as [|y']; [left; destruct pre; [discriminate | discriminate]|].
    destruct (Below y' eq_refl) as (c & Hc & Hfull).
    destruct (Nat.eq_dec (snd c) 0) as [Z0|Z0]; [|right; eauto 7].
    left. rewrite <- (Under y' eq_refl), lane_cell, !cell_higher. rewrite Z0, Nat.add_0_r in Hfull.
    assert (fst c = 0 \/ fst c = 1) by (destruct l; cbn in Hc; intuition (subst; simpl; auto)).
    destruct H as [H|H]; rewrite H, ?Nat.add_0_r in Hfull; rewrite Hfull; [discriminate|].
    destruct (cell_of b (2 * k) y'); discriminate. }
  assert (Hrows := rows_higher w m b Hb).
  assert (P : (if l then cell_of b (2 * k) y else cell_of b (2 * k + 1) y) = true \/ last pre F <> E).
  { destruct Rest as [Rest|(c & Hc & y' & -> & Hs & Hfull)]; [now right | left].
    destruct l; cbn [In upright] in Hc; repeat (destruct Hc as [<-|Hc]; [cbn [fst snd] in *; try congruence|]); try destruct Hc.
    - exfalso. pose proof (Open (0,1) ltac:(simpl; tauto)) as O. cbn [fst snd] in O.
      replace (S y' + 1) with (y' + 2) in O by lia. congruence.
    - rewrite Nat.add_0_r in Hfull. now replace (S y') with (y' + 1) by lia.
    - exfalso. pose proof (Open (1,0) ltac:(simpl; tauto)) as O. cbn [fst snd] in O.
      replace (S y' + 0) with (y' + 1) in O by lia. congruence.
    - exfalso. pose proof (Open (0,0) ltac:(simpl; tauto)) as O. cbn [fst snd] in O.
      replace (S y' + 0) with (y' + 1) in O by lia. congruence.
    - exfalso. pose proof (Open (1,1) ltac:(simpl; tauto)) as O. cbn [fst snd] in O.
      replace (S y' + 1) with (y' + 2) in O by lia. congruence.
    - now replace (S y') with (y' + 1) by lia. }
  exists pre, (if l then cell_of b (2 * k) y else cell_of b (2 * k + 1) y),
    (if l then cell_of b (2 * k + 1) (y + 2) else cell_of b (2 * k) (y + 2)), post, m.
  assert (O : forall x' y', In (x', y') (upright l) -> cell_of b (2 * k + x') (y + y') = false) by (intros x' y'; apply Open).
  rewrite <- (lane_higher w m k b), Ec. clear Open Below Under Rest Hrest Hf.
  unfold filled. fold m. rewrite Nat.add_0_r in C0.
  assert (V : s0 = low_seg l (if l then cell_of b (2 * k) y else cell_of b (2 * k + 1) y) /\ s1 = E /\
              s2 = high_seg l (if l then cell_of b (2 * k + 1) (y + 2) else cell_of b (2 * k) (y + 2))).
  { destruct l; cbn [low_seg high_seg]; subst s0 s1 s2.
    - pose proof (O 0 2 ltac:(simpl; tauto)) as O1. pose proof (O 0 1 ltac:(simpl; tauto)) as O2.
      pose proof (O 1 1 ltac:(simpl; tauto)) as O3. pose proof (O 1 0 ltac:(simpl; tauto)) as O4.
      rewrite ?Nat.add_0_r in *. now rewrite O1, O2, O3, O4.
    - pose proof (O 0 1 ltac:(simpl; tauto)) as O1. pose proof (O 0 0 ltac:(simpl; tauto)) as O2.
      pose proof (O 1 2 ltac:(simpl; tauto)) as O3. pose proof (O 1 1 ltac:(simpl; tauto)) as O4.
      rewrite ?Nat.add_0_r in *. now rewrite O1, O2, O3, O4. }
  destruct V as (V0 & V1 & V2). rewrite V0, V1, V2 in Ec. clear C0 C1 C2.
  rewrite V0, V1, V2. split; [reflexivity|]. split; [|split; [exact P | exact Hpre]].
  set (p := if l then _ else _) in *. set (q := if l then cell_of b (2 * k + 1) (y + 2) else _) in *.
  clearbody p q. clear -Ec Hpre Hk Hrows. revert Ec Hrows. generalize (higher w m b). intros c Ec Hc.
  assert (Z : forall f, update y f = update (A := segment) (length pre + 0) f) by (intros f; now rewrite Nat.add_0_r, Hpre).
  destruct l; cbn [at_cell upright map fold_left fst snd low_seg high_seg low_then high_then] in *; rewrite ?Nat.add_0_r;
    repeat (first [rewrite (lane_right w) | rewrite (lane_left w)];
      [ | repeat first [assumption | apply (put_rows w [_])] | exact Hk]);
    rewrite Ec, Z, <- Hpre, !update_app; reflexivity.
Qed.

(** It lowers the cost of the lane, but where it stands on the highest segment, with
    nothing above, and that segment is the one that this kink fills. *)
Lemma in_lane_cost l w k b y : rows_of w b -> 2 * k + 1 < w -> at_rest w b (upright l) (2 * k) y = true ->
  let c := lane k (filled w b (upright l) (2 * k) y) in
  (cost c < cost (lane k b))%Z \/
  cost c = cost (lane k b) /\ top (lane k b) = half l /\ top c = half l.
Proof.
  intros Hb Hk H c. destruct (in_lane l w k b y Hb Hk H) as (pre & p & q & post & m & E0 & E1 & P & _).
  destruct (above_empty (lane k b) m) as [<- <-]. subst c. rewrite E0, E1.
  set (X := low_seg l p :: E :: high_seg l q :: post). set (X' := low_then l p :: F :: high_then l q :: post).
  assert (T' : top X' <> E).
  { unfold X'. cbn [top]. destruct (top post) as [[] []], l, p, q; discriminate. }
  assert (G : top X <> E \/ last pre F <> E).
  { destruct P as [-> |P]; [left | now right]. unfold X. cbn [top]. destruct (top post) as [[] []], l, q; discriminate. }
  pose proof (cost_app pre X X' G T') as D.
  destruct (top post) as [t1 t2] eqn:Tp. unfold X, X' in D. cbn [cost top] in D. rewrite Tp in D.
  destruct (p && negb q && negb t1 && negb t2) eqn:C.
  - right. rewrite !andb_true_iff, !negb_true_iff in C. destruct C as [[[-> ->] ->] ->].
    assert (HX : top X = half l) by (unfold X; cbn [top]; rewrite Tp; now destruct l).
    assert (HX' : top X' = half l) by (unfold X'; cbn [top]; rewrite Tp; now destruct l).
    split; [|split].
    + fold X X' in D. destruct l; cbn [low_seg low_then high_seg high_then price] in D; unfold X, X' in *; lia.
    + rewrite top_app, HX; [reflexivity | rewrite HX; now destruct l].
    + rewrite top_app, HX'; [reflexivity | rewrite HX'; now destruct l].
  - left. fold X X' in D. destruct l, p, q, t1, t2; try discriminate C;
      cbn [low_seg low_then high_seg high_then price] in D; unfold X, X' in *; lia.
Qed.

Lemma in_lane_others l w k j b y : rows_of w b -> j <> k ->
  lane j (filled w b (upright l) (2 * k) y) =
  lane j b ++ repeat E (top_row (upright l) y - length b).
Proof.
  intros Hb Hj. rewrite <- (lane_higher w). unfold filled.
  pose proof (rows_higher w (top_row (upright l) y - length b) b Hb) as Hc. revert Hc.
  generalize (higher w (top_row (upright l) y - length b) b). intros c Hc.
  destruct l; cbn [at_cell upright map fold_left fst snd];
    repeat (rewrite (lane_other w); [ | repeat first [assumption | apply (put_rows w [_])] | lia | lia]); reflexivity.
Qed.
