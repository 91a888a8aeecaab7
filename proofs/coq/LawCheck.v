(** The checker of laws, as a program. Its proof is in [LawSound.v]. *)
From Coq Require Import NArith List Bool.
From Topple Require Import Statements VectorCheck.
Import ListNotations Vector Law.
Local Open Scope N_scope.

(** * Sets of vectors, by their coordinates *)
Inductive tree : Type := Tree (here : bool) (next : list (N * tree)).
Definition nothing : tree := Tree false [].
Fixpoint child (n : N) (next : list (N * tree)) : option tree :=
  match next with
  | [] => None
  | (m, t) :: next => if n =? m then Some t else child n next
  end.
Fixpoint inside_tree (t : tree) (x : vector) {struct x} : bool :=
  match x, t with
  | [], Tree here _ => here
  | n :: x, Tree _ next => match child n next with Some t => inside_tree t x | None => false end
  end.
Fixpoint replaced (n : N) (t : tree) (next : list (N * tree)) : list (N * tree) :=
  match next with
  | [] => [(n, t)]
  | (m, u) :: next => if n =? m then (m, t) :: next else (m, u) :: replaced n t next
  end.
Fixpoint with_vector (x : vector) (t : tree) {struct x} : tree :=
  match x, t with
  | [], Tree _ next => Tree true next
  | n :: x, Tree here next =>
      Tree here (replaced n (with_vector x (match child n next with Some t => t | None => nothing end)) next)
  end.
Definition tree_of (ps : list position) : tree :=
  fold_right (fun p t => with_vector (fst p :: snd p) t) nothing ps.

(** * What is said, and whether the options agree *)
Section Check.
  Variable c : law.
  Variable exceptional : tree.
  Variable table : list (list bool).
  Variable rules_from : list (list rule).

  Definition bit (q r : N) : bool := nth (N.to_nat r) (nth (N.to_nat q) table []) false.
  Definition of (q : N) : list rule := nth (N.to_nat q) rules_from [].
  Definition losing (p : position) : bool :=
    xorb (bit (fst p) (sum (form c) (snd p) mod modulus c)) (inside_tree exceptional (fst p :: snd p)).
  Definition leads (r : rule) (x : vector) : position := (to r, add (minus x (take r)) (put r)).
  Definition agrees (p : position) : bool :=
    xorb (losing p) (existsb (fun r => at_most (take r) (snd p) && losing (leads r (snd p))) (of (fst p))).
  (** The positions from which a rule leads to this one. *)
  Definition before (all : list rule) (e : position) : list position :=
    flat_map (fun r => if (to r =? fst e) && at_most (put r) (snd e)
                       then [(from r, add (minus (snd e) (put r)) (take r))] else []) all.

  (** ** Elsewhere *)
  Definition good (r : N) (f : rule) : bool :=
    bit (to f) ((r + sum (form c) (put f) + (modulus c - sum (form c) (take f) mod modulus c)) mod modulus c).
  (** The coordinate of which one is taken, if nothing else is. *)
  Fixpoint only (t : vector) : option nat :=
    match t with
    | [] => None
    | a :: t => if a =? 0 then option_map S (only t)
                else if (a =? 1) && forallb (N.eqb 0) t then Some O else None
    end.
  Definition sure (fs : list rule) (i : nat) : bool :=
    existsb (fun f => match only (take f) with Some j => Nat.eqb i j | None => false end) fs.
  (** The greatest common divisor of the modulus and the weights of the other coordinates. *)
  Fixpoint divisor (w : vector) (mask : list bool) : N :=
    match w, mask with
    | a :: w, m :: mask => if m then divisor w mask else N.gcd a (divisor w mask)
    | _, _ => modulus c
    end.
  Definition elsewhere (dimension : nat) (q r : N) : bool :=
    let fs := filter (good r) (of q) in
    if bit q r then match fs with [] => true | _ => false end
    else
      let mask := map (sure fs) (seq 0 dimension) in
      negb (r mod divisor (form c) mask =? 0) ||
      forallb (fun m => m) mask && inside_tree exceptional (q :: repeat 0 dimension).
End Check.

Definition falls (w : vector) (h : list N) (r : rule) : bool :=
  dot w (put r) + of_state h (to r) <? dot w (take r) + of_state h (from r).

Definition check_law (c : law) (weight : vector) (height : list N) : bool :=
  let '(dimension, states, all) := named_rules (game c) in
  let d := N.to_nat dimension in
  let exceptional := tree_of (exceptions c) in
  let remainders := upto (modulus c) in
  let table := map (fun l => map (has l) remainders) (lost c) in
  let rules_from := map (fun q => filter (fun r => from r =? q) all) (upto states) in
  (1 <=? modulus c) && Nat.eqb (length (form c)) d && Nat.eqb (length (lost c)) (N.to_nat states) &&
  forallb (fun r => Nat.eqb (length (take r)) d && Nat.eqb (length (put r)) d && (from r <? states) && (to r <? states)) all &&
  forallb (fun e => (fst e <? states) && Nat.eqb (length (snd e)) d) (exceptions c) &&
  forallb (falls weight height) all &&
  forallb (fun q => forallb (elsewhere c exceptional table rules_from d q) remainders) (upto states) &&
  forallb (fun e => agrees c exceptional table rules_from e &&
                    forallb (agrees c exceptional table rules_from) (before all e)) (exceptions c).
