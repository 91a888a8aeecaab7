//! The method `jenka`: every tower that arises from some starts, counted ply by ply with its Grundy value.
use super::{Decision, Finding, Task, Verdict};
use crate::error::{Error, Result};
use crate::report::figure::{Curve, Curves, Figure, Panel};
use crate::report::table::Table;
use crate::solve::towers::jenka::growth::{Ply, Totals, plies};
use crate::solve::towers::jenka::{Packing, Removal, Rules};
use serde::Deserialize;

/// Starts with equal rules: all from `from` to `to` full levels.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Starts {
    /// Blocks a level.
    pub k: u32,
    /// The fewest full levels; 1 if left out.
    #[serde(default = "one")]
    pub from: usize,
    /// The most full levels.
    pub to: usize,
    /// `official`, or `any`: a block may be taken from any level below the top.
    #[serde(default = "official")]
    pub rule: String,
    /// Whether semi-stable towers stand, too.
    #[serde(default)]
    pub semi_stable: bool,
}

fn one() -> usize {
    1
}

fn official() -> String {
    Removal::Official.word().to_string()
}

impl Starts {
    /// The rules of play.
    ///
    /// # Errors
    /// A rule or a number of blocks that is none.
    pub fn rules(&self) -> Result<Rules> {
        let wrong = || Error::input("rule", format!("'{}'", self.rule), "official or any");
        let rule = Removal::from_word(&self.rule).ok_or_else(wrong)?;
        Rules { slots: self.k, rule, semi_stable: self.semi_stable }.check()
    }
}

/// One start with all that was counted.
pub struct Counted {
    /// The rules of play.
    pub rules: Rules,
    /// The full levels at the start.
    pub levels: usize,
    /// What each ply came to.
    pub plies: Vec<Ply>,
}

impl Counted {
    fn name(&self) -> [String; 4] {
        let Rules { slots, rule, semi_stable } = self.rules;
        [slots.to_string(), self.levels.to_string(), rule.word().to_string(), semi_stable.to_string()]
    }

    /// The totals of all plies.
    pub fn totals(&self) -> Totals {
        Totals::of(&self.plies)
    }
}

/// Every start by itself: the rules of play and the full levels.
fn one_by_one(starts: &[Starts]) -> Result<Vec<(Rules, usize)>> {
    let mut all = Vec::new();
    for one in starts {
        let rules = one.rules()?;
        if one.from == 0 || one.from > one.to {
            let what = format!("from {} to {}", one.from, one.to);
            return Err(Error::input("full levels", what, "two numbers from 1 on, the larger one last"));
        }
        for levels in one.from..=one.to {
            Packing::new::<u128>(rules, levels)?;
            if all.contains(&(rules, levels)) {
                let what = format!("k = {}, {levels} full levels, rule {} twice", one.k, one.rule);
                return Err(Error::input("starts", what, "each start once"));
            }
            all.push((rules, levels));
        }
    }
    Ok(all)
}

/// Counts all starts.
///
/// # Errors
/// A start out of range or given twice, more memory than allowed, what the system says.
pub fn count(task: &Task, starts: &[Starts]) -> Result<Vec<Counted>> {
    let counted = |(rules, levels)| {
        let plies = plies(rules, levels, task.watch, task.memory)?;
        Ok(Counted { rules, levels, plies })
    };
    one_by_one(starts)?.into_iter().map(counted).collect()
}

/// The starts, a line each.
pub fn totals_table(counted: &[Counted]) -> Table {
    let row = |one: &Counted| {
        let totals = one.totals();
        let numbers = [totals.positions, totals.edges, totals.terminals, totals.max_ply as u64];
        let ends = [totals.winner().to_string(), totals.grundy.to_string()];
        one.name().into_iter().chain(numbers.map(|number| number.to_string())).chain(ends).collect()
    };
    let header =
        ["k", "full_levels", "rule", "semi_stable", "positions", "edges", "terminals", "max_ply", "winner", "grundy"];
    Table {
        title: "Towers of Jenka_k that arise from n full levels, up to mirror in each axis".to_string(),
        header: header.map(String::from).to_vec(),
        rows: counted.iter().map(row).collect(),
    }
}

/// The plies of every start, a line each.
pub fn plies_table(counted: &[Counted]) -> Table {
    let rows = counted.iter().flat_map(|one| {
        one.plies.iter().enumerate().map(|(number, ply)| {
            let numbers = [number as u64, ply.positions, ply.edges, ply.terminals].map(|number| number.to_string());
            one.name().into_iter().chain(numbers).collect()
        })
    });
    let header = ["k", "full_levels", "rule", "semi_stable", "ply", "positions", "edges", "terminals"];
    Table {
        title: "Towers of Jenka_k by the number of moves made, up to mirror in each axis".to_string(),
        header: header.map(String::from).to_vec(),
        rows: rows.collect(),
    }
}

