//! The value of every move by a network: that of DQN (the paper, sections 3.1 and 5.3).
use crate::arena::net::{Network, Rows};
use crate::arena::{Embedding, Move, Tower};
use crate::error::{Error, Result};

/// A network that takes a tower and a move, and gives the reward that the mover may expect.
#[derive(Debug, Clone, PartialEq)]
pub struct ActionValues {
    network: Network,
    embedding: Embedding,
    buffer: usize,
}

impl ActionValues {
    /// The values that `network` gives to moves in this embedding, with room for `buffer` levels.
    ///
    /// # Errors
    /// A network that does not take so many numbers, or does not give one.
    pub fn new(network: Network, embedding: Embedding, buffer: usize) -> Result<Self> {
        let sizes = network.sizes();
        let inputs = embedding.action_size(buffer);
        if sizes.first() != Some(&inputs) || sizes.last() != Some(&1) {
            return Err(Error::input("network", format!("sizes {sizes:?}"), format!("{inputs} inputs and 1 output")));
        }
        Ok(ActionValues { network, embedding, buffer })
    }

    /// The network.
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// All moves and their values, from -1 for a fall to 1 for a win, in the order of the moves.
    pub fn of(&self, tower: &Tower) -> Vec<(Move, f32)> {
        let width = self.embedding.size(self.buffer);
        let (mut removals, mut places) = (Rows::new(self.network.inputs() - width), Rows::new(width));
        for block in tower.removals() {
            let (mut numbers, mut put) = (Vec::with_capacity(3 + width), Vec::with_capacity(width));
            let without = self.embedding.write_removal(tower, block, self.buffer, &mut numbers);
            removals.push(&narrowed(&numbers));
            for place in tower.places() {
                put.clear();
                self.embedding.write_place(without.clone(), place, self.buffer, &mut put);
                places.push(&narrowed(&put));
            }
        }
        // The moves of one block begin alike: that part of the sums is found once.
        let begun = self.network.begin(&removals);
        let outputs = self.network.go_on(begun.repeated(tower.places().count()), &places);
        tower.moves().zip(outputs.iter().map(|output| output[0])).collect()
    }

    /// The first move of the highest value; none if there is no move.
    pub fn best(&self, tower: &Tower) -> Option<Move> {
        let values = self.of(tower).into_iter();
        values.reduce(|best, next| if next.1 > best.1 { next } else { best }).map(|(chosen, _)| chosen)
    }

    /// A tower and a move as the network takes them.
    pub(super) fn input(&self, tower: &Tower, chosen: Move) -> Vec<f32> {
        let mut numbers = Vec::with_capacity(self.network.inputs());
        self.embedding.write_action(tower, chosen, self.buffer, &mut numbers);
        narrowed(&numbers)
    }

    /// All moves as the network takes them, one a row.
    pub(super) fn inputs(&self, tower: &Tower) -> Rows {
        let mut rows = Rows::new(self.network.inputs());
        tower.moves().for_each(|chosen| rows.push(&self.input(tower, chosen)));
        rows
    }

    /// The highest value among moves as the network takes them; none if there is no move.
    pub(super) fn most(&self, moves: &Rows) -> Option<f32> {
        self.network.outputs(moves).iter().map(|output| output[0]).reduce(f32::max)
    }

    /// The network, to be trained.
    pub(super) fn network_mut(&mut self) -> &mut Network {
        &mut self.network
    }
}

/// Numbers as a network takes them.
fn narrowed(numbers: &[f64]) -> Vec<f32> {
    numbers.iter().map(|number| *number as f32).collect()
}
