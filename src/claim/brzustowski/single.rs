//! Table 2.1: strategies for one piece, for every width, and the exact least heights.
use super::picture::{self, together};
use super::{Evidence, Given, lanes_of};
use crate::claim::{Decision, Finding, Task, Verdict, library};
use crate::error::Result;
use crate::game::tetris::{PieceSet, Rule};
use crate::proof::region::wells::lanes::{LaneGame, LaneStrategy};
use crate::proof::region::wells::{Strategy, WellGame};
use crate::report::table::Table;
use crate::solve::safety::fewest::{Effort as Steps, Fewest, fewest, wells};
use crate::solve::safety::graph::{Least, least};
use crate::solve::safety::lane_rules::{single, three_columns};
use crate::solve::safety::lane_search::{Effort, search};
use crate::solve::safety::lanes::in_width;
use crate::solve::safety::weights;

/// The rows of the table; of the elbows and the kinks one stands for both, by a mirror.
const PIECES: [(&str, &str); 5] = [("Square", "O"), ("Kink", "S"), ("Bar", "I"), ("Elbow", "L"), ("Tee", "T")];
/// The lost figures with the pieces and the widths that their captions name; in the caption of Figure 2.5 the width is 10
/// because the last square is played in column 9.
const FIGURES: [(&str, &[&str], &[u8]); 8] = [
    ("figure-2-5", &["O"], &[10]),
    ("figure-2-6", &["I"], &[10]),
    ("figure-2-7", &["L"], &[10]),
    ("figure-2-8", &["S"], &[10]),
    ("figure-2-9", &["T"], &[10]),
    ("figure-2-10", &["L"], &[3, 5]),
    ("figure-2-11", &["T"], &[3, 5]),
    ("width-2", &["O", "S", "I", "L", "T"], &[2]),
];
const CHECKER: &str = "certificate: lanes";
const DEEPEST: u16 = 8;
/// What is spent on the fewest states of a strategy.
const EFFORT: Steps = Steps { situations: 60_000, steps: 20_000_000 };

/// One piece in one width: the strategy that stands for the thesis's, and what is known of the least height by rule drop
/// and by rule slide.
struct Cell {
    width: u8,
    ours: Option<Strategy>,
    least: Option<Least>,
    /// The strategy with the fewest states at the least height by rule drop.
    fewest: Option<Fewest>,
    slide: Option<Least>,
}

/// Sections 2.3 and 2.4, Table 2.1.
pub fn table_2_1(task: &Task) -> Result<Decision> {
    let given: Given = task.experiment.parameters(task.scale)?;
    let printed = library::reference("brzustowski/table-2-1.csv")?;
    let mut evidence = Evidence::default();
    let (mut rows, mut all) = (Vec::new(), Vec::new());
    task.watch.begin("single pieces", PIECES.len() as u64, "pieces");
    for (name, letter) in PIECES {
        let cells = (2..=given.widest).map(|width| cell(task, letter, width, &given)).collect::<Result<Vec<_>>>()?;
        for family in ["2", "2n", "2n+3"] {
            let row = printed.iter().find(|row| row["piece"] == name && row["width"] == family);
            let (height, states) = row.map_or(("", ""), |row| (&row["height"], &row["states"]));
            let print = Print { name, letter, family, height, states };
            print.findings(&cells, &mut evidence, given.widest)?;
            let own = cells.iter().filter(|cell| family_of(cell.width) == family);
            rows.extend(own.map(|cell| print.row(cell)));
        }
        lower(letter, &cells, &mut evidence, &given)?;
        all.extend(cells.into_iter().map(|cell| (letter, cell)));
        task.watch.advance(1);
    }
    bars(&mut evidence)?;
    figures(&all, &mut evidence);
    let header = [
        "piece",
        "width",
        "printed_height",
        "printed_states",
        "our_height",
        "our_states",
        "least_height_drop",
        "lost_to_drop",
        "states_drop",
        "states_are",
        "no_fewer_than",
        "least_height_slide",
        "lost_to_slide",
    ];
    let title = "Strategies for a single piece: print, ours that is checked (the thesis's own, rebuilt, but in width 3), and the \
                 least heights by the rules drop and slide"
        .to_string();
    let table = Table { title, header: header.map(String::from).to_vec(), rows };
    Ok(evidence.decision(vec![(String::new(), table)]))
}

