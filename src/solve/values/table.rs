//! Tables of values of vector addition games: a window of positions in every state, computed in the order of weight.
use crate::error::{Error, Result};
use crate::game::Play;
use crate::game::vector::{VectorGame, VectorPosition};
use crate::solve::Memory;

/// Stands for "not computed": the position cannot be reached from the window, and an option of it left the region.
const UNKNOWN: u16 = u16::MAX;

/// The most positions that a table goes through: more would take minutes.
const MOST_CELLS: u128 = 1 << 29;

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
    /// Computes the window by definition, position by position in the order of weight.
    ///
    /// # Errors
    /// A window that does not fit the game or the memory.
    pub fn new(game: &VectorGame, play: Play, size: &[usize], memory: Memory) -> Result<Self> {
        let region = Self::region(game, size, memory)?;
        let values = region.window(&region.values(game, play), size);
        Ok(ValueTable { size: size.to_vec(), states: game.states, values })
    }

    /// Refuses a window that [`ValueTable::new`] would refuse.
    ///
    /// # Errors
    /// A window that does not fit the game or the memory.
    pub fn ask(game: &VectorGame, size: &[usize], memory: Memory) -> Result<()> {
        Self::region(game, size, memory).map(|_| ())
    }

    /// The positions in reach of a window.
    fn region(game: &VectorGame, size: &[usize], memory: Memory) -> Result<Region> {
        let region = Region::around(game, size)?;
        memory.ask(region.bytes(), &format!("a table of {}", game.name))?;
        if region.cells() > MOST_CELLS {
            let what = format!("the positions in reach of a window of size {size:?} fill {} cells", region.cells());
            let right = format!("at most {MOST_CELLS}: a smaller window, or shorter moves");
            return Err(Error::input(game.name.clone(), what, right));
        }
        Ok(region)
    }

    /// How many cells [`ValueTable::new`] would go through to compute a window.
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

/// The box of positions that play can reach from a window.
struct Region {
    extent: Vec<usize>,
    states: usize,
    heaviest: u128,
}

/// A rule as a step between the cells of a region.
struct Step<'a> {
    take: &'a [u64],
    /// The vector must stay below this, so that the option lies in the region.
    below: Vec<u64>,
    shift: isize,
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

    fn cells(&self) -> u128 {
        self.extent.iter().fold(self.states as u128, |cells, &extent| cells.saturating_mul(extent as u128))
    }

    fn bytes(&self) -> u128 {
        self.cells().saturating_mul(2 + 4).saturating_add(8 * (self.heaviest + 2))
    }

    fn block(&self) -> usize {
        self.extent.iter().product()
    }

    /// The values of the region, in the layout of the table.
    fn values(&self, game: &VectorGame, play: Play) -> Vec<u16> {
        let steps: Vec<Vec<Step>> = (0..self.states).map(|state| self.steps(game, state)).collect();
        let block = self.block();
        let mut values = vec![UNKNOWN; block * self.states];
        let mut options: Vec<u16> = Vec::new();
        let mut at = vec![0; self.extent.len()];
        for cell in self.by_weight(game) {
            let cell = cell as usize;
            unrank(cell % block, &self.extent, &mut at);
            options.clear();
            for step in &steps[cell / block] {
                if at.iter().zip(step.take).all(|(x, take)| x >= take) {
                    let inside = at.iter().zip(&step.below).all(|(x, below)| x < below);
                    options.push(if inside { values[cell.wrapping_add_signed(step.shift)] } else { UNKNOWN });
                }
            }
            if !options.contains(&UNKNOWN) {
                values[cell] = value(play, &options);
            }
        }
        values
    }

    fn steps<'a>(&self, game: &'a VectorGame, state: usize) -> Vec<Step<'a>> {
        let step = |rule: &'a crate::game::vector::Rule| {
            let moved = (0..self.extent.len()).fold((rule.to as isize) - (rule.from as isize), |cell, i| {
                cell * self.extent[i] as isize + rule.put[i] as isize - rule.take[i] as isize
            });
            let below = |i: usize| (self.extent[i] as u64 + rule.take[i]).saturating_sub(rule.put[i]);
            Step { take: &rule.take, below: (0..self.extent.len()).map(below).collect(), shift: moved }
        };
        game.rules.iter().filter(|rule| rule.from == state).map(step).collect()
    }

    /// The cells that are no heavier than the window, lightest first: a counting sort.
    fn by_weight(&self, game: &VectorGame) -> Vec<u32> {
        let mut starts = vec![0u32; self.heaviest as usize + 2];
        self.visit(game, |_, weight| starts[weight + 1] += 1);
        for i in 1..starts.len() {
            starts[i] += starts[i - 1];
        }
        let mut order = vec![0u32; starts[self.heaviest as usize + 1] as usize];
        self.visit(game, |cell, weight| {
            let next = &mut starts[weight];
            order[*next as usize] = cell as u32;
            *next += 1;
        });
        order
    }

    /// Shows each cell that is no heavier than the window, with its weight.
    fn visit(&self, game: &VectorGame, mut see: impl FnMut(usize, usize)) {
        let row = *self.extent.last().expect("a game has a coordinate");
        let unit = u128::from(*game.weight.per_unit.last().expect("a game has a coordinate"));
        let rows = self.block() / row;
        let mut at = vec![0; self.extent.len()];
        for line in 0..rows * self.states {
            unrank(line % rows * row, &self.extent, &mut at);
            let mut weight = game.weight.of(line / rows, &at);
            for cell in line * row..(line + 1) * row {
                if weight > self.heaviest {
                    break;
                }
                see(cell, weight as usize);
                weight += unit;
            }
        }
    }

    /// The part of the region that lies in the window.
    fn window(&self, values: &[u16], size: &[usize]) -> Vec<u16> {
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

/// The value that the values of the options give.
fn value(play: Play, options: &[u16]) -> u16 {
    let few = options.iter().all(|&value| value < 64);
    if play == Play::Grundy && few {
        return options.iter().fold(0u64, |seen, value| seen | 1 << value).trailing_ones() as u16;
    }
    let value = play.value(options.iter().map(|&value| u64::from(value)));
    u16::try_from(value).expect("a value is at most the number of rules")
}

fn unrank(mut cell: usize, extent: &[usize], at: &mut [u64]) {
    for (x, &extent) in at.iter_mut().zip(extent).rev() {
        *x = (cell % extent) as u64;
        cell /= extent;
    }
}
