//! A well in one word, its bottom row in the lowest bits, and the places of pieces in it.
use crate::error::{Error, Result};
use crate::game::wells::{Movement, Mover, Piece, Placement, Well};
use crate::proof::region::wells::WellGame;
use crate::solve::wells::strategies::tame::Tame;
use std::array;
use std::ops::ControlFlow::{self, Continue};

/// The rows of a well from the bottom up, each of as many bits as the well is wide.
pub(in crate::solve::wells) type Word = u64;

/// A game whose wells fit in a word, and which of its wells the player may make.
pub(in crate::solve::wells) struct Packed<'a> {
    game: &'a WellGame,
    tame: &'a Tame,
    /// The cells of the first column.
    first: Word,
    hands: Vec<Hand<'a>>,
}

/// A piece.
struct Hand<'a> {
    mover: Mover<'a>,
    turns: Vec<Turn>,
}

/// A piece that has been turned.
struct Turn {
    rows: usize,
    /// For each of its columns, the lowest row.
    low: Vec<usize>,
    /// Its cells in the lowest corner, as those of a well.
    cells: u128,
}

impl<'a> Packed<'a> {
    /// # Errors
    /// A well of more cells than a word has, with a piece on top than two words have.
    pub fn new(game: &'a WellGame, tame: &'a Tame) -> Result<Self> {
        let hand = |piece: &'a Piece| Hand {
            mover: Mover::new(piece, game.rule),
            turns: piece.turns().iter().map(|shape| Turn::new(shape.width(), shape.rows(), game.width)).collect(),
        };
        let longest = game.pieces.pieces().iter().flat_map(Piece::turns).map(|shape| shape.rows().len()).max();
        let cells = |rows: usize| rows * usize::from(game.width);
        let depth = usize::from(game.depth);
        if cells(depth) > Word::BITS as usize || cells(depth + longest.unwrap_or(0)) > u128::BITS as usize {
            let found = format!("{} cells, {} with a piece on top", cells(depth), cells(depth + longest.unwrap_or(0)));
            let place = format!("width {}, depth {}, pieces {}", game.width, game.depth, game.pieces);
            return Err(Error::input(place, found, "at most 64, and 128 with a piece on top"));
        }
        let first = (0..depth).fold(0, |first, row| first | 1 << cells(row));
        Ok(Packed { game, tame, first, hands: game.pieces.pieces().iter().map(hand).collect() })
    }

    fn width(&self) -> usize {
        usize::from(self.game.width)
    }

    /// The bits of a row: the bottom one, as no well is higher than all its rows.
    pub fn row(&self) -> Word {
        (1 << self.width()) - 1
    }

    pub fn well(&self, word: Word) -> Well {
        well(self.game.width, word)
    }

    /// The rows from the floor to the highest full cell.
    pub fn height(&self, word: Word) -> usize {
        height(self.game.width, word)
    }

    /// The word of rows, if they are no more than the well is deep.
    fn word(&self, rows: &[u16]) -> Option<Word> {
        let fits = rows.len() <= usize::from(self.game.depth);
        fits.then(|| rows.iter().rev().fold(0, |word: u128, row| word << self.width() | u128::from(*row)) as Word)
    }

    /// The cells of a well, and all below them.
    fn filled(&self, word: Word) -> Word {
        // The cells, and so many rows of what is below them; then twice as many.
        let doubled = |rows: &usize| Some(2 * rows).filter(|rows| *rows < usize::from(self.game.depth));
        std::iter::successors(Some(1), doubled)
            .fold(word, |filled, rows| filled | filled.checked_shr((rows * self.width()) as u32).unwrap_or(0))
    }

    /// The covered holes of a well.
    pub fn holes(&self, word: Word) -> u32 {
        (self.filled(word) & !word).count_ones()
    }

    /// Whether the player may make a well.
    fn is_tame(&self, word: Word) -> bool {
        let filled = self.filled(word);
        let bumps = (filled ^ filled >> 1) & !(self.first << (self.width() - 1));
        self.tame.allows((filled & !word).count_ones(), bumps.count_ones())
    }

    /// Tells the places of a piece, by its number, and the tame wells after them, in order of turn, column and row.
    pub fn each(
        &self,
        word: Word,
        piece: usize,
        mut tell: impl FnMut(Placement, Word) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let tell = |at: Placement, after: Word| if self.is_tame(after) { tell(at, after) } else { Continue(()) };
        match self.game.rule {
            Movement::Drop => self.dropped(word, &self.hands[piece], tell),
            Movement::Anywhere => self.anywhere(word, &self.hands[piece], tell),
            Movement::Slide => self.slid(word, &self.hands[piece], tell),
            Movement::Referee => self.moved(word, &self.hands[piece].mover, tell),
        }
    }

    /// A piece that only drops stops where one of its columns meets the top of one of the well.
    fn dropped(
        &self,
        word: Word,
        hand: &Hand,
        mut tell: impl FnMut(Placement, Word) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let filled = self.filled(word);
        let tops: [usize; 16] = array::from_fn(|column| (filled >> column & self.first).count_ones() as usize);
        for (turn, shape) in hand.turns.iter().enumerate() {
            for (column, tops) in tops[..self.width()].windows(shape.low.len()).enumerate() {
                let row = tops.iter().zip(&shape.low).map(|(top, low)| top.saturating_sub(*low)).max().unwrap_or(0);
                self.put(word, shape, place(turn, column, row), &mut tell)?;
            }
        }
        Continue(())
    }

    /// A piece may be wherever it is free and cannot fall.
    fn anywhere(
        &self,
        word: Word,
        hand: &Hand,
        mut tell: impl FnMut(Placement, Word) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let height = self.height(word);
        for (turn, shape) in hand.turns.iter().enumerate() {
            for column in 0..(self.width() + 1).saturating_sub(shape.low.len()) {
                let is_free = |row: usize| u128::from(word) & shape.cells << (row * self.width() + column) == 0;
                for row in (0..=height).filter(|row| is_free(*row) && (*row == 0 || !is_free(row - 1))) {
                    self.put(word, shape, place(turn, column, row), &mut tell)?;
                }
            }
        }
        Continue(())
    }

    /// A piece that slides gets, from row to row, to where it fits below and then on beside that.
    fn slid(
        &self,
        word: Word,
        hand: &Hand,
        mut tell: impl FnMut(Placement, Word) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let height = self.height(word);
        for (turn, shape) in hand.turns.iter().enumerate() {
            let columns = (self.width() + 1).saturating_sub(shape.low.len());
            let fits = |row: usize| {
                let is_free = |column: &usize| u128::from(word) & shape.cells << (row * self.width() + column) == 0;
                (0..columns).filter(is_free).fold(0_u32, |fits, column| fits | 1 << column)
            };
            // By row, the columns in which the piece comes to rest.
            let mut rests = [0; Word::BITS as usize + 1];
            let mut reached = fits(height);
            for row in (0..=height).rev() {
                let below = if row > 0 { fits(row - 1) } else { 0 };
                rests[row] = reached & !below;
                reached = spread(reached & below, below);
            }
            for column in 0..columns {
                for row in (0..=height).filter(|row| rests[*row] >> column & 1 == 1) {
                    self.put(word, shape, place(turn, column, row), &mut tell)?;
                }
            }
        }
        Continue(())
    }

    /// By the rule of the referee, step by step.
    fn moved(
        &self,
        word: Word,
        mover: &Mover,
        mut tell: impl FnMut(Placement, Word) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let well = self.well(word);
        mover
            .placements(&well)
            .into_iter()
            .try_for_each(|at| self.word(mover.place(&well, at).0.rows()).map_or(Continue(()), |after| tell(at, after)))
    }

    /// Tells the well after a place, full rows deleted, if it is not too high.
    fn put(
        &self,
        word: Word,
        shape: &Turn,
        at: Placement,
        tell: &mut impl FnMut(Placement, Word) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let (width, row) = (self.width(), u128::from(self.row()));
        let mut after = u128::from(word) | shape.cells << (usize::from(at.row) * width + usize::from(at.column));
        for at in (usize::from(at.row)..usize::from(at.row) + shape.rows).rev().map(|row| row * width) {
            if after >> at & row == row {
                let below = (1 << at) - 1;
                after = after & below | after >> width & !below;
            }
        }
        if after >> (width * usize::from(self.game.depth)) == 0 { tell(at, after as Word) } else { Continue(()) }
    }
}

