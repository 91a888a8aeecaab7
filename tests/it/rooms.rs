//! Dependencies between the rooms point one way.
use std::path::Path;

/// Each room with the rooms that it may use.
const ROOMS: [(&str, &[&str]); 12] = [
    ("error", &[]),
    ("file", &["error"]),
    ("value", &["error"]),
    ("game", &["error", "value"]),
    ("proof", &["error", "file", "value", "game"]),
    ("solve", &["error", "file", "value", "game", "proof"]),
    ("arena", &["error", "value", "game", "proof", "solve"]),
    ("report", &["error", "value", "game"]),
    ("claim", &["error", "file", "value", "game", "proof", "solve", "arena", "report"]),
    ("run", &["error", "file", "value", "game", "proof", "solve", "arena", "report", "claim"]),
    ("site", &["error", "file", "value", "game", "proof", "solve", "arena", "report", "claim", "run"]),
    ("cli", &["error", "file", "value", "game", "proof", "solve", "arena", "report", "claim", "run", "site"]),
];

fn sources(path: &Path, found: &mut Vec<std::path::PathBuf>) {
    if path.is_dir() {
        for entry in std::fs::read_dir(path).expect("a folder of the source") {
            sources(&entry.expect("an entry").path(), found);
        }
    } else {
        found.push(path.to_path_buf());
    }
}

#[test]
fn every_room_uses_only_the_rooms_before_it() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for (room, allowed) in ROOMS {
        let mut files = Vec::new();
        let folder = root.join(room);
        sources(&if folder.is_dir() { folder } else { root.join(format!("{room}.rs")) }, &mut files);
        assert!(!files.is_empty(), "{room} has files");
        for file in files {
            let text = std::fs::read_to_string(&file).expect("source is text");
            for used in text.split("crate::").skip(1) {
                let used: String = used.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
                let known = ROOMS.iter().any(|(name, _)| *name == used);
                assert!(!known || used == room || allowed.contains(&used.as_str()), "{} uses {used}", file.display());
            }
            if room == "proof" || room == "game" || room == "value" {
                for forbidden in ["rayon", "indicatif", "serde_json", "plotters"] {
                    assert!(!text.contains(&format!("{forbidden}::")), "{} uses {forbidden}", file.display());
                }
            }
        }
    }
}

/// Calls that may wait for a pipe for ever, or read a device without end.
const UNBOUNDED: [&str; 4] = ["fs::read(", "read_to_string(", "from_path(", "File::open("];

#[test]
fn files_are_read_through_the_room_that_bounds_them() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&root, &mut files);
    // What is saved of a run is read as it is needed, with a hash.
    let may = [root.join("file"), root.join("solve/store.rs")];
    let is_test = |file: &std::path::PathBuf| file.file_name().is_some_and(|name| name == "tests.rs");
    files.retain(|file| {
        file.extension().is_some_and(|end| end == "rs") && !may.iter().any(|room| file.starts_with(room))
    });
    assert!(files.len() > 100, "the sources are there");
    for file in files.iter().filter(|file| !is_test(file)) {
        let text = std::fs::read_to_string(file).expect("source is text");
        let own = text.split("#[cfg(test)]\nmod tests").next().expect("there is a first part");
        for call in UNBOUNDED {
            assert!(!own.contains(call), "{} has {call}...): use file::bytes or file::text", file.display());
        }
    }
}
