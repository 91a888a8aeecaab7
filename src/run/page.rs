//! The ledger as the page `docs/CLAIMS.md`: for each paper an overview, then each claim with the verdict first.
use super::layout::{listed, of, pairs, table, wrapped};
use super::ledger::Entry;
use crate::claim::{Finding, Verdict};
use crate::proof::{Fact, Goal};
use std::collections::BTreeMap;

const INTRODUCTION: &str = "# Claims

What was found about each claim of the five papers, the verdict first. `topple claims --format markdown` makes this page
from the evidence in `data/`, on a machine where `make proofs` has had Coq check the theorems that it names. A quotation is
the paper's; all else is ours. [RELATED.md](RELATED.md) says what was known before.

| verdict | meaning |
| --- | --- |
| proved | the part follows from certificates that an independent checker accepted, or from a theorem that Coq checked |
| true in every case | the part speaks of finitely many cases, and all were tried |
| verified | true as far as it was tried; nothing is claimed beyond |
| not as printed | print and computation disagree; the places are counted, and what holds is said |
| refuted | there is a counterexample |
| open | not decided; how far it was tried is said |

A claim is called by its weakest part. The page shortens long lists; the evidence file of a claim has all of it, and
`topple check --verbose` prints in full what each certificate establishes.
";

/// The papers by their folders: who wrote what.
const TITLES: [(&str, &str); 5] = [
    ("zwick", "Zwick, \"Jenga\""),
    ("carvalho", "Carvalho, Neto, Santos, \"Combinatorics of JENGA\""),
    ("eeny-meeny", "\"Winning colourful Nim with the eeny-meeny rule\""),
    ("brzustowski", "Brzustowski, \"Can you win at Tetris?\""),
    ("jengazero", "Rajbhandari, Rosenstrauch, \"JengaZero\""),
];

/// The page.
pub fn page(entries: &[Entry]) -> String {
    let mut page = format!("{INTRODUCTION}\n{}\n", counts(entries));
    for claims in entries.chunk_by(|a, b| a.paper == b.paper) {
        let paper = claims[0].paper.as_str();
        let title = TITLES.iter().find(|(folder, _)| *folder == paper).map_or(paper, |(_, title)| title);
        page.push_str(&format!("\n## {paper}: {title}\n\n{}", overview(claims)));
        claims.iter().for_each(|entry| page.push_str(&section(entry)));
    }
    page
}

/// How many claims have which status.
fn counts(entries: &[Entry]) -> String {
    let mut counts = BTreeMap::new();
    for entry in entries {
        *counts.entry(entry.word).or_insert(0) += 1;
    }
    let known = ["proved", "verified", "differs", "refuted", "open", "not run"];
    let said = known.iter().filter_map(|word| counts.get(word).map(|count| format!("{count} {}", verdict(word))));
    format!("{} claims: {}.", entries.len(), said.collect::<Vec<_>>().join(", "))
}

/// The status of a claim, from its one word.
fn verdict(word: &str) -> &str {
    match word {
        "verified" => "verified to a bound",
        "differs" => "not as printed",
        other => other,
    }
}

fn overview(claims: &[Entry]) -> String {
    let row = |entry: &Entry| {
        vec![format!("[{0}](#{0})", entry.id), headline(entry), entry.title.clone(), entry.place.clone()]
    };
    table(&["claim", "verdict", "what", "where"], claims.iter().map(row).collect())
}

/// The verdict on a claim in a few words.
fn headline(entry: &Entry) -> String {
    let places: u64 = entry.findings.iter().map(places).sum();
    match entry.word {
        "proved" if entry.machine_checked => "proved, checked by Coq".to_string(),
        "differs" => format!("not as printed, {}", of(places, "place")),
        "not run" => entry.status.clone(),
        word => verdict(word).to_string(),
    }
}

fn places(finding: &Finding) -> u64 {
    match finding.found {
        Verdict::Differs { count, .. } => count,
        _ => 0,
    }
}

fn section(entry: &Entry) -> String {
    let mut text = format!("\n### {}\n\n", entry.id);
    let verdict = format!("**{}.** {} ({}). {}", capital(&headline(entry)), entry.title, entry.place, tally(entry));
    text.push_str(&wrapped(verdict.trim(), "", ""));
    for quotation in &entry.quotations {
        let quoted =
            format!("\"{}\" ({})", quotation.text.split_whitespace().collect::<Vec<_>>().join(" "), quotation.place);
        text.push_str(&format!("\n{}", wrapped(&quoted, "> ", "> ")));
    }
    if !entry.findings.is_empty() {
        text.push('\n');
    }
    let (supporting, main): (Vec<&Finding>, Vec<&Finding>) =
        entry.findings.iter().partition(|finding| finding.supporting);
    let source = format!("data/{}/{}.json", entry.paper, entry.id);
    for findings in [main, supporting] {
        for alike in findings.chunk_by(|a, b| together(a, b)) {
            let parts = || alike.iter().map(|one| part(one, entry, &source)).collect();
            text.push_str(&if alike.len() > 3 { joined(alike) } else { parts() });
        }
    }
    text
}

