(** The two kinks defeat every player. *)
From Coq Require Import Arith ZArith Bool List Lia.
From Topple Require Import Statements Wells.
Import ListNotations Well WellGame.

(** A search below a bound ends. *)
Lemma some_below (P : nat -> Prop) n : (forall k, P k \/ ~ P k) -> (exists k, k < n /\ P k) \/ ~ exists k, k < n /\ P k.
Proof.
  intros D. induction n as [|n [(k & Hk & H)|IH]].
  - right. intros (k & Hk & _). lia.
  - left. exists k. split; [lia | exact H].
  - destruct (D n) as [H|H]; [left; exists n; split; [lia | exact H] | right].
    intros (k & Hk & Hp). destruct (Nat.eq_dec k n) as [->|]; [contradiction|]. apply IH. exists k. split; [lia | exact Hp].
Qed.

(** * Sums over a well after a play *)
Definition rows_of (w : nat) (b : well) : Prop := Forall (fun r => length r = w) b.
Definition cell_of (b : well) (x y : nat) : bool := nth x (nth y b []) false.
Definition higher (w m : nat) (b : well) : well := b ++ repeat (repeat false w) m.

Lemma cell_higher w m b x y : cell_of (higher w m b) x y = cell_of b x y.
Proof.
  unfold cell_of, higher. destruct (Nat.lt_ge_cases y (length b)) as [H|H].
  - now rewrite app_nth1.
  - rewrite app_nth2, (nth_overflow b) by exact H.
    destruct (nth_in_or_default (y - length b) (repeat (repeat false w) m) []) as [I|E].
    + apply repeat_spec in I. rewrite I. rewrite nth_repeat. now destruct x.
    + rewrite E. reflexivity.
Qed.

Lemma rows_higher w m b : rows_of w b -> rows_of w (higher w m b).
Proof.
  intros H. apply Forall_app. split; [exact H|]. apply Forall_forall. intros r Hr.
  apply repeat_spec in Hr. subst. apply repeat_length.
Qed.

