(** The checker of which towers stand, as a program. Its proof is in [StabilitySound.v]. *)
From Coq Require Import Arith ZArith List Bool FMapPositive.
From Topple Require Import Statements Levels Towers.
Import ListNotations Tower Stability.
Local Open Scope Z_scope.

(** * Verdicts, the worse the later *)
Inductive verdict : Type := Stands | Semi | Falls.
Definition worse (v w : verdict) : verdict :=
  match v, w with
  | Falls, _ | _, Falls => Falls
  | Semi, _ | _, Semi => Semi
  | Stands, Stands => Stands
  end.
Definition same_verdict (v w : verdict) : bool :=
  match v, w with Stands, Stands | Semi, Semi | Falls, Falls => true | _, _ => false end.
Definition of_sign (x : Z) : verdict := match x with Zpos _ => Stands | Z0 => Semi | Zneg _ => Falls end.

(** What is told by whole numbers of a level, and of a tower. *)
Definition verdict_of_level (a : level) (above : tower) : verdict :=
  match above with
  | [] => Stands
  | _ => worse (of_sign (across above - low a * mass above)) (of_sign (high a * mass above - across above))
  end.
Fixpoint verdict_of (t : tower) : verdict :=
  match t with [] => Stands | a :: above => worse (verdict_of above) (verdict_of_level a above) end.

(** * Ranges of numbers: a lower and an upper bound, or none *)
Definition range : Type := option Z * option Z.
Definition both (f : Z -> Z -> Z) (a b : option Z) : option Z :=
  match a, b with Some a, Some b => Some (f a b) | _, _ => None end.
Definition plus (n : Z) (r : range) : range := (option_map (Z.add n) (fst r), option_map (Z.add n) (snd r)).
Definition sum_of (r s : range) : range := (both Z.add (fst r) (fst s), both Z.add (snd r) (snd s)).
Definition times (n : Z) (r : range) : range :=
  match n with
  | Z0 => (Some 0, Some 0)
  | Zpos _ => (option_map (Z.mul n) (fst r), option_map (Z.mul n) (snd r))
  | Zneg _ => (option_map (Z.mul n) (snd r), option_map (Z.mul n) (fst r))
  end.
Definition within (r outer : range) : bool :=
  match fst outer with
  | None => true
  | Some b => match fst r with Some a => b <=? a | None => false end
  end &&
  match snd outer with
  | None => true
  | Some b => match snd r with Some a => a <=? b | None => false end
  end.
(** The verdict that all numbers of the range give, if they give the same. *)
Definition told (r : range) : option verdict :=
  match r with
  | (Some a, b) =>
      if 0 <? a then Some Stands
      else match b with
           | Some b => if (a =? 0) && (b =? 0) then Some Semi else if b <? 0 then Some Falls else None
           | None => None
           end
  | (None, Some b) => if b <? 0 then Some Falls else None
  | _ => None
  end.

(** * The states

    With M blocks and the sums X of their middles, bounds of M + X and M - X, along the axis of
    the lowest level and along the other. *)
Record state : Type := State {
  so_far : verdict;
  more_along : range; less_along : range; more_across : range; less_across : range;
  steps : list (level * nat)
}.
Definition no_state : state := State Falls (None, None) (None, None) (None, None) (None, None) [].

