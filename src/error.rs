//! The one error type. Every message is one line: what is wrong, where, and what would be right.

use std::io::ErrorKind;

/// Anything that stops a command. All of them end the program with exit status 2.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// A position, move set, file or number that makes no sense.
    #[error("{}: {}; expected {}", shown(place), shown(what), shown(expected))]
    Input {
        /// Where: a file with its line, an argument, a position.
        place: String,
        /// What was found.
        what: String,
        /// What would be right.
        expected: String,
    },
    /// More memory than the run may take.
    #[error(
        "{} needs {needed} bytes of memory, more than the {allowed} that --memory leaves it; raise --memory or ask for less",
        shown(what)
    )]
    Memory {
        /// What was to be stored.
        what: String,
        /// Bytes needed.
        needed: u128,
        /// Bytes allowed, less those that are taken already.
        allowed: u128,
    },
    /// A number left the range of exact arithmetic.
    #[error("{}: a number is too large for exact arithmetic here; use smaller numbers", shown(.0))]
    Overflow(String),
    /// A file could not be read or written.
    #[error("{}: {}; expected {}", shown(path), shown(why), right(*kind))]
    File {
        /// The file.
        path: String,
        /// What sort of failure it was.
        kind: ErrorKind,
        /// What the system said.
        why: String,
    },
}

/// A result with the crate's error.
pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    /// Bad input: where it stands, what was found, what would be right.
    pub fn input(place: impl Into<String>, what: impl Into<String>, expected: impl Into<String>) -> Self {
        Error::Input { place: place.into(), what: what.into(), expected: expected.into() }
    }

    /// The same bad input, as a part of a file or of a command.
    pub fn within(self, source: &str) -> Self {
        match self {
            Error::Input { place, what, expected } => Error::input(format!("{source} {place}"), what, expected),
            other => other,
        }
    }

    /// A file that could not be read or written.
    pub fn file(path: impl AsRef<std::path::Path>, why: impl Into<std::io::Error>) -> Self {
        let why = why.into();
        Error::File { path: path.as_ref().display().to_string(), kind: why.kind(), why: why.to_string() }
    }
}

/// What would be right where the system refuses a file.
fn right(kind: ErrorKind) -> &'static str {
    match kind {
        ErrorKind::NotFound => "the path of something that is there",
        ErrorKind::PermissionDenied => "a path that this user may use so",
        ErrorKind::AlreadyExists => "a path through folders to where nothing stands yet",
        ErrorKind::IsADirectory => "a file, not a folder",
        ErrorKind::NotADirectory => "a path that goes through folders only",
        ErrorKind::DirectoryNotEmpty => "a folder into which nobody else writes",
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => "room on the disk",
        ErrorKind::ReadOnlyFilesystem => "a disk that can be written",
        ErrorKind::InvalidFilename | ErrorKind::InvalidInput => "a shorter name without special characters",
        ErrorKind::InvalidData => "text in UTF-8, in the form that the documentation gives",
        ErrorKind::UnexpectedEof => "a whole file",
        ErrorKind::BrokenPipe => "a reader that reads to the end",
        _ => "a path that the system can read and write",
    }
}

/// The most letters of each part of a message.
const LONGEST: usize = 400;

/// A text as a part of one line: a message quotes names and input, and neither a line end nor a sequence that steers the
/// terminal gets through. What is too long is cut off.
pub fn shown(text: &str) -> String {
    let mut shown = String::new();
    for (index, letter) in text.chars().enumerate() {
        if index == LONGEST {
            return shown + "…";
        }
        match letter {
            '\'' | '"' | '\\' => shown.push(letter),
            _ => shown.extend(letter.escape_debug()),
        }
    }
    shown
}

/// Says a line on the standard error. Nobody has to be there to read it.
pub fn say(line: &str) {
    use std::io::Write;
    let _ = std::io::stderr().lock().write_all(format!("{line}\n").as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_one_line_and_says_what_would_be_right() {
        let error =
            Error::file("a\n\x1b[31mb\u{202e}\u{2028}c", std::io::Error::from(ErrorKind::StorageFull)).to_string();
        assert_eq!(error, r"a\n\u{1b}[31mb\u{202e}\u{2028}c: no storage space; expected room on the disk");
        assert_eq!(shown("piles 'é' \"∅\" a\\b"), "piles 'é' \"∅\" a\\b");
        let long = Error::input("place", "x".repeat(160_000), "a word").to_string();
        assert!(long.len() < 500 && long.ends_with("…; expected a word"), "{long}");
    }
}