/// How many towers of every ply have each Grundy value that occurs in it.
pub fn values_table(counted: &[Counted]) -> Table {
    let mut rows = Vec::new();
    for one in counted {
        for (number, ply) in one.plies.iter().enumerate() {
            for (value, towers) in ply.histogram.iter().enumerate().filter(|(_, towers)| **towers > 0) {
                let numbers = [number as u64, value as u64, *towers].map(|number| number.to_string());
                rows.push(one.name().into_iter().chain(numbers).collect());
            }
        }
    }
    let header = ["k", "full_levels", "rule", "semi_stable", "ply", "grundy", "positions"];
    Table {
        title: "Grundy values of the towers of Jenka_k by the number of moves made, up to mirror in each axis"
            .to_string(),
        header: header.map(String::from).to_vec(),
        rows,
    }
}

/// How the number of towers grows with the full levels at the start.
pub fn growth_figure(counted: &[Counted]) -> Figure {
    let mut panels: Vec<Panel> = Vec::new();
    for one in counted {
        let title = match (one.rules.semi_stable, one.rules.rule) {
            (true, _) => "semi-stable towers stand",
            (false, Removal::Any) => "from any level below the top",
            (false, _) => "the official rules",
        };
        let known = panels.iter().position(|panel| panel.title == title);
        let at = known.unwrap_or_else(|| {
            panels.push(Panel { title: title.to_string(), curves: Vec::new() });
            panels.len() - 1
        });
        let curves = &mut panels[at].curves;
        let name = format!("k = {}", one.rules.slots);
        let point = (one.levels as f64, one.totals().positions as f64);
        match curves.iter_mut().find(|curve| curve.name == name) {
            Some(curve) => curve.points.push(point),
            None => curves.push(Curve { name, points: vec![point], bars: Vec::new() }),
        }
    }
    Figure::Curves(Curves {
        title: "Towers of Jenka_k that arise from n full levels, up to mirror".to_string(),
        across: "full levels at the start".to_string(),
        up: "towers".to_string(),
        logarithmic: true,
        panels,
        ..Curves::default()
    })
}

/// What was counted, in words.
pub fn reached(counted: &[Counted]) -> String {
    let mut parts: Vec<(String, usize, usize)> = Vec::new();
    for one in counted {
        let [slots, _, rule, semi] = one.name();
        let rule = if rule == "any" { ", any level" } else { "" };
        let name = format!("k = {slots}{rule}{}", if semi == "true" { ", semi-stable" } else { "" });
        match parts.last_mut() {
            Some((known, _, to)) if *known == name && one.levels == *to + 1 => *to = one.levels,
            _ => parts.push((name, one.levels, one.levels)),
        }
    }
    let part = |(name, from, to): (String, usize, usize)| match from == to {
        true => format!("{name}: n = {to}"),
        false => format!("{name}: n = {from} to {to}"),
    };
    parts.into_iter().map(part).collect::<Vec<_>>().join("; ")
}

/// What the method takes.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Parameters {
    starts: Vec<Starts>,
}

fn starts(task: &Task) -> Result<Vec<Starts>> {
    let Parameters { starts } = task.experiment.parameters(task.scale)?;
    match starts.is_empty() {
        true => Err(Error::input(task.experiment.name(), "starts = []", "at least one start")),
        false => Ok(starts),
    }
}

/// Refuses parameters that the method does not take.
///
/// # Errors
/// A start out of range or given twice.
pub fn check(task: &Task) -> Result<()> {
    one_by_one(&starts(task)?).map(|_| ())
}

/// Counts the starts of an experiment.
///
/// # Errors
/// Wrong parameters, or as [`count`].
pub fn decide(task: &Task) -> Result<Decision> {
    let starts = starts(task)?;
    let counted = count(task, &starts)?;
    let winners = counted.iter().map(|one| {
        let totals = one.totals();
        let Totals { positions, edges, grundy, .. } = totals;
        format!(
            "k = {}, n = {}: the {} player wins, Grundy value {grundy}, {positions} towers, {edges} moves",
            one.rules.slots,
            one.levels,
            totals.winner()
        )
    });
    let bound = winners.collect::<Vec<_>>().join("; ");
    let part = "who wins, and how many towers arise";
    Ok(Decision {
        findings: vec![Finding::new(part, "every tower, ply by ply", Verdict::Swept { bound })],
        tables: vec![
            (String::new(), totals_table(&counted)),
            ("plies".to_string(), plies_table(&counted)),
            ("values".to_string(), values_table(&counted)),
        ],
        ..Decision::default()
    })
}
