//! Method `census`: every small set of moves in the plane, each proved to follow a pattern or left open.
use super::carvalho::no_pattern::{THEOREM, is_without_pattern};
use super::vector::followed;
use super::{Certificate, Decision, Fact, Finding, Goal, Task, Verdict};
use crate::error::{Error, Result};
use crate::game::Play;
use crate::game::addition::{addition, show_moves};
use crate::report::figure::{Atlas, Cells, Figure};
use crate::report::table::Table;
use crate::solve::Part;
use crate::solve::periods::Facts;
use crate::solve::periods::{Answer, Budget};
use crate::solve::sweeps::vectors::{Class, Decided, Entry, Family, census, census_part, classes, pattern};
use crate::solve::values::table::ValueTable;
use rayon::prelude::*;
use serde::Deserialize;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// The side of the tables in the picture.
const SIDE: usize = 12;
/// How many tables the picture has at most.
const MOST_TABLES: usize = 48;

/// What the method takes.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Parameters {
    /// The sets: all with entries up to `box` and up to `moves` moves.
    families: Vec<Family>,
    /// How hard to search for the pattern of each.
    #[serde(default)]
    search: Budget,
}

/// Refuses parameters that the method does not take.
///
/// # Errors
/// Families out of range or too large.
pub fn check(task: &Task) -> Result<()> {
    let parameters: Parameters = task.experiment.parameters(task.scale)?;
    classes(&parameters.families).map(|_| ())
}

/// Decides an experiment of method `census`.
///
/// # Errors
/// Families out of range or too large, or what the watch says.
pub fn decide(task: &Task) -> Result<Decision> {
    let parameters: Parameters = task.experiment.parameters(task.scale)?;
    let mut all = Vec::new();
    for class in classes(&parameters.families)? {
        all.push((class, census(class, parameters.search, task.memory, task.watch)?));
    }
    let (longest, certificates) = records(task, parameters.search, &all)?;
    let mut findings = findings(task, &parameters.families, &all);
    findings.extend(longest);
    let mut decision = Decision {
        findings,
        tables: vec![(String::new(), listed(&all)), ("summary".to_string(), summary(&all))],
        figures: Vec::new(),
        certificates,
        ..Decision::default()
    };
    decision.figures.extend(atlas(task, &all)?.map(|figure| (String::new(), figure)));
    Ok(decision)
}

/// Decides and saves the sets that are one process's part of a census.
///
/// # Errors
/// As [`decide`].
pub fn part(task: &Task, part: Part) -> Result<()> {
    let parameters: Parameters = task.experiment.parameters(task.scale)?;
    for class in classes(&parameters.families)? {
        census_part(class, part, parameters.search, task.memory, task.watch)?;
    }
    Ok(())
}

type Classes = [(Class, Vec<Entry>)];

fn entries(all: &Classes) -> impl Iterator<Item = &Entry> {
    all.iter().flat_map(|(_, entries)| entries)
}

fn facts(entry: &Entry) -> Option<&Facts> {
    match &entry.decided {
        Decided::Proved(facts, _) => Some(facts),
        Decided::Unknown(_) => None,
    }
}

/// The longer of the periods along rows and along columns; 0 where there is none for all rows or columns.
fn longest(facts: &Facts) -> u64 {
    facts.row_period.max(facts.column_period).unwrap_or(0)
}

/// The first entry for which a number is largest.
fn record<'a>(entries: impl IntoIterator<Item = &'a Entry>, number: fn(&Facts) -> u64) -> Option<(u64, &'a Entry)> {
    let counted = entries.into_iter().filter_map(|entry| facts(entry).map(|facts| (number(facts), entry)));
    counted.reduce(|best, next| if next.0 > best.0 { next } else { best })
}

/// The set with the longest period in each class, with its certificate.
fn records(task: &Task, budget: Budget, all: &Classes) -> Result<(Option<Finding>, Vec<Certificate>)> {
    let of_class = |(class, entries): &(Class, Vec<Entry>)| -> Result<Option<(Vec<Fact>, Certificate)>> {
        let Some((_, entry)) = record(entries, longest) else { return Ok(None) };
        let name = format!("{}-{}-moves-box-{}", task.experiment.id, class.moves, class.reach);
        match pattern(&entry.moves, budget, task.memory)? {
            Answer::Proved(pattern) => {
                let certificate = Certificate::new(&name, pattern.certificate.to_text())?;
                Ok(Some((followed(&addition(&entry.moves)?, Play::Grundy, &pattern), certificate)))
            }
            Answer::Unknown(reached) => {
                Err(Error::input(show_moves(&entry.moves), reached, "the pattern found before; run again"))
            }
        }
    };
    let found: Vec<_> = all.par_iter().map(of_class).collect::<Result<_>>()?;
    let (facts, certificates): (Vec<_>, Vec<_>) = found.into_iter().flatten().unzip();
    let facts = facts.concat();
    let part = "the sets that came out with the longest proved periods follow a pattern at all positions";
    let entailed = || Finding::entailed(part, Goal::Facts(facts), &certificates.iter().collect::<Vec<_>>());
    let finding = (!certificates.is_empty()).then(entailed).transpose()?;
    Ok((finding, certificates))
}

