//! What lies above the mark in plays that matter, as found in wells with few rows below it.
use super::super::word::Turn;
use super::FULL;
use super::reader::{Base, Surface};
use super::words::{Features, Kind, Marked, Order, Stage};
use hashbrown::HashMap;
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// Runs of equal rows from the mark up: a row, and what is known of how many there are.
pub type Shape = Vec<(u8, u8)>;

/// When a shape is met.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Met {
    /// By run, by whether it has begun since the mark, and by how the first feature compares with that at the mark.
    stages: u16,
    /// On the way to a new mark before which the first feature is as at this one.
    pub is_open: bool,
}

impl Met {
    fn at(stage: Stage, order: Order, is_open: bool) -> Met {
        let higher = stage.count - may_be_less(stage, order);
        let nth = 6 * usize::from(stage.run == Kind::Square) + 3 * usize::from(stage.is_after);
        Met { stages: 1 << (nth + (1 + higher.signum()) as usize), is_open }
    }

    fn also(&mut self, other: Met) {
        self.stages |= other.stages;
        self.is_open |= other.is_open;
    }
}

/// By how much the first feature may be less in a stage than at the mark.
fn may_be_less(stage: Stage, order: Order) -> i8 {
    if is_last(stage) { order.fall() } else { 0 }
}

/// Whether the other piece has come since the mark.
pub fn is_last(stage: Stage) -> bool {
    stage.is_after && stage.run == Kind::Kink
}

/// Which plays are followed.
struct Bounds {
    /// The most rows above the mark of a well from which a play is followed.
    rows: usize,
    /// The most full segments in a lane where a play begins.
    full: usize,
    /// The longest run of the long ones.
    long: usize,
    /// The greatest change of the first feature before the other piece.
    raised: i8,
}

impl Bounds {
    fn of(order: Order) -> Bounds {
        match order.squares {
            None => Bounds { rows: 24, full: 2, long: 24, raised: 2 },
            Some(_) => Bounds { rows: 34, full: 7, long: 8, raised: 1 },
        }
    }

    fn hold(&self, well: &Marked) -> bool {
        let rows = &well.rows[well.below..];
        let mut runs = rows.chunk_by(|row, next| row == next);
        rows.len() <= self.rows && runs.all(|run| run.len() <= self.long || !LONG.contains(&run[0]))
    }
}

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

/// All shapes that are met, where so much is told of the rows below the mark.
pub fn all<B: Base>(turns: &[(Kind, Turn)], order: Order) -> BTreeMap<Shape, Met> {
    let full = Bounds::of(order).full;
    let lanes = (0..=full).flat_map(|full| [[full, 0], [0, full]]).collect::<BTreeSet<_>>();
    let runs = [Kind::Kink, Kind::Square].into_iter().filter(|run| *run == Kind::Kink || order.squares.is_some());
    let starts = |base: &[u8]| -> Vec<(Marked, Stage)> {
        let of = |run: Kind| lanes.iter().map(move |lanes| (in_lanes(base, *lanes, run), run));
        let starts = runs.clone().flat_map(of);
        let starts = starts.filter(|(well, run)| *run == Kind::Kink || is_filled(&well.rows, well.below));
        starts.flat_map(|(well, run)| Stage::first(run, order).map(move |stage| (well.clone(), stage))).collect()
    };
    let met = |base: Vec<u8>| Plays::from(starts(&base), turns, order).shapes(order);
    let both = |mut found: BTreeMap<Shape, Met>, others: BTreeMap<Shape, Met>| {
        others.into_iter().for_each(|(shape, met)| found.entry(shape).or_default().also(met));
        found
    };
    B::bases().into_par_iter().map(met).reduce(BTreeMap::new, both)
}

