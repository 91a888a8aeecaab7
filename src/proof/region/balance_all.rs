//! Who wins Jenka_k from n full levels for *every* n, by the balanced strategies of [`super::balance`] in finitely many
//! classes of positions (zwick, section 6, open problem 1).
//!
//! # Classes
//! A position of [`super::balance`] has *counts*: the moves of the quiet levels, and the number of even levels for each
//! sides. A class keeps of each count v the number `min(v, clip)`, and of all together the sum of count times weight,
//! modulo a number. Position and class agree in the rest. A class with no position is left out: the counts below `clip`
//! are known, the others may be any number from `clip` on, so it has one exactly if the sum can have its remainder.
//!
//! # Why finitely many classes are enough
//! A move makes at most one count smaller, by one, and makes others larger. So what it does to the class depends only on
//! whether a count that is at least `clip` is equal to it or larger: it is enough to make the move with `clip` and with
//! `clip + 1` blocks or moves in its place, for each count that is clipped. The sum changes by a fixed number. The checker
//! takes a reply for each class in which the winner is to move, sees that it is a move of the winner in all these cases,
//! and follows all that can come of it, and all that the opponent can do in all cases, until no class is new. So the
//! winner has a move at every position that arises; and every play ends. That is all: no order of the classes is needed.
//!
//! The starts with n full levels have the one count n - 1. From n = clip + 1 on, their classes repeat with the modulus.
//!
//! # Format
//! `game jenga-physical K`, `clip C` (1 to 64), `modulus M` (1 to 64), any lines `weight LEFT MIDDLE RIGHT W` (the sides
//! with the greater side first, `0 0 0` for the quiet moves; what is not named has the weight 0), `winners` and for each n
//! from 1 to C + M the word `first` or `second`, then `replies` as in kind `jenka-balance`. The order of the replies is
//! that of rounds: the first round is all starts; the next is all that is new after a round. In a round classes are in the
//! order of their positions with clipped counts, then of their remainders, the opponent's turn before the winner's.
use super::balance::{Position, Tips};
use super::closure::{Moves, followed, read_replies};
use crate::proof::lines::Line;
use crate::proof::{Fact, Facts, Reject};
use std::collections::{BTreeMap, BTreeSet};

/// The largest clip and modulus.
const MOST: u64 = 64;

/// A class of positions: one of them with clipped counts, and the remainder of the sum.
type Class = (Position, u64);

/// What makes a class of a position.
struct Classes {
    tips: Tips,
    clip: u64,
    modulus: u64,
    weights: BTreeMap<[u64; 3], u64>,
}

/// Checks the lines of a certificate of kind `jenka-balance-all`.
///
/// # Errors
/// A [`Reject`] with the line at fault.
pub fn check(lines: &[Line]) -> Result<Facts, Reject> {
    let [game, clip, modulus, rest @ ..] = lines else {
        return Err(Reject::malformed("head", "the lines game, clip and modulus are missing"));
    };
    let tips = Tips::new(super::jenka::slots(game)?);
    let slots = tips.slots;
    let (clip, modulus) = (one(clip, "clip")?, one(modulus, "modulus")?);
    let split = rest.iter().position(|line| line.key != "weight").unwrap_or(rest.len());
    let weights = weights(&rest[..split])?;
    let [winners, replies @ ..] = &rest[split..] else {
        return Err(Reject::malformed("last line", "the line winners is missing"));
    };
    let first = read_winners(winners, clip + modulus)?;
    let classes = Classes { tips, clip, modulus, weights };
    followed(&classes, classes.starts(&first), &read_replies(replies)?, true)?;
    Ok(vec![Fact::Winners { blocks: slots, before: clip, first }])
}

impl Moves for Classes {
    type Class = Class;
    type Reply = [u64; 6];

    fn replied(&self, class: &Class, reply: [u64; 6]) -> Option<Vec<Class>> {
        let after = |case: &Position| Some(self.after(class, case, self.tips.reply(case, reply)?));
        let mut reached = self.cases(&class.0).iter().map(after).collect::<Option<Vec<_>>>()?;
        reached.retain(|class| self.real(class));
        Some(reached)
    }

