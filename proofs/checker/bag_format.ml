(* Reads the lines of wells with bags. See ../FORMAT.md, kind `bag`. This file is trusted. What the lines claim is
   not looked at here. *)
open Lines
open Numbers
open Checked

let rec positive_of_bits n =
  if n = 1L then XH
  else
    let half = positive_of_bits (Int64.shift_right_logical n 1) in
    if Int64.logand n 1L = 1L then XI half else XO half

let bound line word =
  if not (Lines.digits word) then refuse line "expected a natural number";
  match Int64.of_string_opt ("0u" ^ significant word) with
  | Some 0L -> N0
  | Some n -> Npos (positive_of_bits n)
  | None -> refuse line "expected a number below 2^64"

let bounds line key =
  Well_format.expect line key;
  List.map (bound line) (words line.rest)

let holds line =
  Well_format.expect line "hold";
  match line.rest with "yes" -> true | "no" -> false | _ -> refuse line "expected yes or no"

(* A piece, by number, and the first and the last column in which it is put. *)
let columns head line =
  match words line.rest with
  | [ name; first; last ] ->
      let piece = Well_format.index head.Well_format.words line name in
      let first = Well_format.number line 255 first and last = Well_format.number line 255 last in
      if first > last || last >= head.Well_format.columns then refuse line "expected columns of the well, the first one first";
      (piece, (nat_of_int first, nat_of_int last))
  | _ -> refuse line "expected a piece, the first column and the last"

(* The lines with this key that come first, and the others. *)
let rec first_lines key = function
  | line :: lines when line.key = key -> let first, rest = first_lines key lines in (line :: first, rest)
  | lines -> ([], lines)

(* A well, and what may be put aside there: 0 stands for nothing if nothing ever is. *)
let home head hold line =
  Well_format.expect line "home";
  match words line.rest with
  | [] -> refuse line "expected a well"
  | first :: names ->
      let well = Well_format.well head line first in
      let aside = List.map (Well_format.index head.Well_format.words line) names in
      if hold && (names = [] || List.length (List.sort_uniq compare names) < List.length names) then
        refuse line "expected the pieces put aside after the well, each once";
      if (not hold) && names <> [] then refuse line "expected a well alone, because no piece is put aside";
      (well, if hold then aside else [ O ])

(* One of the wells to which the player keeps, where pieces are shown. *)
let kept head line =
  Well_format.expect line "well";
  match words line.rest with
  | [ word ] -> Well_format.well head line word
  | _ -> refuse line "expected a well alone"

(* The rule, the game, how many pieces are shown ahead, what else is said for it, and the wells to which the player keeps. *)
let read lines =
  match Well_format.head WellLines.Slide lines with
  | head, how, game, hold_line :: holes :: bumps :: lines ->
      let hold = holds hold_line in
      let least = if hold then 2 else 1 and pieces = List.length head.words in
      if pieces < least || pieces > 7 then raise (Refused (Printf.sprintf "expected %d to 7 pieces" least));
      let { WellGame.width; depth; pieces; _ } = game in
      let holes = match bounds holes "holes" with [ most ] -> most | _ -> refuse holes "expected one natural number" in
      let bumps = match bounds bumps "bumps" with [] -> refuse bumps "expected natural numbers" | most -> most in
      let lines_of_columns, lines = first_lines "columns" lines in
      let columns_of = List.map (columns head) lines_of_columns in
      if List.length (List.sort_uniq compare (List.map fst columns_of)) < List.length columns_of then
        raise (Refused "columns of a piece stand twice");
      let homes, wells =
        if head.shown > 0 then ([], List.rev (List.rev_map (kept head) lines)) else (List.map (home head hold) lines, [])
      in
      let all = List.map fst homes @ wells in
      if List.length (List.sort_uniq compare all) < List.length all then raise (Refused "a well stands twice");
      (how, { Bag.width; depth; pieces; hold }, head.shown, { homes; holes; bumps; columns_of }, wells)
  | _ -> raise (Refused "expected hold, holes and bumps")
