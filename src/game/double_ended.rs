//! Colourful Nim with balls taken from both ends ("Winning colourful Nim", Taking balls from both ends); the literature
//! knows it as End-Nim.
use super::Game;
use super::{list, pile};
use crate::error::Result;
use std::fmt;

/// A pile that both ends are played from. A position is the sizes of its sections in a row, each at least one: `(1,3,2)`.
/// Sections never join: only end sections shrink, and what is inside keeps its neighbours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DoubleEnded;

/// Which end of a pile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// The section written first.
    First,
    /// The section written last.
    Last,
}

/// Some balls taken from an end section.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Take {
    /// How many balls are taken, at least one.
    pub balls: u64,
    /// From where. A single section is both ends; its moves are listed once, as from the first.
    pub end: End,
}

impl fmt::Display for Take {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let end = match self.end {
            End::First => "first",
            End::Last => "last",
        };
        write!(f, "take {} from the {end}", self.balls)
    }
}

impl Game for DoubleEnded {
    type Position = Vec<u64>;
    type Move = Take;

    fn name(&self) -> String {
        "double-ended".to_string()
    }

    fn moves(&self, sections: &Vec<u64>) -> Vec<(Take, Vec<u64>)> {
        let ends: &[(End, usize)] = match sections.len() {
            0 => &[],
            1 => &[(End::First, 0)],
            len => &[(End::First, 0), (End::Last, len - 1)],
        };
        let mut moves = Vec::new();
        for &(end, i) in ends {
            for balls in 1..=sections[i] {
                let mut option = sections.clone();
                option[i] -= balls;
                option.retain(|&section| section > 0);
                moves.push((Take { balls, end }, option));
            }
        }
        moves
    }

    fn weight(&self, sections: &Vec<u64>) -> u128 {
        list::total(sections)
    }

    fn parse(&self, text: &str) -> Result<Vec<u64>> {
        let sections = pile::sections("double-ended pile", text)?;
        list::bounded("double-ended pile", &sections)?;
        Ok(sections)
    }

    fn show(&self, sections: &Vec<u64>) -> String {
        list::written(sections, '(', ')')
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ends_are_played_and_a_single_section_once() {
        let shown = |sections: Vec<u64>| -> Vec<String> {
            let moves = Game::moves(&DoubleEnded, &sections);
            moves.iter().map(|(take, to)| format!("{take}: {}", DoubleEnded.show(to))).collect()
        };
        assert_eq!(
            shown(vec![1, 3, 2]),
            ["take 1 from the first: (3,2)", "take 1 from the last: (1,3,1)", "take 2 from the last: (1,3)"]
        );
        assert_eq!(shown(vec![2]), ["take 1 from the first: (1)", "take 2 from the first: ()"]);
        assert!(shown(vec![]).is_empty());
    }
}
