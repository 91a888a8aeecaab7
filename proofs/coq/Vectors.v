(** Vectors of naturals, sets base + N g1 + ... + N gk, and what a rule does to
    them. *)
From Coq Require Import Arith NArith List Bool Lia.
From Topple Require Import Statements VectorCheck.
Import ListNotations Vector.
Local Open Scope N_scope.

(** * Coordinates *)
Lemma add_nil_r x : add x [] = x.
Proof. destruct x; reflexivity. Qed.
Lemma add_comm x y : add x y = add y x.
Proof.
  revert y. induction x as [|a x IH]; intros [|b y]; simpl; try reflexivity.
  now rewrite IH, N.add_comm.
Qed.
Lemma add_assoc x y z : add x (add y z) = add (add x y) z.
Proof.
  revert y z. induction x as [|a x IH]; intros [|b y] [|c z]; simpl; try reflexivity.
  now rewrite IH, N.add_assoc.
Qed.
Lemma add_swap x y z : add x (add y z) = add y (add x z).
Proof. now rewrite !add_assoc, (add_comm x y). Qed.
Lemma add_length x y : length (add x y) = Nat.max (length x) (length y).
Proof.
  revert y. induction x as [|a x IH]; intros [|b y]; simpl; try reflexivity. now rewrite IH.
Qed.
Lemma minus_length x t : length (minus x t) = length x.
Proof. revert t. induction x as [|a x IH]; intros [|b t]; simpl; auto. Qed.

Lemma at_most_add t g x : at_most t x = true -> at_most t (add g x) = true.
Proof.
  revert g x. induction t as [|a t IH]; intros g [|b x]; simpl; try reflexivity; [discriminate|].
  rewrite andb_true_iff, N.leb_le. intros [H1 H2].
  destruct g as [|c g]; simpl; rewrite andb_true_iff, N.leb_le; (split; [lia|]); auto.
Qed.
Lemma minus_add t g x : at_most t x = true -> minus (add g x) t = add g (minus x t).
Proof.
  revert g x. induction t as [|a t IH]; intros g x.
  - intros _. destruct g, x; reflexivity.
  - destruct x as [|b x]; simpl; [discriminate|].
    rewrite andb_true_iff, N.leb_le. intros [H1 H2].
    destruct g as [|c g]; simpl; [reflexivity|]. rewrite IH by exact H2. f_equal. lia.
Qed.
Lemma add_minus t x : at_most t x = true -> add t (minus x t) = x.
Proof.
  revert x. induction t as [|a t IH]; intros [|b x]; simpl; try reflexivity; [discriminate|].
  rewrite andb_true_iff, N.leb_le. intros [H1 H2]. rewrite IH by exact H2. f_equal. lia.
Qed.
Lemma same_vector_eq x y : same_vector x y = true <-> x = y.
Proof.
  revert y. induction x as [|a x IH]; intros [|b y]; simpl; try (split; congruence).
  rewrite andb_true_iff, N.eqb_eq, IH. split; [intros [-> ->]; reflexivity | intros E; now injection E].
Qed.
Lemma dot_add w x y : dot w (add x y) = dot w x + dot w y.
Proof.
  revert w y. induction x as [|a x IH]; intros w y; simpl; [destruct w; reflexivity|].
  destruct y as [|b y], w as [|c w]; simpl; try lia. rewrite IH. lia.
Qed.
Lemma at_most_nth t x i : at_most t x = true -> nth i t 0 <= nth i x 0.
Proof.
  revert x i. induction t as [|a t IH]; intros x i; simpl; [destruct i; lia|].
  destruct x as [|b x]; [discriminate|]. rewrite andb_true_iff, N.leb_le. intros [H1 H2].
  destruct i; simpl; auto.
Qed.
Lemma nth_add g x i : nth i (add g x) 0 = nth i g 0 + nth i x 0.
Proof.
  revert x i. induction g as [|a g IH]; intros x i; simpl; [destruct i; reflexivity|].
  destruct x as [|b x]; destruct i; simpl; try lia. apply IH.
Qed.
Lemma add_zero x : add (repeat 0 (length x)) x = x.
Proof. induction x as [|a x IH]; simpl; [reflexivity|]. now rewrite IH. Qed.

