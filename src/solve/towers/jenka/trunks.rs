//! Trunks: towers without the middle slots of the top level, and the moves of all towers with one trunk at once.
//!
//! After p moves from n full levels of k blocks there are n + p div k levels below the top, and p mod k blocks in the top
//! level; where that is 0 the top is new and empty, and the tower itself stands below it. Whether a block may leave the
//! body below, and where it may then be put, depends on the top by its moment only (`lift.rs`): so one look at the body
//! gives the moves for every top on it, as sets of tops (`tops.rs`), and all the towers they lead to have one trunk. A
//! layer of the game needs one entry for each trunk, not for each tower.
//!
//! A trunk is kept in the canonical form of its words. Where the word of the top's axis is its own mirror image a top and
//! its image are the same tower; both are kept, and the lesser one is counted.
use super::lift::{Rules, Span};
use super::pack::{Packed, Packing, Word};
use super::tops::Tops;
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;

/// Towers with one trunk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize)]
pub struct Trunk<W> {
    /// The trunk, in canonical form.
    pub trunk: Packed<W>,
    /// Its tops.
    pub tops: u64,
}

/// What towers of one trunk come to when one block is taken.
#[derive(Debug, Clone, Copy)]
pub struct Move<W> {
    /// The trunk that they come to, in canonical form.
    pub trunk: Packed<W>,
    /// The tops that stand with the block in the hand.
    pub hand: u64,
    /// The tops that stand in the end.
    pub after: u64,
    /// Whether the block goes into a middle slot, so that the top changes.
    pub middle: bool,
    /// How the mirror image of the new trunk's word along the axis of the top compares with the word as it came out: if
    /// it is less the tops are turned, and if it is equal a top and its image are the same tower.
    pub image: Ordering,
}

/// All towers after so many moves.
#[derive(Debug, Clone)]
pub struct Stage {
    packing: Packing,
    /// The levels below the top.
    body: usize,
    /// The blocks in the top.
    count: u32,
    tops: Tops,
}

impl Stage {
    /// The towers after `ply` moves.
    pub fn new(packing: Packing, ply: usize) -> Self {
        let slots = packing.rules.slots as usize;
        Stage {
            packing,
            body: packing.levels + ply / slots,
            count: (ply % slots) as u32,
            tops: Tops::new(packing.rules.slots),
        }
    }

    /// The sets of tops.
    pub fn tops(&self) -> &Tops {
        &self.tops
    }

    /// Whether the next block fills the top.
    pub fn fills(&self) -> bool {
        self.count + 1 == self.packing.rules.slots
    }

    /// How many towers a trunk stands for.
    pub fn counted<W: Word>(&self, &Trunk { trunk, tops }: &Trunk<W>) -> u64 {
        u64::from((tops & self.counted_tops(trunk)).count_ones())
    }

    /// The top, before its trunk is turned and filled, that a move brings to a top of its option.
    #[inline]
    pub fn before<W: Word>(&self, way: &Move<W>, top: u32) -> u32 {
        match way.image {
            _ if self.fills() => self.tops.full(),
            Ordering::Less => u32::from(self.tops.reversed_top(top as u16)),
            _ => top,
        }
    }

    /// The tops that are counted: one of each two that are the same tower.
    pub fn counted_tops<W: Word>(&self, trunk: Packed<W>) -> u64 {
        let word = trunk.words[self.body & 1];
        if word == self.packing.mirrored(word) { self.tops.canonical } else { u64::MAX }
    }

    /// A tower of its own, as [`Packing::canonical`] has it.
    pub fn tower<W: Word>(&self, trunk: Packed<W>, top: u32) -> Packed<W> {
        let mut tower = trunk;
        if top != 0 {
            self.put(&mut tower, (top as u16) << self.tops.margin);
        }
        self.packing.canonical(tower)
    }

    fn put<W: Word>(&self, tower: &mut Packed<W>, slots: u16) {
        *tower = self.packing.flipped(*tower, self.body, slots);
    }

