(* Reads the lines of a well whose weight rises, told by runs. See ../FORMAT.md, kind `rising-runs`. This file is trusted.
   What the lines claim is not looked at here. *)
open Lines
open Numbers

let largest = 1_000_000_000
let most_runs = 16

(* A row that is neither empty nor full. *)
let row columns word =
  let good = String.length word = columns && String.for_all (fun c -> c = '0' || c = '1') word in
  if good && String.contains word '0' && String.contains word '1' then
    Some (List.init columns (fun x -> word.[x] = '1'))
  else None

(* A run as `110x3`: its row in the letters of the file, its cells, and how many; the floor is `=`. *)
let run columns long word =
  if word = "=" then Some ("", [], 1)
  else match String.split_on_char 'x' word with
    | [ letters; count ] ->
        (match row columns letters, natural count with
         | Some cells, Some n when 1 <= n && n <= long -> Some (letters, cells, n)
         | _ -> None)
    | _ -> None

(* Runs from the bottom up: the floor is below all, and neighbours have unequal rows. *)
let runs columns long words =
  let all = List.filter_map (run columns long) words in
  let rec proper = function
    | (lower, _, _) :: ((upper, _, _) :: _ as rest) -> lower <> upper && upper <> "" && proper rest
    | _ -> true
  in
  if List.length all = List.length words && proper all then Some all else None

let plain (_, cells, n) = (cells, nat_of_int n)

(* The lines `weight ROW NUMBER`, one for each row that is neither empty nor full. *)
let weights columns lines =
  let told = Hashtbl.create 100 in
  let read line =
    match words line.rest with
    | [ letters; number ] ->
        (match row columns letters, integer number with
         | Some cells, Some z when -largest <= z && z <= largest ->
             if Hashtbl.mem told letters then refuse line "this row is weighed twice";
             Hashtbl.add told letters ();
             (cells, z_of_int z)
         | _ -> refuse line "expected a row and its weight")
    | _ -> refuse line "expected a row and its weight"
  in
  let all = List.map read lines in
  if Hashtbl.length told <> (1 lsl columns) - 2 then raise (Refused "a row has no weight");
  all

(* The lines `below LOWER UPPER`. *)
let below columns long line =
  match runs columns long (words line.rest) with
  | Some [ lower; upper ] -> (plain lower, plain upper)
  | _ -> refuse line "expected two runs of unequal rows, the lower one first"

(* The lines `send TOP SHOWN .. PIECE POTENTIAL`, each situation once. *)
let sends columns names shown most long lines =
  let seen = Hashtbl.create 1000 in
  let read line =
    Well_format.expect line "send";
    match words line.rest with
    | top :: rest when List.length rest = shown + 2 ->
        let whole all =
          match all with
          | ("", _, _) :: _ -> List.length all <= most
          | _ -> List.length all = most
        in
        let top =
          match runs columns long (String.split_on_char '/' top) with
          | Some all when whole all -> all
          | _ -> refuse line "expected a top"
        in
        let pieces, last = Well_format.split (shown + 1) rest in
        let potential = Well_format.number line largest (List.hd last) in
        let pieces_shown, announced = Well_format.split shown (List.map (Well_format.index names line) pieces) in
        let situation = (List.map (fun (letters, _, n) -> (letters, n)) top, fst (Well_format.split shown pieces)) in
        if Hashtbl.mem seen situation then refuse line "this situation stands twice";
        Hashtbl.add seen situation ();
        (((List.rev_map plain top, pieces_shown), List.hd announced), z_of_int potential)
    | _ -> refuse line "expected a top, the pieces shown, the piece announced and a potential"
  in
  List.map read lines

let rec span key taken = function
  | line :: rest when line.key = key -> span key (line :: taken) rest
  | rest -> (List.rev taken, rest)

let read = function
  | width :: pieces_line :: how :: lookahead :: most :: long :: lines ->
      let columns = Well_format.one width "width" 2 8 in
      let names, pieces = Well_format.pieces pieces_line in
      let how = Well_format.rule how Checked.WellLines.Anywhere in
      if how = Checked.WellLines.Anywhere then raise (Refused "expected drop or slide: a piece has to come in from above");
      let shown = Well_format.one lookahead "lookahead" 0 6 in
      let most = Well_format.one most "runs" 2 most_runs and long = Well_format.one long "long" 1 64 in
      let weighed, lines = span "weight" [] lines in
      let listed, lines = span "below" [] lines in
      let weights = weights columns weighed and below = List.map (below columns long) listed in
      let wells = { Checked.Rising.width = nat_of_int columns; pieces; lookahead = nat_of_int shown } in
      let rules = { Checked.Runs.runs = nat_of_int most; long = nat_of_int long; weights; below } in
      (how, wells, rules, sends columns names shown most long lines)
  | _ -> raise (Refused "expected width, pieces, rule, lookahead, runs and long")
