//! `topple search`: frontier searches, resumable for days.
use super::run::Means;
use crate::claim::{Experiment, Scale};
use crate::error::{Error, Result};
use crate::run::run as run_all;
use crate::solve::census::{Family, classes};
use crate::solve::period::Budget;
use clap::{Args, Subcommand};
use std::process::ExitCode;

#[derive(Debug, Args)]
pub struct Arguments {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Every small set of vectors in the plane as a game: proved to follow a pattern, or open
    Vectors(Vectors),
}

#[derive(Debug, Args)]
struct Vectors {
    /// The largest entry of a vector, as an absolute value
    #[arg(long = "box", default_value_t = 2)]
    reach: u64,
    /// The most vectors in a set
    #[arg(long, default_value_t = 3)]
    moves: u64,
    /// The largest window that is searched for a pattern, in cells
    #[arg(long, default_value_t = Budget::default().cells)]
    cells: usize,
    #[command(flatten)]
    means: Means,
}

/// The smallest and the largest window that may be asked for, in cells.
const CELLS: std::ops::RangeInclusive<usize> = 256..=16_000_000;

/// Searches what the arguments name.
///
/// # Errors
/// Sizes out of range, or a file that cannot be written.
pub fn search(arguments: &Arguments) -> Result<ExitCode> {
    match &arguments.what {
        What::Vectors(vectors) => search_vectors(vectors),
    }
}

/// The census as an experiment made of the arguments, so that it is run, saved and written like any other.
fn search_vectors(arguments: &Vectors) -> Result<ExitCode> {
    let Vectors { reach, moves, cells, .. } = *arguments;
    classes(&[Family { reach, moves }])?;
    if !CELLS.contains(&cells) {
        let right = format!("a number of cells from {} to {}", CELLS.start(), CELLS.end());
        return Err(Error::input("--cells", cells.to_string(), right));
    }
    let settings = arguments.means.settings(Scale::Frontier)?;
    let text = format!(
        "id = \"vectors-box-{reach}-moves-{moves}\"\nmethod = \"census\"\n[parameters]\n\
         families = [{{ box = {reach}, moves = {moves} }}]\nsearch = {{ cells = {cells} }}\n"
    );
    let experiment = Experiment::read("topple search vectors", &text)?;
    let lines = run_all(&[experiment], &settings)?;
    let said: String = lines.iter().map(|line| format!("{}  {}\n", line.claim, line.status)).collect();
    super::print(&said)?;
    Ok(ExitCode::SUCCESS)
}
