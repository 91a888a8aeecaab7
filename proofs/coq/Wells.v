(** Kinks and squares in wells of odd width. Columns count +1 and -1 in turn; a
    kink and a square put as many cells into columns of one sort as of the other,
    and a full row has one more of the first sort. So the skew counts the rows
    that went, and it is bounded by the size of the well. *)
From Coq Require Import Arith ZArith Bool List Lia FinFun.
From Topple Require Import Statements.
Import ListNotations Well.

(** * Weighted sums over the full cells *)
Section Sums.
  Variable f : nat -> Z.
  Open Scope Z_scope.

  Fixpoint row_sum (i : nat) (r : list bool) : Z :=
    match r with [] => 0 | c :: r => (if c then f i else 0) + row_sum (S i) r end.
  Definition sum (b : well) : Z := fold_right (fun r s => row_sum 0 r + s) 0 b.

  Lemma row_sum_update r : forall i x, nth x r true = false ->
    row_sum i (update x (fun _ => true) r) = row_sum i r + f (i + x).
  Proof.
    induction r as [|c r IH]; intros i [|x] H; simpl in *; try discriminate.
    - subst c. rewrite Nat.add_0_r. lia.
    - rewrite IH by exact H. replace (S i + x)%nat with (i + S x)%nat by lia. lia.
  Qed.

  Lemma sum_fill b c : free b c -> sum (fill b c) = sum b + f (fst c).
  Proof.
    destruct c as [x y]. unfold free, fill. simpl. revert y.
    induction b as [|r b IH]; intros [|y] H; simpl in *; try (destruct x; discriminate).
    - rewrite row_sum_update by exact H. simpl. lia.
    - rewrite IH by exact H. lia.
  Qed.

  Lemma row_sum_full r : full r = true -> forall i, row_sum i r = row_sum i (repeat true (length r)).
  Proof.
    induction r as [|c r IH]; intros H i; simpl in *; [reflexivity|].
    apply andb_true_iff in H. destruct H as [-> H]. now rewrite (IH H (S i)).
  Qed.

  Lemma row_sum_empty n : forall i, row_sum i (repeat false n) = 0.
  Proof. induction n as [|n IH]; intros i; simpl; [reflexivity|]. now rewrite IH. Qed.

  Lemma sum_app b b' : sum (b ++ b') = sum b + sum b'.
  Proof. unfold sum. induction b as [|r b IH]; simpl; [reflexivity|]. rewrite IH. lia. Qed.

  Lemma sum_empty w n : sum (repeat (repeat false w) n) = 0.
  Proof. induction n as [|n IH]; simpl; [reflexivity|]. now rewrite row_sum_empty, IH. Qed.

  Definition cleared (b : well) : nat := length (filter full b).

  Lemma sum_clear w b : Forall (fun r => length r = w) b ->
    sum (clear w b) = sum b - Z.of_nat (cleared b) * row_sum 0 (repeat true w).
  Proof.
    intros Hb. unfold clear. rewrite sum_app, sum_empty, Z.add_0_r. unfold cleared.
    induction Hb as [|r b Hr Hb IH]; [simpl; lia|].
    cbn [filter]. destruct (full r) eqn:E; cbn [negb length];
      change (sum (r :: b)) with (row_sum 0 r + sum b).
    - rewrite IH, (row_sum_full r E), Hr. lia.
    - change (sum (r :: filter (fun r0 => negb (full r0)) b))
        with (row_sum 0 r + sum (filter (fun r0 => negb (full r0)) b)). rewrite IH. lia.
  Qed.

  Lemma sum_bound w b : (forall i, -1 <= f i <= 1) -> Forall (fun r => length r = w) b ->
    - Z.of_nat (w * length b) <= sum b <= Z.of_nat (w * length b).
  Proof.
    intros Hf. assert (Hrow : forall r i, - Z.of_nat (length r) <= row_sum i r <= Z.of_nat (length r)).
    { induction r as [|c r IH]; intros i; cbn [row_sum length]; [lia|].
      specialize (IH (S i)). specialize (Hf i). destruct c; lia. }
    induction 1 as [|r b Hr Hb IH]; [simpl; lia|].
    change (sum (r :: b)) with (row_sum 0 r + sum b). cbn [length].
    specialize (Hrow r 0%nat). rewrite Hr in Hrow. nia.
  Qed.
End Sums.

(** * Filling cells *)
Lemma nth_update {A} (g : A -> A) (d : A) l : forall n m,
  nth m (update n g l) d = if (n =? m) && (m <? length l) then g (nth m l d) else nth m l d.
Proof.
  induction l as [|a l IH]; intros [|n] [|m]; simpl; try reflexivity.
  - now rewrite andb_false_r.
  - apply IH.
Qed.

