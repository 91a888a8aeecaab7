//! Wells in a mirror. Where the pieces are those that they are in a mirror, a well is safe exactly if its image is, so a
//! sweep computes only one of the two.
use super::board::Board;
use super::patterns::Patterns;
use crate::proof::region::wells::WellGame;

/// The images of the wells of a game whose pieces are those that they are in a mirror.
pub(super) struct Mirror<P> {
    base: usize,
    powers: Vec<usize>,
    shown: usize,
    /// The image of each row.
    rows: Vec<usize>,
    /// The image of each list of shown pieces.
    lists: Vec<usize>,
    swaps: Vec<Swap<P>>,
}

/// Two columns that change places.
struct Swap<P> {
    /// The patterns with a cell in the left of the two columns alone, those with one in the right alone, and all others.
    left: P,
    right: P,
    others: P,
    /// How much greater the number of a pattern gets when its cell goes from the left column to the right one.
    by: usize,
}

impl<P: Patterns> Mirror<P> {
    /// Nothing if the pieces are not those that they are in a mirror.
    pub fn new(game: &WellGame, board: &Board) -> Option<Self> {
        let pieces = game.pieces.pieces();
        let image = |piece: usize| pieces.iter().position(|other| *other == pieces[piece].mirror());
        let images: Vec<usize> = (0..pieces.len()).map(image).collect::<Option<_>>()?;
        let powers: Vec<usize> = (0..u32::from(game.lookahead)).map(|place| pieces.len().pow(place)).collect();
        let list = |list: usize| powers.iter().map(|power| images[list / power % pieces.len()] * power).sum();
        let turned =
            |row: usize| (0..board.width).filter(|c| row >> c & 1 == 1).map(|c| 1 << (board.width - 1 - c)).sum();
        Some(Mirror {
            base: board.base,
            powers: board.powers.clone(),
            shown: board.shown,
            rows: (0..=board.full()).map(turned).collect(),
            lists: (0..board.shown).map(list).collect(),
            swaps: (0..board.width / 2).map(|left| Swap::new(board.width, left, board.width - 1 - left)).collect(),
        })
    }

    /// The index of the image of a stem.
    pub fn stem(&self, mut index: usize) -> usize {
        let mut image = 0;
        for power in &self.powers {
            if index == 0 {
                break;
            }
            let row = (index - 1) % self.base + 1;
            image += self.rows[row] * power;
            index = (index - row) / self.base;
        }
        image
    }

    /// Writes the words of the image of a stem.
    pub fn block(&self, words: &[P], image: &mut [P]) {
        for (row, words) in (1..).zip(words.chunks(self.shown)) {
            let image = &mut image[(self.rows[row] - 1) * self.shown..][..self.shown];
            for (list, word) in words.iter().enumerate() {
                image[self.lists[list]] = self.swaps.iter().fold(*word, |word, swap| swap.of(word));
            }
        }
    }
}

impl<P: Patterns> Swap<P> {
    fn new(width: u8, left: u8, right: u8) -> Self {
        let with = |cells: [bool; 2]| P::of(width, |p| [p >> left & 1 == 1, p >> right & 1 == 1] == cells);
        Swap {
            left: with([true, false]),
            right: with([false, true]),
            others: with([false, false]).or(with([true, true])),
            by: (1 << right) - (1 << left),
        }
    }

    fn of(&self, word: P) -> P {
        word.and(self.others).or(word.and(self.left).up(self.by)).or(word.and(self.right).down(self.by))
    }
}
