//! Text as Markdown: lines of bounded length, short lists, small tables.
use crate::report::table::{Table, TableFormat, write};

/// The longest line of prose.
const WIDTH: usize = 116;

/// The longest key and value of a table of pairs.
const CELL: usize = 32;

/// A Markdown table; every row is as long as the header.
pub fn table(header: &[&str], rows: Vec<Vec<String>>) -> String {
    let header = header.iter().map(|name| name.to_string()).collect();
    write(&Table { title: String::new(), header, rows }, TableFormat::Markdown).expect("rows as long as the header")
}

/// A paragraph in lines, the first after one indent and the others after another. No line begins with a sign that would
/// make it a list, a heading or a quotation.
pub fn wrapped(text: &str, first: &str, other: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    let mut line = first.to_string();
    let mut empty = true;
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        if !empty && line.chars().count() + 1 + word.chars().count() > WIDTH && !is_sign(word) {
            lines.push(std::mem::replace(&mut line, other.to_string()));
            empty = true;
        }
        line.push_str(if empty { "" } else { " " });
        line.push_str(word);
        empty = false;
    }
    lines.push(line);
    lines.join("\n") + "\n"
}

/// Whether a line that begins so is no plain line of a paragraph.
fn is_sign(word: &str) -> bool {
    let numbered = word.ends_with(['.', ')']) && word[..word.len() - 1].chars().all(|c| c.is_ascii_digit());
    matches!(word, "-" | "+" | "*" | "=" | "|") || word.starts_with(['#', '>', '=', '|']) || numbered
}

/// The first names of a list, and how many more there are.
pub fn listed(names: &[String], most: usize, between: &str) -> String {
    match names.len() {
        n if n <= most + 1 => names.join(between),
        n => format!("{} and {} more", names[..most].join(between), n - most),
    }
}

/// A number of things.
pub fn of(count: u64, thing: &str) -> String {
    format!("{count} {thing}{}", if count == 1 { "" } else { "s" })
}

/// A list of at least four pairs such as `k = 3: n <= 5; k = 4: n <= 4`, as keys and values.
pub fn pairs(text: &str) -> Option<(Vec<String>, Vec<String>)> {
    let forms = [("; ", ": ", false), ("; ", ", ", false), (", ", " in ", true)];
    forms.iter().find_map(|(between, inside, value_first)| {
        let items: Vec<(&str, &str)> =
            text.split(between).map(|item| item.split_once(inside)).collect::<Option<_>>()?;
        let items = items.into_iter().map(|(a, b)| if *value_first { (b, a) } else { (a, b) });
        let (keys, values): (Vec<String>, Vec<String>) = items.map(|(k, v)| (k.to_string(), v.to_string())).unzip();
        let small = keys.iter().chain(&values).all(|cell| cell.chars().count() <= CELL);
        (keys.len() >= 4 && keys.len() <= 16 && small).then_some((keys, values))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_short_and_begin_with_words() {
        let text = "a > 0 and b - 1 ".repeat(40);
        for line in wrapped(&text, "- ", "  ").lines().skip(1) {
            assert!(line.chars().count() <= WIDTH + 4, "{line}");
            assert!(!is_sign(line.split_whitespace().next().expect("a word")), "{line}");
        }
        assert_eq!(wrapped("one two", "- ", "  "), "- one two\n");
    }

    #[test]
    fn pairs_are_found_and_prose_is_left_alone() {
        let (keys, values) = pairs("k = 3: n <= 5; k = 4: n <= 4; k = 5: n <= 3; k = 6: n <= 2").expect("pairs");
        assert_eq!((keys[1].as_str(), values[1].as_str()), ("k = 4", "n <= 4"));
        let (keys, values) = pairs("2 in width 2, 3 in width 3, 2 in width 4, 3 in width 5").expect("pairs");
        assert_eq!((keys[1].as_str(), values[1].as_str()), ("width 3", "3"));
        assert_eq!(pairs("a: 1; b: 2"), None);
        assert_eq!(pairs("one; two: 2; three: 3; four: 4"), None);
    }

    #[test]
    fn long_lists_say_how_many_are_left_out() {
        let names: Vec<String> = (0..6).map(|i| format!("c{i}")).collect();
        assert_eq!(listed(&names, 4, ", "), "c0, c1, c2, c3 and 2 more");
        assert_eq!(listed(&names[..5], 4, ", "), "c0, c1, c2, c3, c4");
    }
}
