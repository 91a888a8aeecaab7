//! What is asked of a position: who wins, and by which moves.
use super::misere::{Budget, Listed, Played};
use super::oracle::Oracle;
use crate::error::{Error, Result};
use crate::game::any;
use crate::value::{Outcome, nim_sum};
use serde::Serialize;

/// A winning move.
#[derive(Debug, Clone, Serialize)]
pub struct Winning {
    /// In a sum: in which position, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub component: Option<usize>,
    /// What the paper calls the move.
    #[serde(rename = "move")]
    pub name: String,
    /// The position that it leads to.
    pub to: String,
}

/// One position of a sum.
#[derive(Debug, Clone, Serialize)]
pub struct Component {
    /// The position in standard spelling.
    pub position: String,
    /// Its Grundy value.
    pub grundy: u64,
    /// `N` if the next player wins, else `P`.
    pub outcome: String,
}

/// The value of a position or of a sum.
#[derive(Debug, Clone, Serialize)]
pub struct Answer {
    /// The game.
    pub game: String,
    /// The position in standard spelling, if it is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// The positions of a sum; empty if it is one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub components: Vec<Component>,
    /// The Grundy value.
    pub grundy: u64,
    /// `N` if the next player wins, else `P`.
    pub outcome: String,
    /// All winning moves, in the order of the components.
    pub winning_moves: Vec<Winning>,
}

/// The value of a position, or of the sum of several, with all winning moves.
///
/// # Errors
/// An unknown game, a position that it does not have, or one that reaches too many others.
pub fn answer(spec: &str, positions: &[String]) -> Result<Answer> {
    let game = any::open(spec)?;
    if positions.is_empty() {
        return Err(Error::input(format!("game '{spec}'"), "no position", "one, or several: their sum"));
    }
    let oracle = Oracle::new(spec)?;
    let mut components = Vec::new();
    for position in positions {
        let position = game.standard(position)?;
        let grundy = oracle.value(&position)?;
        components.push(Component { position, grundy, outcome: Outcome::of(grundy).to_string() });
    }
    let grundy = nim_sum(components.iter().map(|component| component.grundy));
    let sum = components.len() > 1;
    let mut winning_moves = Vec::new();
    for (number, component) in components.iter().enumerate() {
        for (name, to) in game.moves(&component.position)? {
            if grundy != 0 && oracle.value(&to)? == grundy ^ component.grundy {
                winning_moves.push(Winning { component: sum.then_some(number + 1), name, to });
            }
        }
    }
    Ok(Answer {
        game: spec.split_whitespace().collect::<Vec<_>>().join(" "),
        position: (!sum).then(|| components[0].position.clone()),
        grundy,
        outcome: Outcome::of(grundy).to_string(),
        components: if sum { components } else { Vec::new() },
        winning_moves,
    })
}

/// Who wins a position or a sum when the last move loses.
#[derive(Debug, Clone, Serialize)]
pub struct MisereAnswer {
    /// The game.
    pub game: String,
    /// The positions in standard spelling.
    pub positions: Vec<String>,
    /// How many elements the misere quotient has by which it was decided; if it was not found, all play was gone through.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quotient: Option<usize>,
    /// `N` if the next player wins, else `P`.
    pub outcome: String,
    /// All winning moves, in the order of the positions.
    pub winning_moves: Vec<Winning>,
}

/// The search for a misere quotient that an answer may wait for, and the sums that are gone through without one.
const SEARCH: Budget = Budget { elements: 128, pairs: 100_000, sums: 500_000 };

/// Who wins the sum of positions when the last move loses, with all winning moves.
///
/// # Errors
/// An unknown game, a position that it does not have, or too many positions or sums.
pub fn misere(spec: &str, positions: &[String]) -> Result<MisereAnswer> {
    let game = any::open(spec)?;
    let positions = positions.iter().map(|position| game.standard(position)).collect::<Result<Vec<String>>>()?;
    let found = Listed::find(spec, &positions, SEARCH)?;
    let quotient = found.as_ref().map(|found| found.monoid.lost.len());
    let mut played = Played::new(spec, &positions, SEARCH.sums)?;
    let mut lost = |sum: &[String]| match &found {
        Some(Listed { monoid, elements, .. }) => Ok(monoid.lost[monoid.product(sum.iter().map(|one| elements[one]))]),
        None => played.lost(sum).ok_or_else(|| {
            let what = format!("no misere quotient of at most {} elements is found, nor all play", SEARCH.elements);
            Error::input(format!("{spec} {}", positions.join(" ")), what, "fewer or smaller positions")
        }),
    };
    let outcome = if lost(&positions)? { Outcome::P } else { Outcome::N };
    let mut winning_moves = Vec::new();
    for (place, position) in positions.iter().enumerate() {
        for (name, to) in game.moves(position)? {
            let mut after = positions.clone();
            after[place] = to.clone();
            if lost(&after)? {
                winning_moves.push(Winning { component: (positions.len() > 1).then_some(place + 1), name, to });
            }
        }
    }
    let game = spec.split_whitespace().collect::<Vec<_>>().join(" ");
    Ok(MisereAnswer { game, quotient, outcome: outcome.to_string(), winning_moves, positions: positions.clone() })
}
