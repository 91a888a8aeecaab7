//! One run in a folder at a time. The lock is the system's, so that of a run that was killed is gone with it.
use crate::error::{Error, Result, shown};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::Write;
use std::path::Path;

/// The right to write in a folder, until it is dropped.
#[derive(Debug)]
pub struct Lock(File);

/// The most bytes that are read of what the holder wrote.
const LONGEST: u64 = 400;

impl Lock {
    /// Takes the lock of a folder, `.topple/lock`.
    ///
    /// # Errors
    /// Another run holds it, or what the system says.
    pub fn new(folder: &Path) -> Result<Self> {
        let path = folder.join(".topple").join("lock");
        let failed = |error: std::io::Error| Error::file(&path, error);
        std::fs::create_dir_all(folder.join(".topple")).map_err(failed)?;
        let mut file = OpenOptions::new().write(true).create(true).truncate(false).open(&path).map_err(failed)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::Error(error)) => return Err(failed(error)),
            Err(TryLockError::WouldBlock) => {
                let who = super::text(&path, LONGEST, "who writes in the folder").unwrap_or_default();
                let what =
                    format!("another run writes here: {}", if who.is_empty() { "a process" } else { who.trim() });
                return Err(Error::input(folder.display().to_string(), what, "another --out, or to wait for its end"));
            }
        }
        let words: Vec<String> = std::env::args().collect();
        let who: String = shown(&words.join(" ")).chars().take(LONGEST as usize / 8).collect();
        file.set_len(0).and_then(|()| writeln!(file, "process {}, {who}", std::process::id())).map_err(failed)?;
        Ok(Lock(file))
    }
}

impl Drop for Lock {
    /// Nobody holds it; the file itself stays, because another run may have it open already.
    fn drop(&mut self) {
        let _ = self.0.set_len(0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_at_a_time_holds_a_folder_and_says_who() {
        let folder = tempfile::tempdir().unwrap();
        let lock = Lock::new(folder.path()).unwrap();
        let refused = Lock::new(folder.path()).unwrap_err().to_string();
        let who = format!("another run writes here: process {}, ", std::process::id());
        assert!(refused.contains(&who) && refused.contains("; expected another --out"), "{refused}");
        drop(lock);
        // What a run that was killed left in the file holds nobody up.
        std::fs::write(folder.path().join(".topple/lock"), "process 1, gone").unwrap();
        Lock::new(folder.path()).unwrap();
        assert!(std::fs::read(folder.path().join(".topple/lock")).unwrap().is_empty());
    }
}
