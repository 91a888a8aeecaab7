//! Jenka_k without physics: who wins, whether the values follow a pattern, and where physical towers differ.
use super::jenka::spell;
use crate::claim::jenka::Starts;
use crate::claim::played::drawing;
use crate::claim::vector;
use crate::claim::{Certificate, Decision, Finding, Goal, Task, Verdict};
use crate::error::Result;
use crate::game::Play;
use crate::game::jenka_levels::jenka_levels;
use crate::game::vector::VectorPosition;
use crate::report::figure::{Cells, Figure, TowerDrawing, Towers};
use crate::report::table::Table;
use crate::solve::periods::Budget;
use crate::solve::towers::jenka::compare::{Compared, without_physics};
use crate::solve::towers::jenka::form::Law;
use crate::solve::towers::jenka::levels::Levels;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};

/// What [`jenka_laws`] takes.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Laws {
    /// Starts without physics.
    starts: Vec<Starts>,
    /// The numbers of blocks for which a pattern in all values is looked for.
    patterns: Vec<u32>,
    /// The odd numbers of blocks from 5 on for which it is found who wins from every position.
    laws: Vec<u32>,
    /// The most positions that may break a law.
    broken: usize,
    /// Starts of which every tower is compared.
    physical: Vec<Starts>,
}

/// One start without physics: blocks a level, full levels, Grundy value.
type Start = (u32, usize, u8);

/// Physics-free Jenka_k, and physical towers against it.
///
/// # Errors
/// Wrong parameters, a start out of range, or more memory than allowed.
pub fn jenka_laws(task: &Task) -> Result<Decision> {
    let Laws { starts, patterns, laws, broken, physical } = task.experiment.parameters(task.scale)?;
    let mut decision = Decision::default();
    for slots in patterns {
        pattern(task, slots, &mut decision)?;
    }
    let laws = self::laws(task, &laws, broken, &mut decision)?;
    let mut values = Vec::new();
    for one in &starts {
        let mut known = Levels::new(one.k, task.memory)?;
        task.watch.begin(&format!("starts without physics, k = {}", one.k), one.to as u64, "starts");
        for levels in one.from..=one.to {
            values.push((one.k, levels, known.start(levels)?));
            task.watch.advance(1);
        }
    }
    let mut compared = Vec::new();
    for one in &physical {
        let mut known = Levels::new(one.k, task.memory)?;
        for levels in one.from..=one.to {
            let found = without_physics(one.rules()?, levels, &mut known, task.watch, task.memory)?;
            compared.push((one.k, levels, found));
        }
    }
    decision.findings.extend(every_odd(&values));
    decision.findings.push(starts_finding(&values, &laws)?);
    decision.findings.push(agreement(&compared));
    decision.findings.push(difference(&compared));
    decision.tables.push((String::new(), starts_table(&values)));
    decision.tables.push(("physical".to_string(), compared_table(&compared)));
    decision.figures.push((String::new(), grid(&values, &laws)?));
    let drawn: Vec<_> = least(&compared).map(|(slots, tower, values)| surprising(slots, tower, values)).collect();
    if !drawn.is_empty() {
        decision.figures.push((
            "surprising".to_string(),
            Figure::Towers(Towers {
                title: "The smallest towers whose Grundy value physics changes".to_string(),
                towers: drawn,
            }),
        ));
    }
    Ok(decision)
}

/// A pattern in all values of the game without physics, with its certificate, if one is found.
fn pattern(task: &Task, slots: u32, decision: &mut Decision) -> Result<()> {
    let game = jenka_levels(u64::from(slots))?;
    let part = format!("the Grundy values without physics follow a pattern at all positions for k = {slots}");
    let name = format!("jenka-levels-{slots}");
    let (finding, certificate) = vector::pattern(task, part, &name, &game, Play::Grundy, Budget::default())?;
    decision.findings.push(finding);
    decision.certificates.extend(certificate);
    Ok(())
}

