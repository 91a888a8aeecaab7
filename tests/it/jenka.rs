//! `topple search jenka` as a person uses it: killed at any moment, and refused with one line.
use assert_cmd::Command;
use std::path::Path;
use std::time::{Duration, Instant};
use tempfile::TempDir;

fn arguments(out: &Path) -> Vec<String> {
    let words = ["search", "jenka", "--k", "4", "--levels", "5", "--out"];
    words.into_iter().map(String::from).chain([out.display().to_string()]).collect()
}

/// The files beside the manifest, which has times, with what is in them.
fn files(out: &Path) -> Vec<(String, Vec<u8>)> {
    let entries = std::fs::read_dir(out).expect("a folder").map(|entry| entry.expect("an entry"));
    let plain = entries.filter(|entry| entry.path().is_file() && entry.file_name() != "run-manifest.json");
    let mut files: Vec<_> = plain
        .map(|entry| (entry.file_name().to_string_lossy().into_owned(), std::fs::read(entry.path()).expect("a file")))
        .collect();
    files.sort();
    files
}

/// How many plies are saved: whole files of towers and of values.
fn saved(folder: &Path) -> usize {
    let Ok(entries) = std::fs::read_dir(folder) else { return 0 };
    let inside = |entry: std::fs::DirEntry| {
        let name = entry.file_name();
        let whole = [".towers", ".values"].iter().any(|end| name.to_string_lossy().ends_with(end));
        if entry.path().is_dir() { saved(&entry.path()) } else { usize::from(whole) }
    };
    entries.flatten().map(inside).sum()
}

#[test]
fn a_search_that_is_killed_again_and_again_ends_with_the_same_bytes() {
    let (whole, killed) = (TempDir::new().expect("a folder"), TempDir::new().expect("a folder"));
    Command::cargo_bin("topple").expect("built").args(arguments(whole.path())).args(["--jobs", "1"]).assert().success();
    let mut kills = 0;
    for target in [2, 7, 12, 17, 23, 29, 34] {
        let mut child = std::process::Command::new(assert_cmd::cargo::cargo_bin("topple"))
            .args(arguments(killed.path()))
            .arg("--resume")
            .stderr(std::process::Stdio::null())
            .stdout(std::process::Stdio::null())
            .spawn()
            .expect("it starts");
        let begun = Instant::now();
        while saved(&killed.path().join(".topple")) < target
            && child.try_wait().expect("it is ours").is_none()
            && begun.elapsed() < Duration::from_secs(60)
        {
            std::thread::sleep(Duration::from_millis(1));
        }
        // On Unix this is signal 9: nothing can be tidied up.
        kills += usize::from(child.try_wait().expect("it is ours").is_none());
        child.kill().expect("it is ours");
        child.wait().expect("it has ended");
    }
    assert!(kills > 1, "it was killed {kills} times");
    let last = Command::cargo_bin("topple").expect("built").args(arguments(killed.path())).arg("--resume").assert();
    let said = String::from_utf8(last.success().get_output().stdout.clone()).expect("text");
    assert!(said.contains("the second player wins, Grundy value 0, 1389146 towers, 11488012 moves"), "{said}");
    assert_eq!(files(whole.path()), files(killed.path()));
    assert_eq!(saved(killed.path()), 0, "nothing is left of the search");
}

#[test]
fn searches_that_make_no_sense_are_refused_with_one_line() {
    for words in [
        &["--k", "0"][..],
        &["--k", "17"],
        &["--levels", "0"],
        &["--k", "5", "--levels", "99"],
        &["--k", "2", "--levels", "90"],
        &["--rule", "none"],
        &["--k", "5", "--levels", "3", "--memory", "1K"],
    ] {
        let out = TempDir::new().expect("a folder");
        let place = out.path().display().to_string();
        let assert = Command::cargo_bin("topple")
            .expect("built")
            .args(["search", "jenka", "--out", &place])
            .args(words)
            .assert();
        let error = String::from_utf8(assert.code(2).get_output().stderr.clone()).expect("text");
        assert_eq!(error.lines().count(), 1, "{words:?}: {error}");
        assert!(error.starts_with("topple: "), "{words:?}: {error}");
    }
}
