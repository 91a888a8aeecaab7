//! The claims of "Can you win at Tetris?": one function a claim, named as the claim.
mod advance;
mod all_subsets;
mod cycles;
mod flats;
mod kinks;
mod lemmas;
mod lookahead;
mod model;
mod natural;
mod odd;
mod pairs;
mod picture;
mod single;
mod squares;
mod states;
mod survey;

pub use all_subsets::all_subsets;
pub use cycles::propositions_1_to_4;
pub use flats::flats;
pub use kinks::algorithm_2;
pub use lemmas::{lemma_2, lemma_3};
pub use lookahead::lookahead_questions;
pub use model::model;
pub use odd::odd_wells;
pub use pairs::{lemma_1, table_3_2};
pub use single::table_2_1;
pub use squares::algorithm_1;
pub use states::state_count;
pub use survey::{table_6_3, table_6_4};

use super::{Certificate, Decision, Finding};
use crate::error::Result;
use crate::game::tetris::{Placement, Shape};
use crate::proof::region::wells::Strategy;
use crate::proof::region::wells::lanes::LaneStrategy;
use crate::report::figure::{Figure, States, WellDrawing};
use crate::report::table::Table;
use crate::solve::wells::flats::{Events, Population};
use serde::Deserialize;

/// A defeat with more lines is searched again rather than written down.
const MOST_LINES: usize = 5_000;

/// What [`table_2_1`] and [`table_3_2`] take.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Given {
    /// Strategies are written out for wells up to this width.
    widest: u8,
    /// The least height is looked for up to this width.
    exact: u8,
    /// The same by rule slide, up to this width.
    slide: u8,
    /// With so many situations.
    situations: usize,
}

/// Findings, certificates and figures as they come in.
#[derive(Default)]
struct Evidence {
    findings: Vec<Finding>,
    certificates: Vec<Certificate>,
    figures: Vec<(String, Figure)>,
}

impl Evidence {
    /// Keeps a certificate once, and returns its name.
    fn text(&mut self, name: &str, text: String) -> Result<String> {
        if !self.certificates.iter().any(|known| known.name == name) {
            self.certificates.push(Certificate::new(name, text)?);
        }
        Ok(name.to_string())
    }

    fn lanes(&mut self, name: &str, strategy: &LaneStrategy) -> Result<String> {
        self.text(name, strategy.text())
    }

    fn strategy(&mut self, name: &str, strategy: &Strategy) -> Result<String> {
        self.text(name, strategy.text())
    }

    fn states(&mut self, name: &str, states: States) {
        self.figures.push((name.to_string(), Figure::States(states)));
    }

    fn decision(self, tables: Vec<(String, Table)>) -> Decision {
        Decision { findings: self.findings, tables, figures: self.figures, certificates: self.certificates }
    }
}

/// The name of the lane strategy of the thesis for a piece.
fn lanes_of(strategy: &LaneStrategy, letter: &str) -> String {
    match (strategy.game.lane, strategy.game.rest) {
        (1, _) => format!("lanes-{letter}"),
        (_, 0) => format!("lanes-{letter}-even"),
        _ => format!("lanes-{letter}-odd"),
    }
}

/// A table from words.
fn table(title: &str, header: &[&str], rows: Vec<Vec<String>>) -> Table {
    Table { title: title.to_string(), header: header.iter().map(|name| name.to_string()).collect(), rows }
}

/// A play as a picture: the piece where it came to rest, full rows still there, and the tags of all flats.
fn played(before: &Population, shape: &Shape, at: Placement, events: &Events) -> WellDrawing {
    let mut drawing = WellDrawing::played(before.well(), shape, at);
    let tags = before.tags().iter().chain(&events.born);
    drawing.tags = tags.enumerate().map(|(row, tag)| (row, tag.to_string())).collect();
    drawing
}

