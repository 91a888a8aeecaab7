//! The oracle: it knows who wins the game without noise (Zwick, section 5), and prefers what stands.
//!
//! Among the moves after which the opponent has lost the game without noise it makes the one that most likely goes
//! well. If there is none, it makes the move after which the opponent's best reply is most likely to fall, as long as it
//! goes well itself: the largest chance of the move times `1 - trust * reply`. Here `reply` is the chance of the reply
//! that wins the game without noise and most likely goes well, and `trust` how surely the opponent finds it: with full
//! trust a risky move is as good as any, with less the oracle first of all stays in the game.
use super::{Agent, HAS_MOVE, Parameters};
use crate::arena::{Move, Rng, Tower, is_winning};
use crate::error::Result;

/// What it does.
pub(super) const ABOUT: &str = "the safest move that wins without noise, or else the nastiest; trust=0.9";

/// How surely the opponent is taken to find its best reply.
const USUAL_TRUST: f64 = 0.9;

/// The oracle.
struct Oracle {
    trust: f64,
}

pub(super) fn make(parameters: &mut Parameters) -> Result<Box<dyn Agent>> {
    Ok(Box::new(Oracle { trust: parameters.number("trust", USUAL_TRUST, 0.0..=1.0)? }))
}

impl Agent for Oracle {
    fn choose(&self, tower: &Tower, _: &mut Rng) -> Result<Move> {
        Ok(best_move(tower, self.trust).expect(HAS_MOVE))
    }
}

/// The move of the oracle with its usual trust; none if there is no move at all.
pub fn oracle_move(tower: &Tower) -> Option<Move> {
    best_move(tower, USUAL_TRUST)
}

fn best_move(tower: &Tower, trust: f64) -> Option<Move> {
    if let Some((best, _)) = safest_win(tower, |_| false) {
        return Some(best);
    }
    let mut moves = Vec::new();
    tower.each_chance(|chosen, through| moves.push((chosen, through)));
    // The sort keeps the order of equal chances, so the first of the best moves is the same as without it.
    moves.sort_by(|a, b| b.1.total_cmp(&a.1));
    let mut best: Option<(Move, f64)> = None;
    let mut after = tower.clone();
    for (chosen, through) in moves {
        if best.is_some_and(|(_, hope)| hope >= through) {
            break;
        }
        after.clone_from(tower);
        after.make_ideal(chosen);
        let hope = |reply| through * (1.0 - trust * reply);
        let is_better = |hope| best.is_none_or(|(_, most)| hope > most);
        let reply = safest_win(&after, |reply| !is_better(hope(reply))).map_or(0.0, |(_, chance)| chance);
        if is_better(hope(reply)) {
            best = Some((chosen, hope(reply)));
        }
    }
    best.map(|(chosen, _)| chosen)
}

/// Among the moves that win the game without noise the one that most likely goes well, with its chance; or the first one
/// whose chance is enough.
fn safest_win(tower: &Tower, is_enough: impl Fn(f64) -> bool) -> Option<(Move, f64)> {
    let mut best: Option<(Move, f64)> = None;
    // Who wins does not depend on where the block is put.
    let wins = |level, slot| is_winning(tower, Move { level: level as u8, slot: slot as u8, place: 0 });
    tower.each_chance_above(wins, |chosen, chance| {
        let (safest, most) = best.filter(|(_, most)| *most >= chance).unwrap_or((chosen, chance));
        best = Some((safest, most));
        if is_enough(most) { f64::INFINITY } else { most }
    });
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::Model;

    /// The same by the chances of all moves and of all replies.
    fn by_all_moves(tower: &Tower, trust: f64) -> Option<Move> {
        let wins = |tower: &Tower| {
            let mut best: Option<(Move, f64)> = None;
            tower.each_chance(|chosen, chance| {
                if is_winning(tower, chosen) && best.is_none_or(|(_, most)| chance > most) {
                    best = Some((chosen, chance));
                }
            });
            best
        };
        if let Some((best, _)) = wins(tower) {
            return Some(best);
        }
        let mut hopes = Vec::new();
        tower.each_chance(|chosen, through| {
            let mut after = tower.clone();
            after.make_ideal(chosen);
            let reply = wins(&after).map_or(0.0, |(_, chance)| chance);
            hopes.push((chosen, through, through * (1.0 - trust * reply)));
        });
        let most = hopes.iter().map(|(.., hope)| *hope).fold(0.0, f64::max);
        let mut best: Vec<_> = hopes.into_iter().filter(|(.., hope)| *hope == most).collect();
        best.sort_by(|a, b| b.1.total_cmp(&a.1));
        best.first().map(|(chosen, ..)| *chosen)
    }

    #[test]
    fn what_is_left_out_changes_no_choice() {
        for (noise, trust) in [(1.0, USUAL_TRUST), (3.0, 1.0), (6.0, 0.5)] {
            for game in 0..4 {
                let mut rng = Rng::new(7, "test", game);
                let model = Model::new(noise, Model::default().chance_sd()).unwrap();
                let mut tower = Tower::start(model, 3 + game as usize, &mut rng).unwrap();
                while let Some(chosen) = best_move(&tower, trust) {
                    assert_eq!(by_all_moves(&tower, trust), Some(chosen));
                    let block = tower.laid(usize::from(chosen.place), &mut rng);
                    tower.make(chosen, block);
                }
                assert!(tower.moves().next().is_none());
            }
        }
    }
}
