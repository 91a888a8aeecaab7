//! What the machine sees of a well: a finite automaton that reads its rows from the bottom up.
use super::super::word::{Reader, full, refined};
use hashbrown::HashMap;

/// The most of the highest rows that are seen whole.
pub const MOST_ROWS: usize = 3;
/// The most columns.
pub const WIDEST: u8 = 5;
/// The most pairs of neighbouring columns.
const PAIRS: usize = WIDEST as usize - 1;
/// The most states before those are made one that need not be told apart.
const MOST_STATES: usize = 4_000_000;
/// Differences of heights and numbers of rows are told up to this.
const FAR: i8 = 3;

/// What is seen: the highest rows, the highest first, an empty one for each that is not there; and more of neighbouring columns that are
/// empty in all of them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
struct Sight {
    rows: [u8; MOST_ROWS],
    pairs: [Pair; PAIRS],
}

/// Two neighbouring columns up to their last row.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
struct Pair {
    /// By how much the left column is higher than the right one, from -3 to 3.
    difference: i8,
    /// How many rows are above the top of the higher one, up to 3.
    above: i8,
    /// Of the first two of these, if they are there: whether all other cells of the row are full.
    gaps: [Option<bool>; 2],
    /// Of the highest two rows in which the lower column alone is empty: whether all other cells are full; of the second one no, if the row
    /// on the first one is empty in both columns.
    wells: [Option<bool>; 2],
}

impl Pair {
    /// The same with one row more on top, for the columns from this one on of so many.
    fn under(self, column: usize, row: u8, width: u8) -> Pair {
        let (left, right) = (1 << column, 2 << column);
        let lacks = |cells: u8| Some(row == full(width) ^ cells);
        match [left, right].map(|cell: u8| row & cell != 0) {
            [true, true] => Pair::default(),
            [false, false] => {
                let mut pair = self;
                if let Some(gap) = pair.gaps.get_mut(self.above as usize) {
                    *gap = lacks(left | right);
                }
                Pair { above: (self.above + 1).min(FAR), ..pair }
            }
            [is_left, _] => {
                let (sign, lower) = if is_left { (1, right) } else { (-1, left) };
                let difference = (self.above + 1 + (sign * self.difference).max(0)).min(FAR);
                let second = if self.above > 0 { Some(false) } else { self.wells[0] };
                let wells = [lacks(lower), second.filter(|_| difference > 1)];
                Pair { difference: sign * difference, above: 0, gaps: [None; 2], wells }
            }
        }
    }
}

impl Sight {
    /// The same with one row more on top, which has so many columns.
    fn under(self, row: u8, width: u8) -> Sight {
        let mut rows = self.rows;
        rows.rotate_right(1);
        rows[0] = row;
        let mut pairs = self.pairs;
        let some = pairs.iter_mut().enumerate().take(usize::from(width) - 1);
        some.for_each(|(column, pair)| *pair = pair.under(column, row, width));
        Sight { rows, pairs }
    }

    /// What of it the machine goes by, if it sees so many of the highest rows whole.
    fn seen(mut self, rows: usize) -> Sight {
        self.rows[rows..].fill(0);
        let cells = self.rows.iter().fold(0, |cells, row| cells | row);
        for (column, pair) in self.pairs.iter_mut().enumerate() {
            if self.rows[rows - 1] == 0 || cells >> column & 3 != 0 {
                *pair = Pair::default();
            }
        }
        self
    }
}

/// The automaton by which the machine sees so many of the highest rows whole, 1 to [`MOST_ROWS`], of a well of so many columns, 2 to
/// [`WIDEST`]. None if the automaton has too many states.
pub fn reader(width: u8, rows: usize) -> Option<Reader> {
    let mut states = vec![Sight::default()];
    let mut numbers: HashMap<Sight, u32> = states.iter().copied().zip(1..).collect();
    // State 0 is dead.
    let mut table = vec![vec![0; usize::from(full(width)) + 1]];
    while let Some(state) = states.get(table.len() - 1).copied() {
        if states.len() > MOST_STATES {
            return None;
        }
        let next = (0..=full(width)).map(|letter| {
            if letter == 0 || letter == full(width) {
                return 0;
            }
            let to = state.under(letter, width);
            *numbers.entry(to).or_insert_with(|| {
                states.push(to);
                states.len() as u32
            })
        });
        table.push(next.collect());
    }
    let labels = std::iter::once(None).chain(states.iter().map(|state| Some(state.seen(rows))));
    Some(refined(&table, labels).0)
}
