//! Where files go, and how: whole or not at all.
use super::{Line, Settings};
use crate::claim::experiment::MANIFEST;
use crate::claim::{Decision, Experiment, Scale, library};
use crate::error::{Error, Result};
use crate::file::whole;
use crate::report::behind;
use crate::report::draw::{FigureFormat, draw_signed};
use crate::report::table::{TableFormat, write};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// The places of the files of one experiment.
#[derive(Debug, Clone)]
pub struct Folders {
    out: PathBuf,
    paper: String,
    id: String,
}

impl Folders {
    /// The places under `out`. A claim of a paper has its folders; a user's own experiment stays in one.
    pub fn new(out: &Path, experiment: &Experiment) -> Self {
        Folders { out: out.to_path_buf(), paper: experiment.paper.clone(), id: experiment.id.clone() }
    }

    fn place(&self, folder: &str, name: &str, extension: &str) -> PathBuf {
        let stem = if name.is_empty() { self.id.clone() } else { format!("{}-{name}", self.id) };
        let folder = if self.paper.is_empty() { self.out.clone() } else { self.out.join(folder).join(&self.paper) };
        folder.join(format!("{stem}.{extension}"))
    }

    /// The folder under which everything lies.
    pub fn out(&self) -> &Path {
        &self.out
    }

    /// The evidence.
    pub fn evidence(&self) -> PathBuf {
        self.place("data", "", "json")
    }

    /// A table.
    pub fn table(&self, name: &str, format: TableFormat) -> PathBuf {
        self.place("data", name, format.extension())
    }

    /// A figure.
    pub fn figure(&self, name: &str, format: FigureFormat) -> PathBuf {
        self.place("figures", name, format.extension())
    }

    /// The data behind a figure. A user's own experiment has all files in one folder, where its tables have these names.
    pub fn behind(&self, name: &str) -> Option<PathBuf> {
        (!self.paper.is_empty()).then(|| self.place("figures", name, TableFormat::Csv.extension()))
    }

    /// A certificate. Claims of one paper may rest on the same one, so it does not carry the claim's name.
    pub fn certificate(&self, name: &str) -> PathBuf {
        match self.paper.as_str() {
            "" => self.out.join(format!("{name}.cert")),
            paper => self.out.join("proofs/certificates").join(paper).join(format!("{name}.cert")),
        }
    }

    /// The shards that a run saves as it goes.
    pub fn saved(&self, scale: Scale, fingerprint: &str) -> PathBuf {
        let scale = format!("{scale:?}").to_lowercase();
        self.out.join(".topple").join(format!("{}-{}-{scale}-{fingerprint}", self.paper, self.id))
    }
}

/// Removes what a run that was killed left unfinished beside the files of an experiment.
///
/// # Errors
/// What the system says.
pub fn sweep(folders: &Folders) -> Result<()> {
    let beside = [folders.evidence(), folders.figure("", FigureFormat::Svg), folders.certificate("")];
    beside.iter().filter_map(|path| path.parent()).try_for_each(whole::sweep)
}

/// The paths of what [`made`] makes of a decision.
pub fn paths(decision: &Decision, folders: &Folders, settings: &Settings) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for (name, _) in &decision.tables {
        files.extend([TableFormat::Csv].iter().chain(&settings.tables).map(|format| folders.table(name, *format)));
    }
    for (name, _) in &decision.figures {
        files.extend([FigureFormat::Svg].iter().chain(&settings.figures).map(|format| folders.figure(name, *format)));
        files.extend(folders.behind(name));
    }
    files.extend(decision.certificates.iter().map(|certificate| folders.certificate(&certificate.name)));
    files
}

/// The tables, figures and certificates of a decision, with their paths.
///
/// # Errors
/// A format that a table or figure does not have.
pub fn made(
    decision: &Decision,
    experiment: &Experiment,
    folders: &Folders,
    settings: &Settings,
) -> Result<Vec<(PathBuf, Vec<u8>)>> {
    let mut made = Vec::new();
    for (name, table) in &decision.tables {
        for format in [TableFormat::Csv].iter().chain(&settings.tables) {
            made.push((folders.table(name, *format), write(table, *format)?.into_bytes()));
        }
    }
    for (name, figure) in &decision.figures {
        for format in [FigureFormat::Svg].iter().chain(&settings.figures) {
            made.push((folders.figure(name, *format), draw_signed(figure, *format, &source(experiment, name))?));
        }
        if let Some(path) = folders.behind(name) {
            made.push((path, write(&behind(figure), TableFormat::Csv)?.into_bytes()));
        }
    }
    let certificates = decision.certificates.iter();
    made.extend(certificates.map(|one| (folders.certificate(&one.name), one.text.clone().into_bytes())));
    Ok(made)
}

