//! Which claims an interrupted run had finished.
use crate::claim::{Experiment, Scale};
use crate::error::{Error, Result};
use std::collections::BTreeSet;
use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The list `.topple/finished` under the output folder: a line for each claim that is done. It goes when the run is over.
pub struct Finished {
    path: PathBuf,
    claims: BTreeSet<String>,
}

impl Finished {
    /// The list of an interrupted run if this one resumes it, else an empty one.
    ///
    /// # Errors
    /// What the system says.
    pub fn open(out: &Path, resume: bool) -> Result<Self> {
        let path = out.join(".topple").join("finished");
        if !resume {
            remove(&path)?;
        }
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        // A line that the end of a run cut off has no line end and is not counted.
        let whole = text.rfind('\n').map_or("", |end| &text[..end]);
        let claims = whole.lines().map(String::from).collect();
        Ok(Finished { path, claims })
    }

    /// Whether a claim is done at a scale.
    pub fn contains(&self, experiment: &Experiment, scale: Scale) -> bool {
        self.claims.contains(&line(experiment, scale))
    }

    /// Notes that a claim is done.
    ///
    /// # Errors
    /// What the system says.
    pub fn add(&mut self, experiment: &Experiment, scale: Scale) -> Result<()> {
        let failed = |error: std::io::Error| Error::file(&self.path, error);
        if let Some(folder) = self.path.parent() {
            std::fs::create_dir_all(folder).map_err(failed)?;
        }
        let mut file = OpenOptions::new().create(true).append(true).open(&self.path).map_err(failed)?;
        let line = line(experiment, scale);
        // One write, begun on a new line, so that a cut-off line before it harms only itself.
        file.write_all(format!("\n{line}\n").as_bytes()).map_err(failed)?;
        self.claims.insert(line);
        Ok(())
    }

    /// The run is over.
    ///
    /// # Errors
    /// What the system says.
    pub fn close(self) -> Result<()> {
        remove(&self.path)
    }
}

fn line(experiment: &Experiment, scale: Scale) -> String {
    format!("{} {scale:?} {}", experiment.name(), experiment.fingerprint)
}

fn remove(path: &Path) -> Result<()> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(Error::file(path, error)),
        _ => Ok(()),
    }
}
