//! A search in parts: each process does one and saves it, and a last one joins them.
use crate::claim::Experiment;
use crate::error::{Error, Result};
use crate::run::Settings;
use crate::run::part::part as do_part;
use crate::solve::Part;
use clap::Args;

/// The most parts of a search.
const MOST_PARTS: usize = 100_000;

#[derive(Debug, Args)]
pub(super) struct InParts {
    /// Only do part I of N, from 1/N to N/N, and save it; the same search with --resume instead joins what is saved
    #[arg(long, value_name = "I/N", conflicts_with = "hosts")]
    part: Option<String>,
}

impl InParts {
    /// Does the part that is asked for; false if none is.
    ///
    /// # Errors
    /// No such part, or as [`do_part`].
    pub(super) fn done(&self, source: &str, text: &str, settings: &Settings) -> Result<bool> {
        let Some(word) = &self.part else { return Ok(false) };
        let part = read(word)?;
        let what = match do_part(&Experiment::read(source, text)?, part, settings)? {
            true => "is saved",
            false => "has nothing to do",
        };
        let said = format!("part {word} {what}; when all are done, the same search with --resume instead joins them\n");
        crate::cli::print(&said)?;
        Ok(true)
    }
}

/// A part, as `3/8`.
fn read(word: &str) -> Result<Part> {
    let numbers = word.split_once('/').and_then(|(number, all)| Some((number.parse().ok()?, all.parse().ok()?)));
    match numbers {
        Some((number, all)) if (1..=all).contains(&number) && all <= MOST_PARTS => Ok(Part { number, all }),
        _ => {
            let right = format!("I/N with I from 1 to N and N at most {MOST_PARTS}, as 3/8");
            Err(Error::input("--part", word, right))
        }
    }
}
