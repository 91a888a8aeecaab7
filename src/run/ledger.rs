//! The ledger: every claim with the status that its evidence earns.
use super::evidence::Evidence;
use super::files::Folders;
use super::machine_checked::MachineChecked;
use crate::claim::{Experiment, Finding, Kind, Status, Verdict};
use crate::error::Result;
use crate::report::table::Table;
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
    /// The status in words.
    pub status: String,
    /// The theorems that settle it and that Coq has checked, from the sources as they are now.
    pub machine_checked: Vec<String>,
    /// The parts with what was found.
    pub findings: Vec<Finding>,
}

/// The ledger of some experiments, from the evidence under `out`.
///
/// # Errors
/// Evidence that cannot be read.
pub fn entries(experiments: &[Experiment], out: &Path) -> Result<Vec<Entry>> {
    let coq = MachineChecked::read(out)?;
    experiments.iter().map(|experiment| entry(experiment, out, coq.theorems(&experiment.name()))).collect()
}

fn entry(experiment: &Experiment, out: &Path, theorems: &[String]) -> Result<Entry> {
    let folders = Folders::new(out, experiment);
    let evidence = Evidence::read(&folders)?;
    let (status, findings) = match (&experiment.pending, evidence) {
        (Some(_), _) if experiment.method.is_none() && !theorems.is_empty() => (Status::Proved, Vec::new()),
        (Some(why), _) if experiment.method.is_none() => (Status::pending(experiment.kind, why), Vec::new()),
        (_, None) => (Status::NotRun("no evidence yet; `topple run` makes it".to_string()), Vec::new()),
        (_, Some(evidence)) if evidence.experiment != experiment.fingerprint => {
            (Status::NotRun("the experiment has changed since it was run".to_string()), Vec::new())
        }
        (_, Some(evidence)) => (evidence.status(&folders), evidence.findings),
    };
    Ok(Entry {
        paper: experiment.paper.clone(),
        id: experiment.id.clone(),
        kind: experiment.kind,
        title: experiment.title.clone(),
        place: experiment.place.clone(),
        status: in_words(&status, theorems),
        machine_checked: theorems.to_vec(),
        findings,
    })
}

/// The status; where a theorem stands behind it, that too.
fn in_words(status: &Status, theorems: &[String]) -> String {
    match status {
        // A theorem named for a claim settles it, also where the evidence itself only goes to a bound.
        Status::Proved | Status::Verified(_) if !theorems.is_empty() => "proved, machine-checked".to_string(),
        Status::Differs(_) if !theorems.is_empty() => format!("{status}, what holds is machine-checked"),
        _ => status.to_string(),
    }
}

/// The ledger as a table: one line a claim.
pub fn table(entries: &[Entry]) -> Table {
    let row = |e: &Entry| {
        let kind = format!("{:?}", e.kind).to_lowercase();
        vec![e.paper.clone(), e.id.clone(), kind, e.status.clone(), e.machine_checked.join(" "), e.title.clone()]
    };
    Table {
        title: "Claims".to_string(),
        header: ["paper", "claim", "kind", "status", "machine-checked", "title"].map(String::from).to_vec(),
        rows: entries.iter().map(row).collect(),
    }
}

/// The ledger as the page `docs/CLAIMS.md`: a count of each status, a table a paper, and every finding.
pub fn page(entries: &[Entry]) -> String {
    let mut page = "# Claims\n\nThis page is made by `topple claims --format markdown` from the evidence in `data/`.\n"
        .to_string();
    let mut counts = std::collections::BTreeMap::new();
    for entry in entries {
        *counts
            .entry(entry.status.split([':', ',', '(']).next().unwrap_or("").split(" to ").next().unwrap_or("").trim())
            .or_insert(0) += 1;
    }
    let counts: Vec<String> = counts.iter().map(|(status, count)| format!("{status} {count}")).collect();
    page.push_str(&format!("\n{} claims: {}.\n", entries.len(), counts.join(", ")));
    let mut paper = "";
    for entry in entries {
        if entry.paper != paper {
            paper = &entry.paper;
            page.push_str(&format!("\n## {paper}\n"));
        }
        page.push_str(&format!("\n### {}\n\n{} ({}). **{}**\n", entry.id, entry.title, entry.place, entry.status));
        if !entry.machine_checked.is_empty() {
            page.push_str(&format!("\nTheorems in `proofs/coq`: {}.\n", entry.machine_checked.join(", ")));
        }
        if !entry.findings.is_empty() {
            page.push('\n');
        }
        for finding in &entry.findings {
            page.push_str(&format!("- {}\n", said(finding)));
        }
    }
    page
}

/// A finding in one paragraph.
pub fn said(finding: &Finding) -> String {
    let verdict = match &finding.verdict {
        Verdict::Proved { certificates } => format!("proved by {}", certificates.join(", ")),
        Verdict::Verified { bound } => format!("verified to {bound}"),
        Verdict::Differs { cells, holds, .. } => format!("differs: {}. What holds: {holds}", cells.join("; ")),
        Verdict::Refuted { counterexample } => format!("refuted by {counterexample}"),
        Verdict::Open { reached } => format!("open: {reached}"),
    };
    let note = finding.note.as_ref().filter(|note| !note.is_empty()).map_or(String::new(), |note| format!(" ({note})"));
    format!("{}: {verdict}{note}.", finding.part)
}
