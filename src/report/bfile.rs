//! A table as an OEIS b-file.

use crate::error::{Error, Result};
use crate::report::table::{Table, check};

/// The b-file of a table, read as [`crate::report::table::write`] says.
pub(super) fn bfile(table: &Table) -> Result<String> {
    let first: Vec<&str> = table.rows.iter().map(|row| row[0].as_str()).collect();
    let names: Vec<&str> = table.header[1..].iter().map(String::as_str).collect();
    if table.header.len() == 2 && counts_up(&first) {
        let lines = (0..table.rows.len()).map(|row| Ok((first[row].trim().to_string(), integer(table, row, 1)?)));
        return lines.collect::<Result<Vec<_>>>().map(|lines| file(table, &lines));
    }
    if table.header.len() > 2 && counts_up(&first) && counts_up(&names) {
        return bfile_by_antidiagonals(table);
    }
    let cells = (0..table.rows.len()).flat_map(|row| (0..table.header.len()).map(move |column| (row, column)));
    numbered(table, cells)
}

/// The b-file of a two-dimensional table whose first column names the rows: its complete antidiagonals T(0,0), T(0,1),
/// T(1,0), T(0,2), …, each from the first row down, numbered from 0.
///
/// # Errors
/// [`Error::Input`] if the table is not rectangular or a cell on these antidiagonals is not an integer.
pub fn bfile_by_antidiagonals(table: &Table) -> Result<String> {
    check(table)?;
    let diagonals = table.rows.len().min(table.header.len() - 1);
    numbered(table, (0..diagonals).flat_map(|d| (0..=d).map(move |row| (row, d - row + 1))))
}

fn numbered(table: &Table, cells: impl Iterator<Item = (usize, usize)>) -> Result<String> {
    let lines = cells.enumerate().map(|(n, (row, column))| Ok((n.to_string(), integer(table, row, column)?)));
    lines.collect::<Result<Vec<_>>>().map(|lines| file(table, &lines))
}

fn file(table: &Table, lines: &[(String, String)]) -> String {
    let mut text = String::new();
    for line in table.title.lines() {
        text.push_str(&format!("# {line}\n"));
    }
    for (n, value) in lines {
        text.push_str(&format!("{n} {value}\n"));
    }
    text
}

/// The cell as an integer of any length, in its shortest writing.
fn integer(table: &Table, row: usize, column: usize) -> Result<String> {
    let cell = table.rows[row][column].trim();
    let digits = cell.strip_prefix('-').unwrap_or(cell);
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        let place = format!("table \"{}\", row {}, column \"{}\"", table.title, row + 1, table.header[column]);
        return Err(Error::input(place, format!("\"{cell}\""), "an integer in every cell of a b-file"));
    }
    let short = digits.trim_start_matches('0');
    Ok(match (short.is_empty(), cell.starts_with('-')) {
        (true, _) => "0".to_string(),
        (false, true) => format!("-{short}"),
        (false, false) => short.to_string(),
    })
}

/// Whether the texts are integers, each one more than the one before it.
fn counts_up(texts: &[&str]) -> bool {
    let numbers: Option<Vec<i64>> = texts.iter().map(|text| text.trim().parse().ok()).collect();
    numbers.is_some_and(|n| !n.is_empty() && n.windows(2).all(|pair| pair[0].checked_add(1) == Some(pair[1])))
}
