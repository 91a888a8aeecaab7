//! How many towers of Jenka_k arise from n full levels, and how fast that number grows: counts, bounds and the rate of
//! `docs/notes/jenka-growth.md`.
use crate::claim::{Decision, Finding, Task, Verdict};
use crate::error::{Error, Result};
use crate::report::figure::{Curve, Curves, Figure, Panel};
use crate::report::table::Table;
use crate::solve::towers::jenka::numbers::{self, arising};
use serde::Deserialize;

/// What [`growth_rate`] takes.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Given {
    /// Pairs (k, n): the towers from 1 to n full levels are counted.
    counted: Vec<(u32, usize)>,
    /// The rates are written down for 3 to so many blocks a level.
    rates: u32,
}

/// How the towers are counted.
const METHOD: &str = "all towers that stand, from the top down, less those that do not arise";

/// The most blocks a level for which a rate is written down: to here its decimals are far from the error of its float.
const MOST_RATES: u32 = 10;

/// The towers that arise from a start.
struct Arising {
    slots: u32,
    full: usize,
    numbers: numbers::Arising,
    /// The bound of the theorem.
    most: u128,
}

impl Arising {
    /// Mirror images counted apart.
    fn towers(&self) -> u128 {
        self.numbers.towers().apart
    }
}

/// How many towers arise, and how fast their number grows with the full levels at the start.
///
/// # Errors
/// Wrong parameters, a start out of range, or more memory than allowed.
pub fn growth_rate(task: &Task) -> Result<Decision> {
    let Given { counted, rates } = task.experiment.parameters(task.scale)?;
    if !(3..=MOST_RATES).contains(&rates) {
        return Err(Error::input(task.experiment.name(), format!("rates = {rates}"), format!("3 to {MOST_RATES}")));
    }
    let mut rows = Vec::new();
    for (slots, to) in counted {
        for full in 1..=to {
            let plies = arising(slots, full, task.watch, task.memory)?;
            let numbers = numbers::Arising::all(&plies).ok_or_else(|| above_words(slots, full))?;
            rows.push(Arising { slots, full, numbers, most: most_towers(slots, full)? });
        }
    }
    Ok(Decision {
        findings: vec![
            at_most(&rows),
            at_least("odd k = 2h + 1 >= 3", "u^(h + 1) > 2", "u^(h + 1) = 2", "jenka_growth_odd"),
            at_least("even k = 2h >= 4", "u^(h + 1) > u + 1", "u^(h + 1) = u + 1", "jenka_growth_even"),
            three(&rows)?,
        ],
        tables: vec![(String::new(), listed(&rows)), ("rates".to_string(), rates_table(rates))],
        figures: vec![(String::new(), picture(&rows))],
        ..Decision::default()
    })
}

/// Row `n` of Pascal's triangle, as far as `most`.
fn choose(n: u32, most: usize) -> Option<Vec<u128>> {
    let mut row = vec![0; most + 1];
    row[0] = 1;
    for _ in 0..n {
        for s in (1..=most).rev() {
            row[s] = u128::checked_add(row[s], row[s - 1])?;
        }
    }
    Some(row)
}

/// The most towers that arise from so many full levels: the coefficient of z^(kn) in T(z) / (1 - A(z)) of the note.
fn most_towers(slots: u32, full: usize) -> Result<u128> {
    let bound = || {
        let (blocks, most) = (slots as usize * full, slots as usize);
        let (tops, left, right) = (choose(slots, most)?, choose((slots - 1) / 2, most)?, choose(slots / 2, most)?);
        let over = |s: usize| tops[s] - left[s] - right[s];
        let mut sequences = vec![1_u128];
        let weighted = |weight: &dyn Fn(usize) -> u128, sequences: &[u128], blocks: usize| {
            let terms = (1..=blocks.min(most)).map(|s| weight(s).checked_mul(sequences[blocks - s]));
            terms.into_iter().try_fold(0_u128, |sum, term| sum.checked_add(term?))
        };
        for m in 1..blocks {
            sequences.push(weighted(&over, &sequences, m)?);
        }
        weighted(&|s| tops[s], &sequences, blocks)
    };
    bound().ok_or_else(|| above_words(slots, full))
}

fn above_words(slots: u32, full: usize) -> Error {
    let what = format!("k = {slots}, n = {full}: a number above 2^128");
    Error::input("towers that arise", what, "fewer blocks a level or full levels")
}

fn at_most(arising: &[Arising]) -> Finding {
    let part = "for k, n >= 1 at most as many towers arise from n full levels of Jenka_k as the coefficient of z^(kn) in \
                T(z) / (1 - A(z)) says, T(z) = (1 + z)^k - 1, A(z) = (1 + z)^k + 1 - (1 + z)^floor((k - 1)/2) - (1 + z)^floor(k/2); and at \
                most (u^k - 1) / (u - 1)^(kn) for every rational u > 1 with u^k <= u^floor((k - 1)/2) + u^floor(k/2)";
    let more = arising.iter().find(|one| one.towers() > one.most).map(named);
    Finding::new(part, METHOD, Verdict::tried(reached(arising), more))
        .theorem("jenka_growth_bound")
        .note("all towers that play reaches are counted, the start among them, and mirror images apart")
}

