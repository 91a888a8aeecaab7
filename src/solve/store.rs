//! What is saved of a run, so that another one finds it: everything carries its hash, and what was damaged is refused.
//!
//! A [`Store`] is a folder of the files of one enumeration or sweep: little-endian numbers under a name. A file is three
//! numbers and their hash, the records, and the hash of all that stands before; [`lines`] are records of text. The label of
//! the enumeration or sweep, the name of the file and the build of the program go into each hash. A file is written under another
//! name and renamed, so a run that is killed leaves none half written. A patient store keeps its first files in memory, and
//! writes them when they are worth it.
pub mod lines;

use crate::error::{Error, Result};
use crate::file::whole::{Begun, temporary};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufReader, BufWriter, Cursor, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard};

/// What stands before the records: their number, and two numbers more.
pub type Head = [u64; 3];

/// The folder of one enumeration or sweep.
#[derive(Debug)]
pub struct Store {
    folder: PathBuf,
    label: String,
    waiting: Mutex<Waiting>,
    /// A folder that nobody asked to keep goes with the store.
    _lent: Option<(tempfile::TempDir, Begun)>,
}

/// Files in memory, and for how many bytes more there is room.
#[derive(Debug, Default)]
struct Waiting {
    files: BTreeMap<String, Vec<u8>>,
    room: usize,
}

/// A file that is being written: in memory as long as there is room, then on the disk.
pub struct Out<'a> {
    store: &'a Store,
    name: String,
    hash: blake3::Hasher,
    kept: Vec<u8>,
    disk: Option<Unfinished>,
}

/// A file on the disk under another name.
struct Unfinished {
    file: BufWriter<File>,
    path: PathBuf,
    _begun: Begun,
}

/// A file that is being read.
pub struct In {
    file: Box<dyn Read>,
    hash: blake3::Hasher,
    path: PathBuf,
    /// What stands before the records.
    pub head: Head,
}

impl Store {
    /// The folder `label` in `folder`, or one in the system's place for temporary files.
    ///
    /// # Errors
    /// What the system says.
    pub fn open(folder: Option<&Path>, label: &str) -> Result<Self> {
        let (folder, lent) = match folder {
            Some(folder) => (folder.join(label), None),
            None => {
                let lent = temporary()?;
                (lent.0.path().to_path_buf(), Some(lent))
            }
        };
        std::fs::create_dir_all(&folder).map_err(|error| Error::file(&folder, error))?;
        Ok(Store { folder, label: label.to_string(), waiting: Mutex::default(), _lent: lent })
    }

    /// The same store, which writes nothing before its files take more than so many bytes: one that is soon forgotten
    /// writes none.
    pub fn patient(self, room: usize) -> Self {
        Store { waiting: Mutex::new(Waiting { files: BTreeMap::new(), room }), ..self }
    }

    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().expect("no thread panics while it holds the files in memory")
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// A file under another name than its own is damaged too.
    fn hasher(&self, name: &str) -> blake3::Hasher {
        hasher(&format!("{}/{name}", self.label))
    }

    /// Whether there is a file of this name; if so it was written whole.
    pub fn has(&self, name: &str) -> bool {
        self.waiting().files.contains_key(name) || self.path(name).is_file()
    }

