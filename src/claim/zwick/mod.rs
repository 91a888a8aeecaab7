//! The claims of Zwick.
mod compact;
mod growth;
mod jenka;
mod laws;
mod matrices;
mod odd;
mod rationale;
mod towers;
mod triplets;

pub use compact::compactness;
pub use growth::growth_rate;
pub use jenka::{jenka_even, jenka_growth};
pub use laws::jenka_laws;
pub use odd::jenka_odd;
pub use rationale::rationale;
pub use towers::{claim_3_1, claim_3_2, move_types, stability_lemma};
pub use triplets::{constant_time_oracle, optimal_moves, start_position, theorem_5_1, value_matrices};
