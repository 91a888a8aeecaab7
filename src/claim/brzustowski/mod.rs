//! The claims of "Can you win at Tetris?": one function a claim, named as the claim.
mod advance;
mod all_subsets;
mod bags;
mod bags_shown;
mod cycles;
mod deeper;
mod difficulty;
mod duels;
mod elbows;
mod exercise;
mod flats;
mod immune;
mod in_advance;
mod kink_order;
mod kinks;
mod lemmas;
mod lookahead;
mod mimic;
mod model;
mod natural;
mod notation;
mod odd;
mod pairs;
mod picture;
mod points;
mod rising;
mod rows;
mod single;
mod squares;
mod states;
mod survey;
mod targets;

pub use all_subsets::all_subsets;
pub use bags::bags;
pub use bags_shown::bags_shown;
pub use cycles::propositions_1_to_4;
pub use deeper::deeper_wells;
pub use difficulty::difficulty;
pub use elbows::elbows_and_lookahead;
pub use flats::flats;
pub use immune::immune_flats;
pub use in_advance::in_advance;
pub use kinks::algorithm_2;
pub use lemmas::{lemma_2, lemma_3};
pub use lookahead::lookahead_questions;
pub use model::model;
pub use odd::odd_wells;
pub use pairs::{lemma_1, table_3_2};
pub use rows::rows_and_lanes;
pub use single::table_2_1;
pub use squares::algorithm_1;
pub use states::state_count;
pub use survey::{table_6_3, table_6_4};

use super::{Certificate, Decision, Fact, Finding, Goal, Verdict};
use crate::error::{Error, Result};
use crate::game::wells::{Movement, Placement, Shape, Well};
use crate::report::figure::{Figure, States, WellDrawing, Wells};
use crate::report::table::Table;
use crate::solve::wells::play::flats::{Events, Population};
use crate::solve::wells::plays::Freedom;
use crate::solve::wells::space::Space;
use rayon::prelude::*;

/// A defeat with more lines is searched again rather than written down.
const MOST_LINES: usize = 5_000;

impl Decision {
    /// Keeps a certificate once.
    fn keep(&mut self, name: &str, text: String) -> Result<()> {
        if self.certificates.iter().all(|known| known.name != name) {
            self.certificates.push(Certificate::new(name, text)?);
        }
        Ok(())
    }

    /// A part that says these facts, proved by those certificates at hand from which they follow.
    fn proved(&self, part: impl Into<String>, facts: Vec<Fact>) -> Result<Finding> {
        let shows = |one: &Certificate, wanted: &Fact| one.established.facts.iter().any(|fact| fact.implies(wanted));
        let first = |wanted: &Fact| self.certificates.iter().position(|one| shows(one, wanted));
        let found: std::collections::BTreeSet<usize> = facts.iter().filter_map(first).collect();
        let certificates: Vec<&Certificate> = found.into_iter().map(|at| &self.certificates[at]).collect();
        Finding::entailed(part, Goal::Facts(facts), &certificates)
    }

    /// The same, or this verdict if something is missing.
    fn proved_or(&self, part: impl Into<String>, facts: Vec<Fact>, method: &str, otherwise: Verdict) -> Finding {
        let part = part.into();
        self.proved(part.clone(), facts).unwrap_or_else(|_| Finding::new(part, method, otherwise))
    }

    fn states(&mut self, name: &str, states: States) {
        self.figures.push((name.to_string(), Figure::States(states)));
    }
}

/// A table from words; the names of the columns stand in one string.
fn table(title: &str, header: &str, rows: Vec<Vec<String>>) -> Table {
    Table { title: title.to_string(), header: header.split(' ').map(String::from).collect(), rows }
}

/// A row of a table.
macro_rules! row {
    ($($cell:expr),* $(,)?) => { vec![$($cell.to_string()),*] };
}
use row;

/// A number, or what stands for none.
fn number_or(number: Option<impl ToString>, none: &str) -> String {
    number.map_or(none.to_string(), |number| number.to_string())
}

/// Pictures of wells as a figure.
fn drawn(title: impl Into<String>, wells: Vec<WellDrawing>, across: usize) -> Figure {
    Figure::Wells(Wells { title: title.into(), wells, across })
}

/// True in every case, or refuted.
fn exhausted(counterexample: Option<String>, domain: impl Into<String>) -> Verdict {
    match counterexample {
        None => Verdict::Exhausted { domain: domain.into() },
        Some(counterexample) => Verdict::Refuted { counterexample },
    }
}

/// Widths with the depths to which they were swept, in words.
fn to_depth(sizes: &[(u8, u16)]) -> String {
    sizes.iter().map(|(width, depth)| format!("width {width} to depth {depth}")).collect::<Vec<_>>().join(", ")
}

/// Here pieces need not move, and shields do not hold.
const ANYWHERE: Freedom = Freedom::Under(Movement::Anywhere);

fn freedoms(words: &[String]) -> Result<Vec<Freedom>> {
    words.iter().map(|word| Freedom::from_word(word)).collect()
}

/// Wells in which every play of kinks or squares is looked at.
struct Everywhere {
    /// Pairs (width, depth): every well of the width up to the depth.
    wells: Vec<(u8, usize)>,
    /// How freely pieces are moved.
    freedoms: Vec<Freedom>,
}

impl Everywhere {
    /// These wells.
    ///
    /// # Errors
    /// No wells or no freedoms, or a word that is none.
    fn new(wells: Vec<(u8, usize)>, words: &[String]) -> Result<Self> {
        if wells.is_empty() || words.is_empty() {
            return Err(Error::input("parameters", "no wells or no freedoms", "at least one of each"));
        }
        Ok(Everywhere { wells, freedoms: freedoms(words)? })
    }

