//! Strategies as pictures: wells with arrows, as the thesis draws them (section 2.2).
use crate::game::tetris::{Placement, Shape, Well};
use crate::proof::strategy::Strategy;
use crate::report::figure::{Arrow, States, WellDrawing};
use std::collections::BTreeMap;

/// The picture of a strategy with no or one piece of lookahead: its wells, the empty one first, and its plays. A play
/// that is the same for every lookahead piece has one arrow without small pieces.
pub(super) fn states(title: &str, strategy: &Strategy) -> States {
    let mut wells: Vec<&Well> = strategy.moves.keys().map(|(well, _)| well).collect();
    wells.dedup();
    wells.sort_by_key(|well| well.height() > 0);
    let number: BTreeMap<&Well, usize> = wells.iter().enumerate().map(|(at, well)| (*well, at)).collect();
    let mut plays: BTreeMap<(usize, u8, Placement), Vec<u8>> = BTreeMap::new();
    for ((well, pieces), at) in &strategy.moves {
        plays.entry((number[well], pieces[0], *at)).or_default().extend(pieces.get(1));
    }
    let pieces = strategy.game.pieces.pieces();
    let arrow = |((from, piece, at), mut ahead): ((usize, u8, Placement), Vec<u8>)| {
        let shape: &Shape = &pieces[usize::from(piece)].turns()[usize::from(at.turn)];
        let to = number.get(&wells[from].place(shape, at.column, at.row).0).copied()?;
        ahead.dedup();
        if ahead.len() == pieces.len() {
            ahead.clear();
        }
        let lookahead = ahead.iter().map(|next| pieces[usize::from(*next)].turns()[0].clone()).collect();
        Some(Arrow { from, to, piece: shape.clone(), note: (at.column + 1).to_string(), lookahead })
    };
    let arrows = plays.into_iter().filter_map(arrow).collect();
    let states = wells.iter().map(|well| WellDrawing { walls: 1, ..WellDrawing::of(well) }).collect();
    States { title: title.to_string(), states, arrows }
}
