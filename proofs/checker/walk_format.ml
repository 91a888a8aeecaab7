(* Reads the lines of a certificate of the eeny-meeny rule into the type that the checker takes. See ../FORMAT.md, kind
   `pile`. This file is trusted. What the lines claim is not looked at here. *)
open Lines
open Numbers

let phase relation line =
  match line.key, words line.rest with
  | "phase", [ said; "interval"; interval; "value"; value ] when said = relation ->
      (match integer interval, integer value with
       | Some interval, Some value -> { Checked.Walk.interval = z_of_int interval; value = z_of_int value }
       | _ -> refuse line "expected two numbers")
  | _ -> refuse line (Printf.sprintf "expected 'phase %s interval NUMBER value NUMBER'" relation)

let sign key word line =
  match line.key = key, words line.rest with
  | true, [ said; sign ] when said = word ->
      (match sign with
       | "<" -> Checked.Walk.Less
       | "<=" -> At_most
       | "=" -> Equal
       | ">=" -> At_least
       | ">" -> Greater
       | _ -> refuse line "expected one of the signs < <= = >= >")
  | _ -> refuse line (Printf.sprintf "expected '%s %s SIGN'" key word)

let state line =
  match line.key, List.map natural (words line.rest) with
  | "state", [ Some bit; Some eeny; Some meeny ] when bit <= 1 && eeny <= 1 && meeny <= 1 ->
      { Checked.Walk.bit = (bit = 1); from_eeny = (eeny = 1); from_meeny = (meeny = 1) }
  | _ -> refuse line "expected 'state' and three numbers, each 0 or 1"

let read = function
  | low :: high :: say_eeny :: say_meeny :: last_eeny :: last_meeny :: state_lines ->
      let of_word eeny meeny = function Checked.Eeny.Coq_eeny -> eeny | Coq_meeny -> meeny in
      let low = phase "<=" low and high = phase ">" high in
      let say = of_word (sign "say" "eeny" say_eeny) (sign "say" "meeny" say_meeny) in
      let say_last = of_word (sign "last" "eeny" last_eeny) (sign "last" "meeny" last_meeny) in
      let states = List.map state state_lines in
      if List.length (List.sort_uniq compare states) <> List.length states then raise (Refused "a state stands twice");
      { Checked.Walk.low; high; say; say_last; states }
  | _ -> raise (Refused "expected two phases, two lines 'say' and two lines 'last', then the states")
