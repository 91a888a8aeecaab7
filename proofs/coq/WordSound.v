(** What the checker by automata accepts is lost: when left kinks and the other piece slide by turns, each long
    run of kinks has a banded well, where a mark can be set; between two such wells of different runs the rank rises;
    and there are finitely many. *)
From Coq Require Import Arith ZArith List Bool FMapPositive Lia.
From Topple Require Import Statements Wells Plays RisingCheck RisingPlays RisingSound Lanes Lemma2 Algorithm2.
From Topple Require Import WordCheck Words WordPlays WordMoves WordMarks.
Import ListNotations Well WellGame.
Local Opaque explore.

(** * Pieces in this order *)
Inductive path (r : rule) (w d : nat) : list turn -> well -> well -> Prop :=
  | path_none b : path r w d [] b b
  | path_one p rest b b' t x y : In t (turns p) -> allowed r w b t x y -> length (played w b t x y) <= d ->
      path r w d rest (played w b t x y) b' -> path r w d (p :: rest) b b'.
Lemma path_app r w d l1 : forall l2 b b', path r w d (l1 ++ l2) b b' <-> exists c,
  path r w d l1 b c /\ path r w d l2 c b'.
Proof.
  induction l1 as [|p l1 IH]; intros l2 b b'.
  - split; [intros H; exists b; split; [constructor | exact H]|]. intros (c & H1 & H2). now inversion H1; subst.
  - cbn [app]. split.
    + intros H. inversion H as [|? ? ? ? t x y Ht Ha Hd Hr]; subst. apply IH in Hr. destruct Hr as (c & H1 & H2).
      exists c. split; [now apply (path_one r w d p l1 b c t x y) | exact H2].
    + intros (c & H1 & H2). inversion H1 as [|? ? ? ? t x y Ht Ha Hd Hr]; subst.
      apply (path_one r w d p (l1 ++ l2) b b' t x y); auto. apply IH. now exists c.
Qed.
Lemma path_good r w d l b b' : path r w d l b b' -> rows_of w b -> length b <= d -> rows_of w b' /\ length b' <= d.
Proof. induction 1; auto using played_rows. Qed.
Lemma path_not_blank r w d l b b' : path r w d l b b' -> (forall p t, In p l -> In t (turns p) -> solid t = true) ->
  rows_of w b -> not_blank b -> not_blank b'.
Proof.
  induction 1 as [|p rest b b' t x y Ht Ha Hd Hr IH]; intros Solid Hb B; [exact B|]. apply IH.
  - intros p' t' Hp. apply Solid. now right.
  - now apply played_rows.
  - destruct Ha as (A & Hy & _). apply andb_true_iff in A. destruct A as [F _].
    apply played_not_blank; auto. now apply (Solid p t (or_introl eq_refl)).
Qed.
Lemma kink_solid p t : p = kink true -> In t (turns p) -> solid t = true.
Proof. intros -> Ht. now destruct (kink_turns _ _ Ht) as [-> | ->]. Qed.

(** * Long runs of kinks *)
Lemma pigeonhole {A} (dec : forall a b : A, {a = b} + {a <> b}) (f : nat -> A) l n :
  (forall i, i < n -> In (f i) l) -> length l < n -> exists i j, i < j < n /\ f i = f j.
Proof.
  intros Hin Hn. assert (D : forall j, (exists i, i < j /\ f i = f j) \/ ~ exists i, i < j /\ f i = f j).
  { intros j. apply some_below. intros i. destruct (dec (f i) (f j)); auto. }
  destruct (some_below (fun j => exists i, i < j /\ f i = f j) n D) as [(j & Hj & i & Hi & H)|H]; [now exists i, j|].
  exfalso. assert (N : forall m, m <= n -> NoDup (map f (rev (seq 0 m)))).
  { induction m as [|m IH]; intros Hm; [constructor|]. rewrite seq_S, rev_app_distr. cbn [rev app map Nat.add].
    constructor; [|apply IH; lia]. intros Q. apply in_map_iff in Q. destruct Q as (i & Eq & Hi).
    rewrite <- in_rev, in_seq in Hi. apply H. exists m. split; [lia|]. exists i. split; [lia | exact Eq]. }
  specialize (N n (le_n n)). apply (NoDup_incl_length (l' := l)) in N.
  - rewrite map_length, rev_length, seq_length in N. lia.
  - intros a Ha. apply in_map_iff in Ha. destruct Ha as (i & <- & Hi). rewrite <- in_rev, in_seq in Hi.
    apply Hin. lia.
Qed.

Section Runs.
  Variables (r : rule) (w d : nat).
  Notation g := (Game w d [] r 0).
  Notation stop := (fold_left (after g)).

  Lemma path_plays m : forall b b', path r w d (repeat (kink true) m) b b' -> exists ps, length ps = m /\
    (forall p, In p ps -> fst (fst (fst p)) = true) /\ plays g b ps /\ stop ps b = b'.
  Proof.
    induction m as [|m IH]; intros b b' H; inversion H as [|? ? ? ? t x y Ht Ha Hd Hr]; subst.
    - exists []. cbn. tauto.
    - destruct (IH _ _ Hr) as (ps & <- & Hl & Hp & <-). exists ((true, t, x, y) :: ps). split; [reflexivity|]. split.
      + intros p [<-|Hin]; [reflexivity | now apply Hl].
      + split; [|reflexivity]. cbn [plays]. auto.
  Qed.
  Lemma plays_path ps : forall b, (forall p, In p ps -> fst (fst (fst p)) = true) -> plays g b ps ->
    path r w d (repeat (kink true) (length ps)) b (stop ps b).
  Proof.
    induction ps as [|[[[l t] x] y] ps IH]; intros b Hl; [constructor|]. intros (Ht & Ha & Hd & Hr).
    pose proof (Hl _ (or_introl eq_refl)) as El. cbn [fst] in El. subst l. cbn [length repeat fold_left].
    apply (path_one r w d (kink true) _ b _ t x y); auto. apply IH; [|exact Hr]. intros p Hp. apply Hl. now right.
  Qed.

  Lemma find_banded m b b' : rows_of w b -> length b <= d -> length (all_wells w d) <= m ->
    path r w d (repeat (kink true) m) b b' -> exists n n' c low, n + n' = m /\
    path r w d (repeat (kink true) n) b c /\ path r w d (repeat (kink true) n') c b' /\
    banded true w low c /\ keep c = c.
  Proof.
    intros Hb Hd Hm H. destruct (path_plays m b b' H) as (ps & L & Hl & Hp & Es).
    assert (Cut : forall i, exists rest, ps = firstn i ps ++ rest) by (intros i; exists (skipn i ps);
      now rewrite firstn_skipn).
    assert (Part : forall ps1 ps2, ps = ps1 ++ ps2 -> plays g b ps1 /\ plays g (stop ps1 b) ps2 /\
      path r w d (repeat (kink true) (length ps1)) b (stop ps1 b)).
    { intros ps1 ps2 E. rewrite E in Hp. apply plays_app in Hp. destruct Hp as [H1 H2]. split; [exact H1|].
      split; [exact H2|]. apply plays_path; [|exact H1]. intros p Hin. apply Hl. rewrite E. apply in_app_iff.
      now left. }
    destruct (pigeonhole same_well (fun i => stop (firstn i ps) b) (all_wells w d) (S m)) as (i & j & [Hi Hj] & Same).
    - intros i _. destruct (Cut i) as (rest & E). destruct (Part _ _ E) as (_ & _ & P).
      destruct (path_good _ _ _ _ _ _ P Hb Hd). now apply all_wells_in.
    - lia.
    - set (ps1 := firstn i ps) in *. set (ps2 := skipn i (firstn j ps)).
      assert (E12 : firstn j ps = ps1 ++ ps2).
      { unfold ps1, ps2. rewrite <- (firstn_skipn i (firstn j ps)) at 1. f_equal. rewrite firstn_firstn.
        f_equal. lia. }
      destruct (Cut j) as (rest & E). rewrite E12, <- app_assoc in E. destruct (Part _ _ E) as (P1 & P2 & Path1).
      cbn beta in Same. rewrite E12, fold_left_app in Same. set (c := stop ps1 b) in *.
      pose proof (path_good _ _ _ _ _ _ Path1 Hb Hd) as [Hc Hcd]. apply plays_app in P2. destruct P2 as [P2 P3].
      assert (L2 : length (firstn j ps) = j) by (rewrite firstn_length; lia).
      assert (L1 : length ps1 = i) by (unfold ps1; rewrite firstn_length; lia).
      rewrite E12, app_length in L2. assert (Ne : ps2 <> []) by (intros Q; rewrite Q in L2; cbn in L2; lia).
      assert (Hl2 : forall p, In p (ps2 ++ rest) -> fst (fst (fst p)) = true).
      { intros p Hin. apply Hl. rewrite E. apply in_app_iff. now right. }
      destruct (lemma_2_structure_holds g c ps2 true) as (low & _ & _ & B).
      { now split. } { now repeat split. } { intros p Hin. apply Hl2, in_app_iff. now left. }
      destruct (B [] ps2 eq_refl) as [Band _]. exists (length ps1), (length (ps2 ++ rest)), c, low.
      split; [now rewrite <- app_length, <- E|]. split; [exact Path1|]. split; [|split; [exact Band|]].
      + rewrite <- Es, E, fold_left_app. fold c. apply plays_path; [exact Hl2|]. apply plays_app. now split.
      + destruct (exists_last Ne) as (ps3 & [[[l t] x] y] & E3). rewrite E3, fold_left_app in Same.
        rewrite Same. cbn [fold_left after]. rewrite played_keep. apply keep_again.
  Qed.
End Runs.

(** * Ranks *)
Definition values : Type := list (list Z * Z).
Inductive above : values -> values -> Prop :=
  | above_here k z z' l l' : (z < z')%Z -> above ((k, z) :: l) ((k, z') :: l')
  | above_later a l l' : above l l' -> above (a :: l) (a :: l').
Lemma above_not_same v : ~ above v v.
Proof. induction v as [|a v IH]; intros H; inversion H; subst; [lia | now apply IH]. Qed.
Lemma above_trans : forall u v, above u v -> forall x, above v x -> above u x.
Proof.
  induction 1 as [k z z' l l' Hz|a l l' H IH]; intros x Hx; inversion Hx; subst; try (constructor; lia);
    try (now constructor). apply above_later. now apply IH.
Qed.
Definition at_least (u v : values) : Prop := above u v \/ u = v.
Lemma above_at_least u v x : above u v -> at_least v x -> above u x.
Proof. intros H [H'| <-]; [now apply (above_trans u v) | exact H]. Qed.
Lemma at_least_above u v x : at_least u v -> above v x -> above u x.
Proof. intros [H| ->] H'; [now apply (above_trans u v) | exact H']. Qed.
Lemma at_least_trans u v x : at_least u v -> at_least v x -> at_least u x.
Proof. intros [H| ->] H'; [left; now apply (above_at_least u v) | exact H']. Qed.

Section Sound.
  Variables (w : nat) (piece : turn) (cert : certificate).
  Hypothesis accepted : check w piece cert = true.
  Notation lines := (numbered_lines cert).
  Notation levels := (ranks_by_state cert).
  Notation run := (run w cert lines 1).
  Notation levels_of := (levels_of levels).

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

  Notation modulus := (modulus cert).
  Notation to_come := (to_come cert).
  Notation restart := (restart cert).
  Lemma parts : 0 < w /\ dead_ok w cert lines levels = true /\ (0 < modulus /\ restart_ok cert = true) /\
    piece_ok w cert lines levels (kink_ok cert levels) (kink true) = true /\
    piece_ok w cert lines levels (tee_ok cert levels) piece = true /\
    found_ok (search_first w cert lines levels) = true /\ found_ok (search_next w cert lines levels) = true.
  Proof.
    pose proof accepted as H. unfold check in H. cbv zeta in H. rewrite !andb_true_iff, !Nat.ltb_lt in H. tauto.
  Qed.
  Lemma some_modulus : 0 < modulus.
  Proof. now destruct parts as (_ & _ & (M & _) & _). Qed.
  Lemma restarts n : n < modulus -> before cert (restart n) = true /\ to_come (restart n) = n.
  Proof.
    intros Hn. destruct parts as (_ & _ & (_ & R) & _). unfold restart_ok in R. rewrite forallb_forall in R.
    specialize (R n ltac:(apply in_seq; lia)). now rewrite andb_true_iff, Nat.eqb_eq in R.
  Qed.
  Lemma one_less_of n : one_less cert (S n mod modulus) = n mod modulus.
  Proof.
    pose proof some_modulus as M. unfold one_less. rewrite Nat.add_mod_idemp_l by lia.
    replace (S n + (modulus - 1)) with (n + 1 * modulus) by lia. apply Nat.mod_add. lia.
  Qed.

  (** A word in this control. *)
  Definition stands (c : nat) (u : word) (l : list level) : Prop :=
    spelled w u /\ levels_of c (run u) = Some l.

  Lemma piece_move test p t x y u : piece_ok w cert lines levels test p = true -> In t (turns p) -> spelled w u ->
    alive cert (run u) = true -> allowed slide w (rows u) t x y -> exists i u' d,
    spelled w u' /\ rows u' = played w (rows u) t x y /\
    (forall k, worth cert k (rows u') = (worth cert k (rows u) + dot k d)%Z) /\
    forall c, In c (controls levels) -> test i x (run u) (run u') d c = true.
  Proof.
    intros Ok Ht Hu Alive Allowed. unfold piece_ok in Ok. rewrite forallb_forall in Ok.
    apply In_nth_error in Ht. destruct Ht as (i & Hi). specialize (Ok (i, t)).
    assert (Hin : In (i, t) (combine (seq 0 (length (turns p))) (turns p))).
    { assert (Li : i < length (turns p)) by (apply nth_error_Some; congruence).
      pose proof (combine_nth (seq 0 (length (turns p))) (turns p) i 0 [] (seq_length _ _)) as En.
      rewrite seq_nth, (nth_error_nth _ _ _ Hi) in En by exact Li. cbn [Nat.add] in En. rewrite <- En. apply nth_In.
      rewrite combine_length, seq_length. lia. }
    specialize (Ok Hin). cbn beta iota in Ok. apply andb_true_iff in Ok. destruct Ok as [Solid Ok].
    rewrite forallb_forall in Ok.
    assert (Fit : fits w (rows u) t x y = true).
    { destruct Allowed as (A & _). unfold at_rest in A. now apply andb_true_iff in A. }
    specialize (Ok x). assert (Hx : In x (seq 0 w)).
    { apply in_seq. split; [lia|]. exact (WellSound.fits_column w _ t (solid_some t Solid) x y Fit). }
    specialize (Ok Hx). apply orb_true_iff in Ok. destruct Ok as [Ok|Ok].
    - exfalso. apply negb_true_iff, not_true_iff_false in Ok. apply Ok. apply forallb_forall. intros c Hc.
      apply andb_true_iff. split; [apply Nat.ltb_lt; now apply (fits_free_cell w t x (rows u) y)|].
      cbn [snd]. now destruct (0 + snd c), (x + fst c).
    - exists i. destruct parts as (W & D & _).
      exact (move_found w cert lines levels W D t x (test i x) u y Ok Solid Hu Alive Allowed).
  Qed.

  Lemma kink_step c u l t x y : stands c u l -> In t (turns (kink true)) -> allowed slide w (rows u) t x y ->
    exists c' u' l', stands c' u' l' /\ rows u' = played w (rows u) t x y /\ before cert c' = before cert c /\
    to_come c' = one_less cert (to_come c) /\ at_least (value (rows u) l) (value (rows u') l').
  Proof.
    intros [Hu Hl] Ht Ha. destruct parts as (W & D & _ & K & _).
    destruct (levels_alive w cert lines levels W D c (run u) l Hl) as [Alive Hc].
    destruct (piece_move _ _ t x y u K Ht Hu Alive Ha) as (i & u' & d & Hu' & Hr & Hd & Test). specialize (Test c Hc).
    unfold kink_ok in Test. rewrite Hl in Test. destruct (after_kink cert c i x d) as [c'|]; [|discriminate].
    rewrite !andb_true_iff in Test. destruct Test as [[Hb Hn] Test]. apply eqb_prop in Hb. apply Nat.eqb_eq in Hn.
    destruct (levels_of c' (run u')) as [l'|] eqn:Hl'; [|discriminate]. exists c', u', l'. split; [now split|].
    split; [exact Hr|]. split; [now symmetry|]. split; [exact Hn|].
    destruct (rises_above true d _ _ Hd l l' Test) as [A|[_ A]];
      [now left | now right].
  Qed.
  Lemma tee_step c u l t x y : stands c u l -> before cert c = true -> to_come c = 0 -> In t (turns piece) ->
    allowed slide w (rows u) t x y ->
    exists c' u' l', stands c' u' l' /\ rows u' = played w (rows u) t x y /\ before cert c' = false /\
    to_come c' = remainder cert mod modulus /\ above (value (rows u) l) (value (rows u') l').
  Proof.
    intros [Hu Hl] Before None_left Ht Ha. destruct parts as (W & D & _ & _ & K & _).
    destruct (levels_alive w cert lines levels W D c (run u) l Hl) as [Alive Hc].
    destruct (piece_move _ _ t x y u K Ht Hu Alive Ha) as (i & u' & d & Hu' & Hr & Hd & Test). specialize (Test c Hc).
    unfold tee_ok in Test. rewrite Before, Hl, None_left in Test. cbn [Nat.eqb andb negb orb] in Test.
    destruct (after_tee cert c i x d) as [c'|]; [|discriminate].
    rewrite !andb_true_iff in Test. destruct Test as [[Hb Hn] Test]. apply negb_true_iff in Hb.
    apply Nat.eqb_eq in Hn.
    destruct (levels_of c' (run u')) as [l'|] eqn:Hl'; [|discriminate]. exists c', u', l'. split; [now split|].
    split; [exact Hr|]. split; [exact Hb|]. split; [exact Hn|].
    destruct (rises_above false d _ _ Hd l l' Test) as [A|[Q _]];
      [exact A | discriminate].
  Qed.

  Lemma first_step b low n : blankless w b -> banded true w low b -> n < modulus ->
    exists l, stands (restart n) (marked low b) l.
  Proof.
    intros Hb B Hn. destruct parts as (W & _ & _ & _ & _ & Found & _). unfold search_first in Found.
    pose proof (mark_found w cert lines (fun _ => []) (fun _ => true) W (fun _ _ _ _ => eq_refl) _ (map Some b)
      low Found (spelled_some w b Hb) eq_refl) as M.
    rewrite rows_some in M. specialize (M B). unfold first_mark_ok in M. rewrite forallb_forall in M.
    specialize (M n ltac:(apply in_seq; lia)).
    destruct (levels_of (restart n) (run (marked low b))) as [l|] eqn:E; [|discriminate]. exists l.
    split; [now apply marked_spelled | exact E].
  Qed.
  Lemma next_step c u l low : stands c u l -> before cert c = false -> banded true w low (rows u) ->
    exists l', stands (restart (to_come c)) (marked low (rows u)) l' /\
    at_least (value (rows u) l) (value (rows u) l').
  Proof.
    intros [Hu Hl] Before B. destruct parts as (W & D & _ & _ & _ & _ & Found). unfold search_next in Found.
    destruct (levels_alive w cert lines levels W D c (run u) l Hl) as [Alive Hc].
    pose proof (mark_found w cert lines (line lines) (alive cert) W (alive_before w cert lines levels W D)
      _ u low Found Hu Alive B) as M.
    change (old_run w cert (line lines) 1 u) with (run u) in M. unfold next_mark_ok in M. rewrite forallb_forall in M.
    specialize (M c Hc). rewrite Before, Hl in M. cbn [orb] in M.
    destruct (levels_of (restart (to_come c)) (run (marked low (rows u)))) as [l'|] eqn:E; [|discriminate]. exists l'.
    split; [split; [now apply marked_spelled, spelled_rows | exact E]|].
    destruct (rises_above true (nothing cert) (rows u) (rows u)) with (l := l) (l' := l') as [A|[_ A]];
      [|exact M | now left | now right].
    intros k. unfold nothing. rewrite dot_zeros. lia.
  Qed.

  (** * Rounds: of so many kinks that the remainder is right *)
  Variables (r : rule) (d : nat).
  Hypothesis only_slides : forall b t x y, allowed r w b t x y -> allowed slide w b t x y.
  Notation kinks n := (repeat (kink true) n).

  Lemma kinks_step n : forall m c u l b', stands c u l -> to_come c = (n + m) mod modulus ->
    path r w d (kinks n) (rows u) b' -> exists c' u' l', stands c' u' l' /\ rows u' = b' /\
    before cert c' = before cert c /\ to_come c' = m mod modulus /\ at_least (value (rows u) l) (value b' l').
  Proof.
    induction n as [|n IH]; intros m c u l b' Hu Hc H; inversion H as [|? ? ? ? t x y Ht Ha Hd Hr]; subst.
    - exists c, u, l. repeat (split; [assumption || reflexivity|]). now right.
    - destruct (kink_step c u l t x y Hu Ht (only_slides _ _ _ _ Ha)) as (c1 & u1 & l1 & H1 & R1 & B1 & N1 & V1).
      rewrite Hc in N1. cbn [Nat.add] in N1. rewrite one_less_of in N1.
      rewrite <- R1 in Hr. destruct (IH m c1 u1 l1 b' H1 N1 Hr) as (c' & u' & l' & H2 & R2 & B2 & N2 & V2).
      exists c', u', l'. split; [exact H2|]. split; [exact R2|]. split; [congruence|]. split; [exact N2|].
      now apply (at_least_trans _ _ _ V1).
  Qed.

  Variable many : nat.
  Hypothesis many_enough : length (all_wells w d) <= many.
  Hypothesis many_mod : many mod modulus = remainder cert mod modulus.
  Definition round : list turn := kinks many ++ [piece].
  (** A mark in a well, and how many kinks are to come then, by the modulus. *)
  Definition places : list (nat * word) := list_prod (seq 0 modulus)
    (flat_map (fun b => map (fun low => marked low b) (seq 0 (S d))) (all_wells w d)).
  Definition order : list turn := concat (repeat round (S (length places))).

  Lemma marked_place n low b : n < modulus -> rows_of w b -> length b <= d -> In (n, marked low b) places.
  Proof.
    intros Hn Hb Hd. apply in_prod; [apply in_seq; lia|]. apply in_flat_map. exists b.
    split; [now apply all_wells_in|]. apply in_map_iff.
    exists (Nat.min low (length b)). split; [|apply in_seq; lia]. unfold marked.
    destruct (Nat.le_gt_cases low (length b)) as [L|L].
    - now rewrite Nat.min_l.
    - rewrite Nat.min_r, firstn_all, skipn_all, (firstn_all2 b), (skipn_all2 b) by lia. reflexivity.
  Qed.

  (** Words right after a mark was set, and their ranks. *)
  Definition rank (a : nat * word) : values :=
    match levels_of (restart (fst a)) (run (snd a)) with Some l => value (rows (snd a)) l | None => [] end.
  Definition fresh (a : nat * word) : Prop := In a places /\ exists l, stands (restart (fst a)) (snd a) l.
  Lemma fresh_rank n u l : stands (restart n) u l -> rank (n, u) = value (rows u) l.
  Proof. intros [_ H]. unfold rank. cbn [fst snd]. now rewrite H. Qed.
  Lemma mod_small n : n mod modulus < modulus.
  Proof. pose proof some_modulus. apply Nat.mod_upper_bound. lia. Qed.

  Lemma rounds times : forall u n b', fresh (n mod modulus, u) -> rows_of w (rows u) -> length (rows u) <= d ->
    path r w d (kinks n ++ [piece] ++ concat (repeat round times)) (rows u) b' ->
    exists us, length us = S times /\ NoDup us /\
    forall v, In v us -> fresh v /\ at_least (rank (n mod modulus, u)) (rank v).
  Proof.
    induction times as [|times IH]; intros u n b' Hu Hr Hd H.
    - exists [(n mod modulus, u)]. split; [reflexivity|]. split; [repeat constructor; intros []|].
      intros v [<-|[]]. split; [exact Hu | now right].
    - destruct Hu as [Hin (l & Hl)]. cbn [fst snd] in Hl.
      apply path_app in H. destruct H as (b1 & H1 & H). apply path_app in H. destruct H as (b2 & H2 & H).
      cbn [repeat concat] in H. unfold round at 1 in H. rewrite <- app_assoc in H. apply path_app in H.
      destruct H as (b3 & H3 & H).
      destruct (path_good _ _ _ _ _ _ H1 Hr Hd) as [Hr1 Hd1]. destruct (path_good _ _ _ _ _ _ H2 Hr1 Hd1)
        as [Hr2 Hd2].
      destruct (restarts _ (mod_small n)) as [Before Left].
      destruct (kinks_step n 0 _ u l b1 Hl) as (c1 & u1 & l1 & S1 & <- & Bf1 & N1 & V1);
        [now rewrite Nat.add_0_r | exact H1|].
      rewrite Before in Bf1. rewrite Nat.mod_0_l in N1 by (pose proof some_modulus; lia).
      inversion H2 as [|? ? ? ? t x y Ht Ha Hp Hnone]; subst. inversion Hnone; subst.
      destruct (tee_step c1 u1 l1 t x y S1 Bf1 N1 Ht (only_slides _ _ _ _ Ha))
        as (c2 & u2 & l2 & S2 & R2 & Bf2 & N2 & V2).
      rewrite <- R2 in *.
      destruct (find_banded r w d many _ _ Hr2 Hd2 many_enough H3)
        as (m & m' & c & low & Sum & P1 & P2 & Band & Kept).
      destruct (path_good _ _ _ _ _ _ P1 Hr2 Hd2) as [Hrc Hdc]. rewrite <- many_mod, <- Sum in N2.
      destruct (kinks_step m m' _ u2 l2 c S2 N2 P1) as (c3 & u3 & l3 & S3 & R3 & Bf3 & N3 & V3). rewrite Bf2 in Bf3.
      rewrite <- R3 in *. destruct (next_step c3 u3 l3 low S3 Bf3 Band) as (l4 & S4 & V4). rewrite N3 in S4.
      set (u4 := marked low (rows u3)) in *. assert (R4 : rows u4 = rows u3) by apply marked_rows.
      assert (Fresh : fresh (m' mod modulus, u4))
        by (split; [apply marked_place; [apply mod_small | assumption | assumption] | now exists l4]).
      destruct (IH u4 m' b') as (us & Len & Nd & Us); [exact Fresh | now rewrite R4 | now rewrite R4 | |].
      { rewrite R4. apply path_app. now exists b3. }
      assert (Rise : above (rank (n mod modulus, u)) (rank (m' mod modulus, u4))).
      { rewrite (fresh_rank _ u l Hl), (fresh_rank _ u4 l4 S4), R4. apply (at_least_above _ _ _ V1).
        apply (above_at_least _ _ _ V2). now apply (at_least_trans _ _ _ V3). }
      exists ((n mod modulus, u) :: us). split; [cbn; now rewrite Len|]. split.
      + constructor; [|exact Nd]. intros Q. destruct (Us _ Q) as [_ A].
        apply (above_not_same (rank (n mod modulus, u))). now apply (above_at_least _ _ _ Rise).
      + intros v [<-|Hv].
        * split; [|now right]. split; [exact Hin | now exists l].
        * destruct (Us v Hv) as [F A]. split; [exact F|]. left. now apply (above_at_least _ _ _ Rise).
  Qed.

  Theorem nobody_places b b' : rows_of w b -> not_blank b -> length b <= d -> ~ path r w d order b b'.
  Proof.
    intros Hb B Hd H. unfold order in H. cbn [repeat concat] in H. unfold round at 1 in H. rewrite <- app_assoc in H.
    apply path_app in H. destruct H as (b1 & H1 & H).
    destruct (find_banded r w d many b b1 Hb Hd many_enough H1) as (m & m' & c & low & _ & P1 & P2 & Band & Kept).
    destruct (path_good _ _ _ _ _ _ P1 Hb Hd) as [Hrc Hdc].
    assert (Bc : not_blank c).
    { apply (path_not_blank _ _ _ _ _ _ P1); [|exact Hb | exact B]. intros p t Hp. apply kink_solid.
      now apply repeat_spec in Hp. }
    pose proof (mod_small m') as Small.
    destruct (first_step c low (m' mod modulus) (blankless_all w c Hrc Bc Kept) Band Small) as (l & S).
    set (u := marked low c) in *. assert (R : rows u = c) by apply marked_rows.
    destruct (rounds (length places) u m' b') as (us & Len & Nd & Us).
    - split; [now apply marked_place | now exists l].
    - now rewrite R.
    - now rewrite R.
    - rewrite R. apply path_app. now exists b1.
    - apply (NoDup_incl_length (l' := places)) in Nd; [lia|]. intros v Hv. now apply Us.
  Qed.
End Sound.
