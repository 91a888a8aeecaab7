(** Ranks of wells, told by a finite automaton, and each move of a piece that slides or drops to its place, or is put there, as a
    program; the checkers in [LegCheck.v] and [RowWeightsCheck.v] look at the ranks after each. A well is read as a
    word, row by row from the bottom, with a
    mark between two rows; the ranks are told by the state of an automaton that has read it, and by sums of weights of
    its rows. *)
From Coq Require Import Arith NArith ZArith List Bool FMapPositive.
From Topple Require Import Statements WellCheck RisingCheck RunsCheck.
Import ListNotations Well WellGame.

(** * Letters: a row that is neither full nor empty, or the mark *)
Definition letter : Type := option (list bool).
Definition word : Type := list letter.
Fixpoint rows (u : word) : well :=
  match u with [] => [] | Some r :: u => r :: rows u | None :: u => rows u end.

(** Column 0 is the lowest bit of the number of a row. The mark has the number of the full row. As no letter is
    the empty row, a letter stands in a list of all at its number less one. *)
Fixpoint number (r : list bool) : nat := match r with [] => 0 | c :: r => Nat.b2n c + 2 * number r end.
Definition code (w : nat) (a : letter) : nat := match a with Some r => number r - 1 | None => 2 ^ w - 2 end.
Fixpoint by_numbers (w : nat) : list (list bool) :=
  match w with 0 => [[]] | S w => flat_map (fun r => [false :: r; true :: r]) (by_numbers w) end.
Definition letters (w : nat) : list letter := map (fun r => if full r then None else Some r) (tl (by_numbers w)).

(** * Weights *)
Fixpoint plus (a b : list Z) : list Z :=
  match a, b with
  | [], _ => b
  | _, [] => a
  | x :: a, y :: b => (x + y)%Z :: plus a b
  end.
Definition minus (a : list Z) : list Z := map Z.opp a.
Fixpoint dot (a b : list Z) : Z := match a, b with x :: a, y :: b => (x * y + dot a b)%Z | _, _ => 0%Z end.
Fixpoint same_sums (a b : list Z) : bool :=
  match a, b with
  | [], [] => true
  | x :: a, y :: b => (x =? y)%Z && same_sums a b
  | _, _ => false
  end.

(** * Certificates *)

(** A level: how much each feature counts, and what is added. *)
Definition level : Type := list Z * Z.
Record certificate : Type := Certificate {
  (** State s is the s-th line: the next state for each letter, in their order. State 1 is the start. *)
  table : list (list positive);
  (** No letter leads out of this state, and no well comes to it. *)
  dead : positive;
  (** The weights of the rows that are letters, in their order. *)
  features : list (list Z);
  (** How a piece comes to its place: it slides or drops, or is put anywhere. *)
  comes_by : WellLines.movement;
  (** The control after a piece of the run, or after the one that ends it, by the control before it, the number of
      the turn, the column, and the changes of the features. *)
  after_run : nat -> nat -> nat -> list Z -> option nat;
  after_end : nat -> nat -> nat -> list Z -> option nat;
  (** In which leg it is. *)
  leg_of : nat -> nat;
  (** Was a mark set in this leg? *)
  before : nat -> bool;
  (** How many pieces of the run are to come, by the modulus. *)
  to_come : nat -> nat;
  (** The control after a mark is set in a leg, if so many pieces of the run are to come. *)
  restart : nat -> nat -> nat;
  (** For each control the states that may occur, with their levels. *)
  ranks : list (list (positive * list level))
}.

(** ** States by their numbers in a certificate, where 0 is the dead one *)
(** The dead state has a number beyond all others. *)
Definition beyond (lines : list (list N)) : positive := fold_left (fun n _ => Pos.succ n) lines 1%positive.
Definition numbered (beyond : positive) (n : N) : positive := match n with N0 => beyond | Npos p => p end.

