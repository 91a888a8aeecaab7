//! Towers in two words: the levels of one axis in each, so that the mirror image of an axis touches one word only.
//!
//! Level i (from 0 at the bottom) is the field `i / 2` of word `i mod 2`; a field has k bits, slot j is bit `k - 1 - j`
//! of it. No level of a tower is empty, so the number of levels can be read off the words.
//!
//! The mirror image of a tower in either axis, or in both, has mirrored moves: the inequalities of stability go over into
//! each other. The canonical form is the least of the up to four images; as each image changes one word only, it is the
//! lesser one of every word.
use super::lift::{Lift, MAX_LEVELS, Rules};
use crate::error::{Error, Result};
use crate::game::tower::{MAX_BLOCKS, Tower};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use std::hash::Hash;

/// An unsigned integer that holds the levels of one axis.
pub trait Word:
    Copy + Ord + Hash + Default + Send + Sync + Serialize + DeserializeOwned + std::fmt::Debug + 'static
{
    /// Its number of bits.
    const BITS: u32;
    /// The field of some bits at a place, as a mask of a level.
    fn field(self, place: u32, bits: u32) -> u16;
    /// The word with some bits changed, given as a mask of the level at a place.
    fn flip(self, place: u32, mask: u16) -> Self;
    /// The number of bits up to the highest one that is set.
    fn length(self) -> u32;
    /// The low and the high half of its value.
    fn halves(self) -> [u64; 2];
    /// The word of these halves.
    fn from_halves(halves: [u64; 2]) -> Self;
}

macro_rules! word {
    ($word:ty, $halves:expr, $from:expr) => {
        impl Word for $word {
            const BITS: u32 = <$word>::BITS;

            #[inline]
            fn field(self, place: u32, bits: u32) -> u16 {
                (self >> place) as u16 & (u16::MAX >> (16 - bits))
            }

            #[inline]
            fn flip(self, place: u32, mask: u16) -> Self {
                self ^ (<$word>::from(mask) << place)
            }

            #[inline]
            fn length(self) -> u32 {
                <$word>::BITS - self.leading_zeros()
            }

            fn halves(self) -> [u64; 2] {
                $halves(self)
            }

            fn from_halves(halves: [u64; 2]) -> Self {
                $from(halves)
            }
        }
    };
}

word!(u64, |word| [word, 0], |[low, _]: [u64; 2]| low);
word!(u128, |word| [word as u64, (word >> 64) as u64], |[low, high]: [u64; 2]| u128::from(high) << 64
    | u128::from(low));

/// A packed tower: the levels of the first axis, and those of the second.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub struct Packed<W> {
    /// One word for each axis.
    pub words: [W; 2],
}

/// The game from a start, with the place of every level in the words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Packing {
    /// The rules of play.
    pub rules: Rules,
    /// The number of full levels at the start.
    pub levels: usize,
}

/// The levels of a tower, unpacked.
#[derive(Clone, Copy)]
pub struct Levels {
    masks: [u16; MAX_LEVELS],
    height: usize,
}

impl std::ops::Deref for Levels {
    type Target = [u16];

    fn deref(&self) -> &[u16] {
        &self.masks[..self.height]
    }
}

impl Packing {
    /// The game from `levels` full levels in words of the type `W`.
    ///
    /// # Errors
    /// No levels, too many blocks, or towers that could grow out of the words.
    pub fn new<W: Word>(rules: Rules, levels: usize) -> Result<Self> {
        let rules = rules.check()?;
        if levels == 0 || levels > MAX_BLOCKS / rules.slots as usize {
            let right = format!("a number from 1 to {}", MAX_BLOCKS / rules.slots as usize);
            return Err(Error::input("full levels", levels.to_string(), right));
        }
        let (highest, room) = (rules.highest(levels), Self::room::<W>(rules));
        if highest > room.min(MAX_LEVELS) {
            return Err(Error::input(
                "full levels",
                format!("{levels} levels of {} blocks may grow to {highest} levels", rules.slots),
                format!("a start that grows to at most {} levels", room.min(MAX_LEVELS)),
            ));
        }
        Ok(Packing { rules, levels })
    }

