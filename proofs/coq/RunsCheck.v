(** The checker of wells whose weight rises, told by runs of rows, as a program. Its proof is in
    [RunsSound.v]. *)
From Coq Require Import Arith ZArith List Bool FMapPositive.
From Topple Require Import Statements WellCheck RisingCheck.
Import ListNotations Well WellGame WellLines Runs.

(** * Runs, from the top down *)
Definition push (long : nat) (s : list run) (r : list bool) : list run :=
  match s with
  | (r', n) :: s' => if same_row r' r then (r', if n <? long then S n else n) :: s' else (r, 1) :: s
  | [] => [(r, 1)]
  end.
(** The runs of these rows on those runs. *)
Definition runs_on (long : nat) (s : list run) (b : well) : list run := fold_left (push long) b s.
Definition is_floor (r : run) : bool := match fst r with [] => true | _ => false end.
Definition lowest (s : list run) : run := last s floor.
(** The rows after so many of this one. *)
Fixpoint strip (r : list bool) (n : nat) (b : well) : option well :=
  match n, b with
  | 0, _ => Some b
  | S n, r' :: b => if same_row r r' then strip r n b else None
  | S _, [] => None
  end.
Definition begins (r : list bool) (b : well) : bool := match b with r' :: _ => same_row r r' | [] => false end.

