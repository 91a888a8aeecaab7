(** The pairs of levels of 2 * h + 1 slots that a player can keep, computed. Of a pair both levels have blocks on both
    sides of the middle slot, and a level that still has the block there has, on each side, at least two blocks, and all
    [h] but at most [u]. [kept_pair] and [kept_solo] are made by numbers of blocks, from below, as in [LevelSets.v],
    so that they are closed; all that is left to find out is whether full levels are in them, and that is computed. *)
From Coq Require Import Arith ZArith Bool List Lia.
From Topple Require Import Statements Wells BalanceCheck BalanceTowers OneBlock PairLevels LevelSets.
Import ListNotations Tower Jenka Balance.

(** A block of two levels, one after the other. *)
Lemma block_of_two b a j : nth j (b ++ a) false = true ->
  nth j b false = true /\ minus (b ++ a) j = minus b j ++ a \/
  exists i, nth i a false = true /\ minus (b ++ a) j = b ++ minus a i.
Proof.
  destruct (Nat.lt_ge_cases j (length b)) as [L|L]; intros J.
  - left. rewrite app_nth1 in J by exact L. split; [exact J | now apply update_left].
  - right. rewrite app_nth2 in J by exact L. exists (j - length b). split; [exact J|].
    rewrite <- update_right. do 2 f_equal. lia.
Qed.
Lemma block_of_second (b a : level) i : nth (length b + i) (b ++ a) false = nth i a false.
Proof. rewrite app_nth2 by lia. f_equal. lia. Qed.
Lemma block_of_first (b a : level) j : nth j b false = true ->
  nth j (b ++ a) false = true /\ minus (b ++ a) j = minus b j ++ a.
Proof.
  intros J. pose proof (nth_inside b false j J) as L. rewrite app_nth1 by exact L.
  split; [exact J | now apply update_left].
Qed.

