From Coq Require Extraction ExtrOcamlBasic.
From Topple Require Import Statements VectorCheck WellCheck BalanceCheck.
Extraction Language OCaml.
Extraction "checked.ml" VectorCheck.check WellCheck.check_strategy WellCheck.check_defeat
  BalanceCheck.check_balance BalanceCheck.check_balance_all.
