(** The checker of column weights, as a program. Its proof is in [WeightSound.v]. *)
From Coq Require Import Arith ZArith List Bool.
From Topple Require Import Statements.
Import ListNotations Well WellGame ColumnWeights.

(** The weights of the first [n] columns, and those that a piece covers at a column. *)
Definition first_weights (f : nat -> Z) (n : nat) : Z := fold_right Z.add 0%Z (map f (seq 0 n)).
Definition covered (f : nat -> Z) (x : nat) (t : turn) : Z := fold_right (fun c s => (f (x + fst c)%nat + s)%Z) 0%Z t.

Fixpoint distinct (t : turn) : bool :=
  match t with [] => true | c :: t => negb (existsb (same_cell c) t) && distinct t end.
Definition some_cells (t : turn) : bool := match t with [] => false | _ => distinct t end.

(** Whether [r + q s] is not 0 for any natural [q]. *)
Definition never_zero (r s : Z) : bool :=
  (if s =? 0 then negb (r =? 0) else negb ((r mod s =? 0) && (0 <=? - (r / s))))%Z.

Definition check_weights (ws : widths) (piece : turn) (weights : list Z) : bool :=
  let m := length weights in
  (1 <=? m) && forallb some_cells (turns piece) &&
  match ws with
  | One =>
      let f i := nth i weights 0%Z in
      forallb (fun t => forallb (fun x =>
        existsb (fun c => m <=? x + fst c) t || (covered f x t =? 0)%Z) (seq 0 m)) (turns piece) &&
      negb (first_weights f m =? 0)%Z
  | Repeated rest =>
      let f i := nth (i mod m) weights 0%Z in
      forallb (fun t => forallb (fun x => covered f x t =? 0)%Z (seq 0 m)) (turns piece) &&
      let s := first_weights f m in
      if rest =? 0 then negb (s =? 0)%Z else never_zero (first_weights f rest) s
  end.
