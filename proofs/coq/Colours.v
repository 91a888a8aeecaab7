(** One pile alone, a pile as a sequence of heaps, and piles of any number of colours. *)
From Coq Require Import Arith Bool FinFun List Lia Permutation.
From Topple Require Import Statements Games Piles.
Import ListNotations Eeny.

(** * One pile *)
Lemma lost_iff p : proper p -> (Loses options p <-> top_value (rev p) = 0) /\ (Wins options p \/ Loses options p).
Proof.
  intros Hp. destruct values_of_piles as [[g Hg] H].
  destruct (grundy_outcome options piles_end g Hg p) as [HW HL]. rewrite <- (H g Hg p Hp).
  split; [exact HL|]. rewrite HW, HL. lia.
Qed.

Lemma rev_ones j : rev (repeat 1 j) = repeat 1 j.
Proof.
  induction j as [|j IH]; [reflexivity|]. simpl. rewrite IH.
  clear IH. induction j as [|j IH]; [reflexivity|]. simpl. now rewrite IH.
Qed.

Lemma proper_ones j : proper (repeat 1 j).
Proof. unfold proper. apply Forall_forall. intros n Hn. apply repeat_spec in Hn. lia. Qed.

Lemma drop_ones j : drop (repeat 1 (S j)) = Nat.odd j.
Proof.
  induction j as [|j IH]; [reflexivity|].
  change (drop (1 :: 1 :: repeat 1 j) = Nat.odd (S j)).
  change (drop (1 :: 1 :: repeat 1 j)) with (negb (drop (repeat 1 (S j)))).
  now rewrite IH, Nat.odd_succ, Nat.negb_odd.
Qed.

Lemma drop_ones_over j n t : 2 <= n -> drop (repeat 1 (S j) ++ n :: t) = Nat.even j.
Proof.
  intros Hn. induction j as [|j IH].
  - simpl. destruct n as [|[|n]]; [lia | lia | reflexivity].
  - change (drop (1 :: 1 :: (repeat 1 j ++ n :: t)) = Nat.even (S j)).
    change (drop (1 :: 1 :: (repeat 1 j ++ n :: t))) with (negb (drop (repeat 1 (S j) ++ n :: t))).
    now rewrite IH, Nat.even_succ, Nat.negb_even.
Qed.

Lemma lost_ones j : Loses options (repeat 1 j) <-> Nat.even j = true.
Proof.
  rewrite (proj1 (lost_iff _ (proper_ones j))), rev_ones. destruct j as [|j]; [now simpl|].
  change (1 - (if drop (repeat 1 (S j)) then 1 else 0) = 0 <-> Nat.even (S j) = true).
  rewrite drop_ones, Nat.even_succ. destruct (Nat.odd j); split; (lia || discriminate || reflexivity).
Qed.

Lemma proper_over below n j : proper below -> 1 <= n -> proper (below ++ n :: repeat 1 j).
Proof. intros Hb Hn. apply Forall_app. split; [exact Hb|]. constructor; [exact Hn | apply proper_ones]. Qed.

Lemma lost_over below n j : proper below -> 2 <= n ->
  (Loses options (below ++ n :: repeat 1 j) <-> Nat.odd j = true).
Proof.
  intros Hb Hn. rewrite (proj1 (lost_iff _ (proper_over below n j Hb ltac:(lia)))).
  rewrite rev_app_distr. simpl rev. rewrite rev_ones, <- app_assoc. simpl app.
  destruct j as [|j].
  - cbn [repeat app]. unfold top_value. destruct (drop (n :: rev below)); simpl; split; (lia || discriminate).
  - change (1 - (if drop (repeat 1 (S j) ++ n :: rev below) then 1 else 0) = 0 <-> Nat.odd (S j) = true).
    rewrite drop_ones_over, Nat.odd_succ by exact Hn.
    destruct (Nat.even j); split; (lia || discriminate || reflexivity).
Qed.

Theorem one_pile_holds : StatementsPiles.one_pile.
Proof.
  split; [exact lost_ones|]. split; [exact lost_over|]. split.
  - intros below n Hb Hn. rewrite options_snoc. split; [now left|]. split.
    + right. apply (in_map (fun j => below ++ [j])). apply in_seq. lia.
    + destruct (proj2 (lost_iff below Hb)) as [HW|HL]; [right | now left].
      assert (H1 : proper (below ++ [1])) by (apply proper_snoc; auto).
      apply loses. intros q Hq. rewrite options_snoc in Hq. destruct Hq as [<-|[]]. exact HW.
  - intros p Hp. exact (proj2 (lost_iff p Hp)).
Qed.

(** * A pile as a sequence of heaps *)
Theorem pile_as_sequence_holds : StatementsPiles.pile_as_sequence.
Proof.
  split.
  - intros p Hp. destruct p as [|n p _] using rev_ind; [reflexivity|].
    apply proper_snoc in Hp. destruct Hp as [Hp Hn].
    rewrite options_snoc, rev_app_distr. destruct n as [|n]; [lia|].
    simpl rev. cbn [app sequence_options]. unfold nim_pile. cbn [seq]. cbn [map].
    replace (S n - 1) with n by lia. f_equal.
    + cbn [going_on]. rewrite <- (rev_involutive p) at 2. f_equal.
      apply proper_rev in Hp. destruct (rev p) as [|m t]; [reflexivity|].
      inversion Hp; subst. destruct m; [lia | reflexivity].
    + rewrite map_map. apply map_ext_in. intros j Hj. apply in_seq in Hj.
      destruct j as [|j]; [lia|]. cbn [going_on rev]. now rewrite rev_involutive.
  - intros heaps. induction heaps as [|[|n] heaps IH]; [reflexivity | exact IH | reflexivity].
