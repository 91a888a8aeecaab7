//! How the machine makes the weight of every well rise when it sees the whole well: an energy game on the states of a finite
//! automaton.
//!
//! As in [`super::rising`], but what counts is the weight of all rows, and the machine goes by the state of an automaton that has
//! read the well from the bottom up. What a play may do to the state is found for all wells at once. See
//! [`crate::proof::automaton::row_weights`] for what the credits prove: a potential is a credit with the sign changed.
mod sight;
pub mod weights;

use super::rising::{ENDLESS, Turns};
use super::word::plays::{Move, TALL, moves};
use super::word::{Reader, full, refined, turns};
use crate::error::{Error, Result};
use crate::game::wells::{Movement, Piece};
use crate::proof::fact::AnyDepth;
use rayon::prelude::*;
use sight::{MOST_ROWS, WIDEST};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::hash::Hash;
use std::ops::RangeInclusive;

/// What is needed more is not looked for.
const MOST_CREDIT: i32 = 10_000;

/// The columns of the wells that are searched.
pub const WIDTHS: RangeInclusive<u8> = 2..=WIDEST;
/// How often all credits are raised before it is asked whether they are enough.
const ROUNDS: usize = 8;
/// The state of the empty well.
const START: usize = 1;

/// The greatest weight of a row, either way.
const MOST_WEIGHT: i32 = 1000;

/// What rows weigh, and what the machine sees.
#[derive(Debug, Clone)]
pub struct Weighing {
    rows: usize,
    weights: Vec<i32>,
}

impl Weighing {
    /// The machine sees so many of the highest rows whole; and the weight of each row that is neither empty nor full, by its bits.
    ///
    /// # Errors
    /// No rows or more than 3; another number of weights than there are such rows in the well, or one that is too great.
    pub fn new(width: u8, rows: usize, weights: Vec<i32>) -> Result<Weighing> {
        let count = kinds(width);
        if !(1..=MOST_ROWS).contains(&rows) {
            return Err(Error::input("rows", rows.to_string(), format!("1 to {MOST_ROWS}")));
        }
        if weights.len() != count || weights.iter().any(|weight| weight.abs() > MOST_WEIGHT) {
            let right = format!("{count} numbers from -{MOST_WEIGHT} to {MOST_WEIGHT}");
            return Err(Error::input("weights", format!("{weights:?}"), right));
        }
        Ok(Weighing { rows, weights })
    }
}

/// The certificate that the machine wins at every depth, if it is found.
pub fn search(wells: &AnyDepth, weighing: &Weighing) -> Option<String> {
    if !is_known(wells) {
        return None;
    }
    let reader = sight::reader(wells.width, weighing.rows)?;
    let full = reader.full();
    let weight = |row: u8| if row == 0 || row == full { 0 } else { weighing.weights[usize::from(row) - 1] };
    let changed = |change: i32, before: u8, after: u8| change + weight(after) - weight(before);
    let plays = |piece| {
        let moves = all_moves(wells, &reader, piece, changed, usize::MAX)?;
        Some(Plays::of_least(moves, reader.table.len()))
    };
    let plays = wells.pieces.pieces().iter().map(plays).collect::<Option<_>>()?;
    let game = Game { wells, reader: &reader, turns: Turns::new(wells), plays };
    let credits = game.credits()?;
    Some(game.certificate(&credits, weighing))
}

/// The kinds of rows of a well that are neither empty nor full.
fn kinds(width: u8) -> usize {
    usize::from(full(width)) - 1
}

/// Whether wells of this width, with this rule and these pieces can be read.
fn is_known(wells: &AnyDepth) -> bool {
    let is_low = |piece: &Piece| turns(piece, wells.width).iter().all(|turn| turn.tall() <= TALL);
    let is_ruled = wells.rule != Movement::Referee;
    WIDTHS.contains(&wells.width) && is_ruled && wells.pieces.pieces().iter().all(is_low)
}

