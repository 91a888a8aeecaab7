(** What the checker by automata accepts is lost: when the pieces slide in this order, each long run passes a well
    where a mark can be set; from such a well to one in the next leg the rank does not get lower, and it rises from
    round to round; and there are finitely many. *)
From Coq Require Import Arith ZArith List Bool FMapPositive Lia.
From Topple Require Import Statements Wells Plays RisingCheck RisingPlays RisingSound Lanes Lemma2 Algorithm2.
From Topple Require Import WordCheck LegCheck Words WordPlays WordMoves WordMarks WordRuns Squares.
Import ListNotations Well WellGame.
Local Opaque explore.

Section Sound.
  Variables (w : nat) (legs : list leg) (cert : certificate).
  Hypothesis accepted : check w legs cert = true.
  Notation lines := (numbered_lines cert).
  Notation levels := (ranks_by_state cert).
  Notation run := (run w cert lines 1).
  Notation levels_of := (levels_of levels).
  Notation leg := (leg_at legs).
  Notation modulus i := (modulus (leg i)).
  Notation kind_of i := (runs_of (leg i)).
  Notation runner i := (run_piece (runs_of (leg i))).
  Notation next := (next_leg legs).
  Notation to_come := (to_come cert).
  Notation restart := (restart cert).
  Notation is_leg i := (i < length legs).

  Definition value (b : well) (l : list level) : values := map (fun a => (fst a, worth cert (fst a) b + snd a)%Z) l.
  Lemma rises_above at_end d b b' : (forall k, worth cert k b' = (worth cert k b + dot k d)%Z) -> forall l l',
    rises at_end d l l' = true -> above (value b l) (value b' l') \/ at_end = true /\ value b l = value b' l'.
  Proof.
    intros Hd. induction l as [|[k z] l IH]; intros [|[k' z'] l'] H; try discriminate; [now right|].
    cbn [rises] in H. apply andb_true_iff in H. destruct H as [Hk H]. apply same_sums_eq in Hk as <-.
    cbn [value map fst snd].
    destruct (Z.compare_spec (dot k d + z' - z) 0) as [Eq|Lt|Gt]; [|discriminate|].
    - assert (Ev : (worth cert k b + z)%Z = (worth cert k b' + z')%Z) by (rewrite Hd; lia). rewrite <- Ev.
      destruct (IH l' H) as [A|[A B]]; [left; now apply above_later | right]. split; [exact A|]. f_equal. exact B.
    - left. apply above_here. rewrite Hd. lia.
  Qed.

  Lemma parts : 0 < w /\ is_leg 0 /\ dead_ok w cert lines levels = true /\
    found_ok (search_first w cert lines levels legs) = true.
  Proof.
    pose proof accepted as H. unfold check in H. cbv zeta in H. rewrite !andb_true_iff, !Nat.ltb_lt in H. tauto.
  Qed.
  Lemma leg_parts i : is_leg i -> 0 < modulus i /\ width_ok w (kind_of i) = true /\ restart_ok cert legs i = true /\
    piece_ok w cert lines levels (run_ok cert levels legs i) (runner i) = true /\
    piece_ok w cert lines levels (end_ok cert levels legs i) (ends_with (leg i)) = true /\
    found_ok (search_next w cert lines levels legs i) = true.
  Proof.
    intros I. pose proof accepted as H. unfold check in H. cbv zeta in H. rewrite !andb_true_iff in H.
    destruct H as [[_ H] _]. rewrite forallb_forall in H. specialize (H i ltac:(apply in_seq; lia)).
    unfold leg_ok in H. rewrite !andb_true_iff, Nat.ltb_lt in H. tauto.
  Qed.
  Lemma some_modulus i : is_leg i -> 0 < modulus i.
  Proof. intros I. now destruct (leg_parts i I). Qed.
  Lemma restarts i n : is_leg i -> n < modulus i ->
    leg_of cert (restart i n) = i /\ before cert (restart i n) = true /\ to_come (restart i n) = n.
  Proof.
    intros I Hn. destruct (leg_parts i I) as (_ & _ & R & _). unfold restart_ok in R. rewrite forallb_forall in R.
    specialize (R n ltac:(apply in_seq; lia)). now rewrite !andb_true_iff, !Nat.eqb_eq, and_assoc in R.
  Qed.
  Lemma one_less_of i n : is_leg i -> one_less legs i (S n mod modulus i) = n mod modulus i.
  Proof.
    intros I. pose proof (some_modulus i I) as M. unfold one_less. rewrite Nat.add_mod_idemp_l by lia.
    replace (S n + (modulus i - 1)) with (n + 1 * modulus i) by lia. apply Nat.mod_add. lia.
  Qed.
  Lemma next_is_leg i : is_leg i -> is_leg (next i).
  Proof. intros I. unfold next_leg, is_last. destruct (Nat.leb_spec (length legs) (S i)); lia. Qed.

  (** A word in this control. *)
  Definition stands (c : nat) (u : word) (l : list level) : Prop :=
    spelled w u /\ levels_of c (run u) = Some l.

  Lemma by_sliding : comes_by cert = WellLines.Slide.
  Proof.
    pose proof accepted as H. unfold check in H. cbv zeta in H. rewrite !andb_true_iff in H. unfold slides_only in H.
    destruct (comes_by cert); tauto || (decompose [and] H; discriminate).
  Qed.

  Lemma run_step i c u l t x y : is_leg i -> stands c u l -> leg_of cert c = i -> In t (turns (runner i)) ->
    allowed slide w (rows u) t x y ->
    exists c' u' l', stands c' u' l' /\ rows u' = played w (rows u) t x y /\ leg_of cert c' = i /\
    before cert c' = before cert c /\ to_come c' = one_less legs i (to_come c) /\
    at_least (value (rows u) l) (value (rows u') l').
  Proof.
    intros I [Hu Hl] Leg Ht Ha. destruct parts as (W & _ & D & _), (leg_parts i I) as (_ & _ & _ & K & _).
    destruct (levels_alive w cert lines levels W D c (run u) l Hl) as [Alive Hc].
    change slide with (WellLines.meaning WellLines.Slide) in Ha. rewrite <- by_sliding in Ha.
    destruct (piece_move w cert lines levels W D _ _ t x y u K Ht Hu Alive Ha) as (turn & u' & d & Hu' & Hr & Hd & Test).
    specialize (Test c Hc). unfold run_ok in Test. rewrite Hl, Leg, Nat.eqb_refl in Test. cbn [negb orb] in Test.
    destruct (after_run cert c turn x d) as [c'|]; [|discriminate].
    rewrite !andb_true_iff, !Nat.eqb_eq in Test. destruct Test as [[[Hg Hb] Hn] Test]. apply eqb_prop in Hb.
    destruct (levels_of c' (run u')) as [l'|] eqn:Hl'; [|discriminate]. exists c', u', l'. split; [now split|].
    split; [exact Hr|]. split; [exact Hg|]. split; [now symmetry|]. split; [exact Hn|].
    destruct (rises_above true d _ _ Hd l l' Test) as [A|[_ A]]; [now left | now right].
  Qed.
  Lemma end_step i c u l t x y : is_leg i -> stands c u l -> leg_of cert c = i -> before cert c = true ->
    to_come c = 0 -> In t (turns (ends_with (leg i))) -> allowed slide w (rows u) t x y ->
    exists c' u' l', stands c' u' l' /\ rows u' = played w (rows u) t x y /\ leg_of cert c' = next i /\
    before cert c' = false /\ to_come c' = remainder (leg (next i)) mod modulus (next i) /\
    at_least (value (rows u) l) (value (rows u') l') /\
    (is_last legs i = true -> above (value (rows u) l) (value (rows u') l')).
  Proof.
    intros I [Hu Hl] Leg Before None_left Ht Ha.
    destruct parts as (W & _ & D & _), (leg_parts i I) as (_ & _ & _ & _ & K & _).
    destruct (levels_alive w cert lines levels W D c (run u) l Hl) as [Alive Hc].
    change slide with (WellLines.meaning WellLines.Slide) in Ha. rewrite <- by_sliding in Ha.
    destruct (piece_move w cert lines levels W D _ _ t x y u K Ht Hu Alive Ha) as (turn & u' & d & Hu' & Hr & Hd & Test).
    specialize (Test c Hc). unfold end_ok in Test. rewrite Before, Hl, Leg, None_left, Nat.eqb_refl in Test.
    cbn [Nat.eqb andb negb orb] in Test. destruct (after_end cert c turn x d) as [c'|]; [|discriminate].
    cbv zeta in Test. rewrite !andb_true_iff, !Nat.eqb_eq in Test. destruct Test as [[[Hg Hb] Hn] Test].
    apply negb_true_iff in Hb.
    destruct (levels_of c' (run u')) as [l'|] eqn:Hl'; [|discriminate]. exists c', u', l'. split; [now split|].
    split; [exact Hr|]. split; [exact Hg|]. split; [exact Hb|]. split; [exact Hn|].
    destruct (rises_above _ d _ _ Hd l l' Test) as [A|[Q A]]; [split; [now left | now intros _]|].
    split; [now right|]. intros Last. now rewrite Last in Q.
  Qed.

  Lemma first_step b low n : blankless w b -> can_mark w (kind_of 0) low b -> n < modulus 0 ->
    exists l, stands (restart 0 n) (marked low b) l.
  Proof.
    intros Hb B Hn. destruct parts as (W & _ & _ & Found). unfold search_first in Found.
    pose proof (mark_found w cert lines _ (fun _ => []) (fun _ => true) W (fun _ _ _ _ => eq_refl) _ (map Some b)
      low Found (spelled_some w b Hb) eq_refl) as M.
    rewrite rows_some in M. specialize (M B). unfold first_mark_ok in M. rewrite forallb_forall in M.
    specialize (M n ltac:(apply in_seq; lia)).
    destruct (levels_of (restart 0 n) (run (marked low b))) as [l|] eqn:E; [|discriminate]. exists l.
    split; [now apply marked_spelled | exact E].
  Qed.
  Lemma next_step i c u l low : is_leg i -> stands c u l -> leg_of cert c = i -> before cert c = false ->
    can_mark w (kind_of i) low (rows u) -> exists l', stands (restart i (to_come c)) (marked low (rows u)) l' /\
    at_least (value (rows u) l) (value (rows u) l').
  Proof.
    intros I [Hu Hl] Leg Before B. destruct parts as (W & _ & D & _), (leg_parts i I) as (_ & _ & _ & _ & _ & Found).
    unfold search_next in Found. destruct (levels_alive w cert lines levels W D c (run u) l Hl) as [Alive Hc].
    pose proof (mark_found w cert lines _ (line lines) (alive cert) W (alive_before w cert lines levels W D)
      _ u low Found Hu Alive B) as M.
    change (old_run w cert (line lines) 1 u) with (run u) in M. unfold next_mark_ok in M. rewrite forallb_forall in M.
    specialize (M c Hc). rewrite Before, Hl, Leg, Nat.eqb_refl in M. cbn [negb orb] in M.
    destruct (levels_of (restart i (to_come c)) (run (marked low (rows u)))) as [l'|] eqn:E; [|discriminate].
    exists l'. split; [split; [now apply marked_spelled, spelled_rows | exact E]|].
    destruct (rises_above true (nothing cert) (rows u) (rows u)) with (l := l) (l' := l') as [A|[_ A]];
      [|exact M | now left | now right].
    intros k. unfold nothing. rewrite dot_zeros. lia.
  Qed.

  (** * Rounds of all legs, each of so many pieces that the remainder is right *)
  Variables (r : rule) (d : nat).
  Hypothesis only_slides : forall b t x y, allowed r w b t x y -> allowed slide w b t x y.

  Lemma run_steps i n : forall m c u l b', is_leg i -> stands c u l -> leg_of cert c = i ->
    to_come c = (n + m) mod modulus i -> path r w d (repeat (runner i) n) (rows u) b' ->
    exists c' u' l', stands c' u' l' /\ rows u' = b' /\ leg_of cert c' = i /\ before cert c' = before cert c /\
    to_come c' = m mod modulus i /\ at_least (value (rows u) l) (value b' l').
  Proof.
    induction n as [|n IH]; intros m c u l b' I Hu Leg Hc H; revert Leg;
      inversion H as [|? ? ? ? t x y Ht Ha Hd Hr]; subst; intros Leg.
    - exists c, u, l. repeat (split; [assumption || reflexivity|]). now right.
    - destruct (run_step i c u l t x y I Hu Leg Ht (only_slides _ _ _ _ Ha))
        as (c1 & u1 & l1 & H1 & R1 & G1 & B1 & N1 & V1).
      rewrite Hc in N1. cbn [Nat.add] in N1. rewrite one_less_of in N1 by exact I. rewrite <- R1 in Hr.
      destruct (IH m c1 u1 l1 _ I H1 G1 N1 Hr) as (c' & u' & l' & H2 & R2 & G2 & B2 & N2 & V2).
      exists c', u', l'. split; [exact H2|]. split; [exact R2|]. split; [exact G2|]. split; [congruence|].
      split; [exact N2|]. now apply (at_least_trans _ _ _ V1).
  Qed.

  (** A long run passes a well in which a mark can be set. *)
  Lemma piece_solid test p t : piece_ok w cert lines levels test p = true -> In t (turns p) -> solid t = true.
  Proof.
    intros Ok Ht. unfold piece_ok in Ok. rewrite forallb_forall in Ok. apply In_nth_error in Ht.
    destruct Ht as (i & Hi). specialize (Ok (i, t)). cbn beta iota in Ok. apply andb_true_iff in Ok; [tauto|].
    assert (Li : i < length (turns p)) by (apply nth_error_Some; congruence).
    pose proof (combine_nth (seq 0 (length (turns p))) (turns p) i 0 [] (seq_length _ _)) as En.
    rewrite seq_nth, (nth_error_nth _ _ _ Hi) in En by exact Li. cbn [Nat.add] in En. rewrite <- En. apply nth_In.
    rewrite combine_length, seq_length. lia.
  Qed.
  Lemma find_mark i m b b' : is_leg i -> rows_of w b -> not_blank b -> length b <= d ->
    length (all_wells w d) < m -> path r w d (repeat (runner i) m) b b' -> exists n n' c low, n + n' = m /\
    path r w d (repeat (runner i) n) b c /\ path r w d (repeat (runner i) n') c b' /\
    can_mark w (kind_of i) low c /\ blankless w c.
  Proof.
    intros I Hb B Hd Hm H. destruct (leg_parts i I) as (_ & W & _ & K & _).
    assert (Blankless : forall n c, path r w d (repeat (runner i) n) b c -> keep c = c -> blankless w c).
    { intros n c P Kept. destruct (path_good _ _ _ _ _ _ P Hb Hd) as [Hc _].
      apply blankless_all; [exact Hc | | exact Kept].
      apply (path_not_blank _ _ _ _ _ _ P); [|exact Hb | exact B]. intros p t Hp Ht. apply repeat_spec in Hp as ->.
      exact (piece_solid _ _ t K Ht). }
    destruct (kind_of i) eqn:Kind; cbn [width_ok run_piece] in *.
    - destruct (find_banded r w d m b b' Hb Hd ltac:(lia) H) as (n & n' & c & low & Sum & P & P' & Band & Kept).
      exists n, n', c, low. repeat (split; [assumption|]). split; [|now apply (Blankless n)].
      apply banded_mark; [|exact Band]. now destruct (path_good _ _ _ _ _ _ P Hb Hd).
    - apply Nat.eqb_eq in W. subst w.
      destruct (find_for_squares r d only_slides m b b' Hb B Hm H) as (n & n' & c & low & Sum & P & P' & Mark & Kept).
      exists n, n', c, low. repeat (split; [assumption|]). now apply (Blankless n).
  Qed.

  Variable many : nat -> nat.
  Hypothesis many_enough : forall i, is_leg i -> length (all_wells w d) < many i.
  Hypothesis many_mod : forall i, is_leg i -> many i mod modulus i = remainder (leg i) mod modulus i.
  Notation runners i n := (repeat (runner i) n).
  Definition all_of_leg (i : nat) : list turn := runners i (many i) ++ [ends_with (leg i)].
  Definition legs_from (i n : nat) : list turn := concat (map all_of_leg (seq i n)).
  Definition round : list turn := legs_from 0 (length legs).
  (** A mark in a well, and how many pieces of the first run are to come then, by the modulus. *)
  Definition places : list (nat * word) := list_prod (seq 0 (modulus 0))
    (flat_map (fun b => map (fun low => marked low b) (seq 0 (S d))) (all_wells w d)).
  Definition order : list turn := concat (repeat round (S (length places))).

  Lemma marked_place n low b : n < modulus 0 -> rows_of w b -> length b <= d -> In (n, marked low b) places.
  Proof.
    intros Hn Hb Hd. apply in_prod; [apply in_seq; lia|]. apply in_flat_map. exists b.
    split; [now apply all_wells_in|]. apply in_map_iff.
    exists (Nat.min low (length b)). split; [|apply in_seq; lia]. unfold marked.
    destruct (Nat.le_gt_cases low (length b)) as [L|L].
    - now rewrite Nat.min_l.
    - rewrite Nat.min_r, firstn_all, skipn_all, (firstn_all2 b), (skipn_all2 b) by lia. reflexivity.
  Qed.

  Lemma mod_small i n : is_leg i -> n mod modulus i < modulus i.
  Proof. intros I. pose proof (some_modulus i I). apply Nat.mod_upper_bound. lia. Qed.
  (** A word right after a mark was set in this leg, when so many pieces of the run are to come. *)
  Definition is_fresh (i n : nat) (u : word) (l : list level) : Prop :=
    stands (restart i (n mod modulus i)) u l /\ length (rows u) <= d /\ exists low b, u = marked low b.

  (** From a mark in a leg to one in the next. *)
  Lemma one_leg i n u l rest b' : is_leg i -> is_fresh i n u l ->
    path r w d (runners i n ++ [ends_with (leg i)] ++ runners (next i) (many (next i)) ++ rest) (rows u) b' ->
    exists n' u' l', is_fresh (next i) n' u' l' /\ path r w d (runners (next i) n' ++ rest) (rows u') b' /\
    at_least (value (rows u) l) (value (rows u') l') /\
    (is_last legs i = true -> above (value (rows u) l) (value (rows u') l')).
  Proof.
    intros I (Hl & Hd & _) H. pose proof (next_is_leg i I) as J. set (j := next i) in *.
    pose proof (blankless_rows _ _ (spelled_rows w u (proj1 Hl))) as Hr.
    apply path_app in H. destruct H as (b1 & H1 & H). apply path_app in H. destruct H as (b2 & H2 & H).
    apply path_app in H. destruct H as (b3 & H3 & H).
    destruct (path_good _ _ _ _ _ _ H1 Hr Hd) as [Hr1 Hd1]. destruct (path_good _ _ _ _ _ _ H2 Hr1 Hd1) as [Hr2 Hd2].
    destruct (restarts i _ I (mod_small i n I)) as (Leg & Before & Left).
    destruct (run_steps i n 0 _ u l b1 I Hl Leg) as (c1 & u1 & l1 & S1 & <- & G1 & Bf1 & N1 & V1);
      [now rewrite Nat.add_0_r | exact H1|].
    rewrite Before in Bf1. rewrite Nat.mod_0_l in N1 by (pose proof (some_modulus i I); lia).
    revert G1. inversion H2 as [|? ? ? ? t x y Ht Ha Hp Hnone]; subst. inversion Hnone; subst. intros G1.
    destruct (end_step i c1 u1 l1 t x y I S1 G1 Bf1 N1 Ht (only_slides _ _ _ _ Ha))
      as (c2 & u2 & l2 & S2 & R2 & G2 & Bf2 & N2 & V2 & Strict).
    rewrite <- R2 in *. fold j in G2, N2.
    destruct (find_mark j (many j) _ _ J Hr2 (blankless_not_blank w _ (spelled_rows w u2 (proj1 S2))) Hd2
      (many_enough j J) H3) as (m & m' & c & low & Sum & P1 & P2 & Mark & _).
    destruct (path_good _ _ _ _ _ _ P1 Hr2 Hd2) as [Hrc Hdc]. rewrite <- many_mod, <- Sum in N2 by exact J.
    destruct (run_steps j m m' _ u2 l2 c J S2 G2 N2 P1) as (c3 & u3 & l3 & S3 & R3 & G3 & Bf3 & N3 & V3).
    rewrite Bf2 in Bf3. rewrite <- R3 in *. destruct (next_step j c3 u3 l3 low J S3 G3 Bf3 Mark) as (l4 & S4 & V4).
    rewrite N3 in S4. exists m', (marked low (rows u3)), l4. rewrite marked_rows.
    assert (V : at_least (value (rows u2) l2) (value (rows u3) l4)) by now apply (at_least_trans _ _ _ V3).
    split; [split; [exact S4|]; rewrite marked_rows; split; [exact Hdc | now exists low, (rows u3)]|].
    split; [apply path_app; now exists b3|]. split.
    - apply (at_least_trans _ _ _ V1). now apply (at_least_trans _ _ _ V2).
    - intros Last. apply (at_least_above _ _ _ V1). now apply (above_at_least _ _ _ (Strict Last)).
  Qed.

  (** From a mark in a leg to one in the first leg of the next round. *)
  Lemma to_next_round k : forall i n u l rest b', i + S k = length legs -> is_fresh i n u l ->
    path r w d (runners i n ++ [ends_with (leg i)] ++ legs_from (S i) k ++ runners 0 (many 0) ++ rest) (rows u) b' ->
    exists n' u' l', is_fresh 0 n' u' l' /\ path r w d (runners 0 n' ++ rest) (rows u') b' /\
    above (value (rows u) l) (value (rows u') l').
  Proof.
    induction k as [|k IH]; intros i n u l rest b' Sum Hu H; assert (I : is_leg i) by lia.
    - assert (Last : is_last legs i = true) by (apply Nat.leb_le; lia).
      assert (Next : next i = 0) by (unfold next_leg; now rewrite Last).
      pose proof (one_leg i n u l rest b' I Hu) as G. rewrite Next in G.
      destruct (G H) as (n' & u' & l' & Hu' & P & _ & A). exists n', u', l'. auto.
    - assert (Next : next i = S i).
      { unfold next_leg, is_last. destruct (Nat.leb_spec (length legs) (S i)); [lia | reflexivity]. }
      unfold legs_from in H. cbn [seq map concat] in H. fold (legs_from (S (S i)) k) in H. unfold all_of_leg at 1 in H.
      rewrite <- !app_assoc in H. pose proof (fun rest => one_leg i n u l rest b' I Hu) as G. rewrite Next in G.
      destruct (G _ H) as (n1 & u1 & l1 & Hu1 & P1 & V1 & _).
      destruct (IH (S i) n1 u1 l1 rest b' ltac:(lia) Hu1 P1) as (n' & u' & l' & Hu' & P & A).
      exists n', u', l'. split; [exact Hu'|]. split; [exact P|]. now apply (at_least_above _ _ _ V1).
  Qed.

  (** Words right after a mark was set in the first leg, and their ranks. *)
  Definition rank (a : nat * word) : values :=
    match levels_of (restart 0 (fst a)) (run (snd a)) with Some l => value (rows (snd a)) l | None => [] end.
  Lemma fresh_rank n u l : stands (restart 0 n) u l -> rank (n, u) = value (rows u) l.
  Proof. intros [_ H]. unfold rank. cbn [fst snd]. now rewrite H. Qed.
  Lemma fresh_place n u l : is_fresh 0 n u l -> In (n mod modulus 0, u) places.
  Proof.
    intros ([Hu _] & Hd & low & b & ->). rewrite marked_rows in Hd. apply marked_place; [|  | exact Hd].
    - apply mod_small. now destruct parts as (_ & I & _).
    - apply spelled_rows, blankless_rows in Hu. now rewrite marked_rows in Hu.
  Qed.
  Lemma round_cut : round = runners 0 (many 0) ++ [ends_with (leg 0)] ++ legs_from 1 (length legs - 1).
  Proof.
    destruct parts as (_ & I & _). unfold round, legs_from. destruct (length legs) as [|k]; [lia|].
    cbn [seq map concat Nat.sub]. rewrite Nat.sub_0_r. unfold all_of_leg at 1. now rewrite <- app_assoc.
  Qed.
  Lemma rounds times : forall u n l b', is_fresh 0 n u l ->
    path r w d (runners 0 n ++ [ends_with (leg 0)] ++ legs_from 1 (length legs - 1) ++ concat (repeat round times))
      (rows u) b' ->
    exists us, length us = S times /\ NoDup us /\
    forall v, In v us -> In v places /\ at_least (rank (n mod modulus 0, u)) (rank v).
  Proof.
    induction times as [|times IH]; intros u n l b' Hu H; pose proof (fresh_place n u l Hu) as Place.
    - exists [(n mod modulus 0, u)]. split; [reflexivity|]. split; [repeat constructor; intros []|].
      intros v [<-|[]]. split; [exact Place | now right].
    - cbn [repeat concat] in H. rewrite round_cut in H at 1. rewrite <- !app_assoc in H.
      destruct parts as (_ & I & _).
      destruct (to_next_round (length legs - 1) 0 n u l _ b' ltac:(lia) Hu H) as (n' & u' & l' & Hu' & P & A).
      destruct (IH u' n' l' b' Hu' P) as (us & Len & Nd & Us).
      assert (Rise : above (rank (n mod modulus 0, u)) (rank (n' mod modulus 0, u'))).
      { destruct Hu as [Hl _], Hu' as [Hl' _]. now rewrite (fresh_rank _ u l Hl), (fresh_rank _ u' l' Hl'). }
      exists ((n mod modulus 0, u) :: us). split; [cbn; now rewrite Len|]. split.
      + constructor; [|exact Nd]. intros Q. destruct (Us _ Q) as [_ F].
        apply (above_not_same (rank (n mod modulus 0, u))). now apply (above_at_least _ _ _ Rise).
      + intros v [<-|Hv]; [split; [exact Place | now right]|].
        destruct (Us v Hv) as [F G]. split; [exact F|]. left. now apply (above_at_least _ _ _ Rise).
  Qed.

  Theorem nobody_places b b' : rows_of w b -> not_blank b -> length b <= d -> ~ path r w d order b b'.
  Proof.
    intros Hb B Hd H. destruct parts as (_ & I & _). unfold order in H. cbn [repeat concat] in H.
    rewrite round_cut in H at 1. rewrite <- !app_assoc in H. apply path_app in H. destruct H as (b1 & H1 & H).
    destruct (find_mark 0 (many 0) b b1 I Hb B Hd (many_enough 0 I) H1)
      as (m & m' & c & low & _ & P1 & P2 & Mark & Hc).
    destruct (path_good _ _ _ _ _ _ P1 Hb Hd) as [Hrc Hdc].
    destruct (first_step c low _ Hc Mark (mod_small 0 m' I)) as (l & S).
    destruct (rounds (length places) (marked low c) m' l b') as (us & Len & Nd & Us).
    - split; [exact S|]. rewrite marked_rows. split; [exact Hdc | now exists low, c].
    - rewrite marked_rows. apply path_app. now exists b1.
    - apply (NoDup_incl_length (l' := places)) in Nd; [lia|]. intros v Hv. now apply Us.
  Qed.
End Sound.
