//! 1-step: a random one among the moves after which the tower stands, without noise and without chance (section 5.2
//! of the paper); a random move if there is none.
use super::random::random_move;
use super::{Agent, HAS_MOVE, Parameters};
use crate::arena::{Move, Rng, Tower};
use crate::error::Result;

/// What it does.
pub(super) const ABOUT: &str = "a random move among those that leave the tower stable";

/// The player that looks one step ahead.
struct OneStep;

pub(super) fn make(_: &mut Parameters) -> Result<Box<dyn Agent>> {
    Ok(Box::new(OneStep))
}

impl Agent for OneStep {
    fn choose(&self, tower: &Tower, rng: &mut Rng) -> Result<Move> {
        let mut safe = Vec::new();
        let (mut without, mut with) = (tower.clone(), tower.clone());
        for (level, slot) in tower.removals() {
            without.clone_from(tower);
            without.take(level, slot);
            if !without.is_stable() {
                continue;
            }
            for place in tower.places() {
                with.clone_from(&without);
                with.put(place, tower.ideal(place));
                if with.is_stable() {
                    safe.push(Move { level: level as u8, slot: slot as u8, place: place as u8 });
                }
            }
        }
        if safe.is_empty() {
            return Ok(random_move(tower, rng).expect(HAS_MOVE));
        }
        Ok(safe[rng.below(safe.len())])
    }
}
