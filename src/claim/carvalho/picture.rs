//! Figure 13: a game in which nobody has seen a pattern, as far as the engine goes.
use super::no_pattern::THEOREM;
use crate::claim::{Decision, Finding, Task, Verdict};
use crate::error::{Error, Result};
use crate::game::Play;
use crate::game::named::vector_game;
use crate::game::vector::VectorGame;
use crate::report::figure::{Cells, Figure, Ramp};
use crate::report::table::Table;
use crate::solve::Memory;
use crate::solve::periods::{Answer, Budget, find};
use crate::solve::values::table::ValueTable;
use crate::solve::values::vector::{VALUES, blocks, count};
use rayon::prelude::*;

/// What [`figure_13`] takes.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Parameters {
    /// The sides of the windows whose values are counted, from small to large.
    sides: Vec<usize>,
    /// The side of the window that is drawn cell by cell, and laid over itself.
    drawn: usize,
    /// The longest shift in each coordinate by which it is laid over itself.
    shift: usize,
    /// How many blocks a side the largest window is drawn in.
    blocks: usize,
    /// How hard to search for a pattern.
    search: Budget,
}

/// The game of Figures 12 and 13.
const GAME: &str = "addition (2,-3),(-1,-1),(-3,2)";

/// Value counts, shares of P-positions in blocks, and agreement with itself after a shift: whatever would show a pattern.
pub fn figure_13(task: &Task) -> Result<Decision> {
    let Parameters { sides, drawn, shift, blocks, search } = task.experiment.parameters(task.scale)?;
    let largest = sides.iter().copied().max().unwrap_or(0);
    if sides.contains(&0) || blocks == 0 || largest % blocks != 0 || largest == 0 || shift >= drawn || drawn > 4096 {
        let what = format!("sides {sides:?}, {blocks} blocks, shift {shift}, drawn {drawn}");
        return Err(Error::input(&task.experiment.source, what, "sides that the blocks divide, shift < drawn <= 4096"));
    }
    let game = vector_game(GAME)?;
    task.watch.begin("value counts", sides.iter().map(|&side| (side * side) as u64).sum(), "positions");
    let mut rows = Vec::new();
    for &side in &sides {
        let counts = count(&game, Play::Grundy, &[side, side], task.memory)?;
        let found = counts.iter().enumerate().filter(|&(_, &cells)| cells > 0);
        rows.extend(found.map(|(value, cells)| vec![side.to_string(), value.to_string(), cells.to_string()]));
        task.watch.advance((side * side) as u64);
    }
    let window = dense(&game, drawn, task)?;
    let shifts = agreements(&window, drawn, shift);
    let best = shifts.iter().filter(|shift| shift.by != [0, 0]).max_by(|a, b| a.share().total_cmp(&b.share()));
    let best = best.map_or(String::new(), |best| {
        format!(
            "laid over itself, the window of side {drawn} agrees most after a shift by {:?}: {:.1} %",
            best.by,
            100.0 * best.share()
        )
    });
    let found = match find(&game, Play::Grundy, search, task.memory)? {
        Answer::Unknown(reached) => Verdict::Swept { bound: reached },
        Answer::Proved(pattern) => Verdict::Refuted { counterexample: pattern.words() },
    };
    let part = "is there any pattern? None of finitely many pieces base + N g1 + ... + N gr with one value each; but the value of \
                (0,5k) is the parity of the number of times that 2 divides k + 1";
    let finding = Finding::new(part, "engine and period finder", found).theorem(THEOREM).note(format!(
        "values counted to side {largest}; {best}, where independent values would agree in about 25 %; see the claim no-pattern"
    ));
    let header = |names: [&str; 3]| names.map(String::from).to_vec();
    let title = format!("Grundy values of {GAME}: how often each occurs below a side");
    let counted = Table { title, header: header(["side", "value", "cells"]), rows };
    let figures = vec![
        (String::new(), picture(&window, drawn)),
        ("blocks".to_string(), shares(&game, largest, blocks, task)?),
        ("shifts".to_string(), laid_over(&shifts, shift)),
    ];
    let shifted = Table {
        title: format!(
            "Positions below {drawn} that agree with the one shifted by (across, down), of all that have one"
        ),
        header: ["across", "down", "agree", "of"].map(String::from).to_vec(),
        rows: shifts
            .iter()
            .map(|s| [s.by[0] as u64, s.by[1] as u64, s.agree, s.of].map(|n| n.to_string()).to_vec())
            .collect(),
    };
    let tables = vec![(String::new(), counted), ("shifts".to_string(), shifted)];
    Ok(Decision { findings: vec![finding], tables, figures, ..Decision::default() })
}

