//! Every tower of three blocks a level up to a height, counted: stable, semi-stable, valid, and where these disagree.
//!
//! Towers are built from the top down. Under a tower that falls and is not valid every tower falls and is not valid, so
//! all of them are counted at once.
use super::lemma::{EXCLUDED, TRIPLES, spell};
use crate::error::{Error, Result};
use crate::solve::{Watch, shards};
use serde::{Deserialize, Serialize};

/// The greatest height of a sweep: the numbers of towers fit into 64 bits.
pub const HIGHEST: u32 = 20;

/// How many towers of one height there are of each sort.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Count {
    /// All towers.
    pub towers: u64,
    /// Those that are stable.
    pub stable: u64,
    /// Those that are semi-stable.
    pub semi_stable: u64,
    /// Those that are valid by definition 3.2 of zwick.
    pub valid: u64,
    /// Those that are stable or valid, but not both.
    pub mismatches: u64,
    /// The valid ones with the centre of mass not strictly inside the middle ninth.
    pub outside: u64,
    /// The first tower that is a mismatch, in the order of the search.
    pub example: Option<String>,
}

impl Count {
    fn add(&mut self, other: Count) {
        self.towers += other.towers;
        self.stable += other.stable;
        self.semi_stable += other.semi_stable;
        self.valid += other.valid;
        self.mismatches += other.mismatches;
        self.outside += other.outside;
        self.example = self.example.take().or(other.example);
    }
}

/// What a level does: blocks, sum of middles, outer edges.
type Shape = (i64, i64, i64, i64);

const SHAPES: [Shape; 8] = [
    (0, 0, 0, 0),
    (1, 2, 1, 3),
    (1, 0, -1, 1),
    (2, 2, -1, 3),
    (1, -2, -3, -1),
    (2, 0, -3, 3),
    (2, -2, -3, 1),
    (3, 0, -3, 3),
];

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Verdict {
    Stable,
    Semi,
    Falls,
}

/// A tower from its top down to some level, as far as the levels under it need to know it.
#[derive(Clone, Copy)]
struct Partial {
    blocks: i64,
    /// The sums of the middles along the axis of the next level, and along the other one.
    along: i64,
    across: i64,
    verdict: Verdict,
    valid: bool,
}

const NOTHING: Partial = Partial { blocks: 0, along: 0, across: 0, verdict: Verdict::Stable, valid: true };

impl Partial {
    /// The tower with a level more at the bottom; `above` is the levels above that one, from the top down.
    fn under(self, level: u16, above: &[u16]) -> Partial {
        let (count, moment, low, high) = SHAPES[usize::from(level)];
        let slack = (self.along - low * self.blocks).min(high * self.blocks - self.along);
        let here = match slack.signum() {
            _ if above.is_empty() => Verdict::Stable,
            1 => Verdict::Stable,
            0 => Verdict::Semi,
            _ => Verdict::Falls,
        };
        let triple = above.len() == 2 && TRIPLES.contains(&[level, above[1], above[0]]);
        let refused = !above.is_empty() && EXCLUDED.contains(&level) || triple;
        Partial {
            blocks: self.blocks + count,
            along: self.across,
            across: self.along + moment,
            verdict: self.verdict.max(here),
            valid: self.valid && !refused,
        }
    }

    fn counted(self, tower: &[u16]) -> Count {
        let stable = self.verdict == Verdict::Stable;
        let inside = self.along.abs() < self.blocks && self.across.abs() < self.blocks;
        let mismatch = stable != self.valid;
        Count {
            towers: 1,
            stable: stable.into(),
            semi_stable: (self.verdict == Verdict::Semi).into(),
            valid: self.valid.into(),
            mismatches: mismatch.into(),
            outside: (self.valid && !inside).into(),
            example: mismatch.then(|| spell(&tower.iter().rev().copied().collect::<Vec<_>>(), "/")),
        }
    }
}

/// Counts the towers of `height` levels below the given top part.
fn descend(partial: Partial, tower: &mut Vec<u16>, height: u32, count: &mut Count) {
    let missing = height - tower.len() as u32;
    if partial.verdict == Verdict::Falls && !partial.valid {
        count.towers += 7u64.pow(missing);
    } else if missing == 0 {
        count.add(partial.counted(tower));
    } else {
        for level in 1..=7 {
            let next = partial.under(level, tower);
            tower.push(level);
            descend(next, tower, height, count);
            tower.pop();
        }
    }
}

/// Counts all towers of each height from 1 to `highest`.
///
/// # Errors
/// A height above [`HIGHEST`], or what the watch says.
pub fn sweep(highest: u32, watch: &dyn Watch) -> Result<Vec<Count>> {
    if !(1..=HIGHEST).contains(&highest) {
        return Err(Error::input("height", highest.to_string(), format!("a number from 1 to {HIGHEST}")));
    }
    (1..=highest).map(|height| sweep_height(height, watch)).collect()
}

/// One height, in shards by the levels at the top.
fn sweep_height(height: u32, watch: &dyn Watch) -> Result<Count> {
    let fixed = height.min(3);
    let work = |shard: usize| {
        let (mut partial, mut tower) = (NOTHING, Vec::new());
        for place in (0..fixed).rev() {
            let level = (shard / 7usize.pow(place) % 7) as u16 + 1;
            partial = partial.under(level, &tower);
            tower.push(level);
        }
        let mut count = Count::default();
        descend(partial, &mut tower, height, &mut count);
        count
    };
    let (phase, units) = (format!("towers of height {height}"), 7u64.pow(height - fixed));
    let parts = shards(watch, &phase, "towers", 7usize.pow(fixed), |_| units, work)?;
    Ok(parts.into_iter().fold(Count::default(), |mut sum, part| {
        sum.add(part);
        sum
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::tower::{Stability, stability};
    use crate::solve::Unwatched;

    /// Every tower by itself, with the rules' own test of stability.
    fn plain(height: u32) -> Count {
        let mut count = Count { towers: 7u64.pow(height), ..Count::default() };
        for number in 0..7u64.pow(height) {
            let tower: Vec<u16> = (0..height).map(|place| (number / 7u64.pow(place) % 7) as u16 + 1).collect();
            let verdict = stability::stability(3, &tower);
            let lower = &tower[..tower.len() - 1];
            let valid =
                lower.iter().all(|level| ![1, 4].contains(level)) && !TRIPLES.iter().any(|t| tower.ends_with(t));
            let sum = |axis| tower.iter().skip(axis).step_by(2).map(|&l| stability::shape(3, l).moment).sum::<i64>();
            let blocks: i64 = tower.iter().map(|level| i64::from(level.count_ones())).sum();
            count.stable += u64::from(verdict == Stability::Stable);
            count.semi_stable += u64::from(matches!(verdict, Stability::SemiStable { .. }));
            count.valid += u64::from(valid);
            count.mismatches += u64::from(valid != (verdict == Stability::Stable));
            count.outside += u64::from(valid && (sum(0).abs() >= blocks || sum(1).abs() >= blocks));
        }
        count
    }

    #[test]
    fn the_sweep_counts_what_one_by_one_gives() {
        for (count, height) in sweep(6, &Unwatched).unwrap().into_iter().zip(1..) {
            assert_eq!(count, plain(height), "height {height}");
        }
    }

    #[test]
    fn heights_out_of_range_are_refused() {
        assert!(sweep(0, &Unwatched).is_err() && sweep(21, &Unwatched).is_err());
    }
}
