//! Who wins a vector addition game from every position: it is read off a sum modulo a number, but for finitely many
//! positions.
//!
//! # What it says
//! The *sum* of a position is that of coordinate times weight, modulo M. For each state there is a list of remainders. The
//! player to move loses where the sum is in the list of the state and wins elsewhere, in normal play; at the *exceptions*,
//! which are listed, it is the other way round.
//!
//! # What is checked, and why it is enough
//! A rule of the state q changes the sum by a fixed number, so the list of its target says whether it leads to a loss of
//! the opponent, if no exception is in the way. Call a rule *good* in q at a remainder if it does.
//!
//! 1. *Near the exceptions.* At every exception, and at every position from which a rule leads to one, what is said is
//!    compared with what is said of all options.
//! 2. *Lost elsewhere.* Where the list of q says lost, no rule of q is good. So at all other positions the player to move
//!    has no move to a loss of the opponent; that is true as well if there is no move at all.
//! 3. *Won elsewhere.* Where the list says won, let G be the coordinates of which a good rule takes 1 and nothing else.
//!    With a block in G there is such a move. A position with nothing in G has a sum that the weights of the other
//!    coordinates generate: this remainder must not be among those. (If there are no other coordinates, the zero vector
//!    alone is left; it must be among the positions of step 1.)
//!
//! So what is said of a position always agrees with what is said of its options. Every rule makes the weight of the game
//! smaller, so there is one function with this property: who wins.
//!
//! # Format
//! `game NAME`, `modulus M` (2 to 64), `form W1 ... WD` (each below M), for each state in order `lost STATE R ...` with
//! ascending remainders, then at most 100000 exceptions in ascending order as `except STATE X1 ... XD`, each X at most
//! 1000000.
use crate::game::Game;
use crate::game::named::vector_game;
use crate::game::vector::{Rule, VectorGame, VectorPosition};
use crate::proof::lines::Line;
use crate::proof::{Fact, Facts, Reject, fact};
use std::collections::BTreeSet;

/// The largest modulus.
const MOST_MODULUS: u64 = 64;

/// The most exceptions.
const MOST_EXCEPTIONS: usize = 100_000;

/// The largest coordinate of an exception.
const MOST_COORDINATE: u64 = 1_000_000;

/// The law that a certificate states.
struct Law {
    game: VectorGame,
    modulus: u64,
    form: Vec<u64>,
    /// For each state and remainder, whether the player to move loses.
    lost: Vec<Vec<bool>>,
    exceptions: BTreeSet<VectorPosition>,
}

/// Checks the lines of a certificate of kind `linear-form`.
///
/// # Errors
/// A [`Reject`] with the line or the position at fault.
pub fn check(lines: &[Line]) -> Result<Facts, Reject> {
    let law = read(lines)?;
    for state in 0..law.game.states {
        for remainder in 0..law.modulus {
            law.elsewhere(state, remainder)?;
        }
    }
    // This takes long in games of many rules, so what is false elsewhere is not worth it.
    law.near()?;
    Ok(vec![law.fact()])
}

fn read(lines: &[Line]) -> Result<Law, Reject> {
    let [name, modulus, form, rest @ ..] = lines else {
        return Err(Reject::malformed("head", "the lines game, modulus and form are missing"));
    };
    let game = match name.key {
        "game" => vector_game(name.rest).map_err(|error| name.reject(error.to_string()))?,
        _ => return Err(name.reject("expected 'game' and the name of a vector addition game")),
    };
    if name.rest != game.name {
        return Err(name.reject(format!("the game is called '{}'", game.name)));
    }
    let modulus = match modulus.exactly()? {
        [number] if modulus.key == "modulus" && (2..=MOST_MODULUS).contains(&number) => number,
        _ => return Err(modulus.reject(format!("expected 'modulus' and a number from 2 to {MOST_MODULUS}"))),
    };
    let weights = form.numbers()?;
    if form.key != "form" || weights.len() != game.dimension || weights.iter().any(|&weight| weight >= modulus) {
        return Err(form.reject(format!("expected 'form' and {} numbers below {modulus}", game.dimension)));
    }
    if rest.len() < game.states {
        return Err(Reject::malformed("last line", format!("expected {} lines 'lost'", game.states)));
    }
    let (lost, exceptions) = rest.split_at(game.states);
    let lost = (0..).zip(lost).map(|(state, line)| read_lost(line, state, modulus)).collect::<Result<_, _>>()?;
    let exceptions = read_exceptions(exceptions, &game)?;
    Ok(Law { game, modulus, form: weights, lost, exceptions })
}

fn read_lost(line: &Line, state: u64, modulus: u64) -> Result<Vec<bool>, Reject> {
    let numbers = line.numbers()?;
    match numbers.split_first() {
        Some((&named, remainders))
            if line.key == "lost"
                && named == state
                && remainders.is_sorted_by(|a, b| a < b)
                && remainders.iter().all(|&remainder| remainder < modulus) =>
        {
            Ok((0..modulus).map(|remainder| remainders.contains(&remainder)).collect())
        }
        _ => Err(line.reject(format!("expected 'lost {state}' and ascending remainders below {modulus}"))),
    }
}

