//! Small networks: layers of ReLU units, trained by Adam (the paper, sections 3.1, 5.3 and 5.5).
//!
//! All sums are taken in one fixed order, and no operation is fused, so that a network gives the same bits on every machine.
//! Libraries of linear algebra do not: they choose their kernel by the processor. The loops run over the units of a layer, each
//! of which has its own sum, so the compiler may use vector instructions without a change of any result.
mod adam;
mod file;
mod layer;
mod loss;
#[cfg(test)]
mod tests;

pub use adam::Adam;
pub use file::{Note, read, write};
pub use layer::Layer;
pub use loss::{Loss, cross_entropy, smooth_l1, softmax, squared};

use crate::error::{Error, Result};

/// Rows of one width, one example a row.
#[derive(Debug, Clone, PartialEq)]
pub struct Rows {
    width: usize,
    values: Vec<f32>,
}

impl Rows {
    /// No rows yet, each to be `width` numbers wide; a width of 0 is taken for 1.
    pub fn new(width: usize) -> Self {
        Rows { width: width.max(1), values: Vec::new() }
    }

    /// `count` rows of zeros.
    pub fn zeros(width: usize, count: usize) -> Self {
        let width = width.max(1);
        Rows { width, values: vec![0.0; width * count] }
    }

    /// Adds a row. It is cut or filled with zeros to the width.
    pub fn push(&mut self, row: &[f32]) {
        let length = row.len().min(self.width);
        self.values.extend_from_slice(&row[..length]);
        self.values.resize(self.values.len() + self.width - length, 0.0);
    }

    /// The rows in order.
    pub fn iter(&self) -> std::slice::ChunksExact<'_, f32> {
        self.values.chunks_exact(self.width)
    }

    /// The rows in order, to be changed.
    pub fn iter_mut(&mut self) -> std::slice::ChunksExactMut<'_, f32> {
        self.values.chunks_exact_mut(self.width)
    }

    /// Each row so many times, one after another.
    pub(super) fn repeated(&self, times: usize) -> Self {
        let mut rows = Rows { width: self.width, values: Vec::with_capacity(times * self.values.len()) };
        self.iter().for_each(|row| (0..times).for_each(|_| rows.values.extend_from_slice(row)));
        rows
    }

    /// How many rows there are.
    pub fn count(&self) -> usize {
        self.values.len() / self.width
    }
}

/// A feed-forward network: ReLU after every layer but the last.
#[derive(Debug, Clone, PartialEq)]
pub struct Network {
    layers: Vec<Layer>,
}

/// What the layers gave for a batch: the input first, the output last.
pub struct Trace {
    activations: Vec<Rows>,
}

impl Trace {
    /// The output, one row an example.
    pub fn output(&self) -> &Rows {
        self.activations.last().expect("a trace holds at least its input")
    }
}

/// Room for the values of one example, kept so that a search allocates nothing.
#[derive(Debug, Clone, Default)]
pub struct Scratch {
    now: Vec<f32>,
    next: Vec<f32>,
}

impl Network {
    /// A network with these numbers of units, input first, its weights drawn as PyTorch's `Linear` does: uniform up to one by
    /// the root of the layer's inputs. `uniform` gives numbers from 0 to 1.
    ///
    /// # Errors
    /// If there are fewer than two sizes, or one of them is 0 or above 100,000.
    pub fn new(sizes: &[usize], uniform: &mut impl FnMut() -> f64) -> Result<Self> {
        if sizes.len() < 2 || sizes.iter().any(|size| !(1..=100_000).contains(size)) {
            return Err(Error::input(
                "network",
                format!("sizes {sizes:?}"),
                "two sizes or more, each from 1 to 100000",
            ));
        }
        Ok(Network { layers: sizes.windows(2).map(|pair| Layer::random(pair[0], pair[1], uniform)).collect() })
    }

    /// A network of layers that fit each other.
    ///
    /// # Errors
    /// If there is no layer, or one takes another number of inputs than the layer before it gives.
    pub fn of(layers: Vec<Layer>) -> Result<Self> {
        let fits = layers.windows(2).all(|pair| pair[0].outputs() == pair[1].inputs());
        if layers.is_empty() || !fits {
            let sizes: Vec<_> = layers.iter().map(|layer| (layer.inputs(), layer.outputs())).collect();
            return Err(Error::input("network", format!("layers {sizes:?}"), "layers that fit each other"));
        }
        Ok(Network { layers })
    }

    /// The layers, input first.
    pub fn layers(&self) -> &[Layer] {
        &self.layers
    }

    /// The numbers of units, input first.
    pub fn sizes(&self) -> Vec<usize> {
        std::iter::once(self.inputs()).chain(self.layers.iter().map(Layer::outputs)).collect()
    }

    /// How many numbers an example has.
    pub fn inputs(&self) -> usize {
        self.layers[0].inputs()
    }

    /// The output for one example, the same bits as in a batch.
    pub fn output<'a>(&self, input: &[f32], scratch: &'a mut Scratch) -> &'a [f32] {
        scratch.now.clear();
        scratch.now.extend_from_slice(input);
        for (at, layer) in self.layers.iter().enumerate() {
            scratch.next.resize(layer.outputs(), 0.0);
            layer.forward(&scratch.now, &mut scratch.next);
            if at + 1 < self.layers.len() {
                relu(&mut scratch.next);
            }
            std::mem::swap(&mut scratch.now, &mut scratch.next);
        }
        &scratch.now
    }

    /// The output for examples, one a row; the same bits as one by one.
    pub fn outputs(&self, examples: &Rows) -> Rows {
        self.end(self.begin(examples))
    }

    /// The sums of the first layer for examples of which only the first numbers are known.
    pub(super) fn begin(&self, first: &Rows) -> Rows {
        let mut sums = self.layers[0].biases(first.count());
        self.layers[0].add(0, first, &mut sums);
        sums
    }

    /// The output for examples with these sums of the first layer, to which only their last numbers are to be added.
    pub(super) fn go_on(&self, mut sums: Rows, last: &Rows) -> Rows {
        self.layers[0].add(self.inputs() - last.width, last, &mut sums);
        self.end(sums)
    }

    /// The output, from the sums of the first layer.
    fn end(&self, sums: Rows) -> Rows {
        self.layers[1..].iter().fold(sums, |mut before, layer| {
            relu(&mut before.values);
            let mut sums = layer.biases(before.count());
            layer.add(0, &before, &mut sums);
            sums
        })
    }

    /// The values of all layers for a batch.
    pub fn forward(&self, batch: Rows) -> Trace {
        let mut activations = vec![batch];
        for (at, layer) in self.layers.iter().enumerate() {
            let before = &activations[at];
            let mut after = layer.biases(before.count());
            layer.add(0, before, &mut after);
            if at + 1 < self.layers.len() {
                relu(&mut after.values);
            }
            activations.push(after);
        }
        Trace { activations }
    }

    /// The gradient of a loss by every weight, from its gradient by the output of the trace. It has the shape of the network.
    pub fn backward(&self, trace: &Trace, by_output: Rows) -> Vec<Layer> {
        let mut gradients = Vec::with_capacity(self.layers.len());
        let mut by_after = by_output;
        for (at, layer) in self.layers.iter().enumerate().rev() {
            let before = &trace.activations[at];
            gradients.push(layer.gradient(before, &by_after));
            if at > 0 {
                by_after = layer.by_input(before, &by_after);
            }
        }
        gradients.reverse();
        gradients
    }
}

fn relu(values: &mut [f32]) {
    for value in values {
        *value = if *value > 0.0 { *value } else { 0.0 };
    }
}
