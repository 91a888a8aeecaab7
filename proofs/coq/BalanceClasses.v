(** Which towers a class of positions stands for, and that what is done to the class is
    done to the towers. *)
From Coq Require Import Arith ZArith Bool List Permutation Lia.
From Topple Require Import Statements Wells Levels BalanceCheck BalanceTowers.
Import ListNotations Balance.

Ltac stood W := match type of W with (if ?b then _ else _) = _ =>
  let X := fresh "X" in destruct b eqn:X; [|discriminate W]; injection W as <- end.

(** * Mirror images of sides *)
Lemma mirrored_twice s : mirrored (mirrored s) = s.
Proof. now destruct s as [[l m] r]. Qed.
Lemma greater_or s : greater s = s \/ greater s = mirrored s.
Proof. destruct s as [[l m] r]. unfold greater. destruct (r <=? l); auto. Qed.
Lemma greater_mirrored s : greater (mirrored s) = greater s.
Proof.
  destruct s as [[l m] r]. unfold greater, mirrored. destruct (Nat.leb_spec l r), (Nat.leb_spec r l); try reflexivity; try lia.
  now assert (l = r) as -> by lia.
Qed.
Lemma greater_twice s : greater (greater s) = greater s.
Proof. destruct (greater_or s) as [E|E]; rewrite E; [exact E | now rewrite greater_mirrored]. Qed.
Lemma stand_iff l m r : sides_stand (l, m, r) = true <-> 0 < m \/ 0 < l /\ 0 < r.
Proof. unfold sides_stand. now rewrite orb_true_iff, andb_true_iff, !Nat.ltb_lt. Qed.
Lemma stand_mirrored s : sides_stand (mirrored s) = sides_stand s.
Proof. destruct s as [[l m] r]. unfold sides_stand, mirrored. now rewrite (andb_comm (0 <? r)). Qed.
Lemma stand_greater s : sides_stand (greater s) = sides_stand s.
Proof. destruct (greater_or s) as [-> | ->]; [reflexivity | apply stand_mirrored]. Qed.
Definition orient (g : bool) (s : sides) : sides := if g then mirrored s else s.
Lemma orient_twice g s : orient g (orient g s) = s.
Proof. destruct g; [apply mirrored_twice | reflexivity]. Qed.

