//! A table of text cells, and the file formats it can be written in.

use crate::error::{Error, Result};
use crate::report::{bfile, latex, markdown};

/// A table: a header and rows of cells, in the order in which they are written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    /// What the table shows; the caption in LaTeX and Markdown.
    pub title: String,
    /// The names of the columns.
    pub header: Vec<String>,
    /// One cell for each column in every row.
    pub rows: Vec<Vec<String>>,
}

/// The file formats of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, clap::ValueEnum)]
pub enum TableFormat {
    /// Comma-separated values with a header line (RFC 4180, but lines end in a plain newline). Columns that are named by
    /// numbers become rows with the columns `column` and `value`.
    Csv,
    /// A LaTeX table in the `booktabs` style; a `longtable` when it does not fit a page.
    Latex,
    /// A Markdown table (GitHub flavour) under its title in bold.
    Markdown,
    /// An OEIS b-file: lines `n value`. A table of rows and columns that count up is read by antidiagonals, others row by row.
    Bfile,
}

impl TableFormat {
    /// The extension of such a file, without the dot.
    pub fn extension(self) -> &'static str {
        match self {
            TableFormat::Csv => "csv",
            TableFormat::Latex => "tex",
            TableFormat::Markdown => "md",
            TableFormat::Bfile => "txt",
        }
    }
}

/// The text of `table` as a file.
///
/// A b-file holds one sequence. It is read from the table in one of three ways:
/// * two columns, the first counting up by one: the lines are the rows, `n value`;
/// * the first column and the names of all other columns count up by one: a table T(row, column), read by its
///   complete antidiagonals T(0,0), T(0,1), T(1,0), T(0,2), … and numbered from 0;
/// * otherwise all cells row by row, numbered from 0.
///
/// # Errors
/// [`Error::Input`] if there are no columns, if a row has another number of cells than the header, or if a cell that a
/// b-file needs is not an integer.
pub fn write(table: &Table, format: TableFormat) -> Result<String> {
    check(table)?;
    match format {
        TableFormat::Csv => csv(table),
        TableFormat::Latex => Ok(latex::latex(table)),
        TableFormat::Markdown => Ok(markdown::markdown(table)),
        TableFormat::Bfile => bfile::bfile(table),
    }
}

/// Whether every row has one cell for each column.
pub(super) fn check(table: &Table) -> Result<()> {
    let columns = table.header.len();
    if columns == 0 {
        return Err(Error::input(format!("table \"{}\"", table.title), "no columns", "at least one column"));
    }
    match table.rows.iter().position(|row| row.len() != columns) {
        None => Ok(()),
        Some(row) => Err(Error::input(
            format!("table \"{}\", row {}", table.title, row + 1),
            format!("{} cells", table.rows[row].len()),
            format!("{columns}, one for each column"),
        )),
    }
}

/// How many columns are not named by numbers, if all others are, and there are some. A name then is a coordinate, and CSV
/// has a row for each cell.
fn labels(table: &Table) -> Option<usize> {
    let is_number = |name: &String| name.parse::<u64>().is_ok();
    let labels = table.header.iter().take_while(|name| !is_number(name)).count();
    let numbers = &table.header[labels..];
    (!numbers.is_empty() && numbers.iter().all(is_number)).then_some(labels)
}

fn csv(table: &Table) -> Result<String> {
    let failed = |why: std::io::Error| Error::file(format!("CSV of \"{}\"", table.title), why);
    let mut writer = csv::Writer::from_writer(Vec::new());
    let written = match labels(table) {
        None => [&table.header].into_iter().chain(&table.rows).try_for_each(|record| writer.write_record(record)),
        Some(labels) => long_form(table, labels, &mut writer),
    };
    written.map_err(|e| failed(e.into()))?;
    let bytes = writer.into_inner().map_err(|e| failed(e.into_error()))?;
    String::from_utf8(bytes).map_err(|e| failed(std::io::Error::other(e)))
}

/// A row for each cell of the columns after the labels: the labels, the name of the column, the cell.
fn long_form(table: &Table, labels: usize, writer: &mut csv::Writer<Vec<u8>>) -> csv::Result<()> {
    let (names, columns) = table.header.split_at(labels);
    let mut write = |labels: &[String], column: &str, value: &str| {
        writer.write_record(labels.iter().map(String::as_str).chain([column, value]))
    };
    write(names, "column", "value")?;
    for row in &table.rows {
        let (labels, values) = row.split_at(names.len());
        columns.iter().zip(values).try_for_each(|(column, value)| write(labels, column, value))?;
    }
    Ok(())
}
