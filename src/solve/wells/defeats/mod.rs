//! What defeats every player of wells: sequences and machines tried in all wells, and weights of columns.
pub mod advance;
pub mod exact;
pub mod immortal;
pub mod lemmas;
pub mod weights;
