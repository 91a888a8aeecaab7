//! Towers by the plain definitions, in whole sixths from the middle.
use crate::proof::Reject;

/// A level: bit 2 is the first slot, bit 0 the third.
pub(crate) type Level = u8;
/// A tower, bottom first.
pub(crate) type Tower = Vec<Level>;

/// Every level that has a block.
pub(crate) const LEVELS: [Level; 7] = [1, 2, 3, 4, 5, 6, 7];

/// What statics says, from good to bad.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Verdict {
    Stable,
    Semi,
    Falls,
}

impl Verdict {
    /// What a condition `slack > 0` says, given the slack.
    pub fn of(slack: i64) -> Self {
        match slack.signum() {
            1 => Verdict::Stable,
            0 => Verdict::Semi,
            _ => Verdict::Falls,
        }
    }
}

/// Number of blocks, sum of their middles, outer edges.
pub(crate) struct Shape {
    pub count: i64,
    pub moment: i64,
    pub low: i64,
    pub high: i64,
}

/// The middles of a level's blocks.
fn middles(level: Level) -> impl Iterator<Item = i64> {
    [(4, -2), (2, 0), (1, 2)].into_iter().filter(move |(bit, _)| level & bit != 0).map(|(_, middle)| middle)
}

pub(crate) fn shape(level: Level) -> Shape {
    Shape {
        count: middles(level).count() as i64,
        moment: middles(level).sum(),
        low: middles(level).min().expect("a level has a block") - 1,
        high: middles(level).max().expect("a level has a block") + 1,
    }
}

/// The hull of the contact of two levels, as an interval along the lower one's axis and one along the other: the
/// smallest box around all common rectangles. The box is the hull, as the first and last block of the one level meet
/// the first and last of the other in its corners.
pub(crate) fn contact(low: Level, high: Level) -> [(i64, i64); 2] {
    let mut hull = [(3, -3); 2];
    for along in middles(low) {
        for across in middles(high) {
            for (side, middle) in hull.iter_mut().zip([along, across]) {
                *side = (side.0.min(middle - 1), side.1.max(middle + 1));
            }
        }
    }
    hull
}

/// Blocks, and the sums of their middles along the axis of the lowest level and along the other.
fn mass(tower: &[Level]) -> (i64, [i64; 2]) {
    let mut sums = [0, 0];
    let mut count = 0;
    for (index, &level) in tower.iter().enumerate() {
        count += shape(level).count;
        sums[index % 2] += shape(level).moment;
    }
    (count, sums)
}

/// The verdict by the definition: both axes, every level.
pub(crate) fn verdict(tower: &[Level]) -> Verdict {
    let judge = |i: usize| {
        let (count, [across, along]) = mass(&tower[i + 1..]);
        let [x, y] = contact(tower[i], tower[i + 1]);
        let slack = [along - x.0 * count, x.1 * count - along, across - y.0 * count, y.1 * count - across];
        Verdict::of(*slack.iter().min().expect("four sides"))
    };
    (0..tower.len().saturating_sub(1)).map(judge).max().unwrap_or(Verdict::Stable)
}

/// Whether the centre of mass is strictly inside the middle ninth.
pub(crate) fn inside(tower: &[Level]) -> bool {
    let (count, sums) = mass(tower);
    sums.iter().all(|&sum| -count < sum && sum < count)
}

/// Every tower of a height, in the order of their notations.
pub(crate) fn towers(height: usize) -> impl Iterator<Item = Tower> {
    let total = 7usize.pow(height as u32);
    (0..total).map(move |number| {
        (0..height).rev().map(|place| (number / 7usize.pow(place as u32) % 7) as Level + 1).collect()
    })
}

/// A tower as the papers write it.
pub(crate) fn show(tower: &[Level]) -> String {
    tower.iter().map(|level| format!("{level:03b}")).collect::<Vec<_>>().join("/")
}

/// Reads a level; the error is for the caller to place.
pub(crate) fn level(word: &str) -> Option<Level> {
    LEVELS.into_iter().find(|&level| show(&[level]) == word)
}

/// Reads levels, as many as there are words.
pub(crate) fn levels(line: &crate::proof::lines::Line, text: &str) -> Result<Tower, Reject> {
    let read = |word: &str| level(word).ok_or_else(|| line.reject(format!("'{word}' is not a level such as 101")));
    text.split_whitespace().map(read).collect()
}