fn family_of(width: u8) -> &'static str {
    match width {
        2 => "2",
        width if width % 2 == 0 => "2n",
        _ => "2n+3",
    }
}

fn cell(task: &Task, letter: &str, width: u8, given: &Given) -> Result<Cell> {
    let odd = width % 2 == 1;
    let can_win = !(odd && ["O", "S"].contains(&letter));
    let least = |rule: Rule| {
        let game = WellGame::new(width, 0, PieceSet::parse(letter)?, rule, 0)?;
        least(&game, DEEPEST, given.situations, task.memory)
    };
    let drop = (can_win && width <= given.exact).then(|| least(Rule::Drop)).transpose()?;
    let slide = (can_win && width <= given.slide).then(|| least(Rule::Slide)).transpose()?;
    let ours = match single(letter, odd)? {
        // No lane is left beside the three columns. If their rule needs lanes, a least strategy stands for it.
        Some(strategy) if width == strategy.game.rest => match three_columns(letter)? {
            Some(strategy) => Some(strategy),
            None => least(Rule::Drop)?.strategy,
        },
        Some(strategy) => Some(in_width(&strategy, (width - strategy.game.rest) / strategy.game.lane)?),
        None => None,
    };
    let known = drop.as_ref().and_then(|least| least.strategy.as_ref());
    let fewest = known.map(|known| fewest(&known.game, known, EFFORT)).transpose()?;
    Ok(Cell { width, ours, least: drop, fewest, slide })
}

/// One row of the printed table.
struct Print<'a> {
    name: &'a str,
    letter: &'a str,
    family: &'a str,
    height: &'a str,
    states: &'a str,
}

