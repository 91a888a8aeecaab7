//! The Grundy values of one ply, and the step backward from the values of the next ply.
use super::layers::{Layer, SHARD_BITS, SHARDS, hash, shard_of};
use super::pack::{Packed, Word};
use super::tops::{Tops, each};
use super::trunks::{Move, Stage, Trunk};
use crate::error::Result;
use crate::solve::Memory;
use crate::solve::store::Store;
use rayon::prelude::*;

/// What the towers of one ply have come to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Values {
    /// The Grundy values in the order of the layer, those of a trunk by the tops from the least, one list a shard.
    pub grundy: Vec<Vec<u8>>,
    /// The number of moves, each block with each slot.
    pub edges: u64,
    /// How many towers have no move.
    pub terminals: u64,
    /// How many towers have each Grundy value.
    pub histogram: [u64; 256],
}

impl Values {
    /// The values of a layer without towers.
    pub fn none() -> Self {
        Values { grundy: vec![Vec::new(); SHARDS], edges: 0, terminals: 0, histogram: [0; 256] }
    }

    /// Adds the counts of other values.
    pub fn count(&mut self, more: &Values) {
        self.edges += more.edges;
        self.terminals += more.terminals;
        self.histogram.iter_mut().zip(more.histogram).for_each(|(all, more)| *all += more);
    }

    /// Writes the values.
    ///
    /// # Errors
    /// What the system says.
    pub fn write(&self, store: &Store, name: &str) -> Result<()> {
        let count = self.grundy.iter().map(|shard| shard.len() as u64).sum();
        let mut out = store.write(name, [count, self.edges, self.terminals])?;
        self.grundy.iter().try_for_each(|shard| out.put(shard))?;
        self.histogram.iter().try_for_each(|count| out.put(&count.to_le_bytes()))?;
        out.finish()
    }

    /// Reads the values of a layer; without one, all in one list.
    ///
    /// # Errors
    /// What the system says, a damaged file, or more memory than allowed.
    pub fn read<W: Word>(store: &Store, name: &str, layer: Option<&Layer<W>>, memory: Memory) -> Result<Self> {
        let mut file = store.read(name)?;
        let [count, edges, terminals] = file.head;
        memory.ask(u128::from(count), "the values of one ply")?;
        let whole = vec![count as usize];
        let towers = |shard: &Vec<Trunk<W>>| shard.iter().map(|trunk| trunk.tops.count_ones() as usize).sum();
        let sizes = layer.map_or(whole, |layer| layer.shards.iter().map(towers).collect());
        let mut grundy = Vec::new();
        for size in sizes {
            let mut shard = vec![0; size];
            file.take(&mut shard)?;
            grundy.push(shard);
        }
        let mut histogram = [0; 256];
        for count in &mut histogram {
            let mut bytes = [0; 8];
            file.take(&mut bytes)?;
            *count = u64::from_le_bytes(bytes);
        }
        file.finish()?;
        Ok(Values { grundy, edges, terminals, histogram })
    }
}

/// A layer with its values, or a part of one, ready to be asked.
pub struct Valued<W> {
    shards: Vec<Shard<W>>,
}

struct Shard<W> {
    /// The trunks, and where their values begin.
    trunks: Vec<(Trunk<W>, u32)>,
    values: Vec<u8>,
    /// Where the trunks with each beginning of the rest of the hash stand.
    begins: Vec<u32>,
    bits: u32,
}

impl<W: Word> Shard<W> {
    fn new((trunks, values): (Vec<Trunk<W>>, Vec<u8>)) -> Self {
        let bits = (trunks.len() + 1).ilog2() + 1;
        let mut begins = vec![0u32; (1 << bits) + 1];
        let mut start = 0;
        let placed = trunks.into_iter().map(|found| {
            begins[Self::bucket(hash(found.trunk), bits) + 1] += 1;
            start += found.tops.count_ones();
            (found, start - found.tops.count_ones())
        });
        let trunks = placed.collect();
        for index in 1..begins.len() {
            begins[index] += begins[index - 1];
        }
        Shard { trunks, values, begins, bits }
    }

    fn bucket(hash: u64, bits: u32) -> usize {
        ((hash << SHARD_BITS) >> 1 >> (63 - bits)) as usize
    }

    /// The tops of a trunk, and where their values begin.
    #[inline]
    fn found(&self, begin: u32, trunk: Packed<W>) -> (u64, u32) {
        let found = self.trunks[begin as usize..].iter().find(|known| known.0.trunk == trunk);
        let &(Trunk { tops, .. }, start) = found.expect("an option is in the next layer");
        (tops, start)
    }
}

/// Trunks whose moves are made before their options are looked up: so many, that the processor can wait for all the
/// places in memory at once, and few enough to be near to it.
const TOGETHER: usize = 32;

