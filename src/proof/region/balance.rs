//! A winning strategy in Jenka_k from n full levels that keeps the tower balanced (zwick, section 6, open problem 1).
//!
//! Units and signs are those of [`crate::game::tower::stability`]: at level i let M be the number of blocks above it and
//! X the sum of their middles along the axis of the level. k is odd, so there is a middle slot, from -1 to 1.
//!
//! # Balanced towers
//! In play, the top level t is full, or level t-1 is; blocks are taken only from levels below the highest full one. A
//! level *stands* if it has its middle block, or blocks on both sides of the middle slot. A tower in play is *balanced*
//! if each level below the top stands, and there -M < X < M.
//!
//! - *A balanced tower is stable.* The hull of a level that stands contains the middle slot.
//! - *From a balanced tower, no move leaves a level that does not stand.* If level r lost the wrong block, all that is
//!   left of it would be on one side: `low >= 1` or `high <= -1`. But X and M at r do not change while the block is in
//!   the hand, and -M < X < M. So the tower would fall.
//!
//! # A bound that forgets the order
//! The *sides* of a level are its numbers of blocks left of the middle slot, in it, and right of it. Let the *tip* of
//! sides to the right be `max(0, m - c - 1)`, where c is the number of blocks and m the greatest moment that levels with
//! these sides have; the tip to the left is that of the mirror image. A level with both tips 0 is *even*. Take a level i
//! below the top and look at `M - X`. It is the sum of the blocks of all levels above i, less the moments of those with
//! the axis of i. Pair each level j > i of this axis below level t-1 with the level j-1, which is above i as well and has
//! a block. A pair adds at least minus the tip of j. What else adds to the sum:
//!
//! - The top has b < k blocks with the moment m, and level t-1 is full. If i has the axis of the top: b - m for the top
//!   and k for level t-1. If i has the other axis: b for the top; and if i < t-1, k for level t-1 and 1 for level t-2.
//!   (If i = t-1, the sum is b > 0 and X = 0.) The block in the hand does not change this: it is from below level t-1.
//! - The top is full. If i has the axis of the top: k for the top. If it has the other axis: k for the top; here level t-1
//!   is paired like the others. (If i = t-1, the sum is k and X = 0.) A block in the hand may be from level t-1.
//!
//! So the tower is balanced if, for each axis and each direction, the tips of the uneven levels of the axis (below level
//! t-1, or below t if the top is full) sum to less than the *rest*: `k + b - m` to the right and `k + b + m` to the left
//! on the axis of a top with b < k blocks, `k + b + 1` on the other axis, and `k` on both if the top is full.
//!
//! # What is known
//! A *position* keeps the mask of the top level; how many moves the *quiet* levels give; how many even levels that are
//! not quiet there are, by their sides, not telling left from right; and the sides of the uneven levels, for each axis.
//! Quiet sides are even, have no middle block or none on one side, and so have all that they can become. Such a level
//! gives a fixed number of moves, one after the other, and never becomes uneven. Levels t and, below a top that is not
//! full, t-1 are not counted: when the top becomes full, level t-1, which is full, is counted from then on.
//!
//! The winner may take a block from quiet levels, from uneven ones, and from even ones that stay even; the bound must
//! hold with the block in the hand and after it is placed. Whatever the tower is, there is such a move, and it is
//! stable. The opponent may do everything that leaves levels standing; an even level that becomes uneven may be on either
//! axis and lean to either side. If the bound then fails, the certificate is refused. So by induction over the moves
//! left, all towers of the play are balanced, every real move of the opponent leads to a position that is followed, and
//! the winner always has a reply. The opponent is the one who runs out of moves.
//!
//! # Format
//! `game jenga-physical K` (K odd, 3 to 15), `levels N` (1 to 1000), `winner first` or `winner second`, then
//! `replies AXIS LEFT MIDDLE RIGHT TAKE PUT ...`: six numbers for each position with the winner to move. AXIS is 0 for a
//! quiet or even level, 1 for an uneven one on the axis of the level that gets the block, 2 on the other. LEFT MIDDLE
//! RIGHT are its sides; TAKE is 1, 2 or 3 for the side of the block; all four are 0 for a quiet level. PUT is the slot
//! from 1. The order is that of the layers by the number of moves, and in a layer that of the positions: the mask of the
//! top (slot 1 is the highest bit), the quiet moves, the list of (sides, number) of the even levels with the greater
//! side first, the lists of uneven sides on the axis of the level that gets the next block and on the other. Of the
//! mirror images along the axes the least stands for all.
use super::closure::{Moves, followed, read_replies};
use crate::game::tower::stability::shape;
use crate::proof::lines::Line;
use crate::proof::{Fact, Facts, Reject};
use std::collections::{BTreeMap, BTreeSet};

