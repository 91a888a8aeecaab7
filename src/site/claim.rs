//! The page of a claim: the statement, the verdict, its parts, pictures, tables, certificates and theorems.
use super::formula::prose;
use super::live::CHECKING;
use super::page::{badge, page_with, paper, paragraphs, size};
use super::sets;
use super::{Atlas, Claim, LONGEST, address};
use crate::claim::{Finding, Verdict};
use crate::error::{Error, Result};
use crate::file;
use crate::run::tables;
use maud::{Markup, html};
use std::path::Path;

/// Lines of a table that a page shows; the file has all.
const SHOWN: usize = 100;

/// Places where print differs that a page lists.
const CELLS: usize = 30;

/// The page of a claim, with the claims before and after it.
pub fn page_of(atlas: &Atlas, claim: &Claim, [before, after]: [Option<&Claim>; 2]) -> Result<String> {
    let entry = &claim.entry;
    let (title, authors) = paper(&entry.paper);
    let mut tables = Vec::new();
    for path in &claim.tables {
        tables.push(table(atlas, claim, path)?);
    }
    let mut figures = Vec::new();
    for path in &claim.figures {
        figures.push(figure(claim, path)?);
    }
    let body = html! {
        p.crumbs { a href="../index.html" { "Claims" } " › " a href=(format!("../index.html#{}", entry.paper)) { (title) } ", " (authors) }
        h1 { (entry.title) }
        p.verdict { (badge(entry.word)) " " (verdict(claim)) }
        section {
            h2 { "What is claimed" }
            blockquote { (paragraphs(&claim.experiment.statement)) footer { (entry.place) } }
        }
        @if !entry.findings.is_empty() {
            section {
                h2 { "Its parts" }
                ol.parts { @for finding in &entry.findings { li { (part(finding, atlas)) } } }
            }
        }
        @if !figures.is_empty() {
            section.figures {
                h2 { "Pictures" }
                @for figure in &figures { (figure) }
            }
        }
        @if !tables.is_empty() { section { h2 { "Tables" } @for table in &tables { (table) } } }
        (certificates(claim)?)
        (theorems(atlas, claim))
        section {
            h2 { "Make it again" }
            pre { code { "topple run " (claim.experiment.name()) "\ntopple claims " (entry.paper) } }
            p { "To cite it: " em { (entry.title) } ", claim " code { (claim.experiment.name()) } " of the atlas of stacking games, made by topple " (env!("CARGO_PKG_VERSION")) ", experiment " code { (claim.experiment.fingerprint) } "." }
        }
        nav.beside aria-label="Claims beside this one" {
            @if let Some(near) = before { a rel="prev" href=(format!("../{}", near.page())) { "← " (near.entry.title) } }
            @if let Some(near) = after { a rel="next" href=(format!("../{}", near.page())) { (near.entry.title) " →" } }
        }
    };
    Ok(page_with(&entry.title, 1, body, &CHECKING))
}

/// The verdict in a sentence.
fn verdict(claim: &Claim) -> Markup {
    let scale = claim.evidence.as_ref().map(|evidence| format!("{:?}", evidence.scale).to_lowercase());
    html! { (prose(&sentence(&claim.entry.status))) @if let Some(scale) = scale { " The evidence was made at scale " (scale) "." } }
}

/// A status as a sentence.
fn sentence(status: &str) -> String {
    let mut letters = status.chars();
    letters.next().map_or(String::new(), |first| format!("{}{}.", first.to_uppercase(), letters.as_str()))
}

