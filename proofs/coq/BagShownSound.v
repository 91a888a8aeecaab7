(** What the checker of wells with bags accepts is true, also if pieces are shown ahead. *)
From Coq Require Import Arith NArith List Bool Lia FMapPositive.
From Topple Require Import Statements Wells WellCheck WellSound BagCheck BagSound BagShownCheck.
Import ListNotations Well WellLines Bag.

Section Stay.
  Variables (g : game) (gr : graph) (seen : PositiveMap.t sight) (stay : PositiveMap.t (list numbers)).
  Hypothesis moves_right : forall i b aside moves, PositiveMap.find i gr = Some (b, aside, moves) ->
    forall p j, In j (nth p moves []) ->
    exists b' aside' moves', PositiveMap.find j gr = Some (b', aside', moves') /\ placed g b p b'.
  Hypothesis sights_right : forallb (fun e : positive * sight => sight_ok g seen (snd e)) (PositiveMap.elements seen) = true.
  Hypothesis spots_right : forallb (spot_ok g gr seen stay) (PositiveMap.elements stay) = true.

  (** * The deal *)
  Lemma is_sight_right v shown bag : is_sight seen v shown bag = true ->
    exists next, PositiveMap.find v seen = Some (shown, bag, next).
  Proof.
    unfold is_sight. destruct (PositiveMap.find v seen) as [[[shown' bag'] next]|]; [|discriminate].
    rewrite andb_true_iff. intros [H1 H2]. apply same_numbers_eq in H1, H2. subst. now exists next.
  Qed.
  Lemma next_right v shown bag next p v' : PositiveMap.find v seen = Some (shown, bag, next) ->
    In p bag -> nth p next None = Some v' -> is_sight seen v' (tl (shown ++ [p])) (filled g (without p bag)) = true.
  Proof.
    intros Hv Hp Hnext. rewrite forallb_forall in sights_right.
    specialize (sights_right _ (PositiveMap.elements_correct _ _ Hv)). cbn [snd sight_ok] in sights_right.
    rewrite forallb_forall in sights_right. specialize (sights_right _ Hp). now rewrite Hnext in sights_right.
  Qed.
  Lemma in_dealt bag ps left : deals g bag ps left -> In (ps, left) (dealt g (length ps) bag).
  Proof.
    induction 1 as [bag | bag p ps left Hp _ IH]; [now left|]. simpl. apply in_flat_map. exists p. split; [exact Hp|].
    apply in_map_iff. now exists (ps, left).
  Qed.
  Lemma number_of_right ix shown bag v : number_of seen ix shown bag = Some v -> is_sight seen v shown bag = true.
  Proof.
    unfold number_of. destruct (PositiveMap.find _ ix) as [v'|]; [|discriminate].
    destruct (is_sight seen v' shown bag) eqn:E; [|discriminate]. now intros [= <-].
  Qed.

  (** * The situations in which the player stays *)
  Definition stays_in (b : well) (aside : option nat) (shown bag : list nat) : Prop :=
    exists i at_home moves a v, PositiveMap.find i gr = Some (b, at_home, moves) /\ aside = put_aside g a /\
    stays stay i a v = true /\ is_sight seen v shown (filled g bag) = true.

  Lemma situation_right i b at_home moves a v : PositiveMap.find i gr = Some (b, at_home, moves) ->
    stays stay i a v = true -> situation_ok g seen stay moves a v = true.
  Proof.
    intros Hi H. unfold stays in H. destruct (PositiveMap.find i stay) as [rows|] eqn:Er; [|discriminate].
    rewrite forallb_forall in spots_right. specialize (spots_right _ (PositiveMap.elements_correct _ _ Er)).
    unfold spot_ok in spots_right. rewrite Hi, forallb_forall in spots_right.
    rewrite PositiveMap.mem_find in H. destruct (PositiveMap.find v _) as [[]|] eqn:Ev; [|discriminate].
    destruct (Nat.lt_ge_cases a (length rows)) as [Ha|Ha].
    - specialize (spots_right a ltac:(apply in_seq; lia)). rewrite forallb_forall in spots_right.
      exact (spots_right _ (PositiveMap.elements_correct _ _ Ev)).
    - rewrite nth_overflow, PositiveMap.gempty in Ev by exact Ha. discriminate.
  Qed.
  Lemma leads_right i b at_home moves q a v shown bag : PositiveMap.find i gr = Some (b, at_home, moves) ->
    leads stay moves q a v = true -> is_sight seen v shown (filled g bag) = true ->
    exists b', placed g b q b' /\ stays_in b' (put_aside g a) shown bag.
  Proof.
    intros Hi H Hv. unfold leads in H. apply existsb_exists in H. destruct H as (j & Hj & H).
    destruct (moves_right _ _ _ _ Hi _ _ Hj) as (b' & at_home' & moves' & Hj' & Hplaced).
    exists b'. split; [exact Hplaced|]. now exists j, at_home', moves', a, v.
  Qed.

  Lemma one_more_piece b aside shown bag p first later : stays_in b aside shown bag ->
    In p (filled g bag) -> shown ++ [p] = first :: later -> exists q kept b',
    chooses first aside q kept /\ placed g b q b' /\ stays_in b' kept later (without p (filled g bag)).
  Proof.
    intros (i & at_home & moves & a & v & Hi & -> & Hstays & Hv) Hp El.
    assert (H := situation_right _ _ _ _ _ _ Hi Hstays). unfold situation_ok in H.
    destruct (is_sight_right _ _ _ Hv) as (next & Ev). rewrite Ev, forallb_forall in H. specialize (H _ Hp).
    destruct (nth p next None) as [v'|] eqn:En; [|discriminate].
    assert (Hv' := next_right _ _ _ _ _ _ Ev Hp En). rewrite El in Hv'. cbn [tl] in Hv'.
    replace (hd p shown) with first in H by (destruct shown; now injection El as <- _).
    rewrite orb_true_iff, andb_true_iff in H. destruct H as [H|[Eh H]].
    - destruct (leads_right _ _ _ _ _ _ _ _ _ Hi H Hv') as (b' & Hplaced & Hin).
      exists first, (put_aside g a), b'. split; [constructor | now split].
    - destruct (leads_right _ _ _ _ _ _ _ _ _ Hi H Hv') as (b' & Hplaced & Hin).
      exists a, (put_aside g first), b'. split; [|now split]. unfold put_aside. rewrite Eh. constructor.
  Qed.
  Lemma stays_for_ever : forall b aside shown bag, stays_in b aside shown bag -> goes_on g b aside shown bag.
  Proof.
    cofix on. intros b aside shown bag H. constructor. intros p first later Hp El.
    destruct (one_more_piece _ _ _ _ _ _ _ H Hp El) as (q & kept & b' & H1 & H2 & H3).
    exists q, kept, b'. split; [exact H1|]. split; [exact H2|]. now apply on.
  Qed.

  (** * The start *)
  Lemma starts_right ahead : starts_ok g gr seen stay ahead = true -> player_wins g ahead.
  Proof.
    unfold starts_ok, player_wins.
    destruct (PositiveMap.find 1%positive gr) as [[[[|r b] at_home] moves]|] eqn:E1; [|discriminate ..].
    destruct (hold g) eqn:Eh; rewrite forallb_forall; intros H.
    - intros first second shown bag Hfirst Hl Hdeals. specialize (H _ Hfirst). rewrite forallb_forall in H.
      apply in_dealt in Hdeals. cbn [length] in Hdeals. rewrite Hl in Hdeals. specialize (H _ Hdeals). cbn [fst snd] in H.
      destruct (number_of seen _ shown (filled g bag)) as [v|] eqn:Ev; [|discriminate]. apply number_of_right in Ev.
      destruct (leads_right _ _ _ _ _ _ _ _ _ E1 H Ev) as (b' & Hplaced & Hin).
      exists b'. split; [exact Hplaced|]. apply stays_for_ever. unfold put_aside in Hin. now rewrite Eh in Hin.
    - intros shown bag Hl Hdeals. apply in_dealt in Hdeals. rewrite Hl in Hdeals. specialize (H _ Hdeals). cbn [fst snd] in H.
      destruct (number_of seen _ shown (filled g bag)) as [v|] eqn:Ev; [|discriminate]. apply number_of_right in Ev.
      apply stays_for_ever. exists 1%positive, at_home, moves, 0, v. unfold put_aside. now rewrite Eh.
  Qed.
End Stay.

Lemma plan_right m g ahead p : within (meaning m) (how g) (width g) -> check_plan m g ahead p = true -> player_wins g ahead.
Proof.
  intros Hin_rule H. unfold check_plan in H. cbv zeta in H.
  set (found := InAdvanceCheck.numbered 1 (map _ _)) in H. unfold stay_ok in H.
  rewrite !andb_true_iff in H. destruct H as [[Hsights Hspots] Hstarts].
  exact (starts_right g _ _ _ (moves_of_graph m g found Hin_rule) Hsights Hspots ahead Hstarts).
Qed.

Theorem bag_checker_sound_holds : StatementsBags.bag_checker_sound BagShownCheck.check_bag.
Proof.
  intros m g ahead e Hin_rule H. unfold check_bag in H. destruct e as [s|p].
  - destruct ahead; [now apply (check_homes_right m g s) | discriminate].
  - now apply (plan_right m g ahead p).
Qed.
