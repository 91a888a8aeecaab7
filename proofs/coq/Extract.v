(** Turns the checkers into OCaml. Booleans, lists, options and pairs become
    those of OCaml; numbers stay what they are in Coq, so nothing can overflow. *)
From Coq Require Extraction ExtrOcamlBasic.
From Topple Require Import Statements VectorCheck WellCheck.

Extraction Language OCaml.
Extraction "checked.ml" VectorCheck.check WellCheck.check_strategy WellCheck.check_defeat.
