(** Statements about certificates of where pieces can be played in a cycle: what each says, and
    that the checker accepts only what is true. *)
From Coq Require Import Arith ZArith List.
From Topple Require Import StatementsWells.
Import ListNotations.

(** * Weights of lanes

    The format is in [../FORMAT.md], kind [lane-weights]. A lane is so many neighbouring columns as
    there are weights; lanes are counted from the right wall, from 1. *)
Module LaneWeights.
  Import Well WellGame.

  (** In lane j column i of a lane weighs a j + c, for the i-th pair (a, c). *)
  Record certificate : Type := Certificate { sent : list turn; weights : list (Z * Z) }.
  Definition columns (c : certificate) : nat := length (weights c).

  (** The weight of a column of a well of so many lanes, and what a piece adds in a turn if it
      is put with its leftmost column there. *)
  Definition weight (c : certificate) (lanes x : nat) : Z :=
    let pair := nth (x mod columns c) (weights c) (0, 0)%Z in
    (fst pair * Z.of_nat (lanes - x / columns c) + snd pair)%Z.
  Definition adds (c : certificate) (lanes x : nat) (t : turn) : Z :=
    fold_right (fun cell sum => weight c lanes (x + fst cell) + sum)%Z 0%Z t.
  Definition within (c : certificate) (lanes x : nat) (t : turn) : Prop :=
    forall cell, In cell t -> x + fst cell < lanes * columns c.

  (** Which piece is played, in which turn, and column and row of its place. *)
  Definition play_of_piece : Type := turn * turn * nat * nat.
  Definition after (g : game) (b : well) (p : play_of_piece) : well :=
    let '(_, t, x, y) := p in played (width g) b t x y.
  Fixpoint plays (g : game) (b : well) (ps : list play_of_piece) : Prop :=
    match ps with
    | [] => True
    | p :: rest =>
        let '(piece, t, x, y) := p in
        In piece (pieces g) /\ In t (turns piece) /\ allowed (how g) (width g) b t x y /\
        length (after g b p) <= depth g /\ plays g (after g b p) rest
    end.
  (** The plays lead back to the same well. *)
  Definition cycle (g : game) (b : well) (ps : list play_of_piece) : Prop :=
    ps <> [] /\ plays g b ps /\ fold_left (after g) ps b = b.

  (** In wells of so many lanes as one likes, of each depth, under each rule: what is played in a
      cycle adds nothing, from that column of whatever lane, in a well of whatever number of lanes. *)
  Definition says (c : certificate) : Prop :=
    forall g lanes, width g = lanes * columns c -> incl (pieces g) (sent c) ->
    forall b ps, is_well g b -> cycle g b ps ->
    forall piece t x y, In (piece, t, x, y) ps ->
    forall lanes' x', x' mod columns c = x mod columns c -> within c lanes' x' t -> adds c lanes' x' t = 0%Z.
End LaneWeights.

(** What is accepted is true of every cycle. *)
Definition lane_weights_checker_sound (check : LaneWeights.certificate -> bool) : Prop :=
  forall c, check c = true -> LaneWeights.says c.
