(** Towers in play as positions of other games: a list of all safe moves, who wins
    from n full levels, and the Grundy values. *)
From Coq Require Import Arith ZArith Bool List Lia.
From Topple Require Import Statements Games Triplets Cells Clocks Towers InPlay.
Import ListNotations Tower Jenka Jenga.
Local Open Scope nat_scope.

(** * A list of all safe moves *)
Definition new_level (l : nat) : level := Well.update l (fun _ => true) (repeat false 3).
Definition puts (t : tower) : list tower :=
  if level_dec (last t []) L111 then map (fun l => t ++ [new_level l]) (seq 0 3)
  else map (fun l => removelast t ++ [Well.update l (fun _ => true) (last t [])])
           (filter (fun l => negb (nth l (last t []) true)) (seq 0 3)).

Lemma puts_in lower top t' : shape lower top -> (In t' (puts (position lower top)) <-> exists l, put 3 (position lower top) l t').
Proof.
  intros [_ Ht]. unfold puts, position. destruct Ht as [->|(b & -> & Hb)].
  - rewrite last_last. destruct (level_dec L111 L111) as [_|N]; [|contradiction]. rewrite in_map_iff. split.
    + intros (l & <- & Hl). apply in_seq in Hl. exists l. apply on_a_new_level with lower; [reflexivity | lia].
    + intros (l & H). inversion H as [below E Hl|below c E Hf Hn]; subst.
      * exists l. split; [reflexivity | apply in_seq; lia].
      * apply app_inj_tail in E. destruct E as [_ E]. now destruct Hf.
  - change (L111 :: [b]) with ([L111] ++ [b]). rewrite app_assoc, last_last, removelast_last.
    destruct (unfinished_parts b Hb) as (Lb & _ & Nb & _). destruct (level_dec b L111) as [|_]; [contradiction|].
    rewrite in_map_iff. split.
    + intros (l & <- & Hl). apply filter_In in Hl. destruct Hl as [_ Hl]. apply negb_true_iff in Hl.
      exists l. apply on_the_top_level; [reflexivity | exact Nb | exact Hl].
    + intros (l & H). inversion H as [below E Hl|below c E Hf Hn]; apply app_inj_tail in E; destruct E as [<- E]; subst.
      * now destruct Nb.
      * exists l. split; [reflexivity|]. apply filter_In. split; [|now rewrite Hn].
        apply in_seq. destruct (Nat.lt_ge_cases l (length c)) as [|G]; [lia|]. now rewrite nth_overflow in Hn.
Qed.

Definition leavesb (a b : level) : bool :=
  match a, b with
  | [true; true; true], [true; false; true] => true
  | [true; true; true], _ => II_ b
  | _, [false; true; false] => II_ a
  | _, _ => false
  end.
Lemma leavesb_spec a b : leavesb a b = true <-> exists m, leaves m a b.
Proof.
  split.
  - intros H. destruct a as [|[] [|[] [|[] [|? ?]]]], b as [|[] [|[] [|[] [|? ?]]]]; try discriminate H;
      first [exists Zwick.I_I; now split | exists Zwick.II_; now split | exists Zwick._I_; now split].
  - intros ([| |] & Ha & Hb).
    + now subst.
    + subst a. destruct b as [|[] [|[] [|[] [|? ?]]]]; try discriminate Hb; reflexivity.
    + subst b. destruct a as [|[] [|[] [|[] [|? ?]]]]; try discriminate Ha; reflexivity.
Qed.

Definition takes (t : tower) : list (nat * nat) :=
  filter (fun p : nat * nat => let (i, j) := p in
    existsb (fun h => (i <? h) && Towers.is (level_dec (nth h t []) L111)) (seq 0 (length t)) &&
    nth j (nth i t []) false && leavesb (nth i t []) (nth i (without i j t) []))
  (list_prod (seq 0 (length t)) (seq 0 3)).
Definition safe_moves (t : tower) : list tower :=
  flat_map (fun p => puts (without (fst p) (snd p) t)) (takes t).

Lemma takes_in lower top i j : shape lower top ->
  (In (i, j) (takes (position lower top)) <-> exists m, is_of_type m (position lower top) i j).