fn read_exceptions(lines: &[Line], game: &VectorGame) -> Result<BTreeSet<VectorPosition>, Reject> {
    if let Some(line) = lines.get(MOST_EXCEPTIONS) {
        return Err(line.reject(format!("at most {MOST_EXCEPTIONS} exceptions")));
    }
    let mut exceptions = BTreeSet::new();
    for line in lines {
        let numbers = line.numbers()?;
        let position = match numbers.split_first() {
            Some((&state, at))
                if line.key == "except"
                    && at.len() == game.dimension
                    && state < game.states as u64
                    && at.iter().all(|&x| x <= MOST_COORDINATE) =>
            {
                VectorPosition { state: state as usize, at: at.to_vec() }
            }
            _ => return Err(line.reject(format!("expected 'except', a state and {} coordinates", game.dimension))),
        };
        if exceptions.last().is_some_and(|last| *last >= position) {
            return Err(line.reject("exceptions ascend"));
        }
        exceptions.insert(position);
    }
    Ok(exceptions)
}

impl Law {
    fn sum(&self, at: &[u64]) -> u64 {
        at.iter().zip(&self.form).fold(0, |sum, (x, weight)| (sum + x % self.modulus * weight) % self.modulus)
    }

    /// What is said of a position: whether the player to move loses.
    fn loses(&self, position: &VectorPosition) -> bool {
        let listed = self.lost[position.state][self.sum(&position.at) as usize];
        listed != self.exceptions.contains(position)
    }

    /// The exceptions and all positions from which a rule leads to one.
    fn near(&self) -> Result<(), Reject> {
        let before = self.exceptions.iter().flat_map(|position| self.before(position));
        let near: BTreeSet<VectorPosition> = before.chain(self.exceptions.iter().cloned()).collect();
        for position in &near {
            let wins = self.game.options(position).iter().any(|option| self.loses(option));
            if wins == self.loses(position) {
                return Err(Reject::at(self.game.show(position), "it does not agree with its options"));
            }
        }
        Ok(())
    }

    fn before(&self, position: &VectorPosition) -> impl Iterator<Item = VectorPosition> {
        let fits = |rule: &&Rule| rule.to == position.state && position.at.iter().zip(&rule.put).all(|(x, y)| x >= y);
        self.game.rules.iter().filter(fits).map(|rule| {
            let undo = |((x, put), take): ((&u64, &u64), &u64)| x - put + take;
            let at = position.at.iter().zip(&rule.put).zip(&rule.take).map(undo).collect();
            VectorPosition { state: rule.from, at }
        })
    }

    /// All positions with this sum that are not near an exception.
    fn elsewhere(&self, state: usize, remainder: u64) -> Result<(), Reject> {
        let place = || format!("state {state}, remainder {remainder}");
        let good: Vec<&Rule> = self.game.rules.iter().filter(|rule| self.is_good(rule, state, remainder)).collect();
        if self.lost[state][remainder as usize] {
            return match good.first() {
                Some(rule) => Err(Reject::at(place(), format!("it is said to be lost, but {} may win", rule.name))),
                None => Ok(()),
            };
        }
        let only = |i: usize| move |rule: &&Rule| rule.take.iter().enumerate().all(|(j, &x)| x == u64::from(i == j));
        let others: Vec<usize> = (0..self.game.dimension).filter(|&i| !good.iter().any(only(i))).collect();
        if others.is_empty() {
            let zero = VectorPosition { state, at: vec![0; self.game.dimension] };
            // Nothing leads from the zero vector if every rule takes something, so it is an exception or not near one.
            return match remainder != 0 || self.exceptions.contains(&zero) {
                true => Ok(()),
                false => Err(Reject::at(place(), "the zero vector is said to be won")),
            };
        }
        match self.generated(&others).contains(&remainder) {
            true => Err(Reject::at(place(), "it is said to be won, but no move is sure to be there")),
            false => Ok(()),
        }
    }

    /// Whether a rule can be used in the state and leads to a loss of the opponent.
    fn is_good(&self, rule: &Rule, state: usize, remainder: u64) -> bool {
        let after = (remainder + self.sum(&rule.put) + self.modulus - self.sum(&rule.take)) % self.modulus;
        rule.from == state && self.lost[rule.to][after as usize]
    }

    /// The sums of positions that have something in these coordinates only.
    fn generated(&self, coordinates: &[usize]) -> BTreeSet<u64> {
        let mut sums = BTreeSet::from([0]);
        for &i in coordinates {
            let more = |&sum: &u64| (0..self.modulus).map(move |times| (sum + times * self.form[i]) % self.modulus);
            sums = sums.iter().flat_map(more).collect();
        }
        sums
    }

    fn fact(&self) -> Fact {
        let remainders = |lost: &Vec<bool>| (0..self.modulus).filter(|&r| lost[r as usize]).collect();
        Fact::Law(fact::Law {
            game: self.game.name.clone(),
            modulus: self.modulus,
            form: self.form.clone(),
            lost: self.lost.iter().map(remainders).collect(),
            exceptions: self.exceptions.len() as u64,
            line: self.line(),
        })
    }

    /// Who wins where only the first coordinate is not 0, in state 0: so many positions before the losses repeat, and the
    /// losses up to the end of the first least period.
    fn line(&self) -> (u64, Vec<bool>) {
        let at = |x: u64| {
            let mut at = vec![0; self.game.dimension];
            at[0] = x;
            self.loses(&VectorPosition { state: 0, at })
        };
        let on_line = |position: &&VectorPosition| position.state == 0 && position.at[1..].iter().all(|&x| x == 0);
        let from = self.exceptions.iter().filter(on_line).map(|position| position.at[0] + 1).max().unwrap_or(0);
        let repeats = |period: u64| (from..from + self.modulus).all(|x| at(x) == at(x + period));
        let period = (1..self.modulus).find(|&period| repeats(period)).unwrap_or(self.modulus);
        (from, (0..from + period).map(at).collect())
    }
}

#[cfg(test)]
mod tests;
