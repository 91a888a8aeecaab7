//! Certificate kind `row-weights`: the machine wins at every depth, because the weight of the well rises whatever the player
//! does.
//!
//! Each row has a weight. An automaton reads the well row by row from the bottom; by its state and the pieces shown, the
//! certificate says which piece the machine announces, and gives a potential. Whatever the player does with the piece that
//! falls, there is a line for the next state too, and the gain of weight plus the gain of potential is at least 1. In wells of
//! a given depth weight and potential are bounded: no play lasts for ever.
//!
//! What a play does to the state is found by reading the well before and the well after at the same time, as for kind
//! [`kink_order`](super::kink_order). Unlike in kinds `rising` and `rising-runs`, the machine sees the whole well, as far as a
//! finite automaton can tell it.
//!
//! ```text
//! topple-certificate 1 row-weights
//! width 2
//! pieces J L
//! rule slide
//! lookahead 0
//! weights 1 1
//! state 2 3
//! state 2 3
//! state 2 3
//! send 1 J 0
//! send 2 J 0
//! send 3 L 0
//! end
//! ```
#[cfg(test)]
mod tests;

use super::word::plays::{Play, Turn};
use super::word::read::{part, potential, table, weights};
use super::word::{Automaton, DEAD, START};
use crate::game::wells::Movement;
use crate::proof::fact::AnyDepth;
use crate::proof::lines::{Line, number};
use crate::proof::potential::rising::{indices, one};
use crate::proof::region::wells::format::piece_set;
use crate::proof::region::wells::plain::turns;
use crate::proof::{Fact, Facts, Reject};
use std::collections::BTreeMap;

/// The most pieces shown ahead.
const MOST_LOOKAHEAD: u64 = 2;

/// A state and the pieces shown, as indices.
type Situation = (u32, Vec<usize>);

/// What a certificate says, as it was read.
struct Weighed {
    wells: AnyDepth,
    automaton: Automaton,
    /// By situation: the piece that is announced, and the potential.
    sends: BTreeMap<Situation, (usize, i64)>,
}

/// Checks the lines of a certificate of kind `row-weights`.
///
/// # Errors
/// Lines that are none of this kind, no line for the empty well, or a play of the player after which there is no line or too
/// little is gained.
pub fn check(lines: &[Line]) -> Result<Facts, Reject> {
    let weighed = read(lines)?;
    let Weighed { wells, automaton, sends } = &weighed;
    if !sends.keys().any(|(state, _)| *state == START) {
        return Err(Reject::at("start", "no line for the empty well"));
    }
    for (piece, named) in wells.pieces.pieces().iter().enumerate() {
        for cells in turns(named) {
            let turn = Turn::new(&cells, i32::from(wells.width));
            for column in 0..turn.columns() {
                let at = || format!("{} with its cells {cells:?} from column {column}", named.word());
                let checked = automaton.plays(&turn, column, |play| weighed.judge(play, piece));
                checked.map_err(|why| Reject::at(at(), why))?;
            }
        }
    }
    Ok(vec![Fact::LostHoweverDeep(weighed.wells)])
}

impl Weighed {
    /// Whether enough is gained by a play of this piece wherever it is the one that falls.
    fn judge(&self, play: &Play, piece: usize) -> Result<(), String> {
        let Play { before, after, ref change } = *play;
        for ((_, shown), (announced, potential)) in self.sends.range((before, Vec::new())..(before + 1, Vec::new())) {
            let pieces = [&shown[..], &[*announced]].concat();
            if pieces[0] != piece {
                continue;
            }
            let next = self.sends.get(&(after, pieces[1..].to_vec()));
            let said = || format!("from state {before} to state {after}");
            let (_, next) = next.ok_or_else(|| format!("{}: there is no line for the next one", said()))?;
            let gain = change[0] + next - potential;
            if gain < 1 {
                return Err(format!("{}: {gain} is gained, expected 1 or more", said()));
            }
        }
        Ok(())
    }

    /// A line `send STATE SHOWN .. PIECE POTENTIAL`.
    fn send(&mut self, line: &Line) -> Result<(), Reject> {
        let words: Vec<&str> = line.rest.split(' ').collect();
        let [state, pieces @ .., size] = words.as_slice() else {
            return Err(line.reject("expected a state, pieces and a potential"));
        };
        if line.key != "send" || pieces.len() != usize::from(self.wells.lookahead) + 1 {
            return Err(line.reject("expected 'send', a state, the pieces shown, the piece announced and a potential"));
        }
        let states = START..self.automaton.table.len() as u32;
        let state = number(state).filter(|state| states.contains(state));
        let state = state.ok_or_else(|| line.reject(format!("a state is 1 to {}", states.end - 1)))?;
        let mut pieces = indices(&self.wells.pieces, line, pieces)?;
        let announced = pieces.pop().expect("there is at least one");
        let size = potential(size).ok_or_else(|| line.reject("the potential is no number within its bounds"))?;
        match self.sends.insert((state, pieces), (announced, size)) {
            Some(_) => Err(line.reject("this situation stands twice")),
            None => Ok(()),
        }
    }
}

fn read(lines: &[Line]) -> Result<Weighed, Reject> {
    let [width, pieces, rule, lookahead, weighed, lines @ ..] = lines else {
        return Err(Reject::at("head", "expected width, pieces, rule, lookahead and weights"));
    };
    let columns = one(width, "width", 2, 8)? as u8;
    for (line, key) in [(pieces, "pieces"), (rule, "rule"), (weighed, "weights")] {
        if line.key != key {
            return Err(line.reject(format!("expected '{key}'")));
        }
    }
    let set = piece_set(pieces)?;
    let movement = Movement::from_word(rule.rest).map_err(|error| rule.reject(error.to_string()))?;
    if movement == Movement::Referee {
        return Err(rule.reject("expected 'rule' and drop, slide or anywhere"));
    }
    let lookahead = one(lookahead, "lookahead", 0, MOST_LOOKAHEAD)? as u8;
    let letters = (1 << columns) - 2;
    let features = vec![weights(weighed, letters)?];
    let (listed, lines) = part(lines, "state");
    // The mark, which no well has here, leads to the dead state.
    let mut table = table(listed, letters)?;
    table.iter_mut().for_each(|next| next.push(DEAD));
    let automaton = Automaton { width: columns, rule: movement, features, table };
    let wells = AnyDepth { width: columns, pieces: set, rule: movement, lookahead };
    let mut weighed = Weighed { wells, automaton, sends: BTreeMap::new() };
    lines.iter().try_for_each(|line| weighed.send(line))?;
    Ok(weighed)
}
