//! One step of the fixpoint for a block: all wells with the same rows from number 2 on.
//!
//! The bit `full` of the word of a tail stands for the tail as a well of its own: that is what is left when its bottom
//! row becomes full and goes. So the word after a placement that touches the bottom row is the word of the tail that
//! results, shifted down by the cells that the piece adds to the bottom row.
use super::board::Board;
use super::patterns::Patterns;
use super::spread::Lane;
use super::stems::Stem;
use super::turns::{Columns, Turn, each, reach};
use crate::game::wells::Movement;

/// Computes blocks of new words from the words of all tails.
pub(super) struct Blocks<'a, P> {
    pub board: &'a Board,
    pub(super) masks: &'a Masks<P>,
    pub stem: Stem<'a>,
    /// By piece: for each tail of the block and each list of shown pieces, the bottom rows from which some placement
    /// leads to a word's bit.
    pub(super) good: Vec<Vec<P>>,
    /// By turn and column: how far the index of the stem moves by a rest in row 2, if the tail does not get too high.
    second: Vec<Vec<Option<isize>>>,
    /// The turns that may get to row 2 or lower in a block.
    active: Vec<usize>,
}

/// By turn and column: the bottom rows with no cell in common with the lowest row of the turn.
pub(super) struct Masks<P> {
    apart: Vec<Vec<P>>,
    touching: Vec<Vec<P>>,
    /// By turn and column what row 1 lets happen; not under the rule `slide`.
    pub(super) lanes: Vec<Vec<Lane<P>>>,
    all: P,
    /// All but the full row, whose bit says something else.
    wells: P,
}

impl<P: Patterns> Masks<P> {
    pub fn new(board: &Board) -> Self {
        let patterns = |turn: &Turn, apart: bool| -> Vec<P> {
            let there = |column: usize| usize::from(turn.rows[0]) << column;
            let last = each(turn.columns).count();
            (0..last).map(|c| P::of(board.width, |p| (p & there(c) == 0) == apart)).collect()
        };
        let of_all = |apart| -> Vec<Vec<P>> { board.turns.iter().map(|turn| patterns(turn, apart)).collect() };
        let (apart, touching, all) = (of_all(true), of_all(false), P::of(board.width, |_| true));
        let lanes = |number: usize| -> Vec<Lane<P>> {
            let columns = each(board.turns[number].columns);
            columns.map(|c| Lane::new(board, number, c, [apart[number][c], touching[number][c], all])).collect()
        };
        let tabled = if board.rule == Movement::Slide { 0 } else { board.turns.len() };
        Masks {
            lanes: (0..tabled).map(lanes).collect(),
            apart,
            touching,
            all,
            wells: P::of(board.width, |p| p != board.full()),
        }
    }

    /// Whether some placement is good in every well that is left, whatever is shown next; words by tail, so many for each.
    pub(super) fn cover(&self, good: &[P], words: &[P], shown: usize) -> bool {
        good.chunks(shown).zip(words.chunks(shown)).all(|(good, words)| {
            let alive = words.iter().fold(P::default(), |alive, word| alive.or(*word)).and(self.wells);
            good.iter().all(|good| good.and(alive) == alive)
        })
    }
}

/// A tail: a block of the stem, and the row on which the stem stands; or the empty tail.
#[derive(Clone, Copy)]
pub(super) struct Tail<P> {
    /// Its index.
    pub index: usize,
    /// Where its words are in the block.
    pub at: usize,
    /// The index of its stem.
    pub stem: usize,
    /// The number of its highest row.
    pub top: usize,
    /// The bottom rows with which it is still in some set: only they matter.
    pub alive: P,
}

impl<'a, P: Patterns> Blocks<'a, P> {
    pub fn new(board: &'a Board, masks: &'a Masks<P>) -> Self {
        let block = board.base.max(1) * board.shown;
        Blocks {
            board,
            masks,
            stem: Stem::new(board),
            good: vec![vec![P::default(); block]; board.pieces],
            second: board.turns.iter().map(|turn| vec![None; each(turn.columns).count()]).collect(),
            active: Vec::new(),
        }
    }

    /// The new words of the empty tail.
    pub fn empty(&mut self, words: &[P], new: &mut [P]) {
        self.good.iter_mut().for_each(|good| good.fill(P::default()));
        self.stem.go(0);
        self.stem.rows[1] = 0;
        let alive = words[..new.len()].iter().fold(P::default(), |alive, word| alive.or(*word));
        let tail = Tail { index: 0, at: 0, stem: 0, top: 0, alive };
        (0..self.board.turns.len()).for_each(|turn| self.low_rests(words, tail, turn));
        self.conclude(words, 0, new);
        for (word, old) in new.iter_mut().zip(words) {
            *word = word.and(self.masks.wells).or(if old.has(0) { P::bit(self.board.full()) } else { P::default() });
        }
    }

