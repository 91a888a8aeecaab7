(** A block is taken: what comes of the class is what comes of the tower, for the
    winner's reply and for all that the other player may do. *)
From Coq Require Import Arith ZArith Bool List Permutation Lia.
From Topple Require Import Statements Wells Levels BalanceCheck BalanceTowers BalanceClasses BalanceStands.
Import ListNotations Balance.

Section Held.
  Variable c : counting.
  Hypothesis some_clip : 1 <= clip c.
  Hypothesis some_modulus : 1 <= modulus c.

  (** Sides that a level can have. *)
  Definition possible (s : sides) : Prop := sides_stand s = true /\ snd (fst s) <= 1 /\
    forall s0 n, entry c s = Some (s0, n) -> In s0 (kinds c).

  Lemma entry_kind s s0 n : entry c s = Some (s0, n) -> s0 = all_quiet \/ (s0 = greater s /\ n = 1).
  Proof.
    unfold entry. destruct (even c (greater s)); [|discriminate]. destruct (quiet c (greater s)); intros H; injection H as <- <-; auto.
  Qed.
  Lemma quiet_kind : In all_quiet (kinds c).
  Proof. unfold kinds. apply nodup_In. now left. Qed.

  (** A move of a quiet level. *)
  Lemma take_quiet f a b ax s n t s' r : entry c s = Some (all_quiet, n) -> possible s -> sides_without s t = Some s' ->
    stands_for c f a b ((ax, s) :: r) -> exists a', In a' (less c all_quiet a) /\ stands_for c f a' b ((ax, s') :: r).
  Proof.
    intros Es (P1 & P2 & _) W Co. destruct (quiet_moves c s n Es P1 P2) as [Q _]. destruct (Q t s' W) as (n' & Es' & ->).
    pose proof (of_level c ax s) as O. pose proof (of_level c ax s') as O'. rewrite Es in O. rewrite Es' in O'.
    destruct O as (O1 & O2 & O3), O' as (O1' & O2' & O3').
    apply (for_less c some_clip some_modulus f a b ((ax, s) :: r)); [apply quiet_kind | | | | exact Co].
    - intros s0. rewrite !count_cons, O1, O1'. destruct (sides_dec s0 all_quiet); lia.
    - rewrite !total_cons, O2, O2'. lia.
    - intros o. now rewrite !lean_cons, O3, O3'.
  Qed.
  (** An even level that is not quiet, away. *)
  Lemma take_even f a b ax s s0 r : entry c s = Some (s0, 1) -> In s0 (kinds c) ->
    stands_for c f a b ((ax, s) :: r) -> exists a', In a' (less c s0 a) /\ stands_for c f a' b r.
  Proof.
    intros Es Hk Co. pose proof (of_level c ax s) as O. rewrite Es in O. destruct O as (O1 & O2 & O3).
    apply (for_less c some_clip some_modulus f a b ((ax, s) :: r)); [exact Hk | | | | exact Co].
    - intros s1. rewrite count_cons, O1. destruct (sides_dec s1 s0); lia.
    - rewrite total_cons, O2. lia.
    - intros o. now rewrite lean_cons, O3.
  Qed.
  (** An uneven level, away. *)
  Lemma take_uneven f a b ax s r : entry c s = None -> stands_for c f a b ((ax, s) :: r) ->
    exists l, remove (orient (f ax) s) (uneven a ax) = Some l /\ In (orient (f ax) s) (uneven a ax) /\
    stands_for c f (with_uneven a ax l) b r.
  Proof.
    intros Es Co. assert (I : In (orient (f ax) s) (uneven a ax)).
    { destruct Co as (_ & _ & L). apply (Permutation_in _ (Permutation_sym (L ax))). apply in_map. rewrite lean_cons.
      pose proof (of_level c ax s) as O. rewrite Es in O. destruct O as (_ & _ & ->). rewrite Bool.eqb_reflx. now left. }
    destruct (remove_In _ _ I) as (l & Hl). exists l. split; [exact Hl|]. split; [exact I|].
    now apply (for_remove c f a b r ax s l Es Hl).
  Qed.

  (** All that the other player may take. *)
  Lemma held_other f a b ax s t s' r : possible s -> sides_without s t = Some s' -> stands_for c f a b ((ax, s) :: r) ->
    exists a', In a' (held_by_other c a) /\ stands_for c f a' b ((ax, s') :: r).
  Proof.
    intros P W Co. unfold held_by_other. destruct (entry c s) as [[s0 n]|] eqn:Es.
    - destruct (sides_dec s0 all_quiet) as [->|N].
      + destruct (take_quiet f a b ax s n t s' r Es P W Co) as (a' & I & Co'). exists a'. split; [|exact Co'].
        apply in_or_app. now left.
      + destruct (entry_kind s s0 n Es) as [|[E ->]]; [contradiction|]. destruct P as (_ & _ & P).
        destruct (take_even f a b ax s s0 r Es (P _ _ Es) Co) as (a1 & I & Co1).
        exists (add c (orient (f ax) s') ax a1). split; [|now apply for_add].
        apply in_or_app. right. apply in_or_app. left. apply in_flat_map. exists s0. split.
        * destruct Co as (_ & (C & _) & _). rewrite C, map_map. apply in_map_iff. exists s0. split; [reflexivity|]. now apply (P s0 1).
        * destruct (sides_dec s0 all_quiet); [contradiction|]. apply in_flat_map.
          assert (G : exists g t', sides_without s0 t' = Some (orient g s')).
          { destruct (greater_or s) as [Eg|Eg]; rewrite Eg in E; subst s0; [exists false, t; exact W|].
            exists true. destruct (without_oriented true s t s' W) as (t' & W'). eauto. }
          destruct G as (g & t' & W'). exists (orient g s'). split; [apply leaving_In; eauto|].
          apply in_flat_map. exists a1. split; [exact I|]. apply in_flat_map. exists ax. split; [destruct ax; cbn; tauto|].
          destruct g, (f ax); cbn [orient]; rewrite ?mirrored_twice; cbn [In]; tauto.
    - destruct (take_uneven f a b ax s r Es Co) as (l & Hl & I & Co1).
      destruct (without_oriented (f ax) s t s' W) as (t' & W').
      exists (add c (orient (f ax) s') ax (with_uneven a ax l)). split; [|now apply for_add].
      apply in_or_app. right. apply in_or_app. right. apply in_flat_map. exists ax. split; [destruct ax; cbn; tauto|].
      apply in_flat_map. exists (orient (f ax) s). split; [exact I|]. rewrite Hl.
      apply (in_map (fun s' => add c s' ax (with_uneven a ax l))), leaving_In. eauto.
  Qed.

  (** ** The winner's reply *)
  Lemma counted_level s0 a f b l a1 m : stands_for c f a b l -> less c s0 a = a1 :: m ->
    exists e n, In e l /\ entry c (snd e) = Some (s0, n) /\ 1 <= n.
  Proof.
    intros (_ & (C & _) & _) H. unfold less in H. rewrite C in H.
    destruct (find_in s0 _) as [v|] eqn:F in H; [|discriminate].
    apply (find_in_Some (fun s => Nat.min (clip c) (count c s l))) in F. destruct F as [_ F].
    assert (N : 1 <= count c s0 l) by (destruct v; [discriminate | lia]). clear -N.
    induction l as [|e l IH]; [cbn in N; lia|]. rewrite count_cons in N.
    destruct (Nat.eq_dec (part c s0 e) 0) as [Z|Z].
    - destruct IH as (e' & n & I & R); [lia|]. exists e', n. split; [now right | exact R].
    - unfold part in Z. destruct (entry c (snd e)) as [[s n]|] eqn:E; [|contradiction].
      destruct (sides_dec s0 s) as [->|]; [|contradiction]. exists e, n. repeat split; [now left | exact E | lia].
  Qed.

  Lemma held_mine f a b l r a1 m : Forall (fun e => possible (snd e)) l -> stands_for c f a b l -> held_by c r a = a1 :: m ->
    exists ax s t s', In (ax, s) l /\ sides_without s t = Some s' /\
    forall rest, Permutation l ((ax, s) :: rest) ->
    exists a', In a' (held_by c r a) /\ stands_for c f a' b ((ax, s') :: rest).
  Proof.
    intros Hl Co H. rewrite Forall_forall in Hl.
    assert (Even : forall side s0', sides_without (of r) side = Some s0' -> even c s0' = true ->
      (exists a2 m2, less c (of r) a = a2 :: m2) ->
      exists ax s t s', In (ax, s) l /\ sides_without s t = Some s' /\
      forall rest, Permutation l ((ax, s) :: rest) ->
      exists a', In a' (map (add c s0' false) (less c (of r) a)) /\ stands_for c f a' b ((ax, s') :: rest)).
    { intros side s0' W E (a2 & m2 & Ls). destruct (counted_level _ _ _ _ _ _ _ Co Ls) as ([ax s] & n & I & Es & _). cbn [snd] in Es.
      destruct (entry_kind _ _ _ Es) as [Q|[G ->]].
      { rewrite Q in W. destruct side as [|[|[|[|side]]]]; discriminate. }
      assert (T : exists t g, sides_without s t = Some (orient g s0')).
      { rewrite G in W. destruct (greater_or s) as [Eg|Eg]; rewrite Eg in W; [exists side, false; exact W|].
        destruct (without_oriented true _ _ _ W) as (t & Wt). cbn [orient] in Wt. rewrite mirrored_twice in Wt. exists t, true. exact Wt. }
      destruct T as (t & g & Wt). exists ax, s, t, (orient g s0'). split; [exact I|]. split; [exact Wt|].
      intros rest Pm. pose proof (for_perm c f a b l _ Pm Co) as Co'.
      destruct (Hl _ I) as (_ & _ & Hk). cbn [snd] in Hk.
      destruct (take_even f a b ax s (of r) rest Es (Hk _ _ Es) Co') as (a3 & I3 & Co3).
      exists (add c s0' false a3). split; [now apply (in_map (add c s0' false))|]. apply for_even; try assumption.
      - symmetry. apply entry_oriented.
      - rewrite entry_oriented. now apply entry_even. }
    assert (Uneven : forall other side s0' lr, sides_without (of r) side = Some s0' -> remove (of r) (uneven a other) = Some lr ->
      exists ax s t s', In (ax, s) l /\ sides_without s t = Some s' /\
      forall rest, Permutation l ((ax, s) :: rest) ->
      exists a', In a' [add c s0' other (with_uneven a other lr)] /\ stands_for c f a' b ((ax, s') :: rest)).
    { intros other side s0' lr W Hr.
      assert (I : In (of r) (uneven a other)) by (apply (Permutation_in _ (Permutation_sym (remove_perm _ _ _ Hr))); now left).
      destruct Co as (T & Cn & L). apply (Permutation_in _ (L other)) in I. apply in_map_iff in I. destruct I as (s & Eo & I).
      unfold lean in I. apply in_flat_map in I. destruct I as ([ax s1] & I1 & I). unfold leaning in I. cbn [fst snd] in I.
      destruct (entry c s1) eqn:Es; [destruct I|]. destruct (Bool.eqb other ax) eqn:Eax; [|destruct I].
      apply eqb_prop in Eax. subst ax. destruct I as [->|[]].
      rewrite <- Eo in W. destruct (without_oriented (f other) _ _ _ W) as (t & Wt). rewrite orient_twice in Wt.
      exists other, s, t, (orient (f other) s0'). split; [exact I1|]. split; [exact Wt|]. intros rest Pm.
      exists (add c s0' other (with_uneven a other lr)). split; [now left|].
      rewrite <- (orient_twice (f other) s0') at 1. apply for_add; try assumption. rewrite <- Eo in Hr.
      apply (for_remove c f a b rest other s lr Es Hr). apply (for_perm c f a b l _ Pm). now split. }
    unfold held_by in *. destruct (axis r) as [|[|[|x]]].
    - destruct (taken r) as [|side].
      + destruct (sides_dec (of r) all_quiet) as [Eq|]; [|discriminate].
        destruct (counted_level _ _ _ _ _ _ _ Co H) as ([ax s] & n & I & Es & Hn). cbn [snd] in Es.
        destruct (Hl _ I) as (P1 & P2 & P3). cbn [snd] in *. destruct (quiet_moves c s n Es P1 P2) as [_ Q].
        destruct (Q Hn) as (t & s' & W). exists ax, s, t, s'. split; [exact I|]. split; [exact W|]. intros rest Pm.
        apply (take_quiet f a b ax s n t s' rest Es); [now split | exact W | now apply (for_perm c f a b l)].
      + destruct (sides_without (of r) (S side)) as [s0'|] eqn:W; [|discriminate]. destruct (even c s0') eqn:E; [|discriminate].
        apply (Even (S side) s0' W E). destruct (less c (of r) a) as [|a2 m2]; [discriminate | eauto].
    - destruct (remove (of r) (uneven a (1 =? 2))) as [lr|] eqn:Hr; [|discriminate].
      destruct (sides_without (of r) (taken r)) as [s0'|] eqn:W; [|discriminate]. now apply (Uneven _ (taken r) s0' lr).
    - destruct (remove (of r) (uneven a (2 =? 2))) as [lr|] eqn:Hr; [|discriminate].
      destruct (sides_without (of r) (taken r)) as [s0'|] eqn:W; [|discriminate]. now apply (Uneven _ (taken r) s0' lr).
    - discriminate.
  Qed.
End Held.
