(** Sets of levels, and of pairs of levels, as trees that are small enough for Coq's kernel to compute with millions of
    members. [up] and [keep] answer two questions for a whole set at once: from which levels can one block be taken so
    that a member is left? Of which levels is all that is left, whichever block goes, a member? With them a player's
    sets are made by numbers of blocks, from below. *)
From Coq Require Import Arith ZArith Bool List Lia.
From Topple Require Import Statements BalanceCheck BalanceTowers OneBlock.
Import ListNotations Tower.

(** * Sets *)

(** No level; the level without slots; those whose first slot has a block, and those whose first slot has none. *)
Inductive set : Type := Nothing | Here | Fork (yes no : set).
Fixpoint has (s : set) (a : level) : bool :=
  match s, a with Here, [] => true | Fork yes no, c :: a => has (if c then yes else no) a | _, _ => false end.

(** What the members that begin with the level [b] go on with. *)
Fixpoint past (b : level) (s : set) : set :=
  match b, s with [], _ => s | c :: b, Fork yes no => past b (if c then yes else no) | _, _ => Nothing end.
Lemma has_past b : forall s a, has (past b s) a = has s (b ++ a).
Proof. induction b as [|c b IH]; intros [| |yes no] a; try reflexivity. apply IH. Qed.

Definition fork (yes no : set) : set := match yes, no with Nothing, Nothing => Nothing | _, _ => Fork yes no end.
Lemma has_fork yes no c a : has (fork yes no) (c :: a) = has (if c then yes else no) a.
Proof. unfold fork. destruct yes, no; try reflexivity. now destruct c. Qed.
Lemma fork_slots yes no : has (fork yes no) [] = false.
Proof. now destruct yes, no. Qed.

Fixpoint union (s t : set) : set :=
  match s, t with
  | Nothing, _ => t
  | Fork y n, Fork y' n' => Fork (union y y') (union n n')
  | _, _ => s
  end.
Lemma has_union s : forall t a, has (union s t) a = true -> has s a = true \/ has t a = true.
Proof.
  induction s as [| |y IHy n IHn]; intros t a H; [now right | now left |].
  destruct t as [| |y' n'], a as [|c a]; cbn in *; try (now left). destruct c; auto.
Qed.

Fixpoint inter (s t : set) : set :=
  match s, t with
  | Here, Here => Here
  | Fork y n, Fork y' n' => fork (inter y y') (inter n n')
  | _, _ => Nothing
  end.
Lemma has_inter s : forall t a, has (inter s t) a = true -> has s a = true /\ has t a = true.
Proof.
  induction s as [| |y IHy n IHn]; intros [| |y' n'] a H; try discriminate; [now split|]. cbn [inter] in H.
  destruct a as [|c a]; [now rewrite fork_slots in H|]. rewrite has_fork in H. cbn. destruct c; auto.
Qed.

(** The levels from which a block can be taken so that a member is left. *)
Fixpoint up (s : set) : set := match s with Fork yes no => Fork (union no (up yes)) (up no) | _ => Nothing end.
Lemma has_up s : forall a, has (up s) a = true -> exists j, nth j a false = true /\ has s (minus a j) = true.
Proof.
  induction s as [| |y IHy n IHn]; intros a H; try (now destruct a). destruct a as [|c a]; [discriminate|].
  cbn [up has] in H. destruct c.
  - apply has_union in H. destruct H as [H|H]; [now exists 0|]. destruct (IHy a H) as (j & J). now exists (S j).
  - destruct (IHn a H) as (j & J). now exists (S j).
Qed.

(** The members without blocks. *)
Fixpoint bare (s : set) : set := match s with Fork _ no => fork Nothing (bare no) | _ => s end.
Lemma has_bare s : forall a, has (bare s) a = true -> has s a = true /\ forall j, nth j a false = false.
Proof.
  induction s as [| |y _ n IH]; intros a H; [discriminate| |]; cbn [bare] in H.
  - destruct a; [|discriminate]. split; [reflexivity | now intros [|j]].
  - destruct a as [|c a]; [now rewrite fork_slots in H|]. rewrite has_fork in H. destruct c; [discriminate|].
    destruct (IH a H) as [H1 H2]. split; [exact H1 | intros [|j]; [reflexivity | apply H2]].