(** Every vector is zero, or a unit vector and a smaller vector. *)
Lemma unit_or_zero d : forall x, length x = d -> x = repeat 0 d \/
  exists i y, (i < d)%nat /\ length y = d /\ x = add (unit_vector d i) y /\
              fold_right N.add 0 y < fold_right N.add 0 x.
Proof.
  assert (first : forall d, unit_vector (S d) 0 = 1 :: repeat 0 d).
  { clear. intros d. unfold unit_vector. cbn [seq map Nat.eqb]. f_equal. rewrite <- seq_shift, map_map.
    rewrite <- (seq_length d 0) at 2.
    induction (seq 0 d) as [|k l IH]; cbn [map repeat length]; [reflexivity | now rewrite IH]. }
  assert (next : forall d i, unit_vector (S d) (S i) = 0 :: unit_vector d i).
  { clear. intros d i. unfold unit_vector. cbn [seq map Nat.eqb]. f_equal. now rewrite <- seq_shift, map_map. }
  induction d as [|d IH]; intros [|a x] Hl; try discriminate; [now left|].
  simpl in Hl. injection Hl as Hl. destruct (N.eq_dec a 0) as [->|Ha].
  - destruct (IH x Hl) as [->|(i & y & Hi & Hy & E & Hlt)]; [now left|].
    right. exists (S i), (0 :: y). rewrite next. cbn [length fold_right add].
    split; [lia|]. split; [now rewrite Hy|]. split; [now rewrite E | lia].
  - right. exists 0%nat, (a - 1 :: x). rewrite first. cbn [length fold_right add].
    split; [lia|]. split; [now rewrite Hl|]. split; [|lia].
    f_equal; [lia|]. rewrite <- Hl. now rewrite add_zero.
Qed.

(** * Sums of generators *)
Lemma iter_add n g t b : Nat.iter n (add g) (add t b) = add t (Nat.iter n (add g) b).
Proof. induction n as [|n IH]; simpl; [reflexivity|]. now rewrite IH, add_swap. Qed.
Lemma iter_plus n m g b : Nat.iter (n + m) (add g) b = Nat.iter n (add g) (Nat.iter m (add g) b).
Proof. induction n as [|n IH]; simpl; [reflexivity|]. now rewrite IH. Qed.
Lemma combination_add ns : forall gs t b, combination (add t b) ns gs = add t (combination b ns gs).
Proof.
  induction ns as [|n ns IH]; intros [|g gs] t b; simpl; try reflexivity.
  now rewrite iter_add, IH.
Qed.
Lemma combination_iter ns gs n g b :
  combination (Nat.iter n (add g) b) ns gs = Nat.iter n (add g) (combination b ns gs).
Proof. induction n as [|n IH]; simpl; [reflexivity|]. now rewrite combination_add, IH. Qed.

(** [x] is in b + N g1 + ... + N gk. *)
Definition member (b : vector) (gs : list vector) (x : vector) : Prop :=
  exists ns, length ns = length gs /\ x = combination b ns gs.

Lemma member_base b gs : member b gs b.
Proof.
  exists (repeat O (length gs)). split; [apply repeat_length|].
  induction gs as [|g gs IH]; simpl; [reflexivity | exact IH].
