//! Squares of two sides against every player (sections 4.2 and 4.3, Algorithm 1, Figure 4.22).
use super::{played, table};
use crate::claim::{Certificate, Decision, Finding, Task, Verdict};
use crate::error::{Error, Result};
use crate::game::tetris::Well;
use crate::report::figure::{Figure, WellDrawing, Wells};
use crate::solve::wells::duel::{Outcome, Terms, duel};
use crate::solve::wells::exact::{Lasting, algorithm_one};
use crate::solve::wells::flats::Population;
use crate::solve::wells::graph::Freedom;
use crate::solve::wells::machines::{Machine, Squares};
use crate::solve::wells::players::{Player, gallery, solved};
use crate::solve::wells::space::Space;
use crate::solve::wells::targets::is_target;
use rayon::prelude::*;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};

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
}

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
    /// The larger square fits, and does not fill whole rows alone.
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
    let given: Given = task.experiment.parameters(task.scale)?;
    if given.sides.is_empty() || given.widths.is_empty() || given.depths.is_empty() || given.wells.is_empty() {
        return Err(Error::input(task.experiment.name(), "an empty list", "sides, widths, depths and wells"));
    }
    let freedoms = given.freedoms.iter().map(|word| Freedom::from_word(word)).collect::<Result<Vec<_>>>()?;
    let (duels, all) = (duels(&given, &freedoms, task)?, everybody(&given, &freedoms, task)?);
    let inside = |case: &&Case| case.is_claimed() && case.is_proper();
    let verdict = |cases: &[Case], bound: &str| match cases.iter().filter(inside).find(|case| case.endless) {
        None => Verdict::Swept { bound: format!("{} {bound}", cases.iter().filter(inside).count()) },
        Some(case) => Verdict::Refuted { counterexample: case.words.join(", ") },
    };
    let part = "each player of the gallery is defeated in every width but b, b not a multiple of a";
    let mut findings = vec![Finding::new(part, "duels", verdict(&duels, "duels of the gallery, those of the table"))];
    let part =
        "every player, with or without memory, is defeated from every well in every width but b, b not a multiple of a";
    let bound = "cases of sides, width, depth and moves, those of the table";
    findings.push(Finding::new(part, "strongly connected components of wells and steps", verdict(&all, bound)).note(
        format!(
            "where the width or the depth is below b the larger square has no place that is not lost, so the game ends \
                 at once; {} of the cases have more to decide",
            all.iter().filter(inside).filter(|case| case.has_room()).count()
        ),
    ));
    let certificates = small_squares_win(&all)?;
    findings.push(at_width_b(&all, &certificates));
    findings.push(multiples(&all));
    let header = ["a", "b", "width", "depth", "moves", "player", "pieces", "rows", "lost"];
    let title = "Algorithm 1 against the gallery: pieces until the game ends";
    let first = table(title, &header, duels.into_iter().map(|case| case.words).collect());
    let header = ["a", "b", "width", "depth", "moves", "wells", "most_pieces", "most_pieces_from_any"];
    let title = "Algorithm 1 against all players: most pieces until the game ends";
    let second = table(title, &header, all.into_iter().map(|case| case.words).collect());
    let tables = vec![(String::new(), first), ("all-players".to_string(), second)];
    Ok(Decision { findings, tables, figures: vec![("figure-4-22".to_string(), picture()?)], certificates })
}

/// A square as wide as the well deletes all that it fills: step 1 of the recipe never ends.
fn at_width_b(all: &[Case], certificates: &[Certificate]) -> Finding {
    let part = "as printed: b not a multiple of a, whatever the width";
    let wrong = all.iter().filter(|case| case.is_claimed() && !case.is_proper() && case.endless);
    let sides: BTreeSet<(u32, u32)> = wrong.map(|case| case.sides).collect();
    let cell = |(small, large): &(u32, u32)| {
        format!(
            "sides {small} and {large}, width {large}: printed: the recipe works whatever the width, computed: a player lasts for ever"
        )
    };
    let cells: Vec<String> = sides.iter().map(cell).collect();
    if cells.is_empty() {
        return Finding::new(
            part,
            "strongly connected components of wells and steps",
            Verdict::Open { reached: "no case of width b".to_string() },
        );
    }
    let holds = "that the machine wins, but not by the recipe as printed: in every other width the recipe wins, as far as tried; in width b the larger square fills whole rows, bears no \
                 target, and step 1 never ends. Sending only the smaller square wins there: a row is filled by a at a time, and \
                 b is not a multiple of a";
    let certificates = certificates.iter().map(|certificate| certificate.name.clone()).collect();
    let verdict = Verdict::Differs { count: cells.len() as u64, cells, holds: holds.to_string(), certificates };
    Finding::new(part, "strongly connected components of wells and steps", verdict)
}

