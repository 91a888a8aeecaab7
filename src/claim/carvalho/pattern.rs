//! The Grundy table of the addition game: Table 1, Theorem 3.1 and the figures of its proof.
use super::maps::cell_of_position;
use super::{JENGA, cells, jenga};
use crate::claim::library::{number, reference};
use crate::claim::vector::Known;
use crate::claim::window::written;
use crate::claim::{Decision, Fact, Finding, Goal, Task, Verdict};
use crate::error::Result;
use crate::game::vector::VectorPosition;
use crate::game::{Game, Play};
use crate::proof::fact::Period;
use crate::proof::goal::Values;
use crate::report::figure::{Cells, Figure, Outline};
use crate::solve::values::table::ValueTable;
use std::collections::BTreeMap;

/// Table 1: rows 0 to 9, columns 0 to 39. A row that lost or gained cells on its way to us is not held against print.
pub fn table_1(task: &Task) -> Result<Decision> {
    let (known, map) = (jenga(task)?, cell_of_position()?);
    let (whole, damaged): (Vec<_>, Vec<_>) =
        reference("carvalho/table-1.csv")?.into_iter().partition(|row| row["damaged"] == "false");
    let (goal, differing) = cells(&known, &whole)?;
    let mut lines: BTreeMap<u64, Vec<u64>> = BTreeMap::new();
    for row in &damaged {
        lines.entry(number(row, "row")?).or_default().push(number(row, "value")?);
    }
    let note = |(&row, line): (&u64, &Vec<u64>)| {
        let computed: Vec<u64> = (0..40).map(|column| known.value(0, &[column, row])).collect();
        format!(
            "row {row} reached us with {} cells and is {} edits from the computed row",
            line.len(),
            edits(line, &computed)
        )
    };
    let notes: Vec<String> = lines.iter().map(note).collect();
    let part = "the six whole rows of Table 1, as cells of the addition game";
    let values = Finding::against_print(part, goal, differing, "the computed rows", &[&known.certificate])?;
    let labels = map.finding("the cell (3 a2 + s - 1, a1) is the position (a1,a2|s)_{3,2}", true, false)?;
    let table = ValueTable::new(&known.game, Play::Grundy, &[40, 10], task.memory)?;
    Ok(Decision {
        findings: vec![values.note(notes.join("; ")), labels],
        tables: vec![(String::new(), written(&known.game, Play::Grundy, &table))],
        figures: vec![(String::new(), clock_table(&known))],
        certificates: vec![known.certificate, map.certificate],
        ..Decision::default()
    })
}

