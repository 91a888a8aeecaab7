//! A table of decided positions with full keys: two positions are never taken for one.
use crate::error::Result;
use crate::solve::Memory;

/// The key of a position: one number for each axis. The top bit of the second is the table's own.
pub type Key = [u128; 2];

/// The bit of a stored key that says whether the player to move wins.
const WON: u128 = 1 << 127;

/// The greatest number that a key may hold.
pub const MOST: u128 = WON - 1;

/// An open table of keys; `[0, 0]` is no key.
pub struct OutcomeTable {
    slots: Vec<Key>,
    filled: usize,
    memory: Memory,
}

impl OutcomeTable {
    /// An empty table that may grow within the memory.
    pub fn new(memory: Memory) -> Self {
        OutcomeTable { slots: vec![[0, 0]; 1 << 12], filled: 0, memory }
    }

    /// The number of positions that are kept.
    pub fn len(&self) -> usize {
        self.filled
    }

    /// Whether no position is kept.
    pub fn is_empty(&self) -> bool {
        self.filled == 0
    }

    /// Whether the player to move wins, if that is known.
    pub fn get(&self, key: Key) -> Option<bool> {
        let slot = self.slots[self.place(key)];
        (slot != [0, 0]).then_some(slot[1] & WON != 0)
    }

    /// Keeps the outcome of a position.
    ///
    /// # Errors
    /// No memory to grow.
    pub fn insert(&mut self, key: Key, wins: bool) -> Result<()> {
        if self.filled * 4 >= self.slots.len() * 3 {
            self.grow()?;
        }
        let place = self.place(key);
        if self.slots[place] == [0, 0] {
            self.filled += 1;
        }
        self.slots[place] = [key[0], if wins { key[1] | WON } else { key[1] }];
        Ok(())
    }

    /// Where a key stands or would stand.
    fn place(&self, key: Key) -> usize {
        let mask = self.slots.len() - 1;
        let mut place = hash(key) as usize & mask;
        while self.slots[place] != [0, 0] && [self.slots[place][0], self.slots[place][1] & MOST] != key {
            place = (place + 1) & mask;
        }
        place
    }

    fn grow(&mut self) -> Result<()> {
        let larger = self.slots.len() * 2;
        self.memory.ask(larger as u128 * 3 / 2 * size_of::<Key>() as u128, "the table of decided positions")?;
        let old = std::mem::replace(&mut self.slots, vec![[0, 0]; larger]);
        for slot in old.into_iter().filter(|slot| *slot != [0, 0]) {
            let place = self.place([slot[0], slot[1] & MOST]);
            self.slots[place] = slot;
        }
        Ok(())
    }
}

/// Spreads keys over the table.
fn hash(key: Key) -> u64 {
    let mut state = 0x9E37_79B9_7F4A_7C15u64;
    for word in [key[0] as u64, (key[0] >> 64) as u64, key[1] as u64, (key[1] >> 64) as u64] {
        state = (state ^ word).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        state ^= state >> 32;
    }
    state
}
