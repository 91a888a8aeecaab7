(** Statements about certificates: what each says, and that the checkers accept
    only what is true. *)
From Coq Require Import Arith NArith ZArith List Bool Permutation.
From Topple Require Import StatementsGames StatementsWells.
Import ListNotations.

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

(** * Certificates of who wins a game of wells

    The format is in [../FORMAT.md], kinds [strategy] and [defeat]. *)
Module WellLines.
  (** A well, the pieces to come, and turn, column and row for the first one. *)
  Definition strategy_line : Type := Well.well * list nat * (nat * nat * nat).
  (** A well, the pieces shown, the piece to announce, and a rank. *)
  Definition defeat_line : Type := Well.well * list nat * nat * N.

  (** The rules that the checkers know. *)
  Inductive movement : Type := Drop | Slide | Anywhere.
  Definition meaning (m : movement) : WellGame.rule :=
    match m with Drop => WellGame.drop | Slide => WellGame.slide | Anywhere => WellGame.anywhere end.
  (** Each place that the first rule allows is allowed by the other one. *)
  Definition within (r r' : WellGame.rule) (width : nat) : Prop :=
    forall b t x y, WellGame.allowed r width b t x y -> WellGame.allowed r' width b t x y.
End WellLines.

(** What is accepted is a strategy of the player, for every rule that allows no less. *)
Definition strategy_checker_sound
    (check : WellLines.movement -> WellGame.game -> list WellLines.strategy_line -> bool) : Prop :=
  forall m g lines, WellLines.within (WellLines.meaning m) (WellGame.how g) (WellGame.width g) ->
  check m g lines = true -> WellGame.player_wins g.

(** What is accepted is a defeat by the machine, for every rule that allows no more. *)
Definition defeat_checker_sound
    (check : WellLines.movement -> WellGame.game -> list WellLines.defeat_line -> bool) : Prop :=
  forall m g lines, WellLines.within (WellGame.how g) (WellLines.meaning m) (WellGame.width g) ->
  check m g lines = true -> WellGame.machine_wins g.

(** * Certificates of a piece that alone defeats every player: kind [column-weights] *)
Module ColumnWeights.
  (** The wells that a certificate speaks of: those with one column for each weight, or
      those of [rest], [rest + M], [rest + 2 M], ... columns, for M weights. *)
  Inductive widths : Type := One | Repeated (rest : nat).
  Definition speaks_of (ws : widths) (weights : list Z) (width : nat) : Prop :=
    1 <= width /\
    match ws with
    | One => width = length weights
    | Repeated rest => exists q, width = rest + q * length weights
    end.
End ColumnWeights.

(** What is accepted defeats the player at every depth, under every rule of placing, from
    every well, however many pieces he sees, and whatever other pieces there are. *)
Definition column_weights_checker_sound
    (check : ColumnWeights.widths -> WellGame.turn -> list Z -> bool) : Prop :=
  forall ws piece weights, check ws piece weights = true ->
  forall g, ColumnWeights.speaks_of ws weights (WellGame.width g) -> In piece (WellGame.pieces g) ->
  forall b, WellGame.is_well g b -> WellGame.machine_wins_from g b.
