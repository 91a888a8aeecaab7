//! The enumeration on many machines, by timely dataflow: every trunk belongs to the worker of its hash.
//!
//! A ply is one dataflow. Forward the workers send the options of their towers to the workers that own them; backward they
//! ask the owners of the options for values. A ply is complete when timely says that nothing is under way any more; then
//! every worker writes its part, in files like those of [`growth`](super::growth) with one part for each worker. A run
//! that resumes takes the last ply of which all parts are there, whoever wrote them, and deals it out anew.
mod connect;
mod flow;
mod plan;

use super::growth::{Ply, label, towers_file, values_file};
use super::layers::{Growing, Layer, SHARDS, hash, shard_of};
use super::lift::Rules;
use super::pack::{Packing, Word};
use super::trunks::{Move, Stage, Trunk};
use super::values::{Seen, Valued, Values, valued};
use crate::error::{Error, Result};
use crate::solve::Memory;
use crate::solve::store::Store;
pub use connect::Cluster;
use flow::{Answer, Query, Row, exchange, exchange_twice, gather};
use plan::{Plan, plans, seen};
use serde::{Deserialize, Serialize};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use timely::worker::Worker;

/// Trunks whose moves are made before other work is done.
const BLOCK: usize = 1 << 12;

/// What goes on at the end of a run, in one process only: the results are kept.
type Keep = Arc<dyn Fn(&[Ply], Traffic) -> Result<()> + Send + Sync>;

/// What workers sent to other workers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Traffic {
    /// The records.
    pub records: u64,
    /// Their bytes, without what the network adds.
    pub bytes: u64,
}

/// One start on many machines.
#[derive(Clone)]
pub struct Run {
    /// The rules of play.
    pub rules: Rules,
    /// The full levels at the start.
    pub levels: usize,
    /// The machines.
    pub cluster: Cluster,
    /// The folder for the files of this process; the processes may share it.
    pub folder: PathBuf,
    /// The memory of this process.
    pub memory: Memory,
}

/// Counts the plies of a start together with the other processes, and in the first one hands them to `keep`. If another
/// process ends before the run is done this one ends too, with one line and exit status 2.
///
/// # Errors
/// A start out of range, a process that cannot be reached or that does not run the same, what the system says.
pub fn count(run: &Run, keep: Keep) -> Result<()> {
    let packing = Packing::new::<u128>(run.rules, run.levels)?;
    let narrow = run.rules.highest(run.levels) <= Packing::room::<u64>(run.rules);
    let name = label(run.rules, run.levels);
    connect::end_with_the_others();
    let (builders, others) = run.cluster.connect(&name)?;
    let store = Arc::new(Store::open(Some(&run.folder), &name)?);
    let run = run.clone();
    let work = move |worker: &mut Worker| {
        let store = Arc::clone(&store);
        let done = match narrow {
            true => Member::<u64>::new(worker, &run, packing, store).count(worker, &keep),
            false => Member::<u128>::new(worker, &run, packing, store).count(worker, &keep),
        };
        done.unwrap_or_else(|error| connect::end(&error.to_string()))
    };
    let guards = timely::execute::execute_from(builders, others, timely::WorkerConfig::default(), work);
    let guards = guards.map_err(|error| Error::input("workers", error, "threads that can be started"))?;
    drop(guards);
    drop(std::panic::take_hook());
    Ok(())
}

/// A worker.
struct Member<W> {
    packing: Packing,
    store: Arc<Store>,
    memory: Memory,
    process: usize,
    /// The workers of each process.
    workers: usize,
    index: usize,
    peers: usize,
    plans: Vec<Plan>,
    traffic: Rc<Cell<Traffic>>,
    word: std::marker::PhantomData<W>,
}

impl<W: Word> Member<W> {
    fn new(worker: &Worker, run: &Run, packing: Packing, store: Arc<Store>) -> Self {
        Member {
            packing,
            store,
            memory: Memory(run.memory.0 / run.cluster.workers as u64),
            process: run.cluster.process,
            workers: run.cluster.workers,
            index: worker.index(),
            peers: worker.peers(),
            plans: Vec::new(),
            traffic: Rc::default(),
            word: std::marker::PhantomData,
        }
    }

    fn count(mut self, worker: &mut Worker, keep: &Keep) -> Result<()> {
        let mine = if self.index.is_multiple_of(self.workers) { seen(&self.store, self.process)? } else { Vec::new() };
        self.plans = plans(&gather(worker, mine), self.workers);
        let last = self.forward(worker)?;
        self.backward(worker, last)?;
        let plies = self.plies(worker, last)?;
        let traffic = gather(worker, vec![self.traffic.get()]);
        let all = Traffic {
            records: traffic.iter().map(|one| one.records).sum(),
            bytes: traffic.iter().map(|one| one.bytes).sum(),
        };
        if self.index == 0 {
            keep(&plies, all)?;
        }
        // No file goes before all is kept.
        gather(worker, vec![0u8]);
        if self.index.is_multiple_of(self.workers) { self.store.clear() } else { Ok(()) }
    }

