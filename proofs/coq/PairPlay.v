(** Play with pairs of levels that a player can keep. If he is the first player, he takes the middle block of the lowest
    level, which then is free: it has no middle block, and blocks on both sides. All other levels below the highest full
    one are taken two by two. Counted are the pairs with an odd number of blocks and the levels without a partner that
    have an even number: when he has moved, they are at most two, and with the moves left in the free level an even
    number. If the opponent spoils a unit, there is an answer in it; if not, the player moves in an odd pair, or else in
    the free level, or else anywhere. So each move is one of those still to come, and who wins is told by whether they
    are even or odd in number. *)
From Coq Require Import Arith ZArith Bool List Lia.
From Topple Require Import Statements Wells Levels Hulls Moves BalanceCheck BalanceTowers BalancePlay JenkaPlaces
  GrowthMoves OneBlock MovesLeft TopLevels LostBlock EvenTops PairLevels PairUnits PairTowers.
Import ListNotations Tower Jenka Balance.

Lemma odd_less n m b : n = S m -> Nat.odd n = negb b -> Nat.odd m = b.
Proof. intros -> H. rewrite Nat.odd_succ, <- Nat.negb_odd in H. now destruct (Nat.odd m), b. Qed.
Lemma odd_more n m b : m = S n -> Nat.odd n = negb b -> Nat.odd m = b.
Proof. intros -> H. rewrite Nat.odd_succ, <- Nat.negb_odd, H. apply negb_involutive. Qed.

