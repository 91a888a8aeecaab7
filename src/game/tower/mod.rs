//! Jenga as it is played: towers of blocks that must not fall (zwick, sections 2, 4 and 6).
//!
//! A move takes a block from a level strictly below the highest full level and puts it into a free slot of the top
//! level, or starts a new level if the top one is full. The tower must be stable with the block in the hand and after
//! it is placed; who has no such move loses.
mod reading;
pub mod stability;

pub use reading::{Clock, clock, triplet};
pub use stability::Stability;

use super::Game;
use crate::error::{Error, Result};

/// The most blocks a tower may have. A move keeps their number, and no level is empty, so this bounds the height too.
pub const MAX_BLOCKS: usize = 4096;

/// The game on stable towers of `slots` blocks a level.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Towers {
    slots: u32,
}

/// A tower: its levels from the bottom up. Slot j (from 0 at the left) of a level of k slots is bit `k - 1 - j`, so
/// that towers of one height are ordered as their notations are.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Tower {
    /// One mask for each level; none is empty.
    pub levels: Vec<u16>,
}

/// A move: which block goes where. Levels and slots are counted from 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Move {
    /// With three slots, the type of the move: what is left of the level (zwick, section 4).
    pub kind: Option<&'static str>,
    /// The level and slot that the block leaves.
    pub from: (usize, usize),
    /// The level and slot where it is put.
    pub to: (usize, usize),
}

impl std::fmt::Display for Move {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if let Some(kind) = self.kind {
            write!(f, "{kind} ")?;
        }
        let ((level, slot), (top, free)) = (self.from, self.to);
        write!(f, "from level {level} slot {slot} to level {top} slot {free}")
    }
}

impl Tower {
    /// The index of the highest full level, if there is one.
    pub fn highest_full(&self, slots: u32) -> Option<usize> {
        self.levels.iter().rposition(|level| level.count_ones() == slots)
    }
}

impl Towers {
    /// The game with 1 to 16 blocks a level.
    ///
    /// # Errors
    /// Any other number of blocks.
    pub fn new(slots: u32) -> Result<Self> {
        if (1..=16).contains(&slots) {
            return Ok(Towers { slots });
        }
        Err(Error::input("blocks a level", slots.to_string(), "a number from 1 to 16"))
    }

    /// The game that the words after `jenga-physical` name: the number of blocks a level.
    pub fn from_words(words: &str) -> Result<Self> {
        let slots = words.trim().parse().map_err(|_| {
            Error::input("jenga-physical", format!("'{words}'"), "the number of blocks a level, from 1 to 16")
        })?;
        Towers::new(slots)
    }

    /// The number of blocks of a full level.
    pub fn slots(&self) -> u32 {
        self.slots
    }

    /// A full level.
    pub fn full(&self) -> u16 {
        u16::MAX >> (16 - self.slots)
    }

    /// The tower of `levels` full levels.
    ///
    /// # Errors
    /// No levels, or more than [`MAX_BLOCKS`] blocks.
    pub fn start(&self, levels: usize) -> Result<Tower> {
        let most = MAX_BLOCKS / self.slots as usize;
        if (1..=most).contains(&levels) {
            return Ok(Tower { levels: vec![self.full(); levels] });
        }
        Err(Error::input("full levels", levels.to_string(), format!("a number from 1 to {most}")))
    }

    /// Whether the tower stands, exactly.
    pub fn stability(&self, tower: &Tower) -> Stability {
        stability::stability(self.slots, &tower.levels)
    }

    /// The moves that take a block from the lowest `limit` levels, whatever the rule of play says of the other levels.
    pub fn moves_below(&self, tower: &Tower, limit: usize) -> Vec<(Move, Tower)> {
        let mut moves = Vec::new();
        for level in 0..limit {
            for slot in self.slots_in(tower.levels[level]) {
                let mut held = tower.clone();
                held.levels[level] ^= self.bit(slot);
                if held.levels[level] == 0 || self.stability(&held) != Stability::Stable {
                    continue;
                }
                let kind = self.kind(held.levels[level]);
                for (to, placed) in self.placements(&held) {
                    moves.push((Move { kind, from: (level + 1, slot + 1), to }, placed));
                }
            }
        }
        moves
    }

    /// The stable towers that come of putting one more block on top, each with the level and slot of the block.
    fn placements(&self, held: &Tower) -> Vec<((usize, usize), Tower)> {
        let mut ready = held.clone();
        if held.levels.last() == Some(&self.full()) {
            ready.levels.push(0);
        }
        let top = ready.levels.len() - 1;
        self.slots_in(!ready.levels[top])
            .map(|slot| {
                let mut placed = ready.clone();
                placed.levels[top] |= self.bit(slot);
                ((top + 1, slot + 1), placed)
            })
            .filter(|(_, placed)| self.stability(placed) == Stability::Stable)
            .collect()
    }

