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

/// Refuses a path that is no folder.
///
/// # Errors
/// What the system says, or a file.
pub fn folder(path: &Path) -> Result<()> {
    match std::fs::metadata(path).map_err(|error| Error::file(path, error))?.is_dir() {
        true => Ok(()),
        false => Err(Error::file(path, std::io::ErrorKind::NotADirectory)),
    }
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

/// The bytes that are free on the disk of a folder, which need not be there yet; nothing where the system does not say.
#[cfg(all(unix, feature = "search"))]
pub fn free(folder: &Path) -> Option<u64> {
    let folder = std::path::absolute(folder).ok()?;
    let disk = rustix::fs::statvfs(folder.ancestors().find(|there| there.exists())?).ok()?;
    Some(disk.f_bavail.saturating_mul(disk.f_frsize))
}

/// Nothing: the system is not asked.
#[cfg(all(not(unix), feature = "search"))]
pub fn free(_: &Path) -> Option<u64> {
    None
}

#[cfg(all(test, unix, feature = "search"))]
mod tests {
    use super::*;

    #[test]
    fn a_folder_that_is_not_there_yet_has_the_room_of_the_disk() {
        let folder = tempfile::tempdir().unwrap();
        assert!(free(&folder.path().join("not/yet")).is_some_and(|free| free > 0));
    }
}
