//! Certificates as files.
use crate::error::{Error, Result};
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// The longest certificate that is read, in bytes.
const LONGEST: u64 = 1 << 28;

/// The text of a certificate's file.
///
/// # Errors
/// A file that cannot be read, is too long, or is not UTF-8.
pub fn read(path: &Path) -> Result<String> {
    let file = File::open(path).map_err(|error| Error::file(path, error))?;
    let mut bytes = Vec::new();
    file.take(LONGEST + 1).read_to_end(&mut bytes).map_err(|error| Error::file(path, error))?;
    let place = || path.display().to_string();
    if bytes.len() as u64 > LONGEST {
        return Err(Error::input(place(), "too long", format!("a certificate of at most {LONGEST} bytes")));
    }
    String::from_utf8(bytes).map_err(|_| Error::input(place(), "not UTF-8 text", "a certificate"))
}
