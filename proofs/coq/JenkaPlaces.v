(** What is known of a level of Jenka, and what that says of the level itself: its ranges, which
    towers stand for sure and which maybe, and what is known of it with one block more or less. *)
From Coq Require Import Arith ZArith Bool List Lia.
From Topple Require Import Statements Wells Levels Hulls Moves BalanceCheck BalanceTowers BalancePlay BalanceBoth
  JenkaCheck JenkaMirror.
Import ListNotations Tower Jenka Balance.
Local Open Scope Z_scope.

(** * One inequality a level *)
Fixpoint steady (t : tower) : Prop :=
  match t with
  | [] => True
  | a :: above => (above <> [] -> low a * mass above < across above < high a * mass above) /\ steady above
  end.
Lemma upright_steady t : Forall (fun a => In true a) t -> (upright t <-> steady t).
Proof.
  induction 1 as [|a t Ha Ht IH]; [reflexivity|]. cbn [steady]. rewrite <- IH.
  change (upright (a :: t)) with (holds Z.lt a t /\ upright t). destruct t as [|b t].
  - split; [intros [_ U]; split; [intros N; now destruct N | exact U] | intros [_ U]; split; [exact I | exact U]].
  - split; intros [H U]; (split; [|exact U]).
    + intros _. destruct H as (H1 & H2 & _). now split.
    + apply holds_one; [now inversion Ht | exact U|]. apply H. discriminate.
Qed.
Lemma stands_steady k t : even_levels k t -> Forall (fun a => In true a) t -> (stands t <-> steady t).
Proof.
  intros E N. unfold stands. rewrite (rests_upright k), upright_steady by assumption. tauto.
Qed.
Lemma mass_natural t : 0 <= mass t.
Proof. induction t as [|a t IH]; [cbn; lia|]. change (0 <= blocks a + mass t). rewrite blocks_blocks. lia. Qed.

(** * Ranges *)
Definition between (x : Z) (r : Z * Z) : Prop := fst r <= x <= snd r.
Definition fits (r : ranges) (a : level) : Prop :=
  blocks a = count r /\ between (moment a) (moments r) /\ between (low a) (lows r) /\ between (high a) (highs r).

Lemma weighed sure rs t : Forall2 fits rs t ->
  match weigh sure rs with
  | Some (m, x, y) => mass t = m /\ between (along t) x /\ between (across t) y /\ (sure = true -> steady t)
  | None => sure = false -> ~ steady t
  end.
