(** Colourful Nim: the star lemma and the eeny-meeny rule for every pile.

    The proof looks at a pile from the top. [drop t] says whether the value of a
    pile with sections [t] (top first) is its top section less one. The star
    lemma gives [drop] by recursion over the sections; the walk of the program
    computes the same, because a walk that begins with "meeny" always answers the
    opposite of one that begins with "eeny". *)
From Coq Require Import Arith Bool List Lia.
From Topple Require Import Statements Games.
Import ListNotations Eeny.

(** * Moves, from the bottom and from the top *)
Definition options_top_first (p : list nat) : list (list nat) :=
  match p with
  | [] => []
  | n :: t => t :: map (fun j => j :: t) (seq 1 (n - 1))
  end.

Lemma options_snoc p n : options (p ++ [n]) = p :: map (fun j => p ++ [j]) (seq 1 (n - 1)).
Proof.
  unfold options. destruct (p ++ [n]) eqn:E; [destruct p; discriminate|].
  now rewrite <- E, removelast_last, last_last.
Qed.

Lemma rev_options p : map (@rev nat) (options p) = options_top_first (rev p).
Proof.
  destruct p as [|n p _] using rev_ind; [reflexivity|].
  rewrite options_snoc, rev_app_distr. simpl. f_equal. rewrite map_map.
  apply map_ext. intros j. now rewrite rev_app_distr.
Qed.

(** One for each section and one for each ball: every move loses some. *)
Definition size (p : list nat) : nat := length p + list_sum p.

Lemma options_smaller p q : In q (options p) -> size q < size p.
Proof.
  destruct p as [|n p _] using rev_ind; [simpl; tauto|].
  rewrite options_snoc. unfold size. intros [<-|H].
  - rewrite app_length, list_sum_app. simpl. lia.
  - apply in_map_iff in H. destruct H as (j & <- & Hj). apply in_seq in Hj.
    rewrite !app_length, !list_sum_app. simpl. lia.
Qed.
Lemma piles_end : play_ends options.
Proof. exact (weight_ends_play options size options_smaller). Qed.

Lemma proper_snoc p n : proper (p ++ [n]) <-> proper p /\ 1 <= n.
Proof.
  unfold proper. rewrite Forall_app. split; intros [Hp Hn]; split; auto.
  now inversion Hn.
Qed.

Lemma options_proper p q : proper p -> In q (options p) -> proper q.
Proof.
  destruct p as [|n p _] using rev_ind; [simpl; tauto|].
  rewrite options_snoc, proper_snoc. intros [Hp Hn] [<-|H]; [exact Hp|].
  apply in_map_iff in H. destruct H as (j & <- & Hj). apply in_seq in Hj.
  apply proper_snoc. split; [exact Hp | lia].
Qed.

Lemma proper_rev p : proper p -> proper (rev p).
Proof. unfold proper. rewrite !Forall_forall. intros H x Hx. now apply H, in_rev. Qed.

(** * The value by recursion over the sections *)
Fixpoint drop (p : list nat) : bool :=
  match p with
  | n :: ((m :: _) as t) => (n <? m) || ((n =? m) && negb (drop t))
  | _ => false
  end.
Definition top_value (p : list nat) : nat :=
  match p with [] => 0 | n :: _ => n - (if drop p then 1 else 0) end.

Lemma top_value_star n t : 1 <= n -> proper t ->
  top_value (n :: t) = if n <=? top_value t then n - 1 else n.
Proof.
  intros Hn Ht. destruct t as [|m t].
  - simpl. destruct (Nat.leb_spec n 0); lia.
  - inversion Ht; subst.
    change (top_value (n :: m :: t))
      with (n - (if (n <? m) || ((n =? m) && negb (drop (m :: t))) then 1 else 0)).
    change (top_value (m :: t)) with (m - (if drop (m :: t) then 1 else 0)).
    destruct (drop (m :: t)), (Nat.ltb_spec n m), (Nat.eqb_spec n m); simpl;
      match goal with |- context [n <=? ?b] => destruct (Nat.leb_spec n b) end; lia.
Qed.

(** While n grows, the values of the options fill 0, 1, 2, ... and leave a gap
    of one only where the value g of the pile below already stands. *)
Lemma top_value_mex p : proper p -> is_mex (map top_value (options_top_first p)) (top_value p).
Proof.
  intros Hp. destruct p as [|n t]; [split; [simpl; tauto | simpl; lia]|].
  inversion Hp as [|? ? Hn Ht]; subst. unfold options_top_first. rewrite map_cons, map_map.
  rewrite (map_ext_in _ (fun j => if j <=? top_value t then j - 1 else j));
    [|intros j Hj; apply in_seq in Hj; apply top_value_star; [lia | exact Ht]].
  rewrite top_value_star by assumption. set (g := top_value t).
  split.
  - intros [E|H].
    + destruct (Nat.leb_spec n g); lia.
    + apply in_map_iff in H. destruct H as (j & E & Hj). apply in_seq in Hj.
      destruct (Nat.leb_spec n g), (Nat.leb_spec j g); lia.
  - intros k Hk. destruct (Nat.eq_dec g k) as [->|Hne]; [now left | right].
    apply in_map_iff. destruct (Nat.lt_ge_cases k g) as [Hlt|Hge]; [exists (S k) | exists k].
    + destruct (Nat.leb_spec n g), (Nat.leb_spec (S k) g); (split; [lia | apply in_seq; lia]).
    + destruct (Nat.leb_spec n g), (Nat.leb_spec k g); (split; [lia | apply in_seq; lia]).
Qed.

