//! Processes on several machines that work together, by timely dataflow.
mod connect;
pub mod flow;

use crate::error::{Error, Result};
pub use connect::{Built, Cluster};
use timely::worker::Worker;

impl Cluster {
    /// Connects with the other processes, which must run the same build on what `start` names. From then on, if another
    /// process ends before the work is done this one ends too, with one line and exit status 2.
    ///
    /// # Errors
    /// An address that is not free, a process that does not answer, or one that runs something else.
    pub fn join(&self, start: &str) -> Result<Built> {
        connect::end_with_the_others();
        self.connect(start)
    }
}

/// Has every worker of this process work together with those of the others. An error ends all processes.
///
/// # Errors
/// Threads that cannot be started.
pub fn work(built: Built, work: impl Fn(&mut Worker) -> Result<()> + Send + Sync + 'static) -> Result<()> {
    let (builders, others) = built;
    let work = move |worker: &mut Worker| work(worker).unwrap_or_else(|error| connect::end(&error.to_string()));
    let guards = timely::execute::execute_from(builders, others, timely::WorkerConfig::default(), work);
    let guards = guards.map_err(|error| Error::input("workers", error, "threads that can be started"))?;
    drop(guards);
    drop(std::panic::take_hook());
    Ok(())
}
