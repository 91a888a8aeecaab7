//! Quarter turns under the Euclidean referee: a turn is allowed if the area that it sweeps is free (brzustowski,
//! section 1.2).
//!
//! The thesis does not say about which point a piece turns. Here any centre in the piece's box is tried about which the
//! cells come to lie on the grid again, clockwise or not; and as no move lifts a piece, its lowest row may not end
//! higher than it was.
use super::Well;
use super::piece::{Piece, Shape};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// A turn of a piece in a place on its way: turn, column, row.
pub(super) type Pose = (u8, i32, i32);

/// A quarter turn: from a turn to another one, how the corner of the box moves, and the cells swept, all counted from
/// that corner before the turn.
pub(super) struct QuarterTurn {
    pub(super) from: u8,
    pub(super) to: u8,
    pub(super) shift: (i32, i32),
    pub(super) swept: Vec<(i32, i32)>,
}

/// The places that one quarter turn reaches from a place.
pub(super) fn turned(well: &Well, turns: &[QuarterTurn], (turn, column, row): Pose) -> Vec<Pose> {
    let free = |quarter: &&QuarterTurn| {
        quarter.from == turn && !quarter.swept.iter().any(|(x, y)| well.is_full_cell(column + x, row + y))
    };
    let moved = |quarter: &QuarterTurn| (quarter.to, column + quarter.shift.0, row + quarter.shift.1);
    turns.iter().filter(free).map(moved).collect()
}

/// All quarter turns of a piece; a piece with one turn has none. They take long to find, and are found once for each piece.
pub(super) fn quarter_turns(piece: &Piece) -> Arc<[QuarterTurn]> {
    static KNOWN: Mutex<BTreeMap<Piece, Arc<[QuarterTurn]>>> = Mutex::new(BTreeMap::new());
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    known.entry(piece.clone()).or_insert_with(|| all_quarters(piece).into()).clone()
}

fn all_quarters(piece: &Piece) -> Vec<QuarterTurn> {
    let mut quarters = Vec::new();
    if piece.turns().len() == 1 {
        return quarters;
    }
    for (from, shape) in piece.turns().iter().enumerate() {
        for (x, y) in centres(shape) {
            for clockwise in [true, false] {
                quarters.extend(quarter(piece, from, (x, y), clockwise));
            }
        }
    }
    quarters
}

/// The centres in the box about which a quarter turn maps the grid to itself, in half cells: corners and middles.
fn centres(shape: &Shape) -> impl Iterator<Item = (i32, i32)> {
    let (across, up) = (2 * i32::from(shape.width()), 2 * shape.rows().len() as i32);
    (0..=across).flat_map(move |x| (0..=up).map(move |y| (x, y))).filter(|(x, y)| (x - y) % 2 == 0)
}

/// The quarter turn of a piece about a centre, unless it lifts the piece.
fn quarter(piece: &Piece, from: usize, centre: (i32, i32), clockwise: bool) -> Option<QuarterTurn> {
    let shape = &piece.turns()[from];
    // In half cells about the centre a cell is a square of side 2 with its lower left corner here.
    let before: Vec<Square> =
        shape.cells().iter().map(|(x, y)| Square { x: 2 * x - centre.0, y: 2 * y - centre.1 }).collect();
    let after: Vec<Square> =
        before.iter().map(|square| if clockwise { square.right() } else { square.left() }).collect();
    let cell = |square: &Square| ((square.x + centre.0) / 2, (square.y + centre.1) / 2);
    let ends: Vec<(i32, i32)> = after.iter().map(cell).collect();
    let left = ends.iter().map(|cell| cell.0).min()?;
    let low = ends.iter().map(|cell| cell.1).min()?;
    let steps = if clockwise { 1 } else { 3 };
    let turned = (0..steps).fold(shape.clone(), |shape, _| shape.turned());
    let to = piece.turns().iter().position(|shape| *shape == turned)?;
    if low > 0 {
        return None;
    }
    // The piece stays within the diagonal of its box around the centre.
    let reach = i32::from(shape.width()) + shape.rows().len() as i32;
    let near = |middle: i32| middle / 2 - reach..=middle / 2 + reach;
    let near = near(centre.0).flat_map(|x| near(centre.1).map(move |y| (x, y)));
    let swept = near
        .filter(|(x, y)| {
            let there = Square { x: 2 * x - centre.0, y: 2 * y - centre.1 };
            let (first, last) = if clockwise { (&after, &before) } else { (&before, &after) };
            first.iter().zip(last).any(|(first, last)| sweeps(*first, *last, there))
        })
        .collect();
    Some(QuarterTurn { from: from as u8, to: to as u8, shift: (left, low), swept })
}

