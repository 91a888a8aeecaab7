//! What a part of a claim says, and whether it follows from what certificates establish.
//!
//! A goal follows if each of its facts is a fact at hand or weaker than one, and if each value that it names is the one
//! that a labelling gives. Nothing is computed here beyond that: no search, no table.
use super::fact::{Fact, Period, Value};
use super::labelling::vector::VectorCertificate;
use crate::game::Game;
use crate::game::{Play, any, named};
use crate::value::nim_sum;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fmt::{Display, Formatter};

/// What a certificate that was accepted establishes.
#[derive(Debug, Clone)]
pub struct Established {
    /// Its facts.
    pub facts: Vec<Fact>,
    /// The labelling of all positions of a named game, to look values up in.
    pub labelling: Option<VectorCertificate>,
}

/// What a part of a claim says, as far as certificates can speak of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Goal {
    /// Something that no certificate speaks of: it can be swept or compared, or be open, and never be proved.
    Words,
    /// All of these facts.
    Facts(Vec<Fact>),
    /// The values of finitely many positions of a game.
    Values(Values),
    /// The values of all positions of a vector addition game.
    Pattern(Pattern),
    /// The Grundy value of a sum, and all its winning moves.
    Sum(Sum),
    /// All options of a position.
    Options(Options),
    /// The statement of that name in `proofs/coq`, which only Coq settles.
    Theorem(String),
}

/// The values of finitely many positions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Values {
    /// The game.
    pub game: String,
    /// What the values are.
    pub play: Play,
    /// The positions with their values.
    pub cells: Vec<(String, u64)>,
}

/// The value of every position: coordinates from `from` + `period` on are first lowered by multiples of the period.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pattern {
    /// The game.
    pub game: String,
    /// What the values are.
    pub play: Play,
    /// Where the period begins, for each coordinate.
    pub from: Vec<u64>,
    /// The period, at least 1, for each coordinate.
    pub period: Vec<u64>,
    /// The values of the positions with coordinates below `from` + `period`: state by state, the last coordinate fastest.
    pub values: Vec<u64>,
}

/// A sum of positions of one game, in normal play.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sum {
    /// The game.
    pub game: String,
    /// The positions.
    pub positions: Vec<String>,
    /// The Grundy value.
    pub value: u64,
    /// The winning moves: the index of the position, from 0, and what it becomes.
    pub winning: BTreeSet<(usize, String)>,
}

/// All options of a position.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Options {
    /// The game.
    pub game: String,
    /// The position.
    pub position: String,
    /// What it can become.
    pub options: BTreeSet<String>,
}

/// The fact that a goal lacks.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no certificate at hand shows: {0}")]
pub struct Missing(pub String);

impl Goal {
    /// Whether the goal follows from what is established.
    ///
    /// # Errors
    /// What is missing.
    pub fn entailed_by(&self, established: &[Established]) -> Result<(), Missing> {
        let hand = Hand { established };
        match self {
            Goal::Words => Err(Missing("anything that is said in words only".to_string())),
            Goal::Theorem(name) => Err(Missing(format!("theorem {name}, which only Coq can check"))),
            Goal::Facts(facts) if facts.is_empty() => Err(Missing("anything: the goal names no fact".to_string())),
            Goal::Facts(facts) => facts.iter().try_for_each(|fact| hand.shows(fact)),
            Goal::Values(values) if values.cells.is_empty() => {
                Err(Missing("anything: the goal names no position".to_string()))
            }
            Goal::Values(Values { game, play, cells }) => {
                cells.iter().try_for_each(|(position, value)| hand.gives(game, *play, position, *value))
            }
            Goal::Pattern(pattern) => hand.repeats(pattern),
            Goal::Sum(sum) => hand.sums(sum),
            Goal::Options(options) => hand.leads(options),
        }
    }
}

/// All that is established, to be asked.
struct Hand<'a> {
    established: &'a [Established],
}

