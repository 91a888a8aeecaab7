//! The ledger: what is claimed, what was found, and the status that follows.
pub mod brzustowski;
pub mod carvalho;
pub mod census;
pub mod decide;
pub mod eeny_meeny;
pub mod experiment;
pub mod finding;
pub mod jengazero;
pub mod jenka;
pub mod library;
mod listed;
pub mod misere;
mod misread;
pub mod part;
mod played;
pub mod subtraction;
pub mod vector;
pub mod weights;
pub mod wells;
pub mod window;
pub mod zwick;

pub use crate::proof::{Fact, Goal};
pub use experiment::{Experiment, Kind, Scale};
pub use finding::{Certificate, Decision, Differences, Finding, Status, Verdict};

use crate::solve::{Memory, Unwatched, Watch};

/// One experiment about to be run: its file, and how much may be spent on it.
pub struct Task<'a> {
    /// The claim and its parameters.
    pub experiment: &'a Experiment,
    /// How far sweeps go.
    pub scale: Scale,
    /// The memory it may take.
    pub memory: Memory,
    /// This is a share of the memory only: if it is too little the claim is decided again with all of it.
    pub is_share: bool,
    /// Progress and saved shards.
    pub watch: &'a dyn Watch,
}

impl<'a> Task<'a> {
    /// With all of its memory at once; nobody is told how far it is, and nothing is saved.
    pub fn unwatched(experiment: &'a Experiment, scale: Scale, memory: Memory) -> Self {
        Task { experiment, scale, memory, is_share: false, watch: &Unwatched }
    }
}
