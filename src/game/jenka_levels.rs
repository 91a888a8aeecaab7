//! Jenka_k without physics: towers of k blocks a level in which every level bears what is above it as if that were in
//! the middle.
//!
//! Then a level needs its central block, or a block on each side of the middle; which slots they are in does not matter,
//! nor where the blocks on top are. With k = 3 this is Zwick's game of triplets and with k = 4 the game of section 4 of
//! carvalho. From five blocks on it is not the game of physical towers.
//!
//! # From levels to numbers
//! Of an odd level k = 2h + 1 remember the blocks a and b on its two sides, and whether its central block is there.
//! - Without the central block both sides keep one block. Each move on the level takes one of the `a + b - 2` others,
//!   and there is nothing to choose: the level is that many single moves.
//! - With the central block and one side empty, the central block must stay: the level is a single moves, or b.
//! - With the central block and a block on both sides, three sorts of block can be taken. These levels are counted by
//!   their pair `a >= b >= 1`.
//!
//! An even level has no central block and is `a + b - 2` single moves. All single moves are alike, since every move
//! turns the same clock: k moves make a new full level. So a position is the number of levels with each pair, the number
//! of single moves, and the blocks on the highest full level. For even k only single moves are left, and their number
//! changes its parity with every move: no move can be a mistake.
use super::vector::{PLAIN, Rule, VectorGame, Weight};
use crate::error::{Error, Result};

/// The pairs of an odd level, from the full level down; none for even k.
pub fn pairs(slots: u64) -> Vec<(u64, u64)> {
    let half = if slots % 2 == 1 { slots / 2 } else { 0 };
    (1..=half).rev().flat_map(|a| (1..=a).rev().map(move |b| (a, b))).collect()
}

/// What a level is: the place of its pair and one level of it, or single moves (the last place) and how many. `None` if
/// the level does not bear what is in the middle.
pub fn level(slots: u64, sides: (u64, u64), centre: bool) -> Option<(usize, u64)> {
    let pairs = pairs(slots);
    let (a, b) = (sides.0.max(sides.1), sides.0.min(sides.1));
    match (centre, b) {
        (true, 1..) => pairs.iter().position(|&pair| pair == (a, b)).map(|place| (place, 1)),
        (true, 0) => Some((pairs.len(), a)),
        (false, 1..) => Some((pairs.len(), a + b - 2)),
        (false, 0) => None,
    }
}

/// The game `jenka-levels K`: coordinates as in [`pairs`], then the single moves; the state is the number of blocks on
/// the highest full level.
///
/// # Errors
/// Fewer than 2 or more than 16 blocks a level.
pub fn jenka_levels(slots: u64) -> Result<VectorGame> {
    if !(2..=16).contains(&slots) {
        return Err(Error::input("blocks a level", slots.to_string(), "a number from 2 to 16"));
    }
    let (pairs, half) = (pairs(slots), slots / 2);
    let singles = pairs.len();
    let full = level(slots, (half, half), slots % 2 == 1).expect("a full level bears all");
    // What is taken of a vector and what is put for it, whatever the clock says.
    let mut changes = vec![("single move".to_string(), (singles, 1), None)];
    for &(a, b) in &pairs {
        let from = level(slots, (a, b), true).expect("its centre is there");
        let after = |sides, centre| level(slots, sides, centre).expect("it keeps its centre or both sides");
        let mut left = vec![after((a, b - 1), true), after((a, b), false)];
        if a > b {
            left.push(after((a - 1, b), true));
        }
        changes.extend(left.into_iter().map(|to| (format!("({a},{b})"), from, Some(to))));
    }
    let rule = |clock: u64, (name, from, to): &(String, (usize, u64), Option<(usize, u64)>)| {
        let (mut take, mut put) = (vec![0; singles + 1], vec![0; singles + 1]);
        take[from.0] += from.1;
        let arriving = (clock + 1 == slots).then_some(full);
        for (place, number) in to.iter().chain(&arriving) {
            put[*place] += number;
        }
        Rule { name: name.clone(), from: clock as usize, take, put, to: ((clock + 1) % slots) as usize }
    };
    let rules = (0..slots).flat_map(|clock| changes.iter().map(move |change| (clock, change)));
    let rules = rules.map(|(clock, change)| rule(clock, change)).collect();
    // A level of a pair is good for a + b moves at most, and a move takes one off these at least.
    let per_unit = pairs.iter().map(|(a, b)| slots * (a + b)).chain([slots]).collect();
    let per_state = (0..slots).map(|clock| clock * (slots - 1)).collect();
    VectorGame::new(format!("jenka-levels {slots}"), slots as usize, rules, Weight { per_unit, per_state }, PLAIN)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, Play, jenga_four::jenga_four, zwick::zwick};
    use std::collections::HashMap;

    fn value(game: &VectorGame, text: &str) -> u64 {
        fn of(game: &VectorGame, at: &str, known: &mut HashMap<String, u64>) -> u64 {
            if let Some(&value) = known.get(at) {
                return value;
            }
            let options = game.options(&game.parse(at).unwrap());
            let value = Play::Grundy
                .value(options.iter().map(|option| of(game, &game.show(option), known)).collect::<Vec<_>>());
            known.insert(at.to_string(), value);
            value
        }
        of(game, text, &mut HashMap::new())
    }

    #[test]
    fn three_blocks_are_zwicks_triplets_and_four_are_carvalhos_layers() {
        let (three, four) = (jenka_levels(3).unwrap(), jenka_levels(4).unwrap());
        for x in 0..6 {
            for y in 0..6 {
                for z in 0..3 {
                    assert_eq!(value(&three, &format!("{z}:({x},{y})")), value(&zwick(), &format!("{x},{y},{z}")));
                    let single = format!("{z}:({})", y + 2 * x);
                    assert_eq!(value(&four, &single), value(&jenga_four(), &format!("({y},{x}|{z})")));
                }
            }
        }
    }

    /// Every level by itself: what can be left of it by one move, by trying.
    #[test]
    fn a_level_loses_what_trying_says() {
        for slots in 3..=9u64 {
            let game = jenka_levels(slots).unwrap();
            let half = slots / 2;
            for (a, b, centre) in (0..=half)
                .flat_map(|a| (0..=half).map(move |b| (a, b)))
                .flat_map(|(a, b)| [(a, b, false), (a, b, slots % 2 == 1)])
            {
                let Some((place, number)) = level(slots, (a, b), centre) else { continue };
                let mut at = vec![0; game.dimension];
                at[place] = number;
                let position = crate::game::vector::VectorPosition { state: 0, at };
                let mut said: Vec<Vec<u64>> = game.options(&position).into_iter().map(|option| option.at).collect();
                let mut tried = Vec::new();
                let after = [
                    (a > 0).then(|| (a - 1, b, centre)),
                    (b > 0).then(|| (a, b - 1, centre)),
                    centre.then_some((a, b, false)),
                ];
                for (a, b, centre) in after.into_iter().flatten() {
                    if let Some((place, number)) = level(slots, (a, b), centre) {
                        let mut at = vec![0; game.dimension];
                        at[place] = number;
                        tried.push(at);
                    }
                }
                said.sort();
                said.dedup();
                tried.sort();
                tried.dedup();
                assert_eq!(said, tried, "{slots} slots: {a} {centre} {b}");
            }
        }
    }

    #[test]
    fn widths_out_of_range_are_refused() {
        assert!(jenka_levels(1).is_err() && jenka_levels(17).is_err());
    }
}
