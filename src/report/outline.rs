//! The outer boundary of a group of cells.

use std::collections::{BTreeMap, BTreeSet};

use crate::report::scene::Point;

type Corner = (i64, i64);

/// The closed lines around `cells` (row, column), in units of a cell, each moved inwards by `inset`. Cells that touch
/// only at a corner get lines of their own; a hole gets one too.
pub(super) fn boundary(cells: &BTreeSet<(usize, usize)>, inset: f64) -> Vec<Vec<Point>> {
    let mut sides = sides(cells);
    let mut lines = Vec::new();
    while let Some((&start, _)) = sides.first_key_value() {
        lines.push(moved_inwards(&corners(&trace(start, &mut sides)), inset));
    }
    lines
}

/// The sides of cells with no cell of the group behind them, by their start; the cell lies to the right of its side.
fn sides(cells: &BTreeSet<(usize, usize)>) -> BTreeMap<Corner, Vec<Corner>> {
    let signed: BTreeSet<Corner> = cells.iter().map(|&(row, column)| (row as i64, column as i64)).collect();
    let mut sides: BTreeMap<Corner, Vec<Corner>> = BTreeMap::new();
    for &(row, column) in &signed {
        let (x, y) = (column, row);
        let around = [
            ((row - 1, column), (x, y), (x + 1, y)),
            ((row, column + 1), (x + 1, y), (x + 1, y + 1)),
            ((row + 1, column), (x + 1, y + 1), (x, y + 1)),
            ((row, column - 1), (x, y + 1), (x, y)),
        ];
        for (neighbour, from, to) in around {
            if !signed.contains(&neighbour) {
                sides.entry(from).or_default().push(to);
            }
        }
    }
    sides
}

/// Takes one closed line out of `sides`. Where two sides start, it turns right and so stays with its cell.
fn trace(start: Corner, sides: &mut BTreeMap<Corner, Vec<Corner>>) -> Vec<Corner> {
    let mut line = vec![start];
    let mut heading = (0, 0);
    let mut here = start;
    while let Some(ends) = sides.get_mut(&here) {
        let right = (-heading.1, heading.0);
        let choice = ends.iter().position(|&end| step(here, end) == right).unwrap_or(0);
        let next = ends.swap_remove(choice);
        if ends.is_empty() {
            sides.remove(&here);
        }
        heading = step(here, next);
        here = next;
        if here == start {
            break;
        }
        line.push(here);
    }
    line
}

fn step(from: Corner, to: Corner) -> Corner {
    (to.0 - from.0, to.1 - from.1)
}

/// The closed line without the points where it goes straight on.
fn corners(line: &[Corner]) -> Vec<Corner> {
    let n = line.len();
    let turns = |i: usize| step(line[(i + n - 1) % n], line[i]) != step(line[i], line[(i + 1) % n]);
    (0..n).filter(|&i| turns(i)).map(|i| line[i]).collect()
}

fn moved_inwards(line: &[Corner], inset: f64) -> Vec<Point> {
    let n = line.len();
    let inwards = |from: Corner, to: Corner| {
        let (dx, dy) = step(from, to);
        (-dy.signum(), dx.signum())
    };
    let moved = |i: usize| {
        let (before, after) = (inwards(line[(i + n - 1) % n], line[i]), inwards(line[i], line[(i + 1) % n]));
        let (x, y) = line[i];
        (x as f64 + inset * (before.0 + after.0) as f64, y as f64 + inset * (before.1 + after.1) as f64)
    };
    (0..n).map(moved).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn around(cells: &[(usize, usize)]) -> Vec<Vec<Point>> {
        boundary(&cells.iter().copied().collect(), 0.0)
    }

    #[test]
    fn one_cell_is_a_square() {
        assert_eq!(around(&[(2, 3)]), [[(3.0, 2.0), (4.0, 2.0), (4.0, 3.0), (3.0, 3.0)]]);
        assert_eq!(
            boundary(&BTreeSet::from([(2, 3)]), 0.25),
            [[(3.25, 2.25), (3.75, 2.25), (3.75, 2.75), (3.25, 2.75)]]
        );
    }

    #[test]
    fn cells_that_meet_at_a_corner_stay_apart_and_a_hole_has_its_own_line() {
        assert_eq!(around(&[(0, 0), (1, 1)]).len(), 2);
        assert_eq!(around(&[(0, 1), (1, 0)]).len(), 2);
        let ring: Vec<(usize, usize)> =
            (0..3).flat_map(|r| (0..3).map(move |c| (r, c))).filter(|&cell| cell != (1, 1)).collect();
        assert_eq!(around(&ring).iter().map(Vec::len).collect::<Vec<_>>(), [4, 4]);
    }

    #[test]
    fn the_boundary_has_as_many_units_as_the_group_has_free_sides() {
        for mask in 0_u32..1 << 9 {
            let cells: BTreeSet<(usize, usize)> =
                (0..9).filter(|i| mask >> i & 1 == 1).map(|i| (i / 3, i % 3)).collect();
            let free: usize = sides(&cells).values().map(Vec::len).sum();
            let drawn: f64 = boundary(&cells, 0.0).iter().map(|line| length(line)).sum();
            assert_eq!(drawn, free as f64, "{cells:?}");
        }
    }

    fn length(line: &[Point]) -> f64 {
        let n = line.len();
        (0..n).map(|i| (line[i].0 - line[(i + 1) % n].0).abs() + (line[i].1 - line[(i + 1) % n].1).abs()).sum()
    }
}
