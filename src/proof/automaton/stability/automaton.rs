//! The states of the induction: bounds for the room of the centre of mass, and a verdict.
use super::plain::{LEVELS, Level, Verdict, shape};
use super::reader::one;
use crate::proof::{
    Reject,
    lines::{Line, number},
};

/// More states than this are refused unread.
const MOST_STATES: usize = 256;
/// Bounds beyond this are refused, so that no sum overflows.
const LARGEST: i64 = 1_000_000;

/// A lower and an upper bound; `None` is no bound.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Range {
    low: Option<i64>,
    high: Option<i64>,
}

impl Range {
    fn plus(self, number: i64) -> Range {
        Range { low: self.low.map(|low| low + number), high: self.high.map(|high| high + number) }
    }

    fn times(self, factor: i64) -> Range {
        let (low, high) = (self.low.map(|low| low * factor), self.high.map(|high| high * factor));
        match factor.signum() {
            0 => Range { low: Some(0), high: Some(0) },
            1 => Range { low, high },
            _ => Range { low: high, high: low },
        }
    }

    fn and(self, other: Range) -> Range {
        let sum = |a: Option<i64>, b: Option<i64>| a.zip(b).map(|(a, b)| a + b);
        Range { low: sum(self.low, other.low), high: sum(self.high, other.high) }
    }

    fn within(self, outer: Range) -> bool {
        let below = outer.low.is_none_or(|outer| self.low.is_some_and(|low| outer <= low));
        let above = outer.high.is_none_or(|outer| self.high.is_some_and(|high| high <= outer));
        below && above
    }

    /// What the condition that a number of this range is positive says, if it says the same for the whole range.
    fn verdict(self) -> Option<Verdict> {
        match (self.low, self.high) {
            (Some(low), _) if low > 0 => Some(Verdict::Stable),
            (Some(0), Some(0)) => Some(Verdict::Semi),
            (_, Some(high)) if high < 0 => Some(Verdict::Falls),
            _ => None,
        }
    }
}

/// The room d and e to the two edges of the middle third along one axis.
type Room = [Range; 2];

struct State {
    verdict: Verdict,
    /// Along the axis of the lowest level, and along the other.
    rooms: [Room; 2],
    next: [Option<usize>; 8],
}

/// The states with their steps.
pub(super) struct Automaton(Vec<State>);

impl Automaton {
    /// Reads the lines `state` and `step` and hands back the others.
    pub fn read<'a, 'b>(lines: Vec<&'b Line<'a>>) -> Result<(Self, Vec<&'b Line<'a>>), Reject> {
        let (mut states, mut steps, mut rest) = (Vec::new(), Vec::new(), Vec::new());
        for line in lines {
            match line.key {
                "state" => states.push(read_state(line, states.len())?),
                "step" => steps.push(line),
                _ => rest.push(line),
            }
        }
        let mut automaton = Automaton(states);
        for line in steps {
            automaton.read_step(line)?;
        }
        automaton.check_first()?;
        Ok((automaton, rest))
    }

    fn read_step(&mut self, line: &Line) -> Result<(), Reject> {
        let words: Vec<&str> = line.rest.split_whitespace().collect();
        let &[from, level, to] = words.as_slice() else {
            return Err(line.reject("expected a state, a level and the next state"));
        };
        let count = self.0.len();
        let state = |word: &str| {
            let state = number(word).filter(|&state: &usize| state < count);
            state.ok_or_else(|| line.reject(format!("'{word}' is not one of the {count} states")))
        };
        let (from, level, to) = (state(from)?, one(line, level)?, state(to)?);
        if to == 0 {
            return Err(line.reject("state 0 is that of no level, and a level was just added"));
        }
        match self.0[from].next[usize::from(level)].replace(to) {
            None => Ok(()),
            Some(_) => Err(line.reject("this step is given twice")),
        }
    }

    fn check_first(&self) -> Result<(), Reject> {
        let nothing = Range { low: Some(0), high: Some(0) };
        let first = self.0.first().ok_or_else(|| Reject::at("state 0", "it is missing"))?;
        let right =
            first.verdict == Verdict::Stable && first.rooms.iter().flatten().all(|range| nothing.within(*range));
        if right { Ok(()) } else { Err(Reject::at("state 0", "it is not that of a tower of no level")) }
    }