    /// Hands on what the towers of a trunk come to, block by block.
    #[inline]
    pub fn moves<W: Word>(&self, Trunk { trunk, tops }: Trunk<W>, mut found: impl FnMut(Move<W>)) {
        let rules = &self.packing.rules;
        let levels = self.packing.unpack_levels(trunk, self.body);
        let sides = if self.count == 0 { 0 } else { self.packing.level(trunk, self.body) };
        let beside = Beside::new(rules, &self.tops, sides);
        let image = self.packing.image(trunk);
        let on = self.count - sides.count_ones();
        let free = rules.full() & !self.tops.mask() & !sides;
        rules.spans(&levels, rules.reach(&levels, self.count), self.count, |Span { from, block, hand, after }| {
            let hand = tops & beside.within(on, rules.limits(hand));
            if hand == 0 {
                return;
            }
            let flipped = |trunk: Packed<W>, block: u16| self.packing.flipped(trunk, from, block);
            let (plain, other) = (flipped(trunk, block), flipped(image, self.packing.reversed(block)));
            let limits = rules.limits(after);
            let after = beside.within(on + 1, limits);
            self.hand_on(plain, other, Move { trunk, hand, after, middle: true, image: Ordering::Equal }, &mut found);
            let mut free = free;
            while free != 0 {
                let slot = free & free.wrapping_neg();
                free ^= slot;
                let (mut plain, mut other) = (plain, other);
                self.put(&mut plain, slot);
                self.put(&mut other, self.packing.reversed(slot));
                let after = Beside::new(rules, &self.tops, sides | slot).within(on, limits);
                self.hand_on(
                    plain,
                    other,
                    Move { trunk, hand, after, middle: false, image: Ordering::Equal },
                    &mut found,
                );
            }
        });
    }

    /// Hands on a move with the canonical form of the trunk that it leads to, if it leads to a tower at all.
    #[inline]
    fn hand_on<W: Word>(
        &self,
        mut plain: Packed<W>,
        mut image: Packed<W>,
        way: Move<W>,
        found: &mut impl FnMut(Move<W>),
    ) {
        if self.reached(&way) == 0 {
            return;
        }
        if self.fills() {
            self.put(&mut plain, self.tops.mask());
            self.put(&mut image, self.tops.mask());
        }
        let axis = self.body & 1;
        let least = |axis: usize| plain.words[axis].min(image.words[axis]);
        let trunk = Packed { words: [least(0), least(1)] };
        found(Move { trunk, image: image.words[axis].cmp(&plain.words[axis]), ..way });
    }

    /// The tops that a move leads to, before its trunk is turned.
    #[inline]
    fn reached<W: Word>(&self, way: &Move<W>) -> u64 {
        if way.middle { self.tops.grown(way.hand, way.after) } else { way.hand & way.after }
    }

    /// The towers that a move leads to.
    #[inline]
    pub fn option<W: Word>(&self, way: &Move<W>) -> Trunk<W> {
        let reached = self.reached(way);
        let tops = match way.image {
            _ if self.fills() => 1,
            Ordering::Less => self.tops.reversed(reached),
            Ordering::Equal => reached | self.tops.reversed(reached),
            Ordering::Greater => reached,
        };
        Trunk { trunk: way.trunk, tops }
    }
}

/// The slots of a top beside the middle ones.
struct Beside<'a> {
    tops: &'a Tops,
    moment: i32,
}

impl<'a> Beside<'a> {
    fn new(rules: &Rules, tops: &'a Tops, sides: u16) -> Self {
        Beside { tops, moment: rules.moment(sides) }
    }

    /// The middle slots of so many blocks with which the moment of the top is within limits.
    #[inline]
    fn within(&self, count: u32, (low, high): (i32, i32)) -> u64 {
        if count > self.tops.slots { 0 } else { self.tops.within(count, low - self.moment, high - self.moment) }
    }
}
