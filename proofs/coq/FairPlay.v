(** Play with levels that a player can keep. Before his opponent moves, all levels below the highest full one are good,
    but for at most one that is fair. The opponent spoils at most one level. If an answer in it is needed, it makes the
    level good again, or fair if it was fair before; if not, a fair level is made good, or a good one fair at worst. So
    each move is one of those still to come, and who wins is told by whether they are even or odd in number. *)
From Coq Require Import Arith ZArith Bool List Lia.
From Topple Require Import Statements Wells Levels Hulls Moves BalanceCheck BalanceTowers BalancePlay JenkaPlaces
  GrowthMoves FairLevels FairTowers.
Import ListNotations Tower Jenka Balance.

Section Play.
  Variable h : nat.
  Variable d : Z.
  Variables good fair topped : level -> bool.
  Let k := slots h.
  Hypothesis slack : (0 <= d <= Z.of_nat k - 2)%Z.
  Hypothesis all_kept : closed_sets h d good fair topped = true.
  Let positive : 1 <= k.
  Proof. unfold k, slots. lia. Qed.
  Let held := held h good fair.
  Let is_good := is_good h good.
  Let is_fair := is_fair h fair.
  Let held_stands := held_stands h d good fair topped slack all_kept.
  Let keeps := closed_keeps h d good fair topped all_kept.

  (** ** Positions *)
  Definition kept (t : tower) : Prop := exists n, n <= 1 /\ held n t.
  (** When it is the opponent's turn, and when it is the player's. *)
  Definition left_on_top (top : tower) : Prop := top_of k top /\ topping h 0 top /\ topped (base_of k top) = true.
  Definition found_on_top (top : tower) : Prop :=
    top_of k top /\ topping h (Z.of_nat k - 2) top /\ some_slot topped (base_of k top) = true.

  Lemma base_facts x top : top_of k top -> topping h x top -> (0 <= x)%Z ->
    length (base_of k top) = k /\ blocks_of (base_of k top) = stock top /\
    (Z.abs (moment (base_of k top)) <= blocks (base_of k top) + x)%Z /\ stock top < k.
  Proof.
    intros [-> | (q & -> & Hl & Hf)] P X; cbn [base_of stock].
    - rewrite repeat_length, symmetric_moment, no_blocks by apply rev_repeat. rewrite blocks_blocks. lia.
    - destruct P as [E | (q' & E & _ & _ & M)]; [discriminate|]. injection E as <-.
      repeat split; [exact Hl | exact M |].
      pose proof (blocks_le q). destruct (Nat.eq_dec (blocks_of q) k) as [B|]; [|lia]. exfalso. apply Hf.
      apply same_blocks; [now rewrite full_length | | rewrite blocks_full; lia].
      intros j Hj. apply full_nth. pose proof (nth_inside q false j Hj). lia.
  Qed.

  (** A block more on top. *)
  Lemma filled_facts x top l : top_of k top -> topping h x top -> (0 <= x)%Z -> nth l (base_of k top) true = false ->
    let q := filled k l top in length q = k /\ In true q /\ blocks_of q = S (stock top) /\
    (Z.abs (moment q) <= blocks q + x + (Z.of_nat k - 2))%Z.
  Proof.
    intros T P X Hl q. destruct (base_facts x top T P X) as (L & B & M & _). pose proof (nth_inside _ true l Hl) as I.
    assert (Lq : length q = k) by (unfold q, filled; now rewrite update_length).
    assert (Bq : blocks_of q = S (stock top)) by (unfold q, filled; now rewrite blocks_set, B).
    split; [exact Lq|]. split; [apply true_nth, blocks_true; lia|]. split; [exact Bq|].
    destruct (fill_slot (base_of k top) l I) as [E1 E2].
    { rewrite nth_indep with (d' := true); assumption. }
    fold (filled k l top) in E1, E2. fold q in E1, E2. rewrite E1, E2, L. unfold middle. lia.
  Qed.
  Lemma topping_one x q : length q = k -> In true q -> (Z.abs (moment q) <= blocks q + x)%Z -> topping h x [q].
  Proof. intros. right. eauto 6. Qed.

  Lemma kept_more t : kept t -> kept (t ++ [full k]).
  Proof.
    intros (n & N & H). exists n. split; [exact N|]. replace n with (n + 0) by lia. apply held_app; [exact H|].
    apply held_good; [apply (full_good h d good fair topped all_kept) | apply held_none].
  Qed.
  Lemma kept_lengths t : kept t -> even_levels k t.
  Proof.
    intros (n & _ & H). pose proof (held_near h d good fair topped slack all_kept n t H) as F.
    unfold even_levels. eapply Forall_impl; [|exact F]. intros a Ha. apply Ha.
  Qed.
  Lemma kept_blocks t a : kept t -> In a t -> 2 <= blocks_of a.
  Proof.
    intros (n & _ & H) Ha. pose proof (held_near h d good fair topped slack all_kept n t H) as F.
    rewrite Forall_forall in F. apply F in Ha. apply Ha.
  Qed.

  (** ** The player's move: a block of [a] that leaves the tower kept, to a slot that he likes *)
  Lemma moves_in t1 a t2 j top : nth j a false = true -> kept (t1 ++ minus a j :: t2) -> found_on_top top ->
    exists i j l t top', move k ((t1 ++ a :: t2) ++ full k :: top) i j l (t ++ full k :: top') /\
      kept t /\ left_on_top top' /\ left h (t1 ++ a :: t2) top = S (left h t top').
  Proof.
    intros Hj Kt (T & P & F). destruct (some_slot_found _ _ F) as (l & Hl & Tl).
    assert (X : (0 <= Z.of_nat k - 2)%Z) by lia.
    destruct (filled_facts _ _ l T P X Hl) as (Lq & Iq & Bq & _). set (q := filled k l top) in *.
    destruct (base_facts _ top T P X) as (Lb & _). pose proof (nth_inside _ true l Hl) as Il. rewrite Lb in Il.
    assert (Mq : (Z.abs (moment q) <= blocks q)%Z).
    { apply (keeps q Lq) in Tl. unfold keeps_topped in Tl. apply andb_true_iff in Tl. now apply Z.leb_le. }
    assert (R : room (t1 ++ a :: t2) = S (room (t1 ++ minus a j :: t2))).
    { rewrite !room_app, !room_cons, (blocks_clear a j Hj).
      assert (B : 2 <= blocks_of (minus a j)) by (apply (kept_blocks _ _ Kt), in_elt). lia. }
    assert (Mv : move k ((t1 ++ a :: t2) ++ full k :: top) (length t1) j l ((t1 ++ minus a j :: t2) ++ full k :: [q])).
    { pose proof Kt as (n & N & H). split; [|split; [|split]].
      - split.
        + exists (length (t1 ++ a :: t2)). split; [rewrite app_length; cbn; lia | apply nth_middle].
        + rewrite <- app_assoc. cbn [app]. rewrite nth_middle. exact Hj.
      - unfold without. rewrite <- app_assoc. cbn [app]. rewrite update_app, app_comm_cons, app_assoc.
        now apply (held_stands n).
      - unfold without. rewrite <- app_assoc. cbn [app]. rewrite update_app, app_comm_cons, app_assoc.
        apply put_iff; auto.
      - apply (held_stands n); [exact H | exact N|]. apply topping_one; [exact Lq | exact Iq | lia]. }
    destruct (settle h d slack (t1 ++ minus a j :: t2) q Lq) as (t & top' & E & S & Cs).
    exists (length t1), j, l, t, top'. split; [exact (eq_ind _ (move k _ _ _ _) Mv _ E)|].
    unfold left at 1. rewrite R, still_put, <- Bq, S.
    destruct Cs as [(_ & -> & ->)|(Nf & -> & ->)].
    - split; [now apply kept_more|]. split; [|reflexivity]. split; [now left|]. split; [now left|].
      apply (closed_starts h d good fair topped all_kept).
    - split; [exact Kt|]. split; [|reflexivity]. split; [right; eauto|]. split; [|exact Tl].
      apply topping_one; [exact Lq | exact Iq | lia].
  Qed.

  (** He finds such a block if he is free and a move is left. *)
  Lemma good_one b : is_good b -> held 0 [b].
  Proof. intros G. apply held_good; [exact G | apply held_none]. Qed.
  Lemma either_held (b : level) : length b = k -> either good fair b = true -> exists n, n <= 1 /\ held n [b].
  Proof.
    intros L E. apply orb_true_iff in E. destruct E as [E|E].
    - exists 0. split; [lia|]. now apply good_one.
    - exists 1. split; [lia|]. apply held_fair; [now split | apply held_none].
  Qed.
  Lemma kept_with n t1 t2 m b : held n (t1 ++ t2) -> held m [b] -> n + m <= 1 -> kept (t1 ++ b :: t2).
  Proof.
    intros H B N. apply held_parts in H. destruct H as (n1 & n2 & -> & H1 & H2). exists (n1 + (m + n2)). split; [lia|].
    apply held_app; [exact H1|]. exact (held_app h good fair m n2 [b] t2 B H2).
  Qed.

  Lemma block_found t : kept t -> 1 <= room t -> exists t1 a t2 j, t = t1 ++ a :: t2 /\ nth j a false = true /\
    kept (t1 ++ minus a j :: t2).
  Proof.
    intros (n & N & H) R. destruct n as [|n].
    - assert (E : exists a, In a t /\ 2 < blocks_of a).
      { clear -R. induction t as [|a t IH]; [cbn in R; lia|]. rewrite room_cons in R.
        destruct (Nat.lt_ge_cases 2 (blocks_of a)) as [L|L]; [exists a; split; [now left | exact L]|].
        destruct IH as (b & I & L'); [lia|]. exists b. split; [now right | exact L']. }
      destruct E as (a & I & L). pose proof (held_all h good fair t H) as A. rewrite Forall_forall in A.
      destruct (A a I) as [La Ga]. apply (keeps a La) in Ga. unfold keeps_good in Ga.
      rewrite !andb_true_iff, orb_true_iff, Nat.leb_le in Ga.
      destruct Ga as [[_ [G|G]] _]; [lia|]. apply some_block_found in G. destruct G as (j & Hj & G).
      apply in_split in I. destruct I as (t1 & t2 & ->). exists t1, a, t2, j. split; [reflexivity|]. split; [exact Hj|].
      apply held_parts in H. destruct H as (n1 & n2 & N0 & H1 & H2). inversion H2 as [|? ? ? _ H2'|]; subst; [|lia].
      destruct (either_held (minus a j)) as (m & M & B); [now rewrite update_length | exact G|].
      apply (kept_with 0 _ _ m); [rewrite N0; now apply held_app | exact B | lia].
    - apply held_one in H. destruct H as (t1 & a & t2 & -> & [La Fa] & H).
      apply (keeps a La) in Fa. unfold keeps_fair in Fa.
      rewrite !andb_true_iff in Fa. destruct Fa as [[_ F] _]. apply some_block_found in F.
      destruct F as (j & Hj & F). exists t1, a, t2, j. split; [reflexivity|]. split; [exact Hj|].
      apply (kept_with n _ _ 0); [exact H | | lia]. apply good_one. split; [now rewrite update_length | exact F].
  Qed.

  (** The player can move: he is free, or the answer is in some level. *)
  Definition ready (t : tower) : Prop := kept t \/
    exists t1 a t2 j, t = t1 ++ a :: t2 /\ nth j a false = true /\ kept (t1 ++ minus a j :: t2).
  Lemma moves_on t top : ready t -> 1 <= room t -> found_on_top top ->
    exists i j l t' top', move k (t ++ full k :: top) i j l (t' ++ full k :: top') /\
      kept t' /\ left_on_top top' /\ left h t top = S (left h t' top').
  Proof.
    intros R N F.
    assert (E : exists t1 a t2 j, t = t1 ++ a :: t2 /\ nth j a false = true /\ kept (t1 ++ minus a j :: t2)).
    { destruct R as [Kt|E]; [now apply block_found | exact E]. }
    destruct E as (t1 & a & t2 & j & -> & Hj & Kt). now apply (moves_in _ _ _ j).
  Qed.

  (** ** The opponent's move *)
  Lemma answer_held (next : level -> bool) m b : length b = k -> sides_stand (sides_of h b) = true ->
    answered h good next b = true -> (forall c, length c = k -> next c = true -> exists n, n <= m /\ held n [c]) ->
    2 <= blocks_of b /\ (is_good b \/ exists j n, nth j b false = true /\ n <= m /\ held n [minus b j]).
  Proof.
    intros L St A Nx. unfold answered in A. rewrite St, orb_true_iff, andb_true_iff, orb_true_iff in A.
    destruct A as [A|[Sd A]]; [discriminate|]. split; [apply (sided_edges h b L Sd)|].
    destruct A as [A|A]; [left; now split|right]. apply some_block_found in A. destruct A as (j & Hj & A).
    destruct (Nx (minus b j)) as (n & N & B); [now rewrite update_length | exact A|]. now exists j, n.
  Qed.

  Lemma taken_ready t1 a t2 j top : kept (t1 ++ a :: t2) -> nth j a false = true -> topping h 0 top ->
    stands (t1 ++ minus a j :: t2 ++ full k :: top) -> even_levels k top ->
    ready (t1 ++ minus a j :: t2) /\ room (t1 ++ a :: t2) = S (room (t1 ++ minus a j :: t2)).
  Proof.
    intros Kt Hj P St Et. pose proof Kt as (n & N & H). apply held_parts in H. destruct H as (n1 & n2 & -> & H1 & H2).
    assert (Lb : length (minus a j) = k).
    { rewrite update_length. apply kept_lengths in Kt. unfold even_levels in Kt. rewrite Forall_forall in Kt.
      apply Kt, in_elt. }
    assert (Ev : even_levels k (t1 ++ minus a j :: t2 ++ full k :: top)).
    { apply kept_lengths in Kt. unfold even_levels in *. apply Forall_app in Kt. destruct Kt as [E1 E2].
      apply Forall_app. split; [exact E1|]. constructor; [exact Lb|]. apply Forall_app.
      split; [exact (Forall_inv_tail E2)|]. constructor; [apply full_length | exact Et]. }
    assert (Over : forall n', n' <= 1 -> held n' t2 -> sides_stand (sides_of h (minus a j)) = true).
    { intros n' N' H'. exact (taken_over h d good fair topped slack all_kept n' t1 _ t2 top H' N' P Lb Ev St). }
    assert (A : 2 <= blocks_of (minus a j) /\ (is_good (minus a j) /\ kept (t1 ++ minus a j :: t2) \/
      exists i, nth i (minus a j) false = true /\ kept (t1 ++ minus (minus a j) i :: t2))).
    { inversion H2 as [|? ? ? [La Ga] H3|m ? ? [La Fa] H3]; subst.
      - apply (keeps a La) in Ga. unfold keeps_good in Ga. rewrite !andb_true_iff in Ga. destruct Ga as [_ Ga].
        apply (every_block_holds _ _ j) in Ga; [|exact Hj].
        destruct (answer_held good 0 (minus a j) Lb (Over n2 ltac:(lia) H3) Ga) as [B X].
        { intros c Lc Gc. exists 0. split; [lia|]. now apply good_one. }
        split; [exact B|]. assert (Ht : held (n1 + n2) (t1 ++ t2)) by now apply held_app.
        destruct X as [G|(i & m & Hi & M & B')]; [left|right; exists i; split; [exact Hi|]].
        + split; [exact G|]. apply (kept_with (n1 + n2) _ _ 0); [exact Ht | now apply good_one | lia].
        + apply (kept_with (n1 + n2) _ _ m); [exact Ht | exact B' | lia].
      - apply (keeps a La) in Fa. unfold keeps_fair in Fa. rewrite !andb_true_iff in Fa. destruct Fa as [_ Fa].
        apply (every_block_holds _ _ j) in Fa; [|exact Hj].
        destruct (answer_held (either good fair) 1 (minus a j) Lb (Over m ltac:(lia) H3) Fa) as [B X].
        { intros c Lc Gc. now apply either_held. }
        split; [exact B|]. assert (Ht : held (n1 + m) (t1 ++ t2)) by now apply held_app.
        destruct X as [G|(i & m' & Hi & M & B')]; [left|right; exists i; split; [exact Hi|]].
        + split; [exact G|]. apply (kept_with (n1 + m) _ _ 0); [exact Ht | now apply good_one | lia].
        + apply (kept_with (n1 + m) _ _ m'); [exact Ht | exact B' | lia]. }
    destruct A as [B A]. split.
    - destruct A as [[_ A]|(i & Hi & A)]; [now left|right]. now exists t1, (minus a j), t2, i.
    - rewrite !room_app, !room_cons, (blocks_clear a j Hj). lia.
  Qed.

  Lemma ready_more t : ready t -> ready (t ++ [full k]).
  Proof.
    intros [Kt|(t1 & a & t2 & j & -> & Hj & Kt)]; [left; now apply kept_more|right].
    exists t1, a, (t2 ++ [full k]), j. rewrite <- app_assoc. split; [reflexivity|]. split; [exact Hj|].
    apply kept_more in Kt. now rewrite <- app_assoc in Kt.
  Qed.

  Lemma opponent_moves t top i j l u : kept t -> left_on_top top -> move k (t ++ full k :: top) i j l u ->
    exists t' top', u = t' ++ full k :: top' /\ ready t' /\ found_on_top top' /\ left h t top = S (left h t' top').
  Proof.
    intros Kt (T & P & Tp) (Ct & St & Pu & _).
    destruct (taken_from k positive t top i j T Ct) as (t1 & a & t2 & -> & <- & Hj).
    unfold without in St, Pu. rewrite <- app_assoc in St, Pu. cbn [app] in St, Pu. rewrite update_app in St, Pu.
    assert (Et : even_levels k top).
    { destruct T as [-> | (q & -> & Hq & _)]; [constructor | repeat constructor; exact Hq]. }
    destruct (taken_ready t1 a t2 j top Kt Hj P St Et) as [Rd Rm].
    rewrite app_comm_cons, app_assoc in Pu. apply put_iff in Pu; [|exact T]. destruct Pu as (_ & Hl & ->).
    assert (X : (0 <= 0)%Z) by lia.
    destruct (filled_facts _ top l T P X Hl) as (Lq & Iq & Bq & Mq). set (q := filled k l top) in *.
    destruct (base_facts _ top T P X) as (Lb & _).
    destruct (settle h d slack (t1 ++ minus a j :: t2) q Lq) as (t' & top' & E & S & Cs).
    exists t', top'. split; [exact E|]. unfold left at 1. rewrite Rm, still_put, <- Bq, S.
    destruct Cs as [(_ & -> & ->)|(Nf & -> & ->)].
    - split; [now apply ready_more|]. split; [|reflexivity]. split; [now left|]. split; [now left|].
      apply (closed_starts h d good fair topped all_kept).
    - split; [exact Rd|]. split; [|reflexivity]. split; [right; eauto|].
      split; [apply topping_one; [exact Lq | exact Iq | lia]|]. apply (keeps _ Lb) in Tp. unfold keeps_topped in Tp.
      apply andb_true_iff in Tp. destruct Tp as [_ Tp]. apply (every_slot_holds _ _ l) in Tp; [|exact Hl].
      fold q in Tp. apply orb_true_iff in Tp.
      destruct Tp as [Tp|Tp]; [|exact Tp]. exfalso. apply Nf. now apply (full_dec (Counting h 1 1 [])) in Tp.
  Qed.

  (** * Who wins *)
  Lemma room_left t top : found_on_top top -> Nat.odd (left h t top) = true -> 1 <= room t.
  Proof.
    intros (T & P & _) O. destruct (base_facts _ top T P ltac:(lia)) as (_ & _ & _ & B).
    destruct (room t) as [|r] eqn:R; [|lia]. unfold left in O. rewrite R, still_none in O by exact B. discriminate.
  Qed.

  Lemma opponent_loses : forall r t top, kept t -> left_on_top top -> left h t top = 2 * r ->
    second_wins k (t ++ full k :: top).
  Proof.
    induction r as [|r IH]; intros t top Kt Tp E; constructor; intros i j l u M;
      destruct (opponent_moves t top i j l u Kt Tp M) as (t1 & top1 & -> & Rd & Fd & E1); [lia|].
    assert (O : Nat.odd (left h t1 top1) = true) by (apply Nat.odd_spec; exists r; lia).
    destruct (moves_on t1 top1 Rd (room_left _ _ Fd O) Fd) as (i' & j' & l' & t2 & top2 & M' & Kt' & Tp' & E2).
    exists i', j', l', (t2 ++ full k :: top2). split; [exact M'|]. apply IH; [exact Kt' | exact Tp' | lia].
  Qed.

  Lemma full_held n : held 0 (repeat (full k) n).
  Proof.
    induction n as [|n IH]; [apply held_none|]. cbn [repeat].
    apply held_good; [apply (full_good h d good fair topped all_kept) | exact IH].
  Qed.
  Lemma full_room n : room (repeat (full k) n) = n * (k - 2).
  Proof. induction n as [|n IH]; [reflexivity|]. cbn [repeat]. rewrite room_cons, IH, blocks_full. reflexivity. Qed.

  Lemma kept_wins n : 1 <= n -> wins k n (Nat.odd (still h ((n - 1) * (k - 2)) 0)).
  Proof.
    intros Hn. assert (E : repeat (full k) n = repeat (full k) (n - 1) ++ full k :: []).
    { destruct n as [|n]; [lia|]. cbn [repeat]. rewrite Nat.sub_succ, Nat.sub_0_r. apply repeat_cons. }
    set (t := repeat (full k) (n - 1)) in *.
    assert (Kt : kept t) by (exists 0; split; [lia | apply full_held]).
    assert (R : left h t [] = still h ((n - 1) * (k - 2)) 0) by (unfold left, t; now rewrite full_room).
    destruct (closed_starts h d good fair topped all_kept) as (_ & S1 & S2). unfold wins. rewrite E, <- R.
    destruct (Nat.odd (left h t [])) eqn:O.
    - assert (F : found_on_top []) by (split; [now left | split; [now left | exact S2]]).
      destruct (moves_on t [] (or_introl Kt) (room_left _ _ F O) F) as (i & j & l & t' & top' & M & Kt' & Tp' & E2).
      exists i, j, l, (t' ++ full k :: top'). split; [exact M|]. apply Nat.odd_spec in O. destruct O as (r & O).
      apply (opponent_loses r); [exact Kt' | exact Tp' | lia].
    - assert (Ev : Nat.even (left h t []) = true) by (rewrite <- Nat.negb_odd, O; reflexivity).
      apply Nat.even_spec in Ev. destruct Ev as (r & Er).
      apply (opponent_loses r); [exact Kt | split; [now left | split; [now left | exact S1]] | exact Er].
  Qed.
End Play.
