(** What the checker of vector certificates accepts is true. *)
From Coq Require Import Arith NArith ZArith List Bool Lia FMapPositive Permutation.
From Topple Require Import Statements Games VectorCheck Vectors VectorFind.
Import ListNotations Vector.
Local Open Scope N_scope.

(** * Soundness *)
Section Accepted.
  Variable c : certificate.
  Hypothesis accepted : check c = true.
  Let ix := make_index (pieces c).

  Lemma steps :
    shape_ok c = true /\ name_ok c = true /\ forallb (weight_falls c) (rules c) = true /\
    (forall q, q < states c -> found (locate c ix (around c []) q (repeat 0 (dimension c))) = true) /\
    (forall p, In p (pieces c) -> piece_ok c ix (map (unit_vector (dimension c)) (seq 0 (dimension c))) (all_parts c) p = true) /\
    (forall tf, In tf (periods c) -> period_ok c ix tf = true) /\
    (forall xy, In xy (differ c) -> differ_ok c xy = true).
  Proof.
    pose proof accepted as H. unfold check in H.
    destruct (shape_ok c && name_ok c && forallb (weight_falls c) (rules c) && split_ok c) eqn:E; [|discriminate].
    rewrite !andb_true_iff in E, H. rewrite !forallb_forall in H.
    destruct E as [[[E1 E2] E3] _], H as [[[H1 H2] H3] H4].
    repeat split; try assumption. intros q Hq. apply H1. unfold upto. apply in_map_iff.
    exists (N.to_nat q). split; [apply N2Nat.id|]. apply in_seq. lia.
  Qed.

  Lemma shape_rule r : In r (rules c) ->
    length (take r) = dimension c /\ length (put r) = dimension c /\ to r < states c.
  Proof.
    intros Hr. destruct steps as [H _]. unfold shape_ok in H. rewrite !andb_true_iff, !forallb_forall in H.
    destruct H as [[H _] _]. specialize (H r Hr). unfold sized in H.
    rewrite !andb_true_iff, !Nat.eqb_eq, N.ltb_lt in H. tauto.
  Qed.
  Lemma shape_cone p g : In p (pieces c) -> In g (nth (cone p) (cones c) []) -> length g = dimension c.
  Proof.
    intros Hp Hg. destruct steps as [H _]. unfold shape_ok in H. rewrite !andb_true_iff, !forallb_forall in H.
    destruct H as [[_ H] H']. specialize (H' p Hp). rewrite !andb_true_iff, Nat.ltb_lt in H'.
    specialize (H (nth (cone p) (cones c) []) ltac:(apply nth_In; tauto)).
    rewrite forallb_forall in H. apply Nat.eqb_eq. now apply H.
  Qed.
  Lemma shape_piece p : In p (pieces c) ->
    length (base p) = dimension c /\ state p < states c /\ (cone p < length (cones c))%nat.
  Proof.
    intros Hp. destruct steps as [H _]. unfold shape_ok in H. rewrite !andb_true_iff, !forallb_forall in H.
    destruct H as [_ H]. specialize (H p Hp). unfold sized in H.
    rewrite !andb_true_iff, Nat.eqb_eq, N.ltb_lt, Nat.ltb_lt in H. tauto.
  Qed.

  (** Play ends. *)
  Definition total (p : position) : N := dot (weight c) (snd p) + of_state (height c) (fst p).

  Lemma falls p q : In q (options (rules c) p) -> (N.to_nat (total q) < N.to_nat (total p))%nat.
  Proof.
    destruct p as [s x]. unfold options. rewrite in_flat_map. intros (r & Hr & Hin). simpl in Hin.
    destruct steps as (_ & _ & H & _). rewrite forallb_forall in H. specialize (H r Hr).
    destruct ((from r =? s) && at_most (take r) x) eqn:E; [|contradiction].
    apply andb_true_iff in E. destruct E as [E1 E2]. apply N.eqb_eq in E1.
    destruct Hin as [<-|[]]. subst s. unfold weight_falls in H. apply N.ltb_lt in H.
    unfold total. simpl. rewrite dot_add.
    pose proof (f_equal (dot (weight c)) (add_minus _ _ E2)) as Hx. rewrite dot_add in Hx. lia.
  Qed.

  Lemma ends : play_ends (options (rules c)).
  Proof. apply (weight_ends_play _ (fun p => N.to_nat (total p))). exact falls. Qed.

  Lemma stays p q : is_position c p -> In q (options (rules c) p) -> is_position c q.
  Proof.
    destruct p as [s x]. intros [_ Hx]. unfold options. rewrite in_flat_map. intros (r & Hr & Hin). simpl in *.
    destruct ((from r =? s) && at_most (take r) x); [|contradiction].
    destruct Hin as [<-|[]]. destruct (shape_rule r Hr) as (_ & Hput & Hto).
    split; [exact Hto|]. simpl. rewrite add_length, minus_length. lia.
  Qed.

  Lemma valued : exists V, values_game c V.
  Proof.
    destruct (value_rule_total (kind_of_play c)) as [f Hf].
    exists (Games.value (options (rules c)) ends f). intros p _. rewrite value_eq at 1. apply Hf.
  Qed.

  (** The parts of a piece, as they are checked. *)
  Lemma checked_part p x : In p (pieces c) -> member (base p) (nth (cone p) (cones c) []) x ->
    exists o free ns, x = combination o ns free /\
    part_ok c ix (map (unit_vector (dimension c)) (seq 0 (dimension c))) (rules_of c (state p))
      (state p) (value p) (o, free, around c free) = true.
  Proof.
    intros Hp Hm. destruct steps as (_ & _ & _ & _ & H & _). specialize (H p Hp).
    unfold piece_ok in H. rewrite forallb_forall in H.
    destruct (parts_cover (split c) _ _ _ Hm) as ([o free] & Hpart & (ns & _ & E)).
    exists o, free, ns. split; [exact E|].
    destruct (shape_piece p Hp) as (Hb & _ & Hcone).
    rewrite <- (add_zero (base p)), Hb, add_comm, parts_add in Hpart.
    apply in_map_iff in Hpart. destruct Hpart as ([o' free'] & Eo & Hpart). simpl in Eo. injection Eo as <- <-.
    specialize (H ((o', free'), around c free')). unfold placed in H. rewrite add_comm. apply H.
    unfold all_parts. rewrite (map_nth (cone_parts c)). unfold cone_parts. apply in_map_iff.
    now exists (o', free').
  Qed.

  Lemma option_values_spec (V : position -> nat) q o free ns : forall rs values,
    option_values c ix (around c free) q o free rs = Some values ->
    (forall p y, In y (options rs (q, combination o ns free)) -> In p (pieces c) -> inside c p y ->
       V y = N.to_nat (value p)) ->
    map V (options rs (q, combination o ns free)) = map N.to_nat values.
  Proof.
    induction rs as [|r rs IH]; intros values; cbn [option_values].
    - intros H _. injection H as <-. reflexivity.
    - destruct (option_values c ix (around c free) q o free rs) as [values0|] eqn:E0; [|discriminate].
      intros H HV.
      assert (IH0 : map V (options rs (q, combination o ns free)) = map N.to_nat values0).
      { apply IH; [reflexivity|]. intros p y Hy. apply HV. unfold options in *. simpl. apply in_app_iff. now right. }
      unfold options in *. simpl in *. rewrite map_app.
      destruct (from r =? q) eqn:Eq; simpl in *.
      + destruct (at_most (take r) o) eqn:El.
        * destruct (locate c ix (around c free) (to r) (add (minus o (take r)) (put r))) as [p|] eqn:EL; [|discriminate].
          injection H as <-. apply locate_spec in EL. destruct EL as [Hp HL].
          destruct (fire_combination r free ns o El) as [H1 H2]. unfold fire in H2. rewrite H1 in *. simpl. f_equal; [|exact IH0].
          apply HV with (p := p); [now left | exact Hp|]. rewrite H2. apply HL.
        * destruct (never (dimension c) (take r) o free) eqn:EN; [|discriminate].
          injection H as <-. rewrite (never_spec _ _ _ _ EN ns). exact IH0.
      + injection H as <-. exact IH0.
  Qed.

  Lemma inside_position p x : In p (pieces c) -> inside c p x -> is_position c x.
  Proof.
    intros Hp [Hs (ns & Hl & E)]. destruct (shape_piece p Hp) as (Hb & Hst & _).
    split; [now rewrite <- Hs|]. rewrite E. clear E.
    assert (Hg : forall g, In g (nth (cone p) (cones c) []) -> length g = dimension c)
      by (intros g; now apply shape_cone).
    revert ns Hl. generalize (base p), Hb. clear Hb.
    induction (nth (cone p) (cones c) []) as [|g gs IH]; intros b Hb [|n ns] Hl; simpl; try (discriminate || exact Hb).
    apply IH; [intros; apply Hg; now right | | simpl in Hl; lia].
    assert (length g = dimension c) by (apply Hg; now left).
    clear -Hb H. induction n as [|n IHn]; simpl; [exact Hb|]. rewrite add_length, IHn. lia.
  Qed.

  (** The value of a position is that of any piece in which it lies. *)
  Lemma piece_value V : values_game c V ->
    forall x p, In p (pieces c) -> inside c p x -> V x = N.to_nat (value p).
  Proof.
    intros HV x. induction (ends x) as [x _ IH]. intros p Hp Hin.
    pose proof (HV x (inside_position p x Hp Hin)) as Hx.
    destruct x as [q x], Hin as [Hs Hm]. simpl in Hs, Hm. subst q.
    destruct (checked_part p x Hp Hm) as (o & free & ns & -> & H).
    unfold part_ok in H. apply andb_true_iff in H. destruct H as [H _].
    destruct (option_values c ix (around c free) (state p) o free (rules_of c (state p))) as [values|] eqn:EO; [|discriminate].
    apply value_ok_rule in H. rewrite options_of_state in *.
    rewrite (option_values_spec V _ _ _ ns _ _ EO) in Hx.
    - eapply value_rule_unique; eassumption.
    - intros p' y Hy Hp' Hin'. apply IH with (p := p'); auto.
  Qed.

  (** The pieces cover all positions. *)
  Lemma covered : forall q x, is_position c (q, x) -> exists p, In p (pieces c) /\ inside c p (q, x).
  Proof.
    intros q x [Hq Hx]. simpl in *. remember (N.to_nat (fold_right N.add 0 x)) as n eqn:En. revert x En Hx.
    induction n as [n IH] using lt_wf_ind. intros x -> Hx.
    destruct (unit_or_zero _ x Hx) as [->|(i & y & Hi & Hy & -> & Hlt)].
    - destruct steps as (_ & _ & _ & H & _). specialize (H q Hq).
      destruct (locate c ix (around c []) q (repeat 0 (dimension c))) as [p|] eqn:E; [|discriminate].
      apply locate_spec in E. destruct E as [Hp HL]. exists p. split; [exact Hp | apply (HL [])].
    - destruct (IH (N.to_nat (fold_right N.add 0 y)) ltac:(lia) y eq_refl Hy) as (p & Hp & [Hs Hm]).
      simpl in Hs, Hm. destruct (checked_part p y Hp Hm) as (o & free & ns & -> & H).
      unfold part_ok in H. apply andb_true_iff in H. destruct H as [_ H]. rewrite forallb_forall in H.
      specialize (H (unit_vector (dimension c) i)). rewrite Hs in H.
      destruct (locate c ix (around c free) q (add (unit_vector (dimension c) i) o)) as [p'|] eqn:E.
      + apply locate_spec in E. destruct E as [Hp' HL]. exists p'. split; [exact Hp'|].
        rewrite <- combination_add. apply HL.
      + assert (found (@None piece) = true); [|discriminate]. apply H.
        apply in_map. apply in_seq. lia.
  Qed.

  (** Who wins. *)
  Lemma label_step V q : values_game c V -> is_position c q -> kind_of_play c <> Misere ->
    negb (V q =? 0)%nat = existsb (fun r => negb (negb (V r =? 0)%nat)) (options (rules c) q).
  Proof.
    intros HV Hq Hk. specialize (HV q Hq).
    assert (E : existsb (fun r => negb (negb (V r =? 0)%nat)) (options (rules c) q)
                = existsb (Nat.eqb 0) (map V (options (rules c) q))).
    { clear. induction (options (rules c) q) as [|r l IH]; [reflexivity|]. cbn [map existsb].
      now rewrite IH, negb_involutive, (Nat.eqb_sym (V r) 0). }
    rewrite E. destruct (kind_of_play c); [now apply mex_zero | | congruence].
    simpl in HV. rewrite <- existsb_eqb in HV.
    destruct (existsb (Nat.eqb 0) (map V (options (rules c) q))), HV as [[-> H]|[-> H]]; simpl; congruence.
  Qed.

  Lemma outcome_misere V : values_game c V -> kind_of_play c = Misere -> forall p, is_position c p ->
    (V p <> 0%nat -> Wins_misere (options (rules c)) p) /\ (V p = 0%nat -> Loses_misere (options (rules c)) p).
  Proof.
    intros HV Hk p. induction (ends p) as [p _ IH]. intros Hp.
    pose proof (HV p Hp) as H. rewrite Hk in H. simpl in H.
    assert (IHq : forall q, In q (options (rules c) p) ->
      (V q <> 0%nat -> Wins_misere (options (rules c)) q) /\ (V q = 0%nat -> Loses_misere (options (rules c)) q)).
    { intros q Hq. apply IH; [exact Hq|]. eapply stays; eassumption. }
    split; intros Hv; destruct H as [[E H]|[E H]]; try congruence.
    - destruct H as [H|H].
      + apply wins_over. now apply map_eq_nil in H.
      + apply in_map_iff in H. destruct H as (q & Eq & Hq). apply wins_misere with q; [exact Hq|]. now apply IHq.
    - apply loses_misere.
      + intros En. apply H. left. now rewrite En.
      + intros q Hq. apply IHq; [exact Hq|]. intros Eq. apply H. right. rewrite <- Eq. now apply in_map.
  Qed.

  Lemma not_both_misere p : Wins_misere (options (rules c)) p -> Loses_misere (options (rules c)) p -> False.
  Proof.
    induction (ends p) as [p _ IH]. intros HW HL.
    inversion HL as [? Hne Hall]; subst. inversion HW as [? H|? q Hq HLq]; subst; [contradiction|].
    apply (IH q Hq); auto.
  Qed.

  Lemma outcome V p : values_game c V -> is_position c p ->
    V p <> 0%nat <->
    match kind_of_play c with
    | Misere => Wins_misere (options (rules c)) p
    | _ => Wins (options (rules c)) p
    end.
  Proof.
    intros HV Hp.
    assert (normal : kind_of_play c <> Misere -> (V p <> 0%nat <-> Wins (options (rules c)) p)).
    { intros Hk.
      pose proof (label_iff _ ends (is_position c) (fun p => negb (V p =? 0)%nat) stays
                    (fun q Hq => label_step V q HV Hq Hk) p Hp) as [L _].
      now rewrite L, negb_true_iff, Nat.eqb_neq. }
    destruct (kind_of_play c) eqn:Ek; [apply normal; discriminate | apply normal; discriminate |].
    destruct (outcome_misere V HV Ek p Hp) as [H1 H2]. split; [exact H1|].
    intros HW E. apply (not_both_misere p HW). now apply H2.
  Qed.

  (** * Periods *)
  Section Period.
    Variables (V : position -> nat) (q v : N) (t f : vector).
    Hypothesis HV : values_game c V.

    (** What is left to show for the parts in [w]. *)
    Definition due (w : work) : Prop :=
      match w with
      | None => False
      | Some l => forall o free, In (o, free) l -> forall x, member o free x -> at_most f x = true ->
                  V (q, add x t) = N.to_nat v
      end.

    Lemma too_low_some o : forall i g k, too_low i g o = Some k ->
      (i <= k)%nat /\ nth (k - i) o 0 < nth (k - i) g 0.
    Proof.
      induction o as [|b o IH]; intros i [|a g] k; simpl; try discriminate.
      destruct (N.ltb_spec b a) as [H|H].
      - intros E. injection E as <-. rewrite Nat.sub_diag. split; [lia | exact H].
      - intros E. apply IH in E. destruct E as [Hk E]. split; [lia|].
        now replace (k - i)%nat with (S (k - S i)) by lia.
    Qed.

    Lemma take_raising_none k gs : take_raising k gs = None -> forallb (fun g => nth k g 0 =? 0) gs = true.
    Proof.
      induction gs as [|g gs IH]; simpl; [reflexivity|].
      destruct (N.ltb_spec 0 (nth k g 0)) as [H|H]; [discriminate|].
      destruct (take_raising k gs) as [[]|]; [discriminate|]. intros _.
      rewrite andb_true_iff, N.eqb_eq. split; [lia | now apply IH].
    Qed.
    (** Taking one generator out: none of it, or one and any number more. *)
    Lemma take_raising_some k gs g others : take_raising k gs = Some (g, others) ->
      forall o x, member o gs x -> member o others x \/ member (add g o) (g :: others) x.
    Proof.
      revert others. induction gs as [|h gs IH]; intros others; simpl; [discriminate|].
      destruct (0 <? nth k h 0).
      - intros E o x (ns & Hl & ->). injection E as -> ->.
        destruct ns as [|[|n] ns]; simpl in Hl; [discriminate| |]; [left|right].
        + exists ns. split; [lia | reflexivity].
        + exists (n :: ns). split; [simpl; lia|]. simpl. now rewrite iter_add.
      - destruct (take_raising k gs) as [[r rest]|]; [|discriminate].
        intros E o x (ns & Hl & ->). injection E as -> <-. destruct ns as [|n ns]; [discriminate|].
        simpl in *. destruct (IH rest eq_refl (Nat.iter n (add h) o) (combination (Nat.iter n (add h) o) ns gs)) as [H|H].
        + exists ns. split; [lia | reflexivity].
        + left. destruct H as (ms & Hm & E). exists (n :: ms). split; [simpl; lia | exact E].
        + right. destruct H as (ms & Hm & E). destruct ms as [|m ms]; [discriminate|].
          exists (m :: n :: ms). split; [simpl in *; lia|]. simpl in *. rewrite E.
          f_equal. rewrite <- (iter_add n h). generalize (add g o) as y. clear.
          induction m as [|m IH]; intros y; simpl; [reflexivity|]. now rewrite iter_add, IH.
    Qed.

    Lemma period_step_due w : due (period_step c ix q v t f w) -> due w.
    Proof.
      destruct w as [[|[o free] rest]|]; simpl; auto.
      destruct (too_low 0 f o) as [k|] eqn:El.
      - apply too_low_some in El. destruct El as [_ El]. rewrite Nat.sub_0_r in El.
        destruct (take_raising k free) as [[g others]|] eqn:Er.
        + intros H o' free' [E|Hin] x Hx; [|apply (H o' free'); simpl; auto].
          injection E as <- <-. destruct (take_raising_some _ _ _ _ Er _ _ Hx) as [Hx'|Hx'];
            [apply (H o others) | apply (H (add g o) (g :: others))]; simpl; auto.
        + intros H o' free' [E|Hin] x Hx; [|apply (H o' free'); simpl; auto].
          injection E as <- <-. intros Hfx. exfalso. destruct Hx as (ns & _ & ->).
          apply (at_most_nth _ _ k) in Hfx. rewrite nth_combination in Hfx by now apply take_raising_none. lia.
      - destruct (locate c ix (around c free) q (add o t)) as [p|] eqn:EL; [|simpl; tauto].
        destruct (N.eqb_spec (value p) v) as [Ev|]; [|simpl; tauto].
        intros H o' free' [E|Hin] x Hx; [|apply (H o' free'); simpl; auto].
        injection E as <- <-. intros _. apply locate_spec in EL. destruct EL as [Hp HL].
        destruct Hx as (ns & _ & ->).
        replace (add (combination o ns free) t) with (combination (add o t) ns free)
          by (rewrite (add_comm o t), combination_add; apply add_comm).
        rewrite <- Ev. now apply piece_value.
    Qed.

    Lemma repeat_step_due n : forall w, due (repeat_step (period_step c ix q v t f) n w) -> due w.
    Proof.
      induction n as [n IH|n IH|]; intros w; simpl; destruct (finished w); auto using period_step_due.
    Qed.
  End Period.

  Lemma period_piece V : values_game c V -> forall t f limit p x,
    period_piece_ok c ix t f limit p = true -> member (base p) (nth (cone p) (cones c) []) x ->
    at_most f x = true -> V (state p, add x t) = N.to_nat (value p).
  Proof.
    intros HV t f limit p x H Hm Hfx. unfold period_piece_ok in H.
    destruct (parts_cover (split c) _ _ _ Hm) as ([o free] & Hpart & Hpx).
    pose proof (repeat_step_due V (state p) (value p) t f HV limit
                  (Some (parts (split c) (base p) (nth (cone p) (cones c) [])))) as D.
    destruct (repeat_step _ _ _) as [[|]|]; try discriminate.
    apply (D ltac:(intros o' free' []) o free Hpart x Hpx Hfx).
  Qed.

  Lemma period_holds V : values_game c V ->
    forall t f q x, In (t, f) (periods c) -> is_position c (q, x) -> at_most f x = true ->
    V (q, add x t) = V (q, x).
  Proof.
    intros HV t f q x Htf Hx Hfx. destruct steps as (_ & _ & _ & _ & _ & H & _). specialize (H (t, f) Htf).
    unfold period_ok in H. rewrite !andb_true_iff, forallb_forall in H. destruct H as [_ H].
    destruct (covered q x Hx) as (p & Hp & [Hs Hm]). simpl in Hs, Hm. subst q.
    rewrite (piece_value V HV (state p, x) p Hp (conj eq_refl Hm)).
    exact (period_piece V HV t f most_steps p x (H p Hp) Hm Hfx).
  Qed.

  (** * Differences *)
  Lemma combine_with_spec : forall gs ns b, (forall g, In g gs -> (length g <= length b)%nat) ->
    combine_with b ns gs = combination b (map N.to_nat ns) gs.
  Proof.
    induction gs as [|g gs IH]; intros [|n ns] b Hg; simpl; try reflexivity.
    assert (E : forall m, add (map (N.mul (N.of_nat m)) g) b = Nat.iter m (add g) b).
    { assert (Hl : (length g <= length b)%nat) by (apply Hg; now left). clear -Hl.
      induction m as [|m IHm].
      - simpl. revert b Hl. induction g as [|a g IH]; intros [|b0 b] Hl; simpl in *; try reflexivity; [lia|].
        rewrite IH by lia. reflexivity.
      - simpl Nat.iter. rewrite <- IHm, add_assoc. f_equal.
        clear. induction g as [|a g IH]; cbn [map add]; [reflexivity|]. rewrite <- IH. f_equal. lia. }
    rewrite <- (N2Nat.id n) at 1. rewrite E. apply IH. intros h Hh.
    enough (length b <= length (Nat.iter (N.to_nat n) (add g) b))%nat by (specialize (Hg h (or_intror Hh)); lia).
    generalize (N.to_nat n) as m. clear. induction m as [|m IHm]; simpl; [lia|]. rewrite add_length. lia.
  Qed.

  Lemma value_here_spec V x v : values_game c V ->
    first (value_here c x) (pieces c) = Some v -> V x = N.to_nat v.
  Proof.
    intros HV H. apply first_spec in H. destruct H as (p & Hp & H). unfold value_here in H.
    destruct ((state p =? fst x) && at_most (base p) (snd x)) eqn:E; [|discriminate].
    apply andb_true_iff in E. destruct E as [Es _]. apply N.eqb_eq in Es.
    destruct (coefficients (base p) (snd x) (nth (cone p) (cones c) [])) as [ns|]; [|discriminate].
    destruct (Nat.eqb (length ns) (length (nth (cone p) (cones c) []))
              && same_vector (combine_with (base p) ns (nth (cone p) (cones c) [])) (snd x)) eqn:E; [|discriminate].
    injection H as <-. rewrite andb_true_iff, Nat.eqb_eq, same_vector_eq in E. destruct E as [El E].
    apply piece_value; [exact HV | exact Hp|]. split; [exact Es|].
    exists (map N.to_nat ns). split; [now rewrite map_length|].
    rewrite <- E. apply combine_with_spec. intros g Hg.
    rewrite (shape_cone p g Hp Hg). destruct (shape_piece p Hp) as [-> _]. lia.
  Qed.

  Lemma accepted_says : says c.
  Proof.
    split; [|split; [exact stays | split; [exact ends | split; [exact valued | split; [intros [q x]; apply covered|]]]]].
    - intros n Hn. destruct steps as (_ & H & _). unfold name_ok in H. rewrite Hn in H.
      destruct (named_rules n) as [[d q] listed]. exists listed.
      rewrite !andb_true_iff, !N.eqb_eq in H. destruct H as [[-> ->] H]. split; [reflexivity|].
      now apply same_rules_spec.
    - intros V HV. split; [|split; [|split]].
      + intros p k _. now apply piece_value.
      + intros p. now apply outcome.
      + now apply period_holds.
      + intros x y Hxy. destruct steps as (_ & _ & _ & _ & _ & _ & H). specialize (H (x, y) Hxy).
        unfold differ_ok in H. simpl in H. rewrite !andb_true_iff in H. destruct H as [[Hx Hy] H].
        unfold position_ok in Hx, Hy. rewrite andb_true_iff, N.ltb_lt, Nat.eqb_eq in Hx, Hy.
        split; [exact Hx|]. split; [exact Hy|].
        destruct (first (value_here c x) (pieces c)) as [v|] eqn:Ev; [|discriminate].
        destruct (first (value_here c y) (pieces c)) as [w|] eqn:Ew; [|discriminate].
        rewrite (value_here_spec V x v HV Ev), (value_here_spec V y w HV Ew).
        apply negb_true_iff, N.eqb_neq in H. intros E. apply H. now apply N2Nat.inj.
  Qed.
End Accepted.

Theorem vector_checker_sound_holds : StatementsCheckers.vector_checker_sound VectorCheck.check.
Proof. exact accepted_says. Qed.
