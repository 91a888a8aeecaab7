(** What the checker of moves accepts is true: the levels that it excludes are those of
    Definition 3.2, so the blocks that can be taken are those of the three types of Zwick. *)
From Coq Require Import Arith List Bool Lia.
From Topple Require Import Statements Towers InPlay StabilityCheck StabilityRanges StabilitySound MovesCheck.
Import ListNotations Tower Stability Moves.

Section Accepted.
  Variable c : claims.
  Variable types : list type.
  Variable s : shown.
  Hypothesis accepted : check_moves c types s = true.

  Lemma parts : Stability.says c /\ (forall t, In t (triples c) -> length t = 3) /\
    (forall m, In m types -> exists x, In x (takes s) /\ left m = snd x) /\
    (forall a, In a levels -> level_ok c types s a = true).
  Proof.
    pose proof accepted as H. unfold check_moves in H. rewrite !andb_true_iff, !forallb_forall in H.
    destruct H as [[[[[[St _] _] _] U] _] L]. split; [exact (stability_checker_sound_holds c _ St)|].
    split; [apply (steps_hold c _ St)|]. split; [|exact L].
    intros m I. specialize (U m I). apply existsb_exists in U. destruct U as (x & Hx & E). apply same_level_eq in E. eauto.
  Qed.

  Lemma allowed_spec a : In a levels -> allowed c a = negb (excludedb a).
  Proof.
    intros Ha. destruct parts as ((S & _) & T & _).
    assert (P : proper 3 [a; L111]) by (apply proper_small; [cbn [forallb]; unfold is; destruct (in_dec level_dec a levels);
      [|contradiction]; destruct (in_dec level_dec L111 levels) as [|N]; [reflexivity | exfalso; apply N; cbn; auto 10] | discriminate]).
    destruct (S _ P) as [V _]. rewrite (stable_valid _ P), <- validb_spec in V.
    assert (E : validb [a; L111] = negb (excludedb a)).
    { cbn [validb]. unfold tripleb. destruct (in_dec tower_dec [a; L111] Tower.triples) as [I|N]; [cbn in I; repeat (destruct I as [I|I]; [discriminate I|]); destruct I|].
      destruct (in_dec tower_dec [L111] Tower.triples) as [I|N2]; [cbn in I; repeat (destruct I as [I|I]; [discriminate I|]); destruct I|]. cbn. now rewrite !andb_true_r. }
    rewrite <- E. apply eq_true_iff_eq. rewrite V. unfold allowed. rewrite negb_true_iff, <- not_true_iff_false, has_level_In.
    unfold Stability.valid. split.
    - intros N. split; [intros b [<-|[]]; exact N|]. intros below top Eq I. apply T in I. apply (f_equal (@length level)) in Eq.
      rewrite app_length, I in Eq. cbn in Eq. lia.
    - intros [N _]. apply N. now left.
  Qed.

  (** The types by which blocks are taken from III and II-. *)
  Lemma has_type a j b : In a levels -> excludedb a = false -> left_of c a j = Some b -> In j [0; 1; 2] ->
    exists m, In m types /\ left m = called b /\ before m = size c a /\ after m = size c b.
  Proof.
    intros Ha Ex Lf Hj. destruct parts as (_ & _ & _ & L). specialize (L a Ha). unfold level_ok in L.
    rewrite (allowed_spec a Ha), Ex in L. cbn [negb orb] in L. rewrite !andb_true_iff, !forallb_forall in L.
    destruct L as [[_ L] _]. specialize (L j Hj). rewrite Lf in L. destruct (offered types s a j) as [m|] eqn:O; [|discriminate].
    rewrite !andb_true_iff, !Nat.eqb_eq in L. destruct L as [[B A] _]. exists m.
    unfold offered in O. destruct (find _ (takes s)) as [[[a' j'] name]|] eqn:F; [|discriminate].
    apply find_some in F. destruct F as [F E]. cbn [fst snd] in E. rewrite andb_true_iff, same_level_eq, Nat.eqb_eq in E. destruct E as [<- ->].
    unfold type_called in O. apply find_some in O. destruct O as [I E']. apply same_level_eq in E'.
    pose proof accepted as H. unfold check_moves in H. rewrite !andb_true_iff, !forallb_forall in H.
    destruct H as [[_ T] _]. specialize (T _ F). unfold take_ok in T. rewrite Lf, !andb_true_iff, same_level_eq in T.
    destruct T as [_ T]. repeat split; [exact I | congruence | exact B | exact A].
  Qed.

  Ltac known := repeat match goal with |- context [allowed c ?b] =>
    rewrite (allowed_spec b) by (cbn; auto 10) end.
  Lemma left_101 : left_of c L111 1 = Some L101.
  Proof. unfold left_of. cbn [Well.update nth existsb orb andb L111]. fold L101. known. reflexivity. Qed.
  Lemma left_110 : left_of c L111 2 = Some L110.
  Proof. unfold left_of. cbn [Well.update nth existsb orb andb L111]. fold L110. known. reflexivity. Qed.
  Lemma left_010 : left_of c L110 0 = Some L010.
  Proof. unfold left_of. cbn [Well.update nth existsb orb andb L110]. fold L010. known. reflexivity. Qed.
  Lemma sizes : size c L111 = 2 /\ size c L110 = 1 /\ size c L101 = 0 /\ size c L010 = 0.
  Proof.
    split; [reflexivity|]. split; [|split].
    - unfold size. cbn [existsb]. rewrite left_010. reflexivity.
    - unfold size, left_of. cbn [existsb Well.update nth orb andb L101]. fold L001 L100. known. reflexivity.
    - unfold size, left_of. cbn [existsb Well.update nth orb andb L010]. reflexivity.
  Qed.

  Lemma moves_right : Moves.says types.
  Proof.
    intros t Ht. destruct (zwick_move_types_holds t Ht) as (Top & St & Se & _ & Mv & _).
    split; [exact Top|]. split; [exact St|]. split; [exact Se|]. intros i j l t' Hm.
    destruct (Mv i j l t' Hm) as (m & [_ Lv] & R). destruct sizes as (Z111 & Z110 & Z101 & Z010).
    destruct (Jenga.triplet t) as [[x y] z]. set (b := nth i (Jenka.without i j t) []) in *. destruct m; cbn [Jenga.leaves Zwick.result] in *.
    - destruct Lv as [_ Eb].
      destruct (has_type L111 1 L101) as (k & I & Le & Be & Af); [cbn; auto 10 | reflexivity | exact left_101 | cbn; auto |].
      exists k. split; [exact I|]. rewrite Le. split; [left; exact Eb|]. destruct (0 <? x); [|discriminate]. injection R as <-.
      unfold result. rewrite Be, Af, Z111, Z101. reflexivity.
    - destruct Lv as [_ Eb].
      destruct (has_type L111 2 L110) as (k & I & Le & Be & Af); [cbn; auto 10 | reflexivity | exact left_110 | cbn; auto |].
      exists k. split; [exact I|]. rewrite Le. split.
      + destruct b as [|[] [|[] [|[] [|? ?]]]]; try discriminate; [left | right]; reflexivity.
      + destruct (0 <? x); [|discriminate]. injection R as <-. unfold result. rewrite Be, Af, Z111, Z110. reflexivity.
    - destruct Lv as [_ Eb].
      destruct (has_type L110 0 L010) as (k & I & Le & Be & Af); [cbn; auto 10 | reflexivity | exact left_010 | cbn; auto |].
      exists k. split; [exact I|]. rewrite Le. split; [left; exact Eb|]. destruct (0 <? y); [|discriminate]. injection R as <-.
      unfold result. rewrite Be, Af, Z110, Z010. reflexivity.
  Qed.
End Accepted.

Theorem moves_checker_sound_holds : StatementsMoves.moves_checker_sound check_moves.
Proof. intros c types s H. split; [apply (parts c types s H) | exact (moves_right c types s H)]. Qed.
