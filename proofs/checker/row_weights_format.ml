(* Reads the lines of a well in which a weight rises, told by an automaton. See ../FORMAT.md, kind `row-weights`. This file is trusted for
   the width, the pieces, the rule and how many pieces are shown; all else in the lines is evidence, and what it claims is not looked at
   here. *)
open Lines
open Numbers

let largest = 1_000_000_000
let most_states = 65536

(* State, pieces shown, piece announced and potential; each state with the same pieces shown once. *)
let sends names shown states lines =
  let seen = Hashtbl.create 10000 in
  let read line =
    Well_format.expect line "send";
    match words line.rest with
    | state :: rest when List.length rest = shown + 2 ->
        let state = Well_format.number line states state in
        if state = 0 then refuse line "no well is in the dead state";
        let potential, pieces =
          match List.rev rest with
          | potential :: pieces -> (Kink_order_format.integer_up_to line largest potential, pieces)
          | [] -> refuse line "expected a potential"
        in
        let pieces = List.map (Well_format.index names line) pieces in
        let announced = List.hd pieces and before = List.rev (List.tl pieces) in
        if Hashtbl.mem seen (state, before) then refuse line "this situation stands twice";
        Hashtbl.add seen (state, before) ();
        (((positive_of_int state, before), announced), potential)
    | _ -> refuse line "expected a state, the pieces shown, the piece announced and a potential"
  in
  List.rev (List.rev_map read lines)

let read = function
  | width :: pieces_line :: how :: lookahead :: weighed :: lines ->
      let columns = Well_format.one width "width" 2 8 in
      let names, pieces = Well_format.pieces pieces_line in
      if how.rest = "referee" then refuse how "expected drop, slide or anywhere";
      let rule = Well_format.rule how Checked.WellLines.Anywhere in
      let shown = Well_format.one lookahead "lookahead" 0 2 in
      Well_format.expect weighed "weights";
      let letters = (1 lsl columns) - 2 in
      let weights = Kink_order_format.weights letters weighed in
      let listed, lines = Kink_order_format.span "state" [] lines in
      let states = List.length listed in
      if states < 1 || states > most_states then
        raise (Refused (Printf.sprintf "expected 1 to %d lines 'state'" most_states));
      let next_states = List.map (Kink_order_format.next_states letters states) listed in
      let sends = sends names shown states lines in
      let wells = { Checked.Rising.width = nat_of_int columns; pieces; lookahead = nat_of_int shown } in
      (rule, wells, { Checked.rows_weigh = weights; state_lines = next_states; send_lines = sends })
  | _ -> raise (Refused "expected width, pieces, rule, lookahead and weights")
