//! The evidence of a claim: its findings, and the certificates that they rest on with what these establish.
use super::files::Folders;
use crate::claim::jengazero::SAMPLED;
use crate::claim::{Certificate, Decision, Experiment, Fact, Finding, Scale, Status, Verdict};
use crate::error::{Error, Result};
use crate::file;
use crate::proof::{self, Established};
use crate::report::table::{Table, TableFormat, write};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::mem::discriminant;
use std::sync::{Mutex, PoisonError};

/// The longest file of evidence, and the longest table, that is read, in bytes.
const LONGEST: u64 = 1 << 28;

/// What a run found about a claim, as it is kept in `data/<paper>/<claim>.json`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Evidence {
    /// The claim.
    pub claim: String,
    /// The fingerprint of the experiment file; evidence of a file that has changed since does not count.
    pub experiment: String,
    /// How far the run went.
    pub scale: Scale,
    /// The parts of the claim.
    pub findings: Vec<Finding>,
    /// The certificates by name.
    pub certificates: BTreeMap<String, Kept>,
    /// The hash of all that stands above: evidence that was changed by hand does not count.
    pub seal: String,
}

/// What is kept of a certificate.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Kept {
    /// The hash of its file.
    pub hash: String,
    /// What the checker answered.
    pub facts: Vec<Fact>,
}

impl Evidence {
    /// The evidence that a decision is.
    pub fn new(experiment: &Experiment, scale: Scale, decision: &Decision) -> Self {
        let kept = |c: &Certificate| {
            (c.name.clone(), Kept { hash: hash(c.text.as_bytes()), facts: c.established.facts.clone() })
        };
        let mut evidence = Evidence {
            claim: experiment.name(),
            experiment: experiment.fingerprint.clone(),
            scale,
            findings: decision.findings.clone(),
            certificates: decision.certificates.iter().map(kept).collect(),
            seal: String::new(),
        };
        evidence.seal = evidence.sealed();
        evidence
    }

    /// The hash of everything but the seal.
    pub fn sealed(&self) -> String {
        let bare = Evidence { seal: String::new(), ..self.clone() };
        hash(&serde_json::to_vec(&bare).expect("evidence is plain data"))
    }

    /// The evidence that is kept for a claim, if there is any.
    ///
    /// # Errors
    /// A file that cannot be read or is no evidence.
    pub fn read(folders: &Folders) -> Result<Option<Self>> {
        let path = folders.evidence();
        if !path.try_exists().unwrap_or(true) {
            return Ok(None);
        }
        let right = "evidence that `topple run` wrote; delete it and run again";
        let bytes = file::bytes(&path, LONGEST, right)?;
        let failed = |error: serde_json::Error| Error::input(path.display().to_string(), error.to_string(), right);
        serde_json::from_slice(&bytes).map(Some).map_err(failed)
    }

    /// The evidence as it is kept.
    pub fn text(&self) -> String {
        serde_json::to_string_pretty(self).expect("evidence is plain data") + "\n"
    }

    /// The status that the evidence earns. Every certificate of the run is read and checked again, must establish what the
    /// run wrote, and every goal that is called proved must follow from those facts. `checked` tells which theorems
    /// Coq has checked here.
    pub fn status(&self, experiment: &Experiment, folders: &Folders, checked: &dyn Fn(&str) -> bool) -> Status {
        match self.accepted(experiment, folders) {
            Ok(()) => Status::of(&self.findings, checked),
            Err(why) => Status::NotRun(why),
        }
    }

