//! Four vector addition games whose values follow no pattern, each with a line of cells that reads the period-doubling word
//! (section 1.2.2, and the question of Figure 13): `docs/notes/no-pattern.md`.
use crate::claim::{Decision, Finding, Task, Verdict};
use crate::error::{Error, Result};
use crate::game::Play;
use crate::game::addition::{addition, show_moves};
use crate::game::vector::{VectorGame, VectorPosition};
use crate::report::figure::{Cells, Figure, Outline};
use crate::report::table::Table;
use crate::solve::Memory;
use crate::solve::values::table::ValueTable;
use serde::Deserialize;
use std::collections::BTreeSet;

/// The theorem about all four.
pub(in crate::claim) const THEOREM: &str = "addition_no_pattern";

/// What [`no_pattern`] takes.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Parameters {
    /// So many cells of each line are compared with the word.
    line: u64,
    /// The lost positions are compared with the corners below this side.
    side: usize,
    /// The side of the picture.
    drawn: usize,
}

/// A game, a line in its table, and its cells (i, j) in which all four are one game.
struct Skew {
    moves: [[i64; 2]; 3],
    /// The cells k = 0, 1, ... of the line are this times k.
    line: [u64; 2],
    /// The cell of (i, j), if it is one.
    cell: fn(i64, i64) -> [i64; 2],
    /// A cell (i, j) stands for so many positions along each axis, which have the same value.
    wide: [i64; 2],
    /// Whether every position is such a cell; else those whose coordinates differ by a multiple of 5.
    all: bool,
}

const SKEW: [Skew; 4] = [
    Skew {
        moves: [[-3, 1], [-1, 0], [2, -1]],
        line: [0, 1],
        cell: |i, j| [3 * i - 2 * j, j - i],
        wide: [1, 1],
        all: true,
    },
    Skew {
        moves: [[-3, 2], [-1, 0], [2, -2]],
        line: [0, 2],
        cell: |i, j| [3 * i - 2 * j, 2 * (j - i)],
        wide: [1, 2],
        all: true,
    },
    Skew {
        moves: [[-3, 2], [0, -1], [3, -3]],
        line: [3, 0],
        cell: |i, j| [3 * (j - i), 3 * i - 2 * j],
        wide: [3, 1],
        all: true,
    },
    Skew {
        moves: [[-3, 2], [-1, -1], [2, -3]],
        line: [0, 5],
        cell: |i, j| [3 * i - 2 * j, 3 * j - 2 * i],
        wide: [1, 1],
        all: false,
    },
];

/// Whether a set of moves is one of the four, up to swapping the coordinates.
pub(in crate::claim) fn is_without_pattern(moves: &[Vec<i64>]) -> bool {
    let own: BTreeSet<[i64; 2]> = moves.iter().filter_map(|step| step.as_slice().try_into().ok()).collect();
    let same = |other: &Skew, swap: bool| {
        let turned = other.moves.map(|[x, y]| if swap { [y, x] } else { [x, y] });
        turned.into_iter().collect::<BTreeSet<_>>() == own
    };
    own.len() == moves.len() && SKEW.iter().any(|other| same(other, false) || same(other, true))
}

/// Letter k of the period-doubling word: the parity of the number of times that 2 divides k + 1.
fn letter(k: u64) -> u64 {
    u64::from((k + 1).trailing_zeros() % 2)
}

/// How many of the first 0, 1, ... steps belong to letters 1, where a letter 0 is one step and a letter 1 two.
fn aside(steps: usize) -> Vec<i64> {
    let letters = (0..).map(letter);
    let each = letters.flat_map(|letter| std::iter::repeat_n(letter as i64, letter as usize + 1));
    let sums = each.scan(0, |sum, letter| {
        *sum += letter;
        Some(*sum)
    });
    std::iter::once(0).chain(sums).take(steps + 1).collect()
}

