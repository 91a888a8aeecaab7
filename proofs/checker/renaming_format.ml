(* Reads the lines of a renaming into the types that the checker takes. See ../FORMAT.md, kind `map`. This file is trusted,
   but for the weights. What the lines claim is not looked at here. *)
open Lines
open Numbers
open Checked

let keys = [ "from"; "to"; "row"; "state"; "one-to-one"; "onto"; "eden" ]

let state dimension dimension' line =
  match Weight_format.integers line with
  | image :: numbers when image >= 0 && List.length numbers = dimension + dimension' ->
      let low = Vector_format.take dimension numbers and offset = Vector_format.drop dimension numbers in
      if List.exists (fun n -> n < 0) low then refuse line "the domain begins below zero";
      { Renaming.image = n_of_int image; low = List.map n_of_int low; offset = List.map z_of_int offset }
  | _ -> refuse line (Printf.sprintf "expected a state, %d and %d numbers" dimension dimension')

let read lines =
  List.iter (fun line -> if not (List.mem line.key keys) then refuse line "this line is unknown") lines;
  let with_key key = List.filter (fun line -> line.key = key) lines in
  let game key =
    match with_key key with
    | [ line ] -> Game_format.weighted line
    | _ -> raise (Refused (Printf.sprintf "expected one line '%s'" key))
  in
  let claimed key =
    match with_key key with
    | [] -> false
    | [ line ] when line.rest = "" -> true
    | line :: _ -> refuse line "this line has no words and stands once"
  in
  let source, weight, height = game "from" and target, weight', height' = game "to" in
  let matrix = List.map (fun line -> List.map z_of_int (Weight_format.integers line)) (with_key "row") in
  let states = List.map (state (List.length weight) (List.length weight')) (with_key "state") in
  ({ Renaming.source; target; matrix; states; one_to_one = claimed "one-to-one"; onto = claimed "onto";
     eden = claimed "eden" }, (weight, height), (weight', height'))
