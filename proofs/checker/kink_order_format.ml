(* Reads the lines of an order of left kinks and one other piece that nobody survives. See ../FORMAT.md, kind `kink-order`.
   This file is trusted for the width, the piece and the line `runs`; all else in the lines is evidence, and what it claims is not looked at here. *)
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

(* The lines `before|after KINKS COUNT STATE MEASURE POTENTIAL ..`, each key, kinks, count and state once: those of one key, then
   the others. *)
let ranks modulus most_before most_after measures states lines =
  let seen = Hashtbl.create 10000 in
  let rec levels line = function
    | [] -> []
    | measure :: potential :: rest ->
        let measure = nat_of_int (Well_format.number line (measures - 1) measure) in
        (measure, integer_up_to line largest potential) :: levels line rest
    | _ -> refuse line "expected pairs of a measure and a potential"
  in
  let read line =
    let most =
      match line.key with
      | "before" -> most_before
      | "after" -> most_after
      | _ -> refuse line "expected 'before' or 'after'"
    in
    match words line.rest with
    | kinks :: count :: state :: (_ :: _ as rest) ->
        let kinks = Well_format.number line (modulus - 1) kinks and count = Well_format.number line most count in
        let state = Well_format.number line states state in
        if state = 0 then refuse line "the dead state has no rank";
        if Hashtbl.mem seen (line.key, kinks, count, state) then refuse line "this rank is given twice";
        Hashtbl.add seen (line.key, kinks, count, state) ();
        (line.key, (((nat_of_int kinks, nat_of_int count), positive_of_int state), levels line rest))
    | _ -> refuse line "expected kinks, a count, a state, and pairs of a measure and a potential"
  in
  let before, after = List.partition (fun (key, _) -> key = "before") (List.rev_map read lines) in
  (List.rev_map snd before, List.rev_map snd after)

(* The width, the other piece, the modulus and the remainder, and the evidence. *)
let read = function
  | width :: pieces :: how :: runs :: most :: lines ->
      let columns = Well_format.one width "width" 2 6 in
      if columns mod 2 = 1 then refuse width "expected 2, 4 or 6";
      let piece =
        match Well_format.pieces pieces with
        | [ "S"; _ ], [ _; piece ] -> piece
        | _ -> refuse pieces "expected S and one other piece"
      in
      if Well_format.rule how Checked.WellLines.Anywhere <> Checked.WellLines.Slide then refuse how "expected slide";
      Well_format.expect runs "runs";
      let modulus, remainder =
        match List.map (Well_format.number runs largest_modulus) (words runs.rest) with
        | [ modulus; remainder ] when remainder < modulus -> (modulus, remainder)
        | _ -> refuse runs (Printf.sprintf "expected a modulus from 1 to %d and a remainder below it" largest_modulus)
      in
      Well_format.expect most "most";
      let most_before, most_after =
        match List.map (Well_format.number most most_counted) (words most.rest) with
        | [ before; after ] when before > 0 && after > 0 -> (before, after)
        | _ -> refuse most (Printf.sprintf "expected two numbers from 1 to %d" most_counted)
      in
      let letters = (1 lsl columns) - 1 in
      let weighed, lines = span "feature" [] lines in
      few most "feature" weighed;
      let measured, lines = span "measure" [] lines in
      few (List.hd (List.rev weighed)) "measure" measured;
      let listed, lines = span "state" [] lines in
      let states = List.length listed in
      if states < 1 || states > most_states then
        raise (Refused (Printf.sprintf "expected 1 to %d lines 'state'" most_states));
      let features = List.map (weights (letters - 1)) weighed in
      let measures = List.map (weights (List.length weighed)) measured in
      let next_states = List.map (next_states letters states) listed in
      let ranks_before, ranks_after = ranks modulus most_before most_after (List.length measured) states lines in
      let evidence =
        { Checked.most_before = nat_of_int most_before; most_after = nat_of_int most_after; row_weights = features;
          measures; next_states; ranks_before; ranks_after }
      in
      (nat_of_int columns, piece, nat_of_int modulus, nat_of_int remainder, evidence)
  | _ -> raise (Refused "expected width, pieces, rule, runs and most")
