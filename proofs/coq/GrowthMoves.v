(** Moves in Jenka_k, for any k, after which a tower begins as we like. A tower is taken as some levels, p full ones on
    them, and maybe one more that is not full. Block after block goes from a level at the bottom to the top, until it
    has only the blocks that we want ([all_blocks]); that needs only that the towers on the way stand. The full levels
    have their centre of mass in the middle, so they and the level on them lean little, however many they are. *)
From Coq Require Import Arith ZArith Bool List Lia.
From Topple Require Import Statements Wells Levels Hulls Moves BalanceCheck BalanceTowers BalancePlay
  BalanceBoth JenkaPlaces GrowthLevels GrowthBound.
Import ListNotations Tower Jenka Balance Growth.
Local Open Scope Z_scope.

(** * Sums over a part of a tower *)
Definition within (bound : Z) (t : tower) : Prop := Z.abs (along t) <= bound /\ Z.abs (across t) <= bound.

Lemma sums_app t u :
  if Nat.even (length t) then along (t ++ u) = along t + along u /\ across (t ++ u) = across t + across u
  else along (t ++ u) = along t + across u /\ across (t ++ u) = across t + along u.
Proof.
  induction t as [|a t IH]; [split; reflexivity|]. cbn [app length]. rewrite Nat.even_succ, <- Nat.negb_even.
  destruct (sums_cons a (t ++ u)) as [-> ->]. destruct (sums_cons a t) as [-> ->].
  destruct (Nat.even (length t)); cbn [negb]; lia.
Qed.
Lemma within_app b c t u : within b t -> within c u -> within (b + c) (t ++ u).
Proof. unfold within. pose proof (sums_app t u). destruct (Nat.even (length t)); lia. Qed.

Lemma mass_cons a t : mass (a :: t) = blocks a + mass t.
Proof. reflexivity. Qed.
Lemma mass_size t : mass t = Z.of_nat (size t).
Proof. induction t as [|a t IH]; [reflexivity|]. rewrite mass_cons, size_cons, IH, blocks_blocks. lia. Qed.
Lemma moment_bound a :
  Z.abs (moment a) <= Z.of_nat (length a) * blocks a <= Z.of_nat (length a) * Z.of_nat (length a).
Proof.
  rewrite blocks_blocks, moment_mids. pose proof (greatest_moment a (1 - Z.of_nat (length a))) as G. cbv zeta in G.
  pose proof (blocks_le a). nia.
Qed.
Lemma within_levels k t : even_levels k t -> within (Z.of_nat (length t) * (Z.of_nat k * Z.of_nat k)) t.
Proof.
  unfold within. induction t as [|a t IH]; intros E; [cbn; lia|]. inversion E as [|? ? Ha Et]; subst.
  destruct (sums_cons a t) as [-> ->]. specialize (IH Et). cbn [length]. pose proof (moment_bound a). lia.
Qed.

(** * Blocks of one level that another one has too *)
Definition has_all (a c : level) : Prop := forall j, nth j a false = true -> nth j c false = true.
Lemma more_blocks (a : level) : forall c, (blocks_of a < blocks_of c)%nat ->
  exists j, nth j c false = true /\ nth j a false = false.
Proof.
  induction a as [|x a IH]; intros c H.
  - destruct (proj1 (blocks_true c) H) as (j & Hj). exists j. split; [exact Hj | now destruct j].
  - destruct c as [|y c]; [cbn in H; lia|]. rewrite !blocks_cons in H.
    destruct x, y; try (destruct (IH c ltac:(lia)) as (j & Hj); now exists (S j)). now exists 0%nat.
Qed.
Lemma same_blocks (a : level) : forall c, length a = length c -> has_all a c -> (blocks_of c <= blocks_of a)%nat ->
  a = c.
