//! Wells at play (brzustowski, chapters 4 and 5): flats, cycles and shields, players and machines, and the exact
//! answers that all wells of a small width and depth give.
pub mod advance;
pub mod cycle;
pub mod duel;
pub mod exact;
pub mod flats;
pub mod graph;
pub mod lemmas;
pub mod machines;
pub mod players;
pub mod plays;
pub mod shield;
pub mod solver;
pub mod space;
pub mod targets;
