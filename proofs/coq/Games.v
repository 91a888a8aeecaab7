(** Games without endless play: Grundy values exist and are unique, they tell
    who wins, and sums add them as nim-sums. *)
From Coq Require Import Arith Bool List Lia Wf_nat.
From Topple Require Import Statements.
Import ListNotations.

(** * mex *)
Fixpoint mex_from (fuel k : nat) (values : list nat) : nat :=
  match fuel with
  | 0 => k
  | S fuel => if existsb (Nat.eqb k) values then mex_from fuel (S k) values else k
  end.
Definition mex (values : list nat) : nat := mex_from (length values) 0 values.

Lemma existsb_eqb k values : existsb (Nat.eqb k) values = true <-> In k values.
Proof.
  rewrite existsb_exists. split.
  - intros (x & Hx & E). apply Nat.eqb_eq in E. now subst.
  - intros H. exists k. split; [exact H | apply Nat.eqb_refl].
Qed.

(** Of n + 1 numbers not all can be in a list of length n. *)
Lemma mex_from_is_mex values : forall fuel k,
  (forall j, j < k -> In j values) -> length values <= fuel + k ->
  is_mex values (mex_from fuel k values).
Proof.
  induction fuel as [|fuel IH]; intros k Hall Hlen; simpl.
  - split; [|exact Hall]. intros Hk.
    assert (Hincl : incl (seq 0 (S k)) values).
    { intros j Hj. apply in_seq in Hj.
      destruct (Nat.eq_dec j k) as [->|]; [exact Hk | apply Hall; lia]. }
    apply (NoDup_incl_length (seq_NoDup (S k) 0)) in Hincl.
    rewrite seq_length in Hincl. lia.
  - destruct (existsb (Nat.eqb k) values) eqn:E.
    + apply IH; [|lia]. intros j Hj.
      destruct (Nat.eq_dec j k) as [->|]; [now apply existsb_eqb | apply Hall; lia].
    + split; [|exact Hall]. intros Hk. apply existsb_eqb in Hk. congruence.
Qed.

Lemma mex_is_mex values : is_mex values (mex values).
Proof. apply mex_from_is_mex; intros; lia. Qed.

Lemma is_mex_unique values m n : is_mex values m -> is_mex values n -> m = n.
Proof.
  intros [Hm Hm'] [Hn Hn'].
  destruct (Nat.lt_trichotomy m n) as [H|[H|H]]; [|exact H|]; exfalso; auto.
Qed.

