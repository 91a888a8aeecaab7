//! `topple check`: certificates.
use crate::error::{Error, Result};
use crate::proof;
use clap::Args;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

#[derive(Debug, Args)]
pub struct Arguments {
    /// Certificates; none: all under proofs/certificates
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Say what each certificate proves
    #[arg(long)]
    verbose: bool,
}

/// Checks certificates and prints a line for each.
///
/// # Errors
/// A file that cannot be read or is no certificate.
pub fn check(arguments: &Arguments) -> Result<ExitCode> {
    let mut files = arguments.files.clone();
    if files.is_empty() {
        collect(Path::new("proofs/certificates"), &mut files)?;
    }
    let mut refused = 0;
    for file in &files {
        let text = proof::file::read(file)?;
        match proof::check(&text) {
            Ok(proves) => {
                super::print(&format!("accepted {}\n", file.display()))?;
                if arguments.verbose {
                    super::print(&proves.iter().map(|said| format!("  {said}\n")).collect::<String>())?;
                }
            }
            Err(reject) if reject.malformed => {
                return Err(Error::input(file.display().to_string(), reject.why, "a whole certificate"));
            }
            Err(reject) => {
                refused += 1;
                super::print(&format!("refused  {}: {reject}\n", file.display()))?;
            }
        }
    }
    super::print(&format!("{} accepted, {refused} refused\n", files.len() - refused))?;
    Ok(if refused > 0 { ExitCode::from(1) } else { ExitCode::SUCCESS })
}

/// All files below a folder that end in .cert, in the order of their names.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    let entries = std::fs::read_dir(folder).map_err(|error| Error::file(folder, error))?;
    let mut paths = Vec::new();
    for entry in entries {
        paths.push(entry.map_err(|error| Error::file(folder, error))?.path());
    }
    paths.sort();
    for path in paths {
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "cert") {
            files.push(path);
        }
    }
    Ok(())
}
