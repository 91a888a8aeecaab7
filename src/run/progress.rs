//! Progress with a rate and an estimate, and the shards that an interrupted run has saved.
use super::bar::Bar;
use crate::error::{Error, Result, say};
use crate::solve::seldom::{EVERY, Seldom};
use crate::solve::store::lines::Lines;
use crate::solve::{Part, Watch};
use indicatif::{MultiProgress, ProgressBar, ProgressStyle};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// The bars of a run; without a terminal, a line for each claim that is done, and now and then one of how far another is.
pub struct Progress {
    bars: MultiProgress,
    claims: ProgressBar,
    said: Arc<Seldom>,
}

impl Progress {
    /// A run of so many claims.
    pub fn new(claims: u64) -> Self {
        let bars = MultiProgress::new();
        let style = ProgressStyle::with_template("{bar:30} {pos}/{len} claims  {elapsed_precise}");
        let bar = bars.add(ProgressBar::new(claims));
        bar.set_style(style.expect("the template is well formed"));
        Progress { bars, claims: bar, said: Arc::new(Seldom::new(EVERY)) }
    }

    /// A claim is done; `beside` tells that others may have run at the same time.
    pub fn finished(&self, claim: &str, status: &str, took: Duration, beside: bool) {
        self.claims.inc(1);
        let (done, all) = (self.claims.position(), self.claims.length().unwrap_or(0));
        let beside = if beside { ", beside others" } else { "" };
        let line = format!("[{done}/{all}] {claim}: {status} ({:.1} s{beside})", took.as_secs_f64());
        above(&self.bars, &line);
    }

    /// The run is over.
    pub fn close(&self) {
        self.claims.finish_and_clear();
    }

    /// The watch of one claim. The shards saved in `folder` count if the run resumes, and go if it does not.
    ///
    /// # Errors
    /// Parts that were saved there, if the run does not resume; a file that is damaged, or what the system says.
    pub fn watch(&self, claim: &str, folder: &Path, resume: bool) -> Result<ClaimWatch> {
        if !resume {
            if let Some(part) = shard_files(folder)?.iter().find(|file| !file.ends_with(SHARDS)) {
                let right = "--resume, which joins the parts, or another --out";
                return Err(Error::input(part.display().to_string(), "a part of this search is saved", right));
            }
            remove(folder)?;
        }
        self.begin(claim, folder, SHARDS, true)
    }

    /// The watch of one process's part of a claim. What it and others saved in `folder` counts if it resumes; if not, what
    /// it saved itself goes.
    ///
    /// # Errors
    /// What the system says.
    pub fn watch_part(&self, claim: &str, folder: &Path, part: Part, resume: bool) -> Result<ClaimWatch> {
        let file = format!("{SHARDS}-{}", part_name(part));
        if !resume
            && let Err(error) = std::fs::remove_file(folder.join(&file))
            && error.kind() != std::io::ErrorKind::NotFound
        {
            return Err(Error::file(folder, error));
        }
        self.begin(claim, folder, &file, resume)
    }

    /// The watch that saves shards in a file, and knows what other such files hold.
    fn begin(&self, claim: &str, folder: &Path, file: &str, with_others: bool) -> Result<ClaimWatch> {
        let label = label(folder);
        let (shards, mut saved) = Lines::open(&folder.join(file), &label)?;
        for other in if with_others { shard_files(folder)? } else { Vec::new() } {
            if !other.ends_with(file) {
                saved.extend(Lines::open(&other, &label)?.1);
            }
        }
        let bar = Bar::among(&self.bars, &self.claims, claim, &self.said);
        Ok(ClaimWatch {
            bars: self.bars.clone(),
            claim: claim.to_string(),
            folder: folder.to_path_buf(),
            saved: pairs(saved).collect(),
            shards,
            bar,
        })
    }
}

/// The watch of one claim: how far it is, and a file of saved shards.
pub struct ClaimWatch {
    bars: MultiProgress,
    claim: String,
    folder: PathBuf,
    saved: HashMap<String, String>,
    shards: Lines,
    bar: Bar,
}

impl ClaimWatch {
    /// Whether anything is saved in its own file.
    pub fn has_saved(&self) -> bool {
        self.shards.exists()
    }

    /// The claim is done and its files are written: the shards are not needed any more.
    ///
    /// # Errors
    /// What the system says.
    pub fn forget(&self) -> Result<()> {
        self.bar.close();
        remove(&self.folder)
    }
}

/// The file of the shards of a run; those of a part have its name behind it.
const SHARDS: &str = "shards";

/// What a part is called in names of files.
pub fn part_name(part: Part) -> String {
    format!("{}-of-{}", part.number, part.all)
}

/// What is saved of a claim in a folder, as its watch wrote it: what, and its result.
///
/// # Errors
/// A file that is damaged, or what the system says.
#[cfg(feature = "cluster")]
pub fn saved(folder: &Path) -> Result<Vec<(String, String)>> {
    let mut saved = Vec::new();
    for file in shard_files(folder)? {
        saved.extend(Lines::open(&file, &label(folder))?.1);
    }
    Ok(pairs(saved).collect())
}

/// The folder's name says which claim, at which scale, by which file.
fn label(folder: &Path) -> String {
    folder.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// Lines as what was saved, and its result.
fn pairs(lines: Vec<String>) -> impl Iterator<Item = (String, String)> {
    lines.into_iter().filter_map(|line| line.split_once('\t').map(|(what, text)| (what.to_string(), text.to_string())))
}

/// All files of shards in a folder.
fn shard_files(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries = match std::fs::read_dir(folder) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries.map_err(|error| Error::file(folder, error))?,
    };
    let is_one = |path: &PathBuf| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(SHARDS));
    let mut files = Vec::new();
    for entry in entries {
        files.extend(Some(entry.map_err(|error| Error::file(folder, error))?.path()).filter(is_one));
    }
    files.sort();
    Ok(files)
}

/// A line above the bars; on standard error where there are none.
fn above(bars: &MultiProgress, line: &str) {
    if bars.is_hidden() {
        say(line);
    } else {
        // A terminal that went away is no reason to stop a computation.
        let _ = bars.println(line);
    }
}

fn remove(folder: &Path) -> Result<()> {
    match std::fs::remove_dir_all(folder) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(Error::file(folder, error)),
        _ => Ok(()),
    }
}

impl Watch for ClaimWatch {
    fn begin(&self, phase: &str, total: u64, unit: &str) {
        self.bar.begin(phase, total, unit);
    }

    fn advance(&self, done: u64) {
        self.bar.advance(done);
    }

    fn remark(&self, line: &str) {
        above(&self.bars, &format!("{}: {line}", self.claim));
    }

    fn saved(&self, shard: &str) -> Option<String> {
        self.saved.get(shard).cloned()
    }

    fn folder(&self) -> Option<PathBuf> {
        Some(self.folder.clone())
    }

    fn save(&self, shard: &str, result: &str) -> Result<()> {
        self.shards.add(&format!("{shard}\t{result}"))
    }
}
