(** Statements about maps of games: a tower is a triplet (Zwick, "Jenga", section
    4), a triplet is a position of CLOCK NIM, and that is a cell of
    ADDITION((-2,0),(-2,1),(1,-1)) (Carvalho, Neto, dos Santos, "Combinatorics of
    JENGA", section 2). So what is known of cells and triplets is known of towers. *)
From Coq Require Import Arith ZArith List Bool.
From Topple Require Import StatementsWells StatementsGames StatementsTowers.
Import ListNotations.

(** * One game is another one, renamed

    On a set of positions that play does not leave, the options of [f p] are what
    [f] makes of the options of [p]. *)
Definition renames {P Q : Type} (f : P -> Q) (domain : P -> Prop)
    (options : P -> list P) (options' : Q -> list Q) : Prop :=
  forall p, domain p ->
  (forall q, In q (options p) -> domain q) /\
  (forall r, In r (options' (f p)) <-> exists q, In q (options p) /\ f q = r).

(** [is_grundy] for positions of a set that play does not leave. *)
Definition is_grundy_on {P : Type} (domain : P -> Prop) (options : P -> list P) (g : P -> nat) : Prop :=
  forall p, domain p -> is_mex (map g (options p)) (g p).

(** Then play from [p] ends, [p] is won or lost as [f p] is, and has its Grundy value. *)
Definition renaming_keeps_values : Prop :=
  forall (P Q : Type) (f : P -> Q) domain (options : P -> list P) (options' : Q -> list Q),
  renames f domain options options' -> play_ends options' ->
  forall p, domain p ->
  Acc (fun q p => In q (options p)) p /\
  (Wins options p <-> Wins options' (f p)) /\
  (Loses options p <-> Loses options' (f p)) /\
  forall g g', is_grundy_on domain options g -> is_grundy options' g' -> g p = g' (f p).

(** * Towers in play: Zwick, sections 2 and 4

    [Jenka.move 3] has the rules: "remove a block from anywhere below the highest
    completed level, and then stack it on top of the tower"; "the stacked block
    should not start a new level, unless the highest level is full"; and the tower
    stands when the block is out, and when it is put. *)
Module Jenga.
  Import Tower Jenka.

  (** "A tower of n full levels." *)
  Definition start (n : nat) : tower := repeat (full 3) n.
  Inductive in_play : tower -> Prop :=
    | at_the_start n : 1 <= n -> in_play (start n)
    | after_a_move t i j l t' : in_play t -> move 3 t i j l t' -> in_play t'.

  (** Lists of safe moves. A player who has none topples the tower, or cannot move. *)
  Definition lists_moves (options : tower -> list tower) : Prop :=
    forall t, in_play t -> forall t', In t' (options t) <-> exists i j l, move 3 t i j l t'.

  (** The levels below the highest full level, and those above it. *)
  Fixpoint around_full (t : tower) : tower * tower :=
    match t with
    | [] => ([], [])
    | a :: rest =>
        if existsb Well.full rest then let (below, above) := around_full rest in (a :: below, above)
        else ([], rest)
    end.

  (** Types of levels: III and, up to symmetry, II-. *)
  Definition III (a : level) : bool := match a with [true; true; true] => true | _ => false end.
  Definition II_ (a : level) : bool :=
    match a with [true; true; false] | [false; true; true] => true | _ => false end.

  (** "x: number of III levels below the highest full level; y: number of II- levels
      below the highest full level; z: number of blocks on top of the highest full level." *)
  Definition triplet (t : tower) : Zwick.position :=
    let (below, above) := around_full t in
    (length (filter III below), length (filter II_ below), length (filter (fun c => c) (concat above))).

  (** "The name given to each type of move is the configuration in which the
      corresponding level is left after this move." *)
  Definition leaves (m : Zwick.move) (a b : level) : Prop :=
    match m with
    | Zwick.I_I => a = [true; true; true] /\ b = [true; false; true]
    | Zwick.II_ => a = [true; true; true] /\ II_ b = true
    | Zwick._I_ => II_ a = true /\ b = [false; true; false]
    end.
  Definition is_of_type (m : Zwick.move) (t : tower) (i j : nat) : Prop :=
    can_take 3 t i j /\ leaves m (nth i t []) (nth i (without i j t) []).
End Jenga.

(** Claim zwick/move-types. *)
Definition zwick_move_types : Prop :=
  forall t, Jenga.in_play t ->
  (** "In any tower obtained during a valid game, the top level or the one below it is full." *)
  (last t [] = Jenka.full 3 \/ last (removelast t) [] = Jenka.full 3) /\
  (** No semi-stable tower is encountered: not in play, and not when a block is out. *)
  Tower.stable t /\ ~ Tower.semi_stable t /\
  (forall i j, Jenka.can_take 3 t i j -> ~ Tower.semi_stable (Jenka.without i j t)) /\
  (** Every safe move is of one of the types, and does to the triplet what section 4 says. *)
  (forall i j l t', Jenka.move 3 t i j l t' ->
     exists m, Jenga.is_of_type m t i j /\ Zwick.result (Jenga.triplet t) m = Some (Jenga.triplet t')) /\
  (** It does not matter from which level the block is taken, nor where it is put. *)
  (forall m i j l t', Jenga.is_of_type m t i j -> Jenka.put 3 (Jenka.without i j t) l t' -> Jenka.move 3 t i j l t') /\
  (** A type can be played if and only if the triplet allows it. *)
  (forall m, (exists q, Zwick.result (Jenga.triplet t) m = Some q) <->
     exists i j, Jenga.is_of_type m t i j /\ exists l t', Jenka.put 3 (Jenka.without i j t) l t').

(** "A position in the game is characterized, combinatorially, by a triplet." "A tower
    of n full levels corresponds to position (n - 1, 0, 0)." *)
Definition towers_are_triplets : Prop :=
  (exists options, Jenga.lists_moves options) /\
  (forall options, Jenga.lists_moves options -> renames Jenga.triplet Jenga.in_play options Zwick.options) /\
  (forall t x y z, Jenga.in_play t -> Jenga.triplet t = (x, y, z) -> z < 3) /\
  (forall n, 1 <= n -> Jenga.triplet (Jenga.start n) = (n - 1, 0, 0)).

(** Claim zwick/start-position: "a game that starts with n full layers of blocks is a
    win for the first player if and only if n = 2, or n = 1, 2 (mod 3) and n >= 4." *)
Definition zwick_start_position : Prop :=
  forall n, 1 <= n ->
  (Wins Zwick.options (n - 1, 0, 0) <-> n = 2 \/ (4 <= n /\ (n mod 3 = 1 \/ n mod 3 = 2))) /\
  (forall options, Jenga.lists_moves options ->
   (Wins options (Jenga.start n) <-> n = 2 \/ (4 <= n /\ (n mod 3 = 1 \/ n mod 3 = 2))) /\
   (Loses options (Jenga.start n) <-> ~ (n = 2 \/ (4 <= n /\ (n mod 3 = 1 \/ n mod 3 = 2))))).

(** * CLOCK NIM: Carvalho, Neto, dos Santos, Definition 2.1 *)
Module Clock.
  (** (a_1, ..., a_k | s): "a_i denotes the number of piles of size i, s denotes the
      state of the clock." *)
  Definition position : Type := list nat * nat.

  (** "After a move, the clock increases by one unit, except when s = p - 1, for which it
      changes from p - 1 to 0 and a new pile of size n arises." *)
  Definition tick (p n : nat) (piles : list nat) (s : nat) : position :=
    if s + 1 =? p then (Well.update (n - 1) S piles, 0) else (piles, s + 1).

  (** Of a pile of size i + 1 as much stays as is wanted: i, ..., 1 or nothing. *)
  Definition leave (i rest : nat) (piles : list nat) : list nat :=
    let others := Well.update i Nat.pred piles in
    match rest with 0 => others | S j => Well.update j S others end.
  Definition options (p n : nat) (x : position) : list position :=
    let (piles, s) := x in
    flat_map (fun i => if 0 <? nth i piles 0
                       then map (fun rest => tick p n (leave i rest piles) s) (seq 0 (i + 1)) else [])
             (seq 0 (length piles)).

  (** "A JENGA tower may be seen as a CLOCK NIM position (a_1, a_2 | s)_{3,2}; a_1 is the
      number of layers that behave like piles of size 1", which are the levels II-, "a_2 like
      piles of size 2", the levels III; "the state of the clock is given by the number of
      blocks above the topmost complete layer". *)
  Definition of_triplet (q : Zwick.position) : position := let '(x, y, z) := q in ([y; x], z).

  (** Observation 2.4: "(a_1, a_2 | s) corresponds to the cell (3 a_2 + s - 1, a_1)." *)
  Definition cell (x : position) : nat * nat := (3 * nth 1 (fst x) 0 + snd x - 1, nth 0 (fst x) 0).
  (** The positions (a_1, a_2 | s)_{3,2}, and of these the ones with a cell. *)
  Definition jenga (x : position) : Prop := length (fst x) = 2 /\ snd x < 3.
  Definition has_cell (x : position) : Prop := jenga x /\ (0 < nth 1 (fst x) 0 \/ 0 < snd x).
End Clock.

(** Claim carvalho/clock-nim: "this explains why the game is finite", for every k and p > n > 0;
    and the options of Examples 2.2 and 2.3. *)
Definition clock_nim_ends : Prop :=
  (forall p n, 0 < n < p -> play_ends (Clock.options p n)) /\
  (forall x, In x (Clock.options 3 2 ([2; 4], 1)) <-> In x [([1; 4], 2); ([3; 3], 2); ([2; 3], 2)]) /\
  (forall x, In x (Clock.options 3 2 ([2; 4], 2)) <-> In x [([1; 5], 0); ([3; 4], 0); ([2; 4], 0)]).

(** Claim carvalho/layers-as-piles, towers in play. *)
Definition triplets_are_clock_nim : Prop :=
  renames Clock.of_triplet (fun q => snd q < 3) Zwick.options (Clock.options 3 2) /\
  (forall q q', Clock.of_triplet q = Clock.of_triplet q' -> q = q') /\
  (forall x, Clock.jenga x -> exists q, snd q < 3 /\ Clock.of_triplet q = x).

(** And so a tower in play is the position of CLOCK NIM that is read off its layers. *)
Definition towers_are_clock_nim : Prop :=
  forall options, Jenga.lists_moves options ->
  renames (fun t => Clock.of_triplet (Jenga.triplet t)) Jenga.in_play options (Clock.options 3 2).

(** Claim carvalho/observation-2-4: one to one, onto, and with equal values. *)
Definition observation_2_4 : Prop :=
  renames Clock.cell Clock.has_cell (Clock.options 3 2) (Addition.options Addition.jenga) /\
  (forall x x', Clock.has_cell x -> Clock.has_cell x' -> Clock.cell x = Clock.cell x' -> x = x') /\
  (forall c, exists x, Clock.has_cell x /\ Clock.cell x = c) /\
  forall g g', is_grundy (Clock.options 3 2) g -> is_grundy (Addition.options Addition.jenga) g' ->
  forall x, Clock.has_cell x -> g x = g' (Clock.cell x).

(** Claim carvalho/observation-2-5: "(a_1, 0 | 0) cannot be reached from any CLOCK NIM
    position", and these are all. *)
Definition observation_2_5 : Prop :=
  forall x, Clock.jenga x ->
  ((forall y, Clock.jenga y -> ~ In x (Clock.options 3 2 y)) <-> exists a, x = ([a; 0], 0)).

(** Claim carvalho/addition-equivalence: the three moves as vectors, in all states of the
    clock, each possible if and only if the cell stays at or above 0; and the values of the
    cells of the two examples. *)
Definition addition_equivalence : Prop :=
  (forall a1 a2 s, Clock.has_cell ([a1; a2], s) ->
   let x := ([a1; a2], s) in
   let moved u v := (Z.of_nat (fst (Clock.cell x)) + u, Z.of_nat (snd (Clock.cell x)) + v)%Z in
   let is y u v := (Z.of_nat (fst (Clock.cell y)), Z.of_nat (snd (Clock.cell y))) = moved u v in
   let stays u v := (0 <= fst (moved u v) /\ 0 <= snd (moved u v))%Z in
   (0 < a2 -> is (Clock.tick 3 2 (Clock.leave 1 0 [a1; a2]) s) (-2)%Z 0%Z /\
              is (Clock.tick 3 2 (Clock.leave 1 1 [a1; a2]) s) (-2)%Z 1%Z) /\
   (0 < a1 -> is (Clock.tick 3 2 (Clock.leave 0 0 [a1; a2]) s) 1%Z (-1)%Z) /\
   (stays (-2)%Z 0%Z <-> 0 < a2) /\ (stays (-2)%Z 1%Z <-> 0 < a2) /\ (stays 1%Z (-1)%Z <-> 0 < a1)) /\
  forall g, is_grundy (Addition.options Addition.jenga) g ->
  map g [(8, 6); (6, 6); (6, 7); (9, 5); (13, 3); (11, 3); (11, 4); (14, 2)] = [3; 0; 2; 1; 1; 3; 0; 0].

(** The Grundy values of all towers in play but one full level, which has the value 0. *)
Definition tower_values : Prop :=
  forall options g, Jenga.lists_moves options -> is_grundy_on Jenga.in_play options g ->
  g (Jenga.start 1) = 0 /\
  forall t x y z, Jenga.in_play t -> t <> Jenga.start 1 -> Jenga.triplet t = (x, y, z) ->
  0 < x + z /\ g t = Addition.G (3 * x + z - 1, y).

(** "It is possible to play with more than one tower; a move is made by choosing one of the
    towers": a sum of towers in play is lost if and only if the nim-sum of their values
    is 0. *)
Definition tower_sums : Prop :=
  forall options g, Jenga.lists_moves options -> is_grundy_on Jenga.in_play options g ->
  forall towers, Forall Jenga.in_play towers ->
  (Loses (sum_options options) towers <-> nim_sum (map g towers) = 0) /\
  (Wins (sum_options options) towers <-> nim_sum (map g towers) <> 0).

(** Claim carvalho/commercial-tower: "the commercial tower with 18 levels corresponds to
    seventeen copies of *2 and zero as the state of the clock. Therefore, its Grundy value
    is zero, that is, the commercial tower is a P-position." *)
Definition carvalho_commercial_tower : Prop :=
  let t := Jenga.start 18 in
  Jenga.triplet t = (17, 0, 0) /\ Clock.of_triplet (Jenga.triplet t) = ([0; 17], 0) /\
  Clock.cell ([0; 17], 0) = (50, 0) /\
  (forall g, is_grundy (Addition.options Addition.jenga) g -> g (50, 0) = 0) /\
  Loses (Addition.options Addition.jenga) (50, 0) /\
  Loses Zwick.options (17, 0, 0) /\
  forall options, Jenga.lists_moves options ->
  Loses options t /\ forall g, is_grundy_on Jenga.in_play options g -> g t = 0.
