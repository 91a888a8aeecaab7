//! Natural numbers of any size, as far as counting needs them.
use std::fmt::{Display, Formatter};

/// A digit is less than this.
const BASE: u64 = 1_000_000_000;

/// So many digits hold the states of every well that is counted: fewer than 2^16000.
const DIGITS: usize = 540;

/// A natural number: its digits in base 10^9, the highest first.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Natural([u64; DIGITS]);

impl Natural {
    /// This number times a small one, plus another small one. What leaves the digits is lost.
    pub(super) fn times(&self, factor: u32, plus: u32) -> Natural {
        let (mut product, mut carry) = (self.clone(), u64::from(plus));
        for digit in product.0.iter_mut().rev() {
            carry += *digit * u64::from(factor);
            *digit = carry % BASE;
            carry /= BASE;
        }
        product
    }

    /// A power of a small number.
    pub(super) fn power(base: u32, exponent: u32) -> Natural {
        (0..exponent).fold(Natural::from(1), |power, _| power.times(base, 0))
    }
}

impl From<u32> for Natural {
    fn from(number: u32) -> Self {
        Natural([0; DIGITS]).times(0, number)
    }
}

impl Display for Natural {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        let mut digits = self.0.iter().skip_while(|digit| **digit == 0);
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
