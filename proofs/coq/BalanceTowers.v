(** Towers of Jenka with 2 * h + 1 blocks a level: the sides of a level, how far a level
    can tip, when a tower with a full level near the top stands, and what a move is. *)
From Coq Require Import Arith ZArith Bool List Lia.
From Topple Require Import Statements Wells Levels Hulls BalanceCheck.
Import ListNotations Tower Jenka Balance.
Local Open Scope Z_scope.

(** * Counting blocks *)
Lemma mids_blocks a : forall z, length (mids z a) = blocks_of a.
Proof. unfold blocks_of. induction a as [|c a IH]; intros z; [reflexivity|]. cbn [mids filter]. rewrite app_length, IH. now destruct c. Qed.
Lemma blocks_blocks a : blocks a = Z.of_nat (blocks_of a).
Proof. unfold blocks. now rewrite middles_mids, mids_blocks. Qed.
Lemma moment_mids a : moment a = sum (mids (1 - Z.of_nat (length a)) a).
Proof. unfold moment. now rewrite middles_mids. Qed.

Lemma blocks_app a b : blocks_of (a ++ b) = (blocks_of a + blocks_of b)%nat.
Proof. unfold blocks_of. now rewrite filter_app, app_length. Qed.
Lemma blocks_cons c a : blocks_of (c :: a) = ((if c then 1 else 0) + blocks_of a)%nat.
Proof. unfold blocks_of. now destruct c. Qed.
Lemma blocks_le a : (blocks_of a <= length a)%nat.
Proof. induction a as [|c a IH]; [auto|]. rewrite blocks_cons. cbn [length]. destruct c; lia. Qed.
Lemma blocks_true a : (0 < blocks_of a)%nat <-> exists j, nth j a false = true.
Proof.
  induction a as [|c a IH].
  - split; [cbn; lia | intros ([|j] & H); discriminate].
  - rewrite blocks_cons. split.
    + intros H. destruct c; [now exists 0%nat|]. destruct IH as [IH _]. destruct IH as (j & Hj); [lia|]. now exists (S j).
    + intros ([|j] & H); [cbn in H; subst c; lia|]. destruct IH as [_ IH]. specialize (IH (ex_intro _ j H)). lia.
Qed.
Lemma blocks_rev a : blocks_of (rev a) = blocks_of a.
Proof. induction a as [|c a IH]; [reflexivity|]. cbn [rev]. rewrite blocks_app, IH, !blocks_cons. cbn. lia. Qed.
Lemma blocks_clear a : forall j, nth j a false = true ->
  blocks_of a = S (blocks_of (Well.update j (fun _ => false) a)).
Proof.
  induction a as [|c a IH]; intros [|j] H; cbn [nth Well.update] in *; try discriminate; rewrite !blocks_cons.
  - now subst c.
  - rewrite (IH j H). lia.
Qed.
Lemma blocks_set a : forall j, nth j a true = false -> blocks_of (Well.update j (fun _ => true) a) = S (blocks_of a).
Proof.
  induction a as [|x a IH]; intros [|j] H; cbn [nth Well.update] in *; try discriminate; rewrite !blocks_cons.
  - now subst x.
  - rewrite (IH j H). lia.
Qed.
Lemma blocks_full k : blocks_of (full k) = k.
Proof. induction k as [|k IH]; [reflexivity|]. cbn [full repeat]. rewrite blocks_cons. unfold full in IH. now rewrite IH. Qed.

(** The blocks of a part of a level, as far to one side as they can be. *)
Lemma greatest_moment a : forall z, let r := Z.of_nat (blocks_of a) in
  sum (mids z a) <= r * (z + 2 * (Z.of_nat (length a) - 1)) - r * (r - 1) /\
  r * z + r * (r - 1) <= sum (mids z a).