Lemma without_mirrored s t s' : sides_without s t = Some s' -> sides_without (mirrored s) (4 - t) = Some (mirrored s').
Proof.
  destruct s as [[l m] r]. unfold sides_without, alter, one_less, option_map, mirrored. intros H.
  destruct t as [|[|[|[|t]]]]; cbn [Nat.sub]; try discriminate;
    (destruct l as [|l] + destruct m as [|m] + destruct r as [|r]); try discriminate H;
    match type of H with (if ?b then _ else _) = _ => destruct b eqn:E; [|discriminate H] end; injection H as <-;
    rewrite <- stand_mirrored in E; unfold mirrored in E; now rewrite E.
Qed.
Lemma without_oriented g s t s' : sides_without s t = Some s' -> exists t', sides_without (orient g s) t' = Some (orient g s').
Proof. destruct g; cbn [orient]; [|eauto]. intros H. apply without_mirrored in H. eauto. Qed.
Lemma without_side s t s' : sides_without s t = Some s' -> In t [1; 2; 3] /\ sides_stand s' = true.
Proof.
  unfold sides_without, alter, one_less, option_map. destruct s as [[l m] r]. intros H. split.
  - destruct t as [|[|[|[|t]]]]; try discriminate; cbn; tauto.
  - match type of H with match ?x with _ => _ end = _ => destruct x as [u|]; [|discriminate] end.
    destruct (sides_stand u) eqn:E; [|discriminate]. now injection H as <-.
Qed.
Lemma leaving_In s s' : In s' (leaving s) <-> exists t, sides_without s t = Some s'.
Proof.
  unfold leaving. rewrite in_flat_map. split.
  - intros (t & _ & H). exists t. destruct (sides_without s t); [|destruct H]. destruct H as [->|[]]. reflexivity.
  - intros (t & H). exists t. split; [apply (without_side s t s' H)|]. rewrite H. now left.
Qed.

(** * Sums and lists *)
Lemma sum_perm l l' : Permutation l l' -> list_sum l = list_sum l'.
Proof. unfold list_sum. induction 1; cbn; lia. Qed.
Lemma insert_perm s l : Permutation (insert s l) (s :: l).
Proof.
  induction l as [|s' l IH]; cbn; [reflexivity|]. destruct (sides_le s s'); [reflexivity|].
  rewrite IH. apply perm_swap.
Qed.
Lemma images_perm l : Permutation (images l) (map mirrored l).
Proof.
  unfold images. induction (map mirrored l) as [|s m IH]; [constructor|]. cbn [fold_right]. rewrite insert_perm. now constructor.
Qed.
Lemma remove_perm s l l' : remove s l = Some l' -> Permutation l (s :: l').
Proof.
  revert l'. induction l as [|s' l IH]; intros l' H; [discriminate|]. cbn in H. destruct (sides_dec s s') as [->|_].
  - now injection H as ->.
  - destruct (remove s l) as [m|]; [|discriminate]. injection H as <-. rewrite (IH m eq_refl). apply perm_swap.
Qed.
Lemma remove_In s l : In s l -> exists l', remove s l = Some l'.
Proof.
  induction l as [|s' l IH]; intros H; [destruct H|]. cbn. destruct (sides_dec s s') as [->|N]; [eauto|].
  destruct H as [->|H]; [contradiction|]. destruct (IH H) as (l' & ->). eauto.
Qed.
Lemma find_in_map {A} (g : sides -> A) s l : In s l -> find_in s (map (fun s => (s, g s)) l) = Some (g s).
Proof.
  unfold find_in. induction l as [|s' l IH]; intros H; [destruct H|]. cbn [map find fst]. unfold same_sides.
  destruct (sides_dec s' s) as [->|N]; [reflexivity|]. destruct H as [->|H]; [contradiction | apply IH, H].
Qed.
Lemma find_in_Some {A} (g : sides -> A) s l v : find_in s (map (fun s => (s, g s)) l) = Some v -> In s l /\ v = g s.
Proof.
  unfold find_in. induction l as [|s' l IH]; cbn [map find fst]; [discriminate|]. unfold same_sides at 1.
  destruct (sides_dec s' s) as [->|N]; intros H.
  - injection H as <-. split; [now left | reflexivity].
  - destruct (IH H). split; [now right | assumption].
Qed.
Lemma change_map s f (g : sides -> nat) l :
  change s f (map (fun s => (s, g s)) l) = map (fun s' => (s', if sides_dec s' s then f (g s') else g s')) l.
Proof.
  unfold change. rewrite map_map. apply map_ext. intros s'. cbn [fst snd]. unfold same_sides. now destruct (sides_dec s' s).
Qed.

Section Classes.
  Variable c : counting.
  Let h := half c.
  Let k := slots h.
  Hypothesis some_clip : 1 <= clip c.
  Hypothesis some_modulus : 1 <= modulus c.

  Lemma tip_mirrored d s : tip c d (mirrored s) = tip c (negb d) s.
  Proof. unfold tip. destruct d; cbn [negb]; now rewrite ?mirrored_twice. Qed.
  Lemma even_greater s : even c (greater s) = even c s.
  Proof. destruct (greater_or s) as [-> | ->]; [reflexivity|]. unfold even. rewrite !tip_mirrored. cbn [negb]. apply andb_comm. Qed.
  Lemma entry_mirrored s : entry c (mirrored s) = entry c s.
  Proof. unfold entry. now rewrite greater_mirrored. Qed.
  Lemma entry_oriented g s : entry c (orient g s) = entry c s.
  Proof. destruct g; [apply entry_mirrored | reflexivity]. Qed.
  Lemma entry_even s : even c s = true <-> entry c s <> None.
  Proof. unfold entry. rewrite even_greater. destruct (even c s); split; congruence. Qed.

  (** A quiet level gives a number of moves, one after the other. *)
  Lemma quiet_moves s n : entry c s = Some (all_quiet, n) -> sides_stand s = true -> snd (fst s) <= 1 ->
    (forall t s', sides_without s t = Some s' -> exists n', entry c s' = Some (all_quiet, n') /\ n = S n') /\
    (1 <= n -> exists t s', sides_without s t = Some s').
  Proof.
    intros He Hs Hm. assert (G : quiet c (greater s) = true /\ n = moves_of (greater s)).
    { unfold entry in He. destruct (even c (greater s)); [|discriminate]. destruct (quiet c (greater s)).
      - injection He as ->. auto.
      - exfalso. injection He as E _. rewrite <- stand_greater, E in Hs. discriminate. }
    clear He. destruct G as [Q ->].
    assert (U : forall g, quiet c g = true -> sides_stand g = true -> snd (fst g) <= 1 -> forced g = true /\
      (forall t g', sides_without g t = Some g' ->
         even c g' = true /\ quiet c (greater g') = true /\ moves_of g = S (moves_of (greater g'))) /\
      (1 <= moves_of g -> exists t g', sides_without g t = Some g')).
    { clear. intros [[l m] r] Q St Hm. cbn [fst snd] in Hm. unfold quiet in Q. cbn [quiet_for] in Q. apply andb_true_iff in Q. destruct Q as [Q Qn].
      apply andb_true_iff in Q. destruct Q as [F E]. split; [exact F|]. rewrite forallb_forall in Qn. split.
      - intros t g' W. destruct (without_side _ _ _ W) as [Ht Hs]. specialize (Qn t Ht). rewrite W in Qn.
        assert (B : let '(l', m', r') := greater g' in l + m + r = S (l' + m' + r')).
        { unfold sides_without, alter, one_less, option_map in W. destruct t as [|[|[|[|t]]]]; try discriminate.
          - destruct l; [discriminate|]. stood W.  unfold greater, mirrored. destruct (r <=? l); lia.
          - destruct m; [discriminate|]. stood W.  unfold greater, mirrored. destruct (r <=? l); lia.
          - destruct r; [discriminate|]. stood W.  unfold greater, mirrored. destruct (r <=? l); lia. }
        assert (Q' : quiet c (greater g') = true).
        { unfold quiet. destruct (greater g') as [[l' m'] r']. now rewrite <- B. }
        split; [|split; [exact Q'|]].
        + rewrite <- even_greater. unfold quiet in Q'. destruct (greater g') as [[l' m'] r']. cbn [quiet_for] in Q'.
          apply andb_true_iff in Q'. destruct Q' as [Q' _]. apply andb_true_iff in Q'. tauto.
        + apply stand_iff in St. unfold forced in F. rewrite !orb_true_iff, !Nat.eqb_eq in F.
          assert (M : moves_of (greater g') = moves_of g').
          { destruct (greater_or g') as [-> | ->]; [reflexivity|]. destruct g' as [[l' m'] r']. unfold moves_of, mirrored. now rewrite (Nat.add_comm l'). }
          rewrite M. unfold sides_without, alter, one_less, option_map in W.
          destruct t as [|[|[|[|t]]]]; try discriminate; (destruct l + destruct m + destruct r); try discriminate;
            stood W; apply stand_iff in X; unfold moves_of;
            repeat match goal with |- context [?x =? 0] => destruct (Nat.eqb_spec x 0) end; lia.
      - apply stand_iff in St. intros M. unfold moves_of in M. destruct (Nat.eqb_spec m 0) as [->|N].
        + destruct l as [|[|l]]; [lia | |].
          * destruct r as [|[|r]]; [lia | lia |]. exists 3, (1, 0, S r). reflexivity.
          * exists 1, (S l, 0, r). unfold sides_without, alter, one_less, option_map, sides_stand. destruct r; [lia|]. reflexivity.
        + destruct m; [lia|]. destruct l as [|l].
          * destruct r as [|r]; [lia|]. exists 3, (0, S m, r). reflexivity.
          * exists 1, (l, S m, r). reflexivity. }
    assert (Hg : snd (fst (greater s)) <= 1) by (destruct (greater_or s) as [-> | ->]; [exact Hm | destruct s as [[l m] r]; exact Hm]).
    specialize (U (greater s) Q ltac:(now rewrite stand_greater) Hg). destruct U as (_ & U1 & U2). split.
    - intros t s' W. assert (W' : exists t' g', sides_without (greater s) t' = Some g' /\ greater g' = greater s').
      { destruct (greater_or s) as [E|E]; rewrite E; [eauto|]. exists (4 - t), (mirrored s').
        split; [now apply without_mirrored | apply greater_mirrored]. }
      destruct W' as (t' & g' & W' & Eg). destruct (U1 t' g' W') as (E1 & E2 & E3).
      exists (moves_of (greater g')). split; [|exact E3]. unfold entry. now rewrite <- Eg, even_greater, E1, E2.
    - intros N. destruct (U2 N) as (t & g & W). destruct (greater_or s) as [E|E]; rewrite E in W; [eauto|].
      apply without_mirrored in W. rewrite mirrored_twice in W. eauto.
  Qed.
End Classes.
