//! Nim: heaps of stones; a move takes any number of stones from one heap.
use super::Game;
use super::list;
use crate::error::Result;
use std::fmt;

/// The game of Nim. A position is its heaps in rising order, without empty ones: `[2,2]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Nim;

/// Some stones taken from a heap.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Take {
    /// How many stones are taken, at least one.
    pub stones: u64,
    /// The size of the heap before the move.
    pub heap: u64,
}

impl fmt::Display for Take {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "take {} from {}", self.stones, self.heap)
    }
}

/// The heaps in rising order, without empty ones.
fn sorted(mut heaps: Vec<u64>) -> Vec<u64> {
    heaps.retain(|&heap| heap > 0);
    heaps.sort_unstable();
    heaps
}

impl Game for Nim {
    type Position = Vec<u64>;
    type Move = Take;

    fn name(&self) -> String {
        "nim".to_string()
    }

    fn moves(&self, heaps: &Vec<u64>) -> Vec<(Take, Vec<u64>)> {
        let mut moves = Vec::new();
        for (i, &heap) in heaps.iter().enumerate() {
            if i > 0 && heaps[i - 1] == heap {
                continue; // an equal heap offers the same moves
            }
            for stones in 1..=heap {
                let mut option = heaps.clone();
                option[i] -= stones;
                moves.push((Take { stones, heap }, sorted(option)));
            }
        }
        moves
    }

    fn weight(&self, heaps: &Vec<u64>) -> u128 {
        list::total(heaps)
    }

    fn parse(&self, text: &str) -> Result<Vec<u64>> {
        let heaps = sorted(list::numbers("nim position", text, '[', ']')?);
        list::bounded("nim position", &heaps)?;
        Ok(heaps)
    }

    fn show(&self, heaps: &Vec<u64>) -> String {
        list::written(heaps, '[', ']')
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heaps_have_no_order_and_empty_heaps_are_none() {
        assert_eq!(Nim.parse("[2, 0,1]").unwrap(), vec![1, 2]);
        assert_eq!(Nim.show(&Nim.parse("2,1").unwrap()), "[1,2]");
        assert_eq!(Nim.parse("[]").unwrap(), Vec::<u64>::new());
    }

    #[test]
    fn equal_heaps_are_listed_once() {
        let moves: Vec<String> =
            Game::moves(&Nim, &vec![2, 2]).iter().map(|(take, to)| format!("{take}: {}", Nim.show(to))).collect();
        assert_eq!(moves, ["take 1 from 2: [1,2]", "take 2 from 2: [2]"]);
    }

    #[test]
    fn nonsense_is_refused() {
        for text in ["[2,2", "2,,2", "[x]", "-1", "18446744073709551616", "[1000001]"] {
            assert!(Nim.parse(text).is_err(), "{text}");
        }
    }
}
