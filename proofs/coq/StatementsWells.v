(** Statements about wells: Brzustowski, "Can you win at Tetris?". *)
From Coq Require Import Arith List Bool.
Import ListNotations.

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
    [[(0,0); (1,0); (1,1); (2,1)]; [(1,0); (0,1); (1,1); (0,2)]].
  Definition right_kink : list orientation :=
    [[(1,0); (2,0); (0,1); (1,1)]; [(0,0); (0,1); (1,1); (1,2)]].

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

(** * Games of wells *)
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

  (** A rule says in which places a piece may come to rest: in any of those that are
      supported, or only in some. What is said of every rule holds for any choice. *)
  Definition rule : Type := nat -> well -> turn -> nat -> nat -> Prop.
  Definition allowed (r : rule) (width : nat) (b : well) (t : turn) (x y : nat) : Prop :=
    at_rest width b t x y = true /\ y <= length b /\ r width b t x y.

  Definition drop : rule := fun width b t x y => forall z, y <= z <= length b -> fits width b t x z = true.
  Definition slide : rule := slides.
  Definition anywhere : rule := fun _ _ _ _ _ => True.

  (** The rule of the thesis: "you put the piece into the well above all full cells, then
      slide and rotate it into any position, never moving it through a full cell; you let
      go of the piece, and it falls straight down as far as possible." Whether a piece can
      be turned from one place into another is for a referee to say; the thesis has one
      who turns it in the plane. *)
  Definition pose : Type := turn * nat * nat.
  Inductive steered (referee : nat -> well -> pose -> pose -> Prop) (width : nat) (b : well) : turn -> nat -> nat -> Prop :=
    | enters t x : fits width b t x (length b) = true -> steered referee width b t x (length b)
    | goes_left t x y : steered referee width b t (S x) y -> fits width b t x y = true -> steered referee width b t x y
    | goes_right t x y : steered referee width b t x y -> fits width b t (S x) y = true -> steered referee width b t (S x) y
    | goes_down t x y : steered referee width b t x (S y) -> fits width b t x y = true -> steered referee width b t x y
    | is_turned t x y t' x' y' : steered referee width b t x y -> referee width b (t, x, y) (t', x', y') ->
        fits width b t' x' y' = true -> steered referee width b t' x' y'.
  Definition turn_and_fall (referee : nat -> well -> pose -> pose -> Prop) : rule := fun width b t x y =>
    exists z, y <= z /\ steered referee width b t x z /\ forall i, y <= i <= z -> fits width b t x i = true.

  (** The cells become full, then full rows go. *)
  Definition with_piece (width : nat) (b : well) (t : turn) (x y : nat) : well :=
    let top := S (y + fold_right Nat.max 0 (map snd t)) in
    let higher := b ++ repeat (repeat false width) (top - length b) in
    fold_left fill (at_cell x y t) higher.
  Definition played (width : nat) (b : well) (t : turn) (x y : nat) : well :=
    filter (fun r => negb (full r)) (with_piece width b t x y).

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
  Definition machine_wins_from (g : game) (b : well) : Prop :=
    exists n shown, length shown = lookahead g /\ Forall (fun p => p < length (pieces g)) shown /\ lost g n b shown.
  Definition machine_wins (g : game) : Prop := machine_wins_from g [].

  (** The player has places for all these pieces, in this order, and does not lose
      on the way; he may know them all before he begins. *)
  Inductive survives (g : game) : well -> list nat -> Prop :=
    | all_placed b : survives g b []
    | one_placed b p rest t x y :
        In t (turns_of g p) -> allowed (how g) (width g) b t x y ->
        length (played (width g) b t x y) <= depth g ->
        survives g (played (width g) b t x y) rest -> survives g b (p :: rest).

  (** A well to begin with, no full cell above the depth. *)
  Definition is_well (g : game) (b : well) : Prop :=
    length b <= depth g /\ Forall (fun r => length r = width g) b.

  (** The kinks, lying; left for [true]. *)
  Definition kink (left : bool) : turn := hd [] (if left then left_kink else right_kink).
  (** Sent again and again: so many left kinks, then as many right ones. *)
  Definition by_turns (many times : nat) : list nat :=
    concat (repeat (repeat 0 many ++ repeat 1 many) times).

  (** ** Cycles of kinks (sections 4.5 and 5.1)

      Which kink is played, in which turn, and column and row of its place. *)
  Definition play_of_kink : Type := bool * turn * nat * nat.
  Definition after (g : game) (b : well) (p : play_of_kink) : well :=
    let '(_, t, x, y) := p in played (width g) b t x y.
  Fixpoint plays (g : game) (b : well) (ps : list play_of_kink) : Prop :=
    match ps with
    | [] => True
    | p :: rest =>
        let '(l, t, x, y) := p in
        In t (turns (kink l)) /\ allowed (how g) (width g) b t x y /\
        length (after g b p) <= depth g /\ plays g (after g b p) rest
    end.
  (** The plays lead back to the same well. *)
  Definition cycle (g : game) (b : well) (ps : list play_of_kink) : Prop :=
    ps <> [] /\ plays g b ps /\ fold_left (after g) ps b = b.

  (** Lane k = 0, 1, ... has the columns 2k and 2k + 1. What a row holds of it: *)
  Definition segment : Type := bool * bool.
  Definition seg (k : nat) (r : list bool) : segment := (nth (2 * k) r false, nth (2 * k + 1) r false).
  Definition lane (k : nat) (b : well) : list segment := map (seg k) b.
  Definition half (l : bool) : segment := (l, negb l).
  (** Full segments, or none; on them a half-full one, the left cell full for
      [true]; then nothing. *)
  Definition topped (l : bool) (c : list segment) : Prop :=
    exists m m', c = repeat (true, true) m ++ half l :: repeat (false, false) m'.
  (** All lanes are like this from row [low] up. *)
  Definition banded (l : bool) (width low : nat) (b : well) : Prop :=
    forall k, 2 * k + 1 < width -> topped l (lane k (skipn low b)).

  (** ** Algorithm 2 (section 5.3)

      The machine sends one kink and displays the next. It goes on with one kind until
      it detects a cycle; then it displays the other kind, and empties its list. There
      are two ways to detect it: the well is one that it has seen since it began with
      that kind; or the well has the structure of the cycle-band. *)
  Record memory : Type := Memory { left : bool; seen : list well }.
  Inductive detector : Type := by_list | by_structure.
  Definition detects (how : detector) (width : nat) (m : memory) (b : well) : Prop :=
    match how with
    | by_list => In b (seen m)
    | by_structure => Nat.even width = true /\ exists low, low < length b /\ banded (left m) width low b
    end.
  Inductive displays (how : detector) (width : nat) (b : well) : memory -> memory -> Prop :=
    | goes_on_with m : ~ detects how width m b -> displays how width b m (Memory (left m) (b :: seen m))
    | cycle_detected m : detects how width m b -> displays how width b m (Memory (negb (left m)) []).

  (** Whatever the player does with the kink that is on display, and then with all that
      come, he loses in the end. *)
  Inductive defeated (how_detected : detector) (g : game) : memory -> well -> bool -> Prop :=
    | sends m m' b shown : displays how_detected (width g) b m m' ->
        (forall t x y, In t (turns (kink shown)) -> allowed (how g) (width g) b t x y ->
           depth g < length (played (width g) b t x y) \/
           defeated how_detected g m' (played (width g) b t x y) (left m')) ->
        defeated how_detected g m b shown.
