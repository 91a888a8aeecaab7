//! All towers that arise from a start, up to mirror, counted ply by ply with their Grundy values.
//!
//! The number of moves made can be read off a tower ([`Packing::ply`]), so the game is a graph in layers: forward from
//! the start every layer is found from the one before, backward from the last one every layer is valued by the one after.
//! At most two layers are in memory; but for a small enumeration every layer and its values are written to a file as soon
//! as they are done, and a run that resumes goes on after the last file. A layer that is too large for the memory
//! allowed is found, written and valued in parts: ranges of the hash, each a file of its own, for each of which one goes
//! through the layer before or after part by part.
use super::layers::{Growing, Layer, SHARDS, owner};
use super::lift::Rules;
use super::pack::{Packed, Packing, Word};
use super::tops::each;
use super::trunks::Stage;
use super::values::{Seen, Valued, Values, together, valued};
use crate::error::{Error, Result};
use crate::solve::store::Store;
use crate::solve::{Memory, Watch};
use serde::{Deserialize, Serialize};

/// The bytes of an enumeration that is done before a file is worth its while.
const PATIENCE: usize = 1 << 19;

/// What one ply came to. Towers are counted up to mirror in each axis.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ply {
    /// The towers.
    pub positions: u64,
    /// The moves from them, each block with each slot.
    pub edges: u64,
    /// The towers without a move.
    pub terminals: u64,
    /// How many of them have the Grundy value 0, 1, 2, ...
    pub histogram: Vec<u64>,
}

impl Ply {
    fn of(values: &Values) -> Self {
        let most = values.histogram.iter().rposition(|&count| count > 0);
        Ply {
            positions: values.histogram.iter().sum(),
            edges: values.edges,
            terminals: values.terminals,
            histogram: values.histogram[..most.map_or(0, |most| most + 1)].to_vec(),
        }
    }
}

/// An enumeration that is complete, with its files.
pub struct Enumeration<W> {
    packing: Packing,
    store: Store,
    /// Of each ply that is written, and of the empty one after the last: its parts, and its towers.
    heads: Vec<(usize, u64)>,
    /// The plies, the start first.
    pub plies: Vec<Ply>,
    word: std::marker::PhantomData<W>,
}

/// The totals of an enumeration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Totals {
    /// The towers.
    pub positions: u64,
    /// The moves.
    pub edges: u64,
    /// The towers without a move.
    pub terminals: u64,
    /// The moves of the longest play.
    pub max_ply: usize,
    /// The Grundy value of the start.
    pub grundy: usize,
}

impl Totals {
    /// The totals of all plies.
    pub fn of(plies: &[Ply]) -> Self {
        let sum = |of: fn(&Ply) -> u64| plies.iter().map(of).sum();
        let grundy = plies[0].histogram.len() - 1;
        Totals {
            positions: sum(|ply| ply.positions),
            edges: sum(|ply| ply.edges),
            terminals: sum(|ply| ply.terminals),
            max_ply: plies.len() - 1,
            grundy,
        }
    }

    /// Who wins from the start.
    pub fn winner(&self) -> &'static str {
        if self.grundy == 0 { "second" } else { "first" }
    }
}

/// The file of the towers of a part of a ply.
pub(super) fn towers_file(ply: usize, part: usize) -> String {
    format!("{ply:04}-{part:03}.towers")
}

/// The file of the values of a part of a ply, one of so many. Another division has other files.
pub(super) fn values_file(ply: usize, part: usize, parts: usize) -> String {
    format!("{ply:04}-{part:03}-of-{parts:03}.values")
}

/// What an enumeration is called in files and in messages.
pub fn label(rules: Rules, levels: usize) -> String {
    let semi = if rules.semi_stable { "-semi-stable" } else { "" };
    format!("k{}-n{levels}-{}{semi}", rules.slots, rules.rule.word())
}

