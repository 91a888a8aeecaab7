(* Reads the lines of an order, and of sets of wells, in games of which all pieces are known in advance. See ../FORMAT.md, kinds
   `order` and `in-advance`. This file is trusted. What the lines claim is not looked at here. *)
open Lines
open Numbers
open Checked

(* What the lines after it are read by, the rule, the wells, whether the pieces come from a bag, and the other lines. *)
let head referee = function
  | width :: depth :: pieces_line :: how :: lookahead :: deal :: rest ->
      let words, pieces = Well_format.pieces pieces_line in
      let columns = Well_format.one width "width" 1 16 and rows = Well_format.one depth "depth" 0 1000 in
      let how = Well_format.rule how referee in
      Well_format.expect lookahead "lookahead";
      if lookahead.rest <> "all" then refuse lookahead "expected all";
      Well_format.expect deal "deal";
      let from_bag, hold =
        match deal.rest with
        | "any" -> (false, false)
        | "bag" -> (true, false)
        | "bag hold" -> (true, true)
        | _ -> refuse deal "expected any, bag, or bag hold"
      in
      let least = if hold then 2 else 1 and count = List.length words in
      if from_bag && (count < least || count > 7) then raise (Refused (Printf.sprintf "expected %d to 7 pieces" least));
      let wells = { Bag.width = nat_of_int columns; depth = nat_of_int rows; pieces; hold } in
      ({ Well_format.words; columns; rows; shown = 0 }, how, wells, from_bag, rest)
  | _ -> raise (Refused "expected width, depth, pieces, rule, lookahead and deal")

let read_order lines =
  match head WellLines.Anywhere lines with
  | head, how, wells, from_bag, [ line ] ->
      Well_format.expect line "order";
      let order = List.map (Well_format.index head.Well_format.words line) (words line.rest) in
      if order = [] then refuse line "expected pieces";
      (how, { InAdvance.wells; from_bag }, order)
  | _ -> raise (Refused "expected one line with an order")

(* The words before the word `then`, and those after it. *)
let parts line =
  let rec split before = function
    | [] -> refuse line "expected 'then'"
    | "then" :: after -> (List.rev before, after)
    | word :: after -> split (word :: before) after
  in
  split [] (words line.rest)

(* A well with the piece put aside, if one is. *)
let candidate head hold line =
  match words line.rest with
  | [ well ] -> (Well_format.well head line well, None)
  | [ well; aside ] when hold ->
      (Well_format.well head line well, Some (Well_format.index head.Well_format.words line aside))
  | _ -> refuse line "expected a well, and in a game with hold a piece put aside or none"

(* The checker numbers wells and sets from 1. *)
let read_sets lines =
  let head, how, wells, from_bag, lines = head WellLines.Slide lines in
  let lines_of_wells, lines_of_sets = Bag_format.first_lines "well" lines in
  let listed = List.map (candidate head wells.Bag.hold) lines_of_wells in
  if List.length (List.sort_uniq compare listed) < List.length listed then raise (Refused "a well stands twice");
  let pieces = List.length head.Well_format.words in
  let count = List.length listed and count_of_sets = List.length lines_of_sets in
  let number line count word = positive_of_int (Well_format.number line (count - 1) word + 1) in
  let set line =
    Well_format.expect line "set";
    let before, after = parts line in
    let numbers = List.map (number line count) before in
    if List.length (List.sort_uniq compare numbers) < List.length numbers then refuse line "a well stands twice";
    let next = List.map (fun word -> if word = "-" then None else Some (number line count_of_sets word)) after in
    if List.length next <> pieces then refuse line "expected a set for each piece";
    (numbers, next)
  in
  (how, { InAdvance.wells; from_bag }, (listed, List.map set lines_of_sets))
