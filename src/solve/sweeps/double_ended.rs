//! Piles played from both ends: Grundy values and misère outcomes of all piles with bounded sections, and the known
//! outcome rule (M. H. Albert, R. J. Nowakowski, "The game of End-Nim", Electronic J. Combin. 8(2), 2001).
use crate::error::{Error, Result};
use crate::solve::Memory;
use rayon::prelude::*;

/// The values of all piles with one number of sections, each section from 1 to `largest`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PileValues {
    /// How many sections.
    pub sections: usize,
    /// The largest section.
    pub largest: usize,
    /// The values, by inner sections, then first section, then last.
    values: Vec<u16>,
}

impl PileValues {
    /// The value of a pile with this number of sections.
    pub fn value(&self, pile: &[u64]) -> u64 {
        u64::from(self.values[self.rank(pile)])
    }

    fn rank(&self, pile: &[u64]) -> usize {
        let digits = |sum: usize, &section: &u64| sum * self.largest + section as usize - 1;
        match pile {
            [first, inner @ .., last] => [*first, *last].iter().fold(inner.iter().fold(0, digits), digits),
            _ => pile.iter().fold(0, digits),
        }
    }

    /// Every pile with its value.
    pub fn piles(&self) -> impl ParallelIterator<Item = (Vec<u64>, u64)> {
        let count = self.values.len() / self.plane();
        (0..count).into_par_iter().flat_map_iter(move |rank| {
            let inner = self.inner(rank);
            let cells = &self.values[rank * self.plane()..(rank + 1) * self.plane()];
            cells.iter().enumerate().map(move |(cell, &value)| {
                let (first, last) = (cell / self.largest + 1, cell % self.largest + 1);
                let ends = if self.sections == 1 { (None, last) } else { (Some(first as u64), last) };
                let pile = ends.0.into_iter().chain(inner.iter().copied()).chain([ends.1 as u64]).collect();
                (pile, u64::from(value))
            })
        })
    }

    /// How many piles have the same inner sections.
    fn plane(&self) -> usize {
        self.largest.pow(self.sections.min(2) as u32)
    }

    /// The inner sections with a rank.
    fn inner(&self, mut rank: usize) -> Vec<u64> {
        let mut inner = vec![0; self.sections.saturating_sub(2)];
        for section in inner.iter_mut().rev() {
            *section = (rank % self.largest) as u64 + 1;
            rank /= self.largest;
        }
        inner
    }
}

/// The values that occur in a row or column of a plane, as bits.
struct Seen {
    words: Vec<u64>,
}

impl Seen {
    fn new(largest: usize) -> Self {
        // A pile has at most 2 * largest options, so no value is larger.
        Seen { words: vec![0; 2 * largest / 64 + 1] }
    }

    fn put(&mut self, value: u16) {
        self.words[usize::from(value / 64)] |= 1 << (value % 64);
    }

    /// The least value in neither.
    fn mex(&self, other: &Seen) -> u16 {
        let both = self.words.iter().zip(&other.words).map(|(a, b)| (a | b).trailing_ones() as u16);
        let mut mex = 0;
        for ones in both {
            mex += ones;
            if ones < 64 {
                break;
            }
        }
        mex
    }
}

/// The Grundy values of all piles with 1 to `most` sections of 1 to `largest` balls.
///
/// # Errors
/// More memory than allowed, or `largest` or `most` out of range.
pub fn grundy(largest: usize, most: usize, memory: Memory) -> Result<Vec<PileValues>> {
    levels(
        largest,
        most,
        memory,
        |value| value as u16,
        |below, inner, values| {
            let mut columns: Vec<Seen> = (1..=largest).map(|_| Seen::new(largest)).collect();
            for (last, column) in (1..).zip(&mut columns) {
                column.put(below.end(inner, None, Some(last)));
            }
            for first in 1..=largest {
                let mut row = Seen::new(largest);
                row.put(below.end(inner, Some(first), None));
                for column in &mut columns {
                    let value = row.mex(column);
                    row.put(value);
                    column.put(value);
                    values.push(value);
                }
            }
        },
    )
}

/// The outcomes of the same piles when the last move loses: 1 if the player to move wins.
///
/// # Errors
/// As [`grundy`].
pub fn misere(largest: usize, most: usize, memory: Memory) -> Result<Vec<PileValues>> {
    // One ball is the loss; from more balls one leaves one ball.
    levels(
        largest,
        most,
        memory,
        |value| u16::from(value > 1),
        |below, inner, values| {
            let mut columns: Vec<bool> = (1..=largest).map(|last| below.end(inner, None, Some(last)) == 0).collect();
            for first in 1..=largest {
                let mut row = below.end(inner, Some(first), None) == 0;
                for column in &mut columns {
                    let wins = row || *column;
                    row |= !wins;
                    *column |= !wins;
                    values.push(u16::from(wins));
                }
            }
        },
    )
}

