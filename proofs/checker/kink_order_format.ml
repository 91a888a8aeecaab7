(* Reads the lines of an order of left kinks, perhaps squares, and one other piece that nobody survives. See ../FORMAT.md, kind `kink-order`.
   This file is trusted for the width, the pieces and the line `runs`; all else in the lines is evidence, and what it claims is not looked at here. *)
open Lines
open Numbers

let largest = 1_000_000_000
let largest_weight = 1000
let most_features = 16
let most_states = 65536
let most_counted = 16
let largest_modulus = 8

let rec span key taken = function
  | line :: rest when line.key = key -> span key (line :: taken) rest
  | rest -> (List.rev taken, rest)

let few line key lines =
  if lines = [] || List.length lines > most_features then
    refuse line (Printf.sprintf "expected 1 to %d lines '%s' after it" most_features key)

(* An integer with at most this absolute value. *)
let integer_up_to line most word =
  match integer word with
  | Some z when -most <= z && z <= most -> z_of_int z
  | _ -> refuse line (Printf.sprintf "'%s' is no integer from -%d to %d" word most most)

let weights count line =
  let all = List.map (integer_up_to line largest_weight) (words line.rest) in
  if List.length all <> count then refuse line (Printf.sprintf "expected %d numbers" count);
  all

let next_states letters states line =
  let all = List.map (Well_format.number line states) (words line.rest) in
  if List.length all <> letters then refuse line (Printf.sprintf "expected %d states" letters);
  List.map n_of_int all

(* The lines of ranks, each key, number of pieces, count and state once: those of each key, of which the modulus and the greatest
   count are given. *)
let ranks keys measures states lines =
  let seen = Hashtbl.create 10000 in
  let rec levels line = function
    | [] -> []
    | measure :: potential :: rest ->
        let measure = nat_of_int (Well_format.number line (measures - 1) measure) in
        (measure, integer_up_to line largest potential) :: levels line rest
    | _ -> refuse line "expected pairs of a measure and a potential"
  in
  let read line =
    let modulus, most =
      match List.assoc_opt line.key keys with
      | Some bounds -> bounds
      | None -> refuse line ("expected '" ^ String.concat "' or '" (List.map fst keys) ^ "'")
    in
    match words line.rest with
    | pieces :: count :: state :: (_ :: _ as rest) ->
        let pieces = Well_format.number line (modulus - 1) pieces and count = Well_format.number line most count in
        let state = Well_format.number line states state in
        if state = 0 then refuse line "the dead state has no rank";
        if Hashtbl.mem seen (line.key, pieces, count, state) then refuse line "this rank is given twice";
        Hashtbl.add seen (line.key, pieces, count, state) ();
        (line.key, (((nat_of_int pieces, nat_of_int count), positive_of_int state), levels line rest))
    | _ -> refuse line "expected a number of pieces, a count, a state, and pairs of a measure and a potential"
  in
  let all = List.rev_map read lines in
  fun key -> List.fold_left (fun found (other, rank) -> if other = key then rank :: found else found) [] all

(* Whether there are squares, and the last piece. *)
let pieces line =
  match Well_format.pieces line with
  | [ "S"; _ ], [ _; piece ] -> (false, piece)
  | [ "S"; "O"; _ ], [ _; _; piece ] -> (true, piece)
  | _ -> refuse line "expected S, perhaps O, and one other piece"

(* A modulus and a remainder for the kinks, and for the squares if there are any. *)
let runs line has_squares =
  Well_format.expect line "runs";
  match List.map (Well_format.number line largest_modulus) (words line.rest), has_squares with
  | [ modulus; remainder ], false when remainder < modulus -> ((modulus, remainder), None)
  | [ modulus; remainder; of_squares; left ], true when remainder < modulus && left < of_squares ->
      ((modulus, remainder), Some (of_squares, left))
  | _ ->
      let twice = if has_squares then ", and the same for the squares" else "" in
      refuse line (Printf.sprintf "expected a modulus from 1 to %d and a remainder below it%s" largest_modulus twice)

(* The greatest counts before and after, for the squares too if there are any, and how much the first feature may fall. *)
let most line has_squares =
  Well_format.expect line "most";
  match List.map (Well_format.number line most_counted) (words line.rest), has_squares with
  | [ before; after ], false when before > 0 && after > 0 -> ((before, after), (0, 0), 0)
  | [ before; after; before'; after'; fall ], true when List.for_all (fun most -> most > 0) [ before; after; before'; after' ] ->
      ((before, after), (before', after'), fall)
  | _, false -> refuse line (Printf.sprintf "expected two numbers from 1 to %d" most_counted)
  | _, true -> refuse line (Printf.sprintf "expected four numbers from 1 to %d and one from 0 to %d" most_counted most_counted)

(* The features, the measures and the next states, and the lines after them. *)
let automaton above letters lines =
  let weighed, lines = span "feature" [] lines in
  few above "feature" weighed;
  let measured, lines = span "measure" [] lines in
  few (List.hd (List.rev weighed)) "measure" measured;
  let listed, lines = span "state" [] lines in
  let states = List.length listed in
  if states < 1 || states > most_states then
    raise (Refused (Printf.sprintf "expected 1 to %d lines 'state'" most_states));
  let features = List.map (weights (letters - 1)) weighed in
  let measures = List.map (weights (List.length weighed)) measured in
  (features, measures, List.map (next_states letters states) listed, lines)

(* What comes after the line `runs`: with two pieces, or with the modulus and the remainder of the squares. *)
type evidence =
  | Kinks of Checked.kink_order
  | Squares of Checked.nat * Checked.nat * Checked.kink_square_order

(* The width, the other piece, the modulus and the remainder of the kinks, and the evidence. *)
let read = function
  | width :: pieces_line :: how :: runs_line :: most_line :: lines ->
      let has_squares, piece = pieces pieces_line in
      let columns = Well_format.one width "width" 2 6 in
      if columns mod 2 = 1 then refuse width "expected 2, 4 or 6";
      if has_squares && columns <> 4 then refuse width "expected 4, as there are three pieces";
      if Well_format.rule how Checked.WellLines.Anywhere <> Checked.WellLines.Slide then refuse how "expected slide";
      let (modulus, remainder), squares = runs runs_line has_squares in
      let (before, after), (before', after'), fall = most most_line has_squares in
      let row_weights, measures, next_states, lines = automaton most_line ((1 lsl columns) - 1) lines in
      let keys = [ ("before", (modulus, before)); ("after", (modulus, after)) ] in
      let of_squares (modulus, _) = [ ("squares-before", (modulus, before')); ("squares-after", (modulus, after')) ] in
      let keys = keys @ Option.fold ~none:[] ~some:of_squares squares in
      let ranks = ranks keys (List.length measures) (List.length next_states) lines in
      let kinks =
        { Checked.most_before = nat_of_int before; most_after = nat_of_int after; row_weights; measures; next_states;
          ranks_before = ranks "before"; ranks_after = ranks "after" }
      in
      let evidence =
        match squares with
        | None -> Kinks kinks
        | Some (modulus, remainder) ->
            let most_before_squares = nat_of_int before' and most_after_squares = nat_of_int after' in
            let squares_before = ranks "squares-before" and squares_after = ranks "squares-after" in
            Squares (nat_of_int modulus, nat_of_int remainder,
              { Checked.kink_lines = kinks; most_before_squares; most_after_squares; may_fall = nat_of_int fall;
                squares_before; squares_after })
      in
      (nat_of_int columns, piece, nat_of_int modulus, nat_of_int remainder, evidence)
  | _ -> raise (Refused "expected width, pieces, rule, runs and most")