(** * What the lines say, by maps *)
Fixpoint same_runs (s s' : list run) : bool :=
  match s, s' with
  | [], [] => true
  | (r, n) :: s, (r', n') :: s' => same_row r r' && (n =? n') && same_runs s s'
  | _, _ => false
  end.
Definition run_key (r : run) : positive := Nat.iter (snd r) (fun k => k~1)%positive (row_key 1 (fst r))~0%positive.
Definition under : Type := PositiveMap.t (list run).
Definition may_lie (ix : under) (upper : run) : list run :=
  match PositiveMap.find (run_key upper) ix with Some l => l | None => [] end.
Definition make_under (pairs : list (run * run)) : under :=
  fold_left (fun ix pair => PositiveMap.add (run_key (snd pair)) (fst pair :: may_lie ix (snd pair)) ix)
    pairs (PositiveMap.empty _).
Definition scales : Type := PositiveMap.t Z.
Definition weight_of (ix : scales) (r : list bool) : Z :=
  match PositiveMap.find (row_key 1 r) ix with Some z => z | None => 0%Z end.
Definition make_scales (weights : list (list bool * Z)) : scales :=
  fold_left (fun ix weight => PositiveMap.add (row_key 1 (fst weight)) (snd weight) ix) weights (PositiveMap.empty _).
Definition weigh (ix : scales) (b : well) : Z := fold_right (fun r z => (weight_of ix r + z)%Z) 0%Z b.

(** The lines are found by the rows of their runs. *)
Definition spelled (s : list run) : well := flat_map (fun r => repeat (fst r) (snd r)) s.
Definition index : Type := PositiveMap.t (well * list nat * (list run * (nat * Z))).
Definition found (ix : index) (top : list run) (shown : list nat) : option (nat * Z) :=
  match look_up _ ix (spelled top) shown with
  | Some (top', a) => if same_runs top' top then Some a else None
  | None => None
  end.

(** * Lengths of runs

    A long run has each number of rows up to [tallest] more. The lowest run in view is told
    apart from the rows on it. *)
Definition lengths (long tallest : nat) (r : run) : list nat :=
  if negb (is_floor r) && (snd r =? long) then seq long (S tallest) else [snd r].
Fixpoint views (long tallest : nat) (view : list run) (b : well) : list (run * well) :=
  match view with
  | [] => []
  | [r] => map (fun n => ((fst r, n), b)) (lengths long tallest r)
  | r :: view => flat_map (fun n => views long tallest view (repeat (fst r) n ++ b)) (lengths long tallest r)
  end.

(** * Places

    Row by row from the one above the well down: in which columns the piece fits, and where it
    can get to. *)
Fixpoint fit_rows (w : nat) (b : well) (t : turn) (above : list (list bool)) : list (list bool) :=
  let rows := fitting w b t 0 :: above in
  match b with [] => rows | _ :: b => fit_rows w b t rows end.
Fixpoint both (r s : list bool) : list bool :=
  match r, s with a :: r, c :: s => (a && c) :: both r s | _, _ => [] end.
Fixpoint way_down (m : movement) (fit : list (list bool)) (above : list bool) : list (list bool) :=
  match fit with
  | [] => []
  | f :: fit =>
      let here := match m with Slide => spread f above | _ => both f above end in here :: way_down m fit here
  end.
(** The columns from [x] on where the piece is and below which it does not fit. *)
Fixpoint resting (x y : nat) (here below : list bool) : list (nat * nat) :=
  match here with
  | [] => []
  | c :: here =>
      let rest := resting (S x) y here (tl below) in if c && negb (hd false below) then (x, y) :: rest else rest
  end.
Fixpoint resting_rows (y : nat) (here fit : list (list bool)) : list (nat * nat) :=
  match here with
  | [] => []
  | h :: here => resting 0 y h (nth 1 fit []) ++ resting_rows (pred y) here (tl fit)
  end.
Definition places (m : movement) (w : nat) (b : well) (t : turn) : list (nat * nat) :=
  let fit := fit_rows w b t [] in resting_rows (length b) (way_down m fit (repeat true w)) fit.

Section Line.
  Variables (m : movement) (w : nat) (rules : rules) (below : under) (scale : scales) (ix : index).
  Notation long := (long rules).

  (** * What follows *)
  Fixpoint chained (s : list run) : bool :=
    match s with
    | upper :: (lower :: _) as s' => existsb (fun r => same_runs [r] [lower]) (may_lie below upper) && chained s'
    | _ => true
    end.
  (** All runs that may be there when these are the highest, down to the floor or [n] more. *)
  Fixpoint every_top (n : nat) (s : list run) (ok : list run -> bool) : bool :=
    if is_floor (lowest s) then ok s
    else match n with
    | 0 => ok s
    | S n => forallb (fun r => every_top n (s ++ [r]) ok) (may_lie below (lowest s))
    end.
  Definition enough (shown : list nat) (need : Z) (top : list run) : bool :=
    match found ix top shown with Some (_, next) => (need <=? next)%Z | None => false end.
  Definition judged (shown : list nat) (need : Z) (now : list run) : bool :=
    chained (skipn (runs rules - 1) now) &&
    every_top (runs rules - length now) now (fun s => enough shown need (firstn (runs rules) s)).

  (** The runs after a play that leaves the lowest run in view as it was; of a play that does
      not, none. *)
  Definition runs_after (base : run) (b : well) : option (list run) :=
    if is_floor base then Some (runs_on long [floor] b)
    else match strip (fst base) (snd base) b with
    | Some rest =>
        if begins (fst base) rest then None else Some (runs_on long [(fst base, Nat.min long (snd base))] rest)
    | None => None
    end.

  Variables (shown : list nat) (potential : Z) (t : turn).
  Definition view_well (base : run) (b : well) : well :=
    if is_floor base then b else repeat (fst base) (snd base) ++ b.
  (** A play: its row, the runs after it, and what potential is needed then. *)
  Definition play : Type := nat * option (list run) * Z.
  Definition plays_in (view : run * well) : list play :=
    let '(base, b) := view in
    let b := view_well base b in
    let before := weigh scale b in
    map (fun at_ => let '(x, y) := at_ in
      let b' := played w b t x y in (y, runs_after base b', (before - weigh scale b' + potential + 1)%Z))
      (places m w b t).
  Definition answered (p : play) : bool :=
    let '(_, now, need) := p in match now with Some now => judged shown need now | None => true end.
  Definition untouched (p : play) : bool :=
    let '(y, now, _) := p in match now with Some _ => negb (y =? 0) | None => false end.

  (** All plays, with as many more runs in view as they ask for. *)
  Fixpoint looked_at (more : nat) (view : list run) : bool :=
    let all := flat_map plays_in (views long (tall t) view []) in
    forallb answered all &&
    (is_floor (lowest view) || forallb untouched all ||
     match more with
     | 0 => match may_lie below (lowest view) with [] => true | _ => false end
     | S more => forallb (fun r => looked_at more (view ++ [r])) (may_lie below (lowest view))
     end).
End Line.

(** * The lines *)
Definition most_runs : nat := 16.
Definition line_ok (m : movement) (g : Rising.wells) (rules : rules) (below : under) (scale : scales) (ix : index)
    (line : well * list nat * (list run * (nat * Z))) : bool :=
  let '(_, shown, (top, (q, potential))) := line in
  forallb (fun p => p <? length (Rising.pieces g)) shown && (q <? length (Rising.pieces g)) &&
  match shown ++ [q] with
  | [] => false
  | p :: rest => forallb (fun t => solid t &&
      looked_at m (Rising.width g) rules below scale ix rest potential t (most_runs - length top) top)
      (turns (nth p (Rising.pieces g) []))
  end.
Definition check_runs (m : movement) (g : Rising.wells) (rules : rules) (lines : list line) : bool :=
  let lines := map (fun line : line =>
    let '(top, shown, q, f) := line in (spelled top, shown, (top, (q, f)))) lines in
  let ix := make_index _ lines in
  let below := make_under (below rules) in
  let scale := make_scales (weights rules) in
  match m with Anywhere => false | _ => true end && (1 <=? runs rules) && (1 <=? long rules) &&
  existsb (fun line => let '(_, shown, (top, _)) := line in
    same_runs top [floor] && (length shown =? Rising.lookahead g)) lines &&
  forallb (line_ok m g rules below scale ix) lines.
