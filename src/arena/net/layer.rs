//! One layer: a matrix of weights and a bias for each unit.
use super::Rows;
use pulp::Arch;

/// A layer of units that each take all inputs. The weights lie by input, so that a loop over the units is a loop over memory.
#[derive(Debug, Clone, PartialEq)]
pub struct Layer {
    inputs: usize,
    weights: Vec<f32>,
    bias: Vec<f32>,
}

impl Layer {
    /// All weights 0.
    pub fn zeros(inputs: usize, outputs: usize) -> Self {
        Layer { inputs, weights: vec![0.0; inputs * outputs], bias: vec![0.0; outputs] }
    }

    /// All weights and biases uniform up to one by the root of `inputs`, in PyTorch's order: by unit, then the biases.
    pub fn random(inputs: usize, outputs: usize, uniform: &mut impl FnMut() -> f64) -> Self {
        let bound = 1.0 / (inputs as f64).sqrt();
        let mut draw = || (bound * (2.0 * uniform() - 1.0)) as f32;
        let by_unit: Vec<f32> = (0..inputs * outputs).map(|_| draw()).collect();
        let bias = (0..outputs).map(|_| draw()).collect();
        Layer { inputs, weights: transposed(&by_unit, inputs), bias }
    }

    /// A layer of weights that lie by unit, as PyTorch keeps them; `None` if their number is not inputs times units.
    pub fn from_units(inputs: usize, by_unit: &[f32], bias: Vec<f32>) -> Option<Self> {
        let fits = inputs > 0 && !bias.is_empty() && inputs.checked_mul(bias.len()) == Some(by_unit.len());
        fits.then(|| Layer { inputs, weights: transposed(by_unit, inputs), bias })
    }

    /// The weights by unit, as PyTorch keeps them.
    pub fn by_unit(&self) -> Vec<f32> {
        transposed(&self.weights, self.outputs())
    }

    /// The bias of each unit.
    pub fn bias(&self) -> &[f32] {
        &self.bias
    }

    /// How many numbers the layer takes.
    pub fn inputs(&self) -> usize {
        self.inputs
    }

    /// How many units it has.
    pub fn outputs(&self) -> usize {
        self.bias.len()
    }

    /// All weights, then all biases, to be changed together with those of another layer of this shape.
    pub(super) fn numbers_mut(&mut self) -> impl Iterator<Item = &mut f32> {
        self.weights.iter_mut().chain(&mut self.bias)
    }

    /// All weights, then all biases.
    pub(super) fn numbers(&self) -> impl Iterator<Item = &f32> {
        self.weights.iter().chain(&self.bias)
    }

    /// The sums of the units for one example: bias first, then the inputs in order. Inputs of 0 add nothing and are left out.
    pub fn forward(&self, input: &[f32], output: &mut [f32]) {
        Arch::new().dispatch(|| {
            let mut first = 0;
            while first < output.len() {
                first += match output.len() - first {
                    64.. => self.block::<64>(first, input, output),
                    8.. => self.block::<8>(first, input, output),
                    _ => self.block::<1>(first, input, output),
                };
            }
        });
    }

    /// The sums of `N` units, which stay in registers; gives `N`.
    #[inline(always)]
    fn block<const N: usize>(&self, first: usize, input: &[f32], output: &mut [f32]) -> usize {
        let units = first..first + N;
        let mut sums = [0.0; N];
        sums.copy_from_slice(&self.bias[units.clone()]);
        for (row, &x) in self.weights.chunks_exact(self.bias.len()).zip(input) {
            if x != 0.0 {
                add(&mut sums, x, &row[units.clone()]);
            }
        }
        output[units].copy_from_slice(&sums);
        N
    }

    /// The gradient by the weights, from the inputs of a batch and the gradient by its outputs.
    pub(super) fn gradient(&self, before: &Rows, by_after: &Rows) -> Layer {
        let mut gradient = Layer::zeros(self.inputs, self.outputs());
        Arch::new().dispatch(|| {
            for (input, by_output) in before.iter().zip(by_after.iter()) {
                add(&mut gradient.bias, 1.0, by_output);
                for (row, &x) in gradient.weights.chunks_exact_mut(by_output.len()).zip(input) {
                    if x != 0.0 {
                        add(row, x, by_output);
                    }
                }
            }
        });
        gradient
    }

    /// The gradient by the inputs, which are values of ReLU units: 0 where the unit was silent.
    pub(super) fn by_input(&self, before: &Rows, by_after: &Rows) -> Rows {
        let by_unit = self.by_unit();
        let mut result = Rows::zeros(self.inputs, before.count());
        let arch = Arch::new();
        for ((input, by_output), by_input) in before.iter().zip(by_after.iter()).zip(result.iter_mut()) {
            arch.dispatch(|| {
                for (row, &g) in by_unit.chunks_exact(self.inputs).zip(by_output) {
                    if g != 0.0 {
                        add(by_input, g, row);
                    }
                }
            });
            for (g, &x) in by_input.iter_mut().zip(input) {
                if x <= 0.0 {
                    *g = 0.0;
                }
            }
        }
        result
    }
}

/// Adds `factor` times `row`: one product and one sum for each number, never fused.
#[inline(always)]
fn add(sums: &mut [f32], factor: f32, row: &[f32]) {
    for (sum, x) in sums.iter_mut().zip(row) {
        *sum += factor * x;
    }
}

/// Rows of `width` numbers as columns.
fn transposed(values: &[f32], width: usize) -> Vec<f32> {
    (0..width).flat_map(|column| values.iter().skip(column).step_by(width).copied()).collect()
}
