(** The checker of misere quotients, as a program. Its proof is in [QuotientSound.v]. *)
From Coq Require Import Arith NArith List Bool FMapPositive.
From Topple Require Import Statements VectorCheck LawCheck ValuesCheck.
Import ListNotations Vector Quotient.
Local Open Scope N_scope.

(** * Lists that are read by numbers *)
Fixpoint indexed_from {A} (i : positive) (l : list A) : PositiveMap.t A :=
  match l with
  | [] => PositiveMap.empty A
  | a :: l => PositiveMap.add i a (indexed_from (Pos.succ i) l)
  end.
Definition indexed {A} (l : list A) : PositiveMap.t A := indexed_from 1 l.
Definition read {A} (default : A) (t : PositiveMap.t A) (n : N) : A :=
  match PositiveMap.find (N.succ_pos n) t with Some a => a | None => default end.

Definition table : Type := PositiveMap.t (PositiveMap.t N).
Definition table_of (m : monoid) : table := indexed (map indexed (times m)).
Definition multiply (t : table) (a b : N) : N := read 0 (read (PositiveMap.empty N) t a) b.

(** * The monoid *)
Definition is_monoid (m : monoid) (t : table) : bool :=
  let rows := indexed (times m) in
  (0 <? order m) &&
  forallb (fun row => (N.of_nat (length row) =? order m) && forallb (fun e => e <? order m) row) (times m) &&
  forallb (fun a => (multiply t a 0 =? a) &&
    forallb (fun b => (multiply t a b =? multiply t b a) &&
      same_vector (map (multiply t a) (read [] rows b)) (read [] rows (multiply t a b)))
      (upto (order m))) (upto (order m)).

(** No two rows are lost at the same places. *)
Fixpoint all_different (rows : list (list bool)) : bool :=
  match rows with
  | [] => true
  | row :: rows => negb (existsb (same_list Bool.eqb row) rows) && all_different rows
  end.
Definition is_reduced (m : monoid) : bool := all_different (map (map (has (lost m))) (times m)).

(** * Pairs: the element of a sum, and those of its options *)
Definition Pair : Type := N * list N.
Fixpoint put_in (n : N) (l : list N) : list N :=
  match l with
  | [] => [n]
  | k :: rest => match n ?= k with Lt => n :: l | Eq => l | Gt => k :: put_in n rest end
  end.
Definition tidy (x : Pair) : Pair := (fst x, fold_right put_in [] (snd x)).
(** One position more. *)
Definition with_position (t : table) (g x : Pair) : Pair :=
  tidy (multiply t (fst g) (fst x),
        map (fun n => multiply t n (fst x)) (snd g) ++ map (multiply t (fst g)) (snd x)).
Definition fits (m : monoid) (x : Pair) : bool :=
  Bool.eqb (has (lost m) (fst x)) (match snd x with [] => false | _ => negb (existsb (has (lost m)) (snd x)) end).

(** ** Sets of pairs *)
Definition pair_set : Type := PositiveMap.t (list Pair).
Definition key_of (x : Pair) : positive := VectorCheck.key (fst x) 0 (snd x).
Definition beside (x : Pair) (s : pair_set) : list Pair :=
  match PositiveMap.find (key_of x) s with Some l => l | None => [] end.
Definition is_in (x : Pair) (s : pair_set) : bool := existsb (same_pair N.eqb same_vector x) (beside x s).
Definition enter (x : Pair) (s : pair_set) : pair_set :=
  if is_in x s then s else PositiveMap.add (key_of x) (x :: beside x s) s.
Definition members (s : pair_set) : list Pair := flat_map snd (PositiveMap.elements s).
Definition set_of (l : list Pair) : list Pair :=
  members (fold_right enter (PositiveMap.empty _) (map tidy l)).

(** ** All pairs of sums, from those of positions

    One pair of [todo] after the other, as [most] allows; a wrong one ends it. *)
Definition find_more (m : monoid) (t : table) (generators : list Pair) (found : pair_set * list Pair) : pair_set * list Pair :=
  match found with
  | (seen, x :: todo) =>
      if fits m x then
        fold_right (fun g found =>
          let y := with_position t g x in
          if is_in y (fst found) then found else (enter y (fst found), y :: snd found)) (seen, todo) generators
      else (seen, [])
  | _ => found
  end.
Definition nothing_yet : Pair := (0, []).
Definition sums (most : N) (m : monoid) (t : table) (generators : list Pair) : pair_set :=
  fst (N.iter most (find_more m t generators) (enter nothing_yet (PositiveMap.empty _), [nothing_yet])).

(** The monoid is the quotient of a game whose positions have these pairs. *)
Definition is_quotient_of (most : N) (m : monoid) (positions : list Pair) : bool :=
  let t := table_of m in
  let generators := set_of positions in
  let all := sums most m t generators in
  is_monoid m t && is_reduced m &&
  forallb (fun g => fst g <? order m) generators &&
  is_in nothing_yet all &&
  forallb (fun x => fits m x && forallb (fun g => is_in (with_position t g x) all) generators) (members all) &&
  forallb (has (map fst (members all))) (upto (order m)).

(** * Listed positions, options first *)
Fixpoint listed_pairs {P} (same : P -> P -> bool) (options : P -> list P) (before listed : list (P * N)) :
    option (list Pair) :=
  match listed with
  | [] => Some []
  | p :: listed =>
      match values_of same before (options (fst p)), listed_pairs same options (p :: before) listed with
      | Some labels, Some more => Some ((snd p, labels) :: more)
      | _, _ => None
      end
  end.

(** * All positions of a vector addition game *)
Fixpoint box (sides : vector) : list vector :=
  match sides with
  | [] => [[]]
  | s :: sides => flat_map (fun n => map (cons n) (box sides)) (upto s)
  end.
Fixpoint larger (x y : vector) : vector :=
  match x, y with
  | a :: x, b :: y => N.max a b :: larger x y
  | _, _ => []
  end.
Definition pair_at (r : repeating) (rules : list rule) (p : position) : Pair :=
  (label_of r p, map (label_of r) (options rules p)).

Definition check_all (most : N) (m : monoid) (r : repeating) (weight : vector) (height : list N) : bool :=
  let '(dimension, states, rules) := named_rules (game r) in
  let d := N.to_nat dimension in
  let taken := fold_right larger (repeat 0 d) (map take rules) in
  Nat.eqb (length (first r)) d && Nat.eqb (length (period r)) d && Nat.eqb (length taken) d &&
  forallb (fun p => 0 <? p) (period r) &&
  forallb (fun f => Nat.eqb (length (take f)) d && Nat.eqb (length (put f)) d && (to f <? states) &&
                    at_most (take f) taken && falls weight height f) rules &&
  is_quotient_of most m (flat_map (fun q => map (fun x => pair_at r rules (q, x))
                                           (box (add (add (first r) taken) (period r)))) (upto states)).

Definition check_up_to (most : N) (m : monoid) (c : certificate) (weight : vector) (height : list N) : bool :=
  match c with
  | Of_listed listed =>
      run_in_its_game (fun P same options listed =>
        match listed_pairs same options [] listed with
        | Some positions => is_quotient_of most m positions
        | None => false
        end) listed
  | Of_all r => check_all most m r weight height
  end.
Definition most_pairs : N := 2 ^ 20.
Definition check_quotient : monoid -> certificate -> vector -> list N -> bool := check_up_to most_pairs.
