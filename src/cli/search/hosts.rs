//! A search on many machines, one process on each.
use crate::error::Result;
use crate::run::Settings;
use crate::solve::towers::jenka::Rules;
use clap::Args;
use std::path::PathBuf;
use std::process::ExitCode;
#[cfg(feature = "cluster")]
use {
    crate::claim::Experiment,
    crate::error::say,
    crate::file::{empty, lock::Lock},
    crate::run::{files::Folders, hosts::part_of_many, progress::Progress},
    crate::solve::Watch,
    crate::solve::cluster::Cluster,
    crate::solve::towers::jenka::cluster::{Run, Traffic, join},
    crate::solve::towers::jenka::growth::label,
};

#[derive(Debug, Args)]
pub(super) struct Hosts {
    /// Work together with the processes that this file lists, one `machine:port` a line
    #[arg(long)]
    #[cfg_attr(feature = "cluster", arg(requires = "process"))]
    hosts: Option<PathBuf>,
    /// The line of this process in the file, counted from 0
    #[arg(long, requires = "hosts")]
    process: Option<usize>,
    /// The workers of each process: its threads, instead of --jobs
    #[arg(long, default_value_t = 1, requires = "hosts")]
    workers: usize,
}

impl Hosts {
    /// Whether other machines are to take part.
    pub(super) fn many(&self) -> bool {
        self.hosts.is_some()
    }

    /// The processes that the file lists, and the right of this one to write beside the others.
    ///
    /// # Errors
    /// A file that lists no such process, or a process of this number that writes in the same folder.
    #[cfg(feature = "cluster")]
    fn cluster(&self, settings: &Settings) -> Result<(Cluster, Lock)> {
        let (hosts, process) = (self.hosts.clone().unwrap_or_default(), self.process.unwrap_or_default());
        let cluster = Cluster::read(&hosts, process, self.workers)?;
        Ok((cluster, Lock::beside(&settings.out, &format!("process-{process}"))?))
    }

    /// The end of a run: the first process, which has what all found, writes it.
    #[cfg(feature = "cluster")]
    fn end(&self, source: &str, text: &str, settings: &Settings, right: Lock) -> Result<ExitCode> {
        match self.process {
            Some(0) => super::found(source, text, &Settings { resume: true, ..settings.clone() }, Some(right)),
            _ => Ok(ExitCode::SUCCESS),
        }
    }

    /// Counts the towers together with the other processes. The first process writes what was found.
    ///
    /// # Errors
    /// A process that cannot be reached or runs something else, what the system says.
    #[cfg(feature = "cluster")]
    pub(super) fn count(&self, rules: Rules, levels: usize, text: &str, settings: &Settings) -> Result<ExitCode> {
        let (cluster, right) = self.cluster(settings)?;
        let experiment = Experiment::read(JENKA, text)?;
        let folder = Folders::new(&settings.out, &experiment).saved(settings.scale, &experiment.fingerprint);
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
        if self.process == Some(0) {
            // The others are connected already, and wait for as long as it takes.
            super::say_what_to_expect(rules, levels, processes, settings)?;
        }
        joined.count(std::sync::Arc::new(keep))?;
        self.end(JENKA, text, settings, right)
    }

    /// Does a part of a search beside the other processes. The first process writes what all found.
    ///
    /// # Errors
    /// A process that cannot be reached or runs something else, what the system says.
    #[cfg(feature = "cluster")]
    pub(super) fn share(&self, source: &str, text: &str, settings: &Settings) -> Result<ExitCode> {
        let (cluster, right) = self.cluster(settings)?;
        part_of_many(&Experiment::read(source, text)?, &cluster, settings)?;
        self.end(source, text, settings, right)
    }

    /// Says that this program works alone.
    ///
    /// # Errors
    /// Always.
    #[cfg(not(feature = "cluster"))]
    pub(super) fn count(&self, _: Rules, _: usize, _: &str, _: &Settings) -> Result<ExitCode> {
        self.alone()
    }

    /// Says that this program works alone.
    ///
    /// # Errors
    /// Always.
    #[cfg(not(feature = "cluster"))]
    pub(super) fn share(&self, _: &str, _: &str, _: &Settings) -> Result<ExitCode> {
        self.alone()
    }

    #[cfg(not(feature = "cluster"))]
    fn alone(&self) -> Result<ExitCode> {
        let hosts = self.hosts.clone().unwrap_or_default().display().to_string();
        let right = "a program built with `cargo build --release --features cluster`";
        Err(crate::error::Error::input("--hosts", hosts, right))
    }
}

/// Where the experiment of a count comes from, in messages.
#[cfg(feature = "cluster")]
const JENKA: &str = "topple search jenka";
