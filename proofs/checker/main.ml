(* `topple-coq-check FILE...`: the checker that Coq has proved, over certificates as `topple` writes them.
   A line for each file. Exit status, the largest of: 0 accepted, 1 refused, 2 no whole certificate or no such file. *)
open Lines

let longest = 1 lsl 28

let text_of file =
  let channel = try open_in_bin file with Sys_error why -> raise (Malformed why) in
  Fun.protect ~finally:(fun () -> close_in channel) (fun () ->
    if in_channel_length channel > longest then raise (Malformed "too long");
    really_input_string channel (in_channel_length channel))

(* A new kind has its reader in a file of its own and a line here. *)
let check kind lines =
  let judged holds = if holds then "accepted", 0 else raise (Refused "what it says is not shown") in
  match kind with
  | "vector" -> judged (Checked.check (Vector_format.read lines))
  | "strategy" -> let how, game, lines = Well_format.read_strategy lines in judged (Checked.check_strategy how game lines)
  | "defeat" -> let how, game, lines = Well_format.read_defeat lines in judged (Checked.check_defeat how game lines)
  | "lanes" -> let game, lines = Lane_format.read lines in judged (Checked.check_lanes game lines)
  | "bag" ->
      let how, game, ahead, shown, wells = Bag_format.read lines in
      let evidence = if ahead = 0 then Checked.Homes shown else Bag_find.evidence how game ahead shown wells in
      judged (Checked.check_bag how game (Numbers.nat_of_int ahead) evidence)
  | "order" -> let how, game, order = In_advance_format.read_order lines in judged (Checked.check_order how game order)
  | "in-advance" ->
      let how, game, sets = In_advance_format.read_sets lines in
      judged (Checked.check_in_advance how game sets)
  | "rising" ->
      let how, wells, rows, gain, sends = Rising_format.read lines in
      judged (Checked.check_rising how wells rows gain sends)
  | "rising-runs" ->
      let how, wells, rules, sends = Runs_format.read lines in
      judged (Checked.check_runs how wells rules sends)
  | "kink-order" ->
      let width, piece, modulus, remainder, evidence = Kink_order_format.read lines in
      (match evidence with
       | Kinks evidence -> judged (Checked.check_kink_order width piece modulus remainder evidence)
       | Squares (of_squares, left, evidence) ->
           judged (Checked.check_kink_square_order width piece modulus remainder of_squares left evidence))
  | "row-weights" ->
      let how, wells, evidence = Row_weights_format.read lines in
      judged (Checked.check_row_weights how wells evidence)
  | "column-weights" ->
      let widths, piece, weights = Weight_format.read lines in
      judged (Checked.check_weights widths piece weights)
  | "jenka-strategy" ->
      let half, levels, known, first, replies = Balance_format.read_strategy lines in
      judged (Checked.check_jenka half levels known first replies)
  | "jenka-balance" ->
      let half, levels, first, replies = Balance_format.read_one lines in
      judged (Checked.check_balance half levels first replies)
  | "jenka-balance-all" ->
      let counting, winners, replies = Balance_format.read_all lines in
      judged (Checked.check_balance_all counting winners replies)
  | "linear-form" -> let law, weight, height = Law_format.read lines in judged (Checked.check_law law weight height)
  | "clock" -> judged (Checked.check_clock (Clock_format.read lines))
  | "values" -> let play, listed = Values_format.read lines in judged (Checked.check_values play listed)
  | "misere-quotient" ->
      let monoid, labels, weight, height = Quotient_format.read lines in
      judged (Checked.check_quotient monoid labels weight height)
  | "pile" -> judged (Checked.check_pile (Walk_format.read lines))
  | "lane-weights" -> judged (Checked.check_lane_weights (Cycle_format.read lines))
  | "map" ->
      let renaming, weight, weight' = Renaming_format.read lines in
      judged (Checked.check_renaming renaming weight weight')
  | "stability" -> let claims, states = Stability_format.read lines in judged (Checked.check_stability claims states)
  | "tower-moves" ->
      let claims, types, shown = Moves_format.read lines in
      judged (Checked.check_moves claims types shown)
  | _ -> raise (Malformed ("unknown kind '" ^ kind ^ "'"))

let verdict file =
  match let kind, lines = read (text_of file) in check kind lines with
  | word, status -> word ^ " " ^ file, status
  | exception Refused why -> "refused " ^ file ^ ": " ^ why, 1
  | exception Malformed why -> "no certificate " ^ file ^ ": " ^ why, 2
  | exception Sys_error why -> "no certificate " ^ file ^ ": " ^ why, 2
  | exception Stack_overflow -> "no certificate " ^ file ^ ": too large for this machine's stack", 2

let () =
  let files = List.tl (Array.to_list Sys.argv) in
  if files = [] then (prerr_endline "topple-coq-check: no file named; expected certificates"; exit 2);
  let say worst file =
    let said, status = verdict file in
    print_endline said;
    max worst status
  in
  exit (List.fold_left say 0 files)
