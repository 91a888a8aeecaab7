//! The atlas: every claim has its page, every address leads somewhere, and nothing is asked of any network.
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use topple::claim::library;
use topple::run::ledger::entries;

fn pages(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder of the site") {
        let path = entry.expect("an entry").path();
        match path.is_dir() {
            true => pages(&path, found),
            false if path.extension().is_some_and(|ending| ending == "html") => found.push(path),
            false => {}
        }
    }
}

/// The values of an attribute in a page.
fn values<'a>(page: &'a str, attribute: &str) -> Vec<&'a str> {
    let begin = format!("{attribute}=\"");
    page.split(begin.as_str()).skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

#[test]
fn every_address_of_the_site_leads_to_a_file_of_it() {
    let (root, folder) = (Path::new(env!("CARGO_MANIFEST_DIR")), tempfile::tempdir().unwrap());
    let count = topple::site::write(root, folder.path()).unwrap();
    let mut found = Vec::new();
    pages(folder.path(), &mut found);
    assert_eq!(found.len(), count);
    let mut broken = BTreeSet::new();
    for path in &found {
        let page = std::fs::read_to_string(path).unwrap();
        for address in values(&page, "href").into_iter().chain(values(&page, "src")) {
            assert!(!address.contains("://") && !address.starts_with("//"), "{}: {address}", path.display());
            let (file, part) = address.split_once('#').unwrap_or((address, ""));
            let to = if file.is_empty() { path.clone() } else { path.parent().unwrap().join(file) };
            let whole = file.starts_with("data:") || to.is_file();
            // What has a value is for the script of the page.
            let there = part.is_empty()
                || part.contains('=')
                || std::fs::read_to_string(&to).is_ok_and(|text| values(&text, "id").contains(&part));
            if !whole || !there {
                broken.insert(format!("{}: {address}", path.display()));
            }
        }
    }
    assert!(broken.is_empty(), "{broken:#?}");
}

#[test]
fn every_claim_has_a_page_that_says_what_the_ledger_says() {
    let (root, folder) = (Path::new(env!("CARGO_MANIFEST_DIR")), tempfile::tempdir().unwrap());
    topple::site::write(root, folder.path()).unwrap();
    let nothing = |_: &str| false;
    let front = std::fs::read_to_string(folder.path().join("index.html")).unwrap();
    for entry in entries(&library::experiments().unwrap(), root, &nothing).unwrap() {
        let name = format!("{}/{}.html", entry.paper, entry.id);
        let page = std::fs::read_to_string(folder.path().join(&name)).unwrap();
        assert!(front.contains(&format!("href=\"{name}\"")), "{name} on the front page");
        assert_eq!(page.matches("<ol class=\"parts\">").count(), usize::from(!entry.findings.is_empty()), "{name}");
        assert!(page.contains("<h1>") && page.contains("topple run "), "{name}");
    }
    assert!(front.len() < 300_000, "the front page is {} bytes", front.len());
}
