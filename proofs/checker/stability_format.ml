(* Reads the lines of a certificate of which towers stand into the types that the checker takes. See ../FORMAT.md, kind
   `stability`. This file is trusted. What the lines claim is not looked at here. *)
open Lines
open Numbers
open Checked

let level line word =
  if String.length word <> 3 || not (String.for_all (fun c -> c = '0' || c = '1') word) || word = "000" then
    refuse line (Printf.sprintf "'%s' is no level such as 101" word);
  List.init 3 (fun at -> word.[at] = '1')

let levels line = List.map (level line) (words line.rest)

let exactly count line =
  let found = levels line in
  if List.length found <> count then refuse line (Printf.sprintf "expected %d levels" count);
  found

(* What the lines of a key say, each once. *)
let each key read lines =
  let once found line =
    let item = read line in
    if List.mem item found then refuse line "this is given twice";
    item :: found
  in
  List.rev (List.fold_left once [] (List.filter (fun line -> line.key = key) lines))

let bound line word =
  if word = "*" then None
  else match integer word with
    | Some n when abs n <= 1_000_000 -> Some (z_of_int n)
    | _ -> refuse line (Printf.sprintf "'%s' is no bound" word)

let verdict line = function
  | "stable" -> Stands
  | "semi" -> Semi
  | "falls" -> Falls
  | word -> refuse line (Printf.sprintf "'%s' is not stable, semi or falls" word)

let state steps number line =
  match words line.rest with
  | [ said; word; a; b; c; d; e; f; g; h ] when said = string_of_int number ->
      let range low high = (bound line low, bound line high) in
      { so_far = verdict line word; more_along = range a b; less_along = range c d; more_across = range e f;
        less_across = range g h; steps = List.filter_map (fun (from, step) -> if from = number then Some step else None) steps }
  | _ -> refuse line (Printf.sprintf "expected %d, a verdict and eight bounds" number)

let step count line =
  let below word = match natural word with Some n when n < count -> n | _ -> refuse line "no state" in
  match words line.rest with
  | [ from; under; next ] -> (below from, (level line under, nat_of_int (below next)))
  | _ -> refuse line "expected a state, a level and the next state"

let keys = [ "excluded"; "triple"; "chain"; "semi"; "base"; "edge"; "state"; "step" ]

(* What is claimed, the states, and the lines of other keys. *)
let read_some lines =
  let lines, others = List.partition (fun line -> List.mem line.key keys) lines in
  let base =
    match List.filter (fun line -> line.key = "base") lines with
    | [ line ] ->
        (match List.map natural (words line.rest) with
         | [ Some base ] when 3 <= base && base <= 6 -> nat_of_int base
         | _ -> refuse line "expected a number from 3 to 6")
    | _ -> raise (Refused "expected one line 'base'")
  in
  let one line = match exactly 1 line with [ a ] -> a | _ -> assert false in
  let two line = match exactly 2 line with [ a; b ] -> (a, b) | _ -> assert false in
  let claims =
    { Stability.excluded = each "excluded" one lines; triples = each "triple" (exactly 3) lines;
      chains = each "chain" two lines; semi = each "semi" (exactly 3) lines; base; edge = each "edge" levels lines }
  in
  let state_lines = List.filter (fun line -> line.key = "state") lines in
  let count = List.length state_lines in
  if count > 256 then raise (Refused "more than 256 states");
  let steps = List.map (step count) (List.filter (fun line -> line.key = "step") lines) in
  let taken = List.map (fun (from, (level, _)) -> (from, level)) steps in
  if List.length (List.sort_uniq compare taken) <> List.length taken then raise (Refused "a step is given twice");
  (claims, List.mapi (state steps) state_lines, others)

let read lines =
  match read_some lines with
  | claims, states, [] -> (claims, states)
  | _, _, line :: _ -> refuse line "this line is unknown"
