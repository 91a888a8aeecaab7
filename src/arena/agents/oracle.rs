//! The oracle: it knows who wins the game without noise (Zwick, section 5), and prefers what stands.
//!
//! Among the moves after which the opponent has lost the game without noise it makes the one that most likely goes
//! well. If there is none, it makes the move after which things most likely go wrong for the opponent: the largest
//! chance to get through the own move times the chance that the opponent's best reply falls, where the best reply is the
//! one that wins the game without noise and most likely goes well.
use super::{Agent, HAS_MOVE, Parameters};
use crate::arena::{Move, Rng, Tower, Triple, wins};
use crate::error::Result;

/// What it does.
pub(super) const ABOUT: &str = "the safest move that wins the game without noise, or else the nastiest";

/// The oracle.
struct Oracle;

pub(super) fn make(_: &mut Parameters) -> Result<Box<dyn Agent>> {
    Ok(Box::new(Oracle))
}

impl Agent for Oracle {
    fn choose(&self, tower: &Tower, _: &mut Rng) -> Result<Move> {
        Ok(oracle_move(tower).expect(HAS_MOVE))
    }
}

/// The oracle's move; none if there is no move at all.
pub(in crate::arena) fn oracle_move(tower: &Tower) -> Option<Move> {
    if let Some((best, _)) = safest_win(tower) {
        return Some(best);
    }
    let mut best: Option<(Move, f64)> = None;
    let mut after = tower.clone();
    for chosen in tower.moves() {
        after.clone_from(tower);
        let through = after.make(chosen, tower.ideal(usize::from(chosen.place)));
        if best.is_some_and(|(_, hope)| hope >= through) {
            continue;
        }
        let hope = through * (1.0 - safest_win(&after).map_or(0.0, |(_, chance)| chance));
        if best.is_none_or(|(_, most)| hope > most) {
            best = Some((chosen, hope));
        }
    }
    best.map(|(chosen, _)| chosen)
}

/// Among the moves that win the game without noise the one that most likely goes well, with its chance.
fn safest_win(tower: &Tower) -> Option<(Move, f64)> {
    let mut best: Option<(Move, f64)> = None;
    let mut after = tower.clone();
    for chosen in tower.moves() {
        after.clone_from(tower);
        let chance = after.make(chosen, tower.ideal(usize::from(chosen.place)));
        if !wins(Triple::of(&after)) && best.is_none_or(|(_, most)| chance > most) {
            best = Some((chosen, chance));
        }
    }
    best
}
