//! The balanced game: relaxed so far that order and place of the deep levels are forgotten. Its cost grows slowly with n.
//!
//! The argument is in the head of the checker, [`crate::proof::region::balance`]. In short: a tower is balanced if at every
//! level the centre of mass of what is above lies strictly above the middle slot. A balanced tower whose levels all
//! have their middle block, or blocks on both sides, is stable, and no other level can come to be in one move. The
//! designated winner keeps the tower balanced by a bound that holds in whatever order the levels stand.
use super::free::{Free, Outcomes, part};
use crate::error::{Error, Result};
use crate::game::tower::stability::shape;
use crate::solve::Memory;
use hashbrown::HashMap;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// The most replies of a line of a certificate.
const LINE: usize = 16;

/// The numbers of blocks left of the middle slot, in it, and right of it.
pub type Sides = [u8; 3];

/// What is known of a tower.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Sketch {
    /// The blocks of the top level.
    top: u16,
    /// The moves that quiet levels give.
    pub(super) quiet: u16,
    /// The other even levels, by their sides with the greater side first, and how many there are.
    pub(super) even: Vec<(Sides, u8)>,
    /// The uneven levels of the axis of the next block, and those of the other axis, ascending.
    uneven: [Vec<Sides>; 2],
}

/// A reply: 0 for a quiet or even level, 1 or 2 for an uneven one on the axis of the next block or on the other; the
/// sides of the level (0 0 0 if quiet); which block goes (1 left, 2 middle, 3 right, 0 if quiet); the slot of the top.
pub type Reply = [u8; 6];

/// What is fixed by the number of slots.
pub(super) struct Rules {
    /// The number of slots.
    pub(super) slots: u32,
    /// The part of each kind of level in the bound: how much it can tip the tower to the left and to the right.
    deficits: BTreeMap<Sides, (i64, i64)>,
    quiet: BTreeSet<Sides>,
}

/// A search for a win of one player from one start in the balanced game.
pub struct Balance {
    rules: Rules,
    outcomes: Outcomes,
    decided: HashMap<Sketch, bool>,
    memory: Memory,
    levels: usize,
    /// Whether the designated winner is the first player.
    pub first: bool,
}

impl Rules {
    pub(super) fn new(slots: u32) -> Self {
        let half = (slots / 2) as u8;
        let mut rules = Rules { slots, deficits: BTreeMap::new(), quiet: BTreeSet::new() };
        for left in 0..=half {
            for (middle, right) in (0..=half).flat_map(|right| [(0, right), (1, right)]) {
                let sides = [left, middle, right];
                if stands(sides) {
                    let deficits = (rules.deficit([right, middle, left]), rules.deficit(sides));
                    rules.deficits.insert(sides, deficits);
                    // What a level can become comes before it in this order.
                    let forced = middle == 0 || left.min(right) == 0;
                    let later_quiet = less(sides).iter().all(|(_, rest)| rules.quiet.contains(rest));
                    if forced && deficits == (0, 0) && later_quiet {
                        rules.quiet.insert(sides);
                    }
                }
            }
        }
        rules
    }

    /// How far such a level, with one block below it, can tip a tower to the right.
    fn deficit(&self, [left, middle, right]: Sides) -> i64 {
        let half = i64::from(self.slots / 2);
        let (left, right, count) = (i64::from(left), i64::from(right), i64::from(left + middle + right));
        let outermost: i64 = (0..right).map(|block| 2 * (half - block)).sum();
        let innermost: i64 = (1..=left).map(|block| 2 * block).sum();
        (outermost - innermost - count - 1).max(0)
    }

    fn full(&self) -> u16 {
        u16::MAX >> (16 - self.slots)
    }

    pub(super) fn balanced(&self, known: &Sketch) -> bool {
        let width = i64::from(self.slots);
        let rests = if known.top == self.full() {
            [(width, width); 2]
        } else {
            let top = shape(self.slots, known.top);
            let (count, moment) = (width + top.count, top.moment);
            [(count + moment, count - moment), (count + 1, count + 1)]
        };
        known.uneven.iter().zip(rests).all(|(uneven, rest)| {
            let tips = uneven.iter().map(|sides| self.deficits[sides]);
            let (left, right) = tips.fold((0, 0), |sum, tip| (sum.0 + tip.0, sum.1 + tip.1));
            left < rest.0 && right < rest.1
        })
    }

    pub(super) fn start(&self, levels: usize) -> Sketch {
        let half = (self.slots / 2) as u8;
        let known = Sketch { top: self.full(), quiet: 0, even: Vec::new(), uneven: [Vec::new(), Vec::new()] };
        (1..levels).fold(known, |known, _| self.with(&known, [half, 1, half], 0))
    }

