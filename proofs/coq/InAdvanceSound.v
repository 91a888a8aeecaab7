(** What the checkers of orders and of sets of wells accept is true. *)
From Coq Require Import Arith NArith List Bool FMapPositive FMapFacts Lia.
From Topple Require Import Statements WellCheck WellSound RisingCheck RisingPlays RisingSound InAdvanceCheck.
Import ListNotations Well WellLines Bag InAdvance.

(** * Wells with what is put aside *)
Lemma same_aside_eq a c : same_aside a c = true <-> a = c.
Proof.
  destruct a as [p|], c as [q|]; simpl; rewrite ?Nat.eqb_eq; split; try easy; [now intros -> | now intros [= ->]].
Qed.
Lemma same_row_refl r : same_row r r = true.
Proof. induction r as [|[|] r IH]; [easy | exact IH ..]. Qed.
Lemma same_well_refl b : same_well b b = true.
Proof. induction b as [|r b IH]; [easy|]. simpl. now rewrite same_row_refl. Qed.
Lemma same_place_eq p q : same_place p q = true <-> p = q.
Proof.
  destruct p as [b a], q as [c d]. unfold same_place. simpl. rewrite andb_true_iff, same_aside_eq. split.
  - intros [-> H]. now apply same_well_eq in H as ->.
  - intros [= -> ->]. split; [easy | apply same_well_refl].
Qed.

(** What is in a set, under whatever key. *)
Definition within_set (s : candidates) (p : place) : Prop := exists k l, PositiveMap.find k (index s) = Some l /\ In p l.

Lemma in_with_key s k p : In p (with_key s k) -> within_set s p.
Proof.
  unfold with_key. destruct (PositiveMap.find k (index s)) as [l|] eqn:E; [|easy]. intros H. now exists k, l.
Qed.
Lemma add_within s p q : within_set (add s p) q <-> q = p \/ within_set s q.
Proof.
  unfold add. destruct (existsb (same_place p) (with_key s (key_of p))) eqn:E.
  - split; [now right|]. intros [->|H]; [|exact H]. apply existsb_exists in E. destruct E as (r & Hr & E).
    apply same_place_eq in E as ->. now apply in_with_key in Hr.
  - unfold within_set at 1. simpl. split.
    + intros (k & l & Hk & Hq). destruct (Pos.eq_dec k (key_of p)) as [->|Hne].
      * rewrite PositiveMap.gss in Hk. injection Hk as <-.
        destruct Hq as [<-|Hq]; [now left | right; now apply in_with_key in Hq].
      * rewrite PositiveMap.gso in Hk by exact Hne. right. now exists k, l.
    + intros [->|(k & l & Hk & Hq)].
      * exists (key_of p). eexists. rewrite PositiveMap.gss. split; [reflexivity | now left].
      * destruct (Pos.eq_dec k (key_of p)) as [->|Hne].
        -- exists (key_of p). eexists. rewrite PositiveMap.gss. split; [reflexivity|].
           right. unfold with_key. now rewrite Hk.
        -- exists k, l. now rewrite PositiveMap.gso.
Qed.
Lemma add_all_within l : forall s q, within_set (add_all s l) q <-> In q l \/ within_set s q.
Proof.
  induction l as [|p l IH]; intros s q; simpl; [tauto|]. unfold add_all in *. rewrite IH, add_within. intuition congruence.
Qed.
Lemma none_within p : ~ within_set none p.
Proof. intros (k & l & Hk & _). simpl in Hk. now rewrite PositiveMap.gempty in Hk. Qed.

(** A set that counts nothing has nothing. *)
Definition counted (s : candidates) : Prop := count s = 0%N -> forall p, ~ within_set s p.
Lemma add_counted s p : counted s -> counted (add s p).
Proof.
  unfold add. intros H. destruct (existsb _ _); [exact H|]. intros E. simpl in E. lia.
