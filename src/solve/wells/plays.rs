//! What one piece can do in all wells of a space.
use super::graph::Graph;
use super::space::Space;
use crate::error::Result;
use crate::game::wells::{Movement, Mover, Piece, Placement, Well};
use crate::solve::Memory;
use rayon::prelude::*;
use std::fmt::{Display, Formatter};

/// How freely a piece may be moved: by a rule of the game, or up as well, as at the end of section 5.3.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Freedom {
    /// One of the four rules.
    Under(Movement),
    /// The rule `referee`, and the piece may be moved up before it is dropped.
    Lift,
}

impl Freedom {
    /// All of them; each but the last allows less than `anywhere`.
    pub const ALL: [Freedom; 5] = [
        Freedom::Under(Movement::Drop),
        Freedom::Under(Movement::Slide),
        Freedom::Under(Movement::Referee),
        Freedom::Lift,
        Freedom::Under(Movement::Anywhere),
    ];

    /// The freedom that a word names: a rule, or `lift`.
    ///
    /// # Errors
    /// Any other word.
    pub fn from_word(word: &str) -> Result<Self> {
        if word == "lift" { Ok(Freedom::Lift) } else { Movement::from_word(word).map(Freedom::Under) }
    }

    /// A piece with this freedom.
    pub fn hand(self, piece: &Piece) -> Hand<'_> {
        let rule = match self {
            Freedom::Under(rule) => rule,
            Freedom::Lift => Movement::Referee,
        };
        Hand { mover: Mover::new(piece, rule), lift: self == Freedom::Lift }
    }
}

impl Display for Freedom {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        match self {
            Freedom::Under(rule) => f.write_str(rule.word()),
            Freedom::Lift => f.write_str("lift"),
        }
    }
}

/// A piece with the freedom to move it.
pub struct Hand<'a> {
    mover: Mover<'a>,
    lift: bool,
}

impl<'a> Hand<'a> {
    /// The piece.
    pub fn piece(&self) -> &'a Piece {
        self.mover.piece()
    }

    /// Every place where the piece can come to rest.
    pub fn placements(&self, well: &Well) -> Vec<Placement> {
        if self.lift { self.mover.lifted(well) } else { self.mover.placements(well) }
    }

    /// The well after that, and the number of rows deleted.
    pub fn place(&self, well: &Well, at: Placement) -> (Well, usize) {
        self.mover.place(well, at)
    }
}

/// For each well of a space the wells after one play of a piece, those that are too high left out.
pub struct Plays {
    starts: Vec<usize>,
    heads: Vec<u32>,
}

/// The wells that one task looks at.
const CHUNK: usize = 1 << 14;

impl Plays {
    /// All plays of a piece in a space.
    ///
    /// # Errors
    /// More memory than allowed.
    pub fn new(space: &Space, hand: &Hand, memory: Memory) -> Result<Self> {
        let turns = hand.piece().turns().len() as u128;
        let most = space.len() as u128 * (8 + 4 * turns * u128::from(space.width()));
        memory.ask(most, "the plays of a piece in all wells")?;
        let chunks = space.len().div_ceil(CHUNK);
        let part = |chunk: usize| {
            let (mut counts, mut heads) = (Vec::new(), Vec::new());
            for number in chunk * CHUNK..((chunk + 1) * CHUNK).min(space.len()) {
                let well = space.well(number as u32);
                let mut next: Vec<u32> =
                    hand.placements(&well).iter().filter_map(|at| space.number(&hand.place(&well, *at).0)).collect();
                next.sort_unstable();
                next.dedup();
                counts.push(next.len());
                heads.extend(next);
            }
            (counts, heads)
        };
        let parts: Vec<(Vec<usize>, Vec<u32>)> = (0..chunks).into_par_iter().map(part).collect();
        let (mut starts, mut heads) = (Vec::with_capacity(space.len() + 1), Vec::new());
        for (counts, more) in parts {
            let mut at = heads.len();
            for count in counts {
                starts.push(at);
                at += count;
            }
            heads.extend(more);
        }
        starts.push(heads.len());
        Ok(Plays { starts, heads })
    }

    /// The number of edges.
    pub fn edges(&self) -> usize {
        self.heads.len()
    }
}

impl Graph for Plays {
    fn len(&self) -> usize {
        self.starts.len() - 1
    }
    fn degree(&self, vertex: u32) -> usize {
        self.starts[vertex as usize + 1] - self.starts[vertex as usize]
    }
    fn head(&self, vertex: u32, edge: usize) -> u32 {
        self.heads[self.starts[vertex as usize] + edge]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::wells::PieceSet;

    #[test]
    fn more_freedom_is_more_places() {
        let pieces = PieceSet::parse("SZ").unwrap();
        let space = Space::new(4, 3).unwrap();
        for piece in pieces.pieces() {
            let hands = Freedom::ALL.map(|freedom| freedom.hand(piece));
            for well in space.wells() {
                let places = hands.each_ref().map(|hand| hand.placements(&well));
                assert!(places.windows(2).all(|pair| pair[0].iter().all(|at| pair[1].contains(at))), "{well}");
            }
        }
    }
}
