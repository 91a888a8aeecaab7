(** Stacks of full segments under a half-full one, and the rows below them. *)
From Coq Require Import Arith ZArith Bool List Lia.
From Topple Require Import Statements Wells Plays Lanes Potential.
Import ListNotations Well WellGame.

Notation E := ((false, false) : segment).
Notation F := ((true, true) : segment).

(** The rows up to the highest segment that is not empty, and up to the highest one
    below it that is not full. *)
Fixpoint reach (c : list segment) : nat :=
  match c with [] => 0 | s :: c' => match top c with (false, false) => 0 | _ => S (reach c') end end.
Fixpoint buried (c : list segment) : nat :=
  match c with
  | [] => 0
  | s :: c =>
      match buried c with
      | S m => S (S m)
      | 0 => match s, top c with (true, true), _ => 0 | _, (false, false) => 0 | _, _ => 1 end
      end
  end.

Lemma reach_top c : reach c = 0 <-> top c = E.
Proof.
  destruct c as [|s c]; [simpl; tauto|]. cbn [reach]. destruct (top (s :: c)) as [[] []]; split; intros H; congruence.
Qed.
Lemma top_nil c : top c = E -> exists m, c = repeat E m.
Proof.
  induction c as [|s c IH]; intros H; [now exists 0|]. cbn [top] in H. destruct (top c) as [[] []]; try discriminate.
  subst s. destruct (IH eq_refl) as (m & ->). now exists (S m).
Qed.

Lemma top_cons s c l : top (s :: c) = half l -> top c = half l \/ top c = E /\ s = half l.
Proof. cbn [top]. destruct (top c) as [[] []]; intros H; [now left | now left | now left | now right]. Qed.

