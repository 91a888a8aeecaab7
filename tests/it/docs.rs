//! The output that the pages quote is what the program prints. `UPDATE_DOCS=1` renews it.
use std::path::Path;
use std::process::Command;
use topple::claim::{Fact, library};
use topple::run::evidence::Evidence;
use topple::run::files::Folders;

/// The pages that quote.
fn pages(root: &Path) -> Vec<String> {
    let notes = std::fs::read_dir(root.join("docs/notes")).expect("the notes").map(|entry| entry.expect("a note"));
    let notes = notes.map(|note| format!("docs/notes/{}", note.file_name().to_string_lossy()));
    ["README.md", "docs/SCALE.md"].map(String::from).into_iter().chain(notes).collect()
}

/// After a file that is spliced in whole.
const END: &str = "<!-- end -->";

/// What the program prints for a line `$ topple ...`.
fn printed(line: &str, root: &Path) -> String {
    let words = shell_words(line.strip_prefix("$ topple ").expect("the caller saw it"));
    let done =
        Command::new(assert_cmd::cargo::cargo_bin("topple")).args(words).current_dir(root).output().expect("it runs");
    assert!(done.status.success(), "{line}: {}", String::from_utf8_lossy(&done.stderr));
    String::from_utf8(done.stdout).expect("text")
}

/// Splits at blanks outside single quotes.
fn shell_words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quoted = false;
    for c in line.chars() {
        match c {
            '\'' => quoted = !quoted,
            ' ' if !quoted => words.push(String::new()),
            _ => words.last_mut().expect("there is one").push(c),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// The evidence that is kept for a claim.
fn evidence(claim: &str, root: &Path) -> Evidence {
    let experiment = &library::named(claim).expect("a claim")[0];
    Evidence::read(&Folders::new(root, experiment)).expect("it can be read").expect("it was run")
}

/// The line that a marker stands for.
fn spliced(marker: &str, root: &Path) -> String {
    let words: Vec<&str> = marker.split_whitespace().collect();
    match words[..] {
        ["counts"] => {
            let claims = std::fs::read_to_string(root.join("docs/CLAIMS.md")).expect("the page");
            claims.lines().find(|line| line.contains(" claims: ")).expect("the page counts").to_string()
        }
        ["fact:", claim, certificate] => {
            let facts = &evidence(claim, root).certificates[certificate].facts;
            facts.iter().map(|fact| format!("{fact}.")).collect::<Vec<_>>().join(" ")
        }
        ["towers:", slots] => {
            let table = std::fs::read_to_string(root.join("data/zwick/growth-rate.csv")).expect("the table");
            let rows = table.lines().map(|row| row.split(',').collect::<Vec<_>>()).filter(|row| row[0] == slots);
            let said: Vec<String> = rows.map(|row| format!("N({slots}, {}) = {}", row[1], row[4])).collect();
            format!("{}.", said.join(", "))
        }
        ["exceptions:", claim] => {
            let kept = evidence(claim, root).certificates;
            let mut exceptions: Vec<(u64, u64)> = kept
                .values()
                .flat_map(|certificate| &certificate.facts)
                .filter_map(|fact| match fact {
                    Fact::Law(law) => Some((law.game.split(' ').nth(1)?.parse().ok()?, law.exceptions)),
                    _ => None,
                })
                .collect();
            exceptions.sort_unstable();
            let said: Vec<String> = exceptions.iter().map(|(k, count)| format!("{count} for k = {k}")).collect();
            format!("the exceptions are {}.", said.join(", "))
        }
        _ => panic!("no marker: {marker}"),
    }
}

/// The page with the output of every quoted command renewed, and what the markers stand for spliced in.
fn renewed(page: &str, root: &Path) -> String {
    let mut renewed = String::new();
    let mut lines = page.lines().peekable();
    while let Some(line) = lines.next() {
        renewed.push_str(line);
        renewed.push('\n');
        if line.starts_with("$ topple ") {
            while lines.peek().is_some_and(|next| !next.starts_with("```") && !next.starts_with("$ ")) {
                lines.next();
            }
            renewed.push_str(&printed(line, root));
        }
        let bare = line.trim_start();
        if let Some(marker) = bare.strip_prefix("<!-- ").and_then(|rest| rest.strip_suffix(" -->")) {
            if let Some(file) = marker.strip_prefix("file: ") {
                renewed.push_str(&std::fs::read_to_string(root.join(file)).expect("a file that is kept"));
                while lines.peek().is_some_and(|next| *next != END) {
                    lines.next();
                }
                continue;
            }
            if line == END {
                continue;
            }
            lines.next();
            renewed.push_str(&format!("{}{}\n", &line[..line.len() - bare.len()], spliced(marker, root)));
        }
    }
    renewed
}

#[test]
fn quoted_output_is_real() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for name in pages(root) {
        let page = std::fs::read_to_string(root.join(&name)).expect("the page");
        let fresh = renewed(&page, root);
        if std::env::var_os("UPDATE_DOCS").is_some() {
            std::fs::write(root.join(&name), &fresh).expect("written");
        } else {
            assert!(page == fresh, "{name} is stale: `make docs` renews it");
        }
    }
}
