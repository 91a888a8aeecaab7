(** Zwick's triplets: Theorem 5.1 and the winning moves. The tables depend on x
    and y modulo 3 and on whether they are 0, so each step of the induction is a
    finite check. *)
From Coq Require Import Arith Bool List Lia.
From Topple Require Import Statements Games.
Import ListNotations Zwick.

(** * Residues modulo 3, such that [S] computes *)
Inductive residue : Type := R0 | R1 | R2.
Definition next (r : residue) : residue := match r with R0 => R1 | R1 => R2 | R2 => R0 end.
Fixpoint mod3 (n : nat) : residue := match n with 0 => R0 | S n => next (mod3 n) end.
Definition number (r : residue) : nat := match r with R0 => 0 | R1 => 1 | R2 => 2 end.

Lemma mod3_correct n : n mod 3 = number (mod3 n).
Proof.
  induction n as [|n IH]; [reflexivity|].
  replace (S n) with (n + 1) by lia. rewrite <- Nat.add_mod_idemp_l, IH by lia.
  replace (n + 1) with (S n) by lia. simpl mod3. now destruct (mod3 n).
Qed.

Arguments Nat.modulo : simpl never.

(** Splits on residues and on "zero or not" until both sides compute. *)
Ltac cases :=
  cbn; rewrite ?Nat.sub_0_r, ?Nat.add_1_r; cbn; try reflexivity;
  match goal with
  | |- context [?n =? 0] => is_var n; destruct n; cases
  | |- context [mod3 ?n] => is_var n; destruct (mod3 n); cases
  end.

(** * Play ends *)
Definition below_3 (p : position) : Prop := snd p < 3.

Lemma sixths_fall p q : In q (options p) -> sixths q + 1 <= sixths p.
Proof.
  destruct p as [[x y] z]. unfold options, result, normalize, sixths. simpl flat_map.
  destruct (Nat.ltb_spec 0 x), (Nat.ltb_spec 0 y), (Nat.eqb_spec (z + 1) 3);
    simpl; intuition (subst; simpl; lia).
Qed.

Lemma triplets_end : play_ends options.
Proof.
  apply (weight_ends_play options sixths). intros p q H. apply sixths_fall in H. lia.
Qed.

Lemma options_below_3 p q : below_3 p -> In q (options p) -> below_3 q.
Proof.
  destruct p as [[x y] z]. unfold below_3, options, result, normalize. simpl flat_map.
  destruct (Nat.ltb_spec 0 x), (Nat.ltb_spec 0 y), (Nat.eqb_spec (z + 1) 3);
    simpl; intuition (subst; simpl; lia).
Qed.

(** * The values *)
Definition label (p : position) : bool := let '(x, y, z) := p in V x y z =? 1.

Lemma label_step p : below_3 p -> label p = existsb (fun q => negb (label q)) (options p).
Proof.
  destruct p as [[x y] z]. unfold below_3. simpl. intros Hz.
  unfold options, result, normalize, label. simpl flat_map.
  destruct z as [|[|[|z]]]; [| | |lia]; clear Hz; destruct x as [|x], y as [|y];
    unfold V; cbn; rewrite ?mod3_correct; cases.
Qed.

Lemma V_is_0_or_1 x y z : z < 3 -> V x y z = 0 \/ V x y z = 1.
Proof.
  intros Hz. unfold V. rewrite !mod3_correct.
  destruct z as [|[|[|z]]]; [| | |lia]; destruct x; destruct (mod3 y); simpl; auto;
    destruct (mod3 x); simpl; auto.
Qed.

Theorem zwick_5_1_holds : StatementsGames.zwick_5_1.
Proof.
  intros x y z Hz.
  pose proof (label_iff options triplets_end below_3 label options_below_3 label_step (x, y, z) Hz) as [HW HL].
  rewrite HW, HL. simpl. destruct (V_is_0_or_1 x y z Hz) as [E|E]; rewrite E; simpl; intuition discriminate.
Qed.

(** * The recurrence *)
Lemma V_recurrence : recurrence V.
Proof.
  intros x y z Hz. unfold at_top, V.
  destruct z as [|[|[|z]]]; [| | |lia]; clear Hz; destruct x as [|x], y as [|y];
    cbn; rewrite ?mod3_correct; cases.
Qed.

Lemma at_top_agree W x y z s :
  (forall x y z, z < 3 -> 6 * x + 3 * y + 2 * z < s -> W x y z = V x y z) ->
  z < 3 -> 6 * x + 3 * y + 2 * z + 2 < s ->
  at_top W x y (z + 1) = at_top V x y (z + 1).
Proof.
  intros H Hz Hs. unfold at_top. destruct (Nat.eqb_spec (z + 1) 3); apply H; lia.
Qed.

Lemma recurrence_unique W : recurrence W -> forall x y z, z < 3 -> W x y z = V x y z.
Proof.
  intros HW. enough (H : forall s x y z, z < 3 -> 6 * x + 3 * y + 2 * z < s -> W x y z = V x y z).
  { intros x y z Hz. now apply (H (S (6 * x + 3 * y + 2 * z))); [|lia]. }
  induction s as [|s IH]; [lia|]. intros x y z Hz Hs.
  rewrite (HW x y z Hz), (V_recurrence x y z Hz).
  destruct x as [|x], y as [|y]; try reflexivity;
    now rewrite ?(at_top_agree W _ _ _ s IH) by lia.
