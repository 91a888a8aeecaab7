//! The claims of zwick, sections 3 and 4, about towers: stability, and what a move is.
use crate::claim::played::{agreeing, drawing, games_table, in_full, played};
use crate::claim::{Certificate, Decision, Finding, Task, Verdict};
use crate::error::Result;
use crate::game::tower::triplet;
use crate::report::figure::{Figure, TowerDrawing};
use crate::report::table::Table;
use crate::solve::tower::lemma;
use crate::solve::tower::play::{Model, Reading};
use crate::solve::tower::sweep::{Count, sweep};
use serde::Deserialize;
use std::collections::BTreeSet;

const CHECKER: &str = "certificate: induction from the top of the tower down";

/// How high the towers of a sweep are.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Heights {
    /// All towers up to this height.
    height: u32,
}

/// How large the starts of full games are.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Starts {
    /// All starts up to this many full levels.
    levels: usize,
}

/// Nothing to choose.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Nothing {}

/// Lemma 3.1: a tower is stable if and only if it is valid.
///
/// # Errors
/// Wrong parameters, or a certificate that the checker refuses.
pub fn stability_lemma(task: &Task) -> Result<Decision> {
    let Heights { height } = task.experiment.parameters(task.scale)?;
    let counts = sweep(height, task.watch)?;
    let certificate = Certificate::new("stability", lemma::stability_certificate())?;
    let spelt: Vec<String> = lemma::semi_stable(3).iter().map(|tower| lemma::spell(tower, "/")).collect();
    let named = lemma::excluded_triples();
    let findings = vec![
        without_example(
            Finding::proved("a tower is stable if and only if it is valid", CHECKER, &[&certificate]),
            &counts,
        )
        .note(swept(&counts)),
        Finding::proved(
            "the towers of two levels that are not stable have a side block alone below, and are not even semi-stable",
            CHECKER,
            &[&certificate],
        ),
        Finding::proved(format!("{} are semi-stable", named.join(", ")), CHECKER, &[&certificate]).note(format!(
            "the semi-stable towers of three levels are {}; those of every height are the towers with no side block \
             alone below such a triple, or below a chain 100/010/100/.../100 of odd length at least 3 or its mirror \
             image",
            spelt.join(", ")
        )),
    ];
    Ok(Decision {
        findings,
        tables: vec![(String::new(), heights_table(&counts))],
        figures: vec![("semi-stable-towers".to_string(), Figure::Towers(semi_stable_drawings(&named)))],
        certificates: vec![certificate],
    })
}

/// The finding itself, or its refutation if the sweep met a tower where valid and stable differ.
fn without_example(finding: Finding, counts: &[Count]) -> Finding {
    match counts.iter().find_map(|count| count.example.clone()) {
        Some(counterexample) => Finding { found: Verdict::Refuted { counterexample }, ..finding },
        None => finding,
    }
}

fn swept(counts: &[Count]) -> String {
    let towers: u64 = counts.iter().map(|count| count.towers).sum();
    format!("also counted tower by tower up to height {}: {towers} towers", counts.len())
}

