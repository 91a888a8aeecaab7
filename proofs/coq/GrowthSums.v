(** Counting by weights, with rational numbers. Items that weigh enough together have many of one key among them, even
    if the number of keys is a cubic ([pigeons], [power_beats_cubic]). The sequences of n pieces weigh together the n-th
    power of what the pieces weigh ([joined_total]). The levels of n slots, each with the weight x to the number of its
    blocks, weigh (1 + x)^n. If some pieces of m blocks each weigh at least 4 together, then b blocks, if b is large
    enough, are enough for at least x^(-b) sequences of these pieces, with some blocks to spare ([enough]). *)
From Coq Require Import Arith ZArith QArith Qround Qpower Bool List FinFun Lia Lqa.
From Topple Require Import Statements BalanceCheck BalanceTowers.
Import ListNotations Tower Balance.
Local Open Scope Q_scope.

(** * Powers *)
Fixpoint power (x : Q) (n : nat) : Q := match n with O => 1 | S n => x * power x n end.
Definition num (n : nat) : Q := inject_Z (Z.of_nat n).

Lemma power_Qpower x n : 0 < x -> x ^ Z.of_nat n == power x n.
Proof.
  intros H. induction n as [|n IH]; [reflexivity|]. cbn [power]. rewrite <- IH, Nat2Z.inj_succ. unfold Z.succ.
  rewrite Z.add_comm, Qpower_plus by lra. reflexivity.
Qed.
Global Instance power_compat : Proper (Qeq ==> eq ==> Qeq) power.
Proof. intros x y E n m <-. induction n as [|n IH]; cbn [power]; [reflexivity | now apply Qmult_comp]. Qed.
Lemma power_plus x m n : power x (m + n) == power x m * power x n.
Proof. induction m as [|m IH]; cbn [power Nat.add]; [ring|]. rewrite IH. ring. Qed.
Lemma power_times x m n : power x (m * n) == power (power x n) m.
Proof. induction m as [|m IH]; cbn [power Nat.mul]; [reflexivity|]. now rewrite power_plus, IH. Qed.
Lemma power_product x y n : power (x * y) n == power x n * power y n.
Proof. induction n as [|n IH]; cbn [power]; [ring|]. rewrite IH. ring. Qed.
Lemma power_positive x n : 0 < x -> 0 < power x n.
Proof. intros H. induction n as [|n IH]; cbn [power]; [reflexivity|]. now apply Qmult_lt_0_compat. Qed.
Lemma power_least x n : 1 <= x -> 1 <= power x n.
Proof. intros H. induction n as [|n IH]; cbn [power]; [lra | nra]. Qed.
Lemma power_falls x m n : 0 < x -> x <= 1 -> (m <= n)%nat -> power x n <= power x m.
Proof.
  intros H H1 L. induction L as [|n L IH]; [lra|]. cbn [power]. pose proof (power_positive x n H). nra.
Qed.
Lemma power_rises x y n : 0 <= x -> x <= y -> 0 <= power x n /\ power x n <= power y n.
Proof.
  intros H L. induction n as [|n IH]; cbn [power]; [lra|]. destruct IH as [I1 I2]. split; [nra|].
  apply Qle_trans with (x * power y n); nra.
Qed.

Lemma num_S n : num (S n) == 1 + num n.
Proof. unfold num. rewrite Nat2Z.inj_succ, <- Z.add_1_l, inject_Z_plus. reflexivity. Qed.
Lemma num_times m n : num (m * n) == num m * num n.
Proof. unfold num. now rewrite Nat2Z.inj_mul, inject_Z_mult. Qed.
Lemma num_power m n : num (m ^ n) == power (num m) n.
Proof. induction n as [|n IH]; cbn [power Nat.pow]; [reflexivity|]. now rewrite num_times, IH. Qed.
Lemma num_le m n : (m <= n)%nat -> num m <= num n.
Proof. intros H. unfold num. rewrite <- Zle_Qle. lia. Qed.
Lemma num_positive n : 0 <= num n.
Proof. change 0 with (num 0). apply num_le. lia. Qed.
Lemma archimedes q : exists n, q <= num n.
Proof.
  exists (Z.to_nat (Qceiling q)). apply Qle_trans with (inject_Z (Qceiling q)); [apply Qle_ceiling|]. unfold num.
  rewrite <- Zle_Qle. lia.
Qed.