Qed.
Lemma member_add b gs g x : In g gs -> member b gs x -> member b gs (add g x).
Proof.
  intros Hin (ns & Hl & ->). revert ns b Hl. induction gs as [|g' gs IH]; [contradiction|].
  intros [|n ns] b Hl; [discriminate|]. simpl in Hl. injection Hl as Hl.
  destruct Hin as [->|Hin].
  - exists (S n :: ns). split; [simpl; now rewrite Hl|]. simpl. now rewrite combination_add.
  - destruct (IH Hin ns (Nat.iter n (add g') b) Hl) as (ms & Hm & E).
    exists (n :: ms). split; [simpl; now rewrite Hm | exact E].
Qed.
Lemma member_combination b gs free : incl free gs ->
  forall ns x, member b gs x -> member b gs (combination x ns free).
Proof.
  induction free as [|g free IH]; intros Hincl [|n ns] x Hx; simpl; try exact Hx.
  apply IH; [intros y Hy; apply Hincl; now right|].
  induction n as [|n IHn]; simpl; [exact Hx|]. apply member_add; [apply Hincl; now left | exact IHn].
Qed.
Lemma member_moved b gs free x o ns :
  incl free gs -> member b gs o -> x = combination o ns free -> member b gs x.
Proof. intros Hi Ho ->. now apply member_combination. Qed.

(** The parts of a set cover it. *)
Lemma parts_cover s gs : forall b x, member b gs x ->
  exists part, In part (parts s b gs) /\ member (fst part) (snd part) x.
Proof.
  induction gs as [|g gs IH]; intros b x (ns & Hl & E).
  - destruct ns; [|discriminate]. exists (b, []). split; [now left|]. subst. apply member_base.
  - destruct ns as [|n ns]; [discriminate|]. simpl in Hl. injection Hl as Hl. simpl in E.
    destruct (Nat.lt_ge_cases n s) as [Hlt|Hge].
    + destruct (IH (Nat.iter n (add g) b) x) as (part & Hp & Hm); [exists ns; auto|].
      exists part. split; [|exact Hm]. simpl. apply in_app_iff. left.
      apply in_flat_map. exists n. split; [apply in_seq; lia | exact Hp].
    + destruct (IH (Nat.iter s (add g) b) (combination (Nat.iter s (add g) b) ns gs)) as (part & Hp & Hm); [exists ns; auto|].
      exists (fst part, g :: snd part). split.
      * simpl. apply in_app_iff. right. apply in_map_iff. now exists part.
      * destruct Hm as (ms & Hms & Em). exists ((n - s)%nat :: ms). split; [simpl; now rewrite Hms|].
        simpl. rewrite combination_iter, <- Em, <- combination_iter, <- iter_plus, E.
        f_equal. f_equal. lia.
Qed.

(** The parts from a base are those from zero, moved. *)
Lemma parts_add s gs : forall t b,
  parts s (add t b) gs = map (fun part => (add t (fst part), snd part)) (parts s b gs).
Proof.
  induction gs as [|g gs IH]; intros t b; simpl; [reflexivity|].
  rewrite map_app, !map_map. f_equal.
  - rewrite !flat_map_concat_map, concat_map, map_map. f_equal. apply map_ext. intros n.
    now rewrite iter_add, IH.
  - rewrite iter_add, IH, map_map. reflexivity.
Qed.

(** * Rules on sets *)
Definition fire (r : rule) (x : vector) : vector := add (minus x (take r)) (put r).

Lemma fire_add r g x : at_most (take r) x = true -> fire r (add g x) = add g (fire r x).
Proof. intros H. unfold fire. now rewrite minus_add, add_assoc. Qed.

Lemma fire_combination r : forall gs ns o, at_most (take r) o = true ->
  at_most (take r) (combination o ns gs) = true /\
  fire r (combination o ns gs) = combination (fire r o) ns gs.
Proof.
  induction gs as [|g gs IH]; intros [|n ns] o H; simpl; auto.
  assert (Hn : at_most (take r) (Nat.iter n (add g) o) = true /\
               fire r (Nat.iter n (add g) o) = Nat.iter n (add g) (fire r o)).
  { induction n as [|n [IH1 IH2]]; simpl; [auto|].
    split; [now apply at_most_add|]. now rewrite fire_add, IH2. }
  destruct Hn as [H1 H2]. destruct (IH ns _ H1) as [H3 H4]. split; [exact H3|]. now rewrite H4, H2.
Qed.

Lemma nth_combination i : forall gs ns o, forallb (fun g => nth i g 0 =? 0) gs = true ->
  nth i (combination o ns gs) 0 = nth i o 0.
Proof.
  induction gs as [|g gs IH]; intros [|n ns] o; simpl; try reflexivity.
  rewrite andb_true_iff, N.eqb_eq. intros [H1 H2]. rewrite IH by exact H2.
  induction n as [|n IHn]; simpl; [reflexivity|]. now rewrite nth_add, H1, IHn.
Qed.

Lemma never_spec d t o gs : never d t o gs = true -> forall ns, at_most t (combination o ns gs) = false.
Proof.
  unfold never. intros H ns. apply existsb_exists in H. destruct H as (i & _ & H).
  rewrite andb_true_iff, N.ltb_lt in H. destruct H as [H1 H2].
  destruct (at_most t (combination o ns gs)) eqn:E; [|reflexivity].
  apply (at_most_nth _ _ i) in E. rewrite nth_combination in E by exact H2. lia.
Qed.
