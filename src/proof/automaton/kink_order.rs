//! Certificate kind `kink-order`: many left kinks and one other piece, again and again, defeat every player at every depth if
//! pieces slide or only drop.
//!
//! In a run of kinks that is long enough a well comes twice, so the player goes round a cycle of left kinks, and by
//! Lemma 2 of Brzustowski each of its wells is *banded*: from some row up each lane, two columns, has full segments,
//! then one of which the left cell alone is full, and no more. At such a well a mark is put below its bands, one in
//! each run. An automaton reads a well row by row from the bottom, the mark too. By its state, and by the *stage*
//! (whether the other piece has come since the mark, and by how much the first feature of the well has changed, to a
//! bound), the certificate gives a rank: levels that are compared one after the other, each a measure of the features
//! and a potential. No kink lowers the rank, nor does a new mark; the other piece raises it. In wells of a given
//! depth there are finitely many ranks.
//!
//! What a move does to the state is found by reading the well before and the well after at the same time: they differ in the
//! rows of the piece alone. At each row it is known in which columns the piece could be to slide on to its place. No row of a
//! well is empty.
mod read;
#[cfg(test)]
mod tests;

use crate::game::wells::{Piece, PieceSet};
use crate::proof::fact::KinkOrder;
use crate::proof::lines::Line;
use crate::proof::region::wells::plain::turns;
use crate::proof::{Fact, Facts, Reject};
use read::read;
use std::collections::{BTreeSet, HashMap, HashSet};

/// The most pairs of states that are looked at for one move.
const MOST_PAIRS: usize = 1_000_000;

/// No well that matters is in this state, and no letter leads out of it.
const DEAD: u32 = 0;
/// The state before the first row.
const START: u32 = 1;

/// What a level counts: the number of a measure, and a potential.
type Level = (usize, i64);
/// Where a play has come to since the mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Stage {
    /// The other piece has come.
    is_after: bool,
    /// How many kinks are still to come before the other piece, or have come since, as a remainder.
    kinks: usize,
    /// By how much the first feature has changed, to a bound.
    count: usize,
}

/// What a certificate says, as it was read.
struct Ranked {
    width: u8,
    piece: Piece,
    /// By what the number of kinks in a run is divided, and what is left.
    runs: [usize; 2],
    /// The greatest change that a stage tells, before the other piece and after it.
    most: [usize; 2],
    /// By feature and row, from row 1 on.
    features: Vec<Vec<i64>>,
    /// By measure and feature.
    measures: Vec<Vec<i64>>,
    /// The next state by state and letter, from letter 1 on: a row that is neither full nor empty, by its bits, or the mark, which
    /// has the number of the full row.
    table: Vec<Vec<u32>>,
    /// The levels by stage and state.
    ranks: HashMap<(Stage, u32), Vec<Level>>,
}

/// Checks the lines of a certificate of kind `kink-order`.
///
/// # Errors
/// Lines that are none of this kind, or a kink, a mark or the other piece after which a rank is missing or too low.
pub fn check(lines: &[Line]) -> Result<Facts, Reject> {
    let ranked = read(lines)?;
    let kink = PieceSet::parse(KINK).expect("a letter").pieces()[0].clone();
    for (piece, is_kink) in [(&kink, true), (&ranked.piece, false)] {
        for cells in turns(piece) {
            let turn = Turn::new(&cells, i32::from(ranked.width));
            for column in 0..turn.masks.len() {
                let name = if is_kink { KINK.to_string() } else { piece.word().to_string() };
                let refuse = |why| Reject::at(format!("{name} with its cells {cells:?} from column {column}"), why);
                ranked.plays(&turn, column, is_kink).map_err(refuse)?;
            }
        }
    }
    ranked.marks().map_err(|why| Reject::at("a mark", why))?;
    let [divisor, rest] = ranked.runs;
    let piece = ranked.piece.word().to_string();
    Ok(vec![Fact::LostToKinks(KinkOrder { width: ranked.width, piece, divisor, rest })])
}

/// The letter of the left kink.
const KINK: &str = "S";

/// A piece in one turn.
struct Turn {
    /// By the column in which it begins and by row: its cells.
    masks: Vec<Vec<usize>>,
}

impl Turn {
    fn new(cells: &[(i32, i32)], width: i32) -> Turn {
        let [wide, tall] = [|cell: &(i32, i32)| cell.0 + 1, |cell: &(i32, i32)| cell.1 + 1]
            .map(|size| cells.iter().map(size).max().unwrap_or(0));
        let row =
            |column: i32, row: i32| cells.iter().filter(|cell| cell.1 == row).map(|cell| 1 << (column + cell.0)).sum();
        let rows = |column: i32| (0..tall).map(|at| row(column, at)).collect();
        Turn { masks: (0..=width - wide).map(rows).collect() }
    }

