(* The common outside of all certificates: a head, lines of a key and the rest, and a closing `end`. See ../FORMAT.md.
   This file is trusted: it decides which text stands for which certificate. *)

(* No whole certificate of a known kind. *)
exception Malformed of string

(* A certificate, but a line of it is wrong. *)
exception Refused of string

type line = { number : int; key : string; rest : string }

let refuse line why = raise (Refused (Printf.sprintf "line %d (%s): %s" line.number line.key why))

let is_space c = c = ' ' || ('\t' <= c && c <= '\r')

let trim text =
  let last = ref (String.length text) and first = ref 0 in
  while !first < !last && is_space text.[!first] do incr first done;
  while !first < !last && is_space text.[!last - 1] do decr last done;
  String.sub text !first (!last - !first)

(* The words between white space. *)
let words text =
  let plain = String.map (fun c -> if is_space c then ' ' else c) text in
  List.filter (fun word -> word <> "") (String.split_on_char ' ' plain)

let starts_with prefix text =
  String.length text >= String.length prefix && String.sub text 0 (String.length prefix) = prefix

let after prefix text =
  String.sub text (String.length prefix) (String.length text - String.length prefix)

(* Key and rest, at the first space. *)
let split_key number text =
  let text = trim text in
  if String.exists (fun c -> Char.code c >= 128) text then
    raise (Refused (Printf.sprintf "line %d: a character that is not ASCII" number));
  match String.index_opt text ' ' with
  | None -> { number; key = text; rest = "" }
  | Some at -> { number; key = String.sub text 0 at; rest = trim (String.sub text at (String.length text - at)) }

let head = "topple-certificate 1 "

(* The kind of a certificate and the lines between its head and `end`. *)
let read text =
  let numbered = List.mapi (fun i line -> (i + 1, line)) (String.split_on_char '\n' text) in
  let says (_, line) = trim line <> "" && line.[0] <> '#' in
  match List.filter says numbered with
  | (_, first) :: body when starts_with head first ->
      let kind = trim (after head first) in
      let body = List.rev_map (fun (number, line) -> (number, line)) body in
      (match body with
       | (_, last) :: body when trim last = "end" ->
           (kind, List.rev_map (fun (number, line) -> split_key number line) body)
       | _ -> raise (Malformed "the closing 'end' is missing"))
  | _ -> raise (Malformed "the head 'topple-certificate 1 KIND' is missing")

(* A natural number as Rust reads one: decimal digits, maybe a `+` in front. Larger ones than 10^17 are out of all bounds
   of the format, so they are refused here. *)
let digits word =
  word <> "" && String.length word <= 10_000 && String.for_all (fun c -> '0' <= c && c <= '9') word

let significant word =
  let zeros = ref 0 in
  while !zeros < String.length word - 1 && word.[!zeros] = '0' do incr zeros done;
  String.sub word !zeros (String.length word - !zeros)

let natural word =
  let word = if starts_with "+" word then after "+" word else word in
  if not (digits word) then None
  else
    let word = significant word in
    if String.length word > 17 then None else Some (int_of_string word)

let integer word =
  if starts_with "-" word then
    if starts_with "-+" word then None else Option.map (fun n -> -n) (natural (after "-" word))
  else natural word
