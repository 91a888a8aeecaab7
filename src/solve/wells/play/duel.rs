//! A machine against a player.
use super::flats::{Events, Population};
use super::machines::Machine;
use super::players::{Choice, Player, Situation, choices};
use crate::error::Result;
use crate::game::wells::Well;
use crate::solve::wells::plays::{Freedom, Hand};
use std::collections::VecDeque;

/// One play of a duel.
pub struct Turn<'a> {
    /// The piece, as an index of the machine's pieces.
    pub piece: usize,
    /// The pieces announced after it.
    pub shown: &'a [usize],
    /// What was played.
    pub choice: &'a Choice,
    /// What it did to the flats.
    pub events: &'a Events,
    /// The flats after it.
    pub flats: &'a Population,
}

/// How a duel went.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DuelResult {
    /// Pieces sent, the one that could not be played without losing included.
    pub pieces: u64,
    /// Rows deleted.
    pub rows: u64,
    /// Whether the player lost; if not, the duel was ended after so many pieces.
    pub lost: bool,
}

/// Where and how long a duel is played.
#[derive(Debug, Clone)]
pub struct Terms {
    /// The well at the start.
    pub start: Well,
    /// The highest row that may be full after a play.
    pub depth: usize,
    /// How freely pieces are moved.
    pub freedom: Freedom,
    /// The most pieces.
    pub most: u64,
}

/// Plays a duel and shows each play to `watch`.
///
/// # Errors
/// None, unless a place is wrong that a rule gave.
pub fn duel(
    machine: &mut dyn Machine,
    player: &dyn Player,
    terms: &Terms,
    mut watch: impl FnMut(&Turn),
) -> Result<DuelResult> {
    let pieces = machine.pieces().to_vec();
    let hands: Vec<Hand> = pieces.iter().map(|piece| terms.freedom.hand(piece)).collect();
    let mut shown: VecDeque<usize> = machine.opening().into();
    let mut flats = Population::new(terms.start.clone());
    let mut outcome = DuelResult { pieces: 0, rows: 0, lost: false };
    while outcome.pieces < terms.most {
        shown.push_back(machine.announce(flats.well()));
        let current = shown.pop_front().expect("a piece was announced");
        outcome.pieces += 1;
        let choices = choices(&hands[current], flats.well(), terms.depth);
        if choices.is_empty() {
            outcome.lost = true;
            break;
        }
        let ahead = shown.make_contiguous();
        let situation = Situation { well: flats.well(), depth: terms.depth, hands: &hands, current, shown: ahead };
        let choice = &choices[player.choose(&situation, &choices)];
        let events = flats.play(&pieces[current].turns()[usize::from(choice.at.turn)], choice.at)?;
        outcome.rows += choice.cleared as u64;
        watch(&Turn { piece: current, shown: ahead, choice, events: &events, flats: &flats });
    }
    Ok(outcome)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::wells::Movement;
    use crate::solve::wells::play::machines::{Detector, Kinks, Squares};
    use crate::solve::wells::play::players::gallery;

    #[test]
    fn the_machines_of_the_thesis_defeat_the_gallery() {
        for player in gallery() {
            for width in [2, 4, 5] {
                let start = Well::empty(width).unwrap();
                let freedom = Freedom::Under(Movement::Slide);
                let terms = Terms { start, depth: 5, freedom, most: 100_000 };
                for detector in Detector::ALL {
                    let mut machine = Kinks::new(detector);
                    let mut orderly = true;
                    let outcome =
                        duel(&mut machine, &*player, &terms, |turn| orderly &= turn.flats.is_orderly()).unwrap();
                    assert!(outcome.lost && orderly, "{} in width {width}", player.name());
                    assert!(machine.shields().iter().all(|found| found.shield.is_some()));
                }
                let outcome = duel(&mut Squares::new(2, 3).unwrap(), &*player, &terms, |_| ()).unwrap();
                assert!(outcome.lost, "{} in width {width}", player.name());
            }
        }
    }
}
