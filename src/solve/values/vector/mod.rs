//! Tables of vector addition games with up to three coordinates, wavefront by wavefront.
//!
//! The plain twin is in `plain`; it takes any game. Here the positions of equal level (a weight with small coefficients)
//! lie in rows of consecutive memory, a plane for each control state, see `frame`; the mex of a whole row is a loop
//! without branches, see `kernel`; only the levels that moves reach back to are kept, see `tile`; and tiles that
//! overlap a little are computed in parallel without waiting for each other, see `band`. In one coordinate a wavefront
//! is a single cell; there the cells are computed along the line until they repeat, see `line`.
//!
//! What was tried: bit planes (one bit of 64 cells to a word) need as many loads for four moves as bytes do, and give no
//! more cells a second; so bytes it is.
mod band;
mod cut;
mod frame;
mod kernel;
mod line;
mod region;
mod run;
mod team;
mod tile;
mod views;

pub use run::{Run, Track, VALUES};
pub use views::{blocks, checksum, count};

use crate::error::{Error, Result};
use crate::game::Play;
use crate::game::addition::MOST_MOVES;
use crate::game::vector::{Rule, VectorGame};
use crate::solve::Memory;
use frame::{Frame, Step, padded};
use region::Region;
use run::{Folding, Reader};
use std::marker::PhantomData;
use team::End;

/// The largest number of coordinates.
pub const MOST_COORDINATES: usize = 3;

/// A game and a window in coordinates where they can be swept.
pub(super) struct Setting {
    frame: Frame,
    region: Region,
    name: String,
}

impl Setting {
    /// # Errors
    /// A game or a window that this engine does not take.
    pub fn new(game: &VectorGame, size: &[usize]) -> Result<Self> {
        let moves = (0..game.states).map(|state| game.rules.iter().filter(|rule| rule.from == state).count());
        let moves = moves.max().unwrap_or(0);
        let refused = || {
            let what = format!("{} states, {} coordinates, {moves} moves in a state", game.states, game.dimension);
            let right = format!("1 to {MOST_COORDINATES} coordinates, {MOST_MOVES} moves, on a line one state");
            Err(Error::input(game.name.clone(), what, right))
        };
        // Steps have room for so many coordinates only.
        if !(1..=MOST_COORDINATES).contains(&game.dimension) || moves > MOST_MOVES {
            return refused();
        }
        let steps: Vec<Step> = game.rules.iter().map(step).collect();
        let plain_line = game.states == 1 && steps.iter().all(|step| step.held.is_empty());
        if game.dimension == 1 && !plain_line {
            return refused();
        }
        if size.len() != game.dimension || size.iter().any(|&size| size == 0 || size as u64 > 1 << 39) {
            let what = format!("a window of size {size:?}");
            return Err(Error::input(game.name.clone(), what, format!("{} sizes from 1 to 2^39", game.dimension)));
        }
        // Coordinates that the game does not have stay 0.
        let whole = padded(size.iter().map(|&size| size as i64)).map(|size| size.max(1));
        let frame = Frame::new(game, &steps, whole)?;
        let region = Region::new(&frame, &steps, whole, &game.name)?;
        Ok(Setting { frame, region, name: game.name.clone() })
    }

    /// Reads a window; `end` gets the parts that the reader makes.
    ///
    /// # Errors
    /// Not enough memory for the wavefronts, or what `end` returns.
    fn sweep(&self, play: Play, memory: Memory, reader: &dyn Reader, end: End<'_>) -> Result<()> {
        let (frame, region) = (&self.frame, &self.region);
        let moves = frame.shifts.iter().map(Vec::len).max().unwrap_or(0);
        match (play, moves, frame.dimension) {
            (Play::Grundy, 17.., 1) => line::sweep::<u64>(frame, region, play, memory, &self.name, reader, end),
            (Play::Grundy, 9.., 1) => line::sweep::<u16>(frame, region, play, memory, &self.name, reader, end),
            (_, _, 1) => line::sweep::<u8>(frame, region, play, memory, &self.name, reader, end),
            (Play::Grundy, 17.., _) => band::sweep::<u64>(frame, region, play, memory, &self.name, reader, end),
            (Play::Grundy, 9.., _) => band::sweep::<u16>(frame, region, play, memory, &self.name, reader, end),
            _ => band::sweep::<u8>(frame, region, play, memory, &self.name, reader, end),
        }
    }

    /// The runs of a window one after the other in a fixed order; see [`stream`].
    pub fn stream(&self, play: Play, memory: Memory, mut visit: impl FnMut(Track, &[u8])) -> Result<()> {
        type Part = (Vec<(Track, usize)>, Vec<u8>);
        let see = |part: &mut Part, run: Run<'_>| {
            part.0.push((run.track, run.cells()));
            run.values_into(&mut part.1);
        };
        self.fold(play, memory, see, |(places, values): Part| {
            let mut rest = &values[..];
            for (track, cells) in places {
                let (these, after) = rest.split_at(cells);
                visit(track, these);
                rest = after;
            }
            Ok(())
        })
    }

    /// See [`fold`].
    fn fold<P: Default + Send + 'static>(
        &self,
        play: Play,
        memory: Memory,
        see: impl Fn(&mut P, Run<'_>) + Sync,
        mut end: impl FnMut(P) -> Result<()>,
    ) -> Result<()> {
        self.sweep(play, memory, &Folding(see, PhantomData), &mut |part| {
            end(*part.downcast().expect("it is a part of the reader"))
        })
    }
}

/// A rule in three coordinates.
fn step(rule: &Rule) -> Step {
    let by = padded(rule.put.iter().zip(&rule.take).map(|(&put, &take)| put as i64 - take as i64));
    let lead = 3 - rule.take.len();
    let held = (0..rule.take.len()).filter(|&a| rule.take[a] > 0 && rule.put[a] > 0);
    Step { from: rule.from, to: rule.to, by, held: held.map(|a| (lead + a, rule.take[a] as i64)).collect() }
}

/// Sweeps a window and folds it: every tile of cells has a value of type `P`, which `see` fills with the runs of the
/// tile, on whatever thread; `end` gets these values one by one in an order that does not depend on the threads.
/// Each cell of the window is in exactly one run. The window itself is never stored.
///
/// # Errors
/// A game or a window that this engine does not take, not enough memory for the wavefronts, or what `end` returns.
pub fn fold<P: Default + Send + 'static>(
    game: &VectorGame,
    play: Play,
    size: &[usize],
    memory: Memory,
    see: impl Fn(&mut P, Run<'_>) + Sync,
    end: impl FnMut(P) -> Result<()>,
) -> Result<()> {
    Setting::new(game, size)?.fold(play, memory, see, end)
}

/// Sweeps a window and visits its runs, places with values, one after the other in a fixed order.
///
/// # Errors
/// As [`fold`].
pub fn stream(
    game: &VectorGame,
    play: Play,
    size: &[usize],
    memory: Memory,
    visit: impl FnMut(Track, &[u8]),
) -> Result<()> {
    Setting::new(game, size)?.stream(play, memory, visit)
}