/// What was counted, in words.
fn reached(arising: &[Arising]) -> String {
    let of_slots = arising.chunk_by(|one, next| one.slots == next.slots);
    let bounds = of_slots.map(|same| format!("k = {}: n <= {}", same[0].slots, same.len()));
    bounds.collect::<Vec<_>>().join("; ")
}

fn named(one: &Arising) -> String {
    format!("{} towers for k = {}, n = {}", one.towers(), one.slots, one.full)
}

/// The exact number for three blocks a level.
fn three(arising: &[Arising]) -> Result<Finding> {
    let mut a: Vec<u128> = vec![1, 1, 4];
    let mut of = |m: usize| {
        while a.len() <= m {
            let [.., x, y, z] = a[..] else { unreachable!("three numbers at least") };
            a.push(z.checked_add(y.checked_mul(3)?)?.checked_add(x)?);
        }
        Some(a[m])
    };
    let (mut other, mut most) = (None, 0);
    for one in arising.iter().filter(|one| one.slots == 3 && one.full >= 2) {
        let number = of(3 * one.full - 4).and_then(|a| a.checked_mul(3)).zip(of(3 * one.full - 6));
        let exact = number.and_then(|(below, full)| below.checked_add(full));
        let exact = exact.ok_or_else(|| Error::input("growth-rate", named(one), "fewer full levels"))?;
        other = other.or((exact != one.towers()).then(|| named(one)));
        most = one.full;
    }
    let part = "from n >= 2 full levels of Jenka_3 arise exactly 3 a(3n - 4) + a(3n - 6) towers, where a(0) = a(1) = 1, \
                a(2) = 4, a(m) = a(m - 1) + 3 a(m - 2) + a(m - 3)";
    let bound = format!("n <= {most}");
    Ok(Finding::new(part, METHOD, Verdict::tried(bound, other)).theorem("jenka_3_towers"))
}

/// That the bound has the right rate of growth. `root` is where that of the bound and that of `condition` meet.
fn at_least(which: &str, condition: &str, root: &str, theorem: &str) -> Finding {
    let part = format!(
        "for {which} the bound has the right rate: for each rational u > 1 with {condition}, at least (u - 1)^(-kn) towers arise \
         from n full levels for all n from some n on"
    );
    let reached = "counts alone do not tell".to_string();
    let limit =
        format!("with the bound, the n-th root of the number tends to (u - 1)^(-k), where u > 1 is the root of {root}");
    Finding::new(part, "", Verdict::Open { reached }).theorem(theorem).note(limit)
}

fn listed(arising: &[Arising]) -> Table {
    let header = ["k", "full_levels", "fitting", "stranded", "towers_apart", "positions", "most_towers"];
    let row = |one: &Arising| {
        let numbers::Arising { fitting, stranded } = one.numbers;
        let numbers = [fitting.apart, stranded.apart, one.towers(), one.numbers.towers().positions, one.most];
        let start = [one.slots.to_string(), one.full.to_string()];
        start.into_iter().chain(numbers.map(|number| number.to_string())).collect()
    };
    Table {
        title: "Towers of Jenka_k that arise from n full levels, and the bound".to_string(),
        header: header.map(String::from).to_vec(),
        rows: arising.iter().map(row).collect(),
    }
}

/// The root u and the rate (u - 1)^(-k), each found by halving and rounded down. Products alone, so that the bits are the same
/// on every machine.
fn rate(slots: u32) -> (f64, f64) {
    let power = |u: f64, exponent: u32| (0..exponent).fold(1.0, |product, _| product * u);
    let is_small = |u: f64| power(u, slots) <= power(u, (slots - 1) / 2) + power(u, slots / 2);
    let (mut low, mut high) = (1.0, 2.0);
    for _ in 0..60 {
        let middle = (low + high) / 2.0;
        if is_small(middle) { low = middle } else { high = middle }
    }
    (low, 1.0 / power(low - 1.0, slots))
}

fn rates_table(most: u32) -> Table {
    let row = |slots: u32| {
        let (root, rate) = rate(slots);
        vec![
            slots.to_string(),
            format!("{:.6}", (root * 1e6).floor() / 1e6),
            format!("{:.2}", (rate * 100.0).floor() / 100.0),
        ]
    };
    Table {
        title: "The limit of the n-th root of the number of towers that arise from n full levels, rounded down"
            .to_string(),
        header: ["k", "root", "growth_rate"].map(String::from).to_vec(),
        rows: (3..=most).map(row).collect(),
    }
}

/// The towers that arise, and beside them the bound, by full levels.
fn picture(arising: &[Arising]) -> Figure {
    let curves = |number: fn(&Arising) -> f64| {
        let of_slots = |same: &[Arising]| Curve {
            name: format!("k = {}", same[0].slots),
            points: same.iter().map(|one| (one.full as f64, number(one))).collect(),
            bars: Vec::new(),
        };
        arising.chunk_by(|one, next| one.slots == next.slots).map(of_slots).collect()
    };
    Figure::Curves(Curves {
        title: "Towers of Jenka_k that arise from n full levels, mirror images counted apart".to_string(),
        across: "full levels at the start".to_string(),
        up: "towers".to_string(),
        logarithmic: true,
        panels: vec![
            Panel { title: "towers that arise".to_string(), curves: curves(|one| one.towers() as f64) },
            Panel { title: "the bound".to_string(), curves: curves(|one| one.most as f64) },
        ],
        ..Curves::default()
    })
}
