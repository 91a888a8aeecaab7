(* Reads the lines of a strategy in lanes. See ../FORMAT.md, kind `lanes`. This file is trusted. What the lines claim is not
   looked at here. *)
open Lines
open Numbers
open Checked

type head = { words : string list; lane : int; rest : int; depth : int; shown : int }

(* As well_format.ml reads a well, but here a row may be full, and only the last one may not be empty. *)
let profile head line columns word =
  let row text =
    if String.length text <> columns || not (String.for_all (fun c -> c = '0' || c = '1') text) then
      refuse line "a row of a profile has a digit 0 or 1 for each column";
    List.init columns (fun x -> text.[x] = '1')
  in
  let rows = if word = "-" then [] else List.map row (String.split_on_char '/' word) in
  if List.length rows > head.depth then refuse line "a profile is higher than the depth";
  (match List.rev rows with
   | last :: _ when not (List.mem true last) -> refuse line "the last row of a profile is empty"
   | _ -> ());
  rows

(* A profile, and whether a `*` follows. *)
let starred head line word =
  let last = String.length word - 1 in
  let many = last >= 0 && word.[last] = '*' in
  (profile head line head.lane (if many then String.sub word 0 last else word), many)

(* The lanes are put in order, so that equal states are equal. *)
let state head line word =
  let last, lanes =
    if head.rest = 0 then ([], word)
    else match String.index_opt word '|' with
      | None -> refuse line "expected the profile of the rest, and '|'"
      | Some at ->
          (profile head line head.rest (String.sub word 0 at), String.sub word (at + 1) (String.length word - at - 1))
  in
  let profiles = List.sort compare (List.map (starred head line) (String.split_on_char ',' lanes)) in
  if List.length (List.sort_uniq compare (List.map fst profiles)) < List.length profiles then
    refuse line "a profile stands twice";
  { LaneStrategy.last; profiles }

let play head line =
  Well_format.expect line "play";
  match words line.rest with
  | [] -> refuse line "expected a state"
  | first :: rest ->
      let st = state head line first in
      let names, numbers = Well_format.split (head.shown + 1) rest in
      let pieces = List.map (Well_format.index head.words line) names in
      (match numbers with
       | [ part; turn; column; row ] when List.length names = head.shown + 1 ->
           let part = if part = "rest" then None else Some (profile head line head.lane part) in
           let (turn, column), row = Well_format.placement line turn column row in
           ((st, pieces), { LaneStrategy.part; turn; column; row })
       | _ -> refuse line "expected the pieces, a part, a turn, a column and a row")

let read = function
  | lane :: rest :: depth :: pieces :: lookahead :: lines ->
      let words, set = Well_format.pieces pieces in
      let one = Well_format.one in
      let head =
        { words; lane = one lane "lane" 1 16; rest = one rest "rest" 0 16; depth = one depth "depth" 0 1000;
          shown = one lookahead "lookahead" 0 6 }
      in
      let game =
        { LaneStrategy.lane = nat_of_int head.lane; rest = nat_of_int head.rest; depth = nat_of_int head.depth;
          pieces = set; lookahead = nat_of_int head.shown }
      in
      let plays = List.map (play head) lines in
      if List.length (List.sort_uniq compare (List.map fst plays)) < List.length plays then
        raise (Refused "a state with the same pieces stands twice");
      (game, plays)
  | _ -> raise (Refused "expected lane, rest, depth, pieces and lookahead")