    fn bit(&self, slot: usize) -> u16 {
        1 << (self.slots as usize - 1 - slot)
    }

    fn slots_in(&self, mask: u16) -> impl Iterator<Item = usize> + use<'_> {
        (0..self.slots as usize).filter(move |&slot| mask & self.bit(slot) != 0)
    }

    fn kind(&self, left: u16) -> Option<&'static str> {
        match (self.slots, left) {
            (3, 0b101) => Some("I-I"),
            (3, 0b110 | 0b011) => Some("II-"),
            (3, 0b010) => Some("-I-"),
            _ => None,
        }
    }

    /// Reads the levels of `111/011/101`, or of `{1,1,1},{0,1,1},{1,0,1}` as the appendix of carvalho writes them.
    fn levels(&self, text: &str) -> Result<Vec<u16>> {
        let appendix = text.starts_with('{');
        let plain: String = if appendix {
            let inner = text.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
            let spaceless: String = inner.unwrap_or("").split_whitespace().collect();
            spaceless.split("},{").map(|level| level.replace(',', "")).collect::<Vec<_>>().join("/")
        } else {
            text.to_string()
        };
        plain.split('/').zip(1..).map(|(level, number)| self.level(text, number, level)).collect()
    }

    fn level(&self, text: &str, number: usize, level: &str) -> Result<u16> {
        let right = format!("{} slots, each 0 or 1, and a block in one of them", self.slots);
        let shown: String = level.chars().take(20).collect();
        let wrong = |what: String| Error::input(format!("{} level {number}", place(text)), what, right.clone());
        if number > MAX_BLOCKS {
            return Err(too_many(text));
        }
        if level.chars().count() != self.slots as usize || level.chars().any(|slot| !matches!(slot, '0' | '1')) {
            return Err(wrong(format!("'{shown}'")));
        }
        let mask = u16::from_str_radix(level, 2).expect("at most 16 binary digits");
        if mask == 0 { Err(wrong(format!("'{shown}', an empty level"))) } else { Ok(mask) }
    }
}

/// A tower's text as the place of a complaint, cut to one line.
fn place(text: &str) -> String {
    let cut: String = text.chars().take(40).collect();
    let dots = if cut.len() < text.len() { "..." } else { "" };
    format!("tower '{cut}{dots}'")
}

fn too_many(text: &str) -> Error {
    Error::input(place(text), "too many blocks", format!("at most {MAX_BLOCKS} blocks"))
}

impl Game for Towers {
    type Position = Tower;
    type Move = Move;

    fn name(&self) -> String {
        if self.slots == 3 { "jenga".to_string() } else { format!("jenga-physical {}", self.slots) }
    }

    fn moves(&self, tower: &Tower) -> Vec<(Move, Tower)> {
        self.moves_below(tower, tower.highest_full(self.slots).unwrap_or(0))
    }

    /// Give a block of level i (from 0) the height i. A move takes a block from below a full level to a level above
    /// that one, so the sum of the heights grows by at least 2. It is never above 0 + 1 + ... + (N - 1) for N blocks:
    /// with a block in every level, the i-th lowest block is at height i - 1 at most. The distance to that bound is
    /// the weight; it needs no more than 128 bits, as N fits into 64.
    fn weight(&self, tower: &Tower) -> u128 {
        let (mut blocks, mut heights) = (0u128, 0u128);
        for (height, level) in (0u128..).zip(&tower.levels) {
            let count = u128::from(level.count_ones());
            blocks += count;
            heights += count * height;
        }
        blocks * blocks.saturating_sub(1) / 2 - heights
    }

    fn parse(&self, text: &str) -> Result<Tower> {
        let text = text.trim();
        let tower = Tower { levels: self.levels(text)? };
        if tower.levels.iter().map(|level| level.count_ones() as usize).sum::<usize>() > MAX_BLOCKS {
            return Err(too_many(text));
        }
        let wrong = |level: usize, what: &str| {
            Error::input(
                format!("{} level {level}", place(text)),
                format!("the blocks above this level {what}"),
                "a stable tower: above every level, the centre of mass strictly inside what it rests on",
            )
        };
        match self.stability(&tower) {
            Stability::Stable => Ok(tower),
            Stability::SemiStable { level } => Err(wrong(level, "only just balance on it")),
            Stability::Falls { level } => Err(wrong(level, "fall off it")),
        }
    }

    fn show(&self, tower: &Tower) -> String {
        let width = self.slots as usize;
        let levels: Vec<String> = tower.levels.iter().map(|level| format!("{level:0width$b}")).collect();
        levels.join("/")
    }
}

#[cfg(test)]
mod tests;
