//! The numbers of the model: how large blocks are, where they lie, and how far they lie askew.
use super::rng::Rng;
use crate::error::{Error, Result};

/// Length of a block.
pub(super) const LENGTH: f64 = 0.075;
/// Width of a block.
pub(super) const WIDTH: f64 = 0.025;
/// Distance of the centres of neighbouring slots.
const PITCH: f64 = 0.030;
/// Standard deviation of a centre, for each coordinate, at noise scale 1.
const CENTRE_SD: f64 = 0.001;
/// Standard deviation of the angle at noise scale 1.
const YAW_SD: f64 = 0.003;
/// Standard deviation in the chance that a level holds, as the paper's tournament has it.
const CHANCE_SD: f64 = 0.001;

/// What may vary in the model.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Model {
    noise_scale: f64,
    chance_sd: f64,
}

impl Default for Model {
    fn default() -> Self {
        Model { noise_scale: 1.0, chance_sd: CHANCE_SD }
    }
}

impl Model {
    /// The model with `noise_scale` times the usual noise of placing, and `chance_sd` metres as the distance that
    /// changes the odds of a level to hold by the factor e.
    ///
    /// # Errors
    /// A scale that is not in 0 to 100, or a distance that is not in 1e-6 to 1.
    pub fn new(noise_scale: f64, chance_sd: f64) -> Result<Self> {
        if !(0.0..=100.0).contains(&noise_scale) {
            return Err(Error::input("noise scale", noise_scale.to_string(), "a number from 0 to 100"));
        }
        if !(1e-6..=1.0).contains(&chance_sd) {
            return Err(Error::input("chance sd", chance_sd.to_string(), "metres from 0.000001 to 1, usually 0.001"));
        }
        Ok(Model { noise_scale, chance_sd })
    }

    /// How many times the usual noise the blocks have.
    pub fn noise_scale(&self) -> f64 {
        self.noise_scale
    }

    /// The distance that changes the odds of a level to hold by the factor e.
    pub fn chance_sd(&self) -> f64 {
        self.chance_sd
    }

    /// A block laid at a slot of a level, with fresh noise: three random numbers, for x, y and angle.
    pub fn laid(&self, level: usize, slot: usize, rng: &mut Rng) -> Block {
        let [x, y, yaw] = ideal(level, slot);
        let (dx, dy, turn) = (rng.normal(), rng.normal(), rng.normal());
        let centre_sd = CENTRE_SD * self.noise_scale;
        Block::new(x + dx * centre_sd, y + dy * centre_sd, yaw + turn * (YAW_SD * self.noise_scale))
    }
}

/// A block: where its centre is seen from above, and the angle of its long axis to the x axis.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Block {
    /// First coordinate of the centre.
    pub x: f64,
    /// Second coordinate of the centre.
    pub y: f64,
    /// Angle of the long axis.
    pub yaw: f64,
    pub(super) cos: f64,
    pub(super) sin: f64,
}

impl Block {
    /// A block with this centre and angle.
    pub fn new(x: f64, y: f64, yaw: f64) -> Self {
        let (sin, cos) = libm::sincos(yaw);
        Block { x, y, yaw, cos, sin }
    }

    /// The block that lies exactly at a slot of a level.
    pub fn ideal(level: usize, slot: usize) -> Self {
        let [x, y, yaw] = ideal(level, slot);
        Block::new(x, y, yaw)
    }

    /// The corners, in order around the block.
    pub fn corners(&self) -> [[f64; 2]; 4] {
        let (ax, ay) = (self.cos * (LENGTH / 2.0), self.sin * (LENGTH / 2.0));
        let (bx, by) = (-self.sin * (WIDTH / 2.0), self.cos * (WIDTH / 2.0));
        [
            [self.x + ax + bx, self.y + ay + by],
            [self.x - ax + bx, self.y - ay + by],
            [self.x - ax - bx, self.y - ay - by],
            [self.x + ax - bx, self.y + ay - by],
        ]
    }
}

/// Centre and angle of a slot: even levels lie along x, odd ones along y.
fn ideal(level: usize, slot: usize) -> [f64; 3] {
    let across = (slot as f64 - 1.0) * PITCH;
    if level.is_multiple_of(2) { [0.0, across, 0.0] } else { [across, 0.0, std::f64::consts::FRAC_PI_2] }
}
