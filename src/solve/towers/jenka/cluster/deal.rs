//! A ply that other workers wrote is dealt out to those of this run.
use super::super::layers::{Layer, SHARDS, hash, shard_of};
use super::super::pack::Word;
use super::super::trunks::Trunk;
use super::super::values::Values;
use super::plan::{Division, Plan};
use super::records::Row;
use super::{Member, blocks};
use crate::error::Result;
use crate::solve::cluster::flow::exchange;
use std::cell::RefCell;
use std::rc::Rc;
use timely::worker::Worker;

/// What a short list takes beside its bytes.
const ALLOCATED: usize = 16;

/// The rows that a worker has received.
struct Received<W: Word> {
    /// By shard, with the hashes of their trunks.
    rows: Vec<Vec<(u64, Row<W>)>>,
    /// About so many bytes.
    bytes: u64,
}

impl<W: Word> Received<W> {
    fn none() -> Self {
        Received { rows: vec![Vec::new(); SHARDS], bytes: 0 }
    }

    /// Adds a row, if all that is here, and the lists that it is sorted into, are no more than so many bytes.
    fn add(&mut self, row: &Row<W>, room: u64) {
        self.bytes += (size_of::<(u64, Row<W>)>() + size_of::<Trunk<W>>() + 2 * row.values.len() + ALLOCATED) as u64;
        if self.bytes <= room {
            let hashed = hash(row.trunk.trunk);
            self.rows[shard_of(hashed)].push((hashed, row.clone()));
        }
    }

    /// The rows as a layer with its values, if there are any.
    fn sorted(self) -> (Layer<W>, Values) {
        let (mut layer, mut values) = (Layer::none(), Values::none());
        for (shard, mut rows) in self.rows.into_iter().enumerate() {
            rows.sort_unstable();
            layer.shards[shard] = rows.iter().map(|(_, row)| row.trunk).collect();
            values.grundy[shard] = rows.into_iter().flat_map(|(_, row)| row.values).collect();
        }
        (layer, values)
    }
}

impl<W: Word> Member<W> {
    /// Deals a ply out to the workers of this run, with its values if they are wanted, unless that is how it lies there.
    pub(super) fn deal(&mut self, worker: &mut Worker, ply: usize, valued: bool) -> Result<()> {
        if self.plans[ply].own {
            return Ok(());
        }
        let mut ranges = 1;
        loop {
            let division = self.division(ranges);
            let mut done = true;
            for range in (0..ranges).rev() {
                done = done && self.deal_range(worker, ply, division, range, valued)?;
            }
            if done {
                self.plans[ply] = Plan::own(division, valued);
                return Ok(());
            }
            ranges = self.more(ranges)?;
        }
    }

    /// Deals out one range; false if some worker has not the memory for it.
    fn deal_range(
        &self,
        worker: &mut Worker,
        ply: usize,
        division: Division,
        range: usize,
        valued: bool,
    ) -> Result<bool> {
        let (plan, shards) = (&self.plans[ply], division.shards(range));
        let received = Rc::new(RefCell::new(Received::none()));
        let (mut read, mut held) = (Values::none(), 0);
        let meets = |part: &usize| {
            let old = plan.division.shards_of(*part);
            old.start < shards.end && shards.start < old.end
        };
        let of = |worker| plan.parts_of(worker, valued).into_iter().filter(meets).collect::<Vec<usize>>();
        let (mine, rounds) = (of(self.index), (0..self.peers).map(|worker| of(worker).len()).max().unwrap_or(0));
        for round in 0..rounds {
            let (mut layer, mut values) = (Layer::none(), Values::none());
            if let Some(&part) = mine.get(round) {
                layer = self.read(ply, part)?;
                if valued {
                    values = self.read_values(ply, part, Some(&layer))?;
                    // Each part counts once, in the range where it begins.
                    if shards.contains(&plan.division.shards_of(part).start) {
                        read.count(&values);
                    }
                }
            }
            held = held.max(layer.bytes() + values.grundy.iter().map(|shard| shard.len() as u64).sum::<u64>());
            let rows = blocks(&layer, shards.clone()).map(|(shard, trunks, mut place)| {
                let row = |&trunk: &Trunk<W>| {
                    let from = place;
                    place += trunk.tops.count_ones() as usize;
                    let values = if valued { values.grundy[shard][from..place].to_vec() } else { Vec::new() };
                    Row { trunk, values }
                };
                trunks.iter().map(row).collect()
            });
            let (room, into) = (self.memory.0.saturating_sub(held), Rc::clone(&received));
            exchange(worker, &self.traffic, rows, move |row: &Row<W>| into.borrow_mut().add(row, room));
        }
        let lacks = received.borrow().bytes + held > self.memory.0;
        if self.lacking(worker, lacks) {
            return Ok(false);
        }
        let (layer, mut values) = received.replace(Received::none()).sorted();
        self.write(&layer, ply, division, range)?;
        if valued {
            // Only the sum of the counts over all parts means something.
            values.count(&read);
            values.write(&self.store, &division.values(ply, division.part(range, self.index)))?;
        }
        Ok(true)
    }
}
