(* Reads the lines of a strategy or a defeat into the types that the checkers take. See ../FORMAT.md, kinds `strategy` and
   `defeat`. This file is trusted. What the lines claim is not looked at here. *)
open Lines
open Numbers
open Checked

let expect line key = if line.key <> key then refuse line ("expected '" ^ key ^ "'")

(* * Pieces *)

(* The full cells of rows drawn from the bottom up. *)
let drawn rows =
  let row y text = List.filter (fun (x, _) -> text.[x] = '1') (List.init (String.length text) (fun x -> (x, y))) in
  List.concat (List.mapi row rows)

let cells = List.map (fun (x, y) -> (nat_of_int x, nat_of_int y))

let seven =
  [ ("O", [ "11"; "11" ]); ("I", [ "1111" ]); ("T", [ "111"; "010" ]); ("J", [ "111"; "100" ]); ("L", [ "111"; "001" ]);
    ("S", [ "110"; "011" ]); ("Z", [ "011"; "110" ]) ]

let square side = List.init side (fun _ -> String.make side '1')
let squares = List.map (fun side -> (string_of_int side, square side)) [ 1; 3; 4; 5; 6; 7; 8 ]
let named = List.map (fun (word, rows) -> (word, cells (drawn rows))) (seven @ squares)

let connected all =
  let rec grow reached = function
    | [] -> reached
    | (x, y) :: rest ->
        let beside = [ (x + 1, y); (x - 1, y); (x, y + 1); (x, y - 1) ] in
        let fresh = List.filter (fun c -> List.mem c all && not (List.mem c reached)) beside in
        grow (fresh @ reached) (fresh @ rest)
  in
  match all with [] -> false | first :: _ -> List.length (grow [ first ] [ first ]) = List.length all

(* A piece in brackets: a connected one in its smallest box, and none of the others in any turn. *)
let bracket line word =
  let wrong () = refuse line (Printf.sprintf "'%s' is no piece" word) in
  let inner = String.sub word 1 (String.length word - 2) in
  let rows = String.split_on_char '/' inner in
  let width = String.length (List.hd rows) in
  let good row = String.length row = width && String.for_all (fun c -> c = '0' || c = '1') row in
  if width < 1 || width > 8 || List.length rows > 8 || not (List.for_all good rows) then wrong ();
  let all = drawn rows in
  let edge f = List.exists f all in
  let smallest =
    edge (fun (x, _) -> x = 0) && edge (fun (x, _) -> x = width - 1)
    && edge (fun (_, y) -> y = 0) && edge (fun (_, y) -> y = List.length rows - 1)
  in
  if not (connected all && smallest) then wrong ();
  let is_named (_, piece) = List.exists (WellGame.same_turn (cells all)) (WellGame.turns piece) in
  if List.exists is_named named then wrong ();
  cells all

let piece line word =
  let length = String.length word in
  if length > 2 && word.[0] = '[' && word.[length - 1] = ']' then bracket line word
  else match List.assoc_opt word named with
    | Some piece -> piece
    | None -> refuse line (Printf.sprintf "'%s' is no piece" word)

(* * The game *)
(* What the lines after it are read by: the words of the pieces, the width, the most rows of a well there, the lookahead. *)
type head = { words : string list; columns : int; rows : int; shown : int }

let one line key least most =
  expect line key;
  match List.map natural (words line.rest) with
  | [ Some n ] when least <= n && n <= most -> n
  | _ -> refuse line (Printf.sprintf "expected one number from %d to %d" least most)

(* `referee`: what the two kinds may take it for is said in ../FORMAT.md. *)
let rule line referee =
  expect line "rule";
  match line.rest with
  | "drop" -> WellLines.Drop
  | "slide" -> WellLines.Slide
  | "referee" -> referee
  | "anywhere" -> WellLines.Anywhere
  | _ -> refuse line "expected drop, slide, referee or anywhere"

(* No piece is another one, turned. *)
let rec distinct = function
  | [] -> true
  | piece :: rest ->
      let same other = List.exists (WellGame.same_turn other) (WellGame.turns piece) in
      not (List.exists same rest) && distinct rest

