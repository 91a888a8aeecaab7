(** What the checker of listed values accepts is true. *)
From Coq Require Import Arith NArith ZArith List Bool Lia.
From Topple Require Import Statements Games Levels Hulls Clocks Towers VectorCheck VectorFind Vectors ValuesCheck.
Import ListNotations Values.

(** * The rules of play look at a set of values *)
Lemma rule_same play l l' v : (forall x, In x l <-> In x l') ->
  Vector.value_rule play l v -> Vector.value_rule play l' v.
Proof.
  intros E. assert (N : l = [] <-> l' = []).
  { split; intros ->; [destruct l' as [|x] | destruct l as [|x]]; try reflexivity; specialize (E x); cbn in E; tauto. }
  destruct play; cbn [Vector.value_rule]; [now apply is_mex_same | now rewrite E | now rewrite E, N].
Qed.
Lemma rule_wins play l v : Vector.value_rule play l v ->
  (v <> 0 <-> In 0 l \/ (play = Vector.Misere /\ l = [])).
Proof.
  destruct play; cbn [Vector.value_rule].
  - intros [M A]. split.
    + intros H. left. apply A. lia.
    + intros [H|[H _]]; [congruence | discriminate].
  - intros [[-> H]|[-> H]]; (split; [intros; tauto | intros [I|[I _]]; [tauto || lia | discriminate]]).
  - intros [[-> H]|[-> H]]; (split; [intros; tauto | intros; tauto || lia]).
Qed.

Lemma choice {A B} (R : A -> B -> Prop) l : (forall a, In a l -> exists b, R a b) -> exists bs, Forall2 R l bs.
Proof.
  induction l as [|a l IH]; intros H; [now exists []|]. destruct (H a (or_introl eq_refl)) as (b & Hb).
  destruct IH as (bs & Hbs); [intros; apply H; now right|]. exists (b :: bs). now constructor.
Qed.
Lemma Forall2_left {A B} (R : A -> B -> Prop) l m : Forall2 R l m -> forall a, In a l -> exists b, In b m /\ R a b.
Proof. induction 1 as [|x y l m Hxy _ IH]; intros a []; [subst; eexists; split; [now left | exact Hxy]|]. destruct (IH a) as (b & ? & ?); eauto using in_cons. Qed.
Lemma Forall2_right {A B} (R : A -> B -> Prop) l m : Forall2 R l m -> forall b, In b m -> exists a, In a l /\ R a b.
Proof. induction 1 as [|x y l m Hxy _ IH]; intros b []; [subst; eexists; split; [now left | exact Hxy]|]. destruct (IH b) as (a & ? & ?); eauto using in_cons. Qed.

(** * A list of values of any game *)
Section Listed.
  Context {P : Type} (play : Vector.play) (same : P -> P -> bool) (computed options : P -> list P).
  Hypothesis same_eq : forall p q, same p q = true -> p = q.
  Let follows q p := In q (options p).

  Definition known (p : P) (n : N) : Prop :=
    let v := N.to_nat n in
    Acc follows p /\ has_value play options p v /\ (forall w, has_value play options p w -> w = v) /\
    match play with
    | Vector.Misere => (v <> 0 -> Wins_misere options p) /\ (v = 0 -> Loses_misere options p)
    | _ => (v <> 0 -> Wins options p) /\ (v = 0 -> Loses options p)
    end.

  Lemma not_both_acc p : Acc follows p -> ~ (Wins options p /\ Loses options p) /\ ~ (Wins_misere options p /\ Loses_misere options p).
  Proof.
    induction 1 as [p _ IH]. split; intros [W L].
    - inversion W as [? q Hq Lq]; inversion L as [? all]; subst. destruct (IH q Hq) as [N _]. apply N. auto.
    - inversion L as [? Hne all]; subst. inversion W as [? E|? q Hq Lq]; subst; [contradiction|].
      destruct (IH q Hq) as [_ N]. apply N. auto.
  Qed.

  Lemma values_of_spec before : forall ps vs, values_of same before ps = Some vs ->
    Forall2 (fun q w => In (q, w) before) ps vs.
  Proof.
    induction ps as [|p ps IH]; cbn [values_of]; intros vs H; [injection H as <-; constructor|].
    unfold value_of in H. destruct (find _ before) as [[q w]|] eqn:F; [|discriminate].
    destruct (values_of same before ps) as [ws|]; [|discriminate]. injection H as <-.
    apply find_some in F. destruct F as [F E]. apply same_eq in E. cbn in E. subst q. constructor; auto.
  Qed.

  Lemma next_known before p n vs : (forall q w, In (q, w) before -> known q w) ->
    (forall q, In q (computed p) <-> In q (options p)) ->
    values_of same before (computed p) = Some vs -> value_ok play vs n = true -> known p n.
  Proof.
    intros K alike V O. apply values_of_spec in V. apply value_ok_rule in O.
    assert (to : forall q, In q (options p) -> exists w, In w vs /\ known q w).
    { intros q Hq. apply alike in Hq. destruct (Forall2_left _ _ _ V q Hq) as (w & ? & ?). eauto. }
    assert (from : forall w, In w vs -> exists q, In q (options p) /\ known q w).
    { intros w Hw. destruct (Forall2_right _ _ _ V w Hw) as (q & Hq & ?). apply alike in Hq. eauto. }
    assert (E : forall values, Forall2 (has_value play options) (options p) values ->
      forall x, In x (map N.to_nat vs) <-> In x values).
    { intros values F x. rewrite in_map_iff. split.
      - intros (w & <- & Hw). destruct (from w Hw) as (q & Hq & _ & _ & U & _).
        destruct (Forall2_left _ _ _ F q Hq) as (y & Hy & Hv). now rewrite <- (U y Hv).
      - intros Hx. destruct (Forall2_right _ _ _ F x Hx) as (q & Hq & Hv).
        destruct (to q Hq) as (w & Hw & _ & _ & U & _). exists w. split; [symmetry; now apply U | exact Hw]. }
    destruct (choice (has_value play options) (options p)) as (values & F).
    { intros q Hq. destruct (to q Hq) as (w & _ & _ & H & _). eauto. }
    split; [|split; [|split]].
    - constructor. intros q Hq. destruct (to q Hq) as (w & _ & A & _). exact A.
    - apply from_options with values; [exact F|]. now apply (rule_same play _ _ _ (E values F)).
    - intros w H. inversion H as [? values' ? F' R]; subst. apply (value_rule_unique play values'); [exact R|].
      now apply (rule_same play _ _ _ (E values' F')).
    - pose proof (rule_wins _ _ _ O) as W. rewrite in_map_iff in W.
      assert (some : In 0 (map N.to_nat vs) -> exists q, In q (options p) /\ known q 0%N).
      { rewrite in_map_iff. intros (w & Z & Hw). replace 0%N with w by lia. now apply from. }
      assert (none : ~ In 0 (map N.to_nat vs) -> forall q, In q (options p) -> exists w, known q w /\ N.to_nat w <> 0).
      { intros H q Hq. destruct (to q Hq) as (w & Hw & Kw). exists w. split; [exact Kw|]. intros Z. apply H.
        rewrite <- Z. now apply in_map. }
      rewrite <- in_map_iff in W. unfold known in some, none.
      destruct play; split; intros H.
      1,3: apply W in H; destruct H as [H|[H _]]; [|discriminate]; destruct (some H) as (q & Hq & _ & _ & _ & _ & L);
        apply wins with q; [exact Hq | now apply L].
      1,2: apply loses; intros q Hq; destruct (none ltac:(intros Z; apply W in H; tauto) q Hq) as (w & (_ & _ & _ & L & _) & Z); now apply L.
      + apply W in H. destruct H as [H|[_ H]].
        * destruct (some H) as (q & Hq & _ & _ & _ & _ & L). apply wins_misere with q; [exact Hq | now apply L].
        * apply wins_over. destruct (options p) as [|q os]; [reflexivity|]. destruct (to q (or_introl eq_refl)) as (w & Hw & _).
          destruct vs; [destruct Hw | discriminate].
      + apply loses_misere.
        * intros Z. apply W in H; [exact H|]. right. split; [reflexivity|]. destruct vs as [|w vs]; [reflexivity|].
          destruct (from w (or_introl eq_refl)) as (q & Hq & _). rewrite Z in Hq. destruct Hq.
        * intros q Hq. destruct (none ltac:(intros Z; apply W in H; tauto) q Hq) as (w & (_ & _ & _ & L & _) & Z). now apply L.
  Qed.

  Lemma listed_known : forall listed before, (forall p n, In (p, n) listed -> forall q, In q (computed p) <-> In q (options p)) ->
    (forall q w, In (q, w) before -> known q w) -> listed_ok play same computed before listed = true ->
    forall p n, In (p, n) listed -> known p n.
  Proof.
    induction listed as [|[p n] listed IH]; intros before alike K H q w Hq; [destruct Hq|]. cbn [listed_ok] in H.
    destruct (values_of same before (computed p)) as [vs|] eqn:V; [|discriminate]. apply andb_true_iff in H. destruct H as [O H].
    assert (Kp : known p n) by (apply (next_known before p n vs); auto; apply (alike p n); now left).
    destruct Hq as [E|Hq]; [injection E as <- <-; exact Kp|]. apply (IH ((p, n) :: before)); auto.
    - intros. apply (alike p0 n0). now right.
    - intros r x [E|Hr]; [injection E as <- <-; exact Kp | now apply K].
  Qed.

  Lemma listed_true listed : (forall p n, In (p, n) listed -> forall q, In q (computed p) <-> In q (options p)) ->
    listed_ok play same computed [] listed = true -> true_values play options listed.
  Proof.
    intros alike H p n Hp v. destruct (listed_known listed [] alike ltac:(intros q w []) H p n Hp) as (A & V & U & W).
    fold v in V, U, W. repeat (split; [assumption|]). destruct (not_both_acc p A) as [N1 N2].
    destruct play; destruct W as [W L]; split; try exact W; intros X Z; apply L in Z; tauto.
  Qed.
End Listed.

(** * Positions that are the same *)
Lemma same_list_eq {A} (same : A -> A -> bool) : (forall a b, same a b = true -> a = b) ->
  forall l m, same_list same l m = true -> l = m.
Proof.
  intros E. induction l as [|a l IH]; intros [|b m] H; cbn in H; try discriminate; [reflexivity|].
  apply andb_true_iff in H. destruct H as [Ha Hl]. now rewrite (E a b Ha), (IH m Hl).
Qed.
Lemma same_pair_eq {A B} (same : A -> A -> bool) (same' : B -> B -> bool) :
  (forall a b, same a b = true -> a = b) -> (forall a b, same' a b = true -> a = b) ->
  forall x y, same_pair same same' x y = true -> x = y.
Proof.
  intros E E' [a b] [a' b'] H. apply andb_true_iff in H. destruct H as [Ha Hb]. cbn in Ha, Hb.
  now rewrite (E a a' Ha), (E' b b' Hb).
Qed.
Lemma same_heaps_eq l m : same_heaps l m = true -> l = m.
Proof. apply same_list_eq. intros a b. apply Nat.eqb_eq. Qed.
Lemma same_games_eq l m : same_games l m = true -> l = m.
Proof. apply same_list_eq, same_heaps_eq. Qed.
Lemma same_tower_eq t u : same_list (same_list Bool.eqb) t u = true -> t = u.
Proof. apply same_list_eq, same_list_eq, Bool.eqb_prop. Qed.

(** * The safe moves of a tower *)
Section Towers.
  Variable k : nat.
  Hypothesis some : 1 <= k.

  Lemma full_eq a : length a = k -> (Well.full a = true <-> a = Jenka.full k).
  Proof.
    intros L. rewrite <- L. unfold Jenka.full, Well.full. clear. induction a as [|c a IH]; cbn [forallb length repeat]; [tauto|].
    rewrite andb_true_iff, IH. split; [intros [-> H]; congruence | intros H; injection H; auto].
  Qed.
  Lemma update_length {A} (f : A -> A) l : forall i, length (Well.update i f l) = length l.
  Proof. induction l as [|a l IH]; intros [|i]; cbn; auto. Qed.
  Lemma update_even i f t : (forall a, length (f a) = length a) -> even_levels k t -> even_levels k (Well.update i f t).
  Proof.
    intros E. unfold even_levels. revert i. induction t as [|a t IH]; intros [|i] H; cbn; inversion H; subst; constructor; auto.
  Qed.

  Lemma standing t : even_levels k t -> (standsb t = true <-> Jenka.stands t).
  Proof.
    intros Hk. unfold standsb, Jenka.stands. rewrite andb_true_iff, stableb_spec, forallb_forall, Forall_forall.
    assert (E : (forall a, In a t -> existsb (fun c => c) a = true) <-> (forall a, In a t -> In true a)).
    { split; intros H a Ha; specialize (H a Ha); [apply existsb_exists in H; destruct H as (c & ? & ->); assumption|].
      apply existsb_exists. eauto. }
    rewrite E. split; intros [H U]; split; try exact H; apply (rests_upright k); try exact Hk; try apply Forall_forall; assumption.
  Qed.

  Lemma below_full_spec t : forall i, i < below_full t <-> exists h, i < h < length t /\ Well.full (nth h t []) = true.
  Proof.
    induction t as [|a t IH]; intros i; cbn [below_full length].
    - split; [intros; lia | intros (h & H & _); lia].
    - destruct (existsb Well.full t) eqn:F.
      + destruct i as [|i].
        * split; [intros _ | intros _; lia]. apply existsb_exists in F. destruct F as (b & Hb & Fb).
          apply (In_nth (A := Tower.level) _ _ []) in Hb. destruct Hb as (h & Hh & <-). exists (S h). cbn [nth]. split; [lia | exact Fb].
        * rewrite <- Nat.succ_lt_mono, IH. split.
          -- intros (h & Hh & Fh). exists (S h). cbn [nth]. split; [lia | exact Fh].
          -- intros ([|h] & Hh & Fh); [lia|]. exists h. cbn [nth] in Fh. split; [lia | exact Fh].
      + split; [intros; lia|]. intros ([|h] & Hh & Fh); [lia|]. cbn [nth] in Fh.
        assert (T : existsb Well.full t = true); [|congruence].
        apply existsb_exists. exists (nth h t []). split; [apply nth_In; lia | exact Fh].
  Qed.

  Lemma put_slots_spec below a t' : length a = k ->
    (In t' (put_slots k (below ++ [a])) <-> exists l, Jenka.put k (below ++ [a]) l t').
  Proof.
    intros Ha. unfold put_slots. rewrite in_flat_map, last_last, removelast_last. split.
    - intros (l & Hl & H). apply in_seq in Hl. exists l. destruct (Well.full a) eqn:F.
      + apply (full_eq a Ha) in F. destruct H as [<-|[]]. apply Jenka.on_a_new_level with below; [now rewrite F | lia].
      + destruct (nth l a true) eqn:E; [destruct H | destruct H as [<-|[]]]. apply Jenka.on_the_top_level; [reflexivity | | exact E].
        intros Z. apply (full_eq a Ha) in Z. congruence.
    - intros (l & H). exists l. inversion H as [below' E Hl|below' a' E Hn E']; apply app_inj_tail in E; destruct E as [<- E].
      + split; [apply in_seq; lia|]. apply (full_eq a Ha) in E. rewrite E. now left.
      + subst a'. split.
        * apply in_seq. destruct (Nat.lt_ge_cases l (length a)) as [L|L]; [lia|]. rewrite nth_overflow in E' by exact L. discriminate.
        * destruct (Well.full a) eqn:F; [apply (full_eq a Ha) in F; contradiction|]. rewrite E'. now left.
  Qed.

  Lemma put_even t l t' : even_levels k t -> Jenka.put k t l t' -> even_levels k t'.
  Proof.
    unfold even_levels. intros Hk H. inversion H as [below E Hl|below a E Hn E']; subst t; apply Forall_app in Hk; destruct Hk as [Hb Ha].
    - apply Forall_app. split; [apply Forall_app; now split|]. constructor; [|constructor].
      now rewrite update_length, repeat_length.
    - apply Forall_app. split; [exact Hb|]. constructor; [|constructor]. rewrite update_length. now inversion Ha.
  Qed.

  Lemma tower_options_spec t : Tower.proper k t ->
    forall t', In t' (tower_options k t) <-> exists i j l, Jenka.move k t i j l t'.
  Proof.
    intros [Hn Hp] t'. assert (Hk : even_levels k t) by (eapply Forall_impl; [|exact Hp]; intros a; cbn; tauto).
    assert (Hh : forall i j, even_levels k (Jenka.without i j t)).
    { intros i j. apply update_even; [|exact Hk]. intros a. apply update_length. }
    assert (Put : forall i j u, In u (put_slots k (Jenka.without i j t)) <-> exists l, Jenka.put k (Jenka.without i j t) l u).
    { intros i j u. specialize (Hh i j). destruct (exists_last (l := Jenka.without i j t)) as (below & a & E).
      - intros Z. apply Hn. apply (f_equal (@length _)) in Z. unfold Jenka.without in Z. rewrite update_length in Z.
        now apply length_zero_iff_nil.
      - rewrite E in *. apply put_slots_spec. apply Forall_app in Hh. destruct Hh as [_ Hh]. now inversion Hh. }
    assert (Take : forall i j, Jenka.can_take k t i j <-> i < below_full t /\ j < k /\ nth j (nth i t []) false = true).
    { intros i j. unfold Jenka.can_take. rewrite below_full_spec. unfold even_levels in Hk. rewrite Forall_forall in Hk. split.
      - intros [(h & Hi & F) B].
        assert (Lh : h < length t).
        { destruct (Nat.lt_ge_cases h (length t)) as [L|L]; [exact L|]. rewrite nth_overflow in F by exact L.
          destruct k; [lia | discriminate]. }
        assert (Li : length (nth i t []) = k) by (apply Hk, nth_In; lia). split; [|split; [|exact B]].
        + exists h. split; [lia|]. rewrite F. apply full_eq; [apply repeat_length | reflexivity].
        + destruct (Nat.lt_ge_cases j k) as [L|L]; [exact L|]. rewrite nth_overflow in B by lia. discriminate.
      - intros ((h & Hi & F) & _ & B). split; [|exact B]. exists h. split; [lia|]. apply full_eq; [apply Hk, nth_In; lia | exact F]. }
    unfold tower_options. rewrite in_flat_map. split.
    - intros (i & Hi & H). apply in_flat_map in H. destruct H as (j & Hj & H). apply in_seq in Hi, Hj.
      destruct (nth j (nth i t []) false) eqn:B; [|destruct H]. destruct (standsb (Jenka.without i j t)) eqn:S; [|destruct H].
      apply filter_In in H. destruct H as [H S']. apply Put in H. destruct H as (l & H). exists i, j, l.
      split; [apply Take; repeat split; [lia | lia | exact B]|]. split; [now apply standing|]. split; [exact H|].
      apply standing; [now apply put_even in H | exact S'].
    - intros (i & j & l & C & S & H & S'). apply Take in C. destruct C as (Hi & Hj & B). exists i. split; [apply in_seq; lia|].
      apply in_flat_map. exists j. split; [apply in_seq; lia|]. rewrite B. apply standing in S; [|apply Hh]. rewrite S.
      apply filter_In. split; [apply Put; now exists l|]. apply standing; [now apply put_even in H | exact S'].
  Qed.
  Lemma properb_spec t : properb k t = true -> Tower.proper k t.
  Proof.
    unfold properb. rewrite andb_true_iff, negb_true_iff, Nat.eqb_neq, forallb_forall. intros [N H].
    split; [now intros -> | apply Forall_forall]. intros a Ha. specialize (H a Ha). apply andb_true_iff in H. destruct H as [L B].
    split; [now apply Nat.eqb_eq|]. apply existsb_exists in B. destruct B as (c & Hc & ->). exact Hc.
  Qed.
End Towers.

(** What a program shows of a list in any game, from options that are those of the game for the
    positions listed, it shows of each list in its game. *)
Lemma in_its_game_sound (Q : forall P : Type, (P -> list P) -> list (P * N) -> Prop)
    (check : forall P : Type, (P -> P -> bool) -> (P -> list P) -> list (P * N) -> bool) :
  (forall P same computed options listed, (forall p q : P, same p q = true -> p = q) ->
     (forall p n, In (p, n) listed -> forall q, In q (computed p) <-> In q (options p)) ->
     check P same computed listed = true -> Q P options listed) ->
  forall c, run_in_its_game check c = true -> in_its_game Q c.
Proof.
  intros S c H.
  assert (E : forall P same (options : P -> list P) listed, (forall p q, same p q = true -> p = q) ->
    check P same options listed = true -> Q P options listed).
  { intros P same options listed E. apply S; [exact E | reflexivity]. }
  assert (eqb_eq : forall a b, (a =? b) = true -> a = b) by (intros; now apply Nat.eqb_eq).
  destruct c as [listed|listed|listed|listed|listed|listed|listed|listed|listed|name listed|k listed];
    cbn [run_in_its_game in_its_game] in *; try (apply E in H; [exact H|];
      repeat apply same_pair_eq; exact same_heaps_eq || exact same_games_eq || exact eqb_eq).
  - apply E in H; [exact H|]. apply same_pair_eq; intros x y; [apply N.eqb_eq | apply same_vector_eq].
  - rewrite !andb_true_iff, Nat.leb_le, forallb_forall in H. destruct H as [[K Pr] H].
    split; [exists (tower_options k); intros t Ht; now apply tower_options_spec|]. intros options L.
    apply (S _ _ (tower_options k) options listed same_tower_eq); [|exact H]. intros t n Ht u.
    specialize (Pr _ Ht). apply andb_true_iff in Pr. destruct Pr as [Pr _]. apply properb_spec in Pr.
    now rewrite (tower_options_spec k K t Pr u), (L t Pr u).
Qed.

Theorem values_checker_sound_holds : StatementsValues.values_checker_sound check_values.
Proof. intros play. apply in_its_game_sound. intros P same computed options listed E. now apply listed_true. Qed.
