//! Method `wells`: the least depth in which the player wins against some pieces.
use super::{Decision, Finding, Task, Verdict};
use crate::error::Result;
use crate::game::wells::{Movement, PieceSet};
use crate::proof::region::wells::WellGame;
use crate::report::table::Table;
use crate::solve::Part;
use crate::solve::wells::regions::{self, least_height};
use serde::Deserialize;

/// What the method takes.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Parameters {
    /// The columns.
    width: u8,
    /// The pieces, as `OIT`.
    pieces: String,
    /// The rule.
    rule: String,
    /// Pieces announced before the play.
    #[serde(default)]
    lookahead: u8,
    /// The greatest depth to try.
    depth: u16,
}

fn game(task: &Task) -> Result<WellGame> {
    let given: Parameters = task.experiment.parameters(task.scale)?;
    let (pieces, rule) = (PieceSet::parse(&given.pieces)?, Movement::from_word(&given.rule)?);
    WellGame::new(given.width, given.depth, pieces, rule, given.lookahead)
}

/// Refuses an experiment that cannot be run to its greatest depth.
///
/// # Errors
/// A game that cannot be swept, or more memory than allowed.
pub fn check(task: &Task) -> Result<()> {
    regions::ask(&game(task)?, task.memory)
}

/// Decides and saves who wins at the depths that are one process's part of the search.
///
/// # Errors
/// As [`decide`].
pub fn part(task: &Task, part: Part) -> Result<()> {
    regions::some_depths(&game(task)?, part, task.memory, task.watch)
}

/// Decides an experiment of method `wells`.
///
/// # Errors
/// A game that cannot be swept, more memory than allowed, or what the watch says.
pub fn decide(task: &Task) -> Result<Decision> {
    let game = game(task)?;
    let least = least_height(&game, 0, task.memory, task.watch)?;
    let part = "the player wins from some depth on";
    let finding = match least.height {
        Some(height) => Finding::new(part, "sweep", Verdict::Swept { bound: format!("depth {height}, the least") }),
        None => {
            Finding::new(part, "sweep", Verdict::Open { reached: format!("the machine wins to depth {}", game.depth) })
        }
    };
    let number = |number: Option<u16>| number.map_or(String::new(), |number| number.to_string());
    let row = vec![
        game.width.to_string(),
        game.pieces.to_string(),
        game.lookahead.to_string(),
        game.rule.word().to_string(),
        number(least.height),
        number(least.lost_to),
    ];
    let table = Table {
        title: format!("Least depth in which the player wins: {}", game.title()),
        header: ["width", "pieces", "lookahead", "rule", "least_height", "lost_to"].map(String::from).to_vec(),
        rows: vec![row],
    };
    Ok(Decision { findings: vec![finding], tables: vec![(String::new(), table)], ..Decision::default() })
}