fn findings(task: &Task, families: &[Family], all: &Classes) -> Vec<Finding> {
    let covered: Vec<String> = families
        .iter()
        .map(|family| format!("entries from -{0} to {0} and up to {1} moves", family.reach, family.moves))
        .collect();
    let covered = covered.join("; ");
    let (count, proved) = (entries(all).count(), entries(all).filter_map(facts).count());
    let without = entries(all).filter(|entry| is_without(entry)).count();
    let unknown = count - proved - without;
    let question = "each set follows a pattern, or is one of the four of the claim no-pattern";
    let said = format!("{proved} of {count} sets proved, {without} without a pattern");
    let found = match unknown {
        0 => Verdict::Exhausted { domain: format!("{said}: all with {covered}") },
        _ => Verdict::Open { reached: format!("{said}, {unknown} unknown: all with {covered}") },
    };
    let question = Finding::new(question, "census", found).note(noted(all));
    let each = "each set that the table calls proved has a certificate that the checker accepted during the run";
    let each = Finding::new(each, "period", Verdict::Swept { bound: format!("{proved} sets") });
    let longest = "the longest proved period for each number of moves and each largest entry";
    let longest = Finding::new(longest, "census", Verdict::Swept { bound: format!("all with {covered}") });
    let part = "not every bidimensional vector addition game has a Grundy table that follows a pattern";
    let bound = format!("{without} sets of the census, for which no pattern was found");
    let broken = entries(all).find(|entry| facts(entry).is_some() && is_without_pattern(&entry.moves));
    let found = Verdict::tried(bound, broken.map(|entry| show_moves(&entry.moves)));
    // A user's own census says so if it has one of them.
    let says = without > 0 || broken.is_some() || !task.experiment.paper.is_empty();
    let none = says.then(|| Finding::new(part, "census", found).theorem(THEOREM));
    none.into_iter().chain([question, each.supporting(), longest]).collect()
}

/// Whether a set is one of those that a theorem says to follow no pattern.
fn is_without(entry: &Entry) -> bool {
    facts(entry).is_none() && is_without_pattern(&entry.moves)
}

/// The records in words, and how many sets have no period common to all rows or columns.
fn noted(all: &Classes) -> String {
    let said = |what: &str, number: fn(&Facts) -> u64| {
        record(entries(all), number).map(|(number, entry)| format!("{what} {number} by {}", show_moves(&entry.moves)))
    };
    let records = [
        said("longest period", longest),
        said("longest preperiod", longest_preperiod),
        said("largest value", |facts| facts.largest_value),
        said("most pieces", |facts| facts.pieces),
    ];
    let fans = entries(all).filter_map(facts).filter(|facts| longest(facts) == 0).count();
    let fans = format!("{fans} sets follow a pattern that shows no period of all rows or all columns");
    records.into_iter().flatten().chain([fans]).collect::<Vec<_>>().join("; ")
}

fn longest_preperiod(facts: &Facts) -> u64 {
    facts.row_preperiod.max(facts.column_preperiod).unwrap_or(0)
}

/// One line for each set that terminates.
fn listed(all: &Classes) -> Table {
    let header = [
        "vectors",
        "status",
        "row_period",
        "row_preperiod",
        "column_period",
        "column_preperiod",
        "largest_value",
        "certificate_pieces",
        "certificate",
    ];
    Table {
        title: "Vector addition games with few and short moves, up to swapping the axes".to_string(),
        header: header.map(String::from).to_vec(),
        rows: entries(all).map(line).collect(),
    }
}

fn line(entry: &Entry) -> Vec<String> {
    let moves = show_moves(&entry.moves);
    match &entry.decided {
        Decided::Proved(facts, hash) => {
            let periods = [facts.row_period, facts.row_preperiod, facts.column_period, facts.column_preperiod];
            let periods = periods.map(|number| number.map_or(String::new(), |number| number.to_string()));
            let numbers = [facts.largest_value.to_string(), facts.pieces.to_string(), hash.clone()];
            [moves, "proved".to_string()].into_iter().chain(periods).chain(numbers).collect()
        }
        Decided::Unknown(reached) => {
            let blank = std::iter::repeat_n(String::new(), 7);
            let none = || format!("no pattern, by theorem {THEOREM}");
            let status = if is_without(entry) { none() } else { unknown(reached) };
            [moves, status].into_iter().chain(blank).collect()
        }
    }
}

