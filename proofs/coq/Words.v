(** Words that tell wells: letters and their numbers, weights, and what a search has seen. *)
From Coq Require Import Arith ZArith List Bool FMapPositive Lia.
From Topple Require Import Statements Wells Plays RisingCheck RisingPlays RunsPlays WordCheck.
Import ListNotations Well WellGame.

(** * Letters *)
Definition proper (w : nat) (a : letter) : Prop :=
  match a with Some r => length r = w /\ blank r = false /\ full r = false | None => True end.

Lemma pairs_nth {A B} (f g : A -> B) : forall l n,
  nth_error (flat_map (fun a => [f a; g a]) l) (2 * n) = option_map f (nth_error l n) /\
  nth_error (flat_map (fun a => [f a; g a]) l) (1 + 2 * n) = option_map g (nth_error l n).
Proof.
  induction l as [|a l IH]; intros n; [now destruct n|]. destruct n as [|n]; [now split|].
  replace (2 * S n) with (S (S (2 * n))) by lia. apply IH.
Qed.
Lemma by_numbers_nth : forall r, nth_error (by_numbers (length r)) (number r) = Some r.
Proof.
  induction r as [|c r IH]; [reflexivity|]. cbn [length by_numbers number].
  destruct (pairs_nth (cons false) (cons true) (by_numbers (length r)) (number r)) as [E0 E1]. rewrite IH in E0, E1.
  destruct c; [exact E1 | exact E0].
Qed.
Lemma full_number : forall r, full r = true -> number r = 2 ^ length r - 1.
Proof.
  induction r as [|c r IH]; [reflexivity|]. unfold full in *. cbn [forallb number length Nat.pow]. intros H.
  apply andb_true_iff in H. destruct H as [-> H]. rewrite (IH H). cbn [Nat.b2n].
  assert (1 <= 2 ^ length r) by (pose proof (Nat.pow_nonzero 2 (length r)); lia). lia.
Qed.
Lemma full_repeat w : full (repeat true w) = true.
Proof. induction w; [reflexivity | assumption]. Qed.
Lemma blank_number : forall r, blank r = false -> 0 < number r.
Proof.
  induction r as [|c r IH]; [discriminate|]. unfold blank in *. cbn [forallb number]. destruct c; [cbn; lia|].
  intros H. specialize (IH H). cbn. lia.
Qed.
Lemma nth_tl {A} (l : list A) n : nth_error (tl l) n = nth_error l (S n).
Proof. destruct l; [now destruct n | reflexivity]. Qed.
Lemma letters_nth w a : 0 < w -> proper w a -> nth_error (letters w) (code w a) = Some a.
Proof.
  intros W H. unfold letters. rewrite nth_error_map, nth_tl. destruct a as [r|]; cbn [code].
  - destruct H as (<- & B & H). replace (S (number r - 1)) with (number r) by (apply blank_number in B; lia).
    rewrite by_numbers_nth. cbn. now rewrite H.
  - pose proof (by_numbers_nth (repeat true w)) as E. rewrite full_number in E by apply full_repeat.
    rewrite repeat_length in E. assert (2 <= 2 ^ w) by (apply (Nat.pow_le_mono_r 2 1 w); lia).
    replace (S (2 ^ w - 2)) with (2 ^ w - 1) by lia. rewrite E. cbn. now rewrite full_repeat.
Qed.
Lemma letters_in w a : 0 < w -> proper w a -> In a (letters w).
Proof. intros W H. now apply letters_nth, nth_error_In in H. Qed.

(** ** Words *)
Definition spelled (w : nat) (u : word) : Prop := Forall (proper w) u.
Lemma rows_app u v : rows (u ++ v) = rows u ++ rows v.
Proof. induction u as [|[r|] u IH]; cbn; [reflexivity | now rewrite IH | exact IH]. Qed.
Lemma rows_some b : rows (map Some b) = b.
Proof. induction b as [|r b IH]; cbn; [reflexivity | now rewrite IH]. Qed.
Lemma rows_split : forall low top u, rows u = low ++ top ->
  exists u1 u2, u = u1 ++ u2 /\ rows u1 = low /\ rows u2 = top.