/// The lost positions below a side, by the corners.
fn corners(skew: &Skew, side: usize) -> BTreeSet<[u64; 2]> {
    let limit = side as i64;
    let below = |[x, y]: [i64; 2]| (0..limit).contains(&x) && (0..limit).contains(&y);
    // In each of the four i and j are below four times the side.
    let steps = 2 * side;
    let aside = aside(steps);
    let mut lost = BTreeSet::new();
    for m in 0..steps {
        for n in 0..steps {
            let (i, j) = (2 * m as i64 + aside[n], 2 * n as i64 + aside[m]);
            let cell = (skew.cell)(i, j);
            if below(cell) {
                for x in cell[0]..(cell[0] + skew.wide[0]).min(limit) {
                    lost.extend((cell[1]..(cell[1] + skew.wide[1]).min(limit)).map(|y| [x as u64, y as u64]));
                }
            }
        }
    }
    lost
}

fn game(skew: &Skew) -> Result<VectorGame> {
    addition(&skew.moves.map(|step| step.to_vec()))
}

/// The first place where a line does not read the word.
fn misread(skew: &Skew, cells: u64, memory: Memory) -> Result<Option<String>> {
    let game = game(skew)?;
    let size = skew.line.map(|step| (step * cells.saturating_sub(1)) as usize + 1);
    let table = ValueTable::new(&game, Play::Grundy, &size, memory)?;
    let wrong = (0..cells).find(|&k| table.value(0, &skew.line.map(|step| step * k)) != letter(k));
    Ok(wrong.map(|k| format!("{}, cell {k} of the line", game.name)))
}

/// The first position whose loser is not as the corners say.
fn misplaced(skew: &Skew, side: usize, memory: Memory) -> Result<Option<String>> {
    let game = game(skew)?;
    let (table, lost) = (ValueTable::new(&game, Play::Normal, &[side, side], memory)?, corners(skew, side));
    let concerned = |x: &VectorPosition| skew.all || x.at[0].abs_diff(x.at[1]).is_multiple_of(5);
    let differs = |x: &VectorPosition| (table.value(0, &x.at) == 0) != lost.contains(&[x.at[0], x.at[1]]);
    let wrong = table.window().find(|x| concerned(x) && differs(x));
    Ok(wrong.map(|x| format!("{}, {:?}", game.name, x.at)))
}

/// Games whose values follow no pattern.
///
/// # Errors
/// Sizes out of range, or more memory than allowed.
pub fn no_pattern(task: &Task) -> Result<Decision> {
    let Parameters { line, side, drawn } = task.experiment.parameters(task.scale)?;
    if !(1..=1 << 16).contains(&line) || !(1..=1 << 12).contains(&side) || !(1..=256).contains(&drawn) {
        let what = format!("line {line}, side {side}, drawn {drawn}");
        return Err(Error::input(&task.experiment.source, what, "1 to 65536, 1 to 4096, 1 to 256"));
    }
    task.watch.begin("lines and lost positions", SKEW.len() as u64, "games");
    let (mut wrong_line, mut wrong_place) = (None, None);
    for skew in &SKEW {
        wrong_line = wrong_line.or(misread(skew, line, task.memory)?);
        wrong_place = wrong_place.or(misplaced(skew, side, task.memory)?);
        task.watch.advance(1);
    }
    let part = "with each of the four sets of moves of the table every play ends, the value of cell k of the line is the parity of \
                the number of times that 2 divides k + 1, no period of the line begins anywhere, and no finitely many pieces \
                base + N g1 + ... + N gr with one value each hold all positions";
    let lines = Finding::new(part, "engine", Verdict::tried(format!("k < {line}"), wrong_line)).theorem(THEOREM);
    let part = "in coordinates (i, j) in which a move goes to (i - 1, j), (i, j - 1) or (i - 1, j - 1), the lost positions are the \
                (2 m + a(n), 2 n + a(m)) that are positions, where a counts ones in the word in which each 1 is written twice";
    let places = Finding::new(part, "engine", Verdict::tried(format!("coordinates below {side}"), wrong_place));
    let note = "of the last set those positions whose coordinates differ by a multiple of 5";
    Ok(Decision {
        findings: vec![lines, places.supporting().note(note)],
        tables: vec![(String::new(), listed(task.memory)?)],
        figures: vec![(String::new(), picture(&SKEW[0], drawn, task.memory)?)],
        ..Decision::default()
    })
}

/// So many cells of each line are in the table.
const LISTED: u64 = 32;

