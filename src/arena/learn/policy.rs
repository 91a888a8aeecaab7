//! The loss of JengaZero's policy (the paper, section 5.5), and the one that its authors' program had.
use super::zero::{Legal, PLACES, REMOVALS};
use crate::arena::Move;
use crate::arena::net::{Loss, cross_entropy, softmax};

/// A share for every pair of a removal and a place.
pub(super) const PAIRS: usize = REMOVALS * PLACES;

/// The pair that stands for a move; none above the buffer.
pub(super) fn pair(chosen: Move) -> Option<usize> {
    let removal = 3 * usize::from(chosen.level) + usize::from(chosen.slot);
    (removal < REMOVALS).then_some(PLACES * removal + usize::from(chosen.place))
}

/// Cross-entropy of the policy against the shares of the pairs. The policy is a product, so the loss is a sum: that of the
/// removals and that of the places. The gradient is by the outputs for removals, then for places.
pub(super) fn policy_loss(output: &[f32], target: &[f32], legal: &Legal) -> Loss {
    let removal_shares: Vec<f32> = target.chunks(PLACES).map(|shares| shares.iter().sum()).collect();
    let place_share = |place: usize| target.iter().skip(place).step_by(PLACES).sum();
    let place_shares: Vec<f32> = (0..PLACES).map(place_share).collect();
    let removals = cross_entropy(&output[..REMOVALS], &removal_shares, &legal.removals);
    let places = cross_entropy(&output[REMOVALS..REMOVALS + PLACES], &place_shares, &legal.places);
    Loss { value: removals.value + places.value, gradient: [removals.gradient, places.gradient].concat() }
}

/// The same as the authors' program took it: the shares of all pairs, legal or not, are put through a softmax once more, and
/// the cross-entropy is of that. It begins near ln 135 and can hardly fall.
pub(super) fn doubled_loss(output: &[f32], target: &[f32]) -> Loss {
    let removals = softmax(&output[..REMOVALS], &[true; REMOVALS]);
    let places = softmax(&output[REMOVALS..REMOVALS + PLACES], &[true; PLACES]);
    let shares: Vec<f32> =
        removals.iter().flat_map(|removal| places.iter().map(move |place| removal * place)).collect();
    let Loss { value, gradient: by_share } = cross_entropy(&shares, target, &[true; PAIRS]);
    let (mut by_removal, mut by_place) = ([0.0; REMOVALS], [0.0; PLACES]);
    for (at, slope) in by_share.iter().enumerate() {
        by_removal[at / PLACES] += slope * places[at % PLACES];
        by_place[at % PLACES] += slope * removals[at / PLACES];
    }
    Loss { value, gradient: [through_softmax(&removals, &by_removal), through_softmax(&places, &by_place)].concat() }
}

/// The gradient by the numbers of a softmax, from that by its shares.
fn through_softmax(shares: &[f32], by_share: &[f32]) -> Vec<f32> {
    let mean: f32 = shares.iter().zip(by_share).map(|(share, slope)| share * slope).sum();
    shares.iter().zip(by_share).map(|(share, slope)| share * (slope - mean)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::Rng;

    #[test]
    fn gradients_are_slopes() {
        let mut rng = Rng::new(4, "test", 0);
        let output: Vec<f32> = (0..REMOVALS + PLACES).map(|_| rng.normal() as f32).collect();
        let legal = Legal { removals: std::array::from_fn(|at| at % 2 == 0), places: [true, false, true] };
        let mut target = vec![0.0; PAIRS];
        (target[0], target[3 * 20 + 2]) = (0.25, 0.75);
        for doubled in [false, true] {
            let loss = |output: &[f32]| match doubled {
                true => doubled_loss(output, &target),
                false => policy_loss(output, &target, &legal),
            };
            for (at, slope) in loss(&output).gradient.iter().enumerate() {
                let moved = |by: f32| {
                    let mut output = output.clone();
                    output[at] += by;
                    loss(&output).value
                };
                let measured = (moved(1e-2) - moved(-1e-2)) / 2e-2;
                assert!((measured - f64::from(*slope)).abs() < 1e-3, "{at}: {measured} and {slope}");
            }
        }
    }

    #[test]
    fn the_doubled_loss_begins_at_the_logarithm_of_all_pairs() {
        let mut target = vec![0.0; PAIRS];
        target[0] = 1.0;
        assert!((doubled_loss(&[0.0; REMOVALS + PLACES], &target).value - (PAIRS as f64).ln()).abs() < 1e-5);
    }
}
