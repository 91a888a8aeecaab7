(** Levels of 2 * h + 1 slots that a player leaves on top, for every h. Such a level is symmetric; or it has one block
    that has none opposite, and all slots nearer to the middle are full. His opponent puts a block. If there is none
    opposite, the player puts one there; otherwise he fills the empty slot that is nearest to the middle. *)
From Coq Require Import Arith ZArith Bool List Lia.
From Topple Require Import Statements Wells Levels Moves BalanceCheck BalanceTowers BalancePlay JenkaPlaces
  GrowthMoves OneBlock TopLevels.
Import ListNotations Tower Jenka Balance.

(** * Slots in order *)
Lemma first_empty (f : nat -> bool) n : (forall i, i < n -> f i = true) \/
  exists i, i < n /\ f i = false /\ forall j, j < i -> f j = true.
Proof.
  induction n as [|n [IH|(i & I & F & L)]]; [left; intros; lia | | right; exists i; split; [lia | auto]].
  destruct (f n) eqn:E; [left | right; exists n; split; [lia | auto]]. intros i I.
  destruct (Nat.eq_dec i n) as [->|]; [exact E | apply IH; lia].
Qed.
Lemma range_blocks (a : level) : forall low n, (forall i, low <= i < low + n -> nth i a false = true) ->
  n <= blocks_of a.
Proof.
  induction a as [|y a IH]; intros low n H.
  - destruct n; [lia|]. specialize (H low ltac:(lia)). now destruct low.
  - rewrite blocks_cons. destruct low as [|low].
    + destruct n as [|n]; [lia|]. pose proof (H 0 ltac:(lia)) as H0. cbn in H0. subst y.
      enough (n <= blocks_of a) by lia. apply (IH 0). intros i I. exact (H (S i) ltac:(lia)).
    + enough (n <= blocks_of a) by lia. apply (IH low). intros i I. exact (H (S i) ltac:(lia)).
Qed.
Lemma all_full (a : level) : (forall i, i < length a -> nth i a false = true) -> is_full a = true.
Proof.
  intros H. apply forallb_forall. intros y Y. apply (In_nth _ _ false) in Y. destruct Y as (i & I & <-). now apply H.
Qed.
Lemma empty_slot (a : level) j : j < length a -> nth j a true = nth j a false.
Proof. intros. now apply nth_indep. Qed.

