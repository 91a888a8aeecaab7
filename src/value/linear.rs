//! Exact linear algebra on integers: weights that make play end, and coordinates along generators.
use crate::error::{Error, Result};

/// The answer to "does some weight fall with every move?": exactly one of the two exists.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Termination {
    /// A natural weight for each coordinate; every move makes the weighted sum smaller.
    Weight(Vec<u64>),
    /// How often to make each move so that no coordinate is smaller afterwards: play can go on forever.
    Forever(Vec<u64>),
}

/// One inequality `coefficients * w <= bound`, and the multiples of the given inequalities that it is the sum of.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Inequality {
    coefficients: Vec<i128>,
    bound: i128,
    multiples: Vec<i128>,
}

/// Decides by Fourier-Motzkin elimination whether weights `w >= 0` exist with `w * v <= -1` for every move `v`.
/// When they do not, the elimination itself hands out (Farkas) the multiples of moves that add up to no loss.
///
/// # Errors
/// Numbers that leave 128 bits.
pub fn termination(moves: &[Vec<i64>]) -> Result<Termination> {
    let dimension = moves.first().map_or(0, Vec::len);
    let mut system: Vec<Inequality> = Vec::new();
    for (index, step) in moves.iter().enumerate() {
        let mut multiples = vec![0; moves.len() + dimension];
        multiples[index] = 1;
        system.push(Inequality { coefficients: step.iter().map(|&c| i128::from(c)).collect(), bound: -1, multiples });
    }
    for coordinate in 0..dimension {
        let mut coefficients = vec![0; dimension];
        coefficients[coordinate] = -1;
        let mut multiples = vec![0; moves.len() + dimension];
        multiples[moves.len() + coordinate] = 1;
        system.push(Inequality { coefficients, bound: 0, multiples });
    }
    // systems[i] speaks of the coordinates below i only.
    let mut systems = vec![system];
    for coordinate in (0..dimension).rev() {
        let next = eliminate(systems.last().expect("starts with one"), coordinate, dimension - coordinate)?;
        systems.push(next);
    }
    systems.reverse();
    if let Some(contradiction) = systems[0].iter().find(|inequality| inequality.bound < 0) {
        let often = contradiction.multiples[..moves.len()].iter().map(|&m| u64::try_from(m));
        return often.collect::<std::result::Result<_, _>>().map(Termination::Forever).map_err(|_| too_large());
    }
    least_weight(&systems[1..]).map(Termination::Weight)
}

/// All sums of two inequalities in which `coordinate` cancels, and those that never had it. A sum of more than
/// `eliminated + 1` of the given inequalities follows from others and is dropped (Kohler's rule).
fn eliminate(system: &[Inequality], coordinate: usize, eliminated: usize) -> Result<Vec<Inequality>> {
    let mut kept: Vec<Inequality> = system.iter().filter(|i| i.coefficients[coordinate] == 0).cloned().collect();
    for above in system.iter().filter(|i| i.coefficients[coordinate] > 0) {
        for below in system.iter().filter(|i| i.coefficients[coordinate] < 0) {
            let (times_above, times_below) = (-below.coefficients[coordinate], above.coefficients[coordinate]);
            let sum = combine(above, times_above, below, times_below)?;
            let used = sum.multiples.iter().filter(|&&m| m != 0).count();
            if used <= eliminated + 1 && !kept.contains(&sum) {
                kept.push(sum);
            }
        }
    }
    Ok(kept)
}

fn combine(a: &Inequality, times_a: i128, b: &Inequality, times_b: i128) -> Result<Inequality> {
    let sum = |x: i128, y: i128| -> Result<i128> {
        let product = |n: i128, times: i128| n.checked_mul(times).ok_or_else(too_large);
        product(x, times_a)?.checked_add(product(y, times_b)?).ok_or_else(too_large)
    };
    let zip = |x: &[i128], y: &[i128]| x.iter().zip(y).map(|(&x, &y)| sum(x, y)).collect::<Result<Vec<i128>>>();
    let mut result = Inequality {
        coefficients: zip(&a.coefficients, &b.coefficients)?,
        bound: sum(a.bound, b.bound)?,
        multiples: zip(&a.multiples, &b.multiples)?,
    };
    let all = result.coefficients.iter().chain(&result.multiples).chain([&result.bound]);
    let divisor = all.fold(0, |divisor, &n| gcd(divisor, n)).max(1);
    result.bound /= divisor;
    result.coefficients.iter_mut().chain(&mut result.multiples).for_each(|n| *n /= divisor);
    Ok(result)
}

