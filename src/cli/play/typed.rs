//! What a person types at play.
use super::write;
use crate::error::{Error, Result};
use crate::game::wells::{Piece, Placement};
use std::io::{BufRead, Read, Write};

/// The longest line that is read.
const LONGEST_LINE: u64 = 1000;

/// What a line asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Asked {
    Place(Placement),
    List,
    Leave,
}

/// Asks until a line is a place or the player leaves.
pub(super) fn asked(
    piece: &Piece,
    places: &[Placement],
    input: &mut dyn BufRead,
    output: &mut dyn Write,
) -> Result<Option<Placement>> {
    loop {
        write(output, "> ")?;
        let Some(line) = line(input)? else {
            write(output, "\n")?;
            return Ok(None);
        };
        match understood(&line, piece, places) {
            Ok(Asked::Place(place)) => return Ok(Some(place)),
            Ok(Asked::Leave) => return Ok(None),
            Ok(Asked::List) => {
                let listed: String = places.iter().map(|place| format!("  {place}\n")).collect();
                write(output, &listed)?;
            }
            Err(why) => write(output, &format!("{why}\n"))?,
        }
    }
}

/// What a line means, or one line that says what would be right.
fn understood(line: &str, piece: &Piece, places: &[Placement]) -> std::result::Result<Asked, String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    match words[..] {
        ["q" | "quit"] => return Ok(Asked::Leave),
        ["?"] => return Ok(Asked::List),
        _ => {}
    }
    let right = "a turn and a column such as 0 3, with a row such as 0 3 1, or ? or q";
    let numbers: Option<Vec<usize>> = words.iter().map(|word| word.parse().ok()).collect();
    let (turn, column, row) = match numbers.as_deref() {
        Some([column]) if piece.turns().len() == 1 => (0, *column, None),
        Some([turn, column]) => (*turn, *column, None),
        Some([turn, column, row]) => (*turn, *column, Some(*row)),
        _ => return Err(format!("not understood; type {right}")),
    };
    let there = |place: &&Placement| {
        usize::from(place.turn) == turn
            && usize::from(place.column) + 1 == column
            && row.is_none_or(|row| usize::from(place.row) + 1 == row)
    };
    let place = places.iter().filter(there).max_by_key(|place| place.row);
    place.map(|place| Asked::Place(*place)).ok_or_else(|| format!("the piece cannot rest there; type {right}"))
}

/// The next line, or none at the end of the input; what is too long is cut.
pub(super) fn line(input: &mut dyn BufRead) -> Result<Option<String>> {
    let mut bytes = Vec::new();
    let failed = |error| Error::file("standard input", error);
    input.take(LONGEST_LINE).read_until(b'\n', &mut bytes).map_err(failed)?;
    let mut whole = bytes.last() == Some(&b'\n') || (bytes.len() as u64) < LONGEST_LINE;
    while !whole {
        let mut rest = Vec::new();
        input.take(LONGEST_LINE).read_until(b'\n', &mut rest).map_err(failed)?;
        whole = rest.is_empty() || rest.last() == Some(&b'\n');
    }
    Ok((!bytes.is_empty()).then(|| String::from_utf8_lossy(&bytes).into_owned()))
}