/// Which claim of a run wrote a file, and the hash of what it wrote.
#[derive(Debug, Default)]
pub struct Owners(Mutex<HashMap<PathBuf, (String, String)>>);

impl Owners {
    /// A claim is about to write files with these hashes, or an interrupted run has written them.
    ///
    /// # Errors
    /// A file that another claim has written with other bytes: one of the two would be lost.
    pub fn add(&self, claim: &str, files: impl Iterator<Item = (PathBuf, String)>) -> Result<()> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for (path, hash) in files {
            let (owner, was) = known.entry(path.clone()).or_insert_with(|| (claim.to_string(), hash.clone()));
            if owner != claim && *was != hash {
                let (one, other) = (claim.min(owner.as_str()), claim.max(owner.as_str()));
                let what = format!("both {one} and {other} write it");
                return Err(Error::input(path.display().to_string(), what, "a name of its own for each"));
            }
        }
        Ok(())
    }
}

/// Which printed figure a picture stands for: it is called after it, or stands for the place of its claim.
fn source(experiment: &Experiment, name: &str) -> String {
    if experiment.paper.is_empty() {
        return experiment.title.clone();
    }
    let (title, authors) = library::paper(&experiment.paper);
    let place = printed(name).unwrap_or_else(|| experiment.place.clone());
    format!("{authors}, \"{title}\", {place}; drawn by topple, claim {}", experiment.name())
}

/// `figure-3-18` is Figure 3.18, `figures-7-to-10` are Figures 7 to 10.
fn printed(name: &str) -> Option<String> {
    let (sort, numbers) = name.split_once('-')?;
    let plain = |numbers: &str| numbers.chars().all(|c| c.is_ascii_digit() || c == '-');
    let numbers = match numbers.split_once("-to-") {
        Some((from, to)) if plain(from) && plain(to) => {
            format!("{} to {}", from.replace('-', "."), to.replace('-', "."))
        }
        None if plain(numbers) => numbers.replace('-', "."),
        _ => return None,
    };
    match sort {
        "figure" => Some(format!("Figure {numbers}")),
        "figures" => Some(format!("Figures {numbers}")),
        "proposition" => Some(format!("Proposition {numbers}")),
        _ => None,
    }
}

/// The longest manifest that is read, in bytes.
const LONGEST_MANIFEST: u64 = 1 << 24;

/// What a run says of itself: never in a table, because it is another one on another machine.
#[derive(serde::Serialize)]
struct Manifest<'a> {
    version: &'a str,
    scale: Scale,
    threads: usize,
    claims: &'a [Line],
}

/// Writes `run-manifest.json`: version, threads and times.
///
/// # Errors
/// What the system says.
pub fn write_manifest(settings: &Settings, threads: usize, lines: &[Line]) -> Result<()> {
    let manifest = Manifest { version: env!("CARGO_PKG_VERSION"), scale: settings.scale, threads, claims: lines };
    let text = serde_json::to_string_pretty(&manifest).expect("a manifest is plain data");
    whole::write(&manifest_file(&settings.out), format!("{text}\n").as_bytes())
}

/// The file in which a run describes itself.
fn manifest_file(out: &Path) -> PathBuf {
    out.join(format!("{MANIFEST}.json"))
}

/// The seconds that the claims of the last run took, by their names, as far as its manifest tells.
pub fn earlier_seconds(out: &Path) -> HashMap<String, f64> {
    let text = crate::file::text(&manifest_file(out), LONGEST_MANIFEST, "a manifest").unwrap_or_default();
    let manifest: serde_json::Value = serde_json::from_str(&text).unwrap_or_default();
    let claims = manifest["claims"].as_array().into_iter().flatten();
    claims.filter_map(|line| Some((line["claim"].as_str()?.to_string(), line["seconds"].as_f64()?))).collect()
}
