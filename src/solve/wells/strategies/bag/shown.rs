//! Who wins when the pieces are dealt from a bag and some of them are shown ahead.
//!
//! A *deal* is what is shown, and what is left in the bag. One bit for each well, piece put aside and deal says that the player
//! may be there. All bits begin as set; those from which some piece leads where every place leads to a bit that is not set are
//! taken away until nothing changes. What stays is the greatest set in which the player can stay, which does not depend on the
//! order. Of a well and its mirror image only one is looked at. A certificate lists wells only where there are more than its checker
//! looks at, see `few`.
use super::Wells;
use super::mirror::Mirror;
use super::wells::Head;
use crate::error::Result;
use crate::game::wells::BagGame;
use crate::solve::{Memory, Watch};
use rayon::prelude::*;
use std::collections::BTreeSet;
use std::ops::Range;

mod few;

/// What is shown, in the order of play, and what is left in the bag, a bit each.
type Deal = (Vec<u8>, usize);

/// All deals that come up, by number, in order of what is shown.
struct Deals {
    all: Vec<Deal>,
    /// For each piece, the deals of which it is the first piece shown.
    of_first: Vec<Range<usize>>,
    /// By deal, where those after it begin.
    begin: Vec<usize>,
    /// The deals after each deal: one piece more is shown, and the first one has been placed.
    after: Vec<u32>,
    /// By what is put aside at the start, the deals at the start.
    at_start: Vec<Vec<usize>>,
    /// By deal, its image in a mirror; none where wells and their images are apart.
    image: Vec<u32>,
}

impl Deals {
    fn new(game: &BagGame, mirror: Option<&Mirror>) -> Self {
        let full = game.full();
        let start = |aside: usize| if game.hold { drawn(game, full & !(1 << aside)) } else { drawn(game, full) };
        let mut open: Vec<Deal> = (0..game.held()).flat_map(start).collect();
        let mut all: BTreeSet<Deal> = open.iter().cloned().collect();
        while let Some(deal) = open.pop() {
            for after in next(game, &deal) {
                if all.insert(after.clone()) {
                    open.push(after);
                }
            }
        }
        let all: Vec<Deal> = all.into_iter().collect();
        let number = |deal: &Deal| all.binary_search(deal).expect("every deal is there");
        let from = |piece: usize| all.partition_point(|(shown, _)| usize::from(shown[0]) < piece);
        let image = |mirror: &Mirror, (shown, bag): &Deal| {
            let shown = shown.iter().map(|piece| mirror.piece(usize::from(*piece)) as u8);
            number(&(shown.collect(), mirror.bag(*bag))) as u32
        };
        let (mut begin, mut after) = (vec![0], Vec::new());
        for deal in &all {
            after.extend(next(game, deal).iter().map(|after| number(after) as u32));
            begin.push(after.len());
        }
        Deals {
            of_first: (0..game.well.pieces.pieces().len()).map(|piece| from(piece)..from(piece + 1)).collect(),
            begin,
            after,
            at_start: (0..game.held()).map(|aside| start(aside).iter().map(number).collect()).collect(),
            image: mirror.map_or(Vec::new(), |mirror| all.iter().map(|deal| image(mirror, deal)).collect()),
            all,
        }
    }

    fn count(&self) -> usize {
        self.begin.len() - 1
    }

    fn after(&self, deal: usize) -> &[u32] {
        &self.after[self.begin[deal]..self.begin[deal + 1]]
    }

    /// The images of some deals, a bit each, where there are images.
    fn images(&self, deals: &[u64]) -> Vec<u64> {
        if count(deals) as usize == self.count() {
            return deals.to_vec();
        }
        let mut images = vec![0; deals.len()];
        for deal in deals.iter().enumerate().flat_map(|(at, word)| ones(*word).map(move |bit| at * 64 + bit)) {
            let image = self.image[deal] as usize;
            images[image / 64] |= 1 << (image % 64);
        }
        images
    }
}

/// How many bits are set.
fn count(words: &[u64]) -> u32 {
    words.iter().map(|word| word.count_ones()).sum()
}

