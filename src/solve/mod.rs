//! The engines that find: values and tables, periods, what sweeps count, all about towers, and who wins wells.
pub mod answer;
#[cfg(feature = "cluster")]
pub mod cluster;
pub mod misere;
pub mod oracle;
pub mod periods;
#[cfg(feature = "search")]
pub mod seldom;
pub mod store;
#[cfg(feature = "search")]
pub mod sweeps;
pub mod together;
#[cfg(feature = "search")]
pub mod towers;
pub mod values;
pub mod wells;

use crate::error::{Error, Result};
use rayon::prelude::*;
use serde::{Serialize, de::DeserializeOwned};

/// How a long computation is watched and kept: progress, and shards saved as they are done.
pub trait Watch: Sync {
    /// A phase of `total` units begins.
    fn begin(&self, phase: &str, total: u64, unit: &str);
    /// `done` more units of the phase are done.
    fn advance(&self, done: u64);
    /// Something that the user has to know about what is being done, in one line.
    fn remark(&self, _: &str) {}
    /// The result of a shard that an earlier, interrupted run saved.
    fn saved(&self, shard: &str) -> Option<String>;
    /// Keeps the result of a shard for a later run.
    fn save(&self, shard: &str, result: &str) -> Result<()>;
    /// The folder for files that an interrupted run is to find again, if anything is kept.
    fn folder(&self) -> Option<std::path::PathBuf> {
        None
    }
}

/// Nobody watches, nothing is kept.
pub struct Unwatched;

impl Watch for Unwatched {
    fn begin(&self, _: &str, _: u64, _: &str) {}
    fn advance(&self, _: u64) {}
    fn saved(&self, _: &str) -> Option<String> {
        None
    }
    fn save(&self, _: &str, _: &str) -> Result<()> {
        Ok(())
    }
}

/// The memory a run may take, in bytes. Asked before it is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Memory(pub u64);

impl Memory {
    /// Refuses a request that is larger than what is allowed.
    pub fn ask(self, bytes: u128, what: &str) -> Result<()> {
        let allowed = u128::from(self.0);
        if bytes <= allowed {
            return Ok(());
        }
        Err(Error::Memory { what: what.to_string(), needed: bytes, allowed })
    }
}

/// What one of several processes does of a search, which then saves it for all.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Part {
    /// The number of the process, from 1 on.
    pub number: usize,
    /// How many processes there are.
    pub all: usize,
}

impl Part {
    /// All of it.
    pub const WHOLE: Part = Part { number: 1, all: 1 };

    /// Which of the tasks `0..count` are its own: those that lie as many apart as there are processes.
    pub fn of(self, count: usize) -> impl DoubleEndedIterator<Item = usize> + Clone {
        (self.number - 1..count).step_by(self.all)
    }
}

/// Does the shards `0..count` of a phase in parallel, each worth `units(shard)` units, and returns their results in
/// order. Shards that an interrupted run saved are not done again.
///
/// # Errors
/// What the watch says.
pub fn shards<T: Serialize + DeserializeOwned + Send>(
    watch: &dyn Watch,
    phase: &str,
    unit: &str,
    count: usize,
    units: impl Fn(usize) -> u64 + Sync,
    work: impl Fn(usize) -> T + Sync,
) -> Result<Vec<T>> {
    try_shards(watch, phase, unit, count, units, |shard| Ok(work(shard)))
}

/// As [`shards`], for work that may fail. What fails is not saved.
///
/// # Errors
/// That of a shard, or what the watch says.
pub fn try_shards<T: Serialize + DeserializeOwned + Send>(
    watch: &dyn Watch,
    phase: &str,
    unit: &str,
    count: usize,
    units: impl Fn(usize) -> u64 + Sync,
    work: impl Fn(usize) -> Result<T> + Sync,
) -> Result<Vec<T>> {
    some_shards(watch, phase, unit, Part::WHOLE.of(count), units, work)
}

/// As [`try_shards`], for some shards, in their order.
///
/// # Errors
/// As [`try_shards`].
pub fn some_shards<T: Serialize + DeserializeOwned + Send>(
    watch: &dyn Watch,
    phase: &str,
    unit: &str,
    some: impl Iterator<Item = usize> + Clone,
    units: impl Fn(usize) -> u64 + Sync,
    work: impl Fn(usize) -> Result<T> + Sync,
) -> Result<Vec<T>> {
    watch.begin(phase, some.clone().map(&units).sum(), unit);
    let one = |shard: usize| {
        let key = format!("{phase}/{shard}");
        let kept = watch.saved(&key).and_then(|text| serde_json::from_str(&text).ok());
        let result = match kept {
            Some(result) => result,
            None => {
                let result = work(shard)?;
                let text = serde_json::to_string(&result).expect("a shard's result is plain data");
                watch.save(&key, &text)?;
                result
            }
        };
        watch.advance(units(shard));
        Ok(result)
    };
    some.collect::<Vec<usize>>().into_par_iter().map(one).collect()
}
