//! The memory of a count of towers: asked for before it is taken, by all threads together.
use crate::error::Result;
use crate::solve::Memory;
use hashbrown::HashMap;
use std::hash::Hash;
use std::sync::atomic::{AtomicU64, Ordering};

/// How many bytes are in memory.
pub(super) struct Kept {
    bytes: AtomicU64,
    memory: Memory,
}

impl Kept {
    /// So many bytes are there already.
    pub fn new(bytes: usize, memory: Memory) -> Self {
        Kept { bytes: AtomicU64::new(bytes as u64), memory }
    }

    /// Asks for some more.
    pub fn ask(&self, more: usize) -> Result<()> {
        let bytes = self.bytes.fetch_add(more as u64, Ordering::Relaxed) + more as u64;
        self.memory.ask(bytes.into(), "numbers of towers, and those stranded")
    }

    /// Asks for the memory of a table before it grows: the old one and one of twice its size are there at once.
    pub fn grow<K: Eq + Hash, V>(&self, table: &mut HashMap<K, V>) -> Result<()> {
        if table.len() < table.capacity() {
            return Ok(());
        }
        let (before, more) = (size(table), table.capacity().max(8));
        let next = 2 * before.max(16 * size_of::<(K, V)>());
        self.ask(next)?;
        table.reserve(more);
        // What there is now, in place of what was there and what was asked for.
        self.bytes.fetch_add(size(table) as u64, Ordering::Relaxed);
        self.give_back(before + next);
        Ok(())
    }

    /// What is free again.
    pub fn give_back(&self, bytes: usize) {
        self.bytes.fetch_sub(bytes as u64, Ordering::Relaxed);
    }
}

/// The bytes of a table.
pub(super) fn size<K, V>(table: &HashMap<K, V>) -> usize {
    // A seventh of the places stays free, and each has one byte more.
    table.capacity() * (size_of::<(K, V)>() + 1) * 8 / 7
}