Qed.

(** * Colours *)
Import Colours.

Lemma sections_cons c d below : sections (c :: d :: below) =
  if c =? d then grown (sections (d :: below)) else 1 :: sections (d :: below).
Proof. reflexivity. Qed.

Lemma sections_run c below : exists rest, sections (c :: below) = run (c :: below) :: rest.
Proof.
  revert c. induction below as [|d below IH]; intros c; [now exists []|].
  destruct (IH d) as [rest E]. rewrite sections_cons, E.
  change (run (c :: d :: below)) with (if c =? d then S (run (d :: below)) else 1).
  destruct (c =? d); eexists; reflexivity.
Qed.

(** What is left after some balls of the top run are taken. *)
Lemma sections_left balls n rest : sections balls = n :: rest ->
  sections (skipn n balls) = rest /\
  forall taken, 1 <= taken -> taken < n -> sections (skipn taken balls) = (n - taken) :: rest.
Proof.
  revert n rest. induction balls as [|c below IH]; intros n rest E; [discriminate|].
  destruct below as [|d below].
  - injection E as <- <-. split; [reflexivity | intros; lia].
  - rewrite sections_cons in E. destruct (sections_run d below) as [rest' E']. rewrite E' in E.
    destruct (IH _ _ E') as [Hall Hsome].
    assert (Hrun : 1 <= run (d :: below)) by (simpl; destruct below as [|e b]; [lia | destruct (d =? e); lia]).
    remember (run (d :: below)) as r eqn:Er. clear Er.
    destruct (c =? d); cbn [grown] in E; injection E as <- <-.
    + split; [exact Hall|]. intros taken H1 Hn.
      destruct taken as [|taken]; [lia|]. rewrite skipn_cons.
      destruct taken as [|taken].
      * rewrite skipn_O, E'. now replace (S r - 1) with r by lia.
      * rewrite Hsome by lia. reflexivity.
    + split; [exact E' | intros; lia].
Qed.

Lemma sections_proper balls : proper (sections balls).
Proof.
  induction balls as [|c [|d below] IH]; [constructor | repeat constructor |].
  rewrite sections_cons. destruct (c =? d); [|now constructor].
  destruct (sections (d :: below)) as [|n rest]; [exact IH|]. inversion IH; subst. constructor; [lia | assumption].
Qed.

Lemma same_moves balls :
  Permutation (map sections (Colours.options balls)) (options_top_first (sections balls)).
Proof.
  destruct balls as [|c below]; [apply perm_nil|].
  destruct (sections_run c below) as [rest E]. unfold Colours.options. rewrite E, map_map.
  destruct (sections_left _ _ _ E) as [Hall Hsome]. set (n := run (c :: below)) in *.
  assert (Hn : 1 <= n).
  { pose proof (sections_proper (c :: below)) as Hp. rewrite E in Hp. now inversion Hp. }
  cbn [options_top_first].
  replace (seq 1 n) with (seq 1 (n - 1) ++ [n])
    by (replace n with (S (n - 1)) at 3 by lia; rewrite seq_S; f_equal; f_equal; lia).
  rewrite map_app. cbn [map]. rewrite Hall.
  etransitivity; [apply Permutation_app_comm|]. apply perm_skip.
  rewrite (map_ext_in _ (fun taken => (n - taken) :: rest))
    by (intros taken Ht; apply in_seq in Ht; apply Hsome; lia).
  apply Permutation_sym, NoDup_Permutation_bis.
  - apply FinFun.Injective_map_NoDup; [|apply seq_NoDup]. intros i j Eq. now injection Eq.
  - now rewrite !map_length.
  - intros x. rewrite !in_map_iff. intros (j & <- & Hj). apply in_seq in Hj.
    exists (n - j). split; [f_equal; lia | apply in_seq; lia].
Qed.

Lemma colours_end : play_ends Colours.options.
Proof.
  apply (weight_ends_play Colours.options (@length nat)). intros p q Hq. apply in_map_iff in Hq.
  destruct Hq as (taken & <- & Ht). apply in_seq in Ht. rewrite skipn_length.
  destruct p; [simpl in Ht; lia | simpl length; lia].
Qed.

Lemma is_mex_permutation A B m : Permutation A B -> is_mex A m -> is_mex B m.
Proof.
  intros HP [Hm Hk]. split; [intros H; apply Hm; now apply (Permutation_in _ (Permutation_sym HP))|].
  intros k Hlt. apply (Permutation_in _ HP). auto.
Qed.

Theorem colours_do_not_matter_holds : StatementsPiles.colours_do_not_matter.
Proof.
  split.
  - intros balls. pose proof (sections_proper balls) as Hp. split; [now apply proper_rev|].
    rewrite <- map_map with (f := sections).
    etransitivity; [apply Permutation_map, same_moves|].
    rewrite <- (rev_involutive (sections balls)) at 1. rewrite <- rev_options, map_map.
    erewrite map_ext; [rewrite map_id; reflexivity | intros; apply rev_involutive].
  - apply (grundy_values_intro Colours.options colours_end); [easy|]. intros balls _.
    rewrite (map_ext _ (fun left => top_value (sections left)))
      by (intros; now rewrite program_value, rev_involutive).
    rewrite program_value, rev_involutive, <- map_map with (f := sections).
    apply (is_mex_permutation (map top_value (options_top_first (sections balls)))).
    + apply Permutation_map, Permutation_sym, same_moves.
    + apply top_value_mex, sections_proper.
Qed.
