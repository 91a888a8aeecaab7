(** The checker of renamings, as a program. Its proof is in [RenamingSound.v]. *)
From Coq Require Import Arith NArith ZArith List Bool.
From Topple Require Import Statements VectorCheck LawCheck.
Import ListNotations Vector Renaming.
Local Open Scope Z_scope.

(** * Rows with one entry at most: its place, and the entry, or 0 *)
Fixpoint entry (i : nat) (row : list Z) : nat * Z :=
  match row with
  | [] => (O, 0)
  | a :: row => if a =? 0 then entry (S i) row else (i, a)
  end.
Definition row_of (r : nat * Z) (i : nat) : Z := if Nat.eqb (fst r) i then snd r else 0.
Fixpoint same_row (row row' : list Z) : bool :=
  match row, row' with
  | [], [] => true
  | a :: row, b :: row' => (a =? b) && same_row row row'
  | _, _ => false
  end.
Definition row_ok (d : nat) (row : list Z) : bool :=
  let r := entry 0 row in (0 <=? snd r) && same_row row (map (row_of r) (seq 0 d)).

Definition z (x : vector) (i : nat) : Z := Z.of_N (nth i x 0%N).
Definition at_ (v : list Z) (j : nat) : Z := nth j v 0.

Section Check.
  Variable d e : nat.  (** coordinates of the games *)
  Variable rows : list (nat * Z).
  Variable all : list state.

  Definition row (j : nat) : nat * Z := nth j rows (O, 0).
  (** Coordinate j of the matrix times a vector. *)
  Definition turned (j : nat) (x : nat -> Z) : Z := snd (row j) * x (fst (row j)).
  Definition state_at (q : N) : state := nth (N.to_nat q) all (State 0%N [] []).

  Definition each (n : nat) (f : nat -> bool) : bool := forallb f (seq 0 n).

  (** * Options *)
  Definition defined (s : state) : bool := each e (fun j => 0 <=? turned j (z (low s)) + at_ (offset s) j).
  Definition stays (s : state) (r : rule) : bool :=
    each d (fun i => z (low (state_at (to r))) i <=? Z.max (z (low s) i) (z (take r) i) - z (take r) i + z (put r) i).
  (** Both rules lead to the same place, and can be used at the same positions. *)
  Definition alike (s : state) (r r' : rule) : bool :=
    let s' := state_at (to r) in
    (to r' =? image s')%N &&
    each e (fun j => turned j (fun i => z (put r) i - z (take r) i) + at_ (offset s') j - at_ (offset s) j
                     =? z (put r') j - z (take r') j) &&
    each e (fun j => z (take r') j <=? turned j (fun i => Z.max (z (low s) i) (z (take r) i)) + at_ (offset s) j) &&
    each d (fun i => (z (take r) i <=? z (low s) i) ||
                     existsb (fun j => Nat.eqb (fst (row j)) i &&
                       (snd (row j) * (z (take r) i - 1) + at_ (offset s) j <? z (take r') j)) (seq 0 e)).
  Fixpoint without (f : rule -> bool) (l : list rule) : option (list rule) :=
    match l with
    | [] => None
    | r :: l => if f r then Some l else option_map (cons r) (without f l)
    end.
  Fixpoint paired (s : state) (rs rs' : list rule) : bool :=
    match rs with
    | [] => match rs' with [] => true | _ => false end
    | r :: rs => match without (alike s r) rs' with Some rest => paired s rs rest | None => false end
    end.
  Definition from_ (q : N) (rules : list rule) : list rule := filter (fun r => (from r =? q)%N) rules.

  (** * One to one *)
  Definition used : bool := each d (fun i => existsb (fun r => Nat.eqb (fst r) i && negb (snd r =? 0)) rows).
  (** No vector of integers is turned into this one. *)
  Definition impossible (v : nat -> Z) : bool :=
    existsb (fun j => let (i, m) := row j in
      if m =? 0 then negb (v j =? 0)
      else negb (v j mod m =? 0) ||
           existsb (fun k => Nat.eqb (fst (row k)) i && negb (v j * snd (row k) =? v k * m)) (seq 0 e)) (seq 0 e).
  Fixpoint apart (ss : list state) : bool :=
    match ss with
    | [] => true
    | s :: ss =>
        forallb (fun s' => negb (image s =? image s')%N || impossible (fun j => at_ (offset s) j - at_ (offset s') j)) ss &&
        apart ss
    end.

  (** * Onto *)
  (** What is turned into this vector, if anything is. *)
  Definition solution (v : nat -> Z) (i : nat) : Z :=
    match find (fun j => Nat.eqb (fst (row j)) i && negb (snd (row j) =? 0)) (seq 0 e) with
    | Some j => v j / snd (row j)
    | None => 0
    end.
  Definition solves (v t : nat -> Z) : bool := each e (fun j => turned j t =? v j).
  Definition origin (s : state) : bool :=
    let v j := - at_ (offset s) j in let t := solution v in
    solves v t && each d (fun i => z (low s) i <=? t i).
  Definition step (s : state) (j : nat) (s' : state) : bool :=
    let v k := at_ (offset s) k - at_ (offset s') k + (if Nat.eqb k j then 1 else 0) in let t := solution v in
    solves v t && each d (fun i => z (low s') i <=? z (low s) i + t i).
  Definition reaches_all (images : N) : bool :=
    forallb (fun q => existsb (fun s => (image s =? q)%N && origin s) all) (upto images) &&
    forallb (fun s => each e (fun j => existsb (fun s' => (image s =? image s')%N && step s j s') all)) all.

  (** * Eden *)
  Definition has_predecessors (rules : list rule) (q : N) (s : state) : bool :=
    let into := filter (fun r => (to r =? q)%N) rules in
    forallb (fun r => at_most (low s) (put r)) into && existsb (fun r => same_vector (put r) (low s)) into.
End Check.

Definition rules_ok (d : nat) (states : N) (weight : vector * list N) (rules : list rule) : bool :=
  forallb (fun r => Nat.eqb (length (take r)) d && Nat.eqb (length (put r)) d && (from r <? states)%N &&
                    (to r <? states)%N && falls (fst weight) (snd weight) r) rules.

Definition check_renaming (c : certificate) (weight weight' : vector * list N) : bool :=
  let '(dimension, many, rules) := named_rules (source c) in
  let '(dimension', many', rules') := named_rules (target c) in
  let d := N.to_nat dimension in
  let e := N.to_nat dimension' in
  let rows := map (entry 0) (matrix c) in
  let all := states c in
  rules_ok d many weight rules && rules_ok e many' weight' rules' &&
  Nat.eqb (length (matrix c)) e && forallb (row_ok d) (matrix c) && Nat.eqb (length all) (N.to_nat many) &&
  forallb (fun s => (image s <? many')%N && Nat.eqb (length (low s)) d && Nat.eqb (length (offset s)) e &&
                    defined e rows s) all &&
  forallb (fun q => let s := state_at all q in
    forallb (stays d all s) (from_ q rules) &&
    paired d e rows all s (from_ q rules) (from_ (image s) rules')) (upto many) &&
  (negb (one_to_one c) || used d rows && apart e rows all) &&
  (negb (onto c) || used d rows && reaches_all d e rows all many') &&
  (negb (eden c) || forallb (fun q => has_predecessors rules q (state_at all q)) (upto many)).