/// Table 1 with the labels of its header: piles of size 2 and the clock.
fn clock_table(known: &Known) -> Figure {
    // The position whose three moves are shown, in the middle of the table.
    let [across, down] = [20_u64, 5];
    let options = known.game.options(&VectorPosition { state: 0, at: vec![across, down] });
    let moves = options.into_iter().map(|option| (option.at[1] as usize, option.at[0] as usize));
    let from = (down as usize, across as usize);
    let label = |column: u64| format!("{}:{}", (column + 1) / 3, (column + 1) % 3);
    Figure::Cells(Cells {
        title: format!(
            "Grundy values of CLOCK NIM (a1,a2|s) with p = 3, n = 2; arrows: the moves from ({down},{}|{})",
            (across + 1) / 3,
            (across + 1) % 3
        ),
        arrows: moves.map(|to| [from, to]).collect(),
        across: "a2 : s".to_string(),
        down: "a1".to_string(),
        column_labels: (0..40).map(label).collect(),
        values: values(known, 40, 10),
        ..Cells::default()
    })
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

/// The printed periods: along every row from column 0 on, and along every column from the first row after the preperiod.
fn printed_periods() -> Result<[Fact; 2]> {
    let mut numbers = BTreeMap::new();
    for row in reference("carvalho/theorem-3-1-periods.csv")? {
        numbers.insert(row["what"].clone(), number(&row, "value")?);
    }
    let number = |what: &str| numbers.get(what).copied().unwrap_or(0);
    let period = |step, from| Fact::Period(Period { game: JENGA.to_string(), play: Play::Grundy, step, from });
    let preperiod = vec![0, number("rows of preperiod")];
    Ok([
        period(vec![number("period of every row"), 0], vec![0, 0]),
        period(vec![0, number("period of every column")], preperiod),
    ])
}

/// Theorem 3.1: the periods at all cells, and every value that the prose prints.
pub fn theorem_3_1(task: &Task) -> Result<Decision> {
    let known = jenga(task)?;
    let certificates = [&known.certificate];
    let part = "period 9 along every row, and along every column from row 2 on, at all cells";
    let periods = Finding::entailed(part, Goal::Facts(printed_periods()?.to_vec()), &certificates)?;
    let part = "the values of all cells: nine columns repeat, and from row 2 on three rows";
    let all = Finding::entailed(part, Goal::Pattern(known.pattern_goal()?), &certificates)?.theorem("carvalho_3_1");
    let mut rows = reference("carvalho/theorem-3-1.csv")?;
    let (goal, differing) = cells(&known, &rows)?;
    let holds = "the values of a line that begins as printed are those of row 7, rows counted from 0";
    let prose = Finding::against_print("the values printed in the prose", goal, differing, holds, &certificates)?;
    rows.retain(|row| row["row"] == "234");
    rows.iter_mut().for_each(|row| row.extend([("row".to_string(), "7".to_string())]));
    let (goal, differing) = cells(&known, &rows)?;
    let part = "the cells printed of row 234, read in row 7";
    let moved = Finding::against_print(part, goal, differing, "the computed values", &certificates)?
        .note("232 = 7 mod 9 lines after row 2 comes row 9");
    let findings = vec![periods, all, least(&known), prose, moved];
    Ok(Decision { findings, certificates: vec![known.certificate], ..Decision::default() })
}

/// No smaller period: five kinds of rows and nine kinds of columns are all there are, and what is seen of one recurs.
fn least(known: &Known) -> Finding {
    let value = |column: u64, row: u64| known.value(0, &[column, row]);
    let row = |&(row, step): &(u64, u64)| (0..9).all(|column| value(column + step, row) == value(column, row));
    let column = |&(column, step): &(u64, u64)| (2..5).all(|row| value(column, row + step) == value(column, row));
    let rows = (0..5).flat_map(|row| (1..9).map(move |step| (row, step))).find(row);
    let columns = (0..9).flat_map(|column| (1..3).map(move |step| (column, step))).find(column);
    let early = (0..9).all(|column| value(column, 4) == value(column, 1));
    let found = match (rows, columns, early) {
        (None, None, false) => {
            let domain = "every smaller period, in the 5 rows and 9 columns that all others repeat".to_string();
            Verdict::Exhausted { domain }
        }
        _ => Verdict::Refuted { counterexample: format!("row {rows:?}, column {columns:?}, from row 1 on: {early}") },
    };
    let part = "the least period is 9 in every row and 3 in every column, also from any cell on, and 2 rows are needed \
                before the columns repeat";
    Finding::new(part, "cell by cell", found).theorem("carvalho_3_1_periods")
}

/// How the cells of a figure are grouped: the name of the group of a cell (column, row) and which of that name it is.
type Group = fn(u64, u64) -> Option<(&'static str, [u64; 2])>;

/// The tiles of Figure 6: parallelograms in rows 0 and 1, and below them squares of side 9 cut into two triangles along
/// the diagonal on which the table is filled.
fn tile(column: u64, row: u64) -> Option<(&'static str, [u64; 2])> {
    Some(match (row.checked_sub(2), column % 9) {
        (None, _) => ("parallelogram", [(column + row) / 9, 0]),
        (Some(down), across) if across + down % 9 < 9 => ("upper triangle", [column / 9, down / 9]),
        (Some(down), _) => ("lower triangle", [column / 9, down / 9]),
    })
}

/// The diagonals of the base case.
const BASE: u64 = 20;
/// The diagonals of the base case and of the induction step.
const STEP: u64 = BASE + 9;

/// The parts of the induction in Figures 7 to 10: the base case, then the nine diagonals after it in three groups.
fn step(column: u64, row: u64) -> Option<(&'static str, [u64; 2])> {
    let name = match (column + row, row, column) {
        (..BASE, ..) => "Figure 7: base case",
        (BASE..STEP, ..11, _) => "Figure 8: equal to the value nine columns before",
        (BASE..STEP, _, 9..) => "Figure 9: equal to the value nine rows above on the same diagonal",
        (BASE..STEP, ..) => "Figure 10: equal to the value nine rows above",
        _ => return None,
    };
    Some((name, [0, 0]))
}

const FIGURES: [(&str, &str, Group); 2] = [
    ("figure-6", "Pattern of the Grundy values: tiles that repeat", tile),
    ("figures-7-to-10", "The induction: the base case, and three groups of the next nine diagonals", step),
];

/// Figures 6 to 10, generated, with the equations of the induction step at all cells.
pub fn figures_6_to_10(task: &Task) -> Result<Decision> {
    let known = jenga(task)?;
    let [along_rows, along_columns] = printed_periods()?;
    let both = vec![along_rows.clone(), along_columns.clone()];
    let parts = [
        ("nine columns further, and from row 2 on nine rows further, the values are the same", both.clone()),
        ("first group: G(a+9,b) = G(a,b), for all a, b >= 0", vec![along_rows]),
        ("second group: G(a,b+9) = G(a+9,b), for all a >= 0, b >= 2", both),
        ("third group: G(a,b+9) = G(a,b), for all a >= 0, b >= 2", vec![along_columns]),
    ];
    let lost = "the pictures are lost in our copy: the shapes are rebuilt from the captions and the prose";
    let finding = |(part, facts)| Ok(Finding::entailed(part, Goal::Facts(facts), &[&known.certificate])?.note(lost));
    let mut findings = parts.into_iter().map(finding).collect::<Result<Vec<_>>>()?;
    findings.extend([base_case(&known)?, groups(&known)]);
    let figures =
        FIGURES.iter().map(|(name, title, group)| (name.to_string(), grouped(&known, title, *group))).collect();
    Ok(Decision { findings, figures, certificates: vec![known.certificate], ..Decision::default() })
}

/// Figure 7: the first diagonals, with the values that the mex rule gives.
fn base_case(known: &Known) -> Result<Finding> {
    let base: Vec<[u64; 2]> = grid().filter(|[column, row]| column + row < BASE).collect();
    let value = |at: &[u64; 2]| (format!("({},{})", at[0], at[1]), known.value(0, at));
    let cells = base.iter().map(value).collect();
    let goal = Goal::Values(Values { game: known.game.name.clone(), play: Play::Grundy, cells });
    let part = format!("base case: the values of the {} cells of the first {BASE} diagonals", base.len());
    let finding = Finding::entailed(part, goal, &[&known.certificate])?;
    Ok(finding.note(
        "our copy has lost how many diagonals Figure 7 shows: with these each group refers to values that are there",
    ))
}

/// Figures 8 to 10: in the nine diagonals after the base case each value is that of a cell that is filled before it, where
/// diagonals are filled one after the other, each from its top row down; and the groups follow one another in that order.
fn groups(known: &Known) -> Finding {
    let source = |[column, row]: [u64; 2]| match step(column, row)?.0 {
        name if name.starts_with("Figure 8") => Some((8, [column.checked_sub(9)?, row])),
        name if name.starts_with("Figure 9") => Some((9, [column + 9, row.checked_sub(9)?])),
        _ => Some((10, [column, row.checked_sub(9)?])),
    };
    let order = |[column, row]: [u64; 2]| (column + row, row);
    let mut entries: Vec<[u64; 2]> = grid().filter(|[column, row]| (BASE..STEP).contains(&(column + row))).collect();
    entries.sort_by_key(|at| order(*at));
    let (mut wrong, mut last) = (None, (0, 0));
    for at in &entries {
        let holds = source(*at).is_some_and(|(figure, from)| {
            let follows = last.0 != at[0] + at[1] || last.1 <= figure;
            last = (at[0] + at[1], figure);
            follows && order(from) < order(*at) && known.value(0, &from) == known.value(0, at)
        });
        wrong = wrong.or((!holds).then(|| format!("({},{})", at[0], at[1])));
    }
    let domain = format!("the {} cells of the nine diagonals after the base case", entries.len());
    let found = match wrong {
        None => Verdict::Exhausted { domain },
        Some(counterexample) => Verdict::Refuted { counterexample },
    };
    let part = "Figures 8 to 10: the three groups follow one another on each diagonal, and each value is that of a cell filled before";
    Finding::new(part, "cell by cell", found).supporting()
}

/// All cells on the diagonals of the base case and the nine after it.
fn grid() -> impl Iterator<Item = [u64; 2]> {
    (0..STEP).flat_map(|column| (0..STEP).map(move |row| [column, row]))
}

fn grouped(known: &Known, title: &str, group: Group) -> Figure {
    let (columns, rows) = (36, 20);
    let mut outlines: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for (column, row) in (0..columns).flat_map(|column| (0..rows).map(move |row| (column, row))) {
        if let Some(one) = group(column, row) {
            outlines.entry(one).or_default().push((row as usize, column as usize));
        }
    }
    let outline = |((name, _), cells): ((&str, _), Vec<(usize, usize)>)| Outline { name: name.to_string(), cells };
    Figure::Cells(Cells {
        title: title.to_string(),
        values: values(known, columns, rows),
        outlines: outlines.into_iter().map(outline).collect(),
        across: "column a".to_string(),
        down: "row b".to_string(),
        ..Cells::default()
    })
}
