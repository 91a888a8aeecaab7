//! A way to play with pieces shown ahead that makes few wells, for certificates of more wells than a checker looks at.
//!
//! The situations are gone through from the start. Of the places that keep the player among those in which he goes on for ever,
//! those count first that lead to a situation in which he has been, then those that lead to a well in which he has been, and then
//! those to the well that answers most of the pieces shown next. What is chosen depends on the order, which is always the same.
use super::{Stays, has};
use crate::error::Result;
use crate::proof::region::wells::bag::shown::Views;
use crate::solve::Memory;
use crate::solve::wells::strategies::bag::Wells;
use std::collections::VecDeque;

/// Where the player has been, and where he is to be looked at yet.
struct Way<'a> {
    stays: &'a Stays,
    /// By well, a bit for each piece put aside and deal; no word for a well in which he has not been.
    been: Vec<Vec<u64>>,
    open: Vec<Vec<u64>>,
    /// The wells with open bits.
    queue: VecDeque<usize>,
    /// How many wells he makes.
    made: usize,
}

impl Way<'_> {
    /// Adds situations of a well that are new.
    fn visit(&mut self, well: usize, aside: usize, deals: &[u64]) {
        let size = self.stays.safe.words_of(well).len();
        if self.been[well].is_empty() {
            self.been[well] = vec![0; size];
            self.open[well] = vec![0; size];
            self.made += 1;
        }
        if self.open[well].iter().all(|word| *word == 0) {
            self.queue.push_back(well);
        }
        let at = aside * self.stays.safe.words;
        for set in [&mut self.been[well], &mut self.open[well]] {
            set[at..].iter_mut().zip(deals).for_each(|(set, word)| *set |= word);
        }
    }

    /// The deals after these.
    fn after(&self, deals: impl Iterator<Item = usize>) -> Vec<u64> {
        let mut all = vec![0; self.stays.safe.words];
        for after in deals.flat_map(|deal| self.stays.deals.after(deal)) {
            all[*after as usize / 64] |= 1 << (after % 64);
        }
        all
    }

    /// Finds a well for each of these deals, of those with the piece that is then put aside.
    fn answer(&mut self, mut needed: Vec<u64>, choices: &[(usize, usize)]) {
        let words = self.stays.safe.words;
        for (well, aside) in choices.iter().filter(|(well, _)| !self.been[*well].is_empty()) {
            let been = &self.been[*well][aside * words..];
            needed.iter_mut().zip(been).for_each(|(needed, been)| *needed &= !been);
        }
        while needed.iter().any(|word| *word > 0) {
            let answered = |(well, aside): &(usize, usize)| -> Vec<u64> {
                let safe = &self.stays.safe.of(*well)[aside * words..];
                needed.iter().zip(safe).map(|(needed, safe)| needed & safe).collect()
            };
            let useful = choices.iter().map(|choice| (choice, answered(choice)));
            let useful = useful.filter(|(_, answered)| answered.iter().any(|word| *word > 0));
            let ((well, aside), answered) = useful
                .max_by_key(|((well, _), answered)| (!self.been[*well].is_empty(), count(answered)))
                .expect("in a safe situation some place leads to one");
            needed.iter_mut().zip(&answered).for_each(|(needed, answered)| *needed &= !answered);
            self.visit(*well, *aside, &answered);
        }
    }
}

/// How many bits are set.
fn count(words: &[u64]) -> u32 {
    words.iter().map(|word| word.count_ones()).sum()
}

impl Wells {
    /// The wells that a way to play makes, if all of these are more than the checker looks at; else none.
    ///
    /// # Errors
    /// More memory than allowed.
    pub(in crate::solve::wells) fn listed(&self, stays: &Stays, memory: Memory) -> Result<Vec<usize>> {
        let is_taken = Views::of(&self.game).take(self.count(), self.game.held());
        if is_taken { Ok(Vec::new()) } else { self.few(stays, memory) }
    }

    /// The wells that a way to play makes from the start, in which the player goes on for ever in these situations.
    ///
    /// # Errors
    /// More memory than allowed.
    pub(in crate::solve::wells) fn few(&self, stays: &Stays, memory: Memory) -> Result<Vec<usize>> {
        let deals = &stays.deals;
        let none = || vec![Vec::new(); self.count()];
        let mut way = Way { stays, been: none(), open: none(), queue: VecDeque::new(), made: 0 };
        for (aside, start) in deals.at_start.iter().enumerate() {
            for (first, range) in deals.of_first.iter().enumerate() {
                let needed = way.after(start.iter().copied().filter(|deal| range.contains(deal)));
                way.answer(needed, &self.places(0, first, aside).collect::<Vec<_>>());
            }
        }
        while let Some(well) = way.queue.pop_front() {
            let (held, words) = (stays.safe.held, stays.safe.words);
            let what = format!("a way to play in {} of {} wells with pieces shown", way.made, self.count());
            let taken = stays.safe.bits.len() + way.made * 2 * held * words + self.count() * 6;
            memory.ask(self.bytes() + 8 * taken as u128, &what)?;
            let open = std::mem::replace(&mut way.open[well], vec![0; held * words]);
            for (aside, open) in open.chunks(words).enumerate() {
                for (first, range) in deals.of_first.iter().enumerate() {
                    let needed = way.after(range.clone().filter(|deal| has(open, *deal as u32)));
                    let mut choices: Vec<(usize, usize)> = self.places(well, first, aside).collect();
                    if self.game.hold {
                        choices.extend(self.places(well, aside, first));
                    }
                    way.answer(needed, &choices);
                }
            }
        }
        Ok((0..self.count()).filter(|well| !way.been[*well].is_empty()).collect())
    }

    /// The wells after the places of a piece, with what is then put aside.
    fn places(&self, well: usize, piece: usize, aside: usize) -> impl Iterator<Item = (usize, usize)> {
        self.after(well, piece).map(move |after| (after, aside))
    }
}
