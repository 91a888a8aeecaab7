//! The wells that were found, each with a word: open addressing in a table of fixed size that all threads fill at once.
use super::Word;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// No row is full, so no well is this word.
const FREE: Word = Word::MAX;

pub(super) struct Table {
    wells: Vec<AtomicU64>,
    words: Vec<AtomicU64>,
}

impl Table {
    /// The slots for so many wells, of which a quarter at least stays free, and 16,384.
    fn slots_for(most: usize) -> u128 {
        (most as u128 * 4 / 3 + 2).max(1 << 16).next_power_of_two()
    }

    pub fn bytes(most: usize) -> u128 {
        16 * Self::slots_for(most)
    }

    /// Room for so many wells. The memory has been asked for.
    pub fn new(most: usize) -> Self {
        let slots = Self::slots_for(most) as usize;
        let filled = |word: u64| (0..slots).map(|_| AtomicU64::new(word)).collect();
        Table { wells: filled(FREE), words: filled(0) }
    }

    /// The word in a slot.
    pub fn word(&self, slot: u32) -> u64 {
        self.words[slot as usize].load(Relaxed)
    }

    pub fn set(&self, slot: u32, word: u64) {
        self.words[slot as usize].store(word, Relaxed);
    }

    /// The slots where a well may be, the likeliest first.
    fn probe(&self, well: Word) -> impl Iterator<Item = u32> {
        let (mixed, last) = (mix(well) as usize, self.wells.len() - 1);
        (0..=last).map(move |step| ((mixed + step) & last) as u32)
    }

    /// The slot of a well, which is added if it was not there, and whether it was not. There is room for it.
    pub fn insert(&self, well: Word) -> (u32, bool) {
        for slot in self.probe(well) {
            match self.wells[slot as usize].compare_exchange(FREE, well, Relaxed, Relaxed) {
                Ok(_) => return (slot, true),
                Err(other) if other == well => return (slot, false),
                Err(_) => {}
            }
        }
        unreachable!("a quarter of the slots is free")
    }

    /// The slot of a well that is there.
    pub fn slot(&self, well: Word) -> Option<u32> {
        let found = self.probe(well).map(|slot| (slot, self.wells[slot as usize].load(Relaxed)));
        let found = found.into_iter().find(|(_, other)| *other == well || *other == FREE);
        found.filter(|(_, other)| *other == well).map(|(slot, _)| slot)
    }

    /// The word of a well; 0 for one that is not there.
    pub fn get(&self, well: Word) -> u64 {
        self.slot(well).map_or(0, |slot| self.word(slot))
    }
}

/// Spreads the bits of a word over all of it: the finalizer of splitmix64 (Steele, Lea and Flood 2014).
fn mix(word: u64) -> u64 {
    let word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ word >> 31
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    #[test]
    fn holds_what_a_map_holds() {
        let (table, mut map) = (Table::new(3000), HashMap::new());
        for well in (0..3000).map(|i: u64| i * i % 4001 * 0x1_0000_0001) {
            let (slot, is_new) = table.insert(well);
            table.set(slot, well ^ 5);
            assert_eq!(is_new, map.insert(well, slot).is_none_or(|other| other != slot));
        }
        assert!(
            map.len() > 1000
                && (0..5000).map(|i| i * 0x1_0000_0001).all(|well| {
                    table.slot(well) == map.get(&well).copied()
                        && table.get(well) == map.get(&well).map_or(0, |_| well ^ 5)
                })
        );
        assert_eq!(Table::bytes(3000), 16 * table.wells.len() as u128);
    }

    #[test]
    fn a_table_of_no_wells_has_room_for_none() {
        assert_eq!(Table::new(0).get(7), 0);
    }
}
