(** Squares that slide to their places in width 4: a run of them that is long enough passes a well in which a mark can
    be set. In each other well the highest row that is not made of whole segments has one empty lane, from there up; and
    a square makes less of the cells of the outer columns less those of the inner ones, or of the empty segments in rows
    up to that one, or else makes the well higher. *)
From Coq Require Import Arith ZArith List Bool Lia.
From Topple Require Import Statements Wells Plays RisingCheck RisingPlays RisingSound RunsPlays Algorithm2 Rules.
From Topple Require Import WordCheck LegCheck Words WordPlays WordMarks WordRuns.
Import ListNotations Well WellGame.

Local Notation box := [(0, 0); (1, 0); (0, 1); (1, 1)].

Lemma blankless_not_blank w b : blankless w b -> not_blank b.
Proof. apply Forall_impl. tauto. Qed.

(** * Rows of width 4, of two lanes: [false] is the left one *)
(** In one of the lanes one cell is full, and one is empty. *)
Definition partial (r : list bool) : bool := match r with [a; b; c; d] => xorb a b || xorb c d | _ => false end.
Definition empty_lane (lane : bool) (r : list bool) : bool :=
  match r with [a; b; c; d] => if lane then negb (c || d) else negb (a || b) | _ => false end.
(** The row whose only full segment is in this lane. *)
Definition whole (lane : bool) : list bool := [negb lane; negb lane; lane; lane].
Definition corner (lane : bool) : nat := if lane then 2 else 0.
Definition gaps (r : list bool) : nat := Nat.b2n (empty_lane false r) + Nat.b2n (empty_lane true r).
Definition tilt (r : list bool) : Z :=
  match r with [a; b; c; d] => (Z.b2z a - Z.b2z b - Z.b2z c + Z.b2z d)%Z | _ => 0%Z end.

Definition gaps_in (b : well) : nat := fold_right (fun r n => gaps r + n) 0 b.
Definition tilt_of (b : well) : Z := fold_right (fun r z => (tilt r + z)%Z) 0%Z b.
(** The empty segments in rows up to the highest partial one. *)
Fixpoint holes (b : well) : nat :=
  match b with [] => 0 | r :: rest => if existsb partial b then gaps r + holes rest else 0 end.

Lemma four_cells (r : list bool) : length r = 4 -> exists a b c d, r = [a; b; c; d].
Proof. destruct r as [|a [|b [|c [|d [|]]]]]; try discriminate. intros _. now exists a, b, c, d. Qed.
Ltac cells r H := destruct (four_cells r H) as ([|] & [|] & [|] & [|] & ->).
Lemma whole_or_partial r : length r = 4 /\ blank r = false /\ full r = false ->
  partial r = true \/ exists lane, r = whole lane.
Proof.
  intros (L & B & F). cells r L; try discriminate; (now left) || right; [now exists false | now exists true].
Qed.
Lemma whole_not_partial lane : partial (whole lane) = false.
Proof. now destruct lane. Qed.

Lemma gaps_app a b : gaps_in (a ++ b) = gaps_in a + gaps_in b.
Proof.
  induction a as [|r a IH]; [reflexivity|]. cbn [app gaps_in fold_right]. unfold gaps_in in *. rewrite IH. lia.
Qed.
Lemma tilt_app a b : tilt_of (a ++ b) = (tilt_of a + tilt_of b)%Z.
Proof.
  induction a as [|r a IH]; [reflexivity|]. cbn [app tilt_of fold_right]. unfold tilt_of in *. rewrite IH. lia.
Qed.
Lemma no_holes b : Forall (fun r => partial r = false) b -> holes b = 0.
Proof.
  intros H. destruct b as [|r b]; [reflexivity|]. cbn [holes].
  destruct (existsb partial (r :: b)) eqn:X; [|reflexivity]. apply existsb_exists in X. destruct X as (s & Hs & X). rewrite Forall_forall in H. now rewrite (H s Hs) in X.
Qed.
Lemma holes_up_to below p over : partial p = true -> Forall (fun r => partial r = false) over ->
  holes (below ++ p :: over) = gaps_in (below ++ [p]).
