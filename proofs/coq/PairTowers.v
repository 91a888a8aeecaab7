(** Towers of pairs of levels that a player can keep. If the pairs with an odd number of blocks and the lone levels with
    an even number are at most two together, what lies on a level leans to no side by as much as 1 ([calm]): each pair
    pays for its moments with its blocks and those of the two levels of the other axis, and the rest is less than the
    full level above them. Such a tower stands, also while a block is on its way to the top, and no move empties a side
    of a level that has no block in its middle slot. *)
From Coq Require Import Arith ZArith Bool List Lia.
From Topple Require Import Statements Levels Hulls Moves BalanceCheck BalanceTowers BalancePlay JenkaPlaces GrowthMoves
  OneBlock MovesLeft TopLevels PairLevels.
Import ListNotations Tower Jenka Balance.

(** * Calm towers *)
Section Calm.
  Variable h : nat.
  Let k := slots h.

  (** What lies on each of the levels leans to no side by as much as 1. *)
  Definition calm (t top : tower) : Prop := forall t1 t2, t = t1 ++ t2 ->
    (Z.abs (across (t2 ++ full k :: top)) < mass (t2 ++ full k :: top))%Z.
  (** A level with blocks on both sides of its middle slot. *)
  Definition is_sided (a : level) : Prop := length a = k /\ sided h a = true.

  Lemma calm_whole t top : calm t top -> (Z.abs (across (t ++ full k :: top)) < mass (t ++ full k :: top))%Z.
  Proof. intros C. exact (C [] t eq_refl). Qed.
  Lemma calm_above t1 a t2 top : calm (t1 ++ a :: t2) top ->
    (Z.abs (across (t2 ++ full k :: top)) < mass (t2 ++ full k :: top))%Z.
  Proof. intros C. apply (C (t1 ++ [a])). now rewrite <- app_assoc. Qed.
  (** It is enough to look at what lies on the first level, and on those above it. *)
  Lemma calm_level a t top : (Z.abs (across (a :: t ++ full k :: top)) < mass (a :: t ++ full k :: top))%Z ->
    calm t top -> calm (a :: t) top.
  Proof.
    intros A C [|b t1] t2 E; cbn [app] in E.
    - subst t2. exact A.
    - injection E as -> E. exact (C t1 t2 E).
  Qed.

  (** ** Towers that stand *)
  (** What lies on each of the levels leans to no side by as much as 3. *)
  Definition borne (t top : tower) : Prop := forall t1 t2, t = t1 ++ t2 ->
    (Z.abs (across (t2 ++ full k :: top)) < 3 * mass (t2 ++ full k :: top))%Z.

  Lemma borne_steady t top : Forall is_sided t -> topping h top ->
    (forall t1 a t2, t = t1 ++ a :: t2 ->
      (Z.abs (across (t2 ++ full k :: top)) < 3 * mass (t2 ++ full k :: top))%Z) -> steady (t ++ full k :: top).
  Proof.
    intros F P. induction F as [|a t [La Sa] F IH]; intros C; [exact (topping_holds h top P)|]. cbn [app steady].
    split.
    - intros _. specialize (C [] a t eq_refl). destruct (sided_edges h a La Sa) as [[L U] _].
      pose proof (mass_natural (t ++ full k :: top)). nia.
    - apply IH. intros t1 b t2 ->. exact (C (a :: t1) b t2 eq_refl).
  Qed.
  (** [free] is nothing, or one level at the bottom that belongs to no pair. *)
  Lemma borne_stands free t top : length free <= 1 -> Forall is_sided (free ++ t) -> topping h top ->
    borne t top -> stands (free ++ t ++ full k :: top).
  Proof.
    intros N F P B. rewrite app_assoc.
    assert (A : Forall (fun a => length a = k /\ In true a) ((free ++ t) ++ full k :: top)).
    { apply Forall_app. split; [|constructor].
      - eapply Forall_impl; [|exact F]. intros a [La Sa]. split; [exact La|]. apply true_nth, blocks_true.
        pose proof (sided_edges h a La Sa). lia.
      - split; [apply full_length | apply full_in; unfold k, slots; lia].
      - now apply (topping_levels h). }
    apply (stands_steady k); try (eapply Forall_impl; [|exact A]; cbn; tauto).
    apply borne_steady; [exact F | exact P|]. intros t1 a t2 E. destruct free as [|b [|]]; [| |cbn in N; lia].
    - apply (B (t1 ++ [a])). cbn in E. now rewrite E, <- app_assoc.
    - destruct t1 as [|c t1]; cbn in E; injection E as <- E.
      + subst t2. exact (B [] t eq_refl).
      + apply (B (t1 ++ [a])). now rewrite E, <- app_assoc.
  Qed.

  (** ** A block in hand

      While the block is in hand, it is missing from the mass, and the sums differ by less than k. *)
  Lemma hand_borne t top l : topping h top -> nth l (base_of k top) true = false ->
    calm t [filled k l top] -> borne t top.
  Proof.
    intros P Hl C t1 t2 E. specialize (C t1 t2 E). destruct (filled_facts h top l P Hl) as (_ & Pq & B & M).
    pose proof (base_sums h top P) as (A1 & A2 & A3). pose proof (base_sums h _ Pq) as (B1 & B2 & B3).
    cbn [base_of stock] in B2, B3. fold k in A1, A2, A3, B, B1, B2, B3, M.
    pose proof (sums_app t2 (full k :: top)) as S1. pose proof (sums_app t2 (full k :: [filled k l top])) as S2.
    rewrite mass_app in *. pose proof (mass_natural t2). destruct (Nat.even (length t2)); lia.
  Qed.
  Lemma put_stands free t top l : length free <= 1 -> Forall is_sided (free ++ t) -> topping h top ->
    nth l (base_of k top) true = false -> calm t [filled k l top] ->
    stands (free ++ t ++ full k :: top) /\ stands (free ++ t ++ full k :: [filled k l top]).
  Proof.
    intros N F P Hl C. split; apply borne_stands; auto.
    - exact (hand_borne t top l P Hl C).
    - apply (filled_facts h top l P Hl).
    - intros t1 t2 E. specialize (C t1 t2 E). lia.
  Qed.

  (** ** A block that is taken leaves blocks on both sides, or one in the middle slot *)
  Lemma taken_over t1 b t2 top : length b = k -> even_levels k (t1 ++ b :: t2 ++ full k :: top) ->
    (Z.abs (across (t2 ++ full k :: top)) < mass (t2 ++ full k :: top))%Z ->
    stands (t1 ++ b :: t2 ++ full k :: top) -> sides_stand (sides_of h b) = true.
  Proof.
    intros Lb E C S. pose proof S as [A _]. apply (stands_steady k _ E A) in S. clear E.
    induction t1 as [|c t1 IH]; cbn [app] in *.
    - destruct S as [S _]. specialize (S (not_eq_sym (app_cons_not_nil t2 top (full k)))). apply Forall_inv in A.
      destruct (sides_stand (sides_of h b)) eqn:X; [reflexivity|]. destruct (beside h b Lb A X); nia.
    - exact (IH (proj2 S) (Forall_inv_tail A)).
  Qed.