    fn stage(&self, ply: usize) -> Stage {
        Stage::new(self.packing, ply)
    }

    fn write(&mut self, layer: &Layer<W>, ply: usize) -> Result<()> {
        layer.write(&self.store, &towers_file(ply, self.index), &self.stage(ply), self.peers)?;
        self.plans.truncate(ply);
        self.plans.push(Plan::own(self.peers, false));
        Ok(())
    }

    /// Finds every layer; the number of the last one that is not empty.
    fn forward(&mut self, worker: &mut Worker) -> Result<usize> {
        let mut layer = match self.plans.len() {
            0 => {
                let start = self.packing.canonical(self.packing.start::<W>());
                let mine = hash(start) % self.peers as u64 == self.index as u64;
                let layer = if mine { Layer::start(start) } else { Layer::none() };
                self.write(&layer, 0)?;
                layer
            }
            plies => self.load(worker, plies - 1, false)?.0,
        };
        loop {
            let ply = self.plans.len() - 1;
            // Who says how many towers he has has written them.
            if gather(worker, vec![layer.len()]).iter().sum::<u64>() == 0 {
                return Ok(ply - 1);
            }
            layer = self.next(worker, &layer, ply);
            self.write(&layer, ply + 1)?;
        }
    }

    /// The layer after a ply.
    fn next(&self, worker: &mut Worker, layer: &Layer<W>, ply: usize) -> Layer<W> {
        let stage = self.stage(ply);
        let growing = Rc::new(RefCell::new(Some(Growing::new(0..SHARDS, self.memory))));
        let grown = Rc::clone(&growing);
        let blocks = layer.shards.iter().flat_map(|shard| shard.chunks(BLOCK)).map(|trunks| {
            let mut options: Vec<Trunk<W>> = Vec::new();
            trunks.iter().for_each(|&trunk| stage.moves(trunk, |way| options.push(stage.option(&way))));
            options
        });
        exchange(worker, &self.traffic, blocks, move |&option: &Trunk<W>| {
            let grown = grown.borrow();
            let added = grown.as_ref().expect("it is taken when all is done").insert(option);
            added.unwrap_or_else(|error| connect::end(&error.to_string()));
        });
        let growing = growing.borrow_mut().take();
        growing.expect("it is taken once").finish()
    }

    /// The towers of a ply that are this worker's, with their values if there are any to be read.
    fn load(&self, worker: &mut Worker, ply: usize, with_values: bool) -> Result<(Layer<W>, Values)> {
        let plan = &self.plans[ply];
        let read = |part: usize| {
            let layer = Layer::<W>::read(&self.store, &towers_file(ply, part), self.memory)?;
            let values = match with_values {
                true => Values::read(&self.store, &values_file(ply, part, plan.parts), Some(&layer), self.memory)?,
                false => Values::none(),
            };
            Ok::<_, Error>((layer, values))
        };
        if plan.own {
            return read(self.index);
        }
        let mut blocks = Vec::new();
        for part in plan.parts_of(self.index, with_values) {
            let (layer, values) = read(part)?;
            blocks.push(Row::list(&layer, values));
        }
        let rows = Rc::new(RefCell::new(vec![Vec::new(); SHARDS]));
        let received = Rc::clone(&rows);
        exchange(worker, &self.traffic, blocks.into_iter(), move |row: &Row<W>| {
            let hashed = hash(row.trunk.trunk);
            received.borrow_mut()[shard_of(hashed)].push((hashed, row.clone()));
        });
        let (mut layer, mut values) = (Layer::none(), Values::none());
        for (shard, mut rows) in rows.take().into_iter().enumerate() {
            rows.sort_unstable();
            layer.shards[shard] = rows.iter().map(|(_, row)| row.trunk).collect();
            values.grundy[shard] = rows.into_iter().flat_map(|(_, row)| row.values).collect();
        }
        Ok((layer, values))
    }