/// The window row by row.
fn dense(game: &VectorGame, side: usize, task: &Task) -> Result<Vec<u8>> {
    // The window and the table that it is read from.
    let bytes = (side * side * size_of::<u8>()) as u128;
    task.memory.ask(bytes, "the window that is drawn")?;
    let table = ValueTable::new(game, Play::Grundy, &[side, side], Memory(task.memory.0 - bytes as u64))?;
    let value = |x: usize, y: usize| table.cells()[x * side + y] as u8;
    let row = |y: usize| (0..side).map(|x| value(x, y)).collect::<Vec<u8>>();
    Ok((0..side).into_par_iter().flat_map_iter(row).collect())
}

/// How many positions of a window agree with the position `by` further.
struct Shift {
    by: [usize; 2],
    agree: u64,
    of: u64,
}

impl Shift {
    fn share(&self) -> f64 {
        self.agree as f64 / self.of as f64
    }
}

/// The game is the same after swapping its coordinates, so shifts across by at least as much as down are enough.
fn agreements(window: &[u8], side: usize, longest: usize) -> Vec<Shift> {
    let all: Vec<[usize; 2]> =
        (0..=longest).flat_map(|down| (down..=longest).map(move |across| [across, down])).collect();
    let agreement = |by: [usize; 2]| {
        let row = |y: usize| {
            let here = &window[y * side..(y + 1) * side - by[0]];
            let there = &window[(y + by[1]) * side + by[0]..(y + by[1] + 1) * side];
            here.iter().zip(there).filter(|(a, b)| a == b).count() as u64
        };
        let agree = (0..side - by[1]).map(row).sum();
        Shift { by, agree, of: ((side - by[0]) * (side - by[1])) as u64 }
    };
    all.into_par_iter().map(agreement).collect()
}

fn picture(window: &[u8], side: usize) -> Figure {
    let values = window.chunks(side).map(|row| row.iter().map(|&value| Some(u64::from(value))).collect()).collect();
    let [title, across, down] =
        [format!("Grundy values of {GAME}").as_str(), "first coordinate", "second coordinate"].map(String::from);
    Figure::Cells(Cells { title, across, down, values, ..Cells::default() })
}

/// The share of P-positions in each block, with how far it would stray by chance.
fn shares(game: &VectorGame, side: usize, number: usize, task: &Task) -> Result<Figure> {
    let length = side / number;
    let counted = blocks(game, Play::Grundy, &[side, side], length, task.memory)?;
    let share = |counts: &[u64; VALUES]| counts[0] as f64 / counts.iter().sum::<u64>() as f64;
    let grid: Vec<Vec<Option<f64>>> =
        (0..number).map(|down| (0..number).map(|across| counted.get(&[across, down]).map(share)).collect()).collect();
    let all: Vec<f64> = grid.iter().flatten().flatten().copied().collect();
    let (mean, seen) = spread(&all);
    let chance = (mean * (1.0 - mean)).sqrt() / length as f64;
    let title = format!(
        "Share of P-positions in blocks of {length} x {length}, {GAME}: on average {:.2} %, standard deviation {:.2} %; \
         independent positions would have {:.2} %",
        100.0 * mean,
        100.0 * seen,
        100.0 * chance
    );
    Ok(on_unit_scale(title, "block across", "block down", grid))
}

/// The mean and the standard deviation.
fn spread(all: &[f64]) -> (f64, f64) {
    let count = all.len().max(1) as f64;
    let mean = all.iter().sum::<f64>() / count;
    (mean, (all.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / count).sqrt())
}

fn laid_over(shifts: &[Shift], longest: usize) -> Figure {
    let mut grid = vec![vec![None; longest + 1]; longest + 1];
    for shift in shifts {
        let [across, down] = shift.by;
        grid[down][across] = Some(shift.share());
        grid[across][down] = Some(shift.share());
    }
    let title =
        format!("Share of positions that agree with the one shifted, {GAME}; a period would be a cell of 100 %");
    on_unit_scale(title, "shift across", "shift down", grid)
}

/// Shares on the scale from 0 to 1.
fn on_unit_scale(title: String, across: &str, down: &str, grid: Vec<Vec<Option<f64>>>) -> Figure {
    const PARTS: u64 = 10_000;
    let part = |share: f64| (share * PARTS as f64).round() as u64;
    let values = grid.iter().map(|row| row.iter().map(|share| share.map(part)).collect()).collect();
    let ramp = Ramp { ends: (0, PARTS), logarithmic: false, unit: (PARTS / 100, " %".to_string()) };
    let (across, down) = (across.to_string(), down.to_string());
    Figure::Cells(Cells { title, across, down, values, ramp: Some(ramp), ..Cells::default() })
}