    /// Begins a file.
    ///
    /// # Errors
    /// What the system says.
    pub fn write(&self, name: &str, head: Head) -> Result<Out<'_>> {
        let (name, hash) = (name.to_string(), self.hasher(name));
        let mut out = Out { store: self, name, hash, kept: Vec::new(), disk: None };
        for number in head {
            out.put(&number.to_le_bytes())?;
        }
        let hash = out.hash.finalize();
        out.put(hash.as_bytes())?;
        Ok(out)
    }

    /// Begins a file on the disk.
    fn unfinished(&self, name: &str) -> Result<Unfinished> {
        let path = self.path(&format!("{name}.unfinished"));
        let begun = Begun::new(|| File::create(&path), |_| path.clone());
        let (file, _begun) = begun.map_err(|error| Error::file(&path, error))?;
        Ok(Unfinished { file: BufWriter::with_capacity(1 << 18, file), path, _begun })
    }

    /// Keeps a whole file in memory, if there is room for it.
    fn keep(&self, name: &str, bytes: &[u8]) -> bool {
        let mut waiting = self.waiting();
        let Some(room) = waiting.room.checked_sub(bytes.len()) else { return false };
        waiting.room = room;
        waiting.files.insert(name.to_string(), bytes.to_vec());
        true
    }

    /// Writes all files that wait; from now on none does.
    fn settle(&self) -> Result<()> {
        let mut waiting = self.waiting();
        waiting.room = 0;
        while let Some((name, bytes)) = waiting.files.first_key_value() {
            let mut file = self.unfinished(name)?;
            file.put(bytes)?;
            file.finish(&self.path(name))?;
            waiting.files.pop_first();
        }
        Ok(())
    }

    /// Begins to read a file. Its head is what was written; its records are when [`In::finish`] says so.
    ///
    /// # Errors
    /// What the system says; a file that is not what was written.
    pub fn read(&self, name: &str) -> Result<In> {
        let path = self.path(name);
        let waiting = self.waiting().files.get(name).cloned();
        let file: Box<dyn Read> = match waiting {
            Some(bytes) => Box::new(Cursor::new(bytes)),
            None => {
                let file = File::open(&path).map_err(|error| Error::file(&path, error))?;
                Box::new(BufReader::with_capacity(1 << 18, file))
            }
        };
        let mut read = In { file, hash: self.hasher(name), path, head: [0; 3] };
        for index in 0..3 {
            let mut bytes = [0; 8];
            read.take(&mut bytes)?;
            read.head[index] = u64::from_le_bytes(bytes);
        }
        let (hash, mut said) = (read.hash.finalize(), [0; 32]);
        read.take(&mut said)?;
        if hash.as_bytes() == &said { Ok(read) } else { Err(damaged(&read.path)) }
    }

    /// The names of all files.
    ///
    /// # Errors
    /// What the system says.
    #[cfg(feature = "cluster")]
    pub fn names(&self) -> Result<Vec<String>> {
        let failed = |error| Error::file(&self.folder, error);
        let name = |entry: std::io::Result<std::fs::DirEntry>| {
            Ok(entry.map_err(failed)?.file_name().to_string_lossy().into_owned())
        };
        std::fs::read_dir(&self.folder).map_err(failed)?.map(name).collect()
    }

    /// Removes the folder, unless another process has done so.
    ///
    /// # Errors
    /// What the system says.
    #[cfg(feature = "cluster")]
    pub fn clear(&self) -> Result<()> {
        match std::fs::remove_dir_all(&self.folder) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(Error::file(&self.folder, error)),
            _ => Ok(()),
        }
    }

    /// Removes the folder.
    ///
    /// # Errors
    /// What the system says.
    pub fn forget(self) -> Result<()> {
        std::fs::remove_dir_all(&self.folder).map_err(|error| Error::file(&self.folder, error))
    }
}

impl Out<'_> {
    /// Appends bytes.
    ///
    /// # Errors
    /// What the system says.
    pub fn put(&mut self, bytes: &[u8]) -> Result<()> {
        self.hash.update(bytes);
        self.append(bytes)
    }

    fn append(&mut self, bytes: &[u8]) -> Result<()> {
        if self.disk.is_none() && self.kept.len() + bytes.len() <= self.store.waiting().room {
            self.kept.extend(bytes);
            return Ok(());
        }
        let mut file = self.on_disk()?;
        file.put(bytes)?;
        self.disk = Some(file);
        Ok(())
    }

    /// The file on the disk. When the first one is begun there, all that wait in memory are written.
    fn on_disk(&mut self) -> Result<Unfinished> {
        if let Some(file) = self.disk.take() {
            return Ok(file);
        }
        self.store.settle()?;
        let mut file = self.store.unfinished(&self.name)?;
        file.put(&self.kept)?;
        Ok(file)
    }

    /// The file is complete: it takes its name.
    ///
    /// # Errors
    /// What the system says.
    pub fn finish(mut self) -> Result<()> {
        let hash = self.hash.finalize();
        self.append(hash.as_bytes())?;
        if self.disk.is_none() && self.store.keep(&self.name, &self.kept) {
            return Ok(());
        }
        self.on_disk()?.finish(&self.store.path(&self.name))
    }
}

impl Unfinished {
    fn put(&mut self, bytes: &[u8]) -> Result<()> {
        self.file.write_all(bytes).map_err(|error| Error::file(&self.path, error))
    }

    /// It takes its name.
    fn finish(mut self, path: &Path) -> Result<()> {
        let failed = |error: std::io::Error| Error::file(&self.path, error);
        self.file.flush().map_err(failed)?;
        std::fs::rename(&self.path, path).map_err(failed)
    }
}

impl In {
    /// Fills the bytes.
    ///
    /// # Errors
    /// What the system says; a file that ends too early.
    pub fn take(&mut self, bytes: &mut [u8]) -> Result<()> {
        self.file.read_exact(bytes).map_err(|error| self.failed(error))?;
        self.hash.update(bytes);
        Ok(())
    }

