//! How the agents with networks learn (the paper, sections 3 and 5).
//!
//! A network is to the arena what a certificate is to a proof: found at leisure, used by everyone. Training takes one thread and
//! gives the same bytes for a seed on every machine.
mod action;
mod curve;
mod dqn;
mod jengazero;
mod policy;
mod puct;
mod removal;
mod replay;
#[cfg(test)]
mod tests;
pub mod weights;
mod zero;

pub use action::ActionValues;
pub use curve::{CurvePoint, dqn_curve};
pub use dqn::{DqnPlan, train_dqn};
pub use jengazero::{ZeroPlan, train_zero};
pub use puct::Puct;
pub use removal::{BlockWorth, Worth, block_worths};
pub use zero::{OUTPUTS, Opinion, Zero};
