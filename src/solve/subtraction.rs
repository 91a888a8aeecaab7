//! All subtraction sets up to a largest amount: the least period and the least preperiod of the Grundy values of each.
//!
//! The value of a pile depends on the s piles before it, s being the largest amount. So two equal windows of s values
//! prove that all values from the first window on repeat; this is the finite argument behind every number here.
//!
//! A set whose amounts have a common divisor d plays like the set divided by d on piles divided by d, with d times the
//! period and d times the preperiod. Only sets without a common divisor are counted.
use super::{Watch, shards};
use crate::error::{Error, Result};
use crate::game::Play;
use crate::game::addition::subtraction;
use crate::game::vector::VectorPosition;
use crate::proof::vector::{Period, Piece, VectorCertificate};
use crate::value::linear::gcd;
use serde::{Deserialize, Serialize};

/// The largest amount that a census may go up to: there are 2^(largest - 1) sets.
pub const LARGEST_AMOUNT: u32 = 30;
/// So many sets, as a power of two, are decided, and then saved, together.
const SHARD_BITS: u32 = 12;

/// The amounts of a set as bits: amount a is bit a - 1.
pub type Amounts = u32;

/// The amounts of a set, ascending.
pub fn amounts(set: Amounts) -> Vec<i64> {
    (1..=32).filter(|amount| set >> (amount - 1) & 1 == 1).collect()
}

/// The least preperiod and the least period of a sequence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Repeat {
    /// From this pile on the values repeat.
    pub preperiod: u64,
    /// After so many piles.
    pub period: u64,
}

/// The last values of the sequence: bit d - 1 of `seen[v]` says that the pile d before the next one has the value v.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Window {
    seen: [u32; 32],
    /// Only values below this occur: the number of amounts and one.
    values: usize,
    /// The bits of a whole window.
    whole: u32,
}

impl Window {
    fn new(set: Amounts) -> Self {
        let largest = 32 - set.leading_zeros();
        let whole = u32::MAX >> (32 - largest);
        Window { seen: [0; 32], values: set.count_ones() as usize + 1, whole }
    }

    /// The value of the next pile; the window moves on by one.
    fn next(&mut self, set: Amounts) -> usize {
        let free = |value: &usize| self.seen[*value] & set == 0;
        let value = (0..self.values).find(free).expect("one value more than there are options");
        for seen in &mut self.seen[..self.values] {
            *seen = *seen << 1 & self.whole;
        }
        self.seen[value] |= 1;
        value
    }

    fn same(&self, other: &Window) -> bool {
        self.seen[..self.values] == other.seen[..other.values]
    }
}

/// The least preperiod and the least period of a set with an amount below 32, or nothing if they do not show within so
/// many piles.
///
/// Brent's algorithm on the windows: the least period of the windows is that of the values, and the first window that
/// comes again ends with the first value of the preperiod's end plus s - 1.
pub fn repeat(set: Amounts, piles: u64) -> Option<Repeat> {
    let largest = u64::from(32 - set.leading_zeros());
    let (mut slow, mut fast) = (Window::new(set), Window::new(set));
    let (mut power, mut period) = (1, 0);
    for _ in 0..piles {
        if period > 0 && slow.same(&fast) {
            break;
        }
        if power == period {
            (slow, power, period) = (fast, power * 2, 0);
        }
        fast.next(set);
        period += 1;
    }
    if period == 0 || !slow.same(&fast) {
        return None;
    }
    let (mut first, mut second) = (Window::new(set), Window::new(set));
    (0..period).for_each(|_| {
        second.next(set);
    });
    let mut begun = 0;
    while !first.same(&second) {
        first.next(set);
        second.next(set);
        begun += 1;
    }
    // A window before the s-th pile is not full and never comes again.
    Some(Repeat { preperiod: begun - largest, period })
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
pub fn check(largest: u32) -> Result<()> {
    if (1..=LARGEST_AMOUNT).contains(&largest) {
        return Ok(());
    }
    let right = format!("a number from 1 to {LARGEST_AMOUNT}");
    Err(Error::input("subtraction games", format!("largest amount {largest}"), right))
}

/// All sets with one largest amount; entry k speaks of the sets of k amounts.
///
/// # Errors
/// A largest amount out of range, or what the watch says.
pub fn sweep(largest: u32, piles: u64, watch: &dyn Watch) -> Result<Vec<Count>> {
    check(largest)?;
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
    let mut window = Window::new(set);
    let values: Vec<u64> = (0..preperiod + 2 * period).map(|_| window.next(set) as u64).collect();
    let pile = |n: u64| VectorPosition { state: 0, at: vec![n] };
    let differing = |distance: u64, from: u64| {
        let apart = |n: &u64| values[*n as usize] != values[(*n + distance) as usize];
        (from..preperiod + period).find(apart).map(|n| (pile(n), pile(n + distance)))
    };
    // If a divisor of the period were a period, then so would be the period by one of its primes.
    let primes = (2..=period).filter(|q| period % q == 0 && (2..*q).all(|d| q % d != 0));
    let shorter = primes.filter_map(|q| differing(period / q, preperiod));
    let earlier = preperiod.checked_sub(1).and_then(|before| differing(period, before));
    let split = u64::from(32 - set.leading_zeros()).div_ceil(period);
    let piece =
        |n: u64| Piece { state: 0, base: vec![n], cone: usize::from(n >= preperiod), value: values[n as usize] };
    Ok(VectorCertificate {
        game: Some(game.name.clone()),
        play: Play::Grundy,
        dimension: 1,
        states: 1,
        rules: game
            .rules
            .iter()
            .map(|rule| crate::game::vector::Rule { name: String::new(), ..rule.clone() })
            .collect(),
        weight: game.weight.clone(),
        split,
        back: split + 2,
        cones: vec![vec![], vec![vec![period]]],
        pieces: (0..preperiod + period).map(piece).collect(),
        periods: vec![Period { step: vec![period], from: vec![preperiod] }],
        differing: shorter.chain(earlier).collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proof::vector::check;
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
    fn too_few_piles_are_no_answer_and_amounts_out_of_range_are_refused() {
        assert_eq!(repeat(0b111, 3), None);
        assert!(sweep(0, 9, &Unwatched).is_err() && sweep(31, 9, &Unwatched).is_err());
    }
}
