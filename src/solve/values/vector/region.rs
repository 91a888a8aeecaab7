//! Which positions a window needs: the window, and what play can reach from it, cut out by half-spaces.
use super::frame::{Frame, LARGEST_COEFFICIENT, Step, Triple, potentials};
use crate::error::{Error, Result};
use crate::value::linear::gcd;

/// No frame coordinate of a region is larger, so that sums of three products with coefficients stay below 2^62.
const LARGEST_EXTENT: i128 = 1 << 39;

/// The points with `normal * (t, i, j) <= bound`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct HalfSpace {
    pub normal: Triple,
    pub bound: i64,
}

/// An interval of integers, both ends in it; empty when they cross.
pub(super) type Span = (i64, i64);

/// The region of a window in frame coordinates.
#[derive(Debug, Clone)]
pub(super) struct Region {
    /// The region is the lattice points in all of these.
    pub sides: Vec<HalfSpace>,
    /// The sides of the window.
    pub window: Vec<HalfSpace>,
    /// The highest level, heights counted.
    pub top: i64,
    /// How far the level grows with t, and the largest height of a state.
    unit: i64,
    highest: i64,
    /// What the sides say about (t, i) and about (t, j) alone.
    shadows: [Vec<HalfSpace>; 2],
}

impl Region {
    /// The quadrant, cut by every half-space that holds the window and that no play leaves: its normal has no positive
    /// product with a move. Normals that are perpendicular to moves make the region the window plus the cone of moves.
    pub fn new(frame: &Frame, steps: &[Step], size: Triple, name: &str) -> Result<Self> {
        let too_large = || Error::Overflow(format!("a table of {name}"));
        let corner = size.map(|size| i128::from(size - 1));
        let unit = |a: usize, sign: i128| std::array::from_fn(|b| if a == b { sign } else { 0 });
        let quadrant = (0..3).map(|a| (unit(a, -1), 0));
        let most = |n: &[i128; 3]| n.iter().zip(&corner).map(|(&n, &c)| n.max(0) * c).sum::<i128>();
        let kept = normals(frame, steps).into_iter().map(|(n, rise)| (n, most(&n) + rise));
        let into = |(n, bound): ([i128; 3], i128)| half_space(frame, n, bound).ok_or_else(too_large);
        let window = quadrant.clone().chain((0..3).map(|a| (unit(a, 1), corner[a])));
        let sides = quadrant.chain(kept).map(into).collect::<Result<Vec<_>>>()?;
        let window = window.map(into).collect::<Result<Vec<_>>>()?;
        let highest = frame.highest();
        let level = frame.rows[0].iter().zip(&corner).map(|(&l, &c)| i128::from(l) * c).sum::<i128>();
        let top = level * i128::from(frame.unit) + i128::from(highest);
        if top > LARGEST_EXTENT {
            return Err(too_large());
        }
        let shadows = [shadow(&sides, 2).ok_or_else(too_large)?, shadow(&sides, 1).ok_or_else(too_large)?];
        let region = Region { sides, window, top: top as i64, unit: frame.unit, highest, shadows };
        let box_ = [region.extent(1, 0, region.top), region.extent(2, 0, region.top)];
        if box_.iter().any(|&(lo, hi)| i128::from(lo) < -LARGEST_EXTENT || i128::from(hi) > LARGEST_EXTENT) {
            return Err(too_large());
        }
        Ok(region)
    }

    /// The t of all points of the levels `first..=last`, heights counted, and perhaps some more.
    pub fn below_heights(&self, first: i64, last: i64) -> Span {
        ((first - self.highest).div_euclid(self.unit), last / self.unit)
    }

    /// A span that holds coordinate `axis` (1 or 2) of all points of the levels `first..=last`, heights counted.
    pub fn extent(&self, axis: usize, first: i64, last: i64) -> Span {
        let (first, last) = self.below_heights(first, last);
        let wide = |side: &HalfSpace| {
            let t = if side.normal[0] > 0 { first } else { last };
            let mut at = [t, 0, 0];
            at[axis] = 0;
            span(std::slice::from_ref(side), axis, at, EVERYTHING)
        };
        let meet = |(lo, hi): Span, (l, h): Span| (lo.max(l), hi.min(h));
        // The region is bounded on each level: the cone of moves meets level 0 in nothing but 0.
        self.shadows[axis - 1].iter().map(wide).fold(EVERYTHING, meet)
    }
}

/// Far beyond all extents.
pub(super) const EVERYTHING: Span = (-(1 << 45), 1 << 45);