Lemma free_cell w b x y : rows_of w b -> x < w -> y < length b -> cell_of b x y = false -> free b (x, y).
Proof.
  intros Hb Hx Hy H. unfold free. simpl. rewrite nth_indep with (d' := false); [exact H|].
  rewrite (proj1 (Forall_forall _ _) Hb); [exact Hx | now apply nth_In].
Qed.

Lemma put_rows w cells b : rows_of w b -> rows_of w (fold_left fill cells b).
Proof. intros H. now apply (put_shaped w (length b)). Qed.
Lemma put_length cells : forall b, length (fold_left fill cells b) = length b.
Proof. induction cells as [|c cells IH]; intros b; simpl; [reflexivity|]. rewrite IH. apply update_length. Qed.

Definition keep (b : well) : well := filter (fun r => negb (full r)) b.
Lemma keep_rows w b : rows_of w b -> rows_of w (keep b).
Proof. intros H. apply Forall_forall. intros r Hr. apply filter_In in Hr. now apply (proj1 (Forall_forall _ _) H). Qed.

Lemma sum_keep f w b : rows_of w b -> row_sum f 0 (repeat true w) = 0%Z -> sum f (keep b) = sum f b.
Proof.
  intros Hb F. unfold keep. induction Hb as [|r b Hr Hb IH]; [reflexivity|]. cbn [filter].
  destruct (full r) eqn:E; cbn [negb]; change (sum f (r :: b)) with (row_sum f 0 r + sum f b)%Z.
  - rewrite (row_sum_full f r E), Hr, F. exact IH.
  - change (row_sum f 0 r + sum f (filter (fun r => negb (full r)) b) = row_sum f 0 r + sum f b)%Z. now rewrite IH.
Qed.

Lemma sum_bounded f B w b : (0 <= B)%Z -> (forall i, i < w -> (- B <= f i <= B)%Z) -> rows_of w b ->
  (- (B * Z.of_nat (w * length b)) <= sum f b <= B * Z.of_nat (w * length b))%Z.
Proof.
  intros HB Hf. assert (Hrow : forall r i, i + length r <= w ->
    (- (B * Z.of_nat (length r)) <= row_sum f i r <= B * Z.of_nat (length r))%Z).
  { induction r as [|c r IH]; intros i Hi; cbn [row_sum length] in *; [lia|].
    specialize (IH (S i) ltac:(lia)). specialize (Hf i ltac:(lia)). destruct c; nia. }
  induction 1 as [|r b Hr Hb IH]; [simpl; lia|].
  change (sum f (r :: b)) with (row_sum f 0 r + sum f b)%Z. cbn [length].
  specialize (Hrow r 0 ltac:(simpl; lia)). rewrite Hr in Hrow. nia.
Qed.

(** What is put in a play, before full rows go. *)
Definition top_row (t : turn) (y : nat) : nat := S (y + fold_right Nat.max 0 (map snd t)).
Definition filled (w : nat) (b : well) (t : turn) (x y : nat) : well :=
  fold_left fill (at_cell x y t) (higher w (top_row t y - length b) b).
Lemma played_keep w b t x y : played w b t x y = keep (filled w b t x y).
Proof. reflexivity. Qed.

Lemma filled_rows w b t x y : rows_of w b -> rows_of w (filled w b t x y).
Proof. intros H. apply put_rows, rows_higher, H. Qed.
Lemma played_rows w b t x y : rows_of w b -> rows_of w (played w b t x y).
Proof. intros H. rewrite played_keep. apply keep_rows, filled_rows, H. Qed.

Lemma max_at_least l a : In a l -> a <= fold_right Nat.max 0 l.
Proof. induction l as [|b l IH]; simpl; [tauto|]. intros [->|H]; [lia|]. specialize (IH H). lia. Qed.

Lemma fits_free w b t x y m : rows_of w b -> fits w b t x y = true -> top_row t y <= m + length b ->
  forall c, In c (at_cell x y t) -> free (higher w m b) c.
Proof.
  intros Hb Hf Hm c Hc. apply in_map_iff in Hc. destruct Hc as (c0 & <- & Hc).
  unfold fits in Hf. rewrite forallb_forall in Hf. specialize (Hf c0 Hc). unfold open in Hf. cbn [fst snd] in Hf.
  rewrite andb_true_iff, Nat.ltb_lt, negb_true_iff in Hf. destruct Hf as [Hx Hf].
  apply (free_cell w); [now apply rows_higher | exact Hx | | now rewrite cell_higher].
  unfold higher. rewrite app_length, repeat_length. unfold top_row in Hm.
  pose proof (max_at_least (map snd t) (snd c0) (in_map snd t c0 Hc)). lia.
Qed.

Definition added (f : nat -> Z) (x : nat) (t : turn) : Z := fold_right (fun c s => (f (x + fst c)%nat + s)%Z) 0%Z t.

Lemma sum_played f w b t x y : rows_of w b -> NoDup (at_cell x y t) -> fits w b t x y = true ->
  row_sum f 0 (repeat true w) = 0%Z -> sum f (played w b t x y) = (sum f b + added f x t)%Z.
Proof.
  intros Hb Hn Hf F. rewrite played_keep, (sum_keep f w) by (auto using filled_rows).
  unfold filled. rewrite sum_put; [|exact Hn | apply fits_free; auto; lia].
  unfold higher. rewrite sum_app, sum_empty. unfold added, at_cell.
  replace (fold_right (fun c s => (f (fst c) + s)%Z) 0%Z (map (fun c => (x + fst c, y + snd c)) t))
    with (fold_right (fun c s => (f (x + fst c)%nat + s)%Z) 0%Z t); [lia|].
  clear. induction t as [|c t IH]; simpl; [reflexivity|]. now rewrite IH.
Qed.

(** * The turns of a kink *)
Definition lying (l : bool) : turn :=
  if l then [(0,0); (1,0); (1,1); (2,1)] else [(1,0); (2,0); (0,1); (1,1)].
Definition upright (l : bool) : turn :=
  if l then [(0,2); (0,1); (1,1); (1,0)] else [(0,1); (0,0); (1,2); (1,1)].
Lemma kink_turns l t : In t (turns (kink l)) -> t = lying l \/ t = upright l.
Proof. destruct l; cbn; intuition congruence. Qed.

Lemma kink_NoDup l t x y : In t (turns (kink l)) -> NoDup (at_cell x y t).
Proof.
  intros H. apply FinFun.Injective_map_NoDup.
  - intros [a b] [c d] E. injection E as E1 E2. simpl in *. f_equal; lia.
  - destruct (kink_turns l t H) as [-> | ->]; destruct l; cbn; repeat constructor; simpl; intuition discriminate.
Qed.

Lemma kink_added f l t x : In t (turns (kink l)) ->
  t = lying l /\ added f x t = (f x + 2 * f (S x) + f (S (S x)))%Z \/
  t = upright l /\ added f x t = (2 * f x + 2 * f (S x))%Z.
Proof.
  intros H. destruct (kink_turns l t H) as [-> | ->]; [left | right]; (split; [reflexivity|]);
    destruct l; cbn [added fold_right lying upright fst snd];
    replace (x + 2) with (S (S x)) by lia; replace (x + 1) with (S x) by lia; rewrite ?Nat.add_0_r; lia.
Qed.

Lemma kink_width l t w b x y : In t (turns (kink l)) -> fits w b t x y = true ->
  S x < w /\ (t = lying l -> S (S x) < w).
Proof.
  intros H Hf. unfold fits in Hf. rewrite forallb_forall in Hf.
  assert (G : forall c, In c t -> x + fst c < w).
  { intros c Hc. specialize (Hf c Hc). unfold open in Hf. cbn [fst] in Hf.
    rewrite andb_true_iff, Nat.ltb_lt in Hf. tauto. }
  split.
  - destruct (kink_turns l t H) as [-> | ->]; destruct l;
      specialize (G (1, 1)); cbn in G; intuition lia.
  - intros ->. destruct l; [specialize (G (2, 1)) | specialize (G (2, 0))]; cbn in G; intuition lia.
Qed.

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

(** * Sequences of kinks *)

(** [b'] comes of [b] by these kinks, and the player is not lost. *)
Inductive run (r : rule) (w d : nat) : list bool -> well -> well -> Prop :=
  | run_none b : run r w d [] b b
  | run_one l rest b b' t x y : In t (turns (kink l)) -> allowed r w b t x y ->
      length (played w b t x y) <= d -> run r w d rest (played w b t x y) b' -> run r w d (l :: rest) b b'.

Lemma run_app r w d l1 : forall l2 b b', run r w d (l1 ++ l2) b b' -> exists c, run r w d l1 b c /\ run r w d l2 c b'.
Proof.
  induction l1 as [|l l1 IH]; intros l2 b b' H; [exists b; split; [constructor | exact H]|].
  cbn [app] in H. inversion H as [|? ? ? ? t x y Ht Ha Hd Hr]; subst. destruct (IH _ _ _ Hr) as (c & H1 & H2).
  exists c. split; [econstructor; eauto | exact H2].
Qed.

Lemma run_rows r w d ls b b' : run r w d ls b b' -> rows_of w b -> length b <= d -> rows_of w b' /\ length b' <= d.
Proof. induction 1; auto using played_rows. Qed.

Section EvenRuns.
  Variables (n d i : nat) (r : rule).
  Hypothesis is_lane : i < n.
  Let w := 2 * n.
  Notation pot := (potential n d).
  Notation fl := (sum (one_lane w i)).
  Notation topi b := (top (lane i b)).

  Lemma run_step l t b x y : good n d b -> In t (turns (kink l)) -> allowed r w b t x y ->
    let b' := played w b t x y in length b' <= d ->
    (pot b' < pot b)%Z \/ pot b' = pot b /\
    (topi b = half l /\ topi b' = half l \/
     fl b' = (fl b - 8)%Z /\ forall u, topi b = half u -> topi b' = half u).
  Proof. intros Hb Ht (Ha & _). now apply step; [lia | | | |]. Qed.

  Lemma half_other l : half l <> half (negb l).
  Proof. destruct l; discriminate. Qed.

  Lemma phase l m : forall b b', good n d b -> run r w d (repeat l m) b b' ->
    (pot b' < pot b)%Z \/ pot b' = pot b /\
    (topi b <> half (negb l) /\ topi b' = half l \/
     fl b' = (fl b - 8 * Z.of_nat m)%Z /\ forall u, topi b = half u -> topi b' = half u).
  Proof.
    induction m as [|m IH]; intros b b' Hb H; inversion H as [|? ? ? ? t x y Ht Ha Hd Hr]; subst.
    - right. split; [reflexivity|]. right. split; [lia | auto].
    - assert (Hg : good n d (played w b t x y)) by (split; [apply played_rows, Hb | exact Hd]).
      specialize (IH _ _ Hg Hr).
      destruct (run_step l t b x y Hb Ht Ha Hd) as [S1|[S1 S2]]; fold w in S1.
      + destruct IH as [I1|[I1 _]]; left; lia.
      + destruct IH as [I1|[I1 I2]]; [left; lia | right]. split; [congruence|].
        pose proof (half_other l) as N.
        destruct S2 as [[T1 T2]|[S2 T]], I2 as [[J1 J2]|[J1 J2]].
        * left. split; congruence.
        * left. split; [congruence | auto].
        * left. split; [|exact J2]. intros Q. apply J1. now apply T.
        * right. split; [lia|]. auto.
  Qed.

  Lemma fl_bounds b : good n d b -> (- (Z.of_nat w * Z.of_nat (w * d)) <= fl b <= Z.of_nat w * Z.of_nat (w * d))%Z.
  Proof.
    intros [Hb Hd]. assert (G : (- (Z.of_nat w * Z.of_nat (w * length b)) <= fl b <= Z.of_nat w * Z.of_nat (w * length b))%Z).
    { apply sum_bounded; [lia | | exact Hb]. intros j _. unfold one_lane, w. destruct (Nat.div2 j =? i); lia. }
    assert (L : w * length b <= w * d) by (apply Nat.mul_le_mono_l; exact Hd).
    assert (M : (Z.of_nat w * Z.of_nat (w * length b) <= Z.of_nat w * Z.of_nat (w * d))%Z)
      by (apply Z.mul_le_mono_nonneg_l; lia).
    lia.
  Qed.

  Definition many : nat := S (w * (w * d)).
  Definition block : list bool := repeat true many ++ repeat false many.

  Lemma block_falls b b' : good n d b -> run r w d block b b' -> (pot b' < pot b)%Z.
  Proof.
    intros Hb H. apply run_app in H. destruct H as (c & H1 & H2).
    assert (Hc : good n d c) by (apply (run_rows _ _ _ _ _ _ H1); apply Hb).
    assert (Hb' : good n d b') by (apply (run_rows _ _ _ _ _ _ H2); apply Hc).
    pose proof (fl_bounds b Hb) as B1. pose proof (fl_bounds c Hc) as B2. pose proof (fl_bounds b' Hb') as B3.
    assert (M : Z.of_nat many = (Z.of_nat w * Z.of_nat (w * d) + 1)%Z) by (unfold many; lia).
    destruct (phase true many b c Hb H1) as [P1|[P1 Q1]]; destruct (phase false many c b' Hc H2) as [P2|[P2 Q2]]; try lia.
    destruct Q1 as [[_ T]|[Q1 _]]; [|lia]. destruct Q2 as [[Q2 _]|[Q2 _]]; [now destruct Q2 | lia].
  Qed.

  Lemma blocks_fall times : forall b b', good n d b -> run r w d (concat (repeat block times)) b b' ->
    (pot b' + Z.of_nat times <= pot b)%Z.
  Proof.
    induction times as [|times IH]; intros b b' Hb H.
    - inversion H; subst. lia.
    - cbn [repeat concat] in H. apply run_app in H. destruct H as (c & H1 & H2).
      assert (Hc : good n d c) by (apply (run_rows _ _ _ _ _ _ H1); apply Hb).
      pose proof (block_falls b c Hb H1). specialize (IH c b' Hc H2). lia.
  Qed.
End EvenRuns.

(** ** Nobody survives *)
Definition sequence (many times : nat) : list bool := concat (repeat (repeat true many ++ repeat false many) times).

Lemma sequence_length many times : length (sequence many times) = times * (many + many).
Proof.
  unfold sequence. induction times as [|times IH]; [reflexivity|]. cbn [repeat concat].
  rewrite !app_length, !repeat_length, IH. lia.
Qed.

Lemma odd_run half d r ls : let w := 2 * half + 1 in forall b b', rows_of w b -> run r w d ls b b' ->
  sum (odd_weight w) b' = (sum (odd_weight w) b + 4 * Z.of_nat (length ls))%Z.
Proof.
  intros w. induction ls as [|l ls IH]; intros b b' Hb H; inversion H as [|? ? ? ? t x y Ht Ha Hd Hr]; subst; [simpl; lia|].
  rewrite (IH _ _ (played_rows w b t x y Hb) Hr). destruct Ha as (Ha & _). unfold at_rest in Ha.
  apply andb_true_iff in Ha. destruct Ha as [Ha _]. pose proof (odd_step half l t b x y Hb Ht Ha) as S.
  fold w in S. rewrite S. cbn [length]. lia.
Qed.

Lemma kink_fits l t w b x y : In t (turns (kink l)) -> fits w b t x y = true -> 2 <= w.
Proof. intros Ht Hf. destruct (kink_width l t w b x y Ht Hf). lia. Qed.

Lemma nobody w d : exists many times, forall r b b', rows_of w b -> length b <= d -> ~ run r w d (sequence many times) b b'.
Proof.
  destruct (Nat.Even_or_Odd w) as [[n ->]|[half ->]].
  - exists (many n d), (S (Z.to_nat (2 * limit n d))). intros r b b' Hb Hd H.
    destruct (Nat.eq_dec n 0) as [->|Hn].
    + cbn in H. inversion H as [|? ? ? ? t x y Ht (Ha & _) _ _]; subst. unfold at_rest in Ha.
      apply andb_true_iff in Ha. destruct Ha as [Ha _]. apply (kink_fits true) in Ha; [lia | exact Ht].
    + assert (Hg : good n d b) by (split; assumption).
      pose proof (blocks_fall n d 0 r ltac:(lia) _ b b' Hg H) as B.
      assert (Hg' : good n d b') by (apply (run_rows _ _ _ _ _ _ H); assumption).
      pose proof (potential_bounds n d ltac:(lia) b Hg). pose proof (potential_bounds n d ltac:(lia) b' Hg'). lia.
  - set (w := 2 * half + 1). exists (S (S w * (w * d))), 1. intros r b b' Hb Hd H.
    pose proof (odd_run half d r _ b b' Hb H) as S. rewrite sequence_length in S. fold w in S.
    destruct (run_rows _ _ _ _ _ _ H Hb Hd) as [Hb' Hd'].
    pose proof (odd_bounded half b d Hb Hd) as B1. pose proof (odd_bounded half b' d Hb' Hd') as B2. fold w in B1, B2. lia.
Qed.

Theorem kinks_win_blindly_holds : StatementsWells.kinks_win_blindly.
Proof.
  intros w d. destruct (nobody w d) as (many & times & H). exists many, times. intros r la b g [Hd Hb] S.
  assert (G : forall ls b, survives g b (map (fun l : bool => if l then 0 else 1) ls) -> exists b', run r w d ls b b').
  { induction ls as [|l ls IH]; intros c Hc; [exists c; constructor|]. cbn [map] in Hc.
    inversion Hc as [|? ? ? t x y Ht Ha Hl Hs]; subst. destruct (IH _ Hs) as (b' & Hr). exists b'.
    apply (run_one r w d l ls c b' t x y); auto. destruct l; exact Ht. }
  assert (Q : by_turns many times = map (fun l : bool => if l then 0 else 1) (sequence many times)).
  { unfold by_turns, sequence. clear. induction times as [|times IH]; [reflexivity|]. cbn [repeat concat].
    rewrite !map_app, <- IH. f_equal. f_equal; clear; induction many as [|m IHm]; cbn; congruence. }
  rewrite Q in S. destruct (G _ _ S) as (b' & Hr). exact (H r b b' Hb Hd Hr).
Qed.

(** ** The machine announces *)
Lemma announced g i j future : forall b shown ls,
  nth_error (pieces g) i = Some (kink true) -> nth_error (pieces g) j = Some (kink false) ->
  map (fun l : bool => if l then i else j) ls = firstn (length future) (shown ++ future) ->
  Forall (fun p => p < length (pieces g)) future ->
  (forall b', ~ run (how g) (width g) (depth g) ls b b') -> lost g (length future) b shown.
Proof.
  induction future as [|q future IH]; intros b shown ls Hi Hj Hm Hf H.
  - destruct ls; [|discriminate]. destruct (H b). constructor.
  - assert (E1 : shown ++ q :: future = (shown ++ [q]) ++ future) by (now rewrite <- app_assoc).
    rewrite E1 in Hm. inversion Hf as [|? ? Hq Hf']; subst.
    destruct (shown ++ [q]) as [|p rest] eqn:Es; [now destruct shown|].
    cbn [length app firstn] in Hm. destruct ls as [|l ls]; [discriminate|]. cbn [map] in Hm. injection Hm as Hp Hm.
    apply (announce g (length future) b shown q p rest Hq Es). intros t x y Ht Ha.
    destruct (Nat.lt_ge_cases (depth g) (length (played (width g) b t x y))) as [Hd|Hd]; [now left | right].
    apply (IH _ _ ls Hi Hj Hm Hf'). intros b' Hr. apply (H b').
    apply (run_one _ _ _ l ls b b' t x y); auto. unfold turns_of in Ht. subst p.
    destruct l; [rewrite (nth_error_nth _ _ _ Hi) in Ht | rewrite (nth_error_nth _ _ _ Hj) in Ht]; exact Ht.
Qed.

Theorem kinks_win_holds : StatementsWells.kinks_win.
Proof.
  intros g HL HR b [Hd Hb]. apply In_nth_error in HL, HR. destruct HL as (i & Hi), HR as (j & Hj).
  destruct (nobody (width g) (depth g)) as (many & times & H).
  set (code := fun l : bool => if l then i else j). set (start := repeat true (lookahead g)).
  set (ls := start ++ sequence many times). set (future := map code (sequence many times ++ start)).
  exists (length future), (map code start). unfold start at 1. rewrite map_length, repeat_length.
  assert (Valid : forall k, Forall (fun p => p < length (pieces g)) (map code k)).
  { intros k. apply Forall_forall. intros p Hp. apply in_map_iff in Hp. destruct Hp as (l & <- & _).
    apply nth_error_Some. unfold code. destruct l; congruence. }
  split; [reflexivity|]. split; [apply Valid|].
  apply (announced g i j future b (map code start) ls Hi Hj); [ | apply Valid |].
  - fold code. unfold future. rewrite map_length, <- map_app, firstn_map. f_equal.
    rewrite app_assoc. rewrite firstn_app. fold ls.
    assert (L : length (sequence many times ++ start) = length ls) by (unfold ls; rewrite !app_length; lia).
    rewrite L, firstn_all, Nat.sub_diag. simpl. now rewrite app_nil_r.
  - intros b' Hr. apply run_app in Hr. destruct Hr as (c & H1 & H2).
    destruct (run_rows _ _ _ _ _ _ H1 Hb Hd) as [Hc Hcd]. exact (H _ _ _ Hc Hcd H2).
Qed.

Theorem one_winner_holds : StatementsWells.one_winner.
Proof.
  intros g (n & shown & Hl & Hs & H) Hp.
  assert (G : forall n b shown, lost g n b shown -> 
    (forall q, q < length (pieces g) -> goes_on g b (shown ++ [q])) -> False).
  { clear. induction n as [|n IH]; intros b shown H Hon; inversion H as [? ? ? q p rest Hq E Hall]; subst.
    specialize (Hon q Hq). rewrite E in Hon. inversion Hon as [? ? ? t x y Ht Ha Hd Hnext]; subst.
    destruct (Hall t x y Ht Ha) as [D|L]; [lia | eauto]. }
  apply (G n [] shown H). intros q Hq. apply Hp; [rewrite app_length; simpl; lia|].
  apply Forall_app. split; [exact Hs | now constructor].
Qed.
