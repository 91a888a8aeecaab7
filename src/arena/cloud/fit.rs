//! Blocks fitted to points by gradient descent.
use super::Point;
use crate::arena::model::{Block, LENGTH, WIDTH};
use pulp::Arch;

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
    let mut cloud = Cloud::new(points);
    let fits = starts.map(|start| descend(&mut cloud, start));
    fits.reduce(|best, fit| if fit.loss < best.loss { fit } else { best })
        .expect("there are slots for one to three blocks")
}

/// The mean distance of the points to the outline of the nearest block, in metres.
///
/// A distance is the L1 distance in the frame of the block: along the block and across it.
pub fn loss(points: &[Point], blocks: &[Block]) -> f64 {
    Cloud::new(points).slope(blocks).0
}

fn descend(cloud: &mut Cloud, start: Vec<Block>) -> Fit {
    let mut blocks = start;
    let mut best = Fit { loss: f64::INFINITY, blocks: blocks.clone() };
    let mut rate = FIRST * blocks.len() as f64;
    for _ in 0..STEPS {
        let (loss, slopes) = cloud.slope(&blocks);
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

/// Points side by side, so that a loop over them is one over wide registers.
pub(super) struct Cloud {
    x: Vec<f64>,
    y: Vec<f64>,
    distance: Vec<f64>,
    slope: [Vec<f64>; 3],
    /// The number of the nearest block, as wide as the rest.
    nearest: Vec<u64>,
}

impl Cloud {
    pub(super) fn new(points: &[Point]) -> Self {
        let none = || vec![0.0; points.len()];
        Cloud {
            x: points.iter().map(|point| point[0]).collect(),
            y: points.iter().map(|point| point[1]).collect(),
            distance: none(),
            slope: [none(), none(), none()],
            nearest: vec![0; points.len()],
        }
    }

    /// The loss and its gradient by x, y and angle of each of at most three blocks.
    pub(super) fn slope(&mut self, blocks: &[Block]) -> (f64, [[f64; 3]; 3]) {
        self.distance.fill(f64::INFINITY);
        Arch::new().dispatch(
            #[inline(always)]
            || {
                for (number, block) in (0..).zip(blocks) {
                    self.see(number, block);
                }
            },
        );
        let (sum, slopes) = match blocks.len() {
            1 => self.sums::<1>(),
            2 => self.sums::<2>(),
            _ => self.sums::<3>(),
        };
        let count = self.x.len().max(1) as f64;
        (sum / count, slopes.map(|slope| slope.map(|part| part / count)))
    }

    /// Notes the points to which this block is nearer than those before.
    #[inline(always)]
    fn see(&mut self, number: u64, block: &Block) {
        let Cloud { x, y, distance: least, slope, nearest } = self;
        let [by_x, by_y, by_yaw] = slope;
        let slopes = by_x.iter_mut().zip(by_y).zip(by_yaw);
        for (((point, least), nearest), ((by_x, by_y), by_yaw)) in
            x.iter().zip(y.iter()).zip(least).zip(nearest).zip(slopes)
        {
            let (distance, slope) = distance([*point.0, *point.1], block);
            let nearer = distance < *least;
            *nearest = if nearer { number } else { *nearest };
            *by_x = if nearer { slope[0] } else { *by_x };
            *by_y = if nearer { slope[1] } else { *by_y };
            *by_yaw = if nearer { slope[2] } else { *by_yaw };
            *least = if nearer { distance } else { *least };
        }
    }

    /// The sum of the distances, and of the gradients by each of the blocks, point by point.
    fn sums<const BLOCKS: usize>(&self) -> (f64, [[f64; 3]; 3]) {
        let (mut sum, mut slopes) = (0.0, [[0.0; 3]; BLOCKS]);
        let [by_x, by_y, by_yaw] = &self.slope;
        let slope = by_x.iter().zip(by_y).zip(by_yaw);
        for ((distance, nearest), ((by_x, by_y), by_yaw)) in self.distance.iter().zip(&self.nearest).zip(slope) {
            sum += distance;
            for (number, total) in (0..).zip(&mut slopes) {
                // A sum is never -0, so that adding 0 leaves it as it is.
                for (total, part) in total.iter_mut().zip([by_x, by_y, by_yaw]) {
                    *total += if *nearest == number { *part } else { 0.0 };
                }
            }
        }
        (sum, std::array::from_fn(|number| slopes.get(number).copied().unwrap_or_default()))
    }
}

/// The distance from a point to the outline of a block, and its gradient by x, y and angle of the block.
#[inline(always)]
fn distance([px, py]: Point, block: &Block) -> (f64, [f64; 3]) {
    let (dx, dy) = (px - block.x, py - block.y);
    let (along, across) = (block.cos * dx + block.sin * dy, block.cos * dy - block.sin * dx);
    let (end, side) = (along.abs() - LENGTH / 2.0, across.abs() - WIDTH / 2.0);
    // The weights of the two distances: both outside of a corner, else that to the nearer line with its sign.
    let inside = |nearer: bool| if nearer { -1.0 } else { 0.0 };
    let by_end = if end > 0.0 { 1.0 } else { inside(side <= 0.0 && end > side) };
    let by_side = if side > 0.0 { 1.0 } else { inside(end <= 0.0 && end <= side) };
    let (u, v) = (by_end * along.signum(), by_side * across.signum());
    let slope = [v * block.sin - u * block.cos, -u * block.sin - v * block.cos, u * across - v * along];
    (by_end * end + by_side * side, slope)
}