    /// The new words of the tails on a stem.
    pub fn block(&mut self, words: &[P], stem: usize, new: &mut [P]) {
        let (base, shown) = (self.board.base, self.board.shown);
        let begin = (1 + base * stem) * shown;
        let old = &words[begin..begin + base * shown];
        new.copy_from_slice(old);
        if !self.is_alive(words, stem) {
            return self.renew(words, stem, new);
        }
        self.stem.go(stem);
        for piece in 0..self.board.pieces {
            let good = &mut self.good[piece];
            good.fill(P::default());
            for moved in self.stem.moves(piece) {
                let from = (1 + base * stem.wrapping_add_signed(*moved)) * shown;
                join(good, &words[from..from + base * shown]);
            }
        }
        match self.board.rule {
            Movement::Slide | Movement::Referee => self.lower_rows(words, stem),
            Movement::Drop | Movement::Anywhere => self.all_tails(words, stem),
        }
        self.conclude(words, begin, new);
        self.renew(words, stem, new);
    }

    /// Whether any well is left on a stem.
    pub fn is_alive(&self, words: &[P], stem: usize) -> bool {
        let block = self.board.base * self.board.shown;
        let words = &words[self.board.shown + stem * block..][..block];
        words.iter().any(|word| word.and(self.masks.wells) != P::default())
    }

    /// The places at rest in the rows 0 to 2, one tail after the other, where a piece has to get there from above.
    fn lower_rows(&mut self, words: &[P], stem: usize) {
        let (board, shown) = (self.board, self.board.shown);
        let mut active = std::mem::take(&mut self.active);
        active.clear();
        active.extend((0..board.turns.len()).filter(|turn| self.stem.reached(*turn) != 0));
        for &number in &active {
            let turn = &board.turns[number];
            for column in each(self.stem.reached(number)) {
                self.second[number][column] = self.stem.rest(turn, column, 2);
            }
        }
        for row in (1..=board.base).take_while(|_| !active.is_empty()) {
            self.stem.rows[1] = row as u16;
            let (at, index) = ((row - 1) * shown, row + board.base * stem);
            let lists = words[index * shown..(index + 1) * shown].iter();
            let alive = lists.fold(P::default(), |alive, word| alive.or(*word)).and(self.masks.wells);
            if alive == P::default() {
                continue;
            }
            let tail = Tail { index, at, stem, top: self.stem.top(), alive };
            for &turn in &active {
                if !self.covered(board.turns[turn].piece, tail) {
                    self.low_rests(words, tail, turn);
                }
            }
        }
        self.active = active;
    }

    /// Whether a piece has a good placement already in every well of a tail that is left.
    fn covered(&self, piece: usize, tail: Tail<P>) -> bool {
        let good = &self.good[piece][tail.at..tail.at + self.board.shown];
        good.iter().all(|good| good.and(tail.alive) == tail.alive)
    }

    /// The places of a turn at rest in the rows 0 to 2 of a tail.
    fn low_rests(&mut self, words: &[P], tail: Tail<P>, number: usize) {
        let board = self.board;
        let turn = &board.turns[number];
        let above = self.stem.reached(number);
        let fits = turn.fits(0, &self.stem.rows[1..]);
        let reached = reach(board.rule, above, fits);
        for column in each(above & !fits) {
            if let Some(moved) = self.second[number][column] {
                let row = tail.index - board.base * tail.stem;
                let to = row + board.base * tail.stem.wrapping_add_signed(moved);
                self.take(words, turn.piece, tail, to, 0, self.masks.all);
            }
        }
        if reached == 0 && board.rule != Movement::Anywhere {
            return;
        }
        let ground = turn.fits(1, &self.stem.rows[1..]);
        self.first_row(words, tail, number, reached, ground);
        self.bottom_row(words, tail, number, reached, ground);
    }

    /// The places at rest in row 1: on a stem for every bottom row, or only where the bottom row is in the way.
    fn first_row(&mut self, words: &[P], tail: Tail<P>, number: usize, reached: Columns, ground: Columns) {
        for column in each(reached) {
            let mask = if ground >> column & 1 == 1 { self.masks.touching[number][column] } else { self.masks.all };
            if mask.and(tail.alive) != P::default() {
                self.in_first_row(words, tail, number, column, mask);
            }
        }
    }

    /// A place at rest in row 1, for the bottom rows in a mask.
    pub(super) fn in_first_row(&mut self, words: &[P], tail: Tail<P>, number: usize, column: usize, mask: P) {
        if let Some(to) = self.tail_after(tail, number, 0, column) {
            self.take(words, self.board.turns[number].piece, tail, to, 0, mask);
        }
    }

