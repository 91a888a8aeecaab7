//! The towers of one ply, trunk by trunk, and the step forward to all their options.
//!
//! Trunks are kept in 256 shards by the top bits of a hash, and in a shard in the order of the hash (equal hashes in the
//! order of the words). So a layer is one list in the order of the hash, whatever the number of threads, and a trunk is
//! found by the next bits of its hash. Whole trunks are compared: equal hashes merge nothing. A part of a layer has some
//! shards only; the others are empty.
use super::pack::{Packed, Word};
use super::trunks::{Stage, Trunk};
use crate::error::Result;
use crate::solve::store::Store;
use crate::solve::{Memory, Watch};
use hashbrown::HashTable;
use rayon::prelude::*;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// Into how many parts a layer falls, as a power of two.
pub(super) const SHARD_BITS: u32 = 8;
/// The same as a number.
pub const SHARDS: usize = 1 << SHARD_BITS;
/// Records read or written at a time.
const BLOCK: usize = 1 << 14;
/// The least trunks that are worth a task of their own.
const PART: u64 = 1 << 10;
/// The options that a task collects before it puts them into the next layer.
const COLLECTED: usize = 1 << 16;

/// A hash with all bits good: both words are multiplied into 128 bits and folded, twice.
pub(super) fn hash<W: Word>(tower: Packed<W>) -> u64 {
    let fold = |a: u64, b: u64| {
        let product = u128::from(a) * u128::from(b);
        product as u64 ^ (product >> 64) as u64
    };
    let [[a, c], [b, d]] = tower.words.map(Word::halves);
    let low = fold(a ^ 0x9E37_79B9_7F4A_7C15, b ^ 0xD1B5_4A32_D192_ED03);
    let high = fold(c ^ 0xA076_1D64_78BD_642F, d ^ 0xE703_7ED1_A0B4_28DB);
    // The single words are added, so that a factor that is 0 loses nothing but speed.
    let mixed = low ^ high.rotate_left(29) ^ a.rotate_left(32) ^ b;
    fold(mixed ^ 0x8EBC_6AF0_9C88_C6E3, 0x5899_65CC_7537_4CC3)
}

pub(super) fn shard_of(hash: u64) -> usize {
    (hash >> (64 - SHARD_BITS)) as usize
}

/// Which of so many workers has a trunk: low bits of its hash, where the shards go by the high ones.
pub(super) fn owner<W: Word>(trunk: Packed<W>, workers: usize) -> usize {
    (hash(trunk) % workers as u64) as usize
}

/// All towers of one ply, or those of some shards.
pub struct Layer<W> {
    /// The trunks of each shard.
    pub shards: Vec<Vec<Trunk<W>>>,
}

impl<W: Word> Layer<W> {
    /// A layer without towers.
    pub fn none() -> Self {
        Layer { shards: vec![Vec::new(); SHARDS] }
    }

    /// The layer of one tower, the start.
    pub fn start(trunk: Packed<W>) -> Self {
        let mut layer = Layer::none();
        layer.shards[shard_of(hash(trunk))].push(Trunk { trunk, tops: 1 });
        layer
    }

    /// How many trunks there are.
    pub fn len(&self) -> u64 {
        self.shards.iter().map(|shard| shard.len() as u64).sum()
    }

    /// The bytes that it takes.
    pub fn bytes(&self) -> u64 {
        self.len() * size_of::<Trunk<W>>() as u64
    }

    /// The towers.
    pub fn towers(&self, stage: &Stage) -> u64 {
        self.shards.iter().flatten().map(|trunk| stage.counted(trunk)).sum()
    }

    /// Writes the layer, in so many parts, as one of them.
    ///
    /// # Errors
    /// What the system says.
    pub fn write(&self, store: &Store, name: &str, stage: &Stage, parts: usize) -> Result<()> {
        let mut out = store.write(name, [self.len(), self.towers(stage), parts as u64])?;
        let mut bytes = Vec::with_capacity(BLOCK * size_of::<Trunk<W>>());
        for trunks in self.shards.iter().flat_map(|shard| shard.chunks(BLOCK)) {
            bytes.clear();
            for Trunk { trunk, tops } in trunks {
                for [low, high] in trunk.words.map(Word::halves) {
                    bytes.extend(low.to_le_bytes());
                    if W::BITS > 64 {
                        bytes.extend(high.to_le_bytes());
                    }
                }
                bytes.extend(tops.to_le_bytes());
            }
            out.put(&bytes)?;
        }
        out.finish()
    }

    /// Reads a layer or a part of one.
    ///
    /// # Errors
    /// What the system says, a damaged file, or more memory than allowed.
    pub fn read(store: &Store, name: &str, memory: Memory) -> Result<Self> {
        let mut file = store.read(name)?;
        let word = W::BITS as usize / 8;
        let (count, size) = (file.head[0], 2 * word + 8);
        memory.ask(u128::from(count) * size_of::<Trunk<W>>() as u128, "the towers of one ply")?;
        let mut layer = Layer::none();
        let mut left = count as usize;
        let mut bytes = vec![0; BLOCK * size];
        while left > 0 {
            let records = left.min(BLOCK);
            file.take(&mut bytes[..records * size])?;
            for record in bytes[..records * size].chunks(size) {
                let number = |at: usize| u64::from_le_bytes(record[at..at + 8].try_into().expect("eight bytes"));
                let read = |at: usize| W::from_halves([number(at), if word > 8 { number(at + 8) } else { 0 }]);
                let trunk = Packed { words: [read(0), read(word)] };
                layer.shards[shard_of(hash(trunk))].push(Trunk { trunk, tops: number(2 * word) });
            }
            left -= records;
        }
        file.finish()?;
        Ok(layer)
    }
}

