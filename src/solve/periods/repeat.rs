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
    pub(super) fn seen(length: usize, same: impl Fn(usize, usize) -> bool) -> Option<Repeat> {
        let with = |period: usize| {
            let differs = (0..length - period).rev().find(|&x| !same(x, x + period));
            let preperiod = differs.map_or(0, |last| last + 1);
            (preperiod + 2 * period <= length).then_some(Repeat { preperiod: preperiod as u64, period: period as u64 })
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
