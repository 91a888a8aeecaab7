(** Misere play: labels, and a game that is followed by one stone. *)
From Coq Require Import Arith Bool List Lia.
From Topple Require Import Statements Games.
Import ListNotations.

Theorem sum_moves_holds : StatementsGames.sum_moves.
Proof.
  intros P options g ends Hg ps. destruct (sprague_grundy_holds P options g Hg) as [HG H]. destruct (H ends) as [Hsum _].
  now destruct (grundy_outcome (sum_options options) Hsum _ HG ps).
Qed.

Section Misere.
  Context {P : Type} (options : P -> list P).
  Hypothesis ends : play_ends options.

  Lemma not_both_misere p : Wins_misere options p -> Loses_misere options p -> False.
  Proof.
    induction (ends p) as [p _ IH]. intros HW HL. inversion HL as [? Hne Hall]; subst.
    inversion HW as [? E|? q Hq HLq]; subst; [contradiction | apply (IH q Hq); auto].
  Qed.

  (** ** One stone to follow *)
  Lemma one_stone p : let after := then_options options nim_pile in
    (Wins after (p, 1) <-> Wins_misere options p) /\ (Loses after (p, 1) <-> Loses_misere options p).
  Proof.
    intros after. induction (ends p) as [p _ IH].
    assert (E : after (p, 1) = match options p with [] => [(p, 0)] | ps => map (fun p' => (p', 1)) ps end) by reflexivity.
    destruct (options p) as [|o os] eqn:Eo.
    - (** over: the stone is taken, and then nothing is left *)
      assert (last : Loses after (p, 0)).
      { apply loses. intros q Hq. unfold after, then_options in Hq. rewrite Eo in Hq. destruct Hq. }
      assert (won : Wins after (p, 1)) by (apply wins with (p, 0); [rewrite E; now left | exact last]).
      split; (split; intros H).
      + now apply wins_over.
      + exact won.
      + exfalso. inversion H as [? Hall]; subst. specialize (Hall (p, 0)). rewrite E in Hall.
        specialize (Hall (or_introl eq_refl)). inversion Hall as [? q Hq _]; subst.
        unfold after, then_options in Hq. rewrite Eo in Hq. destruct Hq.
      + inversion H as [? Hne _]; subst. contradiction.
    - rewrite <- Eo in E.
      assert (E' : after (p, 1) = map (fun p' => (p', 1)) (options p)) by (rewrite E, Eo; reflexivity). clear E.
      assert (both : forall q, In q (options p) ->
        (Wins after (q, 1) <-> Wins_misere options q) /\ (Loses after (q, 1) <-> Loses_misere options q)) by (rewrite Eo; exact IH).
      split; (split; intros H).
      + inversion H as [? r Hr Hl]; subst. rewrite E' in Hr. apply in_map_iff in Hr. destruct Hr as (q & <- & Hq).
        apply wins_misere with q; [exact Hq | now apply both].
      + inversion H as [? Over|? q Hq Hl]; subst; [congruence|].
        apply wins with (q, 1); [rewrite E'; now apply (in_map (fun p' => (p', 1))) | now apply both].
      + inversion H as [? all]; subst. apply loses_misere; [congruence|]. intros q Hq. apply both; [exact Hq|].
        apply all. rewrite E'. now apply (in_map (fun p' => (p', 1))).
      + inversion H as [? Hne all]; subst. apply loses. intros r Hr. rewrite E' in Hr.
        apply in_map_iff in Hr. destruct Hr as (q & <- & Hq). apply both; auto.
  Qed.
End Misere.

Theorem misere_labels_holds : StatementsGames.misere_labels.
Proof.
  intros P options f ends Hf p.
  assert (told : forall p, (f p = 1 -> Wins_misere options p) /\ (f p = 0 -> Loses_misere options p)).
  { clear p. intros p. induction (ends p) as [p _ IH]. destruct (Hf p) as [[E [H|(q & Hq & Eq)]]|(E & Hne & Hall)]; split; intros E'; try congruence.
    - now apply wins_over.
    - apply wins_misere with q; [exact Hq | now apply IH].
    - apply loses_misere; [exact Hne|]. intros q Hq. apply IH; auto. }
  destruct (told p) as [T1 T0]. pose proof (not_both_misere options ends p) as N.
  destruct (Hf p) as [[E _]|[E _]]; rewrite E in *; split; (split; intros H); auto; try discriminate; exfalso; auto.
Qed.

Theorem misere_by_sequence_holds : StatementsGames.misere_by_sequence.
Proof. intros P options ends p. now apply one_stone. Qed.

(** * Moves of a sum *)
Lemma sum_option {P} (options : P -> list P) ps qs : In qs (sum_options options ps) <->
  exists l p r q, ps = l ++ p :: r /\ qs = l ++ q :: r /\ In q (options p).
Proof.
  revert qs. induction ps as [|m ps IH]; intros qs; cbn [sum_options].
  - split; [intros [] | intros (l & p & r & q & E & _); destruct l; discriminate].
  - rewrite in_app_iff, !in_map_iff. split.
    + intros [(q & <- & Hq)|(qs' & <- & Hq)]; [now exists [], m, ps, q|].
      apply IH in Hq. destruct Hq as (l & p & r & q & -> & -> & Hq). now exists (m :: l), p, r, q.
    + intros (l & p & r & q & E & -> & Hq). destruct l as [|m' l]; cbn [app] in *; injection E as -> ->.
      * left. now exists q.
      * right. exists (l ++ q :: r). split; [reflexivity|]. apply IH. now exists l, p, r, q.
Qed.

(** * Misere Nim *)
Definition nim : list nat -> list (list nat) := sum_options nim_pile.

Lemma nim_option ps q : In q (nim ps) <-> exists l n r k, ps = l ++ n :: r /\ q = l ++ k :: r /\ k < n.
Proof.
  unfold nim. rewrite sum_option.
  split; intros (l & n & r & k & E & E' & H); exists l, n, r, k; (split; [exact E|]; split; [exact E'|]);
    apply in_seq in H || apply in_seq; lia.
Qed.

Lemma pile_grundy : is_grundy nim_pile (fun n => n).
Proof.
  intros n. unfold nim_pile. rewrite map_id. split; [rewrite in_seq; lia|]. intros k Hk. apply in_seq. lia.
Qed.
Lemma nim_grundy : is_grundy nim nim_sum.
Proof.
  destruct (sprague_grundy_holds _ _ _ pile_grundy) as [H _]. intros ps. specialize (H ps). cbv beta in H. fold nim in H.
  rewrite map_id in H. rewrite (map_ext _ nim_sum) in H; [exact H|]. intros q. now rewrite map_id.
Qed.
Lemma nim_ends : play_ends nim.
Proof.
  apply sum_ends. apply (weight_ends_play nim_pile (fun n => n)). intros p q Hq. apply in_seq in Hq. lia.
Qed.

Definition largeb (ps : list nat) : bool := existsb (fun n => 2 <=? n) ps.
Lemma largeb_spec ps : largeb ps = true <-> large ps.
Proof.
  unfold largeb, large. rewrite existsb_exists. split; intros (n & Hn & H); exists n; (split; [exact Hn|]); now apply Nat.leb_le.
Qed.
Lemma largeb_app l r : largeb (l ++ r) = largeb l || largeb r.
Proof. apply existsb_app. Qed.

Lemma nim_sum_app l r : nim_sum (l ++ r) = Nat.lxor (nim_sum l) (nim_sum r).
Proof.
  unfold nim_sum. induction l as [|n l IH]; cbn [app fold_right]; [now rewrite Nat.lxor_0_l|]. now rewrite IH, Nat.lxor_assoc.
Qed.

(** Heaps of one stone only: the nim-sum is the parity of their number. *)
Lemma small_sum ps : largeb ps = false -> nim_sum ps = Nat.b2n (Nat.odd (length (filter (Nat.eqb 1) ps))).
Proof.
  induction ps as [|n ps IH]; [reflexivity|]. unfold largeb in *. cbn [existsb]. intros H. apply orb_false_iff in H. destruct H as [Hn H].
  apply Nat.leb_gt in Hn. change (nim_sum (n :: ps)) with (Nat.lxor n (nim_sum ps)). rewrite (IH H).
  destruct n as [|[|n]]; [| |lia]; cbn [filter Nat.eqb].
  - now rewrite Nat.lxor_0_l.
  - cbn [length]. rewrite Nat.odd_succ, <- Nat.negb_odd. now destruct (Nat.odd _).
Qed.
Lemma small_bit ps : largeb ps = false -> nim_sum ps = 0 \/ nim_sum ps = 1.
Proof. intros H. rewrite (small_sum ps H). destruct (Nat.odd _); auto. Qed.

(** One large heap among single stones. *)
Lemma one_large l n r : 2 <= n -> largeb (l ++ r) = false -> nim_sum (l ++ n :: r) <> 0.
Proof.
  intros Hn H E. rewrite largeb_app in H. apply orb_false_iff in H. destruct H as [Hl Hr].
  rewrite nim_sum_app in E. change (nim_sum (n :: r)) with (Nat.lxor n (nim_sum r)) in E.
  rewrite (Nat.lxor_comm n), <- Nat.lxor_assoc in E. apply Nat.lxor_eq in E.
  destruct (small_bit l Hl) as [El | El], (small_bit r Hr) as [Er | Er]; rewrite El, Er in E; cbn in E; lia.
Qed.

(** Another number of stones in a heap. *)
Lemma sum_with l k r j : k < 2 -> j = 1 - k -> nim_sum (l ++ k :: r) = 0 -> nim_sum (l ++ j :: r) = 1.
Proof.
  intros Hk -> H.
  assert (E : forall a, nim_sum (l ++ a :: r) = Nat.lxor a (Nat.lxor (nim_sum l) (nim_sum r))).
  { intros a. rewrite nim_sum_app. change (nim_sum (a :: r)) with (Nat.lxor a (nim_sum r)).
    now rewrite <- !Nat.lxor_assoc, (Nat.lxor_comm (nim_sum l)). }
  rewrite E in *. apply Nat.lxor_eq in H. rewrite <- H. destruct k as [|[|]]; [reflexivity | reflexivity | lia].
Qed.

Definition label (ps : list nat) : nat :=
  if largeb ps then (if nim_sum ps =? 0 then 0 else 1) else (if nim_sum ps =? 0 then 1 else 0).

Lemma small_option ps q : largeb ps = false -> In q (nim ps) -> largeb q = false /\ (nim_sum q = 0 <-> nim_sum ps <> 0).
Proof.
  intros H Hq. apply nim_option in Hq. destruct Hq as (l & n & r & k & -> & -> & Hk).
  rewrite largeb_app in H. apply orb_false_iff in H. destruct H as [Hl H]. unfold largeb in H. cbn [existsb] in H.
  apply orb_false_iff in H. destruct H as [Hn Hr]. apply Nat.leb_gt in Hn. assert (n = 1) by lia. assert (k = 0) by lia. subst.
  split; [rewrite largeb_app, Hl; exact Hr|].
  rewrite !nim_sum_app. change (nim_sum (0 :: r)) with (Nat.lxor 0 (nim_sum r)). change (nim_sum (1 :: r)) with (Nat.lxor 1 (nim_sum r)).
  destruct (small_bit l Hl) as [-> | ->], (small_bit r Hr) as [-> | ->]; cbn; lia.
Qed.

Lemma largeb_change l n r k : largeb (l ++ n :: r) = true -> largeb (l ++ k :: r) = false ->
  2 <= n /\ k < 2 /\ largeb (l ++ r) = false.
Proof.
  rewrite !largeb_app. unfold largeb. cbn [existsb]. intros H H'. rewrite !orb_false_iff in H'. destruct H' as (Hl & Hk & Hr).
  rewrite Hl, Hr in H |- *. rewrite orb_false_l, orb_false_r in H. apply Nat.leb_gt in Hk. apply Nat.leb_le in H. auto.
Qed.

Lemma label_step ps : (label ps = 1 /\ (nim ps = [] \/ exists q, In q (nim ps) /\ label q = 0)) \/
  (label ps = 0 /\ nim ps <> [] /\ forall q, In q (nim ps) -> label q = 1).
Proof.
  unfold label. destruct (nim_grundy ps) as [M1 M2]. destruct (largeb ps) eqn:L.
  - destruct (Nat.eqb_spec (nim_sum ps) 0) as [E|E].
    + right. split; [reflexivity|]. split.
      * apply largeb_spec in L. destruct L as (n & Hn & H2). apply in_split in Hn. destruct Hn as (l & r & ->).
        intros N. assert (Hin : In (l ++ 0 :: r) (nim (l ++ n :: r))) by (apply nim_option; exists l, n, r, 0; repeat split; lia).
        rewrite N in Hin. destruct Hin.
      * intros q Hq. assert (Nz : nim_sum q <> 0).
        { intros Z. apply M1. rewrite E, <- Z. now apply in_map. }
        apply Nat.eqb_neq in Nz as ->. destruct (largeb q) eqn:Lq; [reflexivity|]. exfalso.
        apply nim_option in Hq. destruct Hq as (l & n & r & k & -> & -> & Hk).
        destruct (largeb_change l n r k L Lq) as (Hn & _ & Hlr). now apply (one_large l n r).
    + left. split; [reflexivity|]. right. specialize (M2 0 ltac:(lia)). apply in_map_iff in M2. destruct M2 as (q & Eq & Hq).
      destruct (largeb q) eqn:Lq; [exists q; split; [exact Hq|]; now rewrite Lq, Eq|].
      apply nim_option in Hq. destruct Hq as (l & n & r & k & -> & -> & Hk).
      destruct (largeb_change l n r k L Lq) as (Hn & Hk2 & Hlr). exists (l ++ (1 - k) :: r). split.
      * apply nim_option. exists l, n, r, (1 - k). repeat split. lia.
      * rewrite (sum_with l k r (1 - k) Hk2 eq_refl Eq).
        assert (L1 : largeb (l ++ (1 - k) :: r) = false).
        { rewrite largeb_app in *. apply orb_false_iff in Hlr. destruct Hlr as [-> Hr]. unfold largeb in *. cbn [existsb]. rewrite Hr.
          assert (Nb : (2 <=? 1 - k) = false) by (apply Nat.leb_gt; lia). now rewrite Nb. }
        now rewrite L1.
  - destruct (Nat.eqb_spec (nim_sum ps) 0) as [E|E].
    + left. split; [reflexivity|]. destruct (nim ps) as [|q qs] eqn:N; [now left|]. right. exists q. split; [now left|].
      assert (Hq : In q (nim ps)) by (rewrite N; now left). destruct (small_option ps q L Hq) as [Lq Hz]. rewrite Lq.
      destruct (Nat.eqb_spec (nim_sum q) 0) as [Z|Z]; [apply Hz in Z; congruence | reflexivity].
    + right. split; [reflexivity|]. split.
      * intros N. rewrite N in M2. now specialize (M2 0 ltac:(lia)).
      * intros q Hq. destruct (small_option ps q L Hq) as [Lq Hz]. rewrite Lq. apply Hz in E. now rewrite E.
Qed.

Theorem misere_nim_holds : StatementsGames.misere_nim.
Proof.
  change (sum_options nim_pile) with nim. pose proof (misere_labels_holds _ nim label nim_ends label_step) as D.
  split; [|split].
  - intros ps L. apply largeb_spec in L. destruct (D ps) as [-> _]. unfold label. rewrite L.
    destruct (Nat.eqb_spec (nim_sum ps) 0); split; intros H; congruence.
  - intros ps L. assert (Lb : largeb ps = false) by (apply not_true_is_false; now rewrite largeb_spec).
    destruct (D ps) as [-> _]. unfold label. rewrite Lb, (small_sum ps Lb), <- Nat.negb_odd.
    destruct (Nat.odd _); cbn; split; congruence.
  - intros l n r k L Hk Z. apply largeb_spec in L. split; intros L'.
    + apply largeb_spec in L'. destruct (D (l ++ k :: r)) as [_ ->]. unfold label. now rewrite L', Z.
    + assert (Lb : largeb (l ++ k :: r) = false) by (apply not_true_is_false; now rewrite largeb_spec).
      destruct (largeb_change l n r k L Lb) as (Hn & Hk2 & Hlr). split; [exact Hk2|]. split.
      * apply nim_option. exists l, n, r, (1 - k). repeat split. lia.
      * destruct (D (l ++ (1 - k) :: r)) as [_ ->]. unfold label. rewrite (sum_with l k r (1 - k) Hk2 eq_refl Z).
        assert (L1 : largeb (l ++ (1 - k) :: r) = false).
        { rewrite largeb_app in *. apply orb_false_iff in Hlr. destruct Hlr as [-> Hr]. unfold largeb in *. cbn [existsb]. rewrite Hr.
          assert (Nb : (2 <=? 1 - k) = false) by (apply Nat.leb_gt; lia). now rewrite Nb. }
        now rewrite L1.
Qed.
