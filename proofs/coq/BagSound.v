(** What the checker of wells with bags accepts is true if no piece is shown ahead. *)
From Coq Require Import Arith NArith List Bool Lia FMapPositive.
From Topple Require Import Statements Wells WellCheck WellSound BagCheck.
Import ListNotations Well WellLines Bag.

(** * Sets of bags *)
Lemma has_nothing bag : has Nobag bag = false.
Proof. induction bag as [|[] bag IH]; simpl; auto. Qed.
Lemma has_any bag : has Any bag = true.
Proof. induction bag as [|[] bag IH]; simpl; auto. Qed.
Lemma has_split o i bag : has (split o i) bag = has (Split o i) bag.
Proof. destruct o, i, bag as [|[] bag]; simpl; rewrite ?has_nothing; reflexivity. Qed.

Lemma has_union : forall s t bag, has (union s t) bag = true -> has s bag = true \/ has t bag = true.
Proof.
  induction s as [| |o IHo i IHi]; intros [| |o' i'] bag H; cbn [union] in H; auto using has_any.
  destruct bag as [|[] bag]; [discriminate | exact (IHi _ _ H) | exact (IHo _ _ H)].
Qed.
Lemma has_common : forall s t bag, has (common s t) bag = true -> has s bag = true /\ has t bag = true.
Proof.
  induction s as [| |o IHo i IHi]; intros [| |o' i'] bag H; cbn [common] in H;
    try (rewrite has_nothing in H; discriminate); auto using has_any.
  rewrite has_split in H. destruct bag as [|[] bag]; [discriminate | exact (IHi _ _ H) | exact (IHo _ _ H)].
Qed.
Lemma has_among l : forall within bag, has (among l within) bag = true ->
  has within bag = true /\ exists s, In s l /\ has s bag = true.
Proof.
  unfold among. intros within bag.
  assert (H : forall l r, has (fold_left (fun r s => union (common s within) r) l r) bag = true ->
    has r bag = true \/ has within bag = true /\ exists s, In s l /\ has s bag = true).
  { clear l. induction l as [|s l IH]; intros r H; [now left|]. simpl in H. apply IH in H.
    destruct H as [H|(Hw & s' & Hs & H)]; [|right; split; [exact Hw | exists s'; split; [now right | exact H]]].
    apply has_union in H. destruct H as [H|H]; [|now left].
    apply has_common in H. right. split; [apply H|]. exists s. split; [now left | apply H]. }
  intros E. apply H in E. destruct E as [E|E]; [rewrite has_nothing in E; discriminate | exact E].
Qed.

Lemma in_halves half l t : In t (halves half l) -> exists s, In s l /\ half s = t.
Proof.
  induction l as [|s l IH]; simpl; [easy|]. intros H.
  destruct (half s) eqn:E; [|destruct H as [<-|H]; [eauto|] ..]; destruct (IH H) as (s' & Hs & E'); eauto.
Qed.

Lemma has_keep : forall p l within bag, has (keep p l within) bag = true ->
  has within bag = true /\ (nth p bag false = true -> exists s, In s l /\ has s (take p bag) = true).
