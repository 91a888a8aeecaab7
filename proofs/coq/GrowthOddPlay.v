(** Towers of Jenka_k for k = 2 * h + 1 that begin with levels chosen beforehand. From full levels, block after block
    goes from the lowest level that is not yet as wanted to the top. Each level of the beginning lies over the middle
    slot and the sums of the middles of any levels in it are small, so the tower stands as long as enough full levels
    lie on top of the beginning. *)
From Coq Require Import ZArith List Lia.
From Topple Require Import Statements Levels Moves BalanceTowers BalancePlay JenkaPlaces GrowthMoves.
Import ListNotations Tower Jenka Balance Growth.
Local Open Scope Z_scope.

(** * Sums over a part of a tower *)
Lemma within_front b c t u : within b (t ++ u) -> within c u -> within (b + c) t.
Proof. unfold within. pose proof (sums_app t u). destruct (Nat.even (length t)); lia. Qed.

(** A part of a tower is small if the sums over any levels of it that follow each other are. *)
Definition small (bound : Z) (w : tower) : Prop := forall w1 w2 w3, w = w1 ++ w2 ++ w3 -> within bound w2.
Lemma small_front bound w1 w2 : small bound (w1 ++ w2) -> small bound w1.
Proof. intros S x y z E. apply (S x y (z ++ w2)). now rewrite E, <- !app_assoc. Qed.
Lemma small_natural bound w : small bound w -> 0 <= bound.
Proof. intros S. destruct (S [] [] w eq_refl) as [H _]. cbn in H. lia. Qed.

Section Play.
  Variable h n : nat.
  Let k := slots h.
  Let K := Z.of_nat k.
  Let positive : (1 <= k)%nat.
  Proof. unfold k, slots. lia. Qed.

  Lemma more_standing (a c : level) : standing h a -> length c = k -> has_all a c -> standing h c.
  Proof.
    intros S L O. pose proof (standing_edges h a S) as (E1 & E2 & T & _).
    destruct (edge_blocks a T) as (i & j & Hi & Hj & Ei & Ej). apply O in Hi, Hj.
    pose proof (edges c i Hi). pose proof (edges c j Hj). destruct S as [La _]. rewrite La in *. rewrite L in *.
    unfold k in *. apply edges_standing; [exact L | apply true_nth; eauto | lia | lia].
  Qed.

  (** * A beginning below full levels

      What is above one of its levels has its centre near enough to the middle. *)
  Lemma beginning_steady w u : Forall (standing h) w -> steady u ->
    (forall x y, w = x ++ y -> Z.abs (across (y ++ u)) < mass (y ++ u)) -> steady (w ++ u).
  Proof.
    induction 1 as [|a w Ha Hw IH]; intros U S; [exact U|]. cbn [app steady]. split.
    - intros _. pose proof (S [a] w eq_refl). apply standing_edges in Ha. nia.
    - apply IH; [exact U|]. intros x y E. apply (S (a :: x)). now rewrite E.
  Qed.
  Lemma state_stands bound w c p top : Forall (standing h) w -> standing h c -> on_top k top -> small bound w ->
    bound + 2 * K * K < K * Z.of_nat p -> stands (w ++ c :: upper k p top).
  Proof.
    intros Hw Hc T S B. pose proof (standing_edges h c Hc) as (C1 & C2 & C3 & C4).
    destruct (upper_levels k positive p top T) as [L I]. pose proof (upper_within k positive p top T) as W.
    pose proof (top_mass k positive top T) as M. pose proof (upper_mass k positive p top) as U. fold K in W, M, U.
    assert (K1 : 1 <= K) by (unfold K, k, slots; lia).
    pose proof (small_natural bound w S) as B0. assert (Wc : within (K * K + K * K) (c :: upper k p top)).
    { apply (within_app _ _ [c]); [|unfold within in *; nia].
      pose proof (within_levels k [c] ltac:(constructor; [apply Hc | constructor])) as X. cbn [length] in X.
      unfold K. now rewrite Z.mul_1_l in X. }
    apply (stands_steady k).
    - apply Forall_app.
      split; [eapply Forall_impl; [|exact Hw]; intros a Ha; apply Ha | constructor; [apply Hc | exact L]].
    - apply Forall_app. split; [|now constructor]. eapply Forall_impl; [|exact Hw]. intros a Ha.
      now apply standing_edges in Ha.
    - apply beginning_steady; [exact Hw| |].
      + split; [|now apply (upper_steady k positive)]. intros _. unfold within in W. nia.
      + intros x y E. assert (Y : within bound y) by (apply (S x y []); now rewrite app_nil_r).
        pose proof (within_app _ _ _ _ Y Wc) as [_ X]. rewrite mass_app, mass_cons. pose proof (mass_natural y). nia.
  Qed.

  (** * Play, one level after the other *)
  Lemma all_levels bound w : small bound w -> Forall (standing h) w ->
    mass w + bound + 2 * K * K + 4 * K < K * Z.of_nat n ->
    forall w2 w1 p top, w = w1 ++ w2 -> on_top k top -> arises k n (w1 ++ upper k p top) ->
    exists p' top', arises k n (w ++ upper k p' top').
  Proof.
    intros Hs Hw B. induction w2 as [|a w2 IH]; intros w1 p top E T A.
    - exists p, top. now rewrite E, app_nil_r.
    - pose proof Hw as Hw'. rewrite E in Hw'. apply Forall_app in Hw'. destruct Hw' as [Hw1 Hw2].
      inversion Hw2 as [|? ? Ha _]; subst. pose proof (full_left k n positive _ _ _ T A) as P. fold K in P.
      rewrite mass_app in B. pose proof (mass_natural (a :: w2)). assert (K1 : 1 <= K) by (unfold K, k, slots; lia).
      pose proof (small_front bound w1 (a :: w2) Hs) as S1. pose proof (small_natural bound w1 S1) as B0.
      assert (KK : K <= K * K) by nia. destruct p as [|[|p]]; [lia | lia |].
      assert (La : length a = k) by apply Ha.
      destruct (all_blocks k n positive w1 [] a (full k) p top) as (p' & top' & P' & T' & A'); try assumption.
      + now rewrite full_length.
      + intros j Hj. apply full_nth. pose proof (nth_inside a false j Hj). lia.
      + intros c' p' top' P' T' L O. apply (state_stands bound); try assumption; [|nia].
        apply (more_standing a); [exact Ha | congruence | exact O].
      + apply (IH (w1 ++ [a]) (S p') top'); [now rewrite <- app_assoc | exact T' | now rewrite <- app_assoc].
  Qed.
End Play.

(** Some tower begins with [w] if its parts are small, and enough blocks are left for the levels above. *)
Lemma tower_begins h n bound w : Forall (standing h) w -> small bound w ->
  let k := Z.of_nat (slots h) in mass w + bound + 2 * k * k + 4 * k < k * Z.of_nat n ->
  exists t, arises (slots h) n t /\ firstn (length w) t = w.
Proof.
  intros Hw S k B.
  destruct (all_levels h n bound w S Hw B w [] n []) as (p & top & A); [reflexivity | now left | |].
  - unfold upper. rewrite app_nil_r. apply at_the_start.
  - exists (w ++ upper (slots h) p top). split; [exact A|].
    now rewrite firstn_app, firstn_all, Nat.sub_diag, app_nil_r.
Qed.
