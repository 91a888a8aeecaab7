(** The units of a tower whose levels are taken two by two: pairs, and levels that have no partner yet. [pair_unit] and
    [solo_unit] are such towers with one unit left out. A block that is taken from a tower is taken from one unit; what
    becomes of the unit tells what becomes of the tower. *)
From Coq Require Import Arith ZArith Bool List Lia.
From Topple Require Import Statements BalanceCheck OneBlock MovesLeft LostBlock PairLevels.
Import ListNotations Tower Jenka Balance.

Section Units.
  Variable h : nat.
  Let k := slots h.
  Variable x : allowance.
  Variable pair : level -> level -> bool.
  Variable solo : level -> bool.
  Hypothesis closed : closed_pairs h x pair solo.
  Let paired := paired h pair solo.
  Let in_pair := in_pair h pair.
  Let alone := alone h solo.

  Lemma even_one_bound a : even_one a <= 1.
  Proof. unfold even_one. destruct (Nat.odd _); lia. Qed.
  (** There are at most two levels that have no partner. *)
  Lemma paired_evens odds evens t : paired odds evens t -> evens <= 2.
  Proof.
    induction 1; try lia.
    - pose proof (even_one_bound a). lia.
    - pose proof (even_one_bound a). pose proof (even_one_bound b). lia.
    - pose proof (even_one_bound b). lia.
  Qed.
  Lemma paired_as odds evens odds' evens' t : paired odds evens t -> odds = odds' -> evens = evens' ->
    paired odds' evens' t.
  Proof. now intros H -> ->. Qed.

  Lemma two_blocks a : length a = k -> sided h a = true -> 2 <= blocks_of a.
  Proof. intros H S. apply (sided_edges h a H S). Qed.
  Lemma pair_blocks a c : in_pair a c -> 2 <= blocks_of a /\ 2 <= blocks_of c.
  Proof.
    intros P. destruct (pair_sided h x pair solo closed a c P) as [S1 S2]. destruct P as (L1 & L2 & _).
    split; apply two_blocks; assumption.
  Qed.

  (** * One unit left out *)
  Inductive pair_unit : nat -> nat -> (level -> level -> tower) -> Prop :=
    | pair_above b : alone b -> pair_unit 0 (even_one b) (fun a c => [a; b; c])
    | pair_first b d odds evens t : in_pair b d -> paired odds evens t ->
        pair_unit (odd_one b d + odds) evens (fun a c => a :: b :: c :: d :: t)
    | pair_second a c odds evens t : in_pair a c -> paired odds evens t ->
        pair_unit (odd_one a c + odds) evens (fun b d => a :: b :: c :: d :: t)
    | pair_later a b c d odds evens f : in_pair a c -> in_pair b d -> pair_unit odds evens f ->
        pair_unit (odd_one a c + odd_one b d + odds) evens (fun i j => a :: b :: c :: d :: f i j).
  Inductive solo_unit : nat -> nat -> (level -> tower) -> Prop :=
    | solo_only : solo_unit 0 0 (fun a => [a])
    | solo_lower b : alone b -> solo_unit 0 (even_one b) (fun a => [a; b])
    | solo_upper a : alone a -> solo_unit 0 (even_one a) (fun b => [a; b])
    | solo_between a c : in_pair a c -> solo_unit (odd_one a c) 0 (fun b => [a; b; c])
    | solo_later a b c d odds evens f : in_pair a c -> in_pair b d -> solo_unit odds evens f ->
        solo_unit (odd_one a c + odd_one b d + odds) evens (fun i => a :: b :: c :: d :: f i).

  Lemma pair_in odds evens f a c : pair_unit odds evens f -> in_pair a c ->
    paired (odd_one a c + odds) evens (f a c).
  Proof.
    intros U P. induction U as [b B|b d odds evens t Q H|a' c' odds evens t Q H|a' b' c' d' odds evens f Q R U IH].
    - eapply paired_as; [now apply paired_three | lia | reflexivity].
    - eapply paired_as; [apply paired_four; eassumption | lia | reflexivity].
    - eapply paired_as; [apply paired_four; eassumption | lia | reflexivity].
    - eapply paired_as; [apply paired_four; eassumption | lia | reflexivity].
  Qed.
  Lemma solo_in odds evens f a : solo_unit odds evens f -> alone a -> paired odds (even_one a + evens) (f a).
  Proof.
    intros U A. induction U as [|b B|b B|a' c' P|a' b' c' d' odds evens f Q R U IH].
    - eapply paired_as; [now apply paired_one | reflexivity | lia].
    - eapply paired_as; [now apply paired_two | reflexivity | lia].
    - eapply paired_as; [now apply paired_two | reflexivity | lia].
    - eapply paired_as; [now apply paired_three | reflexivity | lia].
    - eapply paired_as; [apply paired_four; eassumption | reflexivity | reflexivity].
  Qed.

  (** A block of a unit is a block of the tower. *)
  Lemma pair_loses odds evens f a c j : pair_unit odds evens f ->
    (nth j a false = true -> loses (f a c) (f (minus a j) c) (minus a j)) /\
    (nth j c false = true -> loses (f a c) (f a (minus c j)) (minus c j)).
  Proof.
    induction 1 as [b B|b d odds evens t Q H|a' c' odds evens t Q H|a' b' c' d' odds evens f Q R U [IH1 IH2]];
      split; intros Hj.
    - now apply (loses_one []).
    - now apply (loses_one [_; _]).
    - now apply (loses_one []).
    - now apply (loses_one [_; _]).
    - now apply (loses_one [_]).
    - now apply (loses_one [_; _; _]).
    - apply (loses_before [_; _; _; _]); auto.
    - apply (loses_before [_; _; _; _]); auto.
  Qed.
  Lemma solo_loses odds evens f a j : solo_unit odds evens f -> nth j a false = true ->
    loses (f a) (f (minus a j)) (minus a j).
  Proof.
    intros U Hj. induction U as [|b B|b B|a' c' P|a' b' c' d' odds evens f Q R U IH].
    - now apply (loses_one []).
    - now apply (loses_one []).
    - now apply (loses_one [_]).
    - now apply (loses_one [_]).
    - now apply (loses_before [_; _; _; _]).
  Qed.

  (** A tower with a pair, and one with a level that has no partner. *)
  Definition of_pair : Type := level -> level -> (level -> level -> tower) -> Prop.
  Definition of_solo : Type := level -> (level -> tower) -> Prop.
  Definition has_pair (odds evens : nat) (t : tower) (P : of_pair) : Prop :=
    exists a c f o, t = f a c /\ in_pair a c /\ pair_unit o evens f /\ odds = odd_one a c + o /\ P a c f.
  Definition has_solo (odds evens : nat) (t : tower) (P : of_solo) : Prop :=
    exists a f e, t = f a /\ alone a /\ solo_unit odds e f /\ evens = even_one a + e /\ P a f.

  Lemma has_pair_later a b c d odds evens t (P Q : of_pair) : in_pair a c -> in_pair b d ->
    has_pair odds evens t P -> (forall i j f, P i j f -> Q i j (fun i j => a :: b :: c :: d :: f i j)) ->
    has_pair (odd_one a c + odd_one b d + odds) evens (a :: b :: c :: d :: t) Q.
  Proof.
    intros A B (a' & c' & f & o & -> & I & U & -> & H) PQ.
    exists a', c', (fun i j => a :: b :: c :: d :: f i j), (odd_one a c + odd_one b d + o).
    repeat split; try apply I; [now apply pair_later | lia | now apply PQ].
  Qed.
  Lemma has_solo_later a b c d odds evens t (P Q : of_solo) : in_pair a c -> in_pair b d ->
    has_solo odds evens t P -> (forall i f, P i f -> Q i (fun i => a :: b :: c :: d :: f i)) ->
    has_solo (odd_one a c + odd_one b d + odds) evens (a :: b :: c :: d :: t) Q.
  Proof.
    intros A B (a' & f & e & -> & I & U & -> & H) PQ. exists a', (fun i => a :: b :: c :: d :: f i), e.
    repeat split; try apply I; [now apply solo_later | now apply PQ].
  Qed.
  Lemma has_pair_above a b c (P : of_pair) : in_pair a c -> alone b -> P a c (fun a c => [a; b; c]) ->
    has_pair (odd_one a c) (even_one b) [a; b; c] P.
  Proof.
    intros A B H. exists a, c, (fun a c => [a; b; c]), 0. repeat split; try apply A; [now constructor | lia | exact H].
  Qed.
  Lemma has_pair_first a b c d odds evens t (P : of_pair) : in_pair a c -> in_pair b d -> paired odds evens t ->
    P a c (fun a c => a :: b :: c :: d :: t) ->
    has_pair (odd_one a c + odd_one b d + odds) evens (a :: b :: c :: d :: t) P.
  Proof.
    intros A B T H. exists a, c, (fun a c => a :: b :: c :: d :: t), (odd_one b d + odds).
    repeat split; try apply A; [now constructor | lia | exact H].
  Qed.
  Lemma has_pair_second a b c d odds evens t (P : of_pair) : in_pair a c -> in_pair b d -> paired odds evens t ->
    P b d (fun b d => a :: b :: c :: d :: t) ->
    has_pair (odd_one a c + odd_one b d + odds) evens (a :: b :: c :: d :: t) P.
  Proof.
    intros A B T H. exists b, d, (fun b d => a :: b :: c :: d :: t), (odd_one a c + odds).
    repeat split; try apply B; [now constructor | lia | exact H].
  Qed.

  (** ** Which unit *)

  (** What a unit becomes that loses a block, and with it the tower. *)
  Definition pair_becomes (b : level) (t' : tower) (a c : level) (f : level -> level -> tower) : Prop := exists j,
    nth j a false = true /\ b = minus a j /\ t' = f b c \/ nth j c false = true /\ b = minus c j /\ t' = f a b.
  Definition solo_becomes (b : level) (t' : tower) (a : level) (f : level -> tower) : Prop := exists j,
    nth j a false = true /\ b = minus a j /\ t' = f b.

  Lemma lost_in odds evens t t' b : paired odds evens t -> loses t t' b ->
    has_pair odds evens t (pair_becomes b t') \/ has_solo odds evens t (solo_becomes b t').
  Proof.
    intros H. revert t'. induction H as [|a A|a c A C|a c d P C|a c d e odds evens t P Q H IH];
      intros t' (t1 & y & t2 & j & E & Hj & Eb & ->).
    - now destruct t1.
    - destruct t1 as [|? [|? ?]]; try discriminate. injection E as <- <-. right.
      exists a, (fun a => [a]), 0. repeat split; try apply A; [constructor | lia | now exists j].
    - destruct t1 as [|? [|? [|? ?]]]; try discriminate; injection E; intros; subst; right.
      + exists y, (fun a => [a; c]), (even_one c). repeat split; try apply A; [now constructor | now exists j].
      + exists y, (fun c => [l; c]), (even_one l). repeat split; try apply C; [now constructor | lia | now exists j].
    - destruct t1 as [|? [|? [|? [|? ?]]]]; try discriminate; injection E; intros; subst.
      + left. apply has_pair_above; [assumption | assumption|]. exists j. now left.
      + right. exists y, (fun b => [l; b; d]), 0.
        repeat split; try apply C; [now constructor | lia | now exists j].
      + left. apply has_pair_above; [assumption | assumption|]. exists j. now right.
    - destruct t1 as [|? [|? [|? [|? t1]]]]; injection E; intros; subst.
      + left. apply has_pair_first; [assumption | assumption | assumption|]. exists j. now left.
      + left. apply has_pair_second; [assumption | assumption | assumption|]. exists j. now left.
      + left. apply has_pair_first; [assumption | assumption | assumption|]. exists j. now right.
      + left. apply has_pair_second; [assumption | assumption | assumption|]. exists j. now right.
      + destruct (IH (t1 ++ minus y j :: t2)) as [U|U]; [now exists t1, y, t2, j | left | right].
        * eapply has_pair_later; [assumption | assumption | exact U|]. cbn beta.
          intros i m f (j0 & [(X & Y & Z)|(X & Y & Z)]); exists j0; [left|right];
            exact (conj X (conj Y (f_equal (app [_; _; _; _]) Z))).
        * eapply has_solo_later; [assumption | assumption | exact U|]. cbn beta.
          intros i f (j0 & X & Y & Z). exists j0. exact (conj X (conj Y (f_equal (app [_; _; _; _]) Z))).
  Qed.

  Lemma odd_pair_found odds evens t : paired odds evens t -> 1 <= odds ->
    has_pair odds evens t (fun a c _ => is_odd a c = true).
  Proof.
    induction 1 as [|a A|a c A C|a c d P C|a c d e odds evens t P Q H IH]; intros N; try lia.
    - apply has_pair_above; [assumption | assumption|]. unfold odd_one in N. destruct (is_odd a d); [reflexivity | lia].
    - destruct (is_odd a d) eqn:E1; [now apply has_pair_first|].
      destruct (is_odd c e) eqn:E2; [now apply has_pair_second|]. unfold odd_one in N. rewrite E1, E2 in N.
      eapply has_pair_later; [assumption | assumption | apply IH; lia|]. auto.
  Qed.

  (** If a move is left, then in some unit. *)
  Lemma unit_found odds evens t : paired odds evens t -> 1 <= room t ->
    has_pair odds evens t (fun a c _ => 4 < blocks_of a + blocks_of c) \/
    has_solo odds evens t (fun a _ => 2 < blocks_of a).
  Proof.
    induction 1 as [|a A|a c A C|a c d P C|a c d e odds evens t P Q H IH]; intros R;
      rewrite ?room_cons in R; change (room []) with 0 in R; try lia.
    - right. exists a, (fun a => [a]), 0. repeat split; try apply A; [constructor | lia | lia].
    - right. destruct (Nat.lt_ge_cases 2 (blocks_of a)).
      + exists a, (fun a => [a; c]), (even_one c). repeat split; try apply A; [now constructor | assumption].
      + exists c, (fun c => [a; c]), (even_one a). repeat split; try apply C; [now constructor | lia | lia].
    - destruct (Nat.lt_ge_cases 2 (blocks_of c)).
      + right. exists c, (fun b => [a; b; d]), 0. repeat split; try apply C; [now constructor | lia | lia].
      + left. apply has_pair_above; [assumption | assumption|]. pose proof (pair_blocks _ _ P). lia.
    - pose proof (pair_blocks _ _ P). pose proof (pair_blocks _ _ Q).
      destruct (Nat.lt_ge_cases 4 (blocks_of a + blocks_of d)); [left; now apply has_pair_first|].
      destruct (Nat.lt_ge_cases 4 (blocks_of c + blocks_of e)); [left; now apply has_pair_second|].
      destruct IH as [U|U]; [lia | left | right].
      + eapply has_pair_later; [assumption | assumption | exact U|]. auto.
      + eapply has_solo_later; [assumption | assumption | exact U|]. auto.
  Qed.
End Units.
