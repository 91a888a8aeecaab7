//! Sums of piles when the last move loses.
use crate::claim::misere::{row, table};
use crate::claim::{Certificate, Decision, Finding, Task, Verdict};
use crate::error::{Error, Result};
use crate::game::Play;
use crate::game::pile::sections;
use crate::solve::misere::{Budget, Listed};
use crate::solve::values::{MOST_POSITIONS, evaluate};
use serde::Deserialize;

/// The most balls.
const MOST_BALLS: u64 = 12;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Given {
    /// All piles with at most so many balls.
    balls: u64,
}

/// Who wins sums of piles, taken from the top or from both ends, when the last move loses.
pub fn misere_sums(task: &Task) -> Result<Decision> {
    let Given { balls } = task.experiment.parameters(task.scale)?;
    if !(2..=MOST_BALLS).contains(&balls) {
        let place = format!("{} [parameters]", task.experiment.source);
        return Err(Error::input(place, format!("balls = {balls}"), format!("a number from 2 to {MOST_BALLS}")));
    }
    let piles: Vec<String> = compositions(balls).iter().map(|sections| super::pile(sections)).collect();
    let of = format!("piles of at most {balls} balls");
    let mut decision = Decision::default();
    let mut rows = Vec::new();
    for (game, taken) in [("pile", "the top"), ("double-ended", "both ends")] {
        let part = format!("balls taken from {taken}: who wins every sum of {of} when the last move loses");
        let Some(found) = Listed::find(game, &piles, Budget::default())? else {
            decision.findings.push(Finding::new(part, "misere quotients", Verdict::Open { reached: of.clone() }));
            continue;
        };
        let certificate = Certificate::new(&format!("misere-{game}"), found.certificate())?;
        decision.findings.push(Finding::entailed(part, certificate.goal(), &[&certificate])?.note(of.clone()));
        decision.findings.push(heaps(game, taken, &piles, &found, &of)?);
        rows.push(row(&certificate, &of));
        decision.certificates.push(certificate);
    }
    decision.tables.push((String::new(), table(rows)));
    Ok(decision)
}

/// All lists of sections with so many balls.
fn compositions(balls: u64) -> Vec<Vec<u64>> {
    match balls {
        0 => vec![Vec::new()],
        _ => (1..=balls)
            .flat_map(|top| compositions(balls - top).into_iter().map(move |s| [s, vec![top]].concat()))
            .collect(),
    }
}

/// Whether the element of each pile is that of the heaps that the rule names.
fn heaps(game: &str, taken: &str, piles: &[String], found: &Listed, of: &str) -> Result<Finding> {
    let part = format!(
        "balls taken from {taken}: in sums a pile counts as the heap of its Grundy value, and as two heaps of 2 beside it if \
         that is at most 1 and some section has more than one ball"
    );
    let starts: Vec<&str> = piles.iter().map(String::as_str).collect();
    let mut values: Vec<(String, u64)> = evaluate(game, Play::Grundy, &starts, MOST_POSITIONS)?.into_iter().collect();
    values.sort();
    let heap = |size: u64| if size == 0 { "()".to_string() } else { format!("({size})") };
    let mut broken = None;
    for (position, value) in &values {
        let pair = *value <= 1 && sections(game, position)?.iter().any(|&section| section > 1);
        let heaps = [*value].into_iter().chain([2, 2].into_iter().filter(|_| pair));
        let element = found.monoid.product(heaps.map(|size| found.elements[&heap(size)]));
        if broken.is_none() && element != found.elements[position] {
            broken = Some(position.clone());
        }
    }
    let finding = Finding::new(part, "every pile", Verdict::tried(format!("{} {of}", values.len()), broken));
    Ok(finding.theorem("misere_heaps").theorem("misere_piles").note(
        "so the player to move loses a sum if all sections are one ball and their number is odd, or if not all are and the \
         nim-sum of the Grundy values is 0; and wins else",
    ))
}
