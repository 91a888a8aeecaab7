//! Two lists that open line by line: every set of vectors of the census, and every set of pieces in each width. Each line has
//! a name in its address, so that it can be cited.
use super::page::page_with;
use super::{Atlas, Claim};
use crate::error::{Error, Result};
use crate::proof::Fact;
use crate::report;
use crate::run::tables;
use maud::{Markup, html};
use serde::{Deserialize, de::DeserializeOwned};
use std::collections::{BTreeMap, BTreeSet};

/// The pages.
pub const VECTORS: &str = "sets.html";
pub const PIECES: &str = "pieces.html";

/// The claims with the tables.
const CENSUS: &str = "carvalho/vector-census";
const SUBSETS: &str = "brzustowski/all-subsets";

/// A line of `data/carvalho/vector-census.csv`.
#[derive(Deserialize)]
struct Vectors {
    vectors: String,
    status: String,
    row_period: Option<u64>,
    row_preperiod: Option<u64>,
    column_period: Option<u64>,
    column_preperiod: Option<u64>,
    largest_value: Option<u64>,
    certificate: String,
}

/// A line of `data/brzustowski/all-subsets.csv`.
#[derive(Deserialize)]
struct Pieces {
    width: u8,
    pieces: String,
    lookahead: u8,
    rule: String,
    least_height: Option<u16>,
    won_at: Option<u16>,
    lost_to: Option<u16>,
    lost_at_every_depth: bool,
    basis: String,
}

/// The lines of the table that is named after a claim; none if it was not run.
fn lines<T: DeserializeOwned>(claims: &[Claim], name: &str) -> Result<Vec<T>> {
    let of = |claim: &&Claim| claim.experiment.name() == name;
    let named = |claim: &Claim| {
        claim.tables.iter().find(|path| path.file_stem().is_some_and(|stem| stem == claim.entry.id.as_str())).cloned()
    };
    let Some(path) = claims.iter().find(of).and_then(named) else { return Ok(Vec::new()) };
    let wrong = |error: csv::Error| Error::file(&path, error);
    tables::reader(&path)?.into_deserialize().map(|line| line.map_err(wrong)).collect()
}

/// The name of a set of vectors in an address: `-3,-3;-3,1;1,-2`.
pub fn vectors_anchor(vectors: &str) -> String {
    vectors.trim_matches(['(', ')']).replace("),(", ";")
}

/// The name of a set of pieces in a width in an address: `OI-4`.
pub fn pieces_anchor(pieces: &str, width: &str) -> String {
    format!("{pieces}-{width}")
}

/// The names of all lines of the two pages.
///
/// # Errors
/// A table that cannot be read.
pub fn anchors(claims: &[Claim]) -> Result<BTreeSet<String>> {
    let vectors = lines::<Vectors>(claims, CENSUS)?.into_iter().map(|set| vectors_anchor(&set.vectors));
    let pieces =
        lines::<Pieces>(claims, SUBSETS)?.into_iter().map(|set| pieces_anchor(&set.pieces, &set.width.to_string()));
    Ok(vectors.chain(pieces).collect())
}

/// The page with every set of vectors of the census.
///
/// # Errors
/// A table that cannot be read.
pub fn vectors(atlas: &Atlas) -> Result<String> {
    let sets: Vec<Vectors> = lines(&atlas.claims, CENSUS)?;
    let body = html! {
        h1 { "Sets of vectors" }
        p.lead { "The " (sets.len()) " sets of the " a href="carvalho/vector-census.html" { "census" } " in which every play ends, each a game. A line opens to the table of values, its pattern, and a certificate to check." }
        noscript { p { "The tables are drawn by scripts. Without them: " code { "topple run my.toml" } ", as the README shows." } }
        (filter())
        div #vectors data-colours=(report::colours().join(" ")) { @for set in &sets {
            details id=(vectors_anchor(&set.vectors)) { summary { (set.vectors) } p { (found(set)) } }
        } }
    };
    Ok(page_with("Sets of vectors", 0, body, &["engine.js", "parts.js", "check.js", "cells.js", "sets.js"]))
}

fn filter() -> Markup {
    html! { p #filter hidden { label { "Only sets with " input.field type="text" size="20" spellcheck="false" autocomplete="off"; } " " span.note role="status" {} } }
}

/// What the census found about a set.
fn found(set: &Vectors) -> Markup {
    let repeat = |period: Option<u64>, before: Option<u64>| match (period, before) {
        (Some(period), Some(before)) => format!("by {period} from {before}"),
        (Some(period), None) => format!("by {period}"),
        _ => "not".to_string(),
    };
    html! {
        (set.status)
        @if set.row_period.or(set.column_period).is_some() {
            "; rows repeat " (repeat(set.row_period, set.row_preperiod)) ", columns " (repeat(set.column_period, set.column_preperiod))
        }
        @if let Some(largest) = set.largest_value { "; values to " (largest) }
        @if !set.certificate.is_empty() { "; certificate " code { (set.certificate) } }
        ". " a href=(format!("lab.html#moves={}", set.vectors)) { "To the lab" }
    }
}

/// A strategy among the certificates: the game that it wins, and its name.
type Strategies<'a> = BTreeMap<(u8, String), Vec<(&'a str, String)>>;

