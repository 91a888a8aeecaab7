//! The front page: what this is, every claim on its colour, and what the search finds.
use super::page::{badge, class, letter, page, paper};
use super::sets::{PIECES, VECTORS};
use super::{Atlas, Claim};
use crate::claim::library::PAPERS;
use maud::{Markup, html};

/// The words for a status, in the order of the legend.
const WORDS: [(&str, &str); 6] = [
    ("proved", "every part follows from certificates or theorems that are checked"),
    ("verified", "true in all cases that were tried, and it says how many"),
    ("differs", "print and computation disagree, and it says where"),
    ("refuted", "false, with a counterexample"),
    ("open", "not decided, and it says how far it got"),
    ("not run", "no evidence here yet"),
];

/// The front page.
pub fn front(atlas: &Atlas) -> String {
    let count = |word: &str| atlas.claims.iter().filter(|claim| claim.entry.word == word).count();
    let certificates: usize = atlas.claims.iter().map(|claim| claim.certificates().count()).sum();
    let body = html! {
        h1 { "What is true of five papers on stacking games" }
        p.lead { "Jenga, coloured Nim and Tetris as mathematics: every table, figure and theorem of five papers computed again, each beside what is known of it." }
        ul.counts {
            @for (word, means) in WORDS {
                @if count(word) > 0 { li { (badge(word)) " " strong { (count(word)) } " " (means) } }
            }
        }
        p { (certificates) " certificates are ready to be " a href="certificates.html" { "checked" } ", and " (atlas.theorems.len()) " " a href="theorems.html" { "theorems" } " are stated in Coq. Here you can " a href="check.html" { "check" } " a certificate of your own, open every " a href=(VECTORS) { "set of vectors" } " and every " a href=(PIECES) { "set of pieces" } ", draw the " a href="lab.html" { "table" } " of a game of your own, and " a href="play.html" { "play" } " against a player who never errs, in the " a href="wells.html" { "well" } ", or on the " a href="tower.html" { "noisy tower" } "." }
        @for paper_id in PAPERS {
            section id=(paper_id) {
                @let (title, authors) = paper(paper_id);
                h2 { cite { (title) } span.authors { ", " (authors) } }
                ul.grid { @for claim in of(atlas, paper_id) { li { (tile(claim)) } } }
            }
        }
        section {
            h2 { "How it is checked" }
            p { "A part of a claim is called proved when it follows from what a checker has read off a certificate, or when Coq's kernel has checked a theorem that says the same. The checker is a program of its own, " code { "topple-check" } ", without any search in it. Nothing else makes the word." }
        }
    };
    page("Claims", 0, body)
}

fn of<'a>(atlas: &'a Atlas, paper: &'a str) -> impl Iterator<Item = &'a Claim> {
    atlas.claims.iter().filter(move |claim| claim.entry.paper == paper)
}

fn tile(claim: &Claim) -> Markup {
    let entry = &claim.entry;
    html! {
        a class=(format!("tile {}", class(entry.word))) href=(claim.page()) {
            span.letter aria-hidden="true" { (letter(entry.word)) }
            span.title { (entry.title) }
            span.place { (entry.place) ": " (entry.word) }
        }
    }
}

/// What the search looks through: address, title and words of every claim and theorem, as a script, since pages from a
/// disk may not fetch files.
pub fn index(atlas: &Atlas) -> String {
    let mut lines: Vec<[String; 3]> = atlas
        .claims
        .iter()
        .map(|claim| {
            let entry = &claim.entry;
            let words = format!(
                "{} {} {} {}",
                entry.paper,
                entry.id,
                entry.place,
                claim.experiment.statement.replace('\n', " ")
            );
            [claim.page(), entry.title.clone(), words]
        })
        .collect();
    lines.extend(atlas.theorems.iter().map(|one| {
        [
            format!("theorems.html#{}", one.name),
            format!("Theorem {}", one.name),
            one.text.split_whitespace().collect::<Vec<_>>().join(" "),
        ]
    }));
    format!("const INDEX = {};\n", serde_json::to_string(&lines).expect("text is plain data"))
}
