//! Playing in lanes: what a move leads to for every number of lanes at once, the strategy that a rule makes, and what it
//! is in a well of one width. See [`crate::proof::region::wells::lanes`] for what it proves.
use crate::error::{Error, Result};
use crate::game::wells::{Movement, Mover, Placement, Shape, Well};
use crate::proof::region::wells::lanes::{LaneGame, LaneMove, LaneState, LaneStrategy, Profile};
use crate::proof::region::wells::{Strategy, WellGame};
use std::collections::{BTreeMap, BTreeSet};

/// How to play the first of the shown and announced pieces in a state.
pub type LaneRule<'a> = dyn Fn(&LaneState, &[u8]) -> Vec<LaneMove> + 'a;

/// Every sequence of `length` out of so many pieces.
pub fn sequences(pieces: usize, length: u8) -> Vec<Vec<u8>> {
    let mut all = vec![Vec::new()];
    for _ in 0..length {
        let longer = |sequence: Vec<u8>| (0..pieces as u8).map(move |piece| [&sequence[..], &[piece]].concat());
        all = all.into_iter().flat_map(longer).collect();
    }
    all
}

/// The row at which a shape comes to rest when it is dropped on a profile.
pub fn resting_row(profile: &[u16], shape: &Shape, column: u8) -> u16 {
    let free = |row: usize| {
        let mut cells = shape.rows().iter().enumerate();
        cells.all(|(up, cells)| profile.get(row + up).is_none_or(|there| there & (cells << column) == 0))
    };
    let mut row = profile.len();
    while row > 0 && free(row - 1) {
        row -= 1;
    }
    row as u16
}

/// The profile with a shape put there; rows that are full stay.
fn with(profile: &[u16], shape: &Shape, at: Placement) -> Profile {
    let mut rows = profile.to_vec();
    for (up, cells) in shape.rows().iter().enumerate() {
        let row = usize::from(at.row) + up;
        rows.resize(rows.len().max(row + 1), 0);
        rows[row] |= cells << at.column;
    }
    rows
}

/// The states in which play may be after a move.
pub fn outcomes(game: &LaneGame, state: &LaneState, piece: u8, play: &LaneMove) -> Vec<LaneState> {
    let shape = &game.pieces.pieces()[usize::from(piece)].turns()[usize::from(play.at.turn)];
    let Some(old) = &play.lane else {
        return vec![cleared(game, with(&state.rest, shape, play.at), state.lanes.clone())];
    };
    let new = with(old, shape, play.at);
    let mut without = state.lanes.clone();
    let some = without.remove(old) == Some(true);
    let kept = some.then(|| state.lanes.clone());
    let add = |mut lanes: BTreeMap<Profile, bool>| {
        let known = lanes.contains_key(&new);
        lanes.insert(new.clone(), known);
        cleared(game, state.rest.clone(), lanes)
    };
    [without].into_iter().chain(kept).map(add).collect()
}

/// The state without the rows that are full everywhere.
fn cleared(game: &LaneGame, rest: Profile, lanes: BTreeMap<Profile, bool>) -> LaneState {
    let full = |width: u8| u16::MAX >> (16 - width);
    let lowest = lanes.keys().map(Vec::len).min().unwrap_or(0);
    let gone: Vec<usize> = (0..lowest)
        .filter(|row| lanes.keys().all(|lane| lane[*row] == full(game.lane)))
        .filter(|row| game.rest == 0 || rest.get(*row) == Some(&full(game.rest)))
        .collect();
    let left = |profile: Profile| -> Profile {
        profile.into_iter().enumerate().filter(|(row, _)| !gone.contains(row)).map(|(_, cells)| cells).collect()
    };
    let mut after = BTreeMap::new();
    for (profile, some) in lanes {
        let profile = left(profile);
        let known = after.contains_key(&profile);
        after.insert(profile, some || known);
    }
    LaneState { rest: left(rest), lanes: after }
}

/// Every way to drop a piece into a part of the state.
pub fn drops(game: &LaneGame, state: &LaneState, piece: u8) -> Vec<LaneMove> {
    let turns = game.pieces.pieces()[usize::from(piece)].turns();
    let into = |lane: Option<&Profile>, profile: &Profile, width: u8| -> Vec<LaneMove> {
        let mut moves = Vec::new();
        for (turn, shape) in turns.iter().enumerate() {
            for column in 0..(width + 1).saturating_sub(shape.width()) {
                let at = Placement { turn: turn as u8, column, row: resting_row(profile, shape, column) };
                moves.push(LaneMove { lane: lane.cloned(), at });
            }
        }
        moves
    };
    let mut all: Vec<LaneMove> = state.lanes.keys().flat_map(|lane| into(Some(lane), lane, game.lane)).collect();
    all.extend(into(None, &state.rest, game.rest));
    all
}

