//! Squares of two sides against every player (sections 4.2 and 4.3, Algorithm 1, Figure 4.22).
use super::duels::Duels;
use super::targets::{argument, figure_4_21};
use super::{ANYWHERE, Everywhere, drawn, number_or, played, row, table};
use crate::claim::{Decision, Fact, Finding, Goal, Task, Verdict};
use crate::error::{Error, Result};
use crate::game::wells::Well;
use crate::proof::fact::Widths;
use crate::report::figure::{Figure, WellDrawing};
use crate::solve::Memory;
use crate::solve::wells::defeats::exact::{Lasting, algorithm_one};
use crate::solve::wells::play::duel::{DuelResult, Terms, duel};
use crate::solve::wells::play::flats::Population;
use crate::solve::wells::play::machines::{Machine, Squares};
use crate::solve::wells::play::players::{Player, gallery};
use crate::solve::wells::play::targets::is_target;
use crate::solve::wells::plays::Freedom;
use crate::solve::wells::space::Space;
use serde::Deserialize;
use std::collections::BTreeSet;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Given {
    /// Pairs of sides (a, b).
    sides: Vec<(u32, u32)>,
    /// Widths and depths in which the gallery plays.
    widths: Vec<u8>,
    depths: Vec<usize>,
    freedoms: Vec<String>,
    /// A duel is ended after so many pieces.
    most: u64,
    /// Pairs (width, depth): all players, from every well, for all pairs of sides.
    wells: Vec<(u8, usize)>,
    /// The same, to see step by step that targets are immortal.
    targets: Vec<(u8, usize)>,
}

const COMPONENTS: &str = "strongly connected components of wells and steps";

/// A pair of sides in a width, and how long somebody lasts there.
struct Case {
    sides: (u32, u32),
    width: u8,
    depth: usize,
    words: Vec<String>,
    endless: bool,
}

impl Case {
    /// The cases of which the thesis speaks: b is not a multiple of a.
    fn is_claimed(&self) -> bool {
        !self.sides.1.is_multiple_of(self.sides.0)
    }
    /// The larger square does not fill whole rows alone.
    fn is_proper(&self) -> bool {
        self.sides.1 != u32::from(self.width)
    }
    /// The larger square can be placed and stay.
    fn has_room(&self) -> bool {
        self.sides.1 < u32::from(self.width) && self.sides.1 as usize <= self.depth
    }
}

/// The recipe against the gallery, and against all players in small wells; where it fails.
pub fn algorithm_1(task: &Task) -> Result<Decision> {
    let Given { sides, widths, depths, freedoms, most, wells, targets } = task.experiment.parameters(task.scale)?;
    if sides.is_empty() {
        return Err(Error::input(task.experiment.name(), "no sides", "at least one pair"));
    }
    // Where pieces need not move, nothing protects a target.
    let moves: Vec<String> = freedoms.iter().filter(|word| **word != ANYWHERE.to_string()).cloned().collect();
    let (steps, immortal) = argument(&sides, &Everywhere::new(targets, &moves)?)?;
    let (duellists, wells) = (Duels::new(&widths, &depths, &freedoms, most)?, Everywhere::new(wells, &freedoms)?);
    let mut duels = Vec::new();
    for sides in &sides {
        duels.extend(gallery_cases(*sides, &duellists, task.memory)?);
    }
    let all = cases(&sides, &wells, task.memory)?;
    let figures = vec![("figure-4-21".to_string(), figure_4_21()?), ("figure-4-22".to_string(), picture()?)];
    let mut decision = Decision { figures, ..Decision::default() };
    decision.findings = as_tried(&duels, &all);
    let at_b = at_width_b(&all, &mut decision)?;
    decision.findings.extend([at_b, multiples(&all)]);
    decision.findings.extend(immortal);
    let words = |cases: Vec<Case>| cases.into_iter().map(|case| case.words).collect();
    let header = "a b width depth rule player pieces_sent rows_deleted lost";
    let title = "Algorithm 1 against the gallery: pieces until the game ends";
    decision.tables.push((String::new(), table(title, header, words(duels))));
    let header = "a b width depth rule wells most_pieces_sent most_pieces_sent_from_any";
    let title = "Algorithm 1 against all players: most pieces until the game ends";
    decision.tables.push(("all-players".to_string(), table(title, header, words(all))));
    decision.tables.push(("targets".to_string(), steps));
    Ok(decision)
}

