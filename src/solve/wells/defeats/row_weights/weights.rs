//! Weights of rows with which the machine wins, looked for step by step.
//!
//! With the weights at hand the machine plays for the greatest mean gain of weight, and the player for the least. Their play comes to
//! a cycle; rows that it piles up get heavier, rows that it uses up lighter, and so on, in steps that become smaller: the way to
//! the maximum of a function that is the least of many linear ones. As soon as the machine gains, it is tried whether these weights,
//! rounded, make a certificate. Only that proves something; what is told of gains is found by looking so many pieces ahead.
use super::super::rising::Turns;
use super::super::word::Reader;
use super::{Game, MOST_WEIGHT, Plays, START, Weighing, all_moves, is_known, kinds, sight};
use crate::error::{Error, Result};
use crate::proof::fact::AnyDepth;
use crate::solve::{Memory, Watch};
use hashbrown::HashMap;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

/// The most kinds of rows that are neither empty nor full, in the widest well.
const MOST_KINDS: usize = 30;
/// How many more rows there are of each kind, by the bits of the row less one.
type Change = [i8; MOST_KINDS];

/// The mean of the weights, their signs left out, while they are looked for; gains are told in thousandths of it.
const MEAN: i64 = 1000;
/// What the first step changes weights by, all together.
const STEP: i64 = 500;
/// A gain from which on it is tried whether weights make a certificate.
const GAIN: i64 = 10;
/// What a mean gain is to be after weights are rounded.
const ROUNDED_GAIN: i64 = 2;
/// More than can be gained in as many pieces as are looked ahead: the player cannot place the piece.
const UNPLAYABLE: i32 = 1 << 29;
/// The most pieces that are looked ahead.
pub const MOST_AHEAD: usize = 1000;
/// The memory for a reading with all that comes with it, and for a move with what is made of it, in bytes; as measured, and some more.
const BYTES: u128 = 200;

/// How weights are looked for.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Steps {
    /// How many of the highest rows the machine sees whole.
    pub rows: usize,
    /// How many steps are made.
    pub steps: usize,
    /// How many pieces are looked ahead.
    pub ahead: usize,
    /// The weights to begin with; if left out, those that grow with the number of full cells.
    #[serde(default)]
    pub weights: Vec<i32>,
}

/// A step: weights, and what comes of them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    /// By the bits of a row less one.
    pub weights: Vec<i32>,
    /// The mean gain of weight with a piece, in thousandths of the mean weight.
    pub gain: i64,
    /// How many pieces the cycle has to which the play comes.
    pub cycle: usize,
    /// How many more rows of each kind there are after the cycle.
    pub change: Vec<i64>,
}

/// What was found.
#[derive(Debug)]
pub struct Sought {
    /// The states of the automaton.
    pub states: usize,
    /// What pieces may do to them, each change counted once.
    pub moves: usize,
    /// The steps that were made.
    pub steps: Vec<Step>,
    /// The certificate that the machine wins at every depth, if there is one.
    pub certificate: Option<String>,
}

impl Steps {
    /// Refuses what cannot be looked for.
    ///
    /// # Errors
    /// A well, rule or pieces that no automaton is made for, or numbers out of range.
    pub fn check(&self, wells: &AnyDepth) -> Result<()> {
        if !is_known(wells) {
            let right = format!(
                "width {} to {}, rule drop, slide or anywhere, pieces of at most four rows",
                super::WIDTHS.start(),
                super::WIDTHS.end()
            );
            let AnyDepth { width, pieces, rule, .. } = wells;
            let given = format!("width {width}, pieces {pieces}, rule {}", rule.word());
            return Err(Error::input("a search for weights", given, right));
        }
        for (name, given, most) in [("steps", self.steps, 1_000_000), ("ahead", self.ahead, MOST_AHEAD)] {
            if !(2..=most).contains(&given) {
                return Err(Error::input(name, given.to_string(), format!("2 to {most}")));
            }
        }
        if wells.lookahead > 2 {
            return Err(Error::input("lookahead", wells.lookahead.to_string(), "0 to 2"));
        }
        Weighing::new(wells.width, self.rows, self.first(wells.width)).map(|_| ())
    }

    fn first(&self, width: u8) -> Vec<i32> {
        if !self.weights.is_empty() {
            return self.weights.clone();
        }
        (1..=kinds(width) as u32).map(|row| (row.count_ones() as i32 - 1) * 20 + row as i32).collect()
    }
}

