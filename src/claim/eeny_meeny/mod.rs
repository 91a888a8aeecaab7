//! The claims of "Winning colourful Nim with the eeny-meeny rule": one function a claim, named as the claim.
mod ends;
mod formulas;
mod piles;
mod sequences;

pub use ends::double_ended;
pub use formulas::printed_formulas;
pub use piles::{games_1_to_4, rule, star_lemma, three_colours};
pub use sequences::{game_sequences, misere_by_sequence};

use super::{Certificate, Task};
use crate::error::Result;
use crate::game::Play;
use crate::report::table::Table;
use crate::solve::piles::{CERTIFICATE, Count, Rule, sweep};
use crate::solve::values;
use serde::Deserialize;

/// The parameters of a claim that has none.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Nothing {}

/// A sweep over all piles: the largest section and the most sections.
type Bound = (u64, usize);

/// The certificate for every pile.
fn every_pile() -> Result<Certificate> {
    Certificate::new("every-pile", CERTIFICATE.to_string())
}

/// A certificate of values of single positions.
fn values(name: &str, game: &str, play: Play, positions: &[&str]) -> Result<Certificate> {
    Certificate::new(name, values::certificate(game, play, positions)?)
}

/// A table from words.
fn table(title: &str, header: &[&str], rows: Vec<Vec<String>>) -> Table {
    Table { title: title.to_string(), header: header.iter().map(|name| name.to_string()).collect(), rows }
}

/// The counts of a rule over several sweeps.
struct Counted {
    rows: Vec<Vec<String>>,
    piles: u64,
    mismatches: u64,
    first: Option<Vec<u64>>,
}

/// Compares a rule with the mex for all piles within the bounds.
fn compare(task: &Task, name: &str, rule: &impl Rule, bounds: &[Bound]) -> Result<Counted> {
    let mut counted = Counted { rows: Vec::new(), piles: 0, mismatches: 0, first: None };
    for &(largest, most) in bounds {
        for (count, k) in sweep(task.watch, name, rule, largest, most)?.into_iter().zip(1_u64..) {
            counted.rows.push(row(k, largest, &count));
            counted.piles += count.piles;
            counted.mismatches += count.mismatches;
            counted.first = shorter(counted.first, count.first);
        }
    }
    Ok(counted)
}

/// The pile with fewer sections.
fn shorter(one: Option<Vec<u64>>, other: Option<Vec<u64>>) -> Option<Vec<u64>> {
    one.into_iter().chain(other).min_by_key(|pile| (pile.len(), pile.clone()))
}

fn row(k: u64, largest: u64, count: &Count) -> Vec<String> {
    [k, largest, count.piles, count.mismatches].iter().map(u64::to_string).collect()
}

/// `k <= 10, sections <= 8; ...`
fn shown(bounds: &[Bound]) -> String {
    let words: Vec<String> =
        bounds.iter().map(|(largest, most)| format!("k <= {most}, sections <= {largest}")).collect();
    words.join("; ")
}

/// A pile as the paper writes it.
fn pile(sections: &[u64]) -> String {
    let words: Vec<String> = sections.iter().map(u64::to_string).collect();
    format!("({})", words.join(","))
}
