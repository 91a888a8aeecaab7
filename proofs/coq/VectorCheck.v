(** The checker of vector certificates, as a program. Its proof is in
    [VectorSound.v]; what is searched here (a piece around a part, coefficients)
    need not be right, because what is found is compared with what is needed. *)
From Coq Require Import NArith ZArith List Bool FMapPositive.
From Topple Require Import Statements.
Import ListNotations Vector.
Local Open Scope N_scope.

(** * Equality and sets of numbers *)
Fixpoint same_vector (x y : vector) : bool :=
  match x, y with
  | [], [] => true
  | a :: x, b :: y => (a =? b) && same_vector x y
  | _, _ => false
  end.
Definition has (l : list N) (n : N) : bool := existsb (N.eqb n) l.

(** The value that play gives to a position from those of its options. *)
Definition value_ok (pl : play) (values : list N) (v : N) : bool :=
  match pl with
  | Grundy => negb (has values v) && (v <=? N.of_nat (length values)) && forallb (has values) (upto v)
  | Normal => v =? (if has values 0 then 1 else 0)
  | Misere => v =? (match values with [] => 1 | _ => if has values 0 then 1 else 0 end)
  end.

(** * Step 1: play ends, because the weight falls *)
Fixpoint dot (w x : vector) : N :=
  match w, x with a :: w, b :: x => a * b + dot w x | _, _ => 0 end.
Definition of_state (h : list N) (q : N) : N := nth (N.to_nat q) h 0.
Definition weight_falls (c : certificate) (r : rule) : bool :=
  dot (weight c) (put r) + of_state (height c) (to r) <?
  dot (weight c) (take r) + of_state (height c) (from r).

(** * Finding a piece by its state, the number of its cone and its base *)
Fixpoint digits (p rest : positive) : positive :=
  match p with
  | xH => rest~0~0
  | xO p => digits p (rest~1~0)
  | xI p => digits p (rest~1~1)
  end%positive.
Definition append (key : positive) (n : N) : positive :=
  match n with N0 => key~0~1 | Npos p => digits p key end%positive.
Definition key (q : N) (number : nat) (x : vector) : positive :=
  fold_left append x (append (append 1%positive q) (N.of_nat number)).

Definition index : Type := PositiveMap.t (list piece).
Definition insert (ix : index) (p : piece) : index :=
  let k := key (state p) (cone p) (base p) in
  match PositiveMap.find k ix with
  | Some found => PositiveMap.add k (p :: found) ix
  | None => PositiveMap.add k [p] ix
  end.
Definition make_index (ps : list piece) : index := fold_left insert ps (PositiveMap.empty _).

Definition piece_at (ix : index) (q : N) (number : nat) (x : vector) : option piece :=
  match PositiveMap.find (key q number x) ix with
  | Some found =>
      find (fun p => (state p =? q) && Nat.eqb (cone p) number && same_vector (base p) x) found
  | None => None
  end.

(** * A part inside a piece

    [walk]: go back along the generators, at most [back] times along each. *)
Section Walk.
  Variable steps : nat.
  Variable found : vector -> option piece.

  Fixpoint descend (n : nat) (g : vector) (k : vector -> option piece) (x : vector) : option piece :=
    match k x with
    | Some p => Some p
    | None =>
        match n with
        | O => None
        | S n => if at_most g x then descend n g k (minus x g) else None
        end
    end.
  Fixpoint walk (gs : list vector) (x : vector) : option piece :=
    match gs with
    | [] => found x
    | g :: gs => descend steps g (walk gs) x
    end.
End Walk.

Definition in_cone (g : vector) (gs : list vector) : bool := existsb (same_vector g) gs.
(** The cones that hold all of the generators, with their numbers. *)
Definition around (c : certificate) (free : list vector) : list (nat * list vector) :=
  filter (fun nc => forallb (fun g => in_cone g (snd nc)) free)
         (combine (seq 0 (length (cones c))) (cones c)).

Fixpoint first {A B} (f : A -> option B) (l : list A) : option B :=
  match l with
  | [] => None
  | a :: l => match f a with Some b => Some b | None => first f l end
  end.

Definition locate (c : certificate) (ix : index) (cs : list (nat * list vector)) (q : N) (x : vector) : option piece :=
  first (fun nc => walk (back c) (piece_at ix q (fst nc)) (snd nc) x) cs.

(** * Steps 2 to 4: the parts of a piece *)

(** Each coefficient is one of 0, ..., split - 1, or split and more. *)
Fixpoint parts (s : nat) (b : vector) (gs : list vector) : list (vector * list vector) :=
  match gs with
  | [] => [(b, [])]
  | g :: gs =>
      flat_map (fun n => parts s (Nat.iter n (add g) b) gs) (seq 0 s)
      ++ map (fun part => (fst part, g :: snd part)) (parts s (Nat.iter s (add g) b) gs)
  end.

(** Some coordinate is too small, and no generator raises it. *)
Definition never (d : nat) (t o : vector) (free : list vector) : bool :=
  existsb (fun i => (nth i o 0 <? nth i t 0) && forallb (fun g => nth i g 0 =? 0) free) (seq 0 d).

