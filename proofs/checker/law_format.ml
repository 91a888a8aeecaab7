(* Reads the lines of a law into the type that the checker takes. See ../FORMAT.md, kind `linear-form`. This file is
   trusted. What the lines claim is not looked at here. *)
open Lines
open Numbers
open Game_format
open Checked

let numbers line =
  let read word = match natural word with Some n -> n | None -> refuse line (Printf.sprintf "'%s' is too large" word) in
  List.map read (words line.rest)

let rec ascending = function
  | a :: (b :: _ as rest) -> compare a b < 0 && ascending rest
  | _ -> true

let rec split n = function
  | a :: rest when n > 0 -> let first, last = split (n - 1) rest in (a :: first, last)
  | rest -> ([], rest)

let lost modulus state line =
  match numbers line with
  | named :: remainders
    when line.key = "lost" && named = state && ascending remainders && List.for_all (fun r -> r < modulus) remainders ->
      List.map n_of_int remainders
  | _ -> refuse line (Printf.sprintf "expected 'lost %d' and ascending remainders below %d" state modulus)

let exception_ dimension states line =
  match numbers line with
  | state :: x
    when line.key = "except" && state < states && List.length x = dimension && List.for_all (fun n -> n <= 1_000_000) x ->
      (state, x)
  | _ -> refuse line (Printf.sprintf "expected 'except', a state and %d coordinates" dimension)

let read = function
  | game_line :: modulus_line :: form_line :: rest ->
      if game_line.key <> "game" then refuse game_line "expected 'game' and the name of a vector addition game";
      let game, weight, height = vector_game game_line in
      let modulus =
        match numbers modulus_line with
        | [ m ] when modulus_line.key = "modulus" && 2 <= m && m <= 64 -> m
        | _ -> refuse modulus_line "expected 'modulus' and a number from 2 to 64"
      in
      let form = numbers form_line in
      let dimension = List.length weight and states = List.length height in
      if form_line.key <> "form" || List.length form <> dimension || List.exists (fun w -> w >= modulus) form then
        refuse form_line (Printf.sprintf "expected 'form' and %d numbers below %d" dimension modulus);
      if List.length rest < states then raise (Malformed "some lines 'lost' are missing");
      let lost_lines, except_lines = split states rest in
      let lost = List.mapi (lost modulus) lost_lines in
      if List.length except_lines > 100_000 then raise (Refused "more than 100000 exceptions");
      let exceptions = List.map (exception_ dimension states) except_lines in
      if not (ascending exceptions) then raise (Refused "exceptions ascend");
      let position (state, x) = (n_of_int state, List.map n_of_int x) in
      ({ Law.game; modulus = n_of_int modulus; form = List.map n_of_int form; lost;
         exceptions = List.map position exceptions }, weight, height)
  | _ -> raise (Malformed "the lines game, modulus and form are missing")
