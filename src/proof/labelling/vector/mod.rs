//! Certificate kind `vector`: the value of every position of a vector addition game with states.
//!
//! The certificate is a finite list of pieces. A piece is a state, a base vector b, a cone (a list of generators
//! g1, ..., gk) and a value v; it says that every position b + N g1 + ... + N gk of that state has the value v. Pieces
//! may overlap. A weight shows that play ends.
//!
//! **What is checked, and why it is enough.**
//!
//! 1. *Play ends.* Every rule makes the weight smaller. So there is exactly one function that gives each position the
//!    value that play (mex, or win and loss) gives from its options: the value of the game.
//! 2. *Pieces are split.* Along each generator, a coefficient is one of 0, ..., split-1, or split and more. So a piece is
//!    the union of finitely many parts o + N g (g in a subset G of the generators), and it is enough to look at each part.
//! 3. *Covering.* The zero vector of each state lies in a piece, and for every part and every coordinate i the part moved
//!    by one along i lies inside one piece. By induction on the sum of the coordinates, every position is in a piece.
//! 4. *Values.* For every part and every rule of its state: either o is at least what the rule takes, then the rule can be
//!    used on the whole part, and the part that it leads to must lie inside one piece, whose value is noted; or some
//!    coordinate is too small and no generator of G can raise it, then the rule can be used nowhere on the part. Anything
//!    else is refused. The noted values must give the value of the piece.
//! 5. By induction on the weight, a position in a piece has the value of that piece, whichever piece it is: its options
//!    have the values of the pieces they lie in, and the play gives the value from those. So overlapping pieces agree.
//!
//! "The part o + N G lies inside a piece" is shown by finding a piece of the same state whose cone contains G and whose
//! base is o minus at most `back` times each of its generators.
//!
//! A `period t from b` is checked on the same parts: for every position x >= b of the piece, x + t lies in a piece of the
//! same value. A `differ x and y` names two positions of different values: it shows that a period is the least.
mod check;
mod format;
mod index;

use crate::game::Play;
use crate::game::vector::{Rule, VectorPosition, Weight};
use crate::value::linear::natural_combination;

pub use check::check;
pub use format::read;

/// A linear set of positions with one value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    /// The control state.
    pub state: usize,
    /// The least position.
    pub base: Vec<u64>,
    /// The index of its cone in [`VectorCertificate::cones`].
    pub cone: usize,
    /// The value of all its positions.
    pub value: u64,
}

/// `value(x + step) = value(x)` for all positions `x >= from`, in every state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Period {
    /// What is added.
    pub step: Vec<u64>,
    /// From where on.
    pub from: Vec<u64>,
}

/// The value of every position, as finitely many pieces. See the head of this module.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VectorCertificate {
    /// The name of the game, whose rules the certificate's must then be; or nothing, and the rules stand for themselves.
    pub game: Option<String>,
    /// What the values are.
    pub play: Play,
    /// How many coordinates.
    pub dimension: usize,
    /// How many control states.
    pub states: usize,
    /// The rules; their names play no part.
    pub rules: Vec<Rule>,
    /// Why play ends.
    pub weight: Weight,
    /// How far each coefficient is split.
    pub split: u64,
    /// How far a base is searched back along a generator.
    pub back: u64,
    /// Lists of generators.
    pub cones: Vec<Vec<Vec<u64>>>,
    /// The pieces.
    pub pieces: Vec<Piece>,
    /// Periods that follow.
    pub periods: Vec<Period>,
    /// Pairs of positions with different values.
    pub differing: Vec<(VectorPosition, VectorPosition)>,
}

impl VectorCertificate {
    /// The value of a position: that of a piece in which it lies. The time depends on the certificate, not on the
    /// position. Meaningful once the certificate has been checked.
    pub fn value(&self, position: &VectorPosition) -> Option<u64> {
        let inside = |piece: &&Piece| {
            let difference = position.at.iter().zip(&piece.base).map(|(&x, &b)| i128::from(x) - i128::from(b));
            let difference: Vec<i128> = difference.collect();
            piece.state == position.state
                && difference.iter().all(|&d| d >= 0)
                && natural_combination(&difference, &self.cones[piece.cone]).is_some()
        };
        self.pieces.iter().find(inside).map(|piece| piece.value)
    }
}

#[cfg(test)]
mod tests;
