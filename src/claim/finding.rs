//! What an experiment found, and the status that follows from it.
use super::Kind;
use crate::error::{Error, Result};
use crate::proof::goal::Missing;
use crate::proof::{self, Established, Goal};
use crate::report::{figure::Figure, table::Table};
use serde::{Deserialize, Serialize};

/// A certificate on its way to a file.
#[derive(Debug, Clone)]
pub struct Certificate {
    /// The file's name without folder and ending; in one paper it always stands for the same text.
    pub name: String,
    /// The file's text.
    pub text: String,
    /// What the checker answered.
    pub established: Established,
}

impl Certificate {
    /// A certificate that the checker has just accepted; one that it refuses is a fault of the solver.
    pub fn new(name: &str, text: String) -> Result<Self> {
        match proof::establish(&text) {
            Ok(established) => Ok(Certificate { name: name.to_string(), text, established }),
            Err(reject) => Err(Error::input(
                format!("certificate {name}"),
                reject.to_string(),
                "a certificate that the checker accepts",
            )),
        }
    }

    /// All that it establishes, as a goal.
    pub fn goal(&self) -> Goal {
        Goal::Facts(self.established.facts.clone())
    }
}

/// What settles one part of a claim.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "verdict")]
pub enum Verdict {
    /// The goal follows from the facts of these certificates.
    Entailed {
        /// Their names.
        certificates: Vec<String>,
    },
    /// True in every case of a finite domain which is all that the part speaks of.
    Exhausted {
        /// The domain, with the number of its members.
        domain: String,
    },
    /// True as far as it was tried.
    Swept {
        /// How far.
        bound: String,
    },
    /// Print and computation disagree.
    Differs {
        /// Where, and what stands there: printed against computed.
        cells: Vec<String>,
        /// For how many positions, entries or towers these stand.
        count: u64,
        /// What holds instead. The goal says it as far as certificates can; then it follows from them.
        holds: String,
        /// Their names.
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

impl Verdict {
    /// What trying came to: true to a bound, or a counterexample.
    pub fn tried(bound: impl Into<String>, counterexample: Option<String>) -> Self {
        match counterexample {
            None => Verdict::Swept { bound: bound.into() },
            Some(counterexample) => Verdict::Refuted { counterexample },
        }
    }
}

/// One part of a claim with what was found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Finding {
    /// What the part says, in a few words.
    pub part: String,
    /// The same in terms that certificates can entail.
    #[serde(default = "words", skip_serializing_if = "is_words")]
    pub goal: Goal,
    /// The engine that tried it; empty if certificates settle it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub method: String,
    /// What was found.
    pub found: Verdict,
    /// Statements in `proofs/coq` that say what the part says.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub theorems: Vec<String>,
    /// It tries again what another finding decides, by other means: it cannot weaken that one, only contradict it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub supporting: bool,
    /// What else is worth knowing: a sharper statement, a damaged source.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

fn words() -> Goal {
    Goal::Words
}

fn is_words(goal: &Goal) -> bool {
    *goal == Goal::Words
}

/// Where print and computation disagree.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Differences {
    /// What is said of each place.
    pub cells: Vec<String>,
    /// How many positions, entries or towers these are.
    pub count: u64,
}

impl From<Vec<String>> for Differences {
    /// One position for each.
    fn from(cells: Vec<String>) -> Self {
        Differences { count: cells.len() as u64, cells }
    }
}

impl Finding {
    /// A part in words, with what a sweep or a search found.
    pub fn new(part: impl Into<String>, method: impl Into<String>, found: Verdict) -> Self {
        let (goal, theorems) = (Goal::Words, Vec::new());
        Finding { part: part.into(), goal, method: method.into(), found, theorems, supporting: false, note: None }
    }

    /// A part whose goal follows from certificates.
    ///
    /// # Errors
    /// The fact that is missing.
    pub fn entailed(part: impl Into<String>, goal: Goal, certificates: &[&Certificate]) -> Result<Self> {
        let (part, names) = (part.into(), names(certificates));
        entailed(&part, &goal, certificates)?;
        let found = Verdict::Entailed { certificates: names };
        Ok(Finding { goal, ..Finding::new(part, "", found) })
    }

