(** What the checker of runs accepts is true: the weight of the well, with the potential of its
    highest runs, grows with each piece, and no well is deep enough. *)
From Coq Require Import Arith NArith ZArith List Bool Lia FMapPositive.
From Topple Require Import Statements Wells Plays WellCheck WellSound RisingCheck RisingPlays
  RisingSound
  RunsCheck RunsPlays.
Import ListNotations Well WellGame WellLines Runs.

(** * Equality *)
Lemma same_row_refl r : same_row r r = true.
Proof. induction r as [|c r IH]; [reflexivity|]. cbn. now rewrite eqb_reflx. Qed.
Lemma same_row_not r s : r <> s -> same_row r s = false.
Proof. intros N. destruct (same_row r s) eqn:E; [|reflexivity]. now apply same_row_eq in E. Qed.
Lemma same_runs_eq : forall s s', same_runs s s' = true -> s = s'.
Proof.
  induction s as [|[r n] s IH]; intros [|[r' n'] s'] H; cbn in H; try discriminate; [reflexivity|].
  rewrite !andb_true_iff, Nat.eqb_eq in H. destruct H as [[H1 H2] H3]. apply same_row_eq in H1. apply IH in H3.
  now subst.
Qed.

Lemma repeat_last {A} (a : A) n : repeat a (S n) = repeat a n ++ [a].
Proof. exact (repeat_cons n a). Qed.

(** * The runs of a well, with their whole numbers of rows, from the top down *)
Fixpoint flat (e : list run) : well := match e with [] => [] | (r, n) :: e => flat e ++ repeat r n end.
Fixpoint proper (e : list run) : Prop :=
  match e with
  | [] => True
  | (r, n) :: e => 1 <= n /\ r <> [] /\ match e with [] => True | (r', _) :: _ => r' <> r end /\ proper e
  end.
Definition some_cells (b : well) : Prop := Forall (fun r => r <> []) b.

Lemma flat_app e e' : flat (e ++ e') = flat e' ++ flat e.
Proof. induction e as [|[r n] e IH]; cbn; [now rewrite app_nil_r|]. now rewrite IH, app_assoc. Qed.

Lemma exact b : some_cells b -> exists e, proper e /\ flat e = b.
Proof.
  induction b as [|r b IH] using rev_ind; intros H; [now exists []|].
  apply Forall_app in H. destruct H as [H Hr]. inversion Hr as [|? ? Nr _]. subst. destruct (IH H) as (e & P & <-).
  destruct e as [|[r' n] e]; [exists [(r, 1)]; cbn; repeat split; (lia || assumption)|].
  destruct (list_eq_dec bool_dec r' r) as [->|N].
  - exists ((r, S n) :: e). cbn [proper flat] in *. split; [now repeat split; try tauto; lia|].
    rewrite <- app_assoc, <- repeat_cons. reflexivity.
  - exists ((r, 1) :: (r', n) :: e). cbn [proper] in *. split; [repeat split; (lia || tauto)|]. reflexivity.
Qed.

Lemma proper_tail e e' : proper (e ++ e') -> proper e'.
Proof. induction e as [|[r n] e IH]; [auto|]. cbn. tauto. Qed.
Lemma proper_shrink r n n' e' : 1 <= n' -> forall e, proper (e ++ (r, n) :: e') -> proper (e ++ (r, n') :: e').
Proof.
  intros Hn. induction e as [|[r1 n1] e IH]; cbn [app proper]; [tauto|]. intros (H1 & H2 & H3 & H4).
  repeat split; auto. now destruct e as [|[r2 n2] e].
Qed.

Section Runs.
  Variable long : nat.
  Hypothesis some_long : 1 <= long.
  Notation runs_on := (runs_on long).
  Definition cap (r : run) : run := (fst r, Nat.min long (snd r)).

  Lemma runs_more s b b' : runs_on s (b ++ b') = runs_on (runs_on s b) b'.
  Proof. apply fold_left_app. Qed.
  Lemma push_app s s' r : s <> [] -> push long (s ++ s') r = push long s r ++ s' /\ push long s r <> [].
  Proof. destruct s as [|[r' n] s]; [now intros []|]. intros _. cbn. now destruct (same_row r' r). Qed.
  Lemma runs_app b : forall s s', s <> [] -> runs_on (s ++ s') b = runs_on s b ++ s'.
  Proof.
    induction b as [|r b IH]; intros s s' N; [reflexivity|]. cbn. destruct (push_app s s' r N) as [-> N'].
    exact (IH _ _ N').
  Qed.
  (** A run stays as it is if what is put on it begins with another row. *)
  Lemma runs_base a b : begins (fst a) b = false -> exists now, forall s, runs_on (a :: s) b = now ++ a :: s.
  Proof.
    destruct a as [r n]. cbn [fst]. destruct b as [|r' b]; intros H; [exists []; reflexivity|]. cbn in H.
    exists (runs_on [(r', 1)] b). intros s. cbn. rewrite H. exact (runs_app b [(r', 1)] ((r, n) :: s)
      ltac:(discriminate)).
  Qed.

  Lemma runs_repeat s r n : 1 <= n -> match s with [] => True | (r', _) :: _ => r' <> r end ->
    runs_on s (repeat r n) = (r, Nat.min long n) :: s.
  Proof.
    intros Hn Hs. destruct n as [|n]; [lia|]. clear Hn. induction n as [|n IH].
    - cbn. replace (Nat.min long 1) with 1 by lia. destruct s as [|[r' c] s]; [reflexivity|]. cbn.
      now rewrite same_row_not.
    - rewrite repeat_last, runs_more, IH. cbn [RunsCheck.runs_on fold_left push].
      rewrite same_row_refl. destruct (Nat.ltb_spec (Nat.min long (S n)) long); do 2 f_equal; lia.
  Qed.
  Lemma runs_flat e : proper e -> runs_on [floor] (flat e) = map cap e ++ [floor].
  Proof.
    induction e as [|[r n] e IH]; [reflexivity|]. cbn [proper flat map app]. intros (H1 & H2 & H3 & H4).
    rewrite runs_more, IH by exact H4. apply runs_repeat; [exact H1|].
    destruct e as [|[r' n'] e]; cbn; [now apply not_eq_sym | exact H3].
  Qed.

  (** One row less in a long run makes no difference. *)
  Lemma runs_repeat_some r n : 1 <= n -> forall s, exists c s', runs_on s (repeat r n) = (r, c) :: s' /\ (n <= c
      \/ long <= c).
  Proof.
    intros Hn. destruct n as [|n]; [lia|]. clear Hn. induction n as [|n IH]; intros s.
    - destruct s as [|[r' c] s]; cbn [repeat RunsCheck.runs_on fold_left push]; [exists 1, []; split;
        [reflexivity | lia]|]. destruct (same_row r' r) eqn:E.
      + apply same_row_eq in E. subst. destruct (Nat.ltb_spec c long); [exists (S c), s | exists c, s]; (split;
          [reflexivity | lia]).
      + exists 1, ((r', c) :: s). split; [reflexivity | lia].
    - destruct (IH s) as (c & s' & E & H). rewrite repeat_last, runs_more, E.
      cbn [RunsCheck.runs_on fold_left push]. rewrite same_row_refl.
      destruct (Nat.ltb_spec c long); [exists (S c), s' | exists c, s']; (split; [reflexivity | lia]).
  Qed.
  Lemma runs_cut s low r n high : long <= n ->
    runs_on s (low ++ repeat r (S n) ++ high) = runs_on s (low ++ repeat r n ++ high).
  Proof.
    intros H. rewrite !runs_more. f_equal. rewrite repeat_last, runs_more.
    destruct (runs_repeat_some r n ltac:(lia) (runs_on s low)) as (c & s' & -> & Hc).
    cbn [RunsCheck.runs_on fold_left push]. rewrite same_row_refl.
    destruct (Nat.ltb_spec c long); [lia | reflexivity].
  Qed.

  (** All runs down to the floor, and only the last is the floor. *)
  Fixpoint ends (s : list run) : Prop :=
    match s with
    | [] => False
    | [a] => is_floor a = true
    | a :: s => is_floor a = false /\ ends s
    end.
  Lemma ends_flat e : proper e -> ends (map cap e ++ [floor]).
  Proof.
    induction e as [|[r n] e IH]; [reflexivity|]. cbn [proper]. intros (_ & N & _ & P). specialize (IH P).
    cbn [map app]. assert (F : is_floor (cap (r, n)) = false) by (unfold is_floor; cbn; now destruct r).
    cbn [ends]. destruct (map cap e ++ [floor]) eqn:E; [destruct IH | now split].
  Qed.
  Lemma ends_app s a s' : ends (s ++ a :: s') -> ends (a :: s').
  Proof.
    induction s as [|c s IH]; [auto|]. cbn [app]. intros H. apply IH. cbn [ends] in H.
    destruct (s ++ a :: s') eqn:E; [now destruct s | tauto].
  Qed.
End Runs.

Lemma weigh_app scale b b' : weigh scale (b ++ b') = (weigh scale b + weigh scale b')%Z.
Proof. unfold weigh. induction b as [|r b IH]; cbn; [lia|]. rewrite IH. lia. Qed.
Lemma weigh_cut scale low r n high :
  weigh scale (low ++ repeat r (S n) ++ high) = (weight_of scale r + weigh scale (low ++ repeat r n ++ high))%Z.
Proof. rewrite !weigh_app. cbn [repeat]. change (weigh scale (r :: ?l)) with (weight_of scale r + weigh scale
    l)%Z. lia. Qed.

Lemma blankless_cells w b : blankless w b -> some_cells b.
Proof. apply Forall_impl. intros r (_ & _ & F) ->. discriminate. Qed.

(** * No run has to be longer than a long one by more than a piece is tall *)
Lemma shorter m w long scale t : m <> Anywhere -> 1 <= long -> forall k e x y, length (flat e) <= k ->
  proper e -> blankless w (flat e) -> allowed (meaning m) w (flat e) t x y ->
  exists e' y', proper e' /\ blankless w (flat e') /\ Forall (fun r => snd r <= long + tall t) e' /\
    allowed (meaning m) w (flat e') t x y' /\ map (cap long) e' = map (cap long) e /\
    (forall s, runs_on long s (played w (flat e') t x y') = runs_on long s (played w (flat e) t x y)) /\
    (weigh scale (played w (flat e') t x y') - weigh scale (flat e') =
     weigh scale (played w (flat e) t x y) - weigh scale (flat e))%Z.
Proof.
  intros Hm Hlong. induction k as [|k IH]; intros e x y Hk P Hb Ha.
  - exists e, y. repeat split; auto; try apply Ha. destruct e as [|[r n] e]; [constructor|].
    cbn in *. rewrite app_length, repeat_length in Hk. lia.
  - destruct (Forall_Exists_dec (fun r : run => snd r <= long + tall t) (fun r => le_dec (snd r) (long + tall t))
      e) as [F|X].
    + exists e, y. repeat split; auto; apply Ha.
    + apply Exists_exists in X. destruct X as ([r n] & Hin & Hn). cbn [snd] in Hn. apply in_split in Hin.
      destruct Hin as (e1 & e2 & ->). destruct n as [|n]; [lia|].
      assert (F : forall n, flat (e1 ++ (r, n) :: e2) = flat e2 ++ repeat r n ++ flat e1)
        by (intros; rewrite flat_app; cbn; now rewrite <- app_assoc).
      rewrite F in Ha, Hb, Hk.
      pose proof (cut_allowed w (flat e2) (flat e1) r n t m Hm ltac:(lia) x y Ha) as Ha'.
      destruct (cut_played w (flat e2) (flat e1) r n t m ltac:(lia) x y (blankless_keep _ _ Hb) Ha) as (low &
        high & E1 & E2).
      destruct (IH (e1 ++ (r, n) :: e2) x (lowered (flat e2) y)) as (e' & y' & P' & B' & S' & A' & M' & R' & W').
      * rewrite F. rewrite !app_length, !repeat_length in *. lia.
      * apply (proper_shrink r (S n)); [lia | exact P].
      * rewrite F. apply Forall_app in Hb. destruct Hb as [Hb1 Hb]. cbn [repeat app] in Hb. inversion Hb.
        apply Forall_app. now split.
      * rewrite F. exact Ha'.
      * exists e', y'. split; [exact P'|]. split; [exact B'|]. split; [exact S'|]. split; [exact A'|].
        split; [|split].
        -- rewrite M', !map_app. cbn [map]. unfold cap at 2 5. cbn [fst snd]. do 3 f_equal. lia.
        -- intros s. rewrite R', !F, E1, E2. replace (S n - tall t) with (S (n - tall t)) by lia. symmetry.
           apply runs_cut; lia.
        -- rewrite W', !F, E1, E2. replace (S n - tall t) with (S (n - tall t)) by lia. rewrite !weigh_cut. lia.
Qed.

(** * Views *)
Lemma views_in long h k a : In k (lengths long h a) -> forall e b,
  proper e -> Forall (fun r => snd r <= long + h) e ->
  In ((fst a, k), flat e ++ b) (views long h (map (cap long) e ++ [a]) b).
Proof.
  intros Hk. induction e as [|[r n] e IH]; intros b P S.
  - cbn [map app views]. apply in_map_iff. now exists k.
  - inversion S as [|? ? S1 S2]. subst. cbn [snd] in S1. cbn [proper] in P. destruct P as (P1 & P2 & _ & P3).
    assert (G : In ((fst a, k), flat ((r, n) :: e) ++ b) (flat_map (fun n =>
      views long h (map (cap long) e ++ [a]) (repeat r n ++ b)) (lengths long h (cap long (r, n))))).
    { apply in_flat_map. exists n. cbn [flat]. rewrite <- app_assoc. split; [|now apply IH].
      unfold lengths, is_floor. cbn [fst snd cap]. destruct r as [|c r]; [now destruct P2|]. cbn [negb andb].
      destruct (Nat.eqb_spec (Nat.min long n) long); [apply in_seq; lia | left; lia]. }
    cbn [map app views]. destruct (map (cap long) e ++ [a]) eqn:E; [now destruct e | exact G].
Qed.

Lemma strip_holds r : forall n b rest, strip r n b = Some rest -> b = repeat r n ++ rest.
Proof.
  induction n as [|n IH]; intros b rest H; cbn in *; [now injection H|].
  destruct b as [|r' b]; [discriminate|]. destruct (same_row r r') eqn:E; [|discriminate].
  apply same_row_eq in E. subst. f_equal. now apply IH.
Qed.

Section Line.
  Variables (m : movement) (w : nat) (rules : rules) (below : under) (scale : scales) (ix : index).
  Variables (shown : list nat) (potential : Z) (t : turn).
  Notation long := (long rules).
  Notation many := (runs rules).
  Notation chained := (chained below).
  Hypothesis from_on_high : m <> Anywhere.
  Hypothesis some_long : 1 <= long.
  Hypothesis some_runs : 1 <= many.
  Hypothesis some_cell : t <> [].

  Lemma chained_cons a c s : chained (a :: c :: s) = true <-> In c (may_lie below a) /\ chained (c :: s) = true.
  Proof.
    change (chained (a :: c :: s)) with (existsb (fun r => same_runs [r] [c]) (may_lie below a) && chained (c :: s)).
    rewrite andb_true_iff, existsb_exists. split; intros [H H']; (split; [|exact H']).
    - destruct H as (r & Hr & E). apply same_runs_eq in E. now injection E as <-.
    - exists c. split; [exact H|]. destruct c as [r n]. cbn. now rewrite same_row_refl, Nat.eqb_refl.
  Qed.
  Lemma chained_app s a s' : chained (s ++ [a]) = true -> chained (a :: s') = true -> chained (s ++ a :: s') = true.
  Proof.
    induction s as [|c s IH]; intros H H'; [exact H'|]. cbn [app] in *. destruct s as [|d s]; cbn [app] in *.
    - apply chained_cons. split; [now apply chained_cons in H | exact H'].
    - apply chained_cons in H. apply chained_cons. split; [tauto | now apply IH].
  Qed.
  Lemma chained_tail a s : chained (a :: s) = true -> chained s = true.
  Proof. destruct s as [|c s]; [reflexivity|]. intros H. now apply chained_cons in H. Qed.
  Lemma chained_skip n : forall s, chained s = true -> chained (skipn n s) = true.
  Proof. induction n as [|n IH]; intros [|a s] H; cbn [skipn]; auto. apply IH. now apply chained_tail in H. Qed.

  Lemma every_top_holds ok : forall n s h a, every_top below n (s ++ [a]) ok = true ->
    chained (a :: h) = true -> ends (a :: h) -> ok ((s ++ [a]) ++ firstn n h) = true.
  Proof.
    induction n as [|n IH]; intros s h a H C E; cbn [every_top] in H; unfold lowest in H; rewrite last_last in H.
    - cbn [firstn]. rewrite app_nil_r. now destruct (is_floor a).
    - destruct h as [|c h].
      + cbn [ends] in E. rewrite E in H. now rewrite app_nil_r.
      + cbn [ends] in E. destruct E as [F E]. rewrite F in H. apply chained_cons in C. destruct C as [C1 C2].
        rewrite forallb_forall in H. specialize (IH (s ++ [a]) h c (H c C1) C2 E).
        cbn [firstn]. rewrite <- (app_assoc (s ++ [a]) [c]) in IH. exact IH.
  Qed.

  Definition answer (need : Z) (s : list run) : Prop :=
    chained (skipn (many - 1) s) = true /\ enough ix shown need (firstn many s) = true.

  Lemma judged_holds need s a h : judged rules below ix shown need (s ++ [a]) = true ->
    chained (a :: h) = true -> ends (a :: h) -> answer need (s ++ a :: h).
  Proof.
    intros H C E. unfold judged in H. apply andb_true_iff in H. destruct H as [H1 H2]. split.
    - destruct (Nat.le_gt_cases (many - 1) (length s)) as [L|L].
      + rewrite skipn_app in *. replace (many - 1 - length s) with 0 in * by lia. cbn [skipn] in *.
        now apply chained_app.
      + rewrite skipn_app, skipn_all2 by lia. cbn [app]. now apply chained_skip.
    - apply every_top_holds with (h := h) in H2; [|exact C | exact E].
      change (s ++ a :: h) with (s ++ [a] ++ h). rewrite (app_assoc s).
      rewrite !(firstn_app many) in *. rewrite firstn_firstn in H2.
      now replace (Nat.min (many - length (s ++ [a])) (many - length (s ++ [a]))) with (many - length (s ++ [a]))
        in H2 by lia.
  Qed.

  Notation plays_in := (plays_in m w rules scale potential t).
  Lemma plays_all base b x y : allowed (meaning m) w (view_well base b) t x y ->
    let b' := played w (view_well base b) t x y in
    In (y, runs_after rules base b', (weigh scale (view_well base b) - weigh scale b' + potential + 1)%Z)
      (plays_in (base, b)).
  Proof.
    intros H. apply in_map_iff. exists (x, y). split; [reflexivity|]. now apply places_in.
  Qed.

  (** * A play in a well, with more and more runs in view *)
  Section Play.
    Variables (e : list run) (x y : nat).
    Notation b := (flat e).
    Notation b' := (played w b t x y).
    Notation need := (weigh scale b - weigh scale b' + potential + 1)%Z.
    Hypothesis runs_well : proper e.
    Hypothesis short : Forall (fun r => snd r <= long + tall t) e.
    Hypothesis well_ok : blankless w b.
    Hypothesis place : allowed (meaning m) w b t x y.
    Notation look := (looked_at m w rules below scale ix shown potential t).
    Definition fine : Prop := answer need (runs_on long [floor] b').

    Hypothesis cells_after : some_cells b'.

    Lemma look_floor more : look more (map (cap long) e ++ [floor]) = true -> fine.
    Proof.
      intros H. assert (A : forallb (answered rules below ix shown)
        (flat_map plays_in (views long (tall t) (map (cap long) e ++ [floor]) [])) = true)
        by (destruct more; cbn [looked_at] in H; now apply andb_true_iff in H).
      rewrite forallb_forall in A. pose proof (plays_all floor b x y place) as Hp. cbv zeta in Hp.
      change (view_well floor b) with b in Hp.
      pose proof (views_in long (tall t) 1 floor (or_introl eq_refl) e [] runs_well short) as V.
      rewrite app_nil_r in V.
      specialize (A _ (proj2 (in_flat_map _ _ _) (ex_intro _ (floor, b) (conj V Hp)))).
      unfold answered, runs_after in A. cbn [is_floor floor fst] in A.
      destruct (runs_base long floor b') as (now & E).
      { inversion cells_after as [|r rest N _ Eb]; [reflexivity|]. cbn. now destruct r. }
      unfold fine. change ([], 1) with floor in A. rewrite E in *.
      apply judged_holds; [exact A | reflexivity | reflexivity].
    Qed.

    Lemma look_holds : forall eh more ev r n, e = ev ++ (r, n) :: eh ->
      look more (map (cap long) ev ++ [cap long (r, n)]) = true ->
      chained (cap long (r, n) :: map (cap long) eh ++ [floor]) = true -> fine.
    Proof.
      induction eh as [eh IH] using (induction_ltof1 _ (@length run)). unfold ltof in IH. intros more ev r n Ee H C.
      pose proof runs_well as P. rewrite Ee in P. pose proof (proper_tail _ _ P) as Ph. cbn [proper] in Ph.
      destruct Ph as (Hn & Nr & Next & Peh).
      assert (Pev : proper ev) by (clear - P; induction ev as [|[r1 n1] ev IHe]; [exact I|]; cbn [app proper] in *;
        destruct P as (P1 & P2 & P3 & P4); repeat split; auto; now destruct ev).
      assert (Sev : Forall (fun r => snd r <= long + tall t) ev /\ n <= long + tall t).
      { pose proof short as S. rewrite Ee in S. apply Forall_app in S. destruct S as [S1 S2].
        split; [exact S1 | now inversion S2]. }
      set (low := flat eh). set (view := repeat r n ++ flat ev).
      assert (Eb : b = low ++ view) by (rewrite Ee, flat_app; cbn; now rewrite <- app_assoc).
      assert (NF : is_floor (r, n) = false) by (unfold is_floor; cbn; now destruct r).
      assert (Ev : view_well (r, n) (flat ev) = view) by (unfold view_well; now rewrite NF).
      assert (Len : In n (lengths long (tall t) (cap long (r, n)))).
      { unfold lengths, is_floor. cbn [fst snd cap]. destruct r as [|c r]; [now destruct Nr|]. cbn [negb andb].
        destruct (Nat.eqb_spec (Nat.min long n) long); [apply in_seq; lia | left; lia]. }
      set (all := flat_map plays_in (views long (tall t) (map (cap long) ev ++ [cap long (r, n)]) [])).
      assert (All : forall x' y', allowed (meaning m) w view t x' y' ->
        In (y', runs_after rules (r, n) (played w view t x' y'),
          (weigh scale view - weigh scale (played w view t x' y') + potential + 1)%Z) all).
      { intros x' y' Hp. rewrite <- Ev in Hp. apply plays_all in Hp. rewrite Ev in Hp. apply in_flat_map.
        exists ((r, n), flat ev). split; [|exact Hp]. rewrite <- (app_nil_r (flat ev)).
        apply (views_in long (tall t) n (cap long (r, n)) Len); [exact Pev | apply Sev]. }
      assert (Split : forallb (answered rules below ix shown) all = true /\
        (forallb untouched all = true \/
         exists more', forall a, In a (may_lie below (cap long (r, n))) ->
           look more' ((map (cap long) ev ++ [cap long (r, n)]) ++ [a]) = true)).
      { destruct more as [|more]; cbn [looked_at] in H; apply andb_true_iff in H; destruct H as [H1 H2];
          (split; [exact H1|]);
          unfold lowest in H2; rewrite last_last in H2;
          replace (is_floor (cap long (r, n))) with false in H2 by (symmetry; exact NF); cbn [orb] in H2.
        - apply orb_true_iff in H2. destruct H2 as [H2|H2]; [now left|right]. exists 0. intros a Ha.
          now destruct (may_lie below (cap long (r, n))).
        - apply orb_true_iff in H2. destruct H2 as [H2|H2]; [now left|right]. exists more. now apply forallb_forall. }
      clear H. destruct Split as [A D]. rewrite forallb_forall in A.
      (* If some place in view touches the lowest run, more of the well is looked at. *)
      assert (Deeper : (exists x' y', allowed (meaning m) w view t x' y' /\
        (y' = 0 \/ runs_after rules (r, n) (played w view t x' y') = None)) -> fine).
      { intros (x' & y' & Ha & Touches). destruct D as [D|(more' & D)].
        - exfalso. rewrite forallb_forall in D. specialize (D _ (All _ _ Ha)). unfold untouched in D.
          destruct Touches as [->|None]; [now destruct (runs_after _ _ _) | now rewrite None in D].
        - destruct eh as [|[r1 n1] eh]; cbn [map app] in C; apply chained_cons in C; destruct C as [C1 C2];
            specialize (D _ C1).
          + apply look_floor with (more := more'). rewrite Ee, map_app. exact D.
          + apply (IH eh ltac:(cbn; lia) more' (ev ++ [(r, n)]) r1 n1); [now rewrite Ee, <- app_assoc | | exact C2].
            now rewrite map_app. }
      destruct (Nat.lt_ge_cases y (length low)) as [L|L].
      - apply Deeper. pose proof place as Pl. rewrite Eb in Pl.
        destruct (view_deep w low view t m from_on_high x y Pl L) as (x' & Hx).
        exists x', 0. split; [exact Hx | now left].
      - pose proof place as Pl. rewrite Eb in Pl. pose proof (view_high w low view t m from_on_high x y Pl L) as Hv.
        specialize (A _ (All _ _ Hv)). unfold answered in A.
        destruct (runs_after rules (r, n) (played w view t x (y - length low))) as [now|] eqn:Ea;
          [|apply Deeper; eauto].
        pose proof well_ok as W. rewrite Eb in W. apply Forall_app in W. destruct W as [W _].
        pose proof (played_above w low view t x y (blankless_keep _ _ W) L) as Ep.
        unfold fine. rewrite Eb, Ep. rewrite !weigh_app.
        set (after_view := played w view t x (y - length low)) in *.
        replace (weigh scale low + weigh scale view - (weigh scale low + weigh scale after_view) + potential + 1)%Z
          with (weigh scale view - weigh scale after_view + potential + 1)%Z by lia.
        unfold runs_after in Ea. rewrite NF in Ea.
        cbn [fst snd] in Ea.
        destruct (strip r n after_view) as [rest|] eqn:Es; [|discriminate].
        destruct (begins r rest) eqn:Er; [discriminate|].
        injection Ea as Ea. apply strip_holds in Es. rewrite Es at 2.
        rewrite !runs_more. unfold low. rewrite (runs_flat long some_long eh Peh).
        rewrite runs_repeat; [|exact some_long | exact Hn | destruct eh as [|[r1 n1] eh]; cbn; [now apply
          not_eq_sym | exact Next]].
        change (r, Nat.min long n) with (cap long (r, n)) in *.
        destruct (runs_base long (cap long (r, n)) rest Er) as (now' & En). rewrite En in *. subst now.
        apply judged_holds; [exact A | exact C|].
        pose proof (ends_flat long _ P) as En'. rewrite map_app, <- app_assoc in En'. cbn [map app] in En'.
        now apply ends_app in En'.
    Qed.

    Lemma look_top more : look more (firstn many (map (cap long) e ++ [floor])) = true ->
      chained (skipn (many - 1) (map (cap long) e ++ [floor])) = true -> fine.
    Proof.
      intros H C. destruct (Nat.le_gt_cases many (length e)) as [L|L].
      - destruct (exists_last (l := firstn many e)) as (ev & [r n] & Ev).
        { intros E. apply (f_equal (@length _)) in E. rewrite firstn_length in E. cbn in E. lia. }
        assert (Ee : e = ev ++ (r, n) :: skipn many e).
        { rewrite <- (firstn_skipn many e) at 1. rewrite Ev, <- app_assoc. reflexivity. }
        assert (Lv : length ev = many - 1).
        { apply (f_equal (@length _)) in Ev. rewrite firstn_length, app_length in Ev. cbn in Ev. lia. }
        apply (look_holds (skipn many e) more ev r n Ee).
        + rewrite firstn_app, map_length in H. replace (many - length e) with 0 in H by lia. cbn [firstn] in H.
          rewrite app_nil_r, firstn_map, Ev, map_app in H. exact H.
        + rewrite Ee in C. rewrite map_app, <- app_assoc, skipn_app, map_length, Lv, Nat.sub_diag in C.
          rewrite skipn_all2 in C by (rewrite map_length; lia). exact C.
      - rewrite firstn_all2 in H by (rewrite app_length, map_length; cbn; lia). exact (look_floor more H).
    Qed.
  End Play.

  (** A play in any well. *)
  Lemma play_holds more b x y : solid t = true -> blankless w b ->
    looked_at m w rules below scale ix shown potential t more (firstn many (runs_on long [floor] b)) = true ->
    chained (skipn (many - 1) (runs_on long [floor] b)) = true -> allowed (meaning m) w b t x y ->
    let b' := played w b t x y in blankless w b' /\
    answer (weigh scale b - weigh scale b' + potential + 1) (runs_on long [floor] b').
  Proof.
    intros Hs Hb H C Ha b'.
    assert (After : forall b y, blankless w b -> allowed (meaning m) w b t x y -> blankless w (played w b t x y)).
    { intros c z Hc (H1 & H2 & _). unfold at_rest in H1. apply andb_true_iff in H1. destruct H1 as [F _].
      now apply blankless_played. }
    split; [now apply After|]. destruct (exact b (blankless_cells _ _ Hb)) as (e & P & E). subst b.
    destruct (shorter m w long scale t from_on_high some_long _ e x y (le_n _) P Hb Ha)
      as (e' & y' & P' & B' & S' & A' & M' & R' & W').
    rewrite runs_flat in H, C by assumption. rewrite <- M' in H, C.
    pose proof (look_top e' x y' P' S' B' A' (blankless_cells _ _ (After _ _ B' A')) more H C) as G.
    unfold fine in G. rewrite R' in G. unfold b'.
    replace (weigh scale (flat e) - weigh scale (played w (flat e) t x y) + potential + 1)%Z
      with (weigh scale (flat e') - weigh scale (played w (flat e') t x y') + potential + 1)%Z by lia. exact G.
  Qed.
End Line.

(** * Bounds *)
Lemma weight_bound weights : exists most, (0 <= most)%Z /\ forall r, (weight_of (make_scales weights) r <= most)%Z.
Proof.
  unfold make_scales. assert (G : forall rest ix, (exists most, (0 <= most)%Z /\ forall r, (weight_of ix r <=
    most)%Z) ->
    exists most, (0 <= most)%Z /\ forall r, (weight_of (fold_left (fun ix weight =>
      PositiveMap.add (row_key 1 (fst weight)) (snd weight) ix) rest ix) r <= most)%Z).
  { induction rest as [|[r z] rest IH]; intros ix H; [exact H|]. cbn [fold_left]. apply IH.
    destruct H as (most & H0 & H).
    exists (Z.max most z). split; [lia|]. intros r'. specialize (H r'). unfold weight_of in *. cbn [fst snd].
    destruct (Pos.eq_dec (row_key 1 r') (row_key 1 r)) as [->|N];
      [rewrite PositiveMap.gss; lia | rewrite PositiveMap.gso by exact N; lia]. }
  apply G. exists 0%Z. split; [lia|]. intros r. unfold weight_of. rewrite PositiveMap.gempty. lia.
Qed.
Lemma weigh_bound scale most b : (forall r, (weight_of scale r <= most)%Z) -> (weigh scale b <= most * Z.of_nat
    (length b))%Z.
Proof.
  intros H. induction b as [|r b IH]; [cbn; lia|]. change (weigh scale (r :: b)) with (weight_of scale r + weigh
    scale b)%Z.
  cbn [length]. specialize (H r). lia.
Qed.
Lemma potential_bound {A} (lines : list (A * (list run * (nat * Z)))) :
  exists most, forall a top q f, In (a, (top, (q, f))) lines -> (f <= most)%Z.
Proof.
  induction lines as [|[a' [top' [q' f']]] lines (most & IH)]; [now exists 0%Z|]. exists (Z.max most f').
  intros a top q f [E|H]; [injection E; intros; subst; lia | specialize (IH _ _ _ _ H); lia].
Qed.

(** * Rising *)
Theorem runs_checker_sound_holds : StatementsRuns.runs_checker_sound RunsCheck.check_runs.
Proof.
  intros m g how rules given Hin_rule H depth. unfold check_runs in H. set (lines := map _ given) in H.
  clearbody lines.
  rewrite !andb_true_iff, forallb_forall, !Nat.leb_le in H. destruct H as [[[[Hm Hruns] Hlong] Hstart] H].
  assert (Hm' : m <> Anywhere) by (intros ->; discriminate).
  set (game := Rising.of_depth g how depth) in *. set (ix := make_index _ lines) in *.
  set (scale := make_scales (weights rules)) in *. set (below := make_under (Runs.below rules)) in *.
  destruct (weight_bound (weights rules)) as (heavy & H0 & Hheavy). fold scale in Hheavy.
  destruct (potential_bound lines) as (most & Hmost).
  set (deep := (heavy * Z.of_nat depth + most)%Z).
  assert (L : forall n b a shown q f,
    In (a, shown, (firstn (runs rules) (runs_on (long rules) [floor] b), (q, f))) lines -> blankless
      (Rising.width g) b ->
    chained below (skipn (runs rules - 1) (runs_on (long rules) [floor] b)) = true -> length b <= depth ->
    (deep < Z.of_nat n + weigh scale b + f)%Z -> lost game n b shown).
  { induction n as [|n IH]; intros b a shown q f Hin Hb Hc Hd Hn.
    - exfalso. pose proof (Hmost _ _ _ _ Hin). pose proof (weigh_bound scale heavy b Hheavy). unfold deep in Hn. nia.
    - specialize (H _ Hin). unfold line_ok in H. rewrite !andb_true_iff in H. destruct H as [[_ Hq] H].
      apply Nat.ltb_lt in Hq.
      destruct (shown ++ [q]) as [|p rest] eqn:E; [discriminate|]. rewrite forallb_forall in H.
      apply (announce game n b shown q p rest Hq E). intros t x y Ht Ha.
      specialize (H t Ht). apply andb_true_iff in H. destruct H as [Hs H].
      destruct (play_holds m (Rising.width g) rules below scale ix rest f t Hm' Hlong Hruns (solid_some t Hs) _ b
        x y Hs Hb H Hc
        (Hin_rule _ _ _ _ Ha)) as (Hb' & Hc' & He).
      change (width game) with (Rising.width g). change (WellGame.depth game) with depth.
      destruct (Nat.lt_ge_cases depth (length (played (Rising.width g) b t x y))) as [D|D]; [now left | right].
      unfold enough, found in He.
      destruct (look_up _ ix _ rest) as [[top' [q' f']]|] eqn:El; [|discriminate].
      destruct (same_runs top' _) eqn:Et; [|discriminate]. apply same_runs_eq in Et. subst top'. apply Z.leb_le in He.
      apply look_up_In in El. apply (IH _ _ _ q' f' El Hb' Hc' D). lia. }
  apply existsb_exists in Hstart. destruct Hstart as ([[a shown] [top [q f]]] & Hin & Htop).
  apply andb_true_iff in Htop. destruct Htop as [Htop Hlook]. apply same_runs_eq in Htop. subst top.
  apply Nat.eqb_eq in Hlook.
  exists (Z.to_nat (deep - f + 1)), shown. split; [exact Hlook|]. split.
  - specialize (H _ Hin). unfold line_ok in H. rewrite !andb_true_iff, forallb_forall in H.
    apply Forall_forall. intros p Hp. apply Nat.ltb_lt. now apply H.
  - apply (L _ _ a _ q f).
    + destruct (runs rules) as [|k]; [lia|]. cbn [runs_on fold_left firstn]. now rewrite firstn_nil.
    + constructor.
    + cbn [runs_on fold_left]. destruct (runs rules) as [|[|k]]; [lia | reflexivity | cbn; now rewrite skipn_nil].
    + cbn. lia.
    + cbn [weigh fold_right]. lia.
Qed.
