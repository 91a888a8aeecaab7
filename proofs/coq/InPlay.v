(** Towers in play are triplets. Below the highest full level no level is empty or a
    side block alone, and above it lies at most one level; so the centre of mass of
    whatever lies above a level is strictly inside the middle ninth, and a level
    holds it if and only if it is neither empty nor a side block alone. *)
From Coq Require Import Arith ZArith Bool List Lia.
From Topple Require Import Statements Levels Hulls Towers.
Import ListNotations Tower Jenka Jenga.
Local Open Scope nat_scope.

(** * The levels that hold, and those that are not full *)
Definition L101 : level := [true; false; true].
Definition L111 : level := [true; true; true].
Definition holding : list level := [L010; L011; L110; L101; L111].
Definition unfinished : list level := [L001; L010; L011; L100; L101; L110].

(** Lower levels, and what lies on the highest full one. *)
Definition shape (lower top : tower) : Prop :=
  Forall (fun a => In a holding) lower /\ (top = [] \/ exists b, top = [b] /\ In b unfinished).
Definition position (lower top : tower) : tower := lower ++ L111 :: top.

Ltac each H := repeat (destruct H as [<-|H]; [|]); try destruct H.

Lemma holding_level a : In a holding -> In a levels /\ ~ excluded a.
Proof.
  intros H. unfold excluded. simpl in H. unfold levels. repeat (destruct H as [<-|H]; [split; [simpl; tauto | intros [E|E]; discriminate]|]). destruct H.
Qed.
Lemma holding_parts a : In a holding -> length a = 3 /\ In true a.
Proof. intros H. simpl in H. repeat (destruct H as [<-|H]; [simpl; auto|]). destruct H. Qed.
Lemma unfinished_parts b : In b unfinished -> length b = 3 /\ In true b /\ b <> L111 /\ Well.full b = false.
Proof.
  intros H. simpl in H. repeat (destruct H as [<-|H]; [simpl; repeat split; (discriminate || auto)|]). destruct H.
Qed.

Lemma shape_parts lower top : shape lower top -> Forall (fun a => length a = 3 /\ In true a) (position lower top).
Proof.
  intros [Hl Ht]. apply Forall_app. split; [|constructor; [simpl; auto|]].
  - eapply Forall_impl; [|exact Hl]. exact holding_parts.
  - destruct Ht as [->|(b & -> & Hb)]; repeat constructor; now apply unfinished_parts in Hb as (? & ? & _).
Qed.
Lemma shape_proper lower top : shape lower top -> proper 3 (position lower top).
Proof. intros H. split; [unfold position; destruct lower; discriminate | now apply shape_parts]. Qed.

(** * The centre of mass, and what stands *)
Lemma sums_cons a t : along (a :: t) = (moment a + across t)%Z /\ across (a :: t) = along t.
Proof. unfold along, across. simpl. now destruct (along_across t). Qed.

Lemma position_inside lower top : shape lower top -> inside (position lower top).
Proof.
  intros [Hl Ht]. unfold position. induction Hl as [|a l Ha Hl IH]; cbn [app].
  - destruct Ht as [->|(b & -> & Hb)]; [vm_compute; intuition reflexivity|].
    simpl in Hb. repeat (destruct Hb as [<-|Hb]; [vm_compute; intuition reflexivity|]). destruct Hb.
  - apply holding_level in Ha. destruct Ha as [Ha Hex]. pose proof (level_bounds a Ha Hex) as B.
    unfold inside in *. destruct (sums_cons a (l ++ L111 :: top)) as [-> ->].
    change (mass (a :: l ++ L111 :: top)) with (blocks a + mass (l ++ L111 :: top))%Z. lia.
Qed.

Lemma position_head lower top : shape lower top -> exists b rest, position lower top = b :: rest /\ In b holding.
Proof.
  intros [Hl _]. destruct Hl as [|b l Hb Hl]; [exists L111, top | exists b, (l ++ L111 :: top)]; (split; [reflexivity|]);
    [simpl; tauto | exact Hb].
