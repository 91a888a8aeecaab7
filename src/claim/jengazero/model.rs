//! The static tower, against what the authors' program says of 276 towers (sections 4.1 to 4.3).
use super::table;
use crate::arena::{BUFFER, Embedding, Model, Tower};
use crate::claim::{Decision, Finding, Task, Verdict, library};
use crate::error::{Error, Result};
use serde::Deserialize;

/// What is said of a tower.
#[derive(Deserialize)]
struct Known {
    blocks: Vec<[Option<[f64; 4]>; 3]>,
    com_xy: Vec<[f64; 2]>,
    raw: Vec<f64>,
    falls: Vec<bool>,
    logp: f64,
    removes: Vec<(usize, usize)>,
    places: Vec<usize>,
    layer_types: [usize; 4],
    nim: Vec<f64>,
    basic: Vec<f64>,
}

/// Nothing to choose.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Nothing {}

/// What is compared: the name, and the largest difference over all towers.
type Compared = [(&'static str, f64); 8];

/// The largest difference that is put down to the order of additions.
const CLOSE: f64 = 1e-9;

/// The tower model, tower by tower.
///
/// # Errors
/// A reference file that is none.
pub fn tower_model(task: &Task) -> Result<Decision> {
    let Nothing {} = task.experiment.parameters(task.scale)?;
    let (mut towers, mut largest): (usize, Option<Compared>) = (0, None);
    for line in library::reference_text("jengazero/towers.jsonl")?.lines() {
        let wrong = |what: String| Error::input("jengazero/towers.jsonl", what, "a tower with its numbers");
        let known: Known = serde_json::from_str(line).map_err(|error| wrong(error.to_string()))?;
        let found = compare(&known)?;
        towers += 1;
        largest = Some(largest.map_or(found, |most| std::array::from_fn(|i| (found[i].0, found[i].1.max(most[i].1)))));
    }
    let largest = largest.ok_or_else(|| Error::input("jengazero/towers.jsonl", "no line", "towers"))?;
    let domain = format!("all {towers} towers that its authors' program described");
    let finding = |&(name, difference): &(&str, f64)| {
        let found = match difference <= CLOSE {
            true => Verdict::Exhausted { domain: domain.clone() },
            false => Verdict::Refuted { counterexample: format!("a difference of {difference:e}") },
        };
        Finding::new(format!("{name}: as the authors' program has it, to 1e-9"), "the model, tower by tower", found)
    };
    let spacing = Verdict::Differs {
        cells: vec!["distance of the levels: printed .075, the thickness of a block is printed as .015".to_string()],
        count: 1,
        holds: "the program puts the levels .015 apart; heights play no part in what stands".to_string(),
        certificates: Vec::new(),
    };
    let mut findings: Vec<Finding> = largest.iter().map(finding).collect();
    findings.push(Finding::new("the levels lie .075 apart", "comparison of the printed sizes", spacing));
    let rows = largest.iter().map(|(name, difference)| vec![name.to_string(), format!("{difference:.1e}")]).collect();
    Ok(Decision {
        findings,
        tables: vec![(
            String::new(),
            table("Largest differences from the authors' program", &["what", "largest_difference"], rows),
        )],
        ..Decision::default()
    })
}

fn apart(ours: &[f64], theirs: &[f64]) -> f64 {
    if ours.len() != theirs.len() {
        return f64::INFINITY;
    }
    ours.iter().zip(theirs).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
}

/// 0 if both are the same, else 1.
fn same<T: PartialEq>(ours: T, theirs: T) -> f64 {
    f64::from(u8::from(ours != theirs))
}

fn compare(known: &Known) -> Result<Compared> {
    let without_height = |slot: Option<[f64; 4]>| slot.map(|[x, y, _, yaw]| [x, y, yaw]);
    let blocks: Vec<_> = known.blocks.iter().map(|level| level.map(without_height)).collect();
    let tower = Tower::from_blocks(Model::default(), &blocks)?;
    let centres: Vec<f64> = (0..tower.height()).flat_map(|level| tower.centre(level)).collect();
    let distances: Vec<f64> = (0..tower.height() - 1).map(|level| tower.distance(level)).collect();
    let embedded = |embedding: Embedding| {
        let mut numbers = Vec::new();
        embedding.write(&tower, BUFFER, &mut numbers);
        numbers
    };
    Ok([
        ("centres of mass of the subtowers", apart(&centres, &known.com_xy.concat())),
        ("signed distances to the hulls", apart(&distances, &known.raw)),
        ("whether the tower has fallen", same(!tower.is_stable(), known.falls.contains(&true))),
        ("logarithm of the chance to hold", apart(&[tower.log_chance()], &[known.logp])),
        ("legal removals", same(tower.removals().collect::<Vec<_>>(), known.removes.clone())),
        ("legal places", same(tower.places().collect::<Vec<_>>(), known.places.clone())),
        ("counts of the types of level", same(tower.level_types(), known.layer_types)),
        (
            "basic and Nim embedding",
            apart(
                &[embedded(Embedding::Basic), embedded(Embedding::Nim)].concat(),
                &[&known.basic[..], &known.nim].concat(),
            ),
        ),
    ])
}
