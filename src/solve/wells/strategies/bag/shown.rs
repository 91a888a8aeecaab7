//! Who wins when the pieces are dealt from a bag and some of them are shown ahead.
//!
//! A *deal* is what is shown, and what is left in the bag. One bit for each well, piece put aside and deal says that the player
//! may be there. All bits begin as set; those from which some piece leads where every place leads to a bit that is not set are
//! taken away until nothing changes. What stays is the greatest set in which the player can stay, which does not depend on the
//! order.
use super::Wells;
use crate::error::Result;
use crate::game::wells::BagGame;
use crate::solve::{Memory, Watch};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// What is shown, in the order of play, and what is left in the bag, a bit each.
type Deal = (Vec<u8>, usize);

/// All deals that come up, by number, in order of what is shown.
struct Deals {
    /// For each piece, the deals of which it is the first piece shown.
    of_first: Vec<Range<usize>>,
    /// By deal, the deals after it: one piece more is shown, and the first one has been placed.
    after: Vec<Vec<usize>>,
    /// By what is put aside at the start, the deals at the start.
    begin: Vec<Vec<usize>>,
}

impl Deals {
    fn new(game: &BagGame) -> Self {
        let full = game.full();
        let begin = |aside: usize| if game.hold { drawn(game, full & !(1 << aside)) } else { drawn(game, full) };
        let mut open: Vec<Deal> = (0..game.held()).flat_map(begin).collect();
        let mut all: BTreeSet<Deal> = open.iter().cloned().collect();
        while let Some(deal) = open.pop() {
            for after in next(game, &deal) {
                if all.insert(after.clone()) {
                    open.push(after);
                }
            }
        }
        let number: BTreeMap<&Deal, usize> = all.iter().zip(0..).collect();
        let from = |piece: usize| all.iter().take_while(|(shown, _)| usize::from(shown[0]) < piece).count();
        Deals {
            of_first: (0..game.well.pieces.pieces().len()).map(|piece| from(piece)..from(piece + 1)).collect(),
            after: all.iter().map(|deal| next(game, deal).iter().map(|after| number[after]).collect()).collect(),
            begin: (0..game.held()).map(|aside| begin(aside).iter().map(|deal| number[deal]).collect()).collect(),
        }
    }

    fn count(&self) -> usize {
        self.after.len()
    }
}

/// The deals after a piece more is shown; the first one shown stays.
fn more((shown, bag): &Deal, full: usize) -> Vec<Deal> {
    let pieces = (0..8_u8).filter(|piece| bag >> piece & 1 == 1);
    let shown = |piece: u8| shown.iter().copied().chain([piece]).collect();
    pieces.map(|piece| (shown(piece), Some(bag & !(1 << piece)).filter(|left| *left > 0).unwrap_or(full))).collect()
}

/// The deals when as many pieces are shown as the game says, out of this bag.
fn drawn(game: &BagGame, bag: usize) -> Vec<Deal> {
    let begin = vec![(Vec::new(), bag)];
    let show = |deals: Vec<Deal>, _| deals.iter().flat_map(|deal| more(deal, game.full())).collect();
    (0..game.well.lookahead).fold(begin, show)
}

/// The deals after a piece more is shown and the first one has been placed.
fn next(game: &BagGame, deal: &Deal) -> Vec<Deal> {
    more(deal, game.full()).into_iter().map(|(shown, bag)| (shown[1..].to_vec(), bag)).collect()
}

/// The bits of all situations. Threads may see a word before or after another takes bits away: no bit depends on another of its
/// word.
struct Safe {
    bits: Vec<AtomicU64>,
    /// The words for the deals with one piece put aside.
    words: usize,
    held: usize,
}

impl Safe {
    fn new(wells: usize, held: usize, deals: usize) -> Self {
        let words = deals.div_ceil(64);
        let word = |at: usize| match deals % 64 {
            rest if rest > 0 && at % words == words - 1 => (1 << rest) - 1,
            _ => u64::MAX,
        };
        let bits = (0..wells * held * words).into_par_iter().map(|at| AtomicU64::new(word(at))).collect();
        Safe { bits, words, held }
    }

    /// The words of a well: those with the first piece put aside, with the second, and so on.
    fn of(&self, well: usize) -> &[AtomicU64] {
        let size = self.held * self.words;
        &self.bits[well * size..(well + 1) * size]
    }

    fn has(&self, well: usize, aside: usize, deal: usize) -> bool {
        self.of(well)[aside * self.words + deal / 64].load(Relaxed) >> (deal % 64) & 1 == 1
    }
}

impl Wells {
    /// Whether the player can go on for ever in these wells, of which images are apart.
    ///
    /// # Errors
    /// More memory than allowed.
    pub(super) fn wins_shown(&self, memory: Memory, watch: &dyn Watch) -> Result<bool> {
        let (held, deals) = (self.game.held(), Deals::new(&self.game));
        let bits = self.count() * held * deals.count().div_ceil(64) * 8;
        memory.ask(self.bytes() + bits as u128, &format!("bags with pieces shown in {} wells", self.count()))?;
        let safe = Safe::new(self.count(), held, deals.count());
        let renew = |well| self.renew_shown(&deals, &safe, well);
        Ok(self.sweep(|_| true, renew, || self.starts_shown(&deals, &safe), watch))
    }

    /// Takes away the bits of a well that do not hold by those of the wells after it; whether there were any.
    fn renew_shown(&self, deals: &Deals, safe: &Safe, well: usize) -> bool {
        let own = safe.of(well);
        if own.iter().all(|word| word.load(Relaxed) == 0) {
            return false;
        }
        let pieces = deals.of_first.len();
        // By piece placed, for the deals with each piece put aside, whether some place leads to a bit that is set.
        let mut placed = vec![0_u64; pieces * own.len()];
        for (piece, placed) in placed.chunks_mut(own.len()).enumerate() {
            for head in self.heads_of(well, piece) {
                placed.iter_mut().zip(safe.of(head.number())).for_each(|(set, word)| *set |= word.load(Relaxed));
            }
        }
        let of = |piece: usize, aside: usize| &placed[piece * own.len() + aside * safe.words..][..safe.words];
        let mut any = false;
        for (aside, own) in own.chunks(safe.words).enumerate() {
            for (first, range) in deals.of_first.iter().enumerate() {
                let mut reached = of(first, aside).to_vec();
                if self.game.hold {
                    reached.iter_mut().zip(of(aside, first)).for_each(|(set, word)| *set |= word);
                }
                for deal in range.clone().filter(|deal| own[deal / 64].load(Relaxed) >> (deal % 64) & 1 == 1) {
                    if !deals.after[deal].iter().all(|after| reached[after / 64] >> (after % 64) & 1 == 1) {
                        own[deal / 64].fetch_and(!(1 << (deal % 64)), Relaxed);
                        any = true;
                    }
                }
            }
        }
        any
    }

    /// Whether from the start the player gets to a situation whose bit is set. With hold he has to place the first piece shown.
    fn starts_shown(&self, deals: &Deals, safe: &Safe) -> bool {
        let gets = |aside: usize, first: usize, after: usize| {
            self.heads_of(0, first).iter().any(|head| safe.has(head.number(), aside, after))
        };
        deals.begin.iter().enumerate().all(|(aside, begin)| {
            begin.iter().all(|deal| {
                let first = deals.of_first.iter().position(|range| range.contains(deal)).expect("a piece is shown");
                deals.after[*deal].iter().all(|after| gets(aside, first, *after))
            })
        })
    }
}
