//! Method `wells`: the least depth in which the player wins against some pieces.
use super::{Certificate, Decision, Finding, Task, Verdict};
use crate::error::{Error, Result};
use crate::game::wells::{BagGame, Deal, InAdvance, Lookahead, Movement, PieceSet};
use crate::proof::region::wells::WellGame;
use crate::report::table::Table;
use crate::solve::Part;
use crate::solve::wells::in_advance as known;
use crate::solve::wells::regions::{self, LeastDepth, least_height};
use crate::solve::wells::strategies::bag::{self, Bounds, Dealt};
use crate::solve::wells::strategies::deepening;
use crate::solve::wells::strategies::reach::{self, Reached};
use crate::solve::wells::strategies::stay::{self, Stayed};
use crate::solve::wells::strategies::tame::Tame;
use serde::Deserialize;
use std::ops::ControlFlow::{self, Break, Continue};

mod in_advance;

/// What the method takes.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Parameters {
    /// The columns.
    width: u8,
    /// The pieces, as `OIT`.
    pieces: String,
    /// The rule.
    rule: String,
    /// How many pieces are shown ahead of the one to be placed, or `all`.
    lookahead: Option<Lookahead>,
    /// The greatest depth to try.
    depth: u16,
    /// The wells that the player may make; all if left out.
    tame: Option<Limits>,
    /// How pieces are dealt from a bag; the machine chooses freely if left out.
    bag: Option<FromBag>,
    /// The most wells that are looked at if all pieces are known in advance and neither come from a bag nor are wells tame.
    wells: Option<usize>,
    /// The most wells in all sets together that are looked at if all pieces are known in advance.
    members: Option<usize>,
}

/// Pieces from a bag: each once in an order that the machine chooses, and then again.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct FromBag {
    /// Whether one piece is put aside.
    #[serde(default)]
    hold: bool,
    /// The most wells that are looked at; with tame wells, the smaller of the two numbers holds.
    wells: usize,
}

/// Limits within which a well is tame.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Limits {
    /// The most covered holes.
    holes: u32,
    /// The greatest sum of the differences of the heights of neighbouring columns: with no hole, with one, and so on; the last
    /// of them with more holes, too.
    bumps: Vec<u32>,
    /// The most tame wells that are looked at.
    wells: usize,
}

impl Limits {
    /// What the player does, in words.
    fn words(&self) -> String {
        let bumps: Vec<String> = self.bumps.iter().map(u32::to_string).collect();
        format!("makes only wells with at most {} covered holes and {} bumps", self.holes, bumps.join(", "))
    }

    fn tame(&self) -> Result<Tame> {
        Tame::by_holes(self.holes, &self.bumps)
    }
}

/// The most situations of a strategy that is written down for a win that a sweep found.
const SITUATIONS: usize = 100_000;
/// The same, where it is found by deepening.
const DEEPENED: usize = 2_000_000;

/// How the least depth is looked for.
enum How {
    /// Among all wells.
    All,
    /// Among tame ones.
    Tame(Limits),
    /// In a game with a bag, among all wells or tame ones.
    Bag(BagGame, FromBag, Option<Limits>),
    /// All pieces being known in advance, within these bounds, among all wells or tame ones.
    InAdvance(InAdvance, known::Bounds, Option<Limits>),
}

/// The most wells that are looked at, if it is not said otherwise.
const WELLS: usize = 10_000_000;

/// The game at its greatest depth, and how it is searched.
fn read(task: &Task) -> Result<(WellGame, How)> {
    let given: Parameters = task.experiment.parameters(task.scale)?;
    searched(given).map_err(|error| error.within(&task.experiment.source))
}

fn searched(given: Parameters) -> Result<(WellGame, How)> {
    let (pieces, rule) = (PieceSet::parse(&given.pieces)?, Movement::from_word(&given.rule)?);
    let lookahead = given.lookahead.unwrap_or(Lookahead::Pieces(0));
    let shown = if let Lookahead::Pieces(shown) = lookahead { shown } else { 0 };
    let game = WellGame::new(given.width, given.depth, pieces, rule, shown)?;
    let wells = [given.bag.as_ref().map(|bag| bag.wells), given.tame.as_ref().map(|limits| limits.wells), given.wells];
    for (name, given) in [("wells", wells.as_slice()), ("members", &[given.members])] {
        if given.contains(&Some(0)) {
            return Err(Error::input(name, "0", "at least 1"));
        }
    }
    if lookahead == Lookahead::All {
        if rule == Movement::Referee {
            // A certificate has to answer by freer or stricter rules, and is not found where those differ.
            return Err(Error::input("rule", "referee, with all pieces known", "drop, slide or anywhere"));
        }
        let deal = given.bag.as_ref().map_or(Deal::Any, |bag| Deal::Bag { hold: bag.hold });
        let known = InAdvance::new(game.width, game.depth, game.pieces.clone(), game.rule, deal)?;
        let most = wells.into_iter().flatten().min().unwrap_or(WELLS);
        let tame = given.tame.as_ref().map(Limits::tame).transpose()?;
        let bounds = known::Bounds { tame, ..known::Bounds::new(most, given.members.unwrap_or(known::MEMBERS)) };
        return Ok((game, How::InAdvance(known, bounds, given.tame)));
    }
    if given.wells.is_some() {
        return Err(Error::input("wells", "a number", "lookahead = \"all\", or a number in bag or tame"));
    }
    if given.members.is_some() {
        return Err(Error::input("members", "a number", "lookahead = \"all\""));
    }
    let how = match (given.bag, given.tame) {
        (Some(bag), tame) => {
            let well = game.clone();
            let from_bag = BagGame::new(well.width, well.depth, well.pieces, well.rule, bag.hold)?;
            How::Bag(from_bag.showing(well.lookahead)?, bag, tame)
        }
        (None, Some(limits)) => How::Tame(limits),
        (None, None) => How::All,
    };
    Ok((game, how))
}