Lemma values_of_piles : grundy_values options proper (fun p => top_value (rev p)).
Proof.
  apply (grundy_values_intro options piles_end); [exact options_proper|].
  intros p Hp. rewrite <- map_map with (f := @rev nat), rev_options.
  now apply top_value_mex, proper_rev.
Qed.

Theorem eeny_meeny_star_holds : StatementsGames.eeny_meeny_star.
Proof.
  intros G HG below n Hbelow Hn. destruct values_of_piles as [_ H].
  rewrite !(H G HG) by (try apply proper_snoc; auto).
  rewrite rev_app_distr. now apply top_value_star, proper_rev.
Qed.

(** * The walk of the program *)
Lemma loop_ext pos pos' i s :
  (forall j, j <= i -> nth j pos 0 = nth j pos' 0) -> loop pos i s = loop pos' i s.
Proof.
  revert s. induction i as [|i IH]; intros s H; [reflexivity|].
  simpl. unfold body. rewrite (H (S i)), (H (S i - 1)) by lia.
  rewrite (IH (flip s)); [reflexivity|]. intros j Hj. apply H. lia.
Qed.

(** The walk over the pile [n :: t] looks at [n], at the top of [t], and then
    goes on as the walk over [t]. *)
Lemma loop_step n m t s : let below := m :: t in
  loop (rev (n :: below)) (length below) s =
  match s with
  | eeny => (n <? m) || ((length below =? 1) && (n <=? m)) ||
            ((n =? m) && loop (rev below) (length below - 1) meeny)
  | meeny => (m <? n) || ((n =? m) && loop (rev below) (length below - 1) eeny)
  end.
Proof.
  intros below.
  assert (Hn : nth (length below) (rev (n :: below)) 0 = n).
  { simpl rev. rewrite <- (rev_length below) at 1. unfold below at 1.
    rewrite app_nth2; unfold below; rewrite ?Nat.sub_diag; auto. }
  assert (Hm : nth (length below - 1) (rev (n :: below)) 0 = m).
  { unfold below. simpl. rewrite Nat.sub_0_r, <- app_assoc, <- (rev_length t), app_nth2, Nat.sub_diag by lia.
    reflexivity. }
  assert (Hrest : forall s, loop (rev (n :: below)) (length below - 1) s = loop (rev below) (length below - 1) s).
  { intros s'. apply loop_ext. intros j Hj. simpl rev. rewrite app_nth1; [reflexivity|].
    change (j < length (rev below)). rewrite rev_length. unfold below in *. simpl in *. lia. }
  assert (HS : length below = S (length below - 1)) by (unfold below; simpl; lia).
  rewrite HS at 1. cbn [loop]. rewrite <- HS. unfold body. rewrite Hn, Hm.
  destruct s; cbn [flip]; rewrite Hrest.
  - destruct (n <? m); [reflexivity|]. cbn [orb].
    destruct ((length below =? 1) && (n <=? m)); [reflexivity|]. now destruct (n =? m).
  - destruct (m <? n); [reflexivity|]. now destruct (n =? m).
Qed.

(** Beginning with "eeny" the walk computes [drop]; beginning with "meeny", its
    opposite, if there is anything to compare. *)
Lemma loop_drop t :
  loop (rev t) (length t - 1) eeny = drop t /\
  (2 <= length t -> loop (rev t) (length t - 1) meeny = negb (drop t)).
Proof.
  induction t as [|n t [IHe IHm]]; [split; [reflexivity | simpl; lia]|].
  destruct t as [|m t]; [split; [reflexivity | simpl; lia]|].
  replace (length (n :: m :: t) - 1) with (length (m :: t)) by (simpl; lia).
  change (drop (n :: m :: t)) with ((n <? m) || ((n =? m) && negb (drop (m :: t)))).
  split; [|intros _]; rewrite loop_step; cbv beta iota.
  - destruct (Nat.eqb_spec (length (m :: t)) 1) as [E|E].
    + destruct t; [|discriminate]. simpl.
      destruct (Nat.ltb_spec n m), (Nat.leb_spec n m), (Nat.eqb_spec n m); simpl; try reflexivity; lia.
    + rewrite IHm by (simpl in *; lia). now rewrite andb_false_l, orb_false_r.
  - rewrite IHe. destruct (Nat.ltb_spec n m), (Nat.ltb_spec m n), (Nat.eqb_spec n m); try lia;
      cbn; auto using negb_involutive.
Qed.

Lemma program_value pos : program pos = top_value (rev pos).
Proof.
  destruct pos as [|a [|b pos]]; [reflexivity | simpl; lia |].
  unfold program. set (p := a :: b :: pos).
  destruct (loop_drop (rev p)) as [H _]. rewrite rev_involutive, rev_length in H. rewrite H.
  destruct p as [|n q _] using rev_ind; [reflexivity|].
  rewrite rev_app_distr, last_last. simpl rev. simpl app.
  unfold top_value. destruct (drop (n :: rev q)); lia.
Qed.

Theorem eeny_meeny_rule_holds : StatementsGames.eeny_meeny_rule.
Proof.
  destruct values_of_piles as [[G HG] H]. split.
  - split; [eauto|]. intros G' HG' p Hp. rewrite program_value. now apply H.
  - intros piles Hpiles.
    destruct (sprague_grundy_holds _ options G HG) as [_ W]. destruct (W piles_end) as [_ W'].
    rewrite W'. replace (map G piles) with (map program piles); [reflexivity|].
    apply map_ext_in. intros p Hp. rewrite program_value. symmetry. apply H; [exact HG|].
    rewrite Forall_forall in Hpiles. now apply Hpiles.
Qed.
