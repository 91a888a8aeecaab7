//! `topple value`: Grundy value, outcome and winning moves.
use crate::error::{Error, Result};
use crate::solve::answer::{Answer, MisereAnswer, Winning, answer, misere};
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
    /// Who wins when the last move loses, by the misere quotient where it is small
    #[arg(long)]
    misere: bool,
    /// One JSON object
    #[arg(long)]
    json: bool,
}

/// Prints the value of a position or of a sum.
///
/// # Errors
/// An unknown game, a position that it does not have, or one that reaches too many others.
pub fn value(arguments: &Arguments) -> Result<ExitCode> {
    let game = &arguments.game;
    let takes_moves = ["addition", "subtraction"].contains(&game.as_str());
    let spec = match &arguments.moves {
        Some(moves) if takes_moves => format!("{game} {moves}"),
        None if !takes_moves => game.clone(),
        Some(_) => return Err(Error::input(format!("game '{game}'"), "--moves", "the game addition or subtraction")),
        None => {
            let right = "--moves, as '(-2,0),(-2,1),(1,-1)' or 2,5,7";
            return Err(Error::input(format!("game '{game}'"), "its moves are not given", right));
        }
    };
    let text = if arguments.misere {
        let answered = misere(&spec, &arguments.positions)?;
        if arguments.json { json(&answered) } else { misere_in_words(&answered) }
    } else {
        let answered = answer(&spec, &arguments.positions)?;
        if arguments.json { json(&answered) } else { in_words(&answered) }
    };
    super::print(&text)?;
    Ok(ExitCode::SUCCESS)
}

fn json(answered: &impl Serialize) -> String {
    serde_json::to_string(answered).expect("an answer is plain data") + "\n"
}

fn misere_in_words(answered: &MisereAnswer) -> String {
    let what = if let [one] = &answered.positions[..] { one } else { "sum" };
    let by = match answered.quotient {
        Some(1) => "by a misere quotient with 1 element".to_string(),
        Some(elements) => format!("by a misere quotient with {elements} elements"),
        None => "by going through all play".to_string(),
    };
    let MisereAnswer { game, outcome, .. } = answered;
    format!("{game} {what}: {outcome}-position ({}) when the last move loses, {by}\n", who(outcome))
        + &moves(&answered.winning_moves)
}

fn who(outcome: &str) -> &'static str {
    if outcome == "N" { "the next player wins" } else { "the previous player wins" }
}

fn moves(winning: &[Winning]) -> String {
    let one = |Winning { component, name, to }: &Winning| {
        let place = component.map_or(String::new(), |number| format!("in position {number}, "));
        format!("  wins: {place}{name}, to {to}\n")
    };
    winning.iter().map(one).collect()
}

fn in_words(answered: &Answer) -> String {
    let mut text = String::new();
    for component in &answered.components {
        text.push_str(&format!("{} {}: Grundy value {}\n", answered.game, component.position, component.grundy));
    }
    let what = answered.position.clone().unwrap_or_else(|| "sum".to_string());
    text.push_str(&format!(
        "{} {what}: Grundy value {}, {}-position ({})\n",
        answered.game,
        answered.grundy,
        answered.outcome,
        who(&answered.outcome)
    ));
    text + &moves(&answered.winning_moves)
}
