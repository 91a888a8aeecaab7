//! Natural numbers of any size, as far as counting needs them.
use std::cmp::Ordering;
use std::fmt::{Display, Formatter};

/// A digit is less than this.
const BASE: u64 = 1_000_000_000;

/// A natural number: its digits in base 10^9, the lowest first, the highest not 0.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Natural(Vec<u32>);

impl Natural {
    /// This number times a small one, plus another small one.
    pub(super) fn times(&self, factor: u32, plus: u32) -> Natural {
        let mut carry = u64::from(plus);
        let mut digits = Vec::with_capacity(self.0.len() + 2);
        for digit in &self.0 {
            carry += u64::from(*digit) * u64::from(factor);
            digits.push((carry % BASE) as u32);
            carry /= BASE;
        }
        while carry > 0 {
            digits.push((carry % BASE) as u32);
            carry /= BASE;
        }
        while digits.last() == Some(&0) {
            digits.pop();
        }
        Natural(digits)
    }

    /// A power of a small number.
    pub(super) fn power(base: u32, exponent: u32) -> Natural {
        (0..exponent).fold(Natural::from(1), |power, _| power.times(base, 0))
    }
}

impl From<u32> for Natural {
    fn from(number: u32) -> Self {
        Natural::default().times(0, number)
    }
}

impl Ord for Natural {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.len().cmp(&other.0.len()).then_with(|| self.0.iter().rev().cmp(other.0.iter().rev()))
    }
}

impl PartialOrd for Natural {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Display for Natural {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        let mut digits = self.0.iter().rev();
        write!(f, "{}", digits.next().unwrap_or(&0))?;
        digits.try_for_each(|digit| write!(f, "{digit:09}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_128_bits_where_those_go() {
        for (base, exponent) in [(0, 0), (0, 3), (1, 50), (2, 127), (10, 38), (1022, 12), (4_000_000_000, 3)] {
            assert_eq!(Natural::power(base, exponent).to_string(), u128::from(base).pow(exponent).to_string());
        }
        let two_200 = "1606938044258990275541962092341162602522202993782792835301376";
        assert_eq!(Natural::power(2, 200).to_string(), two_200);
        let mut sorted: Vec<Natural> =
            [0, 1, 999_999_999, 1_000_000_000, 1_000_000_001, u32::MAX].map(Natural::from).to_vec();
        sorted.push(Natural::power(10, 18));
        sorted.push(Natural::power(10, 18).times(1, 1));
        assert!(sorted.windows(2).all(|pair| pair[0] < pair[1]));
        assert_eq!(Natural::from(7).times(1_000_000_000, 5).to_string(), "7000000005");
    }
}