/// Who wins without physics from every position, with the certificates, as far as it is found.
fn laws(task: &Task, wanted: &[u32], broken: usize, decision: &mut Decision) -> Result<Vec<(u32, Law)>> {
    let mut found = Vec::new();
    task.watch.begin("who wins without physics from every position", wanted.len() as u64, "numbers of blocks");
    for &slots in wanted {
        let part = format!(
            "who wins without physics, from all but finitely many positions and from n full levels for every n, for k = {slots}"
        );
        decision.findings.push(match Law::find(slots, broken)? {
            Some(law) => {
                let certificate = Certificate::new(&format!("jenka-law-{slots}"), law.certificate())?;
                let finding = Finding::entailed(part, Goal::Facts(vec![law.fact()]), &[&certificate])?;
                decision.certificates.push(certificate);
                found.push((slots, law));
                finding.note("n = x + 1")
            }
            None => {
                let reached = format!("{broken} positions that break the law");
                Finding::new(part, "a sum modulo 8", Verdict::Open { reached })
            }
        });
        task.watch.advance(1);
    }
    Ok(found)
}

/// The start with so many full levels.
fn start(slots: u32, levels: usize) -> Result<VectorPosition> {
    let mut at = vec![0; jenka_levels(u64::from(slots))?.dimension];
    at[0] = levels as u64 - 1;
    Ok(VectorPosition { state: 0, at })
}

/// The starts of one k in words: which are lost by the first player.
fn lost(values: &[Start]) -> Vec<String> {
    let mut widths: Vec<u32> = values.iter().map(|value| value.0).collect();
    widths.dedup();
    let told = |slots: u32| {
        let of: Vec<&Start> = values.iter().filter(|value| value.0 == slots).collect();
        let lost: Vec<String> = of.iter().filter(|value| value.2 == 0).map(|value| value.1.to_string()).collect();
        let most = of.iter().map(|value| value.1).max().unwrap_or(0);
        format!("k = {slots}, n <= {most}: the second player wins n = {}", lost.join(", "))
    };
    widths.into_iter().map(told).collect()
}

/// Whether a start has the winner that its law says; true if there is no law for it.
fn agrees(laws: &[(u32, Law)], (slots, levels, value): &Start) -> Result<bool> {
    let law = laws.iter().find(|(of, _)| of == slots);
    law.map_or(Ok(true), |(_, law)| Ok(law.wins(&start(*slots, *levels)?) == (*value != 0)))
}

/// A sweep that the laws must not contradict; where there is a law, it proves more.
fn starts_finding(values: &[Start], laws: &[(u32, Law)]) -> Result<Finding> {
    let part = "who wins from n full levels without physics, by trying all, is what the certificates say";
    let mut broken = None;
    for value in values {
        if broken.is_none() && !agrees(laws, value)? {
            broken = Some(format!("k = {}, n = {}", value.0, value.1));
        }
    }
    let compared = values.iter().filter(|value| laws.iter().any(|(of, _)| *of == value.0));
    let verdict = match broken {
        Some(counterexample) => Verdict::Refuted { counterexample },
        None => Verdict::Swept { bound: to(compared.map(|value| (value.0, value.1))) },
    };
    let note = format!("for all k: {}", lost(values).join("; "));
    Ok(Finding::new(part, "all positions reached, by memory", verdict).note(note).supporting())
}