/// How many parts have which verdict, if they do not all have the same.
fn tally(entry: &Entry) -> String {
    let said = |finding: &Finding| if by_coq(finding, entry) { "proved" } else { word(&finding.found) };
    let words: Vec<&str> = entry.findings.iter().map(said).collect();
    if words.windows(2).all(|two| two[0] == two[1]) {
        return String::new();
    }
    let mut counts: Vec<(&str, usize)> = Vec::new();
    for word in words {
        match counts.iter_mut().find(|(known, _)| *known == word) {
            Some((_, count)) => *count += 1,
            None => counts.push((word, 1)),
        }
    }
    let said: Vec<String> = counts.iter().map(|(word, count)| format!("{count} {word}")).collect();
    format!("Parts: {}.", said.join(", "))
}

fn word(found: &Verdict) -> &'static str {
    match found {
        Verdict::Entailed { .. } => "proved",
        Verdict::Exhausted { .. } => "true in every case",
        Verdict::Swept { .. } => "verified",
        Verdict::Differs { .. } => "not as printed",
        Verdict::Refuted { .. } => "refuted",
        Verdict::Open { .. } => "open",
    }
}

/// Whether neighbours can stand in one table: proved parts about wells, whose titles say all that their goals do, or parts
/// that are true in the same cases.
fn together(a: &Finding, b: &Finding) -> bool {
    let of_wells = |finding: &Finding| matches!(&finding.goal, Goal::Facts(facts) if facts.iter().all(is_of_wells));
    let short = |finding: &Finding| finding.note.as_ref().is_none_or(|note| note.len() < 100);
    match (&a.found, &b.found) {
        (Verdict::Entailed { .. }, Verdict::Entailed { .. }) => [a, b].iter().all(|one| of_wells(one) && short(one)),
        (Verdict::Exhausted { domain }, Verdict::Exhausted { domain: other }) => {
            domain == other && a.note.is_none() && b.note.is_none()
        }
        _ => false,
    }
}

fn is_of_wells(fact: &Fact) -> bool {
    matches!(fact, Fact::Survives(_) | Fact::Defeated { .. } | Fact::Lost(_) | Fact::SurvivesInLanes(_))
}

/// Several parts with one verdict, as a table.
fn joined(findings: &[&Finding]) -> String {
    let why = match &findings[0].found {
        Verdict::Exhausted { domain } => format!(" ({domain})"),
        _ => String::new(),
    };
    let row = |finding: &&Finding| {
        let note = finding.note.clone().unwrap_or_default();
        vec![finding.part.clone(), listed(finding.certificates(), 3, ", "), note]
    };
    let rows: Vec<Vec<String>> = findings.iter().map(row).collect();
    let used = |column: usize| rows.iter().any(|row| !row[column].is_empty());
    let columns: Vec<usize> = (0..3).filter(|&column| used(column)).collect();
    let header: Vec<&str> = columns.iter().map(|&column| ["part", "certificates", "note"][column]).collect();
    let picked = rows.iter().map(|row| columns.iter().map(|&column| row[column].clone()).collect()).collect();
    format!("- **{}**{why}:\n\n{}\n", capital(word(&findings[0].found)), indented(&table(&header, picked)))
}

/// One part: the verdict, what the part says, and what was found.
fn part(finding: &Finding, entry: &Entry, source: &str) -> String {
    let detail = match &finding.found {
        Verdict::Entailed { .. } => said(&finding.goal, source),
        Verdict::Exhausted { domain } => field("The cases", domain, source),
        Verdict::Swept { bound } => field("Tried", bound, source),
        Verdict::Differs { cells, holds, .. } => {
            field("Print and computation", &cells.join("; "), source) + &format!("What holds: {holds}.\n")
        }
        Verdict::Refuted { counterexample } => field("Counterexample", counterexample, source),
        Verdict::Open { .. } if by_coq(finding, entry) => String::new(),
        Verdict::Open { reached } => field("Reached", reached, source),
    };
    let note = finding.note.as_ref().filter(|note| !note.is_empty()).map_or(String::new(), |text| note(text));
    let by = [(finding.certificates(), "Certificates"), (finding.theorems.as_slice(), "Coq")];
    let by = by.iter().filter(|(names, _)| !names.is_empty());
    let by: Vec<String> = by.map(|(names, what)| format!("{what}: {}.", listed(names, 4, ", "))).collect();
    let title = finding.part.trim_end_matches('.');
    laid_out(&format!("**{}**: {title}.\n{detail}{note}{}\n", lead(finding, entry), by.join(" ")))
}