/// The most full levels.
const MOST_LEVELS: u64 = 1000;

/// Blocks left of the middle slot, in it, and right of it.
type Sides = [u64; 3];

/// What is known of a tower, ordered as the certificate orders it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Position {
    /// The blocks of the top level.
    pub(super) top: u16,
    /// The moves that quiet levels give.
    pub(super) quiet: u64,
    /// The even levels that are not quiet.
    pub(super) even: BTreeMap<Sides, u64>,
    /// The others, on the axis of the next block and on the other.
    pub(super) uneven: [Vec<Sides>; 2],
}

/// The number of slots, and the sides that stand with their tips to the left and to the right.
pub(super) struct Tips {
    /// The number of slots.
    pub(super) slots: u32,
    full: u16,
    tips: BTreeMap<Sides, [i64; 2]>,
}

/// Checks the lines of a certificate of kind `jenka-balance`.
///
/// # Errors
/// A [`Reject`] with the line at fault.
pub fn check(lines: &[Line]) -> Result<Facts, Reject> {
    let [game, levels, winner, replies @ ..] = lines else {
        return Err(Reject::malformed("head", "the lines game, levels and winner are missing"));
    };
    let slots = super::jenka::slots(game)?;
    let [number] = levels.exactly()?;
    if levels.key != "levels" || !(1..=MOST_LEVELS).contains(&number) {
        return Err(levels.reject(format!("expected 'levels' and a number from 1 to {MOST_LEVELS}")));
    }
    let first = super::jenka::winner(winner)?;
    let tips = Tips::new(slots);
    followed(&tips, BTreeSet::from([(tips.start(number), first)]), &read_replies(replies)?, false)?;
    Ok(vec![Fact::Winner { blocks: slots, levels: number, first }])
}

impl Moves for Tips {
    type Class = Position;
    type Reply = [u64; 6];

    fn replied(&self, position: &Position, reply: [u64; 6]) -> Option<Vec<Position>> {
        self.reply(position, reply).map(|after| vec![after])
    }

    fn answered(&self, position: &Position) -> Option<Vec<Position>> {
        let options = self.options(position);
        options.iter().all(|option| self.bounded(option)).then_some(options)
    }
}

/// Whether a level stands.
fn stands(sides: Sides) -> bool {
    sides[1] == 1 || (sides[0] > 0 && sides[2] > 0)
}

fn mirrored([left, middle, right]: Sides) -> Sides {
    [right, middle, left]
}

/// What is left without a block of a side, 1 to 3, if the level stands then.
fn without(sides: Sides, take: u64) -> Option<Sides> {
    let at = usize::try_from(take).ok()?.checked_sub(1)?;
    let mut rest = sides;
    *rest.get_mut(at)? = sides.get(at)?.checked_sub(1)?;
    stands(rest).then_some(rest)
}

impl Tips {
    /// The tips, from the moments of all levels.
    pub(super) fn new(slots: u32) -> Self {
        let full = u16::MAX >> (16 - slots);
        let half = slots / 2;
        let mut tips: BTreeMap<Sides, [i64; 2]> = BTreeMap::new();
        for mask in 1..=full {
            let ones = |mask: u16| u64::from(mask.count_ones());
            let sides = [ones(mask >> (half + 1)), ones(mask >> half & 1), ones(mask & ((1 << half) - 1))];
            if stands(sides) {
                let level = shape(slots, mask);
                let here = tips.entry(sides).or_default();
                for (tip, moment) in here.iter_mut().zip([-level.moment, level.moment]) {
                    *tip = (*tip).max(moment - level.count - 1);
                }
            }
        }
        Tips { slots, full, tips }
    }

    fn even(&self, sides: Sides) -> bool {
        self.tips[&sides] == [0, 0]
    }

    fn quiet(&self, sides: Sides) -> bool {
        let forced = sides[1] == 0 || sides[0] == 0 || sides[2] == 0;
        forced && self.even(sides) && (1..=3).filter_map(|take| without(sides, take)).all(|rest| self.quiet(rest))
    }

    pub(super) fn start(&self, levels: u64) -> Position {
        let mut start = Position { top: self.full, quiet: 0, even: BTreeMap::new(), uneven: [Vec::new(), Vec::new()] };
        for _ in 1..levels {
            self.add(&mut start, self.whole(), 0);
        }
        start
    }

    /// The sides of a full level.
    fn whole(&self) -> Sides {
        let half = u64::from(self.slots / 2);
        [half, 1, half]
    }

    /// Counts a level more, on an axis that matters if it is uneven.
    fn add(&self, position: &mut Position, sides: Sides, axis: usize) {
        if !self.even(sides) {
            position.uneven[axis].push(sides);
            position.uneven[axis].sort_unstable();
        } else if self.quiet(sides) {
            position.quiet += sides[0] + sides[2] - if sides[1] == 0 { 2 } else { 0 };
        } else {
            *position.even.entry(sides.max(mirrored(sides))).or_default() += 1;
        }
    }

