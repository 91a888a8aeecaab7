//! The experiments and reference numbers that are built in.
use super::Experiment;
use crate::error::{Error, Result};
use crate::file;
use include_dir::{Dir, include_dir};
use serde::{Deserialize, Serialize};
use std::path::Path;

static EXPERIMENTS: Dir = include_dir!("$CARGO_MANIFEST_DIR/experiments");
static REFERENCE: Dir = include_dir!("$CARGO_MANIFEST_DIR/data/reference");

/// The longest experiment file of a user that is read, in bytes.
const LONGEST: u64 = 1 << 20;

/// The papers, in the order of the ledger.
pub const PAPERS: [&str; 5] = ["zwick", "carvalho", "eeny-meeny", "brzustowski", "jengazero"];

/// Title and authors of a paper.
pub fn paper(id: &str) -> (&'static str, &'static str) {
    debug_assert!(PAPERS.contains(&id));
    match id {
        "zwick" => ("Jenga", "Uri Zwick"),
        "carvalho" => ("Combinatorics of JENGA", "Alda Carvalho, João Pedro Neto, Carlos Pereira dos Santos"),
        "eeny-meeny" => ("Winning colourful Nim with the eeny-meeny rule", "an essay on the web"),
        "brzustowski" => ("Can you win at Tetris?", "John Brzustowski, thesis, University of British Columbia"),
        _ => ("JengaZero: Playing Jenga like a Grandmaster", "Pranav Rajbhandari and others"),
    }
}

/// All built-in experiments, paper by paper.
///
/// # Errors
/// A file that is no experiment.
pub fn experiments() -> Result<Vec<Experiment>> {
    let mut all = Vec::new();
    for paper in PAPERS {
        let folder = EXPERIMENTS.get_dir(paper).expect("every paper has a folder of experiments");
        for file in folder.files() {
            let source = format!("experiments/{}", file.path().display());
            let text = file.contents_utf8().ok_or_else(|| Error::input(&source, "not UTF-8", "text"))?;
            all.push(Experiment::read(&source, text)?);
        }
    }
    Ok(all)
}

/// The experiments that a word on the command line names: `paper/claim`, a claim's id, a paper, or a file of one's own.
///
/// # Errors
/// A word that names nothing, or a file that is no experiment.
pub fn named(word: &str) -> Result<Vec<Experiment>> {
    if word.ends_with(".toml") {
        let text = file::text(Path::new(word), LONGEST, "an experiment in TOML")?;
        let experiment = Experiment::read(word, &text)?;
        let built_in =
            |other: &Experiment| other.name() == experiment.name() && other.fingerprint == experiment.fingerprint;
        if !experiment.paper.is_empty() && !experiments()?.iter().any(built_in) {
            let what = format!("paper = '{}'", experiment.paper);
            return Err(Error::input(word, what, "no paper: only the built-in experiments have one"));
        }
        return Ok(vec![experiment]);
    }
    let found: Vec<Experiment> =
        experiments()?.into_iter().filter(|e| e.name() == word || e.id == word || e.paper == word).collect();
    match found.len() {
        0 => Err(Error::input(
            format!("claim '{}'", crate::game::vector::shorten(word)),
            "no such claim or paper",
            "a claim or a paper that `topple claims` lists, or a file that ends in .toml",
        )),
        _ => Ok(found),
    }
}

/// Words of a paper, as printed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Quotation {
    /// The claims that they are about.
    pub claims: Vec<String>,
    /// Where they stand.
    pub place: String,
    /// The words.
    pub text: String,
}

/// A file of quotations.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Quotations {
    quotation: Vec<Quotation>,
}

/// All quotations from a paper, from `data/reference/quotations/<paper>.toml`; none if it has no such file.
///
/// # Errors
/// A file that holds something else.
pub fn quotations_of(paper: &str) -> Result<Vec<Quotation>> {
    let path = format!("quotations/{paper}.toml");
    if REFERENCE.get_file(&path).is_none() {
        return Ok(Vec::new());
    }
    let read: Quotations =
        toml::from_str(reference_text(&path)?).map_err(|error| Error::input(&path, error.message(), "quotations"))?;
    Ok(read.quotation)
}

/// What a paper says about one of its claims.
///
/// # Errors
/// As [`quotations_of`].
pub fn quotations(paper: &str, claim: &str) -> Result<Vec<Quotation>> {
    let of_claim = |quotation: &Quotation| quotation.claims.iter().any(|name| name == claim);
    Ok(quotations_of(paper)?.into_iter().filter(of_claim).collect())
}

/// One line of a reference file: its cells by the names of the columns.
pub type Row = std::collections::BTreeMap<String, String>;

/// The rows of a reference file, numbers copied from print, as `carvalho/table-1.csv`.
///
/// # Errors
/// No such file.
pub fn reference(path: &str) -> Result<Vec<Row>> {
    let mut reader = csv::Reader::from_reader(reference_text(path)?.as_bytes());
    reader.deserialize().map(|row| row.map_err(|error| Error::file(path, error))).collect()
}

/// The text of a reference file.
///
/// # Errors
/// A file that is not built in, or no text.
pub fn reference_text(path: &str) -> Result<&'static str> {
    let missing = || Error::input(format!("reference '{path}'"), "no such file", "a file in data/reference");
    let file = REFERENCE.get_file(path).ok_or_else(missing)?;
    file.contents_utf8().ok_or_else(|| Error::input(path, "not UTF-8", "text"))
}

/// A cell of a reference row as a number.
///
/// # Errors
/// A column that is not there or holds no natural number.
pub fn number(row: &Row, column: &str) -> Result<u64> {
    let cell = row.get(column).map_or("", String::as_str);
    cell.parse()
        .map_err(|_| Error::input(format!("reference column {column}"), format!("'{cell}'"), "a natural number"))
}
