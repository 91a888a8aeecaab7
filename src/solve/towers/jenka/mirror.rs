//! The second player's reply for even k: the same move after half a turn of the tower about its axis.
//!
//! Half a turn takes slot j of a level to slot k - 1 - j, on both axes. Call a tower even if it is its own image.
//!
//! # Why the reply is always there (official rule, stable towers)
//! The start is even. From an even tower T let the first player take block j of level i, which is below the highest full
//! level h, and put it in slot j' of the top level t. For even k no slot is its own image, so the image of the move is
//! about another block and another slot.
//! - *There is a slot.* The top of T holds an even number of blocks, or is new: with one block more it is not full, and
//!   slot k - 1 - j' is free. No level has become full and h has lost nothing, so level i may still be used.
//! - *The level does not become empty.* If it held blocks j and k - 1 - j alone, one of them would be left after the
//!   first player's move, and the edge of it that is nearer to the middle is not beyond the middle, since k is even. In
//!   the hand, all above level i is even with X = 0, so `lo * M < 0 < hi * M` would fail: that move was not legal.
//! - *The tower stands in the hand.* It is an even tower with one block more in slot j' of level t. An even level has
//!   `hi = -lo >= 2`. Levels of the other axis have X = 0. A level of the axis of t is at least two below it, so what it
//!   bears holds the full level t - 1 and the new block: M >= k + 1, and `|X| <= k - 1 < 2 M`. The level i has still an
//!   image of each of its blocks, and at least two.
//! - *It stands in the end.* It is even again: X = 0 everywhere, and `lo * M < 0 < hi * M`.
//!
//! So the second player never lacks a reply, whatever n is, and as play ends the first player is the one without a move.
//! If semi-stable towers stand too, the second step fails: one block of the two in the middle of a level bears an even
//! tower on its edge, and its image is then the last block of the level.
use super::lift::Rules;
use super::pack::{Packed, Packing};
use crate::error::Result;
use crate::solve::Memory;
use hashbrown::HashSet;

/// What the mirror reply came to, over every even tower that arises when the second player always replies so.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mirrored {
    /// The even towers.
    pub towers: u64,
    /// The first player's moves from them.
    pub moves: u64,
    /// The moves to which the image is no legal reply.
    pub refused: u64,
    /// The first of these: the tower, and what the move makes of it.
    pub first: Option<(Vec<u16>, Vec<u16>)>,
}

/// Plays the image of every move from `levels` full levels.
///
/// # Errors
/// A start out of range, or more memory than allowed.
pub fn mirrored(rules: Rules, levels: usize, memory: Memory) -> Result<Mirrored> {
    let packing = Packing::new::<u128>(rules, levels)?;
    let mut found = Mirrored { towers: 0, moves: 0, refused: 0, first: None };
    let mut towers = vec![packing.start::<u128>()];
    while !towers.is_empty() {
        found.towers += towers.len() as u64;
        let mut next = HashSet::new();
        for &tower in &towers {
            reply(&packing, tower, &mut found, &mut next);
            memory.ask(next.allocation_size() as u128 * 3, "the towers after the mirror reply")?;
        }
        towers = next.into_iter().collect();
        towers.sort_unstable();
    }
    Ok(found)
}

/// The image of every move from an even tower.
fn reply(packing: &Packing, tower: Packed<u128>, found: &mut Mirrored, next: &mut HashSet<Packed<u128>>) {
    packing.rules.lifts(&packing.unpack(tower), |lift| {
        let mut slots = lift.onto;
        while slots != 0 {
            let slot = slots & slots.wrapping_neg();
            slots ^= slot;
            let moved = packing.moved(tower, lift, slot);
            let (block, to) = (packing.reversed(lift.block), packing.reversed(slot));
            let mut answer = None;
            packing.rules.lifts(&packing.unpack(moved), |second| {
                if (second.from, second.block, second.to) == (lift.from, block, lift.to) && second.onto & to != 0 {
                    answer = Some(packing.moved(moved, second, to));
                }
            });
            found.moves += 1;
            match answer {
                Some(even) => {
                    next.insert(even);
                }
                None => {
                    found.refused += 1;
                    let levels = |tower| packing.unpack(tower).to_vec();
                    found.first.get_or_insert_with(|| (levels(tower), levels(moved)));
                }
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use super::super::lift::Removal;
    use super::*;
    use crate::game::Game;
    use crate::game::tower::{Tower, Towers};
    use std::collections::BTreeSet;

    /// The same by the rules of the game alone, with towers as lists and images by turning every level.
    fn plain(slots: u32, levels: usize) -> Mirrored {
        let game = Towers::new(slots).unwrap();
        let turned = |mask: u16| mask.reverse_bits() >> (16 - slots);
        let mut towers = BTreeSet::from([game.start(levels).unwrap()]);
        let mut found = Mirrored { towers: 0, moves: 0, refused: 0, first: None };
        while !towers.is_empty() {
            found.towers += towers.len() as u64;
            let mut next = BTreeSet::new();
            for tower in &towers {
                for first in game.options(tower) {
                    found.moves += 1;
                    // The image has what the first move changed, turned, changed as well.
                    let before = |level: usize| tower.levels.get(level).copied().unwrap_or(0);
                    let change = |level: usize| before(level) ^ first.levels[level];
                    let levels = (0..first.levels.len()).map(|level| first.levels[level] ^ turned(change(level)));
                    let image = Tower { levels: levels.collect() };
                    if game.options(&first).contains(&image) {
                        next.insert(image);
                    } else {
                        found.refused += 1;
                    }
                }
            }
            towers = next;
        }
        found
    }

    #[test]
    fn replies_are_those_of_the_plain_game() {
        for (slots, levels) in [(2, 4), (4, 3), (4, 4), (6, 2), (8, 2)] {
            let found = mirrored(Rules::official(slots).unwrap(), levels, Memory(1 << 30)).unwrap();
            assert_eq!(found, plain(slots, levels), "k = {slots}, n = {levels}");
            assert_eq!(found.refused, 0);
        }
    }

    #[test]
    fn with_semi_stable_towers_the_image_may_be_missing() {
        let rules = Rules { slots: 2, rule: Removal::Official, semi_stable: true };
        let found = mirrored(rules, 2, Memory(1 << 30)).unwrap();
        assert_eq!(found.refused, found.moves);
        assert_eq!(found.first.unwrap().0, [0b11, 0b11]);
        // An odd level has a block that is its own image.
        assert!(mirrored(Rules::official(5).unwrap(), 2, Memory(1 << 30)).unwrap().refused > 0);
    }
}
