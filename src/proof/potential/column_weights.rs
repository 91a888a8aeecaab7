//! Certificate kind `column-weights`: no player wins against one piece, at any depth.
//!
//! Each column has a weight, an integer. Every placement of the piece, in every turn and at every column, covers cells
//! whose weights sum to 0; a full row sums to something else. So the sum of the weights of all full cells is changed by
//! deleted rows only, by the same amount each time. In a well of bounded depth that sum is bounded, so only a bounded
//! number of rows is ever deleted; but each piece brings new cells: the player loses at every depth, under every rule
//! and with any lookahead, because where the piece is let go plays no part. Where the piece does not fit at all, the
//! player has lost at once.
//!
//! If the weights of every placement sum to 0 in each of its rows, then so they do in every row of a well that was empty
//! at first: no row is ever filled.
//!
//! With `width W` there is one weight for each of the W columns. With `widths R mod M` the weights are M numbers that are
//! repeated from the first column on, and the certificate speaks of every width R, R + M, R + 2M, ... at least 1 and at
//! most any number. Then a turn is tried at the columns 0 to M - 1, as if there was no wall: that is enough for every
//! column of every width. With s the sum of the M weights and r that of the first R, the full row of width R + qM sums to
//! r + qs. It is not 0 for any q >= 0 (q >= 1 if R = 0) if s = 0 and r is not 0, if r and s are not of opposite sign
//! and not both 0, or if s does not divide r.
//!
//! ```text
//! topple-certificate 1 column-weights
//! widths 1 mod 2
//! piece S
//! weights 1 -1
//! end
//! ```
use crate::game::wells::{MOST_WIDTH, Piece};
use crate::proof::fact::Widths;
use crate::proof::lines::{Line, number};
use crate::proof::region::wells::format::piece_set;
use crate::proof::region::wells::plain::{Cells, turns};
use crate::proof::{Fact, Facts, Reject};

/// The largest weight, and the largest R and M.
const LARGEST: i64 = 1_000_000;
/// The most weights: more than any pattern needs.
const MOST_WEIGHTS: usize = 64;

/// Checks the lines of a certificate of kind `column-weights`.
///
/// # Errors
/// Anything but the three lines, a placement that changes the sum, or a full row that does not.
pub fn check(lines: &[Line]) -> Result<Facts, Reject> {
    let [widths, piece_line, weights_line] = lines else {
        return Err(Reject::at("lines", "expected 'width' or 'widths', 'piece' and 'weights'"));
    };
    let piece = one_piece(piece_line)?;
    let weights = weights(weights_line)?;
    let words: Vec<&str> = widths.rest.split_whitespace().collect();
    let natural = |word: &str| number(word).filter(|natural: &i64| (0..=LARGEST).contains(natural));
    match (widths.key, words.as_slice()) {
        ("width", [width]) if natural(width) == Some(weights.len() as i64) => {
            if weights.len() > usize::from(MOST_WIDTH) {
                return Err(widths.reject(format!("a well has at most {MOST_WIDTH} columns")));
            }
            one_width(&piece, &weights)?;
            Ok(facts(&piece, Widths::One(weights.len() as u64), weights))
        }
        ("widths", [rest, "mod", modulus]) if natural(modulus) == Some(weights.len() as i64) => {
            let rest = natural(rest).filter(|rest| *rest < weights.len() as i64);
            let rest = rest.ok_or_else(|| widths.reject("the remainder is not below the modulus"))?;
            every_width(&piece, &weights, rest as usize)?;
            Ok(facts(&piece, Widths::Residue(rest as u64, weights.len() as u64), weights))
        }
        _ => Err(widths.reject("expected 'width W' with W weights, or 'widths R mod M' with M weights")),
    }
}

fn facts(piece: &Piece, widths: Widths, weights: Vec<i64>) -> Facts {
    let (name, row_by_row) = (piece.to_string(), row_by_row(piece, widths, &weights));
    let lost = Fact::LostAtEveryDepth { piece: name.clone(), widths };
    let kept = Fact::KeptWeights { piece: name.clone(), widths, weights };
    [lost, kept].into_iter().chain(row_by_row.then_some(Fact::FillsNoRow { piece: name, widths })).collect()
}

/// Whether the weights that a placement covers sum to 0 in each row.
fn row_by_row(piece: &Piece, widths: Widths, weights: &[i64]) -> bool {
    turns(piece).iter().all(|cells| {
        let columns = match widths {
            Widths::One(_) => (weights.len() + 1).saturating_sub(across(cells)),
            Widths::Residue(..) => weights.len(),
        };
        let weight = |column: usize, cell: &(i32, i32)| weights[(column + cell.0 as usize) % weights.len()];
        let row = |column, y| cells.iter().filter(|cell| cell.1 == y).map(|cell| weight(column, cell)).sum::<i64>();
        (0..columns).all(|column| cells.iter().all(|cell| row(column, cell.1) == 0))
    })
}

fn one_width(piece: &Piece, weights: &[i64]) -> Result<(), Reject> {
    for (turn, cells) in turns(piece).iter().enumerate() {
        let width = across(cells);
        for column in 0..(weights.len() + 1).saturating_sub(width) {
            keeps(turn, column, cells.iter().map(|cell| weights[column + cell.0 as usize]).sum())?;
        }
    }
    row(weights.iter().sum::<i64>() != 0)
}

fn every_width(piece: &Piece, weights: &[i64], rest: usize) -> Result<(), Reject> {
    for (turn, cells) in turns(piece).iter().enumerate() {
        for column in 0..weights.len() {
            let weight = |cell: &(i32, i32)| weights[(column + cell.0 as usize) % weights.len()];
            keeps(turn, column, cells.iter().map(weight).sum())?;
        }
    }
    let (whole, part): (i64, i64) = (weights.iter().sum(), weights[..rest].iter().sum());
    // Width 0 is no well.
    row(match (whole, rest) {
        (0, _) => part != 0,
        (_, 0) => true,
        _ => part % whole != 0 || (part != 0 && (part > 0) == (whole > 0)),
    })
}

fn across(cells: &Cells) -> usize {
    cells.iter().map(|cell| cell.0 as usize + 1).max().unwrap_or(0)
}

fn keeps(turn: usize, column: usize, sum: i64) -> Result<(), Reject> {
    match sum {
        0 => Ok(()),
        _ => Err(Reject::at("weights", format!("turn {turn} at column {column} covers weights that sum to {sum}"))),
    }
}

fn row(changes: bool) -> Result<(), Reject> {
    if changes { Ok(()) } else { Err(Reject::at("weights", "some full row sums to 0")) }
}

fn one_piece(line: &Line) -> Result<Piece, Reject> {
    match piece_set(line)?.pieces() {
        [piece] if line.key == "piece" => Ok(piece.clone()),
        _ => Err(line.reject("expected 'piece' and one piece")),
    }
}

fn weights(line: &Line) -> Result<Vec<i64>, Reject> {
    let read = |word: &str| {
        let weight = number(word).filter(|weight: &i64| (-LARGEST..=LARGEST).contains(weight));
        weight.ok_or_else(|| line.reject(format!("'{word}' is no integer up to {LARGEST}")))
    };
    let weights: Vec<i64> = line.rest.split_whitespace().map(read).collect::<Result<_, _>>()?;
    if line.key != "weights" || weights.is_empty() || weights.len() > MOST_WEIGHTS {
        return Err(line.reject(format!("expected 'weights' and 1 to {MOST_WEIGHTS} integers")));
    }
    Ok(weights)
}
