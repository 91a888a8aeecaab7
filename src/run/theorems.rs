//! Which theorems of `proofs/coq` Coq has checked on this machine.
//!
//! `make proofs` leaves copies of the sources in `target/coq`, and what Coq compiled of them. No file there says that a
//! theorem holds: Coq is asked each time. A theorem counts if
//! - the rooms with its statement are those of which somebody has written the hash into `theorems.csv`;
//! - all sources are those that were compiled;
//! - Coq compiles the statements anew, from the sources, to the same bytes that the proofs were compiled against;
//! - Coq's kernel takes the proof for one of the statement, both by their full names, and says that it assumes nothing.
use crate::error::{Error, Result};
use crate::file::{
    self,
    whole::{self, temporary},
};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

/// A line of `proofs/coq/theorems.csv`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Theorem {
    /// Its name: `NAME` is stated, and `NAME_holds` proved.
    #[serde(rename = "theorem")]
    pub name: String,
    /// The file with the statement, without ending.
    pub statements: String,
    /// What the statement is about, if it is about a program, as `FILE.NAME`.
    pub about: String,
    /// The file with the proof, without ending.
    pub proof: String,
    /// The hash of the statements that were reviewed.
    pub hash: String,
}

/// The longest file that is read, in bytes.
const LONGEST: u64 = 1 << 28;

/// The text of each source by its file's name without ending.
type Sources = BTreeMap<String, Vec<u8>>;

/// What Coq or a comparison said against something.
type Answer = std::result::Result<(), String>;

/// The names of the theorems that the build on this machine has checked, from the sources under `out` as they are now.
///
/// # Errors
/// Files that are there and cannot be read, or a list of theorems that is none.
pub fn checked_here(out: &Path) -> Result<BTreeSet<String>> {
    let judged = judged(out)?;
    Ok(judged.into_iter().filter(|(_, answer)| answer.is_ok()).map(|(theorem, _)| theorem.name).collect())
}

/// The names of the listed theorems whose statements are those that were reviewed.
///
/// # Errors
/// As [`checked_here`].
pub fn reviewed(out: &Path) -> Result<BTreeSet<String>> {
    let sources = sources(&folder(out))?;
    let listed = listed(out)?.into_iter();
    Ok(listed.filter(|theorem| review(theorem, &sources).is_ok()).map(|theorem| theorem.name).collect())
}

/// Every listed theorem, and why it does not count if it does not.
///
/// # Errors
/// As [`checked_here`].
pub fn judged(out: &Path) -> Result<Vec<(Theorem, Answer)>> {
    let (listed, sources) = (listed(out)?, sources(&folder(out))?);
    let asked: Vec<&Theorem> = listed.iter().filter(|theorem| review(theorem, &sources).is_ok()).collect();
    let answer = if asked.is_empty() { Ok(()) } else { by_coq(&sources, &out.join("target/coq"), &asked)? };
    let judge = |theorem: &Theorem| review(theorem, &sources).and_then(|()| answer.clone());
    Ok(listed.iter().map(|theorem| (theorem.clone(), judge(theorem))).collect())
}

/// Writes the hashes of the statements as they are now into the list.
///
/// # Errors
/// As [`checked_here`], or a list that cannot be written.
pub fn renew(out: &Path) -> Result<()> {
    let sources = sources(&folder(out))?;
    let mut writer = csv::Writer::from_writer(Vec::new());
    for mut theorem in listed(out)? {
        theorem.hash = hash(&theorem.statements, &sources);
        writer.serialize(theorem).map_err(|error| Error::file(list(out), error))?;
    }
    let text = writer.into_inner().map_err(|error| Error::file(list(out), error.into_error()))?;
    whole::write(&list(out), &text)
}

fn folder(out: &Path) -> PathBuf {
    out.join("proofs/coq")
}

fn list(out: &Path) -> PathBuf {
    folder(out).join("theorems.csv")
}

