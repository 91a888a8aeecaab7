//! Wells of width 4 with a mark between two rows, and pieces dropped into them.
use super::WIDTH;
use crate::game::wells::Piece;

/// The number of a row without an empty cell; as a letter it stands for the mark.
pub const FULL: u8 = (1 << WIDTH) - 1;
pub const MARK: u8 = FULL;
pub const FEATURES: usize = 4;
/// What is counted: rows where of columns 0 and 1 only the second is full; the same of columns 2 and 3; by how much more cells
/// are full in column 0 than in column 1; and that, with the same of columns 2 and 3.
pub type Features = [i64; FEATURES];

/// The features of a row; a full row has none, as it goes.
pub fn features(row: u8) -> Features {
    if row == FULL {
        return [0; FEATURES];
    }
    let cell = |column: u8| i64::from(row >> column & 1);
    let gap = |left: u8| i64::from(row >> left & 3 == 2);
    let lean = |left: u8| cell(left) - cell(left + 1);
    [gap(0), gap(2), lean(0), lean(0) + lean(2)]
}

/// A piece in one turn above one column.
#[derive(Debug, Clone)]
pub struct Drop {
    pub is_kink: bool,
    /// The cells of each row of the piece.
    pub rows: Vec<u8>,
    /// The columns whose lowest cell is in each of these rows.
    pub begin: Vec<u8>,
}

impl Drop {
    /// The columns that have a cell in this row of the piece or below.
    pub fn open(&self, row: usize) -> u8 {
        self.begin[..=row.min(self.begin.len() - 1)].iter().fold(0, |open, begin| open | begin)
    }
}

/// All drops of a piece.
pub fn drops(piece: &Piece, is_kink: bool) -> Vec<Drop> {
    let turns = piece.turns().iter().filter(|turn| turn.width() <= WIDTH);
    let at = |turn: &crate::game::wells::Shape, column: u8| {
        let rows: Vec<u8> = turn.rows().iter().map(|row| (*row as u8) << column).collect();
        let mut above = 0;
        let mut begin = |row: &u8| {
            let new = row & !above;
            above |= row;
            new
        };
        Drop { is_kink, begin: rows.iter().map(&mut begin).collect(), rows }
    };
    turns.flat_map(|turn| (0..=WIDTH - turn.width()).map(move |column| at(turn, column))).collect()
}

/// Rows from the bottom up, and how many of them are below the mark.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Marked {
    pub rows: Vec<u8>,
    pub below: usize,
}

impl Marked {
    /// The well after a piece has dropped, and how the features change.
    pub fn after(&self, drop: &Drop) -> (Marked, Features) {
        let fits = |corner: usize| drop.rows.iter().zip(corner..).all(|(cells, at)| self.row(at) & cells == 0);
        let mut corner = self.rows.len();
        while corner > 0 && fits(corner - 1) {
            corner -= 1;
        }
        let (mut after, mut change) = (self.clone(), [0; FEATURES]);
        after.rows.resize(self.rows.len().max(corner + drop.rows.len()), 0);
        for (cells, at) in drop.rows.iter().zip(corner..) {
            let row = after.rows[at] | cells;
            change = changed(change, after.rows[at], row);
            after.rows[at] = row;
        }
        after.below -= after.rows[..self.below].iter().filter(|row| **row == FULL).count();
        after.rows.retain(|row| *row != FULL);
        (after, change)
    }

    fn row(&self, at: usize) -> u8 {
        self.rows.get(at).copied().unwrap_or(0)
    }
}

/// A change of the features, and that of one row besides.
pub fn changed(mut change: Features, before: u8, after: u8) -> Features {
    let (before, after) = (features(before), features(after));
    for feature in 0..FEATURES {
        change[feature] += after[feature] - before[feature];
    }
    change
}
