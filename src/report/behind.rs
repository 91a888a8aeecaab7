//! The data behind a picture, as a table.

use crate::game::wells::Shape;
use crate::report::cells;
use crate::report::figure::{Cells, Curves, Figure, States, Towers, WellDrawing, Wells};
use crate::report::table::Table;
use crate::report::words;

/// What a picture draws, a line for each cell, point, tower, well or play. Rows of wells and levels of towers stand from the
/// bottom up, 1 for what is full.
pub fn behind(figure: &Figure) -> Table {
    let (header, rows) = match figure {
        Figure::Cells(table) => ("row column value outlines", of_cells(table)),
        Figure::Towers(towers) => ("tower says worths", of_towers(towers)),
        Figure::Curves(curves) => ("panel curve x y bar", of_curves(curves)),
        Figure::Atlas(atlas) => {
            let named = |table: &Cells| -> Vec<Vec<String>> {
                of_cells(table).into_iter().map(|row| [vec![spaced(&table.title)], row].concat()).collect()
            };
            ("table row column value outlines", atlas.tables.iter().flat_map(named).collect())
        }
        Figure::Wells(wells) => ("well says piece", of_wells(wells)),
        Figure::States(states) => ("from to piece note lookahead", of_states(states)),
    };
    Table { title: words::title(figure), header: header.split(' ').map(String::from).collect(), rows }
}

fn of_cells(table: &Cells) -> Vec<Vec<String>> {
    let (rows, columns) = cells::extent(table);
    let label = |labels: &[String], line: usize| labels.get(line).cloned().unwrap_or_else(|| line.to_string());
    let mut lines = Vec::with_capacity(rows * columns);
    for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
        let value = table.values[row].get(column).copied().flatten().map_or(String::new(), |value| value.to_string());
        let around = table.outlines.iter().filter(|outline| outline.cells.contains(&(row, column)));
        let names: Vec<&str> = around.map(|outline| outline.name.as_str()).collect();
        lines.push(vec![label(&table.row_labels, row), label(&table.column_labels, column), value, names.join("; ")]);
    }
    lines
}

fn of_towers(towers: &Towers) -> Vec<Vec<String>> {
    let line = |tower: &crate::report::figure::TowerDrawing| {
        let level = |slots: &Vec<bool>| slots.iter().map(|full| if *full { '1' } else { '0' }).collect::<String>();
        let levels: Vec<String> = tower.levels.iter().map(level).collect();
        let worth = |((level, slot), worth): &((usize, usize), Option<u64>)| {
            format!("{level}:{slot} {}", worth.map_or("none".to_string(), |worth| worth.to_string()))
        };
        let worths: Vec<String> = tower.worths.iter().map(worth).collect();
        vec![levels.join("/"), spaced(&tower.caption), worths.join("; ")]
    };
    towers.towers.iter().map(line).collect()
}

fn of_curves(curves: &Curves) -> Vec<Vec<String>> {
    let mut lines = Vec::new();
    for panel in &curves.panels {
        for curve in &panel.curves {
            let bars = curve.bars.iter().map(f64::to_string).chain(std::iter::repeat(String::new()));
            for ((x, y), bar) in curve.points.iter().zip(bars) {
                lines.push(vec![panel.title.clone(), curve.name.clone(), x.to_string(), y.to_string(), bar]);
            }
        }
    }
    lines
}

fn of_wells(wells: &Wells) -> Vec<Vec<String>> {
    let line = |well: &WellDrawing| {
        let piece: Vec<String> = well.piece.iter().map(|(column, row)| format!("{column}:{row}")).collect();
        vec![of_well(well), spaced(&well.caption), piece.join(" ")]
    };
    wells.wells.iter().map(line).collect()
}

fn of_states(states: &States) -> Vec<Vec<String>> {
    let well = |at: usize| states.states.get(at).map_or(String::new(), of_well);
    let line = |arrow: &crate::report::figure::Arrow| {
        let ahead: Vec<String> = arrow.lookahead.iter().map(of_piece).collect();
        vec![well(arrow.from), well(arrow.to), of_piece(&arrow.piece), arrow.note.clone(), ahead.join(" ")]
    };
    states.arrows.iter().map(line).collect()
}

fn of_well(well: &WellDrawing) -> String {
    lines(&well.rows, well.width)
}

fn of_piece(piece: &Shape) -> String {
    lines(piece.rows(), usize::from(piece.width()))
}

/// Rows from the bottom up, columns from the left; - if there is none.
fn lines(rows: &[u16], width: usize) -> String {
    let line = |row: &u16| (0..width).map(|column| if row >> column & 1 == 1 { '1' } else { '0' }).collect::<String>();
    let lines: Vec<String> = rows.iter().map(line).collect();
    if lines.is_empty() { "-".to_string() } else { lines.join("/") }
}

/// A caption in one line.
fn spaced(caption: &str) -> String {
    caption.split(';').map(str::trim).collect::<Vec<_>>().join("; ")
}
