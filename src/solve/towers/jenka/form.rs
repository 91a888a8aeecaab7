//! Who wins without physics, from every position: the law, and the positions that break it.
//!
//! # The law
//! In [`jenka_levels`] for odd k >= 5 give a single move the weight 2, a level with the pair (a, 1) the weight 2a + 1, and
//! one with the pair (a, b), b >= 2, the weight 2(a + b) - 2, all modulo 8. Let s be the sum of the weights less twice the
//! clock. Every move changes s by 3, 4 or 5:
//!
//! - a single move by -2 - 2 = 4;
//! - (a, b) to (a - 1, b) or (a, b - 1) by 4, but (a, 2) to (a, 1) and (a, 1) to a single moves by 5;
//! - (a, b) without its central block by 4 if b >= 2, by 3 if b = 1;
//! - a full level that arrives by nothing: its weight 4h - 2 undoes that the clock falls by k = 2h + 1, as h >= 2.
//!
//! Say that the player to move loses where s is 0, 1 or 2 more than some constant c. From there, 3, 4 and 5 lead out. From
//! 3, 4, 5, 6 and 7 more than c there is a way back: for 4, 5 and 6 any level has one; for 3 and 7, when s - c is odd and so
//! some level (a, 1) is there if c is even, it has one by 5 and one by 3. So the law never contradicts itself; only the ends
//! of the game may, where there is no move. What this breaks is found from the ends backward. The checker of kind
//! `linear-form` knows nothing of this and goes through all of it.
use crate::error::{Error, Result};
use crate::game::Game;
use crate::game::jenka_levels::{jenka_levels, pairs};
use crate::game::vector::{Rule, VectorGame, VectorPosition};
use crate::proof::fact::{self, Fact};
use std::collections::{BTreeSet, HashSet};
use std::fmt::Write;

const MODULUS: u64 = 8;

/// Who wins without physics, everywhere.
pub struct Law {
    game: VectorGame,
    form: Vec<u64>,
    constant: u64,
    exceptions: HashSet<VectorPosition>,
}

impl Law {
    /// Finds the constant and the positions that break the law, if there are at most so many of them; else nothing.
    ///
    /// # Errors
    /// k is even, or not from 5 to 15.
    pub fn find(slots: u32, most: usize) -> Result<Option<Self>> {
        if slots.is_multiple_of(2) || !(5..=15).contains(&slots) {
            return Err(Error::input("blocks a level", slots.to_string(), "an odd number from 5 to 15"));
        }
        let game = jenka_levels(u64::from(slots))?;
        let weight = |&(a, b): &(u64, u64)| if b == 1 { 2 * a + 1 } else { 2 * (a + b) - 2 };
        let form: Vec<u64> = pairs(u64::from(slots)).iter().map(weight).chain([2]).map(|w| w % MODULUS).collect();
        let mut allowed = most.min(64);
        loop {
            for constant in (0..MODULUS).step_by(2) {
                let law = Law { game: game.clone(), form: form.clone(), constant, exceptions: HashSet::new() };
                if let Some(law) = law.broken(allowed) {
                    return Ok(Some(law));
                }
            }
            if allowed == most {
                return Ok(None);
            }
            allowed = (4 * allowed).min(most);
        }
    }

    /// The number of positions that break the law.
    pub fn exceptions(&self) -> usize {
        self.exceptions.len()
    }

    /// Whether the player to move wins.
    pub fn wins(&self, position: &VectorPosition) -> bool {
        let sum = position.at.iter().zip(&self.form).map(|(x, weight)| x % MODULUS * weight).sum::<u64>();
        self.listed(position.state, sum % MODULUS) == self.exceptions.contains(position)
    }

    /// Whether the law says that the player to move loses.
    fn listed(&self, state: usize, sum: u64) -> bool {
        let clock = 2 * state as u64 % MODULUS;
        (sum + 2 * MODULUS - clock - self.constant) % MODULUS <= 2
    }

    /// Goes from the ends of the game backward through all positions that could break the law.
    fn broken(mut self, most: usize) -> Option<Self> {
        let zero = |state| VectorPosition { state, at: vec![0; self.game.dimension] };
        let weighed = |game: &VectorGame, position: VectorPosition| (game.weight(&position), position);
        let mut open: BTreeSet<(u128, VectorPosition)> =
            (0..self.game.states).map(|state| weighed(&self.game, zero(state))).collect();
        while let Some((_, position)) = open.pop_first() {
            // All options are lighter, so what breaks the law among them is known.
            let wins = self.game.options(&position).iter().any(|option| !self.wins(option));
            if wins != self.wins(&position) {
                let before: Vec<VectorPosition> = before(&self.game, &position).collect();
                open.extend(before.into_iter().map(|position| weighed(&self.game, position)));
                self.exceptions.insert(position);
                if self.exceptions.len() > most {
                    return None;
                }
            }
        }
        Some(self)
    }

