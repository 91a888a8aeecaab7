(** The checker of certificates of kind [kink-order], as a program: it makes of what stands in one what the
    checker by automata in [WordCheck.v] looks at. Its proof is in [KinkOrderSound.v]. *)
From Coq Require Import Arith NArith ZArith List Bool.
From Topple Require Import Statements WordCheck.
Import ListNotations Well WellGame.

(** A line [before] or [after]: the kinks still to come or come by the modulus, the count, the state, and the
    levels, each the number of a measure and a potential. *)
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

(** The dead state has a number beyond all others. *)
Definition beyond (lines : list (list N)) : positive := fold_left (fun n _ => Pos.succ n) lines 1%positive.
Definition numbered (beyond : positive) (n : N) : positive := match n with N0 => beyond | Npos p => p end.

(** By how much the first feature has changed since the mark, at most so much; it may not be less than then. *)
Definition counted (most count : nat) (change : list Z) : option nat :=
  let now := (Z.of_nat count + hd 0 change)%Z in
  if (now <? 0)%Z then None else Some (Z.to_nat (Z.min now (Z.of_nat most))).

Section KinkOrder.
  (** How many kinks come in a run: so many that this is the remainder by this modulus. *)
  Variables kinks_modulus kinks_remainder : nat.
  Variable k : kink_order.
  (** The controls: first those before the other piece, then those after it; of both, by how many kinks are to come
      before it, those with each count. *)
  Definition first_after : nat := kinks_modulus * S (most_before k).
  Definition is_before (c : nat) : bool := c <? first_after.
  Definition control (left count : nat) : nat := left * S (most_before k) + count.
  Definition control_after (left count : nat) : nat := first_after + (left * S (most_after k) + count).
  Definition kinks_to_come (c : nat) : nat :=
    if is_before c then c / S (most_before k) else (c - first_after) / S (most_after k).
  Definition count_of (c : nat) : nat :=
    if is_before c then c mod S (most_before k) else (c - first_after) mod S (most_after k).
  Definition control_after_kink (c turn x : nat) (change : list Z) : option nat :=
    let left := (kinks_to_come c + (kinks_modulus - 1)) mod kinks_modulus in
    if is_before c then option_map (control left) (counted (most_before k) (count_of c) change)
    else option_map (control_after left) (counted (most_after k) (count_of c) change).
  Definition control_after_piece (c turn x : nat) (change : list Z) : option nat :=
    option_map (control_after kinks_remainder) (counted (most_after k) (count_of c) change).
  (** How many kinks have come after the other piece, if so many are to come before it comes again. *)
  Definition have_come (left : nat) : nat := (kinks_remainder + (kinks_modulus - left)) mod kinks_modulus.

  Definition level_of (l : nat * Z) : level := (nth (fst l) (measures k) [], snd l).
  Definition ranks_with (kinks count : nat) (lines : list rank_line) : list (positive * list level) :=
    fold_left (fun found l => let '(m, n, q, levels) := l in
      if (m =? kinks) && (n =? count) then (q, map level_of levels) :: found else found) lines [].
  Definition ranks_up_to (most : nat) (lines : list rank_line) (kinks : nat) : list (list (positive * list level)) :=
    map (fun count => ranks_with kinks count lines) (seq 0 (S most)).
  Definition by_kinks_to_come : list nat := seq 0 kinks_modulus.

  Definition kink_order_certificate : certificate :=
    let dead := beyond (next_states k) in {|
      table := map (map (numbered dead)) (next_states k);
      dead := dead;
      features := row_weights k;
      modulus := kinks_modulus;
      remainder := kinks_remainder;
      after_kink := control_after_kink;
      after_tee := control_after_piece;
      before := is_before;
      to_come := kinks_to_come;
      restart := fun left => control left 0;
      ranks := flat_map (ranks_up_to (most_before k) (ranks_before k)) by_kinks_to_come ++
        flat_map (fun left => ranks_up_to (most_after k) (ranks_after k) (have_come left)) by_kinks_to_come
    |}.
End KinkOrder.

Definition check_kink_order (width : nat) (piece : turn) (modulus remainder : nat) (k : kink_order) : bool :=
  check width piece (kink_order_certificate modulus remainder k).
