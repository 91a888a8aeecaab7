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
Definition key_of (p : place) : positive := key (fst p) (match snd p with None => [] | Some q => [q] end).

(** By their keys, and how many there are. *)
Record candidates : Type := Candidates { index : PositiveMap.t (list place); count : N }.
Definition none : candidates := Candidates (PositiveMap.empty _) 0.
Definition with_key (s : candidates) (k : positive) : list place :=
  match PositiveMap.find k (index s) with Some l => l | None => [] end.
Definition has (s : candidates) (p : place) : bool := existsb (same_place p) (with_key s (key_of p)).
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

    The wells of each set, with what is put aside, and for each piece the number of a set, if that piece may come. *)
Definition sets : Type := list (list place * list (option nat)).
(** The pieces that may come. *)
Definition coming (next : list (option nat)) : list nat :=
  filter (fun p => match nth p next None with Some _ => true | None => false end) (seq 0 (length next)).
Definition piece_ok (m : movement) (g : InAdvance.game) (all : PositiveMap.t (list place * list (option nat)))
    (here : list place) (next : list (option nat)) (p : nat) : bool :=
  match nth p next None with
  | Some k =>
      match PositiveMap.find (Pos.of_succ_nat k) all with
      | Some (there, next') =>
          same_numbers (coming next') (left g (coming next) p) &&
          let reached := add_all none (flat_map (step_from m (wells g) p) here) in
          forallb (has reached) there
      | None => false
      end
  | None => true
  end.
Definition set_ok (m : movement) (g : InAdvance.game) (all : PositiveMap.t (list place * list (option nat)))
    (set : list place * list (option nat)) : bool :=
  let (here, next) := set in
  match here with [] => false | _ => true end &&
  forallb (piece_ok m g all here next) (seq 0 (length next)).
Fixpoint numbered (k : nat) (l : sets) : PositiveMap.t (list place * list (option nat)) :=
  match l with
  | [] => PositiveMap.empty _
  | set :: l => PositiveMap.add (Pos.of_succ_nat k) set (numbered (S k) l)
  end.
Definition check_in_advance (m : movement) (g : InAdvance.game) (l : sets) : bool :=
  match l with
  | (here, next) :: _ =>
      forallb (fun from => same_place from ([], None)) here && same_numbers (coming next) (each (wells g))
  | [] => false
  end &&
  let all := numbered 0 l in forallb (set_ok m g all) l.
