//! Tame wells: those with few covered holes, in which neighbouring columns have nearly the same height.
//!
//! A good player makes few others, and in deep wells they are much fewer than all. One who is held to them has fewer places
//! than the game gives him: where he goes on for ever he wins, and where he cannot nothing is known.
use crate::error::{Error, Result};

/// Which wells are tame.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tame {
    /// The greatest sum of the differences of heights of neighbouring columns, with no covered hole, with one, and so on; with
    /// more holes no well is tame. A covered hole is an empty cell with a full cell above it in its column.
    pub bumps: Vec<u32>,
}

impl Tame {
    /// Wells with so many covered holes at most, and such sums of differences with no hole, with one, and so on: the last of them
    /// with more holes, too.
    ///
    /// # Errors
    /// No sum of differences, or more holes than a number of 16 bits.
    pub fn by_holes(holes: u32, bumps: &[u32]) -> Result<Self> {
        if holes > u16::MAX.into() {
            return Err(Error::input("tame wells", format!("{holes} holes"), format!("at most {}", u16::MAX)));
        }
        let right = "one number, or one for each number of holes";
        let last = bumps.last().ok_or_else(|| Error::input("tame wells", "no bumps", right))?;
        let of = |holes: u32| *bumps.get(holes as usize).unwrap_or(last);
        Ok(Tame { bumps: (0..=holes).map(of).collect() })
    }

    /// All wells of at most so many cells.
    pub(in crate::solve::wells) fn all(cells: usize) -> Self {
        Tame { bumps: vec![u32::MAX; cells + 1] }
    }

    /// Whether a well with so many covered holes and such a sum of differences is tame.
    pub fn allows(&self, holes: u32, bumps: u32) -> bool {
        self.bumps.get(holes as usize).is_some_and(|most| bumps <= *most)
    }

    /// Whether a well is tame.
    pub fn has(&self, rows: &[u16], width: u8) -> bool {
        let holes = holes(rows);
        (holes as usize) < self.bumps.len() && self.allows(holes, bumps(width, rows))
    }
}

/// The covered holes of rows from the bottom up.
pub(super) fn holes(rows: &[u16]) -> u32 {
    let (mut above, mut count) = (0, 0);
    for row in rows.iter().rev() {
        count += (above & !row).count_ones();
        above |= row;
    }
    count
}

/// The sum of the differences of heights of neighbouring columns.
pub(super) fn bumps(width: u8, rows: &[u16]) -> u32 {
    let tops = tops(width, rows);
    tops.windows(2).map(|pair| pair[0].abs_diff(pair[1]) as u32).sum()
}

/// The heights of the columns.
pub(super) fn tops(width: u8, rows: &[u16]) -> Vec<usize> {
    let top = |column: u8| rows.iter().rposition(|row| row >> column & 1 == 1).map_or(0, |row| row + 1);
    (0..width).map(top).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::wells::Well;

    #[test]
    fn bumps_may_be_told_by_number_of_holes() {
        assert_eq!(Tame::by_holes(3, &[9, 7]).unwrap().bumps, [9, 7, 7, 7]);
        assert_eq!(Tame::by_holes(0, &[9, 7]).unwrap().bumps, [9]);
        assert!(Tame::by_holes(2, &[]).is_err());
        assert!(Tame::by_holes(u16::MAX.into(), &[1]).is_ok());
        assert!(Tame::by_holes(u32::MAX, &[1]).is_err());
    }

    #[test]
    fn holes_and_bumps_of_a_well() {
        for (width, rows, holes, bumps) in
            [(3, "-", 0, 0), (3, "110", 0, 1), (3, "100/010/100", 2, 3), (4, "0010/1000", 1, 4), (1, "-", 0, 0)]
        {
            let well = Well::parse(width, rows).unwrap();
            let tame = |holes, bumps| Tame::by_holes(holes, &[bumps]).unwrap().has(well.rows(), width);
            assert!(tame(holes, bumps) && tame(holes + 1, bumps + 1), "{rows}");
            assert!(bumps == 0 || !tame(holes, bumps - 1), "{rows}");
            assert!(holes == 0 || !tame(holes - 1, bumps), "{rows}");
        }
    }
}
