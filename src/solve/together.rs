//! Jobs that take memory, as many at once as there are threads.
use super::{Memory, Watch};
use crate::error::{Error, Result};
use rayon::prelude::*;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Does the jobs `0..count`, at most as many at once as there are threads, each with an equal part of the memory, and
/// returns their results in order. What does not fit into its part is done again when the others are done, with all of it.
///
/// # Errors
/// That of the first job that failed.
pub fn together<T: Send>(
    count: usize,
    memory: Memory,
    job: impl Fn(usize, Memory) -> Result<T> + Sync,
) -> Result<Vec<T>> {
    let at_once = rayon::current_num_threads().clamp(1, count.max(1));
    let part = Memory(memory.0 / at_once as u64);
    let turn = AtomicUsize::new(0);
    // Not a task a job: a thread that waits inside of one would take up the next, and memory for it.
    let work = |_| {
        let next = || Some(turn.fetch_add(1, Ordering::Relaxed)).filter(|number| *number < count);
        std::iter::from_fn(next).map(|number| (number, job(number, part))).collect::<Vec<_>>()
    };
    let mut done: Vec<(usize, Result<T>)> = (0..at_once).into_par_iter().with_max_len(1).flat_map_iter(work).collect();
    done.sort_by_key(|(number, _)| *number);
    let again = |(number, result)| match result {
        Err(Error::Memory { .. }) if at_once > 1 => job(number, memory),
        result => result,
    };
    done.into_iter().map(again).collect()
}

/// The watch of one of several jobs: what it saves is kept, but it has no progress of its own to show.
pub struct Beside<'a>(pub &'a dyn Watch);

impl Watch for Beside<'_> {
    fn begin(&self, _: &str, _: u64, _: &str) {}
    fn advance(&self, _: u64) {}
    fn remark(&self, line: &str) {
        self.0.remark(line);
    }
    fn saved(&self, shard: &str) -> Option<String> {
        self.0.saved(shard)
    }
    fn save(&self, shard: &str, result: &str) -> Result<()> {
        self.0.save(shard, result)
    }
    fn folder(&self) -> Option<PathBuf> {
        self.0.folder()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;

    #[test]
    fn results_come_in_order_and_what_does_not_fit_is_done_alone_with_all_memory() {
        for (threads, count) in [(1, 0), (1, 5), (3, 0), (3, 1), (3, 20)] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let (running, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
            let job = |number: usize, memory: Memory| {
                let now = running.fetch_add(1, Ordering::SeqCst) + 1;
                most.fetch_max(now, Ordering::SeqCst);
                // Work inside of a job that other threads may take part in.
                let sum: usize = (0..1000).into_par_iter().map(|i| i ^ number).sum();
                running.fetch_sub(1, Ordering::SeqCst);
                memory.ask(if number % 7 == 3 { 90 } else { 30 }, "a job").map(|()| (number, sum))
            };
            let done = pool.install(|| together(count, Memory(90), job)).unwrap();
            let expected = |number: usize| (number, (0..1000).map(|i| i ^ number).sum());
            assert_eq!(done, (0..count).map(expected).collect::<Vec<_>>());
            assert!(most.into_inner() <= threads);
        }
    }

    #[test]
    fn what_fits_nowhere_is_an_error_and_any_other_error_is_not_tried_again() {
        let tried = Mutex::new(Vec::new());
        let job = |number: usize, memory: Memory| {
            tried.lock().unwrap().push(number);
            memory.ask(if number == 4 { 91 } else { 0 }, "a job")?;
            if number == 2 { Err(Error::input("a job", "2", "another")) } else { Ok(()) }
        };
        let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
        assert!(matches!(pool.install(|| together(3, Memory(90), job)), Err(Error::Input { .. })));
        assert_eq!(tried.lock().unwrap().iter().filter(|number| **number == 2).count(), 1);
        let job = |_, memory: Memory| memory.ask(91, "a job");
        assert!(matches!(pool.install(|| together(3, Memory(90), job)), Err(Error::Memory { allowed: 90, .. })));
    }
}
