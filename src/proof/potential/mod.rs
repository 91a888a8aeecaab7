//! Potentials: a number that play moves in one direction only.
//!
//! The lemma: what no move raises is not lowered in a cycle, and what every move lowers ends. The kinds differ in the
//! number: stones and steps of a clock ([`clock`]), full cells weighed by their column ([`column_weights`]) or by lane
//! and column ([`lane_weights`]), or the height of a well with what its highest rows promise ([`rising`]).
pub mod clock;
pub mod column_weights;
pub mod lane_weights;
pub mod rising;
pub mod runs;
