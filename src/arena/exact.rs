//! The game without noise: Zwick's triplets (Zwick, section 4), read off a tower of any position.
use super::tower::{Move, Tower};
use crate::game::zwick::zwick;
use crate::game::{Game, vector::VectorPosition};
use std::collections::HashMap;
use std::sync::LazyLock;

/// What of a tower the game without noise depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Triple {
    /// Full levels that may be touched.
    pub x: usize,
    /// Levels that may be touched and have two neighbouring blocks.
    pub y: usize,
    /// Blocks on the top level, 1 to 3; Zwick's z is this modulo 3.
    pub z: usize,
}

impl Triple {
    /// The triplet of a tower.
    pub fn of(tower: &Tower) -> Self {
        let [_, pairs, _, full] = tower.level_types();
        Triple { x: full, y: pairs, z: tower.top_blocks() }
    }

    /// The triplet after a legal move.
    pub fn after(tower: &Tower, chosen: Move) -> Self {
        let z = tower.top_blocks() % 3 + 1;
        // A full top makes the level below it free to touch.
        let touchable = if z == 3 { tower.height() - 1 } else { tower.touchable() };
        let (mut x, mut y) = (0, 0);
        for level in 0..touchable {
            let taken = if level == usize::from(chosen.level) { 1 << chosen.slot } else { 0 };
            match tower.mask(level) & !taken {
                0b111 => x += 1,
                0b011 | 0b110 => y += 1,
                _ => (),
            }
        }
        Triple { x, y, z }
    }
}

/// Whether a legal move of a tower is also one of the game without noise: what it leaves of the level, I-I, II- or -I-,
/// carries what lies on it (Zwick, section 4).
pub fn carries(tower: &Tower, chosen: Move) -> bool {
    matches!(tower.mask(usize::from(chosen.level)) & !(1 << chosen.slot), 0b101 | 0b110 | 0b011 | 0b010)
}

/// Whether a legal move wins the game without noise, if both play well after it.
pub fn is_winning(tower: &Tower, chosen: Move) -> bool {
    carries(tower, chosen) && !wins(Triple::after(tower, chosen))
}

/// Whether the player to move wins the game without noise, if both play well.
pub fn wins(triple: Triple) -> bool {
    // Periods 3 and 3 are proved (Zwick, section 5); only x = 0 is an exception.
    let x = if triple.x == 0 { 0 } else { 1 + (triple.x - 1) % 3 };
    TABLE[triple.z % 3][x][triple.y % 3]
}

/// By z, x in 0 to 3, and y in 0 to 2.
static TABLE: LazyLock<[[[bool; 3]; 4]; 3]> = LazyLock::new(|| {
    let mut known = HashMap::new();
    std::array::from_fn(|z| std::array::from_fn(|x| std::array::from_fn(|y| by_definition(z, x, y, &mut known))))
});

/// A position is won if a move leads to one that is lost.
fn by_definition(z: usize, x: usize, y: usize, known: &mut HashMap<(usize, usize, usize), bool>) -> bool {
    if let Some(won) = known.get(&(z, x, y)) {
        return *won;
    }
    let game = zwick();
    let position = VectorPosition { state: z, at: vec![x as u64, y as u64] };
    let won = game
        .moves(&position)
        .iter()
        .any(|(_, next)| !by_definition(next.state, next.at[0] as usize, next.at[1] as usize, known));
    known.insert((z, x, y), won);
    won
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::oracle::Oracle;

    #[test]
    fn the_small_table_agrees_with_the_proved_pattern() {
        let oracle = Oracle::new("zwick").unwrap();
        for (x, y, z) in (0..20).flat_map(|x| (0..20).flat_map(move |y| (0..3).map(move |z| (x, y, z)))) {
            let won = oracle.value(&format!("({x},{y},{z})")).unwrap() != 0;
            assert_eq!(wins(Triple { x, y, z }), won, "({x},{y},{z})");
        }
    }
}
