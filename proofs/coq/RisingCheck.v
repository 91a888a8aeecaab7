(** The checker of wells that rise, as a program. Its proof is in [RisingSound.v]. *)
From Coq Require Import Arith NArith List Bool FMapPositive.
From Topple Require Import Statements WellCheck.
Import ListNotations Well WellGame WellLines.

(** * A piece in one turn *)
Definition tall (t : turn) : nat := S (fold_right Nat.max 0 (map snd t)).
(** Each row of its box has a cell. *)
Definition solid (t : turn) : bool := forallb (fun y => existsb (fun c => snd c =? y) t) (seq 0 (tall t)).
Definition wide (w : nat) (t : turn) (y : nat) : bool := forallb (fun x => existsb (same_cell (x, y)) t) (seq 0 w).
(** How many of its rows can be among rows that are not empty: those below the first that is as
    wide as the well. *)
Fixpoint narrow (w : nat) (t : turn) (y n : nat) : nat :=
  match n with
  | 0 => 0
  | S n => if wide w t y then 0 else S (narrow w t (S y) n)
  end.
Definition sinks (w : nat) (t : turn) : nat := narrow w t 0 (tall t).

(** * Places

    What is not known of the rows below the top is taken for [d] empty rows, as many as the piece
    can have there, in which every place is held. *)
Definition over (w d : nat) (top : well) : well := repeat (repeat false w) d ++ top.
Definition gets_to (r : movement) (w : nat) (b : well) (t : turn) (table : list (list bool)) (x y : nat) : bool :=
  match r with
  | Drop => forallb (fun z => fits w b t x z) (seq y (S (length b) - y))
  | Slide => slides_to w b t table x y
  | Anywhere => fits w b t x y
  end.
Definition rests (w d : nat) (b : well) (t : turn) (x y : nat) : bool := (y <=? d) || negb (fits w b t x (y - 1)).
(** The rows of the top after the play. *)
Definition known (w d : nat) (b : well) (t : turn) (x y : nat) : well :=
  filter (fun r => negb (full r)) (skipn d (with_piece w b t x y)).

(** * The tops that can follow *)
Definition blank (r : list bool) : bool := forallb negb r.
(** All rows that end with [r] and have [n] cells more. *)
Fixpoint every_row (n : nat) (r : list bool) (ok : list bool -> bool) : bool :=
  match n with
  | 0 => ok r
  | S n => every_row n (false :: r) ok && every_row n (true :: r) ok
  end.
(** All wells with these rows on top and at most [n] below them. *)
Fixpoint every_top (w n : nat) (top : well) (ok : well -> bool) : bool :=
  ok top &&
  match n with
  | 0 => true
  | S n => every_row w [] (fun r => full r || blank r || every_top w n (r :: top) ok)
  end.
Definition highest (rows : nat) (b : well) : well := skipn (length b - rows) b.
Definition followed (w rows : nat) (open : bool) (b : well) (ok : well -> bool) : bool :=
  if rows <=? length b then ok (highest rows b)
  else if open then every_top w (rows - length b) b ok else ok b.

(** * The lines *)
Definition index : Type := PositiveMap.t (well * list nat * (nat * N)).
Definition enough (ix : index) (shown : list nat) (have need : N) (top : well) : bool :=
  match look_up _ ix top shown with
  | Some (_, next) => (need <=? have + next)%N
  | None => false
  end.

Section Line.
  Variables (m : movement) (w rows : nat) (gain : N) (ix : index) (top : well) (shown : list nat) (potential : N).
  Definition place_ok (open : bool) (d : nat) (t : turn) (x y : nat) : bool :=
    let after := known w d (over w d top) t x y in
    followed w rows open after
      (enough ix shown (gain * N.of_nat (length after)) (gain * N.of_nat (length top + (d - y)) + potential + 1)).
  Definition turn_ok (t : turn) : bool :=
    let open := length top =? rows in
    let d := if open then sinks w t else 0 in
    let b := over w d top in
    let table := table_for m w b t in
    solid t &&
    forallb (fun y => forallb (fun x =>
      negb (gets_to m w b t table x y && rests w d b t x y) || place_ok open d t x y)
      (seq 0 w)) (seq 0 (S (length b))).
End Line.

Definition line_ok (m : movement) (g : Rising.wells) (rows : nat) (gain : N) (ix : index)
    (line : well * list nat * (nat * N)) : bool :=
  let '(top, shown, (q, potential)) := line in
  forallb (fun p => p <? length (Rising.pieces g)) shown && (q <? length (Rising.pieces g)) &&
  match shown ++ [q] with
  | [] => false
  | p :: rest => forallb (turn_ok m (Rising.width g) rows gain ix top rest potential) (turns (nth p (Rising.pieces g) []))
  end.
Definition check_rising (m : movement) (g : Rising.wells) (rows : nat) (gain : N) (lines : list Rising.line) : bool :=
  let lines := map (fun line : Rising.line => let '(top, shown, q, f) := line in (top, shown, (q, f))) lines in
  let ix := make_index _ lines in
  existsb (fun line => let '(top, shown, _) := line in
    match top with [] => length shown =? Rising.lookahead g | _ => false end) lines &&
  forallb (line_ok m g rows gain ix) lines.
