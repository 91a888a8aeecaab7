//! The Grundy table of the addition game: Table 1, Theorem 3.1 and the figures of its proof.
use super::{jenga, jenga_map};
use crate::claim::library;
use crate::claim::vector::{Known, written};
use crate::claim::{Decision, Finding, Task};
use crate::error::Result;
use crate::game::Play;
use crate::report::figure::{Cells, Figure, Outline};
use crate::solve::table::ValueTable;
use std::collections::BTreeMap;

/// Table 1: rows 0 to 9, columns 0 to 39. A row that lost or gained cells on its way to us is not held against print.
pub fn table_1(task: &Task) -> Result<Decision> {
    let (known, map) = (jenga(task)?, jenga_map()?);
    let mut printed: BTreeMap<u64, Vec<u64>> = BTreeMap::new();
    let mut damaged = BTreeMap::new();
    for row in library::reference("carvalho/table-1.csv")? {
        let down = library::number(&row, "row")?;
        damaged.insert(down, row.get("damaged").is_some_and(|word| word == "yes"));
        printed.entry(down).or_default().push(library::number(&row, "value")?);
    }
    let (mut cells, mut notes) = (Vec::new(), Vec::new());
    for (&row, values) in &printed {
        let computed: Vec<u64> = (0..40).map(|column| known.value(0, &[column, row])).collect();
        if damaged[&row] {
            let apart = edits(values, &computed);
            notes.push(format!(
                "row {row} reached us with {} cells and is {apart} edits from the computed row",
                values.len()
            ));
            continue;
        }
        let wrong = values.iter().zip(&computed).enumerate().filter(|(_, (printed, value))| printed != value);
        cells.extend(
            wrong.map(|(column, (printed, value))| format!("({column},{row}): printed {printed}, computed {value}")),
        );
    }
    let table = ValueTable::new(&known.game, Play::Grundy, &[40, 10], task.memory)?;
    let finding = Finding::compared(
        "the six whole rows of Table 1",
        "vector",
        cells,
        "the computed rows",
        &[&known.certificate, &map],
    );
    Ok(Decision {
        findings: vec![finding.note(notes.join("; "))],
        tables: vec![(String::new(), written(&known.game, Play::Grundy, &table))],
        figures: vec![(String::new(), clock_table(&known))],
        certificates: vec![known.certificate, map],
    })
}

/// Table 1 with the labels of its header: piles of size 2 and the clock.
fn clock_table(known: &Known) -> Figure {
    let label = |column: u64| format!("{}:{}", (column + 1) / 3, (column + 1) % 3);
    Figure::Cells(Cells {
        title: "Grundy values of CLOCK NIM (a1,a2|s) with p = 3, n = 2".to_string(),
        across: "a2 : s".to_string(),
        down: "a1".to_string(),
        column_labels: (0..40).map(label).collect(),
        values: values(known, 40, 10),
        ..blank()
    })
}

fn blank() -> Cells {
    Cells {
        title: String::new(),
        across: "column a".to_string(),
        down: "row b".to_string(),
        column_labels: Vec::new(),
        row_labels: Vec::new(),
        values: Vec::new(),
        outlines: Vec::new(),
        upwards: false,
        legend: Vec::new(),
    }
}

fn values(known: &Known, columns: u64, rows: u64) -> Vec<Vec<Option<u64>>> {
    (0..rows).map(|row| (0..columns).map(|column| Some(known.value(0, &[column, row]))).collect()).collect()
}

/// The least number of cells to insert, delete or change to get from one row to the other.
fn edits(from: &[u64], to: &[u64]) -> usize {
    let mut last: Vec<usize> = (0..=to.len()).collect();
    for (i, x) in from.iter().enumerate() {
        let mut next = vec![i + 1];
        for (j, y) in to.iter().enumerate() {
            next.push((last[j] + usize::from(x != y)).min(last[j + 1] + 1).min(next[j] + 1));
        }
        last = next;
    }
    last[to.len()]
}

/// Theorem 3.1: the periods at all cells, and every value that the prose prints.
pub fn theorem_3_1(task: &Task) -> Result<Decision> {
    let known = jenga(task)?;
    let axes = known.pattern.axes.clone().unwrap_or_default();
    let repeats = |i: usize, from: u64| axes.get(i).is_some_and(|axis| 9 % axis.period == 0 && axis.preperiod <= from);
    let mut cells = Vec::new();
    if !repeats(0, 0) || !repeats(1, 2) {
        cells.push(format!(
            "printed period 9 in rows and, from row 2 on, in columns; computed {}",
            known.pattern.words()
        ));
    }
    let part = "period 9 along every row, and along every column from row 2 on, at all cells";
    let periods = Finding::compared(part, "vector", cells, "the computed periods", &[&known.certificate]);
    let periods = periods.note(format!("sharper: {} (a column repeats after 3 already)", known.pattern.words()));
    let mut cells = Vec::new();
    for row in library::reference("carvalho/theorem-3-1.csv")? {
        let [column, down, printed] = ["column", "row", "value"].map(|name| library::number(&row, name));
        let (column, down, printed) = (column?, down?, printed?);
        let value = known.value(0, &[column, down]);
        if printed != value {
            cells.push(format!("G({column},{down}): printed {printed}, computed {value}"));
        }
    }
    let holds = "rows counted from 0, the printed nine cells are row 7 of the table: 232 = 7 mod 9 lines after row 2 comes row 9";
    let prose = Finding::compared("the values printed in the prose", "vector", cells, holds, &[&known.certificate]);
    Ok(Decision { findings: vec![periods, prose], certificates: vec![known.certificate], ..Decision::default() })
}

