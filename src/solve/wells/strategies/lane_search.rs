//! Looks for a lane strategy for every number of lanes: the greatest fixpoint over lane states, on the fly.
//!
//! A move may lead to several states. They are few, because a state says nothing about the number of lanes.
use super::lanes::{drops, outcomes};
use super::on_the_fly::{self, Found, Ground};
use super::tame::holes;
use crate::proof::region::wells::lanes::{LaneGame, LaneMove, LaneState, LaneStrategy};

/// How hard to look.
#[derive(Debug, Clone, Copy)]
pub struct Effort {
    /// The most profiles in a state that are no smooth lanes.
    pub bumpy: usize,
    /// The most covered holes (empty cells with a full one above) in a lane.
    pub holes: u32,
    /// The most situations looked at.
    pub situations: usize,
}

/// A lane strategy, if one is found with this effort. None found does not mean that there is none.
pub fn search(game: &LaneGame, effort: Effort) -> Option<LaneStrategy> {
    match on_the_fly::search(&Lanes { game, effort }, &LaneState::start(), game.lookahead, effort.situations) {
        Found::Held(moves) => Some(LaneStrategy { game: game.clone(), moves }),
        Found::Lost | Found::Spent => None,
    }
}

/// The states of a game that are within the bounds of the effort.
struct Lanes<'a> {
    game: &'a LaneGame,
    effort: Effort,
}

impl Lanes<'_> {
    fn is_fair(&self, state: &LaneState) -> bool {
        state.height() <= usize::from(self.game.depth)
            && bumpy(self.game, state) <= self.effort.bumpy
            && state.lanes.keys().all(|lane| holes(lane) <= self.effort.holes)
    }
}

impl Ground for Lanes<'_> {
    type State = LaneState;
    type Move = LaneMove;
    type Led = Vec<u32>;
    // With it the search takes far more situations than it is given.
    const FAMILIAR: bool = false;

    fn pieces(&self) -> u8 {
        self.game.pieces.pieces().len() as u8
    }

    fn moves(
        &self,
        state: &LaneState,
        piece: u8,
        number: &mut dyn FnMut(&LaneState) -> u32,
    ) -> Vec<(LaneMove, Vec<u32>)> {
        let mut all = Vec::new();
        for play in drops(self.game, state, piece) {
            let after = outcomes(self.game, state, piece, &play);
            if after.iter().all(|after| self.is_fair(after)) {
                let worth = after.iter().map(|after| worth(self.game, after)).max();
                all.push((worth, play, after));
            }
        }
        all.sort_by(|a, b| (&a.0, &a.1).cmp(&(&b.0, &b.1)));
        all.into_iter().map(|(_, play, after)| (play, after.iter().map(&mut *number).collect())).collect()
    }
}

/// How many profiles are no smooth lanes.
fn bumpy(game: &LaneGame, state: &LaneState) -> usize {
    let full = u16::MAX >> (16 - game.lane);
    let rest = game.rest == game.lane && state.rest.iter().any(|row| *row != full);
    usize::from(rest) + state.lanes.keys().filter(|lane| lane.iter().any(|row| *row != full)).count()
}

/// The smaller the better.
fn worth(game: &LaneGame, state: &LaneState) -> (usize, usize, usize) {
    (bumpy(game, state), state.height(), state.lanes.keys().map(Vec::len).sum())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::wells::PieceSet;
    use crate::proof;

    #[test]
    fn lane_strategies_are_found_and_accepted() {
        for (pieces, rest, depth) in [("OI", 0, 6), ("OL", 0, 5), ("L", 3, 3), ("S", 0, 4), ("T", 0, 4)] {
            let pieces = PieceSet::parse(pieces).unwrap();
            let game = LaneGame { lane: 2, rest, depth, pieces, lookahead: 0 };
            let found = search(&game, Effort { bumpy: 3, holes: 2, situations: 2_000 }).unwrap();
            assert!(proof::check(&found.text()).is_ok(), "{game}");
        }
        let game = LaneGame { lane: 2, rest: 0, depth: 1, pieces: PieceSet::parse("O").unwrap(), lookahead: 0 };
        assert!(search(&game, Effort { bumpy: 3, holes: 2, situations: 2_000 }).is_none());
    }
}
