From Coq Require Extraction ExtrOcamlBasic.
From Topple Require Import Statements VectorCheck WellCheck WeightCheck BalanceCheck ValuesCheck LawCheck ClockCheck
  QuotientCheck WalkCheck CycleCheck RenamingCheck JenkaCheck LaneCheck StabilityCheck MovesCheck BagShownCheck
  RisingCheck RunsCheck InAdvanceCheck KinkOrderCheck RowWeightsCheck.
Extraction Language OCaml.
Extraction "checked.ml" VectorCheck.check WellCheck.check_strategy WellCheck.check_defeat
  WeightCheck.check_weights BalanceCheck.check_balance BalanceCheck.check_balance_all ValuesCheck.check_values
  LawCheck.check_law ClockCheck.check_clock QuotientCheck.check_quotient
  WalkCheck.check_pile CycleCheck.check_lane_weights RenamingCheck.check_renaming
  JenkaCheck.check_jenka LaneCheck.check_lanes StabilityCheck.check_stability MovesCheck.check_moves
  BagShownCheck.check_bag RisingCheck.check_rising RunsCheck.check_runs
  InAdvanceCheck.check_order InAdvanceCheck.check_in_advance KinkOrderCheck.check_kink_order
  KinkOrderCheck.check_kink_square_order RowWeightsCheck.check_row_weights.
