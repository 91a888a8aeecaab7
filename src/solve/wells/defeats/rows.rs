//! Where a piece may come to rest on rows of which the lowest may stand for unknown ones.
use crate::game::wells::{Movement, Shape};
use std::collections::BTreeSet;

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
    fn fits(&self, shape: &Shape, column: i32, row: i32) -> bool {
        if column < 0 || row < 0 || column + i32::from(shape.width()) > i32::from(self.width) {
            return false;
        }
        let free = |(up, cells): (usize, &u16)| {
            let at = row as usize + up;
            let wide = usize::from(cells.count_ones() == u32::from(self.width) && at < self.sunk);
            wide == 0 && self.rows.get(at).is_none_or(|there| there & cells << column == 0)
        };
        shape.rows().iter().enumerate().all(free)
    }

    /// Every corner at which a turn may come to rest.
    pub fn corners(&self, shape: &Shape, rule: Movement) -> Vec<(i32, i32)> {
        let columns = 0..i32::from(self.width) - i32::from(shape.width()) + 1;
        let top = self.rows.len() as i32;
        let mut seen: BTreeSet<(i32, i32)> = BTreeSet::new();
        let mut open: Vec<(i32, i32)> = columns.clone().map(|column| (column, top)).collect();
        if rule >= Movement::Referee {
            open = columns.flat_map(|column| (0..=top).map(move |row| (column, row))).collect();
        }
        while let Some((column, row)) = open.pop() {
            if self.fits(shape, column, row) && seen.insert((column, row)) {
                open.push((column, row - 1));
                if rule == Movement::Slide {
                    open.extend([(column - 1, row), (column + 1, row)]);
                }
            }
        }
        let held = |(column, row): &(i32, i32)| *row <= self.sunk as i32 || !self.fits(shape, *column, *row - 1);
        seen.into_iter().filter(held).collect()
    }
}
