//! `topple tables`: the tables of a folder and what their columns mean.
use crate::error::Result;
use crate::report::table::{Table, TableFormat, write};
use crate::run::tables::{Kept, kept, package, page};
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Debug, Args)]
pub struct Arguments {
    /// How to print them
    #[arg(long, value_enum, default_value_t = Format::Csv)]
    format: Format,
    /// The folder under which `topple run` wrote its files
    #[arg(long, default_value = ".")]
    out: PathBuf,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Format {
    /// A line for each table: its name, its title, its lines and columns
    Csv,
    /// The page data/README.md, with the meaning of every column
    Markdown,
    /// The file data/datapackage.json, for Frictionless Data
    Datapackage,
}

/// Prints the tables.
///
/// # Errors
/// A table that cannot be read, or with a column that is not explained.
pub fn tables(arguments: &Arguments) -> Result<ExitCode> {
    let tables = kept(&arguments.out)?;
    super::print(&match arguments.format {
        Format::Csv => write(&list(&tables), TableFormat::Csv)?,
        Format::Markdown => page(&tables)?,
        Format::Datapackage => package(&tables)?,
    })?;
    Ok(ExitCode::SUCCESS)
}

fn list(tables: &[Kept]) -> Table {
    let row = |table: &Kept| {
        vec![table.name.clone(), table.title.clone(), table.rows.len().to_string(), table.header.join(" ")]
    };
    Table {
        title: "Tables".to_string(),
        header: ["table", "title", "lines", "columns"].map(String::from).to_vec(),
        rows: tables.iter().map(row).collect(),
    }
}
