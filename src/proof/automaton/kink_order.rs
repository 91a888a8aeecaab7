//! Certificate kind `kink-order`: many left kinks and one other piece, again and again, or many left kinks, many squares and one
//! other piece, defeat every player at every depth if pieces slide or only drop.
//!
//! In a run of kinks that is long enough a well comes twice, so the player goes round a cycle of left kinks, and by
//! Lemma 2 of Brzustowski each of its wells is *banded*: from some row up each lane, two columns, has full segments,
//! then one of which the left cell alone is full, and no more. At such a well a mark is put below its bands, one in
//! each run. A run of squares in width 4 that is long enough passes a well with one full lane on top, or none, and a full
//! cell of each lane at its lower end or in the row below; there a mark is put below the full lane.
//!
//! An automaton reads a well row by row from the bottom, the mark too. By its state, and by the *stage*
//! (which run it is, whether the mark was put in it or in the one before, how many pieces are to come or have come, as a
//! remainder, and by how much the first feature of the well has changed, to a bound), the certificate gives a rank: levels
//! that are compared one after the other, each a measure of the features and a potential. No kink or square lowers the
//! rank, nor does a new mark; the other piece raises it. In wells of a given depth there are finitely many ranks.
//!
//! What a move does to the state is found by reading the well before and the well after at the same time: they differ in the
//! rows of the piece alone. At each row it is known in which columns the piece could be to slide on to its place. No row of a
//! well is empty.
mod marks;
mod order;
mod read;
#[cfg(test)]
mod tests;

use crate::proof::automaton::word::Automaton;
use crate::proof::automaton::word::plays::{Play, Turn};
use crate::proof::fact::{KinkOrder, Squares};
use crate::proof::lines::Line;
use crate::proof::region::wells::plain::turns;
use crate::proof::{Fact, Facts, Reject};
use marks::{Bands, Block};
use order::{Order, Run, Stage};
use read::read;
use std::collections::HashMap;

/// What a level counts: the number of a measure, and a potential.
type Level = (usize, i64);

/// What a certificate says, as it was read.
struct Ranked {
    order: Order,
    automaton: Automaton,
    /// By measure and feature.
    measures: Vec<Vec<i64>>,
    /// The levels by stage and state.
    ranks: HashMap<(Stage, u32), Vec<Level>>,
}

/// Checks the lines of a certificate of kind `kink-order`.
///
/// # Errors
/// Lines that are none of this kind, or a piece or a mark after which a rank is missing or too low.
pub fn check(lines: &[Line]) -> Result<Facts, Reject> {
    let ranked = read(lines)?;
    let Ranked { order, automaton, .. } = &ranked;
    for (place, piece) in order.pieces.iter().enumerate() {
        for cells in turns(piece) {
            let turn = Turn::new(&cells, i32::from(automaton.width));
            for column in 0..turn.columns() {
                let at = || format!("{} with its cells {cells:?} from column {column}", piece.word());
                let checked = automaton.plays(&turn, column, |play| ranked.judge(play, place));
                checked.map_err(|why| Reject::at(at(), why))?;
            }
        }
    }
    for run in 0..order.runs.len() {
        let judge = |before, after| ranked.judge_mark(run, before, after);
        let marked = if run == 0 { automaton.marks::<Bands>(judge) } else { automaton.marks::<Block>(judge) };
        let pieces = if run == 0 { "kinks" } else { "squares" };
        marked.map_err(|why| Reject::at(format!("a mark in a run of {pieces}"), why))?;
    }
    Ok(vec![Fact::LostToKinks(ranked.fact())])
}

impl Ranked {
    fn fact(&self) -> KinkOrder {
        let Order { pieces, runs, .. } = &self.order;
        let Run { divisor, rest, .. } = runs[0];
        let squares = runs.get(1).map(|run| Squares { divisor: run.divisor, rest: run.rest });
        let piece = pieces[runs.len()].word().to_string();
        KinkOrder { width: self.automaton.width, piece, divisor, rest, squares }
    }

    /// Whether the rank is right after a play of the piece at this place in the order.
    fn judge(&self, play: &Play, place: usize) -> Result<(), String> {
        let Play { before, after, ref change } = *play;
        for stage in self.order.stages().filter(|stage| Order::may_come(*stage, place)) {
            let Some(levels) = self.ranks.get(&(stage, before)) else { continue };
            let said = || format!("from state {before} to state {after} {}", stage.said());
            let next = self.order.next(stage, place, change[0]);
            let next = next.ok_or_else(|| format!("{}: the first feature gets less than at the mark", said()))?;
            let now = self.ranks.get(&(next, after));
            let now = now.ok_or_else(|| format!("{}: no rank is given {}", said(), next.key()))?;
            if !self.rises(levels, now, change, !self.order.is_last(place)) {
                return Err(format!("{}: the rank does not rise as it should", said()));
            }
        }
        Ok(())
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

    /// Whether the rank is right after a mark is put in this run. In the first run of kinks it may be put in any word.
    fn judge_mark(&self, run: usize, before: u32, after: u32) -> Result<(), String> {
        for stage in self.order.stages().filter(|stage| stage.run == run && stage.is_after) {
            let levels = self.ranks.get(&(stage, before));
            if levels.is_none() && run > 0 {
                continue;
            }
            let start = self.order.marked(stage);
            let now = self.ranks.get(&(start, after));
            let now = now.ok_or_else(|| format!("leads to state {after}: no rank is given {}", start.key()))?;
            let same = vec![0; self.automaton.features.len()];
            if !levels.is_none_or(|levels| self.rises(levels, now, &same, true)) {
                return Err(format!("from state {before} to state {after} {}: the rank falls", stage.said()));
            }
        }
        Ok(())
    }
}
