//! The towers of one ply, and the two steps between plies: forward to all options, backward to Grundy values.
//!
//! Towers are kept in 256 shards by the top bits of a hash, and in a shard in the order of the hash (equal hashes in the
//! order of the words). So a layer is one list in the order of the hash, whatever the number of threads, and a tower is
//! found by the next bits of its hash. Whole towers are compared: equal hashes merge nothing.
use super::pack::{Packed, Packing, Word};
use crate::error::Result;
use crate::solve::store::Store;
use crate::solve::{Memory, Watch};
use hashbrown::HashTable;
use rayon::prelude::*;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// Into how many parts a layer falls, as a power of two.
const SHARD_BITS: u32 = 8;
const SHARDS: usize = 1 << SHARD_BITS;
/// Records read or written at a time.
const BLOCK: usize = 1 << 14;
/// The least towers that are worth a task of their own.
const PART: u64 = 1 << 10;
/// The options that a task collects before it puts them into the next layer.
const COLLECTED: usize = 1 << 16;

/// A hash with all bits good: both words are multiplied into 128 bits and folded, twice.
fn hash<W: Word>(tower: Packed<W>) -> u64 {
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

fn shard_of(hash: u64) -> usize {
    (hash >> (64 - SHARD_BITS)) as usize
}

/// All towers of one ply.
pub struct Layer<W> {
    shards: Vec<Vec<Packed<W>>>,
}

impl<W: Word> Layer<W> {
    /// The layer of one tower.
    pub fn start(tower: Packed<W>) -> Self {
        let mut shards = vec![Vec::new(); SHARDS];
        shards[shard_of(hash(tower))].push(tower);
        Layer { shards }
    }

    /// How many towers there are.
    pub fn len(&self) -> u64 {
        self.shards.iter().map(|shard| shard.len() as u64).sum()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The bytes that it takes.
    pub fn bytes(&self) -> u64 {
        self.len() * size_of::<Packed<W>>() as u64
    }

    /// The towers in their order.
    pub fn towers(&self) -> impl Iterator<Item = Packed<W>> + '_ {
        self.shards.iter().flatten().copied()
    }

    /// All towers one move on.
    ///
    /// # Errors
    /// More memory than allowed.
    pub fn options(&self, packing: &Packing, watch: &dyn Watch, memory: Memory) -> Result<Self> {
        let tables = (0..SHARDS).map(|_| Mutex::new(HashTable::new())).collect();
        let next = Growing { tables, taken: AtomicU64::new(self.bytes()), memory };
        // A part of a small layer is many shards, so that what is collected for each next shard is worth a lock.
        let parts = (self.len() / PART).clamp(1, SHARDS as u64) as usize;
        self.shards.par_chunks(SHARDS.div_ceil(parts)).try_for_each(|shards| {
            let mut found = Found { shards: vec![Vec::new(); SHARDS], held: 0 };
            for towers in shards.iter().flat_map(|shard| shard.chunks(BLOCK)) {
                for &tower in towers {
                    packing.canonical_options(tower, |option| found.push(option));
                    if found.held >= COLLECTED {
                        next.take(&mut found)?;
                    }
                }
                watch.advance(towers.len() as u64);
            }
            next.take(&mut found)
        })?;
        let sorted = |table: Mutex<HashTable<Packed<W>>>| {
            let table = table.into_inner().expect("no thread panics while it adds");
            let mut towers: Vec<(u64, Packed<W>)> = table.into_iter().map(|tower| (hash(tower), tower)).collect();
            towers.sort_unstable();
            towers.into_iter().map(|(_, tower)| tower).collect()
        };
        Ok(Layer { shards: next.tables.into_par_iter().map(sorted).collect() })
    }

    /// Writes the layer.
    ///
    /// # Errors
    /// What the system says.
    pub fn write(&self, store: &Store, name: &str) -> Result<()> {
        let mut out = store.write(name, [self.len(), 0, 0])?;
        let mut bytes = Vec::with_capacity(BLOCK * size_of::<Packed<W>>());
        for tower in self.shards.iter().flat_map(|shard| shard.chunks(BLOCK)) {
            bytes.clear();
            for word in tower.iter().flat_map(|tower| tower.words) {
                let [low, high] = word.halves();
                bytes.extend(low.to_le_bytes());
                if W::BITS > 64 {
                    bytes.extend(high.to_le_bytes());
                }
            }
            out.put(&bytes)?;
        }
        out.finish()
    }

    /// Reads a layer.
    ///
    /// # Errors
    /// What the system says, a damaged file, or more memory than allowed.
    pub fn read(store: &Store, name: &str, memory: Memory) -> Result<Self> {
        let mut file = store.read(name)?;
        let (count, size) = (file.head[0], size_of::<Packed<W>>());
        memory.ask(u128::from(count) * size as u128, "the towers of one ply")?;
        let mut shards = vec![Vec::new(); SHARDS];
        let mut left = count as usize;
        let mut bytes = vec![0; BLOCK * size];
        while left > 0 {
            let records = left.min(BLOCK);
            file.take(&mut bytes[..records * size])?;
            for record in bytes[..records * size].chunks(size) {
                let number = |at: usize| u64::from_le_bytes(record[at..at + 8].try_into().expect("eight bytes"));
                let word = |at: usize| W::from_halves([number(at), if size > 16 { number(at + 8) } else { 0 }]);
                let tower = Packed { words: [word(0), word(size / 2)] };
                shards[shard_of(hash(tower))].push(tower);
            }
            left -= records;
        }
        file.finish()?;
        Ok(Layer { shards })
    }
}

/// The next layer while it grows.
struct Growing<W> {
    tables: Vec<Mutex<HashTable<Packed<W>>>>,
    taken: AtomicU64,
    memory: Memory,
}

/// Options by their shard, so that a lock is taken once for many.
struct Found<W> {
    shards: Vec<Vec<(u64, Packed<W>)>>,
    held: usize,
}

impl<W: Word> Found<W> {
    fn push(&mut self, option: Packed<W>) {
        let hash = hash(option);
        self.shards[shard_of(hash)].push((hash, option));
        self.held += 1;
    }
}

impl<W: Word> Growing<W> {
    /// Puts what was collected into the tables.
    fn take(&self, found: &mut Found<W>) -> Result<()> {
        for (index, towers) in found.shards.iter_mut().enumerate() {
            self.add(index, towers)?;
            towers.clear();
        }
        found.held = 0;
        Ok(())
    }

    fn add(&self, shard: usize, towers: &[(u64, Packed<W>)]) -> Result<()> {
        if towers.is_empty() {
            return Ok(());
        }
        let mut table = self.tables[shard].lock().expect("no thread panics while it adds");
        for &(hashed, tower) in towers {
            if table.len() == table.capacity() {
                self.grow(&mut table)?;
            }
            let entry = table.entry(hashed, |known| *known == tower, |&known| hash(known));
            entry.or_insert(tower);
        }
        Ok(())
    }

    /// Makes a table twice as large, if there is memory for the old and the new one together.
    fn grow(&self, table: &mut HashTable<Packed<W>>) -> Result<()> {
        let old = table.allocation_size() as u64;
        let asked = 2 * old + 16 * size_of::<Packed<W>>() as u64;
        let taken = self.taken.fetch_add(asked, Ordering::Relaxed) + asked;
        self.memory.ask(u128::from(taken), "the towers of two plies")?;
        table.reserve(table.len() + 1, |&known| hash(known));
        self.taken.fetch_sub(asked, Ordering::Relaxed);
        self.taken.fetch_add(table.allocation_size() as u64 - old, Ordering::Relaxed);
        Ok(())
    }
}

/// What the towers of one ply have come to, in the order of the layer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Values {
    /// The Grundy values, one list for each shard.
    pub grundy: Vec<Vec<u8>>,
    /// The number of moves, each block with each slot.
    pub edges: u64,
    /// The number of towers without a move.
    pub terminals: u64,
}