/// The claim in every width but b.
fn as_tried(duels: &[Case], all: &[Case]) -> Vec<Finding> {
    fn inside(cases: &[Case]) -> impl Iterator<Item = &Case> {
        cases.iter().filter(|case| case.is_claimed() && case.is_proper())
    }
    let finding = |part: &str, method: &str, cases: &[Case], bound: &str| {
        let endless = inside(cases).find(|case| case.endless).map(|case| case.words.join(", "));
        Finding::new(part, method, Verdict::tried(format!("{} {bound}", inside(cases).count()), endless))
    };
    let part = "each player of the gallery is defeated in every width but b, b not a multiple of a";
    let gallery = finding(part, "duels", duels, "duels of the gallery, those of the table");
    let part =
        "every player, with or without memory, is defeated from every well in every width but b, b not a multiple of a";
    let everybody = finding(part, COMPONENTS, all, "cases of sides, width, depth and moves, those of the table");
    let everybody = everybody.note(format!(
        "where the width or the depth is below b the larger square has no place that is not lost, so the game ends \
         at once; {} of the cases have more to decide",
        inside(all).filter(|case| case.has_room()).count()
    ));
    vec![gallery, everybody]
}

/// A square as wide as the well deletes all that it fills: step 1 of the recipe never ends. The machine wins there by the
/// smaller square alone, for its columns can be weighed 1, 0, .., 0, -1 again and again.
fn at_width_b(all: &[Case], decision: &mut Decision) -> Result<Finding> {
    let part = "as printed: b not a multiple of a, whatever the width";
    let wrong = all.iter().filter(|case| case.is_claimed() && !case.is_proper() && case.endless);
    let sides: BTreeSet<(u32, u32)> = wrong.map(|case| case.sides).collect();
    let (mut cells, mut facts) = (Vec::new(), Vec::new());
    for (small, large) in sides {
        let weight = |column: u32| i32::from(column.is_multiple_of(small)) - i32::from(column % small == small - 1);
        let weights: Vec<String> = (0..large).map(|column| weight(column).to_string()).collect();
        let piece = if small == 2 { "O".to_string() } else { small.to_string() };
        let head = format!("topple-certificate 1 column-weights\nwidth {large}\npiece {piece}\n");
        let text = format!("{head}weights {}\nend\n", weights.join(" "));
        decision.keep(&format!("squares-{small}-in-width-{large}"), text)?;
        facts.push(Fact::LostAtEveryDepth { piece, widths: Widths::One(large.into()) });
        cells.push(format!(
            "sides {small} and {large}, width {large}: printed: the recipe works whatever the width, computed: a player lasts for ever"
        ));
    }
    if cells.is_empty() {
        return Ok(Finding::new(part, COMPONENTS, Verdict::Open { reached: "no case of width b".to_string() }));
    }
    let holds = "that the machine wins, but not by the recipe as printed: in every other width the recipe wins, as far as tried; in width b the larger square fills whole rows, bears no \
                 target, and step 1 never ends. Sending only the smaller square wins there: a row is filled by a at a time, and \
                 b is not a multiple of a";
    let certificates: Vec<_> = decision.certificates.iter().collect();
    Finding::against_print(part, Goal::Facts(facts), cells, holds, &certificates)
}

