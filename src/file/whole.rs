//! Files that are whole or not there: written under another name, which then gives way to the right one.
//!
//! What is not finished goes when the program is told to end (SIGINT, SIGTERM, SIGHUP). After SIGKILL the next run removes it: it is
//! told by a name that carries its own hash, and by a lock that nobody holds any more.
use crate::error::{Error, Result};
use std::collections::BTreeSet;
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// What is not finished and has to go if the program ends.
static BEGUN: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

fn begun() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    BEGUN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A file or folder that goes when the program is told to end, until this is dropped.
#[derive(Debug)]
pub struct Begun(PathBuf);

impl Begun {
    /// Makes something that is not finished; `path` tells where it then is.
    ///
    /// # Errors
    /// What `make` says.
    pub fn new<T, E>(
        make: impl FnOnce() -> std::result::Result<T, E>,
        path: impl FnOnce(&T) -> PathBuf,
    ) -> std::result::Result<(T, Self), E> {
        // The program does not end between the two.
        let mut begun = begun();
        let made = make()?;
        let path = path(&made);
        begun.insert(path.clone());
        Ok((made, Begun(path)))
    }
}

/// A folder in the system's place for temporary files.
///
/// # Errors
/// What the system says.
pub fn temporary() -> Result<(tempfile::TempDir, Begun)> {
    Begun::new(tempfile::tempdir, |folder| folder.path().to_path_buf()).map_err(|error| {
        let place = std::env::temp_dir().display().to_string();
        Error::input(place, format!("no temporary folder can be made there: {error}"), "another folder in TMPDIR")
    })
}

impl Drop for Begun {
    fn drop(&mut self) {
        begun().remove(&self.0);
    }
}

/// From now on SIGINT, SIGTERM and SIGHUP remove what is not finished before they end the program. What was started so that
/// SIGHUP does not end it, as `nohup` does, still goes on.
///
/// # Errors
/// What the system says.
#[cfg(all(unix, feature = "search"))]
pub fn clean_up_when_told_to_end() -> Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let failed = |error: std::io::Error| Error::file("signals", error);
    let hangup = (!ignores_hangup()).then_some(SIGHUP);
    let mut signals =
        signal_hook::iterator::Signals::new([SIGINT, SIGTERM].into_iter().chain(hangup)).map_err(failed)?;
    let wait = move || {
        if let Some(signal) = signals.forever().next() {
            // It is held to the end, so that nothing more is begun.
            let begun = begun();
            for path in begun.iter() {
                let _ = if path.is_dir() { std::fs::remove_dir_all(path) } else { std::fs::remove_file(path) };
            }
            let _ = signal_hook::low_level::emulate_default_handler(signal);
        }
    };
    std::thread::Builder::new().name("signals".to_string()).spawn(wait).map_err(failed)?;
    Ok(())
}

/// Whether SIGHUP is ignored, as far as the system says; where it does not, it is left as it is.
#[cfg(all(unix, feature = "search"))]
fn ignores_hangup() -> bool {
    let Ok(status) = std::fs::read_to_string("/proc/self/status") else { return true };
    let ignored = status.lines().find_map(|line| u64::from_str_radix(line.strip_prefix("SigIgn:")?.trim(), 16).ok());
    ignored.is_none_or(|ignored| ignored & 1 == 1)
}

/// What unfinished files are called: this, six random letters, a dot, the file's name or its beginning, a dot, and the hash
/// of that name.
const UNFINISHED: &str = ".topple-";
/// The most letters of the file's own name in the name that it has until it is whole.
const LONGEST: usize = 40;

/// What an unfinished file's name ends with.
fn ending(name: &str) -> String {
    let hash = blake3::hash(format!("unfinished {name}").as_bytes()).to_hex();
    format!(".{name}.{}", &hash[..16])
}

/// Whether only [`write`] gives such names.
fn is_unfinished(name: &str) -> bool {
    let parts = name.strip_prefix(UNFINISHED).and_then(|rest| rest.split_once('.'));
    let own = parts.and_then(|(_, rest)| rest.rsplit_once('.')).map(|(own, _)| own);
    own.is_some_and(|own| name.ends_with(&ending(own)))
}