/// All that a piece may do to states, in their order; none if that takes more than so many readings for one place.
fn all_moves<C: Copy + Default + Ord + Hash + Send>(
    wells: &AnyDepth,
    reader: &Reader,
    piece: &Piece,
    changed: impl Fn(C, u8, u8) -> C + Sync,
    most: usize,
) -> Option<Vec<Move<C>>> {
    let turns = turns(piece, wells.width).into_iter();
    let places: Vec<_> = turns.flat_map(|turn| turn.columns.clone().map(move |at| (turn.clone(), at))).collect();
    let of = |(turn, column)| moves(reader, wells.rule, &turn, column, &changed, most);
    let all: Option<Vec<Vec<Move<C>>>> = places.into_par_iter().map(of).collect();
    let mut all = all?.concat();
    all.par_sort_unstable();
    all.dedup();
    Some(all)
}

/// What a piece may do in each state: the state that this leads to, and what it changes.
struct Plays<C> {
    all: Vec<(u32, C)>,
    /// Where those of each state begin, and those of the last one end.
    begin: Vec<usize>,
}

impl<C> Plays<C> {
    /// Of all moves in their order, with so many states.
    fn new(moves: Vec<Move<C>>, states: usize) -> Self {
        let begin = (0..=states).map(|state| moves.partition_point(|(from, ..)| (*from as usize) < state)).collect();
        Plays { all: moves.into_iter().map(|(_, to, change)| (to, change)).collect(), begin }
    }

    fn of(&self, state: usize) -> &[(u32, C)] {
        &self.all[self.begin[state]..self.begin[state + 1]]
    }
}

impl Plays<i32> {
    /// Of those that lead to the same state the one with the least gain, which comes first.
    fn of_least(mut moves: Vec<Move<i32>>, states: usize) -> Self {
        moves.dedup_by_key(|(from, to, _)| (*from, *to));
        Plays::new(moves, states)
    }
}

/// What a play changes is the weight.
struct Game<'a> {
    wells: &'a AnyDepth,
    reader: &'a Reader,
    turns: Turns,
    /// By piece.
    plays: Vec<Plays<i32>>,
}

/// The least credits by list of pieces shown and state, each with the number of the turn that needs no more.
type Credits = Vec<Vec<(i32, usize)>>;

