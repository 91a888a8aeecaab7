//! The players of the arena: one file and one line of [`AGENTS`] each.
mod dqn;
mod expectimax;
mod jengazero;
mod mcts;
mod one_step;
mod oracle;
mod parameters;
mod program;
mod random;

pub(in crate::arena) use dqn::Dqn;
pub use oracle::oracle_move;
pub use parameters::Parameters;

use super::rng::Rng;
use super::tower::{Move, Tower};
use crate::error::{Error, Result};

/// A player.
pub trait Agent: Send + Sync {
    /// The move in a position that has one. All chance comes from `rng`, so that equal streams give equal moves.
    ///
    /// # Errors
    /// A player from outside that fails; the players here never do.
    fn choose(&self, tower: &Tower, rng: &mut Rng) -> Result<Move>;
}

/// A kind of player.
pub struct Kind {
    /// The name on the command line.
    pub name: &'static str,
    /// One line for people: what it does, and its parameters.
    pub about: &'static str,
    /// Makes the player from its parameters.
    pub make: fn(&mut Parameters) -> Result<Box<dyn Agent>>,
}

/// All kinds of players.
pub const AGENTS: &[Kind] = &[
    Kind { name: "random", about: random::ABOUT, make: random::make },
    Kind { name: "one-step", about: one_step::ABOUT, make: one_step::make },
    Kind { name: "dqn-basic", about: dqn::ABOUT_BASIC, make: dqn::make_basic },
    Kind { name: "dqn-nim", about: dqn::ABOUT_NIM, make: dqn::make_nim },
    Kind { name: "mcts", about: mcts::ABOUT, make: mcts::make },
    Kind { name: "jengazero-nim", about: jengazero::ABOUT_NIM, make: jengazero::make_nim },
    Kind { name: "jengazero-union", about: jengazero::ABOUT_UNION, make: jengazero::make_union },
    Kind { name: "oracle", about: oracle::ABOUT, make: oracle::make },
    Kind { name: "expectimax", about: expectimax::ABOUT, make: expectimax::make },
    Kind { name: "program", about: program::ABOUT, make: program::make },
];

/// The player that a text names, as `mcts:iterations=420`.
///
/// # Errors
/// A name that no agent has, or a parameter that it does not take.
pub fn agent(text: &str) -> Result<Box<dyn Agent>> {
    let (name, rest) = text.split_once(':').unwrap_or((text, ""));
    let Some(kind) = AGENTS.iter().find(|kind| kind.name == name) else {
        let names: Vec<&str> = AGENTS.iter().map(|kind| kind.name).collect();
        return Err(Error::input("agent", format!("'{name}'"), format!("one of {}", names.join(", "))));
    };
    let mut parameters = Parameters::read(name, rest)?;
    let agent = (kind.make)(&mut parameters)?;
    parameters.finish()?;
    Ok(agent)
}

/// An agent plays only where there is a move.
const HAS_MOVE: &str = "an agent is asked only where there is a move";
