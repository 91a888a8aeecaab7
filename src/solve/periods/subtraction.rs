//! All subtraction sets up to a largest amount: the least period and the least preperiod of the Grundy values of each.
//!
//! The value of a pile depends on the s piles before it, s being the largest amount. So two equal windows of s values
//! prove that all values from the first window on repeat; this is the finite argument behind every number here.
//!
//! A set whose amounts have a common divisor d plays like the set divided by d on piles divided by d, with d times the
//! period and d times the preperiod. Only sets without a common divisor are counted.
pub use super::Repeat;
use super::blank;
use crate::error::{Error, Result};
use crate::game::Play;
use crate::game::addition::subtraction;
use crate::game::vector::VectorPosition;
use crate::proof::labelling::vector::{Period, Piece, VectorCertificate};
use crate::solve::{Watch, shards};
use crate::value::linear::gcd;
use serde::{Deserialize, Serialize};

/// The largest amount that a census may go up to: there are 2^(largest - 1) sets.
pub const LARGEST_AMOUNT: u32 = 30;
/// The most piles that are looked at for a period.
pub const MOST_PILES: u64 = 1 << 28;
/// So many sets, as a power of two, are decided, and then saved, together.
const SHARD_BITS: u32 = 12;

/// The amounts of a set as bits: amount a is bit a - 1.
pub type Amounts = u32;

/// The amounts of a set, ascending.
pub fn amounts(set: Amounts) -> Vec<i64> {
    (1..=32).filter(|amount| set >> (amount - 1) & 1 == 1).collect()
}

/// The sequence up to some pile: what the next value depends on.
#[derive(Debug, Clone, Copy)]
struct Sequence {
    /// The amounts, as many as there are.
    amounts: [u8; 32],
    count: usize,
    /// The next pile.
    pile: usize,
    /// A value v is kept as bit v alone, so the values of the options are joined by OR; at `pile mod 64`.
    marks: [u32; 64],
    window: Window,
    /// The bits of a whole window.
    whole: Window,
}

/// The last values, as many as the largest amount: four bits of each in one word, the fifth in another. Where there is no
/// pile stands 31, a value that only the set of all amounts up to 31 has, and never twice in a window.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Window {
    low: u128,
    high: u32,
}

impl Sequence {
    fn new(set: Amounts) -> Self {
        let mut numbers = [0; 32];
        let count = set.count_ones() as usize;
        numbers.iter_mut().zip(amounts(set)).for_each(|(number, amount)| *number = amount as u8);
        let largest = 32 - set.leading_zeros();
        let whole = Window { low: u128::MAX >> (128 - 4 * largest), high: u32::MAX >> (32 - largest) };
        Sequence { amounts: numbers, count, pile: 0, marks: [0; 64], window: whole, whole }
    }

    /// The value of the next pile; the window moves on by one.
    #[inline]
    fn next(&mut self) -> u32 {
        let mark = |&amount: &u8| self.marks[self.pile.wrapping_sub(amount as usize) % 64];
        let value = self.amounts[..self.count].iter().map(mark).fold(0, |seen, mark| seen | mark).trailing_ones();
        self.marks[self.pile % 64] = 1 << value;
        self.pile += 1;
        self.window.low = (self.window.low << 4 | u128::from(value & 15)) & self.whole.low;
        self.window.high = (self.window.high << 1 | value >> 4) & self.whole.high;
        value
    }
}

/// The least preperiod and the least period of a set with an amount below 32, or nothing if they do not show within so
/// many piles.
///
/// Brent's algorithm on the windows: the least period of the windows is that of the values. A window that is not full
/// never comes again. The memory is a byte for each pile.
pub fn repeat(set: Amounts, piles: u64) -> Option<Repeat> {
    let mut sequence = Sequence::new(set);
    let mut slow = sequence.window;
    let mut values: Vec<u8> = Vec::with_capacity(256);
    let (mut power, mut period) = (1, 0);
    for _ in 0..piles {
        if period > 0 && slow == sequence.window {
            break;
        }
        if power == period {
            (slow, power, period) = (sequence.window, power * 2, 0);
        }
        values.push(sequence.next() as u8);
        period += 1;
    }
    if period == 0 || slow != sequence.window {
        return None;
    }
    // All values of the window and those a period before them are alike, so all later ones repeat; earlier ones may.
    let begun = values.len() - period - (32 - set.leading_zeros()) as usize;
    let preperiod = (0..begun).rev().find(|&pile| values[pile] != values[pile + period]).map_or(0, |last| last + 1);
    Some(Repeat { preperiod: preperiod as u64, period: period as u64 })
}

