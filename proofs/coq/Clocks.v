(** Games that are other games, renamed; CLOCK NIM, which ends; and the way from
    triplets to CLOCK NIM and to cells. *)
From Coq Require Import Arith ZArith Bool List Lia.
From Topple Require Import Statements Games Triplets Cells.
Import ListNotations.

(** * Renaming *)
Lemma is_mex_same l l' m : (forall v, In v l <-> In v l') -> is_mex l m -> is_mex l' m.
Proof. intros H [H1 H2]. split; [now rewrite <- H|]. intros k Hk. now apply H, H2. Qed.

Section Renaming.
  Context {P Q : Type} (f : P -> Q) (domain : P -> Prop) (options : P -> list P) (options' : Q -> list Q).
  Hypothesis same : renames f domain options options'.

  Lemma option_of p q : domain p -> In q (options p) -> domain q /\ In (f q) (options' (f p)).
  Proof. intros Hp Hq. destruct (same p Hp) as [closed E]. split; [auto | apply E; eauto]. Qed.

  Lemma keeps_end r : Acc (fun q p => In q (options' p)) r ->
    forall p, f p = r -> domain p -> Acc (fun q p => In q (options p)) p.
  Proof.
    induction 1 as [r _ IH]. intros p <- Hp. constructor. intros q Hq.
    destruct (option_of p q Hp Hq) as [Dq Hf]. now apply (IH (f q)).
  Qed.

  Hypothesis ends : play_ends options'.

  Lemma keeps_winner r : forall p, f p = r -> domain p ->
    (Wins options p <-> Wins options' r) /\ (Loses options p <-> Loses options' r).
  Proof.
    induction (ends r) as [r _ IH]. intros p <- Hp.
    assert (both : forall q, In q (options p) ->
      (Wins options q <-> Wins options' (f q)) /\ (Loses options q <-> Loses options' (f q))).
    { intros q Hq. destruct (option_of p q Hp Hq). now apply (IH (f q)). }
    destruct (same p Hp) as [_ E]. split; split; intros H.
    - inversion H as [? q Hq Hl]; subst. apply wins with (f q); [apply E; eauto | now apply both].
    - inversion H as [? r Hq Hl]; subst. apply E in Hq. destruct Hq as (q & Hq & <-).
      apply wins with q; [exact Hq | now apply both].
    - inversion H as [? all]; subst. apply loses. intros r Hr. apply E in Hr. destruct Hr as (q & Hq & <-).
      apply both, all; exact Hq.
    - inversion H as [? all]; subst. apply loses. intros q Hq. apply both; [exact Hq|]. apply all, E. eauto.
  Qed.

  Lemma keeps_grundy g g' r : is_grundy_on domain options g -> is_grundy options' g' ->
    forall p, f p = r -> domain p -> g p = g' r.
  Proof.
    intros Hg Hg'. induction (ends r) as [r _ IH]. intros p <- Hp.
    apply is_mex_unique with (map g' (options' (f p))); [|apply Hg'].
    apply is_mex_same with (map g (options p)); [|now apply Hg].
    destruct (same p Hp) as [_ E]. intros v. rewrite !in_map_iff. split.
    - intros (q & <- & Hq). destruct (option_of p q Hp Hq) as [Dq Hf].
      exists (f q). split; [symmetry; now apply (IH (f q)) | exact Hf].
    - intros (r & <- & Hr). apply E in Hr. destruct Hr as (q & Hq & <-).
      destruct (option_of p q Hp Hq) as [Dq Hf]. exists q. split; [now apply (IH (f q)) | exact Hq].
  Qed.
End Renaming.

Theorem renaming_keeps_values_holds : StatementsMaps.renaming_keeps_values.
Proof.
  intros P Q f domain options options' same ends p Hp.
  destruct (keeps_winner f domain options options' same ends (f p) p eq_refl Hp) as [HW HL].
  split; [now apply (keeps_end f domain options options' same (f p) (ends (f p)))|].
  split; [exact HW|]. split; [exact HL|].
  intros g g' Hg Hg'. now apply (keeps_grundy f domain options options' same ends g g' (f p)).
Qed.

Lemma renames_compose {P Q R} (f : P -> Q) (h : Q -> R) dom dom' options options' options'' :
  renames f dom options options' -> renames h dom' options' options'' -> (forall p, dom p -> dom' (f p)) ->
  renames (fun p => h (f p)) dom options options''.
Proof.
  intros Hf Hh D p Hp. destruct (Hf p Hp) as [C E]. destruct (Hh (f p) (D p Hp)) as [_ E'].
  split; [exact C|]. intros r. rewrite E'. split.
  - intros (q & Hq & <-). apply E in Hq. destruct Hq as (q' & Hq & <-). eauto.
  - intros (q & Hq & <-). exists (f q). split; [apply E; eauto | reflexivity].
Qed.

(** A sum of games that are renamed is renamed. *)
Lemma renames_sum {P Q} (f : P -> Q) dom options options' : renames f dom options options' ->
  renames (map f) (Forall dom) (sum_options options) (sum_options options').
Proof.
  intros H ps. induction 1 as [|p ps Hp Hps IH].
  - split; [intros q []|]. intros r. split; [intros [] | intros (q & [] & _)].
  - destruct (H p Hp) as [C E]. destruct IH as [C' E']. cbn [sum_options map]. split.
    + intros q Hq. apply in_app_iff in Hq. rewrite !in_map_iff in Hq.
      destruct Hq as [(q' & <- & Hq)|(q' & <- & Hq)]; constructor; auto.
    + intros r. rewrite in_app_iff, !in_map_iff. split.
      * intros [(r' & <- & Hr)|(r' & <- & Hr)].
        -- apply E in Hr. destruct Hr as (q & Hq & <-). exists (q :: ps). split; [|reflexivity].
           apply in_app_iff. left. now apply (in_map (fun q => q :: ps)).
        -- apply E' in Hr. destruct Hr as (q & Hq & <-). exists (p :: q). split; [|reflexivity].
           apply in_app_iff. right. now apply in_map.
      * intros (q & Hq & <-). apply in_app_iff in Hq. rewrite !in_map_iff in Hq. destruct Hq as [(q' & <- & Hq)|(q' & <- & Hq)].
        -- left. exists (f q'). split; [reflexivity|]. apply E. eauto.
        -- right. exists (map f q'). split; [reflexivity|]. apply E'. eauto.
Qed.

(** * CLOCK NIM ends: p times the stones and n times the clock fall *)
Fixpoint stones (size : nat) (piles : list nat) : nat :=
  match piles with [] => 0 | a :: piles => size * a + stones (S size) piles end.

Lemma stones_more i : forall size piles,
  stones size (Well.update i S piles) <= stones size piles + (size + i).
Proof.
  induction i as [|i IH]; intros size [|a piles]; cbn [Well.update stones]; try lia.
  specialize (IH (S size) piles). lia.
Qed.

Lemma stones_less i : forall size piles, 0 < nth i piles 0 ->
  stones size (Well.update i Nat.pred piles) + (size + i) = stones size piles.
Proof.
  induction i as [|i IH]; intros size [|a piles] H; cbn [Well.update stones nth] in *; try lia.
  - destruct a; [lia|]. cbn [Nat.pred]. nia.
  - specialize (IH (S size) piles H). lia.
Qed.

Lemma stones_left i rest piles : 0 < nth i piles 0 -> rest <= i ->
  stones 1 (Clock.leave i rest piles) + 1 <= stones 1 piles.
Proof.
  intros Hi Hr. pose proof (stones_less i 1 piles Hi). unfold Clock.leave. destruct rest as [|j]; [lia|].
  pose proof (stones_more j 1 (Well.update i Nat.pred piles)). lia.
Qed.

Lemma options_in p n piles s x : In x (Clock.options p n (piles, s)) <->
  exists i rest, i < length piles /\ 0 < nth i piles 0 /\ rest <= i /\
  x = Clock.tick p n (Clock.leave i rest piles) s.
Proof.
  unfold Clock.options. rewrite in_flat_map. split.
  - intros (i & Hi & H). apply in_seq in Hi. destruct (Nat.ltb_spec 0 (nth i piles 0)); [|destruct H].
    apply in_map_iff in H. destruct H as (rest & <- & Hr). apply in_seq in Hr.
    exists i, rest. repeat split; lia.
  - intros (i & rest & Hi & Hn & Hr & ->). exists i. split; [apply in_seq; lia|].
    destruct (Nat.ltb_spec 0 (nth i piles 0)); [|lia].
    apply in_map_iff. exists rest. split; [reflexivity | apply in_seq; lia].
Qed.

Lemma clock_ends p n : 0 < n < p -> play_ends (Clock.options p n).
Proof.
  intros Hn. apply (weight_ends_play _ (fun x => p * stones 1 (fst x) + n * snd x)).
  intros [piles s] x H. apply options_in in H. destruct H as (i & rest & _ & Hi & Hr & ->).
  pose proof (stones_left i rest piles Hi Hr) as L. unfold Clock.tick. destruct (Nat.eqb_spec (s + 1) p) as [E|E]; cbn [fst snd].
  - pose proof (stones_more (n - 1) 1 (Clock.leave i rest piles)). nia.
  - nia.
Qed.

Theorem clock_nim_ends_holds : StatementsMaps.clock_nim_ends.
Proof. split; [exact clock_ends|]. split; intros x; cbn; intuition. Qed.

(** * Two sizes of piles, a clock of three: the options, written out *)
Definition two (a b s : nat) : Clock.position := if s =? 2 then ([a; S b], 0) else ([a; b], s + 1).

Lemma two_options a b s x : s < 3 -> In x (Clock.options 3 2 ([a; b], s)) <->
  (0 < a /\ x = two (a - 1) b s) \/ (0 < b /\ (x = two a (b - 1) s \/ x = two (a + 1) (b - 1) s)).
Proof.
  intros Hs. assert (T : forall c d, Clock.tick 3 2 [c; d] s = two c d s).
  { intros c d. unfold Clock.tick, two. destruct s as [|[|[|]]]; reflexivity || lia. }
  rewrite options_in. cbn [length]. split.
  - intros (i & rest & Hi & Hn & Hr & ->). destruct i as [|[|]]; [| |lia]; cbn [nth] in Hn.
    + left. split; [exact Hn|]. replace rest with 0 by lia.
      unfold Clock.leave. cbn [Well.update]. rewrite T. f_equal. lia.
    + right. split; [exact Hn|]. destruct rest as [|[|]]; [left | right | lia];
        unfold Clock.leave; cbn [Well.update]; rewrite T; f_equal; lia.
  - intros [[Ha ->]|[Hb [->| ->]]].
    + exists 0, 0. repeat split; try assumption; try lia. unfold Clock.leave. cbn [Well.update]. rewrite T. f_equal. lia.
    + exists 1, 0. repeat split; try assumption; try lia. unfold Clock.leave. cbn [Well.update]. rewrite T. f_equal. lia.
    + exists 1, 1. repeat split; try assumption; try lia. unfold Clock.leave. cbn [Well.update]. rewrite T. f_equal; lia.
Qed.

Definition one (x y z : nat) : Zwick.position := if z =? 2 then (S x, y, 0) else (x, y, z + 1).

Lemma triplet_options x y z q : z < 3 -> In q (Zwick.options (x, y, z)) <->
  (0 < y /\ q = one x (y - 1) z) \/ (0 < x /\ (q = one (x - 1) y z \/ q = one (x - 1) (y + 1) z)).
Proof.
  intros Hz. assert (N : forall x y, Zwick.normalize x y (z + 1) = one x y z).
  { intros. unfold Zwick.normalize, one. rewrite Nat.add_1_r. destruct z as [|[|[|]]]; try reflexivity; try lia.
    cbn. f_equal. f_equal. lia. }
  unfold Zwick.options. cbn [flat_map Zwick.result]. rewrite !N.
  destruct (Nat.ltb_spec 0 x), (Nat.ltb_spec 0 y); cbn [app In]; intuition (subst; auto; lia).
Qed.

Lemma of_triplet_one x y z : z < 3 -> Clock.of_triplet (one x y z) = two y x z.
Proof. intros Hz. unfold one, two. destruct z as [|[|[|]]]; reflexivity || lia. Qed.

Theorem triplets_are_clock_nim_holds : StatementsMaps.triplets_are_clock_nim.
Proof.
  split; [|split].
  - intros [[x y] z] Hz. cbn [snd] in Hz. split.
    + intros q Hq. now apply (options_below_3 (x, y, z)).
    + intros r. cbn [Clock.of_triplet]. rewrite two_options by exact Hz. split.
      * intros [[Hy ->]|[Hx H]].
        -- exists (one x (y - 1) z). split; [apply triplet_options; auto | now apply of_triplet_one].
        -- destruct H as [->| ->]; [exists (one (x - 1) y z) | exists (one (x - 1) (y + 1) z)];
             (split; [apply triplet_options; auto | now apply of_triplet_one]).
      * intros (q & Hq & <-). apply triplet_options in Hq; [|exact Hz].
        destruct Hq as [[Hy ->]|[Hx [->| ->]]]; rewrite of_triplet_one by exact Hz; auto.
  - intros [[x y] z] [[x' y'] z'] E. cbn in E. congruence.
  - intros [piles s] [Hl Hs]. cbn [fst snd] in *. destruct piles as [|a [|b [|]]]; try discriminate.
    exists (b, a, s). split; [exact Hs | reflexivity].
Qed.

(** * Cells *)
Lemma cell_two a b s : s < 3 -> Clock.cell (two a b s) = (3 * b + s, a).
Proof.
  intros Hs. unfold two, Clock.cell. destruct (Nat.eqb_spec s 2); cbn [fst snd nth]; f_equal; lia.
Qed.

Lemma has_cell_two a b s : s < 3 -> Clock.has_cell (two a b s).
Proof.
  intros Hs. unfold two, Clock.has_cell, Clock.jenga. destruct (Nat.eqb_spec s 2); cbn [fst snd nth length]; lia.
Qed.

Lemma jenga_shape x : Clock.jenga x -> exists a b s, x = ([a; b], s) /\ s < 3.
Proof.
  destruct x as [piles s]. intros [Hl Hs]. cbn [fst snd] in *. destruct piles as [|a [|b [|]]]; try discriminate. eauto.
Qed.

Lemma cells_renamed : renames Clock.cell Clock.has_cell (Clock.options 3 2) (Addition.options Addition.jenga).
Proof.
  intros x [Hx Hc]. destruct (jenga_shape x Hx) as (a & b & s & -> & Hs). cbn [fst snd nth] in Hc. split.
  - intros q Hq. apply two_options in Hq; [|exact Hs].
    destruct Hq as [[_ ->]|[_ [->| ->]]]; now apply has_cell_two.
  - intros r. change (Clock.cell ([a; b], s)) with (3 * b + s - 1, a). rewrite jenga_options, in_app_iff. split.
    + intros [H|H].
      * destruct (Nat.leb_spec 2 (3 * b + s - 1)); [|destruct H].
        destruct H as [<-|[<-|[]]]; [exists (two a (b - 1) s) | exists (two (a + 1) (b - 1) s)];
          (split; [apply two_options; [exact Hs | right; split; [lia | auto]] | rewrite cell_two by exact Hs; f_equal; lia]).
      * destruct (Nat.leb_spec 1 a); [|destruct H]. destruct H as [<-|[]]. exists (two (a - 1) b s).
        split; [apply two_options; [exact Hs | left; split; [lia | reflexivity]] | rewrite cell_two by exact Hs; f_equal; lia].
    + intros (q & Hq & <-). apply two_options in Hq; [|exact Hs].
      destruct Hq as [[Ha ->]|[Hb [->| ->]]]; rewrite cell_two by exact Hs.
      * right. destruct (Nat.leb_spec 1 a); [|lia]. left. f_equal; lia.
      * left. destruct (Nat.leb_spec 2 (3 * b + s - 1)); [|lia]. left. f_equal; lia.
      * left. destruct (Nat.leb_spec 2 (3 * b + s - 1)); [|lia]. right. left. f_equal; lia.
Qed.

Theorem observation_2_4_holds : StatementsMaps.observation_2_4.
Proof.
  split; [exact cells_renamed|]. split; [|split].
  - intros x x' [Hx Hc] [Hx' Hc'] E.
    destruct (jenga_shape x Hx) as (a & b & s & -> & Hs), (jenga_shape x' Hx') as (a' & b' & s' & -> & Hs').
    unfold Clock.cell in E. cbn [fst snd nth] in *. injection E as E1 E2.
    assert (b = b') by lia. assert (s = s') by lia. congruence.
  - intros [c a]. exists ([a; (c + 1) / 3], (c + 1) mod 3).
    pose proof (Nat.div_mod (c + 1) 3 ltac:(lia)). pose proof (Nat.mod_upper_bound (c + 1) 3 ltac:(lia)).
    unfold Clock.has_cell, Clock.jenga, Clock.cell. cbn [fst snd nth length].
    split; [lia | f_equal; lia].
  - intros g g' Hg Hg' x Hx.
    apply (keeps_grundy _ _ _ _ cells_renamed jenga_ends g g' _ (fun p _ => Hg p) Hg' x eq_refl Hx).
Qed.

Theorem observation_2_5_holds : StatementsMaps.observation_2_5.
Proof.
  intros x Hx. destruct (jenga_shape x Hx) as (a & b & s & -> & Hs). split.
  - intros none. exists a. destruct s as [|s].
    + destruct b as [|b]; [reflexivity|]. exfalso. apply (none ([S a; b], 2)); [split; cbn; lia|].
      apply two_options; [lia|]. left. split; [lia|]. unfold two. cbn [Nat.eqb]. repeat f_equal; lia.
    + exfalso. apply (none ([S a; b], s)); [split; cbn; lia|].
      apply two_options; [lia|]. left. split; [lia|]. unfold two.
      destruct (Nat.eqb_spec s 2); [lia|]. repeat f_equal; lia.
  - intros (a' & E) y Hy H. destruct (jenga_shape y Hy) as (c & d & u & -> & Hu).
    apply two_options in H; [|exact Hu]. rewrite E in H. unfold two in H.
    destruct (Nat.eqb_spec u 2); destruct H as [[H1 H]|[H1 [H|H]]]; injection H; intros; lia.
Qed.

Lemma values_3_1 g c : is_grundy (Addition.options Addition.jenga) g -> g c = Addition.G c.
Proof. intros Hg. destruct carvalho_3_1_holds as [_ values]. now apply values. Qed.

Theorem addition_equivalence_holds : StatementsMaps.addition_equivalence.
Proof.
  split.
  - intros a1 a2 s [[_ Hs] Hc]. cbn zeta. cbn [fst snd nth] in Hs, Hc. unfold Clock.cell, Clock.leave, Clock.tick. cbn [fst snd nth Well.update].
    repeat split; try lia; intros; destruct (Nat.eqb_spec (s + 1) 3); cbn [fst snd nth Well.update Nat.sub]; f_equal; lia.
  - intros g Hg. cbn [map]. now rewrite !(values_3_1 g).
Qed.