/// The strategy of a rule for every number of lanes: the first move that it gives. Its depth is set to the greatest
/// height that is met.
///
/// # Errors
/// A state in which the rule says nothing, or more states or height than such a rule should need.
pub fn strategy(game: &LaneGame, rule: &LaneRule) -> Result<LaneStrategy> {
    let (states, mut moves) = (reached(game, rule)?, BTreeMap::new());
    let height = states.iter().map(|(state, _)| state.height()).max().unwrap_or(0) as u16;
    for (state, shown) in states {
        for piece in 0..game.pieces.pieces().len() as u8 {
            let sent = [&shown[..], &[piece]].concat();
            let first = rule(&state, &sent).into_iter().next().expect("a state that was reached has a move");
            moves.insert((state.clone(), sent), first);
        }
    }
    Ok(LaneStrategy { game: LaneGame { depth: height, ..game.clone() }, moves })
}

/// All states, with the pieces shown, that are met when every move that the rule gives is made.
fn reached(game: &LaneGame, rule: &LaneRule) -> Result<BTreeSet<(LaneState, Vec<u8>)>> {
    const MOST: usize = 100_000;
    let start = LaneState::start();
    let mut open: Vec<_> =
        sequences(game.pieces.pieces().len(), game.lookahead).into_iter().map(|shown| (start.clone(), shown)).collect();
    let mut seen: BTreeSet<(LaneState, Vec<u8>)> = open.iter().cloned().collect();
    while let Some((state, shown)) = open.pop() {
        for piece in 0..game.pieces.pieces().len() as u8 {
            let sent = [&shown[..], &[piece]].concat();
            let plays = rule(&state, &sent);
            let refuse = |what: &str| Err(Error::input("lane rule", format!("{} {sent:?}", state.word(game)), what));
            if plays.is_empty() {
                return refuse("a rule that says what to do in every state");
            }
            for play in plays {
                for after in outcomes(game, &state, sent[0], &play) {
                    if seen.len() > MOST || after.height() > usize::from(game.depth) {
                        return refuse("a rule that stays within its depth and a few states");
                    }
                    let next = (after, sent[1..].to_vec());
                    if seen.insert(next.clone()) {
                        open.push(next);
                    }
                }
            }
        }
    }
    Ok(seen)
}

/// The strategy in a well of so many lanes, always in the first lane with the profile.
///
/// # Errors
/// A well that is too wide.
pub fn in_width(strategy: &LaneStrategy, lanes: u8) -> Result<Strategy> {
    let game = &strategy.game;
    let width = lanes * game.lane + game.rest;
    let wells = WellGame::new(width, game.depth, game.pieces.clone(), Movement::Drop, game.lookahead)?;
    let movers: Vec<Mover> = wells.pieces.pieces().iter().map(|piece| Mover::new(piece, Movement::Drop)).collect();
    let (empty, start) = (Well::empty(width)?, LaneState::start());
    let shown = sequences(movers.len(), game.lookahead);
    let mut open: Vec<(Well, LaneState, Vec<u8>)> =
        shown.into_iter().map(|shown| (empty.clone(), start.clone(), shown)).collect();
    let mut moves = BTreeMap::new();
    while let Some((well, state, shown)) = open.pop() {
        for piece in 0..movers.len() as u8 {
            let sent = [&shown[..], &[piece]].concat();
            if moves.contains_key(&(well.clone(), sent.clone())) {
                continue;
            }
            let play = &strategy.moves[&(state.clone(), sent.clone())];
            let at = Placement { column: first_column(game, &well, play) + play.at.column, ..play.at };
            let after = movers[usize::from(sent[0])].place(&well, at).0;
            moves.insert((well.clone(), sent.clone()), at);
            let outcome =
                outcomes(game, &state, sent[0], play).into_iter().find(|state| stands_for(game, state, &after));
            open.push((after, outcome.expect("a move leads to one of its outcomes"), sent[1..].to_vec()));
        }
    }
    let height = moves.keys().map(|(well, _)| well.height()).max().unwrap_or(0) as u16;
    Ok(Strategy { game: WellGame { depth: height, ..wells }, moves })
}

/// The columns from `first` on as a profile.
fn profile(well: &Well, first: u8, width: u8) -> Profile {
    let mut rows: Profile = well.rows().iter().map(|row| row >> first & (u16::MAX >> (16 - width))).collect();
    while rows.last() == Some(&0) {
        rows.pop();
    }
    rows
}

fn lanes_of(game: &LaneGame, well: &Well) -> Vec<Profile> {
    let count = (well.width() - game.rest) / game.lane;
    (0..count).map(|lane| profile(well, lane * game.lane, game.lane)).collect()
}

fn first_column(game: &LaneGame, well: &Well, play: &LaneMove) -> u8 {
    let lanes = lanes_of(game, well);
    let lane = play.lane.as_ref().map_or(lanes.len(), |profile| {
        lanes.iter().position(|lane| lane == profile).expect("the state stands for this well")
    });
    lane as u8 * game.lane
}

fn stands_for(game: &LaneGame, state: &LaneState, well: &Well) -> bool {
    let lanes = lanes_of(game, well);
    let count = |profile: &Profile| lanes.iter().filter(|lane| *lane == profile).count();
    let rest = if game.rest > 0 { profile(well, well.width() - game.rest, game.rest) } else { Vec::new() };
    rest == state.rest
        && lanes.iter().all(|lane| state.lanes.contains_key(lane))
        && state.lanes.iter().all(|(profile, some)| count(profile) == 1 || (*some && count(profile) > 1))
}
