//! The losses of the paper: smooth L1 for DQN (section 5.3), squares and cross-entropy for JengaZero (section 5.5).

/// A loss and its gradient by the outputs.
#[derive(Debug, Clone, PartialEq)]
pub struct Loss {
    /// The mean over the numbers compared.
    pub value: f64,
    /// By each output.
    pub gradient: Vec<f32>,
}

/// The mean of half the square up to a difference of 1, and of the difference less a half above it.
pub fn smooth_l1(outputs: &[f32], targets: &[f32]) -> Loss {
    mean(outputs, targets, |d| if d.abs() < 1.0 { (0.5 * d * d, d) } else { (d.abs() - 0.5, d.signum()) })
}

/// The mean of the squares of the differences.
pub fn squared(outputs: &[f32], targets: &[f32]) -> Loss {
    mean(outputs, targets, |d| (d * d, 2.0 * d))
}

fn mean(outputs: &[f32], targets: &[f32], of: impl Fn(f32) -> (f32, f32)) -> Loss {
    let count = outputs.len().min(targets.len()).max(1) as f32;
    let parts: Vec<(f32, f32)> = outputs.iter().zip(targets).map(|(y, t)| of(y - t)).collect();
    let value = parts.iter().map(|part| f64::from(part.0)).sum::<f64>() / f64::from(count);
    Loss { value, gradient: parts.iter().map(|part| part.1 / count).collect() }
}

/// Cross-entropy of the softmax of the outputs against a distribution, for one example. Outputs that are not `allowed` have
/// no share in the softmax and no gradient.
pub fn cross_entropy(outputs: &[f32], targets: &[f32], allowed: &[bool]) -> Loss {
    let shares = softmax(outputs, allowed);
    let terms = targets.iter().zip(&shares).filter(|(target, _)| **target > 0.0);
    let value = terms.map(|(&target, &share)| -f64::from(target) * libm::log(f64::from(share).max(1e-30))).sum();
    let gradient = shares.iter().zip(targets).zip(allowed).map(|((p, t), &a)| if a { p - t } else { 0.0 }).collect();
    Loss { value, gradient }
}

/// The shares that numbers get by their exponentials, over those that are allowed; all 0 if none is.
pub fn softmax(numbers: &[f32], allowed: &[bool]) -> Vec<f32> {
    let kept = numbers.iter().zip(allowed).filter(|(_, allowed)| **allowed);
    let most = kept.map(|(number, _)| *number).fold(f32::NEG_INFINITY, f32::max);
    let weigh = |(&number, &allowed): (&f32, &bool)| if allowed { libm::expf(number - most) } else { 0.0 };
    let weights: Vec<f32> = numbers.iter().zip(allowed).map(weigh).collect();
    let sum: f32 = weights.iter().sum();
    weights.iter().map(|weight| if sum > 0.0 { weight / sum } else { 0.0 }).collect()
}
