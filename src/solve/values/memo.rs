//! Values of single positions by memory: depth first, each position once.
use crate::error::{Error, Result};
use crate::game::{Game, Play};
use hashbrown::HashMap;

/// The values of the positions met so far in one game and one way of play.
pub struct Memo<'a, G: Game> {
    game: &'a G,
    play: Play,
    most: usize,
    values: HashMap<G::Position, u64>,
}

impl<'a, G: Game> Memo<'a, G> {
    /// Nothing is known yet; at most `most` positions will be kept.
    pub fn new(game: &'a G, play: Play, most: usize) -> Self {
        Memo { game, play, most, values: HashMap::new() }
    }

    /// The value of a position.
    ///
    /// # Errors
    /// More positions than may be kept.
    pub fn value(&mut self, position: &G::Position) -> Result<u64> {
        let mut stack = vec![position.clone()];
        while let Some(top) = stack.last() {
            if self.values.contains_key(top) {
                stack.pop();
                continue;
            }
            let options = self.game.options(top);
            let known = stack.len();
            stack.extend(options.iter().filter(|option| !self.values.contains_key(*option)).cloned());
            if stack.len() == known {
                let value = self.play.value(options.iter().map(|option| self.values[option]));
                self.values.insert(stack.pop().expect("the loop saw a top"), value);
            }
            if self.values.len() + stack.len() > self.most {
                let place = format!("{} {}", self.game.name(), self.game.show(position));
                let what = format!("more than {} positions are reached from it", self.most);
                return Err(Error::input(place, what, "a smaller position"));
            }
        }
        Ok(self.values[position])
    }

    /// How many positions are kept.
    pub fn positions(&self) -> usize {
        self.values.len()
    }
}
