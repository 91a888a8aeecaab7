(** Jenka_k without physics: what the moves on one level, and on one of several, change of their weight. *)
From Coq Require Import Arith Bool List Lia.
From Topple Require Import Statements.
Import ListNotations Centred.

Definition bearing (l : level) : Prop := bears l = true.

(** * One level

    The least number of moves stays or falls by one, so the weight 2 * fewest + critical falls by 1, 2 or 3. *)
Definition crit (l : level) : nat := if critical l then 1 else 0.
Definition size (l : level) : nat := let '(a, c, b) := l in a + (if c then 1 else 0) + b.

(** The levels by cases: no, one, two or more blocks on either side, and the middle block. *)
Ltac level_cases l :=
  destruct l as [[[|[|[|?]]] []] [|[|[|?]]]]; cbn in *; try discriminate.

Lemma taken_one l l' : bearing l -> In l' (taken l) ->
  bearing l' /\ size l = size l' + 1 /\ fewest l <= fewest l' + 1 /\
  exists d, 1 <= d <= 3 /\ 2 * fewest l + crit l = 2 * fewest l' + crit l' + d.
Proof.
  unfold bearing, crit, taken. intros C H. apply filter_In in H. destruct H as [H B]. split; [exact B|].
  level_cases l; repeat (destruct H as [<-|H]); try contradiction; cbn in *; try discriminate;
  repeat split; try lia; first [exists 1; lia | exists 2; lia | exists 3; lia].
Qed.

(** A level without a block that can be taken still bears, so it has one. *)
Lemma taken_blocks l l' : In l' (taken l) -> size l = size l' + 1 /\ 1 <= size l'.
Proof.
  unfold taken. intros H. apply filter_In in H. destruct H as [H B].
  destruct l as [[[|a] []] [|b]]; cbn in H; repeat (destruct H as [<-|H]); try contradiction; cbn in *;
  try discriminate; split; try lia;
  repeat match goal with H : context [0 <? ?n] |- _ => destruct n; cbn in *; try discriminate end; lia.
Qed.

(** A critical level can lose its middle block, or a whole side that is one block. *)
Lemma critical_offers l d : critical l = true -> d = 1 \/ d = 3 ->
  exists l', In l' (taken l) /\ 2 * fewest l + crit l = 2 * fewest l' + crit l' + d.
Proof.
  unfold crit. intros C D. destruct l as [[a c] b]. destruct D as [-> | ->].
  - exists (if a =? 1 then (0, c, b) else (a, c, 0)). unfold taken. rewrite filter_In.
    destruct a as [|[|a]], c, b as [|[|b]]; cbn in *; try discriminate; split; auto; lia.
  - exists (a, false, b). unfold taken. rewrite filter_In.
    destruct a as [|[|a]], c, b as [|[|b]]; cbn in *; try discriminate; split; auto; lia.
Qed.

(** Of any other level: the middle block if the sides bear without it, or else a block that is one of many. *)
Lemma others_offer l : bearing l -> critical l = false -> 1 <= fewest l ->
  exists l', In l' (taken l) /\ 2 * fewest l + crit l = 2 * fewest l' + crit l' + 2.
Proof.
  unfold bearing, crit. intros B C F. destruct l as [[a c] b].
  exists (if c && (0 <? a) && (0 <? b) then (a, false, b)
          else if a <? (if c then 1 else 2) then (a, c, b - 1) else (a - 1, c, b)).
  unfold taken. rewrite filter_In.
  destruct a as [|[|a]], c, b as [|[|b]]; cbn in *; try discriminate; try lia; split; auto; try lia.
Qed.

(** * Several levels *)
Definition fewest_of (ls : list level) : nat := list_sum (map fewest ls).
Lemma fewest_cons l ls : fewest_of (l :: ls) = fewest l + fewest_of ls.
Proof. reflexivity. Qed.
Lemma weight_cons l ls : weight (l :: ls) = 2 * fewest l + crit l + weight ls.
Proof.
  unfold weight, crit. fold (fewest_of (l :: ls)) (fewest_of ls). rewrite fewest_cons. cbn [filter].
  destruct (critical l); cbn [length]; lia.
Qed.

Lemma taken_some ls ls' : Forall bearing ls -> In ls' (sum_options taken ls) ->
  Forall bearing ls' /\ fewest_of ls <= fewest_of ls' + 1 /\ exists d, 1 <= d <= 3 /\ weight ls = weight ls' + d.