Qed.

(** The members of [s] of which all that is left without one block is in [t]. *)
Fixpoint keep (s t : set) : set :=
  match t with
  | Fork yes no => match s with Fork y n => fork (keep (inter y no) yes) (keep n no) | _ => s end
  | _ => bare s
  end.
Lemma has_keep t : forall s a, has (keep s t) a = true ->
  has s a = true /\ forall j, nth j a false = true -> has t (minus a j) = true.
Proof.
  assert (bare_kept : forall t s a, has (bare s) a = true ->
    has s a = true /\ forall j, nth j a false = true -> has t (minus a j) = true).
  { intros s t' a H. destruct (has_bare _ _ H) as [H1 H2]. split; [exact H1|]. intros j J. now rewrite H2 in J. }
  induction t as [| |y IHy n IHn]; intros s a H; [now apply bare_kept | now apply bare_kept|].
  cbn [keep] in H. destruct s as [| |y' n']; [discriminate | destruct a; [|discriminate]; now split; [|intros [|j]]|].
  destruct a as [|c a]; [now rewrite fork_slots in H|]. rewrite has_fork in H. destruct c.
  - destruct (IHy _ _ H) as [H1 H2]. apply has_inter in H1. destruct H1 as [H1 H3]. split; [exact H1|].
    intros [|j] J; [exact H3 | now apply H2].
  - destruct (IHn _ _ H) as [H1 H2]. split; [exact H1|]. intros [|j] J; [discriminate | now apply H2].
Qed.

(** The levels of [k] slots, all of them and those with [m] blocks. *)
Fixpoint every (k : nat) : set := match k with 0 => Here | S k => let s := every k in Fork s s end.
Fixpoint choose (k m : nat) : set :=
  match k, m with
  | 0, 0 => Here
  | 0, S _ => Nothing
  | S k, 0 => fork Nothing (choose k 0)
  | S k, S less => fork (choose k less) (choose k m)
  end.

(** After a level of [k] slots for which [p] holds comes [t], after another [e]. *)
Fixpoint select (p : level -> bool) (k : nat) (t e : set) : set :=
  match k with
  | 0 => if p [] then t else e
  | S k => fork (select (fun a => p (true :: a)) k t e) (select (fun a => p (false :: a)) k t e)
  end.
Lemma has_select k : forall p t e b a, length b = k -> has (select p k t e) (b ++ a) = has (if p b then t else e) a.
Proof.
  induction k as [|k IH]; intros p t e [|c b] a H; try discriminate; [reflexivity|]. injection H as H.
  cbn [select app]. rewrite has_fork. destruct c; now rewrite IH.
Qed.

(** * Members with a weight between bounds *)

(** What [p] says of the levels of [k] slots. *)
Inductive weighing : Type := Out | Weight (z : Z) | Split (yes no : weighing).
Definition split (yes no : weighing) : weighing := match yes, no with Out, Out => Out | _, _ => Split yes no end.
Fixpoint weigh (p : level -> option Z) (k : nat) : weighing :=
  match k with
  | 0 => match p [] with Some z => Weight z | None => Out end
  | S k => split (weigh (fun a => p (true :: a)) k) (weigh (fun a => p (false :: a)) k)
  end.
Definition in_range (low high z : Z) : Prop := (low <= z <= high)%Z.

Fixpoint within (w : weighing) (low high : Z) (s : set) : set :=
  match w, s with
  | Weight z, Here => if (low <=? z)%Z && (z <=? high)%Z then Here else Nothing
  | Split wy wn, Fork y n => fork (within wy low high y) (within wn low high n)
  | _, _ => Nothing
  end.
Lemma within_split w v low high s : has (within (split w v) low high s) [] = false /\ forall c a,
  has (within (split w v) low high s) (c :: a) =
  match s with Fork y n => has (within (if c then w else v) low high (if c then y else n)) a | _ => false end.
Proof.
  unfold split. destruct s as [| |y n], w, v; cbn [within]; (split; [try apply fork_slots; reflexivity|]);
    intros c a; rewrite ?has_fork; now destruct c.
Qed.
Lemma has_within k : forall p low high s a, length a = k -> has (within (weigh p k) low high s) a = true ->
  has s a = true /\ exists z, p a = Some z /\ in_range low high z.
Proof.
  induction k as [|k IH]; intros p low high s [|c a] L H; try discriminate; cbn [weigh] in H.
  - destruct (p []) as [z|]; [|discriminate]. destruct s; try discriminate. cbn [within] in H. split; [reflexivity|].
    exists z. split; [reflexivity|]. unfold in_range.
    destruct (Z.leb_spec low z), (Z.leb_spec z high); try lia; discriminate.
  - injection L as L. rewrite (proj2 (within_split _ _ _ _ _)) in H. destruct s as [| |y n]; try discriminate.
    cbn [has]. destruct c; apply IH in H; exact H || exact L.
Qed.

(** Of pairs of levels, one after the other: the sum of two weights. *)
Fixpoint both_within (w v : weighing) (low high : Z) (s : set) : set :=
  match w, s with
  | Weight z, _ => within v (low - z) (high - z) s
  | Split wy wn, Fork y n => fork (both_within wy v low high y) (both_within wn v low high n)
  | _, _ => Nothing
  end.
Lemma both_split w w' v low high s c a : has (both_within (split w w') v low high s) (c :: a) =
  match s with Fork y n => has (both_within (if c then w else w') v low high (if c then y else n)) a | _ => false end.
Proof. unfold split. destruct s as [| |y n], w, w'; cbn [both_within]; rewrite ?has_fork; now destruct c. Qed.
Lemma has_first k : forall p v low high s b a,
  length b = k -> has (both_within (weigh p k) v low high s) (b ++ a) = true ->
  exists z, p b = Some z /\ has (within v (low - z) (high - z) (past b s)) a = true.
Proof.
  induction k as [|k IH]; intros p v low high s [|c b] a L H; try discriminate; cbn [weigh] in H.
  - destruct (p []) as [z|]; [now exists z | discriminate].
  - injection L as L. cbn [app] in H. rewrite both_split in H. destruct s as [| |y n]; try discriminate.
    cbn [past]. destruct c; apply IH in H; exact H || exact L.
Qed.
Lemma has_both k p q low high s a b : length a = k -> length b = k ->
  has (both_within (weigh p k) (weigh q k) low high s) (b ++ a) = true ->
  has s (b ++ a) = true /\ exists y z, p b = Some y /\ q a = Some z /\ in_range low high (y + z).
Proof.
  intros A B H. destruct (has_first k _ _ _ _ _ _ _ B H) as (y & Y & W). apply has_within in W; [|exact A].
  rewrite has_past in W. destruct W as (W & z & Q & Z). split; [exact W|]. exists y, z. unfold in_range in *.
  repeat split; [exact Y | exact Q | lia | lia].
Qed.

(** * A player's sets, by numbers of blocks *)

(** What is left in [falls] needs no answer. [fit n] picks out, of sets with [n] blocks, those that are wanted. Each
    step has two sets: from each member of [fst] a block can be taken so that something kept is left; [snd] is what is
    kept: it is in [fst], and whatever the opponent takes, a block can then be taken so that something kept is left.
    What the opponent leaves in the second step is kept already. *)
Section Rising.
  Variable falls : set.
  Variable fit : nat -> set -> set.
  Variable first : nat.
  Variable least : set.

  Definition lowest : set := keep (fit first least) falls.
  Fixpoint step (i : nat) : set * set :=
    match i with
    | 0 => (lowest, lowest)
    | S i => let r := up (snd (step i)) in (r, keep (fit (S i + first) r) (union falls (fst (step i))))
    end.
  Definition layer (i : nat) : set := snd (step i).
  Definition kept (a : level) : bool := (first <=? blocks_of a) && has (layer (blocks_of a - first)) a.

  (** What is kept with n, n + 1, ..., n + m blocks, or what [view] shows of it: in one go, and without holding more
      than two steps at a time. *)
  Fixpoint rise (view : set -> set) (m n : nat) (r t : set) : list set :=
    view t :: match m with
              | 0 => []
              | S m => let r' := up t in rise view m (S n) r' (keep (fit (S n) r') (union falls r))
              end.
  Definition layers (view : set -> set) (m : nat) : list set := let t := lowest in rise view m first t t.

  Lemma rise_layer view a m : forall i j,
    has (nth j (rise view m (i + first) (fst (step i)) (layer i)) Nothing) a = true ->
    has (view (layer (j + i))) a = true.
  Proof.
    induction m as [|m IH]; intros i [|j] H; try exact H; [now destruct j|]. cbn [rise nth] in H.
    specialize (IH (S i) j). cbn [Nat.add] in *. rewrite Nat.add_succ_r in IH. apply IH, H.
  Qed.
  Lemma layers_kept view m j a : has (nth j (layers view m) Nothing) a = true -> has (view (layer j)) a = true.
  Proof. intros H. apply (rise_layer view a m 0 j) in H. now rewrite Nat.add_0_r in H. Qed.

  Lemma kept_layer a : kept a = true <-> exists i, blocks_of a = i + first /\ has (layer i) a = true.
  Proof.
    unfold kept. rewrite andb_true_iff, Nat.leb_le. split.
    - intros [L H]. exists (blocks_of a - first). split; [lia | exact H].
    - intros (i & -> & H). split; [lia|]. now rewrite Nat.add_sub.
  Qed.
  Lemma kept_less a j i : blocks_of a = S i + first -> nth j a false = true -> has (layer i) (minus a j) = true ->
    kept (minus a j) = true.
  Proof. intros B J H. apply kept_layer. exists i. split; [|exact H]. apply blocks_clear in J. lia. Qed.

  Lemma layer_fits i a : has (layer i) a = true -> exists s, has (fit (i + first) s) a = true.
  Proof. destruct i as [|i]; intros H; apply has_keep in H; destruct H; eauto. Qed.
  Lemma kept_fits a : kept a = true -> exists s, has (fit (blocks_of a) s) a = true.
  Proof. intros H. apply kept_layer in H. destruct H as (i & -> & H). now apply layer_fits in H. Qed.

  (** As long as [fit] only picks out. *)
  Definition narrow (a : level) : Prop := forall n s, has (fit n s) a = true -> has s a = true.
  Lemma kept_move a : narrow a -> kept a = true -> first < blocks_of a ->
    exists j, nth j a false = true /\ kept (minus a j) = true.
  Proof.
    intros N H F. apply kept_layer in H. destruct H as ([|i] & B & H); [lia|]. apply has_keep in H. destruct H as [H _].
    apply N, has_up in H. destruct H as (j & J & H). exists j. split; [exact J | now apply (kept_less a j i)].
  Qed.
  Lemma kept_taken a j : kept a = true -> nth j a false = true ->
    has falls (minus a j) = true \/ blocks_of a = S first /\ kept (minus a j) = true \/
    exists i, nth i (minus a j) false = true /\ kept (minus (minus a j) i) = true.
  Proof.
    intros H J. apply kept_layer in H. destruct H as (i & B & H).
    assert (B' : S (blocks_of (minus a j)) = i + first) by (apply blocks_clear in J; lia).
    destruct i as [|i]; apply has_keep in H; destruct H as [_ H]; specialize (H j J); [now left|].
    apply has_union in H. destruct H as [H|H]; [now left | right].
    destruct i as [|i]; [left; split; [exact B | now apply (kept_less a j 0)]|]. right.
    apply has_up in H. destruct H as (l & L & H). exists l. split; [exact L|].
    apply (kept_less (minus a j) l i); [lia | exact L | exact H].
  Qed.
End Rising.
