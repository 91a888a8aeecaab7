(** The checker of strategies in Jenka, kind [jenka-strategy], as a program. Its proof is in
    [JenkaSound.v]; the argument in words is in the head of [../../src/proof/region/jenka.rs]. *)
From Coq Require Import Arith ZArith List Bool.
From Topple Require Import Statements Levels BalanceCheck BalanceTowers Region.
Import ListNotations Balance.

(** What is known of a level: its sides, or which slots have a block. *)
Inductive what : Type := Sides (s : sides) | Known (b : list bool).
(** The levels below the highest full one, the lowest first, and the one on it. *)
Record place : Type := Place { lower : list what; top : option what }.
Definition place_dec : forall p q : place, {p = q} + {p <> q}.
Proof. repeat decide equality. Defined.

(** The blocks of a level, and from where to where the sum of their middles, the first edge and
    the last one can be. *)
Record ranges : Type := Ranges { count : Z; moments : Z * Z; lows : Z * Z; highs : Z * Z }.

(** * Which towers stand *)
Section Weigh.
  (** Every completion, or maybe one. *)
  Variable sure : bool.
  Local Open Scope Z_scope.
  (** The mass, and where the sums along and across can be; nothing if it falls. *)
  Fixpoint weigh (t : list ranges) : option (Z * (Z * Z) * (Z * Z)) :=
    match t with
    | [] => Some (0, (0, 0), (0, 0))
    | a :: above =>
        match weigh above with
        | None => None
        | Some (m, (x, x'), (y, y')) =>
            let (low, low') := lows a in let (high, high') := highs a in
            let holds := if sure then (low' * m <? y) && (y' <? high * m) else (low * m <? y') && (y <? high' * m) in
            if match above with [] => true | _ => holds end
            then Some (count a + m, (fst (moments a) + y, snd (moments a) + y'), (x, x')) else None
        end
    end.
  Definition firm (t : list ranges) : bool := match weigh t with Some _ => true | None => false end.
End Weigh.

