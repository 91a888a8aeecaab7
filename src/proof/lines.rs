//! The common outside of all certificates: a head, lines of a key and words, and a closing `end`.
use super::Reject;
use std::str::FromStr;

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
        let read = |word: &str| {
            number(word).ok_or_else(|| self.reject(format!("'{word}' is not a natural number below 2^64")))
        };
        self.rest.split_whitespace().map(read).collect()
    }

    /// The name of a game. Those who ask for one may write `+1` in it, a certificate may not.
    pub fn name(&self) -> Result<&'a str, Reject> {
        match self.rest.contains('+') {
            true => Err(self.reject("no number has a + in front")),
            false => Ok(self.rest),
        }
    }

    /// Exactly `N` natural numbers.
    pub fn exactly<const N: usize>(&self) -> Result<[u64; N], Reject> {
        let numbers = self.numbers()?;
        let found = numbers.len();
        numbers.try_into().map_err(|_| self.reject(format!("{found} numbers, expected {N}")))
    }
}

/// A number in decimal digits, with `-` in front if it is negative; none if it is out of the range of its type.
pub fn number<T: FromStr>(word: &str) -> Option<T> {
    let digits = word.strip_prefix('-').unwrap_or(word);
    let zero = digits.bytes().all(|digit| digit == b'0');
    let plain = digits.bytes().all(|digit| digit.is_ascii_digit()) && (digits.len() == word.len() || !zero);
    word.parse().ok().filter(|_| plain)
}

/// The kind of a certificate and its lines between head and `end`. Empty lines and lines that begin with `#` say nothing.
pub fn read(text: &str) -> Result<(&str, Vec<Line<'_>>), Reject> {
    let mut lines = text.lines().zip(1..).filter(|(line, _)| !line.is_empty() && !line.starts_with('#'));
    let head = lines.next().map_or("", |(line, _)| line);
    let kind = head.strip_prefix("topple-certificate 1 ").ok_or_else(|| {
        let shown: String = head.chars().take(40).collect();
        Reject::malformed("line 1", format!("'{shown}' is not the head of a certificate, 'topple-certificate 1 KIND'"))
    })?;
    let mut body: Vec<(&str, usize)> = lines.collect();
    if body.pop().is_none_or(|(line, _)| line != "end") {
        return Err(Reject::malformed("last line", "the closing 'end' is missing: the certificate is cut off"));
    }
    Ok((kind, body.into_iter().map(|(line, number)| split(line, number)).collect::<Result<_, _>>()?))
}

/// The key of a line and the words after it. A key with no words may have its space or not.
fn split(line: &str, number: usize) -> Result<Line<'_>, Reject> {
    let (key, rest) = line.split_once(' ').unwrap_or((line, ""));
    let plain = |word: &str| !word.is_empty() && !word.contains(char::is_whitespace);
    if !plain(key) || !(rest.is_empty() || rest.split(' ').all(plain)) {
        return Err(Reject::at(
            format!("line {number}"),
            "expected one space after each word but the last, and no other",
        ));
    }
    Ok(Line { number, key, rest })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_and_signs_as_the_format_has_them() {
        let body = |line: &str| format!("topple-certificate 1 values\n\n# a word\n{line}\nend\n");
        for line in ["a", "a ", "a b c", "a 1 -2"] {
            assert!(read(&body(line)).is_ok(), "{line:?}");
        }
        for line in [" a", "a  b", "a b ", "a\tb", "a b\t", " ", "\t", "a \u{a0}", "a\u{3000}b"] {
            assert!(read(&body(line)).is_err(), "{line:?}");
        }
        for text in [
            "topple-certificate 1 values\nend ",
            " topple-certificate 1 values\nend",
            "topple-certificate 1 values\n end",
        ] {
            assert!(read(text).is_err(), "{text:?}");
        }
        assert_eq!(["0", "18", "-1", "007"].map(number::<i64>), [Some(0), Some(18), Some(-1), Some(7)]);
        assert_eq!(
            ["18446744073709551615", "18446744073709551616", "-1"].map(number::<u64>),
            [Some(u64::MAX), None, None]
        );
        assert!(
            ["", "-", "+", "+1", "-0", "--1", "-+1", "1_0", "0x1", "1.0", " 1", "٣"]
                .iter()
                .all(|w| number::<i64>(w).is_none())
        );
    }
}