    fn tall(&self) -> usize {
        self.masks[0].len()
    }

    /// Whether a row of the piece meets a row of the well; above the piece there is none.
    fn meets(&self, column: usize, row: usize, well: usize) -> bool {
        self.masks[column].get(row).is_some_and(|cells| cells & well != 0)
    }
}

/// How far a well has been read where a piece slides into it: the states of the automaton before and after the play, and so
/// many rows of the piece.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Reading {
    before: u32,
    after: u32,
    rows: usize,
    is_supported: bool,
    /// By feature.
    change: Vec<i64>,
    /// By column: whether the piece can be there, at the last row for which that is known, to slide on to its place.
    passes: Vec<bool>,
    /// For rows above that one, the lowest first, and by column: whether the piece fits there as far as rows have been read.
    fits: Vec<Vec<bool>>,
}

impl Reading {
    /// After one row more of the well, if the piece can pass there.
    fn passing(mut self, turn: &Turn, row: usize) -> Option<Reading> {
        self.fits.push(vec![true; turn.masks.len()]);
        let read = self.fits.len();
        for (begun, fits) in self.fits.iter_mut().enumerate() {
            for (column, fits) in fits.iter_mut().enumerate() {
                *fits &= !turn.meets(column, read - 1 - begun, row);
            }
        }
        if read == turn.tall() {
            let fits = self.fits.remove(0);
            let seeds: Vec<usize> = (0..fits.len()).filter(|column| self.passes[*column] && fits[*column]).collect();
            self.passes = vec![false; fits.len()];
            for seed in seeds {
                let right = (seed..fits.len()).take_while(|column| fits[*column]);
                let left = (0..seed).rev().take_while(|column| fits[*column]);
                right.chain(left).for_each(|column| self.passes[column] = true);
            }
        }
        self.passes.contains(&true).then_some(self)
    }
}

impl Ranked {
    fn full(&self) -> usize {
        (1 << self.width) - 1
    }

    /// The letters: rows that are neither full nor empty, and last the mark.
    fn letters(&self) -> impl Iterator<Item = (usize, bool)> {
        let mark = self.full();
        (1..=mark).map(move |letter| (letter, letter == mark))
    }

    fn next(&self, state: u32, letter: usize) -> u32 {
        self.table[state as usize][letter - 1]
    }