/// What the sets with one largest amount and one number of amounts came to.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Count {
    /// How many sets without a common divisor.
    pub sets: u64,
    /// Those whose period did not show.
    pub unknown: u64,
    /// The longest period, with the first set that has it.
    pub period: Option<(u64, Amounts)>,
    /// The longest preperiod, with the first set that has it.
    pub preperiod: Option<(u64, Amounts)>,
}

impl Count {
    fn add(&mut self, other: &Count) {
        self.sets += other.sets;
        self.unknown += other.unknown;
        larger(&mut self.period, other.period);
        larger(&mut self.preperiod, other.preperiod);
    }
}

fn larger(best: &mut Option<(u64, Amounts)>, next: Option<(u64, Amounts)>) {
    if next.map(|(number, _)| number) > best.map(|(number, _)| number) {
        *best = next;
    }
}

/// Refuses a largest amount that is not swept.
///
/// # Errors
/// A largest amount out of range.
pub fn check(largest: u32, piles: u64) -> Result<()> {
    let wrong = |what: String, right| Err(Error::input("subtraction games", what, right));
    if !(1..=LARGEST_AMOUNT).contains(&largest) {
        return wrong(format!("largest amount {largest}"), format!("a number from 1 to {LARGEST_AMOUNT}"));
    }
    if !(1..=MOST_PILES).contains(&piles) {
        return wrong(format!("{piles} piles"), format!("1 to {MOST_PILES}"));
    }
    Ok(())
}

/// All sets with one largest amount; entry k speaks of the sets of k amounts.
///
/// # Errors
/// A largest amount or a number of piles out of range, or what the watch says.
pub fn sweep(largest: u32, piles: u64, watch: &dyn Watch) -> Result<Vec<Count>> {
    check(largest, piles)?;
    let bits = (largest - 1).min(SHARD_BITS);
    let work = |shard: usize| {
        let mut counts = vec![Count::default(); largest as usize + 1];
        for low in 0..1u32 << bits {
            let set = 1 << (largest - 1) | (shard as u32) << bits | low;
            if amounts(set).into_iter().fold(0, |divisor, amount| gcd(divisor, i128::from(amount))) == 1 {
                counts[set.count_ones() as usize].add(&counted(set, piles));
            }
        }
        counts
    };
    let phase = format!("subtraction sets with largest amount {largest}");
    let parts = shards(watch, &phase, "sets", 1 << (largest - 1 - bits), |_| 1 << bits, work)?;
    Ok(parts.into_iter().fold(vec![Count::default(); largest as usize + 1], |mut sum, part| {
        sum.iter_mut().zip(&part).for_each(|(sum, part)| sum.add(part));
        sum
    }))
}

fn counted(set: Amounts, piles: u64) -> Count {
    match repeat(set, piles) {
        None => Count { sets: 1, unknown: 1, ..Count::default() },
        Some(Repeat { preperiod, period }) => {
            Count { sets: 1, unknown: 0, period: Some((period, set)), preperiod: Some((preperiod, set)) }
        }
    }
}

