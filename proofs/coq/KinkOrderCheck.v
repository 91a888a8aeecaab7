(** The checker of certificates of kind [kink-order], as a program: it makes of what stands in one what the
    checker by automata in [LegCheck.v] looks at. Its proof is in [KinkOrderSound.v]. *)
From Coq Require Import Arith NArith ZArith List Bool.
From Topple Require Import Statements WordCheck LegCheck.
Import ListNotations Well WellGame.

(** A line [before] or [after]: the kinks, or the squares, still to come or come by the modulus, the count, the state,
    and the levels, each the number of a measure and a potential. *)
Definition rank_line : Type := nat * nat * positive * list (nat * Z).
(** What stands in a certificate after the line [runs]; in the lines of states 0 is the dead one. *)
Record kink_order : Type := KinkOrderLines {
  most_before : nat; most_after : nat;
  row_weights : list (list Z);
  measures : list (list Z);
  next_states : list (list N);
  ranks_before : list rank_line;
  ranks_after : list rank_line
}.
(** With squares, there is more in it: the same of the run of squares, and how much the first feature may fall
    after the other piece. *)
Record kink_square_order : Type := KinkSquareOrderLines {
  kink_lines : kink_order;
  most_before_squares : nat; most_after_squares : nat;
  may_fall : nat;
  squares_before : list rank_line;
  squares_after : list rank_line
}.

(** By how much the first feature has changed since the mark, at most so much; it may not be less than then. *)
Definition counted (most count : nat) (change : list Z) : option nat :=
  let now := (Z.of_nat count + hd 0 change)%Z in
  if (now <? 0)%Z then None else Some (Z.to_nat (Z.min now (Z.of_nat most))).

(** The controls of one run: first those with a mark in it, then those with none; of both, by how many pieces are
    to come in it, those with each count. *)
Section Run.
  (** So many pieces come that this is the remainder by this modulus. *)
  Variables run_modulus run_remainder : nat.
  Variables most_before most_after : nat.
  Definition first_after : nat := run_modulus * S most_before.
  Definition controls_of_run : nat := first_after + run_modulus * S most_after.
  Definition is_before (c : nat) : bool := c <? first_after.
  Definition control (left count : nat) : nat := left * S most_before + count.
  Definition control_after (left count : nat) : nat := first_after + (left * S most_after + count).
  Definition left_to_come (c : nat) : nat :=
    if is_before c then c / S most_before else (c - first_after) / S most_after.
  Definition count_of (c : nat) : nat :=
    if is_before c then c mod S most_before else (c - first_after) mod S most_after.
  Definition control_in_run (c : nat) (change : list Z) : option nat :=
    let left := (left_to_come c + (run_modulus - 1)) mod run_modulus in
    if is_before c then option_map (control left) (counted most_before (count_of c) change)
    else option_map (control_after left) (counted most_after (count_of c) change).
  (** How many pieces have come since the run began, if so many are to come before it ends. *)
  Definition have_come (left : nat) : nat := (run_remainder + (run_modulus - left)) mod run_modulus.

  Variable measures : list (list Z).
  Definition level_of (l : nat * Z) : level := (nth (fst l) measures [], snd l).
  Definition ranks_with (pieces count : nat) (lines : list rank_line) : list (positive * list level) :=
    fold_left (fun found l => let '(m, n, q, levels) := l in
      if (m =? pieces) && (n =? count) then (q, map level_of levels) :: found else found) lines [].
  Definition ranks_up_to (most : nat) (lines : list rank_line) (pieces : nat) : list (list (positive * list level)) :=
    map (fun count => ranks_with pieces count lines) (seq 0 (S most)).
  Definition ranks_of_run (before after : list rank_line) : list (list (positive * list level)) :=
    flat_map (ranks_up_to most_before before) (seq 0 run_modulus) ++
    flat_map (fun left => ranks_up_to most_after after (have_come left)) (seq 0 run_modulus).
End Run.

