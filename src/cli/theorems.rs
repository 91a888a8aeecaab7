//! `topple theorems`: what Coq has checked on this machine.
use crate::error::Result;
use crate::file::folder;
use crate::run::theorems;
use clap::Args;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Debug, Args)]
pub struct Arguments {
    /// You have read the statements: write their hashes into proofs/coq/theorems.csv
    #[arg(long)]
    reviewed: bool,
    /// The folder with proofs/coq, and with target/coq, where `make proofs` builds
    #[arg(long, default_value = ".")]
    out: PathBuf,
}

/// Says of every listed theorem that does not count why, and how many do.
///
/// # Errors
/// Files that cannot be read or written.
pub fn theorems(arguments: &Arguments) -> Result<ExitCode> {
    folder(&arguments.out.join("proofs/coq"))?;
    if arguments.reviewed {
        theorems::renew(&arguments.out)?;
    }
    let judged = theorems::judged(&arguments.out)?;
    let mut checked = 0;
    for (theorem, answer) in &judged {
        match answer {
            Ok(()) => checked += 1,
            Err(why) => super::print(&format!("not checked here: {}: {why}\n", theorem.name))?,
        }
    }
    super::print(&format!("{checked} of {} theorems checked here\n", judged.len()))?;
    Ok(if checked == judged.len() { ExitCode::SUCCESS } else { ExitCode::from(1) })
}