(** The values of the options of a part, if each rule can be used everywhere or
    nowhere on it. *)
Fixpoint option_values (c : certificate) (ix : index) (cs : list (nat * list vector))
    (q : N) (o : vector) (free : list vector) (rs : list rule) : option (list N) :=
  match rs with
  | [] => Some []
  | r :: rs =>
      match option_values c ix cs q o free rs with
      | None => None
      | Some values =>
          if from r =? q then
            if at_most (take r) o then
              match locate c ix cs (to r) (add (minus o (take r)) (put r)) with
              | Some p => Some (value p :: values)
              | None => None
              end
            else if never (dimension c) (take r) o free then Some values else None
          else Some values
      end
  end.

Definition found {A} (o : option A) : bool := match o with Some _ => true | None => false end.

Definition unit_vector (d i : nat) : vector := map (fun j => if Nat.eqb j i then 1 else 0) (seq 0 d).

Definition part_ok (c : certificate) (ix : index) (units : list vector) (rs : list rule)
    (q v : N) (part : vector * list vector * list (nat * list vector)) : bool :=
  let '(o, free, cs) := part in
  match option_values c ix cs q o free rs with
  | Some values => value_ok (kind_of_play c) values v
  | None => false
  end &&
  forallb (fun u => found (locate c ix cs q (add u o))) units.

(** The parts of a cone from the zero vector, each with the cones around it. *)
Definition cone_parts (c : certificate) (gs : list vector) : list (vector * list vector * list (nat * list vector)) :=
  map (fun part => (part, around c (snd part))) (parts (split c) (repeat 0 (dimension c)) gs).

Definition placed (b : vector) (part : vector * list vector * list (nat * list vector)) :=
  let '(o, free, cs) := part in (add o b, free, cs).

Definition all_parts (c : certificate) : list (list (vector * list vector * list (nat * list vector))) :=
  map (cone_parts c) (cones c).

Definition rules_of (c : certificate) (q : N) : list rule := filter (fun r => from r =? q) (rules c).

Definition piece_ok (c : certificate) (ix : index) (units : list vector) (table : list (list _)) (p : piece) : bool :=
  let rs := rules_of c (state p) in
  forallb (fun part => part_ok c ix units rs (state p) (value p) (placed (base p) part))
          (nth (cone p) table (cone_parts c [])).

(** * Step 5: periods

    Parts that are neither inside nor outside the region x >= from are cut
    further; [work] holds those that are left, and [None] is failure. *)
Fixpoint too_low (i : nat) (f o : vector) : option nat :=
  match f, o with
  | a :: f, b :: o => if b <? a then Some i else too_low (S i) f o
  | _, _ => None
  end.
Fixpoint take_raising (i : nat) (gs : list vector) : option (vector * list vector) :=
  match gs with
  | [] => None
  | g :: gs =>
      if 0 <? nth i g 0 then Some (g, gs)
      else match take_raising i gs with Some (r, rest) => Some (r, g :: rest) | None => None end
  end.

Definition work : Type := option (list (vector * list vector)).

Definition period_step (c : certificate) (ix : index) (q v : N) (t f : vector) (w : work) : work :=
  match w with
  | Some ((o, free) :: rest) =>
      match too_low 0 f o with
      | None =>
          match locate c ix (around c free) q (add o t) with
          | Some p => if value p =? v then Some rest else None
          | None => None
          end
      | Some i =>
          match take_raising i free with
          | None => Some rest
          | Some (g, others) => Some ((o, others) :: (add g o, g :: others) :: rest)
          end
      end
  | _ => w
  end.

Definition finished (w : work) : bool := match w with Some (_ :: _) => false | _ => true end.
Fixpoint repeat_step (f : work -> work) (n : positive) (w : work) : work :=
  if finished w then w else
  match n with
  | xH => f w
  | xO n => repeat_step f n (repeat_step f n w)
  | xI n => repeat_step f n (repeat_step f n (f w))
  end.

Definition period_piece_ok (c : certificate) (ix : index) (t f : vector) (limit : positive) (p : piece) : bool :=
  match repeat_step (period_step c ix (state p) (value p) t f) limit
          (Some (parts (split c) (base p) (nth (cone p) (cones c) []))) with
  | Some [] => true
  | _ => false
  end.
(** A matter of time, not of truth. *)
Definition most_steps : positive := 1000000.
Definition period_ok (c : certificate) (ix : index) (tf : vector * vector) : bool :=
  Nat.eqb (length (fst tf)) (dimension c) && Nat.eqb (length (snd tf)) (dimension c) &&
  forallb (period_piece_ok c ix (fst tf) (snd tf) most_steps) (pieces c).

(** * Step 6: positions of different values

    Coefficients along independent generators, by elimination. *)
