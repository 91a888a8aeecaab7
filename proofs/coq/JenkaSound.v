(** The checker of strategies in Jenka accepts only what is true: the winner's reply can be made
    on every tower that a place tells of, each move of the other player leads to a place that is
    followed, and every play ends. *)
From Coq Require Import Arith ZArith Bool List Lia.
From Topple Require Import Statements Wells Levels Hulls Moves BalanceCheck BalanceTowers BalancePlay BalanceBoth
  Region JenkaCheck JenkaMirror JenkaPlaces.
Import ListNotations Tower Jenka Balance.

Lemma update_split {A} (l1 : list A) a l2 b : Well.update (length l1) (fun _ => b) (l1 ++ a :: l2) = l1 ++ b :: l2.
Proof. induction l1 as [|x l1 IH]; cbn; [reflexivity | now rewrite IH]. Qed.
Lemma Forall2_nth {A B} (R : A -> B -> Prop) l m i a : Forall2 R l m -> nth_error l i = Some a ->
  exists m1 b m2, m = m1 ++ b :: m2 /\ length m1 = i /\ R a b.
Proof.
  intros H. revert i. induction H as [|x y l m Hxy H IH]; intros [|i] E; cbn in E; try discriminate.
  - injection E as <-. now exists [], y, m.
  - destruct (IH i E) as (m1 & b & m2 & -> & <- & R'). now exists (y :: m1), b, m2.
Qed.
Lemma Forall2_at {A B} (R : A -> B -> Prop) m1 b m2 : forall l, Forall2 R l (m1 ++ b :: m2) ->
  exists a, nth_error l (length m1) = Some a /\ R a b.
Proof.
  induction m1 as [|x m1 IH]; intros l H; cbn [app] in H; inversion H as [|a ? l' ? Ha Hl]; subst; [now exists a|].
  exact (IH l' Hl).
Qed.

Section Sound.
  Variables h known : nat.
  Hypothesis positive : 1 <= h.
  Let k := slots h.
  Notation agrees := (agrees h).

  Lemma positive_k : 1 <= k.
  Proof. unfold k, slots. lia. Qed.

  (** * The towers that a place tells of *)
  Definition completes (p : place) (lo tp : tower) : Prop :=
    Forall2 agrees (lower p) lo /\
    match top p with None => tp = [] | Some w => exists b, tp = [b] /\ agrees w b /\ b <> full k end.

  Lemma levels_of l lo : Forall2 agrees l lo -> even_levels k lo /\ Forall (fun a => In true a) lo.
  Proof. induction 1 as [|w a l lo [[H _] T] _ [IH1 IH2]]; split; constructor; assumption. Qed.
  Lemma ranges_fit l lo : Forall2 agrees l lo -> Forall2 fits (map (ranges_of h) l) lo.
  Proof. induction 1; constructor; [now apply agrees_fits | assumption]. Qed.
  Lemma full_in_play : length (full k) = k /\ In true (full k).
  Proof. split; [apply full_length | apply full_in, positive_k]. Qed.

  (** Towers of lower levels, a full one and maybe one more. *)
  Definition tops (t : option what) (tp : tower) : Prop :=
    match t with None => tp = [] | Some w => exists b, tp = [b] /\ agrees w b end.
  Lemma completes_tops p lo tp : completes p lo tp -> tops (top p) tp.
  Proof. intros [_ H]. unfold tops. destruct (top p); [|exact H]. destruct H as (b & -> & H & _). eauto. Qed.
  Lemma completes_top p lo tp : completes p lo tp -> top_of k tp.
  Proof.
    intros [_ H]. destruct (top p); [|now left]. destruct H as (b & -> & [[L _] _] & N). right. eauto.
  Qed.
  Lemma whole_levels lo t tp : even_levels k lo -> Forall (fun a => In true a) lo -> tops t tp ->
    even_levels k (lo ++ full k :: tp) /\ Forall (fun a => In true a) (lo ++ full k :: tp).
  Proof.
    intros E N H. destruct full_in_play as [F1 F2]. unfold even_levels.
    assert (T : Forall (fun a => length a = k /\ In true a) tp).
    { unfold tops in H. destruct t; [|subst; constructor]. destruct H as (b & -> & [[L _] T]). now repeat constructor. }
    split; apply Forall_app; (split; [assumption|]); constructor; try assumption;
      (eapply Forall_impl; [|exact T]); intros a Ha; apply Ha.
  Qed.
  Lemma firm_stands rs l lo t tp : Forall2 fits rs lo -> Forall2 agrees l lo -> tops t tp ->
    (firm true (rs ++ ranges_on h t) = true -> stands (lo ++ full k :: tp)) /\
    (stands (lo ++ full k :: tp) -> firm false (rs ++ ranges_on h t) = true).
  Proof.
    intros R A H. destruct (levels_of l lo A) as [E N]. destruct (whole_levels lo t tp E N H) as [E' N'].
    assert (R' : Forall2 fits (rs ++ ranges_on h t) (lo ++ full k :: tp)).
    { apply Forall2_app; [exact R|]. constructor; [now apply full_fits|]. unfold tops in H. destruct t; [|subst; constructor].
      destruct H as (b & -> & H). constructor; [now apply agrees_fits | constructor]. }
    rewrite (stands_steady k) by assumption. split; [now apply firm_steady | now apply steady_firm].
  Qed.

  (** ** Sinking, and mirror images *)
  Lemma settle_completes p lo tp : completes p lo tp -> completes (settle h known p) lo tp.
  Proof.
    intros [A T]. split; [|exact T]. unfold settle. cbn [lower]. generalize (length (lower p) + match top p with Some _ => 2 | None => 1 end - known).
    induction A as [|w a l lo Hw A IH]; intros [|n]; cbn [firstn skipn map app]; try (constructor; assumption).
    constructor; [now apply forget_agrees | apply IH].
  Qed.
  Definition image_on (f f' : bool) (n : nat) (tp : tower) : tower := image (turn f f' (S n)) (turn f f' n) tp.
  Lemma image_whole f f' lo tp : image f f' (lo ++ full k :: tp) = image f f' lo ++ full k :: image_on f f' (length lo) tp.
  Proof.
    unfold image at 1. rewrite flipped_app. f_equal. fold (image (turn f f' (length lo)) (turn f f' (S (length lo))) (full k :: tp)).
    rewrite image_cons. unfold image_on, flip_level. rewrite full_rev. now destruct (turn f f' (length lo)).
  Qed.
  Definition imaged (f f' : bool) (p : place) (lo tp : tower) : Prop :=
    completes p (image f f' lo) (image_on f f' (length lo) tp).
  Lemma flip_completes f f' p lo tp : completes p lo tp -> imaged f f' (flip_place f f' p) lo tp.
  Proof.
    intros [A T]. split; cbn [flip_place lower top].
    - clear T. revert f f'. induction A as [|w a l lo Hw A IH]; intros f f'; [constructor|]. rewrite image_cons. cbn [flipped].
      constructor; [|apply IH]. destruct f; [now apply mirror_agrees | exact Hw].
    - assert (N : length (lower p) = length lo) by (clear T; induction A; cbn; congruence). rewrite N. destruct (top p) as [w|]; cbn [option_map]; [|now subst].
      destruct T as (b & -> & Hw & Hb). unfold image_on. rewrite image_cons. eexists. split; [reflexivity|].
      destruct (turn f f' (S (length lo))); cbn [flip_level]; split; try assumption; [now apply mirror_agrees|].
      intros E. apply Hb. rewrite <- (rev_involutive b), E. apply full_rev.
  Qed.
  Lemma lesser_completes f f' g g' p lo tp : imaged f f' p lo tp ->
    exists f f', imaged f f' (lesser h p (flip_place g g' p)) lo tp.
  Proof.
    intros C. unfold lesser. destruct (earlier _ _); [|eauto]. pose proof (flip_completes g g' _ _ _ C) as C'.
    exists (xorb f g), (xorb f' g'). unfold imaged in *. rewrite image_length in C'.
    assert (J : forall t f f' g g', image g g' (image f f' t) = image (xorb f g) (xorb f' g') t).
    { induction t as [|a t IH]; intros; [reflexivity|]. rewrite !image_cons, IH. f_equal.
      destruct f0, g0; cbn; now rewrite ?rev_involutive. }
    unfold image_on in *. rewrite !J in C'. unfold turn in *. now destruct (Nat.even (S (length lo))), (Nat.even (length lo)).
  Qed.
  Lemma least_completes p lo tp : completes p lo tp -> exists f f', imaged f f' (least h p) lo tp.
  Proof.
    intros C. assert (C0 : imaged false false p lo tp).
    { assert (J : forall t, image false false t = t) by (induction t as [|a t IH]; [|rewrite image_cons, IH]; reflexivity).
      unfold imaged, image_on, turn. destruct (Nat.even (S (length lo))), (Nat.even (length lo)); now rewrite !J. }
    destruct (lesser_completes _ _ true false _ _ _ C0) as (f & f' & C1).
    exact (lesser_completes _ _ false true _ _ _ C1).
  Qed.

  (** ** What is left to move *)
  Definition left_over (lo tp : tower) : Z := (Z.of_nat k * spare lo + (Z.of_nat k - 1) * mass tp)%Z.
  Lemma spare_image f f' t : spare (image f f' t) = spare t.
  Proof.
    revert f f'. induction t as [|a t IH]; intros f f'; [reflexivity|]. rewrite image_cons.
    change (blocks (flip_level f a) - 1 + spare (image f' f t) = blocks a - 1 + spare t)%Z. rewrite IH.
    destruct f; cbn [flip_level]; now rewrite ?rev_blocks.
  Qed.
  Lemma left_image f f' n lo tp : left_over (image f f' lo) (image_on f f' n tp) = left_over lo tp.
  Proof. unfold left_over, image_on. rewrite spare_image. now destruct (image_sums tp (turn f f' (S n)) (turn f f' n)) as (-> & _). Qed.
  Lemma left_natural p lo tp : completes p lo tp -> (0 <= left_over lo tp)%Z.
  Proof.
    intros [A _]. destruct (levels_of _ _ A) as [_ N]. pose proof (mass_natural tp). pose proof positive_k.
    assert (S : (0 <= spare lo)%Z).
    { clear A. induction N as [|a lo T N IH]; [cbn; lia|]. change (0 <= blocks a - 1 + spare lo)%Z.
      rewrite blocks_blocks. apply blocks_in_true in T. lia. }
    unfold left_over. nia.
  Qed.

  (** * A block is taken *)
  Lemma base_looks p lo tp : completes p lo tp -> looks h (base h known (top p)) (base_of k tp).
  Proof.
    intros [_ T]. unfold base. destruct (top p); [destruct T as (b & -> & [L _] & _); exact L|]. subst tp. cbn [base_of].
    assert (E : length (repeat false k) = k) by apply repeat_length. destruct (known =? 0); [|now split].
    split; [exact E|]. apply (no_sides h); [assumption.. |]. intros I. apply repeat_spec in I. discriminate.
  Qed.
  Lemma without_lower l1 a l2 j tp : without (length l1) j ((l1 ++ a :: l2) ++ full k :: tp) =
    (l1 ++ Well.update j (fun _ => false) a :: l2) ++ full k :: tp.
  Proof. unfold without. rewrite <- !app_assoc. cbn [app]. apply update_app. Qed.
  Lemma can_take_lower l1 a l2 j tp : nth j a false = true -> can_take k ((l1 ++ a :: l2) ++ full k :: tp) (length l1) j.
  Proof.
    intros Hj. split.
    - exists (length (l1 ++ a :: l2)). split; [rewrite app_length; cbn; lia | apply nth_middle].
    - rewrite <- app_assoc. cbn [app]. now rewrite nth_middle.
  Qed.

  (** * A block is placed *)
  Lemma full_or (b : level) : {b = full k} + {b <> full k}.
  Proof. apply list_eq_dec, bool_dec. Qed.
  Lemma placed_completes l lo w b : Forall2 agrees l lo -> agrees w b ->
    exists lo' tp', lo ++ full k :: [b] = lo' ++ full k :: tp' /\
    (left_over lo' tp' = Z.of_nat k * spare lo + (Z.of_nat k - 1) * blocks b)%Z /\
    exists f f', imaged f f' (least h (settle h known (if whole h w then Place (l ++ [w]) None else Place l (Some w)))) lo' tp'.
  Proof.
    intros A Hw. pose proof (whole_full h positive w b (proj1 Hw)) as W. unfold left_over. destruct (whole h w).
    - assert (E : b = full k) by now apply W. subst b. exists (lo ++ [full k]), []. split; [now rewrite <- app_assoc|]. split.
      + rewrite spare_app, blocks_blocks, blocks_full. cbn [spare fold_right]. rewrite blocks_blocks, blocks_full.
        change (mass []) with 0%Z. nia.
      + apply least_completes, settle_completes. split; [|reflexivity]. cbn [lower]. apply Forall2_app; [exact A|]. constructor; [exact Hw | constructor].
    - exists lo, [b]. split; [reflexivity|]. split; [change (mass [b]) with (blocks b + 0)%Z; nia|].
      apply least_completes, settle_completes. split; [exact A|]. exists b. split; [reflexivity|]. split; [exact Hw|].
      intros E. apply W in E. discriminate.
  Qed.
  Lemma filled_blocks p lo tp j : completes p lo tp -> nth j (base_of k tp) true = false ->
    blocks (filled k j tp) = (mass tp + 1)%Z.
  Proof.
    intros [_ T] Hj. unfold filled. rewrite blocks_blocks, (blocks_set _ j Hj).
    destruct (top p); [destruct T as (b & -> & _) | subst tp]; cbn [base_of].
    - change (mass [b]) with (blocks b + 0)%Z. rewrite blocks_blocks. lia.
    - rewrite blocks_empty. reflexivity.
  Qed.
  Lemma spare_taken (l1 l2 : list level) (a : level) j : nth j a false = true ->
    spare (l1 ++ Well.update j (fun _ => false) a :: l2) = (spare (l1 ++ a :: l2) - 1)%Z.
  Proof.
    intros Hj. rewrite !spare_app. cbn [spare fold_right]. fold (spare l2). rewrite !blocks_blocks, (blocks_clear a j Hj). lia.
  Qed.

  (** What comes of a place, for a tower that it tells of: a tower with less to move, of which a
      mirror image is one that the next place tells of. *)
  Definition next (p : place) (t : tower) (less : Z) : Prop :=
    exists lo tp, t = lo ++ full k :: tp /\ (left_over lo tp < less)%Z /\ exists f f', imaged f f' p lo tp.

  Lemma winner_moves p lo tp r ps : completes p lo tp -> replied h known p r = Some ps ->
    exists i j l t p', move k (lo ++ full k :: tp) i j l t /\ In p' ps /\ next p' t (left_over lo tp).
  Proof.
    intros C H. destruct r as [[[|i] taken] where_]; [discriminate|]. cbn [replied] in H.
    unfold held in H. destruct (nth_error (lower p) i) as [w|] eqn:Ei; [|discriminate].
    destruct (take h w taken) as [w'|] eqn:Et; [|discriminate].
    set (rs := Well.update i _ _) in H. destruct (firm true (rs ++ ranges_on h (top p))) eqn:F1; [|discriminate].
    unfold put_down in H. cbn [fst snd] in H. destruct (give h (base h known (top p)) where_) as [v|] eqn:Eg; [|discriminate H].
    destruct (firm true (rs ++ ranges_on h (Some v))) eqn:F2; [|discriminate H]. cbn [option_map] in H. injection H as <-.
    pose proof C as [A _]. destruct (Forall2_nth _ _ _ _ _ A Ei) as (l1 & a & l2 & -> & Hi & Ha). subst i. set (i := length l1) in *.
    destruct (take_found h positive w a taken w' Ha Et) as (j & Hj & Ha'). set (a' := Well.update j _ a) in *.
    destruct (give_found h positive _ _ _ _ (base_looks p _ tp C) Eg) as (l & Hl & Hb). fold (filled k l tp) in Hb.
    pose proof (Forall2_update _ _ _ _ _ A Ha' i) as A'. pose proof (Forall2_update _ _ _ _ _ (ranges_fit _ _ A) (agrees_fits h positive w' a' Ha') i) as R'.
    fold rs in R'. unfold i in A', R'. rewrite update_split in A', R'. fold i in A'.
    destruct (firm_stands rs _ _ (top p) tp R' A' (completes_tops _ _ _ C)) as [S1 _].
    destruct (firm_stands rs _ _ (Some v) [filled k l tp] R' A') as [S2 _]; [now exists (filled k l tp)|].
    destruct (placed_completes _ _ v _ A' Hb) as (lo' & tp' & E & M & I).
    assert (Hlk : l < k).
    { pose proof (nth_inside _ true l Hl) as L. destruct (base_looks p _ tp C) as [B _]. now rewrite B in L. }
    eexists i, j, l, _, _. split; [|split; [now left|]].
    - split; [now apply can_take_lower|]. unfold i. rewrite without_lower. split; [exact (S1 F1)|]. split; [|exact (S2 F2)].
      apply (put_iff k); [exact (completes_top _ _ _ C)|]. auto.
    - exists lo', tp'. split; [exact E|]. split; [|exact I]. rewrite M, (filled_blocks p _ tp l C Hl). unfold a'. rewrite spare_taken by exact Hj.
      unfold left_over. nia.
  Qed.

  Lemma other_moves p lo tp i j l t : completes p lo tp -> move k (lo ++ full k :: tp) i j l t ->
    exists ps p', answered h known p = Some ps /\ In p' ps /\ next p' t (left_over lo tp).
  Proof.
    intros C (Htake & H1 & Hput & H2). pose proof C as [A _].
    destruct (taken_from k positive_k lo tp i j (completes_top _ _ _ C) Htake) as (l1 & a & l2 & -> & Hi & Hj). subst i.
    rewrite without_lower in H1, Hput. set (a' := Well.update j _ a) in *.
    apply (put_iff k) in Hput; [|exact (completes_top _ _ _ C)]. destruct Hput as (Hlk & Hl & ->).
    destruct (Forall2_at _ _ _ _ _ A) as (w & Ew & Ha).
    assert (T : In true a').
    { destruct H1 as [N _]. rewrite Forall_forall in N. apply N. rewrite <- app_assoc. apply in_or_app. right. now left. }
    destruct (take_named h positive w a j Ha Hj T) as (taken & w' & Nt & Et & Ha'). fold a' in Ha'.
    destruct (give_named h positive _ _ l (base_looks p _ tp C) Hl) as (where_ & v & Nw & Eg & Hb). fold (filled k l tp) in Hb.
    set (i := length l1) in *. set (rs := Well.update i (fun _ => ranges_of h w') (map (ranges_of h) (lower p))).
    pose proof (Forall2_update _ _ _ _ _ A Ha' i) as A'. pose proof (Forall2_update _ _ _ _ _ (ranges_fit _ _ A) (agrees_fits h positive w' a' Ha') i) as R'.
    fold rs in R'. unfold i in A', R'. rewrite update_split in A', R'. fold i in A'.
    destruct (firm_stands rs _ _ (top p) tp R' A' (completes_tops _ _ _ C)) as [_ S1].
    destruct (firm_stands rs _ _ (Some v) [filled k l tp] R' A') as [_ S2]; [now exists (filled k l tp)|].
    destruct (placed_completes _ _ v _ A' Hb) as (lo' & tp' & E & M & I).
    eexists _, _. split; [reflexivity|]. split.
    - apply in_flat_map. exists i. split.
      { apply in_seq. split; [lia|]. apply nth_error_Some. congruence. }
      apply in_flat_map. exists taken. rewrite (nth_error_nth _ _ _ Ew). split; [exact Nt|].
      apply in_flat_map. eexists. split.
      + unfold held. rewrite Ew, Et. fold rs. rewrite (S1 H1). now left.
      + apply in_flat_map. exists where_. split; [exact Nw|]. unfold put_down. cbn [fst snd]. rewrite Eg, (S2 H2). now left.
    - exists lo', tp'. split; [exact E|]. split; [|exact I]. rewrite M, (filled_blocks p _ tp l C Hl). unfold a'. rewrite spare_taken by exact Hj.
      unfold left_over. nia.
  Qed.

  (** * The region *)
  Section Region.
    Variable g : members place (nat * nat * nat).
    Let followed := followed place (nat * nat * nat) place_dec (numbers h) g.
    Hypothesis closed_region :
      closed_under_play place (nat * nat * nat) place_dec (numbers h) (replied h known) (answered h known) g = true.

    Definition winning (winner : bool) (t : tower) : Prop :=
      if winner then exists i j l t', move k t i j l t' /\ second_wins k t' else second_wins k t.
    Lemma image_winning winner f f' t : even_levels k t -> winning winner (image f f' t) -> winning winner t.
    Proof.
      intros E. destruct winner; cbn [winning].
      - intros (i & j & l & t' & M & W). pose proof (move_levels _ _ _ _ _ _ (image_levels k f f' t E) M) as E'.
        destruct (move_image k f f' t i j l t' positive_k E M) as (j' & l' & M').
        exists i, j', l', (image f f' t'). split; [exact M'|]. now apply image_wins; [exact positive_k | |].
      - intros W. rewrite <- (image_twice f f' t). apply image_wins; [exact positive_k | exact W | now apply image_levels].
    Qed.

    Lemma region_wins : forall n p lo tp winner, completes p lo tp -> (left_over lo tp < Z.of_nat n)%Z ->
      followed winner p = true -> winning winner (lo ++ full k :: tp).
    Proof.
      induction n as [|n IH]; intros p lo tp winner C Hn Hp; [pose proof (left_natural p lo tp C); lia|].
      assert (Next : forall p' t winner, next p' t (left_over lo tp) -> even_levels k t -> followed winner p' = true -> winning winner t).
      { intros p' t winner' (lo' & tp' & -> & L & f & f' & I) E Hp'. apply (image_winning winner' f f'); [exact E|].
        rewrite image_whole. apply (IH p' _ _ winner' I); [rewrite left_image; lia | exact Hp']. }
      assert (E : even_levels k (lo ++ full k :: tp)).
      { destruct (levels_of _ _ (proj1 C)) as [E N]. now apply (whole_levels lo (top p) tp E N (completes_tops _ _ _ C)). }
      destruct (followed_line _ _ _ _ _ _ g winner p closed_region Hp) as (r & L). unfold line_ok in L.
      destruct winner; cbn [winning].
      - destruct r as [r|]; [|discriminate]. destruct (replied h known p r) as [ps|] eqn:R; [|discriminate].
        destruct (winner_moves p lo tp r ps C R) as (i & j & l & t & p' & M & I & X). rewrite forallb_forall in L.
        exists i, j, l, t. split; [exact M|]. exact (Next p' t false X (move_levels _ _ _ _ _ _ E M) (L p' I)).
      - constructor. intros i j l t M. destruct (other_moves p lo tp i j l t C M) as (ps & p' & A & I & X). rewrite A in L.
        rewrite forallb_forall in L. exact (Next p' t true X (move_levels _ _ _ _ _ _ E M) (L p' I)).
    Qed.
  End Region.

  Lemma start_completes n : completes (start h known n) (repeat (full k) (n - 1)) [].
  Proof.
    apply settle_completes. split; [|reflexivity]. cbn [lower]. induction (n - 1) as [|m IH]; constructor; [|exact IH].
    now apply full_agrees; [|split; [apply full_length|]].
  Qed.
End Sound.

Theorem jenka_checker_sound_holds : StatementsBalance.jenka_checker_sound check_jenka.
Proof.
  intros half levels known first replies H. unfold check_jenka in H. rewrite !andb_true_iff, !Nat.leb_le in H.
  destruct H as [[Hh Hl] H]. destruct (Region.region _ _ _ _ _ _ _ _ _) as [g|] eqn:R; [|discriminate].
  destruct (region_closed _ _ _ _ _ _ _ _ _ _ R) as [Cl St].
  pose proof (start_completes half known Hh levels) as C. pose proof (left_natural half Hh _ _ _ C) as P.
  pose proof (region_wins half known Hh g Cl (S (Z.to_nat (left_over half (repeat (full (slots half)) (levels - 1)) []))) _ _ _ first C
    ltac:(lia) (St _ first (or_introl eq_refl))) as W.
  replace (repeat (full (slots half)) (levels - 1) ++ [full (slots half)]) with (repeat (full (slots half)) levels) in W.
  - unfold wins. destruct first; exact W.
  - replace levels with (S (levels - 1)) at 1 by lia. cbn [repeat]. apply repeat_cons.
Qed.
