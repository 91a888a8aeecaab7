(* The common outside of all certificates: a head, lines of a key and the rest, and a closing `end`. See ../FORMAT.md.
   This file is trusted: it decides which text stands for which certificate. *)

(* No whole certificate of a known kind. *)
exception Malformed of string

(* A certificate, but a line of it is wrong. *)
exception Refused of string

type line = { number : int; key : string; rest : string }

let refuse line why = raise (Refused (Printf.sprintf "line %d (%s): %s" line.number line.key why))

let is_space c = c = ' ' || ('\t' <= c && c <= '\r')

(* Without the spaces at its ends: for the lists in names of games, where a comma may have one after it. *)
let trim text =
  let last = ref (String.length text) and first = ref 0 in
  while !first < !last && is_space text.[!first] do incr first done;
  while !first < !last && is_space text.[!last - 1] do decr last done;
  String.sub text !first (!last - !first)

(* The words of the rest of a line, between which there is one space. *)
let words text = if text = "" then [] else String.split_on_char ' ' text

let starts_with prefix text =
  String.length text >= String.length prefix && String.sub text 0 (String.length prefix) = prefix

let after prefix text =
  String.sub text (String.length prefix) (String.length text - String.length prefix)

(* Key and rest, at the first space. *)
let split_key number text =
  if String.exists (fun c -> Char.code c >= 128) text then
    raise (Refused (Printf.sprintf "line %d: a character that is not ASCII" number));
  let key, rest =
    match String.index_opt text ' ' with
    | None -> text, ""
    | Some at -> String.sub text 0 at, String.sub text (at + 1) (String.length text - at - 1)
  in
  if not (List.for_all (fun word -> word <> "" && not (String.exists is_space word)) (key :: words rest)) then
    raise (Refused (Printf.sprintf "line %d: one space is expected after each word but the last, and no other" number));
  { number; key; rest }

let head = "topple-certificate 1 "

(* The lines without the carriage return that may stand before a line feed. *)
let ended lines =
  let plain line =
    let last = String.length line - 1 in
    if last >= 0 && line.[last] = '\r' then String.sub line 0 last else line
  in
  match List.rev lines with
  | [] -> []
  | last :: before -> List.fold_left (fun after line -> plain line :: after) [ last ] before

(* The kind of a certificate and the lines between its head and `end`. *)
let read text =
  let add (last, all) line = (last + 1, (last + 1, line) :: all) in
  let numbered = List.rev (snd (List.fold_left add (0, []) (ended (String.split_on_char '\n' text)))) in
  let says (_, line) = line <> "" && line.[0] <> '#' in
  match List.filter says numbered with
  | (_, first) :: body when starts_with head first ->
      let kind = after head first in
      (match List.rev body with
       | (_, last) :: body when last = "end" ->
           (kind, List.rev_map (fun (number, line) -> split_key number line) body)
       | _ -> raise (Malformed "the closing 'end' is missing"))
  | _ -> raise (Malformed "the head 'topple-certificate 1 KIND' is missing")

(* A natural number: decimal digits. Larger ones than 10^17 are out of all bounds of the format, so they are refused
   here. *)
let digits word =
  word <> "" && String.length word <= 10_000 && String.for_all (fun c -> '0' <= c && c <= '9') word

let significant word =
  let zeros = ref 0 in
  while !zeros < String.length word - 1 && word.[!zeros] = '0' do incr zeros done;
  String.sub word !zeros (String.length word - !zeros)

let natural word =
  if not (digits word) then None
  else
    let word = significant word in
    if String.length word > 17 then None else Some (int_of_string word)

let integer word =
  if starts_with "-" word then
    match natural (after "-" word) with
    | Some n when n > 0 -> Some (-n)
    | _ -> None
  else natural word
