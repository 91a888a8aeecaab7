//! An experiment file: what is claimed, where it is printed, which method decides it with which parameters.
use super::finding::Status;
use super::misread::in_words;
use crate::error::{Error, Result};
use crate::game::vector::shorten;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use std::collections::BTreeMap;

/// What sort of statement a claim is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A theorem, lemma or proposition.
    Theorem,
    /// A printed table.
    Table,
    /// A printed figure.
    Figure,
    /// A worked example.
    Example,
    /// An observation or a remark.
    Observation,
    /// An open problem.
    Question,
    /// A user's own game.
    Own,
}

/// How much is spent on an experiment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[derive(clap::ValueEnum)]
pub enum Scale {
    /// Seconds: for tests and a first look.
    Quick,
    /// Minutes: at least what the paper did.
    Paper,
    /// Hours or days.
    Frontier,
}

/// One experiment: one file `experiments/<paper>/<id>.toml`, or a user's own file with the same keys.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Experiment {
    /// The claim's name, unique in its paper.
    pub id: String,
    /// The paper; empty for a user's own experiment.
    #[serde(default)]
    pub paper: String,
    /// What sort of statement it is.
    #[serde(default = "own")]
    pub kind: Kind,
    /// A few words.
    #[serde(default)]
    pub title: String,
    /// Where it is printed: section, theorem, table or figure.
    #[serde(default)]
    pub place: String,
    /// What is claimed, in our words.
    #[serde(default)]
    pub statement: String,
    /// The method that decides it; absent when none does yet.
    pub method: Option<String>,
    /// Why no method decides it yet.
    pub pending: Option<String>,
    /// What the method is given.
    #[serde(default)]
    pub parameters: toml::Table,
    /// Parameters that a scale replaces.
    #[serde(default)]
    pub scale: BTreeMap<Scale, toml::Table>,
    /// What comes out at scale `paper`, so that another outcome shows.
    pub expected: Option<Expected>,
    /// Where the file was read; not a key of the file.
    #[serde(skip)]
    pub source: String,
    /// The fingerprint of the file's text; not a key of the file.
    #[serde(skip)]
    pub fingerprint: String,
}

/// The outcome that a claim is expected to have at scale `paper`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Expected {
    /// The status in one word.
    pub status: String,
    /// The hash of what its parts say: titles, goals and theorems.
    pub parts: String,
    /// About how many seconds one core takes, if that is long: claims that take long are begun first.
    #[serde(default)]
    pub seconds: u32,
}

/// What the file in which a run describes itself is called, without ending: beside it lie the files of a user's experiments.
pub const MANIFEST: &str = "run-manifest";

/// The line that begins what is expected, which is no part of what is claimed.
pub const EXPECTED: &str = "\n[expected]\n";

fn own() -> Kind {
    Kind::Own
}

impl Experiment {
    /// Reads an experiment from the text of its file.
    pub fn read(source: &str, text: &str) -> Result<Self> {
        let mut experiment: Experiment = toml::from_str(text).map_err(|error| misread(source, text, &error))?;
        plain_name(&format!("{source} id"), &experiment.id)?;
        match experiment.paper.as_str() {
            "" if experiment.id.eq_ignore_ascii_case(MANIFEST) => {
                let right = "another id: a run writes its times and its version into the file of that name";
                return Err(Error::input(format!("{source} id"), format!("'{}'", experiment.id), right));
            }
            "" => {}
            paper => plain_name(&format!("{source} paper"), paper)?,
        }
        if experiment.method.is_some() == experiment.pending.is_some() {
            let what = "both or neither of 'method' and 'pending'";
            return Err(Error::input(source, what, "method = \"vector\", or another method of CONTRIBUTING.md"));
        }
        if let Some(expected) =
            experiment.expected.as_ref().filter(|expected| !Status::WORDS.contains(&&*expected.status))
        {
            let (place, what) = (format!("{source} [expected] status"), format!("'{}'", expected.status));
            return Err(Error::input(place, what, format!("one of {}", Status::WORDS.join(", "))));
        }
        experiment.source = source.to_string();
        experiment.fingerprint = blake3::hash(claimed(text).as_bytes()).to_hex()[..16].to_string();
        Ok(experiment)
    }

    /// `paper/id`, or `id` alone for a user's own experiment.
    pub fn name(&self) -> String {
        if self.paper.is_empty() { self.id.clone() } else { format!("{}/{}", self.paper, self.id) }
    }

