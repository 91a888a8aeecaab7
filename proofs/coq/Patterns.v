(** Four vector addition games whose values follow no pattern: their lost positions are the corners of
    [Doubling.v], so that a line of cells reads the period-doubling word. *)
From Coq Require Import Arith ZArith Bool List Lia.
From Topple Require Import Statements Games Doubling.
Import ListNotations Pattern.

(** * A pattern repeats along each axis *)
Section Axis.
  (** Off the axis, and along it. *)
  Variables (off along : cell -> nat) (on : nat -> cell).
  Hypothesis off_plus : forall a b, off (plus a b) = off a + off b.
  Hypothesis along_plus : forall a b, along (plus a b) = along a + along b.
  Hypothesis on_axis : forall x, off x = 0 -> x = on (along x).
  Hypothesis on_spec : forall k, off (on k) = 0 /\ along (on k) = k.

  Lemma generator_along base generators x : in_piece base generators x -> off x = 0 ->
    along x = along base \/ exists v, In v generators /\ off v = 0 /\ 0 < along v.
  Proof.
    induction 1 as [|x v Hx IH Hv]; intros H; [now left|].
    rewrite off_plus in H. rewrite along_plus.
    destruct (Nat.eq_dec (along v) 0) as [E|E]; [|right; exists v; repeat split; [exact Hv | lia | lia]].
    destruct IH as [IH|IH]; [lia | left; lia | now right].
  Qed.
  Lemma further_along base generators v n : forall k, in_piece base generators (on k) -> In v generators -> off v = 0 ->
    in_piece base generators (on (k + n * along v)).
  Proof.
    induction n as [|n IH]; intros k Hk Hv H0; [now rewrite Nat.mul_0_l, Nat.add_0_r|].
    replace (k + S n * along v) with ((k + along v) + n * along v) by (cbn; lia).
    apply IH; [|exact Hv | exact H0].
    replace (on (k + along v)) with (plus (on k) v); [now apply further|].
    destruct (on_spec k) as [H1 H2]. rewrite (on_axis (plus (on k) v)) by (rewrite off_plus; lia).
    now rewrite along_plus, H2.
  Qed.

  (** A number that the lengths of all generators divide. *)
  Definition common (vs : list cell) : nat := fold_right (fun v n => Nat.max 1 (along v) * n) 1 vs.
  Lemma common_pos vs : 0 < common vs.
  Proof. induction vs as [|v vs IH]; cbn [common fold_right]; [lia|]. fold (common vs). nia. Qed.
  Lemma common_multiple vs v : In v vs -> 0 < along v -> exists n, common vs = n * along v.
  Proof.
    intros Hv Hpos. induction vs as [|w vs IH]; [destruct Hv|]. cbn [common fold_right]. fold (common vs).
    destruct Hv as [->|Hv].
    - exists (common vs). rewrite Nat.max_r by lia. lia.
    - destruct (IH Hv) as (n & ->). exists (Nat.max 1 (along w) * n). lia.
  Qed.

  Lemma pattern_repeats g : follows_a_pattern g ->
    exists period from, 0 < period /\ forall k, from <= k -> g (on (k + period)) = g (on k).
  Proof.
    intros (pieces & Hall & Hvalue).
    set (period := common (flat_map (fun p => snd (fst p)) pieces)).
    set (from := S (list_max (map (fun p => along (fst (fst p))) pieces))).
    exists period, from. split; [apply common_pos|]. intros k Hk.
    destruct (Hall (on k)) as (base & generators & v & Hin & Hx). destruct (on_spec k) as [H1 H2].
    rewrite (Hvalue _ _ _ _ Hin Hx). apply (Hvalue base generators); [exact Hin|].
    destruct (generator_along _ _ _ Hx H1) as [E|(w & Hw & W1 & W2)].
    - exfalso. assert (along base <= list_max (map (fun p => along (fst (fst p))) pieces)); [|unfold from in Hk; lia].
      assert (F := proj1 (list_max_le (map (fun p => along (fst (fst p))) pieces) _) (le_n _)).
      rewrite Forall_forall in F. apply F, in_map_iff. now exists (base, generators, v).
    - destruct (common_multiple (flat_map (fun p => snd (fst p)) pieces) w) as (n & En); [|exact W2|].
      + apply in_flat_map. now exists (base, generators, v).
      + fold period in En. rewrite En. now apply further_along.
  Qed.

  (** A line that goes along the axis by steps of one length, and reads the word. *)
  Lemma no_pattern g step : 0 < step -> (forall k, g (on (step * k)) = letter k) -> ~ follows_a_pattern g.
  Proof.
    intros Hs Hg H. destruct (pattern_repeats g H) as (period & from & Hp & Hr).
    assert (Many : forall n k, from <= k -> g (on (k + n * period)) = g (on k)).
    { induction n as [|n IH]; intros k Hk; [now rewrite Nat.add_0_r|].
      replace (k + S n * period) with ((k + n * period) + period) by (cbn; lia).
      rewrite Hr by lia. now apply IH. }
    destruct (letter_never_repeats period from Hp) as (k & Hk & Hne). apply Hne.
    rewrite <- !Hg, Nat.mul_add_distr_l. apply Many. nia.
  Qed.
