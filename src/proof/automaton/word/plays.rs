//! What a play of a piece does to the state of the automaton in any well.
use super::{Automaton, DEAD, Found, START};
use crate::game::wells::Movement;
use std::collections::BTreeSet;

/// A play in some well: the states before and after it, and the change of the features.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(in crate::proof::automaton) struct Play {
    pub before: u32,
    pub after: u32,
    pub change: Vec<i64>,
}

/// A piece in one turn.
pub(in crate::proof::automaton) struct Turn {
    /// By the column in which it begins and by row: its cells.
    masks: Vec<Vec<usize>>,
}

impl Turn {
    pub fn new(cells: &[(i32, i32)], width: i32) -> Turn {
        let [wide, tall] = [|cell: &(i32, i32)| cell.0 + 1, |cell: &(i32, i32)| cell.1 + 1]
            .map(|size| cells.iter().map(size).max().unwrap_or(0));
        let row =
            |column: i32, row: i32| cells.iter().filter(|cell| cell.1 == row).map(|cell| 1 << (column + cell.0)).sum();
        let rows = |column: i32| (0..tall).map(|at| row(column, at)).collect();
        Turn { masks: (0..=width - wide).map(rows).collect() }
    }

    /// How many columns it can begin in.
    pub fn columns(&self) -> usize {
        self.masks.len()
    }

    fn tall(&self) -> usize {
        self.masks[0].len()
    }

    /// In which columns a row of the piece does not meet a row of the well, as a set of bits.
    fn free(&self, row: usize, well: usize) -> u16 {
        (0..self.columns()).filter(|column| !self.meets(*column, row, well)).map(|column| 1 << column).sum()
    }

    /// Whether a row of the piece meets a row of the well; above the piece there is none.
    fn meets(&self, column: usize, row: usize, well: usize) -> bool {
        self.masks[column].get(row).is_some_and(|cells| cells & well != 0)
    }
}

/// How far a well has been read where a piece comes into it: the states of the automaton before and after the play, and so
/// many rows of the piece.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Reading {
    before: u32,
    after: u32,
    rows: usize,
    is_supported: bool,
    /// By feature.
    change: Vec<i64>,
    /// In which columns the piece can be, at the last row for which that is known, to go on to its place, as a set of bits.
    passes: u16,
    /// For rows above that one, the lowest first: in which columns the piece fits there as far as rows have been read.
    fits: Vec<u16>,
}

impl Reading {
    /// After one row more of the well, if the piece can pass there.
    fn passing(mut self, turn: &Turn, rule: Movement, row: usize) -> Option<Reading> {
        if rule == Movement::Anywhere {
            return Some(self);
        }
        self.fits.push(u16::MAX);
        let read = self.fits.len();
        for (begun, fits) in self.fits.iter_mut().enumerate() {
            *fits &= turn.free(read - 1 - begun, row);
        }
        if read == turn.tall() {
            let fits = self.fits.remove(0);
            self.passes &= fits;
            if rule == Movement::Slide {
                self.passes = linked(self.passes, fits);
            }
        }
        (self.passes != 0).then_some(self)
    }
}

/// Columns to which the piece gets from some of them, each next to the one before, among those in which it fits.
fn linked(mut from: u16, fits: u16) -> u16 {
    loop {
        let wider = (from | from << 1 | from >> 1) & fits;
        if wider == from {
            return from;
        }
        from = wider;
    }
}

impl Automaton {
    /// Hands over what comes of the plays of a piece in this turn and column in all wells, and stops at the first error.
    pub fn plays(
        &self,
        turn: &Turn,
        column: usize,
        mut judge: impl FnMut(&Play) -> Result<(), String>,
    ) -> Result<(), String> {
        let mut readings = Found::default();
        for (state, is_supported) in self.landings(turn, column) {
            readings.add(Reading {
                before: state,
                after: state,
                rows: 0,
                is_supported,
                change: vec![0; self.features.len()],
                passes: 1 << column,
                fits: Vec::new(),
            });
        }
        while let Some(reading) = readings.open.pop() {
            if let Some(play) = self.landed(&reading, turn, column) {
                judge(&play)?;
            }
            for (letter, is_mark) in self.letters() {
                if let Some(next) = self.read_on(&reading, turn, column, letter, is_mark) {
                    readings.add(next);
                }
            }
            readings.bounded()?;
        }
        Ok(())
    }

    /// The states in which a piece may come to rest on the rows that were read, and whether a cell is on one of the highest row.
    fn landings(&self, turn: &Turn, column: usize) -> BTreeSet<(u32, bool)> {
        // On the floor any column will do.
        let mut readings = Found::default();
        readings.add((START, self.full()));
        while let Some((state, highest)) = readings.open.pop() {
            for (letter, is_mark) in self.letters() {
                let state = self.next(state, letter);
                if state != DEAD {
                    readings.add((state, if is_mark { highest } else { letter }));
                }
            }
        }
        readings.seen.into_iter().map(|(state, highest)| (state, turn.meets(column, 0, highest))).collect()
    }

    /// After one letter more of the well before the play, if the piece can be there.
    fn read_on(&self, reading: &Reading, turn: &Turn, column: usize, letter: usize, is_mark: bool) -> Option<Reading> {
        let before = self.next(reading.before, letter);
        if before == DEAD {
            return None;
        }
        let after = self.next(reading.after, letter);
        let mut now = Reading { before, after, ..reading.clone() };
        if is_mark {
            return Some(now);
        }
        if reading.rows < turn.tall() {
            now.rows += 1;
            now.is_supported |= turn.meets(column, now.rows, letter);
            let is_idle = now.rows == turn.tall() && !now.is_supported;
            if turn.meets(column, reading.rows, letter) || is_idle {
                return None;
            }
            let cells = turn.masks[column][reading.rows];
            (now.after, now.change) = self.write(reading.after, &reading.change, Some(letter), cells);
        }
        now.passing(turn, self.rule, letter)
    }

    /// After one row of the well after the play, which has these cells more than before; or these alone, if the well had no such row.
    fn write(&self, state: u32, change: &[i64], row: Option<usize>, cells: usize) -> (u32, Vec<i64>) {
        let now = row.unwrap_or(0) | cells;
        let is_full = now == self.full();
        let weight =
            |feature: &Vec<i64>| if is_full { 0 } else { feature[now - 1] } - row.map_or(0, |row| feature[row - 1]);
        let change = change.iter().zip(&self.features).map(|(change, feature)| change + weight(feature)).collect();
        (if is_full { state } else { self.next(state, now) }, change)
    }

    /// The play, if the well may end here.
    fn landed(&self, reading: &Reading, turn: &Turn, column: usize) -> Option<Play> {
        // Above the well there is room: as many empty rows as the piece is tall tell whether it can come from there.
        let from_above = (0..turn.tall()).try_fold(reading.clone(), |reading, _| reading.passing(turn, self.rule, 0));
        if !reading.is_supported || from_above.is_none() {
            return None;
        }
        let (mut after, mut change) = (reading.after, reading.change.clone());
        for cells in &turn.masks[column][reading.rows..] {
            (after, change) = self.write(after, &change, None, *cells);
        }
        Some(Play { before: reading.before, after, change })
    }
}
