//! What rests on what: papers, claims, certificates and theorems, as a drawing a paper.
use super::page::{class, letter, page, paper, raw};
use super::{Atlas, Claim};
use crate::claim::library::PAPERS;
use maud::{Markup, html};
use std::fmt::Write;

/// Height of a line of the drawing, in pixels.
const LINE: usize = 26;
/// Where the columns begin: claims, certificates, theorems.
const COLUMNS: [usize; 3] = [10, 430, 640];
/// Width of the drawing.
const WIDTH: usize = 980;

/// The page with a drawing for every paper.
pub fn graph(atlas: &Atlas) -> String {
    let body = html! {
        h1 { "What rests on what" }
        p { "Claims stand on the left, on the colour of their status; in the middle the number of certificates that each rests on; on the right the theorems of Coq that say parts of it, dashed where Coq has not checked them on the machine that made this page." }
        @for id in PAPERS {
            @let claims: Vec<&Claim> = atlas.claims.iter().filter(|claim| claim.entry.paper == id).collect();
            section { h2 { cite { (paper(id).0) } } (drawing(&claims)) }
        }
    };
    page("What rests on what", 0, body)
}

fn drawing(claims: &[&Claim]) -> Markup {
    let mut theorems: Vec<(&str, bool)> = Vec::new();
    for (name, checked) in claims.iter().flat_map(|claim| &claim.entry.theorems) {
        if !theorems.iter().any(|(known, _)| known == name) {
            theorems.push((name, *checked));
        }
    }
    let height = LINE * claims.len().max(theorems.len()) + 10;
    let middle = |line: usize| LINE * line + LINE / 2 + 5;
    let mut svg = String::new();
    let mut put = |text: String| svg.push_str(&text);
    for (at, claim) in claims.iter().enumerate() {
        let y = middle(at);
        let certificates = claim.certificates().count();
        if certificates > 0 {
            put(format!(r#"<path class="edge" d="M{} {y}H{}"/>"#, COLUMNS[0] + 380, COLUMNS[1]));
            put(format!(
                r#"<a href="{}"><circle class="certificates" cx="{}" cy="{y}" r="11"/><text class="count" x="{}" y="{}">{certificates}</text></a>"#,
                claim.page(),
                COLUMNS[1] + 12,
                COLUMNS[1] + 12,
                y + 4
            ));
        }
        for (name, checked) in &claim.entry.theorems {
            let line = theorems.iter().position(|(known, _)| known == name).unwrap_or(0);
            let dashed = if *checked { "" } else { " unchecked" };
            let (from, to) = (COLUMNS[0] + 380, COLUMNS[2]);
            let (bend, end) = (COLUMNS[1] + 80, middle(line));
            put(format!(
                r#"<path class="edge{dashed}" d="M{from} {y}H{}C{bend} {y} {bend} {end} {to} {end}"/>"#,
                COLUMNS[1] - 10
            ));
        }
        let title: String = claim.entry.title.chars().take(54).collect();
        put(format!(
            r#"<a href="{}"><title>{}</title><rect class="{}" x="{}" y="{}" width="380" height="{}" rx="3"/><text x="{}" y="{}">{} {}</text></a>"#,
            claim.page(),
            escaped(&claim.entry.status),
            class(claim.entry.word),
            COLUMNS[0],
            y - 11,
            LINE - 4,
            COLUMNS[0] + 8,
            y + 4,
            letter(claim.entry.word),
            escaped(&title)
        ));
    }
    for (at, (name, _)) in theorems.iter().enumerate() {
        let y = middle(at);
        put(format!(
            r#"<a href="theorems.html#{name}"><text class="theorem" x="{}" y="{}">{name}</text></a>"#,
            COLUMNS[2] + 6,
            y + 4
        ));
    }
    let mut whole = String::new();
    write!(whole, r#"<div class="wide" tabindex="0" role="region" aria-label="What rests on what"><svg class="graph" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" role="img">{svg}</svg></div>"#).expect("text takes text");
    raw(whole)
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
