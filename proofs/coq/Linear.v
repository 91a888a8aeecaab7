(** Jenka_k without physics, for k = 2 * h + 1 >= 5: the weight of the levels and the blocks on top of the highest full
    one tell who wins. A move takes 1, 2 or 3 off the weight, and 2 more with the clock, whatever it says. *)
From Coq Require Import ZArith ZifyNat Bool List Lia.
From Topple Require Import Statements Games LinearPlay.
Import ListNotations Centred.
Ltac Zify.zify_post_hook ::= Z.div_mod_to_equations.

Section Play.
  Variable h : nat.

  (** * Play ends: a move takes a block, and k moves bring k - 1 that could be taken *)
  Definition potential (p : position) : nat := (2 * h + 1) * spare (fst p) + 2 * h * snd p.
  Lemma spare_app ls ls' : spare (ls ++ ls') = spare ls + spare ls'.
  Proof. unfold spare. now rewrite map_app, list_sum_app. Qed.
  Lemma potential_falls p q : In q (options h p) -> potential q + 1 = potential p.
  Proof.
    destruct p as [ls s]. unfold options. intros H. apply in_map_iff in H. destruct H as (ls' & <- & H).
    apply spare_taken in H. unfold potential, put. destruct (Nat.eqb_spec (s + 1) (2 * h + 1)); cbn [fst snd]; [|nia].
    rewrite spare_app. change (spare [full h]) with (h + 1 + h - 1 + 0). nia.
  Qed.
  Lemma centred_ends : play_ends (options h).
  Proof. apply (weight_ends_play _ potential). intros p q H. apply potential_falls in H. lia. Qed.

  (** * The law *)
  Hypothesis wide : 2 <= h.
  Definition sum (p : position) : nat := weight (fst p) + 6 * snd p + 4 * h.
  Definition region (p : position) : Prop :=
    snd p <= 2 * h /\ Forall bearing (fst p) /\ 2 * h - 1 <= snd p + fewest_of (fst p).

  Lemma full_fewest : fewest (full h) = 2 * h - 1.
  Proof. unfold full. destruct h; cbn; lia. Qed.
  Lemma full_crit : crit (full h) = 0.
  Proof.
    assert (W := wide). unfold crit, critical, full. destruct h as [|n]; [reflexivity|].
    destruct (Nat.eqb_spec n 0); [lia | reflexivity].
  Qed.
  Lemma weight_full ls : weight (ls ++ [full h]) + 2 = weight ls + 4 * h.
  Proof.
    induction ls as [|l ls IH]; cbn [app]; rewrite !weight_cons; [|lia].
    rewrite full_fewest, full_crit. change (weight []) with 0. lia.
  Qed.
  Lemma fewest_full ls : fewest_of (ls ++ [full h]) = fewest_of ls + 2 * h - 1.
  Proof. unfold fewest_of. rewrite map_app, list_sum_app. cbn [map list_sum fold_right]. rewrite full_fewest. lia. Qed.

  (** The remainder after a move that takes d off the weight. *)
  Lemma sum_put ls ls' s d : weight ls = weight ls' + d -> (sum (put h (ls', s)) + d) mod 8 = (sum (ls, s) + 6) mod 8.
  Proof.
    intros W. unfold sum, put. destruct (Nat.eqb_spec (s + 1) (2 * h + 1)); cbn [fst snd];
      [pose proof (weight_full ls')|]; lia.
  Qed.
  Lemma region_put ls ls' s : region (ls, s) -> Forall bearing ls' -> fewest_of ls <= fewest_of ls' + 1 ->
    region (put h (ls', s)).
  Proof.
    unfold region, put. intros (S & _ & F) C L. cbn [fst snd] in *.
    destruct (Nat.eqb_spec (s + 1) (2 * h + 1)); cbn [fst snd]; repeat split; auto; try lia.
    - apply Forall_app. split; [exact C|]. now repeat constructor.
    - rewrite fewest_full. lia.
  Qed.

  Definition lost (p : position) : Prop := sum p mod 8 <= 2.
  Lemma offers_option ls s d : offers ls d ->
    exists q, In q (options h (ls, s)) /\ (sum q + d) mod 8 = (sum (ls, s) + 6) mod 8.
  Proof.
    intros (ls' & H & W). exists (put h (ls', s)). split; [|now apply sum_put].
    unfold options. now apply (in_map (fun x => put h (x, s))).
  Qed.

  Lemma option_region p q : region p -> In q (options h p) -> region q /\ (lost p -> ~ lost q).
  Proof.
    destruct p as [ls s]. intros R H. unfold options in H. apply in_map_iff in H. destruct H as (ls' & <- & H).
    apply taken_some in H; [|apply R]. destruct H as (C & F & d & D & W).
    split; [eapply region_put; eauto|]. pose proof (sum_put _ _ s _ W). unfold lost. lia.
  Qed.
  (** Where the sum has no remainder that is lost, a move is left, and one that gets there. *)
  Lemma option_lost p : region p -> ~ lost p -> exists q, In q (options h p) /\ lost q.
  Proof.
    destruct p as [ls s]. intros (S & C & F) L. cbn [fst snd] in *. unfold lost in *.
    assert (some : forall d, offers ls d -> d <= 3 -> (sum (ls, s) + 6 + 8 - d) mod 8 <= 2 ->
      exists q, In q (options h (ls, s)) /\ sum q mod 8 <= 2).
    { intros d O D G. destruct (offers_option ls s d O) as (q & H & E). exists q. split; [exact H | lia]. }
    assert (M : 1 <= fewest_of ls).
    { destruct (fewest_of ls) eqn:E; [|lia]. apply no_move_left in E. unfold sum in L. cbn [fst snd] in L. lia. }
    assert (both : offers ls 1 /\ offers ls 3 -> exists q, In q (options h (ls, s)) /\ sum q mod 8 <= 2).
    { intros [O1 O3]. destruct (le_lt_dec (sum (ls, s) mod 8) 5); [apply (some 1 O1) | apply (some 3 O3)]; lia. }
    destruct (Nat.odd (weight ls)) eqn:P; [now apply both, offers_odd|].
    destruct (offers_some ls C M) as [O|O]; [|now apply both]. apply (some 2 O); [lia|].
    assert (E : Nat.even (weight ls) = true) by (rewrite <- Nat.negb_odd, P; reflexivity).
    apply Nat.even_spec in E. destruct E as (w & E). unfold sum in *. cbn [fst snd] in *. lia.
  Qed.

  Lemma law p : region p -> (Loses (options h) p <-> lost p) /\ (Wins (options h) p <-> ~ lost p).
  Proof.
    intros R. set (label := fun p => negb (sum p mod 8 <=? 2)).
    assert (label_lost : forall q, label q = false <-> lost q).
    { intros q. unfold label, lost. rewrite negb_false_iff. apply Nat.leb_le. }
    destruct (label_iff (options h) centred_ends region label) with (p := p) as [W L]; [| |exact R|].
    - intros q q' Hq H. now apply (option_region q).
    - clear p R. intros p R. symmetry. destruct (label p) eqn:E.
      + destruct (option_lost p R) as (q & H & Q); [rewrite <- label_lost; congruence|].
        apply existsb_exists. exists q. apply label_lost in Q. now rewrite Q.
      + apply not_true_iff_false. intros X. apply existsb_exists in X. destruct X as (q & H & Q).
        apply negb_true_iff, label_lost in Q. apply label_lost in E. now apply (option_region p q R H) in Q.
    - rewrite W, L, <- label_lost, not_false_iff_true. tauto.
  Qed.

  (** * From n full levels *)
  Lemma fewest_repeat m : fewest_of (repeat (full h) m) = m * (2 * h - 1).
  Proof. induction m as [|m IH]; [reflexivity|]. cbn [repeat]. rewrite fewest_cons, full_fewest, IH. lia. Qed.
  Lemma weight_repeat m : weight (repeat (full h) m) + 2 * m = 4 * h * m.
  Proof. induction m as [|m IH]; [cbn; lia|]. cbn [repeat]. rewrite weight_cons, full_fewest, full_crit. lia. Qed.
  Lemma start_region n : 2 <= n -> region (start h n).
  Proof.
    intros N. unfold start, region. cbn [fst snd]. rewrite fewest_repeat. repeat split; [lia | | nia].
    apply Forall_forall. intros l H. apply repeat_spec in H. now subst.
  Qed.
  Lemma start_lost n : 2 <= n -> (lost (start h n) <-> n mod 4 = 0 \/ n mod 4 = (2 * h + 1) mod 4).
  Proof.
    intros N. unfold lost, start, sum. cbn [fst snd]. pose proof (weight_repeat (n - 1)) as W.
    destruct (Nat.Even_or_Odd h) as [[g E]|[g E]].
    - assert (X : 4 * h * (n - 1) = 8 * (g * (n - 1))) by (rewrite E; nia). lia.
    - assert (X : 4 * h * (n - 1) = 8 * (g * (n - 1)) + 4 * (n - 1)) by (rewrite E; nia). lia.
  Qed.
End Play.

Theorem jenka_law_holds : StatementsLinear.jenka_law.
Proof. intros h ls s H S C F. now apply (law h H (ls, s)). Qed.

Theorem jenka_without_physics_holds : StatementsLinear.jenka_without_physics.
Proof.
  intros h H k. split; [apply centred_ends|]. intros n N second. destruct (Nat.eq_dec n 1) as [->|M].
  - assert (E : options h (start h 1) = []) by reflexivity. split; split; intros W.
    + now left.
    + constructor. rewrite E. contradiction.
    + inversion W as [? q Q _]. now rewrite E in Q.
    + exfalso. apply W. now left.
  - pose proof (law h H _ (start_region h H n ltac:(lia))) as [L W].
    pose proof (start_lost h H n ltac:(lia)) as S. unfold second, k. rewrite L, W. tauto.
Qed.
