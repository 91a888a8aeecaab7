//! A file of saved lines, each with its hash, to which a run adds as it goes.
use super::{damaged, hasher};
use crate::error::{Error, Result};
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// The longest file of lines that is read, in bytes.
const LONGEST: u64 = 1 << 32;

/// The file. It is made when the first line is added.
#[derive(Debug)]
pub struct Lines {
    path: PathBuf,
    label: String,
    /// How many bytes of the file are whole lines, until it is opened to add more.
    whole: u64,
    file: Mutex<Option<File>>,
}

impl Lines {
    /// The lines that a run saved in a file under a label, in the order in which it did; none if there is no file. A line that
    /// the end of a run cut off has no line end and is not counted.
    ///
    /// # Errors
    /// A line that is not what was written, or what the system says.
    pub fn open(path: &Path, label: &str) -> Result<(Self, Vec<String>)> {
        let bytes = match path.try_exists() {
            Ok(false) => Vec::new(),
            _ => crate::file::bytes(path, LONGEST, "what an interrupted run saved")?,
        };
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        let read = |line: &[u8]| {
            let line = std::str::from_utf8(line).ok()?.strip_suffix('\n')?;
            let (hash, text) = line.split_once(' ')?;
            (hash == self::hash(label, text)).then(|| text.to_string())
        };
        let lines = bytes[..whole].split_inclusive(|&byte| byte == b'\n').map(read);
        let lines = lines.collect::<Option<Vec<String>>>().ok_or_else(|| damaged(path))?;
        let (path, label, whole) = (path.to_path_buf(), label.to_string(), whole as u64);
        Ok((Lines { path, label, whole, file: Mutex::new(None) }, lines))
    }

    /// Adds a line.
    ///
    /// # Errors
    /// What the system says.
    pub fn add(&self, text: &str) -> Result<()> {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let line = format!("{} {text}\n", hash(&self.label, text));
        let added = match &mut *file {
            Some(file) => file.write_all(line.as_bytes()),
            None => self.begin().and_then(|begun| file.insert(begun).write_all(line.as_bytes())),
        };
        added.map_err(|error| Error::file(&self.path, error))
    }

    /// Whether there is a file.
    pub fn exists(&self) -> bool {
        self.path.exists()
    }

    /// The file without the line that was cut off.
    fn begin(&self) -> std::io::Result<File> {
        if let Some(folder) = self.path.parent() {
            std::fs::create_dir_all(folder)?;
        }
        let file = OpenOptions::new().create(true).append(true).open(&self.path)?;
        file.set_len(self.whole)?;
        Ok(file)
    }
}

fn hash(label: &str, text: &str) -> String {
    hasher(label).update(text.as_bytes()).finalize().to_hex()[..32].to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_what_was_written_or_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a/lines");
        let read = |label: &str| Lines::open(&path, label).map(|(_, lines)| lines);
        let (lines, none) = Lines::open(&path, "label").unwrap();
        assert!(none.is_empty());
        for text in ["one 1", "two 2", "three 3"] {
            lines.add(text).unwrap();
        }
        assert_eq!(read("label").unwrap(), ["one 1", "two 2", "three 3"]);
        assert!(read("other").unwrap_err().to_string().contains("damaged"));
        let whole = std::fs::read(&path).unwrap();
        for index in 0..whole.len() {
            for bit in 0..8 {
                let mut mutant = whole.clone();
                mutant[index] ^= 1 << bit;
                std::fs::write(&path, &mutant).unwrap();
                // Without its line end the last line counts as cut off.
                let cut = index == whole.len() - 1;
                assert_eq!(read("label").ok(), cut.then(|| vec!["one 1".to_string(), "two 2".to_string()]), "{index}");
            }
        }
        for length in 0..whole.len() {
            std::fs::write(&path, &whole[..length]).unwrap();
            let (lines, kept) = Lines::open(&path, "label").unwrap();
            assert!(
                kept.len() < 3 && ["one 1", "two 2"].starts_with(&kept.iter().map(String::as_str).collect::<Vec<_>>())
            );
            lines.add("four").unwrap();
            assert_eq!(read("label").unwrap().last().unwrap(), "four");
        }
    }
}
