//! Answers, and what is wrong with a request.
use serde::Serialize;
use std::str::FromStr;
use topple::error::{Error, Result};

/// The bytes of an answer: JSON, or the values of cells.
pub type Answer = Result<Vec<u8>>;

/// Plain data as JSON.
pub fn json(value: &impl Serialize) -> Answer {
    Ok(serde_json::to_vec(value).expect("an answer is plain data"))
}

/// A request that is not understood.
pub fn wrong(place: &str, what: &str, right: &str) -> Error {
    Error::input(place, what.to_string(), right)
}

/// Exactly `N` words of a line as numbers.
pub fn numbers<T: FromStr, const N: usize>(line: &str) -> Result<[T; N]> {
    let read: Option<Vec<T>> = line.split_whitespace().map(|word| word.parse().ok()).collect();
    let found = read.and_then(|words| words.try_into().ok());
    found.ok_or_else(|| wrong("request", line, &format!("{N} numbers")))
}
