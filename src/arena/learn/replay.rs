//! The latest examples, from which batches are drawn (the paper, section 4.4).
use crate::arena::Rng;

/// A buffer that forgets the oldest example when it is full.
#[derive(Debug, Clone)]
pub(super) struct Replay<T> {
    size: usize,
    /// Where the next example goes once the buffer is full.
    next: usize,
    examples: Vec<T>,
}

impl<T> Replay<T> {
    /// Room for `size` examples, at least one.
    pub(super) fn new(size: usize) -> Self {
        Replay { size: size.max(1), next: 0, examples: Vec::new() }
    }

    pub(super) fn push(&mut self, example: T) {
        if self.examples.len() < self.size {
            self.examples.push(example);
        } else {
            self.examples[self.next] = example;
            self.next = (self.next + 1) % self.size;
        }
    }

    /// `count` different examples at random, or all if there are fewer.
    pub(super) fn sample(&self, count: usize, rng: &mut Rng) -> Vec<&T> {
        let mut order: Vec<usize> = (0..self.examples.len()).collect();
        rng.shuffle(&mut order);
        order.iter().take(count).map(|&at| &self.examples[at]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_latest_examples_are_kept_and_drawn_once() {
        let mut replay = Replay::new(4);
        (0..10).for_each(|number| replay.push(number));
        let mut rng = Rng::new(1, "test", 0);
        let mut drawn: Vec<i32> = replay.sample(9, &mut rng).into_iter().copied().collect();
        drawn.sort();
        assert_eq!(drawn, [6, 7, 8, 9]);
        assert_eq!(replay.sample(2, &mut rng).len(), 2);
    }
}
