(** The checkers of orders and of sets of wells, as programs. Their proofs are in [InAdvanceSound.v]. *)
From Coq Require Import Arith NArith List Bool FMapPositive.
From Topple Require Import Statements WellCheck.
Import ListNotations Well WellLines Bag InAdvance.

(** * Wells with what is put aside, each once *)
Definition place : Type := well * option nat.
Definition same_aside (a c : option nat) : bool :=
  match a, c with
  | None, None => true
  | Some p, Some q => p =? q
  | _, _ => false
  end.
Definition same_place (p q : place) : bool := same_aside (snd p) (snd q) && same_well (fst p) (fst q).
Definition aside_of (p : place) : list nat := match snd p with None => [] | Some q => [q] end.
Definition key_of (p : place) : positive := key (fst p) (aside_of p).

(** By their keys, and how many there are. *)
Record candidates : Type := Candidates { index : PositiveMap.t (list place); count : N }.
Definition none : candidates := Candidates (PositiveMap.empty _) 0.
Definition with_key (s : candidates) (k : positive) : list place :=
  match PositiveMap.find k (index s) with Some l => l | None => [] end.
Definition add (s : candidates) (p : place) : candidates :=
  let k := key_of p in
  let there := with_key s k in
  if existsb (same_place p) there then s else Candidates (PositiveMap.add k (p :: there) (index s)) (N.succ (count s)).
Definition add_all (s : candidates) (l : list place) : candidates := fold_left add l s.

(** * Where a piece leads *)
Section Step.
  Variables (m : movement) (g : Bag.game).

  Definition after_turn (b : well) (t : WellGame.turn) : list well :=
    let table := table_for m (width g) b t in
    flat_map (fun y => flat_map (fun x =>
      if allowedb m (width g) b t table x y then
        let b' := WellGame.played (width g) b t x y in
        if length b' <=? depth g then [b'] else []
      else []) (seq 0 (width g))) (seq 0 (S (length b))).
  (** The wells after a piece, by its number. *)
  Definition reaches (b : well) (p : nat) : list well :=
    flat_map (after_turn b) (WellGame.turns (nth p (pieces g) [])).

  (** Where the player can be when a piece has come. *)
  Definition step_from (p : nat) (from : place) : list place :=
    let (b, aside) := from in
    match aside with
    | None => if hold g then [(b, Some p)] else map (fun b' => (b', None)) (reaches b p)
    | Some q => map (fun b' => (b', Some q)) (reaches b p) ++ map (fun b' => (b', Some p)) (reaches b q)
    end.
  Definition step (s : candidates) (p : nat) : candidates :=
    PositiveMap.fold (fun _ l s' => fold_left (fun s' from => add_all s' (step_from p from)) l s') (index s) none.
End Step.

(** * An order *)
Definition most_places : N := 4194304.
Fixpoint order_ok (m : movement) (g : InAdvance.game) (s : candidates) (now : list nat) (order : list nat) : bool :=
  match order with
  | [] => (count s =? 0)%N
  | p :: order =>
      existsb (Nat.eqb p) now &&
      let s := step m (wells g) s p in
      (count s <=? most_places)%N && order_ok m g s (left g now p) order
  end.
Definition check_order (m : movement) (g : InAdvance.game) (order : list nat) : bool :=
  forallb (fun t => match t with [] => false | _ => true end) (pieces (wells g)) &&
  order_ok m g (add none ([], None)) (each (wells g)) order.

(** * Sets of wells

    Wells, with what is put aside, and sets are numbered from 1. A set has numbers of wells, and for each piece the number
    of a set, if that piece may come. *)
Definition set : Type := list positive * list (option positive).
Definition sets : Type := list place * list set.
Fixpoint numbered {A} (k : positive) (l : list A) : PositiveMap.t A :=
  match l with
  | [] => PositiveMap.empty _
  | a :: l => PositiveMap.add k a (numbered (Pos.succ k) l)
  end.
(** For each number what stands beside it in a pair. *)
Definition beside {A} (k : positive) (m : PositiveMap.t (list A)) : list A :=
  match PositiveMap.find k m with Some l => l | None => [] end.
Definition by_number {A} (pairs : list (positive * A)) : PositiveMap.t (list A) :=
  fold_left (fun m e => PositiveMap.add (fst e) (snd e :: beside (fst e) m) m) pairs (PositiveMap.empty _).

(** The pieces that may come. *)
Definition coming (next : list (option positive)) : list nat :=
  filter (fun p => match nth p next None with Some _ => true | None => false end) (seq 0 (length next)).

Section Sets.
  Variables (m : movement) (g : InAdvance.game) (table : PositiveMap.t place).
  Let listed := PositiveMap.elements table.
  (** For each well those that become it by a piece. So each place is looked at once, and not for each set anew. *)
  Definition origins (p : nat) : PositiveMap.t (list positive) :=
    let numbers := make_index positive (map (fun e : positive * place => (fst (snd e), aside_of (snd e), fst e)) listed) in
    by_number (flat_map (fun e : positive * place => flat_map (fun to =>
      match look_up positive numbers (fst to) (aside_of to) with Some j => [(j, fst e)] | None => [] end)
      (step_from m (wells g) p (snd e))) listed).

  Definition piece_ok (all : PositiveMap.t set) (members : PositiveMap.t (list unit)) (next : list (option positive))
      (e : nat * PositiveMap.t (list positive)) : bool :=
    let (p, from) := e in
    match nth p next None with
    | Some k =>
        match PositiveMap.find k all with
        | Some (there, next') =>
            same_numbers (coming next') (left g (coming next) p) &&
            forallb (fun j =>
              existsb (fun i => match beside i members with [] => false | _ => true end) (beside j from)) there
        | None => false
        end
    | None => true
    end.
  Definition set_ok (all : PositiveMap.t set) (from : list (nat * PositiveMap.t (list positive))) (s : set) : bool :=
    let (here, next) := s in
    let members := by_number (map (fun i => (i, tt)) here) in
    match here with [] => false | _ => true end &&
    (length next =? length from) && forallb (piece_ok all members next) from.
End Sets.
Definition check_in_advance (m : movement) (g : InAdvance.game) (l : sets) : bool :=
  let (listed, found) := l in
  let table := numbered 1 listed in
  let all := numbered 1 found in
  match found with
  | (here, next) :: _ =>
      forallb (fun i => match PositiveMap.find i table with Some ([], None) => true | _ => false end) here &&
      same_numbers (coming next) (each (wells g))
  | [] => false
  end &&
  let from := map (fun p => (p, origins m g table p)) (each (wells g)) in forallb (set_ok g all from) found.
