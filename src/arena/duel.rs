//! A person against an agent: the tower, the luck of both, and what can be said of each move.
use super::agents::{Agent, agent};
use super::{Model, Move, Rng, Tower, is_winning};
use crate::error::{Error, Result};

/// A game of a person against an agent.
pub struct Duel {
    opponent: Box<dyn Agent>,
    name: String,
    tower: Tower,
    luck: Rng,
    mind: Rng,
}

/// What is known of a move before it is made.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Prospect {
    /// The move.
    pub chosen: Move,
    /// The chance that the tower falls, if the block is put without noise.
    pub falls: f64,
    /// Whether it wins the game without noise.
    pub wins: bool,
}

impl Duel {
    /// A game on a new tower. Another seed is another tower and other luck.
    ///
    /// # Errors
    /// No such agent; levels or a noise that make no tower.
    pub fn new(against: &str, levels: usize, seed: u64, noise_scale: f64) -> Result<Self> {
        let mut luck = Rng::new(seed, "tower", 0);
        let model = Model::new(noise_scale, Model::default().chance_sd())?;
        let tower = Tower::start(model, levels, &mut luck)?;
        let (opponent, mind) = (agent(against)?, Rng::new(seed, "second", 0));
        Ok(Duel { opponent, name: against.to_string(), tower, luck, mind })
    }

    /// The tower as it is.
    pub fn tower(&self) -> &Tower {
        &self.tower
    }

    /// What the agent is called.
    pub fn opponent(&self) -> &str {
        &self.name
    }

    /// The move that the agent chooses.
    ///
    /// # Errors
    /// An agent that fails, or that chooses a move that is not legal.
    pub fn reply(&mut self) -> Result<Move> {
        let chosen = self.opponent.choose(&self.tower, &mut self.mind)?;
        if !self.tower.is_legal(chosen) {
            return Err(Error::input(format!("agent '{}'", self.name), format!("{chosen}"), "a legal move"));
        }
        Ok(chosen)
    }

    /// Makes a legal move with fresh noise: whether the tower stands.
    pub fn stands_after(&mut self, chosen: Move) -> bool {
        let block = self.tower.laid(usize::from(chosen.place), &mut self.luck);
        let chance = self.tower.make(chosen, block);
        self.luck.uniform() <= chance
    }
}

/// What is known of every move of a tower, in the order of [`Tower::moves`].
pub fn prospects(tower: &Tower) -> Vec<Prospect> {
    let mut all = Vec::new();
    tower.each_chance(|chosen, chance| {
        all.push(Prospect { chosen, falls: 1.0 - chance, wins: is_winning(tower, chosen) });
    });
    all
}
