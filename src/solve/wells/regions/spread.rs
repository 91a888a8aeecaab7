//! The places at rest in the rows 0 to 2 for all tails on a stem at once, under the rules that ask nothing of the places
//! beside them.
//!
//! Whether a turn fits in row 1 of a tail, and from which bottom rows it then counts, does not depend on the stem. So these
//! are tables, and tails that differ in row 1 only lead to tails that differ in row 1 only, as long as it is not full.
use super::block::{Blocks, Tail, join};
use super::board::Board;
use super::patterns::Patterns;
use super::turns::{Turn, each};
use crate::game::wells::Movement;

/// So many tables there are for each turn and column.
pub(super) const TABLES: u128 = 4;

/// The bottom rows from which a place counts.
struct Rests<P> {
    /// By row 1 of the tail.
    by_row: Vec<P>,
    /// The same for each word of a block, and nothing where row 1 becomes full.
    spread: Vec<P>,
}

/// What a turn in a column needs of row 1, if the stem lets it get there.
pub(super) struct Lane<P> {
    /// At rest in row 2, where row 1 is in the way.
    second: Rests<P>,
    /// At rest in row 1, where it would fit in row 0 but for row 1 and the bottom row; and where the stem is in the way.
    first: [Rests<P>; 2],
    /// On the floor.
    floor: Rests<P>,
}

impl<P: Patterns> Lane<P> {
    /// The tables of a turn in a column.
    pub fn new(board: &Board, number: usize, column: usize, [apart, touching, all]: [P; 3]) -> Self {
        let turn = &board.turns[number];
        let cells = |row: usize| turn.rows.get(row).map_or(0, |cells| usize::from(*cells) << column);
        let (lowest, next) = (cells(0), cells(1));
        let none = P::default();
        let rests = |added: usize, mask: &dyn Fn(usize) -> P| {
            let by_row: Vec<P> = (1..=board.base).map(mask).collect();
            let kept = |row: usize| if row | added == board.full() { none } else { by_row[row - 1] };
            let spread = (1..=board.base).flat_map(|row| vec![kept(row); board.shown]).collect();
            Rests { by_row, spread }
        };
        let first = |below: P| {
            move |row: usize| match (row & lowest == 0, row & next == 0) {
                (false, _) => none,
                (true, true) => below,
                (true, false) => all,
            }
        };
        let dropped = board.rule == Movement::Drop;
        let floor = |row: usize| if row & next == 0 && !(dropped && row & lowest != 0) { apart } else { none };
        Lane {
            second: rests(0, &|row| if row & lowest == 0 { none } else { all }),
            first: [rests(lowest, &first(touching)), rests(lowest, &first(all))],
            floor: rests(next, &floor),
        }
    }
}

impl<P: Patterns> Blocks<'_, P> {
    /// The places at rest in the rows 0 to 2 on a stem, for the pieces that are not good already.
    pub(super) fn all_tails(&mut self, words: &[P], stem: usize) {
        let (board, masks) = (self.board, self.masks);
        let shown = board.shown;
        let old = &words[(1 + board.base * stem) * shown..][..board.base * shown];
        let open: Vec<bool> = self.good.iter().map(|good| !masks.cover(good, old, shown)).collect();
        for (number, turn) in board.turns.iter().enumerate().filter(|(_, turn)| open[turn.piece]) {
            let rows = &self.stem.rows[2..];
            let above = self.stem.reached(number);
            let (mut first, mut floor) = (turn.fits(1, rows), turn.fits(2, rows));
            if board.rule == Movement::Drop {
                first &= above;
                floor &= first;
            }
            for column in each(above) {
                let Some(moved) = self.stem.rest(turn, column, 2) else { continue };
                let words = &words[(1 + board.base * stem.wrapping_add_signed(moved)) * shown..];
                match first >> column & 1 {
                    1 => gather(&mut self.good[turn.piece], words, 0, &masks.lanes[number][column].second.spread),
                    _ => join(&mut self.good[turn.piece], words),
                }
            }
            for column in each(first) {
                let below = usize::from(floor >> column & 1 == 0);
                self.rests(words, stem, number, 0, column, &masks.lanes[number][column].first[below]);
            }
            for column in each(floor) {
                self.rests(words, stem, number, 1, column, &masks.lanes[number][column].floor);
            }
        }
    }

    /// The places of a turn at rest with its row `from` in row 1.
    fn rests(&mut self, words: &[P], stem: usize, number: usize, from: usize, column: usize, rests: &Rests<P>) {
        let board = self.board;
        let turn = &board.turns[number];
        let cells = |row: usize| turn.rows.get(row).map_or(0, |cells| usize::from(*cells) << column);
        let after = self.stem_after(stem, turn, from + 1, column);
        if let Some(after) = after {
            let begin = (1 + board.base * after + cells(from)) * board.shown;
            let added = if from == 1 { cells(0) } else { 0 };
            gather(&mut self.good[turn.piece], words.get(begin..).unwrap_or_default(), added, &rests.spread);
        }
        // One by one where row 1 goes, or only the bottom row can make room.
        let filling = board.full() ^ cells(from);
        let alone = if after.is_none() && from == 1 { 1..=board.base } else { filling..=filling };
        for row in alone {
            let mask = row.checked_sub(1).and_then(|at| rests.by_row.get(at)).copied().unwrap_or_default();
            if mask == P::default() {
                continue;
            }
            self.stem.rows[1] = row as u16;
            let (index, at, top) = (row + board.base * stem, (row - 1) * board.shown, self.stem.top());
            let tail = Tail { index, at, stem, top, alive: mask };
            match from {
                0 => self.in_first_row(words, tail, number, column, mask),
                _ => self.on_floor(words, tail, number, column, mask),
            }
        }
    }

    /// The index of the stem after the rows of a turn from number `from` on came to row 2, if no tail on it is too high.
    fn stem_after(&self, stem: usize, turn: &Turn, from: usize, column: usize) -> Option<usize> {
        let board = self.board;
        let stem_rows = &self.stem.rows[2..];
        if turn.fills(from, stem_rows) >> column & 1 == 1 {
            let placed = board.placed(&self.stem.rows, self.stem.top(), 2, turn, from, column);
            return placed.index_below(board, board.tail - 1);
        }
        let fits = self.stem.top().max((1 + turn.rows.len()).saturating_sub(from)) <= board.tail;
        fits.then(|| stem + turn.rows.get(from..).map_or(0, |_| board.added(turn, from, column)))
    }
}

/// Notes as good the bottom rows in the masks from which words, one for each of the block, are reached with so many cells.
fn gather<P: Patterns>(good: &mut [P], words: &[P], cells: usize, masks: &[P]) {
    for ((good, word), mask) in good.iter_mut().zip(words).zip(masks) {
        *good = good.or(word.down(cells).and(*mask));
    }
}
