//! The claims of "Winning colourful Nim with the eeny-meeny rule": one function a claim, named as the claim.
mod alone;
mod cases;
mod ends;
mod formulas;
mod misere;
mod piles;
mod sequences;

pub use alone::{one_pile, pile_as_sequence, sums};
pub use ends::double_ended;
pub use formulas::printed_formulas;
pub use misere::misere_sums;
pub use piles::{games_1_to_4, rule, star_lemma, three_colours};
pub use sequences::{game_sequences, misere_by_sequence};

use super::{Certificate, Fact, Goal, Task, Verdict};
use crate::error::{Error, Result};
use crate::proof::fact::EenyMeeny;
use crate::report::figure::{Cells, Figure, Outline};
use crate::report::table::Table;
use crate::solve::sweeps::piles::{CERTIFICATE, Count, Formula, sweep};
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

/// The rule as the program prints it: what meets the condition at each word, and at the last step.
fn printed_rule() -> Goal {
    let [say, last] = [["<", ">"], ["<=", ">"]].map(|signs| signs.map(String::from));
    Goal::Facts(vec![Fact::EenyMeenyRule(EenyMeeny { say, last })])
}

/// A table from words.
fn table(title: &str, header: &[&str], rows: Vec<Vec<String>>) -> Table {
    Table { title: title.to_string(), header: header.iter().map(|name| name.to_string()).collect(), rows }
}

/// Piles with two sections that are outlined, and what they are called.
type Outlined<'a> = (&'a str, &'a dyn Fn(u64, u64) -> bool);

/// The values of the piles with two sections from 1 to `width`, the first running down.
fn square(
    title: &str,
    [down, across]: [&str; 2],
    width: u64,
    value: impl Fn(u64, u64) -> u64,
    outlined: Option<Outlined>,
) -> Figure {
    let all = (1..=width).flat_map(|a| (1..=width).map(move |b| (a, b)));
    let outline = |(name, inside): Outlined| Outline {
        name: name.to_string(),
        cells: all.filter(|(a, b)| inside(*a, *b)).map(|(a, b)| (a as usize - 1, b as usize - 1)).collect(),
    };
    let outlines = outlined.map(outline).into_iter().filter(|outline| !outline.cells.is_empty()).collect();
    let labels: Vec<String> = (1..=width).map(|size| size.to_string()).collect();
    Figure::Cells(Cells {
        title: title.to_string(),
        across: across.to_string(),
        down: down.to_string(),
        column_labels: labels.clone(),
        row_labels: labels,
        outlines,
        values: (1..=width).map(|a| (1..=width).map(|b| Some(value(a, b))).collect()).collect(),
        ..Cells::default()
    })
}

/// The counts of a rule over several sweeps.
struct Counted {
    rows: Vec<Vec<String>>,
    piles: u64,
    mismatches: u64,
    first: Option<Vec<u64>>,
}

impl Counted {
    /// True to the bounds, or the smallest pile that differs.
    fn verdict(&self, bounds: &[Bound]) -> Verdict {
        let bound = format!("{} piles in overlapping boxes ({})", self.piles, shown(bounds));
        Verdict::tried(bound, self.first.as_deref().map(pile))
    }
}

