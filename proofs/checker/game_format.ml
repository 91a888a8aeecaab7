(* Names of vector addition games in standard spelling, and for each a weight that falls with every move. See ../FORMAT.md,
   "Games by name". This file is trusted, but for the weights: a game without one is refused, and where a checker takes a
   weight, it sees whether it falls. *)
open Lines
open Numbers
open Checked

(* * Spelling: a text is standard if it is what its numbers are written as *)
let join numbers = String.concat "," (List.map string_of_int numbers)
let round numbers = "(" ^ join numbers ^ ")"
let square numbers = "[" ^ join numbers ^ "]"

let largest_coordinate = 1_000_000_000_000_000

(* The numbers in a text, whatever stands between them. *)
let numerals line text =
  let plain = String.map (fun c -> if '0' <= c && c <= '9' then c else ' ') text in
  let read word =
    match natural word with
    | Some n when n <= largest_coordinate -> n
    | _ -> refuse line (Printf.sprintf "'%s' is too large" word)
  in
  List.map read (List.filter (fun word -> word <> "") (String.split_on_char ' ' plain))

let expect line text standard =
  if text <> standard then refuse line (Printf.sprintf "'%s' is not in standard spelling" text)

(* * Weights *)
let sign = function Z0 -> 0 | Zpos _ -> 1 | Zneg _ -> -1
let dot row weights = List.fold_left2 (fun sum a w -> Z.add sum (Z.mul a w)) Z0 row weights

(* The first of some fractions with positive denominators, if they are sorted by this. *)
let first less = function
  | [] -> None
  | fraction :: rest ->
      let better (p, q) (p', q') = if less (sign (Z.add (Z.mul p' q) (Z.opp (Z.mul p q')))) then (p', q') else (p, q) in
      Some (List.fold_left better fraction rest)

(* Weights over a common denominator with row * weights < 0 for each row, by elimination of one coordinate after the
   other; one row of each coordinate says that its weight is positive. *)
let rec solve dimension rows =
  if List.length rows > 10_000 then None
  else if dimension = 0 then if rows = [] then Some ([], z_of_int 1) else None
  else
    let sorted s = List.filter (fun row -> sign (List.hd row) = s) rows in
    let pair up down =
      let both a b = Z.add (Z.mul b (List.hd up)) (Z.opp (Z.mul a (List.hd down))) in
      List.map2 both (List.tl up) (List.tl down)
    in
    let pairs = List.concat_map (fun up -> List.map (pair up) (sorted (-1))) (sorted 1) in
    match solve (dimension - 1) (List.sort_uniq compare (List.map List.tl (sorted 0) @ pairs)) with
    | None -> None
    | Some (weights, denominator) ->
        let bound row =
          let rest = dot (List.tl row) weights in
          if sign (List.hd row) > 0 then (Z.opp rest, List.hd row) else (rest, Z.opp (List.hd row))
        in
        let p, q = Option.get (first (fun s -> s > 0) (List.map bound (sorted (-1)))) in
        let p, q =
          match first (fun s -> s < 0) (List.map bound (sorted 1)) with
          | None -> (Z.add p q, q)
          | Some (p', q') -> (Z.add (Z.mul p q') (Z.mul p' q), Z.mul (z_of_int 2) (Z.mul q q'))
        in
        Some (p :: List.map (Z.mul q) weights, Z.mul denominator q)

let weight_of_moves line moves =
  let dimension = List.length (List.hd moves) in
  let positive i = List.init dimension (fun j -> if i = j then -1 else 0) in
  match solve dimension (moves @ List.map (List.map z_of_int) (List.init dimension positive)) with
  | Some (weights, _) -> List.map Z.to_N weights
  | None -> refuse line "play does not end"

(* A pile of so many stones, or a level that is good for so many moves, weighs as much for each state of the clock. *)
let level_weights slots =
  let half = if slots mod 2 = 1 then slots / 2 else 0 in
  let down n = List.init n (fun i -> n - i) in
  List.map (fun n -> slots * n) (List.concat_map (fun a -> List.map (fun b -> a + b) (down a)) (down half) @ [ 1 ])

let steps states each = List.init states (fun s -> each * s)

(* The game in any spelling, its weight for each coordinate, and for each state. *)
let weighted line =
  let name = Vector_format.name line in
  let small weights heights = (name, List.map n_of_int weights, List.map n_of_int heights) in
  let by_moves moves = (name, weight_of_moves line moves, [ n_of_int 0 ]) in
  match name, numerals line line.rest with
  | Addition moves, _ -> by_moves moves
  | Subtraction amounts, _ -> by_moves (List.map (fun n -> [ Z.opp n ]) amounts)
  | White_knight, _ -> by_moves (List.map (List.map z_of_int) [ [ -2; 1 ]; [ -2; -1 ]; [ -1; -2 ]; [ 1; -2 ] ])
  | Zwick_triplets, _ -> small [ 6; 3 ] (steps 3 2)
  | Jenga_four, _ -> small [ 4; 8 ] (steps 4 2)
  | Jenka_levels _, [ slots ] -> small (level_weights slots) (steps slots (slots - 1))
  | Clock_nim _, [ largest; period; arriving ] ->
      small (List.init largest (fun i -> period * (i + 1))) (steps period arriving)
  | _ -> refuse line "unknown vector addition game"

(* The same for a name in its one spelling. *)
let vector_game line =
  let game = weighted line in
  let key = List.hd (words line.rest) in
  let numbers = numerals line line.rest in
  expect line line.rest
    (match key with
     | "addition" -> "addition " ^ String.concat "," (List.map round (Vector_format.moves line (after "addition " line.rest)))
     | "subtraction" -> "subtraction " ^ join numbers
     | "white-knight" -> refuse line "this game is named by its moves"
     | _ -> String.concat " " (key :: List.map string_of_int numbers));
  game