Proof.
  intros Hs. unfold takes. set (t := position lower top). rewrite filter_In, in_prod_iff, !in_seq, !andb_true_iff, existsb_exists, leavesb_spec.
  unfold is_of_type, can_take. split.
  - intros (_ & ((h & _ & Hh) & Hj) & m & Hm). apply andb_true_iff in Hh. destruct Hh as [Hih Hh]. apply Nat.ltb_lt in Hih.
    destruct (level_dec (nth h t []) L111) as [E|]; [|discriminate Hh]. exists m. split; [|exact Hm]. split; [exists h; now split | exact Hj].
  - intros (m & [Htake Hm]). pose proof Htake as Htake'. destruct (taken _ _ _ _ Hs Htake) as (l1 & a & l2 & El & Ei & Hj & Ea & _). fold t in Ea.
    destruct Htake' as [(h & Hih & Hh) Hj'].
    assert (Hht : h < length t).
    { destruct (Nat.lt_ge_cases h (length t)) as [|G]; [assumption|]. rewrite nth_overflow in Hh by exact G. discriminate Hh. }
    assert (Hj3 : j < 3).
    { rewrite El in Hs. destruct (shape_split _ _ _ _ Hs) as (_ & Ha & _). apply holding_parts in Ha. destruct Ha as [La _].
      destruct (Nat.lt_ge_cases j (length a)) as [|G]; [lia|]. now rewrite nth_overflow in Hj. }
    split; [split; lia|]. split; [|now exists m]. split; [|exact Hj'].
    exists h. split; [apply in_seq; lia|]. apply andb_true_iff. split; [now apply Nat.ltb_lt|].
    change (full 3) with L111 in Hh. destruct (level_dec (nth h t []) L111); [reflexivity | contradiction].
Qed.

Lemma safe_moves_listed : lists_moves safe_moves.
Proof.
  intros t Ht t'. destruct (in_play_shape t Ht) as (lower & top & Hs & ->). unfold safe_moves. rewrite in_flat_map. split.
  - intros ([i j] & Hty & Hput). apply (takes_in _ _ _ _ Hs) in Hty. destruct Hty as (m & Hty). cbn [fst snd] in Hput.
    destruct (left_holds _ _ _ _ Hs (proj1 Hty)) as (l1 & a & l2 & _ & _ & Ea & Eb & Ew & H).
    pose proof (proj2 Hty) as Hm. rewrite Ea, Eb in Hm. destruct H as [(Hs' & _)|(Hno & _)]; [|destruct (Hno m Hm)].
    rewrite Ew in Hput. apply (puts_in _ _ _ Hs') in Hput. destruct Hput as (l & Hput). rewrite <- Ew in Hput.
    exists i, j, l. now apply type_is_safe with m.
  - intros (i & j & l & Hmove). destruct (move_of_type _ _ _ _ _ _ Hs Hmove) as (m & Hty & _).
    exists (i, j). split; [apply (takes_in _ _ _ _ Hs); eauto|]. cbn [fst snd].
    destruct Hmove as (Htake & Hout & Hput & _).
    destruct (left_holds _ _ _ _ Hs Htake) as (l1 & a & l2 & _ & _ & _ & _ & Ew & [(Hs' & _)|(_ & Hno & _)]); [|contradiction].
    rewrite Ew in *. apply (puts_in _ _ _ Hs'). eauto.
Qed.

(** * Towers as triplets *)
Lemma towers_renamed options : lists_moves options -> renames triplet in_play options Zwick.options.
Proof.
  intros Hl t Ht. specialize (Hl t Ht). destruct (zwick_move_types_holds t Ht) as (_ & _ & _ & _ & Hty & Hsafe & Hplay). split.
  - intros q Hq. apply Hl in Hq. destruct Hq as (i & j & l & Hm). now apply after_a_move with t i j l.
  - intros r. unfold Zwick.options. rewrite in_flat_map. split.
    + intros (m & _ & Hr). destruct (Zwick.result (triplet t) m) as [q|] eqn:E; [|destruct Hr]. destruct Hr as [<-|[]].
      destruct (proj1 (Hplay m) (ex_intro _ q E)) as (i & j & Hm & l & t' & Hput).
      exists t'. pose proof (Hsafe m i j l t' Hm Hput) as Hmove. split; [apply Hl; eauto|].
      destruct (in_play_shape t Ht) as (lower & top & Hs & ->).
      destruct (Hty i j l t' Hmove) as (m' & Hm' & E').
      assert (m' = m); [|congruence]. destruct Hm as [_ Hm], Hm' as [_ Hm'].
      revert Hm Hm'. generalize (nth i (position lower top) []) (nth i (without i j (position lower top)) []). clear.
      intros a b Hm Hm'. destruct m, m'; try reflexivity; destruct Hm as [Ha Hb], Hm' as [Ha' Hb']; subst; discriminate.
    + intros (t' & Ht' & <-). apply Hl in Ht'. destruct Ht' as (i & j & l & Hm).
      destruct (Hty i j l t' Hm) as (m & _ & E). exists m. split; [destruct m; simpl; tauto|]. rewrite E. now left.
Qed.

Lemma start_triplet n : 1 <= n -> triplet (start n) = (n - 1, 0, 0).
Proof.
  intros Hn. assert (E : start n = position (repeat L111 (n - 1)) []).
  { unfold start, position. change (full 3) with L111. destruct n as [|n]; [lia|].
    replace (S n - 1) with n by lia. apply repeat_cons. }
  rewrite E, triplet_of.
  - assert (C : forall k, counted III (repeat L111 k) = k /\ counted II_ (repeat L111 k) = 0).
    { induction k as [|k [IH1 IH2]]; [split; reflexivity|]. cbn [repeat]. rewrite !counted_cons, IH1, IH2. split; reflexivity. }
    destruct (C (n - 1)) as [-> ->]. reflexivity.
  - split; [|now left]. apply Forall_forall. intros a Ha. apply repeat_spec in Ha. subst a. simpl. tauto.
Qed.

Lemma triplet_below_3 t x y z : in_play t -> triplet t = (x, y, z) -> z < 3.
Proof.
  intros Ht E. destruct (in_play_shape t Ht) as (lower & top & Hs & ->). rewrite (triplet_of _ _ Hs) in E.
  injection E as <- <- <-. now apply size_below_3 with lower.
Qed.

Theorem towers_are_triplets_holds : StatementsMaps.towers_are_triplets.
Proof.
  split; [exists safe_moves; exact safe_moves_listed|]. split; [exact towers_renamed|].
  split; [exact triplet_below_3 | exact start_triplet].
Qed.

Theorem towers_are_clock_nim_holds : StatementsMaps.towers_are_clock_nim.
Proof.
  intros options Hl. apply renames_compose with (dom' := fun q => snd q < 3) (options' := Zwick.options).
  - now apply towers_renamed.
  - apply triplets_are_clock_nim_holds.
  - intros t Ht. destruct (triplet t) as [[x y] z] eqn:E. now apply (triplet_below_3 t x y z).
Qed.

(** * Who wins from n full levels, and the values *)
Theorem zwick_start_position_holds : StatementsMaps.zwick_start_position.
Proof.
  intros n Hn. destruct (zwick_5_1_holds (n - 1) 0 0 ltac:(lia)) as [HW HL].
  assert (D : (Zwick.V (n - 1) 0 0 = 1 <-> n = 2 \/ (4 <= n /\ (n mod 3 = 1 \/ n mod 3 = 2))) /\
              (Zwick.V (n - 1) 0 0 = 0 <-> ~ (n = 2 \/ (4 <= n /\ (n mod 3 = 1 \/ n mod 3 = 2))))).
  { destruct n as [|x]; [lia|]. replace (S x - 1) with x by lia. unfold Zwick.V. rewrite !mod3_correct.
    destruct x as [|[|[|x]]].
    - simpl. lia.
    - simpl. lia.
    - simpl. lia.
    - simpl. destruct (mod3 x); simpl; lia. }
  split; [now rewrite HW|]. intros options Hl.
  destruct (renaming_keeps_values_holds _ _ triplet in_play options Zwick.options (towers_renamed options Hl)
    triplets_end (start n) (at_the_start n Hn)) as (_ & KW & KL & _).
  rewrite KW, KL, start_triplet, HW, HL by exact Hn. exact D.
Qed.

Lemma tower_value options g t : lists_moves options -> is_grundy_on in_play options g ->
  in_play t -> Clock.has_cell (Clock.of_triplet (triplet t)) ->
  g t = Addition.G (Clock.cell (Clock.of_triplet (triplet t))).
Proof.
  intros Hl Hg Ht Hc. pose proof (clock_ends 3 2 ltac:(lia)) as ends.
  destruct (grundy_exists _ ends) as [g' Hg']. destruct (grundy_exists _ jenga_ends) as [g'' Hg''].
  rewrite (keeps_grundy _ _ _ _ (towers_are_clock_nim_holds options Hl) ends g g' _ Hg Hg' t eq_refl Ht).
  rewrite (keeps_grundy _ _ _ _ cells_renamed jenga_ends g' g'' _ (fun p _ => Hg' p) Hg'' _ eq_refl Hc).
  now apply values_3_1.
Qed.

(** What has no cell is the start from one full level. *)
Lemma no_cell_only_start t : in_play t -> t <> start 1 -> forall x y z, triplet t = (x, y, z) -> 0 < x + z.
Proof.
  intros Ht. destruct Ht as [n Hn|u i j l t Hu Hm]; intros Hne x y z E.
  - rewrite start_triplet in E by exact Hn. injection E as <- _ _.
    assert (n <> 1) by (intros ->; now apply Hne). lia.
  - destruct (zwick_move_types_holds u Hu) as (_ & _ & _ & _ & Hty & _).
    destruct (Hty i j l t Hm) as (m & _ & R). rewrite E in R. destruct (triplet u) as [[a b] c].
    destruct m; cbn [Zwick.result] in R; unfold Zwick.normalize in R;
      repeat match type of R with context [if ?d then _ else _] => destruct d end; try discriminate R; injection R; intros; subst; lia.
Qed.

Theorem tower_values_holds : StatementsMaps.tower_values.
Proof.
  intros options g Hl Hg. split.
  - assert (Hs : in_play (start 1)) by (apply at_the_start; lia).
    pose proof (clock_ends 3 2 ltac:(lia)) as ends. destruct (grundy_exists _ ends) as [g' Hg'].
    rewrite (keeps_grundy _ _ _ _ (towers_are_clock_nim_holds options Hl) ends g g' _ Hg Hg' _ eq_refl Hs).
    rewrite start_triplet by lia. cbn [Clock.of_triplet Nat.sub]. specialize (Hg' ([0; 0], 0)).
    apply is_mex_unique with (map g' (Clock.options 3 2 ([0; 0], 0))); [exact Hg'|]. split; [simpl; tauto | lia].
  - intros t x y z Ht Hne E. pose proof (no_cell_only_start t Ht Hne x y z E) as Hp. split; [exact Hp|].
    pose proof (triplet_below_3 t x y z Ht E).
    rewrite (tower_value options g t Hl Hg Ht); rewrite E; [reflexivity|].
    unfold Clock.has_cell, Clock.jenga. cbn. lia.
Qed.

Theorem tower_sums_holds : StatementsMaps.tower_sums.
Proof.
  intros options g Hl Hg towers Ht. destruct (grundy_exists _ triplets_end) as [g' Hg'].
  assert (E : map g towers = map g' (map triplet towers)).
  { rewrite map_map. apply map_ext_in. intros t Hin. rewrite Forall_forall in Ht.
    exact (keeps_grundy _ _ _ _ (towers_renamed options Hl) triplets_end g g' _ Hg Hg' t eq_refl (Ht t Hin)). }
  rewrite E. pose proof (sum_ends _ triplets_end) as ends.
  destruct (sprague_grundy_holds _ Zwick.options g' Hg') as [HG _].
  destruct (keeps_winner _ _ _ _ (renames_sum _ _ _ _ (towers_renamed options Hl)) ends _ towers eq_refl Ht) as [-> ->].
  destruct (grundy_outcome _ ends _ HG (map triplet towers)). now split.
Qed.

Theorem carvalho_commercial_tower_holds : StatementsMaps.carvalho_commercial_tower.
Proof.
  cbn zeta. pose proof (start_triplet 18 ltac:(lia)) as E. cbn [Nat.sub] in E.
  assert (lost : Loses Zwick.options (17, 0, 0)) by (apply zwick_5_1_holds; [lia | reflexivity]).
  split; [exact E|]. split; [now rewrite E|]. split; [reflexivity|].
  split; [intros g Hg; now rewrite (values_3_1 g)|]. split.
  { destruct (grundy_exists _ jenga_ends) as [g Hg]. apply (grundy_outcome _ jenga_ends g Hg). now rewrite (values_3_1 g). }
  split; [exact lost|]. intros options Hl. split.
  - destruct (zwick_start_position_holds 18 ltac:(lia)) as [_ H]. apply (H options Hl).
    intros [H1|[_ [H1|H1]]]; [lia | vm_compute in H1; lia | vm_compute in H1; lia].
  - intros g Hg. rewrite (tower_value options g _ Hl Hg); rewrite ?E; [reflexivity | apply at_the_start; lia |].
    unfold Clock.has_cell, Clock.jenga. cbn. lia.
Qed.
