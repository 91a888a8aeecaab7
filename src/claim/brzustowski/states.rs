//! How many states a well has, and how many of them play reaches.
use super::natural::Natural;
use super::{number_or, table};
use crate::claim::{Decision, Finding, Task, Verdict};
use crate::error::{Error, Result};
use crate::game::wells::{Movement, Mover, PieceSet, Well};
use rayon::prelude::*;
use std::collections::HashSet;

/// What [`state_count`] takes.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Parameters {
    /// The well of the text: columns and rows.
    well: (u8, u32),
    /// Wells whose fillings are listed one by one.
    listed: Vec<(u8, u32)>,
    /// Wells whose reachable states are counted under each rule.
    reached: Vec<(u8, u32)>,
}

/// The most cells of a well whose fillings are listed.
const MOST_CELLS: u32 = 24;
/// The most states of a well of which the reachable ones are counted.
const MOST_STATES: u32 = 3_000_000;
const SEVEN: &str = "OITJLSZ";

/// The number of states of a well: the sum of (2^w - 2)^h over the heights h from 0 to the depth, since a state of height
/// h is a choice of h rows, none of them empty or full.
pub fn state_count(task: &Task) -> Result<Decision> {
    let Parameters { well: (width, depth), listed, reached } = task.experiment.parameters(task.scale)?;
    check(task, (width, depth), &listed, &reached)?;
    let states = count(width, depth);
    let cells = u32::from(width) * depth;
    let all = Natural::power(2, cells);
    let share = (0..=1000_u32).rev().find(|k| all.times(*k, 0) <= states.times(1000, 0)).unwrap_or(0);
    let part = format!("a well of {width} columns and {depth} rows has at most 2^{cells} states, and slightly fewer");
    let excess = (states >= all).then(|| format!("{states} states"));
    let verdict = Verdict::tried(format!("this well: exactly {states} states"), excess);
    let said = format!(
        "a state of height h is a choice of h rows, none of them empty or full, so there are sum (2^w - 2)^h for h = 0 to d. \
         Of 1000 fillings of the box at least {share} are states, fewer than {} are",
        share + 1
    );
    let situations = Finding::new(
        "situations: a state with one of seven lookahead pieces",
        "closed formula",
        Verdict::Swept { bound: format!("this well: exactly {} situations", states.times(7, 0)) },
    );
    let mut rows = vec![row((width, depth), &states, "formula", None)];
    let mut findings = vec![Finding::new(part, "closed formula", verdict).note(said), situations];
    findings.push(one_by_one(&listed, &mut rows));
    findings.push(by_play(task, &reached, &mut rows)?);
    let title =
        "States of wells: no full row, no empty row below another; reached: from the empty well by the seven pieces";
    let table = table(title, "width depth states situations counted_by reached", rows);
    Ok(Decision { findings, tables: vec![(String::new(), table)], ..Decision::default() })
}

fn check(task: &Task, well: (u8, u32), listed: &[(u8, u32)], reached: &[(u8, u32)]) -> Result<()> {
    let wrong = |(width, depth): &(u8, u32), right: String| {
        Err(Error::input(&task.experiment.source, format!("a well of {width} columns and {depth} rows"), right))
    };
    let mut all = listed.iter().chain(reached).chain([&well]);
    if let Some(one) = all.find(|(width, depth)| !(1..=16).contains(width) || *depth > 1000) {
        return wrong(one, "1 to 16 columns, at most 1000 rows".into());
    }
    if let Some(one) = listed.iter().find(|(width, depth)| u32::from(*width) * depth > MOST_CELLS) {
        return wrong(one, format!("at most {MOST_CELLS} cells where fillings are listed"));
    }
    let most = Natural::from(MOST_STATES);
    match reached.iter().find(|(width, depth)| count(*width, *depth) > most) {
        Some(one) => wrong(one, format!("at most {MOST_STATES} states where play is looked at")),
        None => Ok(()),
    }
}

/// The closed formula, by Horner's rule: 1 + b (1 + b (1 + ..)) with b = 2^w - 2.
fn count(width: u8, depth: u32) -> Natural {
    let rows = (1_u32 << width) - 2;
    (0..depth).fold(Natural::from(1), |sum, _| sum.times(rows, 1))
}

fn row((width, depth): (u8, u32), states: &Natural, counted: &str, reached: Option<usize>) -> Vec<String> {
    super::row![width, depth, states, states.times(7, 0), counted, number_or(reached, "")]
}