/// The bits that are set in a word.
fn ones(word: u64) -> impl Iterator<Item = usize> {
    let rest = std::iter::successors(Some(word), |rest| Some(rest & rest.wrapping_sub(1)));
    rest.take_while(|rest| *rest > 0).map(|rest| rest.trailing_zeros() as usize)
}

/// Takes the deals of a range away that do not stay; whether there were any.
fn retain(set: &mut [u64], range: &Range<usize>, stays: impl Fn(usize) -> bool) -> bool {
    let below = |end: usize, at: usize| match end.saturating_sub(at * 64) {
        end @ 0..64 => (1 << end) - 1,
        _ => u64::MAX,
    };
    let mut any = false;
    for (at, word) in set.iter_mut().enumerate().take(range.end.div_ceil(64)).skip(range.start / 64) {
        let inside = *word & below(range.end, at) & !below(range.start, at);
        let gone = ones(inside).filter(|bit| !stays(at * 64 + bit)).fold(0, |gone, bit| gone | 1 << bit);
        *word &= !gone;
        any |= gone > 0;
    }
    any
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

/// The bits of all situations.
struct Safe {
    bits: Vec<u64>,
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
        Safe { bits: (0..wells * held * words).into_par_iter().map(word).collect(), words, held }
    }

    fn words_of(&self, well: usize) -> Range<usize> {
        let size = self.held * self.words;
        well * size..(well + 1) * size
    }

    /// The words of a well: those with the first piece put aside, with the second, and so on.
    fn of(&self, well: usize) -> &[u64] {
        &self.bits[self.words_of(well)]
    }

    fn has(&self, well: usize, aside: usize, deal: u32) -> bool {
        has(&self.of(well)[aside * self.words..], deal)
    }
}

fn has(set: &[u64], deal: u32) -> bool {
    set[deal as usize / 64] >> (deal % 64) & 1 == 1
}

/// The words of as many wells are renewed beside one another, in bytes.
const BLOCK: usize = 1 << 26;
/// So many wells are always a block, if their words are not too long.
const FEW: usize = 64;

/// The situations in which the player goes on for ever.
pub(in crate::solve::wells) struct Stays {
    deals: Deals,
    safe: Safe,
}

impl Stays {
    /// All deals that come up.
    #[cfg(test)]
    pub(super) fn all(&self) -> &[Deal] {
        &self.deals.all
    }

    /// Whether the player goes on for ever in this well with this piece put aside, these shown, in the order of play, and these
    /// left in the bag, a bit each.
    pub fn has(&self, well: usize, aside: usize, shown: &[u8], bag: usize) -> bool {
        let deal = self.deals.all.binary_search(&(shown.to_vec(), bag));
        deal.is_ok_and(|deal| self.safe.has(well, aside, deal as u32))
    }
}

impl Wells {
    /// The situations in which the player goes on for ever in these wells; nothing if he loses from the start.
    ///
    /// # Errors
    /// More memory than allowed.
    pub(in crate::solve::wells) fn stays(&self, memory: Memory, watch: &dyn Watch) -> Result<Option<Stays>> {
        let (held, deals) = (self.game.held(), Deals::new(&self.game, self.mirror.as_ref()));
        let bits = self.count() * (held * deals.count().div_ceil(64) * 8 + 4);
        let needed = self.bytes() + (bits + BLOCK) as u128;
        memory.ask(needed, &format!("bags with pieces shown in {} wells", self.count()))?;
        let mut safe = Safe::new(self.count(), held, deals.count());
        // The last sweep in which bits of a well were taken away; before the first sweep all have changed.
        let mut last = vec![0_u32; self.count()];
        let block = (BLOCK / 8 / (held * safe.words)).clamp(1, FEW.max(self.count() / 32));
        for sweep in 1.. {
            watch.begin(&format!("bags, {}: sweep {sweep}", self.game.title()), self.count() as u64, "wells");
            let mut blocks: Vec<Range<usize>> =
                (0..self.count()).step_by(block).map(|begin| begin..self.count().min(begin + block)).collect();
            // There and back, as the wells found last most often lead out.
            if sweep % 2 == 1 {
                blocks.reverse();
            }
            for wells in blocks {
                let looked_at = wells.len() as u64;
                let is_due =
                    |well: &usize| sweep == 1 || self.heads(*well).iter().any(|head| last[head.number()] + 1 >= sweep);
                let renewed: Vec<(usize, Vec<u64>)> = wells
                    .into_par_iter()
                    .filter(is_due)
                    .filter_map(|well| self.renewed(&deals, &safe, well).map(|words| (well, words)))
                    .collect();
                for (well, words) in renewed {
                    let own = safe.words_of(well);
                    safe.bits[own].copy_from_slice(&words);
                    last[well] = sweep;
                }
                watch.advance(looked_at);
            }
            if !self.starts_shown(&deals, &safe) {
                return Ok(None);
            }
            if !last.contains(&sweep) {
                break;
            }
        }
        Ok(Some(Stays { deals, safe }))
    }