/// The certificate of a set: a piece for each pile below preperiod + period, the period, and pairs of piles that show
/// that neither number can be smaller.
///
/// # Errors
/// A set that is no game.
pub fn certificate(set: Amounts, repeat: Repeat) -> Result<VectorCertificate> {
    let game = subtraction(&amounts(set))?;
    let Repeat { preperiod, period } = repeat;
    let mut sequence = Sequence::new(set);
    let values: Vec<u64> = (0..preperiod + 2 * period).map(|_| u64::from(sequence.next())).collect();
    let pile = |n: u64| VectorPosition { state: 0, at: vec![n] };
    let differing = |distance: u64, from: u64| {
        let apart = |n: &u64| values[*n as usize] != values[(*n + distance) as usize];
        (from..preperiod + period).find(apart).map(|n| (pile(n), pile(n + distance)))
    };
    let split = u64::from(32 - set.leading_zeros()).div_ceil(period);
    let piece =
        |n: u64| Piece { state: 0, base: vec![n], cone: usize::from(n >= preperiod), value: values[n as usize] };
    Ok(VectorCertificate {
        cones: vec![vec![], vec![vec![period]]],
        pieces: (0..preperiod + period).map(piece).collect(),
        periods: vec![Period { step: vec![period], from: vec![preperiod] }],
        differing: repeat.is_least(differing),
        ..blank(&game, Play::Grundy, split, split + 2)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proof::labelling::vector::check;
    use crate::solve::Unwatched;
    use crate::value::mex;

    /// The least period and preperiod of a long piece of the sequence by definition.
    fn plain(set: Amounts) -> Repeat {
        let amounts = amounts(set);
        let mut values: Vec<u64> = Vec::new();
        for n in 0..600 {
            let options = amounts.iter().filter(|&&a| a <= n).map(|&a| values[(n - a) as usize]);
            let value = mex(options.collect::<Vec<_>>());
            values.push(value);
        }
        let found = (1..200).find_map(|period| {
            let wrong = (0..600 - period).rev().find(|&n| values[n] != values[n + period]);
            let preperiod = wrong.map_or(0, |n| n + 1);
            (preperiod + period < 300).then_some(Repeat { preperiod: preperiod as u64, period: period as u64 })
        });
        found.expect("small sets repeat early")
    }

    #[test]
    fn all_small_sets_repeat_as_by_definition_and_have_certificates() {
        for set in 1u32..1 << 8 {
            let found = repeat(set, 1 << 20).expect("it repeats");
            assert_eq!(found, plain(set), "{:?}", amounts(set));
            let certificate = certificate(set, found).expect("a game");
            assert!(check(&certificate).is_ok(), "{:?}: {:?}", amounts(set), check(&certificate));
            let least = certificate.differing.len();
            let primes =
                (2..=found.period).filter(|q| found.period.is_multiple_of(*q) && (2..*q).all(|d| q % d != 0)).count();
            assert_eq!(least, primes + usize::from(found.preperiod > 0), "{:?}", amounts(set));
        }
    }

    #[test]
    fn a_sweep_is_what_set_by_set_gives() {
        for largest in 1..=9 {
            let mut plainly = vec![Count::default(); largest as usize + 1];
            for set in 1u32 << (largest - 1)..1 << largest {
                let divisor = amounts(set).into_iter().fold(0, |d, amount| gcd(d, i128::from(amount)));
                if divisor == 1 {
                    let Repeat { preperiod, period } = plain(set);
                    let (period, preperiod) = (Some((period, set)), Some((preperiod, set)));
                    plainly[set.count_ones() as usize].add(&Count { sets: 1, unknown: 0, period, preperiod });
                }
            }
            assert_eq!(sweep(largest, 1 << 20, &Unwatched).unwrap(), plainly, "largest {largest}");
        }
    }

    #[test]
    fn a_common_divisor_multiplies_period_and_preperiod() {
        for set in 1u32..1 << 7 {
            let doubled = amounts(set).into_iter().fold(0, |all, amount| all | 1 << (2 * amount - 1));
            let (once, twice) = (plain(set), repeat(doubled, 1 << 20).unwrap());
            assert_eq!((2 * once.period, 2 * once.preperiod), (twice.period, twice.preperiod), "{:?}", amounts(set));
        }
    }

    #[test]
    fn large_sets_have_five_bits_in_a_value() {
        for largest in [16u32, 30, 31] {
            let all = u32::MAX >> (32 - largest);
            assert_eq!(repeat(all, 1 << 20), Some(Repeat { preperiod: 0, period: u64::from(largest) + 1 }));
            for left_out in 1..largest {
                let set = all & !(1 << (left_out - 1));
                assert_eq!(repeat(set, 1 << 20).unwrap(), plain(set), "up to {largest} without {left_out}");
            }
        }
    }

    #[test]
    fn too_few_piles_are_no_answer_and_amounts_out_of_range_are_refused() {
        assert_eq!(repeat(0b111, 3), None);
        assert!(sweep(0, 9, &Unwatched).is_err() && sweep(31, 9, &Unwatched).is_err());
        assert!(sweep(1, MOST_PILES + 1, &Unwatched).is_err());
    }
}