(** * Existence and uniqueness *)
Section Values.
  Context {P : Type} (options : P -> list P).

  Lemma weight_ends_play (weight : P -> nat) :
    (forall p q, In q (options p) -> weight q < weight p) -> play_ends options.
  Proof.
    intros H. unfold play_ends.
    apply well_founded_lt_compat with weight. intros q p Hq. now apply H.
  Qed.

  Lemma in_map_options (g g' : P -> nat) p :
    (forall q, In q (options p) -> g q = g' q) -> map g (options p) = map g' (options p).
  Proof. apply map_ext_in. Qed.

  Hypothesis ends : play_ends options.

  (** Two functions that obey the same rule of play agree, on any set of
      positions that play does not leave. *)
  Lemma follow_unique (rule : list nat -> nat -> Prop) (domain : P -> Prop) (g f : P -> nat) :
    (forall l m n, rule l m -> rule l n -> m = n) ->
    (forall p q, domain p -> In q (options p) -> domain q) ->
    (forall p, domain p -> rule (map g (options p)) (g p)) ->
    (forall p, domain p -> rule (map f (options p)) (f p)) ->
    forall p, domain p -> g p = f p.
  Proof.
    intros unique closed Hg Hf p.
    induction (ends p) as [p _ IH]. intros Hp.
    apply unique with (map f (options p)); [|now apply Hf].
    rewrite <- (in_map_options g f); [now apply Hg|].
    intros q Hq. apply IH; eauto.
  Qed.

  (** The recursion of a total rule of play, along the termination proof. *)
  Section Recursion.
    Variable rule : list nat -> nat.

    Fixpoint map_in (p : P) (l : list P) :
      (forall q, In q l -> In q (options p)) -> (forall q, In q (options p) -> nat) -> list nat :=
      match l with
      | [] => fun _ _ => []
      | q :: l => fun sub f =>
          f q (sub q (or_introl eq_refl)) :: map_in p l (fun r Hr => sub r (or_intror Hr)) f
      end.

    Lemma map_in_map g p l : forall sub f, (forall q H, f q H = g q) -> map_in p l sub f = map g l.
    Proof.
      induction l as [|q l IH]; intros sub f H; simpl; [reflexivity|].
      now rewrite H, IH.
    Qed.

    Fixpoint value_acc (p : P) (a : Acc (fun q p => In q (options p)) p) {struct a} : nat :=
      rule (map_in p (options p) (fun q H => H) (fun q H => value_acc q (Acc_inv a H))).

    Lemma value_acc_irrelevant p : forall a b, value_acc p a = value_acc p b.
    Proof.
      induction (ends p) as [p _ IH]. intros [a] [b]. simpl. f_equal.
      rewrite (map_in_map (fun q => value_acc q (ends q))), (map_in_map (fun q => value_acc q (ends q)));
        [reflexivity| |]; intros q H; now apply IH.
    Qed.

    Definition value (p : P) : nat := value_acc p (ends p).

    Lemma value_eq p : value p = rule (map value (options p)).
    Proof.
      unfold value at 1. destruct (ends p) as [a]. simpl. f_equal.
      apply map_in_map. intros q H. apply value_acc_irrelevant.
    Qed.
  End Recursion.

  Lemma grundy_exists : exists g, is_grundy options g.
  Proof.
    exists (value mex). intros p. rewrite value_eq at 1. apply mex_is_mex.
  Qed.

  (** What obeys the definition is the Grundy value. *)
  Lemma grundy_values_intro (domain : P -> Prop) (f : P -> nat) :
    (forall p q, domain p -> In q (options p) -> domain q) ->
    (forall p, domain p -> is_mex (map f (options p)) (f p)) ->
    grundy_values options domain f.
  Proof.
    intros closed Hf. split; [apply grundy_exists|].
    intros g Hg. apply (follow_unique is_mex); eauto using is_mex_unique.
  Qed.

  (** * Who wins *)
  Lemma not_both p : Wins options p -> Loses options p -> False.
  Proof.
    induction (ends p) as [p _ IH]. intros HW HL.
    inversion HW as [? q Hq HLq]; subst. inversion HL as [? Hall]; subst.
    apply (IH q Hq); auto.
  Qed.

  (** A labelling by the one-step rule decides every position. *)
  Lemma label_decides (domain : P -> Prop) (label : P -> bool) :
    (forall p q, domain p -> In q (options p) -> domain q) ->
    (forall p, domain p -> label p = existsb (fun q => negb (label q)) (options p)) ->
    forall p, domain p -> if label p then Wins options p else Loses options p.
  Proof.
    intros closed step p. induction (ends p) as [p _ IH]. intros Hp.
    assert (IHq : forall q, In q (options p) -> if label q then Wins options q else Loses options q).
    { intros q Hq. apply IH; eauto. }
    rewrite (step p Hp). destruct (existsb _ _) eqn:E.
    - apply existsb_exists in E. destruct E as (q & Hq & Hn).
      apply wins with q; [exact Hq|]. apply IHq in Hq. now destruct (label q).
    - apply loses. intros q Hq. pose proof (IHq q Hq) as H.
      destruct (label q) eqn:El; [exact H|].
      assert (existsb (fun q => negb (label q)) (options p) = true); [|congruence].
      apply existsb_exists. exists q. now rewrite El.
  Qed.

  Lemma label_iff (domain : P -> Prop) (label : P -> bool) :
    (forall p q, domain p -> In q (options p) -> domain q) ->
    (forall p, domain p -> label p = existsb (fun q => negb (label q)) (options p)) ->
    forall p, domain p ->
    (Wins options p <-> label p = true) /\ (Loses options p <-> label p = false).
  Proof.
    intros closed step p Hp. pose proof (label_decides domain label closed step p Hp) as H.
    pose proof (not_both p). destruct (label p); intuition (try discriminate; try tauto).
  Qed.

  Lemma mex_zero values m : is_mex values m -> negb (m =? 0) = existsb (Nat.eqb 0) values.
  Proof.
    intros [Hm Hk]. destruct (Nat.eqb_spec m 0) as [->|Hm0]; cbn [negb]; symmetry.
    - apply not_true_is_false. intros H. now apply existsb_eqb in H.
    - apply existsb_eqb. apply Hk. lia.
  Qed.

  Lemma grundy_outcome g : is_grundy options g ->
    forall p, (Wins options p <-> g p <> 0) /\ (Loses options p <-> g p = 0).
  Proof.
    intros Hg p.
    assert (step : forall p, everywhere p ->
      negb (g p =? 0) = existsb (fun q => negb (negb (g q =? 0))) (options p)).
    { intros q _. rewrite (mex_zero (map g (options q))) by apply Hg.
      induction (options q) as [|r l IH]; [reflexivity|]. cbn [map existsb].
      now rewrite IH, negb_involutive, (Nat.eqb_sym 0). }
    pose proof (label_iff everywhere _ (fun _ _ _ _ => I) step p I) as [HW HL].
    destruct (Nat.eqb_spec (g p) 0); cbn [negb] in *; split; intuition (discriminate || lia).
  Qed.
End Values.

(** * The nim-sum *)

(** A number below the nim-sum of g and h can be reached by lowering g or h. *)
Lemma lxor_below k g h : k < Nat.lxor g h -> Nat.lxor k h < g \/ Nat.lxor k g < h.
Proof.
  revert g h. induction k as [k IH] using lt_wf_ind. intros g h Hk.
  assert (halves : forall a b,
    Nat.lxor a b = 2 * Nat.lxor (Nat.div2 a) (Nat.div2 b) + Nat.b2n (xorb (Nat.odd a) (Nat.odd b))).
  { intros a b. rewrite (Nat.div2_odd (Nat.lxor a b)) at 1.
    rewrite Nat.div2_spec, Nat.shiftr_lxor, <- !Nat.div2_spec.
    now rewrite <- !Nat.bit0_odd, Nat.lxor_spec. }
  destruct (Nat.eq_dec k 0) as [->|Hk0].
  { rewrite !Nat.lxor_0_l.
    destruct (Nat.lt_trichotomy g h) as [H|[->|H]]; auto.
    rewrite Nat.lxor_nilpotent in Hk. lia. }
  assert (Hd : Nat.div2 k < k) by (apply Nat.lt_div2; lia).
  pose proof (IH (Nat.div2 k) Hd (Nat.div2 g) (Nat.div2 h)) as IH'.
  pose proof (Nat.div2_odd k) as Ek. pose proof (Nat.div2_odd g) as Eg. pose proof (Nat.div2_odd h) as Eh.
  rewrite (halves k h), (halves k g). rewrite (halves g h) in Hk.
  set (k' := Nat.div2 k) in *. set (g' := Nat.div2 g) in *. set (h' := Nat.div2 h) in *.
  destruct (Nat.lt_ge_cases k' (Nat.lxor g' h')) as [Hlt|Hge].
  - destruct (IH' Hlt); [left|right];
      destruct (Nat.odd k), (Nat.odd h), (Nat.odd g); simpl in *; lia.
  - assert (E : k' = Nat.lxor g' h').
    { destruct (Nat.odd k), (Nat.odd g), (Nat.odd h); simpl in *; lia. }
    assert (A : Nat.lxor k' h' = g') by now rewrite E, Nat.lxor_assoc, Nat.lxor_nilpotent, Nat.lxor_0_r.
    assert (B : Nat.lxor k' g' = h')
      by now rewrite E, (Nat.lxor_comm g' h'), Nat.lxor_assoc, Nat.lxor_nilpotent, Nat.lxor_0_r.
    rewrite A, B. rewrite <- E in Hk.
    destruct (Nat.odd k), (Nat.odd g), (Nat.odd h); simpl in *; lia.
Qed.

Lemma lxor_cancel a b c : Nat.lxor a c = Nat.lxor b c -> a = b.
Proof.
  intros H. apply (f_equal (fun n => Nat.lxor n c)) in H.
  now rewrite !Nat.lxor_assoc, !Nat.lxor_nilpotent, !Nat.lxor_0_r in H.
Qed.

Lemma mex_of_sum A B g h : is_mex A g -> is_mex B h ->
  is_mex (map (fun a => Nat.lxor a h) A ++ map (fun b => Nat.lxor g b) B) (Nat.lxor g h).
Proof.
  intros [HA HA'] [HB HB']. split.
  - rewrite in_app_iff, !in_map_iff. intros [(a & E & Ha)|(b & E & Hb)].
    + apply lxor_cancel in E. now subst.
    + rewrite (Nat.lxor_comm g b), (Nat.lxor_comm g h) in E. apply lxor_cancel in E. now subst.
  - intros k Hk. rewrite in_app_iff, !in_map_iff.
    destruct (lxor_below _ _ _ Hk) as [H|H]; [left|right].
    + exists (Nat.lxor k h). split; [|now apply HA'].
      now rewrite Nat.lxor_assoc, Nat.lxor_nilpotent, Nat.lxor_0_r.
    + exists (Nat.lxor k g). split; [|now apply HB'].
      now rewrite (Nat.lxor_comm k g), <- Nat.lxor_assoc, Nat.lxor_nilpotent, Nat.lxor_0_l.
Qed.

Lemma sum_acc {P} (options : P -> list P) ps : Forall (Acc (fun q p => In q (options p))) ps ->
  Acc (fun qs ps => In qs (sum_options options ps)) ps.
Proof.
  induction 1 as [|p rest Hp _ IH].
  - constructor. intros m [].
  - revert rest IH. induction Hp as [p _ IHp]. intros rest Hrest.
    induction Hrest as [rest Hrest IHr].
    constructor. intros m Hm. simpl in Hm. apply in_app_iff in Hm.
    destruct Hm as [Hm|Hm]; apply in_map_iff in Hm; destruct Hm as (q & <- & Hq).
    + apply IHp; [exact Hq|]. now constructor.
    + now apply IHr.
Qed.
Lemma sum_ends {P} (options : P -> list P) : play_ends options -> play_ends (sum_options options).
Proof. intros ends ps. apply sum_acc, Forall_forall. intros p _. apply ends. Qed.

Theorem sprague_grundy_holds : StatementsGames.sprague_grundy.
Proof.
  intros P options g Hg.
  assert (HG : is_grundy (sum_options options) (fun ps => nim_sum (map g ps))).
  { intros ps. induction ps as [|p rest IH]; simpl.
    - split; [simpl; tauto | lia].
    - pose proof (mex_of_sum _ _ _ _ (Hg p) IH) as H.
      now rewrite map_app, !map_map in *. }
  split; [exact HG|]. intros ends. pose proof (sum_ends options ends) as Hsum.
  split; [exact Hsum|]. intros ps.
  now destruct (grundy_outcome (sum_options options) Hsum _ HG ps).
Qed.
