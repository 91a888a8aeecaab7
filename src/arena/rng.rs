//! Random numbers that are the same on every machine: PCG-64 (`rand_pcg::Pcg64Mcg`) with a seed for each use.
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::{Rng as _, SeedableRng};
use std::sync::LazyLock;

/// A stream of random numbers.
#[derive(Debug, Clone)]
pub struct Rng(Pcg64Mcg);

impl Rng {
    /// The stream that belongs to a seed, a purpose and a number, as that of a game. Any two are independent: the state
    /// is a BLAKE3 hash of the three.
    pub fn new(seed: u64, purpose: &str, number: u64) -> Self {
        let mut hash = blake3::Hasher::new_derive_key("topple arena random numbers");
        hash.update(&seed.to_le_bytes()).update(&number.to_le_bytes()).update(purpose.as_bytes());
        let mut state = [0; 16];
        state.copy_from_slice(&hash.finalize().as_bytes()[..16]);
        Rng(Pcg64Mcg::from_seed(state))
    }

    /// 64 random bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number from 0 to `count - 1`, all equally likely up to 1 in 2^32; 0 if `count` is 0.
    #[inline]
    pub fn below(&mut self, count: usize) -> usize {
        ((u128::from(self.bits()) * count as u128) >> 64) as usize
    }

    /// A number in [0, 1), a multiple of 2^-53.
    #[inline]
    pub fn uniform(&mut self) -> f64 {
        (self.bits() >> 11) as f64 * (1.0 / (1_u64 << 53) as f64)
    }

    /// A normal number with mean 0 and standard deviation 1, by the ziggurat of Marsaglia and Tsang.
    #[inline]
    pub fn normal(&mut self) -> f64 {
        let table = &*ZIGGURAT;
        loop {
            let bits = self.bits();
            let strip = (bits & 0xff) as usize;
            // The bits above the strip and its sign give a number in [0, 1).
            let u = (bits >> 11) as f64 * (1.0 / (1_u64 << 53) as f64);
            let x = u * table.x[strip];
            let sign = if bits & 0x100 == 0 { 1.0 } else { -1.0 };
            if x < table.x[strip + 1] {
                return sign * x;
            }
            if let Some(x) = self.edge(table, strip, x) {
                return sign * x;
            }
        }
    }

    /// The rare cases: the tail, and the part of a strip that the curve cuts.
    #[cold]
    fn edge(&mut self, table: &Ziggurat, strip: usize, x: f64) -> Option<f64> {
        if strip == 0 {
            loop {
                let (a, b) = (-libm::log(1.0 - self.uniform()) / TAIL, -libm::log(1.0 - self.uniform()));
                if b + b > a * a {
                    return Some(TAIL + a);
                }
            }
        }
        let (low, high) = (table.y[strip], table.y[strip + 1]);
        (low + (high - low) * self.uniform() < density(x)).then_some(x)
    }

    /// Puts a list into random order.
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for end in (1..list.len()).rev() {
            list.swap(end, self.below(end + 1));
        }
    }
}

/// 256 strips of equal area under the density; strip 0 is the base with the tail.
struct Ziggurat {
    /// Where the strips end, falling; entry 0 is the width that the base would have as a rectangle.
    x: [f64; 257],
    /// The density there.
    y: [f64; 257],
}

/// Where the tail begins, for 256 strips.
const TAIL: f64 = 3.654_152_885_361_009;
/// Area of a strip.
const AREA: f64 = 0.004_928_673_233_974_655;

fn density(x: f64) -> f64 {
    libm::exp(-x * x / 2.0)
}

static ZIGGURAT: LazyLock<Ziggurat> = LazyLock::new(|| {
    let (mut x, mut y) = ([0.0; 257], [0.0; 257]);
    (x[0], y[0]) = (AREA / density(TAIL), 0.0);
    (x[1], y[1]) = (TAIL, density(TAIL));
    for i in 2..256 {
        y[i] = y[i - 1] + AREA / x[i - 1];
        x[i] = (-2.0 * libm::log(y[i])).sqrt();
    }
    (x[256], y[256]) = (0.0, 1.0);
    Ziggurat { x, y }
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn normal_numbers_have_the_moments_and_tails_of_the_normal_law() {
        let mut rng = Rng::new(1, "test", 0);
        let count = 1_000_000;
        let numbers: Vec<f64> = (0..count).map(|_| rng.normal()).collect();
        let moment = |power: i32| numbers.iter().map(|x| x.powi(power)).sum::<f64>() / f64::from(count);
        for (power, expected, error) in [(1, 0.0, 0.005), (2, 1.0, 0.007), (3, 0.0, 0.02), (4, 3.0, 0.05)] {
            assert!((moment(power) - expected).abs() < error, "moment {power} is {}", moment(power));
        }
        for (limit, expected) in [(1.0, 0.317_311), (2.0, 0.045_500), (3.0, 0.002_700), (3.7, 0.000_215_6)] {
            let share = numbers.iter().filter(|x| x.abs() > limit).count() as f64 / f64::from(count);
            assert!((share - expected).abs() < 5.0 * (expected / f64::from(count)).sqrt(), "beyond {limit}: {share}");
        }
    }

    #[test]
    fn the_strips_close_at_the_top() {
        let table = &*ZIGGURAT;
        assert!((table.y[255] + AREA / table.x[255] - 1.0).abs() < 1e-9, "the last strip reaches the top");
    }

    /// These bits are the same on every machine.
    #[test]
    fn a_stream_is_known() {
        let mut rng = Rng::new(7, "test", 3);
        let drawn = (rng.bits(), rng.below(1000), rng.uniform(), rng.normal());
        assert_eq!(format!("{drawn:?}"), "(14005461940817111310, 955, 0.3231207111121187, 0.13550848158781628)");
        assert_ne!(Rng::new(7, "test", 4).bits(), Rng::new(7, "test", 3).bits());
    }
}
