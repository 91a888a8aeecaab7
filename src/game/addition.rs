//! ADDITION(S): a position is a vector of naturals, and a move adds a vector of S (Carvalho, Neto, Santos, 1.2.2).
//! Subtraction games are the case of one coordinate.
use super::vector::{LARGEST_STEP, PLAIN, Rule, VectorGame, Weight, join, shorten};
use crate::error::{Error, Result};
use crate::value::linear::{Termination, termination};

/// The most moves and the most coordinates that a move set may have.
pub const MOST_MOVES: usize = 64;
const MOST_COORDINATES: usize = 8;

/// The game ADDITION(moves), in any dimension.
///
/// # Errors
/// No moves, moves of different lengths, moves that stand twice, numbers out of range, or a set with which play can go
/// on forever; the message then says how.
pub fn addition(moves: &[Vec<i64>]) -> Result<VectorGame> {
    let name = format!("addition {}", show_moves(moves));
    let wrong = |what: String, right: &str| Error::input(format!("moves {}", shorten(&show_moves(moves))), what, right);
    let dimension = moves.first().map_or(0, Vec::len);
    if dimension == 0 || dimension > MOST_COORDINATES || moves.len() > MOST_MOVES {
        let right = format!("1 to {MOST_MOVES} moves of 1 to {MOST_COORDINATES} numbers");
        return Err(wrong(format!("{} moves of {dimension} numbers", moves.len()), &right));
    }
    for (index, step) in moves.iter().enumerate() {
        if step.len() != dimension {
            return Err(wrong(
                format!("({}) has {} numbers", join(step), step.len()),
                &format!("{dimension} numbers, as the first"),
            ));
        }
        if step.iter().any(|&c| c.unsigned_abs() > LARGEST_STEP) {
            return Err(wrong(
                format!("({}) is too large", join(step)),
                &format!("numbers from -{LARGEST_STEP} to {LARGEST_STEP}"),
            ));
        }
        if moves[..index].contains(step) {
            return Err(wrong(format!("({}) stands twice", join(step)), "each move once"));
        }
    }
    let per_unit = match termination(moves)? {
        Termination::Weight(weight) => weight,
        Termination::Forever(often) => {
            let loops = moves.iter().zip(&often).filter(|&(_, &k)| k > 0);
            let loops: Vec<String> = loops.map(|(step, k)| format!("{k} times ({})", join(step))).collect();
            let what = format!("the game can go on forever: {} together lose nothing", loops.join(" and "));
            return Err(wrong(what, "moves that a weight sees falling"));
        }
    };
    let rules = moves.iter().map(|step| rule(step)).collect();
    VectorGame::new(name, 1, rules, Weight { per_unit, per_state: vec![0] }, PLAIN)
}

/// The subtraction game in which a move takes away one of `amounts`.
///
/// # Errors
/// As [`addition`].
pub fn subtraction(amounts: &[i64]) -> Result<VectorGame> {
    let moves: Vec<Vec<i64>> = amounts.iter().map(|&amount| vec![-amount]).collect();
    let game = addition(&moves)?;
    Ok(VectorGame { name: format!("subtraction {}", join(amounts)), ..game })
}

/// The rule that adds a vector.
fn rule(step: &[i64]) -> Rule {
    Rule {
        name: format!("({})", join(step)),
        from: 0,
        take: step.iter().map(|&c| if c < 0 { c.unsigned_abs() } else { 0 }).collect(),
        put: step.iter().map(|&c| if c > 0 { c.unsigned_abs() } else { 0 }).collect(),
        to: 0,
    }
}

/// Reads moves as the papers write them: `(-2,0),(-2,1),(1,-1)`.
///
/// # Errors
/// Anything that is not a list of bracketed lists of integers.
pub fn parse_moves(text: &str) -> Result<Vec<Vec<i64>>> {
    let wrong =
        |what: String| Error::input(format!("moves '{}'", shorten(text)), what, "moves as (-2,0),(-2,1),(1,-1)");
    let mut rest = text.trim();
    let mut moves = Vec::new();
    while !rest.is_empty() {
        let opened = rest.strip_prefix('(').ok_or_else(|| wrong("a move does not begin with '('".into()))?;
        let (inner, after) = opened.split_once(')').ok_or_else(|| wrong("a ')' is missing".into()))?;
        let read = |word: &str| {
            let word = word.trim();
            word.parse().map_err(|_| wrong(format!("'{}' is not an integer in range", shorten(word))))
        };
        moves.push(inner.split(',').map(read).collect::<Result<Vec<i64>>>()?);
        let after = after.trim_start();
        rest = match after.strip_prefix(',') {
            Some(next) if !next.trim().is_empty() => next.trim_start(),
            Some(_) => return Err(wrong("it ends with a comma".into())),
            None if after.is_empty() => after,
            None => return Err(wrong("a comma between moves is missing".into())),
        };
    }
    Ok(moves)
}

/// Writes moves as the papers write them.
pub fn show_moves(moves: &[Vec<i64>]) -> String {
    moves.iter().map(|step| format!("({})", join(step))).collect::<Vec<_>>().join(",")
}