    fn accepted(&self, experiment: &Experiment, folders: &Folders) -> std::result::Result<(), String> {
        if self.experiment != experiment.fingerprint {
            return Err("the experiment has changed since it was run".to_string());
        }
        if self.seal != self.sealed() {
            return Err("the evidence has been changed by hand; `topple run` makes it anew".to_string());
        }
        if let Some(expected) = &experiment.expected
            && self.scale != Scale::Quick
            && expected.parts != self.parts()
        {
            return Err("the parts of the claim are not those that its file expects".to_string());
        }
        let mut established: BTreeMap<&str, Established> = BTreeMap::new();
        let named = self.findings.iter().flat_map(Finding::certificates);
        // Some stand for lines of a table, and no part names them.
        for name in named.chain(self.certificates.keys()) {
            if !established.contains_key(name.as_str()) {
                let one = self.checked(name, folders).map_err(|why| format!("certificate {name}: {why}"))?;
                established.insert(name, one);
            }
        }
        for finding in &self.findings {
            let hand: Vec<Established> =
                finding.certificates().iter().map(|name| established[name.as_str()].clone()).collect();
            finding.follows(&hand).map_err(|missing| format!("'{}': {missing}", finding.part))?;
        }
        Ok(())
    }

    /// The hash of what the parts say: titles, goals and theorems, and nothing of what was found.
    pub fn parts(&self) -> String {
        let said = |finding: &Finding| {
            let goal = serde_json::to_string(&finding.goal).expect("a goal is plain data");
            format!("{}\n{goal}\n{}\n", finding.part, finding.theorems.join(" "))
        };
        hash(self.findings.iter().map(said).collect::<String>().as_bytes())[..16].to_string()
    }

    fn checked(&self, name: &str, folders: &Folders) -> std::result::Result<Established, String> {
        let kept = self.certificates.get(name).ok_or("the run wrote none of this name")?;
        let text = proof::file::read(&folders.certificate(name)).map_err(|error| error.to_string())?;
        if kept.hash != hash(text.as_bytes()) {
            return Err("it is not the file that the run wrote".to_string());
        }
        let established = established(&text, &kept.hash)?;
        let same = established.facts == kept.facts;
        same.then_some(established).ok_or_else(|| "it does not establish the facts that the run wrote".to_string())
    }

    /// Whether a run that went less far contradicts nothing: the same parts, each with the same kind of verdict or one
    /// that only knows less, the same certificates, and in every table only lines that the larger table has. Where tables are
    /// samples, lines are not compared, and fewer games may show no difference yet.
    pub fn confirmed_by(&self, smaller: &Evidence, decision: &Decision, folders: &Folders) -> bool {
        let sampled = SAMPLED.contains(&self.claim.as_str());
        let agrees = |(larger, smaller): (&Finding, &Finding)| {
            let knows_less = matches!(smaller.found, Verdict::Swept { .. } | Verdict::Open { .. });
            let settled = matches!(larger.found, Verdict::Entailed { .. } | Verdict::Exhausted { .. });
            let same = discriminant(&larger.found) == discriminant(&smaller.found);
            larger.part == smaller.part && (same || (knows_less && (settled || sampled)))
        };
        let parts =
            self.findings.len() == smaller.findings.len() && self.findings.iter().zip(&smaller.findings).all(agrees);
        let same_certificates =
            smaller.certificates.iter().all(|(name, kept)| self.certificates.get(name) == Some(kept));
        let lines = sampled || decision.tables.iter().all(|(name, table)| kept(name, table, folders));
        parts && same_certificates && lines
    }
}

/// What a certificate with a hash establishes. One that was accepted need not be checked again in the same process.
fn established(text: &str, hash: &str) -> std::result::Result<Established, String> {
    static ACCEPTED: Mutex<BTreeMap<String, Established>> = Mutex::new(BTreeMap::new());
    let accepted = || ACCEPTED.lock().unwrap_or_else(PoisonError::into_inner);
    let known = accepted().get(hash).cloned();
    if let Some(known) = known {
        return Ok(known);
    }
    let established = proof::establish(text).map_err(|reject| reject.to_string())?;
    accepted().insert(hash.to_string(), established.clone());
    Ok(established)
}

/// Whether all lines of a table stand in the file that is kept for it.
fn kept(name: &str, table: &Table, folders: &Folders) -> bool {
    let Ok(file) = file::text(&folders.table(name, TableFormat::Csv), LONGEST, "a table") else { return false };
    let Ok(text) = write(table, TableFormat::Csv) else { return false };
    let lines: std::collections::BTreeSet<&str> = file.lines().collect();
    file.lines().next() == text.lines().next() && text.lines().all(|line| lines.contains(line))
}

fn hash(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex().to_string()
}