Section Play.
  Variable h : nat.
  Let k := slots h.
  Variable x : allowance.
  Variable pair : level -> level -> bool.
  Variable solo : level -> bool.
  Variable topped : level -> bool.
  Hypothesis bounds : affordable h x.
  Hypothesis closed : closed_pairs h x pair solo.
  Hypothesis none_topped : topped (repeat false k) = true.
  Hypothesis one_topped : some_slot topped (repeat false k) = true.
  Hypothesis topped_kept : forall a, length a = k -> topped a = true -> keeps_topped topped a = true.
  Let positive : 1 <= k.
  Proof. unfold k, slots. lia. Qed.
  Let paired := paired h pair solo.
  Let in_pair := in_pair h pair.
  Let alone := alone h solo.

  (** * The free level *)
  Definition freed (a : level) : Prop := length a = k /\ nth h a false = false /\ sided h a = true.
  Definition at_bottom (free : tower) : Prop := free = [] \/ exists a, free = [a] /\ freed a.

  Lemma no_middle a : length a = k -> nth h a false = false -> exists l r, sides_of h a = (l, 0, r).
  Proof.
    intros H M. destruct (parted h a H) as (l & m & r & -> & Hl & Hr). rewrite sides_parted by exact Hl.
    rewrite <- Hl, nth_middle in M. subst m. eauto.
  Qed.

  (** A block of it can be taken if there are three; and it keeps both sides as long as it stands. *)
  Lemma freed_taken a j : freed a -> sides_stand (sides_of h (minus a j)) = true -> freed (minus a j).
  Proof.
    intros (L & M & _) St. assert (Lb : length (minus a j) = k) by now rewrite update_length.
    assert (Mb : nth h (minus a j) false = false) by (rewrite nth_minus, M; apply andb_false_r).
    split; [exact Lb|]. split; [exact Mb|].
    destruct (no_middle _ Lb Mb) as (l & r & E). unfold sided. rewrite E in *. exact St.
  Qed.
  Lemma freed_moves a : freed a -> 3 <= blocks_of a -> exists j, nth j a false = true /\ freed (minus a j).
  Proof.
    intros F B. pose proof F as (L & M & Sd). destruct (no_middle a L M) as (l & r & E).
    pose proof (sides_blocks h a L) as C. unfold sided in Sd. rewrite E in *. cbn [blocks_in] in C.
    apply andb_true_iff in Sd. rewrite !Nat.ltb_lt in Sd.
    assert (J : exists t l' r', alter h one_less t (sides_of h a) = Some (l', 0, r') /\ 0 < l' /\ 0 < r').
    { rewrite E. destruct l as [|[|l]], r as [|[|r]]; cbn [alter one_less option_map]; try lia.
      - exists 3, 1, (S r). split; [reflexivity | lia].
      - exists 1, (S l), 1. split; [reflexivity | lia].
      - exists 1, (S l), (S (S r)). split; [reflexivity | lia]. }
    destruct J as (t & l' & r' & A & P1 & P2).
    destruct (alter_found h one_less false a t _ less_counts L A) as (j & Hj & Ej). exists j. split; [exact Hj|].
    apply freed_taken; [exact F|]. rewrite <- Ej. apply andb_true_iff. rewrite !Nat.ltb_lt. lia.
  Qed.

  (** * Positions

      The levels below the highest full one, at the turn of the player or of his opponent. *)
  Definition kept (turn : bool) (free t : tower) : Prop := exists odds evens, at_bottom free /\ paired odds evens t /\
    odds + evens <= (if turn then 3 else 2) /\ Nat.odd (room free + odds + evens) = turn.
  Definition takes (free t free' t' : tower) (b : level) : Prop :=
    loses free free' b /\ t' = t \/ free' = free /\ loses t t' b.
  (** The player can move: he is free, or has an answer. *)
  Definition answered (free t : tower) : Prop :=
    exists free' t' b, takes free t free' t' b /\ kept false free' t'.
  Definition ready (free t : tower) : Prop := kept true free t \/ answered free t.

  Lemma kept_sided turn free t : kept turn free t -> length free <= 1 /\ Forall (is_sided h) (free ++ t).
  Proof.
    intros (odds & evens & F & P & _). pose proof (paired_sided h x pair solo closed _ _ _ P) as S.
    destruct F as [->|(a & -> & L & _ & Sd)]; (split; [cbn; lia|]); [exact S|]. now repeat constructor.
  Qed.
  Lemma kept_levels turn free t : kept turn free t ->
    even_levels k (free ++ t) /\ Forall (fun a => 2 <= blocks_of a) (free ++ t).
  Proof.
    intros K. destruct (kept_sided turn free t K) as [_ S].
    split; (eapply Forall_impl; [|exact S]); intros a [L Sd]; [exact L | now apply (two_blocks h)].
  Qed.
  Lemma takes_loses free t free' t' b : takes free t free' t' b -> loses (free ++ t) (free' ++ t') b.
  Proof. intros [[L ->]|[-> L]]; [now apply loses_after | now apply loses_before]. Qed.

  (** ** A move in the free level, in a pair, or in a level that has no partner *)
  Lemma bottom_takes a t j : nth j a false = true -> takes [a] t [minus a j] t (minus a j).
  Proof. intros H. left. split; [now apply (loses_one []) | reflexivity]. Qed.
  Lemma bottom_room a : freed a -> S (S (room [a])) = blocks_of a.
  Proof. intros (L & _ & S). pose proof (two_blocks h a L S). unfold room. cbn. lia. Qed.

  Lemma freed_room a j : freed a -> freed (minus a j) -> nth j a false = true -> room [a] = S (room [minus a j]).
  Proof.
    intros F F' Hj. apply eq_add_S, eq_add_S. rewrite (bottom_room a F), (blocks_clear a j Hj). f_equal. symmetry.
    exact (bottom_room _ F').
  Qed.

  Lemma odd_one_less a c a' c' : blocks_of a + blocks_of c = S (blocks_of a' + blocks_of c') ->
    odd_one a c + odd_one a' c' = 1.
  Proof.
    unfold odd_one, is_odd. intros ->. rewrite Nat.odd_succ, <- Nat.negb_odd. now destruct (Nat.odd _).
  Qed.
  Lemma even_one_less a a' : blocks_of a = S (blocks_of a') -> even_one a + even_one a' = 1.
  Proof.
    unfold even_one. intros ->. rewrite Nat.odd_succ, <- Nat.negb_odd. now destruct (Nat.odd _).
  Qed.

  (** A move of a pair, as a move of the tower. *)
  Lemma pair_takes free odds evens f a c : pair_unit h pair solo odds evens f -> length a = k -> length c = k ->
    pair_move pair a c -> exists a' c' b, takes free (f a c) free (f a' c') b /\ in_pair a' c' /\
      odd_one a c + odd_one a' c' = 1.
  Proof.
    intros U La Lc [(j & Hj & P)|(j & Hj & P)]; destruct (pair_loses h pair solo _ _ f a c j U) as [L1 L2].
    - exists (minus a j), c, (minus a j). split; [right; auto|]. split.
      + split; [now rewrite update_length | now split].
      + apply odd_one_less. rewrite (blocks_clear a j Hj). lia.
    - exists a, (minus c j), (minus c j). split; [right; auto|]. split.
      + split; [exact La|]. split; [now rewrite update_length | exact P].
      + apply odd_one_less. rewrite (blocks_clear c j Hj). lia.
  Qed.
  Lemma solo_takes free odds evens f a : solo_unit h pair solo odds evens f -> length a = k -> solo_move solo a ->
    exists a', takes free (f a) free (f a') a' /\ alone a' /\ even_one a + even_one a' = 1.
  Proof.
    intros U La (j & Hj & P). exists (minus a j). split; [right; split; [reflexivity|]|].
    - now apply (solo_loses h pair solo odds evens).
    - split; [split; [now rewrite update_length | exact P]|]. apply even_one_less. now apply blocks_clear.
  Qed.

  (** * The player's move

      If he is free, he moves in an odd pair, or else in the free level, or else anywhere. *)
  Lemma block_found free t : kept true free t -> 1 <= room (free ++ t) -> answered free t.
  Proof.
    intros (odds & evens & F & P & N & O) R. rewrite room_app in R.
    assert (E2 : evens <= 2) by now apply (paired_evens h pair solo odds evens t).
    destruct odds as [|odds].
    - destruct (room free) as [|r] eqn:Rf.
      + assert (E : evens = 1) by (destruct evens as [|[|[|]]]; try discriminate; lia). subst evens. clear N E2 O.
        destruct (unit_found h x pair solo closed _ _ _ P ltac:(lia)) as
          [(a & c & f & o & -> & I & U & E & B)|(a & f & e & -> & I & U & E & B)].
        * destruct (pair_takes free _ _ f a c U) as (a' & c' & b & T & I' & E');
            [apply I | apply I | now apply (pair_moves h x pair solo closed)|].
          exists free, (f a' c'), b. split; [exact T|]. exists (odd_one a' c' + o), 1.
          split; [exact F|]. split; [now apply pair_in|]. rewrite Rf.
          assert (H : odd_one a' c' = 1 /\ o = 0) by lia. destruct H as [-> ->]. split; [lia | reflexivity].
        * destruct (solo_takes free _ _ f a U) as (a' & T & I' & E');
            [apply I | now apply (solo_moves h x pair solo closed)|].
          exists free, (f a'), a'. split; [exact T|]. exists 0, (even_one a' + e).
          split; [exact F|]. split; [now apply solo_in|]. rewrite Rf.
          assert (H : even_one a' + e = 0 \/ even_one a' + e = 2) by lia.
          destruct H as [-> | ->]; (split; [lia | reflexivity]).
      + destruct F as [->|(a & -> & F)]; [discriminate|]. pose proof (bottom_room a F) as Ra. rewrite Rf in Ra.
        destruct (freed_moves a F) as (j & Hj & F'); [lia|]. exists [minus a j], t, (minus a j).
        split; [now apply bottom_takes|]. exists 0, evens. split; [right; eauto|]. split; [exact P|].
        split; [lia|]. rewrite <- Rf, (freed_room a j F F' Hj) in O. exact (odd_less _ _ false eq_refl O).
    - destruct (odd_pair_found h pair solo _ _ _ P) as (a & c & f & o & -> & I & U & E & B); [lia|].
      destruct (pair_blocks h x pair solo closed a c I) as [B1 B2].
      assert (B4 : 4 < blocks_of a + blocks_of c).
      { destruct (Nat.eq_dec (blocks_of a + blocks_of c) 4) as [E4|]; [|lia]. unfold is_odd in B.
        rewrite E4 in B. discriminate. }
      destruct (pair_takes free _ _ f a c U) as (a' & c' & b & T & I' & E');
        [apply I | apply I | now apply (pair_moves h x pair solo closed)|].
      assert (H : odd_one a c = 1) by (unfold odd_one; now rewrite B).
      assert (H' : odd_one a' c' = 0) by lia.
      exists free, (f a' c'), b. split; [exact T|]. exists (odd_one a' c' + o), evens.
      split; [exact F|]. split; [now apply pair_in|]. split; [lia|].
      apply (odd_less (room free + S odds + evens)); [lia | exact O].
  Qed.

  (** * The opponent's move *)
  Lemma taken_ready free t free' t' b : kept false free t -> takes free t free' t' b ->
    sides_stand (sides_of h b) = true -> ready free' t'.
  Proof.
    intros (odds & evens & F & P & N & O) [[L ->]|[-> L]] St.
    - left. destruct L as (t1 & a & t2 & j & -> & Hj & -> & ->).
      destruct F as [E|(a' & E & F)]; [now destruct t1|]. destruct t1 as [|? [|? ?]]; try discriminate.
      injection E as -> ->. cbn [app] in *. exists odds, evens. pose proof (freed_taken _ _ F St) as F'.
      split; [right; eauto|]. split; [exact P|]. split; [lia|].
      rewrite (freed_room a' j F F' Hj) in O. exact (odd_less _ _ true eq_refl O).
    - destruct (lost_in h pair solo _ _ _ _ _ P L) as
        [(a & c & f & o & -> & I & U & E & j & J)|(a & f & e & -> & I & U & E & j & Hj & -> & ->)].
      + assert (B : exists a' c', t' = f a' c' /\ length a' = k /\ length c' = k /\
          odd_one a c + odd_one a' c' = 1 /\ (is_odd a c = true /\ pair a' c' = true \/ pair_move pair a' c')).
        { pose proof I as (La & Lc & _). destruct J as [(Hj & -> & ->)|(Hj & -> & ->)].
          - exists (minus a j), c. repeat split; [now rewrite update_length | exact Lc | |].
            + apply odd_one_less. rewrite (blocks_clear a j Hj). lia.
            + now apply (lower_taken h x pair solo closed).
          - exists a, (minus c j). repeat split; [exact La | now rewrite update_length | |].
            + apply odd_one_less. rewrite (blocks_clear c j Hj). lia.
            + now apply (upper_taken h x pair solo closed). }
        destruct B as (a' & c' & -> & La & Lc & Ob & [[B Pb]|M]).
        * left. assert (H : odd_one a c = 1) by (unfold odd_one; now rewrite B).
          exists (odd_one a' c' + o), evens. split; [exact F|].
          split; [apply pair_in; [exact U | now split]|]. split; [lia|].
          apply (odd_less (room free + odds + evens)); [lia | exact O].
        * right. destruct (pair_takes free _ _ f a' c' U La Lc M) as (a2 & c2 & b2 & T & I2 & E2).
          exists free, (f a2 c2), b2. split; [exact T|]. exists (odd_one a2 c2 + o), evens. split; [exact F|].
          split; [now apply pair_in|]. replace (odd_one a2 c2 + o) with odds by lia. now split.
      + pose proof I as (La & _). destruct (solo_taken h x pair solo closed a j I Hj St) as [[B Pb]|M].
        * left. assert (H : even_one a = 0) by (unfold even_one; now rewrite B).
          pose proof (even_one_less a (minus a j) (blocks_clear a j Hj)) as H'.
          exists odds, (even_one (minus a j) + e). split; [exact F|].
          split; [apply solo_in; [exact U | split; [now rewrite update_length | exact Pb]]|]. split; [lia|].
          apply (odd_more (room free + odds + evens)); [lia | exact O].
        * right. destruct (solo_takes free _ _ f (minus a j) U) as (a2 & T & I2 & E2);
            [now rewrite update_length | exact M|].
          pose proof (even_one_less a (minus a j) (blocks_clear a j Hj)) as H'.
          exists free, (f a2), a2. split; [exact T|]. exists odds, (even_one a2 + e). split; [exact F|].
          split; [now apply solo_in|]. replace (even_one a2 + e) with evens by lia. now split.
  Qed.

  (** * Towers *)
  Lemma kept_more turn free t : kept turn free t -> kept turn free (t ++ [full k]).
  Proof.
    intros (odds & evens & F & P & N & O).
    destruct (paired_more h x pair solo closed _ _ _ P) as (odds' & evens' & E & P'). exists odds', evens'.
    split; [exact F|]. split; [exact P'|]. split; [lia|].
    now replace (room free + odds' + evens') with (room free + odds + evens) by lia.
  Qed.
  Lemma ready_more free t : ready free t -> ready free (t ++ [full k]).
  Proof.
    intros [K|(free' & t' & b & T & K)]; [left; now apply kept_more|right].
    apply kept_more in K. destruct T as [[L ->]|[-> L]].
    - exists free', (t ++ [full k]), b. split; [now left | exact K].
    - exists free, (t' ++ [full k]), b. split; [right; split; [reflexivity | now apply loses_after] | exact K].
  Qed.
  Lemma takes_fresh free t free' t' b top q : takes free t free' t' b -> fresh h t top -> blocks_of q = S (stock top) ->
    fresh h t' [q].
  Proof.
    unfold fresh. cbn [stock]. intros [[_ ->]|[_ L]] F B.
    - destruct F as [F|F]; [now left | right; lia].
    - right. destruct F as [->|F].
      + destruct L as (t1 & a & t2 & j & E & _). now destruct t1.
      + pose proof (loses_last t t' b L). lia.
  Qed.
  Lemma fresh_full m : fresh h (repeat (full k) m) [].
  Proof.
    destruct m as [|m]; [now left|]. cbn [repeat]. rewrite repeat_cons. apply fresh_more.
  Qed.

  Lemma kept_calm free t top : kept false free t -> mild h top -> fresh h t top -> calm h t top.
  Proof.
    intros (odds & evens & _ & P & N & _). now apply (paired_calm h x pair solo bounds closed odds evens).
  Qed.

  (** What is left of a level that the opponent took a block from stands. *)
  Lemma left_stands free t free' t' b top : kept false free t -> takes free t free' t' b -> top_of k top ->
    mild h top -> fresh h t top -> stands ((free' ++ t') ++ full k :: top) -> sides_stand (sides_of h b) = true.
  Proof.
    intros K T Tk P Fr St. pose proof (kept_calm free t top K P Fr) as C.
    assert (Ev : even_levels k ((free' ++ t') ++ full k :: top)).
    { destruct (kept_levels false free t K) as [E _]. apply takes_loses in T. apply (loses_lengths k) in T; [|exact E].
      unfold even_levels in *. apply Forall_app. split; [exact T|]. constructor; [apply full_length|].
      destruct Tk as [-> | (q & -> & Hq & _)]; auto. }
    assert (G : forall t1 t2, (free' ++ t') ++ full k :: top = t1 ++ b :: t2 ++ full k :: top ->
      (Z.abs (across (t2 ++ full k :: top)) < mass (t2 ++ full k :: top))%Z -> sides_stand (sides_of h b) = true).
    { intros t1 t2 E A. rewrite E in *. apply (taken_over h t1 b t2 top); auto.
      unfold even_levels in Ev. rewrite Forall_forall in Ev. apply Ev, in_elt. }
    destruct T as [[(t1 & a & t2 & j & E & Hj & Eb & ->) ->]|[-> (t1 & a & t2 & j & -> & Hj & Eb & ->)]].
    - destruct K as (_ & _ & [->|(a' & -> & _)] & _); [now destruct t1|]. destruct t1 as [|? [|? ?]]; try discriminate.
      injection E as -> <-. apply (G [] t); [reflexivity | now apply calm_whole].
    - apply (G (free ++ t1) t2); [now rewrite <- !app_assoc|]. exact (calm_above h t1 a t2 top C).
  Qed.

  (** * Moves *)
  Let left_on_top := left_on_top h topped.
  Let found_on_top := found_on_top h topped.
  Definition place (free t top : tower) : tower := (free ++ t) ++ full k :: top.
  (** At the opponent's turn. *)
  Definition held (free t top : tower) : Prop := kept false free t /\ fresh h t top /\ left_on_top top.

  Lemma moves_in free t free' t' b top : takes free t free' t' b -> kept false free' t' -> fresh h t top ->
    found_on_top top -> exists i j l t2 top2, move k (place free t top) i j l (place free' t2 top2) /\
      held free' t2 top2 /\ left h (free ++ t) top = S (left h (free' ++ t2) top2).
  Proof.
    intros T K Fr (Tk & P & F). destruct (some_slot_found _ _ F) as (l & Hl & Tl).
    destruct (filled_facts h top l P Hl) as (Lq & Pq & Bq & _). fold k in Lq, Pq, Bq, Tl.
    set (q := filled k l top) in *.
    pose proof (nth_inside _ true l Hl) as Il. rewrite (proj1 (base_facts h top P)) in Il.
    assert (Fq : fresh h t' [q]) by now apply (takes_fresh free t free' t' b top).
    pose proof (kept_calm free' t' [q] K (kept_mild h topped [q] Pq (topped_kept q Lq Tl)) Fq) as C.
    destruct (kept_sided false free' t' K) as [Lf Sd]. pose proof (takes_loses _ _ _ _ _ T) as L.
    destruct (put_stands h free' t' top l Lf Sd P Hl C) as [S1 S2]. rewrite app_assoc in S1, S2.
    destruct (loses_move k (free ++ t) (free' ++ t') b top l L Tk Il Hl S1 S2) as (i & j & Mv).
    destruct (settle h free' t' q) as (t2 & top2 & E & S & Cs).
    exists i, j, l, t2, top2. fold k in E. unfold place. rewrite <- E. split; [exact Mv|].
    destruct (kept_levels false free' t' K) as [_ B2]. destruct (loses_blocks _ _ _ L B2) as [_ R].
    unfold left at 1. rewrite R, still_put, <- Bq, S. split; [|reflexivity].
    destruct Cs as [(_ & -> & ->)|(Nf & -> & ->)].
    - split; [now apply kept_more|]. split; [apply fresh_more|]. split; [now left|].
      split; [now left | exact none_topped].
    - split; [exact K|]. split; [exact Fq|]. split; [right; eauto|]. split; [exact Pq | exact Tl].
  Qed.

  Lemma moves_on free t top : ready free t -> fresh h t top -> found_on_top top -> 1 <= room (free ++ t) ->
    exists i j l free' t' top', move k (place free t top) i j l (place free' t' top') /\
      held free' t' top' /\ left h (free ++ t) top = S (left h (free' ++ t') top').
  Proof.
    intros R Fr F N. assert (A : answered free t) by (destruct R as [K|A]; [now apply block_found | exact A]).
    destruct A as (free' & t' & b & T & K). destruct (moves_in _ _ _ _ _ top T K Fr F) as (i & j & l & t2 & top2 & M).
    now exists i, j, l, free', t2, top2.
  Qed.

  Lemma ready_blocks free t : ready free t -> Forall (fun a => 2 <= blocks_of a) (free ++ t).
  Proof.
    intros [K|(free' & t' & b & T & K)]; [apply (kept_levels _ _ _ K)|]. apply takes_loses in T.
    apply (loses_blocks _ _ _ T), (kept_levels _ _ _ K).
  Qed.

  Lemma opponent_moves free t top i j l u : held free t top -> move k (place free t top) i j l u ->
    exists free' t' top', u = place free' t' top' /\ ready free' t' /\ fresh h t' top' /\ found_on_top top' /\
      left h (free ++ t) top = S (left h (free' ++ t') top').
  Proof.
    intros (K & Fr & Tk & P & Tp) M. destruct (move_loses k _ top i j l u positive Tk M) as (T' & b & L & St & Hl & ->).
    destruct (loses_parts free t T' b L) as (free' & t' & -> & T). destruct (base_facts h top P) as [Lb _].
    pose proof (topped_kept _ Lb Tp) as Kt. pose proof (kept_mild h topped top P Kt) as Mt.
    pose proof (left_stands free t free' t' b top K T Tk Mt Fr St) as Sb.
    pose proof (taken_ready free t free' t' b K T Sb) as R.
    destruct (loses_blocks _ _ _ L (ready_blocks _ _ R)) as [_ Rm].
    destruct (filled_facts h top l P Hl) as (Lq & Pq & Bq & _). fold k in Lq, Pq, Bq.
    destruct (settle h free' t' (filled k l top)) as (t2 & top2 & E & S & Cs). exists free', t2, top2.
    split; [exact E|]. unfold left at 1. rewrite Rm, still_put, <- Bq, S.
    destruct Cs as [(_ & -> & ->)|(Nf & -> & ->)].
    - split; [now apply ready_more|]. split; [apply fresh_more|]. split; [|reflexivity].
      split; [now left|]. split; [now left | exact one_topped].
    - split; [exact R|]. split; [now apply (takes_fresh free t free' t' b top)|]. split; [|reflexivity].
      split; [right; eauto|]. split; [exact Pq | now apply kept_answer with (h := h)].
  Qed.

  (** * Who wins *)
  Lemma opponent_loses : forall r free t top, held free t top -> left h (free ++ t) top = 2 * r ->
    second_wins k (place free t top).
  Proof.
    induction r as [|r IH]; intros free t top H E; constructor; intros i j l u M;
      destruct (opponent_moves free t top i j l u H M) as (free1 & t1 & top1 & -> & Rd & Fr & Fd & E1); [lia|].
    assert (O : Nat.odd (left h (free1 ++ t1) top1) = true) by (apply Nat.odd_spec; exists r; lia).
    pose proof (room_left h topped (free1 ++ t1) top1 Fd O) as N.
    destruct (moves_on free1 t1 top1 Rd Fr Fd N) as (i' & j' & l' & free2 & t2 & top2 & M' & H' & E2).
    exists i', j', l', (place free2 t2 top2). split; [exact M'|]. apply IH; [exact H' | lia].
  Qed.

  Lemma paired_full m : exists odds evens, odds + evens = 0 /\ paired odds evens (repeat (full k) m).
  Proof.
    induction m as [|m (odds & evens & E & P)].
    - exists 0, 0. split; [reflexivity | apply paired_none].
    - destruct (paired_more h x pair solo closed _ _ _ P) as (odds' & evens' & E' & P').
      exists odds', evens'. split; [lia|]. cbn [repeat]. rewrite repeat_cons. exact P'.
  Qed.
  Lemma kept_full free m : at_bottom free -> Nat.odd (room free) = false -> kept false free (repeat (full k) m).
  Proof.
    intros F O. destruct (paired_full m) as (odds & evens & E & P). exists odds, evens.
    split; [exact F|]. split; [exact P|]. split; [lia|]. rewrite <- O. f_equal. lia.
  Qed.

  (** The middle block of a full level. *)
  Lemma first_freed : nth h (full k) false = true /\ freed (minus (full k) h) /\
    Nat.odd (room [minus (full k) h]) = false.
  Proof.
    pose proof (wide h x pair solo closed) as W.
    assert (E : full k = repeat true h ++ true :: repeat true h).
    { unfold full, k, slots. replace (2 * h + 1) with (h + S h) by lia. apply repeat_app. }
    assert (N : nth h (full k) false = true) by (apply full_nth; unfold k, slots; lia).
    assert (M : minus (full k) h = repeat true h ++ false :: repeat true h).
    { rewrite E. rewrite <- (repeat_length true h) at 1. now rewrite update_app. }
    assert (F : freed (minus (full k) h)).
    { split; [rewrite update_length; apply full_length|]. rewrite M.
      pose proof (nth_middle (repeat true h) (repeat true h) false false) as X. rewrite repeat_length in X.
      split; [exact X|]. unfold sided. rewrite sides_parted by apply repeat_length.
      pose proof (blocks_full h) as B. unfold full in B. rewrite B, andb_true_iff, !Nat.ltb_lt. lia. }
    split; [exact N|]. split; [exact F|]. pose proof (bottom_room _ F) as R.
    pose proof (blocks_clear (full k) h N) as B. rewrite blocks_full in B.
    assert (X : room [minus (full k) h] = 2 * (h - 1)).
    { apply eq_add_S, eq_add_S, eq_add_S. transitivity (S (blocks_of (minus (full k) h))); [exact (f_equal S R)|].
      rewrite <- B. unfold k, slots. lia. }
    rewrite X, Nat.odd_mul. reflexivity.
  Qed.

  Theorem pairs_win n : 1 <= n -> wins k n (Nat.odd (moves h n)).
  Proof.
    intros Hn. assert (E : repeat (full k) n = repeat (full k) (n - 1) ++ full k :: []).
    { destruct n as [|n]; [lia|]. cbn [repeat]. rewrite Nat.sub_succ, Nat.sub_0_r. apply repeat_cons. }
    assert (R : left h (repeat (full k) (n - 1)) [] = moves h n)
      by (unfold left, moves, k; now rewrite full_room).
    assert (Fd : found_on_top []) by (split; [now left | split; [now left | exact one_topped]]).
    unfold wins. rewrite E, <- R. destruct (Nat.odd (left h (repeat (full k) (n - 1)) [])) eqn:O.
    - pose proof (room_left h topped _ _ Fd O) as N. destruct (n - 1) as [|m]; [cbn in N; lia|].
      destruct first_freed as (Nh & Fh & Oh).
      destruct (moves_in [full k] (repeat (full k) m) [minus (full k) h] (repeat (full k) m) (minus (full k) h) [])
        as (i & j & l & t2 & top2 & M & H & E2); [now apply bottom_takes | | apply fresh_full | exact Fd |].
      { apply kept_full; [right; eauto | exact Oh]. }
      exists i, j, l, (place [minus (full k) h] t2 top2). split; [exact M|].
      apply Nat.odd_spec in O. destruct O as (r & O). rewrite Nat.add_1_r in O.
      apply (opponent_loses r); [exact H | exact (eq_add_S _ _ (eq_trans (eq_sym E2) O))].
    - assert (Ev : Nat.even (left h (repeat (full k) (n - 1)) []) = true) by (rewrite <- Nat.negb_odd, O; reflexivity).
      apply Nat.even_spec in Ev. destruct Ev as (r & Er). apply (opponent_loses r []); [|exact Er].
      split; [apply kept_full; [now left | reflexivity]|]. split; [apply fresh_full|].
      split; [now left|]. split; [now left | exact none_topped].
  Qed.
End Play.

(** With the levels that [EvenTops.v] says he leaves on top. *)
Theorem closed_pairs_win h x pair solo : affordable h x -> closed_pairs h x pair solo ->
  forall n, 1 <= n -> wins (slots h) n (Nat.odd (moves h n)).
Proof.
  intros A C. apply (pairs_win h x pair solo (even_top h) A C).
  - apply none_even.
  - apply one_even.
  - apply even_top_kept.
Qed.
