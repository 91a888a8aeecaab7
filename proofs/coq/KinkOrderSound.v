(** The checker of certificates of kind [kink-order] accepts only what is true. *)
From Coq Require Import Arith List Bool.
From Topple Require Import Statements RisingCheck Words WordSound WordLost KinkOrderCheck.

Lemma not_blank_rows b : KinkOrder.no_empty_row b -> not_blank b.
Proof.
  apply Forall_impl. intros r Hr. apply not_true_iff_false. intros B. unfold blank in B. rewrite forallb_forall in B.
  now specialize (B true Hr).
Qed.

Theorem kink_order_checker_sound_holds : kink_order_checker_sound check_kink_order.
Proof.
  intros width piece modulus remainder k H. split; [exact (some_modulus width piece _ H)|]. split.
  - intros depth. destruct (lost_blindly width piece _ H depth) as (least & times & L).
    exists least, times. intros many Least Mod how lookahead b Slides g Hb Rows.
    exact (L many Least Mod how lookahead b Slides Hb (not_blank_rows b Rows)).
  - intros g Hw Slides Hkink Hpiece b Hb Rows. subst width.
    exact (machine_wins_in_turn _ piece _ H g eq_refl Slides Hkink Hpiece b Hb (not_blank_rows b Rows)).
Qed.
