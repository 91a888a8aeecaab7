//! The rules of the games, and nothing else: what a position is, and what its options are.
pub mod addition;
pub mod any;
pub mod clock_nim;
pub mod double_ended;
pub mod jenga_four;
pub mod jenka_levels;
pub mod list;
pub mod named;
pub mod nim;
pub mod pile;
pub mod sequence;
pub mod tower;
pub mod vector;
pub mod wells;
pub mod zwick;

use crate::error::Result;
use std::fmt::{Debug, Display};
use std::hash::Hash;

/// A finite impartial game: both players have the same moves, and every play ends.
pub trait Game {
    /// A position.
    type Position: Clone + Eq + Hash + Ord + Debug;
    /// A move, shown as the papers call it.
    type Move: Clone + Eq + Debug + Display;

    /// The name by which the command line knows the game.
    fn name(&self) -> String;

    /// Every legal move with the position it leads to, in a fixed order.
    fn moves(&self, position: &Self::Position) -> Vec<(Self::Move, Self::Position)>;

    /// A natural number that every move makes smaller: the reason why play ends.
    fn weight(&self, position: &Self::Position) -> u128;

    /// Reads a position as the papers write it.
    fn parse(&self, text: &str) -> Result<Self::Position>;

    /// Writes a position as the papers write it; [`Game::parse`] reads it back.
    fn show(&self, position: &Self::Position) -> String;

    /// The positions one move away.
    fn options(&self, position: &Self::Position) -> Vec<Self::Position> {
        self.moves(position).into_iter().map(|(_, option)| option).collect()
    }
}

/// How a game is played, and so what number a position gets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Play {
    /// The value is the Grundy value: the mex of the values of the options.
    Grundy,
    /// The value is 1 if the player to move wins by making the last move, else 0.
    Normal,
    /// The value is 1 if the player to move wins when the last move loses, else 0.
    Misere,
}

impl Play {
    /// The value of a position from the values of its options.
    pub fn value(self, options: impl IntoIterator<Item = u64>) -> u64 {
        match self {
            Play::Grundy => crate::value::mex(options),
            Play::Normal => u64::from(options.into_iter().any(|value| value == 0)),
            Play::Misere => {
                let mut options = options.into_iter().peekable();
                u64::from(options.peek().is_none() || options.any(|value| value == 0))
            }
        }
    }

    /// The word for it in files and on the command line.
    pub fn word(self) -> &'static str {
        match self {
            Play::Grundy => "grundy",
            Play::Normal => "normal",
            Play::Misere => "misere",
        }
    }

    /// The play that a word names.
    pub fn from_word(word: &str) -> Option<Self> {
        [Play::Grundy, Play::Normal, Play::Misere].into_iter().find(|play| play.word() == word)
    }
}
