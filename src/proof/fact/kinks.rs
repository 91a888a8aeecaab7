//! Orders with left kinks that defeat every player.
use super::AnyDepth;
use crate::game::wells::{Movement, PieceSet};
use serde::{Deserialize, Serialize};

/// Left kinks, in runs of a number that leaves a remainder, perhaps squares after them, and one other piece after each run; pieces
/// slide.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KinkOrder {
    /// The columns.
    pub width: u8,
    /// The word of the other piece.
    pub piece: String,
    /// By what the number of kinks in a run is divided.
    pub divisor: usize,
    /// What is left.
    pub rest: usize,
    /// The squares between the kinks and the other piece, if there are any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub squares: Option<Squares>,
}

/// Squares, in runs of a number that leaves a remainder.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Squares {
    /// By what the number of squares in a run is divided.
    pub divisor: usize,
    /// What is left.
    pub rest: usize,
}

impl KinkOrder {
    /// The game in wells of every depth; none if the word is none of a piece.
    pub fn game(&self) -> Option<AnyDepth> {
        let squares = if self.squares.is_some() { "O" } else { "" };
        let pieces = PieceSet::parse(&format!("S{squares}{}", self.piece)).ok()?;
        Some(AnyDepth { width: self.width, pieces, rule: Movement::Slide, lookahead: 0 })
    }
}