    /// The method's parameters at a scale. Those of the other scales are read too, so that a slip in one of them shows at
    /// once and not when it is first run.
    ///
    /// # Errors
    /// Parameters of some scale that are not what the method takes.
    pub fn parameters<T: DeserializeOwned>(&self, scale: Scale) -> Result<T> {
        for &other in self.scale.keys() {
            self.read_parameters::<T>(other)?;
        }
        self.read_parameters(scale)
    }

    fn read_parameters<T: DeserializeOwned>(&self, scale: Scale) -> Result<T> {
        let mut table = self.parameters.clone();
        let replaced = self.scale.get(&scale);
        table.extend(replaced.into_iter().flatten().map(|(key, value)| (key.clone(), value.clone())));
        serde_path_to_error::deserialize(table).map_err(|error: serde_path_to_error::Error<toml::de::Error>| {
            let place =
                replaced.map_or(String::new(), |_| format!(" with [scale.{}]", format!("{scale:?}").to_lowercase()));
            let key = Some(error.path().to_string()).filter(|path| path != ".");
            let key = key.map_or(String::new(), |path| format!(" {path}"));
            let right = format!("what method '{}' takes", self.method.as_deref().unwrap_or("none"));
            let (what, right) = in_words(error.inner().message(), &right);
            Error::input(format!("{} [parameters]{place}{key}", self.source), what, right)
        })
    }
}

/// Refuses a name that no file can be called after.
///
/// # Errors
/// Such a name.
pub fn plain_name(place: &str, name: &str) -> Result<()> {
    let plain = name.chars().all(|c| c.is_ascii_alphanumeric() || "-_".contains(c));
    if plain && (1..=64).contains(&name.len()) {
        return Ok(());
    }
    let right = "1 to 64 letters, digits, - and _, because files are named after it";
    Err(Error::input(place, format!("'{}'", shorten(name)), right))
}

/// What an experiment says without what is expected, which is no part of what is claimed if it stands last.
fn claimed(text: &str) -> &str {
    let last = text.rsplit_once(EXPECTED).filter(|(_, expected)| toml::from_str::<Expected>(expected).is_ok());
    last.map_or(text, |(claimed, _)| claimed)
}

/// One line for what the TOML reader says, with the line number.
fn misread(source: &str, text: &str, error: &toml::de::Error) -> Error {
    let line = error.span().map_or(1, |span| text[..span.start.min(text.len())].matches('\n').count() + 1);
    let (what, right) = in_words(error.message(), "an experiment as CONTRIBUTING.md describes it");
    Error::input(format!("{source}:{line}"), what, right)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_status_that_no_run_comes_to_is_not_expected() {
        let text =
            |word: &str| format!("id = \"a\"\nmethod = \"wells\"\n[expected]\nstatus = \"{word}\"\nparts = \"\"\n");
        assert!(Status::WORDS.iter().all(|word| Experiment::read("a file", &text(word)).is_ok()));
        let said = Experiment::read("a file", &text("bogus")).unwrap_err().to_string();
        assert_eq!(said, "a file [expected] status: 'bogus'; expected one of proved, verified, differs, refuted, open");
    }

    #[test]
    fn only_what_is_expected_and_stands_last_is_no_part_of_what_is_claimed() {
        let hash = |text: &str| Experiment::read("a file", text).unwrap().fingerprint;
        let expected = "\n[expected]\nstatus = \"open\"\nparts = \"\"\n";
        let head = "id = \"a\"\nmethod = \"wells\"\n";
        let game = |depth: u8| format!("[parameters]\ndepth = {depth}\n");
        assert_eq!(hash(&format!("{head}{}{expected}", game(1))), hash(&format!("{head}{}", game(1))));
        assert_ne!(hash(&format!("{head}{expected}{}", game(1))), hash(&format!("{head}{expected}{}", game(2))));
        let said = |depth| format!("{head}statement = \"\"\"{expected}\"\"\"\n{}", game(depth));
        assert_ne!(hash(&said(1)), hash(&said(2)));
    }

    #[test]
    fn an_own_experiment_is_not_called_after_the_manifest_of_its_run() {
        let named =
            |id: &str, paper: &str| Experiment::read("a file", &format!("id = \"{id}\"\n{paper}method = \"vector\"\n"));
        for id in ["run-manifest", "Run-Manifest"] {
            let said = named(id, "").unwrap_err().to_string();
            assert!(said.starts_with(&format!("a file id: '{id}'; expected another id")), "{said}");
        }
        // Claims of papers have folders of their own.
        named("run-manifest", "paper = \"zwick\"\n").unwrap();
        named("run-manifests", "").unwrap();
    }
}
