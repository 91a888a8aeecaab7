//! Games of width 4 that the machine wins at every depth by many left kinks and one other piece, again and again.
use crate::claim::{Decision, Fact, Finding};
use crate::error::{Error, Result};
use crate::game::wells::{Movement, PieceSet};
use crate::proof::fact::KinkOrder;
use crate::solve::wells::defeats::kinks;
use crate::solve::wells::regions::subsets::{Basis, Entry, Set};

/// The columns.
const WIDTH: u8 = 4;

/// The sets with a left kink and one of these pieces.
pub(super) fn sets(others: &PieceSet) -> impl Iterator<Item = Set> {
    others.pieces().iter().map(|piece| Set::of(&format!("S{}", piece.word())))
}

/// Whether the order defeats every player in these wells.
pub(super) fn are_meant(width: u8, rule: Movement) -> bool {
    width == WIDTH && rule <= Movement::Slide
}

/// A part for each of the other pieces, with a certificate that is kept.
pub(super) fn findings(decision: &mut Decision, others: &PieceSet) -> Result<Vec<Finding>> {
    let finding = |piece: &crate::game::wells::Piece| {
        let word = piece.word();
        let name = format!("kink-order-{word}-width-{WIDTH}");
        let none = || Error::input(&name, "no certificate found", "a piece for which there is one");
        decision.keep(&name, kinks::search(piece).ok_or_else(none)?)?;
        let part = format!(
            "in width {WIDTH}, if pieces slide or only drop, the machine wins at every depth with each set that has a left kink and \
             {word}, with any lookahead: one order defeats every player from every well without an empty row below a full cell, \
             many left kinks and one {word}, again and again"
        );
        decision.proved(part, vec![Fact::LostToKinks(KinkOrder { width: WIDTH, piece: word.to_string() })])
    };
    others.pieces().iter().map(finding).collect()
}

/// Settles the lines of a census with these sets.
pub(super) fn settle(entries: &mut [Entry], others: &PieceSet) {
    for entry in entries.iter_mut().filter(|entry| are_meant(entry.width, entry.rule) && entry.is_open()) {
        if let Some(set) = sets(others).find(|set| entry.set.holds(*set)) {
            entry.basis = Basis::Kinks(set);
        }
    }
}
