//! A winning strategy in Jenka_k from n full levels, as replies in a relaxed game (zwick, section 6, open problem 1).
//!
//! # What is played
//! A *place* tells of a tower, for each of its top `known` levels, which blocks it has, and for each level below only
//! its *sides*: how many blocks are left of the middle slot, in it, and right of it. The towers that agree with a place
//! are its *completions*. The winner answers at every place with one move, given by the certificate, that must be
//! stable for every completion, in the hand and placed. The opponent may make every move for which, at each level, some
//! completion is stable. A level that sinks below the top `known` levels is cut down to its sides. A place may be
//! exchanged for its mirror image along either axis.
//!
//! # Why finitely many replies are enough
//! Let a place be *answered* if it is reached by such play from the start, with the winner to move. The checker sees
//! that every answered place has a reply. Claim: from every tower T that completes an answered place, the winner wins
//! the real game; likewise from every T that completes a reached place with the opponent to move. By induction over the
//! moves that T can still bear:
//!
//! - With the winner to move, the reply names a level, a side or slot of it with a block, and a side or slot of the top
//!   that is free. T has such blocks and slots, since it has as many blocks on each side as the place says. The move is
//!   stable for every completion, so for T, and leads to a tower that completes the next place.
//! - With the opponent to move, T itself is among the completions with which the checker compares each level, so every
//!   real move of T is among the moves that the checker follows, and the next tower completes the next place. If there
//!   is no move, the opponent has lost.
//!
//! The start, n full levels, has one completion. Mirror images of towers have mirror images of moves. The number of
//! moves made grows with each move, so the places are visited in layers, and play ends.
//!
//! # The bounds
//! At a level with the outer edges `low` and `high`, and with M blocks and the moment X above it, a tower is stable if
//! and only if `low * M < X < high * M` ([`crate::game::tower::stability`]). M is the same for all completions, and X is
//! a sum over levels that are completed independently of each other and of the level itself. So the greatest `low`,
//! the least `high` and the extremes of X decide for all completions; and if the inequality with the least `low` and
//! the greatest X fails, it fails for each.
//!
//! # Format
//! `game jenga-physical K` (K odd, 3 to 15), `levels N` (1 to 64), `known D` (0 to 64), `winner first` or
//! `winner second`; then `replies FROM TAKE PUT FROM TAKE PUT ...`, one triple for each answered place, in layers by the
//! number of moves made, and in a layer in the order of places: level by level from the bottom, levels that are known
//! by their sides (left, middle, right) before known levels, known levels by their mask (slot 1 is the highest bit); a
//! level whose sides leave one possibility counts as known by its sides. Of the mirror images the least stands for all.
//! FROM is a level from 1; TAKE and PUT are slots from 1 in known levels, else 1 left, 2 the middle, 3 right.
use super::closure::{Moves, followed, read_replies};
use crate::game::tower::stability::shape;
use crate::proof::lines::{Line, number};
use crate::proof::{Fact, Facts, Reject};
use std::collections::{BTreeMap, BTreeSet};

/// The most full levels, and the most known ones.
const MOST_LEVELS: u64 = 64;

/// The least and the greatest of a quantity.
type Range = (i64, i64);

/// What is known of a level.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    /// The numbers of blocks left of the middle slot, in it, and right of it.
    Sides([u8; 3]),
    /// Which blocks there are; other levels have the same sides.
    Known(u16),
}

type Place = Vec<Level>;

/// Over all levels that agree with what is known.
#[derive(Debug, Clone, Copy)]
struct Bounds {
    count: i64,
    moment: Range,
    low: Range,
    high: Range,
}

/// For which completions a tower has to stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum For {
    All,
    Some,
}

/// The relaxed game.
struct Relaxed {
    slots: u32,
    known: usize,
    /// The levels with the same sides.
    agreeing: BTreeMap<[u8; 3], Vec<u16>>,
    /// By the number of a level; a number that none has is left out.
    bounds: Vec<Option<Bounds>>,
}

/// Checks the lines of a certificate of kind `jenka-strategy`.
///
/// # Errors
/// A [`Reject`] with the line at fault.
pub fn check(lines: &[Line]) -> Result<Facts, Reject> {
    let [game, levels, known, winner, replies @ ..] = lines else {
        return Err(Reject::malformed("head", "the lines game, levels, known and winner are missing"));
    };
    let slots = slots(game)?;
    let levels = one(levels, "levels", 1)?;
    let known = one(known, "known", 0)?;
    let first = self::winner(winner)?;
    let relaxed = Relaxed::new(slots, known);
    let start = vec![relaxed.level(relaxed.full()); levels];
    followed(&relaxed, BTreeSet::from([(start, first)]), &read_replies(replies)?, false)?;
    Ok(vec![Fact::Winner { blocks: slots, levels: levels as u64, first }])
}