(** Between the two there are full segments only. *)
Lemma stack l c : forall low, top c = half l -> buried c <= low -> low < reach c -> topped l (skipn low c).
Proof.
  induction c as [|s c IH]; intros low T B R; [simpl in R; lia|].
  cbn [reach] in R. rewrite T in R. assert (Rc : low < S (reach c)) by (destruct l; exact R). clear R.
  destruct low as [|low].
  - cbn [skipn]. cbn [buried] in B. destruct (buried c) as [|m] eqn:Eb; [|lia].
    apply top_cons in T. destruct T as [T|[T ->]].
    + assert (s = F) by (rewrite T in B; destruct s as [[] []], l; simpl in B; (reflexivity || lia)). subst s.
      assert (R : 0 < reach c) by (destruct (reach c) eqn:Z; [apply reach_top in Z; rewrite Z in T; destruct l; discriminate | lia]).
      destruct (IH 0 T ltac:(lia) R) as (m & m' & Eq). cbn [skipn] in Eq. exists (S m), m'. cbn [repeat app]. now rewrite <- Eq.
    + destruct (top_nil c T) as (m & ->). now exists 0, m.
  - cbn [skipn]. apply IH; [| |lia].
    + apply top_cons in T. destruct T as [T|[T _]]; [exact T|]. apply reach_top in T. lia.
    + cbn [buried] in B. destruct (buried c); lia.
Qed.

Lemma buried_above c m : buried (c ++ repeat E m) = buried c /\ reach (c ++ repeat E m) = reach c.
Proof.
  assert (Z : buried (repeat E m) = 0).
  { induction m as [|m IH]; [reflexivity|]. cbn [repeat buried]. rewrite IH. now destruct (empties m) as [-> _]. }
  induction c as [|s c [IH1 IH2]].
  - split; [exact Z|]. apply reach_top. apply empties.
  - cbn [app buried reach]. rewrite IH1, IH2.
    change (top (s :: c ++ repeat E m)) with (top ((s :: c) ++ repeat E m)).
    destruct (above_empty c m) as [-> _]. destruct (above_empty (s :: c) m) as [-> _]. split; reflexivity.
Qed.

Lemma buried_app pre X X' : buried X = 0 -> buried X' = 0 -> top X <> E -> top X' <> E -> buried (pre ++ X) = buried (pre ++ X').
Proof.
  intros B B' T T'. induction pre as [|s pre IH]; [cbn [app]; congruence|]. cbn [app buried]. rewrite IH.
  pose proof (top_app_some pre X T) as A. pose proof (top_app_some pre X' T') as A'.
  destruct (buried (pre ++ X')); [|reflexivity].
  destruct (top (pre ++ X)) as [[] []], (top (pre ++ X')) as [[] []], s as [[] []]; congruence.
Qed.

Lemma reach_app pre X : top X <> E -> reach (pre ++ X) = length pre + reach X.
Proof.
  intros T. induction pre as [|s pre IH]; [reflexivity|]. cbn [app reach length]. rewrite IH.
  pose proof (top_app_some (s :: pre) X T) as A. cbn [app] in A. destruct (top (s :: pre ++ X)) as [[] []]; (lia || congruence).
Qed.

(** Full rows go: neither grows; and if the second stays, no row went below it. *)
Lemma keep_buried w k b : rows_of w b -> 2 * k + 1 < w ->
  reach (lane k (keep b)) <= reach (lane k b) /\
  buried (lane k (keep b)) <= buried (lane k b) /\
  (buried (lane k (keep b)) = buried (lane k b) ->
   firstn (buried (lane k b)) (keep b) = firstn (buried (lane k b)) b).
Proof.
  intros Hb Hk. induction Hb as [|r b Hr Hb (IH1 & IH2 & IH3)]; [auto|].
  pose proof (lane_keep w k b Hb Hk) as Th. destruct (thinned_top _ _ Th) as [Te Th'].
  unfold keep, lane in *. cbn [filter map]. destruct (full r) eqn:Ef; cbn [negb map].
  - rewrite (seg_full w k r Hr Hk Ef). split; [|split].
    + cbn [reach]. destruct (top (F :: map (seg k) b)) as [[] []] eqn:T; try lia.
      cbn [top] in T. destruct (top (map (seg k) b)) as [[] []]; discriminate.
    + cbn [buried]. destruct (buried (map (seg k) b)); lia.
    + cbn [buried]. destruct (buried (map (seg k) b)); intros H; [reflexivity | lia].
  - set (c := map (seg k) b) in *. set (c' := map (seg k) (filter (fun r => negb (full r)) b)) in *.
    split; [|split].
    + cbn [reach]. destruct (thinned_top (seg k r :: c) (seg k r :: c') (thin_keep _ _ _ Th)) as [Te2 _].
      destruct (top (seg k r :: c)) as [[] []]; destruct (top (seg k r :: c')) as [[] []]; try lia.
      all: specialize (Te2 eq_refl); discriminate.
    + cbn [buried]. destruct (buried c), (buried c') as [|m]; try lia.
      * destruct (seg k r) as [[] []]; try lia; destruct (top c) as [[] []]; try rewrite (Te eq_refl); destruct (top c') as [[] []]; lia.
      * destruct (seg k r) as [[] []], (top c') as [[] []]; lia.
    + cbn [buried]. destruct (buried c) as [|m] eqn:Bc; destruct (buried c') as [|m'] eqn:Bc'; try lia.
      * intros _. destruct (seg k r) as [[] []], (top c) as [[] []]; reflexivity.
      * intros H. destruct (seg k r) as [[] []], (top c') as [[] []]; simpl in H; lia.
      * intros H. injection H as ->. cbn [firstn]. f_equal. now apply IH3.
Qed.

(** * The lowest rows *)
Lemma firstn_fill h b x y : firstn h (fill b (x, y)) = if y <? h then fill (firstn h b) (x, y) else firstn h b.
Proof.
  unfold fill. cbn [fst snd]. revert h y. induction b as [|r b IH]; intros [|h] [|y]; try reflexivity.
  - cbn [update firstn]. now destruct (S y <? S h).
  - cbn [update firstn]. rewrite IH. change (S y <? S h) with (y <? h). now destruct (y <? h).
Qed.
Lemma free_firstn h b x y : free b (x, y) -> y < h -> free (firstn h b) (x, y).
Proof.
  unfold free. cbn [fst snd]. revert h y. induction b as [|r b IH]; intros h y H L.
  - exfalso. destruct y, x; discriminate.
  - destruct h as [|h]; [lia|]. destruct y as [|y]; [exact H|]. cbn [firstn nth] in *. apply IH; [exact H | lia].
Qed.

Lemma put_firstn h cells : forall b, NoDup cells -> (forall c, In c cells -> free b c) ->
  (sum one (firstn h b) <= sum one (firstn h (fold_left fill cells b)))%Z /\
  ((exists c, In c cells /\ snd c < h) -> (sum one (firstn h b) < sum one (firstn h (fold_left fill cells b)))%Z).
Proof.
  induction cells as [|[x y] cells IH]; intros b Hn Hf; cbn [fold_left].
  - split; [lia|]. intros (c & [] & _).
  - inversion Hn; subst. destruct (IH (fill b (x, y))) as [I1 I2]; [assumption| |].
    { intros d Hd. apply free_fill; [apply Hf; now right|]. intros <-. contradiction. }
    pose proof (firstn_fill h b x y) as P. destruct (Nat.ltb_spec y h) as [L|L].
    + pose proof (sum_fill one (firstn h b) (x, y) (free_firstn h b x y (Hf _ (or_introl eq_refl)) L)) as S.
      rewrite P in I1. rewrite S in I1. unfold one in I1 at 2. cbn beta in I1. split; [lia|]. intros _. lia.
    + rewrite P in I1, I2. split; [exact I1|]. intros (c & [<-|Hc] & Hl); [cbn [snd] in Hl; lia|]. apply I2. eauto.
Qed.