    /// With a level more; the axis matters if it is uneven.
    fn with(&self, known: &Sketch, sides: Sides, axis: usize) -> Sketch {
        let mut known = known.clone();
        if self.deficits[&sides] != (0, 0) {
            known.uneven[axis].push(sides);
            known.uneven[axis].sort_unstable();
        } else if self.quiet.contains(&sides) {
            known.quiet += moves(sides);
        } else {
            let sides = [sides[0].max(sides[2]), sides[1], sides[0].min(sides[2])];
            match known.even.binary_search_by_key(&sides, |&(here, _)| here) {
                Ok(at) => known.even[at].1 += 1,
                Err(at) => known.even.insert(at, (sides, 1)),
            }
        }
        known
    }

    /// All ways to take a block: the first four numbers of the reply, the block, and what is known with the block in
    /// the hand. A level of unknown place that becomes uneven may do so on either axis, to either side.
    pub(super) fn lifts(&self, known: &Sketch) -> Vec<(Reply, Sketch, bool)> {
        let mut lifts = Vec::new();
        if known.quiet > 0 {
            lifts.push(([0; 6], Sketch { quiet: known.quiet - 1, ..known.clone() }, true));
        }
        for (at, &(sides, count)) in known.even.iter().enumerate() {
            let mut rest = known.clone();
            if count == 1 {
                _ = rest.even.remove(at)
            } else {
                rest.even[at].1 -= 1
            }
            for (take, left) in less(sides) {
                let reply = [0, sides[0], sides[1], sides[2], take, 0];
                if self.deficits[&left] == (0, 0) {
                    lifts.push((reply, self.with(&rest, left, 0), true));
                } else {
                    let images = [left, [left[2], left[1], left[0]]];
                    let all = (0..2).flat_map(|axis| images.map(|image| (axis, image)));
                    lifts.extend(all.map(|(axis, image)| (reply, self.with(&rest, image, axis), false)));
                }
            }
        }
        for axis in 0..2 {
            for (at, &sides) in known.uneven[axis].iter().enumerate() {
                let mut rest = known.clone();
                rest.uneven[axis].remove(at);
                for (take, left) in less(sides) {
                    let reply = [axis as u8 + 1, sides[0], sides[1], sides[2], take, 0];
                    lifts.push((reply, self.with(&rest, left, axis), true));
                }
            }
        }
        lifts
    }

    /// All ways to put the block: the slot, and the least image of what is known then.
    pub(super) fn placed(&self, held: &Sketch) -> Vec<(u8, Sketch)> {
        let base = if held.top == self.full() { 0 } else { held.top };
        let half = (self.slots / 2) as u8;
        let free = (1..=self.slots).filter(|slot| base >> (self.slots - slot) & 1 == 0);
        free.map(|slot| {
            let mut after = Sketch { top: base | 1 << (self.slots - slot), ..held.clone() };
            if after.top == self.full() {
                after.uneven.swap(0, 1);
                after = self.with(&after, [half, 1, half], 0);
            }
            (slot as u8, self.least(after))
        })
        .collect()
    }

    /// The least of the mirror images.
    fn least(&self, mut known: Sketch) -> Sketch {
        let [mut next, mut other] = known.uneven.clone();
        for uneven in [&mut next, &mut other] {
            uneven.iter_mut().for_each(|sides| sides.reverse());
            uneven.sort_unstable();
        }
        let top = known.top.reverse_bits() >> (16 - self.slots);
        if (top, &next) < (known.top, &known.uneven[0]) {
            (known.top, known.uneven[0]) = (top, next);
        }
        if other < known.uneven[1] {
            known.uneven[1] = other;
        }
        known
    }

    /// The position without physics.
    pub(super) fn free(&self, known: &Sketch) -> Free {
        let blocks = if known.top == self.full() { 0 } else { known.top.count_ones() as u8 };
        let mut free = Free::new(blocks);
        free = free.with(super::free::Part::Chain(known.quiet));
        for &(sides, count) in &known.even {
            free = (0..count).fold(free, |free, _| free.with(part((sides[0], sides[1], sides[2]))));
        }
        known.uneven.iter().flatten().fold(free, |free, sides| free.with(part((sides[0], sides[1], sides[2]))))
    }
}

/// Whether a level has its middle block or blocks on both sides.
fn stands([left, middle, right]: Sides) -> bool {
    middle == 1 || left.min(right) > 0
}

/// What is left of a level without a block, with the block: 1 left, 2 middle, 3 right.
fn less(sides: Sides) -> Vec<(u8, Sides)> {
    let without = |at: usize| {
        let mut rest = sides;
        rest[at] = sides[at].checked_sub(1)?;
        stands(rest).then_some((at as u8 + 1, rest))
    };
    (0..3).filter_map(without).collect()
}

