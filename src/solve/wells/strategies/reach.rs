//! Who wins a well, by the search on the fly: only the situations that the strategy under trial reaches are looked at.
use super::on_the_fly::{self, Found, Ground};
use super::tame::holes;
use crate::error::Result;
use crate::game::wells::{Mover, Placement, Well};
use crate::proof::region::wells::{Strategy, WellGame};
use crate::solve::Memory;
use std::cell::RefCell;
use std::cmp::Reverse;

/// What the search found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reached {
    /// The player can go on for ever.
    Won(Strategy),
    /// The machine wins: every placement was tried.
    Lost,
    /// Not decided: too many situations.
    Unknown,
}

/// The bytes of one situation: some thirty placements for each piece announced, and the well with its place in the tables.
fn bytes(game: &WellGame) -> u128 {
    200 + 600 * game.pieces.pieces().len() as u128
}

/// The most situations for which the memory is enough.
pub fn most(game: &WellGame, memory: Memory) -> usize {
    usize::try_from(u128::from(memory.0) / bytes(game)).unwrap_or(usize::MAX)
}

/// Looks for a strategy for the player, at so many situations at most.
///
/// # Errors
/// More memory than allowed for so many situations.
pub fn solve(game: &WellGame, situations: usize, memory: Memory) -> Result<Reached> {
    memory.ask(situations as u128 * bytes(game), &format!("a search of {situations} situations of a well"))?;
    let movers = game.pieces.pieces().iter().map(|piece| Mover::new(piece, game.rule)).collect();
    let wells = WellMoves { game, movers, last: RefCell::default() };
    let start = Well::empty(game.width)?;
    Ok(match on_the_fly::search(&wells, &start, game.sequences(game.lookahead), situations) {
        Found::Held(moves) => Reached::Won(Strategy { game: game.clone(), moves }),
        Found::Lost => Reached::Lost,
        Found::Spent => Reached::Unknown,
    })
}

/// The plays of a piece, with the wells after them.
type Plays = Vec<(Placement, Well)>;

/// The wells of a game.
struct WellMoves<'a> {
    game: &'a WellGame,
    movers: Vec<Mover<'a>>,
    /// The plays that were asked for last, with the well and the piece: with pieces shown, they are asked for again for
    /// each piece that may be announced.
    last: RefCell<Option<(Well, u8, Plays)>>,
}

impl WellMoves<'_> {
    /// The plays of a piece that do not lose at once, the most promising first.
    fn plays(&self, before: &Well, piece: u8) -> Plays {
        let mover = &self.movers[usize::from(piece)];
        let mut all: Vec<(Placement, Well)> = mover
            .placements(before)
            .into_iter()
            .map(|at| (at, mover.place(before, at).0))
            .filter(|(_, well)| well.height() <= usize::from(self.game.depth))
            .collect();
        let worth = |well: &Well| {
            let cells: u32 = well.rows().iter().map(|row| row.count_ones()).sum();
            (holes(well.rows()), well.height(), cells, Reverse(well.rows().first().map_or(0, |row| row.count_ones())))
        };
        all.sort_by_cached_key(|(at, well)| (worth(well), *at));
        all
    }
}

impl Ground for WellMoves<'_> {
    type State = Well;
    type Move = Placement;
    type Led = [u32; 1];
    // It makes the search shorter, and the strategy smaller.
    const FAMILIAR: bool = true;

    fn pieces(&self) -> u8 {
        self.movers.len() as u8
    }

    fn moves(&self, before: &Well, piece: u8, number: &mut dyn FnMut(&Well) -> u32) -> Vec<(Placement, [u32; 1])> {
        let mut last = self.last.borrow_mut();
        if last.as_ref().is_none_or(|(well, own, _)| (well, *own) != (before, piece)) {
            *last = Some((before.clone(), piece, self.plays(before, piece)));
        }
        let plays = last.iter().flat_map(|(_, _, plays)| plays);
        plays.map(|(at, well)| (*at, [number(well)])).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::wells::{Movement, PieceSet};
    use crate::proof::check;
    use crate::solve::wells::regions::plain;

    fn game(width: u8, depth: u16, pieces: &str, rule: Movement, lookahead: u8) -> WellGame {
        WellGame::new(width, depth, PieceSet::parse(pieces).expect("a set"), rule, lookahead).expect("a game")
    }

    /// The definition, well by well.
    fn is_won(game: &WellGame) -> bool {
        let pieces: Vec<usize> = (0..game.pieces.pieces().len()).collect();
        let wells = plain::Transitions::new(game).expect("few wells");
        plain::safe(&wells, &pieces, game.lookahead)[0].iter().all(|safe| *safe)
    }

    #[test]
    fn the_winner_is_that_of_the_definition() {
        for (width, most) in [(1, 3), (2, 4), (3, 2), (4, 1)] {
            for pieces in ["O", "I", "T", "J", "S", "OI", "OL", "JL", "SZ", "1", "13", "OITJLSZ"] {
                for depth in 0..=most {
                    for (rule, lookahead) in
                        Movement::ALL.into_iter().flat_map(|rule| [(rule, 0), (rule, 1), (rule, 2)])
                    {
                        if lookahead == 2 && (depth > 2 || pieces.len() > 2) {
                            continue;
                        }
                        let game = game(width, depth, pieces, rule, lookahead);
                        let found = solve(&game, 100_000, Memory(1 << 30)).expect("small");
                        match &found {
                            Reached::Won(strategy) => assert!(check(&strategy.text()).is_ok(), "{}", game.title()),
                            Reached::Lost => {}
                            Reached::Unknown => panic!("{}: too much effort", game.title()),
                        }
                        assert_eq!(matches!(found, Reached::Won(_)), is_won(&game), "{}", game.title());
                    }
                }
            }
        }
    }
}
