//! The claims of zwick, sections 3 and 4, about towers: stability, and what a move is.
use crate::claim::part::{self, Part, Parts};
use crate::claim::played::{agreeing, drawing, games_table, in_full, played};
use crate::claim::{Certificate, Decision, Fact, Finding, Goal, Task, Verdict};
use crate::error::Result;
use crate::game::tower::triplet;
use crate::game::{self, Game};
use crate::proof::fact::Validity;
use crate::report::figure::{Figure, TowerDrawing, Towers};
use crate::report::table::Table;
use crate::solve::towers::lemma;
use crate::solve::towers::play::{Model, Reading};
use crate::solve::towers::sweep::{Count, sweep};
use serde::Deserialize;
use std::collections::BTreeSet;

/// What [`stability_lemma`] takes.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Lemma {
    /// All towers up to this height are tried.
    height: u32,
    /// What the certificate entails.
    parts: Vec<Part>,
}

/// What [`claim_3_1`] takes.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Inside {
    /// All towers up to this height are tried.
    height: u32,
    /// Definition 3.2.
    validity: Validity,
}

/// What [`move_types`] takes.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Moves {
    /// All starts up to this many full levels are played in full.
    levels: usize,
    /// What the certificate entails.
    parts: Vec<Part>,
}

fn stability() -> Result<Certificate> {
    Certificate::new("stability", lemma::stability_certificate())
}

/// Lemma 3.1: a tower is stable if and only if it is valid.
///
/// # Errors
/// Wrong parameters, or a part that the certificate does not entail.
pub fn stability_lemma(task: &Task) -> Result<Decision> {
    let Lemma { height, parts } = task.experiment.parameters(task.scale)?;
    let counts = sweep(height, task.watch)?;
    let certificates = vec![stability()?];
    let mut findings = part::entailed(parts, &certificates)?;
    let verdict = match counts.iter().find_map(|count| count.example.clone()) {
        Some(counterexample) => Verdict::Refuted { counterexample },
        None => Verdict::Swept { bound: swept(&counts) },
    };
    findings.push(Finding::new("stable and valid are the same", "every tower, one by one", verdict).supporting());
    let title = "The towers of three levels that only just balance".to_string();
    let drawn = Figure::Towers(Towers { title, towers: semi_stable_drawings(&lemma::excluded_triples()) });
    Ok(Decision {
        findings,
        tables: vec![(String::new(), stable_table(&counts))],
        figures: vec![("semi-stable-towers".to_string(), drawn)],
        certificates,
        ..Decision::default()
    })
}

fn swept(counts: &[Count]) -> String {
    let towers: u64 = counts.iter().map(|count| count.towers).sum();
    format!("height {}: {towers} towers", counts.len())
}

fn stable_table(counts: &[Count]) -> Table {
    let header = ["tower_height", "towers", "stable_towers", "semi_stable_towers", "valid_towers", "mismatches"];
    let numbers = |one: &Count| vec![one.towers, one.stable, one.semi_stable, one.valid, one.mismatches];
    heights_table("Stable and valid towers of three blocks a level by height", &header, counts, numbers)
}

fn inside_table(counts: &[Count]) -> Table {
    let header = ["tower_height", "valid_towers", "valid_not_inside_middle_ninth"];
    let title = "Valid towers whose centre of mass is not inside the middle ninth, by height";
    heights_table(title, &header, counts, |one| vec![one.valid, one.outside])
}

fn heights_table(title: &str, header: &[&str], counts: &[Count], numbers: fn(&Count) -> Vec<u64>) -> Table {
    let row = |(count, height): (&Count, u64)| {
        std::iter::once(height).chain(numbers(count)).map(|number| number.to_string()).collect()
    };
    Table {
        title: title.to_string(),
        header: header.iter().map(|name| name.to_string()).collect(),
        rows: counts.iter().zip(1..).map(row).collect(),
    }
}

fn semi_stable_drawings(named: &[String]) -> Vec<TowerDrawing> {
    let mut towers: Vec<(bool, Vec<u16>)> =
        lemma::semi_stable(3).into_iter().map(|tower| (!named.contains(&lemma::spell(&tower, "/")), tower)).collect();
    towers.sort();
    towers
        .into_iter()
        .map(|(unnamed, tower)| {
            let addition = if unnamed { " (not named in print)" } else { "" };
            drawing(3, &tower, format!("{}{addition}", lemma::spell(&tower, "/")))
        })
        .collect()
}

