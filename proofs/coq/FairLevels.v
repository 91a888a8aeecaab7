(** Levels of 2 * h + 1 slots that a player can keep. Three sets of levels: of those in [good] the moment is at most the
    number of blocks and 2 more; of those in [fair], of which he has at most one, it may be [d] more; and [topped] are
    the levels that he leaves on top. [closed_sets] says what he needs: whatever block his opponent takes or puts, he
    has an answer in the same level, or is free to play elsewhere, and then he finds a move elsewhere. For a given h it
    is a computation, over all levels. [largest] finds such sets, if there are any. *)
From Coq Require Import Arith ZArith Bool List Lia.
From Topple Require Import Statements Wells Levels BalanceCheck BalanceTowers GrowthLevels.
Import ListNotations Tower Balance.

Notation minus a j := (Well.update j (fun _ => false) a).
Notation plus a j := (Well.update j (fun _ => true) a).

(** * One block more or less *)
Definition some_block (p : level -> bool) (a : level) : bool :=
  existsb (fun j => nth j a false && p (minus a j)) (seq 0 (length a)).
Definition every_block (p : level -> bool) (a : level) : bool :=
  forallb (fun j => implb (nth j a false) (p (minus a j))) (seq 0 (length a)).
Definition some_slot (p : level -> bool) (a : level) : bool :=
  existsb (fun j => negb (nth j a true) && p (plus a j)) (seq 0 (length a)).
Definition every_slot (p : level -> bool) (a : level) : bool :=
  forallb (fun j => implb (negb (nth j a true)) (p (plus a j))) (seq 0 (length a)).

Lemma some_block_found p a : some_block p a = true -> exists j, nth j a false = true /\ p (minus a j) = true.
Proof. intros H. apply existsb_exists in H. destruct H as (j & _ & H). apply andb_true_iff in H. eauto. Qed.
Lemma some_slot_found p a : some_slot p a = true -> exists j, nth j a true = false /\ p (plus a j) = true.
Proof.
  intros H. apply existsb_exists in H. destruct H as (j & _ & H). apply andb_true_iff in H.
  rewrite negb_true_iff in H. eauto.
Qed.
Lemma every_block_holds p a j : every_block p a = true -> nth j a false = true -> p (minus a j) = true.
Proof.
  unfold every_block. rewrite forallb_forall. intros H Hj. pose proof (nth_inside a false j Hj).
  specialize (H j). rewrite Hj in H. apply H. apply in_seq. lia.
Qed.
Lemma every_slot_holds p a j : every_slot p a = true -> nth j a true = false -> p (plus a j) = true.
Proof.
  unfold every_slot. rewrite forallb_forall. intros H Hj. pose proof (nth_inside a true j Hj).
  specialize (H j). rewrite Hj in H. apply H. apply in_seq. lia.
Qed.

Section Levels.
  Variable h : nat.
  Let k := slots h.

  (** * Blocks on both sides of the middle slot *)
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

  (** * What a player needs *)
  Section Closed.
    Variable d : Z.
    Variables good fair topped : level -> bool.

    Definition near (x : Z) (a : level) : bool := sided a && (Z.abs (moment a) <=? blocks a + 2 + x)%Z.
    Definition either (a : level) : bool := good a || fair a.
    (** His opponent has left [b]. It does not stand, or it is as he likes it, or a move makes it so. *)
    Definition answered (next : level -> bool) (b : level) : bool :=
      negb (sides_stand (sides_of h b)) || (sided b && (good b || some_block next b)).
    Definition keeps_good (a : level) : bool :=
      near 0 a && ((blocks_of a <=? 2) || some_block either a) && every_block (answered good) a.
    Definition keeps_fair (a : level) : bool := near d a && some_block good a && every_block (answered either) a.
    (** On top he needs an answer only as long as his opponent does not complete the level. *)
    Definition keeps_topped (a : level) : bool :=
      (Z.abs (moment a) <=? blocks a)%Z && every_slot (fun b => is_full b || some_slot topped b) a.

    Definition closed_sets : bool :=
      good (repeat true k) && topped (repeat false k) && some_slot topped (repeat false k) &&
      forallb (fun a => implb (good a) (keeps_good a) && implb (fair a) (keeps_fair a) &&
        implb (topped a) (keeps_topped a)) (those any k).

    Hypothesis all_kept : closed_sets = true.
    Lemma closed_starts : good (repeat true k) = true /\ topped (repeat false k) = true /\
      some_slot topped (repeat false k) = true.
    Proof. unfold closed_sets in all_kept. rewrite !andb_true_iff in all_kept. tauto. Qed.
    Lemma closed_keeps a : length a = k -> (good a = true -> keeps_good a = true) /\
      (fair a = true -> keeps_fair a = true) /\ (topped a = true -> keeps_topped a = true).
    Proof.
      intros H. unfold closed_sets in all_kept. apply andb_true_iff in all_kept. destruct all_kept as [_ F].
      rewrite forallb_forall in F. specialize (F a (those_In k any a H eq_refl)). rewrite !andb_true_iff in F.
      destruct F as [[F1 F2] F3]. split; [|split]; intros E; rewrite E in *; assumption.
    Qed.
  End Closed.
End Levels.

(** * The largest sets *)

(** A set of levels of one length, as a tree. *)
Inductive levels : Type := Said (b : bool) | Asked (yes no : levels).
Fixpoint gather (p : level -> bool) (k : nat) : levels :=
  match k with
  | 0 => Said (p [])
  | S k => Asked (gather (fun a => p (true :: a)) k) (gather (fun a => p (false :: a)) k)
  end.
Fixpoint member (s : levels) (a : level) : bool :=
  match s, a with Asked yes no, b :: a => member (if b then yes else no) a | Said b, _ => b | _, [] => false end.

(** All levels, and again and again without those that a player cannot keep. *)
Fixpoint largest (h : nat) (d : Z) (rounds : nat) : levels * levels * levels :=
  let k := slots h in
  match rounds with
  | 0 => let s := gather (fun _ => true) k in (s, s, s)
  | S rounds =>
      let '(g, f, t) := largest h d rounds in
      (gather (fun a => member g a && keeps_good h (member g) (member f) a) k,
       gather (fun a => member f a && keeps_fair h d (member g) (member f) a) k,
       gather (fun a => member t a && keeps_topped (member t) a) k)
  end.
Definition largest_keep (h : nat) (d : Z) (rounds : nat) : bool :=
  let '(g, f, t) := largest h d rounds in closed_sets h d (member g) (member f) (member t).
