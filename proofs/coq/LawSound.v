(** What the checker of laws accepts is true: what is said of a position always agrees with
    what is said of its options, and play ends. *)
From Coq Require Import Arith NArith List Bool Lia.
From Topple Require Import Statements Games VectorCheck Vectors LawCheck.
Import ListNotations Vector Law.
Local Open Scope N_scope.

(** * Sets of vectors *)
Lemma nothing_inside x : inside_tree nothing x = false.
Proof. now destruct x. Qed.
Lemma child_replaced n m t next : child n (replaced m t next) = if n =? m then Some t else child n next.
Proof.
  induction next as [|[k u] next IH]; cbn [replaced child]; [reflexivity|].
  destruct (N.eqb_spec m k) as [->|Hm]; cbn [child].
  - now destruct (n =? k).
  - rewrite IH. destruct (N.eqb_spec n k) as [->|Hn]; [|reflexivity]. destruct (N.eqb_spec k m); congruence.
Qed.
Lemma inside_with y : forall t x, inside_tree (with_vector y t) x = same_vector x y || inside_tree t x.
Proof.
  induction y as [|m y IH]; intros [here next] [|n x]; try reflexivity.
  cbn [with_vector inside_tree same_vector]. rewrite child_replaced. destruct (n =? m) eqn:E; [|reflexivity].
  apply N.eqb_eq in E. subst m. rewrite IH. cbn [andb]. destruct (child n next); [reflexivity | now rewrite nothing_inside].
