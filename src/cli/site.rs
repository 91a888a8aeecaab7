//! `topple site`: the atlas as plain pages.
use crate::error::Result;
use crate::file::folder;
use clap::Args;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Debug, Args)]
pub struct Arguments {
    /// The folder under which `topple run` wrote its files
    #[arg(long, default_value = ".")]
    from: PathBuf,
    /// The folder for the pages; files of other names in it stay
    #[arg(long, default_value = "site")]
    out: PathBuf,
}

/// Writes the pages.
///
/// # Errors
/// Evidence that cannot be read, or files that cannot be written.
pub fn site(arguments: &Arguments) -> Result<ExitCode> {
    folder(&arguments.from)?;
    let pages = crate::site::write(&arguments.from, &arguments.out)?;
    super::print(&format!("{pages} pages; open {}\n", arguments.out.join("index.html").display()))?;
    Ok(ExitCode::SUCCESS)
}
