//! Who wins if the player knows all pieces in advance.
//!
//! After each order of pieces the player can be in some set of wells. The machine wins if for some order that set is empty: the
//! question whether a nondeterministic automaton accepts all words. It is answered as De Wulf, Doyen, Henzinger and Raskin do
//! ("Antichains: a new algorithm for checking universality of finite automata", 2006): a set that has all wells of another one need not
//! be looked at, because an order that empties it empties the other one. The sets are found level by level, those after one
//! piece, after two, and so on, so the first order that empties one is a shortest one. If all sets are looked at and none is empty, the
//! player wins, by the sets that stay.
//!
//! Where the sets are too many, only the smallest of each level are kept: an order found so need not be a shortest one, and
//! where none is found nothing is known.
use super::strategies::packed::Packed;
use super::strategies::tame::Tame;
use crate::error::Result;
use crate::game::wells::{Deal, InAdvance};
use crate::proof::region::wells::in_advance::{Foresight, Order};
use crate::solve::{Memory, Watch};
use graph::Graph;
use rayon::prelude::*;
use sets::{Set, Sets};

mod certificate;
mod graph;
mod sets;

/// How far is searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    /// The most wells.
    pub wells: usize,
    /// The most wells in all sets together, those of one that has all wells of another not counted, before only the smallest sets
    /// are kept.
    pub members: usize,
    /// The most sets of a level that are kept then.
    pub beam: usize,
    /// The most pieces of an order that is looked for then.
    pub length: usize,
}

/// What was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Known {
    /// No player can place this order.
    Lost {
        /// The order.
        order: Order,
        /// Whether it is known that there is no shorter one.
        is_shortest: bool,
    },
    /// The player can place every order, by these sets; none are written down for a game with a bag.
    Won(Option<Foresight>),
    /// Neither was found within the bounds.
    Unknown,
}

/// Refuses a game whose wells cannot be looked at.
///
/// # Errors
/// A well of more than 64 cells.
pub fn ask(game: &InAdvance) -> Result<()> {
    Packed::new(&game.well(), &Tame::all(0)).map(|_| ())
}

/// Who wins, as far as the bounds show it.
///
/// # Errors
/// A well of more than 64 cells, or more memory than allowed.
pub fn solve(game: &InAdvance, bounds: &Bounds, memory: Memory, watch: &dyn Watch) -> Result<Known> {
    let well = game.well();
    let tame = Tame::all(usize::from(game.width) * usize::from(game.depth));
    let mut graph = Graph::new(game, Packed::new(&well, &tame)?);
    watch.begin(&format!("{}: wells in all sets, at most", game.title()), bounds.members as u64, "wells");
    match levels(&mut graph, bounds, None, memory, watch)? {
        Level::Limit => {}
        found => return Ok(graph.known(found, true)),
    }
    watch.begin(&format!("{}: pieces of an order, at most", game.title()), bounds.length as u64, "pieces");
    let found = levels(&mut graph, bounds, Some(bounds.beam), memory, watch)?;
    Ok(graph.known(found, false))
}

/// How a search by levels ends.
enum Level {
    /// An order after which the player can be nowhere.
    Empty(Vec<u8>),
    /// No such order: the sets that stay.
    Closed(Sets),
    /// More wells, sets or pieces than allowed.
    Limit,
}

/// A set that was reached, the set before, and the piece that came.
struct Reached {
    set: Set,
    from: usize,
    piece: u8,
}

/// Searches level by level; with a beam only so many sets of each level are kept.
fn levels(
    graph: &mut Graph,
    bounds: &Bounds,
    beam: Option<usize>,
    memory: Memory,
    watch: &dyn Watch,
) -> Result<Level> {
    let mut sets = Sets::default();
    let starts = graph.starts().into_iter();
    let mut level: Vec<usize> = starts.filter_map(|(piece, set)| sets.add(set, None, piece)).collect();
    let (mut is_whole, mut length) = (true, usize::from(graph.game().holds()));
    while !level.is_empty() {
        if beam.is_some() && length >= bounds.length {
            return Ok(Level::Limit);
        }
        let told = sets.members();
        graph.fill(level.iter().map(|at| sets.get(*at)), memory)?;
        if graph.count() > bounds.wells {
            return Ok(Level::Limit);
        }
        let jobs: Vec<(usize, u8)> =
            level.iter().flat_map(|at| graph.next_pieces(sets.get(*at)).map(move |piece| (*at, piece))).collect();
        let image = |(at, piece): &(usize, u8)| Reached {
            set: graph.image(sets.get(*at), *piece),
            from: *at,
            piece: *piece,
        };
        let mut reached: Vec<Reached> = jobs.par_iter().map(image).collect();
        if let Some(end) = reached.iter().find(|reached| reached.set.wells.is_empty()) {
            return Ok(Level::Empty([sets.order(end.from), vec![end.piece]].concat()));
        }
        reached.sort_by(|one, other| one.set.cmp_by_size(&other.set));
        level.clear();
        for Reached { set, from, piece } in reached {
            if beam.is_some_and(|beam| level.len() >= beam) {
                is_whole = false;
                break;
            }
            level.extend(sets.add(set, Some(from), Some(piece)));
        }
        memory.ask(graph.bytes() + sets.bytes(), &format!("{} sets of wells", sets.count()))?;
        match beam {
            Some(_) => watch.advance(1),
            None => watch.advance(sets.members().saturating_sub(told) as u64),
        }
        if beam.is_none() && sets.members() > bounds.members {
            return Ok(Level::Limit);
        }
        length += 1;
    }
    Ok(if is_whole { Level::Closed(sets) } else { Level::Limit })
}

impl Graph<'_> {
    /// What the end of a search says.
    fn known(&self, found: Level, is_shortest: bool) -> Known {
        match found {
            Level::Empty(pieces) => Known::Lost { order: Order { game: self.game().clone(), pieces }, is_shortest },
            Level::Closed(sets) if self.game().deal == Deal::Any => Known::Won(Some(certificate::of(self, &sets))),
            Level::Closed(_) => Known::Won(None),
            Level::Limit => Known::Unknown,
        }
    }
}

#[cfg(test)]
mod tests;
