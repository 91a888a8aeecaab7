(** What the checker of misere quotients accepts is true: each sum has one of the pairs found,
    in each of these the element is lost as the elements of its options say, and a position of a
    vector addition game has the pair of one in the box. *)
From Coq Require Import Arith NArith List Bool Lia.
From Topple Require Import Statements Games VectorCheck Vectors VectorFind LawCheck LawSound ValuesCheck ValuesSound
  QuotientCheck QuotientPairs.
Import ListNotations Vector Quotient.
Local Open Scope N_scope.

(** * A game of whose positions all pairs are known *)
Section Accepted.
  Context {P : Type} (most : N) (m : monoid) (options : P -> list P) (label : P * N -> Prop) (positions : list Pair).
  Hypothesis accepted : is_quotient_of most m positions = true.
  Hypothesis ends : forall p, label p -> Acc (fun q p => In q (options p)) (fst p).

  (** The pair of a labelled position. *)
  Definition pair_of (p : P * N) (g : Pair) : Prop :=
    fst g = snd p /\
    (forall q, In q (options (fst p)) -> exists n, label (q, n) /\ In n (snd g)) /\
    (forall n, In n (snd g) -> exists q, In q (options (fst p)) /\ label (q, n)).
  Hypothesis all_listed : forall p, label p -> exists g, In g positions /\ pair_of p g.
  Hypothesis all_real : forall g, In g positions -> exists p, label (p, fst g).

  Let t := table_of m.
  Let generators := set_of positions.
  Let all := sums most m t generators.
  Let moves := sum_options options.
  Let places := map (fst (A := P) (B := N)).

  Lemma quotient_steps : is_monoid m t = true /\ is_reduced m = true /\
    (forall g, In g generators -> fst g < order m) /\ inside_set nothing_yet all /\
    (forall x, inside_set x all -> fits m x = true /\ forall g, In g generators -> inside_set (with_position t g x) all) /\
    (forall a, a < order m -> exists x, inside_set x all /\ fst x = a).
  Proof.
    pose proof accepted as H. unfold is_quotient_of in H. cbv zeta in H. fold t generators all in H.
    rewrite !andb_true_iff, !forallb_forall in H. destruct H as [[[[[H1 H2] H3] H4] H5] H6].
    split; [exact H1|]. split; [exact H2|]. split; [intros g Hg; now apply N.ltb_lt, H3|]. split; [now apply is_in_inside|]. split.
    - intros x Hx. apply members_spec, H5 in Hx. rewrite andb_true_iff, forallb_forall in Hx. destruct Hx as [F G].
      split; [exact F|]. intros g Hg. now apply is_in_inside, G.
    - intros a Ha. apply in_upto, H6, has_In, in_map_iff in Ha. destruct Ha as (x & <- & Hx). exists x.
      split; [now apply members_spec | reflexivity].
  Qed.

  Lemma generator_of p : label p -> exists g, In g generators /\ pair_of p g.
  Proof.
    intros H. destruct (all_listed p H) as (g & Hg & E & F & B). exists (tidy g). split; [apply set_of_spec; eauto|].
    split; [exact E|]. split.
    - intros q Hq. destruct (F q Hq) as (n & L & I). exists n. split; [exact L | now apply <- tidy_In].
    - intros n Hn. rewrite tidy_In in Hn. now apply B.
  Qed.
  Lemma generator_real g : In g generators -> exists p, label (p, fst g).
  Proof. intros H. apply set_of_spec in H. destruct H as (y & Hy & ->). exact (all_real y Hy). Qed.

  (** ** The pair of a sum *)
  Definition pair_of_sum (sum : list (P * N)) (x : Pair) : Prop :=
    fst x = element m sum /\
    (forall after, In after (moves (places sum)) ->
       exists sum', places sum' = after /\ Forall label sum' /\ In (element m sum') (snd x)) /\
    (forall e, In e (snd x) -> exists sum', In (places sum') (moves (places sum)) /\ Forall label sum' /\ element m sum' = e).

  Lemma has_a_pair sum : Forall label sum -> exists x, inside_set x all /\ pair_of_sum sum x.
  Proof.
    induction 1 as [|p sum Hp Hsum (x & Hx & E & F & B)].
    - exists nothing_yet. split; [apply quotient_steps|]. split; [reflexivity|]. split; intros ? [].
    - destruct (generator_of p Hp) as (g & Hg & Eg & Fg & Bg). exists (with_position t g x).
      split; [now apply quotient_steps|]. unfold with_position. split; [|split].
      + cbn [tidy fst]. unfold t. now rewrite multiply_product, Eg, E.
      + intros after Ha. cbn [places map moves sum_options] in Ha. apply in_app_iff in Ha.
        destruct Ha as [Ha|Ha]; apply in_map_iff in Ha; destruct Ha as (q & <- & Hq).
        * destruct (Fg q Hq) as (n & L & I). exists ((q, n) :: sum). split; [reflexivity|]. split; [now constructor|].
          apply <- tidy_In. cbn [snd]. apply in_app_iff. left. apply in_map_iff. exists n. split; [|exact I].
          unfold t. now rewrite multiply_product, E.
        * destruct (F q Hq) as (sum' & <- & L & I). exists (p :: sum'). split; [reflexivity|]. split; [now constructor|].
          apply <- tidy_In. cbn [snd]. apply in_app_iff. right. apply in_map_iff. exists (element m sum'). split; [|exact I].
          unfold t. now rewrite multiply_product, Eg.
      + intros e He. rewrite tidy_In in He. cbn [snd] in He. apply in_app_iff in He.
        destruct He as [He|He]; apply in_map_iff in He; destruct He as (n & <- & Hn); unfold t; rewrite multiply_product.
        * destruct (Bg n Hn) as (q & Hq & L). exists ((q, n) :: sum). split; [|split; [now constructor | now rewrite E]].
          cbn [places map moves sum_options fst]. apply in_app_iff. left. apply in_map_iff. now exists q.
        * destruct (B n Hn) as (sum' & Hs & L & <-). exists (p :: sum'). split; [|split; [now constructor | now rewrite Eg]].
          cbn [places map moves sum_options fst]. apply in_app_iff. right. now apply in_map.
  Qed.

  (** ** Who wins *)
  Lemma fits_spec x : fits m x = true ->
    (In (fst x) (lost m) <-> snd x <> [] /\ forall e, In e (snd x) -> ~ In e (lost m)).
  Proof.
    unfold fits. intros H. apply eqb_prop in H. rewrite <- has_In, H.
    destruct (snd x) as [|e l] eqn:E; [split; [discriminate | intros [N _]; now contradict N]|]. rewrite <- E.
    rewrite negb_true_iff, <- not_true_iff_false, existsb_exists. split.
    - intros N. split; [rewrite E; discriminate|]. intros k Hk I. apply N. exists k. split; [exact Hk | now apply has_In].
    - intros [_ N] (k & Hk & I). apply has_In in I. now apply (N k).
  Qed.

  Lemma sum_ends_here sum : Forall label sum -> Acc (fun after before => In after (moves before)) (places sum).
  Proof.
    intros H. apply sum_acc. apply Forall_forall. intros q Hq. apply in_map_iff in Hq. destruct Hq as (p & <- & Hp).
    apply ends. rewrite Forall_forall in H. now apply H.
  Qed.

  Lemma told_by_element sum : Forall label sum ->
    (In (element m sum) (lost m) -> Loses_misere moves (places sum)) /\
    (~ In (element m sum) (lost m) -> Wins_misere moves (places sum)).
  Proof.
    intros H. pose proof (sum_ends_here sum H) as A. remember (places sum) as before eqn:Eb. revert sum H Eb.
    induction A as [before _ IH]. intros sum H ->. destruct (has_a_pair sum H) as (x & Hx & E & F & B).
    destruct quotient_steps as (_ & _ & _ & _ & S & _). destruct (S x Hx) as [S' _]. apply fits_spec in S'. rewrite E in S'.
    split; intros L.
    - apply S' in L. destruct L as [N L]. apply loses_misere.
      + destruct (snd x) as [|e l] eqn:El; [now contradict N|]. destruct (B e (or_introl eq_refl)) as (sum' & I & _).
        intros Z. rewrite Z in I. destruct I.
      + intros after Ha. destruct (F after Ha) as (sum' & <- & L' & I). apply (IH _ Ha sum' L' eq_refl). now apply L.
    - destruct (moves (places sum)) as [|after rest] eqn:M; [now apply wins_over|]. rewrite <- M in *.
      assert (X : exists e, In e (snd x) /\ In e (lost m)).
      { destruct (existsb (has (lost m)) (snd x)) eqn:X.
        - apply existsb_exists in X. destruct X as (e & He & I). exists e. split; [exact He | now apply has_In].
        - exfalso. apply L, S'. split.
          + destruct (F after ltac:(rewrite M; now left)) as (sum' & _ & _ & I). intros Z. rewrite Z in I. destruct I.
          + intros e He I. apply not_true_iff_false in X. apply X. apply existsb_exists. exists e.
            split; [exact He | now apply has_In]. }
      destruct X as (e & He & I). destruct (B e He) as (sum' & Hs & L' & <-).
      apply wins_misere with (places sum'); [exact Hs|]. now apply (IH _ Hs sum' L' eq_refl).
  Qed.

  Lemma wins_by_element sum : Forall label sum ->
    (Loses_misere moves (places sum) <-> In (element m sum) (lost m)) /\
    (Wins_misere moves (places sum) <-> ~ In (element m sum) (lost m)).
  Proof.
    intros H. destruct (told_by_element sum H) as [L W]. destruct (not_both_acc moves _ (sum_ends_here sum H)) as [_ N].
    assert (D : In (element m sum) (lost m) \/ ~ In (element m sum) (lost m)).
    { destruct (has (lost m) (element m sum)) eqn:X; [left; now apply has_In|]. right. rewrite <- has_In. congruence. }
    destruct D; split; split; intros X; intuition.
  Qed.

  (** ** Elements *)
  Lemma label_below p : label p -> snd p < order m.
  Proof. intros H. destruct (generator_of p H) as (g & Hg & <- & _). now apply quotient_steps. Qed.
  Lemma the_monoid : is_commutative_monoid m.
  Proof. apply monoid_holds, quotient_steps. Qed.
  Lemma element_below sum : Forall label sum -> element m sum < order m.
  Proof.
    destruct the_monoid as [Z M]. induction 1 as [|p sum Hp _ IH]; [exact Z|].
    apply (M (snd p) (element m sum) 0); [now apply label_below | exact IH | exact Z].
  Qed.
  Lemma element_app sum company : Forall label sum -> Forall label company ->
    element m (sum ++ company) = product m (element m sum) (element m company).
  Proof.
    intros H Hc. pose proof (element_below company Hc) as Bc. destruct the_monoid as [Z M].
    induction H as [|p sum Hp Hs IH].
    - change (element m []) with 0. cbn [app]. destruct (M 0 (element m company) 0 Z Bc Z) as (_ & _ & -> & _).
      destruct (M (element m company) 0 0 Bc Z Z) as (_ & -> & _). reflexivity.
    - cbn [app]. change (element m (p :: sum ++ company)) with (product m (snd p) (element m (sum ++ company))).
      change (element m (p :: sum)) with (product m (snd p) (element m sum)). rewrite IH.
      apply (M (snd p) (element m sum) (element m company)); [now apply label_below | now apply element_below | exact Bc].
  Qed.

  (** Each pair found is that of some sum. *)
  Definition met (x : Pair) : Prop := exists sum, Forall label sum /\ element m sum = fst x.
  Lemma met_next g x : In g generators -> met x -> met (with_position t g x).
  Proof.
    intros Hg (sum & H & E). destruct (generator_real g Hg) as (p & Hp). exists ((p, fst g) :: sum).
    split; [now constructor|]. cbn [with_position tidy fst]. unfold t. now rewrite multiply_product, <- E.
  Qed.
  Lemma all_met x : inside_set x all -> met x.
  Proof.
    unfold all, sums.
    assert (I : forall found, (forall y, inside_set y (fst found) \/ In y (snd found) -> met y) ->
      forall y, inside_set y (fst (find_more m t generators found)) \/ In y (snd (find_more m t generators found)) -> met y).
    { intros [seen [|z todo]] H y; [apply H|]. cbn [find_more]. assert (Mz : met z) by (apply H; right; now left).
      destruct (fits m z); [|intros [Hy|[]]; apply H; now left].
      assert (Hgs : incl generators generators) by apply incl_refl. revert Hgs y. generalize generators at 1 3 4.
      intros gs. induction gs as [|g gs IH]; intros Hgs y; cbn [fold_right]; [intros [Hy|Hy]; apply H; [now left | right; now right]|].
      specialize (IH (fun a Ha => Hgs a (or_intror Ha))). destruct (is_in _ _); [apply IH|]. cbn [fst snd].
      assert (N : met (with_position t g z)) by (apply met_next; [apply Hgs; now left | exact Mz]).
      intros [Hy|[<-|Hy]]; [apply enter_inside in Hy; destruct Hy as [->|Hy]; [exact N | apply IH; now left] | exact N | apply IH; now right]. }
    intros Hx. pose proof (N.iter_invariant most _ (find_more m t generators)
      (fun found => forall y, inside_set y (fst found) \/ In y (snd found) -> met y) I) as K. cbv beta in K.
    eapply K; [|left; exact Hx]. clear K.
    assert (N : met nothing_yet) by (exists []; split; [constructor | reflexivity]).
    cbn [fst snd]. intros y [Hy|[<-|[]]]; [|exact N]. apply enter_inside in Hy. destruct Hy as [->|Hy]; [exact N|].
    now apply nothing_inside_set in Hy.
  Qed.

  Lemma loses_with sum company : Forall label sum -> Forall label company ->
    (Loses_misere moves (places (sum ++ company)) <-> In (product m (element m sum) (element m company)) (lost m)).
  Proof. intros H Hc. rewrite <- element_app by assumption. apply wins_by_element. now apply Forall_app. Qed.

  Lemma quotient_holds : is_quotient m options label.
  Proof.
    split; [exact the_monoid|]. split; [|split; [|split]].
    - intros p q Hp Hq. destruct (generator_of p Hp) as (g & _ & _ & F & _). destruct (F q Hq) as (n & L & _). now exists n.
    - intros sum H. split; [now apply sum_ends_here | now apply wins_by_element].
    - intros sum sum' H H'. split.
      + intros E company Hc. transitivity (In (product m (element m sum) (element m company)) (lost m)).
        * now apply loses_with.
        * rewrite E. symmetry. now apply loses_with.
      + intros E. destruct quotient_steps as (Mon & Red & _ & _ & _ & G).
        apply (reduced_holds m Mon _ _ Red (element_below sum H) (element_below sum' H')). intros c Hc.
        destruct (G c Hc) as (x & Hx & <-). destruct (all_met x Hx) as (company & Hco & <-).
        rewrite <- (loses_with sum company H Hco), <- (loses_with sum' company H' Hco). exact (E company Hco).
    - intros a Ha. destruct quotient_steps as (_ & _ & _ & _ & _ & G). destruct (G a Ha) as (x & Hx & <-).
      destruct (all_met x Hx) as (sum & H & E). now exists sum.
  Qed.
End Accepted.

(** * Listed positions *)
Section Listed.
  Context {P : Type} (same : P -> P -> bool) (computed options : P -> list P).
  Hypothesis same_eq : forall p q, same p q = true -> p = q.
  Variable all : list (P * N).
  Hypothesis alike : forall p n, In (p, n) all -> forall q, In q (computed p) <-> In q (options p).

  Lemma listed_pairs_spec : forall listed before positions, incl listed all -> incl before all ->
    (forall p, In p before -> Acc (fun q p => In q (options p)) (fst p)) ->
    listed_pairs same computed before listed = Some positions ->
    (forall p, In p listed -> Acc (fun q p => In q (options p)) (fst p) /\
       exists g, In g positions /\ pair_of options (fun p => In p all) p g) /\
    (forall g, In g positions -> exists p, In (p, fst g) all).
  Proof.
    induction listed as [|[p n] listed IH]; intros before positions Hl Hb A H; cbn [listed_pairs fst snd] in H.
    - injection H as <-. split; [intros p [] | intros g []].
    - destruct (values_of same before (computed p)) as [labels|] eqn:V; [|discriminate].
      destruct (listed_pairs same computed ((p, n) :: before) listed) as [more|] eqn:M; [|discriminate]. injection H as <-.
      apply (values_of_spec same same_eq) in V. assert (Hp : In (p, n) all) by (apply Hl; now left).
      assert (Ap : Acc (fun q p => In q (options p)) p).
      { constructor. intros q Hq. apply (alike p n Hp) in Hq. destruct (Forall2_left _ _ _ V q Hq) as (w & _ & I). apply (A _ I). }
      destruct (IH ((p, n) :: before) more) as [I1 I2]; [|intros q [<-|Hq]; auto|intros q [<-|Hq]; auto|exact M|].
      { intros q Hq. apply Hl. now right. }
      split.
      + intros q [<-|Hq].
        * split; [exact Ap|]. exists (n, labels). split; [now left|]. split; [reflexivity|]. cbn [fst snd]. split.
          -- intros q Hq. apply (alike p n Hp) in Hq. destruct (Forall2_left _ _ _ V q Hq) as (w & Hw & I). exists w. auto.
          -- intros w Hw. destruct (Forall2_right _ _ _ V w Hw) as (q & Hq & I). exists q. split; [now apply (alike p n Hp) | auto].
        * destruct (I1 q Hq) as (Aq & g & Hg & G). split; [exact Aq|]. exists g. split; [now right | exact G].
      + intros g [<-|Hg]; [exists p; exact Hp | now apply I2].
  Qed.
End Listed.

(** * All positions of a vector addition game *)
Lemma fold_back_below f p n : 0 < p -> fold_back f p n < f + p.
Proof. intros H. unfold fold_back. destruct (N.ltb_spec n f); [lia|]. pose proof (N.mod_lt (n - f) p). lia. Qed.

(** A number and the one to which it is folded back above what is taken: one rule fits both, and
    what comes of them is folded back to one number. *)
Lemma fold_back_alike f p s n t u : 0 < p -> t <= s ->
  (t <=? fold_back (f + s) p n) = (t <=? n) /\
  (t <= n -> fold_back f p (fold_back (f + s) p n - t + u) = fold_back f p (n - t + u)).
Proof.
  intros Hp Hs.
  assert (B : fold_back (f + s) p n = n \/ exists d, n = f + s + d /\ fold_back (f + s) p n = f + s + d mod p).
  { unfold fold_back. destruct (N.ltb_spec n (f + s)) as [L|L]; [now left|]. right. exists (n - (f + s)).
    split; [lia | reflexivity]. }
  destruct B as [->|(d & -> & ->)]; [auto|]. set (e := d mod p). split.
  - destruct (N.leb_spec t (f + s + e)), (N.leb_spec t (f + s + d)); lia || reflexivity.
  - intros _. unfold fold_back.
    destruct (N.ltb_spec (f + s + e - t + u) f); [lia|]. destruct (N.ltb_spec (f + s + d - t + u) f); [lia|]. f_equal.
    replace (f + s + e - t + u - f) with (e + (s - t + u)) by lia.
    replace (f + s + d - t + u - f) with (d + (s - t + u)) by lia. apply N.add_mod_idemp_l. lia.
Qed.

Lemma folded_length f : forall p x, length p = length f -> length x = length f -> length (folded f p x) = length f.
Proof.
  induction f as [|a f IH]; intros [|b p] [|c x] Hp Hx; try discriminate; [reflexivity|]. cbn [folded length] in *.
  rewrite IH; lia.
Qed.
Lemma folded_alike s : forall f p x t u, length f = length s -> length p = length s -> length x = length s ->
  length t = length s -> length u = length s -> forallb (N.ltb 0) p = true -> at_most t s = true ->
  at_most t (folded (add f s) p x) = at_most t x /\
  (at_most t x = true ->
   folded f p (add (minus (folded (add f s) p x) t) u) = folded f p (add (minus x t) u)).
Proof.
  induction s as [|s1 s IH]; intros [|f1 f] [|p1 p] [|x1 x] [|t1 t] [|u1 u] Lf Lp Lx Lt Lu Hp Ht; try discriminate; [now split|].
  cbn [forallb at_most add folded minus length] in *. apply andb_true_iff in Hp, Ht. destruct Hp as [P1 Hp], Ht as [T1 Ht].
  apply N.ltb_lt in P1. apply N.leb_le in T1.
  destruct (fold_back_alike f1 p1 s1 x1 t1 u1 P1 T1) as [A1 B1].
  destruct (IH f p x t u) as [A B]; try lia; try assumption. rewrite A1, A. split; [reflexivity|].
  rewrite andb_true_iff, N.leb_le. intros [X1 X]. now rewrite (B1 X1), (B X).
Qed.

Lemma in_box sides : forall x, In x (box sides) <-> Forall2 N.lt x sides.
Proof.
  induction sides as [|s sides IH]; intros x; cbn [box].
  - split; [intros [<-|[]]; constructor | intros H; inversion H; now left].
  - rewrite in_flat_map. split.
    + intros (n & Hn & H). apply in_map_iff in H. destruct H as (y & <- & Hy). apply in_upto in Hn. apply IH in Hy. now constructor.
    + intros H. inversion H as [|n ? y ? Hn Hy]; subst. exists n. split; [now apply in_upto|]. apply in_map. now apply IH.
Qed.
Lemma folded_in_box f : forall p x, length p = length f -> length x = length f -> forallb (N.ltb 0) p = true ->
  In (folded f p x) (box (add f p)).
Proof.
  intros p x Lp Lx Hp. apply in_box. revert p x Lp Lx Hp.
  induction f as [|a f IH]; intros [|b p] [|c x] Lp Lx Hp; try discriminate; [constructor|]. cbn [forallb add folded length] in *.
  apply andb_true_iff in Hp. destruct Hp as [B Hp]. apply N.ltb_lt in B. constructor; [now apply fold_back_below|]. apply IH; [lia | lia | exact Hp].
Qed.

Section All.
  Variables (most : N) (m : monoid) (r : repeating) (weight : vector) (height : list N).
  Variables (dimension states : N) (rules : list rule).
  Hypothesis named : named_rules (game r) = (dimension, states, rules).
  Hypothesis accepted : check_all most m r weight height = true.
  Let d := N.to_nat dimension.
  Let taken := fold_right larger (repeat 0 d) (map take rules).
  Let sides := add (add (first r) taken) (period r).

  Lemma all_steps : length (first r) = d /\ length (period r) = d /\ length taken = d /\
    forallb (N.ltb 0) (period r) = true /\
    (forall f, In f rules -> length (take f) = d /\ length (put f) = d /\ to f < states /\ at_most (take f) taken = true /\
       falls weight height f = true) /\
    is_quotient_of most m (flat_map (fun q => map (fun x => pair_at r rules (q, x)) (box sides)) (upto states)) = true.
  Proof.
    pose proof accepted as H. unfold check_all in H. rewrite named in H. fold d taken sides in H.
    rewrite !andb_true_iff, !Nat.eqb_eq, !forallb_forall in H. destruct H as [[[[[H1 H2] H3] H4] H5] H6].
    repeat (split; [assumption|]). split; [now apply forallb_forall|]. split; [|exact H6].
    intros f Hf. specialize (H5 f Hf). rewrite !andb_true_iff, !Nat.eqb_eq, N.ltb_lt in H5. tauto.
  Qed.

  Lemma all_ends : play_ends (options rules).
  Proof. apply (falling_ends rules weight height). intros f Hf. now apply all_steps. Qed.

  Lemma position_length p : is_position (game r) p <-> fst p < states /\ length (snd p) = d.
  Proof. unfold is_position. rewrite named. unfold d. split; intros [H1 H2]; (split; [exact H1|]); lia. Qed.

  Lemma option_spec p q : In q (options rules p) -> is_position (game r) p -> is_position (game r) q.
  Proof.
    rewrite !position_length. unfold options. rewrite in_flat_map. intros (f & Hf & H) [Hq Hx].
    destruct (_ && _); [|destruct H]. destruct H as [<-|[]]. cbn [fst snd].
    destruct all_steps as (_ & _ & _ & _ & R & _). destruct (R f Hf) as (_ & Lp & T & _). split; [exact T|].
    rewrite add_length, minus_length. lia.
  Qed.

  (** The position in the box with the same pair. *)
  Lemma same_pair_in_box p : is_position (game r) p -> exists x, In x (box sides) /\ pair_at r rules p = pair_at r rules (fst p, x).
  Proof.
    rewrite position_length. destruct p as [q x]. cbn [fst snd]. intros [Hq Hx].
    destruct all_steps as (Lf & Lp & Lt & Hp & R & _).
    assert (Ls : length (add (first r) taken) = d) by (rewrite add_length; lia).
    exists (folded (add (first r) taken) (period r) x). split; [apply folded_in_box; lia || exact Hp|].
    unfold pair_at. f_equal.
    - unfold label_of. cbn [fst snd]. do 2 f_equal.
      assert (Z : forall y, length y = d -> at_most (repeat 0 d) y = true).
      { intros y <-. clear. induction y as [|n y IH]; [reflexivity|]. cbn. rewrite IH, andb_true_r. apply N.leb_le. lia. }
      destruct (folded_alike taken (first r) (period r) x (repeat 0 d) (repeat 0 d)) as [_ B]; try (rewrite ?repeat_length; lia); auto.
      specialize (B (Z x Hx)).
      assert (N : forall y, length y = d -> add (minus y (repeat 0 d)) (repeat 0 d) = y).
      { clear. intros y <-. induction y as [|a y IH]; [reflexivity|]. cbn. rewrite IH. f_equal. lia. }
      rewrite !N in B by (rewrite ?folded_length; lia). now rewrite B.
    - unfold options. cbn [fst snd]. rewrite !flat_map_concat_map, !concat_map, !map_map. f_equal. apply map_ext_in.
      intros f Hf. destruct (R f Hf) as (L1 & L2 & _ & A & _).
      destruct (folded_alike taken (first r) (period r) x (take f) (put f)) as [E B]; try lia; try assumption.
      rewrite E. destruct (from f =? q); [|reflexivity]. cbn [andb]. destruct (at_most (take f) x) eqn:T; [|reflexivity].
      cbn [map]. unfold label_of. cbn [fst snd]. now rewrite (B eq_refl).
  Qed.

  Lemma box_positions q x : q < states -> In x (box sides) -> is_position (game r) (q, x).
  Proof.
    intros Hq Hx. apply position_length. split; [exact Hq|]. apply in_box in Hx. cbn [snd].
    assert (L : length x = length sides) by (clear -Hx; induction Hx; cbn; congruence). rewrite L.
    destruct all_steps as (Lf & Lp & Lt & _). unfold sides. rewrite !add_length. lia.
  Qed.

  Lemma all_holds : says m (Of_all r).
  Proof.
    cbn [says]. unfold Values.rules_of. rewrite named. cbn [snd].
    apply (quotient_holds most m _ _ _ (proj2 (proj2 (proj2 (proj2 (proj2 all_steps)))))).
    - intros p _. apply all_ends.
    - intros [p n] [Hp En]. cbn [fst snd] in Hp, En. subst n. destruct (same_pair_in_box p Hp) as (x & Hx & E).
      exists (pair_at r rules p). split.
      + rewrite E. apply in_flat_map. exists (fst p). split; [apply in_upto; now apply position_length in Hp|].
        apply in_map_iff. now exists x.
      + split; [reflexivity|]. cbn [pair_at fst snd]. split.
        * intros q Hq. exists (label_of r q). split; [split; [now apply (option_spec p) | reflexivity] | now apply in_map].
        * intros n Hn. apply in_map_iff in Hn. destruct Hn as (q & <- & Hq). exists q.
          split; [exact Hq|]. split; [now apply (option_spec p) | reflexivity].
    - intros g Hg. apply in_flat_map in Hg. destruct Hg as (q & Hq & Hg). apply in_map_iff in Hg. destruct Hg as (x & <- & Hx).
      apply in_upto in Hq. exists (q, x). split; [now apply box_positions | reflexivity].
  Qed.
End All.

Theorem quotient_checker_sound_holds : StatementsQuotients.quotient_checker_sound check_quotient.
Proof.
  unfold check_quotient. generalize most_pairs. intros most m [listed|r] weight height H; cbn [check_up_to] in H.
  - cbn [says]. revert listed H. apply in_its_game_sound. intros P same computed options listed E alike H.
    destruct (listed_pairs same computed [] listed) as [positions|] eqn:L; [|discriminate].
    destruct (listed_pairs_spec same computed options E listed alike listed [] positions) as [I1 I2];
      [apply incl_refl | intros p [] | intros p [] | exact L|].
    apply (quotient_holds most m options _ positions H); [intros p Hp; now apply I1 | intros p Hp; now apply I1 | exact I2].
  - destruct (named_rules (game r)) as [[dimension states] rules] eqn:N. now apply (all_holds most m r weight height dimension states rules N).
Qed.