Qed.
Lemma inside_spec ps p : inside_tree (tree_of ps) (fst p :: snd p) = true <-> In p ps.
Proof.
  induction ps as [|[q y] ps IH]; cbn [tree_of fold_right]; [rewrite nothing_inside; cbn; split; [discriminate | tauto]|].
  rewrite inside_with, orb_true_iff, IH. cbn [In fst snd same_vector]. rewrite andb_true_iff, N.eqb_eq, same_vector_eq.
  destruct p as [q' x]. cbn [fst snd]. split; (intros [H|H]; [left | now right]); [destruct H; now subst | injection H as -> ->; auto].
Qed.

(** * Sums *)
Lemma sum_add w x y : sum w (add x y) = sum w x + sum w y.
Proof. exact (dot_add w x y). Qed.

Lemma only_at_most t : forall i x, only t = Some i -> length t = length x -> 1 <= nth i x 0 -> at_most t x = true.
Proof.
  assert (Z : forall t x, forallb (N.eqb 0) t = true -> length t = length x -> at_most t x = true).
  { clear t. induction t as [|a t IH]; intros [|b x] H L; try discriminate; [reflexivity|]. cbn [forallb at_most length] in *.
    apply andb_true_iff in H. destruct H as [H1 H2]. apply N.eqb_eq in H1. subst a. rewrite (IH x H2) by lia.
    now rewrite (proj2 (N.leb_le 0 b)) by lia. }
  induction t as [|a t IH]; intros i [|b x] H L B; try discriminate. cbn [only at_most length] in *.
  destruct (N.eqb_spec a 0) as [->|Ha].
  - destruct (only t) as [j|]; [|discriminate]. injection H as <-. cbn [nth] in B.
    rewrite (IH j x eq_refl ltac:(lia) B). now rewrite (proj2 (N.leb_le 0 b)) by lia.
  - destruct ((a =? 1) && forallb (N.eqb 0) t) eqn:E; [|discriminate]. injection H as <-. cbn [nth] in B.
    apply andb_true_iff in E. destruct E as [E1 E2]. apply N.eqb_eq in E1. subst a.
    rewrite (Z t x E2) by lia. now rewrite (proj2 (N.leb_le 1 b)) by lia.
Qed.

Lemma divisor_modulus c : forall w mask, (divisor c w mask | modulus c).
Proof.
  induction w as [|a w IH]; intros [|m mask]; cbn [divisor]; try apply N.divide_refl. destruct m; [apply IH|].
  apply N.divide_trans with (divisor c w mask); [apply N.gcd_divide_r | apply IH].
Qed.
Lemma divisor_sum c : forall w mask x, length w = length mask ->
  (forall i, nth i mask false = true -> nth i x 0 = 0) -> (divisor c w mask | sum w x).
Proof.
  induction w as [|a w IH]; intros [|m mask] x L Z; try discriminate; [apply N.divide_0_r|].
  cbn [divisor]. destruct x as [|b x]; [apply N.divide_0_r|]. cbn [sum].
  assert (H : (divisor c w mask | sum w x)) by (apply IH; [now injection L | intros i; apply (Z (S i))]).
  destruct m.
  - specialize (Z O eq_refl). cbn in Z. subst b. now rewrite N.mul_0_r.
  - apply N.divide_add_r; [apply N.divide_mul_l, N.gcd_divide_l|].
    apply N.divide_trans with (divisor c w mask); [apply N.gcd_divide_r | exact H].
Qed.

Lemma xorb_spec a b (A B : Prop) : (a = true <-> A) -> (b = true <-> B) ->
  (xorb a b = true <-> (A /\ ~ B) \/ (~ A /\ B)).
Proof. intros [Ha Ha'] [Hb Hb']. destruct a, b; cbn; split; intros H; try discriminate; try tauto; intuition discriminate. Qed.

(** * Play ends if a weight falls with every rule *)
Lemma falling_ends rules weight height : (forall r, In r rules -> falls weight height r = true) -> play_ends (options rules).
Proof.
  intros F. apply (weight_ends_play _ (fun p => N.to_nat (dot weight (snd p) + of_state height (fst p)))).
  intros [s x] q. unfold options. rewrite in_flat_map. intros (r & Hr & Hin). cbn [fst snd] in Hin. specialize (F r Hr).
  destruct ((from r =? s) && at_most (take r) x) eqn:E; [|contradiction].
  apply andb_true_iff in E. destruct E as [E1 E2]. apply N.eqb_eq in E1. destruct Hin as [<-|[]]. subst s.
  unfold falls in F. apply N.ltb_lt in F. cbn [fst snd]. rewrite dot_add.
  pose proof (f_equal (dot weight) (add_minus _ _ E2)) as Hx. rewrite dot_add in Hx. lia.
Qed.

Section Accepted.
  Variable c : law.
  Variable weight : vector.
  Variable height : list N.
  Hypothesis accepted : check_law c weight height = true.

  Variables dimension states : N.
  Variable all : list rule.
  Hypothesis named : named_rules (game c) = (dimension, states, all).
  Let d := N.to_nat dimension.
  Let M := modulus c.
  Let exceptional := tree_of (exceptions c).
  Let table := map (fun l => map (has l) (upto M)) (lost c).
  Let rules_from := map (fun q => filter (fun r => from r =? q) all) (upto states).
  Let losing := losing c exceptional table.

  Lemma steps :
    1 <= M /\ length (form c) = d /\ length (lost c) = N.to_nat states /\
    (forall r, In r all -> length (take r) = d /\ length (put r) = d /\ from r < states /\ to r < states) /\
    (forall e, In e (exceptions c) -> fst e < states /\ length (snd e) = d) /\
    (forall r, In r all -> falls weight height r = true) /\
    (forall q r, q < states -> r < M -> elsewhere c exceptional table rules_from d q r = true) /\
    (forall e, In e (exceptions c) -> agrees c exceptional table rules_from e = true /\
       forall p, In p (before all e) -> agrees c exceptional table rules_from p = true).
  Proof.
    pose proof accepted as H. unfold check_law in H. rewrite named in H.
    fold M d exceptional table rules_from in H.
    rewrite !andb_true_iff, !forallb_forall, N.leb_le, !Nat.eqb_eq in H.
    destruct H as [[[[[[[H1 H2] H3] H4] H5] H6] H7] H8].
    assert (U : forall a n, a < n -> In a (upto n)).
    { intros a n Ha. unfold upto. apply in_map_iff. exists (N.to_nat a). split; [apply N2Nat.id | apply in_seq; lia]. }
    repeat (split; [assumption|]). split; [|split; [|split; [|split]]].
    - intros r Hr. specialize (H4 r Hr). rewrite !andb_true_iff, !Nat.eqb_eq, !N.ltb_lt in H4. tauto.
    - intros e He. specialize (H5 e He). rewrite !andb_true_iff, !Nat.eqb_eq, !N.ltb_lt in H5. tauto.
    - exact H6.
    - intros q r Hq Hr. specialize (H7 q (U q _ Hq)). rewrite forallb_forall in H7. apply H7, U, Hr.
    - intros e He. specialize (H8 e He). rewrite andb_true_iff, forallb_forall in H8. exact H8.
  Qed.

  Lemma rules_all : rules c = all.
  Proof. unfold rules. now rewrite named. Qed.
  Lemma position_spec p : is_position c p <-> fst p < states /\ length (snd p) = d.
  Proof. unfold is_position. rewrite named. unfold d. split; intros [H1 H2]; (split; [exact H1|]); lia. Qed.

  Lemma law_ends : play_ends (options all).
  Proof. apply (falling_ends all weight height). apply steps. Qed.

  (** ** What is said, as a program *)
  Lemma nth_upto {A} (f : N -> A) n i e : i < n -> nth (N.to_nat i) (map f (upto n)) e = f i.
  Proof.
    intros H. unfold upto. rewrite map_map. rewrite (nth_indep _ e (f (N.of_nat 0))) by (rewrite map_length, seq_length; lia).
    rewrite (map_nth (fun k => f (N.of_nat k)) (seq 0 (N.to_nat n)) 0%nat), seq_nth by lia. cbn [Nat.add]. now rewrite N2Nat.id.
  Qed.
  Lemma has_spec l n : has l n = true <-> In n l.
  Proof.
    unfold has. rewrite existsb_exists. split; [intros (m & Hm & E); apply N.eqb_eq in E; now subst|].
    intros H. exists n. split; [exact H | apply N.eqb_refl].
  Qed.
  Lemma bit_spec q r : q < states -> r < M -> (bit table q r = true <-> In r (nth (N.to_nat q) (lost c) [])).
  Proof.
    intros Hq Hr. destruct steps as (_ & _ & L & _). unfold bit, table.
    rewrite (nth_indep _ [] (map (has []) (upto M))) by (rewrite map_length; lia).
    rewrite (map_nth (fun l => map (has l) (upto M))), nth_upto by exact Hr. apply has_spec.
  Qed.
  Lemma remainder_below x : sum (form c) x mod M < M.
  Proof. destruct steps as (L & _). apply N.mod_lt. lia. Qed.
  Lemma losing_spec p : is_position c p -> (losing p = true <-> said_lost c p).
  Proof.
    intros H. apply position_spec in H. destruct H as [H _]. unfold losing, LawCheck.losing, said_lost, listed. fold M.
    apply xorb_spec; [now apply bit_spec, remainder_below | apply inside_spec].
  Qed.

  Lemma options_spec p q : fst p < states -> (In q (options all p) <->
    exists f, In f (of rules_from (fst p)) /\ at_most (take f) (snd p) = true /\ q = leads f (snd p)).
  Proof.
    intros H. unfold options, of, rules_from. rewrite nth_upto by exact H. rewrite in_flat_map. split.
    - intros (f & Hf & Hin). exists f. destruct (from f =? fst p) eqn:E; [|destruct Hin].
      destruct (at_most (take f) (snd p)) eqn:A; [|destruct Hin]. destruct Hin as [<-|[]].
      split; [apply filter_In; auto | auto].
    - intros (f & Hf & A & ->). apply filter_In in Hf. destruct Hf as [Hf E]. exists f. split; [exact Hf|].
      rewrite E, A. now left.
  Qed.
  Lemma stays p f : is_position c p -> In f (of rules_from (fst p)) -> is_position c (leads f (snd p)).
  Proof.
    intros H Hf. apply position_spec in H. destruct H as [H1 H2]. unfold of, rules_from in Hf.
    rewrite nth_upto in Hf by exact H1. apply filter_In in Hf. destruct Hf as [Hf _].
    destruct steps as (_ & _ & _ & R & _). destruct (R f Hf) as (_ & Lp & _ & Ht). apply position_spec.
    cbn [leads fst snd]. split; [exact Ht|]. rewrite add_length, minus_length. lia.
  Qed.

  (** ** Near the exceptions *)
  Lemma before_spec p f : is_position c p -> In f (of rules_from (fst p)) -> at_most (take f) (snd p) = true ->
    In p (before all (leads f (snd p))).
  Proof.
    intros H Hf A. apply position_spec in H. destruct H as [H1 H2]. unfold of, rules_from in Hf.
    rewrite nth_upto in Hf by exact H1. apply filter_In in Hf. destruct Hf as [Hf E]. apply N.eqb_eq in E.
    destruct p as [q x]. cbn [fst snd] in *. apply in_flat_map. exists f. split; [exact Hf|]. cbn [leads fst snd].
    rewrite N.eqb_refl. cbn [andb].
    assert (B : forall u v : vector, (length u <= length v)%nat -> at_most u (add v u) = true /\ minus (add v u) u = v).
    { induction u as [|a u IH]; intros [|b v] L; cbn [length] in L; try lia; [auto | split; [reflexivity | now destruct v]|].
      cbn [add at_most minus]. destruct (IH v) as [I1 I2]; [lia|]. rewrite I1, I2.
      rewrite (proj2 (N.leb_le a (b + a))) by lia. split; [reflexivity|]. f_equal. lia. }
    destruct steps as (_ & _ & _ & R & _). destruct (R f Hf) as (_ & Lp & _).
    destruct (B (put f) (minus x (take f))) as [B1 B2]; [rewrite minus_length; lia|]. rewrite B1, B2. left. f_equal; [exact E|].
    rewrite add_comm. now apply add_minus.
  Qed.

  (** ** All positions *)
  Lemma agrees_everywhere p : is_position c p -> agrees c exceptional table rules_from p = true.
  Proof.
    intros H. destruct steps as (LM & Lf & Ll & R & _ & _ & El & Near).
    destruct (inside_tree exceptional (fst p :: snd p)) eqn:Ep.
    { apply inside_spec in Ep. now apply Near in Ep. }
    destruct (existsb (fun f => at_most (take f) (snd p) && inside_tree exceptional (fst (leads f (snd p)) :: snd (leads f (snd p))))
      (of rules_from (fst p))) eqn:Eo.
    { apply existsb_exists in Eo. destruct Eo as (f & Hf & E). apply andb_true_iff in E. destruct E as [A E].
      apply inside_spec in E. apply Near in E. apply E. now apply before_spec. }
    pose proof (proj1 (position_spec p) H) as [H1 H2]. set (r := sum (form c) (snd p) mod M).
    assert (Hr : r < M) by apply remainder_below.
    assert (Good : forall f, In f (of rules_from (fst p)) -> at_most (take f) (snd p) = true ->
      LawCheck.losing c exceptional table (leads f (snd p)) = good c table r f).
    { intros f Hf A. assert (N : inside_tree exceptional (fst (leads f (snd p)) :: snd (leads f (snd p))) = false).
      { apply not_true_iff_false. intros T. apply not_true_iff_false in Eo. apply Eo. apply existsb_exists. exists f. now rewrite A, T. }
      unfold LawCheck.losing, good. rewrite N, xorb_false_r. cbn [leads fst snd]. f_equal. fold M. rewrite sum_add.
      pose proof (f_equal (sum (form c)) (add_minus _ _ A)) as X. rewrite sum_add in X. unfold r.
      assert (T : sum (form c) (take f) mod M <= M) by (pose proof (remainder_below (take f)); lia).
      set (t := sum (form c) (take f)) in *. set (m := sum (form c) (minus (snd p) (take f))) in *. set (u := sum (form c) (put f)).
      rewrite <- X.
      assert (Z : (t + (M - t mod M)) mod M = 0).
      { rewrite (N.div_mod t M) at 1 by lia. replace (M * (t / M) + t mod M + (M - t mod M)) with ((t / M + 1) * M) by lia.
        apply N.mod_mul. lia. }
      replace ((t + m) mod M + u + (M - t mod M)) with ((t + m) mod M + (u + (M - t mod M))) by lia.
      rewrite N.add_mod_idemp_l by lia. replace (t + m + (u + (M - t mod M))) with ((m + u) + (t + (M - t mod M))) by lia.
      rewrite (N.add_mod (m + u) (t + _)), Z, N.add_0_r, N.mod_mod by lia. reflexivity. }
    clear Eo. specialize (El (fst p) r H1 Hr). unfold elsewhere in El. unfold agrees.
    replace (LawCheck.losing c exceptional table p) with (bit table (fst p) r)
      by (unfold LawCheck.losing; now rewrite Ep, xorb_false_r).
    destruct (bit table (fst p) r).
    - destruct (filter (good c table r) (of rules_from (fst p))) eqn:F; [|discriminate].
      destruct (existsb _ (of rules_from (fst p))) eqn:X; [|reflexivity]. apply existsb_exists in X.
      destruct X as (f & Hf & X). apply andb_true_iff in X. destruct X as [A X]. rewrite (Good f Hf A) in X.
      assert (I : In f []) by (rewrite <- F; apply filter_In; auto). destruct I.
    - set (fs := filter (good c table r) (of rules_from (fst p))) in *. set (mask := map (sure fs) (seq 0 d)) in *.
      assert (Mask : forall i, nth i mask false = true -> (i < d)%nat /\ sure fs i = true).
      { intros i Hi. assert (L : (i < d)%nat).
        { destruct (Nat.lt_ge_cases i d) as [L|L]; [exact L|]. unfold mask in Hi.
          rewrite nth_overflow in Hi by (rewrite map_length, seq_length; exact L). discriminate. }
        split; [exact L|]. unfold mask in Hi. rewrite (nth_indep _ false (sure fs O)) in Hi by (rewrite map_length, seq_length; exact L).
        rewrite map_nth, seq_nth in Hi by exact L. exact Hi. }
      destruct (existsb (fun i => nth i mask false && (1 <=? nth i (snd p) 0)) (seq 0 d)) eqn:X.
      + apply existsb_exists in X. destruct X as (i & _ & X). apply andb_true_iff in X. destruct X as [X1 X2].
        apply N.leb_le in X2. apply Mask in X1. destruct X1 as [Li X1]. apply existsb_exists in X1. destruct X1 as (f & Hf & O).
        destruct (only (take f)) as [j|] eqn:Of; [|discriminate]. apply Nat.eqb_eq in O. subst j.
        apply filter_In in Hf. destruct Hf as [Hf G].
        assert (Lt : length (take f) = d).
        { unfold of, rules_from in Hf. rewrite nth_upto in Hf by exact H1. apply filter_In in Hf. now apply R. }
        assert (A : at_most (take f) (snd p) = true) by (apply (only_at_most _ i); [exact Of | lia | exact X2]).
        rewrite xorb_false_l. apply existsb_exists. exists f. split; [exact Hf|]. now rewrite A, (Good f Hf A).
      + exfalso. assert (Zero : forall i, nth i mask false = true -> nth i (snd p) 0 = 0).
        { intros i Hi. destruct (Mask i Hi) as [Li _]. apply not_true_iff_false in X.
          destruct (N.eq_dec (nth i (snd p) 0) 0) as [Z|Z]; [exact Z|]. exfalso. apply X. apply existsb_exists. exists i.
          split; [apply in_seq; lia|]. rewrite Hi. apply N.leb_le. lia. }
        apply orb_true_iff in El. destruct El as [El|El].
        * apply negb_true_iff, N.eqb_neq in El. apply El.
          assert (Dm : (divisor c (form c) mask | M)) by apply divisor_modulus.
          apply N.mod_divide; [intros Z; rewrite Z in Dm; apply N.divide_0_l in Dm; lia|].
          apply N.divide_add_cancel_r with (M * (sum (form c) (snd p) / M)); [now apply N.divide_mul_l|].
          unfold r. rewrite <- N.div_mod by lia. apply divisor_sum; [|exact Zero].
          unfold mask. rewrite map_length, seq_length. exact Lf.
        * apply andb_true_iff in El. destruct El as [El E]. rewrite forallb_forall in El.
          assert (Z : snd p = repeat 0 d).
          { apply nth_ext with 0 0; [now rewrite repeat_length|]. intros i Hi. rewrite nth_repeat. apply Zero.
            apply El, nth_In. unfold mask. rewrite map_length, seq_length. lia. }
          rewrite <- Z in E. congruence.
  Qed.

  Lemma told : forall p, is_position c p ->
    (losing p = true -> Loses (options all) p) /\ (losing p = false -> Wins (options all) p).
  Proof.
    intros p. induction (law_ends p) as [p _ IH]. intros H. pose proof (agrees_everywhere p H) as A. unfold agrees in A.
    pose proof (proj1 (position_spec p) H) as [H1 _]. fold losing in A. split; intros L; rewrite L in A.
    - apply loses. intros q Hq. apply (options_spec p q H1) in Hq. destruct Hq as (f & Hf & T & ->).
      assert (Hq : In (leads f (snd p)) (options all p)) by (apply options_spec; eauto).
      apply (IH _ Hq (stays p f H Hf)). apply not_true_iff_false. intros E. rewrite xorb_true_l in A. apply negb_true_iff in A.
      apply not_true_iff_false in A. apply A. apply existsb_exists. exists f. split; [exact Hf|]. now rewrite T, E.
    - rewrite xorb_false_l in A. apply existsb_exists in A. destruct A as (f & Hf & A). apply andb_true_iff in A. destruct A as [T E].
      assert (Hq : In (leads f (snd p)) (options all p)) by (apply options_spec; eauto).
      apply wins with (leads f (snd p)); [exact Hq|]. now apply (IH _ Hq (stays p f H Hf)).
  Qed.
End Accepted.

Theorem law_checker_sound_holds : StatementsLaws.law_checker_sound check_law.
Proof.
  intros c weight height H. destruct (named_rules (game c)) as [[dimension states] all] eqn:E.
  pose proof (law_ends c weight height H dimension states all E) as Ends. rewrite (rules_all c dimension states all E).
  split; [exact Ends|]. intros p Hp. destruct (told c weight height H dimension states all E p Hp) as [L W].
  pose proof (losing_spec c weight height H dimension states all E p Hp) as S. pose proof (not_both _ Ends p) as N.
  destruct (losing c _ _ p); split; split; intros X; intuition congruence.
Qed.
