(** The checker of strategies in lanes, as a program. Its proof is in [LaneSound.v]. *)
From Coq Require Import Arith PArith List Bool FMapPositive.
From Topple Require Import Statements WellCheck.
Import ListNotations Well LaneStrategy.

Definition profile_dec : forall p q : profile, {p = q} + {p <> q} := list_eq_dec (list_eq_dec bool_dec).
Definition state_dec : forall a b : state, {a = b} + {a <> b}.
Proof.
  decide equality; [|apply profile_dec]. apply list_eq_dec. decide equality; [apply bool_dec | apply profile_dec].
Defined.

(** * Profiles of lanes, each once *)

(** Another lane with this profile, or if [many] perhaps more. The order would not matter,
    but equal states have to be listed equally to be found. *)
Fixpoint merge (p : profile) (many : bool) (ps : list (profile * bool)) : list (profile * bool) :=
  match ps with
  | [] => [(p, many)]
  | (q, m) :: rest =>
      if profile_dec p q then (p, true) :: rest
      else if (key p [] <? key q [])%positive then (p, many) :: ps
      else (q, m) :: merge p many rest
  end.
Definition merged (ps : list (profile * bool)) : list (profile * bool) :=
  fold_right (fun e => merge (fst e) (snd e)) [] ps.
(** All but this profile, and whether more than one lane may have had it. *)
Fixpoint take_out (p : profile) (ps : list (profile * bool)) : option (bool * list (profile * bool)) :=
  match ps with
  | [] => None
  | (q, m) :: rest =>
      if profile_dec p q then Some (m, rest)
      else match take_out p rest with Some (m', others) => Some (m', (q, m) :: others) | None => None end
  end.

(** * A move *)

(** The rows but those with a number that is [gone], counted from [y]. *)
Fixpoint sift (gone : nat -> bool) (y : nat) (p : profile) : profile :=
  match p with
  | [] => []
  | r :: p => if gone y then sift gone (S y) p else r :: sift gone (S y) p
  end.
Definition full_at (w y : nat) (p : profile) : bool := full (nth y p (repeat false w)).
Definition full_in_all (g : game) (st : state) (y : nat) : bool :=
  full_at (rest g) y (last st) && forallb (fun e => full_at (lane g) y (fst e)) (profiles st).
Definition cleared (g : game) (st : state) : state :=
  let sifted := sift (full_in_all g st) 0 in
  State (sifted (last st)) (merged (map (fun e => (sifted (fst e), snd e)) (profiles st))).

(** The part with the piece in it, if the piece can be dropped there. *)
Definition dropped (w : nat) (p : profile) (t : WellGame.turn) (m : move) : option profile :=
  if allowedb WellLines.Drop w p t [] (column m) (row m)
  then Some (WellGame.with_piece w p t (column m) (row m)) else None.
(** All states that may come about; none if the move is not allowed. *)
Definition outcomes (g : game) (st : state) (t : WellGame.turn) (m : move) : list state :=
  match part m with
  | None =>
      match dropped (rest g) (last st) t m with
      | Some new => [cleared g (State new (profiles st))]
      | None => []
      end
  | Some p =>
      match take_out p (profiles st), dropped (lane g) p t m with
      | Some (many, others), Some new =>
          map (fun ps => cleared g (State (last st) (merge new false ps)))
            (others :: if many then [profiles st] else [])
      | _, _ => []
      end
  end.

(** * The lines *)

(** Different states have different codes: a profile has no row without cells. *)
Definition code (st : state) : well := last st ++ flat_map (fun e => [] :: [snd e] :: fst e) (profiles st).

Definition indexed : Type := well * list nat * (state * move).
Definition listed (ix : PositiveMap.t indexed) (st : state) (ps : list nat) : bool :=
  match look_up _ ix (code st) ps with
  | Some (st', _) => if state_dec st' st then true else false
  | None => false
  end.

Definition goes_to (g : game) (ix : PositiveMap.t indexed) (rest : list nat) (st : state) : bool :=
  forallb (fun p => length p <=? depth g) (last st :: map fst (profiles st)) &&
  forallb (fun q => listed ix st (rest ++ [q])) (seq 0 (length (pieces g))).
Definition line_ok (g : game) (ix : PositiveMap.t indexed) (line : indexed) : bool :=
  let '(_, ps, (st, m)) := line in
  match ps with
  | [] => false
  | p :: rest =>
      match nth_error (WellGame.turns (nth p (pieces g) [])) (turn m) with
      | None => false
      | Some t =>
          match outcomes g st t m with
          | [] => false
          | all => forallb (goes_to g ix rest) all
          end
      end
  end.

Definition start : state := State [] [([], true)].
Definition each_once (line : line) : bool :=
  let ps := profiles (fst (fst line)) in length (merged ps) =? length ps.
Definition check_lanes (g : game) (given : list line) : bool :=
  let lines := map (fun line : line =>
    let '(st, ps, m) := line in let st := State (last st) (merged (profiles st)) in (code st, ps, (st, m))) given in
  let ix := make_index _ lines in
  forallb each_once given &&
  forallb (listed ix start) (sequences (S (lookahead g)) (length (pieces g))) && forallb (line_ok g ix) lines.