/// `unknown to N`, or `unknown to NxM`, where the search ends with the sizes of its window; else what it says.
pub(super) fn unknown(reached: &str) -> String {
    let sizes: Vec<&str> = reached.rsplit(' ').next().unwrap_or("").split(',').collect();
    if sizes.iter().any(|size| size.parse::<u64>().is_err()) {
        return format!("unknown: {reached}");
    }
    let square = sizes.iter().all(|size| *size == sizes[0]);
    format!("unknown to {}", if square { sizes[0].to_string() } else { sizes.join("x") })
}

/// One line for each class.
fn summary(all: &Classes) -> Table {
    let header = [
        "set_size",
        "largest_entry",
        "sets",
        "not_terminating",
        "terminating",
        "proved",
        "no_pattern",
        "unknown",
        "longest_period",
        "longest_preperiod",
        "largest_value",
        "most_certificate_pieces",
    ];
    let row = |(class, entries): &(Class, Vec<Entry>)| {
        let proved = entries.iter().filter_map(facts).count();
        let without = entries.iter().filter(|entry| is_without(entry)).count();
        let most = |number: fn(&Facts) -> u64| u128::from(record(entries, number).map_or(0, |(most, _)| most));
        let terminating = entries.len() as u128;
        let numbers = [
            u128::from(class.moves),
            u128::from(class.reach),
            class.sets(),
            class.sets() - terminating,
            terminating,
            proved as u128,
            without as u128,
            terminating - (proved + without) as u128,
            most(longest),
            most(longest_preperiod),
            most(|facts| facts.largest_value),
            most(|facts| facts.pieces),
        ];
        numbers.map(|number| number.to_string()).to_vec()
    };
    Table {
        title: "Sets of moves by their number and their largest entry, up to swapping the axes".to_string(),
        header: header.map(String::from).to_vec(),
        rows: all.iter().map(row).collect(),
    }
}

/// The corner of one table for each of the most frequent combinations of periods and largest value.
fn atlas(task: &Task, all: &Classes) -> Result<Option<Figure>> {
    let mut kinds: BTreeMap<_, Vec<&Entry>> = BTreeMap::new();
    for entry in entries(all) {
        if let Some(Facts { row_period: Some(row), column_period: Some(column), largest_value, .. }) = facts(entry) {
            kinds.entry((*row, *column, *largest_value)).or_default().push(entry);
        }
    }
    let count = kinds.len();
    let mut kinds: Vec<_> = kinds.into_iter().collect();
    kinds.sort_by_key(|(kind, entries)| (Reverse(entries.len()), *kind));
    kinds.truncate(MOST_TABLES);
    let tables = kinds.iter().map(|((row, column, _), entries)| {
        let moves = &entries[0].moves;
        let plural = if entries.len() == 1 { "" } else { "s" };
        let moves_apart = show_moves(moves).replace("),(", "), (");
        let from = facts(entries[0]).and_then(|facts| Some([facts.row_preperiod?, facts.column_preperiod?]));
        let from = from.map_or(String::new(), |[row, column]| format!(" from {row}, {column}"));
        let caption = format!("{moves_apart};periods {row}, {column}{from};{} set{plural}", entries.len());
        corner(task, moves, caption)
    });
    let tables: Vec<Cells> = tables.collect::<Result<_>>()?;
    let title = format!(
        "Grundy tables of vector addition games: the {} most frequent of {count} kinds, each with the moves of the first \
         set, the periods along rows and columns (and from which coordinate on, where one serves all), and how many sets are of the kind",
        tables.len()
    );
    Ok((!tables.is_empty()).then_some(Figure::Atlas(Atlas { title, tables })))
}

fn corner(task: &Task, moves: &[Vec<i64>], caption: String) -> Result<Cells> {
    let table = ValueTable::new(&addition(moves)?, Play::Grundy, &[SIDE, SIDE], task.memory)?;
    let value = |row: usize, column: usize| Some(table.value(0, &[column as u64, row as u64]));
    Ok(Cells {
        title: caption,
        across: "x".to_string(),
        down: "y".to_string(),
        values: (0..SIDE).map(|row| (0..SIDE).map(|column| value(row, column)).collect()).collect(),
        ..Cells::default()
    })
}
