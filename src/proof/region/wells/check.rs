//! The checkers of strategies and defeats. The head of the module says why what they ask is enough.
use super::plain::{Board, turns};
use super::{Defeat, Strategy, WellGame};
use crate::game::tetris::{Piece, Rule, Well};
use crate::proof::{Fact, Facts, Reject};

/// Checks that a strategy goes on for ever.
///
/// # Errors
/// A start or a successor without a line, a placement that is not legal, or a well that gets too high.
pub fn check_strategy(strategy: &Strategy) -> Result<Facts, Reject> {
    let game = &strategy.game;
    // What a slide allows, the referee allows.
    let rule = if game.rule == Rule::Referee { Rule::Slide } else { game.rule };
    let shapes: Vec<_> = game.pieces.pieces().iter().map(turns).collect();
    let listed = |well: &Well, pieces: Vec<u8>| strategy.moves.contains_key(&(well.clone(), pieces));
    let start = Well::empty(game.width).expect("the width was read");
    for pieces in game.sequences(game.lookahead + 1) {
        if !listed(&start, pieces.clone()) {
            return Err(Reject::at("start", format!("no line for the empty well and {}", said(game, &pieces))));
        }
    }
    for ((well, pieces), at) in &strategy.moves {
        let place = || format!("play {well} {}", said(game, pieces));
        let (board, corner) = (Board::of(well), (i32::from(at.column), i32::from(at.row)));
        let cells = shapes[usize::from(pieces[0])].get(usize::from(at.turn));
        let cells = cells.ok_or_else(|| Reject::at(place(), "the piece has no such turn"))?;
        if !board.places(cells, rule).contains(&corner) {
            return Err(Reject::at(place(), format!("the piece cannot come to rest there by rule {}", rule.word())));
        }
        let after = board.after(cells, corner);
        if after.height() > usize::from(game.depth) {
            return Err(Reject::at(place(), format!("a full cell stays in row {}", after.height())));
        }
        let after = after.well();
        for piece in 0..shapes.len() as u8 {
            let next = [&pieces[1..], &[piece]].concat();
            if !listed(&after, next.clone()) {
                return Err(Reject::at(place(), format!("no line for what comes next, {after} {}", said(game, &next))));
            }
        }
    }
    Ok(vec![Fact::Survives(game.clone())])
}

/// Checks that a defeat leaves the player no way out.
///
/// # Errors
/// No start, or a place of a piece after which the next situation has no line of smaller rank.
pub fn check_defeat(defeat: &Defeat) -> Result<Facts, Reject> {
    let game = &defeat.game;
    // What the referee allows is at most what fits.
    let rule = if game.rule == Rule::Referee { Rule::Anywhere } else { game.rule };
    let shapes: Vec<_> = game.pieces.pieces().iter().map(turns).collect();
    for ((well, shown), send) in &defeat.sends {
        let pieces = [&shown[..], &[send.piece]].concat();
        let board = Board::of(well);
        for (turn, cells) in shapes[usize::from(pieces[0])].iter().enumerate() {
            for corner in board.places(cells, rule) {
                let after = board.after(cells, corner);
                if after.height() > usize::from(game.depth) {
                    continue;
                }
                let next = (after.well(), pieces[1..].to_vec());
                if defeat.sends.get(&next).is_none_or(|next| next.rank >= send.rank) {
                    let place = format!("send {well} {}", said(game, &pieces));
                    let way = format!("turn {turn} at {corner:?} leads to {}, no line of smaller rank", next.0);
                    return Err(Reject::at(place, way));
                }
            }
        }
    }
    let start = Well::empty(game.width).expect("the width was read");
    let starts = game.sequences(game.lookahead).into_iter();
    let rank = starts.filter_map(|shown| defeat.sends.get(&(start.clone(), shown))).map(|send| send.rank).min();
    let rank = rank.ok_or_else(|| Reject::at("start", "no line for the empty well"))?;
    Ok(vec![Fact::Defeated { game: game.clone(), within: rank }])
}

/// Pieces as the certificate spells them.
fn said(game: &WellGame, pieces: &[u8]) -> String {
    let words: Vec<&str> = pieces.iter().map(|piece| Piece::word(&game.pieces.pieces()[usize::from(*piece)])).collect();
    words.join(" ")
}
