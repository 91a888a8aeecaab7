//! What every removal is worth, to be drawn on a tower (the paper, section 2 and Figure 2).
use super::action::ActionValues;
use crate::arena::{Move, Tower, Triple, wins};

/// A block of a tower, and what taking it is worth.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BlockWorth {
    /// Its level.
    pub level: usize,
    /// Its slot.
    pub slot: usize,
    /// What taking it is worth; none if it may not be taken, which is drawn grey.
    pub worth: Option<Worth>,
}

/// What taking a block is worth, each at the best place for it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Worth {
    /// The value that the network gives, from about -1 to 1.
    pub learned: f32,
    /// Whether it wins the game without noise: exact.
    pub wins: bool,
    /// The chance that the tower stands after it, if the block is put without noise.
    pub chance: f64,
}

/// All blocks of a tower, from the bottom up.
pub fn block_worths(values: &ActionValues, tower: &Tower) -> Vec<BlockWorth> {
    let learned = values.of(tower);
    let slots = (0..tower.height()).flat_map(|level| (0..3).map(move |slot| (level, slot)));
    let worth = |(level, slot)| {
        let here = |chosen: Move| (usize::from(chosen.level), usize::from(chosen.slot)) == (level, slot);
        let worths =
            learned.iter().filter(|(chosen, _)| here(*chosen)).map(|(chosen, value)| of_move(tower, *chosen, *value));
        BlockWorth { level, slot, worth: worths.reduce(better) }
    };
    slots.filter(|(level, slot)| tower.block(*level, *slot).is_some()).map(worth).collect()
}

fn of_move(tower: &Tower, chosen: Move, learned: f32) -> Worth {
    let mut after = tower.clone();
    let chance = after.make(chosen, tower.ideal(usize::from(chosen.place)));
    Worth { learned, wins: !wins(Triple::of(&after)), chance }
}

fn better(a: Worth, b: Worth) -> Worth {
    Worth { learned: a.learned.max(b.learned), wins: a.wins || b.wins, chance: a.chance.max(b.chance) }
}
