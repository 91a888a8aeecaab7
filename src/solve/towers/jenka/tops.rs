//! Sets of tops, as bits of one word: many towers that differ in the top level only are moved at once.
//!
//! A top is known by its middle slots: all of them up to six blocks a level, else the middle six or five, so that the
//! mirror image of the middle slots is in the middle slots. Slot by slot, the lowest bit is the slot with the greatest
//! middle, as in a level. Top t is bit t of a set.
use super::lift::Rules;

/// The most slots of a top that one word holds.
const MOST: u32 = 6;
/// The moment of a top is at most so far from 0.
const FAR: i32 = 9;

/// All tops of a number of blocks a level.
#[derive(Debug, Clone)]
pub struct Tops {
    /// The slots in the middle.
    pub slots: u32,
    /// The slots on each side of them.
    pub margin: u32,
    /// For each number of blocks and each moment from `-FAR - 1` the tops of so many blocks with at most this moment.
    upto: [[u64; 2 * FAR as usize + 2]; MOST as usize + 1],
    /// The tops that are not greater than their mirror images.
    pub canonical: u64,
}

impl Tops {
    /// The tops of `slots` blocks a level.
    pub fn new(slots: u32) -> Self {
        let inner = if slots <= MOST { slots } else { MOST - slots % 2 };
        let rules = Rules { slots: inner, rule: super::Removal::Any, semi_stable: false };
        let mut tops = Tops { slots: inner, margin: (slots - inner) / 2, upto: [[0; 20]; 7], canonical: 0 };
        for top in 0..1u16 << inner {
            let sets = &mut tops.upto[top.count_ones() as usize];
            let from = (rules.moment(top) + FAR + 1) as usize;
            sets[from..].iter_mut().for_each(|set| *set |= 1 << top);
            tops.canonical |= u64::from(top <= tops.reversed_top(top)) << top;
        }
        tops
    }

    /// The mirror image of a top.
    pub fn reversed_top(&self, top: u16) -> u16 {
        top.reverse_bits() >> (16 - self.slots)
    }

    /// The slots in the middle, as a mask of a level.
    pub fn mask(&self) -> u16 {
        (u16::MAX >> (16 - self.slots)) << self.margin
    }

    /// The top with all slots.
    pub fn full(&self) -> u32 {
        (1 << self.slots) - 1
    }

    /// The tops of so many blocks with a moment between two, themselves included.
    #[inline]
    pub fn within(&self, count: u32, low: i32, high: i32) -> u64 {
        let upto = |moment: i32| self.upto[count as usize][(moment.clamp(-FAR - 1, FAR) + FAR + 1) as usize];
        upto(high) & !upto(low.saturating_sub(1))
    }

    /// The tops of a set that have a slot free, and with this slot are in another set.
    #[inline]
    pub fn fitting(set: u64, slot: u32, after: u64) -> u64 {
        set & !WITH[slot as usize] & (after >> (1 << slot))
    }

    /// The tops of `after` that arise from those of a set by one block more.
    #[inline]
    pub fn grown(&self, set: u64, after: u64) -> u64 {
        (0..self.slots).fold(0, |grown, slot| grown | (set & !WITH[slot as usize]) << (1 << slot)) & after
    }

    /// The mirror images of a set.
    #[inline]
    pub fn reversed(&self, mut set: u64) -> u64 {
        for slot in 0..self.slots / 2 {
            let other = self.slots - 1 - slot;
            let by = (1 << other) - (1 << slot);
            let changed = (set >> by ^ set) & WITH[slot as usize] & !WITH[other as usize];
            set ^= changed | changed << by;
        }
        set
    }
}

/// The tops that have a slot.
const WITH: [u64; MOST as usize] = [
    0xAAAA_AAAA_AAAA_AAAA,
    0xCCCC_CCCC_CCCC_CCCC,
    0xF0F0_F0F0_F0F0_F0F0,
    0xFF00_FF00_FF00_FF00,
    0xFFFF_0000_FFFF_0000,
    0xFFFF_FFFF_0000_0000,
];

/// The tops of a set, least first.
#[inline]
pub fn each(mut set: u64, mut found: impl FnMut(u32)) {
    while set != 0 {
        found(set.trailing_zeros());
        set &= set - 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(set: u64) -> Vec<u16> {
        (0..64).filter(|top| set >> top & 1 == 1).collect()
    }

    #[test]
    fn sets_are_what_going_through_them_says() {
        for slots in 1..=16 {
            let tops = Tops::new(slots);
            assert_eq!(tops.slots + 2 * tops.margin, slots);
            let rules = Rules { slots: tops.slots, rule: super::super::Removal::Any, semi_stable: false };
            let all: Vec<u16> = (0..1 << tops.slots).collect();
            for (count, low, high) in [(0, 0, 0), (1, -2, 3), (2, -50, 1), (3, 0, 90), (2, 3, 1)] {
                let set = tops.within(count, low, high);
                let right = |top: &u16| top.count_ones() == count && (low..=high).contains(&rules.moment(*top));
                assert_eq!(listed(set), all.iter().copied().filter(right).collect::<Vec<_>>());
                let mut images: Vec<u16> = listed(set).into_iter().map(|top| tops.reversed_top(top)).collect();
                images.sort_unstable();
                assert_eq!(listed(tops.reversed(set)), images);
                let after = tops.within(count + 1, -1, 4);
                let grows =
                    |top: &u16| (0..tops.slots).any(|slot| top >> slot & 1 == 1 && set >> (top ^ 1 << slot) & 1 == 1);
                assert_eq!(listed(tops.grown(set, after)), listed(after).into_iter().filter(grows).collect::<Vec<_>>());
                for slot in 0..tops.slots {
                    let fits = |top: &u16| top >> slot & 1 == 0 && after >> (top | 1 << slot) & 1 == 1;
                    let right: Vec<u16> = listed(set).into_iter().filter(fits).collect();
                    assert_eq!(listed(Tops::fitting(set, slot, after)), right);
                }
            }
        }
    }
}
