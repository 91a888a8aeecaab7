//! One layer: a matrix of weights and a bias for each unit.
use super::Rows;
use pulp::{Arch, Simd, WithSimd};

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
        output.copy_from_slice(&self.bias);
        add_rows(output, &self.weights, input);
    }

    /// The sums of the units of so many examples before any input: the biases.
    pub(super) fn biases(&self, count: usize) -> Rows {
        Rows { width: self.outputs(), values: self.bias.repeat(count) }
    }

    /// Adds inputs in order, the first of them being input `from` of the layer, to the sums of each example. The bits are those
    /// of [`Layer::forward`]. A part of the weights is taken for all examples before the next part.
    pub(super) fn add(&self, from: usize, inputs: &Rows, sums: &mut Rows) {
        for begin in (0..inputs.width).step_by(TOGETHER) {
            let part = begin..inputs.width.min(begin + TOGETHER);
            let weights = &self.weights[(from + begin) * self.outputs()..];
            for (input, sums) in inputs.iter().zip(sums.iter_mut()) {
                add_rows(sums, weights, &input[part.clone()]);
            }
        }
    }

    /// The gradient by the weights, from the inputs of a batch and the gradient by its outputs.
    pub(super) fn gradient(&self, before: &Rows, by_after: &Rows) -> Layer {
        let mut gradient = Layer::zeros(self.inputs, self.outputs());
        add_rows(&mut gradient.bias, &by_after.values, &vec![1.0; by_after.count()]);
        let columns = transposed(&before.values, self.inputs);
        let rows = gradient.weights.chunks_exact_mut(self.bias.len());
        for (row, factors) in rows.zip(columns.chunks_exact(before.count().max(1))) {
            add_rows(row, &by_after.values, factors);
        }
        gradient
    }

    /// The gradient by the inputs, which are values of ReLU units: 0 where the unit was silent.
    pub(super) fn by_input(&self, before: &Rows, by_after: &Rows) -> Rows {
        let by_unit = self.by_unit();
        let mut result = Rows::zeros(self.inputs, before.count());
        for ((input, by_output), by_input) in before.iter().zip(by_after.iter()).zip(result.iter_mut()) {
            add_rows(by_input, &by_unit, by_output);
            for (g, &x) in by_input.iter_mut().zip(input) {
                if x <= 0.0 {
                    *g = 0.0;
                }
            }
        }
        result
    }
}

/// How many rows are looked through before any is added.
const TOGETHER: usize = 64;

/// Adds to the sums each row by its factor, in order; factors of 0 add nothing and are left out.
fn add_rows(sums: &mut [f32], rows: &[f32], factors: &[f32]) {
    Arch::new().dispatch(Addition { sums, rows, factors });
}

/// What [`add_rows`] does: a struct, as only what is sure to be inlined into a dispatch is compiled for wide registers, and a
/// closure is not.
struct Addition<'a> {
    sums: &'a mut [f32],
    rows: &'a [f32],
    factors: &'a [f32],
}

impl WithSimd for Addition<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let Addition { sums, rows, factors } = self;
        for (factors, rows) in factors.chunks(TOGETHER).zip(rows.chunks(TOGETHER * sums.len())) {
            // The rows that count are written down first: a guess at each factor would go wrong too often.
            let (mut some, mut count) = ([0; TOGETHER], 0);
            for (row, factor) in factors.iter().enumerate() {
                some[count] = row;
                count += usize::from(*factor != 0.0);
            }
            let mut first = 0;
            while first < sums.len() {
                first += match sums.len() - first {
                    64.. => block::<64>(first, sums, rows, factors, &some[..count]),
                    8.. => block::<8>(first, sums, rows, factors, &some[..count]),
                    _ => block::<1>(first, sums, rows, factors, &some[..count]),
                };
            }
        }
    }
}

/// Adds to `N` of the sums, which stay in registers, some rows by their factors; gives `N`. One product and one sum for each
/// number, never fused.
#[inline(always)]
fn block<const N: usize>(first: usize, sums: &mut [f32], rows: &[f32], factors: &[f32], some: &[usize]) -> usize {
    let mut held = [0.0; N];
    held.copy_from_slice(&sums[first..first + N]);
    for &row in some {
        let start = row * sums.len() + first;
        for (sum, x) in held.iter_mut().zip(&rows[start..start + N]) {
            *sum += factors[row] * x;
        }
    }
    sums[first..first + N].copy_from_slice(&held);
    N
}

/// Rows of `width` numbers as columns.
fn transposed(values: &[f32], width: usize) -> Vec<f32> {
    (0..width).flat_map(|column| values.iter().skip(column).step_by(width).copied()).collect()
}