impl PileValues {
    /// The value of a pile that lost its first or its last section.
    fn end(&self, inner: &[u64], first: Option<usize>, last: Option<usize>) -> u16 {
        let one = |section: Option<usize>| section.map(|size| size as u64).into_iter();
        let pile: Vec<u64> = one(first).chain(inner.iter().copied()).chain(one(last)).collect();
        self.values[self.rank(&pile)]
    }
}

/// Fills level after level; `plane` adds the values for all first and last sections around given inner ones.
fn levels(
    largest: usize,
    most: usize,
    memory: Memory,
    single: impl Fn(usize) -> u16,
    plane: impl Fn(&PileValues, &[u64], &mut Vec<u16>) + Sync,
) -> Result<Vec<PileValues>> {
    let place = format!("double-ended piles with {most} sections of size {largest}");
    if !(1..=10_000).contains(&largest) || !(1..=32).contains(&most) {
        return Err(Error::input(place, "out of bounds", "1 to 32 sections of 1 to 10000 balls"));
    }
    let piles = (largest as u128).checked_pow(most as u32).ok_or_else(|| Error::Overflow(place.clone()))?;
    memory.ask(piles.saturating_mul(4), &place)?;
    let mut levels = vec![PileValues { sections: 1, largest, values: (1..=largest).map(single).collect() }];
    for sections in 2..=most {
        let below = levels.last().expect("the first level is there");
        let mut level = PileValues { sections, largest, values: Vec::new() };
        let inner = largest.pow(sections as u32 - 2);
        let planes: Vec<Vec<u16>> = (0..inner)
            .into_par_iter()
            .map(|rank| {
                let mut values = Vec::with_capacity(largest * largest);
                plane(below, &level.inner(rank), &mut values);
                values
            })
            .collect();
        level.values = planes.concat();
        levels.push(level);
    }
    Ok(levels)
}

/// The outcome of a pile of any size by the rule for End-Nim, in time quadratic in the number of sections: whether the
/// player to move loses.
///
/// For a row w let left(w) be the section that makes a loss of `left(w) w`, or 0 if w is a loss itself, and right(w)
/// likewise. Around an inner row w, the losing pairs (first, last) are matched greedily, with left(w) and right(w)
/// already taken by the empty end; so they are equal up to the smaller of the two and above the larger one, and shifted
/// by one between.
pub fn is_loss(pile: &[u64]) -> bool {
    match pile {
        [] => true,
        [_] => false,
        [first, rest @ ..] => {
            left(rest, &mut vec![vec![None; rest.len() + 1]; rest.len() + 1], 0, rest.len()) == *first
        }
    }
}

/// left(w) for the part of a row from `from` to before `to`; what was computed is kept in `known[from][to]`.
fn left(row: &[u64], known: &mut Vec<Vec<Option<(u64, u64)>>>, from: usize, to: usize) -> u64 {
    sides(row, known, from, to).0
}

/// (left(w), right(w)) for a part of a row that is not empty.
fn sides(row: &[u64], known: &mut Vec<Vec<Option<(u64, u64)>>>, from: usize, to: usize) -> (u64, u64) {
    if to - from == 1 {
        return (row[from], row[from]);
    }
    if let Some(sides) = known[from][to] {
        return sides;
    }
    // w = w' last: x w' last is a loss for the partner x of last around w'; and mirrored for w = first w'.
    let (left, right) = sides(row, known, from, to - 1);
    let before = partner(row[to - 1], right, left);
    let (left, right) = sides(row, known, from + 1, to);
    let after = partner(row[from], left, right);
    known[from][to] = Some((before, after));
    (before, after)
}

/// The end that an end section is matched with, where `own` is the section that needs no partner and `other` the one on
/// the other side that needs none.
fn partner(section: u64, own: u64, other: u64) -> u64 {
    if section == own {
        return 0;
    }
    let rank = section - u64::from(own > 0 && section > own);
    rank + u64::from(other > 0 && rank >= other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_sections_are_two_heaps() {
        let levels = grundy(20, 2, Memory(1 << 20)).unwrap();
        for (pile, value) in levels[1].piles().collect::<Vec<_>>() {
            assert_eq!(value, pile[0] ^ pile[1], "{pile:?}");
        }
    }

    #[test]
    fn every_pile_is_listed_once_with_its_value() {
        for level in grundy(3, 4, Memory(1 << 20)).unwrap() {
            let mut piles: Vec<_> = level.piles().collect();
            piles.sort();
            piles.dedup_by_key(|(pile, _)| pile.clone());
            assert_eq!(piles.len(), 3_usize.pow(level.sections as u32));
            assert!(piles.iter().all(|(pile, value)| level.value(pile) == *value));
        }
    }

    #[test]
    fn the_loss_rule_on_small_piles() {
        for level in grundy(4, 6, Memory(1 << 20)).unwrap() {
            for (pile, value) in level.piles().collect::<Vec<_>>() {
                assert_eq!(is_loss(&pile), value == 0, "{pile:?}");
            }
        }
    }

    #[test]
    fn bounds_are_told() {
        assert!(grundy(0, 2, Memory(1 << 20)).is_err());
        assert!(matches!(grundy(100, 4, Memory(1 << 20)), Err(Error::Memory { .. })));
    }
}
