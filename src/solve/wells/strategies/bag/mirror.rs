//! Wells, bags and what is put aside in a mirror. Where the pieces are those that they are in a mirror, what holds of a situation
//! holds of its image, so that one of two wells is enough.
use super::{HOLDING, Word};
use crate::game::wells::BagGame;

/// The images of the situations of a game whose pieces are those that they are in a mirror.
pub(super) struct Mirror {
    /// For each pair of columns that change places, the cells of the right one and how far left the other is.
    columns: Vec<(u128, u32)>,
    /// For each pair of pieces that change places, the bags that hold the first alone and how much greater the number of such
    /// a bag gets.
    bags: Vec<(u128, u32)>,
    /// The image of each piece.
    pieces: Vec<usize>,
    /// That of each piece put aside; where none is, of nothing.
    aside: Vec<usize>,
}

impl Mirror {
    /// Nothing if the pieces are not those that they are in a mirror.
    pub fn new(game: &BagGame) -> Option<Self> {
        let all = game.well.pieces.pieces();
        let image = |piece: usize| all.iter().position(|other| *other == all[piece].mirror());
        let pieces: Vec<usize> = (0..all.len()).map(image).collect::<Option<_>>()?;
        let pairs = pieces.iter().copied().enumerate().filter(|(piece, image)| piece < image);
        let bags =
            pairs.map(|(piece, image)| (HOLDING[piece] & !HOLDING[image], (1 << image) - (1 << piece))).collect();
        let width = u32::from(game.well.width);
        let first = (0..u32::from(game.well.depth)).fold(0, |first, row| first | 1 << (row * width));
        let columns = (0..width / 2).map(|column| (first << column, width - 1 - 2 * column)).collect();
        let aside = if game.hold { pieces.clone() } else { vec![0] };
        Some(Mirror { columns, bags, pieces, aside })
    }

    /// The image of a well.
    pub fn well(&self, word: Word) -> Word {
        swapped(word.into(), &self.columns) as Word
    }

    /// The images of bags, as bits.
    pub fn bags(&self, bags: u128) -> u128 {
        swapped(bags, &self.bags)
    }

    /// The image of a bag.
    pub fn bag(&self, bag: usize) -> usize {
        self.pieces.iter().enumerate().map(|(piece, image)| (bag >> piece & 1) << image).sum()
    }

    /// The image of a piece.
    pub fn piece(&self, piece: usize) -> usize {
        self.pieces[piece]
    }

    /// The image of what is put aside.
    pub fn aside(&self, aside: usize) -> usize {
        self.aside[aside]
    }
}

/// Exchanges the bits of masks with those that are so much higher.
fn swapped(bits: u128, pairs: &[(u128, u32)]) -> u128 {
    pairs.iter().fold(bits, |bits, (low, by)| {
        let differ = (bits >> by ^ bits) & low;
        bits ^ differ ^ differ << by
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::wells::{Movement, PieceSet};
    use crate::solve::wells::strategies::packed::well;

    fn game(width: u8, depth: u16, pieces: &str, hold: bool) -> BagGame {
        BagGame::new(width, depth, PieceSet::parse(pieces).unwrap(), Movement::Drop, hold).unwrap()
    }

    #[test]
    fn images_of_wells_are_those_of_their_rows() {
        let mut some = 0;
        for (width, depth) in [(2, 6), (3, 5), (5, 4), (16, 4)] {
            let mirror = Mirror::new(&game(width, depth, "OITJLSZ", true)).unwrap();
            for number in 0..500_u64 {
                let cells = u32::from(width) * u32::from(depth);
                let word = number.wrapping_mul(0x9e37_79b9_7f4a_7c15) & u64::MAX >> (64 - cells);
                let row = |row: u16| word >> (row * u16::from(width)) & ((1 << width) - 1);
                if (0..depth).all(|at| (1..(1 << width) - 1).contains(&row(at))) {
                    assert_eq!(well(width, mirror.well(word)), well(width, word).mirror());
                    assert_eq!(mirror.well(mirror.well(word)), word);
                    some += 1;
                }
            }
        }
        assert!(some > 500);
    }

    #[test]
    fn images_of_bags_exchange_elbows_and_kinks() {
        for (pieces, images) in [("OITJLSZ", "OITLJZS"), ("OSZ", "OZS"), ("JL", "LJ"), ("OI", "OI")] {
            let mirror = Mirror::new(&game(4, 4, pieces, true)).unwrap();
            let number = |word: char| pieces.chars().position(|other| other == word).unwrap();
            let image = |bag: usize| -> usize {
                let held = images.chars().enumerate().filter(|(piece, _)| bag >> piece & 1 == 1);
                held.map(|(_, word)| 1 << number(word)).sum()
            };
            for bag in 0..1 << pieces.len() {
                assert_eq!((mirror.bag(bag), mirror.bags(1 << bag)), (image(bag), 1 << image(bag)), "{pieces} {bag}");
            }
            let asides: Vec<usize> = images.chars().map(number).collect();
            assert_eq!((0..pieces.len()).map(|aside| mirror.aside(aside)).collect::<Vec<_>>(), asides);
        }
        assert!(Mirror::new(&game(4, 4, "OJ", true)).is_none());
        assert_eq!(Mirror::new(&game(4, 4, "LJ", false)).unwrap().aside(0), 0);
    }
}