Qed.
Lemma add_all_counted l : forall s, counted s -> counted (add_all s l).
Proof. induction l as [|p l IH]; intros s H; [exact H|]. apply IH. now apply add_counted. Qed.
Lemma none_counted : counted none.
Proof. intros _ p. apply none_within. Qed.

(** * Where a piece leads *)
Section Step.
  Variables (m : movement) (g : Bag.game).

  Lemma in_after_turn b t b' : In b' (after_turn m g b t) <-> exists x y, x < width g /\ y <= length b /\
    allowedb m (width g) b t (table_for m (width g) b t) x y = true /\
    b' = WellGame.played (width g) b t x y /\ length b' <= depth g.
  Proof.
    unfold after_turn. rewrite in_flat_map. split.
    - intros (y & Hy & H). apply in_flat_map in H. destruct H as (x & Hx & H). apply in_seq in Hx, Hy.
      destruct (allowedb m (width g) b t (table_for m (width g) b t) x y) eqn:Ea; [|easy].
      destruct (Nat.leb_spec (length (WellGame.played (width g) b t x y)) (depth g)) as [Hl|Hl]; [|easy].
      destruct H as [<-|[]]. exists x, y. repeat split; [lia | lia | exact Ea | exact Hl].
    - intros (x & y & Hx & Hy & Ha & -> & Hl). exists y. split; [apply in_seq; lia|]. apply in_flat_map.
      exists x. split; [apply in_seq; lia|]. rewrite Ha. apply Nat.leb_le in Hl. rewrite Hl. now left.
  Qed.
  Lemma after_placed b p b' : within (meaning m) (how g) (width g) -> In b' (reaches m g b p) -> placed g b p b'.
  Proof.
    intros Hm H. unfold reaches in H. apply in_flat_map in H. destruct H as (t & Ht & H). apply in_after_turn in H.
    destruct H as (x & y & _ & _ & Ha & E & Hl). exists t, x, y. split; [exact Ht|]. split; [|now split].
    apply Hm. now apply allowedb_sound.
  Qed.
  Lemma placed_after b p b' : within (how g) (meaning m) (width g) -> (forall q, In q (pieces g) -> q <> []) ->
    p < length (pieces g) -> placed g b p b' -> In b' (reaches m g b p).
  Proof.
    intros Hm Hcells Hp (t & x & y & Ht & Ha & E & Hl). unfold reaches. apply in_flat_map. exists t. split; [exact Ht|].
    assert (Hne : t <> []) by (apply turns_cells in Ht; [exact Ht | apply Hcells; now apply nth_In]).
    destruct (allowedb_complete m _ _ _ _ _ Hne (Hm _ _ _ _ Ha)) as (Hx & Hy & Hb).
    apply in_after_turn. exists x, y. repeat split; assumption.
  Qed.

  Lemma step_within s p q : within_set (step m g s p) q <-> exists from, within_set s from /\ In q (step_from m g p from).
  Proof.
    unfold step. rewrite PositiveMap.fold_1.
    assert (H : forall (l : list (positive * list place)) s0, within_set (fold_left (fun a e =>
        fold_left (fun s' from => add_all s' (step_from m g p from)) (snd e) a) l s0) q <->
      within_set s0 q \/ exists k here from, In (k, here) l /\ In from here /\ In q (step_from m g p from)).
    { induction l as [|[k here] l IH]; intros s0; simpl; [split; [now left | intros [J|(? & ? & ? & [] & _)]; exact J]|].
      rewrite IH.
      assert (I : forall here s1, within_set (fold_left (fun s' from => add_all s' (step_from m g p from)) here s1) q <->
        within_set s1 q \/ exists from, In from here /\ In q (step_from m g p from)).
      { clear. induction here as [|from here IHh]; intros s1; simpl; [split; [now left | intros [I|(? & [] & _)]; exact I]|].
        rewrite IHh, add_all_within. split.
        - intros [[I|I]|(f & Hf & I)]; [right; exists from; auto | now left | right; exists f; auto].
        - intros [I|(f & [<-|Hf] & I)]; [auto | auto | right; now exists f]. }
      rewrite I. split.
      - intros [[J|(f & Hf & J)]|(k' & h & f & Hin & Hf & J)];
          [now left | right; exists k, here, f; auto | right; exists k', h, f; auto].
      - intros [J|(k' & h & f & [[= <- <-]|Hin] & Hf & J)];
          [auto | left; right; now exists f | right; now exists k', h, f]. }
    rewrite H. split.
    - intros [N|(k & here & from & Hin & Hf & Hq)]; [now apply none_within in N|]. exists from. split; [|exact Hq].
      apply PositiveMap.elements_complete in Hin. now exists k, here.
    - intros (from & (k & here & Hk & Hf) & Hq). right. exists k, here, from. split; [|now split].
      now apply PositiveMap.elements_correct.
  Qed.
  Lemma step_counted s p : counted (step m g s p).
  Proof.
    unfold step. rewrite PositiveMap.fold_1. generalize none_counted. generalize none.
    induction (PositiveMap.elements (index s)) as [|[k here] l IH]; intros s0 H; [exact H|]. simpl. apply IH.
    revert s0 H. induction here as [|from here IHh]; intros s0 H; [exact H|]. simpl. apply IHh. now apply add_all_counted.
  Qed.

  (** Whatever the player does with a piece, he is where the step says. *)
  Lemma step_complete p order s b aside : within (how g) (meaning m) (width g) -> (forall q, In q (pieces g) -> q <> []) ->
    p < length (pieces g) -> (forall q, aside = Some q -> q < length (pieces g)) ->
    within_set s (b, aside) -> can_place g b aside (p :: order) ->
    exists b' kept, within_set (step m g s p) (b', kept) /\ can_place g b' kept order /\
      (forall q, kept = Some q -> q < length (pieces g)).
  Proof.
    intros Hm Hcells Hp Haside Hin H.
    assert (by_step : forall b' kept, In (b', kept) (step_from m g p (b, aside)) -> within_set (step m g s p) (b', kept)).
    { intros b' kept Hs. apply step_within. now exists (b, aside). }
    inversion H as [|b0 p0 order0 Hhold Hrest|b0 aside0 p0 q kept b' order0 Hfirst Hchoice Hplaced Hrest]; subst.
    - exists b, (Some p). split; [apply by_step; simpl; rewrite Hhold; now left|].
      split; [exact Hrest|]. now intros q [= <-].
    - exists b', kept. inversion Hchoice; subst.
      + split; [apply by_step|now split]. apply placed_after in Hplaced; [|assumption ..]. destruct kept as [q'|]; simpl.
        * apply in_app_iff. left. now apply in_map_iff; exists b'.
        * destruct (hold g); [now specialize (Hfirst eq_refl)|]. now apply in_map_iff; exists b'.
      + assert (Hq : q < length (pieces g)) by now apply Haside.
        split; [apply by_step; simpl|split; [exact Hrest | now intros q' [= <-]]].
        apply in_app_iff. right. apply placed_after in Hplaced; [|assumption ..]. now apply in_map_iff; exists b'.
  Qed.
End Step.

(** * Orders *)
Lemma order_right m g : within (how (wells g)) (meaning m) (width (wells g)) ->
  (forall q, In q (pieces (wells g)) -> q <> []) ->
  forall order s now, counted s -> (forall p, In p now -> p < length (pieces (wells g))) ->
  order_ok m g s now order = true ->
  dealt g now order /\
  forall b aside, within_set s (b, aside) -> (forall q, aside = Some q -> q < length (pieces (wells g))) ->
  ~ can_place (wells g) b aside order.
Proof.
  intros Hm Hcells. induction order as [|p order IH]; intros s now Hs Hnow H; simpl in H.
  - split; [constructor|]. apply N.eqb_eq in H. intros b aside Hin _ _. exact (Hs H _ Hin).
  - rewrite !andb_true_iff in H. destruct H as (Hp & _ & H). apply existsb_exists in Hp.
    destruct Hp as (p' & Hp & E). apply Nat.eqb_eq in E as <-.
    apply IH in H; [|apply step_counted|].
    + destruct H as [Hdealt Hlost]. split; [now constructor|]. intros b aside Hin Haside Hcan.
      destruct (step_complete m (wells g) p order s b aside Hm Hcells (Hnow _ Hp) Haside Hin Hcan)
        as (b' & kept & Hb & Hc & Hk).
      exact (Hlost _ _ Hb Hk Hc).
    + intros q Hq. unfold left in Hq. destruct (from_bag g); [|now apply Hnow].
      unfold filled in Hq. destruct (without p now) as [|r rest] eqn:E.
      * unfold each in Hq. apply in_seq in Hq. lia.
      * rewrite <- E in Hq. unfold without in Hq. apply filter_In in Hq. now apply Hnow.
Qed.

Theorem order_checker_sound_holds : StatementsInAdvance.order_checker_sound InAdvanceCheck.check_order.
Proof.
  intros m g order w Hm H. unfold check_order in H. rewrite andb_true_iff, forallb_forall in H. destruct H as [Hcells H].
  assert (Hne : forall q, In q (pieces (wells g)) -> q <> []) by (intros q Hq ->; now specialize (Hcells _ Hq)).
  apply order_right in H; [|exact Hm | exact Hne | apply add_counted, none_counted |].
  - destruct H as [Hdealt Hlost]. split; [exact Hdealt|]. apply Hlost; [|easy]. apply add_within. now left.
  - intros p Hp. unfold each in Hp. apply in_seq in Hp. lia.
Qed.

(** * Sets of wells *)
Lemma numbered_in {A} (l : list A) : forall k i a, PositiveMap.find i (numbered k l) = Some a -> In a l.
Proof.
  induction l as [|a' l IH]; intros k i a H; simpl in H; [now rewrite PositiveMap.gempty in H|].
  destruct (Pos.eq_dec i k) as [->|Hne].
  - rewrite PositiveMap.gss in H. injection H as <-. now left.
  - rewrite PositiveMap.gso in H by exact Hne. right. now apply IH in H.
Qed.
Lemma by_number_in {A} k (a : A) pairs : In a (beside k (by_number pairs)) -> In (k, a) pairs.
Proof.
  unfold by_number. set (add_one := fun m e => _).
  assert (H : forall pairs m, In a (beside k (fold_left add_one pairs m)) -> In (k, a) pairs \/ In a (beside k m)).
  { clear pairs. induction pairs as [|[i c] pairs IH]; intros m H; [now right|]. apply IH in H.
    destruct H as [H|H]; [left; now right|]. unfold add_one in H. cbn [fst snd] in H. unfold beside in H at 1.
    destruct (Pos.eq_dec k i) as [<-|Hne].
    - rewrite PositiveMap.gss in H. destruct H as [->|H]; [left; now left | now right].
    - rewrite PositiveMap.gso in H by exact Hne. now right. }
  intros Hin. apply H in Hin. destruct Hin as [Hin|Hin]; [exact Hin|]. unfold beside in Hin.
  now rewrite PositiveMap.gempty in Hin.
Qed.
Lemma origins_in m g table p i j : In i (beside j (origins m g table p)) ->
  exists from to, PositiveMap.find i table = Some from /\ PositiveMap.find j table = Some to /\
  In to (step_from m (wells g) p from).
Proof.
  intros H. unfold origins in H. apply by_number_in, in_flat_map in H. destruct H as ([i' from] & Hi & H).
  cbn [fst snd] in H. apply in_flat_map in H. destruct H as ([b aside] & Hto & H).
  destruct (look_up _ _ _ _) as [j'|] eqn:E; [|destruct H]. destruct H as [[= -> ->]|[]].
  apply look_up_In, in_map_iff in E. destruct E as ([j' [b' aside']] & E & Hj). unfold aside_of in E. cbn [fst snd] in E.
  assert (E' : b' = b /\ aside' = aside /\ j' = j) by (destruct aside, aside'; now inversion E).
  destruct E' as (-> & -> & ->). exists from, (b, aside).
  split; [now apply PositiveMap.elements_complete|]. split; [now apply PositiveMap.elements_complete | exact Hto].
Qed.

(** From where a step leads, a piece can be placed. *)
Lemma step_can_place m g p order b aside b' kept : within (meaning m) (how g) (width g) ->
  In (b', kept) (step_from m g p (b, aside)) -> can_place g b' kept order -> can_place g b aside (p :: order).
Proof.
  intros Hm Hstep Hcan. unfold step_from in Hstep. destruct aside as [q|].
  - apply in_app_iff in Hstep. destruct Hstep as [H|H]; apply in_map_iff in H; destruct H as (b'' & [= <- <-] & H).
    + apply (places g b (Some q) p p (Some q) b'' order); [easy | constructor | now apply after_placed in H | exact Hcan].
    + apply (places g b (Some q) p q (Some p) b'' order); [easy | constructor | now apply after_placed in H | exact Hcan].
  - destruct (hold g) eqn:Eh.
    + destruct Hstep as [[= <- <-]|[]]. now apply puts_aside.
    + apply in_map_iff in Hstep. destruct Hstep as (b'' & [= <- <-] & H).
      apply (places g b None p p None b'' order); [now rewrite Eh | constructor | now apply after_placed in H | exact Hcan].
Qed.

Theorem in_advance_checker_sound_holds : StatementsInAdvance.in_advance_checker_sound InAdvanceCheck.check_in_advance.
Proof.
  intros m g [listed found] w Hm H. unfold check_in_advance in H. set (table := numbered 1 listed) in H.
  rewrite andb_true_iff, forallb_forall in H. destruct H as [Hstart H].
  assert (each_set : forall order here next, In (here, next) found -> dealt g (coming next) order ->
    exists i, In i here /\ forall b aside, PositiveMap.find i table = Some (b, aside) -> can_place w b aside order).
  { induction order as [|p order IH]; intros here next Hin Hdealt; specialize (H _ Hin); unfold set_ok in H;
      rewrite !andb_true_iff, Nat.eqb_eq, map_length, forallb_forall in H; destruct H as [[Hhere Hlen] Hset].
    - destruct here as [|i here]; [discriminate|]. exists i. split; [now left | constructor].
    - inversion Hdealt as [|? ? ? Hp Hrest]; subst. unfold coming in Hp. apply filter_In in Hp. destruct Hp as [Hp Hk].
      assert (Hfrom : In (p, origins m g table p) (map (fun p => (p, origins m g table p)) (each (wells g)))).
      { apply in_map_iff. exists p. split; [reflexivity|]. unfold each in *.
        rewrite seq_length in Hlen. now rewrite <- Hlen. }
      specialize (Hset _ Hfrom). unfold piece_ok in Hset. destruct (nth p next None) as [k|]; [|discriminate].
      destruct (PositiveMap.find k (numbered 1 found)) as [[there next']|] eqn:Ef; [|discriminate].
      rewrite andb_true_iff, forallb_forall in Hset. destruct Hset as [Hcoming Hset].
      apply same_numbers_eq in Hcoming. rewrite <- Hcoming in Hrest. apply numbered_in in Ef.
      destruct (IH _ _ Ef Hrest) as (j & Hj & Hcan). specialize (Hset _ Hj). apply existsb_exists in Hset.
      destruct Hset as (i & Hi & Hmember). apply origins_in in Hi.
      destruct Hi as ([b aside] & [b' kept] & Ei & Ej & Hstep). exists i. split.
      + destruct (beside i _) as [|[] l] eqn:E in Hmember; [discriminate|].
        assert (Hu : In tt (beside i (by_number (map (fun i => (i, tt)) here)))) by (rewrite E; now left).
        apply by_number_in, in_map_iff in Hu. now destruct Hu as (i' & [= ->] & Hi).
      + intros b0 aside0 E0. rewrite Ei in E0. injection E0 as <- <-.
        exact (step_can_place m w p order b aside b' kept Hm Hstep (Hcan _ _ Ej)). }
  intros order Hdealt. destruct found as [|[here next] found]; [discriminate|].
  rewrite andb_true_iff, forallb_forall in Hstart. destruct Hstart as [Hstart Hall].
  apply same_numbers_eq in Hall. rewrite <- Hall in Hdealt.
  destruct (each_set order here next (or_introl eq_refl) Hdealt) as (i & Hi & Hcan). specialize (Hstart _ Hi).
  destruct (PositiveMap.find i table) as [[[|] [|]]|]; try discriminate. now apply Hcan.
Qed.

(** * Wells that rise by an order that hangs on nothing else *)
Theorem rising_order_sound_holds : StatementsInAdvance.rising_order_sound RisingCheck.check_rising.
Proof.
  intros m g how rows gain given announces Hin_rule H Hannounces. unfold check_rising in H.
  set (lines := map _ given) in H.
  assert (Hsame : forall top shown q f, In (top, shown, (q, f)) lines -> q = announces shown).
  { intros top shown q f Hin. unfold lines in Hin. apply in_map_iff in Hin.
    destruct Hin as ([[[top' shown'] q'] f'] & [= -> -> -> ->] & Hin). exact (Hannounces _ _ _ _ Hin). }
  clearbody lines. rewrite andb_true_iff, !forallb_forall in H. destruct H as [Hstart H].
  apply existsb_exists in Hstart. destruct Hstart as ([[top shown] [q f]] & Hin & Htop).
  destruct top as [|r top]; [|discriminate]. apply Nat.eqb_eq in Htop. exists shown. split; [exact Htop|].
  intros depth. set (w := Bag.Game _ depth _ how false). set (deep := (gain * N.of_nat depth + most lines)%N).
  assert (L : forall n b shown q f, In (highest rows b, shown, (q, f)) lines -> blankless (Rising.width g) b ->
    length b <= depth -> (deep < N.of_nat n + gain * N.of_nat (length b) + f)%N ->
    ~ can_place w b None (order_from announces shown n)).
  { clear shown q f Hin Htop. induction n as [|n IH]; intros b shown q f Hin Hb Hd Hn.
    - exfalso. pose proof (most_holds _ _ _ _ _ Hin). unfold deep in Hn. nia.
    - pose proof (Hsame _ _ _ _ Hin) as ->. specialize (H _ Hin). unfold line_ok in H. rewrite !andb_true_iff in H.
      destruct H as [_ H]. cbn [order_from]. destruct (shown ++ [announces shown]) as [|p rest]; [discriminate|].
      rewrite forallb_forall in H. intros Hcan.
      inversion Hcan as [|? ? ? Hhold|b0 aside p0 q kept b' order _ Hchoice Hplaced Hrest]; subst; [discriminate|].
      inversion Hchoice; subst. destruct Hplaced as (t & x & y & Ht & Ha & -> & D).
      destruct (turn_ok_holds _ _ _ _ _ _ _ _ _ b x y (H t Ht) eq_refl Hb (Hin_rule _ _ _ _ Ha))
        as (Hb' & q' & next & El & Hg).
      apply look_up_In in El. apply (IH _ _ q' next El Hb' D) in Hrest; [exact Hrest|].
      change (width w) with (Rising.width g). lia. }
  exists (N.to_nat (deep + 1)). apply (L _ _ _ q f); [exact Hin | constructor | cbn; lia|]. rewrite N2Nat.id. cbn. lia.
Qed.
