//! All wells of a width up to a height, numbered from 0.
use crate::error::{Error, Result};
use crate::game::wells::Well;

/// The wells of a width with at most `depth` rows: the empty one first, then by height, then by rows from the bottom.
#[derive(Debug, Clone)]
pub struct Space {
    width: u8,
    /// The number of the first well of each height, then the number of wells.
    first: Vec<usize>,
}

impl Space {
    /// The wells of a width up to a depth.
    ///
    /// # Errors
    /// A width out of range, or more wells than a 32-bit number can count.
    pub fn new(width: u8, depth: usize) -> Result<Self> {
        Well::empty(width)?;
        let rows = (1_usize << width) - 2;
        let right = || Error::input("wells", format!("width {width}, depth {depth}"), "fewer than 2^32 wells");
        let (mut first, mut count) = (vec![0], 1_usize);
        for _ in 0..=depth {
            let all = first[first.len() - 1] + count;
            first.push(all);
            count = count.checked_mul(rows).ok_or_else(right)?;
            if all > u32::MAX as usize || first.len() > 1 << 12 {
                return Err(right());
            }
        }
        Ok(Space { width, first })
    }

    /// How many wells there are.
    pub fn len(&self) -> usize {
        self.first[self.first.len() - 1]
    }

    /// Never: there is always the empty well.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// The greatest height.
    pub fn depth(&self) -> usize {
        self.first.len() - 2
    }

    /// The number of columns.
    pub fn width(&self) -> u8 {
        self.width
    }

    /// The number of a well, if it is not too high.
    pub fn number(&self, well: &Well) -> Option<u32> {
        self.number_of(well.rows().iter().copied())
    }

    /// The number of the well of these rows, from the bottom up and none of them empty or full, if it is not too high.
    pub(super) fn number_of(&self, rows: impl Iterator<Item = u16>) -> Option<u32> {
        let base = (1_usize << self.width) - 2;
        let (mut height, mut digits) = (0, 0);
        for row in rows {
            height += 1;
            if height > self.depth() {
                return None;
            }
            digits = digits * base + usize::from(row) - 1;
        }
        Some((self.first[height] + digits) as u32)
    }

    /// Writes the rows of the well with a number below [`Space::len`], from the bottom up; how many there are.
    pub(super) fn rows(&self, number: u32, rows: &mut [u16]) -> usize {
        let height = self.first.partition_point(|first| *first <= number as usize) - 1;
        let base = (1_usize << self.width) - 2;
        let mut digits = number as usize - self.first[height];
        for row in rows[..height].iter_mut().rev() {
            *row = (digits % base) as u16 + 1;
            digits /= base;
        }
        height
    }

    /// The well with a number below [`Space::len`].
    pub fn well(&self, number: u32) -> Well {
        let mut rows = vec![0; self.depth()];
        let height = self.rows(number, &mut rows);
        rows.truncate(height);
        Well::new(self.width, rows).expect("digits stand for rows that are neither empty nor full")
    }

    /// All wells in the order of their numbers.
    pub fn wells(&self) -> impl Iterator<Item = Well> {
        (0..self.len() as u32).map(|number| self.well(number))
    }

    /// The wells of a height in the order of their numbers; none above the greatest height.
    pub fn wells_of_height(&self, height: usize) -> impl Iterator<Item = Well> {
        let begins = |height: usize| self.first.get(height).copied().unwrap_or(self.len()) as u32;
        (begins(height)..begins(height + 1)).map(|number| self.well(number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_wells_agree() {
        for (width, depth, count) in [(1, 3, 1), (2, 4, 31), (3, 3, 259), (4, 2, 211), (5, 0, 1)] {
            let space = Space::new(width, depth).unwrap();
            assert_eq!(space.len(), count);
            for (well, number) in space.wells().zip(0..) {
                assert_eq!(space.number(&well), Some(number));
            }
            let by_height: Vec<Vec<Well>> =
                (0..depth + 2).map(|height| space.wells_of_height(height).collect()).collect();
            let right = |(height, wells): (usize, &Vec<Well>)| wells.iter().all(|well| well.height() == height);
            assert!(by_height.iter().enumerate().all(right));
            assert!(by_height.concat().into_iter().eq(space.wells()));
        }
        let high = Well::parse(2, "10/10/01").unwrap();
        assert_eq!(Space::new(2, 2).unwrap().number(&high), None);
        assert!(Space::new(0, 2).is_err() && Space::new(16, 3).is_err() && Space::new(1, 1 << 20).is_err());
    }
}
