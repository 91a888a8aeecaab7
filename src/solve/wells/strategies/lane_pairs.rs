//! The strategies of the thesis for an elbow with the bar and for both elbows, which look one piece ahead (brzustowski,
//! section 3.2), as one rule for any number of lanes from two on.
//!
//! A lane is smooth, or *deficient*: one piece of one kind makes it smooth. A piece smooths a lane that wants it. Else it
//! makes a lowest smooth lane deficient; but if the other kind's lane is so much lower than all others that full rows go
//! at once, the piece goes there if the lane then wants one piece again, or none; or two pieces go there, if the next
//! one is of this kind as well and the lane wants one piece or none after both.
use super::lanes::{LaneRule, resting_row, strategy};
use crate::error::Result;
use crate::game::wells::{PieceSet, Placement, Shape};
use crate::proof::region::wells::lanes::{LaneGame, LaneMove, LaneState, LaneStrategy, Profile};

/// The strategy for a pair such as `IL` or `JL` in every even width from 4 on: lanes, and one more as the last part.
///
/// # Errors
/// A rule that does not do what it should.
pub fn couple(pair: &str) -> Result<LaneStrategy> {
    let game = LaneGame { lane: 2, rest: 2, depth: 20, pieces: PieceSet::parse(pair)?, lookahead: 1 };
    let rule: Box<LaneRule> = Box::new(|state, sent| play(&game, state, sent).into_iter().collect());
    strategy(&game, &*rule)
}

/// What the rule makes of a lane.
#[derive(PartialEq, Eq)]
enum Kind {
    Smooth,
    /// Wants this piece.
    Deficient(u8),
    Broken,
}

/// A part of the well, and how a move names it.
type Part = (Option<Profile>, Profile);

fn play(game: &LaneGame, state: &LaneState, sent: &[u8]) -> Option<LaneMove> {
    let (piece, next) = (sent[0], sent[1]);
    let lanes = state.lanes.keys().map(|lane| (Some(lane.clone()), lane.clone()));
    let parts: Vec<Part> = lanes.chain([(None, state.rest.clone())]).collect();
    let of = |kind: Kind| parts.iter().find(|part| self::kind(game, &part.1) == kind);
    let floor = |own: &Part| {
        let others = parts.iter().filter(|part| part.0 != own.0).map(|part| part.1.len());
        let twin = own.0.as_ref().is_some_and(|lane| state.lanes[lane]);
        others.chain(twin.then_some(own.1.len())).min().unwrap_or(usize::MAX)
    };
    if let Some(broken) = of(Kind::Broken) {
        return mended(game, broken, piece, floor(broken), true);
    }
    if let Some(wanting) = of(Kind::Deficient(piece)) {
        return placed(game, wanting, piece).into_iter().find(|(_, after)| is_smooth(after)).map(|(play, _)| play);
    }
    let smooth: Vec<&Part> = parts.iter().filter(|part| is_smooth(&part.1)).collect();
    if let Some(other) = parts.iter().find(|part| !is_smooth(&part.1)) {
        let mending = mended(game, other, piece, floor(other), next == piece);
        if mending.is_some() {
            return mending;
        }
    }
    let lowest = smooth.into_iter().min_by_key(|part| part.1.len())?;
    let wants = |(_, after): &(LaneMove, Profile)| kind(game, after) == Kind::Deficient(piece);
    placed(game, lowest, piece).into_iter().find(wants).map(|(play, _)| play)
}

/// The move into a lane that is below all others, of which the lowest has `floor` rows, after which the lane is smooth
/// or wants one piece; or, if `twice`, can be so after one more piece of the same kind.
fn mended(game: &LaneGame, part: &Part, piece: u8, floor: usize, twice: bool) -> Option<LaneMove> {
    let rated = placed(game, part, piece).into_iter().filter_map(|(play, after)| {
        let (left, floor) = without_full(&after, floor);
        let shorter = |after: &Profile| is_good(game, after) && after.len() <= part.1.len();
        // Of two orders of the same pieces the one that leaves fewer rows half full between them.
        let rough = left.iter().filter(|row| **row != 0b11).count();
        if shorter(&left) {
            return Some((0, left.len(), rough, play));
        }
        let again = placed(game, &(None, left), piece).into_iter().map(|(_, after)| without_full(&after, floor).0);
        let second = again.filter(|after| shorter(after)).map(|after| after.len()).min();
        second.filter(|_| twice).map(|height| (1, height, rough, play))
    });
    rated.min().map(|(.., play)| play)
}

fn is_good(game: &LaneGame, profile: &Profile) -> bool {
    kind(game, profile) != Kind::Broken
}

/// Every way to drop a piece into a part, with its profile then, full rows and all.
fn placed(game: &LaneGame, part: &Part, piece: u8) -> Vec<(LaneMove, Profile)> {
    let turns = game.pieces.pieces()[usize::from(piece)].turns();
    let mut all = Vec::new();
    for (turn, shape) in turns.iter().enumerate() {
        for column in 0..(game.lane + 1).saturating_sub(shape.width()) {
            let at = Placement { turn: turn as u8, column, row: resting_row(&part.1, shape, column) };
            all.push((LaneMove { lane: part.0.clone(), at }, put(&part.1, shape, at)));
        }
    }
    all
}

fn put(profile: &Profile, shape: &Shape, at: Placement) -> Profile {
    let mut after = profile.clone();
    after.resize(after.len().max(usize::from(at.row) + shape.rows().len()), 0);
    for (up, cells) in shape.rows().iter().enumerate() {
        after[usize::from(at.row) + up] |= cells << at.column;
    }
    after
}

/// The profile without the rows that are full in it and in all other lanes, which have `floor` rows or more, and the
/// least number of rows that those have then.
fn without_full(profile: &Profile, floor: usize) -> (Profile, usize) {
    let gone = profile.iter().take(floor).filter(|row| **row == 0b11).count();
    let left = profile.iter().enumerate().filter(|(row, cells)| **cells != 0b11 || *row >= floor);
    (left.map(|(_, cells)| *cells).collect(), floor - gone)
}

fn is_smooth(profile: &Profile) -> bool {
    profile.iter().all(|row| *row == 0b11)
}

fn kind(game: &LaneGame, profile: &Profile) -> Kind {
    if is_smooth(profile) {
        return Kind::Smooth;
    }
    let mends = |piece: &u8| placed(game, &(None, profile.clone()), *piece).iter().any(|(_, after)| is_smooth(after));
    (0..game.pieces.pieces().len() as u8).find(mends).map_or(Kind::Broken, Kind::Deficient)
}

#[cfg(test)]
mod tests {
    use super::super::lanes::in_width;
    use super::*;
    use crate::proof;

    #[test]
    fn couples_go_on_for_ever_in_the_printed_heights() {
        for (pair, height) in [("IL", 11), ("IJ", 11), ("JL", 10)] {
            let strategy = couple(pair).unwrap();
            assert!(strategy.game.depth <= height, "{pair}: {}", strategy.game.depth);
            assert!(proof::check(&strategy.text()).is_ok());
            let text = in_width(&strategy, 1).unwrap().text();
            assert!(proof::check(&text).is_ok());
        }
    }
}
