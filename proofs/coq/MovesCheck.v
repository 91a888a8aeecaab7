(** The checker of what moves do to towers in play, as a program. Its proof is in
    [MovesSound.v]. *)
From Coq Require Import Arith List Bool.
From Topple Require Import Statements Towers StabilityCheck.
Import ListNotations Tower Stability Moves.

(** What each level counts as; and for each block that can be taken, its level, its slot from 0,
    and what is left, or its mirror image. *)
Record shown : Type := Shown { said_sizes : list (level * nat); takes : list (level * nat * level); induction : list state }.

Definition all_three : level := [true; true; true].
Definition is_some {A} (o : option A) : bool := match o with Some _ => true | None => false end.

Section Check.
  Variable c : claims.
  Variable types : list type.
  Variable s : shown.

  Definition allowed (a : level) : bool := negb (has_level a (excluded c)).
  (** What is left when the block in slot j is taken, if it can be. *)
  Definition left_of (a : level) (j : nat) : option level :=
    let b := Well.update j (fun _ => false) a in
    if nth j a false && existsb (fun x => x) b && allowed b then Some b else None.
  Definition number (a : level) : nat := fold_left (fun n x => 2 * n + Nat.b2n x) a 0.
  Definition called (b : level) : level := if number b <? number (rev b) then rev b else b.
  Definition size (a : level) : nat :=
    if same_level a all_three then 2 else if existsb (fun j => is_some (left_of a j)) [0; 1; 2] then 1 else 0.

  Definition counted (a : level) : bool := existsb (fun x => same_level a (fst x)) (said_sizes s).
  Definition type_called (name : level) : option type := find (fun m => same_level name (left m)) types.
  Definition take_ok (x : level * nat * level) : bool :=
    let '(a, j, name) := x in
    allowed a && is_some (type_called name) &&
    match left_of a j with Some b => same_level (called b) name | None => false end.
  (** The type by which a block is taken. *)
  Definition offered (a : level) (j : nat) : option type :=
    match find (fun x => same_level a (fst (fst x)) && (snd (fst x) =? j)) (takes s) with
    | Some (_, name) => type_called name
    | None => None
    end.
  Definition level_ok (a : level) : bool :=
    negb (allowed a) ||
    counted a &&
    forallb (fun j => match left_of a j with
      | None => true
      | Some b => match offered a j with
        | Some m => (before m =? size a) && (after m =? size b) && counted b
        | None => false
        end
      end) [0; 1; 2] &&
    forallb (fun m => negb (before m =? size a) ||
      existsb (fun j => match left_of a j, offered a j with
                        | Some _, Some m' => same_level (left m) (left m')
                        | _, _ => false
                        end) [0; 1; 2]) types.

  Definition check_moves : bool :=
    check_stability c (induction s) && allowed all_three &&
    forallb (fun t => negb (has_level all_three (skipn 1 t))) (triples c) &&
    forallb (fun x => allowed (fst x) && (snd x =? size (fst x))) (said_sizes s) &&
    forallb (fun m => existsb (fun x => same_level (left m) (snd x)) (takes s)) types &&
    forallb take_ok (takes s) && forallb level_ok levels.
End Check.