Section Solve.
  Local Open Scope Z_scope.
  Definition row : Type := list Z.
  Definition entry (j : nat) (r : row) : Z := nth j r 0.
  Fixpoint take_pivot (j : nat) (rs : list row) : option (row * list row) :=
    match rs with
    | [] => None
    | r :: rs =>
        if entry j r =? 0
        then match take_pivot j rs with Some (p, rest) => Some (p, r :: rest) | None => None end
        else Some (r, rs)
    end.
  Definition cancel (j : nat) (p r : row) : row :=
    map (fun ab => fst ab * entry j p - snd ab * entry j r) (combine r p).
  Fixpoint eliminate (js : list nat) (solved rest : list row) : option (list row * list row) :=
    match js with
    | [] => Some (solved, rest)
    | j :: js =>
        match take_pivot j rest with
        | None => None
        | Some (p, rest) => eliminate js (map (cancel j p) solved ++ [p]) (map (cancel j p) rest)
        end
    end.
  Definition coefficients (b x : vector) (gs : list vector) : option (list N) :=
    let k := length gs in
    let rows := map (fun i => map (fun g => Z.of_N (nth i g 0%N)) gs
                              ++ [Z.of_N (nth i x 0%N) - Z.of_N (nth i b 0%N)]) (seq 0 (length x)) in
    match eliminate (seq 0 k) [] rows with
    | Some (solved, rest) =>
        if forallb (fun r => entry k r =? 0) rest
        then Some (map (fun jr => Z.to_N (entry k (snd jr) / entry (fst jr) (snd jr))) (combine (seq 0 k) solved))
        else None
    | None => None
    end.
End Solve.

Fixpoint combine_with (b : vector) (ns : list N) (gs : list vector) : vector :=
  match ns, gs with
  | n :: ns, g :: gs => combine_with (add (map (N.mul n) g) b) ns gs
  | _, _ => b
  end.
Definition value_here (c : certificate) (x : position) (p : piece) : option N :=
  if (state p =? fst x) && at_most (base p) (snd x) then
    let gs := nth (cone p) (cones c) [] in
    match coefficients (base p) (snd x) gs with
    | Some ns => if Nat.eqb (length ns) (length gs) && same_vector (combine_with (base p) ns gs) (snd x)
                 then Some (value p) else None
    | None => None
    end
  else None.
Definition position_ok (c : certificate) (x : position) : bool :=
  (fst x <? states c) && Nat.eqb (length (snd x)) (dimension c).
Definition differ_ok (c : certificate) (xy : position * position) : bool :=
  position_ok c (fst xy) && position_ok c (snd xy) &&
  match first (value_here c (fst xy)) (pieces c), first (value_here c (snd xy)) (pieces c) with
  | Some v, Some w => negb (v =? w)
  | _, _ => false
  end.

(** * Step 0: the shape of the certificate, and the rules of a named game *)
Definition sized (c : certificate) (x : vector) : bool := Nat.eqb (length x) (dimension c).
Definition shape_ok (c : certificate) : bool :=
  forallb (fun r => sized c (take r) && sized c (put r) && (to r <? states c)) (rules c) &&
  forallb (forallb (sized c)) (cones c) &&
  forallb (fun p => sized c (base p) && (state p <? states c) && Nat.ltb (cone p) (length (cones c))) (pieces c).

Definition same_rule (r s : rule) : bool :=
  (from r =? from s) && same_vector (take r) (take s) && same_vector (put r) (put s) && (to r =? to s).
Fixpoint remove_rule (r : rule) (rs : list rule) : option (list rule) :=
  match rs with
  | [] => None
  | s :: rs => if same_rule r s then Some rs
               else match remove_rule r rs with Some rest => Some (s :: rest) | None => None end
  end.
Fixpoint same_rules (rs ss : list rule) : bool :=
  match rs with
  | [] => match ss with [] => true | _ => false end
  | r :: rs => match remove_rule r ss with Some ss => same_rules rs ss | None => false end
  end.
Definition name_ok (c : certificate) : bool :=
  match game c with
  | None => true
  | Some n =>
      let '(d, q, listed) := named_rules n in
      (d =? N.of_nat (dimension c)) && (q =? states c) && same_rules listed (rules c)
  end.

(** No cone that is used may split a piece into too many parts. This is no
    matter of truth but of time. *)
Definition split_ok (c : certificate) : bool :=
  forallb (fun p => (N.of_nat (S (split c))) ^ (N.of_nat (length (nth (cone p) (cones c) []))) <=? 4096) (pieces c).

Definition check (c : certificate) : bool :=
  if shape_ok c && name_ok c && forallb (weight_falls c) (rules c) && split_ok c then
    let ix := make_index (pieces c) in
    let units := map (unit_vector (dimension c)) (seq 0 (dimension c)) in
    let table := all_parts c in
    let everywhere := around c [] in
    forallb (fun q => found (locate c ix everywhere q (repeat 0 (dimension c)))) (upto (states c)) &&
    forallb (piece_ok c ix units table) (pieces c) &&
    forallb (period_ok c ix) (periods c) &&
    forallb (differ_ok c) (differ c)
  else false.
