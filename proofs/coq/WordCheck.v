(** A checker, by finite automata, of ranks that rise when left kinks and one other piece are dropped
    by turns, as a program. Its proof is in [WordSound.v]. A well is read as a word, row by row from
    the bottom, with a mark between two rows; the ranks are told by the state of an automaton that has
    read it, and by sums of weights of its rows. *)
From Coq Require Import Arith ZArith List Bool FMapPositive.
From Topple Require Import Statements RisingCheck.
Import ListNotations Well WellGame.

(** * Letters: a row that is not full, or the mark *)
Definition letter : Type := option (list bool).
Definition word : Type := list letter.
Fixpoint rows (u : word) : well :=
  match u with [] => [] | Some r :: u => r :: rows u | None :: u => rows u end.

(** Column 0 is the lowest bit of the number of a row. The mark has the number of the full row. *)
Fixpoint number (r : list bool) : nat := match r with [] => 0 | c :: r => Nat.b2n c + 2 * number r end.
Definition code (w : nat) (a : letter) : nat := match a with Some r => number r | None => 2 ^ w - 1 end.
Fixpoint by_numbers (w : nat) : list (list bool) :=
  match w with 0 => [[]] | S w => flat_map (fun r => [false :: r; true :: r]) (by_numbers w) end.
Definition letters (w : nat) : list letter := map (fun r => if full r then None else Some r) (by_numbers w).

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
  (** State s is the s-th line: the next state for each letter, by its number. State 1 is the start. *)
  table : list (list positive);
  (** No letter leads out of this state, and no well comes to it. *)
  dead : positive;
  (** The weights of the rows, by their numbers. *)
  features : list (list Z);
  (** The control after a move, by the control before it, the number of the turn, the column, and the
      changes of the features; and the control after a mark is set. *)
  after_kink : nat -> nat -> nat -> list Z -> option nat;
  after_tee : nat -> nat -> nat -> list Z -> option nat;
  restart : nat;
  (** Is the other piece still to come, before the next mark? *)
  before : nat -> bool;
  (** For each control the states that may occur, with their levels. *)
  ranks : list (list (positive * list level))
}.

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

  Definition weigh (r : list bool) : list Z := map (fun f => nth (number r) f 0%Z) (features cert).
  Definition nothing : list Z := map (fun _ => 0%Z) (features cert).

  (** Each entry beside what comes of it by the lines. *)
  Fixpoint beside {A} (entries : list A) (l : list positive) : list (A * positive) :=
    match entries with [] => [] | e :: entries => (e, hd (dead cert) l) :: beside entries (tl l) end.
  Fixpoint beside_both {A} (entries : list A) (l l' : list positive) : list (A * positive * positive) :=
    match entries with
    | [] => []
    | e :: entries => (e, hd (dead cert) l, hd (dead cert) l') :: beside_both entries (tl l) (tl l')
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

  (** * A piece that is dropped, read from the bottom

      First rows are copied; then the piece lands, on the last one of them or on what comes; the rows of
      the piece are read with its cells; then rows are copied, which are empty over the piece. *)
  Inductive phase : Type :=
    | below_piece (supported : bool)
    | in_piece (i : nat) (supported : bool) (change : list Z)
    | over_piece (change : list Z).
  Definition same_phase (a b : phase) : bool :=
    match a, b with
    | below_piece s, below_piece s' => Bool.eqb s s'
    | in_piece i s d, in_piece i' s' d' => (i =? i') && Bool.eqb s s' && same_sums d d'
    | over_piece d, over_piece d' => same_sums d d'
    | _, _ => false
    end.
  Inductive entry : Type := blocked | marked | read_row (written : option nat) (supports : bool) (change : list Z).

  Section Piece.
    Variables (t : turn) (x : nat).
    (** Is the cell of the row full in a column of the piece, at a cell of which this is said? *)
    Definition meets (r : list bool) (of_cell : nat -> bool) : bool :=
      existsb (fun c => of_cell (snd c) && nth (x + fst c) r false) t.
    Definition put_row (i : nat) (r : list bool) : list bool :=
      map (fun c => nth c r false || existsb (fun d => (x + fst d =? c) && (snd d =? i)) t) (seq 0 w).
    Definition entry_in (i : nat) (a : letter) : entry :=
      match a with
      | None => marked
      | Some r =>
          if meets r (fun h => h <=? i) then blocked
          else let r' := put_row i r in let s := meets r (fun h => h =? S i) in
            if full r' then read_row None s (minus (weigh r))
            else read_row (Some (number r')) s (plus (weigh r') (minus (weigh r)))
      end.
    Definition entry_below (a : letter) : entry :=
      match a with None => marked | Some r => read_row None (meets r (fun h => h =? 0)) [] end.
    Definition entry_over (a : letter) : entry :=
      match a with None => marked | Some r => if meets r (fun _ => true) then blocked else marked end.
    Definition entries_in : list (list entry) := map (fun i => map (entry_in i) (letters w)) (seq 0 (tall t)).
    Definition entries_below : list entry := map entry_below (letters w).
    Definition entries_over : list entry := map entry_over (letters w).

    Variables (inside : list (list entry)) (under over : list entry).
    Definition after_row (p q : positive) (i : nat) (s : bool) (d : list Z) : list (state phase) :=
      if S i <? tall t then [(p, q, in_piece (S i) s d)] else if s then [(p, q, over_piece d)] else [].
    Definition written_to (l : list positive) (q : positive) (n : option nat) : positive :=
      match n with Some n => nth n l (dead cert) | None => q end.
    Definition moves (a : state phase) : list (state phase) :=
      let '(p, q, ph) := a in
      match ph with
      | below_piece s =>
          (p, q, in_piece 0 s nothing) ::
          flat_map (fun e : entry * positive => let '(e, p) := e in
            match e with
            | read_row _ s _ => [(p, p, below_piece s)]
            | _ => [(p, p, below_piece s)]
            end) (beside under (line p))
      | in_piece i s d =>
          let l := line q in
          flat_map (fun e : entry * positive => let '(e, p) := e in
            match e with
            | read_row n s' d' => after_row p (written_to l q n) i (s || s') (plus d d')
            | marked => [(p, nth (2 ^ w - 1) l (dead cert), in_piece i s d)]
            | blocked => []
            end) (beside (nth i inside []) (line p))
      | over_piece d =>
          flat_map (fun e : entry * positive * positive => let '(e, p, q) := e in
            match e with blocked => [] | _ => [(p, q, over_piece d)] end) (beside_both over (line p) (line q))
      end.
    Definition living_moves (a : state phase) : list (state phase) :=
      filter (fun a => alive (fst (fst a))) (moves a).

    (** The word ends: the rows of the piece over it were empty, and are new in the word. *)
    Fixpoint on_top (inside : list (list entry)) (q : positive) (s : bool) (d : list Z) : list (positive * list Z) :=
      match inside with
      | [] => if s then [(q, d)] else []
      | entries :: inside =>
          match entries with
          | read_row n s' d' :: _ =>
              on_top inside (written_to (line q) q n) (s || s') (plus d (plus d' (weigh (repeat false w))))
          | _ => []
          end
      end.
    Definition finished (a : state phase) : list (positive * list Z) :=
      let '(_, q, ph) := a in
      match ph with
      | below_piece _ => []
      | in_piece i s d => on_top (skipn i inside) q s d
      | over_piece d => [(q, d)]
      end.
  End Piece.

  (** ** Each move from each control *)
  Definition controls : list nat := seq 0 (length levels).
  Definition kink_ok (turn x : nat) (p q : positive) (d : list Z) (c : nat) : bool :=
    match levels_of c p with
    | None => true
    | Some l =>
        match after_kink cert c turn x d with
        | None => false
        | Some c' =>
            Bool.eqb (before cert c) (before cert c') &&
            match levels_of c' q with Some l' => rises true d l l' | None => false end
        end
    end.
  Definition tee_ok (turn x : nat) (p q : positive) (d : list Z) (c : nat) : bool :=
    negb (before cert c) ||
    match levels_of c p with
    | None => true
    | Some l =>
        match after_tee cert c turn x d with
        | None => false
        | Some c' =>
            negb (before cert c') &&
            match levels_of c' q with Some l' => rises false d l l' | None => false end
        end
    end.
  Definition move_ok (test : positive -> positive -> list Z -> nat -> bool) (inside : list (list entry))
      (a : state phase) : bool :=
    forallb (fun e : positive * list Z => let '(q, d) := e in forallb (test (fst (fst a)) q d) controls)
      (finished inside a).
  Definition begin : state phase := (1%positive, 1%positive, below_piece true).
  Definition search_moves (test : positive -> positive -> list Z -> nat -> bool) (t : turn) (x : nat)
    : search phase :=
    let inside := entries_in t x in let under := entries_below t x in let over := entries_over t x in
    explore phase same_phase (living_moves t inside under over) (move_ok test inside) begin.
  Definition found_ok {R} (a : search R) : bool := match a with ([], _, None) => true | _ => false end.
  Definition within_well (t : turn) (x : nat) : bool := forallb (fun c => x + fst c <? w) t.
  Definition piece_ok (test : nat -> nat -> positive -> positive -> list Z -> nat -> bool) (piece : turn) : bool :=
    forallb (fun a : nat * turn => let '(i, t) := a in
      match t with [] => false | _ => true end &&
      forallb (fun x => negb (within_well t x) || found_ok (search_moves (test i x) t x)) (seq 0 w))
      (combine (seq 0 (length (turns piece))) (turns piece)).

  (** * A mark is set: what is above it is a stack of full segments under a half-full one, in each lane *)
  Inductive marking : Type := under_mark | over_mark (lanes : list bool).
  Fixpoint same_lanes (a b : list bool) : bool :=
    match a, b with
    | [], [] => true
    | c :: a, d :: b => Bool.eqb c d && same_lanes a b
    | _, _ => false
    end.
  Definition same_marking (a b : marking) : bool :=
    match a, b with
    | under_mark, under_mark => true
    | over_mark l, over_mark l' => same_lanes l l'
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
  Section Marks.
    Variable old_line : positive -> list positive.
    Variable living : positive -> bool.
    Definition entry_lanes (lanes : list bool) (a : letter) : option (option (list bool)) :=
      match a with None => None | Some r => Some (lanes_read lanes r) end.
    Definition marks (a : state marking) : list (state marking) :=
      let '(p, q, m) := a in
      match m with
      | under_mark =>
          (p, nth (2 ^ w - 1) (line q) (dead cert), over_mark (repeat false (w / 2))) ::
          flat_map (fun e : letter * positive * positive => let '(a, p, q') := e in
            match a with None => [(p, q, under_mark)] | Some _ => [(p, q', under_mark)] end)
            (beside_both (letters w) (old_line p) (line q))
      | over_mark lanes =>
          flat_map (fun e : letter * positive * positive => let '(a, p, q') := e in
            match a with
            | None => [(p, q, over_mark lanes)]
            | Some r => match lanes_read lanes r with Some lanes => [(p, q', over_mark lanes)] | None => [] end
            end) (beside_both (letters w) (old_line p) (line q))
      end.
    Definition living_marks (a : state marking) : list (state marking) :=
      filter (fun a => living (fst (fst a))) (marks a).
    Variable test : positive -> positive -> bool.
    Definition mark_ok (a : state marking) : bool :=
      let '(p, q, m) := a in
      match m with over_mark lanes => if forallb (fun c => c) lanes then test p q else true | under_mark => true end.
    Definition search_marks : search marking :=
      explore marking same_marking living_marks mark_ok (1%positive, 1%positive, under_mark).
  End Marks.
  Definition first_mark_ok (_ q : positive) : bool :=
    match levels_of (restart cert) q with Some _ => true | None => false end.
  Definition next_mark_ok (p q : positive) : bool :=
    forallb (fun c => before cert c || match levels_of c p with
      | None => true
      | Some l => match levels_of (restart cert) q with Some l' => rises true nothing l l' | None => false end
      end) controls.
  Definition search_first : search marking := search_marks (fun _ => []) (fun _ => true) first_mark_ok.
  Definition search_next : search marking := search_marks line alive next_mark_ok.
End Automaton.

Definition check (w : nat) (piece : turn) (cert : certificate) : bool :=
  let lines := numbered_lines cert in
  let levels := ranks_by_state cert in
  dead_ok w cert lines levels &&
  before cert (restart cert) &&
  piece_ok w cert lines levels (kink_ok cert levels) (kink true) &&
  piece_ok w cert lines levels (tee_ok cert levels) piece &&
  found_ok (search_first w cert lines levels) &&
  found_ok (search_next w cert lines levels).
