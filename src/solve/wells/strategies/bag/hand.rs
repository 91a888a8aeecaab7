//! The wells after all places of a piece, for searches that look at millions of wells.
use super::super::tame::tops;
use crate::game::wells::{Movement, Mover, Piece, Well, WellGame};

/// A piece in wells of one width, under a rule.
pub(super) struct Hand<'a> {
    mover: Mover<'a>,
    rule: Movement,
    /// For each turn, the lowest row of each of its columns.
    low: Vec<Vec<usize>>,
}

impl<'a> Hand<'a> {
    pub fn new(piece: &'a Piece, game: &WellGame) -> Self {
        let lowest = |rows: &[u16], column: u8| rows.iter().take_while(|row| **row >> column & 1 == 0).count();
        let low = piece.turns().iter().map(|shape| (0..shape.width()).map(|x| lowest(shape.rows(), x)).collect());
        Hand { mover: Mover::new(piece, game.rule), rule: game.rule, low: low.collect() }
    }

    /// Tells the rows after each place, in order of turn, column and row.
    pub fn each(&self, well: &Well, mut tell: impl FnMut(&[u16])) {
        if self.rule == Movement::Drop {
            return self.dropped(well, tell);
        }
        self.mover.placements(well).into_iter().for_each(|at| tell(self.mover.place(well, at).0.rows()));
    }

    /// The same where pieces only drop: a piece stops where one of its columns meets the top of one of the well.
    fn dropped(&self, well: &Well, mut tell: impl FnMut(&[u16])) {
        let (tops, full) = (tops(well.width(), well.rows()), u16::MAX >> (16 - well.width()));
        let mut after = Vec::with_capacity(well.height() + 4);
        for (shape, low) in self.mover.piece().turns().iter().zip(&self.low) {
            for (column, tops) in tops.windows(low.len()).enumerate() {
                let row = tops.iter().zip(low).map(|(top, low)| top.saturating_sub(*low)).max().unwrap_or(0);
                after.clear();
                after.extend_from_slice(well.rows());
                after.resize(well.height().max(row + shape.rows().len()), 0);
                after[row..].iter_mut().zip(shape.rows()).for_each(|(there, cells)| *there |= cells << column);
                after.retain(|cells| *cells != full);
                tell(&after);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::wells::PieceSet;
    use std::collections::BTreeSet;

    #[test]
    fn wells_after_a_drop_are_those_of_the_rules() {
        let pieces = PieceSet::parse("OITJLSZ").unwrap();
        for width in [1, 3, 4, 6] {
            let game = WellGame::new(width, 6, pieces.clone(), Movement::Drop, 0).unwrap();
            let mut open = vec![Well::empty(width).unwrap()];
            let mut known = BTreeSet::new();
            while let Some(well) = open.pop().filter(|_| known.len() < 2000) {
                for piece in pieces.pieces() {
                    let mover = Mover::new(piece, Movement::Drop);
                    let slow: Vec<Well> =
                        mover.placements(&well).into_iter().map(|at| mover.place(&well, at).0).collect();
                    let mut quick = Vec::new();
                    Hand::new(piece, &game).each(&well, |rows| quick.push(Well::new(width, rows.to_vec()).unwrap()));
                    assert_eq!(slow, quick, "{well} {piece}");
                    open.extend(slow.into_iter().filter(|well| well.height() < 9 && known.insert(well.clone())));
                }
            }
        }
    }
}
