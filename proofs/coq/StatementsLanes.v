(** Statements about strategies in lanes: one strategy for wells of many widths. *)
From Coq Require Import Arith List Bool.
From Topple Require Import StatementsWells StatementsCheckers.
Import ListNotations.

(** * Certificates of a strategy for wells of every width K n + R: kind [lanes]

    The format is in [../FORMAT.md]. A lane has K columns; lane k = 0, 1, ... begins at
    column K k, and after the last lane come R columns more. *)
Module LaneStrategy.
  Import Well.
  Record game : Type := Game {
    lane : nat; rest : nat; depth : nat; pieces : list WellGame.turn; lookahead : nat
  }.
  (** The game in the well of [n] lanes. *)
  Definition with_lanes (g : game) (n : nat) (how : WellGame.rule) : WellGame.game :=
    WellGame.Game (lane g * n + rest g) (depth g) (pieces g) how (lookahead g).

  (** The rows of a lane from the bottom. *)
  Definition profile : Type := list (list bool).
  (** What stands in the columns after the lanes; the profiles of the lanes, each with [true]
      if more than one lane may have it. *)
  Record state : Type := State { last : profile; profiles : list (profile * bool) }.
  (** The profile of the lane in which to play, or nothing for the columns after the lanes;
      then turn, column and row. *)
  Record move : Type := Move { part : option profile; turn : nat; column : nat; row : nat }.
  Definition line : Type := state * list nat * move.

  (** A profile up to its last row that is not empty; it is bumpy if one of these is not full. *)
  Fixpoint trim (p : profile) : profile :=
    match p with
    | [] => []
    | r :: p => match trim p with [] => if existsb (fun c => c) r then [r] else [] | q => r :: q end
    end.
  Definition bumpy (p : profile) : bool := existsb (fun r => negb (full r)) (trim p).
  Definition few_bumpy (most high : nat) (ps : list profile) : Prop :=
    length (filter bumpy ps) <= most /\ forall p, In p ps -> bumpy p = true -> length (trim p) <= high.

  (** Few of these profiles are bumpy, and none of those is high: in a well of [n] lanes, and in
      each state of a certificate, if no profile is bumpy that more than one lane may have. *)
  Definition in_lane (g : game) (k : nat) (b : well) : profile :=
    map (fun r => firstn (lane g) (skipn (lane g * k) r)) b.
  Definition few_bumpy_lanes (g : game) (n most high : nat) (b : well) : Prop :=
    few_bumpy most high (map (fun k => in_lane g k b) (seq 0 n)).
  Definition few_bumpy_listed (most high : nat) (lines : list line) : Prop :=
    forall st ps m, In (st, ps, m) lines ->
    few_bumpy most high (map fst (profiles st)) /\ forall p, In (p, true) (profiles st) -> bumpy p = false.

  (** The player goes on for ever, and whenever he is to place a piece the well is such. *)
  CoInductive goes_on_among (such : well -> Prop) (g : WellGame.game) : well -> list nat -> Prop :=
    | place_among b p rest t x y :
        such b -> In t (WellGame.turns_of g p) ->
        WellGame.allowed (WellGame.how g) (WellGame.width g) b t x y ->
        length (WellGame.played (WellGame.width g) b t x y) <= WellGame.depth g ->
        (forall q, q < length (WellGame.pieces g) ->
           goes_on_among such g (WellGame.played (WellGame.width g) b t x y) (rest ++ [q])) ->
        goes_on_among such g b (p :: rest).
  Definition player_wins_among (such : well -> Prop) (g : WellGame.game) : Prop :=
    forall ps, length ps = S (WellGame.lookahead g) -> Forall (fun p => p < length (WellGame.pieces g)) ps ->
    goes_on_among such g [] ps.
End LaneStrategy.

(** What is accepted is a strategy of the player in the wells of one, two, three, ... lanes,
    for every rule that allows all that dropping allows; and if no state has more than few
    bumpy lanes, he wins so that there never are more in the well. *)
Definition lanes_checker_sound (check : LaneStrategy.game -> list LaneStrategy.line -> bool) : Prop :=
  forall g lines, check g lines = true -> forall n how, 1 <= n ->
  let w := LaneStrategy.with_lanes g n how in
  WellLines.within WellGame.drop how (WellGame.width w) ->
  WellGame.player_wins w /\
  forall most high, LaneStrategy.few_bumpy_listed most high lines ->
  LaneStrategy.player_wins_among (LaneStrategy.few_bumpy_lanes g n most high) w.
