//! Vector addition games with states: what Zwick's triplets, CLOCK NIM, ADDITION(S), subtraction games and the
//! four-block Jenga have in common.
//!
//! A position is a control state and a vector of naturals. A rule belongs to a state; it takes a vector (which must be
//! there), puts a vector and goes to a state. All positions of the game are all pairs of a state and a vector.
use super::Game;
use crate::error::{Error, Result};
use std::fmt::Write;

/// The largest coordinate that a position may be given.
pub const LARGEST_COORDINATE: u64 = 1_000_000_000_000_000;
/// The largest number that a rule may take or put.
pub const LARGEST_STEP: u64 = 1_000_000;

/// A rule: in state `from`, where the vector is at least `take`, subtract `take`, add `put` and go to state `to`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rule {
    /// What the papers call the move.
    pub name: String,
    /// The state in which it can be used.
    pub from: usize,
    /// What must be there and is taken.
    pub take: Vec<u64>,
    /// What is put.
    pub put: Vec<u64>,
    /// The state afterwards.
    pub to: usize,
}

impl Rule {
    /// Whether the rule can be used on a vector.
    pub fn fits(&self, at: &[u64]) -> bool {
        at.iter().zip(&self.take).all(|(x, take)| x >= take)
    }

    /// The vector after the rule; call it only where the rule [`fits`](Rule::fits).
    pub fn apply(&self, at: &[u64]) -> Vec<u64> {
        self.coordinates(at).collect()
    }

    /// The coordinates of the vector after the rule, one after the other.
    pub(crate) fn coordinates(&self, at: &[u64]) -> impl Iterator<Item = u64> {
        let step = |((x, take), put): ((&u64, &u64), &u64)| {
            (x - take).checked_add(*put).expect("positions stay far below 2^64: steps and coordinates are bounded")
        };
        at.iter().zip(&self.take).zip(&self.put).map(step)
    }
}

/// A weight that every rule makes smaller: `per_unit * vector + per_state[state]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Weight {
    /// For each coordinate.
    pub per_unit: Vec<u64>,
    /// For each state.
    pub per_state: Vec<u64>,
}

impl Weight {
    /// The weight of a vector in a state.
    pub fn of(&self, state: usize, at: &[u64]) -> u128 {
        let vector: u128 = self.per_unit.iter().zip(at).map(|(&w, &x)| u128::from(w) * u128::from(x)).sum();
        vector + u128::from(self.per_state[state])
    }

    /// Whether a rule makes it smaller.
    pub fn falls(&self, rule: &Rule) -> bool {
        self.of(rule.to, &rule.put) < self.of(rule.from, &rule.take)
    }
}

/// How positions are written.
#[derive(Debug, Clone, Copy)]
pub struct Notation {
    /// Reads a position.
    pub parse: fn(&VectorGame, &str) -> Result<VectorPosition>,
    /// Writes a position.
    pub show: fn(&VectorGame, &VectorPosition) -> String,
}

/// A position: a control state and a vector.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct VectorPosition {
    /// The control state, counted from 0.
    pub state: usize,
    /// One natural number for each coordinate.
    pub at: Vec<u64>,
}

/// A vector addition game with states.
#[derive(Debug, Clone)]
pub struct VectorGame {
    /// The name by which [`named`](crate::game::named::vector_game) knows it.
    pub name: String,
    /// How many coordinates a position has.
    pub dimension: usize,
    /// How many control states there are.
    pub states: usize,
    /// The rules.
    pub rules: Vec<Rule>,
    /// Why play ends.
    pub weight: Weight,
    /// How positions are written.
    pub notation: Notation,
}

impl VectorGame {
    /// A game from its parts.
    ///
    /// # Errors
    /// Rules that do not fit the dimension and the states, or that the weight does not see falling.
    pub fn new(
        name: String,
        states: usize,
        rules: Vec<Rule>,
        weight: Weight,
        notation: Notation,
    ) -> Result<VectorGame> {
        let dimension = weight.per_unit.len();
        let wrong = |rule: &Rule, what: &str, right: &str| {
            Error::input(format!("{name}, rule {}", rule.name), what.to_string(), right.to_string())
        };
        for rule in &rules {
            if rule.from >= states || rule.to >= states || rule.take.len() != dimension || rule.put.len() != dimension {
                return Err(wrong(rule, "it does not fit the game", "states below the number of states, full vectors"));
            }
            if rule.take.iter().chain(&rule.put).any(|&step| step > LARGEST_STEP) {
                return Err(wrong(rule, "a step is too large", &format!("steps up to {LARGEST_STEP}")));
            }
            if !weight.falls(rule) {
                return Err(wrong(rule, "the weight does not fall", "a weight that every rule makes smaller"));
            }
        }
        Ok(VectorGame { name, dimension, states, rules, weight, notation })
    }

