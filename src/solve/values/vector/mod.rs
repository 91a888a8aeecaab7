//! Tables of vector addition games with one control state and up to three coordinates, wavefront by wavefront.
//!
//! The plain twin is [`ValueTable`](super::table::ValueTable), which takes any game. Here the positions of equal level
//! (a weight with small coefficients) lie in rows of consecutive memory, see `frame`; the mex of a whole row is a loop
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
mod table;
mod team;
mod tile;
mod views;

pub use run::{Run, Track, VALUES};
pub use table::{ByteTable, table};
pub use views::{blocks, checksum, count};

use crate::error::{Error, Result};
use crate::game::Play;
use crate::game::vector::VectorGame;
use crate::solve::Memory;
use frame::{Frame, Triple, padded};
use region::Region;

/// The largest number of coordinates.
pub const MOST_COORDINATES: usize = 3;

/// A game and a window in coordinates where they can be swept.
struct Setting {
    frame: Frame,
    region: Region,
    name: String,
}

impl Setting {
    fn new(game: &VectorGame, size: &[usize]) -> Result<Self> {
        if game.states != 1 || game.dimension == 0 || game.dimension > MOST_COORDINATES {
            let what = format!("{} states and {} coordinates", game.states, game.dimension);
            let right = format!("one state and 1 to {MOST_COORDINATES} coordinates for the table by wavefronts");
            return Err(Error::input(game.name.clone(), what, right));
        }
        if size.len() != game.dimension || size.iter().any(|&size| size == 0 || size > 1 << 39) {
            let what = format!("a window of size {size:?}");
            return Err(Error::input(game.name.clone(), what, format!("{} sizes from 1 to 2^39", game.dimension)));
        }
        let step = |rule: &crate::game::vector::Rule| {
            padded(rule.put.iter().zip(&rule.take).map(|(&put, &take)| put as i64 - take as i64))
        };
        let both =
            game.rules.iter().find(|rule| rule.put.iter().zip(&rule.take).any(|(&put, &take)| put > 0 && take > 0));
        if let Some(rule) = both {
            let what = format!("rule {} takes and puts in the same coordinate", rule.name);
            return Err(Error::input(game.name.clone(), what, "rules that add a vector wherever that is possible"));
        }
        let moves: Vec<Triple> = game.rules.iter().map(step).collect();
        // Coordinates that the game does not have stay 0.
        let mut whole = [1; 3];
        padded(size.iter().map(|&size| size as i64)).iter().zip(&mut whole).for_each(|(&size, w)| *w = size.max(1));
        let frame = Frame::new(game, &moves, whole)?;
        let region = Region::new(&frame, &moves, whole, &game.name)?;
        Ok(Setting { frame, region, name: game.name.clone() })
    }

    fn sweep<P: Default + Send>(
        &self,
        play: Play,
        memory: Memory,
        see: &(impl Fn(&mut P, Run<'_>) + Sync),
        end: &mut impl FnMut(P) -> Result<()>,
    ) -> Result<()> {
        let (frame, region) = (&self.frame, &self.region);
        match (play, frame.shifts.len(), frame.dimension) {
            (Play::Grundy, 17.., 1) => line::sweep::<u64, P>(frame, region, play, memory, &self.name, see, end),
            (Play::Grundy, 9.., 1) => line::sweep::<u16, P>(frame, region, play, memory, &self.name, see, end),
            (_, _, 1) => line::sweep::<u8, P>(frame, region, play, memory, &self.name, see, end),
            (Play::Grundy, 17.., _) => band::sweep::<u64, P>(frame, region, play, memory, &self.name, see, end),
            (Play::Grundy, 9.., _) => band::sweep::<u16, P>(frame, region, play, memory, &self.name, see, end),
            _ => band::sweep::<u8, P>(frame, region, play, memory, &self.name, see, end),
        }
    }
}

/// Sweeps a window and folds it: every tile of cells has a value of type `P`, which `see` fills with the runs of the
/// tile, on whatever thread; `end` gets these values one by one in an order that does not depend on the threads.
/// Each cell of the window is in exactly one run. The window itself is never stored.
///
/// # Errors
/// A game or a window that this engine does not take, not enough memory for the wavefronts, or what `end` returns.
pub fn fold<P: Default + Send>(
    game: &VectorGame,
    play: Play,
    size: &[usize],
    memory: Memory,
    see: impl Fn(&mut P, Run<'_>) + Sync,
    mut end: impl FnMut(P) -> Result<()>,
) -> Result<()> {
    Setting::new(game, size)?.sweep(play, memory, &see, &mut end)
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
    mut visit: impl FnMut(Track, &[u8]),
) -> Result<()> {
    type Part = (Vec<(Track, usize)>, Vec<u8>);
    let see = |part: &mut Part, run: Run<'_>| {
        part.0.push((run.track, run.cells()));
        run.values_into(&mut part.1);
    };
    fold(game, play, size, memory, see, |(places, values): Part| {
        let mut rest = &values[..];
        for (track, cells) in places {
            let (these, after) = rest.split_at(cells);
            visit(track, these);
            rest = after;
        }
        Ok(())
    })
}