/// Who wins without physics for every odd k from 5 on, by theorems; the starts must say the same.
fn every_odd(values: &[Start]) -> [Finding; 2] {
    let odd: Vec<&Start> = values.iter().filter(|(slots, ..)| slots % 2 == 1 && *slots >= 5).collect();
    let tried = |loses: fn(u64, u64) -> bool| {
        let differs = |(slots, levels, value): &&&Start| loses(u64::from(*slots), *levels as u64) != (*value == 0);
        let wrong = odd.iter().find(differs).map(|(slots, levels, _)| format!("k = {slots}, n = {levels}"));
        Verdict::tried(to(odd.iter().map(|value| (value.0, value.1))), wrong)
    };
    let part = "for every odd k >= 5 and every n >= 1 the second player wins from n full levels without physics if and only if \
                n = 1, or n is 0 or k modulo 4";
    let start = tried(|k, n| n == 1 || n.is_multiple_of(4) || n % 4 == k % 4);
    let starts = Finding::new(part, "all positions reached, by memory", start).theorem("jenka_towers_without_physics");
    let part = "for every odd k >= 5, if the levels below the highest full one, on which s blocks lie, are good for k - 2 - s moves \
                at least, the player to move loses without physics if and only if w - 2 s - 2 (k - 1) is 0, 1 or 2 modulo 8; w \
                is twice the least number of moves that use up these levels, plus the number of those that have their \
                middle block and blocks on both sides, one alone on one of them";
    // From one full level no move can be made, and the law says nothing.
    let sum = tried(|k, n| n == 1 || ((n - 1) * (2 * k - 4) + 6 * (k - 1)) % 8 <= 2);
    let law = Finding::new(part, "the starts", sum).theorem("jenka_law");
    [starts, law.note("tried at the starts with n > 1 only")]
}

/// A start whose towers were compared.
type Held = (u32, usize, Compared);

fn agreement(compared: &[Held]) -> Finding {
    let part = "physical towers and the game without physics have the same winner from n full levels";
    let differs = compared.iter().find(|(.., found)| (found.start[0] == 0) != (found.start[1] == 0));
    let verdict = match differs {
        Some((slots, levels, found)) => {
            let [with, without] = found.start;
            let counterexample = format!("k = {slots}, n = {levels}: Grundy value {with}, without physics {without}");
            Verdict::Refuted { counterexample }
        }
        None => Verdict::Swept { bound: starts_words(compared) },
    };
    Finding::new(part, "every tower", verdict)
}

fn starts_words(compared: &[Held]) -> String {
    to(compared.iter().map(|held| (held.0, held.1)))
}

/// How far starts (k, n) go for each k.
fn to(starts: impl Iterator<Item = (u32, usize)>) -> String {
    let mut most: BTreeMap<u32, usize> = BTreeMap::new();
    for (slots, levels) in starts {
        let last = most.entry(slots).or_default();
        *last = levels.max(*last);
    }
    most.iter().map(|(slots, levels)| format!("k = {slots}, n <= {levels}")).collect::<Vec<_>>().join("; ")
}

/// For each k the least tower with another outcome.
fn least(compared: &[Held]) -> impl Iterator<Item = (u32, &[u16], [u8; 2])> {
    let mut done = Vec::new();
    compared.iter().filter_map(move |(slots, _, found)| {
        let (tower, values) = found.least.as_ref()?;
        if done.contains(slots) {
            return None;
        }
        done.push(*slots);
        Some((*slots, tower.as_slice(), *values))
    })
}

fn difference(compared: &[Held]) -> Finding {
    let part = "for k >= 4 some tower in play has another winner than without physics";
    let told = |(slots, tower, [with, without]): (u32, &[u16], [u8; 2])| {
        format!("k = {slots}: {} has Grundy value {with}, without physics {without}", spell(slots, tower))
    };
    let compared: Vec<Held> = compared.iter().filter(|held| held.0 >= 4).cloned().collect();
    let found: Vec<String> = least(&compared).map(told).collect();
    let tried: BTreeSet<u32> = compared.iter().map(|held| held.0).collect();
    let verdict = match found.len() == tried.len() {
        true => Verdict::Swept { bound: starts_words(&compared) },
        false => Verdict::Open { reached: starts_words(&compared) },
    };
    Finding::new(part, "every tower", verdict).note(format!(
        "{}: the first of those with the fewest levels, from the smallest start that has one; towers with a level that does \
         not bear a centred load are not compared; for k = 4 the game without physics is the model of section 4 of \
         carvalho, and carvalho/jenga-4 has more about the two",
        found.join("; ")
    ))
}

