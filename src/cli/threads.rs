//! How many threads may be asked for.
use crate::error::{Error, Result};

/// So many may be asked for on every machine.
const MOST: usize = 64;
/// So many for each core may be asked for on a large one. More only get into each other's way.
const MOST_PER_CORE: usize = 2;

/// Where the library of threads reads how many there are if no option says it.
const VARIABLES: [&str; 2] = ["RAYON_NUM_THREADS", "RAYON_RS_NUM_CPUS"];

/// Refuses more threads than this machine may be asked for; `place` says who asked.
///
/// # Errors
/// Too many threads.
pub(super) fn allowed(place: &str, threads: usize) -> Result<()> {
    let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
    let most = MOST.max(MOST_PER_CORE * cores);
    if threads <= most {
        return Ok(());
    }
    Err(Error::input(place, threads.to_string(), format!("at most {most} threads on this machine")))
}

/// Refuses an environment that asks for too many.
///
/// # Errors
/// Too many threads.
pub(super) fn allowed_by_environment() -> Result<()> {
    VARIABLES.iter().try_for_each(|variable| {
        let asked = std::env::var(variable).ok().and_then(|text| text.parse().ok());
        asked.map_or(Ok(()), |threads| allowed(variable, threads))
    })
}
