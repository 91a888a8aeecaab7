(* Reads the lines of a strategy in Jenka into the types that the checkers take. See ../FORMAT.md, kinds
   `jenka-strategy`, `jenka-balance` and `jenka-balance-all`. This file is trusted. What the lines claim is not looked
   at here. *)
open Lines
open Numbers
open Checked.Balance

(* Naturals below 2^64, without zeros in front. *)
let numbers line =
  let greatest = "18446744073709551615" in
  let read word =
    let number = if digits word then significant word else "" in
    let length = String.length number and most = String.length greatest in
    if length > 0 && (length < most || (length = most && number <= greatest)) then number
    else refuse line (Printf.sprintf "'%s' is not a natural number below 2^64" word)
  in
  List.map read (words line.rest)

let one line key least most =
  match List.map natural (numbers line) with
  | [ Some n ] when line.key = key && least <= n && n <= most -> n
  | _ -> refuse line (Printf.sprintf "expected '%s' and a number from %d to %d" key least most)

(* Half the slots but for the middle one. *)
let half line =
  match line.key, words line.rest with
  | "game", [ "jenga-physical"; slots ] ->
      (match natural slots with
       | Some k when 3 <= k && k <= 15 && k mod 2 = 1 -> nat_of_int (k / 2)
       | _ -> refuse line "expected an odd number from 3 to 15")
  | _ -> refuse line "expected 'game jenga-physical K'"

let first line = function
  | "first" -> true
  | "second" -> false
  | _ -> refuse line "expected 'first' or 'second'"

(* No number of a reply or of sides is more than that, so none is taken for another. *)
let largest = 1000

let small line number =
  match natural number with
  | Some n when n <= largest -> nat_of_int n
  | _ -> refuse line (Printf.sprintf "%s is too large here" number)

(* One reply of the numbers in front, and the numbers after it. *)
let word = function
  | from :: taken :: placed :: rest -> Some (((from, taken), placed), rest)
  | _ -> None

let balanced = function
  | axis :: left :: middle :: right :: taken :: placed :: rest ->
      Some ({ axis; coq_of = ((left, middle), right); taken; placed }, rest)
  | _ -> None

let replies one lines =
  let read line =
    let rec all numbers =
      match one numbers with
      | Some (reply, []) -> [ reply ]
      | Some (reply, rest) -> reply :: all rest
      | None -> refuse line "expected 'replies' and one or more whole replies"
    in
    if line.key <> "replies" then refuse line "expected 'replies'";
    all (List.map (small line) (numbers line))
  in
  List.concat_map read lines

let winner line = if line.key = "winner" then first line line.rest else refuse line "expected 'winner'"

let read_strategy = function
  | game :: levels :: known :: won :: lines ->
      let half = half game in
      let levels = one levels "levels" 1 64 in
      let known = one known "known" 0 64 in
      let first = winner won in
      (half, nat_of_int levels, nat_of_int known, first, replies word lines)
  | _ -> raise (Malformed "the lines game, levels, known and winner are missing")

let read_one = function
  | game :: levels :: won :: lines ->
      let half = half game in
      let n = one levels "levels" 1 1000 in
      let first = winner won in
      (half, nat_of_int n, first, replies balanced lines)
  | _ -> raise (Malformed "the lines game, levels and winner are missing")

(* The remainder of a number that may not fit into a word. *)
let remainder modulus number =
  String.fold_left (fun r digit -> ((10 * r) + Char.code digit - Char.code '0') mod modulus) 0 number

(* Weights of sides that no level has say nothing. *)
let weights modulus lines =
  let read line =
    match numbers line with
    | [ left; middle; right; weight ] -> ((left, middle, right), remainder modulus weight)
    | _ -> refuse line "expected 4 numbers"
  in
  let read = List.map read lines in
  if List.length (List.sort_uniq compare (List.map fst read)) <> List.length read then
    raise (Refused "a weight is given twice");
  let sides ((left, middle, right), weight) =
    match List.map natural [ left; middle; right ] with
    | [ Some l; Some m; Some r ] when l <= largest && m <= largest && r <= largest ->
        Some (((nat_of_int l, nat_of_int m), nat_of_int r), nat_of_int weight)
    | _ -> None
  in
  List.filter_map sides read

let rec split_weights weights = function
  | line :: rest when line.key = "weight" -> split_weights (line :: weights) rest
  | rest -> (List.rev weights, rest)

let read_all = function
  | game :: clip :: modulus :: rest ->
      let half = half game in
      let clip = one clip "clip" 1 64 in
      let modulus = one modulus "modulus" 1 64 in
      let weight_lines, rest = split_weights [] rest in
      let weights = weights modulus weight_lines in
      (match rest with
       | [] -> raise (Malformed "the line winners is missing")
       | winners :: lines ->
           if winners.key <> "winners" then refuse winners "expected 'winners'";
           let first = List.map (first winners) (words winners.rest) in
           ({ half; clip = nat_of_int clip; modulus = nat_of_int modulus; weights }, first, replies balanced lines))
  | _ -> raise (Malformed "the lines game, clip and modulus are missing")
