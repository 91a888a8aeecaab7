(** What the checker of towers accepts is true: by induction over the height every tower is
    within the bounds of the state in which it ends, and has its verdict; and what is remembered
    of a tower tells whether it is valid or described. *)
From Coq Require Import Arith ZArith QArith List Bool FMapPositive Lia Lqa.
From Topple Require Import Statements Levels Hulls Towers StabilityCheck StabilityRanges.
Import ListNotations Tower Stability.
Local Open Scope Z_scope.

(** * The states *)
Section Accepted.
  Variable c : claims.
  Variable all : list state.
  Hypothesis accepted : check_stability c all = true.
  Notation at_state := (state_at all).
  Notation next := (next all).

  Lemma steps_hold :
    (3 <= base c <= 6)%nat /\ (forall t, In t (triples c) -> length t = 3%nat) /\ (0 < length all)%nat /\
    at_nothing (at_state 0) = true /\
    (forall i a, (i < length all)%nat -> In a levels -> step_ok all i a = true) /\ low_ok c = true /\ walk_ok c all = true.
  Proof.
    pose proof accepted as H. unfold check_stability in H. rewrite !andb_true_iff, !Nat.leb_le, Nat.ltb_lt, !forallb_forall in H.
    destruct H as [[[[[[[B B'] T] L] N] S] Lo] W]. split; [lia|]. split; [intros t I; now apply Nat.eqb_eq, T|].
    repeat (split; [assumption|]). split; [|split; assumption]. intros i a Hi Ha. specialize (S i ltac:(apply in_seq; lia)).
    rewrite forallb_forall in S. now apply S.
  Qed.

  Fixpoint run (t : tower) : nat := match t with [] => 0%nat | a :: above => next (run above) a end.
  Definition fits (s : state) (t : tower) : Prop :=
    admits (more_along s) (mass t + along t) /\ admits (less_along s) (mass t - along t) /\
    admits (more_across s) (mass t + across t) /\ admits (less_across s) (mass t - across t).

  Lemma judged_right s a b above v : so_far s = verdict_of (b :: above) -> fits s (b :: above) ->
    judged false s a = Some v -> worse (so_far s) v = worse (so_far s) (verdict_of_level a (b :: above)).
  Proof.
    intros So (_ & _ & F1 & F2) H. cbn [judged] in H. destruct (so_far s); [| |injection H as <-; reflexivity].
    all: destruct (told (sum_of (times (1 - low a) (more_across s)) (times (- 1 - low a) (less_across s)))) as [l|] eqn:L;
      destruct (told (sum_of (times (high a - 1) (more_across s)) (times (high a + 1) (less_across s)))) as [r|] eqn:R;
      try discriminate.
    all: set (M := mass (b :: above)) in *; set (X := across (b :: above)) in *.
    all: assert (Left : forall l, told (sum_of (times (1 - low a) (more_across s)) (times (- 1 - low a) (less_across s))) = Some l ->
           l = of_sign (X - low a * M))
      by (intros l' L'; apply (admits_told _ ((1 - low a) * (M + X) + (- 1 - low a) * (M - X))) in L';
          [rewrite <- L'; replace ((1 - low a) * (M + X) + (- 1 - low a) * (M - X)) with (2 * (X - low a * M)) by ring;
           destruct (X - low a * M); reflexivity
          | apply admits_sum; apply admits_times; assumption]).
    all: assert (Right : forall r, told (sum_of (times (high a - 1) (more_across s)) (times (high a + 1) (less_across s))) = Some r ->
           r = of_sign (high a * M - X))
      by (intros r' R'; apply (admits_told _ ((high a - 1) * (M + X) + (high a + 1) * (M - X))) in R';
          [rewrite <- R'; replace ((high a - 1) * (M + X) + (high a + 1) * (M - X)) with (2 * (high a * M - X)) by ring;
           destruct (high a * M - X); reflexivity
          | apply admits_sum; apply admits_times; assumption]).
    all: change (verdict_of_level a (b :: above)) with (worse (of_sign (X - low a * M)) (of_sign (high a * M - X))).
    all: try rewrite <- (Left _ L); try rewrite <- (Right _ R).
    all: try (destruct l); try (destruct r); try discriminate; try (injection H as <-); try reflexivity;
      try (destruct (of_sign _); reflexivity).
  Qed.

  Lemma run_fits t : all_levels t ->
    (run t < length all)%nat /\ (run t = 0%nat <-> t = []) /\ so_far (at_state (run t)) = verdict_of t /\ fits (at_state (run t)) t.
  Proof.
    destruct steps_hold as (_ & _ & L & N & S & _). induction t as [|a t IH]; intros A.
    - cbn [run]. unfold at_nothing in N. rewrite !andb_true_iff, same_verdict_eq in N. destruct N as [[[[N N1] N2] N3] N4].
      assert (Z0 : admits (Some 0, Some 0) 0) by (split; cbn; lia).
      split; [exact L|]. split; [tauto|]. split; [exact N|].
      split; [|split; [|split]]; eapply admits_within; eassumption.
    - inversion A as [|? ? Aa At]; subst. destruct (IH At) as (L' & E & V & F). specialize (S (run t) a L' (in_levels a Aa)).
      cbn [run]. unfold step_ok in S. cbv zeta in S. rewrite !andb_true_iff, !Nat.ltb_lt in S.
      destruct S as [[[[[[S1 S2] S3] S4] S5] S6] S7]. split; [exact S2|]. split; [split; [lia | discriminate]|].
      destruct F as (F1 & F2 & F3 & F4). destruct (cons_sums a t) as (M & X & Y). split.
      + destruct (judged (Nat.eqb (run t) 0) (at_state (run t)) a) as [v|] eqn:J; [|discriminate].
        apply same_verdict_eq in S3. rewrite S3. cbn [verdict_of]. rewrite <- V.
        destruct t as [|b t].
        * cbn [run Nat.eqb judged] in J. injection J as <-. reflexivity.
        * rewrite (proj2 (Nat.eqb_neq _ _)) in J by (intros Z; apply E in Z; discriminate).
          apply (judged_right _ a b t v V); [exact (conj F1 (conj F2 (conj F3 F4))) | exact J].
      + unfold fits. rewrite M, X, Y. split; [|split; [|split]].
        * apply (admits_within _ _ _ S4). replace (blocks a + mass t + (moment a + across t)) with (blocks a + moment a + (mass t + across t)) by ring. now apply admits_plus.
        * apply (admits_within _ _ _ S5). replace (blocks a + mass t - (moment a + across t)) with (blocks a - moment a + (mass t - across t)) by ring. now apply admits_plus.
        * apply (admits_within _ _ _ S6). rewrite <- Z.add_assoc. now apply admits_plus.
        * apply (admits_within _ _ _ S7). replace (blocks a + mass t - along t) with (blocks a + (mass t - along t)) by ring. now apply admits_plus.
  Qed.

  (** * What is remembered *)
  Definition remembered (t : tower) : memory := fold_right (fun a m => under c m a) nothing t.
  Definition three_on_top (t : tower) : tower := skipn (length t - 3) t.

  Fixpoint follows (ch : level * level) (t : tower) : bool :=
    match t with
    | [] => true
    | a :: above => follows ch above && same_level a (if Nat.even (length above) then fst ch else snd ch)
    end.

  Lemma top_spec t : top (remembered t) = three_on_top t /\ height (remembered t) = Nat.min 6 (length t).
  Proof.
    induction t as [|a t [IH1 IH2]]; [split; reflexivity|]. cbn [remembered fold_right]. fold (remembered t). cbn [under top height].
    rewrite IH1, IH2. split; [|cbn [length]; lia]. unfold three_on_top. rewrite skipn_length. cbn [length].
    destruct (Nat.ltb_spec (length t - (length t - 3)) 3) as [H|H].
    - replace (length t - 3)%nat with 0%nat by lia. now replace (S (length t) - 3)%nat with 0%nat by lia.
    - replace (S (length t) - 3)%nat with (S (length t - 3)) by lia. reflexivity.
  Qed.
  Lemma alive_spec t : t <> [] ->
    (forall ch, In ch (alive (remembered t)) <-> In ch (chains c) /\ follows ch t = true) /\
    (alive (remembered t) <> [] -> at_end (remembered t) = Nat.even (length t)).
  Proof.
    induction t as [|a t IH]; [congruence|]. intros _. cbn [remembered fold_right]. fold (remembered t).
    destruct (top_spec t) as [_ Ht]. cbn [under alive at_end follows length]. rewrite Ht.
    destruct t as [|b t].
    - cbn [remembered fold_right nothing alive at_end length Nat.min Nat.eqb orb andb Nat.even follows]. split.
      + intros ch. rewrite filter_In. reflexivity.
      + destruct (filter _ (chains c)); [congruence | reflexivity].
    - destruct (IH ltac:(discriminate)) as [I1 I2]. set (u := b :: t) in *.
      rewrite (proj2 (Nat.eqb_neq (Nat.min 6 (length u)) 0)) by (unfold u; cbn [length]; lia). cbn [orb].
      assert (Alive : forall ch, existsb (same_chain ch) (alive (remembered u)) = true <-> In ch (chains c) /\ follows ch u = true).
      { intros ch. rewrite <- I1, existsb_exists. split; [intros (x & I & E); apply same_chain_eq in E; now subst|].
        intros I. exists ch. split; [exact I | now apply same_chain_eq]. }
      assert (End : forall ch, existsb (same_chain ch) (alive (remembered u)) = true -> at_end (remembered u) = Nat.even (length u)).
      { intros ch H. apply I2. intros E. rewrite E in H. discriminate. }
      assert (In_ : forall ch, In ch (filter (fun ch => existsb (same_chain ch) (alive (remembered u)) &&
          same_level a (if at_end (remembered u) then fst ch else snd ch)) (chains c)) <->
          In ch (chains c) /\ follows ch u && same_level a (if Nat.even (length u) then fst ch else snd ch) = true).
      { intros ch. rewrite filter_In, !andb_true_iff. split.
        - intros (I & H & E). rewrite (End ch H) in E. apply Alive in H. tauto.
        - intros (I & H & E). assert (X : existsb (same_chain ch) (alive (remembered u)) = true) by (apply Alive; tauto).
          rewrite (End ch X). tauto. }
      split; [exact In_|]. destruct (filter _ (chains c)) as [|ch l] eqn:Fi; [congruence|]. intros _. cbn [orb].
      assert (X : existsb (same_chain ch) (alive (remembered u)) = true).
      { apply Alive. destruct (In_ ch) as [Y _]. specialize (Y (or_introl eq_refl)). rewrite andb_true_iff in Y. tauto. }
      rewrite (End ch X). rewrite Nat.even_succ, <- Nat.negb_even. reflexivity.
  Qed.

  Lemma chain_follows ch t : is_chain (fst ch) (snd ch) t <-> follows ch t = true /\ Nat.odd (length t) = true /\ (3 <= length t)%nat.
  Proof.
    split.
    - induction 1 as [|t H (F & O & L)].
      + cbn. rewrite !(proj2 (same_level_eq _ _) eq_refl). split; [reflexivity|]. split; [reflexivity | lia].
      + cbn [follows length]. rewrite F. change (Nat.odd (S (S (length t)))) with (Nat.odd (length t)).
        rewrite Nat.even_succ, O. rewrite <- Nat.negb_odd, O. cbn [negb]. rewrite !(proj2 (same_level_eq _ _) eq_refl).
        split; [reflexivity|]. split; [reflexivity | lia].
    - intros (F & O & L). remember (length t) as n eqn:E. revert t E F. induction n as [n IH] using lt_wf_ind. intros t E F.
      destruct t as [|a [|b [|d t]]]; cbn [length] in E; try lia.
      cbn [follows length] in F. rewrite !andb_true_iff, !same_level_eq in F. destruct F as [[[F Fd] Fb] Fa].
      assert (Ev : Nat.even (length t) = true) by (subst n; rewrite <- Nat.odd_succ; exact O).
      rewrite Ev in Fd. rewrite Nat.even_succ, <- Nat.negb_even, Ev in Fb. cbn [negb] in Fb.
      change (Nat.even (S (S (length t)))) with (Nat.even (length t)) in Fa. rewrite Ev in Fa. subst a b d.
      destruct t as [|x [|y t]].
      + apply three.
      + discriminate.
      + cbn [length] in E. apply two_more. apply (IH (length (fst ch :: x :: y :: t))); cbn [length]; [lia | | lia | reflexivity |].
        * rewrite Nat.odd_succ. exact Ev.
        * change (follows ch (x :: y :: t) && same_level (fst ch) (if Nat.even (length (x :: y :: t)) then fst ch else snd ch) = true).
          now rewrite F, Ev, (proj2 (same_level_eq _ _) eq_refl).
  Qed.

  Lemma described_cons a t : described c (a :: t) <->
    (In (a :: t) (triples c) \/ exists ch, In ch (chains c) /\ is_chain (fst ch) (snd ch) (a :: t)) \/
    (described c t /\ ~ In a (excluded c)).
  Proof.
    split.
    - intros ([|b below] & top & E & N & H); cbn [app] in E.
      + left. now subst.
      + injection E as -> ->. right. split; [|apply N; now left]. exists below, top. split; [reflexivity|]. split; [|exact H].
        intros x Hx. apply N. now right.
    - intros [H|[(below & top & -> & N & H) Na]].
      + exists [], (a :: t). split; [reflexivity|]. split; [intros x [] | exact H].
      + exists (a :: below), top. split; [reflexivity|]. split; [|exact H]. intros x [<-|Hx]; [exact Na | now apply N].
  Qed.
  Lemma described_nil : ~ described c [].
  Proof.
    intros (below & top & E & _ & H). destruct below; [|discriminate]. cbn in E. subst top.
    destruct steps_hold as (_ & T & _). destruct H as [H|(ch & _ & H)]; [apply T in H; discriminate | inversion H].
  Qed.
  Lemma described_spec t : is_described (remembered t) = true <-> described c t.
  Proof.
    induction t as [|a t IH]; [split; [discriminate | intros H; destruct (described_nil H)]|].
    rewrite described_cons. cbn [remembered fold_right]. fold (remembered t).
    assert (Step : is_described (under c (remembered t) a) =
      ((match alive (remembered (a :: t)) with [] => false | _ => true end && Nat.leb 2 (height (remembered t)) && at_end (remembered t)) ||
       (Nat.eqb (height (remembered t)) 2 && has_tower (top (remembered (a :: t))) (triples c)) ||
       (is_described (remembered t) && negb (has_level a (excluded c))))).
    { cbn [remembered fold_right]. fold (remembered t). cbn [under is_described alive top].
      destruct (filter _ (chains c)); reflexivity. }
    rewrite Step, !orb_true_iff, !andb_true_iff, IH, negb_true_iff, <- not_true_iff_false, has_level_In, has_tower_In, Nat.eqb_eq, Nat.leb_le.
    clear Step. destruct (top_spec (a :: t)) as [-> _], (top_spec t) as [_ ->].
    destruct (alive_spec (a :: t) ltac:(discriminate)) as [Al En].
    assert (Tr : (Nat.min 6 (length t) = 2%nat /\ In (three_on_top (a :: t)) (triples c)) <-> In (a :: t) (triples c)).
    { destruct steps_hold as (_ & T & _). split.
      - intros [H I]. unfold three_on_top in I. cbn [length] in I. replace (S (length t) - 3)%nat with 0%nat in I by lia. exact I.
      - intros I. pose proof (T _ I) as L. cbn [length] in L. split; [lia|]. unfold three_on_top. cbn [length].
        now replace (S (length t) - 3)%nat with 0%nat by lia. }
    rewrite Tr. clear Tr.
    assert (Ch : ((match alive (remembered (a :: t)) with [] => false | _ => true end = true /\ (2 <= Nat.min 6 (length t))%nat) /\
        at_end (remembered t) = true) <-> exists ch, In ch (chains c) /\ is_chain (fst ch) (snd ch) (a :: t)).
    { destruct (alive (remembered (a :: t))) as [|ch l] eqn:E.
      - split; [intros [[H _] _]; discriminate|]. intros (ch & I & H). apply chain_follows in H. exfalso.
        apply (proj2 (Al ch)). tauto.
      - assert (F : forall ch, In ch (chains c) /\ follows ch (a :: t) = true -> (2 <= length t)%nat ->
          at_end (remembered t) = Nat.even (length t)).
        { intros ch' [I F] L. destruct t as [|b t]; [cbn in L; lia|]. destruct (alive_spec (b :: t) ltac:(discriminate)) as [Al' En'].
          apply En'. intros Z. assert (X : In ch' (alive (remembered (b :: t)))).
          { apply Al'. cbn [follows] in F |- *. rewrite !andb_true_iff in *. tauto. }
          rewrite Z in X. destruct X. }
        assert (Hd : In ch (chains c) /\ follows ch (a :: t) = true) by (apply Al; now left).
        split.
        + intros [[_ L] A]. exists ch. split; [apply Hd|]. apply chain_follows. rewrite (F ch Hd) in A by lia.
          cbn [length]. rewrite Nat.odd_succ. split; [apply Hd|]. split; [exact A | lia].
        + intros (ch' & I & H). apply chain_follows in H. cbn [length] in H. rewrite Nat.odd_succ in H. destruct H as (F' & O & L).
          rewrite (F ch' (conj I F')) by lia. split; [split; [reflexivity | lia] | exact O]. }
    rewrite Ch. tauto.
  Qed.

  Lemma bad_spec t : bad (remembered t) = true <-> exists a, In a (removelast t) /\ In a (excluded c).
  Proof.
    induction t as [|a t IH]; [split; [discriminate | intros (a & [] & _)]|]. cbn [remembered fold_right]. fold (remembered t).
    cbn [under bad]. destruct (top_spec t) as [_ ->]. rewrite orb_true_iff, andb_true_iff, IH, Nat.ltb_lt, has_level_In.
    destruct t as [|b t]; [cbn; split; [intros [(x & [] & _)|[H _]]; lia | intros (x & [] & _)]|].
    change (removelast (a :: b :: t)) with (a :: removelast (b :: t)). cbn [length]. split.
    - intros [(x & I & H)|[_ H]]; [exists x; split; [now right | exact H] | exists a; split; [now left | exact H]].
    - intros (x & [<-|I] & H); [right; split; [lia | exact H] | left; now exists x].
  Qed.
  Lemma valid_spec t : is_valid c (remembered t) = true <-> valid c t.
  Proof.
    unfold is_valid, valid. destruct (top_spec t) as [-> _].
    rewrite andb_true_iff, !negb_true_iff, <- !not_true_iff_false, bad_spec, has_tower_In. destruct steps_hold as (_ & T & _).
    assert (Tr : In (three_on_top t) (triples c) <-> exists below top, t = below ++ top /\ In top (triples c)).
    { split.
      - intros I. exists (firstn (length t - 3) t), (three_on_top t). split; [symmetry; apply firstn_skipn | exact I].
      - intros (below & top & -> & I). unfold three_on_top. pose proof (T _ I) as L. rewrite app_length, L.
        replace (length below + 3 - 3)%nat with (length below + 0)%nat by lia. now rewrite skipn_app, skipn_all2, Nat.add_0_r, Nat.sub_diag by lia. }
    rewrite Tr. split.
    - intros [B N]. split; [intros a I E; apply B; eauto | intros below top E I; apply N; eauto].
    - intros [B N]. split; [intros (a & I & E); exact (B a I E) | intros (below & top & E & I); exact (N below top E I)].
  Qed.

  (** * Every tower is reached *)
  Lemma same_pair_eq p q : same_pair p q = true -> p = q.
  Proof.
    destruct p as [i [h t b de al e]], q as [j [h' t' b' de' al' e']]. cbn [same_pair height top bad is_described alive at_end].
    rewrite !andb_true_iff, !Nat.eqb_eq, same_tower_eq, !eqb_true_iff. intros [[[[[[-> ->] ->] ->] ->] Al] ->].
    assert (E : al = al').
    { revert al' Al. induction al as [|x al IH]; intros [|y al'] Al; try discriminate; [reflexivity|]. cbn in Al.
      apply andb_true_iff in Al. destruct Al as [E Al]. apply same_chain_eq in E. subst. now rewrite (IH al' Al). }
    now rewrite E.
  Qed.
  Lemma reached_member g p : reached g p = true -> In p (members g).
  Proof.
    unfold reached, bucket. rewrite existsb_exists. intros (q & I & E). apply same_pair_eq in E. subst q.
    destruct (PositiveMap.find (key p) g) as [l|] eqn:F; [|destruct I].
    unfold members. apply in_concat. exists l. split; [|exact I].
    apply PositiveMap.elements_correct in F. apply (in_map snd) in F. exact F.
  Qed.
  Lemma pairs_hold t : all_levels t -> t <> [] -> pair_ok c all (run t) (remembered t) = true.
  Proof.
    destruct steps_hold as (_ & _ & _ & _ & _ & _ & W). revert W. unfold walk_ok. generalize (explore c all 4096 (PositiveMap.empty _) [(0%nat, nothing)]).
    intros g W. unfold pairs_ok in W. rewrite !andb_true_iff, !forallb_forall in W. destruct W as [[W0 W] _].
    assert (G : forall t, all_levels t -> t <> [] -> reached g (run t, remembered t) && pair_ok c all (run t) (remembered t) = true).
    { clear t. induction t as [|a t IH]; [congruence|]. intros A _. inversion A as [|? ? Aa At]; subst.
      assert (I : In (run (a :: t), remembered (a :: t)) (followers c all (run t, remembered t))).
      { unfold followers. apply in_map_iff. exists a. split; [reflexivity | now apply in_levels]. }
      destruct t as [|b t]; [exact (W0 _ I)|]. specialize (IH At ltac:(discriminate)). apply andb_true_iff in IH.
      destruct IH as [R _]. apply reached_member in R. specialize (W _ R). rewrite forallb_forall in W. exact (W _ I). }
    intros A N. specialize (G t A N). now apply andb_true_iff in G.
  Qed.

  Lemma proper_all t : proper 3 t -> all_levels t.
  Proof. intros [_ H]. exact H. Qed.
  Lemma semi_verdict t : proper 3 t -> (semi_stable t <-> verdict_of t = Semi).
  Proof.
    intros Hp. rewrite (proper_semi_stable t Hp). destruct (verdict_spec t (proper_all t Hp)) as [U K]. rewrite <- U, <- K.
    destruct (verdict_of t); intuition congruence.
  Qed.
  Lemma tower_right t : proper 3 t -> (stable t <-> valid c t) /\ (semi_stable t <-> described c t) /\
    (valid c t -> (base c <= length t)%nat -> inside t).
  Proof.
    intros Hp. pose proof (proper_all t Hp) as A. pose proof (pairs_hold t A (proj1 Hp)) as P. unfold pair_ok in P.
    destruct (run_fits t A) as (_ & _ & V & F). rewrite V in P. rewrite !andb_true_iff, !orb_true_iff, !eqb_true_iff, negb_true_iff in P.
    destruct P as [[P1 P2] P3]. rewrite (semi_verdict t Hp), (proper_upright t Hp), <- (proj1 (verdict_spec t A)).
    rewrite <- valid_spec, <- described_spec, <- P1, <- P2, !same_verdict_eq. split; [reflexivity|]. split; [reflexivity|].
    intros Hv Hb. rewrite <- P1, (proj2 (same_verdict_eq _ _) Hv) in P3. destruct P3 as [[P3|P3]|P3]; [discriminate | |].
    - apply Nat.ltb_lt in P3. destruct (top_spec t) as [_ H]. destruct steps_hold as (B & _). rewrite H in P3. lia.
    - unfold keeps_inside in P3. rewrite !andb_true_iff in P3. destruct P3 as [[[P3 P4] P5] P6].
      assert (Pos : forall r x, above_0 r = true -> admits r x -> 0 < x).
      { intros [[a|] b] x H [L _]; [|discriminate]. cbn in *. apply Z.ltb_lt in H. lia. }
      destruct F as (F1 & F2 & F3 & F4). apply (Pos _ _ P3) in F1. apply (Pos _ _ P4) in F2. apply (Pos _ _ P5) in F3. apply (Pos _ _ P6) in F4.
      unfold inside. lia.
  Qed.
End Accepted.

Theorem stability_checker_sound_holds : StatementsStability.stability_checker_sound check_stability.
Proof.
  intros c all H. pose proof (steps_hold c all H) as (B & _ & _ & _ & _ & Low & _). unfold low_ok in Low.
  rewrite !andb_true_iff, !forallb_forall in Low. destruct Low as [[[[[L1 L2] L3] L4] L5] _].
  assert (Small : forall t, proper 3 t -> In t (towers (length t))) by (intros t [_ Ht]; now apply in_towers).
  split; [|split; [|split; [|split]]].
  - intros t Hp. destruct (tower_right c all H t Hp) as (S & D & _). now split.
  - intros t Hp Hl. pose proof (Small t Hp) as I. rewrite Hl in I. specialize (L2 t I). apply eqb_prop in L2.
    rewrite (semi_verdict t Hp), <- has_tower_In, <- L2. symmetry. apply same_verdict_eq.
  - intros t Hp. apply (tower_right c all H t Hp).
  - intros t Hp Hl. specialize (L4 (length t) ltac:(apply in_seq; lia)). rewrite forallb_forall in L4.
    specialize (L4 t (Small t Hp)). apply eqb_prop in L4. rewrite <- has_tower_In, <- L4, andb_true_iff, negb_true_iff.
    rewrite <- insideb_spec, not_true_iff_false. change (valid_tower c t) with (is_valid c (remembered c t)).
    now rewrite (valid_spec c all H).
  - intros a b Hp Ea Eb u v Hu Hv. destruct Hp as [_ Hab]. inversion Hab as [|? ? Ha Hb']; subst. inversion Hb' as [|? ? Hb _]; subst.
    specialize (L1 a (in_levels a Ha)). rewrite !andb_true_iff, forallb_forall in L1. destruct L1 as [_ L1].
    specialize (L1 b (in_levels b Hb)). rewrite !orb_true_iff, !has_level_In, andb_true_iff in L1.
    destruct L1 as [[L1|L1]|[A1 B1]]; [contradiction | contradiction |]. unfold middle_ninth in A1, B1.
    rewrite andb_true_iff, !Z.leb_le in A1, B1. destruct A1 as [A1 A2], B1 as [B1 B2].
    apply box_hull; [destruct Ha, Hb; congruence | apply Ha | apply Hb |].
    apply le_inject in A1, A2, B1, B2. unfold box. cbn [fst snd].
    change (inject_Z (-1)) with (-1)%Q in *. change (inject_Z 1) with 1%Q in *. lra.
Qed.
