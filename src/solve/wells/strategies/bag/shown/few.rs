//! A way to play with pieces shown ahead that makes few wells, for certificates of more wells than a checker looks at.
//!
//! The situations are gone through from the start. Of the places that keep the player among those in which he goes on for ever,
//! those count first that lead to a situation in which he has been, then those that lead to a well in which he has been, and then
//! those to the well that answers most of the pieces shown next. What is chosen depends on the order, which is always the same.
use super::{Stays, count, has};
use crate::error::Result;
use crate::proof::region::wells::bag::shown::Views;
use crate::solve::Memory;
use crate::solve::wells::strategies::bag::Wells;
use crate::solve::wells::strategies::bag::wells::Head;
use hashbrown::HashMap;
use std::collections::VecDeque;

/// Where the player has been, and where he is to be looked at yet.
struct Way<'a> {
    wells: &'a Wells,
    stays: &'a Stays,
    /// The wells that he makes, by number.
    made: HashMap<usize, Made>,
    /// The wells with open bits.
    queue: VecDeque<usize>,
}

/// A well in which he has been: a bit for each piece put aside and deal.
struct Made {
    been: Vec<u64>,
    open: Vec<u64>,
}

/// Deals for which there is no answer yet, and their images where there are images.
struct Needed([Vec<u64>; 2]);

impl Way<'_> {
    /// The deals needed where a head leads, and the same of those that a set of all situations has there.
    fn among(&self, needed: &Needed, (head, aside): (Head, usize), set: &[u64]) -> Vec<u64> {
        let at = self.wells.aside_at(head, aside) * self.stays.safe.words;
        let needed = &needed.0[usize::from(head.is_image())];
        needed.iter().zip(&set[at..]).map(|(needed, word)| needed & word).collect()
    }

    /// Answers deals where a head leads.
    fn remove(&self, needed: &mut Needed, head: Head, answered: &[u64]) {
        let [here, there] = &mut needed.0;
        let (here, there) = if head.is_image() { (there, here) } else { (here, there) };
        here.iter_mut().zip(answered).for_each(|(needed, answered)| *needed &= !answered);
        if self.wells.mirror.is_some() {
            let images = self.stays.deals.images(answered);
            there.iter_mut().zip(images).for_each(|(needed, answered)| *needed &= !answered);
        }
    }

    /// Adds situations of a well that are new.
    fn visit(&mut self, well: usize, aside: usize, deals: &[u64]) {
        let safe = &self.stays.safe;
        let none = || vec![0; safe.words_of(well).len()];
        let made = self.made.entry(well).or_insert_with(|| Made { been: none(), open: none() });
        if made.open.iter().all(|word| *word == 0) {
            self.queue.push_back(well);
        }
        for set in [&mut made.been, &mut made.open] {
            set[aside * safe.words..].iter_mut().zip(deals).for_each(|(set, word)| *set |= word);
        }
    }

    /// The deals after these.
    fn after(&self, deals: impl Iterator<Item = usize>) -> Needed {
        let mut all = vec![0; self.stays.safe.words];
        for after in deals.flat_map(|deal| self.stays.deals.after(deal)) {
            all[*after as usize / 64] |= 1 << (after % 64);
        }
        let images = self.wells.mirror.as_ref().map_or(Vec::new(), |_| self.stays.deals.images(&all));
        Needed([all, images])
    }

    /// Finds a well for each of these deals, of those with the piece that is then put aside.
    fn answer(&mut self, mut needed: Needed, choices: &[(Head, usize)]) {
        for choice in choices {
            if let Some(made) = self.made.get(&choice.0.number()) {
                let answered = self.among(&needed, *choice, &made.been);
                self.remove(&mut needed, choice.0, &answered);
            }
        }
        while count(&needed.0[0]) > 0 {
            let answered = |choice| self.among(&needed, choice, self.stays.safe.of(choice.0.number()));
            let useful = choices.iter().map(|choice| (*choice, answered(*choice)));
            let useful = useful.filter(|(_, answered)| count(answered) > 0);
            let ((head, aside), answered) = useful
                .max_by_key(|((head, _), answered)| (self.made.contains_key(&head.number()), count(answered)))
                .expect("in a safe situation some place leads to one");
            self.remove(&mut needed, head, &answered);
            self.visit(head.number(), self.wells.aside_at(head, aside), &answered);
        }
    }
}

impl Wells {
    /// The wells that a way to play makes, if all of these are more than the checker looks at; else none.
    ///
    /// # Errors
    /// More memory than allowed.
    pub(in crate::solve::wells) fn listed(&self, stays: &Stays, memory: Memory) -> Result<Vec<usize>> {
        let is_taken = Views::of(&self.game).take(self.count_apart(), self.game.held());
        if is_taken { Ok(Vec::new()) } else { self.few(stays, memory) }
    }

    /// The wells that a way to play makes from the start, in which the player goes on for ever in these situations.
    ///
    /// # Errors
    /// More memory than allowed.
    pub(in crate::solve::wells) fn few(&self, stays: &Stays, memory: Memory) -> Result<Vec<usize>> {
        let deals = &stays.deals;
        let mut way = Way { wells: self, stays, made: HashMap::new(), queue: VecDeque::new() };
        for (aside, start) in deals.at_start.iter().enumerate() {
            for (first, range) in deals.of_first.iter().enumerate() {
                let needed = way.after(start.iter().copied().filter(|deal| range.contains(deal)));
                way.answer(needed, &self.places(0, first, aside).collect::<Vec<_>>());
            }
        }
        while let Some(well) = way.queue.pop_front() {
            let (held, words) = (stays.safe.held, stays.safe.words);
            let what = format!("a way to play in {} of {} wells with pieces shown", way.made.len(), self.count());
            let taken = stays.safe.bits.len() + way.made.len() * (2 * held * words + 20);
            memory.ask(self.bytes() + 8 * taken as u128, &what)?;
            let made = way.made.get_mut(&well).expect("an open well was made");
            let open = std::mem::replace(&mut made.open, vec![0; held * words]);
            for (aside, open) in open.chunks(words).enumerate() {
                for (first, range) in deals.of_first.iter().enumerate() {
                    let needed = way.after(range.clone().filter(|deal| has(open, *deal as u32)));
                    let mut choices: Vec<(Head, usize)> = self.places(well, first, aside).collect();
                    if self.game.hold {
                        choices.extend(self.places(well, aside, first));
                    }
                    way.answer(needed, &choices);
                }
            }
        }
        Ok((0..self.count()).filter(|well| way.made.contains_key(well)).collect())
    }

    /// Where the places of a piece lead, with what is then put aside.
    fn places(&self, well: usize, piece: usize, aside: usize) -> impl Iterator<Item = (Head, usize)> {
        self.heads_of(well, piece).iter().map(move |head| (*head, aside))
    }
}