impl Values {
    /// The values of a layer without towers.
    pub fn none() -> Self {
        Values { grundy: vec![Vec::new(); SHARDS], edges: 0, terminals: 0 }
    }

    /// How many towers have each Grundy value.
    pub fn histogram(&self) -> Vec<u64> {
        let mut counts = Vec::new();
        for &value in self.grundy.iter().flatten() {
            if counts.len() <= usize::from(value) {
                counts.resize(usize::from(value) + 1, 0);
            }
            counts[usize::from(value)] += 1;
        }
        counts
    }

    /// Writes the values.
    ///
    /// # Errors
    /// What the system says.
    pub fn write(&self, store: &Store, name: &str) -> Result<()> {
        let count = self.grundy.iter().map(|shard| shard.len() as u64).sum();
        let mut out = store.write(name, [count, self.edges, self.terminals])?;
        self.grundy.iter().try_for_each(|shard| out.put(shard))?;
        out.finish()
    }

    /// Reads the values of a layer; without one, all in one list.
    ///
    /// # Errors
    /// What the system says, a damaged file, or more memory than allowed.
    pub fn read<W>(store: &Store, name: &str, layer: Option<&Layer<W>>, memory: Memory) -> Result<Self> {
        let mut file = store.read(name)?;
        let [count, edges, terminals] = file.head;
        memory.ask(u128::from(count), "the values of one ply")?;
        let whole = vec![count as usize];
        let sizes = layer.map_or(whole, |layer| layer.shards.iter().map(Vec::len).collect());
        let mut grundy = Vec::new();
        for size in sizes {
            let mut shard = vec![0; size];
            file.take(&mut shard)?;
            grundy.push(shard);
        }
        file.finish()?;
        Ok(Values { grundy, edges, terminals })
    }
}

