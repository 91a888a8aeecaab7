//! Tables of values of vector addition games: a window of positions in every state, by the fastest engine that takes the
//! game.
use super::plain::{self, Axis, Move};
use super::vector::Setting;
use crate::error::{Error, Result};
use crate::game::Play;
use crate::game::vector::{Rule, VectorGame, VectorPosition};
use crate::solve::{Memory, Watch};
use std::collections::BTreeMap;

/// The most positions that a table goes through: more would take minutes.
const MOST_CELLS: u128 = 1 << 29;

/// The most positions whose values are counted without being kept: more would take hours.
const MOST_COUNTED: u128 = 1 << 40;

/// The values of all positions with coordinates below `size`, in every state.
#[derive(Debug, Clone)]
pub struct ValueTable {
    /// The window: coordinate i runs from 0 to `size[i] - 1`.
    pub size: Vec<usize>,
    /// The number of control states.
    pub states: usize,
    /// The window, the last coordinate fastest, state by state.
    values: Vec<u16>,
}

impl ValueTable {
    /// Computes the window: by wavefronts if they take the game, else by the plain engine.
    ///
    /// # Errors
    /// A window that does not fit the game or the memory.
    pub fn new(game: &VectorGame, play: Play, size: &[usize], memory: Memory) -> Result<Self> {
        match Setting::new(game, size) {
            Ok(setting) => ValueTable::by_wavefronts(game, &setting, play, size, memory),
            Err(_) => ValueTable::plain(game, play, size, memory),
        }
    }

    /// Refuses a window that [`ValueTable::new`] would refuse, but for the memory of the wavefronts, which is asked later.
    ///
    /// # Errors
    /// A window that does not fit the game or the memory.
    pub fn ask(game: &VectorGame, size: &[usize], memory: Memory) -> Result<()> {
        match Setting::new(game, size) {
            Ok(_) => window_bytes(game, size, memory).map(|_| ()),
            Err(_) => Region::asked(game, size, memory).map(|_| ()),
        }
    }

    /// Computes the window by the plain engine, which takes every game.
    ///
    /// # Errors
    /// As [`ValueTable::new`].
    pub fn plain(game: &VectorGame, play: Play, size: &[usize], memory: Memory) -> Result<Self> {
        let region = Region::asked(game, size, memory)?;
        let values = region.window(plain::values(game, play, &region), size);
        Ok(ValueTable { size: size.to_vec(), states: game.states, values })
    }

    fn by_wavefronts(game: &VectorGame, setting: &Setting, play: Play, size: &[usize], memory: Memory) -> Result<Self> {
        let bytes = window_bytes(game, size, memory)?;
        let mut values = vec![0; bytes as usize / size_of::<u16>()];
        let place =
            |first: i64, at: &[i64]| at.iter().zip(size).fold(first, |cell, (&x, &size)| cell * size as i64 + x);
        setting.stream(play, Memory(memory.0 - bytes), |track, run| {
            let (first, step) = (place(track.state() as i64, track.start()) as usize, place(0, track.step()) as isize);
            for (k, &value) in run.iter().enumerate() {
                values[first.wrapping_add_signed(k as isize * step)] = u16::from(value);
            }
        })?;
        Ok(ValueTable { size: size.to_vec(), states: game.states, values })
    }

    /// How many cells the plain engine would go through to compute a window.
    ///
    /// # Errors
    /// A window that does not fit the game.
    pub fn cost(game: &VectorGame, size: &[usize]) -> Result<u128> {
        Ok(Region::around(game, size)?.cells())
    }

    /// The value of a position in the window.
    ///
    /// # Panics
    /// Outside the window.
    pub fn value(&self, state: usize, at: &[u64]) -> u64 {
        let inside = at.iter().zip(&self.size).all(|(&x, &size)| x < size as u64);
        assert!(inside && state < self.states, "{state}:{at:?} is outside the window {:?}", self.size);
        let cell = at.iter().zip(&self.size).fold(state, |cell, (&x, &size)| cell * size + x as usize);
        u64::from(self.values[cell])
    }

    /// The values of the window, the last coordinate fastest, state by state.
    pub fn cells(&self) -> &[u16] {
        &self.values
    }

    /// All positions of the window, the last coordinate fastest, state by state.
    pub fn window(&self) -> impl Iterator<Item = VectorPosition> {
        let cells: usize = self.size.iter().product();
        let size = self.size.clone();
        (0..self.states).flat_map(move |state| {
            let size = size.clone();
            (0..cells).map(move |cell| {
                let mut at = vec![0; size.len()];
                unrank(cell, &size, &mut at);
                VectorPosition { state, at }
            })
        })
    }
}

/// How often each value occurs in a window: by wavefronts, without keeping the window, if they take the game, else by the
/// plain engine.
///
/// # Errors
/// A window that does not fit the game or the memory.
pub fn count(
    game: &VectorGame,
    play: Play,
    size: &[usize],
    memory: Memory,
    watch: &dyn Watch,
) -> Result<BTreeMap<u64, u64>> {
    ask_count(game, size, memory)?;
    let cells = cells(game, size) as u64;
    watch.begin(&format!("values of {}", game.name), cells, "positions");
    let mut counts = BTreeMap::new();
    match Setting::new(game, size) {
        Ok(setting) => {
            let found = setting.count(play, memory, |done| watch.advance(done))?;
            counts.extend((0..).zip(found).filter(|(_, cells)| *cells > 0));
        }
        Err(_) => {
            for &value in ValueTable::plain(game, play, size, memory)?.cells() {
                *counts.entry(u64::from(value)).or_insert(0) += 1;
            }
            watch.advance(cells);
        }
    }
    Ok(counts)
}

