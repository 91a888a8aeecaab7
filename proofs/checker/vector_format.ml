(* Reads the lines of a vector certificate into the type that the checker takes. See ../FORMAT.md, kind `vector`.
   This file is trusted, as `lines.ml` is. What the lines claim is not looked at here. *)
open Lines
open Numbers
open Checked
open Checked.Vector

let largest = 1 lsl 40

(* * Lines in their order *)
let cursor lines =
  let left = ref lines in
  let many key =
    let rec go taken = function
      | line :: rest when line.key = key -> go (line :: taken) rest
      | rest -> left := rest; List.rev taken
    in
    go [] !left
  in
  let one key =
    match many key with
    | [ line ] -> line
    | found -> raise (Refused (Printf.sprintf "%s: %d lines of this key, expected one" key (List.length found)))
  in
  let finished () =
    match !left with [] -> () | line :: _ -> refuse line "unknown or out of order"
  in
  (many, one, finished)

let numbers line =
  let read word =
    match natural word with
    | Some n when n <= largest -> n
    | _ -> refuse line (Printf.sprintf "'%s' is not a natural number up to 2^40" word)
  in
  List.map read (words line.rest)

let sized line size =
  let found = numbers line in
  if List.length found = size then found
  else refuse line (Printf.sprintf "%d numbers, expected %d" (List.length found) size)

let number line least most =
  match sized line 1 with
  | [ n ] when least <= n && n <= most -> n
  | _ -> refuse line (Printf.sprintf "not from %d to %d" least most)

let rec take n list = if n = 0 then [] else match list with [] -> [] | a :: rest -> a :: take (n - 1) rest
let rec drop n list = if n = 0 then list else match list with [] -> [] | _ :: rest -> drop (n - 1) rest
let vector = List.map n_of_int

let below line what n bound = if n < bound then n else refuse line (Printf.sprintf "%s %d of %d" what n bound)

(* * Keys *)
let rule d q line =
  let all = sized line ((2 * d) + 2) in
  { from = n_of_int (below line "state" (List.hd all) q);
    take = vector (take d (drop 1 all));
    put = vector (take d (drop (d + 1) all));
    coq_to = n_of_int (below line "state" (List.nth all ((2 * d) + 1)) q) }

let cone d line =
  let all = numbers line in
  if List.length all mod d <> 0 then refuse line (Printf.sprintf "not a multiple of %d numbers" d);
  let rec chunks list = if list = [] then [] else take d list :: chunks (drop d list) in
  let generators = chunks all in
  if List.exists (List.for_all (fun n -> n = 0)) generators then refuse line "a generator is zero";
  if List.length (List.sort_uniq compare generators) <> List.length generators then
    refuse line "a generator stands twice";
  List.map vector generators

let piece d q cones line =
  let all = sized line (d + 3) in
  { state = n_of_int (below line "state" (List.hd all) q);
    base = vector (take d (drop 1 all));
    cone = nat_of_int (below line "cone" (List.nth all (d + 1)) cones);
    value = n_of_int (List.nth all (d + 2)) }

let period d line =
  let all = sized line (2 * d) in
  (vector (take d all), vector (drop d all))

let differ d q line =
  let all = sized line ((2 * d) + 2) in
  let position all = (n_of_int (below line "state" (List.hd all) q), vector (drop 1 all)) in
  (position (take (d + 1) all), position (drop (d + 1) all))

let play line =
  match line.rest with
  | "grundy" -> Grundy
  | "normal" -> Normal
  | "misere" -> Misere
  | _ -> refuse line "expected grundy, normal or misere"

(* * Names of games *)
let largest_step = 1_000_000

(* Moves as the papers write them: (-2,0),(-2,1),(1,-1). *)
let moves line text =
  let wrong () = refuse line "moves as (-2,0),(-2,1),(1,-1) are expected" in
  let entry word = match integer (trim word) with Some n -> n | None -> wrong () in
  let rec go text =
    if not (starts_with "(" text) then wrong ();
    match String.index_opt text ')' with
    | None -> wrong ()
    | Some close ->
        let move = List.map entry (String.split_on_char ',' (String.sub text 1 (close - 1))) in
        let rest = trim (String.sub text (close + 1) (String.length text - close - 1)) in
        if rest = "" then [ move ]
        else if starts_with "," rest then move :: go (trim (after "," rest))
        else wrong ()
  in
  go (trim text)

let check_moves line moves =
  let d = match moves with [] -> 0 | move :: _ -> List.length move in
  let fits move = List.length move = d && List.for_all (fun n -> abs n <= largest_step) move in
  if d < 1 || d > 8 || List.length moves > 64 || not (List.for_all fits moves)
     || List.length (List.sort_uniq compare moves) <> List.length moves
  then refuse line "1 to 64 different moves of 1 to 8 numbers up to 1000000 are expected";
  moves

let name line =
  let key, rest =
    match String.index_opt line.rest ' ' with
    | None -> (line.rest, "")
    | Some at -> (String.sub line.rest 0 at, String.sub line.rest (at + 1) (String.length line.rest - at - 1))
  in
  let integers () =
    let parts = List.concat_map (String.split_on_char ',') (String.split_on_char ' ' rest) in
    let read word = match integer (trim word) with Some n -> n | None -> refuse line "an integer is expected" in
    List.map read (List.filter (fun word -> word <> "") parts)
  in
  match key with
  | "zwick" when rest = "" -> Zwick_triplets
  | "jenga-four" when rest = "" -> Jenga_four
  | "white-knight" when rest = "" -> White_knight
  | "addition" -> Addition (List.map (List.map z_of_int) (check_moves line (moves line rest)))
  | "subtraction" ->
      let amounts = integers () in
      ignore (check_moves line (List.map (fun n -> [ -n ]) amounts));
      Subtraction (List.map z_of_int amounts)
  | "jenka-levels" ->
      (match integers () with
       | [ slots ] when 2 <= slots && slots <= 16 -> Jenka_levels (nat_of_int slots)
       | _ -> refuse line "jenka-levels K with 2 <= K <= 16 is expected")
  | "clock-nim" ->
      (match integers () with
       | [ k; p; n ] when 0 < n && n < p && n <= k && k <= 64 && p <= 64 ->
           Clock_nim (n_of_int k, n_of_int p, n_of_int n)
       | _ -> refuse line "clock-nim K P N with 0 < N < P <= 64 and N <= K <= 64 is expected")
  | _ -> refuse line "unknown vector addition game"

(* * The whole *)
let read lines =
  let many, one, finished = cursor lines in
  let game =
    match many "game" with
    | [] -> None
    | [ line ] -> Some (name line)
    | _ :: second :: _ -> refuse second "a second line of this key"
  in
  let kind_of_play = play (one "play") in
  let d = number (one "dimension") 1 16 in
  let q = number (one "states") 1 4096 in
  let rules = List.map (rule d q) (many "rule") in
  let weight = vector (sized (one "weight") d) in
  let height = vector (sized (one "height") q) in
  let split = nat_of_int (number (one "split") 0 64) in
  let back = nat_of_int (number (one "back") 0 4096) in
  let cones = List.map (cone d) (many "cone") in
  let pieces = List.map (piece d q (List.length cones)) (many "piece") in
  let periods = List.map (period d) (many "period") in
  let differ = List.map (differ d q) (many "differ") in
  finished ();
  { game; kind_of_play; dimension = nat_of_int d; states = n_of_int q; rules; weight; height; split; back; cones;
    pieces; periods; differ }
