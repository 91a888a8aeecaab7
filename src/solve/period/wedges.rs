//! What a window of the plane shows between two rays: from where on the values repeat along one of them.
use crate::solve::table::ValueTable;
use crate::value::linear::gcd;
use std::collections::HashMap;

/// A direction or a position in the plane.
pub type Vector = [i64; 2];

/// A period along a ray, in steps, and the number of steps along the ray after which it begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Repeat {
    /// How many steps.
    pub period: i64,
    /// From which step on.
    pub threshold: i64,
}

/// Positive exactly if w lies counterclockwise of v: the determinant.
pub fn cross(v: Vector, w: Vector) -> i64 {
    v[0] * w[1] - v[1] * w[0]
}

/// The rays strictly between the axes with coordinates up to `steepest`, by angle from the first coordinate.
pub fn inner_rays(steepest: i64) -> Vec<Vector> {
    let mut inner: Vec<Vector> = (1..=steepest)
        .flat_map(|a| (1..=steepest).map(move |b| [a, b]))
        .filter(|v| gcd(i128::from(v[0]), i128::from(v[1])) == 1)
        .collect();
    inner.sort_by(|v, w| cross(*w, *v).cmp(&0));
    inner
}

/// The repetitions of a window, each computed when it is first asked for.
pub struct Wedges<'a> {
    table: &'a ValueTable,
    side: i64,
    /// For a ray and each number of steps: the cells whose value is another that many steps on.
    breaks: HashMap<Vector, Vec<Vec<[u16; 2]>>>,
    /// For a ray and a neighbour and each number of steps, counted from 1: the least threshold in the wedge between them.
    thresholds: HashMap<(Vector, Vector), Vec<Option<i64>>>,
}

impl<'a> Wedges<'a> {
    /// Nothing is known yet. The window is a square.
    pub fn new(table: &'a ValueTable) -> Self {
        Wedges { table, side: table.size[0] as i64, breaks: HashMap::new(), thresholds: HashMap::new() }
    }

    /// The repetitions along a ray that hold in the wedges on both sides, the best first: the fewest cells, and, if it is
    /// another, the least period.
    pub fn repeats(&mut self, ray: Vector, neighbours: &[Vector]) -> Vec<Repeat> {
        for &neighbour in neighbours {
            self.measure(ray, neighbour);
        }
        let longest = self.longest(ray);
        let all = (1..=longest).filter_map(|period| {
            let in_wedge = |n: &Vector| self.thresholds[&(ray, *n)][period as usize - 1];
            let threshold =
                neighbours.iter().try_fold(0, |most, n| in_wedge(n).map(|threshold| most.max(threshold)))?;
            Some(Repeat { period, threshold })
        });
        let all: Vec<Repeat> = all.collect();
        let Some(&least) = all.first() else { return all };
        let fewest = *all.iter().min_by_key(|repeat| repeat.period + repeat.threshold).expect("there is a first");
        if fewest == least { vec![fewest] } else { vec![fewest, least] }
    }

    /// Longer periods would not be seen often enough.
    fn longest(&self, ray: Vector) -> i64 {
        self.side / (3 * ray[0].max(ray[1]))
    }

    fn measure(&mut self, ray: Vector, neighbour: Vector) {
        if self.thresholds.contains_key(&(ray, neighbour)) {
            return;
        }
        let longest = self.longest(ray);
        let breaks = self.breaks.entry(ray).or_insert_with(|| breaks(self.table, self.side, ray, longest));
        let width = cross(ray, neighbour);
        let (sign, width) = (width.signum(), width.abs());
        let steepest = ray[0].max(ray[1]);
        let threshold = |(index, cells): (usize, &Vec<[u16; 2]>)| {
            // The window must show two periods past the threshold.
            let most = (self.side - 1) / steepest - 2 * (index as i64 + 1);
            let mut threshold = 0;
            for x in cells {
                let x = x.map(i64::from);
                let (along, across) = (cross(x, neighbour) * sign, cross(ray, x) * sign);
                if along >= threshold * width && across >= 0 {
                    threshold = along / width + 1;
                    if threshold > most {
                        return None;
                    }
                }
            }
            Some(threshold)
        };
        let thresholds = breaks.iter().enumerate().map(threshold).collect();
        self.thresholds.insert((ray, neighbour), thresholds);
    }
}

/// The cells whose value in some state is another `steps` along the ray, for steps from 1 to `longest`, the far ones first.
fn breaks(table: &ValueTable, side: i64, ray: Vector, longest: i64) -> Vec<Vec<[u16; 2]>> {
    let cells = table.cells();
    let row = |state: usize, a: i64| &cells[(state as i64 * side + a) as usize * side as usize..][..side as usize];
    let broken = |steps: i64| {
        let [right, up] = ray.map(|c| c * steps);
        let mut found = Vec::new();
        for a in (0..side - right).rev() {
            for state in 0..table.states {
                let (here, there) = (row(state, a), &row(state, a + right)[up as usize..]);
                let differing = here.iter().zip(there).enumerate().rev().filter(|(_, (x, y))| x != y);
                found.extend(differing.map(|(b, _)| [a as u16, b as u16]));
            }
        }
        found
    };
    (1..=longest).map(broken).collect()
}