Qed.

Theorem zwick_recurrence_holds : StatementsGames.zwick_recurrence.
Proof.
  split; [exact sixths_fall|]. split; [exact triplets_end|].
  split; [exact V_recurrence | exact recurrence_unique].
Qed.

(** * The winning moves *)

(** By the values, a move wins if it leads to a position labelled [false]. *)
Definition good (p : position) (a : move) : bool :=
  match result p a with Some q => negb (label q) | None => false end.

Lemma good_winning p a : below_3 p -> (good p a = true <-> winning p a).
Proof.
  intros Hp. unfold good, winning. destruct (result p a) as [q|] eqn:E.
  - assert (Hq : below_3 q).
    { apply (options_below_3 p); [exact Hp|]. unfold options. apply in_flat_map.
      exists a. split; [destruct a; simpl; auto | rewrite E; now left]. }
    pose proof (label_iff options triplets_end below_3 label options_below_3 label_step q Hq) as [_ HL].
    rewrite negb_true_iff, <- HL. split; [eauto|]. intros (q' & Eq & H). now injection Eq as <-.
  - split; [discriminate|]. now intros (q & Eq & _).
Qed.

Definition same (a b : move) : bool :=
  match a, b with I_I, I_I | II_, II_ | _I_, _I_ => true | _, _ => false end.
Definition among (a : move) (l : list move) : bool := existsb (same a) l.

Lemma among_in a l : among a l = true <-> In a l.
Proof.
  unfold among. rewrite existsb_exists. split.
  - intros (b & Hb & E). destruct a, b; now try discriminate.
  - intros H. exists a. split; [exact H | now destruct a].
Qed.

Definition exceptional (x y z : nat) : Prop :=
  (x = 0 /\ y mod 3 = 1 /\ z = 0) \/ (x mod 3 = 1 /\ y = 0 /\ (z = 1 \/ z = 2)).

Lemma good_printed x y z a : z < 3 ->
  exceptional x y z \/ good (x, y, z) a = among a (printed x y z).
Proof.
  intros Hz. unfold exceptional, good, printed, label, result, normalize, V. rewrite !mod3_correct.
  destruct z as [|[|[|z]]]; [| | |lia]; clear Hz; destruct a, x as [|x], y as [|y];
    cbn; rewrite ?Nat.sub_0_r, ?Nat.add_1_r; cbn; rewrite ?mod3_correct; cbn;
    try destruct (mod3 x); try destruct (mod3 y); cbn; rewrite ?mod3_correct; auto 8;
    try destruct x; try destruct y; cbn; rewrite ?mod3_correct; auto 8.
Qed.

(** The values around the three families. *)
Ltac family n :=
  rewrite mod3_correct; unfold good, label, result, normalize, V; intros H;
  let k := fresh in destruct n as [|k]; [discriminate|];
  cbn in *; rewrite ?Nat.sub_0_r, ?Nat.add_1_r; cbn; rewrite ?mod3_correct; cbn;
  revert H; destruct (mod3 k); cbn; try discriminate; intros _;
  try reflexivity; destruct k; reflexivity.

Lemma good_0_1_0 y a : y mod 3 = 1 -> good (0, y, 0) a = among a [_I_].
Proof. destruct a; family y. Qed.
Lemma good_1_0_1 x a : x mod 3 = 1 -> good (x, 0, 1) a = among a [I_I; II_].
Proof. destruct a; family x. Qed.
Lemma good_1_0_2 x a : x mod 3 = 1 -> good (x, 0, 2) a = among a [II_].
Proof. destruct a; family x. Qed.

Theorem zwick_optimal_moves_holds : StatementsGames.zwick_optimal_moves.
Proof.
  assert (decide : forall x y z a, z < 3 -> (winning (x, y, z) a <-> good (x, y, z) a = true)).
  { intros. symmetry. now apply good_winning. }
  assert (listed : forall a l, among a l = true <-> fold_right (fun b rest => a = b \/ rest) False l).
  { intros a l. rewrite among_in. induction l; simpl; intuition. }
  split; [|split; [|split]].
  - intros x y z a Hz H1 H2. rewrite decide, <- among_in by assumption.
    destruct (good_printed x y z a Hz) as [[E|E]| ->]; tauto.
  - intros y a Hy. rewrite decide, good_0_1_0, listed by (assumption || lia).
    split; [unfold printed; cbn; now rewrite Hy | simpl; tauto].
  - intros x a Hx. rewrite decide, good_1_0_1, listed by (assumption || lia).
    split; [unfold printed; rewrite andb_false_r, Hx; reflexivity | simpl; tauto].
  - intros x a Hx. rewrite decide, good_1_0_2, listed by (assumption || lia).
    split; [unfold printed; rewrite andb_false_r, Hx; reflexivity | simpl; tauto].
Qed.
