//! Finds the periods of a vector addition game and hands out a certificate, or says that it found none.
//!
//! A window of the table is searched for a pattern; a pattern is a guess, and only the certificate that the checker
//! accepts makes it a theorem. Three shapes of pattern are tried: a *box* (in each coordinate a preperiod and a period);
//! in two to four dimensions a *fan* (cones between rays from the origin, each with a period along each of its
//! rays); and where these fail a *lattice* (in each coordinate a preperiod, and past it one skew lattice of periods). The
//! rays of a fan are read off the window: near the edge between regions the values repeat along the edge and in no other
//! direction.
mod boxes;
mod edges;
mod facts;
mod fans;
mod lattice;
mod rays;
mod repeat;
mod skew;
pub mod subtraction;

use super::Memory;
use super::values::table::ValueTable;
use crate::error::Result;
use crate::game::Play;
use crate::game::vector::{Rule, VectorGame, join};
use crate::proof::labelling::vector::VectorCertificate;
use serde::Deserialize;

pub use facts::Facts;
pub use repeat::Repeat;

/// How hard to search.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Budget {
    /// The largest window, in cells over all states.
    pub cells: usize,
    /// The most pieces of a certificate whose pattern is a box or a fan.
    pub pieces: usize,
    /// The most pieces of a certificate whose pattern is a lattice.
    pub lattice: usize,
    /// The most fans that are tried for each window and number of rays.
    pub fans: usize,
    /// The most cells that a table may go through for its window.
    pub region: usize,
}

impl Default for Budget {
    fn default() -> Self {
        Budget { cells: 60_000, pieces: 20_000, lattice: 20_000, fans: 60, region: 8_000_000 }
    }
}

/// A proved pattern.
#[derive(Debug, Clone)]
pub struct Pattern {
    /// The certificate, accepted by the checker.
    pub certificate: VectorCertificate,
    /// How the values repeat.
    pub form: Form,
}

/// How the values of a pattern repeat.
#[derive(Debug, Clone)]
pub enum Form {
    /// Along each coordinate, with its least period and its least preperiod.
    Box(Vec<Repeat>),
    /// In cones, along the directions of their rays, from so many times the direction on.
    Fan(Vec<(Vec<u64>, Repeat)>),
    /// By each of these steps, from a position on.
    Lattice {
        /// The steps.
        steps: Vec<Vec<u64>>,
        /// The position.
        from: Vec<u64>,
    },
}

impl Form {
    /// The word for the form.
    pub fn word(&self) -> &'static str {
        match self {
            Form::Box(_) => "box",
            Form::Fan(_) => "fan",
            Form::Lattice { .. } => "lattice",
        }
    }

    /// Each step after which the values repeat, and from where on.
    pub fn steps(&self) -> Vec<(Vec<u64>, Vec<u64>)> {
        let times = |direction: &[u64], times: u64| direction.iter().map(|x| times * x).collect::<Vec<_>>();
        let along = |direction: &[u64], by: &Repeat| (times(direction, by.period), times(direction, by.preperiod));
        match self {
            Form::Box(axes) => {
                let unit = |i: usize| (0..axes.len()).map(|j| u64::from(i == j)).collect::<Vec<_>>();
                axes.iter().enumerate().map(|(i, axis)| along(&unit(i), axis)).collect()
            }
            Form::Fan(rays) => rays.iter().map(|(direction, ray)| along(direction, ray)).collect(),
            Form::Lattice { steps, from } => steps.iter().map(|step| (step.clone(), from.clone())).collect(),
        }
    }
}

impl Pattern {
    /// The least preperiod and the least period in each coordinate, where the form is a box.
    pub fn axes(&self) -> Option<&[Repeat]> {
        match &self.form {
            Form::Box(axes) => Some(axes),
            _ => None,
        }
    }

