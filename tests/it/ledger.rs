//! The ledger as it is committed: every claim has its file, the evidence holds, the page is fresh.
use std::collections::BTreeMap;
use std::path::Path;
use topple::claim::{Scale, Status, library};
use topple::run::evidence::Evidence;
use topple::run::files::Folders;
use topple::run::ledger::{entries, page};
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
    assert_eq!(counts, [("brzustowski", 16), ("carvalho", 19), ("eeny-meeny", 8), ("jengazero", 7), ("zwick", 14)]);
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
    let kept = std::fs::read_to_string(root().join("docs/CLAIMS.md")).expect("the page");
    assert!(kept == page(&entries), "docs/CLAIMS.md is stale: `make docs` renews it");
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
