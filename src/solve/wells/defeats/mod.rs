//! What defeats every player of wells: sequences and machines tried in all wells, weights of columns, and wells that rise.
pub mod advance;
pub mod exact;
pub mod immortal;
pub mod kinks;
pub mod lemmas;
pub mod rising;
pub mod row_weights;
mod rows;
pub mod runs;
pub mod weights;
mod word;
