//! Expectimax: two moves on the tower itself, and behind them the game without noise against an opponent who errs.
//!
//! Where nobody errs and nothing falls, [`crate::arena::wins`] says all, and every move of a lost position is as bad as
//! any other. So the opponent is taken to err: with chance `error` it makes a random one of its safe moves, else its
//! best. The value of a triplet (full levels, pairs, blocks on top) under such play is a dynamic programme over all
//! smaller triplets. On the tower, the move is made for which the chance that it goes well, times the value after the
//! opponent's reply, is largest; every reply falls with its own chance. Blocks are put without noise in these two moves.
use super::{Agent, HAS_MOVE, Parameters};
use crate::arena::{Move, Rng, Tower, Triple};
use crate::error::Result;
use std::collections::HashMap;
use std::sync::RwLock;

/// What it does.
pub(super) const ABOUT: &str = "two moves of expectimax, then the game without noise against one who errs; error=0.1";

/// A random reply is one that goes well at least so likely.
const SAFE: f64 = 0.5;

/// The player, and the values of triplets that it knows.
struct Expectimax {
    error: f64,
    values: RwLock<HashMap<Triple, f64>>,
}

pub(super) fn make(parameters: &mut Parameters) -> Result<Box<dyn Agent>> {
    let error = parameters.number("error", 0.1, 0.0..=1.0)?;
    Ok(Box::new(Expectimax { error, values: RwLock::default() }))
}

impl Agent for Expectimax {
    fn choose(&self, tower: &Tower, _: &mut Rng) -> Result<Move> {
        let mut best: Option<(Move, f64)> = None;
        let mut after = tower.clone();
        tower.each_chance(|chosen, chance| {
            // No value is above 1.
            if best.is_some_and(|(_, most)| most >= chance) {
                return;
            }
            after.clone_from(tower);
            after.make_ideal(chosen);
            let value = chance * self.after_reply(&after);
            if best.is_none_or(|(_, most)| value > most) {
                best = Some((chosen, value));
            }
        });
        Ok(best.expect(HAS_MOVE).0)
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
    /// The chance to win when the opponent is to move on this tower.
    fn after_reply(&self, tower: &Tower) -> f64 {
        let mut replies = Replies::default();
        tower.each_chance(|chosen, chance| {
            let value = 1.0 - chance + chance * self.value(Triple::after(tower, chosen));
            replies.add(value, f64::from(chance >= SAFE));
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
