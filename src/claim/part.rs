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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proof::Fact;
    use crate::solve::towers::lemma::{moves_certificate, stability_certificate};

    fn part(excluded: &str) -> Part {
        let fact = Fact::ContactHolds { excluded: excluded.split(' ').map(String::from).collect() };
        Part { part: "the contact".to_string(), goal: Goal::Facts(vec![fact]), theorem: Some("a_theorem".to_string()) }
    }

    #[test]
    fn a_part_names_only_the_certificates_that_it_needs() {
        let texts = [("moves", moves_certificate()), ("stability", stability_certificate())];
        let all: Vec<Certificate> = texts.map(|(name, text)| Certificate::new(name, text).unwrap()).into();
        let findings = entailed(vec![part("100 001")], &all).unwrap();
        assert_eq!((findings[0].certificates().len(), findings[0].theorems.len()), (1, 1));
        let missing = entailed(vec![part("100")], &all).unwrap_err().to_string();
        assert!(missing.contains("no certificate at hand shows: the hull of the contact"), "{missing}");
    }
}
