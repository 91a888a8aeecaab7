(** The checkers of strategies and defeats in wells, as programs. Their proofs are
    in [WellSound.v]. *)
From Coq Require Import Arith NArith List Bool FMapPositive.
From Topple Require Import Statements.
Import ListNotations Well WellGame WellLines.

(** * Equality and an index of situations *)
Fixpoint same_row (r s : list bool) : bool :=
  match r, s with
  | [], [] => true
  | a :: r, b :: s => Bool.eqb a b && same_row r s
  | _, _ => false
  end.
Fixpoint same_well (b c : well) : bool :=
  match b, c with
  | [], [] => true
  | r :: b, s :: c => same_row r s && same_well b c
  | _, _ => false
  end.
Fixpoint same_numbers (l m : list nat) : bool :=
  match l, m with
  | [], [] => true
  | a :: l, b :: m => (a =? b) && same_numbers l m
  | _, _ => false
  end.

(** Any function would do: what is found is compared. *)
Definition row_key (key : positive) (r : list bool) : positive :=
  fold_left (fun k (c : bool) => if c then k~1~1 else k~1~0)%positive r (key~0)%positive.
Definition key (b : well) (ps : list nat) : positive :=
  fold_left (fun k p => Nat.iter p (fun k => k~1)%positive (k~0)%positive) ps
    (fold_left row_key b 1%positive).

Section Index.
  Variable A : Type.
  Definition make_index (lines : list (well * list nat * A)) : PositiveMap.t (well * list nat * A) :=
    fold_left (fun ix line => PositiveMap.add (key (fst (fst line)) (snd (fst line))) line ix)
      lines (PositiveMap.empty _).
  Definition look_up (ix : PositiveMap.t (well * list nat * A)) (b : well) (ps : list nat) : option A :=
    match PositiveMap.find (key b ps) ix with
    | Some (b', ps', a) => if same_well b' b && same_numbers ps' ps then Some a else None
    | None => None
    end.
End Index.

(** * Places *)

(** The columns of a row, from the left, that can be reached. *)
Fixpoint from_left (carry : bool) (fit seed : list bool) : list bool :=
  match fit, seed with
  | f :: fit, s :: seed => let here := f && (s || carry) in here :: from_left here fit seed
  | _, _ => []
  end.
Fixpoint from_right (fit seed : list bool) : list bool :=
  match fit, seed with
  | f :: fit, s :: seed => let rest := from_right fit seed in (f && (s || hd false rest)) :: rest
  | _, _ => []
  end.
Definition fitting (w : nat) (b : well) (t : turn) (y : nat) : list bool :=
  map (fun x => fits w b t x y) (seq 0 w).
Definition spread (fit above : list bool) : list bool := from_right fit (from_left false fit above).

(** Rows [n], [n - 1], ..., 0, given the one above row [n]. *)
Fixpoint reached_below (w : nat) (b : well) (t : turn) (n : nat) (above : list bool) : list (list bool) :=
  let here := spread (fitting w b t n) above in
  here :: match n with 0 => [] | S n => reached_below w b t n here end.
(** From the row above the well down to row 0. *)
Definition reached (w : nat) (b : well) (t : turn) : list (list bool) :=
  reached_below w b t (length b) (repeat true w).

Definition slides_to (w : nat) (b : well) (t : turn) (table : list (list bool)) (x y : nat) : bool :=
  nth x (nth (length b - y) table []) false.

Definition table_for (r : movement) (w : nat) (b : well) (t : turn) : list (list bool) :=
  match r with Slide => reached w b t | _ => [] end.
Definition allowedb (r : movement) (w : nat) (b : well) (t : turn) (table : list (list bool)) (x y : nat) : bool :=
  at_rest w b t x y && (y <=? length b) &&
  match r with
  | Drop => forallb (fun z => fits w b t x z) (seq y (S (length b) - y))
  | Slide => (x <? w) && slides_to w b t table x y
  | Anywhere => true
  end.

(** * A strategy *)
Fixpoint sequences (n count : nat) : list (list nat) :=
  match n with
  | 0 => [[]]
  | S n => flat_map (fun p => map (cons p) (sequences n count)) (seq 0 count)
  end.

Definition is_some {A} (o : option A) : bool := match o with Some _ => true | None => false end.

Definition play_ok (m : movement) (g : game) (ix : PositiveMap.t (well * list nat * (nat * nat * nat)))
    (line : well * list nat * (nat * nat * nat)) : bool :=
  let '(b, ps, (turn, x, y)) := line in
  match ps with
  | [] => false
  | p :: rest =>
      match nth_error (turns_of g p) turn with
      | None => false
      | Some t =>
          let after := played (width g) b t x y in
          allowedb m (width g) b t (table_for m (width g) b t) x y &&
          (length after <=? depth g) &&
          forallb (fun q => is_some (look_up _ ix after (rest ++ [q]))) (seq 0 (length (pieces g)))
      end
  end.
Definition check_strategy (m : movement) (g : game) (lines : list strategy_line) : bool :=
  let ix := make_index _ lines in
  forallb (fun ps => is_some (look_up _ ix [] ps)) (sequences (S (lookahead g)) (length (pieces g))) &&
  forallb (play_ok m g ix) lines.

(** * A defeat *)
Definition place_ok (m : movement) (g : game) (ix : PositiveMap.t (well * list nat * (nat * N)))
    (b : well) (rest : list nat) (rank : N) (t : turn) : bool :=
  let table := table_for m (width g) b t in
  forallb (fun y => forallb (fun x =>
    negb (allowedb m (width g) b t table x y) ||
    let after := played (width g) b t x y in
    (depth g <? length after) ||
    match look_up _ ix after rest with
    | Some (_, next) => (next <? rank)%N
    | None => false
    end) (seq 0 (width g))) (seq 0 (S (length b))).

Definition send_ok (m : movement) (g : game) (ix : PositiveMap.t (well * list nat * (nat * N)))
    (line : well * list nat * (nat * N)) : bool :=
  let '(b, shown, (q, rank)) := line in
  forallb (fun p => p <? length (pieces g)) shown && (q <? length (pieces g)) && (0 <? rank)%N &&
  match shown ++ [q] with
  | [] => false
  | p :: rest => forallb (place_ok m g ix b rest rank) (turns_of g p)
  end.
Definition check_defeat (m : movement) (g : game) (lines : list defeat_line) : bool :=
  let lines := map (fun line : defeat_line => let '(b, shown, q, rank) := line in (b, shown, (q, rank))) lines in
  let ix := make_index _ lines in
  forallb (fun t => match t with [] => false | _ => true end) (pieces g) &&
  existsb (fun line => let '(b, shown, _) := line in
    match b with [] => length shown =? lookahead g | _ => false end) lines &&
  forallb (send_ok m g ix) lines.
