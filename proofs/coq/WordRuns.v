(** Pieces in an order, one after the other; a run of left kinks that is long enough passes a well in which a mark can
    be set; and values that rise. *)
From Coq Require Import Arith ZArith List Bool Lia.
From Topple Require Import Statements Wells Plays RisingCheck RisingPlays RisingSound Lanes Lemma2 Algorithm2.
From Topple Require Import WordCheck Words WordMarks.
Import ListNotations Well WellGame.

(** * Pieces in this order *)
Inductive path (r : rule) (w d : nat) : list turn -> well -> well -> Prop :=
  | path_none b : path r w d [] b b
  | path_one p rest b b' t x y : In t (turns p) -> allowed r w b t x y -> length (played w b t x y) <= d ->
      path r w d rest (played w b t x y) b' -> path r w d (p :: rest) b b'.
Lemma path_app r w d l1 : forall l2 b b', path r w d (l1 ++ l2) b b' <-> exists c,
  path r w d l1 b c /\ path r w d l2 c b'.
Proof.
  induction l1 as [|p l1 IH]; intros l2 b b'.
  - split; [intros H; exists b; split; [constructor | exact H]|]. intros (c & H1 & H2). now inversion H1; subst.
  - cbn [app]. split.
    + intros H. inversion H as [|? ? ? ? t x y Ht Ha Hd Hr]; subst. apply IH in Hr. destruct Hr as (c & H1 & H2).
      exists c. split; [now apply (path_one r w d p l1 b c t x y) | exact H2].
    + intros (c & H1 & H2). inversion H1 as [|? ? ? ? t x y Ht Ha Hd Hr]; subst.
      apply (path_one r w d p (l1 ++ l2) b b' t x y); auto. apply IH. now exists c.
Qed.
Lemma path_good r w d l b b' : path r w d l b b' -> rows_of w b -> length b <= d -> rows_of w b' /\ length b' <= d.
Proof. induction 1; auto using played_rows. Qed.
Lemma path_not_blank r w d l b b' : path r w d l b b' -> (forall p t, In p l -> In t (turns p) -> solid t = true) ->
  rows_of w b -> not_blank b -> not_blank b'.
Proof.
  induction 1 as [|p rest b b' t x y Ht Ha Hd Hr IH]; intros Solid Hb B; [exact B|]. apply IH.
  - intros p' t' Hp. apply Solid. now right.
  - now apply played_rows.
  - destruct Ha as (A & Hy & _). apply andb_true_iff in A. destruct A as [F _].
    apply played_not_blank; auto. now apply (Solid p t (or_introl eq_refl)).
Qed.
Lemma kink_solid p t : p = kink true -> In t (turns p) -> solid t = true.
Proof. intros -> Ht. now destruct (kink_turns _ _ Ht) as [-> | ->]. Qed.

(** * Long runs of kinks *)
Lemma pigeonhole {A} (dec : forall a b : A, {a = b} + {a <> b}) (f : nat -> A) l n :
  (forall i, i < n -> In (f i) l) -> length l < n -> exists i j, i < j < n /\ f i = f j.
Proof.
  intros Hin Hn. assert (D : forall j, (exists i, i < j /\ f i = f j) \/ ~ exists i, i < j /\ f i = f j).
  { intros j. apply some_below. intros i. destruct (dec (f i) (f j)); auto. }
  destruct (some_below (fun j => exists i, i < j /\ f i = f j) n D) as [(j & Hj & i & Hi & H)|H]; [now exists i, j|].
  exfalso. assert (N : forall m, m <= n -> NoDup (map f (rev (seq 0 m)))).
  { induction m as [|m IH]; intros Hm; [constructor|]. rewrite seq_S, rev_app_distr. cbn [rev app map Nat.add].
    constructor; [|apply IH; lia]. intros Q. apply in_map_iff in Q. destruct Q as (i & Eq & Hi).
    rewrite <- in_rev, in_seq in Hi. apply H. exists m. split; [lia|]. exists i. split; [lia | exact Eq]. }
  specialize (N n (le_n n)). apply (NoDup_incl_length (l' := l)) in N.
  - rewrite map_length, rev_length, seq_length in N. lia.
  - intros a Ha. apply in_map_iff in Ha. destruct Ha as (i & <- & Hi). rewrite <- in_rev, in_seq in Hi.
    apply Hin. lia.
Qed.

Section Runs.
  Variables (r : rule) (w d : nat).
  Notation g := (Game w d [] r 0).
  Notation stop := (fold_left (after g)).

  Lemma path_plays m : forall b b', path r w d (repeat (kink true) m) b b' -> exists ps, length ps = m /\
    (forall p, In p ps -> fst (fst (fst p)) = true) /\ plays g b ps /\ stop ps b = b'.
  Proof.
    induction m as [|m IH]; intros b b' H; inversion H as [|? ? ? ? t x y Ht Ha Hd Hr]; subst.
    - exists []. cbn. tauto.
    - destruct (IH _ _ Hr) as (ps & <- & Hl & Hp & <-). exists ((true, t, x, y) :: ps). split; [reflexivity|]. split.
      + intros p [<-|Hin]; [reflexivity | now apply Hl].
      + split; [|reflexivity]. cbn [plays]. auto.
  Qed.
  Lemma plays_path ps : forall b, (forall p, In p ps -> fst (fst (fst p)) = true) -> plays g b ps ->
    path r w d (repeat (kink true) (length ps)) b (stop ps b).
  Proof.
    induction ps as [|[[[l t] x] y] ps IH]; intros b Hl; [constructor|]. intros (Ht & Ha & Hd & Hr).
    pose proof (Hl _ (or_introl eq_refl)) as El. cbn [fst] in El. subst l. cbn [length repeat fold_left].
    apply (path_one r w d (kink true) _ b _ t x y); auto. apply IH; [|exact Hr]. intros p Hp. apply Hl. now right.
  Qed.

  Lemma find_banded m b b' : rows_of w b -> length b <= d -> length (all_wells w d) <= m ->
    path r w d (repeat (kink true) m) b b' -> exists n n' c low, n + n' = m /\
    path r w d (repeat (kink true) n) b c /\ path r w d (repeat (kink true) n') c b' /\
    banded true w low c /\ keep c = c.
  Proof.
    intros Hb Hd Hm H. destruct (path_plays m b b' H) as (ps & L & Hl & Hp & Es).
    assert (Cut : forall i, exists rest, ps = firstn i ps ++ rest) by (intros i; exists (skipn i ps);
      now rewrite firstn_skipn).
    assert (Part : forall ps1 ps2, ps = ps1 ++ ps2 -> plays g b ps1 /\ plays g (stop ps1 b) ps2 /\
      path r w d (repeat (kink true) (length ps1)) b (stop ps1 b)).
    { intros ps1 ps2 E. rewrite E in Hp. apply plays_app in Hp. destruct Hp as [H1 H2]. split; [exact H1|].
      split; [exact H2|]. apply plays_path; [|exact H1]. intros p Hin. apply Hl. rewrite E. apply in_app_iff.
      now left. }
    destruct (pigeonhole same_well (fun i => stop (firstn i ps) b) (all_wells w d) (S m)) as (i & j & [Hi Hj] & Same).
    - intros i _. destruct (Cut i) as (rest & E). destruct (Part _ _ E) as (_ & _ & P).
      destruct (path_good _ _ _ _ _ _ P Hb Hd). now apply all_wells_in.
    - lia.
    - set (ps1 := firstn i ps) in *. set (ps2 := skipn i (firstn j ps)).
      assert (E12 : firstn j ps = ps1 ++ ps2).
      { unfold ps1, ps2. rewrite <- (firstn_skipn i (firstn j ps)) at 1. f_equal. rewrite firstn_firstn.
        f_equal. lia. }
      destruct (Cut j) as (rest & E). rewrite E12, <- app_assoc in E. destruct (Part _ _ E) as (P1 & P2 & Path1).
      cbn beta in Same. rewrite E12, fold_left_app in Same. set (c := stop ps1 b) in *.
      pose proof (path_good _ _ _ _ _ _ Path1 Hb Hd) as [Hc Hcd]. apply plays_app in P2. destruct P2 as [P2 P3].
      assert (L2 : length (firstn j ps) = j) by (rewrite firstn_length; lia).
      assert (L1 : length ps1 = i) by (unfold ps1; rewrite firstn_length; lia).
      rewrite E12, app_length in L2. assert (Ne : ps2 <> []) by (intros Q; rewrite Q in L2; cbn in L2; lia).
      assert (Hl2 : forall p, In p (ps2 ++ rest) -> fst (fst (fst p)) = true).
      { intros p Hin. apply Hl. rewrite E. apply in_app_iff. now right. }
      destruct (lemma_2_structure_holds g c ps2 true) as (low & _ & _ & B).
      { now split. } { now repeat split. } { intros p Hin. apply Hl2, in_app_iff. now left. }
      destruct (B [] ps2 eq_refl) as [Band _]. exists (length ps1), (length (ps2 ++ rest)), c, low.
      split; [now rewrite <- app_length, <- E|]. split; [exact Path1|]. split; [|split; [exact Band|]].
      + rewrite <- Es, E, fold_left_app. fold c. apply plays_path; [exact Hl2|]. apply plays_app. now split.
      + destruct (exists_last Ne) as (ps3 & [[[l t] x] y] & E3). rewrite E3, fold_left_app in Same.
        rewrite Same. cbn [fold_left after]. rewrite played_keep. apply keep_again.
  Qed.
End Runs.

(** * Ranks *)
Definition values : Type := list (list Z * Z).
Inductive above : values -> values -> Prop :=
  | above_here k z z' l l' : (z < z')%Z -> above ((k, z) :: l) ((k, z') :: l')
  | above_later a l l' : above l l' -> above (a :: l) (a :: l').
Lemma above_not_same v : ~ above v v.
Proof. induction v as [|a v IH]; intros H; inversion H; subst; [lia | now apply IH]. Qed.
Lemma above_trans : forall u v, above u v -> forall x, above v x -> above u x.
Proof.
  induction 1 as [k z z' l l' Hz|a l l' H IH]; intros x Hx; inversion Hx; subst; try (constructor; lia);
    try (now constructor). apply above_later. now apply IH.
Qed.
Definition at_least (u v : values) : Prop := above u v \/ u = v.
Lemma above_at_least u v x : above u v -> at_least v x -> above u x.
Proof. intros H [H'| <-]; [now apply (above_trans u v) | exact H]. Qed.
Lemma at_least_above u v x : at_least u v -> above v x -> above u x.
Proof. intros [H| ->] H'; [now apply (above_trans u v) | exact H']. Qed.
Lemma at_least_trans u v x : at_least u v -> at_least v x -> at_least u x.
Proof. intros [H| ->] H'; [left; now apply (above_at_least u v) | exact H']. Qed.
