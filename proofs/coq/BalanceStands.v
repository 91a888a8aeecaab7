(** Which towers a class stands for: those of which it is what is known, mirrored along
    either axis; and what adding and taking levels does to both. *)
From Coq Require Import Arith ZArith Bool List Permutation Lia.
From Topple Require Import Statements Wells Levels BalanceCheck BalanceTowers BalanceClasses.
Import ListNotations Balance.

(** Levels with their sides, each with whether it lies across the axis of the next block. *)
Definition known : Type := list (bool * sides).

Section Stands.
  Variable c : counting.
  Hypothesis some_clip : 1 <= clip c.
  Hypothesis some_modulus : 1 <= modulus c.

  Definition part (s0 : sides) (e : bool * sides) : nat :=
    match entry c (snd e) with Some (s, n) => if sides_dec s0 s then n else 0 | None => 0 end.
  Definition worth (e : bool * sides) : nat :=
    match entry c (snd e) with Some (s, n) => weight c s * n | None => 0 end.
  Definition leaning (other : bool) (e : bool * sides) : list sides :=
    match entry c (snd e) with Some _ => [] | None => if Bool.eqb other (fst e) then [snd e] else [] end.
  Definition count (s0 : sides) (l : known) : nat := list_sum (map (part s0) l).
  Definition total (l : known) : nat := list_sum (map worth l).
  Definition lean (other : bool) (l : known) : list sides := flat_map (leaning other) l.

  Lemma count_cons s0 e l : count s0 (e :: l) = part s0 e + count s0 l.
  Proof. reflexivity. Qed.
  Lemma total_cons e l : total (e :: l) = worth e + total l.
  Proof. reflexivity. Qed.
  Lemma lean_cons o e l : lean o (e :: l) = leaning o e ++ lean o l.
  Proof. reflexivity. Qed.
  Lemma of_level ax s : match entry c s with
    | Some (s', n) => (forall s0, part s0 (ax, s) = if sides_dec s0 s' then n else 0) /\
        worth (ax, s) = weight c s' * n /\ forall o, leaning o (ax, s) = []
    | None => (forall s0, part s0 (ax, s) = 0) /\ worth (ax, s) = 0 /\
        forall o, leaning o (ax, s) = if Bool.eqb o ax then [s] else []
    end.
  Proof. unfold part, worth, leaning. cbn [fst snd]. destruct (entry c s) as [[s' n]|]; auto. Qed.

  Definition counted (a : class) (l : known) : Prop :=
    counts a = map (fun s => (s, Nat.min (clip c) (count s l))) (kinds c) /\ remainder a = total l mod modulus c.
  Definition leans_as (f : bool -> bool) (a : class) (l : known) : Prop :=
    forall other, Permutation (uneven a other) (map (orient (f other)) (lean other l)).
  (** Mirrored along the axis of the next block if [f false], along the other one if [f true]. *)
  Definition is_top (f : bool -> bool) (a : class) (b : list bool) : Prop := top a = if f false then rev b else b.
  Definition stands_for (f : bool -> bool) (a : class) (b : list bool) (l : known) : Prop :=
    is_top f a b /\ counted a l /\ leans_as f a l.

  Lemma for_perm f a b l l' : Permutation l l' -> stands_for f a b l -> stands_for f a b l'.
  Proof.
    intros P (T & (C & R) & L). split; [exact T|]. split; [split|].
    - rewrite C. apply map_ext. intros s. unfold count. now rewrite (sum_perm _ _ (Permutation_map (part s) P)).
    - rewrite R. unfold total. now rewrite (sum_perm _ _ (Permutation_map worth P)).
    - intros other. rewrite (L other). apply Permutation_map. unfold lean. now apply Permutation_flat_map.
  Qed.

  (** A level more that is even. *)
  Lemma for_even f a b l ax s s' other : entry c s' = entry c s -> entry c s <> None ->
    stands_for f a b l -> stands_for f (add c s' other a) b ((ax, s) :: l).
  Proof.
    intros E N (T & (C & R) & L). unfold add. rewrite E. pose proof (of_level ax s) as O.
    destruct (entry c s) as [[s0 n]|] eqn:Es; [|contradiction]. destruct O as (O1 & O2 & O3). split; [exact T|]. split; [split|].
    - unfold more. cbn [counts]. rewrite C, change_map. apply map_ext. intros s1. f_equal.
      rewrite count_cons, O1. destruct (sides_dec s1 s0); lia.
    - unfold more. cbn [remainder]. rewrite R, total_cons, O2. rewrite Nat.add_mod_idemp_l by lia. f_equal. lia.
    - intros o. rewrite lean_cons, O3. cbn [app]. rewrite <- (L o). destruct o; reflexivity.
  Qed.
  (** A level more, whatever it is. *)
  Lemma for_add f a b l ax s : stands_for f a b l -> stands_for f (add c (orient (f ax) s) ax a) b ((ax, s) :: l).
  Proof.
    intros Co. destruct (entry c s) as [e|] eqn:Es.
    - apply for_even; [apply entry_oriented | congruence | exact Co].
    - pose proof (of_level ax s) as O. rewrite Es in O. destruct O as (O1 & O2 & O3).
      destruct Co as (T & (C & R) & L). unfold add. rewrite entry_oriented, Es. split; [destruct ax; exact T|]. split; [split|].
      + replace (counts (with_uneven a ax (insert (orient (f ax) s) (uneven a ax)))) with (counts a) by now destruct ax.
        rewrite C. apply map_ext. intros s1. now rewrite count_cons, O1.
      + replace (remainder (with_uneven a ax (insert (orient (f ax) s) (uneven a ax)))) with (remainder a) by now destruct ax.
        now rewrite R, total_cons, O2.
      + intros o. rewrite lean_cons, O3, map_app.
        destruct (Bool.eqb o ax) eqn:Eo.
        * apply eqb_prop in Eo. subst o. cbn [map app].
          replace (uneven (with_uneven a ax _) ax) with (insert (orient (f ax) s) (uneven a ax)) by now destruct ax.
          rewrite insert_perm. constructor. apply L.
        * cbn [map app]. replace (uneven (with_uneven a ax _) o) with (uneven a o) by (destruct o, ax; try discriminate; reflexivity).
          apply L.
  Qed.

  (** A level less that is not even. *)
  Lemma for_remove f a b l ax s l' : entry c s = None -> remove (orient (f ax) s) (uneven a ax) = Some l' ->
    stands_for f a b ((ax, s) :: l) -> stands_for f (with_uneven a ax l') b l.
  Proof.
    intros Es Hr (T & (C & R) & L). pose proof (of_level ax s) as O. rewrite Es in O. destruct O as (O1 & O2 & O3). split; [destruct ax; exact T|]. split; [split|].
    - replace (counts (with_uneven a ax l')) with (counts a) by now destruct ax. rewrite C. apply map_ext. intros s1.
      now rewrite count_cons, O1.
    - replace (remainder (with_uneven a ax l')) with (remainder a) by now destruct ax. now rewrite R, total_cons, O2.
    - intros o. specialize (L o). rewrite lean_cons, O3, map_app in L. destruct (Bool.eqb o ax) eqn:Eo.
      + apply eqb_prop in Eo. subst o. cbn [map app] in L. rewrite (remove_perm _ _ _ Hr) in L. apply Permutation_cons_inv in L.
        replace (uneven (with_uneven a ax l') ax) with l' by now destruct ax. exact L.
      + cbn [map app] in L. replace (uneven (with_uneven a ax l') o) with (uneven a o) by (destruct o, ax; try discriminate; reflexivity).
        exact L.
  Qed.

  (** One less of what is counted. *)
  Lemma for_less f a b l l' s : In s (kinds c) ->
    (forall s0, count s0 l = count s0 l' + if sides_dec s0 s then 1 else 0) ->
    total l = total l' + weight c s -> (forall o, lean o l = lean o l') ->
    stands_for f a b l -> exists a', In a' (less c s a) /\ stands_for f a' b l'.
  Proof.
    intros Hs Hc Ht Hl (T & (C & R) & L). pose proof (Hc s) as Hcs. destruct (sides_dec s s) as [_|]; [|contradiction].
    assert (Fd : find_in s (counts a) = Some (Nat.min (clip c) (count s l))) by (rewrite C; now apply (find_in_map (fun s => Nat.min (clip c) (count s l)))).
    assert (W : weight c s < modulus c).
    { unfold weight. destruct (find_in s (weights c)); [apply Nat.mod_upper_bound|]; lia. }
    set (v := Nat.min (clip c) (count s l)) in *. set (v' := Nat.min (clip c) (count s l')).
    exists (Class (top a) (change s (fun _ => v') (counts a)) (on_axis a) (across_axis a)
             ((remainder a + (modulus c - weight c s)) mod modulus c)). split.
    - unfold less. rewrite Fd. destruct v as [|w] eqn:Ev; [lia|]. rewrite <- Ev in *.
      apply in_map_iff. exists v'. split; [reflexivity|]. destruct (Nat.ltb_spec v (clip c)); cbn [In]; lia.
    - split; [exact T|]. split; [split|].
      + cbn [counts]. rewrite C, change_map. apply map_ext. intros s0. f_equal. specialize (Hc s0).
        revert Hc. destruct (sides_dec s0 s) as [->|]; intros Hc; [reflexivity|]. now rewrite Hc, Nat.add_0_r.
      + cbn [remainder]. rewrite R, Nat.add_mod_idemp_l by lia. rewrite Ht.
        replace (total l' + weight c s + (modulus c - weight c s)) with (total l' + 1 * modulus c) by lia.
        apply Nat.mod_add. lia.
      + intros o. rewrite <- Hl. destruct o; [exact (L true) | exact (L false)].
  Qed.

  (** ** Mirror images *)
  Lemma map_oriented g l : map mirrored (map (orient g) l) = map (orient (negb g)) l.
  Proof. rewrite map_map. apply map_ext. intros s. destruct g; cbn [orient negb]; [apply mirrored_twice | reflexivity]. Qed.
  Lemma for_least f a b l : stands_for f a b l -> exists f', stands_for f' (least a) b l.
  Proof.
    intros (T & Co & L). unfold least. set (stays := match bits_before _ _ with Some y => y | None => _ end). clearbody stays.
    set (stays' := before _ _). clearbody stays'.
    exists (fun o => xorb (f o) (negb (if o then stays' else stays))). split; [|split].
    - unfold is_top in *. cbn [top]. rewrite T. destruct stays, (f false); cbn; now rewrite ?rev_involutive.
    - exact Co.
    - assert (I : forall o, Permutation (images (uneven a o)) (map (orient (negb (f o))) (lean o l))).
      { intros o. rewrite images_perm, (L o). now rewrite map_oriented. }
      intros o. specialize (L o). specialize (I o). destruct o; cbn [uneven on_axis across_axis] in *;
        [destruct stays' | destruct stays]; cbn [negb]; rewrite ?xorb_false_r, ?xorb_true_r; assumption.
  Qed.

  (** ** The other axis is next *)
  Definition turned (l : known) : known := map (fun e => (negb (fst e), snd e)) l.
  Lemma for_turned f a b b' l : stands_for f a b l -> rev b' = b' ->
    stands_for (fun o => f (negb o)) (Class b' (counts a) (across_axis a) (on_axis a) (remainder a)) b' (turned l).
  Proof.
    intros (T & (C & R) & L) Hb. split; [|split; [split|]].
    - unfold is_top. cbn [top]. rewrite Hb. now destruct (f (negb false)).
    - cbn [counts]. rewrite C. apply map_ext. intros s. f_equal. f_equal. unfold count, turned. now rewrite map_map.
    - cbn [remainder]. rewrite R. f_equal. unfold total, turned. now rewrite map_map.
    - intros o. specialize (L (negb o)). replace (lean o (turned l)) with (lean (negb o) l).
      + destruct o; exact L.
      + clear. unfold lean, turned. induction l as [|[ax s] l IH]; [reflexivity|]. cbn [map flat_map]. rewrite IH. f_equal.
        unfold leaning. cbn [fst snd]. destruct (entry c s); [reflexivity|]. now destruct o, ax.
  Qed.

  (** ** Classes with a position *)
  Lemma kinds_nodup : NoDup (kinds c).
  Proof. unfold kinds. apply NoDup_nodup. Qed.

  Lemma sum_zero l : list_sum (map (fun s => weight c s * 0) l) = 0.
  Proof. unfold list_sum. induction l as [|s l IH]; [reflexivity|]. cbn [map fold_right]. lia. Qed.
  Lemma sum_one s n l : NoDup l -> In s l -> list_sum (map (fun s0 => weight c s0 * if sides_dec s0 s then n else 0) l) = weight c s * n.
  Proof.
    unfold list_sum. induction l as [|s0 l IH]; intros N H; [destruct H|]. inversion N as [|? ? N1 N2]; subst. cbn [map fold_right].
    destruct (sides_dec s0 s) as [->|D].
    - assert (Z : fold_right Nat.add 0 (map (fun s0 => weight c s0 * if sides_dec s0 s then n else 0) l) = 0).
      { clear -N1. induction l as [|s1 l IH]; [reflexivity|]. cbn [map fold_right].
        destruct (sides_dec s1 s) as [->|]; [exfalso; apply N1; now left|].
        rewrite IH by (intros X; apply N1; now right). lia. }
      rewrite Z. lia.
    - destruct H as [->|H]; [contradiction|]. rewrite (IH N2 H). lia.
  Qed.
  Lemma total_kinds l : Forall (fun e => forall s n, entry c (snd e) = Some (s, n) -> In s (kinds c)) l ->
    total l = list_sum (map (fun s => weight c s * count s l) (kinds c)).
  Proof.
    induction 1 as [|e l He Hl IH].
    - symmetry. apply sum_zero.
    - rewrite total_cons, IH.
      assert (E : list_sum (map (fun s => weight c s * count s (e :: l)) (kinds c)) =
        list_sum (map (fun s => weight c s * part s e) (kinds c)) + list_sum (map (fun s => weight c s * count s l) (kinds c))).
      { clear. unfold list_sum. induction (kinds c) as [|s m IHm]; [reflexivity|]. cbn [map fold_right].
        rewrite IHm, count_cons. lia. }
      rewrite E. f_equal. destruct e as [ax s0]. cbn [snd] in He. unfold part, worth in *. cbn [snd] in *. destruct (entry c s0) as [[s n]|] eqn:Es.
      + symmetry. apply sum_one; [apply kinds_nodup | now apply (He s n)].
      + symmetry. apply sum_zero.
  Qed.

  Lemma step_divides l : Nat.divide (step_of c l) (modulus c) /\
    forall e, In e l -> clip c <= snd e -> Nat.divide (step_of c l) (weight c (fst e)).
  Proof.
    induction l as [|e l [IH1 IH2]]; [split; [apply Nat.divide_refl | intros e []]|].
    unfold step_of. cbn [fold_right]. fold (step_of c l). destruct (Nat.ltb_spec (snd e) (clip c)) as [H|H].
    - split; [exact IH1|]. intros e' [->|He] Hc; [lia | now apply IH2].
    - pose proof (Nat.gcd_divide_l (weight c (fst e)) (step_of c l)). pose proof (Nat.gcd_divide_r (weight c (fst e)) (step_of c l)) as D.
      split; [now apply (Nat.divide_trans _ _ _ D)|]. intros e' [<-|He] Hc; [assumption|]. apply (Nat.divide_trans _ _ _ D). now apply IH2.
  Qed.

  Lemma for_real f a b l : Forall (fun e => forall s n, entry c (snd e) = Some (s, n) -> In s (kinds c)) l ->
    stands_for f a b l -> real c a = true.
  Proof.
    intros Hl (_ & (C & R) & _). unfold real. apply Nat.eqb_eq. rewrite R, (total_kinds l Hl).
    destruct (step_divides (counts a)) as [[m Dm] Dw]. set (g := step_of c (counts a)) in *.
    assert (Q : exists q, list_sum (map (fun s => weight c s * count s l) (kinds c)) = sum_of c (counts a) + q * g).
    { revert Dw. rewrite C. clear. intros Dw. unfold sum_of. rewrite map_map. cbn [fst snd]. unfold list_sum.
      induction (kinds c) as [|s ks IH]; [now exists 0|]. cbn [map fold_right].
      destruct IH as (q & ->); [intros e He; apply Dw; now right|].
      destruct (Nat.le_gt_cases (clip c) (count s l)) as [H|H].
      - destruct (Dw (s, Nat.min (clip c) (count s l))) as (w & Ew); [now left | cbn; lia |]. cbn [fst] in Ew.
        exists (q + w * (count s l - clip c)). rewrite Nat.min_l by exact H.
        replace (count s l) with (clip c + (count s l - clip c)) at 1 by lia. rewrite Nat.mul_add_distr_l, Ew at 1. nia.
      - exists q. rewrite Nat.min_r by lia. lia. }
    destruct Q as (q & ->). assert (g <> 0) by nia.
    set (x := sum_of c (counts a)). transitivity ((x + q * g) mod g); [symmetry; now apply Nat.mod_add|].
    set (y := x + q * g). pose proof (Nat.div_mod y (modulus c)) as D. set (d := y / modulus c) in *. set (r := y mod modulus c) in *.
    assert (E : y = r + m * d * g) by (rewrite D by lia; rewrite Dm; ring). rewrite E. now apply Nat.mod_add.
  Qed.
End Stands.
