//! Every move of a tower at once, each decided by one comparison of whole numbers.
//!
//! # One inequality a level
//! Measure each axis from the middle of the tower in units of 1/(2k). Slot j of a level is the interval from `2j - k` to
//! `2j + 2 - k` along the level's own axis, with its middle at the integer `2j + 1 - k`; along the other axis every block
//! reaches from end to end and has its middle at 0. Levels i and i+1 touch in the product of their slots, whose hull is
//! a rectangle: a level counts for its own axis only, so a test of the plane falls apart into one test for each axis.
//! For a level below the top let `lo` and `hi` be the outer edges of its first and last block, M the number of blocks
//! above it, and X the sum of the middles of those of them that have the same axis (the others add 0). Then the tower is
//! stable if and only if
//!
//! `lo * M < X < hi * M` at every level below the top.
//!
//! The test of level i along the axis of level i+1 is left out, because it follows: let level i+1 have c blocks with
//! middles that sum to m. Each is strictly inside the level's edges, so `lo * c < m < hi * c`. With the inequality at
//! level i+1 itself (nothing, if that is the top), even with `<=` for `<`, the sum is `lo * M < X < hi * M`, strictly,
//! for what is above level i along the axis of level i+1. So the same inequalities with `<=` say that a tower does not
//! fall: it is stable or semi-stable. `game::tower::stability` proves the same in its own words; the tests here compare
//! with it and with a definition in the plane that knows no axes.
//!
//! # What a move does to it
//! Write `s = X - lo * M` and `u = hi * M - X`. Taking a block with the middle c from level j lowers M by 1 and X by c
//! (X only at the levels of j's axis) at every level below j, and changes lo or hi at j; putting it at c' on top adds the
//! same way at every level below the new top. So below j, s becomes `s - c + lo` in the hand and `s - c + c'` after; at
//! levels above j, s becomes `s - lo + c'`. Only the least s and u of each axis below j and above j matter, and these
//! are running minima. What is left is an interval for c': the slots in which the block may be put.

use crate::error::{Error, Result};
use crate::game::tower::MAX_BLOCKS;

/// From which levels a block may be taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Removal {
    /// From those strictly below the highest full level (zwick, section 2).
    Official,
    /// From those below the top level.
    Any,
}

impl Removal {
    /// The word for it in files and on the command line.
    pub fn word(self) -> &'static str {
        match self {
            Removal::Official => "official",
            Removal::Any => "any",
        }
    }

    /// The rule that a word names.
    pub fn from_word(word: &str) -> Option<Self> {
        [Removal::Official, Removal::Any].into_iter().find(|rule| rule.word() == word)
    }
}

/// What is played: blocks a level, from where they are taken, and whether a tower that only just balances stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Rules {
    /// Blocks of a full level, 1 to 16.
    pub slots: u32,
    /// From which levels a block may be taken.
    pub rule: Removal,
    /// Whether semi-stable towers stand, too.
    pub semi_stable: bool,
}

/// One block in the hand, with every slot in which it may be put. Levels are counted from 0 at the bottom; slot j is
/// bit `slots - 1 - j` of a mask, as in [`Tower`](crate::game::tower::Tower).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lift {
    /// The level that it leaves.
    pub from: usize,
    /// Its slot there, as a mask of one bit.
    pub block: u16,
    /// The level where it is put: the top one, or a new one if that is full.
    pub to: usize,
    /// The slots where it may be put; never empty.
    pub onto: u16,
}

/// One block that may be lifted from the body of a tower, whatever the top is: the moment of the top says whether the
/// tower stands with the block in the hand, and after it was put.
#[derive(Debug, Clone, Copy)]
pub struct Span {
    /// The level that it leaves.
    pub from: usize,
    /// Its slot there, as a mask of one bit.
    pub block: u16,
    /// The slack along the axis of the top with the block in the hand, but for the moment of the top.
    pub hand: Slack,
    /// The same after it was put, but for the moment of the top then.
    pub after: Slack,
}

/// The most levels of a tower that the generator takes.
pub const MAX_LEVELS: usize = 64;

/// How far a level is from tipping to its low and to its high side: s and u of the file's head.
#[derive(Debug, Clone, Copy)]
pub struct Slack {
    low: i32,
    high: i32,
}

/// No level, no limit. Far above every sum: those stay below 16 times [`MAX_BLOCKS`] and a little.
const FREE: Slack = Slack { low: 1 << 24, high: 1 << 24 };

