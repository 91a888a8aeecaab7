//! A way to play with a bag in which each piece is put in columns of its own.
//!
//! With seven pieces and two columns each, every bag adds two rows to all columns, in whatever order it comes. A piece is put so that
//! the fewest covered holes are left, and of such places where its columns stay lowest. No other way is tried.
use crate::game::wells::{BagGame, Mover, Well};
use crate::proof::region::wells::bag::BagHomes;
use crate::solve::wells::strategies::tame::{bumps, holes, tops};
use std::collections::{BTreeMap, BTreeSet};

/// The homes of this way to play, if the player goes on for ever by it in at most so many situations: wells with what is left in
/// the bag. Nothing else follows if there are none. With a piece that may be put aside there are none.
pub fn apart(game: &BagGame, most: usize) -> Option<BagHomes> {
    let (pieces, width) = (game.well.pieces.pieces(), game.well.width);
    let share = width / pieces.len() as u8;
    if game.hold || share == 0 {
        return None;
    }
    let movers: Vec<Mover> = pieces.iter().map(|piece| Mover::new(piece, game.well.rule)).collect();
    let columns: BTreeMap<u8, (u8, u8)> =
        (0..pieces.len() as u8).map(|piece| (piece, (piece * share, (piece + 1) * share - 1))).collect();
    let empty = Well::new(width, Vec::new()).ok()?;
    let mut seen = BTreeSet::from([(empty.clone(), game.full())]);
    let mut open: Vec<(Well, usize)> = seen.iter().cloned().collect();
    let mut homes = BTreeMap::from([(empty, BTreeSet::from([0]))]);
    let mut most_bumps = vec![0];
    while let Some((well, bag)) = open.pop() {
        for piece in (0..movers.len()).filter(|piece| bag >> piece & 1 == 1) {
            let after = best(&movers[piece], &well, columns[&(piece as u8)])?;
            let holes = holes(after.rows()) as usize;
            most_bumps.resize(most_bumps.len().max(holes + 1), 0);
            most_bumps[holes] = most_bumps[holes].max(bumps(width, after.rows()).into());
            let mut left = bag & !(1 << piece);
            if after.height() > game.well.depth.into() {
                return None;
            }
            if left == 0 {
                homes.insert(after.clone(), BTreeSet::from([0]));
                left = game.full();
            }
            if seen.insert((after.clone(), left)) {
                open.push((after, left));
            }
        }
        if seen.len() > most {
            return None;
        }
    }
    let holes = most_bumps.len() as u64 - 1;
    Some(BagHomes { game: game.clone(), holes, bumps: most_bumps, columns, homes, wells: BTreeSet::new() })
}

/// The well after the place of a piece in these columns that leaves the fewest covered holes; of such ones the lowest there.
fn best(mover: &Mover, well: &Well, (first, last): (u8, u8)) -> Option<Well> {
    let places = mover.placements(well).into_iter().filter(|at| {
        let shape = &mover.piece().turns()[usize::from(at.turn)];
        first <= at.column && at.column + shape.width() <= last + 1
    });
    let top =
        |well: &Well| tops(well.width(), well.rows())[usize::from(first)..=usize::from(last)].iter().copied().max();
    places.map(|at| mover.place(well, at).0).min_by_key(|after| (holes(after.rows()), top(after), after.clone()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::wells::{Movement, PieceSet};
    use crate::proof::check;

    fn game(width: u8, depth: u16, pieces: &str) -> BagGame {
        BagGame::new(width, depth, PieceSet::parse(pieces).unwrap(), Movement::Drop, false).unwrap()
    }

    #[test]
    fn the_seven_pieces_in_two_columns_each() {
        let homes = apart(&game(14, 6, "OITJLSZ"), 445).unwrap();
        assert_eq!((homes.homes.len(), homes.holes), (4, 3));
        check(&homes.text()).unwrap();
        assert!(apart(&game(14, 5, "OITJLSZ"), 10_000).is_none());
        assert!(apart(&game(15, 6, "OITJLSZ"), 10_000).is_none(), "the last column stays empty");
        assert!(apart(&game(14, 6, "OITJLSZ"), 444).is_none(), "too few situations");
        assert!(apart(&game(6, 6, "OITJLSZ"), 100).is_none(), "too few columns");
    }
}