End WellGame.

(** If one rule allows all places that another one allows, the player has it no worse; and
    turning leaves the player between sliding and any place. So a strategy that slides is
    one for the thesis's rule, and a defeat that grants all places is one too, whatever
    the referee says. *)
Definition rules_compared : Prop :=
  (forall w d ps ahead r r',
     (forall b t x y, WellGame.allowed r w b t x y -> WellGame.allowed r' w b t x y) ->
     let g := WellGame.Game w d ps r ahead in let g' := WellGame.Game w d ps r' ahead in
     (WellGame.player_wins g -> WellGame.player_wins g') /\
     (forall b, WellGame.machine_wins_from g' b -> WellGame.machine_wins_from g b)) /\
  (forall w b t x y, WellGame.allowed WellGame.drop w b t x y -> WellGame.allowed WellGame.slide w b t x y) /\
  (forall referee w b t x y, WellGame.allowed WellGame.slide w b t x y ->
     WellGame.allowed (WellGame.turn_and_fall referee) w b t x y) /\
  (forall r w b t x y, WellGame.allowed r w b t x y -> WellGame.allowed WellGame.anywhere w b t x y).

(** Claim brzustowski/odd-wells, as a game: in a well of odd width and any depth the machine
    wins with squares alone, or with one kink alone, and so with every set that has one of
    them; under every rule of placing, from every well, however many pieces the player sees. *)
Definition odd_wells_lost : Prop :=
  forall g (piece : WellGame.turn), Nat.odd (WellGame.width g) = true ->
  In piece [hd [] Well.square; WellGame.kink true; WellGame.kink false] -> In piece (WellGame.pieces g) ->
  forall b, WellGame.is_well g b -> WellGame.machine_wins_from g b.

(** Why: a kink covers as many cells in columns of even number as of odd, and so does a
    square, but a full row of odd width has one column more of the first sort. *)
Definition odd_columns : Prop :=
  let in_even (cs : list Well.cell) := length (filter (fun c => Nat.even (fst c)) cs) in
  let in_odd (cs : list Well.cell) := length (filter (fun c => Nat.odd (fst c)) cs) in
  (forall (piece t : WellGame.turn) x y, In piece [hd [] Well.square; WellGame.kink true; WellGame.kink false] ->
     In t (WellGame.turns piece) -> in_even (Well.at_cell x y t) = in_odd (Well.at_cell x y t)) /\
  (forall half y, let row := map (fun x => (x, y)) (seq 0 (2 * half + 1)) in in_even row = in_odd row + 1).

(** No game is won by both. *)
Definition one_winner : Prop :=
  forall g, WellGame.machine_wins g -> ~ WellGame.player_wins g.

(** Chapter 5 of the thesis, its main theorem: "No matter what the width of the well, no matter
    how great you set its depth, no matter what state the well is initially in, you can't
    beat tetris. The machine can defeat you by using just the two kinks." There is no winning strategy with a set of pieces that
    has both kinks, in any well. It holds for every width and depth, for each
    rule of placing, from every well to begin with, and however many pieces the
    player sees ahead. *)
Definition kinks_win : Prop :=
  forall g, In (WellGame.kink true) (WellGame.pieces g) -> In (WellGame.kink false) (WellGame.pieces g) ->
  forall b, WellGame.is_well g b -> WellGame.machine_wins_from g b.

(** The machine need not even look: for each width and depth there is one
    sequence of kinks that nobody survives, however he places, from whatever well,
    and though he knows the sequence before he begins. *)
Definition kinks_win_blindly : Prop :=
  forall width depth, exists many times, forall how lookahead b,
  let g := WellGame.Game width depth [WellGame.kink true; WellGame.kink false] how lookahead in
  WellGame.is_well g b -> ~ WellGame.survives g b (WellGame.by_turns many times).

(** Claim brzustowski/lemma-2: "if you pass through a cycle in which every piece is a left kink,
    then you must have played each one entirely within a single lane." Its first half, for cycles of both kinks too: there are none in wells of odd
    width, and each kink is played within one lane. *)
Definition lemma_2_lanes : Prop :=
  forall g b ps, WellGame.is_well g b -> WellGame.cycle g b ps ->
  Nat.even (WellGame.width g) = true /\
  forall l t x y, In (l, t, x, y) ps ->
  exists k, forall c, In c (Well.at_cell x y t) -> fst c = 2 * k \/ fst c = 2 * k + 1.

(** "During a left kink cycle, the lanes in the cycle band all have a simple structure." Its second
    half, for cycles of one kink: from the lowest row that gets a cell in the
    cycle, each lane is a stack of full segments under one half-full one, in every
    state; and nothing lies above a kink in its lane when it is played. *)
Definition lemma_2_structure : Prop :=
  forall g b ps l, WellGame.is_well g b -> WellGame.cycle g b ps ->
  (forall p, In p ps -> fst (fst (fst p)) = l) ->
  exists low, In low (map snd ps) /\ (forall y, In y (map snd ps) -> low <= y) /\
  forall before later, ps = before ++ later ->
  let c := fold_left (WellGame.after g) before b in
  WellGame.banded l (WellGame.width g) low c /\
  forall t x y rest, later = (l, t, x, y) :: rest ->
  forall row, y < row -> WellGame.open (WellGame.width g) c (x, row) = true /\ WellGame.open (WellGame.width g) c (x + 1, row) = true.

(** Claim brzustowski/algorithm-2: "The following procedure generates a sequence of kinks which
    defeats any strategy for tetris." It defeats every player, with or without memory,
    in every well, from every well, under each rule of placing, with either detector. *)
Definition algorithm_2 : Prop :=
  forall g b detector, WellGame.is_well g b ->
  WellGame.defeated detector g (WellGame.Memory true []) b true.
