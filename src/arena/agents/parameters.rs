//! The parameters of an agent, as `iterations=420,exploration=2.8`.
use crate::error::{Error, Result};
use std::str::FromStr;

/// What stands behind the colon. An agent reads what it knows; what is left over at the end is an error.
pub struct Parameters {
    agent: String,
    /// All that stands behind the colon.
    text: String,
    /// Keys and values that were not read yet.
    left: Vec<(String, String)>,
    /// The keys that the agent takes.
    known: Vec<&'static str>,
    /// Whether the agent took the text as a whole.
    whole: bool,
}

impl Parameters {
    /// Takes the text apart at its commas.
    ///
    /// # Errors
    /// A key that occurs twice.
    pub(super) fn read(agent: &str, text: &str) -> Result<Self> {
        let mut left: Vec<(String, String)> = Vec::new();
        for part in text.split(',').filter(|part| !part.is_empty()) {
            let (key, value) = part.split_once('=').unwrap_or((part, ""));
            if left.iter().any(|(known, _)| known == key) {
                return Err(Error::input(format!("agent '{agent}'"), format!("'{key}' twice"), "each parameter once"));
            }
            left.push((key.to_string(), value.to_string()));
        }
        Ok(Parameters { agent: agent.to_string(), text: text.to_string(), left, known: Vec::new(), whole: false })
    }

    /// A number from `range`, or `usual` if it is not given.
    ///
    /// # Errors
    /// Anything that is not such a number.
    pub fn number<T>(&mut self, key: &'static str, usual: T, range: std::ops::RangeInclusive<T>) -> Result<T>
    where
        T: FromStr + PartialOrd + std::fmt::Display,
    {
        let Some(value) = self.word(key) else { return Ok(usual) };
        match value.parse() {
            Ok(number) if range.contains(&number) => Ok(number),
            _ => Err(Error::input(
                format!("agent '{}', parameter {key}", self.agent),
                format!("'{value}'"),
                format!("a number from {} to {}", range.start(), range.end()),
            )),
        }
    }

    /// The value of a parameter as it stands, if it is given.
    pub fn word(&mut self, key: &'static str) -> Option<String> {
        self.known.push(key);
        let at = self.left.iter().position(|(name, _)| name == key)?;
        Some(self.left.remove(at).1)
    }

    /// All that stands behind the colon, for an agent that is no list of parameters.
    pub fn whole(&mut self) -> &str {
        self.whole = true;
        &self.text
    }

    /// Refuses what no one has read.
    pub(super) fn finish(self) -> Result<()> {
        let Some((key, _)) = self.left.first().filter(|_| !self.whole) else { return Ok(()) };
        let expected = match self.known.as_slice() {
            [] => "no parameters".to_string(),
            known => format!("as parameters {}", known.join(", ")),
        };
        Err(Error::input(format!("agent '{}'", self.agent), format!("unknown parameter '{key}'"), expected))
    }
}
