//! The atlas: claims, tables, pictures, certificates and theorems as plain pages that need no server.
//!
//! Everything is read from the files that `topple run` wrote, and a status is the ledger's: a page says nothing that the
//! evidence does not.
mod claim;
mod formula;
mod front;
mod games;
mod graph;
mod lists;
mod live;
mod page;
mod sets;

use crate::claim::{Experiment, library};
use crate::error::{Error, Result};
use crate::file::{self, whole};
use crate::proof::file as certificate;
use crate::run::evidence::Evidence;
use crate::run::files::Folders;
use crate::run::ledger::{self, Entry};
use crate::run::theorems;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The longest table, picture or source that is read, in bytes.
const LONGEST: u64 = 1 << 30;

/// One claim with all that is known of it.
struct Claim {
    experiment: Experiment,
    entry: Entry,
    /// What the last run found; none if it was not run.
    evidence: Option<Evidence>,
    folders: Folders,
    /// Its tables, CSV files.
    tables: Vec<PathBuf>,
    /// Its pictures, SVG files.
    figures: Vec<PathBuf>,
}

impl Claim {
    /// Where its page lies, from the front page.
    fn page(&self) -> String {
        format!("{}/{}.html", self.entry.paper, self.entry.id)
    }

    fn certificates(&self) -> impl Iterator<Item = &String> {
        self.evidence.iter().flat_map(|evidence| evidence.certificates.keys())
    }
}

/// Everything that the pages show.
struct Atlas {
    claims: Vec<Claim>,
    /// Names of the lines on the pages of sets.
    sets: BTreeSet<String>,
    theorems: Vec<Stated>,
}

/// A theorem as it is stated.
struct Stated {
    name: String,
    /// The file with the statement, without ending.
    file: String,
    /// The statement with the comment before it; empty if it was not found under its name.
    text: String,
    /// Why it does not count on this machine; none if Coq has checked it.
    unchecked: Option<String>,
}

impl Atlas {
    fn read(from: &Path) -> Result<Self> {
        let theorems: Vec<Stated> = theorems::judged(from)?
            .into_iter()
            .map(|(theorem, answer)| Stated {
                text: statement(from, &theorem),
                name: theorem.name,
                file: theorem.statements,
                unchecked: answer.err(),
            })
            .collect();
        let checked = |name: &str| theorems.iter().any(|one| one.name == name && one.unchecked.is_none());
        let experiments = library::experiments()?;
        let entries = ledger::entries(&experiments, from, &checked)?;
        let ids: Vec<(String, String)> = entries.iter().map(|e| (e.paper.clone(), e.id.clone())).collect();
        let mut claims = Vec::new();
        for (experiment, entry) in experiments.into_iter().zip(entries) {
            let folders = Folders::new(from, &experiment);
            let kept = |kind: &str, ending: &str| files(&from.join(kind), &entry, ending, &ids);
            claims.push(Claim {
                evidence: Evidence::read(&folders)?,
                tables: kept("data", "csv")?,
                figures: kept("figures", "svg")?,
                experiment,
                entry,
                folders,
            });
        }
        Ok(Atlas { sets: sets::anchors(&claims)?, claims, theorems })
    }
}

