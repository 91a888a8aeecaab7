//! Reads what a certificate of kind `kink-order` says, and refuses what is out of bounds.
use super::{DEAD, KINK, Level, Ranked, START, Stage};
use crate::game::wells::Movement;
use crate::proof::Reject;
use crate::proof::lines::{Line, number};
use crate::proof::region::wells::format::piece_set;
use std::collections::HashMap;

/// The most states of the automaton.
const MOST_STATES: usize = 1 << 16;
/// The most features, and the most measures.
const MOST_FEATURES: usize = 16;
/// The greatest change of the first feature that a stage tells from greater ones.
const MOST_COUNTED: u64 = 16;
/// The greatest number by which the kinks of a run may be divided.
const MOST_DIVISOR: u64 = 8;
/// The greatest weight of a row and of a feature in a measure, either way.
const MOST_WEIGHT: i64 = 1000;
/// The greatest potential, either way.
const MOST_POTENTIAL: i64 = 1_000_000_000;

pub(super) fn read(lines: &[Line]) -> Result<Ranked, Reject> {
    let [width, pieces, rule, runs, most, lines @ ..] = lines else {
        return Err(Reject::at("head", "expected width, pieces, rule, runs and most"));
    };
    let columns = match width.exactly::<1>() {
        Ok([columns @ (2 | 4 | 6)]) if width.key == "width" => columns as u8,
        _ => return Err(width.reject("expected 'width' and 2, 4 or 6")),
    };
    let set = piece_set(pieces)?;
    let other = pieces.rest.strip_prefix(KINK).and_then(|rest| rest.strip_prefix(' '));
    let piece = set.pieces().iter().find(|piece| Some(piece.word()) == other);
    let Some(piece) = piece.filter(|_| pieces.key == "pieces") else {
        return Err(pieces.reject(format!("expected 'pieces', {KINK} and one other piece")));
    };
    if rule.key != "rule" || rule.rest != Movement::Slide.word() {
        return Err(rule.reject("expected 'rule slide'"));
    }
    let runs = match runs.exactly::<2>() {
        Ok([divisor @ 1..=MOST_DIVISOR, rest]) if runs.key == "runs" && rest < divisor => [divisor, rest],
        _ => return Err(runs.reject(format!("expected 'runs', a number from 1 to {MOST_DIVISOR}, and a lesser one"))),
    };
    let most = match most.exactly::<2>() {
        Ok(counts) if most.key == "most" && counts.iter().all(|count| (1..=MOST_COUNTED).contains(count)) => counts,
        _ => return Err(most.reject(format!("expected 'most' and two numbers from 1 to {MOST_COUNTED}"))),
    };
    let rows = (1 << columns) - 2;
    let (weighed, lines) = part(lines, "feature");
    let features: Vec<Vec<i64>> = weighed.iter().map(|line| weights(line, rows)).collect::<Result<_, _>>()?;
    let (measured, lines) = part(lines, "measure");
    let measures = measured.iter().map(|line| weights(line, features.len())).collect::<Result<Vec<_>, _>>()?;
    if [features.len(), measures.len()].iter().any(|count| !(1..=MOST_FEATURES).contains(count)) {
        return Err(Reject::at("features and measures", format!("expected 1 to {MOST_FEATURES} of each")));
    }
    let (listed, lines) = part(lines, "state");
    if !(1..=MOST_STATES).contains(&listed.len()) {
        return Err(Reject::at("states", format!("expected 1 to {MOST_STATES}")));
    }
    let mut table = vec![vec![DEAD; rows + 1]];
    for line in listed {
        let next = line.numbers()?;
        if next.len() != rows + 1 || next.iter().any(|state| *state > listed.len() as u64) {
            let right = format!("expected {} states, each from 0 to {}", rows + 1, listed.len());
            return Err(line.reject(right));
        }
        table.push(next.into_iter().map(|state| state as u32).collect());
    }
    let mut ranked = Ranked {
        width: columns,
        piece: piece.clone(),
        runs: runs.map(|number| number as usize),
        most: most.map(|count| count as usize),
        features,
        measures,
        table,
        ranks: HashMap::new(),
    };
    lines.iter().try_for_each(|line| ranked.rank(line))?;
    Ok(ranked)
}

/// The first lines, as many as have this key, and the others.
fn part<'a, 'b>(lines: &'a [Line<'b>], key: &str) -> (&'a [Line<'b>], &'a [Line<'b>]) {
    lines.split_at(lines.iter().take_while(|line| line.key == key).count())
}

fn weights(line: &Line, count: usize) -> Result<Vec<i64>, Reject> {
    let small = |weight: &i64| (-MOST_WEIGHT..=MOST_WEIGHT).contains(weight);
    let read: Option<Vec<i64>> = line.rest.split(' ').map(|word| number(word).filter(small)).collect();
    let right = format!("expected {count} numbers from -{MOST_WEIGHT} to {MOST_WEIGHT}");
    read.filter(|weights| weights.len() == count).ok_or_else(|| line.reject(right))
}

impl Ranked {
    /// A line `before|after KINKS COUNT STATE MEASURE POTENTIAL ...`.
    fn rank(&mut self, line: &Line) -> Result<(), Reject> {
        let is_after = match line.key {
            "before" => false,
            "after" => true,
            _ => return Err(line.reject("expected 'before' or 'after'")),
        };
        let words: Vec<&str> = line.rest.split(' ').collect();
        let read = || {
            let [kinks, count, state, levels @ ..] = &words[..] else { return None };
            let kinks = number(kinks).filter(|kinks| *kinks < self.runs[0])?;
            let count = number(count).filter(|count| *count <= self.most[usize::from(is_after)])?;
            let state =
                number(state).filter(|state| (START as usize..self.table.len()).contains(&(*state as usize)))?;
            let pairs = levels.chunks_exact(2);
            let level = |pair: &[&str]| {
                let measure = number(pair[0]).filter(|measure| *measure < self.measures.len())?;
                Some((measure, number(pair[1]).filter(|size| (-MOST_POTENTIAL..=MOST_POTENTIAL).contains(size))?))
            };
            let is_even = pairs.remainder().is_empty();
            let levels: Option<Vec<Level>> = pairs.map(level).collect();
            levels
                .filter(|levels| is_even && !levels.is_empty())
                .map(|levels| ((Stage { is_after, kinks, count }, state), levels))
        };
        let right = "expected kinks, a count, a state, and one or more pairs of a measure and a potential, all within their bounds";
        let (key, levels) = read().ok_or_else(|| line.reject(right))?;
        match self.ranks.insert(key, levels) {
            Some(_) => Err(line.reject("this rank is given twice")),
            None => Ok(()),
        }
    }
}
