(** The checkers of balanced strategies in Jenka, as programs. Their proof is in
    [BalanceSound.v]; the argument in words is in the heads of
    [../../src/proof/region/balance.rs] and [balance_all.rs]. *)
From Coq Require Import Arith ZArith List Bool.
From Topple Require Import Statements Region.
Import ListNotations Balance.

(** * Sides of a level *)
Definition mirrored (s : sides) : sides := let '(l, m, r) := s in (r, m, l).
(** The greater of the mirror images. *)
Definition greater (s : sides) : sides := let '(l, m, r) := s in if r <=? l then s else mirrored s.
Definition sides_dec : forall s s' : sides, {s = s'} + {s <> s'}.
Proof. repeat decide equality. Defined.
Definition same_sides (s s' : sides) : bool := if sides_dec s s' then true else false.

Definition sides_stand (s : sides) : bool := let '(l, m, r) := s in (0 <? m) || (0 <? l) && (0 <? r).
(** How many blocks there are with one less, and with one more if there is room. *)
Definition one_less (room blocks : nat) : option nat := match blocks with 0 => None | S n => Some n end.
Definition one_more (room blocks : nat) : option nat := if blocks <? room then Some (S blocks) else None.
(** That done on side 1, 2 or 3, of a level with so many slots beside the middle. *)
Definition alter (half : nat) (f : nat -> nat -> option nat) (side : nat) (s : sides) : option sides :=
  let '(l, m, r) := s in
  match side with
  | 1 => option_map (fun l => (l, m, r)) (f half l)
  | 2 => option_map (fun m => (l, m, r)) (f 1 m)
  | 3 => option_map (fun r => (l, m, r)) (f half r)
  | _ => None
  end.
(** What is left without a block, if it stands. *)
Definition sides_without (s : sides) (side : nat) : option sides :=
  match alter 0 one_less side s with
  | Some rest => if sides_stand rest then Some rest else None
  | None => None
  end.

Section Checker.
  Variable c : counting.
  Let h := half c.
  Let k := slots h.

  (** How far the greatest moment to the right is above the number of blocks and one. *)
  Definition tip (right : bool) (s : sides) : nat :=
    let '(l, m, r) := if right then s else mirrored s in
    r * k - (r * r + l * l + l + (l + m + r) + 1).
  Definition even (s : sides) : bool := (tip false s =? 0) && (tip true s =? 0).

  Definition forced (s : sides) : bool := let '(l, m, r) := s in (m =? 0) || (l =? 0) || (r =? 0).
  Fixpoint quiet_for (blocks : nat) (s : sides) : bool :=
    match blocks with
    | 0 => false
    | S blocks => forced s && even s && forallb (fun side =>
        match sides_without s side with Some rest => quiet_for blocks (greater rest) | None => true end) [1; 2; 3]
    end.
  Definition quiet (s : sides) : bool := let '(l, m, r) := s in quiet_for (S (l + m + r)) s.
  Definition moves_of (s : sides) : nat := let '(l, m, r) := s in if m =? 0 then l + r - 2 else l + r.

  (** What an even level is counted as, and how often: a quiet one by its moves. *)
  Definition all_quiet : sides := (0, 0, 0).
  Definition entry (s : sides) : option (sides * nat) :=
    let s := greater s in
    if even s then Some (if quiet s then (all_quiet, moves_of s) else (s, 1)) else None.
  (** All that is counted, in order. *)
  Definition kinds : list sides := nodup sides_dec (all_quiet ::
    filter (fun s => sides_stand s && same_sides (greater s) s && even s && negb (quiet s))
      (flat_map (fun l => flat_map (fun m => map (fun r => (l, m, r)) (seq 0 (S h))) [0; 1]) (seq 0 (S h)))).

  (** * Classes of positions *)
  Record class : Type := Class {
    top : list bool;
    counts : list (sides * nat);
    on_axis : list sides;
    across_axis : list sides;
    remainder : nat
  }.
  Definition class_dec : forall a b : class, {a = b} + {a <> b}.
  Proof. repeat decide equality. Defined.
  Definition uneven (a : class) (other : bool) : list sides := if other then across_axis a else on_axis a.
  Definition with_uneven (a : class) (other : bool) (l : list sides) : class :=
    if other then Class (top a) (counts a) (on_axis a) l (remainder a)
    else Class (top a) (counts a) l (across_axis a) (remainder a).

  Definition find_in {A} (s : sides) (l : list (sides * A)) : option A :=
    match find (fun e => same_sides (fst e) s) l with Some e => Some (snd e) | None => None end.
  Definition weight (s : sides) : nat :=
    match find_in s (weights c) with Some w => w mod modulus c | None => 0 end.

  Definition change (s : sides) (f : nat -> nat) (l : list (sides * nat)) : list (sides * nat) :=
    map (fun e => if same_sides (fst e) s then (fst e, f (snd e)) else e) l.
  (** [n] more; and one less, which may or may not be seen if the count is clipped. *)
  Definition more (s : sides) (n : nat) (a : class) : class :=
    Class (top a) (change s (fun v => Nat.min (clip c) (v + n)) (counts a)) (on_axis a) (across_axis a)
      ((remainder a + weight s * n) mod modulus c).
  Definition less (s : sides) (a : class) : list class :=
    match find_in s (counts a) with
    | None | Some 0 => []
    | Some v => map (fun v' => Class (top a) (change s (fun _ => v') (counts a)) (on_axis a) (across_axis a)
                  ((remainder a + (modulus c - weight s)) mod modulus c))
                  (if v <? clip c then [v - 1] else [v - 1; v])
    end.

  (** Lexicographic, on sorted lists. *)
  Definition sides_le (s s' : sides) : bool :=
    let '(l, m, r) := s in let '(l', m', r') := s' in
    (l <? l') || (l =? l') && ((m <? m') || (m =? m') && (r <=? r')).
  Fixpoint insert (s : sides) (l : list sides) : list sides :=
    match l with [] => [s] | s' :: l' => if sides_le s s' then s :: l else s' :: insert s l' end.
  Fixpoint remove (s : sides) (l : list sides) : option (list sides) :=
    match l with
    | [] => None
    | s' :: l => if sides_dec s s' then Some l
                 else match remove s l with Some l => Some (s' :: l) | None => None end
    end.
  (** A level more. *)
  Definition add (s : sides) (other : bool) (a : class) : class :=
    match entry s with
    | Some (s', n) => more s' n a
    | None => with_uneven a other (insert s (uneven a other))
    end.

  (** Whether the tips of the uneven levels sum to less than the rest. *)
  Definition blocks_of (b : list bool) : nat := length (filter (fun x => x) b).
  Definition is_full (b : list bool) : bool := forallb (fun x => x) b.
  Definition room (b : list bool) (other right : bool) : Z :=
    if is_full b then Z.of_nat k
    else (Z.of_nat (k + blocks_of b) +
          if other then 1 else if right then - Tower.moment b else Tower.moment b)%Z.
  Definition tips (right : bool) (l : list sides) : nat := list_sum (map (tip right) l).
  Definition bounded (a : class) : bool :=
    forallb (fun other => forallb (fun right =>
      Z.of_nat (tips right (uneven a other)) <? room (top a) other right)%Z [false; true]) [false; true].

  (** Whether the class has a position: clipped counts are free, above [clip]. *)
  Definition sum_of (l : list (sides * nat)) : nat := list_sum (map (fun e => weight (fst e) * snd e) l).
  Definition step_of (l : list (sides * nat)) : nat :=
    fold_right (fun e g => if snd e <? clip c then g else Nat.gcd (weight (fst e)) g) (modulus c) l.
  Definition real (a : class) : bool :=
    sum_of (counts a) mod step_of (counts a) =? remainder a mod step_of (counts a).

  (** ** Placing a block *)
  Fixpoint before (l m : list sides) : bool :=
    match l, m with
    | [], _ => true
    | _, [] => false
    | s :: l, s' :: m => if sides_dec s s' then before l m else sides_le s s'
    end.
  Fixpoint bits_before (b b' : list bool) : option bool :=
    match b, b' with
    | x :: b, x' :: b' => if Bool.eqb x x' then bits_before b b' else Some x'
    | _, _ => None
    end.
  Definition images (l : list sides) : list sides := fold_right insert [] (map mirrored l).
  (** The least of the mirror images. *)
  Definition least (a : class) : class :=
    let next := images (on_axis a) in let other := images (across_axis a) in
    let stays := match bits_before (top a) (rev (top a)) with Some yes => yes | None => before (on_axis a) next end in
    Class (if stays then top a else rev (top a)) (counts a) (if stays then on_axis a else next)
      (if before (across_axis a) other then across_axis a else other) (remainder a).

  Definition base (b : list bool) : list bool := if is_full b then repeat false k else b.
  Definition put (slot : nat) (a : class) : list class :=
    if nth slot (base (top a)) true then [] else
    let b := Well.update slot (fun _ => true) (base (top a)) in
    let turned := if is_full b then add (h, 1, h) false (Class b (counts a) (across_axis a) (on_axis a) (remainder a))
                  else Class b (counts a) (on_axis a) (across_axis a) (remainder a) in
    [least turned].

  (** ** Replies and answers *)
  Definition held_by (r : reply) (a : class) : list class :=
    match axis r, taken r with
    | 0, 0 => if sides_dec (of r) all_quiet then less all_quiet a else []
    | 0, side =>
        match sides_without (of r) side with
        | Some s' => if even s' then map (add s' false) (less (of r) a) else []
        | None => []
        end
    | 1, side | 2, side =>
        let other := axis r =? 2 in
        match remove (of r) (uneven a other), sides_without (of r) side with
        | Some l, Some s' => [add s' other (with_uneven a other l)]
        | _, _ => []
        end
    | _, _ => []
    end.
  Definition replied (a : class) (r : reply) : option (list class) :=
    let held := held_by r a in
    let put := flat_map (put (placed r - 1)) held in
    match put, placed r with
    | _ :: _, S _ => if forallb bounded held then Some (filter real put) else None
    | _, _ => None
    end.

  Definition both : list bool := [false; true].
  Definition leaving (s : sides) : list sides :=
    flat_map (fun side => match sides_without s side with Some s' => [s'] | None => [] end) [1; 2; 3].
  Definition held_by_other (a : class) : list class :=
    less all_quiet a ++
    flat_map (fun s => if sides_dec s all_quiet then [] else
      flat_map (fun s' => flat_map (fun a => flat_map (fun other => [add s' other a; add (mirrored s') other a]) both)
        (less s a)) (leaving s)) (map fst (counts a)) ++
    flat_map (fun other => flat_map (fun s =>
      match remove s (uneven a other) with
      | Some l => map (fun s' => add s' other (with_uneven a other l)) (leaving s)
      | None => []
      end) (uneven a other)) both.
  Definition answered (a : class) : list class :=
    filter real (flat_map (fun a => flat_map (fun slot => put slot a) (seq 0 k)) (held_by_other a)).

  (** The numbers of a class in order. *)
  Definition three (s : sides) : list nat := let '(l, m, r) := s in [l; m; r].
  Definition numbers (a : class) (winner : bool) : list nat :=
    map (fun x : bool => if x then 1 else 0) (top a) ++ map snd (firstn 1 (counts a)) ++
    flat_map (fun e => if snd e =? 0 then [] else 1 :: three (fst e) ++ [snd e]) (skipn 1 (counts a)) ++ [0] ++
    flat_map (fun s => 1 :: three s) (on_axis a) ++ [0] ++
    flat_map (fun s => 1 :: three s) (across_axis a) ++ [0; remainder a; if winner then 1 else 0].

  (** The class of [n] full levels. *)
  Definition start (n : nat) : class :=
    let m := n - 1 in
    let '(s, each) := match entry (h, 1, h) with Some e => e | None => (all_quiet, 0) end in
    Class (repeat true k) (map (fun s' => (s', Nat.min (clip c) (if sides_dec s' s then m * each else 0))) kinds)
      [] [] ((weight s * (m * each)) mod modulus c).

  (** Nothing leads out of the classes that are bounded. *)
  Definition replied_within (a : class) (r : reply) : option (list class) := if bounded a then replied a r else None.
  Definition answered_within (a : class) : option (list class) := if bounded a then Some (answered a) else None.
  (** [once] says that a class that has come up before is not followed again. *)
  Definition region_from (once : bool) (starts : list (nat * bool)) : list reply -> option (members class reply) :=
    region class reply class_dec numbers replied_within answered_within once (map (fun s => (start (fst s), snd s)) starts).
  Definition check_from (once : bool) (starts : list (nat * bool)) (replies : list reply) : bool :=
    (1 <=? h) && (1 <=? clip c) && (1 <=? modulus c) &&
    match region_from once starts replies with Some _ => true | None => false end.
End Checker.

(** All numbers of full levels. *)
Definition check_balance_all (c : counting) (winners : list bool) (replies : list reply) : bool :=
  (length winners =? clip c + modulus c) &&
  check_from c true (combine (seq 1 (length winners)) winners) replies.

(** One number of full levels: nothing is clipped. *)
Definition check_balance (half levels : nat) (first : bool) (replies : list reply) : bool :=
  (1 <=? levels) &&
  check_from (Counting half (slots half * levels + 1) 1 []) false [(levels, first)] replies.
