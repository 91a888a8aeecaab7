//! From where on values repeat, and after how many steps.
use serde::{Deserialize, Serialize};

/// A preperiod and a period: of piles, of a coordinate, or of steps along a ray.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Repeat<N = u64> {
    /// From here on the values repeat.
    pub preperiod: N,
    /// After so many steps.
    pub period: N,
}

impl Repeat {
    /// The repetition of a sequence of which so many values are seen that begins again first, if it is seen at least twice.
    /// `same` compares two of the values. All true periods have the same least preperiod, so if it is true it is the least.
    ///
    /// Read backward, the values repeat after a period for as long as the sequence agrees with itself put off by the period.
    pub(super) fn seen(length: usize, same: impl Fn(usize, usize) -> bool) -> Option<Repeat> {
        let agreed = agreements(length / 2 + 1, length, |x, y| same(length - 1 - x, length - 1 - y));
        let with = |period: usize| {
            let preperiod = length - period - agreed[period];
            (agreed[period] >= period).then_some(Repeat { preperiod: preperiod as u64, period: period as u64 })
        };
        (1..=length / 2).filter_map(with).min_by_key(|repeat| repeat.preperiod + repeat.period)
    }

    /// Pairs of places with different values which show that neither number can be smaller, found by `differing`: two
    /// places so far apart, the first of them not before a given one.
    ///
    /// For each prime q that divides the period they are period/q apart past the preperiod: any shorter period would, by
    /// repetition, make one of these a period. And two are a period apart with the first just before the preperiod.
    pub fn is_least<P>(self, differing: impl Fn(u64, u64) -> Option<P>) -> Vec<P> {
        let Repeat { preperiod, period } = self;
        let primes = (2..=period).filter(|q| period % q == 0 && (2..*q).all(|d| q % d != 0));
        let shorter = primes.filter_map(|q| differing(period / q, preperiod));
        let earlier = preperiod.checked_sub(1).and_then(|before| differing(period, before));
        shorter.chain(earlier).collect()
    }
}

/// For each of the first `count` distances, how many values of a sequence from its beginning are those that stand so far
/// apart from them: the Z function, in at most two comparisons a value.
fn agreements(count: usize, length: usize, same: impl Fn(usize, usize) -> bool) -> Vec<usize> {
    let mut agreed = vec![length; count];
    // The stretch that reaches furthest of those known to be as the beginning of the sequence.
    let (mut begin, mut end) = (0, 0);
    for distance in 1..count {
        let mut known = if distance < end { agreed[distance - begin].min(end - distance) } else { 0 };
        // What ends inside the stretch was compared with the beginning.
        if distance + known >= end {
            known += (known..length - distance).take_while(|&x| same(x, distance + x)).count();
        }
        agreed[distance] = known;
        if distance + known > end {
            (begin, end) = (distance, distance + known);
        }
    }
    agreed
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::cell::Cell;

    /// By the definition: every period is tried, from the end on.
    fn plain(values: &[u8]) -> Option<Repeat> {
        let with = |period: usize| {
            let differs = (0..values.len() - period).rev().find(|&x| values[x] != values[x + period]);
            let preperiod = differs.map_or(0, |last| last + 1);
            let twice = preperiod + 2 * period <= values.len();
            twice.then_some(Repeat { preperiod: preperiod as u64, period: period as u64 })
        };
        (1..=values.len() / 2).filter_map(with).min_by_key(|repeat| repeat.preperiod + repeat.period)
    }

    fn seen(values: &[u8]) -> Option<Repeat> {
        Repeat::seen(values.len(), |x, y| values[x] == values[y])
    }

    proptest! {
        #[test]
        fn what_repeats_is_what_the_definition_says(values in prop::collection::vec(0u8..3, 0..60)) {
            prop_assert_eq!(seen(&values), plain(&values));
        }

        #[test]
        fn what_was_made_to_repeat_does(
            head in prop::collection::vec(0u8..3, 0..20),
            cycle in prop::collection::vec(0u8..3, 1..9),
            length in 0usize..70,
        ) {
            let values: Vec<u8> = head.into_iter().chain(cycle.into_iter().cycle()).take(length).collect();
            prop_assert_eq!(seen(&values), plain(&values));
        }
    }

    #[test]
    fn a_long_sequence_takes_a_few_comparisons_a_value() {
        let (length, compared) = (200_000, Cell::new(0));
        // Almost constant: every period agrees with itself for long.
        let same = |x: usize, y: usize| {
            compared.set(compared.get() + 1);
            (x == 1000) == (y == 1000)
        };
        assert_eq!(Repeat::seen(length, same), Some(Repeat { preperiod: 1001, period: 1 }));
        assert!(compared.get() <= 2 * length);
    }
}
