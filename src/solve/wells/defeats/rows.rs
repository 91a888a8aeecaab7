//! Where a piece may come to rest on rows of which the lowest may stand for unknown ones.
use crate::game::wells::{Movement, Shape};

/// Rows of a well from the bottom up. Below is the floor; or the lowest of them stand for unknown rows, which are free but for
/// pieces as wide as the well.
pub(super) struct Rows {
    /// The columns.
    pub width: u8,
    /// An unknown row is 0.
    pub rows: Vec<u16>,
    /// How many of the rows are unknown.
    pub sunk: usize,
}

impl Rows {
    /// The columns where a turn fits at a row, as bits.
    fn free(&self, shape: &Shape, row: usize) -> u16 {
        let columns = u16::MAX >> (15 + shape.width() - self.width);
        shape.rows().iter().zip(row..).fold(columns, |free, (cells, at)| match self.rows.get(at) {
            None => free,
            Some(_) if at < self.sunk && cells.count_ones() == u32::from(self.width) => 0,
            Some(there) => (0..self.width)
                .filter(|column| cells >> column & 1 == 1)
                .fold(free, |free, column| free & !(there >> column)),
        })
    }

    /// Every corner at which a turn may come to rest, column by column.
    pub fn corners(&self, shape: &Shape, rule: Movement) -> Vec<(u8, usize)> {
        let top = self.rows.len();
        // By row from the floor up: the columns where the turn fits, and where it gets to, as bits.
        let free: Vec<u16> = (0..=top).map(|row| self.free(shape, row)).collect();
        let mut reached = free.clone();
        if rule <= Movement::Slide {
            for row in (0..top).rev() {
                reached[row] &= reached[row + 1];
                if rule == Movement::Slide {
                    reached[row] = spread(reached[row], free[row]);
                }
            }
        }
        let rests = |&(column, row): &(u8, usize)| {
            reached[row] >> column & 1 == 1 && (row <= self.sunk || free[row - 1] >> column & 1 == 0)
        };
        let columns = 0..=self.width - shape.width();
        columns.flat_map(|column| (0..=top).map(move |row| (column, row))).filter(rests).collect()
    }
}

/// The columns that sliding within the free ones leads to.
fn spread(from: u16, free: u16) -> u16 {
    let next = (from | from << 1 | from >> 1) & free;
    if next == from { from } else { spread(next, free) }
}
