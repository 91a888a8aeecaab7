(** The checker of wells with bags, as a program, also if pieces are shown ahead. Its proof is in [BagShownSound.v]. *)
From Coq Require Import Arith NArith List Bool FMapPositive.
From Topple Require Import Statements WellCheck BagCheck InAdvanceCheck.
Import ListNotations Well WellLines Bag.

(** * Where the player stays

    Nothing is said of how this is found. What can be seen is the pieces shown, in order, and those left in the bag, at least
    one; beside it stands, for each piece that is shown next, the number of what can be seen when the first piece has been
    placed then. A spot is a well, for each piece the places that are used and the numbers of the wells to which they lead,
    and, for each piece put aside, the numbers of what can be seen. Numbers count from 1, and spot 1 has the empty well. *)
Definition sight : Type := list nat * list nat * list (option positive).
Definition spot : Type := well * list (list (BagCheck.place * positive)) * list (list positive).
Record plan : Type := Plan { sights : list sight; spots : list spot }.

Definition numbers : Type := PositiveMap.t unit.
Definition numbers_of (l : list positive) : numbers :=
  fold_left (fun s v => PositiveMap.add v tt s) l (PositiveMap.empty _).

Section Stay.
  Variables (g : game) (gr : graph) (seen : PositiveMap.t sight) (stay : PositiveMap.t (list numbers)).

  (** Whether this is the number of these pieces shown and this bag. *)
  Definition is_sight (v : positive) (shown bag : list nat) : bool :=
    match PositiveMap.find v seen with
    | Some (shown', bag', _) => same_numbers shown' shown && same_numbers bag' bag
    | None => false
    end.
  Definition sight_ok (s : sight) : bool :=
    let '(shown, bag, next) := s in
    forallb (fun p => match nth p next None with
      | Some v => is_sight v (tl (shown ++ [p])) (filled g (without p bag))
      | None => false
      end) bag.

  (** Whether the player stays in this well, with this put aside and this to be seen. *)
  Definition stays (i : positive) (a : nat) (v : positive) : bool :=
    match PositiveMap.find i stay with
    | Some rows => PositiveMap.mem v (nth a rows (PositiveMap.empty _))
    | None => false
    end.
  (** Whether he does after some place of piece [q]. *)
  Definition leads (moves : list (list positive)) (q a : nat) (v : positive) : bool :=
    existsb (fun j => stays j a v) (nth q moves []).
  Definition situation_ok (moves : list (list positive)) (a : nat) (v : positive) : bool :=
    match PositiveMap.find v seen with
    | Some (shown, bag, next) =>
        forallb (fun p => match nth p next None with
          | Some v' => let first := hd p shown in leads moves first a v' || (hold g && leads moves a first v')
          | None => false
          end) bag
    | None => false
    end.
  Definition spot_ok (e : positive * list numbers) : bool :=
    let (i, rows) := e in
    match PositiveMap.find i gr with
    | Some (_, _, moves) =>
        forallb (fun a => forallb (fun e : positive * unit => situation_ok moves a (fst e))
          (PositiveMap.elements (nth a rows (PositiveMap.empty _)))) (seq 0 (length rows))
    | None => false
    end.

  (** So many pieces dealt from a bag, in all orders, and what is left in it. *)
  Fixpoint dealt (many : nat) (bag : list nat) : list (list nat * list nat) :=
    match many with
    | 0 => [([], bag)]
    | S many => flat_map (fun p => map (fun e : list nat * list nat => (p :: fst e, snd e))
        (dealt many (without p (filled g bag)))) (filled g bag)
    end.
  (** Any function would do as a key: what is found is compared. *)
  Definition index_of_sights : PositiveMap.t positive :=
    fold_left (fun ix e => let '(v, (shown, bag, _)) := e : positive * sight in PositiveMap.add (key [] (shown ++ bag)) v ix)
      (PositiveMap.elements seen) (PositiveMap.empty _).
  Definition number_of (ix : PositiveMap.t positive) (shown bag : list nat) : option positive :=
    match PositiveMap.find (key [] (shown ++ bag)) ix with
    | Some v => if is_sight v shown bag then Some v else None
    | None => None
    end.
  Definition starts_ok (ahead : nat) : bool :=
    let ix := index_of_sights in
    match PositiveMap.find 1%positive gr with
    | Some ([], _, moves) =>
        if hold g then
          forallb (fun first => forallb (fun e : list nat * list nat =>
            match fst e with
            | second :: shown =>
                match number_of ix shown (filled g (snd e)) with Some v => leads moves second first v | None => false end
            | [] => false
            end) (dealt (S ahead) (without first (each g)))) (each g)
        else
          forallb (fun e : list nat * list nat =>
            match number_of ix (fst e) (filled g (snd e)) with Some v => stays 1 0 v | None => false end) (dealt ahead [])
    | _ => false
    end.
  Definition stay_ok (ahead : nat) : bool :=
    forallb (fun e : positive * sight => sight_ok (snd e)) (PositiveMap.elements seen) &&
    forallb spot_ok (PositiveMap.elements stay) && starts_ok ahead.
End Stay.

Definition check_plan (m : movement) (g : game) (ahead : nat) (p : plan) : bool :=
  let wells := map (fun e : spot => let '(b, moves, _) := e in (b, [], moves)) (spots p) in
  let stay := map (fun e : spot => let '(_, _, rows) := e in map numbers_of rows) (spots p) in
  stay_ok g (graph_of m g (numbered 1 wells)) (numbered 1 (sights p)) (numbered 1 stay) ahead.

(** What a certificate shows, or what was found by it. *)
Inductive evidence : Type := Homes (s : shown) | Stays (p : plan).
Definition check_bag (m : movement) (g : game) (ahead : nat) (e : evidence) : bool :=
  match e, ahead with
  | Homes s, 0 => check_homes m g s
  | Homes _, _ => false
  | Stays p, _ => check_plan m g ahead p
  end.
