(** How many towers arise in Jenka_3. In play all levels but the top are of the five kinds that hold, and a full one
    lies under the top. A new level is begun on a full top, which lay on a full level, and that lost one block at most.
    So much is true of every tower that arises. Conversely, in such a tower a block of the top goes back into the
    highest level below that is not full, again and again, until the tower is the start. These towers are listed by
    the level that is put on last, and that is the recursion. *)
From Coq Require Import Arith Bool List Lia.
From Topple Require Import Statements Towers InPlay.
From Topple Require Moves GrowthSums.
Import ListNotations Tower Jenka Jenga Growth.
Local Open Scope nat_scope.

(** The levels of two and three blocks. *)
Definition wide : list level := [L011; L110; L101; L111].

(** The tower is [lower], a full level and [c]. If one block is on top, there is no lone one under the full level. *)
Definition reached (n : nat) (lower : tower) (c : level) : Prop :=
  Forall (fun a => In a holding) lower /\ In c levels /\ size lower + 3 + size [c] = 3 * n /\
  (size [c] = 1 -> exists v d, lower = v ++ [d] /\ In d wide).

(** * Blocks *)
Lemma size_app t u : size (t ++ u) = size t + size u.
Proof. unfold size. now rewrite concat_app, filter_app, app_length. Qed.
Lemma size_cons a t : size (a :: t) = size [a] + size t.
Proof. exact (size_app [a] t). Qed.
Lemma size_full k : size (repeat L111 k) = 3 * k.
Proof.
  induction k as [|k IH]; [reflexivity|]. cbn [repeat]. rewrite size_cons, IH. change (size [L111]) with 3. lia.
Qed.
Lemma size_level c : In c levels -> 1 <= size [c] <= 3 /\ (size [c] = 3 -> c = L111).
Proof. intros H. simpl in H. each H; (split; [vm_compute; lia|]); (reflexivity || discriminate). Qed.
Lemma size_holding a : In a holding -> 1 <= size [a].
Proof. intros Ha. apply size_level, holding_level, Ha. Qed.
Lemma wide_holding d : In d wide -> In d holding.
Proof. simpl. tauto. Qed.
Lemma unfinished_level b : In b unfinished -> In b levels.
Proof. simpl. tauto. Qed.

Lemma two_full n : 2 <= n -> repeat L111 n = repeat L111 (n - 2) ++ [L111; L111].
Proof. intros H. replace n with (n - 2 + 2) at 1 by lia. apply repeat_app. Qed.

(** * What arises is of this kind *)
(** A block is taken, and the level still holds. *)
Lemma loss (a b : level) j : b = Well.update j (fun _ => false) a -> In a holding -> nth j a false = true ->
  In b holding -> size [a] = S (size [b]) /\ (a = L111 -> In b wide).
Proof.
  intros -> Ha Hj Hb. destruct j as [|[|[|j]]]; simpl in Ha; each Ha; simpl in Hj; try discriminate Hj;
    try (destruct j; discriminate Hj); (split; [reflexivity|]); intros E; try discriminate E; simpl; tauto.
Qed.

