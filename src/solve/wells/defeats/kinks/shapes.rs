//! What lies above the mark in plays that matter, as found in wells with few rows below it.
use super::reader::{Base, Surface};
use super::words::{Marked, Turn};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// Runs of equal rows from the mark up: a row, and what is known of how many there are.
pub type Shape = Vec<(u8, u8)>;

/// The most rows above the mark.
const MOST_ROWS: usize = 16;
/// The most full segments in a lane where a play begins.
const MOST_FULL: usize = 3;
/// Rows of which long runs come up: both cells of the left lane, and of the right one.
const LEFT: u8 = 3;
const RIGHT: u8 = 12;

/// What is known of the length of a run with one row more. Of the left lane it is told whether it is odd, of the right one
/// whether it is 1, even, or odd and more; of all others the number.
pub fn longer(row: u8, length: u8) -> u8 {
    match (row, length) {
        (LEFT, _) => 3 - length,
        (RIGHT, 2) => 3,
        (RIGHT, _) => 2,
        _ => length.saturating_add(1),
    }
}

/// All kinds of lengths up to this one.
pub fn lengths(row: u8, length: u8) -> std::ops::RangeInclusive<u8> {
    match row {
        LEFT => 1..=2,
        RIGHT => 1..=3,
        _ => 1..=length,
    }
}

fn shape(well: &Marked) -> Shape {
    let mut runs = Shape::new();
    for row in &well.rows[well.below..] {
        match runs.last_mut() {
            Some((same, length)) if same == row => *length = longer(*row, *length),
            _ => runs.push((*row, 1)),
        }
    }
    runs
}

/// Where a play has come to: the other piece has come, by how much the first feature has changed, and the second one was raised by
/// the other piece.
type Stage = (bool, i64, bool);

/// All shapes, each with whether a play may go on from it to rows below the mark.
pub fn all(turns: &[Turn]) -> BTreeMap<Shape, bool> {
    let mut found = BTreeMap::new();
    for base in bases() {
        for full in 0..=MOST_FULL {
            for lanes in [[full, 0], [0, full]] {
                explore(&banded(&base, lanes), turns, &mut found);
            }
        }
    }
    found
}

/// One of the lowest wells for each of what is told of a base and its highest row.
fn bases() -> Vec<Vec<u8>> {
    let (mut all, mut done, mut seen) = (vec![Vec::new()], 0, BTreeSet::new());
    while let Some(rows) = all.get(done).cloned() {
        let higher = (1..super::words::FULL).map(|row| [&rows[..], &[row]].concat());
        all.extend(higher.filter(|rows| seen.insert((Base::of(rows), rows.last().copied()))));
        done += 1;
    }
    all
}

/// Lanes of so many full segments and one of which the left cell is full, on these rows.
fn banded(base: &[u8], lanes: [usize; 2]) -> Marked {
    let segment = |full: usize, row: usize| match row.cmp(&full) {
        std::cmp::Ordering::Less => 3,
        std::cmp::Ordering::Equal => 1,
        std::cmp::Ordering::Greater => 0,
    };
    let rows = (0..=lanes[0].max(lanes[1])).map(|row| segment(lanes[0], row) | segment(lanes[1], row) << 2);
    Marked { rows: base.iter().copied().chain(rows).collect(), below: base.len() }
}

/// Follows all plays from a banded well that may leave the first feature as it was, and notes the shapes.
fn explore(start: &Marked, turns: &[Turn], found: &mut BTreeMap<Shape, bool>) {
    let mut open = VecDeque::from([(start.clone(), (false, 0, false))]);
    let mut seen: BTreeSet<(Marked, Stage)> = open.iter().cloned().collect();
    while let Some((well, stage)) = open.pop_front() {
        let (done, count, raised) = stage;
        let surface = Surface::of(&well.rows[well.below..]);
        // At the end the well has to be banded.
        if done && (surface.is_level() || surface.leans_right()) {
            continue;
        }
        *found.entry(shape(&well)).or_default() |= raised || !done && count == 0;
        if well.rows.len() - well.below > MOST_ROWS {
            continue;
        }
        for turn in turns.iter().filter(|turn| turn.is_kink || !done) {
            for (next, change) in well.after(turn) {
                let count = count + change[0];
                let goes_on = if done || !turn.is_kink { count == 0 } else { (0..=1).contains(&count) };
                let stage = (done || !turn.is_kink, count, raised || !turn.is_kink && change[1] > 0);
                if goes_on && seen.insert((next.clone(), stage)) {
                    open.push_back((next, stage));
                }
            }
        }
    }
}
