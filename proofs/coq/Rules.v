(** What a rule of placing is worth, and games of one piece in wells of odd width. *)
From Coq Require Import Arith ZArith Bool List Lia.
From Topple Require Import Statements Wells Plays Lanes Potential Kinks.
Import ListNotations Well WellGame.

(** * More places, fewer places *)
Lemma steered_slides referee w b t x y : slides w b t x y -> steered referee w b t x y.
Proof. induction 1; [now apply enters | now apply goes_left | now apply goes_right | now apply goes_down]. Qed.

(** A piece that can be seen from above slides down. *)
Lemma drop_slides w b t x : forall n y, length b = n + y -> (forall z, y <= z <= length b -> fits w b t x z = true) -> slides w b t x y.
Proof.
  induction n as [|n IH]; intros y Hn H.
  - cbn in Hn. subst y. apply from_above. apply H. lia.
  - apply down; [apply (IH (S y)); [lia | intros z Hz; apply H; lia] | apply H; lia].
Qed.

Theorem rules_compared_holds : StatementsWells.rules_compared.
Proof.
  split; [|split; [|split]].
  - intros w d ps ahead r r' Hr g g'. split.
    + intros H shown Hl Hs. specialize (H shown Hl Hs). revert H. generalize ([] : well) as b. generalize shown as l.
      cofix on. intros l b H. destruct H as [b p rest t x y Ht Ha Hd Hnext].
      apply (place g' b p rest t x y Ht (Hr _ _ _ _ Ha) Hd). intros q Hq. apply on, Hnext, Hq.
    + intros b (n & shown & Hl & Hs & H). exists n, shown. split; [exact Hl|]. split; [exact Hs|].
      clear Hl Hs. revert b shown H. induction n as [|n IH]; intros b shown H; inversion H as [? ? ? q p rest Hq E Hall]; subst.
      apply (announce g n b shown q p rest Hq E). intros t x y Ht Ha.
      destruct (Hall t x y Ht (Hr _ _ _ _ Ha)) as [D|L]; [now left | right; now apply IH].
  - intros w b t x y (H1 & H2 & H3). split; [exact H1|]. split; [exact H2|].
    apply (drop_slides w b t x (length b - y)); [lia | exact H3].
  - intros referee w b t x y (H1 & H2 & H3). split; [exact H1|]. split; [exact H2|].
    exists y. split; [lia|]. split; [now apply steered_slides|].
    intros i Hi. replace i with y by lia. unfold at_rest in H1. now apply andb_true_iff in H1.
  - intros r w b t x y (H1 & H2 & _). now repeat split.
Qed.

(** * What nobody survives, the machine wins with *)
Lemma not_survived g future : forall b shown, Forall (fun p => p < length (pieces g)) future ->
  ~ survives g b (firstn (length future) (shown ++ future)) -> lost g (length future) b shown.
Proof.
  induction future as [|q future IH]; intros b shown Hf H; [destruct H; constructor|].
  inversion Hf as [|? ? Hq Hf']; subst.
  assert (E : shown ++ q :: future = (shown ++ [q]) ++ future) by (now rewrite <- app_assoc).
  rewrite E in H. destruct (shown ++ [q]) as [|p rest] eqn:Es; [now destruct shown|]. cbn [length app firstn] in H.
  apply (announce g (length future) b shown q p rest Hq Es). intros t x y Ht Ha.
  destruct (Nat.lt_ge_cases (depth g) (length (played (width g) b t x y))) as [Hd|Hd]; [now left | right].
  apply IH; [exact Hf'|]. intros S. apply H. now apply one_placed with t x y.
Qed.

(** * A piece that raises a bounded sum *)
Lemma rising_wins g p (f : nat -> Z) (most : Z) : p < length (pieces g) -> (0 <= most)%Z ->
  (forall i, i < width g -> (- most <= f i <= most)%Z) ->
  (forall t b x y, rows_of (width g) b -> In t (turns_of g p) -> fits (width g) b t x y = true ->
     (sum f b + 1 <= sum f (played (width g) b t x y))%Z) ->
  forall b, is_well g b -> machine_wins_from g b.
Proof.
  intros Valid Hm Hf Rise b [Hd Hb].
  assert (Bound : forall b, rows_of (width g) b -> length b <= depth g ->
    (Z.abs (sum f b) <= most * Z.of_nat (width g * depth g))%Z).
  { intros b' Hr Hl. assert (G : (- (most * Z.of_nat (width g * length b')) <= sum f b' <= most * Z.of_nat (width g * length b'))%Z)
      by (apply sum_bounded; assumption).
    assert (L : (Z.of_nat (width g * length b') <= Z.of_nat (width g * depth g))%Z) by nia. nia. }
  assert (Short : forall n b, rows_of (width g) b -> length b <= depth g -> survives g b (repeat p n) ->
    (sum f b + Z.of_nat n <= most * Z.of_nat (width g * depth g))%Z).
  { induction n as [|n IH]; intros b' Hr Hl S; [pose proof (Bound b' Hr Hl); lia|]. cbn [repeat] in S.
    inversion S as [|? ? ? t x y Ht Ha Hl' Hs]. subst.
    assert (Fit : fits (width g) b' t x y = true) by (destruct Ha as (Ha & _); unfold at_rest in Ha; now apply andb_true_iff in Ha).
    pose proof (Rise t b' x y Hr Ht Fit). specialize (IH _ (played_rows (width g) b' t x y Hr) Hl' Hs). lia. }
  assert (All : forall n, Forall (fun q => q < length (pieces g)) (repeat p n))
    by (intros n; apply Forall_forall; intros q Hq; apply repeat_spec in Hq; now subst).
  set (n := S (Z.to_nat (most * Z.of_nat (width g * depth g) - sum f b))).
  exists (length (repeat p n)), (repeat p (lookahead g)). split; [apply repeat_length|]. split; [apply All|].
  apply not_survived; [apply All|].
  assert (E : firstn (length (repeat p n)) (repeat p (lookahead g) ++ repeat p n) = repeat p n).
  { rewrite <- repeat_app, repeat_length, (Nat.add_comm (lookahead g)), repeat_app, firstn_app, repeat_length, Nat.sub_diag.
    rewrite firstn_all2 by (rewrite repeat_length; lia). apply app_nil_r. }
  rewrite E. intros S. pose proof (Short n b Hb Hd S). unfold n in *. lia.
Qed.

(** * Odd widths *)
Lemma square_turns t : In t (turns (hd [] square)) -> t = [(0,0); (1,0); (0,1); (1,1)].
Proof. intros [<-|[]]. reflexivity. Qed.

(** Each of the three pieces adds 4 to a sum that full rows leave as it is. *)
Definition balanced_piece (p : turn) : Prop := forall half t b x y, let w := 2 * half + 1 in
  rows_of w b -> In t (turns p) -> fits w b t x y = true ->
  sum (odd_weight w) (played w b t x y) = (sum (odd_weight w) b + 4)%Z.

Lemma balanced_pieces p : In p [hd [] square; kink true; kink false] -> balanced_piece p.
Proof.
  intros [<-|[<-|[<-|[]]]] half t b x y w Hb Ht Hf.
  - apply square_turns in Ht. subst t.
    rewrite (sum_played (odd_weight w) w b _ x y Hb); [| |exact Hf|exact (odd_full half)].
    + unfold added. cbn [map fold_right fst snd]. rewrite ?Nat.add_0_r, ?Nat.add_1_r. unfold odd_weight. rewrite ?skew_S. lia.
    + unfold at_cell. cbn [map fst snd]. repeat constructor; intros H; repeat (destruct H as [H|H]; [injection H; lia|]); destruct H.
  - now apply odd_step with true.
  - now apply odd_step with false.
Qed.

Theorem odd_wells_lost_holds : StatementsWells.odd_wells_lost.
Proof.
  intros g piece Hodd Hin Hg. apply Nat.odd_spec in Hodd. destruct Hodd as [half Hw].
  apply In_nth_error in Hg. destruct Hg as (p & Hp).
  apply (rising_wins g p (odd_weight (width g)) (Z.of_nat (S (width g)))); [apply nth_error_Some; congruence | lia | |].
  - intros i _. unfold odd_weight. pose proof (skew_bound i). nia.
  - intros t b x y Hb Ht Hf. unfold turns_of in Ht. rewrite (nth_error_nth _ _ _ Hp) in Ht.
    rewrite Hw in *. rewrite (balanced_pieces piece Hin half t b x y Hb Ht Hf). lia.
Qed.

Theorem odd_columns_holds : StatementsWells.odd_columns.
Proof.
  split.
  - intros piece t x y Hp Ht.
    assert (Parity : forall n, Nat.even n = negb (Nat.odd n)) by (intros n; unfold Nat.odd; now rewrite negb_involutive).
    destruct Hp as [<-|[<-|[<-|[]]]]; [apply square_turns in Ht | destruct (kink_turns true t Ht) as [Et|Et] | destruct (kink_turns false t Ht) as [Et|Et]];
      subst t; cbn [at_cell lying upright map fst snd filter]; rewrite ?Nat.add_0_r, ?Parity, ?Nat.odd_add; cbn [Nat.odd Nat.even negb xorb];
      rewrite ?xorb_false_r, ?xorb_true_r; destruct (Nat.odd x); reflexivity.
  - intros half y. induction half as [|half IH]; [reflexivity|].
    cbn zeta in *. replace (2 * S half + 1) with (2 * half + 1 + 2) by lia. rewrite seq_app, !map_app, !filter_app, !app_length. rewrite IH. cbn [seq map filter fst].
    assert (O : Nat.odd (0 + (2 * half + 1)) = true) by (apply Nat.odd_spec; exists half; lia).
    assert (E : Nat.odd (S (0 + (2 * half + 1))) = false) by (rewrite Nat.odd_succ, <- Nat.negb_odd, O; reflexivity).
    rewrite <- !Nat.negb_odd, O, E. cbn. lia.
Qed.
