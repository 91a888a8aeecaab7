//! Where a mark may be put: below what a run that is long enough leaves on top of some well.
use crate::proof::automaton::word::{Automaton, Found, START};
use std::hash::Hash;

/// What has been read of the rows above a mark, of a well as a run of one piece passes it.
pub(super) trait Top: Clone + Eq + Hash {
    /// Nothing, above this row, which is full for the floor, in a well with so many lanes.
    fn above(row: usize, lanes: usize) -> Self;
    /// After one row more; none if no run need pass such a well.
    fn on(&self, row: usize) -> Option<Self>;
    /// Whether the well may end here.
    fn is_whole(&self) -> bool;
}

/// Of a run of left kinks, by lane: a banded well.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Bands(Vec<Lane>);

/// Where reading has come to in a lane, two columns, of a banded well, from the mark up: full segments, or none, then one of which
/// the left cell alone is full, and empty ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Lane {
    Full,
    Topped,
}

impl Lane {
    /// After one segment more, the left cell as the lower bit.
    fn on(self, segment: usize) -> Option<Lane> {
        match (self, segment) {
            (Lane::Full, 3) => Some(Lane::Full),
            (Lane::Full, 1) | (Lane::Topped, 0) => Some(Lane::Topped),
            _ => None,
        }
    }
}

impl Top for Bands {
    fn above(_: usize, lanes: usize) -> Self {
        Bands(vec![Lane::Full; lanes])
    }

    fn on(&self, row: usize) -> Option<Self> {
        let on = self.0.iter().enumerate().map(|(lane, read)| read.on(row >> (2 * lane) & 3));
        on.collect::<Option<_>>().map(Bands)
    }

    fn is_whole(&self) -> bool {
        self.0.iter().all(|lane| *lane == Lane::Topped)
    }
}

/// The two lanes of a well of width 4.
const LANES: [usize; 2] = [0b0011, 0b1100];

/// Of a run of squares in width 4: rows in which the same lane is full and the other one empty, or none.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Block {
    /// The lanes with a full cell in the row below.
    held: usize,
    /// The lane that is full.
    lane: Option<usize>,
}

impl Top for Block {
    fn above(row: usize, _: usize) -> Self {
        Block { held: LANES.iter().filter(|lane| *lane & row != 0).sum(), lane: None }
    }

    fn on(&self, row: usize) -> Option<Self> {
        let is_more = LANES.contains(&row) && self.lane.is_none_or(|lane| lane == row);
        is_more.then_some(Block { lane: Some(row), ..*self })
    }

    fn is_whole(&self) -> bool {
        LANES.iter().all(|lane| self.held & lane != 0 || self.lane == Some(*lane))
    }
}

/// How far a well has been read, with all its marks and with a new one alone.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Reading<T> {
    before: u32,
    after: u32,
    /// The new mark has been read.
    is_above: bool,
    /// As a mark at the highest row would have it, as long as there was none.
    top: T,
}

impl Automaton {
    /// Hands over the states of each word, dead or not, and of the word of the same rows with a mark alone where one may be put,
    /// and stops at the first error.
    pub(super) fn marks<T: Top>(&self, mut judge: impl FnMut(u32, u32) -> Result<(), String>) -> Result<(), String> {
        let above = |row| T::above(row, usize::from(self.width) / 2);
        let mut readings = Found::default();
        readings.add(Reading { before: START, after: START, is_above: false, top: above(self.full()) });
        while let Some(reading) = readings.open.pop() {
            let Reading { before, after, is_above, ref top } = reading;
            if is_above && top.is_whole() {
                judge(before, after)?;
            }
            for (letter, is_mark) in self.letters() {
                let top = match (is_mark, is_above) {
                    (true, _) => Some(top.clone()),
                    (false, true) => top.on(letter),
                    (false, false) => Some(above(letter)),
                };
                let after = if is_mark { after } else { self.next(after, letter) };
                if let Some(top) = top {
                    readings.add(Reading { before: self.next(before, letter), after, is_above, top });
                }
            }
            if !is_above {
                readings.add(Reading { after: self.next(after, self.full()), is_above: true, ..reading });
            }
            readings.bounded()?;
        }
        Ok(())
    }
}
