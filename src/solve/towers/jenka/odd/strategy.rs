//! A found win as a strategy: the reply to every place where the designated winner is to move, and its certificate.
use super::place::{Arena, Place, Role, Step};
use super::search::Won;
use crate::error::{Error, Result};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The most replies of a line of a certificate.
const LINE: usize = 24;

/// A place as certificates order places: for each level, what is known of it, as a number.
pub type Spelling = Vec<u32>;

/// A reply: the level from 1, which block goes, and where it is put. In a known level the block is its slot from 1,
/// below the known levels its side: 1 left, 2 the middle, 3 right.
pub type Reply = (usize, u32, u32);

/// The replies of the designated winner, one map for each number of moves made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Strategy {
    /// The number of slots of a level.
    pub slots: u32,
    /// The number of full levels of the start.
    pub levels: usize,
    /// How many levels from the top are known.
    pub known: usize,
    /// Whether the designated winner is the first player.
    pub first: bool,
    /// The replies, one map for each turn of the designated winner.
    pub turns: Vec<BTreeMap<Spelling, Reply>>,
}

impl Strategy {
    /// Reads the strategy from the table of a search.
    ///
    /// # Errors
    /// A hole in the table, which would be a fault of the search.
    pub fn new(won: &Won, levels: usize) -> Result<Self> {
        let search = &won.search;
        let mut front = BTreeMap::new();
        let mut turns = Vec::new();
        let start = search.start(levels)?;
        front.insert(spelling(&search.arena, &start), start);
        let mut winner = search.first;
        while !front.is_empty() {
            let (mut next, mut replies) = (BTreeMap::new(), BTreeMap::new());
            for (spelt, place) in front {
                let steps = if winner {
                    let step = search.reply(&place)?.ok_or_else(|| hole(&spelt))?;
                    replies.insert(spelt, reply(&search.arena, &place, &step));
                    vec![step]
                } else {
                    search.arena.steps(&place, Role::Possible).into_iter().map(|(step, _)| step).collect()
                };
                for step in steps {
                    let option = canonical(&search.arena, &search.arena.after(&place, &step)?)?;
                    next.insert(spelling(&search.arena, &option), option);
                }
            }
            if winner {
                turns.push(replies);
            }
            (front, winner) = (next, !winner);
        }
        let slots = search.arena.labels.slots;
        Ok(Strategy { slots, levels, known: won.depth, first: search.first, turns })
    }

    /// The number of replies.
    pub fn replies(&self) -> usize {
        self.turns.iter().map(BTreeMap::len).sum()
    }

    /// The certificate of kind `jenka-strategy`.
    pub fn certificate(&self) -> String {
        let winner = if self.first { "first" } else { "second" };
        let mut text = format!(
            "topple-certificate 1 jenka-strategy\ngame jenga-physical {}\nlevels {}\nknown {}\nwinner {winner}\n",
            self.slots, self.levels, self.known
        );
        for turn in &self.turns {
            let replies: Vec<&Reply> = turn.values().collect();
            for line in replies.chunks(LINE) {
                text.push_str("replies");
                for (from, take, put) in line {
                    write!(text, " {from} {take} {put}").expect("a string takes all that is written");
                }
                text.push('\n');
            }
        }
        text + "end\n"
    }
}

fn hole(spelt: &Spelling) -> Error {
    Error::input("strategy of Jenka", format!("no reply at the place {spelt:?}"), "a reply at every place")
}

/// What is known of a level as a number: its sides, or above all those its blocks.
fn spell(arena: &Arena, label: u16) -> u32 {
    let label = arena.labels.get(label);
    let (left, middle, right) = label.sides;
    match label.mask {
        Some(mask) => 1 << 16 | u32::from(mask),
        None => u32::from(left) << 8 | u32::from(middle) << 4 | u32::from(right),
    }
}

/// A place as certificates order places.
pub fn spelling(arena: &Arena, place: &Place) -> Spelling {
    place.labels().iter().map(|&label| spell(arena, label)).collect()
}

/// The image of a place, mirrored along either axis or not, with the least spelling.
fn canonical(arena: &Arena, place: &Place) -> Result<Place> {
    let mut labels = place.labels().to_vec();
    let mirror = |&label: &u16| arena.labels.get(label).mirror;
    for axis in 0..2 {
        let here = || labels.iter().skip(axis).step_by(2);
        let spelt = here().map(|&label| spell(arena, label));
        if here().map(|label| spell(arena, mirror(label))).lt(spelt) {
            labels.iter_mut().skip(axis).step_by(2).for_each(|label| *label = mirror(label));
        }
    }
    arena.place(&labels)
}

/// A step in the words of certificates.
fn reply(arena: &Arena, place: &Place, step: &Step) -> Reply {
    let is_known = |level: usize| level + arena.labels.depth >= place.labels().len().max(level + 1);
    let block = |level: usize, less: u16, more: u16| {
        let (less, more) = (arena.labels.get(less), arena.labels.get(more));
        if is_known(level) {
            let changed = less.members[0] ^ more.members[0];
            arena.labels.slots - changed.trailing_zeros()
        } else if less.sides.0 != more.sides.0 {
            1
        } else if less.sides.1 != more.sides.1 {
            2
        } else {
            3
        }
    };
    let old = place.labels().get(step.to).copied().unwrap_or(0);
    (step.from + 1, block(step.from, step.left, place.labels()[step.from]), block(step.to, old, step.top))
}