Proof.
  induction a as [|x a IH]; intros [|y c] L O B; try discriminate; [reflexivity|]. injection L as L.
  assert (O' : has_all a c) by (intros j; exact (O (S j))). pose proof (O 0%nat) as O0. cbn in O0.
  rewrite !blocks_cons in B. assert (M : (blocks_of a <= blocks_of c)%nat).
  { destruct (Nat.le_gt_cases (blocks_of a) (blocks_of c)) as [M|M]; [exact M|].
    destruct (more_blocks c a M) as (j & Hj & Nj). apply O' in Hj. congruence. }
  destruct x, y; try (specialize (O0 eq_refl); discriminate); try lia; f_equal; apply IH; auto; lia.
Qed.
Lemma no_blocks m : blocks_of (repeat false m) = 0%nat.
Proof. now induction m. Qed.
Lemma free_slot (b : level) : forall m, length b = m -> b <> full m -> exists l, nth l b true = false.
Proof.
  induction b as [|x b IH]; intros [|m] L N; try discriminate; [now destruct N|]. injection L as L.
  destruct x; [|now exists 0%nat]. destruct (IH m L) as (l & Hl); [|now exists (S l)]. intros ->. now apply N.
Qed.

Section Moves.
  Variable k n : nat.
  Hypothesis positive : (1 <= k)%nat.
  Let K := Z.of_nat k.

  (** * Full levels, and one more on top *)
  Definition on_top (top : tower) : Prop :=
    top = [] \/ exists b : level, top = [b] /\ length b = k /\ In true b /\ b <> full k.
  Definition upper (p : nat) (top : tower) : tower := repeat (full k) p ++ top.

  Lemma upper_levels p top : on_top top -> even_levels k (upper p top) /\ Forall (fun a => In true a) (upper p top).
  Proof.
    intros T. unfold even_levels, upper. rewrite !Forall_app.
    split; (split; [apply Forall_forall; intros a Ha; rewrite (repeat_spec _ _ _ Ha) |
      destruct T as [-> | (b & -> & L & I & _)]; auto]).
    - apply full_length.
    - now apply full_in.
  Qed.
  Lemma upper_mass p top : mass (upper p top) = K * Z.of_nat p + mass top.
  Proof.
    unfold upper. rewrite mass_app. f_equal. induction p as [|p IH]; [cbn; lia|]. cbn [repeat].
    rewrite mass_cons, IH, blocks_blocks, blocks_full. unfold K. lia.
  Qed.
  Lemma upper_within p top : on_top top -> within (K * mass top) (upper p top).
  Proof.
    intros T. unfold upper. rewrite <- (Z.add_0_l (K * mass top)). apply within_app.
    - unfold within. induction p as [|p IH]; [cbn; lia|]. cbn [repeat].
      destruct (sums_cons (full k) (repeat (full k) p)) as [-> ->]. rewrite full_moment. lia.
    - destruct T as [-> | (b & -> & L & _)]; [unfold within; cbn; lia|]. unfold within.
      destruct (sums_cons b []) as [-> ->]. change (mass [b]) with (blocks b + 0). change (across []) with 0.
      change (along []) with 0. pose proof (moment_bound b) as M. rewrite L in M. fold K in M. lia.
  Qed.
  Lemma top_mass top : on_top top -> 0 <= mass top <= K.
  Proof.
    intros [-> | (b & -> & L & _)]; [unfold K; cbn; lia|]. pose proof (blocks_le b) as B.
    change (mass [b]) with (blocks b + 0). rewrite blocks_blocks. unfold K. lia.
  Qed.
  Lemma upper_steady p top : on_top top -> steady (upper p top).
  Proof.
    intros T. assert (B : low (full k) <= - K /\ K <= high (full k)).
    { pose proof (edges (full k) 0 (full_nth k 0 ltac:(lia))) as L.
      pose proof (edges (full k) (k - 1) (full_nth k (k - 1) ltac:(lia))) as H.
      rewrite full_length in *. unfold middle, K in *. lia. }
    induction p as [|p IH].
    - destruct T as [-> | (b & -> & _)]; cbn; [exact I|]. split; [|exact I]. intros N. now destruct N.
    - change (upper (S p) top) with (full k :: upper p top). cbn [steady]. split; [|exact IH]. intros N.
      pose proof (full_mass _ (proj2 (upper_levels p top T)) N) as P. destruct p as [|p].
      + destruct T as [-> | (b & -> & _ & I & _)]; [now destruct N|]. unfold upper in *. cbn [repeat app] in *.
        destruct (sums_cons b []) as [_ ->]. change (along []) with 0. nia.
      + pose proof (upper_within (S p) top T) as [_ W]. rewrite upper_mass in *. pose proof (top_mass top T).
        assert (1 <= K) by (unfold K; lia). nia.
  Qed.
  (** Enough full levels are left. *)
  Lemma full_left x p top : on_top top -> arises k n (x ++ upper p top) ->
    K * Z.of_nat n - mass x - K <= K * Z.of_nat p.
  Proof.
    intros T A. apply arises_stands in A; [|exact positive]. destruct A as (_ & _ & A). apply (f_equal Z.of_nat) in A.
    rewrite <- mass_size, mass_app, upper_mass in A. pose proof (top_mass top T). unfold K in *. lia.
  Qed.

  (** * Blocks go to the top *)
  Lemma upper_more p top : upper (S p) top = repeat (full k) p ++ full k :: top.
  Proof.
    unfold upper. rewrite <- (app_nil_l (full k :: top)). cbn [repeat]. now rewrite repeat_cons, <- app_assoc.
  Qed.
  Lemma base_length top : on_top top -> length (base_of k top) = k.
  Proof. intros [-> | (b & -> & L & _)]; [apply repeat_length | exact L]. Qed.
  Lemma upper_put p top l : on_top top -> nth l (base_of k top) true = false ->
    exists p' top', (p <= p')%nat /\ on_top top' /\ upper (S p') top' = upper (S p) [filled k l top].
  Proof.
    intros T Hl. pose proof (nth_inside _ true l Hl) as Ll. pose proof (base_length top T) as Lb.
    destruct (list_eq_dec Bool.bool_dec (filled k l top) (full k)) as [E|N].
    - exists (S p), []. split; [lia|]. split; [now left|]. rewrite E, !upper_more. unfold upper.
      cbn [repeat]. now rewrite repeat_cons, <- app_assoc.
    - exists p, [filled k l top]. split; [lia|]. split; [|reflexivity]. right. exists (filled k l top).
      split; [reflexivity|]. unfold filled in *. split; [now rewrite update_length|]. split; [|exact N].
      now apply (set_in 1 (le_n 1)).
  Qed.

  Lemma one_block x c y p top j : nth j c false = true -> on_top top -> let c' := Well.update j (fun _ => false) c in
    (forall p' top', (p <= p')%nat -> on_top top' -> stands (x ++ c' :: y ++ upper (S p') top')) ->
    arises k n (x ++ c :: y ++ upper (S p) top) ->
    exists p' top', (p <= p')%nat /\ on_top top' /\ arises k n (x ++ c' :: y ++ upper (S p') top').
  Proof.
    intros Hj T c' St A. pose proof (base_length top T) as Lb.
    assert (Tk : top_of k top) by (destruct T as [-> | (b & -> & H1 & _ & H2)]; [now left | right; eauto]).
    destruct (free_slot (base_of k top) k Lb) as (l & Hl).
    { destruct T as [-> | (b & -> & _ & _ & N)]; [|exact N]. intros E. apply (f_equal blocks_of) in E.
      cbn [base_of] in E. rewrite no_blocks, blocks_full in E. lia. }
    pose proof (nth_inside _ true l Hl) as Ll. rewrite Lb in Ll.
    destruct (upper_put p top l T Hl) as (p' & top' & Hp & T' & E). exists p', top'. do 2 (split; [assumption|]).
    apply (by_a_move k n _ (length x) j l _ A). split; [|split; [|split]].
    - split; [|now rewrite nth_middle]. exists (length (x ++ c :: y)). split; [rewrite app_length; cbn [length]; lia|].
      change (upper (S p) top) with (full k :: upper p top). rewrite app_comm_cons, app_assoc. apply nth_middle.
    - unfold without. rewrite update_app. now apply St.
    - unfold without. rewrite update_app. fold c'. rewrite E, !upper_more.
      assert (Split : forall t, x ++ c' :: y ++ repeat (full k) p ++ t = (x ++ c' :: y ++ repeat (full k) p) ++ t).
      { intros t. now rewrite <- app_assoc, <- app_comm_cons, <- app_assoc. }
      rewrite !Split. apply put_iff; [exact Tk|]. split; [exact Ll|]. split; [exact Hl|]. reflexivity.
    - now apply St.
  Qed.
  (** All blocks of c that the wanted level a does not have. *)
  Lemma all_blocks x y a c p top : length c = length a -> has_all a c ->
    (forall c' p' top', (p <= p')%nat -> on_top top' -> length c' = length a -> has_all a c' ->
      stands (x ++ c' :: y ++ upper (S p') top')) ->
    on_top top -> arises k n (x ++ c :: y ++ upper (S p) top) ->
    exists p' top', (p <= p')%nat /\ on_top top' /\ arises k n (x ++ a :: y ++ upper (S p') top').
  Proof.
    remember (blocks_of c - blocks_of a)%nat as m eqn:E. revert c p top E.
    induction m as [|m IH]; intros c p top E L O St T A.
    - exists p, top. split; [lia|]. split; [exact T|]. now rewrite (same_blocks a c) by (auto; lia).
    - destruct (more_blocks a c) as (j & Hj & Nj); [lia|]. set (c' := Well.update j (fun _ => false) c).
      assert (L' : length c' = length a) by (unfold c'; now rewrite update_length).
      assert (O' : has_all a c').
      { intros i Hi. unfold c'. rewrite nth_update. destruct (Nat.eqb_spec j i) as [->|]; [congruence|]. now apply O. }
      assert (C : blocks_of c = S (blocks_of c')) by now apply blocks_clear.
      destruct (one_block x c y p top j Hj T) as (p1 & top1 & P1 & T1 & A1); [|exact A|].
      { intros p' top' P T'. now apply St. }
      destruct (IH c' p1 top1) as (p2 & top2 & P2 & T2 & A2); try assumption; [lia | |].
      { intros c'' p' top' P. apply St. lia. }
      exists p2, top2. split; [lia | now split].
  Qed.
End Moves.
