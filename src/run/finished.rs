//! Which claims an interrupted run had finished, and the files that they wrote.
use super::Settings;
use crate::claim::{Experiment, Scale};
use crate::error::{Error, Result};
use crate::solve::store::lines::Lines;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The longest file that a claim writes, in bytes.
const LONGEST: u64 = 1 << 32;

/// The list `.topple/finished` under the output folder: a line for each claim that is done. It goes when the run is over.
pub struct Finished {
    path: PathBuf,
    lines: Lines,
    done: Vec<Done>,
}

/// A claim that is done.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Done {
    claim: String,
    experiment: String,
    scale: Scale,
    /// The formats that were asked for.
    formats: String,
    /// The hash of each file.
    files: BTreeMap<PathBuf, String>,
}

impl Finished {
    /// The list of an interrupted run if this one resumes it, else an empty one.
    ///
    /// # Errors
    /// A list that is damaged, or what the system says.
    pub fn open(out: &Path, resume: bool) -> Result<Self> {
        let path = out.join(".topple").join("finished");
        if !resume {
            remove(&path)?;
        }
        let (lines, saved) = Lines::open(&path, "finished")?;
        let done = saved.iter().map(|line| serde_json::from_str(line)).collect::<std::result::Result<_, _>>();
        let done = done.map_err(|error| Error::file(&path, error))?;
        Ok(Finished { path, lines, done })
    }

    /// The files of a claim that is done as the settings ask, with their hashes, if all are still what they were.
    pub fn files(
        &self,
        experiment: &Experiment,
        settings: &Settings,
    ) -> Option<impl Iterator<Item = (PathBuf, String)>> {
        let same = |done: &&Done| *done == &Done { files: done.files.clone(), ..Done::new(experiment, settings) };
        let Done { files, .. } = self.done.iter().rfind(same)?;
        let is_there = |(path, was): (&PathBuf, &String)| hash(&settings.out.join(path)).is_ok_and(|is| is == *was);
        let placed = files.iter().map(|(path, was)| (settings.out.join(path), was.clone()));
        files.iter().all(is_there).then_some(placed)
    }

    /// Notes that a claim is done, and these files with it.
    ///
    /// # Errors
    /// What the system says.
    pub fn add(&self, experiment: &Experiment, settings: &Settings, files: &[PathBuf]) -> Result<()> {
        let mut done = Done::new(experiment, settings);
        for path in files {
            let below = path.strip_prefix(&settings.out).unwrap_or(path).to_path_buf();
            done.files.insert(below, hash(path)?);
        }
        self.lines.add(&serde_json::to_string(&done).expect("a list of files is plain data"))
    }

    /// The run is over.
    ///
    /// # Errors
    /// What the system says.
    pub fn close(self) -> Result<()> {
        remove(&self.path)
    }
}

impl Done {
    fn new(experiment: &Experiment, settings: &Settings) -> Self {
        Done {
            claim: experiment.name(),
            experiment: experiment.fingerprint.clone(),
            scale: settings.scale,
            formats: format!("{:?} {:?}", settings.tables, settings.figures),
            files: BTreeMap::new(),
        }
    }
}

fn hash(path: &Path) -> Result<String> {
    let bytes = crate::file::bytes(path, LONGEST, "what a claim wrote")?;
    Ok(blake3::hash(&bytes).to_hex().to_string())
}

fn remove(path: &Path) -> Result<()> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(Error::file(path, error)),
        _ => Ok(()),
    }
}