    /// The rules that can be used in a position.
    pub fn rules_at<'a>(&'a self, position: &'a VectorPosition) -> impl Iterator<Item = &'a Rule> {
        self.rules.iter().filter(|rule| rule.from == position.state && rule.fits(&position.at))
    }
}

impl Game for VectorGame {
    type Position = VectorPosition;
    type Move = String;

    fn name(&self) -> String {
        self.name.clone()
    }

    fn moves(&self, position: &VectorPosition) -> Vec<(String, VectorPosition)> {
        let step = |rule: &Rule| (rule.name.clone(), VectorPosition { state: rule.to, at: rule.apply(&position.at) });
        self.rules_at(position).map(step).collect()
    }

    fn options(&self, position: &VectorPosition) -> Vec<VectorPosition> {
        let step = |rule: &Rule| VectorPosition { state: rule.to, at: rule.apply(&position.at) };
        self.rules_at(position).map(step).collect()
    }

    fn weight(&self, position: &VectorPosition) -> u128 {
        self.weight.of(position.state, &position.at)
    }

    fn parse(&self, text: &str) -> Result<VectorPosition> {
        (self.notation.parse)(self, text)
    }

    fn show(&self, position: &VectorPosition) -> String {
        (self.notation.show)(self, position)
    }
}

/// Positions written as the vector alone, `(47,234)`; with more than one state the state comes first, `1:(47,234)`.
pub const PLAIN: Notation = Notation { parse: parse_plain, show: show_plain };

fn parse_plain(game: &VectorGame, text: &str) -> Result<VectorPosition> {
    let wrong = || {
        let state =
            if game.states > 1 { format!("a state below {} and a colon, then ", game.states) } else { String::new() };
        format!("{state}{} natural numbers up to {LARGEST_COORDINATE}, as (3,1)", game.dimension)
    };
    let input = |what: String| Error::input(format!("position '{}'", shorten(text)), what, wrong());
    let (state, vector) = match text.split_once(':') {
        Some((state, vector)) => (state.trim().parse().map_err(|_| input("the state is not a number".into()))?, vector),
        None => (0, text),
    };
    let at = naturals(vector).map_err(input)?;
    if state >= game.states || at.len() != game.dimension {
        return Err(input(format!("state {state} with {} numbers", at.len())));
    }
    Ok(VectorPosition { state, at })
}

fn show_plain(game: &VectorGame, position: &VectorPosition) -> String {
    let state = if game.states > 1 { format!("{}:", position.state) } else { String::new() };
    format!("{state}({})", join(&position.at))
}

/// Numbers separated by commas, with or without round brackets around them; what is wrong, in words, if they are not.
pub fn naturals(text: &str) -> std::result::Result<Vec<u64>, String> {
    let text = text.trim();
    let inner = text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')).unwrap_or(text);
    let read = |word: &str| match word.trim().parse::<u64>() {
        Ok(number) if number <= LARGEST_COORDINATE => Ok(number),
        _ => Err(format!("'{}' is not a natural number in range", shorten(word))),
    };
    inner.split(',').map(read).collect()
}

/// Numbers joined by commas.
pub fn join<T: std::fmt::Display>(numbers: &[T]) -> String {
    let mut text = String::new();
    for (index, number) in numbers.iter().enumerate() {
        let comma = if index > 0 { "," } else { "" };
        write!(text, "{comma}{number}").expect("writing to a string cannot fail");
    }
    text
}

/// The first 60 characters, so that a message stays one line.
pub fn shorten(text: &str) -> String {
    let short: String = text.chars().take(60).map(|c| if c.is_control() { '?' } else { c }).collect();
    if short.chars().count() < text.chars().count() { format!("{short}…") } else { short }
}