/// Takes the least value of each coordinate in turn, then clears the common denominator.
fn least_weight(systems: &[Vec<Inequality>]) -> Result<Vec<u64>> {
    let mut numerators: Vec<i128> = Vec::new();
    let mut denominator: i128 = 1;
    for (coordinate, system) in systems.iter().enumerate() {
        // The bounds are fractions with denominators of their own: n/d with d > 0.
        let mut least: (i128, i128) = (0, 1);
        for inequality in system.iter().filter(|i| i.coefficients[coordinate] < 0) {
            let mut rest = inequality.bound.checked_mul(denominator).ok_or_else(too_large)?;
            for (&c, &n) in inequality.coefficients.iter().zip(&numerators) {
                rest = rest.checked_sub(c.checked_mul(n).ok_or_else(too_large)?).ok_or_else(too_large)?;
            }
            let divisor = (-inequality.coefficients[coordinate]).checked_mul(denominator).ok_or_else(too_large)?;
            let candidate = (-rest, divisor);
            let left = candidate.0.checked_mul(least.1).ok_or_else(too_large)?;
            if left > least.0.checked_mul(candidate.1).ok_or_else(too_large)? {
                least = candidate;
            }
        }
        let common = gcd(least.0, least.1).max(1);
        let (numerator, own) = (least.0 / common, least.1 / common);
        let factor = own / gcd(own, denominator);
        numerators.iter_mut().for_each(|n| *n *= factor);
        denominator = denominator.checked_mul(factor).ok_or_else(too_large)?;
        numerators.push(numerator.checked_mul(denominator / own).ok_or_else(too_large)?);
    }
    numerators.into_iter().map(|n| u64::try_from(n).map_err(|_| too_large())).collect()
}

/// The naturals `k` with `target = sum of k[j] * generators[j]`, if there are any. The generators must be linearly
/// independent; otherwise, or when numbers leave 128 bits, there is no answer.
pub fn natural_combination(target: &[i128], generators: &[Vec<u64>]) -> Option<Vec<u64>> {
    let mut rows: Vec<Vec<i128>> =
        (0..target.len()).map(|i| generators.iter().map(|g| i128::from(g[i])).chain([target[i]]).collect()).collect();
    for pivot in 0..generators.len() {
        let found = (pivot..rows.len()).find(|&row| rows[row][pivot] != 0)?;
        rows.swap(pivot, found);
        let by = rows[pivot].clone();
        for (_, row) in rows.iter_mut().enumerate().filter(|&(row, _)| row != pivot) {
            let factor = row[pivot];
            for (entry, &subtrahend) in row.iter_mut().zip(&by) {
                *entry = entry.checked_mul(by[pivot])?.checked_sub(subtrahend.checked_mul(factor)?)?;
            }
        }
    }
    if rows[generators.len()..].iter().any(|row| row[generators.len()] != 0) {
        return None;
    }
    let solve = |j: usize| {
        let (whole, scale) = (rows[j][generators.len()], rows[j][j]);
        (whole % scale == 0).then(|| u64::try_from(whole / scale).ok()).flatten()
    };
    (0..generators.len()).map(solve).collect()
}

/// A basis of the integer vectors that every row maps to 0, each without a common divisor.
///
/// # Errors
/// Numbers that leave 128 bits.
pub fn kernel(rows: &[Vec<i128>], columns: usize) -> Result<Vec<Vec<i128>>> {
    let mut rows = rows.to_vec();
    let mut pivots: Vec<usize> = Vec::new();
    for column in 0..columns {
        let done = pivots.len();
        let Some(found) = (done..rows.len()).find(|&row| rows[row][column] != 0) else { continue };
        rows.swap(done, found);
        let by = rows[done].clone();
        for (_, row) in rows.iter_mut().enumerate().filter(|&(row, _)| row != done) {
            *row = primitive(&subtracted(row, &by, column)?);
        }
        pivots.push(column);
    }
    let free = (0..columns).filter(|column| !pivots.contains(column));
    free.map(|free| kernel_vector(&rows, &pivots, free, columns)).collect()
}

