//! Formulas in our texts, typeset as MathML.
//!
//! Texts spell formulas plainly, `G(n1..nk) <= 2^k - x mod 3`, so that a terminal shows them too. What has this grammar is read
//! as TeX and typeset; all else is left as it is, and so is what stands between quotation marks.
//!
//! ```text
//! formula  sum, then any of = < > <= >= in with a sum        sum      product, then any of + - with a product
//! product  power, then any of * / mod or nothing with one    power    atom, perhaps with _ and ^, perhaps a range x..y
//! atom     a number, a variable (x, n1, nk), n(k-1), G(x,y), sqrt(x), a list in brackets, or dots
//! ```
use maud::{Markup, PreEscaped, Render, html};
use pulldown_latex::{Parser, RenderConfig, Storage, push_mathml};

/// A text of ours with its formulas typeset.
pub fn prose(text: &str) -> Markup {
    html! {
        @for (at, part) in text.split('"').enumerate() {
            @if at > 0 { "\"" }
            @if at % 2 == 0 { (typeset(part)) } @else { (part) }
        }
    }
}

/// A text without quotations. Formulas begin where words do.
fn typeset(text: &str) -> Markup {
    let (mut out, mut plain, mut at) = (String::new(), 0, 0);
    while at < text.len() {
        let begins = at == 0 || text[..at].ends_with([' ', '(', '\u{a0}']);
        match begins.then(|| formula_at(text, at)).flatten() {
            Some((end, latex)) => {
                text[plain..at].render_to(&mut out);
                out.push_str(&mathml(&latex));
                (at, plain) = (end, end);
            }
            None => at += text[at..].chars().next().map_or(1, char::len_utf8),
        }
    }
    text[plain..].render_to(&mut out);
    PreEscaped(out)
}

/// Characters of TeX from which a formula may be wider than a phone.
const LONG: usize = 36;

fn mathml(latex: &str) -> String {
    let storage = Storage::new();
    let mut out = String::new();
    push_mathml(&mut out, Parser::new(latex, &storage), RenderConfig::default()).expect("a string takes all bytes");
    // The crate leaves this sign as it is.
    let out = out.replace("<mo><</mo>", "<mo>&lt;</mo>");
    // No browser breaks the line in a formula; a long one scrolls.
    if latex.len() > LONG { format!("<span class=\"formula\">{out}</span>") } else { out }
}

/// The formula that begins here: where it ends, and its TeX; none if what is here is no formula, or only looks like one.
fn formula_at(text: &str, at: usize) -> Option<(usize, String)> {
    let mut reader = Reader { text, at, latex: String::new(), letters: 0, signs: 0 };
    // A relation to what the words before it name: "sections <= 8".
    if RELATIONS[..2].iter().any(|(word, latex)| reader.take(word.trim_start(), latex).is_some()) {
        reader.signs += 1;
    }
    reader.formula()?;
    let Reader { at: end, latex, letters, signs, .. } = reader;
    let rest = &text[end..];
    let after = rest.trim_start_matches([',', '.', ';', ':', '?', ')']);
    let ended = after.is_empty() || after.starts_with(' ');
    let said = match &text[at..end] {
        // The letter of an answer, as in (b).
        one if one.starts_with('(') && one.len() == 3 => signs > 0,
        one if one.len() == 1 && text[..at].ends_with('(') && rest.starts_with(')') => false,
        // A variable, or an article.
        "a" => after.is_empty() || after != rest || [" and ", " or ", " is "].iter().any(|word| rest.starts_with(word)),
        // A capital alone is as often a name, but these two are the values.
        one if one.len() == 1 => one.as_bytes()[0].is_ascii_lowercase() || matches!(one, "G" | "V"),
        _ => letters + signs > 0,
    };
    (ended && said).then_some((end, latex))
}

/// Signs with their TeX, and whether the sign alone makes a formula of numbers.
const RELATIONS: [(&str, &str); 6] =
    [(" >= ", r"\ge "), (" <= ", r"\le "), (" = ", "="), (" < ", "<"), (" > ", ">"), (" in ", r"\in ")];
const SUMS: [(&str, &str); 4] = [(" + ", "+"), (" - ", "-"), ("+", "+"), ("-", "-")];
const PRODUCTS: [(&str, &str); 4] = [(" mod ", r"\bmod "), (" * ", r"\cdot "), ("*", r"\cdot "), (" x ", r"\times ")];
const QUOTIENTS: [(&str, &str); 1] = [("/", "/")];

