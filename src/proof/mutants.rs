//! Certificates with something changed, for the tests of the checkers.

/// A certificate with one word of one line changed.
pub(super) struct Mutant {
    /// The number of the line, from 0.
    pub line: usize,
    /// The line as it is now.
    pub changed: String,
    /// All lines.
    pub text: String,
}

/// Puts each of the words in the place of every word of a certificate, one at a time.
pub(super) fn with_a_word_changed<'a>(text: &'a str, words: &'a [&'a str]) -> impl Iterator<Item = Mutant> + 'a {
    let lines: Vec<Vec<&str>> = text.lines().map(|line| line.split(' ').collect()).collect();
    let places: Vec<(usize, usize)> =
        lines.iter().enumerate().flat_map(|(i, line)| (0..line.len()).map(move |j| (i, j))).collect();
    let changes = places.into_iter().flat_map(|place| words.iter().map(move |word| (place, *word)));
    changes.filter_map(move |((line, at), word)| {
        if lines[line][at] == word {
            return None;
        }
        let mut mutant = lines.clone();
        mutant[line][at] = word;
        let mutant: Vec<String> = mutant.iter().map(|line| line.join(" ")).collect();
        Some(Mutant { line, changed: mutant[line].clone(), text: mutant.join("\n") })
    })
}
