//! The optimiser Adam, with the numbers that PyTorch takes if none are given.
use super::{Layer, Network};

/// How fast the mean of the gradients forgets.
const MEAN: f64 = 0.9;
/// How fast the mean of their squares forgets.
const SQUARE: f64 = 0.999;
/// Added to the root, so that nothing is divided by 0.
const LEAST: f32 = 1e-8;

/// The state of the optimiser: running means of gradients and of their squares.
#[derive(Debug, Clone)]
pub struct Adam {
    rate: f64,
    /// The powers of [`MEAN`] and [`SQUARE`] by the number of steps done.
    powers: [f64; 2],
    means: Vec<Layer>,
    squares: Vec<Layer>,
}

impl Adam {
    /// For a network, with this rate of learning.
    pub fn new(network: &Network, rate: f64) -> Self {
        let zeros: Vec<Layer> =
            network.layers().iter().map(|layer| Layer::zeros(layer.inputs(), layer.outputs())).collect();
        Adam { rate, powers: [1.0, 1.0], means: zeros.clone(), squares: zeros }
    }

    /// One step against the gradients that `Network::backward` gave.
    pub fn step(&mut self, network: &mut Network, gradients: &[Layer]) {
        self.powers = [self.powers[0] * MEAN, self.powers[1] * SQUARE];
        let step = (self.rate / (1.0 - self.powers[0])) as f32;
        let root = (1.0 - self.powers[1]).sqrt() as f32;
        let state = self.means.iter_mut().zip(&mut self.squares);
        for ((layer, gradient), (mean, square)) in network.layers.iter_mut().zip(gradients).zip(state) {
            let state = mean.numbers_mut().zip(square.numbers_mut());
            for ((weight, &g), (m, v)) in layer.numbers_mut().zip(gradient.numbers()).zip(state) {
                *m += (1.0 - MEAN) as f32 * (g - *m);
                *v = SQUARE as f32 * *v + (1.0 - SQUARE) as f32 * g * g;
                *weight -= step * (*m / (v.sqrt() / root + LEAST));
            }
        }
    }
}
