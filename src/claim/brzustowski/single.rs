//! Table 2.1: strategies for one piece, for every width, and the exact least heights.
use super::mimic::captions;
use super::odd::every_odd;
use super::pairs::known;
use super::picture::{self, together};
use super::{exhausted, number_or, row, table};
use crate::claim::library::{Row, number, reference};
use crate::claim::{Decision, Fact, Finding, Task, Verdict};
use crate::error::{Error, Result};
use crate::game::wells::{Movement, PieceSet};
use crate::proof::region::wells::lanes::LaneGame;
use crate::proof::region::wells::{Strategy, WellGame};
use crate::solve::wells::strategies::fewest::{Effort as Steps, Fewest, fewest, wells};
use crate::solve::wells::strategies::lane_rules::{single, three_columns};
use crate::solve::wells::strategies::lane_search::{Effort, search};
use crate::solve::wells::strategies::lanes::in_width;
use crate::solve::wells::strategies::state_graph::{Least, least};
use serde::Deserialize;

/// What [`table_2_1`] takes.
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
    let printed = reference("brzustowski/table-2-1.csv")?;
    let (mut decision, mut rows, mut all) = (Decision::default(), Vec::new(), Vec::new());
    task.watch.begin("single pieces", PIECES.len() as u64, "pieces");
    for (name, letter) in PIECES {
        let cells = (2..=given.widest).map(|width| cell(task, letter, width, &given)).collect::<Result<Vec<_>>>()?;
        for family in ["2", "2n", "2n+3"] {
            let row = printed.iter().find(|row| row["piece_name"] == name && row["width_formula"] == family);
            let (height, states) = row.map_or(("", ""), |row| (&row["height"], &row["states_formula"]));
            let print = Print { name, letter, family, height, states };
            let own: Vec<&Cell> = cells.iter().filter(|cell| family_of(cell.width) == family).collect();
            print.findings(&own, &mut decision, given.widest)?;
            rows.extend(own.into_iter().map(|cell| print.row(cell)));
        }
        least_heights(letter, Movement::Drop, &cells, &mut decision, given.exact)?;
        least_heights(letter, Movement::Slide, &cells, &mut decision, given.slide)?;
        lower(letter, &mut decision)?;
        all.extend(cells.into_iter().map(|cell| (letter, cell)));
        task.watch.advance(1);
    }
    bars(&mut decision)?;
    decision.findings.extend(captions(given.widest)?);
    figures(&all, &mut decision);
    let header = "piece_name width printed_height printed_states our_height our_states least_height_drop lost_to_drop \
                  states_drop states_are no_fewer_than least_height_slide lost_to_slide";
    let title = "Strategies for a single piece: print, ours that is checked (the thesis's own, rebuilt), and the least heights \
                 by the rules drop and slide";
    decision.tables.push((String::new(), table(title, header, rows)));
    Ok(decision)
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
    let least = |rule: Movement| {
        let game = WellGame::new(width, 0, PieceSet::parse(letter)?, rule, 0)?;
        least(&game, DEEPEST, given.situations, task.memory)
    };
    let drop = (can_win && width <= given.exact).then(|| least(Movement::Drop)).transpose()?;
    let slide = (can_win && width <= given.slide).then(|| least(Movement::Slide)).transpose()?;
    let ours = match single(letter, odd)? {
        Some(strategy) if width == strategy.game.rest => three_columns(letter)?,
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
        let Some((factor, rest)) = self.states.split_once('n') else {
            return self.states.parse().ok();
        };
        let factor: u64 = if factor.is_empty() { 1 } else { factor.parse().ok()? };
        let added: u64 = rest.strip_prefix('+').map_or(Some(0), |added| added.parse().ok())?;
        Some(factor * n + added)
    }

    fn row(&self, cell: &Cell) -> Vec<String> {
        let (ours, fewest) = (cell.ours.as_ref(), cell.fewest.as_ref());
        let least = |least: &Option<Least>| {
            let least = least.as_ref();
            [number_or(least.and_then(Least::height), ""), number_or(least.and_then(|least| least.lost_to), "")]
        };
        let ([drop, lost_to_drop], [slide, lost_to_slide]) = (least(&cell.least), least(&cell.slide));
        row![
            self.name,
            cell.width,
            self.height,
            number_or(self.states(cell.width), self.states),
            number_or(ours.map(|strategy| strategy.game.depth), ""),
            number_or(ours.map(|strategy| strategy.moves.len()), ""),
            drop,
            lost_to_drop,
            number_or(fewest.map(|fewest| wells(&fewest.strategy)), ""),
            fewest.map_or("", Fewest::word),
            number_or(fewest.map(|fewest| fewest.at_least), ""),
            slide,
            lost_to_slide,
        ]
    }

    /// The height in every width of the family, and the states in each as far as they are counted. A strategy of ours that
    /// is higher or has more states says nothing against print.
    fn findings(&self, own: &[&Cell], decision: &mut Decision, widest: u8) -> Result<()> {
        let Print { name, letter, family, states, .. } = self;
        let Ok(height) = self.height.parse::<u16>() else {
            let lost = every_odd(decision, letter)?;
            let part = format!("{name} {letter}, width {family}: no winning strategy");
            decision.findings.push(decision.proved(part, vec![lost])?);
            return Ok(());
        };
        if let Some(strategy) = single(letter, *family == "2n+3")? {
            let game = &strategy.game;
            let name = match (game.lane, game.rest) {
                (1, _) => format!("lanes-{letter}"),
                (_, 0) => format!("lanes-{letter}-even"),
                _ => format!("lanes-{letter}-odd"),
            };
            decision.keep(&name, strategy.text())?;
        }
        for cell in own {
            let text = cell.ours.as_ref().map(Strategy::text);
            text.map(|text| decision.keep(&format!("single-{letter}-width-{}", cell.width), text)).transpose()?;
        }
        let part =
            format!("{name} {letter}, width {family}: a strategy of height at most {height} in every such width");
        let highest = own.iter().filter_map(|cell| Some(cell.ours.as_ref()?.game.depth)).max();
        let reached = format!("ours are of height {} to width {widest}", number_or(highest, "unknown"));
        let verdict = Verdict::Open { reached };
        let facts = self.wins(height)?;
        decision.findings.push(decision.proved_or(part, facts, "the rule of the thesis", verdict));
        decision.findings.push(self.counted(own, height, states, widest));
        Ok(())
    }

    /// The player wins in every width of the family.
    fn wins(&self, depth: u16) -> Result<Vec<Fact>> {
        let pieces = PieceSet::parse(self.letter)?;
        let one = |width| Ok(Fact::Survives(WellGame::new(width, depth, pieces.clone(), Movement::Drop, 0)?));
        let lanes =
            |rest| Fact::SurvivesInLanes(LaneGame { lane: 2, rest, depth, pieces: pieces.clone(), lookahead: 0 });
        Ok(match self.family {
            "2" => vec![one(2)?],
            "2n" => vec![lanes(2)],
            _ => vec![one(3)?, lanes(3)],
        })
    }

    /// The number of states, beside ours.
    fn counted(&self, own: &[&Cell], height: u16, states: &str, widest: u8) -> Finding {
        let (mut more, mut other) = (Vec::new(), Vec::new());
        for cell in own {
            let Some(strategy) = &cell.ours else {
                more.push(format!("width {}: none found", cell.width));
                continue;
            };
            let (found, count, print) = (strategy.game.depth, strategy.moves.len() as u64, self.states(cell.width));
            let says =
                format!("width {}: {height}/{} by the formula, ours {found}/{count}", cell.width, print.unwrap_or(0));
            if found > height || print.is_none_or(|print| count > print) {
                more.push(says);
            } else if found < height || Some(count) != print {
                other.push(says);
            }
        }
        let Print { name, letter, family, .. } = self;
        let part = format!("{name} {letter}, width {family}: such a strategy with at most {states} states");
        let verdict = match (more.is_empty(), self.family) {
            (false, _) => {
                Verdict::Open { reached: format!("ours is higher, has more, or is missing: {}", more.join("; ")) }
            }
            (true, "2") => exhausted(None, "the states in width 2"),
            (true, _) => Verdict::tried(format!("width {widest}"), None),
        };
        Finding::new(part, "states counted in each width", verdict).note(match other.as_slice() {
            [] => "ours has the printed height and number of states in each width where it is no worse".to_string(),
            other => format!(
                "the head of the column is 2n+3, n > 0, so print gives no height for width 3; but Figures 2.10 and 2.11 draw \
                 a strategy there, with as many plays as the formula has states for n = 0, so it is counted here. {}, which \
                 says nothing against print; in the other widths ours has the printed height and number of states",
                other.join("; ")
            ),
        })
    }
}