impl Slack {
    fn least(self, other: Slack) -> Slack {
        Slack { low: self.low.min(other.low), high: self.high.min(other.high) }
    }

    /// The slack when a block at `middle` more lies above, counted in X but not in M.
    fn with(self, middle: i32) -> Slack {
        Slack { low: self.low + middle, high: self.high - middle }
    }
}

/// A level below the top: its edges, and what is above it.
#[derive(Debug, Clone, Copy)]
struct Load {
    low: i32,
    high: i32,
    above: i32,
    moment: i32,
}

impl Load {
    /// The slack with `more` blocks above (their middles at 0).
    fn slack(&self, more: i32) -> Slack {
        let above = self.above + more;
        Slack { low: self.moment - self.low * above, high: self.high * above - self.moment }
    }
}

const NO_LOAD: Load = Load { low: 0, high: 0, above: 0, moment: 0 };

impl Rules {
    /// The official game with strictly stable towers.
    ///
    /// # Errors
    /// As [`Rules::check`].
    pub fn official(slots: u32) -> Result<Self> {
        Rules { slots, rule: Removal::Official, semi_stable: false }.check()
    }

    /// The rules themselves, if there are such levels.
    ///
    /// # Errors
    /// A number of slots that is not 1 to 16.
    pub fn check(self) -> Result<Self> {
        if (1..=16).contains(&self.slots) {
            return Ok(self);
        }
        Err(Error::input("blocks a level", self.slots.to_string(), "a number from 1 to 16"))
    }

    /// A full level.
    pub fn full(&self) -> u16 {
        u16::MAX >> (16 - self.slots)
    }

    /// The most levels of a tower that arises from `levels` full ones: `k (n - 1) + 1`.
    ///
    /// The number of levels grows when a block is put on a full top level, and then only. At that moment the new top
    /// has 1 block, the level below it k, and each of the other L - 2 at least 1: `1 + k + (L - 2) <= k n`.
    pub fn highest(&self, levels: usize) -> usize {
        self.slots as usize * (levels - 1) + 1
    }

    /// The middle of a slot, in units of 1/(2k) from the middle of the tower.
    pub(super) fn middle(&self, bit: u16) -> i32 {
        self.slots as i32 - 1 - 2 * bit.trailing_zeros() as i32
    }

    /// The outer edges of a level that has a block.
    pub(super) fn edges(&self, mask: u16) -> (i32, i32) {
        let width = self.slots as i32;
        let (last, first) = (mask.trailing_zeros() as i32, 15 - mask.leading_zeros() as i32);
        (width - 2 * (first + 1), width - 2 * last)
    }

    /// The slots with a middle from `low` to `high`.
    fn between(&self, low: i32, high: i32) -> u16 {
        let width = self.slots as i32;
        // Bit b has its middle at width - 1 - 2 b.
        let least = ((width - 1 - high + 1) >> 1).clamp(0, width);
        let most = ((width - 1 - low) >> 1).clamp(-1, width - 1);
        if least > most { 0 } else { (u32::MAX << least) as u16 & (u32::MAX >> (31 - most)) as u16 }
    }

    /// The least slack that stands.
    fn need(&self) -> i32 {
        i32::from(!self.semi_stable)
    }

    fn stands(&self, slack: Slack) -> bool {
        slack.low >= self.need() && slack.high >= self.need()
    }

    /// How many of the lowest levels a block may be taken from: the body is what is below a top of `count` blocks, and
    /// without any the body is all of the tower, and its last level is full.
    pub fn reach(&self, body: &[u16], count: u32) -> usize {
        match self.rule {
            _ if count == 0 => body.len() - 1,
            Removal::Official => body.iter().rposition(|&mask| mask == self.full()).unwrap_or(0),
            Removal::Any => body.len(),
        }
    }

    /// What every level bears.
    fn loads(&self, levels: &[u16], loads: &mut [Load; MAX_LEVELS]) {
        let (mut along, mut across, mut above) = (0, 0, 0);
        for (index, &mask) in levels.iter().enumerate().rev() {
            let (low, high) = self.edges(mask);
            loads[index] = Load { low, high, above, moment: along };
            above += mask.count_ones() as i32;
            (along, across) = (across, along + self.moment(mask));
        }
    }

