//! `topple check`: certificates.
use crate::error::{Error, Result, say, shown};
use crate::proof::{self, Facts, Reject};
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
/// A folder that cannot be read.
pub fn check(arguments: &Arguments) -> Result<ExitCode> {
    let mut files = arguments.files.clone();
    if files.is_empty() {
        collect(Path::new("proofs/certificates"), &mut files)?;
    }
    let (mut refused, mut unread) = (0, 0);
    for file in &files {
        // A name may hold what would pass for another line.
        let name = shown(&file.display().to_string());
        match read_and_check(file) {
            Ok(Ok(proves)) => {
                super::print(&format!("accepted {name}\n"))?;
                if arguments.verbose {
                    super::print(&proves.iter().map(|said| format!("  {said}\n")).collect::<String>())?;
                }
            }
            Ok(Err(reject)) => {
                refused += 1;
                super::print(&format!("refused  {name}: {}\n", shown(&reject.to_string())))?;
            }
            Err(error) => {
                unread += 1;
                say(&format!("topple: {error}"));
            }
        }
    }
    super::print(&format!("{} accepted, {refused} refused\n", files.len() - refused - unread))?;
    Ok(match (refused, unread) {
        (_, 1..) => ExitCode::from(2),
        (1.., _) => ExitCode::from(1),
        _ => ExitCode::SUCCESS,
    })
}

/// What a file proves or why it is refused; an error if it is no whole certificate.
fn read_and_check(file: &Path) -> Result<std::result::Result<Facts, Reject>> {
    match proof::check(&proof::file::read(file)?) {
        Err(reject) if reject.malformed => {
            Err(Error::input(file.display().to_string(), reject.why, "a whole certificate"))
        }
        checked => Ok(checked),
    }
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
