//! Text for LaTeX.

/// `text` with every character that means something to LaTeX made harmless; a line break becomes a space. The few
/// mathematical signs that titles and headers use become commands, so that no Unicode font is needed.
pub(super) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len() + 8);
    for character in text.chars() {
        match command(character) {
            Some(command) => escaped.push_str(command),
            None if character.is_control() => escaped.push(' '),
            None => escaped.push(character),
        }
    }
    escaped
}

fn command(character: char) -> Option<&'static str> {
    Some(match character {
        '&' => r"\&",
        '%' => r"\%",
        '$' => r"\$",
        '#' => r"\#",
        '_' => r"\_",
        '{' => r"\{",
        '}' => r"\}",
        '~' => r"\textasciitilde{}",
        '^' => r"\textasciicircum{}",
        '\\' => r"\textbackslash{}",
        '<' => r"\textless{}",
        '>' => r"\textgreater{}",
        '|' => r"\textbar{}",
        // An unpaired quotation mark; the usual command for it needs the T1 encoding.
        '"' => r"\char34{}",
        // A bracket straight after `\\` would be read as its length.
        '[' => "{[}",
        ']' => "{]}",
        '−' => "$-$",
        '×' => r"$\times$",
        '≤' => r"$\leq$",
        '≥' => r"$\geq$",
        '≠' => r"$\neq$",
        '⊕' => r"$\oplus$",
        '∞' => r"$\infty$",
        '∈' => r"$\in$",
        '·' => r"$\cdot$",
        '…' => r"\ldots{}",
        '–' => "--",
        '—' => "---",
        _ => return None,
    })
}