(** Bernoulli. *)
Lemma power_linear d n : 0 <= d -> 1 + num n * d <= power (1 + d) n.
Proof.
  intros H. induction n as [|n IH]; cbn [power]; [change (num 0) with 0; lra|]. rewrite num_S.
  pose proof (num_positive n). assert (0 <= num n * d * d) by nra. nra.
Qed.

(** A power rises faster than a cubic. *)
Lemma power_beats_cubic a d r : 0 < a -> 0 < d ->
  exists m, (1 <= m)%nat /\ a * power (num (r * m + 1)) 3 < power (1 + d) (4 * m).
Proof.
  intros Ha H. set (c := num (r + 1)). assert (P : 0 < power d 4) by now apply power_positive.
  destruct (archimedes (a * power c 3 / power d 4)) as (m0 & M0). set (m := S m0). exists m. split; [unfold m; lia|].
  assert (M : a * power c 3 <= num m * power d 4).
  { unfold m. rewrite num_S. assert (E : a * power c 3 == (a * power c 3 / power d 4) * power d 4) by (field; lra).
    rewrite E. nra. }
  assert (M1 : 1 <= num m) by (apply (num_le 1); unfold m; lia).
  assert (L1 : power (num (r * m + 1)) 3 <= power (c * num m) 3).
  { apply power_rises; [apply num_positive|]. unfold c. rewrite <- num_times. apply num_le. unfold m. nia. }
  assert (L2 : power (1 + num m * d) 4 <= power (1 + d) (4 * m)).
  { rewrite power_times. apply power_rises; [nra|]. apply power_linear. lra. }
  set (y := num m * d) in *. assert (Y : 0 < y) by (unfold y; nra). assert (L3 : power y 4 < power (1 + y) 4).
  { cbn [power]. assert (0 < y * y) by nra. assert (0 < y * y * y) by nra. nra. }
  assert (L4 : power y 4 == power (num m) 3 * (num m * power d 4)) by (unfold y; cbn [power]; ring).
  assert (0 < power (num m) 3) by (apply power_positive; lra).
  assert (L5 : power (num m) 3 * (a * power c 3) <= power (num m) 3 * (num m * power d 4)) by nra.
  apply Qle_lt_trans with (a * power (c * num m) 3); [apply Qmult_le_l; assumption|]. rewrite power_product. lra.
Qed.

(** * Sums *)
Definition total {A} (f : A -> Q) (l : list A) : Q := fold_right (fun a s => f a + s) 0 l.

Lemma total_app {A} (f : A -> Q) l m : total f (l ++ m) == total f l + total f m.
Proof.
  induction l as [|a l IH]; [symmetry; apply Qplus_0_l|].
  change (f a + total f (l ++ m) == f a + total f l + total f m). rewrite IH. ring.
Qed.
Lemma total_map {A B} (f : B -> Q) (g : A -> B) l : total f (map g l) = total (fun a => f (g a)) l.
Proof. unfold total. induction l as [|a l IH]; cbn; [reflexivity|]. now rewrite IH. Qed.
Lemma total_flat {A B} (f : B -> Q) (g : A -> list B) l : total f (flat_map g l) == total (fun a => total f (g a)) l.
Proof. induction l as [|a l IH]; [reflexivity|]. cbn [flat_map]. rewrite total_app, IH. reflexivity. Qed.
Lemma total_same {A} (f g : A -> Q) l : (forall a, In a l -> f a == g a) -> total f l == total g l.
Proof.
  induction l as [|a l IH]; intros H; [reflexivity|]. change (f a + total f l == g a + total g l).
  rewrite IH, H; [reflexivity | now left | intros; apply H; now right].
Qed.
Lemma total_scale {A} c (f : A -> Q) l : total (fun a => c * f a) l == c * total f l.
Proof. unfold total. induction l as [|a l IH]; cbn [fold_right]; [ring|]. rewrite IH. ring. Qed.
Lemma total_plus {A} (f g : A -> Q) l : total (fun a => f a + g a) l == total f l + total g l.
Proof. unfold total. induction l as [|a l IH]; cbn [fold_right]; [ring|]. rewrite IH. ring. Qed.
Lemma total_le {A} (f g : A -> Q) l : (forall a, In a l -> f a <= g a) -> total f l <= total g l.
Proof.
  induction l as [|a l IH]; intros H; [apply Qle_refl|]. change (f a + total f l <= g a + total g l).
  apply Qplus_le_compat; [apply H; now left | apply IH; intros; apply H; now right].
