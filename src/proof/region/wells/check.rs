//! The checkers of strategies and defeats. The head of the module says why what they ask is enough.
use super::plain::{Board, turns};
use super::{Defeat, Send, Situation, Strategy, WellGame};
use crate::game::wells::{Movement, Piece, Placement, Well};
use crate::proof::region::closure::listed;
use crate::proof::{Fact, Facts, Reject};

/// Checks that a strategy goes on for ever.
///
/// # Errors
/// A start or a successor without a line, a placement that is not legal, or a well that gets too high.
pub fn check_strategy(strategy: &Strategy) -> Result<Facts, Reject> {
    let game = &strategy.game;
    // What a slide allows, the referee allows.
    let rule = if game.rule == Movement::Referee { Movement::Slide } else { game.rule };
    let shapes: Vec<_> = game.pieces.pieces().iter().map(turns).collect();
    let start = Well::empty(game.width).expect("the width was read");
    for pieces in game.sequences(game.lookahead + 1) {
        let situation = (start.clone(), pieces);
        if !strategy.moves.contains_key(&situation) {
            return Err(Reject::at("start", format!("no line for the empty well and {}", said(game, &situation.1))));
        }
    }
    let leads = |(well, pieces): &Situation, at: &Placement| {
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
        Ok((0..shapes.len() as u8).map(|piece| (after.clone(), [&pieces[1..], &[piece]].concat())).collect())
    };
    listed(
        &strategy.moves,
        leads,
        |_, _| true,
        |(well, pieces), (next, then)| {
            let place = format!("play {well} {}", said(game, pieces));
            Reject::at(place, format!("no line for what comes next, {next} {}", said(game, then)))
        },
    )?;
    Ok(vec![Fact::Survives(game.clone())])
}

/// Checks that a defeat leaves the player no way out.
///
/// # Errors
/// No start, or a place of a piece after which the next situation has no line of smaller rank.
pub fn check_defeat(defeat: &Defeat) -> Result<Facts, Reject> {
    let game = &defeat.game;
    // What the referee allows is at most what fits.
    let rule = if game.rule == Movement::Referee { Movement::Anywhere } else { game.rule };
    let shapes: Vec<_> = game.pieces.pieces().iter().map(turns).collect();
    let leads = |(well, shown): &Situation, send: &Send| {
        let pieces = [&shown[..], &[send.piece]].concat();
        let board = Board::of(well);
        let mut reached = Vec::new();
        for cells in &shapes[usize::from(pieces[0])] {
            let after = board.places(cells, rule).into_iter().map(|corner| board.after(cells, corner));
            let stays = after.filter(|after| after.height() <= usize::from(game.depth));
            reached.extend(stays.map(|after| (after.well(), pieces[1..].to_vec())));
        }
        Ok(reached)
    };
    listed(
        &defeat.sends,
        leads,
        |send, next| next.rank < send.rank,
        |(well, shown), (next, _)| {
            let place = format!("send {well} {}", said(game, shown));
            Reject::at(place, format!("the player can get to {next}, no line of smaller rank"))
        },
    )?;
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
