//! An experiment from its parameters to its files: progress, saved shards, whole files, evidence.
pub mod bar;
mod beside;
pub mod evidence;
pub mod export;
pub mod files;
pub mod finished;
#[cfg(feature = "cluster")]
pub mod hosts;
mod layout;
pub mod ledger;
pub mod page;
pub mod part;
pub mod progress;
pub mod tables;
pub mod theorems;

use crate::claim::decide::{check, decide};
use crate::claim::{Experiment, Scale, Status, Task};
use crate::error::{Error, Result};
use crate::file::lock::Lock;
use crate::file::whole;
use crate::report::draw::FigureFormat;
use crate::report::table::TableFormat;
use crate::solve::Memory;
use beside::Share;
use evidence::Evidence;
use files::Folders;
use finished::Finished;
use progress::Progress;
use std::collections::HashMap;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// How a run is made.
#[derive(Debug, Clone)]
pub struct Settings {
    /// How far sweeps go.
    pub scale: Scale,
    /// How many threads; 0 is one for each core.
    pub jobs: usize,
    /// Under which folder the files are written.
    pub out: PathBuf,
    /// Go on where an interrupted run stopped.
    pub resume: bool,
    /// The memory that a computation may take.
    pub memory: Memory,
    /// The formats of tables besides CSV.
    pub tables: Vec<TableFormat>,
    /// The formats of figures besides SVG.
    pub figures: Vec<FigureFormat>,
}

/// One line of what a run came to.
#[derive(Debug, Clone, serde::Serialize)]
pub struct Line {
    /// The claim.
    pub claim: String,
    /// Its status.
    pub status: Status,
    /// The status that its file expects at this scale, if it is another one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected: Option<String>,
    /// Seconds from its beginning to its end.
    pub seconds: f64,
    /// Whether others may have run in that time, so that it says little of what the claim costs.
    pub beside: bool,
}

/// Runs experiments beside each other on the same threads, and writes their files. What their methods do not take is refused
/// before the first is run. The lines stand in the order of the experiments.
///
/// # Errors
/// The first experiment that cannot be run; what is done when that is known stays.
pub fn run(experiments: &[Experiment], settings: &Settings) -> Result<Vec<Line>> {
    run_under(None, experiments, settings)
}

/// As [`run`], under a right to write in the folder that is held already, if one is given.
///
/// # Errors
/// As [`run`].
pub fn run_under(right: Option<Lock>, experiments: &[Experiment], settings: &Settings) -> Result<Vec<Line>> {
    let pool = pool(settings.jobs)?;
    let (jobs, memory) = (pool.current_num_threads(), settings.memory);
    let runnable: Vec<&Experiment> = experiments.iter().filter(|experiment| experiment.method.is_some()).collect();
    pool.install(|| runnable.iter().try_for_each(|experiment| check_all_scales(experiment, settings)))?;
    let _lock = right.map_or_else(|| Lock::new(&settings.out), Ok)?;
    whole::sweep(&settings.out)?;
    let progress = Progress::new(runnable.len() as u64);
    let finished = Finished::open(&settings.out, settings.resume)?;
    let room =
        Room { settings, pool: &pool, progress: &progress, finished: &finished, owners: files::Owners::default() };
    // Nobody writes over what a claim wrote that is done already.
    for experiment in &runnable {
        room.owners.add(&experiment.name(), finished.files(experiment, settings).into_iter().flatten())?;
    }
    let order = longest_first(&runnable, &files::earlier_seconds(&settings.out));
    let at_once = beside::at_once(jobs, runnable.len(), memory);
    let mut lines = beside::all(&order, at_once, memory, |number, share| room.line(runnable[number], share))?;
    progress.close();
    for experiment in experiments {
        if let Some(why) = &experiment.pending {
            let status = Status::pending(experiment.kind, why);
            lines.push(Line { claim: experiment.name(), status, expected: None, seconds: 0.0, beside: false });
        }
    }
    files::write_manifest(settings, jobs, &lines)?;
    finished.close()?;
    Ok(lines)
}

/// So many threads; 0 is one for each core.
///
/// # Errors
/// What the system says.
pub(crate) fn pool(jobs: usize) -> Result<rayon::ThreadPool> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(jobs).build();
    pool.map_err(|error| Error::input("--jobs", error.to_string(), "a number of threads"))
}

/// The numbers of the experiments, those first that took longest the last time, or that take longest as their files say, and
/// before them those that nobody has timed: one that is long and comes last leaves all cores but one without work.
fn longest_first(experiments: &[&Experiment], earlier: &HashMap<String, f64>) -> Vec<usize> {
    let known = |number: &usize| {
        let Experiment { expected, .. } = experiments[*number];
        let said = expected.as_ref().map(|expected| f64::from(expected.seconds));
        earlier.get(&experiments[*number].name()).copied().or(said).unwrap_or(f64::INFINITY)
    };
    let mut order: Vec<usize> = (0..experiments.len()).collect();
    order.sort_by(|one, other| known(other).total_cmp(&known(one)));
    order
}