Lemma update_length {A} (g : A -> A) l : forall n, length (update n g l) = length l.
Proof. induction l as [|a l IH]; intros [|n]; simpl; auto. Qed.

Lemma free_fill b c d : free b d -> c <> d -> free (fill b c) d.
Proof.
  destruct c as [x y], d as [x' y']. unfold free, fill. simpl. intros H Hne.
  rewrite nth_update. destruct ((y =? y') && (y' <? length b)) eqn:E; [|exact H].
  rewrite nth_update. apply andb_true_iff in E. destruct E as [E _]. apply Nat.eqb_eq in E. subst y'.
  destruct (Nat.eqb_spec x x') as [->|]; [congruence | exact H].
Qed.

Lemma fill_shaped w h b c : shaped w h b -> shaped w h (fill b c).
Proof.
  intros [Hl Hw]. split; [unfold fill; now rewrite update_length|].
  unfold fill. clear Hl. destruct c as [x y]. simpl. revert y.
  induction Hw as [|r b Hr Hb IH]; intros [|y]; simpl; constructor; auto.
  now rewrite update_length.
Qed.

Lemma put_shaped w h cells : forall b, shaped w h b -> shaped w h (fold_left fill cells b).
Proof. induction cells as [|c cells IH]; intros b H; simpl; [exact H|]. apply IH, fill_shaped, H. Qed.

Lemma filter_shorter {A} (g : A -> bool) l : length (filter g l) <= length l.
Proof. induction l as [|a l IH]; simpl; [lia|]. destruct (g a); simpl; lia. Qed.

Lemma clear_shaped w h b : shaped w h b -> shaped w h (clear w b).
Proof.
  intros [Hl Hw]. unfold clear.
  assert (Hle : length (filter (fun r => negb (full r)) b) <= length b) by apply filter_shorter.
  split.
  - rewrite app_length, repeat_length. lia.
  - apply Forall_app. split.
    + apply Forall_forall. intros r Hr. apply filter_In in Hr. rewrite Forall_forall in Hw. now apply Hw.
    + apply Forall_forall. intros r Hr. apply repeat_spec in Hr. subst. apply repeat_length.
Qed.

(** Four different free cells add the weights of their columns. *)
Lemma sum_put f cells : forall b, NoDup cells -> (forall c, In c cells -> free b c) ->
  sum f (fold_left fill cells b) = (sum f b + fold_right (fun c s => f (fst c) + s) 0 cells)%Z.
Proof.
  induction cells as [|c cells IH]; intros b Hnd Hfree; simpl; [lia|].
  inversion Hnd as [|? ? Hnin Hnd']; subst.
  rewrite IH, sum_fill; [lia | apply Hfree; now left | exact Hnd' |].
  intros d Hd. apply free_fill; [apply Hfree; now right|]. intros ->. contradiction.
Qed.

Definition pieces : list (list orientation) := [left_kink; right_kink; square].

Lemma at_cell_NoDup o x y : In o (concat pieces) -> NoDup (at_cell x y o).
Proof.
  intros Ho. unfold at_cell. apply Injective_map_NoDup.
  - intros [a b] [c d] H. injection H as H1 H2. simpl in *. f_equal; lia.
  - simpl in Ho.
    repeat (destruct Ho as [<-|Ho]; [repeat constructor; simpl; intuition discriminate|]). destruct Ho.
Qed.

(** * The skew *)
Definition skew (i : nat) : Z := if Nat.even i then (-1)%Z else 1%Z.
Definition one (_ : nat) : Z := 1%Z.

Lemma skew_S i : skew (S i) = (- skew i)%Z.
Proof. unfold skew. rewrite Nat.even_succ, <- Nat.negb_even. now destruct (Nat.even i). Qed.

Lemma skew_bound i : (-1 <= skew i <= 1)%Z.
Proof. unfold skew. destruct (Nat.even i); lia. Qed.

(** Neither a kink nor a square changes the skew, and each has four cells. *)
Lemma piece_skew o x y : In o (concat pieces) ->
  fold_right (fun c s => (skew (fst c) + s)%Z) 0%Z (at_cell x y o) = 0%Z /\
  fold_right (fun c s => (one (fst c) + s)%Z) 0%Z (at_cell x y o) = 4%Z.
Proof.
  intros Ho. simpl in Ho. unfold at_cell.
  repeat (destruct Ho as [<-|Ho];
    [cbn [map fold_right fst snd]; unfold one;
     replace (x + 2) with (S (S x)) by lia; replace (x + 1) with (S x) by lia; rewrite ?Nat.add_0_r, ?skew_S;
     split; lia|]).
  destruct Ho.
Qed.

Lemma full_row half : row_sum skew 0 (repeat true (2 * half + 1)) = (-1)%Z /\
  forall n, row_sum one 0 (repeat true n) = Z.of_nat n.
Proof.
  split.
  - assert (H : forall half i, Nat.even i = true -> row_sum skew i (repeat true (2 * half + 1)) = (-1)%Z).
    { clear. induction half as [|half IH]; intros i Hi.
      - simpl. unfold skew. now rewrite Hi.
      - replace (2 * S half + 1) with (S (S (2 * half + 1))) by lia. cbn [repeat row_sum].
        rewrite IH by exact Hi. rewrite skew_S. lia. }
    now apply H.
  - assert (H : forall n i, row_sum one i (repeat true n) = Z.of_nat n).
    { induction n as [|n IH]; intros i; cbn [repeat row_sum]; [reflexivity|]. rewrite IH. change (one i) with 1%Z. lia. }
    intros n. apply H.
Qed.

Lemma after_shaped w h ps b n b' : shaped w h b -> after w ps b n b' -> shaped w h b'.
Proof.
  intros Hb H. induction H as [|n b' b'' piece _ IH _ (o & x & y & _ & _ & ->)]; [exact Hb|].
  now apply clear_shaped, put_shaped.
Qed.

(** After n pieces r rows have gone, and both sums tell how many. *)
Lemma after_sums half h b n b' : let w := 2 * half + 1 in
  shaped w h b -> after w pieces b n b' ->
  exists r, (sum skew b' = sum skew b + Z.of_nat r)%Z /\
            (sum one b' = sum one b + 4 * Z.of_nat n - Z.of_nat r * Z.of_nat w)%Z.
Proof.
  intros w Hb H. induction H as [|n b' b'' piece Hbefore (r & IH1 & IH2) Hp (o & x & y & Ho & Hfree & ->)].
  - exists 0. lia.
  - assert (Hcat : In o (concat pieces)) by (apply in_concat; eauto).
    set (put := fold_left fill (at_cell x y o) b').
    assert (Hput : shaped w h put) by (apply put_shaped, (after_shaped _ _ _ _ _ _ Hb Hbefore)).
    exists (r + cleared put).
    destruct (piece_skew o x y Hcat) as [E1 E2]. destruct (full_row half) as [F1 F2].
    assert (S1 : sum skew put = sum skew b') by (unfold put; rewrite sum_put by auto using at_cell_NoDup; lia).
    assert (S2 : sum one put = (sum one b' + 4)%Z) by (unfold put; rewrite sum_put by auto using at_cell_NoDup; lia).
    rewrite !(sum_clear _ w) by apply Hput.
    fold w in F1. rewrite F1, F2, S1, S2, IH1, IH2. split; nia.
Qed.

Lemma bounded half h b n b' : let w := 2 * half + 1 in
  shaped w h b -> after w pieces b n b' -> 4 * n <= w * h * (2 * w + 1).
Proof.
  intros w Hb H. destruct (after_sums half h b n b' Hb H) as (r & E1 & E2). fold w in E2.
  pose proof (after_shaped _ _ _ _ _ _ Hb H) as [Hl' Hw']. destruct Hb as [Hl Hw].
  pose proof (sum_bound skew w b skew_bound Hw) as B1.
  pose proof (sum_bound skew w b' skew_bound Hw') as B2.
  assert (One : forall i, (-1 <= one i <= 1)%Z) by (unfold one; lia).
  pose proof (sum_bound one w b' One Hw') as B3.
  rewrite Hl in *. rewrite Hl' in *.
  assert (B0 : (0 <= sum one b)%Z).
  { clear. assert (H : forall r i, (0 <= row_sum one i r)%Z).
    { induction r as [|c r IH]; intros i; cbn [row_sum]; [lia|]. specialize (IH (S i)). change (one i) with 1%Z. destruct c; lia. }
    induction b as [|r b IH]; [simpl; lia|]. change (0 <= row_sum one 0 r + sum one b)%Z. specialize (H r 0). lia. }
  assert (Hr : r <= 2 * (w * h)) by lia. nia.
Qed.

(** * Squares *)

(** The number of full cells of each row. *)
Definition row_count (b : well) (y : nat) : Z := row_sum one 0 (nth y b []).

Lemma row_count_fill b c y : free b c ->
  row_count (fill b c) y = (row_count b y + if (snd c =? y)%nat then 1 else 0)%Z.
Proof.
  destruct c as [x z]. unfold row_count, free, fill. simpl. intros H. rewrite nth_update.
  destruct (Nat.eqb_spec z y) as [->|]; [|simpl; lia].
  destruct (Nat.ltb_spec y (length b)) as [Hy|Hy].
  - simpl. now rewrite row_sum_update.
  - rewrite (nth_overflow b []) in H by exact Hy. destruct x; discriminate.
Qed.

Definition even_rows (b : well) : Prop := forall y, Z.even (row_count b y) = true.

Lemma square_even b x y : even_rows b ->
  (forall c, In c (at_cell x y [(0,0); (1,0); (0,1); (1,1)]) -> free b c) ->
  even_rows (fold_left fill (at_cell x y [(0,0); (1,0); (0,1); (1,1)]) b).
Proof.
  intros He Hfree z. unfold at_cell in *. cbn [map fold_left fst snd] in *.
  assert (F : forall c, In c [(x + 0, y + 0); (x + 1, y + 0); (x + 0, y + 1); (x + 1, y + 1)] -> free b c) by exact Hfree.
  rewrite !row_count_fill; repeat apply free_fill; try (apply F; simpl; tauto); try (intros E; injection E; lia).
  cbn [snd]. specialize (He z).
  destruct (Nat.eqb_spec (y + 0) z), (Nat.eqb_spec (y + 1) z); try lia; rewrite !Z.even_add, He; reflexivity.
Qed.

Lemma even_not_full half b : let w := 2 * half + 1 in
  Forall (fun r => length r = w) b -> even_rows b -> clear w b = b.
Proof.
  intros w Hw He. unfold clear.
  replace (filter (fun r => negb (full r)) b) with b.
  - rewrite Nat.sub_diag. simpl. apply app_nil_r.
  - symmetry. assert (H : forall r, In r b -> full r = false).
    { intros r Hr. apply not_true_is_false. intros Hfull.
      destruct (In_nth b r [] Hr) as (y & _ & Ey). specialize (He y). unfold row_count in He. rewrite Ey in He.
      rewrite (row_sum_full one r Hfull) in He. rewrite Forall_forall in Hw. rewrite (Hw r Hr) in He.
      rewrite (proj2 (full_row half)) in He. unfold w in He.
      rewrite Nat2Z.inj_add, Nat2Z.inj_mul, Z.even_add, Z.even_mul in He. discriminate. }
    clear -H. induction b as [|r b IH]; [reflexivity|]. simpl. rewrite (H r (or_introl eq_refl)). simpl.
    f_equal. apply IH. intros; apply H; now right.
Qed.

Lemma squares half h n b' : let w := 2 * half + 1 in
  after w [square] (empty w h) n b' ->
  even_rows b' /\ shaped w h b' /\ sum one b' = (4 * Z.of_nat n)%Z.
Proof.
  intros w H. induction H as [|n b' b'' piece H (IHe & IHs & IHc) Hp (o & x & y & Ho & Hfree & ->)].
  - split; [|split].
    + intros y. unfold row_count, empty. destruct (Nat.lt_ge_cases y h) as [Hy|Hy].
      * rewrite nth_indep with (d' := repeat false w) by now rewrite repeat_length.
        now rewrite nth_repeat, row_sum_empty.
      * now rewrite nth_overflow by now rewrite repeat_length.
    + split; [apply repeat_length|]. apply Forall_forall. intros r Hr. apply repeat_spec in Hr. subst. apply repeat_length.
    + apply sum_empty.
  - destruct Hp as [<-|[]]. destruct Ho as [<-|[]].
    set (o := [(0,0); (1,0); (0,1); (1,1)]) in *.
    assert (Hsh : shaped w h (fold_left fill (at_cell x y o) b')) by now apply put_shaped.
    pose proof (square_even b' x y IHe Hfree) as He'. fold o in He'.
    assert (Ec := even_not_full half _ (proj2 Hsh) He'). fold w in Ec. rewrite Ec.
    split; [exact He'|]. split; [exact Hsh|].
    assert (Hcat : In o (concat pieces)) by (simpl; tauto).
    rewrite sum_put, (proj2 (piece_skew o x y Hcat)), IHc by auto using at_cell_NoDup. lia.
Qed.

Lemma full_cells_sum b : Z.of_nat (full_cells b) = sum one b.
Proof.
  unfold full_cells. induction b as [|r b IH]; [reflexivity|].
  change (concat (r :: b)) with (r ++ concat b). change (sum one (r :: b)) with (row_sum one 0 r + sum one b)%Z.
  rewrite filter_app, app_length, Nat2Z.inj_add, IH. f_equal.
  generalize 0. induction r as [|[] r IHr]; intros i; cbn [filter row_sum length]; [reflexivity | |].
  - rewrite Nat2Z.inj_succ, (IHr (S i)). change (one i) with 1%Z. lia.
  - rewrite (IHr (S i)). lia.
Qed.

Theorem odd_wells_holds : StatementsWells.odd_wells.
Proof.
  intros half height width. split; [intros b n b'; apply bounded|].
  intros n b' H. destruct (squares half height n b' H) as (_ & [Hl Hw] & Hs).
  assert (One : forall i, (-1 <= one i <= 1)%Z) by (unfold one; lia).
  pose proof (sum_bound one _ b' One Hw) as B. rewrite <- full_cells_sum in Hs, B. rewrite Hl in B.
  unfold width. lia.
Qed.
