//! The network of JengaZero: the value of a tower and how promising each move is (the paper, section 5.5).
use crate::arena::net::{Network, Scratch, softmax};
use crate::arena::{BUFFER, Embedding, Move, Tower};
use crate::error::{Error, Result};

/// Outputs for the blocks that may be taken: three for each level of the buffer.
pub(super) const REMOVALS: usize = 3 * BUFFER;
/// Outputs for the slots where the block may be put.
pub(super) const PLACES: usize = 3;
/// All outputs; the last is the value.
pub const OUTPUTS: usize = REMOVALS + PLACES + 1;

/// A network that takes a tower and gives the value of having moved to it, and numbers for removals and places. The policy is
/// the softmax over legal removals times the softmax over legal places.
#[derive(Debug, Clone, PartialEq)]
pub struct Zero {
    network: Network,
    embedding: Embedding,
}

/// Which outputs stand for legal choices in a tower.
pub(super) struct Legal {
    pub(super) removals: [bool; REMOVALS],
    pub(super) places: [bool; PLACES],
}

impl Legal {
    pub(super) fn of(tower: &Tower) -> Self {
        let mut legal = Legal { removals: [false; REMOVALS], places: [false; PLACES] };
        for (level, slot) in tower.removals().filter(|(level, _)| *level < BUFFER) {
            legal.removals[3 * level + slot] = true;
        }
        tower.places().for_each(|place| legal.places[place] = true);
        legal
    }
}

/// What the network says of a tower.
#[derive(Debug, Clone, PartialEq)]
pub struct Opinion {
    /// The reward that the player who moved to the tower may expect, about -1 to 1.
    pub value: f32,
    /// The moves in order, each with its share of the policy. Blocks above the buffer have no share.
    pub policy: Vec<(Move, f32)>,
}

impl Zero {
    /// The player's eyes: a network for this embedding.
    ///
    /// # Errors
    /// A network that does not take so many numbers, or does not give [`OUTPUTS`].
    pub fn new(network: Network, embedding: Embedding) -> Result<Self> {
        let sizes = network.sizes();
        let inputs = embedding.size(BUFFER);
        if sizes.first() != Some(&inputs) || sizes.last() != Some(&OUTPUTS) {
            let expected = format!("{inputs} inputs and {OUTPUTS} outputs");
            return Err(Error::input("network", format!("sizes {sizes:?}"), expected));
        }
        Ok(Zero { network, embedding })
    }

    /// The network.
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// What the network says of a tower.
    pub fn opinion(&self, tower: &Tower, scratch: &mut Scratch) -> Opinion {
        let output = self.network.output(&self.input(tower), scratch);
        let legal = Legal::of(tower);
        let removals = softmax(&output[..REMOVALS], &legal.removals);
        let places = softmax(&output[REMOVALS..REMOVALS + PLACES], &legal.places);
        let share = |chosen: Move| {
            let removal = removals.get(3 * usize::from(chosen.level) + usize::from(chosen.slot));
            (chosen, removal.unwrap_or(&0.0) * places[usize::from(chosen.place)])
        };
        Opinion { value: output[OUTPUTS - 1], policy: tower.moves().map(share).collect() }
    }

    /// A tower as the network takes it.
    pub(super) fn input(&self, tower: &Tower) -> Vec<f32> {
        let mut numbers = Vec::with_capacity(self.network.inputs());
        self.embedding.write(tower, BUFFER, &mut numbers);
        numbers.into_iter().map(|number| number as f32).collect()
    }

    /// The network, to be trained.
    pub(super) fn network_mut(&mut self) -> &mut Network {
        &mut self.network
    }
}
