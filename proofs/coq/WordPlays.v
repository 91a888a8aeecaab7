(** What a piece that slides or drops to its place does to a well, row by row from the bottom: the rows below it stay, its
    rows get its cells, and from there on it is in a well of its own. *)
From Coq Require Import Arith ZArith List Bool Lia.
From Topple Require Import Statements Wells Plays RisingCheck RisingPlays RunsPlays WordCheck Words.
Import ListNotations Well WellGame WellLines.

(** * Wells are the same if their cells are *)
Lemma same_cells w : forall a b, rows_of w a -> rows_of w b -> length a = length b ->
  (forall c y, c < w -> y < length a -> cell_of a c y = cell_of b c y) -> a = b.
Proof.
  induction a as [|r a IH]; intros [|s b] Ha Hb L H; try discriminate; [reflexivity|].
  inversion Ha; inversion Hb; subst. f_equal.
  - apply nth_ext with (d := false) (d' := false); [congruence|]. intros c Hc.
    apply (H c 0 Hc). cbn. lia.
  - apply IH; auto. intros c y Hc Hy. apply (H c (S y) Hc). cbn. lia.
Qed.

Lemma cell_filled w cells : forall b c y, rows_of w b -> c < w -> y < length b ->
  cell_of (fold_left fill cells b) c y = cell_of b c y || existsb (same_cell (c, y)) cells.
Proof.
  induction cells as [|[c0 y0] cells IH]; intros b c y Hb Hc Hy; cbn [fold_left existsb]; [now rewrite orb_false_r|].
  assert (Hf : rows_of w (fill b (c0, y0))) by (apply (fill_shaped w (length b)); now split).
  rewrite IH by (auto; unfold fill; now rewrite update_length). rewrite orb_assoc. f_equal.
  unfold cell_of, fill, same_cell. cbn [fst snd]. rewrite nth_update.
  assert (Ly : (y <? length b) = true) by now apply Nat.ltb_lt.
  rewrite Ly, andb_true_r, (Nat.eqb_sym y y0). destruct (y0 =? y); [|now rewrite andb_false_r, orb_false_r].
  rewrite nth_update. unfold rows_of in Hb. rewrite Forall_forall in Hb. rewrite (Hb _ (nth_In _ _ Hy)).
  rewrite (proj2 (Nat.ltb_lt _ _) Hc), !andb_true_r, (Nat.eqb_sym c c0).
  destruct (c0 =? c); [now rewrite orb_true_r | now rewrite orb_false_r].
Qed.

Section Piece.
  Variables (w : nat) (t : turn) (x : nat).
  Notation put := (put_row w t x).
  Notation blank := (repeat false w).

  Lemma put_length i r : length (put i r) = w.
  Proof. unfold put_row. now rewrite map_length, seq_length. Qed.
  Definition has (c h : nat) : bool := existsb (fun d => (x + fst d =? c) && (snd d =? h)) t.
  Lemma put_nth i r c : c < w -> nth c (put i r) false = nth c r false || has c i.
  Proof.
    intros H. unfold put_row. set (f := fun c => _). rewrite nth_indep with (d' := f 0)
      by (now rewrite map_length, seq_length).
    rewrite map_nth, seq_nth by exact H. reflexivity.
  Qed.

  (** The rows of the piece from row [i] on, before full ones go. *)
  Fixpoint painted (i n : nat) (b : well) : well :=
    match n with
    | 0 => b
    | S n => match b with [] => put i blank :: painted (S i) n [] | r :: b => put i r :: painted (S i) n b end
    end.
  Lemma painted_length n : forall i b, length (painted i n b) = Nat.max n (length b).
  Proof. induction n as [|n IH]; intros i [|r b]; cbn [painted length]; rewrite ?IH; cbn [length]; lia. Qed.
  Lemma painted_rows n : forall i b, rows_of w b -> rows_of w (painted i n b).
  Proof.
    induction n as [|n IH]; intros i b Hb; [exact Hb|]. destruct Hb as [|r b Hr Hb]; cbn [painted];
      constructor; try apply put_length; apply IH; [constructor | exact Hb].
  Qed.
  Lemma painted_cell n : forall i b c y, c < w ->
    cell_of (painted i n b) c y = cell_of b c y || (y <? n) && has c (i + y).
  Proof.
    induction n as [|n IH]; intros i b c y Hc; cbn [painted]; [now rewrite orb_false_r|].
    assert (Blank : nth c blank false = false) by apply nth_repeat.
    destruct b as [|r b], y as [|y]; unfold cell_of in *; cbn [nth].
    - rewrite put_nth, Blank, Nat.add_0_r by exact Hc. destruct c; reflexivity.
    - rewrite IH by exact Hc. rewrite Nat.add_succ_r. destruct y, c; reflexivity.
    - rewrite put_nth, Nat.add_0_r by exact Hc. reflexivity.
    - rewrite IH by exact Hc. now rewrite Nat.add_succ_r.
  Qed.

  Lemma has_tall c h : has c h = true -> h < tall t.
  Proof.
    unfold has. intros H. apply existsb_exists in H. destruct H as (d & Hd & E). apply andb_true_iff in E.
    destruct E as [_ E]. apply Nat.eqb_eq in E as <-. now apply cells_tall.
  Qed.
  Lemma in_place c h : existsb (same_cell (c, h)) (at_cell x 0 t) = has c h.
  Proof.
    unfold has, at_cell. induction t as [|d l IH]; [reflexivity|]. cbn [map existsb]. rewrite IH. f_equal.
    unfold same_cell. cbn [fst snd Nat.add]. now rewrite (Nat.eqb_sym c), (Nat.eqb_sym h).
  Qed.
  Lemma filled_painted b : rows_of w b -> filled w b t x 0 = painted 0 (tall t) b.
  Proof.
    intros Hb. assert (L : length (filled w b t x 0) = Nat.max (tall t) (length b)).
    { unfold filled. rewrite Plays.put_length. unfold higher. rewrite app_length, repeat_length.
      unfold top_row, tall. cbn [Nat.add]. lia. }
    apply (same_cells w); [now apply filled_rows | now apply painted_rows | now rewrite painted_length|].
    intros c y Hc Hy. rewrite L in Hy. unfold filled. rewrite (cell_filled w).
    - rewrite cell_higher, painted_cell by exact Hc. f_equal. rewrite in_place. cbn [Nat.add].
      destruct (has c y) eqn:E; [|now rewrite andb_false_r]. apply has_tall in E. apply Nat.ltb_lt in E.
      now rewrite E.
    - now apply rows_higher.
    - exact Hc.
    - unfold higher. rewrite app_length, repeat_length. unfold top_row, tall in *. cbn [Nat.add]. lia.
  Qed.

  (** * Where a piece lies *)
  Lemma meets_true x' r h : meets t x' r h = true <-> exists c, In c t /\ snd c = h /\ nth (x' + fst c) r false = true.
  Proof.
    unfold meets. rewrite existsb_exists. split; intros (c & Hc & E); exists c;
      rewrite andb_true_iff, Nat.eqb_eq in *; tauto.
  Qed.
  Lemma fits_free_cell b z c : fits w b t x z = true -> In c t ->
    x + fst c < w /\ cell_of b (x + fst c) (z + snd c) = false.
  Proof.
    intros H Hc. apply (fits_open _ _ _ _ _ _ H) in Hc. unfold open in Hc. cbn [fst snd] in Hc.
    apply andb_true_iff in Hc. destruct Hc as [H1 H2]. apply Nat.ltb_lt in H1. apply negb_true_iff in H2. now split.
  Qed.

  (** It lies on the ground, or on a row below it, or on one of its own rows. *)
  Lemma rests_on b y : fits w b t x (S y) = true -> fits w b t x y = false -> exists c, In c t /\
    cell_of b (x + fst c) (y + snd c) = true.
  Proof.
    intros F H. destruct (existsb (fun c => cell_of b (x + fst c) (y + snd c)) t) eqn:X;
      [now apply existsb_exists in X|]. exfalso.
    apply not_true_iff_false in H. apply H. apply forallb_forall. intros c Hc. unfold open. cbn [fst snd].
    destruct (fits_free_cell b (S y) c F Hc) as [W _]. rewrite (proj2 (Nat.ltb_lt _ _) W). cbn [andb].
    apply negb_true_iff, not_true_iff_false. intros C. apply not_true_iff_false in X. apply X, existsb_exists.
    now exists c.
  Qed.

  Lemma came m b y : rows_of w b -> keep b = b -> allowed (meaning m) w b t x y -> exists low top,
    b = low ++ top /\ played w b t x y = low ++ keep (painted 0 (tall t) top) /\ meaning m w top t x 0 /\
    (low = [] \/ (exists low' r, low = low' ++ [r] /\ meets t x r 0 = true) \/
     exists n r, nth_error top n = Some r /\ meets t x r (S n) = true).
  Proof.
    intros Hb K (Rest & Hy & Path). exists (firstn y b), (skipn y b).
    assert (E : firstn y b ++ skipn y b = b) by apply firstn_skipn.
    assert (L : length (firstn y b) = y) by (rewrite firstn_length; lia).
    rewrite <- E in Hb, K. apply Forall_app in Hb. destruct Hb as [Hlow Htop]. apply all_kept in K.
    apply Forall_app in K. destruct K as [Klow _]. apply all_kept in Klow.
    split; [now symmetry|]. split; [|split].
    - rewrite <- E at 1. rewrite played_above by (auto; lia). rewrite L, Nat.sub_diag. f_equal.
      now rewrite played_keep, filled_painted.
    - destruct m eqn:M; [| |exact I]; rewrite <- M in *; rewrite <- (Nat.sub_diag y); rewrite <- L at 3;
        (apply (view_meaning w _ _ t m); [congruence | now rewrite E | rewrite E, L; lia]).
    - unfold at_rest in Rest. apply andb_true_iff in Rest. destruct Rest as [Fit Rest].
      destruct y as [|y]; [now left | right]. apply negb_true_iff in Rest.
      destruct (rests_on b y Fit Rest) as (c & Hc & X). destruct (snd c) as [|n] eqn:Hs.
      + left. rewrite Nat.add_0_r in X. destruct (exists_last (l := firstn (S y) b)) as (low & r & El).
        { intros Q. rewrite Q in L. discriminate. }
        exists low, r. split; [exact El|]. apply meets_true. exists c. split; [exact Hc|]. split; [exact Hs|].
        rewrite <- X. unfold cell_of. rewrite <- E, El. rewrite El, app_length in L. cbn in L.
        rewrite <- app_assoc, app_nth2 by lia. now replace (y - length low) with 0 by lia.
      + right. unfold cell_of in X. rewrite <- E, app_nth2 in X by lia. rewrite L in X.
        replace (y + S n - S y) with n in X by lia. destruct (nth_error (skipn (S y) b) n) as [r|] eqn:En.
        * exists n, r. split; [exact En|]. apply meets_true. exists c. split; [exact Hc|]. split; [exact Hs|].
          now rewrite (nth_error_nth _ _ _ En) in X.
        * exfalso. apply nth_error_None in En. rewrite (nth_overflow (skipn (S y) b)) in X by exact En.
          destruct (x + fst c); discriminate.
  Qed.
End Piece.