Section Tops.
  Variable h : nat.
  Let k := slots h.

  Definition opposite (j : nat) : nat := k - 1 - j.
  (** The distance from the middle slot is this less h. *)
  Definition far (j : nat) : nat := Nat.max j (opposite j).

  Definition symmetric (a : level) : bool :=
    forallb (fun i => Bool.eqb (nth i a false) (nth (opposite i) a false)) (seq 0 k).
  Definition lone (a : level) (j : nat) : bool :=
    negb (j =? h) && nth j a false && symmetric (minus a j) &&
    forallb (fun i => (far j <=? far i) || nth i a false) (seq 0 k).
  Definition even_top (a : level) : bool := symmetric a || existsb (lone a) (seq 0 k).

  Lemma symmetric_iff a : symmetric a = true <-> forall i, i < k -> nth i a false = nth (opposite i) a false.
  Proof.
    unfold symmetric. rewrite forallb_forall. split.
    - intros H i I. apply eqb_prop, H, in_seq. lia.
    - intros H i I. apply in_seq in I. rewrite (H i) by lia. apply eqb_reflx.
  Qed.
  Lemma lone_iff a j : lone a j = true <-> j <> h /\ nth j a false = true /\ symmetric (minus a j) = true /\
    forall i, i < k -> far i < far j -> nth i a false = true.
  Proof.
    unfold lone. rewrite !andb_true_iff, negb_true_iff, Nat.eqb_neq, forallb_forall. split.
    - intros [[[N J] S] F]. repeat split; auto. intros i I L. specialize (F i ltac:(apply in_seq; lia)).
      apply orb_true_iff in F. destruct F as [F|F]; [|exact F]. apply Nat.leb_le in F. lia.
    - intros (N & J & S & F). repeat split; auto. intros i I. apply in_seq in I. apply orb_true_iff.
      destruct (Nat.leb_spec (far j) (far i)); [now left | right; apply F; lia].
  Qed.
  Lemma lone_top a j : length a = k -> lone a j = true -> even_top a = true.
  Proof.
    intros L J. apply orb_true_iff. right. apply existsb_exists. exists j. split; [|exact J].
    apply lone_iff in J. destruct J as (_ & J & _). pose proof (nth_inside a false j J). apply in_seq. lia.
  Qed.
  Lemma symmetric_top a : symmetric a = true -> even_top a = true.
  Proof. unfold even_top. now intros ->. Qed.

  (** * Its moment *)
  Lemma symmetric_rev a : length a = k -> symmetric a = true -> moment a = 0%Z.
  Proof.
    intros L S. apply symmetric_moment. rewrite symmetric_iff in S.
    apply (nth_ext _ _ false false); [apply rev_length|]. rewrite rev_length. intros i I.
    rewrite rev_nth by exact I. rewrite L in *. rewrite (S i I). unfold opposite. f_equal. lia.
  Qed.
  Lemma even_top_moment a : length a = k -> even_top a = true -> (Z.abs (moment a) <= blocks a)%Z.
  Proof.
    intros L T. apply orb_true_iff in T. destruct T as [T|T].
    - rewrite (symmetric_rev a L T), blocks_blocks. lia.
    - apply existsb_exists in T. destruct T as (j & I & T). apply in_seq in I. apply lone_iff in T.
      destruct T as (N & J & S & F). unfold far, opposite in F.
      destruct (fill_slot (minus a j) j) as [M _]; [now rewrite update_length, L | |].
      { rewrite nth_minus. now rewrite Nat.eqb_refl. }
      assert (E : plus (minus a j) j = a).
      { apply (nth_ext _ _ false false); [now rewrite !update_length|]. intros i Ii.
        rewrite nth_plus by (rewrite update_length; lia). rewrite nth_minus.
        destruct (Nat.eqb_spec j i) as [<-|]; [now rewrite J | reflexivity]. }
      rewrite E in M. rewrite M, update_length, L, (symmetric_rev (minus a j)) by (auto; now rewrite update_length).
      rewrite blocks_blocks. unfold k. rewrite middle_at. unfold k, slots in F, I.
      destruct (Nat.lt_ge_cases j h) as [Lj|Lj].
      + assert (B : 2 * (h - j) <= blocks_of a); [|lia]. apply (range_blocks a j). intros i Ii.
        destruct (Nat.eq_dec i j) as [->|]; [exact J | apply F; lia].
      + assert (B : 2 * (j - h) <= blocks_of a); [|lia]. apply (range_blocks a (2 * h + 1 - j)). intros i Ii.
        destruct (Nat.eq_dec i j) as [->|]; [exact J | apply F; lia].
  Qed.

  (** * Answers *)
  Definition answers (b : level) : Prop :=
    is_full b = true \/ exists y, nth y b true = false /\ even_top (plus b y) = true.
  Ltac distances := unfold far, opposite, k, Balance.slots in *.

  (** The nearest slot that is empty. *)
  Lemma nearest b : length b = k -> symmetric b = true -> nth h b false = true -> answers b.
  Proof.
    intros L S M. pose proof S as S'. rewrite symmetric_iff in S.
    assert (Op : forall r, r <= h -> nth (h - r) b false = nth (h + r) b false).
    { intros r R. rewrite (S (h - r)) by (distances; lia). f_equal. distances; lia. }
    destruct (first_empty (fun r => nth (h + r) b false) (h + 1)) as [A|(r & R & E & A)].
    - left. apply all_full. rewrite L. intros i I. destruct (Nat.le_gt_cases i h) as [H|H].
      + replace i with (h - (h - i)) by lia. rewrite Op by lia. apply A. lia.
      + replace i with (h + (i - h)) by lia. apply A. distances; lia.
    - cbn beta in *. right. exists (h + r). assert (I : h + r < length b) by (rewrite L; distances; lia).
      split; [now rewrite empty_slot|].
      assert (R0 : r <> 0) by (intros ->; rewrite Nat.add_0_r in E; congruence).
      apply (lone_top _ (h + r)); [now rewrite update_length|]. apply lone_iff. split; [lia|].
      split; [rewrite nth_plus by exact I; now rewrite Nat.eqb_refl|]. split.
      + rewrite symmetric_iff in *. intros i Ii. rewrite !nth_minus, !nth_plus by exact I. rewrite (S i Ii).
        destruct (Nat.eqb_spec (h + r) i) as [Ei|], (Nat.eqb_spec (h + r) (opposite i)) as [Eo|];
          cbn [negb andb orb]; try reflexivity.
        * rewrite <- (S i Ii), <- Ei. exact (eq_sym E).
        * rewrite <- Eo. exact E.
      + intros i Ii Fi. rewrite nth_plus by exact I. apply orb_true_iff. right.
        destruct (Nat.le_gt_cases i h) as [H|H].
        * replace i with (h - (h - i)) by lia. rewrite Op by lia. apply A. distances; lia.
        * replace i with (h + (i - h)) by lia. apply A. distances; lia.
  Qed.

  Lemma opposite_twice i : i < k -> opposite (opposite i) = i.
  Proof. distances; lia. Qed.
  Lemma opposite_same i y : i < k -> y < k -> (opposite y =? i) = (y =? opposite i).
  Proof. intros. destruct (Nat.eqb_spec (opposite y) i), (Nat.eqb_spec y (opposite i)); distances; lia. Qed.
  (** Two blocks that are opposite. *)
  Lemma symmetric_both a y : length a = k -> y < k -> symmetric a = true ->
    symmetric (plus (plus a y) (opposite y)) = true.
  Proof.
    intros L Y S. rewrite symmetric_iff in *. intros i I.
    rewrite !nth_plus by (rewrite ?update_length, L; distances; lia). rewrite (S i I), !opposite_same, opposite_twice by
      (auto; distances; lia).
    destruct (y =? i), (y =? opposite i); reflexivity.
  Qed.

  Lemma symmetric_answers a y : length a = k -> symmetric a = true -> nth y a true = false -> answers (plus a y).
  Proof.
    intros L S E. pose proof (nth_inside a true y E) as I. rewrite empty_slot in E by exact I. rewrite L in I.
    destruct (Nat.eq_dec y h) as [->|N].
    - apply nearest; [now rewrite update_length | | rewrite nth_plus by lia; now rewrite Nat.eqb_refl].
      rewrite symmetric_iff in *. intros i Ii. rewrite !nth_plus by lia. rewrite (S i Ii).
      destruct (Nat.eqb_spec h i), (Nat.eqb_spec h (opposite i)); try reflexivity; exfalso; distances; lia.
    - right. exists (opposite y). assert (Io : opposite y < k) by (distances; lia). split.
      + rewrite empty_slot by (rewrite update_length, L; exact Io). rewrite nth_plus by lia.
        rewrite symmetric_iff in S. rewrite <- (S y I), E.
        destruct (Nat.eqb_spec y (opposite y)); [exfalso; distances; lia | reflexivity].
      + now apply symmetric_top, symmetric_both.
  Qed.
  Lemma lone_answers a j y : length a = k -> lone a j = true -> nth y a true = false -> answers (plus a y).
  Proof.
    intros L T E. apply lone_iff in T. destruct T as (N & J & S & F). pose proof (nth_inside a true y E) as I.
    pose proof (nth_inside a false j J) as Ij. rewrite empty_slot in E by exact I. rewrite L in I, Ij.
    assert (M : nth h a false = true) by (apply F; distances; lia).
    assert (Ny : y <> j) by congruence. assert (Nh : y <> h) by congruence. rewrite symmetric_iff in S.
    assert (A : forall i, i < k -> i <> j -> i <> opposite j -> nth i a false = nth (opposite i) a false).
    { intros i Ii N1 N2. specialize (S i Ii). rewrite !nth_minus in S.
      destruct (Nat.eqb_spec j i); [lia|]. destruct (Nat.eqb_spec j (opposite i)); [distances; lia | exact S]. }
    destruct (Nat.eq_dec y (opposite j)) as [->|No].
    - apply nearest; [now rewrite update_length | | rewrite nth_plus, M by lia; apply orb_true_r].
      rewrite symmetric_iff. intros i Ii. rewrite !nth_plus by lia.
      destruct (Nat.eq_dec i j) as [->|N1]; [|destruct (Nat.eq_dec i (opposite j)) as [->|N2]].
      + now rewrite J, Nat.eqb_refl, orb_true_r.
      + rewrite Nat.eqb_refl, opposite_twice, J by exact Ij. now rewrite orb_true_r.
      + rewrite (A i Ii N1 N2).
        destruct (Nat.eqb_spec (opposite j) i), (Nat.eqb_spec (opposite j) (opposite i)); try reflexivity;
          exfalso; distances; lia.
    - right. exists (opposite y). assert (Io : opposite y < k) by (distances; lia). split.
      + rewrite empty_slot by (rewrite update_length, L; exact Io). rewrite nth_plus, <- (A y I Ny No), E by lia.
        destruct (Nat.eqb_spec y (opposite y)); [exfalso; distances; lia | reflexivity].
      + apply (lone_top _ j); [now rewrite !update_length|]. apply lone_iff. split; [exact N|].
        assert (P : forall i, nth i a false = true -> nth i (plus (plus a y) (opposite y)) false = true).
        { intros i H. rewrite !nth_plus, H by (rewrite ?update_length; lia). now rewrite !orb_true_r. }
        split; [now apply P|]. split; [|intros i Ii Fi; apply P, F; assumption].
        rewrite symmetric_iff. intros i Ii. specialize (S i Ii). rewrite !nth_minus in *.
        rewrite !nth_plus by (rewrite ?update_length; lia).
        rewrite !opposite_same, opposite_twice by (auto; distances; lia).
        destruct (Nat.eqb_spec j i), (Nat.eqb_spec j (opposite i)), (Nat.eqb_spec y i), (Nat.eqb_spec y (opposite i));
          cbn [negb andb orb] in *; try reflexivity; try assumption; exfalso; distances; lia.
  Qed.

  (** * So he can always leave such a level *)
  Lemma answers_slot b : answers b -> is_full b || some_slot even_top b = true.
  Proof.
    intros [F|(y & E & T)]; apply orb_true_iff; [now left | right]. apply existsb_exists. exists y.
    split; [pose proof (nth_inside b true y E); apply in_seq; lia|]. now rewrite E, T.
  Qed.
  Lemma even_top_answers a y : length a = k -> even_top a = true -> nth y a true = false -> answers (plus a y).
  Proof.
    intros L T E. apply orb_true_iff in T. destruct T as [T|T]; [now apply symmetric_answers|].
    apply existsb_exists in T. destruct T as (j & _ & T). now apply (lone_answers a j).
  Qed.
  Theorem even_top_kept a : length a = k -> even_top a = true -> keeps_topped even_top a = true.
  Proof.
    intros L T. apply andb_true_iff. split; [now apply Z.leb_le, even_top_moment|].
    apply forallb_forall. intros y _. destruct (nth y a true) eqn:E; [reflexivity|]. cbn [negb implb].
    now apply answers_slot, even_top_answers.
  Qed.

  Lemma nth_none m i : nth i (repeat false m) false = false.
  Proof. revert i. induction m as [|m IH]; intros [|i]; try reflexivity. apply IH. Qed.
  Lemma none_symmetric : symmetric (repeat false k) = true.
  Proof. apply symmetric_iff. intros i _. now rewrite !nth_none. Qed.
  Lemma none_even : even_top (repeat false k) = true.
  Proof. apply symmetric_top, none_symmetric. Qed.
  Lemma one_even : some_slot even_top (repeat false k) = true.
  Proof.
    assert (I : h < k) by (distances; lia). apply existsb_exists. exists h.
    split; [apply in_seq; rewrite repeat_length; lia|].
    rewrite empty_slot, nth_none by (rewrite repeat_length; exact I). apply symmetric_top.
    rewrite symmetric_iff. intros i Ii. rewrite !nth_plus, !nth_none by (rewrite repeat_length; exact I).
    destruct (Nat.eqb_spec h i), (Nat.eqb_spec h (opposite i)); try reflexivity; exfalso; distances; lia.
  Qed.
End Tops.
