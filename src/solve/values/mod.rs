//! Values of single positions of any game by name, by memory of what was computed, and their certificates.
pub mod memo;
mod plain;
pub mod table;
pub mod vector;

use crate::error::{Error, Result};
use crate::game::{Play, any};
use crate::proof::goal::Sum;
use crate::value::nim_sum;
use std::collections::HashMap;
use std::fmt::Write;

/// The most positions that [`evaluate`] visits before it gives up.
pub const MOST_POSITIONS: usize = 1_000_000;
/// The most moves that it looks at, for each position that it may visit.
const MOVES_A_POSITION: usize = 5;
/// The most letters of the positions that they lead to, for each move that it may look at: large positions take long.
const LETTERS_A_MOVE: usize = 64;

/// The values of `positions` and of everything that can be reached from them, by standard spelling.
///
/// # Errors
/// A position that the game does not know, or more than `most` positions.
pub fn evaluate(spec: &str, play: Play, positions: &[&str], most: usize) -> Result<HashMap<String, u64>> {
    let mut values = HashMap::new();
    evaluate_more(spec, play, positions, most, &mut values)?;
    Ok(values)
}

/// The same beside values of the same game that are known already.
///
/// # Errors
/// As [`evaluate`].
pub fn evaluate_more(
    spec: &str,
    play: Play,
    positions: &[&str],
    most: usize,
    values: &mut HashMap<String, u64>,
) -> Result<()> {
    let game = any::open(spec)?;
    let (mut moves, mut letters) = (0, 0);
    let most_moves = most * MOVES_A_POSITION;
    for position in positions {
        let mut stack = vec![game.standard(position)?];
        while let Some(top) = stack.last() {
            if values.contains_key(top) {
                stack.pop();
                continue;
            }
            let options: Vec<String> = game.moves(top)?.into_iter().map(|(_, option)| option).collect();
            moves += options.len();
            letters += options.iter().map(String::len).sum::<usize>();
            let missing: Vec<String> = options.iter().filter(|option| !values.contains_key(*option)).cloned().collect();
            if missing.is_empty() {
                let value = play.value(options.iter().map(|option| values[option]));
                values.insert(stack.pop().expect("the loop saw a top"), value);
            } else {
                stack.extend(missing);
            }
            let is_long = moves > most_moves || letters / LETTERS_A_MOVE > most_moves;
            if values.len() + stack.len() > most || is_long {
                let what = format!("more than {most} positions, or {most_moves} moves, are met, or they are too large");
                return Err(Error::input(format!("{spec} {position}"), what, "a smaller position"));
            }
        }
    }
    Ok(())
}

/// The Grundy value of a sum of positions, and all its winning moves.
///
/// # Errors
/// As [`evaluate`].
pub fn sum(spec: &str, positions: &[&str]) -> Result<Sum> {
    let game = any::open(spec)?;
    let values = evaluate(spec, Play::Grundy, positions, MOST_POSITIONS)?;
    let positions = positions.iter().map(|position| game.standard(position)).collect::<Result<Vec<String>>>()?;
    let value = nim_sum(positions.iter().map(|position| values[position]));
    let mut winning = std::collections::BTreeSet::new();
    for (index, position) in positions.iter().enumerate() {
        let options = game.moves(position)?.into_iter().map(|(_, option)| option);
        let wins = options.filter(|option| values[option] == value ^ values[position]);
        winning.extend(wins.map(|option| (index, option)));
    }
    Ok(Sum { game: spec.to_string(), positions, value, winning })
}

/// The text of a certificate of kind `values` for some positions and all that is reached from them.
///
/// # Errors
/// As [`evaluate`].
pub fn certificate(spec: &str, play: Play, positions: &[&str]) -> Result<String> {
    let mut values: Vec<(String, u64)> = evaluate(spec, play, positions, MOST_POSITIONS)?.into_iter().collect();
    values.sort();
    let game = any::open(spec)?.standard_name();
    let mut text = format!("topple-certificate 1 values\ngame {game}\nplay {}\n", play.word());
    for (position, value) in values {
        writeln!(text, "position {position} = {value}").expect("writing to a string cannot fail");
    }
    text.push_str("end\n");
    Ok(text)
}