    /// How many levels two words hold.
    pub fn room<W: Word>(rules: Rules) -> usize {
        2 * (W::BITS / rules.slots) as usize
    }

    /// Where a level begins in its word.
    #[inline]
    pub fn place(&self, level: usize) -> u32 {
        (level / 2) as u32 * self.rules.slots
    }

    /// The start.
    pub fn start<W: Word>(&self) -> Packed<W> {
        self.pack(&vec![self.rules.full(); self.levels])
    }

    /// Packs a tower of non-empty levels; it must fit the words.
    pub fn pack<W: Word>(&self, levels: &[u16]) -> Packed<W> {
        let mut packed = Packed::<W>::default();
        for (level, &mask) in levels.iter().enumerate() {
            packed.words[level & 1] = packed.words[level & 1].flip(self.place(level), mask);
        }
        packed
    }

    /// The number of levels.
    pub fn height<W: Word>(&self, packed: Packed<W>) -> usize {
        packed.words.iter().map(|word| word.length().div_ceil(self.rules.slots) as usize).sum()
    }

    /// A level, as a mask.
    #[inline]
    pub fn level<W: Word>(&self, packed: Packed<W>, level: usize) -> u16 {
        packed.words[level & 1].field(self.place(level), self.rules.slots)
    }

    /// The levels, bottom first.
    pub fn unpack<W: Word>(&self, packed: Packed<W>) -> Levels {
        self.unpack_levels(packed, self.height(packed))
    }

    /// The lowest levels, bottom first.
    #[inline]
    pub fn unpack_levels<W: Word>(&self, packed: Packed<W>, height: usize) -> Levels {
        let mut levels = Levels { masks: [0; MAX_LEVELS], height };
        for level in 0..height {
            levels.masks[level] = self.level(packed, level);
        }
        levels
    }

    /// The tower as the rules of the game know it.
    pub fn tower<W: Word>(&self, packed: Packed<W>) -> Tower {
        Tower { levels: self.unpack(packed).to_vec() }
    }

    /// The number of moves made from the start: every level above the first n but the top one was filled block by block.
    pub fn ply<W: Word>(&self, packed: Packed<W>) -> usize {
        let levels = self.unpack(packed);
        match levels.len() - self.levels {
            0 => 0,
            new => self.rules.slots as usize * (new - 1) + levels[levels.len() - 1].count_ones() as usize,
        }
    }

    /// The mirror image of one word: every field from right to left.
    pub fn mirrored<W: Word>(&self, word: W) -> W {
        let slots = self.rules.slots;
        let mut image = W::default();
        for field in 0..word.length().div_ceil(slots) {
            image = image.flip(field * slots, self.reversed(word.field(field * slots, slots)));
        }
        image
    }

    /// A level from right to left.
    pub fn reversed(&self, mask: u16) -> u16 {
        mask.reverse_bits() >> (16 - self.rules.slots)
    }

    /// The least of the mirror images.
    pub fn canonical<W: Word>(&self, packed: Packed<W>) -> Packed<W> {
        Packed { words: packed.words.map(|word| word.min(self.mirrored(word))) }
    }

    /// The mirror image in both axes.
    pub fn image<W: Word>(&self, packed: Packed<W>) -> Packed<W> {
        Packed { words: packed.words.map(|word| self.mirrored(word)) }
    }

    /// The tower with some blocks of a level put or taken.
    #[inline]
    pub fn flipped<W: Word>(&self, packed: Packed<W>, level: usize, blocks: u16) -> Packed<W> {
        let mut words = packed.words;
        words[level & 1] = words[level & 1].flip(self.place(level), blocks);
        Packed { words }
    }

    /// Hands on the tower after every move, as it stands, one for each block and each slot where it may be put.
    pub fn options<W: Word>(&self, packed: Packed<W>, mut found: impl FnMut(Packed<W>)) {
        self.rules.lifts(&self.unpack(packed), |lift| self.each(packed, lift, &mut found));
    }

