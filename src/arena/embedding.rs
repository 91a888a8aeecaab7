//! A tower as numbers for a network (section 4.3 of the paper).
use super::tower::{Move, Tower};

/// How many levels the basic embedding has room for, in the paper's experiments.
pub const BUFFER: usize = 15;

/// Which numbers describe a tower.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Embedding {
    /// Height, centres of mass and the blocks that are there (section 4.3.1).
    Basic,
    /// Chance to hold, height, and counts modulo 2 and 3 (section 4.3.2).
    Nim,
    /// Both, basic first (section 5.5.2).
    Union,
}

impl Embedding {
    /// How many numbers describe a tower, with room for `buffer` levels.
    pub fn size(self, buffer: usize) -> usize {
        match self {
            Embedding::Basic => 1 + 5 * buffer,
            Embedding::Nim => 14,
            Embedding::Union => 15 + 5 * buffer,
        }
    }

    /// How many numbers describe a tower and a move.
    pub fn action_size(self, buffer: usize) -> usize {
        3 + 2 * self.size(buffer)
    }

    /// Appends the numbers of a tower. Levels beyond the buffer are left out.
    pub fn write(self, tower: &Tower, buffer: usize, into: &mut Vec<f64>) {
        if self != Embedding::Nim {
            basic(tower, buffer, into);
        }
        if self != Embedding::Basic {
            nim(tower, into);
        }
    }

    /// Appends the numbers of a legal move (section 4.3.3): what is left of the touched level, the tower without the
    /// block, and the tower with the block put without noise.
    pub fn write_action(self, tower: &Tower, chosen: Move, buffer: usize, into: &mut Vec<f64>) {
        let without = self.write_removal(tower, (usize::from(chosen.level), usize::from(chosen.slot)), buffer, into);
        self.write_place(without, usize::from(chosen.place), buffer, into);
    }

    /// Appends what [`Embedding::write_action`] begins with, for the block at this level and slot: what is left of the touched
    /// level, and the tower without the block. Gives that tower.
    pub fn write_removal(
        self,
        tower: &Tower,
        (level, slot): (usize, usize),
        buffer: usize,
        into: &mut Vec<f64>,
    ) -> Tower {
        let mut without = tower.clone();
        without.take(level, slot);
        into.extend(presence(without.mask(level)));
        self.write(&without, buffer, into);
        without
    }

    /// Appends what [`Embedding::write_action`] ends with: the tower with the block put without noise.
    pub fn write_place(self, without: Tower, place: usize, buffer: usize, into: &mut Vec<f64>) {
        let mut with = without;
        with.put(place, with.ideal(place));
        self.write(&with, buffer, into);
    }
}

fn presence(mask: u8) -> [f64; 3] {
    std::array::from_fn(|slot| f64::from(mask >> slot & 1))
}

fn basic(tower: &Tower, buffer: usize, into: &mut Vec<f64>) {
    into.push(tower.height() as f64);
    for level in 0..buffer {
        into.extend(if level < tower.height() { tower.centre(level) } else { [0.0; 2] });
    }
    for level in 0..buffer {
        into.extend(presence(tower.mask(level)));
    }
}

fn nim(tower: &Tower, into: &mut Vec<f64>) {
    into.extend([tower.log_chance(), tower.height() as f64]);
    let types = tower.level_types();
    let free = types[1] + 2 * types[3];
    for modulus in [2, 3] {
        let counts = [tower.top_blocks(), free, types[0], types[1], types[2], types[3]];
        into.extend(counts.map(|count| (count % modulus) as f64));
    }
}