/// The plies from `levels` full levels, as an interrupted run left them or anew. The files of an enumeration go when it
/// is complete; its plies are saved.
///
/// # Errors
/// A start that is out of range, more memory than allowed, what the system says.
pub fn plies(rules: Rules, levels: usize, watch: &dyn Watch, memory: Memory) -> Result<Vec<Ply>> {
    let label = label(rules, levels);
    if let Some(plies) = watch.saved(&label).and_then(|text| serde_json::from_str(&text).ok()) {
        return Ok(plies);
    }
    let narrow = rules.check()?.highest(levels.max(1)) <= Packing::room::<u64>(rules);
    let (plies, store) = if narrow {
        let done = Enumeration::<u64>::new(rules, levels, watch, memory)?;
        (done.plies, done.store)
    } else {
        let done = Enumeration::<u128>::new(rules, levels, watch, memory)?;
        (done.plies, done.store)
    };
    let text = serde_json::to_string(&plies).expect("plies are plain data");
    watch.save(&label, &text)?;
    store.forget()?;
    Ok(plies)
}

impl<W: Word> Enumeration<W> {
    /// Enumerates the towers from `levels` full levels.
    ///
    /// # Errors
    /// A start that is out of range, more memory than allowed, what the system says.
    pub fn new(rules: Rules, levels: usize, watch: &dyn Watch, memory: Memory) -> Result<Self> {
        let store = Store::open(watch.folder().as_deref(), &label(rules, levels))?.patient(PATIENCE);
        Self::kept(store, rules, levels, watch, memory)
    }

    /// The same with its files in a store.
    fn kept(store: Store, rules: Rules, levels: usize, watch: &dyn Watch, memory: Memory) -> Result<Self> {
        let packing = Packing::new::<W>(rules, levels)?;
        let longest = rules.slots as usize * (rules.highest(levels) - levels.min(rules.highest(levels)));
        // A Grundy value is at most the number of moves left, and it is kept in a byte.
        if longest > 254 {
            let right = "a start from which no play is longer than 254 moves";
            return Err(Error::input("full levels", levels.to_string(), right));
        }
        let (heads, plies, word) = (Vec::new(), Vec::new(), std::marker::PhantomData);
        let mut enumeration = Enumeration { packing, store, heads, plies, word };
        let last = enumeration.forward(watch, memory, longest)?;
        enumeration.backward(last, watch, memory)?;
        Ok(enumeration)
    }

    /// The name of the enumeration in messages.
    fn label(&self) -> String {
        label(self.packing.rules, self.packing.levels)
    }

    /// Of a ply that is written: its parts, and its towers. The first part is written last. No hash is compared here; who
    /// reads the first part learns whether its head is what was written.
    fn head(&self, ply: usize) -> Result<(usize, u64)> {
        let parts = self.store.read(&towers_file(ply, 0))?.head[2].clamp(1, SHARDS as u64) as usize;
        let towers = |part| Ok(self.store.read(&towers_file(ply, part))?.head[1]);
        Ok((parts, (0..parts).map(towers).sum::<Result<u64>>()?))
    }

    fn read(&self, ply: usize, part: usize, memory: Memory) -> Result<Layer<W>> {
        Layer::read(&self.store, &towers_file(ply, part), memory)
    }

    fn stage(&self, ply: usize) -> Stage {
        Stage::new(self.packing, ply)
    }

    /// Finds every layer; the number of the last one that is not empty.
    fn forward(&mut self, watch: &dyn Watch, memory: Memory, longest: usize) -> Result<usize> {
        if !self.store.has(&towers_file(0, 0)) {
            let start = Layer::start(self.packing.canonical(self.packing.start::<W>()));
            start.write(&self.store, &towers_file(0, 0), &self.stage(0), 1)?;
        }
        let written = (0..).take_while(|&ply| self.store.has(&towers_file(ply, 0))).last();
        let mut ply = written.expect("the start is written");
        self.heads = (0..=ply).map(|ply| self.head(ply)).collect::<Result<_>>()?;
        let (mut parts, mut towers) = self.heads[ply];
        let mut layer = None;
        while towers > 0 {
            let phase = format!("{}: towers after {} moves, of {longest} at most", self.label(), ply + 1);
            loop {
                watch.begin(&phase, towers * parts as u64, "towers");
                match self.next(ply, layer.as_ref(), parts, watch, memory) {
                    Err(Error::Memory { .. }) if parts < SHARDS => parts *= 2,
                    done => {
                        layer = done?;
                        break;
                    }
                }
            }
            ply += 1;
            // What is in memory need not be read.
            let known = layer.as_ref().map(|layer| (1, layer.towers(&self.stage(ply))));
            self.heads.push(known.map_or_else(|| self.head(ply), Ok)?);
            towers = self.heads[ply].1;
        }
        Ok(ply - 1)
    }

