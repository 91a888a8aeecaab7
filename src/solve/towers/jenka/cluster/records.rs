//! What workers send to each other.
use super::super::layers::hash;
use super::super::pack::{Packed, Word};
use super::super::trunks::Trunk;
use crate::solve::cluster::flow::Routed;
use serde::{Deserialize, Serialize};

impl<W: Word> Routed for Trunk<W> {
    fn route(&self) -> u64 {
        hash(self.trunk)
    }
}

/// A trunk with the values of its towers.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Row<W: Word> {
    /// The trunk with its tops.
    pub trunk: Trunk<W>,
    /// Their values, if any are known.
    pub values: Vec<u8>,
}

impl<W: Word> Routed for Row<W> {
    fn route(&self) -> u64 {
        hash(self.trunk.trunk)
    }
    fn bytes(&self) -> u64 {
        (size_of::<Trunk<W>>() + 8 + self.values.len()) as u64
    }
}

/// Which values have the towers of a trunk?
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Query<W: Word> {
    /// The trunk.
    pub trunk: Packed<W>,
    /// Who asks.
    pub worker: u32,
    /// In which block of questions,
    pub block: u32,
    /// and as which of them.
    pub index: u32,
}

impl<W: Word> Routed for Query<W> {
    fn route(&self) -> u64 {
        hash(self.trunk)
    }
    fn bytes(&self) -> u64 {
        size_of::<Packed<W>>() as u64 + 12
    }
}

/// The answer.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Answer {
    /// Who asked.
    pub worker: u32,
    /// In which block of questions,
    pub block: u32,
    /// and as which of them.
    pub index: u32,
    /// The tops of the trunk.
    pub tops: u64,
    /// Their values.
    pub values: Vec<u8>,
}

impl Routed for Answer {
    fn route(&self) -> u64 {
        u64::from(self.worker)
    }
    fn bytes(&self) -> u64 {
        28 + self.values.len() as u64
    }
}
