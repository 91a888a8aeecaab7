//! Values of single positions, with a certificate that lists them and all that is reached from them.
use super::{Certificate, Finding, Goal};
use crate::error::Result;
use crate::game::Play;
use crate::proof::goal::Values;
use crate::solve::values::{MOST_POSITIONS, certificate, evaluate};
use std::collections::HashMap;

/// The values, and their certificate.
pub struct Listed {
    game: String,
    play: Play,
    /// The value of each position by its standard spelling.
    pub values: HashMap<String, u64>,
    /// The certificate.
    pub certificate: Certificate,
}

impl Listed {
    /// The values of some positions; `name` is that of the certificate's file.
    ///
    /// # Errors
    /// A position that the game does not know, or too many that are reached.
    pub fn new(name: &str, game: &str, play: Play, positions: &[&str]) -> Result<Self> {
        let values = evaluate(game, play, positions, MOST_POSITIONS)?;
        let certificate = Certificate::new(name, certificate(game, play, positions)?)?;
        Ok(Listed { game: game.to_string(), play, values, certificate })
    }

    /// Printed values, of positions in their standard spelling, against these.
    ///
    /// # Errors
    /// The fact that is missing.
    pub fn against(&self, part: &str, printed: &[(String, u64)]) -> Result<Finding> {
        let mut differing = Vec::new();
        for (position, printed) in printed {
            let value = self.values[position];
            differing.extend((*printed != value).then(|| format!("{position}: printed {printed}, computed {value}")));
        }
        let cells = printed.iter().map(|(position, _)| (position.clone(), self.values[position])).collect();
        let goal = Goal::Values(Values { game: self.game.clone(), play: self.play, cells });
        Finding::against_print(part, goal, differing, "the computed values", &[&self.certificate])
    }
}
