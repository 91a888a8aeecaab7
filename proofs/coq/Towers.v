(** The stability lemma for towers of every height. Up to four levels it is a
    finite check. A valid tower of four levels or more has its centre of mass
    strictly inside the middle ninth, and a level that is not excluded keeps it
    there when it is put below: that is the induction. *)
From Coq Require Import Arith ZArith QArith Bool List Lia Lqa.
From Topple Require Import Statements Levels Hulls.
Import ListNotations Tower.
Local Open Scope nat_scope.

(** * The definitions as programs *)
Definition level_dec : forall a b : level, {a = b} + {a <> b} := list_eq_dec bool_dec.
Definition tower_dec : forall t u : tower, {t = u} + {t <> u} := list_eq_dec level_dec.
Definition is {A B} (d : {A} + {B}) : bool := if d then true else false.

Definition excludedb (a : level) : bool := is (level_dec a L100) || is (level_dec a L001).
Definition tripleb (t : tower) : bool := is (in_dec tower_dec t triples).
Fixpoint validb (t : tower) : bool :=
  match t with
  | [] => true
  | a :: above => (match above with [] => true | _ => negb (excludedb a) end)
                  && validb above && negb (tripleb t)
  end.

Definition holdsb (lt : Z -> Z -> bool) (a : level) (above : tower) : bool :=
  match above with
  | [] => true
  | b :: _ =>
      lt (low a * mass above)%Z (across above) && lt (across above) (high a * mass above)%Z &&
      (lt (low b * mass above)%Z (along above) && lt (along above) (high b * mass above)%Z)
  end.
Fixpoint everywhereb (lt : Z -> Z -> bool) (t : tower) : bool :=
  match t with [] => true | a :: above => holdsb lt a above && everywhereb lt above end.
Definition insideb (t : tower) : bool :=
  (- mass t <? along t)%Z && (along t <? mass t)%Z && ((- mass t <? across t)%Z && (across t <? mass t)%Z).

Lemma excludedb_spec a : excludedb a = true <-> excluded a.
Proof.
  unfold excludedb, excluded. destruct (level_dec a L100), (level_dec a L001); simpl; intuition congruence.
Qed.
Lemma tripleb_spec t : tripleb t = true <-> In t triples.
Proof. unfold tripleb. destruct (in_dec tower_dec t triples); cbn [is]; intuition congruence. Qed.

Lemma valid_cons a above :
  valid (a :: above) <-> (above <> [] -> ~ excluded a) /\ valid above /\ ~ In (a :: above) triples.
Proof.
  unfold valid. split.
  - intros [H1 H2]. repeat split.
    + intros Hne. apply H1. simpl. destruct above; [contradiction | now left].
    + intros b Hb. apply H1. simpl. destruct above; [contradiction | now right].
    + intros below top ->. now apply (H2 (a :: below)).
    + now apply (H2 []).
  - intros (Ha & [H1 H2] & H3). split.
    + intros b Hb. simpl in Hb. destruct above as [|c above]; [contradiction|].
      destruct Hb as [<-|Hb]; [now apply Ha | now apply H1].
    + intros [|b below] top E; simpl in E; [now subst|].
      injection E as -> ->. now apply (H2 below).
Qed.

Lemma valid_nil : valid [].
Proof.
  split; [simpl; tauto|]. intros below top E.
  destruct below; [|discriminate]. simpl in E. subst. vm_compute. intuition discriminate.
Qed.

Lemma validb_spec t : validb t = true <-> valid t.
Proof.
  induction t as [|a above IH]; [split; auto using valid_nil|].
  rewrite valid_cons. simpl validb. rewrite !andb_true_iff, IH, negb_true_iff.
  rewrite <- tripleb_spec, <- excludedb_spec, <- !not_true_iff_false.
  destruct above; [|rewrite negb_true_iff, <- not_true_iff_false]; intuition (congruence || discriminate).
Qed.

Lemma everywhereb_spec (lt : Z -> Z -> Prop) ltb t :
  (forall x y, ltb x y = true <-> lt x y) -> everywhereb ltb t = true <-> everywhere_holds lt t.
Proof.
  intros H. induction t as [|a above IH]; [simpl; intuition|].
  simpl. rewrite andb_true_iff, IH. unfold holdsb, holds. destruct above; [intuition|].
  rewrite !andb_true_iff, !H. tauto.
