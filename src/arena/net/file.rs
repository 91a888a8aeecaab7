//! Networks as `safetensors` files, with a note of how they were made.
//!
//! The tensors have PyTorch's names and shapes: `0.weight`, `0.bias`, `2.weight`, and so on, as in a `Sequential` with a ReLU
//! between the layers. The header has one entry `topple`, the note as JSON: one entry, so that its bytes are always the same.
use super::{Layer, Network};
use crate::error::{Error, Result};
use safetensors::tensor::{Dtype, SafeTensors, TensorView};
use serde::{Deserialize, Serialize};

/// How a network was made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Note {
    /// The agent that plays with it.
    pub agent: String,
    /// The command that trains it again to the same bytes.
    pub command: String,
    /// The seed of the training.
    pub seed: u64,
    /// The epochs of the training.
    pub epochs: usize,
    /// The BLAKE3 hash of the weights: by layer, weights by unit, then biases, little-endian.
    pub weights: String,
}

/// The entry of the header that holds the note.
const ENTRY: &str = "topple";

/// The network as a file. The hash in the note is set to that of the weights.
///
/// # Errors
/// If the network is not one that the format can hold.
pub fn write(network: &Network, note: &Note) -> Result<Vec<u8>> {
    let tensors = bytes(network);
    let note = Note { weights: hash(&tensors), ..note.clone() };
    let text = serde_json::to_string(&note).map_err(|error| wrong(&note.agent, error))?;
    let mut views = Vec::with_capacity(tensors.len());
    for (name, shape, bytes) in &tensors {
        let view = TensorView::new(Dtype::F32, shape.clone(), bytes).map_err(|error| wrong(name, error))?;
        views.push((name.as_str(), view));
    }
    let entries = std::collections::HashMap::from([(ENTRY.to_string(), text)]);
    safetensors::serialize(views, Some(entries)).map_err(|error| wrong(&note.agent, error))
}

/// The network and the note in a file, `place` in messages.
///
/// # Errors
/// If the file is damaged, the layers do not fit, a weight is not a finite number, or the hash is not that of the weights.
pub fn read(place: &str, file: &[u8]) -> Result<(Network, Note)> {
    let tensors = SafeTensors::deserialize(file).map_err(|error| wrong(place, error))?;
    let (_, header) = SafeTensors::read_metadata(file).map_err(|error| wrong(place, error))?;
    let text =
        header.metadata().as_ref().and_then(|entries| entries.get(ENTRY)).ok_or_else(|| wrong(place, "no note"))?;
    let note: Note = serde_json::from_str(text).map_err(|error| wrong(place, error))?;
    let mut layers = Vec::new();
    while let Ok(weight) = tensors.tensor(&name(layers.len(), "weight")) {
        let bias = tensors.tensor(&name(layers.len(), "bias")).map_err(|error| wrong(place, error))?;
        let inputs = weight.shape().last().copied().unwrap_or(0);
        let layer = Layer::from_units(inputs, &numbers(place, &weight)?, numbers(place, &bias)?);
        layers.push(layer.ok_or_else(|| wrong(place, format!("layer {} has a wrong shape", layers.len())))?);
    }
    let network = Network::of(layers)?;
    if hash(&bytes(&network)) != note.weights {
        return Err(wrong(place, "the weights have another hash than the note says"));
    }
    Ok((network, note))
}

fn name(layer: usize, what: &str) -> String {
    format!("{}.{what}", 2 * layer)
}

/// Name, shape and bytes of each tensor.
fn bytes(network: &Network) -> Vec<(String, Vec<usize>, Vec<u8>)> {
    let little = |numbers: &[f32]| numbers.iter().flat_map(|number| number.to_le_bytes()).collect::<Vec<u8>>();
    let both = |(at, layer): (usize, &Layer)| {
        let weight = (name(at, "weight"), vec![layer.outputs(), layer.inputs()], little(&layer.by_unit()));
        [weight, (name(at, "bias"), vec![layer.outputs()], little(layer.bias()))]
    };
    network.layers().iter().enumerate().flat_map(both).collect()
}

fn hash(tensors: &[(String, Vec<usize>, Vec<u8>)]) -> String {
    let mut hasher = blake3::Hasher::new();
    for (_, _, bytes) in tensors {
        hasher.update(bytes);
    }
    hasher.finalize().to_hex().to_string()
}

fn numbers(place: &str, tensor: &TensorView) -> Result<Vec<f32>> {
    let four = |four: &[u8]| f32::from_le_bytes([four[0], four[1], four[2], four[3]]);
    let found: Vec<f32> = tensor.data().chunks_exact(4).map(four).collect();
    if tensor.dtype() != Dtype::F32 || found.iter().any(|number| !number.is_finite()) {
        return Err(wrong(place, "a tensor that is not of finite 32-bit numbers"));
    }
    Ok(found)
}

fn wrong(place: &str, what: impl std::fmt::Display) -> Error {
    Error::input(place, what.to_string(), "a network as `topple` writes it")
}
