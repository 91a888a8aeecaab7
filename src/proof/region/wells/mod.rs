//! Certificate kinds `strategy` and `defeat`: who wins the game of wells (brzustowski, sections 1.2, 2
//! and 4.4).
//!
//! A *situation* is a well and the pieces already shown, `lookahead` of them, in the order in which they are played.
//! The machine announces one more piece before it sees the play; then the player places the first of the shown and
//! announced pieces, full rows go, and the player has lost if a full cell stands above `depth` or if there is no place.
//! The player wins if from the empty well, whatever is shown, play can go on for ever.
//!
//! **`strategy`.** A list of (well, shown and announced pieces) with a placement for each. It holds the empty well with
//! every sequence of pieces; each placement is legal and leaves a well that is not too high; and that well is listed
//! with the pieces left and every piece announced next. So by induction the player never meets a situation without a
//! line: the strategy goes on for ever. It cannot play on in a lost position, because there a placement is refused.
//!
//! **`defeat`.** A list of situations, each with the piece that the machine announces and a rank, at least 1. For *every*
//! place of the first piece, the well is then too high or the next situation is listed with a smaller rank. So by
//! induction on the rank the player has lost after at most so many pieces. A cycle without an end cannot pass, because
//! ranks fall along it.
//!
//! **`lanes`.** See [`lanes`]. **`bag`.** See [`bag`]. **`order`** and **`in-advance`.** See [`in_advance`].
//!
//! The checkers turn, move and place pieces with code of their own, in `plain`; of the rules they share only which
//! cells a letter stands for, and the spelling of wells and placements. Under the rule `referee` a strategy may use the
//! places that `slide` allows, and a defeat must answer all places that `anywhere` allows: both are enough, because each
//! rule allows what the stricter ones do, and so no quarter turn has to be judged.
pub mod bag;
mod check;
pub(in crate::proof) mod format;
pub mod in_advance;
pub mod lanes;
pub(in crate::proof) mod plain;

pub use check::{check_defeat, check_strategy};
pub use format::{read_defeat, read_strategy};

pub use crate::game::wells::{MOST_DEPTH, MOST_LOOKAHEAD, WellGame};

use crate::game::wells::{Placement, Well};
use std::collections::BTreeMap;

/// A well, and the pieces shown in the order of play, as indices into the piece set.
pub type Situation = (Well, Vec<u8>);

/// A way to play: kind `strategy`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Strategy {
    /// The game.
    pub game: WellGame,
    /// The placement of the first piece, for each well and the shown and announced pieces: `lookahead` + 1 indices into
    /// the piece set, in the order of play.
    pub moves: BTreeMap<Situation, Placement>,
}

/// What the machine does in a situation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Send {
    /// The piece announced, as an index into the piece set.
    pub piece: u8,
    /// The player has lost after at most so many pieces, at least 1.
    pub rank: u32,
}

/// A way to defeat every player: kind `defeat`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Defeat {
    /// The game.
    pub game: WellGame,
    /// What the machine does, for each well and the shown pieces: `lookahead` indices into the piece set.
    pub sends: BTreeMap<Situation, Send>,
}

#[cfg(test)]
mod tests;
