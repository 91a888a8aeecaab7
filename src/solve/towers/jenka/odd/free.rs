//! The game without physics: a level stands if its middle block is there or blocks on both sides of it are.
//!
//! It guesses who wins the real game, and orders its moves. A level (l, c, r) has l blocks left of the middle slot, c in
//! it, r right of it. Without the middle block, or with one side only, the level gives a fixed number of moves, whatever
//! is taken; such moves of all levels are one number, the chain. So a position is the chain, for each pair l >= r >= 1
//! the number of levels with the middle block, and the number of blocks in the top level, k counting as 0. After each k
//! moves one more full level can be played on.
use hashbrown::HashMap;

/// The most blocks beside the middle slot: k is at most 15.
const MOST_SIDE: usize = 7;
const PAIRS: usize = MOST_SIDE * (MOST_SIDE + 1) / 2;

/// A position of the game without physics.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Free {
    chain: u16,
    pairs: [u8; PAIRS],
    top: u8,
}

/// What one level adds to a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// So many moves.
    Chain(u16),
    /// A level of a pair, by its number.
    Pair(usize),
}

/// The part of a level with these numbers of blocks left of the middle slot, in it and right of it.
pub fn part((left, middle, right): (u8, u8, u8)) -> Part {
    let (more, less) = (usize::from(left.max(right)), usize::from(left.min(right)));
    match (middle, less) {
        (0, 0) => Part::Chain(0),
        (0, _) => Part::Chain((more + less - 2) as u16),
        (_, 0) => Part::Chain(more as u16),
        _ => Part::Pair(more * (more - 1) / 2 + less - 1),
    }
}

impl Free {
    /// No levels, and so many blocks in the top level.
    pub fn new(top: u8) -> Self {
        Free { chain: 0, pairs: [0; PAIRS], top }
    }

    /// With a part more.
    pub fn with(mut self, part: Part) -> Self {
        match part {
            Part::Chain(moves) => self.chain += moves,
            Part::Pair(pair) => self.pairs[pair] += 1,
        }
        self
    }

    /// With a part less that it has.
    pub fn without(mut self, part: Part) -> Self {
        match part {
            Part::Chain(moves) => self.chain -= moves,
            Part::Pair(pair) => self.pairs[pair] -= 1,
        }
        self
    }

    /// After a block is put on top, with k slots a level.
    pub fn placed(mut self, slots: u32) -> Self {
        self.top += 1;
        if u32::from(self.top) < slots {
            return self;
        }
        self.top = 0;
        let half = (slots / 2) as u8;
        self.with(part((half, 1, half)))
    }
}

/// Who wins the game without physics, remembered.
pub struct Outcomes {
    slots: u32,
    known: HashMap<Free, bool>,
}

impl Outcomes {
    /// Nothing known yet; k is odd and at most 15.
    pub fn new(slots: u32) -> Self {
        Outcomes { slots, known: HashMap::new() }
    }

    /// The start with so many full levels.
    pub fn start(&self, levels: usize) -> Free {
        let half = (self.slots / 2) as u8;
        (1..levels).fold(Free::new(0), |free, _| free.with(part((half, 1, half))))
    }

    /// Whether the player to move wins. Every play is short: a move makes a level smaller.
    pub fn wins(&mut self, free: Free) -> bool {
        if let Some(&wins) = self.known.get(&free) {
            return wins;
        }
        let wins = self.options(free).into_iter().any(|option| !self.wins(option));
        self.known.insert(free, wins);
        wins
    }

    fn options(&self, free: Free) -> Vec<Free> {
        let mut options = Vec::new();
        if free.chain > 0 {
            options.push(Free { chain: free.chain - 1, ..free });
        }
        for more in 1..=MOST_SIDE as u8 {
            for less in 1..=more {
                let here = part((more, 1, less));
                let Part::Pair(pair) = here else { continue };
                if free.pairs[pair] > 0 {
                    let rest = free.without(here);
                    let left = [(more - 1, 1, less), (more, 1, less - 1), (more, 0, less)];
                    options.extend(left.map(|level| rest.with(part(level))));
                }
            }
        }
        options.into_iter().map(|option| option.placed(self.slots)).collect()
    }
}
