//! Tetris against an adversary: wells, pieces, and the rules by which a piece is placed (brzustowski, section 1.2).
//!
//! The machine hands a piece, the player places it, full rows go and the rows above them come down as a whole. The
//! player loses when, after that, a full cell stands above the depth of the well. A piece may stick out before its
//! rows are deleted.
mod bag_game;
mod in_advance;
mod movement;
mod piece;
mod referee;
mod well_game;

pub use bag_game::{BagGame, MOST_BAG};
pub use in_advance::{Deal, InAdvance, Lookahead};
pub use movement::{Movement, Mover, Placement};
pub use piece::{MOST_CELLS, Piece, PieceSet, Shape};
pub use well_game::{MOST_DEPTH, MOST_LOOKAHEAD, WellGame};

use crate::error::{Error, Result};
use std::fmt::{Display, Formatter};

/// The widest well.
pub const MOST_WIDTH: u8 = 16;

/// The most rows of a well that is read.
pub const MOST_ROWS: usize = 1024;

/// A state of the well: full and empty cells.
///
/// No row is full, and no row below a full cell is empty: play from the empty well never makes such a state, because a
/// piece rests on a full cell or on the floor.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Well {
    width: u8,
    /// From the bottom up; bit `c` is column `c + 1`. The last row is not empty.
    rows: Vec<u16>,
}

impl Well {
    /// The empty well with 1 to 16 columns.
    ///
    /// # Errors
    /// Any other width.
    pub fn empty(width: u8) -> Result<Self> {
        if !(1..=MOST_WIDTH).contains(&width) {
            return Err(Error::input("width", width.to_string(), format!("1 to {MOST_WIDTH} columns")));
        }
        Ok(Well { width, rows: Vec::new() })
    }

    /// The well with these rows from the bottom up, bit `c` being column `c + 1`.
    ///
    /// # Errors
    /// A row that is empty, full, or wider than the well.
    pub fn new(width: u8, rows: Vec<u16>) -> Result<Self> {
        let mut well = Well::empty(width)?;
        let wrong = |row: &u16| *row == 0 || *row >= well.full();
        if rows.len() > MOST_ROWS || rows.iter().any(wrong) {
            let right = format!("at most {MOST_ROWS} rows of {width} cells, none of them empty or full");
            return Err(Error::input("well", format!("{} rows", rows.len()), right));
        }
        well.rows = rows;
        Ok(well)
    }

    /// Reads a well: its rows from the bottom up, `1` for a full cell, as in `110/100`; `-` is the empty well.
    ///
    /// # Errors
    /// Anything that is no well of this width.
    pub fn parse(width: u8, text: &str) -> Result<Self> {
        let empty = Well::empty(width)?;
        if text == "-" {
            return Ok(empty);
        }
        let right = || {
            format!(
                "rows of {width} cells such as 1{} from the bottom up, none empty or full, or - for the empty well",
                "0".repeat(usize::from(width) - 1)
            )
        };
        let wrong = |_| Error::input("well", text, right());
        let mut rows = Vec::new();
        for row in text.split('/').take(MOST_ROWS + 1) {
            if row.len() != usize::from(width) {
                return Err(Error::input("well", text, right()));
            }
            let turned: String = row.chars().rev().collect();
            if !turned.chars().all(|c| matches!(c, '0' | '1')) {
                return Err(Error::input("well", text, right()));
            }
            rows.push(u16::from_str_radix(&turned, 2).expect("16 binary digits at most"));
        }
        Well::new(width, rows).map_err(wrong)
    }

    /// The number of columns.
    pub fn width(&self) -> u8 {
        self.width
    }

    /// The rows from the bottom up; bit `c` is column `c + 1`.
    pub fn rows(&self) -> &[u16] {
        &self.rows
    }

    /// The highest row with a full cell; 0 for the empty well.
    pub fn height(&self) -> usize {
        self.rows.len()
    }

    /// The well in a mirror, left to right.
    pub fn mirror(&self) -> Well {
        let turn = |row: &u16| row.reverse_bits() >> (u16::BITS - u32::from(self.width));
        Well { width: self.width, rows: self.rows.iter().map(turn).collect() }
    }

    /// Whether a cell is full; columns and rows are counted from 0. Outside the well only the space above is empty.
    pub fn is_full_cell(&self, column: i32, row: i32) -> bool {
        if row < 0 || column < 0 || column >= i32::from(self.width) {
            return true;
        }
        usize::try_from(row).ok().and_then(|row| self.rows.get(row)).is_some_and(|cells| cells >> column & 1 == 1)
    }

    /// Whether all cells of a shape are free when its box has its lower left corner at this column and row.
    pub fn fits(&self, shape: &Shape, column: i32, row: i32) -> bool {
        if column < 0 || row < 0 || column + i32::from(shape.width()) > i32::from(self.width) {
            return false;
        }
        let row = row as usize;
        let free =
            |(up, cells): (usize, &u16)| self.rows.get(row + up).is_none_or(|there| there & (cells << column) == 0);
        shape.rows().iter().enumerate().all(free)
    }

    /// The well after a shape came to rest with its box at this column and row, and the number of rows deleted.
    ///
    /// The place must be free and supported, as [`Mover::placements`] gives it.
    pub fn place(&self, shape: &Shape, column: u8, row: u16) -> (Well, usize) {
        let height = self.rows.len().max(usize::from(row) + shape.rows().len());
        let mut rows = Vec::with_capacity(height);
        rows.extend_from_slice(&self.rows);
        rows.resize(height, 0);
        for (there, cells) in rows[usize::from(row)..].iter_mut().zip(shape.rows()) {
            *there |= cells << column;
        }
        let before = rows.len();
        rows.retain(|row| *row != self.full());
        let cleared = before - rows.len();
        (Well { width: self.width, rows }, cleared)
    }

    /// The row that would be deleted.
    fn full(&self) -> u16 {
        u16::MAX >> (u16::BITS - u32::from(self.width))
    }
}

impl Display for Well {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        if self.rows.is_empty() {
            return f.write_str("-");
        }
        for (at, row) in self.rows.iter().enumerate() {
            if at > 0 {
                f.write_str("/")?;
            }
            for column in 0..self.width {
                f.write_str(if row >> column & 1 == 1 { "1" } else { "0" })?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
pub(crate) mod bag_twin;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod twin;
