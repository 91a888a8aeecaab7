//! Towers: sweeps over all of a height, certificates about all heights, and the full game against its readings.
pub mod jenka;
pub mod lemma;
pub mod play;
pub mod sweep;
