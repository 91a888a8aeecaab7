//! Wells cell by cell, for the checkers alone: turning, moving, falling, deleting rows, written as plainly as can be.
use crate::game::wells::{Movement, Piece, Well};

/// A piece in one turn: its cells as (column, row) from the lower left corner of its box.
pub type Cells = Vec<(i32, i32)>;

/// The different turns of a piece: turn `t` is `t` quarter turns clockwise from the cells of its letter.
pub fn turns(piece: &Piece) -> Vec<Cells> {
    let first = cornered(piece.turns()[0].cells());
    let mut turns = vec![first.clone()];
    loop {
        let last = &turns[turns.len() - 1];
        let next = cornered(last.iter().map(|(x, y)| (*y, -x)).collect());
        if next == first {
            return turns;
        }
        turns.push(next);
    }
}

/// The cells in order, moved so that the least column and the least row are 0.
fn cornered(cells: Cells) -> Cells {
    let left = cells.iter().map(|cell| cell.0).min().unwrap_or(0);
    let low = cells.iter().map(|cell| cell.1).min().unwrap_or(0);
    let mut cells: Cells = cells.into_iter().map(|(x, y)| (x - left, y - low)).collect();
    cells.sort_unstable();
    cells
}

/// A well as rows of cells from the bottom up.
pub struct Board {
    width: usize,
    rows: Vec<Vec<bool>>,
}

impl Board {
    /// The cells of a well.
    pub fn of(well: &Well) -> Board {
        Board::from_rows(usize::from(well.width()), well.rows())
    }

    /// The cells of rows from the bottom up, bit `c` being column `c`; the last row is not empty.
    pub fn from_rows(width: usize, rows: &[u16]) -> Board {
        let row = |row: &u16| (0..width).map(|column| row >> column & 1 == 1).collect();
        Board { width, rows: rows.iter().map(row).collect() }
    }

    /// The rows that hold a full cell.
    pub fn height(&self) -> usize {
        self.rows.len()
    }

    /// Whether a cell is inside the well and empty. Above the highest full row all is empty.
    fn free(&self, x: i32, y: i32) -> bool {
        let (Ok(x), Ok(y)) = (usize::try_from(x), usize::try_from(y)) else { return false };
        x < self.width && (y >= self.rows.len() || !self.rows[y][x])
    }

    fn fits(&self, cells: &Cells, (x, y): (i32, i32)) -> bool {
        cells.iter().all(|(dx, dy)| self.free(x + dx, y + dy))
    }

    fn at_rest(&self, cells: &Cells, (x, y): (i32, i32)) -> bool {
        self.fits(cells, (x, y)) && !self.fits(cells, (x, y - 1))
    }

    /// All corners (column, row) at which a piece in this turn can come to rest under one of the rules `drop`, `slide`
    /// and `anywhere`.
    pub fn places(&self, cells: &Cells, rule: Movement) -> Vec<(i32, i32)> {
        let top = self.rows.len() as i32;
        let above = (0..self.width as i32).map(|x| (x, top)).filter(|at| self.fits(cells, *at));
        let reached = match rule {
            Movement::Drop => above.flat_map(|(x, top)| self.fall(cells, x, top)).collect(),
            Movement::Slide => self.slide(cells, above.collect()),
            Movement::Referee | Movement::Anywhere => {
                above.flat_map(|(x, top)| (0..=top).map(move |y| (x, y))).collect()
            }
        };
        reached.into_iter().filter(|at| self.at_rest(cells, *at)).collect()
    }

    /// The corners straight below the top down to the first that does not fit.
    fn fall(&self, cells: &Cells, x: i32, top: i32) -> Vec<(i32, i32)> {
        (0..=top).rev().map(|y| (x, y)).take_while(|at| self.fits(cells, *at)).collect()
    }

    /// All corners reached from the given ones by unit moves left, right and down.
    fn slide(&self, cells: &Cells, starts: Vec<(i32, i32)>) -> Vec<(i32, i32)> {
        let top = self.rows.len();
        let mut seen = vec![vec![false; self.width]; top + 1];
        let mut open = starts;
        let mut reached = Vec::new();
        while let Some((x, y)) = open.pop() {
            if !self.fits(cells, (x, y)) || seen[y as usize][x as usize] {
                continue;
            }
            seen[y as usize][x as usize] = true;
            reached.push((x, y));
            open.extend([(x - 1, y), (x + 1, y), (x, y - 1)]);
        }
        reached
    }

    /// The board after the piece came to rest there and the full rows went.
    pub fn after(&self, cells: &Cells, corner: (i32, i32)) -> Board {
        let mut board = self.with(cells, corner);
        board.rows.retain(|row| row.contains(&false));
        board
    }

    /// The board with the piece there, before full rows go.
    pub fn with(&self, cells: &Cells, (x, y): (i32, i32)) -> Board {
        let mut rows = self.rows.clone();
        for (dx, dy) in cells {
            let (x, y) = ((x + dx) as usize, (y + dy) as usize);
            while rows.len() <= y {
                rows.push(vec![false; self.width]);
            }
            rows[y][x] = true;
        }
        Board { width: self.width, rows }
    }

    /// Whether a row is there and full.
    pub fn is_full(&self, row: usize) -> bool {
        self.rows.get(row).is_some_and(|row| !row.contains(&false))
    }

    /// The rows from the bottom up without those that `gone` names, bit `c` being column `c`.
    pub fn rows_without(&self, gone: impl Fn(usize) -> bool) -> Vec<u16> {
        let bits = |row: &Vec<bool>| row.iter().enumerate().map(|(x, full)| u16::from(*full) << x).sum();
        self.rows.iter().enumerate().filter(|(row, _)| !gone(*row)).map(|(_, row)| bits(row)).collect()
    }

    /// The well that a certificate would name.
    pub fn well(&self) -> Well {
        Well::new(self.width as u8, self.rows_without(|_| false))
            .expect("a piece rests on the floor or on a full cell, so no row is empty, and full rows are gone")
    }
}
