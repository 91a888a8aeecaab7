//! How good the estimates are, over many levels whose blocks are known.
use super::{Estimate, Point, estimate};
use crate::arena::model::{Block, LENGTH, Model, WIDTH};
use crate::arena::rng::Rng;
use rayon::prelude::*;

/// How the clouds are made.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Conditions {
    /// Points on the outline of each block.
    pub points: usize,
    /// Standard deviation of each coordinate of a point, in metres.
    pub sensor: f64,
    /// How the blocks lie.
    pub model: Model,
}

impl Default for Conditions {
    /// 60 points a block, with half a millimetre of error.
    fn default() -> Self {
        Conditions { points: 60, sensor: 5e-4, model: Model::default() }
    }
}

/// What came out over some levels.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Accuracy {
    /// `counts[k - 1][f - 1]`: levels of k blocks that were taken for f blocks.
    pub counts: [[usize; 3]; 3],
    /// The mean distance from a found centre to the true one, in millimetres, where the number of blocks was right.
    pub centre: f64,
    /// The largest such distance, in millimetres.
    pub centre_most: f64,
    /// The mean difference of the angles, in degrees.
    pub angle: f64,
    /// The mean losses of the fits of one, two and three blocks, in millimetres, by the true number.
    pub losses: [[f64; 3]; 3],
}

impl Accuracy {
    /// Levels whose number of blocks was right, and all levels.
    pub fn right(&self) -> (usize, usize) {
        ((0..3).map(|k| self.counts[k][k]).sum(), self.counts.iter().flatten().sum())
    }
}

/// Points on the outlines of blocks, evenly by chance, each with the error of a sensor.
pub fn scan(blocks: &[Block], conditions: &Conditions, rng: &mut Rng) -> Vec<Point> {
    let mut points = Vec::with_capacity(blocks.len() * conditions.points);
    for block in blocks {
        for _ in 0..conditions.points {
            let (along, across) = on_outline(rng.uniform() * 2.0 * (LENGTH + WIDTH));
            let x = block.x + block.cos * along - block.sin * across;
            let y = block.y + block.sin * along + block.cos * across;
            points.push([x + conditions.sensor * rng.normal(), y + conditions.sensor * rng.normal()]);
        }
    }
    points
}

/// The place on the outline so many metres from a corner, in the frame of the block.
fn on_outline(way: f64) -> (f64, f64) {
    let (half, side) = (LENGTH + WIDTH, if way < LENGTH + WIDTH { 1.0 } else { -1.0 });
    let way = if side > 0.0 { way } else { way - half };
    if way < LENGTH {
        (way - LENGTH / 2.0, side * WIDTH / 2.0)
    } else {
        (side * LENGTH / 2.0, way - LENGTH - WIDTH / 2.0)
    }
}

/// Estimates `levels` levels with one to three blocks, all choices of slots and both directions in turn. Their noise comes from
/// the seed, and the result is the same for any number of threads.
pub fn measure(levels: usize, conditions: &Conditions, seed: u64) -> Accuracy {
    let one = |number: usize| {
        let mut rng = Rng::new(seed, "cloud", number as u64);
        let (slots, level) = (number % 7 + 1, number / 7 % 2);
        let here = (0..3).filter(|slot| slots >> slot & 1 == 1);
        let blocks: Vec<Block> = here.map(|slot| conditions.model.laid(level, slot, &mut rng)).collect();
        let found = estimate(&scan(&blocks, conditions, &mut rng));
        (blocks, found)
    };
    let found: Vec<(Vec<Block>, Estimate)> = (0..levels).into_par_iter().map(one).collect();
    summary(&found)
}

fn summary(found: &[(Vec<Block>, Estimate)]) -> Accuracy {
    let mut result = Accuracy::default();
    let mut matched = 0.0;
    for (blocks, estimate) in found {
        let known = blocks.len() - 1;
        result.counts[known][estimate.count - 1] += 1;
        for (mean, fit) in result.losses[known].iter_mut().zip(&estimate.fits) {
            *mean += 1000.0 * fit.loss;
        }
        if estimate.count == blocks.len() {
            for block in blocks {
                let (distance, turn) = error(block, &estimate.chosen().blocks);
                result.centre += 1000.0 * distance;
                result.centre_most = result.centre_most.max(1000.0 * distance);
                result.angle += turn.to_degrees();
                matched += 1.0;
            }
        }
    }
    for (losses, counts) in result.losses.iter_mut().zip(&result.counts) {
        let levels = counts.iter().sum::<usize>().max(1) as f64;
        losses.iter_mut().for_each(|mean| *mean /= levels);
    }
    let matched = f64::max(matched, 1.0);
    Accuracy { centre: result.centre / matched, angle: result.angle / matched, ..result }
}

/// Distance and turn from a block to the nearest found one. A block turned by half a turn is the same block.
fn error(block: &Block, found: &[Block]) -> (f64, f64) {
    let distance = |other: &Block| libm::hypot(other.x - block.x, other.y - block.y);
    let turn = |other: &Block| {
        let turn = libm::fmod(other.yaw - block.yaw, std::f64::consts::PI).abs();
        turn.min(std::f64::consts::PI - turn)
    };
    let errors = found.iter().map(|other| (distance(other), turn(other)));
    errors.reduce(|best, next| if next.0 < best.0 { next } else { best }).unwrap_or((0.0, 0.0))
}