/// The list; it is empty if there is none.
fn listed(out: &Path) -> Result<Vec<Theorem>> {
    let path = list(out);
    if !path.exists() {
        return Ok(Vec::new());
    }
    let mut reader = super::tables::reader(&path)?;
    let rows: std::result::Result<Vec<Theorem>, csv::Error> = reader.deserialize().collect();
    let right = "lines of theorem,statements,about,proof,hash under a line with these words";
    let rows = rows.map_err(|error| Error::input(path.display().to_string(), error.to_string(), right))?;
    let mut names = BTreeSet::new();
    for row in &rows {
        let plain = [&row.name, &row.statements, &row.proof].iter().all(|word| is_name(word));
        let about = row.about.is_empty() || (row.about.contains('.') && row.about.split('.').all(is_name));
        if !plain || !about || !row.statements.starts_with("Statements") || !names.insert(&row.name) {
            let expected = "a theorem once, the file of its statement, what it is about, the file of its proof, a hash";
            return Err(Error::input(path.display().to_string(), format!("the line of '{}'", row.name), expected));
        }
    }
    Ok(rows)
}

fn is_name(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_alphabetic()) && word.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// The files of Coq in a folder; none if there is no folder.
fn sources(folder: &Path) -> Result<Sources> {
    if !folder.exists() {
        return Ok(Sources::new());
    }
    let mut found = Sources::new();
    for entry in std::fs::read_dir(folder).map_err(|error| Error::file(folder, error))? {
        let path = entry.map_err(|error| Error::file(folder, error))?.path();
        if let (Some("v"), Some(name)) = (path.extension().and_then(|e| e.to_str()), path.file_stem()) {
            found.insert(name.to_string_lossy().into_owned(), file::bytes(&path, LONGEST, "a source of Coq")?);
        }
    }
    Ok(found)
}

/// The hash of a room of statements and of all rooms that it names.
fn hash(room: &str, sources: &Sources) -> String {
    let rooms: Vec<&String> = statements(sources).filter(|name| *name != "Statements").collect();
    let (mut read, mut ahead) = (BTreeSet::new(), vec![room]);
    while let Some(next) = ahead.pop() {
        if let (Some(text), true) = (sources.get(next), read.insert(next)) {
            let text = String::from_utf8_lossy(text);
            ahead.extend(rooms.iter().filter(|name| text.contains(name.as_str())).map(|name| name.as_str()));
        }
    }
    let mut hasher = blake3::Hasher::new();
    for name in read {
        hasher.update(name.as_bytes()).update(b"\n").update(sources.get(name).map_or(&[][..], |text| text));
    }
    hasher.finalize().to_hex()[..16].to_string()
}

fn statements(sources: &Sources) -> impl Iterator<Item = &String> {
    sources.keys().filter(|name| name.starts_with("Statements"))
}

fn review(theorem: &Theorem, sources: &Sources) -> Answer {
    let same = theorem.hash == hash(&theorem.statements, sources);
    same.then_some(()).ok_or_else(|| {
        format!("{}.v is not as it was reviewed; `topple theorems --reviewed` when it is", theorem.statements)
    })
}

/// Asks Coq for all these theorems at once.
fn by_coq(sources: &Sources, built: &Path, theorems: &[&Theorem]) -> Result<Answer> {
    if self::sources(built)? != *sources {
        return Ok(Err("proofs/coq as it is now has not been built here; `make proofs` does it".to_string()));
    }
    let built = std::path::absolute(built).map_err(|error| Error::file(built, error))?;
    let [(one, _one), (other, _other)] = [temporary()?, temporary()?];
    let write = |folder: &Path, name: &str, text: &[u8]| whole::write(&folder.join(format!("{name}.v")), text);
    for name in statements(sources) {
        write(one.path(), name, &sources[name])?;
    }
    write(other.path(), "Ask", question(theorems).as_bytes())?;
    let (same, closed) = rayon::join(|| same_statements(one.path(), &built), || closed(other.path(), &built));
    Ok(same.and(closed))
}

/// Every theorem with its statement as its type; then what they all rest on.
fn question(theorems: &[&Theorem]) -> String {
    let files: BTreeSet<&str> = theorems
        .iter()
        .flat_map(|theorem| [&theorem.statements, &theorem.proof, &theorem.about])
        .map(|name| name.split('.').next().unwrap_or(""))
        .filter(|file| !file.is_empty())
        .collect();
    let mut text: String = files.iter().map(|file| format!("Require Topple.{file}.\n")).collect();
    for Theorem { name, statements, about, proof, .. } in theorems {
        let about = if about.is_empty() { String::new() } else { format!(" Topple.{about}") };
        text.push_str(&format!(
            "Definition {name} : Topple.{statements}.{name}{about} := Topple.{proof}.{name}_holds.\n"
        ));
    }
    let names: Vec<&str> = theorems.iter().map(|theorem| theorem.name.as_str()).collect();
    text + &format!("Definition all := ({}).\nPrint Assumptions all.\n", names.join(", "))
}