/// The condition that b is not a multiple of a: what happens without it.
fn multiples(all: &[Case]) -> Finding {
    let part = "the condition is needed: for some multiple b of a, in a width other than b, a player plays for ever";
    let found = match all.iter().find(|case| !case.is_claimed() && case.is_proper() && case.endless) {
        Some(case) => {
            Verdict::Swept { bound: format!("one case, a, b, width, depth, moves {}", case.words[..5].join(", ")) }
        }
        None => Verdict::Open { reached: "the cases of the table".to_string() },
    };
    Finding::new(part, COMPONENTS, found)
}

/// The duels of one pair of sides, if the thesis speaks of it.
fn gallery_cases(sides: (u32, u32), duels: &Duels, memory: Memory) -> Result<Vec<Case>> {
    let machine = Squares::new(sides.0, sides.1)?;
    if sides.1.is_multiple_of(sides.0) {
        return Ok(Vec::new());
    }
    duels.fight(machine.pieces(), Some(sides.1), memory, |player: &dyn Player, terms: &Terms, words| {
        let DuelResult { pieces, rows, lost } = duel(&mut Squares::new(sides.0, sides.1)?, player, terms, |_| ())?;
        let numbers = row![pieces, rows, lost];
        let words = [row![sides.0, sides.1], words, numbers].concat();
        Ok(Case { sides, width: terms.start.width(), depth: terms.depth, words, endless: !lost })
    })
}

/// Each pair of sides against all players: by pairs, then by wells and freedoms.
fn cases(sides: &[(u32, u32)], wells: &Everywhere, memory: Memory) -> Result<Vec<Case>> {
    let machines: Vec<Squares> = sides.iter().map(|(a, b)| Squares::new(*a, *b)).collect::<Result<_>>()?;
    let mut cases: Vec<Vec<Case>> = sides.iter().map(|_| Vec::new()).collect();
    for &(width, depth) in &wells.wells {
        let space = Space::new(width, depth)?;
        for freedom in &wells.freedoms {
            let all = algorithm_one(&machines, &space, *freedom, memory)?;
            for ((&sides, lasting), cases) in sides.iter().zip(all).zip(&mut cases) {
                let Lasting { wells, from_empty, from_any } = lasting;
                let most = [from_empty, from_any].map(|most| number_or(most, ""));
                let words = [row![sides.0, sides.1, width, depth, freedom, wells], most.to_vec()].concat();
                cases.push(Case { sides, width, depth, words, endless: from_any.is_none() });
            }
        }
    }
    Ok(cases.into_iter().flatten().collect())
}

/// The recipe at work, as in Figure 4.22: squares of sides 2 and 3 in width 6.
fn picture() -> Result<Figure> {
    let mut machine = Squares::new(2, 3)?;
    let pieces = machine.pieces().to_vec();
    let players = gallery();
    let terms = Terms { start: Well::empty(6)?, depth: 20, freedom: Freedom::ALL[1], most: 12 };
    let (mut before, mut wells) = (Population::new(terms.start.clone()), Vec::new());
    duel(&mut machine, &*players[5], &terms, |turn| {
        let shape = &pieces[turn.piece].turns()[0];
        let mut drawing: WellDrawing = played(&before, shape, turn.choice.at, turn.events);
        for (row, name) in &mut drawing.tags {
            let cells = before.well().rows().get(*row).copied().unwrap_or(0);
            for (side, word) in [(2, "2-target"), (3, "3-target")] {
                if is_target(cells, 6, side) {
                    *name += &format!(" {word}");
                }
            }
        }
        drawing.caption = format!("play {}: side {}", wells.len() + 1, [2, 3][turn.piece]);
        wells.push(drawing);
        before = turn.flats.clone();
    })?;
    let title = format!(
        "Algorithm 1 with squares of sides 2 and 3 in width 6 against \"{}\": flats with their tags, and what they were targets of before the play",
        players[5].name()
    );
    Ok(drawn(title, wells, 6))
}
