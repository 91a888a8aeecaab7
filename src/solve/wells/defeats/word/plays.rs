//! What pieces that come to their places do to the state of an automaton, found by reading the well before and the well after at the
//! same time.
use super::{Reader, Turn, linked};
use crate::game::wells::Movement;
use hashbrown::HashSet;
use std::hash::Hash;

/// How far a well has been read around a piece in its place. In little memory, as there are many.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Reading<C> {
    before: u32,
    after: u32,
    /// Of the piece.
    rows: u8,
    rests: bool,
    change: C,
    /// The columns from which it can have come, at the last row where all of its rows have been read.
    from: u8,
    /// The columns in which it fits at each of the next rows, as far as its rows have been read, and all at those above.
    fits: [u8; TALL],
    /// How many rows these are.
    begun: u8,
}

/// The most rows of a piece.
pub const TALL: usize = 4;

impl<C> Reading<C> {
    /// After a row of the well more; none if the piece can not have come through.
    fn through(mut self, turn: &Turn, rule: Movement, row: u8) -> Option<Self> {
        if rule == Movement::Anywhere {
            return Some(self);
        }
        self.begun += 1;
        let begun = usize::from(self.begun);
        let read = self.fits[..begun].iter_mut().rev();
        read.enumerate().for_each(|(nth, fits)| *fits &= turn.free(row, nth));
        if begun == turn.tall() {
            let fits = self.fits[0];
            self.fits.rotate_left(1);
            self.fits[TALL - 1] = u8::MAX;
            self.begun -= 1;
            self.from &= fits;
            if rule == Movement::Slide {
                self.from = linked(self.from, fits);
            }
        }
        (self.from != 0).then_some(self)
    }
}

/// From a state to a state, with a change of what the rows count.
pub type Move<C> = (u32, u32, C);

/// What a piece in a turn that slides or drops to its place in a column, or is put there, may do to the state of a well; and the change of what
/// its rows count, as each row before and after changes it. None if that takes more than so many readings.
pub fn moves<C: Copy + Default + Eq + Hash>(
    reader: &Reader,
    rule: Movement,
    turn: &Turn,
    column: u8,
    changed: impl Fn(C, u8, u8) -> C,
    most: usize,
) -> Option<Vec<Move<C>>> {
    let full = reader.full();
    let to = |state: u32, letter: u8| reader.table[state as usize][usize::from(letter)];
    let alive = |state: &u32| *state != 0;
    // The states of wells, each with the highest row: in which columns a piece may rest on it. On the floor, in all.
    let wells = closure_within([(1, full)], most, |(state, highest), found| {
        let next = |letter| (to(state, letter), if letter == full { highest } else { letter });
        found.extend((0..=full).map(next).filter(|(state, _)| alive(state)));
    })?;
    let landing = |(state, highest): (u32, u8)| Reading {
        before: state,
        after: state,
        rows: 0,
        rests: highest & turn.cells(column, 0) != 0,
        change: C::default(),
        from: 1 << column,
        fits: [u8::MAX; TALL],
        begun: 0,
    };
    let tall = turn.tall();
    let put = |mut reading: Reading<C>, row: u8| {
        let after = row | turn.cells(column, reading.rows.into());
        reading.change = changed(reading.change, row, after);
        reading.after = if after == full { reading.after } else { to(reading.after, after) };
        reading.rows = (reading.rows + 1).min(tall as u8);
        reading
    };
    let readings = closure_within(wells.into_iter().map(landing), most, |reading, found| {
        for letter in 0..=full {
            let mut next = Reading { before: to(reading.before, letter), ..reading };
            if letter == full {
                next.after = to(next.after, letter);
                found.push(next);
            } else if letter & turn.cells(column, reading.rows.into()) == 0 {
                next.rests |= letter & turn.cells(column, usize::from(reading.rows) + 1) != 0;
                found.extend(put(next, letter).through(turn, rule, letter));
            }
        }
        found.retain(|next| alive(&next.before) && (next.rests || usize::from(next.rows) < tall));
    })?;
    let end = |reading: Reading<C>| {
        let reading = (0..tall).try_fold(reading, |reading, _| reading.through(turn, rule, 0))?;
        let reading = (usize::from(reading.rows)..tall).fold(reading, |reading, _| put(reading, 0));
        reading.rests.then_some((reading.before, reading.after, reading.change))
    };
    Some(readings.into_iter().filter_map(end).collect())
}

/// Everything that is reached from a beginning.
pub fn closure<T: Clone + Eq + Hash>(begin: impl IntoIterator<Item = T>, next: impl Fn(T, &mut Vec<T>)) -> HashSet<T> {
    closure_within(begin, usize::MAX, next).expect("there is no bound")
}

/// Everything that is reached from a beginning; none if that is more than so much.
fn closure_within<T: Clone + Eq + Hash>(
    begin: impl IntoIterator<Item = T>,
    most: usize,
    next: impl Fn(T, &mut Vec<T>),
) -> Option<HashSet<T>> {
    let mut open: Vec<T> = begin.into_iter().collect();
    let mut seen: HashSet<T> = open.iter().cloned().collect();
    let mut found = Vec::new();
    while let Some(one) = open.pop() {
        next(one, &mut found);
        open.extend(found.drain(..).filter(|one| seen.insert(one.clone())));
        if seen.len() > most {
            return None;
        }
    }
    Some(seen)
}