/// Reads a formula and writes its TeX.
#[derive(Clone)]
struct Reader<'a> {
    text: &'a str,
    at: usize,
    latex: String,
    /// Variables so far.
    letters: usize,
    /// Signs so far that plain text does not have between numbers.
    signs: usize,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn take(&mut self, word: &str, latex: &str) -> Option<()> {
        self.rest().starts_with(word).then(|| {
            self.at += word.len();
            self.latex.push_str(latex);
        })
    }

    /// Whether something could be read; if not, the reader is as before.
    fn attempt(&mut self, read: impl FnOnce(&mut Self) -> Option<()>) -> bool {
        let before = self.clone();
        let done = read(self).is_some();
        if !done {
            *self = before;
        }
        done
    }

    /// Parts with signs between them.
    fn joined(&mut self, signs: &[(&str, &str)], telling: usize, part: fn(&mut Self) -> Option<()>) -> Option<()> {
        part(self)?;
        let another = |reader: &mut Self, (word, latex): &(&str, &str)| {
            reader.take(word, latex)?;
            reader.signs += telling;
            // "in" is a sign before a set only.
            if *word == " in " && !reader.rest().starts_with('{') { None } else { part(reader) }
        };
        while signs.iter().any(|sign| self.attempt(|reader| another(reader, sign))) {}
        Some(())
    }

    fn formula(&mut self) -> Option<()> {
        self.joined(&RELATIONS, 1, Self::sum)
    }

    fn sum(&mut self) -> Option<()> {
        self.attempt(|reader| reader.take("-", "-"));
        self.joined(&SUMS, 0, Self::product)
    }

    fn product(&mut self) -> Option<()> {
        self.joined(&PRODUCTS, 1, |reader| reader.joined(&QUOTIENTS, 0, Self::power))
    }

    /// Something with what stands below and above it, or a range of such.
    fn power(&mut self) -> Option<()> {
        self.scripted()?;
        self.attempt(|reader| {
            reader.take("..", r",\dots ,")?;
            reader.scripted()
        });
        Some(())
    }

    fn scripted(&mut self) -> Option<()> {
        if self.rest().starts_with("_{") {
            self.latex.push_str("{}")
        } else {
            self.atom()?
        }
        for sign in ["_", "^"] {
            self.attempt(|reader| {
                reader.take(sign, sign)?;
                reader.signs += 1;
                reader.script()
            });
        }
        Some(())
    }

    fn script(&mut self) -> Option<()> {
        for brackets in [["{", "}"], ["(", ")"]] {
            if self.rest().starts_with(brackets[0]) {
                return self.bracketed(brackets, ["{", "}"]);
            }
        }
        self.latex.push('{');
        self.atom()?;
        self.take("", "}")
    }

    fn atom(&mut self) -> Option<()> {
        match self.rest().chars().next()? {
            '0'..='9' => self.number(),
            '(' => self.bracketed(["(", ")"], ["(", ")"]),
            '[' => self.bracketed(["[", "]"], ["[", "]"]),
            '{' => self.bracketed(["{", "}"], [r"\{", r"\}"]),
            '.' => self.take("...", r"\dots ").or_else(|| self.take("..", r"\dots ")),
            _ => self.variable(),
        }
    }

    /// A list in brackets; it may be empty.
    fn bracketed(&mut self, [open, close]: [&str; 2], [begin, end]: [&str; 2]) -> Option<()> {
        self.take(open, begin)?;
        if !self.rest().starts_with(close) {
            self.formula()?;
            let separators = [(", ", ", "), (",", ", "), ("|", r"\mid ")];
            while separators.iter().any(|(word, latex)| {
                self.attempt(|reader| {
                    reader.take(word, latex)?;
                    reader.formula()
                })
            }) {}
        }
        self.take(close, end)
    }

    /// A number, perhaps times a variable or what is in brackets.
    fn number(&mut self) -> Option<()> {
        let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
        let mut length = digits(self.rest());
        if let Some(fraction) = self.rest()[length..].strip_prefix('.').map(digits).filter(|&digits| digits > 0) {
            length += 1 + fraction;
        }
        self.take(&self.rest()[..length], &self.rest()[..length])?;
        let numbered = |text: &str| {
            let text = text.as_bytes();
            text.len() > 2 && text[0] == b' ' && text[1].is_ascii_lowercase() && text[2].is_ascii_digit()
        };
        if numbered(self.rest()) {
            self.take(" ", r"\,")?;
        }
        self.attempt(|reader| match reader.rest().chars().next()? {
            '(' => reader.atom(),
            // 1e-9 is a number.
            'e' => None,
            _ => reader.variable(),
        });
        Some(())
    }

    /// A letter, with what is written behind it.
    fn variable(&mut self) -> Option<()> {
        let rest = self.rest();
        let word = &rest[..rest.bytes().take_while(u8::is_ascii_alphabetic).count()];
        match word {
            "sqrt" => {
                self.take("sqrt", r"\sqrt")?;
                return self.bracketed(["(", ")"], ["{", "}"]);
            }
            "Jenka" if rest.starts_with("Jenka_") => self.take(word, r"\text{Jenka}")?,
            "nk" | "ni" | "ak" | "ai" | "sk" | "si" => self.take(word, &format!("{}_{}", &word[..1], &word[1..]))?,
            _ if word.len() == 1 => self.take(word, word)?,
            _ => return None,
        }
        let digits = self.rest().bytes().take_while(u8::is_ascii_digit).count();
        if digits > 0 {
            let index = &self.rest()[..digits];
            self.take(index, &format!("_{{{index}}}"))?;
        }
        // Capitals are as often names, as of pieces.
        self.letters +=
            usize::from(!word.starts_with(|c: char| c.is_ascii_uppercase()) || self.rest().starts_with('('));
        match word {
            // n(k-1) is a section, and every other letter before brackets a function.
            "n" if self.rest().starts_with('(') => self.bracketed(["(", ")"], ["_{", "}"]),
            _ if word.len() == 1 && self.rest().starts_with('(') => self.atom(),
            _ => Some(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What of a text is typeset, as TeX.
    fn formulas(text: &str) -> Vec<String> {
        let (mut found, mut at) = (Vec::new(), 0);
        while at < text.len() {
            let begins = at == 0 || text[..at].ends_with([' ', '(']);
            match begins.then(|| formula_at(text, at)).flatten() {
                Some((end, latex)) => {
                    found.push(latex);
                    at = end;
                }
                None => at += 1,
            }
        }
        found
    }

    #[test]
    fn formulas_of_the_papers_are_read_as_tex() {
        for (text, tex) in [
            ("so G(n1..nk) = nk - 1 holds", r"G(n_{1},\dots ,n_k)=n_k-1"),
            ("if nk <= G(n1..n(k-1)), else nk.", r"n_k\le G(n_{1},\dots ,n_{k-1})|n_k"),
            ("lowers x + y/2 + z/3 by", "x+y/2+z/3"),
            ("the entry (x mod 3, y mod 3) of", r"(x\bmod 3, y\bmod 3)"),
            ("(a1,...,ak|s)_{p,n} ends", r"(a_{1}, \dots , a_k\mid s)_{p, n}"),
            ("all _{3,2}, has", "{}_{3, 2}"),
            ("cell (3 a2 + s - 1, a1), one", r"(3\,a_{2}+s-1, a_{1})"),
            ("Jenka_k for k >= 4 and 2^200 states", r"\text{Jenka}_{k}|k\ge 4|2^{200}"),
            ("sections <= 8; G is", r"\le 8|G"),
            ("z in {0,1,2} and 5 * 5 = 25", r"z\in \{0, 1, 2\}|5\cdot 5=25"),
            ("in [1/3, 2/3] x [1/3, 2/3] and 2*sqrt(2)", r"[1/3, 2/3]\times [1/3, 2/3]|2\cdot \sqrt{2}"),
        ] {
            assert_eq!(formulas(text).join("|"), tex, "{text}");
        }
    }

    #[test]
    fn plain_words_stay_plain() {
        for text in [
            "A tower of 18 levels, II- or I-I, 010/100 and (17,0,0).",
            "the pieces S, Z and S/Z; a 2-target; 6 - 10 wins, i.e. 60% to 70%",
            "a cause (b) of a 1e-9 and an ADDITION((-2,0),(-2,1),(1,-1)) in 1992",
        ] {
            assert_eq!(formulas(text), Vec::<String>::new(), "{text}");
        }
        assert_eq!(prose("He says \"n = 2\".").into_string(), "He says &quot;n = 2&quot;.");
    }

    #[test]
    fn formulas_are_mathml_without_errors() {
        let page = prose("G(n1..nk) = nk - 1 & x < 3").into_string();
        assert!(page.starts_with("<math") && page.contains(" &amp; <math") && page.contains("<mo>&lt;</mo>"), "{page}");
        assert!(!page.contains("merror"), "{page}");
    }
}
