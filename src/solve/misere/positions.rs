//! Misere quotients of the positions of named games, as certificates.
use super::games::{Games, plus};
use super::{Budget, Monoid, quotient};
use crate::error::{Error, Result};
use crate::game::Game;
use crate::game::any::{self, AnyGame};
use crate::game::vector::{VectorGame, VectorPosition};
use std::collections::HashMap;
use std::fmt::Write;

/// The most positions of which a quotient is looked for.
const MOST_POSITIONS: usize = 200_000;
/// The most moves between them.
const MOST_MOVES: usize = 5_000_000;

/// Some positions of a game, closed under options, with their elements in a quotient.
pub struct Listed {
    /// The game.
    pub game: Box<dyn AnyGame>,
    /// The quotient.
    pub monoid: Monoid,
    /// The positions with their elements, in standard spelling.
    pub elements: HashMap<String, usize>,
}

impl Listed {
    /// The quotient of some positions and all that can be reached from them; nothing if it is not found.
    ///
    /// # Errors
    /// An unknown game, a position that it does not have, or too many positions.
    pub fn find(spec: &str, starts: &[String], budget: Budget) -> Result<Option<Listed>> {
        let game = any::open(spec)?;
        let (names, options) = reached(game.as_ref(), starts)?;
        Ok(quotient(&options, budget).map(|found| Listed {
            game,
            monoid: found.monoid,
            elements: names.into_iter().zip(found.elements).collect(),
        }))
    }

    /// The text of the certificate.
    pub fn certificate(&self) -> String {
        let mut text = head(&self.game.standard_name(), &self.monoid);
        let mut positions: Vec<_> = self.elements.iter().collect();
        positions.sort();
        for (position, element) in positions {
            writeln!(text, "position {position} = {element}").expect("a string takes all");
        }
        text + "end\n"
    }
}

/// Some positions of a game, closed under options, with who wins their sums by going through all play.
pub struct Played {
    games: Games,
    numbers: HashMap<String, u32>,
}

impl Played {
    /// Some positions and all that can be reached from them. At most so many sums will be kept.
    ///
    /// # Errors
    /// As [`Listed::find`].
    pub fn new(spec: &str, starts: &[String], most: usize) -> Result<Played> {
        let (names, options) = reached(any::open(spec)?.as_ref(), starts)?;
        let (mut games, mut numbers) = (Games::new(most), Vec::new());
        for options in options {
            let game = games.game(options.into_iter().map(|option: usize| numbers[option]).collect());
            numbers.push(game);
        }
        Ok(Played { games, numbers: names.into_iter().zip(numbers).collect() })
    }

    /// Whether the player to move loses a sum of them, in standard spelling; nothing if too many sums would be kept.
    pub fn lost(&mut self, sum: &[String]) -> Option<bool> {
        let sum: Vec<u32> = sum.iter().map(|position| self.numbers[position]).collect();
        self.games.lost(&plus(&sum, &[]))
    }
}

/// All positions that can be reached, each after its options, and the places of these.
fn reached(game: &dyn AnyGame, starts: &[String]) -> Result<(Vec<String>, Vec<Vec<usize>>)> {
    let (names, options) = met(game, starts)?;
    let (mut places, mut order) = (vec![None; names.len()], Vec::new());
    for start in 0..names.len() {
        // Each position with the number of its options that are not looked at yet.
        let mut stack = vec![(start, options[start].len())];
        while let Some((top, left)) = stack.last_mut() {
            if *left > 0 && places[*top].is_none() {
                *left -= 1;
                let option: usize = options[*top][*left];
                stack.push((option, options[option].len()));
                continue;
            }
            if places[*top].is_none() {
                places[*top] = Some(order.len());
                order.push(*top);
            }
            stack.pop();
        }
    }
    let place = |&option: &usize| places[option].expect("options stand before what they are options of");
    let placed = order.iter().map(|&top| options[top].iter().map(place).collect()).collect();
    Ok((order.iter().map(|&top| names[top].clone()).collect(), placed))
}

/// All positions that can be reached, first those that they are reached from, and for each the places of its options.
fn met(game: &dyn AnyGame, starts: &[String]) -> Result<(Vec<String>, Vec<Vec<usize>>)> {
    let (mut names, mut places, mut moves) = (Vec::new(), HashMap::new(), 0);
    let mut place = |position: String, names: &mut Vec<String>| {
        *places.entry(position).or_insert_with_key(|position| {
            names.push(position.clone());
            names.len() - 1
        })
    };
    for start in starts {
        place(game.standard(start)?, &mut names);
    }
    let mut all = Vec::new();
    while all.len() < names.len() {
        let options = game.moves(&names[all.len()])?;
        moves += options.len();
        all.push(options.into_iter().map(|(_, option)| place(option, &mut names)).collect());
        if names.len() > MOST_POSITIONS || moves > MOST_MOVES {
            let what = format!("more than {MOST_POSITIONS} positions or {MOST_MOVES} moves are reached");
            let place = format!("{} {}", game.standard_name(), starts.join(" "));
            return Err(Error::input(place, what, "smaller positions"));
        }
    }
    Ok((names, all))
}

