(** Mirror images of towers of Jenka, along either axis or both, have mirror images of
    moves, so the same player wins. *)
From Coq Require Import Arith ZArith Bool List Lia.
From Topple Require Import Statements Wells Levels Hulls Moves BalanceCheck BalanceTowers BalanceBoth JenkaCheck.
Import ListNotations Tower Jenka.
Local Open Scope Z_scope.

(** * Lists of which the items lie along one axis and the other in turn *)
Section Flipped.
  Context {A : Type}.
  Variable m : A -> A.
  Definition flip_at (f f' : bool) (i : nat) (a : A) : A := if turn f f' i then m a else a.

  Lemma turn_S f f' i : turn f f' (S i) = turn f' f i.
  Proof. unfold turn. rewrite Nat.even_succ, <- Nat.negb_even. now destruct (Nat.even i). Qed.
  Lemma flip_at_S f f' i a : flip_at f f' (S i) a = flip_at f' f i a.
  Proof. unfold flip_at. now rewrite turn_S. Qed.
  Lemma flipped_length l : forall f f', length (flipped m f f' l) = length l.
  Proof. induction l as [|a l IH]; intros f f'; cbn; auto. Qed.
  Lemma flipped_app l l' : forall f f', flipped m f f' (l ++ l') =
    flipped m f f' l ++ flipped m (turn f f' (length l)) (turn f f' (S (length l))) l'.
  Proof.
    induction l as [|a l IH]; intros f f'; [reflexivity|]. cbn [app flipped length].
    now rewrite IH, !turn_S.
  Qed.
  Lemma flipped_twice : (forall a, m (m a) = a) -> forall l f f', flipped m f f' (flipped m f f' l) = l.
  Proof.
    intros M. induction l as [|a l IH]; intros f f'; [reflexivity|]. cbn [flipped]. rewrite IH.
    destruct f; now rewrite ?M.
  Qed.
  Lemma flipped_nth d : m d = d -> forall l i f f', nth i (flipped m f f' l) d = flip_at f f' i (nth i l d).
  Proof.
    intros M. induction l as [|a l IH]; intros [|i] f f'; cbn [flipped nth]; try reflexivity.
    - unfold flip_at. destruct (turn _ _ _); auto.
    - unfold flip_at. destruct (turn _ _ _); auto.
    - now rewrite IH, flip_at_S.
  Qed.
  Lemma flipped_update u u' d : forall l i f f', flip_at f f' i (u (nth i l d)) = u' (flip_at f f' i (nth i l d)) ->
    flipped m f f' (Well.update i u l) = Well.update i u' (flipped m f f' l).
  Proof.
    induction l as [|a l IH]; intros [|i] f f' H; cbn [flipped nth Well.update] in *; try reflexivity.
    - unfold flip_at, turn in H. cbn [Nat.even] in H. now rewrite H.
    - rewrite !flip_at_S in H. now rewrite (IH i f' f H).
  Qed.
End Flipped.

(** * One level *)
Lemma mids_shift a : forall z d, mids (z + d) a = map (fun x => x + d) (mids z a).
Proof.
  induction a as [|c a IH]; intros z d; [reflexivity|]. cbn [mids]. rewrite map_app.
  replace (z + d + 2) with (z + 2 + d) by lia. rewrite IH. now destruct c.
Qed.
Lemma mids_reversed a : forall z, mids z (rev a) = rev (map (fun x => 2 * z + 2 * (Z.of_nat (length a) - 1) - x) (mids z a)).
Proof.
  induction a as [|c a IH]; intros z; [reflexivity|]. cbn [rev mids length]. rewrite (mids_shift a z 2), mids_app, IH, rev_length.
  rewrite map_app, rev_app_distr, map_map. cbn [mids].
  f_equal.
  - f_equal. apply map_ext. intros x. lia.
  - destruct c; [|reflexivity]. cbn [app map rev]. f_equal. lia.
Qed.
Lemma middles_rev a : middles (rev a) = rev (map Z.opp (middles a)).
Proof. rewrite !middles_mids, mids_reversed, rev_length. f_equal. apply map_ext. intros x. lia. Qed.
Lemma hd_rev {A} (l : list A) d : hd d (rev l) = last l d.
Proof. destruct l as [|x l _] using rev_ind; [reflexivity|]. now rewrite rev_app_distr, last_last. Qed.
Lemma last_map_opp l : last (map Z.opp l) 0 = - last l 0.
Proof. destruct l as [|x l _] using rev_ind; [reflexivity|]. rewrite map_app. cbn [map]. now rewrite !last_last. Qed.
Lemma low_rev a : low (rev a) = - high a.
Proof. unfold low, high. rewrite middles_rev, hd_rev, last_map_opp. lia. Qed.
Lemma high_rev a : high (rev a) = - low a.
Proof. pose proof (low_rev (rev a)) as H. rewrite rev_involutive in H. lia. Qed.
Lemma rev_blocks a : blocks (rev a) = blocks a.
Proof. now rewrite !blocks_blocks, blocks_rev. Qed.
Lemma full_rev k : rev (full k) = full k.
Proof. apply rev_repeat. Qed.

(** * Towers *)
Definition image : bool -> bool -> tower -> tower := @flipped level (@rev bool).
Definition flip_level (f : bool) (a : level) : level := if f then rev a else a.
Lemma image_cons f f' (a : level) (t : tower) : image f f' (a :: t) = flip_level f a :: image f' f t.
Proof. reflexivity. Qed.
Lemma image_length f f' t : length (image f f' t) = length t.
Proof. apply flipped_length. Qed.
Lemma image_twice f f' t : image f f' (image f f' t) = t.
Proof. apply flipped_twice, rev_involutive. Qed.

Definition turned (f : bool) (z : Z) : Z := if f then - z else z.
Lemma image_sums t : forall f f', mass (image f f' t) = mass t /\
  along (image f f' t) = turned f (along t) /\ across (image f f' t) = turned f' (across t).
Proof.
  induction t as [|a t IH]; intros f f'; [now destruct f, f'|]. destruct (IH f' f) as (M & X & Y).
  rewrite image_cons. destruct (sums_cons (flip_level f a) (image f' f t)) as [-> ->].
  destruct (sums_cons a t) as [-> ->]. rewrite X, Y. split; [|split; [|reflexivity]].
  - change (mass (flip_level f a :: image f' f t)) with (blocks (flip_level f a) + mass (image f' f t)). rewrite M.
    change (mass (a :: t)) with (blocks a + mass t). destruct f; cbn [flip_level]; now rewrite ?rev_blocks.
  - destruct f; cbn [turned flip_level]; rewrite ?moment_rev; lia.
Qed.
Lemma image_upright t : forall f f', upright t -> upright (image f f' t).
Proof.
  induction t as [|a t IH]; intros f f' H; [exact I|]. destruct H as [H U]. split; [|exact (IH f' f U)].
  destruct t as [|b t]; [exact I|]. destruct (image_sums (b :: t) f' f) as (M & X & Y).
  rewrite image_cons in *. unfold holds in *. rewrite M, X, Y. clear M X Y IH U.
  destruct f, f'; cbn [turned flip_level]; rewrite ?low_rev, ?high_rev, ?Z.mul_opp_l; lia.
Qed.
Lemma image_Forall (P : level -> Prop) t : (forall a, P a -> P (rev a)) -> forall f f', Forall P t -> Forall P (image f f' t).
Proof.
  intros R. induction t as [|a t IH]; intros f f' H; [constructor|]. inversion H as [|? ? Ha Ht]; subst.
  constructor; [destruct f; auto | exact (IH f' f Ht)].
Qed.
Lemma image_levels k f f' t : even_levels k t -> even_levels k (image f f' t).
Proof. apply image_Forall. intros a H. now rewrite rev_length. Qed.
Lemma image_stands k f f' t : even_levels k t -> stands t -> stands (image f f' t).
Proof.
  intros E [N S]. assert (N' : Forall (fun a => In true a) (image f f' t)).
  { apply image_Forall; [|exact N]. intros a. apply in_rev. }
  split; [exact N'|]. apply (rests_upright k); [now apply image_levels | exact N'|].
  apply image_upright. now apply (rests_upright k).
Qed.

(** * Moves *)
Definition slot (k : nat) (f : bool) (j : nat) : nat := if f then (k - 1 - j)%nat else j.
Lemma nth_image (a : level) j d : (j < length a)%nat -> nth (length a - 1 - j) (rev a) d = nth j a d.
Proof. intros H. rewrite rev_nth by lia. f_equal. lia. Qed.
Lemma flip_slot k f f' i (a : level) j b : length a = k -> (j < k)%nat ->
  flip_at (@rev bool) f f' i (Well.update j (fun _ => b) a) =
  Well.update (slot k (turn f f' i) j) (fun _ => b) (flip_at (@rev bool) f f' i a).
Proof. intros <- Hj. unfold flip_at, slot. destruct (turn f f' i); [now apply rev_update | reflexivity]. Qed.
Lemma flip_nth k f f' i (a : level) j d : length a = k -> (j < k)%nat ->
  nth (slot k (turn f f' i) j) (flip_at (@rev bool) f f' i a) d = nth j a d.
Proof. intros <- Hj. unfold flip_at, slot. destruct (turn f f' i); [now apply nth_image | reflexivity]. Qed.
Lemma flip_full k f f' i : flip_at (@rev bool) f f' i (full k) = full k.
Proof. unfold flip_at. destruct (turn f f' i); [apply full_rev | reflexivity]. Qed.

Lemma image_snoc f f' t (a : level) : image f f' (t ++ [a]) = image f f' t ++ [flip_at (@rev bool) f f' (length t) a].
Proof. unfold image. now rewrite flipped_app. Qed.

Lemma slot_below (a : level) j : nth j a false = true -> (j < length a)%nat.
Proof. intros H. destruct (Nat.lt_ge_cases j (length a)); [assumption|]. now rewrite nth_overflow in H. Qed.

Lemma image_put k f f' t l t' : even_levels k t -> put k t l t' -> exists l', put k (image f f' t) l' (image f f' t').
Proof.
  intros E H. destruct H as [below Et Hl|below a Et Hf Hn]; subst t.
  - exists (slot k (turn f f' (length (below ++ [full k]))) l). rewrite (image_snoc f f' (below ++ [full k])).
    rewrite (flip_slot k) by (now rewrite repeat_length || exact Hl).
    replace (flip_at _ f f' _ (repeat false k)) with (repeat false k) by (unfold flip_at; destruct (turn _ _ _); now rewrite ?rev_repeat).
    apply on_a_new_level with (below := image f f' below).
    + now rewrite image_snoc, flip_full.
    + unfold slot. destruct (turn _ _ _); lia.
  - assert (La : length a = k) by (apply Forall_app in E; destruct E as [_ E]; now inversion E).
    assert (Hl : (l < k)%nat).
    { destruct (Nat.lt_ge_cases l k) as [Hlt|Hge]; [exact Hlt|]. rewrite nth_overflow in Hn by (rewrite La; exact Hge). discriminate. }
    exists (slot k (turn f f' (length below)) l). rewrite !image_snoc, (flip_slot k) by assumption.
    apply on_the_top_level with (a := flip_at (@rev bool) f f' (length below) a); [reflexivity | |].
    + intros X. apply Hf. unfold flip_at in X. destruct (turn _ _ _); [|exact X].
      rewrite <- (rev_involutive a), X. apply full_rev.
    + now rewrite (flip_nth k).
Qed.

Lemma image_without k f f' i j t : even_levels k t -> (i < length t)%nat -> (j < k)%nat ->
  without i (slot k (turn f f' i) j) (image f f' t) = image f f' (without i j t).
Proof.
  intros E Hi Hj. unfold without, image. symmetry. apply flipped_update with (d := []). apply flip_slot; [|exact Hj].
  unfold even_levels in E. rewrite Forall_forall in E. apply E, nth_In, Hi.
Qed.
Lemma without_levels k i j t : even_levels k t -> even_levels k (without i j t).
Proof.
  unfold even_levels, without. revert i. induction t as [|a t IH]; intros [|i] H; inversion H; subst; cbn; constructor; auto.
  now rewrite update_length.
Qed.
Lemma put_levels k t l t' : even_levels k t -> put k t l t' -> even_levels k t'.
Proof.
  unfold even_levels. intros E H. destruct H as [below Et Hl|below a Et Hf Hn]; subst t.
  - apply Forall_app. split; [exact E|]. repeat constructor. now rewrite update_length, repeat_length.
  - apply Forall_app in E. destruct E as [E1 E2]. apply Forall_app. split; [exact E1|]. inversion E2; subst.
    repeat constructor. apply update_length.
Qed.
Lemma move_levels k t i j l t' : even_levels k t -> move k t i j l t' -> even_levels k t'.
Proof. intros E (_ & _ & P & _). apply (put_levels k _ _ _ (without_levels k i j t E) P). Qed.

Lemma image_move k f f' t i j l t' : (1 <= k)%nat -> even_levels k t -> move k t i j l t' ->
  exists j' l', move k (image f f' t) i j' l' (image f f' t').
Proof.
  intros K E M. pose proof (move_levels k t i j l t' E M) as E'. destruct M as (((m & Him & Hm) & Hj) & S1 & P & S2).
  assert (Hi : (i < length t)%nat).
  { destruct (Nat.lt_ge_cases i (length t)) as [L|L]; [exact L|]. rewrite (nth_overflow t [] L) in Hj. destruct j; discriminate. }
  assert (La : length (nth i t []) = k) by (unfold even_levels in E; rewrite Forall_forall in E; apply E, nth_In, Hi).
  pose proof (slot_below _ _ Hj) as Hjk. rewrite La in Hjk.
  destruct (image_put k f f' _ _ _ (without_levels k i j t E) P) as (l' & P').
  exists (slot k (turn f f' i) j), l'. split; [|split; [|split]].
  - split.
    + exists m. split; [exact Him|]. unfold image. rewrite flipped_nth by reflexivity. rewrite Hm. apply flip_full.
    + unfold image. rewrite flipped_nth by reflexivity. now rewrite flip_nth.
  - rewrite image_without by assumption. apply (image_stands k); [now apply without_levels | exact S1].
  - rewrite image_without by assumption. exact P'.
  - now apply (image_stands k).
Qed.
Lemma move_image k f f' t i j l t' : (1 <= k)%nat -> even_levels k t -> move k (image f f' t) i j l t' ->
  exists j' l', move k t i j' l' (image f f' t').
Proof.
  intros K E M. destruct (image_move k f f' _ _ _ _ _ K (image_levels k f f' t E) M) as (j' & l' & M').
  rewrite image_twice in M'. eauto.
Qed.

Lemma image_wins k f f' (K : (1 <= k)%nat) : forall t, second_wins k t -> even_levels k t -> second_wins k (image f f' t).
Proof.
  fix IH 2. intros t [H] E. constructor. intros i j l t' M.
  destruct (move_image k f f' t i j l t' K E M) as (j1 & l1 & M1).
  destruct (H _ _ _ _ M1) as (i2 & j2 & l2 & t2 & M2 & W).
  pose proof (move_levels _ _ _ _ _ _ E M1) as E1. pose proof (move_levels _ _ _ _ _ _ E1 M2) as E2.
  destruct (image_move k f f' _ _ _ _ _ K E1 M2) as (j3 & l3 & M3). rewrite image_twice in M3.
  exists i2, j3, l3, (image f f' t2). split; [exact M3|]. exact (IH t2 W E2).
Qed.
