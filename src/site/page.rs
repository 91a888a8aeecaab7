//! What all pages share: head, navigation, foot, and how a status looks.
use super::formula::prose;
pub use crate::claim::library::paper;
use maud::{DOCTYPE, Markup, PreEscaped, html};

/// The pages that the navigation names.
const NAVIGATION: [(&str, &str); 12] = [
    ("index.html", "Claims"),
    ("graph.html", "What rests on what"),
    ("certificates.html", "Certificates"),
    ("theorems.html", "Theorems"),
    ("errata.html", "Errata"),
    ("open.html", "Open"),
    ("games.html", "Games"),
    ("check.html", "Check"),
    ("lab.html", "Vector lab"),
    ("play.html", "Play"),
    ("wells.html", "Wells"),
    ("tower.html", "Tower"),
];

/// A whole page, `depth` folders below the front page.
pub fn page(title: &str, depth: usize, body: Markup) -> String {
    page_with(title, depth, body, &[])
}

/// The same with scripts of its own.
pub fn page_with(title: &str, depth: usize, body: Markup, scripts: &[&str]) -> String {
    let up = "../".repeat(depth);
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) " · topple" }
                link rel="icon" href="data:,";
                link rel="stylesheet" href=(format!("{up}style.css"));
            }
            body data-root=(up) {
                a.skip href="#main" { "To the text" }
                header {
                    a.home href=(format!("{up}index.html")) { "topple" }
                    nav aria-label="Pages" {
                        @for (file, name) in NAVIGATION { a href=(format!("{up}{file}")) { (name) } " " }
                    }
                    search hidden { label { "Search " input #search type="search" autocomplete="off"; } ul #found {} }
                }
                main #main { (body) }
                footer { "Made by " code { "topple site" } " from the evidence in " code { "data/" } ". Every status is computed from it." }
                script src=(format!("{up}search.js")) defer {}
                script src=(format!("{up}site.js")) defer {}
                @for script in scripts { script src=(format!("{up}{script}")) defer {} }
            }
        }
    }
    .into_string()
}

/// The status as a word on its colour, with a letter for those who do not see it.
pub fn badge(word: &str) -> Markup {
    html! { span class=(format!("badge {}", class(word))) { span.letter aria-hidden="true" { (letter(word)) } (word) } }
}

/// The status as a name in the style sheet.
pub fn class(word: &str) -> String {
    word.replace(' ', "-")
}

/// One letter for a status.
pub fn letter(word: &str) -> &'static str {
    match word {
        "proved" => "P",
        "verified" => "V",
        "differs" => "D",
        "refuted" => "R",
        "open" => "O",
        _ => "–",
    }
}

/// Paragraphs of plain text, their formulas typeset.
pub fn paragraphs(text: &str) -> Markup {
    html! { @for paragraph in text.trim().split("\n\n") { p { (prose(&paragraph.replace('\n', " "))) } } }
}

/// A size in bytes in words.
pub fn size(bytes: u64) -> String {
    match bytes {
        0..1_000 => format!("{bytes} B"),
        1_000..1_000_000 => format!("{:.1} kB", bytes as f64 / 1e3),
        _ => format!("{:.1} MB", bytes as f64 / 1e6),
    }
}

/// Text that is markup already.
pub fn raw(text: String) -> Markup {
    PreEscaped(text)
}
