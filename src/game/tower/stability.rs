//! When a tower stands, decided exactly (zwick, section 3).
//!
//! A level is a set of k slots. A block is 1 x 1/k x 1/k, and levels alternate between two axes: slot j (from 0) of a
//! level of the first axis fills `[j/k, (j+1)/k] x [0, 1]`, on the other axis the coordinates change places. A tower is
//! stable if for every level below the top the centre of mass of all that is above lies strictly inside the convex
//! hull of the area where the level touches the next one. It is semi-stable if it lies in every hull, and on the
//! boundary of at least one. Otherwise it falls.
//!
//! # One inequality a level is enough
//! Measure each axis from the middle of the tower in units of 1/(2k). Slot j is then the interval from `2j - k` to
//! `2j + 2 - k` with its middle at the integer `2j + 1 - k`, and a level lies in the middle, at 0, along the axis that
//! is not its own. Let level i have the axis A and level i+1 the axis B. They touch in the product of the slots of i
//! along A and the slots of i+1 along B. The hull of a product is the product of the hulls, so with `low` and `high`
//! for the outer edges of a level's first and last block, M for the number of blocks above level i, and X and Y for
//! the sums of their middles along A and B, the centre of mass is strictly inside if and only if
//!
//! - (1) `low_i * M < X < high_i * M`, and
//! - (2) `low_(i+1) * M < Y < high_(i+1) * M`.
//!
//! (2) follows from (1) at level i+1. Let level i+1 have c blocks with the sum m of middles, and let M' and Y' speak of
//! all above level i+1, so that `M = M' + c` and `Y = Y' + m`. Every middle of a block of level i+1 is strictly between
//! `low` and `high`, so `low * c < m < high * c`, as c is at least 1. If level i+1 is the top, M' and Y' are 0, and
//! this is (2). Else (1) at level i+1, or even (1) with `<=`, gives `low * M' <= Y' <= high * M'`, and the sum is (2),
//! strictly. So a tower is stable if and only if (1) holds at every level below the top; it is semi-stable if and only
//! if (1) holds everywhere with `<=` and somewhere with `=`; and the highest level where the plain definition fails, or
//! meets a boundary, is the highest where (1) does.

/// What statics says of a tower. Levels are counted from 1 at the bottom.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Stability {
    /// It stands, and still stands when its blocks are very slightly displaced.
    Stable,
    /// It stands only if every block lies exactly in its place.
    SemiStable {
        /// The highest level on which the blocks above only just balance.
        level: usize,
    },
    /// It falls.
    Falls {
        /// The highest level that does not hold the blocks above it.
        level: usize,
    },
}

/// What a level does to the balance, in units of 1/(2k) from the middle of the tower.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shape {
    /// The number of blocks.
    pub count: i64,
    /// The sum of the middles of the blocks along the level's own axis.
    pub moment: i64,
    /// The outer edge of the first block.
    pub low: i64,
    /// The outer edge of the last block.
    pub high: i64,
}

/// The shape of a level: slot j of `blocks` slots is bit `blocks - 1 - j` of the mask. A level has a block.
pub fn shape(blocks: u32, mask: u16) -> Shape {
    let width = i64::from(blocks);
    let slots = (0..width).filter(|&slot| mask >> (width - 1 - slot) & 1 == 1);
    let mut shape = Shape { count: 0, moment: 0, low: width, high: -width };
    for slot in slots {
        shape.count += 1;
        shape.moment += 2 * slot + 1 - width;
        shape.low = shape.low.min(2 * slot - width);
        shape.high = shape.high.max(2 * slot + 2 - width);
    }
    shape
}