Qed.
Lemma stableb_spec t : everywhereb Z.ltb t = true <-> upright t.
Proof. apply everywhereb_spec. intros. apply Z.ltb_lt. Qed.
Lemma standsb_spec t : everywhereb Z.leb t = true <-> kept t.
Proof. apply everywhereb_spec. intros. apply Z.leb_le. Qed.
Lemma insideb_spec t : insideb t = true <-> inside t.
Proof. unfold insideb, inside. rewrite !andb_true_iff, !Z.ltb_lt. tauto. Qed.

(** * All small towers *)
Definition levels : list level :=
  [L001; L010; L011; L100; [true; false; true]; L110; [true; true; true]].
Fixpoint towers (height : nat) : list tower :=
  match height with
  | 0 => [[]]
  | S height => flat_map (fun a => map (cons a) (towers height)) levels
  end.

Lemma in_levels a : length a = 3 /\ In true a -> In a levels.
Proof.
  intros [Hl Ht]. destruct a as [|x [|y [|z [|]]]]; try discriminate.
  destruct x, y, z; simpl in *; auto 10. intuition discriminate.
Qed.

Lemma in_towers (t : tower) : Forall (fun a : level => length a = 3 /\ In true a) t -> In t (towers (length t)).
Proof.
  induction 1 as [|a t Ha Ht IH]; [now left|].
  change (In (a :: t) (flat_map (fun a => map (cons a) (towers (length t))) levels)). apply in_flat_map. exists a. split; [now apply in_levels | now apply in_map].
Qed.

(** A test that all towers up to a height pass holds for them. *)
Lemma all_small (test : tower -> bool) n :
  forallb test (flat_map towers (seq 1 n)) = true ->
  forall t, proper 3 t -> length t <= n -> test t = true.
Proof.
  intros H t [Hne Ht] Hn. rewrite forallb_forall in H. apply H, in_flat_map.
  exists (length t). split; [|now apply in_towers].
  apply in_seq. destruct t; [contradiction | simpl in *; lia].
Qed.

Lemma low_towers t : proper 3 t -> length t <= 4 -> eqb (everywhereb Z.ltb t) (validb t) = true.
Proof. apply (all_small (fun t => eqb (everywhereb Z.ltb t) (validb t))). vm_compute. reflexivity. Qed.

Definition exceptions : list tower := [[L011; L010; L001]; [L110; L010; L100]].
Lemma low_inside t : proper 3 t -> length t <= 4 ->
  negb (validb t && (3 <=? length t)) || is (in_dec tower_dec t exceptions) || insideb t = true.
Proof.
  apply (all_small (fun t =>
    negb (validb t && (3 <=? length t)) || is (in_dec tower_dec t exceptions) || insideb t)).
  vm_compute. reflexivity.
Qed.

(** Claim 3.2, and what an average needs: a level that is not excluded has its
    own centre in the closed middle ninth. *)
Lemma level_bounds a : In a levels -> ~ excluded a ->
  (low a <= -1 /\ 1 <= high a /\ - blocks a <= moment a <= blocks a /\ 1 <= blocks a)%Z.
Proof.
  intros Ha Hex.
  assert (H : forallb (fun a => excludedb a ||
    ((low a <=? -1) && (1 <=? high a) && (- blocks a <=? moment a) && (moment a <=? blocks a)
     && (1 <=? blocks a))%Z) levels = true) by (vm_compute; reflexivity).
  rewrite forallb_forall in H. specialize (H a Ha).
  rewrite orb_true_iff, excludedb_spec, !andb_true_iff, !Z.leb_le in H.
  destruct H as [H|H]; [contradiction | lia].
Qed.
Lemma excluded_bounds a : excluded a -> (1 <= low a \/ high a <= -1)%Z.
Proof. intros [-> | ->]; vm_compute; [right|left]; discriminate. Qed.

(** * The induction *)
Lemma tall (t : tower) : Forall (fun a : level => length a = 3 /\ In true a) t -> 4 <= length t ->
  (upright t <-> valid t) /\ (valid t -> inside t).
