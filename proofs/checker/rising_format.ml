(* Reads the lines of a well that rises. See ../FORMAT.md, kind `rising`. This file is trusted. What the lines claim is not
   looked at here. *)
open Lines
open Numbers

let largest = 1_000_000_000

let read = function
  | width :: pieces_line :: how :: lookahead :: rows :: gain :: lines ->
      let columns = Well_format.one width "width" 1 16 in
      let words, pieces = Well_format.pieces pieces_line in
      let how = Well_format.rule how Checked.WellLines.Anywhere in
      let shown = Well_format.one lookahead "lookahead" 0 6 in
      let rows = Well_format.one rows "rows" 1 64 and gain = Well_format.one gain "gain" 1 largest in
      let wells = { Checked.Rising.width = nat_of_int columns; pieces; lookahead = nat_of_int shown } in
      let sends = Well_format.sends { Well_format.words; columns; rows; shown } 0 largest lines in
      (how, wells, nat_of_int rows, n_of_int gain, sends)
  | _ -> raise (Refused "expected width, pieces, rule, lookahead, rows and gain")