impl Print<'_> {
    /// The printed number of states in this width: `a n + b` with the n of the family.
    fn states(&self, width: u8) -> Option<u64> {
        let n = match self.family {
            "2" => 1,
            "2n" => u64::from(width) / 2,
            _ => u64::from(width - 3) / 2,
        };
        let Some((factor, rest)) = self.states.split_once('n').filter(|_| self.states != "none") else {
            return self.states.parse().ok();
        };
        let factor: u64 = if factor.is_empty() { 1 } else { factor.parse().ok()? };
        let added: u64 = rest.strip_prefix('+').map_or(Some(0), |added| added.parse().ok())?;
        Some(factor * n + added)
    }

    fn row(&self, cell: &Cell) -> Vec<String> {
        let text = |number: Option<u64>| number.map_or(String::new(), |number| number.to_string());
        let ours = cell.ours.as_ref();
        let (least, slide) = (cell.least.as_ref(), cell.slide.as_ref());
        let fewest = cell.fewest.as_ref();
        vec![
            self.name.to_string(),
            cell.width.to_string(),
            self.height.to_string(),
            self.states(cell.width).map_or(self.states.to_string(), |states| states.to_string()),
            text(ours.map(|strategy| strategy.game.depth.into())),
            text(ours.map(|strategy| strategy.moves.len() as u64)),
            text(least.and_then(Least::height).map(u64::from)),
            text(least.and_then(|least| least.lost_to).map(u64::from)),
            text(fewest.map(|fewest| wells(&fewest.strategy) as u64)),
            fewest.map_or("", Fewest::word).to_string(),
            text(fewest.map(|fewest| fewest.at_least as u64)),
            text(slide.and_then(Least::height).map(u64::from)),
            text(slide.and_then(|least| least.lost_to).map(u64::from)),
        ]
    }

    fn findings(&self, cells: &[Cell], evidence: &mut Evidence, widest: u8) -> Result<()> {
        let own: Vec<&Cell> = cells.iter().filter(|cell| family_of(cell.width) == self.family).collect();
        let part = format!(
            "{}, width {}: a strategy by rule drop, height at most {}, states at most {}",
            self.name, self.family, self.height, self.states
        );
        let Ok(height) = self.height.parse::<u16>() else { return self.none(evidence) };
        if let Some(strategy) = single(self.letter, self.family == "2n+3")? {
            let certificate = evidence.lanes(&lanes_of(&strategy, self.letter), &strategy)?;
            if self.family != "2" && strategy.game.depth <= height {
                let says =
                    format!("{}, width {}: a strategy of height {height} in every such width", self.name, self.family);
                let mut finding = Finding::new(says, CHECKER, Verdict::Entailed { certificates: vec![certificate] });
                if self.family == "2n+3" && self.letter != "I" {
                    finding = finding.note("for every n >= 1; width 3 is decided by its own certificate");
                }
                evidence.findings.push(finding);
            }
        }
        let (mut wrong, mut lower) = (Vec::new(), Vec::new());
        for cell in &own {
            let Some(strategy) = &cell.ours else { continue };
            evidence.strategy(&format!("single-{}-width-{}", self.letter, cell.width), strategy)?;
            let (found, states) = (strategy.game.depth, strategy.moves.len() as u64);
            let says = format!(
                "width {}: printed {height}/{}, ours {found}/{states}",
                cell.width,
                self.states(cell.width).unwrap_or(0)
            );
            if found > height || Some(states) > self.states(cell.width) {
                wrong.push(says);
            } else if found < height || Some(states) != self.states(cell.width) {
                lower.push(says);
            }
        }
        let bound = if self.family == "2" { "width 2".to_string() } else { format!("width {widest}") };
        let is_reached = wrong.is_empty();
        let verdict = match is_reached {
            true => Verdict::Swept { bound },
            false => Verdict::Differs {
                count: wrong.len() as u64,
                cells: wrong,
                holds: "our strategy".to_string(),
                certificates: vec![],
            },
        };
        let finding = Finding::new(part, "certificate: strategy, one for each width", verdict);
        evidence.findings.push(match lower.as_slice() {
            _ if !is_reached => finding,
            [] => finding.note("ours has the printed height and number of states in each width"),
            lower => finding.note(format!(
                "ours is lower than print in {}, so print is not sharp there or means another strategy; in the other widths \
                 ours has the printed height and number of states",
                lower.join("; ")
            )),
        });
        Ok(())
    }

    /// No strategy in odd wells.
    fn none(&self, evidence: &mut Evidence) -> Result<()> {
        let set = PieceSet::parse(self.letter)?;
        let found = weights::every_width(&set.pieces()[0], 1, 2)?.unwrap_or_default();
        let text = weights::certificate("widths 1 mod 2", &set.pieces()[0], &found);
        let name = evidence.text(&format!("odd-wells-{}", self.letter), text)?;
        let part = format!("{}, width {}: no winning strategy", self.name, self.family);
        evidence.findings.push(Finding::new(
            part,
            "certificate: column weights",
            Verdict::Entailed { certificates: vec![name] },
        ));
        Ok(())
    }
}

/// The least heights that are known by a rule. A strategy by rule drop is one by rule slide as well; so for that rule only
/// lower ones are written down.
fn least_heights(letter: &str, rule: Rule, cells: &[Cell], evidence: &mut Evidence, widest: u8) -> Result<()> {
    let (mut heights, mut states) = (Vec::new(), Vec::new());
    for cell in cells {
        let (least, name) = match rule {
            Rule::Drop => (&cell.least, String::new()),
            _ => (&cell.slide, format!("-{}", rule.word())),
        };
        let Some(least) = least else { continue };
        let by_drop = cell.least.as_ref().and_then(|least| least.strategy.as_ref()).map(|strategy| strategy.game.depth);
        let is_news =
            |strategy: &&Strategy| rule == Rule::Drop || by_drop.is_none_or(|by_drop| strategy.game.depth < by_drop);
        let fewest = cell.fewest.as_ref().filter(|_| rule == Rule::Drop);
        states.extend(fewest.map(|it| {
            let at_most = if it.is_exact() { "" } else { "at most " };
            format!("{at_most}{} in width {}", wells(&it.strategy), cell.width)
        }));
        let strategy = fewest.map(|fewest| &fewest.strategy).or(least.strategy.as_ref());
        if let Some(strategy) = strategy.filter(is_news) {
            evidence.strategy(&format!("least{name}-{letter}-width-{}", cell.width), strategy)?;
        }
        if let Some(defeat) = least.defeat.as_ref().filter(|defeat| defeat.sends.len() <= super::MOST_LINES) {
            let depth = defeat.game.depth;
            evidence.text(&format!("lost{name}-{letter}-width-{}-depth-{depth}", cell.width), defeat.text())?;
        }
        let known = match (least.height(), least.lost_to, &least.strategy) {
            (Some(height), ..) => height.to_string(),
            (None, lost, Some(strategy)) => {
                format!("{} to {}", lost.map_or(0, |lost| lost + 1), strategy.game.depth)
            }
            _ => "unknown".to_string(),
        };
        heights.push(format!("{known} in width {}", cell.width));
    }
    let part = format!("the least height for {letter}, by rule {}: {}", rule.word(), heights.join(", "));
    let verdict = Verdict::Swept { bound: format!("width {widest}") };
    let mut finding = Finding::new(part, "every situation that can be met", verdict);
    if !states.is_empty() {
        finding = finding.note(format!("the fewest states at that height: {}", states.join(", ")));
    }
    evidence.findings.push(finding);
    Ok(())
}