/// A part of a claim, what was found, and what it rests on.
fn part(finding: &Finding, atlas: &Atlas) -> Markup {
    let word = match &finding.found {
        Verdict::Entailed { .. } => "proved",
        Verdict::Exhausted { .. } | Verdict::Swept { .. } => "verified",
        Verdict::Differs { .. } => "differs",
        Verdict::Refuted { .. } => "refuted",
        Verdict::Open { .. } => "open",
    };
    let by_theorem = |name: &String| atlas.theorems.iter().any(|one| one.name == *name && one.unchecked.is_none());
    let settled = finding.theorems.iter().any(by_theorem) && matches!(word, "verified" | "open");
    html! {
        p { (badge(if settled { "proved" } else { word })) " " strong { (prose(&finding.part)) } }
        @match &finding.found {
            Verdict::Entailed { certificates } => p { "It follows from " (named(certificates)) ": " (prose(&finding.goal.to_string())) "." },
            Verdict::Exhausted { domain } => p { "True in every case: " (prose(domain)) "." },
            Verdict::Swept { bound } => p { "True as far as it was tried: " (prose(bound)) "." },
            Verdict::Refuted { counterexample } => p { "False: " (prose(counterexample)) "." },
            Verdict::Open { reached } => p { "Not decided; reached: " (prose(reached)) "." },
            Verdict::Differs { cells, count, holds, certificates } => {
                (differing(cells, *count))
                p { "What holds: " (prose(holds)) "." @if !certificates.is_empty() { " It follows from " (named(certificates)) "." } }
            }
        }
        @if !finding.theorems.is_empty() { p { "Theorem: " @for name in &finding.theorems { a href=(format!("../theorems.html#{name}")) { code { (name) } } " " } } }
        @if let Some(note) = &finding.note { @if !note.is_empty() { p.note { (prose(&sentence(note))) } } }
    }
}

/// Where print and computation differ, a line each.
pub fn differing(cells: &[String], count: u64) -> Markup {
    html! {
        p { "Print differs at " (count) @if count == 1 { " place" } @else { " places" } ":" }
        ul.cells {
            @for cell in cells.iter().take(CELLS) { li { (cell) } }
            @if cells.len() > CELLS { li { "and " (cells.len() - CELLS) " more" } }
        }
    }
}

fn named(certificates: &[String]) -> Markup {
    let names = certificates.iter().take(8);
    html! {
        @for (at, name) in names.enumerate() { @if at > 0 { ", " } a href=(format!("#cert-{name}")) { code { (name) } } }
        @if certificates.len() > 8 { " and " (certificates.len() - 8) " more" }
    }
}

/// A picture under its own title, with the data behind it.
fn figure(claim: &Claim, path: &Path) -> Result<Markup> {
    let text = file::text(path, LONGEST, "a picture as SVG")?;
    let (title, description) = (inside(&text, "title"), inside(&text, "desc"));
    let source = address(1, claim.folders.out(), path);
    let data = path.with_extension("csv");
    let behind = data.exists().then(|| address(1, claim.folders.out(), &data));
    Ok(html! {
        figure {
            a href=(source) { img src=(source) alt=(description); }
            figcaption { (title) @if let Some(data) = behind { ". " a href=(data) { "Its data" } } }
        }
    })
}