fn starts_table(values: &[Start]) -> Table {
    let row = |(slots, levels, value): &Start| {
        let winner = if *value == 0 { "second" } else { "first" };
        vec![slots.to_string(), levels.to_string(), winner.to_string(), value.to_string()]
    };
    Table {
        title: "Jenka_k without physics from n full levels".to_string(),
        header: ["k", "full_levels", "winner", "grundy"].map(String::from).to_vec(),
        rows: values.iter().map(row).collect(),
    }
}

fn compared_table(compared: &[Held]) -> Table {
    let row = |(slots, levels, found): &Held| {
        let counts = [found.towers, found.read, found.differing[0], found.differing[1]].map(|count| count.to_string());
        let starts = found.start.map(|value| value.to_string());
        let least = found.least.as_ref().map_or(String::new(), |(tower, _)| spell(*slots, tower));
        let values =
            found.least.as_ref().map_or([const { String::new() }; 2], |(_, values)| values.map(|v| v.to_string()));
        let names = [slots.to_string(), levels.to_string()];
        names.into_iter().chain(counts).chain(starts).chain([least]).chain(values).collect()
    };
    let header = [
        "k",
        "full_levels",
        "towers",
        "towers_read",
        "outcome_differs",
        "grundy_differs",
        "start_grundy",
        "start_grundy_without_physics",
        "least_tower",
        "its_grundy",
        "its_grundy_without_physics",
    ];
    Table {
        title: "Physical towers of Jenka_k against the game without physics, up to mirror".to_string(),
        header: header.map(String::from).to_vec(),
        rows: compared.iter().map(row).collect(),
    }
}

/// The Grundy values of the starts, a row for each k; where only a law is known, who wins.
fn grid(values: &[Start], laws: &[(u32, Law)]) -> Result<Figure> {
    let mut widths: Vec<u32> = values.iter().map(|value| value.0).collect();
    widths.dedup();
    let most = values.iter().map(|value| value.1).max().unwrap_or(1);
    let value = |slots: u32, levels: usize| {
        values.iter().find(|value| (value.0, value.1) == (slots, levels)).map(|value| u64::from(value.2))
    };
    // A sign of its own for starts that the first player wins, with no value.
    let won = values.iter().map(|value| u64::from(value.2)).max().unwrap_or(0) + 1;
    let mut rows: Vec<Vec<Option<u64>>> =
        widths.iter().map(|&slots| (1..=most).map(|levels| value(slots, levels)).collect()).collect();
    for (slots, row) in widths.iter().zip(&mut rows) {
        let Some((_, law)) = laws.iter().find(|(of, _)| of == slots) else { continue };
        for (column, cell) in row.iter_mut().enumerate().filter(|(_, cell)| cell.is_none()) {
            *cell = Some(if law.wins(&start(*slots, column + 1)?) { won } else { 0 });
        }
    }
    let mut legend: Vec<(u64, String)> = (0..won).map(|value| (value, format!("Grundy value {value}"))).collect();
    legend.push((won, "the first player wins by the law, no value".to_string()));
    Ok(Figure::Cells(Cells {
        title: "Grundy values of Jenka_k without physics from n full levels".to_string(),
        across: "full levels at the start".to_string(),
        down: "blocks a level".to_string(),
        column_labels: (1..=most).map(|levels| levels.to_string()).collect(),
        row_labels: widths.iter().map(u32::to_string).collect(),
        values: rows,
        legend,
        signs: vec![(won, "W".to_string())],
        blank: "not computed".to_string(),
        ..Cells::default()
    }))
}

fn surprising(slots: u32, tower: &[u16], [with, without]: [u8; 2]) -> TowerDrawing {
    drawing(slots, tower, format!("{};Grundy value {with};without physics {without}", spell(slots, tower)))
}
