//! The evidence of a claim: its findings, and the fingerprints of the certificates that they rest on.
use super::files::{Folders, write_whole};
use crate::claim::{Decision, Experiment, Finding, Scale, Status, Verdict};
use crate::error::{Error, Result};
use crate::proof;
use crate::report::table::{Table, TableFormat, write};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::mem::discriminant;

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
    /// The certificates by name, each with the hash of its file.
    pub certificates: BTreeMap<String, String>,
}

impl Evidence {
    /// The evidence that a decision is.
    pub fn new(experiment: &Experiment, scale: Scale, decision: &Decision) -> Self {
        let hashed = |c: &crate::claim::Certificate| (c.name.clone(), hash(c.text.as_bytes()));
        Evidence {
            claim: experiment.name(),
            experiment: experiment.fingerprint.clone(),
            scale,
            findings: decision.findings.clone(),
            certificates: decision.certificates.iter().map(hashed).collect(),
        }
    }

    /// The evidence that is kept for a claim, if there is any.
    ///
    /// # Errors
    /// A file that cannot be read or is no evidence.
    pub fn read(folders: &Folders) -> Result<Option<Self>> {
        let path = folders.evidence();
        match std::fs::read(&path) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(Error::file(&path, error)),
            Ok(bytes) => serde_json::from_slice(&bytes).map(Some).map_err(|error| {
                Error::input(
                    path.display().to_string(),
                    error.to_string(),
                    "evidence that `topple run` wrote; delete it and run again",
                )
            }),
        }
    }

    /// Keeps the evidence.
    ///
    /// # Errors
    /// What the system says.
    pub fn write(&self, folders: &Folders) -> Result<()> {
        let text = serde_json::to_string_pretty(self).expect("evidence is plain data");
        write_whole(&folders.evidence(), format!("{text}\n").as_bytes())
    }

    /// The status that the evidence earns: every certificate that a finding names is read and checked again.
    pub fn status(&self, folders: &Folders) -> Status {
        for name in self.findings.iter().flat_map(certificates_of) {
            if let Err(why) = self.checked(name, folders) {
                return Status::NotRun(format!("certificate {name}: {why}"));
            }
        }
        Status::of(&self.findings)
    }

    fn checked(&self, name: &str, folders: &Folders) -> std::result::Result<(), String> {
        let bytes = std::fs::read(folders.certificate(name)).map_err(|error| error.to_string())?;
        if self.certificates.get(name) != Some(&hash(&bytes)) {
            return Err("it is not the file that the run wrote".to_string());
        }
        let text = String::from_utf8(bytes).map_err(|_| "not UTF-8".to_string())?;
        proof::check(&text).map(|_| ()).map_err(|reject| reject.to_string())
    }

    /// Whether a run that went less far contradicts nothing: the same parts, each with the same kind of verdict or one
    /// that only knows less, the same certificates, and in every table only lines that the larger table has.
    pub fn confirmed_by(&self, smaller: &Evidence, decision: &Decision, folders: &Folders) -> bool {
        let agrees = |(larger, smaller): (&Finding, &Finding)| {
            let knows_less = matches!(smaller.verdict, Verdict::Verified { .. } | Verdict::Open { .. });
            let proved = matches!(larger.verdict, Verdict::Proved { .. });
            let same = discriminant(&larger.verdict) == discriminant(&smaller.verdict);
            larger.part == smaller.part && (same || (proved && knows_less))
        };
        let parts =
            self.findings.len() == smaller.findings.len() && self.findings.iter().zip(&smaller.findings).all(agrees);
        let same_certificates =
            smaller.certificates.iter().all(|(name, hash)| self.certificates.get(name) == Some(hash));
        let tables = decision.tables.iter();
        parts && same_certificates && tables.into_iter().all(|(name, table)| kept(name, table, folders))
    }
}

/// Whether all lines of a table stand in the file that is kept for it.
fn kept(name: &str, table: &Table, folders: &Folders) -> bool {
    let Ok(file) = std::fs::read_to_string(folders.table(name, TableFormat::Csv)) else { return false };
    let Ok(text) = write(table, TableFormat::Csv) else { return false };
    let lines: std::collections::BTreeSet<&str> = file.lines().collect();
    file.lines().next() == text.lines().next() && text.lines().all(|line| lines.contains(line))
}

/// The certificates that a finding rests on.
fn certificates_of(finding: &Finding) -> &[String] {
    match &finding.verdict {
        Verdict::Proved { certificates } | Verdict::Differs { certificates, .. } => certificates,
        _ => &[],
    }
}

fn hash(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex().to_string()
}
