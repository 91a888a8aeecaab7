//! Wells as words: their rows from the bottom up, which an automaton reads, and pieces that come into them.
pub mod plays;

use crate::game::wells::{Piece, Shape};
use hashbrown::HashMap;
use std::hash::Hash;

/// The number of a row without an empty cell; as a letter it stands for a mark between two rows.
pub const fn full(width: u8) -> u8 {
    u8::MAX >> (8 - width)
}

/// A piece in one turn.
#[derive(Debug, Clone)]
pub struct Turn {
    /// The cells of each row of the piece, if it begins in column 0.
    rows: Vec<u8>,
    /// The columns in which it may begin.
    pub columns: std::ops::Range<u8>,
    /// For each row of the piece and each row of a well the columns in which they do not meet, as a set of bits.
    free: Vec<Vec<u8>>,
}

impl Turn {
    pub fn tall(&self) -> usize {
        self.rows.len()
    }

    /// The cells of a row of the piece; none above it.
    pub fn cells(&self, column: u8, row: usize) -> u8 {
        self.rows.get(row).map_or(0, |cells| cells << column)
    }

    /// The columns in which a row of the piece does not meet these cells, as a set of bits.
    pub fn free(&self, cells: u8, row: usize) -> u8 {
        self.free[row][usize::from(cells)]
    }
}

/// All turns of a piece that are not too wide for a well of so many columns, 1 to 8.
pub fn turns(piece: &Piece, width: u8) -> Vec<Turn> {
    let fitting = piece.turns().iter().filter(|turn| turn.width() <= width);
    let turn = |turn: &Shape| {
        let rows: Vec<u8> = turn.rows().iter().map(|row| *row as u8).collect();
        let columns = 0..width - turn.width() + 1;
        let meets = |row: u8, cells: u8, column: u8| row << column & cells != 0;
        let free = |row: u8, cells: u8| columns.clone().filter(|at| !meets(row, cells, *at)).map(|at| 1 << at).sum();
        let free = rows.iter().map(|row| (0..=full(width)).map(|cells| free(*row, cells)).collect()).collect();
        Turn { rows, columns, free }
    };
    fitting.map(turn).collect()
}

/// Those of some columns that are linked with others of them, each next to one.
pub fn linked(mut from: u8, among: u8) -> u8 {
    loop {
        let wider = (from | from << 1 | from >> 1) & among;
        if wider == from {
            return from;
        }
        from = wider;
    }
}

/// The table of the automaton: the next state by state and letter. State 0 is dead, state 1 is the start.
pub struct Reader {
    pub table: Vec<Vec<u32>>,
}

impl Reader {
    /// The last letter: a row without an empty cell, or a mark.
    pub fn full(&self) -> u8 {
        (self.table[0].len() - 1) as u8
    }
}

/// Numbers in the order in which keys come first.
fn numbered<T: Eq + Hash>(keys: impl IntoIterator<Item = T>) -> Vec<u32> {
    let mut numbers = HashMap::new();
    let number = |key| {
        let new = numbers.len() as u32;
        *numbers.entry(key).or_insert(new)
    };
    keys.into_iter().map(number).collect()
}

/// The automaton in which states are one if they have the same label and each word leads them to states with the same label; and its
/// state for each state.
pub fn refined<T: Eq + Hash>(table: &[Vec<u32>], labels: impl IntoIterator<Item = T>) -> (Reader, Vec<u32>) {
    let mut classes = numbered(labels);
    let count = |classes: &[u32]| classes.iter().max().map_or(0, |most| most + 1);
    let next = |row: &[u32], classes: &[u32]| row.iter().map(|state| classes[*state as usize]).collect::<Vec<u32>>();
    loop {
        let finer = numbered(table.iter().zip(&classes).map(|(row, class)| (*class, next(row, &classes))));
        let is_done = count(&finer) == count(&classes);
        classes = finer;
        if is_done {
            break;
        }
    }
    let mut reader = Reader { table: Vec::new() };
    for (row, class) in table.iter().zip(&classes) {
        if *class as usize == reader.table.len() {
            reader.table.push(next(row, &classes));
        }
    }
    (reader, classes)
}
