//! Certificates as files.
use crate::error::Result;
use std::path::Path;

/// The longest certificate that is read, in bytes.
const LONGEST: u64 = 1 << 28;

/// The text of a certificate's file.
///
/// # Errors
/// A file that is no plain one, is too long, is not UTF-8, or cannot be read.
pub fn read(path: &Path) -> Result<String> {
    crate::file::text(path, LONGEST, "a certificate")
}
