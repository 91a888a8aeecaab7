(** What the checker of the eeny-meeny rule accepts is true: by induction over the sections the
    state of each is listed, and in a listed state the walk that begins with eeny tells the
    section less the value. *)
From Coq Require Import Arith ZArith List Bool Lia.
From Topple Require Import Statements Games Piles WalkCheck.
Import ListNotations Walk.

Lemma same_state_eq s s' : same_state s s' = true -> s = s'.
Proof.
  unfold same_state. destruct s, s'. cbn. rewrite !andb_true_iff, !Bool.eqb_true_iff. intros [[-> ->] ->]. reflexivity.
Qed.
Lemma listed_In c s : listed c s = true -> In s (states c).
Proof. unfold listed. rewrite existsb_exists. intros (s' & I & E). now rewrite (same_state_eq _ _ E). Qed.

Lemma equal_eqb n m : equal (n ?= m) = (n =? m).
Proof. destruct (Nat.compare_spec n m), (Nat.eqb_spec n m); cbn; congruence || lia. Qed.
Lemma drop_next n m t : drop (n :: m :: t) = next_bit (n ?= m) (drop (m :: t)).
Proof.
  change (drop (n :: m :: t)) with ((n <? m) || ((n =? m) && negb (drop (m :: t)))).
  destruct (Nat.compare_spec n m), (Nat.ltb_spec n m), (Nat.eqb_spec n m); cbn; try reflexivity; lia.
Qed.

Section Accepted.
  Variable c : certificate.
  Hypothesis ok : check_pile c = true.

  (** The state of the top section, the top one first. *)
  Definition state_of (p : list nat) : state := State (drop p) (met c Eeny.eeny p) (met c Eeny.meeny p).

  Lemma accepted : low c = Phase (-1) (-1) /\ high c = Phase 0 0 /\
    (forall s, In s (states c) -> bit s = from_eeny s) /\
    (forall how, In (second c how) (states c) /\ forall s, In s (states c) -> In (next c how s) (states c)).
  Proof.
    unfold check_pile in ok. rewrite !andb_true_iff, !Z.eqb_eq, !forallb_forall in ok.
    destruct ok as [[[[[L1 L2] H1] H2] B] R]. destruct (low c), (high c). cbn in L1, L2, H1, H2. subst.
    split; [reflexivity|]. split; [reflexivity|]. split.
    - intros s I. now apply Bool.eqb_prop, B.
    - intros how. specialize (R how). rewrite andb_true_iff, forallb_forall in R.
      destruct R as [S N]; [destruct how; cbn; tauto|]. split; [now apply listed_In|]. intros s I. now apply listed_In, N.
  Qed.

  Lemma state_listed n m t : In (state_of (n :: m :: t)) (states c).
  Proof.
    destruct accepted as (_ & _ & _ & R). revert n m. induction t as [|k t IH]; intros n m.
    - replace (state_of [n; m]) with (second c (n ?= m)); [apply R|]. unfold state_of, second. rewrite drop_next.
      cbn [met drop]. now rewrite !andb_false_r, !orb_false_r.
    - replace (state_of (n :: m :: k :: t)) with (next c (n ?= m) (state_of (m :: k :: t))); [apply R, IH|].
      unfold next. rewrite equal_eqb. unfold state_of. now rewrite (drop_next n m).
  Qed.
End Accepted.

Theorem pile_checker_sound_holds : StatementsWalks.pile_checker_sound check_pile.
Proof.
  intros c ok. destruct (accepted c ok) as (Low & High & B & _). destruct values_of_piles as [X V].
  split; [exact X|]. intros G HG.
  assert (Value : forall below n, Eeny.proper below -> 1 <= n -> G (below ++ [n]) = top_value (n :: rev below)).
  { intros below n Hb Hn. rewrite (V G HG), rev_app_distr by now apply proper_snoc. reflexivity. }
  split; [apply (V G HG []); constructor|]. split.
  { intros n Hn. change [n] with ([] ++ [n]). rewrite Value by (constructor || exact Hn). cbn. lia. }
  intros below n Hb Hn g pile now.
  assert (Star : forall k, 1 <= k -> G (below ++ [k]) = if k <=? g then k - 1 else k)
    by (intros k Hk; now apply eeny_meeny_star_holds).
  split; [|split; [|split]].
  - intros v. unfold pile. rewrite options_snoc, map_cons, map_map. fold g. cbn [In]. rewrite in_map_iff.
    assert (Now : interval now = if n <=? g then (-1)%Z else 0%Z) by (unfold now; rewrite Low, High; now destruct (n <=? g)).
    rewrite Now. split.
    + intros [->|(k & <- & I)]; [now left|]. apply in_seq in I. rewrite Star by lia.
      destruct (Nat.leb_spec n g), (Nat.leb_spec k g); lia.
    + intros [->|H]; [now left|]. destruct (Nat.eq_dec g v) as [E|E]; [now left|]. right.
      exists (if v <? g then S v else v).
      assert (I : 1 <= (if v <? g then S v else v) < n)
        by (destruct (Nat.ltb_spec v g), (Nat.leb_spec n g); lia).
      rewrite Star by lia. split; [|apply in_seq; lia].
      destruct (Nat.ltb_spec v g); match goal with |- context [?a <=? g] => destruct (Nat.leb_spec a g) end; lia.
  - unfold pile, now. rewrite Star, Low, High by exact Hn. destruct (n <=? g); cbn [value]; lia.
  - now apply Star.
  - intros Some walk. pose proof (Value below n Hb Hn) as E. fold pile in E.
    assert (R : rev pile = n :: rev below) by (unfold pile; now rewrite rev_app_distr).
    destruct (rev below) as [|m t] eqn:Er.
    { apply (f_equal (@rev nat)) in Er. now rewrite rev_involutive in Er. }
    pose proof (state_listed c ok n m t) as I. rewrite <- R in E, I.
    assert (T : G pile = less n (drop (rev pile))).
    { rewrite E, R. unfold top_value, less. destruct (drop (n :: m :: t)); lia. }
    split; [rewrite T; f_equal; exact (B _ I)|]. exists (state_of c (rev pile)). repeat split; assumption.
Qed.