    /// A part of print against computation. The goal says what was computed: it follows from the certificates, whether print
    /// agrees with it or not.
    ///
    /// # Errors
    /// The fact that is missing.
    pub fn against_print(
        part: impl Into<String>,
        goal: Goal,
        differences: impl Into<Differences>,
        holds: impl Into<String>,
        certificates: &[&Certificate],
    ) -> Result<Self> {
        let Differences { cells, count } = differences.into();
        let finding = Finding::entailed(part, goal, certificates)?;
        if cells.is_empty() {
            return Ok(finding);
        }
        let found = Verdict::Differs { cells, count, holds: holds.into(), certificates: names(certificates) };
        Ok(Finding { found, ..finding })
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

    /// Names a statement in `proofs/coq` that says what the part says, so that a proof of it settles the part.
    pub fn theorem(mut self, name: &str) -> Self {
        self.theorems.push(name.to_string());
        self
    }

    /// The certificates that the finding names.
    pub fn certificates(&self) -> &[String] {
        match &self.found {
            Verdict::Entailed { certificates } | Verdict::Differs { certificates, .. } => certificates,
            _ => &[],
        }
    }

    /// Whether what is found is what its certificates entail.
    ///
    /// # Errors
    /// The fact that is missing.
    pub fn follows(&self, established: &[Established]) -> std::result::Result<(), Missing> {
        match &self.found {
            Verdict::Entailed { .. } => self.goal.entailed_by(established),
            Verdict::Differs { .. } if self.goal != Goal::Words => self.goal.entailed_by(established),
            _ => Ok(()),
        }
    }
}

fn names(certificates: &[&Certificate]) -> Vec<String> {
    certificates.iter().map(|certificate| certificate.name.clone()).collect()
}

fn entailed(part: &str, goal: &Goal, certificates: &[&Certificate]) -> Result<()> {
    let established: Vec<Established> = certificates.iter().map(|one| one.established.clone()).collect();
    let place = || format!("'{part}' by {}", names(certificates).join(", "));
    goal.entailed_by(&established)
        .map_err(|missing| Error::input(place(), missing.to_string(), "certificates from which the part follows"))
}

/// All that an experiment hands on: findings, and what is to be written to files. The names are file names without
/// folder and ending; the one that is empty takes the claim's own name.
#[derive(Debug, Clone, Default)]
pub struct Decision {
    /// The parts of the claim.
    pub findings: Vec<Finding>,
    /// Tables for `data/`.
    pub tables: Vec<(String, Table)>,
    /// Pictures for `figures/`.
    pub figures: Vec<(String, Figure)>,
    /// Certificates for `proofs/certificates/`.
    pub certificates: Vec<Certificate>,
    /// Memory ended the search: what it saved stays, and with more of it the search goes on from there.
    pub is_cut_short: bool,
}

/// The status of a claim.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub enum Status {
    /// Every part is proved; whether Coq has checked all of them here.
    Proved {
        /// Every part is settled by a theorem.
        machine_checked: bool,
    },
    /// Every part is proved or true as far as tried.
    Verified(String),
    /// Print and computation disagree at so many positions.
    Differs(u64),
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

    /// The status that findings earn: that of the weakest part. `checked` tells which theorems Coq has checked here; what a
    /// theorem settles is proved, whatever a sweep or a search came to.
    pub fn of(findings: &[Finding], checked: &dyn Fn(&str) -> bool) -> Status {
        let settled = |finding: &Finding| finding.theorems.iter().any(|name| checked(name));
        let (mut differing, mut machine_checked) = (0, true);
        let (mut refuted, mut open, mut verified) = (None, None, Vec::new());
        for finding in findings {
            let by_theorem = settled(finding);
            machine_checked &= by_theorem || finding.supporting;
            match &finding.found {
                Verdict::Entailed { .. } => {}
                Verdict::Swept { .. } | Verdict::Exhausted { .. } if finding.supporting || by_theorem => {}
                Verdict::Swept { bound } | Verdict::Exhausted { domain: bound } if verified.contains(bound) => {}
                Verdict::Swept { bound } | Verdict::Exhausted { domain: bound } => verified.push(bound.clone()),
                Verdict::Differs { count, .. } => differing += count,
                Verdict::Refuted { counterexample } => refuted = refuted.or(Some(counterexample.clone())),
                Verdict::Open { .. } if by_theorem => {}
                Verdict::Open { reached } => open = open.or(Some(reached.clone())),
            }
        }
        match (findings.is_empty(), refuted, open) {
            (true, ..) => Status::NotRun("no findings".to_string()),
            (_, Some(counterexample), _) => Status::Refuted(counterexample),
            _ if differing > 0 => Status::Differs(differing),
            (_, _, Some(reached)) => Status::Open(reached),
            _ if verified.is_empty() => Status::Proved { machine_checked },
            _ => Status::Verified(verified.join("; ")),
        }
    }

    /// The words of all that a run may come to.
    pub const WORDS: [&str; 5] = ["proved", "verified", "differs", "refuted", "open"];

    /// The status in one word.
    pub fn word(&self) -> &'static str {
        match self {
            Status::Proved { .. } => "proved",
            Status::Verified(_) => "verified",
            Status::Differs(_) => "differs",
            Status::Refuted(_) => "refuted",
            Status::Open(_) => "open",
            Status::NotRun(_) => "not run",
        }
    }
}

impl std::fmt::Display for Status {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Status::Proved { machine_checked: true } => f.write_str("proved, machine-checked"),
            Status::Proved { .. } => f.write_str("proved"),
            Status::Verified(bound) => write!(f, "verified to {bound}"),
            Status::Differs(1) => f.write_str("differs (1 position)"),
            Status::Differs(count) => write!(f, "differs ({count} positions)"),
            Status::Refuted(counterexample) => write!(f, "refuted: {counterexample}"),
            Status::Open(reached) => write!(f, "open, reached {reached}"),
            Status::NotRun(why) => write!(f, "not run: {why}"),
        }
    }
}