    /// Whether a tower of non-empty levels, bottom first, stands.
    ///
    /// # Panics
    /// More levels than [`MAX_LEVELS`].
    pub fn standing(&self, levels: &[u16]) -> bool {
        let mut loads = [NO_LOAD; MAX_LEVELS];
        self.loads(levels, &mut loads);
        loads[..levels.len().saturating_sub(1)].iter().all(|load| self.stands(load.slack(0)))
    }

    /// Hands on every block that may be lifted, from the bottom up, with the slots where it may be put. The tower has
    /// no empty level and must stand.
    ///
    /// # Panics
    /// More levels than [`MAX_LEVELS`].
    pub fn lifts(&self, levels: &[u16], mut found: impl FnMut(Lift)) {
        debug_assert!(levels.len() * self.slots as usize <= MAX_BLOCKS, "the sums are bounded");
        let Some(&last) = levels.last() else { return };
        let (to, top) = if last == self.full() { (levels.len(), 0) } else { (levels.len() - 1, last) };
        let moment = self.moment(top);
        let reach = self.reach(&levels[..to], top.count_ones());
        self.spans(&levels[..to], reach, top.count_ones(), |Span { from, block, hand, after }| {
            if self.stands(hand.with(moment)) {
                let (low, high) = self.limits(after.with(moment));
                let onto = !top & self.between(low, high);
                if onto != 0 {
                    found(Lift { from, block, to, onto });
                }
            }
        });
    }

    /// Hands on every block that may be lifted from the lowest `reach` levels of a body with a top of `count` blocks on
    /// it, from the bottom up, if the levels of the other axis than the top's bear it. Every level below the top
    /// counts to the body, and none is empty; the tower must stand.
    ///
    /// # Panics
    /// More levels than [`MAX_LEVELS`].
    pub fn spans(&self, body: &[u16], reach: usize, count: u32, mut found: impl FnMut(Span)) {
        let (axis, count) = (body.len() & 1, count as i32);
        let mut loads = [NO_LOAD; MAX_LEVELS];
        self.loads(body, &mut loads);
        // The least slack of each axis above level j, with the block put at 0.
        let mut over = [[FREE; 2]; MAX_LEVELS];
        for index in (1..body.len()).rev() {
            over[index - 1] = over[index];
            let least = &mut over[index - 1][index & 1];
            *least = least.least(loads[index].slack(count + 1));
        }
        // The same below level j: with the block put, and in the hand.
        let (mut under, mut eased) = ([FREE; 2], [FREE; 2]);
        for from in 0..reach {
            let own = from & 1;
            let borne = own != axis || self.stands(eased[1 - axis]);
            let mut blocks = if borne { body[from] } else { 0 };
            while blocks != 0 {
                let block = blocks & blocks.wrapping_neg();
                blocks ^= block;
                let rest = body[from] ^ block;
                if rest == 0 {
                    break;
                }
                let middle = self.middle(block);
                let (low, high) = self.edges(rest);
                let load = Load { low, high, ..loads[from] };
                let (mut hand, mut after) = (eased, over[from]);
                hand[own] = hand[own].with(-middle).least(load.slack(count));
                after[own] = after[own].least(under[own].with(-middle)).least(load.slack(count + 1));
                after[1 - own] = after[1 - own].least(under[1 - own]);
                if self.stands(hand[1 - axis]) && self.stands(after[1 - axis]) {
                    found(Span { from, block, hand: hand[axis], after: after[axis] });
                }
            }
            under[own] = under[own].least(loads[from].slack(count));
            eased[own] = eased[own].least(loads[from].slack(count - 1));
        }
    }

    /// The least and the greatest moment of a top that leaves a slack enough to stand.
    pub fn limits(&self, slack: Slack) -> (i32, i32) {
        (self.need() - slack.low, slack.high - self.need())
    }

    /// The sum of the middles of a level's blocks, in units of 1/(2k) from the middle of the tower.
    pub fn moment(&self, mask: u16) -> i32 {
        mask.count_ones() as i32 * (self.slots as i32 - 1) - 2 * bit_sum(mask)
    }
}

/// The sum of the numbers of the bits that are set.
fn bit_sum(mask: u16) -> i32 {
    const ODD: [u16; 4] = [0xAAAA, 0xCCCC, 0xF0F0, 0xFF00];
    (0..4).map(|power| ((mask & ODD[power]).count_ones() << power) as i32).sum()
}

#[cfg(test)]
mod tests;
