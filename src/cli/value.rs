//! `topple value`: Grundy value, outcome and winning moves.
use crate::error::{Error, Result};
use crate::game::any;
use crate::solve::oracle::Oracle;
use crate::value::{Outcome, nim_sum};
use clap::Args;
use serde::Serialize;
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

/// A winning move.
#[derive(Debug, Serialize)]
struct Winning {
    /// In a sum: in which position, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    component: Option<usize>,
    #[serde(rename = "move")]
    name: String,
    to: String,
}

#[derive(Debug, Serialize)]
struct Component {
    position: String,
    grundy: u64,
    outcome: String,
}

#[derive(Debug, Serialize)]
struct Answered {
    game: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    components: Vec<Component>,
    grundy: u64,
    outcome: String,
    winning_moves: Vec<Winning>,
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

fn answer(spec: &str, positions: &[String]) -> Result<Answered> {
    let game = any::open(spec)?;
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
    Ok(Answered {
        game: spec.split_whitespace().collect::<Vec<_>>().join(" "),
        position: (!sum).then(|| components[0].position.clone()),
        grundy,
        outcome: Outcome::of(grundy).to_string(),
        components: if sum { components } else { Vec::new() },
        winning_moves,
    })
}

fn in_words(answered: &Answered) -> String {
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
