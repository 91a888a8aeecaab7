//! The noisy tower of *JengaZero* (section 4): blocks that lie a little askew, a chance to hold for every tower, and
//! agents that play it against each other.
//!
//! Lengths are in metres and angles in radians. All random numbers come from [`Rng`], and all functions are plain
//! arithmetic, so a game with a seed is the same on every machine and for any number of threads.
pub mod agents;
pub mod cloud;
mod contest;
pub mod direct;
mod duel;
mod embedding;
mod exact;
mod hull;
pub mod learn;
mod model;
pub mod net;
mod prospects;
pub mod ratings;
mod rng;
#[cfg(test)]
mod tests;
mod tower;

pub use agents::oracle_move;
pub use contest::{Contest, End, Played, Score, Step, play, wilson};
pub use duel::{Duel, Prospect, prospects};
pub use embedding::{BUFFER, Embedding};
pub use exact::{Triple, carries, is_winning, wins};
pub use model::{Block, Model};
pub use rng::Rng;
pub use tower::{MOST_START_LEVELS, Move, Tower};
