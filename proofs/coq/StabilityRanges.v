(** What the proof about certificates of towers needs: ranges of numbers, equal levels and towers,
    and the verdict of a tower by whole numbers. *)
From Coq Require Import Arith ZArith List Bool Lia.
From Topple Require Import Statements Levels Hulls Towers StabilityCheck.
Import ListNotations Tower Stability.
Local Open Scope Z_scope.

(** * Ranges *)
Definition admits (r : range) (x : Z) : Prop :=
  match fst r with Some a => a <= x | None => True end /\ match snd r with Some b => x <= b | None => True end.
Lemma admits_plus n r x : admits r x -> admits (plus n r) (n + x).
Proof. destruct r as [[a|] [b|]]; unfold admits; cbn; lia. Qed.
Lemma admits_sum r s x y : admits r x -> admits s y -> admits (sum_of r s) (x + y).
Proof. destruct r as [[a|] [b|]], s as [[a'|] [b'|]]; unfold admits; cbn; lia. Qed.
Lemma admits_times n r x : admits r x -> admits (times n r) (n * x).
Proof.
  destruct n as [|n|n], r as [[a|] [b|]]; unfold admits, times; cbn [fst snd option_map]; intros [H1 H2]; split; try exact I; try nia.
Qed.
Lemma admits_within r outer x : within r outer = true -> admits r x -> admits outer x.
Proof.
  destruct r as [[a|] [b|]], outer as [[a'|] [b'|]]; unfold within, admits; cbn; rewrite ?andb_true_iff, ?Z.leb_le;
    intros H1 H2; try (destruct H1; discriminate); try lia; try discriminate; intuition lia.
Qed.
Lemma admits_told r x v : told r = Some v -> admits r x -> of_sign x = v.
Proof.
  destruct r as [[a|] [b|]]; unfold told, admits; cbn [fst snd]; intros T [H1 H2]; try discriminate.
  - destruct (Z.ltb_spec 0 a); [injection T as <-; destruct x; cbn; reflexivity || lia|].
    destruct (Z.eqb_spec a 0), (Z.eqb_spec b 0); cbn [andb] in T.
    + injection T as <-. destruct x; cbn; reflexivity || lia.
    + destruct (Z.ltb_spec b 0); [|discriminate]. lia.
    + destruct (Z.ltb_spec b 0); [|discriminate]. injection T as <-. destruct x; cbn; reflexivity || lia.
    + destruct (Z.ltb_spec b 0); [|discriminate]. injection T as <-. destruct x; cbn; reflexivity || lia.
  - destruct (Z.ltb_spec 0 a); [injection T as <-; destruct x; cbn; reflexivity || lia | discriminate].
  - destruct (Z.ltb_spec b 0); [injection T as <-; destruct x; cbn; reflexivity || lia | discriminate].
Qed.

Lemma same_verdict_eq v w : same_verdict v w = true <-> v = w.
Proof. destruct v, w; cbn; split; congruence. Qed.
Lemma same_level_eq a b : same_level a b = true <-> a = b.
Proof. unfold same_level. destruct (level_dec a b); cbn; split; congruence. Qed.
Lemma same_tower_eq t u : same_tower t u = true <-> t = u.
Proof. unfold same_tower. destruct (tower_dec t u); cbn; split; congruence. Qed.
Lemma has_level_In a l : has_level a l = true <-> In a l.
Proof.
  unfold has_level. rewrite existsb_exists. split; [intros (b & I & E); apply same_level_eq in E; now subst|].
  intros I. exists a. split; [exact I | now apply same_level_eq].
Qed.
Lemma has_tower_In t l : has_tower t l = true <-> In t l.
Proof.
  unfold has_tower. rewrite existsb_exists. split; [intros (b & I & E); apply same_tower_eq in E; now subst|].
  intros I. exists t. split; [exact I | now apply same_tower_eq].
Qed.
Lemma same_chain_eq p q : same_chain p q = true <-> p = q.
Proof.
  unfold same_chain. rewrite andb_true_iff, !same_level_eq. destruct p, q; cbn. split; [intros [-> ->]; reflexivity | intros E; now injection E].
Qed.

(** * The verdict of a tower *)
Definition all_levels (t : tower) : Prop := Forall (fun a : level => length a = 3%nat /\ In true a) t.
Lemma own_centre a : In a levels -> low a * blocks a < moment a < high a * blocks a /\ 0 < blocks a.
Proof.
  assert (H : forallb (fun a => (low a * blocks a <? moment a) && (moment a <? high a * blocks a) && (0 <? blocks a)) levels = true)
    by (vm_compute; reflexivity).
  intros Ha. rewrite forallb_forall in H. specialize (H a Ha). rewrite !andb_true_iff, !Z.ltb_lt in H. lia.
Qed.
Lemma cons_sums a t : mass (a :: t) = blocks a + mass t /\ along (a :: t) = moment a + across t /\ across (a :: t) = along t.
Proof. unfold along, across. cbn [along_across]. destruct (along_across t). repeat split. Qed.
(** Along the second axis nothing can fail first. *)
Lemma second_axis b t : all_levels (b :: t) -> kept (b :: t) ->
  low b * mass (b :: t) < along (b :: t) < high b * mass (b :: t).
Proof.
  intros A [H _]. destruct (cons_sums b t) as (-> & -> & _). inversion A as [|? ? Ab At]; subst.
  destruct (own_centre b (in_levels b Ab)) as [C _].
  destruct t as [|d t]; [cbn [mass fold_right]; change (across []) with 0; lia|].
  cbn [holds] in H. lia.
Qed.
Lemma verdict_spec t : all_levels t -> (verdict_of t = Stands <-> upright t) /\ (verdict_of t <> Falls <-> kept t).
Proof.
  induction t as [|a t IH]; intros A; [cbn; intuition congruence|]. inversion A as [|? ? Aa At]; subst. destruct (IH At) as [U K].
  destruct t as [|b t].
  - cbn [verdict_of verdict_of_level worse]. unfold upright, kept. cbn. intuition congruence.
  - set (above := b :: t) in *. unfold upright, kept in *. cbn [verdict_of everywhere_holds]. fold above.
    change (holds Z.lt a above) with (low a * mass above < across above /\ across above < high a * mass above /\
      low b * mass above < along above /\ along above < high b * mass above).
    change (holds Z.le a above) with (low a * mass above <= across above /\ across above <= high a * mass above /\
      low b * mass above <= along above /\ along above <= high b * mass above).
    pose proof (second_axis b t At) as S. fold above in S. unfold kept in S.
    assert (E : verdict_of_level a above = worse (of_sign (across above - low a * mass above)) (of_sign (high a * mass above - across above)))
      by reflexivity. rewrite E. clear E.
    assert (KU : everywhere_holds Z.lt above -> everywhere_holds Z.le above).
    { intros H. apply K. rewrite (proj2 U H). discriminate. }
    destruct (across above - low a * mass above) eqn:E1, (high a * mass above - across above) eqn:E2, (verdict_of above);
      cbn [of_sign worse]; intuition (try congruence; try lia).
Qed.