/// Looks for weights until a certificate is found or all steps are made. Steps that an interrupted run saved are not made again.
///
/// # Errors
/// What [`Steps::check`] refuses, more memory than is allowed, or what the watch says.
pub fn search(wells: &AnyDepth, steps: &Steps, memory: Memory, watch: &dyn Watch) -> Result<Sought> {
    steps.check(wells)?;
    let reader = sight::reader(wells.width, steps.rows)
        .ok_or_else(|| Error::input("rows", steps.rows.to_string(), "fewer; the automaton has too many states"))?;
    let search = Search::new(wells, &reader, memory)?;
    let moves = search.plays.iter().map(|plays| plays.all.len()).sum();
    let mut sought = Sought { states: reader.table.len() - 1, moves, steps: Vec::new(), certificate: None };
    let (mut weights, mut tried) = (scaled(&steps.first(wells.width)), GAIN - 1);
    watch.begin("weights of rows", steps.steps as u64, "steps");
    for number in 0..steps.steps {
        let step = kept(watch, &format!("step/{number}"), || search.step(&weights, steps.ahead))?;
        if step.gain > tried {
            tried = step.gain * 5 / 4;
            let found = kept(watch, &format!("certificate/{number}"), || search.certificate(&step, steps.rows))?;
            sought.certificate = found;
        }
        weights = step.next(number as i64);
        sought.steps.push(step);
        watch.advance(1);
        if sought.certificate.is_some() {
            break;
        }
    }
    Ok(sought)
}

/// What an interrupted run saved under a name, or else what is made now, and saved.
fn kept<T: Serialize + serde::de::DeserializeOwned>(
    watch: &dyn Watch,
    name: &str,
    make: impl FnOnce() -> T,
) -> Result<T> {
    if let Some(saved) = watch.saved(name).and_then(|text| serde_json::from_str(&text).ok()) {
        return Ok(saved);
    }
    let made = make();
    watch.save(name, &serde_json::to_string(&made).expect("plain data"))?;
    Ok(made)
}

/// Weights with the right mean.
fn scaled(weights: &[i32]) -> Vec<i32> {
    let sum: i64 = weights.iter().map(|weight| i64::from(weight.abs())).sum();
    let scaled = |weight: &i32| i64::from(*weight) * MEAN * weights.len() as i64 / sum.max(1);
    weights.iter().map(|weight| scaled(weight) as i32).collect()
}

impl Step {
    /// The weights of the next step, after so many.
    fn next(&self, number: i64) -> Vec<i32> {
        let length = self.change.iter().map(|change| change * change).sum::<i64>();
        let root = (i128::from(length * (number + 1)) * i128::from(MEAN * MEAN)).isqrt() as i64;
        let moved = |(kind, (weight, change)): (usize, (&i32, &i64))| match root {
            // No weights make such a cycle better, but others may lead to another one.
            0 => i64::from(*weight) + (number * 7 + kind as i64 * 13) % 11 * 20 - 100,
            _ => i64::from(*weight) + STEP * MEAN * change / root,
        };
        let moved: Vec<i32> = self.weights.iter().zip(&self.change).enumerate().map(|of| moved(of) as i32).collect();
        scaled(&moved)
    }

    /// The weights as small numbers with which the gain is still one.
    fn rounded(&self) -> Vec<i32> {
        let factor = (ROUNDED_GAIN * MEAN + self.gain - 1) / self.gain;
        let rounded = |weight: &i32| (i64::from(*weight) * factor + MEAN / 2).div_euclid(MEAN);
        self.weights.iter().map(|weight| rounded(weight) as i32).collect()
    }
}

/// The game in which the changes of rows are known and weights are not.
struct Search<'a> {
    wells: &'a AnyDepth,
    reader: &'a Reader,
    turns: Turns,
    /// By piece, with the number of each change.
    plays: Vec<Plays<u32>>,
    changes: Vec<Change>,
}

/// The greatest gains by list of pieces shown and state, each with the number of the turn that gets it.
type Gains = Vec<Vec<(i32, usize)>>;

impl<'a> Search<'a> {
    /// Finds all that pieces may do.
    fn new(wells: &'a AnyDepth, reader: &'a Reader, memory: Memory) -> Result<Self> {
        let full = reader.full();
        let counted = |mut change: Change, before: u8, after: u8| {
            for (row, by) in [(before, -1), (after, 1)] {
                if row != 0 && row != full {
                    change[usize::from(row) - 1] += by;
                }
            }
            change
        };
        // Each thread reads around its own place.
        let most = u128::from(memory.0) / BYTES / rayon::current_num_threads() as u128;
        let mut numbers: HashMap<Change, u32> = HashMap::new();
        let (mut plays, mut all) = (Vec::new(), 0);
        for piece in wells.pieces.pieces() {
            let moves = all_moves(wells, reader, piece, counted, usize::try_from(most).unwrap_or(usize::MAX));
            let moves = moves.ok_or_else(|| too_large(memory))?;
            all += moves.len() as u128;
            memory.ask(all * BYTES, "all that pieces may do to the states of wells")?;
            let numbered = moves.into_iter().map(|(from, to, change)| {
                let new = numbers.len() as u32;
                (from, to, *numbers.entry(change).or_insert(new))
            });
            plays.push(Plays::new(numbered.collect(), reader.table.len()));
        }
        let mut changes = vec![Change::default(); numbers.len()];
        numbers.into_iter().for_each(|(change, number)| changes[number as usize] = change);
        Ok(Search { wells, reader, turns: Turns::new(wells), plays, changes })
    }

