//! Finds the periods of a vector addition game and hands out a certificate, or says that it found none.
//!
//! A window of the table is searched for a pattern; a pattern is a guess, and only the certificate that the checker
//! accepts makes it a theorem. Two shapes of pattern are tried: a *box* (in each coordinate a preperiod and a period) in
//! any dimension, and in two dimensions a *fan* (sectors between rays, each with its lattice of periods).
mod boxes;
mod fans;
mod wedges;

use super::Memory;
use super::table::ValueTable;
use crate::error::Result;
use crate::game::Play;
use crate::game::vector::{Rule, VectorGame};
use crate::proof::vector::VectorCertificate;
use serde::Deserialize;

pub use boxes::Axis;

/// How hard to search.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Budget {
    /// The largest window, in cells over all states.
    pub cells: usize,
    /// The most pieces of a certificate.
    pub pieces: usize,
    /// The most fans that are tried.
    pub fans: usize,
}

impl Default for Budget {
    fn default() -> Self {
        Budget { cells: 60_000, pieces: 20_000, fans: 400 }
    }
}

/// A proved pattern.
#[derive(Debug, Clone)]
pub struct Pattern {
    /// The certificate, accepted by the checker.
    pub certificate: VectorCertificate,
    /// The least preperiod and the least period in each coordinate, where the shape is a box.
    pub axes: Option<Vec<Axis>>,
    /// The shape in words.
    pub shape: String,
}

impl Pattern {
    /// The pattern in words: least periods and preperiods of a box, generators of a fan.
    pub fn words(&self) -> String {
        let axis = |(i, a): (usize, &Axis)| {
            format!("coordinate {}: least period {}, least preperiod {}", i + 1, a.period, a.preperiod)
        };
        match &self.axes {
            Some(axes) => axes.iter().enumerate().map(axis).collect::<Vec<_>>().join("; "),
            None => self.shape.clone(),
        }
    }
}

/// What the search came to.
#[derive(Debug, Clone)]
pub enum Answer {
    /// A pattern with its certificate.
    Proved(Box<Pattern>),
    /// None found; in words, how far it looked.
    Unknown(String),
}

/// Looks for a pattern in the values of all positions.
///
/// # Errors
/// A window that does not fit the memory.
pub fn find(game: &VectorGame, play: Play, budget: Budget, memory: Memory) -> Result<Answer> {
    let mut largest = 0;
    for side in [16usize, 24, 40, 64, 100, 160, 256, 400, 1000, 4000] {
        let cells = (game.states as u128).saturating_mul((side as u128).saturating_pow(game.dimension as u32));
        if side > 16 && cells > budget.cells as u128 {
            break;
        }
        largest = side;
        let table = ValueTable::new(game, play, &vec![side; game.dimension], memory)?;
        if let Some(pattern) = boxes::find(game, play, &table, budget) {
            return Ok(Answer::Proved(Box::new(pattern)));
        }
        if game.dimension == 2
            && let Some(pattern) = fans::find(game, play, &table, budget, if side < 40 { 1 } else { 2 })
        {
            return Ok(Answer::Proved(Box::new(pattern)));
        }
    }
    Ok(Answer::Unknown(format!("no pattern in the positions with coordinates below {largest}")))
}

/// A certificate of a game, without cones and pieces yet.
fn blank(game: &VectorGame, play: Play, split: u64, back: u64) -> VectorCertificate {
    let nameless = |rule: &Rule| Rule { name: String::new(), ..rule.clone() };
    VectorCertificate {
        game: Some(game.name.clone()),
        play,
        dimension: game.dimension,
        states: game.states,
        rules: game.rules.iter().map(nameless).collect(),
        weight: game.weight.clone(),
        split,
        back,
        cones: Vec::new(),
        pieces: Vec::new(),
        periods: Vec::new(),
        differing: Vec::new(),
    }
}