    /// All records are read: whether they are what was written.
    ///
    /// # Errors
    /// A file that is not what was written.
    pub fn finish(mut self) -> Result<()> {
        let mut said = [0; 32];
        self.file.read_exact(&mut said).map_err(|error| self.failed(error))?;
        let ends = self.file.read(&mut [0]).map_err(|error| Error::file(&self.path, error))? == 0;
        if ends && *self.hash.finalize().as_bytes() == said {
            return Ok(());
        }
        Err(damaged(&self.path))
    }

    fn failed(&self, error: std::io::Error) -> Error {
        match error.kind() {
            std::io::ErrorKind::UnexpectedEof => damaged(&self.path),
            _ => Error::file(&self.path, error),
        }
    }
}

/// The version of the program and the hash of its sources: what one build saved no other one takes for its own.
pub const BUILD: &str = env!("TOPPLE_BUILD");

/// The beginning of a hash that holds for one label and this build of the program.
fn hasher(label: &str) -> blake3::Hasher {
    let mut hash = blake3::Hasher::new();
    hash.update(format!("topple {BUILD} {label}\n").as_bytes());
    hash
}

/// What is said of a file that is not what was written.
fn damaged(path: &Path) -> Error {
    let right = "what this build of the program, and no other, saved for this run; delete the file, or run again without --resume";
    Error::input(path.display().to_string(), "the saved file is damaged", right)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_build_is_told_by_its_version_and_its_sources() {
        let hash = BUILD.strip_prefix(concat!(env!("CARGO_PKG_VERSION"), "-")).expect("the version comes first");
        assert!(hash.len() == 16 && hash.chars().all(|digit| digit.is_ascii_hexdigit()), "{BUILD}");
        // What another build saved has another hash in front.
        let mut other = blake3::Hasher::new();
        other.update(format!("topple {} label/one\n", env!("CARGO_PKG_VERSION")).as_bytes());
        assert_ne!(hasher("label/one").finalize(), other.finalize());
    }

    #[test]
    fn a_file_is_whole_or_refused() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(Some(folder.path()), "label").unwrap();
        let mut out = store.write("one", [5, 6, 7]).unwrap();
        out.put(b"hello").unwrap();
        assert!(!store.has("one"));
        out.finish().unwrap();
        assert!(store.has("one"));
        let read = |store: &Store| {
            let mut file = store.read("one")?;
            let mut bytes = vec![0; 5];
            file.take(&mut bytes)?;
            let head = file.head;
            file.finish().map(|()| (head, bytes))
        };
        assert_eq!(read(&store).unwrap(), ([5, 6, 7], b"hello".to_vec()));
        let other =
            Store { folder: folder.path().join("label"), label: "other".to_string(), ..Store::open(None, "").unwrap() };
        assert!(read(&other).is_err());
        let path = folder.path().join("label/one");
        let whole = std::fs::read(&path).unwrap();
        for index in 0..whole.len() {
            let mut mutant = whole.clone();
            mutant[index] ^= 1;
            std::fs::write(&path, &mutant).unwrap();
            assert!(read(&store).is_err(), "byte {index}");
        }
        for length in 0..whole.len() {
            std::fs::write(&path, &whole[..length]).unwrap();
            assert!(read(&store).is_err(), "length {length}");
        }
        store.forget().unwrap();
        assert!(!path.exists());
    }

    #[test]
    fn a_patient_store_writes_when_its_room_is_used_up() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join("label").join(name);
        let write = |store: &Store, name: &str, length: usize| {
            let mut out = store.write(name, [length as u64, 0, 0]).unwrap();
            out.put(&vec![7; length]).unwrap();
            out.finish().unwrap();
        };
        let read = |store: &Store, name: &str, length: usize| {
            let mut file = store.read(name).unwrap();
            let mut bytes = vec![0; length];
            file.take(&mut bytes).unwrap();
            file.finish().unwrap();
            assert_eq!(bytes, vec![7; length]);
        };
        // Each file is 88 bytes longer than its records.
        for last in [0, 13, 1000] {
            let store = Store::open(Some(folder.path()), "label").unwrap().patient(300);
            write(&store, "one", 12);
            write(&store, "two", 100);
            assert!(store.has("one") && store.has("two") && !path("one").exists() && !path("two").exists());
            read(&store, "two", 100);
            write(&store, "three", last);
            for (name, length) in [("one", 12), ("two", 100), ("three", last)] {
                assert!(store.has(name) && path(name).exists(), "{name}");
                read(&store, name, length);
                read(&Store::open(Some(folder.path()), "label").unwrap(), name, length);
            }
            write(&store, "four", 0);
            assert!(path("four").exists());
            store.forget().unwrap();
        }
    }
}
