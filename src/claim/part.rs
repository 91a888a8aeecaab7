//! Parts of a claim that its file states: each in words, and as a goal that certificates have to entail.
use super::{Certificate, Finding};
use crate::error::Result;
use crate::proof::Goal;
use serde::Deserialize;

/// The parameters of a claim that needs no others.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Parts {
    /// What certificates have to entail.
    pub parts: Vec<Part>,
}

/// A part of a claim as its file states it.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// In words.
    part: String,
    /// The same in terms that certificates can entail.
    goal: Goal,
    /// A statement in `proofs/coq` that says what the part says.
    theorem: Option<String>,
}

impl Part {
    /// The part, by those of some certificates that it needs.
    ///
    /// # Errors
    /// The fact that is missing.
    fn by(self, certificates: &[Certificate]) -> Result<Finding> {
        let entailed = |by: &[&Certificate]| Finding::entailed(self.part.clone(), self.goal.clone(), by);
        let mut needed: Vec<&Certificate> = certificates.iter().collect();
        for one in certificates {
            let fewer: Vec<&Certificate> = needed.iter().copied().filter(|other| other.name != one.name).collect();
            if entailed(&fewer).is_ok() {
                needed = fewer;
            }
        }
        let finding = entailed(&needed)?;
        Ok(self.theorem.iter().fold(finding, |finding, name| finding.theorem(name)))
    }
}

/// Parts that certificates entail.
///
/// # Errors
/// The fact that is missing.
pub fn entailed(parts: Vec<Part>, certificates: &[Certificate]) -> Result<Vec<Finding>> {
    parts.into_iter().map(|part| part.by(certificates)).collect()
}
