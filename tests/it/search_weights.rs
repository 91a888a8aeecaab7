//! `topple search weights`: what it prints and writes, and what it refuses.
use crate::cli::{output, refused};
use std::path::PathBuf;
use tempfile::TempDir;

#[test]
fn weights_of_rows_come_with_a_certificate_that_the_machine_wins_at_every_depth() {
    let folder = TempDir::new().expect("a folder");
    let out = folder.path().to_str().expect("text");
    let said = |more: &[&str]| output(&[&["search", "weights", "--out", out], more].concat());
    let bytes = |jobs: &str| {
        let game = ["--width", "3", "--pieces", "TJ", "--rule", "slide", "--jobs", jobs];
        assert!(said(&game).starts_with("weights-3-TJ-slide-0-rows-3-ahead-100  proved"), "{}", said(&game));
        ["row-weights.cert", "json", "csv"].map(|end| {
            let name = format!("weights-3-TJ-slide-0-rows-3-ahead-100{}{end}", if end.len() > 4 { "-" } else { "." });
            std::fs::read(folder.path().join(name)).expect("what was found")
        })
    };
    assert_eq!(bytes("1"), bytes("2"));
    let certificate = folder.path().join("weights-3-TJ-slide-0-rows-3-ahead-100-row-weights.cert");
    let checked = output(&["check", certificate.to_str().expect("text"), "--verbose"]);
    assert!(
        checked.contains("width 3, every depth, pieces TJ, rule slide, lookahead 0: the machine wins"),
        "{checked}"
    );
    // The player wins.
    let open = said(&["--width", "2", "--pieces", "I", "--rows", "1", "--steps", "3", "--weights", "-1,2"]);
    assert!(open.contains("open, reached 3 steps, with 3 states and"), "{open}");
    let is_table = |path: &PathBuf| {
        path.to_string_lossy().contains("weights-2-I") && path.extension().is_some_and(|end| end == "csv")
    };
    let mut files = std::fs::read_dir(folder.path()).expect("a folder").map(|file| file.expect("a file").path());
    let table = std::fs::read_to_string(files.find(is_table).expect("the table")).expect("text");
    assert!(table.starts_with("step,gain,cycle,column,value\n0,") && table.lines().count() == 7, "{table}");
}

#[test]
fn what_no_automaton_is_made_for_is_refused() {
    for (more, part) in [
        (["--width", "6"], "width 2 to 5"),
        (["--width", "0"], "width"),
        (["--rule", "referee"], "rule drop, slide or anywhere"),
        (["--rule", "fly"], "rule: fly"),
        (["--pieces", "[1/1/1/1/1]"], "at most four rows"),
        (["--pieces", "?"], "?"),
        (["--lookahead", "3"], "lookahead"),
        (["--rows", "4"], "1 to 3"),
        (["--steps", "0"], "steps"),
        (["--ahead", "1001"], "ahead"),
        (["--weights", "1,2,3"], "2 numbers"),
        (["--weights", "1,2000"], "2 numbers"),
        (["--memory", "100"], "memory"),
    ] {
        let usual = [("--width", "2"), ("--pieces", "JL")];
        let usual = usual.iter().filter(|(key, _)| *key != more[0]).flat_map(|(key, value)| [*key, *value]);
        let words: Vec<&str> = ["search", "weights"].into_iter().chain(usual).chain(more).collect();
        let error = refused(&words);
        assert!(error.contains(part), "{error}");
    }
}