Qed.
Lemma total_filter {A} (f : A -> Q) p l : total f (filter p l) == total (fun a => if p a then f a else 0) l.
Proof.
  unfold total. induction l as [|a l IH]; cbn [filter fold_right]; [reflexivity|].
  destruct (p a); cbn [fold_right]; rewrite IH; ring.
Qed.
Lemma total_constant {A} (f : A -> Q) c l : (forall a, In a l -> f a == c) -> total f l == num (length l) * c.
Proof.
  intros H. rewrite (total_same f (fun _ => c * 1)), total_scale by (intros; rewrite H; [ring | assumption]). clear H.
  induction l as [|a l IH]; [change (c * 0 == 0 * c); ring|].
  change (total (fun _ => 1) (a :: l)) with (1 + total (fun _ => 1) l). cbn [length]. rewrite num_S. lra.
Qed.

(** All that begin with an item of one list and end with one of another. *)
Lemma pairs_total {A} (f g t : list A -> Q) m l : (forall b c, In b l -> t (b ++ c) == f b * g c) ->
  total t (flat_map (fun b => map (app b) m) l) == total f l * total g m.
Proof.
  intros H. rewrite total_flat, Qmult_comm, <- total_scale. apply total_same. intros b Hb.
  rewrite total_map, Qmult_comm, <- total_scale. apply total_same. intros c _. now apply H.
Qed.
Lemma pairs_sum {A} (f g f' g' t : list A -> Q) m l :
  (forall b c, In b l -> In c m -> t (b ++ c) == f b * g c + f' b * g' c) ->
  total t (flat_map (fun b => map (app b) m) l) == total f l * total g m + total f' l * total g' m.