/// The kernel vector of rows in reduced form that is 0 in every column without a pivot but `free`.
fn kernel_vector(rows: &[Vec<i128>], pivots: &[usize], free: usize, columns: usize) -> Result<Vec<i128>> {
    let mut scale = 1_i128;
    for (row, pivot) in rows.iter().zip(pivots) {
        let own = row[*pivot] / gcd(row[*pivot], row[free]);
        scale = scale.checked_mul((own / gcd(own, scale)).abs()).ok_or_else(too_large)?;
    }
    let mut vector = vec![0; columns];
    vector[free] = scale;
    for (row, pivot) in rows.iter().zip(pivots) {
        let product = scale.checked_mul(-row[free]).ok_or_else(too_large)?;
        vector[*pivot] = product / row[*pivot];
    }
    Ok(primitive(&vector))
}

/// The row with `column` cancelled by a multiple of `by`.
fn subtracted(row: &[i128], by: &[i128], column: usize) -> Result<Vec<i128>> {
    let (factor, scale) = (row[column], by[column]);
    let entry = |(x, y): (&i128, &i128)| x.checked_mul(scale)?.checked_sub(y.checked_mul(factor)?);
    row.iter().zip(by).map(|pair| entry(pair).ok_or_else(too_large)).collect()
}

/// The vector divided by the greatest common divisor of its entries.
fn primitive(vector: &[i128]) -> Vec<i128> {
    let common = vector.iter().fold(0, |common, &entry| gcd(common, entry)).max(1);
    vector.iter().map(|entry| entry / common).collect()
}

/// The greatest common divisor, not negative.
pub fn gcd(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.abs(), b.abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

fn too_large() -> Error {
    Error::Overflow("linear algebra".to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jenga_moves_have_the_weight_2_3() {
        let moves = [vec![-2, 0], vec![-2, 1], vec![1, -1]];
        assert_eq!(termination(&moves), Ok(Termination::Weight(vec![2, 3])));
    }

    #[test]
    fn a_kernel_is_mapped_to_zero_and_has_the_right_dimension() {
        let rows = [vec![1, 1, 0, 0], vec![0, 1, 1, 0], vec![1, 2, 1, 0]];
        assert_eq!(kernel(&rows, 4), Ok(vec![vec![1, -1, 1, 0], vec![0, 0, 0, 1]]));
        assert_eq!(kernel(&[], 2), Ok(vec![vec![1, 0], vec![0, 1]]));
        assert_eq!(kernel(&[vec![2, 3, 0], vec![0, 2, 5]], 3), Ok(vec![vec![15, -10, 4]]));
        assert!(kernel(&[vec![i128::MAX, 3, 1], vec![5, i128::MAX, 1]], 3).is_err());
    }

    #[test]
    fn moves_that_together_lose_nothing_go_on_forever() {
        let moves = [vec![-1, 2], vec![2, -1]];
        assert_eq!(termination(&moves), Ok(Termination::Forever(vec![1, 2])));
        assert_eq!(termination(&[vec![0, 0]]), Ok(Termination::Forever(vec![1])));
    }

    #[test]
    fn weights_fall_or_multiples_do_not_lose_for_all_pairs_of_small_moves() {
        let steps: Vec<Vec<i64>> = (-3..=3).flat_map(|a| (-3..=3).map(move |b| vec![a, b])).collect();
        for first in &steps {
            for second in &steps {
                let moves = [first.clone(), second.clone()];
                match termination(&moves).expect("small numbers") {
                    Termination::Weight(w) => {
                        assert!(moves.iter().all(|v| w[0] as i64 * v[0] + w[1] as i64 * v[1] < 0), "{moves:?} {w:?}");
                    }
                    Termination::Forever(often) => {
                        assert!(often.iter().any(|&k| k > 0));
                        let total = |i: usize| often[0] as i64 * first[i] + often[1] as i64 * second[i];
                        assert!(total(0) >= 0 && total(1) >= 0, "{moves:?} {often:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn combinations_are_found_exactly() {
        let generators = [vec![4, 4], vec![0, 4]];
        assert_eq!(natural_combination(&[8, 20], &generators), Some(vec![2, 3]));
        assert_eq!(natural_combination(&[8, 4], &generators), None);
        assert_eq!(natural_combination(&[0, 0], &[]), Some(vec![]));
        assert_eq!(natural_combination(&[1, 0], &[]), None);
    }
}
