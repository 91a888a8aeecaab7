//! States of a strategy on a grid, moved about until plays are short and cross few states and few other plays.

use crate::report::scene::Point;

/// The most states that are moved about.
pub(super) const MOST_STATES: usize = 24;
/// The most rounds of exchanging places.
const ROUNDS: usize = 20;
/// What it costs that two plays cross, and that a play runs through a state, in units of length.
const CROSSING: f64 = 60.0;
const THROUGH: f64 = 200.0;
/// How wide a grid may be for its height, and how narrow.
const WIDEST: f64 = 3.0;
const NARROWEST: f64 = 0.7;

/// The middle of each state. `order` is how the states are laid out at first, to and fro; the first of them stays in the
/// upper left corner.
pub(super) fn places(order: &[usize], sizes: &[Point], plays: &[(usize, usize)], space: Point) -> Vec<Point> {
    let mut pairs: Vec<(usize, usize)> = plays.iter().map(|(a, b)| (*a.min(b), *a.max(b))).collect();
    pairs.retain(|(a, b)| a != b);
    pairs.sort_unstable();
    pairs.dedup();
    let count = order.len();
    let shapes = (1..=count).flat_map(|across| [0, 1].map(|more| (across, count.div_ceil(across) + more)));
    let tables = shapes.map(|(across, down)| {
        let mut table = Grid::new(order, across, down, sizes, space);
        let cost = table.improve(&pairs);
        (cost * table.misfit(), table)
    });
    let best = tables.min_by(|a, b| a.0.total_cmp(&b.0));
    best.map_or(Vec::new(), |(_, table)| table.places())
}

/// A grid with a state or nothing in each of its slots.
struct Grid<'a> {
    across: usize,
    slots: Vec<Option<usize>>,
    sizes: &'a [Point],
    space: Point,
}

impl<'a> Grid<'a> {
    fn new(order: &[usize], across: usize, down: usize, sizes: &'a [Point], space: Point) -> Self {
        let mut slots = vec![None; across * down];
        for (at, state) in order.iter().enumerate() {
            let (row, column) = (at / across, at % across);
            let column = if row.is_multiple_of(2) { column } else { across - 1 - column };
            slots[row * across + column] = Some(*state);
        }
        Grid { across, slots, sizes, space }
    }

    /// Exchanges the contents of two slots as long as that makes plays shorter or clearer.
    fn improve(&mut self, pairs: &[(usize, usize)]) -> f64 {
        let mut best = self.cost(pairs);
        for _ in 0..ROUNDS {
            let before = best;
            for i in 1..self.slots.len() {
                for j in i + 1..self.slots.len() {
                    if self.slots[i] == self.slots[j] {
                        continue;
                    }
                    self.slots.swap(i, j);
                    let cost = self.cost(pairs);
                    if cost < best {
                        best = cost;
                    } else {
                        self.slots.swap(i, j);
                    }
                }
            }
            if best >= before {
                break;
            }
        }
        best
    }

    /// The middle of each state: columns as wide and rows as high as what stands in them.
    fn places(&self) -> Vec<Point> {
        let down = self.slots.len() / self.across;
        let (mut wide, mut high) = (vec![0.0_f64; self.across], vec![0.0_f64; down]);
        let filled = || self.slots.iter().enumerate().filter_map(|(slot, state)| Some((slot, (*state)?)));
        for (slot, state) in filled() {
            let (column, row) = (slot % self.across, slot / self.across);
            wide[column] = wide[column].max(self.sizes[state].0 + self.space.0);
            high[row] = high[row].max(self.sizes[state].1 + self.space.1);
        }
        let mut places = vec![(0.0, 0.0); self.sizes.len()];
        for (slot, state) in filled() {
            let (column, row) = (slot % self.across, slot / self.across);
            let left: f64 = wide[..column].iter().sum();
            let top: f64 = high[..row].iter().sum();
            places[state] = (left + wide[column] / 2.0, top + high[row] / 2.0);
        }
        places
    }

