(** The search of the checker by automata finds each move of a piece that is dropped, and each way to set a
    mark. *)
From Coq Require Import Arith ZArith List Bool FMapPositive Lia.
From Topple Require Import Statements Wells Plays RisingCheck RisingPlays RunsPlays WordCheck Words WordPlays.
Import ListNotations Well WellGame.

(** It is not to be unfolded here: it looks at up to 2^60 states. *)
Local Opaque explore.

Section Automaton.
  Variables (w : nat) (cert : certificate) (lines : PositiveMap.t (list positive)).
  Variable levels : list (PositiveMap.t (list level)).
  Notation dead := (dead cert).
  Notation line := (line lines).
  Notation step := (step w cert lines).
  Notation alive := (alive cert).
  Definition run (q : positive) (u : word) : positive := fold_left step u q.
  Lemma run_app q u v : run q (u ++ v) = run (run q u) v.
  Proof. apply fold_left_app. Qed.

  Hypothesis dead_is_ok : dead_ok w cert lines levels = true.
  Lemma dead_stays a : proper w a -> step dead a = dead.
  Proof.
    intros H. unfold dead_ok in dead_is_ok. apply andb_true_iff in dead_is_ok. destruct dead_is_ok as [D _].
    rewrite forallb_forall in D. now apply Pos.eqb_eq, D, letters_in.
  Qed.
  Lemma alive_before q : forall u, spelled w u -> alive (run q u) = true -> alive q = true.
  Proof.
    intros u Hu H. unfold WordCheck.alive in *. destruct (Pos.eqb_spec q dead) as [->|N]; [|reflexivity].
    replace (run dead u) with dead in H; [now rewrite Pos.eqb_refl in H|].
    induction Hu as [|a u Ha Hu IH]; [reflexivity|]. cbn [run fold_left]. rewrite dead_stays by exact Ha. apply IH.
    cbn [run fold_left] in H. now rewrite dead_stays in H.
  Qed.
  Lemma levels_alive c q l : levels_of levels c q = Some l -> alive q = true /\ In c (controls levels).
  Proof.
    unfold levels_of. destruct (nth_error levels c) as [m|] eqn:E; [|discriminate]. intros H. split.
    - unfold WordCheck.alive. destruct (Pos.eqb_spec q dead) as [->|N]; [exfalso | reflexivity].
      unfold dead_ok in dead_is_ok. apply andb_true_iff in dead_is_ok. destruct dead_is_ok as [_ D].
      rewrite forallb_forall in D. apply nth_error_In in E. specialize (D m E). now rewrite H in D.
    - apply in_seq. cbn. split; [lia|]. apply nth_error_Some. congruence.
  Qed.

  (** ** Entries and lines side by side *)
  Lemma beside_in {A} (entries : list A) : forall l n e, nth_error entries n = Some e ->
    In (e, nth n l dead) (beside cert entries l).
  Proof.
    induction entries as [|e0 entries IH]; intros l [|n] e H; try discriminate; cbn [beside].
    - injection H as ->. left. now destruct l.
    - right. specialize (IH (tl l) n e H). now destruct l as [|p l]; [destruct n|].
  Qed.
  Lemma beside_both_in {A} (entries : list A) : forall l l' n e, nth_error entries n = Some e ->
    In (e, nth n l dead, nth n l' dead) (beside_both cert entries l l').
  Proof.
    induction entries as [|e0 entries IH]; intros l l' [|n] e H; try discriminate; cbn [beside_both].
    - injection H as ->. left. now destruct l, l'.
    - right. specialize (IH (tl l) (tl l') n e H). now destruct l as [|p l], l' as [|p' l'];
        [destruct n | | |]; try (destruct n).
  Qed.
  Lemma entry_beside {A} (f : letter -> A) q a : proper w a -> In (f a, step q a)
    (beside cert (map f (letters w)) (line q)).
  Proof. intros H. apply beside_in. rewrite nth_error_map. now rewrite letters_nth. Qed.

  Definition worth (k : list Z) (b : well) : Z := fold_right (fun r z => (dot k (weigh cert r) + z)%Z) 0%Z b.
  Lemma worth_app k b b' : worth k (b ++ b') = (worth k b + worth k b')%Z.
  Proof. induction b as [|r b IH]; cbn [app worth fold_right]; [reflexivity|]. unfold worth in *. rewrite IH.
    lia. Qed.

  (** * A piece *)
  Lemma same_phase_eq a b : same_phase a b = true -> a = b.
  Proof.
    destruct a, b; cbn; try discriminate; rewrite ?andb_true_iff, ?Nat.eqb_eq.
    - intros H. now apply eqb_prop in H as ->.
    - intros [[-> H1] H2]. apply eqb_prop in H1 as ->. now apply same_sums_eq in H2 as ->.
    - intros H. now apply same_sums_eq in H as ->.
  Qed.

  Section Piece.
    Variables (t : turn) (x : nat) (test : positive -> positive -> list Z -> nat -> bool).
    Hypothesis some_width : 0 < w.
    Notation inside := (entries_in w cert t x).
    Notation next := (living_moves w cert lines t inside (entries_below w t x) (entries_over w t x)).
    Variable reached : state phase -> Prop.
    Hypothesis closed : forall s, reached s -> move_ok w cert lines levels test inside s = true /\
      forall s', In s' (next s) -> reached s'.

    Lemma reaches s s' : reached s -> In s' (moves w cert lines t inside (entries_below w t x)
      (entries_over w t x) s) ->
      alive (fst (fst s')) = true -> reached s'.
    Proof. intros H Hs A. apply (closed s H). now apply filter_In. Qed.

    (** Rows below the piece. *)
    Definition last_meets (s : bool) (b : well) : bool := fold_left (fun _ r => meets t x r (fun h => h =? 0)) b s.
    Lemma reads_below u : forall q s, spelled w u -> alive (run q u) = true -> reached (q, q, below_piece s) ->
      reached (run q u, run q u, below_piece (last_meets s (rows u))).
    Proof.
      induction u as [|a u IH]; intros q s Hu Hq H; [exact H|]. inversion Hu as [|? ? Ha Hu']; subst.
      cbn [run fold_left] in *. pose proof (alive_before _ u Hu' Hq) as Alive.
      pose proof (entry_beside (entry_below t x) q a Ha) as Hin.
      assert (N : reached (step q a, step q a,
        below_piece (match a with Some r => meets t x r (fun h => h =? 0) | None => s end))).
      { apply (reaches (q, q, below_piece s) _ H); [|exact Alive]. right. apply in_flat_map.
        exists (entry_below t x a, step q a). split; [exact Hin|]. destruct a; now left. }
      destruct a as [r|]; cbn [rows]; apply IH in N; auto.
    Qed.

    (** Rows over the piece. *)
    Lemma reads_over u : forall p q d, spelled w u -> alive (run p u) = true -> reached (p, q, over_piece d) ->
      (forall r, In r (rows u) -> meets t x r (fun _ => true) = false) -> reached (run p u, run q u, over_piece d).
    Proof.
      induction u as [|a u IH]; intros p q d Hu Hp H Clear; [exact H|]. inversion Hu as [|? ? Ha Hu']; subst.
      cbn [run fold_left] in *. pose proof (alive_before _ u Hu' Hp) as Alive. apply IH; auto.
      - apply (reaches (p, q, over_piece d) _ H); [|exact Alive]. apply in_flat_map.
        exists (entry_over t x a, step p a, step q a). split.
        + apply beside_both_in. unfold entries_over. rewrite nth_error_map. now rewrite letters_nth.
        + destruct a as [r|]; cbn [entry_over]; [|now left]. rewrite Clear by now left. now left.
      - intros r Hr. apply Clear. destruct a; [now right | exact Hr].
    Qed.

    (** The word of a row that got its cells, and what it changes. *)
    Definition kept_row (r : list bool) : word := if full r then [] else [Some r].
    Lemma kept_rows r : rows (kept_row r) = keep [r].
    Proof. unfold kept_row, keep. cbn [filter]. now destruct (full r). Qed.
    Lemma kept_spelled r : length r = w -> spelled w (kept_row r).
    Proof. intros H. unfold kept_row. destruct (full r) eqn:E; constructor; [now split | constructor]. Qed.
    Lemma row_entry i r : meets t x r (fun h => h <=? i) = false -> exists n d,
      entry_in w cert t x i (Some r) = read_row n (meets t x r (fun h => h =? S i)) d /\
      (forall q, written_to cert (line q) q n = run q (kept_row (put_row w t x i r))) /\
      forall k, (dot k d + dot k (weigh cert r))%Z = worth k (rows (kept_row (put_row w t x i r))).
    Proof.
      intros H. cbn [entry_in]. rewrite H. unfold kept_row. destruct (full (put_row w t x i r)).
      - eexists _, _. split; [reflexivity|]. split; [reflexivity|]. intros k. rewrite dot_minus. cbn. lia.
      - eexists _, _. split; [reflexivity|]. split; [reflexivity|]. intros k. rewrite dot_plus, dot_minus. cbn. lia.
    Qed.

    Lemma inside_nth i : i < tall t -> nth i inside [] = map (entry_in w cert t x i) (letters w).
    Proof.
      intros H. unfold entries_in. set (f := fun i => _). rewrite nth_indep with (d' := f 0)
        by (now rewrite map_length, seq_length).
      rewrite map_nth, seq_nth by exact H. reflexivity.
    Qed.
    Lemma inside_skip i : i < tall t -> skipn i inside = map (entry_in w cert t x i) (letters w) :: skipn (S i)
      inside.
    Proof.
      intros H. rewrite <- inside_nth by exact H. assert (L : length inside = tall t)
        by (unfold entries_in; now rewrite map_length, seq_length). revert i H. rewrite <- L. generalize inside as m.
      clear. induction m as [|e l IH]; intros [|i] H; cbn in H; try lia; [reflexivity|].
      change (skipn i l = nth i l [] :: skipn (S i) l). apply IH. lia.
    Qed.
    Notation blank := (repeat false w).
    Lemma blank_meets f : meets t x blank f = false.
    Proof. apply meets_false. intros c _ _. apply nth_repeat. Qed.
    Lemma blank_proper : proper w (Some blank).
    Proof. split; [apply repeat_length|]. destruct w; [lia | reflexivity]. Qed.
    Lemma first_letter : exists l, letters w = Some blank :: l.
    Proof.
      pose proof (letters_nth w (Some blank) blank_proper) as E. cbn [code] in E.
      assert (Z : number blank = 0) by (clear; induction w as [|n IH]; [reflexivity | cbn; now rewrite IH]).
      rewrite Z in E. destruct (letters w) as [|a l]; [discriminate|]. injection E as ->. now exists l.
    Qed.

    (** The well ends inside of the piece. *)
    Lemma ends_inside n : forall i q d, i + n = tall t -> exists u d',
      In (run q u, d') (on_top w cert lines (skipn i inside) q true d) /\ spelled w u /\
      rows u = keep (painted w t x i n []) /\ forall k, dot k d' = (dot k d + worth k (rows u))%Z.
    Proof.
      induction n as [|n IH]; intros i q d Hi.
      - exists [], d. rewrite skipn_all2 by (unfold entries_in; rewrite map_length, seq_length; lia).
        split; [now left|]. split; [constructor|]. split; [reflexivity|]. intros k. cbn. lia.
      - rewrite inside_skip by lia. destruct first_letter as (l & ->). cbn [map on_top].
        destruct (row_entry i blank (blank_meets _)) as (m & d0 & -> & Q & D). rewrite blank_meets. cbn [orb].
        set (r := put_row w t x i blank) in *.
        destruct (IH (S i) (written_to cert (line q) q m) (plus d (plus d0 (weigh cert blank))) ltac:(lia))
          as (u & d' & Hin & Hu & Hr & Hd).
        rewrite Q in Hin. exists (kept_row r ++ u), d'. rewrite run_app. split; [now rewrite Q|]. split; [|split].
        + apply spelled_app. split; [|exact Hu]. apply kept_spelled, put_length.
        + rewrite rows_app, kept_rows, Hr. cbn [painted]. change (?a :: ?b) with ([a] ++ b) at 2.
          now rewrite keep_app.
        + intros k. rewrite Hd, !dot_plus, rows_app, worth_app. specialize (D k). lia.
    Qed.

    Lemma put_cons i n r b : keep (painted w t x i (S n) (r :: b)) =
      rows (kept_row (put_row w t x i r)) ++ keep (painted w t x (S i) n b).
    Proof. cbn [painted]. change (?a :: ?l) with ([a] ++ l) at 1. now rewrite keep_app, kept_rows. Qed.
    Lemma reads_inside u : forall i p q s d, i < tall t -> spelled w u -> alive (run p u) = true ->
      reached (p, q, in_piece i s d) ->
      (forall n r, nth_error (rows u) n = Some r -> meets t x r (fun h => h <=? i + n) = false) ->
      (s = true \/ exists n r, nth_error (rows u) n = Some r /\ meets t x r (fun h => h =? S (i + n)) = true) ->
      exists st u' d', reached st /\ fst (fst st) = run p u /\ In (run q u', d') (finished w cert lines inside st) /\
      spelled w u' /\ rows u' = keep (painted w t x i (tall t - i) (rows u)) /\
      forall k, (dot k d' + worth k (rows u))%Z = (dot k d + worth k (rows u'))%Z.
    Proof.
      induction u as [|a u IH]; intros i p q s d Hi Hu Hp H Clear Supp.
      - destruct Supp as [->|(n & r & Hn & _)]; [|now destruct n].
        destruct (ends_inside (tall t - i) i q d ltac:(lia)) as (u' & d' & Hin & Hu' & Hr & Hd).
        exists (p, q, in_piece i true d), u', d'. repeat (split; [assumption || reflexivity|]). intros k.
        rewrite Hd. cbn. lia.
      - inversion Hu as [|? ? Ha Hu']; subst. cbn [run fold_left] in Hp. pose proof (alive_before _ u Hu' Hp)
          as Alive.
        pose proof (entry_beside (entry_in w cert t x i) p a Ha) as Hin. rewrite <- inside_nth in Hin by exact Hi.
        assert (Next : forall s', In s' (match entry_in w cert t x i a with
            | read_row n s' d' => after_row t (step p a) (written_to cert (line q) q n) i (s || s') (plus d d')
            | marked => [(step p a, step q None, in_piece i s d)]
            | blocked => []
            end) -> fst (fst s') = step p a -> reached s').
        { intros s' Hs E. apply (reaches (p, q, in_piece i s d) s' H); [|now rewrite E]. apply in_flat_map.
          exists (entry_in w cert t x i a, step p a). split; [exact Hin | exact Hs]. }
        destruct a as [r|].
        + assert (C0 : meets t x r (fun h => h <=? i) = false).
          { rewrite <- (Nat.add_0_r i). exact (Clear 0 r eq_refl). }
          destruct (row_entry i r C0) as (n & d0 & E & Q & D). rewrite E, Q in Next.
          set (row := put_row w t x i r) in *.
          assert (S0 : s || meets t x r (fun h => h =? S i) = true \/
            exists n r, nth_error (rows u) n = Some r /\ meets t x r (fun h => h =? S (S i + n)) = true).
          { destruct Supp as [->|([|n0] & r0 & Hn & M)]; [now left | |].
            - injection Hn as ->. rewrite Nat.add_0_r in M. left. now rewrite M, orb_true_r.
            - right. exists n0, r0. rewrite Nat.add_succ_r in M. now split. }
          cbn [rows run fold_left]. replace (tall t - i) with (S (tall t - S i)) by lia. rewrite put_cons. fold row.
          assert (Row : spelled w (kept_row row)) by apply kept_spelled, put_length.
          unfold after_row in Next. destruct (Nat.ltb_spec (S i) (tall t)) as [L|L].
          * destruct (IH (S i) (step p (Some r)) (run q (kept_row row)) (s || meets t x r (fun h => h =? S i))
              (plus d d0))
              as (st & u' & d' & R & F & Fin & Sp & Rw & Dd); auto.
            { apply Next; [now left | reflexivity]. }
            { intros m r0 Hm. specialize (Clear (S m) r0 Hm). now rewrite Nat.add_succ_r in Clear. }
            exists st, (kept_row row ++ u'), d'. rewrite run_app, rows_app, Rw. split; [exact R|]. split; [exact F|].
            split; [exact Fin|]. split; [now apply spelled_app|]. split; [reflexivity|]. intros k. specialize (Dd k).
            specialize (D k). rewrite <- Rw, worth_app. rewrite dot_plus in Dd. cbn [worth fold_right].
            fold (worth k (rows u)). lia.
          * assert (Sup : s || meets t x r (fun h => h =? S i) = true).
            { destruct S0 as [S0|(n0 & r0 & _ & M)]; [exact S0 | exfalso]. apply meets_true in M.
              destruct M as (c & Hc & M & _). apply Nat.eqb_eq in M. apply cells_tall in Hc. lia. }
            rewrite Sup in Next. replace (tall t - S i) with 0 by lia. cbn [painted].
            rewrite (proj2 (spelled_rows w u Hu')).
            exists (run (step p (Some r)) u, run (run q (kept_row row)) u, over_piece (plus d d0)),
              (kept_row row ++ u), (plus d d0).
            rewrite run_app, rows_app. split; [|split; [reflexivity|]; split; [now left|];
              split; [now apply spelled_app|]; split; [reflexivity|]].
            -- apply reads_over; auto; [apply Next; [now left | reflexivity]|]. intros r0 Hr.
               apply In_nth_error in Hr. destruct Hr as (m & Hm). specialize (Clear (S m) r0 Hm).
               apply meets_false. intros c Hc _. apply not_true_iff_false. intros T.
               apply not_true_iff_false in Clear.
               apply Clear. apply meets_true. exists c. split; [exact Hc|]. split; [|exact T]. apply Nat.leb_le.
               apply cells_tall in Hc. lia.
            -- intros k. specialize (D k). rewrite worth_app, dot_plus. cbn [worth fold_right].
               fold (worth k (rows u)). lia.
        + cbn [entry_in] in Next. cbn [rows run fold_left] in *.
          destruct (IH i (step p None) (step q None) s d) as (st & u' & d' & R & F & Fin & Sp & Rw & Dd); auto.
          { apply Next; [now left | reflexivity]. }
          exists st, (None :: u'), d'. repeat (split; [assumption|]). split; [now constructor|]. now split.
    Qed.
  End Piece.

  Lemma move_found t x test u y : found_ok (search_moves w cert lines levels test t x) = true -> t <> [] ->
    spelled w u -> alive (run 1 u) = true -> allowed drop w (rows u) t x y -> exists u' d,
    spelled w u' /\ rows u' = played w (rows u) t x y /\
    (forall k, worth k (rows u') = (worth k (rows u) + dot k d)%Z) /\
    forall c, In c (controls levels) -> test (run 1 u) (run 1 u') d c = true.
  Proof.
    intros Found Ht Hu Alive Allowed. destruct (spelled_rows w u Hu) as [Hr K].
    destruct (dropped w t x (rows u) y Hr K Allowed) as (low & top & E & -> & Within & Clear & Supp).
    assert (W : 0 < w) by (destruct t as [|c t']; [congruence | specialize (Within c (or_introl eq_refl)); lia]).
    unfold search_moves in Found. cbv zeta in Found.
    destruct (explored _ _ _ _ same_phase_eq _ Found) as (reached & Start & Closed).
    destruct (rows_split low top u E) as (u1 & u2 & -> & Elow & Etop). apply spelled_app in Hu.
    destruct Hu as [Hu1 Hu2].
    rewrite run_app in *. pose proof (alive_before _ u2 Hu2 Alive) as Alive1.
    pose proof (reads_below t x test reached Closed u1 _ _ Hu1 Alive1 Start) as B.
    set (s := last_meets t x true (rows u1)) in *.
    assert (L : reached (run 1 u1, run 1 u1, in_piece 0 s (nothing cert)))
      by (apply (reaches t x test reached Closed _ _ B); [now left | exact Alive1]).
    destruct (reads_inside t x test W reached Closed u2 0 _ _ _ _ (Nat.lt_0_succ _) Hu2 Alive L)
      as (st & u' & d & R & F & Fin & Sp & Rw & D).
    - rewrite Etop. exact Clear.
    - rewrite Etop. unfold s. rewrite Elow. destruct Supp as [->|[(low' & r & -> & M)|(n & r & Hn & M)]];
        [now left | |].
      + left. unfold last_meets. now rewrite fold_left_app.
      + right. now exists n, r.
    - exists (u1 ++ u'), d. rewrite run_app, !rows_app, Rw, Etop, Elow, Nat.sub_0_r. split; [now apply spelled_app|].
      split; [reflexivity|]. split.
      + intros k. specialize (D k). rewrite Rw, Etop, Nat.sub_0_r in D. unfold nothing in D. rewrite dot_zeros in D.
        rewrite !worth_app. lia.
      + intros c Hc. destruct (Closed st R) as [Ok _]. unfold move_ok in Ok. rewrite forallb_forall in Ok.
        specialize (Ok _ Fin). cbn beta iota in Ok. rewrite forallb_forall in Ok. rewrite <- F. now apply Ok.
  Qed.
End Automaton.
