//! Places of the relaxed game and the moves between them.
use super::labels::{Label, Labels, Range};
use super::table::{Key, MOST};
use crate::error::{Error, Result};

/// The most levels of a tower in a search.
pub const HIGH: usize = 64;

/// Which moves a player has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Only those that are stable for every completion.
    Sure,
    /// All those that may be stable.
    Possible,
}

/// A tower by its labels, bottom first.
#[derive(Debug, Clone)]
pub struct Place {
    levels: [u16; HIGH],
    height: usize,
    /// For each axis, the number that its labels spell, and that of the mirror image.
    spelt: [[u128; 2]; 2],
}

/// A move: the level `from` gets the label `left`, the level `to` gets the label `top`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Step {
    /// The level that a block leaves, from 0.
    pub from: usize,
    /// What is left of it.
    pub left: u16,
    /// The top level, from 0.
    pub to: usize,
    /// What it becomes.
    pub top: u16,
}

/// What is above each level: the number of blocks, and the sum of their middles along the level's axis.
#[derive(Clone, Copy)]
struct Balance {
    above: [i64; HIGH],
    along: [Range; HIGH],
}

/// The relaxed game with a labelling.
#[derive(Debug, Clone)]
pub struct Arena {
    /// The labelling.
    pub labels: Labels,
    powers: Vec<u128>,
}

impl Place {
    /// The key of the place and its mirror images.
    pub fn key(&self) -> Key {
        [self.spelt[0][0].min(self.spelt[0][1]), self.spelt[1][0].min(self.spelt[1][1])]
    }

    /// The labels, bottom first.
    pub fn labels(&self) -> &[u16] {
        &self.levels[..self.height]
    }
}

impl Arena {
    /// The relaxed game on levels of `slots` slots, an odd number, of which `depth` are known.
    pub fn new(slots: u32, depth: usize) -> Self {
        let labels = Labels::new(slots, depth);
        let radix = labels.labels.len() as u128;
        let next = |&power: &u128| power.checked_mul(radix).filter(|&next| next <= MOST);
        // The last power is left out: a digit times it could be too large.
        let mut powers: Vec<u128> = std::iter::successors(Some(1u128), next).collect();
        powers.pop();
        Arena { labels, powers }
    }

    /// The place with these labels.
    ///
    /// # Errors
    /// Too many levels for a key.
    pub fn place(&self, labels: &[u16]) -> Result<Place> {
        let mut place = Place { levels: [0; HIGH], height: 0, spelt: [[0; 2]; 2] };
        for (level, &label) in labels.iter().enumerate() {
            self.relabel(&mut place, level, label)?;
        }
        Ok(place)
    }

    fn relabel(&self, place: &mut Place, level: usize, label: u16) -> Result<()> {
        let power = self.powers.get(level / 2).filter(|_| level < HIGH).ok_or_else(|| {
            let what = format!("a tower of {} levels of {} slots", level + 1, self.labels.slots);
            Error::input("search of Jenka", what, "fewer full levels or slots, so that a key holds the tower")
        })?;
        let old = place.levels[level];
        let digits = |label: u16| [u128::from(label), u128::from(self.labels.get(label).mirror)];
        for (image, spelt) in place.spelt[level % 2].iter_mut().enumerate() {
            *spelt = *spelt - digits(old)[image] * power + digits(label)[image] * power;
        }
        place.levels[level] = label;
        place.height = place.height.max(level + 1);
        Ok(())
    }

    /// The place after a move.
    ///
    /// # Errors
    /// Too many levels for a key.
    pub fn after(&self, place: &Place, step: &Step) -> Result<Place> {
        let mut next = place.clone();
        self.relabel(&mut next, step.from, step.left)?;
        self.relabel(&mut next, step.to, step.top)?;
        if step.to == place.height && step.to >= self.labels.depth {
            let deep = step.to - self.labels.depth;
            let coarse = self.labels.get(next.levels[deep]).coarse;
            self.relabel(&mut next, deep, coarse)?;
        }
        Ok(next)
    }

