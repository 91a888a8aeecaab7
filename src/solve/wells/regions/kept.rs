//! The words of a sweep on disk, so that a run that was killed goes on inside a depth.
//!
//! What is kept are the words as they are at some moment. They hold every well from which the player can go on, and
//! maybe others, so passes that begin with them end with the same fixpoint as passes that begin with all wells.
use super::patterns::Patterns;
use crate::error::Result;
use crate::proof::region::wells::WellGame;
use crate::solve::Watch;
use crate::solve::store::Store;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// The least time between two savings.
pub(super) const EVERY: Duration = Duration::from_secs(2);
/// Saving takes at most about one part in so many of the time.
const SHARE: u32 = 20;
/// So many words are written or read at a time.
const AT_ONCE: usize = 1 << 12;
const FILE: &str = "words";

/// Where the words of one game are kept, and when they were last.
pub(super) struct Kept {
    /// The folder of the run, if anything is kept.
    folder: Option<PathBuf>,
    label: String,
    every: Duration,
    last: Instant,
}

impl Kept {
    /// The place for a game, from which the words are saved again after a time.
    pub fn new(game: &WellGame, watch: &dyn Watch, every: Duration) -> Self {
        // A title may have letters that no name of a folder has.
        let hash = blake3::hash(game.title().as_bytes()).to_hex();
        Kept { folder: watch.folder(), label: format!("wells-{}", &hash[..16]), every, last: Instant::now() }
    }

    /// Fills in the words that an interrupted run saved; whether there are any.
    ///
    /// # Errors
    /// A file that is damaged, or what the system says.
    pub fn load<P: Patterns>(&self, words: &mut [P]) -> Result<bool> {
        let there = self.folder.as_ref().is_some_and(|folder| folder.join(&self.label).join(FILE).is_file());
        if !there {
            return Ok(false);
        }
        let mut file = Store::open(self.folder.as_deref(), &self.label)?.read(FILE)?;
        let size = size_of::<P::Bytes>();
        let mut bytes = vec![0; AT_ONCE * size];
        for some in words.chunks_mut(AT_ONCE) {
            let bytes = &mut bytes[..some.len() * size];
            file.take(bytes)?;
            for (word, from) in some.iter_mut().zip(bytes.chunks(size)) {
                let mut one = P::Bytes::default();
                one.as_mut().copy_from_slice(from);
                *word = P::from_bytes(one);
            }
        }
        file.finish().map(|()| true)
    }

    /// Saves the words, if it is time.
    ///
    /// # Errors
    /// What the system says.
    pub fn save_if_due<P: Patterns>(&mut self, words: &[P]) -> Result<()> {
        if self.folder.is_none() || self.last.elapsed() < self.every {
            return Ok(());
        }
        let begun = Instant::now();
        let store = Store::open(self.folder.as_deref(), &self.label)?;
        let mut file = store.write(FILE, [words.len() as u64, 0, 0])?;
        let mut bytes = Vec::new();
        for some in words.chunks(AT_ONCE) {
            bytes.clear();
            some.iter().for_each(|word| bytes.extend_from_slice(word.bytes().as_ref()));
            file.put(&bytes)?;
        }
        file.finish()?;
        self.every = self.every.max(begun.elapsed() * SHARE);
        self.last = Instant::now();
        Ok(())
    }

    /// Removes what was saved: the depth is decided, and that is kept elsewhere.
    ///
    /// # Errors
    /// What the system says.
    pub fn forget(&self) -> Result<()> {
        match &self.folder {
            Some(folder) if folder.join(&self.label).is_dir() => Store::open(Some(folder), &self.label)?.forget(),
            _ => Ok(()),
        }
    }
}
