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
//!
//! Where the wells are too many, the player may keep to tame ones. If he can place every order so, he wins; that he cannot place one order
//! so says nothing of one who makes other wells too.
use super::strategies::packed::Packed;
use super::strategies::tame::Tame;
use crate::error::Result;
use crate::game::wells::InAdvance;
use crate::proof::region::wells::in_advance::{Foresight, Order};
use crate::solve::{Memory, Watch};
use graph::Graph;
use rayon::prelude::*;
use sets::{Set, Sets};

mod certificate;
mod graph;
mod sets;

/// How far is searched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bounds {
    /// The wells that the player may make; all if there is none.
    pub tame: Option<Tame>,
    /// The most wells.
    pub wells: usize,
    /// The most wells in all sets together, those of one that has all wells of another not counted.
    pub members: usize,
    /// So many of them before it is tried whether the smallest sets alone lead to an order.
    pub few: usize,
    /// The most sets of a level that are kept then.
    pub beam: usize,
    /// The most pieces of an order that is looked for then.
    pub length: usize,
}

impl Bounds {
    /// The usual ones of a search of all wells, in so many wells and members at most.
    pub fn new(wells: usize, members: usize) -> Self {
        Bounds { tame: None, wells, members, few: members / 16, beam: 256, length: 100 }
    }
}

/// The most wells in all sets together, if it is not said otherwise.
pub const MEMBERS: usize = 1 << 22;

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
    /// The player can place every order, by these sets.
    Won(Foresight),
    /// He cannot, if he makes tame wells only.
    LostIfTame,
    /// Neither was found within the bounds: there are more than these.
    Unknown(Exceeded),
}

/// What there is more of than allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exceeded {
    /// Wells.
    Wells,
    /// Wells in all sets together.
    Members,
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
    let all = Tame::all(usize::from(game.width) * usize::from(game.depth));
    let mut graph = Graph::new(game, Packed::new(&well, bounds.tame.as_ref().unwrap_or(&all))?);
    let known = |found, graph: &Graph, is_shortest| match (found, &bounds.tame) {
        (Level::Empty(_), Some(_)) => Known::LostIfTame,
        (found, _) => graph.known(found, is_shortest),
    };
    let phase = format!("{}: wells in all sets, at most", game.title());
    watch.begin(&phase, bounds.few as u64, "wells");
    match levels(&mut graph, bounds, Kept::All(bounds.few), memory, watch)? {
        Level::Limit(_) => {}
        found => return Ok(known(found, &graph, true)),
    }
    watch.begin(&format!("{}: pieces of an order, at most", game.title()), bounds.length as u64, "pieces");
    match levels(&mut graph, bounds, Kept::Smallest(bounds.beam), memory, watch)? {
        Level::Limit(_) => {}
        found => return Ok(known(found, &graph, false)),
    }
    watch.begin(&phase, bounds.members as u64, "wells");
    let found = levels(&mut graph, bounds, Kept::All(bounds.members), memory, watch)?;
    Ok(known(found, &graph, true))
}

/// Which sets of a level are kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kept {
    /// All, up to so many wells in them.
    All(usize),
    /// So many of the smallest, up to the longest order that is looked for.
    Smallest(usize),
}

/// How a search by levels ends.
enum Level {
    /// An order after which the player can be nowhere.
    Empty(Vec<u8>),
    /// No such order: the sets that stay.
    Closed(Sets),
    /// More than allowed.
    Limit(Exceeded),
}

/// A set that was reached, the set before, and the piece that came.
struct Reached {
    set: Set,
    from: usize,
    piece: u8,
}

/// Searches level by level.
fn levels(graph: &mut Graph, bounds: &Bounds, kept: Kept, memory: Memory, watch: &dyn Watch) -> Result<Level> {
    let mut sets = Sets::default();
    let starts = graph.starts().into_iter();
    let mut level: Vec<usize> = starts.filter_map(|(piece, set)| sets.add(set, None, piece)).collect();
    let (mut is_whole, mut length) = (true, usize::from(graph.game().holds()));
    while !level.is_empty() {
        let told = sets.members();
        graph.fill(level.iter().map(|at| sets.get(*at)), memory)?;
        let members = level.iter().map(|at| sets.get(*at).wells.len()).sum();
        let asked = graph.bytes() + sets.bytes() + graph.bytes_after(members);
        memory.ask(asked, &format!("the sets of wells after {} sets", level.len()))?;
        let mut reached = graph.reached(&level, &sets);
        if let Some(end) = reached.iter().find(|reached| reached.set.wells.is_empty()) {
            return Ok(Level::Empty([sets.order(end.from), vec![end.piece]].concat()));
        }
        reached.sort_by(|one, other| one.set.cmp_by_size(&other.set));
        level.clear();
        for Reached { set, from, piece } in reached {
            if matches!(kept, Kept::Smallest(most) if level.len() >= most) {
                is_whole = false;
                break;
            }
            level.extend(sets.add(set, Some(from), Some(piece)));
        }
        length += 1;
        let (done, is_over) = match kept {
            Kept::All(most) => (sets.members().saturating_sub(told), sets.members() > most),
            Kept::Smallest(_) => (1, length >= bounds.length),
        };
        watch.advance(done as u64);
        if graph.count() > bounds.wells {
            return Ok(Level::Limit(Exceeded::Wells));
        }
        if is_over {
            return Ok(Level::Limit(Exceeded::Members));
        }
    }
    Ok(if is_whole { Level::Closed(sets) } else { Level::Limit(Exceeded::Members) })
}

impl Graph<'_> {
    /// The sets after those of a level, by one more piece each.
    fn reached(&self, level: &[usize], sets: &Sets) -> Vec<Reached> {
        let with_piece = |at: &usize| {
            let from = *at;
            self.next_pieces(sets.get(from)).map(move |piece| (from, piece))
        };
        let jobs: Vec<(usize, u8)> = level.iter().flat_map(with_piece).collect();
        let image = |(from, piece): (usize, u8)| Reached { set: self.image(sets.get(from), piece), from, piece };
        jobs.into_par_iter().map(image).collect()
    }

    /// What the end of a search says.
    fn known(&self, found: Level, is_shortest: bool) -> Known {
        match found {
            Level::Empty(pieces) => Known::Lost { order: Order { game: self.game().clone(), pieces }, is_shortest },
            Level::Closed(sets) => Known::Won(certificate::of(self, &sets)),
            Level::Limit(exceeded) => Known::Unknown(exceeded),
        }
    }
}

#[cfg(test)]
mod tests;
