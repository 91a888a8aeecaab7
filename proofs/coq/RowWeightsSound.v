(** The checker of certificates of kind [row-weights] accepts only what is true. *)
From Coq Require Import Arith ZArith List Bool FMapPositive Lia.
From Topple Require Import Statements Wells Plays RisingCheck RisingPlays RisingSound.
From Topple Require Import WordCheck Words WordMoves RowWeightsCheck.
Import ListNotations Well WellGame WellLines.
Local Opaque explore.

Lemma same_numbers_eq : forall a b, same_numbers a b = true -> a = b.
Proof.
  induction a as [|x a IH]; intros [|y b] H; try discriminate; [reflexivity|]. cbn in H. apply andb_true_iff in H.
  destruct H as [H1 H2]. apply Nat.eqb_eq in H1 as ->. f_equal. now apply IH.
Qed.

Section Sound.
  Variables (m : movement) (g : Rising.wells) (k : row_weights) (how : rule) (depth : nat).
  Hypothesis accepted : check_row_weights m g k = true.
  Hypothesis in_rule : within how (meaning m) (Rising.width g).
  Notation w := (Rising.width g).
  Notation cert := (word_certificate m g k).
  Notation lines := (numbered_lines cert).
  Notation levels := (ranks_by_state cert).
  Notation run := (run w cert lines 1).
  Notation levels_of := (levels_of levels).
  Notation game := (Rising.of_depth g how depth).
  Notation worth := (worth cert [1%Z]).

  Lemma parts : 0 < w /\ dead_ok w cert lines levels = true /\
    existsb (may_start g levels) (controls levels) = true /\ announced_ok g levels = true /\
    pieces_ok g levels cert lines = true.
  Proof.
    clear in_rule. pose proof accepted as H. unfold check_row_weights in H. cbv zeta in H. rewrite !andb_true_iff, Nat.ltb_lt in H.
    tauto.
  Qed.

  (** * Nothing gets beyond a bound *)
  Definition heaviest : Z := fold_right Z.max 0%Z (rows_weigh k).
  Lemma heaviest_holds n : (nth n (rows_weigh k) 0 <= heaviest)%Z.
  Proof.
    unfold heaviest. revert n. induction (rows_weigh k) as [|z l IH]; intros [|n]; cbn [nth fold_right]; try lia.
    specialize (IH n). lia.
  Qed.
  Lemma worth_most : forall b, (worth b <= heaviest * Z.of_nat (length b))%Z.
  Proof.
    induction b as [|r b IH]; [cbn; lia|]. unfold WordMoves.worth in *. cbn [fold_right length].
    assert (E : (dot [1] (weigh cert r) <= heaviest)%Z).
    { pose proof (heaviest_holds (number r - 1)) as H. cbn [weigh features word_certificate map]. cbn [dot]. lia. }
    lia.
  Qed.
  Definition all_levels : list (list level) := map snd (flat_map (@PositiveMap.elements _) levels).
  Definition highest : Z := fold_right (fun l z => Z.max (potential l) z) 0%Z all_levels.
  Lemma highest_holds c q l : levels_of c q = Some l -> (potential l <= highest)%Z.
  Proof.
    unfold WordCheck.levels_of. destruct (nth_error levels c) as [found|] eqn:E; [|discriminate]. intros H.
    assert (Hin : In l all_levels).
    { apply in_map_iff. exists (q, l). split; [reflexivity|]. apply in_flat_map. exists found.
      split; [now apply nth_error_In in E | now apply PositiveMap.elements_correct]. }
    unfold highest. induction all_levels as [|a ls IH]; [destruct Hin|]. cbn [fold_right].
    destruct Hin as [->|Hin]; [lia | specialize (IH Hin); lia].
  Qed.
  Definition deep : Z := (heaviest * Z.of_nat depth + highest)%Z.

  Lemma heaviest_natural : (0 <= heaviest)%Z.
  Proof. unfold heaviest. induction (rows_weigh k) as [|z l IH]; cbn [fold_right]; lia. Qed.

  Lemma announced_holds c q l : levels_of c q = Some l -> announced l < pieces_count g.
  Proof.
    unfold WordCheck.levels_of. destruct (nth_error levels c) as [found|] eqn:E; [|discriminate]. intros H.
    destruct parts as (_ & _ & _ & A & _). unfold announced_ok in A. rewrite forallb_forall in A.
    apply nth_error_In in E. specialize (A found E). rewrite forallb_forall in A.
    apply PositiveMap.elements_correct in H. specialize (A (q, l) H). now apply Nat.ltb_lt in A.
  Qed.

  (** * The sum of weight and potential rises with each piece *)
  Notation all_pieces := (Forall (fun p => p < pieces_count g)).
  Lemma rises n : forall c u l, levels_of c (run u) = Some l -> spelled w u -> length (rows u) <= depth ->
    all_pieces (window g c) -> (deep < Z.of_nat n + worth (rows u) + potential l)%Z -> lost game n (rows u) (window g c).
  Proof.
    destruct parts as (W & D & _ & _ & P). unfold pieces_ok in P. rewrite forallb_forall in P.
    induction n as [|n IH]; intros c u l Hl Hu Hd Hw Hn.
    - exfalso. pose proof (worth_most (rows u)). pose proof (highest_holds c (run u) l Hl). pose proof heaviest_natural.
      unfold deep in Hn. nia.
    - destruct (levels_alive w cert lines levels W D c (run u) l Hl) as [Alive Hc].
      pose proof (announced_holds c (run u) l Hl) as Hnext.
      destruct (window g c ++ [announced l]) as [|first rest] eqn:E; [now destruct (window g c)|].
      assert (All : all_pieces (first :: rest)) by (rewrite <- E; apply Forall_app; auto).
      inversion All as [|? ? Hfirst Hrest]; subst.
      apply (announce game n (rows u) (window g c) (announced l) first rest Hnext E). intros t x y Ht Ha.
      specialize (P first ltac:(apply in_seq; lia)). apply in_rule in Ha. change m with (comes_by cert) in Ha.
      destruct (piece_move w cert lines levels W D _ _ t x y u P Ht Hu Alive Ha)
        as (turn & u' & d & Hu' & Hr & Hgain & Test).
      specialize (Test c Hc). unfold send_ok in Test. rewrite Hl, E, Nat.eqb_refl in Test. cbn [negb orb] in Test.
      apply existsb_exists in Test. destruct Test as (c' & _ & Test). unfold gains in Test. apply andb_true_iff in Test.
      destruct Test as [Same Test]. apply same_numbers_eq in Same.
      destruct (levels_of c' (run u')) as [l'|] eqn:Hl'; [|discriminate]. apply Z.ltb_lt in Test.
      change (width game) with w. change (WellGame.depth game) with depth. rewrite <- Hr.
      destruct (Nat.lt_ge_cases depth (length (rows u'))) as [L|L]; [now left | right].
      rewrite <- Same. apply (IH c' u' l'); auto; [now rewrite Same|]. specialize (Hgain [1%Z]). lia.
  Qed.
End Sound.

Theorem row_weights_checker_sound_holds : row_weights_checker_sound check_row_weights.
Proof.
  intros m g how k In_rule H depth. destruct (parts m g k H) as (_ & _ & S & _).
  apply existsb_exists in S. destruct S as (c & _ & S). unfold may_start in S. rewrite !andb_true_iff, Nat.eqb_eq in S.
  destruct S as [[Len All] S]. destruct (levels_of _ c 1%positive) as [l|] eqn:Hl; [|discriminate].
  assert (Pieces : Forall (fun p => p < pieces_count g) (window g c)).
  { apply Forall_forall. intros p Hp. rewrite forallb_forall in All. now apply Nat.ltb_lt, All. }
  set (n := Z.to_nat (deep m g k depth - potential l + 1)). exists n, (window g c).
  split; [exact Len|]. split; [exact Pieces|].
  apply (rises m g k how depth H In_rule n c [] l); auto; [constructor | cbn; lia | cbn; lia].
Qed.
