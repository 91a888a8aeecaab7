//! Forward: every layer from the one before.
use super::super::layers::{Growing, Layer, hash, owner, shard_of};
use super::super::pack::Word;
use super::super::trunks::Trunk;
use super::plan::{Division, Plan};
use super::{Member, blocks};
use crate::error::{Error, Result};
use crate::solve::Memory;
use crate::solve::cluster::flow::{exchange, gather};
use std::cell::RefCell;
use std::rc::Rc;
use timely::worker::Worker;

impl<W: Word> Member<W> {
    /// Finds every layer; the number of the last one that is not empty.
    pub(super) fn forward(&mut self, worker: &mut Worker) -> Result<usize> {
        match self.plans.len() {
            0 => self.begin()?,
            plies => self.deal(worker, plies - 1, false)?,
        }
        let mut layer = None;
        loop {
            let ply = self.plans.len() - 1;
            let Division { ranges, .. } = self.plans[ply].division;
            let mine = (0..ranges).map(|range| self.counts(ply, range)).collect::<Result<Vec<[u64; 2]>>>()?;
            // Who says how many trunks he has has written them.
            let all = gather(worker, mine);
            if all.iter().all(|[trunks, _]| *trunks == 0) {
                return Ok(ply - 1);
            }
            let towers = || all.iter().map(|[_, towers]| towers).sum::<u64>();
            self.say_seldom(|| format!("{} towers after {ply} moves", towers()));
            layer = self.next(worker, ply, layer, ranges)?;
        }
    }

    /// Writes the ply of the start.
    fn begin(&mut self) -> Result<()> {
        let (start, division) = (self.packing.canonical(self.packing.start::<W>()), self.division(1));
        let mine = owner(start, self.peers) == self.index;
        self.write(&if mine { Layer::start(start) } else { Layer::none() }, 0, division, 0)?;
        self.plans.push(Plan::own(division, false));
        Ok(())
    }

    /// How many trunks this worker has of a range, and how many towers.
    fn counts(&self, ply: usize, range: usize) -> Result<[u64; 2]> {
        let division = self.plans[ply].division;
        let [trunks, towers, _] = self.store.read(&division.towers(ply, division.part(range, self.index)))?.head;
        Ok([trunks, towers])
    }

    /// Finds the layer after a ply in so many ranges, or in more if the memory is too small, and returns it if it is one.
    fn next(
        &mut self,
        worker: &mut Worker,
        ply: usize,
        layer: Option<Layer<W>>,
        mut ranges: usize,
    ) -> Result<Option<Layer<W>>> {
        loop {
            let (division, mut grown) = (self.division(ranges), None);
            for range in (0..ranges).rev() {
                grown = self.grow(worker, ply, layer.as_ref(), division, range)?;
                let Some(grown) = &grown else { break };
                self.write(grown, ply + 1, division, range)?;
            }
            if grown.is_some() {
                self.plans.push(Plan::own(division, false));
                return Ok(grown.filter(|_| ranges == 1));
            }
            ranges = self.more(ranges)?;
        }
    }

    /// A range of the layer after a ply, nothing if some worker has not the memory for it. The layer of the ply is in files,
    /// and perhaps in memory.
    fn grow(
        &self,
        worker: &mut Worker,
        ply: usize,
        layer: Option<&Layer<W>>,
        division: Division,
        range: usize,
    ) -> Result<Option<Layer<W>>> {
        let (stage, shards) = (self.stage(ply), division.shards(range));
        let from = self.plans[ply].division;
        let mut held = layer.map_or(0, Layer::bytes);
        if layer.is_none() {
            for range in 0..from.ranges {
                held = held.max(self.counts(ply, range)?[0] * size_of::<Trunk<W>>() as u64);
            }
        }
        let growing = Growing::new(shards.clone(), Memory(self.memory.0.saturating_sub(held)));
        let grown = Rc::new(RefCell::new(Some(growing)));
        let lacking: Rc<RefCell<Option<Error>>> = Rc::default();
        for source in 0..from.ranges {
            let read;
            let layer = match layer {
                Some(layer) => layer,
                None => {
                    read = self.read_own(ply, source)?;
                    &read
                }
            };
            let blocks = blocks(layer, from.shards(source)).map(|(_, trunks, _)| {
                let mut options: Vec<Trunk<W>> = Vec::new();
                trunks.iter().for_each(|&trunk| stage.moves(trunk, |way| options.push(stage.option(&way))));
                options.retain(|option| division.ranges == 1 || shards.contains(&shard_of(hash(option.trunk))));
                options
            });
            let (growing, failed) = (Rc::clone(&grown), Rc::clone(&lacking));
            exchange(worker, &self.traffic, blocks, move |&option: &Trunk<W>| {
                let mut failed = failed.borrow_mut();
                if failed.is_none() {
                    *failed = growing.borrow().as_ref().expect("it is taken when all is done").insert(option).err();
                }
            });
        }
        let growing = grown.take().expect("it is taken once");
        let here = lacking.borrow().is_some();
        Ok((!self.lacking(worker, here)).then(|| growing.finish()))
    }
}
