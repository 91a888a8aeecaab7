//! CLOCK NIM (Carvalho, Neto, Santos, Definition 2.1): Nim in which every p moves a new pile of n stones arrives.
//! `(a1,...,ak|s)_{p,n}` has ai piles of size i, and the clock stands at s, 0 <= s < p, with p > n > 0.
use super::Game;
use super::vector::{LARGEST_COORDINATE, Notation, Rule, VectorGame, VectorPosition, Weight, join, naturals, shorten};
use crate::error::{Error, Result};

/// The largest pile size and the largest clock period.
const LARGEST: usize = 64;

/// CLOCK NIM with piles of at most `largest` stones, where every `period` moves a pile of `arriving` stones arrives.
///
/// The weight is `period` a stone and `arriving` a step of the clock: a move takes at least one stone, and whether the
/// clock goes on or starts again with `arriving` new stones, it counts `arriving` at most.
///
/// # Errors
/// Unless `period > arriving > 0` and `largest >= arriving`.
pub fn clock_nim(largest: usize, period: usize, arriving: usize) -> Result<VectorGame> {
    let name = format!("clock-nim {largest} {period} {arriving}");
    if !(arriving > 0 && period > arriving && largest >= arriving && largest <= LARGEST && period <= LARGEST) {
        let right = format!("period > arriving > 0 and largest >= arriving, all at most {LARGEST}");
        return Err(Error::input(
            format!("clock-nim with piles up to {largest}, p = {period}, n = {arriving}"),
            "no such game",
            right,
        ));
    }
    let mut rules = Vec::new();
    for clock in 0..period {
        for size in 1..=largest {
            for left in 0..size {
                rules.push(rule(largest, period, arriving, clock, size, left));
            }
        }
    }
    let weight = Weight {
        per_unit: (1..=largest).map(|size| (size * period) as u64).collect(),
        per_state: (0..period).map(|clock| (clock * arriving) as u64).collect(),
    };
    VectorGame::new(name, period, rules, weight, Notation { parse, show })
}

/// From a pile of `size` stones, `left` are left.
fn rule(largest: usize, period: usize, arriving: usize, clock: usize, size: usize, left: usize) -> Rule {
    let (mut take, mut put) = (vec![0; largest], vec![0; largest]);
    take[size - 1] = 1;
    if left > 0 {
        put[left - 1] += 1;
    }
    let to = (clock + 1) % period;
    if to == 0 {
        put[arriving - 1] += 1;
    }
    Rule { name: format!("a pile of {size} to {left}"), from: clock, take, put, to }
}

fn parse(game: &VectorGame, text: &str) -> Result<VectorPosition> {
    let position = ClockNim.parse(text)?;
    if position.game().name != game.name {
        let what = format!("it belongs to {}", position.game().name);
        return Err(Error::input(
            format!("position '{}'", shorten(text)),
            what,
            format!("a position of {}", game.name),
        ));
    }
    Ok(VectorPosition { state: position.clock, at: position.piles })
}

fn show(game: &VectorGame, position: &VectorPosition) -> String {
    // The clock starts again where `to` is 0; what arrives is what such a rule puts besides the rest of a pile of 1.
    let restart = game.rules.iter().find(|rule| rule.to == 0 && rule.take[0] == 1).expect("a pile of 1 can always go");
    let arriving = restart.put.iter().position(|&put| put == 1).expect("a pile arrives with the clock's restart") + 1;
    format!("({}|{})_{{{},{arriving}}}", join(&position.at), position.state, game.states)
}

/// All games of CLOCK NIM at once: the position itself says the largest size, the period and the arriving pile.
#[derive(Debug, Clone, Copy)]
pub struct ClockNim;

/// A position `(a1,...,ak|s)_{p,n}`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ClockPosition {
    /// `piles[i]` piles of `i + 1` stones.
    pub piles: Vec<u64>,
    /// The state of the clock.
    pub clock: usize,
    /// After so many moves a pile arrives.
    pub period: usize,
    /// The size of the pile that arrives.
    pub arriving: usize,
}

impl ClockPosition {
    /// The vector addition game in which the position stands.
    pub fn game(&self) -> VectorGame {
        clock_nim(self.piles.len(), self.period, self.arriving).expect("the position was checked when it was read")
    }

    fn vector(&self) -> VectorPosition {
        VectorPosition { state: self.clock, at: self.piles.clone() }
    }
}

impl Game for ClockNim {
    type Position = ClockPosition;
    type Move = String;

    fn name(&self) -> String {
        "clock-nim".to_string()
    }

    fn moves(&self, position: &ClockPosition) -> Vec<(String, ClockPosition)> {
        let back = |(name, option): (String, VectorPosition)| {
            (name, ClockPosition { piles: option.at, clock: option.state, ..position.clone() })
        };
        position.game().moves(&position.vector()).into_iter().map(back).collect()
    }

    fn weight(&self, position: &ClockPosition) -> u128 {
        Game::weight(&position.game(), &position.vector())
    }

    fn parse(&self, text: &str) -> Result<ClockPosition> {
        let right = "(a1,...,ak|s)_{p,n} with p > n > 0, s < p and k >= n, as (3,3|0)_{3,2}";
        let wrong = |what: String| Error::input(format!("position '{}'", shorten(text)), what, right);
        let split = || {
            let (inner, clock) = text.trim().strip_prefix('(')?.split_once(")_{")?;
            Some((inner.split_once('|')?, clock.strip_suffix('}')?.split_once(',')?))
        };
        let ((piles, state), (period, arriving)) = split().ok_or_else(|| wrong("it is not of this form".into()))?;
        let number = |word: &str| match word.trim().parse::<usize>() {
            Ok(number) if number <= LARGEST => Ok(number),
            _ => Err(wrong(format!("'{}' is not a number up to {LARGEST}", shorten(word)))),
        };
        let piles = naturals(piles).map_err(wrong)?;
        let (clock, period, arriving) = (number(state)?, number(period)?, number(arriving)?);
        if clock >= period || arriving == 0 || arriving >= period || piles.len() < arriving || piles.len() > LARGEST {
            return Err(wrong(format!("k = {}, s = {clock}, p = {period}, n = {arriving}", piles.len())));
        }
        debug_assert!(piles.iter().all(|&piles| piles <= LARGEST_COORDINATE));
        Ok(ClockPosition { piles, clock, period, arriving })
    }

    fn show(&self, position: &ClockPosition) -> String {
        let ClockPosition { piles, clock, period, arriving } = position;
        format!("({}|{clock})_{{{period},{arriving}}}", join(piles))
    }
}
