(** What the checker of strategies in lanes accepts is true. *)
From Coq Require Import Arith PArith List Bool Lia FMapPositive Permutation.
From Topple Require Import Statements WellCheck WellSound LaneCheck LaneParts.
Import ListNotations Well LaneStrategy.

Lemma filter_order {A} (f : A -> bool) l l' : Permutation l l' -> length (filter f l) = length (filter f l').
Proof.
  induction 1 as [|a l l' _ IH|a b l|l l' l'' _ IH1 _ IH2]; simpl; [reflexivity | | | congruence].
  - destruct (f a); simpl; congruence.
  - now destruct (f a), (f b).
Qed.

(** * The profiles of a state and those of the lanes *)
Definition times (many : bool) (n : nat) : Prop := 1 <= n /\ (many = false -> n = 1).
Inductive describes : list (profile * bool) -> list profile -> Prop :=
  | no_lanes : describes [] []
  | some_lanes p many ps n ls all : times many n -> describes ps ls -> Permutation all (repeat p n ++ ls) ->
      describes ((p, many) :: ps) all.

Lemma describes_order ps ls ls' : describes ps ls -> Permutation ls' ls -> describes ps ls'.
Proof.
  intros [|p many ps' n l all Hn H E] Hp.
  - apply Permutation_sym, Permutation_nil in Hp. subst. constructor.
  - apply (some_lanes _ _ _ n l); [exact Hn | exact H | now transitivity all].
Qed.

Lemma describes_In ps ls : describes ps ls -> forall p, In p ls <-> In p (map fst ps).
Proof.
  induction 1 as [|p many ps n ls all [Hn _] _ IH E]; intros q; [easy|]. simpl. rewrite <- IH. split; intros Hq.
  - apply (Permutation_in _ E), in_app_iff in Hq. destruct Hq as [Hq|Hq]; [apply repeat_spec in Hq; now left | now right].
  - apply (Permutation_in _ (Permutation_sym E)), in_app_iff. destruct Hq as [->|Hq]; [left | now right].
    destruct n; [lia | now left].
Qed.

Lemma describes_merge p many n ps ls : times many n -> describes ps ls -> describes (merge p many ps) (repeat p n ++ ls).
Proof.
  intros Hn H. induction H as [|q m ps n' ls all Hn' H IH E]; simpl.
  - apply (some_lanes _ _ _ n []); [exact Hn | constructor | reflexivity].
  - destruct (profile_dec p q) as [<-|Hpq]; [|destruct (_ <? _)%positive].
    + apply (some_lanes _ _ _ (n + n') ls); [destruct Hn; split; [lia | discriminate] | exact H|].
      rewrite repeat_app, <- app_assoc. now apply Permutation_app_head.
    + apply (some_lanes _ _ _ n all); [exact Hn | now apply (some_lanes _ _ _ n' ls) | reflexivity].
    + apply (some_lanes _ _ _ n' (repeat p n ++ ls)); [exact Hn' | exact IH|].
      rewrite E, !app_assoc. apply Permutation_app_tail, Permutation_app_comm.
Qed.

Lemma describes_merged f ps ls : describes ps ls ->
  describes (merged (map (fun e => (f (fst e), snd e)) ps)) (map f ls).
Proof.
  induction 1 as [|p many ps n ls all Hn _ IH E]; [constructor|]. unfold merged in *. simpl.
  apply (describes_order _ (repeat (f p) n ++ map f ls)); [now apply describes_merge|].
  apply (Permutation_map f) in E. now rewrite map_app, map_repeat in E.
Qed.

(** A lane is taken out: one with its profile is left, or none. *)
Lemma describes_without p ps ls many others : describes ps (p :: ls) -> take_out p ps = Some (many, others) ->
  describes others ls \/ (many = true /\ describes ps ls).
Proof.
  assert (H : forall all, describes ps all -> take_out p ps = Some (many, others) ->
    exists n l, times many n /\ describes others l /\ Permutation all (repeat p n ++ l) /\
    forall n', times many n' -> describes ps (repeat p n' ++ l)).
  { intros all H. revert others. induction H as [|q m ps n l all Hn H IH E]; intros others Ho; [discriminate|]. simpl in Ho.
    destruct (profile_dec p q) as [<-|_].
    - injection Ho as -> ->. exists n, l. repeat split; try apply Hn; try assumption.
      intros n' Hn'. now apply (some_lanes _ _ _ n' l).
    - destruct (take_out p ps) as [[m' o]|]; [|discriminate]. injection Ho as -> <-.
      destruct (IH o eq_refl) as (k & l' & Hk & Hl & E' & Hps). exists k, (repeat q n ++ l').
      assert (swap : forall k, Permutation (repeat q n ++ repeat p k ++ l') (repeat p k ++ repeat q n ++ l')).
      { intros j. rewrite !app_assoc. apply Permutation_app_tail, Permutation_app_comm. }
      repeat split; try apply Hk.
      + now apply (some_lanes _ _ _ n l').
      + rewrite E, E'. apply swap.
      + intros n' Hn'. apply (some_lanes _ _ _ n (repeat p n' ++ l')); auto. symmetry. apply swap. }
  intros Hd Ho. destruct (H _ Hd Ho) as (n & l & [Hn1 Hn2] & Hl & E & Hps).
  destruct n as [|[|n]]; [lia | |]; simpl in E; apply Permutation_cons_inv in E.
  - left. now apply (describes_order _ l).
  - right. destruct many; [|now specialize (Hn2 eq_refl)]. split; [reflexivity|].
    apply (describes_order _ (repeat p (S n) ++ l)); [apply Hps; split; [lia | discriminate] | exact E].
Qed.

(** * States and wells *)
Section Game.
  Variables (g : game) (n : nat).

  Definition cut (ls : list profile) (q : profile) : parts := map (pair (lane g)) ls ++ [(rest g, q)].
  Definition stands_for (st : state) (b : well) : Prop :=
    exists ls, length ls = n /\ describes (profiles st) ls /\ covers b (cut ls (last st)) /\
    exists p, In p (last st :: ls) /\ length b <= length p.

  Lemma columns_cut ls q : length ls = n -> columns (cut ls q) = lane g * n + rest g.
  Proof.
    intros E. rewrite <- E. clear E. unfold cut. induction ls as [|l ls IH]; simpl; [lia|]. rewrite IH. lia.
  Qed.
  Lemma in_cut ls q w p : In (w, p) (cut ls q) -> In p (q :: ls).
  Proof.
    unfold cut. rewrite in_app_iff, in_map_iff. intros [(l & E & H)|[E|[]]]; injection E as <- <-; [now right | now left].
  Qed.

  Lemma stands_for_start : 1 <= n -> stands_for start [].
  Proof.
    intros some_lane. exists (repeat [] n). split; [apply repeat_length|]. split; [|split].
    - apply (some_lanes _ _ _ n []); [split; [exact some_lane | discriminate] | constructor | now rewrite app_nil_r].
    - apply covers_nothing. intros [w p] Hp. apply in_cut in Hp. simpl in *.
      destruct Hp as [<-|Hp]; [reflexivity | now apply repeat_spec in Hp].
    - exists []. split; [now left | simpl; lia].
  Qed.

  (** Full rows go. *)
  Lemma stands_for_cleared st b : stands_for st b ->
    stands_for (cleared g st) (filter (fun r => negb (full r)) b).
  Proof.
    intros (ls & Hn & Hd & Hc & p & Hp & Hb). rewrite (filter_sift b 0).
    rewrite (sift_ext _ (full_in_all g st)).
    - set (gone := full_in_all g st). exists (map (sift gone 0) ls).
      split; [now rewrite map_length|]. split; [apply describes_merged; exact Hd|]. split.
      + apply (covers_sift gone) in Hc. unfold cut in *. rewrite map_app, map_map in Hc. now rewrite map_map.
      + exists (sift gone 0 p). split; [|now apply sift_length].
        destruct Hp as [<-|Hp]; [now left | right; now apply in_map].
    - intros z Hz. rewrite Nat.sub_0_r, (covers_full _ _ _ Hc) by lia. unfold cut, full_in_all.
      rewrite forallb_app. simpl. rewrite andb_true_r, andb_comm. f_equal.
      apply eq_true_iff_eq. rewrite !forallb_forall. split; intros H.
      + intros [q m] Hq. apply (H (lane g, q)). apply in_map, (describes_In _ _ Hd). now apply (in_map fst) in Hq.
      + intros [w q] Hq. apply in_map_iff in Hq. destruct Hq as (q' & E & Hq). injection E as <- <-.
        apply (describes_In _ _ Hd), in_map_iff in Hq. destruct Hq as (e & <- & He). exact (H e He).
  Qed.

  (** A move leads from the well to one of the outcomes. *)
  Lemma outcomes_right st b t m : stands_for st b -> outcomes g st t m <> [] ->
    exists x st', In st' (outcomes g st t m) /\
    WellGame.allowed WellGame.drop (lane g * n + rest g) b t x (row m) /\
    stands_for st' (WellGame.played (lane g * n + rest g) b t x (row m)).
  Proof.
    intros (ls & Hn & Hd & Hc & Hh) Hsome. unfold outcomes in *. unfold WellGame.played.
    (* the highest part stays the highest, or is the one with the piece *)
    assert (high : forall p new p' q', In p (last st :: ls) ->
      length new = Nat.max (length p) (top_of t (row m)) ->
      (forall r, In r (last st :: ls) -> r <> p -> In r (p' :: q')) -> In new (p' :: q') ->
      forall x, exists r, In r (p' :: q') /\
      length (WellGame.with_piece (lane g * n + rest g) b t x (row m)) <= length r).
    { intros p new p' q' Hp Hl Hothers Hnew x. rewrite with_piece_length. destruct Hh as (r & Hr & Hb).
      destruct (Nat.le_gt_cases (length r) (length new)) as [H|H]; [exists new; split; [exact Hnew | lia]|].
      exists r. split; [|lia]. apply Hothers; [exact Hr|]. intros ->. lia. }
    destruct (part m) as [p|] eqn:Em.
    - destruct (take_out p (profiles st)) as [[many others]|] eqn:Eo; [|contradiction].
      destruct (dropped (lane g) p t m) as [new|] eqn:Ed; [|contradiction].
      assert (Hp : In p ls).
      { apply (describes_In _ _ Hd). clear -Eo. revert others Eo.
        induction (profiles st) as [|[q m'] ps IH]; intros others; simpl; [discriminate|].
        destruct (profile_dec p q) as [->|_]; [now left|].
        destruct (take_out p ps) as [[m'' o]|]; [|discriminate]. intros E. injection E as -> _.
        right. now apply (IH o). }
      destruct (in_split _ _ Hp) as (l1 & l2 & ->).
      assert (Ecut : cut (l1 ++ p :: l2) (last st) =
        map (pair (lane g)) l1 ++ (lane g, p) :: map (pair (lane g)) l2 ++ [(rest g, last st)])
        by (unfold cut; now rewrite map_app, <- app_assoc).
      rewrite Ecut in Hc. destruct (dropped_in_well _ _ _ _ _ _ Hc _ _ Ed) as (Ha & Hnew & Hl).
      rewrite <- Ecut, columns_cut in Ha, Hnew by exact Hn.
      set (x := columns (map (pair (lane g)) l1) + column m) in *.
      assert (next : forall ps, describes ps (l1 ++ l2) -> stands_for (State (last st) (merge new false ps))
                (WellGame.with_piece (lane g * n + rest g) b t x (row m))).
      { intros ps Hps. exists (l1 ++ new :: l2). split; [rewrite app_length in *; exact Hn|].
        split; [|split].
        - apply (describes_order _ (repeat new 1 ++ l1 ++ l2)); [apply describes_merge; [now split | exact Hps]|].
          simpl. symmetry. apply Permutation_middle.
        - unfold cut. rewrite map_app, <- app_assoc. exact Hnew.
        - apply (high p new); [now right | exact Hl | | right; apply in_elt].
          intros r [->|Hr] Hne; [now left | right]. rewrite in_app_iff in *. simpl in *. intuition congruence. }
      destruct (describes_without p (profiles st) (l1 ++ l2) many others) as [H|[-> H]]; [| exact Eo | |].
      + apply (describes_order _ _ _ Hd). apply Permutation_middle.
      + exists x, (cleared g (State (last st) (merge new false others))). split; [now left|].
        split; [exact Ha | now apply stands_for_cleared, next].
      + exists x, (cleared g (State (last st) (merge new false (profiles st)))). split; [right; now left|].
        split; [exact Ha | now apply stands_for_cleared, next].
    - destruct (dropped (rest g) (last st) t m) as [new|] eqn:Ed; [|contradiction].
      assert (Ecut : cut ls (last st) = map (pair (lane g)) ls ++ (rest g, last st) :: []) by reflexivity.
      rewrite Ecut in Hc. destruct (dropped_in_well _ _ _ _ _ _ Hc _ _ Ed) as (Ha & Hnew & Hl).
      rewrite <- Ecut, columns_cut in Ha, Hnew by exact Hn.
      exists (columns (map (pair (lane g)) ls) + column m), (cleared g (State new (profiles st))). split; [now left|].
      split; [exact Ha|]. apply stands_for_cleared. exists ls. split; [exact Hn|]. split; [exact Hd|]. split; [exact Hnew|].
      apply (high (last st) new); [now left | exact Hl | | now left].
      intros r [->|Hr] Hne; [contradiction | now right].
  Qed.

  (** * Bumpy lanes *)
  Lemma trim_empty w m p : trim (p ++ repeat (repeat false w) m) = trim p.
  Proof.
    induction p as [|r p IH]; simpl; [|now rewrite IH]. induction m as [|m IH]; simpl; [reflexivity|]. rewrite IH.
    assert (E : existsb (fun c => c) (repeat false w) = false) by (clear; induction w; simpl; auto). now rewrite E.
  Qed.

  Lemma covers_lanes ls q : forall b k, covers b (cut ls q) -> k < length ls ->
    exists m, in_lane g k b = nth k ls [] ++ repeat (repeat false (lane g)) m.
  Proof.
    unfold in_lane. induction ls as [|l ls IH]; intros b k H Hk; simpl in Hk; [lia|].
    destruct H as [[m H] H']. destruct k as [|k].
    - exists m. rewrite Nat.mul_0_r. exact H.
    - destruct (IH _ k H' ltac:(lia)) as [m' E]. exists m'. simpl nth. rewrite <- E, map_map.
      apply map_ext. intros r. f_equal. rewrite Nat.mul_succ_r. clear. revert r. generalize (lane g * k) as j.
      induction (lane g) as [|w IHw]; intros j r; [now rewrite Nat.add_0_r|].
      rewrite Nat.add_succ_r. destruct r; [now rewrite !skipn_nil | apply IHw].
  Qed.

  Lemma few_bumpy_same most high ps qs : Forall2 (fun p q => trim p = trim q) ps qs ->
    few_bumpy most high ps -> few_bumpy most high qs.
  Proof.
    intros H [Hl Hh]. assert (E : length (filter bumpy qs) = length (filter bumpy ps)).
    { clear Hl Hh. induction H as [|p q ps qs E _ IH]; [reflexivity|].
      assert (Eb : bumpy q = bumpy p) by (unfold bumpy; now rewrite E).
      simpl. rewrite Eb. destruct (bumpy p); simpl; congruence. }
    split; [now rewrite E|]. intros q Hq Hb. clear -H Hq Hb Hh. induction H as [|p q' ps qs E _ IH]; [easy|].
    destruct Hq as [->|Hq]; [|apply IH; auto; intros; apply Hh; auto; now right].
    rewrite <- E. apply Hh; [now left|]. unfold bumpy. now rewrite E.
  Qed.

  Lemma describes_bumpy most high ps ls : describes ps ls ->
    (forall p, In (p, true) ps -> bumpy p = false) -> few_bumpy most high (map fst ps) -> few_bumpy most high ls.
  Proof.
    intros H Hb [Hl Hh]. split.
    - replace (length (filter bumpy ls)) with (length (filter bumpy (map fst ps))); [exact Hl|].
      clear Hl Hh. induction H as [|p many ps k ls all Hk _ IH E]; [reflexivity|].
      rewrite (filter_order bumpy _ _ E), filter_app, app_length. simpl.
      rewrite <- IH by (intros; apply Hb; now right).
      destruct (bumpy p) eqn:Ep.
      + destruct many; [now rewrite Hb in Ep by now left|]. destruct Hk as [_ ->]; [|reflexivity]. simpl. now rewrite Ep.
      + assert (F : filter bumpy (repeat p k) = []) by (clear -Ep; induction k; simpl; [reflexivity | now rewrite Ep]).
        now rewrite F.
    - intros p Hp. apply Hh. now apply (describes_In _ _ H).
  Qed.

  Lemma few_bumpy_in_well most high st b : stands_for st b ->
    few_bumpy most high (map fst (profiles st)) -> (forall p, In (p, true) (profiles st) -> bumpy p = false) ->
    few_bumpy_lanes g n most high b.
  Proof.
    intros (ls & Hn & Hd & Hc & _) Hf Hb. apply (few_bumpy_same _ _ ls); [|now apply (describes_bumpy _ _ _ _ Hd)].
    set (f := fun k => in_lane g k b). assert (H : forall k, k < length ls -> trim (nth k ls []) = trim (f k)).
    { intros k Hk. destruct (covers_lanes _ _ _ k Hc Hk) as [m E]. unfold f. now rewrite E, trim_empty. }
    rewrite <- Hn. clearbody f. clear -H.
    revert f H. induction ls as [|l ls IH]; intros f H; simpl; [constructor|]. constructor.
    - apply (H 0). simpl. lia.
    - rewrite <- seq_shift, map_map. apply (IH (fun k => f (S k))). intros k Hk. apply (H (S k)). simpl. lia.
  Qed.
End Game.

(** * The lines *)
Lemma merge_order p many ps : length (merge p many ps) = S (length ps) -> Permutation (merge p many ps) ((p, many) :: ps).
Proof.
  induction ps as [|[q m] ps IH]; simpl; [reflexivity|].
  destruct (profile_dec p q); [simpl; lia|]. destruct (_ <? _)%positive; [reflexivity|]. simpl. intros H.
  rewrite IH by lia. apply perm_swap.
Qed.
Lemma merged_order ps : length (merged ps) = length ps -> Permutation (merged ps) ps.
Proof.
  assert (le_merge : forall p m qs, length (merge p m qs) <= S (length qs)).
  { intros p m qs. induction qs as [|[q m'] qs IH]; simpl; [lia|].
    destruct (profile_dec p q); [simpl; lia|]. destruct (_ <? _)%positive; simpl; lia. }
  assert (le_merged : forall qs, length (merged qs) <= length qs).
  { induction qs as [|[q m] qs IH]; simpl; [lia|]. specialize (le_merge q m (merged qs)).
    unfold merged in *. simpl. lia. }
  induction ps as [|[p m] ps IH]; intros H; [reflexivity|]. specialize (le_merge p m (merged ps)).
  specialize (le_merged ps). change (merged ((p, m) :: ps)) with (merge p m (merged ps)) in *. simpl in H.
  rewrite merge_order by lia. apply perm_skip, IH. lia.
Qed.

Lemma listed_In lines st ps : listed (make_index _ lines) st ps = true -> exists c m, In (c, ps, (st, m)) lines.
Proof.
  unfold listed. destruct (look_up _ _ _ _) as [[st' m]|] eqn:E; [|discriminate].
  destruct (state_dec st' st) as [->|]; [|discriminate]. intros _. exists (code st), m. now apply look_up_In in E.
Qed.

Theorem lanes_checker_sound_holds : StatementsLanes.lanes_checker_sound LaneCheck.check_lanes.
Proof.
  intros g given Hcheck n how Hn w Hhow. unfold check_lanes in Hcheck. set (lines := map _ given) in Hcheck.
  rewrite !andb_true_iff, !forallb_forall in Hcheck. destruct Hcheck as [[Honce H0] H].
  (* whatever holds of the wells that the lines stand for holds for ever *)
  set (all such := forall c st ps m b, In (c, ps, (st, m)) lines -> stands_for g n st b -> such b : Prop).
  assert (on : forall such, all such ->
    forall c st ps m b, In (c, ps, (st, m)) lines -> stands_for g n st b -> goes_on_among such w b ps).
  { intros such Hsuch. cofix on. intros c st ps m b Hin Hst. pose proof (H _ Hin) as Hline. unfold line_ok in Hline.
    destruct ps as [|p others]; [discriminate|].
    destruct (nth_error _ (turn m)) as [t|] eqn:Et; [|discriminate].
    destruct (outcomes_right g n st b t m Hst) as (x & st' & Hout & Ha & Hnext); [now destruct (outcomes g st t m)|].
    assert (Hgoes : goes_to g (make_index _ lines) others st' = true).
    { destruct (outcomes g st t m) as [|o os]; [easy|]. rewrite forallb_forall in Hline. now apply Hline. }
    unfold goes_to in Hgoes. rewrite andb_true_iff, !forallb_forall in Hgoes. destruct Hgoes as [Hdepth Hlisted].
    apply (place_among such w b p others t x (row m)).
    - exact (Hsuch _ _ _ _ _ Hin Hst).
    - now apply nth_error_In in Et.
    - now apply Hhow.
    - destruct Hnext as (ls & _ & Hd & _ & q & Hq & Hle). transitivity (length q); [exact Hle|].
      apply Nat.leb_le, Hdepth. destruct Hq as [<-|Hq]; [now left | right; now apply (describes_In _ _ Hd)].
    - intros q Hq. destruct (listed_In _ _ _ (Hlisted q ltac:(apply in_seq; simpl in Hq; lia))) as (c' & m' & Hin').
      exact (on _ _ _ _ _ Hin' Hnext). }
  assert (win : forall such, all such -> player_wins_among such w).
  { intros such Hsuch ps Hl Hps. destruct (listed_In _ _ _ (H0 ps (sequences_all _ _ _ Hl Hps))) as (c & m & Hin).
    exact (on _ Hsuch _ _ _ _ _ Hin (stands_for_start g n Hn)). }
  split.
  - assert (weaker : forall b ps, goes_on_among (fun _ => True) w b ps -> WellGame.goes_on w b ps).
    { cofix weaker. intros b ps [b' p others t x y _ Ht Ha Hd Hon].
      apply (WellGame.place w b' p others t x y Ht Ha Hd). intros q Hq. exact (weaker _ _ (Hon q Hq)). }
    intros ps Hl Hps. apply weaker. now apply win.
  - intros most high Hlisted. apply win. intros c st ps m b Hin Hst.
    apply in_map_iff in Hin. destruct Hin as ([[st' ps'] m'] & E & Hin). injection E as _ <- <- <-.
    assert (Hsame : Permutation (merged (profiles st')) (profiles st')).
    { apply merged_order, Nat.eqb_eq. exact (Honce _ Hin). }
    destruct (Hlisted _ _ _ Hin) as [[Hmost Hhigh] Hstar].
    apply (few_bumpy_in_well g n most high _ b Hst); cbn [profiles].
    + split.
      * now rewrite (filter_order bumpy _ _ (Permutation_map fst Hsame)).
      * intros p Hp. apply Hhigh. now apply (Permutation_in _ (Permutation_map fst Hsame)).
    + intros p Hp. apply Hstar. now apply (Permutation_in _ Hsame).
Qed.
