(** Statements about who wins Jenka_k without physics, for every odd k >= 5. *)
From Coq Require Import Arith List Bool.
From Topple Require Import StatementsGames StatementsTowers.
Import ListNotations.

(** * Jenka_k without physics

    Towers of k = 2 h + 1 slots a level, in which a level bears all that is above it if it has a block in its middle
    slot, or blocks on both sides of that. The rules are else those of Zwick, sections 2 and 6. *)
Module Centred.
  (** ** With numbers

      Blocks left of the middle slot, whether a block is in it, blocks right of it. *)
  Definition level : Type := nat * bool * nat.
  Definition full (h : nat) : level := (h, true, h).
  Definition bears (l : level) : bool := let '(a, c, b) := l in c || ((0 <? a) && (0 <? b)).

  (** What can be left of a level when a block is taken: one on the left, the one in the middle, one on the right. *)
  Definition without_one (l : level) : list level :=
    let '(a, c, b) := l in
    match a with S a' => [(a', c, b)] | 0 => [] end ++
    (if c then [(a, false, b)] else []) ++
    match b with S b' => [(a, c, b')] | 0 => [] end.
  Definition taken (l : level) : list level := filter bears (without_one l).

  (** The levels below the highest full level, bottom first, and the number of blocks on top of that one. *)
  Definition position : Type := list level * nat.

  (** A move takes a block from one of these levels, so that it still bears, and puts it on top. There k blocks are a
      full level, and what was the highest full level until then is below it. *)
  Definition put (h : nat) (p : position) : position :=
    let (ls, s) := p in if s + 1 =? 2 * h + 1 then (ls ++ [full h], 0) else (ls, s + 1).
  Definition options (h : nat) (p : position) : list position :=
    let (ls, s) := p in map (fun ls' => put h (ls', s)) (sum_options taken ls).

  (** From [n] full levels: [n - 1] are below the highest one. *)
  Definition start (h n : nat) : position := (repeat (full h) (n - 1), 0).

  (** The least number of moves that use up a level: the middle block first, if it may go. A level is critical if its
      middle block may go, and so may the only block on one side. *)
  Definition fewest (l : level) : nat :=
    match l with
    | (S a, true, S b) => 1 + a + b
    | (a, true, b) => a + b
    | (a, false, b) => a + b - 2
    end.
  Definition critical (l : level) : bool :=
    match l with (S a, true, S b) => (a =? 0) || (b =? 0) | _ => false end.

  (** Two for each of these moves, and one for each level that is critical. *)
  Definition weight (ls : list level) : nat := 2 * list_sum (map fewest ls) + length (filter critical ls).

  (** ** With towers

      As [Jenka], but for what stands. *)
  Definition carries (h : nat) (a : Tower.level) : Prop :=
    nth h a false = true \/ exists i j, i < h < j /\ nth i a false = true /\ nth j a false = true.
  (** Every level that has another one on it carries it. *)
  Definition stands (h : nat) (t : Tower.tower) : Prop := Forall (carries h) (removelast t).

  Definition move (h : nat) (t : Tower.tower) (i j l : nat) (t' : Tower.tower) : Prop :=
    let k := 2 * h + 1 in
    Jenka.can_take k t i j /\ stands h (Jenka.without i j t) /\ Jenka.put k (Jenka.without i j t) l t' /\ stands h t'.

  (** The player to move has a move that wins, or none of his moves does. *)
  Inductive first_wins (h : nat) (t : Tower.tower) : Prop :=
    | a_move_wins i j l t' : move h t i j l t' -> second_wins h t' -> first_wins h t
  with second_wins (h : nat) (t : Tower.tower) : Prop :=
    | no_move_wins : (forall i j l t', move h t i j l t' -> first_wins h t') -> second_wins h t.

  (** The numbers of a level. *)
  Definition blocks (a : list bool) : nat := length (filter (fun c => c) a).
  Definition counted (h : nat) (a : Tower.level) : level :=
    (blocks (firstn h a), nth h a false, blocks (skipn (h + 1) a)).
End Centred.

(** Who wins, numbers tell: those of the levels below the highest full one, and the number of blocks on top of it. *)
Definition jenka_towers_counted : Prop :=
  forall h lower top, let k := 2 * h + 1 in
  Forall (fun a => length a = k /\ Centred.carries h a) lower ->
  top = [] \/ (exists b, top = [b] /\ length b = k /\ 0 < Centred.blocks b < k) ->
  let t := lower ++ Jenka.full k :: top in
  let p := (map (Centred.counted h) lower, Centred.blocks (concat top)) in
  (Centred.second_wins h t <-> Loses (Centred.options h) p) /\ (Centred.first_wins h t <-> Wins (Centred.options h) p).

(** Claim zwick/jenka-laws: positions with s blocks on top and levels that are good for k - 2 - s moves or more, in
    whatever way they are made. The player to move loses if and only if weight - 2 s - 4 h is 0, 1 or 2 modulo 8. *)
Definition jenka_law : Prop :=
  forall h ls s, 2 <= h -> s <= 2 * h -> Forall (fun l => Centred.bears l = true) ls ->
  2 * h - 1 <= s + list_sum (map Centred.fewest ls) ->
  let lost := (Centred.weight ls + 6 * s + 4 * h) mod 8 <= 2 in
  (Loses (Centred.options h) (ls, s) <-> lost) /\ (Wins (Centred.options h) (ls, s) <-> ~ lost).

(** Claim zwick/jenka-laws: play ends, and from n full levels the second player wins if n is 1, or 0 modulo 4, or k
    modulo 4, and else the first player; for every odd k >= 5 and every n >= 1. *)
Definition jenka_without_physics : Prop :=
  forall h, 2 <= h -> let k := 2 * h + 1 in
  play_ends (Centred.options h) /\
  forall n, 1 <= n -> let second := n = 1 \/ n mod 4 = 0 \/ n mod 4 = k mod 4 in
  (Loses (Centred.options h) (Centred.start h n) <-> second) /\
  (Wins (Centred.options h) (Centred.start h n) <-> ~ second).

(** The same with towers. *)
Definition jenka_towers_without_physics : Prop :=
  forall h n, 2 <= h -> 1 <= n -> let k := 2 * h + 1 in
  let t := repeat (Jenka.full k) n in let second := n = 1 \/ n mod 4 = 0 \/ n mod 4 = k mod 4 in
  (Centred.second_wins h t <-> second) /\ (Centred.first_wins h t <-> ~ second).
