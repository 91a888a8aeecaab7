//! The ledger as it is committed: every claim has its file, the evidence holds, the page is fresh.
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use topple::claim::{Scale, Status, library};
use topple::run::evidence::Evidence;
use topple::run::files::Folders;
use topple::run::ledger::{entries, page};

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
    assert_eq!(counts, [("brzustowski", 16), ("carvalho", 18), ("eeny-meeny", 8), ("jengazero", 7), ("zwick", 14)]);
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
    assert_eq!(evidence.status(experiment, &to, &|_| false), Status::Proved { machine_checked: false });
    let text = std::fs::read_to_string(to.certificate("zwick-normal")).expect("text");
    std::fs::write(to.certificate("zwick-normal"), text.replacen("split 1", "split 2", 1)).expect("written");
    assert!(matches!(evidence.status(experiment, &to, &|_| false), Status::NotRun(_)));
    std::fs::remove_file(to.certificate("zwick-normal")).expect("removed");
    assert!(matches!(evidence.status(experiment, &to, &|_| false), Status::NotRun(_)));
}

#[test]
fn the_page_of_claims_is_fresh() {
    let entries = entries(&library::experiments().expect("all files"), root(), &|_| true).expect("evidence");
    let kept = std::fs::read_to_string(root().join("docs/CLAIMS.md")).expect("the page");
    assert!(kept == page(&entries), "docs/CLAIMS.md is stale: `make docs` renews it");
}

/// What is said to rest on a theorem has to rest on one that is listed, and the gate of `make proofs` demands the proof of
/// every listed one.
#[test]
fn every_theorem_that_data_name_is_listed() {
    let list = std::fs::read_to_string(root().join("proofs/coq/theorems.csv")).expect("the list");
    let listed: BTreeSet<&str> = list.lines().skip(1).filter_map(|line| line.split(',').nth(1)).collect();
    let mut named = BTreeSet::new();
    for paper in std::fs::read_dir(root().join("data")).expect("a folder").flatten().filter(|at| at.path().is_dir()) {
        for file in std::fs::read_dir(paper.path()).expect("a folder").flatten() {
            let Ok(text) = std::fs::read_to_string(file.path()) else { continue };
            let names = text.split("theorem ").skip(1).map(|rest| {
                rest.chars().take_while(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || *c == '_').collect()
            });
            named.extend(names.filter(|name: &String| name.contains('_')));
        }
    }
    assert!(["algorithm_2", "kinks_win", "kinks_win_blindly"].iter().all(|name| named.contains(*name)), "{named:?}");
    for name in named {
        assert!(listed.contains(name.as_str()), "there is no theorem {name}");
    }
}
