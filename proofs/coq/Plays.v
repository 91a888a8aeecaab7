(** What a play does to a well: weighted sums over the full cells, and the turns of a
    kink. *)
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
