//! How large an enumeration will be, from those of fewer full levels.
use super::growth::{Ply, plies};
use super::layers::SHARDS;
use super::lift::Rules;
use crate::error::Result;
use crate::solve::{Memory, Unwatched};
use std::time::Instant;

/// Smaller starts are counted until one has so many towers.
const ENOUGH: f64 = 100_000.0;
/// The bytes that a tower takes in one of the two layers in memory, with room for tables that are half full.
const BYTES: f64 = 16.0;
/// The bytes that a tower takes in the files of all plies, as measured for `docs/SCALE.md`.
const KEPT: f64 = 4.0;
/// The towers a second where the smaller counts were too short to tell.
const RATE: f64 = 1e6;

/// What is to be expected of an enumeration.
#[derive(Debug, Clone, PartialEq)]
pub struct Estimate {
    /// The towers from 1, 2, ... full levels, as far as they were counted.
    pub counted: Vec<u64>,
    /// About so many towers.
    pub towers: f64,
    /// About so many bytes of memory for two layers at once; if less is allowed they go through files.
    pub bytes: f64,
    /// About so many bytes of files.
    pub files: f64,
    /// About so many seconds, if there is as much memory.
    pub seconds: f64,
}

impl Estimate {
    /// In about how many parts each of so many processes goes through the largest layers, with so much memory: the time is
    /// up to so many times as long.
    pub fn parts(&self, processes: usize, memory: Memory) -> u64 {
        let times = self.bytes / processes as f64 / memory.0.max(1) as f64;
        (times.max(1.0).log2().ceil().exp2() as u64).min(SHARDS as u64)
    }
}

/// Estimates the enumeration from `levels` full levels. The number of towers is taken to grow from level to level by a
/// factor that itself grows by a factor.
///
/// # Errors
/// As [`plies`].
pub fn estimate(rules: Rules, levels: usize, memory: Memory) -> Result<Estimate> {
    let mut counted = Vec::new();
    let (mut share, mut rate) = (1.0, RATE);
    for smaller in 1..levels {
        let begun = Instant::now();
        let plies = plies(rules, smaller, &Unwatched, memory)?;
        let towers = |plies: &[Ply]| plies.iter().map(|ply| ply.positions).sum::<u64>();
        let all = towers(&plies);
        counted.push(all);
        share = plies.windows(2).map(towers).max().unwrap_or(all) as f64 / all as f64;
        if all as f64 > ENOUGH / 10.0 {
            rate = all as f64 / begun.elapsed().as_secs_f64();
        }
        if all as f64 > ENOUGH {
            break;
        }
    }
    let towers = extrapolated(&counted, levels);
    Ok(Estimate { counted, towers, bytes: towers * share * BYTES, files: towers * KEPT, seconds: towers / rate })
}

/// The towers from `levels` full levels, where those from 1, 2, ... are known.
pub fn extrapolated(counted: &[u64], levels: usize) -> f64 {
    let mut counts: Vec<f64> = counted.iter().map(|&count| count as f64).collect();
    while counts.len() < levels {
        counts.push(match counts[..] {
            [.., a, b, c] => c * (c / b) * (c / b / (b / a)).max(1.0),
            [a, b] => b * b / a,
            _ => 1.0,
        });
    }
    counts[levels - 1]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::towers::jenka::growth::Totals;

    #[test]
    fn estimates_are_near_the_counts() {
        for (slots, levels) in [(3, 6), (4, 4), (5, 3)] {
            let rules = Rules::official(slots).unwrap();
            let memory = Memory(1 << 30);
            let said = estimate(rules, levels, memory).unwrap();
            let right = Totals::of(&plies(rules, levels, &Unwatched, memory).unwrap()).positions as f64;
            assert!((right / 4.0..right * 4.0).contains(&said.towers), "{said:?}, {right}");
        }
        let said = Estimate { counted: Vec::new(), towers: 1e9, bytes: 5e9, files: 4e9, seconds: 100.0 };
        let parts = [(1, 5e9), (1, 4e9), (1, 1e9), (2, 1e9), (8, 1e9), (1, 1.0)];
        assert_eq!(parts.map(|(count, memory)| said.parts(count, Memory(memory as u64))), [1, 2, 8, 4, 1, 256]);
        assert_eq!(extrapolated(&[1, 8, 64], 5), 4096.0);
        assert_eq!(extrapolated(&[1, 2, 8], 4), 64.0);
    }
}
