//! Who wins in a well: the game is a safety game, which the player wins by never losing.
//!
//! The *sweep* takes all wells that are not too high and takes away those that are lost, until none is left to take away.
//! What stays is the greatest set from which the player can stay inside. One bit a well: the wells that differ in their
//! bottom row are the bits of one word, and the words lie in the order of the rows above, so that a piece that comes to
//! rest above some row leads from a whole stretch of wells to another stretch of the same length.
//!
//! Who wins from the empty well is often decided by a few thousand situations, so that is asked of the search on the fly
//! first, and of a sweep where it is not decided soon, and in each greater depth.
mod block;
mod board;
mod changes;
mod kept;
mod mirror;
mod patterns;
pub mod plain;
mod spread;
mod stems;
pub mod subsets;
mod sweep;
pub(super) mod turns;

use crate::error::{Error, Result};
use crate::game::wells::{Movement, Well};
use crate::proof::region::wells::WellGame;
use crate::solve::wells::strategies::reach::{self, Reached};
use crate::solve::{Memory, Part, Watch};
use kept::{EVERY, Kept};
use patterns::{Eight, Patterns};
use std::collections::HashSet;
use sweep::Sweep;
pub use sweep::Until;

/// The widest well that is swept.
pub const MOST_WIDTH: u8 = 8;
/// The deepest well that is swept.
pub const MOST_DEPTH: u16 = 60;
/// The longest promise of the machine.
pub const MOST_LOOKAHEAD: u8 = 2;
/// The search on the fly looks at one situation for so many words of a sweep: by then both have taken about as long.
const WORDS_A_SITUATION: u128 = 64;

/// Refuses a game that cannot be swept.
///
/// # Errors
/// A width, depth or lookahead out of bounds, or the rule `referee`.
pub fn check(game: &WellGame) -> Result<()> {
    let wrong = |what: String, right: String| Err(Error::input("sweep of wells", what, right));
    if !(1..=MOST_WIDTH).contains(&game.width) {
        return wrong(format!("width {}", game.width), format!("1 to {MOST_WIDTH} columns"));
    }
    if game.depth > MOST_DEPTH {
        return wrong(format!("depth {}", game.depth), format!("at most {MOST_DEPTH} rows"));
    }
    if game.lookahead > MOST_LOOKAHEAD {
        return wrong(format!("lookahead {}", game.lookahead), format!("at most {MOST_LOOKAHEAD} pieces"));
    }
    if game.rule == Movement::Referee {
        let right = "drop, slide or anywhere: slide and anywhere are bounds for referee";
        return wrong("rule referee".to_string(), right.to_string());
    }
    Ok(())
}

/// The situations from which the player can go on for ever.
pub struct SafeSet {
    game: WellGame,
    words: Box<dyn Words>,
    wins: bool,
}

impl SafeSet {
    /// Whether the player can go on from a well when these pieces are shown, by their number in the set.
    ///
    /// A well that is too high, or has another width, is not safe.
    pub fn contains(&self, well: &Well, shown: &[usize]) -> bool {
        let pieces = self.game.pieces.pieces().len();
        let fits = well.width() == self.game.width && well.height() <= usize::from(self.game.depth);
        let told = shown.len() == usize::from(self.game.lookahead) && shown.iter().all(|piece| *piece < pieces);
        let list = shown.iter().fold(0, |list, piece| list * pieces + piece);
        fits && told && self.words.contains(well.rows(), list)
    }

    /// Whether the player wins from the empty well, whatever is shown.
    pub fn wins(&self) -> bool {
        self.wins
    }

    /// How many situations are safe.
    pub fn count(&self) -> u64 {
        self.words.count()
    }
}

/// The words of a sweep, whatever their length.
trait Words: Send + Sync {
    fn contains(&self, rows: &[u16], shown: usize) -> bool;
    fn count(&self) -> u64;
}

impl<P: Patterns> Words for Sweep<P> {
    fn contains(&self, rows: &[u16], shown: usize) -> bool {
        let (bottom, index) = match rows {
            [bottom, tail @ ..] => (usize::from(*bottom), self.board.index(tail)),
            [] => (0, 0),
        };
        self.words[index * self.board.shown + shown].has(bottom)
    }

    fn count(&self) -> u64 {
        let wells = P::of(self.board.width, |p| p != self.board.full());
        self.words.iter().map(|word| u64::from(word.and(wells).count())).sum()
    }
}

/// The situations from which the player can go on for ever, by a sweep over all wells.
///
/// With [`Until::Lost`] the sweep may end early when the player does not win; then what it returns is too large.
///
/// # Errors
/// A game that cannot be swept, or more memory than allowed.
pub fn safe_set(game: &WellGame, until: Until, memory: Memory, watch: &dyn Watch) -> Result<SafeSet> {
    check(game)?;
    match game.width {
        ..=4 => swept::<u16>(game, until, memory, watch),
        5 => swept::<u32>(game, until, memory, watch),
        6 => swept::<u64>(game, until, memory, watch),
        7 => swept::<u128>(game, until, memory, watch),
        _ => swept::<Eight>(game, until, memory, watch),
    }
}