impl Hand<'_> {
    fn facts(&self) -> impl Iterator<Item = &Fact> {
        self.established.iter().flat_map(|one| &one.facts)
    }

    fn shows(&self, wanted: &Fact) -> Result<(), Missing> {
        let looked_up = || match wanted {
            Fact::Value(Value { game, play, position, value }) => self.value(game, *play, position) == Some(*value),
            _ => false,
        };
        let found = self.facts().any(|fact| fact.implies(wanted)) || looked_up();
        if found { Ok(()) } else { Err(Missing(wanted.to_string())) }
    }

    /// The value of a position, from a list of values or from a labelling of all positions.
    fn value(&self, game: &str, play: Play, position: &str) -> Option<u64> {
        let listed = |fact: &Fact| match fact {
            Fact::Value(v) if v.game == game && v.play == play && v.position == position => Some(v.value),
            _ => None,
        };
        self.facts().find_map(listed).or_else(|| {
            let labels = |one: &VectorCertificate| one.game.as_deref() == Some(game) && one.play == play;
            let labelling = self.established.iter().filter_map(|one| one.labelling.as_ref()).find(|one| labels(one))?;
            labelling.value(&named::vector_game(game).ok()?.parse(position).ok()?)
        })
    }

    fn gives(&self, game: &str, play: Play, position: &str, value: u64) -> Result<(), Missing> {
        if self.value(game, play, position) == Some(value) {
            return Ok(());
        }
        let (game, position) = (game.to_string(), position.to_string());
        Err(Missing(Fact::Value(Value { game, play, position, value }).to_string()))
    }

    /// Along each coordinate the values repeat as the pattern says, and before they do they are those of the pattern.
    fn repeats(&self, pattern: &Pattern) -> Result<(), Missing> {
        let wrong = || Missing(format!("a pattern with that many values: {pattern}"));
        let game = named::vector_game(&pattern.game).map_err(|error| Missing(error.to_string()))?;
        let dimensions = [game.dimension, pattern.from.len(), pattern.period.len()];
        if dimensions.iter().any(|&d| d != game.dimension) || pattern.period.contains(&0) {
            return Err(wrong());
        }
        for axis in 0..game.dimension {
            let along = |length: u64| (0..game.dimension).map(|i| if i == axis { length } else { 0 }).collect();
            let (step, from) = (along(pattern.period[axis]), along(pattern.from[axis]));
            self.shows(&Fact::Period(Period { game: pattern.game.clone(), play: pattern.play, step, from }))?;
        }
        if pattern.size(game.states) != Some(pattern.values.len()) {
            return Err(wrong());
        }
        pattern
            .positions(game.states)
            .iter()
            .zip(&pattern.values)
            .try_for_each(|(position, value)| self.gives(&pattern.game, pattern.play, &game.show(position), *value))
    }

    /// Every option of every position is at hand, and exactly the named moves leave a sum of value 0.
    fn sums(&self, sum: &Sum) -> Result<(), Missing> {
        if sum.positions.is_empty() {
            return Err(Missing("anything: the goal names no position".to_string()));
        }
        let game = any::open(&sum.game).map_err(|error| Missing(error.to_string()))?;
        let value = |position: &str| {
            let missing = || Missing(format!("{}: the Grundy value of {position}", sum.game));
            self.value(&sum.game, Play::Grundy, position).ok_or_else(missing)
        };
        let values = sum.positions.iter().map(|position| value(position)).collect::<Result<Vec<_>, _>>()?;
        let total = nim_sum(values.iter().copied());
        let mut winning = BTreeSet::new();
        for (index, position) in sum.positions.iter().enumerate() {
            for (_, option) in game.moves(position).map_err(|error| Missing(error.to_string()))? {
                if value(&option)? == total ^ values[index] {
                    winning.insert((index, option));
                }
            }
        }
        let right = total == sum.value && winning == sum.winning;
        if right { Ok(()) } else { Err(Missing(format!("{sum}; but its value is {total} and {winning:?} win"))) }
    }

    /// A checker has gone through the moves of the position, by the rules that name the options here.
    fn leads(&self, wanted: &Options) -> Result<(), Missing> {
        let game = any::open(&wanted.game).map_err(|error| Missing(error.to_string()))?;
        let moves = game.moves(&wanted.position).map_err(|error| Missing(error.to_string()))?;
        let options: BTreeSet<String> = moves.into_iter().map(|(_, option)| option).collect();
        let met = self.value(&wanted.game, Play::Grundy, &wanted.position).is_some();
        if met && options == wanted.options { Ok(()) } else { Err(Missing(wanted.to_string())) }
    }
}

