(** The checker of certificates of kind [row-weights], as a program. Its proof is in [RowWeightsSound.v]. *)
From Coq Require Import Arith NArith ZArith List Bool FMapPositive.
From Topple Require Import Statements WordCheck.
Import ListNotations Well WellGame WellLines.

(** The state, the pieces shown, the piece that is announced, and the potential. *)
Definition send_line : Type := positive * list nat * nat * Z.
(** What stands in a certificate: the weights of the rows that are neither full nor empty, in their order; for each
    state the next one by row, 0 being the dead one; and the lines. *)
Record row_weights : Type := RowWeights {
  rows_weigh : list Z;
  state_lines : list (list N);
  send_lines : list send_line
}.

Fixpoint same_numbers (a b : list nat) : bool :=
  match a, b with [], [] => true | x :: a, y :: b => (x =? y) && same_numbers a b | _, _ => false end.
(** All lists of so many of the pieces. *)
Fixpoint windows (pieces lookahead : nat) : list (list nat) :=
  match lookahead with
  | 0 => [[]]
  | S n => flat_map (fun shown => map (fun p => p :: shown) (seq 0 pieces)) (windows pieces n)
  end.

Section Check.
  Variables (m : movement) (g : Rising.wells) (k : row_weights).
  Definition pieces_count : nat := length (Rising.pieces g).
  Definition all_windows : list (list nat) := windows pieces_count (Rising.lookahead g).
  Definition window (c : nat) : list nat := nth c all_windows [].
  Definition lines_with (shown : list nat) : list send_line :=
    filter (fun l : send_line => let '(_, s, _, _) := l in same_numbers s shown) (send_lines k).
  (** The controls are the lists of pieces shown. *)
  Definition word_certificate : certificate :=
    let dead := beyond (state_lines k) in {|
    (* The mark, which is of no use here, leads to the dead state. *)
    table := map (fun l => map (numbered dead) l ++ [dead]) (state_lines k);
    dead := dead;
    features := [rows_weigh k];
    comes_by := m;
    after_run := fun _ _ _ _ => None;
    after_end := fun _ _ _ _ => None;
    leg_of := fun _ => 0;
    before := fun _ => false;
    to_come := fun _ => 0;
    restart := fun _ _ => 0;
    ranks := map (fun shown => map (fun l : send_line => let '(q, _, p, z) := l in (q, [([1%Z], z); ([], Z.of_nat p)]))
      (lines_with shown))
      all_windows
  |}.

  Variable levels : list (PositiveMap.t (list level)).
  (** What stands beside a state: the potential, and where a second level would stand, the piece that is announced. *)
  Definition potential (l : list level) : Z := match l with (_, z) :: _ => z | [] => 0%Z end.
  Definition announced (l : list level) : nat := match l with [_; (_, p)] => Z.to_nat p | _ => 0 end.
  (** Is there a line after the play, and enough gained? *)
  Definition gains (rest : list nat) (q : positive) (d : list Z) (have : Z) (c : nat) : bool :=
    same_numbers (window c) rest &&
    match levels_of levels c q with Some l => (have <? dot [1%Z] d + potential l)%Z | None => false end.
  (** A play of this piece, if it is the one that falls. *)
  Definition send_ok (piece turn x : nat) (p q : positive) (d : list Z) (c : nat) : bool :=
    match levels_of levels c p with
    | None => true
    | Some l =>
        match window c ++ [announced l] with
        | [] => false
        | first :: rest => negb (first =? piece) || existsb (gains rest q d (potential l)) (controls levels)
        end
    end.
  Definition announced_ok : bool :=
    forallb (fun found => forallb (fun e => announced (snd e) <? pieces_count) (PositiveMap.elements found)) levels.
  Definition may_start (c : nat) : bool :=
    (length (window c) =? Rising.lookahead g) && forallb (fun p => p <? pieces_count) (window c) &&
    match levels_of levels c 1%positive with Some _ => true | None => false end.
  Definition pieces_ok (cert : certificate) (lines : PositiveMap.t (list positive)) : bool :=
    forallb (fun i => piece_ok (Rising.width g) cert lines levels (send_ok i) (nth i (Rising.pieces g) []))
      (seq 0 pieces_count).
End Check.

Definition check_row_weights (m : movement) (g : Rising.wells) (k : row_weights) : bool :=
  let cert := word_certificate m g k in
  let lines := numbered_lines cert in
  let levels := ranks_by_state cert in
  (0 <? Rising.width g) && dead_ok (Rising.width g) cert lines levels &&
  existsb (may_start g levels) (controls levels) && announced_ok g levels && pieces_ok g levels cert lines.