    /// Finds the layer after a ply in so many parts, and returns it if it is one. The layer of the ply is in files, and
    /// perhaps in memory.
    fn next(
        &self,
        ply: usize,
        layer: Option<&Layer<W>>,
        parts: usize,
        watch: &dyn Watch,
        memory: Memory,
    ) -> Result<Option<Layer<W>>> {
        let (stage, next) = (self.stage(ply), self.stage(ply + 1));
        for part in (0..parts).rev() {
            let size = SHARDS / parts;
            let growing = Growing::new(part * size..(part + 1) * size, memory);
            match layer {
                Some(layer) => growing.grow(layer, &stage, watch)?,
                None => (0..self.heads[ply].0)
                    .try_for_each(|part| growing.grow(&self.read(ply, part, memory)?, &stage, watch))?,
            }
            let grown = growing.finish();
            grown.write(&self.store, &towers_file(ply + 1, part), &next, parts)?;
            if parts == 1 {
                return Ok(Some(grown));
            }
        }
        Ok(None)
    }

    /// Values every layer from the last one back to the start.
    fn backward(&mut self, last: usize, watch: &dyn Watch, memory: Memory) -> Result<()> {
        let heads = self.heads[..=last].to_vec();
        let towers = |plies: &[(usize, u64)]| plies.iter().map(|head| head.1).sum();
        watch.begin(&format!("{}: values, backward", self.label()), towers(&heads), "towers");
        let done = (0..=last).rev().take_while(|&ply| self.store.has(&values_file(ply, 0, heads[ply].0))).last();
        let done = done.unwrap_or(last + 1);
        watch.advance(towers(&heads[done..]));
        let (mut known, mut plies) = (None, vec![None; last + 1]);
        for ply in (0..done).rev() {
            // A Grundy value is at most the number of moves left.
            let valued = match last - ply < 64 {
                true => self.value::<1>(ply, heads[ply].0, known, watch, memory)?,
                false => self.value::<4>(ply, heads[ply].0, known, watch, memory)?,
            };
            known = valued.map(|(valued, came_to)| {
                plies[ply] = Some(came_to);
                valued
            });
        }
        drop(known);
        for (ply, came_to) in plies.into_iter().enumerate() {
            self.plies.push(came_to.map_or_else(|| self.came_to(ply, heads[ply].0, memory), Ok)?);
        }
        Ok(())
    }

    /// What a ply of so many parts came to, by the files of its values.
    fn came_to(&self, ply: usize, parts: usize, memory: Memory) -> Result<Ply> {
        let mut all = Values::none();
        for part in 0..parts {
            all.count(&Values::read::<W>(&self.store, &values_file(ply, part, parts), None, memory)?);
        }
        Ok(Ply::of(&all))
    }

    /// Values a ply of so many parts, and returns it with what it came to if it is one part. The values of the next ply are in files, and
    /// perhaps in memory.
    fn value<const N: usize>(
        &self,
        ply: usize,
        parts: usize,
        mut next: Option<Valued<W>>,
        watch: &dyn Watch,
        memory: Memory,
    ) -> Result<Option<(Valued<W>, Ply)>> {
        let stage = self.stage(ply);
        let next_parts = self.heads[ply + 1].0;
        if next.is_none() && next_parts == 1 {
            next = Some(self.known(ply + 1, 0, next_parts, memory)?);
        }
        for part in (0..parts).rev().filter(|&part| !self.store.has(&values_file(ply, part, parts))) {
            let layer = self.read(ply, part, memory)?;
            let beside = next.as_ref().map_or_else(|| self.largest(ply + 1), |next| Ok(next.bytes()))?;
            let together = self.together::<N>(&layer, next_parts, beside, memory)?;
            let mut values = Values { grundy: Vec::new(), ..Values::none() };
            for shards in layer.shards.chunks(together) {
                let mut seen: Vec<Seen<N>> = shards.iter().map(|trunks| Seen::new(trunks)).collect();
                for part in 0..next_parts {
                    let read;
                    let known = match &next {
                        Some(known) => known,
                        None => {
                            read = self.known(ply + 1, part, next_parts, memory)?;
                            &read
                        }
                    };
                    known.add_all(&stage, shards, &mut seen);
                }
                valued(&stage, shards, seen, &mut values);
                watch.advance(shards.iter().flatten().map(|trunk| stage.counted(trunk)).sum());
            }
            values.write(&self.store, &values_file(ply, part, parts))?;
            if parts == 1 {
                let came_to = Ply::of(&values);
                return Ok(Some((Valued::new(layer, values), came_to)));
            }
        }
        Ok(None)
    }

