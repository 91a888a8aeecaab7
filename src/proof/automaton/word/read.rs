//! Reads what certificates say of words, and refuses what is out of bounds.
use super::DEAD;
use crate::proof::Reject;
use crate::proof::lines::{Line, number};

/// The most states of the automaton.
const MOST_STATES: usize = 1 << 16;
/// The greatest weight, either way.
const MOST_WEIGHT: i64 = 1000;
/// The greatest potential, either way.
const MOST_POTENTIAL: i64 = 1_000_000_000;

/// A potential within its bounds.
pub(in crate::proof::automaton) fn potential(word: &str) -> Option<i64> {
    number(word).filter(|size| (-MOST_POTENTIAL..=MOST_POTENTIAL).contains(size))
}

/// The first lines, as many as have this key, and the others.
pub(in crate::proof::automaton) fn part<'a, 'b>(lines: &'a [Line<'b>], key: &str) -> (&'a [Line<'b>], &'a [Line<'b>]) {
    lines.split_at(lines.iter().take_while(|line| line.key == key).count())
}

/// So many weights.
pub(in crate::proof::automaton) fn weights(line: &Line, count: usize) -> Result<Vec<i64>, Reject> {
    let small = |weight: &i64| (-MOST_WEIGHT..=MOST_WEIGHT).contains(weight);
    let read: Option<Vec<i64>> = line.rest.split(' ').map(|word| number(word).filter(small)).collect();
    let right = format!("expected {count} numbers from -{MOST_WEIGHT} to {MOST_WEIGHT}");
    read.filter(|weights| weights.len() == count).ok_or_else(|| line.reject(right))
}

/// The next states by state and letter, so many letters, those of the dead state first.
pub(in crate::proof::automaton) fn table(listed: &[Line], letters: usize) -> Result<Vec<Vec<u32>>, Reject> {
    if !(1..=MOST_STATES).contains(&listed.len()) {
        return Err(Reject::at("states", format!("expected 1 to {MOST_STATES}")));
    }
    let mut table = vec![vec![DEAD; letters]];
    for line in listed {
        let next = line.numbers()?;
        if next.len() != letters || next.iter().any(|state| *state > listed.len() as u64) {
            return Err(line.reject(format!("expected {letters} states, each from 0 to {}", listed.len())));
        }
        table.push(next.into_iter().map(|state| state as u32).collect());
    }
    Ok(table)
}
