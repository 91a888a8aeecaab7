(** The checker of wells with bags of which no piece is shown ahead, as a program. Its proof is in [BagSound.v]. *)
From Coq Require Import Arith NArith List Bool FMapPositive.
From Topple Require Import Statements WellCheck.
Import ListNotations Well WellLines Bag.

(** * What a certificate shows

    Homes, each with the pieces that may be put aside there, the most holes of the wells to look
    at, and their most bumps: with no hole, with one, and so on, the last also with more; and for some
    pieces, by number, the first and the last column in which they are put. *)
Record shown : Type :=
  Shown { homes : list (well * list nat); holes : N; bumps : list N; columns_of : list (nat * (nat * nat)) }.

(** * A search for wells

    What is found is looked at again below; nothing is proved here. *)

(** Both, as far as both go. *)
Fixpoint meet (l m : list bool) : list bool :=
  match l, m with
  | a :: l, b :: m => a && b :: meet l m
  | _, _ => []
  end.
Fixpoint apart (l m : list bool) : list bool :=
  match l, m with
  | a :: l, b :: m => a && negb b :: apart l m
  | _, _ => l
  end.

Section Places.
  Variables (m : movement) (w : nat) (free : list (list bool)) (t : WellGame.turn).
  (** The columns in which the piece fits in this row, the columns in which it can be there,
      and those in which it can be there at rest. *)
  Definition fit (y : nat) : list bool :=
    fold_left (fun l c => meet l (skipn (fst c) (nth (y + snd c) free (repeat true w)))) t (repeat true w).
  Definition reach (above here : list bool) : list bool :=
    match m with Drop => meet above here | Slide => spread here above | Anywhere => here end.
  Fixpoint columns (x : nat) (l : list bool) : list nat :=
    match l with
    | [] => []
    | a :: l => if a then x :: columns (S x) l else columns (S x) l
    end.
  Fixpoint rests (y : nat) (above here : list bool) : list (nat * nat) :=
    let reached := reach above here in
    match y with
    | 0 => map (fun x => (x, 0)) (columns 0 reached)
    | S below =>
        let next := fit below in
        map (fun x => (x, y)) (columns 0 (apart reached next)) ++ rests below reached next
    end.
  Definition places : list (nat * nat) :=
    let top := length free in rests top (repeat true w) (fit top).
End Places.

(** The rows of a piece in a turn and in this column, as those of a well. *)
Definition rows_of (w : nat) (t : WellGame.turn) (x : nat) : well :=
  let high := S (fold_right Nat.max 0 (map snd t)) in
  fold_left fill (at_cell x 0 t) (repeat (repeat false w) high).
