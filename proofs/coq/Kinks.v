(** The two kinks defeat every player, in every well. While many left kinks leave the
    potential as it is, each lane gets some, and has one on top; then as many right kinks
    cannot leave it as it is. So it falls with every such block, and it is bounded. *)
From Coq Require Import Arith ZArith Bool List Lia.
From Topple Require Import Statements Wells Plays Lanes Potential.
Import ListNotations Well WellGame.

(** * Sequences of kinks *)

(** [b'] comes of [b] by these kinks, and the player is not lost. *)
Inductive run (r : rule) (w d : nat) : list bool -> well -> well -> Prop :=
  | run_none b : run r w d [] b b
  | run_one l rest b b' t x y : In t (turns (kink l)) -> allowed r w b t x y ->
      length (played w b t x y) <= d -> run r w d rest (played w b t x y) b' -> run r w d (l :: rest) b b'.

Lemma run_app r w d l1 : forall l2 b b', run r w d (l1 ++ l2) b b' -> exists c, run r w d l1 b c /\ run r w d l2 c b'.
Proof.
  induction l1 as [|l l1 IH]; intros l2 b b' H; [exists b; split; [constructor | exact H]|].
  cbn [app] in H. inversion H as [|? ? ? ? t x y Ht Ha Hd Hr]; subst. destruct (IH _ _ _ Hr) as (c & H1 & H2).
  exists c. split; [econstructor; eauto | exact H2].
Qed.

Lemma run_rows r w d ls b b' : run r w d ls b b' -> rows_of w b -> length b <= d -> rows_of w b' /\ length b' <= d.
Proof. induction 1; auto using played_rows. Qed.

Section EvenRuns.
  Variables (n d i : nat) (r : rule).
  Hypothesis is_lane : i < n.
  Let w := 2 * n.
  Notation pot := (potential n d).
  Notation fl := (sum (one_lane w i)).
  Notation topi b := (top (lane i b)).

  Lemma run_step l t b x y : good n d b -> In t (turns (kink l)) -> allowed r w b t x y ->
    let b' := played w b t x y in length b' <= d ->
    (pot b' < pot b)%Z \/ pot b' = pot b /\
    (topi b = half l /\ topi b' = half l \/
     fl b' = (fl b - 8)%Z /\ forall u, topi b = half u -> topi b' = half u).
  Proof. intros Hb Ht (Ha & _). now apply step; [lia | | | |]. Qed.

  Lemma half_other l : half l <> half (negb l).
  Proof. destruct l; discriminate. Qed.

  Lemma phase l m : forall b b', good n d b -> run r w d (repeat l m) b b' ->
    (pot b' < pot b)%Z \/ pot b' = pot b /\
    (topi b <> half (negb l) /\ topi b' = half l \/
     fl b' = (fl b - 8 * Z.of_nat m)%Z /\ forall u, topi b = half u -> topi b' = half u).
  Proof.
    induction m as [|m IH]; intros b b' Hb H; inversion H as [|? ? ? ? t x y Ht Ha Hd Hr]; subst.
    - right. split; [reflexivity|]. right. split; [lia | auto].
    - assert (Hg : good n d (played w b t x y)) by (split; [apply played_rows, Hb | exact Hd]).
      specialize (IH _ _ Hg Hr).
      destruct (run_step l t b x y Hb Ht Ha Hd) as [S1|[S1 S2]]; fold w in S1.
      + destruct IH as [I1|[I1 _]]; left; lia.
      + destruct IH as [I1|[I1 I2]]; [left; lia | right]. split; [congruence|].
        pose proof (half_other l) as N.
        destruct S2 as [[T1 T2]|[S2 T]], I2 as [[J1 J2]|[J1 J2]].
        * left. split; congruence.
        * left. split; [congruence | auto].
        * left. split; [|exact J2]. intros Q. apply J1. now apply T.
        * right. split; [lia|]. auto.
  Qed.

  Lemma fl_bounds b : good n d b -> (- (Z.of_nat w * Z.of_nat (w * d)) <= fl b <= Z.of_nat w * Z.of_nat (w * d))%Z.
  Proof.
    intros [Hb Hd]. assert (G : (- (Z.of_nat w * Z.of_nat (w * length b)) <= fl b <= Z.of_nat w * Z.of_nat (w * length b))%Z).
    { apply sum_bounded; [lia | | exact Hb]. intros j _. unfold one_lane, w. destruct (Nat.div2 j =? i); lia. }
    assert (L : w * length b <= w * d) by (apply Nat.mul_le_mono_l; exact Hd).
    assert (M : (Z.of_nat w * Z.of_nat (w * length b) <= Z.of_nat w * Z.of_nat (w * d))%Z)
      by (apply Z.mul_le_mono_nonneg_l; lia).
    lia.
  Qed.

  Definition many : nat := S (w * (w * d)).
  Definition block : list bool := repeat true many ++ repeat false many.

  Lemma block_falls b b' : good n d b -> run r w d block b b' -> (pot b' < pot b)%Z.
  Proof.
    intros Hb H. apply run_app in H. destruct H as (c & H1 & H2).
    assert (Hc : good n d c) by (apply (run_rows _ _ _ _ _ _ H1); apply Hb).
    assert (Hb' : good n d b') by (apply (run_rows _ _ _ _ _ _ H2); apply Hc).
    pose proof (fl_bounds b Hb) as B1. pose proof (fl_bounds c Hc) as B2. pose proof (fl_bounds b' Hb') as B3.
    assert (M : Z.of_nat many = (Z.of_nat w * Z.of_nat (w * d) + 1)%Z) by (unfold many; lia).
    destruct (phase true many b c Hb H1) as [P1|[P1 Q1]]; destruct (phase false many c b' Hc H2) as [P2|[P2 Q2]]; try lia.
    destruct Q1 as [[_ T]|[Q1 _]]; [|lia]. destruct Q2 as [[Q2 _]|[Q2 _]]; [now destruct Q2 | lia].
  Qed.

  Lemma blocks_fall times : forall b b', good n d b -> run r w d (concat (repeat block times)) b b' ->
    (pot b' + Z.of_nat times <= pot b)%Z.
  Proof.
    induction times as [|times IH]; intros b b' Hb H.
    - inversion H; subst. lia.
    - cbn [repeat concat] in H. apply run_app in H. destruct H as (c & H1 & H2).
      assert (Hc : good n d c) by (apply (run_rows _ _ _ _ _ _ H1); apply Hb).
      pose proof (block_falls b c Hb H1). specialize (IH c b' Hc H2). lia.
  Qed.
End EvenRuns.

(** ** Nobody survives *)
Definition sequence (many times : nat) : list bool := concat (repeat (repeat true many ++ repeat false many) times).

Lemma sequence_length many times : length (sequence many times) = times * (many + many).
Proof.
  unfold sequence. induction times as [|times IH]; [reflexivity|]. cbn [repeat concat].
  rewrite !app_length, !repeat_length, IH. lia.
Qed.

Lemma odd_run half d r ls : let w := 2 * half + 1 in forall b b', rows_of w b -> run r w d ls b b' ->
  sum (odd_weight w) b' = (sum (odd_weight w) b + 4 * Z.of_nat (length ls))%Z.
Proof.
  intros w. induction ls as [|l ls IH]; intros b b' Hb H; inversion H as [|? ? ? ? t x y Ht Ha Hd Hr]; subst; [simpl; lia|].
  rewrite (IH _ _ (played_rows w b t x y Hb) Hr). destruct Ha as (Ha & _). unfold at_rest in Ha.
  apply andb_true_iff in Ha. destruct Ha as [Ha _]. pose proof (odd_step half l t b x y Hb Ht Ha) as S.
  fold w in S. rewrite S. cbn [length]. lia.
Qed.

Lemma kink_fits l t w b x y : In t (turns (kink l)) -> fits w b t x y = true -> 2 <= w.
Proof. intros Ht Hf. destruct (kink_width l t w b x y Ht Hf). lia. Qed.

Lemma nobody w d : exists many times, forall r b b', rows_of w b -> length b <= d -> ~ run r w d (sequence many times) b b'.
Proof.
  destruct (Nat.Even_or_Odd w) as [[n ->]|[half ->]].
  - exists (many n d), (S (Z.to_nat (2 * limit n d))). intros r b b' Hb Hd H.
    destruct (Nat.eq_dec n 0) as [->|Hn].
    + cbn in H. inversion H as [|? ? ? ? t x y Ht (Ha & _) _ _]; subst. unfold at_rest in Ha.
      apply andb_true_iff in Ha. destruct Ha as [Ha _]. apply (kink_fits true) in Ha; [lia | exact Ht].
    + assert (Hg : good n d b) by (split; assumption).
      pose proof (blocks_fall n d 0 r ltac:(lia) _ b b' Hg H) as B.
      assert (Hg' : good n d b') by (apply (run_rows _ _ _ _ _ _ H); assumption).
      pose proof (potential_bounds n d ltac:(lia) b Hg). pose proof (potential_bounds n d ltac:(lia) b' Hg'). lia.
  - set (w := 2 * half + 1). exists (S (S w * (w * d))), 1. intros r b b' Hb Hd H.
    pose proof (odd_run half d r _ b b' Hb H) as S. rewrite sequence_length in S. fold w in S.
    destruct (run_rows _ _ _ _ _ _ H Hb Hd) as [Hb' Hd'].
    pose proof (odd_bounded half b d Hb Hd) as B1. pose proof (odd_bounded half b' d Hb' Hd') as B2. fold w in B1, B2. lia.
Qed.

Theorem kinks_win_blindly_holds : StatementsWells.kinks_win_blindly.
Proof.
  intros w d. destruct (nobody w d) as (many & times & H). exists many, times. intros r la b g [Hd Hb] S.
  assert (G : forall ls b, survives g b (map (fun l : bool => if l then 0 else 1) ls) -> exists b', run r w d ls b b').
  { induction ls as [|l ls IH]; intros c Hc; [exists c; constructor|]. cbn [map] in Hc.
    inversion Hc as [|? ? ? t x y Ht Ha Hl Hs]; subst. destruct (IH _ Hs) as (b' & Hr). exists b'.
    apply (run_one r w d l ls c b' t x y); auto. destruct l; exact Ht. }
  assert (Q : by_turns many times = map (fun l : bool => if l then 0 else 1) (sequence many times)).
  { unfold by_turns, sequence. clear. induction times as [|times IH]; [reflexivity|]. cbn [repeat concat].
    rewrite !map_app, <- IH. f_equal. f_equal; clear; induction many as [|m IHm]; cbn; congruence. }
  rewrite Q in S. destruct (G _ _ S) as (b' & Hr). exact (H r b b' Hb Hd Hr).
Qed.

(** ** The machine announces *)
Lemma announced g i j future : forall b shown ls,
  nth_error (pieces g) i = Some (kink true) -> nth_error (pieces g) j = Some (kink false) ->
  map (fun l : bool => if l then i else j) ls = firstn (length future) (shown ++ future) ->
  Forall (fun p => p < length (pieces g)) future ->
  (forall b', ~ run (how g) (width g) (depth g) ls b b') -> lost g (length future) b shown.
Proof.
  induction future as [|q future IH]; intros b shown ls Hi Hj Hm Hf H.
  - destruct ls; [|discriminate]. destruct (H b). constructor.
  - assert (E1 : shown ++ q :: future = (shown ++ [q]) ++ future) by (now rewrite <- app_assoc).
    rewrite E1 in Hm. inversion Hf as [|? ? Hq Hf']; subst.
    destruct (shown ++ [q]) as [|p rest] eqn:Es; [now destruct shown|].
    cbn [length app firstn] in Hm. destruct ls as [|l ls]; [discriminate|]. cbn [map] in Hm. injection Hm as Hp Hm.
    apply (announce g (length future) b shown q p rest Hq Es). intros t x y Ht Ha.
    destruct (Nat.lt_ge_cases (depth g) (length (played (width g) b t x y))) as [Hd|Hd]; [now left | right].
    apply (IH _ _ ls Hi Hj Hm Hf'). intros b' Hr. apply (H b').
    apply (run_one _ _ _ l ls b b' t x y); auto. unfold turns_of in Ht. subst p.
    destruct l; [rewrite (nth_error_nth _ _ _ Hi) in Ht | rewrite (nth_error_nth _ _ _ Hj) in Ht]; exact Ht.
Qed.

Theorem kinks_win_holds : StatementsWells.kinks_win.
Proof.
  intros g HL HR b [Hd Hb]. apply In_nth_error in HL, HR. destruct HL as (i & Hi), HR as (j & Hj).
  destruct (nobody (width g) (depth g)) as (many & times & H).
  set (code := fun l : bool => if l then i else j). set (start := repeat true (lookahead g)).
  set (ls := start ++ sequence many times). set (future := map code (sequence many times ++ start)).
  exists (length future), (map code start). unfold start at 1. rewrite map_length, repeat_length.
  assert (Valid : forall k, Forall (fun p => p < length (pieces g)) (map code k)).
  { intros k. apply Forall_forall. intros p Hp. apply in_map_iff in Hp. destruct Hp as (l & <- & _).
    apply nth_error_Some. unfold code. destruct l; congruence. }
  split; [reflexivity|]. split; [apply Valid|].
  apply (announced g i j future b (map code start) ls Hi Hj); [ | apply Valid |].
  - fold code. unfold future. rewrite map_length, <- map_app, firstn_map. f_equal.
    rewrite app_assoc. rewrite firstn_app. fold ls.
    assert (L : length (sequence many times ++ start) = length ls) by (unfold ls; rewrite !app_length; lia).
    rewrite L, firstn_all, Nat.sub_diag. simpl. now rewrite app_nil_r.
  - intros b' Hr. apply run_app in Hr. destruct Hr as (c & H1 & H2).
    destruct (run_rows _ _ _ _ _ _ H1 Hb Hd) as [Hc Hcd]. exact (H _ _ _ Hc Hcd H2).
Qed.

Theorem one_winner_holds : StatementsWells.one_winner.
Proof.
  intros g (n & shown & Hl & Hs & H) Hp.
  assert (G : forall n b shown, lost g n b shown -> 
    (forall q, q < length (pieces g) -> goes_on g b (shown ++ [q])) -> False).
  { clear. induction n as [|n IH]; intros b shown H Hon; inversion H as [? ? ? q p rest Hq E Hall]; subst.
    specialize (Hon q Hq). rewrite E in Hon. inversion Hon as [? ? ? t x y Ht Ha Hd Hnext]; subst.
    destruct (Hall t x y Ht Ha) as [D|L]; [lia | eauto]. }
  apply (G n [] shown H). intros q Hq. apply Hp; [rewrite app_length; simpl; lia|].
  apply Forall_app. split; [exact Hs | now constructor].
Qed.
