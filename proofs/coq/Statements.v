(** What is proved by machine, and nothing else: the rules of each game as the
    papers give them, and the theorems as propositions. The proofs are in the
    other files; [theorems.csv] says which theorem settles which claim and in
    which file its proof ends.

    [nat] is the type of natural numbers 0, 1, 2, ..., on which [x - y] is 0 if
    [x < y]; such a difference is only taken here where [x >= y] was asked for.
    A proof of [X : Prop] is a term of that type, and Coq's kernel checks it. *)
From Coq Require Import Arith NArith ZArith List Bool Permutation.
Import ListNotations.

(** * Impartial games

    A game is a type of positions with the list of options of each. *)
Section Games.
  Context {P : Type} (options : P -> list P).

  (** There is no endless play, from whatever position. *)
  Definition play_ends : Prop := well_founded (fun q p => In q (options p)).

  (** Normal play: a player who cannot move has lost. [Wins p]: the player to
      move from [p] can force a win. *)
  Inductive Wins : P -> Prop :=
    | wins p q : In q (options p) -> Loses q -> Wins p
  with Loses : P -> Prop :=
    | loses p : (forall q, In q (options p) -> Wins q) -> Loses p.

  (** [m] is the least natural number that is not in the list. *)
  Definition is_mex (values : list nat) (m : nat) : Prop :=
    ~ In m values /\ forall k, k < m -> In k values.

  (** [g] gives each position the mex of what it gives to the options. *)
  Definition is_grundy (g : P -> nat) : Prop :=
    forall p, is_mex (map g (options p)) (g p).

  (** The Grundy values of all positions in [domain] are given by [f]: there is
      exactly one way to follow the definition, and there it is [f]. *)
  Definition grundy_values (domain : P -> Prop) (f : P -> nat) : Prop :=
    (exists g, is_grundy g) /\
    forall g, is_grundy g -> forall p, domain p -> g p = f p.

  Definition everywhere (_ : P) : Prop := True.
End Games.

(** ** Sums: one moves in one component and leaves the others alone *)
Fixpoint sum_options {P : Type} (options : P -> list P) (ps : list P) : list (list P) :=
  match ps with
  | [] => []
  | p :: rest => map (fun q => q :: rest) (options p) ++ map (cons p) (sum_options options rest)
  end.

(** Addition in binary without carry. *)
Definition nim_sum (values : list nat) : nat := fold_right Nat.lxor 0 values.

(** Sprague and Grundy: the value of a sum is the nim-sum of the values, and
    the player to move wins if and only if it is not 0. *)
Definition sprague_grundy : Prop :=
  forall (P : Type) (options : P -> list P) (g : P -> nat),
  is_grundy options g ->
  is_grundy (sum_options options) (fun ps => nim_sum (map g ps)) /\
  (play_ends options ->
   play_ends (sum_options options) /\
   forall ps, Wins (sum_options options) ps <-> nim_sum (map g ps) <> 0).

(** * Zwick, "Jenga", sections 4 and 5 *)
Module Zwick.
  (** [(x, y, z)]: [x] levels III and [y] levels II- below the highest full
      level, and [z] blocks on top of it. *)
  Definition position : Type := nat * nat * nat.

  (** [(x, y, 3)] is at once converted to [(x + 1, y, 0)]. *)
  Definition normalize (x y z : nat) : position :=
    if z =? 3 then (x + 1, y, 0) else (x, y, z).

  (** The moves are called after what is left of the level. *)
  Inductive move : Type := I_I | II_ | _I_.

  Definition result (p : position) (m : move) : option position :=
    let '(x, y, z) := p in
    match m with
    | I_I => if 0 <? x then Some (normalize (x - 1) y (z + 1)) else None
    | II_ => if 0 <? x then Some (normalize (x - 1) (y + 1) (z + 1)) else None
    | _I_ => if 0 <? y then Some (normalize x (y - 1) (z + 1)) else None
    end.

  Definition options (p : position) : list position :=
    flat_map (fun m => match result p m with Some q => [q] | None => [] end) [I_I; II_; _I_].

  (** The recurrence for V (section 5), for z < 3, with V(x,y,3) = V(x+1,y,0). *)
  Definition at_top (V : nat -> nat -> nat -> nat) (x y z : nat) : nat :=
    if z =? 3 then V (x + 1) y 0 else V x y z.
  Definition recurrence (V : nat -> nat -> nat -> nat) : Prop :=
    forall x y z, z < 3 -> V x y z =
    match x, y with
    | S x', S y' => 1 - Nat.min (at_top V x' y (z + 1))
                       (Nat.min (at_top V x' (y + 1) (z + 1)) (at_top V x y' (z + 1)))
    | S x', 0 => 1 - Nat.min (at_top V x' 0 (z + 1)) (at_top V x' 1 (z + 1))
    | 0, S y' => 1 - at_top V 0 y' (z + 1)
    | 0, 0 => 0
    end.

  (** Six times the weight x + y/2 + z/3. *)
  Definition sixths (p : position) : nat := let '(x, y, z) := p in 6 * x + 3 * y + 2 * z.

  (** The printed matrices v and v0: the rows are x mod 3, the columns are
      y mod 3, in three blocks for z = 0, 1, 2. *)
  Definition v : list (list nat) :=
    [[1;1;1; 0;1;1; 0;0;1];
     [1;0;1; 1;1;1; 1;1;0];
     [0;1;0; 0;1;1; 1;1;1]].
  Definition v0 : list nat := [0;1;0].

  Definition V (x y z : nat) : nat :=
    if (x =? 0) && (z =? 0) then nth (y mod 3) v0 0
    else nth (3 * z + y mod 3) (nth (x mod 3) v []) 0.

  (** The printed matrices m and m0 of winning moves; [[]] is a circle. *)
  Definition m : list (list (list move)) :=
    [[[I_I]; [_I_]; [II_];  [];              [_I_]; [_I_];  [];         [];         [_I_]];
     [[I_I]; [];    [II_];  [I_I; II_; _I_]; [I_I]; [II_];  [II_; _I_]; [I_I; _I_]; []];
     [[];    [_I_]; [];     [];              [II_]; [I_I];  [I_I];      [II_];      [I_I; II_]]].
  Definition m0 : list (list move) := [[]; [I_I]; []].

  Definition printed (x y z : nat) : list move :=
    if (x =? 0) && (z =? 0) then nth (y mod 3) m0 []
    else nth (3 * z + y mod 3) (nth (x mod 3) m []) [].

  Definition winning (p : position) (a : move) : Prop :=
    exists q, result p a = Some q /\ Loses options q.
End Zwick.

(** Claim zwick/value-recurrence: the recurrence halts, because each move lowers
    the weight by at least 1/6; it has a solution, and for z < 3 only one. *)
Definition zwick_recurrence : Prop :=
  (forall p q, In q (Zwick.options p) -> Zwick.sixths q + 1 <= Zwick.sixths p) /\
  play_ends Zwick.options /\
  Zwick.recurrence Zwick.V /\
  forall W, Zwick.recurrence W -> forall x y z, z < 3 -> W x y z = Zwick.V x y z.

(** Claims zwick/theorem-5-1 and zwick/value-matrices. *)
Definition zwick_5_1 : Prop :=
  forall x y z, z < 3 ->
  (Wins Zwick.options (x, y, z) <-> Zwick.V x y z = 1) /\
  (Loses Zwick.options (x, y, z) <-> Zwick.V x y z = 0).

(** Claim zwick/start-position: n full levels are (n-1, 0, 0). *)
Definition zwick_start_position : Prop :=
  forall n, 1 <= n ->
  (Wins Zwick.options (n - 1, 0, 0) <-> n = 2 \/ (4 <= n /\ (n mod 3 = 1 \/ n mod 3 = 2))).

(** Claim zwick/optimal-moves: the printed entries are right but in three
    families of positions; what wins there is said too. *)
Definition zwick_optimal_moves : Prop :=
  (forall x y z a, z < 3 ->
     ~ (x = 0 /\ y mod 3 = 1 /\ z = 0) -> ~ (x mod 3 = 1 /\ y = 0 /\ (z = 1 \/ z = 2)) ->
     (Zwick.winning (x, y, z) a <-> In a (Zwick.printed x y z))) /\
  (forall y a, y mod 3 = 1 ->
     Zwick.printed 0 y 0 = [Zwick.I_I] /\ (Zwick.winning (0, y, 0) a <-> a = Zwick._I_)) /\
  (forall x a, x mod 3 = 1 ->
     Zwick.printed x 0 1 = [Zwick.I_I; Zwick.II_; Zwick._I_] /\
     (Zwick.winning (x, 0, 1) a <-> a = Zwick.I_I \/ a = Zwick.II_)) /\
  (forall x a, x mod 3 = 1 ->
     Zwick.printed x 0 2 = [Zwick.II_; Zwick._I_] /\
     (Zwick.winning (x, 0, 2) a <-> a = Zwick.II_)).

(** * "Winning colourful Nim with the eeny-meeny rule" *)
Module Eeny.
  (** Section sizes [n_1; ...; n_k], the top one last; none is 0. *)
  Definition pile : Type := list nat.
  Definition proper (p : pile) : Prop := Forall (fun n => 1 <= n) p.

  (** Take all of the top section, or leave j = 1, ..., n_k - 1 of it. *)
  Definition options (p : pile) : list pile :=
    match p with
    | [] => []
    | _ => removelast p :: map (fun j => removelast p ++ [j]) (seq 1 (last p 0 - 1))
    end.

  (** The printed Python program. Its loop runs with i = len(pos) - 1 down to 1
      until the condition is met, and a [break] leaves it. *)
  Inductive state : Type := eeny | meeny.
  Definition flip (s : state) : state := match s with eeny => meeny | meeny => eeny end.
  Inductive outcome : Type := condition_met | break | pass.

  Definition body (pos : pile) (i : nat) (s : state) : outcome :=
    let n := nth i pos 0 in
    let n_next := nth (i - 1) pos 0 in
    match s with
    | eeny =>
        if n <? n_next then condition_met
        else if (i =? 1) && (n <=? n_next) then condition_met
        else if n =? n_next then pass
        else break
    | meeny =>
        if n_next <? n then condition_met
        else if n =? n_next then pass
        else break
    end.

  Fixpoint loop (pos : pile) (i : nat) (s : state) : bool :=
    match i with
    | 0 => false
    | S below =>
        match body pos i s with
        | condition_met => true
        | break => false
        | pass => loop pos below (flip s)
        end
    end.

  (** The program is printed for two sections and more; G() = 0, G(n) = n. *)
  Definition program (pos : pile) : nat :=
    match pos with
    | [] => 0
    | [n] => n
    | _ => if loop pos (length pos - 1) eeny then last pos 0 - 1 else last pos 0
    end.
End Eeny.

(** Claim eeny-meeny/rule: every number of sections, every size; and a position
    of many piles is won if and only if the nim-sum of the program is not 0. *)
Definition eeny_meeny_rule : Prop :=
  grundy_values Eeny.options Eeny.proper Eeny.program /\
  forall piles, Forall Eeny.proper piles ->
  (Wins (sum_options Eeny.options) piles <-> nim_sum (map Eeny.program piles) <> 0).

(** Claim eeny-meeny/star-lemma. *)
Definition eeny_meeny_star : Prop :=
  forall G, is_grundy Eeny.options G -> forall below n, Eeny.proper below -> 1 <= n ->
  G (below ++ [n]) = if n <=? G below then n - 1 else n.

(** * Carvalho, Neto, dos Santos, "Combinatorics of JENGA", sections 1.2.2, 3 *)
Module Addition.
  (** ADDITION(S): add a vector of S to the cell and stay at or above 0. *)
  Definition options (S : list (Z * Z)) (p : nat * nat) : list (nat * nat) :=
    flat_map (fun v =>
      let a := (Z.of_nat (fst p) + fst v)%Z in
      let b := (Z.of_nat (snd p) + snd v)%Z in
      if (0 <=? a)%Z && (0 <=? b)%Z then [(Z.to_nat a, Z.to_nat b)] else []) S.

  Definition jenga : list (Z * Z) := [(-2, 0); (-2, 1); (1, -1)]%Z.

  (** Nine columns of the first five rows, which say it all. *)
  Definition rows : list (list nat) :=
    [[0;0;2;1;1;0;0;2;1];
     [1;0;0;2;1;1;3;2;1];
     [1;1;3;2;0;0;3;2;2];
     [0;0;3;1;1;0;0;3;3];
     [1;0;0;2;1;1;2;2;1]].
  Definition row (b : nat) : nat := if b <? 2 then b else 2 + (b - 2) mod 3.
  Definition G (p : nat * nat) : nat := nth (fst p mod 9) (nth (row (snd p)) rows []) 0.
End Addition.

(** Claim carvalho/theorem-3-1. The values of all cells;
    the periods and preperiods that follow from them are the least ones. *)
Definition carvalho_3_1 : Prop :=
  grundy_values (Addition.options Addition.jenga) everywhere Addition.G.

Definition carvalho_3_1_periods : Prop :=
  forall g, is_grundy (Addition.options Addition.jenga) g ->
  (forall a b, g (a + 9, b) = g (a, b)) /\
  (forall a b, 2 <= b -> g (a, b + 3) = g (a, b)) /\
  (** no smaller period in any row, even from some column on *)
  (forall b p from, 0 < p < 9 -> exists a, from <= a /\ g (a + p, b) <> g (a, b)) /\
  (** no smaller period in any column, even from some row on *)
  (forall a p from, 0 < p < 3 -> exists b, from <= b /\ g (a, b + p) <> g (a, b)) /\
  (** where 3 fails, exactly; so the preperiod of the table is 2 *)
  (forall a b, g (a, b + 3) <> g (a, b) <->
     (b = 0 /\ (a mod 9 = 2 \/ a mod 9 = 7 \/ a mod 9 = 8)) \/ (b = 1 /\ a mod 9 = 6)) /\
  (** the cells of the text: 0 is printed for (47,234), and 1 0 0 2 1 1 2 2 1 *)
  g (47, 234) = 3 /\ map (fun a => g (a, 234)) (seq 0 9) = [0;0;3;1;1;0;0;3;3].

(** Claim carvalho/commercial-tower: 18 levels are (0,17|0)_{3,2}, the cell
    (3 * 17 + 0 - 1, 0), and Zwick's (17, 0, 0); both are lost. *)
Definition carvalho_commercial_tower : Prop :=
  (forall g, is_grundy (Addition.options Addition.jenga) g -> g (50, 0) = 0) /\
  Loses (Addition.options Addition.jenga) (50, 0) /\
  Loses Zwick.options (17, 0, 0).

(** * Towers: Zwick, section 3, with k slots a level

    Along each axis we measure from the middle of the tower in units of half the
    width of a block: the middle of slot j = 1, ..., k is 2j - 1 - k, and a block
    reaches 1 to both sides. Levels turn by 90 degrees from one to the next. *)
Module Tower.
  (** A level says for each slot whether it holds a block. *)
  Definition level : Type := list bool.
  (** The middles of the slots that hold a block. *)
  Definition middles (a : level) : list Z :=
    map snd (filter fst (combine a
      (map (fun j => 2 * Z.of_nat j + 1 - Z.of_nat (length a))%Z (seq 0 (length a))))).
  Definition blocks (a : level) : Z := Z.of_nat (length (middles a)).
  Definition moment (a : level) : Z := fold_right Z.add 0%Z (middles a).
  (** The outer edges of the first and the last block. *)
  Definition low (a : level) : Z := (hd 0 (middles a) - 1)%Z.
  Definition high (a : level) : Z := (last (middles a) 0 + 1)%Z.

  (** A tower is a list of levels, bottom first, none of them empty. *)
  Definition tower : Type := list level.
  Definition proper (k : nat) (t : tower) : Prop :=
    t <> [] /\ Forall (fun a => length a = k /\ In true a) t.

  (** The number of blocks and the sums of their middles along the axis of the
      lowest level, and along the other one. A block that lies along an axis has
      its middle at 0 there. The centre of mass is [along / mass], [across / mass]. *)
  Definition mass (t : tower) : Z := fold_right (fun a m => blocks a + m)%Z 0%Z t.
  Fixpoint along_across (t : tower) : Z * Z :=
    match t with
    | [] => (0, 0)%Z
    | a :: above => let (x, y) := along_across above in ((moment a + y)%Z, x)
    end.
  Definition along (t : tower) : Z := fst (along_across t).
  Definition across (t : tower) : Z := snd (along_across t).

  (** Level [a] touches the lowest level of [above] in the product of their
      blocks. The convex hull of a product is the product of the hulls: it
      reaches from [low a] to [high a] along the axis of [a] (across for
      [above]), and likewise for the other level along its axis. [holds lt]:
      the centre of mass of [above] lies in it; strictly inside if [lt] is <. *)
  Definition holds (lt : Z -> Z -> Prop) (a : level) (above : tower) : Prop :=
    match above with
    | [] => True
    | b :: _ =>
        lt (low a * mass above)%Z (across above) /\ lt (across above) (high a * mass above)%Z /\
        lt (low b * mass above)%Z (along above) /\ lt (along above) (high b * mass above)%Z
    end.
  Fixpoint everywhere_holds (lt : Z -> Z -> Prop) (t : tower) : Prop :=
    match t with [] => True | a :: above => holds lt a above /\ everywhere_holds lt above end.

  Definition stable : tower -> Prop := everywhere_holds Z.lt.
  Definition semi_stable (t : tower) : Prop := everywhere_holds Z.le t /\ ~ stable t.

  (** ** Three slots *)
  Definition L001 := [false; false; true].
  Definition L010 := [false; true; false].
  Definition L011 := [false; true; true].
  Definition L100 := [true; false; false].
  Definition L110 := [true; true; false].

  Definition excluded (a : level) : Prop := a = L100 \/ a = L001.
  Definition triples : list tower :=
    [[L010; L010; L100]; [L010; L010; L001]; [L011; L010; L100]; [L110; L010; L001]].
  (** Definition 3.2: no level below the top is excluded, and the three top
      levels are none of the four triples. *)
  Definition valid (t : tower) : Prop :=
    (forall a, In a (removelast t) -> ~ excluded a) /\
    (forall below top, t = below ++ top -> ~ In top triples).

  (** The centre of mass lies strictly inside the middle ninth. *)
  Definition inside (t : tower) : Prop :=
    (- mass t < along t < mass t)%Z /\ (- mass t < across t < mass t)%Z.
End Tower.

(** Claim zwick/stability-lemma, for every height. Two levels that are not valid
    are not even semi-stable. The triples are semi-stable, and of the towers of
    three levels with no excluded level below the top they are the only ones. *)
Definition zwick_stability : Prop :=
  (forall t, Tower.proper 3 t -> (Tower.stable t <-> Tower.valid t)) /\
  (forall a b, Tower.proper 3 [a; b] -> ~ Tower.valid [a; b] -> ~ Tower.semi_stable [a; b]) /\
  (forall a b c, Tower.proper 3 [a; b; c] ->
     ~ Tower.excluded a -> ~ Tower.excluded b ->
     (Tower.semi_stable [a; b; c] <-> In [a; b; c] Tower.triples)).

(** Claim zwick/claim-3-1: true for valid towers of four levels and more, and of
    three levels but for two towers, whose centre of mass is on the boundary.
    Two levels: strictly inside along the slots of the lower one, and inside or
    on the boundary across. One level: inside or on the boundary, and on it only
    for 011 and 110. *)
Definition zwick_claim_3_1 : Prop :=
  (forall t, Tower.proper 3 t -> Tower.valid t -> 3 <= length t ->
     t <> [Tower.L011; Tower.L010; Tower.L001] -> t <> [Tower.L110; Tower.L010; Tower.L100] ->
     Tower.inside t) /\
  (forall t, t = [Tower.L011; Tower.L010; Tower.L001] \/ t = [Tower.L110; Tower.L010; Tower.L100] ->
     Tower.valid t /\ ~ Tower.inside t) /\
  (forall a b, let t := [a; b] in Tower.proper 3 t -> Tower.valid t ->
     (- Tower.mass t < Tower.along t < Tower.mass t)%Z /\
     (- Tower.mass t <= Tower.across t <= Tower.mass t)%Z) /\
  Tower.across [Tower.L010; Tower.L100] = (- Tower.mass [Tower.L010; Tower.L100])%Z /\
  (forall a, Tower.proper 3 [a] -> ~ Tower.excluded a ->
     (- Tower.blocks a <= Tower.moment a <= Tower.blocks a)%Z /\
     (Z.abs (Tower.moment a) = Tower.blocks a <-> a = Tower.L011 \/ a = Tower.L110)).

(** Claim zwick/claim-3-2: the contact of two levels that are not excluded
    reaches over [-1, 1] along both axes, the middle ninth. *)
Definition zwick_claim_3_2 : Prop :=
  forall a, Tower.proper 3 [a] -> ~ Tower.excluded a -> (Tower.low a <= -1)%Z /\ (1 <= Tower.high a)%Z.

(** * Wells: Brzustowski, "Can you win at Tetris?", section 2.4

    Nothing is said of how a piece comes to its place: falling, sliding or being
    lifted, with or without knowing what comes next. So what is proved here
    holds for all rules of movement and all strategies. *)
Module Well.
  (** Rows from the bottom, cells from the left; [true] is full. *)
  Definition well : Type := list (list bool).
  Definition shaped (width height : nat) (b : well) : Prop :=
    length b = height /\ Forall (fun r => length r = width) b.
  Definition empty (width height : nat) : well := repeat (repeat false width) height.

  (** A cell is a column and a row, counted from 0. *)
  Definition cell : Type := nat * nat.
  Definition free (b : well) (c : cell) : Prop := nth (fst c) (nth (snd c) b []) true = false.

  Fixpoint update {A : Type} (n : nat) (f : A -> A) (l : list A) : list A :=
    match l, n with
    | [], _ => []
    | a :: l, 0 => f a :: l
    | a :: l, S n => a :: update n f l
    end.
  Definition fill (b : well) (c : cell) : well := update (snd c) (update (fst c) (fun _ => true)) b.

  (** Full rows go, those above sink, and empty ones come in at the top. *)
  Definition full (r : list bool) : bool := forallb (fun c => c) r.
  Definition clear (width : nat) (b : well) : well :=
    let rest := filter (fun r => negb (full r)) b in
    rest ++ repeat (repeat false width) (length b - length rest).

  (** A piece is the list of its orientations. *)
  Definition orientation : Type := list cell.
  Definition square : list orientation := [[(0,0); (1,0); (0,1); (1,1)]].
  Definition left_kink : list orientation :=
    [[(1,0); (2,0); (0,1); (1,1)]; [(0,0); (0,1); (1,1); (1,2)]].
  Definition right_kink : list orientation :=
    [[(0,0); (1,0); (1,1); (2,1)]; [(1,0); (0,1); (1,1); (0,2)]].

  Definition at_cell (x y : nat) (o : orientation) : list cell :=
    map (fun c => (x + fst c, y + snd c)) o.

  (** A piece is put on four free cells of the well, and full rows go. *)
  Definition play (width : nat) (piece : list orientation) (b b' : well) : Prop :=
    exists o x y, In o piece /\ (forall c, In c (at_cell x y o) -> free b c) /\
    b' = clear width (fold_left fill (at_cell x y o) b).

  (** [b'] can be reached from [b] by putting [n] of these pieces, in any order. *)
  Inductive after (width : nat) (pieces : list (list orientation)) (b : well) : nat -> well -> Prop :=
    | after_none : after width pieces b 0 b
    | after_one n b' b'' piece : after width pieces b n b' -> In piece pieces ->
        play width piece b' b'' -> after width pieces b (S n) b''.

  Definition full_cells (b : well) : nat := length (filter (fun c => c) (concat b)).
End Well.

(** Claim brzustowski/odd-wells. In a well of odd width and any height the number
    of kinks and squares that can be put is bounded, from any state, whatever
    the player does, also if the machine mixes both kinks and the square. With
    squares alone, from the empty well, no row is ever filled: n squares fill 4n
    cells. (If a piece may stand out above the last row before full rows go,
    take a well that is higher by the four rows that it can reach.) *)
Definition odd_wells : Prop :=
  forall half height, let width := 2 * half + 1 in
  (forall b n b', Well.shaped width height b ->
     Well.after width [Well.left_kink; Well.right_kink; Well.square] b n b' ->
     4 * n <= width * height * (2 * width + 1)) /\
  (forall n b', Well.after width [Well.square] (Well.empty width height) n b' ->
     Well.full_cells b' = 4 * n /\ 4 * n <= width * height).

(** * Jenka_k: Zwick, section 6

    Towers with k slots a level, as above; the rules are those of section 2. *)
Module Jenka.
  Import Tower.
  Definition full (k : nat) : level := repeat true k.
  Definition without (i j : nat) (t : tower) : tower := Well.update i (Well.update j (fun _ => false)) t.

  (** The block in slot j of level i (counted from 0) is there, and level i is
      below the highest full level. *)
  Definition can_take (k : nat) (t : tower) (i j : nat) : Prop :=
    (exists h, i < h /\ nth h t [] = full k) /\ nth j (nth i t []) false = true.

  (** The block goes to slot l of the top level; a new level is begun if and
      only if the top level is full. *)
  Inductive put (k : nat) (t : tower) (l : nat) : tower -> Prop :=
    | on_a_new_level below : t = below ++ [full k] -> l < k ->
        put k t l (t ++ [Well.update l (fun _ => true) (repeat false k)])
    | on_the_top_level below a : t = below ++ [a] -> a <> full k -> nth l a true = false ->
        put k t l (below ++ [Well.update l (fun _ => true) a]).

  (** No level is empty, and the tower is stable. *)
  Definition stands (t : tower) : Prop := Forall (fun a => In true a) t /\ stable t.

  (** A safe move: the tower stands when the block is out, and when it is put. *)
  Definition move (k : nat) (t : tower) (i j l : nat) (t' : tower) : Prop :=
    can_take k t i j /\ stands (without i j t) /\ put k (without i j t) l t' /\ stands t'.

  (** Whatever safe move the first player makes, the second has a safe answer
      after which the same holds; and this cannot go on for ever. So it is the
      first player who topples the tower. *)
  Inductive second_wins (k : nat) (t : tower) : Prop :=
    | answers : (forall i j l t', move k t i j l t' ->
          exists i' j' l' t'', move k t' i' j' l' t'' /\ second_wins k t'') ->
        second_wins k t.
End Jenka.

(** Claim zwick/jenka-even: for every even k and every n >= 1 the second player
    wins from n full levels. The mirror image of the first player's move is a
    safe move of a different block, as long as play has been like this, and it
    leaves a tower that is its own mirror image. *)
Definition jenka_even : Prop :=
  forall half n, 1 <= half -> 1 <= n -> let k := 2 * half in
  Jenka.second_wins k (repeat (Jenka.full k) n) /\
  exists so_far : Tower.tower -> Prop,
    so_far (repeat (Jenka.full k) n) /\
    (forall t, so_far t -> Forall (fun a => rev a = a) t) /\
    forall t i j l t', so_far t -> Jenka.move k t i j l t' ->
      k - 1 - j <> j /\
      exists t'', Jenka.move k t' i (k - 1 - j) (k - 1 - l) t'' /\ so_far t''.

(** * Vector addition games with states, and their certificates

    The format is in [../FORMAT.md], kind [vector]; this is its meaning. *)
Module Vector.
  Open Scope N_scope.
  Definition vector : Type := list N.

  (** [x + y], and [x - t] where [t <= x], by coordinates. *)
  Fixpoint add (x y : vector) : vector :=
    match x, y with
    | [], _ => y
    | _, [] => x
    | a :: x, b :: y => (a + b) :: add x y
    end.
  Fixpoint at_most (t x : vector) : bool :=
    match t, x with
    | [], _ => true
    | a :: t, b :: x => (a <=? b) && at_most t x
    | _ :: _, [] => false
    end.
  Fixpoint minus (x t : vector) : vector :=
    match x, t with
    | a :: x, b :: t => (a - b) :: minus x t
    | _, _ => x
    end.

  Record rule : Type := Rule { from : N; take : vector; put : vector; to : N }.

  (** A position is a state and a vector. *)
  Definition position : Type := N * vector.
  Definition options (rules : list rule) (p : position) : list position :=
    flat_map (fun r =>
      if (from r =? fst p) && at_most (take r) (snd p)
      then [(to r, add (minus (snd p) (take r)) (put r))] else []) rules.

  (** ** The three ways to value a position *)
  Inductive play : Type := Grundy | Normal | Misere.
  Definition value_rule (pl : play) (values : list nat) (v : nat) : Prop :=
    match pl with
    | Grundy => is_mex values v
    | Normal => (v = 1 /\ In 0 values)%nat \/ (v = 0 /\ ~ In 0 values)%nat
    | Misere => (v = 1 /\ (values = [] \/ In 0 values))%nat \/
                (v = 0 /\ ~ (values = [] \/ In 0 values))%nat
    end.

  (** Misere play: a player who cannot move has won. *)
  Inductive Wins_misere {P : Type} (options : P -> list P) : P -> Prop :=
    | wins_over p : options p = [] -> Wins_misere options p
    | wins_misere p q : In q (options p) -> Loses_misere options q -> Wins_misere options p
  with Loses_misere {P : Type} (options : P -> list P) : P -> Prop :=
    | loses_misere p : options p <> [] -> (forall q, In q (options p) -> Wins_misere options q) ->
        Loses_misere options p.

  (** ** The games that a certificate may name *)
  Inductive name : Type :=
    | Zwick_triplets
    | Clock_nim (largest period arriving : N)
    | Jenga_four
    | Addition (moves : list (list Z))
    | White_knight
    | Subtraction (amounts : list Z)
    | Jenka_levels (slots : nat).

  (** The unit vector of coordinate [i], counted from 0, of [d] coordinates. *)
  Definition unit (d i : N) : vector :=
    map (fun j => if N.of_nat j =? i then 1 else 0) (seq 0 (N.to_nat d)).
  Definition zero (d : N) : vector := repeat 0 (N.to_nat d).
  Definition upto (n : N) : list N := map N.of_nat (seq 0 (N.to_nat n)).
  (** The clock goes from [s] to [s + 1], and from the last state to 0; then
      [arriving] comes in. *)
  Definition tick (states s : N) (arriving : vector) (t p : vector) : rule :=
    if s + 1 =? states then Rule s t (add p arriving) 0 else Rule s t p (s + 1).

  Definition addition_rules (moves : list (list Z)) : N * N * list rule :=
    (N.of_nat (length (hd [] moves)), 1, map (fun v =>
      Rule 0 (map (fun c => Z.to_N (- c)) v) (map Z.to_N v) 0) moves).

  (** Jenka_k by levels: a coordinate for each pair a >= b >= 1 of blocks on the
      two sides of a level with its central block (k odd), then the single moves. *)
  Definition pairs (slots : nat) : list (nat * nat) :=
    flat_map (fun a => map (fun b => (a, b)) (rev (seq 1 a)))
             (rev (seq 1 (if Nat.odd slots then Nat.div2 slots else 0))).
  Definition singles (slots n : nat) : vector := repeat 0 (length (pairs slots)) ++ [N.of_nat n].
  Definition level_vector (slots a b : nat) : vector :=
    if Nat.eqb b 0 then singles slots a
    else map (fun p => if Nat.eqb (fst p) a && Nat.eqb (snd p) b then 1 else 0) (pairs slots) ++ [0].
  Definition level_changes (slots : nat) : list (vector * vector) :=
    (singles slots 1, singles slots 0) ::
    flat_map (fun p => let (a, b) := p : nat * nat in
      map (fun left => (level_vector slots a b, left))
        ([level_vector slots a (b - 1); singles slots (a + b - 2)]
         ++ if Nat.ltb b a then [level_vector slots (a - 1) b] else [])) (pairs slots).
  Definition full_level (slots : nat) : vector :=
    let h := Nat.div2 slots in
    if Nat.odd slots then level_vector slots h h else singles slots (2 * h - 2).

  Definition named_rules (n : name) : N * N * list rule :=
    match n with
    | Zwick_triplets => (2, 3, flat_map (fun z =>
        [tick 3 z [1; 0] [1; 0] [0; 0]; tick 3 z [1; 0] [1; 0] [0; 1]; tick 3 z [1; 0] [0; 1] [0; 0]])
        (upto 3))
    | Clock_nim k p n => (k, p, flat_map (fun s => flat_map (fun i => map (fun j =>
        (** a pile of [i + 1] stones is cut to [j] *)
        tick p s (unit k (n - 1)) (unit k i) (if j =? 0 then zero k else unit k (j - 1)))
        (upto (i + 1))) (upto k)) (upto p))
    | Jenga_four => (2, 4, flat_map (fun s =>
        [tick 4 s [0; 1] [0; 1] [1; 0]; tick 4 s [0; 1] [1; 0] [0; 0]]) (upto 4))
    | Addition moves => addition_rules moves
    | White_knight => addition_rules [[-2; 1]; [-2; -1]; [-1; -2]; [1; -2]]%Z
    | Subtraction amounts => addition_rules (map (fun s => [- s]%Z) amounts)
    | Jenka_levels k => (N.of_nat (S (length (pairs k))), N.of_nat k, flat_map (fun s =>
        map (fun c => tick (N.of_nat k) s (full_level k) (fst c) (snd c)) (level_changes k))
        (upto (N.of_nat k)))
    end.

  (** ** Certificates *)
  Record piece : Type := Piece { state : N; base : vector; cone : nat; value : N }.
  Record certificate : Type := Certificate {
    game : option name;
    kind_of_play : play;
    dimension : nat;
    states : N;
    rules : list rule;
    weight : vector;
    height : list N;
    split : nat;
    back : nat;
    cones : list (list vector);
    pieces : list piece;
    periods : list (vector * vector);
    differ : list (position * position)
  }.

  (** [b + n1 g1 + ... + nk gk] *)
  Fixpoint combination (b : vector) (ns : list nat) (gs : list vector) : vector :=
    match ns, gs with
    | n :: ns, g :: gs => combination (Nat.iter n (add g) b) ns gs
    | _, _ => b
    end.
  (** The positions of a piece: its state, and base + N g1 + ... + N gk for the
      generators of its cone. *)
  Definition inside (c : certificate) (p : piece) (x : position) : Prop :=
    state p = fst x /\ exists ns, let gs := nth (cone p) (cones c) [] in
    length ns = length gs /\ snd x = combination (base p) ns gs.

  Definition is_position (c : certificate) (p : position) : Prop :=
    fst p < states c /\ length (snd p) = dimension c.

  (** [V] values the positions of the game by its way of play. *)
  Definition values_game (c : certificate) (V : position -> nat) : Prop :=
    forall p, is_position c p ->
    value_rule (kind_of_play c) (map V (options (rules c) p)) (V p).

  (** What a certificate says. *)
  Definition says (c : certificate) : Prop :=
    (** a named game has these rules, in whatever order *)
    (forall n, game c = Some n -> exists listed,
       named_rules n = (N.of_nat (dimension c), states c, listed) /\ Permutation listed (rules c)) /\
    (** play stays among the positions and ends *)
    (forall p q, is_position c p -> In q (options (rules c) p) -> is_position c q) /\
    play_ends (options (rules c)) /\
    (** the positions can be valued, and every one lies in a piece *)
    (exists V, values_game c V) /\
    (forall p, is_position c p -> exists k, In k (pieces c) /\ inside c k p) /\
    forall V, values_game c V ->
    (** the value of a position is that of its piece *)
    (forall p k, is_position c p -> In k (pieces c) -> inside c k p -> V p = N.to_nat (value k)) /\
    (** and tells who wins *)
    (forall p, is_position c p ->
       V p <> 0%nat <->
       match kind_of_play c with
       | Misere => Wins_misere (options (rules c)) p
       | _ => Wins (options (rules c)) p
       end) /\
    (** periods and differences *)
    (forall t f q x, In (t, f) (periods c) -> is_position c (q, x) -> at_most f x = true ->
       V (q, add x t) = V (q, x)) /\
    (forall x y, In (x, y) (differ c) -> is_position c x /\ is_position c y /\ V x <> V y).
End Vector.

(** The checker accepts a certificate only if all that it says is true. *)
Definition vector_checker_sound (check : Vector.certificate -> bool) : Prop :=
  forall c, check c = true -> Vector.says c.

(** * Games of wells, and certificates of who wins them

    The format is in [../FORMAT.md], kinds [strategy] and [defeat]. *)
Module WellGame.
  Import Well.

  (** A piece in one turn: its cells from the lower left corner of its box. *)
  Definition turn : Type := list cell.
  Definition quarter (t : turn) : turn :=
    map (fun c => (snd c, fold_right Nat.max 0 (map fst t) - fst c)) t.
  Definition same_cell (c d : cell) : bool := (fst c =? fst d) && (snd c =? snd d).
  Definition same_turn (t u : turn) : bool :=
    forallb (fun c => existsb (same_cell c) u) t && forallb (fun c => existsb (same_cell c) t) u.
  (** The turns of a piece, up to the last before the first one comes again. *)
  Definition turns (t : turn) : list turn :=
    let t1 := quarter t in let t2 := quarter t1 in
    if same_turn t1 t then [t] else if same_turn t2 t then [t; t1] else [t; t1; t2; quarter t2].

  (** A well is the list of its rows up to the last that is not empty. *)
  Definition open (width : nat) (b : well) (c : cell) : bool :=
    (fst c <? width) && negb (nth (fst c) (nth (snd c) b []) false).
  Definition fits (width : nat) (b : well) (t : turn) (x y : nat) : bool :=
    forallb (fun c => open width b (x + fst c, y + snd c)) t.
  Definition at_rest (width : nat) (b : well) (t : turn) (x y : nat) : bool :=
    fits width b t x y && match y with 0 => true | S below => negb (fits width b t x below) end.

  (** Reached from above the well by steps left, right and down. *)
  Inductive slides (width : nat) (b : well) (t : turn) : nat -> nat -> Prop :=
    | from_above x : fits width b t x (length b) = true -> slides width b t x (length b)
    | to_the_left x y : slides width b t (S x) y -> fits width b t x y = true -> slides width b t x y
    | to_the_right x y : slides width b t x y -> fits width b t (S x) y = true -> slides width b t (S x) y
    | down x y : slides width b t x (S y) -> fits width b t x y = true -> slides width b t x y.

  Inductive rule : Type := Drop | Slide | Anywhere.
  Definition allowed (r : rule) (width : nat) (b : well) (t : turn) (x y : nat) : Prop :=
    at_rest width b t x y = true /\ y <= length b /\
    match r with
    | Drop => forall z, y <= z <= length b -> fits width b t x z = true
    | Slide => slides width b t x y
    | Anywhere => True
    end.

  (** The cells become full, then full rows go. *)
  Definition played (width : nat) (b : well) (t : turn) (x y : nat) : well :=
    let top := S (y + fold_right Nat.max 0 (map snd t)) in
    let higher := b ++ repeat (repeat false width) (top - length b) in
    filter (fun r => negb (full r)) (fold_left fill (at_cell x y t) higher).

  Record game : Type := Game {
    width : nat; depth : nat; pieces : list turn; how : rule; lookahead : nat
  }.
  Definition turns_of (g : game) (p : nat) : list turn := turns (nth p (pieces g) []).

  (** The player places the first of the pieces, and whatever the machine then
      announces, it goes on. Pieces are numbers in the list of the game. *)
  CoInductive goes_on (g : game) : well -> list nat -> Prop :=
    | place b p rest t x y :
        In t (turns_of g p) -> allowed (how g) (width g) b t x y ->
        length (played (width g) b t x y) <= depth g ->
        (forall q, q < length (pieces g) -> goes_on g (played (width g) b t x y) (rest ++ [q])) ->
        goes_on g b (p :: rest).
  Definition player_wins (g : game) : Prop :=
    forall ps, length ps = S (lookahead g) -> Forall (fun p => p < length (pieces g)) ps -> goes_on g [] ps.

  (** The machine announces a piece, and wherever the player puts the first one
      of those that he sees, the well is too high, or he has lost after one piece
      less. *)
  Inductive lost (g : game) : nat -> well -> list nat -> Prop :=
    | announce n b shown q p rest :
        q < length (pieces g) -> shown ++ [q] = p :: rest ->
        (forall t x y, In t (turns_of g p) -> allowed (how g) (width g) b t x y ->
           depth g < length (played (width g) b t x y) \/ lost g n (played (width g) b t x y) rest) ->
        lost g (S n) b shown.
  Definition machine_wins (g : game) : Prop :=
    exists n shown, length shown = lookahead g /\ lost g n [] shown.

  (** A well, the pieces to come, and turn, column and row for the first one. *)
  Definition strategy_line : Type := well * list nat * (nat * nat * nat).
  (** A well, the pieces shown, the piece to announce, and a rank. *)
  Definition defeat_line : Type := well * list nat * nat * N.
End WellGame.

(** The checkers accept only what is true, for each rule of placing. *)
Definition strategy_checker_sound (check : WellGame.game -> list WellGame.strategy_line -> bool) : Prop :=
  forall g lines, check g lines = true -> WellGame.player_wins g.
Definition defeat_checker_sound (check : WellGame.game -> list WellGame.defeat_line -> bool) : Prop :=
  forall g lines, check g lines = true -> WellGame.machine_wins g.
