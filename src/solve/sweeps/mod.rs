//! Sweeps: sets of moves one by one, and piles one by one.
pub mod double_ended;
pub mod piles;
pub mod vectors;
