//! `topple completions` and `topple man`: what the shell and `man` know of the program, made from the command line itself.
use crate::error::{Error, Result};
use crate::file::folder;
use clap::{Args, CommandFactory};
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Debug, Args)]
pub struct Completions {
    /// For which shell
    shell: clap_complete::Shell,
}

#[derive(Debug, Args)]
pub struct Man {
    /// Write a page for the program and for each verb into this folder
    #[arg(long)]
    out: Option<PathBuf>,
}

/// Prints the completions.
///
/// # Errors
/// Output that nobody takes.
pub fn completions(arguments: &Completions) -> Result<ExitCode> {
    let mut text = Vec::new();
    clap_complete::generate(arguments.shell, &mut super::Cli::command(), "topple", &mut text);
    super::print(&String::from_utf8_lossy(&text))?;
    Ok(ExitCode::SUCCESS)
}

/// Prints the manual page, or writes all of them.
///
/// # Errors
/// Output that nobody takes, or a folder that cannot be written.
pub fn man(arguments: &Man) -> Result<ExitCode> {
    let command = super::Cli::command();
    match &arguments.out {
        Some(out) => {
            if out.exists() {
                folder(out)?;
            }
            let made = std::fs::create_dir_all(out).and_then(|()| clap_mangen::generate_to(command, out));
            made.map_err(|error| Error::file(out, error))?;
        }
        None => {
            let mut page = Vec::new();
            clap_mangen::Man::new(command).render(&mut page).map_err(|error| Error::file(super::OUTPUT, error))?;
            super::print(&String::from_utf8_lossy(&page))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}
