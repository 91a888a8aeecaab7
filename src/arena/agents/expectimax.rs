//! Expectimax: some moves on the tower itself, and behind them the game without noise against an opponent who errs.
//!
//! Where nobody errs and nothing falls, [`crate::arena::wins`] says all, and every move of a lost position is as bad as
//! any other. So the opponent is taken to err: with chance `error` it makes a random one of its safe moves, else its
//! best. The value of a triplet (full levels, pairs, blocks on top) under such play is a dynamic programme over all
//! smaller triplets. It stands at the leaves of a search of `depth` moves on the tower, in which every move falls with its
//! own chance and blocks are put without noise. A player who has a safe move that wins the game without noise looks at
//! such moves only, and replies that let a won game slip are not followed any further.
use super::{Agent, HAS_MOVE, Parameters};
use crate::arena::{Move, Rng, Tower, Triple, is_winning, wins};
use crate::error::Result;
use std::collections::HashMap;
use std::sync::RwLock;

/// What it does.
pub(super) const ABOUT: &str = "a search over accidents and errors on top of the exact game; depth=2, error=0.1";

/// The deepest search: each move more takes about ten times as long.
const MOST_DEPTH: usize = 6;

/// A random reply is one that goes well at least so likely.
const SAFE: f64 = 0.5;

/// The player, and the values of triplets that it knows.
struct Expectimax {
    /// Moves that are made on the tower.
    depth: usize,
    error: f64,
    values: RwLock<HashMap<Triple, f64>>,
}

pub(super) fn make(parameters: &mut Parameters) -> Result<Box<dyn Agent>> {
    let depth = parameters.number("depth", 2, 1..=MOST_DEPTH)?;
    let error = parameters.number("error", 0.1, 0.0..=1.0)?;
    Ok(Box::new(Expectimax { depth, error, values: RwLock::default() }))
}

impl Agent for Expectimax {
    fn choose(&self, tower: &Tower, _: &mut Rng) -> Result<Move> {
        Ok(self.best(tower, self.depth).expect(HAS_MOVE).0)
    }
}

/// What the replies of an opponent come to, for the player whom it answers.
#[derive(Default)]
struct Replies {
    worst: Option<f64>,
    sum: f64,
    weight: f64,
}

impl Replies {
    /// One reply, and how many moves it stands for in a random choice.
    fn add(&mut self, value: f64, weight: f64) {
        self.worst = Some(self.worst.map_or(value, |worst| worst.min(value)));
        self.sum += weight * value;
        self.weight += weight;
    }

    /// The value if the opponent errs so often; 1 if it has no reply.
    fn value(&self, error: f64) -> f64 {
        let Some(worst) = self.worst else { return 1.0 };
        let random = if self.weight > 0.0 { self.sum / self.weight } else { worst };
        (1.0 - error) * worst + error * random
    }
}

impl Expectimax {
    /// The best move and the chance to win with it, in a search of so many moves; none if there is no move.
    fn best(&self, tower: &Tower, depth: usize) -> Option<(Move, f64)> {
        let mut moves = Vec::new();
        tower.each_chance(|chosen, chance| moves.push((chosen, chance, is_winning(tower, chosen))));
        let wins_safely = |&(_, chance, wins): &(Move, f64, bool)| wins && chance >= SAFE;
        if moves.iter().any(wins_safely) {
            moves.retain(wins_safely);
        }
        // No value is above the chance of the move: the safest come first.
        moves.sort_by(|a, b| b.1.total_cmp(&a.1));
        let mut best: Option<(Move, f64)> = None;
        let mut after = tower.clone();
        for (chosen, chance, _) in moves {
            if best.is_some_and(|(_, most)| most >= chance) {
                break;
            }
            let value = chance
                * if depth == 1 {
                    self.opponent(Triple::after(tower, chosen))
                } else {
                    after.clone_from(tower);
                    after.make_ideal(chosen);
                    self.after_reply(&after, depth - 1)
                };
            if best.is_none_or(|(_, most)| value > most) {
                best = Some((chosen, value));
            }
        }
        best
    }

