(** What the checker by automata accepts, as games: an order that nobody survives, though he knows it before he
    begins, and a machine that wins with every set that has the two pieces. *)
From Coq Require Import Arith List Bool Lia.
From Topple Require Import Statements Wells Plays RisingCheck RisingPlays Algorithm2 WordCheck Words WordSound.
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
  Variables (w : nat) (piece : turn) (cert : certificate).
  Hypothesis accepted : check w piece cert = true.

  (** So many kinks, then the other piece, again and again. *)
  Definition in_turn (many times kink_number piece_number : nat) : list nat :=
    concat (repeat (repeat kink_number many ++ [piece_number]) times).
  Lemma in_turn_pieces (f : nat -> turn) i j d many : f i = kink true -> f j = piece ->
    map f (in_turn many (S (length (places w cert d))) i j) = order w piece cert d many.
  Proof.
    intros Hi Hj. unfold in_turn, order, round. generalize (S (length (places w cert d))).
    intros times. rewrite concat_map. f_equal.
    induction times as [|times IH]; [reflexivity|]. cbn [repeat map]. rewrite IH. f_equal.
    rewrite map_app. cbn [map]. rewrite Hj. f_equal. clear -Hi. induction many as [|m IH]; [reflexivity|].
    cbn [repeat map]. now rewrite IH, Hi.
  Qed.

  Notation modulus := (modulus cert).
  Notation remainder := (remainder cert).
  Theorem lost_blindly depth : exists least times, forall many, least <= many ->
    many mod modulus = remainder mod modulus -> forall how lookahead b,
    let g := Game w depth [kink true; piece] how lookahead in
    (forall b t x y, allowed how w b t x y -> allowed slide w b t x y) ->
    is_well g b -> not_blank b -> ~ survives g b (in_turn many times 0 1).
  Proof.
    exists (length (all_wells w depth)), (S (length (places w cert depth))).
    intros many Least Mod r lookahead b g Slides [Hd Hb] B H.
    destruct (survives_path g _ b H) as (b' & P). rewrite (in_turn_pieces _ _ _ _ many) in P by reflexivity.
    exact (nobody_places w piece cert accepted r depth Slides many Least Mod b b' Hb B Hd P).
  Qed.

  Theorem machine_wins_in_turn g : width g = w ->
    (forall b t x y, allowed (how g) w b t x y -> allowed slide w b t x y) ->
    In (kink true) (pieces g) -> In piece (pieces g) -> forall b, is_well g b -> not_blank b ->
    machine_wins_from g b.
  Proof.
    intros Hw Slides Hkink Hpiece b [Hd Hb] B. rewrite Hw in Hb. apply (In_nth _ _ []) in Hkink, Hpiece.
    destruct Hkink as (i & Li & Hi), Hpiece as (j & Lj & Hj).
    set (start := repeat i (lookahead g)). set (d := depth g).
    pose proof (some_modulus w piece cert accepted) as M. set (many := remainder + length (all_wells w d) * modulus).
    assert (Least : length (all_wells w d) <= many) by (unfold many; nia).
    assert (Mod : many mod modulus = remainder mod modulus) by (apply Nat.mod_add; lia).
    set (ps := in_turn many (S (length (places w cert d))) i j).
    exists (length (ps ++ start)), start. split; [apply repeat_length|].
    assert (Start : Forall (fun p => p < length (pieces g)) start)
      by (apply Forall_forall; intros p Hp; now apply repeat_spec in Hp as ->).
    split; [exact Start|]. apply (announced g (ps ++ start) b start (start ++ ps)).
    - rewrite app_assoc, firstn_app. replace (length (ps ++ start)) with (length (start ++ ps))
      by (rewrite !app_length; lia).
      rewrite firstn_all, Nat.sub_diag. cbn. now rewrite app_nil_r.
    - apply Forall_app. split; [|exact Start]. apply Forall_forall. intros p Hp. unfold ps, in_turn in Hp.
      apply in_concat in Hp. destruct Hp as (l & Hl & Hp). apply repeat_spec in Hl as ->. apply in_app_iff in Hp.
      destruct Hp as [Hp|[<-|[]]]; [now apply repeat_spec in Hp as -> | exact Lj].
    - intros b' P. rewrite Hw, map_app in P. apply path_app in P. destruct P as (c & P1 & P2).
      destruct (path_good _ _ _ _ _ _ P1 Hb Hd) as [Hc Hcd]. unfold ps in P2.
      rewrite in_turn_pieces in P2 by assumption. assert (Bc : not_blank c).
      { apply (path_not_blank _ _ _ _ _ _ P1); [|exact Hb | exact B]. intros p t Hp. apply kink_solid.
        apply in_map_iff in Hp.
        destruct Hp as (i' & <- & Hp). now apply repeat_spec in Hp as ->. }
      exact (nobody_places w piece cert accepted (how g) d Slides many Least Mod c b' Hc Bc Hcd P2).
  Qed.
End Lost.