(** * Mirror images, of a list whose items lie along one axis and the other in turn *)
Fixpoint flipped {A} (mirror : A -> A) (f f' : bool) (l : list A) : list A :=
  match l with [] => [] | a :: l => (if f then mirror a else a) :: flipped mirror f' f l end.
Definition mirror (w : what) : what := match w with Sides s => Sides (mirrored s) | Known b => Known (rev b) end.
Definition turn (f f' : bool) (i : nat) : bool := if Nat.even i then f else f'.
Definition flip_place (f f' : bool) (p : place) : place :=
  Place (flipped mirror f f' (lower p))
    (option_map (fun w => if turn f f' (S (length (lower p))) then mirror w else w) (top p)).

(** * The order of lists *)
Fixpoint earlier (l m : list nat) : bool :=
  match l, m with
  | x :: l, y :: m => (x <? y) || (x =? y) && earlier l m
  | [], _ :: _ => true
  | _, [] => false
  end.

Section Checker.
  (** Slots beside the middle, and how many levels are known. *)
  Variables h known : nat.
  Let k := slots h.

  Section Sides.
    Local Open Scope Z_scope.
    Definition first_edge (s : sides) : Z * Z :=
      let '(l, m, r) := s in
      if (0 <? l)%nat then (- 2 * Z.of_nat h - 1, - 2 * Z.of_nat l - 1)
      else if (0 <? m)%nat then (-1, -1) else (1, 2 * (Z.of_nat h - Z.of_nat r) + 1).
    Definition ranges_of (w : what) : ranges :=
      match w with
      | Known b => Ranges (Tower.blocks b) (Tower.moment b, Tower.moment b) (low b, low b) (high b, high b)
      | Sides ((l, m, r) as s) =>
          let inner n := Z.of_nat n * (Z.of_nat n + 1) in
          let outer n := Z.of_nat n * (2 * Z.of_nat h - Z.of_nat n + 1) in
          let (x, x') := first_edge s in let (y, y') := first_edge (mirrored s) in
          Ranges (Z.of_nat (l + m + r)) (inner r - outer l, outer r - inner l) (x, x') (- y', - y)
      end.
  End Sides.

  (** Without a block, if it is not the last one, and with one more; slots and sides from 1. *)
  Definition take (w : what) (at_ : nat) : option what :=
    match w, at_ with
    | Known b, S j =>
        let b' := Well.update j (fun _ => false) b in
        if nth j b false && existsb (fun x => x) b' then Some (Known b') else None
    | Sides s, side =>
        match alter h one_less side s with
        | Some s' => if sides_dec s' (0, 0, 0) then None else Some (Sides s')
        | None => None
        end
    | _, _ => None
    end.
  Definition give (w : what) (at_ : nat) : option what :=
    match w, at_ with
    | Known b, S j => if nth j b true then None else Some (Known (Well.update j (fun _ => true) b))
    | Sides s, side => option_map Sides (alter h one_more side s)
    | _, _ => None
    end.
  Definition names (w : what) : list nat := match w with Known b => seq 1 (length b) | Sides _ => [1; 2; 3] end.
  Definition whole (w : what) : bool :=
    match w with Known b => is_full b | Sides s => if sides_dec s (h, 1, h) then true else false end.
  Definition base (t : option what) : what :=
    match t with Some w => w | None => if known =? 0 then Sides (0, 0, 0) else Known (repeat false k) end.

  (** What has sunk too low to be known. *)
  Definition forget (w : what) : what := match w with Known b => Sides (sides_of h b) | Sides s => Sides s end.
  Definition settle (p : place) : place :=
    let height := length (lower p) + match top p with Some _ => 2 | None => 1 end in
    Place (map forget (firstn (height - known) (lower p)) ++ skipn (height - known) (lower p)) (top p).

  (** * The order of places *)
  Definition at_an_end (n : nat) : bool := (n =? 0) || (n =? h).
  Definition numbers_of (w : what) : list nat :=
    match w with
    | Sides s => 0 :: three s
    | Known b =>
        let '(l, m, r) := sides_of h b in
        if at_an_end l && at_an_end r then 0 :: three (l, m, r) else 1 :: map (fun x : bool => if x then 1 else 0) b
    end.
  Definition numbers (p : place) (winner : bool) : list nat :=
    flat_map (fun w => 1 :: numbers_of w) (lower p) ++
    0 :: match top p with Some w => 1 :: numbers_of w | None => [0] end ++ [if winner then 1 else 0].
  Definition lesser (p q : place) : place := if earlier (numbers q true) (numbers p true) then q else p.
  Definition least (p : place) : place :=
    let p := lesser p (flip_place true false p) in lesser p (flip_place false true p).

  (** * Moves *)
  Definition ranges_on (t : option what) : list ranges :=
    ranges_of (Sides (h, 1, h)) :: match t with Some w => [ranges_of w] | None => [] end.
  (** The lower levels with their ranges when a block is in the hand, and the place when it is put. *)
  Definition held (sure : bool) (p : place) (all : list ranges) (i at_ : nat) : option (list what * list ranges) :=
    match nth_error (lower p) i with
    | None => None
    | Some w =>
        match take w at_ with
        | None => None
        | Some w' =>
            let all := Well.update i (fun _ => ranges_of w') all in
            if firm sure (all ++ ranges_on (top p)) then Some (Well.update i (fun _ => w') (lower p), all) else None
        end
    end.
  Definition put_down (sure : bool) (t : option what) (rest : list what * list ranges) (at_ : nat) : option place :=
    match give (base t) at_ with
    | None => None
    | Some w =>
        if firm sure (snd rest ++ ranges_on (Some w))
        then Some (least (settle (if whole w then Place (fst rest ++ [w]) None else Place (fst rest) (Some w)))) else None
    end.
  Definition some {A} (o : option A) : list A := match o with Some a => [a] | None => [] end.
  Definition replied (p : place) (r : nat * nat * nat) : option (list place) :=
    match r with
    | (S i, taken, where_) =>
        match held true p (map ranges_of (lower p)) i taken with
        | Some rest => option_map (fun p => [p]) (put_down true (top p) rest where_)
        | None => None
        end
    | _ => None
    end.
  Definition answered (p : place) : option (list place) :=
    let all := map ranges_of (lower p) in
    Some (flat_map (fun i =>
      flat_map (fun taken =>
        flat_map (fun rest => flat_map (fun where_ => some (put_down false (top p) rest where_)) (names (base (top p))))
          (some (held false p all i taken)))
        (names (nth i (lower p) (Sides (0, 0, 0))))) (seq 0 (length (lower p)))).

  Definition start (n : nat) : place := settle (Place (repeat (Known (repeat true k)) (n - 1)) None).
End Checker.

(** FROM, TAKE and PUT of each reply; from so many full levels, of which so many are known. *)
Definition check_jenka (half levels known : nat) (first : bool) (replies : list (nat * nat * nat)) : bool :=
  (1 <=? half) && (1 <=? levels) &&
  match region place (nat * nat * nat) place_dec (numbers half) (replied half known) (answered half known) false
          [(start half known levels, first)] replies with
  | Some _ => true
  | None => false
  end.
