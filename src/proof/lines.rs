//! The common outside of all certificates: a head, lines of a key and words, and a closing `end`.
use super::Reject;

/// One line of a certificate: a key and the words after it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line<'a> {
    /// Counted from 1.
    pub number: usize,
    /// The first word.
    pub key: &'a str,
    /// All that follows the first word, as it stands.
    pub rest: &'a str,
}

impl<'a> Line<'a> {
    /// A refusal at this line.
    pub fn reject(&self, why: impl Into<String>) -> Reject {
        Reject::at(format!("line {} ({})", self.number, self.key), why)
    }

    /// The words after the key as natural numbers.
    pub fn numbers(&self) -> Result<Vec<u64>, Reject> {
        let read =
            |word: &str| word.parse().map_err(|_| self.reject(format!("'{word}' is not a natural number below 2^64")));
        self.rest.split_whitespace().map(read).collect()
    }

    /// Exactly `N` natural numbers.
    pub fn exactly<const N: usize>(&self) -> Result<[u64; N], Reject> {
        let numbers = self.numbers()?;
        let found = numbers.len();
        numbers.try_into().map_err(|_| self.reject(format!("{found} numbers, expected {N}")))
    }
}

/// The kind of a certificate and its lines between head and `end`. Blank lines and lines that begin with `#` say nothing.
pub fn read(text: &str) -> Result<(&str, Vec<Line<'_>>), Reject> {
    let mut lines = text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty() && !line.starts_with('#'));
    let head = lines.next().map_or("", |(line, _)| line);
    let kind = head.strip_prefix("topple-certificate 1 ").ok_or_else(|| {
        let shown: String = head.chars().take(40).collect();
        Reject::malformed("line 1", format!("'{shown}' is not the head of a certificate, 'topple-certificate 1 KIND'"))
    })?;
    let mut body: Vec<Line> = lines
        .map(|(line, number)| {
            let (key, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
            Line { number, key, rest: rest.trim() }
        })
        .collect();
    match body.pop() {
        Some(Line { key: "end", rest: "", .. }) => Ok((kind.trim(), body)),
        _ => Err(Reject::malformed("last line", "the closing 'end' is missing: the certificate is cut off")),
    }
}
