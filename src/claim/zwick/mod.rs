//! The claims of Zwick.
mod towers;
mod triplets;

pub use towers::{claim_3_1, claim_3_2, move_types, stability_lemma};
pub use triplets::{
    constant_time_oracle, optimal_moves, start_position, theorem_5_1, value_matrices, value_recurrence,
};