    /// The towers that one lift leads to.
    pub fn each<W: Word>(&self, packed: Packed<W>, lift: Lift, mut found: impl FnMut(Packed<W>)) {
        let mut onto = lift.onto;
        while onto != 0 {
            let slot = onto & onto.wrapping_neg();
            onto ^= slot;
            found(self.moved(packed, lift, slot));
        }
    }

    /// The tower after the block of a lift is put in a slot, given as a mask of one bit.
    pub fn moved<W: Word>(&self, packed: Packed<W>, lift: Lift, slot: u16) -> Packed<W> {
        self.flipped(self.flipped(packed, lift.from, lift.block), lift.to, slot)
    }
}

#[cfg(test)]
mod tests {
    use super::super::lift::Removal;
    use super::*;
    use crate::game::Game;
    use crate::game::tower::Towers;
    use std::collections::BTreeSet;

    fn packing(slots: u32, levels: usize) -> Packing {
        Packing::new::<u128>(Rules::official(slots).unwrap(), levels).unwrap()
    }

    /// Every ply of a start with the rules' own moves: the towers, packed or not, are the same.
    fn same_plies<W: Word>(slots: u32, levels: usize) {
        let game = Towers::new(slots).unwrap();
        let packing = Packing::new::<W>(Rules::official(slots).unwrap(), levels).unwrap();
        let mut towers = BTreeSet::from([game.start(levels).unwrap()]);
        for ply in 0.. {
            let mut next = BTreeSet::new();
            for tower in &towers {
                let packed = packing.pack::<W>(&tower.levels);
                assert_eq!((packing.ply(packed), packing.tower(packed)), (ply, tower.clone()));
                let mut options = Vec::new();
                packing.options(packed, |option| options.push(packing.tower(option)));
                let mut plain = game.options(tower);
                plain.sort();
                options.sort();
                assert_eq!(options, plain, "{}", game.show(tower));
                next.extend(plain);
            }
            if next.is_empty() {
                break;
            }
            towers = next;
        }
    }

    #[test]
    fn whole_games_go_as_the_rules_have_it() {
        for (slots, levels) in [(1, 3), (2, 4), (3, 1), (3, 5), (4, 3), (5, 2), (6, 2)] {
            same_plies::<u128>(slots, levels);
        }
        same_plies::<u64>(3, 5);
        same_plies::<u64>(4, 3);
    }

    #[test]
    fn the_canonical_form_is_that_of_every_image() {
        let packing = packing(5, 3);
        let tower = [0b11011, 0b00110, 0b11111, 0b01101];
        let image = |axes: [bool; 2]| {
            let levels: Vec<u16> = tower
                .iter()
                .enumerate()
                .map(|(level, &mask)| if axes[level & 1] { packing.reversed(mask) } else { mask })
                .collect();
            packing.canonical(packing.pack::<u128>(&levels))
        };
        let all = [[false, false], [false, true], [true, false], [true, true]].map(image);
        assert!(all.iter().all(|canonical| *canonical == all[0]));
        assert_eq!(packing.canonical(all[0]), all[0]);
        assert_eq!(packing.tower(all[0]).levels, [0b11011, 0b00110, 0b11111, 0b01101]);
    }

    #[test]
    fn towers_that_may_outgrow_the_words_are_refused() {
        let rules = Rules::official(5).unwrap();
        assert_eq!((rules.highest(4), Packing::room::<u64>(rules)), (16, 24));
        assert!(Packing::new::<u64>(rules, 5).is_ok() && Packing::new::<u64>(rules, 6).is_err());
        assert!(Packing::new::<u128>(rules, 10).is_ok() && Packing::new::<u128>(rules, 11).is_err());
        assert!(Packing::new::<u128>(rules, 0).is_err());
        assert!(Packing::new::<u128>(Rules { slots: 17, rule: Removal::Any, semi_stable: false }, 1).is_err());
    }
}