End Calm.

(** * Towers of pairs *)
Section Towers.
  Variable h : nat.
  Variable x : allowance.
  Variable pair : level -> level -> bool.
  Variable solo : level -> bool.
  Let k := slots h.
  Hypothesis affords : affordable h x.
  Hypothesis closed : closed_pairs h x pair solo.
  Let paired := paired h pair solo.
  Let in_pair := in_pair h pair.
  Let alone := alone h solo.

  Lemma pair_levels a b : in_pair a b -> is_sided h a /\ is_sided h b.
  Proof. intros P. destruct (pair_sided _ _ _ _ closed a b P). destruct P as (La & Lb & _). now repeat split. Qed.
  Lemma alone_level a : alone a -> is_sided h a.
  Proof. intros A. split; [apply A | exact (solo_sided _ _ _ _ closed a A)]. Qed.
  Lemma paired_sided odds evens t : paired odds evens t -> Forall (is_sided h) t.
  Proof.
    induction 1 as [|a A|a b A B|a b c P B|a b c d odds evens t P Q T IH]; auto using alone_level.
    - destruct (pair_levels a c P). auto using alone_level.
    - destruct (pair_levels a c P), (pair_levels b d Q). auto.
  Qed.

  (** ** One level more *)
  Lemma full_solo : alone (full k).
  Proof. split; [apply full_length | exact (full_alone _ _ _ _ closed)]. Qed.
  Lemma wide : (1 <= h)%nat.
  Proof.
    destruct (sided_edges h (full k) (full_length k) (solo_sided _ _ _ _ closed _ full_solo)) as [_ B].
    rewrite blocks_full in B. unfold k, slots in B. lia.
  Qed.
  Lemma joined a : alone a -> in_pair a (full k).
  Proof.
    intros A. split; [apply A|]. split; [apply full_length | exact (solo_paired _ _ _ _ closed a A)].
  Qed.
  Lemma odd_slots : Nat.odd k = true.
  Proof. apply Nat.odd_spec. exists h. reflexivity. Qed.
  Lemma full_even_one : even_one (full k) = 0.
  Proof. unfold even_one. now rewrite blocks_full, odd_slots. Qed.
  Lemma joined_odd a : odd_one a (full k) = even_one a.
  Proof. unfold odd_one, is_odd, even_one. rewrite blocks_full, Nat.odd_add, odd_slots. now destruct (Nat.odd _). Qed.
  Lemma paired_more odds evens t : paired odds evens t -> exists odds' evens', odds' + evens' = odds + evens /\
    paired odds' evens' (t ++ [full k]).
  Proof.
    induction 1 as [|a A|a b A B|a b c P B|a b c d odds evens t P Q T IH]; cbn [app].
    - exists 0, (even_one (full k)). split; [exact full_even_one | exact (paired_one _ _ _ _ full_solo)].
    - exists 0, (even_one a + even_one (full k)). split; [rewrite full_even_one; lia|].
      exact (paired_two _ _ _ a _ A full_solo).
    - exists (odd_one a (full k)), (even_one b). split; [now rewrite joined_odd|].
      exact (paired_three _ _ _ a b _ (joined a A) B).
    - exists (odd_one a c + odd_one b (full k) + 0), 0. split; [rewrite joined_odd; lia|].
      exact (paired_four _ _ _ a b c _ 0 0 [] P (joined b B) (paired_none _ _ _)).
    - destruct IH as (odds' & evens' & E & T'). exists (odd_one a c + odd_one b d + odds'), evens'.
      split; [lia|]. exact (paired_four _ _ _ a b c d _ _ _ P Q T').
  Qed.
  Lemma fresh_more t : fresh h (t ++ [full k]) [].
  Proof. right. rewrite last_last, blocks_full. cbn. lia. Qed.

  (** ** What it may lean *)
  Local Open Scope Z_scope.
  (** A lone level, if [evens] of the lone levels have an even number of blocks. *)
  Definition bias (evens : nat) : Z := if (evens =? 0)%nat then odd_solo x else Z.max (odd_solo x) (even_solo x).
  Definition cost (odds evens : nat) : Z := odd_pair x * Z.of_nat odds + bias evens.

  Lemma bias_more m n : (m <= n)%nat -> bias m <= bias n.
  Proof. unfold bias. intros L. destruct (Nat.eqb_spec m 0), (Nat.eqb_spec n 0); lia. Qed.
  (** In the end it is less than a full level. *)
  Lemma cost_bound odds evens : (odds + evens <= 2)%nat -> cost odds evens + upper x < Z.of_nat k.
  Proof.
    intros N. destruct affords as (D & Q & Q1 & Q2 & A1 & A2). unfold cost, bias, k, slots.
    destruct (Nat.eqb_spec evens 0) as [->|E].
    - assert (Z.of_nat odds <= 2) by lia. nia.
    - assert (Z.of_nat odds <= 1) by lia. nia.
  Qed.
  Lemma sided_mass a : is_sided h a -> 2 <= blocks a.
  Proof. intros [L S]. destruct (sided_edges h a L S) as [_ B]. rewrite blocks_blocks. lia. Qed.
  Lemma pair_lean a b : in_pair a b ->
    Z.abs (moment a + moment b) <= blocks a + blocks b + 4 + odd_pair x * Z.of_nat (odd_one a b).
  Proof.
    intros P. pose proof (pair_moment _ _ _ _ closed a b P) as M. unfold odd_one. destruct (is_odd a b); lia.
  Qed.
  Lemma alone_lean a n : alone a -> (even_one a <= n)%nat -> Z.abs (moment a) <= blocks a + 2 + bias n.
  Proof.
    intros A N. pose proof (solo_moment _ _ _ _ closed a A) as M. pose proof (bias_more _ _ N) as B. revert M B.
    unfold even_one, bias at 1. destruct (Nat.odd (blocks_of a)); cbn [Nat.eqb]; lia.
  Qed.

  (** What lies on the highest full level, of which the next level below has lost no more blocks. *)
  Lemma upper_sums top : mild h top -> along (full k :: top) = 0 /\
    Z.abs (across (full k :: top)) <= Z.of_nat (stock top) /\ mass (full k :: top) = Z.of_nat k + Z.of_nat (stock top).
  Proof.
    intros [P M]. destruct (base_sums h top P) as (A & C & E). fold k in A, C, E. now rewrite A, C, E.
  Qed.

  (** The sums along both axes. *)
  Definition leans (e : Z) (u : tower) : Prop :=
    Z.abs (along u) + Z.of_nat k - 2 - e <= mass u /\ Z.abs (across u) + Z.of_nat k - e <= mass u.

  Lemma paired_leans odds evens t top : paired odds evens t -> mild h top -> fresh h t top ->
    leans (cost odds evens) (t ++ full k :: top).
  Proof.
    intros T P. pose proof (upper_sums top P) as (A & C & M). set (u := full k :: top) in *. clearbody u.
    destruct affords as (D & Q & Q1 & Q2 & _). assert (B0 : 0 <= bias 0) by exact Q1.
    induction T as [|a Sa|a b Sa Sb|a b c Pc Sb|a b c d odds evens t Pc Pd T IH]; intros F; unfold leans, cost;
      cbn [app].
    - lia.
    - destruct F as [F|F]; [discriminate|]. cbn [last] in F. fold k in F. destruct (sums_cons a u) as [-> ->].
      rewrite mass_cons. pose proof (alone_lean a _ Sa (le_n _)). pose proof (bias_more 0 (even_one a) ltac:(lia)).
      pose proof (blocks_blocks a). lia.
    - destruct F as [F|F]; [discriminate|]. cbn [last] in F. fold k in F.
      destruct (sums_cons a (b :: u)) as [-> ->], (sums_cons b u) as [-> ->]. rewrite !mass_cons.
      pose proof (alone_lean a (even_one a + even_one b) Sa ltac:(lia)).
      pose proof (alone_lean b (even_one a + even_one b) Sb ltac:(lia)).
      pose proof (sided_mass a (alone_level a Sa)). pose proof (blocks_blocks b).
      pose proof (bias_more 0 (even_one a + even_one b) ltac:(lia)). lia.
    - destruct F as [F|F]; [discriminate|]. cbn [last] in F. fold k in F.
      destruct (sums_cons a (b :: c :: u)) as [-> ->], (sums_cons b (c :: u)) as [-> ->], (sums_cons c u) as [-> ->].
      rewrite !mass_cons. pose proof (alone_lean b _ Sb (le_n _)). pose proof (pair_lean a c Pc).
      destruct (pair_levels a c Pc) as [La _]. pose proof (sided_mass a La).
      pose proof (sided_mass b (alone_level b Sb)). pose proof (blocks_blocks c).
      pose proof (bias_more 0 (even_one b) ltac:(lia)). nia.
    - assert (F' : fresh h t top) by (destruct t; [now left | right; destruct F; [discriminate | assumption]]).
      specialize (IH F'). clear F F'. unfold leans, cost in IH.
      destruct (sums_cons a (b :: c :: d :: t ++ u)) as [-> ->], (sums_cons b (c :: d :: t ++ u)) as [-> ->],
        (sums_cons c (d :: t ++ u)) as [-> ->], (sums_cons d (t ++ u)) as [-> ->].
      rewrite !mass_cons. pose proof (pair_lean a c Pc). pose proof (pair_lean b d Pd).
      destruct (pair_levels a c Pc) as [La Lc], (pair_levels b d Pd) as [Lb Ld].
      pose proof (sided_mass a La). pose proof (sided_mass b Lb). pose proof (sided_mass c Lc).
      pose proof (sided_mass d Ld). lia.
  Qed.

  (** ** Such a tower is calm *)
  Lemma paired_calm odds evens t top : paired odds evens t -> (odds + evens <= 2)%nat -> mild h top ->
    fresh h t top -> calm h t top.
  Proof.
    intros T N P F. pose proof (upper_sums top P) as (A & C & M). destruct affords as (D & Q & Q1 & Q2 & _).
    assert (E0 : calm h [] top).
    { intros t1 t2 E. symmetry in E. apply app_eq_nil in E. destruct E as [_ ->]. cbn [app]. fold k.
      unfold k, slots in *. lia. }
    assert (Whole : forall m n t, paired m n t -> (m + n <= 2)%nat -> fresh h t top ->
      Z.abs (across (t ++ full k :: top)) < mass (t ++ full k :: top)).
    { clear T F t N. intros m n t T N F. pose proof (cost_bound m n N). destruct (paired_leans m n t top T P F). lia. }
    induction T as [|a Sa|a b Sa Sb|a b c Pc Sb|a b c d odds evens t Pc Pd T IH].
    - exact E0.
    - apply calm_level; [exact (Whole _ _ _ (paired_one h pair solo a Sa) N F) | exact E0].
    - apply calm_level; [exact (Whole _ _ _ (paired_two h pair solo a b Sa Sb) N F)|].
      apply calm_level; [|exact E0]. cbn [app]. fold k. destruct (sums_cons b (full k :: top)) as [_ ->].
      rewrite mass_cons. pose proof (sided_mass b (alone_level b Sb)). lia.
    - apply calm_level; [exact (Whole _ _ _ (paired_three h pair solo a b c Pc Sb) N F)|].
      destruct (pair_levels a c Pc) as [_ Lc]. pose proof (sided_mass c Lc).
      pose proof (upper_moment _ _ _ _ closed a c Pc). pose proof (sided_mass b (alone_level b Sb)).
      pose proof (cost_bound 0 0 ltac:(lia)) as B. unfold cost in B. change (bias 0) with (odd_solo x) in B.
      apply calm_level; [|apply calm_level; [|exact E0]]; cbn [app]; fold k.
      + destruct (sums_cons b (c :: full k :: top)) as [_ ->], (sums_cons c (full k :: top)) as [-> _].
        rewrite !mass_cons in *. lia.
      + destruct (sums_cons c (full k :: top)) as [_ ->]. rewrite mass_cons. lia.
    - assert (F' : fresh h t top) by (destruct t; [now left | right; destruct F; [discriminate | assumption]]).
      assert (N' : (odds + evens <= 2)%nat) by lia. specialize (IH N' F').
      apply calm_level; [exact (Whole _ _ _ (paired_four h pair solo a b c d _ _ t Pc Pd T) N F)|].
      pose proof (cost_bound odds evens N') as B. destruct (paired_leans odds evens t top T P F') as [L1 L2].
      pose proof (upper_moment _ _ _ _ closed a c Pc). pose proof (upper_moment _ _ _ _ closed b d Pd).
      destruct (pair_levels a c Pc) as [_ Lc], (pair_levels b d Pd) as [Lb Ld].
      pose proof (sided_mass b Lb). pose proof (sided_mass c Lc). pose proof (sided_mass d Ld).
      set (u := full k :: top) in *.
      apply calm_level; [|apply calm_level; [|apply calm_level; [|exact IH]]]; cbn [app]; fold k; fold u.
      + destruct (sums_cons b (c :: d :: t ++ u)) as [_ ->], (sums_cons c (d :: t ++ u)) as [-> _],
          (sums_cons d (t ++ u)) as [_ ->]. rewrite !mass_cons. lia.
      + destruct (sums_cons c (d :: t ++ u)) as [_ ->], (sums_cons d (t ++ u)) as [-> _]. rewrite !mass_cons. lia.
      + destruct (sums_cons d (t ++ u)) as [_ ->]. rewrite mass_cons. lia.
  Qed.
End Towers.