Proof.
  induction p as [|p IH]; intros l within bag H.
  - assert (E : has (split (out within) (among (halves out l) (into within))) bag = true)
      by (destruct within; [cbn in H; rewrite has_nothing in H; discriminate | exact H ..]).
    rewrite has_split in E. destruct bag as [|[] bag]; [discriminate | |].
    + apply has_among in E. destruct E as (E & t & Ht & H'). split; [exact E|]. intros _.
      apply in_halves in Ht. destruct Ht as (s & Hs & <-). now exists s.
    + split; [exact E | discriminate].
  - assert (E : has (split (keep p (halves out l) (out within)) (keep p (halves into l) (into within))) bag = true)
      by (destruct within; [cbn in H; rewrite has_nothing in H; discriminate | exact H ..]).
    rewrite has_split in E. destruct bag as [|[] bag]; [discriminate | |].
    + destruct (IH _ _ _ E) as [H1 H2]. split; [exact H1|]. intros Hp.
      destruct (H2 Hp) as (t & Ht & H3). apply in_halves in Ht. destruct Ht as (s & Hs & <-). now exists s.
    + destruct (IH _ _ _ E) as [H1 H2]. split; [exact H1|]. intros Hp.
      destruct (H2 Hp) as (t & Ht & H3). apply in_halves in Ht. destruct Ht as (s & Hs & <-). now exists s.
Qed.
Lemma has_takes ls : forall p within bag, has (takes p ls within) bag = true ->
  has within bag = true /\
  forall i, i < length ls -> nth (p + i) bag false = true ->
  exists s, In s (nth i ls []) /\ has s (take (p + i) bag) = true.
Proof.
  induction ls as [|l ls IH]; intros p within bag H; [split; [exact H | simpl; lia]|].
  destruct (IH _ _ _ H) as [H1 H2]. apply has_keep in H1. destruct H1 as [H1 H3]. split; [exact H1|].
  intros [|i] Hi; [rewrite Nat.add_0_r; exact H3|]. simpl in Hi. replace (p + S i) with (S p + i) by lia. apply H2. lia.
Qed.
Lemma has_empty_bag : forall n bag, length bag = n -> has (empty_bag n) bag = true -> forall p, nth p bag false = false.
Proof.
  induction n as [|n IH]; intros [|c bag] Hl H p; try discriminate; [now destruct p|].
  destruct c; [simpl in H; rewrite has_nothing in H; discriminate|]. destruct p; [reflexivity|]. simpl. apply IH; auto.
Qed.
Lemma has_some_piece : forall n bag, length bag = n -> has (some_piece n) bag = true ->
  exists p, p < n /\ nth p bag false = true.
Proof.
  induction n as [|n IH]; intros [|c bag] Hl H; try discriminate.
  destruct c; [exists 0; split; [lia | reflexivity]|]. destruct (IH bag) as (p & Hp & E); auto. exists (S p). split; [lia | exact E].
Qed.

Lemma take_length p bag : length (take p bag) = length bag.
Proof.
  unfold take. revert p. induction bag as [|c bag IH]; intros [|p]; simpl; auto.
Qed.

Lemma find_map {A B} (f : A -> B) i m : PositiveMap.find i (PositiveMap.map f m) = option_map f (PositiveMap.find i m).
Proof. apply PositiveMap.gmapi. Qed.
Lemma has_short r a bag : has (nth a (short r) Nobag) bag = true -> has (nth a r Nobag) bag = true.
Proof.
  unfold short. destruct (forallb is_nobag r); [|auto]. destruct a; simpl; now rewrite has_nothing.
Qed.
Lemma in_column a rs s : In s (column a rs) -> exists r, In r rs /\ nth a r Nobag = s.
Proof.
  induction rs as [|r rs IH]; simpl; [easy|]. intros H.
  destruct (nth a r Nobag) eqn:E; [|destruct H as [<-|H]; [eauto|] ..]; destruct (IH H) as (s' & Hs & E'); eauto.
Qed.
Lemma in_rows t wells r : In r (rows t wells) -> exists j, In j wells /\ PositiveMap.find j t = Some r.
Proof.
  induction wells as [|i wells IH]; simpl; [easy|].
  assert (old : In r (rows t wells) -> exists j, (i = j \/ In j wells) /\ PositiveMap.find j t = Some r)
    by (intros H; destruct (IH H) as (j & Hj & E'); eauto).
  destruct (PositiveMap.find i t) as [[|s r']|] eqn:E; [exact old | | exact old]. intros [<-|H]; [exists i; auto | exact (old H)].
Qed.
Lemma nth_of_map {A B} (f : A -> B) l i a d : i < length l -> nth i (map f l) d = f (nth i l a).
Proof. intros H. rewrite nth_indep with (d' := f a) by now rewrite map_length. apply map_nth. Qed.
Lemma nth_map_seq {A} (f : nat -> A) n i d : i < n -> nth i (map f (seq 0 n)) d = f i.
Proof. intros H. rewrite (nth_of_map f _ _ 0) by now rewrite seq_length. now rewrite seq_nth. Qed.
Lemma nth_map_seq_beyond {A} (f : nat -> A) n i d : n <= i -> nth i (map f (seq 0 n)) d = d.
Proof. intros H. apply nth_overflow. now rewrite map_length, seq_length. Qed.

(** * Bags as lists *)
Section Game.
  Variable g : game.
  Notation n := (length (pieces g)).
  Definition listed (bag : list bool) : list nat := filter (fun p => nth p bag false) (each g).

  Lemma in_listed p bag : In p (listed bag) <-> p < n /\ nth p bag false = true.
  Proof. unfold listed, each. rewrite filter_In, in_seq. intuition lia. Qed.
  Lemma listed_take p bag : listed (take p bag) = without p (listed bag).
  Proof.
    unfold listed, without. induction (each g) as [|q l IH]; simpl; [reflexivity|]. unfold take at 1. rewrite nth_update.
    destruct (Nat.eqb_spec p q) as [<-|Hne].
    - destruct (nth p bag false) eqn:E; simpl; [rewrite Nat.eqb_refl; simpl|];
        destruct (p <? length bag) eqn:El; simpl; rewrite ?E; auto.
      apply Nat.ltb_ge in El. now rewrite nth_overflow in E.
    - simpl. destruct (nth q bag false); simpl; [|exact IH]. destruct (Nat.eqb_spec q p); [now subst|]. simpl. now f_equal.
  Qed.
  Lemma listed_full : listed (full_bag g) = each g.
  Proof.
    unfold listed, full_bag, each.
    assert (H : forall l, (forall p, In p l -> p < n) -> filter (fun p => nth p (repeat true n) false) l = l).
    { induction l as [|p l IH]; intros Hl; simpl; [reflexivity|].
      rewrite nth_indep with (d' := true) by (rewrite repeat_length; apply Hl; now left).
      rewrite nth_repeat, IH; [reflexivity|]. intros q Hq. apply Hl. now right. }
    apply H. intros p Hp. apply in_seq in Hp. lia.
  Qed.
  Lemma full_length : length (full_bag g) = n.
  Proof. apply repeat_length. Qed.

  (** * From homes to homes *)
  Variable home : well -> option nat -> Prop.
  Inductive good : well -> option nat -> list nat -> Prop :=
    | at_home b aside : home b aside -> good b aside []
    | by_dealing b aside bag : bag <> [] ->
        (forall p, In p bag -> exists q kept b',
           chooses p aside q kept /\ placed g b q b' /\ good b' kept (without p bag)) ->
        good b aside bag.

  Lemma good_goes_on : (forall b aside, home b aside -> good b aside (each g)) ->
    forall b aside bag, good b aside bag -> goes_on g b aside [] bag.
  Proof.
    intros Hhome. cofix on. intros b aside bag H.
    assert (E : forall p, In p (filled g bag) -> exists q kept b',
      chooses p aside q kept /\ placed g b q b' /\ good b' kept (without p (filled g bag))).
    { assert (deal : forall bag, good b aside bag -> bag <> [] -> forall p, In p bag -> exists q kept b',
        chooses p aside q kept /\ placed g b q b' /\ good b' kept (without p bag))
        by (intros bag' [|]; easy).
      destruct bag as [|q bag]; cbn [filled]; [|now apply deal].
      intros p Hp. apply deal; [|intros E; now rewrite E in Hp|exact Hp]. apply Hhome. now inversion H. }
    constructor. intros p first later Hp El. injection El as <- <-. destruct (E p Hp) as (q & kept & b' & H1 & H2 & H3).
    exists q, kept, b'. split; [exact H1|]. split; [exact H2|]. now apply on.
  Qed.

  (** * The graph and its tables *)
  Section Graph.
  Variable gr : graph.
  Hypothesis moves_right : forall i b aside moves, PositiveMap.find i gr = Some (b, aside, moves) ->
    forall p j, In j (nth p moves []) -> p < n ->
    exists b' aside' moves', PositiveMap.find j gr = Some (b', aside', moves') /\ placed g b p b'.

  Definition put_aside (a : nat) : option nat := if hold g then Some a else None.
  Definition is_home (b : well) (kept : option nat) : Prop :=
    exists i aside moves a, PositiveMap.find i gr = Some (b, aside, moves) /\ In a aside /\ kept = put_aside a.
  Hypothesis homes_right : forall b aside, is_home b aside -> home b aside.

  Definition right (t : table) : Prop :=
    forall i r, PositiveMap.find i t = Some r -> exists b aside moves, PositiveMap.find i gr = Some (b, aside, moves) /\
    forall a bag, length bag = n -> has (nth a r Nobag) bag = true -> good b (put_aside a) (listed bag).

  Lemma right_at_homes : right (at_homes g gr).
  Proof.
    intros i r H. unfold at_homes in H. rewrite find_map in H.
    destruct (PositiveMap.find i gr) as [[[b aside] moves]|] eqn:E; [|discriminate]. injection H as <-.
    exists b, aside, moves. split; [reflexivity|]. intros a bag Hl H. apply has_short in H. unfold asides in H.
    set (k := if hold g then n else 1) in H. destruct (Nat.lt_ge_cases a k) as [Ha|Ha].
    - rewrite nth_map_seq in H by exact Ha. destruct (existsb (Nat.eqb a) aside) eqn:Ea; [|now rewrite has_nothing in H].
      apply existsb_exists in Ea. destruct Ea as (a' & Ha' & Ea). apply Nat.eqb_eq in Ea. subst a'.
      replace (listed bag) with (@nil nat); [constructor; apply homes_right; exists i, aside, moves, a; auto|].
      destruct (listed bag) as [|p l] eqn:El; [reflexivity|].
      assert (Hp : In p (listed bag)) by (rewrite El; now left). apply in_listed in Hp.
      rewrite (has_empty_bag _ _ Hl H) in Hp. now destruct Hp.
    - rewrite nth_map_seq_beyond, has_nothing in H by exact Ha. discriminate.
  Qed.

  (** What is found by a place of piece [p]. *)
  Lemma by_place t b i aside moves p a s bag : right t -> PositiveMap.find i gr = Some (b, aside, moves) -> p < n ->
    In s (column a (rows t (nth p moves []))) -> length bag = n -> has s bag = true ->
    exists b', placed g b p b' /\ good b' (put_aside a) (listed bag).
  Proof.
    intros Ht Hi Hp Hs Hl H. apply in_column in Hs. destruct Hs as (r & Hr & <-).
    apply in_rows in Hr. destruct Hr as (j & Hj & Er).
    destruct (moves_right _ _ _ _ Hi p j Hj Hp) as (b' & aside' & moves' & Ej & Hplaced).
    destruct (Ht _ _ Er) as (b'' & aside'' & moves'' & Ej' & Hgood). rewrite Ej in Ej'. injection Ej' as <- <- <-.
    exists b'. split; [exact Hplaced | now apply Hgood].
  Qed.

  Lemma right_one_more t : right t -> right (one_more g gr t).
  Proof.
    intros Ht i r H. unfold one_more in H. rewrite find_map in H.
    destruct (PositiveMap.find i gr) as [[[b aside] moves]|] eqn:E; [|discriminate]. injection H as <-.
    exists b, aside, moves. split; [reflexivity|]. intros a bag Hl H. unfold row in H. apply has_short in H.
    unfold asides in H. set (k := if hold g then n else 1) in H. destruct (Nat.lt_ge_cases a k) as [Ha|Ha];
      [|rewrite nth_map_seq_beyond, has_nothing in H by exact Ha; discriminate].
    rewrite nth_map_seq in H by exact Ha. apply has_takes in H. destruct H as [Hsome H].
    apply has_some_piece in Hsome; [|exact Hl]. apply by_dealing.
    { destruct Hsome as (p & Hp & Ep). intros El. assert (In p (listed bag)) by now apply in_listed. now rewrite El in *. }
    intros p Hp. apply in_listed in Hp. destruct Hp as [Hp Ep].
    destruct (H p) as (s & Hs & Hbag); [now rewrite map_length, seq_length | exact Ep|]. rewrite Nat.add_0_l in Hbag.
    rewrite nth_map_seq in Hs by exact Hp. rewrite <- listed_take.
    assert (column_of : forall p a,
      In s (nth a (nth p (map (fun wells => map (fun a => column a (rows t wells)) (seq 0 k)) moves) []) []) ->
      In s (column a (rows t (nth p moves [])))).
    { intros p' a' Hin. destruct (Nat.lt_ge_cases p' (length moves)) as [Hp'|Hp'].
      - rewrite (nth_of_map _ moves p' []) in Hin by exact Hp'. destruct (Nat.lt_ge_cases a' k) as [Ha'|Ha'].
        + now rewrite nth_map_seq in Hin.
        + now rewrite nth_map_seq_beyond in Hin.
      - rewrite nth_overflow with (n := p') in Hin by now rewrite map_length. now destruct a'. }
    assert (dealt : In s (column a (rows t (nth p moves []))) ->
      exists q kept b', chooses p (put_aside a) q kept /\ placed g b q b' /\ good b' kept (listed (take p bag))).
    { intros Hin. destruct (by_place t b i aside moves p a s (take p bag) Ht E Hp Hin) as (b' & H1 & H2);
        [now rewrite take_length | exact Hbag|]. exists p, (put_aside a), b'. repeat split; auto. constructor. }
    destruct (hold g) eqn:Eh; cbn [andb] in Hs; [|now apply dealt, column_of].
    destruct (negb (a =? p)); [|now apply dealt, column_of].
    apply in_app_iff in Hs. destruct Hs as [Hs|Hs]; [now apply dealt, column_of|].
    apply column_of in Hs. destruct (by_place t b i aside moves a p s (take p bag) Ht E) as (b' & H1 & H2); auto;
      [now rewrite take_length|].
    exists a, (put_aside p), b'. repeat split; auto. unfold put_aside. rewrite Eh. constructor.
  Qed.

  Lemma right_iter k : right (Nat.iter k (one_more g gr) (at_homes g gr)).
  Proof. induction k as [|k IH]; [apply right_at_homes | now apply right_one_more]. Qed.

  Lemma all_return_right t : right t -> all_return g gr t = true -> forall b kept, is_home b kept -> good b kept (each g).
  Proof.
    intros Ht H b kept (i & aside & moves & a & Hi & Ha & ->). unfold all_return in H. rewrite forallb_forall in H.
    specialize (H _ (PositiveMap.elements_correct _ _ Hi)). cbv beta iota in H.
    destruct (PositiveMap.find i t) as [r|] eqn:E; [|discriminate]. rewrite forallb_forall in H. specialize (H _ Ha).
    destruct (Ht _ _ E) as (b' & aside' & moves' & Hi' & Hgood). rewrite Hi in Hi'. injection Hi' as <- _ _.
    rewrite <- listed_full. apply Hgood; [apply full_length | exact H].
  Qed.
  End Graph.
End Game.

(** * What the search has found, looked at again *)
Lemma moves_of_graph m g found : within (meaning m) (how g) (width g) ->
  forall i b aside moves, PositiveMap.find i (graph_of m g found) = Some (b, aside, moves) ->
  forall p j, In j (nth p moves []) ->
  exists b' aside' moves', PositiveMap.find j (graph_of m g found) = Some (b', aside', moves') /\ placed g b p b'.
Proof.
  intros Hin_rule i b aside moves H p j Hj. unfold graph_of in *. rewrite find_map in *.
  destruct (PositiveMap.find i found) as [[[b0 aside0] moves0]|]; [|discriminate]. injection H as -> -> <-.
  destruct (Nat.lt_ge_cases p (length (pieces g))) as [Hp|Hp]; [|now rewrite nth_map_seq_beyond in Hj].
  rewrite nth_map_seq in Hj by exact Hp. apply in_map_iff in Hj.
  destruct Hj as ([[[k x] y] j'] & <- & Hj). apply filter_In in Hj. destruct Hj as [_ Hj]. cbn [right_place snd] in *.
  rewrite (nth_of_map WellGame.turns _ p []) in Hj by exact Hp.
  destruct (nth_error _ k) as [t|] eqn:Et; [|discriminate].
  destruct (PositiveMap.find j' found) as [[[b' aside'] moves']|]; [|discriminate].
  rewrite !andb_true_iff, Nat.leb_le in Hj. destruct Hj as [[Hsame Hlow] Hplace]. apply same_well_eq in Hsame.
  eexists b', aside', _. split; [reflexivity|]. exists t, x, y.
  split; [now apply nth_error_In in Et|]. split; [apply Hin_rule; now apply allowedb_sound|]. now rewrite <- Hsame.
Qed.

Lemma graph_right g gr :
  (forall i b aside moves, PositiveMap.find i gr = Some (b, aside, moves) ->
   forall p j, In j (nth p moves []) -> p < length (pieces g) ->
   exists b' aside' moves', PositiveMap.find j gr = Some (b', aside', moves') /\ placed g b p b') ->
  check_graph g gr = true -> player_wins g 0.
Proof.
  intros Hmoves H.
  set (home := is_home g gr).
  assert (Hiter := right_iter g home gr Hmoves (fun _ _ H => H)).
  assert (on : forall t, right g home gr t -> all_return g gr t = true ->
    forall b aside bag, good g home b aside bag -> goes_on g b aside [] bag).
  { intros t Ht Hall b aside bag. apply good_goes_on. exact (all_return_right g home gr t Ht Hall). }
  unfold check_graph in H. unfold player_wins. destruct (hold g) eqn:Eh;
    rewrite !andb_true_iff, Nat.leb_le in H; destruct H as (Hn & Hstart & Hall); unfold starts in Hstart; rewrite Eh in Hstart;
    set (t := Nat.iter _ _ _) in *;
    (match type of Hstart with match ?found with _ => _ end = true =>
       destruct found as [[[[|r b] aside] moves]|] eqn:E1; [|discriminate ..] end).
  - assert (Hlast : right g home gr (one_more g gr (one_more g gr t))).
    { repeat (apply right_one_more; [exact Hmoves|]). exact (Hiter _). }
    intros first second shown bag Hfirst Hnone Hdeals. destruct shown; [clear Hnone | discriminate].
    inversion Hdeals as [|? ? ? ? Hsecond Hleft]; subst. inversion Hleft; subst. clear Hdeals Hleft.
    pose proof Hfirst as Hf. unfold each in Hf. apply in_seq in Hf.
    assert (Hrest : without first (each g) <> []).
    { intros E. assert (F : In (if first =? 0 then 1 else 0) (without first (each g))).
      { apply filter_In. split; [apply in_seq|]; destruct first; simpl; auto; lia. }
      now rewrite E in F. }
    assert (Ebag : filled g (without first (each g)) = without first (each g))
      by (unfold filled; now destruct (without first (each g))).
    rewrite Ebag in *. apply filter_In in Hsecond. destruct Hsecond as [Hs Hne].
    unfold each in Hs. apply in_seq in Hs. rewrite forallb_forall in Hstart.
    specialize (Hstart second ltac:(apply in_seq; lia)). rewrite forallb_forall in Hstart.
    specialize (Hstart first ltac:(apply in_seq; lia)). rewrite orb_true_iff, Nat.eqb_eq in Hstart.
    destruct Hstart as [<-|Hstart]; [now rewrite Nat.eqb_refl in Hne|].
    apply existsb_exists in Hstart. destruct Hstart as (r & Hr & Hbag).
    destruct (by_place g home gr Hmoves t [] 1%positive aside moves second first (nth first r Nobag)
      (take second (take first (full_bag g))) (Hiter _) E1) as (b' & Hplaced & Hgood); [lia | | | exact Hbag |].
    + clear -Hr Hbag. induction (rows t (nth second moves [])) as [|r' rs IH]; [easy|]. simpl.
      destruct Hr as [->|Hr]; [|destruct (nth first r' Nobag); [|right|right]; now apply IH].
      destruct (nth first r Nobag); [now rewrite has_nothing in Hbag | now left ..].
    + now rewrite !take_length, full_length.
    + exists b'. split; [exact Hplaced|]. apply (on _ Hlast Hall).
      unfold put_aside in Hgood. now rewrite Eh, !listed_take, listed_full in Hgood.
  - destruct (PositiveMap.find 1%positive t) as [r|] eqn:Er; [|discriminate].
    destruct (Hiter _ _ _ Er) as (b & aside' & moves' & Hi & Hgood). rewrite E1 in Hi. injection Hi as <- _ _.
    specialize (Hgood 0 (full_bag g) (full_length g) Hstart). rewrite listed_full in Hgood. unfold put_aside in Hgood.
    rewrite Eh in Hgood. apply (on _ (Hiter _) Hall) in Hgood. inversion Hgood as [? ? ? ? Hdealt]. subst.
    intros shown bag Hnone Hdeals. destruct shown; [|discriminate]. inversion Hdeals. subst. constructor.
    assert (E : filled g (each g) = filled g []) by (unfold filled; now destruct (each g)).
    now rewrite E in Hdealt.
Qed.

(** Whatever is found. *)
Lemma found_right find m g s : within (meaning m) (how g) (width g) -> check_found find m g s = true -> player_wins g 0.
Proof.
  intros Hin_rule H. unfold check_found in H. destruct (find m g s) as [found|]; [|discriminate].
  apply (graph_right g _) in H; [exact H|].
  intros i b aside moves Hi p j Hj _. exact (moves_of_graph m g found Hin_rule i b aside moves Hi p j Hj).
Qed.
Lemma check_homes_right m g s : within (meaning m) (how g) (width g) -> check_homes m g s = true -> player_wins g 0.
Proof. exact (found_right search m g s). Qed.