    fn answered(&self, class: &Class) -> Option<Vec<Class>> {
        let mut reached = Vec::new();
        for case in self.cases(&class.0) {
            for option in self.tips.options(&case) {
                let next = self.after(class, &case, option);
                // A case may be no position of the class; what is reached from it then is none either, or is followed.
                if self.real(&next) {
                    if !self.tips.bounded(&next.0) {
                        return None;
                    }
                    reached.push(next);
                }
            }
        }
        Some(reached)
    }
}

impl Classes {
    /// The classes of all starts, with whether the winner is to move.
    fn starts(&self, first: &[bool]) -> BTreeSet<(Class, bool)> {
        let start = |(n, &first): (u64, &bool)| {
            let start = self.tips.start(n);
            let sum = self.sum(&start);
            ((self.clipped(start), sum), first)
        };
        (1..).zip(first).map(start).collect()
    }

    fn after(&self, class: &Class, case: &Position, after: Position) -> Class {
        let sum = (class.1 + self.sum(&after) + self.modulus - self.sum(case)) % self.modulus;
        (self.clipped(after), sum)
    }

    fn weight(&self, sides: [u64; 3]) -> u64 {
        self.weights.get(&sides).copied().unwrap_or(0) % self.modulus
    }

    /// The sum of count times weight, modulo the modulus.
    fn sum(&self, position: &Position) -> u64 {
        let even = position.even.iter().map(|(&sides, &count)| count % self.modulus * self.weight(sides));
        (position.quiet % self.modulus * self.weight([0; 3]) + even.sum::<u64>()) % self.modulus
    }

    fn clipped(&self, mut position: Position) -> Position {
        position.quiet = position.quiet.min(self.clip);
        position.even.values_mut().for_each(|count| *count = (*count).min(self.clip));
        position
    }

    /// The clipped position with each clipped count as it is, or larger by one.
    fn cases(&self, clipped: &Position) -> Vec<Position> {
        let mut cases = vec![clipped.clone()];
        if clipped.quiet == self.clip {
            cases.push(Position { quiet: self.clip + 1, ..clipped.clone() });
        }
        for (&sides, _) in clipped.even.iter().filter(|&(_, &count)| count == self.clip) {
            let larger: Vec<Position> = cases
                .iter()
                .map(|case| {
                    let mut larger = case.clone();
                    larger.even.insert(sides, self.clip + 1);
                    larger
                })
                .collect();
            cases.extend(larger);
        }
        cases
    }

    /// Whether the class has a position: some numbers in place of the clipped counts give the remainder.
    fn real(&self, (position, remainder): &Class) -> bool {
        let mut sums = BTreeSet::from([self.sum(position)]);
        let clipped = position.even.iter().filter(|&(_, &count)| count == self.clip).map(|(&sides, _)| sides);
        for sides in clipped.chain((position.quiet == self.clip).then_some([0; 3])) {
            let step = self.weight(sides);
            let more = |&sum: &u64| (0..self.modulus).map(move |times| sum + times * step);
            sums = sums.iter().flat_map(more).map(|sum| sum % self.modulus).collect();
        }
        sums.contains(remainder)
    }
}

fn one(line: &Line, key: &str) -> Result<u64, Reject> {
    match line.exactly()? {
        [number] if line.key == key && (1..=MOST).contains(&number) => Ok(number),
        _ => Err(line.reject(format!("expected '{key}' and a number from 1 to {MOST}"))),
    }
}

fn weights(lines: &[Line]) -> Result<BTreeMap<[u64; 3], u64>, Reject> {
    let mut weights = BTreeMap::new();
    for line in lines {
        let [left, middle, right, weight] = line.exactly()?;
        if weights.insert([left, middle, right], weight).is_some() {
            return Err(line.reject("a weight is given twice"));
        }
    }
    Ok(weights)
}

fn read_winners(line: &Line, count: u64) -> Result<Vec<bool>, Reject> {
    let words: Vec<&str> = line.rest.split_whitespace().collect();
    let known = words.iter().all(|&word| word == "first" || word == "second");
    if line.key != "winners" || !known || words.len() as u64 != count {
        return Err(line.reject(format!("expected 'winners' and {count} times 'first' or 'second'")));
    }
    Ok(words.iter().map(|&word| word == "first").collect())
}

#[cfg(test)]
mod tests;