/// A layer with its values, ready to be asked.
pub struct ValuedLayer<W> {
    shards: Vec<Shard<W>>,
}

struct Shard<W> {
    towers: Vec<Packed<W>>,
    values: Vec<u8>,
    /// Where the towers with each beginning of the rest of the hash stand.
    begins: Vec<u32>,
    bits: u32,
}

impl<W: Word> Shard<W> {
    fn new(towers: Vec<Packed<W>>, values: Vec<u8>) -> Self {
        let bits = (towers.len() / 4 + 1).ilog2();
        let mut begins = vec![0u32; (1 << bits) + 1];
        for &tower in &towers {
            begins[Self::bucket(hash(tower), bits) + 1] += 1;
        }
        for index in 1..begins.len() {
            begins[index] += begins[index - 1];
        }
        Shard { towers, values, begins, bits }
    }

    fn bucket(hash: u64, bits: u32) -> usize {
        ((hash << SHARD_BITS) >> 1 >> (63 - bits)) as usize
    }

    fn value(&self, hashed: u64, tower: Packed<W>) -> u8 {
        let bucket = Self::bucket(hashed, self.bits);
        let (begin, end) = (self.begins[bucket] as usize, self.begins[bucket + 1] as usize);
        let place = self.towers[begin..end].iter().position(|&known| known == tower);
        self.values[begin + place.expect("an option is in the next layer")]
    }
}

impl<W: Word> ValuedLayer<W> {
    /// A layer with its values.
    ///
    /// # Errors
    /// More memory than allowed for this and `beside` bytes more.
    pub fn new(layer: Layer<W>, values: Values, beside: u64, memory: Memory) -> Result<Self> {
        let bytes = u128::from(layer.bytes()) + u128::from(beside) + 3 * u128::from(layer.len());
        memory.ask(bytes, "the towers and values of two plies")?;
        let pairs: Vec<_> = layer.shards.into_iter().zip(values.grundy).collect();
        Ok(ValuedLayer { shards: pairs.into_par_iter().map(|(towers, values)| Shard::new(towers, values)).collect() })
    }

    /// The value of a tower of the layer.
    fn value(&self, tower: Packed<W>) -> u8 {
        let hash = hash(tower);
        self.shards[shard_of(hash)].value(hash, tower)
    }

    /// The values of the layer before this one.
    pub fn before(&self, layer: &Layer<W>, packing: &Packing, watch: &dyn Watch) -> Values {
        let shard = |towers: &Vec<Packed<W>>| {
            let (mut edges, mut terminals) = (0, 0);
            let value = |&tower: &Packed<W>| {
                let (mut seen, mut moves) = ([0u64; 4], 0);
                packing.canonical_options(tower, |option| {
                    let value = self.value(option);
                    seen[usize::from(value >> 6)] |= 1 << (value & 63);
                    moves += 1;
                });
                edges += moves;
                terminals += u64::from(moves == 0);
                mex(seen)
            };
            let values: Vec<u8> = towers.iter().map(value).collect();
            watch.advance(towers.len() as u64);
            (values, edges, terminals)
        };
        let done: Vec<_> = layer.shards.par_iter().map(shard).collect();
        let mut all = Values { grundy: Vec::new(), edges: 0, terminals: 0 };
        for (values, edges, terminals) in done {
            all.grundy.push(values);
            all.edges += edges;
            all.terminals += terminals;
        }
        all
    }
}

/// The least number that is not in a set of numbers below 255.
pub(super) fn mex(seen: [u64; 4]) -> u8 {
    let word = seen.iter().position(|&word| word != u64::MAX).expect("no value is above the number of moves left");
    (64 * word as u32 + seen[word].trailing_ones()) as u8
}
