(** The checker of certificates of kind [kink-order], as a program: it makes of what stands in one what the
    checker by automata in [WordCheck.v] looks at. Its proof is in [KinkOrderSound.v]. *)
From Coq Require Import Arith NArith ZArith List Bool.
From Topple Require Import Statements WordCheck.
Import ListNotations Well WellGame.

(** A line [before] or [after]: the count, the state, and the levels, each the number of a measure and a
    potential. *)
Definition rank_line : Type := nat * positive * list (nat * Z).
(** What stands in a certificate after the pieces and the rule; in the lines of states 0 is the dead one. *)
Record kink_order : Type := KinkOrderLines {
  most_before : nat; most_after : nat;
  row_weights : list (list Z);
  measures : list (list Z);
  next_states : list (list N);
  ranks_before : list rank_line;
  ranks_after : list rank_line
}.

(** The dead state has a number beyond all others. *)
Definition beyond (lines : list (list N)) : positive := fold_left (fun n _ => Pos.succ n) lines 1%positive.
Definition numbered (beyond : positive) (n : N) : positive := match n with N0 => beyond | Npos p => p end.

(** By how much the first feature has changed since the mark, at most so much; it may not be less than then. *)
Definition counted (most count : nat) (change : list Z) : option nat :=
  let now := (Z.of_nat count + hd 0 change)%Z in
  if (now <? 0)%Z then None else Some (Z.to_nat (Z.min now (Z.of_nat most))).

Section KinkOrder.
  Variable k : kink_order.
  (** The controls: first the counts before the other piece, then those after it. *)
  Definition first_after : nat := S (most_before k).
  Definition is_before (c : nat) : bool := c <? first_after.
  Definition counted_after (count : nat) (change : list Z) : option nat :=
    option_map (fun n => first_after + n) (counted (most_after k) count change).
  Definition control_after_kink (c turn x : nat) (change : list Z) : option nat :=
    if is_before c then counted (most_before k) c change else counted_after (c - first_after) change.
  Definition control_after_piece (c turn x : nat) (change : list Z) : option nat := counted_after c change.

  Definition level_of (l : nat * Z) : level := (nth (fst l) (measures k) [], snd l).
  Definition ranks_with (count : nat) (lines : list rank_line) : list (positive * list level) :=
    fold_left (fun found l => let '(n, q, levels) := l in
      if n =? count then (q, map level_of levels) :: found else found) lines [].
  Definition ranks_up_to (most : nat) (lines : list rank_line) : list (list (positive * list level)) :=
    map (fun count => ranks_with count lines) (seq 0 (S most)).

  Definition kink_order_certificate : certificate :=
    let dead := beyond (next_states k) in {|
      table := map (map (numbered dead)) (next_states k);
      dead := dead;
      features := row_weights k;
      after_kink := control_after_kink;
      after_tee := control_after_piece;
      restart := 0;
      before := is_before;
      ranks := ranks_up_to (most_before k) (ranks_before k) ++ ranks_up_to (most_after k) (ranks_after k)
    |}.
End KinkOrder.

Definition check_kink_order (width : nat) (piece : turn) (k : kink_order) : bool :=
  check width piece (kink_order_certificate k).
