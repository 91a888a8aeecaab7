(** Jenka_k without physics with towers, for k = 2 * h + 1: what can be done depends on the numbers of the levels below
    the highest full one and on the number of blocks on top of it alone. *)
From Coq Require Import Arith Bool List Lia.
From Topple Require Import Statements Misere Wells Levels Moves BalanceCheck BalanceTowers BalancePlay Linear.
Import ListNotations Centred Tower Jenka Balance.
Local Open Scope nat_scope.

(** * One level *)
Definition of_sides (s : sides) : Centred.level := let '(l, m, r) := s in (l, 0 <? m, r).
Lemma of_sides_bears s : bears (of_sides s) = sides_stand s.
Proof. now destruct s as [[l m] r]. Qed.

Lemma taken_sides l m r x : m <= 1 ->
  (In x (Centred.taken (of_sides (l, m, r))) <-> exists t s, sides_without (l, m, r) t = Some s /\ x = of_sides s).
Proof.
  intros M. unfold Centred.taken. rewrite filter_In. unfold sides_without. split.
  - intros [H B]. assert (W : exists t s, alter 0 one_less t (l, m, r) = Some s /\ x = of_sides s).
    { cbn [of_sides without_one] in H. rewrite !in_app_iff in H. destruct H as [H|[H|H]].
      - destruct l; [destruct H|]. destruct H as [<-|[]]. exists 1. cbn. eauto.
      - destruct m as [|[|m]]; [destruct H | | lia]. destruct H as [<-|[]]. exists 2. cbn. eauto.
      - destruct r; [destruct H|]. destruct H as [<-|[]]. exists 3. cbn. eauto. }
    destruct W as (t & s & W & ->). exists t, s. now rewrite W, <- of_sides_bears, B.
  - intros (t & s & W & ->). destruct (alter _ _ _ _) as [s'|] eqn:A; [|discriminate].
    destruct (sides_stand s') eqn:B; [|discriminate]. injection W as <-. split; [|now rewrite of_sides_bears].
    cbn [of_sides without_one]. rewrite !in_app_iff. destruct t as [|[|[|[|t]]]]; try discriminate; cbn in A.
    + destruct l; [discriminate|]. injection A as <-. left. now left.
    + destruct m as [|[|m]]; [discriminate | | lia]. injection A as <-. right. left. now left.
    + destruct r; [discriminate|]. injection A as <-. right. right. now left.
Qed.

Lemma counted_sides h a : counted h a = of_sides (sides_of h a).
Proof.
  unfold counted, of_sides, sides_of. rewrite Nat.add_1_r. f_equal. f_equal. revert a.
  induction h as [|h IH]; intros [|c a]; try reflexivity; [now destruct c | apply IH].
Qed.

Section Towers.
  Variable h : nat.
  Let k := slots h.
  Lemma positive : 1 <= k.
  Proof. unfold k, slots. lia. Qed.

  Definition emptied (j : nat) (a : level) : level := Well.update j (fun _ => false) a.

  Lemma carries_sides a : length a = k -> (carries h a <-> sides_stand (sides_of h a) = true).
  Proof.
    intros H. destruct (parted h a H) as (l & x & r & E & Hl & Hr).
    destruct (side_blocks h a l x r E Hl Hr) as (L & M & R).
    assert (S : sides_of h a = (blocks_of l, if x then 1 else 0, blocks_of r)) by (rewrite E; now apply sides_parted).
    rewrite S. unfold carries, sides_stand. rewrite orb_true_iff, andb_true_iff, !Nat.ltb_lt, L, R, <- M.
    destruct x; cbn; split.
    - left. lia.
    - now left.
    - intros [C|(i & j & B & I & J)]; [discriminate|]. right. split; [exists i | exists j]; split; auto; lia.
    - intros [C|[(i & B & I) (j & B' & J)]]; [lia|]. right. exists i, j. auto.
  Qed.

  Lemma sides_middle a : length a = k -> exists l m r, sides_of h a = (l, m, r) /\ m <= 1.
  Proof.
    intros H. destruct (parted h a H) as (l & x & r & -> & Hl & _). rewrite sides_parted by exact Hl.
    exists (blocks_of l), (if x then 1 else 0), (blocks_of r). split; [reflexivity | destruct x; lia].
  Qed.
  Lemma emptied_taken a j : length a = k -> nth j a false = true -> standing h (emptied j a) ->
    In (counted h (emptied j a)) (Centred.taken (counted h a)).
  Proof.
    intros H J [_ S]. pose proof (clear_sides h a j H J S) as W. rewrite !counted_sides.
    destruct (sides_middle a H) as (l & m & r & E & M). rewrite E in *. apply taken_sides; eauto.
  Qed.
  Lemma taken_emptied a x : length a = k -> In x (Centred.taken (counted h a)) ->
    exists j, nth j a false = true /\ standing h (emptied j a) /\ counted h (emptied j a) = x.
  Proof.
    intros H X. rewrite counted_sides in X. destruct (sides_middle a H) as (l & m & r & E & M). rewrite E in X.
    apply taken_sides in X; [|exact M]. destruct X as (t & s & W & ->). rewrite <- E in W.
    destruct (without_sides h a t s H W) as (j & J & <- & S). exists j. rewrite counted_sides.
    repeat split; [exact J | | exact S]. unfold emptied. now rewrite update_length.
  Qed.

  (** * Towers *)
  Definition at_top (top : tower) (s : nat) : Prop :=
    (top = [] /\ s = 0) \/ exists b : level, top = [b] /\ length b = k /\ blocks_of b = s /\ 0 < s < k.
  Definition stands_for (t : tower) (p : Centred.position) : Prop :=
    exists lower top, t = lower ++ full k :: top /\ Forall (standing h) lower /\ map (counted h) lower = fst p /\
      at_top top (snd p).

  Lemma blocks_all (b : level) : blocks_of b = length b -> b = full (length b).
  Proof.
    induction b as [|x b IH]; [reflexivity|]. rewrite blocks_cons. cbn [length]. pose proof (blocks_le b). intros E.
    destruct x; [|lia]. change (full (S (length b))) with (true :: full (length b)). f_equal. apply IH. lia.
  Qed.
  Lemma blocks_none n : blocks_of (repeat false n) = 0.
  Proof. induction n as [|n IH]; [reflexivity|]. cbn [repeat]. now rewrite blocks_cons. Qed.
  Lemma at_top_of top s : at_top top s ->
    top_of k top /\ s < k /\ length (base_of k top) = k /\ blocks_of (base_of k top) = s.
  Proof.
    intros [[-> ->]|(b & -> & L & B & S)]; cbn [base_of].
    - rewrite repeat_length, blocks_none. pose proof positive. split; [now left | auto].
    - split; [|repeat split; auto; lia]. right. exists b. repeat split; auto. intros ->. rewrite blocks_full in B. lia.
  Qed.
  Lemma full_standing : standing h (full k).
  Proof.
    split; [apply full_length|]. apply carries_sides; [apply full_length|]. left. apply full_nth. unfold k, slots. lia.
  Qed.
  Lemma full_counted : counted h (full k) = Centred.full h.
  Proof.
    rewrite !counted_sides. assert (E : full k = full h ++ true :: full h).
    { unfold full, k, slots. replace (2 * h + 1) with (h + S h) by lia. now rewrite repeat_app. }
    rewrite E, sides_parted by apply full_length. now rewrite blocks_full.
  Qed.

  (** What is below and on top after a move. *)
  Lemma put_stands_for rest top s l : Forall (standing h) rest -> at_top top s -> nth l (base_of k top) true = false ->
    stands_for (rest ++ full k :: [filled k l top]) (Centred.put h (map (counted h) rest, s)).
  Proof.
    intros R T L. apply at_top_of in T. destruct T as (_ & S & Lb & B). pose proof (blocks_set _ _ L) as F.
    rewrite B in F. unfold Centred.put. assert (K : k = 2 * h + 1) by reflexivity.
    fold (filled k l top) in F. assert (Lf : length (filled k l top) = k) by (unfold filled; now rewrite update_length).
    destruct (Nat.eqb_spec (s + 1) (2 * h + 1)) as [E|E].
    - exists (rest ++ [full k]), []. rewrite <- app_assoc. cbn [app fst snd]. repeat split.
      + pose proof (blocks_all (filled k l top) ltac:(lia)) as A. rewrite Lf in A. now rewrite A.
      + apply Forall_app. split; [exact R|]. constructor; [apply full_standing | constructor].
      + rewrite map_app. cbn [map]. now rewrite full_counted.
      + now left.
    - exists rest, [filled k l top]. repeat split; auto. right. exists (filled k l top). cbn [snd].
      repeat split; auto; lia.
  Qed.
  Lemma free_slot top s : at_top top s -> exists l, nth l (base_of k top) true = false.
  Proof.
    intros T. apply at_top_of in T. destruct T as (_ & S & L & B). destruct more_counts as [_ M].
    apply (M (base_of k top) (s + 1)). unfold one_more. rewrite L, B.
    destruct (Nat.ltb_spec s k); [f_equal; lia | lia].
  Qed.

  (** What has something on it. *)
  Lemma stands_lower lower top s : Forall (fun a => length a = k) lower -> at_top top s ->
    (Centred.stands h (lower ++ full k :: top) <-> Forall (standing h) lower).
  Proof.
    intros L T. assert (E : Forall (carries h) lower <-> Forall (standing h) lower).
    { clear T. induction L as [|a lower La L IH]; [split; constructor|]. rewrite !Forall_cons_iff, IH. unfold standing.
      rewrite (carries_sides a La). tauto. }
    unfold Centred.stands. rewrite <- E. destruct T as [[-> _]|(b & -> & _)].
    - now rewrite removelast_last.
    - change (lower ++ [full k; b]) with (lower ++ [full k] ++ [b]). rewrite app_assoc, removelast_last, Forall_app.
      pose proof full_standing as [_ F]. apply carries_sides in F; [|apply full_length]. intuition.
  Qed.

  Lemma standing_length lower : Forall (standing h) lower -> Forall (fun a => length a = k) lower.
  Proof. apply Forall_impl. now intros a []. Qed.
  Lemma stands_for_stands t p : stands_for t p -> Centred.stands h t.
  Proof.
    intros (lower & top & -> & S & _ & T). now apply (stands_lower _ _ _ (standing_length _ S) T).
  Qed.

  (** * Every move is an option, and every option is a move *)
  Lemma move_option t p i j l t' : stands_for t p -> Centred.move h t i j l t' ->
    exists q, In q (Centred.options h p) /\ stands_for t' q.
  Proof.
    destruct p as [ls s]. intros (lower & top & -> & S & E & T) (C & St & P & _).
    cbn [fst snd] in *. subst ls.
    destruct (at_top_of top s T) as (Tt & _). change (2 * h + 1) with k in *.
    destruct (taken_from k positive lower top i j Tt C) as (l1 & a & l2 & -> & <- & J).
    assert (E : without (length l1) j ((l1 ++ a :: l2) ++ full k :: top) = (l1 ++ emptied j a :: l2) ++ full k :: top).
    { unfold without. rewrite <- !app_assoc. cbn [app]. apply update_app. }
    rewrite E in *. apply (put_iff k) in P; [|exact Tt]. destruct P as (_ & L & ->).
    assert (R : Forall (standing h) (l1 ++ emptied j a :: l2)).
    { apply (stands_lower _ top s) in St; [exact St | | exact T]. apply Forall_app in S. destruct S as [S1 S2].
      inversion S2 as [|? ? Sa S2']; subst. apply Forall_app. split; [|constructor].
      - now apply standing_length.
      - unfold emptied. rewrite update_length. apply Sa.
      - now apply standing_length. }
    eexists. split; [|eapply put_stands_for; eauto]. unfold Centred.options.
    apply (in_map (fun x => Centred.put h (x, s))).
    apply sum_option. exists (map (counted h) l1), (counted h a), (map (counted h) l2), (counted h (emptied j a)).
    rewrite !map_app. repeat split. apply Forall_app in S, R. destruct S as [_ S], R as [_ R].
    inversion S as [|? ? Sa _]. inversion R as [|? ? Re _]. apply emptied_taken; [apply Sa | exact J | exact Re].
  Qed.
  Lemma option_move t p q : stands_for t p -> In q (Centred.options h p) ->
    exists i j l t', Centred.move h t i j l t' /\ stands_for t' q.
  Proof.
    destruct p as [ls s]. intros (lower & top & -> & S & E & T) H. cbn [fst snd] in *. subst ls.
    unfold Centred.options in H. apply in_map_iff in H. destruct H as (ls' & <- & H). apply sum_option in H.
    destruct H as (m1 & x & m2 & y & E & -> & H). apply map_eq_app in E.
    destruct E as (l1 & l2' & -> & <- & E). destruct l2' as [|a l2]; [discriminate|]. injection E as <- <-.
    pose proof S as S'. apply Forall_app in S'. destruct S' as [S1 S2]. inversion S2 as [|? ? Sa S2']; subst.
    destruct (taken_emptied a y (proj1 Sa) H) as (j & J & Se & <-). destruct (free_slot top s T) as (l & L).
    assert (R : Forall (standing h) (l1 ++ emptied j a :: l2))
      by (apply Forall_app; split; [exact S1 | now constructor]).
    destruct (at_top_of top s T) as (Tt & _ & Lb & _). pose proof (put_stands_for _ top s l R T L) as F.
    rewrite map_app in F. exists (length l1), j, l, ((l1 ++ emptied j a :: l2) ++ full k :: [filled k l top]).
    split; [|exact F]. unfold Centred.move. change (2 * h + 1) with k.
    assert (E : without (length l1) j ((l1 ++ a :: l2) ++ full k :: top) = (l1 ++ emptied j a :: l2) ++ full k :: top).
    { unfold without. rewrite <- !app_assoc. cbn [app]. apply update_app. }
    rewrite E. split; [|split; [|split]].
    - split.
      + exists (length (l1 ++ a :: l2)). rewrite nth_middle, app_length. cbn [length]. split; [lia | reflexivity].
      + rewrite <- app_assoc. cbn [app]. now rewrite nth_middle.
    - now apply (stands_lower _ top s (standing_length _ R)).
    - apply (put_iff k); [exact Tt|]. repeat split; auto.
      rewrite <- Lb. apply (nth_inside _ true). exact L.
    - exact (stands_for_stands _ _ F).
  Qed.

  (** * Who wins *)
  Definition same_winner (t : tower) (p : Centred.position) : Prop :=
    (Centred.second_wins h t <-> Loses (Centred.options h) p) /\
    (Centred.first_wins h t <-> Wins (Centred.options h) p).
  Lemma stands_for_winner p : forall t, stands_for t p -> same_winner t p.
  Proof.
    induction (centred_ends h p) as [p _ IH]. intros t R. split; split; intros W.
    - constructor. intros q Q. destruct W as [W]. destruct (option_move _ _ _ R Q) as (i & j & l & t' & M & R').
      apply (IH q Q t' R'). eauto.
    - constructor. intros i j l t' M. destruct (move_option _ _ _ _ _ _ R M) as (q & Q & R').
      apply (IH q Q t' R'). inversion W. auto.
    - destruct W as [i j l t' M W]. destruct (move_option _ _ _ _ _ _ R M) as (q & Q & R').
      apply StatementsGames.wins with q; [exact Q|]. now apply (IH q Q t' R').
    - inversion W as [? q Q W']; subst. destruct (option_move _ _ _ R Q) as (i & j & l & t' & M & R').
      apply a_move_wins with i j l t'; [exact M|]. now apply (IH q Q t' R').
  Qed.

  Lemma start_stands_for n : 1 <= n -> stands_for (repeat (full k) n) (Centred.start h n).
  Proof.
    intros N. exists (repeat (full k) (n - 1)), []. repeat split.
    - rewrite <- repeat_cons. now replace n with (S (n - 1)) at 1 by lia.
    - apply Forall_forall. intros a A. apply repeat_spec in A. subst. apply full_standing.
    - unfold Centred.start. cbn [fst]. rewrite <- full_counted. induction (n - 1) as [|m IH]; [reflexivity|].
      cbn [repeat map]. now rewrite IH.
    - now left.
  Qed.
  Lemma counted_stands_for lower top : Forall (fun a => length a = k /\ carries h a) lower ->
    top = [] \/ (exists b, top = [b] /\ length b = k /\ 0 < blocks_of b < k) ->
    stands_for (lower ++ full k :: top) (map (counted h) lower, blocks_of (concat top)).
  Proof.
    intros L T. exists lower, top. repeat split.
    - eapply Forall_impl; [|exact L]. intros a [La C]. split; [exact La | now apply carries_sides].
    - destruct T as [->|(b & -> & Lb & B)]; [now left|]. right. exists b. cbn [snd concat]. rewrite app_nil_r. auto.
  Qed.
End Towers.

Theorem jenka_towers_counted_holds : StatementsLinear.jenka_towers_counted.
Proof. intros h lower top k L T t p. exact (stands_for_winner h p t (counted_stands_for h lower top L T)). Qed.

Theorem jenka_towers_without_physics_holds : StatementsLinear.jenka_towers_without_physics.
Proof.
  intros h n H N k t second. destruct (stands_for_winner h _ _ (start_stands_for h n N)) as [S F].
  destruct (jenka_without_physics_holds h H) as [_ W]. destruct (W n N) as [L1 W1].
  split; [exact (iff_trans S L1) | exact (iff_trans F W1)].
Qed.
