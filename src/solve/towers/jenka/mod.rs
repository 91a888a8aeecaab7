//! Jenka: Jenga with k blocks a level (zwick, section 6), in packed positions that engines can afford by the million.
#[cfg(feature = "cluster")]
pub mod cluster;
pub mod compare;
pub mod estimate;
pub mod forecast;
pub mod form;
pub mod growth;
mod kept;
mod layers;
pub mod levels;
pub mod lift;
pub mod mirror;
pub mod numbers;
pub mod odd;
pub mod pack;
mod tops;
mod trunks;
mod values;

pub use lift::{Lift, Removal, Rules};
pub use pack::{Packed, Packing, Word};
