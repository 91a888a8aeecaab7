//! The ledger as it is committed: every claim has its file, the evidence holds, the page is fresh.
use std::collections::BTreeMap;
use std::path::Path;
use topple::claim::{Scale, Status, library};
use topple::run::evidence::Evidence;
use topple::run::files::Folders;
use topple::run::ledger::entries;
use topple::run::page::page;
use topple::run::theorems::reviewed;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn every_claim_of_the_five_papers_has_its_file() {
    let mut counts = BTreeMap::new();
    for experiment in library::experiments().expect("all files are experiments") {
        *counts.entry(experiment.paper.clone()).or_insert(0) += 1;
        let file = root().join(format!("experiments/{}/{}.toml", experiment.paper, experiment.id));
        assert!(file.exists(), "{} stands in a file of its name", experiment.name());
        assert!(
            experiment.method.is_some() != experiment.pending.is_some(),
            "{}: a method or a reason",
            experiment.name()
        );
        let said = [&experiment.title, &experiment.place, &experiment.statement];
        assert!(said.iter().all(|text| !text.trim().is_empty()), "{} says what and where", experiment.name());
    }
    let counts: Vec<(&str, i32)> = counts.iter().map(|(paper, count)| (paper.as_str(), *count)).collect();
    assert_eq!(counts, [("brzustowski", 24), ("carvalho", 23), ("eeny-meeny", 12), ("jengazero", 7), ("zwick", 18)]);
}

#[test]
fn every_claim_with_a_method_has_evidence_that_holds() {
    for experiment in library::experiments().expect("all files are experiments") {
        if experiment.method.is_none() {
            continue;
        }
        let folders = Folders::new(root(), &experiment);
        let evidence = Evidence::read(&folders).expect("it can be read").expect("it was run");
        assert_eq!(evidence.experiment, experiment.fingerprint, "{} has not changed since its run", experiment.name());
        assert!(evidence.scale >= Scale::Paper, "{} was run at paper scale", experiment.name());
        let status = evidence.status(&experiment, &folders, &|_| false);
        assert!(!matches!(status, Status::NotRun(_)), "{}: {status}", experiment.name());
    }
}

#[test]
fn evidence_without_its_certificate_does_not_count() {
    let folder = tempfile::TempDir::new().expect("a folder");
    let experiment = &library::named("zwick/theorem-5-1").expect("a claim")[0];
    let from = Folders::new(root(), experiment);
    let to = Folders::new(folder.path(), experiment);
    for (from, to) in
        [(from.evidence(), to.evidence()), (from.certificate("zwick-normal"), to.certificate("zwick-normal"))]
    {
        std::fs::create_dir_all(to.parent().expect("a folder")).expect("made");
        std::fs::copy(from, to).expect("copied");
    }
    let evidence = Evidence::read(&to).expect("it can be read").expect("it was copied");
    let status = || evidence.status(experiment, &to, &|_| false);
    assert_eq!(status(), Status::Proved { machine_checked: false });
    let text = std::fs::read_to_string(to.certificate("zwick-normal")).expect("text");
    std::fs::write(to.certificate("zwick-normal"), text.replacen("split 1", "split 2", 1)).expect("written");
    assert!(matches!(status(), Status::NotRun(_)));
    std::fs::remove_file(to.certificate("zwick-normal")).expect("removed");
    assert!(matches!(status(), Status::NotRun(_)));
}

/// The page is that of a machine where Coq has checked all theorems.
#[test]
fn the_page_of_claims_is_fresh() {
    let reviewed = reviewed(root()).expect("the list of theorems");
    let checked = |name: &str| reviewed.contains(name);
    let entries = entries(&library::experiments().expect("all files"), root(), &checked).expect("evidence");
    let path = root().join("docs/CLAIMS.md");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&path, page(&entries)).expect("written");
    }
    let kept = std::fs::read_to_string(path).expect("the page");
    assert!(kept == page(&entries), "docs/CLAIMS.md is stale: `make docs` renews it");
    for line in kept.lines().filter(|line| !line.starts_with('|') && !line.starts_with("  |")) {
        assert!(line.chars().count() <= 200, "a line that is hard to read: {line}");
    }
}

/// The words between quotation marks, each blank one space.
fn quoted(text: &str) -> Vec<String> {
    let straight = text.replace(['“', '”'], "\"");
    straight.split('"').skip(1).step_by(2).map(spaced).collect()
}

fn spaced(text: &str) -> String {
    text.replace(['“', '”'], "\"").split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A claim has words of its paper in `data/reference/quotations`, or says that it is this project's own; and what its
/// statement puts between quotation marks stands there, word by word.
#[test]
fn what_is_quoted_stands_among_the_excerpts() {
    let experiments = library::experiments().expect("all files are experiments");
    for paper in library::PAPERS {
        let excerpts = library::quotations_of(paper).expect("a file of quotations");
        for excerpt in &excerpts {
            let known = |claim: &String| experiments.iter().any(|e| e.paper == paper && e.id == *claim);
            assert!(!excerpt.claims.is_empty() && excerpt.claims.iter().all(known), "{paper}: {:?}", excerpt.claims);
            assert!(!excerpt.place.is_empty() && !excerpt.text.is_empty(), "{paper}: {:?}", excerpt.claims);
            assert!(excerpt.text.chars().count() <= 300, "no short excerpt: {}", excerpt.text);
        }
        for experiment in experiments.iter().filter(|experiment| experiment.paper == paper) {
            let own = library::quotations(paper, &experiment.id).expect("quotations");
            let is_ours = experiment.statement.contains("This project's own");
            assert!(is_ours || !own.is_empty(), "{} has no words of its paper", experiment.name());
            for words in quoted(&experiment.statement) {
                let found = own.iter().any(|excerpt| spaced(&excerpt.text).contains(&words));
                assert!(found, "{} quotes '{words}', which is no excerpt", experiment.name());
            }
        }
    }
}

#[test]
fn other_words_are_no_quotation() {
    assert_eq!(quoted("it says \"one\n two\" and “three”"), ["one two", "three"]);
    assert!(quoted("no words of others").is_empty());
}

#[test]
fn every_theorem_that_a_part_names_is_listed() {
    let reviewed = reviewed(root()).expect("the list of theorems");
    for experiment in library::experiments().expect("all files are experiments") {
        let evidence = Evidence::read(&Folders::new(root(), &experiment)).expect("it can be read");
        for name in evidence.iter().flat_map(|evidence| &evidence.findings).flat_map(|finding| &finding.theorems) {
            assert!(reviewed.contains(name), "{}: there is no theorem {name}", experiment.name());
        }
    }
}