Proof.
  intros P O. induction below as [|r below IH]; cbn [app holes gaps_in fold_right].
  - cbn [existsb]. rewrite P. cbn [orb]. now rewrite no_holes.
  - replace (existsb partial (r :: below ++ p :: over)) with true; [now rewrite IH|]. symmetry.
    apply existsb_exists. exists p. split; [right; apply in_elt | exact P].
Qed.

(** * A row gets two cells of a square *)
Local Notation put := (put_row 4 box).
Lemma put_tilt x i r : x + 1 < 4 -> i < 2 -> length r = 4 -> nth x r false = false -> nth (S x) r false = false ->
  tilt (put x i r) = (tilt r - if (x =? 1)%nat then 2 else 0)%Z.
Proof.
  intros X I L. destruct i as [|[|]]; try lia; destruct x as [|[|[|]]]; try lia; cells r L; cbn; congruence.
Qed.
Lemma put_lane lane i r : i < 2 -> length r = 4 -> full r = false -> empty_lane lane r = true ->
  gaps_in (keep [put (corner lane) i r]) + 1 = gaps r /\ partial (put (corner lane) i r) = partial r /\
  Forall (fun r => partial r = false) (keep [put (corner lane) i (whole (negb lane))]) /\
  (partial r = true -> keep [put (corner lane) i r] = [put (corner lane) i r]).
Proof.
  intros I L F E. destruct i as [|[|]]; try lia; destruct lane; cells r L; try discriminate F; try discriminate E;
    repeat split; try constructor; discriminate.
Qed.
Lemma put_blank lane i : i < 2 -> put (corner lane) i (repeat false 4) = whole lane.
Proof. intros I. destruct i as [|[|]]; try lia; now destruct lane. Qed.

Lemma keep_tilt b : rows_of 4 b -> tilt_of (keep b) = tilt_of b.
Proof.
  induction 1 as [|r b L H IH]; [reflexivity|]. change (r :: b) with ([r] ++ b).
  rewrite keep_app, !tilt_app, IH. f_equal. cells r L; reflexivity.
Qed.

(** * Where a mark can be set *)
Definition cells_below (low : well) : list bool := fold_left (read_below squares) low [true; true].
Definition full_above (lane : bool) (n : nat) : list bool :=
  match n with 0 => [false; false] | _ => [negb lane; lane] end.
Lemma reads_stack a b lane : forall n, all_above squares [a; b; negb lane; lane] (repeat (whole lane) n) =
  Some [a; b; negb lane; lane].
Proof. induction n as [|n IH]; [reflexivity|]. destruct lane; exact IH. Qed.
Lemma marks_below low lane n a b : cells_below low = [a; b] -> may_mark squares (a :: b :: full_above lane n) = true ->
  can_mark 4 squares (length low) (low ++ repeat (whole lane) n).
Proof.
  intros C M. exists (a :: b :: full_above lane n). split; [|exact M].
  rewrite firstn_app, Nat.sub_diag, firstn_all, skipn_app, Nat.sub_diag, skipn_all. cbn [firstn skipn app].
  rewrite app_nil_r. change (fold_left _ low _) with (cells_below low). rewrite C. destruct n as [|n]; [reflexivity|].
  cbn [nothing_above app full_above repeat all_above]. rewrite <- (reads_stack a b lane n). now destruct lane.
Qed.
Lemma cells_last low r : cells_below (low ++ [r]) = has_cells r.
Proof. unfold cells_below. now rewrite fold_left_app. Qed.

(** The highest rows are whole and equal, and the row below them, if there is one, is another one. *)
Lemma equal_block b : blankless 4 b -> exists low lane n, b = low ++ repeat (whole lane) n /\
  (low = [] \/ exists low' r, low = low' ++ [r] /\ (partial r = true \/ 0 < n /\ r = whole (negb lane))).