Section KinkOrder.
  (** How many kinks come in a run. *)
  Variables kinks_modulus kinks_remainder : nat.
  Variable k : kink_order.
  Notation of_run f := (f kinks_modulus (most_before k) (most_after k)).
  Definition kink_ranks : list (list (positive * list level)) :=
    ranks_of_run kinks_modulus kinks_remainder (most_before k) (most_after k) (measures k)
      (ranks_before k) (ranks_after k).
  Definition control_of_piece (count : nat) (change : list Z) : option nat :=
    option_map (of_run control_after kinks_remainder) (counted (most_after k) count change).

  Definition kink_order_certificate : certificate :=
    let dead := beyond (next_states k) in {|
      table := map (map (numbered dead)) (next_states k);
      dead := dead;
      features := row_weights k;
      comes_by := WellLines.Slide;
      after_run := fun c turn x => of_run control_in_run c;
      after_end := fun c turn x => control_of_piece (of_run count_of c);
      leg_of := fun _ => 0;
      before := is_before kinks_modulus (most_before k);
      to_come := of_run left_to_come;
      restart := fun _ left => control (most_before k) left 0;
      ranks := kink_ranks
    |}.
  Definition kink_leg (piece : turn) : leg := Leg kinks kinks_modulus kinks_remainder piece.
End KinkOrder.

(** Left kinks, and squares: the first square ends the run of kinks, the others are a run of their own. Its controls
    come after those of the kinks. *)
Section KinkSquareOrder.
  Variables kinks_modulus kinks_remainder squares_modulus squares_remainder : nat.
  Variable s : kink_square_order.
  Notation k := (kink_lines s).
  Notation of_kinks f := (f kinks_modulus (most_before k) (most_after k)).
  Notation of_squares f := (f squares_modulus (most_before_squares s) (most_after_squares s)).
  (** How many squares come after the first, by the modulus. *)
  Definition other_squares : nat := (squares_remainder + (squares_modulus - 1)) mod squares_modulus.

  Definition kink_square_order_certificate : certificate :=
    let of_two := kink_order_certificate kinks_modulus kinks_remainder k in
    let first := of_kinks controls_of_run in
    let in_kinks := fun c => c <? first in {|
      table := table of_two;
      dead := dead of_two;
      features := features of_two;
      comes_by := comes_by of_two;
      after_run := fun c turn x change =>
        if in_kinks c then of_kinks control_in_run c change
        else option_map (Nat.add first) (of_squares control_in_run (c - first) change);
      after_end := fun c turn x change =>
        if in_kinks c then option_map (fun count => first + of_squares control_after other_squares count)
          (counted (most_after_squares s) (of_kinks count_of c) change)
        else control_of_piece kinks_modulus kinks_remainder k (of_squares count_of (c - first) + may_fall s) change;
      leg_of := fun c => if in_kinks c then 0 else 1;
      before := fun c =>
        if in_kinks c then is_before kinks_modulus (most_before k) c
        else is_before squares_modulus (most_before_squares s) (c - first);
      to_come := fun c => if in_kinks c then of_kinks left_to_come c else of_squares left_to_come (c - first);
      restart := fun i left =>
        match i with 0 => control (most_before k) left 0 | S _ => first + control (most_before_squares s) left 0 end;
      ranks := ranks of_two ++
        ranks_of_run squares_modulus squares_remainder (most_before_squares s) (most_after_squares s) (measures k)
          (squares_before s) (squares_after s)
    |}.
  Definition square_leg (piece : turn) : leg := Leg squares squares_modulus other_squares piece.
End KinkSquareOrder.

Definition check_kink_order (width : nat) (piece : turn) (modulus remainder : nat) (k : kink_order) : bool :=
  check width [kink_leg modulus remainder piece] (kink_order_certificate modulus remainder k).
Definition check_kink_square_order (width : nat) (piece : turn)
    (modulus remainder squares_modulus squares_remainder : nat) (s : kink_square_order) : bool :=
  check width [kink_leg modulus remainder (hd [] square); square_leg squares_modulus squares_remainder piece]
    (kink_square_order_certificate modulus remainder squares_modulus squares_remainder s).