Section Tables.
  Variables h u : nat.
  Let k := slots h.
  Variable x : allowance.

  (** The moment of a level with enough blocks on both sides, if it is such that [p]. *)
  Definition enough (a : level) : bool :=
    let '(l, m, r) := sides_of h a in let least := if m =? 0 then 1 else Nat.max 2 (h - u) in
    sided h a && (least <=? l) && (least <=? r).
  Definition moment_if (p : level -> bool) (a : level) : option Z := if enough a && p a then Some (moment a) else None.
  (** What a level is like that makes the tower fall. *)
  Definition fallen (a : level) : bool := negb (sides_stand (sides_of h a)).

  Lemma moment_found p a z : moment_if p a = Some z -> sided h a = true /\ p a = true /\ z = moment a.
  Proof.
    unfold moment_if, enough. destruct (sides_of h a) as [[l m] r]. destruct (sided h a); [|discriminate].
    destruct (_ && p a) eqn:E; [|discriminate]. apply andb_true_iff in E. intros H. injection H as <-.
    repeat split. apply E.
  Qed.
  Lemma sided_stands a : sided h a = true -> fallen a = false.
  Proof.
    unfold sided, fallen, sides_stand. destruct (sides_of h a) as [[l m] r]. intros ->. now rewrite orb_true_r.
  Qed.

  (** * Pairs

      As one level, the upper one first, of twice as many slots. *)
  Definition light (b : level) : bool := (Z.abs (moment b) <=? blocks b + 2 + upper x)%Z.
  Definition pair_bound (n : nat) : Z := (Z.of_nat n + 4 + if Nat.odd n then odd_pair x else 0)%Z.
  Definition balanced (above below : weighing) (n : nat) (s : set) : set :=
    both_within above below (- pair_bound n) (pair_bound n) s.
  Definition pair_fit : nat -> set -> set :=
    let above := weigh (moment_if light) k in let below := weigh (moment_if (fun _ => true)) k in balanced above below.
  Definition pair_falls : set := let on_top := select fallen k Here Nothing in select fallen k (every k) on_top.
  Definition kept_two : level -> bool := kept pair_falls pair_fit 4 (choose (k + k) 4).
  Definition kept_pair (a b : level) : bool := kept_two (b ++ a).

  Lemma pair_fits n s a b : length a = k -> length b = k -> has (pair_fit n s) (b ++ a) = true ->
    has s (b ++ a) = true /\ sided h a = true /\ sided h b = true /\ light b = true /\
    (Z.abs (moment a + moment b) <= pair_bound n)%Z.
  Proof.
    intros A B H. apply has_both in H; [|exact A | exact B]. destruct H as (H & y & z & Y & Z & W).
    apply moment_found in Y, Z. destruct Y as (Sb & L & ->), Z as (Sa & _ & ->). unfold in_range in W.
    repeat split; try assumption. lia.
  Qed.
  Lemma pair_narrow a b : length a = k -> length b = k -> narrow pair_fit (b ++ a).
  Proof. intros A B n s H. now apply pair_fits in H. Qed.
  Lemma pair_fallen a b : length b = k -> length a = k -> has pair_falls (b ++ a) = true ->
    fallen b = true \/ fallen a = true.
  Proof.
    intros B A H. unfold pair_falls in H. rewrite has_select in H by exact B. destruct (fallen b); [now left | right].
    rewrite <- (app_nil_r a) in H. rewrite has_select in H by exact A. now destruct (fallen a).
  Qed.

  (** What is known of a pair that is kept. *)
  Lemma kept_pair_fits a b : in_pair h kept_pair a b -> sided h a = true /\ sided h b = true /\ light b = true /\
    (Z.abs (moment a + moment b) <= pair_bound (blocks_of a + blocks_of b))%Z.
  Proof.
    intros (A & B & H). apply kept_fits in H. destruct H as (s & H). apply pair_fits in H; [|exact A | exact B].
    rewrite blocks_app, Nat.add_comm in H. tauto.
  Qed.
  Lemma move_in_pair a b : (exists j, nth j (b ++ a) false = true /\ kept_two (minus (b ++ a) j) = true) ->
    pair_move kept_pair a b.
  Proof.
    intros (j & J & H). destruct (block_of_two b a j J) as [(J' & E)|(i & I & E)]; rewrite E in H.
    - right. now exists j.
    - left. now exists i.
  Qed.
  Lemma kept_pair_taken a b j : in_pair h kept_pair a b -> nth j (b ++ a) false = true ->
    has pair_falls (minus (b ++ a) j) = true \/
    is_odd a b = true /\ kept_two (minus (b ++ a) j) = true \/
    exists i, nth i (minus (b ++ a) j) false = true /\ kept_two (minus (minus (b ++ a) j) i) = true.
  Proof.
    intros (A & B & H) J.
    destruct (kept_taken _ _ _ _ _ _ H J) as [F|[(E & M)|M]]; [now left | right; left | now right; right].
    split; [|exact M]. rewrite blocks_app, Nat.add_comm in E. unfold is_odd. now rewrite E.
  Qed.

  (** * Levels without a partner

      [partners] shows, of each number of blocks, the levels that make a kept pair with a full one above. *)
  Definition partners : list set := layers pair_falls pair_fit 4 (choose (k + k) 4) (past (full k)) (2 * k - 4).
  Definition solo_bound (n : nat) : Z := (Z.of_nat n + 2 + if Nat.odd n then odd_solo x else even_solo x)%Z.
  Definition has_partner (found : list set) (a : level) : bool := has (nth (blocks_of a + k - 4) found Nothing) a.
  Definition steady (all : weighing) (n : nat) (s : set) : set := within all (- solo_bound n) (solo_bound n) s.
  Definition solo_fit (found : list set) : nat -> set -> set :=
    let all := weigh (moment_if (has_partner found)) k in steady all.
  Definition solo_falls : set := select fallen k Here Nothing.
  Definition kept_solo (found : list set) (a : level) : bool := kept solo_falls (solo_fit found) 2 (choose k 2) a.

  Lemma partner_kept a : length a = k -> sided h a = true -> has_partner partners a = true ->
    kept_pair a (full k) = true.
  Proof.
    intros A S H. apply layers_kept in H. rewrite has_past in H. destruct (sided_edges h a A S) as [_ B].
    pose proof (blocks_le a). apply kept_layer. exists (blocks_of a + k - 4). split; [|exact H].
    rewrite blocks_app, blocks_full. lia.
  Qed.
  Lemma solo_fits found n s a : length a = k -> has (solo_fit found n s) a = true ->
    has s a = true /\ sided h a = true /\ has_partner found a = true /\ (Z.abs (moment a) <= solo_bound n)%Z.
  Proof.
    intros A H. apply has_within in H; [|exact A]. destruct H as (H & z & Z & W). apply moment_found in Z.
    destruct Z as (S & P & ->). unfold in_range in W. repeat split; try assumption. lia.
  Qed.
  Lemma solo_narrow found a : length a = k -> narrow (solo_fit found) a.
  Proof. intros A n s H. now apply solo_fits in H. Qed.
  Lemma solo_fallen a : length a = k -> has solo_falls a = true -> fallen a = true.
  Proof.
    intros A H. unfold solo_falls in H. rewrite <- (app_nil_r a) in H. rewrite has_select in H by exact A.
    now destruct (fallen a).
  Qed.
  Lemma kept_solo_fits found a : alone h (kept_solo found) a -> sided h a = true /\ has_partner found a = true /\
    (Z.abs (moment a) <= solo_bound (blocks_of a))%Z.
  Proof. intros (A & H). apply kept_fits in H. destruct H as (s & H). apply solo_fits in H; [tauto | exact A]. Qed.

  (** * The sets are closed if a full level can be kept

      Then it makes a kept pair with a full level above. *)
  Definition full_kept (found : list set) : bool :=
    has (nth (k - 2) (layers solo_falls (solo_fit found) 2 (choose k 2) (fun s => s) (k - 2)) Nothing) (full k).
  Definition accepted : bool := (2 <=? k) && let found := partners in full_kept found.

  Lemma full_kept_solo found : 2 <= k -> full_kept found = true -> kept_solo found (full k) = true.
  Proof.
    intros K H. apply layers_kept in H. apply kept_layer. exists (k - 2). split; [|exact H]. rewrite blocks_full. lia.
  Qed.

  Lemma upper_left a b j : in_pair h kept_pair a b -> nth j b false = true ->
    sides_stand (sides_of h (minus b j)) = true ->
    is_odd a b = true /\ kept_pair a (minus b j) = true \/ pair_move kept_pair a (minus b j).
  Proof.
    intros P J S. destruct (kept_pair_fits a b P) as (Sa & _). destruct (block_of_first b a j J) as [J' E].
    destruct (kept_pair_taken a b _ P J') as [F|[M|M]]; rewrite E in *; [|now left | right; now apply move_in_pair].
    destruct P as (A & B & _). apply pair_fallen in F; [| now rewrite update_length | exact A].
    apply sided_stands in Sa. unfold fallen in *. rewrite S in F. destruct F; [discriminate | congruence].
  Qed.
  Lemma lower_left a b j : in_pair h kept_pair a b -> nth j a false = true ->
    sides_stand (sides_of h (minus a j)) = true ->
    is_odd a b = true /\ kept_pair (minus a j) b = true \/ pair_move kept_pair (minus a j) b.
  Proof.
    intros P J S. destruct (kept_pair_fits a b P) as (_ & Sb & _). rewrite <- (block_of_second b a j) in J.
    destruct (kept_pair_taken a b _ P J) as [F|[M|M]]; rewrite update_right in *;
      [|now left | right; now apply move_in_pair].
    destruct P as (A & B & _). apply pair_fallen in F; [| exact B | now rewrite update_length].
    apply sided_stands in Sb. unfold fallen in *. rewrite S in F. destruct F; [congruence | discriminate].
  Qed.
  Lemma solo_left found a j : alone h (kept_solo found) a -> nth j a false = true ->
    sides_stand (sides_of h (minus a j)) = true ->
    Nat.odd (blocks_of a) = true /\ kept_solo found (minus a j) = true \/ solo_move (kept_solo found) (minus a j).
  Proof.
    intros (A & H) J S. destruct (kept_taken _ _ _ _ _ _ H J) as [F|[(E & M)|M]]; [|left; now rewrite E | now right].
    apply solo_fallen in F; [|now rewrite update_length]. unfold fallen in F. now rewrite S in F.
  Qed.

  Theorem tables_closed : accepted = true -> exists pair solo, closed_pairs h x pair solo.
  Proof.
    unfold accepted. intros H. apply andb_true_iff in H. destruct H as [K H]. apply Nat.leb_le in K.
    exists kept_pair, (kept_solo partners). split.
    - now apply full_kept_solo.
    - intros a b P. now apply kept_pair_fits in P.
    - intros a b P. apply kept_pair_fits in P. destruct P as (_ & _ & _ & M). unfold pair_bound in M.
      rewrite !blocks_blocks. unfold is_odd. lia.
    - intros a b P. apply kept_pair_fits in P. destruct P as (_ & _ & L & _). now apply Z.leb_le.
    - intros a b (A & B & P) F. apply move_in_pair, kept_move; [now apply pair_narrow | exact P|].
      rewrite blocks_app. lia.
    - exact lower_left.
    - exact upper_left.
    - intros a P. now apply kept_solo_fits in P.
    - intros a P. apply kept_solo_fits in P. destruct P as (_ & _ & M). unfold solo_bound in M.
      rewrite blocks_blocks. lia.
    - intros a P. pose proof (kept_solo_fits _ _ P) as (S & M & _). apply partner_kept; [apply P | exact S | exact M].
    - intros a (A & P) F. now apply kept_move; [apply solo_narrow | |].
    - exact (solo_left partners).
  Qed.
End Tables.
