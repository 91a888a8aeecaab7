(** What the checker by automata accepts, as games: an order that nobody survives, though he knows it before he
    begins, and a machine that wins with every set that has the pieces of this order. *)
From Coq Require Import Arith List Bool Lia.
From Topple Require Import Statements Wells Plays RisingCheck RisingPlays Algorithm2.
From Topple Require Import WordCheck LegCheck Words WordMarks WordRuns WordSound.
Import ListNotations Well WellGame.

(** * Pieces by their numbers *)
Lemma survives_path g : forall ps b, survives g b ps -> exists b',
  path (how g) (width g) (depth g) (map (fun p => nth p (pieces g) []) ps) b b'.
Proof.
  induction ps as [|p ps IH]; intros b H; [exists b; constructor|].
  inversion H as [|? ? ? t x y Ht Ha Hd Hs]; subst. destruct (IH _ Hs) as (b' & Hp). exists b'.
  now apply (path_one _ _ _ _ _ b b' t x y).
Qed.

(** The machine announces these pieces, whatever the player does. *)
Lemma announced g : forall future b shown ps, ps = firstn (length future) (shown ++ future) ->
  Forall (fun p => p < length (pieces g)) future ->
  (forall b', ~ path (how g) (width g) (depth g) (map (fun p => nth p (pieces g) []) ps) b b') ->
  lost g (length future) b shown.
Proof.
  induction future as [|q future IH]; intros b shown ps -> Hf H.
  - destruct (H b). constructor.
  - replace (shown ++ q :: future) with ((shown ++ [q]) ++ future) in H by (now rewrite <- app_assoc).
    inversion Hf as [|? ? Hq Hf']; subst.
    destruct (shown ++ [q]) as [|p rest] eqn:Es; [now destruct shown|].
    apply (announce g (length future) b shown q p rest Hq Es). intros t x y Ht Ha.
    destruct (Nat.lt_ge_cases (depth g) (length (played (width g) b t x y))) as [Hd|Hd]; [now left | right].
    apply (IH _ _ _ eq_refl Hf'). intros b' Hp. apply (H b'). cbn [length app firstn map].
    now apply (path_one _ _ _ _ _ b b' t x y).
Qed.

Section Lost.
  Variables (w : nat) (legs : list leg) (cert : certificate).
  Hypothesis accepted : check w legs cert = true.
  (** How many pieces come in the run of each leg. *)
  Variables (d : nat) (many : nat -> nat).
  Hypothesis many_enough : forall i, i < length legs -> length (all_wells w d) < many i.
  Hypothesis many_mod : forall i, i < length legs ->
    many i mod modulus (leg_at legs i) = remainder (leg_at legs i) mod modulus (leg_at legs i).
  (** The numbers of these pieces, as so many rounds. *)
  Variables (g : game) (ps : list nat).
  Hypothesis game_width : width g = w.
  Hypothesis game_depth : depth g = d.
  Hypothesis only_slides : forall b t x y, allowed (how g) w b t x y -> allowed slide w b t x y.
  Hypothesis in_order : map (fun p => nth p (pieces g) []) ps = order w legs d many.

  Theorem nobody_survives b : is_well g b -> not_blank b -> ~ survives g b ps.
  Proof.
    intros [Hd Hb] B H. rewrite game_width in Hb. rewrite game_depth in Hd.
    destruct (survives_path g _ b H) as (b' & P). rewrite in_order, game_width, game_depth in P.
    exact (nobody_places w legs cert accepted (how g) d only_slides many many_enough many_mod b b' Hb B Hd P).
  Qed.

  (** First some pieces of the first run are on display; number [i] is that piece. *)
  Variable i : nat.
  Hypothesis is_piece : i < length (pieces g).
  Hypothesis is_first : nth i (pieces g) [] = run_piece (runs_of (leg_at legs 0)).
  Hypothesis are_pieces : Forall (fun p => p < length (pieces g)) ps.
  Theorem machine_wins_in_order b : is_well g b -> not_blank b -> machine_wins_from g b.
  Proof.
    intros [Hd Hb] B. rewrite game_width in Hb. rewrite game_depth in Hd. set (start := repeat i (lookahead g)).
    exists (length (ps ++ start)), start. split; [apply repeat_length|].
    assert (Start : Forall (fun p => p < length (pieces g)) start)
      by (apply Forall_forall; intros p Hp; now apply repeat_spec in Hp as ->).
    split; [exact Start|]. apply (announced g (ps ++ start) b start (start ++ ps)).
    - rewrite app_assoc, firstn_app. replace (length (ps ++ start)) with (length (start ++ ps))
      by (rewrite !app_length; lia).
      rewrite firstn_all, Nat.sub_diag. cbn. now rewrite app_nil_r.
    - apply Forall_app. now split.
    - intros b' P. rewrite game_width, game_depth, map_app, in_order in P. apply path_app in P.
      destruct P as (c & P1 & P2). destruct (path_good _ _ _ _ _ _ P1 Hb Hd) as [Hc Hcd]. assert (Bc : not_blank c).
      { destruct (parts w legs cert accepted) as (_ & I & _).
        destruct (leg_parts w legs cert accepted 0 I) as (_ & _ & _ & K & _).
        apply (path_not_blank _ _ _ _ _ _ P1); [|exact Hb | exact B]. intros p t Hp Ht. apply in_map_iff in Hp.
        destruct Hp as (i' & <- & Hp). apply repeat_spec in Hp as ->. rewrite is_first in Ht.
        exact (piece_solid w cert _ _ t K Ht). }
      exact (nobody_places w legs cert accepted (how g) d only_slides many many_enough many_mod c b' Hc Bc Hcd P2).
  Qed.
End Lost.

(** There are numbers that are enough and leave the remainder. *)
Lemma enough_with modulus remainder least : 0 < modulus -> exists many, least <= many /\
  many mod modulus = remainder mod modulus.
Proof. intros M. exists (remainder + least * modulus). split; [nia | apply Nat.mod_add; lia]. Qed.
