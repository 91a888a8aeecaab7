//! One process's part of a search that several processes share without talking to each other.
use super::files::Folders;
use super::progress::{Progress, part_name};
use super::{Settings, pool};
use crate::claim::decide::{check, part as done};
use crate::claim::{Experiment, Task};
use crate::error::Result;
use crate::file::lock::Lock;
use crate::solve::Part;

/// Does one part of an experiment and saves it under the output folder, where a run of the whole that resumes finds it. False
/// if nothing of the experiment falls to this part, or others have done that already.
///
/// # Errors
/// A method that has no parts, a part that another process is doing, or as [`run`](super::run).
pub fn part(experiment: &Experiment, part: Part, settings: &Settings) -> Result<bool> {
    let pool = pool(settings.jobs)?;
    pool.install(|| check(&Task::unwatched(experiment, settings.scale, settings.memory)))?;
    let _lock = Lock::beside(&settings.out, &part_name(part))?;
    let progress = Progress::new(1);
    let saved = Folders::new(&settings.out, experiment).saved(settings.scale, &experiment.fingerprint);
    let watch = progress.watch_part(&experiment.name(), &saved, part, settings.resume)?;
    let task = Task { experiment, scale: settings.scale, memory: settings.memory, is_share: false, watch: &watch };
    pool.install(|| done(&task, part))?;
    progress.close();
    Ok(watch.has_saved())
}
