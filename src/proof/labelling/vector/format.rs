//! The text of a vector certificate. The lines come in this order; those marked * may be repeated or absent.
//!
//! ```text
//! topple-certificate 1 vector
//! game NAME                          *
//! play grundy|normal|misere
//! dimension D
//! states Q
//! rule FROM take(D) put(D) TO        *
//! weight w(D)
//! height h(Q)
//! split S
//! back B
//! cone g1(D) g2(D) ...               *
//! piece STATE base(D) CONE VALUE     *
//! period step(D) from(D)             *
//! differ STATE x(D) STATE y(D)       *
//! end
//! ```
use super::{Period, Piece, VectorCertificate};
use crate::game::Play;
use crate::game::vector::{Rule, VectorPosition, Weight};
use crate::proof::Reject;
use crate::proof::lines::Line;
use std::fmt::Write;

/// No certificate needs numbers near this; it keeps every sum in the checker exact.
const LARGEST: u64 = 1 << 40;
/// The largest `split`.
pub(super) const MOST_SPLIT: u64 = 64;
/// The largest `back`.
pub(super) const MOST_BACK: u64 = 4096;
const MOST_COORDINATES: u64 = 16;
const MOST_STATES: u64 = 4096;

/// Reads the lines of a vector certificate. What they claim is not checked here.
///
/// # Errors
/// A line that is unknown, out of order, or has the wrong number of numbers, or a number out of range.
pub fn read(lines: &[Line]) -> Result<VectorCertificate, Reject> {
    let mut lines = Cursor { lines, next: 0 };
    let game = match lines.many("game") {
        [] => None,
        [line] => Some(line.name()?.to_string()),
        [_, second, ..] => return Err(second.reject("a second line of this key")),
    };
    let play = lines.one("play")?;
    let play = Play::from_word(play.rest).ok_or_else(|| play.reject("expected grundy, normal or misere"))?;
    let dimension = lines.number("dimension", 1, MOST_COORDINATES)? as usize;
    let states = lines.number("states", 1, MOST_STATES)? as usize;
    let rules = lines.many("rule").iter().map(|line| rule(line, dimension, states)).collect::<Result<_, _>>()?;
    let per_unit = sized(lines.one("weight")?, dimension)?;
    let per_state = sized(lines.one("height")?, states)?;
    let split = lines.number("split", 0, MOST_SPLIT)?;
    let back = lines.number("back", 0, MOST_BACK)?;
    let cones: Vec<_> = lines.many("cone").iter().map(|line| cone(line, dimension)).collect::<Result<_, _>>()?;
    let read_piece = |line: &Line| piece(line, dimension, states, cones.len());
    let pieces = lines.many("piece").iter().map(read_piece).collect::<Result<_, _>>()?;
    let periods = lines.many("period").iter().map(|line| period(line, dimension)).collect::<Result<_, _>>()?;
    let differing =
        lines.many("differ").iter().map(|line| differ(line, dimension, states)).collect::<Result<_, _>>()?;
    lines.finished()?;
    let weight = Weight { per_unit, per_state };
    Ok(VectorCertificate {
        game,
        play,
        dimension,
        states,
        rules,
        weight,
        split,
        back,
        cones,
        pieces,
        periods,
        differing,
    })
}

/// Lines taken from the front, each key in its place.
struct Cursor<'a, 'b> {
    lines: &'b [Line<'a>],
    next: usize,
}

impl<'a, 'b> Cursor<'a, 'b> {
    fn many(&mut self, key: &str) -> &'b [Line<'a>] {
        let count = self.lines[self.next..].iter().take_while(|line| line.key == key).count();
        self.next += count;
        &self.lines[self.next - count..self.next]
    }

    fn one(&mut self, key: &str) -> Result<&'b Line<'a>, Reject> {
        match self.many(key) {
            [line] => Ok(line),
            found => Err(Reject::at(key, format!("{} lines of this key, expected one", found.len()))),
        }
    }

    fn number(&mut self, key: &str, least: u64, most: u64) -> Result<u64, Reject> {
        let line = self.one(key)?;
        let [number] = line.exactly()?;
        let fits = (least..=most).contains(&number);
        fits.then_some(number).ok_or_else(|| line.reject(format!("{number} is not from {least} to {most}")))
    }

    fn finished(&self) -> Result<(), Reject> {
        self.lines.get(self.next).map_or(Ok(()), |line| Err(line.reject("this line is unknown or out of order")))
    }
}

