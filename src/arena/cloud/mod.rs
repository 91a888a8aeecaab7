//! The blocks of a level from a cloud of points on their outlines (the paper, section 8.3.1 and Figure 4).
//!
//! The loss of some blocks is the mean distance of the points to the outline of the nearest block. Gradient descent makes it
//! small, from every start, for one, two and three blocks; the number of blocks is told by the losses.
mod fit;
mod measure;
#[cfg(test)]
mod tests;

pub use fit::{Fit, fit, loss};
pub use measure::{Accuracy, Conditions, measure, scan};

/// A point seen from above, in metres.
pub type Point = [f64; 2];

/// A further block is believed in if it brings the loss below this share.
const SHARP: f64 = 0.5;

/// What a cloud was taken for.
#[derive(Debug, Clone, PartialEq)]
pub struct Estimate {
    /// The best fits of one, two and three blocks.
    pub fits: [Fit; 3],
    /// How many blocks were found, from 1 to 3.
    pub count: usize,
}

impl Estimate {
    /// The fit with the number of blocks that was found.
    pub fn chosen(&self) -> &Fit {
        &self.fits[self.count - 1]
    }
}

/// The blocks that a cloud shows. The number of blocks grows as long as one more halves the loss: the paper saw the loss fall
/// sharply until the number is right. A cloud without points fits one block.
pub fn estimate(points: &[Point]) -> Estimate {
    let fits = [1, 2, 3].map(|count| fit(points, count));
    let sharp = |count: usize| fits[count].loss < SHARP * fits[count - 1].loss;
    // Two blocks are halfway between one and three, so a drop may come late: the last sharp one counts.
    let count = if sharp(2) {
        3
    } else if sharp(1) {
        2
    } else {
        1
    };
    Estimate { fits, count }
}
