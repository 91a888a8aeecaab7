//! Reads what a certificate of kind `kink-order` says, and refuses what is out of bounds.
use super::order::{KEYS, Order, Run, Stage};
use super::{Level, Ranked};
use crate::game::wells::{Movement, Piece};
use crate::proof::Reject;
use crate::proof::automaton::word::read::{part, potential, table, weights};
use crate::proof::automaton::word::{Automaton, START};
use crate::proof::lines::{Line, number};
use crate::proof::region::wells::format::piece_set;
use std::collections::HashMap;

/// The letter of the left kink.
const KINK: &str = "S";
/// The letter of the square.
const SQUARE: &str = "O";
/// The most features, and the most measures.
const MOST_FEATURES: usize = 16;
/// The greatest change of the first feature that a stage tells from greater ones.
const MOST_COUNTED: u64 = 16;
/// The greatest number by which the kinks of a run may be divided.
const MOST_DIVISOR: u64 = 8;

/// What the lines say.
///
/// # Errors
/// The first line that is missing or says something else than it may.
pub(super) fn read(lines: &[Line]) -> Result<Ranked, Reject> {
    let [width, pieces, rule, runs, most, lines @ ..] = lines else {
        return Err(Reject::at("head", "expected width, pieces, rule, runs and most"));
    };
    let pieces = read_pieces(pieces)?;
    let width = read_width(width, pieces.len())?;
    if rule.key != "rule" || rule.rest != Movement::Slide.word() {
        return Err(rule.reject("expected 'rule slide'"));
    }
    let order = read_order(pieces, runs, most)?;
    let letters = (1 << width) - 1;
    let (weighed, lines) = part(lines, "feature");
    let features: Vec<Vec<i64>> = weighed.iter().map(|line| weights(line, letters - 1)).collect::<Result<_, _>>()?;
    let (measured, lines) = part(lines, "measure");
    let measures = measured.iter().map(|line| weights(line, features.len())).collect::<Result<Vec<_>, _>>()?;
    if [features.len(), measures.len()].iter().any(|count| !(1..=MOST_FEATURES).contains(count)) {
        return Err(Reject::at("features and measures", format!("expected 1 to {MOST_FEATURES} of each")));
    }
    let (listed, lines) = part(lines, "state");
    let automaton = Automaton { width, rule: Movement::Slide, features, table: table(listed, letters)? };
    let mut ranked = Ranked { order, automaton, measures, ranks: HashMap::new() };
    lines.iter().try_for_each(|line| ranked.rank(line))?;
    Ok(ranked)
}

/// The pieces in their order.
fn read_pieces(pieces: &Line) -> Result<Vec<Piece>, Reject> {
    let set = piece_set(pieces)?;
    let words: Vec<&str> = pieces.rest.split(' ').collect();
    let named = |word: &&str| set.pieces().iter().find(|piece| piece.word() == *word).cloned();
    match (words.iter().map(named).collect(), &words[..]) {
        (Some(in_order), [KINK, _] | [KINK, SQUARE, _]) if pieces.key == "pieces" => Ok(in_order),
        _ => Err(pieces.reject(format!("expected 'pieces', {KINK}, perhaps {SQUARE}, and one other piece"))),
    }
}

fn read_width(width: &Line, pieces: usize) -> Result<u8, Reject> {
    match width.exactly::<1>() {
        Ok([4]) if width.key == "width" => Ok(4),
        Ok([columns @ (2 | 6)]) if width.key == "width" && pieces == 2 => Ok(columns as u8),
        _ if pieces == 2 => Err(width.reject("expected 'width' and 2, 4 or 6")),
        _ => Err(width.reject("expected 'width' and 4, as there are three pieces")),
    }
}

fn read_order(pieces: Vec<Piece>, runs: &Line, most: &Line) -> Result<Order, Reject> {
    let has_squares = pieces.len() == 3;
    let remainders = runs.numbers().unwrap_or_default();
    let (remainders, odd) = remainders.as_chunks::<2>();
    let are_lesser = remainders.iter().all(|[divisor, rest]| (1..=MOST_DIVISOR).contains(divisor) && rest < divisor);
    if runs.key != "runs" || remainders.len() != pieces.len() - 1 || !odd.is_empty() || !are_lesser {
        let twice = if has_squares { ", and the same for the squares" } else { "" };
        return Err(runs.reject(format!("expected 'runs', a number from 1 to {MOST_DIVISOR}, and a lesser one{twice}")));
    }
    let counts = most.numbers().unwrap_or_default();
    let (counts, rise) = counts.as_chunks::<2>();
    let are_small = counts.as_flattened().iter().all(|count| (1..=MOST_COUNTED).contains(count));
    let rise = match rise {
        [] if !has_squares => Some(0),
        [rise @ 0..=MOST_COUNTED] if has_squares => Some(*rise as usize),
        _ => None,
    };
    let Some(rise) = rise.filter(|_| most.key == "most" && counts.len() == remainders.len() && are_small) else {
        let many = if has_squares { "four" } else { "two" };
        let more = if has_squares { format!(", and one from 0 to {MOST_COUNTED}") } else { String::new() };
        return Err(most.reject(format!("expected 'most' and {many} numbers from 1 to {MOST_COUNTED}{more}")));
    };
    let run = |(remainder, most): (&[u64; 2], &[u64; 2])| {
        let [divisor, rest] = remainder.map(|number| number as usize);
        Run { divisor, rest, most: most.map(|count| count as usize) }
    };
    Ok(Order { pieces, runs: remainders.iter().zip(counts).map(run).collect(), rise })
}

impl Ranked {
    /// A line of a stage's word, then PIECES COUNT STATE MEASURE POTENTIAL ...
    fn rank(&mut self, line: &Line) -> Result<(), Reject> {
        let keys = KEYS[..self.order.runs.len()].as_flattened();
        let Some(key) = keys.iter().position(|key| *key == line.key) else {
            return Err(line.reject(format!("expected '{}'", keys.join("' or '"))));
        };
        // The keys of each run are a pair, the one of its stages before its end first.
        let (run, is_after) = (key / 2, key % 2 == 1);
        let words: Vec<&str> = line.rest.split(' ').collect();
        let read = || {
            let [pieces, count, state, levels @ ..] = &words[..] else { return None };
            let Run { divisor, most, .. } = &self.order.runs[run];
            let pieces = number(pieces).filter(|pieces| pieces < divisor)?;
            let count = number(count).filter(|count| *count <= most[usize::from(is_after)])?;
            let states = START as usize..self.automaton.table.len();
            let state = number(state).filter(|state| states.contains(&(*state as usize)))?;
            Some(((Stage { run, is_after, pieces, count }, state), self.levels(levels)?))
        };
        let right = "expected a number of pieces, a count, a state, and one or more pairs of a measure and a potential, all within their bounds";
        let (key, levels) = read().ok_or_else(|| line.reject(right))?;
        match self.ranks.insert(key, levels) {
            Some(_) => Err(line.reject("this rank is given twice")),
            None => Ok(()),
        }
    }

    /// One or more pairs of a measure and a potential.
    fn levels(&self, words: &[&str]) -> Option<Vec<Level>> {
        let level = |pair: &[&str]| {
            let [measure, size] = pair else { return None };
            let measure = number(measure).filter(|measure| *measure < self.measures.len())?;
            Some((measure, potential(size)?))
        };
        words.chunks(2).map(level).collect::<Option<Vec<_>>>().filter(|levels| !levels.is_empty())
    }
}
