//! Wells as rows of bits, bit `c` being column `c`: what `plain` does cell by cell, for all columns of a row at once,
//! because a checker of bags looks at a million wells.
use super::super::plain::{Cells, turns};
use crate::game::wells::{Movement, Piece};

/// A piece in one turn, for wells of one width.
pub struct Turn {
    /// Column and row of each cell, from the lower left corner of its box.
    cells: Vec<(u8, usize)>,
    /// Its rows from the bottom up, if it stands at the left wall.
    rows: Vec<u16>,
    /// The columns in which its lower left corner may be, between the walls.
    columns: u16,
    /// Those of them in which it may come to rest.
    kept: u16,
}

impl Turn {
    /// The piece with these cells in a well so wide, which is put from the first to the last of these columns; nothing if it is
    /// wider than the well.
    pub fn new(cells: &Cells, width: u8, (first, end): (u8, u8)) -> Option<Turn> {
        let cells: Option<Vec<(u8, usize)>> =
            cells.iter().map(|(x, y)| Some((u8::try_from(*x).ok()?, usize::try_from(*y).ok()?))).collect();
        let cells = cells?;
        let last = cells.iter().map(|cell| cell.0).max()?;
        let mut rows = vec![0; cells.iter().map(|cell| cell.1).max()? + 1];
        let columns = full(width.checked_sub(last).filter(|width| *width > 0)?);
        cells.iter().for_each(|(x, y)| rows[*y] |= 1 << x);
        // Its lower left corner is at least at the first column, and its last cell at most at the last.
        let kept = (first..16).filter(|column| column + last <= end).fold(0, |kept, column| kept | 1 << column);
        Some(Turn { cells, rows, columns, kept: columns & kept })
    }

    /// The columns in which the piece fits with its lowest row here.
    fn fits(&self, well: &[u16], row: usize) -> u16 {
        let taken = |(x, up): &(u8, usize)| well.get(row + up).map_or(0, |cells| cells >> x);
        self.cells.iter().fold(self.columns, |columns, cell| columns & !taken(cell))
    }

    /// Writes down all (column, row) at which the piece can come to rest under one of the rules `drop`, `slide` and `anywhere`.
    pub fn places(&self, well: &[u16], rule: Movement, places: &mut Vec<(u8, usize)>) {
        places.clear();
        let mut reached = self.columns;
        for row in (0..=well.len()).rev() {
            let below = if row == 0 { 0 } else { self.fits(well, row - 1) };
            let mut rests = reached & !below & self.kept;
            while rests > 0 {
                places.push((rests.trailing_zeros() as u8, row));
                rests &= rests - 1;
            }
            reached = match rule {
                Movement::Drop => reached & below,
                Movement::Slide => spread(reached & below, below),
                Movement::Referee | Movement::Anywhere => below,
            };
        }
    }

    /// Writes down the rows after the piece came to rest there and the full rows went.
    pub fn put(&self, well: &[u16], (column, row): (u8, usize), full: u16, after: &mut Vec<u16>) {
        after.clear();
        after.extend_from_slice(well);
        after.resize(well.len().max(row + self.rows.len()), 0);
        after[row..].iter_mut().zip(&self.rows).for_each(|(cells, piece)| *cells |= piece << column);
        after.retain(|cells| *cells != full);
    }
}

/// A piece in each of its turns.
pub fn all_turns(piece: &Piece, width: u8, columns: (u8, u8)) -> Vec<Turn> {
    turns(piece).iter().filter_map(|cells| Turn::new(cells, width, columns)).collect()
}

/// A row without an empty cell.
pub fn full(width: u8) -> u16 {
    u16::MAX >> (16 - width)
}

/// The columns that are reached from these by steps to the left and to the right, where the piece fits.
fn spread(mut reached: u16, fits: u16) -> u16 {
    loop {
        let more = (reached | reached << 1 | reached >> 1) & fits;
        if more == reached {
            return reached;
        }
        reached = more;
    }
}

