//! Certificates with something changed, for the tests of the checkers.
use super::{Facts, check};

/// A way to change a text: some lines are put in the place of others.
struct Edit {
    from: usize,
    until: usize,
    put: Vec<String>,
}

/// A certificate in many versions, each with one thing changed.
pub(super) struct Mutants<'a> {
    lines: Vec<&'a str>,
    edits: Vec<Edit>,
}

impl<'a> Mutants<'a> {
    /// Every word left out, and changed to each of the words given and to numbers that are near; every line left out, given
    /// twice, exchanged with others, and added once more with one word changed; every added line given at every place.
    pub fn of(text: &'a str, words: &[&str], added: &[&str]) -> Self {
        let lines: Vec<&str> = text.lines().collect();
        let mut edits = Vec::new();
        let mut edit = |from, until, put: &[&str]| {
            edits.push(Edit { from, until, put: put.iter().map(|line| line.to_string()).collect() });
        };
        for (number, line) in lines.iter().enumerate() {
            edit(number, number + 1, &[]);
            edit(number, number, &[line]);
            for changed in changes(line, words) {
                edit(number, number + 1, &[&changed]);
                edit(number, number, &[&changed]);
            }
            // In long texts only neighbours.
            for other in number + 1..lines.len().min(if lines.len() > 40 { number + 3 } else { lines.len() }) {
                edit(number, other + 1, &[&[lines[other]], &lines[number + 1..other], &[line]].concat());
            }
            added.iter().for_each(|line| edit(number, number, &[line]));
        }
        Mutants { lines, edits }
    }

    /// At most so many of them, from all places.
    pub fn at_most(mut self, most: usize) -> Self {
        let step = self.edits.len().div_ceil(most);
        self.edits = self.edits.into_iter().step_by(step).collect();
        self
    }

    /// How many are refused and how many are accepted.
    ///
    /// # Panics
    /// If one is accepted of which what is said does not hold.
    pub fn judge(&self, holds: impl Fn(&str, &Facts) -> bool) -> (usize, usize) {
        let (mut refused, mut accepted) = (0, 0);
        for Edit { from, until, put } in &self.edits {
            let put: Vec<&str> = put.iter().map(String::as_str).collect();
            let text = [&self.lines[..*from], &put, &self.lines[*until..]].concat().join("\n");
            match check(&text) {
                Err(_) => refused += 1,
                Ok(facts) => {
                    assert!(holds(&text, &facts), "line {}: {put:?}: {facts:?}", from + 1);
                    accepted += 1;
                }
            }
        }
        (refused, accepted)
    }
}

/// The line with one word changed or left out.
fn changes(line: &str, words: &[&str]) -> Vec<String> {
    let parts: Vec<&str> = line.split(' ').collect();
    let mut changes = Vec::new();
    for (place, part) in parts.iter().enumerate() {
        let near: Vec<String> = match part.parse::<i64>() {
            Ok(number) => [number - 1, number + 1, -number - 1].map(|near| near.to_string()).to_vec(),
            Err(_) => Vec::new(),
        };
        let others = words.iter().copied().chain(near.iter().map(String::as_str)).filter(|word| word != part);
        changes.extend(others.map(|word| [&parts[..place], &[word], &parts[place + 1..]].concat().join(" ")));
        changes.push([&parts[..place], &parts[place + 1..]].concat().join(" "));
    }
    // An empty line says nothing.
    changes.retain(|line| !line.is_empty());
    changes
}