/// Every filling of small boxes, looked at one by one.
fn one_by_one(listed: &[(u8, u32)], rows: &mut Vec<Vec<String>>) -> Finding {
    let mut wrong = None;
    for &(width, depth) in listed {
        let found = fillings(width, depth);
        let formula = count(width, depth);
        if Natural::from(found) != formula {
            wrong = wrong.or(Some(format!("width {width}, depth {depth}: {found} states, by the formula {formula}")));
        }
        rows.push(row((width, depth), &formula, "one by one", None));
    }
    let bound = format!("every filling of boxes (width, depth) {}", shown(listed));
    Finding::new("the formula counts the states", "every filling of a box", Verdict::tried(bound, wrong)).supporting()
}

/// The fillings of a box with no full row, and no empty row below a row that is not empty.
fn fillings(width: u8, depth: u32) -> u32 {
    let full = (1_u32 << width) - 1;
    let state = |cells: &u32| {
        let row = |row: u32| cells >> (row * u32::from(width)) & full;
        let whole = (0..depth).all(|at| row(at) != full);
        whole && (1..depth).all(|at| row(at) == 0 || row(at - 1) != 0)
    };
    (0..1_u32 << (u32::from(width) * depth)).filter(state).count() as u32
}

/// The states that play reaches from the empty well with the seven pieces, under each rule.
fn by_play(task: &Task, sizes: &[(u8, u32)], rows: &mut Vec<Vec<String>>) -> Result<Finding> {
    task.watch.begin("reachable states", (sizes.len() * Movement::ALL.len()) as u64, "wells");
    let mut same = true;
    for &(width, depth) in sizes {
        let mut before = None;
        for rule in Movement::ALL {
            let found = reached(width, depth as usize, rule)?;
            same &= before.is_none_or(|before| before == found);
            before = Some(found);
            rows.push(row((width, depth), &count(width, depth), rule.word(), Some(found)));
            task.watch.advance(1);
        }
    }
    let verdict = Verdict::Swept { bound: format!("wells (width, depth) {}", shown(sizes)) };
    let note = if same { "the four rules reach equally many" } else { "the rules do not reach equally many" };
    Ok(Finding::new("how many states play reaches: the table", "every play", verdict).supporting().note(note))
}

fn reached(width: u8, depth: usize, rule: Movement) -> Result<usize> {
    let pieces = PieceSet::parse(SEVEN)?;
    let movers: Vec<Mover> = pieces.pieces().iter().map(|piece| Mover::new(piece, rule)).collect();
    let mut open = vec![Well::empty(width)?];
    let mut seen: HashSet<Well> = open.iter().cloned().collect();
    while !open.is_empty() {
        let after = |well: &Well| -> Vec<Well> {
            let places = movers.iter().flat_map(|mover| mover.placements(well).into_iter().map(move |at| (mover, at)));
            places.map(|(mover, at)| mover.place(well, at).0).filter(|well| well.height() <= depth).collect()
        };
        let next: Vec<Well> = open.par_iter().flat_map_iter(after).collect();
        open = next.into_iter().filter(|well| seen.insert(well.clone())).collect();
    }
    Ok(seen.len())
}

fn shown(sizes: &[(u8, u32)]) -> String {
    let words: Vec<String> = sizes.iter().map(|(width, depth)| format!("({width}, {depth})")).collect();
    words.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_formula_and_the_boundary() {
        assert_eq!(count(1, 9), Natural::from(1), "a row of one cell is empty or full");
        assert_eq!(count(10, 0), Natural::from(1));
        assert_eq!(count(3, 2), Natural::from(1 + 6 + 36));
        for (width, depth) in [(1, 5), (2, 6), (3, 4), (4, 3), (12, 1)] {
            assert_eq!(Natural::from(fillings(width, depth)), count(width, depth));
        }
        assert!(count(10, 20) < Natural::power(2, 200));
        assert!(count(10, 20) > Natural::power(1022, 20));
    }

    /// Width 1: a bar goes at once. Width 2: pieces have 4 cells and rows 2, so the number of full cells stays even; a
    /// square goes at once, every other piece leaves two rows or more in an empty well, and a kink, an elbow and a tee
    /// leave each of the four states of two rows.
    #[test]
    fn reachable_states_by_hand() {
        for rule in Movement::ALL {
            assert_eq!(reached(1, 4, rule).unwrap(), 1);
            assert_eq!(reached(2, 0, rule).unwrap(), 1);
            assert_eq!(reached(2, 1, rule).unwrap(), 1);
            assert_eq!(reached(2, 2, rule).unwrap(), 1 + 4);
        }
    }
}