/// The page with every set of pieces.
///
/// # Errors
/// A table that cannot be read.
pub fn pieces(atlas: &Atlas, strategies: &BTreeMap<String, String>) -> Result<String> {
    let all: Vec<Pieces> = lines(&atlas.claims, SUBSETS)?;
    let mut sets: BTreeMap<u8, Vec<&[Pieces]>> = BTreeMap::new();
    for set in all.chunk_by(|a, b| (a.width, &a.pieces) == (b.width, &b.pieces)) {
        sets.entry(set[0].width).or_default().push(set);
    }
    let known = winning(atlas, strategies);
    let body = html! {
        h1 { "Sets of pieces" }
        p.lead { "Each set of " a href="brzustowski/all-subsets.html" { "the seven pieces" } " in each width, one of each pair of mirror images: in which depth does the player go on for ever? A line opens to the answer for each lookahead and movement, and to a strategy that can be watched, where there is a certificate of one." }
        (filter())
        @for (width, sets) in &sets {
            h2 { "Width " (width) }
            @for set in sets { (opening(set, known.get(&(*width, set[0].pieces.clone())))) }
        }
    };
    Ok(page_with("Sets of pieces", 0, body, &["parts.js", "sets.js"]))
}

/// The strategies by width and pieces, each with what it wins.
fn winning<'a>(atlas: &'a Atlas, strategies: &BTreeMap<String, String>) -> Strategies<'a> {
    let mut known = Strategies::new();
    for (name, kept) in
        atlas.claims.iter().filter_map(|claim| claim.evidence.as_ref()).flat_map(|one| &one.certificates)
    {
        for fact in &kept.facts {
            if let (Fact::Survives(game), true) = (fact, strategies.contains_key(name)) {
                let of = known.entry((game.width, game.pieces.to_string())).or_default();
                if !of.iter().any(|(other, _)| other == name) {
                    of.push((name, fact.to_string()));
                }
            }
        }
    }
    known
}

fn opening(set: &[Pieces], strategies: Option<&Vec<(&str, String)>>) -> Markup {
    let Pieces { width, pieces, .. } = &set[0];
    html! {
        details id=(pieces_anchor(pieces, &width.to_string())) {
            summary { (pieces) ", width " (width) ": " (in_short(set)) }
            table {
                thead { tr { th scope="col" { "lookahead" } th scope="col" { "movement" } th scope="col" { "the player" } th scope="col" { "known from" } } }
                tbody { @for line in set { tr { td { (line.lookahead) } td { (line.rule) } td { (answer(line)) } td { (line.basis) } } } }
            }
            @for (name, fact) in strategies.into_iter().flatten() {
                p { a href=(format!("wells.html#strategy={name}")) { "Be the machine against " code { (name) } } ": " (fact) "." }
            }
            @if pieces.contains('S') && pieces.contains('Z') {
                p { a href=(format!("wells.html#machine=algorithm-2&width={width}")) { "Play it yourself" } " against the machine that always wins." }
            } @else {
                p { a href=(format!("wells.html#machine=random&pieces={pieces}&width={width}")) { "Play it yourself" } ", pieces by chance." }
            }
        }
    }
}

fn answer(line: &Pieces) -> String {
    match (line.least_height.or(line.won_at), line.lost_to) {
        (Some(height), _) if line.least_height.is_none() => format!("wins from depth {height} on or sooner"),
        (Some(height), _) => format!("wins from depth {height}"),
        (None, _) if line.lost_at_every_depth => "loses at every depth".to_string(),
        (None, Some(depth)) => format!("loses to depth {depth}, not known beyond"),
        (None, None) => "not known".to_string(),
    }
}

/// The answers for all lookaheads and movements in a few words.
fn in_short(set: &[Pieces]) -> String {
    let heights: Vec<u16> = set.iter().filter_map(|line| line.won_at).collect();
    let won = match (heights.iter().min(), heights.iter().max()) {
        (Some(least), Some(most)) if least == most => format!("won from depth {least}"),
        (Some(least), Some(most)) => format!("won from depths {least} to {most}"),
        _ if set.iter().all(|line| line.lost_at_every_depth) => return "lost at every depth".to_string(),
        _ => return "not won as deep as tried".to_string(),
    };
    let ways = if heights.len() == set.len() {
        String::new()
    } else {
        format!(", in {} of {} ways", heights.len(), set.len())
    };
    won + &ways
}