/// The least heights that are known, and lower lane strategies for every odd width.
fn lower(letter: &str, cells: &[Cell], evidence: &mut Evidence, given: &Given) -> Result<()> {
    least_heights(letter, Rule::Drop, cells, evidence, given.exact)?;
    least_heights(letter, Rule::Slide, cells, evidence, given.slide)?;
    if ["L", "T"].contains(&letter) {
        let depth = if letter == "L" { 3 } else { 4 };
        let game = LaneGame { lane: 2, rest: 3, depth, pieces: PieceSet::parse(letter)?, lookahead: 0 };
        let found: Option<LaneStrategy> = search(&game, Effort { bumpy: 3, holes: 0, situations: 10_000 });
        if let Some(found) = found {
            let name = evidence.lanes(&format!("lanes-{letter}-odd-height-{depth}"), &found)?;
            let part = format!("{letter}, width 2n+3 with n >= 1: a strategy of height {depth} in every such width");
            let finding = Finding::new(part, CHECKER, Verdict::Entailed { certificates: vec![name] })
                .note("lower than the printed height, which the thesis does not call the least");
            evidence.findings.push(finding);
        }
    }
    Ok(())
}

/// The strategies as pictures: the thesis's own, rebuilt, but in width 3.
fn figures(cells: &[(&str, Cell)], evidence: &mut Evidence) {
    for (name, letters, widths) in FIGURES {
        let cell = |letter: &str, width| cells.iter().find(|cell| cell.0 == letter && cell.1.width == width);
        let wanted = letters.iter().flat_map(|letter| widths.iter().map(move |width| (*letter, *width)));
        let found = wanted.filter_map(|(letter, width)| cell(letter, width)?.1.ours.as_ref());
        let (mut titles, mut pictures) = (Vec::new(), Vec::new());
        for strategy in found {
            let (game, states) = (&strategy.game, strategy.moves.len());
            let word = if states == 1 { "state" } else { "states" };
            let piece = game.pieces.pieces()[0].title();
            titles.push(format!("{piece} in width {}: height {}, {states} {word}", game.width, game.depth));
            pictures.push(picture::states("", strategy));
        }
        if !pictures.is_empty() {
            evidence.states(name, together(&titles.join("; "), pictures));
        }
    }
}

/// The prose: bars lying down in widths that are a multiple of four.
fn bars(evidence: &mut Evidence) -> Result<()> {
    let game = LaneGame { lane: 4, rest: 0, depth: 1, pieces: PieceSet::parse("I")?, lookahead: 0 };
    let Some(lying) = search(&game, Effort { bumpy: 2, holes: 0, situations: 100 }) else { return Ok(()) };
    let every = evidence.lanes("lanes-I-lying", &lying)?;
    let least =
        least(&WellGame::new(4, 0, PieceSet::parse("I")?, Rule::Drop, 0)?, 0, 100, crate::solve::Memory(1 << 20))?;
    let mut certificates = vec![every];
    if let Some(strategy) = &least.strategy {
        certificates.push(evidence.strategy("bars-width-4-depth-0", strategy)?);
    }
    let part = "bars: height 0 in width 4, and height 1 in widths 8, 12, 16, ..";
    evidence.findings.push(Finding::new(part, CHECKER, Verdict::Entailed { certificates }));
    Ok(())
}