/// The text of the first element of this name in a picture, as the picture escapes it.
fn inside(svg: &str, name: &str) -> String {
    let text = svg.split_once(&format!("<{name}>")).and_then(|(_, rest)| rest.split_once(&format!("</{name}>")));
    let text = text.map_or("", |(text, _)| text.trim());
    [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&amp;", "&")]
        .iter()
        .fold(text.to_string(), |text, (escaped, plain)| text.replace(escaped, plain))
}

/// A table as it stands in its file, cut after some lines.
fn table(atlas: &Atlas, claim: &Claim, path: &Path) -> Result<Markup> {
    let wrong = |error: csv::Error| Error::file(path, error);
    let mut reader = tables::reader(path)?;
    let header = reader.headers().map_err(wrong)?.clone();
    let rows: Vec<csv::StringRecord> = reader.records().collect::<std::result::Result<_, _>>().map_err(wrong)?;
    let source = address(1, claim.folders.out(), path);
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    Ok(html! {
        details open[rows.len() <= 30] {
            summary { (name) ", " (rows.len()) " lines" }
            div.wide tabindex="0" role="region" aria-label=(name) {
                table.sortable {
                    thead { tr { @for cell in &header { th scope="col" { (cell.replace('_', " ")) } } } }
                    tbody { @for row in rows.iter().take(SHOWN) { tr { @for at in 0..row.len() { td { (cell(atlas, &header, row, at)) } } } } }
                }
            }
            p { @if rows.len() > SHOWN { "The first " (SHOWN) " lines. " } "All: " a href=(source) { (name) } }
        }
    })
}

/// A cell of a table. A set of moves in the plane and a set of pieces in a width lead to
/// their lines on the pages of sets, or, if they are not there, to the lab and to a well.
fn cell(atlas: &Atlas, header: &csv::StringRecord, row: &csv::StringRecord, at: usize) -> Markup {
    let of = |name: &str| header.iter().position(|known| known == name).and_then(|place| row.get(place));
    let (name, text) = (header.get(at).unwrap_or_default(), row.get(at).unwrap_or_default());
    let letters = |text: &str| !text.is_empty() && text.chars().all(|letter| "OITJLSZ".contains(letter));
    let (page, anchor, else_to) = match (name, of("width")) {
        ("vectors", _) if text.starts_with('(') => {
            (sets::VECTORS, sets::vectors_anchor(text), format!("lab.html#moves={text}"))
        }
        ("pieces", Some(width)) if letters(text) => {
            let play = format!("wells.html#machine=random&pieces={text}&width={width}");
            (sets::PIECES, sets::pieces_anchor(text, width), play)
        }
        _ => return html! { (text) },
    };
    let link = if atlas.sets.contains(&anchor) { format!("{page}#{anchor}") } else { else_to };
    html! { a href=(format!("../{link}")) { (text) } }
}

fn certificates(claim: &Claim) -> Result<Markup> {
    let Some(evidence) = &claim.evidence else { return Ok(html! {}) };
    let mut lines = Vec::new();
    for (name, kept) in &evidence.certificates {
        let path = claim.folders.certificate(name);
        let bytes = std::fs::metadata(&path).map_err(|error| Error::file(&path, error))?.len();
        let facts: Vec<String> = kept.facts.iter().take(6).map(ToString::to_string).collect();
        let more = kept.facts.len().saturating_sub(facts.len());
        lines.push((name, address(1, claim.folders.out(), &path), bytes, facts, more, &kept.hash));
    }
    Ok(html! {
        @if !lines.is_empty() {
            section {
                h2 { "Certificates" }
                p { "Each is a text file; " code { "topple check FILE" } " checks it and searches nothing." }
                dl {
                    @for (name, source, bytes, facts, more, hash) in &lines {
                        dt id=(format!("cert-{name}")) { a href=(source) { code { (name) ".cert" } } ", " span data-certificate=(source) { (size(*bytes)) } }
                        dd {
                            @if facts.is_empty() { p { "It establishes what its sentences say." } }
                            ul { @for fact in facts { li { (prose(fact)) } } @if *more > 0 { li { "and " (more) " more" } } }
                            p.hash { "blake3 " code { (hash) } }
                        }
                    }
                }
            }
        }
    })
}

fn theorems(atlas: &Atlas, claim: &Claim) -> Markup {
    let named = |name: &str| atlas.theorems.iter().find(|one| one.name == name);
    html! {
        @if !claim.entry.theorems.is_empty() {
            section {
                h2 { "Theorems in Coq" }
                @for (name, checked) in &claim.entry.theorems {
                    h3 { a href=(format!("../theorems.html#{name}")) { code { (name) } } }
                    p { @if *checked { "Coq's kernel has checked it on the machine that made this page." } @else { "Not checked on the machine that made this page." } }
                    @if let Some(one) = named(name) { @if !one.text.is_empty() { pre { code { (one.text) } } } }
                }
            }
        }
    }
}
