//! Misere quotients (Plambeck and Siegel, "Misere quotients for impartial games"): who wins sums when the last move loses.
mod games;
mod learn;
mod pairs;
mod positions;

use games::{Games, Sum};
use hashbrown::HashMap;
pub use learn::Budget;
use learn::{Learned, learn};
pub use pairs::Monoid;
use pairs::{Set, Sums};
pub use positions::{Listed, Played, Repeating};
use std::collections::BTreeSet;

/// The misere quotient of all sums of some positions.
pub struct Quotient {
    /// The monoid.
    pub monoid: Monoid,
    /// The element of each position.
    pub elements: Vec<usize>,
}

/// The quotient of all sums of positions, each given by the places of its options, which stand before it. Nothing if the
/// budget is used up.
///
/// A position whose options have the same elements as those of an earlier one is taken for the same game. For any other one
/// all elements are tried; if none fits, the position is one more game that the quotient is learned from, and all begins
/// anew. The whole is checked by its certificate and needs no proof here.
pub fn quotient(positions: &[Vec<usize>], budget: Budget) -> Option<Quotient> {
    let mut games = Games::new(budget.sums);
    let (mut letters, mut tests) = (BTreeSet::new(), vec![Sum::new()]);
    loop {
        let all: Vec<u32> = letters.iter().copied().collect();
        let learned = learn(&mut games, &all, &mut tests, budget)?;
        let unknown = match place(positions, &mut games, learned, budget)? {
            Ok(quotient) => return Some(quotient),
            Err(unknown) => unknown,
        };
        let mut stack = vec![unknown];
        while let Some(game) = stack.pop() {
            if game != 0 && letters.insert(game) {
                stack.extend(games.options(game));
            }
        }
        if letters.len() == all.len() {
            return None;
        }
    }
}

/// Finds the element of each position, or a game that has none.
fn place(
    positions: &[Vec<usize>],
    games: &mut Games,
    Learned { monoid, games: known }: Learned,
    budget: Budget,
) -> Option<Result<Quotient, u32>> {
    let mut by_options: HashMap<Set, (usize, u32)> = HashMap::from([(monoid.set([]), (0, 0))]);
    by_options.extend(known.iter().map(|(game, (element, options))| (options.clone(), (*element, *game))));
    let mut sums = Sums::new(&monoid);
    // All of these agree, or they would not have been learned.
    for (_, pair) in &known {
        sums.add(pair, budget.pairs)?;
    }
    let mut found: Vec<(usize, u32)> = Vec::new();
    for options in positions {
        let set = monoid.set(options.iter().map(|&option| found[option].0));
        if let Some(&same) = by_options.get(&set) {
            found.push(same);
            continue;
        }
        let game = games.game(options.iter().map(|&option| found[option].1).collect());
        let Some(element) = fitting(&monoid, &mut sums, &set, budget)? else { return Some(Err(game)) };
        by_options.insert(set, (element, game));
        found.push((element, game));
    }
    Some(Ok(Quotient { elements: found.into_iter().map(|(element, _)| element).collect(), monoid }))
}

/// An element for a game whose options have these elements, so that all sums with it agree; it is added to them.
fn fitting(monoid: &Monoid, sums: &mut Sums, options: &Set, budget: Budget) -> Option<Option<usize>> {
    for element in 0..monoid.lost.len() {
        let pair = (element, options.clone());
        if monoid.agrees(&pair) && sums.add(&pair, budget.pairs)? {
            return Some(Some(element));
        }
    }
    Some(None)
}