Proof.
  induction t as [|a above IH]; intros Hall Hlen; [simpl in Hlen; lia|].
  destruct (Nat.eq_dec (length (a :: above)) 4) as [E|E].
  - assert (Hp : proper 3 (a :: above)) by (split; [discriminate | exact Hall]).
    pose proof (low_towers (a :: above) Hp (Nat.eq_le_incl _ _ E)) as H1. pose proof (low_inside (a :: above) Hp (Nat.eq_le_incl _ _ E)) as H2.
    apply eqb_prop in H1. rewrite <- stableb_spec, <- validb_spec, <- insideb_spec, H1.
    split; [tauto|]. intros Hv. rewrite Hv in H2. rewrite E in H2.
    destruct (in_dec tower_dec (a :: above) exceptions) as [Hin|]; [|exact H2].
    exfalso. destruct Hin as [H|[H|[]]]; rewrite <- H in E; discriminate.
  - inversion Hall as [|? ? Ha Hall']; subst. apply in_levels in Ha.
    destruct above as [|b rest] eqn:Eab; [simpl in *; lia|]. rewrite <- Eab in *.
    destruct IH as [IHs IHi]; [exact Hall' | subst; simpl in *; lia|].
    assert (Hno : ~ In (a :: above) triples).
    { intros Hin. clear -Hin E Hlen.
      repeat (destruct Hin as [H|Hin]; [rewrite <- H in Hlen; simpl in Hlen; lia|]). destruct Hin. }
    assert (Hv : valid (a :: above) <-> ~ excluded a /\ valid above).
    { rewrite valid_cons. subst above. intuition discriminate. }
    assert (Hb : In b levels).
    { apply in_levels. rewrite Forall_forall in Hall'. apply Hall'. subst above. now left. }
    assert (Hvb : valid above -> ~ excluded b).
    { subst above. rewrite valid_cons. intros [H _]. apply H. destruct rest; [simpl in *; lia | discriminate]. }
    assert (Hst : upright (a :: above) <-> holds Z.lt a above /\ upright above) by reflexivity.
    rewrite Hst, IHs, Hv.
    assert (Hal : along (a :: above) = (moment a + across above)%Z /\ across (a :: above) = along above).
    { unfold along, across. simpl. now destruct (along_across above). }
    assert (Hm : mass (a :: above) = (blocks a + mass above)%Z) by reflexivity.
    split.
    + split; intros [H1 H2]; (split; [|assumption]); specialize (IHi H2).
      * intros Hex. unfold holds in H1. rewrite Eab in H1. rewrite <- Eab in H1.
        unfold inside in IHi. apply excluded_bounds in Hex. nia.
      * unfold holds. rewrite Eab. rewrite <- Eab. unfold inside in IHi.
        pose proof (level_bounds a Ha H1). pose proof (level_bounds b Hb (Hvb H2)). repeat split; nia.
    + intros [H1 H2]. specialize (IHi H2). pose proof (level_bounds a Ha H1).
      unfold inside in *. rewrite (proj1 Hal), (proj2 Hal), Hm. lia.
Qed.

Lemma proper_parts k t : proper k t -> even_levels k t /\ Forall (fun a => In true a) t.
Proof.
  intros [_ H]. unfold even_levels. rewrite !Forall_forall in *. split; intros a Ha; now apply H.
Qed.
Lemma proper_upright t : proper 3 t -> (stable t <-> upright t).
Proof. intros Hp. destruct (proper_parts 3 t Hp). now apply (rests_upright 3). Qed.
Lemma proper_semi_stable t : proper 3 t -> (semi_stable t <-> kept t /\ ~ upright t).
Proof. intros Hp. destruct (proper_parts 3 t Hp). now apply (semi_stable_kept 3). Qed.

Lemma stable_valid t : proper 3 t -> (stable t <-> valid t).
Proof.
  intros Hp. rewrite (proper_upright t Hp). destruct (Nat.le_gt_cases (length t) 4) as [H|H].
  - rewrite <- stableb_spec, <- validb_spec. now rewrite (eqb_prop _ _ (low_towers t Hp H)).
  - apply tall; [apply Hp | lia].
Qed.

Lemma proper_small l : forallb (fun a => is (in_dec level_dec a levels)) l = true -> l <> [] -> proper 3 l.
Proof.
  intros H Hne. split; [exact Hne|]. apply Forall_forall. intros a Ha.
  rewrite forallb_forall in H. specialize (H a Ha). destruct (in_dec level_dec a levels) as [Hin|]; [|discriminate].
  clear -Hin. simpl in Hin. intuition (subst; simpl; auto).
Qed.

Theorem zwick_stability_holds : StatementsTowers.zwick_stability.
Proof.
  split; [exact stable_valid|]. split.
  - intros a b Hp. rewrite <- validb_spec, proper_semi_stable by exact Hp. rewrite <- standsb_spec, <- stableb_spec.
    assert (H := all_small (fun t => match t with
      | [_; _] => validb t || negb (everywhereb Z.leb t)
      | _ => true end) 2 ltac:(vm_compute; reflexivity) [a; b] Hp (le_n 2)). cbv beta iota in H.
    destruct (validb [a; b]), (everywhereb Z.leb [a; b]); simpl in *; intuition discriminate.
  - intros a b c Hp. rewrite <- !excludedb_spec, <- tripleb_spec, proper_semi_stable by exact Hp.
    rewrite <- standsb_spec, <- stableb_spec. intros Ha Hb.
    assert (H : eqb (everywhereb Z.leb [a; b; c] && negb (everywhereb Z.ltb [a; b; c])) (tripleb [a; b; c]) = true).
    { assert (H := all_small (fun t => match t with
        | [a; b; c] => excludedb a || excludedb b || eqb (everywhereb Z.leb t && negb (everywhereb Z.ltb t)) (tripleb t)
        | _ => true end) 3 ltac:(vm_compute; reflexivity) [a; b; c] Hp (le_n 3)).
      cbv beta iota in H. destruct (excludedb a); [congruence|]. destruct (excludedb b); [congruence|]. exact H. }
    apply eqb_prop in H. rewrite <- H, andb_true_iff, negb_true_iff, <- not_true_iff_false. tauto.
Qed.

Definition two_insideb (t : tower) : bool :=
  negb (validb t) || negb (length t =? 2) ||
  ((- mass t <? along t) && (along t <? mass t) && (- mass t <=? across t) && (across t <=? mass t))%Z.

Lemma boundary_levels a : In a levels -> ~ excluded a ->
  (Z.abs (moment a) = blocks a <-> a = L011 \/ a = L110).
Proof.
  intros Ha Hex. simpl in Ha.
  repeat (destruct Ha as [<-|Ha]; [try (exfalso; apply Hex; unfold excluded; tauto);
    vm_compute; intuition discriminate|]). destruct Ha.
Qed.

Theorem zwick_claim_3_1_holds : StatementsTowers.zwick_claim_3_1.
Proof.
  split; [|split; [|split; [|split]]].
  - intros t Hp Hv Hlen N1 N2. destruct (Nat.le_gt_cases (length t) 3) as [H|H].
    + pose proof (low_inside t Hp ltac:(lia)) as Hi. rewrite <- insideb_spec. apply validb_spec in Hv.
      rewrite Hv in Hi. apply Nat.leb_le in Hlen. rewrite Hlen in Hi.
      destruct (in_dec tower_dec t exceptions) as [Hin|]; [|exact Hi].
      clear Hi. destruct Hin as [E|[E|[]]]; symmetry in E; contradiction.
    + apply tall; [apply Hp | lia | exact Hv].
  - intros t Ht. rewrite <- validb_spec, <- insideb_spec.
    destruct Ht as [-> | ->]; vm_compute; intuition discriminate.
  - intros a b t Hp Hv.
    assert (H : two_insideb t = true)
      by (apply (all_small two_insideb 2); [vm_compute; reflexivity | exact Hp | simpl; lia]).
    unfold two_insideb in H. apply validb_spec in Hv. rewrite Hv in H.
    change (length t =? 2) with true in H. cbn [negb orb] in H.
    rewrite !andb_true_iff, !Z.ltb_lt, !Z.leb_le in H. lia.
  - reflexivity.
  - intros a [_ Ha] Hex. inversion Ha; subst. assert (Hin : In a levels) by now apply in_levels.
    split; [apply (level_bounds a Hin Hex) | now apply boundary_levels].
Qed.

Theorem zwick_claim_3_2_holds : StatementsTowers.zwick_claim_3_2.
Proof.
  intros a b [_ Hab] Ea Eb u v Hu Hv. inversion Hab as [|? ? Ha Hb']; subst. inversion Hb' as [|? ? Hb _]; subst.
  destruct (level_bounds a (in_levels a Ha) Ea) as (A1 & A2 & _), (level_bounds b (in_levels b Hb) Eb) as (B1 & B2 & _).
  apply box_hull; [destruct Ha, Hb; congruence | apply Ha | apply Hb |].
  apply le_inject in A1, A2, B1, B2. unfold box. cbn [fst snd].
  change (inject_Z (-1)) with (-1)%Q in *. change (inject_Z 1) with 1%Q in *. lra.
Qed.
