//! What lies above the mark in plays that matter, as found in wells with few rows below it.
use super::reader::{Base, Surface};
use super::words::{FULL, Features, Marked, Runs, Stage, Turn};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Runs of equal rows from the mark up: a row, and what is known of how many there are.
pub type Shape = Vec<(u8, u8)>;

/// When a shape is met.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Met {
    /// Before the other piece, the first feature being as at the mark.
    is_even: bool,
    /// Before the other piece, the first feature being higher.
    is_raised: bool,
    /// After the other piece, the first feature being as at the mark.
    is_after: bool,
    /// On the way to a new mark before which the first feature is as at this one.
    pub is_open: bool,
}

impl Met {
    fn also(&mut self, other: Met) {
        self.is_even |= other.is_even;
        self.is_raised |= other.is_raised;
        self.is_after |= other.is_after;
        self.is_open |= other.is_open;
    }
}

/// The most rows above the mark of a well from which a play is followed.
const MOST_ROWS: usize = 24;
/// The most full segments in a lane where a play begins.
const MOST_FULL: usize = 2;
/// The greatest change of the first feature before the other piece.
const MOST_RAISED: i64 = 2;
/// The rows that are full in one lane and empty in the other: of these long runs come up.
const LONG: [u8; 2] = [3, 12];

/// What is known of the length of a run with one row more: of long runs whether it is 1, even, or odd and more.
pub fn longer(row: u8, length: u8) -> u8 {
    match length {
        2 if LONG.contains(&row) => 3,
        _ if LONG.contains(&row) => 2,
        _ => length.saturating_add(1),
    }
}

/// All kinds of lengths up to this one.
pub fn lengths(row: u8, length: u8) -> std::ops::RangeInclusive<u8> {
    1..=if LONG.contains(&row) { 3 } else { length }
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

/// All shapes that are met.
pub fn all(turns: &[Turn], runs: Runs) -> BTreeMap<Shape, Met> {
    let lanes = (0..=MOST_FULL).flat_map(|full| [[full, 0], [0, full]]).collect::<BTreeSet<_>>();
    let on = |base: Vec<u8>| lanes.iter().map(move |lanes| banded(&base, *lanes)).collect::<Vec<_>>();
    let starts: Vec<Marked> = bases().into_iter().flat_map(on).collect();
    let met = |start: &Marked| Plays::from(start, turns, runs).shapes();
    let both = |mut found: BTreeMap<Shape, Met>, others: BTreeMap<Shape, Met>| {
        others.into_iter().for_each(|(shape, met)| found.entry(shape).or_default().also(met));
        found
    };
    starts.par_iter().map(met).reduce(BTreeMap::new, both)
}

/// One of the lowest wells for each of what is told of a base and its highest row.
fn bases() -> Vec<Vec<u8>> {
    let (mut all, mut done, mut seen) = (vec![Vec::new()], 0, BTreeSet::new());
    while let Some(rows) = all.get(done).cloned() {
        let higher = (1..FULL).map(|row| [&rows[..], &[row]].concat());
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

/// Whether from some row up each lane has full segments, or none, then one of which the left cell alone is full, and no more.
fn is_banded(rows: &[u8]) -> bool {
    let mut topped = [false; 2];
    for row in rows.iter().rev() {
        for (topped, segment) in topped.iter_mut().zip([row & 3, row >> 2]) {
            match (*topped, segment) {
                (false, 0) | (true, 3) => {}
                (false, 1) => *topped = true,
                _ => return false,
            }
        }
        if topped == [true; 2] {
            return true;
        }
    }
    false
}

/// The plays from a banded well that may leave the first feature as it was.
struct Plays {
    wells: Vec<(Marked, Stage)>,
    /// From which of them each one comes.
    from: Vec<Vec<usize>>,
}

impl Plays {
    fn from(start: &Marked, turns: &[Turn], runs: Runs) -> Plays {
        let wells: Vec<_> = Stage::first(runs).map(|stage| (start.clone(), stage)).collect();
        let mut numbers: HashMap<(Marked, Stage), usize> = wells.iter().cloned().zip(0..).collect();
        let mut plays = Plays { from: vec![Vec::new(); wells.len()], wells };
        let mut at = 0;
        while let Some((well, stage)) = plays.wells.get(at).cloned() {
            if !is_over(&well, stage) && well.rows.len() - well.below <= MOST_ROWS {
                for (next, stage) in followed(&well, stage, turns, runs) {
                    let new = plays.wells.len();
                    let number = *numbers.entry((next.clone(), stage)).or_insert(new);
                    if number == new {
                        plays.wells.push((next, stage));
                        plays.from.push(Vec::new());
                    }
                    plays.from[number].push(at);
                }
            }
            at += 1;
        }
        plays
    }

    /// When each shape is met.
    fn shapes(&self) -> BTreeMap<Shape, Met> {
        let mut found: BTreeMap<Shape, Met> = BTreeMap::new();
        for ((well, stage), is_open) in self.wells.iter().zip(self.open()) {
            if !is_over(well, *stage) {
                let is_before = !stage.is_after;
                let (is_even, is_raised) = (is_before && stage.count == 0, is_before && stage.count > 0);
                let met = Met { is_even, is_raised, is_after: stage.is_after, is_open };
                found.entry(shape(well)).or_default().also(met);
            }
        }
        found
    }

    /// From which wells a play comes to a new mark.
    fn open(&self) -> Vec<bool> {
        let is_end =
            |(well, stage): &(Marked, Stage)| stage.is_after && !is_over(well, *stage) && is_banded(&well.rows);
        let mut found: Vec<usize> = (0..self.wells.len()).filter(|at| is_end(&self.wells[*at])).collect();
        let mut is_open = vec![false; self.wells.len()];
        found.iter().for_each(|at| is_open[*at] = true);
        while let Some(at) = found.pop() {
            for before in &self.from[at] {
                if !std::mem::replace(&mut is_open[*before], true) {
                    found.push(*before);
                }
            }
        }
        is_open
    }
}

/// Whether no play goes on to a new mark: at the end the well has to be banded.
fn is_over(well: &Marked, stage: Stage) -> bool {
    let surface = Surface::of(&well.rows[well.below..]);
    stage.is_after && (surface.is_level() || surface.leans_right())
}

/// The wells after each piece that may come.
fn followed(well: &Marked, stage: Stage, turns: &[Turn], runs: Runs) -> Vec<(Marked, Stage)> {
    let after = |turn: &Turn| {
        let is_kink = turn.is_kink;
        let staged = move |(next, change): (Marked, Features)| Some((next, stage.after(is_kink, change[0], runs)?));
        well.after(turn).into_iter().filter_map(staged)
    };
    let may_stay = |stage: &Stage| (0..=if stage.is_after { 0 } else { MOST_RAISED }).contains(&stage.count);
    turns.iter().flat_map(after).filter(|(_, stage)| may_stay(stage)).collect()
}
