(** A checker, by finite automata, of ranks that rise when pieces slide to their places in an order of runs, each of
    one piece and ended by another one, as a program. Its proof is in [WordSound.v]. *)
From Coq Require Import Arith ZArith List Bool FMapPositive.
From Topple Require Import Statements WellCheck RisingCheck RunsCheck WordCheck.
Import ListNotations Well WellGame.

(** * Legs: a run of left kinks or of squares, and the piece that ends it *)
Inductive kind : Type := kinks | squares.
Record leg : Type := Leg {
  runs_of : kind;
  (** How many pieces come in the run: so many that this is the remainder by this modulus. *)
  modulus : nat;
  remainder : nat;
  ends_with : turn
}.
Definition run_piece (k : kind) : turn := match k with kinks => kink true | squares => hd [] square end.
(** One leg comes after the other, and after the last one the first. *)
Definition leg_at (legs : list leg) (i : nat) : leg := nth i legs (Leg kinks 0 0 []).
Definition is_last (legs : list leg) (i : nat) : bool := length legs <=? S i.
Definition next_leg (legs : list leg) (i : nat) : nat := if is_last legs i then 0 else S i.

Section Legs.
  Variables (w : nat) (cert : certificate) (lines : PositiveMap.t (list positive)).
  Variables (levels : list (PositiveMap.t (list level))) (legs : list leg).
  Notation line := (line lines).
  Notation step := (step w cert lines).
  Notation levels_of := (levels_of levels).
  Notation controls := (controls levels).

  (** * Each move from each control *)
  Definition one_less (i n : nat) : nat := (n + (modulus (leg_at legs i) - 1)) mod modulus (leg_at legs i).
  Definition run_ok (i turn x : nat) (p q : positive) (d : list Z) (c : nat) : bool :=
    match levels_of c p with
    | None => true
    | Some l =>
        negb (leg_of cert c =? i) ||
        match after_run cert c turn x d with
        | None => false
        | Some c' =>
            (leg_of cert c' =? i) && Bool.eqb (before cert c) (before cert c') &&
            (to_come cert c' =? one_less i (to_come cert c)) &&
            match levels_of c' q with Some l' => rises true d l l' | None => false end
        end
    end.
  (** The rank has to be higher after the last leg, and may not be lower after the others. *)
  Definition end_ok (i turn x : nat) (p q : positive) (d : list Z) (c : nat) : bool :=
    match levels_of c p with
    | None => true
    | Some l =>
        negb ((leg_of cert c =? i) && before cert c && (to_come cert c =? 0)) ||
        match after_end cert c turn x d with
        | None => false
        | Some c' =>
            let next := next_leg legs i in
            (leg_of cert c' =? next) && negb (before cert c') &&
            (to_come cert c' =? remainder (leg_at legs next) mod modulus (leg_at legs next)) &&
            match levels_of c' q with Some l' => rises (negb (is_last legs i)) d l l' | None => false end
        end
    end.

  (** * A mark is set

      What is read below it and above it is told by a few yes or no. In a run of kinks what is above it is a stack of
      full segments under a half-full one, in each lane. In a run of squares, in width 4, it is a stack of full
      segments in one lane, or nothing; and if there is a row below, the highest one has a cell in each lane that has
      no such stack. *)
  Inductive marking : Type := under_mark (below : list bool) | over_mark (above : list bool).
  Definition same_marking (a b : marking) : bool :=
    match a, b with
    | under_mark l, under_mark l' => same_row l l'
    | over_mark l, over_mark l' => same_row l l'
    | _, _ => false
    end.
  (** For each lane: was its half-full segment read? *)
  Fixpoint lanes_read (lanes : list bool) (r : list bool) : option (list bool) :=
    match lanes, r with
    | [], _ => Some []
    | topped :: lanes, a :: c :: r =>
        match lanes_read lanes r with
        | None => None
        | Some rest =>
            match topped, a, c with
            | false, true, true => Some (false :: rest)
            | false, true, false => Some (true :: rest)
            | true, false, false => Some (true :: rest)
            | _, _, _ => None
            end
        end
    | _, _ => None
    end.
  (** For both lanes: is there a cell in the highest row, or no row? *)
  Definition has_cells (r : list bool) : list bool :=
    match r with [a; b; c; d] => [a || b; c || d] | _ => [] end.
  (** The same of the rows below the mark; then, for both lanes, are there full segments above it? *)
  Definition stack_read (m : list bool) (r : list bool) : option (list bool) :=
    match m, r with
    | [a; b; _; false], [true; true; false; false] => Some [a; b; true; false]
    | [a; b; false; _], [false; false; true; true] => Some [a; b; false; true]
    | _, _ => None
    end.
  Definition nothing_below (k : kind) : list bool := match k with kinks => [] | squares => [true; true] end.
  Definition read_below (k : kind) (m r : list bool) : list bool :=
    match k with kinks => m | squares => has_cells r end.
  Definition nothing_above (k : kind) (m : list bool) : list bool :=
    match k with kinks => repeat false (w / 2) | squares => m ++ [false; false] end.
  Definition read_above (k : kind) : list bool -> list bool -> option (list bool) :=
    match k with kinks => lanes_read | squares => stack_read end.
  Definition may_mark (k : kind) (m : list bool) : bool :=
    match k with
    | kinks => forallb (fun c => c) m
    | squares => match m with [a; b; c; d] => (a || c) && (b || d) | _ => false end
    end.
  Section Marks.
    Variable run_of : kind.
    Variable old_line : positive -> list positive.
    Variable living : positive -> bool.
    Definition marks (a : state marking) : list (state marking) :=
      let '(p, q, m) := a in
      match m with
      | under_mark l =>
          (p, step q None, over_mark (nothing_above run_of l)) ::
          flat_map (fun e : letter * positive * positive => let '(a, p, q') := e in
            match a with
            | None => [(p, q, under_mark l)]
            | Some r => [(p, q', under_mark (read_below run_of l r))]
            end)
            (beside cert (letters w) (old_line p) (line q))
      | over_mark l =>
          flat_map (fun e : letter * positive * positive => let '(a, p, q') := e in
            match a with
            | None => [(p, q, over_mark l)]
            | Some r => match read_above run_of l r with Some l => [(p, q', over_mark l)] | None => [] end
            end) (beside cert (letters w) (old_line p) (line q))
      end.
    Definition living_marks (a : state marking) : list (state marking) :=
      filter (fun a => living (fst (fst a))) (marks a).
    Variable test : positive -> positive -> bool.
    Definition mark_ok (a : state marking) : bool :=
      let '(p, q, m) := a in
      match m with over_mark l => if may_mark run_of l then test p q else true | under_mark _ => true end.
    Definition search_marks : search marking :=
      explore marking same_marking living_marks mark_ok (1%positive, 1%positive, under_mark (nothing_below run_of)).
  End Marks.
  Definition restart_ok (i : nat) : bool :=
    forallb (fun n =>
      let c := restart cert i n in (leg_of cert c =? i) && before cert c && (to_come cert c =? n))
      (seq 0 (modulus (leg_at legs i))).
  Definition first_mark_ok (i : nat) (_ q : positive) : bool :=
    forallb (fun n => match levels_of (restart cert i n) q with Some _ => true | None => false end)
      (seq 0 (modulus (leg_at legs i))).
  Definition next_mark_ok (i : nat) (p q : positive) : bool :=
    forallb (fun c => before cert c || match levels_of c p with
      | None => true
      | Some l =>
          negb (leg_of cert c =? i) ||
          match levels_of (restart cert i (to_come cert c)) q with
          | Some l' => rises true (nothing cert) l l'
          | None => false
          end
      end) controls.
  (** The first mark of all is set in the first leg, in whatever well. *)
  Definition search_first : search marking :=
    search_marks (runs_of (leg_at legs 0)) (fun _ => []) (fun _ => true) (first_mark_ok 0).
  Definition search_next (i : nat) : search marking :=
    search_marks (runs_of (leg_at legs i)) line (alive cert) (next_mark_ok i).

  Definition width_ok (k : kind) : bool := match k with kinks => true | squares => w =? 4 end.
  Definition leg_ok (i : nat) : bool :=
    let g := leg_at legs i in
    (0 <? modulus g) && width_ok (runs_of g) && restart_ok i &&
    piece_ok w cert lines levels (run_ok i) (run_piece (runs_of g)) &&
    piece_ok w cert lines levels (end_ok i) (ends_with g) && found_ok (search_next i).
End Legs.

Definition slides_only (cert : certificate) : bool :=
  match comes_by cert with WellLines.Slide => true | _ => false end.
Definition check (w : nat) (legs : list leg) (cert : certificate) : bool :=
  let lines := numbered_lines cert in
  let levels := ranks_by_state cert in
  slides_only cert &&
  (0 <? w) && (0 <? length legs) && dead_ok w cert lines levels &&
  forallb (leg_ok w cert lines levels legs) (seq 0 (length legs)) &&
  found_ok (search_first w cert lines levels legs).