/// Whether a theorem that Coq has checked settles a part. Then it is proved, whatever was tried beside it.
fn by_coq(finding: &Finding, entry: &Entry) -> bool {
    matches!(finding.found, Verdict::Swept { .. } | Verdict::Exhausted { .. } | Verdict::Open { .. })
        && finding.theorems.iter().any(|name| entry.theorems.contains(&(name.clone(), true)))
}

/// The verdict on a part in a few words.
fn lead(finding: &Finding, entry: &Entry) -> String {
    let lead = match &finding.found {
        Verdict::Differs { count, .. } => format!("not as printed, {}", of(*count, "place")),
        _ if by_coq(finding, entry) => "proved by Coq".to_string(),
        found => word(found).to_string(),
    };
    capital(&lead) + if finding.supporting { ", as well" } else { "" }
}

/// Lines that belong together become one paragraph; tables and lists stand by themselves.
fn laid_out(text: &str) -> String {
    let mut laid = String::new();
    let mut prose = String::new();
    let (mut first, mut after_block) = (true, false);
    let mut flush = |prose: &mut String, laid: &mut String, after_block: bool| {
        if !prose.trim().is_empty() {
            laid.push_str(if after_block { "\n" } else { "" });
            laid.push_str(&wrapped(prose.trim(), if first { "- " } else { "  " }, "  "));
            first = false;
        }
        prose.clear();
    };
    for line in text.lines() {
        if line.starts_with('|') || line.starts_with("* ") {
            if !prose.is_empty() {
                flush(&mut prose, &mut laid, after_block);
                laid.push('\n');
            }
            laid.push_str(&format!("  {line}\n"));
            after_block = true;
        } else {
            prose.push_str(&format!("{line} "));
        }
    }
    flush(&mut prose, &mut laid, after_block);
    laid
}

/// What certificates establish, in full if it is short.
fn said(goal: &Goal, source: &str) -> String {
    match goal {
        Goal::Facts(facts) if facts.len() > 3 => match winners(facts) {
            Some(table) => table,
            None => format!("These are {} facts, listed in `{source}`.\n", facts.len()),
        },
        Goal::Words => String::new(),
        goal => format!("Established: {goal}.\n"),
    }
}

/// Who wins Jenga, by blocks and levels, if the facts say that.
fn winners(facts: &[Fact]) -> Option<String> {
    let mut won: BTreeMap<u32, [Vec<String>; 2]> = BTreeMap::new();
    for fact in facts {
        let Fact::Winner { blocks, levels, first } = fact else { return None };
        won.entry(*blocks).or_default()[usize::from(!first)].push(levels.to_string());
    }
    let row = |(blocks, [first, second]): (&u32, &[Vec<String>; 2])| {
        vec![blocks.to_string(), first.join(", "), second.join(", ")]
    };
    Some(table(
        &["blocks a level", "the first player wins from n =", "the second from n ="],
        won.iter().map(row).collect(),
    ))
}

/// A field of a part: a table if it is a list of pairs, else a list if it has many entries.
fn field(name: &str, text: &str, source: &str) -> String {
    if let Some((keys, values)) = pairs(text) {
        let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
        return format!("{name}:\n{}", table(&keys, vec![values]));
    }
    let items: Vec<&str> = text.split("; ").collect();
    if items.len() < 4 {
        return format!("{name}: {}.\n", text.trim_end_matches('.'));
    }
    let mut list: Vec<String> = items.iter().take(8).map(|item| format!("* {item}")).collect();
    if items.len() > 8 {
        list.push(format!("* and {} more, in `{source}`", items.len() - 8));
    }
    format!("{name}:\n{}\n", list.join("\n"))
}

/// A note: its clauses as they stand, but those that are lists of pairs as tables.
fn note(text: &str) -> String {
    let (mut prose, mut tables) = (Vec::new(), String::new());
    for clause in text.trim_end_matches('.').split("; ") {
        let labelled = || clause.split_once(": ").and_then(|(label, list)| Some((label, pairs(list)?)));
        match pairs(clause).map(|pairs| ("", pairs)).or_else(labelled) {
            Some((label, (keys, values))) => {
                let keys: Vec<&str> = std::iter::once(label).chain(keys.iter().map(String::as_str)).collect();
                let values = std::iter::once(String::new()).chain(values).collect();
                tables.push_str(&format!("\n{}", table(&keys, vec![values])));
            }
            None => prose.push(clause),
        }
    }
    match prose.is_empty() {
        true => tables,
        false => format!("Note: {}.\n{tables}", prose.join("; ")),
    }
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("  {line}\n")).collect()
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