    /// Whether the tips of the uneven levels sum to less than the rest, for each axis and direction.
    pub(super) fn bounded(&self, position: &Position) -> bool {
        let width = i64::from(self.slots);
        let mut rests = [[width; 2]; 2];
        if position.top != self.full {
            let top = shape(self.slots, position.top);
            let (blocks, moment) = (width + top.count, top.moment);
            rests = [[blocks + moment, blocks - moment], [blocks + 1; 2]];
        }
        (0..2).all(|axis| {
            (0..2).all(|direction| {
                let tip = |sides: &Sides| self.tips[sides][direction];
                position.uneven[axis].iter().map(tip).sum::<i64>() < rests[axis][direction]
            })
        })
    }

    /// The position after a reply, if it is a move of the winner.
    pub(super) fn reply(
        &self,
        position: &Position,
        [axis, left, middle, right, take, put]: [u64; 6],
    ) -> Option<Position> {
        let sides = [left, middle, right];
        let mut held = position.clone();
        match (axis, take) {
            (0, 0) if sides == [0; 3] => held.quiet = position.quiet.checked_sub(1)?,
            (0, _) => {
                take_even(&mut held, sides)?;
                let rest = without(sides, take).filter(|&rest| self.even(rest))?;
                self.add(&mut held, rest, 0);
            }
            _ => {
                let axis = usize::try_from(axis).ok()?.checked_sub(1).filter(|&axis| axis < 2)?;
                let at = held.uneven[axis].iter().position(|&here| here == sides)?;
                held.uneven[axis].remove(at);
                self.add(&mut held, without(sides, take)?, axis);
            }
        }
        let after = if self.bounded(&held) { self.put(&held, put)? } else { return None };
        self.bounded(&after).then_some(after)
    }

    /// All positions that the opponent can reach.
    pub(super) fn options(&self, position: &Position) -> Vec<Position> {
        let mut helds = Vec::new();
        if position.quiet > 0 {
            helds.push(Position { quiet: position.quiet - 1, ..position.clone() });
        }
        for (&sides, take) in position.even.keys().flat_map(|sides| (1..=3).map(move |take| (sides, take))) {
            let Some(rest) = without(sides, take) else { continue };
            for (axis, rest) in [(0, rest), (0, mirrored(rest)), (1, rest), (1, mirrored(rest))] {
                let mut held = position.clone();
                take_even(&mut held, sides).expect("there is such a level");
                self.add(&mut held, rest, axis);
                helds.push(held);
            }
        }
        for axis in 0..2 {
            for (at, &sides) in position.uneven[axis].iter().enumerate() {
                for rest in (1..=3).filter_map(|take| without(sides, take)) {
                    let mut held = position.clone();
                    held.uneven[axis].remove(at);
                    self.add(&mut held, rest, axis);
                    helds.push(held);
                }
            }
        }
        let slots = 1..=u64::from(self.slots);
        helds.iter().flat_map(|held| slots.clone().filter_map(|slot| self.put(held, slot))).collect()
    }

    /// The position after a block is put into a slot, from 1, if it is free.
    fn put(&self, held: &Position, slot: u64) -> Option<Position> {
        let slot = u32::try_from(slot).ok().filter(|slot| (1..=self.slots).contains(slot))?;
        let top = if held.top == self.full { 0 } else { held.top };
        let bit = 1 << (self.slots - slot);
        if top & bit != 0 {
            return None;
        }
        let mut after = Position { top: top | bit, ..held.clone() };
        if after.top == self.full {
            // The next block starts a level of the other axis, and the full level below the top can be played on.
            after.uneven.swap(0, 1);
            self.add(&mut after, self.whole(), 0);
        }
        Some(self.least(after))
    }

    /// The least of the mirror images.
    fn least(&self, position: Position) -> Position {
        let image = |uneven: &Vec<Sides>| {
            let mut image: Vec<Sides> = uneven.iter().copied().map(mirrored).collect();
            image.sort_unstable();
            image
        };
        let Position { top, quiet, even, uneven: [next, other] } = position;
        let (next_image, other_image) = (image(&next), image(&other));
        let (top, next) = (top, next).min((top.reverse_bits() >> (16 - self.slots), next_image));
        Position { top, quiet, even, uneven: [next, other.clone().min(other_image)] }
    }
}

/// Takes an even level that is not quiet away.
fn take_even(position: &mut Position, sides: Sides) -> Option<()> {
    let count = position.even.get_mut(&sides)?;
    *count -= 1;
    if *count == 0 {
        position.even.remove(&sides);
    }
    Some(())
}

#[cfg(test)]
mod tests;