/// The part of a span of coordinate `axis` that lies in half-spaces, where the other coordinates are those of `at` and
/// `at[axis]` is 0.
pub(super) fn span(sides: &[HalfSpace], axis: usize, at: Triple, (mut lo, mut hi): Span) -> Span {
    for side in sides {
        let [a, b, c] = side.normal;
        let rest = side.bound - (a * at[0] + b * at[1] + c * at[2]);
        match side.normal[axis] {
            0 if rest < 0 => return (0, -1),
            0 => {}
            1 => hi = hi.min(rest),
            -1 => lo = lo.max(-rest),
            n if n > 0 => hi = hi.min(rest.div_euclid(n)),
            n => lo = lo.max(-rest.div_euclid(-n)),
        }
    }
    (lo, hi)
}

impl HalfSpace {
    /// Whether it holds all of a box.
    pub fn holds(&self, box_: [Span; 3]) -> bool {
        let most = self.normal.iter().zip(&box_).map(|(&n, &(lo, hi))| (n * lo).max(n * hi)).sum::<i64>();
        most <= self.bound
    }
}

/// Vectors without a positive product with a loop of moves, among units and vectors perpendicular to moves, and how far
/// the product may rise before a loop is closed.
fn normals(frame: &Frame, steps: &[Step]) -> Vec<([i128; 3], i128)> {
    let units = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
    let mut candidates = units.to_vec();
    let moves: std::collections::BTreeSet<Triple> = steps.iter().map(|step| step.by).collect();
    for (index, first) in moves.iter().enumerate() {
        candidates.extend(moves.iter().take(index).chain(&units).map(|second| cross(first, second)));
    }
    if frame.heights.len() > 1 {
        candidates.extend(bounding(frame, steps));
    }
    let mut normals: Vec<([i128; 3], i128)> = Vec::new();
    for candidate in candidates {
        let divisor = candidate.iter().fold(0, |d, &n| gcd(d, i128::from(n))).max(1);
        for sign in [1, -1] {
            let n = candidate.map(|n| sign * i128::from(n) / divisor);
            let product = |step: &Step| n.iter().zip(&step.by).map(|(n, &s)| n * i128::from(s)).sum::<i128>();
            // One without a positive entry says no more than the quadrant.
            if n.iter().all(|&n| n <= 0) || normals.iter().any(|(known, _)| *known == n) {
                continue;
            }
            if let Some(rises) = potentials(frame.heights.len(), steps, product) {
                normals.push((n, rises.into_iter().max().unwrap_or(0)));
            }
        }
    }
    normals
}

/// Vectors that bound a game with states, where those perpendicular to single moves may not: a coordinate grows by no more
/// than the largest put whenever the level falls by one.
fn bounding(frame: &Frame, steps: &[Step]) -> Vec<Triple> {
    let along = |a: usize| {
        let most = steps.iter().map(|step| step.by[a].max(0)).max().unwrap_or(0);
        std::array::from_fn(|b| frame.rows[0][b] * frame.unit * most + i64::from(a == b))
    };
    (0..3).map(along).chain([frame.rows[0]]).collect()
}

fn cross(a: &Triple, b: &Triple) -> Triple {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

fn half_space(frame: &Frame, n: [i128; 3], bound: i128) -> Option<HalfSpace> {
    let product = |k: usize| n.iter().zip(&frame.columns[k]).map(|(n, &c)| n.checked_mul(i128::from(c))).sum();
    let products: [Option<i128>; 3] = std::array::from_fn(product);
    small([products[0]?, products[1]?, products[2]?], bound)
}

/// Divides by the common divisor; nothing if what is left is too large.
fn small(normal: [i128; 3], bound: i128) -> Option<HalfSpace> {
    let divisor = normal.iter().fold(0, |d, &n| gcd(d, n)).max(1);
    let (normal, bound) = (normal.map(|n| n / divisor), bound.div_euclid(divisor));
    let fits = normal.iter().all(|n| n.abs() <= LARGEST_COEFFICIENT) && bound.abs() < 1 << 61;
    fits.then(|| HalfSpace { normal: normal.map(|n| n as i64), bound: bound as i64 })
}

/// Eliminates a coordinate: what is left holds for every point of the region.
fn shadow(sides: &[HalfSpace], axis: usize) -> Option<Vec<HalfSpace>> {
    let mut left: Vec<HalfSpace> = sides.iter().filter(|side| side.normal[axis] == 0).copied().collect();
    for above in sides.iter().filter(|side| side.normal[axis] > 0) {
        for below in sides.iter().filter(|side| side.normal[axis] < 0) {
            let (a, b) = (-i128::from(below.normal[axis]), i128::from(above.normal[axis]));
            let mix = |x: i64, y: i64| a * i128::from(x) + b * i128::from(y);
            let normal = std::array::from_fn(|k| mix(above.normal[k], below.normal[k]));
            let sum = small(normal, mix(above.bound, below.bound))?;
            if !left.contains(&sum) {
                left.push(sum);
            }
        }
    }
    Some(left)
}