    /// The levels from which a block may be taken, `0..limit`, and the level on which it is put.
    pub fn limit(&self, place: &Place) -> (usize, usize) {
        let top = place.height - 1;
        if place.levels[top] == self.labels.full { (top, top + 1) } else { (top.saturating_sub(1), top) }
    }

    fn balance(&self, place: &Place) -> Balance {
        let mut balance = Balance { above: [0; HIGH], along: [(0, 0); HIGH] };
        let (mut along, mut across, mut above) = ((0, 0), (0, 0), 0);
        for level in (0..place.height).rev() {
            let label = self.labels.get(place.levels[level]);
            (balance.above[level], balance.along[level]) = (above, along);
            above += label.count;
            (along, across) = (across, plus(along, label.moment));
        }
        balance
    }

    /// The moves of a role, each with the least slack of a level after it: the distance to falling, for the worst or
    /// for the best completion.
    pub fn steps(&self, place: &Place, role: Role) -> Vec<(Step, i64)> {
        let (limit, to) = self.limit(place);
        let balance = self.balance(place);
        let known = place.height.saturating_sub(self.labels.depth);
        let stands = |level: usize| {
            let label = self.labels.get(place.levels[level]);
            balance.above[level] == 0 || slack(role, label, balance.above[level], balance.along[level]) > 0
        };
        // What is above a level that loses a block does not change while it is in the hand.
        let mut steps = Vec::new();
        if !(limit..place.height).all(stands) {
            return steps;
        }
        for from in (0..limit).rev() {
            let was = self.labels.get(place.levels[from]);
            let mut last = 0;
            for &left in &was.less {
                let left = if from < known { self.labels.get(left).coarse } else { left };
                if std::mem::replace(&mut last, left) != left {
                    self.lift(place, &balance, role, (from, left, to), &mut steps);
                }
            }
            if !stands(from) {
                break;
            }
        }
        steps
    }

    /// The moves that leave the label `left` at the level `from`; the levels above it stand.
    fn lift(
        &self,
        place: &Place,
        balance: &Balance,
        role: Role,
        (from, left, to): (usize, u16, usize),
        steps: &mut Vec<(Step, i64)>,
    ) {
        let mut held = *balance;
        let shift = minus(self.labels.get(left).moment, self.labels.get(place.levels[from]).moment);
        let label = |level: usize| self.labels.get(if level == from { left } else { place.levels[level] });
        for level in 0..from {
            held.above[level] -= 1;
            if (from - level).is_multiple_of(2) {
                held.along[level] = plus(held.along[level], shift);
            }
        }
        if (0..=from).any(|level| slack(role, label(level), held.above[level], held.along[level]) <= 0) {
            return;
        }
        let bare = if to == place.height { 0 } else { place.levels[to] };
        for &top in &self.labels.get(bare).more {
            let shift = minus(self.labels.get(top).moment, self.labels.get(bare).moment);
            let after = |level: usize| {
                let along = held.along[level];
                let along = if (to - level).is_multiple_of(2) { plus(along, shift) } else { along };
                slack(role, label(level), held.above[level] + 1, along)
            };
            let mut least = i64::MAX;
            if (0..to).all(|level| {
                least = least.min(after(level));
                least > 0
            }) {
                steps.push((Step { from, left, to, top }, least));
            }
        }
    }
}

fn plus(a: Range, b: Range) -> Range {
    (a.0 + b.0, a.1 + b.1)
}

/// The change of the extremes when one level's extremes change from `b` to `a`.
fn minus(a: Range, b: Range) -> Range {
    (a.0 - b.0, a.1 - b.1)
}

/// How far a tower is from falling at a level, for the worst or for the best completion.
fn slack(role: Role, label: &Label, above: i64, along: Range) -> i64 {
    match role {
        Role::Sure => (along.0 - label.low.1 * above).min(label.high.0 * above - along.1),
        Role::Possible => (along.1 - label.low.0 * above).min(label.high.1 * above - along.0),
    }
}
