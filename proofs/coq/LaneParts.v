(** A well cut into parts of some columns each, and what a piece in one part does. *)
From Coq Require Import Arith List Bool Lia.
From Topple Require Import Statements Wells WellCheck LaneCheck.
Import ListNotations Well LaneStrategy.

(** * Lists *)
Lemma update_app {A} (f : A -> A) a b : forall y, y < length a -> update y f (a ++ b) = update y f a ++ b.
Proof. induction a as [|x a IH]; intros [|y] H; simpl in *; try lia; [reflexivity|]. rewrite IH by lia. reflexivity. Qed.
Lemma update_map {A B} (g : A -> B) f f' : (forall a, g (f a) = f' (g a)) ->
  forall l y, map g (update y f l) = update y f' (map g l).
Proof. intros H. induction l as [|a l IH]; intros [|y]; simpl; [reflexivity | reflexivity | |]; now rewrite ?H, ?IH. Qed.
Lemma update_same {A} l : forall y, update y (fun a : A => a) l = l.
Proof. induction l as [|a l IH]; intros [|y]; simpl; try reflexivity. now rewrite IH. Qed.

Lemma firstn_update {A} (f : A -> A) r : forall w x, x < w -> firstn w (update x f r) = update x f (firstn w r).
Proof. induction r as [|a r IH]; intros [|w] [|x] H; simpl; try lia; try reflexivity. rewrite IH by lia. reflexivity. Qed.
Lemma firstn_update_right {A} (f : A -> A) r : forall w x, firstn w (update (w + x) f r) = firstn w r.
Proof. induction r as [|a r IH]; intros [|w] x; simpl; try reflexivity. now rewrite IH. Qed.
Lemma skipn_update {A} (f : A -> A) r : forall w x, skipn w (update (w + x) f r) = update x f (skipn w r).
Proof. induction r as [|a r IH]; intros [|w] x; simpl; try reflexivity; [now destruct x | apply IH]. Qed.
Lemma skipn_update_left {A} (f : A -> A) r : forall w x, x < w -> skipn w (update x f r) = skipn w r.
Proof. induction r as [|a r IH]; intros [|w] [|x] H; simpl; try lia; try reflexivity. apply IH. lia. Qed.
Lemma nth_skipn {A} (d : A) w : forall r x, nth x (skipn w r) d = nth (w + x) r d.
Proof. induction w as [|w IH]; intros [|a r] x; simpl; try reflexivity; [now destruct x | apply IH]. Qed.
Lemma nth_firstn {A} (d : A) w : forall r x, x < w -> nth x (firstn w r) d = nth x r d.
Proof. induction w as [|w IH]; intros [|a r] [|x] H; simpl; try lia; try reflexivity. apply IH. lia. Qed.
Lemma row_firstn w (b : well) y : nth y (map (firstn w) b) [] = firstn w (nth y b []).
Proof. rewrite <- (map_nth (firstn w) b []). now rewrite firstn_nil. Qed.
Lemma row_skipn w (b : well) y : nth y (map (skipn w) b) [] = skipn w (nth y b []).
Proof. rewrite <- (map_nth (skipn w) b []). now rewrite skipn_nil. Qed.
Lemma firstn_repeat {A} (a : A) w n : w <= n -> firstn w (repeat a n) = repeat a w.
Proof. revert n. induction w as [|w IH]; intros [|n] H; simpl; try lia; try reflexivity. rewrite IH by lia. reflexivity. Qed.
Lemma skipn_repeat {A} (a : A) w n : skipn w (repeat a n) = repeat a (n - w).
Proof. revert n. induction w as [|w IH]; intros [|n]; simpl; try reflexivity. apply IH. Qed.
Lemma map_repeat {A B} (g : A -> B) a n : map g (repeat a n) = repeat (g a) n.
Proof. induction n as [|n IH]; simpl; [reflexivity | now rewrite IH]. Qed.

(** * Parts *)
Definition parts : Type := list (nat * profile).
Definition columns (ps : parts) : nat := fold_right (fun e s => fst e + s) 0 ps.
(** From the left; above a profile all is empty, and right of the last part is nothing. *)
Fixpoint covers (b : well) (ps : parts) : Prop :=
  match ps with
  | [] => Forall (fun r => r = []) b
  | (w, p) :: ps => (exists m, map (firstn w) b = p ++ repeat (repeat false w) m) /\ covers (map (skipn w) b) ps
  end.

