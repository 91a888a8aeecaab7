//! Towers of three blocks a level as the papers read them: Zwick's triplet and the CLOCK NIM position.
use super::Tower;

const SLOTS: u32 = 3;
const FULL: u16 = 0b111;

/// A CLOCK NIM position `(a_1, a_2 | s)_{3,2}` (carvalho, definition 2.1): layers that behave like piles of 1, layers
/// that behave like piles of 2, and the state of the clock.
pub type Clock = (u64, u64, u64);

/// The triplet (x, y, z) of a tower (zwick, section 4): the III levels and the II- levels below the highest full level,
/// and the number of blocks above it. Only towers that arise in play have one: the top or the second level is full.
pub fn triplet(tower: &Tower) -> Option<(u64, u64, u64)> {
    let full = tower.highest_full(SLOTS)?;
    if full + 2 < tower.levels.len() {
        return None;
    }
    let (below, above) = (&tower.levels[..full], &tower.levels[full + 1..]);
    Some((piles(below, 2), piles(below, 1), blocks(above)))
}

/// The CLOCK NIM position of a tower, read as the words of carvalho, section 2.1, have it. The state is the number of
/// blocks above the topmost complete layer, and the layers below that layer count. If there is no complete layer, the
/// state is the number of blocks on the ground, and the layers count that section 1.1 leaves playable: all but the
/// topmost two. For towers that do not arise in play the numbers need not make sense as a CLOCK NIM position.
pub fn clock(tower: &Tower) -> Clock {
    match tower.highest_full(SLOTS) {
        Some(full) => {
            let below = &tower.levels[..full];
            (piles(below, 1), piles(below, 2), blocks(&tower.levels[full + 1..]))
        }
        None => {
            let playable = &tower.levels[..tower.levels.len().saturating_sub(2)];
            (piles(playable, 1), piles(playable, 2), blocks(&tower.levels[..tower.levels.len().min(1)]))
        }
    }
}

/// How many of the levels behave like piles of a size: 2 for III, 1 for II- and its mirror image.
fn piles(levels: &[u16], size: u64) -> u64 {
    let pile = |&level: &u16| match level {
        FULL => 2,
        0b110 | 0b011 => 1,
        _ => 0,
    };
    levels.iter().map(pile).filter(|&found| found == size).count() as u64
}

fn blocks(levels: &[u16]) -> u64 {
    levels.iter().map(|level| u64::from(level.count_ones())).sum()
}