/// How the cells of a figure are grouped: the name of the group of a cell (column, row), or none.
type Group = fn(u64, u64) -> Option<&'static str>;

/// The tiles of Figure 6: parallelograms in rows 0 and 1, and below them squares of side 9 cut into two triangles along
/// the diagonal on which the table is filled.
fn tile(column: u64, row: u64) -> Option<&'static str> {
    Some(match (row.checked_sub(2), column % 9) {
        (None, _) if ((column + row) / 9).is_multiple_of(2) => "parallelogram",
        (None, _) => "next parallelogram",
        (Some(down), across) if across + down % 9 < 9 => "upper triangle",
        _ => "lower triangle",
    })
}

/// The cells of Figure 7: everything on the first diagonals, up to the first complete square.
fn base(column: u64, row: u64) -> Option<&'static str> {
    (column + row < 20).then_some("base case")
}

/// Figure 8: the cells on the next diagonals beside the first squares: the values nine columns before.
fn first_group(column: u64, row: u64) -> Option<&'static str> {
    ((20..29).contains(&(column + row)) && row < 11).then_some("first group")
}

/// Figure 9: further down: the values nine rows above on the same diagonal.
fn second_group(column: u64, row: u64) -> Option<&'static str> {
    ((20..29).contains(&(column + row)) && row >= 11 && column >= 9).then_some("second group")
}

/// Figure 10: the end of these diagonals: again from nine diagonals before, nine rows above.
fn third_group(column: u64, row: u64) -> Option<&'static str> {
    ((20..29).contains(&(column + row)) && row >= 11 && column < 9).then_some("third group")
}

const FIGURES: [(&str, &str, Group); 5] = [
    ("figure-6", "Pattern of the Grundy values: tiles that repeat", tile),
    ("figure-7", "Base case of the induction", base),
    ("figure-8", "First group: equal to the value nine columns before", first_group),
    ("figure-9", "Second group: equal to the value nine rows above on the same diagonal", second_group),
    ("figure-10", "Third group: equal to the value nine rows above", third_group),
];

/// Figures 6 to 10, generated, with the three equations of the induction step at all cells.
///
/// All three follow from the periods of the certificate: 9 along rows from column 0, and 9 along columns from row 2.
pub fn figures_6_to_10(task: &Task) -> Result<Decision> {
    let known = jenga(task)?;
    let axes = known.pattern.axes.clone().unwrap_or_default();
    let along_rows = axes.first().is_some_and(|axis| 9 % axis.period == 0 && axis.preperiod == 0);
    let along_columns = axes.get(1).is_some_and(|axis| 9 % axis.period == 0 && axis.preperiod <= 2);
    let group = |part: &str, holds: bool| {
        let cells = if holds { Vec::new() } else { vec![known.pattern.words()] };
        Finding::compared(part, "vector", cells, "the computed periods", &[&known.certificate])
    };
    let findings: Vec<Finding> = vec![
        group("tiles of one kind have one pattern, at all cells", along_rows && along_columns),
        group("first group: G(a+9,b) = G(a,b), for all a, b >= 0", along_rows),
        group("second group: G(a,b+9) = G(a+9,b), for all a >= 0, b >= 2", along_rows && along_columns),
        group("third group: G(a,b+9) = G(a,b), for all a >= 0, b >= 2", along_columns),
    ];
    let lost = "the pictures are lost in our copy: the shapes are rebuilt from the captions and the prose";
    let findings = findings.into_iter().map(|finding| finding.note(lost)).collect();
    let figures = FIGURES.iter().map(|(name, title, group)| (name.to_string(), grouped(&known, title, *group)));
    Ok(Decision { findings, figures: figures.collect(), certificates: vec![known.certificate], ..Decision::default() })
}

fn grouped(known: &Known, title: &str, group: Group) -> Figure {
    let (columns, rows) = (36, 20);
    let mut outlines: BTreeMap<&str, Vec<(usize, usize)>> = BTreeMap::new();
    for (column, row) in (0..columns).flat_map(|column| (0..rows).map(move |row| (column, row))) {
        if let Some(name) = group(column, row) {
            outlines.entry(name).or_default().push((row as usize, column as usize));
        }
    }
    let outline = |(name, cells): (&str, Vec<(usize, usize)>)| Outline { name: name.to_string(), cells };
    Figure::Cells(Cells {
        title: title.to_string(),
        values: values(known, columns, rows),
        outlines: outlines.into_iter().map(outline).collect(),
        ..blank()
    })
}