    /// Values every layer from the last one back to the start.
    fn backward(&mut self, worker: &mut Worker, last: usize) -> Result<()> {
        let done = (0..=last).rev().take_while(|&ply| self.plans[ply].valued.is_some()).last().unwrap_or(last + 1);
        let (layer, values) = self.load(worker, done, done <= last)?;
        let mut known = Valued::new(layer, values);
        for ply in (0..done).rev() {
            let (layer, _) = self.load(worker, ply, false)?;
            if !self.plans[ply].own {
                // The values go with the towers as they are dealt now; all workers have read the old files.
                layer.write(&self.store, &towers_file(ply, self.index), &self.stage(ply), self.peers)?;
            }
            let values = match last - ply < 64 {
                true => self.value::<1>(worker, &layer, ply, known),
                false => self.value::<4>(worker, &layer, ply, known),
            };
            values.write(&self.store, &values_file(ply, self.index, self.peers))?;
            self.plans[ply] = Plan::own(self.peers, true);
            known = Valued::new(layer, values);
        }
        Ok(())
    }

    /// The values of the towers of a ply that are this worker's.
    fn value<const N: usize>(&self, worker: &mut Worker, layer: &Layer<W>, ply: usize, known: Valued<W>) -> Values {
        let stage = Rc::new(self.stage(ply));
        let seen = layer.shards.iter().map(|trunks| Seen::<N>::new(trunks)).collect::<Vec<_>>();
        let seen = Rc::new(RefCell::new(seen));
        let asked: Rc<RefCell<BTreeMap<u32, Vec<Asked<W>>>>> = Rc::default();
        let blocks = blocks(layer).enumerate().map(|(block, (shard, trunks, mut place))| {
            let (mut queries, mut ways) = (Vec::new(), Vec::new());
            for &trunk in trunks {
                stage.moves(trunk, |way| {
                    let index = ways.len() as u32;
                    queries.push(Query { trunk: way.trunk, worker: self.index as u32, block: block as u32, index });
                    ways.push(Asked { shard, place, trunk, way });
                });
                place += trunk.tops.count_ones() as usize;
            }
            asked.borrow_mut().insert(block as u32, ways);
            queries
        });
        let answer = move |Query { trunk, worker, block, index }: Query<W>| {
            let (tops, values) = known.find_one(trunk);
            Answer { worker, block, index, tops, values: values[..tops.count_ones() as usize].to_vec() }
        };
        let (meeting, met) = (Rc::clone(&asked), Rc::clone(&seen));
        let steps = Rc::clone(&stage);
        let meet = move |answer: &Answer| {
            let asked = meeting.borrow();
            let Asked { shard, place, trunk, way } = &asked[&answer.block][answer.index as usize];
            met.borrow_mut()[*shard].meet(&steps, *place, trunk, way, (answer.tops, &answer.values));
        };
        let over = |block: u64| drop(asked.replace_with(|asked| asked.split_off(&(block as u32))));
        exchange_twice(worker, &self.traffic, blocks, answer, meet, over);
        let mut values = Values { grundy: Vec::new(), ..Values::none() };
        valued(&stage, &layer.shards, seen.take(), &mut values);
        values
    }

    /// What the plies came to, of all workers together.
    fn plies(&self, worker: &mut Worker, last: usize) -> Result<Vec<Ply>> {
        let mut plies = Vec::new();
        for ply in 0..=last {
            let plan = &self.plans[ply];
            let mut mine = Vec::new();
            for part in plan.parts_of(self.index, true) {
                let values = Values::read::<W>(&self.store, &values_file(ply, part, plan.parts), None, self.memory)?;
                mine.push((values.edges, values.terminals, values.histogram.to_vec()));
            }
            let all = gather(worker, mine);
            let mut histogram = vec![0; 256];
            all.iter().for_each(|part| histogram.iter_mut().zip(&part.2).for_each(|(all, more)| *all += more));
            let most = histogram.iter().rposition(|&count| count > 0);
            histogram.truncate(most.map_or(0, |most| most + 1));
            plies.push(Ply {
                positions: histogram.iter().sum(),
                edges: all.iter().map(|part| part.0).sum(),
                terminals: all.iter().map(|part| part.1).sum(),
                histogram,
            });
        }
        Ok(plies)
    }
}

/// A move whose option another worker was asked for, and where the values of the tower's trunk are.
struct Asked<W> {
    shard: usize,
    place: usize,
    trunk: Trunk<W>,
    way: Move<W>,
}

/// The trunks of a layer, some at a time, with their shard and where their towers begin in it.
fn blocks<W: Word>(layer: &Layer<W>) -> impl Iterator<Item = (usize, &[Trunk<W>], usize)> {
    layer.shards.iter().enumerate().flat_map(|(shard, trunks)| {
        let mut place = 0;
        trunks.chunks(BLOCK).map(move |trunks| {
            let begin = place;
            place += trunks.iter().map(|trunk| trunk.tops.count_ones() as usize).sum::<usize>();
            (shard, trunks, begin)
        })
    })
}