    /// What each change gains.
    fn gained(&self, weights: &[i32]) -> Vec<i32> {
        let gain = |change: &Change| change.iter().zip(weights).map(|(by, weight)| i32::from(*by) * weight).sum();
        self.changes.iter().map(gain).collect()
    }

    /// What comes of weights if so many pieces are looked ahead.
    fn step(&self, weights: &[i32], ahead: usize) -> Step {
        let gained = self.gained(weights);
        let mut gains: Gains = vec![vec![(0, 0); self.reader.table.len()]; self.turns.shown.len()];
        let best = |gains: &Gains| gains.iter().map(|gains| gains[START].0).max().expect("some list");
        let (mut before, mut half) = (gains.clone(), 0);
        for number in 0..ahead {
            if number == ahead / 2 {
                half = best(&gains);
            }
            before = std::mem::replace(&mut gains, before);
            gains.iter_mut().enumerate().for_each(|(shown, to)| self.ahead(&gained, &before, shown, to));
        }
        let (length, change) = self.cycle(&gained, &before, &gains);
        let gain = i64::from(best(&gains) - half).div_euclid((ahead - ahead / 2) as i64);
        Step { weights: weights.to_vec(), gain, cycle: length, change: change[..weights.len()].to_vec() }
    }

    /// The greatest gains with these pieces shown if one piece more is looked ahead.
    fn ahead(&self, gained: &[i32], gains: &Gains, shown: usize, to: &mut [(i32, usize)]) {
        let best = |state: usize| {
            let turns = self.turns.turns[shown].iter().enumerate();
            let least = turns.map(|(at, turn)| {
                let next = &gains[turn.next];
                let plays = self.plays[usize::from(turn.piece)].of(state).iter();
                let least = plays.map(|(to, change)| gained[*change as usize] + next[*to as usize].0).min();
                (least.unwrap_or(UNPLAYABLE).min(UNPLAYABLE), at)
            });
            least.max_by_key(|(gain, at)| (*gain, std::cmp::Reverse(*at))).expect("some piece")
        };
        to.par_iter_mut().enumerate().for_each(|(state, to)| *to = best(state));
    }

    /// The cycle to which the play from the empty well comes if the machine goes by the last gains and the player by those before: how
    /// long it is, and how it changes the rows. None if the player cannot place a piece.
    fn cycle(&self, gained: &[i32], before: &Gains, last: &Gains) -> (usize, [i64; MOST_KINDS]) {
        let best = |shown: &usize| (last[*shown][START].0, std::cmp::Reverse(*shown));
        let mut at = (START, (0..last.len()).max_by_key(best).expect("some list"));
        let (mut seen, mut path) = (HashMap::new(), Vec::new());
        while seen.insert(at, path.len()).is_none() {
            let (state, shown) = at;
            let turn = self.turns.turns[shown][last[shown][state].1];
            let plays = self.plays[usize::from(turn.piece)].of(state).iter();
            let total = |(to, change): &&(u32, u32)| gained[*change as usize] + before[turn.next][*to as usize].0;
            let Some((to, change)) = plays.min_by_key(|play| (total(play), **play)) else {
                return (0, [0; MOST_KINDS]);
            };
            path.push(self.changes[*change as usize]);
            at = (*to as usize, turn.next);
            if let Some(begin) = seen.get(&at) {
                let cycle = &path[*begin..];
                let sum = |kind: usize| cycle.iter().map(|change| i64::from(change[kind])).sum();
                return (cycle.len(), std::array::from_fn(sum));
            }
        }
        unreachable!("the walk ends where it comes to a situation again")
    }

    /// The certificate that the weights of a step make, if they make one.
    fn certificate(&self, step: &Step, rows: usize) -> Option<String> {
        let weights = step.rounded();
        if weights.iter().any(|weight| weight.abs() > MOST_WEIGHT) {
            return None;
        }
        let gained = self.gained(&weights);
        let plays = self.plays.iter().map(|plays| plays.least(&gained)).collect();
        let game = Game { wells: self.wells, reader: self.reader, turns: Turns::new(self.wells), plays };
        let credits = game.credits()?;
        let weighing = Weighing::new(self.wells.width, rows, weights).ok()?;
        Some(game.certificate(&credits, &weighing))
    }
}

impl Plays<u32> {
    /// With what each change gains, and of those that lead to the same state the one that gains least.
    fn least(&self, gained: &[i32]) -> Plays<i32> {
        let states = self.begin.len() - 1;
        let of = |state: usize| {
            let plays = self.of(state).iter();
            plays.map(move |(to, change)| (state as u32, *to, gained[*change as usize]))
        };
        let mut moves: Vec<_> = (0..states).flat_map(of).collect();
        moves.sort_unstable();
        Plays::of_least(moves, states)
    }
}

fn too_large(memory: Memory) -> Error {
    let allowed = u128::from(memory.0);
    Error::Memory { what: "all that a piece may do to wells".to_string(), needed: allowed + 1, allowed }
}

#[cfg(test)]
mod tests;
