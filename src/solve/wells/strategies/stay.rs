//! Who wins a well if the player makes tame wells only: the greatest set of them in which he can stay.
//!
//! All tame wells that can come up are found first, each once. A list of shown pieces is good in a well if every piece that may
//! be announced then leaves a place after which the list that is shown next is good. All lists begin as good, and those that
//! are not are taken away until none is left to take; what stays does not depend on the order, so all threads go through
//! the wells at once. One word a well holds a bit for each list.
use super::packed::{Packed, Word};
use super::tame::{Tame, holes};
use crate::error::{Error, Result};
use crate::game::wells::Placement;
use crate::proof::region::wells::{Situation, Strategy, WellGame};
use crate::solve::{Memory, Watch};
use rayon::prelude::*;
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashSet, VecDeque};
use std::ops::ControlFlow::{Break, Continue};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use table::Table;

mod table;

/// What was found of a player who makes tame wells only.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stayed {
    /// He can go on for ever.
    Won(Strategy),
    /// He cannot; whether he could with other wells is not known.
    Lost,
    /// More tame wells can come up than were allowed.
    Unknown,
}

/// Refuses a game of which so many tame wells cannot be looked at.
///
/// # Errors
/// A well of more than 64 cells, more than 64 lists of shown pieces, too many wells, or more memory than allowed.
pub fn ask(game: &WellGame, tame: &Tame, most: usize, memory: Memory) -> Result<()> {
    Packed::new(game, tame)?;
    lists(game)?;
    if most > MOST_WELLS {
        return Err(Error::input(game.title(), format!("{most} tame wells"), format!("at most {MOST_WELLS}")));
    }
    memory.ask(Table::bytes(most), &format!("{most} tame wells"))
}

/// How many lists of pieces may be shown.
fn lists(game: &WellGame) -> Result<usize> {
    let lists = game.pieces.pieces().len().checked_pow(u32::from(game.lookahead)).filter(|lists| *lists <= 64);
    lists
        .ok_or_else(|| Error::input(game.title(), "too many lists of shown pieces", "at most 64 lists of shown pieces"))
}

/// Looks for a strategy for the player that makes tame wells only, if at most `most` of them can come up.
///
/// # Errors
/// As [`ask`].
pub fn solve(game: &WellGame, tame: &Tame, most: usize, memory: Memory, watch: &dyn Watch) -> Result<Stayed> {
    ask(game, tame, most, memory)?;
    watch.begin(&format!("tame wells, {}", game.title()), most as u64, "wells");
    let (pieces, lookahead) = (game.pieces.pieces().len(), u32::from(game.lookahead));
    let packed = Packed::new(game, tame)?;
    let stay = Stay { packed, pieces, lookahead, shown: lists(game)?, wells: Table::new(most) };
    let Some(parts) = stay.find_all(most, memory, watch)? else { return Ok(Stayed::Unknown) };
    Ok(if stay.take_away(&parts) { Stayed::Won(stay.strategy(game)) } else { Stayed::Lost })
}

/// The most wells: a slot has a number of 32 bits.
const MOST_WELLS: usize = 3 << 30;

/// The tame wells that can come up, and which lists of shown pieces are good in each.
struct Stay<'a> {
    packed: Packed<'a>,
    pieces: usize,
    lookahead: u32,
    /// How many lists of pieces may be shown.
    shown: usize,
    wells: Table,
}

/// Some wells, and where the places of each piece lead.
struct Part {
    /// The slots of the wells.
    wells: Vec<u32>,
    /// By well and piece, the end of its heads.
    ends: Vec<u32>,
    /// The slots of the wells after the places.
    heads: Vec<u32>,
}

/// The wells that one thread takes at a time.
const CHUNK: usize = 1 << 10;

