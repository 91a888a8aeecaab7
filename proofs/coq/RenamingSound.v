(** What the checker of renamings accepts is true: rule by rule the options go to options, so
    the values are equal. *)
From Coq Require Import Arith NArith ZArith List Bool Permutation Lia.
From Topple Require Import Statements VectorCheck Vectors LawCheck LawSound RenamingCheck RenamingRows.
Import ListNotations Vector Renaming.
Local Open Scope Z_scope.

Section Accepted.
  Variable c : certificate.
  Variables weight weight' : vector * list N.
  Hypothesis accepted : check_renaming c weight weight' = true.
  Variables dimension many dimension' many' : N.
  Variables rules rules' : list rule.
  Hypothesis named : named_rules (source c) = (dimension, many, rules).
  Hypothesis named' : named_rules (target c) = (dimension', many', rules').
  Let d := N.to_nat dimension.
  Let e := N.to_nat dimension'.
  Let rows := map (entry 0) (matrix c).
  Let all := states c.

  Definition sized (d : nat) (many : N) (r : rule) : Prop :=
    length (take r) = d /\ length (put r) = d /\ (from r < many)%N /\ (to r < many)%N.
  Lemma rules_ok_spec d' n w rs : rules_ok d' n w rs = true ->
    (forall r, In r rs -> sized d' n r) /\ play_ends (options rs).
  Proof.
    unfold rules_ok. rewrite forallb_forall. intros H. split.
    - intros r Hr. specialize (H r Hr). rewrite !andb_true_iff, !Nat.eqb_eq, !N.ltb_lt in H. unfold sized. tauto.
    - apply (falling_ends rs (fst w) (snd w)). intros r Hr. specialize (H r Hr). now apply andb_true_iff in H.
  Qed.

  Lemma steps :
    (forall r, In r rules -> sized d many r) /\ play_ends (options rules) /\
    (forall r, In r rules' -> sized e many' r) /\ play_ends (options rules') /\
    length (matrix c) = e /\ (forall row, In row (matrix c) -> row_ok d row = true) /\
    (forall q, (q < many)%N -> let s := state_at all q in
       In s all /\ (image s < many')%N /\ length (low s) = d /\ length (offset s) = e /\ defined e rows s = true /\
       (forall r, In r (from_ q rules) -> stays d all s r = true) /\
       paired d e rows all s (from_ q rules) (from_ (image s) rules') = true) /\
    (one_to_one c = true -> used d rows = true /\ apart e rows all = true) /\
    (onto c = true -> reaches_all d e rows all many' = true) /\
    (eden c = true -> forall q, (q < many)%N -> has_predecessors rules q (state_at all q) = true) /\
    (forall s, In s all -> exists q, (q < many)%N /\ s = state_at all q).
  Proof.
    pose proof accepted as H. unfold check_renaming in H. rewrite named, named' in H. fold d e rows all in H.
    rewrite !andb_true_iff, !orb_true_iff, !andb_true_iff, !negb_true_iff, !Nat.eqb_eq in H.
    destruct H as [[[[[[[[[R R'] M] Ro] L] S] P] One] On] Ed].
    apply rules_ok_spec in R, R'. rewrite forallb_forall in Ro, S, P.
    assert (U : forall a n, (a < n)%N -> In a (upto n)).
    { intros a n Ha. unfold upto. apply in_map_iff. exists (N.to_nat a). split; [apply N2Nat.id | apply in_seq; lia]. }
    split; [apply R|]. split; [apply R|]. split; [apply R'|]. split; [apply R'|]. split; [exact M|]. split; [exact Ro|].
    split; [|split; [|split; [|split]]].
    - intros q Hq s. assert (I : In s all) by (apply nth_In; fold all in L; lia). specialize (S s I).
      rewrite !andb_true_iff, N.ltb_lt, !Nat.eqb_eq in S. destruct S as [[[S1 S2] S3] S4].
      specialize (P q (U q _ Hq)). rewrite andb_true_iff, forallb_forall in P. destruct P as [P1 P2].
      repeat (split; [assumption|]). exact P2.
    - intros O. destruct One as [One|One]; [congruence | exact One].
    - intros O. destruct On as [On|On]; [congruence | apply On].
    - intros O q Hq. destruct Ed as [Ed|Ed]; [congruence|]. rewrite forallb_forall in Ed. now apply Ed, U.
    - intros s I. apply In_nth with (d := State 0%N [] []) in I. destruct I as (i & Hi & <-). fold all in L.
      exists (N.of_nat i). split; [lia|]. unfold state_at. now rewrite Nat2N.id.
  Qed.

  Notation at_state := (state_at all).
  Definition inside (q : N) (x : vector) : Prop :=
    (q < many)%N /\ length x = d /\ forall i, (i < d)%nat -> z (low (at_state q)) i <= z x i.
  Lemma in_domain_inside q x : in_domain c (q, x) <-> inside q x.
  Proof.
    unfold in_domain, inside, Quotient.is_position. rewrite named. cbn [fst snd]. change (state_of c (q, x)) with (at_state q).
    split.
    - intros [[Q L] A]. assert (Lx : length x = d) by (unfold d; lia). split; [exact Q|]. split; [exact Lx|].
      destruct steps as (_ & _ & _ & _ & _ & _ & S & _). destruct (S q Q) as (_ & _ & Ll & _).
      rewrite at_most_iff in A by congruence. rewrite Lx in A. exact A.
    - intros (Q & Lx & A). split; [split; [exact Q | unfold d in Lx; lia]|].
      destruct steps as (_ & _ & _ & _ & _ & _ & S & _). destruct (S q Q) as (_ & _ & Ll & _).
      apply at_most_iff; [congruence|]. now rewrite Lx.
  Qed.

  Lemma row_entry j : row rows j = entry 0 (nth j (matrix c) []).
  Proof. unfold row, rows. exact (map_nth (entry 0) (matrix c) [] j). Qed.
  Lemma row_positive j : 0 <= snd (row rows j).
  Proof.
    rewrite row_entry. destruct (nth_in_or_default j (matrix c) []) as [I| ->]; [|cbn; lia].
    destruct steps as (_ & _ & _ & _ & _ & Ro & _). apply Ro in I. unfold row_ok in I. apply andb_true_iff in I.
    destruct I as [I _]. now apply Z.leb_le.
  Qed.
  Lemma coordinates_length q x : (q < many)%N -> length (coordinates c (q, x)) = e.
  Proof.
    intros Q. destruct steps as (_ & _ & _ & _ & M & _ & S & _). destruct (S q Q) as (_ & _ & _ & L & _).
    unfold coordinates. rewrite map_length, combine_length. change (state_of c (q, x)) with (at_state q). lia.
  Qed.
  Lemma coordinate q x j : (q < many)%N -> length x = d -> (j < e)%nat ->
    nth j (coordinates c (q, x)) 0 = turned rows j (z x) + at_ (offset (at_state q)) j.
  Proof.
    intros Q L Hj. destruct steps as (_ & _ & _ & _ & M & Ro & S & _). destruct (S q Q) as (_ & _ & _ & Lo & _).
    unfold coordinates. change (state_of c (q, x)) with (at_state q). cbn [snd].
    change 0 with ((fun r => product (fst r) x + snd r) ([], 0)) at 1. rewrite map_nth, combine_nth by congruence.
    cbn [fst snd]. destruct (product_row d (nth j (matrix c) []) x) as [_ E]; [apply Ro, nth_In; lia | exact L|].
    rewrite E. unfold turned. rewrite row_entry. reflexivity.
  Qed.
  Lemma turned_mono j (f g : nat -> Z) : f (fst (row rows j)) <= g (fst (row rows j)) -> turned rows j f <= turned rows j g.
  Proof. intros H. unfold turned. pose proof (row_positive j). nia. Qed.

  (** A vector that is at least another one, in what the rows look at. *)
  Lemma past_end s x : length (low s) = d -> length x = d -> (forall i, (i < d)%nat -> z (low s) i <= z x i) ->
    forall i, z (low s) i <= z x i.
  Proof.
    intros L Lx H i. destruct (Nat.lt_ge_cases i d) as [Hi|Hi]; [now apply H|]. rewrite !z_past by lia. lia.
  Qed.

  Lemma image_defined q x : inside q x -> Forall (fun n => 0 <= n) (coordinates c (q, x)).
  Proof.
    intros (Q & L & A). destruct steps as (_ & _ & _ & _ & _ & _ & S & _). destruct (S q Q) as (_ & _ & Ll & _ & D & _).
    unfold defined in D. rewrite each_spec in D. apply Forall_nth. intros j n Hj. rewrite coordinates_length in Hj by exact Q.
    rewrite (nth_indep _ n 0) by (rewrite coordinates_length; assumption). rewrite coordinate by assumption.
    specialize (D j Hj). apply Z.leb_le in D.
    pose proof (turned_mono j (z (low (at_state q))) (z x) (past_end _ _ Ll L A _)). lia.
  Qed.
  Lemma image_z q x j : inside q x -> z (snd (image_of c (q, x))) j =
    if (j <? e)%nat then turned rows j (z x) + at_ (offset (at_state q)) j else 0.
  Proof.
    intros I. pose proof (image_defined q x I) as D. destruct I as (Q & L & A). unfold image_of. cbn [snd].
    destruct (Nat.ltb_spec j e) as [Hj|Hj]; [|apply z_past; rewrite map_length, coordinates_length; assumption].
    unfold z at 1. change 0%N with (Z.to_N 0). rewrite map_nth. rewrite <- coordinate by assumption.
    rewrite Z2N.id; [reflexivity|]. rewrite Forall_forall in D. apply D, nth_In. rewrite coordinates_length; assumption.
  Qed.
  Lemma image_length q x : (q < many)%N -> length (snd (image_of c (q, x))) = e.
  Proof. intros Q. unfold image_of. cbn [snd]. now rewrite map_length, coordinates_length. Qed.

  (** * One rule *)
  Lemma leads_inside q x r : inside q x -> In r (from_ q rules) -> at_most (take r) x = true ->
    inside (to r) (add (minus x (take r)) (put r)).
  Proof.
    intros (Q & L & A) Hr T. destruct steps as (R & _ & _ & _ & _ & _ & S & _). destruct (S q Q) as (_ & _ & Ll & _ & _ & St & _).
    specialize (St r Hr). unfold stays in St. rewrite each_spec in St. unfold from_ in Hr. apply filter_In in Hr.
    destruct (R r (proj1 Hr)) as (Lt & Lp & _ & To). split; [exact To|].
    split; [rewrite add_length, minus_length; lia|]. intros i Hi. rewrite z_fired by exact T. specialize (St i Hi). apply Z.leb_le in St.
    specialize (A i Hi). rewrite at_most_iff in T by congruence. specialize (T i ltac:(lia)). lia.
  Qed.

  Lemma alike_fired q x r r' : inside q x -> In r (from_ q rules) -> In r' (from_ (image (at_state q)) rules') ->
    alike d e rows all (at_state q) r r' = true ->
    map (image_of c) (fired x r) = fired (snd (image_of c (q, x))) r'.
  Proof.
    intros I Hr Hr' H. pose proof I as (Q & L & A).
    destruct steps as (R & _ & R' & _ & _ & _ & S & _). destruct (S q Q) as (_ & _ & Ll & _).
    assert (Hrr : In r rules) by (unfold from_ in Hr; now apply filter_In in Hr).
    assert (Hrr' : In r' rules') by (unfold from_ in Hr'; now apply filter_In in Hr').
    destruct (R r Hrr) as (Lt & Lp & _ & To). destruct (R' r' Hrr') as (Lt' & Lp' & _ & _).
    unfold alike in H. rewrite !andb_true_iff, !each_spec, N.eqb_eq in H. destruct H as [[[Ht Ha] Hs] Hb].
    pose proof (past_end _ _ Ll L A) as A'.
    assert (Y : forall j, (j < e)%nat -> z (snd (image_of c (q, x))) j = turned rows j (z x) + at_ (offset (at_state q)) j).
    { intros j Hj. rewrite image_z by exact I. now rewrite (proj2 (Nat.ltb_lt j e) Hj). }
    pose proof (image_length q x Q) as Ly. unfold fired.
    assert (Same : at_most (take r) x = at_most (take r') (snd (image_of c (q, x)))).
    { apply eq_true_iff_eq. rewrite !at_most_iff by congruence. rewrite L, Ly. split; intros T.
      - intros j Hj. rewrite Y by exact Hj. specialize (Hs j Hj). apply Z.leb_le in Hs.
        assert (T' : forall i, z (take r) i <= z x i).
        { intros i. destruct (Nat.lt_ge_cases i d); [now apply T|]. rewrite !z_past by lia. lia. }
        pose proof (turned_mono j (fun i => Z.max (z (low (at_state q)) i) (z (take r) i)) (z x)
          ltac:(specialize (A' (fst (row rows j))); specialize (T' (fst (row rows j))); cbv beta; lia)). lia.
      - intros i Hi. specialize (Hb i Hi). apply orb_true_iff in Hb. destruct Hb as [Hb|Hb].
        + apply Z.leb_le in Hb. specialize (A i Hi). lia.
        + apply existsb_exists in Hb. destruct Hb as (j & Hj & Hb). apply in_seq in Hj.
          rewrite andb_true_iff, Nat.eqb_eq, Z.ltb_lt in Hb. destruct Hb as [E Hb].
          specialize (T j ltac:(lia)). rewrite Y in T by lia. unfold turned in T. rewrite E in T.
          pose proof (row_positive j). nia. }
    rewrite <- Same. destruct (at_most (take r) x) eqn:T; [|reflexivity]. symmetry in Same. cbn [map]. f_equal.
    pose proof (leads_inside q x r I Hr T) as I1. set (x1 := add (minus x (take r)) (put r)) in *.
    apply injective_projections; [cbn [fst image_of]; symmetry; exact Ht|].
    cbn [snd]. apply vector_ext; rewrite image_length by exact To.
    - rewrite add_length, minus_length. lia.
    - intros j Hj. rewrite (z_fired r' _ j Same), Y, image_z, (proj2 (Nat.ltb_lt j e) Hj) by assumption.
      specialize (Ha j Hj). apply Z.eqb_eq in Ha. unfold turned in *. unfold x1. rewrite z_fired by exact T. nia.
  Qed.

  Lemma domain_renamed q x : inside q x ->
    (forall p, In p (options rules (q, x)) -> inside (fst p) (snd p)) /\
    Permutation (map (image_of c) (options rules (q, x))) (options rules' (image_of c (q, x))).
  Proof.
    intros I. rewrite !options_from. change (fst (image_of c (q, x))) with (image (at_state q)). cbn [fst snd].
    pose proof I as (Q & _). destruct steps as (_ & _ & _ & _ & _ & _ & S & _). destruct (S q Q) as (_ & _ & _ & _ & _ & _ & P).
    split.
    - intros p Hp. apply in_flat_map in Hp. destruct Hp as (r & Hr & Hp). unfold fired in Hp.
      destruct (at_most (take r) x) eqn:T; [|destruct Hp]. destruct Hp as [<-|[]]. now apply (leads_inside q).
    - apply paired_spec in P. destruct P as (l & P & F).
      assert (Hl : forall r', In r' l -> In r' (from_ (image (at_state q)) rules')).
      { intros r' Hr'. apply (Permutation_in _ (Permutation_sym P) Hr'). }
      rewrite (Permutation_flat_map (fired (snd (image_of c (q, x)))) P).
      rewrite (map_pairs _ (fired x) (image_of c) (fired (snd (image_of c (q, x)))) _ _ F); [apply Permutation_refl|].
      intros r r' Hr Hr'. apply alike_fired; auto.
  Qed.

  (** * One to one *)
  Lemma row_place j : (j < e)%nat -> snd (row rows j) = 0 \/ (fst (row rows j) < d)%nat.
  Proof.
    intros Hj. rewrite row_entry. destruct steps as (_ & _ & _ & _ & M & Ro & _).
    assert (I : In (nth j (matrix c) []) (matrix c)) by (apply nth_In; lia). apply Ro in I.
    unfold row_ok in I. apply andb_true_iff in I. destruct I as [_ I]. apply same_row_eq in I.
    destruct (entry_place (nth j (matrix c) []) 0) as [H|H]; [now left | right].
    rewrite I in H at 2. rewrite map_length, seq_length in H. exact H.
  Qed.
  Lemma turned_ext j f g : (j < e)%nat -> (forall i, (i < d)%nat -> f i = g i) -> turned rows j f = turned rows j g.
  Proof. intros Hj H. unfold turned. destruct (row_place j Hj) as [E|E]; [now rewrite E | now rewrite H]. Qed.

  Lemma used_spec : used d rows = true -> forall x y, length x = d -> length y = d ->
    (forall j, (j < e)%nat -> turned rows j (z x) = turned rows j (z y)) -> x = y.
  Proof.
    unfold used. rewrite each_spec. intros U x y Lx Ly H. apply vector_ext; [congruence|]. rewrite Lx. intros i Hi.
    specialize (U i Hi). apply existsb_exists in U. destruct U as (r & Hr & U). rewrite andb_true_iff, Nat.eqb_eq, negb_true_iff, Z.eqb_neq in U.
    destruct U as [E N]. apply In_nth with (d := (O, 0)) in Hr. destruct Hr as (j & Hj & Er).
    destruct steps as (_ & _ & _ & _ & M & _). unfold rows in Hj. rewrite map_length in Hj.
    specialize (H j ltac:(lia)). unfold turned, row in H. rewrite Er, E in H. now apply Z.mul_cancel_l in H.
  Qed.
  Lemma impossible_spec v t : impossible e rows v = true -> ~ forall j, (j < e)%nat -> turned rows j t = v j.
  Proof.
    unfold impossible. intros H T. apply existsb_exists in H. destruct H as (j & Hj & H). apply in_seq in Hj.
    pose proof (T j ltac:(lia)) as Tj. unfold turned in Tj. destruct (row rows j) as [i m]. cbn [fst snd] in Tj.
    destruct (Z.eqb_spec m 0) as [Z0|N0]; [rewrite negb_true_iff, Z.eqb_neq, Z0 in *; lia|].
    apply orb_true_iff in H. destruct H as [H|H].
    - rewrite negb_true_iff, Z.eqb_neq in H. apply H. rewrite <- Tj, Z.mul_comm. now apply Z.mod_mul.
    - apply existsb_exists in H. destruct H as (k & Hk & H). apply in_seq in Hk. specialize (T k ltac:(lia)). unfold turned in T.
      rewrite andb_true_iff, Nat.eqb_eq, negb_true_iff, Z.eqb_neq in H. destruct H as [E H]. rewrite E in T. apply H. rewrite <- T, <- Tj. ring.
  Qed.
  Lemma apart_spec ss : apart e rows ss = true -> forall i k, (i < k < length ss)%nat ->
    let s := nth i ss (State 0%N [] []) in let s' := nth k ss (State 0%N [] []) in
    image s = image s' -> impossible e rows (fun j => at_ (offset s) j - at_ (offset s') j) = true.
  Proof.
    induction ss as [|s0 ss IH]; intros H i k L s s' E; [cbn in L; lia|]. cbn [apart] in H. apply andb_true_iff in H.
    destruct H as [H1 H2]. destruct k as [|k]; [lia|]. cbn [length] in L. destruct i as [|i]; [|now apply (IH H2 i k ltac:(lia))].
    rewrite forallb_forall in H1. subst s s'. cbn [nth] in *. specialize (H1 (nth k ss (State 0%N [] [])) ltac:(apply nth_In; lia)).
    apply orb_true_iff in H1. destruct H1 as [H1|H1]; [|exact H1]. rewrite negb_true_iff, N.eqb_neq in H1. contradiction.
  Qed.

  Lemma injective q x q' x' : used d rows = true -> apart e rows all = true -> inside q x -> inside q' x' ->
    image_of c (q, x) = image_of c (q', x') -> (q, x) = (q', x').
  Proof.
    intros U Ap I I' E. pose proof I as (Q & L & _). pose proof I' as (Q' & L' & _).
    assert (Im : image (at_state q) = image (at_state q')) by exact (f_equal fst E).
    assert (Co : forall j, (j < e)%nat -> turned rows j (z x) + at_ (offset (at_state q)) j =
                                          turned rows j (z x') + at_ (offset (at_state q')) j).
    { intros j Hj. pose proof (f_equal (fun p => z (snd p) j) E) as H. cbv beta in H.
      now rewrite !image_z, (proj2 (Nat.ltb_lt j e) Hj) in H by assumption. }
    assert (Len : length all = N.to_nat many).
    { pose proof accepted as H. unfold check_renaming in H. rewrite named, named' in H. rewrite !andb_true_iff, !Nat.eqb_eq in H.
      unfold all. tauto. }
    destruct (Nat.lt_trichotomy (N.to_nat q) (N.to_nat q')) as [Lt|[Eq|Lt]].
    - exfalso. refine (impossible_spec _ (fun i => z x' i - z x i) (apart_spec all Ap (N.to_nat q) (N.to_nat q') ltac:(lia) Im) _).
      intros j Hj. specialize (Co j Hj). fold (at_state q) (at_state q'). unfold turned in *. nia.
    - apply N2Nat.inj in Eq. subst q'. f_equal. apply used_spec; auto. intros j Hj. specialize (Co j Hj). lia.
    - exfalso. refine (impossible_spec _ (fun i => z x i - z x' i) (apart_spec all Ap (N.to_nat q') (N.to_nat q) ltac:(lia) (eq_sym Im)) _).
      intros j Hj. specialize (Co j Hj). fold (at_state q) (at_state q'). unfold turned in *. nia.
  Qed.

  (** * Onto *)
  Lemma place_of q t v y s : (q < many)%N -> at_state q = s -> (forall i, (i < d)%nat -> z (low s) i <= t i) ->
    (forall j, (j < e)%nat -> turned rows j t = v j) -> length y = e ->
    (forall j, (j < e)%nat -> v j + at_ (offset s) j = z y j) ->
    exists x, inside q x /\ image_of c (q, x) = (image s, y).
  Proof.
    intros Q <- T V Ly Y. exists (vector_of d t).
    assert (Z : forall i, (i < d)%nat -> z (vector_of d t) i = t i).
    { intros i Hi. apply z_vector_of; [exact Hi|]. specialize (T i Hi). unfold z in T. lia. }
    assert (I : inside q (vector_of d t)).
    { split; [exact Q|]. split; [unfold vector_of; now rewrite map_length, seq_length|]. intros i Hi. rewrite Z by exact Hi. now apply T. }
    split; [exact I|]. apply injective_projections; [reflexivity|]. cbn [snd].
    apply vector_ext; rewrite image_length by exact Q; [now symmetry|]. intros j Hj.
    rewrite image_z, (proj2 (Nat.ltb_lt j e) Hj), (turned_ext j _ t Hj Z), V by assumption. now apply Y.
  Qed.

  Lemma onto_all : reaches_all d e rows all many' = true -> forall s y, (s < many')%N -> length y = e ->
    exists q x, inside q x /\ image_of c (q, x) = (s, y).
  Proof.
    unfold reaches_all. rewrite andb_true_iff, !forallb_forall. intros [O St] s y Hs.
    destruct steps as (_ & _ & _ & _ & _ & _ & _ & _ & _ & _ & At).
    assert (G : forall n y, (N.to_nat (fold_right N.add 0%N y) < n)%nat -> length y = e ->
      exists q x, inside q x /\ image_of c (q, x) = (s, y)).
    { clear y. induction n as [|n IH]; intros y Hn Ly; [lia|].
      destruct (unit_or_zero e y Ly) as [->|(j & y' & Hj & Ly' & -> & Less)].
      - specialize (O s). assert (U : In s (upto many')).
        { unfold upto. apply in_map_iff. exists (N.to_nat s). split; [apply N2Nat.id | apply in_seq; lia]. }
        specialize (O U). apply existsb_exists in O. destruct O as (st & I & O). rewrite andb_true_iff, N.eqb_eq in O.
        destruct O as [<- O]. destruct (At st I) as (q & Q & ->). exists q. unfold origin in O. cbv zeta in O.
        rewrite andb_true_iff in O. destruct O as [O1 O2]. unfold solves in O1. rewrite each_spec in O1, O2.
        set (v := fun j => - at_ (offset (at_state q)) j) in *.
        apply (place_of q (solution e rows v) v (repeat 0%N e) _ Q eq_refl).
        + intros i Hi. apply Z.leb_le, (O2 i Hi).
        + intros k Hk. apply Z.eqb_eq, (O1 k Hk).
        + exact Ly.
        + intros k Hk. unfold v, z. rewrite nth_repeat. lia.
      - destruct (IH y' ltac:(lia) Ly') as (q & x & I & E). pose proof I as (Q & L & A).
        destruct steps as (_ & _ & _ & _ & _ & _ & S & _). destruct (S q Q) as (Is & _ & _ & _ & _).
        specialize (St (at_state q) Is). rewrite each_spec in St. specialize (St j Hj). apply existsb_exists in St.
        destruct St as (st & Ist & St). rewrite andb_true_iff, N.eqb_eq in St. destruct St as [Im St].
        destruct (At st Ist) as (q' & Q' & ->). exists q'. unfold step in St. cbv zeta in St. rewrite andb_true_iff in St.
        destruct St as [S1 S2]. unfold solves in S1. rewrite each_spec in S1, S2.
        set (v := fun k => at_ (offset (at_state q)) k - at_ (offset (at_state q')) k + (if Nat.eqb k j then 1 else 0)) in *.
        set (t := solution e rows v) in *.
        replace s with (image (at_state q')) by (rewrite <- Im; exact (f_equal fst E)).
        apply (place_of q' (fun i => z x i + t i) (fun k => turned rows k (z x) + v k) _ _ Q' eq_refl).
        + intros i Hi. specialize (S2 i Hi). apply Z.leb_le in S2. specialize (A i Hi). lia.
        + intros k Hk. specialize (S1 k Hk). apply Z.eqb_eq in S1. change (turned rows k t = v k) in S1. rewrite <- S1. unfold turned. ring.
        + exact Ly.
        + intros k Hk. pose proof (f_equal (fun p => z (snd p) k) E) as Z. cbv beta in Z.
          rewrite image_z, (proj2 (Nat.ltb_lt k e) Hk) in Z by exact I. cbn [snd] in Z. unfold z at 2. rewrite nth_add, N2Z.inj_add.
          fold (z (unit_vector e j) k) (z y' k). rewrite z_unit by exact Hk. rewrite <- Z. unfold v. lia. }
    apply (G (S (N.to_nat (fold_right N.add 0%N y))) y). lia.
  Qed.

  (** * Eden *)
  Lemma predecessors q x : (q < many)%N -> length x = d -> has_predecessors rules q (at_state q) = true ->
    (inside q x <-> exists p, ((fst p < many)%N /\ length (snd p) = d) /\ In (q, x) (options rules p)).
  Proof.
    intros Q L H. destruct steps as (R & _ & _ & _ & _ & _ & S & _). destruct (S q Q) as (_ & _ & Ll & _).
    unfold has_predecessors in H. rewrite andb_true_iff, forallb_forall, existsb_exists in H. destruct H as [All (r & Hr & E)].
    apply same_vector_eq in E. apply filter_In in Hr. destruct Hr as [Hr To]. apply N.eqb_eq in To. split.
    - intros (_ & _ & A). destruct (R r Hr) as (Lt & Lp & Fr & _).
      assert (P : at_most (put r) x = true) by (apply at_most_iff; [congruence|]; rewrite L, E; exact A).
      set (x' := add (minus x (put r)) (take r)).
      assert (Lx : length x' = d) by (unfold x'; rewrite add_length, minus_length; lia).
      assert (Zx : forall i, z x' i = z x i - z (put r) i + z (take r) i).
      { intros i. unfold x', z. rewrite nth_add, nth_minus. pose proof (at_most_nth _ _ i P). lia. }
      assert (T : at_most (take r) x' = true).
      { apply at_most_iff; [congruence|]. intros i Hi. rewrite Zx. pose proof (at_most_nth _ _ i P). unfold z at 2 3. lia. }
      exists (from r, x'). cbn [fst snd]. split; [now split|]. unfold options. apply in_flat_map. exists r. split; [exact Hr|].
      cbn [fst snd]. rewrite N.eqb_refl, T. left. rewrite To. f_equal.
      apply vector_ext; rewrite add_length, minus_length; [lia|]. intros i _. rewrite z_fired, Zx by exact T. lia.
    - intros ([q' x'] & [Q' L'] & I). rewrite options_from in I. cbn [fst snd] in I. apply in_flat_map in I.
      destruct I as (r' & Hr' & I). unfold from_ in Hr'. apply filter_In in Hr'. destruct Hr' as [Hr' _]. unfold fired in I. cbn [snd] in *.
      destruct (at_most (take r') x') eqn:T; [|destruct I]. destruct I as [I|[]]. injection I as I1 I2.
      split; [exact Q|]. split; [exact L|]. intros i Hi. rewrite <- I2, z_fired by exact T.
      destruct (R r' Hr') as (Lt' & Lp' & _). specialize (All r' ltac:(apply filter_In; split; [exact Hr' | now apply N.eqb_eq])).
      rewrite at_most_iff in All by congruence. specialize (All i ltac:(lia)). pose proof (at_most_nth _ _ i T). unfold z at 2 3. unfold z in All at 2. unfold z at 2. lia.
  Qed.
End Accepted.

Theorem renaming_checker_sound_holds : StatementsRenamings.renaming_checker_sound check_renaming.
Proof.
  intros c weight weight' H.
  destruct (named_rules (source c)) as [[dimension many] rules] eqn:N.
  destruct (named_rules (target c)) as [[dimension' many'] rules'] eqn:N'.
  pose proof (steps c weight weight' H _ _ _ _ _ _ N N') as (R & End & R' & End' & M & Ro & S & One & On & Ed & At).
  pose proof (in_domain_inside c weight weight' H _ _ _ _ _ _ N N') as Dom.
  pose proof (domain_renamed c weight weight' H _ _ _ _ _ _ N N') as Ren.
  unfold says, its_value, Values.rules_of. rewrite N, N'. cbn [snd]. split; [exact End|]. split; [exact End'|].
  assert (Same : forall p, in_domain c p -> (forall q, In q (options rules p) -> in_domain c q) /\
    Permutation (map (image_of c) (options rules p)) (options rules' (image_of c p))).
  { intros [q x] I. apply Dom in I. destruct (Ren q x I) as [C P]. split; [|exact P]. intros [q' x'] I'. apply Dom. exact (C _ I'). }
  split; [|split; [|split]].
  - intros [q x] I. pose proof (proj1 (Dom q x) I) as In_. pose proof In_ as (Q & _). destruct (Same _ I) as [C P].
    split; [exact (image_defined c weight weight' H _ _ _ _ _ _ N N' q x In_)|].
    split. { unfold Quotient.is_position. rewrite N'. rewrite (image_length c weight weight' H _ _ _ _ _ _ N N') by exact Q.
      destruct (S q Q) as (_ & Im & _). split; [exact Im | apply N2Nat.id]. }
    split; [exact C|]. split; [exact P|]. intros play.
    destruct (one_value play (options rules) (q, x) (End _)) as (v & V).
    destruct (one_value play (options rules') (image_of c (q, x)) (End' _)) as (v' & V').
    exists v. split; [exact V|]. assert (E : v = v').
    { apply V'. apply (renamed_value play (image_of c) (in_domain c) (options rules)); [exact Same | apply End | exact I | now apply V]. }
    now rewrite E.
  - intros O [q x] [q' x'] I I' E. apply Dom in I, I'. destruct (One O) as [U Ap].
    exact (injective c weight weight' H _ _ _ _ _ _ N N' q x q' x' U Ap I I' E).
  - intros O [s y] P. unfold Quotient.is_position in P. rewrite N' in P. destruct P as [Hs Ly]. cbn [fst snd] in *.
    destruct (onto_all c weight weight' H _ _ _ _ _ _ N N' (On O) s y Hs ltac:(lia)) as (q & x & I & E).
    exists (q, x). split; [now apply Dom | exact E].
  - intros O [q x] P. unfold Quotient.is_position in *. rewrite N in *. destruct P as [Q L]. cbn [fst snd] in *. rewrite Dom.
    rewrite (predecessors c weight weight' H _ _ _ _ _ _ N N' q x Q ltac:(lia) (Ed O q Q)).
    split; intros (p & [P1 P2] & I); exists p; (split; [split; [exact P1|] | exact I]).
    + etransitivity; [exact (f_equal N.of_nat P2) | apply N2Nat.id].
    + etransitivity; [symmetry; apply Nat2N.id | exact (f_equal N.to_nat P2)].
Qed.
