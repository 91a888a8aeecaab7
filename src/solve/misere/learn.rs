//! The misere quotient of sums of finitely many games, learned from who wins some of them.
//!
//! Two sums are taken for the same as long as no test, a sum that is added to both, tells them apart (Angluin's method for
//! automata, in a commutative monoid). What comes of this is right if element and options of all sums agree. If those of
//! some sum do not, then the guess gets it or an option wrong, and its parts are new tests.
use super::games::{Games, Sum, plus};
use super::pairs::{Monoid, Pair};
use crate::error::Result;
use crate::solve::Memory;
use hashbrown::HashMap;
use serde::Deserialize;

/// How far a search goes.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Budget {
    /// The most elements of a quotient.
    pub elements: usize,
    /// The most pairs of an element with elements of options.
    pub pairs: usize,
    /// The most sums that are played out.
    pub sums: usize,
}

impl Default for Budget {
    fn default() -> Self {
        Budget { elements: 256, pairs: 400_000, sums: 4_000_000 }
    }
}

impl Budget {
    /// Asks for the memory that a search may take.
    ///
    /// # Errors
    /// More memory than allowed.
    pub fn ask(self, memory: Memory) -> Result<()> {
        let Budget { elements, pairs, sums } = self;
        let [elements, pairs, sums] = [elements, pairs, sums].map(|number| number as u128);
        // A sum with its hash and who loses it; a pair twice, with a set of elements.
        let pair = 2 * (64 + elements / 8);
        let needed =
            [elements.saturating_mul(elements).saturating_mul(8), pairs.saturating_mul(pair), sums.saturating_mul(128)];
        let what = format!("a misere quotient of {elements} elements, from {pairs} pairs and {sums} sums,");
        memory.ask(needed.into_iter().fold(0, u128::saturating_add), &what)
    }
}

/// A quotient, and the element of each game that it was learned from.
pub struct Learned {
    /// The quotient.
    pub monoid: Monoid,
    /// The games with their pairs.
    pub games: Vec<(u32, Pair)>,
}

/// What is known so far: the rows of some sums, that is whether the player to move loses them with each of the tests.
struct Table<'a> {
    games: &'a mut Games,
    letters: &'a [u32],
    tests: &'a mut Vec<Sum>,
    rows: HashMap<Sum, Vec<bool>>,
}

/// A guess: a sum for each element, and for each element and letter the element of their sum.
struct Guess {
    sums: Vec<Sum>,
    after: Vec<Vec<usize>>,
}

/// The quotient of the sums of `letters`, games closed under options and without the empty one. It begins with some tests
/// and leaves those that it made. Nothing if the budget is used up.
pub fn learn(games: &mut Games, letters: &[u32], tests: &mut Vec<Sum>, budget: Budget) -> Option<Learned> {
    let mut table = Table { games, letters, tests, rows: HashMap::new() };
    loop {
        let guess = table.guess(budget.elements)?;
        if table.split(&guess)? {
            continue;
        }
        let learned = table.learned(&guess)?;
        let pairs: Vec<Pair> = learned.games.iter().map(|(_, pair)| pair.clone()).collect();
        match learned.monoid.disagreement(&pairs, budget.pairs)? {
            None => return Some(learned),
            Some(places) => table.refute(&guess, &learned.monoid, &places)?,
        }
    }
}

impl Table<'_> {
    fn row(&mut self, sum: &[u32]) -> Option<Vec<bool>> {
        let mut row = self.rows.remove(sum).unwrap_or_default();
        for test in &self.tests[row.len()..] {
            row.push(self.games.lost(&plus(sum, test))?);
        }
        self.rows.insert(sum.to_vec(), row.clone());
        Some(row)
    }

    /// One sum for each row that sums have.
    fn guess(&mut self, most: usize) -> Option<Guess> {
        let mut known: HashMap<Vec<bool>, usize> = HashMap::from([(self.row(&[])?, 0)]);
        let (mut sums, mut after) = (vec![Sum::new()], Vec::new());
        while after.len() < sums.len() {
            let mut to = Vec::new();
            for &letter in self.letters {
                let sum = plus(&sums[after.len()], &[letter]);
                let element = *known.entry(self.row(&sum)?).or_insert(sums.len());
                if element == sums.len() {
                    sums.push(sum);
                }
                to.push(element);
            }
            after.push(to);
            if sums.len() > most {
                return None;
            }
        }
        Some(Guess { sums, after })
    }

    /// Looks for two sums of one element that have different rows with one more game, and makes a test of that.
    fn split(&mut self, guess: &Guess) -> Option<bool> {
        for (sum, after) in guess.sums.iter().zip(&guess.after) {
            for (&letter, &element) in self.letters.iter().zip(after) {
                let (one, other) = (&guess.sums[element], plus(sum, &[letter]));
                let more = if *one == other { &[] } else { self.letters };
                for &more in more {
                    let (x, y) = (self.row(&plus(one, &[more]))?, self.row(&plus(&other, &[more]))?);
                    if let Some(place) = (0..x.len()).find(|&place| x[place] != y[place]) {
                        self.tests.push(plus(&self.tests[place], &[more]));
                        return Some(true);
                    }
                }
            }
        }
        Some(false)
    }

    /// The element of a sum, if that of the games before it is `from`.
    fn element(&self, guess: &Guess, from: usize, sum: &[u32]) -> usize {
        let place = |game: &u32| self.letters.iter().position(|letter| letter == game).expect("closed under options");
        sum.iter().fold(from, |at, game| guess.after[at][place(game)])
    }

    fn learned(&mut self, guess: &Guess) -> Option<Learned> {
        let product = |x: usize| guess.sums.iter().map(|sum| self.element(guess, x, sum)).collect();
        let times = (0..guess.sums.len()).map(product).collect();
        let lost = guess.sums.iter().map(|sum| self.games.lost(sum)).collect::<Option<_>>()?;
        let monoid = Monoid { times, lost };
        let element = |game: u32| self.element(guess, 0, &plus(&[game], &[]));
        let pair =
            |game: u32| (element(game), monoid.set(self.games.options(game).iter().map(|&option| element(option))));
        let games = self.letters.iter().map(|&game| (game, pair(game))).collect();
        Some(Learned { monoid, games })
    }

    /// Finds a sum that the guess gets wrong, and makes tests of what follows each of its games.
    fn refute(&mut self, guess: &Guess, monoid: &Monoid, places: &[usize]) -> Option<()> {
        let letters: Sum = places.iter().map(|&place| self.letters[place]).collect();
        let sum = plus(&letters, &[]);
        let mut some = self.games.moves(&sum);
        some.push(sum);
        for sum in some {
            if self.games.lost(&sum)? != monoid.lost[self.element(guess, 0, &sum)] {
                let ends = (1..=sum.len()).map(|from| sum[from..].to_vec());
                let new: Vec<Sum> = ends.filter(|test| !self.tests.contains(test)).collect();
                self.tests.extend(new);
                return Some(());
            }
        }
        None
    }
}
