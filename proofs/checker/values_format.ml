(* Reads the lines of listed values into the type that the checker takes. See ../FORMAT.md, kind `values`. This file is
   trusted, but for the order of the positions. What the lines claim is not looked at here. *)
open Lines
open Numbers
open Game_format
open Checked

(* * Games by name *)
type game =
  | Heaps of (int list -> string)  (* pile and double-ended by brackets, Nim by square ones *)
  | Games
  | Clock
  | Vectors of Vector.name
  | Towers of int

let heaps = function
  | "nim" -> Some (Heaps square)
  | "pile" | "double-ended" -> Some (Heaps round)
  | "sequence" -> Some Games
  | _ -> None

(* The game, and its name without `then`. *)
let game line =
  match words line.rest with
  | [ "then"; first ] when heaps first <> None -> (Option.get (heaps first), first, true)
  | [ name ] when heaps name <> None -> (Option.get (heaps name), name, false)
  | [ "clock-nim" ] -> (Clock, "clock-nim", false)
  | [ "jenga" ] -> (Towers 3, "jenga", false)
  | [ "jenga-physical"; slots ] ->
      (match natural slots with
       | Some k when 1 <= k && k <= 16 && k <> 3 && slots = string_of_int k -> (Towers k, "jenga-physical", false)
       | _ -> refuse line "expected a number of slots from 1 to 16, and 'jenga' for 3")
  | key :: _ -> let name, _, _ = vector_game line in (Vectors name, key, false)
  | [] -> refuse line "expected a game"

(* * Positions *)

(* Heaps whose moves can be written down. *)
let bounded line sizes =
  let balls = List.fold_left (fun sum n -> min (sum + n) largest_coordinate) 0 sizes in
  if balls > 1_000_000 || balls * (List.length sizes + 1) > 10_000_000 then refuse line "too many moves to list"

(* Some play takes a heap down one by one, so no number is larger than there are positions. *)
let unary line count n = if n <= count then nat_of_int n else refuse line (Printf.sprintf "%d has options not listed" n)

let positive line sizes = if List.mem 0 sizes then refuse line "an empty heap"

let heap_position line brackets text =
  let sizes = numerals line text in
  expect line text (brackets sizes);
  positive line sizes;
  bounded line sizes;
  sizes

let nim_heaps line sizes =
  if List.sort compare sizes <> sizes then refuse line "the heaps do not rise";
  positive line sizes;
  sizes

let games_position line text =
  let parts = List.filter (fun part -> part <> ")") (String.split_on_char ']' text) in
  let games = if text = "()" then [] else List.map (numerals line) parts in
  expect line text ("(" ^ String.concat "," (List.map square games) ^ ")");
  if List.mem [] games then refuse line "a game that is over";
  bounded line (List.concat games);
  List.map (nim_heaps line) games

(* Piles, clock, period, and what comes in. *)
let clock_position line text =
  match List.rev (numerals line text) with
  | n :: p :: s :: piles ->
      let piles = List.rev piles in
      expect line text (Printf.sprintf "(%s|%d)_{%d,%d}" (join piles) s p n);
      let k = List.length piles in
      if not (0 < n && n < p && p <= 64 && s < p && n <= k && k <= 64) then refuse line "no position of CLOCK NIM";
      (piles, s, p, n)
  | _ -> refuse line "expected (a1,...,ak|s)_{p,n}"

let vector_position line name text =
  let numbers = numerals line text in
  let read = function
    | Vector.Zwick_triplets, [ x; y; z ] -> (z, [ x; y ], round numbers)
    | Jenga_four, [ a; b; s ] -> (s, [ a; b ], Printf.sprintf "(%s|%d)" (join [ a; b ]) s)
    | Jenka_levels _, s :: x -> (s, x, Printf.sprintf "%d:%s" s (round x))
    | Clock_nim (_, period, arriving), _ ->
        let piles, s, p, n = clock_position line text in
        if (n_of_int p, n_of_int n) <> (period, arriving) then refuse line "another clock";
        (s, piles, text)
    | _ -> (0, numbers, round numbers)
  in
  let state, x, standard = read (name, numbers) in
  expect line text standard;
  let (dimension, states), _ = Vector.named_rules name in
  let position = (n_of_int state, List.map n_of_int x) in
  if n_of_int (List.length x) <> dimension || not (List.mem (fst position) (Vector.upto states)) then
    refuse line "no position of this game";
  position

