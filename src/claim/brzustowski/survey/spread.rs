//! Averages and how numbers spread about them, in exact hundredths.

/// Average, standard deviation and standard error, in hundredths, rounded to the nearest; a half goes up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Spread {
    pub(super) average: u64,
    deviation: u64,
    pub(super) error: u64,
}

impl Spread {
    /// Of some numbers, with the sum of squares divided by their number less `less`.
    pub(super) fn of(numbers: &[u64], less: u64) -> Spread {
        let n = numbers.len() as u64;
        let sum: u64 = numbers.iter().sum();
        // n times the sum of squared distances from the average.
        let squares = n * numbers.iter().map(|x| x * x).sum::<u64>() - sum * sum;
        let divisor = n * (n - less);
        Spread {
            average: (200 * sum + n) / (2 * n),
            deviation: root(squares, divisor),
            error: root(squares, divisor * n),
        }
    }

    pub(super) fn words(self) -> [String; 3] {
        [hundredths(self.average), hundredths(self.deviation), hundredths(self.error)]
    }
}

/// 100 times the root of a quotient, rounded to the nearest: the greatest k with (2 k - 1)^2 <= 40000 above / below.
fn root(above: u64, below: u64) -> u64 {
    (1_u64..).take_while(|k| (2 * k - 1) * (2 * k - 1) * below <= 40_000 * above).last().unwrap_or(0)
}

fn hundredths(number: u64) -> String {
    format!("{}.{:02}", number / 100, number % 100)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spreads_are_rounded_to_the_nearest_hundredth() {
        assert_eq!(Spread::of(&[1, 2, 3, 4], 0).words(), ["2.50", "1.12", "0.56"]);
        assert_eq!(Spread::of(&[1, 2, 3, 4], 1).words(), ["2.50", "1.29", "0.65"]);
        assert_eq!(Spread::of(&[5, 5], 1).words(), ["5.00", "0.00", "0.00"]);
        assert_eq!(Spread::of(&[0, 0, 0, 0, 0, 0, 0, 1], 0).average, 13, "0.125 goes up");
        for (above, below) in [(0, 1), (2, 1), (1, 4), (99, 98), (7, 24)] {
            let float = (100.0 * (above as f64 / below as f64).sqrt()).round();
            assert_eq!(root(above, below) as f64, float);
        }
    }
}
