(** Both players: from a tower that a class stands for, each move of the other player
    leads to a tower of one of the classes that are followed, and the winner's reply
    can be made. *)
From Coq Require Import Arith ZArith Bool List Permutation Lia.
From Topple Require Import Statements Wells Levels Hulls Moves BalanceCheck BalanceTowers BalancePlay
  BalanceClasses BalanceStands BalanceHeld.
Import ListNotations Tower Jenka Balance.

Lemma moment_rev a : (moment (rev a) = - moment a)%Z.
Proof.
  rewrite !moment_mids, rev_length. destruct (mids_rev a (1 - Z.of_nat (length a))) as [E _].
  replace (2 * (1 - Z.of_nat (length a)) + 2 * (Z.of_nat (length a) - 1))%Z with 0%Z in E by lia. lia.
Qed.
Lemma is_full_rev a : is_full (rev a) = is_full a.
Proof.
  unfold is_full. induction a as [|x a IH]; [reflexivity|]. cbn [rev forallb]. rewrite forallb_app, IH. cbn.
  now rewrite andb_true_r, andb_comm.
Qed.
Lemma blocks_empty n : blocks_of (repeat false n) = 0.
Proof. induction n as [|n IH]; [reflexivity|]. cbn [repeat]. now rewrite blocks_cons, IH. Qed.

