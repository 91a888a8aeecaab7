//! The well game: a player against a machine that sends the pieces (brzustowski, sections 1.2 and 4.4).
use super::{Movement, PieceSet, Well};
use crate::error::{Error, Result};
use serde::{Deserialize, Serialize};

/// The most pieces that are shown ahead: as many as in the modern games.
pub const MOST_LOOKAHEAD: u8 = 6;

/// The greatest depth of a well in a certificate.
pub const MOST_DEPTH: u16 = 1000;

/// A game of wells: who wins it is what the certificates prove.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct WellGame {
    /// The columns of the well.
    pub width: u8,
    /// The highest row in which a full cell may stay.
    pub depth: u16,
    /// The pieces that the machine may send.
    pub pieces: PieceSet,
    /// How a piece may be brought to its place.
    pub rule: Movement,
    /// How many pieces are shown before the machine announces the next one; 0 is no lookahead.
    pub lookahead: u8,
}

impl WellGame {
    /// A game with numbers in range.
    ///
    /// # Errors
    /// A width, depth or lookahead out of range.
    pub fn new(width: u8, depth: u16, pieces: PieceSet, rule: Movement, lookahead: u8) -> Result<Self> {
        Well::empty(width)?;
        if depth > MOST_DEPTH {
            return Err(Error::input("depth", depth.to_string(), format!("0 to {MOST_DEPTH} rows")));
        }
        if lookahead > MOST_LOOKAHEAD {
            return Err(Error::input("lookahead", lookahead.to_string(), format!("0 to {MOST_LOOKAHEAD} pieces")));
        }
        Ok(WellGame { width, depth, pieces, rule, lookahead })
    }

    /// The game in a few words.
    pub fn title(&self) -> String {
        format!(
            "width {}, depth {}, pieces {}, rule {}, lookahead {}",
            self.width,
            self.depth,
            self.pieces,
            self.rule.word(),
            self.lookahead
        )
    }

    /// Every sequence of `length` pieces, as indices into the set.
    pub fn sequences(&self, length: u8) -> Vec<Vec<u8>> {
        let mut all = vec![Vec::new()];
        for _ in 0..length {
            let longer = |sequence: Vec<u8>| {
                (0..self.pieces.pieces().len() as u8).map(move |piece| [&sequence[..], &[piece]].concat())
            };
            all = all.into_iter().flat_map(longer).collect();
        }
        all
    }
}