Proof.
  induction b as [|r b IH] using rev_ind; intros H; [exists [], false, 0; now split; [|left]|].
  apply Forall_app in H. destruct H as [Hb Hr]. inversion Hr as [|? ? R _]; subst.
  destruct (whole_or_partial r R) as [P|(lane & ->)].
  - exists (b ++ [r]), false, 0. split; [now rewrite app_nil_r|]. right. exists b, r. tauto.
  - destruct (IH Hb) as (low & other & n & -> & Low). destruct n as [|n].
    + exists low, lane, 1. split; [now rewrite app_nil_r|]. destruct Low as [->|(low' & r & -> & [P|[N _]])];
        [now left | | lia]. right. exists low', r. tauto.
    + destruct (bool_dec other lane) as [->|N].
      * exists low, lane, (S (S n)). split; [now rewrite <- app_assoc, <- repeat_cons|].
        destruct Low as [->|(low' & r & -> & P)]; [now left|]. right. exists low', r. split; [reflexivity|].
        destruct P as [P|[_ P]]; [now left | right]. split; [lia | exact P].
      * exists (low ++ repeat (whole other) (S n)), lane, 1. split; [reflexivity|]. right.
        exists (low ++ repeat (whole other) n), (whole other). split.
        { rewrite <- app_assoc. f_equal. cbn [repeat]. apply repeat_cons. }
        right. split; [lia|]. f_equal. now destruct other, lane.
Qed.

(** A well that is not such: a partial row, with one lane empty from there up. *)
Definition stuck (b : well) : Prop := exists below p lane n, b = below ++ p :: repeat (whole (negb lane)) n /\
  partial p = true /\ empty_lane lane p = true.
Lemma marked_or_stuck b : blankless 4 b -> (exists low, can_mark 4 squares low b) \/ stuck b.
Proof.
  intros H. destruct (equal_block b H) as (low & lane & n & -> & [->|(low' & r & -> & P)]).
  - left. exists 0. apply (marks_below [] lane n true true eq_refl). now destruct n.
  - apply Forall_app in H. destruct H as [H _]. apply Forall_app in H. destruct H as [_ H].
    inversion H as [|? ? (L & _) _]; subst. clear H. destruct P as [P|[N ->]].
    + assert (M : may_mark squares (has_cells r ++ full_above lane n) = true \/
        empty_lane (negb lane) r = true \/ n = 0 /\ empty_lane lane r = true)
        by (cells r L; try discriminate; destruct lane, n; cbn; auto).
      destruct M as [M|[M|[-> M]]].
      * left. exists (length (low' ++ [r])). destruct (has_cells r) as [|c0 [|c1 [|]]] eqn:C;
          try (cells r L; discriminate C). apply (marks_below _ lane n c0 c1); [now rewrite cells_last | exact M].
      * right. exists low', r, (negb lane), n. rewrite negb_involutive, <- app_assoc. now repeat split.
      * right. exists low', r, lane, 0. rewrite <- app_assoc. now repeat split.
    + left. exists (length (low' ++ [whole (negb lane)])). apply (marks_below _ lane n lane (negb lane)).
      * rewrite cells_last. now destruct lane.
      * destruct n; [lia|]. now destruct lane.
Qed.

(** * A square in a well that is not such *)
Definition measure (b : well) : values :=
  [([], (- tilt_of b)%Z); ([], (- Z.of_nat (holes b))%Z); ([], Z.of_nat (length b))].

Lemma free_at x top n r : fits 4 top box x 0 = true -> nth_error top n = Some r -> n < 2 ->
  nth x r false = false /\ nth (S x) r false = false.
Proof.
  intros F H N.
  assert (Nr : forall c, cell_of top c n = nth c r false)
    by (intros c; unfold cell_of; now rewrite (nth_error_nth _ _ _ H)).
  rewrite <- !Nr. rewrite <- (Nat.add_0_r x) at 1. rewrite <- (Nat.add_1_r x). destruct n as [|[|]]; [| |lia].
  - split; [exact (proj2 (fits_free_cell 4 box x top 0 (0, 0) F ltac:(cbn; tauto))) |
      exact (proj2 (fits_free_cell 4 box x top 0 (1, 0) F ltac:(cbn; tauto)))].
  - split; [exact (proj2 (fits_free_cell 4 box x top 0 (0, 1) F ltac:(cbn; tauto))) |
      exact (proj2 (fits_free_cell 4 box x top 0 (1, 1) F ltac:(cbn; tauto)))].
Qed.
Lemma free_lane lane r : length r = 4 -> nth (corner lane) r false = false -> nth (S (corner lane)) r false = false ->
  empty_lane lane r = true.
Proof. intros L. destruct lane; cells r L; cbn; congruence. Qed.

Lemma painted_tilt x top : x + 1 < 4 -> rows_of 4 top -> fits 4 top box x 0 = true ->
  tilt_of (painted 4 box x 0 2 top) = (tilt_of top - if (x =? 1)%nat then 4 else 0)%Z.
Proof.
  intros X H F.
  assert (G : forall n r, nth_error top n = Some r -> n < 2 ->
    tilt (put x n r) = (tilt r - if (x =? 1)%nat then 2 else 0)%Z).
  { intros n r Hn N. destruct (free_at x top n r F Hn N). apply put_tilt; auto.
    apply nth_error_In in Hn. unfold rows_of in H. rewrite Forall_forall in H. now apply H. }
  assert (G0 : forall n, n < 2 -> tilt (put x n (repeat false 4)) = (0 - if (x =? 1)%nat then 2 else 0)%Z).
  { intros n N. rewrite put_tilt; try assumption; try reflexivity; apply nth_repeat. }
  destruct top as [|r0 [|r1 top]]; cbn [painted tilt_of fold_right];
    rewrite ?G0, ?(G 0 _ eq_refl), ?(G 1 _ eq_refl) by lia; destruct (x =? 1); lia.
Qed.

Lemma stuck_lane other lane r : length r = 4 -> partial r = true -> empty_lane lane r = true ->
  empty_lane other r = true -> other = lane.
Proof. intros L. destruct other, lane; cells r L; cbn; congruence. Qed.
Lemma whole_lane other lane : empty_lane other (whole (negb lane)) = true -> other = lane.
Proof. destruct other, lane; cbn; congruence. Qed.

Lemma keep_cons r b : keep (r :: b) = keep [r] ++ keep b.
Proof. exact (keep_app [r] b). Qed.

Section Lane.
  (** The partial row, its empty lane, and the rows above it; the rows on which the square rests, in whatever lane, and
      those above them. *)
  Variables (p : list bool) (lane other : bool) (over low top : well).
  Hypothesis is_row : length p = 4 /\ full p = false.
  Hypothesis is_partial : partial p = true.
  Hypothesis is_empty : empty_lane lane p = true.
  Hypothesis is_over : forall r, In r over -> r = whole (negb lane).
  Hypothesis is_open : forall m r, m < 2 -> nth_error top m = Some r -> empty_lane other r = true.
  Notation after_square := (keep (painted 4 box (corner other) 0 2 top)).
  Let not_partial : Forall (fun r => partial r = false) over.
  Proof. apply Forall_forall. intros r Hr. rewrite (is_over r Hr). apply whole_not_partial. Qed.

  (** If it reaches down to the partial row or below, it fills empty segments. *)
  Lemma fills_gaps l : top = l ++ p :: over -> blankless 4 l -> exists l' p' over', after_square = l' ++ p' :: over' /\
    partial p' = true /\ Forall (fun r => partial r = false) over' /\ gaps_in l' + gaps p' < gaps_in l + gaps p.
  Proof.
    intros E H.
    assert (Row : forall m r, m < 2 -> nth_error top m = Some r -> length r = 4 -> full r = false ->
      gaps_in (keep [put (corner other) m r]) + 1 = gaps r).
    { intros m r M Hm L F. apply put_lane; auto. now apply (is_open m). }
    assert (Rowp : forall m, m < 2 -> nth_error top m = Some p -> other = lane /\ exists p',
      keep [put (corner other) m p] = [p'] /\ partial p' = true /\ gaps p' + 1 = gaps p).
    { intros m M Hm. destruct is_row as [L F]. pose proof (is_open m p M Hm) as Op.
      assert (other = lane) as -> by now apply (stuck_lane _ _ p). split; [reflexivity|].
      destruct (put_lane lane m p M L F Op) as (G & Pp & _ & Kp). specialize (Kp is_partial).
      eexists. split; [exact Kp|]. split; [congruence|]. rewrite Kp in G. cbn [gaps_in fold_right] in G. lia. }
    assert (Keep : keep over = over).
    { apply all_kept, Forall_forall. intros r Hr. rewrite (is_over r Hr). now destruct lane. }
    assert (Keepp : keep (p :: over) = p :: over).
    { rewrite keep_cons, Keep. cbn [keep filter]. unfold keep. cbn [filter]. now rewrite (proj2 is_row). }
    destruct l as [|r0 [|r1 l]]; cbn [app] in E; rewrite E in *.
    - destruct (Rowp 0 ltac:(lia) eq_refl) as (-> & p' & K & P & G).
      exists [], p', (keep (painted 4 box (corner lane) 1 1 over)).
      change (painted 4 box (corner lane) 0 2 (p :: over)) with
        (put (corner lane) 0 p :: painted 4 box (corner lane) 1 1 over).
      rewrite keep_cons, K. split; [reflexivity|]. split; [exact P|]. split; [|cbn; lia].
      destruct over as [|r rest]; cbn [painted]; rewrite keep_cons.
      + rewrite put_blank by lia. destruct lane; cbn; repeat constructor.
      + rewrite (is_over r (or_introl eq_refl)). apply Forall_app. split.
        * destruct is_row. apply (put_lane lane 1 p); auto.
        * apply Forall_forall. intros r' Hr. apply filter_In in Hr. destruct Hr as [Hr _].
          rewrite (is_over r' (or_intror Hr)). apply whole_not_partial.
    - inversion H as [|? ? (L0 & _ & F0) _]; subst. cbn [painted]. pose proof (Row 0 r0 ltac:(lia) eq_refl L0 F0) as G0.
      destruct (Rowp 1 ltac:(lia) eq_refl) as (-> & p' & K & P & G).
      exists (keep [put (corner lane) 0 r0]), p', over. rewrite keep_cons, (keep_cons (put _ _ p)), K, Keep.
      split; [reflexivity|]. split; [exact P|]. split; [exact not_partial|]. cbn [gaps_in fold_right] in *. lia.
    - inversion H as [|? ? (L0 & _ & F0) H1]; subst. inversion H1 as [|? ? (L1 & _ & F1) H2]; subst. cbn [painted].
      pose proof (Row 0 r0 ltac:(lia) eq_refl L0 F0) as G0. pose proof (Row 1 r1 ltac:(lia) eq_refl L1 F1) as G1.
      exists (keep [put (corner other) 0 r0] ++ keep [put (corner other) 1 r1] ++ l), p, over.
      rewrite keep_cons, (keep_cons (put _ _ r1)), keep_app, Keepp, (blankless_keep 4 l H2), <- !app_assoc.
      split; [reflexivity|]. split; [exact is_partial|]. split; [exact not_partial|].
      rewrite !gaps_app. cbn [gaps_in fold_right] in *. fold (gaps_in l). lia.
  Qed.

  (** If not, it comes to rest on top of the well, in the other lane. *)
  Lemma rests_on_top l : over = l ++ top -> (exists r, In r (p :: l) /\ empty_lane other r = false) ->
    top = [] /\ after_square = [whole (negb lane); whole (negb lane)].
  Proof.
    intros E (r & Hr & F). assert (other = negb lane) as Other.
    { destruct (bool_dec other lane) as [->|N]; [exfalso | now destruct other, lane].
      destruct Hr as [->|Hr]; [congruence|].
      rewrite (is_over r) in F by (rewrite E; apply in_app_iff; now left). now destruct lane. }
    assert (top = []) as ->.
    { destruct top as [|q rest]; [reflexivity | exfalso]. pose proof (is_open 0 q ltac:(lia) eq_refl) as Op.
      rewrite (is_over q) in Op by (rewrite E; apply in_elt). apply whole_lane in Op. rewrite Other in Op.
      now destruct lane. }
    split; [reflexivity|]. cbn [painted]. rewrite !put_blank by lia. rewrite Other. now destruct lane.
  Qed.
End Lane.

Lemma square_falls b x y : blankless 4 b -> stuck b -> allowed slide 4 b box x y ->
  above (measure b) (measure (played 4 b box x y)).
Proof.
  intros Hb (below & p & lane & n & E & P & Free) A.
  destruct (came 4 box x WellLines.Slide b y (blankless_rows _ _ Hb) (blankless_keep _ _ Hb) A)
    as (low & top & Eb & -> & Fit & Supp).
  apply slides_fit in Fit.
  assert (X : x + 1 < 4) by exact (proj1 (fits_free_cell 4 box x top 0 (1, 0) Fit ltac:(cbn; tauto))).
  assert (Htop : blankless 4 top) by (rewrite Eb in Hb; now apply Forall_app in Hb).
  pose proof (blankless_rows _ _ Htop) as Rtop.
  assert (T : tilt_of (low ++ keep (painted 4 box x 0 2 top)) = (tilt_of b - if (x =? 1)%nat then 4 else 0)%Z).
  { rewrite Eb, !tilt_app, keep_tilt, painted_tilt by (auto using painted_rows). lia. }
  unfold measure. change (tall box) with 2. rewrite T. destruct (Nat.eqb_spec x 1) as [->|X1]; [apply above_here; lia|].
  rewrite Z.sub_0_r. apply above_later. assert (exists other, x = corner other) as (other & ->)
    by (destruct x as [|[|[|]]]; try lia; [now exists false | now exists true]).
  assert (Open : forall m r, m < 2 -> nth_error top m = Some r -> empty_lane other r = true).
  { intros m r M Hm. destruct (free_at _ top m r Fit Hm M). apply free_lane; auto.
    apply nth_error_In in Hm. unfold rows_of in Rtop. rewrite Forall_forall in Rtop. now apply Rtop. }
  assert (Low : low = [] \/ exists low' r, low = low' ++ [r] /\ empty_lane other r = false).
  { destruct Supp as [L|[(low' & r & L & M)|(m & r & Hm & M)]]; [now left | right | exfalso].
    - exists low', r. split; [exact L|]. assert (Lr : length r = 4).
      { apply blankless_rows in Hb. rewrite Eb, L, <- app_assoc in Hb. apply Forall_app in Hb. destruct Hb as [_ Hb].
        cbn [app] in Hb. inversion Hb; assumption. }
      clear -M Lr. destruct other; cells r Lr; cbn in M |- *; congruence.
    - destruct m as [|m]; [|discriminate M]. specialize (Open 0 r ltac:(lia) Hm). assert (Lr : length r = 4).
      { apply nth_error_In in Hm. unfold rows_of in Rtop. rewrite Forall_forall in Rtop. now apply Rtop. }
      clear -M Open Lr. destruct other; cells r Lr; cbn in *; congruence. }
  set (over := repeat (whole (negb lane)) n) in *.
  assert (Over : forall r, In r over -> r = whole (negb lane)) by (intros r Hr; now apply repeat_spec in Hr).
  assert (Whole : Forall (fun r => partial r = false) over)
    by (apply Forall_forall; intros r Hr; rewrite (Over r Hr); apply whole_not_partial).
  assert (Hbelow : blankless 4 below /\ length p = 4 /\ full p = false).
  { rewrite E in Hb. apply Forall_app in Hb. destruct Hb as [Hb Hp]. inversion Hp; subst. tauto. }
  destruct Hbelow as [Hbelow Hp].
  assert (Cases : (exists l, below = low ++ l /\ top = l ++ p :: over) \/
    exists l, low = below ++ p :: l /\ over = l ++ top).
  { rewrite Eb in E. apply app_eq_app in E. destruct E as (l & [[-> E]|[-> E]]); [|left; now exists l].
    destruct l as [|q l]; [left; exists [] | right].
    { split; [now rewrite !app_nil_r | now symmetry]. }
    injection E as <- E. now exists l. }
  rewrite E at 1. rewrite (holes_up_to below p over P Whole), gaps_app. destruct Cases as [(l & -> & Et)|(l & -> & Eo)].
  - apply Forall_app in Hbelow. destruct Hbelow as [_ Hl].
    destruct (fills_gaps p lane other over top Hp P Free Over Open l Et Hl) as (l' & p' & over' & -> & P' & O & G).
    apply above_here. rewrite app_assoc, holes_up_to, !gaps_app by assumption. cbn [gaps_in fold_right]. lia.
  - destruct (rests_on_top p lane other over top Hp P Free Over Open l Eo) as [-> ->].
    { destruct Low as [Q|(low' & r & Q & F)]; [now destruct below|]. exists r. split; [|exact F].
      destruct (exists_last (l := p :: l)) as (l' & r' & El); [discriminate|]. rewrite El, app_assoc in Q.
      apply app_inj_tail in Q. destruct Q as [_ <-]. rewrite El. apply in_elt. }
    rewrite app_nil_r in *. subst l. rewrite <- app_assoc. cbn [app]. rewrite holes_up_to, gaps_app; [|exact P|].
    + apply above_later, above_here. rewrite E, !app_length. cbn [length]. rewrite app_length. cbn [length]. lia.
    + apply Forall_app. split; [exact Whole|]. repeat constructor; apply whole_not_partial.
Qed.

(** * Long runs of squares *)
Section Runs.
  Variables (r : rule) (d : nat).
  Hypothesis only_slides : forall b t x y, allowed r 4 b t x y -> allowed slide 4 b t x y.
  Notation boxes n := (repeat (run_piece squares) n).
  Definition passes_mark (b b' : well) (m : nat) : Prop := exists n n' c low, n + n' = m /\
    path r 4 d (boxes n) b c /\ path r 4 d (boxes n') c b' /\ can_mark 4 squares low c /\ keep c = c.

  Lemma square_blankless b x y : rows_of 4 b -> not_blank b -> allowed r 4 b box x y ->
    blankless 4 (played 4 b box x y).
  Proof.
    intros Hb B (A & Hy & _). apply andb_true_iff in A. destruct A as [F _]. apply blankless_all.
    - now apply played_rows.
    - now apply played_not_blank.
    - rewrite played_keep. apply keep_again.
  Qed.
  Lemma passes_after b t x y b' m : In t (turns (run_piece squares)) -> allowed r 4 b t x y ->
    length (played 4 b t x y) <= d -> passes_mark (played 4 b t x y) b' m -> passes_mark b b' (S m).
  Proof.
    intros Ht Ha Hd (n & n' & c & low & <- & P & H). exists (S n), n', c, low. split; [reflexivity|]. split; [|exact H].
    now apply (path_one r 4 d (run_piece squares) (boxes n) b c t x y).
  Qed.

  (** Without a mark the wells of a run are different ones. *)
  Lemma squares_differ m : forall b b', blankless 4 b -> length b <= d -> path r 4 d (boxes m) b b' ->
    passes_mark b b' m \/ exists bs, length bs = S m /\ NoDup bs /\
      forall c, In c bs -> In c (all_wells 4 d) /\ at_least (measure b) (measure c).
  Proof.
    induction m as [|m IH]; intros b b' Hb Hd H.
    - right. exists [b]. split; [reflexivity|]. split; [repeat constructor; intros []|]. intros c [<-|[]].
      split; [apply all_wells_in; [now apply blankless_rows | exact Hd] | now right].
    - destruct (marked_or_stuck b Hb) as [(low & M)|Stuck].
      { left. exists 0, (S m), b, low. split; [reflexivity|]. split; [constructor|]. split; [exact H|].
        split; [exact M | now apply (blankless_keep 4)]. }
      inversion H as [|? ? ? ? t x y Ht Ha Hp Hr]; subst.
      assert (t = box) as -> by now apply square_turns.
      pose proof (square_blankless b x y (blankless_rows _ _ Hb) (blankless_not_blank 4 b Hb) Ha) as Hb1.
      destruct (IH _ _ Hb1 Hp Hr) as [G|(bs & L & Nd & Bs)]; [left; now apply (passes_after b box x y)|].
      pose proof (square_falls b x y Hb Stuck (only_slides _ _ _ _ Ha)) as Rise. right. exists (b :: bs).
      split; [cbn; now rewrite L|]. split.
      + constructor; [|exact Nd]. intros Q. destruct (Bs _ Q) as [_ F].
        apply (above_not_same (measure b)). now apply (above_at_least _ _ _ Rise).
      + intros c [<-|Hc].
        * split; [apply all_wells_in; [now apply blankless_rows | exact Hd] | now right].
        * destruct (Bs c Hc) as [F G]. split; [exact F|]. left. now apply (above_at_least _ _ _ Rise).
  Qed.
  Lemma find_for_squares m b b' : rows_of 4 b -> not_blank b -> length (all_wells 4 d) < m ->
    path r 4 d (boxes m) b b' -> passes_mark b b' m.
  Proof.
    intros Hb B Hm H. destruct m as [|m]; [lia|]. inversion H as [|? ? ? ? t x y Ht Ha Hp Hr]; subst.
    assert (t = box) as -> by now apply square_turns. apply (passes_after b box x y); auto.
    destruct (squares_differ m _ b' (square_blankless b x y Hb B Ha) Hp Hr) as [G|(bs & L & Nd & Bs)]; [exact G|].
    apply (NoDup_incl_length (l' := all_wells 4 d)) in Nd; [lia|]. intros c Hc. now apply Bs.
  Qed.
End Runs.