/// The elements of all positions of a vector addition game, as they repeat along each coordinate.
pub struct Repeating {
    /// The game.
    pub game: VectorGame,
    /// The quotient.
    pub monoid: Monoid,
    /// For each coordinate, where the period begins.
    pub from: Vec<u64>,
    /// For each coordinate, the period.
    pub period: Vec<u64>,
    /// For each state, the elements of the vectors below `from` + `period`, the last coordinate fastest.
    pub labels: Vec<Vec<usize>>,
}

impl Repeating {
    /// Refuses sides of which no window is made.
    ///
    /// # Errors
    /// Not one side for each coordinate, a side of 0, or too many positions.
    pub fn check(game: &VectorGame, sides: &[u64]) -> Result<()> {
        let volume = sides.iter().try_fold(game.states as u64, |volume, side| volume.checked_mul(*side));
        let is_small = volume.is_some_and(|volume| (1..=MOST_POSITIONS as u64).contains(&volume));
        if sides.len() == game.dimension && is_small {
            return Ok(());
        }
        let right = format!("{} sides from 1 on, with at most {MOST_POSITIONS} positions in all", game.dimension);
        Err(Error::input(format!("{}, sides", game.name), format!("{sides:?}"), right))
    }

    /// Looks for periods in the quotient of the positions with coordinates below `sides`, one for each. Nothing if the
    /// quotient is not found, or if it shows no period along a coordinate. Whether the period goes on, the certificate has
    /// to tell.
    ///
    /// # Errors
    /// Too many positions, or not one side for each coordinate.
    pub fn find(game: &VectorGame, sides: &[u64], budget: Budget) -> Result<Option<Repeating>> {
        Repeating::check(game, sides)?;
        let name = |state: usize, vector: &Vec<u64>| game.show(&VectorPosition { state, at: vector.clone() });
        let all = vectors(sides);
        let starts: Vec<String> = (0..game.states).flat_map(|q| all.iter().map(move |at| name(q, at))).collect();
        let Some(Listed { monoid, elements, .. }) = Listed::find(&game.name, &starts, budget)? else { return Ok(None) };
        let column = |at: &Vec<u64>| -> Vec<usize> { (0..game.states).map(|q| elements[&name(q, at)]).collect() };
        let window: HashMap<&Vec<u64>, Vec<usize>> = all.iter().map(|at| (at, column(at))).collect();
        let ends: Option<Vec<(u64, u64)>> = (0..sides.len()).map(|axis| shortest(&window, axis, sides[axis])).collect();
        let Some(ends) = ends else { return Ok(None) };
        let (from, period): (Vec<u64>, Vec<u64>) = ends.into_iter().unzip();
        let first = vectors(&from.iter().zip(&period).map(|(from, period)| from + period).collect::<Vec<_>>());
        let labels = (0..game.states).map(|q| first.iter().map(|at| window[at][q]).collect()).collect();
        Ok(Some(Repeating { game: game.clone(), monoid, from, period, labels }))
    }

    /// The text of the certificate.
    pub fn certificate(&self) -> String {
        let mut text = head(&self.game.name, &self.monoid);
        let mut line = |key: &str, words: String| writeln!(text, "{key} {words}").expect("a string takes all");
        line("from", words(&self.from));
        line("period", words(&self.period));
        for labels in &self.labels {
            line("labels", words(labels));
        }
        text + "end\n"
    }
}

/// Where the values of a window begin to repeat along an axis, and their period; the sum of both is the least. Two periods have
/// to be seen, or what is called one is an accident.
fn shortest(window: &HashMap<&Vec<u64>, Vec<usize>>, axis: usize, side: u64) -> Option<(u64, u64)> {
    let repeats = |&(from, period): &(u64, u64)| {
        window.iter().filter(|(at, _)| at[axis] >= from && at[axis] + period < side).all(|(at, values)| {
            let mut other = (*at).clone();
            other[axis] += period;
            *values == window[&other]
        })
    };
    let mut ends = (1..=side).flat_map(|end| (1..=end).map(move |period| (end - period, period)));
    ends.find(|ends| ends.0 + 2 * ends.1 <= side && repeats(ends))
}

/// All vectors of a box, the last coordinate fastest.
fn vectors(sides: &[u64]) -> Vec<Vec<u64>> {
    sides.iter().fold(vec![Vec::new()], |all, &side| {
        all.iter().flat_map(|at| (0..side).map(move |x| [&at[..], &[x]].concat())).collect()
    })
}

/// The lines of a certificate up to the lost elements.
fn head(game: &str, monoid: &Monoid) -> String {
    let mut text = format!("topple-certificate 1 misere-quotient\ngame {game}\norder {}\n", monoid.lost.len());
    let mut line = |key: &str, words: String| writeln!(text, "{key} {words}").expect("a string takes all");
    for products in &monoid.times {
        line("times", words(products));
    }
    let lost: Vec<usize> = (0..monoid.lost.len()).filter(|&element| monoid.lost[element]).collect();
    line("lost", words(&lost));
    text
}

fn words<T: ToString>(numbers: &[T]) -> String {
    numbers.iter().map(T::to_string).collect::<Vec<_>>().join(" ")
}
