//! The well game with a bag: the machine deals each piece of a set once, in an order of its choice, and then again.
//!
//! So the modern games deal the seven pieces. The rules are as the community's page "Playing forever" has them; the thesis
//! knows no bag.
use super::{Movement, PieceSet, WellGame};
use crate::error::{Error, Result};
use serde::{Deserialize, Serialize};

/// The most pieces of a bag.
pub const MOST_BAG: usize = 7;

/// A game of wells in which the pieces are dealt from a bag.
///
/// The machine takes a piece out of the bag; when none is left there, the bag is filled with one of each. The player then
/// places the piece. With a lookahead so many pieces are shown: the machine takes one more out of the bag before the player
/// places the first of them.
///
/// With `hold` the first piece is put aside and the second is placed. From then on the player places either the piece
/// whose turn it is or the one put aside, and the other one is, or stays, put aside. Where a piece may be put aside at any time, as
/// in the modern games, a player may do as here: who wins this game wins that one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BagGame {
    /// The well, the rule, and the pieces of a full bag.
    pub well: WellGame,
    /// Whether a piece is put aside.
    pub hold: bool,
}

impl BagGame {
    /// A game with numbers in range, in which no piece is shown.
    ///
    /// # Errors
    /// A width or depth out of range, too many pieces, or one piece alone that is to be put aside.
    pub fn new(width: u8, depth: u16, pieces: PieceSet, rule: Movement, hold: bool) -> Result<Self> {
        let well = WellGame::new(width, depth, pieces, rule, 0)?;
        let least = 1 + usize::from(hold);
        if !(least..=MOST_BAG).contains(&well.pieces.pieces().len()) {
            return Err(Error::input("bag", well.pieces.to_string(), format!("{least} to {MOST_BAG} pieces")));
        }
        Ok(BagGame { well, hold })
    }

    /// The same game, in which so many pieces are shown ahead.
    ///
    /// # Errors
    /// More than [`super::MOST_LOOKAHEAD`].
    pub fn showing(self, lookahead: u8) -> Result<Self> {
        let WellGame { width, depth, pieces, rule, .. } = self.well;
        Ok(BagGame { well: WellGame::new(width, depth, pieces, rule, lookahead)?, hold: self.hold })
    }

    /// How many different pieces may be put aside; 1 if none is, for nothing put aside.
    pub fn held(&self) -> usize {
        if self.hold { self.well.pieces.pieces().len() } else { 1 }
    }

    /// The bag with one of each piece: bit `p` is piece `p` of the set.
    pub fn full(&self) -> usize {
        (1 << self.well.pieces.pieces().len()) - 1
    }

    /// The game in a few words.
    pub fn title(&self) -> String {
        let WellGame { width, depth, ref pieces, rule, lookahead } = self.well;
        let hold = if self.hold { "hold" } else { "no hold" };
        let shown = if lookahead == 0 { "no lookahead".to_string() } else { format!("lookahead {lookahead}") };
        format!("width {width}, depth {depth}, bags of {pieces}, rule {}, {hold}, {shown}", rule.word())
    }
}
