//! Wells of width 4 with a mark between two rows, and pieces that slide into them.
use super::super::word::{Turn, linked};
use super::FULL;

pub const FEATURES: usize = 4;
/// What is counted: rows where of columns 0 and 1 only the second is full; the same of columns 2 and 3; by how much more cells
/// are full in column 0 than in column 1; and that, with the same of columns 2 and 3.
pub type Features = [i8; FEATURES];

/// The features of a row; a full row has none, as it goes.
pub fn features(row: u8) -> Features {
    if row == FULL {
        return [0; FEATURES];
    }
    let cell = |column: u8| (row >> column & 1) as i8;
    let gap = |left: u8| i8::from(row >> left & 3 == 2);
    let lean = |left: u8| cell(left) - cell(left + 1);
    [gap(0), gap(2), lean(0), lean(0) + lean(2)]
}

/// What a piece is in an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    Kink,
    Square,
    /// The one that comes once after the runs.
    Other,
}

/// How many pieces a run may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Runs {
    /// By what number they are divided.
    pub divisor: u8,
    /// What is left.
    pub rest: u8,
}

impl Runs {
    /// As many as one likes.
    pub const ANY: Runs = Runs { divisor: 1, rest: 0 };
    /// An even number.
    pub const EVEN: Runs = Runs { divisor: 2, rest: 0 };
    /// An odd number.
    pub const ODD: Runs = Runs { divisor: 2, rest: 1 };
}

/// Many left kinks, maybe many squares, and one other piece, again and again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Order {
    /// How many left kinks.
    pub kinks: Runs,
    /// How many squares, if there are any.
    pub squares: Option<Runs>,
}

impl Order {
    /// How many of these pieces come in a run.
    pub fn run(self, kind: Kind) -> Runs {
        self.squares.filter(|_| kind == Kind::Square).unwrap_or(self.kinks)
    }

    /// The greatest change of the first feature that is told in a stage.
    pub fn most(self, stage: Stage) -> i8 {
        match (self.squares, stage.is_after) {
            (None, false) => 3,
            (None, true) => 1,
            (Some(_), _) => 2,
        }
    }

    /// By how much the first feature may be less after the other piece.
    pub fn fall(self) -> i8 {
        i8::from(self.squares.is_some())
    }
}

/// Where a play has come to since the mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Stage {
    /// Of which pieces the run is.
    pub run: Kind,
    /// The run has begun since the mark.
    pub is_after: bool,
    /// How many pieces of the run are still to come, or have come, as a remainder.
    pub pieces: u8,
    /// By how much the first feature has changed; from the other piece on more by what it may be less.
    pub count: i8,
}

impl Stage {
    /// Those right after a mark in a run of these pieces.
    pub fn first(run: Kind, order: Order) -> impl Iterator<Item = Stage> {
        (0..order.run(run).divisor).map(move |pieces| Stage { run, is_after: false, pieces, count: 0 })
    }

    /// The stage after a piece, if it may come.
    pub fn after(self, kind: Kind, change: i8, order: Order) -> Option<Stage> {
        let (divisor, count) = (order.run(self.run).divisor, self.count + change);
        let is_over = !self.is_after && self.pieces == 0;
        let begun = |run, pieces, count| Some(Stage { run, is_after: true, pieces, count });
        match (self.run, kind) {
            (run, kind) if run == kind => {
                let step = if self.is_after { 1 } else { divisor - 1 };
                Some(Stage { pieces: (self.pieces + step) % divisor, count, ..self })
            }
            (Kind::Kink, Kind::Square) if is_over => begun(kind, 1 % order.run(kind).divisor, count),
            (run, Kind::Other) if is_over && (run == Kind::Square) == order.squares.is_some() => {
                begun(Kind::Kink, 0, count + order.fall())
            }
            _ => None,
        }
    }

    /// The stage after a new mark.
    pub fn marked(self, order: Order) -> Option<Stage> {
        let Runs { divisor, rest } = order.run(self.run);
        let pieces = (rest + divisor - self.pieces) % divisor;
        self.is_after.then_some(Stage { is_after: false, pieces, count: 0, ..self })
    }
}

/// Rows from the bottom up, and how many of them are below the mark.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Marked {
    pub rows: Vec<u8>,
    pub below: usize,
}

impl Marked {
    /// The wells after a piece has slid to a place, and how the features change.
    pub fn after(&self, turn: &Turn) -> Vec<(Marked, Features)> {
        let fits = |corner: usize| {
            let free = |row| turn.free(self.row(corner + row), row);
            (0..turn.tall()).map(free).fold(u8::MAX, |fits, free| fits & free)
        };
        let (mut reached, mut here, mut after) = (u8::MAX, fits(self.rows.len()), Vec::new());
        for corner in (0..=self.rows.len()).rev() {
            reached = linked(reached & here, here);
            if reached == 0 {
                break;
            }
            let lower = if corner > 0 { fits(corner - 1) } else { 0 };
            let rests = reached & !lower;
            let columns = turn.columns.clone().filter(|column| rests >> column & 1 != 0);
            after.extend(columns.map(|column| self.with(turn, column, corner)));
            here = lower;
        }
        after
    }

    /// The well with a piece in a place.
    fn with(&self, turn: &Turn, column: u8, corner: usize) -> (Marked, Features) {
        let (mut after, mut change) = (self.clone(), [0; FEATURES]);
        after.rows.resize(self.rows.len().max(corner + turn.tall()), 0);
        for (row, at) in (corner..corner + turn.tall()).enumerate() {
            let cells = after.rows[at] | turn.cells(column, row);
            change = changed(change, after.rows[at], cells);
            after.rows[at] = cells;
        }
        after.below -= after.rows[..self.below].iter().filter(|row| **row == FULL).count();
        after.rows.retain(|row| *row != FULL);
        (after, change)
    }

    fn row(&self, at: usize) -> u8 {
        self.rows.get(at).copied().unwrap_or(0)
    }
}

/// A change of the features, and that of one row besides.
pub fn changed(mut change: Features, before: u8, after: u8) -> Features {
    let (before, after) = (features(before), features(after));
    for feature in 0..FEATURES {
        change[feature] += after[feature] - before[feature];
    }
    change
}

#[cfg(test)]
mod tests {
    use super::super::super::word::turns;
    use super::super::WIDTH;
    use super::*;
    use crate::game::wells::{Movement, Mover, PieceSet, Well};
    use std::collections::BTreeSet;

    #[test]
    fn pieces_slide_to_the_places_of_the_rules() {
        for letter in ["S", "T", "J", "I"] {
            let piece = PieceSet::parse(letter).unwrap().pieces()[0].clone();
            let mover = Mover::new(&piece, Movement::Slide);
            for number in 0..14_u32.pow(4) {
                let rows: Vec<u8> = (0..4).map(|row| 1 + (number / 14_u32.pow(row) % 14) as u8).collect();
                let well = Well::new(WIDTH, rows.iter().copied().map(u16::from).collect()).unwrap();
                let expected: BTreeSet<Vec<u16>> =
                    mover.placements(&well).into_iter().map(|at| mover.place(&well, at).0.rows().to_vec()).collect();
                let marked = Marked { rows, below: 2 };
                let after = turns(&piece, WIDTH).iter().flat_map(|turn| marked.after(turn)).collect::<Vec<_>>();
                let found = after.iter().map(|(well, _)| well.rows.iter().copied().map(u16::from).collect()).collect();
                assert_eq!(expected, found, "{letter} in {well}");
            }
        }
    }
}