/// The files of a claim in a folder: those named after it, and not after a claim with a longer name.
fn files(folder: &Path, entry: &Entry, ending: &str, ids: &[(String, String)]) -> Result<Vec<PathBuf>> {
    let folder = folder.join(&entry.paper);
    let Ok(listed) = std::fs::read_dir(&folder) else { return Ok(Vec::new()) };
    let named =
        |stem: &str, id: &str| stem.strip_prefix(id).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'));
    let mut found = Vec::new();
    for file in listed {
        let path = file.map_err(|error| Error::file(&folder, error))?.path();
        let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
        let of = ids.iter().filter(|(paper, id)| *paper == entry.paper && named(stem, id)).map(|(_, id)| id);
        if path.extension().is_some_and(|have| have == ending) && of.max_by_key(|id| id.len()) == Some(&entry.id) {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// The text of a statement in its file, from the comment before it to its end; empty if it does not stand there.
fn statement(from: &Path, theorem: &theorems::Theorem) -> String {
    let path = from.join("proofs/coq").join(format!("{}.v", theorem.statements));
    let text = file::text(&path, LONGEST, "statements in Coq").unwrap_or_default();
    let head = |line: &str| {
        line.trim_start().strip_prefix("Definition ").is_some_and(|rest| {
            rest.strip_prefix(theorem.name.as_str())
                .is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
        })
    };
    let lines: Vec<&str> = text.lines().collect();
    let Some(at) = lines.iter().position(|line| head(line)) else { return String::new() };
    let end =
        lines[at..].iter().position(|line| line.trim_end().ends_with('.')).map_or(lines.len(), |end| at + end + 1);
    let begins = |line: &&str| line.trim_start().starts_with("(**");
    let comment =
        lines[..at].iter().rposition(begins).filter(|begin| !lines[*begin..at].iter().any(|line| line.is_empty()));
    lines[comment.unwrap_or(at)..end].join("\n")
}

/// Writes the site of the evidence under `from` into the folder `into`; gives the number of pages.
///
/// # Errors
/// Evidence that cannot be read, or files that cannot be written.
pub fn write(from: &Path, into: &Path) -> Result<usize> {
    let atlas = Atlas::read(from)?;
    let strategies = live::strategies(&atlas)?;
    sweep(into)?;
    let mut pages = vec![
        ("index.html".to_string(), front::front(&atlas)),
        ("graph.html".to_string(), graph::graph(&atlas)),
        ("certificates.html".to_string(), lists::certificates(&atlas)?),
        ("theorems.html".to_string(), lists::theorems(&atlas)),
        ("errata.html".to_string(), lists::errata(&atlas)),
        ("open.html".to_string(), lists::open(&atlas)),
        ("games.html".to_string(), games::games(&atlas)),
        ("check.html".to_string(), live::check()),
        ("lab.html".to_string(), live::lab()),
        ("play.html".to_string(), live::play()),
        ("tower.html".to_string(), live::tower()),
        ("wells.html".to_string(), live::wells(&strategies)),
        (sets::VECTORS.to_string(), sets::vectors(&atlas)?),
        (sets::PIECES.to_string(), sets::pieces(&atlas, &strategies)?),
    ];
    for (at, one) in atlas.claims.iter().enumerate() {
        let beside = [at.checked_sub(1), Some(at + 1)].map(|near| near.and_then(|near| atlas.claims.get(near)));
        pages.push((one.page(), claim::page_of(&atlas, one, beside)?));
    }
    for (name, page) in &pages {
        whole::write(&into.join(name), page.as_bytes())?;
    }
    whole::write(&into.join("style.css"), include_bytes!("style.css"))?;
    whole::write(&into.join("site.js"), include_bytes!("site.js"))?;
    for (name, script) in live::SCRIPTS {
        whole::write(&into.join(name), script)?;
    }
    whole::write(&into.join("search.js"), front::index(&atlas).as_bytes())?;
    copy(&atlas, from, into)?;
    Ok(pages.len())
}

/// Removes what was left unfinished among the pages when the program was killed.
fn sweep(into: &Path) -> Result<()> {
    whole::sweep(into)?;
    let folders = ["", "data", "figures", "proofs/certificates"];
    let mut below =
        folders.iter().flat_map(|folder| library::PAPERS.iter().map(move |paper| into.join(folder).join(paper)));
    below.try_for_each(|folder| whole::sweep(&folder))
}

/// Tables, pictures and certificates beside the pages, under the names that they have here.
fn copy(atlas: &Atlas, from: &Path, into: &Path) -> Result<()> {
    for claim in &atlas.claims {
        let place = |path: &Path| into.join(path.strip_prefix(from).expect("it was found there"));
        let behind = claim.figures.iter().map(|path| path.with_extension("csv")).filter(|path| path.exists());
        for path in claim.tables.iter().chain(&claim.figures).cloned().chain(behind) {
            whole::write(&place(&path), &file::bytes(&path, LONGEST, "a table or a picture")?)?;
        }
        for path in claim.certificates().map(|name| claim.folders.certificate(name)) {
            let text = certificate::read(&path)?;
            whole::write(&place(&path), text.as_bytes())?;
            // A page from a disk may not read a file, but it may run a script.
            let script = format!("certificate({});\n", serde_json::to_string(&text).expect("text is plain data"));
            whole::write(&place(&path).with_extension("cert.js"), script.as_bytes())?;
        }
    }
    Ok(())
}

/// A path as an address, from a page that lies `depth` folders below the front page.
fn address(depth: usize, from: &Path, path: &Path) -> String {
    let name = path.strip_prefix(from).unwrap_or(path);
    let parts: Vec<_> = name.components().map(|part| part.as_os_str().to_string_lossy()).collect();
    "../".repeat(depth) + &parts.join("/")
}
