//! `topple value`: Grundy value, outcome and winning moves.
use crate::error::{Error, Result};
use crate::solve::answer::{Answer, Winning, answer};
use clap::Args;
use std::process::ExitCode;

#[derive(Debug, Args)]
pub struct Arguments {
    /// The game, as clock-nim, jenga, zwick, pile, double-ended, addition, subtraction
    game: String,
    /// One position, or several: their sum
    #[arg(required = true, value_name = "POSITION")]
    positions: Vec<String>,
    /// The moves of an addition game, as '(-2,0),(-2,1),(1,-1)', or the amounts of a subtraction game, as 2,5,7
    #[arg(long, allow_hyphen_values = true)]
    moves: Option<String>,
    /// One JSON object
    #[arg(long)]
    json: bool,
}

/// Prints the value of a position or of a sum.
///
/// # Errors
/// An unknown game, a position that it does not have, or one that reaches too many others.
pub fn value(arguments: &Arguments) -> Result<ExitCode> {
    let spec = match &arguments.moves {
        Some(moves) => format!("{} {moves}", arguments.game),
        None => arguments.game.clone(),
    };
    if arguments.moves.is_none() && ["addition", "subtraction"].contains(&spec.as_str()) {
        return Err(Error::input(
            format!("game '{spec}'"),
            "its moves are not given",
            "--moves, as '(-2,0),(-2,1),(1,-1)' or 2,5,7",
        ));
    }
    let answered = answer(&spec, &arguments.positions)?;
    if arguments.json {
        super::print(&(serde_json::to_string(&answered).expect("an answer is plain data") + "\n"))?;
    } else {
        super::print(&in_words(&answered))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn in_words(answered: &Answer) -> String {
    let mut text = String::new();
    for component in &answered.components {
        text.push_str(&format!("{} {}: Grundy value {}\n", answered.game, component.position, component.grundy));
    }
    let what = answered.position.clone().unwrap_or_else(|| "sum".to_string());
    let who = if answered.outcome == "N" { "the next player wins" } else { "the previous player wins" };
    text.push_str(&format!(
        "{} {what}: Grundy value {}, {}-position ({who})\n",
        answered.game, answered.grundy, answered.outcome
    ));
    for Winning { component, name, to } in &answered.winning_moves {
        let place = component.map_or(String::new(), |number| format!("in position {number}, "));
        text.push_str(&format!("  wins: {place}{name}, to {to}\n"));
    }
    text
}
