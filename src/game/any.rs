//! The games by name: what the command line, the experiments and the certificates of values speak to.
//! Positions are text here, in the notation of the papers.
use super::Game;
use super::double_ended::DoubleEnded;
use super::nim::Nim;
use super::pile::Pile;
use super::sequence::{Sequence, Then};
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
pub const GAMES: &[(&str, &str)] = &[
    ("nim", "[2,2]"),
    ("pile", "(1,2,2,2)"),
    ("double-ended", "(1,3,2)"),
    ("sequence", "([1],[2,2])"),
    ("then nim", "[2,2] then 1"),
    ("then pile", "(1,2,2) then 1"),
    ("then double-ended", "(1,3,2) then 1"),
    ("then sequence", "([1],[2,2]) then 1"),
];

/// The game that `spec` names: a name, and for some games what they are played with after a space,
/// as in `addition (-2,0),(-2,1),(1,-1)`.
pub fn open(spec: &str) -> Result<Box<dyn AnyGame>> {
    match spec {
        "nim" => return Ok(Box::new(Nim)),
        "pile" => return Ok(Box::new(Pile)),
        "double-ended" => return Ok(Box::new(DoubleEnded)),
        "sequence" => return Ok(Box::new(Sequence)),
        "then nim" => return Ok(Box::new(Then(Nim))),
        "then pile" => return Ok(Box::new(Then(Pile))),
        "then double-ended" => return Ok(Box::new(Then(DoubleEnded))),
        "then sequence" => return Ok(Box::new(Then(Sequence))),
        _ => {}
    }
    let known: Vec<&str> = GAMES.iter().map(|&(name, _)| name).collect();
    Err(Error::input("game", format!("unknown game '{spec}'"), known.join(", ")))
}
