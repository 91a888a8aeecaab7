//! Colourful Nim with one pile: a move takes balls of one colour from the top ("Winning colourful Nim").
use super::Game;
use super::list;
use crate::error::{Error, Result};
use std::fmt;

/// One pile of colourful Nim. A position is the sizes of its sections of one colour from the bottom to the top, each at
/// least one: `(1,2,2,2)`. A word of colours from the bottom to the top, such as `RYYRR`, is read as well.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pile;

/// Some balls taken from the top section.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Take(
    /// How many balls are taken, at least one.
    pub u64,
);

impl fmt::Display for Take {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "take {}", self.0)
    }
}

impl Game for Pile {
    type Position = Vec<u64>;
    type Move = Take;

    fn name(&self) -> String {
        "pile".to_string()
    }

    fn moves(&self, sections: &Vec<u64>) -> Vec<(Take, Vec<u64>)> {
        let Some((&top, below)) = sections.split_last() else { return Vec::new() };
        let left = |balls: u64| if balls == 0 { below.to_vec() } else { [below, &[balls]].concat() };
        (1..=top).map(|taken| (Take(taken), left(top - taken))).collect()
    }

    fn weight(&self, sections: &Vec<u64>) -> u128 {
        list::total(sections)
    }

    fn parse(&self, text: &str) -> Result<Vec<u64>> {
        let sections = sections("pile", text)?;
        list::bounded("pile", &sections)?;
        Ok(sections)
    }

    fn show(&self, sections: &Vec<u64>) -> String {
        list::written(sections, '(', ')')
    }
}

/// Reads a pile of any size as sections from the bottom to the top: `(1,2,2,2)`, `1,2,2,2`, or a word of colours.
///
/// # Errors
/// A section of no balls, or text that is neither numbers nor letters.
pub fn sections(place: &str, text: &str) -> Result<Vec<u64>> {
    let text = text.trim();
    if !text.is_empty() && text.chars().all(char::is_alphabetic) {
        return Ok(runs(text.chars()));
    }
    let sections = list::numbers(place, text, '(', ')')?;
    if sections.contains(&0) {
        return Err(Error::input(place, "a section of 0 balls", "sections of at least one ball"));
    }
    Ok(sections)
}

/// The lengths of the runs of equal colours: all of a coloured pile that play can see.
pub fn runs<C: PartialEq>(colours: impl IntoIterator<Item = C>) -> Vec<u64> {
    let (mut runs, mut last): (Vec<u64>, Option<C>) = (Vec::new(), None);
    for colour in colours {
        match runs.last_mut() {
            Some(run) if last.as_ref() == Some(&colour) => *run += 1,
            _ => runs.push(1),
        }
        last = Some(colour);
    }
    runs
}

/// The Grundy value of a pile of any size in one pass from the bottom up: the top section, less one if the
/// eeny-meeny condition is met ("Winning colourful Nim", The eeny-meeny rule). Sections are at least one ball.
///
/// The condition for a section is that it is smaller than the one below, or as large with the condition not met there.
/// Certificates of kind `pile` prove it equal to the printed program.
pub fn closed_form(sections: &[u64]) -> u64 {
    let Some(&top) = sections.last() else { return 0 };
    let met = sections.windows(2).fold(false, |met, pair| pair[1] < pair[0] || (pair[1] == pair[0] && !met));
    top - u64::from(met)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::mex;

    #[test]
    fn the_four_spellings_of_a_pile() {
        for text in ["1,2,2", "(1,2,2)", " ( 1, 2,2 ) ", "RYYRR", "abbcc"] {
            assert_eq!(Pile.parse(text).unwrap(), vec![1, 2, 2], "{text}");
        }
        for text in ["()", ""] {
            assert!(Pile.parse(text).unwrap().is_empty());
        }
    }

    #[test]
    fn nonsense_is_refused() {
        for text in ["1,0,2", "(1", "1)", "R1", "1,2,", "2000000", "0"] {
            assert!(Pile.parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_move_takes_from_the_top_section_only() {
        let moves = Game::moves(&Pile, &vec![3, 2]);
        assert_eq!(moves, vec![(Take(1), vec![3, 1]), (Take(2), vec![3])]);
        assert!(Game::moves(&Pile, &vec![]).is_empty());
    }

    #[test]
    fn closed_form_on_small_and_huge_piles() {
        assert_eq!(closed_form(&[]), 0);
        assert_eq!(closed_form(&[u64::MAX, u64::MAX]), u64::MAX - 1);
        for (pile, value) in [([1, 1, 1], 1), ([2, 2, 1], 0), ([1, 2, 2], 1), ([1, 3, 3], 2)] {
            assert_eq!(closed_form(&pile), value, "{pile:?}");
            assert_eq!(mex(Pile.options(&pile.to_vec()).iter().map(|option| closed_form(option))), value);
        }
    }
}