/// A cell about a centre of rotation, in half cells: the open square from (x, y) to (x + 2, y + 2).
#[derive(Clone, Copy, PartialEq, Eq)]
struct Square {
    x: i32,
    y: i32,
}

impl Square {
    /// After a quarter turn clockwise about the centre.
    fn right(self) -> Square {
        Square { x: self.y, y: -self.x - 2 }
    }

    /// After a quarter turn the other way.
    fn left(self) -> Square {
        Square { x: -self.y - 2, y: self.x }
    }

    /// Its unit quarters, as lower left corners; each lies in one quadrant.
    fn units(self) -> [Square; 4] {
        [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(x, y)| Square { x: self.x + x, y: self.y + y })
    }
}

/// Whether a cell that turns left from `first` to `last` meets the cell `there` on its way, in more than its border.
fn sweeps(first: Square, last: Square, there: Square) -> bool {
    let start = first.units();
    start.iter().any(|unit| {
        there.units().iter().any(|target| {
            // Both as units in the first quadrant: (quadrant, corner).
            let ((from, unit), (to, target)) = (quadrant(*unit), quadrant(*target));
            match (to + 4 - from) % 4 {
                0 => later(target, unit),
                1 => later(unit, target),
                _ => false,
            }
        })
    }) || there == first
        || there == last
}

/// The quadrant of a unit square, and the square turned back into the first quadrant.
fn quadrant(unit: Square) -> (i32, (i64, i64)) {
    let (x, y) = (i64::from(unit.x), i64::from(unit.y));
    match (x >= 0, y >= 0) {
        (true, true) => (0, (x, y)),
        (false, true) => (1, (y, -x - 1)),
        (false, false) => (2, (-x - 1, -y - 1)),
        (true, false) => (3, (-y - 1, x)),
    }
}

/// Whether, at some distance from the centre, the open unit square `a` has a point at a greater angle than one of `b`.
///
/// At squared distance s the greatest angle in `a` is on its left side x = a.0 while s <= a.0^2 + (a.1 + 1)^2, then on
/// its upper side y = a.1 + 1; the least angle in `b` is on its lower side while s <= (b.0 + 1)^2 + b.1^2, then on its
/// right side. Which case holds, and the comparison in each, changes only at sums of two squares of the sides: so the
/// middle between any two neighbours decides. Numbers are doubled for the middles.
fn later(a: (i64, i64), b: (i64, i64)) -> bool {
    let least = (a.0 * a.0 + a.1 * a.1).max(b.0 * b.0 + b.1 * b.1);
    let far = |low: (i64, i64)| (low.0 + 1) * (low.0 + 1) + (low.1 + 1) * (low.1 + 1);
    let most = far(a).min(far(b));
    if least >= most {
        return false;
    }
    let sides = |low: (i64, i64)| [low.0, low.0 + 1, low.1, low.1 + 1];
    let all: Vec<i64> = sides(a).into_iter().chain(sides(b)).collect();
    let mut borders: Vec<i64> = all.iter().flat_map(|x| all.iter().map(move |y| x * x + y * y)).collect();
    borders.sort_unstable();
    borders.dedup();
    borders.windows(2).filter(|pair| least <= pair[0] && pair[1] <= most).any(|pair| {
        let twice = pair[0] + pair[1];
        // The square of the height y of each extreme point, doubled.
        let high = if 2 * (a.0 * a.0 + (a.1 + 1) * (a.1 + 1)) >= twice {
            twice - 2 * a.0 * a.0
        } else {
            2 * (a.1 + 1) * (a.1 + 1)
        };
        let low = if 2 * ((b.0 + 1) * (b.0 + 1) + b.1 * b.1) >= twice {
            2 * b.1 * b.1
        } else {
            twice - 2 * (b.0 + 1) * (b.0 + 1)
        };
        high > low
    })
}
