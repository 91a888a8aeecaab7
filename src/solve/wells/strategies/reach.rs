//! Who wins a well, by the search on the fly: only the situations that the strategy under trial reaches are looked at.
use super::on_the_fly::{self, Found, Ground};
use super::packed::{Packed, Word, well};
use super::tame::{Tame, holes};
use crate::error::Result;
use crate::game::wells::{Mover, Placement, Well};
use crate::proof::region::wells::{Strategy, WellGame};
use crate::solve::Memory;
use std::cell::RefCell;
use std::cmp::Reverse;
use std::hash::Hash;
use std::ops::ControlFlow::Continue;

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
    let cells = usize::from(game.width) * usize::from(game.depth);
    if let Ok(packed) = Packed::new(game, &Tame::all(cells)) {
        return Ok(searched(game, &packed, &0, situations, |word| well(game.width, word)));
    }
    let movers = game.pieces.pieces().iter().map(|piece| Mover::new(piece, game.rule)).collect();
    Ok(searched(game, &Unpacked { game, movers }, &Well::empty(game.width)?, situations, |well| well))
}

fn searched<W: Wells>(
    game: &WellGame,
    wells: &W,
    start: &W::Well,
    situations: usize,
    well: impl Fn(W::Well) -> Well,
) -> Reached {
    let moves = WellMoves { wells, pieces: game.pieces.pieces().len() as u8, last: RefCell::default() };
    match on_the_fly::search(&moves, start, game.lookahead, situations) {
        Found::Held(moves) => {
            let moves = moves.into_iter().map(|((at, pieces), play)| ((well(at), pieces), play)).collect();
            Reached::Won(Strategy { game: game.clone(), moves })
        }
        Found::Lost => Reached::Lost,
        Found::Spent => Reached::Unknown,
    }
}

/// How promising a well is, the smaller the better: covered holes, height, cells, and cells of the bottom row.
type Worth = (u32, usize, u32, Reverse<u32>);

/// The wells of a game in some form.
trait Wells {
    /// A well.
    type Well: Clone + Ord + Hash;

    /// The plays of a piece that do not lose at once, and the wells after them.
    fn plays(&self, before: &Self::Well, piece: u8) -> Vec<(Worth, Placement, Self::Well)>;
}

impl Wells for Packed<'_> {
    type Well = Word;

    fn plays(&self, before: &Word, piece: u8) -> Vec<(Worth, Placement, Word)> {
        let mut all = Vec::with_capacity(64);
        let _ = self.each(*before, piece.into(), |at, word| {
            let bottom = (word & self.row()).count_ones();
            all.push(((self.holes(word), self.height(word), word.count_ones(), Reverse(bottom)), at, word));
            Continue(())
        });
        all
    }
}

/// Wells of too many cells for a word.
struct Unpacked<'a> {
    game: &'a WellGame,
    movers: Vec<Mover<'a>>,
}

impl Wells for Unpacked<'_> {
    type Well = Well;

    fn plays(&self, before: &Well, piece: u8) -> Vec<(Worth, Placement, Well)> {
        let mover = &self.movers[usize::from(piece)];
        let all = mover.placements(before).into_iter().map(|at| (at, mover.place(before, at).0));
        let fit = all.filter(|(_, well)| well.height() <= usize::from(self.game.depth));
        let worth = |well: &Well| {
            let cells: u32 = well.rows().iter().map(|row| row.count_ones()).sum();
            (holes(well.rows()), well.height(), cells, Reverse(well.rows().first().map_or(0, |row| row.count_ones())))
        };
        fit.map(|(at, well)| (worth(&well), at, well)).collect()
    }
}

/// A well, a piece, and its plays there, the most promising first.
type Plays<W> = (W, u8, Vec<(Worth, Placement, W)>);

/// What the player may do in the wells of a game.
struct WellMoves<'a, W: Wells> {
    wells: &'a W,
    pieces: u8,
    /// The plays that were asked for last: with pieces shown, they are asked for again for each piece that may be
    /// announced.
    last: RefCell<Option<Plays<W::Well>>>,
}

impl<W: Wells> Ground for WellMoves<'_, W> {
    type State = W::Well;
    type Move = Placement;
    type Led = [u32; 1];
    // It makes the search shorter, and the strategy smaller.
    const FAMILIAR: bool = true;

    fn pieces(&self) -> u8 {
        self.pieces
    }

    fn moves(
        &self,
        before: &W::Well,
        piece: u8,
        number: &mut dyn FnMut(&W::Well) -> u32,
    ) -> Vec<(Placement, [u32; 1])> {
        let mut last = self.last.borrow_mut();
        if last.as_ref().is_none_or(|(well, own, _)| (well, *own) != (before, piece)) {
            let mut plays = self.wells.plays(before, piece);
            // No two plays have the same place.
            plays.sort_unstable_by_key(|(worth, at, _)| (*worth, *at));
            *last = Some((before.clone(), piece, plays));
        }
        let plays = last.iter().flat_map(|(_, _, plays)| plays);
        plays.map(|(_, at, well)| (*at, [number(well)])).collect()
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
                        let movers = game.pieces.pieces().iter().map(|piece| Mover::new(piece, rule)).collect();
                        let (slow, start) = (Unpacked { game: &game, movers }, Well::empty(width).expect("a width"));
                        assert_eq!(found, searched(&game, &slow, &start, 100_000, |well| well), "{}", game.title());
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
