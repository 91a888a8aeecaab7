(* Reads the lines of a misere quotient into the types that the checker takes. See ../FORMAT.md, kind `misere-quotient`.
   This file is trusted, but for the order of listed positions. What the lines claim is not looked at here. *)
open Lines
open Numbers
open Checked

let most_positions = 1 lsl 20

(* So many elements after a key. *)
let elements line key count order =
  let found = List.map natural (words line.rest) in
  let below = function Some e when e < order -> n_of_int e | _ -> refuse line (Printf.sprintf "no element below %d" order) in
  if line.key <> key || List.length found <> count then refuse line (Printf.sprintf "expected '%s' and %d elements" key count);
  List.map below found

let lost line order =
  let found = elements line "lost" (List.length (words line.rest)) order in
  if not (Law_format.ascending (List.map int_of_n found)) then refuse line "the elements ascend";
  found

let position order line =
  let _, (_, label) as parted = Values_format.parted line in
  if line.key <> "position" || label >= order then refuse line "expected 'position POSITION = ELEMENT'";
  parted

let vector line key dimension least =
  let fits = function Some n when least <= n && n <= most_positions -> n | _ -> refuse line "a number is out of range" in
  let found = List.map (fun word -> fits (natural word)) (words line.rest) in
  if line.key <> key || List.length found <> dimension then
    refuse line (Printf.sprintf "expected '%s' and %d numbers" key dimension);
  found

(* How many positions a box has. *)
let volume states sides =
  let times volume side =
    if volume * side > most_positions then raise (Refused "too many positions have to be looked at") else volume * side
  in
  List.fold_left times states sides

(* The most that a rule takes of each coordinate. *)
let taken dimension rules =
  let larger most rule = List.map2 max most (List.map int_of_n rule.Vector.take) in
  List.fold_left larger (List.init dimension (fun _ -> 0)) rules

let repeating game_line order lines =
  let game, weight, height = Game_format.vector_game game_line in
  let dimension = List.length weight and states = List.length height in
  match lines with
  | first :: period :: label_lines ->
      let first = vector first "from" dimension 0 and period = vector period "period" dimension 1 in
      let sides = List.map2 ( + ) first period in
      let cells = volume states sides / states in
      if List.length label_lines <> states then raise (Refused "expected a line 'labels' for each state");
      let _, rules = Vector.named_rules game in
      ignore (volume states (List.map2 ( + ) sides (taken dimension rules)));
      let labels = List.map (fun line -> elements line "labels" cells order) label_lines in
      let vector = List.map n_of_int in
      (Quotient.Of_all { game; first = vector first; period = vector period; labels }, weight, height)
  | _ -> raise (Malformed "the line period is missing")

let read = function
  | game_line :: order_line :: rest ->
      if game_line.key <> "game" then refuse game_line "expected 'game' and the name of a game";
      let order =
        match order_line.key, List.map natural (words order_line.rest) with
        | "order", [ Some n ] when 1 <= n && n <= 512 -> n
        | _ -> refuse order_line "expected 'order' and a number from 1 to 512"
      in
      if List.length rest <= order then raise (Malformed "some lines 'times' or the line 'lost' are missing");
      let table, rest = Law_format.split order rest in
      let times = List.map (fun line -> elements line "times" order order) table in
      let monoid = { Quotient.times; lost = lost (List.hd rest) order } in
      (match List.tl rest with
       | { key = "from" } :: _ as lines ->
           let all, weight, height = repeating game_line order lines in
           (monoid, all, weight, height)
       | lines -> (monoid, Quotient.Of_listed (Values_format.in_game game_line (List.map (position order) lines)), [], []))
  | _ -> raise (Malformed "the lines game and order are missing")