/// In width b the machine wins by the smaller square alone, for its columns can be weighed 1, 0, .., 0, -1 again and again.
fn small_squares_win(all: &[Case]) -> Result<Vec<Certificate>> {
    let at_b = all.iter().filter(|case| case.is_claimed() && !case.is_proper() && case.endless);
    let sides: BTreeSet<(u32, u32)> = at_b.map(|case| case.sides).collect();
    let certificate = |(small, large): (u32, u32)| {
        let weight = |column: u32| i32::from(column.is_multiple_of(small)) - i32::from(column % small == small - 1);
        let weights: Vec<String> = (0..large).map(|column| weight(column).to_string()).collect();
        let piece = if small == 2 { "O".to_string() } else { small.to_string() };
        let head = format!("topple-certificate 1 column-weights\nwidth {large}\npiece {piece}\n");
        Certificate::new(
            &format!("squares-{small}-in-width-{large}"),
            format!("{head}weights {}\nend\n", weights.join(" ")),
        )
    };
    sides.into_iter().map(certificate).collect()
}

/// The condition that b is not a multiple of a: what happens without it.
fn multiples(all: &[Case]) -> Finding {
    let part = "the condition is needed: for some multiple b of a, in a width other than b, a player plays for ever";
    let method = "strongly connected components of wells and steps";
    match all.iter().find(|case| !case.is_claimed() && case.is_proper() && case.endless) {
        Some(case) => {
            let bound = format!("one case, a, b, width, depth, moves {}", case.words[..5].join(", "));
            Finding::new(part, method, Verdict::Swept { bound })
        }
        None => Finding::new(part, method, Verdict::Open { reached: "the cases of the table".to_string() }),
    }
}

fn duels(given: &Given, freedoms: &[Freedom], task: &Task) -> Result<Vec<Case>> {
    let players = gallery();
    let mut readers = BTreeMap::new();
    for (small, large) in &given.sides {
        for (width, depth) in
            given.widths.iter().flat_map(|width| given.depths.iter().map(move |depth| (*width, *depth)))
        {
            let reader = solved(Squares::new(*small, *large)?.pieces(), width, depth, task.memory)?;
            readers.insert((*small, *large, width, depth), reader);
        }
    }
    let mut tasks = Vec::new();
    for sides in given.sides.iter().filter(|(small, large)| !large.is_multiple_of(*small)) {
        for width in given.widths.iter().filter(|width| u32::from(**width) != sides.1) {
            for depth in &given.depths {
                for freedom in freedoms {
                    tasks.extend(players.iter().map(|player| (*sides, *width, *depth, *freedom, &**player)));
                    let reader = readers[&(sides.0, sides.1, *width, *depth)].as_ref();
                    tasks.extend(reader.map(|reader| (*sides, *width, *depth, *freedom, reader as &dyn Player)));
                }
            }
        }
    }
    let run = |(sides, width, depth, freedom, player): ((u32, u32), u8, usize, Freedom, &dyn Player)| {
        let terms = Terms { start: Well::empty(width)?, depth, freedom, most: given.most };
        let Outcome { pieces, rows, lost } = duel(&mut Squares::new(sides.0, sides.1)?, player, &terms, |_| ())?;
        let numbers = [sides.0, sides.1, u32::from(width), depth as u32].map(|number| number.to_string());
        let lost_word = if lost { "yes" } else { "no" };
        let words = [freedom.to_string(), player.name(), pieces.to_string(), rows.to_string(), lost_word.to_string()];
        Ok(Case { sides, width, depth, words: numbers.into_iter().chain(words).collect(), endless: !lost })
    };
    tasks.into_par_iter().map(run).collect()
}

fn everybody(given: &Given, freedoms: &[Freedom], task: &Task) -> Result<Vec<Case>> {
    let mut cases = Vec::new();
    for sides in &given.sides {
        let machine = Squares::new(sides.0, sides.1)?;
        for (width, depth) in &given.wells {
            let space = Space::new(*width, *depth)?;
            for freedom in freedoms {
                let Lasting { wells, from_empty, from_any } = algorithm_one(&machine, &space, *freedom, task.memory)?;
                let most = [from_empty, from_any].map(|most| most.map_or("never".to_string(), |most| most.to_string()));
                let numbers = [sides.0, sides.1, u32::from(*width), *depth as u32].map(|number| number.to_string());
                let words = numbers.into_iter().chain([freedom.to_string(), wells.to_string()]).chain(most).collect();
                cases.push(Case { sides: *sides, width: *width, depth: *depth, words, endless: from_any.is_none() });
            }
        }
    }
    Ok(cases)
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
    Ok(Figure::Wells(Wells { title, wells, across: 6 }))
}