/// The least heights by a rule. A strategy by rule drop is one by rule slide as well; so for that rule only lower ones are
/// written down.
fn least_heights(letter: &str, rule: Movement, cells: &[Cell], decision: &mut Decision, widest: u8) -> Result<()> {
    let (mut heights, mut states, mut facts, mut is_whole) = (Vec::new(), Vec::new(), Vec::new(), true);
    for cell in cells {
        let width = cell.width;
        let (least, name) = match rule {
            Movement::Drop => (&cell.least, String::new()),
            _ => (&cell.slide, format!("-{}", rule.word())),
        };
        let Some(least) = least else { continue };
        let by_drop = cell.least.as_ref().and_then(|least| least.strategy.as_ref()).map(|strategy| strategy.game.depth);
        let is_news = |strategy: &&Strategy| {
            rule == Movement::Drop || by_drop.is_none_or(|by_drop| strategy.game.depth < by_drop)
        };
        let fewest = cell.fewest.as_ref().filter(|_| rule == Movement::Drop);
        states.extend(fewest.map(|it| {
            let at_most = if it.is_exact() { "" } else { "at most " };
            format!("{at_most}{} in width {width}", wells(&it.strategy))
        }));
        let strategy = fewest.map(|fewest| &fewest.strategy).or(least.strategy.as_ref());
        if let Some(strategy) = strategy.filter(is_news) {
            decision.keep(&format!("least{name}-{letter}-width-{width}"), strategy.text())?;
        }
        if let Some(defeat) = least.defeat.as_ref().filter(|defeat| defeat.sends.len() <= super::MOST_LINES) {
            decision.keep(&format!("lost{name}-{letter}-width-{width}-depth-{}", defeat.game.depth), defeat.text())?;
        }
        facts.extend(known(&WellGame::new(width, 0, PieceSet::parse(letter)?, rule, 0)?, least));
        is_whole &= least.height().is_some();
        let from = least.lost_to.map_or(0, |lost| lost + 1);
        let unknown =
            least.strategy.as_ref().map_or("unknown".to_string(), |it| format!("{from} to {}", it.game.depth));
        heights.push(format!("{} in width {width}", number_or(least.height(), &unknown)));
    }
    let part = format!("the least heights for {letter} by rule {}, width by width", rule.word());
    let (method, verdict) = ("every situation that can be met", Verdict::tried(format!("width {widest}"), None));
    let finding = match is_whole {
        true => decision.proved_or(part, facts, method, verdict),
        false => Finding::new(part, method, verdict),
    };
    decision.findings.push(finding.note(heights.join(", ")));
    if !states.is_empty() {
        let part =
            format!("few states at those heights for {letter} by rule {}: the fewest, or at most so many", rule.word());
        let swept = Verdict::Swept { bound: format!("width {widest}") };
        decision.findings.push(Finding::new(part, method, swept).note(states.join(", ")));
    }
    Ok(())
}