Proof.
  unfold between. induction 1 as [|r a rs t Hr Ht IH]; [cbn; lia|]. cbn [weigh].
  destruct (weigh sure rs) as [[[m [x x']] [y y']]|]; [|intros E [_ S]; exact (IH E S)]. cbn [fst snd] in *.
  destruct IH as (M & X & Y & S). destruct Hr as (Hc & Hm & Hl & Hh). unfold between in *.
  destruct (lows r) as [lo lo'], (highs r) as [hi hi']. cbn [fst snd] in *.
  destruct (sums_cons a t) as [Ex Ey]. pose proof (mass_natural t) as P.
  assert (B1 : lo * m <= low a * mass t <= lo' * m) by (rewrite M in *; nia).
  assert (B2 : hi * m <= high a * mass t <= hi' * m) by (rewrite M in *; nia).
  destruct Ht as [|r' b rs t Hr' Ht'].
  - rewrite Ex, Ey. change (mass [a]) with (blocks a + 0). change (mass []) with 0 in M. cbn [steady fst snd].
    split; [lia|]. split; [lia|]. split; [lia|]. intros _. split; [intros N; now destruct N | exact I].
  - assert (N : b :: t <> []) by discriminate. set (above := b :: t) in *. clearbody above.
    change (mass (a :: above)) with (blocks a + mass above). cbn [steady].
    destruct (if sure then _ else _) eqn:E.
    + rewrite Ex, Ey. cbn [fst snd]. split; [lia|]. split; [lia|]. split; [lia|]. intros ->. split; [|now apply S]. intros _.
      apply andb_true_iff in E. rewrite !Z.ltb_lt in E. lia.
    + intros -> [H _]. specialize (H N). apply andb_false_iff in E. rewrite !Z.ltb_ge in E. lia.
Qed.
Lemma firm_steady rs t : Forall2 fits rs t -> firm true rs = true -> steady t.
Proof.
  intros F. pose proof (weighed true rs t F) as W. unfold firm. destruct (weigh true rs) as [[[m x] y]|]; [|discriminate]. intros _. now apply W.
Qed.
Lemma steady_firm rs t : Forall2 fits rs t -> steady t -> firm false rs = true.
Proof.
  intros F S. pose proof (weighed false rs t F) as W. unfold firm. destruct (weigh false rs); [reflexivity|]. now destruct W.
Qed.

Lemma Forall2_update {A B} (R : A -> B -> Prop) l m x y : Forall2 R l m -> R x y -> forall i,
  Forall2 R (Well.update i (fun _ => x) l) (Well.update i (fun _ => y) m).
Proof. intros H Hxy. induction H as [|a b l m Hab H IH]; intros [|i]; cbn; constructor; auto. Qed.

(** * Where the first block is *)
Lemma mids_first a d : forall z, (0 < blocks_of a)%nat ->
  z <= hd d (mids z a) <= z + 2 * (Z.of_nat (length a) - Z.of_nat (blocks_of a)).
Proof.
  induction a as [|x a IH]; intros z H; [cbn in H; lia|]. rewrite blocks_cons in *. cbn [mids length].
  pose proof (blocks_le a). destruct x; [cbn [app hd]; lia|]. cbn [app]. specialize (IH (z + 2) ltac:(lia)). lia.
Qed.
Lemma no_mids a : forall z, blocks_of a = 0%nat -> mids z a = [].
Proof.
  induction a as [|x a IH]; intros z H; [reflexivity|]. rewrite blocks_cons in H. destruct x; [discriminate|]. cbn [mids app]. now apply IH.
Qed.
Lemma hd_app {A} (l m : list A) d : l <> [] -> hd d (l ++ m) = hd d l.
Proof. destruct l; [contradiction | reflexivity]. Qed.

Section Places.
  Variable h : nat.
  Hypothesis positive : (1 <= h)%nat.
  Let k := slots h.
  Let c := Counting h 1 1 [].

  Lemma full_sides : sides_of h (full k) = (h, 1%nat, h).
  Proof. exact (sides_full c positive (le_n 1) (le_n 1)). Qed.
  Lemma is_full_full (b : level) : length b = k -> is_full b = true <-> b = full k.
  Proof. exact (full_dec c b). Qed.
  Lemma blocks_in_true (a : level) : In true a <-> (0 < blocks_of a)%nat.
  Proof. now rewrite true_nth, blocks_true. Qed.

  Lemma sides_rev (a : level) : length a = k -> sides_of h (rev a) = mirrored (sides_of h a).
  Proof.
    intros H. destruct (parted h a H) as (l & x & r & -> & Hl & Hr). rewrite rev_app_distr. cbn [rev]. rewrite <- app_assoc. cbn [app].
    rewrite !sides_parted by (rewrite ?rev_length; assumption). cbn [mirrored]. now rewrite !blocks_rev.
  Qed.
  Lemma first_edge_low (a : level) : length a = k -> In true a -> between (low a) (first_edge h (sides_of h a)).
  Proof.
    intros H T. apply blocks_in_true in T. destruct (parted h a H) as (l & x & r & -> & Hl & Hr). rewrite sides_parted by exact Hl.
    rewrite blocks_app, blocks_cons in T. unfold low. rewrite middles_mids, H, mids_app. cbn [mids]. unfold k, slots, first_edge, between.
    rewrite Hl. replace (1 - Z.of_nat (2 * h + 1) + 2 * Z.of_nat h) with 0 by lia.
    destruct (Nat.ltb_spec 0 (blocks_of l)) as [L|L].
    - pose proof (mids_first l 0 (1 - Z.of_nat (2 * h + 1)) L) as F. rewrite Hl in F. rewrite hd_app; [cbn [fst snd]; lia|].
      intros E. pose proof (mids_blocks l (1 - Z.of_nat (2 * h + 1))) as B. rewrite E in B. cbn in B. lia.
    - rewrite (no_mids l) by lia. cbn [app]. destruct x; cbn [Nat.ltb Nat.leb app hd fst snd]; [lia|].
      pose proof (mids_first r 0 (0 + 2) ltac:(lia)) as F. rewrite Hr in F. lia.
  Qed.

  (** * What is known of a level *)
  Definition looks (w : what) (a : level) : Prop :=
    length a = k /\ match w with Sides s => sides_of h a = s | Known b => a = b end.
  Definition agrees (w : what) (a : level) : Prop := looks w a /\ In true a.

  Lemma agrees_fits w a : agrees w a -> fits (ranges_of h w) a.
  Proof.
    intros [[H E] T]. destruct w as [s|b]; [|subst b; unfold fits, between; cbn; lia].
    pose proof (first_edge_low a H T) as F. rewrite E in F.
    pose proof (first_edge_low (rev a) ltac:(now rewrite rev_length) ltac:(now rewrite <- in_rev)) as F'.
    rewrite sides_rev, E, low_rev in F' by exact H. destruct (parted h a H) as (l & x & r & Ea & Hl & Hr).
    rewrite Ea, sides_parted in E by exact Hl. subst s. unfold ranges_of.
    set (s := (blocks_of l, if x then 1%nat else 0%nat, blocks_of r)) in F, F' |- *. cbv zeta.
    destruct (first_edge h s) as [e e'], (first_edge h (mirrored s)) as [g g']. unfold fits, between in *. cbn [fst snd count moments lows highs] in *.
    rewrite blocks_blocks, moment_mids, H, Ea, mids_app, sum_app, blocks_app, blocks_cons. cbn [mids]. rewrite sum_app.
    unfold k, slots. rewrite Hl. replace (1 - Z.of_nat (2 * h + 1) + 2 * Z.of_nat h) with 0 by lia.
    assert (E0 : sum (if x then [0] else []) = 0) by now destruct x. rewrite E0.
    pose proof (greatest_moment l (1 - Z.of_nat (2 * h + 1))) as Gl. pose proof (greatest_moment r (0 + 2)) as Gr. cbv zeta in Gl, Gr.
    rewrite Hl in Gl. rewrite Hr in Gr. replace (1 - Z.of_nat (2 * h + 1)) with (- 2 * Z.of_nat h) in * by lia.
    rewrite Ea in F, F'. repeat split; destruct x; lia || nia.
  Qed.
  Lemma forget_agrees w a : agrees w a -> agrees (forget h w) a.
  Proof. intros [[H E] T]. destruct w as [s|b]; cbn [forget]; [now split|]. subst b. now repeat split. Qed.
  Lemma mirror_agrees w a : agrees w a -> agrees (mirror w) (rev a).
  Proof.
    intros [[H E] T]. split; [|now rewrite <- in_rev]. split; [now rewrite rev_length|].
    destruct w as [s|b]; cbn [mirror]; [now rewrite sides_rev, E | now rewrite E].
  Qed.
  Lemma full_agrees w : looks w (full k) -> agrees w (full k).
  Proof. intros L. split; [exact L|]. apply full_in. unfold k, slots. lia. Qed.
  Lemma full_fits : fits (ranges_of h (Sides (h, 1%nat, h))) (full k).
  Proof. apply agrees_fits, full_agrees. split; [apply full_length | apply full_sides]. Qed.
  Lemma whole_full w b : looks w b -> whole h w = true <-> b = full k.
  Proof.
    intros [H E]. destruct w as [s|b']; cbn [whole].
    - destruct (sides_dec s (h, 1%nat, h)) as [Es|N]; split; intros X; try discriminate; try reflexivity.
      + apply is_full_full; [exact H|]. rewrite Es in E. clear -H E.
        pose proof (sides_blocks h b H) as B. rewrite E in B. cbn [blocks_in] in B.
        assert (L : blocks_of b = length b) by (rewrite H; unfold k, slots; lia). clear -L. unfold is_full.
        induction b as [|x b IH]; [reflexivity|]. rewrite blocks_cons in L. cbn [length] in L. pose proof (blocks_le b).
        destruct x; [|lia]. cbn [forallb]. apply IH. lia.
      + exfalso. apply N. rewrite <- E, X. apply full_sides.
    - subst b'. now apply is_full_full.
  Qed.

  (** * One block more or less *)
  Lemma side_named j : In (side h j) [1; 2; 3]%nat.
  Proof. unfold side. destruct (j <? h)%nat; [now left|]. destruct (j =? h)%nat; cbn; tauto. Qed.

  Lemma no_sides (a : level) : length a = k -> sides_of h a = (0, 0, 0)%nat <-> ~ In true a.
  Proof.
    intros H. pose proof (sides_blocks h a H) as B. rewrite blocks_in_true. destruct (sides_of h a) as [[l m] r]. cbn [blocks_in] in B.
    split; [intros E; injection E as -> -> ->; lia|]. intros N. assert (l = 0 /\ m = 0 /\ r = 0)%nat as (-> & -> & ->) by lia. reflexivity.
  Qed.
  Lemma existsb_true (a : level) : existsb (fun x => x) a = true <-> In true a.
  Proof. rewrite existsb_exists. split; [intros (x & I & ->); exact I | intros I; now exists true]. Qed.

  Lemma take_found w a t w' : agrees w a -> take h w t = Some w' ->
    exists j, nth j a false = true /\ agrees w' (Well.update j (fun _ => false) a).
  Proof.
    intros [[H E] T] W. destruct w as [s|b]; cbn [take] in W.
    - subst s. destruct (alter _ _ _ _) as [s'|] eqn:A; [|discriminate]. destruct (sides_dec s' (0, 0, 0)%nat) as [|N]; [discriminate|].
      injection W as <-. destruct (alter_found h _ _ _ _ _ less_counts H A) as (j & Hj & ->). exists j. split; [exact Hj|].
      assert (L : length (Well.update j (fun _ => false) a) = k) by now rewrite update_length.
      split; [now split|]. apply blocks_in_true. destruct (Nat.eq_dec (blocks_of (Well.update j (fun _ => false) a)) 0) as [Z0|]; [|lia].
      exfalso. apply N. apply (no_sides _ L). rewrite blocks_in_true. lia.
    - destruct t as [|j]; [discriminate|]. subst b. destruct (nth j a false) eqn:Hj; [|discriminate]. cbn [andb] in W.
      destruct (existsb _ _) eqn:X; [|discriminate]. injection W as <-. apply existsb_true in X. exists j. split; [exact Hj|].
      split; [|exact X]. split; [now rewrite update_length | reflexivity].
  Qed.
  Lemma take_named w a j : agrees w a -> nth j a false = true -> In true (Well.update j (fun _ => false) a) ->
    exists t w', In t (names w) /\ take h w t = Some w' /\ agrees w' (Well.update j (fun _ => false) a).
  Proof.
    intros [[H E] T] Hj T'. assert (L : length (Well.update j (fun _ => false) a) = k) by now rewrite update_length.
    destruct w as [s|b].
    - subst s. exists (side h j), (Sides (sides_of h (Well.update j (fun _ => false) a))). split; [apply side_named|].
      split; [|now repeat split]. cbn [take]. rewrite (altered h one_less false) by (exact less_counts || assumption).
      destruct (sides_dec _ _) as [Z0|]; [|reflexivity]. now apply (no_sides _ L) in Z0.
    - subst b. exists (S j), (Known (Well.update j (fun _ => false) a)). split; [|split; [|now repeat split]].
      + cbn [names]. apply in_seq. pose proof (nth_inside a false j Hj). lia.
      + cbn [take]. rewrite Hj. apply existsb_true in T'. now rewrite T'.
  Qed.
  Lemma set_in (a : level) j : (j < length a)%nat -> In true (Well.update j (fun _ => true) a).
  Proof. revert j. induction a as [|x a IH]; intros [|j] H; cbn in *; [lia | lia | now left | right; apply IH; lia]. Qed.
  Lemma give_found w a t w' : looks w a -> give h w t = Some w' ->
    exists j, nth j a true = false /\ agrees w' (Well.update j (fun _ => true) a).
  Proof.
    intros [H E] W. destruct w as [s|b]; cbn [give] in W.
    - subst s. destruct (alter _ _ _ _) as [s'|] eqn:A; [|discriminate]. injection W as <-.
      destruct (alter_found h _ _ _ _ _ more_counts H A) as (j & Hj & ->). exists j. split; [exact Hj|].
      split; [split; [now rewrite update_length | reflexivity]|]. apply set_in. exact (nth_inside a true j Hj).
    - destruct t as [|j]; [discriminate|]. subst b. destruct (nth j a true) eqn:Hj; [discriminate|]. injection W as <-.
      exists j. split; [exact Hj|]. split; [split; [now rewrite update_length | reflexivity]|]. apply set_in. exact (nth_inside a true j Hj).
  Qed.
  Lemma give_named w a j : looks w a -> nth j a true = false ->
    exists t w', In t (names w) /\ give h w t = Some w' /\ agrees w' (Well.update j (fun _ => true) a).
  Proof.
    intros [H E] Hj. pose proof (nth_inside a true j Hj) as Lj. assert (L : length (Well.update j (fun _ => true) a) = k) by now rewrite update_length.
    destruct w as [s|b].
    - subst s. exists (side h j), (Sides (sides_of h (Well.update j (fun _ => true) a))). split; [apply side_named|].
      split; [|split; [now split | now apply set_in]]. cbn [give]. now rewrite (altered h one_more true) by (exact more_counts || assumption).
    - subst b. exists (S j), (Known (Well.update j (fun _ => true) a)). split; [|split; [|split; [now split | now apply set_in]]].
      + cbn [names]. apply in_seq. lia.
      + cbn [give]. now rewrite Hj.
  Qed.
End Places.