Proof.
  induction a as [|c a IH]; intros z r; [cbn; lia|]. unfold r. rewrite blocks_cons. cbn [mids length].
  destruct (IH (z + 2)) as [H1 H2]. pose proof (blocks_le a). rewrite sum_app.
  destruct c; cbn [sum fold_right]; rewrite ?Nat2Z.inj_add, ?Nat2Z.inj_succ; cbn [Z.of_nat Pos.of_succ_nat]; nia.
Qed.

Lemma update_left {A} (f : A -> A) l m : forall j, (j < length l)%nat -> Well.update j f (l ++ m) = Well.update j f l ++ m.
Proof. induction l as [|a l IH]; intros [|j] H; cbn in *; try lia; [reflexivity|]. now rewrite IH by lia. Qed.
Lemma update_right {A} (f : A -> A) l m : forall j, Well.update (length l + j) f (l ++ m) = l ++ Well.update j f m.
Proof. induction l as [|a l IH]; intros j; cbn; [reflexivity|]. now rewrite IH. Qed.

(** What is done to the number of blocks, and to the blocks. *)
Definition counting_as (f : nat -> nat -> option nat) (b : bool) : Prop :=
  (forall part i, nth i part b = negb b -> f (length part) (blocks_of part) = Some (blocks_of (Well.update i (fun _ => b) part))) /\
  (forall part n, f (length part) (blocks_of part) = Some n -> exists i, nth i part b = negb b).
Lemma less_counts : counting_as one_less false.
Proof.
  split; intros part.
  - intros i H. now rewrite (blocks_clear part i H).
  - intros n H. apply blocks_true. destruct (blocks_of part); [discriminate | lia].
Qed.
Lemma more_counts : counting_as one_more true.
Proof.
  unfold one_more. split; intros part.
  - intros i H. pose proof (blocks_set part i H) as S. pose proof (blocks_le (Well.update i (fun _ => true) part)) as L.
    rewrite update_length, S in L. rewrite S. destruct (Nat.ltb_spec (blocks_of part) (length part)); [reflexivity | lia].
  - intros n. destruct (Nat.ltb_spec (blocks_of part) (length part)) as [L|]; [|discriminate]. intros _. clear n.
    induction part as [|x part IH]; [cbn in L; lia|]. destruct x; [|now exists 0%nat].
    rewrite blocks_cons in L. cbn [length] in L. destruct IH as (i & Hi); [lia|]. now exists (S i).
Qed.

Lemma nth_inside (a : list bool) b j : nth j a b = negb b -> (j < length a)%nat.
Proof. intros H. destruct (Nat.lt_ge_cases j (length a)) as [L|L]; [exact L|]. rewrite nth_overflow in H by exact L. now destruct b. Qed.

