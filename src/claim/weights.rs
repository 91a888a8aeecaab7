//! Method `weights`: whether the machine wins at every depth because a weight of the rows rises.
use super::{Certificate, Decision, Finding, Task, Verdict};
use crate::error::Result;
use crate::game::wells::{Movement, PieceSet};
use crate::proof::fact::AnyDepth;
use crate::proof::region::wells::WellGame;
use crate::report::table::Table;
use crate::solve::wells::defeats::row_weights::weights::{Sought, Step, Steps, search};
use serde::Deserialize;

/// What the method takes.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Parameters {
    /// The columns.
    width: u8,
    /// The pieces, as `OIT`.
    pieces: PieceSet,
    /// The rule.
    rule: Movement,
    /// How many pieces are shown ahead of the one to be placed.
    lookahead: u8,
    /// How weights are looked for.
    search: Steps,
}

/// The game, and how weights are looked for.
fn read(task: &Task) -> Result<(AnyDepth, Steps)> {
    let Parameters { width, pieces, rule, lookahead, search } = task.experiment.parameters(task.scale)?;
    let game = WellGame::new(width, 1, pieces, rule, lookahead);
    let wells = game.map(|WellGame { pieces, .. }| AnyDepth { width, pieces, rule, lookahead });
    let known = wells.and_then(|wells| search.check(&wells).map(|()| wells));
    Ok((known.map_err(|error| error.within(&task.experiment.source))?, search))
}

/// Refuses an experiment that the method does not take.
///
/// # Errors
/// A well, rule or pieces that no automaton is made for, or numbers out of range.
pub fn check(task: &Task) -> Result<()> {
    read(task).map(|_| ())
}

/// Decides an experiment of method `weights`.
///
/// # Errors
/// As [`check`]; more memory than allowed, or what the watch says.
pub fn decide(task: &Task) -> Result<Decision> {
    let (wells, steps) = read(task)?;
    let sought = search(&wells, &steps, task.memory, task.watch)?;
    let AnyDepth { width, pieces, rule, lookahead } = &wells;
    let game = format!("width {width}, pieces {pieces}, rule {}, lookahead {lookahead}", rule.word());
    let part = format!("the machine wins at every depth: {game}");
    let mut decision = Decision::default();
    decision.tables.push((String::new(), table(&sought.steps, *width, &game)));
    let finding = match sought.certificate {
        Some(text) => {
            let certificate = Certificate::new(&format!("{}-row-weights", task.experiment.id), text)?;
            let finding = Finding::entailed(part, certificate.goal(), &[&certificate])?;
            decision.certificates.push(certificate);
            finding
        }
        None => Finding::new(part, "weights of rows", Verdict::Open { reached: reached(&sought) }),
    };
    decision.findings.push(finding);
    Ok(decision)
}

/// How far the search came that found nothing.
fn reached(sought: &Sought) -> String {
    let Sought { states, moves, steps, .. } = sought;
    let best = steps.iter().max_by_key(|step| step.gain).map_or(0, |step| step.gain);
    format!(
        "{} steps, with {states} states and {moves} moves: the greatest mean gain was {} of the mean weight",
        steps.len(),
        thousandths(best)
    )
}

/// A number of thousandths.
fn thousandths(number: i64) -> String {
    let (sign, size) = (if number < 0 { "-" } else { "" }, number.unsigned_abs());
    format!("{sign}{}.{:03}", size / 1000, size % 1000)
}

/// The steps, with the weight of each row in thousandths of the mean weight.
fn table(steps: &[Step], width: u8, game: &str) -> Table {
    let drawn =
        |row: usize| -> String { (0..width).map(|column| if row >> column & 1 == 1 { '1' } else { '0' }).collect() };
    let kinds = (1 << width) - 1;
    let header = ["step", "gain", "cycle"].map(String::from).into_iter().chain((1..kinds).map(drawn));
    let row = |(number, step): (usize, &Step)| {
        let first = [number.to_string(), thousandths(step.gain), step.cycle.to_string()];
        first.into_iter().chain(step.weights.iter().map(i32::to_string)).collect()
    };
    Table {
        title: format!("Weights of rows, and the mean gain of the machine: {game}"),
        header: header.collect(),
        rows: steps.iter().enumerate().map(row).collect(),
    }
}
