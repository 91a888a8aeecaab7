//! Which blocks of words have changed of late. A block whose inputs have not is as a pass would leave it, so it is skipped.
use super::block::Blocks;
use super::board::Board;
use super::patterns::Patterns;
use super::turns::{Turn, each};
use crate::game::wells::Movement;

/// By block the pass in which it changed last. The empty tail is a block of its own, then come the tails of each stem.
pub(super) struct Changes {
    base: usize,
    last: Vec<u32>,
    pass: u32,
}

/// The bytes that are kept for a block.
pub(super) const BYTES: usize = size_of::<u32>();

impl Changes {
    /// Before the first pass, for which all that it finds is new.
    pub fn new(base: usize, stems: usize) -> Self {
        Changes { base: base.max(1), last: vec![0; 1 + stems], pass: 0 }
    }

    /// The next pass begins; its number, from 1 on.
    pub fn next_pass(&mut self) -> u32 {
        self.pass += 1;
        self.pass
    }

    /// The words of the empty tail have changed.
    pub fn note_empty(&mut self) {
        self.last[0] = self.pass;
    }

    /// The words of the tails on a stem have changed.
    pub fn note(&mut self, stem: usize) {
        self.last[1 + stem] = self.pass;
    }

    /// Whether a block has changed in this pass or the one before; no if there is no such block.
    fn is_new(&self, block: usize) -> bool {
        self.last.get(block).is_some_and(|last| last + 1 >= self.pass)
    }

    fn stem(&self, stem: usize) -> bool {
        self.is_new(1 + stem)
    }

    fn tail(&self, tail: usize) -> bool {
        self.is_new(tail.checked_sub(1).map_or(0, |above| 1 + above / self.base))
    }

    /// Whether a list of rows has changed as a stem, as a tail, or as a well.
    fn list(&self, list: usize) -> bool {
        self.stem(list) || self.tail(list) || list > 0 && self.tail((list - 1) / self.base)
    }
}

impl<P: Patterns> Blocks<'_, P> {
    /// Whether words from which those of the tails on a stem follow have changed since these were computed. It may say yes
    /// where no rule leads there.
    pub fn is_stale(&mut self, words: &[P], stem: usize, changes: &Changes) -> bool {
        if changes.tail(stem) || changes.stem(stem) {
            return true;
        }
        if !self.is_alive(words, stem) {
            return false;
        }
        self.stem.go(stem);
        let moved = |by: &isize| changes.stem(stem.wrapping_add_signed(*by));
        (0..self.board.pieces).any(|piece| self.stem.moves(piece).iter().any(moved))
            || (0..self.board.turns.len()).any(|turn| self.leads_low(stem, turn, changes))
    }

    /// The same for the places of a turn at rest in the rows 0 to 2: what the stem becomes follows from the rows of the turn
    /// that come to row 2 and above, and if row 1 or row 0 is deleted, it becomes a tail or a well.
    fn leads_low(&self, stem: usize, number: usize, changes: &Changes) -> bool {
        let Board { rule, turns, .. } = self.board;
        let (turn, reached, rows) = (&turns[number], self.stem.reached(number), &self.stem.rows[2..]);
        if reached == 0 && *rule != Movement::Anywhere {
            return false;
        }
        (0..turn.rows.len().min(3)).any(|from| {
            let fits = turn.fits(from, rows) & if *rule == Movement::Drop { reached } else { turn.columns };
            let fills = turn.fills(from, rows);
            each(fits & !fills).any(|column| changes.list(stem + self.board.added(turn, from, column)))
                || each(fits & fills)
                    .any(|column| self.list_after(turn, from, column).is_some_and(|list| changes.list(list)))
        })
    }

    /// The list of rows from row 2 on after rows of a turn came there and full ones were deleted, if no well would be too
    /// high with them.
    fn list_after(&self, turn: &Turn, from: usize, column: usize) -> Option<usize> {
        let placed = self.board.placed(&self.stem.rows, self.stem.top(), 2, turn, from, column);
        placed.index_below(self.board, self.board.depth)
    }
}
