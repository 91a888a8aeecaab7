(* Reads the lines of a certificate of moves into the types that the checker takes. See ../FORMAT.md, kind `tower-moves`.
   This file is trusted. What the lines claim is not looked at here. *)
open Lines
open Numbers
open Checked

let level = Stability_format.level

let size line word =
  match natural word with Some n when n <= 2 -> nat_of_int n | _ -> refuse line "a size is 0, 1 or 2"

(* What is left of a level, I for a block and - for none. *)
let name line word =
  if String.length word <> 3 || not (String.for_all (fun c -> c = 'I' || c = '-') word) then
    refuse line (Printf.sprintf "'%s' is not what is left of a level" word);
  List.init 3 (fun at -> word.[at] = 'I')

let counts line =
  match words line.rest with [ a; n ] -> (level line a, size line n) | _ -> refuse line "expected a level and a size"

let type_ line =
  match words line.rest with
  | [ left; before; after ] -> { Moves.left = name line left; before = size line before; after = size line after }
  | _ -> refuse line "expected a name and two sizes"

let take line =
  match words line.rest with
  | [ a; slot; left ] ->
      (match natural slot with
       | Some slot when 1 <= slot && slot <= 3 -> ((level line a, nat_of_int (slot - 1)), name line left)
       | _ -> refuse line "slots are 1, 2 and 3")
  | _ -> refuse line "expected a level, a slot and a name"

(* What the lines of a key say, no two of the same thing. *)
let each key read about lines =
  let found = List.map read (List.filter (fun line -> line.key = key) lines) in
  let things = List.map about found in
  if List.length (List.sort_uniq compare things) <> List.length things then
    raise (Refused (Printf.sprintf "a line '%s' is given twice" key));
  found

let read lines =
  let claims, induction, others = Stability_format.read_some lines in
  List.iter (fun line -> if not (List.mem line.key [ "counts"; "type"; "take" ]) then refuse line "unknown key") others;
  let types = each "type" type_ (fun found -> found.Moves.left) others in
  (claims, types, { said_sizes = each "counts" counts fst others; takes = each "take" take fst others; induction })