fn listed(memory: Memory) -> Result<Table> {
    let row = |skew: &Skew| {
        let size = skew.line.map(|step| (step * (LISTED - 1)) as usize + 1);
        let table = ValueTable::new(&game(skew)?, Play::Grundy, &size, memory)?;
        let value = |k: u64| table.value(0, &skew.line.map(|step| step * k)).to_string();
        let word: String = (0..LISTED).map(value).collect();
        let [x, y] = skew.line;
        Ok(vec![show_moves(&skew.moves.map(|step| step.to_vec())), format!("({x},{y})"), word])
    };
    Ok(Table {
        title: "Vector addition games whose values follow no pattern, and the values along a line, one letter a cell"
            .to_string(),
        header: ["vectors", "line_step", "line_values"].map(String::from).to_vec(),
        rows: SKEW.iter().map(row).collect::<Result<_>>()?,
    })
}

/// A corner of the table with the lost positions outlined.
fn picture(skew: &Skew, side: usize, memory: Memory) -> Result<Figure> {
    let game = game(skew)?;
    let table = ValueTable::new(&game, Play::Grundy, &[side, side], memory)?;
    let value = |x: usize, y: usize| table.value(0, &[x as u64, y as u64]);
    let lost = (0..side).flat_map(|y| (0..side).map(move |x| (y, x))).filter(|&(y, x)| value(x, y) == 0);
    Ok(Figure::Cells(Cells {
        title: format!("Grundy values of {}: no pattern, by theorem {THEOREM}", game.name),
        across: "first coordinate".to_string(),
        down: "second coordinate".to_string(),
        values: (0..side).map(|y| (0..side).map(|x| Some(value(x, y))).collect()).collect(),
        outlines: vec![Outline { name: "lost for the player to move".to_string(), cells: lost.collect() }],
        ..Cells::default()
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_word_is_made_by_doubling() {
        let mut word = vec![0];
        while word.len() < 4096 {
            word = word.iter().flat_map(|letter| if *letter == 0 { [0, 1] } else { [0, 0] }).collect();
        }
        assert!(word.iter().zip(0..).all(|(made, k)| *made == letter(k)));
        assert_eq!(aside(9), [0, 0, 1, 2, 2, 2, 2, 3, 4, 4]);
    }

    #[test]
    fn lines_and_lost_positions_are_found_wrong_where_they_are() {
        for skew in &SKEW {
            assert_eq!(misread(skew, 200, Memory(1 << 28)).unwrap(), None);
            assert_eq!(misplaced(skew, 60, Memory(1 << 28)).unwrap(), None);
            let other = Skew { line: skew.line.map(|step| 7 * step), ..*skew };
            assert!(misread(&other, 200, Memory(1 << 28)).unwrap().is_some());
            let other = Skew { cell: |i, j| [3 * i - 2 * j + 1, j - i], ..*skew };
            assert!(misplaced(&other, 60, Memory(1 << 28)).unwrap().is_some());
        }
    }

    #[test]
    fn the_four_are_those_of_the_theorem() {
        let statement = concat!(env!("CARGO_MANIFEST_DIR"), "/proofs/coq/StatementsPatterns.v");
        let statement = std::fs::read_to_string(statement).expect("the statement");
        for skew in &SKEW {
            let moves = skew.moves.map(|[x, y]| format!("({x}, {y})")).join("; ");
            let step = |step: u64| match step {
                0 => "0".to_string(),
                1 => "k".to_string(),
                many => format!("{many} * k"),
            };
            let line = format!("([{moves}]%Z, fun k => ({}, {}))", step(skew.line[0]), step(skew.line[1]));
            assert!(statement.contains(&line), "{line}");
        }
        assert_eq!(statement.matches("%Z, fun k").count(), SKEW.len());
    }

    #[test]
    fn the_four_are_known_in_any_order_and_swapped() {
        let is_one = |moves: [[i64; 2]; 3]| is_without_pattern(&moves.map(|step| step.to_vec()));
        assert!(is_one([[2, -1], [-3, 1], [-1, 0]]) && is_one([[-1, 2], [1, -3], [0, -1]]));
        assert!(!is_one([[-2, 0], [-2, 1], [1, -1]]) && !is_one([[2, -1], [2, -1], [-1, 0]]));
    }
}
