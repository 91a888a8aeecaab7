(** The checker of listed values, as a program. Its proof is in [ValuesSound.v]. The list
    comes with the options of a position before it; that it does need not be trusted. *)
From Coq Require Import Arith NArith ZArith List Bool.
From Topple Require Import Statements VectorCheck Towers.
Import ListNotations Values.

(** * Positions that are the same *)
Fixpoint same_list {A} (same : A -> A -> bool) (l m : list A) : bool :=
  match l, m with
  | [], [] => true
  | a :: l, b :: m => same a b && same_list same l m
  | _, _ => false
  end.
Definition same_pair {A B} (same : A -> A -> bool) (same' : B -> B -> bool) (x y : A * B) : bool :=
  same (fst x) (fst y) && same' (snd x) (snd y).
Definition same_heaps : list nat -> list nat -> bool := same_list Nat.eqb.
Definition same_games : list (list nat) -> list (list nat) -> bool := same_list same_heaps.

(** * A list of values of any game *)
Section Listed.
  Context {P : Type} (play : Vector.play) (same : P -> P -> bool) (options : P -> list P).

  Definition value_of (before : list (P * N)) (p : P) : option N :=
    match find (fun x => same p (fst x)) before with Some (_, v) => Some v | None => None end.
  Fixpoint values_of (before : list (P * N)) (ps : list P) : option (list N) :=
    match ps with
    | [] => Some []
    | p :: ps =>
        match value_of before p, values_of before ps with
        | Some v, Some vs => Some (v :: vs)
        | _, _ => None
        end
    end.
  Fixpoint listed_ok (before listed : list (P * N)) : bool :=
    match listed with
    | [] => true
    | (p, v) :: listed =>
        match values_of before (options p) with
        | Some vs => value_ok play vs v && listed_ok ((p, v) :: before) listed
        | None => false
        end
    end.
End Listed.

(** * Towers: the safe moves, by whole numbers *)
Definition standsb (t : Tower.tower) : bool := forallb (existsb (fun c => c)) t && everywhereb Z.ltb t.
Definition properb (k : nat) (t : Tower.tower) : bool :=
  negb (length t =? 0) && forallb (fun a => (length a =? k) && existsb (fun c => c) a) t.

(** The levels below the highest full one. *)
Fixpoint below_full (t : Tower.tower) : nat :=
  match t with
  | [] => 0
  | _ :: rest => if existsb Well.full rest then S (below_full rest) else 0
  end.
Definition put_slots (k : nat) (t : Tower.tower) : list Tower.tower :=
  let top := last t [] in
  flat_map (fun l =>
    if Well.full top then [t ++ [Well.update l (fun _ => true) (repeat false k)]]
    else if nth l top true then [] else [removelast t ++ [Well.update l (fun _ => true) top]]) (seq 0 k).
Definition tower_options (k : nat) (t : Tower.tower) : list Tower.tower :=
  flat_map (fun i => flat_map (fun j =>
    if nth j (nth i t []) false then
      let held := Jenka.without i j t in
      if standsb held then filter standsb (put_slots k held) else []
    else []) (seq 0 k)) (seq 0 (below_full t)).

(** * The checker *)
(** A program for what is listed, with how positions of its game are compared and what
    their options are. *)
Definition run_in_its_game (check : forall P : Type, (P -> P -> bool) -> (P -> list P) -> list (P * N) -> bool)
    (c : list_of_values) : bool :=
  match c with
  | Nim listed => check _ same_heaps nim listed
  | Pile listed => check _ same_heaps Eeny.options listed
  | Double_ended listed => check _ same_heaps double_ended listed
  | Sequence listed => check _ same_games sequence listed
  | Then_nim listed => check _ (same_pair same_heaps Nat.eqb) (then_options nim nim_pile) listed
  | Then_pile listed => check _ (same_pair same_heaps Nat.eqb) (then_options Eeny.options nim_pile) listed
  | Then_double_ended listed => check _ (same_pair same_heaps Nat.eqb) (then_options double_ended nim_pile) listed
  | Then_sequence listed => check _ (same_pair same_games Nat.eqb) (then_options sequence nim_pile) listed
  | Clock_nim listed => check _ (same_pair (same_pair Nat.eqb Nat.eqb) (same_pair same_heaps Nat.eqb)) clock_nim listed
  | Addition name listed => check _ (same_pair N.eqb same_vector) (Vector.options (rules_of name)) listed
  | Towers k listed =>
      (1 <=? k) && forallb (fun x => properb k (fst x) && standsb (fst x)) listed &&
      check _ (same_list (same_list Bool.eqb)) (tower_options k) listed
  end.
Definition check_values (play : Vector.play) : list_of_values -> bool :=
  run_in_its_game (fun P same options => listed_ok (P := P) play same options []).
