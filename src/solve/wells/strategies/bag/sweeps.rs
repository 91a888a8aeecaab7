//! Sweeps through all wells until nothing changes any more.
use super::Wells;
use crate::solve::Watch;
use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};

/// The number of the first sweep: before it is the first change.
const FIRST: u32 = 2;
/// The wells that one thread takes at a time.
const CHUNK: usize = 1 << 10;

impl Wells {
    /// Renews what is known of each well for which something has changed, of it in the beginning or of a well after it since, until
    /// nothing changes. `renew` tells whether it changed something. False as soon as what must be kept does not hold any more
    /// after a sweep.
    pub(super) fn sweep(
        &self,
        has_changed: impl Fn(usize) -> bool + Sync,
        renew: impl Fn(usize) -> bool + Sync,
        is_kept: impl Fn() -> bool,
        watch: &dyn Watch,
    ) -> bool {
        let count = self.count();
        // The last sweep in which something of the well changed.
        let begun = |well: usize| AtomicU32::new(u32::from(has_changed(well)));
        let last: Vec<AtomicU32> = (0..count).into_par_iter().map(begun).collect();
        for sweep in FIRST.. {
            let phase = format!("bags, {}: sweep {}", self.game.title(), sweep - FIRST + 1);
            watch.begin(&phase, count as u64, "wells");
            let changed = AtomicBool::new(false);
            let is_due = |well: usize| last[well].load(Relaxed) + 1 >= sweep;
            // In the first sweep those that have changed, too: from some wells no place leads anywhere.
            let is_stale = |well: usize| {
                sweep == FIRST && is_due(well) || self.heads(well).iter().any(|head| is_due(head.number()))
            };
            // There and back, as the wells found last most often lead out.
            let well = |turn: usize| if sweep % 2 == 0 { count - 1 - turn } else { turn };
            (0..count.div_ceil(CHUNK)).into_par_iter().for_each(|chunk| {
                let turns = chunk * CHUNK..count.min((chunk + 1) * CHUNK);
                let looked_at = turns.len() as u64;
                for well in turns.map(well).filter(|well| is_stale(*well)) {
                    if renew(well) {
                        last[well].store(sweep, Relaxed);
                        changed.store(true, Relaxed);
                    }
                }
                watch.advance(looked_at);
            });
            if !is_kept() {
                return false;
            }
            if !changed.into_inner() {
                break;
            }
        }
        true
    }
}
