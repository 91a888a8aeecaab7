(* Reads the lines of a certificate of column weights into the types that the checker takes. See ../FORMAT.md, kind
   `column-weights`. This file is trusted. What the lines claim is not looked at here. *)
open Lines
open Numbers

let natural_to line most word =
  match natural word with
  | Some n when n <= most -> n
  | _ -> refuse line (Printf.sprintf "'%s' is no natural number up to %d" word most)

let integers line =
  let read word =
    match integer word with
    | Some n when abs n <= 1_000_000 -> n
    | _ -> refuse line (Printf.sprintf "'%s' is no integer up to 1000000" word)
  in
  List.map read (words line.rest)

let weights line =
  let found = List.map z_of_int (integers line) in
  if line.key <> "weights" || found = [] || List.length found > 64 then refuse line "expected 1 to 64 weights";
  found

let widths line count =
  match line.key, words line.rest with
  | "width", [ width ] when natural_to line 16 width = count -> Checked.ColumnWeights.One
  | "widths", [ rest; "mod"; modulus ] when natural_to line 64 modulus = count ->
      let rest = natural_to line 64 rest in
      if rest >= count then refuse line "the remainder is not below the modulus";
      Checked.ColumnWeights.Repeated (nat_of_int rest)
  | _ -> refuse line "expected 'width W' with W weights, or 'widths R mod M' with M weights"

let read = function
  | [ width_line; piece_line; weight_line ] ->
      let piece =
        match piece_line.key, words piece_line.rest with
        | "piece", [ word ] -> Well_format.piece piece_line word
        | _ -> refuse piece_line "expected 'piece' and one piece"
      in
      let found = weights weight_line in
      (widths width_line (List.length found), piece, found)
  | _ -> raise (Refused "expected 'width' or 'widths', 'piece' and 'weights'")
