//! Method `subtraction`: the least period and preperiod of every subtraction set up to a largest amount, held against the
//! question whether a polynomial of degree k(k-1)/2 in the largest amount bounds the period.
use super::{Certificate, Decision, Fact, Finding, Goal, Task, Verdict};
use crate::error::Result;
use crate::game::Play;
use crate::game::addition::subtraction;
use crate::game::vector::join;
use crate::proof::fact::Period;
use crate::report::figure::{Cells, Figure, Outline, Ramp};
use crate::report::table::Table;
use crate::solve::periods::subtraction::{
    Amounts, Count, Repeat, amounts, certificate, check as check_bounds, repeat, sweep,
};
use serde::Deserialize;
use std::collections::BTreeMap;

/// What the method takes.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Parameters {
    /// All sets with amounts up to this.
    largest: u32,
    /// How many piles are looked at before a set is called unknown.
    piles: u64,
}

/// A longer certificate than this many pieces is not written.
const MOST_PIECES: u64 = 5_000;

/// The counts of all sets by the largest amount, from 1 on, and the number of amounts.
type Sweeps = [Vec<Count>];

/// Refuses parameters that the method does not take.
///
/// # Errors
/// A largest amount out of range.
pub fn check(task: &Task) -> Result<()> {
    let Parameters { largest, piles } = task.experiment.parameters(task.scale)?;
    check_bounds(largest, piles)
}

/// Decides an experiment of method `subtraction`.
///
/// # Errors
/// A largest amount out of range, or what the watch says.
pub fn decide(task: &Task) -> Result<Decision> {
    let Parameters { largest, piles } = task.experiment.parameters(task.scale)?;
    check_bounds(largest, piles)?;
    let sweeps: Vec<Vec<Count>> =
        (1..=largest).map(|largest| sweep(largest, piles, task.watch)).collect::<Result<_>>()?;
    let (records, certificates) = records(&sweeps, piles)?;
    let mut findings = findings(&sweeps, largest);
    findings.push(records);
    Ok(Decision {
        findings,
        tables: vec![(String::new(), listed(&sweeps))],
        figures: drawn(&sweeps).map(|figure| (String::new(), figure)).into_iter().collect(),
        certificates,
        ..Decision::default()
    })
}

/// The lines of the table: largest amount, number of amounts, count.
fn lines(sweeps: &Sweeps) -> impl Iterator<Item = (u64, usize, &Count)> {
    let all =
        sweeps.iter().zip(1u64..).flat_map(|(counts, largest)| (0..).zip(counts).map(move |(k, c)| (largest, k, c)));
    all.filter(|(_, _, count)| count.sets > 0)
}

/// The set with the longest period for each largest amount, the first of the fewest amounts.
fn longest_by_amount(sweeps: &Sweeps) -> impl Iterator<Item = (u64, Amounts)> {
    sweeps.iter().filter_map(|counts| {
        counts.iter().filter_map(|count| count.period).reduce(|best, next| if next.0 > best.0 { next } else { best })
    })
}

/// The sets with the longest periods, where their certificates are short.
fn records(sweeps: &Sweeps, piles: u64) -> Result<(Finding, Vec<Certificate>)> {
    let (mut facts, mut certificates) = (Vec::new(), Vec::new());
    for (_, set) in longest_by_amount(sweeps) {
        let found: Repeat = repeat(set, piles).expect("its period has just been found within so many piles");
        if found.preperiod + found.period <= MOST_PIECES {
            let name = format!("subtraction-{}", join(&amounts(set)).replace(',', "-"));
            certificates.push(Certificate::new(&name, certificate(set, found)?.to_text())?);
            let (step, from) = (vec![found.period], vec![found.preperiod]);
            let (game, play) = (subtraction(&amounts(set))?.name, Play::Grundy);
            facts.push(Fact::Period(Period { game, play, step, from }));
        }
    }
    let part = "the sets that came out with the longest periods have these periods, where a certificate is kept";
    if facts.is_empty() {
        let reached = format!("no period was found within {piles} piles, or none with a short certificate");
        return Ok((Finding::new(part, "subtraction", Verdict::Open { reached }), certificates));
    }
    let finding = Finding::entailed(part, Goal::Facts(facts), &certificates.iter().collect::<Vec<_>>())?;
    Ok((finding, certificates))
}

fn findings(sweeps: &Sweeps, largest: u32) -> Vec<Finding> {
    let sets: u64 = lines(sweeps).map(|(_, _, count)| count.sets).sum();
    let unknown: u64 = lines(sweeps).map(|(_, _, count)| count.unknown).sum();
    let bound = format!("all {sets} sets of amounts up to {largest} without a common divisor");
    let exact =
        "the least period and the least preperiod of every set, by two equal windows as long as its largest amount";
    let exact = Finding::new(
        exact,
        "subtraction",
        match unknown {
            0 => Verdict::Swept { bound: bound.clone() },
            _ => Verdict::Open { reached: format!("{bound}, {unknown} of them unknown") },
        },
    );
    let part = "the longest period for each largest amount";
    let longest = Finding::new(part, "subtraction", exact.found.clone());
    let guy = "the period is bounded by a polynomial of degree k(k-1)/2 in the largest amount";
    let guy = Finding::new(guy, "subtraction", Verdict::Open { reached: bound.clone() });
    vec![guy.note(noted(sweeps)), exact, longest, usual(sweeps, &bound)]
}

