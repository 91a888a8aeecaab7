//! Lists through all claims: certificates, theorems, what differs from print, and what is open.
use super::claim::differing;
use super::formula::prose;
use super::live::CHECKING;
use super::page::{badge, page, page_with, paper, size};
use super::{Atlas, Claim, address};
use crate::claim::library::PAPERS;
use crate::claim::{Finding, Verdict};
use crate::error::Result;
use crate::proof::file as certificate;
use maud::{Markup, html};
use std::collections::BTreeMap;

/// Every certificate once, with the claims that rest on it.
pub fn certificates(atlas: &Atlas) -> Result<String> {
    let mut all: BTreeMap<(&str, &str), Vec<&Claim>> = BTreeMap::new();
    for claim in &atlas.claims {
        for name in claim.certificates() {
            all.entry((&claim.entry.paper, name)).or_default().push(claim);
        }
    }
    let mut rows = Vec::new();
    for ((_, name), claims) in &all {
        let path = claims[0].folders.certificate(name);
        let text = certificate::read(&path)?;
        let kind = text.split_whitespace().nth(2).unwrap_or_default().to_string();
        rows.push((name, address(0, claims[0].folders.out(), &path), kind, text.len() as u64, claims));
    }
    let body = html! {
        h1 { "Certificates" }
        p { "Each proves what its claim's page says it does. To check them all: " code { "topple check" } ", or " code { "topple-check FILE" } ", a program without any search." }
        div.wide tabindex="0" role="region" aria-label="Certificates" { table.sortable {
            thead { tr { th scope="col" { "certificate" } th scope="col" { "kind" } th scope="col" { "size" } th scope="col" { "claims" } } }
            tbody { @for (name, source, kind, bytes, claims) in &rows { tr {
                td { a href=(source) { code { (name) } } }
                td { (kind) }
                td data-sort=(bytes) { span data-certificate=(source) { (size(*bytes)) } }
                td { @for claim in claims.iter() { a href=(format!("{}#cert-{name}", claim.page())) { (claim.entry.title) } " " } }
            } } }
        } }
    };
    Ok(page_with("Certificates", 0, body, &CHECKING))
}

/// Every theorem with its statement and the parts that rest on it.
pub fn theorems(atlas: &Atlas) -> String {
    let body = html! {
        h1 { "Theorems in Coq" }
        p { "The statements as Coq reads them. A theorem settles a part of a claim where Coq's kernel has checked its proof on the machine that made this page, with no axiom." }
        @for one in &atlas.theorems {
            section id=(one.name) {
                h2 { code { (one.name) } }
                p { @match &one.unchecked {
                    None => { (badge("proved")) " checked here" }
                    Some(why) => { (badge("not run")) " not checked here: " (why) }
                } ". It stands in " code { "proofs/coq/" (one.file) ".v" } "." }
                @if !one.text.is_empty() { pre tabindex="0" { code { (one.text) } } }
                (rests_on(atlas, &one.name))
            }
        }
    };
    page("Theorems", 0, body)
}

fn rests_on(atlas: &Atlas, name: &str) -> Markup {
    let parts: Vec<(&Claim, &Finding)> =
        findings(atlas).filter(|(_, finding)| finding.theorems.iter().any(|one| one == name)).collect();
    html! { @if !parts.is_empty() { ul { @for (claim, finding) in parts { li { a href=(claim.page()) { (claim.entry.title) } ": " (prose(&finding.part)) } } } } }
}

fn findings(atlas: &Atlas) -> impl Iterator<Item = (&Claim, &Finding)> {
    atlas.claims.iter().flat_map(|claim| claim.entry.findings.iter().map(move |finding| (claim, finding)))
}

/// What differs from print, paper by paper.
pub fn errata(atlas: &Atlas) -> String {
    let body = html! {
        h1 { "Errata" }
        p { "Where print and computation disagree, as one would send it to the authors: what is printed, what was computed, and what holds instead." }
        (by_paper(atlas, |finding| match &finding.found {
            Verdict::Differs { cells, count, holds, .. } => Some(html! { (differing(cells, *count)) p { "What holds: " (prose(holds)) "." } }),
            Verdict::Refuted { counterexample } => Some(html! { p { "False: " (prose(counterexample)) "." } }),
            _ => None,
        }))
    };
    page("Errata", 0, body)
}

/// What is open, and how far it was tried.
pub fn open(atlas: &Atlas) -> String {
    let body = html! {
        h1 { "Open" }
        p { "What nobody has decided here, and how far it was tried." }
        (by_paper(atlas, |finding| match &finding.found {
            Verdict::Open { reached } => Some(html! { p { "Reached: " (prose(reached)) "." } @if let Some(note) = &finding.note { p.note { (prose(note)) } } }),
            _ => None,
        }))
    };
    page("Open", 0, body)
}

/// The parts of which `show` has something to say.
fn by_paper(atlas: &Atlas, show: impl Fn(&Finding) -> Option<Markup>) -> Markup {
    let shown: Vec<(&Claim, &Finding, Markup)> =
        findings(atlas).filter_map(|(claim, finding)| Some((claim, finding, show(finding)?))).collect();
    let of = |paper: &str| shown.iter().filter(|(claim, ..)| claim.entry.paper == paper).collect::<Vec<_>>();
    html! {
        @for id in PAPERS { @if !of(id).is_empty() {
            section {
                h2 { cite { (paper(id).0) } }
                @for (claim, finding, text) in of(id) {
                    article {
                        h3 { a href=(claim.page()) { (claim.entry.title) } span.authors { ", " (claim.entry.place) } }
                        p { strong { (prose(&finding.part)) } }
                        (text)
                    }
                }
            }
        } }
    }
}