Proof.
  induction low as [|r low IH]; intros top u H; [now exists [], u|].
  induction u as [|[r'|] u IHu]; [discriminate | |].
  - injection H as -> H. destruct (IH _ _ H) as (u1 & u2 & -> & <- & <-). now exists (Some r :: u1), u2.
  - destruct (IHu H) as (u1 & u2 & -> & H1 & H2). now exists (None :: u1), u2.
Qed.
Lemma spelled_app w u v : spelled w (u ++ v) <-> spelled w u /\ spelled w v.
Proof. apply Forall_app. Qed.
Lemma all_kept b : keep b = b <-> Forall (fun r => full r = false) b.
Proof.
  induction b as [|r b IH]; [now split|]. unfold keep in *. cbn [filter]. destruct (full r) eqn:E; cbn [negb].
  - split; [|now inversion 1; congruence]. intros H. pose proof (filter_shorter (fun r => negb (full r)) b) as S.
    rewrite H in S. cbn in S. lia.
  - split.
    + intros H. injection H as H. constructor; [exact E | now apply IH].
    + inversion 1; subst. f_equal. now apply IH.
Qed.
Lemma keep_again b : keep (keep b) = keep b.
Proof. apply all_kept. apply Forall_forall. intros r Hr. apply filter_In in Hr. now apply negb_true_iff. Qed.
Definition not_blank (b : well) : Prop := Forall (fun r => blank r = false) b.
Lemma blankless_all w b : rows_of w b -> not_blank b -> keep b = b -> blankless w b.
Proof.
  intros Hb B K. apply all_kept in K. apply Forall_forall. intros r Hr. unfold rows_of, not_blank in *.
  rewrite Forall_forall in Hb, B, K. auto.
Qed.
Lemma spelled_some w b : blankless w b -> spelled w (map Some b).
Proof. intros Hb. now apply Forall_map. Qed.
Lemma spelled_rows w u : spelled w u -> blankless w (rows u).
Proof. induction 1 as [|[r|] u Ha _ IH]; cbn [rows]; [constructor | now constructor | exact IH]. Qed.

(** * Weights *)
Lemma dot_plus : forall k a b, dot k (plus a b) = (dot k a + dot k b)%Z.
Proof.
  induction k as [|x k IH]; intros [|y a] [|z b]; cbn [plus dot]; try lia. rewrite IH. lia.
Qed.
Lemma dot_minus : forall k a, dot k (minus a) = (- dot k a)%Z.
Proof. induction k as [|x k IH]; intros [|y a]; try reflexivity. unfold minus in *. cbn [map dot]. rewrite IH.
  lia. Qed.
Lemma dot_zeros {A} : forall k (l : list A), dot k (map (fun _ => 0%Z) l) = 0%Z.
Proof. induction k as [|x k IH]; intros [|y l]; try reflexivity. cbn [map dot]. rewrite IH. lia. Qed.
Lemma same_sums_eq : forall a b, same_sums a b = true -> a = b.
Proof.
  induction a as [|x a IH]; intros [|y b] H; try discriminate; [reflexivity|]. cbn in H.
  apply andb_true_iff in H. destruct H as [H1 H2]. apply Z.eqb_eq in H1. f_equal; [exact H1 | now apply IH].
Qed.

(** * A search that ends well has looked at all that can be reached *)
Section Explore.
  Variables (R : Type) (same : R -> R -> bool) (next : state R -> list (state R)) (ok : state R -> bool).
  Hypothesis same_eq : forall a b, same a b = true -> a = b.

  Definition is_seen (v : seen_states R) (s : state R) : Prop :=
    In (snd s) (seen_at R (seen_from R v (fst (fst s))) (snd (fst s))).
  Lemma insert_seen a s : is_seen (snd (insert R same a s)) s.
  Proof.
    destruct s as [[p q] r], a as [work v]. unfold insert, is_seen. cbn [fst snd].
    destruct (existsb _ _) eqn:E; cbn [fst snd].
    - apply existsb_exists in E. destruct E as (r' & Hr & E). now apply same_eq in E as ->.
    - unfold seen_from at 1, seen_at at 1. rewrite PositiveMap.gss, PositiveMap.gss. now left.
  Qed.
  Lemma insert_more a s s' : (is_seen (snd a) s' -> is_seen (snd (insert R same a s)) s') /\
    (In s' (fst a) -> In s' (fst (insert R same a s))) /\
    (is_seen (snd (insert R same a s)) s' -> is_seen (snd a) s' \/ In s' (fst (insert R same a s))).
  Proof.
    destruct s as [[p q] r], s' as [[p' q'] r'], a as [work v]. unfold insert, is_seen. cbn [fst snd].
    destruct (existsb _ _) eqn:E; cbn [fst snd]; [tauto|].
    split; [|split; [now right|]]; unfold seen_from at 2; destruct (Pos.eq_dec p' p) as [->|N].
    - rewrite PositiveMap.gss. unfold seen_at at 2. destruct (Pos.eq_dec q' q) as [->|N].
      + rewrite PositiveMap.gss. now right.
      + rewrite PositiveMap.gso by exact N. auto.
    - rewrite PositiveMap.gso by exact N. auto.
    - unfold seen_from at 1. rewrite PositiveMap.gss. unfold seen_at at 1. destruct (Pos.eq_dec q' q) as [->|N].
      + rewrite PositiveMap.gss. intros [<-|H]; [right; now left | now left].
      + rewrite PositiveMap.gso by exact N. now left.
    - unfold seen_from at 1. rewrite PositiveMap.gso by exact N. now left.
  Qed.
  Lemma inserts l : forall a, let b := fold_left (insert R same) l a in
    (forall s, In s l -> is_seen (snd b) s) /\
    forall s, (is_seen (snd a) s -> is_seen (snd b) s) /\ (In s (fst a) -> In s (fst b)) /\
      (is_seen (snd b) s -> is_seen (snd a) s \/ In s (fst b)).
  Proof.
    induction l as [|s l IH]; intros a; cbn [fold_left]; [cbn; tauto|]. destruct (IH (insert R same a s)) as [I1 I2].
    split.
    - intros s' [<-|H]; [|now apply I1]. apply I2, insert_seen.
    - intros s'. destruct (I2 s') as (J1 & J2 & J3), (insert_more a s s') as (K1 & K2 & K3). split; [|split]; auto.
      intros H. destruct (J3 H) as [H'|H']; [|now right]. destruct (K3 H'); auto.
  Qed.

  Variable start : state R.
  Definition right_so_far (a : search R) : Prop :=
    let '(work, v, bad) := a in bad = None -> is_seen v start /\
    forall s, is_seen v s -> In s work \/ ok s = true /\ forall s', In s' (next s) -> is_seen v s'.
  Lemma look_right a : right_so_far a -> right_so_far (look R same next ok a).
  Proof.
    destruct a as [[[|s work] v] [b|]]; cbn [look]; try tauto. intros H. specialize (H eq_refl).
    destruct (ok s) eqn:E; [|discriminate]. destruct (inserts (next s) (work, v)) as [I1 I2].
    destruct (fold_left _ _ _) as [work' v'] eqn:F. cbn [fst snd] in I1, I2. intros _. destruct H as [H0 H].
    split; [now apply I2|]. intros s' Hs. destruct (I2 s') as (J1 & J2 & J3). destruct (J3 Hs) as [O|O]; [|now left].
    destruct (H s' O) as [[<-|W]|[W1 W2]]; [right; auto | left; auto | right]. split; [exact W1|]. intros s2 H2.
    now apply I2, W2.
  Qed.
  Lemma looks_right n : forall a, right_so_far a -> right_so_far (looks R same next ok n a).
  Proof.
    induction n as [|n IH]; intros a H; cbn [looks]; [now apply look_right|]. destruct (idle R a); [exact H|].
    specialize (IH _ H) as G. destruct (idle R _); [exact G | now apply IH].
  Qed.
  Lemma explored : found_ok (explore R same next ok start) = true ->
    exists reached : state R -> Prop, reached start /\
    forall s, reached s -> ok s = true /\ forall s', In s' (next s) -> reached s'.
  Proof.
    intros H. assert (Right : right_so_far (explore R same next ok start)).
    { apply looks_right. pose proof (insert_seen ([], PositiveMap.empty _) start) as S.
      pose proof (fun s => proj2 (proj2 (insert_more ([], PositiveMap.empty _) start s))) as M.
      destruct (insert _ _ _ _) as [work v]. intros _. split; [exact S|]. intros s Hs.
      destruct (M s Hs) as [O|O]; [|now left]. unfold is_seen, seen_from in O. cbn [snd] in O.
      rewrite PositiveMap.gempty in O. unfold seen_at in O. rewrite PositiveMap.gempty in O. destruct O. }
    destruct (explore _ _ _ _ _) as [[[|s work] v] [b|]]; try discriminate. destruct (Right eq_refl) as [S0 S1].
    exists (is_seen v). split; [exact S0|]. intros s Hs. now destruct (S1 s Hs) as [[]|].
  Qed.
End Explore.