let tower line slots text =
  let level word =
    if String.length word <> slots || not (String.for_all (fun c -> c = '0' || c = '1') word && String.contains word '1')
    then refuse line "no level, or an empty one";
    List.init slots (fun j -> word.[j] = '1')
  in
  let levels = List.map level (String.split_on_char '/' text) in
  if List.length (List.filter Fun.id (List.concat levels)) > 4096 then refuse line "too many blocks";
  levels

(* * The whole *)

(* Options before the positions that have them. The checker sees whether it is so. *)
let ordered (type p) (options : p -> p list) (listed : (p * n) list) =
  let module Positions = Map.Make (struct type t = p let compare = compare end) in
  let values = Positions.of_seq (List.to_seq listed) in
  let rec visit (seen, order) p =
    match Positions.find_opt p values with
    | Some v when not (Positions.mem p seen) ->
        let seen, order = List.fold_left visit (Positions.add p () seen, order) (options p) in
        (seen, (p, v) :: order)
    | _ -> (seen, order)
  in
  let _, order = List.fold_left visit (Positions.empty, []) (List.map fst listed) in
  List.rev order

(* The last " = " of a line parts the position from its value. *)
let parted line =
  match List.rev (words line.rest) with
  | value :: "=" :: position when position <> [] ->
      (match natural value with
       | Some v -> (line, (String.concat " " (List.rev position), v))
       | None -> refuse line "not a value, or one that no position has")
  | _ -> refuse line "expected 'POSITION = VALUE'"

let stone line text =
  let length = String.length text in
  let end_ = if length > 7 then String.sub text (length - 7) 7 else "" in
  match end_ with
  | " then 1" -> (String.sub text 0 (length - 7), nat_of_int 1)
  | " then 0" -> (String.sub text 0 (length - 7), nat_of_int 0)
  | _ -> refuse line "expected 'then 1' or 'then 0' after the position"

let one lines key =
  match List.filter (fun line -> line.key = key) lines with
  | [ line ] -> line
  | found -> raise (Refused (Printf.sprintf "%s: %d lines of this key, expected one" key (List.length found)))

(* Positions with their values, in the game of this line. *)
let in_game game_line texts =
  let game, name, stones = game game_line in
  let count = List.length texts in
  if count = 0 then raise (Refused "no position is listed");
  if List.length (List.sort_uniq compare (List.map (fun (_, (text, _)) -> text) texts)) < count then
    raise (Refused "a position is listed twice");
  let listed reader = List.map (fun (line, (text, value)) -> (reader line text, n_of_int value)) texts in
  let with_stone reader line text = let text, stones = stone line text in (reader line text, stones) in
  let alone reader options list = list (ordered options (listed reader)) in
  let both reader options list followed =
    if stones then alone (with_stone reader) (then_options options nim_pile) followed else alone reader options list
  in
  let unary line = List.map (unary line count) in
  let heaps line brackets text = unary line (heap_position line brackets text) in
  match game, name with
  | Heaps brackets, "nim" ->
      let reader line text = unary line (nim_heaps line (heap_position line brackets text)) in
      both reader Values.nim (fun l -> Values.Nim l) (fun l -> Values.Then_nim l)
  | Heaps brackets, "pile" ->
      both (fun line -> heaps line brackets) Eeny.options (fun l -> Values.Pile l) (fun l -> Values.Then_pile l)
  | Heaps brackets, _ ->
      both (fun line -> heaps line brackets) Values.double_ended (fun l -> Values.Double_ended l)
        (fun l -> Values.Then_double_ended l)
  | Games, _ ->
      let reader line text = List.map (unary line) (games_position line text) in
      both reader Values.sequence (fun l -> Values.Sequence l) (fun l -> Values.Then_sequence l)
  | Clock, _ ->
      let reader line text =
        let piles, s, p, n = clock_position line text in
        ((nat_of_int p, nat_of_int n), (unary line piles, nat_of_int s))
      in
      alone reader Values.clock_nim (fun l -> Values.Clock_nim l)
  | Vectors name, _ ->
      alone (fun line -> vector_position line name) (Vector.options (Values.rules_of name)) (fun l -> Values.Addition (name, l))
  | Towers slots, _ ->
      let k = nat_of_int slots in
      alone (fun line -> tower line slots) (tower_options k) (fun l -> Values.Towers (k, l))

let read lines =
  let known line = if not (List.mem line.key [ "game"; "play"; "position" ]) then refuse line "unknown" in
  List.iter known lines;
  let play = Vector_format.play (one lines "play") in
  let game_line = one lines "game" in
  (play, in_game game_line (List.map parted (List.filter (fun line -> line.key = "position") lines)))
