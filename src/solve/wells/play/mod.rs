//! Wells at play (brzustowski, chapters 4 and 5): players and machines, and what their play leaves: flats, cycles,
//! shields and targets.
pub mod bag;
pub mod cycle;
pub mod duel;
pub mod flats;
pub mod machines;
pub mod players;
pub mod shield;
pub mod solver;
pub mod targets;