    /// The words of a well without the bits that do not hold by those of the wells after it; nothing if there are none.
    fn renewed(&self, deals: &Deals, safe: &Safe, well: usize) -> Option<Vec<u64>> {
        let mut own = safe.of(well).to_vec();
        if own.iter().all(|word| *word == 0) {
            return None;
        }
        let placed = self.placed_shown(deals, safe, well);
        let of = |piece: usize, aside: usize, size: usize| &placed[piece * size + aside * safe.words..][..safe.words];
        let (size, mut any) = (own.len(), false);
        for (aside, own) in own.chunks_mut(safe.words).enumerate().filter(|(_, own)| count(own) > 0) {
            for (first, range) in deals.of_first.iter().enumerate() {
                let mut reached = of(first, aside, size).to_vec();
                if self.game.hold {
                    reached.iter_mut().zip(of(aside, first, size)).for_each(|(set, word)| *set |= word);
                }
                any |= retain(own, range, |deal| deals.after(deal).iter().all(|after| has(&reached, *after)));
            }
        }
        any.then_some(own)
    }

    /// By piece placed, for the deals with each piece put aside, whether some place leads to a bit that is set.
    fn placed_shown(&self, deals: &Deals, safe: &Safe, well: usize) -> Vec<u64> {
        let size = safe.words_of(well).len();
        let mut placed = vec![0_u64; deals.of_first.len() * size];
        let mut images = vec![0_u64; size];
        for (piece, placed) in placed.chunks_mut(size).enumerate() {
            images.fill(0);
            for head in self.heads_of(well, piece) {
                let set = if head.is_image() { &mut images } else { &mut *placed };
                set.iter_mut().zip(safe.of(head.number())).for_each(|(set, word)| *set |= word);
            }
            let Some(mirror) = self.mirror.as_ref().filter(|_| images.iter().any(|word| *word > 0)) else { continue };
            for (aside, placed) in placed.chunks_mut(safe.words).enumerate() {
                let images = deals.images(&images[mirror.aside(aside) * safe.words..][..safe.words]);
                placed.iter_mut().zip(images).for_each(|(set, word)| *set |= word);
            }
        }
        placed
    }

    /// What is put aside in the well to which a head leads.
    fn aside_at(&self, head: Head, aside: usize) -> usize {
        self.mirror.as_ref().filter(|_| head.is_image()).map_or(aside, |mirror| mirror.aside(aside))
    }

    /// Whether from the start the player gets to a situation whose bit is set. With hold he has to place the first piece shown.
    fn starts_shown(&self, deals: &Deals, safe: &Safe) -> bool {
        let gets = |aside: usize, first: usize, after: u32| {
            self.heads_of(0, first).iter().any(|head| {
                let after = if head.is_image() { deals.image[after as usize] } else { after };
                safe.has(head.number(), self.aside_at(*head, aside), after)
            })
        };
        deals.at_start.iter().enumerate().all(|(aside, start)| {
            start.iter().all(|deal| {
                let first = deals.of_first.iter().position(|range| range.contains(deal)).expect("a piece is shown");
                deals.after(*deal).iter().all(|after| gets(aside, first, *after))
            })
        })
    }
}
