//! Patterns in the plane that split into sectors between rays from the origin, each sector with a lattice of periods.
use super::{Budget, Pattern, blank};
use crate::game::Play;
use crate::game::vector::VectorGame;
use crate::proof::vector::{Piece, VectorCertificate, check};
use crate::solve::table::ValueTable;
use crate::value::linear::gcd;
use std::collections::BTreeSet;

/// The largest coordinate of a ray's direction.
const STEEPEST: i64 = 4;
/// The thresholds that are tried: how many steps along a ray the pattern may take to begin.
const THRESHOLDS: [i64; 9] = [0, 1, 2, 3, 4, 6, 8, 12, 16];

type Vector = [i64; 2];

/// A guess: rays by angle, each with its period (in steps) and the threshold (in steps) from which on it repeats.
#[derive(Debug, Clone)]
struct Fan {
    rays: Vec<Vector>,
    periods: Vec<i64>,
    thresholds: Vec<i64>,
}

/// Tries fans in the order of the number of their cells and asks the checker.
pub fn find(game: &VectorGame, play: Play, table: &ValueTable, budget: Budget) -> Option<Pattern> {
    let mut fans: Vec<Fan> = directions().iter().flat_map(|rays| guesses(table, rays)).collect();
    fans.sort_by_key(|fan| fan.cells());
    fans.retain(|fan| fan.cells() <= budget.pieces as i64);
    fans.truncate(budget.fans);
    for fan in fans {
        for repeat in 1..=2 {
            let periods = fan.periods.iter().map(|period| period * repeat).collect();
            let fan = Fan { periods, ..fan.clone() };
            if accepted(game, play, table, &fan).is_some() {
                let (fan, certificate) = shrink(game, play, table, fan)?;
                return Some(Pattern { certificate, axes: None, shape: fan.words() });
            }
        }
    }
    None
}

/// All sets of at most two rays strictly between the axes, with the axes, by angle from the first coordinate.
fn directions() -> Vec<Vec<Vector>> {
    let mut inner: Vec<Vector> = (1..=STEEPEST)
        .flat_map(|a| (1..=STEEPEST).map(move |b| [a, b]))
        .filter(|v| gcd(i128::from(v[0]), i128::from(v[1])) == 1)
        .collect();
    inner.sort_by(|v, w| cross(*w, *v).cmp(&0));
    let mut sets = vec![vec![]];
    sets.extend(inner.iter().map(|&v| vec![v]));
    for (i, &v) in inner.iter().enumerate() {
        sets.extend(inner[i + 1..].iter().map(|&w| vec![v, w]));
    }
    sets.iter().map(|rays| [&[[1, 0]], &rays[..], &[[0, 1]]].concat()).collect()
}

fn cross(v: Vector, w: Vector) -> i64 {
    v[0] * w[1] - v[1] * w[0]
}

/// For each threshold, the least periods that the window allows.
fn guesses(table: &ValueTable, rays: &[Vector]) -> Vec<Fan> {
    let at = |threshold: i64| {
        let period = |i: usize| least_period(table, rays, i, threshold);
        let periods = (0..rays.len()).map(period).collect::<Option<_>>()?;
        Some(Fan { rays: rays.to_vec(), periods, thresholds: vec![threshold; rays.len()] })
    };
    THRESHOLDS.into_iter().filter_map(at).collect()
}

/// The least number of steps along ray i after which the values repeat in both sectors beside it, from the threshold on.
fn least_period(table: &ValueTable, rays: &[Vector], i: usize, threshold: i64) -> Option<i64> {
    let side = table.size[0] as i64;
    let ray = rays[i];
    let beside = |x: Vector| {
        // In the sector between the ray and a neighbour, x = (along * ray + across * neighbour) / width.
        let inside = |neighbour: Vector| {
            let width = cross(ray, neighbour);
            let (along, across) = (cross(x, neighbour) * width.signum(), cross(ray, x) * width.signum());
            along >= threshold * width.abs() && across >= 0
        };
        (i > 0 && inside(rays[i - 1])) || (i + 1 < rays.len() && inside(rays[i + 1]))
    };
    let longest = side / (3 * ray[0].max(ray[1]));
    (1..=longest).find(|&period| {
        let step = [period * ray[0], period * ray[1]];
        let mut seen = 0;
        let repeats =
            |state: usize, x: Vector| value(table, state, x) == value(table, state, [x[0] + step[0], x[1] + step[1]]);
        for a in 0..side - step[0] {
            for b in 0..side - step[1] {
                if beside([a, b]) {
                    seen += 1;
                    if !(0..table.states).all(|state| repeats(state, [a, b])) {
                        return false;
                    }
                }
            }
        }
        seen > 0
    })
}