/// Refuses what the method of an experiment does not take, at the scale of the run and at every other that the file names: a
/// slip in one of them shows at once and not when it is first run.
fn check_all_scales(experiment: &Experiment, settings: &Settings) -> Result<()> {
    let others = experiment.scale.keys().filter(|scale| **scale != settings.scale);
    check(&Task::unwatched(experiment, settings.scale, settings.memory))?;
    others.copied().try_for_each(|scale| {
        // How much memory such a run may take is not known yet.
        check(&Task::unwatched(experiment, scale, Memory(u64::MAX)))
    })
}

/// The status that the experiment file expects at this scale, if it is another one. Smaller runs may know less.
fn unexpected(experiment: &Experiment, status: &Status, scale: Scale) -> Option<String> {
    let expected = experiment.expected.as_ref().filter(|_| scale >= Scale::Paper)?;
    (expected.status != status.word()).then(|| expected.status.clone())
}

fn rounded(took: Duration) -> f64 {
    took.as_millis() as f64 / 1000.0
}

/// What all claims of a run have in common.
struct Room<'a> {
    settings: &'a Settings,
    pool: &'a rayon::ThreadPool,
    progress: &'a Progress,
    finished: &'a Finished,
    owners: files::Owners,
}

impl Room<'_> {
    /// Runs one experiment, unless the run that this one resumes has finished it.
    fn line(&self, experiment: &Experiment, share: Share) -> Result<Line> {
        let mut begun = Instant::now();
        let status = match self.kept(experiment) {
            Some(status) => status,
            None => self.pool.install(|| {
                // Before that it only waited for a thread.
                begun = Instant::now();
                self.decided(experiment, share)
            })?,
        };
        let took = begun.elapsed();
        self.progress.finished(&experiment.name(), &status.to_string(), took, share.beside);
        let expected = unexpected(experiment, &status, self.settings.scale);
        Ok(Line { claim: experiment.name(), status, expected, seconds: rounded(took), beside: share.beside })
    }

    /// The status of an experiment that an interrupted run had finished, unless its evidence is gone since.
    fn kept(&self, experiment: &Experiment) -> Option<Status> {
        let _unchanged = self.finished.files(experiment, self.settings)?;
        let folders = Folders::new(&self.settings.out, experiment);
        let evidence = Evidence::read(&folders).ok().flatten();
        let status = evidence.map(|evidence| evidence.status(experiment, &folders, &|_| false));
        status.filter(|status| !matches!(status, Status::NotRun(_)))
    }

    /// Runs one experiment, writes its files, and notes that it is done.
    fn decided(&self, experiment: &Experiment, share: Share) -> Result<Status> {
        let settings = self.settings;
        let folders = Folders::new(&settings.out, experiment);
        files::sweep(&folders)?;
        // Evidence that cannot be read is made anew.
        let before =
            Evidence::read(&folders).ok().flatten().filter(|evidence| evidence.experiment == experiment.fingerprint);
        let saved = folders.saved(settings.scale, &experiment.fingerprint);
        let watch = self.progress.watch(&experiment.name(), &saved, settings.resume || share.again)?;
        let (scale, memory, is_share) = (settings.scale, share.memory, share.beside);
        let decision = decide(&Task { experiment, scale, memory, is_share, watch: &watch })?;
        let evidence = Evidence::new(experiment, settings.scale, &decision);
        let larger = before.filter(|before| before.scale > settings.scale);
        let status = match larger {
            // A smaller run confirms what a larger one recorded, and leaves it as it stands.
            Some(larger) if larger.confirmed_by(&evidence, &decision, &folders) => {
                larger.status(experiment, &folders, &|_| false)
            }
            _ => {
                let mut made = files::made(&decision, experiment, &folders, settings)?;
                made.push((folders.evidence(), evidence.text().into_bytes()));
                let hashed = made.iter().map(|(path, bytes)| (path.clone(), blake3::hash(bytes).to_hex().to_string()));
                self.owners.add(&experiment.name(), hashed)?;
                made.iter().try_for_each(|(path, bytes)| whole::write(path, bytes))?;
                evidence.status(experiment, &folders, &|_| false)
            }
        };
        // A run that resumes this one goes on with more memory.
        if !decision.is_cut_short {
            let mut written = files::paths(&decision, &folders, settings);
            written.retain(|path| path.exists());
            written.push(folders.evidence());
            self.finished.add(experiment, settings, &written)?;
            watch.forget()?;
        }
        Ok(status)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_claims_come_first_and_unknown_ones_before_them() {
        let of = |id: &str, seconds: &str| {
            let expected = format!("\n[expected]\nstatus = \"open\"\nparts = \"\"\n{seconds}");
            let text = format!("id = \"{id}\"\nmethod = \"vector\"\n{}", if id == "own" { "" } else { &expected });
            Experiment::read("a file", &text).expect("an experiment")
        };
        let all = [of("short", ""), of("long", "seconds = 40"), of("longer", "seconds = 50"), of("own", "")];
        let all: Vec<&Experiment> = all.iter().collect();
        assert_eq!(longest_first(&all, &HashMap::new()), [3, 2, 1, 0]);
        // What was timed here counts more.
        assert_eq!(longest_first(&all, &HashMap::from([("short".to_string(), 45.0)])), [3, 2, 0, 1]);
    }
}
