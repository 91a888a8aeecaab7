//! Certificates, by the same checkers as `topple-check`.
use crate::answer::{Answer, json};
use serde::Serialize;
use topple::proof;

/// What the checker says.
#[derive(Serialize)]
struct Said {
    accepted: bool,
    /// What it proves, a sentence each.
    facts: Vec<String>,
    /// Why it is refused.
    why: Option<String>,
}

/// Checks the text of a certificate of any kind.
pub fn check(text: &str) -> Answer {
    json(&match proof::check(text) {
        Ok(facts) => Said { accepted: true, facts: facts.iter().map(ToString::to_string).collect(), why: None },
        Err(reject) => Said { accepted: false, facts: Vec::new(), why: Some(reject.to_string()) },
    })
}