Lemma arising_reached n t : 2 <= n -> arises 3 n t -> exists lower c, t = lower ++ [L111; c] /\ reached n lower c.
Proof.
  intros Hn. induction 1 as [|t i j l t' _ (lower & c & -> & Hl & Hc & Hs & _) (Htake & Hout & Hput & _)].
  - exists (repeat L111 (n - 2)), L111. split; [exact (two_full n Hn)|]. split; [|split; [simpl; tauto|split]].
    + apply Forall_forall. intros a Ha. apply repeat_spec in Ha. subst a. simpl. tauto.
    + rewrite size_full. change (size [L111]) with 3. lia.
    + discriminate.
  - destruct (reshape lower c Hl Hc) as (lower' & top & Hsh & E & Hcase). rewrite E in *. clear E.
    destruct (left_holds _ _ _ _ Hsh Htake)
      as (l1 & a & l2 & El & _ & Ea & _ & Ew & [(Hsh' & Hb & _)|(_ & Hno & _)]); [|contradiction].
    destruct Htake as [_ Hj]. rewrite Ew in Hput. rewrite Ea in Hj.
    destruct (on_top _ _ _ _ Hsh' Hput) as (d & Hd & -> & Sd).
    destruct Hsh as [Hlow' Ht]. rewrite El in Hlow'. apply Forall_elt in Hlow'.
    remember (Well.update j (fun _ => false) a : level) as b eqn:Eb. destruct (loss a b j Eb Hlow' Hj Hb) as [Sa Wa].
    exists (l1 ++ b :: l2), d. split; [reflexivity|]. split; [apply Hsh'|]. split; [exact Hd|].
    assert (Sl : size lower' = S (size (l1 ++ b :: l2))) by (rewrite El, !size_app, (size_cons a), (size_cons b); lia).
    destruct Hcase as [(_ & -> & ->)|(-> & -> & ->)].
    + split; [lia|]. intros S1. pose proof (size_level c Hc). lia.
    + rewrite size_app in Sl. change (size [L111]) with 3 in *. change (size []) with 0 in *. split; [lia|]. intros _.
      destruct l2 as [|x l2 _] using rev_ind.
      * apply app_inj_tail in El. exists l1, b. split; [reflexivity | apply Wa; symmetry; apply El].
      * rewrite app_comm_cons, app_assoc in El |- *. apply app_inj_tail in El. destruct El as [_ <-].
        exists (l1 ++ b :: l2), L111. split; [reflexivity | simpl; tauto].
Qed.

(** * What is of this kind arises *)
(** All levels are full, or there is a highest one that is not. *)
Lemma highest_open (lower : tower) :
  lower = repeat L111 (length lower) \/ exists l1 b k, lower = l1 ++ b :: repeat L111 k /\ b <> L111.
Proof.
  induction lower as [|a lower [IH|(l1 & b & k & -> & Hb)]]; [now left| |].
  - destruct (level_dec a L111) as [->|Ha].
    + left. cbn [length repeat]. now rewrite <- IH.
    + right. exists [], a, (length lower). split; [now rewrite <- IH | exact Ha].
  - right. exists (a :: l1), b, k. now split.
Qed.

Lemma last_filled (l1 : tower) a k : exists v, l1 ++ a :: repeat L111 k = v ++ [match k with 0 => a | _ => L111 end].
Proof.
  destruct k as [|k]; [now exists l1|]. exists (l1 ++ a :: repeat L111 k).
  cbn [repeat]. now rewrite repeat_cons, <- app_assoc.
Qed.

(** A level that is not full gets a block back; and is full then, if it had two. *)
Lemma refill b : In b holding -> b <> L111 -> exists (a : level) j m, b = Well.update j (fun _ => false) a /\
  nth j a false = true /\ leaves m a b /\ In a wide /\ size [a] = S (size [b]) /\ (In b wide -> a = L111).
Proof.
  intros Hb Hne. simpl in Hb. each Hb; [exists L110, 0, Zwick._I_ | exists L111, 0, Zwick.II_
    | exists L111, 2, Zwick.II_ | exists L111, 1, Zwick.I_I | contradiction]; repeat split; try (simpl; tauto).
  intros H. simpl in H. intuition discriminate.
Qed.

(** The top before its last block was put. *)
Lemma top_before lower c : In c levels -> exists top l, (top = [] \/ exists b, top = [b] /\ In b unfinished) /\
  put 3 (position lower top) l (lower ++ [L111; c]) /\ size [c] = S (size top).
Proof.
  intros Hc.
  assert (H : exists top l, (top = [] \/ exists b, top = [b] /\ In b unfinished) /\
    l < 3 /\ nth l (Moves.base_of 3 top) true = false /\ c = Moves.filled 3 l top /\ size [c] = S (size top)).
  { simpl in Hc. each Hc; [exists [], 2 | exists [], 1 | exists [L010], 2 | exists [], 0 | exists [L100], 2
      | exists [L010], 0 | exists [L011], 0];
      (split; [|repeat split; lia]); try (now left); right; eexists; simpl; eauto 8. }
  destruct H as (top & l & Ht & Hl & Hn & -> & Hs). exists top, l. split; [exact Ht|]. split; [|exact Hs].
  apply Moves.put_iff; [|now repeat split].
  destruct Ht as [->|(b & -> & Hb)]; [now left|]. right. exists b. apply unfinished_parts in Hb. repeat split; tauto.
Qed.

Lemma move_back l1 (a b : level) l2 top j m l t' : shape (l1 ++ a :: l2) top ->
  b = Well.update j (fun _ => false) a -> nth j a false = true -> leaves m a b ->
  put 3 (position (l1 ++ b :: l2) top) l t' -> move 3 (position (l1 ++ a :: l2) top) (length l1) j l t'.
Proof.
  intros Hsh -> Hj Hm Hput. apply type_is_safe with m; [exact Hsh | now apply type_from|].
  unfold without, position in *. rewrite <- app_assoc in *. cbn [app] in *. now rewrite Moves.update_app.
Qed.

(** By induction on the number of blocks that were put. *)
Lemma reached_arises n : 2 <= n -> forall w lower c, reached n lower c -> 3 * length lower + size [c] < w ->
  arises 3 n (lower ++ [L111; c]).
Proof.
  intros Hn. induction w as [|w IH]; intros lower c (Hl & Hc & Hs & H1) Hw; [lia|].
  destruct (size_level c Hc) as [Hc3 Hfull]. destruct (highest_open lower) as [E|(l1 & b & k & -> & Hne)].
  - rewrite E, size_full in Hs. rewrite Hfull, E by lia. replace (length lower) with (n - 2) by lia.
    rewrite <- two_full by exact Hn. apply at_the_start.
  - apply Forall_app in Hl. destruct Hl as [Hl1 Hl2]. inversion Hl2 as [|? ? Hb Hl3]; subst. clear Hl2.
    destruct (refill b Hb Hne) as (a & j & m & Eb & Hj & Hm & Ha & Hab & Hba).
    destruct (top_before (l1 ++ b :: repeat L111 k) c Hc) as (top & l & Ht & Hput & Sc).
    set (lower := l1 ++ a :: repeat L111 k). destruct (last_filled l1 a k) as (v & Ev). fold lower in Ev.
    assert (Hlow : Forall (fun a => In a holding) lower).
    { apply Forall_app. split; [exact Hl1|]. constructor; [now apply wide_holding | exact Hl3]. }
    assert (Hlen : length lower = length (l1 ++ b :: repeat L111 k)) by (unfold lower; now rewrite !app_length).
    assert (Hsize : size lower = S (size (l1 ++ b :: repeat L111 k))).
    { unfold lower. rewrite !size_app, (size_cons a), (size_cons b). lia. }
    apply by_a_move with (position lower top) (length l1) j l; [|now apply move_back with b m].
    destruct Ht as [->|(c' & -> & Hc')].
    + change (size []) with 0 in Sc. destruct (H1 Sc) as (v' & d & Ed & Hd).
      assert (E : match k with 0 => a | _ => L111 end = L111).
      { destruct k; [|reflexivity]. apply app_inj_tail in Ed. destruct Ed as [_ <-]. now apply Hba. }
      rewrite E in Ev. clearbody lower. subst lower. unfold position. rewrite <- app_assoc. rewrite size_app in Hsize.
      rewrite app_length in Hlen. change (size [L111]) with 3 in Hsize. cbn [length] in Hlen. apply Forall_app in Hlow.
      apply IH; unfold reached; change (size [L111]) with 3; [|lia].
      split; [apply Hlow|]. split; [simpl; tauto|]. split; [lia | discriminate].
    + apply IH; [|lia]. split; [exact Hlow|]. split; [now apply unfinished_level|]. split; [lia|]. intros _. rewrite Ev.
      exists v. eexists. split; [reflexivity|]. destruct k; [exact Ha | simpl; tauto].
Qed.

(** * Lists of towers, by the level that is put on *)
(** [kinds]: the towers to put a level of one block on, of two blocks, of three. *)
Definition below (kinds : list (list tower)) (a : level) : list tower := nth (size [a] - 1) kinds [].
Definition heap (tops : list level) (kinds : list (list tower)) : list tower :=
  flat_map (fun a => map (fun t => t ++ [a]) (below kinds a)) tops.

Lemma in_heap tops kinds t : In t (heap tops kinds) <-> exists u a, t = u ++ [a] /\ In a tops /\ In u (below kinds a).
Proof.
  unfold heap. rewrite in_flat_map. split.
  - intros (a & Ha & Ht). apply in_map_iff in Ht. destruct Ht as (u & <- & Hu). eauto.
  - intros (u & a & -> & Ha & Hu). exists a. split; [exact Ha|]. apply in_map_iff. eauto.
Qed.

Lemma NoDup_snoc (a : level) (ts : list tower) : NoDup ts -> NoDup (map (fun t => t ++ [a]) ts).
Proof. apply FinFun.Injective_map_NoDup. intros t u E. now apply app_inj_tail in E. Qed.

Lemma NoDup_heap tops kinds : NoDup tops -> Forall (@NoDup tower) kinds -> NoDup (heap tops kinds).
Proof.
  intros Hn Hk. induction Hn as [|a tops Ha Hn IH]; [constructor|]. apply GrowthSums.NoDup_both; [|exact IH|].
  - apply NoDup_snoc. unfold below. destruct (nth_in_or_default (size [a] - 1) kinds []) as [H| ->]; [|constructor].
    rewrite Forall_forall in Hk. now apply Hk.
  - intros t Ht H. apply in_heap in H. destruct H as (u & b & -> & Hb & _).
    apply in_map_iff in Ht. destruct Ht as (v & E & _). apply app_inj_tail in E. destruct E as [_ ->]. contradiction.
Qed.

Lemma level_lists_distinct : NoDup levels /\ NoDup holding /\ NoDup wide.
Proof. repeat split; repeat constructor; simpl; intuition discriminate. Qed.

(** The towers of levels that hold with [m], [m - 1], ..., 0 blocks. *)
Fixpoint rows (m : nat) : list (list tower) :=
  match m with
  | 0 => [[[]]]
  | S m => heap holding (rows m) :: rows m
  end.

Lemma in_rows m : forall t j, In t (nth j (rows m) []) <-> Forall (fun a => In a holding) t /\ size t + j = m.
Proof.
  induction m as [|m IH]; intros t j.
  - split.
    + intros H. destruct j as [|[|j]]; cbn in H; [|destruct H..]. destruct H as [<-|[]]. now split.
    + intros [H E]. replace j with 0 by lia. left. destruct H as [|a t Ha _]; [reflexivity|].
      rewrite size_cons in E. pose proof (size_holding a Ha). lia.
  - destruct j as [|j]; cbn [rows nth].
    + rewrite in_heap. split.
      * intros (u & a & -> & Ha & Hu). apply IH in Hu. destruct Hu as [Hu E]. pose proof (size_holding a Ha).
        rewrite Forall_app, size_app. repeat split; [exact Hu | now constructor | lia].
      * destruct t as [|a t _] using rev_ind; [intros [_ E]; discriminate E|]. rewrite Forall_app, size_app.
        intros [[Ht Ha] E]. apply Forall_inv in Ha. exists t, a. split; [reflexivity|]. split; [exact Ha|].
        apply IH. split; [exact Ht|]. pose proof (size_holding a Ha). lia.
    + rewrite IH. split; intros [H E]; (split; [exact H | lia]).
Qed.

Lemma NoDup_rows m : Forall (@NoDup tower) (rows m).
Proof.
  induction m as [|m IH]; cbn [rows].
  - repeat constructor. intros [].
  - constructor; [apply NoDup_heap; [apply level_lists_distinct | exact IH] | exact IH].
Qed.

(** ** All that arise *)
Definition with_full (ts : list tower) : list tower := map (fun t => t ++ [L111]) ts.
Definition lowers (m : nat) : list (list tower) := heap wide (rows m) :: rows m.
Definition all_towers (m : nat) : list tower := heap levels (map with_full (lowers m)).

Lemma nth_with_full kinds i : nth i (map with_full kinds) [] = with_full (nth i kinds []).
Proof. exact (map_nth with_full kinds [] i). Qed.

Lemma in_lowers n lower c : 2 <= n -> In c levels -> (In lower (below (lowers (3 * n - 5)) c) <-> reached n lower c).
Proof.
  intros Hn Hc. unfold below, lowers, reached. destruct (size_level c Hc) as [B _].
  destruct (size [c]) as [|[|s]]; [lia| |]; cbn [Nat.sub nth]; [rewrite in_heap | rewrite in_rows]; split.
  - intros (u & d & -> & Hd & Hu). unfold below in Hu. apply in_rows in Hu. destruct Hu as [Hu E].
    pose proof (size_holding d (wide_holding d Hd)). apply wide_holding in Hd as Hh.
    rewrite Forall_app, size_app. repeat split; [exact Hu | now constructor | exact Hc | lia | eauto].
  - intros (Hl & _ & E & H). destruct (H eq_refl) as (v & d & -> & Hd). exists v, d. split; [reflexivity|].
    split; [exact Hd|]. unfold below. apply in_rows. rewrite size_app in E. apply Forall_app in Hl.
    pose proof (size_holding d (wide_holding d Hd)). split; [apply Hl | lia].
  - intros [H E]. split; [exact H|]. split; [exact Hc|]. split; lia.
  - intros (H & _ & E & _). split; [exact H | lia].
Qed.

Lemma in_all_towers n t : 2 <= n ->
  (In t (all_towers (3 * n - 5)) <-> exists lower c, t = lower ++ [L111; c] /\ reached n lower c).
Proof.
  intros Hn. unfold all_towers. rewrite in_heap. unfold below. split.
  - intros (u & c & -> & Hc & Hu). rewrite nth_with_full in Hu. apply in_map_iff in Hu.
    destruct Hu as (lower & <- & Hl). exists lower, c. split; [now rewrite <- app_assoc | now apply in_lowers].
  - intros (lower & c & -> & H). exists (lower ++ [L111]), c. split; [now rewrite <- app_assoc|].
    split; [apply H|]. rewrite nth_with_full. apply (in_map (fun t => t ++ [L111])).
    apply in_lowers; [exact Hn | apply H | exact H].
Qed.

Lemma NoDup_all_towers m : NoDup (all_towers m).
Proof.
  apply NoDup_heap; [apply level_lists_distinct|]. apply Forall_map.
  apply Forall_impl with (P := @NoDup tower); [intros ts; apply NoDup_snoc|]. constructor; [|apply NoDup_rows].
  apply NoDup_heap; [apply level_lists_distinct | apply NoDup_rows].
Qed.

(** * How many they are *)
Definition many (kinds : list (list tower)) (i : nat) : nat := length (nth i kinds []).

Lemma length_heap tops kinds : length (heap tops kinds) = list_sum (map (fun a => many kinds (size [a] - 1)) tops).
Proof.
  induction tops as [|a tops IH]; [reflexivity|]. unfold heap. cbn [flat_map]. rewrite app_length, map_length.
  exact (f_equal (Nat.add (many kinds (size [a] - 1))) IH).
Qed.

Lemma lengths kinds : let x := many kinds 0 in let y := many kinds 1 in let z := many kinds 2 in
  length (heap holding kinds) = x + 3 * y + z /\ length (heap wide kinds) = 3 * y + z /\
  length (heap levels kinds) = 3 * x + 3 * y + z.
Proof. rewrite !length_heap. cbn. lia. Qed.

Lemma many_with_full kinds i : many (map with_full kinds) i = many kinds i.
Proof. unfold many. rewrite nth_with_full. apply map_length. Qed.

Section Counted.
  Variable a : nat -> nat.
  Hypotheses (a0 : a 0 = 1) (a1 : a 1 = 1) (a2 : a 2 = 4) (a3 : forall m, a (3 + m) = a (2 + m) + 3 * a (1 + m) + a m).

  Lemma many_rows m : forall i j, i + j = m -> many (rows m) j = a i.
  Proof.
    induction m as [|m IH]; intros i j E.
    - replace i with 0 by lia. replace j with 0 by lia. now rewrite a0.
    - destruct j as [|j]; [|apply IH; lia]. replace i with (S m) by lia.
      change (length (heap holding (rows m)) = a (S m)). rewrite (proj1 (lengths (rows m))).
      destruct m as [|[|m]]; [now rewrite a1 | now rewrite a2|]. change (S (S (S m))) with (3 + m).
      rewrite a3, (IH (2 + m) 0), (IH (1 + m) 1), (IH m 2) by lia. reflexivity.
  Qed.

  Lemma length_all_towers m : 1 <= m -> length (all_towers m) = 3 * a (S m) + a (m - 1).
  Proof.
    intros Hm. rewrite <- (many_rows (S m) (S m) 0), <- (many_rows m (m - 1) 1) by lia.
    change (many (rows (S m)) 0) with (length (heap holding (rows m))).
    unfold all_towers. destruct (lengths (map with_full (lowers m))) as (_ & _ & ->). rewrite !many_with_full.
    change (many (lowers m) 0) with (length (heap wide (rows m))).
    change (many (lowers m) (S ?i)) with (many (rows m) i).
    destruct (lengths (rows m)) as (-> & -> & _). lia.
  Qed.
End Counted.

Theorem jenka_3_towers_holds : StatementsGrowth.jenka_3_towers.
Proof.
  intros a a0 a1 a2 a3 n Hn. exists (all_towers (3 * n - 5)). split; [apply NoDup_all_towers|]. split.
  - intros t. rewrite in_all_towers by exact Hn. split; [|now apply arising_reached].
    intros (lower & c & -> & H). exact (reached_arises n Hn _ lower c H (le_n _)).
  - rewrite (length_all_towers a a0 a1 a2 a3) by lia. f_equal; [f_equal|]; f_equal; lia.
Qed.