Section Check.
  Variable c : claims.
  Variable all : list state.

  Definition state_at (i : nat) : state := nth i all no_state.
  Definition same_level (a b : level) : bool := is (level_dec a b).
  Definition same_tower (t u : tower) : bool := is (tower_dec t u).
  Definition next (i : nat) (a : level) : nat :=
    match find (fun s => same_level a (fst s)) (steps (state_at i)) with Some s => snd s | None => 0%nat end.

  Definition judged (first : bool) (s : state) (a : level) : option verdict :=
    if first then Some Stands
    else match so_far s with
    | Falls => Some Falls
    | _ =>
        let left := told (sum_of (times (1 - low a) (more_across s)) (times (- 1 - low a) (less_across s))) in
        let right := told (sum_of (times (high a - 1) (more_across s)) (times (high a + 1) (less_across s))) in
        match left, right with
        | Some Falls, _ | _, Some Falls => Some Falls
        | Some v, Some w => Some (worse v w)
        | _, _ => None
        end
    end.
  Definition step_ok (i : nat) (a : level) : bool :=
    let s := state_at i in
    let j := next i a in
    let s' := state_at j in
    Nat.ltb 0 j && Nat.ltb j (length all) &&
    match judged (Nat.eqb i 0) s a with
    | None => false
    | Some v => same_verdict (so_far s') (worse (so_far s) v)
    end &&
    within (plus (blocks a + moment a) (more_across s)) (more_along s') &&
    within (plus (blocks a - moment a) (less_across s)) (less_along s') &&
    within (plus (blocks a) (more_along s)) (more_across s') &&
    within (plus (blocks a) (less_along s)) (less_across s').
  Definition at_nothing (s : state) : bool :=
    let zero := (Some 0, Some 0) in
    same_verdict (so_far s) Stands && within zero (more_along s) && within zero (less_along s) &&
    within zero (more_across s) && within zero (less_across s).
  Definition above_0 (r : range) : bool := match fst r with Some a => 0 <? a | None => false end.
  Definition keeps_inside (s : state) : bool :=
    above_0 (more_along s) && above_0 (less_along s) && above_0 (more_across s) && above_0 (less_across s).

  (** * What has to be remembered of a tower that is read from the top down *)
  Definition has_level (a : level) (l : list level) : bool := existsb (same_level a) l.
  Definition has_tower (t : tower) (l : list tower) : bool := existsb (same_tower t) l.
  Definition same_chain (ch ch' : level * level) : bool := same_level (fst ch) (fst ch') && same_level (snd ch) (snd ch').
  Record memory : Type := Memory {
    height : nat;  (** no more than 6 *)
    top : tower;  (** the three levels on top *)
    bad : bool;  (** some level below the top is excluded *)
    is_described : bool;
    alive : list (level * level);  (** chains that may go on *)
    at_end : bool  (** and then the next level is the end of one *)
  }.
  Definition nothing : memory := Memory 0 [] false false [] true.
  Definition under (m : memory) (a : level) : memory :=
    let top' := if Nat.ltb (length (top m)) 3 then a :: top m else top m in
    let alive' := filter (fun ch =>
      (Nat.eqb (height m) 0 || existsb (same_chain ch) (alive m)) &&
      same_level a (if at_end m then fst ch else snd ch)) (chains c) in
    let dead := match alive' with [] => true | _ => false end in
    let chain := negb dead && Nat.leb 2 (height m) && at_end m in
    let triple := Nat.eqb (height m) 2 && has_tower top' (triples c) in
    Memory (Nat.min 6 (S (height m))) top'
      (bad m || Nat.ltb 0 (height m) && has_level a (excluded c))
      (chain || triple || is_described m && negb (has_level a (excluded c)))
      alive' (dead || negb (at_end m)).
  Definition is_valid (m : memory) : bool := negb (bad m) && negb (has_tower (top m) (triples c)).

  Definition pair_ok (i : nat) (m : memory) : bool :=
    let v := so_far (state_at i) in
    Bool.eqb (same_verdict v Stands) (is_valid m) && Bool.eqb (same_verdict v Semi) (is_described m) &&
    (negb (is_valid m) || Nat.ltb (height m) (base c) || keeps_inside (state_at i)).

  (** * All pairs of a state and a memory that some tower reaches *)
  Definition pair_ : Type := nat * memory.
  Fixpoint same_list {A} (same : A -> A -> bool) (l l' : list A) : bool :=
    match l, l' with
    | [], [] => true
    | a :: l, b :: l' => same a b && same_list same l l'
    | _, _ => false
    end.
  Definition same_pair (p q : pair_) : bool :=
    let (i, m) := p in let (j, n) := q in
    Nat.eqb i j && Nat.eqb (height m) (height n) && same_tower (top m) (top n) && Bool.eqb (bad m) (bad n) &&
    Bool.eqb (is_described m) (is_described n) && same_list same_chain (alive m) (alive n) && Bool.eqb (at_end m) (at_end n).
  (** A number that is mostly different for different pairs. *)
  Definition key (p : pair_) : positive :=
    fold_left (fun k b => if b : bool then xI k else xO k)
      (bad (snd p) :: is_described (snd p) :: at_end (snd p) :: concat (top (snd p)))
      (Pos.of_succ_nat (fst p * 8 + height (snd p))).
  Definition pairs : Type := PositiveMap.t (list pair_).
  Definition bucket (g : pairs) (p : pair_) : list pair_ :=
    match PositiveMap.find (key p) g with Some l => l | None => [] end.
  Definition reached (g : pairs) (p : pair_) : bool := existsb (same_pair p) (bucket g p).
  Definition members (g : pairs) : list pair_ := concat (map snd (PositiveMap.elements g)).
  Definition followers (p : pair_) : list pair_ := map (fun a => (next (fst p) a, under (snd p) a)) levels.
  Definition visit (found : pairs * list pair_) (p : pair_) : pairs * list pair_ :=
    if reached (fst found) p then found
    else (PositiveMap.add (key p) (p :: bucket (fst found) p) (fst found), p :: snd found).
  Fixpoint explore (rounds : nat) (g : pairs) (ahead : list pair_) : pairs :=
    match rounds, ahead with
    | O, _ | _, [] => g
    | S rounds, _ => let (g, ahead) := fold_left visit (flat_map followers ahead) (g, []) in explore rounds g ahead
    end.

  Definition pairs_ok (g : pairs) : bool :=
    let holds p := forallb (fun q => reached g q && pair_ok (fst q) (snd q)) (followers p) in
    holds (0%nat, nothing) && forallb holds (members g) &&
    forallb (fun i => existsb (fun p => Nat.eqb (fst p) i) (members g)) (seq 1 (length all - 1)).
  Definition walk_ok : bool := pairs_ok (explore 4096 (PositiveMap.empty _) [(0%nat, nothing)]).

  (** * What is finite *)
  Definition middle_ninth (a : level) : bool := (low a <=? -1) && (1 <=? high a).
  Definition valid_tower (t : tower) : bool := is_valid (fold_right (fun a m => under m a) nothing t).
  Definition low_ok : bool :=
    forallb (fun a => (low a * blocks a <? moment a) && (moment a <? high a * blocks a) &&
      forallb (fun b => has_level a (excluded c) || has_level b (excluded c) || middle_ninth a && middle_ninth b) levels) levels &&
    forallb (fun t => Bool.eqb (same_verdict (verdict_of t) Semi) (has_tower t (semi c))) (towers 3) &&
    forallb (fun t => Nat.eqb (length t) 3 && forallb (fun a => has_level a levels) t) (semi c) &&
    forallb (fun h => forallb (fun t => Bool.eqb (valid_tower t && negb (insideb t)) (has_tower t (edge c))) (towers h))
      (seq 3 (base c - 3)) &&
    forallb (fun t => Nat.leb 3 (length t) && Nat.ltb (length t) (base c) && forallb (fun a => has_level a levels) t) (edge c) &&
    (Nat.eqb (base c) 3 || existsb (fun t => Nat.eqb (S (length t)) (base c)) (edge c)).

  Definition check_stability : bool :=
    Nat.leb 3 (base c) && Nat.leb (base c) 6 && forallb (fun t => Nat.eqb (length t) 3) (triples c) &&
    Nat.ltb 0 (length all) && at_nothing (state_at 0) &&
    forallb (fun i => forallb (step_ok i) levels) (seq 0 (length all)) && low_ok && walk_ok.
End Check.
