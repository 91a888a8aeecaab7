//! What the reader of TOML says, in words that a person can act on: what was found, and what would be right.

/// A message of the reader, parted in two; `right` is what would be right where the message does not say.
pub fn in_words(message: &str, right: &str) -> (String, String) {
    let message = message.lines().collect::<Vec<_>>().join(" ");
    if let Some(key) = message.strip_prefix("missing field ") {
        return (format!("no {key}"), format!("a line {} = ...", key.trim_matches('`')));
    }
    let (found, expected) = message.split_once(", expected ").unwrap_or((&message, right));
    let found = found.trim_start_matches("invalid type: ").trim_start_matches("invalid value: ");
    let found = match found.split_once(' ') {
        Some(("floating", rest)) => rest.replacen("point", "the number", 1),
        Some(("integer", number)) => format!("the number {number}"),
        Some(("string", text)) => format!("the text {text}"),
        _ => found.replacen("sequence", "a list", 1).replacen("map", "a table", 1),
    };
    (found, plain(expected))
}

/// A type of the program in plain words.
fn plain(expected: &str) -> String {
    let bits = |letter: char| expected.strip_prefix(letter)?.parse::<u32>().ok();
    match expected {
        // No file of TOML has a greater number.
        "usize" | "u64" => format!("a whole number from 0 to {}", i64::MAX),
        "isize" | "i64" => "a whole number".to_string(),
        "f64" | "f32" => "a number".to_string(),
        "a boolean" => "true or false".to_string(),
        "a string" | "string" => "a text in quotes".to_string(),
        "a sequence" => "a list in brackets".to_string(),
        _ if bits('u').is_some_and(|bits| bits < 64) => {
            format!("a whole number from 0 to {}", (1u64 << bits('u').unwrap_or(0)) - 1)
        }
        _ if bits('i').is_some_and(|bits| bits < 64) => "a whole number with fewer digits".to_string(),
        _ if expected == "a map" || expected.starts_with("struct ") => {
            "a table of keys, as { key = value }".to_string()
        }
        _ => expected.replace("a tuple of size", "a list of length").replace("an array of length", "a list of length"),
    }
}

#[cfg(test)]
mod tests {
    use super::in_words;

    #[test]
    fn types_of_the_program_are_put_in_plain_words() {
        for (message, found, right) in [
            (
                "invalid type: string \"x\", expected usize",
                "the text \"x\"",
                "a whole number from 0 to 9223372036854775807",
            ),
            ("invalid value: integer `300`, expected u8", "the number `300`", "a whole number from 0 to 255"),
            ("invalid type: floating point `0.5`, expected i64", "the number `0.5`", "a whole number"),
            ("invalid type: sequence, expected struct Budget", "a list", "a table of keys, as { key = value }"),
            ("invalid length 1, expected a tuple of size 2", "invalid length 1", "a list of length 2"),
            ("missing field `largest`", "no `largest`", "a line largest = ..."),
            ("unknown field `a`, expected `b` or `c`", "unknown field `a`", "`b` or `c`"),
            ("something\nelse", "something else", "right"),
        ] {
            assert_eq!(in_words(message, "right"), (found.to_string(), right.to_string()));
        }
    }
}
