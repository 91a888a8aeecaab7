(** Sums of piles of colourful Nim when the last move loses.

    A pile is thin if no section has two balls or more, and thick otherwise. In a thin
    pile there is nothing to choose, and its value is the parity of its sections. A thick
    pile from which a move leads to a thin one has one thick section only. One can take
    all of it or leave one ball of it: both piles left are thin, and of the values 0 and 1.
    So whoever makes the last thick pile thin chooses the parity of the moves that are
    left, as in misere Nim whoever makes the last large heap small; and before that the
    nim-sum of the values decides, as in normal play. *)
From Coq Require Import Arith Bool List Lia.
From Topple Require Import Statements Games Piles Misere.
Import ListNotations.

(** * Sums of positions, of which some are thin *)
Section Tame.
  Context {P : Type} (options : P -> list P) (g : P -> nat) (thin : P -> bool).
  Hypothesis ends : play_ends options.
  Hypothesis Hg : is_grundy options g.
  Hypothesis thin_bit : forall p, thin p = true -> g p < 2.
  Hypothesis thin_closed : forall p q, thin p = true -> In q (options p) -> thin q = true.
  Hypothesis thick_moves : forall p, thin p = false -> options p <> [].
  (** A thick position with a thin option has one of value 0 and one of value 1. *)
  Hypothesis choice : forall p q, thin p = false -> In q (options p) -> thin q = true ->
    forall k, k < 2 -> exists r, In r (options p) /\ thin r = true /\ g r = k.

  Notation sums := (sum_options options).
  Notation total ps := (nim_sum (map g ps)).

  Lemma thin_small ps : forallb thin ps = true -> largeb (map g ps) = false.
  Proof.
    intros H. apply not_true_is_false. rewrite largeb_spec. intros (n & Hn & H2). apply in_map_iff in Hn.
    destruct Hn as (p & <- & Hp). rewrite forallb_forall in H. specialize (thin_bit p (H p Hp)). lia.
  Qed.

  Lemma thin_options ps qs : forallb thin ps = true -> In qs (sums ps) -> forallb thin qs = true.
  Proof.
    intros H Hq. apply sum_option in Hq. destruct Hq as (l & p & r & q & -> & -> & Hq). rewrite forallb_app in *.
    cbn [forallb] in *. rewrite !andb_true_iff in *. destruct H as (Hl & Hp & Hr). eauto.
  Qed.

  (** A move to thin positions alone is made in the only thick one. *)
  Lemma last_thick l p r q : forallb thin (l ++ p :: r) = false -> forallb thin (l ++ q :: r) = true ->
    thin p = false /\ thin q = true /\ forallb thin (l ++ r) = true.
  Proof.
    rewrite !forallb_app. cbn [forallb]. rewrite !andb_true_iff. intros H (Hl & Hq & Hr). rewrite Hl, Hr in *.
    now destruct (thin p).
  Qed.

  (** 1 if the player to move wins, 0 if not. *)
  Definition outcome (ps : list P) : nat :=
    if forallb thin ps then (if total ps =? 0 then 1 else 0) else (if total ps =? 0 then 0 else 1).

  Lemma outcome_step ps : (outcome ps = 1 /\ (sums ps = [] \/ exists qs, In qs (sums ps) /\ outcome qs = 0)) \/
    (outcome ps = 0 /\ sums ps <> [] /\ forall qs, In qs (sums ps) -> outcome qs = 1).
  Proof.
    destruct (sprague_grundy_holds _ _ _ Hg) as [HG _]. destruct (HG ps) as [M1 M2]. cbv beta in M1, M2.
    assert (moved : forall qs, In qs (sums ps) -> total qs <> total ps).
    { intros qs Hq E. apply M1. rewrite <- E. now apply (in_map (fun qs => total qs)). }
    unfold outcome. destruct (forallb thin ps) eqn:T, (Nat.eqb_spec (total ps) 0) as [E|E].
    - left. split; [reflexivity|]. destruct (sums ps) as [|qs rest] eqn:S; [now left|]. right.
      assert (Hq : In qs (sums ps)) by (rewrite S; now left). exists qs. split; [now left|].
      rewrite (thin_options ps qs T Hq). destruct (Nat.eqb_spec (total qs) 0); [|reflexivity].
      destruct (moved qs); [now left | congruence].
    - right. split; [reflexivity|]. split; [intros S; rewrite S in M2; now specialize (M2 0 ltac:(lia))|].
      intros qs Hq. pose proof (thin_options ps qs T Hq) as Tq. rewrite Tq.
      destruct (small_bit _ (thin_small ps T)), (small_bit _ (thin_small qs Tq)) as [-> | Eq]; try easy.
      destruct (moved qs Hq). congruence.
    - right. split; [reflexivity|]. split.
      + intros S. apply not_true_iff_false in T. apply T, forallb_forall. intros p Hp.
        destruct (thin p) eqn:Tp; [reflexivity|]. exfalso. apply in_split in Hp. destruct Hp as (l & r & ->).
        destruct (options p) as [|q rest] eqn:O; [now apply (thick_moves p)|].
        apply (in_nil (a := l ++ q :: r)). rewrite <- S. apply sum_option. exists l, p, r, q. rewrite O. cbn. auto.
      + intros qs Hq. pose proof (moved qs Hq) as N. rewrite E in N. apply Nat.eqb_neq in N as ->.
        destruct (forallb thin qs) eqn:Tq; [exfalso|reflexivity].
        apply sum_option in Hq. destruct Hq as (l & p & r & q & -> & -> & Hq).
        destruct (last_thick l p r q T Tq) as (Tp & Tq' & Tlr).
        assert (Np : forall k, k < 2 -> g p <> k).
        { intros k Hk Ek. destruct (choice p q Tp Hq Tq' k Hk) as (a & Ha & _ & Ea). destruct (Hg p) as [A _].
          apply A. rewrite Ek, <- Ea. now apply in_map. }
        pose proof (Np 0). pose proof (Np 1). apply thin_small in Tlr. rewrite map_app in Tlr.
        apply (one_large (map g l) (g p) (map g r)); [lia | exact Tlr|]. now rewrite map_app in E.
    - left. split; [reflexivity|]. right. specialize (M2 0 ltac:(lia)). apply in_map_iff in M2.
      destruct M2 as (qs & Eq & Hq). destruct (forallb thin qs) eqn:Tq; [|exists qs; now rewrite Tq, Eq].
      apply sum_option in Hq. destruct Hq as (l & p & r & q & -> & -> & Hq).
      destruct (last_thick l p r q T Tq) as (Tp & Tq' & Tlr).
      destruct (choice p q Tp Hq Tq' (1 - g q) ltac:(specialize (thin_bit q Tq'); lia)) as (a & Ha & Ta & Ea).
      exists (l ++ a :: r). split; [apply sum_option; now exists l, p, r, a|].
      rewrite forallb_app, map_app in *. cbn [forallb map] in *. rewrite Ta. rewrite Tlr at 1.
      now rewrite (sum_with (map g l) (g q) (map g r) (g a) (thin_bit q Tq') Ea Eq).
  Qed.

  Lemma outcome_holds ps : (Wins_misere sums ps <-> outcome ps = 1) /\ (Loses_misere sums ps <-> outcome ps = 0).
  Proof. apply (misere_labels_holds _ _ outcome (sum_ends options ends) outcome_step). Qed.

  (** Two equal heaps do not change the nim-sum, but make the sum a large one. *)
  Definition heaps (p : P) : list nat := if (g p <? 2) && negb (thin p) then [g p; 2; 2] else [g p].

  Lemma heaps_outcome ps : label (concat (map heaps ps)) = outcome ps.
  Proof.
    assert (E : nim_sum (concat (map heaps ps)) = total ps /\ largeb (concat (map heaps ps)) = negb (forallb thin ps)).
    { induction ps as [|p ps [IHn IHl]]; [now split|]. cbn [map concat forallb].
      rewrite nim_sum_app, largeb_app, IHn, IHl, negb_andb. unfold heaps, largeb. pose proof (thin_bit p) as B.
      destruct (Nat.ltb_spec (g p) 2) as [H|H], (thin p); try (specialize (B eq_refl); lia);
        cbn [andb negb nim_sum map fold_right existsb]; (split; [now rewrite !Nat.lxor_0_r|]);
        destruct (Nat.leb_spec 2 (g p)); (lia || reflexivity). }
    unfold label, outcome. destruct E as [-> ->]. now destruct (forallb thin ps).
  Qed.
End Tame.

(** * Piles *)
(** A list of sections need not be a proper pile here. If it is one, it is thin if and only if it is single. *)
Definition thin (p : Eeny.pile) : bool := forallb (fun n => n <=? 1) p.

Lemma thin_single p : Eeny.proper p -> forallb (Nat.eqb 1) p = thin p.
Proof.
  unfold thin. induction 1 as [|n p Hn _ IH]; [reflexivity|]. cbn [forallb]. rewrite IH. f_equal.
  destruct (Nat.eqb_spec 1 n), (Nat.leb_spec n 1); (lia || reflexivity).
Qed.

Lemma thin_piles ps : Forall Eeny.proper ps -> (Forall single ps <-> forallb thin ps = true).
Proof.
  intros H. rewrite forallb_forall, Forall_forall in *. split; intros T p Hp; specialize (T p Hp).
  - rewrite <- thin_single by auto. apply forallb_forall. unfold single in T. rewrite Forall_forall in T.
    intros n Hn. now rewrite (T n Hn).
  - rewrite <- thin_single in T by auto. rewrite forallb_forall in T. apply Forall_forall.
    intros n Hn. now apply eq_sym, Nat.eqb_eq, T.
Qed.

(** Any way to take balls under which thin and thick piles are such positions. *)
Section Ways.
  Variable options : Eeny.pile -> list Eeny.pile.
  Hypothesis smaller : forall p q, In q (options p) -> size q < size p.
  Hypothesis over : forall p, options p = [] -> p = [].
  Hypothesis one_less : forall p q, thin p = true -> In q (options p) -> thin q = true /\ length p = S (length q).
  Hypothesis two_left : forall p q, thin p = false -> In q (options p) -> thin q = true ->
    exists a b, In a (options p) /\ In b (options p) /\ thin a = true /\ thin b = true /\ length b = S (length a).

  Lemma ways_end : play_ends options.
  Proof. exact (weight_ends_play options size smaller). Qed.

  Section Values.
    Variable g : Eeny.pile -> nat.
    Hypothesis Hg : is_grundy options g.

    Lemma thin_value p : thin p = true -> g p = Nat.b2n (Nat.odd (length p)).
    Proof.
      apply (follow_unique options ways_end is_mex (fun p => thin p = true) g (fun p => Nat.b2n (Nat.odd (length p))));
        eauto using is_mex_unique.
      - intros q r T Hr. now destruct (one_less q r T Hr).
      - clear p. intros p T. split.
        + intros H. apply in_map_iff in H. destruct H as (q & E & Hq). destruct (one_less p q T Hq) as [_ L].
          rewrite L, Nat.odd_succ, <- Nat.negb_odd in E. now destruct (Nat.odd (length q)).
        + intros k Hk. destruct (options p) as [|q rest] eqn:O; [apply over in O as ->; now cbn in Hk|]. left.
          destruct (one_less p q T) as [_ L]; [rewrite O; now left|].
          rewrite L, Nat.odd_succ, <- Nat.negb_odd in Hk. destruct (Nat.odd (length q)); cbn in *; lia.
    Qed.

    Lemma ways_choice p q : thin p = false -> In q (options p) -> thin q = true ->
      forall k, k < 2 -> exists r, In r (options p) /\ thin r = true /\ g r = k.
    Proof.
      intros T Hq Tq k Hk. destruct (two_left p q T Hq Tq) as (a & b & Ha & Hb & Ta & Tb & E).
      pose proof (thin_value a Ta) as Va. pose proof (thin_value b Tb) as Vb.
      rewrite E, Nat.odd_succ, <- Nat.negb_odd in Vb.
      destruct (Nat.odd (length a)), k as [|[|k]]; try lia; (now exists a) || (now exists b).
    Qed.

    Lemma thin_total ps : forallb thin ps = true -> nim_sum (map g ps) = Nat.b2n (Nat.odd (length (concat ps))).
    Proof.
      induction ps as [|p ps IH]; [reflexivity|]. cbn [forallb map concat]. rewrite andb_true_iff. intros [Tp T].
      rewrite app_length, Nat.odd_add. change (nim_sum (g p :: map g ps)) with (Nat.lxor (g p) (nim_sum (map g ps))).
      rewrite (thin_value p Tp), (IH T). now destruct (Nat.odd (length p)), (Nat.odd (length (concat ps))).
    Qed.

    Lemma piles_outcome ps : let sums := sum_options options in
      (Wins_misere sums ps <-> outcome g thin ps = 1) /\ (Loses_misere sums ps <-> outcome g thin ps = 0).
    Proof.
      apply outcome_holds; [exact ways_end | exact Hg | | | | exact ways_choice].
      - intros p T. rewrite (thin_value p T). destruct (Nat.odd _); cbn; lia.
      - intros p q T Hq. now destruct (one_less p q T Hq).
      - intros p T O. apply over in O as ->. discriminate.
    Qed.
  End Values.

  Lemma ways_hold : misere_piles_by options /\ misere_heaps_by options.
  Proof.
    split; [split; [exact (grundy_exists options ways_end)|]|];
      intros g Hg ps Hps; destruct (piles_outcome g Hg ps) as [W L].
    - rewrite (thin_piles ps Hps), W, L. unfold outcome.
      destruct (forallb thin ps) eqn:T; [rewrite (thin_total g Hg ps T); destruct (Nat.odd _)|
        destruct (Nat.eqb_spec (nim_sum (map g ps)) 0)]; cbn.
      all: split; [|split; [|(now left) || now right]]; intuition congruence.
    - rewrite L, <- heaps_outcome by (intros p T; rewrite (thin_value g Hg p T); destruct (Nat.odd _); cbn; lia).
      destruct (misere_labels_holds _ nim label nim_ends label_step (concat (map (heaps_of g) ps))) as [_ LN].
      fold nim. rewrite LN. erewrite (map_ext_in (heaps_of g)); [reflexivity|].
      intros p Hp. rewrite Forall_forall in Hps. unfold heaps_of, heaps. now rewrite (thin_single p (Hps p Hp)).
  Qed.
End Ways.

(** * The top section alone, and both ends *)
Import Eeny.

Lemma option_snoc p n q : In q (options (p ++ [n])) <-> q = p \/ exists j, 1 <= j < n /\ q = p ++ [j].
Proof.
  rewrite options_snoc. cbn [In]. rewrite in_map_iff. split; (intros [E|(j & H & H')]; [now left | right; exists j]).
  - apply in_seq in H'. split; [lia | easy].
  - split; [easy | apply in_seq; lia].
Qed.

Lemma thin_snoc p n : thin (p ++ [n]) = thin p && (n <=? 1).
Proof. unfold thin. rewrite forallb_app. cbn [forallb]. now rewrite andb_true_r. Qed.

Lemma thin_rev p : thin (rev p) = thin p.
Proof. induction p as [|n p IH]; [reflexivity|]. cbn [rev]. rewrite thin_snoc, IH. apply andb_comm. Qed.

Lemma size_rev p : size (rev p) = size p.
Proof.
  unfold size. rewrite rev_length. f_equal. induction p as [|n p IH]; [reflexivity|].
  cbn [rev]. rewrite list_sum_app, IH. simpl. lia.
Qed.

Lemma top_over p : options p = [] -> p = [].
Proof. now destruct p. Qed.

Lemma top_one_less p q : thin p = true -> In q (options p) -> thin q = true /\ length p = S (length q).
Proof.
  destruct p as [|n p _] using rev_ind; [easy|]. rewrite option_snoc, thin_snoc, andb_true_iff, Nat.leb_le, app_length.
  intros [T Hn] [->|(j & Hj & ->)]; [split; [exact T | cbn; lia] | lia].
Qed.

Lemma top_two_left p q : thin p = false -> In q (options p) -> thin q = true ->
  exists a b, In a (options p) /\ In b (options p) /\ thin a = true /\ thin b = true /\ length b = S (length a).
Proof.
  destruct p as [|n p _] using rev_ind; [easy|]. rewrite thin_snoc, option_snoc. intros T Hq Tq.
  assert (Tp : thin p = true).
  { destruct Hq as [->|(j & _ & ->)]; [exact Tq|]. rewrite thin_snoc in Tq. now destruct (thin p). }
  rewrite Tp in T. apply Nat.leb_gt in T. exists p, (p ++ [1]). rewrite !option_snoc, thin_snoc, Tp, app_length. cbn.
  repeat split; try lia; [now left | right; now exists 1].
Qed.

Lemma both_ends_option p q : In q (both_ends p) <-> In q (options p) \/ In (rev q) (options (rev p)).
Proof.
  unfold both_ends. rewrite in_app_iff, in_map_iff. apply or_iff_compat_l. split.
  - intros (q' & <- & Hq). now rewrite rev_involutive.
  - intros Hq. exists (rev q). now rewrite rev_involutive.
Qed.

Lemma both_hold : (misere_piles_by options /\ misere_heaps_by options) /\
  (misere_piles_by both_ends /\ misere_heaps_by both_ends).
Proof.
  split; [exact (ways_hold options options_smaller top_over top_one_less top_two_left)|]. apply ways_hold.
  - intros p q. rewrite both_ends_option. intros [H|H]; apply options_smaller in H; now rewrite ?size_rev in H.
  - intros p O. apply app_eq_nil in O as [O _]. now apply top_over.
  - intros p q T. rewrite both_ends_option. intros [H|H]; [now apply top_one_less|].
    rewrite <- thin_rev in T. pose proof (top_one_less _ _ T H) as H'. now rewrite thin_rev, !rev_length in H'.
  - intros p q T Hq Tq. apply both_ends_option in Hq. destruct Hq as [H|H].
    + destruct (top_two_left p q T H Tq) as (a & b & Ha & Hb & R). exists a, b. rewrite !both_ends_option. auto.
    + rewrite <- thin_rev in T, Tq. destruct (top_two_left _ _ T H Tq) as (a & b & Ha & Hb & R).
      exists (rev a), (rev b). now rewrite !both_ends_option, !thin_rev, !rev_length, !rev_involutive; auto.
Qed.

Theorem misere_piles_holds : StatementsMisere.misere_piles.
Proof. split; apply both_hold. Qed.

Theorem misere_heaps_holds : StatementsMisere.misere_heaps.
Proof. split; apply both_hold. Qed.
