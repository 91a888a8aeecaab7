//! The bags by which the player surely gets to a home, for each well and piece put aside.
use super::{HOLDING, MOST, Wells};
use crate::proof::region::wells::bag::BagHomes;
use crate::solve::{Unwatched, Watch};
use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::Relaxed};

/// A word for each well and piece put aside, by number `well * held + aside`. Threads that take bits away may see one half of a
/// word before the other: no bit depends on another of its word.
pub(in crate::solve::wells) struct Ends(Vec<[AtomicU64; 2]>);

impl Ends {
    /// Words of the same bags but the empty one, which is for homes.
    fn new(count: usize, bags: u128, is_home: impl Fn(usize) -> bool + Sync) -> Self {
        let word = |at| bags & !1 | u128::from(is_home(at));
        Ends((0..count).into_par_iter().map(|at| halves(word(at)).map(AtomicU64::new)).collect())
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn get(&self, at: usize) -> u128 {
        let [low, high] = &self.0[at];
        u128::from(low.load(Relaxed)) | u128::from(high.load(Relaxed)) << 64
    }

    pub fn has(&self, at: usize, bag: usize) -> bool {
        self.get(at) >> bag & 1 == 1
    }

    fn set(&self, at: usize, word: u128) {
        self.0[at].iter().zip(halves(word)).for_each(|(half, word)| half.store(word, Relaxed));
    }
}

fn halves(word: u128) -> [u64; 2] {
    [word as u64, (word >> 64) as u64]
}

/// The number of the first sweep: before it is the first change.
const FIRST: u32 = 2;
/// The wells that one thread takes at a time.
const CHUNK: usize = 1 << 10;

impl Wells {
    /// The greatest fixpoint with homes among these wells; nothing if it is `needed` that the player can stay there from the
    /// start, and he cannot.
    pub(super) fn greatest(
        &self,
        is_home: impl Fn(usize) -> bool + Sync,
        needed: bool,
        watch: &dyn Watch,
    ) -> Option<Ends> {
        let held = self.game.held();
        let ends = Ends::new(self.count() * held, self.bags(), |at| is_home(at / held));
        self.settle(&ends, |_| true, false, needed, watch).then_some(ends)
    }

    /// The words of all wells with what may be put aside, if these are the homes, by the number of the word.
    fn filled(&self, is_home: impl Fn(usize) -> bool + Sync) -> Ends {
        let ends = Ends::new(self.count() * self.game.held(), 0, is_home);
        self.settle(&ends, |at| ends.get(at) > 0, true, false, &Unwatched);
        ends
    }

    /// The same with more homes, if there are any: all from which the full bag leads to those that there are.
    pub(super) fn more(&self, last: &Ends, watch: &dyn Watch) -> Option<Ends> {
        let is_new = |at: usize| last.has(at, self.game.full()) && !last.has(at, 0);
        (0..last.len()).find(|at| is_new(*at))?;
        let ends = Ends::new(last.len(), 0, |_| false);
        (0..last.len()).for_each(|at| ends.set(at, last.get(at) | u128::from(is_new(at))));
        self.settle(&ends, is_new, true, false, watch);
        Some(ends)
    }

    /// The words for the homes of a certificate, where a well and its image are two.
    pub fn ends(&self, homes: &BagHomes) -> Ends {
        let held = self.game.held();
        let is_home = |at: usize| {
            homes.homes.get(&self.well(at / held)).is_some_and(|there| there.contains(&((at % held) as u8)))
        };
        self.filled(is_home)
    }

    /// All bags, as bits.
    fn bags(&self) -> u128 {
        u128::MAX >> (127 - self.game.full())
    }

    /// Renews words until all follow from those of the wells after them. Either all words lose bits: homes from which the full bag
    /// leads away are none. Or all words gain bits for homes that are `fixed`. In the beginning some words have changed. False
    /// if it is `needed` that the start holds, and it does not: then not all is renewed.
    fn settle(
        &self,
        ends: &Ends,
        has_changed: impl Fn(usize) -> bool + Sync,
        fixed: bool,
        needed: bool,
        watch: &dyn Watch,
    ) -> bool {
        let (count, held) = (self.count(), self.game.held());
        // The last sweep in which a word of the well changed.
        let begun = |well: usize| AtomicU32::new(u32::from((well * held..(well + 1) * held).any(&has_changed)));
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
                    if self.renew(ends, well, fixed) {
                        last[well].store(sweep, Relaxed);
                        changed.store(true, Relaxed);
                    }
                }
                watch.advance(looked_at);
            });
            if needed && !self.starts(ends) {
                return false;
            }
            if !changed.into_inner() {
                break;
            }
        }
        true
    }

    /// Renews the words of a well by those of the wells after it; whether one changed.
    fn renew(&self, ends: &Ends, well: usize, fixed: bool) -> bool {
        let own = well * self.game.held()..(well + 1) * self.game.held();
        if !fixed && own.clone().all(|at| ends.get(at) == 0) {
            return false;
        }
        let placed = self.placed(ends, well);
        let mut any = false;
        for (aside, at) in own.enumerate() {
            let mut found = self.bags();
            for (piece, holding) in HOLDING[..self.game.well.pieces.pieces().len()].iter().enumerate() {
                let swapped = if self.game.hold { placed[aside][piece] } else { 0 };
                // With a piece that is in the bag, what is left has to be among those; the bag itself is so much higher.
                found &= !holding | ((placed[piece][aside] | swapped) << (1 << piece)) & holding;
            }
            let old = ends.get(at);
            let is_home = old & 1 == 1 && (fixed || found >> self.game.full() & 1 == 1);
            let found = found & !1 | u128::from(is_home);
            if found != old {
                ends.set(at, found);
                any = true;
            }
        }
        any
    }

    /// By the piece that is placed and what is put aside, the bags for which some place leads to a well where they have their bit.
    fn placed(&self, ends: &Ends, well: usize) -> [[u128; MOST]; MOST] {
        let held = self.game.held();
        let (mut placed, mut images) = ([[0; MOST]; MOST], [[0; MOST]; MOST]);
        for piece in 0..self.game.well.pieces.pieces().len() {
            for head in self.heads_of(well, piece) {
                let sets = if head.is_image() { &mut images } else { &mut placed };
                let there = head.number() * held..(head.number() + 1) * held;
                sets[piece].iter_mut().zip(there).for_each(|(set, at)| *set |= ends.get(at));
            }
        }
        if let Some(mirror) = &self.mirror {
            for (placed, images) in placed.iter_mut().zip(&images) {
                for (aside, placed) in placed.iter_mut().enumerate().take(held) {
                    *placed |= mirror.bags(images[mirror.aside(aside)]);
                }
            }
        }
        placed
    }

    /// Whether the player can surely be at a home after the first bag, from the start.
    pub(super) fn starts(&self, ends: &Ends) -> bool {
        let places = self.first_places();
        places
            .iter()
            .all(|(aside, piece, bag)| self.situations(0, *piece, *aside, *bag).any(|(at, bag)| ends.has(at, bag)))
    }
}