Qed.

Lemma holding_holds a lower top : In a holding -> shape lower top -> holds Z.lt a (position lower top).
Proof.
  intros Ha Hs. pose proof (position_inside lower top Hs) as [I1 I2].
  destruct (position_head lower top Hs) as (b & rest & E & Hb). unfold holds. rewrite E in *.
  apply holding_level in Ha, Hb. destruct Ha as [Ha Ea], Hb as [Hb Eb].
  pose proof (level_bounds a Ha Ea). pose proof (level_bounds b Hb Eb). repeat split; nia.
Qed.

Lemma shape_upright lower top : shape lower top -> upright (position lower top).
Proof.
  intros [Hl Ht]. unfold position. induction Hl as [|a l Ha Hl IH]; cbn [app].
  - destruct Ht as [->|(b & -> & Hb)]; [vm_compute; auto|].
    simpl in Hb. repeat (destruct Hb as [<-|Hb]; [vm_compute; intuition reflexivity|]). destruct Hb.
  - split; [|exact IH]. apply holding_holds; [exact Ha | now split].
Qed.

Lemma shape_stable lower top : shape lower top -> stable (position lower top).
Proof. intros H. apply proper_upright; [now apply shape_proper | now apply shape_upright]. Qed.

Lemma shape_stands lower top : shape lower top -> stands (position lower top).
Proof.
  intros H. split; [|now apply shape_stable].
  eapply Forall_impl; [|exact (shape_parts _ _ H)]. intros a [_ Ha]. exact Ha.
Qed.

(** A side block alone, or nothing, lets what is above fall. *)
Lemma excluded_falls l1 a l2 top : excluded a -> shape l2 top -> ~ kept (l1 ++ a :: position l2 top).
Proof.
  intros Ha Hs. induction l1 as [|c l1 IH]; cbn [app].
  - intros [H _]. pose proof (position_inside l2 top Hs) as [_ I2].
    destruct (position_head l2 top Hs) as (b & rest & E & Hb). unfold holds in H. rewrite E in *.
    apply excluded_bounds in Ha. nia.
  - intros [_ H]. now apply IH.
Qed.

(** * Taking a block *)
Lemma shape_split l1 a l2 top : shape (l1 ++ a :: l2) top ->
  Forall (fun a => In a holding) l1 /\ In a holding /\ shape l2 top.
Proof.
  intros [Hl Ht]. apply Forall_app in Hl. destruct Hl as [H1 H2]. inversion H2; subst. now repeat split.
