//! One run in a folder at a time. The lock is the system's, so that of a run that was killed is gone with it.
use crate::error::{Error, Result, shown};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::Write;
use std::path::Path;

/// The right to write in a folder, until it is dropped; or, shared with others, the right to write one file of it.
#[derive(Debug)]
pub struct Lock {
    file: File,
    /// The lock of one's own file.
    _own: Option<Box<Lock>>,
}

/// The most bytes that are read of what the holder wrote.
const LONGEST: u64 = 400;

impl Lock {
    /// Takes the lock of a folder, `.topple/lock`.
    ///
    /// # Errors
    /// Another run holds it, or what the system says.
    pub fn new(folder: &Path) -> Result<Self> {
        Lock::take(folder, "lock", File::try_lock, None)
    }

    /// Takes the right to write what is called so in a folder, beside others that write something else there.
    ///
    /// # Errors
    /// Another run holds this right or that to the whole folder, or what the system says.
    pub fn beside(folder: &Path, name: &str) -> Result<Self> {
        let own = Lock::take(folder, &format!("lock-{name}"), File::try_lock, None)?;
        Lock::take(folder, "lock", File::try_lock_shared, Some(Box::new(own)))
    }

    fn take(
        folder: &Path,
        name: &str,
        lock: fn(&File) -> std::result::Result<(), TryLockError>,
        own: Option<Box<Lock>>,
    ) -> Result<Self> {
        let path = folder.join(".topple").join(name);
        let failed = |error: std::io::Error| Error::file(&path, error);
        let hidden = folder.join(".topple");
        std::fs::create_dir_all(&hidden).map_err(|error| Error::file(&hidden, error))?;
        // What a link leads to is no file of ours, and would be emptied.
        if path.symlink_metadata().is_ok_and(|there| !there.is_file()) {
            return Err(Error::input(path.display().to_string(), "no plain file", "a plain file, or none"));
        }
        let mut options = OpenOptions::new();
        let mut file = options.read(true).write(true).create(true).truncate(false).open(&path).map_err(failed)?;
        match lock(&file) {
            Ok(()) => {}
            Err(TryLockError::Error(error)) => return Err(failed(error)),
            Err(TryLockError::WouldBlock) => {
                let who = super::text(&path, LONGEST, "who writes in the folder").unwrap_or_default();
                let what =
                    format!("another run writes here: {}", if who.is_empty() { "a process" } else { who.trim() });
                return Err(Error::input(folder.display().to_string(), what, "another --out, or to wait for its end"));
            }
        }
        let words: Vec<String> = std::env::args_os().map(|word| word.to_string_lossy().into_owned()).collect();
        let who: String = shown(&words.join(" ")).chars().take(LONGEST as usize / 8).collect();
        file.set_len(0).and_then(|()| writeln!(file, "process {}, {who}", std::process::id())).map_err(failed)?;
        Ok(Lock { file, _own: own })
    }
}

impl Drop for Lock {
    /// Nobody holds it; the file itself stays, because another run may have it open already.
    fn drop(&mut self) {
        let _ = self.file.set_len(0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_share_a_folder_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let one = Lock::beside(folder.path(), "1-of-2").unwrap();
        let two = Lock::beside(folder.path(), "2-of-2").unwrap();
        for refused in [Lock::beside(folder.path(), "1-of-2"), Lock::new(folder.path())] {
            assert!(refused.unwrap_err().to_string().contains("another run writes here: "));
        }
        drop(one);
        let one = Lock::beside(folder.path(), "1-of-2").unwrap();
        drop((one, two));
        let whole = Lock::new(folder.path()).unwrap();
        assert!(Lock::beside(folder.path(), "1-of-2").is_err());
        drop(whole);
        Lock::beside(folder.path(), "1-of-2").unwrap();
    }

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