(* The words of the pieces, and their cells. *)
let pieces line =
  expect line "pieces";
  let words = words line.rest in
  if words = [] || List.length words > 16 || List.length (List.sort_uniq compare words) <> List.length words then
    refuse line "expected 1 to 16 pieces, each once";
  let set = List.map (piece line) words in
  if not (distinct set) then refuse line "a piece is another one, turned";
  (words, set)

(* That, the rule, the game, and the other lines. *)
let head referee = function
  | width :: depth :: pieces_line :: how :: lookahead :: rest ->
      let words, set = pieces pieces_line in
      let columns = one width "width" 1 16 and rows = one depth "depth" 0 1000 in
      let shown = one lookahead "lookahead" 0 6 in
      let game =
        { WellGame.width = nat_of_int columns; depth = nat_of_int rows; pieces = set;
          lookahead = nat_of_int shown }
      in
      ({ words; columns; rows; shown }, rule how referee, game, rest)
  | _ -> raise (Refused "expected width, depth, pieces, rule and lookahead")

(* * Lines of a well, pieces and numbers *)
let well head line word =
  let row text =
    let good = String.length text = head.columns && String.for_all (fun c -> c = '0' || c = '1') text in
    if not (good && String.contains text '0' && String.contains text '1') then
      refuse line "a row has a digit 0 or 1 for each column, and is neither empty nor full";
    List.init head.columns (fun x -> text.[x] = '1')
  in
  let rows = if word = "-" then [] else List.map row (String.split_on_char '/' word) in
  if List.length rows > head.rows then refuse line "the well is too high";
  rows

let index all line word =
  let rec go n = function
    | [] -> refuse line (Printf.sprintf "'%s' is none of the pieces" word)
    | other :: rest -> if other = word then nat_of_int n else go (n + 1) rest
  in
  go 0 all

let number line most word =
  match if Lines.digits word then natural word else None with
  | Some n when n <= most -> n
  | _ -> refuse line (Printf.sprintf "'%s' is no natural number, or too large here" word)

let rec split n list =
  if n = 0 then ([], list)
  else match list with
    | [] -> ([], [])
    | a :: rest -> let first, last = split (n - 1) rest in (a :: first, last)

(* Turn, column and row. *)
let placement line turn column row =
  let n most word = nat_of_int (number line most word) in
  ((n 255 turn, n 255 column), n 65535 row)

(* A well and `lookahead` + 1 pieces, each situation once, and the words after them. *)
let situations head key reader lines =
  let seen = Hashtbl.create 1000 in
  let read line =
    expect line key;
    match words line.rest with
    | [] -> refuse line "expected a well"
    | first :: rest ->
        let b = well head line first in
        let names, numbers = split (head.shown + 1) rest in
        let pieces = List.map (index head.words line) names in
        if List.length names <= head.shown then refuse line "expected more pieces after the well";
        let situation, read = reader line first names b pieces numbers in
        if Hashtbl.mem seen situation then refuse line "this situation stands twice";
        Hashtbl.add seen situation ();
        read
  in
  List.map read lines

let read_strategy lines =
  let head, how, game, lines = head WellLines.Slide lines in
  let reader line first names b pieces numbers =
    match numbers with
    | [ turn; column; row ] ->
        ((first, names), ((b, pieces), placement line turn column row))
    | _ -> refuse line "expected a turn, a column and a row after the pieces"
  in
  (how, game, situations head "play" reader lines)

(* A well, the pieces shown, the one announced and a number. *)
let sends head least most lines =
  let reader line first names b pieces numbers =
    match numbers, List.rev pieces, List.rev names with
    | [ last ], announced :: shown, _ :: shown_names ->
        let last = number line most last in
        if last < least then refuse line (Printf.sprintf "the last number is at least %d" least);
        ((first, List.rev shown_names), (((b, List.rev shown), announced), n_of_int last))
    | _ -> refuse line "expected one number after the pieces"
  in
  situations head "send" reader lines

let read_defeat lines =
  let head, how, game, lines = head WellLines.Anywhere lines in
  (how, game, sends head 1 4294967295 lines)