impl Moves for Relaxed {
    type Class = Place;
    type Reply = [u64; 3];

    fn replied(&self, place: &Place, reply: [u64; 3]) -> Option<Vec<Place>> {
        self.play(place, reply, For::All).map(|after| vec![after])
    }

    fn answered(&self, place: &Place) -> Option<Vec<Place>> {
        Some(self.words(place).into_iter().filter_map(|word| self.play(place, word, For::Some)).collect())
    }
}

impl Relaxed {
    fn new(slots: u32, known: usize) -> Self {
        let mut relaxed = Relaxed { slots, known, agreeing: BTreeMap::new(), bounds: Vec::new() };
        for mask in 1..=relaxed.full() {
            relaxed.agreeing.entry(relaxed.sides(mask)).or_default().push(mask);
        }
        let half = (slots / 2) as u8;
        relaxed.bounds = vec![None; relaxed.number(Level::Sides([half, 1, half])) + 1];
        for (sides, masks) in relaxed.agreeing.clone() {
            for &mask in &masks {
                relaxed.bound(Level::Known(mask), &[mask]);
            }
            relaxed.bound(Level::Sides(sides), &masks);
        }
        relaxed
    }

    fn bound(&mut self, level: Level, masks: &[u16]) {
        let number = self.number(level);
        self.bounds[number] = Some(self.bounds_of(masks));
    }

    /// The levels known by their mask come first, then those known by their sides.
    fn number(&self, level: Level) -> usize {
        match level {
            Level::Known(mask) => usize::from(mask),
            Level::Sides([left, middle, right]) => {
                let sides = (usize::from(left) * 2 + usize::from(middle)) * (self.slots as usize / 2 + 1);
                (1 << self.slots) + sides + usize::from(right)
            }
        }
    }

    fn full(&self) -> u16 {
        u16::MAX >> (16 - self.slots)
    }

    fn bounds_of(&self, masks: &[u16]) -> Bounds {
        let shapes: Vec<_> = masks.iter().map(|&mask| shape(self.slots, mask)).collect();
        let range = |values: Vec<i64>| {
            let least = values.iter().min().expect("a level agrees with itself");
            (*least, *values.iter().max().expect("a level agrees with itself"))
        };
        Bounds {
            count: shapes[0].count,
            moment: range(shapes.iter().map(|shape| shape.moment).collect()),
            low: range(shapes.iter().map(|shape| shape.low).collect()),
            high: range(shapes.iter().map(|shape| shape.high).collect()),
        }
    }

    /// The side of a slot: 0 left of the middle, 1 the middle, 2 right of it. Slots count from 1.
    fn side(&self, slot: u32) -> usize {
        match slot.cmp(&(self.slots / 2 + 1)) {
            std::cmp::Ordering::Less => 0,
            std::cmp::Ordering::Equal => 1,
            std::cmp::Ordering::Greater => 2,
        }
    }

    fn bit(&self, slot: u32) -> u16 {
        1 << (self.slots - slot)
    }

    fn sides(&self, mask: u16) -> [u8; 3] {
        let mut sides = [0; 3];
        (1..=self.slots).filter(|&slot| mask & self.bit(slot) != 0).for_each(|slot| sides[self.side(slot)] += 1);
        sides
    }

    /// What is known of a known level: no more than its sides, if they leave one possibility.
    fn level(&self, mask: u16) -> Level {
        let sides = self.sides(mask);
        if self.agreeing[&sides].len() == 1 { Level::Sides(sides) } else { Level::Known(mask) }
    }

    /// The blocks of a known level.
    fn mask(&self, level: Level) -> u16 {
        match level {
            Level::Known(mask) => mask,
            Level::Sides(sides) => self.agreeing[&sides][0],
        }
    }

    /// Cuts a level down to its sides.
    fn forget(&self, level: Level) -> Level {
        Level::Sides(self.sides(self.mask(level)))
    }

    /// Whether a level of a tower of `height` levels is known.
    fn is_known(&self, level: usize, height: usize) -> bool {
        level + self.known >= height
    }

    /// The number of levels from which a block may be taken, and whether a move starts a new level.
    fn limit(&self, place: &Place) -> (usize, bool) {
        let full = place.last() == Some(&self.level(self.full()));
        (place.len() - if full { 1 } else { 2.min(place.len()) }, full)
    }