/// The usual proof that values repeat: a window of s values from 0 to k comes again after at most (k+1)^s piles. Held
/// against the longest period and the longest preperiod for each k and s, which need not be of one set.
fn usual(sweeps: &Sweeps, bound: &str) -> Finding {
    let most = |(largest, k, _): &(u64, usize, &Count)| (*k as u128 + 1).checked_pow(*largest as u32);
    let both = |(_, _, count): &(u64, usize, &Count)| {
        count.period.map_or(0, |one| one.0) + count.preperiod.map_or(0, |one| one.0)
    };
    let longer = lines(sweeps).find(|line| most(line).is_some_and(|most| u128::from(both(line)) > most));
    let longer = longer.map(|(largest, k, _)| format!("k = {k}, s = {largest}"));
    let part = "preperiod and period are together at most (k+1)^s, the bound of the usual proof";
    let finding = Finding::new(part, "subtraction", Verdict::tried(bound, longer));
    match lines(sweeps).max_by_key(both) {
        Some(line) => {
            let most = most(&line).map_or("more than 2^128".to_string(), |most| most.to_string());
            let (largest, k, _) = line;
            finding.note(format!("at most {} for k = {k} and s = {largest}, where that bound is {most}", both(&line)))
        }
        None => finding,
    }
}

/// How the records stand to the power s^(k(k-1)/2) itself, in words.
fn noted(sweeps: &Sweeps) -> String {
    let mut above: BTreeMap<usize, Vec<(u64, u64)>> = BTreeMap::new();
    for (largest, k, count) in lines(sweeps) {
        let period = count.period.map_or(0, |(period, _)| period);
        if exponent(largest, period).is_none_or(|exponent| exponent > degree(k)) {
            above.entry(k).or_default().push((largest, period));
        }
    }
    let said = |(k, above): (&usize, &Vec<(u64, u64)>)| {
        let (largest, period) = above[above.len() - 1];
        let power = degree(*k);
        format!("k = {k}: the longest period is above s^{power} for {} s, last {period} at s = {largest}", above.len())
    };
    let mut notes: Vec<String> = above.iter().map(said).collect();
    let longest = longest_by_amount(sweeps).reduce(|best, next| if next.0 > best.0 { next } else { best });
    notes.push("for every other k and s it is at most s^(k(k-1)/2)".to_string());
    notes.extend(longest.map(|(period, set)| format!("the longest of all is {period} by {}", shown(set))));
    notes
        .push("d times a set has d times its period: for k = 1 the period is 2s, which no constant bounds".to_string());
    notes.join("; ")
}

/// k(k-1)/2.
fn degree(k: usize) -> u32 {
    (k * (k - 1) / 2) as u32
}

/// The least exponent d with s^d >= period; there is none for s = 1.
fn exponent(largest: u64, period: u64) -> Option<u32> {
    let reaches = |d: &u32| u128::from(largest).checked_pow(*d).is_none_or(|power| power >= u128::from(period));
    (0..=64).find(reaches)
}

fn shown(set: Amounts) -> String {
    format!("{{{}}}", join(&amounts(set)))
}

fn listed(sweeps: &Sweeps) -> Table {
    let header = [
        "amounts",
        "largest_amount",
        "sets",
        "unknown",
        "longest_period",
        "period_of",
        "longest_preperiod",
        "preperiod_of",
        "least_exponent",
        "degree",
    ];
    let row = |(largest, k, count): (u64, usize, &Count)| {
        let record = |record: Option<(u64, Amounts)>| match record {
            Some((number, set)) => [number.to_string(), shown(set)],
            None => [String::new(), String::new()],
        };
        let least = count.period.and_then(|(period, _)| exponent(largest, period));
        let head = [k as u64, largest, count.sets, count.unknown].map(|number| number.to_string());
        let tail = [least.map_or(String::new(), |least| least.to_string()), degree(k).to_string()];
        let records = record(count.period).into_iter().chain(record(count.preperiod));
        head.into_iter().chain(records).chain(tail).collect()
    };
    Table {
        title: "Subtraction sets without a common divisor: periods and preperiods of their Grundy values".to_string(),
        header: header.map(String::from).to_vec(),
        rows: lines(sweeps).map(row).collect(),
    }
}

/// The longest periods by the number of amounts and the largest one, with an outline where they are above the power that is
/// asked about. Nothing is drawn where no set has a period.
fn drawn(sweeps: &Sweeps) -> Option<Figure> {
    let longest: BTreeMap<(usize, u64), u64> =
        lines(sweeps).filter_map(|(s, k, count)| Some(((k, s), count.period?.0))).collect();
    let above = |((k, s), period): (&(usize, u64), &u64)| {
        exponent(*s, *period).is_none_or(|exponent| exponent > degree(*k)).then_some((*k - 1, *s as usize - 1))
    };
    let (most, amounts) = (*longest.values().max()?, longest.keys().map(|(k, _)| *k).max()?);
    let columns = 1..=sweeps.len() as u64;
    let named = |numbers: std::ops::RangeInclusive<u64>| numbers.map(|number| number.to_string()).collect();
    Some(Figure::Cells(Cells {
        title: "Longest period of the Grundy values among the subtraction sets of k amounts, the largest s, without a common \
                divisor; asked is whether s^(k(k-1)/2) bounds it up to a factor"
            .to_string(),
        across: "largest amount s".to_string(),
        down: "number of amounts k".to_string(),
        column_labels: named(columns.clone()),
        row_labels: named(1..=amounts as u64),
        values: (1..=amounts).map(|k| columns.clone().map(|s| longest.get(&(k, s)).copied()).collect()).collect(),
        outlines: vec![Outline {
            name: "above s^(k(k-1)/2) itself".to_string(),
            cells: longest.iter().filter_map(above).collect(),
        }],
        blank: "no such set".to_string(),
        ramp: Some(Ramp { ends: (1, most), logarithmic: true, unit: (1, String::new()) }),
        ..Cells::default()
    }))
}