/// Coq makes of the statements in `folder` what the proofs in `built` were compiled against.
fn same_statements(folder: &Path, built: &Path) -> Answer {
    let files = std::fs::read_dir(folder).map_err(|error| error.to_string())?;
    let files: Vec<_> = files.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    let arguments: Vec<&str> = ["-Q", ".", "Topple"].into_iter().chain(files.iter().map(String::as_str)).collect();
    let needs = needs(&run("coqdep", folder, &arguments)?);
    let mut ahead: BTreeSet<&str> = files.iter().map(String::as_str).collect();
    while !ahead.is_empty() {
        let is_ready =
            |file: &&str| needs.get(*file).is_some_and(|needs| needs.iter().all(|need| !ahead.contains(need.as_str())));
        let ready: Vec<&str> = ahead.iter().copied().filter(is_ready).collect();
        if ready.is_empty() {
            return Err(format!("coqdep does not say in which order to compile {}", one_line(&format!("{ahead:?}"))));
        }
        let answers: Vec<Answer> = ready.par_iter().map(|file| same_statement(file, folder, built)).collect();
        answers.into_iter().collect::<Answer>()?;
        ahead.retain(|file| !ready.contains(file));
    }
    Ok(())
}

/// What each file needs to be compiled first, as coqdep says it in rules like `B.vo B.glob: B.v A.vo`.
fn needs(rules: &str) -> BTreeMap<String, Vec<String>> {
    let source = |word: &str| word.strip_suffix(".vo").map(|name| format!("{name}.v"));
    let rule = |line: &str| {
        let (made, from) = line.split_once(':')?;
        Some((source(made.split_whitespace().next()?)?, from.split_whitespace().filter_map(source).collect()))
    };
    rules.lines().filter_map(rule).collect()
}

/// The same for one file, when those that it needs are compiled.
fn same_statement(file: &str, folder: &Path, built: &Path) -> Answer {
    run("coqc", folder, &["-q", "-Q", ".", "Topple", file])?;
    let compiled = format!("{file}o");
    let read = |folder: &Path| {
        file::bytes(&folder.join(&compiled), LONGEST, "what Coq compiled").map_err(|error| error.to_string())
    };
    let same = read(folder)? == read(built)?;
    same.then_some(()).ok_or_else(|| format!("the proofs were built with another {file}"))
}

/// Coq takes every proof for one of its statement, and none assumes anything.
fn closed(folder: &Path, built: &Path) -> Answer {
    let built = built.to_string_lossy();
    let said = run("coqc", folder, &["-q", "-Q", &built, "Topple", "Ask.v"])?;
    let closed = said.trim() == "Closed under the global context";
    closed.then_some(()).ok_or_else(|| format!("it rests on what is not proved: {}", one_line(&said)))
}

/// What a program of Coq printed, or its complaint.
fn run(program: &str, folder: &Path, arguments: &[&str]) -> std::result::Result<String, String> {
    let mut command = Command::new(program);
    command.args(arguments).current_dir(folder).env_remove("COQPATH");
    let output = command.output().map_err(|error| format!("{program} cannot be run: {error}"))?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    match output.status.success() {
        true => Ok(text(&output.stdout)),
        false => Err(format!("{program} refuses it: {}", one_line(&text(&output.stderr)))),
    }
}

fn one_line(said: &str) -> String {
    let words: Vec<&str> = said.split_whitespace().collect();
    words.join(" ").chars().take(300).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_file_needs_is_read_from_the_rules_of_coqdep() {
        let rules = "B.vo B.glob B.v.beautified: B.v A.vo C.vo\nB.vio: B.v A.vio\nA.vo A.glob: A.v\n";
        let words = |words: &[&str]| words.iter().map(ToString::to_string).collect::<Vec<_>>();
        let expected = [("A.v".to_string(), words(&[])), ("B.v".to_string(), words(&["A.v", "C.v"]))];
        assert_eq!(needs(rules), BTreeMap::from(expected));
    }
}