/// Lanes of so many full segments on these rows, and in a run of kinks one on them of which the left cell is full.
fn in_lanes(base: &[u8], lanes: [usize; 2], run: Kind) -> Marked {
    let top = u8::from(run == Kind::Kink);
    let segment = |full: usize, row: usize| match row.cmp(&full) {
        std::cmp::Ordering::Less => 3,
        std::cmp::Ordering::Equal => top,
        std::cmp::Ordering::Greater => 0,
    };
    let rows =
        (0..lanes[0].max(lanes[1]) + usize::from(top)).map(|row| segment(lanes[0], row) | segment(lanes[1], row) << 2);
    Marked { rows: base.iter().copied().chain(rows).collect(), below: base.len() }
}

/// Whether a mark can be put in a run of these pieces.
fn can_be_marked(rows: &[u8], run: Kind) -> bool {
    (0..=rows.len()).any(|low| is_in_lanes(&rows[low..], run) && (run == Kind::Kink || is_filled(rows, low)))
}

/// Whether each lane has full segments, or none, and in a run of kinks then one of which the left cell alone is full, and no more.
fn is_in_lanes(rows: &[u8], run: Kind) -> bool {
    let top = u8::from(run == Kind::Kink);
    [0, 2].into_iter().all(|lane| {
        let mut segments = rows.iter().map(|row| row >> lane & 3).skip_while(|segment| *segment == 3);
        let is_topped = segments.next().map_or(top == 0, |segment| segment == top);
        is_topped && segments.all(|segment| segment == 0)
    })
}

/// Whether each lane has a full cell in the row below the mark, or right above it.
fn is_filled(rows: &[u8], low: usize) -> bool {
    let cells = low.checked_sub(1).map_or(FULL, |below| rows[below]) | rows.get(low).copied().unwrap_or(0);
    cells & 3 != 0 && cells >> 2 != 0
}

/// The plays from some wells with a mark that may leave the first feature as it was.
struct Plays {
    wells: Vec<(Marked, Stage)>,
    /// From which of them each one comes.
    from: Vec<Vec<usize>>,
}

impl Plays {
    fn from(wells: Vec<(Marked, Stage)>, turns: &[(Kind, Turn)], order: Order) -> Plays {
        let bounds = Bounds::of(order);
        let mut numbers: HashMap<(Marked, Stage), usize> = wells.iter().cloned().zip(0..).collect();
        let mut plays = Plays { from: vec![Vec::new(); wells.len()], wells };
        let mut at = 0;
        while let Some((well, stage)) = plays.wells.get(at).cloned() {
            if !is_over(&well, stage, order) && bounds.hold(&well) {
                for (next, stage) in followed(&well, stage, turns, order) {
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
    fn shapes(&self, order: Order) -> BTreeMap<Shape, Met> {
        let mut found: BTreeMap<Shape, Met> = BTreeMap::new();
        for ((well, stage), is_open) in self.wells.iter().zip(self.open(order)) {
            if !is_over(well, *stage, order) {
                found.entry(shape(well)).or_default().also(Met::at(*stage, order, is_open));
            }
        }
        found
    }

    /// From which wells a play comes to a new mark.
    fn open(&self, order: Order) -> Vec<bool> {
        let is_end = |(well, stage): &(Marked, Stage)| {
            stage.is_after && !is_over(well, *stage, order) && can_be_marked(&well.rows, stage.run)
        };
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

/// Whether no play goes on to a new mark before which the first feature is as at this one: at the end lanes have to be topped.
fn is_over(well: &Marked, stage: Stage, order: Order) -> bool {
    let surface = Surface::of(&well.rows[well.below..]);
    is_last(stage) && stage.count >= order.fall() && (surface.is_level() || surface.leans_right())
}

/// The wells after each piece that may come.
fn followed(well: &Marked, stage: Stage, turns: &[(Kind, Turn)], order: Order) -> Vec<(Marked, Stage)> {
    let after = |(kind, turn): &(Kind, Turn)| {
        let kind = *kind;
        let staged = move |(next, change): (Marked, Features)| Some((next, stage.after(kind, change[0], order)?));
        well.after(turn).into_iter().filter_map(staged)
    };
    let most = |stage: &Stage| if is_last(*stage) { order.fall() } else { Bounds::of(order).raised };
    turns.iter().flat_map(after).filter(|(_, stage)| (0..=most(stage)).contains(&stage.count)).collect()
}
