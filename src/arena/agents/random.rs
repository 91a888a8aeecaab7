//! Random: a random block that may be taken, then a random place (section 5.1 of the paper).
use super::{Agent, HAS_MOVE, Parameters};
use crate::arena::{Move, Rng, Tower};
use crate::error::Result;

/// What it does.
pub(super) const ABOUT: &str = "a random move";

/// The random player.
struct Random;

pub(super) fn make(_: &mut Parameters) -> Result<Box<dyn Agent>> {
    Ok(Box::new(Random))
}

impl Agent for Random {
    fn choose(&self, tower: &Tower, rng: &mut Rng) -> Result<Move> {
        Ok(random_move(tower, rng).expect(HAS_MOVE))
    }
}

/// A random block and a random place; none if no block may be taken.
pub(super) fn random_move(tower: &Tower, rng: &mut Rng) -> Option<Move> {
    let count = tower.removals().count();
    let (level, slot) = tower.removals().nth(rng.below(count))?;
    let place = tower.places().nth(rng.below(tower.places().count()))?;
    Some(Move { level: level as u8, slot: slot as u8, place: place as u8 })
}
