//! `topple search wells` as a person uses it: killed inside a depth.
use assert_cmd::Command;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// A search whose last depth takes several times as long as the two seconds between savings.
fn arguments(out: &Path) -> Vec<String> {
    let words =
        "search wells --width 8 --pieces OTJL --rule slide --lookahead 1 --max-height 4 --jobs 1 --resume --out";
    words.split(' ').map(String::from).chain([out.display().to_string()]).collect()
}

/// All files below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let below = |path: PathBuf| if path.is_dir() { files(&path) } else { vec![path] };
    entries.flatten().flat_map(|entry| below(entry.path())).collect()
}

fn has_saved(folder: &Path) -> bool {
    files(folder).iter().any(|file| file.ends_with("words"))
}

#[test]
#[ignore = "takes a minute: it searches twice"]
fn a_search_that_is_killed_inside_a_depth_ends_with_the_same_bytes() {
    let (whole, killed) = (TempDir::new().expect("a folder"), TempDir::new().expect("a folder"));
    let mut child = std::process::Command::new(assert_cmd::cargo::cargo_bin("topple"))
        .args(arguments(killed.path()))
        .stderr(std::process::Stdio::null())
        .stdout(std::process::Stdio::null())
        .spawn()
        .expect("it starts");
    let (begun, kept) = (Instant::now(), killed.path().join(".topple"));
    while !has_saved(&kept) && begun.elapsed() < Duration::from_secs(300) {
        assert!(child.try_wait().expect("it is ours").is_none(), "it ended before anything was saved");
        std::thread::sleep(Duration::from_millis(100));
    }
    // On Unix this is signal 9: nothing can be tidied up.
    child.kill().expect("it is ours");
    child.wait().expect("it has ended");
    assert!(has_saved(&kept));
    for folder in [&whole, &killed] {
        Command::cargo_bin("topple").expect("built").args(arguments(folder.path())).assert().success();
    }
    let written = |folder: &TempDir| -> Vec<(PathBuf, Vec<u8>)> {
        let plain = files(folder.path()).into_iter().filter(|file| !file.ends_with("run-manifest.json"));
        let name = |file: &PathBuf| file.strip_prefix(folder.path()).expect("below it").to_path_buf();
        let mut all: Vec<_> = plain.map(|file| (name(&file), std::fs::read(&file).expect("a file"))).collect();
        all.sort();
        all
    };
    assert!(!has_saved(&kept), "nothing is left of the sweep");
    assert_eq!(written(&whole), written(&killed));
}
