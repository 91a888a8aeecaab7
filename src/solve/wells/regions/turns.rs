//! The turns of the pieces in a well of one width, with tables of where a row of a turn fits a row of the well.
use crate::game::wells::{Movement, Piece, PieceSet, Shape};

/// A set of columns where the box of a turn may stand; bit `c` is column `c` for its lower left corner.
pub(in crate::solve::wells) type Columns = u16;

/// A turn of a piece.
pub(in crate::solve::wells) struct Turn {
    /// Which piece of the set.
    pub piece: usize,
    /// The columns where its box is inside the well.
    pub columns: Columns,
    /// Its rows from the bottom up, with the box in column 0.
    pub rows: Vec<u16>,
    width: u8,
    /// By row of the turn and row of the well: the columns where the two have no cell in common.
    free: Vec<Columns>,
    /// By row of the turn and row of the well: the columns where the two together fill the row.
    fills: Vec<Columns>,
}

impl Turn {
    fn new(width: u8, piece: usize, shape: &Shape) -> Option<Turn> {
        let last = width.checked_sub(shape.width())?;
        let full = (1_u32 << width) - 1;
        let columns = |accepts: &dyn Fn(u32) -> bool| -> Columns {
            (0..=last).filter(|c| accepts(u32::from(*c))).fold(0, |set, c| set | 1 << c)
        };
        let (mut free, mut fills) = (Vec::new(), Vec::new());
        for row in shape.rows() {
            for there in 0..=full {
                let moved = |c: u32| u32::from(*row) << c;
                free.push(columns(&|c| there & moved(c) == 0));
                fills.push(columns(&|c| there & moved(c) == 0 && there | moved(c) == full));
            }
        }
        Some(Turn { piece, columns: columns(&|_| true), rows: shape.rows().to_vec(), width, free, fills })
    }

    /// The turns of a piece, which has this number in its set, that are not too wide.
    pub fn all(width: u8, number: usize, piece: &Piece) -> Vec<Turn> {
        piece.turns().iter().filter_map(|shape| Turn::new(width, number, shape)).collect()
    }

    /// The columns where the turn has no cell in common with rows of the well, the first of them at the turn's row
    /// `from`.
    #[inline]
    pub fn fits(&self, from: usize, well: &[u16]) -> Columns {
        (from..self.rows.len())
            .zip(well)
            .fold(self.columns, |set, (row, there)| set & self.free[row << self.width | usize::from(*there)])
    }

    /// The columns where some row becomes full; as [`Turn::fits`].
    #[inline]
    pub fn fills(&self, from: usize, well: &[u16]) -> Columns {
        (from..self.rows.len())
            .zip(well)
            .fold(0, |set, (row, there)| set | self.fills[row << self.width | usize::from(*there)])
    }
}

/// All turns of all pieces that are not too wide.
pub(super) fn turns(width: u8, pieces: &PieceSet) -> Vec<Turn> {
    let numbered = pieces.pieces().iter().enumerate();
    numbered.flat_map(|(number, piece)| Turn::all(width, number, piece)).collect()
}

/// The places that a rule lets a turn reach in a row in which it fits in the columns `fits`, from the row above.
#[inline]
pub(in crate::solve::wells) fn reach(rule: Movement, above: Columns, fits: Columns) -> Columns {
    match rule {
        Movement::Drop => above & fits,
        Movement::Anywhere => fits,
        Movement::Slide | Movement::Referee => {
            let mut reached = above & fits;
            loop {
                let next = reached | (reached << 1 | reached >> 1) & fits;
                if next == reached {
                    return reached;
                }
                reached = next;
            }
        }
    }
}

/// The columns of a set, from the left.
pub(in crate::solve::wells) fn each(mut set: Columns) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let column = set.trailing_zeros();
        set &= set.wrapping_sub(1);
        (column < Columns::BITS).then_some(column as usize)
    })
}
