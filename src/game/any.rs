//! The games by name: what the command line, the experiments and the certificates of values speak to.
//! Positions are text here, in the notation of the papers.
use super::Game;
use crate::error::{Error, Result};

/// A [`Game`] whose positions are text.
pub trait AnyGame: Send + Sync {
    /// The position in its one standard spelling, or what is wrong with it.
    fn standard(&self, position: &str) -> Result<String>;
    /// Every move with the position it leads to, in standard spelling.
    fn moves(&self, position: &str) -> Result<Vec<(String, String)>>;
    /// A number that every move makes smaller.
    fn weight(&self, position: &str) -> Result<u128>;
}

impl<G: Game + Send + Sync> AnyGame for G {
    fn standard(&self, position: &str) -> Result<String> {
        Ok(self.show(&self.parse(position)?))
    }

    fn moves(&self, position: &str) -> Result<Vec<(String, String)>> {
        let moves = Game::moves(self, &self.parse(position)?);
        Ok(moves.into_iter().map(|(name, option)| (name.to_string(), self.show(&option))).collect())
    }

    fn weight(&self, position: &str) -> Result<u128> {
        Ok(Game::weight(self, &self.parse(position)?))
    }
}

/// The names that [`open`] knows, with a position of each.
pub const GAMES: &[(&str, &str)] = &[("jenga", "111/011/101/111"), ("jenga-physical 4", "1111/1011/1111")];

/// The game that `spec` names: a name, and for some games what they are played with after a space,
/// as in `addition (-2,0),(-2,1),(1,-1)`.
pub fn open(spec: &str) -> Result<Box<dyn AnyGame>> {
    if spec == "jenga" {
        return Ok(Box::new(super::tower::Towers::new(3)?));
    }
    if let Some(words) = spec.strip_prefix("jenga-physical ") {
        return Ok(Box::new(super::tower::Towers::from_words(words)?));
    }
    let known: Vec<&str> = GAMES.iter().map(|&(name, _)| name).collect();
    Err(Error::input("game", format!("unknown game '{spec}'"), known.join(", ")))
}