(** * What can be reached: states are two states of automata, and more *)
Section Explore.
  Variable R : Type.
  Variable same : R -> R -> bool.
  Definition state : Type := positive * positive * R.
  Variable next : state -> list state.
  Variable ok : state -> bool.
  Definition seen_states : Type := PositiveMap.t (PositiveMap.t (list R)).

  Definition seen_from (v : seen_states) (p : positive) : PositiveMap.t (list R) :=
    match PositiveMap.find p v with Some m => m | None => PositiveMap.empty _ end.
  Definition seen_at (m : PositiveMap.t (list R)) (q : positive) : list R :=
    match PositiveMap.find q m with Some l => l | None => [] end.
  Definition insert (a : list state * seen_states) (s : state) : list state * seen_states :=
    let '(p, q, r) := s in
    let m := seen_from (snd a) p in
    let l := seen_at m q in
    if existsb (same r) l then a else (s :: fst a, PositiveMap.add p (PositiveMap.add q (r :: l) m) (snd a)).

  (** The states to be looked at, those that were seen, and one that is not as it should be. *)
  Definition search : Type := list state * seen_states * option state.
  Definition look (a : search) : search :=
    match a with
    | (s :: work, v, None) => if ok s then (fold_left insert (next s) (work, v), None) else (work, v, Some s)
    | _ => a
    end.
  Definition idle (a : search) : bool := match a with (_ :: _, _, None) => false | _ => true end.
  Fixpoint looks (n : nat) (a : search) : search :=
    match n with
    | 0 => look a
    | S n => if idle a then a else let a := looks n a in if idle a then a else looks n a
    end.
  Definition explore (start : state) : search := looks 60 (insert ([], PositiveMap.empty _) start, None).
  Definition all_ok (start : state) : bool :=
    match explore start with ([], _, None) => true | _ => false end.
End Explore.

