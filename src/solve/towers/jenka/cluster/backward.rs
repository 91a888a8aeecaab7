//! Backward: the values of every layer from those of the next one.
use super::super::layers::{Layer, SHARDS, hash, shard_of};
use super::super::pack::Word;
use super::super::trunks::{Move, Stage, Trunk};
use super::super::values::{Seen, Valued, Values, together, valued};
use super::plan::Plan;
use super::records::{Answer, Query};
use super::{Member, blocks};
use crate::error::Result;
use crate::solve::cluster::flow::{exchange_twice, gather};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::Range;
use std::rc::Rc;
use timely::worker::Worker;

/// A move whose option another worker was asked for, and where the values of the tower's trunk are.
struct Asked<W> {
    shard: usize,
    place: usize,
    trunk: Trunk<W>,
    way: Move<W>,
}

/// The shards of a layer that are valued together, and those of the next layer that are known.
struct Shards {
    here: Range<usize>,
    known: Range<usize>,
}

impl<W: Word> Member<W> {
    /// Values every layer from the last one back to the start.
    pub(super) fn backward(&mut self, worker: &mut Worker, last: usize) -> Result<()> {
        let done = (0..=last).rev().take_while(|&ply| self.plans[ply].valued.is_some()).last().unwrap_or(last + 1);
        self.deal(worker, done, done <= last)?;
        let mut known = None;
        for ply in (0..done).rev() {
            self.deal(worker, ply, false)?;
            if known.is_none() && self.plans[ply + 1].division.ranges == 1 {
                known = Some(self.known(ply + 1, 0)?);
            }
            known = match last - ply < 64 {
                true => self.value::<1>(worker, ply, known)?,
                false => self.value::<4>(worker, ply, known)?,
            };
            self.plans[ply] = Plan::own(self.plans[ply].division, true);
            self.say_seldom(|| format!("the towers after {ply} to {last} moves have their values"));
        }
        Ok(())
    }

    /// What this worker has of a range of a ply, with its values. The layer after the last one has no towers and no values.
    fn known(&self, ply: usize, range: usize) -> Result<Valued<W>> {
        let layer = self.read_own(ply, range)?;
        let part = self.plans[ply].division.part(range, self.index);
        let values = match self.plans[ply].valued {
            None => Values::none(),
            Some(_) => self.read_values(ply, part, Some(&layer))?,
        };
        Ok(Valued::new(layer, values))
    }

    /// Values the towers of a ply that are this worker's, and returns them if they are one range. The values of the next ply
    /// are in files, and perhaps in memory.
    fn value<const N: usize>(
        &self,
        worker: &mut Worker,
        ply: usize,
        mut next: Option<Valued<W>>,
    ) -> Result<Option<Valued<W>>> {
        let (division, after) = (self.plans[ply].division, self.plans[ply + 1].division);
        let stage = Rc::new(self.stage(ply));
        for range in (0..division.ranges).rev() {
            let layer = self.read_own(ply, range)?;
            let together = self.together::<N>(worker, &layer, ply + 1)?;
            let mut values = Values { grundy: Vec::new(), ..Values::none() };
            for first in (0..SHARDS).step_by(together) {
                let here = first..(first + together).min(SHARDS);
                let shards = &layer.shards[here.clone()];
                let mut seen: Vec<Seen<N>> = shards.iter().map(|trunks| Seen::new(trunks)).collect();
                // Elsewhere no worker has a tower.
                let within = division.shards(range);
                let asked = here.start < within.end && within.start < here.end;
                for source in (0..after.ranges).filter(|_| asked) {
                    let known = match next.take() {
                        Some(known) => known,
                        None => self.known(ply + 1, source)?,
                    };
                    let shards = Shards { here: here.clone(), known: after.shards(source) };
                    let known = self.ask(worker, &stage, &layer, &shards, known, &mut seen);
                    next = known.filter(|_| after.ranges == 1);
                }
                valued(&stage, shards, seen, &mut values);
            }
            values.write(&self.store, &division.values(ply, division.part(range, self.index)))?;
            if division.ranges == 1 {
                return Ok(Some(Valued::new(layer, values)));
            }
        }
        Ok(None)
    }

    /// How many shards of a layer are valued together, the same for all workers.
    fn together<const N: usize>(&self, worker: &mut Worker, layer: &Layer<W>, next: usize) -> Result<usize> {
        let division = self.plans[next].division;
        let mut largest = 0;
        for range in 0..division.ranges {
            let part = division.part(range, self.index);
            let trunks = self.store.read(&division.towers(next, part))?.head[0];
            let values = match self.plans[next].valued {
                None => 0,
                Some(_) => self.store.read(&division.values(next, part))?.head[0],
            };
            largest = largest.max(Valued::<W>::size(trunks, values));
        }
        let here = together::<W, N>(layer, largest, self.memory)?;
        let most = if division.ranges == 1 { SHARDS / 8 } else { SHARDS };
        Ok(gather(worker, vec![here.min(most)]).into_iter().min().unwrap_or(1))
    }

    /// Asks the owners of the options of the towers of some shards for their values, as far as they lie in the known shards,
    /// and answers what others ask. Gives back what is known.
    fn ask<const N: usize>(
        &self,
        worker: &mut Worker,
        stage: &Rc<Stage>,
        layer: &Layer<W>,
        shards: &Shards,
        known: Valued<W>,
        seen: &mut Vec<Seen<N>>,
    ) -> Option<Valued<W>> {
        let known = Rc::new(RefCell::new(Some(known)));
        let met = Rc::new(RefCell::new(std::mem::take(seen)));
        let asked: Rc<RefCell<BTreeMap<u32, Vec<Asked<W>>>>> = Rc::default();
        let first = shards.here.start;
        let blocks = blocks(layer, shards.here.clone()).enumerate().map(|(block, (shard, trunks, mut place))| {
            let (mut queries, mut ways) = (Vec::new(), Vec::new());
            for &trunk in trunks {
                stage.moves(trunk, |way| {
                    if shards.known.len() < SHARDS && !shards.known.contains(&shard_of(hash(way.trunk))) {
                        return;
                    }
                    let index = ways.len() as u32;
                    queries.push(Query { trunk: way.trunk, worker: self.index as u32, block: block as u32, index });
                    ways.push(Asked { shard: shard - first, place, trunk, way });
                });
                place += trunk.tops.count_ones() as usize;
            }
            asked.borrow_mut().insert(block as u32, ways);
            queries
        });
        let owned = Rc::clone(&known);
        let answer = move |Query { trunk, worker, block, index }: Query<W>| {
            let owned = owned.borrow();
            let (tops, values) = owned.as_ref().expect("it is taken when all is done").find_one(trunk);
            Answer { worker, block, index, tops, values: values[..tops.count_ones() as usize].to_vec() }
        };
        let (meeting, meets, steps) = (Rc::clone(&asked), Rc::clone(&met), Rc::clone(stage));
        let meet = move |answer: &Answer| {
            let asked = meeting.borrow();
            let Asked { shard, place, trunk, way } = &asked[&answer.block][answer.index as usize];
            meets.borrow_mut()[*shard].meet(&steps, *place, trunk, way, (answer.tops, &answer.values));
        };
        let over = |block: u64| drop(asked.replace_with(|asked| asked.split_off(&(block as u32))));
        exchange_twice(worker, &self.traffic, blocks, answer, meet, over);
        *seen = met.take();
        known.take()
    }
}