/// Lower lane strategies for every odd width.
fn lower(letter: &str, decision: &mut Decision) -> Result<()> {
    let depth = match letter {
        "L" => 3,
        "T" => 4,
        _ => return Ok(()),
    };
    let game = LaneGame { lane: 2, rest: 3, depth, pieces: PieceSet::parse(letter)?, lookahead: 0 };
    if let Some(found) = search(&game, Effort { bumpy: 3, holes: 0, situations: 10_000 }) {
        decision.keep(&format!("lanes-{letter}-odd-height-{depth}"), found.text())?;
        let part = format!("{letter}, width 2n+3 with n >= 1: a strategy of height {depth} in every such width");
        let finding = decision.proved(part, vec![Fact::SurvivesInLanes(game)])?;
        decision.findings.push(finding.note("lower than the printed height, which the thesis does not call the least"));
    }
    Ok(())
}

/// The strategies as pictures: the thesis's own, rebuilt.
fn figures(cells: &[(&str, Cell)], decision: &mut Decision) {
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
            decision.states(name, together(&titles.join("; "), pictures));
        }
    }
}

/// The prose: bars lying down in widths that are a multiple of four.
fn bars(decision: &mut Decision) -> Result<()> {
    let printed = reference("brzustowski/bars.csv")?;
    let height = |width: &str| {
        let row: Option<&Row> = printed.iter().find(|row| row["width_formula"] == width);
        number(row.ok_or_else(|| Error::input("bars.csv", "a row is missing", format!("width {width}")))?, "height")
    };
    let (alone, depth) = (height("4")? as u16, height("4n")? as u16);
    let pieces = PieceSet::parse("I")?;
    let lying = LaneGame { lane: 4, rest: 0, depth, pieces: pieces.clone(), lookahead: 0 };
    if let Some(lying) = search(&lying, Effort { bumpy: 2, holes: 0, situations: 100 }) {
        decision.keep("lanes-I-lying", lying.text())?;
    }
    let four = WellGame::new(4, alone, pieces, Movement::Drop, 0)?;
    if let Some(strategy) = least(&four, alone, 100, crate::solve::Memory(1 << 20))?.strategy {
        decision.keep("bars-width-4-depth-0", strategy.text())?;
    }
    let wider = Fact::SurvivesInLanes(LaneGame { rest: 4, ..lying });
    for (part, fact) in [
        (format!("bars: height {alone} in width 4"), Fact::Survives(four)),
        (format!("bars: height {depth} in widths 8, 12, 16, .."), wider),
    ] {
        let verdict = Verdict::Open { reached: "no strategy found".to_string() };
        decision.findings.push(decision.proved_or(part, vec![fact], "search", verdict));
    }
    Ok(())
}
