(** The search of the checkers by automata finds each move of a piece that slides or drops to its place, or is put there. *)
From Coq Require Import Arith ZArith List Bool FMapPositive Lia.
From Topple Require Import Statements Wells Plays WellCheck WellSound RisingCheck RisingPlays RisingSound RunsPlays.
From Topple Require Import WordCheck Words WordPlays WordWays.
Import ListNotations Well WellGame WellLines.

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

  Hypothesis some_width : 0 < w.
  Hypothesis dead_is_ok : dead_ok w cert lines levels = true.
  Lemma dead_stays a : proper w a -> step dead a = dead.
  Proof.
    intros H. unfold dead_ok in dead_is_ok. apply andb_true_iff in dead_is_ok. destruct dead_is_ok as [D _].
    rewrite forallb_forall in D. apply Pos.eqb_eq, D. now apply letters_in.
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
  Lemma beside_in {A} (entries : list A) : forall l l' n e, nth_error entries n = Some e ->
    In (e, nth n l dead, nth n l' dead) (beside cert entries l l').
  Proof.
    induction entries as [|e0 entries IH]; intros l l' [|n] e H; try discriminate; cbn [beside].
    - injection H as ->. left. now destruct l, l'.
    - right. specialize (IH (tl l) (tl l') n e H). now destruct l as [|p l], l' as [|p' l'];
        [destruct n | | |]; try (destruct n).
  Qed.
  Lemma reads {A} (g : letter -> A) p q a f s : proper w a -> alive (step p a) = true ->
    In s (f (g a) (step p a) (step q a)) -> In s (reading cert lines (map g (letters w)) p q f).
  Proof.
    intros Ha Alive H. apply in_flat_map. exists (g a, step p a, step q a). split; [|now rewrite Alive].
    apply beside_in. rewrite nth_error_map. now rewrite letters_nth.
  Qed.

  Definition worth (k : list Z) (b : well) : Z := fold_right (fun r z => (dot k (weigh cert r) + z)%Z) 0%Z b.
  Lemma worth_app k b b' : worth k (b ++ b') = (worth k b + worth k b')%Z.
  Proof. induction b as [|r b IH]; cbn [app worth fold_right]; [reflexivity|]. unfold worth in *. rewrite IH.
    lia. Qed.

  (** * A piece *)
  Lemma same_lists_eq l : forall l', same_lists same_row l l' = true -> l = l'.
  Proof.
    induction l as [|r l IH]; intros [|r' l'] H; try discriminate; [reflexivity|]. cbn in H.
    apply andb_true_iff in H. destruct H as [H1 H2]. apply same_row_eq in H1 as ->. f_equal. now apply IH.
  Qed.
  Lemma same_ways_eq k k' : same_ways k k' = true -> k = k'.
  Proof.
    destruct k, k'. unfold same_ways. cbn [fst snd]. rewrite andb_true_iff. intros [H1 H2].
    apply same_row_eq in H1 as ->. now apply same_lists_eq in H2 as ->.
  Qed.
  Lemma same_phase_eq a b : same_phase a b = true -> a = b.
  Proof.
    destruct a, b; cbn; try discriminate; rewrite ?andb_true_iff, ?Nat.eqb_eq.
    - intros H. now apply eqb_prop in H as ->.
    - intros [[[-> H1] H2] H3]. apply eqb_prop in H1 as ->. apply same_sums_eq in H2 as ->.
      now apply same_ways_eq in H3 as ->.
    - intros [H1 H2]. apply same_sums_eq in H1 as ->. now apply same_ways_eq in H2 as ->.
  Qed.

  Section Piece.
    Variables (t : turn) (x : nat) (test : positive -> positive -> list Z -> nat -> bool).
    Hypothesis is_solid : solid t = true.
    Hypothesis within : forall c, In c t -> x + fst c < w.
    Notation new := (new_rows w cert t x).
    Notation next := (moves w cert lines t x (entries_below w t x) (entries_in w cert t x) (entries_over w t)).
    Notation come_from := (come_from w cert t).
    Variable reached : state phase -> Prop.
    Hypothesis closed : forall s, reached s -> move_ok cert lines levels test new s = true /\
      forall s', In s' (next s) -> reached s'.
    Let some_cell : t <> [] := solid_some t is_solid.

    (** Rows below the piece. *)
    Definition last_meets (s : bool) (b : well) : bool := fold_left (fun _ r => meets t x r 0) b s.
    Lemma reads_below u : forall q s, spelled w u -> alive (run q u) = true -> reached (q, q, below_piece s) ->
      reached (run q u, run q u, below_piece (last_meets s (rows u))).
    Proof.
      induction u as [|a u IH]; intros q s Hu Hq H; [exact H|]. inversion Hu as [|? ? Ha Hu']; subst.
      cbn [run fold_left] in *. pose proof (alive_before _ u Hu' Hq) as Alive.
      assert (N : reached (step q a, step q a,
        below_piece (match a with Some r => meets t x r 0 | None => s end))).
      { apply (closed _ H). right. apply (reads _ _ _ a); [exact Ha | exact Alive|]. destruct a; now left. }
      destruct a as [r|]; cbn [rows]; apply IH in N; auto.
    Qed.

    (** Rows over the piece. *)
    Lemma come_next b rest k (a : state phase) : come_from b rest k -> In a (if_can_come cert k a).
    Proof. intros H. unfold if_can_come. rewrite (come_can w cert t some_cell b rest k H). now left. Qed.
    Lemma reads_over u : forall b p q d k, spelled w u -> alive (run p u) = true -> reached (p, q, over_piece d k) ->
      come_from b (rows u) k -> exists k', reached (run p u, run q u, over_piece d k').
    Proof.
      induction u as [|a u IH]; intros b p q d k Hu Hp H C; [now exists k|]. inversion Hu as [|? ? Ha Hu']; subst.
      cbn [run fold_left] in *. pose proof (alive_before _ u Hu' Hp) as Alive. destruct a as [r|].
      - apply (come_row w cert t some_cell) in C. apply (IH _ _ _ d _ Hu' Hp) with (2 := C). apply (closed _ H).
        apply (reads _ _ _ (Some r)); [exact Ha | exact Alive|]. now apply (come_next _ _ _ _ C).
      - apply (IH b _ _ d k Hu' Hp); [|exact C]. apply (closed _ H).
        apply (reads _ _ _ None); [exact Ha | exact Alive | now left].
    Qed.

    (** The word of a row that got its cells, and what it changes. *)
    Definition kept_row (r : list bool) : word := if full r then [] else [Some r].
    Lemma kept_rows r : rows (kept_row r) = keep [r].
    Proof. unfold kept_row, keep. cbn [filter]. now destruct (full r). Qed.
    Lemma kept_spelled i r : i < tall t -> spelled w (kept_row (put_row w t x i r)).
    Proof.
      intros H. unfold kept_row. destruct (full _) eqn:E; constructor; [|constructor]. split; [apply put_length|].
      split; [|exact E]. pose proof is_solid as S. unfold solid in S. rewrite forallb_forall in S.
      specialize (S i ltac:(apply in_seq; lia)). apply existsb_exists in S. destruct S as (c & Hc & S).
      apply not_true_iff_false. intros B. unfold blank in B. rewrite forallb_forall in B.
      specialize (B (nth (x + fst c) (put_row w t x i r) false)). rewrite put_nth in B by now apply within.
      assert (F : has t x (x + fst c) i = true)
        by (apply existsb_exists; exists c; split; [exact Hc | now rewrite Nat.eqb_refl, S]).
      rewrite F, orb_true_r in B. discriminate B. rewrite <- (orb_true_r (nth (x + fst c) r false)), <- F.
      rewrite <- (put_nth w) by now apply within. apply nth_In. rewrite put_length. now apply within.
    Qed.
    Lemma row_entry i r : exists n d, written w cert t x i r = (n, d) /\
      (forall q, written_to cert (line q) q n = run q (kept_row (put_row w t x i r))) /\
      forall k, dot k d = worth k (rows (kept_row (put_row w t x i r))).
    Proof.
      unfold written, kept_row. destruct (full (put_row w t x i r)); eexists _, _; (split; [reflexivity|]);
        (split; [reflexivity|]); intros k; cbn; [now destruct k | lia].
    Qed.

    Lemma by_height {A} (f : nat -> A) : forall i k n, i < n ->
      skipn i (map f (seq k n)) = f (k + i) :: skipn (S i) (map f (seq k n)).
    Proof.
      induction i as [|i IH]; intros k [|n] H; try lia; cbn [seq map]; [now rewrite Nat.add_0_r|].
      change (skipn i (map f (seq (S k) n)) = f (k + S i) :: skipn (S i) (map f (seq (S k) n))).
      rewrite IH by lia. now rewrite Nat.add_succ_r.
    Qed.
    Lemma inside_nth i : i < tall t ->
      nth i (entries_in w cert t x) [] = map (option_map (entry_in w cert t x i)) (letters w).
    Proof.
      intros H. unfold entries_in. set (f := fun i => _). rewrite nth_indep with (d' := f 0)
        by (now rewrite map_length, seq_length).
      rewrite map_nth, seq_nth by exact H. reflexivity.
    Qed.

    (** The well ends inside of the piece. *)
    Lemma ends_inside n : forall i q d, i + n = tall t -> exists u d',
      on_top cert lines (skipn i new) q d = (run q u, d') /\ spelled w u /\
      rows u = keep (painted w t x i n []) /\ forall k, dot k d' = (dot k d + worth k (rows u))%Z.
    Proof.
      induction n as [|n IH]; intros i q d Hi.
      - exists [], d. rewrite skipn_all2 by (unfold new_rows; rewrite map_length, seq_length; lia).
        split; [reflexivity|]. split; [constructor|]. split; [reflexivity|]. intros k. cbn. lia.
      - unfold new_rows. rewrite by_height by lia. fold new. cbn [on_top Nat.add].
        destruct (row_entry i (repeat false w)) as (m & d0 & -> & Q & D).
        destruct (IH (S i) (written_to cert (line q) q m) (plus d d0) ltac:(lia)) as (u & d' & Hin & Hu & Hr & Hd).
        rewrite Q in Hin. set (r := put_row w t x i (repeat false w)) in *.
        exists (kept_row r ++ u), d'. rewrite run_app, Q. split; [exact Hin|]. split; [|split].
        + apply spelled_app. split; [|exact Hu]. apply kept_spelled. lia.
        + rewrite rows_app, kept_rows, Hr. cbn [painted]. change (?a :: ?b) with ([a] ++ b) at 2.
          now rewrite keep_app.
        + intros k. rewrite Hd, dot_plus, rows_app, worth_app, D. lia.
    Qed.

    Lemma put_cons i n r b : keep (painted w t x i (S n) (r :: b)) =
      rows (kept_row (put_row w t x i r)) ++ keep (painted w t x (S i) n b).
    Proof. cbn [painted]. change (?a :: ?l) with ([a] ++ l) at 1. now rewrite keep_app, kept_rows. Qed.
    Lemma reads_inside u : forall b p q s d k, length b < tall t -> spelled w u -> alive (run p u) = true ->
      reached (p, q, in_piece (length b) s d k) -> come_from b (rows u) k ->
      (s = true \/ exists n r, nth_error (rows u) n = Some r /\ meets t x r (S (length b + n)) = true) ->
      exists st u' d', reached st /\ fst (fst st) = run p u /\ In (run q u', d') (finished cert lines new st) /\
      spelled w u' /\ rows u' = keep (painted w t x (length b) (tall t - length b) (rows u)) /\
      forall k, (dot k d' + worth k (rows u))%Z = (dot k d + worth k (rows u'))%Z.
    Proof.
      induction u as [|a u IH]; intros b p q s d k Hi Hu Hp H C Supp.
      - destruct Supp as [->|(n & r & Hn & _)]; [|now destruct n].
        destruct (ends_inside (tall t - length b) (length b) q d ltac:(lia)) as (u' & d' & Hin & Hu' & Hr & Hd).
        exists (p, q, in_piece (length b) true d k), u', d'. split; [exact H|]. split; [reflexivity|].
        split; [now left|]. split; [exact Hu'|]. split; [exact Hr|]. intros k'. rewrite Hd. cbn. lia.
      - inversion Hu as [|? ? Ha Hu']; subst. cbn [run fold_left] in Hp. pose proof (alive_before _ u Hu' Hp)
          as Alive.
        assert (Next : forall s', In s' (match option_map (entry_in w cert t x (length b)) a with
            | Some (n, d', s', free) =>
                after_row cert t (step p a) (written_to cert (line q) q n) (length b) (s || s') (plus d d')
                  (climb w cert t free k)
            | None => [(step p a, step q a, in_piece (length b) s d k)]
            end) -> reached s').
        { intros s' Hs. apply (closed _ H). cbn [moves]. rewrite inside_nth by exact Hi.
          now apply (reads _ _ _ a _ _ Ha Alive). }
        destruct a as [r|].
        + destruct (row_entry (length b) r) as (n & d0 & E & Q & D). cbn [option_map] in Next. unfold entry_in in Next.
          rewrite E, Q in Next. set (row := put_row w t x (length b) r) in *.
          apply (come_row w cert t some_cell) in C. fold (rows u) in C.
          assert (Lb : length (b ++ [r]) = S (length b)) by (rewrite app_length; cbn; lia).
          assert (S0 : s || meets t x r (S (length b)) = true \/
            exists m r0, nth_error (rows u) m = Some r0 /\ meets t x r0 (S (length (b ++ [r]) + m)) = true).
          { destruct Supp as [->|([|n0] & r0 & Hn & M)]; [now left | |].
            - injection Hn as ->. rewrite Nat.add_0_r in M. left. now rewrite M, orb_true_r.
            - right. exists n0, r0. rewrite Nat.add_succ_r in M. rewrite Lb. now split. }
          cbn [rows run fold_left]. replace (tall t - length b) with (S (tall t - S (length b))) by lia.
          rewrite put_cons. fold row.
          assert (Row : spelled w (kept_row row)) by now apply kept_spelled.
          assert (Dr : forall k, dot k (plus d (plus d0 (minus (weigh cert r)))) =
            (dot k d + worth k (rows (kept_row row)) - dot k (weigh cert r))%Z)
            by (intros k'; rewrite !dot_plus, dot_minus, D; lia).
          unfold after_row in Next. destruct (Nat.ltb_spec (S (length b)) (tall t)) as [L|L].
          * rewrite <- Lb in Next, L, S0. destruct (IH (b ++ [r]) (step p (Some r)) (run q (kept_row row))
              _ _ _ L Hu' Hp (Next _ (come_next _ _ _ _ C)) C S0) as (st & u' & d' & R & F & Fin & Sp & Rw & Dd).
            exists st, (kept_row row ++ u'), d'. rewrite run_app, rows_app, Rw, Lb. split; [exact R|].
            split; [exact F|]. split; [exact Fin|]. split; [now apply spelled_app|]. split; [reflexivity|].
            intros k'. specialize (Dd k'). rewrite Dr in Dd. rewrite <- Lb, <- Rw, worth_app. cbn [worth fold_right].
            fold (worth k' (rows u)). lia.
          * assert (Sup : s || meets t x r (S (length b)) = true).
            { destruct S0 as [S0|(n0 & r0 & _ & M)]; [exact S0 | exfalso]. apply meets_true in M.
              destruct M as (c & Hc & M & _). apply cells_tall in Hc. lia. }
            rewrite Sup in Next. replace (tall t - S (length b)) with 0 by lia. cbn [painted].
            rewrite (blankless_keep w _ (spelled_rows w u Hu')).
            destruct (reads_over u _ _ _ _ _ Hu' Hp (Next _ (come_next _ _ _ _ C)) C) as (k' & R).
            exists (run (step p (Some r)) u, run (run q (kept_row row)) u,
              over_piece (plus d (plus d0 (minus (weigh cert r)))) k'), (kept_row row ++ u),
              (plus d (plus d0 (minus (weigh cert r)))).
            rewrite run_app, rows_app. split; [exact R|]. split; [reflexivity|]. split; [now left|].
            split; [now apply spelled_app|]. split; [reflexivity|].
            intros k0. rewrite Dr, worth_app. cbn [worth fold_right]. fold (worth k0 (rows u)). lia.
        + cbn [option_map] in Next. cbn [rows run fold_left] in *.
          destruct (IH b (step p None) (step q None) s d k Hi Hu' Hp (Next _ (or_introl eq_refl)) C Supp)
            as (st & u' & d' & R & F & Fin & Sp & Rw & Dd).
          exists st, (None :: u'), d'. repeat (split; [assumption|]). split; [now constructor|]. now split.
    Qed.
  End Piece.

  Lemma move_found t x test u y : found_ok (search_moves w cert lines levels test t x) = true -> solid t = true ->
    spelled w u -> alive (run 1 u) = true -> allowed (meaning (comes_by cert)) w (rows u) t x y -> exists u' d,
    spelled w u' /\ rows u' = played w (rows u) t x y /\
    (forall k, worth k (rows u') = (worth k (rows u) + dot k d)%Z) /\
    forall c, In c (controls levels) -> test (run 1 u) (run 1 u') d c = true.
  Proof.
    intros Found Solid Hu Alive Allowed. pose proof (spelled_rows w u Hu) as Hb.
    destruct (came w t x _ (rows u) y (blankless_rows w _ Hb) (blankless_keep w _ Hb) Allowed)
      as (low & top & E & -> & Comes & Supp).
    assert (Fit : fits w (low ++ top) t x y = true)
      by (rewrite <- E; destruct Allowed as (A & _); unfold at_rest in A; now apply andb_true_iff in A).
    assert (In_well : x < w) by exact (WellSound.fits_column w _ t (solid_some t Solid) x y Fit).
    assert (Within : forall c, In c t -> x + fst c < w)
      by (intros c Hc; now apply (fits_free_cell w t x (low ++ top) y)).
    destruct (explored _ _ _ _ same_phase_eq _ Found) as (reached & Start & Closed).
    destruct (rows_split low top u E) as (u1 & u2 & -> & Elow & Etop). apply spelled_app in Hu.
    destruct Hu as [Hu1 Hu2].
    rewrite run_app in *. pose proof (alive_before _ u2 Hu2 Alive) as Alive1.
    pose proof (reads_below t x test reached Closed u1 _ _ Hu1 Alive1 Start) as B.
    set (s := last_meets t x true (rows u1)) in *.
    assert (L : reached (run 1 u1, run 1 u1, in_piece 0 s (nothing cert) (at_place w x)))
      by (apply (Closed _ B); now left).
    destruct (reads_inside t x test Solid Within reached Closed u2 [] _ _ _ _ _ (Nat.lt_0_succ _) Hu2 Alive L)
      as (st & u' & d & R & F & Fin & Sp & Rw & D).
    - rewrite Etop. apply come_at_place; [exact In_well | exact Comes].
    - rewrite Etop. unfold s. rewrite Elow. destruct Supp as [->|[(low' & r & -> & M)|(n & r & Hn & M)]];
        [now left | |].
      + left. unfold last_meets. now rewrite fold_left_app.
      + right. now exists n, r.
    - exists (u1 ++ u'), d. rewrite run_app, !rows_app, Rw, Etop, Elow, Nat.sub_0_r. split; [now apply spelled_app|].
      split; [reflexivity|]. split.
      + intros k. specialize (D k). rewrite Rw, Etop, Nat.sub_0_r in D. unfold nothing in D. rewrite dot_zeros in D.
        rewrite !worth_app. cbn [length] in *. lia.
      + intros c Hc. destruct (Closed st R) as [Ok _]. unfold move_ok in Ok. rewrite forallb_forall in Ok.
        specialize (Ok _ Fin). cbn beta iota in Ok. rewrite forallb_forall in Ok. rewrite <- F. now apply Ok.
  Qed.
  (** The piece in any turn and column. *)
  Lemma piece_move test p t x y u : piece_ok w cert lines levels test p = true -> In t (turns p) -> spelled w u ->
    alive (run 1 u) = true -> allowed (meaning (comes_by cert)) w (rows u) t x y -> exists i u' d,
    spelled w u' /\ rows u' = played w (rows u) t x y /\
    (forall k, worth k (rows u') = (worth k (rows u) + dot k d)%Z) /\
    forall c, In c (controls levels) -> test i x (run 1 u) (run 1 u') d c = true.
  Proof.
    intros Ok Ht Hu Alive Allowed. unfold piece_ok in Ok. rewrite forallb_forall in Ok.
    apply In_nth_error in Ht. destruct Ht as (i & Hi). specialize (Ok (i, t)).
    assert (Hin : In (i, t) (combine (seq 0 (length (turns p))) (turns p))).
    { assert (Li : i < length (turns p)) by (apply nth_error_Some; congruence).
      pose proof (combine_nth (seq 0 (length (turns p))) (turns p) i 0 [] (seq_length _ _)) as En.
      rewrite seq_nth, (nth_error_nth _ _ _ Hi) in En by exact Li. cbn [Nat.add] in En. rewrite <- En. apply nth_In.
      rewrite combine_length, seq_length. lia. }
    specialize (Ok Hin). cbn beta iota in Ok. apply andb_true_iff in Ok. destruct Ok as [Solid Ok].
    rewrite forallb_forall in Ok.
    assert (Fit : fits w (rows u) t x y = true).
    { destruct Allowed as (A & _). unfold at_rest in A. now apply andb_true_iff in A. }
    specialize (Ok x). assert (Hx : In x (seq 0 w)).
    { apply in_seq. split; [lia|]. exact (WellSound.fits_column w _ t (solid_some t Solid) x y Fit). }
    specialize (Ok Hx). apply orb_true_iff in Ok. destruct Ok as [Ok|Ok].
    - exfalso. apply negb_true_iff, not_true_iff_false in Ok. apply Ok. apply forallb_forall. intros c Hc.
      apply andb_true_iff. split; [apply Nat.ltb_lt; now apply (fits_free_cell w t x (rows u) y)|].
      cbn [snd]. now destruct (0 + snd c), (x + fst c).
    - exists i. exact (move_found t x (test i x) u y Ok Solid Hu Alive Allowed).
  Qed.
End Automaton.
