//! The one error type. Every message is one line: what is wrong, where, and what would be right.

/// Anything that stops a command. All of them end the program with exit status 2.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// A position, move set, file or number that makes no sense.
    #[error("{place}: {what}; expected {expected}")]
    Input {
        /// Where: a file with its line, an argument, a position.
        place: String,
        /// What was found.
        what: String,
        /// What would be right.
        expected: String,
    },
    /// More memory than the run may take.
    #[error("{what} needs {needed} bytes of memory, more than the {allowed} allowed; raise --memory or ask for less")]
    Memory {
        /// What was to be stored.
        what: String,
        /// Bytes needed.
        needed: u128,
        /// Bytes allowed.
        allowed: u128,
    },
    /// A number left the range of exact arithmetic.
    #[error("{0}: a number is too large for exact arithmetic here; use smaller numbers")]
    Overflow(String),
    /// A file could not be read or written.
    #[error("{path}: {why}")]
    File {
        /// The file.
        path: String,
        /// What the system said.
        why: String,
    },
}

/// A result with the crate's error.
pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    /// Bad input: where it stands, what was found, what would be right.
    pub fn input(place: impl Into<String>, what: impl Into<String>, expected: impl Into<String>) -> Self {
        Error::Input { place: one_line(place), what: one_line(what), expected: one_line(expected) }
    }

    /// A file that could not be read or written.
    pub fn file(path: impl AsRef<std::path::Path>, why: impl std::fmt::Display) -> Self {
        Error::File { path: path.as_ref().display().to_string(), why: why.to_string() }
    }
}

/// The most letters of each part of a message.
const LONGEST: usize = 400;

/// The text without line ends and other control characters: a message quotes input, and stays one line.
fn one_line(text: impl Into<String>) -> String {
    let text: String = text.into();
    let shown: String = text.chars().take(LONGEST).map(|c| if c.is_control() { '?' } else { c }).collect();
    if text.chars().count() > LONGEST { shown + "…" } else { shown }
}