Proof.
  intros C. revert ls'. induction C as [|l ls Hl C IH]; intros ls' H; [contradiction|].
  cbn [sum_options] in H. apply in_app_iff in H. destruct H as [H|H]; apply in_map_iff in H; destruct H as (x & <- & H).
  - apply taken_one in H; [|exact Hl]. destruct H as (B & _ & F & d & D & W). split; [now constructor|].
    rewrite !fewest_cons. split; [lia|]. exists d. rewrite !weight_cons. lia.
  - apply IH in H. destruct H as (B & F & d & D & W). split; [now constructor|].
    rewrite !fewest_cons. split; [lia|]. exists d. rewrite !weight_cons. lia.
Qed.

(** Some move makes the weight smaller by d. *)
Definition offers (ls : list level) (d : nat) : Prop :=
  exists ls', In ls' (sum_options taken ls) /\ weight ls = weight ls' + d.

Lemma one_offers ls l d : In l ls ->
  (exists l', In l' (taken l) /\ 2 * fewest l + crit l = 2 * fewest l' + crit l' + d) -> offers ls d.
Proof.
  intros H (l' & T & W). induction ls as [|x ls IH]; [contradiction|]. destruct H as [->|H].
  - exists (l' :: ls). cbn [sum_options]. rewrite in_app_iff, !weight_cons. split; [|lia]. left.
    now apply (in_map (fun q => q :: ls)).
  - destruct (IH H) as (ls' & H' & W'). exists (x :: ls'). cbn [sum_options].
    rewrite in_app_iff, !weight_cons. split; [|lia]. right. now apply in_map.
Qed.

Lemma offers_critical ls : existsb critical ls = true -> offers ls 1 /\ offers ls 3.
Proof.
  intros H. apply existsb_exists in H. destruct H as (l & H & C).
  split; apply (one_offers ls l); auto using critical_offers.
Qed.
(** An odd weight: there is a critical level. *)
Lemma offers_odd ls : Nat.odd (weight ls) = true -> offers ls 1 /\ offers ls 3.
Proof.
  intros O. apply offers_critical. destruct (existsb critical ls) eqn:E; [reflexivity|].
  assert (N : filter critical ls = []).
  { induction ls as [|l ls IH]; [reflexivity|]. cbn [existsb filter] in *. apply orb_false_iff in E.
    destruct E as [E1 E2]. rewrite E1. apply IH; [|exact E2]. rewrite weight_cons in O. unfold crit in O.
    rewrite E1 in O. now rewrite Nat.add_0_r, Nat.add_comm, Nat.odd_add_mul_2 in O. }
  unfold weight in O. rewrite N in O. cbn [length] in O. now rewrite Nat.add_0_r, Nat.odd_mul in O.
Qed.

(** Where a move is left, a level is critical, or another one has a move. *)
Lemma offers_some ls : Forall bearing ls -> 1 <= fewest_of ls -> offers ls 2 \/ (offers ls 1 /\ offers ls 3).
Proof.
  intros B F. destruct (existsb critical ls) eqn:E; [right; now apply offers_critical|]. left.
  assert (L : exists l, In l ls /\ 1 <= fewest l).
  { clear B E. induction ls as [|l ls IH]; [cbn in F; lia|]. rewrite fewest_cons in F.
    destruct (le_lt_dec 1 (fewest l)) as [L|L]; [exists l; cbn; auto|].
    destruct IH as (x & Hx & Fx); [lia | exists x; cbn; auto]. }
  destruct L as (l & Hl & Fl). apply (one_offers ls l 2 Hl). rewrite Forall_forall in B.
  apply others_offer; [now apply B | | exact Fl]. destruct (critical l) eqn:C; [|reflexivity].
  enough (existsb critical ls = true) by congruence. apply existsb_exists. eauto.
Qed.

Lemma no_move_left ls : fewest_of ls = 0 -> weight ls = 0.
Proof.
  enough (W : weight ls <= 3 * fewest_of ls) by lia. induction ls as [|l ls IH]; [cbn; lia|].
  rewrite weight_cons, fewest_cons. enough (crit l <= fewest l) by lia. unfold crit.
  destruct l as [[[|a] []] [|b]]; cbn; try lia. destruct ((a =? 0) || (b =? 0)); lia.
Qed.

(** * A potential: what could be taken of each level if it had to keep but one block *)
Definition spare (ls : list level) : nat := list_sum (map (fun l => size l - 1) ls).
Lemma spare_taken ls ls' : In ls' (sum_options taken ls) -> spare ls = spare ls' + 1.
Proof.
  revert ls'. induction ls as [|l ls IH]; intros ls' H; [contradiction|]. cbn [sum_options] in H.
  assert (E : forall x r, spare (x :: r) = size x - 1 + spare r) by reflexivity.
  apply in_app_iff in H. destruct H as [H|H]; apply in_map_iff in H; destruct H as (x & <- & H); rewrite !E.
  - apply taken_blocks in H. lia.
  - apply IH in H. lia.
Qed.
