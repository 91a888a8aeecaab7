(** Towers of Jenka_k for k = 2 * h that begin with levels chosen beforehand. No slot is in the middle: the levels
    chosen lie over slot h and bear what leans towards it, by less than a block. So the next levels are prepared
    before block after block goes from the lowest level that is not yet as wanted to the top: they lose the first
    slot, where it is not wanted. Prepared levels bear whatever leans a little, and enough of them make up for any
    part of the beginning that leans the other way. *)
From Coq Require Import Arith ZArith Bool List Lia.
From Topple Require Import Statements Wells Levels Hulls Moves BalanceCheck BalanceTowers BalancePlay
  BalanceBoth JenkaPlaces GrowthLevels GrowthBound GrowthMoves.
Import ListNotations Tower Jenka Balance Growth.
Local Open Scope Z_scope.

(** * Sums over a part of a tower *)
Definition leans (b : Z) (t : tower) : Prop := - b <= along t <= mass t + b /\ - b <= across t <= mass t + b.

Lemma leans_app b c t u : leans b t -> leans c u -> leans (b + c) (t ++ u).
Proof. unfold leans. rewrite mass_app. pose proof (sums_app t u). destruct (Nat.even (length t)); lia. Qed.
Lemma leans_more b c t : b <= c -> leans b t -> leans c t.
Proof. unfold leans. lia. Qed.

Lemma within_leans b t : within b t -> leans b t.
Proof. unfold within, leans. pose proof (mass_natural t). lia. Qed.
Lemma leans_levels k t : even_levels k t -> leans (Z.of_nat (length t) * (Z.of_nat k * Z.of_nat k)) t.
Proof. intros E. now apply within_leans, within_levels. Qed.

