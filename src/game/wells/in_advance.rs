//! The well game in which the player knows all pieces in advance, as in the "offline" problems of the literature.
use super::{BagGame, MOST_LOOKAHEAD, Movement, PieceSet, WellGame};
use crate::error::{Error, Result};
use serde::{Deserialize, Serialize};
use std::fmt::{Display, Formatter};
use std::str::FromStr;

/// How many pieces the player sees ahead.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(try_from = "Written")]
pub enum Lookahead {
    /// So many pieces are shown before the machine announces the next one.
    Pieces(u8),
    /// All pieces are known in advance.
    All,
}

/// A lookahead in a file: a number, or the word `all`.
#[derive(Deserialize)]
#[serde(untagged, expecting = "neither a number of pieces nor the word all")]
enum Written {
    Number(i64),
    Word(String),
}

impl TryFrom<Written> for Lookahead {
    type Error = Error;

    fn try_from(written: Written) -> Result<Self> {
        match written {
            Written::Number(number) => number.to_string().parse(),
            Written::Word(word) if word == "all" => Ok(Lookahead::All),
            Written::Word(word) => Err(Error::input("lookahead", word, right())),
        }
    }
}

fn right() -> String {
    format!("0 to {MOST_LOOKAHEAD} pieces, or all")
}

impl FromStr for Lookahead {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let number = || text.parse().ok().filter(|number| *number <= MOST_LOOKAHEAD).map(Lookahead::Pieces);
        let all = (text == "all").then_some(Lookahead::All);
        all.or_else(number).ok_or_else(|| Error::input("lookahead", text, right()))
    }
}

/// As in the name of a file.
impl Display for Lookahead {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        match self {
            Lookahead::Pieces(number) => number.fmt(f),
            Lookahead::All => f.write_str("all"),
        }
    }
}

/// How the machine may order the pieces.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Deal {
    /// Any piece of the set at any time.
    Any,
    /// From a bag, as [`BagGame`] says.
    Bag {
        /// Whether a piece is put aside.
        hold: bool,
    },
}

/// A game of wells in which the machine says, before the first piece is placed, in what order all pieces come.
///
/// It wins if some order leaves the player without a place after finitely many pieces. So much as he can see in any other game
/// with these pieces, he can see here: where it wins, it wins with every lookahead. The player wins if every order, however long,
/// can be placed. Then he also goes on for ever in each order without an end: he keeps to a well from which arbitrarily many of the
/// pieces to come can still be placed, and since a piece has finitely many places, one of them leads to another such well.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InAdvance {
    /// The columns of the well.
    pub width: u8,
    /// The highest row in which a full cell may stay.
    pub depth: u16,
    /// The pieces.
    pub pieces: PieceSet,
    /// How a piece may be brought to its place.
    pub rule: Movement,
    /// How the machine may order the pieces.
    pub deal: Deal,
}

impl InAdvance {
    /// A game with numbers in range.
    ///
    /// # Errors
    /// A width or depth out of range, or pieces that no bag holds.
    pub fn new(width: u8, depth: u16, pieces: PieceSet, rule: Movement, deal: Deal) -> Result<Self> {
        let WellGame { width, depth, pieces, rule, .. } = match deal {
            Deal::Any => WellGame::new(width, depth, pieces, rule, 0)?,
            Deal::Bag { hold } => BagGame::new(width, depth, pieces, rule, hold)?.well,
        };
        Ok(InAdvance { width, depth, pieces, rule, deal })
    }

    /// The game in which nothing is known in advance, with the same pieces; they come from no bag.
    pub fn well(&self) -> WellGame {
        let InAdvance { width, depth, ref pieces, rule, .. } = *self;
        WellGame { width, depth, pieces: pieces.clone(), rule, lookahead: 0 }
    }

    /// Whether a piece is put aside.
    pub fn holds(&self) -> bool {
        self.deal == Deal::Bag { hold: true }
    }

    /// All pieces of the set, as bits: those that may come next if none has come yet.
    pub fn all(&self) -> u32 {
        (1 << self.pieces.pieces().len()) - 1
    }

    /// The pieces that may come when one of those that may come now has come, as bits.
    pub fn left(&self, now: u32, piece: usize) -> u32 {
        let left = now & !(1 << piece);
        if self.deal == Deal::Any || left == 0 { self.all() } else { left }
    }

    /// The game in a few words.
    pub fn title(&self) -> String {
        let InAdvance { width, depth, ref pieces, rule, deal } = *self;
        let (from, hold) = match deal {
            Deal::Any => ("pieces", ""),
            Deal::Bag { hold: true } => ("bags of", ", hold"),
            Deal::Bag { hold: false } => ("bags of", ", no hold"),
        };
        format!(
            "width {width}, depth {depth}, {from} {pieces}, rule {}{hold}, all pieces known in advance",
            rule.word()
        )
    }
}