/// A move whose option is looked up, step by step.
struct Query<W> {
    /// The number of the trunk among those that are looked up together.
    from: usize,
    way: Move<W>,
    hashed: u64,
    /// From where on the trunk is to be found.
    begin: u32,
    /// Where its values begin, and the first one.
    start: u32,
    first: u8,
    tops: u64,
}

/// The sets of values met by the options of the towers of a shard.
pub struct Seen<const N: usize> {
    sets: Vec<[u64; N]>,
    edges: u64,
}

impl<const N: usize> Seen<N> {
    /// The bytes that the sets take.
    pub fn bytes<W>(shards: &[Vec<Trunk<W>>]) -> u64 {
        let towers = shards.iter().flatten().map(|trunk| u64::from(trunk.tops.count_ones()));
        towers.sum::<u64>() * size_of::<[u64; N]>() as u64
    }

    /// Nothing is met yet.
    pub fn new<W>(trunks: &[Trunk<W>]) -> Self {
        let towers = trunks.iter().map(|trunk| trunk.tops.count_ones() as usize).sum();
        Seen { sets: vec![[0; N]; towers], edges: 0 }
    }
}

#[cfg(feature = "cluster")]
impl<const N: usize> Seen<N> {
    /// Adds what one option of the tops of a trunk comes to: the sets of the trunk begin at `place`, and the option has
    /// these tops with these values.
    pub fn meet<W: Word>(
        &mut self,
        stage: &Stage,
        place: usize,
        from: &Trunk<W>,
        way: &Move<W>,
        (tops, values): (u64, &[u8]),
    ) {
        let (mut met, mut options) = ([[0; N]; 64], [[0; N]; 64]);
        single(&mut options, stage, way, tops, values.iter());
        self.edges += join(&mut met, &options, stage.tops(), way, stage.counted_tops(from.trunk));
        let mut sets = self.sets[place..].iter_mut();
        each(from.tops, |top| {
            let set = sets.next().expect("one for each top");
            for word in 0..N {
                set[word] |= met[top as usize][word];
            }
        });
    }
}

impl<W: Word> Valued<W> {
    /// The tops of a trunk of the layer, and values that begin with those of its towers.
    #[cfg(feature = "cluster")]
    pub fn find_one(&self, trunk: Packed<W>) -> (u64, &[u8]) {
        let hashed = hash(trunk);
        let shard = &self.shards[shard_of(hashed)];
        let (tops, start) = shard.found(shard.begins[Shard::<W>::bucket(hashed, shard.bits)], trunk);
        (tops, &shard.values[start as usize..])
    }

    /// A layer with its values.
    pub fn new(layer: Layer<W>, values: Values) -> Self {
        let pairs: Vec<_> = layer.shards.into_iter().zip(values.grundy).collect();
        Valued { shards: pairs.into_par_iter().map(Shard::new).collect() }
    }

    /// The bytes that a layer of so many trunks takes with so many values.
    pub fn size(trunks: u64, values: u64) -> u64 {
        trunks * (size_of::<(Trunk<W>, u32)>() as u64 + 16) + values
    }

    /// The bytes that it takes.
    pub fn bytes(&self) -> u64 {
        let count = |of: fn(&Shard<W>) -> usize| self.shards.iter().map(|shard| of(shard) as u64).sum();
        Self::size(count(|shard| shard.trunks.len()), count(|shard| shard.values.len()))
    }

    /// Adds what the options in this layer come to, for each tower of some shards of the layer before.
    pub fn add_all<const N: usize>(&self, stage: &Stage, shards: &[Vec<Trunk<W>>], seen: &mut [Seen<N>]) {
        shards.par_iter().zip(seen).for_each(|(trunks, seen)| self.add(stage, trunks, seen));
    }

    fn add<const N: usize>(&self, stage: &Stage, trunks: &[Trunk<W>], seen: &mut Seen<N>) {
        if trunks.is_empty() {
            return;
        }
        let mut sets = seen.sets.iter_mut();
        let mut met = vec![[[0; N]; 64]; TOGETHER.min(trunks.len())];
        let mut options = [[0; N]; 64];
        let mut queries = Vec::new();
        for trunks in trunks.chunks(TOGETHER) {
            for (from, &trunk) in trunks.iter().enumerate() {
                stage.moves(trunk, |way| {
                    let hashed = hash(way.trunk);
                    if !self.shards[shard_of(hashed)].trunks.is_empty() {
                        queries.push(Query { from, way, hashed, begin: 0, start: 0, first: 0, tops: 0 });
                    }
                });
            }
            self.find(&mut queries);
            for query in queries.drain(..) {
                let values = &self.shards[shard_of(query.hashed)].values[query.start as usize + 1..];
                let values = std::iter::once(&query.first).chain(values);
                single(&mut options, stage, &query.way, query.tops, values);
                let counted = stage.counted_tops(trunks[query.from].trunk);
                seen.edges += join(&mut met[query.from], &options, stage.tops(), &query.way, counted);
            }
            for (trunk, met) in trunks.iter().zip(&mut met) {
                each(trunk.tops, |top| {
                    let set = sets.next().expect("one for each top");
                    let met = std::mem::replace(&mut met[top as usize], [0; N]);
                    for word in 0..N {
                        set[word] |= met[word];
                    }
                });
            }
        }
    }

