(* Reads the two lines of weights in CLOCK NIM into the type that the checker takes. See ../FORMAT.md, kind `clock`. This
   file is trusted. What the lines claim is not looked at here. *)
open Lines
open Numbers

let two line key =
  match line.key = key, List.map natural (words line.rest) with
  | true, [ Some a; Some b ] when a <= 1_000_000 && b <= 1_000_000 -> (z_of_int a, z_of_int b)
  | _ -> refuse line (Printf.sprintf "expected '%s' and two numbers up to 1000000" key)

let read = function
  | [ stone; step ] ->
      let stone_p, stone_n = two stone "stone" in
      let step_p, step_n = two step "step" in
      { Checked.ClockWeight.stone_p; stone_n; step_p; step_n }
  | _ -> raise (Refused "expected the lines 'stone' and 'step'")