    /// The law in terms that its certificate has to entail.
    pub fn fact(&self) -> Fact {
        let lost = |state| (0..MODULUS).filter(|&sum| self.listed(state, sum)).collect();
        Fact::Law(fact::Law {
            game: self.game.name.clone(),
            modulus: MODULUS,
            form: self.form.clone(),
            lost: (0..self.game.states).map(lost).collect(),
            exceptions: self.exceptions.len() as u64,
            line: self.line(),
        })
    }

    /// Where only the first coordinate is not 0, in state 0: so many positions before the losses repeat, and the losses up
    /// to the end of the first least period.
    fn line(&self) -> (u64, Vec<bool>) {
        let on_line = |position: &&VectorPosition| position.state == 0 && position.at[1..].iter().all(|&x| x == 0);
        let from = self.exceptions.iter().filter(on_line).map(|position| position.at[0] + 1).max().unwrap_or(0);
        let loses = |x: u64| {
            let at = std::iter::once(x).chain(std::iter::repeat_n(0, self.game.dimension - 1)).collect();
            !self.wins(&VectorPosition { state: 0, at })
        };
        let repeats = |period: &u64| (from..from + MODULUS).all(|x| loses(x) == loses(x + period));
        let period = (1..=MODULUS).find(repeats).unwrap_or(MODULUS);
        (from, (0..from + period).map(loses).collect())
    }

    /// The certificate of kind `linear-form`.
    pub fn certificate(&self) -> String {
        let words = |numbers: &mut dyn Iterator<Item = u64>| numbers.map(|n| format!(" {n}")).collect::<String>();
        let mut text = format!(
            "topple-certificate 1 linear-form\ngame {}\nmodulus {MODULUS}\nform{}\n",
            self.game.name,
            words(&mut self.form.iter().copied())
        );
        let mut add = |line: String| writeln!(text, "{line}").expect("a string takes all");
        for state in 0..self.game.states {
            add(format!("lost {state}{}", words(&mut (0..MODULUS).filter(|&sum| self.listed(state, sum)))));
        }
        let exceptions: BTreeSet<&VectorPosition> = self.exceptions.iter().collect();
        for VectorPosition { state, at } in exceptions {
            add(format!("except {state}{}", words(&mut at.iter().copied())));
        }
        text + "end\n"
    }
}

/// The positions from which a rule leads to this one.
fn before<'a>(game: &'a VectorGame, position: &'a VectorPosition) -> impl Iterator<Item = VectorPosition> + 'a {
    let fits = |rule: &&Rule| rule.to == position.state && position.at.iter().zip(&rule.put).all(|(x, y)| x >= y);
    game.rules.iter().filter(fits).map(|rule| {
        let undo = |((x, put), take): ((&u64, &u64), &u64)| x - put + take;
        let at = position.at.iter().zip(&rule.put).zip(&rule.take).map(undo).collect();
        VectorPosition { state: rule.from, at }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proof;
    use crate::solve::Memory;
    use crate::solve::towers::jenka::levels::Levels;

    /// All vectors of a weight up to `most`, where a level weighs its pair.
    fn small(slots: u64, most: u64) -> Vec<Vec<u64>> {
        let weights: Vec<u64> = pairs(slots).iter().map(|(a, b)| a + b).chain([1]).collect();
        weights
            .iter()
            .fold(vec![(most, Vec::new())], |vectors, weight| {
                let longer = |(left, at): (u64, Vec<u64>)| {
                    (0..=left / weight).map(move |x| (left - x * weight, [at.clone(), vec![x]].concat()))
                };
                vectors.into_iter().flat_map(longer).collect()
            })
            .into_iter()
            .map(|(_, at)| at)
            .collect()
    }

    #[test]
    fn the_law_is_what_playing_says() {
        for (slots, most) in [(5, 14), (7, 10), (9, 8)] {
            let law = Law::find(slots, 1000).unwrap().unwrap();
            let mut values = Levels::new(slots, Memory(1 << 30)).unwrap();
            for at in small(u64::from(slots), most) {
                for state in 0..slots as usize {
                    let position = VectorPosition { state, at: at.clone() };
                    assert_eq!(values.value(&position).unwrap() != 0, law.wins(&position), "k = {slots}, {position:?}");
                }
            }
        }
    }

    #[test]
    fn the_checker_accepts_it_for_every_odd_k() {
        for (slots, exceptions) in [(5, 7), (7, 29)] {
            let law = Law::find(slots, 1000).unwrap().unwrap();
            assert_eq!(law.exceptions(), exceptions);
            assert_eq!(proof::check(&law.certificate()).unwrap(), [law.fact()]);
        }
        assert!(Law::find(3, 10).is_err() && Law::find(6, 10).is_err());
        assert!(Law::find(7, 28).unwrap().is_none(), "fewer exceptions than there are");
    }
}