    /// What is left of a level without the block at a slot or side, if it is there and not alone; or the level with one
    /// more block, if there is room.
    fn change(&self, level: Option<Level>, known: bool, at: u64, add: bool) -> Option<Level> {
        if known {
            let slot = u32::try_from(at).ok().filter(|slot| (1..=self.slots).contains(slot))?;
            let mask = level.map_or(0, |level| self.mask(level));
            let changed = mask ^ self.bit(slot);
            return ((changed > mask) == add && changed != 0).then(|| self.level(changed));
        }
        let Level::Sides(mut sides) = level.unwrap_or(Level::Sides([0; 3])) else { return None };
        let side = usize::try_from(at).ok()?.checked_sub(1)?;
        let count = sides.get_mut(side)?;
        *count = if add { *count + 1 } else { count.checked_sub(1)? };
        self.agreeing.contains_key(&sides).then_some(Level::Sides(sides))
    }

    /// All words that may name a move.
    fn words(&self, place: &Place) -> Vec<[u64; 3]> {
        let (limit, _) = self.limit(place);
        let names = |known: bool| 1..=if known { u64::from(self.slots) } else { 3 };
        let mut words = Vec::new();
        for from in 0..limit {
            for take in names(self.is_known(from, place.len())) {
                words.extend(names(self.known > 0).map(|put| [from as u64 + 1, take, put]));
            }
        }
        words
    }

    /// The place after a move, if there is such a move and it stands for all or for some completions.
    fn play(&self, place: &Place, [from, take, put]: [u64; 3], completions: For) -> Option<Place> {
        let (limit, new) = self.limit(place);
        let from = usize::try_from(from).ok()?.checked_sub(1).filter(|&from| from < limit)?;
        let mut after = place.clone();
        after[from] = self.change(Some(place[from]), self.is_known(from, place.len()), take, false)?;
        if !self.stands(&after, completions) {
            return None;
        }
        let top = if new { None } else { after.pop() };
        after.push(self.change(top, self.known > 0, put, true)?);
        if !self.stands(&after, completions) {
            return None;
        }
        if let Some(sunk) = after.len().checked_sub(self.known + 1).filter(|_| new) {
            after[sunk] = self.forget(after[sunk]);
        }
        Some(self.least(after))
    }

    fn stands(&self, place: &Place, completions: For) -> bool {
        let (mut along, mut across, mut above) = ((0, 0), (0, 0), 0);
        for level in place.iter().rev() {
            let bounds = self.bounds[self.number(*level)];
            let Bounds { count, moment, low, high } = bounds.expect("a level of a place has a block");
            let stands = match completions {
                For::All => low.1 * above < along.0 && along.1 < high.0 * above,
                For::Some => low.0 * above < along.1 && along.0 < high.1 * above,
            };
            if above > 0 && !stands {
                return false;
            }
            above += count;
            (along, across) = (across, (along.0 + moment.0, along.1 + moment.1));
        }
        true
    }

    /// The least of the mirror images.
    fn least(&self, mut place: Place) -> Place {
        for axis in 0..2 {
            let here = || place.iter().skip(axis).step_by(2).copied();
            if here().map(|level| self.mirror(level)).lt(here()) {
                place.iter_mut().skip(axis).step_by(2).for_each(|level| *level = self.mirror(*level));
            }
        }
        place
    }

    fn mirror(&self, level: Level) -> Level {
        match level {
            Level::Sides([left, middle, right]) => Level::Sides([right, middle, left]),
            Level::Known(mask) => Level::Known(mask.reverse_bits() >> (16 - self.slots)),
        }
    }
}

/// Whether the line names the first player as the winner, or the second.
pub(super) fn winner(line: &Line) -> Result<bool, Reject> {
    match (line.key, line.rest) {
        ("winner", "first") => Ok(true),
        ("winner", "second") => Ok(false),
        _ => Err(line.reject("expected 'winner first' or 'winner second'")),
    }
}

/// The number of slots in a line `game jenga-physical K`.
pub(super) fn slots(line: &Line) -> Result<u32, Reject> {
    let words: Vec<&str> = line.rest.split_whitespace().collect();
    match (line.key, words.as_slice()) {
        ("game", ["jenga-physical", slots]) => number(slots).filter(|slots| (3..=15).contains(slots) && slots % 2 == 1),
        _ => None,
    }
    .ok_or_else(|| line.reject("expected 'game jenga-physical K' with an odd K from 3 to 15"))
}

fn one(line: &Line, key: &str, least: u64) -> Result<usize, Reject> {
    let [number] = line.exactly()?;
    if line.key == key && (least..=MOST_LEVELS).contains(&number) {
        return Ok(number as usize);
    }
    Err(line.reject(format!("expected '{key}' and a number from {least} to {MOST_LEVELS}")))
}

#[cfg(test)]
mod tests;
