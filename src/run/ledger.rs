//! The ledger: every claim with the status that its evidence earns.
use super::evidence::Evidence;
use super::files::Folders;
use crate::claim::library::{self, Quotation};
use crate::claim::{Experiment, Finding, Kind, Status};
use crate::error::Result;
use crate::report::table::Table;
use rayon::prelude::*;
use serde::Serialize;
use std::path::Path;

/// One claim of the ledger.
#[derive(Debug, Clone, Serialize)]
pub struct Entry {
    /// The paper.
    pub paper: String,
    /// The claim's name in its paper.
    pub id: String,
    /// What sort of statement it is.
    pub kind: Kind,
    /// A few words.
    pub title: String,
    /// Where it is printed.
    pub place: String,
    /// The status in one word.
    pub word: &'static str,
    /// The status in words.
    pub status: String,
    /// Coq has checked theorems here that settle every part.
    pub machine_checked: bool,
    /// What the paper says.
    pub quotations: Vec<Quotation>,
    /// The statements in `proofs/coq` that parts of it name, each with whether Coq has checked it here.
    pub theorems: Vec<(String, bool)>,
    /// The parts with what was found.
    pub findings: Vec<Finding>,
}

/// Whether Coq has checked a theorem.
pub type Checked<'a> = dyn Fn(&str) -> bool + Sync + 'a;

/// The ledger of some experiments, from the evidence under `out`. `checked` tells which theorems Coq has checked.
///
/// # Errors
/// Evidence that cannot be read.
pub fn entries(experiments: &[Experiment], out: &Path, checked: &Checked) -> Result<Vec<Entry>> {
    experiments.par_iter().map(|experiment| entry(experiment, out, checked)).collect()
}

fn entry(experiment: &Experiment, out: &Path, checked: &Checked) -> Result<Entry> {
    let folders = Folders::new(out, experiment);
    let (status, findings) = match (&experiment.pending, Evidence::read(&folders)?) {
        (Some(why), _) if experiment.method.is_none() => (Status::pending(experiment.kind, why), Vec::new()),
        (_, None) => (Status::NotRun("no evidence yet; `topple run` makes it".to_string()), Vec::new()),
        (_, Some(evidence)) => match evidence.status(experiment, &folders, checked) {
            // What such evidence says is not repeated.
            Status::NotRun(why) => (Status::NotRun(why), Vec::new()),
            status => (status, evidence.findings),
        },
    };
    let mut theorems: Vec<(String, bool)> = Vec::new();
    for name in findings.iter().flat_map(|finding| &finding.theorems) {
        if !theorems.iter().any(|(known, _)| known == name) {
            theorems.push((name.clone(), checked(name)));
        }
    }
    Ok(Entry {
        paper: experiment.paper.clone(),
        id: experiment.id.clone(),
        kind: experiment.kind,
        title: experiment.title.clone(),
        place: experiment.place.clone(),
        word: status.word(),
        machine_checked: status == Status::Proved { machine_checked: true },
        quotations: library::quotations(&experiment.paper, &experiment.id)?,
        status: in_words(&status, &theorems),
        theorems,
        findings,
    })
}

/// The status; where a theorem would settle a part and has not been checked here, that too.
fn in_words(status: &Status, theorems: &[(String, bool)]) -> String {
    let unchecked: Vec<&str> = theorems.iter().filter(|(_, checked)| !checked).map(|(name, _)| name.as_str()).collect();
    match (status, unchecked.as_slice()) {
        (_, []) => status.to_string(),
        (_, [one]) => format!("{status}; theorem {one}, not checked here"),
        (_, many) => format!("{status}; theorems {}, not checked here", many.join(", ")),
    }
}

/// The ledger as a table: one line a claim.
pub fn table(entries: &[Entry]) -> Table {
    let row = |e: &Entry| {
        let kind = format!("{:?}", e.kind).to_lowercase();
        vec![e.paper.clone(), e.id.clone(), kind, e.status.clone(), checked(e).join(" "), e.title.clone()]
    };
    Table {
        title: "Claims".to_string(),
        header: ["paper", "claim", "kind", "status", "machine-checked", "title"].map(String::from).to_vec(),
        rows: entries.iter().map(row).collect(),
    }
}

fn checked(entry: &Entry) -> Vec<&str> {
    entry.theorems.iter().filter(|(_, checked)| *checked).map(|(name, _)| name.as_str()).collect()
}