Proof.
  intros H. rewrite total_flat, (Qmult_comm (total f l)), (Qmult_comm (total f' l)), <- !total_scale, <- total_plus.
  apply total_same. intros b Hb.
  rewrite total_map, (Qmult_comm _ (f b)), (Qmult_comm _ (f' b)), <- !total_scale, <- total_plus. apply total_same.
  intros c Hc. now apply H.
Qed.

(** ** Pigeons *)
Lemma pigeons {A K} (dec : forall a b : K, {a = b} + {a <> b}) (key : A -> K) (f : A -> Q) c keys : forall l,
  NoDup l -> (forall a, In a l -> In (key a) keys) -> c * num (length keys) < total f l ->
  exists x some, NoDup some /\ (forall a, In a some -> In a l /\ key a = x) /\ c <= total f some.
Proof.
  induction keys as [|x keys IH]; intros l N I T.
  - destruct l as [|a l]; [change (c * 0 < 0) in T; lra|]. destruct (I a (or_introl eq_refl)).
  - set (p := fun a => if dec (key a) x then true else false).
    assert (E : total f l == total f (filter p l) + total f (filter (fun a => negb (p a)) l)).
    { rewrite !total_filter, <- total_plus. apply total_same. intros a _. destruct (p a); cbn; ring. }
    destruct (Qlt_le_dec (total f (filter p l)) c) as [L|L].
    + cbn [length] in T. rewrite num_S in T.
      destruct (IH (filter (fun a => negb (p a)) l)) as (y & some & H1 & H2 & H3).
      * now apply NoDup_filter.
      * intros a Ha. apply filter_In in Ha. destruct Ha as [Ha Hp]. destruct (I a Ha) as [Ex|]; [|assumption].
        unfold p in Hp. destruct (dec (key a) x); [discriminate Hp | congruence].
      * lra.
      * exists y, some. split; [exact H1|]. split; [|exact H3]. intros a Ha. destruct (H2 a Ha) as [Hf Hk].
        apply filter_In in Hf. now split.
    + exists x, (filter p l). split; [now apply NoDup_filter|]. split; [|exact L]. intros a Ha. apply filter_In in Ha.
      destruct Ha as [Ha Hp]. split; [exact Ha|]. unfold p in Hp. now destruct (dec (key a) x).
Qed.

(** * Sequences of pieces *)
Fixpoint joined {A} (pieces : list (list A)) (n : nat) : list (list A) :=
  match n with O => [[]] | S n => flat_map (fun s => map (app s) (joined pieces n)) pieces end.

Lemma joined_ind {A} pieces (P : nat -> list A -> Prop) : P O [] ->
  (forall n s w, In s pieces -> P n w -> P (S n) (s ++ w)) -> forall n w, In w (joined pieces n) -> P n w.
Proof.
  intros P0 P1. induction n as [|n IH]; intros w H; [destruct H as [<-|[]]; exact P0|]. apply in_flat_map in H.
  destruct H as (s & Hs & H). apply in_map_iff in H. destruct H as (v & <- & Hv). auto.
Qed.
Lemma joined_Forall {A} pieces (P : A -> Prop) n w : Forall (Forall P) pieces -> In w (joined pieces n) -> Forall P w.
Proof.
  intros H. apply (joined_ind pieces (fun _ w => Forall P w)); [constructor|]. intros _ s v Hs Hv. apply Forall_app.
  split; [|exact Hv]. rewrite Forall_forall in H. now apply H.
Qed.
Lemma joined_size {A} pieces (size : list A -> nat) c :
  size [] = O -> (forall s w, size (s ++ w) = size s + size w)%nat ->
  Forall (fun s => size s = c) pieces -> forall n w, In w (joined pieces n) -> size w = (n * c)%nat.
Proof.
  intros S0 S1 H. apply (joined_ind pieces (fun n w => size w = (n * c)%nat)); [exact S0|]. intros n s w Hs E.
  rewrite Forall_forall in H. rewrite S1, E, (H s Hs). reflexivity.
Qed.
Lemma joined_length {A} (pieces : list (list A)) c n w :
  Forall (fun s => length s = c) pieces -> In w (joined pieces n) -> length w = (n * c)%nat.
Proof. intros H. revert n w. now apply (joined_size pieces (@length A) c); [| apply app_length |]. Qed.

Lemma NoDup_both {A} (l m : list A) : NoDup l -> NoDup m -> (forall a, In a l -> ~ In a m) -> NoDup (l ++ m).
Proof.
  intros Nl Nm D. induction Nl as [|a l Na Nl IH]; [exact Nm|]. cbn [app]. constructor.
  - intros H. apply in_app_iff in H. destruct H as [H|H]; [now apply Na | now apply (D a); [left|]].
  - apply IH. intros b Hb. apply D. now right.
Qed.
(** Pieces of one length, each followed by items of a list. *)
Lemma joins {A} c (m : list (list A)) l : NoDup l -> NoDup m -> Forall (fun s => length s = c) l ->
  let all := flat_map (fun s => map (app s) m) l in NoDup all /\ length all = (length l * length m)%nat.
Proof.
  intros Nl Nm. induction Nl as [|s l Ns Nl IH]; intros L; [now split; [constructor|]|].
  inversion L as [|? ? Ls L']; subst. destruct (IH L') as [H1 H2]. cbn [flat_map].
  split; [|rewrite app_length, map_length, H2; reflexivity].
  apply NoDup_both; [apply Injective_map_NoDup; [intros x y; apply app_inv_head | exact Nm] | exact H1|].
  intros w Hw Hw'. apply in_map_iff in Hw. destruct Hw as (v & <- & _). apply in_flat_map in Hw'.
  destruct Hw' as (s' & Hs' & H). apply in_map_iff in H. destruct H as (v' & E & _). rewrite Forall_forall in L'.
  apply (f_equal (firstn (length s))) in E. rewrite <- (L' s' Hs') in E at 1.
  rewrite !firstn_app, !Nat.sub_diag, !firstn_all in E. cbn [firstn] in E. rewrite !app_nil_r in E. now subst s'.
Qed.
Lemma joined_NoDup {A} c (pieces : list (list A)) n : NoDup pieces -> Forall (fun s => length s = c) pieces ->
  NoDup (joined pieces n) /\ length (joined pieces n) = (length pieces ^ n)%nat.
Proof.
  intros N L. induction n as [|n [IH1 IH2]]; [split; [repeat constructor; intros [] | reflexivity]|].
  cbn [joined Nat.pow]. rewrite <- IH2. now apply (joins c).
Qed.

Lemma joined_app {A} (pieces : list (list A)) i j : forall v w, In v (joined pieces i) -> In w (joined pieces j) ->
  In (v ++ w) (joined pieces (i + j)).
Proof.
  intros v w Hv Hw. revert i v Hv.
  apply (joined_ind pieces (fun i v => In (v ++ w) (joined pieces (i + j)))); [exact Hw|]. intros i s v Hs H.
  cbn [Nat.add joined]. apply in_flat_map. exists s. split; [exact Hs|]. rewrite <- app_assoc. now apply in_map.
Qed.
(** A beginning of joined pieces: whole ones, and a beginning of one. *)
Definition front {A} (pieces : list (list A)) (l : nat) (w : list A) : Prop :=
  forall y z, w = y ++ z -> exists i v e, In v (joined pieces i) /\ y = v ++ e /\ (length e <= l)%nat.
Lemma front_more {A} (pieces : list (list A)) l s w :
  In s pieces -> length s = l -> front pieces l w -> front pieces l (s ++ w).
Proof.
  intros Hs Ls F y z E. destruct (app_eq_app _ _ _ _ E) as (r & [[E1 _]|[-> E2]]).
  - exists 0%nat, [], y. split; [now left|]. split; [reflexivity|]. rewrite <- Ls, E1, app_length. lia.
  - destruct (F r z E2) as (i & v & e & H1 & -> & H3). exists (S i), (s ++ v), e. rewrite app_assoc.
    split; [|now split]. apply in_flat_map. exists s. split; [exact Hs | now apply in_map].
Qed.
(** A part of joined pieces: an end of one, whole ones, and a beginning of one. *)
Definition pieced {A} (pieces : list (list A)) (l : nat) (w : list A) : Prop := forall x y z, w = x ++ y ++ z ->
  exists b i v e, In v (joined pieces i) /\ y = b ++ v ++ e /\ (length b <= l)%nat /\ (length e <= l)%nat.
Lemma joined_part {A} (pieces : list (list A)) l : Forall (fun s => length s = l) pieces ->
  forall q w, In w (joined pieces q) -> pieced pieces l w.
Proof.
  intros L. rewrite Forall_forall in L.
  assert (H : forall q w, In w (joined pieces q) -> front pieces l w /\ pieced pieces l w).
  { apply (joined_ind pieces (fun _ w => front pieces l w /\ pieced pieces l w)).
    - split; [intros y z E | intros x y z E]; symmetry in E.
      + apply app_eq_nil in E. destruct E as [-> _]. exists 0%nat, [], []. cbn. repeat split; [now left | lia].
      + apply app_eq_nil in E. destruct E as [_ E]. apply app_eq_nil in E. destruct E as [-> _].
        exists [], 0%nat, [], []. cbn. repeat split; [now left | lia | lia].
    - intros _ s w Hs [F IH]. split; [now apply front_more; [| apply L |]|]. intros x y z E.
      destruct (app_eq_app _ _ _ _ E) as (r & [[E1 E2]|[-> E2]]); [|exact (IH r y z E2)].
      pose proof (L s Hs) as N. rewrite E1, app_length in N. symmetry in E2.
      destruct (app_eq_app _ _ _ _ E2) as (r' & [[-> _]|[-> E3]]).
      + exists y, 0%nat, [], []. rewrite app_length in N. cbn. rewrite app_nil_r.
        repeat split; [now left | lia | lia].
      + destruct (F r' z E3) as (i & v & e & H1 & -> & H3). exists r, i, v, e. repeat split; (assumption || lia). }
  intros q w Hw. now apply (H q).
Qed.

(** What the pieces weigh. *)
Section Weights.
  Variable A : Type.
  Variable pieces : list (list A).
  Variable x : Q.
  Variable size : list A -> nat.
  Hypothesis size_nil : size [] = O.
  Hypothesis size_app : forall s w, size (s ++ w) = (size s + size w)%nat.
  Lemma joined_total n :
    total (fun w => power x (size w)) (joined pieces n) == power (total (fun s => power x (size s)) pieces) n.
  Proof.
    induction n as [|n IH]; [cbn; rewrite size_nil; reflexivity|]. cbn [joined power]. rewrite total_flat, <- IH.
    rewrite Qmult_comm, <- total_scale. apply total_same. intros s _. rewrite total_map, Qmult_comm, <- total_scale.
    apply total_same. intros w _. now rewrite size_app, power_plus.
  Qed.
  Lemma joined_split (f : list A -> Q) n : forall m,
    total f (joined pieces (m + n)) ==
    total (fun v => total (fun w => f (v ++ w)) (joined pieces n)) (joined pieces m).
  Proof.
    intros m. revert f. induction m as [|m IH]; intros f; [symmetry; apply Qplus_0_r|]. cbn [joined Nat.add].
    rewrite !total_flat. apply total_same. intros s _. rewrite !total_map, IH. apply total_same. intros v _.
    apply total_same. intros w _. now rewrite app_assoc.
  Qed.
End Weights.

(** * Levels *)
Definition slotted : nat -> list level := joined [[true]; [false]].
Definition weight (x : Q) (a : level) : Q := power x (blocks_of a).
Lemma slotted_length n a : In a (slotted n) -> length a = n.
Proof. intros H. apply (joined_length _ 1) in H; [lia | repeat constructor]. Qed.
Lemma slotted_NoDup n : NoDup (slotted n).
Proof.
  apply (joined_NoDup 1); [|repeat constructor].
  constructor; [intros [E|[]]; discriminate | repeat constructor; intros []].
Qed.
Lemma slotted_total x n : total (weight x) (slotted n) == power (1 + x) n.
Proof.
  unfold weight, slotted. rewrite (joined_total bool [[true]; [false]] x blocks_of eq_refl blocks_app).
  apply power_compat; [cbn; ring | reflexivity].
Qed.
Lemma some_total x n :
  total (fun a => if (0 <? blocks_of a)%nat then weight x a else 0) (slotted n) == power (1 + x) n - 1.
Proof.
  induction n as [|n IH]; [cbn; ring|]. unfold slotted in *. cbn [joined flat_map power].
  rewrite app_nil_r, total_app, !total_map. rewrite (total_same _ (fun a => x * weight x a)) by reflexivity.
  rewrite total_scale. change (joined [[true]; [false]] n) with (slotted n) in *. rewrite slotted_total.
  rewrite (total_same (fun a => if (0 <? blocks_of ([false] ++ a))%nat then _ else _)
    (fun a => if (0 <? blocks_of a)%nat then weight x a else 0)) by reflexivity.
  rewrite IH. ring.
Qed.

(** * Towers *)
Definition range (r : nat) : list Z := map (fun i => (Z.of_nat i - Z.of_nat r)%Z) (seq 0 (2 * r + 1)).
Lemma range_In r z : (Z.abs z <= Z.of_nat r)%Z -> In z (range r).
Proof. intros H. apply in_map_iff. exists (Z.to_nat (z + Z.of_nat r)). split; [lia | apply in_seq; lia]. Qed.

(** A tower for each beginning. *)
Lemma towers_chosen (P : tower -> Prop) len ws : Forall (fun w => length w = len) ws ->
  (forall w, In w ws -> exists t, P t /\ firstn (length w) t = w) ->
  exists towers, Forall P towers /\ map (firstn len) towers = ws.
Proof.
  induction 1 as [|w ws L _ IH]; intros H; [exists []; now split|].
  destruct IH as (ts & H1 & H2); [intros v Hv; apply H; now right|].
  destruct (H w (or_introl eq_refl)) as (t & Ht & E). exists (t :: ts). split; [now constructor|]. cbn [map].
  now rewrite H2, <- L, E.
Qed.

(** As many as the blocks allow. *)
Lemma enough g x m spare : 0 < x -> x <= 1 -> (1 <= m)%nat -> 4 <= num g * power x m ->
  exists least, forall blocks, (least <= blocks)%nat ->
  exists q, (q * m + spare <= blocks)%nat /\ 1 <= num (g ^ q) * power x blocks.
Proof.
  intros X X1 M G. set (e := power x (spare + m)). assert (E : 0 < e) by now apply power_positive.
  destruct (archimedes (1 / e)) as (q0 & Q0). exists (spare + m * q0)%nat. intros blocks B.
  set (q := ((blocks - spare) / m)%nat). pose proof (Nat.div_mod (blocks - spare) m ltac:(lia)) as D.
  pose proof (Nat.mod_upper_bound (blocks - spare) m ltac:(lia)) as U. fold q in D.
  set (r := ((blocks - spare) mod m)%nat) in *. exists q. split; [nia|].
  replace blocks with (q * m + (spare + r))%nat by nia.
  rewrite power_plus, power_times, num_power, Qmult_assoc, <- power_product.
  assert (L1 : 1 + num q * 3 <= power (num g * power x m) q).
  { apply Qle_trans with (power (1 + 3) q); [apply power_linear; lra | apply power_rises; lra]. }
  assert (L2 : e <= power x (spare + r)) by (apply power_falls; [assumption | assumption | lia]).
  assert (L3 : num q0 <= num q) by (apply num_le; unfold q; apply Nat.div_le_lower_bound; lia).
  assert (L4 : 1 <= num q0 * e).
  { assert (E1 : 1 == (1 / e) * e) by (field; lra). rewrite E1. nra. }
  pose proof (num_positive q0). set (a := power _ q) in *. set (b := power x (spare + r)) in *.
  assert (num q0 * e <= a * e) by nra. assert (a * e <= a * b) by nra. lra.
Qed.
