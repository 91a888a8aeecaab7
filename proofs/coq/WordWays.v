(** Of a piece that slides or drops to its place it is known, as rows are read, from where it can have come: the columns of
    [climb] hold one that it did come from, at each level up to the one above the well. *)
From Coq Require Import Arith List Bool Lia.
From Topple Require Import Statements Wells Plays WellCheck WellSound RisingCheck RisingPlays RunsCheck RunsPlays.
From Topple Require Import WordCheck Words WordPlays.
Import ListNotations Well WellGame WellLines.

Lemma all_both_map {A} (f g : A -> list bool) l l' : all_both (map f l) (map g (l ++ l')) =
  map (fun a => both (f a) (g a)) l.
Proof. induction l as [|a l IH]; [now destruct l'|]. cbn [map all_both app]. now rewrite IH. Qed.
Lemma both_map {A} (f g : A -> bool) l : both (map f l) (map g l) = map (fun a => f a && g a) l.
Proof. induction l as [|a l IH]; [reflexivity|]. cbn [map both]. now rewrite IH. Qed.
Lemma forallb_both {A} (f g : A -> bool) l : forallb (fun a => f a && g a) l = forallb f l && forallb g l.
Proof.
  induction l as [|a l IH]; [reflexivity|]. cbn [forallb]. rewrite IH. now destruct (f a), (g a), (forallb f l).
Qed.
Lemma forallb_ext {A} (f g : A -> bool) l : (forall a, f a = g a) -> forallb f l = forallb g l.
Proof. intros H. induction l as [|a l IH]; [reflexivity|]. cbn [forallb]. now rewrite H, IH. Qed.

Lemma both_at : forall a b x, nth x a false = true -> nth x b false = true -> nth x (both a b) false = true.
Proof.
  induction a as [|c a IH]; intros b x; [now destruct x|]. destruct b as [|d b]; [now destruct x|].
  destruct x as [|x]; cbn [nth both]; [now intros -> -> | apply IH].
Qed.
Lemma both_length : forall a b, length a = length b -> length (both a b) = length b.
Proof. induction a as [|c a IH]; intros [|d b] H; try discriminate; cbn in *; [reflexivity | now rewrite IH by lia]. Qed.

Section Ways.
  Variables (w : nat) (cert : certificate) (t : turn).
  Hypothesis from_on_high : comes_by cert <> Anywhere.
  Hypothesis some_cell : t <> [].
  Notation at_ l x := (nth x l false = true).
  Notation comes := (meaning (comes_by cert) w).

  (** * Wells that get rows *)
  Lemma fits_top b x z : length b <= z -> fits w b t x z = fits w [] t x 0.
  Proof.
    intros H. apply forallb_ext. intros c. unfold open. cbn [fst snd]. f_equal. f_equal.
    rewrite (nth_overflow b) by lia. now destruct (0 + snd c).
  Qed.
  Lemma fits_row b r x z : z <= length b ->
    fits w (b ++ [r]) t x z = fits w b t x z && negb (meets t x r (length b - z)).
  Proof.
    intros H. unfold meets.
    assert (N : forall (f : cell -> bool) l, negb (existsb f l) = forallb (fun c => negb (f c)) l).
    { intros f l. induction l as [|a l IH]; [reflexivity|]. cbn. rewrite <- IH. now destruct (f a). }
    rewrite N. unfold fits. rewrite <- forallb_both. apply forallb_ext. intros c. unfold open. cbn [fst snd].
    rewrite <- andb_assoc. f_equal. destruct (Nat.eqb_spec (snd c) (length b - z)) as [E|E]; cbn [andb].
    - replace (z + snd c) with (length b) by lia. rewrite app_nth2, Nat.sub_diag, (nth_overflow b) by lia. cbn [nth].
      now destruct (x + fst c).
    - cbn [negb]. rewrite andb_true_r. destruct (Nat.lt_ge_cases (z + snd c) (length b)) as [L|L].
      + now rewrite app_nth1.
      + rewrite (nth_overflow b), (nth_overflow (b ++ [r])) by (rewrite ?app_length; cbn; lia). reflexivity.
  Qed.
  Lemma fitting_top b z : length b <= z -> fitting w b t z = in_well w t.
  Proof. intros H. apply map_ext. intros x. now apply fits_top. Qed.
  Lemma fitting_row b r z : z <= length b -> fitting w (b ++ [r]) t z =
    both (fitting w b t z) (map (fun x => negb (meets t x r (length b - z))) (seq 0 w)).
  Proof. intros H. unfold fitting. rewrite both_map. apply map_ext. intros x. now apply fits_row. Qed.
  (** What goes on in a well goes on in its lower part. *)
  Lemma fits_lower b rest x z : fits w (b ++ rest) t x z = true -> fits w b t x z = true.
  Proof.
    unfold fits. rewrite !forallb_forall. intros H c Hc. specialize (H c Hc). unfold open in *. cbn [fst snd] in *.
    apply andb_true_iff in H. destruct H as [H1 H2]. rewrite H1. cbn [andb].
    destruct (Nat.lt_ge_cases (z + snd c) (length b)) as [L|L].
    - now rewrite app_nth1 in H2.
    - rewrite (nth_overflow b) by exact L. now destruct (x + fst c).
  Qed.
  Lemma comes_lower b rest x z : comes (b ++ rest) t x z -> z <= length b -> comes b t x z.
  Proof.
    intros H Hz. rewrite <- (Nat.min_l z (length b)) by exact Hz.
    apply (carry w (b ++ rest) b t 0 (fun z => Nat.min z (length b))); try exact H; try exact from_on_high;
      rewrite ?app_length; try lia.
    intros x' z' _ F. apply fits_lower in F. destruct (Nat.le_gt_cases z' (length b)) as [L|L].
    - now rewrite Nat.min_l.
    - rewrite Nat.min_r by lia. rewrite fits_top in * by lia. exact F.
  Qed.
  Lemma comes_fit b x z : comes b t x z -> z <= length b -> fits w b t x z = true.
  Proof.
    destruct (comes_by cert); intros H Hz; [apply H; lia | now apply slides_fit in H | now contradict from_on_high].
  Qed.

  (** * One level up *)
  Lemma link_length b z from : length from = w -> length (link cert (fitting w b t z) from) = w.
  Proof.
    intros L. unfold link. assert (F : length (fitting w b t z) = w) by (unfold fitting; now rewrite map_length, seq_length).
    destruct (comes_by cert); [| now apply spread_length |]; rewrite both_length; congruence.
  Qed.
  Lemma link_fits b z from x : length from = w -> at_ from x -> fits w b t x z = true ->
    at_ (link cert (fitting w b t z) from) x.
  Proof.
    intros L H F. assert (Fit : at_ (fitting w b t z) x).
    { apply fitting_at. split; [|exact F]. now apply (fits_column w b t some_cell x z). }
    unfold link. destruct (comes_by cert); [now apply both_at | | now apply both_at].
    apply spread_complete; [exact L | exact Fit | now left].
  Qed.
  Lemma slides_from b z from x : length from = w -> slides w b t x z -> z < length b ->
    at_ (spread (fitting w b t z) from) x ->
    exists x', slides w b t x' (S z) /\ at_ (spread (fitting w b t z) from) x'.
  Proof.
    intros L H. assert (Fit : forall x, slides w b t x z -> at_ (fitting w b t z) x).
    { intros x' F. apply slides_fit in F. apply fitting_at. split; [|exact F].
      exact (fits_column w b t some_cell x' z F). }
    revert Fit. induction H as [x F|x z H IH F|x z H IH F|x z H IH F]; intros Fit Hz At; [lia | | | now exists x].
    - apply IH; auto. apply spread_complete; [exact L | now apply Fit|]. right. right. now exists x.
    - apply IH; auto. apply spread_complete; [exact L | now apply Fit|]. right. now left.
  Qed.
  Lemma comes_from b z from x : length from = w -> comes b t x z -> z < length b ->
    at_ (link cert (fitting w b t z) from) x ->
    exists x', comes b t x' (S z) /\ at_ (link cert (fitting w b t z) from) x'.
  Proof.
    unfold link. destruct (comes_by cert); [| apply slides_from | now contradict from_on_high].
    intros _ H Hz At. exists x. split; [|exact At]. intros v Hv. apply H. lia.
  Qed.
End Ways.

Section AllLevels.
  Variables (w : nat) (cert : certificate) (t : turn).
  Hypothesis some_cell : t <> [].
  Notation at_ l x := (nth x l false = true).
  Notation comes := (meaning (comes_by cert) w).

  (** * All levels

      The rows [b] of the piece and over it were read, [rest] are still to be read, and [n] levels are not at
      their end. *)
  Definition come_from (b rest : well) (k : ways) : Prop := exists n,
    n < tall t /\ n <= length b /\ snd k = map (fun j => fitting w b t (length b - S j)) (seq 0 n) /\
    length (fst k) = w /\ (exists x, comes (b ++ rest) t x (length b - n) /\ at_ (fst k) x) /\
    (comes_by cert = Anywhere -> n = 0).

  Lemma come_at_place x rest : x < w -> comes rest t x 0 -> come_from [] rest (at_place w x).
  Proof.
    intros Hx H. exists 0. split; [unfold tall; lia|]. split; [lia|]. split; [reflexivity|]. cbn [at_place fst].
    split; [now rewrite map_length, seq_length|]. split; [|reflexivity]. exists x. split; [exact H|]. set (f := fun c => _).
    rewrite nth_indep with (d' := f 0) by (now rewrite map_length, seq_length).
    rewrite map_nth, seq_nth by exact Hx. apply Nat.eqb_refl.
  Qed.

  Lemma movement_cases m : m = Anywhere \/ m <> Anywhere.
  Proof. destruct m; (now left) || now right. Qed.
  Lemma climb_on_high free k : comes_by cert <> Anywhere -> climb w cert t free k =
    let levels := all_both (in_well w t :: snd k) free in
    if tall t <=? length levels then (link cert (last levels []) (fst k), removelast levels) else (fst k, levels).
  Proof. unfold climb. destruct (comes_by cert); [reflexivity | reflexivity | now intros []]. Qed.

  (** One more row is read. *)
  Lemma come_row b r rest k : come_from b (r :: rest) k ->
    come_from (b ++ [r]) rest (climb w cert t (free_columns w t r) k).
  Proof.
    intros (n & Hn & Hb & E & L & (x & H & At) & Z). assert (Lb : length (b ++ [r]) = S (length b)) by (rewrite app_length; cbn; lia).
    destruct (movement_cases (comes_by cert)) as [Any|On_high].
    { unfold climb. rewrite Any. rewrite (Z Any) in E. exists 0. split; [unfold tall; lia|]. split; [lia|]. split; [exact E|].
      split; [exact L|]. split; [|reflexivity]. exists x. now rewrite Any. }
    change (r :: rest) with ([r] ++ rest) in H. rewrite app_assoc in H.
    set (levels := map (fun j => fitting w (b ++ [r]) t (length b - j)) (seq 0 (S n))).
    assert (El : all_both (in_well w t :: snd k) (free_columns w t r) = levels).
    { assert (Ec : in_well w t :: snd k = map (fun j => fitting w b t (length b - j)) (seq 0 (S n))).
      { rewrite E. cbn [seq map]. rewrite fitting_top by lia. f_equal. now rewrite <- seq_shift, map_map. }
      rewrite Ec. unfold free_columns. replace (tall t) with (S n + (tall t - S n)) by lia.
      rewrite seq_app, all_both_map.
      apply map_ext_in. intros j Hj. apply in_seq in Hj. rewrite fitting_row by lia.
      now replace (length b - (length b - j)) with j by lia. }
    rewrite climb_on_high by exact On_high. cbv zeta. rewrite El. unfold levels at 1. rewrite map_length, seq_length.
    destruct (Nat.leb_spec (tall t) (S n)) as [T|T].
    - assert (Eq : levels = map (fun j => fitting w (b ++ [r]) t (length b - j)) (seq 0 n) ++
        [fitting w (b ++ [r]) t (length b - n)]) by (unfold levels; now rewrite seq_S, map_app).
      rewrite Eq, last_last, removelast_last.
      assert (Whole : fitting w (b ++ [r]) t (length b - n) = fitting w ((b ++ [r]) ++ rest) t (length b - n)).
      { apply map_ext. intros x'. symmetry. apply fits_below. lia. }
      exists n. rewrite Lb. cbn [fst snd]. split; [exact Hn|]. split; [lia|]. split; [reflexivity|].
      rewrite Whole. split; [now apply link_length|]. split; [|intros Any; now apply On_high in Any].
      replace (S (length b) - n) with (S (length b - n)) by lia.
      apply (comes_from w cert t On_high some_cell _ _ _ x); [exact L | exact H | rewrite app_length; lia|].
      apply link_fits; [exact On_high | exact some_cell | exact L | exact At|].
      apply (comes_fit w cert t On_high _ _ _ H); rewrite app_length; lia.
    - exists (S n). rewrite Lb. cbn [fst snd]. split; [exact T|]. split; [lia|]. split; [reflexivity|].
      split; [exact L|]. split; [|intros Any; now apply On_high in Any]. exists x. split; [exact H | exact At].
  Qed.

  (** A piece that has come can have come: nothing is refused on the way. *)
  Lemma come_can b rest k : come_from b rest k -> can_come cert k = true.
  Proof.
    intros (n & _ & Hb & E & L & (x & H & At) & Z). unfold can_come. rewrite E. clear E.
    assert (One : forall from x, at_ from x -> existsb (fun c => c) from = true).
    { intros from y Hy. apply existsb_exists. exists true. split; [|reflexivity]. rewrite <- Hy. apply nth_In.
      destruct (Nat.lt_ge_cases y (length from)) as [Y|Y]; [exact Y|]. now rewrite nth_overflow in Hy. }
    destruct (movement_cases (comes_by cert)) as [Any|On_high]; [rewrite (Z Any); now apply (One _ x)|]. clear Z.
    apply (comes_lower w cert t On_high) in H; [|lia].
    revert x H At L. generalize (fst k). induction n as [|n IH]; intros from x H At L; [now apply (One _ x)|].
    rewrite seq_S, map_app, fold_right_app. cbn [Nat.add map fold_right].
    pose proof (link_fits w cert t On_high some_cell b _ from x L At (comes_fit w cert t On_high _ _ _ H ltac:(lia))) as At'.
    destruct (comes_from w cert t On_high some_cell b _ from x L H ltac:(lia) At') as (x' & H' & At2).
    replace (S (length b - S n)) with (length b - n) in H' by lia.
    apply (IH ltac:(lia) _ x'); [exact H' | exact At2 | now apply link_length].
  Qed.
End AllLevels.