Fixpoint laid_over (r r' : list bool) : list bool :=
  match r, r' with
  | a :: r, b :: r' => (a || b) :: laid_over r r'
  | _, _ => r
  end.
(** The piece is put into the well from this row up, and full rows go. *)
Fixpoint lay (piece b : well) : well :=
  match piece with
  | [] => b
  | p :: piece =>
      let r := match b with [] => p | r :: _ => laid_over p r end in
      let rest := lay piece (tl b) in
      if full r then rest else r :: rest
  end.
Fixpoint put (y : nat) (piece b : well) : well :=
  match y, b with
  | S y, r :: b => r :: put y piece b
  | _, _ => lay piece b
  end.

(** The heights of the columns, row by row from the top. *)
Fixpoint higher (r : list bool) (heights : list nat) : list nat :=
  match r, heights with
  | c :: r, h :: heights =>
      match h with
      | 0 => if c then 1 else 0
      | _ => S h
      end :: higher r heights
  | _, _ => []
  end.
Definition outline (w : nat) (b : well) : list nat := fold_right higher (repeat 0 w) b.
Fixpoint cells (r : list bool) (n : nat) : nat :=
  match r with
  | [] => n
  | c :: r => cells r (if c then S n else n)
  end.
Definition holes_of (heights : list nat) (b : well) : nat :=
  fold_left Nat.add heights 0 - fold_left (fun n r => cells r n) b 0.
Fixpoint bumps_of (heights : list nat) : nat :=
  match heights with
  | a :: (b :: _) as rest => (a - b) + (b - a) + bumps_of rest
  | _ => 0
  end.

(** The bound for so many holes. *)
Fixpoint bound (holes : nat) (l : list N) : N :=
  match l with
  | [] => 0%N
  | b :: rest => match holes, rest with 0, _ => b | _, [] => b | S holes, _ => bound holes rest end
  end.

Section Search.
  Variables (m : movement) (g : game) (s : shown).

  Definition tame (b : well) : bool :=
    (length b <=? depth g) &&
    let heights := outline (width g) b in
    let empty := holes_of heights b in
    (N.of_nat empty <=? holes s)%N && (N.of_nat (bumps_of heights) <=? bound empty (bumps s))%N.

  (** Turn, column and row, and the well after it; turns come with their rows in each column. *)
  Definition place : Type := nat * nat * nat.
  Definition shape : Type := nat * WellGame.turn * list well.
  (** Whether a piece in this turn and column is put within its columns. *)
  Definition is_kept (p : nat) (t : WellGame.turn) (x : nat) : bool :=
    let last := x + fold_right Nat.max 0 (map fst t) in
    forallb (fun e : nat * (nat * nat) =>
      negb (fst e =? p) || ((fst (snd e) <=? x) && (last <=? snd (snd e)))) (columns_of s).
  Definition shapes (ts : list WellGame.turn) : list shape :=
    map (fun e : nat * WellGame.turn => (fst e, snd e, map (rows_of (width g) (snd e)) (seq 0 (width g))))
      (combine (seq 0 (length ts)) ts).
  Definition tries (b : well) (p : nat) (ts : list shape) : list (place * well) :=
    let free := map (map negb) b in
    flat_map (fun e : shape => let '(k, t, rows) := e in
      let kept := filter (fun at_ : nat * nat => is_kept p t (fst at_)) (places m (width g) free t) in
      filter (fun e => tame (snd e)) (map (fun at_ => let (x, y) := at_ : nat * nat in
        (k, x, y, put y (nth x rows []) b)) kept)) ts.

  (** Each well has a number. The new ones wait with theirs, and with what may be put aside if
      they are homes. *)
  Definition waiting : Type := positive * well * list nat.
  Record found : Type := Found { index : PositiveMap.t positive; next : positive; wait : list waiting }.
  Definition number (b : well) (aside : list nat) (f : found) : positive * found :=
    let k := key b [] in
    match PositiveMap.find k (index f) with
    | Some i => (i, f)
    | None =>
        (next f, Found (PositiveMap.add k (next f) (index f)) (Pos.succ (next f)) ((next f, b, aside) :: wait f))
    end.

  (** A well, what may be put aside there, and for each piece the places and the numbers of the
      wells to which they lead. *)
  Definition entry : Type := well * list nat * list (list (place * positive)).
  Fixpoint numbered (l : list (place * well)) (f : found) : list (place * positive) * found :=
    match l with
    | [] => ([], f)
    | (at_, b) :: l => let (i, f) := number b [] f in let (rest, f) := numbered l f in ((at_, i) :: rest, f)
    end.
  Fixpoint numbered_all (ls : list (list (place * well))) (f : found) : list (list (place * positive)) * found :=
    match ls with
    | [] => ([], f)
    | l :: ls => let (e, f) := numbered l f in let (rest, f) := numbered_all ls f in (e :: rest, f)
    end.
  Definition look (all : list (list shape)) (e : PositiveMap.t entry * found) (at_ : waiting) : PositiveMap.t entry * found :=
    let '(i, b, aside) := at_ in
    let (moves, f) := numbered_all (map (fun e : nat * list shape => tries b (fst e) (snd e)) (combine (seq 0 (length all)) all)) (snd e) in
    (PositiveMap.add i (b, aside, moves) (fst e), f).

  Definition most_wells : positive := 4194304.
  Definition too_many (f : found) : bool := (Pos.succ most_wells <? next f)%positive.
  Definition over (e : PositiveMap.t entry * found) : bool :=
    match wait (snd e) with [] => true | _ => too_many (snd e) end.
  Definition layer (all : list (list shape)) (e : PositiveMap.t entry * found) : PositiveMap.t entry * found :=
    let f := snd e in fold_left (look all) (wait f) (fst e, Found (index f) (next f) []).
  (** As many layers as are needed, at most two to the power of [k]. *)
  Fixpoint layers (all : list (list shape)) (k : nat) (e : PositiveMap.t entry * found) : PositiveMap.t entry * found :=
    match k with
    | 0 => layer all e
    | S k => let e := layers all k e in if over e then e else layers all k e
    end.
  Definition search : option (PositiveMap.t entry) :=
    let empty := filter (fun h => same_well (fst h) []) (homes s) in
    let start := snd (number [] (flat_map snd empty) (Found (PositiveMap.empty _) 1 [])) in
    let start := fold_left (fun f h => snd (number (fst h) (snd h) f)) (homes s) start in
    let all := map (fun p => shapes (WellGame.turns p)) (pieces g) in
    let (found, last) := layers all 22 (PositiveMap.empty _, start) in
    if too_many last then None else Some found.
End Search.

(** * What was found, looked at again *)
Definition right_place (m : movement) (g : game) (all : list (list WellGame.turn)) (found : PositiveMap.t entry)
    (b : well) (p : nat) (e : place * positive) : bool :=
  let '(k, x, y, i) := e in
  match nth_error (nth p all []) k, PositiveMap.find i found with
  | Some t, Some (b', _, _) =>
      let after := WellGame.played (width g) b t x y in
      same_well after b' && (length after <=? depth g) &&
      allowedb m (width g) b t (table_for m (width g) b t) x y
  | _, _ => false
  end.

(** A well, what may be put aside there, and for each piece the wells to which its places lead. *)
Definition node : Type := well * list nat * list (list positive).
Definition graph : Type := PositiveMap.t node.
Definition graph_of (m : movement) (g : game) (found : PositiveMap.t entry) : graph :=
  let all := map WellGame.turns (pieces g) in
  PositiveMap.map (fun e : entry => let '(b, aside, moves) := e in
    (b, aside, map (fun p => map snd (filter (right_place m g all found b p) (nth p moves [])))
      (seq 0 (length (pieces g))))) found.

(** * Sets of bags

    By the first piece, the second one, and so on: the bags without it and those with it. *)
Inductive bags : Type := Nobag | Any | Split (out into : bags).
Definition out (s : bags) : bags := match s with Split o _ => o | _ => s end.
Definition into (s : bags) : bags := match s with Split _ i => i | _ => s end.
Fixpoint has (s : bags) (bag : list bool) : bool :=
  match bag with
  | [] => match s with Any => true | _ => false end
  | c :: bag => has (if c then into s else out s) bag
  end.
Definition split (o i : bags) : bags := match o, i with Nobag, Nobag => Nobag | _, _ => Split o i end.
Fixpoint union (s t : bags) : bags :=
  match s, t with
  | Nobag, _ => t
  | _, Nobag => s
  | Split o i, Split o' i' => Split (union o o') (union i i')
  | _, _ => Any
  end.
Fixpoint common (s t : bags) : bags :=
  match s, t with
  | Any, _ => t
  | _, Any => s
  | Split o i, Split o' i' => split (common o o') (common i i')
  | _, _ => Nobag
  end.
Fixpoint empty_bag (n : nat) : bags := match n with 0 => Any | S n => Split (empty_bag n) Nobag end.

(** What is in [within] and in one of these sets. *)
Definition among (l : list bags) (within : bags) : bags := fold_left (fun r s => union (common s within) r) l Nobag.
(** One half of each of these sets, but for those that are empty. *)
Fixpoint halves (half : bags -> bags) (l : list bags) : list bags :=
  match l with
  | [] => []
  | s :: l => match half s with Nobag => halves half l | h => h :: halves half l end
  end.

(** The bags of [within] without piece [p], and those from which it can be taken: one of the
    sets has what is left then. *)
Fixpoint keep (p : nat) (l : list bags) (within : bags) : bags :=
  match within, p with
  | Nobag, _ => Nobag
  | _, 0 => split (out within) (among (halves out l) (into within))
  | _, S p => split (keep p (halves out l) (out within)) (keep p (halves into l) (into within))
  end.
(** Those from which each piece can be taken, from [p] on; with a list of sets for each. *)
Fixpoint takes (p : nat) (ls : list (list bags)) (within : bags) : bags :=
  match ls with
  | [] => within
  | l :: ls => takes (S p) ls (keep p l within)
  end.
Fixpoint some_piece (n : nat) : bags := match n with 0 => Nobag | S n => Split (some_piece n) Any end.

(** * From where a home can be reached

    For each well, and each piece put aside: with which bags. A well with none has an empty row. *)
Definition table : Type := PositiveMap.t (list bags).
Definition is_nobag (s : bags) : bool := match s with Nobag => true | _ => false end.
Definition short (r : list bags) : list bags := if forallb is_nobag r then [] else r.
Fixpoint rows (t : table) (wells : list positive) : list (list bags) :=
  match wells with
  | [] => []
  | i :: wells =>
      match PositiveMap.find i t with
      | Some ((_ :: _) as r) => r :: rows t wells
      | _ => rows t wells
      end
  end.
Fixpoint column (a : nat) (rs : list (list bags)) : list bags :=
  match rs with
  | [] => []
  | r :: rs => match nth a r Nobag with Nobag => column a rs | s => s :: column a rs end
  end.

Section Table.
  Variables (g : game) (gr : graph).
  Let n := length (pieces g).
  (** What may be put aside; 0 stands for nothing if nothing ever is. *)
  Definition asides : list nat := seq 0 (if hold g then n else 1).

  Definition at_homes : table :=
    PositiveMap.map (fun e : node => let '(_, aside, _) := e in
      short (map (fun a => if existsb (Nat.eqb a) aside then empty_bag n else Nobag) asides)) gr.
  Definition row (t : table) (moves : list (list positive)) : list bags :=
    let placed := map (fun wells => let rs := rows t wells in map (fun a => column a rs) asides) moves in
    let by_piece p a := nth a (nth p placed []) [] in
    short (map (fun a => takes 0 (map (fun p =>
      if hold g && negb (a =? p) then by_piece p a ++ by_piece a p else by_piece p a) (seq 0 n)) (some_piece n)) asides).
  Definition one_more (t : table) : table :=
    PositiveMap.map (fun e : node => let '(_, _, moves) := e in row t moves) gr.

  Definition full_bag : list bool := repeat true n.
  Definition take (p : nat) (bag : list bool) : list bool := update p (fun _ => false) bag.
  Definition all_return (t : table) : bool :=
    forallb (fun e : positive * node => let '(i, (_, aside, _)) := e in
      match PositiveMap.find i t with
      | Some r => forallb (fun a => has (nth a r Nobag) full_bag) aside
      | None => false
      end) (PositiveMap.elements gr).
  Definition starts (t : table) : bool :=
    match PositiveMap.find 1%positive gr with
    | Some ([], _, moves) =>
        if hold g then
          forallb (fun second => let reached := rows t (nth second moves []) in
            forallb (fun first => (first =? second) ||
              existsb (fun r => has (nth first r Nobag) (take second (take first full_bag))) reached)
              (seq 0 n)) (seq 0 n)
        else match PositiveMap.find 1%positive t with Some r => has (nth 0 r Nobag) full_bag | None => false end
    | _ => false
    end.
  Definition check_graph : bool :=
    if hold g then
      (2 <=? n) && let t := Nat.iter (n - 2) one_more at_homes in starts t && all_return (one_more (one_more t))
    else (1 <=? n) && let t := Nat.iter n one_more at_homes in starts t && all_return t.
End Table.

Definition check_found (find : movement -> game -> shown -> option (PositiveMap.t entry))
    (m : movement) (g : game) (s : shown) : bool :=
  match find m g s with
  | Some found => check_graph g (graph_of m g found)
  | None => false
  end.
Definition check_homes : movement -> game -> shown -> bool := check_found search.