End Axis.

(** * Games on positions (i, j) in a cone *)
Definition step (i j i' j' : nat) : Prop := (i = S i' /\ j = j') \/ (i = i' /\ j = S j') \/ (i = S i' /\ j = S j').

Section Cone.
  Variables (options : cell -> list cell) (cone : nat -> nat -> Prop) (at_ : nat -> nat -> cell).
  Hypothesis moves : forall i j, cone i j -> forall q, In q (options (at_ i j)) <->
    exists i' j', cone i' j' /\ q = at_ i' j' /\ step i j i' j'.
  Hypothesis reached : forall i j, cone i j -> corner i j \/ exists i' j', cone i' j' /\ corner i' j' /\ step i j i' j'.

  (** The corners are the lost positions. *)
  Lemma lost_corners g : is_grundy options g -> forall i j, cone i j -> (g (at_ i j) = 0 <-> corner i j).
  Proof.
    intros Hg. assert (H : forall n i j, i + j < n -> cone i j -> (g (at_ i j) = 0 <-> corner i j)).
    { induction n as [|n IH]; intros i j Hn Hc; [lia|].
      assert (Next : forall i' j', cone i' j' -> step i j i' j' -> (g (at_ i' j') = 0 <-> corner i' j')).
      { intros i' j' Hc' Hs. apply IH; [unfold step in Hs; lia | exact Hc']. }
      destruct (Hg (at_ i j)) as [Hno Hall]. split; intros H.
      - destruct (reached i j Hc) as [C|(i' & j' & Hc' & C & Hs)]; [exact C|]. exfalso. apply Hno. rewrite H.
        apply in_map_iff. exists (at_ i' j'). split; [now apply Next|]. apply moves; [exact Hc|]. now exists i', j'.
      - destruct (g (at_ i j)) as [|m] eqn:E; [reflexivity|]. exfalso.
        assert (Z : In 0 (map g (options (at_ i j)))) by (apply Hall; lia).
        apply in_map_iff in Z. destruct Z as (q & Hq & Hin). apply moves in Hin; [|exact Hc].
        destruct Hin as (i' & j' & Hc' & -> & Hs). apply Next in Hq; [|exact Hc' | exact Hs].
        now apply (corners_apart i j i' j'). }
    intros i j. apply (H (S (i + j))). lia.
  Qed.

  (** A position of the border with at most one option has the letter as its value. *)
  Lemma border_value g k : is_grundy options g -> cone (2 * k) (3 * k) -> length (options (at_ (2 * k) (3 * k))) <= 1 ->
    g (at_ (2 * k) (3 * k)) = letter k.
  Proof.
    intros Hg Hc Hone. pose proof (lost_corners g Hg _ _ Hc) as Hz. pose proof (letter_le k).
    assert (Hle : g (at_ (2 * k) (3 * k)) <= 1).
    { destruct (Hg (at_ (2 * k) (3 * k))) as [_ Hall].
      destruct (le_gt_dec (g (at_ (2 * k) (3 * k))) 1) as [L|L]; [exact L|]. exfalso.
      pose proof (Hall 0 ltac:(lia)) as H0. pose proof (Hall 1 ltac:(lia)) as H1.
      destruct (options (at_ (2 * k) (3 * k))) as [|q [|r l]]; cbn in *; [tauto | | lia].
      destruct H0 as [H0|[]], H1 as [H1|[]]. congruence. }
    destruct (Nat.eq_dec (letter k) 0) as [L|L].
    - rewrite L. apply Hz. now apply border_corner.
    - destruct (Nat.eq_dec (g (at_ (2 * k) (3 * k))) 0) as [E|E]; [|lia].
      apply Hz, corner_at_border in E. destruct E as [E|[E|(_ & y & E1 & E2)]]; [lia | lia|].
      assert (y = k) by lia. congruence.
  Qed.
End Cone.

(** ** Two cones *)
Definition narrow (i j : nat) : Prop := i <= j /\ 2 * j <= 3 * i.
Definition wide (i j : nat) : Prop := 2 * i <= 3 * j /\ 2 * j <= 3 * i.

Lemma narrow_reached i j : narrow i j -> corner i j \/ exists i' j', narrow i' j' /\ corner i' j' /\ step i j i' j'.
Proof.
  intros [H1 H2]. destruct (near_corner i j) as (a & b & C & Ha & Hb); [lia | lia|].
  destruct (corner_at_border a b C) as [B|B]; [lia|].
  destruct (Nat.le_gt_cases a b) as [L|L].
  - destruct (Nat.eq_dec a i) as [->|Na], (Nat.eq_dec b j) as [->|Nb]; [now left | | |];
      right; exists a, b || exists i, b || exists a, j; unfold narrow, step; repeat split; trivial; lia.
  - assert (i = S b /\ j = S b /\ a = S b) as (-> & -> & ->) by lia.
    right. exists b, (S b). pose proof (beside_diagonal b C). apply corner_sym in C.
    unfold narrow, step. repeat split; trivial; lia.
Qed.
Lemma wide_reached i j : wide i j -> corner i j \/ exists i' j', wide i' j' /\ corner i' j' /\ step i j i' j'.
Proof.
  intros [H1 H2]. destruct (near_corner i j) as (a & b & C & Ha & Hb); [lia | lia|].
  destruct (corner_at_border a b C) as [B|B]; [lia|].
  destruct (corner_at_border b a (corner_sym a b C)) as [B'|B']; [lia|].
  destruct (Nat.eq_dec a i) as [->|Na], (Nat.eq_dec b j) as [->|Nb]; [now left | | |];
    right; exists a, b || exists i, b || exists a, j; unfold wide, step; repeat split; trivial; lia.
Qed.

(** * The four games *)
Lemma in_options S p q : In q (Addition.options S p) <->
  exists v, In v S /\ (Z.of_nat (fst q) = Z.of_nat (fst p) + fst v /\ Z.of_nat (snd q) = Z.of_nat (snd p) + snd v)%Z.
Proof.
  unfold Addition.options. rewrite in_flat_map. split; intros (v & Hv & H); exists v; (split; [exact Hv|]).
  - destruct (_ && _) eqn:E in H; [|destruct H]. destruct H as [<-|[]]. apply andb_true_iff in E. cbn [fst snd]. lia.
  - destruct q as [a b]. cbn [fst snd] in H. destruct H as [Ha Hb]. rewrite <- Ha, <- Hb.
    destruct (Z.leb_spec 0 (Z.of_nat a)), (Z.leb_spec 0 (Z.of_nat b)); [|lia..].
    left. now rewrite !Nat2Z.id.
Qed.

Definition C_moves := [(-3, 1); (-1, 0); (2, -1)]%Z.
Definition E_moves := [(-3, 2); (-1, 0); (2, -2)]%Z.
Definition F_moves := [(-3, 2); (0, -1); (3, -3)]%Z.
Definition D_moves := [(-3, 2); (-1, -1); (2, -3)]%Z.
Definition C_at (i j : nat) : cell := (3 * i - 2 * j, j - i).
Definition E_at (i j : nat) : cell := (3 * i - 2 * j, 2 * (j - i)).
Definition F_at (i j : nat) : cell := (3 * (j - i), 3 * i - 2 * j).
Definition D_at (i j : nat) : cell := (3 * i - 2 * j, 3 * j - 2 * i).

(** In coordinates (i, j) all are one game. *)
Ltac found := unfold narrow, wide, step in *; cbn [fst snd] in *; repeat split; lia.
Ltac same_game :=
  intros i j [H1 H2] q; rewrite in_options; split;
  [ intros (v & Hv & E1 & E2); destruct q as [a b];
    destruct Hv as [<-|[<-|[<-|[]]]]; cbn [fst snd] in *;
    first [ exists (i - 1), j; split; [found | split; [f_equal; lia | found]]
          | exists i, (j - 1); split; [found | split; [f_equal; lia | found]]
          | exists (i - 1), (j - 1); split; [found | split; [f_equal; lia | found]] ]
  | intros (i' & j' & [C1 C2] & -> & Hs); unfold step in Hs; cbn [fst snd] ].
Ltac some_move := first
  [ eexists; split; [left; reflexivity | cbn [fst snd]; lia]
  | eexists; split; [right; left; reflexivity | cbn [fst snd]; lia]
  | eexists; split; [right; right; left; reflexivity | cbn [fst snd]; lia] ].

Lemma C_same : forall i j, narrow i j -> forall q, In q (Addition.options C_moves (C_at i j)) <->
  exists i' j', narrow i' j' /\ q = C_at i' j' /\ step i j i' j'.
Proof.
  unfold C_at. same_game. unfold narrow, wide in *. destruct Hs as [Hs|[Hs|Hs]]; some_move.
Qed.
Lemma E_same : forall i j, narrow i j -> forall q, In q (Addition.options E_moves (E_at i j)) <->
  exists i' j', narrow i' j' /\ q = E_at i' j' /\ step i j i' j'.
Proof.
  unfold E_at. same_game. unfold narrow, wide in *. destruct Hs as [Hs|[Hs|Hs]]; some_move.
Qed.
Lemma F_same : forall i j, narrow i j -> forall q, In q (Addition.options F_moves (F_at i j)) <->
  exists i' j', narrow i' j' /\ q = F_at i' j' /\ step i j i' j'.
Proof.
  unfold F_at. same_game. unfold narrow, wide in *. destruct Hs as [Hs|[Hs|Hs]]; some_move.
Qed.
Lemma D_same : forall i j, wide i j -> forall q, In q (Addition.options D_moves (D_at i j)) <->
  exists i' j', wide i' j' /\ q = D_at i' j' /\ step i j i' j'.
Proof.
  unfold D_at. same_game. unfold narrow, wide in *. destruct Hs as [Hs|[Hs|Hs]]; some_move.
Qed.

(** On the border x = 0, or y = 0, there is only one move. *)
Lemma one_option (moves : list (Z * Z)) p :
  length (filter (fun v => (0 <=? Z.of_nat (fst p) + fst v) && (0 <=? Z.of_nat (snd p) + snd v))%Z moves) <= 1 ->
  length (Addition.options moves p) <= 1.
Proof.
  intros H. unfold Addition.options. induction moves as [|v moves IH]; [exact H|].
  cbn [flat_map filter] in *. rewrite app_length. destruct (_ && _); cbn [length] in *; [|now apply IH].
  assert (E : filter (fun v => (0 <=? Z.of_nat (fst p) + fst v) && (0 <=? Z.of_nat (snd p) + snd v))%Z moves = []).
  { destruct (filter _ moves); [reflexivity | cbn in H; lia]. }
  replace (flat_map _ moves) with (@nil cell); [cbn; lia|]. clear H IH. symmetry.
  induction moves as [|w moves IH]; [reflexivity|]. cbn [flat_map filter] in *.
  destruct (_ && _); [discriminate|]. now apply IH.
Qed.
Ltac only_one := apply one_option; cbn [fst snd filter C_moves E_moves F_moves D_moves];
  repeat match goal with |- context [(0 <=? ?z)%Z] => destruct (Z.leb_spec 0 z); try (exfalso; lia) end; cbn; lia.

Lemma values_on_lines moves line g : In (moves, line) sets -> is_grundy (Addition.options moves) g ->
  forall k, g (line k) = letter k.
Proof.
  intros Hin Hg k. assert (N : narrow (2 * k) (3 * k)) by (unfold narrow; lia).
  assert (W : wide (2 * k) (3 * k)) by (unfold wide; lia).
  destruct Hin as [E|[E|[E|[E|[]]]]]; injection E as <- <-.
  - pose proof (border_value _ narrow C_at C_same narrow_reached g k Hg N) as B. unfold C_at in B.
    replace (3 * (2 * k) - 2 * (3 * k)) with 0 in B by lia. replace (3 * k - 2 * k) with k in B by lia.
    apply B. only_one.
  - pose proof (border_value _ narrow E_at E_same narrow_reached g k Hg N) as B. unfold E_at in B.
    replace (3 * (2 * k) - 2 * (3 * k)) with 0 in B by lia. replace (3 * k - 2 * k) with k in B by lia.
    apply B. only_one.
  - pose proof (border_value _ narrow F_at F_same narrow_reached g k Hg N) as B. unfold F_at in B.
    replace (3 * (2 * k) - 2 * (3 * k)) with 0 in B by lia. replace (3 * k - 2 * k) with k in B by lia.
    apply B. only_one.
  - pose proof (border_value _ wide D_at D_same wide_reached g k Hg W) as B. unfold D_at in B.
    replace (3 * (2 * k) - 2 * (3 * k)) with 0 in B by lia.
    replace (3 * (3 * k) - 2 * (2 * k)) with (5 * k) in B by lia.
    apply B. only_one.
Qed.

(** Each move lowers 2 x + 5 y, x + 3 y, 3 x + 4 y and x + y, in this order of the sets. *)
Lemma sets_end moves line : In (moves, line) sets -> play_ends (Addition.options moves).
Proof.
  intros Hin. destruct Hin as [E|[E|[E|[E|[]]]]]; injection E as <- <-.
  - apply weight_ends_play with (fun p => 2 * fst p + 5 * snd p). intros p q Hq. apply in_options in Hq.
    destruct Hq as (v & Hv & H). destruct Hv as [<-|[<-|[<-|[]]]]; cbn [fst snd] in H; lia.
  - apply weight_ends_play with (fun p => 4 * fst p + 5 * snd p). intros p q Hq. apply in_options in Hq.
    destruct Hq as (v & Hv & H). destruct Hv as [<-|[<-|[<-|[]]]]; cbn [fst snd] in H; lia.
  - apply weight_ends_play with (fun p => 5 * fst p + 6 * snd p). intros p q Hq. apply in_options in Hq.
    destruct Hq as (v & Hv & H). destruct Hv as [<-|[<-|[<-|[]]]]; cbn [fst snd] in H; lia.
  - apply weight_ends_play with (fun p => fst p + snd p). intros p q Hq. apply in_options in Hq.
    destruct Hq as (v & Hv & H). destruct Hv as [<-|[<-|[<-|[]]]]; cbn [fst snd] in H; lia.
Qed.

Lemma no_pattern_on_lines moves line g : In (moves, line) sets -> (forall k, g (line k) = letter k) ->
  ~ follows_a_pattern g.
Proof.
  assert (Column : forall step, 0 < step -> (forall k, g (0, step * k) = letter k) -> ~ follows_a_pattern g).
  { intros step Hs Hg. apply (no_pattern fst snd (fun k => (0, k))) with step; trivial; try reflexivity.
    - intros [a b] H. cbn in H. now subst.
    - now split. }
  assert (Row : forall step, 0 < step -> (forall k, g (step * k, 0) = letter k) -> ~ follows_a_pattern g).
  { intros step Hs Hg. apply (no_pattern snd fst (fun k => (k, 0))) with step; trivial; try reflexivity.
    - intros [a b] H. cbn in H. now subst.
    - now split. }
  intros Hin Hg. destruct Hin as [E|[E|[E|[E|[]]]]]; injection E as <- <-.
  - apply (Column 1); [lia|]. intros k. rewrite Nat.mul_1_l. apply Hg.
  - apply (Column 2); [lia | exact Hg].
  - apply (Row 3); [lia | exact Hg].
  - apply (Column 5); [lia | exact Hg].
Qed.

Theorem addition_no_pattern_holds : StatementsPatterns.addition_no_pattern.
Proof.
  intros moves line Hin. pose proof (sets_end moves line Hin) as Hend.
  split; [exact Hend|]. split; [now apply grundy_exists|]. intros g Hg.
  pose proof (values_on_lines moves line g Hin Hg) as Hv. split; [|split].
  - intros k twos odd E. rewrite Hv. now apply (letter_twos twos odd).
  - intros period from Hp. destruct (letter_never_repeats period from Hp) as (k & Hk & Hne).
    exists k. split; [exact Hk|]. now rewrite !Hv.
  - now apply (no_pattern_on_lines moves line).
Qed.