Section Slots.
  Variable h : nat.
  Let k := slots h.

  (** * The sides of a level *)
  Definition sides_of (a : level) : sides :=
    (blocks_of (firstn h a), blocks_of (firstn 1 (skipn h a)), blocks_of (skipn (S h) a)).

  Lemma parted a : length a = k -> exists (l : level) (x : bool) (r : level), a = l ++ x :: r /\ length l = h /\ length r = h.
  Proof.
    unfold k, slots. intros H. destruct (nth_split a false (n := h)) as (l & r & E & Hl); [lia|].
    exists l, (nth h a false), r. rewrite E in H at 1. rewrite app_length in H. cbn in H. repeat split; [exact E | exact Hl | lia].
  Qed.
  Lemma sides_parted (l : level) x r : length l = h -> sides_of (l ++ x :: r) = (blocks_of l, if x then 1%nat else 0%nat, blocks_of r).
  Proof.
    intros H. unfold sides_of.
    assert (E : firstn h (l ++ x :: r) = l /\ skipn h (l ++ x :: r) = x :: r /\ skipn (S h) (l ++ x :: r) = r).
    { clear k. revert h H. induction l as [|y l IH]; intros [|n] H; try discriminate; [repeat split|].
      injection H as H. destruct (IH n H) as (E1 & E2 & E3). cbn in *. now rewrite E1, E2, E3. }
    destruct E as (-> & -> & ->). cbn [firstn].
    now destruct x.
  Qed.

  Definition blocks_in (s : sides) : nat := let '(l, m, r) := s in (l + m + r)%nat.
  Lemma sides_blocks a : length a = k -> blocks_in (sides_of a) = blocks_of a.
  Proof.
    intros H. destruct (parted a H) as (l & x & r & -> & Hl & Hr). rewrite sides_parted by exact Hl.
    cbn. rewrite blocks_app, blocks_cons. lia.
  Qed.

  Lemma tip_bound (c : counting) a : half c = h -> length a = k ->
    moment a <= blocks a + 1 + Z.of_nat (tip c true (sides_of a)) /\
    - moment a <= blocks a + 1 + Z.of_nat (tip c false (sides_of a)).
  Proof.
    intros Hc H. destruct (parted a H) as (l & x & r & -> & Hl & Hr).
    rewrite sides_parted by exact Hl. unfold tip, mirrored. rewrite Hc. fold k.
    rewrite moment_mids, H, mids_app, sum_app, blocks_blocks, blocks_app, blocks_cons. cbn [mids]. rewrite sum_app.
    assert (E : 1 - Z.of_nat k + 2 * Z.of_nat (length l) = 0) by (unfold k, slots; lia). rewrite E.
    assert (E0 : sum (if x then [0] else []) = 0) by now destruct x. rewrite E0. clear E0.
    pose proof (greatest_moment l (1 - Z.of_nat k)) as Gl. pose proof (greatest_moment r (0 + 2)) as Gr. cbv zeta in Gl, Gr.
    rewrite Hl in Gl. rewrite Hr in Gr.
    assert (K : Z.of_nat k = 2 * Z.of_nat h + 1) by (unfold k, slots; lia).
    set (L := blocks_of l) in *. set (R := blocks_of r) in *.
    assert (T : forall p q w : nat, Z.of_nat (p * k - (p * p + q * q + q + w + 1)) >=
      Z.of_nat p * Z.of_nat k - (Z.of_nat p * Z.of_nat p + Z.of_nat q * Z.of_nat q + Z.of_nat q + Z.of_nat w + 1)) by (intros; nia).
    pose proof (T R L (L + (if x then 1 else 0) + R)%nat). pose proof (T L R (R + (if x then 1 else 0) + L)%nat).
    split; destruct x; nia.
  Qed.

  (** A block on each side of the middle, or in it. *)
  Lemma middle_at j : middle k j = 2 * (Z.of_nat j - Z.of_nat h).
  Proof. unfold middle, k, slots. lia. Qed.
  Lemma side_blocks a (l : level) x (r : level) : a = l ++ x :: r -> length l = h -> length r = h ->
    ((0 < blocks_of l)%nat <-> exists j, (j < h)%nat /\ nth j a false = true) /\
    (x = true <-> nth h a false = true) /\
    ((0 < blocks_of r)%nat <-> exists j, (h < j)%nat /\ nth j a false = true).
  Proof.
    intros -> Hl Hr. repeat split.
    - intros H. apply blocks_true in H. destruct H as (j & Hj). exists j.
      destruct (Nat.lt_ge_cases j h) as [L|L]; [|rewrite nth_overflow in Hj by lia; discriminate].
      split; [exact L|]. rewrite app_nth1 by lia. exact Hj.
    - intros (j & L & Hj). rewrite app_nth1 in Hj by lia. apply blocks_true. eauto.
    - intros ->. rewrite <- Hl. apply nth_middle.
    - rewrite <- Hl, nth_middle. auto.
    - intros H. apply blocks_true in H. destruct H as (j & Hj). exists (h + S j)%nat. split; [lia|].
      rewrite app_nth2 by lia. replace (h + S j - length l)%nat with (S j) by lia. exact Hj.
    - intros (j & L & Hj). rewrite app_nth2 in Hj by lia. apply blocks_true.
      destruct (j - length l)%nat as [|i] eqn:E; [lia|]. exists i. exact Hj.
  Qed.

  Definition standing (a : level) : Prop := length a = k /\ sides_stand (sides_of a) = true.

  Lemma standing_edges a : standing a -> low a <= -1 /\ 1 <= high a /\ In true a /\ 1 <= blocks a.
  Proof.
    intros [H S]. destruct (parted a H) as (l & x & r & E & Hl & Hr).
    destruct (side_blocks a l x r E Hl Hr) as (B1 & B2 & B3).
    rewrite E, sides_parted in S by exact Hl. unfold sides_stand in S.
    assert (J : exists i j, nth i a false = true /\ nth j a false = true /\ (i <= h <= j)%nat).
    { apply orb_true_iff in S. destruct S as [S|S].
      - destruct x; [|discriminate]. exists h, h. destruct B2 as [B2 _]. auto.
      - apply andb_true_iff in S. destruct S as [S1 S2]. apply Nat.ltb_lt in S1, S2.
        apply B1 in S1. apply B3 in S2. destruct S1 as (i & Hi & Ni), S2 as (j & Hj & Nj). exists i, j. repeat split; auto; lia. }
    destruct J as (i & j & Ni & Nj & Hij). pose proof (edges a i Ni). pose proof (edges a j Nj).
    rewrite H, !middle_at in *. repeat split; try lia.
    - apply true_nth. eauto.
    - rewrite blocks_blocks. assert (0 < blocks_of a)%nat by (apply blocks_true; eauto). lia.
  Qed.
  Lemma edges_standing a : length a = k -> In true a -> low a <= 0 -> 0 <= high a -> standing a.
  Proof.
    intros H Ht L U. split; [exact H|]. destruct (edge_blocks a Ht) as (i & j & Ni & Nj & Ei & Ej).
    rewrite H, !middle_at in *. destruct (parted a H) as (l & x & r & E & Hl & Hr).
    destruct (side_blocks a l x r E Hl Hr) as (B1 & B2 & B3). rewrite E, sides_parted by exact Hl. unfold sides_stand.
    apply orb_true_iff. destruct x eqn:X; [now left|right].
    assert (Nh : nth h a false <> true) by (intros N; apply B2 in N; discriminate).
    apply andb_true_iff. rewrite !Nat.ltb_lt, B1, B3. split.
    - exists i. split; [|exact Ni]. assert (i <> h) by congruence. lia.
    - exists j. split; [|exact Nj]. assert (j <> h) by congruence. lia.
  Qed.

  (** Taking a block, and putting one. *)
  Definition side (j : nat) : nat := if (j <? h)%nat then 1 else if (j =? h)%nat then 2 else 3.
  Lemma altered f b a j : counting_as f b -> length a = k -> nth j a b = negb b ->
    alter h f (side j) (sides_of a) = Some (sides_of (Well.update j (fun _ => b) a)).
  Proof.
    intros [C _] H Hj. pose proof (nth_inside a b j Hj) as Lj. destruct (parted a H) as (l & x & r & -> & Hl & Hr).
    rewrite app_length in Lj. cbn [length] in Lj. unfold side.
    destruct (Nat.ltb_spec j h) as [L|L]; [|destruct (Nat.eqb_spec j h) as [->|N]].
    - rewrite update_left by lia. rewrite app_nth1 in Hj by lia. rewrite !sides_parted by (rewrite ?update_length; exact Hl).
      cbn [alter]. rewrite <- Hl. now rewrite (C l j Hj).
    - rewrite <- Hl in Hj at 1. rewrite nth_middle in Hj.
      pose proof (update_right (fun _ => b) l (x :: r) 0) as E. rewrite Nat.add_0_r, Hl in E. rewrite E. cbn [Well.update].
      rewrite !sides_parted by exact Hl. cbn [alter]. pose proof (C [x] 0%nat Hj) as C1. cbn [length Well.update] in C1.
      unfold blocks_of in C1 at 1. replace (if x then 1%nat else 0%nat) with (length (filter (fun x => x) [x])) by now destruct x.
      rewrite C1. now destruct b.
    - rewrite app_nth2 in Hj by lia. destruct (j - length l)%nat as [|i] eqn:Ei; [lia|]. cbn [nth] in Hj.
      pose proof (update_right (fun _ => b) l (x :: r) (S i)) as E. replace (length l + S i)%nat with j in E by lia.
      rewrite E. cbn [Well.update]. rewrite !sides_parted by exact Hl. cbn [alter]. rewrite <- Hr. now rewrite (C r i Hj).
  Qed.
  Lemma alter_found f b a t s : counting_as f b -> length a = k -> alter h f t (sides_of a) = Some s ->
    exists j, nth j a b = negb b /\ s = sides_of (Well.update j (fun _ => b) a).
  Proof.
    intros C H W. assert (J : exists j, nth j a b = negb b /\ side j = t).
    { destruct C as [_ C]. destruct (parted a H) as (l & x & r & -> & Hl & Hr). rewrite sides_parted in W by exact Hl. unfold side.
      destruct t as [|[|[|[|t]]]]; try discriminate; cbn [alter] in W.
      - destruct (f h (blocks_of l)) eqn:F; [|discriminate]. rewrite <- Hl in F at 1. destruct (C l _ F) as (j & Hj).
        pose proof (nth_inside l b j Hj). exists j. rewrite app_nth1 by assumption. split; [exact Hj|]. now destruct (Nat.ltb_spec j h); [|lia].
      - destruct (f 1%nat _) eqn:F in W; [|discriminate]. exists h. rewrite Nat.ltb_irrefl, Nat.eqb_refl. split; [|reflexivity].
        rewrite <- Hl, nth_middle. destruct (C [x] n) as ([|j] & Hj); [rewrite <- F; now destruct x | exact Hj|].
        apply (nth_inside [x] b (S j)) in Hj. cbn in Hj. lia.
      - destruct (f h (blocks_of r)) eqn:F; [|discriminate]. rewrite <- Hr in F at 1. destruct (C r _ F) as (j & Hj).
        exists (h + S j)%nat. rewrite app_nth2 by lia. replace (h + S j - length l)%nat with (S j) by lia. split; [exact Hj|].
        destruct (Nat.ltb_spec (h + S j) h); [lia|]. destruct (Nat.eqb_spec (h + S j) h); [lia | reflexivity]. }
    destruct J as (j & Hj & <-). exists j. split; [exact Hj|]. rewrite (altered f b) in W by assumption. congruence.
  Qed.

  Lemma less_anywhere t s : alter 0 one_less t s = alter h one_less t s.
  Proof. now destruct s as [[l m] r], t as [|[|[|[|t]]]]. Qed.
  Lemma clear_sides a j : length a = k -> nth j a false = true ->
    let a' := Well.update j (fun _ => false) a in
    sides_stand (sides_of a') = true -> sides_without (sides_of a) (side j) = Some (sides_of a').
  Proof.
    intros H Hj a' St. unfold sides_without. rewrite less_anywhere, (altered one_less false a j less_counts H Hj). fold a'. now rewrite St.
  Qed.
  Lemma without_sides a t s : length a = k -> sides_without (sides_of a) t = Some s ->
    exists j, nth j a false = true /\ sides_of (Well.update j (fun _ => false) a) = s /\ sides_stand s = true.
  Proof.
    intros H W. unfold sides_without in W. rewrite less_anywhere in W. destruct (alter _ _ _ _) as [rest|] eqn:A; [|discriminate].
    destruct (sides_stand rest) eqn:St; [|discriminate]. injection W as <-.
    destruct (alter_found one_less false a t rest less_counts H A) as (j & Hj & ->). eauto.
  Qed.
End Slots.
