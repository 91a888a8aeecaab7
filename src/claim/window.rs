//! The table and the picture of a window of a vector addition game, and how much of it they show.
use super::Task;
use crate::error::{Error, Result};
use crate::game::Play;
use crate::game::vector::VectorGame;
use crate::report::figure::{Cells, Figure};
use crate::report::table::Table;
use crate::solve::Memory;
use crate::solve::values::table::{ValueTable, count};

/// Tables and pictures show the corner with so many cells, unless the parameter `shown` says how much.
const SHOWN: usize = 1 << 14;
/// The memory that a cell takes on its way to a table and a picture, in bytes: its text, its line of the file, its colour.
const BYTES_A_CELL: u128 = 160;

/// The corner of a window that tables and pictures show: `wanted`, or else the largest with few cells and equal sides.
///
/// # Errors
/// A corner that does not lie in the window.
pub fn shown(wanted: Option<&[usize]>, size: &[usize], states: usize, place: &str) -> Result<Vec<usize>> {
    let corner = |side: usize| -> Vec<usize> { size.iter().map(|&size| size.min(side)).collect() };
    let cells = |corner: &[usize]| corner.iter().fold(states, |cells, &size| cells.saturating_mul(size));
    match wanted {
        Some(wanted) if wanted.len() != size.len() || wanted.iter().zip(size).any(|(w, s)| !(1..=*s).contains(w)) => {
            Err(Error::input(place, format!("shown = {wanted:?}"), format!("from 1 to {size:?} in each coordinate")))
        }
        Some(wanted) => Ok(wanted.to_vec()),
        None if cells(size) <= SHOWN => Ok(size.to_vec()),
        None => {
            let fits = |side: &usize| cells(&corner(*side)) <= SHOWN;
            // Bit by bit from the highest.
            let side =
                (0..=SHOWN.ilog2()).rev().fold(0, |side, bit| Some(side | 1 << bit).filter(fits).unwrap_or(side));
            Ok(corner(side.max(1)))
        }
    }
}

/// The memory that is left beside what is made of the cells that are shown.
///
/// # Errors
/// Not enough of it.
pub fn beside(task: &Task, game: &VectorGame, shown: &[usize]) -> Result<Memory> {
    let cells = shown.iter().fold(game.states as u128, |cells, &size| cells.saturating_mul(size as u128));
    let bytes = cells.saturating_mul(BYTES_A_CELL);
    task.memory.ask(bytes, &format!("the table and the picture of {cells} positions of {}", game.name))?;
    Ok(Memory(task.memory.0 - bytes as u64))
}

/// How often each value occurs in a window.
///
/// # Errors
/// A window that does not fit the game or the memory.
pub fn counted(task: &Task, game: &VectorGame, play: Play, size: &[usize], memory: Memory) -> Result<Table> {
    let counts = count(game, play, size, memory, task.watch)?;
    let title = format!("{} of {}: how often each occurs among {size:?} positions", heading(play), game.name);
    let rows = counts.into_iter().map(|(value, count)| vec![value.to_string(), count.to_string()]).collect();
    Ok(Table { title, header: vec!["value".to_string(), "cells".to_string()], rows })
}

/// What the values of a way of play are called at the head of a table.
fn heading(play: Play) -> &'static str {
    match play {
        Play::Grundy => "Grundy values",
        Play::Normal => "Wins (1) and losses (0) of the player to move in normal play",
        Play::Misere => "Wins (1) and losses (0) of the player to move in misère play",
    }
}

/// The window as rows of values; the first coordinate runs across, the second down, the rest and the state label the row.
pub fn written(game: &VectorGame, play: Play, table: &ValueTable) -> Table {
    let labels = ["state", "row"].into_iter().map(String::from);
    let columns = (0..table.size[0]).map(|column| column.to_string());
    let mut rows = Vec::new();
    for (state, down, values) in lines(table) {
        let cells = values.iter().map(u64::to_string);
        rows.push([state.to_string(), down].into_iter().chain(cells).collect());
    }
    let title = format!("{} of {}", heading(play), game.name);
    Table { title, header: labels.chain(columns).collect(), rows }
}

/// A picture of a game in one or two coordinates; the states of a game with states stand side by side in each cell.
pub fn drawn(game: &VectorGame, play: Play, table: &ValueTable) -> Option<Figure> {
    (table.size.len() <= 2).then(|| {
        let down = table.size.get(1).copied().unwrap_or(1);
        let cell = |row: usize, column: usize, state: usize| {
            let at = [column as u64, row as u64];
            Some(table.value(state, &at[..table.size.len()]))
        };
        let row = |row: usize| {
            let columns = 0..table.size[0];
            columns.flat_map(|column| (0..table.states).map(move |state| cell(row, column, state))).collect()
        };
        let label = |column: usize, state: usize| match table.states {
            1 => column.to_string(),
            _ => format!("{column}:{state}"),
        };
        let labels = (0..table.size[0]).flat_map(|column| (0..table.states).map(move |state| label(column, state)));
        Figure::Cells(Cells {
            title: format!("{} of {}", heading(play), game.name),
            across: if table.states == 1 { "first coordinate" } else { "first coordinate : state" }.to_string(),
            down: if table.size.len() == 2 { "second coordinate" } else { "" }.to_string(),
            column_labels: labels.collect(),
            values: (0..down).map(row).collect(),
            ..Cells::default()
        })
    })
}

/// The window line by line along the first coordinate, by state and then by the other coordinates, of which the second
/// grows first: the state, the other coordinates, the values.
fn lines(table: &ValueTable) -> impl Iterator<Item = (usize, String, Vec<u64>)> {
    let others = table.size[1..].iter().product::<usize>();
    (0..table.states * others).map(move |line| {
        let mut at = vec![0; table.size.len()];
        let mut rest = line % others;
        for (x, &size) in at[1..].iter_mut().zip(&table.size[1..]) {
            (*x, rest) = ((rest % size) as u64, rest / size);
        }
        let down: Vec<String> = at[1..].iter().map(u64::to_string).collect();
        let down = if down.is_empty() { "0".to_string() } else { down.join(" ") };
        let state = line / others;
        let value = |first: usize| {
            at[0] = first as u64;
            table.value(state, &at)
        };
        (state, down, (0..table.size[0]).map(value).collect())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_large_window_shows_a_corner() {
        let corner = |size: &[usize], states| shown(None, size, states, "here").unwrap();
        assert_eq!(corner(&[12, 400], 1), [12, 400]);
        assert_eq!(corner(&[10_000_000], 1), [SHOWN]);
        assert_eq!(corner(&[3000, 3000], 1), [128, 128]);
        assert_eq!(corner(&[3000, 3000], 4), [64, 64]);
        assert_eq!(corner(&[2, 30_000], 1), [2, SHOWN / 2]);
        assert_eq!(shown(Some(&[300, 7]), &[3000, 3000], 1, "here").unwrap(), [300, 7]);
        for wrong in [&[300][..], &[0, 3], &[3001, 3]] {
            assert!(shown(Some(wrong), &[3000, 3000], 1, "here").is_err(), "{wrong:?}");
        }
    }
}