(** * The automaton *)
Section Automaton.
  Variables (w : nat) (cert : certificate).
  Definition numbered_lines : PositiveMap.t (list positive) :=
    snd (fold_left (fun a l => (Pos.succ (fst a), PositiveMap.add (fst a) l (snd a))) (table cert)
      (1%positive, PositiveMap.empty _)).
  Definition ranks_by_state : list (PositiveMap.t (list level)) :=
    map (fun l => fold_left (fun m a => PositiveMap.add (fst a) (snd a) m) l (PositiveMap.empty _)) (ranks cert).

  Variable lines : PositiveMap.t (list positive).
  Variable levels : list (PositiveMap.t (list level)).
  Definition line (q : positive) : list positive := match PositiveMap.find q lines with Some l => l | None => [] end.
  Definition step (q : positive) (a : letter) : positive := nth (code w a) (line q) (dead cert).
  Definition levels_of (c : nat) (q : positive) : option (list level) :=
    match nth_error levels c with Some m => PositiveMap.find q m | None => None end.
  Definition dead_ok : bool :=
    forallb (fun a => (step (dead cert) a =? dead cert)%positive) (letters w) &&
    forallb (fun m => match PositiveMap.find (dead cert) m with None => true | Some _ => false end) levels.
  Definition alive (q : positive) : bool := negb (q =? dead cert)%positive.

  Definition weigh (r : list bool) : list Z := map (fun f => nth (number r - 1) f 0%Z) (features cert).
  Definition nothing : list Z := map (fun _ => 0%Z) (features cert).

  (** Each entry beside what comes of it by two lines. *)
  Fixpoint beside {A} (entries : list A) (l l' : list positive) : list (A * positive * positive) :=
    match entries with
    | [] => []
    | e :: entries => (e, hd (dead cert) l, hd (dead cert) l') :: beside entries (tl l) (tl l')
    end.

  (** ** Ranks: level by level *)
  Section Rises.
    Variables (at_end : bool) (change : list Z).
    Fixpoint rises (l l' : list level) : bool :=
      match l, l' with
      | [], [] => at_end
      | (a, z) :: l, (a', z') :: l' =>
          same_sums a a' &&
          match (dot a change + z' - z ?= 0)%Z with Gt => true | Lt => false | Eq => rises l l' end
      | _, _ => false
      end.
  End Rises.

  (** * A piece that comes to its place, read from the bottom

      First rows are copied; then the piece lies, on the last one of them or on what comes; the rows of the
      piece are read with its cells; then rows are copied. All the while it is known from where the piece can
      have come. A level is a row in which its corner can be, and the columns are told in which it fits there. *)
  Definition columns : Type := list bool.
  (** The columns at the highest level that was read to its end from which the piece can have gone on to its
      place; and the levels above, the highest first, as far as they were read. *)
  Definition ways : Type := columns * list columns.
  Fixpoint all_both (l l' : list columns) : list columns :=
    match l, l' with a :: l, b :: l' => both a b :: all_both l l' | _, _ => [] end.
  Fixpoint same_lists {A} (same : A -> A -> bool) (a b : list A) : bool :=
    match a, b with [], [] => true | x :: a, y :: b => same x y && same_lists same a b | _, _ => false end.
  Definition same_ways (a b : ways) : bool :=
    same_row (fst a) (fst b) && same_lists same_row (snd a) (snd b).
  (** From the columns at one level to those at the one above: among those in which the piece fits. *)
  Definition link : columns -> columns -> columns :=
    match comes_by cert with WellLines.Slide => spread | _ => both end.
  (** Can the piece have come, if nothing more is in its way? *)
  Definition can_come (k : ways) : bool := existsb (fun c => c) (fold_right link (fst k) (snd k)).

  Inductive phase : Type :=
    | below_piece (supported : bool)
    | in_piece (i : nat) (supported : bool) (change : list Z) (from : ways)
    | over_piece (change : list Z) (from : ways).
  Definition same_phase (a b : phase) : bool :=
    match a, b with
    | below_piece s, below_piece s' => Bool.eqb s s'
    | in_piece i s d k, in_piece i' s' d' k' => (i =? i') && Bool.eqb s s' && same_sums d d' && same_ways k k'
    | over_piece d k, over_piece d' k' => same_sums d d' && same_ways k k'
    | _, _ => false
    end.

  Section Piece.
    Variables (t : turn) (x : nat).
    (** Is the cell of the row full in a column of the piece, at a cell of this height? *)
    Definition meets (x : nat) (r : list bool) (h : nat) : bool :=
      existsb (fun c => (snd c =? h) && nth (x + fst c) r false) t.
    (** The row gets the cells of height [i]: which letter it then is, if it is not full, and what it weighs. *)
    Definition put_row (i : nat) (r : list bool) : list bool :=
      map (fun c => nth c r false || existsb (fun d => (x + fst d =? c) && (snd d =? i)) t) (seq 0 w).
    Definition written (i : nat) (r : list bool) : option nat * list Z :=
      let r' := put_row i r in if full r' then (None, []) else (Some (code w (Some r')), weigh r').

    (** In which columns a row leaves the cells of each height free; and in which ones all are in the well. *)
    Definition free_columns (r : list bool) : list columns :=
      map (fun h => map (fun x => negb (meets x r h)) (seq 0 w)) (seq 0 (tall t)).
    Definition in_well : columns := fitting w [] t 0.
    (** One more row is read: a new level begins, and one may end. Nothing is in the way of a piece that is put anywhere. *)
    Definition climb (free : list columns) (k : ways) : ways :=
      match comes_by cert with
      | WellLines.Anywhere => k
      | _ =>
          let levels := all_both (in_well :: snd k) free in
          if tall t <=? length levels then (link (last levels []) (fst k), removelast levels) else (fst k, levels)
      end.
    Definition at_place : ways := (map (fun c => c =? x) (seq 0 w), []).

    (** What each letter is below the piece, in it and over it; nothing for the mark. *)
    Definition entry_in (i : nat) (r : list bool) : option nat * list Z * bool * list columns :=
      let '(n, d) := written i r in (n, plus d (minus (weigh r)), meets x r (S i), free_columns r).
    Definition entries_below : list (option bool) := map (option_map (fun r => meets x r 0)) (letters w).
    Definition entries_in : list (list (option (option nat * list Z * bool * list columns))) :=
      map (fun i => map (option_map (entry_in i)) (letters w)) (seq 0 (tall t)).
    Definition entries_over : list (option (list columns)) := map (option_map free_columns) (letters w).
    (** The rows of the piece that are new in the word. *)
    Definition new_rows : list (option nat * list Z) :=
      map (fun i => written i (repeat false w)) (seq 0 (tall t)).

    Variable under : list (option bool).
    Variable inside : list (list (option (option nat * list Z * bool * list columns))).
    Variable over : list (option (list columns)).
    (** One letter is read in both words, and the first one does not die of it. *)
    Definition reading {A} (entries : list A) (p q : positive) (f : A -> positive -> positive -> list (state phase))
      : list (state phase) :=
      flat_map (fun e : A * positive * positive => let '(e, p, q) := e in if alive p then f e p q else [])
        (beside entries (line p) (line q)).
    Definition written_to (l : list positive) (q : positive) (n : option nat) : positive :=
      match n with Some n => nth n l (dead cert) | None => q end.
    Definition if_can_come (k : ways) (a : state phase) : list (state phase) := if can_come k then [a] else [].
    Definition after_row (p q : positive) (i : nat) (s : bool) (d : list Z) (k : ways) : list (state phase) :=
      if S i <? tall t then if_can_come k (p, q, in_piece (S i) s d k)
      else if s then if_can_come k (p, q, over_piece d k) else [].
    Definition moves (a : state phase) : list (state phase) :=
      let '(p, q, ph) := a in
      match ph with
      | below_piece s =>
          (p, q, in_piece 0 s nothing at_place) ::
          reading under p q (fun e p q => [(p, q, below_piece (match e with Some s' => s' | None => s end))])
      | in_piece i s d k =>
          let l := line q in
          reading (nth i inside []) p q (fun e p q' =>
            match e with
            | Some (n, d', s', free) => after_row p (written_to l q n) i (s || s') (plus d d') (climb free k)
            | None => [(p, q', in_piece i s d k)]
            end)
      | over_piece d k =>
          reading over p q (fun e p q =>
            match e with
            | Some free => let k := climb free k in if_can_come k (p, q, over_piece d k)
            | None => [(p, q, over_piece d k)]
            end)
      end.

    (** The word ends: the rows of the piece over it are new. *)
    Fixpoint on_top (rows : list (option nat * list Z)) (q : positive) (d : list Z) : positive * list Z :=
      match rows with [] => (q, d) | (n, d') :: rows => on_top rows (written_to (line q) q n) (plus d d') end.
    Variable new : list (option nat * list Z).
    Definition finished (a : state phase) : list (positive * list Z) :=
      let '(_, q, ph) := a in
      match ph with
      | below_piece _ => []
      | in_piece i s d _ => if s then [on_top (skipn i new) q d] else []
      | over_piece d _ => [(q, d)]
      end.
  End Piece.

  (** ** What is looked at after each move *)
  Definition controls : list nat := seq 0 (length levels).
  Definition move_ok (test : positive -> positive -> list Z -> nat -> bool) (new : list (option nat * list Z))
      (a : state phase) : bool :=
    forallb (fun e : positive * list Z => let '(q, d) := e in forallb (test (fst (fst a)) q d) controls)
      (finished new a).
  Definition begin : state phase := (1%positive, 1%positive, below_piece true).
  Definition search_moves (test : positive -> positive -> list Z -> nat -> bool) (t : turn) (x : nat)
    : search phase :=
    explore phase same_phase (moves t x (entries_below t x) (entries_in t x) (entries_over t))
      (move_ok test (new_rows t x)) begin.
  Definition found_ok {R} (a : search R) : bool := match a with ([], _, None) => true | _ => false end.
  (** A turn has a cell in each of its rows, so that no play leads to an empty row. *)
  Definition piece_ok (test : nat -> nat -> positive -> positive -> list Z -> nat -> bool) (piece : turn) : bool :=
    forallb (fun a : nat * turn => let '(i, t) := a in
      solid t &&
      forallb (fun x => negb (fits w [] t x 0) || found_ok (search_moves (test i x) t x)) (seq 0 w))
      (combine (seq 0 (length (turns piece))) (turns piece)).
End Automaton.