/// Claim 3.1: the centre of mass of a valid tower of at least three levels is strictly inside the middle ninth.
///
/// # Errors
/// Wrong parameters, or a sweep that finds other towers outside than the certificate names.
pub fn claim_3_1(task: &Task) -> Result<Decision> {
    let Inside { height, validity } = task.experiment.parameters(task.scale)?;
    let counts = sweep(height, task.watch)?;
    let certificate = stability()?;
    let last = counts.iter().zip(1..).filter(|(count, _)| count.outside > 0).map(|(_, height)| height).max();
    let from = last.unwrap_or(0).max(2) + 1;
    let outside: Vec<Vec<u16>> = (3..from).flat_map(lemma::on_the_edge).collect();
    let exceptions = outside.iter().map(|tower| lemma::spell(tower, "/")).collect();
    let goal = Goal::Facts(vec![Fact::MiddleNinth { validity, from: from.into(), exceptions }]);
    let cells: Vec<String> = outside.iter().map(|tower| printed_inside(tower)).collect();
    let part = "the centre of mass of every valid tower of three or more levels is in (1/3, 2/3) x (1/3, 2/3)";
    let holds = "it is so from height 4 on; at height 3 it is so but for these two towers, where it is on the boundary. The \
                 stability lemma does not suffer";
    let main = Finding::against_print(part, goal, cells, holds, &[&certificate])?.theorem("zwick_claim_3_1");
    let pairs = tried(
        "the centre of mass of every valid tower of two levels is in (1/3, 2/3) x [1/3, 2/3]",
        lemma::valid_towers(2),
        lemma::two_levels_inside,
        "it is outside for these",
    );
    let levels = tried(
        "the centre of mass of every level but 100 and 001 is in (1/3, 2/3) x (1/3, 2/3)",
        lemma::allowed_levels().map(|level| vec![level]).collect(),
        lemma::inside,
        "it is in the closed square, and on its boundary for these; an average with a point strictly inside is still \
         strictly inside, so the induction goes through",
    );
    let minimises = "of the valid towers of two levels 010/100 alone minimises the y coordinate, which is 1/3";
    let least: Vec<String> = lemma::least_second_coordinate()
        .iter()
        .map(|tower| format!("{} with {}", lemma::spell(tower, "/"), lemma::centre(tower)[1]))
        .collect();
    let found = match least.as_slice() {
        [one] if one == "010/100 with 1/3" => {
            Verdict::Exhausted { domain: "all valid towers of two levels".to_string() }
        }
        _ => Verdict::Refuted { counterexample: least.join(", ") },
    };
    let minimiser = Finding::new(minimises, "every tower, one by one", found);
    Ok(Decision {
        findings: vec![main.note(format!("also counted to {}", swept(&counts))), pairs, minimiser, levels],
        tables: vec![(String::new(), inside_table(&counts))],
        certificates: vec![certificate],
        ..Decision::default()
    })
}

/// A step of the proof of claim 3.1 that speaks of finitely many towers.
fn tried(part: &str, towers: Vec<Vec<u16>>, inside: fn(&[u16]) -> bool, holds: &str) -> Finding {
    let cells: Vec<String> = towers.iter().filter(|tower| !inside(tower)).map(|tower| printed_inside(tower)).collect();
    let (count, holds, certificates) = (cells.len() as u64, holds.to_string(), Vec::new());
    let verdict = match count {
        0 => Verdict::Exhausted { domain: format!("all {}", towers.len()) },
        _ => Verdict::Differs { cells, count, holds, certificates },
    };
    Finding::new(part, "every tower, one by one", verdict).theorem("zwick_claim_3_1")
}

fn printed_inside(tower: &[u16]) -> String {
    let [x, y] = lemma::centre(tower);
    format!("{}: printed strictly inside, computed ({x}, {y})", lemma::spell(tower, "/"))
}

/// Claim 3.2: the contact of two levels, neither a side block alone, has the middle ninth in its hull.
///
/// # Errors
/// Wrong parameters, or a part that the certificate does not entail.
pub fn claim_3_2(task: &Task) -> Result<Decision> {
    let Parts { parts } = task.experiment.parameters(task.scale)?;
    let certificates = vec![stability()?];
    Ok(Decision { findings: part::entailed(parts, &certificates)?, certificates, ..Decision::default() })
}

/// Section 4: three types of move, and a tower in play is its triplet.
///
/// # Errors
/// Wrong parameters, a game that needs more memory than allowed, or a part that the certificate does not entail.
pub fn move_types(task: &Task) -> Result<Decision> {
    let Moves { levels, parts } = task.experiment.parameters(task.scale)?;
    let played = played(task, levels, &Model { read: triplet, options: triplet_options })?;
    let certificates = vec![Certificate::new("move-types", lemma::moves_certificate())?];
    let findings = part::entailed(parts, &certificates)?.into_iter();
    let findings = findings.map(|finding| agreeing(finding, &played).note(in_full(&played))).collect();
    let title = "The full game of Jenga against the triplets (x, y, z)";
    let figure = Figure::Towers(Towers { title: "A position of a game".to_string(), towers: vec![in_game(18, 15)?] });
    Ok(Decision {
        findings,
        tables: vec![(String::new(), games_table(title, &played))],
        figures: vec![("figure-1".to_string(), figure)],
        certificates,
        ..Decision::default()
    })
}

/// A tower of so many full levels after so many moves, each from another place in the list of legal moves.
fn in_game(levels: usize, moves: usize) -> Result<TowerDrawing> {
    let game = game::tower::Towers::new(3)?;
    let mut tower = game.start(levels)?;
    for number in 0..moves {
        let mut legal = game.moves(&tower);
        let at = number * number * 7 % legal.len().max(1);
        if at < legal.len() {
            tower = legal.swap_remove(at).1;
        }
    }
    let (x, y, z) = triplet(&tower).unwrap_or_default();
    Ok(drawing(3, &tower.levels, format!("{levels} full levels after {moves} moves;triplet ({x},{y},{z})")))
}

/// The moves of a triplet (zwick, section 4).
fn triplet_options((x, y, z): Reading) -> BTreeSet<Reading> {
    let placed = |x: u64, y: u64| if z == 2 { (x + 1, y, 0) } else { (x, y, z + 1) };
    let mut options = BTreeSet::new();
    if x > 0 {
        options.extend([placed(x - 1, y), placed(x - 1, y + 1)]);
    }
    if y > 0 {
        options.insert(placed(x, y - 1));
    }
    options
}