/// The number of moves that a level gives whose moves are forced.
fn moves([left, middle, right]: Sides) -> u16 {
    u16::from(left + right) - if middle == 0 { 2 } else { 0 }
}

impl Balance {
    /// A search for the player who wins without physics.
    pub fn new(slots: u32, levels: usize, memory: Memory) -> Self {
        let mut outcomes = Outcomes::new(slots);
        let first = outcomes.wins(outcomes.start(levels));
        Balance { rules: Rules::new(slots), outcomes, decided: HashMap::new(), memory, levels, first }
    }

    /// The number of positions decided.
    pub fn places(&self) -> usize {
        self.decided.len()
    }

    /// Whether the designated winner was found to win.
    ///
    /// # Errors
    /// No memory left.
    pub fn wins(&mut self) -> Result<bool> {
        let start = self.rules.start(self.levels);
        self.holds(&start, self.first)
    }

    /// Whether the designated winner, whose turn it is or not, wins from what is known.
    fn holds(&mut self, known: &Sketch, winner: bool) -> Result<bool> {
        if let Some(&holds) = self.decided.get(known) {
            return Ok(holds);
        }
        // A position with its lists is a few hundred bytes.
        self.memory.ask(self.decided.len() as u128 * 512, "the table of balanced positions")?;
        let options: Vec<Sketch> = if winner {
            self.replies(known).into_iter().map(|(_, option)| option).collect()
        } else {
            self.options(known)
        };
        let mut holds = !winner && options.iter().all(|option| self.rules.balanced(option));
        if winner {
            holds = options.iter().any(|option| self.decided.get(option) == Some(&true));
            for option in &options {
                holds = holds || self.holds(option, false)?;
            }
        } else {
            for option in &options {
                holds = holds && self.holds(option, true)?;
            }
        }
        self.decided.insert(known.clone(), holds);
        Ok(holds)
    }

    /// All that the opponent can reach.
    fn options(&self, known: &Sketch) -> Vec<Sketch> {
        let lifts = self.rules.lifts(known).into_iter();
        let mut options: Vec<Sketch> =
            lifts.flat_map(|(_, held, _)| self.rules.placed(&held)).map(|(_, after)| after).collect();
        options.sort_unstable();
        options.dedup();
        options
    }

    /// The moves of the designated winner that keep the tower balanced and win without physics, the best first.
    fn replies(&mut self, known: &Sketch) -> Vec<(Reply, Sketch)> {
        let mut replies = Vec::new();
        for (mut reply, held, sure) in self.rules.lifts(known) {
            let free = self.rules.free(&held).placed(self.rules.slots);
            if sure && self.rules.balanced(&held) && !self.outcomes.wins(free) {
                for (slot, after) in self.rules.placed(&held) {
                    if self.rules.balanced(&after) {
                        reply[5] = slot;
                        replies.push((reply, after));
                    }
                }
            }
        }
        replies.sort_by_cached_key(|(reply, after)| {
            let tips = after.uneven.iter().flatten().map(|sides| self.rules.deficits[sides]);
            let lean = shape(self.rules.slots, after.top).moment.abs();
            (tips.map(|(left, right)| left + right).sum::<i64>(), lean, after.quiet, *reply)
        });
        replies
    }

    /// The certificate of kind `jenka-balance` of a win that was found, and the number of its replies.
    ///
    /// # Errors
    /// No win was found.
    pub fn certificate(&mut self) -> Result<(usize, String)> {
        let mut replies: Vec<Reply> = Vec::new();
        let mut layer = BTreeSet::from([self.rules.start(self.levels)]);
        let mut turn = self.first;
        while !layer.is_empty() {
            let mut next = BTreeSet::new();
            for known in &layer {
                if turn {
                    let mut found = self.replies(known).into_iter();
                    let won = found.find(|(_, option)| self.decided.get(option) == Some(&true));
                    let (reply, option) = won.ok_or_else(|| hole(known))?;
                    replies.push(reply);
                    next.insert(option);
                } else {
                    next.extend(self.options(known));
                }
            }
            (layer, turn) = (next, !turn);
        }
        Ok((replies.len(), self.text(&replies)))
    }

    fn text(&self, replies: &[Reply]) -> String {
        let (slots, levels, winner) = (self.rules.slots, self.levels, if self.first { "first" } else { "second" });
        let mut text = format!(
            "topple-certificate 1 jenka-balance\ngame jenga-physical {slots}\nlevels {levels}\nwinner {winner}\n"
        );
        for line in replies.chunks(LINE) {
            text.push_str("replies");
            for number in line.iter().flatten() {
                write!(text, " {number}").expect("a string takes all that is written");
            }
            text.push('\n');
        }
        text + "end\n"
    }
}

fn hole(known: &Sketch) -> Error {
    Error::input("balanced Jenka", format!("no reply at {known:?}"), "a start that the search won")
}