impl Pattern {
    /// How many values the pattern has to list, if that is a number at all.
    fn size(&self, states: usize) -> Option<usize> {
        let side = |(from, period): (&u64, &u64)| usize::try_from(from.checked_add(*period)?).ok();
        self.from.iter().zip(&self.period).map(side).try_fold(states, |size, side| size.checked_mul(side?))
    }

    /// The positions whose values the pattern lists, in its order: as many as there are values, so bound these first.
    pub fn positions(&self, states: usize) -> Vec<crate::game::vector::VectorPosition> {
        let sizes = self.from.iter().zip(&self.period).map(|(from, period)| from.saturating_add(*period));
        let mut vectors = vec![Vec::new()];
        for size in sizes {
            let longer = |at: Vec<u64>| (0..size).map(move |x| [&at[..], &[x]].concat());
            vectors = vectors.into_iter().flat_map(longer).collect();
        }
        let with = |state| vectors.iter().map(move |at| crate::game::vector::VectorPosition { state, at: at.clone() });
        (0..states).flat_map(with).collect()
    }
}

impl Display for Goal {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        match self {
            Goal::Words => Ok(()),
            Goal::Facts(facts) => {
                let words: Vec<String> = facts.iter().map(Fact::to_string).collect();
                f.write_str(&words.join("; "))
            }
            Goal::Values(Values { game, play, cells }) => {
                let named = |(position, value): &(String, u64)| format!("{position} = {value}");
                let shown: Vec<String> = cells.iter().take(12).map(named).collect();
                let (word, count) = (play.word(), cells.len());
                write!(f, "{game}: {word} values of {count} positions, {}", shown.join(", "))?;
                if count > shown.len() { f.write_str(", ...") } else { Ok(()) }
            }
            Goal::Pattern(pattern) => pattern.fmt(f),
            Goal::Sum(sum) => sum.fmt(f),
            Goal::Options(options) => options.fmt(f),
            Goal::Theorem(name) => write!(f, "theorem {name} of proofs/coq"),
        }
    }
}

impl Display for Pattern {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        let axis =
            |(i, (from, period)): (usize, (&u64, &u64))| format!("{period} in coordinate {} from {from} on", i + 1);
        let axes: Vec<String> = self.from.iter().zip(&self.period).enumerate().map(axis).collect();
        let (game, word, count) = (&self.game, self.play.word(), self.values.len());
        write!(f, "{game}: the {word} values of all positions repeat with the periods {}", axes.join(", "))?;
        write!(f, "; the {count} values before they repeat are ")?;
        let values: Vec<String> = self.values.iter().take(60).map(u64::to_string).collect();
        write!(f, "{}{}", values.join(" "), if count > 60 { " ..." } else { "" })
    }
}

impl Display for Sum {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        let won = |(index, option): &(usize, String)| format!("position {} to {option}", index + 1);
        let winning: Vec<String> = self.winning.iter().map(won).collect();
        let winning = if winning.is_empty() { "none".to_string() } else { winning.join(", ") };
        let (game, positions) = (&self.game, self.positions.join(" + "));
        write!(f, "{game}: {positions} has Grundy value {}, and its winning moves are: {winning}", self.value)
    }
}

impl Display for Options {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        let options: Vec<&str> = self.options.iter().map(String::as_str).collect();
        write!(f, "{}: the options of {} are {}", self.game, self.position, options.join(" "))
    }
}
#[cfg(test)]
mod tests;