impl Stay<'_> {
    /// All tame wells that can come up, unless they are more than so many.
    ///
    /// # Errors
    /// More memory than allowed.
    fn find_all(&self, most: usize, memory: Memory, watch: &dyn Watch) -> Result<Option<Vec<Part>>> {
        let (count, mut parts) = (AtomicUsize::new(1), Vec::new());
        self.wells.insert(Word::default());
        let mut last = vec![Word::default()];
        while !last.is_empty() {
            let (found, new): (Vec<Part>, Vec<Vec<Word>>) =
                last.par_chunks(CHUNK).map(|chunk| self.part(chunk, &count, most)).unzip();
            if count.load(Relaxed) > most {
                return Ok(None);
            }
            parts.extend(found);
            watch.advance(last.len() as u64);
            last = new.concat();
            let edges: usize = parts.iter().map(|part| part.wells.len() + part.ends.len() + part.heads.len()).sum();
            memory.ask(Table::bytes(most) + 4 * edges as u128, &format!("{most} tame wells"))?;
        }
        for part in &parts {
            part.wells.iter().for_each(|slot| self.wells.set(*slot, self.all()));
        }
        Ok(Some(parts))
    }

    /// Where the places in these wells lead, and which wells after them had not been found.
    fn part(&self, wells: &[Word], count: &AtomicUsize, most: usize) -> (Part, Vec<Word>) {
        let (mut part, mut new) = (Part { wells: Vec::new(), ends: Vec::new(), heads: Vec::new() }, Vec::new());
        for well in wells.iter().take_while(|_| count.load(Relaxed) <= most) {
            part.wells.extend(self.wells.slot(*well));
            for piece in 0..self.pieces {
                let _ = self.packed.each(*well, piece, |_, after| {
                    let (slot, is_new) = self.wells.insert(after);
                    part.heads.push(slot);
                    if !is_new {
                        return Continue(());
                    }
                    new.push(after);
                    // Other threads may add some more, for which there is room.
                    if count.fetch_add(1, Relaxed) < most { Continue(()) } else { Break(()) }
                });
                part.ends.push(part.heads.len() as u32);
            }
        }
        (part, new)
    }

    /// All lists.
    fn all(&self) -> u64 {
        u64::MAX >> (64 - self.shown)
    }

    /// Takes away what is not good until all that is left is; whether every list is good in the empty well.
    fn take_away(&self, parts: &[Part]) -> bool {
        loop {
            let changed = AtomicBool::new(false);
            // From the wells that were found last, as they lead out most often.
            parts.par_iter().rev().for_each(|part| {
                for (number, slot) in part.wells.iter().enumerate() {
                    let good = self.wells.word(*slot);
                    let left = if good == 0 { 0 } else { self.still_good(part, number, good) };
                    if left != good {
                        self.wells.set(*slot, left);
                        changed.store(true, Relaxed);
                    }
                }
            });
            if self.wells.get(Word::default()) != self.all() {
                return false;
            }
            if !changed.into_inner() {
                return true;
            }
        }
    }

    /// The piece to play and the list that is shown next, if a piece is announced: a list is a number whose digits are pieces, the
    /// next one first.
    fn next(&self, list: usize, announced: usize) -> (usize, usize) {
        let queue = list * self.pieces + announced;
        (queue / self.shown, queue % self.shown)
    }

    /// Which of the lists that were good in a well of a part are so still.
    fn still_good(&self, part: &Part, number: usize, good: u64) -> u64 {
        let ends = &part.ends[number * self.pieces..][..self.pieces];
        let mut begin = if number == 0 { 0 } else { part.ends[number * self.pieces - 1] };
        let mut led = [0; 64];
        for (led, end) in led.iter_mut().zip(ends) {
            let heads = &part.heads[begin as usize..*end as usize];
            *led = heads.iter().fold(0, |led, slot| led | self.wells.word(*slot));
            begin = *end;
        }
        let stays = |list: &usize| {
            (0..self.pieces).all(|announced| {
                let (piece, next) = self.next(*list, announced);
                led[piece] >> next & 1 == 1
            })
        };
        (0..self.shown).filter(|list| good >> list & 1 == 1).filter(stays).fold(0, |left, list| left | 1 << list)
    }

    /// One way to stay, by which few wells come up: in each situation the player makes a well where play has been already, if
    /// he can.
    fn strategy(&self, game: &WellGame) -> Strategy {
        let mut moves: BTreeMap<Situation, Placement> = BTreeMap::new();
        let mut open: VecDeque<(Word, usize)> = (0..self.shown).map(|list| (Word::default(), list)).collect();
        let mut seen: HashSet<(Word, usize)> = open.iter().copied().collect();
        while let Some((well, list)) = open.pop_front() {
            for announced in 0..self.pieces {
                let (piece, next) = self.next(list, announced);
                let (at, after) = self.best(well, piece, next, &seen);
                if seen.insert((after, next)) {
                    open.push_back((after, next));
                }
                moves.insert((self.packed.well(well), self.digits(list, announced)), at);
            }
        }
        Strategy { game: game.clone(), moves }
    }

    /// The best place of a piece after which a list is good.
    fn best(&self, well: Word, piece: usize, list: usize, seen: &HashSet<(Word, usize)>) -> (Placement, Word) {
        let mut good = Vec::new();
        let _ = self.packed.each(well, piece, |at, after| {
            good.extend((self.wells.get(after) >> list & 1 == 1).then_some((at, after)));
            Continue(())
        });
        let cost = |(_, after): &(Placement, Word)| {
            let well = self.packed.well(*after);
            let cells: u32 = well.rows().iter().map(|row| row.count_ones()).sum();
            let is_new = !seen.contains(&(*after, list));
            (is_new, holes(well.rows()), well.height(), cells, Reverse(self.wells.get(*after).count_ones()))
        };
        good.into_iter().min_by_key(cost).expect("a list that is good leaves a place")
    }

    /// The pieces shown and the one announced, in the order of play.
    fn digits(&self, list: usize, announced: usize) -> Vec<u8> {
        let (queue, pieces) = (list * self.pieces + announced, self.pieces);
        (0..=self.lookahead).rev().map(|place| (queue / pieces.pow(place) % pieces) as u8).collect()
    }
}

#[cfg(test)]
mod tests;