    /// The chance to win when the opponent is to move on this tower, in a search of so many moves.
    fn after_reply(&self, tower: &Tower, depth: usize) -> f64 {
        let lost = !wins(Triple::of(tower));
        let mut replies = Replies::default();
        let mut after = tower.clone();
        tower.each_chance(|chosen, chance| {
            let followed = depth > 1 && chance >= SAFE && (lost || is_winning(tower, chosen));
            let value = if followed {
                after.clone_from(tower);
                after.make_ideal(chosen);
                self.best(&after, depth - 1).map_or(0.0, |(_, value)| value)
            } else {
                self.value(Triple::after(tower, chosen))
            };
            replies.add(1.0 - chance + chance * value, f64::from(chance >= SAFE));
        });
        replies.value(self.error)
    }

    /// The chance to win the game without noise when to move at a triplet.
    fn value(&self, at: Triple) -> f64 {
        let known = self.values.read().ok().and_then(|values| values.get(&at).copied());
        known.unwrap_or_else(|| {
            let value = steps(at).fold(0.0, |best: f64, (next, _)| best.max(self.opponent(next)));
            if let Ok(mut values) = self.values.write() {
                values.insert(at, value);
            }
            value
        })
    }

    /// The same when the opponent is to move.
    fn opponent(&self, at: Triple) -> f64 {
        let mut replies = Replies::default();
        for (next, moves) in steps(at) {
            replies.add(self.value(next), moves as f64);
        }
        replies.value(self.error)
    }
}

/// The triplets one move away, and how many blocks can be taken to get there (Zwick, section 4).
fn steps(Triple { x, y, z }: Triple) -> impl Iterator<Item = (Triple, usize)> {
    let next = move |x: usize, y: usize| match z {
        // The level below the new top is free to touch when the top is full.
        2 => Triple { x: x + 1, y, z: 3 },
        _ => Triple { x, y, z: z % 3 + 1 },
    };
    let full = [(0, x), (1, 2 * x)].into_iter().filter(move |_| x > 0);
    let pair = (y > 0).then(|| (next(x, y - 1), y));
    full.map(move |(more, moves)| (next(x - 1, y + more), moves)).chain(pair)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Against one who never errs the values are those of the game without noise; errors only help.
    #[test]
    fn values_without_errors_are_those_of_the_exact_game() {
        let player = |error| Expectimax { depth: 1, error, values: RwLock::default() };
        let (perfect, half) = (player(0.0), player(0.5));
        for (x, y, z) in (0..7).flat_map(|x| (0..7).flat_map(move |y| (1..4).map(move |z| (x, y, z)))) {
            let at = Triple { x, y, z };
            assert_eq!(perfect.value(at), f64::from(wins(at)), "{at:?}");
            assert!(half.value(at) >= perfect.value(at), "{at:?}");
        }
    }

    #[test]
    fn every_depth_makes_legal_moves_and_a_winning_one_where_there_is_a_safe_one() {
        let mut rng = Rng::new(1, "test", 0);
        let tower = Tower::start(crate::arena::Model::default(), 3, &mut rng).unwrap();
        for depth in 1..=4 {
            let player = Expectimax { depth, error: 0.1, values: RwLock::default() };
            let mut tower = tower.clone();
            while tower.moves().next().is_some() {
                let chosen = player.choose(&tower, &mut rng).unwrap();
                assert!(tower.is_legal(chosen));
                let mut safe = false;
                tower.each_chance(|other, chance| safe |= chance > 0.99 && is_winning(&tower, other));
                assert!(!safe || is_winning(&tower, chosen), "depth {depth}: {chosen}");
                tower.make_ideal(chosen);
            }
        }
    }
}
