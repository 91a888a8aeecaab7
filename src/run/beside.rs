//! Claims beside each other. All share the threads of one pool, so that a claim that has work for one of them leaves the
//! others to the next; the memory is shared out in equal parts.
use crate::error::{Error, Result};
use crate::solve::Memory;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError, RwLock};

/// The least memory with which a claim runs beside others, in bytes.
const LEAST: u64 = 1 << 30;

/// How a claim is run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Share {
    /// Its part of the memory.
    pub memory: Memory,
    /// Others may run at the same time.
    pub beside: bool,
    /// It was begun before, and needs more memory than it had then.
    pub again: bool,
}

/// How many claims run at once: one more than there are threads. A thread that helps another claim leaves its own where it
/// is, and what waits for that help would wait with nothing to do.
pub(super) fn at_once(threads: usize, claims: usize, memory: Memory) -> usize {
    let fit = usize::try_from(memory.0 / LEAST).unwrap_or(usize::MAX);
    let busy = if threads == 1 { 1 } else { threads.saturating_add(1) };
    busy.min(claims).min(fit).max(1)
}

/// Does the jobs in this order, at most so many at once, and returns their results by number. A job that needs more memory
/// than its share is done again when no other runs, with all of it. After one has failed no more are begun.
///
/// # Errors
/// That of the first job by number that failed.
pub(super) fn all<T: Send>(
    order: &[usize],
    at_once: usize,
    memory: Memory,
    job: impl Fn(usize, Share) -> Result<T> + Sync,
) -> Result<Vec<T>> {
    let done: Mutex<Vec<(usize, Result<T>)>> = Mutex::new(Vec::new());
    let (turn, failed, running) = (AtomicUsize::new(0), AtomicBool::new(false), RwLock::new(()));
    let part = Share { memory: Memory(memory.0 / at_once as u64), beside: at_once > 1, again: false };
    let one = |number: usize| {
        let shared = {
            let _others_may_run = running.read().unwrap_or_else(PoisonError::into_inner);
            job(number, part)
        };
        match shared {
            Err(Error::Memory { .. }) if part.beside => {
                let _none_runs = running.write().unwrap_or_else(PoisonError::into_inner);
                job(number, Share { memory, beside: false, again: true })
            }
            done => done,
        }
    };
    let work = || {
        while let Some(&number) = order.get(turn.fetch_add(1, Ordering::Relaxed)) {
            if failed.load(Ordering::Relaxed) {
                return;
            }
            let result = one(number);
            failed.fetch_or(result.is_err(), Ordering::Relaxed);
            done.lock().unwrap_or_else(PoisonError::into_inner).push((number, result));
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..at_once {
            scope.spawn(work);
        }
        work();
    });
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_by_key(|(number, _)| *number);
    done.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_by_number_and_memory_is_shared_out() {
        for at_once in 1..5 {
            let (running, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
            let job = |number: usize, share: Share| {
                most.fetch_max(running.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                std::thread::sleep(std::time::Duration::from_millis(5));
                let beside = running.fetch_sub(1, Ordering::SeqCst) - 1;
                assert!(share.beside || beside == 0 || at_once == 1);
                // The third needs nearly everything.
                share.memory.ask(if number == 3 { 900 } else { 100 }, "a job").map(|()| (number, share))
            };
            let done = all(&[3, 1, 4, 0, 2, 5], at_once, Memory(1000), job).unwrap();
            assert_eq!(done.iter().map(|(number, _)| *number).collect::<Vec<_>>(), [0, 1, 2, 3, 4, 5]);
            assert!(most.into_inner() <= at_once);
            for (number, share) in done {
                let alone = at_once == 1 || number == 3;
                assert_eq!(share.memory.0, if alone { 1000 } else { 1000 / at_once as u64 });
                assert_eq!((share.beside, share.again), (!alone, number == 3 && at_once > 1));
            }
        }
    }

    #[test]
    fn the_first_failure_by_number_is_told_and_ends_the_rest() {
        let begun = AtomicUsize::new(0);
        let job = |number: usize, share: Share| {
            begun.fetch_add(1, Ordering::SeqCst);
            share.memory.ask(if number == 1 { 2000 } else { 1 }, "a job")
        };
        let order: Vec<usize> = (0..1000).collect();
        assert!(matches!(all(&order, 2, Memory(1000), job), Err(Error::Memory { needed: 2000, allowed: 1000, .. })));
        assert!(begun.into_inner() < 1000);
        assert_eq!(at_once(8, 3, Memory(4 << 30)), 3);
        assert_eq!(at_once(8, 30, Memory(4 << 30)), 4);
        assert_eq!(at_once(8, 30, Memory(16 << 30)), 9);
        assert_eq!(at_once(8, 30, Memory(1)), 1);
        assert_eq!(at_once(1, 30, Memory(4 << 30)), 1);
    }
}
