//! A search on many machines: every process does its part, and the first one gets what all found.
use super::files::Folders;
use super::part::part as do_part;
use super::progress::{Progress, saved};
use super::{Experiment, Settings};
use crate::error::Result;
use crate::file::empty;
use crate::solve::cluster::flow::{Routed, Traffic, exchange, gather};
use crate::solve::cluster::{Cluster, work};
use crate::solve::{Part, Watch};
use serde::{Deserialize, Serialize};
use std::cell::{Cell, RefCell};
use std::path::Path;
use std::rc::Rc;
use timely::worker::Worker;

/// Lines that are sent before other work is done.
const BLOCK: usize = 1 << 10;

/// What one process saved of a search, for the first.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Found {
    what: String,
    result: String,
}

impl Routed for Found {
    fn route(&self) -> u64 {
        0
    }
    fn bytes(&self) -> u64 {
        (self.what.len() + self.result.len()) as u64
    }
}

/// Does this process's part of an experiment. In the end a run of the whole that resumes, in the first process, finds what all
/// processes found. The workers of a process are threads with one memory; for the others they are one worker.
///
/// # Errors
/// A process that cannot be reached or does not run the same, a method that has no parts. What goes wrong later ends all
/// processes.
pub fn part_of_many(experiment: &Experiment, cluster: &Cluster, settings: &Settings) -> Result<()> {
    let how = if settings.resume { "--resume" } else { "from the start" };
    let settings = Settings { jobs: cluster.workers, ..settings.clone() };
    let cluster = Cluster { workers: 1, ..cluster.clone() };
    let built = cluster.join(&format!("{} {} {how}", experiment.name(), experiment.fingerprint))?;
    let part = Part { number: cluster.process + 1, all: cluster.addresses.len() };
    let folder = Folders::new(&settings.out, experiment).saved(settings.scale, &experiment.fingerprint);
    let experiment = experiment.clone();
    work(built, move |worker| {
        if !settings.resume {
            empty(&folder)?;
        }
        // Nobody saves anything before all folders are empty, which may be one.
        gather(worker, vec![0u8]);
        do_part(&experiment, part, &Settings { resume: true, ..settings.clone() })?;
        let found = sent(worker, if worker.index() == 0 { Vec::new() } else { saved(&folder)? });
        if worker.index() == 0 { keep(&experiment.name(), &folder, found) } else { Ok(()) }
    })
}

/// Sends what a worker saved to the first one; what it got, if it is that.
fn sent(worker: &mut Worker, saved: Vec<(String, String)>) -> Vec<Found> {
    let all = Rc::new(RefCell::new(Vec::new()));
    let got = Rc::clone(&all);
    let found: Vec<Found> = saved.into_iter().map(|(what, result)| Found { what, result }).collect();
    let blocks = found.chunks(BLOCK).map(<[Found]>::to_vec);
    exchange(worker, &Rc::new(Cell::new(Traffic::default())), blocks, move |found: &Found| {
        got.borrow_mut().push(found.clone());
    });
    all.take()
}

/// Saves what others found and is not in the folder.
fn keep(claim: &str, folder: &Path, found: Vec<Found>) -> Result<()> {
    let watch = Progress::new(1).watch(claim, folder, true)?;
    let missing = found.into_iter().filter(|found| watch.saved(&found.what).is_none());
    missing.into_iter().try_for_each(|found| watch.save(&found.what, &found.result))
}
