//! The enumeration on many machines, by timely dataflow: every trunk belongs to the worker of its hash.
//!
//! A ply is one dataflow. Forward the workers send the options of their towers to the workers that own them; backward they
//! ask the owners of the options for values. A ply is complete when timely says that nothing is under way any more; then
//! every worker writes its part. If one has not the memory for its part all of them go through the ply again and again, each
//! time for one range of the shards, as [`growth`](super::growth) does alone. A run that resumes takes the last ply of which
//! all parts are there, whoever wrote them, and deals it out anew if the workers are others.
mod backward;
mod deal;
mod forward;
mod plan;
mod records;

use super::growth::{Ply, label};
use super::layers::{Layer, SHARDS};
use super::lift::Rules;
use super::pack::{Packing, Word};
use super::trunks::{Stage, Trunk};
use super::values::Values;
use crate::error::{Error, Result, say};
use crate::solve::Memory;
use crate::solve::cluster::Built;
pub use crate::solve::cluster::Cluster;
pub use crate::solve::cluster::flow::Traffic;
use crate::solve::cluster::flow::gather;
use crate::solve::cluster::work;
use crate::solve::seldom::{EVERY, Seldom};
use crate::solve::store::Store;
use plan::{Division, Plan, plans, seen};
use std::cell::Cell;
use std::ops::Range;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use timely::worker::Worker;

/// Trunks whose moves are made before other work is done.
const BLOCK: usize = 1 << 12;

/// What goes on at the end of a run, in one process only: the results are kept.
pub type Keep = Arc<dyn Fn(&[Ply], Traffic) -> Result<()> + Send + Sync>;

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
    /// Whether the run goes on with the files that are there: all processes of it do so, or none.
    pub resume: bool,
    /// The memory of this process.
    pub memory: Memory,
}

/// The processes of a run that have found each other.
pub struct Joined {
    run: Run,
    packing: Packing,
    built: Built,
}

/// Connects with the other processes. From then on, if another process ends before the run is done this one ends too, with
/// one line and exit status 2.
///
/// # Errors
/// A start out of range, a process that cannot be reached or that does not run the same.
pub fn join(run: &Run) -> Result<Joined> {
    let packing = Packing::new::<u128>(run.rules, run.levels)?;
    let how = if run.resume { "--resume" } else { "from the start" };
    let built = run.cluster.join(&format!("{} {how}", label(run.rules, run.levels)))?;
    Ok(Joined { run: run.clone(), packing, built })
}

impl Joined {
    /// Counts the plies of the start together with the other processes, and in the first one hands them to `keep`.
    ///
    /// # Errors
    /// What the system says.
    pub fn count(self, keep: Keep) -> Result<()> {
        let Joined { run, packing, built } = self;
        let narrow = run.rules.highest(run.levels) <= Packing::room::<u64>(run.rules);
        let store = Arc::new(Store::open(Some(&run.folder), &label(run.rules, run.levels))?);
        work(built, move |worker| {
            let store = Arc::clone(&store);
            match narrow {
                true => Member::<u64>::new(worker, &run, packing, store).count(worker, &keep),
                false => Member::<u128>::new(worker, &run, packing, store).count(worker, &keep),
            }
        })
    }
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
    said: Seldom,
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
            said: Seldom::new(EVERY),
            word: std::marker::PhantomData,
        }
    }

    fn count(mut self, worker: &mut Worker, keep: &Keep) -> Result<()> {
        let mine = if self.index.is_multiple_of(self.workers) { seen(&self.store, self.process)? } else { Vec::new() };
        self.plans = plans(&gather(worker, mine), self.workers, self.peers);
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

    /// Now and then the first worker says how far all are.
    fn say_seldom(&self, line: impl FnOnce() -> String) {
        if self.index == 0 && self.said.is_due() {
            say(&line());
        }
    }

    fn stage(&self, ply: usize) -> Stage {
        Stage::new(self.packing, ply)
    }

    fn division(&self, ranges: usize) -> Division {
        Division { workers: self.peers, ranges }
    }

    /// Reads the towers of a part of a ply.
    fn read(&self, ply: usize, part: usize) -> Result<Layer<W>> {
        Layer::read(&self.store, &self.plans[ply].division.towers(ply, part), self.memory)
    }

    /// Reads the towers that this worker has of a range of a ply that is dealt out to the workers of this run.
    fn read_own(&self, ply: usize, range: usize) -> Result<Layer<W>> {
        self.read(ply, self.plans[ply].division.part(range, self.index))
    }

    /// Reads the values of a part of a ply.
    fn read_values(&self, ply: usize, part: usize, layer: Option<&Layer<W>>) -> Result<Values> {
        Values::read(&self.store, &self.plans[ply].division.values(ply, part), layer, self.memory)
    }

    /// Writes the towers that this worker has of a range.
    fn write(&self, layer: &Layer<W>, ply: usize, division: Division, range: usize) -> Result<()> {
        let name = division.towers(ply, division.part(range, self.index));
        layer.write(&self.store, &name, &self.stage(ply), division.parts())
    }

    /// Whether some worker lacks memory; all of them learn it.
    fn lacking(&self, worker: &mut Worker, here: bool) -> bool {
        gather(worker, vec![here]).contains(&true)
    }

    /// Twice as many ranges, each of which takes half the memory.
    ///
    /// # Errors
    /// If there are as many as shards.
    fn more(&self, ranges: usize) -> Result<usize> {
        if ranges < SHARDS {
            return Ok(2 * ranges);
        }
        let what = format!("{} bytes for each worker, too few for one part in {SHARDS} of its towers", self.memory.0);
        Err(Error::input("--memory", what, "more memory, fewer workers a process, or more processes"))
    }

    /// What the plies came to, of all workers together.
    fn plies(&self, worker: &mut Worker, last: usize) -> Result<Vec<Ply>> {
        let mut plies = Vec::new();
        for ply in 0..=last {
            let mut mine = Vec::new();
            for part in self.plans[ply].parts_of(self.index, true) {
                let values = self.read_values(ply, part, None)?;
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

/// The trunks of some shards of a layer, some at a time, with their shard and where their towers begin in it.
fn blocks<W: Word>(layer: &Layer<W>, shards: Range<usize>) -> impl Iterator<Item = (usize, &[Trunk<W>], usize)> {
    shards.flat_map(|shard| {
        let mut place = 0;
        layer.shards[shard].chunks(BLOCK).map(move |trunks| {
            let begin = place;
            place += trunks.iter().map(|trunk| trunk.tops.count_ones() as usize).sum::<usize>();
            (shard, trunks, begin)
        })
    })
}
