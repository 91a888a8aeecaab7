//! Lists of numbers as the papers write piles and heaps: `1,2,2,2`, `(1,2,2,2)`, `[2,2]`.
use super::vector::shorten;
use crate::error::{Error, Result};

/// The most balls or stones that a position may hold: one move takes any number of them, so moves are listed up to this.
pub const MOST_BALLS: u64 = 1_000_000;

/// The most numbers that the list of all moves of a position may hold together.
const MOST_LISTED: u128 = 10_000_000;

/// The numbers between the brackets, which may be left out.
///
/// # Errors
/// A bracket without its partner, or a word that is not a natural number below 2^64; `place` tells where.
pub(super) fn numbers(place: &str, text: &str, open: char, close: char) -> Result<Vec<u64>> {
    let text = text.trim();
    let expected = || format!("a list of numbers such as {open}1,2,2{close}");
    let inner = match (text.strip_prefix(open), text.strip_suffix(close)) {
        (Some(rest), Some(_)) => rest.strip_suffix(close).unwrap_or(rest),
        (None, None) => text,
        _ => return Err(Error::input(place, format!("'{}' lacks a bracket", shorten(text)), expected())),
    };
    if inner.trim().is_empty() {
        return Ok(Vec::new());
    }
    let read = |word: &str| {
        let unread = |_| Error::input(place, format!("'{}' is not a number below 2^64", shorten(word)), expected());
        word.trim().parse().map_err(unread)
    };
    inner.split(',').map(read).collect()
}

/// Writes numbers between brackets.
pub(super) fn written(numbers: &[u64], open: char, close: char) -> String {
    let words: Vec<String> = numbers.iter().map(u64::to_string).collect();
    format!("{open}{}{close}", words.join(","))
}

/// Refuses a position whose list of moves would be too long to write down.
pub(super) fn bounded(place: &str, sizes: &[u64]) -> Result<()> {
    let balls = total(sizes);
    let listed = balls * (sizes.len() as u128 + 1);
    if balls <= u128::from(MOST_BALLS) && listed <= MOST_LISTED {
        return Ok(());
    }
    let what = format!("{balls} balls in {} parts have too many moves to list", sizes.len());
    Err(Error::input(place, what, format!("at most {MOST_BALLS} balls, and balls times parts at most {MOST_LISTED}")))
}

/// All balls of a position together.
pub(super) fn total(sizes: &[u64]) -> u128 {
    sizes.iter().map(|&size| u128::from(size)).sum()
}
