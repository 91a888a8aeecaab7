//! DQN: the move that a network of one hidden layer values most (section 5.3 of the paper).
//!
//! In the paper's tournament nine tenths of its moves were random, because its program never left the share of random moves
//! with which training begins: that is `epsilon=0.9`.
use super::random::random_move;
use super::{Agent, HAS_MOVE, Parameters};
use crate::arena::learn::{ActionValues, weights};
use crate::arena::{BUFFER, Embedding, Move, Rng, Tower};
use crate::error::Result;

/// What the one with the basic embedding does.
pub(super) const ABOUT_BASIC: &str =
    "the move of highest learned value, from positions of blocks; epsilon=0, weights=paper or long";
/// What the one with the Nim embedding does.
pub(super) const ABOUT_NIM: &str =
    "the move of highest learned value, from counts modulo 2 and 3; epsilon=0, weights=paper or long";

/// The player with a network.
pub(in crate::arena) struct Dqn {
    values: ActionValues,
    /// The share of random moves.
    epsilon: f64,
}

impl Dqn {
    /// A player that follows these values but for a share `epsilon` of random moves.
    pub(in crate::arena) fn new(values: ActionValues, epsilon: f64) -> Self {
        Dqn { values, epsilon }
    }
}

pub(super) fn make_basic(parameters: &mut Parameters) -> Result<Box<dyn Agent>> {
    make("dqn-basic", Embedding::Basic, parameters)
}

pub(super) fn make_nim(parameters: &mut Parameters) -> Result<Box<dyn Agent>> {
    make("dqn-nim", Embedding::Nim, parameters)
}

fn make(agent: &str, embedding: Embedding, parameters: &mut Parameters) -> Result<Box<dyn Agent>> {
    let epsilon = parameters.number("epsilon", 0.0, 0.0..=1.0)?;
    let (network, _) = weights::named(agent, parameters.word("weights").as_deref())?;
    Ok(Box::new(Dqn::new(ActionValues::new(network, embedding, BUFFER)?, epsilon)))
}

impl Agent for Dqn {
    fn choose(&self, tower: &Tower, rng: &mut Rng) -> Result<Move> {
        let random = self.epsilon > 0.0 && rng.uniform() < self.epsilon;
        let chosen = if random { random_move(tower, rng) } else { self.values.best(tower) };
        Ok(chosen.expect(HAS_MOVE))
    }
}
