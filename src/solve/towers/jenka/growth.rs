//! All towers that arise from a start, up to mirror, counted ply by ply with their Grundy values.
//!
//! The number of moves made can be read off a tower ([`Packing::ply`]), so the game is a graph in layers: forward from
//! the start every layer is found from the one before, backward from the last one every layer is valued by the one after.
//! At most two layers are in memory; every layer and its values are written to a file as soon as they are done, and a
//! run that resumes goes on after the last file.
use super::layers::{Layer, ValuedLayer, Values};
use super::lift::Rules;
use super::pack::{Packed, Packing, Word};
use crate::error::{Error, Result};
use crate::solve::store::Store;
use crate::solve::{Memory, Watch};
use serde::{Deserialize, Serialize};

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

/// An enumeration that is complete, with its files.
pub struct Enumeration<W> {
    packing: Packing,
    store: Store,
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

fn towers_file(ply: usize) -> String {
    format!("{ply:04}.towers")
}

fn values_file(ply: usize) -> String {
    format!("{ply:04}.values")
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
        let packing = Packing::new::<W>(rules, levels)?;
        let longest = rules.slots as usize * (rules.highest(levels) - levels.min(rules.highest(levels)));
        // A Grundy value is at most the number of moves left, and it is kept in a byte.
        if longest > 254 {
            let right = "a start from which no play is longer than 254 moves";
            return Err(Error::input("full levels", levels.to_string(), right));
        }
        let store = Store::open(watch.folder().as_deref(), &label(rules, levels))?;
        let mut enumeration = Enumeration { packing, store, plies: Vec::new(), word: std::marker::PhantomData };
        let last = enumeration.forward(watch, memory, longest)?;
        enumeration.backward(last, watch, memory)?;
        Ok(enumeration)
    }

    /// The name of the enumeration in messages.
    fn label(&self) -> String {
        label(self.packing.rules, self.packing.levels)
    }

    /// Finds every layer; the number of the last one that is not empty.
    fn forward(&self, watch: &dyn Watch, memory: Memory, longest: usize) -> Result<usize> {
        let mut ply = (0..).take_while(|&ply| self.store.has(&towers_file(ply))).last().unwrap_or(0);
        let mut layer = if self.store.has(&towers_file(ply)) {
            Layer::read(&self.store, &towers_file(ply), memory)?
        } else {
            let start = Layer::start(self.packing.canonical(self.packing.start::<W>()));
            start.write(&self.store, &towers_file(0))?;
            start
        };
        while !layer.is_empty() {
            let phase = format!("{}: towers after {} moves, of {longest} at most", self.label(), ply + 1);
            watch.begin(&phase, layer.len(), "towers");
            layer = layer.options(&self.packing, watch, memory)?;
            ply += 1;
            layer.write(&self.store, &towers_file(ply))?;
        }
        Ok(ply - 1)
    }

    /// Values every layer from the last one back to the start.
    fn backward(&mut self, last: usize, watch: &dyn Watch, memory: Memory) -> Result<()> {
        let sizes = (0..=last).map(|ply| Ok(self.store.read(&towers_file(ply))?.head[0]));
        let sizes: Vec<u64> = sizes.collect::<Result<_>>()?;
        watch.begin(&format!("{}: values, backward", self.label()), sizes.iter().sum(), "towers");
        let done = (0..=last).rev().take_while(|&ply| self.store.has(&values_file(ply))).last();
        watch.advance(done.map_or(0, |done| sizes[done..].iter().sum()));
        let mut known = match done {
            Some(done) => self.known(done, sizes[done.saturating_sub(1)], memory)?,
            None => {
                ValuedLayer::new(Layer::read(&self.store, &towers_file(last + 1), memory)?, Values::none(), 0, memory)?
            }
        };
        for ply in (0..done.unwrap_or(last + 1)).rev() {
            let layer = Layer::read(&self.store, &towers_file(ply), memory)?;
            let values = known.before(&layer, &self.packing, watch);
            drop(known);
            values.write(&self.store, &values_file(ply))?;
            known =
                ValuedLayer::new(layer, values, sizes[ply.saturating_sub(1)] * size_of::<Packed<W>>() as u64, memory)?;
        }
        drop(known);
        for (ply, &positions) in sizes.iter().enumerate() {
            let values = Values::read::<W>(&self.store, &values_file(ply), None, memory)?;
            let (edges, terminals, histogram) = (values.edges, values.terminals, values.histogram());
            self.plies.push(Ply { positions, edges, terminals, histogram });
        }
        Ok(())
    }

    fn known(&self, ply: usize, beside: u64, memory: Memory) -> Result<ValuedLayer<W>> {
        let layer = Layer::read(&self.store, &towers_file(ply), memory)?;
        let values = Values::read(&self.store, &values_file(ply), Some(&layer), memory)?;
        ValuedLayer::new(layer, values, beside * size_of::<Packed<W>>() as u64, memory)
    }

    /// The towers of a ply with their Grundy values.
    ///
    /// # Errors
    /// What the system says, or more memory than allowed.
    pub fn ply(&self, ply: usize, memory: Memory) -> Result<Vec<(Packed<W>, u8)>> {
        let layer = Layer::<W>::read(&self.store, &towers_file(ply), memory)?;
        let values = Values::read(&self.store, &values_file(ply), Some(&layer), memory)?;
        Ok(layer.towers().zip(values.grundy.into_iter().flatten()).collect())
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