Qed.
Lemma shape_with l1 a a' l2 top : shape (l1 ++ a :: l2) top -> In a' holding -> shape (l1 ++ a' :: l2) top.
Proof.
  intros H Ha. destruct (shape_split _ _ _ _ H) as (H1 & _ & [H2 Ht]). split; [|exact Ht].
  apply Forall_app. split; [exact H1 | now constructor].
Qed.

Lemma taken lower top i j : shape lower top -> can_take 3 (position lower top) i j ->
  exists l1 a l2, lower = l1 ++ a :: l2 /\ length l1 = i /\ nth j a false = true /\
    nth i (position lower top) [] = a /\
    without i j (position lower top) = position (l1 ++ Well.update j (fun _ => false) a :: l2) top.
Proof.
  intros [_ Ht] [(h & Hih & Hh) Hj]. change (full 3) with L111 in Hh. unfold position in *.
  assert (Hi : i < length lower).
  { destruct (Nat.le_gt_cases h (length lower)) as [H|H]; [lia|]. exfalso.
    rewrite app_nth2 in Hh by lia. destruct (h - length lower) as [|n] eqn:E; [lia|]. cbn [nth] in Hh.
    destruct Ht as [->|(b & -> & Hb)]; [destruct n; discriminate|].
    apply unfinished_parts in Hb. destruct n as [|[|n]]; cbn [nth] in Hh; (discriminate || tauto). }
  rewrite app_nth1 in Hj by exact Hi. destruct (nth_split lower [] Hi) as (l1 & l2 & E & El).
  exists l1, (nth i lower []), l2. repeat split; [exact E | exact El | exact Hj | now apply app_nth1 |].
  unfold without. rewrite E at 1. rewrite <- El at 1. rewrite <- !app_assoc. cbn [app].
  clear. induction l1 as [|c l1 IH]; cbn [length app Well.update]; [reflexivity | now rewrite IH].
Qed.

(** What is left of a level that holds. *)
Lemma left_over a j : In a holding -> nth j a false = true ->
  let b := Well.update j (fun _ => false) a in
  (In b holding /\ exists m, leaves m a b) \/ (excluded b /\ forall m, ~ leaves m a b) \/ (~ In true b /\ forall m, ~ leaves m a b).
Proof.
  intros Ha Hj b. subst b. unfold excluded, leaves.
  destruct j as [|[|[|j]]]; simpl in Ha; repeat (destruct Ha as [<-|Ha]; [|]); try destruct Ha; simpl in Hj; try discriminate Hj;
    try (destruct j; discriminate Hj); cbn [Well.update];
    first [ left; split; [simpl; tauto|]; first [exists Zwick.I_I; now split | exists Zwick.II_; now split | exists Zwick._I_; now split]
          | right; left; split; [simpl; tauto|]; intros [| |] [E1 E2]; discriminate
          | right; right; split; [simpl; intuition discriminate|]; intros [| |] [E1 E2]; discriminate ].
Qed.

Lemma left_holds lower top i j : shape lower top -> can_take 3 (position lower top) i j ->
  exists l1 a l2, lower = l1 ++ a :: l2 /\ length l1 = i /\ nth i (position lower top) [] = a /\
  let b := Well.update j (fun _ => false) a in
  nth i (without i j (position lower top)) [] = b /\
  without i j (position lower top) = position (l1 ++ b :: l2) top /\
  ((shape (l1 ++ b :: l2) top /\ In b holding /\ exists m, leaves m a b) \/
   ((forall m, ~ leaves m a b) /\ ~ stands (without i j (position lower top)) /\ ~ rests closed (without i j (position lower top)))).
Proof.
  intros Hs Ht. destruct (taken _ _ _ _ Hs Ht) as (l1 & a & l2 & -> & El & Hj & Ea & Ew).
  exists l1, a, l2. repeat split; [exact El | exact Ea | | exact Ew |].
  { rewrite Ew. unfold position. rewrite <- app_assoc. rewrite app_nth2, El, Nat.sub_diag by lia. reflexivity. }
  destruct (shape_split _ _ _ _ Hs) as (H1 & Ha & H2). rewrite Ew.
  destruct (left_over a j Ha Hj) as [[Hb Hm]|[[Hb Hm]|[Hb Hm]]]; [left|right|right].
  - split; [now apply shape_with with a | now split].
  - split; [exact Hm|]. set (b := Well.update j (fun _ => false) a) in *.
    assert (Hp : proper 3 (position (l1 ++ b :: l2) top)).
    { split; [unfold position; destruct l1; discriminate|]. unfold position. rewrite <- app_assoc. apply Forall_app. split.
      - eapply Forall_impl; [|exact H1]. exact holding_parts.
      - constructor; [destruct Hb as [-> | ->]; simpl; auto | exact (shape_parts _ _ H2)]. }
    assert (Hk : ~ kept (position (l1 ++ b :: l2) top)).
    { unfold position. rewrite <- app_assoc. cbn [app]. now apply excluded_falls. }
    destruct (proper_parts 3 _ Hp) as [P1 P2]. split.
    + intros [_ Hst]. apply (rests_upright 3) in Hst; try assumption. apply Hk. clear -Hst.
      induction (position (l1 ++ b :: l2) top) as [|c t IH]; [exact I|]. destruct Hst as [Hc Ht]. split; [|now apply IH].
      unfold holds in *. destruct t; [exact I|]. lia.
    + rewrite (rests_kept 3) by assumption. exact Hk.
  - split; [exact Hm|]. split.
    + intros [Hne _]. unfold position in Hne. rewrite <- app_assoc in Hne. apply Forall_app in Hne. destruct Hne as [_ Hne]. now inversion Hne.
    + unfold position. rewrite <- app_assoc. cbn [app].
      destruct (position_head l2 top H2) as (c & rest & E & _). unfold position in E. rewrite E. now apply empty_falls.
Qed.

(** * Putting it on top *)
Definition size (t : tower) : nat := length (filter (fun c => c) (concat t)).

Lemma on_top lower top l t' : shape lower top -> put 3 (position lower top) l t' ->
  exists c, In c levels /\ t' = lower ++ L111 :: [c] /\ size [c] = size top + 1.
Proof.
  intros [_ Ht] H. unfold position in H. destruct Ht as [->|(b & -> & Hb)].
  - inversion H as [below E Hl|below b E Hf Hn]; subst.
    + rewrite <- app_assoc. exists (Well.update l (fun _ => true) (repeat false 3)).
      split; [|split; [reflexivity|]]; destruct l as [|[|[|]]]; try lia; simpl; tauto.
    + apply app_inj_tail in E. destruct E as [_ E]. now destruct Hf.
  - change (L111 :: [b]) with ([L111] ++ [b]) in H. rewrite app_assoc in H.
    inversion H as [below E Hl|below b' E Hf Hn]; apply app_inj_tail in E; destruct E as [<- E].
    + apply unfinished_parts in Hb. subst b. now destruct Hb as (_ & _ & Hb & _).
    + subst b'. exists (Well.update l (fun _ => true) b). rewrite <- app_assoc. cbn [app].
      simpl in Hb. destruct l as [|[|[|l]]]; repeat (destruct Hb as [<-|Hb]; [|]); try destruct Hb;
        simpl in Hn; try discriminate Hn; try (destruct l; discriminate Hn); split; (simpl; tauto) || (split; reflexivity).
Qed.

Lemma can_put lower top : shape lower top -> exists l t', put 3 (position lower top) l t'.
Proof.
  intros [_ Ht]. unfold position. destruct Ht as [->|(b & -> & Hb)].
  - exists 0. eexists. apply on_a_new_level with lower; [reflexivity | lia].
  - assert (H : exists l, nth l b true = false).
    { simpl in Hb. repeat (destruct Hb as [<-|Hb]; [first [now exists 0 | now exists 1 | now exists 2]|]). destruct Hb. }
    destruct H as (l & Hl). exists l. eexists. apply on_the_top_level with (below := lower ++ [L111]) (a := b).
    + now rewrite <- app_assoc.
    + now apply unfinished_parts in Hb as (_ & _ & Hb & _).
    + exact Hl.
Qed.

(** The tower after a move has the shape again. *)
Lemma reshape lower c : Forall (fun a => In a holding) lower -> In c levels ->
  exists lower' top', shape lower' top' /\ lower ++ L111 :: [c] = position lower' top' /\
  ((c <> L111 /\ lower' = lower /\ top' = [c]) \/ (c = L111 /\ lower' = lower ++ [L111] /\ top' = [])).
Proof.
  intros Hl Hc. destruct (level_dec c L111) as [->|Hn].
  - exists (lower ++ [L111]), []. split; [split; [|now left]|].
    + apply Forall_app. split; [exact Hl | repeat constructor; simpl; tauto].
    + split; [unfold position; now rewrite <- app_assoc | now right].
  - exists lower, [c]. split; [split; [exact Hl | right; exists c; split; [reflexivity|]]|].
    + simpl in *. intuition (subst; tauto).
    + split; [reflexivity | now left].
Qed.

(** * The triplet *)
Lemma around lower top : shape lower top -> around_full (position lower top) = (lower, top).
Proof.
  intros [_ Ht]. unfold position.
  assert (F : existsb Well.full top = false).
  { destruct Ht as [->|(b & -> & Hb)]; [reflexivity|]. apply unfinished_parts in Hb. destruct Hb as (_ & _ & _ & Hb).
    cbn [existsb]. now rewrite Hb. }
  assert (G : forall l, existsb Well.full (l ++ L111 :: top) = true).
  { intros l. rewrite existsb_app. cbn. apply orb_true_r. }
  induction lower as [|a l IH]; cbn [app around_full]; [now rewrite F | now rewrite G, IH].
Qed.

Definition counted (f : level -> bool) (t : tower) : nat := length (filter f t).
Lemma counted_app f t u : counted f (t ++ u) = counted f t + counted f u.
Proof. unfold counted. now rewrite filter_app, app_length. Qed.
Lemma counted_cons f a t : counted f (a :: t) = Nat.b2n (f a) + counted f t.
Proof. unfold counted. cbn [filter]. now destruct (f a). Qed.

Lemma triplet_of lower top : shape lower top ->
  triplet (position lower top) = (counted III lower, counted II_ lower, size top).
Proof. intros H. unfold triplet. now rewrite around. Qed.

Lemma size_below_3 lower top : shape lower top -> size top < 3.
Proof.
  intros [_ Ht]. destruct Ht as [->|(b & -> & Hb)]; [vm_compute; lia|].
  simpl in Hb. repeat (destruct Hb as [<-|Hb]; [vm_compute; lia|]). destruct Hb.
Qed.

Lemma after_put lower c : Forall (fun a => In a holding) lower -> In c levels ->
  triplet (lower ++ L111 :: [c]) = Zwick.normalize (counted III lower) (counted II_ lower) (size [c]).
Proof.
  intros Hl Hc. destruct (reshape lower c Hl Hc) as (l' & t' & Hs & -> & H).
  rewrite (triplet_of _ _ Hs). destruct H as [(Hn & -> & ->)|(-> & -> & ->)].
  - pose proof (size_below_3 _ _ Hs). unfold Zwick.normalize. destruct (Nat.eqb_spec (size [c]) 3); [lia | reflexivity].
  - rewrite !counted_app. unfold Zwick.normalize. cbn. now rewrite Nat.add_0_r.
Qed.

Lemma result_of m a b X Y z : leaves m a b ->
  Zwick.result (Nat.b2n (III a) + X, Nat.b2n (II_ a) + Y, z) m =
  Some (Zwick.normalize (Nat.b2n (III b) + X) (Nat.b2n (II_ b) + Y) (z + 1)).
Proof.
  intros H. destruct m; destruct H as [Ha Hb].
  - subst a b. cbn. now rewrite Nat.sub_0_r.
  - subst a. assert (E : III b = false) by (destruct b as [|[] [|[] [|[] []]]]; try reflexivity; discriminate Hb).
    rewrite Hb, E. cbn. rewrite Nat.sub_0_r. now rewrite Nat.add_1_r.
  - subst b. assert (E : III a = false) by (destruct a as [|[] [|[] [|[] []]]]; try reflexivity; discriminate Ha).
    rewrite Ha, E. cbn. now rewrite Nat.sub_0_r.
Qed.

(** * Moves *)
Lemma move_of_type lower top i j l t' : shape lower top -> move 3 (position lower top) i j l t' ->
  exists m, is_of_type m (position lower top) i j /\
            Zwick.result (triplet (position lower top)) m = Some (triplet t').
Proof.
  intros Hs (Htake & Hout & Hput & _).
  destruct (left_holds _ _ _ _ Hs Htake) as (l1 & a & l2 & E & El & Ea & Eb & Ew & [(Hs' & Hb & m & Hm)|(_ & Hno & _)]); [|contradiction].
  exists m. split; [split; [exact Htake | now rewrite Ea, Eb]|].
  rewrite Ew in Hput. destruct (on_top _ _ _ _ Hs' Hput) as (c & Hc & -> & Hsize).
  rewrite (after_put _ c (proj1 Hs') Hc), Hsize, (triplet_of _ _ Hs), E.
  rewrite !counted_app, !counted_cons, !(Nat.add_comm (counted _ l1)), <- !Nat.add_assoc. now apply result_of.
Qed.

Lemma type_is_safe lower top m i j l t' : shape lower top -> is_of_type m (position lower top) i j ->
  put 3 (without i j (position lower top)) l t' -> move 3 (position lower top) i j l t'.
Proof.
  intros Hs [Htake Hm] Hput.
  destruct (left_holds _ _ _ _ Hs Htake) as (l1 & a & l2 & E & El & Ea & Eb & Ew & H).
  rewrite Ea, Eb in Hm. destruct H as [(Hs' & Hb & _)|(Hno & _)]; [|destruct (Hno m Hm)].
  split; [exact Htake|]. split; [rewrite Ew; now apply shape_stands|]. split; [exact Hput|].
  rewrite Ew in Hput. destruct (on_top _ _ _ _ Hs' Hput) as (c & Hc & -> & _).
  destruct (reshape _ c (proj1 Hs') Hc) as (l' & u & Hs'' & -> & _). now apply shape_stands.
Qed.

Lemma move_shape lower top i j l t' : shape lower top -> move 3 (position lower top) i j l t' ->
  exists lower' top', shape lower' top' /\ t' = position lower' top'.
Proof.
  intros Hs (Htake & Hout & Hput & _).
  destruct (left_holds _ _ _ _ Hs Htake) as (l1 & a & l2 & E & El & Ea & Eb & Ew & [(Hs' & _)|(_ & Hno & _)]); [|contradiction].
  rewrite Ew in Hput. destruct (on_top _ _ _ _ Hs' Hput) as (c & Hc & -> & _).
  destruct (reshape _ c (proj1 Hs') Hc) as (l' & u & Hs'' & -> & _). eauto.
Qed.

Lemma counted_in f t : 0 < counted f t -> exists l1 a l2, t = l1 ++ a :: l2 /\ f a = true.
Proof.
  unfold counted. intros H. destruct (filter f t) as [|a r] eqn:E; [simpl in H; lia|].
  assert (Ha : In a (filter f t)) by (rewrite E; now left). apply filter_In in Ha. destruct Ha as [Ha Hf].
  apply in_split in Ha. destruct Ha as (l1 & l2 & ->). eauto.
Qed.

Lemma type_from l1 a l2 top m j : shape (l1 ++ a :: l2) top -> nth j a false = true ->
  leaves m a (Well.update j (fun _ => false) a) -> is_of_type m (position (l1 ++ a :: l2) top) (length l1) j.
Proof.
  intros Hs Hj Hm. assert (N : forall b rest, nth (length l1) (l1 ++ b :: rest) [] = b) by (intros; apply nth_middle).
  unfold position. rewrite <- app_assoc. cbn [app]. split; [split|].
  - exists (length (l1 ++ a :: l2)). split; [rewrite app_length; simpl; lia|].
    rewrite app_comm_cons, app_assoc. apply nth_middle.
  - now rewrite N.
  - rewrite N. unfold without.
    replace (Well.update (length l1) (Well.update j (fun _ => false)) (l1 ++ a :: l2 ++ L111 :: top))
      with (l1 ++ Well.update j (fun _ => false) a :: l2 ++ L111 :: top); [now rewrite N|].
    clear. induction l1 as [|c l1 IH]; cbn [length app Well.update]; [reflexivity | now rewrite <- IH].
Qed.

Lemma type_exists lower top m q : shape lower top -> Zwick.result (triplet (position lower top)) m = Some q ->
  exists i j, is_of_type m (position lower top) i j.
Proof.
  intros Hs. rewrite (triplet_of _ _ Hs). intros H.
  assert (Hc : exists f, 0 < counted f lower /\ forall a, f a = true -> exists j, nth j a false = true /\ leaves m a (Well.update j (fun _ => false) a)).
  { destruct m; cbn [Zwick.result] in H.
    - exists III. split; [destruct (Nat.ltb_spec 0 (counted III lower)); (lia || discriminate)|].
      intros a Ha. destruct a as [|[] [|[] [|[] []]]]; try discriminate Ha. exists 1. now repeat split.
    - exists III. split; [destruct (Nat.ltb_spec 0 (counted III lower)); (lia || discriminate)|].
      intros a Ha. destruct a as [|[] [|[] [|[] []]]]; try discriminate Ha. exists 0. now repeat split.
    - exists II_. split; [destruct (Nat.ltb_spec 0 (counted II_ lower)); (lia || discriminate)|].
      intros a Ha. destruct a as [|[] [|[] [|[] []]]]; try discriminate Ha; [exists 0 | exists 2]; now repeat split. }
  destruct Hc as (f & Hf & Hm). destruct (counted_in f lower Hf) as (l1 & a & l2 & -> & Ha).
  destruct (Hm a Ha) as (j & Hj & Hl). exists (length l1), j. now apply type_from.
Qed.

Lemma type_result lower top m i j : shape lower top -> is_of_type m (position lower top) i j ->
  exists q, Zwick.result (triplet (position lower top)) m = Some q.
Proof.
  intros Hs [Htake Hm]. destruct (left_holds _ _ _ _ Hs Htake) as (l1 & a & l2 & E & _ & Ea & Eb & _).
  rewrite Ea, Eb in Hm. rewrite (triplet_of _ _ Hs), E, !counted_app, !counted_cons, !(Nat.add_comm (counted _ l1)), <- !Nat.add_assoc.
  eexists. apply result_of. exact Hm.
Qed.

Lemma in_play_shape t : in_play t -> exists lower top, shape lower top /\ t = position lower top.
Proof.
  induction 1 as [n Hn|t i j l t' _ (lower & top & Hs & ->) Hmove]; [|now apply (move_shape lower top i j l)].
  exists (repeat L111 (n - 1)), []. split.
  - split; [|now left]. apply Forall_forall. intros a Ha. apply repeat_spec in Ha. subst a. simpl. tauto.
  - unfold start, position. change (full 3) with L111. destruct n as [|n]; [lia|].
    replace (S n - 1) with n by lia. apply repeat_cons.
Qed.

Theorem zwick_move_types_holds : StatementsMaps.zwick_move_types.
Proof.
  intros t H. destruct (in_play_shape t H) as (lower & top & Hs & ->). clear H. split; [|split; [|split; [|split; [|split; [|split]]]]].
  - change (full 3) with L111. destruct Hs as [_ [->|(b & -> & _)]]; unfold position.
    + left. apply last_last.
    + right. change (L111 :: [b]) with ([L111] ++ [b]). rewrite app_assoc, removelast_last. apply last_last.
  - now apply shape_stable.
  - intros [_ N]. now apply N, shape_stable.
  - intros i j Htake [Hc Hn]. destruct (left_holds _ _ _ _ Hs Htake) as (l1 & a & l2 & _ & _ & _ & _ & Ew & [(Hs' & _)|(_ & _ & Hno)]).
    + apply Hn. rewrite Ew. now apply shape_stable.
    + contradiction.
  - intros i j l t' Hm. now apply move_of_type with l.
  - intros m i j l t' Hm Hput. now apply type_is_safe with m.
  - intros m. split.
    + intros (q & Hq). destruct (type_exists _ _ _ _ Hs Hq) as (i & j & Hty). exists i, j. split; [exact Hty|].
      destruct Hty as [Htake Hm]. destruct (left_holds _ _ _ _ Hs Htake) as (l1 & a & l2 & _ & _ & Ea & Eb & Ew & H).
      rewrite Ea, Eb in Hm. destruct H as [(Hs' & _)|(Hno & _)]; [|destruct (Hno m Hm)].
      rewrite Ew. now apply can_put.
    + intros (i & j & Hty & _). now apply type_result with i j.
Qed.