Lemma covers_height ps : forall b w p, covers b ps -> In (w, p) ps -> length p <= length b.
Proof.
  induction ps as [|(w', p') ps IH]; intros b w p Hb Hin; [destruct Hin|].
  destruct Hb as [[m H] H'], Hin as [E|Hin].
  - injection E as -> ->. apply (f_equal (@length _)) in H. rewrite map_length, app_length in H. lia.
  - specialize (IH _ _ _ H' Hin). now rewrite map_length in IH.
Qed.

Lemma covers_nothing ps : (forall e, In e ps -> snd e = []) -> covers [] ps.
Proof.
  induction ps as [|(w, p) ps IH]; intros H; simpl; [constructor|]. split; [|apply IH; intros; apply H; now right].
  exists 0. specialize (H _ (or_introl eq_refl)). simpl in *. now subst.
Qed.

(** One part: its cells are those of the well. *)
Lemma covers_cell before : forall b w p after x y, covers b (before ++ (w, p) :: after) -> x < w ->
  nth (columns before + x) (nth y b []) false = nth x (nth y p []) false.
Proof.
  induction before as [|(w', p') before IH]; intros b w p after x y [[m H] H'] Hx; simpl in *.
  - rewrite <- (nth_firstn false w) by exact Hx. rewrite <- row_firstn, H.
    destruct (Nat.lt_ge_cases y (length p)) as [Hy|Hy]; [now rewrite app_nth1 by exact Hy|].
    rewrite app_nth2 by exact Hy. rewrite (nth_overflow p) by exact Hy.
    destruct (Nat.lt_ge_cases (y - length p) m) as [Hm|Hm].
    + rewrite nth_indep with (d' := repeat false w) by now rewrite repeat_length.
      rewrite nth_repeat, nth_repeat. now destruct x.
    + now rewrite (nth_overflow (repeat (repeat false w) m)) by now rewrite repeat_length.
  - specialize (IH _ _ _ _ x y H' Hx). rewrite <- IH.
    rewrite row_skipn, nth_skipn. f_equal. lia.
Qed.

(** A row is full if it is in all parts. *)
Lemma covers_full ps : forall b y, covers b ps -> y < length b ->
  full (nth y b []) = forallb (fun e => full_at (fst e) y (snd e)) ps.
Proof.
  induction ps as [|(w, p) ps IH]; intros b y H Hy; simpl in *.
  - rewrite Forall_forall in H. now rewrite (H _ (nth_In b [] Hy)).
  - destruct H as [[m H] H']. specialize (IH _ y H'). rewrite map_length in IH. rewrite <- (IH Hy).
    rewrite row_skipn.
    assert (E : firstn w (nth y b []) = nth y p (repeat false w)).
    { transitivity (nth y (map (firstn w) b) (repeat false w)).
      - rewrite (nth_indep (map (firstn w) b) _ []) by now rewrite map_length. now rewrite row_firstn.
      - rewrite H. destruct (Nat.lt_ge_cases y (length p)) as [Hp|Hp]; [now rewrite app_nth1 by exact Hp|].
        rewrite app_nth2 by exact Hp. rewrite nth_repeat. now rewrite nth_overflow by exact Hp. }
    unfold full_at. rewrite <- E. rewrite <- (firstn_skipn w (nth y b [])) at 1. unfold full. apply forallb_app.
Qed.

(** * Rows that go *)
Lemma sift_map gone (f : list bool -> list bool) p : forall y, sift gone y (map f p) = map f (sift gone y p).
Proof. induction p as [|r p IH]; intros y; simpl; [reflexivity|]. rewrite IH. now destruct (gone y). Qed.
Lemma sift_zeros gone z m p : forall y, exists m', sift gone y (p ++ repeat z m) = sift gone y p ++ repeat z m'.
Proof.
  induction p as [|r p IH]; intros y; simpl.
  - revert y. induction m as [|m IHm]; intros y; simpl; [now exists 0|].
    destruct (IHm (S y)) as [m' E]. rewrite E. destruct (gone y); [exists m' | exists (S m')]; reflexivity.
  - destruct (IH (S y)) as [m' E]. exists m'. rewrite E. now destruct (gone y).
Qed.
Lemma sift_length gone p : forall q y, length p <= length q -> length (sift gone y p) <= length (sift gone y q).
Proof.
  induction p as [|r p IH]; intros [|s q] y H; simpl in *; try lia.
  specialize (IH q (S y)). destruct (gone y); simpl; lia.
Qed.
Lemma sift_ext gone gone' p : forall y, (forall z, y <= z < y + length p -> gone z = gone' z) ->
  sift gone y p = sift gone' y p.
Proof.
  induction p as [|r p IH]; intros y H; simpl in *; [reflexivity|].
  rewrite (H y) by lia. rewrite (IH (S y)) by (intros z Hz; apply H; lia). reflexivity.
Qed.
Lemma filter_sift b : forall y, filter (fun r => negb (full r)) b = sift (fun z => full (nth (z - y) b [])) y b.
Proof.
  induction b as [|r b IH]; intros y; simpl; [reflexivity|]. rewrite Nat.sub_diag.
  rewrite (sift_ext _ (fun z => full (nth (z - S y) b []))).
  - rewrite <- IH. now destruct (full r).
  - intros z Hz. replace (z - y) with (S (z - S y)) by lia. reflexivity.
Qed.

Lemma covers_sift gone ps : forall b, covers b ps ->
  covers (sift gone 0 b) (map (fun e => (fst e, sift gone 0 (snd e))) ps).
Proof.
  induction ps as [|(w, p) ps IH]; intros b H; simpl in *.
  - assert (E : forall y, incl (sift gone y b) b).
    { clear. induction b as [|r b IH]; intros y; simpl; [easy|]. specialize (IH (S y)).
      destruct (gone y); [now apply incl_tl | now apply incl_cons; [now left | apply incl_tl]]. }
    rewrite Forall_forall in *. intros r Hr. apply H. now apply (E 0).
  - destruct H as [[m H] H']. split; [|rewrite <- sift_map; now apply IH].
    rewrite <- sift_map, H. apply sift_zeros.
Qed.

(** * A piece *)
Lemma covers_pad before w p after : forall b j, covers b (before ++ (w, p) :: after) -> length p + j <= length b ->
  covers b (before ++ (w, p ++ repeat (repeat false w) j) :: after).
Proof.
  induction before as [|(w', p') before IH]; intros b j [[m H] H'] Hj; simpl in *.
  - split; [|exact H']. exists (m - j). rewrite H, <- app_assoc, <- repeat_app. f_equal. f_equal.
    apply (f_equal (@length _)) in H. rewrite map_length, app_length, repeat_length in H. lia.
  - split; [now exists m|]. apply IH; [exact H' | now rewrite map_length].
Qed.

Lemma covers_raise ps : forall b w j, covers b ps -> columns ps = w -> covers (b ++ repeat (repeat false w) j) ps.
Proof.
  induction ps as [|(w', p) ps IH]; intros b w j H E; simpl in *.
  - subst w. apply Forall_app. split; [exact H|]. apply Forall_forall. intros r Hr. now apply repeat_spec in Hr.
  - destruct H as [[m H] H']. rewrite !map_app, !map_repeat, firstn_repeat, skipn_repeat by lia. split.
    + exists (m + j). now rewrite H, <- app_assoc, <- repeat_app.
    + apply IH; [exact H' | lia].
Qed.

Lemma covers_fill before w p after : forall b x y, covers b (before ++ (w, p) :: after) -> x < w -> y < length p ->
  covers (fill b (columns before + x, y)) (before ++ (w, fill p (x, y)) :: after).
Proof.
  unfold fill. cbn [fst snd].
  induction before as [|(w', p') before IH]; intros b x y [[m H] H'] Hx Hy; simpl in *.
  - split.
    + exists m. rewrite (update_map (firstn w) _ (update x (fun _ => true))) by (intros r; now apply firstn_update).
      rewrite H. now apply update_app.
    + rewrite (update_map (skipn w) _ (fun r => r)) by (intros r; now apply skipn_update_left).
      now rewrite update_same.
  - split.
    + exists m. rewrite (update_map (firstn w') _ (fun r => r)).
      * now rewrite update_same.
      * intros r. rewrite <- Nat.add_assoc. apply firstn_update_right.
    + rewrite (update_map (skipn w') _ (update (columns before + x) (fun _ => true))).
      * now apply IH.
      * intros r. rewrite <- Nat.add_assoc. apply skipn_update.
Qed.

Definition top_of (t : WellGame.turn) (y : nat) : nat := S (y + fold_right Nat.max 0 (map snd t)).
Lemma put_length cells : forall b, length (fold_left fill cells b) = length b.
Proof. induction cells as [|c cells IH]; intros b; simpl; [reflexivity|]. rewrite IH. apply update_length. Qed.
Lemma with_piece_length w b t x y : length (WellGame.with_piece w b t x y) = Nat.max (length b) (top_of t y).
Proof.
  unfold WellGame.with_piece. rewrite put_length, app_length, repeat_length. fold (top_of t y). lia.
Qed.

Lemma covers_piece before w p after b t x y : covers b (before ++ (w, p) :: after) ->
  (forall c, In c t -> x + fst c < w) -> let all := columns (before ++ (w, p) :: after) in
  covers (WellGame.with_piece all b t (columns before + x) y)
      (before ++ (w, WellGame.with_piece w p t x y) :: after).
Proof.
  intros H Hw all. unfold WellGame.with_piece. fold (top_of t y).
  assert (Hb : covers (b ++ repeat (repeat false all) (top_of t y - length b))
                 (before ++ (w, p ++ repeat (repeat false w) (top_of t y - length p)) :: after)).
  { apply covers_pad; [now apply covers_raise|]. rewrite app_length, repeat_length.
    assert (length p <= length b) by (apply (covers_height _ _ w _ H), in_or_app; right; now left). lia. }
  assert (Hp : top_of t y <= length (p ++ repeat (repeat false w) (top_of t y - length p)))
    by (rewrite app_length, repeat_length; lia).
  revert Hb Hp. generalize (b ++ repeat (repeat false all) (top_of t y - length b)).
  generalize (p ++ repeat (repeat false w) (top_of t y - length p)).
  assert (Ht : forall c, In c t -> x + fst c < w /\ y + snd c < top_of t y).
  { intros c Hc. split; [now apply Hw|]. unfold top_of. clear -Hc. induction t as [|d t IH]; [easy|].
    simpl. destruct Hc as [->|Hc]; [lia|]. specialize (IH Hc). lia. }
  revert Ht. generalize (top_of t y) as top. clear. unfold at_cell. intros top.
  induction t as [|[dx dy] t IH]; intros Ht p b Hb Hp; simpl; [exact Hb|].
  destruct (Ht _ (or_introl eq_refl)) as [H1 H2]. simpl in H1, H2.
  apply IH; [intros c Hc; apply Ht; now right | |].
  - rewrite <- Nat.add_assoc. apply covers_fill; [exact Hb | exact H1 | lia].
  - unfold fill. now rewrite update_length.
Qed.

(** ** Where it may be dropped *)
Section Drop.
  Variables (before : parts) (w : nat) (p : profile) (after : parts) (b : well) (t : WellGame.turn).
  Hypothesis covered : covers b (before ++ (w, p) :: after).
  Notation all := (columns (before ++ (w, p) :: after)).

  Lemma fits_in_well x y : (forall c, In c t -> x + fst c < w) ->
    WellGame.fits all b t (columns before + x) y = WellGame.fits w p t x y.
  Proof.
    intros H. unfold WellGame.fits. induction t as [|[dx dy] u IH]; simpl; [reflexivity|].
    rewrite IH by (intros c Hc; apply H; now right). f_equal. specialize (H _ (or_introl eq_refl)). simpl in H.
    unfold WellGame.open. cbn [fst snd]. rewrite <- Nat.add_assoc, (covers_cell _ _ _ _ _ _ _ covered H). f_equal.
    transitivity true; [|symmetry]; apply Nat.ltb_lt; [|exact H].
    assert (E : all = columns before + (w + columns after)).
    { clear. induction before as [|e l IH]; simpl; [reflexivity|]. rewrite IH. lia. }
    rewrite E. lia.
  Qed.

  Lemma fits_columns x y : WellGame.fits w p t x y = true -> forall c, In c t -> x + fst c < w.
  Proof.
    unfold WellGame.fits. rewrite forallb_forall. intros H c Hc. specialize (H c Hc).
    unfold WellGame.open in H. apply andb_true_iff in H. simpl in H. now apply Nat.ltb_lt.
  Qed.

  Lemma fits_above x y : (forall c, In c t -> x + fst c < w) -> length p <= y -> WellGame.fits w p t x y = true.
  Proof.
    intros H Hy. apply forallb_forall. intros c Hc. unfold WellGame.open. cbn [fst snd].
    rewrite (nth_overflow p) by lia. rewrite (proj2 (Nat.ltb_lt _ _)) by now apply H. now destruct (x + fst c).
  Qed.

  Lemma dropped_in_well m new : dropped w p t m = Some new ->
    let x := columns before + column m in
    WellGame.allowed WellGame.drop all b t x (row m) /\
    covers (WellGame.with_piece all b t x (row m)) (before ++ (w, new) :: after) /\
    length new = Nat.max (length p) (top_of t (row m)).
  Proof.
    unfold dropped, allowedb. intros H.
    destruct (WellGame.at_rest w p t (column m) (row m)) eqn:Hr; [|discriminate].
    destruct (Nat.leb_spec (row m) (length p)) as [Hy|]; [|discriminate].
    destruct (forallb _ _) eqn:Hf; [|discriminate]. injection H as <-. rewrite forallb_forall in Hf.
    assert (Hw : forall c, In c t -> column m + fst c < w).
    { unfold WellGame.at_rest in Hr. apply andb_true_iff in Hr. destruct Hr as [Hr _]. exact (fits_columns _ _ Hr). }
    assert (Hh : length p <= length b) by (apply (covers_height _ _ w _ covered), in_or_app; right; now left).
    split; [|split; [now apply covers_piece | apply with_piece_length]].
    split; [|split; [lia|]].
    - unfold WellGame.at_rest in *. rewrite fits_in_well by exact Hw. destruct (row m); [exact Hr|].
      now rewrite fits_in_well by exact Hw.
    - intros z Hz. rewrite fits_in_well by exact Hw.
      destruct (Nat.le_gt_cases z (length p)) as [Hp|Hp]; [apply Hf, in_seq; lia | apply fits_above; [exact Hw | lia]].
  Qed.
End Drop.