    /// The pattern in words: least periods and preperiods of a box, steps of a fan or a lattice.
    pub fn words(&self) -> String {
        let axis = |(i, a): (usize, &Repeat)| {
            format!("coordinate {}: least period {}, least preperiod {}", i + 1, a.period, a.preperiod)
        };
        let word = |vector: &[u64]| vector.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
        match &self.form {
            Form::Box(axes) => axes.iter().enumerate().map(axis).collect::<Vec<_>>().join("; "),
            Form::Fan(rays) => {
                let steps = self.form.steps();
                let ray = |((step, _), (_, ray)): (&(Vec<u64>, _), &(_, Repeat))| {
                    format!("({}) from {}", word(step), ray.preperiod)
                };
                let rays: Vec<String> = steps.iter().zip(rays).map(ray).collect();
                format!("fan: periods {}", rays.join(", "))
            }
            Form::Lattice { steps, from } => {
                let steps: Vec<String> = steps.iter().map(|step| format!("({})", word(step))).collect();
                format!("lattice: periods {} from ({})", steps.join(", "), word(from))
            }
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
    let mut largest = vec![0; game.dimension];
    for side in [16usize, 24, 40, 64, 100, 160, 250, 400] {
        let size = vec![side; game.dimension];
        let cells = (game.states as u128).saturating_mul((side as u128).saturating_pow(game.dimension as u32));
        if side > 16 && cells > budget.cells as u128 || ValueTable::cost(game, &size)? > budget.region as u128 {
            break;
        }
        let table = ValueTable::new(game, play, &size, memory)?;
        largest = size;
        let mut found = boxes::find(game, play, &table, budget);
        if found.is_none() && (2..=4).contains(&game.dimension) {
            found = fans::find(fans::Search { game, play, table: &table, budget });
        }
        if let Some(pattern) = found {
            return Ok(Answer::Proved(Box::new(pattern)));
        }
    }
    let mut found = grow(game, play, budget, memory, &mut largest)?;
    if found.is_none() {
        found = skew(game, play, budget, memory)?;
    }
    if let Some(pattern) = found {
        return Ok(Answer::Proved(Box::new(pattern)));
    }
    if largest.contains(&0) {
        let cost = ValueTable::cost(game, &vec![16; game.dimension])?;
        let most = budget.region;
        return Ok(Answer::Unknown(format!(
            "no window: one of side 16 goes through {cost} cells, `region` allows {most}"
        )));
    }
    Ok(Answer::Unknown(format!("no pattern in the positions with coordinates below {}", join(&largest))))
}

/// Looks for a box in windows that grow only in those coordinates in which no period is seen yet, and in all of them when
/// what is seen is refused.
fn grow(
    game: &VectorGame,
    play: Play,
    budget: Budget,
    memory: Memory,
    largest: &mut Vec<usize>,
) -> Result<Option<Pattern>> {
    let mut size = vec![16; game.dimension];
    while ValueTable::cost(game, &size)? <= budget.region as u128 {
        let table = ValueTable::new(game, play, &size, memory)?;
        if let Some(pattern) = boxes::find(game, play, &table, budget) {
            return Ok(Some(pattern));
        }
        if size.iter().product::<usize>() > largest.iter().product() {
            largest.clone_from(&size);
        }
        let seen = boxes::seen(&table);
        let refused = seen.iter().all(Option::is_some);
        let grown =
            size.iter().zip(seen).map(|(side, seen)| if refused || seen.is_none() { side * 3 / 2 } else { *side });
        size = grown.collect();
    }
    Ok(None)
}

/// Looks for a lattice in small windows: they need to show only its shortest vectors.
fn skew(game: &VectorGame, play: Play, budget: Budget, memory: Memory) -> Result<Option<Pattern>> {
    if !(2..=4).contains(&game.dimension) {
        return Ok(None);
    }
    for side in [16usize, 24, 40, 64] {
        let size = vec![side; game.dimension];
        let cells = (game.states as u128).saturating_mul((side as u128).saturating_pow(game.dimension as u32));
        if cells > budget.cells as u128 || ValueTable::cost(game, &size)? > budget.region as u128 {
            break;
        }
        let table = ValueTable::new(game, play, &size, memory)?;
        let found = skew::find(game, play, &table, budget);
        if found.is_some() {
            return Ok(found);
        }
    }
    Ok(None)
}

/// A certificate of a game, without cones and pieces yet.
pub(super) fn blank(game: &VectorGame, play: Play, split: u64, back: u64) -> VectorCertificate {
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
