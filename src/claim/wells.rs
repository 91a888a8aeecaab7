//! Method `wells`: the least depth in which the player wins against some pieces.
use super::{Certificate, Decision, Finding, Task, Verdict};
use crate::error::{Error, Result};
use crate::game::wells::{Movement, PieceSet};
use crate::proof::region::wells::{Strategy, WellGame};
use crate::report::table::Table;
use crate::solve::Part;
use crate::solve::wells::regions::{self, LeastDepth, least_height};
use crate::solve::wells::strategies::reach::{self, Reached};
use crate::solve::wells::strategies::stay::{self, Stayed};
use crate::solve::wells::strategies::tame::Tame;
use serde::Deserialize;

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
    /// Pieces announced before the play.
    #[serde(default)]
    lookahead: u8,
    /// The greatest depth to try.
    depth: u16,
    /// The wells that the player may make; all if left out.
    tame: Option<Limits>,
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
    fn tame(&self) -> Result<Tame> {
        Tame::by_holes(self.holes, &self.bumps)
    }
}

/// The most situations of a strategy that is written down for a win that a sweep found.
const SITUATIONS: usize = 100_000;

/// The game at its greatest depth, and which wells the player may make.
fn read(task: &Task) -> Result<(WellGame, Option<Limits>)> {
    let given: Parameters = task.experiment.parameters(task.scale)?;
    let (pieces, rule) = (PieceSet::parse(&given.pieces)?, Movement::from_word(&given.rule)?);
    Ok((WellGame::new(given.width, given.depth, pieces, rule, given.lookahead)?, given.tame))
}

/// Refuses an experiment that cannot be run to its greatest depth.
///
/// # Errors
/// A game that cannot be searched, or more memory than allowed.
pub fn check(task: &Task) -> Result<()> {
    match read(task)? {
        (game, None) => regions::ask(&game, task.memory),
        (game, Some(limits)) => stay::ask(&game, &limits.tame()?, limits.wells, task.memory),
    }
}

/// Decides and saves who wins at the depths that are one process's part of the search.
///
/// # Errors
/// As [`decide`]; or tame wells only, which one process looks at.
pub fn part(task: &Task, part: Part) -> Result<()> {
    match read(task)? {
        (game, None) => regions::some_depths(&game, part, task.memory, task.watch),
        (game, Some(_)) => Err(Error::input(game.title(), "tame wells in parts", "all wells, or one process")),
    }
}

/// Decides an experiment of method `wells`.
///
/// # Errors
/// A game that cannot be searched, more memory than allowed, or what the watch says.
pub fn decide(task: &Task) -> Result<Decision> {
    match read(task)? {
        (game, None) => among_all(task, &game),
        (game, Some(limits)) => among_tame(task, &game, &limits),
    }
}

/// The least depth of all, by sweeps; where the player wins, a strategy if a short search finds one.
fn among_all(task: &Task, game: &WellGame) -> Result<Decision> {
    let least = least_height(game, 0, task.memory, task.watch)?;
    let mut decision = Decision::default();
    let part = "the least depth in which the player wins";
    let found = match least.height {
        Some(depth) => {
            let here = WellGame { depth, ..game.clone() };
            let most = SITUATIONS.min(reach::most(&here, task.memory));
            if let Reached::Won(strategy) = reach::solve(&here, most, task.memory)? {
                won(task, &strategy, &mut decision)?;
            }
            Verdict::Swept { bound: format!("depth {depth}, the least") }
        }
        None => Verdict::Open { reached: format!("the machine wins to depth {}", game.depth) },
    };
    decision.findings.push(Finding::new(part, "sweep", found));
    decision.tables.push((String::new(), table(game, least)));
    Ok(decision)
}

/// Keeps a strategy, and says that the player wins by it.
fn won(task: &Task, strategy: &Strategy, decision: &mut Decision) -> Result<()> {
    let certificate = Certificate::new(&format!("{}-strategy", task.experiment.id), strategy.text())?;
    let part = format!("the player wins at depth {}", strategy.game.depth);
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
const LOST: &str = "not in tame wells";

/// The least depth in which the player wins who makes tame wells only. He may win in a smaller one by others.
fn among_tame(task: &Task, game: &WellGame, limits: &Limits) -> Result<Decision> {
    let (Limits { holes, bumps, wells }, tame) = (limits, limits.tame()?);
    let bumps: Vec<String> = bumps.iter().map(u32::to_string).collect();
    let bumps = bumps.join(", ");
    let within = format!("who makes only wells with at most {holes} covered holes and {bumps} bumps");
    let mut decision = Decision::default();
    let mut reached = format!("depth {}: a player {within} does not win", game.depth);
    for depth in 0..=game.depth {
        let here = WellGame { depth, ..game.clone() };
        let key = format!("{LOST}: {}", here.title());
        if task.watch.saved(&key).as_deref() == Some(LOST) {
            continue;
        }
        match stay::solve(&here, &tame, *wells, task.memory, task.watch)? {
            Stayed::Lost => task.watch.save(&key, LOST)?,
            Stayed::Unknown => {
                let before = depth.checked_sub(1).map_or("no depth".to_string(), |depth| format!("depth {depth}"));
                reached =
                    format!("{before}: a player {within} does not win; at depth {depth} there are more than {wells}");
                break;
            }
            Stayed::Won(strategy) => {
                won(task, &strategy, &mut decision)?;
                reached = format!(
                    "depth {depth}, where the player wins, by a certificate; one {within} wins in none of fewer rows"
                );
                break;
            }
        }
    }
    let found = Verdict::Open { reached };
    decision.findings.push(Finding::new("the least depth in which the player wins", "tame wells", found));
    Ok(decision)
}
