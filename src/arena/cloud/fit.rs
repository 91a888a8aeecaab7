//! Blocks fitted to points by gradient descent.
use super::Point;
use crate::arena::model::{Block, LENGTH, WIDTH};

/// Steps of a descent.
const STEPS: usize = 160;
/// How far a block goes in the first step if all its points agree, in metres.
const FIRST: f64 = 4e-3;
/// Each step is this times as long as the one before: the last are of some micrometres.
const SHORTER: f64 = 0.96;
/// The distance from the centre at which a turn counts as much as a shift, in metres.
const ARM: f64 = 0.025;

/// Blocks and how well they fit.
#[derive(Debug, Clone, PartialEq)]
pub struct Fit {
    /// The blocks, in the order of their start.
    pub blocks: Vec<Block>,
    /// The mean distance of the points to the nearest outline, in metres; 0 without points.
    pub loss: f64,
}

/// The best fit of `count` blocks, from 1 to 3, over all starts: every choice of slots of a level, in both directions.
pub fn fit(points: &[Point], count: usize) -> Fit {
    let count = count.clamp(1, 3) as u32;
    let choices = (1..8_u8).filter(|slots| slots.count_ones() == count);
    let starts = choices.flat_map(|slots| {
        let start = move |level: usize| {
            (0..3).filter(move |slot| slots >> slot & 1 == 1).map(move |slot| Block::ideal(level, slot))
        };
        [0, 1].map(|level| start(level).collect::<Vec<Block>>())
    });
    let fits = starts.map(|start| descend(points, start));
    fits.reduce(|best, fit| if fit.loss < best.loss { fit } else { best })
        .expect("there are slots for one to three blocks")
}

/// The mean distance of the points to the outline of the nearest block, in metres.
///
/// A distance is the L1 distance in the frame of the block: along the block and across it.
pub fn loss(points: &[Point], blocks: &[Block]) -> f64 {
    slope(points, blocks).0
}

fn descend(points: &[Point], start: Vec<Block>) -> Fit {
    let mut blocks = start;
    let mut best = Fit { loss: f64::INFINITY, blocks: blocks.clone() };
    let mut rate = FIRST * blocks.len() as f64;
    for _ in 0..STEPS {
        let (loss, slopes) = slope(points, &blocks);
        if loss < best.loss {
            best = Fit { blocks: blocks.clone(), loss };
        }
        for (block, [x, y, yaw]) in blocks.iter_mut().zip(slopes) {
            *block = Block::new(block.x - rate * x, block.y - rate * y, block.yaw - rate * yaw / (ARM * ARM));
        }
        rate *= SHORTER;
    }
    best
}

/// The loss and its gradient by x, y and angle of each block.
pub(super) fn slope(points: &[Point], blocks: &[Block]) -> (f64, Vec<[f64; 3]>) {
    let mut slopes = vec![[0.0; 3]; blocks.len()];
    let mut sum = 0.0;
    for &point in points {
        let distances = blocks.iter().map(|block| distance(point, block)).enumerate();
        let nearest = distances.reduce(|best, next| if next.1.0 < best.1.0 { next } else { best });
        if let Some((block, (distance, slope))) = nearest {
            sum += distance;
            for (total, part) in slopes[block].iter_mut().zip(slope) {
                *total += part;
            }
        }
    }
    let count = points.len().max(1) as f64;
    (sum / count, slopes.iter().map(|slope| slope.map(|part| part / count)).collect())
}

/// The distance from a point to the outline of a block, and its gradient by x, y and angle of the block.
fn distance([px, py]: Point, block: &Block) -> (f64, [f64; 3]) {
    let (dx, dy) = (px - block.x, py - block.y);
    let (along, across) = (block.cos * dx + block.sin * dy, block.cos * dy - block.sin * dx);
    let (end, side) = (along.abs() - LENGTH / 2.0, across.abs() - WIDTH / 2.0);
    // The weights of the two distances: both outside of a corner, else that to the nearer line with its sign.
    let (by_end, by_side) = match (end > 0.0, side > 0.0) {
        (true, true) => (1.0, 1.0),
        (true, false) => (1.0, 0.0),
        (false, true) => (0.0, 1.0),
        (false, false) if end > side => (-1.0, 0.0),
        (false, false) => (0.0, -1.0),
    };
    let (u, v) = (by_end * along.signum(), by_side * across.signum());
    let slope = [v * block.sin - u * block.cos, -u * block.sin - v * block.cos, u * across - v * along];
    (by_end * end + by_side * side, slope)
}