/// Refuses a window that [`count`] would refuse, but for the memory of the wavefronts, which is asked later.
///
/// # Errors
/// As [`count`].
pub fn ask_count(game: &VectorGame, size: &[usize], memory: Memory) -> Result<()> {
    match Setting::new(game, size) {
        Ok(_) => few(game, size, cells(game, size), MOST_COUNTED),
        Err(_) => Region::asked(game, size, memory).map(|_| ()),
    }
}

/// The positions of a window.
fn cells(game: &VectorGame, size: &[usize]) -> u128 {
    size.iter().fold(game.states as u128, |cells, &size| cells.saturating_mul(size as u128))
}

/// The memory of a window, asked for.
fn window_bytes(game: &VectorGame, size: &[usize], memory: Memory) -> Result<u64> {
    let cells = cells(game, size);
    let bytes = cells.saturating_mul(size_of::<u16>() as u128);
    memory.ask(bytes, &format!("a table of {}", game.name))?;
    few(game, size, cells, MOST_CELLS)?;
    Ok(bytes as u64)
}

/// Refuses a window with too many cells.
fn few(game: &VectorGame, size: &[usize], cells: u128, most: u128) -> Result<()> {
    if cells <= most {
        return Ok(());
    }
    let what = format!("the positions in reach of a window of size {size:?} fill {cells} cells");
    Err(Error::input(game.name.clone(), what, format!("at most {most}: a smaller window, or shorter moves")))
}

/// The box of positions that play can reach from a window.
pub(super) struct Region {
    pub extent: Vec<usize>,
    states: usize,
    /// The heaviest weight in the window.
    pub heaviest: u128,
}

impl Region {
    /// Play never raises the weight, so no coordinate with a positive weight passes the heaviest weight of the window;
    /// one with weight zero is raised at most once for each move.
    fn around(game: &VectorGame, size: &[usize]) -> Result<Self> {
        if size.len() != game.dimension || size.contains(&0) {
            let what = format!("a window of size {size:?}");
            return Err(Error::input(game.name.clone(), what, format!("{} sizes of at least 1", game.dimension)));
        }
        let corner: Vec<u64> = size.iter().map(|&size| size as u64 - 1).collect();
        let heaviest = (0..game.states).map(|state| game.weight.of(state, &corner)).max().expect("a game has a state");
        let extent = (0..game.dimension).map(|i| {
            let most_put = game.rules.iter().map(|rule| rule.put[i].saturating_sub(rule.take[i])).max().unwrap_or(0);
            let by_moves = u128::from(corner[i]) + u128::from(most_put) * heaviest;
            let weight = u128::from(game.weight.per_unit[i]);
            let most = heaviest.checked_div(weight).map_or(by_moves, |by_weight| by_weight.min(by_moves));
            usize::try_from(most + 1).map_err(|_| Error::Overflow(format!("a table of {}", game.name)))
        });
        Ok(Region { extent: extent.collect::<Result<_>>()?, states: game.states, heaviest })
    }

    /// The region of a window, its memory asked for.
    fn asked(game: &VectorGame, size: &[usize], memory: Memory) -> Result<Self> {
        let region = Region::around(game, size)?;
        memory.ask(region.bytes(size), &format!("a table of {}", game.name))?;
        few(game, size, region.cells().max(region.heaviest), MOST_CELLS)?;
        Ok(region)
    }

    fn cells(&self) -> u128 {
        self.extent.iter().fold(self.states as u128, |cells, &extent| cells.saturating_mul(extent as u128))
    }

    /// The region, and the window beside it where it is smaller.
    fn bytes(&self, size: &[usize]) -> u128 {
        let window = size.iter().fold(self.states as u128, |cells, &size| cells.saturating_mul(size as u128));
        self.cells().saturating_add(if self.extent == size { 0 } else { window }).saturating_mul(2)
    }

    /// A coordinate of the region.
    pub fn axis(&self, game: &VectorGame, axis: usize) -> Axis {
        let stride = self.extent[axis + 1..].iter().product();
        Axis { axis, extent: self.extent[axis] as u64, stride, weight: game.weight.per_unit[axis] }
    }

    /// The moves of a state.
    pub fn moves(&self, game: &VectorGame, state: usize) -> Vec<Move> {
        let step = |rule: &Rule| {
            let shift = (0..self.extent.len()).fold((rule.to as isize) - (rule.from as isize), |cell, i| {
                cell * self.extent[i] as isize + rule.put[i] as isize - rule.take[i] as isize
            });
            let touched = (0..self.extent.len()).filter(|&i| rule.take[i] > 0 || rule.put[i] > 0);
            let below = |i: usize| (self.extent[i] as u64 + rule.take[i]).saturating_sub(rule.put[i]);
            Move { bounds: touched.map(|i| (i, rule.take[i], below(i))).collect(), shift }
        };
        game.rules.iter().filter(|rule| rule.from == state).map(step).collect()
    }

    /// The part of the region that lies in the window.
    fn window(&self, values: Vec<u16>, size: &[usize]) -> Vec<u16> {
        if self.extent == size {
            return values;
        }
        let row = size[size.len() - 1];
        let rows: usize = size[..size.len() - 1].iter().product();
        let mut kept = Vec::with_capacity(self.states * rows * row);
        let mut at = vec![0; size.len()];
        for line in 0..self.states * rows {
            unrank(line % rows * row, size, &mut at);
            let start = at.iter().zip(&self.extent).fold(line / rows, |cell, (&x, &e)| cell * e + x as usize);
            kept.extend_from_slice(&values[start..start + row]);
        }
        kept
    }
}

fn unrank(mut cell: usize, extent: &[usize], at: &mut [u64]) {
    for (x, &extent) in at.iter_mut().zip(extent).rev() {
        *x = (cell % extent) as u64;
        cell /= extent;
    }
}
