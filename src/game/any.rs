//! The games by name: what the command line, the experiments and the certificates of values speak to.
//! Positions are text here, in the notation of the papers.
use super::Game;
use super::clock_nim::ClockNim;
use super::double_ended::DoubleEnded;
use super::named::vector_game;
use super::nim::Nim;
use super::pile::Pile;
use super::sequence::{Sequence, Then};
use super::tower::Towers;
use super::vector::shorten;
use crate::error::{Error, Result};

/// A [`Game`] whose positions are text.
pub trait AnyGame: Send + Sync {
    /// The one name of the game, by which [`open`] knows it.
    fn standard_name(&self) -> String;
    /// The position in its one standard spelling, or what is wrong with it.
    fn standard(&self, position: &str) -> Result<String>;
    /// Every move with the position it leads to, in standard spelling.
    fn moves(&self, position: &str) -> Result<Vec<(String, String)>>;
    /// A number that every move makes smaller.
    fn weight(&self, position: &str) -> Result<u128>;
}

impl<G: Game + Send + Sync> AnyGame for G {
    fn standard_name(&self) -> String {
        self.name()
    }

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

/// The names that [`open`] knows, each with a position.
pub const GAMES: &[(&str, &str)] = &[
    ("zwick", "(3,1,0)"),
    ("clock-nim", "(3,3|0)_{3,2}"),
    ("clock-nim 2 3 2", "(3,3|0)_{3,2}"),
    ("addition (-2,0),(-2,1),(1,-1)", "(8,3)"),
    ("white-knight", "(5,4)"),
    ("subtraction 2,5,7", "(23)"),
    ("jenga-four", "(1,2|3)"),
    ("jenka-levels 5", "2:(1,0,1,2)"),
    ("jenga", "111/011/101/111"),
    ("jenga-physical 4", "1111/1011/1111"),
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
///
/// # Errors
/// An unknown name, or parameters that make no game.
pub fn open(spec: &str) -> Result<Box<dyn AnyGame>> {
    let (name, with) = spec.trim().split_once(' ').unwrap_or((spec.trim(), ""));
    match (name, with) {
        ("clock-nim", "") => Ok(Box::new(ClockNim)),
        ("zwick" | "clock-nim" | "addition" | "white-knight" | "subtraction" | "jenga-four" | "jenka-levels", _) => {
            Ok(Box::new(vector_game(spec)?))
        }
        ("jenga", "") => Ok(Box::new(Towers::new(3)?)),
        ("jenga-physical", blocks) => Ok(Box::new(Towers::from_words(blocks)?)),
        ("nim", "") => Ok(Box::new(Nim)),
        ("pile", "") => Ok(Box::new(Pile)),
        ("double-ended", "") => Ok(Box::new(DoubleEnded)),
        ("sequence", "") => Ok(Box::new(Sequence)),
        ("then", "nim") => Ok(Box::new(Then(Nim))),
        ("then", "pile") => Ok(Box::new(Then(Pile))),
        ("then", "double-ended") => Ok(Box::new(Then(DoubleEnded))),
        ("then", "sequence") => Ok(Box::new(Then(Sequence))),
        _ => {
            let known: Vec<&str> = GAMES.iter().map(|&(name, _)| name).collect();
            Err(Error::input("game", format!("unknown game '{}'", shorten(spec)), known.join(", ")))
        }
    }
}
