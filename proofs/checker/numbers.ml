(* The numbers of the checker from those of OCaml. Trusted, as all files here but `checked.ml`. *)
open Checked

let rec positive_of_int n =
  if n = 1 then XH else if n land 1 = 0 then XO (positive_of_int (n / 2)) else XI (positive_of_int (n / 2))

let n_of_int n = if n = 0 then N0 else Npos (positive_of_int n)
let z_of_int n = if n = 0 then Z0 else if n > 0 then Zpos (positive_of_int n) else Zneg (positive_of_int (-n))
let nat_of_int n = let rec go done_ n = if n = 0 then done_ else go (S done_) (n - 1) in go O n

let int_of_n =
  let rec go = function XH -> 1 | XO p -> 2 * go p | XI p -> (2 * go p) + 1 in
  function N0 -> 0 | Npos p -> go p
