(** Levels with one block less or more: [minus a j] and [plus a j] are the level [a] with its slot [j] empty and full.
    And levels of 2 * h + 1 slots with blocks on both sides of the middle slot, and with blocks on one side only. *)
From Coq Require Import Arith ZArith Bool List Lia.
From Topple Require Import Statements Wells Levels BalanceCheck BalanceTowers.
Import ListNotations Tower Balance.

Notation minus a j := (Well.update j (fun _ => false) a).
Notation plus a j := (Well.update j (fun _ => true) a).

(** * One block more or less *)
Lemma nth_plus (a : level) j i : j < length a -> nth i (plus a j) false = (j =? i) || nth i a false.
Proof.
  intros J. rewrite nth_update. destruct (Nat.eqb_spec j i) as [->|]; [|reflexivity].
  now rewrite (proj2 (Nat.ltb_lt i (length a)) J).
Qed.
Lemma nth_minus (a : level) j i : nth i (minus a j) false = negb (j =? i) && nth i a false.
Proof.
  rewrite nth_update. destruct (Nat.eqb_spec j i) as [->|]; [|reflexivity].
  destruct (Nat.ltb_spec i (length a)); [reflexivity | now rewrite nth_overflow].
Qed.

(** A block can be put so that [p] holds; and wherever it is put. *)
Definition some_slot (p : level -> bool) (a : level) : bool :=
  existsb (fun j => negb (nth j a true) && p (plus a j)) (seq 0 (length a)).
Definition every_slot (p : level -> bool) (a : level) : bool :=
  forallb (fun j => implb (negb (nth j a true)) (p (plus a j))) (seq 0 (length a)).

Lemma some_slot_found p a : some_slot p a = true -> exists j, nth j a true = false /\ p (plus a j) = true.
Proof.
  intros H. apply existsb_exists in H. destruct H as (j & _ & H). apply andb_true_iff in H.
  rewrite negb_true_iff in H. eauto.
Qed.
Lemma every_slot_holds p a j : every_slot p a = true -> nth j a true = false -> p (plus a j) = true.
Proof.
  unfold every_slot. rewrite forallb_forall. intros H Hj. pose proof (nth_inside a true j Hj).
  specialize (H j). rewrite Hj in H. apply H. apply in_seq. lia.
Qed.

(** * Blocks on both sides of the middle slot *)
Section Sides.
  Variable h : nat.
  Let k := slots h.

  Definition sided (a : level) : bool := let '(l, _, r) := sides_of h a in (0 <? l) && (0 <? r).

  Lemma sided_edges a : length a = k -> sided a = true -> (low a <= -3 /\ 3 <= high a)%Z /\ 2 <= blocks_of a.
  Proof.
    intros H S. destruct (parted h a H) as (l & x & r & E & Hl & Hr).
    destruct (side_blocks h a l x r E Hl Hr) as (B1 & _ & B3). unfold sided in S.
    rewrite E, sides_parted in S by exact Hl. apply andb_true_iff in S. rewrite !Nat.ltb_lt in S. destruct S as [S1 S2].
    split; [|rewrite E, blocks_app, blocks_cons; lia].
    apply B1 in S1. apply B3 in S2. destruct S1 as (i & Hi & Ni), S2 as (j & Hj & Nj).
    pose proof (edges a i Ni) as Ei. pose proof (edges a j Nj) as Ej. rewrite H in *. unfold k in *.
    rewrite middle_at in Ei, Ej. lia.
  Qed.

  (** A level with all its blocks on one side of the middle slot. *)
  Lemma beside a : length a = k -> In true a -> sides_stand (sides_of h a) = false -> (1 <= low a \/ high a <= -1)%Z.
  Proof.
    intros H T S. destruct (Z_le_gt_dec (low a) 0) as [L|L]; [|lia]. destruct (Z_le_gt_dec 0 (high a)) as [U|U]; [|lia].
    destruct (edges_standing h a H T L U) as [_ X]. congruence.
  Qed.
End Sides.
