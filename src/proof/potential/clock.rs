//! Certificate kind `clock`: every play of CLOCK NIM ends, for every largest pile and every p > n > 0.
//!
//! ```text
//! topple-certificate 1 clock
//! stone 1 0
//! step 0 1
//! end
//! ```
//!
//! `stone A B` gives every stone the weight A p + B n, and `step C D` gives the clock the weight C p + D n for each step
//! that it has made. A move takes d >= 1 stones away (a whole pile of d, or d of a larger one). Then either the clock goes
//! on by one step, or it goes from p - 1 back to 0 and a pile of n stones arrives. So a move lowers the weight by
//!
//! - d stone - step, or
//! - d stone - n stone + (p - 1) step.
//!
//! Write n = 1 + m, p = 2 + m + q and d = 1 + e: as m, q and e run over all naturals, (p, n, d) runs over exactly the cases
//! p > n > 0, d >= 1. Both expressions are then polynomials in m, q, e. If no coefficient is negative and the constant one
//! is positive, every move lowers the weight by at least one; if the weights themselves have no negative coefficient, the
//! weight is a natural number. So play ends.
use crate::proof::lines::Line;
use crate::proof::{Fact, Facts, Reject};
use std::collections::BTreeMap;

/// A polynomial in m, q, e with integer coefficients, by exponents.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
struct Polynomial(BTreeMap<[u8; 3], i128>);

impl Polynomial {
    fn of(terms: &[([u8; 3], i128)]) -> Self {
        Polynomial(terms.iter().copied().collect())
    }

    fn plus(&self, other: &Self, times: i128) -> Self {
        let mut sum = self.clone();
        for (exponents, coefficient) in &other.0 {
            *sum.0.entry(*exponents).or_insert(0) += times * coefficient;
        }
        sum
    }

    fn times(&self, other: &Self) -> Self {
        let mut product = Polynomial::default();
        for (x, a) in &self.0 {
            for (y, b) in &other.0 {
                *product.0.entry([x[0] + y[0], x[1] + y[1], x[2] + y[2]]).or_insert(0) += a * b;
            }
        }
        product
    }

    fn natural(&self) -> bool {
        self.0.values().all(|&coefficient| coefficient >= 0)
    }

    fn positive(&self) -> bool {
        self.natural() && self.0.get(&[0, 0, 0]).is_some_and(|&constant| constant > 0)
    }
}

/// The largest number in a weight; sums of products of four such numbers stay far inside 128 bits.
const LARGEST: u64 = 1_000_000;

/// Checks the lines of a clock certificate.
///
/// # Errors
/// A [`Reject`] that names the kind of move that may not lower the weight.
pub fn check(lines: &[Line]) -> Result<Facts, Reject> {
    let [stone, step] = lines else {
        return Err(Reject::at("lines", format!("{} lines, expected 'stone' and 'step'", lines.len())));
    };
    let n = Polynomial::of(&[([0, 0, 0], 1), ([1, 0, 0], 1)]);
    let p = Polynomial::of(&[([0, 0, 0], 2), ([1, 0, 0], 1), ([0, 1, 0], 1)]);
    let d = Polynomial::of(&[([0, 0, 0], 1), ([0, 0, 1], 1)]);
    let (stone, step) = (weight(stone, "stone", &p, &n)?, weight(step, "step", &p, &n)?);
    let taken = d.times(&stone);
    if !taken.plus(&step, -1).positive() {
        return Err(Reject::at("step", "a move that moves the clock on may not lower the weight"));
    }
    let steps = p.plus(&Polynomial::of(&[([0, 0, 0], 1)]), -1).times(&step);
    if !taken.plus(&n.times(&stone), -1).plus(&steps, 1).positive() {
        return Err(Reject::at("step", "a move that starts the clock again may not lower the weight"));
    }
    Ok(vec![Fact::ClockNimEnds])
}

/// A p + B n.
fn weight(line: &Line, key: &str, p: &Polynomial, n: &Polynomial) -> Result<Polynomial, Reject> {
    if line.key != key {
        return Err(line.reject(format!("expected '{key}'")));
    }
    let [a, b] = line.exactly()?;
    if a > LARGEST || b > LARGEST {
        return Err(line.reject(format!("a number is larger than {LARGEST}")));
    }
    Ok(Polynomial::default().plus(p, i128::from(a)).plus(n, i128::from(b)))
}

#[cfg(test)]
mod tests {
    use crate::proof::{Facts, check, mutants::Mutants};

    fn text(numbers: [u64; 4]) -> String {
        let [a, b, c, d] = numbers;
        format!("topple-certificate 1 clock\nstone {a} {b}\nstep {c} {d}\nend\n")
    }

    /// Whether the weights fall in every move of every small game, move by move.
    fn falls(numbers: [u64; 4]) -> bool {
        let [a, b, c, d] = numbers.map(i128::from);
        (1..9).all(|n| {
            (n + 1..12).all(|p| {
                let (stone, step) = (a * p + b * n, c * p + d * n);
                (1..9).all(|taken| taken * stone > step && taken * stone + (p - 1) * step > n * stone)
            })
        })
    }

    #[test]
    fn every_mutant_is_refused_or_true() {
        assert!(check(&text([1, 0, 0, 1])).is_ok());
        let mut accepted = 0;
        for a in 0..5 {
            for (b, c, d) in (0..5).flat_map(|b| (0..5).flat_map(move |c| (0..5).map(move |d| (b, c, d)))) {
                let numbers = [a, b, c, d];
                if check(&text(numbers)).is_ok() {
                    accepted += 1;
                    assert!(falls(numbers), "{numbers:?}");
                }
            }
        }
        assert!(accepted < 60, "{accepted} of 625");
        let weights =
            |text: &str| -> Vec<u64> { text.split_whitespace().filter_map(|word| word.parse().ok()).skip(1).collect() };
        let holds = |mutant: &str, _: &Facts| weights(mutant).try_into().is_ok_and(falls);
        let added = ["stone 1 0", "step 0 1", "stone 2 0", "step 1 0", "x 1"];
        let (refused, _) = Mutants::of(&text([1, 0, 0, 1]), &["0", "3", "1000001", "step", ""], &added).judge(holds);
        assert!(refused > 50, "{refused}");
    }
}
