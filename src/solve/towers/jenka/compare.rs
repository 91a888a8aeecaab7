//! Towers of an enumeration held against each other: equal levels with different outcomes, and the game without physics.
use super::growth::Enumeration;
use super::levels::{Levels, read};
use super::lift::Rules;
use crate::error::Result;
use crate::solve::{Memory, Watch};
use hashbrown::HashMap;

/// A tower with its Grundy value.
pub type Valued = (Vec<u16>, u8);

/// Two towers with equally many levels of each type, mirror images counted as one type, and tops of the same type, of
/// which the player to move wins one only: the least such pair from `levels` full levels, by the number of levels.
///
/// # Errors
/// As [`Enumeration::new`].
pub fn unequal_pair(rules: Rules, levels: usize, watch: &dyn Watch, memory: Memory) -> Result<Option<[Valued; 2]>> {
    let all = Enumeration::<u64>::new(rules, levels, watch, memory)?;
    let mut best: Option<[Valued; 2]> = None;
    for ply in 0..all.plies.len() {
        let mut known: HashMap<Vec<u16>, [Option<Valued>; 2]> = HashMap::new();
        for (packed, value) in all.ply(ply, memory)? {
            let tower = all.packing().unpack(packed).to_vec();
            let mut types: Vec<u16> = tower.iter().map(|&mask| mask.min(all.packing().reversed(mask))).collect();
            let below = types.len() - 1;
            types[..below].sort_unstable();
            let place = &mut known.entry(types).or_default()[usize::from(value == 0)];
            if place.as_ref().is_none_or(|(least, _)| tower < *least) {
                *place = Some((tower, value));
            }
        }
        let order = |pair: &[Valued; 2]| (pair[0].0.len(), pair[0].0.clone(), pair[1].0.clone());
        for pair in known.into_values() {
            if let [Some(won), Some(lost)] = pair {
                let pair = [won, lost];
                if best.as_ref().is_none_or(|best| order(&pair) < order(best)) {
                    best = Some(pair);
                }
            }
        }
    }
    all.forget()?;
    Ok(best)
}

/// How the towers that arise from a start compare with the game without physics.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Compared {
    /// The towers, up to mirror.
    pub towers: u64,
    /// Those in which every level below the highest full one bears what is in the middle.
    pub read: u64,
    /// Those of them with another outcome, and those with another Grundy value.
    pub differing: [u64; 2],
    /// The Grundy value of the start, with physics and without.
    pub start: [u8; 2],
    /// The least tower with another outcome, by the number of levels, with both values.
    pub least: Option<(Vec<u16>, [u8; 2])>,
}

/// Compares every tower from `levels` full levels.
///
/// # Errors
/// As [`Enumeration::new`] and [`Levels::value`].
pub fn without_physics(
    rules: Rules,
    levels: usize,
    known: &mut Levels,
    watch: &dyn Watch,
    memory: Memory,
) -> Result<Compared> {
    let all = Enumeration::<u64>::new(rules, levels, watch, memory)?;
    let mut found = Compared::default();
    for ply in 0..all.plies.len() {
        for (packed, value) in all.ply(ply, memory)? {
            found.towers += 1;
            let tower = all.packing().unpack(packed);
            let Some(position) = read(rules.slots, &tower) else { continue };
            let modelled = known.value(&position)?;
            if ply == 0 {
                found.start = [value, modelled];
            }
            found.read += 1;
            found.differing[1] += u64::from(value != modelled);
            if (value == 0) != (modelled == 0) {
                found.differing[0] += 1;
                let order = |tower: &[u16]| (tower.len(), tower.to_vec());
                if found.least.as_ref().is_none_or(|(least, _)| order(&tower) < order(least)) {
                    found.least = Some((tower.to_vec(), [value, modelled]));
                }
            }
        }
    }
    all.forget()?;
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::tower::{Tower, triplet};
    use crate::solve::Unwatched;

    const MEMORY: Memory = Memory(1 << 30);

    #[test]
    fn three_blocks_a_level_have_no_unequal_pair_and_need_no_physics() {
        let rules = Rules::official(3).unwrap();
        assert_eq!(unequal_pair(rules, 4, &Unwatched, MEMORY).unwrap(), None);
        let compared = without_physics(rules, 5, &mut Levels::new(3, MEMORY).unwrap(), &Unwatched, MEMORY).unwrap();
        assert_eq!((compared.read, compared.differing), (compared.towers, [0, 0]));
    }

    #[test]
    fn a_tower_of_three_blocks_a_level_is_read_as_its_triplet() {
        for text in [[0b111, 0b011, 0b111, 0b101], [0b111, 0b111, 0b110, 0b111], [0b101, 0b010, 0b111, 0b001]] {
            let (x, y, z) = triplet(&Tower { levels: text.to_vec() }).unwrap();
            let position = read(3, &text).unwrap();
            assert_eq!((position.at, position.state as u64), (vec![x, y], z));
        }
        assert_eq!(read(3, &[0b110, 0b001, 0b111]), None);
    }

    #[test]
    fn the_values_are_those_of_the_vector_game() {
        use crate::game::{Game, Play, jenka_levels::jenka_levels};
        use crate::solve::values::memo::Memo;
        for slots in [2, 3, 4, 5, 6, 7] {
            let game = jenka_levels(u64::from(slots)).unwrap();
            let (mut plain, mut known) =
                (Memo::new(&game, Play::Grundy, 1_000_000), Levels::new(slots, MEMORY).unwrap());
            let mut position = game.parse(&format!("1:({})", vec!["1"; game.dimension].join(","))).unwrap();
            assert_eq!(u64::from(known.value(&position).unwrap()), plain.value(&position).unwrap(), "{slots}");
            position.at[0] = 3;
            assert_eq!(u64::from(known.value(&position).unwrap()), plain.value(&position).unwrap(), "{slots}");
        }
        assert!(Levels::new(13, MEMORY).is_err() && Levels::new(5, MEMORY).unwrap().start(1000).is_err());
        assert!(Levels::new(9, Memory(10_000)).unwrap().start(6).is_err());
    }
}
