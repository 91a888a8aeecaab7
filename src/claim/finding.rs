//! What an experiment found, and the status that follows from it.
use super::Kind;
use crate::error::{Error, Result};
use crate::proof;
use crate::report::{figure::Figure, table::Table};
use serde::{Deserialize, Serialize};

/// A certificate on its way to a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Certificate {
    /// The file's name without folder and ending; in one paper it always stands for the same text.
    pub name: String,
    /// The file's text.
    pub text: String,
    /// What the checker says that it proves.
    pub proves: Vec<String>,
}

impl Certificate {
    /// A certificate that the checker has just accepted; one that it refuses is a fault of the solver.
    pub fn new(name: &str, text: String) -> Result<Self> {
        match proof::check(&text) {
            Ok(proves) => Ok(Certificate { name: name.to_string(), text, proves }),
            Err(reject) => Err(Error::input(
                format!("certificate {name}"),
                reject.to_string(),
                "a certificate that the checker accepts",
            )),
        }
    }
}

/// What was found about one part of a claim.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "verdict")]
pub enum Verdict {
    /// True for all that it speaks of; the certificates show it.
    Proved {
        /// The names of the certificates.
        certificates: Vec<String>,
    },
    /// True as far as it was tried.
    Verified {
        /// How far.
        bound: String,
    },
    /// Print and computation disagree.
    Differs {
        /// Where, and what stands there: printed against computed.
        cells: Vec<String>,
        /// What holds instead.
        holds: String,
        /// The certificates for what holds.
        certificates: Vec<String>,
    },
    /// False.
    Refuted {
        /// The counterexample.
        counterexample: String,
    },
    /// Not decided.
    Open {
        /// How far it was tried.
        reached: String,
    },
}

/// One part of a claim with what was found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    /// What the part says.
    pub part: String,
    /// The engine or checker that decided it.
    pub method: String,
    /// What was found.
    #[serde(flatten)]
    pub verdict: Verdict,
    /// It tries again what another finding decides, by other means: it cannot weaken that one, only contradict it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub supporting: bool,
    /// What else is worth knowing: a sharper statement, a damaged source.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

impl Finding {
    /// A part with its verdict.
    pub fn new(part: impl Into<String>, method: impl Into<String>, verdict: Verdict) -> Self {
        Finding { part: part.into(), method: method.into(), verdict, supporting: false, note: None }
    }

    /// A part that accepted certificates prove.
    pub fn proved(part: impl Into<String>, method: impl Into<String>, certificates: &[&Certificate]) -> Self {
        let certificates = certificates.iter().map(|certificate| certificate.name.clone()).collect();
        Finding::new(part, method, Verdict::Proved { certificates })
    }

    /// A part of print against computation: proved by certificates, or differing in the cells that are listed.
    pub fn compared(
        part: impl Into<String>,
        method: impl Into<String>,
        cells: Vec<String>,
        holds: &str,
        certificates: &[&Certificate],
    ) -> Self {
        if cells.is_empty() {
            return Finding::proved(part, method, certificates);
        }
        let certificates = certificates.iter().map(|certificate| certificate.name.clone()).collect();
        Finding::new(part, method, Verdict::Differs { cells, holds: holds.to_string(), certificates })
    }

    /// Marks a finding that tries again what another one decides.
    pub fn supporting(mut self) -> Self {
        self.supporting = true;
        self
    }

    /// Adds what else is worth knowing.
    pub fn note(mut self, note: impl Into<String>) -> Self {
        self.note = Some(note.into());
        self
    }
}

/// All that an experiment hands on: findings, and what is to be written to files. The names are file names without
/// folder and ending; the one that is empty takes the claim's own name.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Decision {
    /// The parts of the claim.
    pub findings: Vec<Finding>,
    /// Tables for `data/`.
    pub tables: Vec<(String, Table)>,
    /// Pictures for `figures/`.
    pub figures: Vec<(String, Figure)>,
    /// Certificates for `proofs/certificates/`.
    pub certificates: Vec<Certificate>,
}

/// The status of a claim.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub enum Status {
    /// Every part is proved.
    Proved,
    /// Every part is proved or true as far as tried.
    Verified(String),
    /// Print and computation disagree somewhere.
    Differs(usize),
    /// Some part is false.
    Refuted(String),
    /// Some part is not decided.
    Open(String),
    /// There is no evidence.
    NotRun(String),
}

impl Status {
    /// The status of a claim that nothing decides yet: a question is open, any other claim has not been run.
    pub fn pending(kind: Kind, why: &str) -> Status {
        match kind {
            Kind::Question => Status::Open(format!("nothing yet: {why}")),
            _ => Status::NotRun(why.to_string()),
        }
    }

    /// The status that findings earn: that of the weakest part.
    pub fn of(findings: &[Finding]) -> Status {
        let mut differing = 0;
        let (mut refuted, mut open, mut verified) = (None, None, Vec::new());
        for finding in findings {
            match &finding.verdict {
                Verdict::Proved { .. } => {}
                Verdict::Verified { .. } if finding.supporting => {}
                Verdict::Verified { bound } if verified.contains(bound) => {}
                Verdict::Verified { bound } => verified.push(bound.clone()),
                Verdict::Differs { cells, .. } => differing += cells.len(),
                Verdict::Refuted { counterexample } => refuted = refuted.or(Some(counterexample.clone())),
                Verdict::Open { reached } => open = open.or(Some(reached.clone())),
            }
        }
        match (findings.is_empty(), refuted, open) {
            (true, ..) => Status::NotRun("no findings".to_string()),
            (_, Some(counterexample), _) => Status::Refuted(counterexample),
            _ if differing > 0 => Status::Differs(differing),
            (_, _, Some(reached)) => Status::Open(reached),
            _ if verified.is_empty() => Status::Proved,
            _ => Status::Verified(verified.join("; ")),
        }
    }
}

impl std::fmt::Display for Status {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Status::Proved => f.write_str("proved"),
            Status::Verified(bound) => write!(f, "verified to {bound}"),
            Status::Differs(1) => f.write_str("differs (1 cell)"),
            Status::Differs(cells) => write!(f, "differs ({cells} cells)"),
            Status::Refuted(counterexample) => write!(f, "refuted: {counterexample}"),
            Status::Open(reached) => write!(f, "open, reached {reached}"),
            Status::NotRun(why) => write!(f, "not run: {why}"),
        }
    }
}
