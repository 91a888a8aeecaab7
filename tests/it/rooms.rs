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
