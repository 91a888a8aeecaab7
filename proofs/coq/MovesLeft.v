(** How many moves are still to come if each takes a block of a level that has more than two, as long as there is one
    below the highest full level. Each k blocks that are put make one level more, with k - 2 blocks to take. Who wins is
    told by whether this number is even or odd; [moves_odd] says which it is for n full levels. *)
From Coq Require Import Arith Bool List Lia.
From Topple Require Import Statements BalanceCheck BalanceTowers.
Import ListNotations Tower Jenka Balance.

Section Moves.
  Variable h : nat.
  Let k := slots h.

  (** The blocks that can be taken if two are left in each level, and those that lie on the highest full level. *)
  Definition room (t : tower) : nat := list_sum (map (fun a => blocks_of a - 2) t).
  Definition stock (top : tower) : nat := match top with [] => 0 | q :: _ => blocks_of q end.
  Definition still (room stock : nat) : nat := room + (k - 2) * ((room + stock + 2 - k) / 2).
  Definition left (t top : tower) : nat := still (room t) (stock top).
  (** From n full levels. *)
  Definition moves (n : nat) : nat := still ((n - 1) * (k - 2)) 0.

  Lemma room_app t u : room (t ++ u) = room t + room u.
  Proof. unfold room. now rewrite map_app, list_sum_app. Qed.
  Lemma room_cons a t : room (a :: t) = (blocks_of a - 2) + room t.
  Proof. reflexivity. Qed.
  Lemma full_room n : room (repeat (full k) n) = n * (k - 2).
  Proof. induction n as [|n IH]; [reflexivity|]. cbn [repeat]. rewrite room_cons, IH, blocks_full. reflexivity. Qed.

  (** * Moves *)
  Lemma still_put r s : still (S r) s = S (still r (S s)).
  Proof. unfold still. replace (S r + s) with (r + S s) by lia. lia. Qed.
  Lemma still_none s : s < k -> still 0 s = 0.
  Proof. intros H. unfold still. rewrite Nat.div_small by lia. lia. Qed.
  Lemma still_filled r : still r k = still (r + (k - 2)) 0.
  Proof.
    unfold still. replace (r + k + 2 - k) with (r + 1 * 2) by lia. rewrite Nat.div_add by lia.
    destruct (Nat.eq_dec h 0) as [H|H].
    - unfold k. rewrite H. cbn. lia.
    - replace (r + (k - 2) + 0 + 2 - k) with r by (unfold k, slots; lia). rewrite Nat.mul_add_distr_l. lia.
  Qed.
  (** If the level on top is full, it is the highest full one, and the number of moves is the same. *)
  Lemma settle u t q : exists t' top, (u ++ t) ++ full k :: [q] = (u ++ t') ++ full k :: top /\
    still (room (u ++ t)) (blocks_of q) = left (u ++ t') top /\
    (q = full k /\ t' = t ++ [full k] /\ top = [] \/ q <> full k /\ t' = t /\ top = [q]).
  Proof.
    destruct (list_eq_dec bool_dec q (full k)) as [->|N].
    - exists (t ++ [full k]), []. split; [now rewrite <- !app_assoc|]. split; [|now left].
      unfold left. cbn [stock]. rewrite app_assoc, (room_app (u ++ t)), room_cons, blocks_full.
      cbn [room list_sum map fold_right]. rewrite Nat.add_0_r. apply still_filled.
    - exists t, [q]. split; [reflexivity|]. split; [reflexivity | now right].
  Qed.

  (** * Even or odd *)

  (** Four levels more, from two on, are an even number of moves more. *)
  Lemma by_fours c i q : k = c + 2 -> Nat.odd (moves (i + 2 + 4 * q)) = Nat.odd (i * c + c + c * (i * c / 2)).
  Proof.
    intros E. unfold moves, still. rewrite E. replace (c + 2 - 2) with c by lia.
    replace ((i + 2 + 4 * q - 1) * c) with (i * c + c + 2 * q * c * 2) by nia.
    replace (i * c + c + 2 * q * c * 2 + 0 + 2 - (c + 2)) with (i * c + 2 * q * c * 2) by lia.
    rewrite Nat.div_add by lia. set (x := i * c / 2).
    replace (i * c + c + 2 * q * c * 2 + c * (x + 2 * q * c))
      with (i * c + c + c * x + 2 * (2 * q * c + c * q * c)) by ring.
    now rewrite Nat.odd_add, Nat.odd_mul, xorb_false_r.
  Qed.
  Theorem moves_odd n : 1 <= h -> 1 <= n -> Nat.odd (moves n) =
    if Nat.odd h then (n mod 4 =? 2) || ((n mod 4 =? 1) && negb (n =? 1)) else (n mod 4 =? 2) || (n mod 4 =? 3).
  Proof.
    intros H N. destruct (Nat.eq_dec n 1) as [->|N1].
    - unfold moves. cbn [Nat.sub Nat.mul]. rewrite still_none by (unfold k, slots; lia). now destruct (Nat.odd h).
    - assert (En : n = (n - 2) mod 4 + 2 + 4 * ((n - 2) / 4)) by (pose proof (Nat.div_mod (n - 2) 4); lia).
      pose proof (Nat.mod_upper_bound (n - 2) 4 ltac:(lia)) as I. revert I En.
      generalize ((n - 2) mod 4) ((n - 2) / 4). intros i q I ->.
      assert (Eh : exists g, h = S g) by (exists (h - 1); lia). destruct Eh as (g & Eh).
      rewrite (by_fours (2 * g + 1)) by (unfold k, slots; lia).
      rewrite (proj2 (Nat.eqb_neq _ 1) N1), andb_true_r, (Nat.mul_comm 4), Nat.mod_add by lia.
      rewrite Eh, Nat.odd_succ, <- Nat.negb_odd.
      assert (D : i * (2 * g + 1) / 2 = nth i [0; g; 2 * g + 1; 3 * g + 1] 0).
      { destruct i as [|[|[|[|i]]]]; cbn [nth]; [reflexivity | | | |lia];
          symmetry; [apply (Nat.div_unique _ _ _ 1) | apply (Nat.div_unique _ _ _ 0) | apply (Nat.div_unique _ _ _ 1)];
          lia. }
      rewrite D. destruct i as [|[|[|[|i]]]]; [| | | |lia]; cbn [nth];
        rewrite ?Nat.odd_add, ?Nat.odd_mul, ?Nat.odd_add, ?Nat.odd_mul; cbn; now destruct (Nat.odd g).
  Qed.
End Moves.