/// The folder of a file.
fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Writes a file whole: into a temporary file beside it, which then takes its name.
///
/// # Errors
/// What the system says.
pub fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    let folder = folder(path);
    let failed = |error: std::io::Error| Error::file(path, error);
    if std::fs::symlink_metadata(path).is_ok_and(|there| !there.is_file()) {
        let what = "something that is no plain file stands there";
        return Err(Error::input(path.display().to_string(), what, "the path of a file"));
    }
    std::fs::create_dir_all(folder).map_err(failed)?;
    let name = path.file_name().unwrap_or_default().to_string_lossy().chars().take(LONGEST).collect::<String>();
    let ending = ending(&name);
    let make = || tempfile::Builder::new().prefix(UNFINISHED).suffix(&ending).tempfile_in(folder);
    let (mut file, _begun) = loop {
        let made = Begun::new(make, |file| file.path().to_path_buf()).map_err(failed)?;
        // Where the disk knows no locks, none is needed: only a run that holds the folder removes files.
        let _ = made.0.as_file().lock();
        // A sweep may have taken it for one that was left, before it was locked.
        if made.0.path().exists() {
            break made;
        }
    };
    file.write_all(bytes).map_err(failed)?;
    file.as_file().sync_all().map_err(failed)?;
    set_readable(file.as_file()).map_err(failed)?;
    file.persist(path).map_err(|error| failed(error.error))?;
    Ok(())
}

/// A temporary file is for its owner alone; what is kept is for all to read.
#[cfg(unix)]
fn set_readable(file: &File) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    file.set_permissions(std::fs::Permissions::from_mode(0o644))
}

/// Elsewhere it is readable already.
#[cfg(not(unix))]
fn set_readable(_: &File) -> std::io::Result<()> {
    Ok(())
}

/// Writes a file whole, and removes what was left unfinished beside it when the program was killed.
///
/// # Errors
/// What the system says.
#[cfg(feature = "search")]
pub fn write_alone(path: &Path, bytes: &[u8]) -> Result<()> {
    sweep(folder(path))?;
    write(path, bytes)
}

/// Removes what a run that was killed left unfinished in a folder, and nothing else.
///
/// # Errors
/// What the system says.
pub fn sweep(folder: &Path) -> Result<()> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Ok(()) };
    for entry in entries.flatten().filter(|entry| entry.file_name().to_str().is_some_and(is_unfinished)) {
        let path = entry.path();
        if !entry.file_type().is_ok_and(|kind| kind.is_file()) {
            continue;
        }
        // Who writes it holds its lock; so does who removes it, until it is gone.
        let Ok(file) = File::open(&path) else { continue };
        if file.try_lock().is_err() {
            continue;
        }
        match std::fs::remove_file(&path) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(Error::file(&path, error)),
            _ => {}
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_others_write_is_not_swept() {
        let folder = tempfile::tempdir().unwrap();
        let path = |number: usize| folder.path().join(format!("{number}.csv"));
        let is_over = std::sync::atomic::AtomicBool::new(false);
        std::thread::scope(|scope| {
            for _ in 0..2 {
                scope.spawn(|| {
                    while !is_over.load(std::sync::atomic::Ordering::Relaxed) {
                        sweep(folder.path()).unwrap();
                    }
                });
            }
            let written: Vec<Result<()>> = (0..300).map(|number| write(&path(number), b"whole")).collect();
            is_over.store(true, std::sync::atomic::Ordering::Relaxed);
            written.into_iter().for_each(|done| done.unwrap());
        });
        (0..300).for_each(|number| assert_eq!(std::fs::read(path(number)).unwrap(), b"whole"));
    }

    #[test]
    fn only_what_was_left_unfinished_is_swept() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let own = format!("{UNFINISHED}a1B2c3{}", ending("my.table.csv"));
        let held = format!("{UNFINISHED}d4E5f6{}", ending("my.table.csv"));
        let users = [".topple-", ".topple-notes", ".topple-a1B2c3.my.table.csv.0123456789abcdef", "my.table.csv"];
        for name in users.iter().copied().chain([own.as_str(), &held]) {
            std::fs::write(path(name), name).unwrap();
        }
        let folder_of_the_user = format!("{UNFINISHED}g7H8i9{}", ending("x"));
        std::fs::create_dir(path(&folder_of_the_user)).unwrap();
        let holder = File::open(path(&held)).unwrap();
        holder.try_lock().unwrap();
        sweep(folder.path()).unwrap();
        assert!(!path(&own).exists());
        for name in users.iter().copied().chain([held.as_str(), &folder_of_the_user]) {
            assert!(path(name).exists(), "{name}");
        }
        write(&path(&"ü".repeat(100)), b"whole").unwrap();
        assert_eq!(std::fs::read(path(&"ü".repeat(100))).unwrap(), b"whole");
        assert!(begun().iter().all(|path| !path.starts_with(folder.path())));
    }
}
