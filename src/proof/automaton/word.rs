//! A well as a word: its rows from the bottom up, which an automaton reads; perhaps with a mark between two of them.
pub(super) mod plays;
pub(super) mod read;

use crate::game::wells::Movement;
use std::collections::HashSet;

/// No well that matters is in this state, and no letter leads out of it.
pub(super) const DEAD: u32 = 0;
/// The state before the first row.
pub(super) const START: u32 = 1;

/// The most pairs of states that are looked at for one move.
const MOST_PAIRS: usize = 1_000_000;

/// What reads a well.
pub(super) struct Automaton {
    pub width: u8,
    /// How pieces come to their places: they drop, slide, or are put anywhere.
    pub rule: Movement,
    /// By feature and row, from row 1 on.
    pub features: Vec<Vec<i64>>,
    /// The next state by state and letter, from letter 1 on: a row that is neither full nor empty, by its bits, or the mark, which
    /// has the number of the full row.
    pub table: Vec<Vec<u32>>,
}

impl Automaton {
    pub fn full(&self) -> usize {
        (1 << self.width) - 1
    }

    /// The letters: rows that are neither full nor empty, and last the mark.
    pub fn letters(&self) -> impl Iterator<Item = (usize, bool)> {
        let mark = self.full();
        (1..=mark).map(move |letter| (letter, letter == mark))
    }

    pub fn next(&self, state: u32, letter: usize) -> u32 {
        self.table[state as usize][letter - 1]
    }
}

/// What has been found, and what of it has not been looked at.
pub(super) struct Found<T> {
    pub seen: HashSet<T>,
    pub open: Vec<T>,
}

impl<T> Default for Found<T> {
    fn default() -> Self {
        Found { seen: HashSet::new(), open: Vec::new() }
    }
}

impl<T: Clone + Eq + std::hash::Hash> Found<T> {
    pub fn add(&mut self, one: T) {
        if self.seen.insert(one.clone()) {
            self.open.push(one);
        }
    }

    /// Refuses to look at more pairs of states than are allowed.
    pub fn bounded(&self) -> Result<(), String> {
        let is_small = self.seen.len() <= MOST_PAIRS;
        is_small.then_some(()).ok_or_else(|| format!("more than {MOST_PAIRS} pairs of states"))
    }
}
