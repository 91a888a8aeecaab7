//! Where files go, and how: whole or not at all.
use super::{Line, Settings};
use crate::claim::{Decision, Experiment, Scale};
use crate::error::{Error, Result};
use crate::report::draw::{FigureFormat, draw};
use crate::report::table::{TableFormat, write};
use std::io::Write;
use std::path::{Path, PathBuf};

/// The places of the files of one experiment.
#[derive(Debug, Clone)]
pub struct Folders {
    out: PathBuf,
    paper: String,
    id: String,
}

impl Folders {
    /// The places under `out`. A claim of a paper has its folders; a user's own experiment stays in one.
    pub fn new(out: &Path, experiment: &Experiment) -> Self {
        Folders { out: out.to_path_buf(), paper: experiment.paper.clone(), id: experiment.id.clone() }
    }

    fn place(&self, folder: &str, name: &str, extension: &str) -> PathBuf {
        let stem = if name.is_empty() { self.id.clone() } else { format!("{}-{name}", self.id) };
        let folder = if self.paper.is_empty() { self.out.clone() } else { self.out.join(folder).join(&self.paper) };
        folder.join(format!("{stem}.{extension}"))
    }

    /// The evidence.
    pub fn evidence(&self) -> PathBuf {
        self.place("data", "", "json")
    }

    /// A table.
    pub fn table(&self, name: &str, format: TableFormat) -> PathBuf {
        self.place("data", name, format.extension())
    }

    /// A figure.
    pub fn figure(&self, name: &str, format: FigureFormat) -> PathBuf {
        self.place("figures", name, format.extension())
    }

    /// A certificate. Claims of one paper may rest on the same one, so it does not carry the claim's name.
    pub fn certificate(&self, name: &str) -> PathBuf {
        match self.paper.as_str() {
            "" => self.out.join(format!("{name}.cert")),
            paper => self.out.join("proofs/certificates").join(paper).join(format!("{name}.cert")),
        }
    }

    /// The shards that a run saves as it goes.
    pub fn saved(&self, scale: Scale, fingerprint: &str) -> PathBuf {
        let scale = format!("{scale:?}").to_lowercase();
        self.out.join(".topple").join(format!("{}-{}-{scale}-{fingerprint}", self.paper, self.id))
    }
}

/// Writes a file whole: into a temporary file beside it, which then takes its name.
///
/// # Errors
/// What the system says.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let failed = |error: std::io::Error| Error::file(path, error);
    if std::fs::symlink_metadata(path).is_ok_and(|there| !there.is_file()) {
        return Err(Error::input(
            path.display().to_string(),
            "something that is no plain file stands there",
            "the path of a file",
        ));
    }
    std::fs::create_dir_all(folder).map_err(failed)?;
    let mut file = tempfile::Builder::new().prefix(UNFINISHED).tempfile_in(folder).map_err(failed)?;
    file.write_all(bytes).map_err(failed)?;
    file.as_file().sync_all().map_err(failed)?;
    set_readable(file.as_file()).map_err(failed)?;
    file.persist(path).map_err(|error| failed(error.error))?;
    Ok(())
}

/// A temporary file is for its owner alone; what is kept is for all to read.
fn set_readable(file: &std::fs::File) -> std::io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        file.set_permissions(std::fs::Permissions::from_mode(0o644))?;
    }
    Ok(())
}

/// What a file is called until it is whole.
const UNFINISHED: &str = ".topple-";

/// Removes what a run that was killed left unfinished beside the files of an experiment.
///
/// # Errors
/// What the system says.
pub fn sweep(folders: &Folders) -> Result<()> {
    let beside = [folders.evidence(), folders.figure("", FigureFormat::Svg), folders.certificate("")];
    for folder in beside.iter().filter_map(|path| path.parent()) {
        let Ok(entries) = std::fs::read_dir(folder) else { continue };
        for entry in entries.flatten().filter(|e| e.file_name().to_string_lossy().starts_with(UNFINISHED)) {
            std::fs::remove_file(entry.path()).map_err(|error| Error::file(entry.path(), error))?;
        }
    }
    Ok(())
}

/// Writes the tables, figures and certificates of a decision.
///
/// # Errors
/// What the system says, or a format that a table or figure does not have.
pub fn write_decision(decision: &Decision, folders: &Folders, settings: &Settings) -> Result<()> {
    for (name, table) in &decision.tables {
        for format in [TableFormat::Csv].iter().chain(&settings.tables) {
            write_whole(&folders.table(name, *format), write(table, *format)?.as_bytes())?;
        }
    }
    for (name, figure) in &decision.figures {
        for format in [FigureFormat::Svg].iter().chain(&settings.figures) {
            write_whole(&folders.figure(name, *format), &draw(figure, *format)?)?;
        }
    }
    for certificate in &decision.certificates {
        write_whole(&folders.certificate(&certificate.name), certificate.text.as_bytes())?;
    }
    Ok(())
}

/// What a run says of itself: never in a table, because it is another one on another machine.
#[derive(serde::Serialize)]
struct Manifest<'a> {
    version: &'a str,
    scale: Scale,
    threads: usize,
    claims: &'a [Line],
}

/// Writes `run-manifest.json`: version, threads and times.
///
/// # Errors
/// What the system says.
pub fn write_manifest(settings: &Settings, lines: &[Line]) -> Result<()> {
    let threads = if settings.jobs == 0 { rayon::current_num_threads() } else { settings.jobs };
    let manifest = Manifest { version: env!("CARGO_PKG_VERSION"), scale: settings.scale, threads, claims: lines };
    let text = serde_json::to_string_pretty(&manifest).expect("a manifest is plain data");
    write_whole(&settings.out.join("run-manifest.json"), format!("{text}\n").as_bytes())
}