fn heights_table(counts: &[Count]) -> Table {
    let row = |(count, height): (&Count, usize)| {
        let numbers = [count.towers, count.stable, count.semi_stable, count.valid, count.mismatches, count.outside];
        [height.to_string()].into_iter().chain(numbers.map(|number| number.to_string())).collect()
    };
    let header = ["height", "towers", "stable", "semi_stable", "valid", "mismatches", "valid_not_inside_middle_ninth"];
    Table {
        title: "Towers of three blocks a level by height".to_string(),
        header: header.map(str::to_string).to_vec(),
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
/// Wrong parameters, or a certificate that the checker refuses.
pub fn claim_3_1(task: &Task) -> Result<Decision> {
    let Heights { height } = task.experiment.parameters(task.scale)?;
    let counts = sweep(height, task.watch)?;
    let certificate = Certificate::new("stability", lemma::stability_certificate())?;
    let outside = lemma::on_the_edge(3);
    let main = differs(
        "the centre of mass of every valid tower of three or more levels is in (1/3, 2/3) x (1/3, 2/3)",
        outside.iter().map(|tower| printed_inside(tower)).collect(),
        "it is so from height 4 on; at height 3 it is so but for these two towers, where it is on the boundary. The \
         stability lemma does not suffer",
        &certificate,
    )
    .note(swept(&counts));
    let two = lemma::valid_towers(2);
    let wrong: Vec<String> =
        two.iter().filter(|tower| !lemma::two_levels_inside(tower)).map(|tower| printed_inside(tower)).collect();
    let part = "the centre of mass of every valid tower of two levels is in (1/3, 2/3) x [1/3, 2/3]";
    let pair = if wrong.is_empty() {
        let bound = format!("all {} valid towers of two levels, and there are no others", two.len());
        Finding::new(part, "every tower, one by one", Verdict::Swept { bound })
    } else {
        differs(part, wrong, "it is outside for these", &certificate)
    };
    let single: Vec<String> = lemma::allowed_levels()
        .filter(|&level| !lemma::inside(&[level]))
        .map(|level| printed_inside(&[level]))
        .collect();
    let step = differs(
        "the centre of mass of every level but 100 and 001 is in (1/3, 2/3) x (1/3, 2/3)",
        single,
        "it is in the closed square, and on its boundary for these; an average with a point strictly inside is still \
         strictly inside, so the induction goes through",
        &certificate,
    );
    Ok(Decision {
        findings: vec![main, pair, step],
        tables: vec![(String::new(), heights_table(&counts))],
        certificates: vec![certificate],
        ..Decision::default()
    })
}

/// A part that is proved if nothing differs from print.
fn differs(part: &str, cells: Vec<String>, holds: &str, certificate: &Certificate) -> Finding {
    if cells.is_empty() {
        return Finding::proved(part, CHECKER, &[certificate]);
    }
    let certificates = vec![certificate.name.clone()];
    Finding::new(
        part,
        CHECKER,
        Verdict::Differs { count: cells.len() as u64, cells, holds: holds.to_string(), certificates },
    )
}

fn printed_inside(tower: &[u16]) -> String {
    let [x, y] = lemma::centre(tower);
    format!("{}: printed strictly inside, computed ({x}, {y})", lemma::spell(tower, "/"))
}

/// Claim 3.2: the contact of two levels, neither a side block alone, has the middle ninth in its hull.
///
/// # Errors
/// Wrong parameters, or a certificate that the checker refuses.
pub fn claim_3_2(task: &Task) -> Result<Decision> {
    let Nothing {} = task.experiment.parameters(task.scale)?;
    let certificate = Certificate::new("stability", lemma::stability_certificate())?;
    let part = "if two levels are neither 100 nor 001, the hull of their contact contains [1/3, 2/3] x [1/3, 2/3]";
    let pairs = lemma::allowed_levels().count().pow(2);
    let finding = Finding::proved(part, CHECKER, &[&certificate]).note(format!("{pairs} pairs of levels"));
    Ok(Decision { findings: vec![finding], certificates: vec![certificate], ..Decision::default() })
}

/// Section 4: three types of move, and a tower in play is its triplet.
///
/// # Errors
/// Wrong parameters, a game that needs more memory than allowed, or a certificate that the checker refuses.
pub fn move_types(task: &Task) -> Result<Decision> {
    let Starts { levels } = task.experiment.parameters(task.scale)?;
    let model = Model { read: triplet, options: triplet_options };
    let played = played(task, levels, &model)?;
    let certificate = Certificate::new("move-types", lemma::moves_certificate())?;
    let proved = |part: &str| agreeing(Finding::proved(part, CHECKER, &[&certificate]), &played);
    let types = "every legal move is of type I-I, II- or -I- and does to (x, y, z) what section 4 says; a type is \
                 available if and only if x (or y) is positive";
    let findings = vec![
        proved(types).note(format!("{}; options and Grundy values are those of the triplet", in_full(&played))),
        proved("in every tower that arises in play the top or the second level is full, so none is semi-stable"),
        proved("it does not matter from which level a block is taken for a type of move, nor where on top it is put"),
    ];
    let title = "The full game of Jenga against the triplets (x, y, z)";
    Ok(Decision {
        findings,
        tables: vec![(String::new(), games_table(title, &played))],
        certificates: vec![certificate],
        ..Decision::default()
    })
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
