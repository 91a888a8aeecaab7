(** How long a play of Jenga can last: the set of lengths obeys the one-step rule. *)
From Coq Require Import Arith Bool List ZArith Lia ZifyNat.
From Topple Require Import Statements Games Triplets.
Import ListNotations Zwick.

Ltac Zify.zify_post_hook ::= Z.div_mod_to_equations.

Definition lasts (x y z m : nat) : Prop :=
  if x + y =? 0 then m = 0
  else (z + m) mod 3 <> 0 /\ 3 * (x + y) + z <= 2 * m + 2 /\
       (m + 4 <= 6 * x + 3 * y + 2 * z \/ (x = 0 /\ y = 1 /\ z = 0 /\ m = 1)).
Definition lasts_at (p : position) (m : nat) : Prop := let '(x, y, z) := p in lasts x y z m.

(** What is said of a position is what is said of its options, one move later. *)
Lemma lasts_over_iff x y z : z < 3 -> options (x, y, z) = [] -> forall m, lasts x y z m <-> m = 0.
Proof.
  intros Hz E m. unfold options, result in E. simpl flat_map in E. unfold lasts.
  destruct (Nat.ltb_spec 0 x); [discriminate|]. destruct (Nat.ltb_spec 0 y); [discriminate|].
  destruct (Nat.eqb_spec (x + y) 0); [tauto | lia].
Qed.

Lemma lasts_step x y z q m : z < 3 -> In q (options (x, y, z)) -> lasts_at q m -> lasts x y z (S m).
Proof.
  intros Hz Hq H. unfold options, result, normalize in Hq. simpl flat_map in Hq.
  destruct (Nat.ltb_spec 0 x), (Nat.ltb_spec 0 y), (Nat.eqb_spec (z + 1) 3); simpl in Hq;
    repeat (destruct Hq as [<-|Hq]); try contradiction; unfold lasts_at, lasts in *;
    repeat match goal with
    | |- context [?a =? 0] => destruct (Nat.eqb_spec a 0)
    | H : context [?a =? 0] |- _ => destruct (Nat.eqb_spec a 0)
    end; try lia; (intuition lia).
Qed.

Lemma lasts_back x y z m : z < 3 -> 0 < x + y -> lasts x y z m ->
  exists q m', m = S m' /\ In q (options (x, y, z)) /\ lasts_at q m'.
Proof.
  intros Hz Hxy H.
  assert (Hm : exists m', m = S m').
  { exists (m - 1). unfold lasts in H. destruct (Nat.eqb_spec (x + y) 0); lia. }
  destruct Hm as [m' ->].
  assert (C : 0 < x /\ lasts_at (normalize (x - 1) y (z + 1)) m' \/
              0 < x /\ lasts_at (normalize (x - 1) (y + 1) (z + 1)) m' \/
              0 < y /\ lasts_at (normalize x (y - 1) (z + 1)) m').
  { unfold normalize. destruct (Nat.eqb_spec (z + 1) 3); unfold lasts_at, lasts in *;
      repeat match goal with
      | |- context [?a =? 0] => destruct (Nat.eqb_spec a 0)
      | H : context [?a =? 0] |- _ => destruct (Nat.eqb_spec a 0)
      end; lia. }
  unfold options, result. simpl flat_map.
  destruct (Nat.ltb_spec 0 x), (Nat.ltb_spec 0 y); try lia;
    destruct C as [[? C]|[[? C]|[? C]]]; try lia; eexists _, m'; (split; [reflexivity|]); (split; [|exact C]); simpl; tauto.
Qed.

Lemma lasts_iff p : below_3 p -> forall m, Lasts options p m <-> lasts_at p m.
Proof.
  induction (triplets_end p) as [p _ IH]. intros Hp m. split.
  - intros H. inversion H as [? E|? q m' Hq Hm]; subst; destruct p as [[x y] z].
    + now apply (lasts_over_iff x y z Hp E).
    + apply (lasts_step x y z q m' Hp Hq). apply IH; [exact Hq | eapply options_below_3; eauto | exact Hm].
  - intros H. destruct p as [[x y] z]. destruct (Nat.eq_dec (x + y) 0) as [E|Hxy].
    + assert (x = 0) by lia. assert (y = 0) by lia. subst. cbn in H. subst. now apply lasts_over.
    + destruct (lasts_back x y z m Hp ltac:(lia) H) as (q & m' & -> & Hq & Hm).
      apply lasts_move with q; [exact Hq|]. apply IH; [exact Hq | eapply options_below_3; eauto | exact Hm].
Qed.

Theorem play_lengths_holds : StatementsLengths.play_lengths.
Proof.
  assert (H : forall x y z m, z < 3 -> (Lasts options (x, y, z) m <-> lasts x y z m))
    by (intros x y z m Hz; now apply (lasts_iff (x, y, z))).
  split.
  - intros x y z m Hz. rewrite (H x y z m Hz). unfold lasts. destruct (x + y =? 0); [reflexivity|].
    assert (E : (x, y, z, m) = (0, 1, 0, 1) <-> x = 0 /\ y = 1 /\ z = 0 /\ m = 1)
      by (split; [intros [= -> -> -> ->]; auto | now intros (-> & -> & -> & ->)]).
    now rewrite E.
  - intros n m Hn. rewrite (H (n - 1) 0 0 m ltac:(lia)). unfold lasts.
    destruct (Nat.eqb_spec (n - 1 + 0) 0); lia.
Qed.