/// Refuses an experiment that cannot be run to its greatest depth.
///
/// # Errors
/// A game that cannot be searched, or more memory than allowed.
pub fn check(task: &Task) -> Result<()> {
    match read(task)? {
        (game, How::All) => regions::ask(&game, task.memory),
        (game, How::Tame(limits)) => stay::ask(&game, &limits.tame()?, limits.wells, task.memory),
        (_, How::InAdvance(game, ..)) => known::ask(&game),
        (_, How::Bag(game, _, limits)) => {
            limits.map(|limits| limits.tame()).transpose()?;
            bag::ask(&game)
        }
    }
}

/// Decides and saves who wins at the depths that are one process's part of the search.
///
/// # Errors
/// As [`decide`]; or tame wells or a bag, which one process looks at.
pub fn part(task: &Task, part: Part) -> Result<()> {
    match read(task)? {
        (game, How::All) => regions::some_depths(&game, part, task.memory, task.watch),
        _ => {
            let asked = "of tame wells, with a bag, or with all pieces known";
            Err(Error::input(
                "a search of wells by several processes",
                asked,
                "all wells and a lookahead of 0 to 2, or one process",
            ))
        }
    }
}

/// Decides an experiment of method `wells`.
///
/// # Errors
/// A game that cannot be searched, more memory than allowed, or what the watch says.
pub fn decide(task: &Task) -> Result<Decision> {
    match read(task)? {
        (game, How::All) => among_all(task, &game),
        (game, How::Tame(limits)) => among_tame(task, &game, &limits),
        (_, How::InAdvance(game, bounds, limits)) => in_advance::decide(task, &game, &bounds, limits.as_ref()),
        (_, How::Bag(game, bag, limits)) => from_bag(task, &game, &bag, limits.as_ref()),
    }
}

/// The least depth of all, by sweeps; where the player wins, a strategy if a short search finds one.
fn among_all(task: &Task, game: &WellGame) -> Result<Decision> {
    let least = least_height(game, 0, task.memory, task.watch)?;
    let mut decision = Decision::default();
    let part = format!("the least depth in which the player wins: {}", without_depth(&game.title(), game.depth));
    let found = match least.height {
        Some(depth) => {
            let here = WellGame { depth, ..game.clone() };
            if let Reached::Won(strategy) = short_search(task, &here)? {
                won(task, "strategy", strategy.text(), depth, &mut decision)?;
            }
            Verdict::Swept { bound: format!("depth {depth}, the least") }
        }
        None => Verdict::Open { reached: format!("depth {}, where the machine wins", game.depth) },
    };
    decision.findings.push(Finding::new(part, "sweep", found));
    decision.tables.push((String::new(), table(game, least)));
    Ok(decision)
}

/// Looks for a strategy on the fly, and then by deepening.
fn short_search(task: &Task, game: &WellGame) -> Result<Reached> {
    // With a share of the memory the search is as long as with all of it, or ends.
    let fitting = |most: usize, room: usize| if task.is_share { most } else { most.min(room) };
    match reach::solve(game, fitting(SITUATIONS, reach::most(game, task.memory)), task.memory)? {
        Reached::Unknown => deepening::solve(game, fitting(DEEPENED, deepening::most(task.memory)), task.memory),
        found => Ok(found),
    }
}

/// Keeps a certificate, and says that the player wins by it.
fn won(task: &Task, word: &str, text: String, depth: u16, decision: &mut Decision) -> Result<()> {
    let certificate = Certificate::new(&format!("{}-{word}", task.experiment.id), text)?;
    let part = format!("the player wins at depth {depth}");
    decision.findings.push(Finding::entailed(part, certificate.goal(), &[&certificate])?);
    decision.certificates.push(certificate);
    Ok(())
}

fn table(game: &WellGame, least: LeastDepth) -> Table {
    let number = |number: Option<u16>| number.map_or(String::new(), |number| number.to_string());
    let row = vec![
        game.width.to_string(),
        game.pieces.to_string(),
        game.lookahead.to_string(),
        game.rule.word().to_string(),
        number(least.height),
        number(least.lost_to),
    ];
    Table {
        title: format!("Least depth in which the player wins: {}", game.title()),
        header: ["width", "pieces", "lookahead", "rule", "least_height", "lost_to"].map(String::from).to_vec(),
        rows: vec![row],
    }
}

