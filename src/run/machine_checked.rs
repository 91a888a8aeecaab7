//! Which claims have a theorem that Coq has checked, from the sources as they are now.
//!
//! `proofs/coq/theorems.csv` names the theorems of each claim. `proofs/coq/checked.b3` lists the BLAKE3 hash of every
//! source from which Coq checked them last; `make proofs` writes it after the gate has passed. If a source has changed
//! since, or one has come or gone, no claim counts as machine-checked until `make proofs` has passed again.
use super::files::write_whole;
use crate::error::{Error, Result};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The theorems of each claim, by the claim's name with its paper; empty if the sources are not those that were checked.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MachineChecked {
    theorems: BTreeMap<String, Vec<String>>,
}

impl MachineChecked {
    /// What holds for the sources under `out`.
    ///
    /// # Errors
    /// Files that are there and cannot be read.
    pub fn read(out: &Path) -> Result<Self> {
        let folder = folder(out);
        let kept = folder.join(KEPT);
        if !kept.is_file() {
            return Ok(Self::default());
        }
        let checked = std::fs::read_to_string(&kept).map_err(|error| Error::file(&kept, error))?;
        if checked != hashes(&folder)? {
            return Ok(Self::default());
        }
        let list = folder.join(LIST);
        let rows = std::fs::read_to_string(&list).map_err(|error| Error::file(&list, error))?;
        let mut theorems: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for row in rows.lines().skip(1) {
            if let [claim, theorem, _file] = row.split(',').collect::<Vec<_>>()[..] {
                theorems.entry(claim.to_string()).or_default().push(theorem.to_string());
            }
        }
        Ok(MachineChecked { theorems })
    }

    /// The theorems that settle a claim.
    pub fn theorems(&self, claim: &str) -> &[String] {
        self.theorems.get(claim).map_or(&[], Vec::as_slice)
    }
}

/// Keeps the hashes of the sources under `out`; for `make proofs`, which has just had them checked.
///
/// # Errors
/// Sources that cannot be read, or what the system says.
pub fn keep(out: &Path) -> Result<()> {
    let folder = folder(out);
    write_whole(&folder.join(KEPT), hashes(&folder)?.as_bytes())
}

const LIST: &str = "theorems.csv";
const KEPT: &str = "checked.b3";

fn folder(out: &Path) -> PathBuf {
    out.join("proofs/coq")
}

/// A line for each source and for the list of theorems: the hash, two spaces, the name, as `b3sum` writes them.
fn hashes(folder: &Path) -> Result<String> {
    let failed = |error| Error::file(folder, error);
    let mut names = vec![LIST.to_string()];
    for entry in std::fs::read_dir(folder).map_err(failed)? {
        names.extend(entry.map_err(failed)?.file_name().into_string().ok().filter(|name| name.ends_with(".v")));
    }
    names.sort();
    let line = |name: &String| {
        let path = folder.join(name);
        let bytes = std::fs::read(&path).map_err(|error| Error::file(&path, error))?;
        Ok(format!("{}  {name}\n", blake3::hash(&bytes)))
    };
    names.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sources() -> tempfile::TempDir {
        let out = tempfile::TempDir::new().expect("a folder");
        let coq = folder(out.path());
        std::fs::create_dir_all(&coq).expect("made");
        std::fs::write(coq.join(LIST), "claim,theorem,file\nzwick/theorem-5-1,zwick_5_1,A.v\n,base,A.v\n")
            .expect("written");
        std::fs::write(coq.join("A.v"), "Theorem zwick_5_1_holds.\n").expect("written");
        out
    }

    #[test]
    fn a_theorem_counts_only_for_the_sources_that_were_checked() {
        let out = sources();
        let read = || MachineChecked::read(out.path()).expect("it can be read");
        assert!(read().theorems("zwick/theorem-5-1").is_empty(), "nothing was checked yet");
        keep(out.path()).expect("kept");
        assert_eq!(read().theorems("zwick/theorem-5-1"), ["zwick_5_1"]);
        assert!(read().theorems("zwick/move-types").is_empty());
        let source = folder(out.path()).join("A.v");
        std::fs::write(&source, "Theorem zwick_5_1_holds. \n").expect("written");
        assert!(read().theorems("zwick/theorem-5-1").is_empty(), "a source has changed");
        keep(out.path()).expect("kept");
        std::fs::write(folder(out.path()).join("B.v"), "").expect("written");
        assert!(read().theorems("zwick/theorem-5-1").is_empty(), "a source has come");
    }

    #[test]
    fn without_the_folder_nothing_is_machine_checked() {
        let out = tempfile::TempDir::new().expect("a folder");
        assert_eq!(MachineChecked::read(out.path()), Ok(MachineChecked::default()));
    }
}