fn swept<P: Patterns>(game: &WellGame, until: Until, memory: Memory, watch: &dyn Watch) -> Result<SafeSet> {
    let sweep = Sweep::<P>::run(game, until, memory, watch)?;
    Ok(SafeSet { game: game.clone(), wins: sweep.wins(), words: Box::new(sweep) })
}

/// Refuses a game that cannot be swept, or not in the memory allowed.
///
/// # Errors
/// What is wrong with it, or how much memory it needs, and which depth fits.
pub fn ask(game: &WellGame, memory: Memory) -> Result<()> {
    check(game)?;
    let title = game.title();
    let bytes = |depth: u16| needed(&WellGame { depth, ..game.clone() });
    let fits = |depth: &u16| bytes(*depth).is_some_and(|bytes| bytes <= u128::from(memory.0));
    let fitting = match (0..game.depth).rev().find(fits) {
        Some(depth) => format!("depth {depth} fits"),
        None => "no depth fits".to_string(),
    };
    match bytes(game.depth) {
        Some(bytes) => memory.ask(bytes, &format!("a sweep of wells, {title} ({fitting})")),
        None => {
            let what = format!("{title} needs more than 2^128 bytes of memory, and {} are allowed", memory.0);
            Err(Error::input("sweep of wells", what, format!("less depth: {fitting}")))
        }
    }
}

/// The bytes that a sweep takes, with the threads of the pool in which this is asked.
fn needed(game: &WellGame) -> Option<u128> {
    let bits = match game.width {
        ..=4 => 16,
        width => 1_u128 << width,
    };
    sweep::words(game, rayon::current_num_threads())?.checked_mul(bits / 8)
}

/// What is known about the least depth in which the player wins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LeastDepth {
    /// The least depth in which the player wins, if that was reached.
    pub height: Option<u16>,
    /// The greatest depth in which the machine wins, as far as was tried; nothing if the player wins in depth 0.
    pub lost_to: Option<u16>,
}

/// Who wins games with one set of pieces in wells of one width, asked by increasing depth.
struct Winners<'a> {
    memory: Memory,
    watch: &'a dyn Watch,
    /// The lookaheads and rules for which the search on the fly has found nothing. In greater depths it seldom finds more,
    /// and takes longer.
    swept: HashSet<(u8, Movement)>,
}

impl<'a> Winners<'a> {
    fn new(memory: Memory, watch: &'a dyn Watch) -> Self {
        Winners { memory, watch, swept: HashSet::new() }
    }

    /// Whether the player wins, from an interrupted run if that had found it.
    fn wins(&mut self, game: &WellGame) -> Result<bool> {
        let key = format!("who wins: {}", game.title());
        match self.watch.saved(&key).as_deref() {
            Some("player") => Ok(true),
            Some("machine") => Ok(false),
            _ => {
                ask(game, self.memory)?;
                let wins = self.found(game)?;
                self.watch.save(&key, if wins { "player" } else { "machine" })?;
                Kept::new(game, self.watch, EVERY).forget()?;
                Ok(wins)
            }
        }
    }

    /// Whether the player wins, by the search on the fly or a sweep.
    fn found(&mut self, game: &WellGame) -> Result<bool> {
        let kind = (game.lookahead, game.rule);
        if !self.swept.contains(&kind) {
            match on_the_fly(game, self.memory)? {
                Some(wins) => return Ok(wins),
                None => self.swept.insert(kind),
            };
        }
        Ok(safe_set(game, Until::Lost, self.memory, self.watch)?.wins())
    }
}

/// Whether the player wins, if the search on the fly finds that before a sweep would.
fn on_the_fly(game: &WellGame, memory: Memory) -> Result<Option<bool>> {
    let words = sweep::words(game, 1).unwrap_or(u128::MAX) / WORDS_A_SITUATION;
    let situations = reach::most(game, memory).min(usize::try_from(words).unwrap_or(usize::MAX));
    Ok(match reach::solve(game, situations, memory)? {
        Reached::Won(_) => Some(true),
        Reached::Lost => Some(false),
        Reached::Unknown => None,
    })
}

/// Saves who wins at the depths of one of several processes, up to the first at which the player does: he wins in every
/// greater depth too.
///
/// # Errors
/// As [`safe_set`].
pub fn some_depths(game: &WellGame, part: Part, memory: Memory, watch: &dyn Watch) -> Result<()> {
    let mut winners = Winners::new(memory, watch);
    for depth in part.of(usize::from(game.depth) + 1) {
        if winners.wins(&WellGame { depth: depth as u16, ..game.clone() })? {
            break;
        }
    }
    Ok(())
}

/// The least depth from `from` to `to` in which the player wins; the machine is known to win in each depth below `from`.
///
/// # Errors
/// As [`safe_set`].
pub fn least_height(game: &WellGame, from: u16, memory: Memory, watch: &dyn Watch) -> Result<LeastDepth> {
    let mut winners = Winners::new(memory, watch);
    for depth in from..=game.depth {
        let here = WellGame { depth, ..game.clone() };
        if winners.wins(&here)? {
            return Ok(LeastDepth { height: Some(depth), lost_to: depth.checked_sub(1) });
        }
    }
    Ok(LeastDepth { height: None, lost_to: Some(game.depth) })
}

#[cfg(test)]
mod tests;