/// What an interrupted run saved of a depth.
const LOST: &str = "lost";

/// The least depth in which the player wins who makes tame wells only. He may win in a smaller one by others.
fn among_tame(task: &Task, game: &WellGame, limits: &Limits) -> Result<Decision> {
    let (tame, method) = (limits.tame()?, "tame wells");
    let search = Search { game: without_depth(&game.title(), game.depth), limits: Some(limits), method };
    search.least_depth(task, game.depth, limits.wells, |depth| {
        let here = WellGame { depth, ..game.clone() };
        Ok(match stay::solve(&here, &tame, limits.wells, task.memory, task.watch)? {
            Stayed::Won(strategy) => Found::Won { word: "strategy", text: strategy.text() },
            Stayed::Lost => Found::Lost,
            Stayed::Unknown => Found::Unknown,
        })
    })
}

/// The least depth in which the player wins if the pieces are dealt from a bag, among all wells or tame ones.
fn from_bag(task: &Task, game: &BagGame, bag: &FromBag, limits: Option<&Limits>) -> Result<Decision> {
    let tame = limits.map(Limits::tame).transpose()?;
    let wells = limits.map_or(bag.wells, |limits| bag.wells.min(limits.wells));
    let search = Search { game: without_depth(&game.title(), game.well.depth), limits, method: "bags" };
    search.least_depth(task, game.well.depth, wells, |depth| {
        let here = BagGame { well: WellGame { depth, ..game.well.clone() }, ..game.clone() };
        let bounds = Bounds { tame: tame.clone(), homes: None, wells };
        Ok(match bag::solve(&here, &bounds, task.memory, task.watch)? {
            Dealt::Won(homes) => Found::Won { word: "bag", text: homes.text() },
            Dealt::Lost => Found::Lost,
            Dealt::Unknown => Found::Unknown,
        })
    })
}

/// What was found of a depth; or why the search ends there, if memory was not enough and something is known of smaller depths.
fn unless_memory_ends<T>(
    task: &Task,
    found: Result<T>,
    depth: u16,
    last: Option<u16>,
) -> Result<ControlFlow<String, T>> {
    match found {
        Err(error @ Error::Memory { .. }) if last.is_some() && !task.is_share => {
            Ok(Break(format!("at depth {depth}: {error}")))
        }
        found => found.map(Continue),
    }
}

/// A game in words, for all depths.
fn without_depth(title: &str, depth: u16) -> String {
    title.replacen(&format!(", depth {depth}"), "", 1)
}

/// The player who keeps to such wells, in words.
fn who(limits: Option<&Limits>) -> String {
    limits.map_or("the player".to_string(), |limits| format!("a player who {}", limits.words()))
}

/// A search of one depth after the other.
struct Search<'a> {
    /// The game.
    game: String,
    /// The wells that the player may make; all if there are none.
    limits: Option<&'a Limits>,
    /// How each depth is searched.
    method: &'static str,
}

/// What was found of a depth.
enum Found {
    /// The player wins, by a certificate of this text, which is kept under the experiment's name and the word.
    Won { word: &'static str, text: String },
    /// He does not.
    Lost,
    /// There are too many wells.
    Unknown,
}

impl Search<'_> {
    /// The least depth in which the player wins, at most so many wells looked at. What is known of a depth is saved.
    fn least_depth(&self, task: &Task, most: u16, wells: usize, at: impl Fn(u16) -> Result<Found>) -> Result<Decision> {
        let (mut decision, mut lost_to) = (Decision::default(), None);
        let mut found = None;
        for depth in 0..=most {
            let key = format!("depth {depth}");
            if task.watch.saved(&key).as_deref() != Some(LOST) {
                match unless_memory_ends(task, at(depth), depth, lost_to)? {
                    Continue(Found::Lost) => task.watch.save(&key, LOST)?,
                    Continue(Found::Unknown) => {
                        let more = format!("at depth {depth} there are more than {wells} wells");
                        found = Some(Verdict::Open { reached: format!("{}; {more}", self.lost(lost_to)) });
                        break;
                    }
                    Break(ended) => {
                        decision.is_cut_short = true;
                        found = Some(Verdict::Open { reached: format!("{}; {ended}", self.lost(lost_to)) });
                        break;
                    }
                    Continue(Found::Won { word, text }) => {
                        won(task, word, text, depth, &mut decision)?;
                        let such = self.limits.map_or("", |_| " with such wells");
                        found = Some(Verdict::Swept { bound: format!("depth {depth}, the least{such}") });
                        break;
                    }
                }
            }
            lost_to = Some(depth);
        }
        let part = format!("the least depth in which {} wins: {}", who(self.limits), self.game);
        let found = found.unwrap_or_else(|| Verdict::Open { reached: self.lost(lost_to) });
        decision.findings.push(Finding::new(part, self.method, found));
        Ok(decision)
    }

    /// The depths in which the player does not win.
    fn lost(&self, to: Option<u16>) -> String {
        let how = self.limits.map_or("where the machine wins", |_| "not won with such wells");
        to.map_or("no depth".to_string(), |depth| format!("depth {depth}, {how}"))
    }
}
