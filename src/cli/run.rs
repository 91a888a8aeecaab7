//! `topple run`: experiments.
use super::{bytes, threads};
use crate::claim::{Experiment, Scale, Status, library};
use crate::error::{Error, Result, say};
use crate::report::draw::FigureFormat;
use crate::report::table::TableFormat;
use crate::run::{Line, Settings, run as run_all};
use crate::solve::Memory;
use clap::Args;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Debug, Args)]
pub struct Arguments {
    /// Claims (`paper/claim` or `claim`), papers, or files that end in .toml; none: all built-in claims
    #[arg(value_name = "CLAIM|FILE.toml")]
    what: Vec<String>,
    /// How far sweeps go
    #[arg(long, value_enum, default_value_t = Scale::Paper)]
    scale: Scale,
    #[command(flatten)]
    means: Means,
    /// Formats of tables besides CSV
    #[arg(long, value_enum, value_delimiter = ',')]
    tables: Vec<TableFormat>,
    /// Formats of figures besides SVG
    #[arg(long, value_enum, value_delimiter = ',')]
    figures: Vec<FigureFormat>,
}

/// What a run may use and where it writes: the same for every verb that runs experiments.
#[derive(Debug, Args)]
pub(super) struct Means {
    /// Threads; 0 is one for each core
    #[arg(long, default_value_t = 0)]
    jobs: usize,
    /// The folder under which files are written
    #[arg(long, default_value = ".")]
    out: PathBuf,
    /// Go on where an interrupted run stopped
    #[arg(long)]
    resume: bool,
    /// The memory that a computation may take, as 8G or 512M
    #[arg(long, value_parser = bytes, default_value = "4G")]
    memory: u64,
}

impl Means {
    /// The settings of a run at a scale, with no formats besides the usual ones.
    ///
    /// # Errors
    /// A number of threads that no machine has.
    pub(super) fn settings(&self, scale: Scale) -> Result<Settings> {
        threads::allowed("--jobs", self.jobs)?;
        if let Some(there) = memory_there().filter(|there| *there < self.memory) {
            let [there, allowed] = [there, self.memory].map(|bytes| bytes as f64 / 1e9);
            say(&format!(
                "this machine has {there:.1} GB of memory, less than the {allowed:.1} GB that --memory allows: the system \
                 ends what needs more"
            ));
        }
        let (out, memory) = (self.out.clone(), Memory(self.memory));
        let (jobs, resume) = (self.jobs, self.resume);
        Ok(Settings { scale, jobs, out, resume, memory, tables: Vec::new(), figures: Vec::new() })
    }
}

/// The bytes of memory of this machine.
#[cfg(target_os = "linux")]
fn memory_there() -> Option<u64> {
    let system = rustix::system::sysinfo();
    Some(system.totalram.saturating_mul(u64::from(system.mem_unit)))
}

/// Nothing: the system is not asked.
#[cfg(not(target_os = "linux"))]
fn memory_there() -> Option<u64> {
    None
}

/// Runs what the arguments name. Exit status 1 if a claim differs or is refuted, or comes out as its file does not expect.
///
/// # Errors
/// A word that names nothing, an experiment that cannot be run, a file that cannot be written.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    let mut experiments: Vec<Experiment> = Vec::new();
    for experiment in arguments.what.iter().map(|word| library::named(word)).collect::<Result<Vec<_>>>()?.concat() {
        match experiments.iter().find(|other| other.name() == experiment.name()) {
            None => experiments.push(experiment),
            Some(other) if other.fingerprint == experiment.fingerprint => {}
            Some(other) => {
                let what = format!("id = '{}', as in {}", experiment.id, other.source);
                return Err(Error::input(experiment.source, what, "another id: files are named after it"));
            }
        }
    }
    let named = |e: &&Experiment| arguments.what.contains(&e.id) || arguments.what.contains(&e.name());
    if arguments.what.is_empty() {
        experiments = library::experiments()?;
    } else if let Some(pending) = experiments.iter().filter(named).find(|e| e.method.is_none()) {
        let why = pending.pending.clone().unwrap_or_else(|| "it names no method".to_string());
        return Err(Error::input(format!("claim {}", pending.name()), why, "a claim that a method decides"));
    }
    let usual = arguments.means.settings(arguments.scale)?;
    let settings = Settings { tables: arguments.tables.clone(), figures: arguments.figures.clone(), ..usual };
    let lines = run_all(&experiments, &settings)?;
    let differs = lines.iter().filter(|line| matches!(line.status, Status::Differs(_) | Status::Refuted(_))).count();
    let wide = lines.iter().map(|line| line.claim.len()).max().unwrap_or(0);
    let other =
        |line: &Line| line.expected.as_ref().map_or(String::new(), |word| format!("; its file expects: {word}"));
    let said = lines.iter().map(|line| format!("{:wide$}  {}{}\n", line.claim, line.status, other(line)));
    super::print(&said.collect::<String>())?;
    let unexpected = lines.iter().any(|line| line.expected.is_some());
    Ok(if differs > 0 || unexpected { ExitCode::from(1) } else { ExitCode::SUCCESS })
}
