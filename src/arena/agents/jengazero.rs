//! JengaZero: tree search guided by a network (section 5.5 of the paper).
//!
//! The paper searches 1,000 iterations a move; in its tournament the program searched 420, with a network
//! trained on a loss that hardly moves the policy: `iterations=420,weights=as-run`.
use super::{Agent, HAS_MOVE, Parameters};
use crate::arena::learn::{Puct, Zero, weights};
use crate::arena::{Embedding, Move, Rng, Tower};
use crate::error::Result;

/// What the one with the Nim embedding does.
pub(super) const ABOUT_NIM: &str = "tree search with a network that sees counts modulo 2 and 3; iterations=1000, exploration=2.828, weights=paper or as-run";
/// What the one with both embeddings does.
pub(super) const ABOUT_UNION: &str = "tree search with a network that sees counts and positions; iterations=1000, exploration=2.828, weights=paper or as-run";

/// The player with a network and a search.
struct JengaZero {
    zero: Zero,
    iterations: usize,
    exploration: f64,
}

pub(super) fn make_nim(parameters: &mut Parameters) -> Result<Box<dyn Agent>> {
    make("jengazero-nim", Embedding::Nim, parameters)
}

pub(super) fn make_union(parameters: &mut Parameters) -> Result<Box<dyn Agent>> {
    make("jengazero-union", Embedding::Union, parameters)
}

fn make(agent: &str, embedding: Embedding, parameters: &mut Parameters) -> Result<Box<dyn Agent>> {
    let iterations = parameters.number("iterations", 1000, 1..=100_000_000)?;
    let exploration = parameters.number("exploration", 2.0 * std::f64::consts::SQRT_2, 0.0..=1000.0)?;
    let (network, _) = weights::named(agent, parameters.word("weights").as_deref())?;
    Ok(Box::new(JengaZero { zero: Zero::new(network, embedding)?, iterations, exploration }))
}

impl Agent for JengaZero {
    fn choose(&self, tower: &Tower, rng: &mut Rng) -> Result<Move> {
        let mut search = Puct::new(&self.zero, self.exploration, tower);
        for _ in 0..self.iterations {
            search.iterate(rng);
        }
        Ok(search.best().expect(HAS_MOVE))
    }
}