fn bounded(line: &Line) -> Result<Vec<u64>, Reject> {
    let numbers = line.numbers()?;
    match numbers.iter().find(|&&number| number > LARGEST) {
        Some(number) => Err(line.reject(format!("{number} is larger than {LARGEST}"))),
        None => Ok(numbers),
    }
}

fn sized(line: &Line, size: usize) -> Result<Vec<u64>, Reject> {
    let numbers = bounded(line)?;
    let found = numbers.len();
    if found == size { Ok(numbers) } else { Err(line.reject(format!("{found} numbers, expected {size}"))) }
}

fn state(line: &Line, number: u64, states: usize) -> Result<usize, Reject> {
    let state = number as usize;
    if state < states { Ok(state) } else { Err(line.reject(format!("state {number} of {states} states"))) }
}

fn rule(line: &Line, dimension: usize, states: usize) -> Result<Rule, Reject> {
    let numbers = sized(line, 2 * dimension + 2)?;
    Ok(Rule {
        name: String::new(),
        from: state(line, numbers[0], states)?,
        take: numbers[1..=dimension].to_vec(),
        put: numbers[dimension + 1..=2 * dimension].to_vec(),
        to: state(line, numbers[2 * dimension + 1], states)?,
    })
}

fn cone(line: &Line, dimension: usize) -> Result<Vec<Vec<u64>>, Reject> {
    let numbers = bounded(line)?;
    if numbers.len() % dimension != 0 {
        return Err(line.reject(format!("{} numbers, expected a multiple of {dimension}", numbers.len())));
    }
    let generators: Vec<Vec<u64>> = numbers.chunks(dimension).map(<[u64]>::to_vec).collect();
    let standing_twice = (1..generators.len()).any(|i| generators[..i].contains(&generators[i]));
    if standing_twice || generators.iter().any(|generator| generator.iter().all(|&c| c == 0)) {
        return Err(line.reject("a generator is zero or stands twice"));
    }
    Ok(generators)
}

fn piece(line: &Line, dimension: usize, states: usize, cones: usize) -> Result<Piece, Reject> {
    let numbers = sized(line, dimension + 3)?;
    let cone = numbers[dimension + 1] as usize;
    if cone >= cones {
        return Err(line.reject(format!("cone {cone} of {cones} cones")));
    }
    let base = numbers[1..=dimension].to_vec();
    Ok(Piece { state: state(line, numbers[0], states)?, base, cone, value: numbers[dimension + 2] })
}

fn period(line: &Line, dimension: usize) -> Result<Period, Reject> {
    let numbers = sized(line, 2 * dimension)?;
    Ok(Period { step: numbers[..dimension].to_vec(), from: numbers[dimension..].to_vec() })
}

fn differ(line: &Line, dimension: usize, states: usize) -> Result<(VectorPosition, VectorPosition), Reject> {
    let numbers = sized(line, 2 * dimension + 2)?;
    let (first, second) = numbers.split_at(dimension + 1);
    let position = |numbers: &[u64]| -> Result<VectorPosition, Reject> {
        Ok(VectorPosition { state: state(line, numbers[0], states)?, at: numbers[1..].to_vec() })
    };
    Ok((position(first)?, position(second)?))
}

impl VectorCertificate {
    /// The text of the certificate; [`read`] reads it back.
    pub fn to_text(&self) -> String {
        let mut text = "topple-certificate 1 vector\n".to_string();
        let mut line = |key: &str, words: String| writeln!(text, "{key} {words}").expect("a string takes all");
        if let Some(game) = &self.game {
            line("game", game.clone());
        }
        line("play", self.play.word().to_string());
        line("dimension", self.dimension.to_string());
        line("states", self.states.to_string());
        for rule in &self.rules {
            line("rule", format!("{} {} {} {}", rule.from, words(&rule.take), words(&rule.put), rule.to));
        }
        line("weight", words(&self.weight.per_unit));
        line("height", words(&self.weight.per_state));
        line("split", self.split.to_string());
        line("back", self.back.to_string());
        for cone in &self.cones {
            line("cone", words(&cone.concat()));
        }
        for piece in &self.pieces {
            line("piece", format!("{} {} {} {}", piece.state, words(&piece.base), piece.cone, piece.value));
        }
        for period in &self.periods {
            line("period", format!("{} {}", words(&period.step), words(&period.from)));
        }
        for (x, y) in &self.differing {
            line("differ", format!("{} {} {} {}", x.state, words(&x.at), y.state, words(&y.at)));
        }
        text.push_str("end\n");
        text
    }
}

fn words(numbers: &[u64]) -> String {
    numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(" ")
}
