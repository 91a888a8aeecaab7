//! Depth-first search for a win of the designated winner in the relaxed game, with a table of decided places.
//!
//! The game without physics ([`super::free`]) orders the moves. The designated winner tries only moves that win there:
//! to leave others out is safe, since a win found is a win, and without it the search for a way out of a lost place
//! would be the most expensive part.
use super::free::{Free, Outcomes, part};
use super::place::{Arena, Place, Role, Step};
use super::table::OutcomeTable;
use crate::error::Result;
use crate::solve::Memory;

/// A search from one start for one designated winner.
pub struct Search {
    /// The relaxed game.
    pub arena: Arena,
    /// Whether the designated winner is the first player.
    pub first: bool,
    outcomes: Outcomes,
    table: OutcomeTable,
    /// Tries all sure moves of the designated winner, not only those that win without physics.
    thorough: bool,
}

impl Search {
    /// Nothing is searched yet.
    pub fn new(arena: Arena, first: bool, memory: Memory) -> Self {
        let outcomes = Outcomes::new(arena.labels.slots);
        Search { arena, first, outcomes, table: OutcomeTable::new(memory), thorough: false }
    }

    /// The same search with all sure moves of the designated winner. If nothing is forgotten, it decides the game.
    pub fn thorough(mut self) -> Self {
        self.thorough = true;
        self
    }

    /// The number of places decided.
    pub fn places(&self) -> usize {
        self.table.len()
    }

    /// The place with so many full levels.
    ///
    /// # Errors
    /// Too many levels.
    pub fn start(&self, levels: usize) -> Result<Place> {
        self.arena.place(&vec![self.arena.labels.full; levels])
    }

    /// Whether the designated winner was found to win the relaxed game from so many full levels.
    ///
    /// # Errors
    /// Too many levels for the keys, or no memory left.
    pub fn wins(&mut self, levels: usize) -> Result<bool> {
        let start = self.start(levels)?;
        Ok(self.mover_wins(&start, self.first)? == self.first)
    }

    /// A move of the designated winner to a place where the opponent is known to lose.
    ///
    /// # Errors
    /// Too many levels for the keys.
    pub fn reply(&self, place: &Place) -> Result<Option<Step>> {
        for (step, _) in self.arena.steps(place, Role::Sure) {
            if self.table.get(self.arena.after(place, &step)?.key()) == Some(false) {
                return Ok(Some(step));
            }
        }
        Ok(None)
    }

    /// Whether the player to move wins; `winner`: it is the designated winner.
    fn mover_wins(&mut self, place: &Place, winner: bool) -> Result<bool> {
        if let Some(wins) = self.table.get(place.key()) {
            return Ok(wins);
        }
        let steps = self.ordered(place, winner);
        let mut unknown = Vec::with_capacity(steps.len());
        let mut won = false;
        for step in &steps {
            let next = self.arena.after(place, step)?;
            match self.table.get(next.key()) {
                Some(false) => won = true,
                Some(true) => {}
                None => unknown.push(next),
            }
            if won {
                break;
            }
        }
        for next in unknown {
            won = won || !self.mover_wins(&next, !winner)?;
        }
        self.table.insert(place.key(), won)?;
        Ok(won)
    }

    /// The moves to try, the most promising first.
    fn ordered(&mut self, place: &Place, winner: bool) -> Vec<Step> {
        let role = if winner { Role::Sure } else { Role::Possible };
        let here = self.free(place);
        let mut rated = Vec::new();
        for (step, slack) in self.arena.steps(place, role) {
            let lost = self.outcomes.wins(self.free_after(here, place, &step));
            if winner {
                if !lost || self.thorough {
                    let middle = i64::from(self.arena.labels.get(step.left).sides.1);
                    rated.push(((lost, middle, self.leaning(place, &step), -slack, step.from), step));
                }
            } else {
                rated.push(((lost, slack, 0, 0, step.from), step));
            }
        }
        rated.sort_by_key(|&(rating, _)| rating);
        rated.into_iter().map(|(_, step)| step).collect()
    }

    /// How far the levels lean to one side after a move, summed over the levels.
    fn leaning(&self, place: &Place, step: &Step) -> i64 {
        let lean = |label: u16| {
            let moment = self.arena.labels.get(label).moment;
            (moment.0 + moment.1).abs()
        };
        let before: i64 = place.labels().iter().map(|&label| lean(label)).sum();
        let top = place.labels().get(step.to).map_or(0, |&label| lean(label));
        before - lean(place.labels()[step.from]) - top + lean(step.left) + lean(step.top)
    }

    /// The place without physics.
    fn free(&self, place: &Place) -> Free {
        let (limit, to) = self.arena.limit(place);
        let blocks = place.labels().get(to).map_or(0, |&top| self.arena.labels.get(top).count as u8);
        let levels = place.labels()[..limit].iter();
        levels.fold(Free::new(blocks), |free, &label| free.with(part(self.arena.labels.get(label).sides)))
    }

    fn free_after(&self, here: Free, place: &Place, step: &Step) -> Free {
        let sides = |label: u16| part(self.arena.labels.get(label).sides);
        here.without(sides(place.labels()[step.from])).with(sides(step.left)).placed(self.arena.labels.slots)
    }
}

/// A win that was found.
pub struct Won {
    /// The search that found it; it knows the strategy.
    pub search: Search,
    /// How many levels from the top had to be known.
    pub depth: usize,
}

/// Looks for a win of either player from so many full levels, with ever more known levels; first for the player who
/// wins without physics.
///
/// # Errors
/// Too many levels for the keys, or no memory left.
pub fn settle(slots: u32, levels: usize, depths: &[usize], memory: Memory) -> Result<Option<Won>> {
    let mut outcomes = Outcomes::new(slots);
    let guess = outcomes.wins(outcomes.start(levels));
    for &depth in depths {
        for first in [guess, !guess] {
            let mut search = Search::new(Arena::new(slots, depth), first, memory);
            if search.wins(levels)? {
                return Ok(Some(Won { search, depth }));
            }
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests;