    /// How many shards of a layer are valued together, so that the parts of the next ply are read as seldom as can be. The
    /// largest part takes so many bytes.
    fn together<const N: usize>(&self, layer: &Layer<W>, parts: usize, largest: u64, memory: Memory) -> Result<usize> {
        // Sets for all towers at once are of use only if the next ply would have to be read again and again.
        let most = if parts == 1 { SHARDS / 8 } else { SHARDS };
        Ok(together::<W, N>(layer, largest, memory)?.min(most))
    }

    /// The bytes that the largest part of a ply takes with its values.
    fn largest(&self, ply: usize) -> Result<u64> {
        let parts = self.heads[ply].0;
        let count = |name: &str| Ok(if self.store.has(name) { self.store.read(name)?.head[0] } else { 0 });
        let bytes =
            |part| Ok(Valued::<W>::size(count(&towers_file(ply, part))?, count(&values_file(ply, part, parts))?));
        (0..parts).map(bytes).try_fold(0, |most, bytes: Result<u64>| Ok(most.max(bytes?)))
    }

    /// A part of a ply with its values. The layer after the last one has no towers and no file of values.
    fn known(&self, ply: usize, part: usize, parts: usize, memory: Memory) -> Result<Valued<W>> {
        let layer = self.read(ply, part, memory)?;
        let name = values_file(ply, part, parts);
        let values = match layer.len() {
            0 if !self.store.has(&name) => Values::none(),
            _ => Values::read(&self.store, &name, Some(&layer), memory)?,
        };
        Ok(Valued::new(layer, values))
    }

    /// The towers of a ply with their Grundy values.
    ///
    /// # Errors
    /// What the system says, or more memory than allowed.
    pub fn ply(&self, ply: usize, memory: Memory) -> Result<Vec<(Packed<W>, u8)>> {
        let stage = self.stage(ply);
        let mut towers = Vec::new();
        let parts = self.heads[ply].0;
        for part in 0..parts {
            let layer = self.read(ply, part, memory)?;
            let values = Values::read(&self.store, &values_file(ply, part, parts), Some(&layer), memory)?;
            let mut grundy = values.grundy.into_iter().flatten();
            for trunk in layer.shards.iter().flatten() {
                let counted = stage.counted_tops(trunk.trunk);
                each(trunk.tops, |top| {
                    let value = grundy.next().expect("one for each top");
                    if counted >> top & 1 == 1 {
                        towers.push((stage.tower(trunk.trunk, top), value));
                    }
                });
            }
        }
        Ok(towers)
    }

    /// How many towers of a ply each of so many workers has, if every trunk goes to the worker of its hash.
    ///
    /// # Errors
    /// What the system says, or more memory than allowed.
    pub fn shares(&self, ply: usize, workers: usize, memory: Memory) -> Result<Vec<u64>> {
        let (stage, mut shares) = (self.stage(ply), vec![0; workers]);
        for part in 0..self.heads[ply].0 {
            for trunk in self.read(ply, part, memory)?.shards.iter().flatten() {
                shares[owner(trunk.trunk, workers)] += stage.counted(trunk);
            }
        }
        Ok(shares)
    }

    /// Removes the files.
    ///
    /// # Errors
    /// What the system says.
    pub fn forget(self) -> Result<()> {
        self.store.forget()
    }

    /// The game with the places of the levels.
    pub fn packing(&self) -> &Packing {
        &self.packing
    }
}

#[cfg(test)]
mod tests;