    /// The places on the floor.
    fn bottom_row(&mut self, words: &[P], tail: Tail<P>, number: usize, reached: Columns, ground: Columns) {
        let apart = &self.masks.apart[number];
        let mut come = [P::default(); Columns::BITS as usize];
        let from = if self.board.rule == Movement::Anywhere { ground } else { reached & ground };
        each(from).for_each(|column| come[column] = apart[column]);
        if self.board.rule == Movement::Slide {
            // Along a line, once to the right and once to the left reaches all that can be reached.
            for right in 1..apart.len() {
                if ground >> right & 1 == 1 {
                    come[right] = come[right].or(come[right - 1].and(apart[right]));
                }
            }
            for left in (1..apart.len()).rev().map(|right| right - 1) {
                if ground >> left & 1 == 1 {
                    come[left] = come[left].or(come[left + 1].and(apart[left]));
                }
            }
        }
        for column in each(ground).filter(|column| come[*column].and(tail.alive) != P::default()) {
            self.on_floor(words, tail, number, column, come[column]);
        }
    }

    /// A place on the floor, for the bottom rows in a mask.
    pub(super) fn on_floor(&mut self, words: &[P], tail: Tail<P>, number: usize, column: usize, mask: P) {
        let turn = &self.board.turns[number];
        let cells = usize::from(turn.rows[0]) << column;
        match self.tail_after(tail, number, 1, column) {
            Some(to) => self.take(words, turn.piece, tail, to, cells, mask),
            None => self.lowered(words, tail, turn, column, mask),
        }
    }

    /// A place on the floor that makes the tail one row too high, unless the bottom row goes.
    fn lowered(&mut self, words: &[P], tail: Tail<P>, turn: &Turn, column: usize, come: P) {
        let placed = self.board.placed(&self.stem.rows, tail.top, 1, turn, 1, column);
        let pattern = self.board.full() ^ usize::from(turn.rows[0]) << column;
        if placed.rows().len() != self.board.depth || !come.has(pattern) {
            return;
        }
        // The well of these rows: the first is its bottom row.
        let (bottom, index) = match placed.rows() {
            [bottom, rest @ ..] => (usize::from(*bottom), self.board.index(rest)),
            [] => (0, 0),
        };
        for shown in 0..self.board.shown {
            if words[index * self.board.shown + shown].has(bottom) {
                let good = &mut self.good[turn.piece][tail.at + shown];
                *good = good.or(P::bit(pattern));
            }
        }
    }

    /// The index of the tail after the rows of a turn from number `from` on came to its row 1, if it is not too high.
    fn tail_after(&self, tail: Tail<P>, number: usize, from: usize, column: usize) -> Option<usize> {
        let turn = &self.board.turns[number];
        let filled = turn.fills(from, &self.stem.rows[1..]) >> column & 1 == 1;
        if filled {
            let placed = self.board.placed(&self.stem.rows, tail.top, 1, turn, from, column);
            return placed.index_below(self.board, self.board.tail);
        }
        let fits = tail.top.max(turn.rows.len() - from) <= self.board.tail;
        fits.then(|| tail.index + self.board.sums[number][from][column])
    }

    /// Notes that the bottom rows in `mask` are good where the tail `to` is, `cells` being added to the bottom row.
    #[inline]
    fn take(&mut self, words: &[P], piece: usize, tail: Tail<P>, to: usize, cells: usize, mask: P) {
        let shown = self.board.shown;
        let good = &mut self.good[piece][tail.at..tail.at + shown];
        for (good, word) in good.iter_mut().zip(&words[to * shown..]) {
            *good = good.or(word.down(cells).and(mask));
        }
    }

    /// What is left of the words from `begin` on: whatever piece is announced, some placement is good.
    fn conclude(&self, words: &[P], begin: usize, new: &mut [P]) {
        let shown = self.board.shown;
        new.copy_from_slice(&words[begin..begin + new.len()]);
        if shown == 1 {
            return self.good.iter().for_each(|good| meet(new, good));
        }
        for (list, next) in self.board.next.iter().enumerate() {
            for (piece, then) in next {
                for (at, word) in new.iter_mut().enumerate().skip(list).step_by(shown) {
                    *word = word.and(self.good[*piece][at - list + then]);
                }
            }
        }
    }

    /// Sets the bit `full` of each word to what is known of the tail as a well.
    fn renew(&self, words: &[P], stem: usize, new: &mut [P]) {
        let (shown, full) = (self.board.shown, P::bit(self.board.full()));
        for (at, word) in new.iter_mut().enumerate() {
            let alive = words[stem * shown + at % shown].has(at / shown + 1);
            *word = word.and(self.masks.wells).or(if alive { full } else { P::default() });
        }
    }
}

pub(super) fn join<P: Patterns>(good: &mut [P], words: &[P]) {
    good.iter_mut().zip(words).for_each(|(good, word)| *good = good.or(*word));
}

fn meet<P: Patterns>(words: &mut [P], good: &[P]) {
    words.iter_mut().zip(good).for_each(|(word, good)| *word = word.and(*good));
}
