//! Files are whole or not there, whatever verb writes them, and what is no plain file is refused, whatever verb reads it.
use super::cli::{refused, topple, walk};
use assert_cmd::cargo::cargo_bin;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

fn text(path: &Path) -> &str {
    path.to_str().expect("text")
}

/// A file as a program that was killed left it unfinished.
fn left(folder: &Path, name: &str) -> std::path::PathBuf {
    let hash = blake3::hash(format!("unfinished {name}").as_bytes()).to_hex();
    let path = folder.join(format!(".topple-a1B2c3.{name}.{}", &hash[..16]));
    std::fs::create_dir_all(folder).expect("it is made");
    std::fs::write(&path, "half").expect("it is written");
    path
}

#[test]
fn a_picture_and_pages_remove_what_was_left_unfinished_and_nothing_else() {
    let folder = TempDir::new().expect("a folder");
    let (unfinished, mine) = (left(folder.path(), "well.svg"), folder.path().join(".topple-notes"));
    std::fs::write(&mine, "of the user").expect("it is written");
    let picture = folder.path().join("well.svg");
    topple(&["draw", "well", "110/100", "--format", "svg", "--output", text(&picture)]).success();
    assert!(picture.exists() && !unfinished.exists() && mine.exists());
    let (from, site) = (TempDir::new().expect("a folder"), folder.path().join("site"));
    let pages =
        [left(&site, "index.html"), left(&site.join("zwick"), "a.html"), left(&site.join("data/zwick"), "a.csv")];
    topple(&["site", "--from", text(from.path()), "--out", text(&site)]).success();
    assert!(site.join("index.html").exists() && pages.iter().all(|page| !page.exists()));
}

#[test]
fn a_format_that_cannot_be_made_leaves_no_file_of_another_format() {
    let folder = TempDir::new().expect("a folder");
    let (mine, out) = (folder.path().join("my.toml"), folder.path().join("out"));
    let lines = "moves = [[-2, 1], [1, -2]]\nsize = [80, 80]\nprove = false\n";
    std::fs::write(&mine, format!("id = \"my\"\nmethod = \"vector\"\n[parameters]\n{lines}")).expect("written");
    let said = refused(&["run", text(&mine), "--figures", "tikz", "--out", text(&out)]);
    assert!(said.contains("6400 cells in TikZ; expected at most 4096, or SVG"), "{said}");
    let written: Vec<String> = walk(&out).into_iter().filter(|path| !path.contains("/.topple/")).collect();
    assert!(written.is_empty(), "{written:?}");
}

#[test]
fn pipes_in_the_place_of_tables_and_sources_are_refused_by_every_verb() {
    let pipe = |root: &Path, place: &str| {
        let path = root.join(place);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("it is made");
        assert!(Command::new("mkfifo").arg(&path).status().expect("mkfifo").success());
    };
    let table = TempDir::new().expect("a folder");
    pipe(table.path(), "data/zwick/stability-lemma.csv");
    let site = table.path().join("site");
    for words in [&["tables", "--out"][..], &["site", "--out", text(&site), "--from"]] {
        assert!(refused(&[words, &[text(table.path())]].concat()).contains("no plain file; expected a table as CSV"));
    }
    let source = TempDir::new().expect("a folder");
    pipe(source.path(), "proofs/coq/Statements.v");
    for words in [&["theorems", "--out"][..], &["claims", "--out"], &["site", "--out", text(&site), "--from"]] {
        assert!(refused(&[words, &[text(source.path())]].concat()).contains("no plain file; expected a source of Coq"));
    }
}

#[test]
fn what_was_started_to_survive_the_terminal_does() {
    let folder = TempDir::new().expect("a folder");
    let words = ["search", "vectors", "--box", "3", "--moves", "3", "--jobs", "1", "--out", text(folder.path())];
    for (before, survives) in [("", false), ("trap '' HUP; ", true)] {
        let mut command = Command::new("sh");
        command.args(["-c", &format!("{before}exec \"$0\" \"$@\"")]).arg(cargo_bin("topple")).args(words);
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("a shell");
        let (lock, begun) = (folder.path().join(".topple/lock"), Instant::now());
        let who = format!("process {}, ", child.id());
        while !std::fs::read_to_string(&lock).is_ok_and(|text| text.starts_with(&who)) {
            assert!(begun.elapsed() < Duration::from_secs(60));
            std::thread::sleep(Duration::from_millis(5));
        }
        assert!(Command::new("kill").args(["-HUP", &child.id().to_string()]).status().expect("kill").success());
        std::thread::sleep(Duration::from_millis(if survives { 300 } else { 0 }));
        let ended =
            if survives { child.try_wait().expect("it is ours") } else { Some(child.wait().expect("it ended")) };
        assert_eq!(ended.is_none(), survives, "{ended:?}");
        let _ = child.kill();
        let _ = child.wait();
    }
}
