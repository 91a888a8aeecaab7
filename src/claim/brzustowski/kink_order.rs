//! Games of width 4 that the machine wins at every depth by many left kinks and one other piece, again and again.
use crate::claim::{Decision, Fact, Finding};
use crate::error::{Error, Result};
use crate::game::wells::{Movement, Piece, PieceSet};
use crate::proof::fact::KinkOrder;
use crate::solve::wells::defeats::kinks::{self, Runs};
use crate::solve::wells::regions::subsets::{Basis, Entry, Set};
use serde::Deserialize;

/// The columns.
const WIDTH: u8 = 4;

/// Pieces that with many left kinks between them defeat every player in width 4, again and again, if pieces slide or only drop.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WithKinks {
    /// With every number of kinks that is great enough.
    any: PieceSet,
    /// With every odd number that is.
    odd: PieceSet,
}

impl WithKinks {
    fn pieces(&self) -> impl Iterator<Item = (&Piece, Runs)> {
        let any = self.any.pieces().iter().map(|piece| (piece, Runs::ANY));
        any.chain(self.odd.pieces().iter().map(|piece| (piece, Runs::ODD)))
    }

    /// The sets with a left kink and one of these pieces that lose in these wells.
    pub(super) fn sets(&self, width: u8, rule: Movement) -> impl Iterator<Item = Set> {
        let are_meant = width == WIDTH && rule <= Movement::Slide;
        self.pieces().filter(move |_| are_meant).map(|(piece, _)| Set::of(&format!("S{}", piece.word())))
    }

    /// Settles the lines of a census with these sets.
    pub(super) fn settle(&self, entries: &mut [Entry]) {
        for entry in entries.iter_mut().filter(|entry| entry.is_open()) {
            if let Some(set) = self.sets(entry.width, entry.rule).find(|set| entry.set.holds(*set)) {
                entry.basis = Basis::Kinks(set);
            }
        }
    }

    /// A part for each of the pieces, with a certificate that is kept.
    pub(super) fn findings(&self, decision: &mut Decision) -> Result<Vec<Finding>> {
        self.pieces().map(|(piece, runs)| finding(decision, piece, runs)).collect()
    }
}

fn finding(decision: &mut Decision, piece: &Piece, runs: Runs) -> Result<Finding> {
    let word = piece.word();
    let name = format!("kink-order-{word}-width-{WIDTH}");
    let none = || Error::input(&name, "no certificate found", "a piece for which there is one");
    decision.keep(&name, kinks::search(piece, runs).ok_or_else(none)?)?;
    let kinks = if runs == Runs::ODD { "an odd number of left kinks that is great enough" } else { "many left kinks" };
    let part = format!(
        "in width {WIDTH}, if pieces slide or only drop, the machine wins at every depth with each set that has a left kink and \
         {word}, with any lookahead: for each depth an order defeats every player from every well without an empty row below a \
         full cell, {kinks} and one {word}, again and again"
    );
    let Runs { divisor, rest } = runs;
    decision.proved(
        part,
        vec![Fact::LostToKinks(KinkOrder { width: WIDTH, piece: word.to_string(), divisor, rest, squares: None })],
    )
}
