(** Statements about impartial games: Sprague and Grundy, Zwick's triplets,
    colourful Nim with the eeny-meeny rule, ADDITION((-2,0),(-2,1),(1,-1)). *)
From Coq Require Import Arith ZArith List Bool.
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

  (** Misere play: a player who cannot move has won. *)
  Inductive Wins_misere : P -> Prop :=
    | wins_over p : options p = [] -> Wins_misere p
    | wins_misere p q : In q (options p) -> Loses_misere q -> Wins_misere p
  with Loses_misere : P -> Prop :=
    | loses_misere p : options p <> [] -> (forall q, In q (options p) -> Wins_misere q) -> Loses_misere p.

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

(** Which moves of a sum win: those after which the nim-sum is 0. *)
Definition sum_moves : Prop :=
  forall (P : Type) (options : P -> list P) (g : P -> nat),
  play_ends options -> is_grundy options g ->
  forall ps, Loses (sum_options options) ps <-> nim_sum (map g ps) = 0.

(** Misere play: a labelling by 1 and 0 that gives 1 where play is over or an option has 0,
    and 0 elsewhere, tells who wins, and there is no other one. *)
Definition misere_labels : Prop :=
  forall (P : Type) (options : P -> list P) (f : P -> nat), play_ends options ->
  (forall p, (f p = 1 /\ (options p = [] \/ exists q, In q (options p) /\ f q = 0)) \/
             (f p = 0 /\ options p <> [] /\ forall q, In q (options p) -> f q = 1)) ->
  forall p, (Wins_misere options p <-> f p = 1) /\ (Loses_misere options p <-> f p = 0).

(** ** One game after another: the second is played when no move is left in the first *)
Definition then_options {P Q : Type} (options : P -> list P) (options' : Q -> list Q) (x : P * Q) : list (P * Q) :=
  let (p, q) := x in
  match options p with
  | [] => map (fun q' => (p, q')) (options' q)
  | ps => map (fun p' => (p', q)) ps
  end.

(** A Nim pile: any smaller number of stones. *)
Definition nim_pile (n : nat) : list nat := seq 0 n.

(** Claim eeny-meeny/misere-by-sequence: "you could convert any game into its misere
    variant by considering that game followed by a game of Nim with a single stone". *)
Definition misere_by_sequence : Prop :=
  forall (P : Type) (options : P -> list P), play_ends options -> forall p,
  (Wins (then_options options nim_pile) (p, 1) <-> Wins_misere options p) /\
  (Loses (then_options options nim_pile) (p, 1) <-> Loses_misere options p).

(** The rule quoted for misere Nim: who wins; and where a heap has two stones or more, a
    move that wins normal play wins, unless it leaves heaps of one stone only: then the
    move in the same heap wins that leaves one such heap more or one fewer. *)
Definition large (heaps : list nat) : Prop := exists n, In n heaps /\ 2 <= n.
Definition misere_nim : Prop :=
  let nim := sum_options nim_pile in
  (forall heaps, large heaps -> (Wins_misere nim heaps <-> nim_sum heaps <> 0)) /\
  (forall heaps, ~ large heaps -> (Wins_misere nim heaps <-> Nat.even (length (filter (Nat.eqb 1) heaps)) = true)) /\
  (forall before n after k, large (before ++ n :: after) -> k < n -> nim_sum (before ++ k :: after) = 0 ->
   (large (before ++ k :: after) -> Loses_misere nim (before ++ k :: after)) /\
   (~ large (before ++ k :: after) ->
      k < 2 /\ In (before ++ (1 - k) :: after) (nim (before ++ n :: after)) /\
      Loses_misere nim (before ++ (1 - k) :: after))).

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

(** Claim zwick/value-recurrence: "Would this recursive procedure always halt? Yes, as, for
    example, each recursive call decreases x + y/2 + z/3 by at least 1/6." It has a
    solution, and for z < 3 only one. *)
Definition zwick_recurrence : Prop :=
  (forall p q, In q (Zwick.options p) -> Zwick.sixths q + 1 <= Zwick.sixths p) /\
  play_ends Zwick.options /\
  Zwick.recurrence Zwick.V /\
  forall W, Zwick.recurrence W -> forall x y z, z < 3 -> W x y z = Zwick.V x y z.

(** Claims zwick/theorem-5-1 and zwick/value-matrices: "V(x, y, z) = v(x mod 3, y mod 3, z) if
    x > 0 or z > 0, v0(y mod 3) if x = z = 0." *)
Definition zwick_5_1 : Prop :=
  forall x y z, z < 3 ->
  (Wins Zwick.options (x, y, z) <-> Zwick.V x y z = 1) /\
  (Loses Zwick.options (x, y, z) <-> Zwick.V x y z = 0).

(** Claim zwick/optimal-moves: "the optimal move(s) from position (x, y, z), where x > 0 or z > 0,
    are given by m(x mod 3, y mod 3, z), while the optimal move(s) from position (0, y, 0)
    are given by m0(y mod 3)". The printed entries are right but in three
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

(** Claim eeny-meeny/rule: "G(n1, ..., nk) = nk - 1 if the eeny-meeny condition is met, nk
    otherwise", as the printed program decides it. Every number of sections, every size; and a position
    of many piles is won if and only if the nim-sum of the program is not 0. *)
Definition eeny_meeny_rule : Prop :=
  grundy_values Eeny.options Eeny.proper Eeny.program /\
  forall piles, Forall Eeny.proper piles ->
  (Wins (sum_options Eeny.options) piles <-> nim_sum (map Eeny.program piles) <> 0).

(** Claim eeny-meeny/star-lemma: "G(n1, ..., nk) = nk - 1 if nk <= G(n1, ..., nk-1), nk otherwise." *)
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

(** Claim carvalho/theorem-3-1: "The pattern of the Grundy values of the bidimensional vector
    addition game stated by S = {(-2,0), (-2,1), (1,-1)} is given by the table presented in
    Figure 6." The values of all cells. *)
Definition carvalho_3_1 : Prop :=
  grundy_values (Addition.options Addition.jenga) everywhere Addition.G.

(** "In each row or column, the period is 9. The first two lines are a kind of preperiod."
    The sharpest true statement: 9 in rows, 3 in columns, and these are the least ones. *)
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