/// What a play did to the flats, in words.
fn told(events: &Events) -> String {
    let list = |tags: &[u64]| tags.iter().map(u64::to_string).collect::<Vec<_>>().join(", ");
    let parts = [("born", &events.born), ("grows", &events.grown), ("sinks", &events.sunk), ("dies", &events.died)];
    let words: Vec<String> =
        parts.iter().filter(|part| !part.1.is_empty()).map(|(what, tags)| format!("{what}: {}", list(tags))).collect();
    words.join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claim::{Experiment, Finding, Scale, Status, Task, Verdict};
    use crate::error::Result;
    use crate::solve::{Memory, Unwatched};

    fn decide(decider: fn(&Task) -> Result<crate::claim::Decision>, parameters: &str) -> Result<Vec<Finding>> {
        let text = format!("id = \"x\"\nmethod = \"own\"\n[parameters]\n{parameters}");
        let experiment = Experiment::read("test.toml", &text)?;
        let task = Task { experiment: &experiment, scale: Scale::Quick, memory: Memory(1 << 28), watch: &Unwatched };
        Ok(decider(&task)?.findings)
    }

    #[test]
    fn the_claims_hold_to_small_bounds() {
        for (decider, parameters) in [
            (flats as fn(&Task) -> Result<crate::claim::Decision>, "wells = [[1, 2], [3, 2]]"),
            (lemma_2, "wells = [[2, 3], [4, 3]]\nfreedoms = [\"anywhere\"]"),
            (lemma_3, "wells = [[2, 3], [4, 3]]\nfreedoms = [\"lift\", \"anywhere\"]"),
            (
                algorithm_2,
                "widths = [2, 3]\ndepths = [3]\nfreedoms = [\"slide\", \"anywhere\"]\nmost = 1000\nwells = [[2, 3]]",
            ),
        ] {
            let findings = decide(decider, parameters).unwrap();
            assert!(matches!(Status::of(&findings), Status::Verified(_)), "{findings:#?}");
        }
        let lanes = decide(lemma_2, "wells = [[2, 3]]\nfreedoms = [\"drop\"]").unwrap();
        assert!(matches!(lanes[0].found, Verdict::Entailed { .. }));
    }

    #[test]
    fn where_print_differs() {
        let cycles = "widths = [4]\ndepth = 8\nsequences = [\"O\", \"S\"]\nrule = \"drop\"\nmost = 1000";
        let squares = "sides = [[2, 3]]\nwidths = [3, 4]\ndepths = [4]\nfreedoms = [\"drop\"]\nmost = 1000\nwells = [[3, 3], [4, 2]]";
        let found = decide(propositions_1_to_4, cycles).unwrap();
        assert_eq!(Status::of(&found), Status::Differs(1), "{found:#?}");
        assert!(matches!(Status::of(&found[1..]), Status::Verified(_)), "{found:#?}");
        let found = decide(algorithm_1, squares).unwrap();
        assert_eq!(Status::of(&found), Status::Differs(1), "{found:#?}");
        assert!(matches!(Status::of(&found[..2]), Status::Verified(_)), "{found:#?}");
    }

    #[test]
    fn mad_parameters_are_refused() {
        for (decider, parameters) in [
            (flats as fn(&Task) -> Result<crate::claim::Decision>, "wells = [[0, 2]]"),
            (lemma_2, "wells = []\nfreedoms = [\"anywhere\"]"),
            (lemma_2, "wells = [[2, 2]]\nfreedoms = [\"fly\"]"),
            (lemma_3, "wells = [[16, 9]]\nfreedoms = [\"drop\"]"),
            (propositions_1_to_4, "widths = [4]\ndepth = 8\nsequences = [\"?\"]\nrule = \"drop\"\nmost = 1000"),
            (
                algorithm_1,
                "sides = [[3, 2]]\nwidths = [3]\ndepths = [4]\nfreedoms = [\"drop\"]\nmost = 9\nwells = [[3, 3]]",
            ),
        ] {
            assert!(decide(decider, parameters).is_err(), "{parameters}");
        }
    }
}
