//! `topple claims`: the ledger.
use crate::claim::library;
use crate::error::{Error, Result};
use crate::file::folder;
use crate::report::table::{TableFormat, write};
use crate::run::{ledger, page, theorems};
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Debug, Args)]
pub struct Arguments {
    /// Only this paper
    paper: Option<String>,
    /// How to print the ledger
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
    /// The folder under which `topple run` wrote its files
    #[arg(long, default_value = ".")]
    out: PathBuf,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Format {
    /// Columns for a terminal
    Table,
    /// Comma-separated values
    Csv,
    /// Every finding, for programs
    Json,
    /// The page docs/CLAIMS.md
    Markdown,
}

/// Prints the ledger.
///
/// # Errors
/// An unknown paper, or evidence that cannot be read.
pub fn claims(arguments: &Arguments) -> Result<ExitCode> {
    folder(&arguments.out)?;
    let mut experiments = library::experiments()?;
    if let Some(paper) = &arguments.paper {
        experiments.retain(|experiment| experiment.paper == *paper);
        if experiments.is_empty() {
            return Err(Error::input(format!("paper '{paper}'"), "no such paper", library::PAPERS.join(", ")));
        }
    }
    let theorems = theorems::checked_here(&arguments.out)?;
    let entries = ledger::entries(&experiments, &arguments.out, &|name| theorems.contains(name))?;
    super::print(&match arguments.format {
        Format::Table => columns(&entries),
        Format::Csv => write(&ledger::table(&entries), TableFormat::Csv)?,
        Format::Json => serde_json::to_string_pretty(&entries).expect("entries are plain data") + "\n",
        Format::Markdown => page::page(&entries),
    })?;
    Ok(ExitCode::SUCCESS)
}

/// Paper and claim, then the status, cut to a line.
fn columns(entries: &[ledger::Entry]) -> String {
    let name = |entry: &ledger::Entry| format!("{}/{}", entry.paper, entry.id);
    let wide = entries.iter().map(|entry| name(entry).len()).max().unwrap_or(0);
    let line = |entry: &ledger::Entry| {
        let status: String = entry.status.chars().take(100).collect();
        let dots = if status.len() < entry.status.len() { "…" } else { "" };
        format!("{:wide$}  {status}{dots}\n", name(entry))
    };
    entries.iter().map(line).collect()
}