impl Game<'_> {
    /// Credits that are enough where the machine comes from the empty well, if there are such; elsewhere they may be too small.
    fn credits(&self) -> Option<Credits> {
        let mut credits: Credits = vec![vec![(0, 0); self.reader.table.len()]; self.turns.shown.len()];
        loop {
            let mut raised = Credits::new();
            for _ in 0..ROUNDS {
                raised = (0..credits.len()).map(|shown| self.raised(&credits, shown)).collect();
                std::mem::swap(&mut raised, &mut credits);
            }
            if credits.iter().all(|credits| credits[START].0 == ENDLESS) {
                return None;
            }
            let is_enough = |(state, shown): &(usize, usize)| raised[*shown][*state].0 == credits[*shown][*state].0;
            if self.reached(&credits).iter().all(is_enough) {
                return Some(credits);
            }
        }
    }

    /// What is needed with these pieces shown if after the next piece these credits are enough.
    fn raised(&self, credits: &Credits, shown: usize) -> Vec<(i32, usize)> {
        let raised = |state: usize| {
            let turns = self.turns.turns[shown].iter().enumerate();
            let needed = turns.map(|(at, turn)| {
                let plays = self.plays[usize::from(turn.piece)].of(state).iter();
                let needed = plays.map(|(to, gain)| match credits[turn.next][*to as usize].0 {
                    ENDLESS => ENDLESS,
                    credit => credit + 1 - gain,
                });
                let needed = needed.max().unwrap_or(0).max(0);
                (if needed > MOST_CREDIT { ENDLESS } else { needed }, at)
            });
            needed.min().expect("some piece")
        };
        (0..self.reader.table.len()).into_par_iter().map(raised).collect()
    }

    /// The situations that come up from the empty well when each piece is announced by the credits, by state and list of pieces shown.
    fn reached(&self, credits: &Credits) -> BTreeSet<(usize, usize)> {
        let first = (0..credits.len()).min_by_key(|shown| credits[*shown][START].0).expect("some list");
        let (mut open, mut reached) = (vec![(START, first)], BTreeSet::from([(START, first)]));
        while let Some((state, shown)) = open.pop() {
            let turn = self.turns.turns[shown][credits[shown][state].1];
            for (to, _) in self.plays[usize::from(turn.piece)].of(state) {
                let next = (*to as usize, turn.next);
                if reached.insert(next) {
                    open.push(next);
                }
            }
        }
        reached
    }

    /// The greater the credit, the smaller the potential. States are one if the machine need not tell them apart.
    fn certificate(&self, credits: &Credits, weighing: &Weighing) -> String {
        let AnyDepth { width, pieces, rule, lookahead } = self.wells;
        let mut labels = vec![BTreeMap::new(); self.reader.table.len()];
        for (state, shown) in self.reached(credits) {
            let (credit, at) = credits[shown][state];
            labels[state].insert(shown, (self.turns.turns[shown][at].sent, credit));
        }
        // The dead state stays alone.
        let (reader, classes) =
            refined(&self.reader.table, labels.iter().enumerate().map(|(at, label)| (at == 0, label)));
        let words = |pieces: &[Piece]| pieces.iter().map(|piece| format!(" {}", piece.word())).collect::<String>();
        let numbers = |numbers: &[i32]| numbers.iter().map(|number| format!(" {number}")).collect::<String>();
        let mut text = format!(
            "topple-certificate 1 row-weights\nwidth {width}\npieces{}\nrule {}\nlookahead {lookahead}\nweights{}\n",
            words(pieces.pieces()),
            rule.word(),
            numbers(&weighing.weights)
        );
        for next in &reader.table[1..] {
            let rows: Vec<i32> = next[1..usize::from(reader.full())].iter().map(|state| *state as i32).collect();
            writeln!(text, "state{}", numbers(&rows)).expect("a string takes it");
        }
        let sends: BTreeSet<_> = labels
            .into_iter()
            .zip(&classes)
            .flat_map(|(label, class)| label.into_iter().map(move |send| (*class, send)))
            .collect();
        for (state, (shown, (sent, credit))) in sends {
            let named: Vec<Piece> = self.turns.shown[shown]
                .iter()
                .chain([&sent])
                .map(|piece| pieces.pieces()[usize::from(*piece)].clone())
                .collect();
            writeln!(text, "send {state}{} {}", words(&named), -credit).expect("a string takes it");
        }
        text + "end\n"
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::wells::PieceSet;
    use crate::proof::{self, Fact};

    fn wells(pieces: &str, rule: Movement) -> AnyDepth {
        AnyDepth { width: 4, pieces: PieceSet::parse(pieces).unwrap(), rule, lookahead: 0 }
    }

    #[test]
    fn the_square_and_both_elbows_are_found_and_accepted() {
        let weights = vec![0, 1, 5, 2, 8, 8, 11, 0, 5, 7, 11, 5, 10, 11];
        let wells = wells("OJL", Movement::Drop);
        let text = search(&wells, &Weighing::new(4, 3, weights).unwrap()).expect("a certificate");
        assert_eq!(proof::check(&text).unwrap(), [Fact::LostHoweverDeep(wells)]);
    }

    #[test]
    fn with_the_bar_alone_nothing_is_found() {
        let weights = vec![1; 14];
        assert!(Weighing::new(4, 0, weights.clone()).is_err() && Weighing::new(4, 4, weights.clone()).is_err());
        assert!(Weighing::new(4, 1, weights[1..].to_vec()).is_err() && Weighing::new(4, 1, vec![1001; 14]).is_err());
        assert_eq!(search(&wells("I", Movement::Drop), &Weighing::new(4, 1, weights).unwrap()), None);
    }
}