Section Sound.
  Variable c : counting.
  Let h := half c.
  Let k := slots h.
  Hypothesis positive : 1 <= h.
  Hypothesis some_clip : 1 <= clip c.
  Hypothesis some_modulus : 1 <= modulus c.

  (** * Towers and what is known of them *)
  Lemma tagged_In lower ax s : In (ax, s) (tagged c lower) ->
    exists l1 a l2, lower = l1 ++ a :: l2 /\ ax = Nat.odd (length l2) /\ s = sides_of h a.
  Proof.
    induction lower as [|a lower IH]; intros H; [destruct H|]. destruct H as [E|H].
    - injection E as <- <-. exists [], a, lower. auto.
    - destruct (IH H) as (l1 & a' & l2 & -> & E). exists (a :: l1), a', l2. auto.
  Qed.
  Lemma tagged_split l1 l2 : exists rest, forall a,
    Permutation (tagged c (l1 ++ a :: l2)) ((Nat.odd (length l2), sides_of h a) :: rest).
  Proof.
    induction l1 as [|b l1 (rest & IH)]; [exists (tagged c l2); reflexivity|].
    exists ((Nat.odd (length l1 + S (length l2)), sides_of h b) :: rest). intros a. cbn [app tagged].
    rewrite (IH a), app_length. apply perm_swap.
  Qed.
  Lemma sides_full : sides_of h (full k) = (h, 1, h).
  Proof.
    assert (E : full k = full h ++ true :: full h).
    { unfold full, k, slots. replace (2 * h + 1) with (h + S h) by lia. now rewrite repeat_app. }
    rewrite E, sides_parted by apply full_length. now rewrite blocks_full.
  Qed.
  Lemma tagged_full lower : Permutation (tagged c (lower ++ [full k])) ((false, (h, 1, h)) :: turned (tagged c lower)).
  Proof.
    induction lower as [|a lower IH]; cbn [app tagged turned map].
    - fold h. now rewrite sides_full.
    - rewrite IH, app_length. cbn [length fst snd]. rewrite Nat.add_1_r, Nat.odd_succ, <- Nat.negb_odd. apply perm_swap.
  Qed.

  Lemma level_possible a : standing h a -> possible c (sides_of h a).
  Proof.
    intros [Hk Hs]. destruct (parted h a Hk) as (l & x & r & -> & Hl & Hr). rewrite sides_parted in * by exact Hl.
    split; [exact Hs|]. split; [destruct x; cbn; lia|]. intros s0 n He. unfold kinds. apply nodup_In.
    unfold entry in He. set (g := greater _) in *. assert (Eg : greater g = g) by apply greater_twice.
    assert (Sg : sides_stand g = true) by (unfold g; now rewrite stand_greater).
    destruct (even c g) eqn:E; [|discriminate]. destruct (quiet c g) eqn:Q; injection He as <- _; [now left|]. right.
    apply filter_In. split.
    - pose proof (blocks_le l). pose proof (blocks_le r). rewrite Hl, Hr in *.
      assert (B : exists l' m r', g = (l', m, r') /\ l' <= h /\ (m = 0 \/ m = 1) /\ r' <= h).
      { unfold g. destruct (greater_or (blocks_of l, if x then 1 else 0, blocks_of r)) as [-> | ->]; unfold mirrored;
          eexists _, _, _; (split; [reflexivity|]); destruct x; lia. }
      destruct B as (l' & m & r' & -> & L & M & R). fold h. apply in_flat_map. exists l'. split; [apply in_seq; lia|].
      apply in_flat_map. exists m. split; [cbn; lia|]. apply in_map, in_seq. lia.
    - rewrite Sg, Eg, E, Q. unfold same_sides. now destruct (sides_dec g g).
  Qed.
  Lemma levels_possible lower : Forall (standing h) lower -> Forall (fun e => possible c (snd e)) (tagged c lower).
  Proof. induction 1 as [|a lower Ha Hl IH]; constructor; [now apply level_possible | exact IH]. Qed.

  (** * The bound *)
  Lemma tips_perm d l l' : Permutation l l' -> tips c d l = tips c d l'.
  Proof. intros P. apply sum_perm. now apply Permutation_map. Qed.
  Lemma tips_oriented d g l : tips c d (map (orient g) l) = tips c (xorb d g) l.
  Proof.
    unfold tips. rewrite map_map. f_equal. apply map_ext. intros s. destruct g; cbn [orient].
    - now rewrite tip_mirrored, xorb_true_r.
    - now rewrite xorb_false_r.
  Qed.
  Lemma tips_lean d o l : tips c d (lie o l) = tips c d (lean c o l).
  Proof.
    induction l as [|[ax s] l IH]; [reflexivity|]. unfold lie. cbn [flat_map fst snd]. fold (lie o l). rewrite lean_cons.
    rewrite !tips_app, IH. f_equal. unfold leaning. cbn [fst snd]. destruct (entry c s) eqn:E; [|reflexivity].
    destruct (Bool.eqb o ax); [|reflexivity]. assert (Ev : even c s = true) by (apply entry_even; congruence).
    unfold even in Ev. apply andb_true_iff in Ev. rewrite !Nat.eqb_eq in Ev. unfold tips, list_sum. cbn [map fold_right]. destruct d; lia.
  Qed.

  Lemma bounded_bounds f a lower tp : stands_for c f a (highest c tp) (tagged c lower) -> bounded c a = true -> bounds c lower tp.
  Proof.
    intros (T & _ & L) B other right. unfold bounded in B. rewrite forallb_forall in B.
    specialize (B other ltac:(destruct other; cbn; tauto)). rewrite forallb_forall in B.
    specialize (B (xorb right (f other)) ltac:(destruct (xorb right (f other)); cbn; tauto)). apply Z.ltb_lt in B.
    rewrite (tips_perm _ _ _ (L other)), tips_oriented, xorb_assoc, xorb_nilpotent, xorb_false_r, <- tips_lean in B.
    unfold tipping. eapply Z.lt_le_trans; [exact B|]. rewrite T. unfold room. destruct (f false) eqn:F.
    - rewrite is_full_rev, blocks_rev, moment_rev. destruct (is_full (highest c tp)); [lia|].
      destruct other; [lia|]. rewrite F, xorb_true_r. destruct right; cbn; lia.
    - destruct (is_full (highest c tp)); [lia|]. destruct other; [lia|]. rewrite F, xorb_false_r. lia.
  Qed.

  (** * A block is placed *)
  Definition slot_of (f : bool -> bool) (l : nat) : nat := if f false then k - 1 - l else l.

  Lemma base_for f a tp : on_top c tp -> is_top f a (highest c tp) ->
    length (base_of k tp) = k /\ base c (top a) = (if f false then rev (base_of k tp) else base_of k tp) /\
    is_full (top a) = match tp with [] => true | _ => false end.
  Proof.
    intros Ht T. unfold base. rewrite T. fold h k.
    assert (E : is_full (if f false then rev (highest c tp) else highest c tp) = is_full (highest c tp)) by (destruct (f false); [apply is_full_rev | reflexivity]).
    rewrite E. destruct Ht as [->|(b & -> & Hb & _ & Hf)]; cbn [highest base_of].
    - assert (F : is_full (full k) = true) by (apply (full_dec c); [apply full_length | reflexivity]). fold h k. rewrite F.
      split; [apply repeat_length|]. split; [|reflexivity]. now rewrite rev_repeat; destruct (f false).
    - assert (F : is_full b = false) by (destruct (is_full b) eqn:F; [apply (full_dec c b Hb) in F; contradiction | reflexivity]).
      rewrite F. auto.
  Qed.

  Lemma free_slot f a tp l : on_top c tp -> is_top f a (highest c tp) -> l < k ->
    nth (slot_of f l) (base c (top a)) true = nth l (base_of k tp) true.
  Proof.
    intros Ht T Hl. destruct (base_for f a tp Ht T) as (Hb & -> & _). unfold slot_of. destruct (f false); [|reflexivity].
    rewrite rev_nth by lia. f_equal. lia.
  Qed.

  Lemma placed_for f a lower tp l : in_play c lower tp -> stands_for c f a (highest c tp) (tagged c lower) ->
    l < k -> nth l (base_of k tp) true = false ->
    exists lower' tp' f' a', In a' (BalanceCheck.put c (slot_of f l) a) /\
    lower ++ full k :: [filled k l tp] = position c lower' tp' /\ in_play c lower' tp' /\
    stands_for c f' a' (highest c tp') (tagged c lower') /\
    (left_to_move c lower' tp' = left_to_move c lower tp + Z.of_nat k - 1)%Z.
  Proof.
    intros [Hl Ht] Co Hlk Hn. pose proof Co as (T & _ & _).
    destruct (base_for f a tp Ht T) as (Hb & Eb & Ef). pose proof (free_slot f a tp l Ht T Hlk) as Es. rewrite Hn in Es.
    unfold BalanceCheck.put. rewrite Es, Eb. set (b := filled k l tp).
    assert (Lb : length b = k) by (unfold b, filled; now rewrite update_length).
    assert (Eu : Well.update (slot_of f l) (fun _ : bool => true) (if f false then rev (base_of k tp) else base_of k tp) =
                 if f false then rev b else b).
    { unfold slot_of, b, filled. destruct (f false); [|reflexivity]. rewrite rev_update by lia. now rewrite Hb. }
    rewrite Eu.
    assert (Fb : is_full (if f false then rev b else b) = is_full b) by (destruct (f false); [apply is_full_rev | reflexivity]).
    assert (Mb : (mass [b] = mass tp + 1)%Z).
    { change (mass [b]) with (blocks b + 0)%Z. rewrite blocks_blocks. unfold b, filled. rewrite blocks_set by exact Hn.
      destruct Ht as [->|(b0 & -> & _)]; cbn [base_of]; [rewrite blocks_empty; cbn; lia|].
      change (mass [b0]) with (blocks b0 + 0)%Z. rewrite blocks_blocks. lia. }
    assert (Tb : In true b).
    { apply true_nth, blocks_true. unfold b, filled. rewrite blocks_set by exact Hn. lia. }
    rewrite Fb. destruct (is_full b) eqn:F.
    - assert (E : b = full k) by now apply (full_dec c b Lb).
      assert (Rb : rev b = b) by (rewrite E; apply rev_repeat).
      assert (X : (if f false then rev b else b) = b) by (rewrite Rb; now destruct (f false)). rewrite X.
      pose proof (for_turned c f a _ b _ Co Rb) as C1.
      set (a1 := Class b _ _ _ _) in *.
      assert (C2 : stands_for c (fun o => f (negb o)) (add c (h, 1, h) false a1) b ((false, (h, 1, h)) :: turned (tagged c lower))).
      { pose proof (for_add c some_clip some_modulus _ a1 b _ false (h, 1, h) C1) as C2. cbv beta in C2.
        assert (O : orient (f (negb false)) (h, 1, h) = (h, 1, h)) by now destruct (f (negb false)). now rewrite O in C2. }
      apply (for_perm c _ _ _ _ _ (Permutation_sym (tagged_full lower))) in C2.
      destruct (for_least c _ _ _ _ C2) as (f' & C3).
      exists (lower ++ [full k]), [], f', (least (add c (h, 1, h) false a1)). split; [now left|]. split; [|split; [|split]].
      + unfold position. rewrite <- app_assoc. cbn [app]. now rewrite E.
      + split; [|now left]. apply Forall_app. split; [exact Hl|]. constructor; [|constructor]. split; [apply full_length|].
        fold h. rewrite sides_full. reflexivity.
      + assert (Hh : highest c [] = b) by (symmetry; exact E). rewrite Hh. exact C3.
      + unfold left_to_move. fold h k. rewrite spare_app. change (spare [full k]) with (blocks (full k) - 1 + 0)%Z.
        rewrite blocks_blocks, blocks_full. change (mass []) with 0%Z.
        assert (mass tp = Z.of_nat k - 1)%Z.
        { rewrite E in Mb. change (mass [full k]) with (blocks (full k) + 0)%Z in Mb. rewrite blocks_blocks, blocks_full in Mb. lia. }
        nia.
    - destruct Co as (_ & Cn & L).
      assert (C2 : stands_for c f (Class (if f false then rev b else b) (counts a) (on_axis a) (across_axis a) (remainder a)) b (tagged c lower)).
      { split; [reflexivity|]. split; [exact Cn|]. intros o. destruct o; [exact (L true) | exact (L false)]. }
      destruct (for_least c _ _ _ _ C2) as (f' & C3).
      exists lower, [b], f'. eexists. split; [now left|]. split; [reflexivity|]. split; [|split; [exact C3|]].
      + split; [exact Hl|]. right. exists b. repeat split; try assumption. intros E. apply (full_dec c b Lb) in E. congruence.
      + unfold left_to_move. fold h k. rewrite Mb. lia.
  Qed.

  (** * Both players *)
  Lemma spare_clear l1 a l2 a' : blocks a = (blocks a' + 1)%Z -> (spare (l1 ++ a' :: l2) = spare (l1 ++ a :: l2) - 1)%Z.
  Proof.
    intros H. rewrite !spare_app. change (spare (a' :: l2)) with (blocks a' - 1 + spare l2)%Z.
    change (spare (a :: l2)) with (blocks a - 1 + spare l2)%Z. lia.
  Qed.
  Lemma held_in_play l1 a l2 tp a' : in_play c (l1 ++ a :: l2) tp -> standing h a' -> in_play c (l1 ++ a' :: l2) tp.
  Proof.
    intros [Hl Ht] Ha. split; [|exact Ht]. apply Forall_app in Hl. destruct Hl as [H1 H2]. inversion H2; subst.
    apply Forall_app. auto.
  Qed.
  Lemma without_position l1 a l2 tp j : without (length l1) j (position c (l1 ++ a :: l2) tp) =
    position c (l1 ++ Well.update j (fun _ => false) a :: l2) tp.
  Proof.
    unfold without, position. rewrite <- !app_assoc. cbn [app]. apply update_app.
  Qed.
  Lemma real_class f a lower tp : in_play c lower tp -> stands_for c f a (highest c tp) (tagged c lower) -> real c a = true.
  Proof.
    intros [Hl _] Co. eapply for_real; try eassumption.
    eapply Forall_impl; [|apply levels_possible, Hl]. intros e (_ & _ & P). exact P.
  Qed.

  Lemma other_moves f a lower tp i j l t' : in_play c lower tp -> stands_for c f a (highest c tp) (tagged c lower) ->
    bounded c a = true -> move k (position c lower tp) i j l t' ->
    exists lower' tp' f' a', t' = position c lower' tp' /\ In a' (answered c a) /\ in_play c lower' tp' /\
    stands_for c f' a' (highest c tp') (tagged c lower') /\ (left_to_move c lower' tp' < left_to_move c lower tp)%Z.
  Proof.
    intros Hp Co B (Htake & Hout & Hput & _). pose proof (bounded_bounds f a lower tp Co B) as Bd.
    pose proof (in_play_top c lower tp Hp) as Htop. fold h k in Htop.
    destruct (taken_from k ltac:(unfold k, slots; lia) lower tp i j Htop Htake) as (l1 & lv & l2 & -> & <- & Hj).
    rewrite without_position in Hout, Hput. set (lv' := Well.update j (fun _ => false) lv) in *.
    assert (Hs : standing h lv) by (destruct Hp as [Hl _]; apply Forall_app in Hl; destruct Hl as [_ Hl]; now inversion Hl).
    assert (Hs' : standing h lv').
    { destruct Hs as [Hk _]. apply (taken_stands c positive _ tp l1 lv l2 lv' Hp Bd eq_refl); [unfold lv'; now rewrite update_length|].
      unfold position in Hout. rewrite <- app_assoc in Hout. exact Hout. }
    pose proof (clear_sides h lv j (proj1 Hs) Hj (proj2 Hs')) as W. fold lv' in W.
    destruct (tagged_split l1 l2) as (rest & Ps).
    destruct (held_other c some_clip some_modulus f a _ _ _ _ _ rest (level_possible lv Hs) W (for_perm c f a _ _ _ (Ps lv) Co)) as (a1 & I1 & C1).
    apply (for_perm c f a1 _ _ _ (Permutation_sym (Ps lv'))) in C1.
    pose proof (held_in_play l1 lv l2 tp lv' Hp Hs') as Hp1.
    apply (put_iff k) in Hput; [|exact Htop]. destruct Hput as (Hlk & Hn & ->).
    destruct (placed_for f a1 _ tp l Hp1 C1 Hlk Hn) as (lower' & tp' & f' & a' & I & E & Hp' & C' & M).
    exists lower', tp', f', a'. split; [exact E|]. split; [|split; [exact Hp'|split; [exact C'|]]].
    - unfold answered. apply filter_In. split; [|exact (real_class f' a' lower' tp' Hp' C')]. apply in_flat_map. exists a1. split; [exact I1|].
      apply in_flat_map. exists (slot_of f l). split; [|exact I]. apply in_seq. fold h k. unfold slot_of. destruct (f false); lia.
    - rewrite M. unfold left_to_move. fold h k. rewrite (spare_clear l1 lv l2 lv'); [nia|].
      rewrite !blocks_blocks. unfold lv'. rewrite (blocks_clear lv j Hj). lia.
  Qed.

  Lemma held_top r a a' : In a' (held_by c r a) -> top a' = top a.
  Proof.
    assert (L : forall s a', In a' (less c s a) -> top a' = top a).
    { intros s a1 H. unfold less in H. destruct (find_in s (counts a)) as [[|v]|]; [destruct H| |destruct H].
      apply in_map_iff in H. destruct H as (v' & <- & _). reflexivity. }
    assert (A : forall s o a, top (add c s o a) = top a).
    { intros s o a1. unfold add. destruct (entry c s) as [[s' n]|]; [reflexivity|]. now destruct o. }
    unfold held_by. destruct (axis r) as [|[|[|x]]].
    - destruct (taken r).
      + destruct (sides_dec (of r) all_quiet); [apply L | intros []].
      + destruct (sides_without (of r) (S n)) as [s'|]; [|intros []]. destruct (even c s'); [|intros []].
        intros H. apply in_map_iff in H. destruct H as (a1 & <- & H). rewrite A. now apply (L (of r)).
    - destruct (remove _ _) as [l|]; [|intros []]. destruct (sides_without _ _); [|intros []]. intros [<-|[]]. now rewrite A.
    - destruct (remove _ _) as [l|]; [|intros []]. destruct (sides_without _ _); [|intros []]. intros [<-|[]]. now rewrite A.
    - intros [].
  Qed.

  Lemma winner_moves f a lower tp r next : in_play c lower tp -> stands_for c f a (highest c tp) (tagged c lower) ->
    replied c a r = Some next -> (forall a', In a' next -> bounded c a' = true) ->
    exists i j l t' lower' tp' f' a', move k (position c lower tp) i j l t' /\
    t' = position c lower' tp' /\ In a' next /\ in_play c lower' tp' /\
    stands_for c f' a' (highest c tp') (tagged c lower') /\ (left_to_move c lower' tp' < left_to_move c lower tp)%Z.
  Proof.
    intros Hp Co Hr Bn. unfold replied in Hr. set (held := held_by c r a) in *. set (all := flat_map _ held) in *.
    destruct all as [|x all'] eqn:Ea; [discriminate|]. rewrite <- Ea in Hr. destruct (placed r) as [|slot] eqn:Epl; [discriminate|].
    destruct (forallb (bounded c) held) eqn:Bh; [|discriminate]. injection Hr as <-. rewrite forallb_forall in Bh.
    destruct held as [|a1 m] eqn:Eh; [discriminate|]. rewrite <- Eh in *.
    destruct (held_mine c some_clip some_modulus f a _ _ r a1 m (levels_possible lower (proj1 Hp)) Co Eh) as (ax & s & t & s' & I & W & Hheld).
    destruct (tagged_In lower ax s I) as (l1 & lv & l2 & -> & -> & ->).
    assert (Hs : standing h lv) by (destruct Hp as [Hl _]; apply Forall_app in Hl; destruct Hl as [_ Hl]; now inversion Hl).
    destruct (without_sides h lv t s' (proj1 Hs) W) as (j & Hj & Ej & Sj). set (lv' := Well.update j (fun _ => false) lv) in *.
    assert (Hs' : standing h lv') by (split; [unfold lv'; rewrite update_length; apply Hs | now rewrite Ej]).
    destruct (tagged_split l1 l2) as (rest & Ps). destruct (Hheld rest (Ps lv)) as (a2 & I2 & C2).
    rewrite <- Ej in C2. apply (for_perm c f a2 _ _ _ (Permutation_sym (Ps lv'))) in C2. fold held in I2.
    pose proof (held_in_play l1 lv l2 tp lv' Hp Hs') as Hp1.
    (* the slot is free in every class that is held *)
    assert (Hfree : exists l, l < k /\ slot = slot_of f l /\ nth l (base_of k tp) true = false).
    { destruct Hp as [_ Ht]. destruct C2 as (T2 & _ & _). destruct (base_for f a2 tp Ht T2) as (Lb & Eb & _).
      assert (In x all) as Ix by (rewrite Ea; now left). unfold all in Ix. apply in_flat_map in Ix. destruct Ix as (a3 & I3 & Ix).
      unfold BalanceCheck.put in Ix. destruct (nth _ (base c (top a3)) true) eqn:N; [destruct Ix|].
      rewrite <- Eh in I3. rewrite (held_top _ _ _ I3), <- (held_top _ _ _ I2), Nat.sub_succ, Nat.sub_0_r in N.
      assert (Hsl : slot < k).
      { destruct (Nat.lt_ge_cases slot k) as [Hlt|Hge]; [exact Hlt|]. rewrite nth_overflow in N; [discriminate|].
        rewrite Eb. destruct (f false); rewrite ?rev_length, Lb; exact Hge. }
      exists (slot_of f slot). assert (Hl' : slot_of f slot < k) by (unfold slot_of; destruct (f false); lia).
      assert (Es : slot = slot_of f (slot_of f slot)) by (unfold slot_of; destruct (f false); lia).
      split; [exact Hl'|]. split; [exact Es|]. rewrite <- (free_slot f a2 tp _ Ht T2 Hl'), <- Es. exact N. }
    destruct Hfree as (l & Hlk & -> & Hn).
    destruct (placed_for f a2 _ tp l Hp1 C2 Hlk Hn) as (lower' & tp' & f' & a' & I' & E & Hp' & C' & M).
    assert (In' : In a' (filter (real c) all)).
    { apply filter_In. split; [|exact (real_class f' a' lower' tp' Hp' C')]. unfold all. apply in_flat_map. exists a2.
      split; [now rewrite <- Eh|]. now rewrite Nat.sub_succ, Nat.sub_0_r. }
    pose proof (bounds_stand c positive _ _ Hp1 (bounded_bounds f a2 _ tp C2 (Bh _ I2))) as St1.
    pose proof (bounds_stand c positive _ _ Hp' (bounded_bounds f' a' lower' tp' C' (Bn _ In'))) as St2.
    pose proof (in_play_top c _ tp Hp) as Htop. fold h k in Htop.
    exists (length l1), j, l, (position c lower' tp'), lower', tp', f', a'. split; [|split; [reflexivity|split; [exact In'|split; [exact Hp'|split; [exact C'|]]]]].
    - split; [|split; [|split]].
      + split.
        * exists (length (l1 ++ lv :: l2)). split; [rewrite app_length; cbn; lia|]. apply nth_middle.
        * unfold position. rewrite <- app_assoc. rewrite app_nth2, Nat.sub_diag by lia. exact Hj.
      + rewrite without_position. exact St1.
      + rewrite without_position. apply (put_iff k); [exact Htop|]. auto.
      + exact St2.
    - rewrite M. unfold left_to_move. fold h k. rewrite (spare_clear l1 lv l2 lv'); [nia|].
      rewrite !blocks_blocks. unfold lv'. rewrite (blocks_clear lv j Hj). lia.
  Qed.
End Sound.
