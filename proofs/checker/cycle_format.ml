(* Reads the lines of a certificate of weights of lanes into the type that the checker takes. See ../FORMAT.md, kind
   `lane-weights`. This file is trusted. What the lines claim is not looked at here. *)
open Lines
open Numbers

let rec pairs = function
  | a :: c :: rest -> (a, c) :: pairs rest
  | _ -> []

let read = function
  | [ lane_line; pieces_line; weights_line ] ->
      let columns = Well_format.one lane_line "lane" 1 16 in
      let _, sent = Well_format.pieces pieces_line in
      let found = List.map z_of_int (Weight_format.integers weights_line) in
      if weights_line.key <> "weights" || List.length found <> 2 * columns then
        refuse weights_line (Printf.sprintf "expected 'weights' and two integers for each of the %d columns" columns);
      { Checked.LaneWeights.sent; weights = pairs found }
  | _ -> raise (Refused "expected 'lane', 'pieces' and 'weights'")
