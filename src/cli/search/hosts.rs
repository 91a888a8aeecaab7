//! A search on many machines, one process on each.
use crate::error::Result;
use crate::run::Settings;
use crate::solve::towers::jenka::Rules;
use clap::Args;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Debug, Args)]
pub(super) struct Hosts {
    /// Work together with the processes that this file lists, one `machine:port` a line
    #[arg(long, requires = "process")]
    hosts: Option<PathBuf>,
    /// The line of this process in the file, counted from 0
    #[arg(long, requires = "hosts")]
    process: Option<usize>,
    /// The workers of each process
    #[arg(long, default_value_t = 1, requires = "hosts")]
    workers: usize,
}

impl Hosts {
    /// Whether other machines are to take part.
    pub(super) fn many(&self) -> bool {
        self.hosts.is_some()
    }

    /// Counts the towers together with the other processes. The first process writes what was found.
    ///
    /// # Errors
    /// A process that cannot be reached or runs something else, what the system says.
    #[cfg(feature = "cluster")]
    pub(super) fn search(&self, rules: Rules, levels: usize, text: &str, settings: &Settings) -> Result<ExitCode> {
        use super::{found, say_what_to_expect};
        use crate::claim::Experiment;
        use crate::error::say;
        use crate::file::{empty, lock::Lock};
        use crate::run::{files::Folders, progress::Progress};
        use crate::solve::Watch;
        use crate::solve::towers::jenka::cluster::{Cluster, Run, Traffic, join};
        use crate::solve::towers::jenka::growth::label;
        let (hosts, process) = (self.hosts.clone().unwrap_or_default(), self.process.unwrap_or_default());
        let cluster = Cluster::read(&hosts, process, self.workers)?;
        let experiment = Experiment::read(SOURCE, text)?;
        let folder = Folders::new(&settings.out, &experiment).saved(settings.scale, &experiment.fingerprint);
        let lock = Lock::beside(&settings.out, &format!("process-{process}"))?;
        let (name, kept, before) = (experiment.name(), folder.clone(), folder.clone());
        let run = Run { rules, levels, cluster, folder, resume: settings.resume, memory: settings.memory };
        let keep = move |plies: &[_], traffic: Traffic| {
            say(&format!("{} records of {} bytes went from worker to worker", traffic.records, traffic.bytes));
            let watch = Progress::new(1).watch(&name, &kept, true)?;
            watch.save(&label(rules, levels), &serde_json::to_string(plies).expect("plies are plain data"))
        };
        let processes = run.cluster.addresses.len();
        let joined = join(&run)?;
        if !settings.resume {
            // All have joined, so no other run is at work on these files; and none writes any before this one counts.
            empty(&before)?;
        }
        if process == 0 {
            // The others are connected already, and wait for as long as it takes.
            say_what_to_expect(rules, levels, processes, settings)?;
        }
        joined.count(std::sync::Arc::new(keep))?;
        match process {
            0 => found(SOURCE, text, &Settings { resume: true, ..settings.clone() }, Some(lock)),
            _ => Ok(ExitCode::SUCCESS),
        }
    }

    /// Says that this program works alone.
    ///
    /// # Errors
    /// Always.
    #[cfg(not(feature = "cluster"))]
    pub(super) fn search(&self, _: Rules, _: usize, _: &str, _: &Settings) -> Result<ExitCode> {
        let hosts = self.hosts.clone().unwrap_or_default().display().to_string();
        Err(crate::error::Error::input(
            "--hosts",
            hosts,
            "a program built with `cargo build --release --features cluster`",
        ))
    }
}

/// Where the experiment comes from, in messages.
#[cfg(feature = "cluster")]
const SOURCE: &str = "topple search jenka";
