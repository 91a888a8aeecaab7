(** What each theorem rests on. The gate demands that all answers are "Closed
    under the global context": no axiom, nothing left open. *)
From Topple Require Import Games Triplets Towers Piles Cells Wells Mirror VectorSound WellSound Kinks
  Lemma2 Algorithm2 Flats Passes Shield.

Print Assumptions sprague_grundy_holds.
Print Assumptions zwick_recurrence_holds.
Print Assumptions zwick_5_1_holds.
Print Assumptions zwick_start_position_holds.
Print Assumptions zwick_optimal_moves_holds.
Print Assumptions zwick_stability_holds.
Print Assumptions zwick_claim_3_1_holds.
Print Assumptions zwick_claim_3_2_holds.
Print Assumptions eeny_meeny_star_holds.
Print Assumptions eeny_meeny_rule_holds.
Print Assumptions carvalho_3_1_holds.
Print Assumptions carvalho_3_1_periods_holds.
Print Assumptions carvalho_commercial_tower_holds.
Print Assumptions jenka_even_holds.
Print Assumptions odd_wells_holds.
Print Assumptions vector_checker_sound_holds.
Print Assumptions strategy_checker_sound_holds.
Print Assumptions defeat_checker_sound_holds.
Print Assumptions one_winner_holds.
Print Assumptions kinks_win_holds.
Print Assumptions kinks_win_blindly_holds.
Print Assumptions lemma_2_lanes_holds.
Print Assumptions lemma_2_structure_holds.
Print Assumptions algorithm_2_holds.
Print Assumptions proposition_1_holds.
Print Assumptions proposition_1_as_printed_fails_holds.
Print Assumptions proposition_3_holds.
Print Assumptions proposition_4_holds.
Print Assumptions proposition_2_holds.
Print Assumptions cycle_band_rows_holds.
Print Assumptions lemma_3_holds.
