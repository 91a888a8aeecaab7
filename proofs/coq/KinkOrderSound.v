(** The checkers of certificates of kind [kink-order] accept only what is true. *)
From Coq Require Import Arith List Bool Lia.
From Topple Require Import Statements RisingCheck Algorithm2 WordCheck LegCheck Words WordSound WordLost KinkOrderCheck.
Import ListNotations WellGame.

Lemma not_blank_rows b : KinkOrder.no_empty_row b -> not_blank b.
Proof.
  apply Forall_impl. intros r Hr. apply not_true_iff_false. intros B. unfold blank in B. rewrite forallb_forall in B.
  now specialize (B true Hr).
Qed.

(** * Rounds as numbers of pieces *)
Lemma map_rounds {A} (f : nat -> A) part round times : map f part = round ->
  map f (concat (repeat part times)) = concat (repeat round times).
Proof.
  intros <-. rewrite concat_map. f_equal. induction times as [|n IH]; [reflexivity|]. cbn [repeat map]. now rewrite IH.
Qed.
Lemma map_run {A} (f : nat -> A) i n : map f (repeat i n) = repeat (f i) n.
Proof. induction n as [|n IH]; [reflexivity|]. cbn [repeat map]. now rewrite IH. Qed.
Lemma all_numbers part most times : Forall (fun p => p < most) part ->
  Forall (fun p => p < most) (concat (repeat part times)).
Proof. intros H. induction times as [|n IH]; [constructor|]. apply Forall_app. now split. Qed.
Lemma run_numbers i n most : i < most -> Forall (fun p => p < most) (repeat i n).
Proof. intros H. apply Forall_forall. intros p Hp. now apply repeat_spec in Hp as ->. Qed.

Lemma kinks_in_turn (f : nat -> turn) i j modulus remainder piece many : f i = kink true -> f j = piece ->
  map f (repeat i many ++ [j]) = round [kink_leg modulus remainder piece] (fun _ => many).
Proof.
  intros Hi Hj. rewrite map_app, map_run, Hi. cbn [map]. rewrite Hj. symmetry. apply app_nil_r.
Qed.
(** The first square ends the run of kinks. *)
Definition kinks_and_squares (kinks squares : nat) (leg : nat) : nat :=
  match leg with 0 => kinks | _ => squares - 1 end.
Lemma squares_in_turn (f : nat -> turn) i j l modulus remainder modulus' remainder' piece kinks squares :
  f i = kink true -> f j = KinkOrder.square -> f l = piece -> 0 < squares ->
  map f (repeat i kinks ++ repeat j squares ++ [l]) =
  round [kink_leg modulus remainder KinkOrder.square; square_leg modulus' remainder' piece]
    (kinks_and_squares kinks squares).
Proof.
  intros Hi Hj Hl S. rewrite !map_app, !map_run, Hi, Hj. cbn [map]. rewrite Hl. unfold round, legs_from, all_of_leg.
  cbn [seq map concat length kinks_and_squares]. destruct squares as [|n]; [lia|]. cbn [Nat.sub]. rewrite Nat.sub_0_r.
  rewrite app_nil_r, <- app_assoc. reflexivity.
Qed.

Theorem kink_order_checker_sound_holds : kink_order_checker_sound check_kink_order.
Proof.
  intros width piece modulus remainder k H. pose proof (some_modulus _ _ _ H 0 Nat.lt_0_1) as M. cbn in M.
  assert (Leg : forall i, i < 1 -> i = 0) by lia. split; [exact M|]. split.
  - intros depth. exists (S (length (all_wells width depth))). eexists.
    intros many Least Mod how lookahead b Slides g Hb Rows.
    apply (nobody_survives width _ _ H depth (fun _ => many)); auto using not_blank_rows.
    + intros i Hi. now rewrite (Leg i Hi).
    + unfold order. apply map_rounds. now apply kinks_in_turn.
  - intros g <- Slides Hkink Hpiece b Hb Rows. apply (In_nth _ _ []) in Hkink, Hpiece.
    destruct Hkink as (i & Li & Hi), Hpiece as (j & Lj & Hj).
    destruct (enough_with modulus remainder (S (length (all_wells (width g) (depth g)))) M) as (many & Least & Mod).
    eapply (machine_wins_in_order (width g) _ _ H (depth g) (fun _ => many))
      with (i := i) (ps := concat (repeat (repeat i many ++ [j]) _)); auto using not_blank_rows.
    + intros l Hl. now rewrite (Leg l Hl).
    + unfold order. apply map_rounds. now apply (kinks_in_turn _ i j).
    + apply all_numbers, Forall_app. split; [now apply run_numbers | now repeat constructor].
Qed.

(** Without the first square the others leave the remainder of their leg. *)
Lemma other_squares_mod squares modulus remainder : 0 < modulus -> 0 < squares ->
  squares mod modulus = remainder mod modulus ->
  (squares - 1) mod modulus = other_squares modulus remainder mod modulus.
Proof.
  intros M S E. unfold other_squares. rewrite Nat.mod_mod, Nat.add_mod, <- E, <- Nat.add_mod by lia.
  replace (squares + (modulus - 1)) with (squares - 1 + 1 * modulus) by lia. symmetry. apply Nat.mod_add. lia.
Qed.

Theorem kink_square_order_checker_sound_holds : kink_square_order_checker_sound check_kink_square_order.
Proof.
  intros width piece modulus remainder modulus' remainder' s H.
  pose proof (some_modulus _ _ _ H 0 Nat.lt_0_2) as M. pose proof (some_modulus _ _ _ H 1 Nat.lt_1_2) as M'.
  cbn in M, M'.
  split; [exact M|]. split; [exact M'|].
  assert (Leg : forall (P : nat -> Prop), P 0 -> P 1 -> forall i, i < 2 -> P i)
    by (intros P P0 P1 [|[|i]] Hi; [exact P0 | exact P1 | lia]).
  split.
  - intros depth. exists (S (S (length (all_wells width depth)))). eexists.
    intros kinks squares Least Mod Least' Mod' how lookahead b Slides g Hb Rows.
    apply (nobody_survives width _ _ H depth (kinks_and_squares kinks squares)); auto using not_blank_rows.
    + apply Leg; cbn [kinks_and_squares]; lia.
    + apply Leg; [exact Mod | apply other_squares_mod; auto; lia].
    + unfold order. apply map_rounds. apply squares_in_turn; auto; lia.
  - intros g <- Slides Hkink Hsquare Hpiece b Hb Rows. apply (In_nth _ _ []) in Hkink, Hsquare, Hpiece.
    destruct Hkink as (i & Li & Hi), Hsquare as (j & Lj & Hj), Hpiece as (l & Ll & Hl).
    set (least := S (S (length (all_wells (width g) (depth g))))).
    destruct (enough_with modulus remainder least M) as (kinks & Least & Mod).
    destruct (enough_with modulus' remainder' least M') as (squares & Least' & Mod'). unfold least in *.
    eapply (machine_wins_in_order (width g) _ _ H (depth g) (kinks_and_squares kinks squares))
      with (i := i) (ps := concat (repeat (repeat i kinks ++ repeat j squares ++ [l]) _)); auto using not_blank_rows.
    + apply Leg; cbn [kinks_and_squares]; lia.
    + apply Leg; [exact Mod | apply other_squares_mod; auto; lia].
    + unfold order. apply map_rounds. apply (squares_in_turn _ i j l); auto; lia.
    + apply all_numbers. apply Forall_app. split; [now apply run_numbers|]. apply Forall_app.
      split; [now apply run_numbers | now repeat constructor].
Qed.