    /// Whether the rank is right after each play of a piece in this turn and column in any well.
    fn plays(&self, turn: &Turn, column: usize, is_kink: bool) -> Result<(), String> {
        let mut readings = Found::default();
        for (state, is_supported) in self.landings(turn, column) {
            readings.add(Reading {
                before: state,
                after: state,
                rows: 0,
                is_supported,
                change: vec![0; self.features.len()],
                passes: (0..turn.masks.len()).map(|other| other == column).collect(),
                fits: Vec::new(),
            });
        }
        while let Some(reading) = readings.open.pop() {
            self.judge(&reading, turn, column, is_kink)?;
            for (letter, is_mark) in self.letters() {
                if let Some(next) = self.read_on(&reading, turn, column, letter, is_mark) {
                    readings.add(next);
                }
            }
            if readings.seen.len() > MOST_PAIRS {
                return Err(format!("more than {MOST_PAIRS} pairs of states"));
            }
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
        now.passing(turn, letter)
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

    /// Whether the rank is right if the well ends here.
    fn judge(&self, reading: &Reading, turn: &Turn, column: usize, is_kink: bool) -> Result<(), String> {
        // Above the well there is room: as many empty rows as the piece is tall tell whether it can come from there.
        let from_above = (0..turn.tall()).try_fold(reading.clone(), |reading, _| reading.passing(turn, 0));
        if !reading.is_supported || from_above.is_none() {
            return Ok(());
        }
        let (mut after, mut change) = (reading.after, reading.change.clone());
        for cells in &turn.masks[column][reading.rows..] {
            (after, change) = self.write(after, &change, None, *cells);
        }
        for stage in self.stages().filter(|stage| is_kink || !stage.is_after && stage.kinks == 0) {
            let Some(levels) = self.ranks.get(&(stage, reading.before)) else { continue };
            let next = self.stage(stage, is_kink, change[0]);
            let said = || format!("from state {} to state {after} {}", reading.before, said(stage));
            let next = next.ok_or_else(|| format!("{}: the first feature gets less than at the mark", said()))?;
            let now = self.ranks.get(&(next, after));
            let now = now.ok_or_else(|| format!("{}: no rank is given {}", said(), said_of(next)))?;
            if !self.rises(levels, now, &change, is_kink) {
                return Err(format!("{}: the rank does not rise as it should", said()));
            }
        }
        Ok(())
    }

    /// All stages.
    fn stages(&self) -> impl Iterator<Item = Stage> {
        let [divisor, _] = self.runs;
        [false, true].into_iter().flat_map(move |is_after| {
            let counts = 0..=self.most[usize::from(is_after)];
            counts.flat_map(move |count| (0..divisor).map(move |kinks| Stage { is_after, kinks, count }))
        })
    }

    /// The stage after a move.
    fn stage(&self, stage: Stage, is_kink: bool, change: i64) -> Option<Stage> {
        let [divisor, _] = self.runs;
        let kinks = match (is_kink, stage.is_after) {
            (true, true) => (stage.kinks + 1) % divisor,
            (true, false) => (stage.kinks + divisor - 1) % divisor,
            (false, _) => 0,
        };
        let is_after = stage.is_after || !is_kink;
        let count = usize::try_from(stage.count as i64 + change).ok()?;
        Some(Stage { is_after, kinks, count: count.min(self.most[usize::from(is_after)]) })
    }

    /// The stage after a mark is put, if so many kinks have come since the other piece or are to come, which is the same if the
    /// remainder of all is asked for.
    fn marked(&self, kinks: usize) -> Stage {
        let [divisor, rest] = self.runs;
        Stage { is_after: false, kinks: (rest + divisor - kinks) % divisor, count: 0 }
    }

    /// Whether a rank rises: at the first level that differs; if none does, whether it may stay.
    fn rises(&self, before: &[Level], after: &[Level], change: &[i64], may_stay: bool) -> bool {
        for ((measure, potential), (same, next)) in before.iter().zip(after) {
            let (measure, same) = (&self.measures[*measure], &self.measures[*same]);
            if measure != same {
                return false;
            }
            let gain =
                measure.iter().zip(change).map(|(weight, change)| weight * change).sum::<i64>() + next - potential;
            if gain != 0 {
                return gain > 0;
            }
        }
        before.len() == after.len() && may_stay
    }

    /// Whether the rank is right after each mark that may be put.
    fn marks(&self) -> Result<(), String> {
        let mut readings = Found::default();
        readings.add((START, START, None));
        while let Some((before, after, lanes)) = readings.open.pop() {
            self.judge_mark(before, after, lanes.as_ref())?;
            for (letter, is_mark) in self.letters() {
                let next = self.next(before, letter);
                match &lanes {
                    _ if is_mark => readings.add((next, after, lanes.clone())),
                    None => readings.add((next, self.next(after, letter), None)),
                    Some(lanes) => {
                        let on =
                            lanes.iter().enumerate().map(|(lane, read)| read.on(letter >> (2 * lane) & 3)).collect();
                        if let Some(on) = on {
                            readings.add((next, self.next(after, letter), Some(on)));
                        }
                    }
                }
            }
            if lanes.is_none() {
                let begun = vec![Lane::Full; usize::from(self.width) / 2];
                readings.add((before, self.next(after, self.full()), Some(begun)));
            }
            if readings.seen.len() > MOST_PAIRS {
                return Err(format!("more than {MOST_PAIRS} pairs of states"));
            }
        }
        Ok(())
    }

    fn judge_mark(&self, before: u32, after: u32, lanes: Option<&Vec<Lane>>) -> Result<(), String> {
        if !lanes.is_some_and(|lanes| lanes.iter().all(|lane| *lane == Lane::Topped)) {
            return Ok(());
        }
        for stage in self.stages().filter(|stage| stage.is_after) {
            let start = self.marked(stage.kinks);
            let now = self.ranks.get(&(start, after));
            let now = now.ok_or_else(|| format!("leads to state {after}: no rank is given {}", said_of(start)))?;
            let levels = self.ranks.get(&(stage, before)).filter(|_| before != DEAD);
            if !levels.is_none_or(|levels| self.rises(levels, now, &vec![0; self.features.len()], true)) {
                return Err(format!("from state {before} to state {after} {}: the rank falls", said(stage)));
            }
        }
        Ok(())
    }
}

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

/// What has been found, and what of it has not been looked at.
struct Found<T> {
    seen: HashSet<T>,
    open: Vec<T>,
}

impl<T> Default for Found<T> {
    fn default() -> Self {
        Found { seen: HashSet::new(), open: Vec::new() }
    }
}

impl<T: Clone + Eq + std::hash::Hash> Found<T> {
    fn add(&mut self, one: T) {
        if self.seen.insert(one.clone()) {
            self.open.push(one);
        }
    }
}

fn said(stage: Stage) -> String {
    let Stage { is_after, kinks, count } = stage;
    let (when, of) = if is_after { ("after", "since it") } else { ("before", "to come") };
    format!("{when} the other piece, kinks {of} {kinks}, the first feature changed by {count}")
}

fn said_of(Stage { is_after, kinks, count }: Stage) -> String {
    format!("'{} {kinks} {count}'", if is_after { "after" } else { "before" })
}
