(** How many towers arise in Jenka_k, at most. A tower that stands is built from its top down. The centre of mass of
    what is above a level is over one of its slots, and the level has a block in that slot or blocks on both sides of
    it. The fewest levels are left out if the slot is in the middle, hence at most [over_the_middle k s] levels of s
    blocks can come next. *)
From Coq Require Import Arith ZArith QArith Qpower Bool List Lia Lqa.
From Topple Require Import Statements Wells Levels Hulls Moves BalanceCheck BalanceTowers BalancePlay
  JenkaPlaces GrowthSums GrowthLevels.
Import ListNotations Tower Jenka Balance Growth.
Local Open Scope nat_scope.

(** * All towers, from the top down *)
Section Downwards.
  Variable k : nat.
  Hypothesis positive : 1 <= k.

  (** The slot below the centre of mass of some levels. *)
  Definition slot (above : tower) : nat :=
    Nat.min (k - 1) (Z.to_nat ((across above + Z.of_nat k * mass above) / (2 * mass above))).

  Lemma held_over a above : length a = k -> In true a -> (0 < mass above)%Z ->
    (low a * mass above < across above < high a * mass above)%Z -> over (slot above) a = true.
  Proof.
    intros Hl Ha Hm Hc. destruct (edge_blocks a Ha) as (i & j & Ni & Nj & Ei & Ej). rewrite Ei, Ej, Hl in Hc.
    pose proof (nth_inside a false j Nj) as Hj. unfold middle in Hc. unfold slot.
    set (x := (across above + Z.of_nat k * mass above)%Z) in *.
    assert (L : (Z.of_nat i <= x / (2 * mass above))%Z) by (apply Z.div_le_lower_bound; lia).
    assert (H : (x / (2 * mass above) < Z.of_nat j + 1)%Z) by (apply Z.div_lt_upper_bound; lia).
    apply (over_blocks a i _ j); (lia || assumption).
  Qed.

  Definition may_carry (above : tower) : level -> bool := match above with [] => any | _ => over (slot above) end.
  (** All towers that end in [above], with r blocks in at most [n] levels below it. *)
  Fixpoint all_below (n : nat) (above : tower) (r : nat) : list tower :=
    match n, r with
    | _, 0 => [above]
    | 0, S _ => []
    | S n, S r => flat_map (fun a =>
        match blocks_of a with 0 => [] | S s => if s <=? r then all_below n (a :: above) (r - s) else [] end)
        (those (may_carry above) k)
    end.

  Lemma sequences_nth m : forall i, i <= m -> nth i (sequences k m) 0 = hd 0 (sequences k (m - i)).
  Proof.
    induction m as [|m IH]; intros [|i] H; try reflexivity; [lia|]. cbn [sequences nth]. rewrite IH by lia.
    now replace (S m - S i) with (m - i) by lia.
  Qed.

  Lemma all_below_length n : forall above r, above <> [] -> length (all_below n above r) <= hd 0 (sequences k r).
  Proof.
    induction n as [|n IH]; intros above [|r] Ha; try (cbn; lia).
    cbn [all_below sequences hd]. destruct above as [|b above]; [now destruct Ha|].
    eapply Nat.le_trans; [|apply (sum_over_middle k (slot (b :: above))); unfold slot; lia].
    apply those_sum. intros a. destruct (blocks_of a) as [|s]; [reflexivity|]. cbn [nth].
    destruct (Nat.leb_spec s r); [|apply Nat.le_0_l]. rewrite sequences_nth by assumption. now apply IH.
  Qed.
  Lemma all_towers_length n m : 1 <= m -> length (all_below n [] m) <= most k m.
  Proof.
    intros Hm. destruct m as [|r]; [lia|]. destruct n as [|n]; [apply Nat.le_0_l|]. unfold most.
    cbn [all_below sequences tl]. rewrite weighted_dot.
    apply Nat.le_trans with (dot (choose k) (0 :: sequences k r)); [|cbn [dot]; lia].
    rewrite <- sum_over_any. apply those_sum. intros a. destruct (blocks_of a) as [|s]; [reflexivity|]. cbn [nth].
    destruct (Nat.leb_spec s r); [|apply Nat.le_0_l]. rewrite sequences_nth by assumption.
    apply all_below_length. discriminate.
  Qed.

  (** Every tower that stands is among them: each level carries what is above it. *)
  Definition size (t : tower) : nat := list_sum (map blocks_of t).
  Definition placed (t : tower) : Prop := forall below a above, t = below ++ a :: above ->
    length a = k /\ 0 < blocks_of a /\ may_carry above a = true.

  Lemma size_app t u : size (t ++ u) = size t + size u.
  Proof. unfold size. now rewrite map_app, list_sum_app. Qed.
  Lemma size_cons a t : size (a :: t) = blocks_of a + size t.
  Proof. reflexivity. Qed.
  Lemma size_top t a : size (t ++ [a]) = size t + blocks_of a.
  Proof. rewrite size_app, size_cons. apply f_equal, Nat.add_0_r. Qed.

  Lemma placed_below n : forall below above, placed (below ++ above) -> size below <= n ->
    In (below ++ above) (all_below n above (size below)).
  Proof.
    induction n as [|n IH]; intros below above Hp Hn; destruct below as [|a l _] using rev_ind; try (now left);
      rewrite size_top in *; rewrite <- app_assoc in *; destruct (Hp l a above eq_refl) as (Ha & Hb & Hf); [lia|].
    destruct (size l + blocks_of a) as [|r] eqn:E; [lia|]. cbn [all_below]. apply in_flat_map.
    exists a. split; [now apply those_In|]. destruct (blocks_of a) as [|s]; [lia|].
    destruct (Nat.leb_spec s r); [|lia]. replace (r - s) with (size l) by lia. apply IH; [exact Hp | lia].
  Qed.

  (** * The towers that arise *)
  Lemma stands_placed t : even_levels k t -> stands t -> placed t.
  Proof.
    intros Hk Hs. assert (Ht := proj1 Hs). apply (stands_steady k t Hk Ht) in Hs. intros below a above ->.
    apply Forall_app in Hk, Ht. destruct Hk as [_ Hk], Ht as [_ Ht].
    inversion Hk as [|? ? Ha Hk']; subst. inversion Ht as [|? ? Hb Ht']; subst.
    split; [exact Ha|]. split; [now apply blocks_true, true_nth|].
    assert (S : steady (a :: above)) by (clear -Hs; induction below as [|b l IH]; [exact Hs | apply IH, Hs]).
    destruct above as [|b above]; [reflexivity|].
    apply held_over; [exact Ha | exact Hb | apply full_mass; [exact Ht' | discriminate] | apply S; discriminate].
  Qed.

  Lemma start_steady n : let t := repeat (full k) n in
    even_levels k t /\ Forall (fun a => In true a) t /\ along t = 0%Z /\ across t = 0%Z /\ steady t.
  Proof.
    unfold even_levels. induction n as [|n (H1 & H2 & H3 & H4 & H5)]; [now repeat constructor|]. cbn [repeat].
    split; [constructor; [apply full_length | exact H1]|].
    split; [constructor; [now apply full_in | exact H2]|].
    destruct (sums_cons (full k) (repeat (full k) n)) as [-> ->]. rewrite H3, H4, full_moment.
    split; [reflexivity|]. split; [reflexivity|]. split; [|exact H5]. intros Hne.
    pose proof (full_mass _ H2 Hne). rewrite H4. pose proof (edges (full k) 0 (full_nth k 0 positive)) as E1.
    pose proof (edges (full k) (k - 1) (full_nth k (k - 1) ltac:(lia))) as E2.
    rewrite full_length in *. unfold middle in *. split; nia.
  Qed.

  Lemma without_split t i j : nth j (nth i t []) false = true -> exists l1 a l2,
    t = l1 ++ a :: l2 /\ nth j a false = true /\ without i j t = l1 ++ Well.update j (fun _ => false) a :: l2.
  Proof.
    intros H. destruct (Nat.lt_ge_cases i (length t)) as [Hi|Hi].
    - destruct (nth_split t [] Hi) as (l1 & l2 & E & El). exists l1, (nth i t []), l2. split; [exact E|].
      split; [exact H|]. unfold without. rewrite E at 1. rewrite <- El at 1. apply update_app.
    - rewrite (nth_overflow t [] Hi) in H. destruct j; discriminate.
  Qed.
  Lemma level_updated (f : bool -> bool) j l1 a l2 :
    even_levels k (l1 ++ a :: l2) -> even_levels k (l1 ++ Well.update j f a :: l2).
  Proof.
    unfold even_levels. rewrite !Forall_app. intros [H1 H2]. split; [exact H1|].
    inversion H2; subst. constructor; [apply update_length | assumption].
  Qed.

  Lemma without_keeps t i j : nth j (nth i t []) false = true -> even_levels k t ->
    even_levels k (without i j t) /\ size t = S (size (without i j t)).
  Proof.
    intros H Hk. destruct (without_split t i j H) as (l1 & a & l2 & -> & Hj & ->).
    split; [now apply level_updated|]. rewrite !size_app, !size_cons, (blocks_clear a j Hj). lia.
  Qed.
  Lemma put_keeps t l t' : even_levels k t -> put k t l t' -> even_levels k t' /\ size t' = S (size t).
  Proof.
    intros Hk [below Ht Hl|below a -> _ Hn].
    - split; [apply level_updated, Forall_app; split; [exact Hk | repeat constructor; apply repeat_length]|].
      assert (E : forall n, blocks_of (repeat false n) = 0) by (induction n; auto).
      rewrite size_top, blocks_set, E; [lia|].
      rewrite nth_indep with (d' := false) by now rewrite repeat_length. apply nth_repeat.
    - split; [now apply level_updated|]. rewrite !size_top, blocks_set by exact Hn. lia.
  Qed.

  Lemma arises_stands n t : arises k n t -> even_levels k t /\ stands t /\ size t = k * n.
  Proof.
    induction 1 as [|t i j l t' _ (Hk & _ & Hm) ([_ Hj] & _ & Hput & Hs)].
    - destruct (start_steady n) as (H1 & H2 & _ & _ & H5). split; [exact H1|]. split; [now apply (stands_steady k)|].
      clear. induction n as [|n IH]; [now rewrite Nat.mul_0_r|]. cbn [repeat]. rewrite size_cons, IH, blocks_full. lia.
    - destruct (without_keeps t i j Hj Hk) as [Hk' E]. destruct (put_keeps _ _ _ Hk' Hput). split; [assumption|].
      split; [exact Hs | lia].
  Qed.

  Lemma few_arise n towers : 1 <= n -> NoDup towers -> Forall (arises k n) towers -> length towers <= most k (k * n).
  Proof.
    intros Hn Hd Ht. eapply Nat.le_trans; [|apply (all_towers_length (k * n)); nia].
    apply NoDup_incl_length; [exact Hd|]. intros t Hin. rewrite Forall_forall in Ht.
    destruct (arises_stands n t (Ht t Hin)) as (Hk & Hs & Hm).
    pose proof (placed_below (k * n) t []) as P. rewrite app_nil_r, Hm in P. apply P; [now apply stands_placed | lia].
  Qed.
End Downwards.

Local Open Scope Q_scope.
Theorem jenka_growth_bound_holds : StatementsGrowth.jenka_growth_bound.
Proof.
  intros k n towers Hk Hn Hd Ht. pose proof (few_arise k Hk n towers Hn Hd Ht) as F. split; [exact F|]. intros u Hu Hg.
  assert (P : 0 < u - 1) by lra. assert (E : 1 + (u - 1) == u) by ring. rewrite <- E in Hg.
  pose proof (most_bound (u - 1) P k Hk Hg (k * n) ltac:(nia)) as B. rewrite E in B.
  eapply Qle_trans; [|exact B]. apply Qmult_le_compat_r; [|apply Qpower_pos; lra].
  now apply num_le.
Qed.
