//! Walking over wells row by row, so that what depends on their upper rows only is computed once for all of them.
//!
//! A well is a bottom row on a *tail*, the rows above it; a tail is a row, number 1, on a *stem*, the rows from number 2
//! on. A list of rows r1, r2, .. has the index r1 + r2 B + r3 B^2 + .., where B = 2^width - 2 is the number of rows that
//! are neither empty nor full: each list has one index, and each index one list. The empty list has index 0.
//!
//! A piece that comes to rest at row q of a stem changes the index by a number that depends on the rows from q on only.
//! So these numbers are kept in a stack, and the next stem takes off only those that belong to rows that change.
use super::board::Board;
use super::turns::{Columns, Turn, each, reach};

/// A stem, and where pieces come to rest on it.
pub(super) struct Stem<'a> {
    board: &'a Board,
    /// The index, once one is set.
    index: Option<usize>,
    /// The number of the highest row; 1 for the empty stem.
    top: usize,
    /// The rows from number 0 on; 0 and 1 belong to the bottom and the tail. Above `top` all are empty.
    pub rows: Vec<u16>,
    /// By row and turn: where a turn fits, and where it gets to.
    fits: Vec<Vec<Columns>>,
    reached: Vec<Vec<Columns>>,
    /// By piece: how far the index moves, for each place at rest in row 3 or above.
    moves: Vec<Vec<isize>>,
    /// By row and piece: how many of these belong to rests above that row.
    marks: Vec<Vec<usize>>,
}

impl<'a> Stem<'a> {
    pub fn new(board: &'a Board) -> Self {
        let rows = board.tail + 2;
        let columns: Vec<Columns> = board.turns.iter().map(|turn| turn.columns).collect();
        Stem {
            board,
            index: None,
            top: 1,
            rows: vec![0; rows + board.longest + 1],
            fits: vec![columns.clone(); rows + 1],
            reached: vec![columns; rows + 1],
            moves: vec![Vec::new(); board.pieces],
            marks: vec![vec![0; board.pieces]; rows + 1],
        }
    }

    /// The number of the highest row; 1 for the empty stem.
    pub fn top(&self) -> usize {
        self.top
    }

    /// Where a turn gets to in row 2.
    pub fn reached(&self, turn: usize) -> Columns {
        self.reached[2][turn]
    }

    /// How far the index of the stem moves, for each place where a piece comes to rest in row 3 or above.
    pub fn moves(&self, piece: usize) -> &[isize] {
        &self.moves[piece]
    }

    /// Goes to the stem with an index.
    pub fn go(&mut self, index: usize) {
        let changed = match self.index {
            Some(before) if before == index => return,
            Some(before) if before + 1 == index => self.step(),
            _ => self.read(index),
        };
        self.index = Some(index);
        for row in (2..=changed).rev() {
            self.enter(row);
        }
    }

    /// Counts one further; the highest row that changes.
    fn step(&mut self) -> usize {
        let mut row = 2;
        while row <= self.top && usize::from(self.rows[row]) == self.board.base {
            self.rows[row] = 1;
            row += 1;
        }
        self.rows[row] += 1;
        self.top = self.top.max(row);
        row
    }

    /// Reads the rows from an index; the highest row that changes.
    fn read(&mut self, mut index: usize) -> usize {
        self.rows.fill(0);
        self.top = 1;
        while index > 0 {
            let digit = (index - 1) % self.board.base + 1;
            self.top += 1;
            self.rows[self.top] = digit as u16;
            index = (index - digit) / self.board.base;
        }
        self.top
    }

    /// Computes what follows from the rows from `row` on.
    fn enter(&mut self, row: usize) {
        let board = self.board;
        let highest = row == self.top;
        for piece in 0..board.pieces {
            let kept = if highest { 0 } else { self.marks[row + 1][piece] };
            self.moves[piece].truncate(kept);
        }
        for (number, turn) in board.turns.iter().enumerate() {
            let above = if highest { turn.columns } else { self.reached[row + 1][number] };
            let fits = turn.fits(0, &self.rows[row..]);
            self.fits[row][number] = fits;
            self.reached[row][number] = reach(board.rule, above, fits);
            for column in each(above & !fits) {
                if let Some(moved) = self.rest(turn, column, row + 1) {
                    self.moves[turn.piece].push(moved);
                }
            }
        }
        for piece in 0..board.pieces {
            self.marks[row][piece] = self.moves[piece].len();
        }
    }

    /// How far the index of the stem moves when a turn comes to rest with its lowest row in row `at`, 2 or above; nothing
    /// if the tail gets too high.
    pub fn rest(&self, turn: &Turn, column: usize, at: usize) -> Option<isize> {
        let weight = self.board.powers[at - 2];
        let filled = turn.fills(0, &self.rows[at..]) >> column & 1 == 1;
        if !filled {
            let fits = self.top.max(at + turn.rows.len() - 1) <= self.board.tail;
            return fits.then(|| (self.board.added(turn, 0, column) * weight) as isize);
        }
        let before = self.board.index(&self.rows[at..=self.top.max(at - 1)]);
        let after = self.board.placed(&self.rows, self.top, at, turn, 0, column);
        let index = after.index_below(self.board, self.board.tail + 1 - at)?;
        Some((index as isize - before as isize) * weight as isize)
    }
}
