//! Certificates as files.
use crate::error::{Error, Result};
use std::path::Path;

/// The longest certificate that is read, in bytes.
const LONGEST: u64 = 1 << 30;

/// The text of a certificate's file.
///
/// # Errors
/// A file that cannot be read, is too long, or is not UTF-8.
pub fn read(path: &Path) -> Result<String> {
    let size = std::fs::metadata(path).map_err(|error| Error::file(path, error))?.len();
    let place = || path.display().to_string();
    if size > LONGEST {
        return Err(Error::input(
            place(),
            format!("{size} bytes"),
            format!("a certificate of at most {LONGEST} bytes"),
        ));
    }
    let bytes = std::fs::read(path).map_err(|error| Error::file(path, error))?;
    String::from_utf8(bytes).map_err(|_| Error::input(place(), "not UTF-8 text", "a certificate"))
}
