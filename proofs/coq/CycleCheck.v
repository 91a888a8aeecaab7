(** The checker of weights of lanes, as a program. Its proof is in [CycleSound.v]. *)
From Coq Require Import Arith ZArith List Bool.
From Topple Require Import Statements WeightCheck.
Import ListNotations WellGame LaneWeights.

(** From a column of lane j on a piece covers weights that sum to [slope] times j, and [rest];
    and so many lanes it reaches to the right. *)
Definition slope_at (c : certificate) (x : nat) : Z := fst (nth (x mod columns c) (weights c) (0, 0)%Z).
Definition rest_at (c : certificate) (x : nat) : Z :=
  (snd (nth (x mod columns c) (weights c) (0, 0)%Z) - slope_at c x * Z.of_nat (x / columns c))%Z.
Definition reach (c : certificate) (x : nat) (t : turn) : nat :=
  fold_right Nat.max 0 (map (fun cell => (x + fst cell) / columns c) t).

(** It adds nothing in any lane, or less than nothing in each. *)
Definition never_more (c : certificate) (x : nat) (t : turn) : bool :=
  let slope := covered (slope_at c) x t in
  let rest := covered (rest_at c) x t in
  ((slope =? 0) && (rest =? 0) ||
   (slope <=? 0) && (slope * (Z.of_nat (reach c x t) + 1) + rest <? 0))%Z.

Definition sum_of (l : list Z) : Z := fold_right Z.add 0%Z l.
Definition check_lane_weights (c : certificate) : bool :=
  (1 <=? columns c) && (sum_of (map fst (weights c)) =? 0)%Z && (sum_of (map snd (weights c)) =? 0)%Z &&
  forallb (fun piece => forallb (fun t => some_cells t &&
    forallb (fun x => never_more c x t) (seq 0 (columns c))) (turns piece)) (sent c).
