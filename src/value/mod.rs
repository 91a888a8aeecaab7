//! Values of impartial games: mex, nim-sum, outcome.
pub mod linear;

/// A Grundy value: the size of the Nim heap that an impartial position equals.
pub type Grundy = u64;

/// The least natural number that is not among `values`.
pub fn mex(values: impl IntoIterator<Item = Grundy>) -> Grundy {
    // Nearly all values are bits of one word.
    let (mut small, mut large) = (0_u64, Vec::new());
    for value in values {
        if value < 64 {
            small |= 1 << value;
        } else {
            large.push(value);
        }
    }
    if small != u64::MAX {
        return small.trailing_ones().into();
    }
    large.sort_unstable();
    large.dedup();
    64 + large.iter().zip(64..).take_while(|&(&value, rank)| value == rank).count() as Grundy
}

/// The nim-sum: exclusive or. The Grundy value of a sum of games is the nim-sum of theirs.
pub fn nim_sum(values: impl IntoIterator<Item = Grundy>) -> Grundy {
    values.into_iter().fold(0, |sum, value| sum ^ value)
}

/// Who wins an impartial position when both play well.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Outcome {
    /// The player to move next wins.
    N,
    /// The player who moved previously wins.
    P,
}

impl Outcome {
    /// The outcome in normal play, from the Grundy value.
    pub fn of(grundy: Grundy) -> Self {
        if grundy == 0 { Outcome::P } else { Outcome::N }
    }
}

impl std::fmt::Display for Outcome {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Outcome::N => "N",
            Outcome::P => "P",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mex_is_the_least_absent() {
        assert_eq!(mex([]), 0);
        assert_eq!(mex([1, 2]), 0);
        assert_eq!(mex([0, 1, 1, 3, 0]), 2);
        for missing in [0, 1, 62, 63, 64, 65, 70, 100] {
            let others = (0..100).rev().filter(|value| *value != missing);
            assert_eq!(mex(others.clone()), missing);
            assert_eq!(mex(others.chain([1 << 40, 90, 101])), if missing == 100 { 100 } else { missing });
        }
    }

    #[test]
    fn nim_sum_of_nothing_is_zero() {
        assert_eq!(nim_sum([]), 0);
        assert_eq!(nim_sum([3, 3, 2, 1]), 3);
    }
}