    fn cost(&self, pairs: &[(usize, usize)]) -> f64 {
        let places = self.places();
        let mut cost = 0.0;
        for (at, &(a, b)) in pairs.iter().enumerate() {
            let (from, to) = (places[a], places[b]);
            let (dx, dy) = (to.0 - from.0, to.1 - from.1);
            cost += (dx * dx + dy * dy).sqrt();
            let others = (0..places.len()).filter(|other| *other != a && *other != b);
            let through = others.filter(|other| runs_through(from, to, places[*other], self.sizes[*other]));
            cost += THROUGH * through.count() as f64;
            let apart = pairs[..at].iter().filter(|(c, d)| ![*c, *d].iter().any(|end| [a, b].contains(end)));
            cost += CROSSING * apart.filter(|(c, d)| cross(from, to, places[*c], places[*d])).count() as f64;
        }
        cost
    }

    /// How much worse a grid is that does not fit a page.
    fn misfit(&self) -> f64 {
        let places = self.places();
        let far = |part: fn(&Point) -> f64| places.iter().map(part).fold(0.0, f64::max);
        let aspect = (far(|p| p.0) + self.space.0) / (far(|p| p.1) + self.space.1);
        (aspect / WIDEST).max(NARROWEST / aspect).max(1.0)
    }
}

/// Whether the line between two points meets a box with some space around it.
fn runs_through(from: Point, to: Point, middle: Point, size: Point) -> bool {
    let mut part = (0.0_f64, 1.0_f64);
    for (start, end, middle, size) in [(from.0, to.0, middle.0, size.0), (from.1, to.1, middle.1, size.1)] {
        let (low, high) = (middle - size / 2.0 - 6.0, middle + size / 2.0 + 6.0);
        let along = end - start;
        if along == 0.0 {
            if start < low || start > high {
                return false;
            }
            continue;
        }
        let (one, two) = ((low - start) / along, (high - start) / along);
        part = (part.0.max(one.min(two)), part.1.min(one.max(two)));
    }
    part.0 < part.1
}

/// Whether two lines with four different ends cross.
fn cross(a: Point, b: Point, c: Point, d: Point) -> bool {
    let side = |from: Point, to: Point, p: Point| (to.0 - from.0) * (p.1 - from.1) - (to.1 - from.1) * (p.0 - from.0);
    side(a, b, c) * side(a, b, d) < 0.0 && side(c, d, a) * side(c, d, b) < 0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_cross_and_run_through_boxes() {
        assert!(cross((0.0, 0.0), (2.0, 2.0), (0.0, 2.0), (2.0, 0.0)));
        assert!(!cross((0.0, 0.0), (2.0, 2.0), (3.0, 0.0), (5.0, 2.0)));
        assert!(runs_through((0.0, 0.0), (100.0, 0.0), (50.0, 10.0), (20.0, 20.0)));
        assert!(!runs_through((0.0, 0.0), (100.0, 0.0), (50.0, 40.0), (20.0, 20.0)));
        assert!(!runs_through((0.0, 0.0), (100.0, 0.0), (150.0, 0.0), (20.0, 20.0)), "the line ends before");
    }

    /// A path laid out to and fro is as short as can be, and stays.
    #[test]
    fn a_path_has_no_crossings() {
        let plays: Vec<(usize, usize)> = (0..11).map(|at| (at, at + 1)).collect();
        let (order, sizes): (Vec<usize>, Vec<Point>) = ((0..12).collect(), vec![(20.0, 20.0); 12]);
        let places = places(&order, &sizes, &plays, (10.0, 10.0));
        let steps =
            plays.iter().map(|(a, b)| (places[*a].0 - places[*b].0).abs() + (places[*a].1 - places[*b].1).abs());
        assert!(steps.into_iter().all(|step| step == 30.0), "{places:?}");
    }
}