fn value(table: &ValueTable, state: usize, x: Vector) -> u64 {
    table.value(state, &[x[0] as u64, x[1] as u64])
}

/// The certificate of a fan, if the window is large enough and the checker accepts it.
fn accepted(game: &VectorGame, play: Play, table: &ValueTable, fan: &Fan) -> Option<VectorCertificate> {
    [1, 2].into_iter().find_map(|split| {
        let mut certificate = blank(game, play, split, split + 3);
        certificate.cones = fan.cones();
        for state in 0..table.states {
            for (x, cone) in fan.bases() {
                let inside = x.iter().zip(&table.size).all(|(&x, &size)| x < size as i64);
                let piece = |x: Vector| Piece {
                    state,
                    base: vec![x[0] as u64, x[1] as u64],
                    cone,
                    value: value(table, state, x),
                };
                certificate.pieces.push(inside.then(|| piece(x))?);
            }
        }
        check(&certificate).is_ok().then_some(certificate)
    })
}

/// Lowers the thresholds one by one while the checker still accepts.
fn shrink(game: &VectorGame, play: Play, table: &ValueTable, mut fan: Fan) -> Option<(Fan, VectorCertificate)> {
    let mut certificate = accepted(game, play, table, &fan)?;
    for i in 0..fan.rays.len() {
        while fan.thresholds[i] > 0 {
            let mut smaller = fan.clone();
            smaller.thresholds[i] -= 1;
            let Some(found) = accepted(game, play, table, &smaller) else { break };
            (fan, certificate) = (smaller, found);
        }
    }
    Some((fan, certificate))
}

impl Fan {
    /// How many cells the bases of the pieces fill.
    fn cells(&self) -> i64 {
        let reach = |i: usize| self.thresholds[i] + self.periods[i];
        (1..self.rays.len()).map(|i| reach(i - 1) * reach(i) * cross(self.rays[i - 1], self.rays[i])).sum()
    }

    fn generator(&self, i: usize) -> Vec<u64> {
        self.rays[i].iter().map(|&c| (c * self.periods[i]) as u64).collect()
    }

    /// First the sectors, then the rays, then the lone points.
    fn cones(&self) -> Vec<Vec<Vec<u64>>> {
        let sectors = (1..self.rays.len()).map(|i| vec![self.generator(i - 1), self.generator(i)]);
        sectors.chain((0..self.rays.len()).map(|i| vec![self.generator(i)])).chain([vec![]]).collect()
    }

    /// The base cells with their cones: in each sector the cells before threshold + period along both rays.
    fn bases(&self) -> BTreeSet<(Vector, usize)> {
        let sectors = self.rays.len() - 1;
        let mut bases = BTreeSet::new();
        for s in 0..sectors {
            let (r, t) = (self.rays[s], self.rays[s + 1]);
            let width = cross(r, t);
            let reach = |i: usize| self.thresholds[i] + self.periods[i];
            let corner = [reach(s) * r[0] + reach(s + 1) * t[0], reach(s) * r[1] + reach(s + 1) * t[1]];
            for x in (0..=corner[0]).flat_map(|a| (0..=corner[1]).map(move |b| [a, b])) {
                let (along, across) = (cross(x, t), cross(r, x));
                let inside = |part: i64, i: usize| part >= 0 && part < reach(i) * width;
                if inside(along, s) && inside(across, s + 1) {
                    let cone = match (along >= self.thresholds[s] * width, across >= self.thresholds[s + 1] * width) {
                        (true, true) => s,
                        (true, false) => sectors + s,
                        (false, true) => sectors + s + 1,
                        (false, false) => sectors + self.rays.len(),
                    };
                    bases.insert((x, cone));
                }
            }
        }
        bases
    }

    fn words(&self) -> String {
        let ray = |i: usize| {
            let [a, b] = self.rays[i].map(|c| c * self.periods[i]);
            format!("({a},{b}) from {}", self.thresholds[i])
        };
        format!("fan: periods {}", (0..self.rays.len()).map(ray).collect::<Vec<_>>().join(", "))
    }
}