Section Play.
  Variable k n : nat.
  Hypothesis many : (4 <= k)%nat.
  Let K := Z.of_nat k.
  Let positive : (1 <= k)%nat.
  Proof. lia. Qed.

  (** * Prepared levels *)
  (** All slots are filled but the first, if the wanted level [a] does without it. *)
  Definition prepared (a : level) : level := hd false a :: full (k - 1).
  (** Levels that bear what leans to the right by less than a block. *)
  Definition carrying (a : level) : Prop := length a = k /\ low a <= 0 /\ 2 <= high a.

  Lemma carrying_in a : carrying a -> In true a.
  Proof.
    intros (_ & L & H). destruct (middles a) as [|m l] eqn:E; [unfold low, high in *; rewrite E in *; cbn in *; lia|].
    assert (M : In m (middles a)) by (rewrite E; now left). apply middles_In in M. destruct M as (j & Hj & _).
    apply true_nth. eauto.
  Qed.
  Lemma over_carrying (a c : level) : carrying a -> length c = k -> has_all a c -> carrying c.
  Proof.
    intros S L O. pose proof (carrying_in a S) as T. destruct (edge_blocks a T) as (i & j & Hi & Hj & Ei & Ej).
    apply O in Hi, Hj. pose proof (edges c i Hi). pose proof (edges c j Hj). destruct S as (La & E1 & E2).
    rewrite La in *. rewrite L in *. split; [exact L | lia].
  Qed.
  Lemma full_shape : full k = true :: full (k - 1).
  Proof. replace k with (S (k - 1)) at 1 by lia. reflexivity. Qed.
  Lemma prepared_length a : length (prepared a) = k.
  Proof. cbn [prepared length]. rewrite full_length. lia. Qed.
  Lemma prepared_blocks a : 0 <= moment (prepared a) <= blocks (prepared a) /\ blocks (prepared a) <= K.
  Proof.
    unfold prepared. pose proof (full_moment k) as M. pose proof (blocks_full k) as B. rewrite full_shape in M, B.
    destruct (hd false a); [rewrite blocks_blocks, M, B; unfold K; lia|].
    destruct (fill_slot (false :: full (k - 1)) 0) as [E1 E2]; [cbn; lia | reflexivity |].
    cbn [Well.update] in E1, E2. rewrite blocks_blocks, B in E2. rewrite M in E1. cbn [length] in E1.
    rewrite full_length in E1. unfold middle in E1. unfold K. lia.
  Qed.
  Lemma prepared_unwanted a : hd false a = false -> 1 <= moment (prepared a).
  Proof.
    intros H. unfold prepared. rewrite H.
    destruct (fill_slot (false :: full (k - 1)) 0) as [E1 _]; [cbn; lia | reflexivity |]. cbn [Well.update] in E1.
    rewrite <- full_shape, full_moment in E1. cbn [length] in E1. rewrite full_length in E1. unfold middle in E1. lia.
  Qed.
  Lemma prepared_edges a : low (prepared a) <= - (2) /\ 2 <= high (prepared a) /\ In true (prepared a).
  Proof.
    assert (B : forall j, (0 < j < k)%nat -> nth j (prepared a) false = true).
    { intros [|j] Hj; [lia|]. apply full_nth. lia. }
    pose proof (edges _ _ (B 1%nat ltac:(lia))) as E1. pose proof (edges _ _ (B (k - 1)%nat ltac:(lia))) as E2.
    rewrite prepared_length in *. unfold middle in *. repeat split; try lia. apply true_nth. exists 1%nat. apply B.
    lia.
  Qed.
  Lemma prepared_over a : length a = k -> has_all a (prepared a).
  Proof.
    intros L [|j] Hj; [now destruct a|]. apply full_nth. pose proof (nth_inside a false (S j) Hj). lia.
  Qed.
  Lemma prepared_levels y : even_levels k (map prepared y) /\ Forall (fun a => In true a) (map prepared y).
  Proof.
    unfold even_levels. rewrite !Forall_map.
    split; apply Forall_forall; intros a _; [apply prepared_length | apply prepared_edges].
  Qed.
  Lemma prepared_leans y : leans 0 (map prepared y).
  Proof.
    unfold leans. induction y as [|a y IH]; [cbn; lia|]. cbn [map]. rewrite mass_cons.
    destruct (sums_cons (prepared a) (map prepared y)) as [-> ->]. pose proof (prepared_blocks a). lia.
  Qed.
  Lemma prepared_mass y : mass (map prepared y) <= K * Z.of_nat (length y).
  Proof.
    induction y as [|a y IH]; [cbn; lia|]. cbn [map length]. rewrite mass_cons. pose proof (prepared_blocks a). lia.
  Qed.
  Lemma upper_leans p top : on_top k top -> leans (K * K) (upper k p top).
  Proof.
    intros T. apply within_leans. pose proof (upper_within k positive p top T) as W.
    pose proof (top_mass k positive top T) as M. unfold within in *. fold K in W, M. nia.
  Qed.
  Lemma prepared_steady y p top : on_top k top -> K < Z.of_nat p -> steady (map prepared y ++ upper k p top).
  Proof.
    intros T P. induction y as [|a y IH]; [now apply (upper_steady k positive)|]. cbn [map app steady].
    split; [|exact IH]. intros _. pose proof (leans_app _ _ _ _ (prepared_leans y) (upper_leans p top T)) as [_ W].
    pose proof (prepared_edges a) as (E1 & E2 & _). rewrite mass_app, (upper_mass k positive) in *.
    pose proof (mass_natural (map prepared y)). pose proof (top_mass k positive top T).
    assert (K * K < K * Z.of_nat p) by (unfold K in *; nia). nia.
  Qed.
  Lemma prepared_stand y p top : on_top k top -> K < Z.of_nat p -> stands (map prepared y ++ upper k p top).
  Proof.
    intros T P. destruct (prepared_levels y), (upper_levels k positive p top T).
    apply (stands_steady k); try (apply Forall_app; now split). now apply prepared_steady.
  Qed.

  (** * A beginning below them *)
  Definition heavy (b : Z) (t : tower) : Prop := b < along t /\ b < across t.

  Lemma beginning_steady w u : Forall carrying w -> steady u ->
    (forall x y, w = x ++ y -> 0 < across (y ++ u) < 2 * mass (y ++ u)) -> steady (w ++ u).
  Proof.
    induction 1 as [|a w Ha Hw IH]; intros U S; [exact U|]. cbn [app steady]. split.
    - intros _. pose proof (S [a] w eq_refl). destruct Ha as (_ & El & Eh). nia.
    - apply IH; [exact U|]. intros x y E. apply (S (a :: x)). now rewrite E.
  Qed.
  Lemma state_stands b v c y p top : Forall carrying v -> carrying c -> on_top k top -> 0 <= b ->
    (forall x z, v = x ++ z -> leans b z) -> heavy (b + 2 * K * K) (map prepared y) ->
    b + 2 * K * K < K * Z.of_nat p -> stands (v ++ c :: map prepared y ++ upper k p top).
  Proof.
    intros Hv Hc T B0 S [Y1 Y2] B. destruct (prepared_levels y) as [L1 I1].
    destruct (upper_levels k positive p top T) as [L2 I2]. assert (K1 : 4 <= K) by (unfold K; lia).
    assert (P : K < Z.of_nat p) by nia. assert (Fc : Forall carrying (v ++ [c])) by (apply Forall_app; auto).
    assert (Sc : forall x z, v ++ [c] = x ++ z -> leans (b + K * K) z).
    { intros x z.
      destruct z as [|c' z _] using rev_ind; intros E; [apply (leans_more 0); [nia | unfold leans; cbn; lia]|].
      rewrite app_assoc in E. apply app_inj_tail in E. destruct E as [E <-]. apply leans_app; [now apply (S x)|].
      replace (K * K) with (Z.of_nat (length [c]) * (K * K)) by (cbn [length]; lia). apply leans_levels.
      repeat constructor. apply Hc. }
    replace (v ++ c :: map prepared y ++ upper k p top) with ((v ++ [c]) ++ map prepared y ++ upper k p top)
      by now rewrite <- app_assoc.
    apply (stands_steady k).
    - apply Forall_app; split; [eapply Forall_impl; [|exact Fc]; intros a Ha; apply Ha | apply Forall_app; now split].
    - apply Forall_app; split; [eapply Forall_impl; [|exact Fc]; apply carrying_in | apply Forall_app; now split].
    - apply beginning_steady; [exact Fc | now apply prepared_steady |]. intros x z E. specialize (Sc x z E).
      pose proof (upper_leans p top T) as U. pose proof (prepared_leans y) as Y.
      pose proof (top_mass k positive top T) as M. pose proof (sums_app z (map prepared y ++ upper k p top)) as A1.
      pose proof (sums_app (map prepared y) (upper k p top)) as A2. unfold leans in *.
      rewrite !mass_app, (upper_mass k positive) in *. pose proof (mass_natural (map prepared y)).
      pose proof (mass_natural z). destruct (Nat.even (length z)), (Nat.even (length (map prepared y))); lia.
  Qed.

  (** * Play *)
  (** The lowest full level is prepared. *)
  Lemma prepare x d p top :
    (forall p' top', (p <= p')%nat -> on_top k top' -> stands (x ++ prepared d :: upper k (S p') top')) ->
    on_top k top -> arises k n (x ++ upper k (S (S p)) top) ->
    exists p' top', (p <= p')%nat /\ on_top k top' /\ arises k n (x ++ prepared d :: upper k (S p') top').
  Proof.
    intros St T A. destruct (hd false d) eqn:E; unfold prepared in *; rewrite E in *.
    - exists p, top. rewrite <- full_shape. auto.
    - change (upper k (S (S p)) top) with (full k :: [] ++ upper k (S p) top) in A. rewrite full_shape in A.
      exact (one_block k n positive x (true :: full (k - 1)) [] p top 0 eq_refl T St A).
  Qed.

  (** The wanted levels w, and how many prepared levels lie above the one that loses blocks. *)
  Variable w : tower.
  Variable window : nat.
  Variable b : Z.
  Hypothesis natural : 0 <= b.
  Hypothesis carries : Forall carrying w.
  Hypothesis leaning : forall x y z, w = x ++ y ++ z -> leans b y.
  Hypothesis weighty : forall x y z, w = x ++ y ++ z -> length y = window -> heavy (b + 2 * K * K) (map prepared y).
  Hypothesis room : mass w + b + 2 * K * K + K * Z.of_nat (window + 6) <= K * Z.of_nat n.

  Lemma mass_prefix x y : w = x ++ y -> 0 <= mass x <= mass w.
  Proof. intros E. rewrite E, mass_app. pose proof (mass_natural x). pose proof (mass_natural y). lia. Qed.

  Lemma window_prepared y : forall z, w = y ++ z -> (length y <= S window)%nat ->
    exists p top, on_top k top /\ arises k n (map prepared y ++ upper k p top).
  Proof.
    induction y as [|d y IH] using rev_ind; intros z E Ly.
    - exists n, []. split; [now left|]. unfold upper. rewrite app_nil_r. apply at_the_start.
    - rewrite app_length in Ly. cbn [length] in Ly.
      destruct (IH (d :: z)) as (p & top & T & A); [now rewrite <- app_assoc in E | lia |].
      pose proof (full_left k n positive _ _ _ T A) as P. pose proof (prepared_mass y) as M.
      pose proof (mass_prefix [] w eq_refl) as W. change (mass []) with 0 in W.
      assert (K1 : 4 <= K) by (unfold K; lia). assert (P' : K + 2 < Z.of_nat p) by nia.
      destruct p as [|[|p]]; [lia | lia |].
      destruct (prepare (map prepared y) d p top) as (p' & top' & _ & T' & A'); try assumption.
      + intros p' top' Hp T'.
        change (prepared d :: upper k (S p') top') with (map prepared [d] ++ upper k (S p') top').
        rewrite app_assoc, <- map_app. apply prepared_stand; [exact T' | lia].
      + exists (S p'), top'. split; [exact T'|]. rewrite map_app, <- app_assoc. exact A'.
  Qed.

  (** Level by level, the beginning gets longer: the first prepared level loses all that is not wanted, and one more
      level is prepared. *)
  Lemma window_moves z : forall v y p top, w = v ++ y ++ z -> length y = S window -> on_top k top ->
    arises k n (v ++ map prepared y ++ upper k p top) ->
    exists v' y' p' top', w = v' ++ y' /\ length y' = S window /\ on_top k top' /\
      arises k n (v' ++ map prepared y' ++ upper k p' top').
  Proof.
    induction z as [|d z IH]; intros v y p top E Ly T A.
    { exists v, y, p, top. rewrite app_nil_r in E. auto. }
    destruct y as [|a y]; [discriminate|]. injection Ly as Ly. assert (Ca : Forall carrying v /\ carrying a).
    { pose proof carries as F. rewrite E, Forall_app in F. destruct F as [F1 F2].
      split; [exact F1 | now inversion F2]. }
    destruct Ca as [Cv Ca]. assert (Lv : forall x z', v = x ++ z' -> leans b z').
    { intros x z' Ev. apply (leaning x z' ((a :: y) ++ d :: z)). now rewrite E, Ev, <- app_assoc. }
    assert (Hy : heavy (b + 2 * K * K) (map prepared y)).
    { apply (weighty (v ++ [a]) y (d :: z)); [now rewrite E, <- app_assoc | exact Ly]. }
    assert (K1 : 4 <= K) by (unfold K; lia). assert (P : b + 2 * K * K + 3 * K <= K * Z.of_nat p).
    { rewrite app_assoc in A. pose proof (full_left k n positive _ _ _ T A) as P. rewrite mass_app in P.
      pose proof (mass_prefix v _ E). pose proof (prepared_mass (a :: y)) as M. cbn [length] in M. rewrite Ly in M.
      nia. }
    assert (P' : 3 <= Z.of_nat p) by nia. destruct p as [|[|p]]; [lia | lia |].
    destruct (all_blocks k n positive v (map prepared y) a (prepared a) (S p) top) as (p1 & top1 & P1 & T1 & A1);
      try assumption.
    { rewrite prepared_length. symmetry. apply Ca. }
    { apply prepared_over, Ca. }
    { intros c' p' top' Hp T' L O. apply (state_stands b); try assumption; [|nia].
      apply (over_carrying a); [exact Ca | rewrite L; apply Ca | exact O]. }
    destruct p1 as [|p1]; [lia|].
    destruct (prepare (v ++ a :: map prepared y) d p1 top1) as (p2 & top2 & P2 & T2 & A2);
      [|exact T1 | now rewrite <- app_assoc|].
    { intros p' top' Hp T'.
      replace ((v ++ a :: map prepared y) ++ prepared d :: upper k (S p') top')
        with (v ++ a :: map prepared (y ++ [d]) ++ upper k (S p') top')
        by (rewrite map_app, <- !app_assoc; reflexivity).
      apply (state_stands b); try assumption; [|nia]. rewrite map_app. destruct Hy as [H1 H2].
      pose proof (sums_app (map prepared y) (map prepared [d])) as Y. destruct (prepared_leans [d]) as [D1 D2].
      unfold heavy. destruct (Nat.even (length (map prepared y))); lia. }
    apply (IH (v ++ [a]) (y ++ [d]) (S p2) top2).
    - rewrite E, <- !app_assoc. reflexivity.
    - rewrite app_length. cbn [length]. lia.
    - exact T2.
    - rewrite map_app, <- !app_assoc in *. exact A2.
  Qed.

  Lemma tower_begins v y : w = v ++ y -> (S window <= length y)%nat ->
    exists t, arises k n t /\ firstn (length v) t = v.
  Proof.
    intros E Ly. set (y0 := firstn (S window) w). assert (L0 : length y0 = S window).
    { unfold y0. apply firstn_length_le. rewrite E, app_length. lia. }
    pose proof (firstn_skipn (S window) w) as S0. fold y0 in S0.
    destruct (window_prepared y0 (skipn (S window) w)) as (p & top & T & A); [now rewrite S0 | lia |].
    destruct (window_moves (skipn (S window) w) [] y0 p top) as (v' & y' & p' & top' & E' & L' & T' & A'); auto.
    exists (v' ++ map prepared y' ++ upper k p' top'). split; [exact A'|]. rewrite E in E'.
    assert (V : exists r, v' = v ++ r).
    { destruct (app_eq_app _ _ _ _ E') as (r & [[V Y]|[V _]]); [|now exists r]. exists [].
      rewrite Y, app_length in L'. destruct r; [now rewrite V, !app_nil_r | cbn in L'; lia]. }
    destruct V as (r & ->). rewrite <- app_assoc. now rewrite firstn_app, firstn_all, Nat.sub_diag, app_nil_r.
  Qed.
End Play.
