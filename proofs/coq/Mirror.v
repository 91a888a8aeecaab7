(** Jenka_k for even k: the second player mirrors. Before the first player moves,
    every level is its own mirror image, so all centres of mass are in the middle
    of the tower. After the reply it is so again, and a level that is its own
    mirror image, is not empty and has no middle slot holds what is centred. While
    the reply is being made, one block on top is not balanced; but there is a full
    level below it, which outweighs it. *)
From Coq Require Import Arith ZArith Bool List Lia.
From Topple Require Import Statements Wells Levels Hulls Moves.
Import ListNotations Tower Jenka.
Local Open Scope Z_scope.

Section Even.
  Variable half : nat.
  Hypothesis positive : (1 <= half)%nat.
  Let k := (2 * half)%nat.

  Definition balanced (a : level) : Prop := length a = k /\ In true a /\ rev a = a.

  Lemma middle_odd j : middle k j <> 0.
  Proof. unfold middle, k. lia. Qed.

  (** A balanced level reaches over the middle blocks on both sides. *)
  Lemma balanced_edges a : balanced a -> low a <= -2 /\ 2 <= high a /\ moment a = 0 /\ 1 <= blocks a.
  Proof.
    intros (Hl & Ht & Hr). apply true_nth in Ht. destruct Ht as (j & Hj).
    assert (Hjk : (j < length a)%nat).
    { destruct (Nat.lt_ge_cases j (length a)) as [H|H]; [exact H|]. rewrite nth_overflow in Hj by exact H. discriminate. }
    pose proof (edges a j Hj) as E1.
    pose proof (edges a (length a - 1 - j)) as E2. rewrite symmetric_nth in E2 by assumption. specialize (E2 Hj).
    pose proof (middle_odd j). rewrite Hl in *.
    assert (middle k (k - 1 - j) = - middle k j) by (unfold middle; lia).
    repeat split; [lia | lia | now apply symmetric_moment |].
    unfold blocks. assert (Hin : In (middle (length a) j) (middles a)) by (apply middles_In; eauto).
    destruct (middles a); [destruct Hin | simpl; lia].
  Qed.

  Lemma full_balanced : balanced (full k).
  Proof.
    unfold balanced, full. rewrite repeat_length. split; [reflexivity|]. split.
    - unfold k. destruct half; [lia|]. now left.
    - apply rev_repeat.
  Qed.

  Lemma full_blocks : blocks (full k) = Z.of_nat k.
  Proof.
    unfold blocks, full. rewrite middles_mids. generalize (1 - Z.of_nat (length (repeat true k))) as z.
    generalize k as n. induction n as [|n IH]; intros z; [reflexivity|].
    cbn [repeat mids app length]. rewrite Nat2Z.inj_succ, IH. lia.
  Qed.

  (** * Towers of balanced levels, with one more level on top *)
  Lemma mass_balanced t : Forall balanced t -> 0 <= mass t.
  Proof.
    induction 1 as [|a t Ha Ht IH]; [simpl; lia|]. apply balanced_edges in Ha.
    change (0 <= blocks a + mass t). lia.
  Qed.
  Lemma sums_top t b : Forall balanced t ->
    Z.abs (along (t ++ [b])) <= Z.abs (moment b) /\ Z.abs (across (t ++ [b])) <= Z.abs (moment b).
  Proof.
    induction 1 as [|a t Ha Ht IH]; cbn [app].
    - destruct (sums_cons b []) as [-> ->]. change (across []) with 0. change (along []) with 0. lia.
    - destruct (sums_cons a (t ++ [b])) as [-> ->]. apply balanced_edges in Ha. lia.
  Qed.
  Lemma sums_balanced t : Forall balanced t -> along t = 0 /\ across t = 0.
  Proof.
    induction 1 as [|a t Ha Ht IH]; [split; reflexivity|].
    destruct (sums_cons a t) as [-> ->]. apply balanced_edges in Ha. lia.
  Qed.

  Lemma balanced_upright t : Forall balanced t -> upright t.
  Proof.
    induction 1 as [|a t Ha Ht IH]; [exact I|]. split; [|exact IH].
    destruct Ht as [|b t Hb Ht]; [exact I|]. unfold holds.
    destruct (sums_balanced (b :: t)) as [-> ->]; [now constructor|].
    pose proof (mass_balanced t Ht). apply balanced_edges in Ha, Hb.
    change (mass (b :: t)) with (blocks b + mass t). repeat split; nia.
  Qed.

  Lemma balanced_parts t : Forall balanced t -> even_levels k t /\ Forall (fun a => In true a) t.
  Proof. intros H. unfold even_levels. rewrite !Forall_forall in *. split; intros a Ha; now apply H. Qed.
  Lemma balanced_stable t : Forall balanced t -> stable t.
  Proof.
    intros H. destruct (balanced_parts t H). apply (rests_upright k); auto using balanced_upright.
  Qed.

  (** A top level that is a balanced one with one more block, or one block. *)
  Definition leaning (b : level) : Prop :=
    length b = k /\ In true b /\ Z.abs (moment b) <= Z.of_nat k - 1 /\ 1 <= blocks b.

  Lemma leaning_upright t b : Forall balanced t -> leaning b -> upright (t ++ full k :: [b]).
  Proof.
    intros Ht (_ & Hb & Hm & Hc). induction Ht as [|a t Ha Ht IH].
    - split; [|split; exact I]. unfold holds. change (mass [b]) with (blocks b + 0).
      destruct (sums_cons b []) as [-> ->]. change (across []) with 0. change (along []) with 0.
      pose proof (balanced_edges _ full_balanced). pose proof (own_centre b Hb). repeat split; nia.
    - split; [|exact IH].
      assert (Hall : Forall balanced (t ++ [full k])).
      { apply Forall_app. split; [exact Ht | repeat constructor; apply full_balanced]. }
      pose proof (sums_top (t ++ [full k]) b Hall) as S. rewrite <- app_assoc in S. cbn [app] in S.
      assert (M : Z.of_nat k + 1 <= mass (t ++ full k :: [b])).
      { rewrite mass_app. change (mass (full k :: [b])) with (blocks (full k) + (blocks b + 0)).
        rewrite full_blocks. pose proof (mass_balanced t Ht). lia. }
      assert (H : exists c rest, t ++ full k :: [b] = c :: rest /\ balanced c).
      { destruct Ht as [|c t Hc' Ht]; [exists (full k), [b] | exists c, (t ++ full k :: [b])]; auto using full_balanced. }
      destruct H as (c & rest & E & Hc'). unfold holds. rewrite E in *.
      apply balanced_edges in Ha, Hc'. repeat split; nia.
  Qed.

  Lemma leaning_stable t b : Forall balanced t -> leaning b -> stable (t ++ full k :: [b]).
  Proof.
    intros Ht Hb. destruct (balanced_parts (t ++ [full k])) as [H1 H2].
    { apply Forall_app. split; [exact Ht | repeat constructor; apply full_balanced]. }
    apply (rests_upright k); [| |now apply leaning_upright];
      change (full k :: [b]) with ([full k] ++ [b]); rewrite app_assoc; apply Forall_app;
      (split; [assumption | repeat constructor; apply Hb]).
  Qed.

  (** * Play *)
  Definition level_dec : forall a b : level, {a = b} + {a <> b} := list_eq_dec bool_dec.

  (** Balanced levels, a full one, and maybe a balanced level that is not full. *)
  Definition shape (lower : tower) (top : tower) : Prop :=
    Forall balanced lower /\ (top = [] \/ exists b, top = [b] /\ balanced b /\ b <> full k).
  Definition position (lower top : tower) : tower := lower ++ full k :: top.

  (** How many blocks can still be moved: k for each that can leave a lower
      level, and k - 1 for each on top, which the next full level gives back. *)
  Definition left_to_play (lower top : tower) : Z := Z.of_nat k * spare lower + (Z.of_nat k - 1) * mass top.

  Lemma left_natural lower top : shape lower top -> 0 <= left_to_play lower top.
  Proof.
    intros [Hl Ht]. assert (0 <= spare lower).
    { induction Hl as [|a t Ha Hl IH]; [simpl; lia|]. apply balanced_edges in Ha.
      change (0 <= blocks a - 1 + spare t). lia. }
    assert (0 <= mass top).
    { destruct Ht as [->|(b & -> & Hb & _)]; apply mass_balanced; auto. }
    unfold left_to_play. assert (2 <= Z.of_nat k) by (unfold k; lia). nia.
  Qed.

  Lemma not_full_slot (b : level) l : nth l b true = false -> b <> full k.
  Proof.
    intros H ->. unfold full in H. rewrite nth_repeat in H. discriminate.
  Qed.

  (** A block can be taken from the lower levels only. *)
  Lemma shape_top lower top : shape lower top -> top_of k top.
  Proof. intros [_ [->|(b & -> & Hb & Hf)]]; [now left | right; exists b; repeat split; [apply Hb | exact Hf]]. Qed.
  Lemma taken lower top i j : shape lower top -> can_take k (position lower top) i j ->
    exists l1 a l2, lower = l1 ++ a :: l2 /\ length l1 = i /\ nth j a false = true.
  Proof. intros Hs. apply taken_from; [unfold k; lia | exact (shape_top _ _ Hs)]. Qed.

  (** Where the block goes: onto [b0], an empty level or one that is not full. *)
  Definition receives (top : tower) (b0 : level) : Prop :=
    length b0 = k /\ rev b0 = b0 /\ moment b0 = 0 /\ blocks b0 = mass top.

  Lemma empty_level : length (repeat false k) = k /\ rev (repeat false k) = repeat false k /\
    moment (repeat false k) = 0 /\ blocks (repeat false k) = 0.
  Proof.
    assert (E : forall n z, mids z (repeat false n) = []).
    { induction n as [|n IH]; intros z; [reflexivity | apply IH]. }
    split; [apply repeat_length|]. split.
    - apply rev_repeat.
    - unfold moment, blocks. rewrite middles_mids, E. split; reflexivity.
  Qed.

  Lemma put_on_top rest top l t' : top = [] \/ (exists b, top = [b] /\ balanced b /\ b <> full k) ->
    put k (rest ++ full k :: top) l t' ->
    exists b0, receives top b0 /\ (l < k)%nat /\ nth l b0 false = false /\ nth l b0 true = false /\
               t' = rest ++ full k :: [Well.update l (fun _ => true) b0].
  Proof.
    intros Ht H. apply put_iff in H; [|exact (shape_top [] top (conj (Forall_nil _) Ht))].
    destruct H as (Hl & Hn & ->). exists (base_of k top). split; [|split; [exact Hl|split; [|split; [exact Hn | reflexivity]]]].
    - destruct Ht as [->|(b & -> & Hb & _)]; cbn [base_of].
      + destruct empty_level as (E1 & E2 & E3 & E4). now repeat split.
      + pose proof (balanced_edges b Hb). destruct Hb as (Hlen & _ & Hrev). unfold receives. simpl. repeat split; auto; lia.
    - rewrite nth_indep with (d' := true); [exact Hn|].
      destruct Ht as [->|(b & -> & Hb & _)]; cbn [base_of]; [rewrite repeat_length; exact Hl | destruct Hb as [-> _]; exact Hl].
  Qed.

  (** A block was taken safely from a balanced level whose tower above is
      balanced: then both mirror images were not all of it. *)
  Lemma pair_left l1 a l2 top j : shape (l1 ++ a :: l2) top -> nth j a false = true ->
    stands (l1 ++ Well.update j (fun _ => false) a :: l2 ++ full k :: top) ->
    balanced (Well.update (k - 1 - j) (fun _ => false) (Well.update j (fun _ => false) a)).
  Proof.
    intros [Hall Htop] Hj [Hne Hst]. apply Forall_app in Hall. destruct Hall as [Hl1 Hall].
    inversion Hall as [|? ? Ha Hl2]; subst. destruct Ha as (Hlen & Ht & Hr).
    assert (Hjk : (j < length a)%nat).
    { destruct (Nat.lt_ge_cases j (length a)) as [H|H]; [exact H|]. rewrite nth_overflow in Hj by exact H. discriminate. }
    set (a' := Well.update j (fun _ => false) a) in *.
    assert (Hlen' : length a' = k) by (unfold a'; now rewrite update_length).
    pose proof (symmetric_both (fun _ => false) a j Hr Hjk) as Hsym. cbv zeta in Hsym. rewrite Hlen in Hsym. fold a' in Hsym.
    split; [now rewrite update_length|]. split; [|exact Hsym].
    (* the tower above is balanced, so the hull of a' contains the middle *)
    set (above := l2 ++ full k :: top) in *.
    assert (Habove : Forall balanced above).
    { unfold above. apply Forall_app. split; [exact Hl2|]. constructor; [apply full_balanced|].
      destruct Htop as [->|(b & -> & Hb & _)]; repeat constructor; apply Hb. }
    assert (Hholds : holds Z.lt a' above).
    { apply (rests_upright k) in Hst; [|clear Hst|exact Hne].
      - clear -Hst. induction l1 as [|b l1 IH]; [apply Hst | apply IH, Hst].
      - apply Forall_app. split; [apply balanced_parts, Hl1 | constructor; [exact Hlen' | apply balanced_parts, Habove]]. }
    assert (Ha' : In true a').
    { rewrite Forall_forall in Hne. apply Hne. apply in_app_iff. right. now left. }
    assert (Hmass : 0 < mass above).
    { unfold above. rewrite mass_app. change (mass (full k :: top)) with (blocks (full k) + mass top).
      pose proof (mass_balanced l2 Hl2). pose proof (balanced_edges _ full_balanced).
      assert (0 <= mass top) by (destruct Htop as [->|(b & -> & Hb & _)]; apply mass_balanced; auto). lia. }
    assert (Hmiddle : low a' < 0 < high a').
    { unfold holds in Hholds. destruct (sums_balanced above Habove) as [_ Hac].
      destruct above as [|b rest]; [simpl in Hmass; lia|]. rewrite Hac in Hholds. nia. }
    destruct (edge_blocks a' Ha') as (p & q & Hp & Hq & Elow & Ehigh). rewrite Hlen' in *.
    apply true_nth.
    assert (Hother : p <> (k - 1 - j)%nat \/ q <> (k - 1 - j)%nat).
    { destruct (Nat.eq_dec p (k - 1 - j)) as [->|]; [|now left]. destruct (Nat.eq_dec q (k - 1 - j)) as [->|]; [|now right].
      pose proof (middle_odd (k - 1 - j)). lia. }
    destruct Hother as [H|H]; [exists p | exists q]; rewrite nth_update;
      match goal with |- context [(?x =? ?y)%nat] => destruct (Nat.eqb_spec x y) end; simpl; congruence.
  Qed.

  Lemma reply lower top i j l t' : shape lower top -> move k (position lower top) i j l t' ->
    (k - 1 - j)%nat <> j /\
    exists lower' top', shape lower' top' /\ move k t' i (k - 1 - j) (k - 1 - l) (position lower' top') /\
                        left_to_play lower' top' < left_to_play lower top.
  Proof.
    intros Hshape (Htake & Hout & Hput & _). split; [unfold k; lia|].
    destruct (taken _ _ _ _ Hshape Htake) as (l1 & a & l2 & -> & <- & Hj).
    unfold position, without in Hout, Hput.
    rewrite <- app_assoc in Hout, Hput. cbn [app] in Hout, Hput. rewrite update_app in Hout, Hput.
    pose proof (pair_left l1 a l2 top j Hshape Hj Hout) as Ha2.
    destruct Hshape as [Hall Htop].
    rewrite app_comm_cons, app_assoc in Hput.
    destruct (put_on_top _ top l t' Htop Hput) as (b0 & (B1 & B2 & B3 & B4) & Hl & Hn & Hn' & ->).
    pose proof Hall as Hall'. apply Forall_app in Hall'. destruct Hall' as [Hl1 Hl2]. inversion Hl2 as [|? ? Ha Hl2']; subst.
    destruct Ha as (Hlen & Ht & Hr).
    assert (Hjk : (j < length a)%nat).
    { destruct (Nat.lt_ge_cases j (length a)) as [H|H]; [exact H|]. rewrite nth_overflow in Hj by exact H. discriminate. }
    set (a1 := Well.update j (fun _ => false) a) in *.
    set (a2 := Well.update (k - 1 - j) (fun _ => false) a1) in *.
    set (b1 := Well.update l (fun _ => true) b0).
    set (b2 := Well.update (k - 1 - l) (fun _ => true) b1).
    (* the slots of the mirror image *)
    assert (Na1 : nth (k - 1 - j) a1 false = true).
    { unfold a1. rewrite nth_update. destruct (Nat.eqb_spec j (k - 1 - j)); [unfold k in *; lia|]. simpl.
      rewrite <- Hlen, symmetric_nth by assumption. exact Hj. }
    assert (Nb1 : forall d, nth (k - 1 - l) b1 d = false).
    { intros d. unfold b1. rewrite nth_update. destruct (Nat.eqb_spec l (k - 1 - l)); [unfold k in *; lia|]. simpl.
      rewrite <- B1, symmetric_nth by (assumption || (rewrite B1; exact Hl)).
      rewrite nth_indep with (d' := true) by (rewrite B1; exact Hl). exact Hn'. }
    assert (Lb1 : length b1 = k) by (unfold b1; now rewrite update_length).
    destruct (fill_slot b0 l) as [M1 C1]; [rewrite B1; exact Hl | exact Hn |]. fold b1 in M1, C1.
    assert (Tb1 : In true b1).
    { apply true_nth. exists l. unfold b1. rewrite nth_update, Nat.eqb_refl, B1. apply Nat.ltb_lt in Hl. now rewrite Hl. }
    assert (Hmass : 0 <= mass top) by (destruct Htop as [->|(b & -> & Hb & _)]; apply mass_balanced; auto).
    assert (Lean : leaning b1).
    { repeat split; [exact Lb1 | exact Tb1 | | lia]. rewrite M1, B3, B1. unfold middle. lia. }
    assert (Hlow : Forall balanced (l1 ++ a2 :: l2)) by (apply Forall_app; split; [exact Hl1 | now constructor]).
    assert (Hb2 : balanced b2).
    { repeat split.
      - unfold b2. now rewrite update_length.
      - apply true_nth. exists (k - 1 - l)%nat. unfold b2. rewrite nth_update, Nat.eqb_refl, Lb1.
        destruct (Nat.ltb_spec (k - 1 - l) k); [reflexivity | lia].
      - pose proof (symmetric_both (fun _ => true) b0 l B2) as S. rewrite B1 in S. exact (S Hl). }
    destruct (fill_slot b1 (k - 1 - l)) as [_ C2]; [lia | apply Nb1 |]. fold b2 in C2.
    (* the reply is safe *)
    assert (Hmove : move k ((l1 ++ a1 :: l2) ++ full k :: [b1]) (length l1) (k - 1 - j) (k - 1 - l)
                      ((l1 ++ a2 :: l2) ++ full k :: [b2])).
    { split; [|split; [|split]].
      - split.
        + exists (length (l1 ++ a1 :: l2)). split; [rewrite app_length; simpl; lia | apply nth_middle].
        + rewrite <- app_assoc, app_nth2, Nat.sub_diag by lia. exact Na1.
      - unfold without. rewrite <- app_assoc. cbn [app]. rewrite update_app. fold a2.
        change (l1 ++ a2 :: l2 ++ [full k; b1]) with (l1 ++ (a2 :: l2) ++ full k :: [b1]). rewrite app_assoc. split.
        + apply Forall_app. split; [|repeat constructor; [apply full_balanced | exact Tb1]].
          eapply Forall_impl; [|exact Hlow]. intros c Hc. apply Hc.
        + now apply leaning_stable.
      - unfold without. rewrite <- app_assoc. cbn [app]. rewrite update_app. fold a2.
        assert (E2 : (l1 ++ a2 :: l2) ++ [full k; b2] = ((l1 ++ a2 :: l2) ++ [full k]) ++ [b2])
          by now rewrite <- !app_assoc.
        rewrite E2.
        apply on_the_top_level with (a := b1); [now rewrite <- !app_assoc | apply not_full_slot with (k - 1 - l)%nat; apply Nb1 | apply Nb1].
      - split; [|apply balanced_stable]; apply Forall_app; (split; [|repeat constructor]);
          try (eapply Forall_impl; [|exact Hlow]; intros c Hc; apply Hc); try apply full_balanced; try apply Hb2. }
    (* less is left to play *)
    assert (C3 : blocks a1 = blocks a - 1) by now apply clear_slot.
    assert (C4 : blocks a2 = blocks a1 - 1).
    { apply clear_slot; [unfold a1; rewrite update_length; lia | exact Na1]. }
    destruct (level_dec b2 (full k)) as [E|E].
    - exists ((l1 ++ a2 :: l2) ++ [full k]), []. split; [split; [apply Forall_app; split; [exact Hlow | repeat constructor; apply full_balanced] | now left]|].
      split.
      + unfold position. rewrite <- (app_assoc _ [full k]). cbn [app]. rewrite E in Hmove. exact Hmove.
      + unfold left_to_play. rewrite !spare_app. cbn [spare fold_right mass]. fold (spare l2).
        rewrite E in C2. rewrite full_blocks in *. nia.
    - exists (l1 ++ a2 :: l2), [b2]. split; [split; [exact Hlow | right; eauto]|]. split; [exact Hmove|].
      unfold left_to_play. rewrite !spare_app. cbn [spare fold_right]. fold (spare l2).
      change (mass [b2]) with (blocks b2 + 0). nia.
  Qed.

  Lemma mirror_wins : forall n lower top, shape lower top -> left_to_play lower top < Z.of_nat n ->
    second_wins k (position lower top).
  Proof.
    induction n as [|n IH]; intros lower top Hs Hn; [pose proof (left_natural _ _ Hs); lia|].
    constructor. intros i j l t' Hm. destruct (reply _ _ _ _ _ _ Hs Hm) as (_ & lower' & top' & Hs' & Hm' & Hlt).
    exists i, (k - 1 - j)%nat, (k - 1 - l)%nat, (position lower' top'). split; [exact Hm'|]. apply IH; [exact Hs' | lia].
  Qed.
End Even.

Theorem jenka_even_holds : StatementsTowers.jenka_even.
Proof.
  intros half n Hhalf Hn k.
  assert (Hstart : shape half (repeat (full k) (n - 1)) [] /\
                   repeat (full k) n = position half (repeat (full k) (n - 1)) []).
  { split.
    - split; [|now left]. apply Forall_forall. intros a Ha. apply repeat_spec in Ha. subst. now apply full_balanced.
    - unfold position. fold k. destruct n as [|n]; [lia|]. simpl. rewrite Nat.sub_0_r. apply repeat_cons. }
  destruct Hstart as [Hs ->]. split.
  - apply mirror_wins with (n := Z.to_nat (left_to_play half (repeat (full k) (n - 1)) [] + 1)); [exact Hhalf | exact Hs|].
    pose proof (left_natural half Hhalf _ _ Hs). lia.
  - exists (fun t => exists lower top, shape half lower top /\ t = position half lower top). split; [eauto|]. split.
    + intros t (lower & top & [Hl Ht] & ->). unfold position. apply Forall_app. split.
      * eapply Forall_impl; [|exact Hl]. intros a Ha. apply Ha.
      * constructor; [now apply full_balanced|]. destruct Ht as [->|(b & -> & Hb & _)]; repeat constructor. apply Hb.
    + intros t i j l t' (lower & top & Hs' & ->) Hm.
      destruct (reply half Hhalf _ _ _ _ _ _ Hs' Hm) as (Hne & lower' & top' & Hs2 & Hm2 & _).
      split; [exact Hne|]. exists (position half lower' top'). split; [exact Hm2 | eauto].
Qed.