    /// The induction step, for every state and level.
    pub fn check_steps(&self) -> Result<(), Reject> {
        for (number, state) in self.0.iter().enumerate() {
            for level in LEVELS {
                let place = || format!("step {number} {level:03b}");
                let next = &self.0[self.next(number, level)?];
                let verdict =
                    if state.verdict == Verdict::Falls { Some(Verdict::Falls) } else { judge(number, state, level) };
                let verdict =
                    verdict.ok_or_else(|| Reject::at(place(), "the bounds do not decide whether the level holds"))?;
                if next.verdict != verdict.max(state.verdict) {
                    return Err(Reject::at(place(), "the next state has another verdict"));
                }
                let rooms = after(state.rooms, level);
                if !rooms.iter().flatten().zip(next.rooms.iter().flatten()).all(|(room, claimed)| room.within(*claimed))
                {
                    return Err(Reject::at(place(), "the bounds of the next state do not hold after the step"));
                }
            }
        }
        Ok(())
    }

    /// The number of states.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// The state after a level more at the bottom.
    pub fn next(&self, state: usize, level: Level) -> Result<usize, Reject> {
        let next = self.0[state].next[usize::from(level)];
        next.ok_or_else(|| Reject::at(format!("step {state} {level:03b}"), "it is missing"))
    }

    pub fn verdict(&self, state: usize) -> Verdict {
        self.0[state].verdict
    }

    /// Whether the bounds keep the centre of mass strictly inside the middle ninth.
    pub fn inside(&self, state: usize) -> bool {
        self.0[state].rooms.iter().flatten().all(|range| range.low.is_some_and(|low| low > 0))
    }
}

/// Whether the level put under a tower holds it: it looks along its own axis, the other one of the level above.
fn judge(number: usize, state: &State, level: Level) -> Option<Verdict> {
    if number == 0 {
        return Some(Verdict::Stable);
    }
    let (shape, [d, e]) = (shape(level), state.rooms[1]);
    let left = d.times(1 - shape.low).and(e.times(-1 - shape.low)).verdict();
    let right = d.times(shape.high - 1).and(e.times(shape.high + 1)).verdict();
    match (left, right) {
        (Some(Verdict::Falls), _) | (_, Some(Verdict::Falls)) => Some(Verdict::Falls),
        _ => Some(left?.max(right?)),
    }
}

/// The rooms after a level more at the bottom: its axis is the other one of the level above.
fn after([along, across]: [Room; 2], level: Level) -> [Room; 2] {
    let shape = shape(level);
    let [d, e] = across;
    [[d.plus(shape.count + shape.moment), e.plus(shape.count - shape.moment)], along.map(|room| room.plus(shape.count))]
}

fn read_state(line: &Line, number: usize) -> Result<State, Reject> {
    let words: Vec<&str> = line.rest.split_whitespace().collect();
    if number >= MOST_STATES {
        return Err(line.reject(format!("more than {MOST_STATES} states")));
    }
    let [said, verdict, bounds @ ..] = words.as_slice() else {
        return Err(line.reject("expected a number, a verdict and eight bounds"));
    };
    if *said != number.to_string() {
        return Err(line.reject(format!("states are numbered in order, so this is state {number}")));
    }
    let verdict = match *verdict {
        "stable" => Verdict::Stable,
        "semi" => Verdict::Semi,
        "falls" => Verdict::Falls,
        other => return Err(line.reject(format!("'{other}' is not stable, semi or falls"))),
    };
    let bounds = bounds.iter().map(|word| bound(line, word)).collect::<Result<Vec<_>, _>>()?;
    let &[a, b, c, d, e, f, g, h] = bounds.as_slice() else {
        return Err(line.reject(format!("{} bounds, expected 8", bounds.len())));
    };
    let range = |low, high| Range { low, high };
    Ok(State { verdict, rooms: [[range(a, b), range(c, d)], [range(e, f), range(g, h)]], next: [None; 8] })
}

fn bound(line: &Line, word: &str) -> Result<Option<i64>, Reject> {
    if word == "*" {
        return Ok(None);
    }
    let bound = number(word).filter(|bound: &i64| (-LARGEST..=LARGEST).contains(bound));
    bound.map(Some).ok_or_else(|| line.reject(format!("'{word}' is no bound: a whole number, or * for none")))
}
