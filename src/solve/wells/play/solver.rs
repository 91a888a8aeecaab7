//! A machine that plays by a ranked defeat: it wins as fast as can be.
use super::machines::Machine;
use crate::error::{Error, Result};
use crate::game::wells::{Piece, Well};
use crate::proof::region::wells::{Defeat, WellGame};
use crate::solve::wells::strategies::state_graph::{Winner, solve};
use std::collections::VecDeque;

/// The most situations of a game that is solved for play.
const MOST_SITUATIONS: usize = 300_000;

/// A machine that follows a ranked defeat.
pub struct Solver {
    defeat: Defeat,
    shown: VecDeque<u8>,
    opening: Vec<usize>,
}

impl Solver {
    /// Solves a game; none if the player wins it.
    ///
    /// # Errors
    /// A game that is too large to be solved at once.
    pub fn new(game: &WellGame) -> Result<Option<Self>> {
        let large = || {
            let right = format!("at most {MOST_SITUATIONS} situations for the solver: a narrower or less deep well");
            Error::input("well", game.title(), right)
        };
        let Winner::Machine(defeat) = solve(game, MOST_SITUATIONS)?.ok_or_else(large)? else { return Ok(None) };
        let starts = defeat.sends.iter().filter(|((well, _), _)| well.height() == 0);
        let Some(((_, shown), _)) = starts.min_by_key(|(_, send)| send.rank) else { return Ok(None) };
        let shown: VecDeque<u8> = shown.iter().copied().collect();
        let opening = shown.iter().map(|piece| usize::from(*piece)).collect();
        Ok(Some(Solver { defeat, shown, opening }))
    }
}

impl Machine for Solver {
    fn name(&self) -> String {
        "the solver".to_string()
    }
    fn pieces(&self) -> &[Piece] {
        self.defeat.game.pieces.pieces()
    }
    fn opening(&self) -> Vec<usize> {
        self.opening.clone()
    }
    fn announce(&mut self, well: &Well) -> usize {
        let situation = (well.clone(), self.shown.iter().copied().collect());
        // Every situation after a play that is not lost is listed.
        let piece = self.defeat.sends.get(&situation).map_or(0, |send| send.piece);
        self.shown.push_back(piece);
        self.shown.pop_front();
        usize::from(piece)
    }
}
