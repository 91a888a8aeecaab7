//! `topple search ... --part I/N` as a person uses it: parts that are killed, damaged, missing or done twice.
use super::cli::{files, refused, topple, walk};
use assert_cmd::cargo::cargo_bin;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

const VECTORS: [&str; 6] = ["search", "vectors", "--box", "2", "--moves", "2"];
const WELLS: [&str; 8] = ["search", "wells", "--width", "4", "--pieces", "OIT", "--max-height", "4"];

/// The words of a search with a folder and more.
fn words(search: &[&str], out: &Path, more: &[&str]) -> Vec<String> {
    let out = out.to_str().expect("text");
    search.iter().chain(&["--out", out]).chain(more).map(|word| word.to_string()).collect()
}

fn done(search: &[&str], out: &Path, more: &[&str]) {
    let words = words(search, out, more);
    topple(&words.iter().map(String::as_str).collect::<Vec<_>>()).success();
}

fn refusal(search: &[&str], out: &Path, more: &[&str]) -> String {
    let words = words(search, out, more);
    refused(&words.iter().map(String::as_str).collect::<Vec<_>>())
}

/// What the search finds in one process.
fn whole(search: &[&str]) -> Vec<(String, Vec<u8>)> {
    let folder = TempDir::new().expect("a folder");
    done(search, folder.path(), &[]);
    files(folder.path())
}

/// The files of shards of a search in parts.
fn shards(out: &Path) -> Vec<String> {
    let mut files = walk(&out.join(".topple"));
    files.retain(|file| file.rsplit('/').next().is_some_and(|name| name.starts_with("shards-")));
    files.sort();
    files
}

/// How many shards are saved.
fn saved(out: &Path) -> usize {
    shards(out).iter().map(|file| std::fs::read_to_string(file).expect("text").lines().count()).sum()
}

#[test]
fn parts_are_joined_to_what_one_process_finds() {
    for search in [&VECTORS[..], &WELLS] {
        let folder = TempDir::new().expect("a folder");
        let out = folder.path();
        ["1/3", "2/3", "3/3"].iter().for_each(|part| done(search, out, &["--part", part]));
        assert_eq!(shards(out).len(), 3, "a file for each part");
        let written = || std::fs::metadata(&shards(out)[1]).expect("a file").modified().expect("a time");
        let before = (saved(out), written());
        // A part that is done and resumes does nothing again.
        done(search, out, &["--part", "2/3", "--resume"]);
        assert_eq!((saved(out), written()), before);
        let said = refusal(search, out, &[]);
        assert!(said.contains("a part of this search is saved; expected --resume"), "{said}");
        done(search, out, &["--resume"]);
        assert_eq!(files(out), whole(search));
        assert!(shards(out).is_empty(), "what is joined goes");
    }
}

#[test]
fn what_is_missing_is_found_by_the_one_that_joins() {
    let folder = TempDir::new().expect("a folder");
    let out = folder.path();
    done(&VECTORS, out, &["--part", "2/4"]);
    done(&VECTORS, out, &["--part", "1/2"]);
    done(&VECTORS, out, &["--resume"]);
    assert_eq!(files(out), whole(&VECTORS));
}

#[test]
fn a_damaged_part_is_refused_and_done_again() {
    let folder = TempDir::new().expect("a folder");
    let out = folder.path();
    ["1/2", "2/2"].iter().for_each(|part| done(&VECTORS, out, &["--part", part]));
    let second = shards(out).pop().expect("two files");
    let mut bytes = std::fs::read(&second).expect("a file");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&second, bytes).expect("it is written");
    for more in [&["--resume"][..], &["--part", "1/2", "--resume"], &["--part", "2/2", "--resume"]] {
        let said = refusal(&VECTORS, out, more);
        assert!(said.contains("shards-2-of-2: the saved file is damaged; expected "), "{said}");
    }
    done(&VECTORS, out, &["--part", "2/2"]);
    done(&VECTORS, out, &["--resume"]);
    assert_eq!(files(out), whole(&VECTORS));
}

/// A part that has saved so many shards more.
fn started(search: &[&str], out: &Path, part: &str, lines: usize) -> Child {
    let before = saved(out);
    let mut command = Command::new(cargo_bin("topple"));
    command.args(words(search, out, &["--part", part, "--jobs", "1"])).stdout(Stdio::null()).stderr(Stdio::null());
    let child = command.spawn().expect("it starts");
    let begun = Instant::now();
    while saved(out) < before + lines && begun.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(1));
    }
    child
}

#[test]
fn nobody_else_writes_where_a_part_does() {
    // So long that no part is done before the others are refused.
    let search = ["search", "vectors", "--box", "4", "--moves", "3"];
    let folder = TempDir::new().expect("a folder");
    let mut children = ["1/2", "2/2"].map(|part| started(&search, folder.path(), part, 1));
    for more in [&["--resume"][..], &["--part", "2/2"]] {
        let said = refusal(&search, folder.path(), more);
        assert!(said.contains("another run writes here: process "), "{said}");
    }
    for child in &mut children {
        child.kill().expect("it is ours");
        child.wait().expect("it has ended");
    }
}

#[test]
fn parts_that_are_killed_resume() {
    let folder = TempDir::new().expect("a folder");
    let out = folder.path();
    for (part, lines) in [("1/2", 1), ("2/2", 3)] {
        let mut child = started(&VECTORS, out, part, lines);
        child.kill().expect("it is ours");
        child.wait().expect("it has ended");
    }
    ["2/2", "1/2"].iter().for_each(|part| done(&VECTORS, out, &["--part", part, "--resume"]));
    done(&VECTORS, out, &["--resume"]);
    assert_eq!(files(out), whole(&VECTORS));
}

#[test]
fn parts_that_there_are_not_are_refused() {
    let folder = TempDir::new().expect("a folder");
    let out = folder.path();
    for part in ["0/2", "3/2", "1", "1/0", "x/2", "1/2/3", "-1/2", "1/100001", "99999999999999999999/2", "", "1/ 2"] {
        let said = refusal(&VECTORS, out, &[&format!("--part={part}")]);
        assert!(said.contains("--part: ") && said.contains("expected I/N"), "{said}");
    }
    assert!(walk(out).is_empty(), "nothing was written");
}