    /// Looks at all wells of each size, sizes beside each other: width, depth, freedom and what is found, for each.
    fn found<T: Send>(
        &self,
        look: impl Fn(&Space, Freedom) -> Result<T> + Sync,
    ) -> Result<Vec<(Vec<String>, Freedom, T)>> {
        let sizes = self.freedoms.iter().flat_map(|freedom| self.wells.iter().map(move |size| (*freedom, *size)));
        let one = |(freedom, (width, depth))| {
            let found = look(&Space::new(width, depth)?, freedom)?;
            Ok((row![width, depth, freedom], freedom, found))
        };
        sizes.collect::<Vec<_>>().into_par_iter().map(one).collect()
    }

    /// Looks at all wells of each size: a row with width, depth, freedom and what is found, for each.
    fn rows(&self, mut look: impl FnMut(&Space, Freedom) -> Result<Vec<String>>) -> Result<Vec<Vec<String>>> {
        let mut rows = Vec::new();
        for freedom in &self.freedoms {
            for (width, depth) in &self.wells {
                let found = look(&Space::new(*width, *depth)?, *freedom)?;
                rows.push([row![width, depth, freedom], found].concat());
            }
        }
        Ok(rows)
    }

    /// `every well and every play, (width,depth) (2,8) ..., moves drop, lift`
    fn bound(&self) -> String {
        let wells: Vec<String> = self.wells.iter().map(|(width, depth)| format!("({width},{depth})")).collect();
        let freedoms: Vec<String> = self.freedoms.iter().map(Freedom::to_string).collect();
        format!("every well and every play, (width,depth) {}, moves {}", wells.join(" "), freedoms.join(", "))
    }
}

/// All wells of a space.
fn all(space: &Space) -> impl Iterator<Item = Well> {
    (0..space.len() as u32).map(|number| space.well(number))
}

/// The size of the wells of a space and how pieces move there, in words.
fn named(space: &Space, freedom: Freedom) -> String {
    format!("width {}, depth {}, moves {freedom}", space.width(), space.depth())
}

/// A well as a picture with the tags of its flats.
fn tagged(flats: &Population, caption: impl Into<String>) -> WellDrawing {
    let tags = flats.tags().iter().enumerate().map(|(row, tag)| (row, tag.to_string())).collect();
    WellDrawing { tags, caption: caption.into(), ..WellDrawing::of(flats.well()) }
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
    let parts = self::events(events).into_iter().filter(|part| !part.1.is_empty());
    parts.map(|(what, tags)| format!("{what}: {}", list(tags))).collect::<Vec<_>>().join("; ")
}

/// What befell flats in a play, each event with their tags.
fn events(events: &Events) -> [(&'static str, &[u64]); 4] {
    [("born", &events.born), ("grows", &events.grown), ("sinks", &events.sunk), ("dies", &events.died)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claim::{Experiment, Scale, Status, Task};
    use crate::solve::Memory;

    pub(super) fn decided(decider: fn(&Task) -> Result<Decision>, parameters: &str) -> Result<Decision> {
        let text = format!("id = \"x\"\nmethod = \"own\"\n[parameters]\n{parameters}");
        let experiment = Experiment::read("test.toml", &text)?;
        let task = Task::unwatched(&experiment, Scale::Quick, Memory(1 << 29));
        decider(&task)
    }

    fn decide(decider: fn(&Task) -> Result<Decision>, parameters: &str) -> Result<Vec<Finding>> {
        Ok(decided(decider, parameters)?.findings)
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
            assert!(matches!(Status::of(&findings, &|_| false), Status::Verified(_)), "{findings:#?}");
        }
        let lanes = decide(lemma_2, "wells = [[2, 3]]\nfreedoms = [\"drop\"]").unwrap();
        assert!(matches!(lanes[0].found, Verdict::Entailed { .. }));
    }

    #[test]
    fn where_print_differs() {
        let cycles = "widths = [4]\ndepth = 8\nsequences = [\"O\", \"S\"]\nrule = \"drop\"\nmost = 1000";
        let squares = "sides = [[2, 3]]\nwidths = [3, 4]\ndepths = [4]\nfreedoms = [\"drop\"]\nmost = 1000\nwells = [[3, 3], [4, 2]]\ntargets = [[4, 2]]";
        let found = decide(propositions_1_to_4, cycles).unwrap();
        assert_eq!(Status::of(&found, &|_| false), Status::Differs(1), "{found:#?}");
        assert!(matches!(Status::of(&found[1..], &|_| false), Status::Verified(_)), "{found:#?}");
        let elbows = "depths = [[2, 4]]\nrising = { tops = [[2, 4]] }\nwithout = [[\"IJ\", 4, 2]]";
        let found = decide(elbows_and_lookahead, elbows).unwrap();
        assert_eq!(Status::of(&found, &|_| false), Status::Differs(1), "{found:#?}");
        assert!(matches!(found[1].found, Verdict::Entailed { .. }), "{found:#?}");
        let found = decide(algorithm_1, squares).unwrap();
        assert_eq!(Status::of(&found, &|_| false), Status::Differs(1), "{found:#?}");
        assert!(matches!(Status::of(&found[..2], &|_| false), Status::Verified(_)), "{found:#?}");
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
                "sides = [[3, 2]]\nwidths = [3]\ndepths = [4]\nfreedoms = [\"drop\"]\nmost = 9\nwells = [[3, 3]]\ntargets = [[3, 3]]",
            ),
        ] {
            assert!(decide(decider, parameters).is_err(), "{parameters}");
        }
    }
}
