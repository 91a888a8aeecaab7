//! The rays of a window along which its values repeat, and near which they repeat in no other direction: there the regions
//! of a pattern meet.
use super::rays::{Vector, box_of};
use crate::solve::values::table::ValueTable;
use crate::value::linear::gcd;

/// The largest coordinate of a direction, by the dimension from 2 on.
const STEEPEST: [i64; 3] = [24, 7, 3];
/// The largest coordinate of the vectors that tell an edge from the inside of a region, by the dimension from 2 on.
const ACROSS: [i64; 3] = [24, 9, 4];

/// The edges of a window of two to four dimensions, the shortest directions first; of any other none. The neighbourhood of
/// a ray goes so far `beside` it, to each side.
pub fn edges(table: &ValueTable, beside: i64) -> Vec<Vector> {
    match table.size.len() {
        2 => Near::<2>::new(table, beside).edges(),
        3 => Near::<3>::new(table, beside).edges(),
        4 => Near::<4>::new(table, beside).edges(),
        _ => Vec::new(),
    }
}

/// A window of `D` coordinates, and what is asked near each of its rays.
struct Near<'a, const D: usize> {
    table: &'a ValueTable,
    size: [i64; D],
    /// How many cells further the next position along a coordinate is.
    strides: [i64; D],
    /// The offsets of a neighbourhood.
    beside: Vec<[i64; D]>,
    /// The vectors that are no period near an edge, if they are not parallel to it.
    across: Vec<[i64; D]>,
}

/// A position with the number of its cell in the first state.
type Place<const D: usize> = ([i64; D], usize);

impl<'a, const D: usize> Near<'a, D> {
    fn new(table: &'a ValueTable, beside: i64) -> Self {
        let size: [i64; D] = std::array::from_fn(|i| table.size[i] as i64);
        let strides = std::array::from_fn(|i| size[i + 1..].iter().product());
        let all = |reach: i64| box_of(D, -reach, reach).map(fixed).collect();
        Near { table, size, strides, beside: all(beside), across: all(ACROSS[D - 2]) }
    }

    fn edges(&self) -> Vec<Vector> {
        let directions = box_of(D, 0, STEEPEST[D - 2])
            .filter(|v| v.iter().fold(0, |d, &c| gcd(d, i128::from(c))) == 1 && v.iter().sum::<i64>() > 1);
        let mut edges: Vec<Vector> = directions.filter(|v| self.is_edge(&fixed(v))).collect();
        edges.sort_by_key(|v| v.iter().sum::<i64>());
        edges
    }

    /// Whether the neighbourhood of a ray repeats along the ray and in no other direction.
    fn is_edge(&self, direction: &[i64; D]) -> bool {
        let fit = |i: usize| if direction[i] > 0 { (self.size[i] - 1) / direction[i] } else { i64::MAX };
        let steps = (0..D).map(fit).min().unwrap_or(0);
        if steps < 3 {
            return false;
        }
        let places = self.places(direction, steps);
        if !(1..=steps / 3).any(|times| self.agrees(&places, &direction.map(|c| c * times))) {
            return false;
        }
        let parallel = |v: &[i64; D]| (0..D).all(|i| (0..i).all(|j| v[i] * direction[j] == v[j] * direction[i]));
        !self.across.iter().any(|v| !parallel(v) && self.agrees(&places, v))
    }

    /// The positions of the far half of the window that are near a ray.
    fn places(&self, direction: &[i64; D], steps: i64) -> Vec<Place<D>> {
        let longest = (0..D).max_by_key(|&i| direction[i]).unwrap_or(0);
        let last = steps * direction[longest];
        let off: Vec<&[i64; D]> = self.beside.iter().filter(|off| off[longest] == 0).collect();
        let mut places = Vec::with_capacity((last - last / 2 + 1) as usize * off.len());
        for far in last / 2..=last {
            let centre = direction.map(|c| c * far / direction[longest]);
            let near = off.iter().map(|off| std::array::from_fn::<i64, D, _>(|i| centre[i] + off[i]));
            let inside = near.filter(|x| (0..D).all(|i| (0..self.size[i]).contains(&x[i])));
            places.extend(inside.map(|x| (x, self.cells(&x) as usize)));
        }
        places
    }

    /// How many cells further a position is after a vector.
    fn cells(&self, v: &[i64; D]) -> i64 {
        (0..D).map(|i| v[i] * self.strides[i]).sum()
    }