/// The empty cells below the height of their column, and the sum of the differences of the heights of neighbouring columns.
///
/// Two columns differ in height by the number of rows in which just one of them has a full cell there or higher.
pub fn holes_and_bumps(rows: &[u16], full: u16) -> (usize, u64) {
    let (mut covered, mut holes, mut bumps) = (0, 0, 0);
    // Four rows at once: to count the bits of a word takes longer than all else.
    for rows in rows.rchunks(4) {
        let (mut hollow, mut steps) = (0_u64, 0_u64);
        for row in rows.iter().rev() {
            covered |= row;
            hollow = hollow << 16 | u64::from(covered & !row);
            steps = steps << 16 | u64::from((covered ^ covered >> 1) & full >> 1);
        }
        holes += hollow.count_ones() as usize;
        bumps += u64::from(steps.count_ones());
    }
    (holes, bumps)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::wells::{PieceSet, Well};
    use crate::proof::region::wells::plain::{Board, turns};

    /// Wells of some widths with at most three rows: every one that is narrow, some of the others.
    fn wells() -> Vec<Well> {
        let mut wells = Vec::new();
        for (width, step) in [(1, 1), (2, 1), (3, 1), (4, 7), (10, 20_000_003)] {
            let full = usize::from(full(width));
            let numbers = (0..(full + 1).pow(3)).step_by(step);
            let rows = |number: usize| [number & full, (number / (full + 1)) & full, number / (full + 1).pow(2)];
            let kept = |rows: [usize; 3]| -> Vec<u16> {
                rows.iter().take_while(|row| **row > 0).map(|row| *row as u16).collect()
            };
            wells.extend(numbers.filter_map(|number| Well::new(width, kept(rows(number))).ok()));
        }
        wells
    }

    #[test]
    fn places_and_what_comes_after_are_those_cell_by_cell() {
        let pieces = PieceSet::parse("OITJLSZ").unwrap();
        let mut places = 0;
        for well in wells() {
            let (board, full) = (Board::of(&well), full(well.width()));
            for cells in pieces.pieces().iter().flat_map(turns) {
                let turn = Turn::new(&cells, well.width(), (0, well.width() - 1));
                for rule in [Movement::Drop, Movement::Slide, Movement::Anywhere] {
                    let mut slow = board.places(&cells, rule);
                    let mut quick = Vec::new();
                    turn.iter().for_each(|turn| turn.places(well.rows(), rule, &mut quick));
                    let mut quick: Vec<(i32, i32)> = quick.into_iter().map(|(x, y)| (i32::from(x), y as i32)).collect();
                    slow.sort_unstable();
                    quick.sort_unstable();
                    assert_eq!(slow, quick, "{well} {cells:?} {rule:?}");
                    for at in slow {
                        let mut after = Vec::new();
                        let turn = turn.as_ref().expect("it has a place");
                        turn.put(well.rows(), (at.0 as u8, at.1 as usize), full, &mut after);
                        assert_eq!(after, board.after(&cells, at).well().rows(), "{well} {cells:?} {at:?}");
                        places += 1;
                    }
                }
            }
        }
        assert!(places > 10_000);
    }

    #[test]
    fn holes_and_bumps_are_those_column_by_column() {
        for well in wells() {
            let column = |x: u8| -> Vec<bool> { well.rows().iter().map(|row| row >> x & 1 == 1).collect() };
            let columns: Vec<Vec<bool>> = (0..well.width()).map(column).collect();
            let height = |cells: &Vec<bool>| cells.iter().rposition(|full| *full).map_or(0, |row| row + 1);
            let empty = |cells: &Vec<bool>| cells[..height(cells)].iter().filter(|full| !**full).count();
            let holes: usize = columns.iter().map(empty).sum();
            let bumps: usize = columns.windows(2).map(|pair| height(&pair[0]).abs_diff(height(&pair[1]))).sum();
            assert_eq!(holes_and_bumps(well.rows(), full(well.width())), (holes, bumps as u64), "{well}");
        }
    }

    #[test]
    fn a_piece_wider_than_the_well_has_no_turn() {
        let bar: Cells = (0..20).map(|x| (x, 0)).collect();
        assert!(Turn::new(&bar, 16, (0, 15)).is_none() && Turn::new(&bar[..4].to_vec(), 3, (0, 2)).is_none());
        assert_eq!(Turn::new(&bar[..4].to_vec(), 4, (0, 3)).map(|turn| turn.columns), Some(1));
    }

    #[test]
    fn a_piece_is_put_in_its_columns_only() {
        let bar: Cells = (0..2).map(|x| (x, 0)).collect();
        for (columns, expected) in
            [((0, 4), vec![0, 1, 2, 3]), ((1, 3), vec![1, 2]), ((4, 4), vec![]), ((0, 0), vec![])]
        {
            let mut places = Vec::new();
            Turn::new(&bar, 5, columns).unwrap().places(&[], Movement::Slide, &mut places);
            assert_eq!(places.iter().map(|place| place.0).collect::<Vec<_>>(), expected, "{columns:?}");
        }
    }
}