    /// Looks up all queries. In no loop does one round wait for what another one reads.
    fn find(&self, queries: &mut [Query<W>]) {
        for query in &mut *queries {
            let shard = &self.shards[shard_of(query.hashed)];
            query.begin = shard.begins[Shard::<W>::bucket(query.hashed, shard.bits)];
        }
        for query in &mut *queries {
            let shard = &self.shards[shard_of(query.hashed)];
            (query.tops, query.start) = shard.found(query.begin, query.way.trunk);
        }
        for query in queries {
            query.first = self.shards[shard_of(query.hashed)].values[query.start as usize];
        }
    }
}

/// Puts the value of each top of an option, as a set of one, where the top was before its trunk was turned.
#[inline]
fn single<'a, W: Word, const N: usize>(
    options: &mut [[u64; N]; 64],
    stage: &Stage,
    way: &Move<W>,
    tops: u64,
    mut values: impl Iterator<Item = &'a u8>,
) {
    each(tops, |top| {
        let &value = values.next().expect("one for each top");
        let set = &mut options[stage.before(way, top) as usize];
        *set = [0; N];
        set[usize::from(value >> 6)] = 1 << (value & 63);
    });
}

/// Adds the values of an option to the tops that come to it; the number of moves from those that are counted.
#[inline]
fn join<W: Word, const N: usize>(
    met: &mut [[u64; N]; 64],
    options: &[[u64; N]; 64],
    tops: &Tops,
    way: &Move<W>,
    counted: u64,
) -> u64 {
    let mut joined = |from: u64, more: u32| {
        each(from, |top| {
            for word in 0..N {
                met[top as usize][word] |= options[(top + more) as usize][word];
            }
        });
        u64::from((from & counted).count_ones())
    };
    if !way.middle {
        return joined(way.hand & way.after, 0);
    }
    (0..tops.slots).map(|slot| joined(Tops::fitting(way.hand, slot, way.after), 1 << slot)).sum()
}

/// How many shards of a layer there is memory to value together, beside a layer with its values of so many known bytes.
///
/// # Errors
/// More memory than allowed for a single one.
pub fn together<W: Word, const N: usize>(layer: &Layer<W>, known: u64, memory: Memory) -> Result<usize> {
    let sets = layer.shards.chunks(1).map(Seen::<N>::bytes).max().unwrap_or(0).max(1);
    let values = Seen::<N>::bytes(&layer.shards) / size_of::<[u64; N]>() as u64;
    let beside = layer.bytes() + values + known;
    memory.ask(u128::from(beside + sets), "the towers and values of two plies")?;
    Ok(((memory.0 - beside) / sets).clamp(1, SHARDS as u64) as usize)
}

/// The values of towers whose options are all met.
pub fn valued<W: Word, const N: usize>(stage: &Stage, layer: &[Vec<Trunk<W>>], seen: Vec<Seen<N>>, all: &mut Values) {
    let values = |(trunks, seen): (&Vec<Trunk<W>>, Seen<N>)| {
        let mut values = Values { grundy: Vec::new(), edges: seen.edges, terminals: 0, histogram: [0; 256] };
        let mut grundy = Vec::with_capacity(seen.sets.len());
        let mut sets = seen.sets.into_iter();
        for &Trunk { trunk, tops } in trunks {
            let counted = stage.counted_tops(trunk);
            each(tops, |top| {
                let set = sets.next().expect("one for each top");
                let value = mex(set);
                grundy.push(value);
                let counts = counted >> top & 1;
                values.histogram[usize::from(value)] += counts;
                values.terminals += if set == [0; N] { counts } else { 0 };
            });
        }
        values.grundy.push(grundy);
        values
    };
    let done: Vec<Values> = layer.par_iter().zip(seen).map(values).collect();
    for shard in done {
        all.count(&shard);
        all.grundy.extend(shard.grundy);
    }
}

/// The least number that is not in a set of numbers below `64 N - 1`.
pub fn mex<const N: usize>(seen: [u64; N]) -> u8 {
    let word = seen.iter().position(|&word| word != u64::MAX).expect("no value is above the number of moves left");
    (64 * word as u32 + seen[word].trailing_ones()) as u8
}