    /// Whether a vector is a period of all these positions in all states, as far as the window shows, and it shows at least half.
    fn agrees(&self, places: &[Place<D>], v: &[i64; D]) -> bool {
        let (cells, shift) = (self.table.cells(), self.cells(v));
        let block = cells.len() / self.table.states;
        let mut shown = 0;
        for (x, here) in places {
            if (0..D).all(|i| (0..self.size[i]).contains(&(x[i] + v[i]))) {
                let there = here.wrapping_add_signed(shift as isize);
                if (0..self.table.states).any(|state| cells[state * block + here] != cells[state * block + there]) {
                    return false;
                }
                shown += 1;
            }
        }
        2 * shown >= places.len() && shown > 0
    }
}

fn fixed<const D: usize>(v: impl AsRef<[i64]>) -> [i64; D] {
    std::array::from_fn(|i| v.as_ref()[i])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Play;
    use crate::game::named::vector_game;
    use crate::solve::Memory;

    /// A window, asked for each value.
    struct Slow<'a>(&'a ValueTable, i64);

    impl Slow<'_> {
        fn value(&self, state: usize, x: &[i64]) -> Option<u64> {
            let inside = x.iter().zip(&self.0.size).all(|(&x, &size)| (0..size as i64).contains(&x));
            inside.then(|| self.0.value(state, &x.iter().map(|&x| x as u64).collect::<Vec<_>>()))
        }

        /// The positions near the far half of a ray, counted along its longest coordinate.
        fn near(&self, direction: &[i64]) -> Vec<Vector> {
            let dimension = direction.len();
            let longest = (0..dimension).max_by_key(|&i| direction[i]).unwrap();
            let steps = (0..dimension).filter(|&i| direction[i] > 0);
            let steps = steps.map(|i| (self.0.size[i] as i64 - 1) / direction[i]).min().unwrap();
            let last = steps * direction[longest];
            let positions = self.0.window().filter(|position| position.state == 0);
            let positions = positions.map(|position| position.at.iter().map(|&x| x as i64).collect::<Vector>());
            let near = |x: &Vector| {
                let far = x[longest];
                let off = |i: usize| (x[i] - direction[i] * far / direction[longest]).abs();
                far >= last / 2 && far <= last && (0..dimension).all(|i| off(i) <= self.1)
            };
            positions.filter(near).collect()
        }

        fn repeats(&self, near: &[Vector], v: &[i64]) -> bool {
            let moved = |x: &Vector| x.iter().zip(v).map(|(x, v)| x + v).collect::<Vector>();
            let shown: Vec<&Vector> = near.iter().filter(|x| self.value(0, &moved(x)).is_some()).collect();
            let same = |x: &&&Vector| (0..self.0.states).all(|s| self.value(s, x) == self.value(s, &moved(x)));
            2 * shown.len() >= near.len() && !shown.is_empty() && shown.iter().filter(same).count() == shown.len()
        }

        fn is_edge(&self, direction: &[i64]) -> bool {
            let (near, dimension) = (self.near(direction), direction.len());
            let steps = (0..dimension).filter(|&i| direction[i] > 0);
            let steps = steps.map(|i| (self.0.size[i] as i64 - 1) / direction[i]).min().unwrap();
            let times = |n: i64| direction.iter().map(|c| c * n).collect::<Vector>();
            let along = (1..=steps / 3).any(|n| self.repeats(&near, &times(n)));
            let across = ACROSS[dimension - 2];
            let parallel =
                |v: &Vector| (0..dimension).all(|i| (0..i).all(|j| v[i] * direction[j] == v[j] * direction[i]));
            along && !box_of(dimension, -across, across).any(|v| !parallel(&v) && self.repeats(&near, &v))
        }
    }

    #[test]
    fn edges_are_those_of_asking_for_every_value() {
        let mut found = 0;
        for (name, size, beside) in [
            ("white-knight", &[24, 31][..], 5),
            ("white-knight", &[24, 31], 7),
            ("addition (-2,0),(-2,1),(1,-1)", &[27, 20], 5),
            ("jenga-four", &[18, 15], 5),
            ("clock-nim 3 2 1", &[7, 6, 8], 5),
            ("white-knight", &[1, 40], 5),
        ] {
            let game = vector_game(name).unwrap();
            let table = ValueTable::new(&game, Play::Grundy, size, Memory(1 << 28)).unwrap();
            let slow = Slow(&table, beside);
            let short = |v: &Vector| v.iter().all(|&c| c <= 4);
            let all = box_of(size.len(), 0, STEEPEST[size.len() - 2].min(4))
                .filter(|v| v.iter().fold(0, |d, &c| gcd(d, i128::from(c))) == 1 && v.iter().sum::<i64>() > 1);
            let mut expected: Vec<Vector> = all.filter(|v| slow.is_edge(v)).collect();
            expected.sort_by_key(|v| v.iter().sum::<i64>());
            let edges: Vec<Vector> = edges(&table, beside).into_iter().filter(short).collect();
            assert_eq!(edges, expected, "{name} {size:?}");
            found += edges.len();
        }
        assert!(found > 0);
    }
}
