//! What all wells of a sweep have in common: sizes, pieces, and the arithmetic of indices.
use super::turns::{Turn, each, turns};
use crate::error::{Error, Result};
use crate::game::wells::Movement;
use crate::proof::region::wells::WellGame;

/// The sizes and pieces of a sweep. Rows are counted from the bottom row, which is row 0.
pub(super) struct Board {
    pub width: u8,
    pub rule: Movement,
    /// The depth of the well.
    pub depth: usize,
    /// The most rows of a tail: all but the bottom row.
    pub tail: usize,
    /// How many rows are neither empty nor full.
    pub base: usize,
    /// The powers of the base, up to the power `tail`.
    pub powers: Vec<usize>,
    pub turns: Vec<Turn>,
    /// By turn: what its rows, and its rows from the second on, add to an index in each column, if they are not too many.
    pub sums: Vec<[Vec<usize>; 2]>,
    /// How many pieces the set has.
    pub pieces: usize,
    /// The most rows of a turn.
    pub longest: usize,
    /// How many lists of pieces may be shown.
    pub shown: usize,
    /// By list of shown pieces: for each piece that may be announced, the piece to play and the list that is shown next.
    pub next: Vec<Vec<(usize, usize)>>,
}

impl Board {
    pub fn new(game: &WellGame) -> Result<Board> {
        let base = (1_usize << game.width) - 2;
        let tail = usize::from(game.depth).saturating_sub(1);
        let overflow = || Error::Overflow(format!("wells {} wide and {} deep", game.width, game.depth));
        let powers = (0..=tail as u32).map(|i| base.checked_pow(i).ok_or_else(overflow)).collect::<Result<_>>()?;
        let turns = turns(game.width, &game.pieces);
        let pieces = game.pieces.pieces().len();
        let shown = pieces.pow(u32::from(game.lookahead));
        // A list of shown pieces is a number in base `pieces`, the next piece being its first digit.
        let play = |list: usize, announced: usize| {
            let queue = list * pieces + announced;
            (queue / shown, queue % shown)
        };
        let next = (0..shown).map(|list| (0..pieces).map(|announced| play(list, announced)).collect()).collect();
        let longest = turns.iter().map(|turn| turn.rows.len()).max().unwrap_or(0);
        let WellGame { width, rule, .. } = *game;
        let depth = usize::from(game.depth);
        let mut board =
            Board { width, rule, depth, tail, base, powers, turns, sums: Vec::new(), pieces, longest, shown, next };
        let sum = |turn: &Turn, from: usize| -> Vec<usize> {
            let fits = turn.rows.len() - from <= tail;
            each(turn.columns).filter(|_| fits).map(|column| board.added(turn, from, column)).collect()
        };
        board.sums = board.turns.iter().map(|turn| [sum(turn, 0), sum(turn, 1)]).collect();
        Ok(board)
    }

    /// The row that would be deleted.
    pub fn full(&self) -> usize {
        self.base + 1
    }

    /// How many tails there are.
    pub fn tails(&self) -> Result<usize> {
        let sum = self.powers.iter().try_fold(0_usize, |sum, power| sum.checked_add(*power));
        sum.ok_or_else(|| Error::Overflow(format!("wells {} wide and {} deep", self.width, self.depth)))
    }

    /// The index of a list of rows.
    pub fn index(&self, rows: &[u16]) -> usize {
        rows.iter().rev().fold(0, |index, row| index * self.base + usize::from(*row))
    }

    /// What the rows of a turn from number `from` on add to the index of a list, at the place of its first row, if none
    /// becomes full.
    #[inline]
    pub fn added(&self, turn: &Turn, from: usize, column: usize) -> usize {
        turn.rows[from..].iter().rev().fold(0, |sum, row| sum * self.base + usize::from(row << column))
    }

    /// The rows from `at` to `top` after the rows of a turn from number `from` on came there.
    pub fn placed(&self, rows: &[u16], top: usize, at: usize, turn: &Turn, from: usize, column: usize) -> Placed {
        let mut placed = Placed { rows: [0; MOST_ROWS], count: 0 };
        let last = top.max((at + turn.rows.len() - from).saturating_sub(1));
        for (up, there) in rows[at..=last].iter().enumerate() {
            let row = there | turn.rows.get(from + up).map_or(0, |cells| cells << column);
            if usize::from(row) != self.full() {
                placed.rows[placed.count] = row;
                placed.count += 1;
            }
        }
        placed
    }
}

/// The most rows of a well that is swept, with a piece on top.
pub(super) const MOST_ROWS: usize = 80;

/// Rows after a piece was placed and full rows were deleted.
pub(super) struct Placed {
    rows: [u16; MOST_ROWS],
    count: usize,
}

impl Placed {
    pub fn rows(&self) -> &[u16] {
        &self.rows[..self.count]
    }

    /// The index, if there are at most so many rows.
    pub fn index_below(&self, board: &Board, most: usize) -> Option<usize> {
        (self.count <= most).then(|| board.index(self.rows()))
    }
}