/// Some shards of the next layer while they grow.
pub struct Growing<W> {
    shards: Range<usize>,
    tables: Vec<Mutex<HashTable<Trunk<W>>>>,
    taken: AtomicU64,
    memory: Memory,
}

/// Options by their shard, so that a lock is taken once for many.
struct Found<W> {
    shards: Vec<Vec<(u64, Trunk<W>)>>,
    held: usize,
}

impl<W: Word> Growing<W> {
    /// No towers yet.
    pub fn new(shards: Range<usize>, memory: Memory) -> Self {
        let tables = shards.clone().map(|_| Mutex::new(HashTable::new())).collect();
        Growing { shards, tables, taken: AtomicU64::new(0), memory }
    }

    /// Adds all options of a layer, or of a part of it, that are in these shards.
    ///
    /// # Errors
    /// More memory than allowed.
    pub fn grow(&self, layer: &Layer<W>, stage: &Stage, watch: &dyn Watch) -> Result<()> {
        self.taken.fetch_add(layer.bytes(), Ordering::Relaxed);
        // A part of a small layer is many shards, so that what is collected for each next shard is worth a lock.
        let parts = (layer.len() / PART).clamp(1, SHARDS as u64) as usize;
        layer.shards.par_chunks(SHARDS.div_ceil(parts)).try_for_each(|shards| {
            let mut found = Found { shards: vec![Vec::new(); self.shards.len()], held: 0 };
            for trunks in shards.iter().flat_map(|shard| shard.chunks(BLOCK)) {
                for trunk in trunks {
                    stage.moves(*trunk, |way| self.push(&mut found, stage.option(&way)));
                    if found.held >= COLLECTED {
                        self.take(&mut found)?;
                    }
                }
                watch.advance(trunks.iter().map(|trunk| stage.counted(trunk)).sum());
            }
            self.take(&mut found)
        })?;
        self.taken.fetch_sub(layer.bytes(), Ordering::Relaxed);
        Ok(())
    }

    /// The shards in their order.
    pub fn finish(self) -> Layer<W> {
        let sorted = |table: Mutex<HashTable<Trunk<W>>>| {
            let table = table.into_inner().expect("no thread panics while it adds");
            let mut trunks: Vec<_> = table.into_iter().map(|found| (hash(found.trunk), found)).collect();
            trunks.sort_unstable();
            trunks.into_iter().map(|(_, found)| found).collect()
        };
        let grown: Vec<_> = self.tables.into_par_iter().map(sorted).collect();
        let mut layer = Layer::none();
        for (index, shard) in self.shards.zip(grown) {
            layer.shards[index] = shard;
        }
        layer
    }

    /// Adds one option.
    ///
    /// # Errors
    /// More memory than allowed.
    #[cfg(feature = "cluster")]
    pub fn insert(&self, option: Trunk<W>) -> Result<()> {
        let hashed = hash(option.trunk);
        self.add(&self.tables[shard_of(hashed) - self.shards.start], &[(hashed, option)])
    }

    fn push(&self, found: &mut Found<W>, option: Trunk<W>) {
        let hash = hash(option.trunk);
        let shard = shard_of(hash);
        if self.shards.contains(&shard) {
            found.shards[shard - self.shards.start].push((hash, option));
            found.held += 1;
        }
    }

    /// Puts what was collected into the tables.
    fn take(&self, found: &mut Found<W>) -> Result<()> {
        for (table, trunks) in self.tables.iter().zip(&mut found.shards) {
            if !trunks.is_empty() {
                self.add(table, trunks)?;
                trunks.clear();
            }
        }
        found.held = 0;
        Ok(())
    }

    fn add(&self, table: &Mutex<HashTable<Trunk<W>>>, trunks: &[(u64, Trunk<W>)]) -> Result<()> {
        let mut table = table.lock().expect("no thread panics while it adds");
        for &(hashed, option) in trunks {
            if table.len() == table.capacity() {
                self.enlarge(&mut table)?;
            }
            let entry = table.entry(hashed, |known| known.trunk == option.trunk, |known| hash(known.trunk));
            entry.or_insert(option).into_mut().tops |= option.tops;
        }
        Ok(())
    }

    /// Makes a table twice as large, if there is memory for the old and the new one together, and in the end for a list
    /// beside each table.
    fn enlarge(&self, table: &mut HashTable<Trunk<W>>) -> Result<()> {
        let old = table.allocation_size() as u64;
        let asked = 4 * old + 16 * size_of::<Trunk<W>>() as u64;
        let taken = self.taken.fetch_add(asked, Ordering::Relaxed) + asked;
        self.memory.ask(u128::from(taken), "the towers of two plies")?;
        table.reserve(table.len() + 1, |known| hash(known.trunk));
        self.taken.fetch_sub(asked, Ordering::Relaxed);
        self.taken.fetch_add(2 * (table.allocation_size() as u64 - old), Ordering::Relaxed);
        Ok(())
    }
}
