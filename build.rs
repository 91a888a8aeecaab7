//! The experiments and the reference numbers are compiled in: a change in them is a change in the crate. And the program knows
//! the sources that it was built from, so that it refuses what another build saved, and to work together with one.
use std::path::{Path, PathBuf};

fn main() {
    for compiled_in in ["experiments", "data/reference", "src"] {
        println!("cargo::rerun-if-changed={compiled_in}");
    }
    let version = std::env::var("CARGO_PKG_VERSION").expect("cargo says the version");
    // Without searches nothing is saved, and the modules of the pages do not change with what they leave out.
    let build = match std::env::var_os("CARGO_FEATURE_SEARCH") {
        Some(_) => format!("{version}-{:016x}", hash(Path::new("src"))),
        None => version,
    };
    println!("cargo::rustc-env=TOPPLE_BUILD={build}");
}

/// The hash FNV-1a of the names and the bytes of all sources in Rust below a folder, in the order of the names.
fn hash(folder: &Path) -> u64 {
    let mut files = Vec::new();
    collect(folder, &mut files);
    files.sort();
    let mut hash = 0xCBF2_9CE4_8422_2325_u64;
    for (name, path) in files {
        let bytes = std::fs::read(&path).expect("a source can be read");
        for byte in name.bytes().chain([0]).chain(bytes.len().to_le_bytes()).chain(bytes) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
        }
    }
    hash
}

/// The sources below a folder, each with a name that is the same on every system.
fn collect(folder: &Path, files: &mut Vec<(String, PathBuf)>) {
    for entry in std::fs::read_dir(folder).expect("the folder of the sources is there") {
        let path = entry.expect("the folder can be read").path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|end| end == "rs") {
            let parts: Vec<_> = path.iter().map(|part| part.to_string_lossy()).collect();
            files.push((parts.join("/"), path.clone()));
        }
    }
}
