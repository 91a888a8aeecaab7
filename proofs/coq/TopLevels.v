(** What lies on the highest full level: nothing, or one level. A player who wants to keep the tower leaves levels there
    of a set [topped], such that the moment is at most the number of blocks, and that he can do so again whatever slot
    his opponent fills, unless that completes the level ([keeps_topped]). *)
From Coq Require Import Arith ZArith Bool List Lia.
From Topple Require Import Statements Wells Levels Moves BalanceCheck BalanceTowers BalancePlay JenkaPlaces GrowthMoves
  OneBlock MovesLeft.
Import ListNotations Tower Jenka Balance.

Section Tops.
  Variable h : nat.
  Let k := slots h.

  (** * Nothing, or one level *)
  Definition topping (top : tower) : Prop := top = [] \/ exists q, top = [q] /\ length q = k /\ In true q.

  (** Its moment is at most the number of its blocks. *)
  Definition mild (top : tower) : Prop :=
    topping top /\ (Z.abs (moment (base_of k top)) <= Z.of_nat (stock top))%Z.

  Lemma topping_levels top : topping top -> Forall (fun a => length a = k /\ In true a) top.
  Proof. intros [->|(q & -> & L & I)]; auto. Qed.
  Lemma base_facts top : topping top -> length (base_of k top) = k /\ blocks_of (base_of k top) = stock top.
  Proof. intros [->|(q & -> & L & _)]; cbn [base_of stock]; [|now split]. now rewrite repeat_length, no_blocks. Qed.
  Lemma base_sums top : topping top -> along (full k :: top) = 0%Z /\ across (full k :: top) = moment (base_of k top) /\
    mass (full k :: top) = (Z.of_nat k + Z.of_nat (stock top))%Z.
  Proof.
    intros P. destruct (sums_cons (full k) top) as [-> ->]. rewrite full_moment, mass_cons, blocks_blocks, blocks_full.
    destruct P as [->|(q & -> & _)]; cbn [base_of stock].
    - rewrite symmetric_moment by apply rev_repeat. now change (mass []) with 0%Z.
    - destruct (sums_cons q []) as [-> ->]. change (along []) with 0%Z. change (across []) with 0%Z.
      change (mass [q]) with (blocks q + 0)%Z. rewrite blocks_blocks. lia.
  Qed.
  Lemma full_wide : (low (full k) <= -1 /\ 1 <= high (full k))%Z.
  Proof.
    assert (K : h < k) by (unfold k, slots; lia). pose proof (edges (full k) h (full_nth k h K)) as E.
    rewrite full_length in E. pose proof (middle_at h h) as Z. fold k in Z. lia.
  Qed.
  Lemma topping_holds top : topping top -> steady (full k :: top).
  Proof.
    pose proof full_wide as W. intros [->|(q & -> & L & I)]; cbn [steady].
    - split; [intros N; now destruct N | exact Logic.I].
    - split; [|split; [intros N; now destruct N | exact Logic.I]]. intros _. destruct (sums_cons q []) as [_ ->].
      change (along []) with 0%Z. change (mass [q]) with (blocks q + 0)%Z. apply true_nth, blocks_true in I.
      rewrite blocks_blocks. nia.
  Qed.

  (** ** A block more *)
  Lemma filled_facts top l : topping top -> nth l (base_of k top) true = false -> let q := filled k l top in
    length q = k /\ topping [q] /\ blocks_of q = S (stock top) /\
    (Z.abs (moment q - moment (base_of k top)) < Z.of_nat k)%Z.
  Proof.
    intros P Hl q. destruct (base_facts top P) as [L S]. pose proof (nth_inside _ true l Hl) as I.
    assert (B : blocks_of q = Datatypes.S (stock top)) by (unfold q, filled; now rewrite blocks_set, S).
    assert (Lq : length q = k) by (unfold q, filled; now rewrite update_length). split; [exact Lq|].
    split; [right; exists q; repeat split; [exact Lq | apply true_nth, blocks_true; lia]|]. split; [exact B|].
    destruct (fill_slot (base_of k top) l I) as [E _].
    { rewrite nth_indep with (d' := true); assumption. }
    fold (filled k l top) in E. fold q in E. rewrite E, L. unfold middle. lia.
  Qed.
  Lemma stock_less top : top_of k top -> stock top < k.
  Proof.
    intros [-> | (q & -> & Hl & Hf)]; cbn [stock]; [unfold k, slots; lia|].
    pose proof (blocks_le q). destruct (Nat.eq_dec (blocks_of q) k) as [B|]; [|lia]. exfalso. apply Hf.
    apply same_blocks; [now rewrite full_length | | rewrite blocks_full; lia].
    intros j Hj. apply full_nth. pose proof (nth_inside q false j Hj). lia.
  Qed.

  (** * What a player keeps there *)
  Variable topped : level -> bool.
  Definition keeps_topped (a : level) : bool :=
    (Z.abs (moment a) <=? blocks a)%Z && every_slot (fun b => is_full b || some_slot topped b) a.

  (** When it is the opponent's turn, and when it is the player's. *)
  Definition left_on_top (top : tower) : Prop := top_of k top /\ topping top /\ topped (base_of k top) = true.
  Definition found_on_top (top : tower) : Prop :=
    top_of k top /\ topping top /\ some_slot topped (base_of k top) = true.

  Lemma kept_mild top : topping top -> keeps_topped (base_of k top) = true -> mild top.
  Proof.
    intros P H. split; [exact P|]. apply andb_true_iff in H. destruct H as [H _]. apply Z.leb_le in H.
    rewrite blocks_blocks in H. destruct (base_facts top P) as [_ E]. now rewrite E in H.
  Qed.
  Lemma kept_answer a l : keeps_topped a = true -> nth l a true = false -> length a = k -> plus a l <> full k ->
    some_slot topped (plus a l) = true.
  Proof.
    intros H E L F. apply andb_true_iff in H. destruct H as [_ H]. apply (every_slot_holds _ _ l H) in E.
    apply orb_true_iff in E. destruct E as [E|E]; [|exact E]. exfalso. apply F.
    apply (full_dec (Counting h 1 1 [])) in E; [exact E | now rewrite update_length].
  Qed.
  Lemma room_left t top : found_on_top top -> Nat.odd (left h t top) = true -> 1 <= room t.
  Proof.
    intros (T & _) O. destruct (room t) as [|r] eqn:R; [|lia]. unfold left in O.
    rewrite R, still_none in O by exact (stock_less top T). discriminate.
  Qed.
End Tops.