/// Compares a rule with the mex for all piles within the bounds.
fn compare(task: &Task, name: &str, rule: &impl Formula, bounds: &[Bound]) -> Result<Counted> {
    some(task, bounds)?;
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

/// Refuses an empty list of bounds: nothing would be tried.
fn some(task: &Task, bounds: &[Bound]) -> Result<()> {
    if bounds.is_empty() {
        let expected = "at least one pair of a largest section and a number of sections";
        return Err(Error::input(task.experiment.name(), "no bounds are given", expected));
    }
    Ok(())
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claim::{Decision, Experiment, Scale, Status};
    use crate::solve::Memory;

    fn decide(decider: fn(&Task) -> Result<Decision>, parameters: &str) -> Result<Decision> {
        let experiment =
            Experiment::read("test.toml", &format!("id = \"x\"\nmethod = \"own\"\n[parameters]\n{parameters}"))
                .unwrap();
        decider(&Task::unwatched(&experiment, Scale::Quick, Memory(1 << 28)))
    }

    #[test]
    fn what_is_proved_for_every_pile_is_also_swept() {
        for (decider, parameters) in [
            (star_lemma as fn(&Task) -> Result<Decision>, "sweeps = [[4, 6], [63, 2]]"),
            (rule, "sweeps = [[4, 6], [63, 2]]\nclosed_to = 9"),
        ] {
            let decision = decide(decider, parameters).unwrap();
            assert!(matches!(decision.findings[0].found, Verdict::Entailed { .. }));
            assert!(decision.findings[1..].iter().all(|finding| finding.supporting), "{:?}", decision.findings);
            assert_eq!(Status::of(&decision.findings, &|_| true), Status::Proved { machine_checked: true });
            assert_eq!(decision.tables[0].1.rows.len(), 8);
        }
    }

    #[test]
    fn the_displays_differ_and_the_cells_say_where() {
        let decision = decide(printed_formulas, "sweeps = [[4, 5]]").unwrap();
        let Verdict::Differs { cells, count, .. } = &decision.findings[0].found else { panic!("no difference") };
        assert_eq!((cells.len(), *count), (6, 1224), "{cells:#?}");
        let beside = "even display, until-beside: 20 piles, the first G(1,1) printed 1, computed 0".to_string();
        assert!(cells.contains(&beside), "{cells:#?}");
        assert_eq!(Status::of(&decision.findings[1..], &|_| false).word(), "verified");
    }

    #[test]
    fn examples_hold() {
        let decision = decide(games_1_to_4, "").unwrap();
        assert!(decision.findings[0].goal.to_string().ends_with("its winning moves are: position 1 to (1,2,2,1)"));
        assert_eq!(Status::of(&decision.findings, &|_| false).word(), "proved");
        let decision = decide(game_sequences, "heaps = 2\nlargest = 3").unwrap();
        assert_eq!(Status::of(&decision.findings, &|_| false).word(), "proved");
        assert_eq!(decision.tables[0].1.rows.len(), 10);
    }

    #[test]
    fn the_other_claims_hold_to_small_bounds() {
        for (decider, parameters) in [
            (three_colours as fn(&Task) -> Result<Decision>, "colours = 3\nballs = 6"),
            (one_pile, "balls = 9"),
            (pile_as_sequence, "balls = 9"),
            (sums, "balls = 3\npiles = 3"),
            (double_ended, "boxes = [[4, 4], [9, 3]]\ndrawn = 2\nwidth = 8"),
            (misere_by_sequence, "nim = { heaps = 3, largest = 4 }\nballs = 7\nsequence = { heaps = 2, largest = 2 }"),
        ] {
            let decision = decide(decider, parameters).unwrap();
            assert_eq!(Status::of(&decision.findings, &|_| false).word(), "verified", "{:#?}", decision.findings);
        }
    }

    #[test]
    fn unknown_and_mad_parameters_are_refused() {
        for (decider, parameters) in [
            (rule as fn(&Task) -> Result<Decision>, "sweeps = []\nspeed = 1"),
            (rule, "sweeps = [[99, 3]]"),
            (printed_formulas, "sweeps = []"),
            (double_ended, "boxes = []\ndrawn = 2\nwidth = 8"),
            (games_1_to_4, "more = 1"),
            (one_pile, "balls = 21"),
            (sums, "balls = 9\npiles = 3"),
            (three_colours, "colours = 9\nballs = 6"),
            (double_ended, "boxes = [[0, 4]]\ndrawn = 2\nwidth = 8"),
            (double_ended, "boxes = [[400, 8]]\ndrawn = 2\nwidth = 8"),
            (misere_by_sequence, "nim = { heaps = 3, largest = 4 }\nballs = 70\nsequence = { heaps = 2, largest = 2 }"),
        ] {
            assert!(decide(decider, parameters).is_err(), "{parameters}");
        }
    }
}
