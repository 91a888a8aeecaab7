//! The convex hull of a level, and how far a point lies inside or outside.
use super::model::Block;

/// The most corners of a hull: three blocks of four corners.
const MOST: usize = 12;

/// The edge lines of a hull. Point (x, y) lies inside the line of edge i if `nx[i] * x + ny[i] * y < c[i]`; the normals
/// have length 1. Edges that are not used have normal 0 and `c` infinite.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Hull {
    nx: [f64; MOST],
    ny: [f64; MOST],
    c: [f64; MOST],
}

/// The corners of a hull in order, and their number.
type Ring = ([[f64; 2]; MOST + 1], usize);

impl Hull {
    /// No edges: every point lies infinitely deep inside.
    pub(super) const NONE: Hull = Hull { nx: [0.0; MOST], ny: [0.0; MOST], c: [f64::INFINITY; MOST] };

    /// The hull of the blocks of a level: those whose bit is set, counted from bit 0.
    pub(super) fn of(blocks: &[Block; 3], mask: u8, level: usize) -> Self {
        let (ring, count) = ring(blocks, mask, level);
        let mut hull = Hull::NONE;
        for i in 0..count {
            let ([ax, ay], [bx, by]) = (ring[i], ring[if i + 1 == count { 0 } else { i + 1 }]);
            let (dx, dy) = (bx - ax, by - ay);
            let scale = 1.0 / (dx * dx + dy * dy).sqrt();
            let (nx, ny) = (dy * scale, -dx * scale);
            (hull.nx[i], hull.ny[i], hull.c[i]) = (nx, ny, nx * ax + ny * ay);
        }
        hull
    }

    /// The largest of the signed distances from the edge lines to the point; negative inside.
    #[inline]
    pub(super) fn beyond(&self, [x, y]: [f64; 2]) -> f64 {
        let mut most = [f64::NEG_INFINITY; 4];
        for group in 0..MOST / 4 {
            for (lane, most) in most.iter_mut().enumerate() {
                let i = 4 * group + lane;
                let d = self.nx[i] * x + self.ny[i] * y - self.c[i];
                *most = if d > *most { d } else { *most };
            }
        }
        let larger = |a: f64, b: f64| if a > b { a } else { b };
        larger(larger(most[0], most[1]), larger(most[2], most[3]))
    }
}

/// The distance from the hull of a level to a point outside.
#[cold]
pub(super) fn outside(blocks: &[Block; 3], mask: u8, level: usize, [x, y]: [f64; 2]) -> f64 {
    let (ring, count) = ring(blocks, mask, level);
    let mut least = f64::INFINITY;
    for i in 0..count {
        let ([ax, ay], [bx, by]) = (ring[i], ring[if i + 1 == count { 0 } else { i + 1 }]);
        let (dx, dy) = (bx - ax, by - ay);
        let along = (((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)).clamp(0.0, 1.0);
        let (ex, ey) = (x - (ax + along * dx), y - (ay + along * dy));
        least = least.min(ex * ex + ey * ey);
    }
    least.sqrt()
}

/// The corners of the hull, against the clock, by Andrew's monotone chain.
///
/// The chain goes along the axis across which the blocks lie side by side: in that order their corners are all but sorted.
fn ring(blocks: &[Block; 3], mask: u8, level: usize) -> Ring {
    let even = level.is_multiple_of(2);
    let mut points = [[0.0; 2]; MOST];
    let mut count = 0;
    for (slot, block) in blocks.iter().enumerate() {
        if mask >> slot & 1 == 1 {
            for [x, y] in block.corners() {
                // Turned by a right angle, so that the way around stays the same.
                insert(&mut points, &mut count, if even { [y, -x] } else { [x, y] });
            }
        }
    }
    let (mut ring, mut size) = ([[0.0; 2]; MOST + 1], 0);
    for &point in &points[..count] {
        push(&mut ring, &mut size, 0, point);
    }
    let base = size - 1;
    for &point in points[..count - 1].iter().rev() {
        push(&mut ring, &mut size, base, point);
    }
    // The last corner is the first again.
    size -= 1;
    if even {
        for point in &mut ring[..size] {
            *point = [-point[1], point[0]];
        }
    }
    (ring, size)
}

/// Puts a point in its place among the sorted ones.
#[inline]
fn insert(points: &mut [[f64; 2]; MOST], count: &mut usize, point: [f64; 2]) {
    let mut at = *count;
    while at > 0 && (points[at - 1][0] > point[0] || (points[at - 1][0] == point[0] && points[at - 1][1] > point[1])) {
        points[at] = points[at - 1];
        at -= 1;
    }
    points[at] = point;
    *count += 1;
}

/// Appends a corner to a chain that began after `base`, and drops those before it that are no corners any more.
#[inline]
fn push(ring: &mut [[f64; 2]; MOST + 1], size: &mut usize, base: usize, point: [f64; 2]) {
    while *size >= base + 2 {
        let ([ax, ay], [bx, by]) = (ring[*size - 2], ring[*size - 1]);
        if (bx - ax) * (point[1] - ay) - (by - ay) * (point[0] - ax) > 0.0 {
            break;
        }
        *size -= 1;
    }
    ring[*size] = point;
    *size += 1;
}
