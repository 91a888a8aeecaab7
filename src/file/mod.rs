//! Files: read with a limit, written whole or not at all, and one run in a folder at a time.
#[cfg(feature = "search")]
pub mod lock;
#[cfg(feature = "engines")]
pub mod whole;

use crate::error::{Error, Result};
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// The bytes of a plain file of at most `most` bytes; `right` says what it should be. Pipes and devices are refused before
/// they are opened: they may never begin, or never end.
///
/// # Errors
/// A file that is none, is too long, or cannot be read.
pub fn bytes(path: &Path, most: u64, right: &str) -> Result<Vec<u8>> {
    let failed = |error: std::io::Error| Error::file(path, error);
    let wrong = |what: &str| {
        let right = format!("{right}, in a plain file of at most {most} bytes");
        Error::input(path.display().to_string(), what, right)
    };
    let there = std::fs::metadata(path).map_err(failed)?;
    if !there.is_file() {
        return Err(wrong(if there.is_dir() { "a folder" } else { "no plain file" }));
    }
    let mut bytes = Vec::with_capacity(there.len().min(most) as usize + 1);
    File::open(path).map_err(failed)?.take(most + 1).read_to_end(&mut bytes).map_err(failed)?;
    if bytes.len() as u64 > most { Err(wrong("too long")) } else { Ok(bytes) }
}

/// The text of a plain file, as [`bytes`].
///
/// # Errors
/// As [`bytes`], or a file that is not UTF-8.
pub fn text(path: &Path, most: u64, right: &str) -> Result<String> {
    let bytes = bytes(path, most, right)?;
    String::from_utf8(bytes).map_err(|_| Error::input(path.display().to_string(), "not UTF-8 text", right))
}

/// Removes all files below a folder, if there is one. The folders stay, because other processes may be about to write there,
/// or to remove the same files.
///
/// # Errors
/// What the system says.
#[cfg(feature = "cluster")]
pub fn empty(folder: &Path) -> Result<()> {
    let gone = |error: &std::io::Error| error.kind() == std::io::ErrorKind::NotFound;
    let entries = match std::fs::read_dir(folder) {
        Err(error) if gone(&error) => return Ok(()),
        entries => entries.map_err(|error| Error::file(folder, error))?,
    };
    for entry in entries {
        let entry = entry.map_err(|error| Error::file(folder, error))?;
        let path = entry.path();
        // A link to a folder is a file of this one.
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            empty(&path)?;
        } else if let Err(error) = std::fs::remove_file(&path)
            && !gone(&error)
        {
            return Err(Error::file(&path, error));
        }
    }
    Ok(())
}