/// Decides the stability of a tower of non-empty levels, bottom first. No sum leaves 64 bits: a block adds at most 16
/// to it, and 2^59 blocks do not fit into memory.
pub fn stability(blocks: u32, levels: &[u16]) -> Stability {
    let (mut along, mut across, mut above) = (0, 0, 0);
    let mut balance = None;
    for (index, &mask) in levels.iter().enumerate().rev() {
        let level = shape(blocks, mask);
        if above > 0 {
            let slack = (along - level.low * above).min(level.high * above - along);
            match slack.signum() {
                -1 => return Stability::Falls { level: index + 1 },
                0 => balance = balance.or(Some(index + 1)),
                _ => {}
            }
        }
        above += level.count;
        (along, across) = (across, along + level.moment);
    }
    balance.map_or(Stability::Stable, |level| Stability::SemiStable { level })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A fraction with a positive denominator.
    type Fraction = (i128, i128);

    fn less(a: Fraction, b: Fraction) -> bool {
        a.0 * b.1 < b.0 * a.1
    }

    /// The block at a slot of a level as a rectangle ((x0, x1), (y0, y1)) in units of 1/k.
    fn rectangle(k: i128, level: usize, slot: i128) -> [(i128, i128); 2] {
        if level.is_multiple_of(2) { [(slot, slot + 1), (0, k)] } else { [(0, k), (slot, slot + 1)] }
    }

    fn rectangles(k: i128, level: usize, mask: u16) -> Vec<[(i128, i128); 2]> {
        (0..k).filter(|slot| mask >> (k - 1 - slot) & 1 == 1).map(|slot| rectangle(k, level, slot)).collect()
    }

    /// Twice the signed area of the triangle a, b, p with a fractional third corner.
    fn side(a: (i128, i128), b: (i128, i128), p: (Fraction, Fraction)) -> i128 {
        let ((px, pd), (py, qd)) = p;
        (b.0 - a.0) * (py - a.1 * qd) * pd - (b.1 - a.1) * (px - a.0 * pd) * qd
    }

    /// The convex hull of points, counter-clockwise, without points on edges.
    fn hull(mut points: Vec<(i128, i128)>) -> Vec<(i128, i128)> {
        points.sort_unstable();
        points.dedup();
        let half = |points: &mut dyn Iterator<Item = (i128, i128)>| {
            let mut chain: Vec<(i128, i128)> = Vec::new();
            for p in points {
                while chain.len() > 1 && side(chain[chain.len() - 2], chain[chain.len() - 1], ((p.0, 1), (p.1, 1))) <= 0
                {
                    chain.pop();
                }
                chain.push(p);
            }
            chain.pop();
            chain
        };
        let mut lower = half(&mut points.clone().into_iter());
        lower.extend(half(&mut points.into_iter().rev()));
        lower
    }

    /// The definition in the plane: overlaps of rectangles, their hull, and the centre of mass as a fraction.
    fn plain(k: u32, levels: &[u16]) -> Stability {
        let k = i128::from(k);
        let mut balance = None;
        for i in (0..levels.len().saturating_sub(1)).rev() {
            let above: Vec<_> = (i + 1..levels.len()).flat_map(|j| rectangles(k, j, levels[j])).collect();
            let middle = |axis: usize| {
                let sum: i128 = above.iter().map(|r| r[axis].0 + r[axis].1).sum();
                (sum, 2 * above.len() as i128)
            };
            let mut corners = Vec::new();
            for low in rectangles(k, i, levels[i]) {
                for high in rectangles(k, i + 1, levels[i + 1]) {
                    let x = [low[0].0.max(high[0].0), low[0].1.min(high[0].1)];
                    let y = [low[1].0.max(high[1].0), low[1].1.min(high[1].1)];
                    assert!(less((x[0], 1), (x[1], 1)) && less((y[0], 1), (y[1], 1)));
                    corners.extend([(x[0], y[0]), (x[0], y[1]), (x[1], y[0]), (x[1], y[1])]);
                }
            }
            let hull = hull(corners);
            let centre = (middle(0), middle(1));
            let worst = (0..hull.len()).map(|e| side(hull[e], hull[(e + 1) % hull.len()], centre).signum()).min();
            match worst.expect("a hull has edges") {
                -1 => return Stability::Falls { level: i + 1 },
                0 => balance = balance.or(Some(i + 1)),
                _ => {}
            }
        }
        balance.map_or(Stability::Stable, |level| Stability::SemiStable { level })
    }

    /// Every tower of `height` levels of `k` slots, by counting.
    fn towers(k: u32, height: u32) -> impl Iterator<Item = Vec<u16>> {
        let letters = (1u64 << k) - 1;
        (0..letters.pow(height)).map(move |mut number| {
            (0..height)
                .map(|_| {
                    let mask = number % letters + 1;
                    number /= letters;
                    mask as u16
                })
                .collect()
        })
    }

    #[test]
    fn one_inequality_a_level_is_the_definition_in_the_plane() {
        for (k, heights) in [(1, 4), (2, 6), (3, 5), (4, 4), (5, 3)] {
            for height in 1..=heights {
                for tower in towers(k, height) {
                    assert_eq!(stability(k, &tower), plain(k, &tower), "k = {k}, {tower:?}");
                }
            }
        }
    }

    #[test]
    fn tall_random_towers_agree_with_the_plane() {
        let mut seed = 1u64;
        for round in 0..2000 {
            let k = 2 + round % 15;
            let tower: Vec<u16> = (0..20)
                .map(|_| {
                    seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                    // Mostly full ends keep many of the towers standing.
                    let ends = if seed >> 63 == 1 { 0 } else { 1 | 1 << (k - 1) };
                    let mask = (seed >> 40) as u16 & ((1u32 << k) - 1) as u16 | ends;
                    if mask == 0 { 1 } else { mask }
                })
                .collect();
            assert_eq!(stability(k, &tower), plain(k, &tower), "k = {k}, {tower:?}");
        }
    }
}