/// All columns that are reached from some by steps aside, where a piece fits.
fn spread(reached: u32, fits: u32) -> u32 {
    let wider = reached | (reached << 1 | reached >> 1) & fits;
    if wider == reached { reached } else { spread(wider, fits) }
}

/// The well of so many columns that is packed in a word.
pub(super) fn well(width: u8, word: Word) -> Well {
    let row = (1 << width) - 1;
    let rows = (0..height(width, word)).map(|at| (word >> (at * usize::from(width)) & row) as u16).collect();
    Well::new(width, rows).expect("play makes no other rows")
}

fn height(width: u8, word: Word) -> usize {
    (Word::BITS - word.leading_zeros()).div_ceil(u32::from(width)) as usize
}

impl Turn {
    fn new(columns: u8, rows: &[u16], width: u8) -> Self {
        let lowest = |column: u8| rows.iter().take_while(|row| **row >> column & 1 == 0).count();
        let low = (0..columns).map(lowest).collect();
        let fits = columns <= width;
        let cells = rows.iter().rev().fold(0, |cells, row| cells << width | u128::from(*row));
        Turn { rows: rows.len(), low, cells: if fits { cells } else { 0 } }
    }
}

fn place(turn: usize, column: usize, row: usize) -> Placement {
    Placement { turn: turn as u8, column: column as u8, row: row as u16 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::wells::PieceSet;
    use std::collections::BTreeSet;

    #[test]
    fn places_and_wells_after_them_are_those_of_the_rules() {
        let pieces = PieceSet::parse("OITJLSZ").unwrap();
        for (width, depth) in [(1, 5), (2, 6), (3, 5), (6, 4), (16, 4)] {
            for rule in Movement::ALL {
                let (game, tame) =
                    (WellGame::new(width, depth, pieces.clone(), rule, 0).unwrap(), Tame::by_holes(3, &[9]).unwrap());
                let packed = Packed::new(&game, &tame).unwrap();
                let (mut open, mut known) = (vec![0], BTreeSet::new());
                while let Some(word) = open.pop().filter(|_| known.len() < 400) {
                    let well = packed.well(word);
                    for (number, piece) in pieces.pieces().iter().enumerate() {
                        let mover = Mover::new(piece, rule);
                        let slow = mover.placements(&well).into_iter().map(|at| (at, mover.place(&well, at).0));
                        let slow = slow
                            .filter(|(_, well)| well.height() <= usize::from(depth) && tame.has(well.rows(), width));
                        let mut quick = Vec::new();
                        let all = packed.each(word, number, |at, after| {
                            quick.push((at, packed.well(after)));
                            open.extend(known.insert(after).then_some(after));
                            Continue(())
                        });
                        assert_eq!((all, slow.collect::<Vec<_>>()), (Continue(()), quick), "{well} {piece} {rule:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn wells_of_more_cells_are_refused() {
        let game =
            |width, depth| WellGame::new(width, depth, PieceSet::parse("I").unwrap(), Movement::Drop, 0).unwrap();
        assert!(Packed::new(&game(8, 8), &Tame::by_holes(1, &[1]).unwrap()).is_ok());
        let error = Packed::new(&game(8, 9), &Tame::by_holes(1, &[1]).unwrap()).err().unwrap().to_string();
        assert!(error.contains("72 cells, 104 with a piece on top; expected at most 64, and 128"), "{error}");
    }
}
